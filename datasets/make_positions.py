"""Makes `positions.csv` and `scores.csv` again, byte for byte: ends of deals, scored everywhere.

Run: python datasets/make_positions.py [folder]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import rummy_lab as rl
from rummy_lab.datasets import csv_text, write_made
from rummy_lab.players import play_deal, policy

NAMES = ("Ana", "Bo", "Cy", "Di")
DEALS = 9
"""How many deals are played of each variant."""
MADE = (
    ("two tied lowest hands, nobody out", ["7h", "7s", "Kd 3c", "Qd"], None, False, False),
    ("three tied lowest hands, nobody out", ["7h", "7s", "7d", "Qd"], None, False, False),
    ("all hands are worth the same", ["10h", "Js", "Qd", "Kc"], None, False, False),
    ("aces and kings are left", ["As Kh", "Ad Ac", "", "Kd"], 2, False, False),
    ("a run round the corner is left", ["Qs Ks As 2s 3s", "", "5h 5d 5c"], 1, False, False),
    ("a run of several suits is left", ["4s 5h 6d", "", "9c 9d"], 1, False, False),
    ("a set with a suit twice is left", ["7s 7s 7d", "", "8c"], 1, False, False),
    ("a joker is left", ["JK 7h", "", "2c 3d"], 1, False, False),
    ("twos and tens are left", ["2s 2h", "10c 10d", ""], 2, False, False),
    ("the whole hand at once", ["", "Ks 9h 9d", "5c 6c"], 0, True, False),
    ("the whole hand at once, a joker in it", ["", "Ks 9h 9d", "5c 6c"], 0, True, True),
    ("nobody has a card left to pay for", ["", "", ""], 0, False, False),
    ("two hands that go two ways", ["5s 6s 7s 6h 6d", "5h 5d 5c 6c 7c", ""], 2, False, False),
)
"""Positions that nobody played: what is in them, the hands, who went out, how."""


class Position(NamedTuple):
    """A final position: where it comes from, and how many seats there are to it."""

    source: str
    variant: str | None
    end: rl.FinalPosition


def positions() -> Iterator[Position]:
    """Ends of deals that were played, then those that were made up."""
    for variant, rules in rl.variants().items():
        least, most = rules.players
        for seed in range(DEALS):
            seats = least + seed % (min(most, 4) - least + 1)
            number = 1 + (5 * seed) % (rules.deals or 1)
            deal = rl.Deal(rules, list(NAMES[:seats]), seed=seed, deal=number)
            greedy = [policy("greedy")] * seats
            play_deal(deal, greedy)
            yield Position(f"greedy deal, seed {seed}", variant, deal.final_position())
    for what, hands, out, whole, joker in MADE:
        held: dict[str, str] = dict(zip(NAMES, hands, strict=False))
        name = None if out is None else NAMES[out]
        end = rl.FinalPosition(held, name, deal=1, whole_hand=whole, joker_used=joker)
        yield Position(what, None, end)


def position_rows(number: int, one: Position) -> Iterator[dict[str, Any]]:
    """A row for each player of a position."""
    for seat, (name, hand) in enumerate(one.end.left.items()):
        yield {
            "position": number,
            "source": one.source,
            "variant": one.variant,
            "deal": one.end.deal,
            "seat": seat,
            "player": name,
            "hand": " ".join(map(str, hand)),
            "went_out": one.end.out == name,
            "whole_hand": one.end.out == name and one.end.whole_hand,
            "joker_used": one.end.out == name and one.end.joker_used,
        }


def score_rows(number: int, one: Position) -> Iterator[dict[str, Any]]:
    """A row for each variant and player of a position."""
    for variant, rules in rl.variants().items():
        sheet = rl.score(one.end, rules)
        for seat, (name, points) in enumerate(sheet.totals.items()):
            yield {"position": number, "variant": variant, "seat": seat, "player": name,
                   "points": float(points)}  # fmt: skip


def files() -> dict[str, str]:
    """The files by path."""
    found = list(enumerate(positions(), 1))
    ends = [row for number, one in found for row in position_rows(number, one)]
    scores = [row for number, one in found for row in score_rows(number, one)]
    return {
        "positions.csv": csv_text(ends, list(ends[0])),
        "scores.csv": csv_text(scores, list(scores[0])),
    }


if __name__ == "__main__":
    write_made(files(), __file__)
