"""Figures of the solver. Run: python benchmarks/bench_arrange.py [hands]

Random hands (the same in every run), each line over so many of them, as the median time for one
hand with the least and the most of several parts; nothing fails on time. No hand comes twice, so
what the solver keeps from one hand helps only where another has the same cards of a suit.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from typing import Any

from timing import measured, told

import rummy_lab as rl
from rummy_lab.arrange import best, best_contract, best_discard, best_points
from rummy_lab.arrange.hands import solver_of
from rummy_lab.arrange.masks import BIT
from rummy_lab.cards import Card
from rummy_lab.rules import At

Hands = list[tuple[Card, ...]]
REPEATS = 7


def random_hands(at: At, size: int, count: int, wilds: Sequence[int] | None = None) -> Hands:
    """Random hands; with `wilds` as many wilds as one of these numbers says."""
    rng = random.Random(f"{size} {count} {wilds}")
    if wilds is None:
        return [tuple(sorted(rng.sample(at.pack, size))) for _ in range(count)]
    wild = [c for c in at.pack if at.wild[c.code]]
    naturals = [c for c in at.pack if not at.wild[c.code]]
    found = []
    for _ in range(count):
        here = rng.choice(wilds)
        found.append(tuple(sorted(rng.sample(naturals, size - here) + rng.sample(wild, here))))
    return found


def show(name: str, call: Callable[[Any, At], Any], at: At, hands: Sequence[Any]) -> None:
    """Measures one call on each of some hands, in parts; the first part only warms up."""
    size = len(hands) // (REPEATS + 1)
    parts = iter([hands[n * size : (n + 1) * size] for n in range(REPEATS + 1)])

    def run() -> int:
        for hand in next(parts):
            call(hand, at)
        return size

    print(told(name, measured(run, REPEATS), "µs"), flush=True)


def one_pack(count: int) -> None:
    """The games of one pack without wilds."""
    at = rl.variant("rummy").at(players=2)
    hands = random_hands(at, 10, count)
    masks = [(sum(BIT[c.code] for c in hand), at.points_of(hand)) for hand in hands]
    show(
        "10 cards, as masks: points covered",
        lambda m, _: solver_of(at).masks.covered(*m),
        at,
        masks,
    )
    show("10 cards: best_points", best_points, at, hands)
    show("10 cards: best", best, at, hands)
    show("11 cards: best_discard", best_discard, at, random_hands(at, 11, count))
    at = rl.variant("remi").at(players=2)
    show("10 cards, runs of any suit: best_points", best_points, at, hands)
    show("10 cards, runs of any suit: best", best, at, hands)


def more_packs(count: int) -> None:
    """Two packs, with and without wilds."""
    at = rl.variant("rummy", packs=2).at(players=2)
    show("13 cards, 2 packs: best_points", best_points, at, random_hands(at, 13, count))
    at = rl.variant("rummy", packs=2, jokers=4).at(players=2)
    hands = random_hands(at, 13, count, [2])
    show("13 cards, 2 packs, 2 jokers: best_points", best_points, at, hands)
    show("13 cards, 2 packs, 2 jokers: best", best, at, hands)
    at = rl.variant("three-thirteen").at(players=4, deal=11)
    hands = random_hands(at, 14, count)
    show("14 cards, three-thirteen, deal 11: best_points", best_points, at, hands)
    show("14 cards, three-thirteen, deal 11: best_discard", best_discard, at, hands)
    for wilds in (4, 5, 6, 7, 8):
        hands = random_hands(at, 14, count, [wilds])
        show(f"14 cards, three-thirteen, {wilds} wilds: best_points", best_points, at, hands)
    show("14 cards, three-thirteen, 4 to 8 wilds: best", best, at,
         random_hands(at, 14, count, [4, 5, 6, 7, 8]))  # fmt: skip


def contracts(count: int) -> None:
    """The best contract of random hands; most of them have none."""
    for name, players, deals in (("contract", 4, (1, 2, 3, 5, 7)), ("shanghai", 4, (2, 3, 6, 7))):
        for deal in deals:
            at = rl.variant(name).at(players=players, deal=deal)
            hands = random_hands(at, at.cards_dealt + 1, count)
            show(f"{name}, deal {deal} ({at.contracts}): best_contract", best_contract, at, hands)
    at = rl.variant("contract").at(players=6, deal=5)
    hands = random_hands(at, 13, count, [2])
    show("contract, deal 5, 2 jokers: best_contract", best_contract, at, hands)
    at = rl.variant("shanghai").at(players=6, deal=6)
    hands = random_hands(at, 16, count, [2])
    show("shanghai, deal 6, 16 cards, 2 jokers: best_contract", best_contract, at, hands)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("hands", nargs="?", type=int, default=4000)
    count = parser.parse_args().hands
    one_pack(count)
    more_packs(count // 4)
    contracts(count // 4)


if __name__ == "__main__":
    main()
