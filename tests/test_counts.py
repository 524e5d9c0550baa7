"""Numbers that must come out, counted by building what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import rummy_lab as rl

MELDS = {"low": (65, 264), "high_or_low": (65, 304)}
"""Sets and runs in one pack, by ace rule."""
GOING_OUT = {
    ("low", 7): 4100, ("high_or_low", 7): 4604,
    ("low", 10): 136694, ("high_or_low", 10): 160056,
}  # fmt: skip
"""Hands that are all melds, by ace rule and number of cards."""
BITS = {card: 1 << place for place, card in enumerate(rl.variant("rummy").at(players=2).pack)}


def melds(ace: str) -> list[rl.Meld]:
    rules = rl.variant("rummy", ace=ace)
    return rl.find_melds(rules.at(players=2).pack, rules)


def going_out(masks: list[int], cards: int, taken: int = 0, first: int = 0) -> Iterator[int]:
    """Every hand of some cards made of disjoint melds, as a mask; some hands more than once."""
    if cards == 0:
        yield taken
    for place in range(first, len(masks)):
        mask = masks[place]
        size = mask.bit_count()
        if not mask & taken and (size == cards or cards - size >= 3):
            yield from going_out(masks, cards - size, taken | mask, place + 1)


@pytest.mark.parametrize("ace", MELDS)
def test_counts_melds_in_one_pack(ace: str) -> None:
    found = melds(ace)
    kinds = Counter(meld.kind for meld in found)
    assert (kinds["set"], kinds["run"]) == MELDS[ace]
    assert len({frozenset(meld.cards) for meld in found}) == len(found)


def test_counts_melds_of_three_to_five_cards() -> None:
    assert sum(3 <= len(meld.cards) <= 5 for meld in melds("low")) == 185


def test_counts_melds_are_melds() -> None:
    for ace in MELDS:
        rules = rl.variant("rummy", ace=ace)
        for meld in melds(ace):
            verdict = rl.check_meld(meld.cards, rules)
            assert verdict and verdict.kind == meld.kind


@pytest.mark.parametrize(("ace", "cards"), GOING_OUT)
def test_counts_hands_that_go_out_at_once(ace: str, cards: int) -> None:
    masks = [sum(BITS[card] for card in meld.cards) for meld in melds(ace)]
    hands = set(going_out(masks, cards))
    assert len(hands) == GOING_OUT[ace, cards]
    assert all(hand.bit_count() == cards for hand in hands)


def test_counts_those_hands_have_no_card_left() -> None:
    """A sample of the hands counted leaves nothing in the best arrangement."""
    rules = rl.variant("rummy")
    masks = [sum(BITS[card] for card in meld.cards) for meld in melds("low")]
    for hand in sorted(set(going_out(masks, 7)))[::40]:
        cards = [card for card, bit in BITS.items() if bit & hand]
        best = rl.arrange(cards, rules)
        assert best.points == 0 and best.deadwood == ()
