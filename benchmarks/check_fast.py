"""Compare `fast.deadwood` with the solver on many random hands under random rules.

    python benchmarks/check_fast.py               100,000 hands
    python benchmarks/check_fast.py 5000          as many as that
    python benchmarks/check_fast.py --again       from the first hand, not where the last run ended

Hands of 1 to 14 cards, up to four of them wild, 25 under each rule set: 1 to 3 packs, every ace
rule, runs of one or any suits, sets of the same or different suits, other sizes, suits and ranks,
wild ranks and limits on wilds. It stops at the first difference, with the hand. How far it came
stands in a file, so that a run that was stopped goes on, unless a kernel has changed since.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from fasting import HANDS, compare_part  # pyright: ignore[reportMissingImports]
from resuming import done_of, keep

DONE = Path(__file__).with_suffix(".done")
EVERY = 100
"""After so many rule sets it is written down how far it came."""


def main() -> None:
    """Run the comparison and print how far it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("hands", nargs="?", type=int, default=100_000)
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    first = 0 if asked.again else done_of(DONE).get("parts", 0)
    parts, start = -(-asked.hands // HANDS), time.perf_counter()
    for number in range(first, parts):
        compare_part(number)
        if (number + 1) % EVERY == 0 or number + 1 == parts:
            keep(DONE, {"parts": number + 1})
            seconds = time.perf_counter() - start
            print(
                f"{(number + 1) * HANDS:,} of {parts * HANDS:,} hands, {seconds:.0f} s", flush=True
            )
    now = max(0, parts - first) * HANDS
    print(f"{max(first, parts) * HANDS:,} hands with the solver's points, {now:,} of them now")


if __name__ == "__main__":
    main()
