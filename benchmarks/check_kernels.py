"""Play deals by kernel and by the engine, and compare every action, event and score.

    python benchmarks/check_kernels.py               up to 200,000 deals of each basic variant,
                                                     20,000 of three-thirteen, and 20,000 of each
                                                     basic one from any packs, with wilds
    python benchmarks/check_kernels.py 5000 rummy    up to the 5,000th deal of one variant

Options, table, seed and dealer of each deal are drawn at random from its number. How far it came is
kept in a file (`--kept`), so the same command goes on where it was stopped. It stops at the first
difference, with the deal.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from following_kernels import PACKS, follow_one  # pyright: ignore[reportMissingImports]
from resuming import done_of, keep

BASIC = ("remi", "rummy", "block")
WANTED = (
    dict.fromkeys(BASIC, 200_000)
    | {"three-thirteen": 20_000}
    | {name + PACKS: 20_000 for name in BASIC}
)
SECONDS_KEPT = 10.0


def main() -> None:
    """Follow, compare and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("deals", nargs="?", type=int)
    parser.add_argument("variants", nargs="*", default=list(WANTED), metavar="variant")
    parser.add_argument("--kept", type=Path, default=Path(__file__).with_suffix(".done"))
    asked = parser.parse_args()
    done = done_of(asked.kept)
    for variant in asked.variants:
        actions, left, first, start = 0, 0, done.get(variant, 0), time.perf_counter()
        said = kept = start
        wanted = asked.deals or WANTED.get(variant, 20_000)
        for number in range(first, wanted):
            try:
                deal = follow_one(variant, number)
            except Exception as error:
                error.add_note(f"deal {number} of {variant}")
                raise
            actions, left = actions + len(deal.events), left + (not deal.over)
            done[variant] = number + 1
            now = time.perf_counter()
            if now - kept > SECONDS_KEPT or number + 1 == wanted:
                keep(asked.kept, done)
                kept = now
            if now - said > 60:
                print(f"{variant}: {number + 1:,} deals, {now - start:.0f} s", flush=True)
                said = now
        print(
            f"{variant}: deals {first:,} to {done.get(variant, 0):,} alike, {actions:,} actions, "
            f"{left:,} left to the engine, {time.perf_counter() - start:.0f} s"
        )


if __name__ == "__main__":
    main()
