"""Makes `counts.csv` again, byte for byte: how many melds, and hands that are all melds.

Run: python datasets/make_counts.py [folder], or with --slow in place of the folder to count those
too that take minutes, and compare them with what stands here.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb, prod
from typing import Any

import rummy_lab as rl
from rummy_lab.arrange import best_points
from rummy_lab.cards import Card
from rummy_lab.datasets import csv_text, write_made
from rummy_lab.rules import At

COLUMNS = ("count", "value", "variant", "ace", "cards", "of", "how")
SLOW = {("low", 10): 140_896_624, ("high_or_low", 10): 192_158_368}
"""Remi hands of ten cards that are all melds, by ace rule: counted with --slow."""


# --- melds ------------------------------------------------------------------------------------


@cache
def melds(ace: str) -> tuple[rl.Meld, ...]:
    """Every meld of Rummy in one pack."""
    rules = rl.variant("rummy", ace=ace)
    return tuple(rl.find_melds(rules.at(players=2).pack, rules))


def meld_rows() -> Iterator[dict[str, Any]]:
    """The melds in one pack, by kind and size."""
    for ace in ("low", "high", "high_or_low", "round_the_corner"):
        found, told = melds(ace), {"variant": "rummy", "ace": ace, "how": "every meld built"}
        kinds = Counter(meld.kind for meld in found)
        yield {"count": "melds in one pack", "value": len(found), **told}
        yield {"count": "sets in one pack", "value": kinds["set"], **told}
        yield {"count": "runs in one pack", "value": kinds["run"], **told}
        short = sum(len(meld.cards) <= 5 for meld in found)
        yield {"count": "melds of 3 to 5 cards in one pack", "value": short, **told}


# --- hands that are all melds ------------------------------------------------------------------


def going_out(masks: list[int], cards: int, taken: int = 0, first: int = 0) -> Iterator[int]:
    """Every hand of some cards made of disjoint melds, as a mask; some hands more than once."""
    if cards == 0:
        yield taken
    for place in range(first, len(masks)):
        mask = masks[place]
        size = mask.bit_count()
        if not mask & taken and (size == cards or cards - size >= 3):
            yield from going_out(masks, cards - size, taken | mask, place + 1)


def rummy_hands(ace: str, cards: int) -> set[int]:
    """The Rummy hands of some cards that are all melds, as masks over the pack."""
    bits = {card: 1 << n for n, card in enumerate(rl.variant("rummy").at(players=2).pack)}
    masks = [sum(bits[card] for card in meld.cards) for meld in melds(ace)]
    return set(going_out(masks, cards))


def remi_hands(at: At, cards: int) -> int:
    """How many hands of some cards are all melds where suits do not matter.

    Such hands differ by how many cards of each rank they hold only, so one is asked for all that
    are alike.
    """
    by_rank = [[card for card in at.pack if card.rank == rank] for rank in range(1, 14)]
    return sum(
        prod(comb(len(some), n) for some, n in zip(by_rank, counts, strict=True))
        for counts in spread(cards, [len(some) for some in by_rank])
        if all_melds([c for some, n in zip(by_rank, counts, strict=True) for c in some[:n]], at)
    )


def spread(cards: int, most: list[int]) -> Iterator[tuple[int, ...]]:
    """The ways to take some cards from piles of at most so many."""
    if not most:
        yield from [()] * (cards == 0)
        return
    for n in range(min(cards, most[0]) + 1):
        if cards - n <= sum(most[1:]):
            yield from ((n, *rest) for rest in spread(cards - n, most[1:]))


def all_melds(hand: list[Card], at: At) -> bool:
    """Whether the best arrangement of a hand leaves nothing."""
    return best_points(tuple(sorted(hand)), at) == 0


def hand_rows() -> Iterator[dict[str, Any]]:
    """The hands that can be laid down whole."""
    for cards, ace in product((7, 10), ("low", "high_or_low")):
        told = {"ace": ace, "cards": cards, "of": comb(52, cards)}
        yield {"count": "hands that are all melds", "variant": "rummy", **told,
               "value": len(rummy_hands(ace, cards)), "how": "every such hand built"}  # fmt: skip
        slow = (ace, cards) in SLOW
        at = rl.variant("remi", ace=ace).at(players=2)
        value = SLOW[ace, cards] if slow else remi_hands(at, cards)
        yield {"count": "hands that are all melds", "variant": "remi", **told, "value": value,
               "how": "every choice of ranks asked" + ", with --slow" * slow}  # fmt: skip
    yield {"count": "hands that are all melds", "variant": "three-thirteen",
           "value": sum(three_thirteen()), "ace": "low", "cards": 3, "of": comb(52, 3),
           "how": "every hand asked"}  # fmt: skip


def three_thirteen() -> Iterator[bool]:
    """For each hand of the first deal, of two players, whether it is a meld: threes are wild."""
    at = rl.variant("three-thirteen").at(players=2, deal=1)
    for hand in combinations(at.pack, 3):
        yield best_points(tuple(sorted(hand)), at) == 0


def files() -> dict[str, str]:
    """The files by path."""
    return {"counts.csv": csv_text([*meld_rows(), *hand_rows()], COLUMNS)}


def count_slow() -> None:
    """Counts what takes minutes, and says whether it is what stands here."""
    for (ace, cards), stands in SLOW.items():
        at = rl.variant("remi", ace=ace).at(players=2)
        found = remi_hands(at, cards)
        print(f"remi, ace {ace}, {cards} cards: {found}, {'as' if found == stands else 'not as'}"
              f" it stands here ({stands})")  # fmt: skip


if __name__ == "__main__":
    if sys.argv[1:] == ["--slow"]:
        count_slow()
    else:
        write_made(files(), __file__)
