"""Read many damaged logs: no traceback, no hang, every error with a line, good lines replay.

    python benchmarks/check_logs.py            10,000 logs
    python benchmarks/check_logs.py 500        as many as that

Logs of all variants, as text and as JSON Lines, with bytes flipped, lines dropped, doubled and
swapped, cut off, with huge numbers and deep nesting. A log may take 20 s of processor time for all
that is done with it. It stops at the first that fails, with its text.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from damaging import Survived, run  # pyright: ignore[reportMissingImports]

STEPS = 20


def main() -> None:
    """Read them all and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("logs", nargs="?", type=int, default=10_000)
    logs: int = parser.parse_args().logs
    tally, start = Survived(), time.perf_counter()
    for part in range(STEPS):
        run(logs, part, STEPS, tally)
        seconds = time.perf_counter() - start
        print(f"{tally.logs:,} of {logs:,} logs, {seconds:.0f} s, slowest {tally.slowest:.2f} s "
              f"(log {tally.which})", flush=True)  # fmt: skip
    print(tally)


if __name__ == "__main__":
    main()
