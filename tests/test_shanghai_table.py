"""Which deals of Shanghai can be gone out blind, and the least buys before each contract.

Both are computed by the script of the dataset `shanghai`, which asks the engine. What comes out
must be what the page says, and what the variant's note tells a class.
"""

from __future__ import annotations

import re

import pytest
from scripts import script

import rummy_lab as rl

SHANGHAI = rl.variant("shanghai")
TABLE = script("make_shanghai")
DEALS = TABLE.DEALS
BLIND = {6: 0, 8: 1, 10: 2}
"""The page: the deals that can be gone out blind, with how many buys."""
LEAST = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 1, 8: 1, 9: 2, 10: 2}
"""The page: the least buys before a contract can be laid with a card left to discard."""


@pytest.mark.parametrize("deal", DEALS)
def test_shanghai_table_which_deals_can_be_gone_out_blind(deal: int) -> None:
    assert TABLE.blind(deal) == ((BLIND[deal],) if deal in BLIND else ())


@pytest.mark.parametrize("deal", DEALS)
def test_shanghai_table_the_least_buys_before_the_contract(deal: int) -> None:
    assert TABLE.least_buys(deal) == LEAST[deal]


@pytest.mark.parametrize("deal", BLIND)
def test_shanghai_table_who_goes_out_blind_has_a_discard_left(deal: int) -> None:
    held = TABLE.in_hand(deal, BLIND[deal])
    held.apply(TABLE.laid_down(deal))
    assert {str(action).split()[0] for action in held.legal_actions()} == {"discard"}


@pytest.mark.parametrize("deal", DEALS)
def test_shanghai_table_the_same_by_counting_cards(deal: int) -> None:
    at = SHANGHAI.at(players=4, deal=deal)
    size = sum(part.size for part in at.contract)
    hands = {buys: at.cards_dealt + 1 + 2 * buys for buys in range((at.buy_limit or 0) + 1)}
    assert tuple(buys for buys, cards in hands.items() if cards == size + 1) == TABLE.blind(deal)
    assert min(buys for buys, cards in hands.items() if cards >= size + 1) == TABLE.least_buys(deal)


def test_shanghai_table_the_note_for_a_class_says_so() -> None:
    (note,) = (note for note in SHANGHAI.variant.notes if "blind" in note)
    first, second = note.split(";")
    deals, buys = first.split("which only")[1].split("with")
    told = zip(map(int, re.findall(r"\d+", deals)), map(int, re.findall(r"\d+", buys)), strict=True)
    assert dict(told) == {deal: TABLE.blind(deal)[0] for deal in DEALS if TABLE.blind(deal)}
    span, least = second.split("cannot be laid")
    low, high = map(int, re.findall(r"\d+", span))
    assert list(map(int, re.findall(r"\d+", least))) == [
        TABLE.least_buys(deal) for deal in range(low, high + 1)
    ]
    assert all(not TABLE.least_buys(deal) for deal in range(1, low))
