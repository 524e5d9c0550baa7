"""Makes the games of `games/` again, byte for byte: one whole greedy game of each variant.

Run: python datasets/make_games.py [folder]
"""

from __future__ import annotations

import rummy_lab as rl
from rummy_lab.datasets import write_made

SEED = 7
NAMES = ("Ana", "Bo", "Cy")


def game_of(variant: str) -> str:
    """The log of a variant's game, three greedy players."""
    return rl.dumps(rl.play(rl.variant(variant), ["greedy"] * 3, seed=SEED, names=NAMES))


def files() -> dict[str, str]:
    """The files by path."""
    return {f"games/{variant}.rummy": game_of(variant) for variant in rl.variants()}


if __name__ == "__main__":
    write_made(files(), __file__)
