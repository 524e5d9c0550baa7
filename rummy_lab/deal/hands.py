"""What a hand that is arranged only at the end needs to know: whether every card is in a meld."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_lab.arrange import best, best_points
from rummy_lab.cards import CODES, Card
from rummy_lab.rules import At

_COUNTING: dict[At, At] = {}


def all_melded_rest(hand: Sequence[Card], at: At) -> tuple[Card, ...]:
    """The cards left over when as many as possible are melded; none when the hand is complete."""
    return () if all_melded(hand, at) else best(hand, by_count(at)).deadwood


def all_melded(hand: Sequence[Card], at: At) -> bool:
    """Whether every card of a hand can be in a meld."""
    return not best_points(hand, by_count(at))


def by_count(at: At) -> At:
    """The same rules with every card worth one point, so that the best arrangement melds most.

    Cards may cost nothing under house rules; going out takes them all the same.
    """
    if all(points for code, points in enumerate(at.points) if at.copies[code]):
        return at
    if at not in _COUNTING:
        counting = At(at.rules, at.players, at.deal)
        counting.points = (1,) * CODES
        _COUNTING[at] = counting
    return _COUNTING[at]
