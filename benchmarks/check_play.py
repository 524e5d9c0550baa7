"""Play many deals at random, with the slow referee of the tests beside the engine.

    python benchmarks/check_play.py               10,000 deals a variant
    python benchmarks/check_play.py 500 remi      500 deals of one variant

The option set of each deal is drawn at random. It stops at the first difference, with the deal.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from following import (  # pyright: ignore[reportMissingImports]
    Looks,
    Tally,
    play_one,
    random_rules,
)
from tables import SHIPPED  # pyright: ignore[reportMissingImports]


def main() -> None:
    """Play, compare and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("deals", nargs="?", type=int, default=10_000)
    parser.add_argument("variants", nargs="*", default=list(SHIPPED), metavar="variant")
    asked = parser.parse_args()
    for variant in asked.variants:
        tally, start = Tally(), time.perf_counter()
        for number in range(asked.deals):
            rng = random.Random(f"{variant} {number}")
            rules, players = random_rules(variant, rng), rng.randint(2, 6)
            try:
                play_one(rules, players, number, rng, tally, Looks(accept=1))
            except Exception as error:
                error.add_note(f"deal {number} of {variant}: {rules!r}, {players} players")
                raise
            if (number + 1) % max(1, asked.deals // 20) == 0:
                seconds = time.perf_counter() - start
                print(f"{variant}: {number + 1:,} deals, {seconds:.0f} s", flush=True)
        print(f"{variant}: {tally}", flush=True)


if __name__ == "__main__":
    main()
