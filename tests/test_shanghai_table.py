"""Which deals of Shanghai can be gone out blind, and the least buys before each contract.

Both are computed: the engine is asked with hands of every size that buys can give. What comes out
must be what the page says, and what the variant's note tells a class.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from tables import table

import rummy_lab as rl

SHANGHAI = rl.variant("shanghai")
DEALS = range(1, 11)
BLIND = {6: 0, 8: 1, 10: 2}
"""The page: the deals that can be gone out blind, with how many buys."""
LEAST = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 1, 8: 1, 9: 2, 10: 2}
"""The page: the least buys before a contract can be laid with a card left to discard."""


def a_contract(deal: int) -> list[str]:
    """A contract of a deal from cards of the packs: sets of kings and down, runs of one suit each."""
    ranks, suits = iter(("K", "Q", "J")), iter("shd")
    melds = []
    for part in SHANGHAI.at(players=4, deal=deal).contract:
        if part.kind == "set":
            rank = next(ranks)
            melds.append(" ".join(rank + suit for suit in "shdc"[: part.size]))
        else:
            suit = next(suits)
            melds.append(" ".join(f"{n}{suit}" if n > 1 else f"A{suit}"
                                  for n in range(1, part.size + 1)))  # fmt: skip
    return melds


def in_hand(deal: int, buys: int) -> rl.Deal | None:
    """Seat 0 has bought so often, has drawn, and holds the contract; None if it cannot hold it."""
    at = SHANGHAI.at(players=4, deal=deal)
    held = " ".join(a_contract(deal)).split()
    more = at.cards_dealt + 1 + 2 * buys - len(held)
    if more < 0:
        return None
    rest = sorted((Counter(at.pack) - Counter(rl.cards(" ".join(held)))).elements())
    clubs = [str(card) for card in rest if card.suit == "c" and card.rank > 3]
    others = [str(card) for card in rest if card.suit == "c" and card.rank <= 3][:6]
    hands = [" ".join(held + clubs[:more]), *(" ".join(others[n : n + 2]) for n in (0, 2, 4))]
    used = [buys, 0, 0, 0]
    return table(SHANGHAI, hands, deal=deal, buys_used=used, stock="JK", discards="")


@cache
def blind(deal: int) -> tuple[int, ...]:
    """With how many buys the whole hand can go in one turn."""
    limit = SHANGHAI.at(players=4, deal=deal).buy_limit or 0
    return tuple(buys for buys in range(limit + 1) if goes_out_blind(in_hand(deal, buys), deal))


def goes_out_blind(deal: rl.Deal | None, number: int) -> bool:
    contract = "contract " + " | ".join(a_contract(number))
    if deal is None or not deal.can(contract):
        return False
    deal.apply(contract)
    assert {str(action).split()[0] for action in deal.legal_actions()} == {"discard"}
    deal.apply(deal.legal_actions()[0])
    return deal.over and deal.final_position().whole_hand


@cache
def least_buys(deal: int) -> int:
    """The least buys with which the contract can be laid."""
    limit = SHANGHAI.at(players=4, deal=deal).buy_limit or 0
    for buys in range(limit + 1):
        held = in_hand(deal, buys)
        if held is not None and held.can("contract " + " | ".join(a_contract(deal))):
            return buys
    raise AssertionError(f"the contract of deal {deal} can never be laid")


@pytest.mark.parametrize("deal", DEALS)
def test_shanghai_table_which_deals_can_be_gone_out_blind(deal: int) -> None:
    assert blind(deal) == ((BLIND[deal],) if deal in BLIND else ())


@pytest.mark.parametrize("deal", DEALS)
def test_shanghai_table_the_least_buys_before_the_contract(deal: int) -> None:
    assert least_buys(deal) == LEAST[deal]


@pytest.mark.parametrize("deal", DEALS)
def test_shanghai_table_the_same_by_counting_cards(deal: int) -> None:
    at = SHANGHAI.at(players=4, deal=deal)
    size = sum(part.size for part in at.contract)
    hands = {buys: at.cards_dealt + 1 + 2 * buys for buys in range((at.buy_limit or 0) + 1)}
    assert tuple(buys for buys, cards in hands.items() if cards == size + 1) == blind(deal)
    assert min(buys for buys, cards in hands.items() if cards >= size + 1) == least_buys(deal)


def test_shanghai_table_the_note_for_a_class_says_so() -> None:
    (note,) = (note for note in SHANGHAI.variant.notes if "blind" in note)
    first, second = note.split(";")
    deals, buys = first.split("which only")[1].split("with")
    told = zip(map(int, re.findall(r"\d+", deals)), map(int, re.findall(r"\d+", buys)), strict=True)
    assert dict(told) == {deal: blind(deal)[0] for deal in DEALS if blind(deal)}
    span, least = second.split("cannot be laid")
    low, high = map(int, re.findall(r"\d+", span))
    assert list(map(int, re.findall(r"\d+", least))) == [
        least_buys(deal) for deal in range(low, high + 1)
    ]
    assert all(not least_buys(deal) for deal in range(1, low))
