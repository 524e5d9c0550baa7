"""Simulated deals a second for every variant, one worker and two.

Run: python benchmarks/bench_simulate.py [SECONDS]. Greedy players at the smallest table play whole
games by the engine in pure Python (`bench_fast.py` has the kernels), as many as fill about so many
seconds; the median of five runs is told, with the least and the most. One worker is this process;
two are processes of their own, so on a machine with less than two free cores they show what is left
of one. Nothing fails on time.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context

from timing import load, measured, told

import rummy_lab as rl

REPEATS = 5


def deals_in(variant: str, games: int, executor: Executor | None) -> int:
    """Simulates some games; how many deals they had."""
    frame = rl.simulate(variant, games=games, executor=executor, engine="python", progress=False)
    return len(frame.drop_duplicates(["game", "deal"]))


def games_for(variant: str, seconds: float) -> int:
    """How many games fill a time, from a first try of one and one of four."""
    deals_in(variant, 1, None)
    start = time.perf_counter()
    deals_in(variant, 4, None)
    return max(4, round(4 * seconds / (time.perf_counter() - start)))


def main() -> None:
    """Prints the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"deals a second, {os.cpu_count()} cores, load {load():.1f}")
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for variant, rules in rl.variants().items():
            games = games_for(variant, seconds)
            for name, executor in (("one worker", None), ("two workers", pool)):
                times = measured(lambda: deals_in(variant, games, executor), REPEATS)  # noqa: B023
                seats = rules.players[0]
                print(told(f"{variant}, {seats} players, {name}", times, "/s", f"{games} games"),
                      flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
