"""Lay-offs on sets whose suits must differ: every legal one is listed, and few others are tried.

A wild can be named in any suit, so a hand with many of them has more rows than could be gone
through if rows that name a suit twice were not left out before they are judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import comb, perm
from typing import Any

import pytest
from tables import table

import rummy_lab as rl
from rummy_lab.actions import LayOff
from rummy_lab.cards import Placed
from rummy_lab.deal.lookahead import _set_rows

FIVE_SUITS: dict[str, Any] = {
    "suits": "shdct", "set_suits": "distinct", "set_size": (2, 5), "wild_rank": "9", "packs": 2,
    "jokers": 4,
}  # fmt: skip
Row = tuple[tuple[str, str], ...]
"""The cards of a lay-off, each with the card it stands for, in order."""


def position(hand: str, meld: str, swap: str = "never", **known: Any) -> rl.Deal:
    rules = rl.variant("rummy", **FIVE_SUITS, joker_swap=swap)
    return table(rules, [hand, "2c Ks"], melds=[(0, meld)], **known)


def row_of(placed: tuple[Placed, ...]) -> Row:
    return tuple(sorted((str(p.card), str(p.stands or p.card)) for p in placed))


def named_rows(hand: list[str], rank: str) -> Iterator[Row]:
    """Every lay-off on a set that names each card: wilds (jokers, nines) in each of the suits."""
    for count in range(1, FIVE_SUITS["set_size"][1]):
        for cards in set(combinations(sorted(hand), count)):
            ways = [
                [rank + suit for suit in FIVE_SUITS["suits"]] if card[0] in "J9" else [card]
                for card in cards
            ]
            yield from {tuple(sorted(zip(cards, way, strict=True))) for way in product(*ways)}


def text_of(row: Row) -> str:
    cards = " ".join(f"{card}={stands}" if card[0] in "J9" else card for card, stands in row)
    return f"lay {cards} on 1"


def test_no_row_names_a_suit_twice() -> None:
    """Four wilds on a set that takes three more: 380 rows, where naming suits freely gives 670."""
    deal = position("9s 9h 9d 9c 2h", "7s 7h")
    rows = [row_of(placed) for placed in _set_rows(deal.state, deal.melds[0].meld)]
    assert len(rows) == len(set(rows)) == sum(comb(4, n) * perm(5, n) for n in (1, 2, 3)) == 380
    assert all(len({stands for _, stands in row}) == len(row) for row in rows)


@pytest.mark.parametrize(
    ("hand", "meld"),
    [
        ("9s 9h 9d 9c 2h", "7s 7h"),
        ("JK JK 7d 9c 9c Kd", "7s 7h"),
        ("7d 7d 7c 9t JK 2h", "7s 9h=7h"),
        ("9s 9d JK 7t 2c", "7s 7h JK=7d 7c"),
        ("9s 9t 9t JK 7t 2c", "9h 9d"),
        ("9s 2h 5d", "9s 9h"),
        ("JK 9s 7t 2c", "7s 7h 7d 7c 7t"),
    ],
)
@pytest.mark.parametrize("swap", ["never", "any"])
def test_every_legal_lay_off_is_listed(hand: str, meld: str, swap: str) -> None:
    """What is listed is what the judge allows of all rows, each asked about by itself."""
    deal = position(hand, meld, swap)
    rows = named_rows(hand.split(), meld[0])
    allowed = {row for row in rows if deal.check(text_of(row))}
    listed = Counter(row_of(one.placed) for one in deal.legal_actions() if isinstance(one, LayOff))
    assert set(listed) == allowed and set(listed.values()) <= {1}


def test_a_wild_of_the_rank_ends_the_turn_as_another_suit() -> None:
    """The nine just taken may not be discarded, and its own suit lies in the set."""
    kings = "Ks Kh Kd Kc Kt"
    deal = position(f"9s {kings}", "9s 9h", taken="9s")
    assert deal.check(f"meld {kings}")
    full = position(f"9s {kings}", "9s 9h 9d 9c 9t", taken="9s")
    assert [reason.code for reason in full.check(f"meld {kings}").reasons] == ["turn_cannot_end"]
