"""What a kernel asks Python amid a deal: the melds of hands with wilds or equal cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from rummy_lab.arrange import best, best_points
from rummy_lab.cards import BY_CODE, Card
from rummy_lab.deal.state import without
from rummy_lab.fast.laying_packs import BEST
from rummy_lab.fast.records import MOST_FOUND, Record
from rummy_lab.melds import Meld, each_meld
from rummy_lab.rules import At


def answer(deal: Record, at: At) -> bool:
    """Writes down the melds that were asked for; false where they are too many."""
    seat = int(deal["seat"])
    held = deal["hands"][seat][: deal["held"][seat]]
    find = _of_the_best if deal["asked"] == BEST else _others
    melds = find(bytes(sorted(held)), at)
    if len(melds) > MOST_FOUND:
        return False
    deal["answered"], deal["answers"] = deal["asked"], len(melds)
    for n, meld in enumerate(melds):
        deal["places"][n] = meld.stands[0].rank if meld.kind == "run" else 0
        deal["sizes"][n] = len(meld)
        deal["cards"][n][: len(meld)] = [card.code for card in meld.cards]
        deal["stands"][n][: len(meld)] = [card.code for card in meld.stands]
    return True


@lru_cache(maxsize=1 << 12)
def _of_the_best(codes: bytes, at: At) -> tuple[Meld, ...]:
    """The melds of the best arrangement."""
    return best(_cards(codes), at).melds


@lru_cache(maxsize=1 << 10)
def _others(codes: bytes, at: At) -> tuple[Meld, ...]:
    """All melds in the order in which the greedy player tries them: what leaves least first.

    Where they are too many to be written down, one more than can be, in no order.
    """
    hand = _cards(codes)
    every = (one for meld in each_meld(hand, at) for one in (meld, *meld.readings))
    some = tuple(islice(every, MOST_FOUND + 1))
    if len(some) > MOST_FOUND:
        return some
    return tuple(sorted(some, key=lambda meld: best_points(without(hand, meld.cards)[0], at)))


def _cards(codes: bytes) -> Sequence[Card]:
    return [BY_CODE[code] for code in codes]
