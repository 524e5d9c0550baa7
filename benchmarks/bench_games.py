"""Figures of whole greedy games: a four-player deal of Shanghai, and a game of every variant.

Run: python benchmarks/bench_games.py [VARIANT ...]. Prints medians with the least and the most of
several repeats, each of other seeds, so the spread is that of the games too; nothing fails on time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import count

from timing import load, measured, told

import rummy_lab as rl
from rummy_lab.players import play_deal, policy

SEATS = 4
REPEATS = 5
DEALS = 10
"""Deals of Shanghai in one repeat: one of each contract."""


def shanghai_deals() -> Callable[[], int]:
    """Plays one greedy deal of each contract of Shanghai, with the next seed each time."""
    rules, seats, seeds = rl.variant("shanghai"), [policy("greedy")] * SEATS, count(1)

    def run() -> int:
        seed = next(seeds)
        for number in range(1, DEALS + 1):
            play_deal(rl.Deal(rules, SEATS, seed=seed, deal=number), seats)
        return DEALS

    return run


def games_of(variant: str) -> Callable[[], int]:
    """Plays one whole greedy game, with the next seed each time."""
    rules, seeds = rl.variant(variant), count(1)
    seats = min(SEATS, rules.players[1])

    def run() -> int:
        rl.play(rules, ["greedy"] * seats, seed=next(seeds))
        return 1

    return run


def main() -> None:
    """Prints the table."""
    print(f"{os.cpu_count()} cores, load {load():.1f}")
    variants = sys.argv[1:] or list(rl.variants())
    if "shanghai" in variants:
        print(told(f"greedy {SEATS}-player shanghai deal, of all ten contracts",
                   measured(shanghai_deals(), REPEATS), "ms"), flush=True)  # fmt: skip
    for variant in variants:
        seats = min(SEATS, rl.variant(variant).players[1])
        print(told(f"whole greedy {seats}-player game of {variant}",
                   measured(games_of(variant), REPEATS), "ms"), flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
