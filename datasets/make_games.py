"""Makes the games of this folder again, byte for byte: one whole greedy game of each variant.

Run: python datasets/make_games.py [folder]
"""

from __future__ import annotations

import sys
from pathlib import Path

import rummy_lab as rl

SEED = 7
NAMES = ("Ana", "Bo", "Cy")


def game_of(variant: str) -> str:
    """The log of a variant's game, three greedy players."""
    return rl.dumps(rl.play(rl.variant(variant), ["greedy"] * 3, seed=SEED, names=NAMES))


def main() -> None:
    """Writes every game."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "games"
    folder.mkdir(parents=True, exist_ok=True)
    for variant in rl.variants():
        (folder / f"{variant}.rummy").write_text(game_of(variant), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
