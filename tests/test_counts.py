"""Numbers that must come out, counted by building what is counted."""

from __future__ import annotations

from collections import Counter

import pytest
from scripts import script

import rummy_lab as rl

COUNTS = script("make_counts")

MELDS = {"low": (65, 264), "high_or_low": (65, 304)}
"""Sets and runs in one pack, by ace rule."""
GOING_OUT = {
    ("low", 7): 4100, ("high_or_low", 7): 4604,
    ("low", 10): 136694, ("high_or_low", 10): 160056,
}  # fmt: skip
"""Hands that are all melds, by ace rule and number of cards."""


@pytest.mark.parametrize("ace", MELDS)
def test_counts_melds_in_one_pack(ace: str) -> None:
    found = COUNTS.melds(ace)
    kinds = Counter(meld.kind for meld in found)
    assert (kinds["set"], kinds["run"]) == MELDS[ace]
    assert len({frozenset(meld.cards) for meld in found}) == len(found)


def test_counts_melds_of_three_to_five_cards() -> None:
    assert sum(3 <= len(meld.cards) <= 5 for meld in COUNTS.melds("low")) == 185


def test_counts_melds_are_melds() -> None:
    for ace in MELDS:
        rules = rl.variant("rummy", ace=ace)
        for meld in COUNTS.melds(ace):
            verdict = rl.check_meld(meld.cards, rules)
            assert verdict and verdict.kind == meld.kind


@pytest.mark.parametrize(("ace", "cards"), GOING_OUT)
def test_counts_hands_that_are_all_melds(ace: str, cards: int) -> None:
    """Seven cards are counted here; ten are by the script, whose table has its own test."""
    table = rl.dataset("counts").query("count == 'hands that are all melds' and variant == 'rummy'")
    (told,) = table[(table["ace"] == ace) & (table["cards"] == cards)]["value"]
    assert told == GOING_OUT[ace, cards]
    if cards == 7:
        hands = COUNTS.rummy_hands(ace, cards)
        assert len(hands) == told and all(hand.bit_count() == cards for hand in hands)


def test_counts_those_hands_have_no_card_left() -> None:
    """A sample of the hands counted leaves nothing in the best arrangement."""
    rules = rl.variant("rummy")
    pack = rules.at(players=2).pack
    for hand in sorted(COUNTS.rummy_hands("low", 7))[::40]:
        cards = [card for place, card in enumerate(pack) if hand >> place & 1]
        best = rl.arrange(cards, rules)
        assert len(cards) == 7 and best.points == 0 and best.deadwood == ()
