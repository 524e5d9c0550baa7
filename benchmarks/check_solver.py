"""Compare the solver with trying everything, on hands with wilds and on contracts.

    python benchmarks/check_solver.py             20,000 hands
    python benchmarks/check_solver.py 500 --seed 3

Random rules: 1 to 3 packs, up to four wilds, every ace rule, both run rules and both set rules,
limits on wilds, wild ranks; half as many hands for the best discard, for contracts and for all
maximal arrangements. It stops at the first difference, with the hand.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from solving import COMPARED, EACH  # pyright: ignore[reportMissingImports]


def main() -> None:
    """Run the comparisons and print their figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("hands", nargs="?", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    for name, compare in COMPARED.items():
        start, found = time.perf_counter(), 0
        count = max(1, int(asked.hands * EACH[name]))
        for n in range(count):
            found += compare(random.Random(f"{name} {asked.seed} {n}"))
        seconds = time.perf_counter() - start
        print(f"{name:12} {count:>7,} hands, {found:,} found, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
