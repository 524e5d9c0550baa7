"""Play many deals at random, with the slow referees of the tests beside the engine.

    python benchmarks/check_play.py                    10,000 deals of remi, rummy and block
    python benchmarks/check_play.py 2000 shanghai      2,000 deals of one variant, any of the ten

The option set of each deal is drawn at random. It stops at the first difference, with the deal.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import following  # pyright: ignore[reportMissingImports]
import wild_following  # pyright: ignore[reportMissingImports]
from tables import SHIPPED  # pyright: ignore[reportMissingImports]


def basic(variant: str, number: int, rng: random.Random, tally: Any) -> None:
    """A deal of a variant without wilds and contracts: every listed action is tried."""
    rules, players = following.random_rules(variant, rng), rng.randint(2, 6)
    following.play_one(rules, players, number, rng, tally, following.Looks(accept=1))


def wild(variant: str, number: int, rng: random.Random, tally: Any) -> None:
    """A deal of one of the others; what is looked at closely is drawn."""
    rules = wild_following.random_rules(variant, rng)
    least, most = rules["players"]
    players = rng.randint(least, min(most, 5))
    wild_following.play_one(rules, players, number, rng, tally)


def main() -> None:
    """Play, compare and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("deals", nargs="?", type=int, default=10_000)
    parser.add_argument("variants", nargs="*", default=list(SHIPPED), metavar="variant")
    asked = parser.parse_args()
    for variant in asked.variants:
        basics = variant in SHIPPED
        tally: Any = following.Tally() if basics else wild_following.Tally()
        play: Callable[..., None] = basic if basics else wild
        start = time.perf_counter()
        for number in range(asked.deals):
            try:
                play(variant, number, random.Random(f"{variant} {number}"), tally)
            except Exception as error:
                error.add_note(f"deal {number} of {variant}")
                raise
            if (number + 1) % max(1, asked.deals // 20) == 0:
                seconds = time.perf_counter() - start
                print(f"{variant}: {number + 1:,} deals, {seconds:.0f} s", flush=True)
        print(f"{variant}: {tally}", flush=True)


if __name__ == "__main__":
    main()
