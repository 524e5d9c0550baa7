"""The points of many deals at once, as `scoring` gives them line by line."""

from __future__ import annotations

import math

import numpy as np

from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.deals import WITH_JOKER, Ends
from rummy_lab.rules import At


def shares(players: int) -> int:
    """Points are counted in parts of one, so that whoever shares them gets a whole number.

    >>> shares(4)
    12
    """
    return math.lcm(*range(1, players + 1))


def points_of(at: At, ends: Ends) -> Array:
    """What each deal adds to each seat's total, in parts (`shares`): a row for each deal."""
    parts, falling = shares(at.players), at.winner == "highest"
    if at.scoring == "penalty":
        found = ends.points * (-parts if falling else parts)
    else:
        taken = (
            np.where(ends.out[:, None] == np.arange(at.players), _others(ends.points), 0) * parts
        )
        found = np.where(ends.out[:, None] < 0, _block(at, ends.points, parts), taken)
    return _with_bonuses(at, ends, found, parts if falling else -parts)


def _others(points: Array) -> Array:
    """What the other seats hold."""
    return points.sum(axis=1, keepdims=True) - points


def _block(at: At, points: Array, parts: int) -> Array:
    """Nobody went out: the lowest hands share what the others hold, or hold more."""
    lowest = points.min(axis=1, keepdims=True)
    wins = points == lowest
    more = points - lowest if at.block_award == "difference" else np.where(wins, 0, points)
    share = (
        more.sum(axis=1, keepdims=True)
        * (parts // np.arange(1, at.players + 1))[wins.sum(axis=1, keepdims=True) - 1]
    )
    return np.where(wins, share, 0)


def _with_bonuses(at: At, ends: Ends, points: Array, better: int) -> Array:
    """With what going out with the whole hand in one turn brings."""
    whole = (ends.whole_hand > 0)[:, None]
    goes = whole & (ends.out[:, None] == np.arange(at.players))
    if at.rummy_bonus == "double":
        points = np.where(whole, 2 * points, points)
    elif at.rummy_bonus is not None:
        points = points + np.where(goes, better * int(at.rummy_bonus), 0)
    if at.blind_bonus is not None:
        with_joker = (ends.whole_hand == WITH_JOKER)[:, None]
        bonus = np.where(with_joker, *at.blind_bonus)
        points = points + np.where(goes, better * bonus, 0)
    return points
