"""Kernels for one pack without wilds: runs of one suit, sets of three or four.

A hand is an integer (int64) with a bit for each card: bit `13 * suit + rank - 1`, which is the
card's code, suits in the order ♠ ♥ ♦ ♣. `tables_of(at)` holds what the kernels need of a resolved
rule set; it is made once and passed along. Other kernels call these as Python does:

- `points_left(hand, tables)`: the fewest points that an arrangement leaves. After the discard of a
  card: `points_left(hand & ~(1 << code), tables)`, never less than before minus the card's points.
- `roles(hand, tables)`: which cards the tie rule of `DESIGN.md` has in sets and which in runs, as
  two masks. There is one set of each rank, and each unbroken row of a suit is one run; the other
  cards are left.

>>> import rummy_lab as rl
>>> tables = tables_of(rl.variant("rummy").at())
>>> hand = mask_of(rl.cards("6s 7s 8s 6c 7c 8c 8d 2h 4h 10d"))
>>> points_left(hand, tables), [bin(part).count("1") for part in roles(hand, tables)]
(24, [0, 6])
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from rummy_lab.arrange.masks import BIT, FULL, Masks, cover_table
from rummy_lab.cards import Card
from rummy_lab.fast.compiling import lean, lowest
from rummy_lab.melds import rank_at, windows
from rummy_lab.rules import At

Tables = np.ndarray[Any, np.dtype[np.int32]]
ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The bits of the four aces: those of a rank are these, moved up."""


LEFT, COVER, REACH, POINTS, FOURS, SIZE = (
    0,
    1 << 13,
    2 << 13,
    3 << 13,
    (3 << 13) + 13,
    (3 << 13) + 14,
)
"""Where the parts of the tables begin, and how long they are.

By the mask of a suit: the fewest points that its runs leave; the cards in its best runs by the tie
rule; the cards that are in any run. Then what a card of each rank costs, the ace first, and whether
a set may hold four cards (1 or 0).
"""


def tables_of(at: At) -> Tables:
    """The tables of a resolved rule set that allows them (`Masks.fits`): int32, `SIZE` long."""
    masks = Masks(at)
    every = np.arange(FULL + 1, dtype=np.int32)
    points = np.array(masks.points, np.int32)
    whole = (every[:, None] >> np.arange(13) & 1) @ points
    found = np.zeros(SIZE, np.int32)
    found[LEFT:COVER] = whole - np.array(masks.table)
    found[COVER:REACH] = cover_table(at.ace, at.run_size, masks.points)
    for window in windows(at.ace, at.run_size):
        run = sum(1 << rank_at(place) - 1 for place in window)
        found[REACH:POINTS][every & run == run] |= run
    found[POINTS:FOURS] = points
    found[FOURS] = masks.fours
    return found


def mask_of(hand: Iterable[Card]) -> int:
    """A hand as a mask; each card of the four suits once at most."""
    return sum(BIT[card.code] for card in hand)


@lean
def points_left(hand: int, tables: Tables) -> int:
    """The fewest points that an arrangement of a hand leaves."""
    three = _thrice(hand)
    if three:
        return _with_sets(hand, three, tables, 0)[0]
    return _runs_leave(hand, tables)


@lean
def roles(hand: int, tables: Tables) -> tuple[int, int]:
    """The cards that the tie rule has in sets, and those it has in runs."""
    three = _thrice(hand)
    if three:
        _, sets, runs = _with_sets(hand, three, tables, 1)
        return sets, runs
    return 0, _of_suits(hand, COVER, tables)


@lean
def _thrice(hand: int) -> int:
    """The ranks held in three suits or more, as bits."""
    s, h, d, c = hand & FULL, hand >> 13 & FULL, hand >> 26 & FULL, hand >> 39
    return s & h & (d | c) | d & c & (s | h)


@lean
def _runs_leave(hand: int, tables: Tables) -> int:
    """The fewest points that runs alone leave."""
    s, h, d, c = hand & FULL, hand >> 13 & FULL, hand >> 26 & FULL, hand >> 39
    return tables[s] + tables[h] + tables[d] + tables[c]


@lean
def _of_suits(hand: int, part: int, tables: Tables) -> int:
    """The cards that a part of the tables names for the four suits."""
    s, h, d, c = hand & FULL, hand >> 13 & FULL, hand >> 26 & FULL, hand >> 39
    low = tables[part + s] | tables[part + h] << 13
    return low | tables[part + d] << 26 | tables[part + c] << 39


@lean
def _preferred(sets: int, runs: int, other_sets: int, other_runs: int) -> bool:
    """Whether the tie rule prefers the first of two ways."""
    differ = sets ^ other_sets | runs ^ other_runs
    first = differ & -differ
    if (sets ^ other_sets) & first:
        return sets & first != 0
    return runs & first != 0


NONE = 5
"""The last of the choices for a rank; see `_taken`."""


@lean
def _taken(choice: int, bit: int, hand: int, reach: int, fours: int) -> int:
    """The cards that a choice puts into a set of a rank, or -1 where it need not be tried.

    0 is all that are held; 1 to 4 all but that of one suit, of four that are held; `NONE` is none.
    A card that is in no run stays out only where a set has no place for it.
    """
    held = hand & ACES * bit
    four = held == ACES * bit
    if choice == 0:
        return -1 if four and not fours else held
    if choice == NONE:
        runs = reach & held
        return -1 if four and runs & runs - 1 == 0 else 0
    out = bit << 13 * (choice - 1)
    return held ^ out if four and (reach & out or not fours) else -1


@lean
def _leave(hand: int, bit: int, tables: Tables) -> int:
    """The fewest points that runs leave, and a set of the rank of a bit if it is not 0.

    A suit with its card of the rank and without it is looked up once each: what a card that stays
    out of the set saves is the difference.
    """
    if not bit:
        return _runs_leave(hand, tables)
    s, h, d, c = hand & FULL, hand >> 13 & FULL, hand >> 26 & FULL, hand >> 39
    first, second, third, fourth = tables[s], tables[h], tables[d], tables[c]
    none = first + second + third + fourth
    s, h, d, c = s & ~bit, h & ~bit, d & ~bit, c & ~bit
    every = tables[s] + tables[h] + tables[d] + tables[c]
    if hand & ACES * bit == ACES * bit:
        saved = min(first - tables[s], second - tables[h])
        saved = min(saved, third - tables[d], fourth - tables[c])
        every += min(saved, 0) if tables[FOURS] else saved
    return min(none, every)


@lean
def _with_choices(hand: int, three: int, reach: int, tables: Tables) -> tuple[int, int, int, int]:
    """Of ranks held in three suits or more those with a choice: those of which a card is in a run.

    Tells the hand without the sets of the others, the ranks in one number, four bits each, how
    many there are, and the most that sets of them save.
    """
    order = count = saved = 0
    while three:
        rank = lowest(three)
        bit = 1 << rank
        three ^= bit
        held = hand & ACES * bit
        if reach & held:
            order |= rank << 4 * count
            count += 1
            saved += 4 * tables[POINTS + rank]
        else:  # three of four, if no more may be in a set
            hand ^= held if tables[FOURS] or held != ACES * bit else held & ~(bit << 39)
    return hand, order, count, saved


@lean
def _with_sets(hand: int, three: int, tables: Tables, ranked: int) -> tuple[int, int, int]:
    """The fewest points left, the cards in sets and those in runs.

    The cards are those of the tie rule where `ranked` is 1, else (0) they are not told. `three` are
    the ranks held in three suits or more. For those that leave a choice all are tried, depth first:
    the choices stand in one number, three bits to a rank.
    """
    whole, reach, fours = hand, _of_suits(hand, REACH, tables), tables[FOURS]
    hand, order, count, saved = _with_choices(hand, three, reach, tables)
    last = sets = runs = 0
    if ranked:
        sets, runs = whole ^ hand, _of_suits(hand, COVER, tables)
    elif count:  # the last rank is settled with each choice for the others
        count -= 1
        last = 1 << (order >> 4 * count & 15)
        saved -= 4 * tables[POINTS + lowest(last)]
    best = _leave(hand, last, tables)
    if not count or not (best or ranked):
        return best, sets, runs
    rest, level, choice, choices = hand, 0, 0, 0
    while True:
        rank = order >> 4 * level & 15
        if choice > NONE:  # all tried: back to the rank before
            if not level:
                return best, sets, runs
            level -= 1
            rank = order >> 4 * level & 15
            saved += 4 * tables[POINTS + rank]
            rest |= hand & ACES << rank
            choice = (choices >> 3 * level & 7) + 1
            continue
        taken = _taken(choice, 1 << rank, hand, reach, fours)
        if taken < 0 or (taken == 0 and level + 1 == count):  # none at all was looked at before
            choice += 1
            continue
        rest ^= taken
        found = _leave(rest, last, tables)
        if found < best + ranked:
            if ranked:
                more, row = whole ^ rest, _of_suits(rest, COVER, tables)
                if found < best or _preferred(more, row, sets, runs):
                    sets, runs = more, row
            best = found
            if not best and not ranked:
                return best, sets, runs
        still = saved - 4 * tables[POINTS + rank]
        if level + 1 < count and found - still < best + ranked:
            choices = choices & ~(7 << 3 * level) | choice << 3 * level
            saved = still
            level += 1
            choice = 0
        else:
            rest ^= taken
            choice += 1
