"""Figures of the engine: greedy deals, one check, import time.

Run: python benchmarks/bench_engine.py

Prints medians with the least and the most of several repeats; nothing fails on time.
"""

from __future__ import annotations

import subprocess
import sys
import time

from timing import measured, told

import rummy_lab as rl
from rummy_lab.players import play_deal, policy


def greedy_deals(variant: str, players: int, deals: int, deal: int = 1) -> list[float]:
    """Seconds for a greedy deal."""
    rules = rl.variant(variant)
    seats = [policy("greedy")] * players

    def run() -> int:
        for seed in range(deals):
            play_deal(rl.Deal(rules, players, seed=seed, deal=deal), seats)
        return deals

    return measured(run)


def one_check(text: str) -> list[float]:
    """Seconds for one check of an action in the middle of a deal."""
    deal = rl.Deal.from_position(
        rl.variant("rummy"),
        hands=["7s 7h 7d 5d 9d 5s 6s Qc", "Kh 9c"],
        turn=0,
        phase="play",
        taken="Qc",
        melds=[(1, "2s 3s 4s")],
        discards="Ac",
        stock="2h 3h",
    )

    def run() -> int:
        for _ in range(2000):
            deal.check(text)
        return 2000

    return measured(run)


def import_time() -> list[float]:
    """Seconds that `import rummy_lab` takes in a new interpreter, beyond starting it."""
    found = []
    for _ in range(9):
        seconds = []
        for code in ("pass", "import rummy_lab"):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            seconds.append(time.perf_counter() - start)
        found.append(max(1e-6, seconds[1] - seconds[0]))
    return found


def main() -> None:
    """Prints the table."""
    for variant in ("remi", "rummy", "block"):
        print(told(f"greedy two-player {variant} deals", greedy_deals(variant, 2, 100), "/s"))
    for text in ("meld 7s 7h 7d", "lay 5s 6s on 1", "lay 6s on 1", "discard Qc", "discard Kd"):
        print(told(f"check {text!r}", one_check(text)))
    print(told("import rummy_lab", import_time(), "ms"))


if __name__ == "__main__":
    main()
