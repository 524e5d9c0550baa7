"""The kernels for one pack say what the solver says, points and roles."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tables import ACES

import rummy_lab as rl
from rummy_lab.arrange import best_points
from rummy_lab.arrange.masks import Masks
from rummy_lab.cards import Card
from rummy_lab.fast.onepack import mask_of, points_left, roles, tables_of
from rummy_lab.rules import At

CHANGES: list[dict[str, Any]] = [
    {},
    {"set_size": (3, 3)},
    {"set_size": (3, None), "run_size": 4},
    {"number_points": {"2-9": 0}},
    {"ranks": "3-K", "cards_dealt": 5},
    {"suits": "shd", "cards_dealt": 5, "ace_points": 40},
    {"court_points": "11-12-13", "run_size": 5},
]


def random_hand(rng: random.Random, at: At, size: int) -> tuple[Card, ...]:
    """Cards of the pack, every second time of few ranks, so that melds abound."""
    pool = list(at.pack)
    if rng.random() < 0.5:
        low = rng.choice(at.rank_numbers)
        pool = [c for c in pool if low <= c.rank < low + 5] or pool
    return tuple(rng.sample(pool, min(size, len(pool))))


@pytest.mark.parametrize("ace", ACES)
def test_points_and_roles_are_the_solvers(ace: str) -> None:
    rng = random.Random(ace)
    for change in CHANGES:
        at = rl.variant("rummy", ace=ace, **change).at()
        masks, tables = Masks(at), tables_of(at)
        for _ in range(400):
            hand = random_hand(rng, at, rng.randint(1, 20))
            mask = mask_of(hand)
            where = f"{sorted(hand)} {at!r}"
            assert points_left(mask, tables) == best_points(hand, at), where
            assert tuple(map(int, roles(mask, tables))) == masks.roles(mask), where


def test_a_whole_suit_and_a_whole_pack() -> None:
    at = rl.variant("rummy").at()
    tables = tables_of(at)
    assert points_left(mask_of(at.pack), tables) == 0
    assert points_left(mask_of(at.pack[:13]), tables) == 0
    assert points_left(0, tables) == 0
