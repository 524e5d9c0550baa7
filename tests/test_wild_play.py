"""Random legal play of the other documents' games under random option sets, judged twice.

50 deals a variant; the environment variable RUMMY_LAB_DEALS asks for more.
"""

from __future__ import annotations

import os
import random

import pytest
from wild_following import CHOICES, OTHERS, Tally, play_one, random_rules

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
    print(tally)
