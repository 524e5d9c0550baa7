"""The moments of a lesson, chosen by what the rules have.

>>> from rummy_lab.variants import variant
>>> [moment.id for moment in moments_of(variant("remi"))]
['just-taken', 'empty-stock', 'melds-in-a-turn', 'lay-off', 'no-way-out', 'last-card']
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy_lab.deal import PositionError
from rummy_lab.lessons.kit import NoCards
from rummy_lab.lessons.moments import drawing, ending, playing
from rummy_lab.lessons.moments.scene import Maker, Moment, Setup, Try, names_for
from rummy_lab.rules import Rules

__all__ = ["Moment", "Setup", "Try", "moments_of", "names_for"]

MAKERS: tuple[Maker, ...] = (*drawing.MAKERS, *playing.MAKERS, *ending.MAKERS)


def moments_of(rules: Rules) -> list[Moment]:
    """Every moment that the rules have, and for which their packs hold the cards."""
    return list(_each(rules))


def _each(rules: Rules) -> Iterator[Moment]:
    for make in MAKERS:
        try:
            made = make(rules)
        except (NoCards, PositionError):
            continue
        if made is not None:
            yield made
