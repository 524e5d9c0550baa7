"""Compare `rl.arrange` with trying everything on many random hands.

    python benchmarks/check_arrange.py            100,000 hands
    python benchmarks/check_arrange.py 5000       as many as that

Hands of 3 to 14 cards from 1 to 3 packs under every ace rule, both run rules and both set rules;
a third of them with longer sets or runs. It stops at the first difference, with the hand.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from arranging import Compared, run  # pyright: ignore[reportMissingImports]

STEPS = 20


def main() -> None:
    """Run the comparison and print its figure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("hands", nargs="?", type=int, default=100_000)
    hands: int = parser.parse_args().hands
    tally, start = Compared(), time.perf_counter()
    for part in range(STEPS):
        run(hands, part, STEPS, tally)
        seconds = time.perf_counter() - start
        print(f"{tally.hands:,} of {hands:,} hands, {seconds:.0f} s", flush=True)
    print(tally)


if __name__ == "__main__":
    main()
