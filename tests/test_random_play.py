"""Random legal play under random option sets, judged by the slow referee.

200 deals a variant; the environment variable RUMMY_LAB_DEALS asks for more.
"""

from __future__ import annotations

import os
import random

import pytest
from following import Looks, Tally, choose, play_one, random_rules
from tables import SHIPPED

import rummy_lab as rl

DEALS = int(os.environ.get("RUMMY_LAB_DEALS", "200"))
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("variant", SHIPPED)
def test_random_play_with_options_drawn_at_random(variant: str, part: int) -> None:
    tally = Tally()
    for number in range(part, DEALS, PARTS):
        rng = random.Random(f"{variant} {number}")
        rules = random_rules(variant, rng)
        players = rng.randint(2, 6)
        try:
            play_one(rules, players, number, rng, tally)
        except AssertionError as error:
            error.add_note(f"deal {number} of {variant}: {rules!r}, {players} players")
            raise
    assert tally.deals == len(range(part, DEALS, PARTS))
    assert tally.altered > tally.altered_legal > 0 and tally.complete > 0


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("variant", SHIPPED)
def test_random_play_of_the_variant_as_shipped(variant: str, players: int) -> None:
    rng = random.Random(players)
    play_one(rl.variant(variant), players, 77, rng, Tally(), Looks(0.1, 0.05, 0.01))


@pytest.mark.parametrize("variant", SHIPPED)
def test_random_play_with_the_same_seed_is_the_same(variant: str) -> None:
    rules = random_rules(variant, random.Random(variant))
    first, second = (play_one(rules, 3, 5, random.Random(1), Tally()) for _ in range(2))
    assert first.events == second.events and first.state == second.state


def test_random_play_ends_in_every_way() -> None:
    tally = Tally()
    for number in range(12):
        rng = random.Random(f"ends {number}")
        play_one(random_rules("remi", rng), 2, number, rng, tally, Looks(0, 0, 0))
    assert tally.ends["out"] and tally.ends["blocked"]


@pytest.mark.parametrize("variant", SHIPPED)
def test_random_play_a_deal_of_a_game_is_that_deal_of_the_seed(variant: str) -> None:
    rules = rl.variant(variant, target=None, deals=3)
    game = rl.Game(rules, players=3, seed=21)
    for number in (1, 2, 3):
        alone = rl.Deal(rules, players=3, seed=21, deal=number, dealer=game.deal.dealer)
        assert alone.state == game.deal.state and game.deal.deal == number
        play_on(game.deal)
        if number < 3:
            game.next_deal()


def play_on(deal: rl.Deal) -> None:
    rng = random.Random(deal.deal)
    while not deal.over:
        deal.apply(choose(list(deal.legal_actions()), rng))


def test_random_play_a_branch_keeps_the_old_line() -> None:
    deal = rl.Deal(rl.variant("remi"), players=2, seed=3)
    play_on(deal)
    end, old = deal.state, [node.id for node in deal.line()]
    for _ in range(len(deal.events) - 4):
        deal.undo()
    fork = deal.node.id
    taken = deal.line()[len(deal.events) + 1].event
    assert taken is not None
    other = next(action for action in deal.legal_actions() if action != taken.action)
    deal.apply(other)
    assert [node.id for node in deal.line()][:-1] == old[: old.index(fork) + 1]
    assert len(deal.tips()) == 2 and end in [tip.state for tip in deal.tips()]
    deal.goto(old[-1])
    assert deal.state == end and [node.id for node in deal.line()] == old
