"""Random rules with hands for them, and the comparison of the kernels with the solver.

`benchmarks/check_fast.py` runs the same on more hands.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import solving

import rummy_lab as rl
from rummy_lab import fast
from rummy_lab.arrange import best_points
from rummy_lab.cards import Card
from rummy_lab.rules import At

HANDS = 25
"""How many hands there are under one rule set."""


def compare(hands: Sequence[tuple[Card, ...]], at: At) -> None:
    """The kernels must say what the solver says, of all hands in one batch."""
    packed = fast.pack(hands, at.rules, players=at.players)
    found = fast.deadwood(packed, at.rules, deal=at.deal, players=at.players)
    for hand, points in zip(hands, found.tolist(), strict=True):
        assert points == best_points(hand, at), f"{points} points said of {solving.told(at, hand)}"


def random_rules(rng: random.Random) -> At:
    """Random options about packs, melds, wilds and points."""
    while True:
        try:
            return rl.variant("rummy", **solving.options(rng)).at(players=2)
        except rl.RulesError:
            continue


def compare_part(number: int, hands: int = HANDS) -> None:
    """The rule set of a number, and hands of all sizes under it."""
    rng = random.Random(f"fast {number}")
    at = random_rules(rng)
    wilds = [0, 0, 1, 2, 3, 4]
    some = [
        solving.random_hand(rng, at, rng.randint(1, 14), rng.choice(wilds)) for _ in range(hands)
    ]
    compare(some, at)
