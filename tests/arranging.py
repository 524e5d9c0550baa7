"""Random hands, and the comparison of `rl.arrange` with trying everything.

`benchmarks/check_arrange.py` runs the same on more hands.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import oracle
from tables import ACES

import rummy_lab as rl

RULES = list(product(ACES, ("same", "any"), ("any", "distinct"), (1, 2, 3)))
"""Ace rule, suits of runs, suits of sets, packs: 48 rule sets, taken in turn."""
SIZES = [((3, 4), 3), ((3, None), 3), ((3, 4), 4), ((3, None), 4)]
"""Sizes of sets and the least size of runs; the first is what the pages say."""


def rules_of(number: int, plain: bool = True) -> rl.Rules:
    """The rule set of a number; `plain` ones have the sizes of the pages."""
    return _rules(number % len(RULES), 0 if plain else number // len(RULES) % len(SIZES))


@cache
def _rules(number: int, sizes: int) -> rl.Rules:
    ace, run_suits, set_suits, packs = RULES[number]
    set_size, run_size = SIZES[sizes]
    return rl.variant("rummy", ace=ace, run_suits=run_suits, set_suits=set_suits, packs=packs,
                      set_size=set_size, run_size=run_size)  # fmt: skip


def options_of(rules: rl.Rules) -> dict[str, Any]:
    """The options the slow solver needs."""
    names = ("ace", "run_suits", "set_suits", "set_size", "run_size")
    return {name: rules[name] for name in names}


def random_hand(rng: random.Random, packs: int, size: int) -> oracle.Cards:
    """Cards of some packs; every second hand from few ranks or few suits, so that melds abound."""
    pool = list(oracle.pack(packs))
    way = rng.randrange(4)
    if way == 0:
        first = rng.randrange(13)
        near = {(first + i) % 13 + 1 for i in range(6)}
        pool = [card for card in pool if oracle.rank(card) in near]
    elif way == 1:
        suits = rng.sample(oracle.SUITS, 2)
        pool = [card for card in pool if oracle.suit(card) in suits]
    return oracle.in_order(rng.sample(pool, min(size, len(pool))))


@dataclass
class Compared:
    """What was compared, for the figures."""

    hands: int = 0
    melds: int = 0
    empty: int = 0

    def __str__(self) -> str:
        return (f"{self.hands} hands arranged as by trying everything "
                f"({self.melds} melds laid, {self.empty} hands without a card left)")  # fmt: skip


def compare(hand: oracle.Cards, rules: rl.Rules, tally: Compared) -> None:
    """The arrangement must be a best one, the one the tie rule names, and be what it says."""
    options = options_of(rules)
    found = rl.arrange(" ".join(hand), rules)
    best = oracle.best(hand, options)
    said = f"{' '.join(hand)} under {options}: {found}"
    assert found.points == best.points, f"{said}, wanted {best.points} points"
    used = [card for meld in found.melds for card in map(str, meld.cards)]
    left = [str(card) for card in found.deadwood]
    assert Counter(used) + Counter(left) == Counter(hand), said
    assert found.points == oracle.total(left, options), said
    for meld in found.melds:
        cards = oracle.in_order(map(str, meld.cards))
        assert meld.kind == oracle.kind_of(cards, options), f"{said}: {meld}"
    assert labels(hand, found) == best.labels, f"{said}, wanted {best.labels}"
    tally.hands += 1
    tally.melds += len(found.melds)
    tally.empty += not left


def labels(hand: oracle.Cards, found: rl.Arrangement) -> str:
    """Where each card of a hand lies: S in a set, R in a run, L left; equal cards in that order."""
    where: dict[str, list[str]] = {}
    for meld in found.melds:
        for card in meld.cards:
            where.setdefault(str(card), []).append("S" if meld.kind == "set" else "R")
    for card in found.deadwood:
        where.setdefault(str(card), []).append("L")
    ordered = {card: sorted(letters, key="SRL".index) for card, letters in where.items()}
    return "".join(ordered[card].pop(0) for card in hand)


def run(hands: int, first: int, step: int, tally: Compared) -> None:
    """Compare every `step`-th hand from `first` on; each hand follows from its number alone."""
    for number in range(first, hands, step):
        rng = random.Random(f"arrange {number}")
        plain = number % 3 > 0
        rules = rules_of(number, plain)
        packs: int = rules["packs"]
        compare(random_hand(rng, packs, rng.randint(3, 14)), rules, tally)
