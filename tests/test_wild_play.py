"""Random legal play of the other documents' games under random option sets, judged twice.

50 deals a variant; the environment variable RUMMY_LAB_DEALS asks for more.
"""

from __future__ import annotations

import os
import random

import pytest
from wild_following import CHOICES, OTHERS, Looks, Tally, play_one, random_rules

import rummy_lab as rl
from rummy_lab.rules import OPTIONS

DEALS = int(os.environ.get("RUMMY_LAB_DEALS", "50"))
PARTS = 5


def test_wild_play_draws_every_option_of_the_registry() -> None:
    assert set(CHOICES) == set(OPTIONS)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("variant", OTHERS)
def test_wild_play_with_options_drawn_at_random(variant: str, part: int) -> None:
    tally = Tally()
    for number in range(part, DEALS, PARTS):
        rng = random.Random(f"{variant} {number}")
        rules = random_rules(variant, rng)
        least, most = rules["players"]
        players = rng.randint(least, min(most, 5))
        try:
            play_one(rules, players, number, rng, tally)
        except AssertionError as error:
            error.add_note(f"deal {number} of {variant}: {rules!r}, {players} players")
            raise
    assert tally.deals == len(range(part, DEALS, PARTS))
    assert tally.accepted and tally.complete, tally
    assert tally.altered > tally.altered_legal > 0, tally


@pytest.mark.parametrize("variant", OTHERS)
def test_wild_play_of_the_variant_as_shipped(variant: str) -> None:
    """But for the number of recycles: a deal nobody can go out of lasts long."""
    tally, rules = Tally(), rl.variant(variant, max_recycles=2)
    for number in (1, 2):
        rng = random.Random(f"{variant} as shipped {number}")
        play_one(rules, rules["players"][0] + 1, number, rng, tally, Looks(greedy=0.9))
    wanted = {"draw", "take", "discard"}
    if rules.melding == "contract":
        wanted |= {"contract", "lay"}
    if rules.buys is not None:
        wanted |= {"pass", "buy"}
    assert wanted <= set(tally.verbs)


@pytest.mark.parametrize("variant", OTHERS)
def test_wild_play_with_the_same_seed_is_the_same(variant: str) -> None:
    rules = random_rules(variant, random.Random(f"{variant} twice"))
    players = rules["players"][0]
    deals = [play_one(rules, players, 5, random.Random(1), Tally()) for _ in range(2)]
    assert deals[0].events == deals[1].events and deals[0].state == deals[1].state
