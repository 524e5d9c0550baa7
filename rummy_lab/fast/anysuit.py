"""Kernels for one pack without wilds where runs are of any suits: a rank-by-rank count is enough.

A hand is a mask as in `onepack`. The ranks are gone through in the order of a run; a state says how
many runs are open, by their length: three bits for each length below the least of a run (these have
to go on), and three for all that may end. For each rank some of its cards go into a set and some
into open or new runs. An ace that is both low and high is in turn kept for the upper end.

Of the best arrangements the tie rule's is found by a second objective below the points: a digit for
each card in order, 2 in a set, 1 in a run, 0 left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rummy_lab.fast.compiling import lean, lowest
from rummy_lab.fast.onepack import ACES
from rummy_lab.fast.records import Record

Array = np.ndarray[Any, np.dtype[np.int64]]
LOW, HIGH, HIGH_OR_LOW, ROUND = range(4)
"""Where the ace stands, as numbers."""
NEVER = 99
"""More runs than there can be: the cards are no runs."""


@lean
def _count(hand: int, counts: Array) -> None:
    """How many cards of each rank a hand holds."""
    for rank in range(13):
        of_rank = hand >> rank
        counts[rank] = (
            (of_rank & 1) + (of_rank >> 13 & 1) + (of_rank >> 26 & 1) + (of_rank >> 39 & 1)
        )


@lean
def _first_rank(counts: Array, ace: int) -> int:
    """The rank at which to begin: in a circle, one after a rank of which no card is held."""
    if ace == ROUND:
        for rank in range(13):
            if not counts[rank]:
                return rank + 1
    return 1 if ace == HIGH else 0


@lean
def _startable(counts: Array, first: int, run_size: int) -> int:
    """The places at which a run can begin, as bits."""
    there = 0
    for place in range(13):
        if counts[(first + place) % 13]:
            there |= 1 << place
    if counts[0] and not first:
        there |= 1 << 13  # an ace above the king; asked only where there is one
    found = there
    for more in range(1, run_size):
        found &= there >> more
    return found


@lean
def _put(state: int, value: int, n: int, states: Array, values: Array) -> int:
    """Notes the most that a state is worth; how many states there are then."""
    for i in range(n):
        if states[i] == state:
            values[i] = max(values[i], value)
            return n
    states[n], values[n] = state, value
    return n + 1


@lean
def _gone_on(state: int, used: int, run_size: int) -> int:
    """The open runs after a rank of which so many cards go into runs, or -1 where they are none.

    Runs that are too short go on, then those that may end, and what is left begins new ones.
    """
    width = 3 * (run_size - 1)
    young, ended = state & (1 << width) - 1, state >> width
    rest, left = young, used
    while rest:
        left -= rest & 7
        rest >>= 3
    if left < 0:
        return -1
    on = min(ended, left)
    grown = young >> width - 3
    return (young << 3 | left - on) & (1 << width) - 1 | on + grown << width


@lean
def _begun(state: int) -> int:
    """How many runs began at the last rank."""
    return state & 7


@lean
def _row(counts: Array, worth: Array, first: int, kept: int, rules: Record, deal: Record) -> int:
    """The most that sets and runs bring, with so many aces kept for the end above the king."""
    size, startable = rules.run_size, _startable(counts, first, rules.run_size)
    now, n = 0, 1
    deal.states[0, 0] = deal.best[0, 0] = 0
    for place in range(13):
        rank = (first + place) % 13
        extra = kept if not place else 0
        there = counts[rank] - extra
        after, m = 1 - now, 0
        states, values = deal.states[after], deal.best[after]
        for i in range(n):
            state, value = deal.states[now, i], deal.best[now, i]
            for in_set in range(there + 1):
                if in_set and (in_set < 3 or (in_set == 4 and not rules.fours)):
                    continue
                for used in range(there - in_set + 1):
                    gone = _gone_on(state, used, size)
                    if gone >= 0 and (startable >> place & 1 or not _begun(gone)):
                        more = value + worth[rank, in_set, used + extra]
                        m = _put(gone, more, m, states, values)
        now, n = after, m
    best = -1
    young = (1 << 3 * (size - 1)) - 1
    for i in range(n):
        state = deal.states[now, i]
        if kept:
            state = _gone_on(state, kept, size)
        if state >= 0 and not state & young:
            best = max(best, deal.best[now, i])
    return best


@lean
def _most(worth: Array, rules: Record, deal: Record) -> int:
    """The most that arrangements of the counted cards bring."""
    counts = deal.counts
    best = _row(counts, worth, _first_rank(counts, rules.ace), 0, rules, deal)
    if rules.ace == HIGH_OR_LOW:
        for kept in range(1, counts[0] + 1):
            best = max(best, _row(counts, worth, 0, kept, rules, deal))
    return best


@lean
def any_covered(hand: int, rules: Record, deal: Record) -> int:
    """The most points that melds within a hand cover."""
    counts = deal.counts
    _count(hand, counts)
    first = _first_rank(counts, rules.ace)
    if not _startable(counts, first, rules.run_size):
        sets = 0
        for rank in range(13):
            if counts[rank] >= 3:
                sets += rules.points[rank] * (counts[rank] if rules.fours else 3)
        return sets
    return _most(rules.worth, rules, deal)


@lean
def any_roles(hand: int, rules: Record, deal: Record) -> tuple[int, int]:
    """The cards that the tie rule has in sets, and those it has in runs."""
    _count(hand, deal.counts)
    base, rest = 1, hand
    while rest:
        rest &= rest - 1
        base *= 3
    weight, rest, seen = base, hand, deal.starts
    for rank in range(13):
        seen[rank] = 0
        for in_set in range(5):
            for used in range(5):
                deal.ranked[rank, in_set, used] = rules.worth[rank, in_set, used] * base
    while rest:
        weight //= 3
        rank = lowest(rest) % 13
        place = seen[rank]  # how many cards of the rank come before this one
        seen[rank] += 1
        for in_set in range(5):
            for used in range(5 - in_set):
                digit = 2 if place < in_set else 1 if place < in_set + used else 0
                deal.ranked[rank, in_set, used] += digit * weight
        rest &= rest - 1
    digits = _most(deal.ranked, rules, deal) % base
    sets = runs = 0
    weight, rest = base, hand
    while rest:
        weight //= 3
        bit = rest & -rest
        digit = digits // weight % 3
        sets |= bit if digit == 2 else 0
        runs |= bit if digit == 1 else 0
        rest ^= bit
    return sets, runs


# --- which cards lie together -----------------------------------------------------------------


@lean
def _fewest(counts: Array, first: int, kept: int, run_size: int, starts: Array) -> int:
    """The fewest runs that the counted cards are, all of them; `NEVER` where they are none.

    Each end of a run is paired with the earliest beginning, which keeps the shortest run longest.
    """
    before = head = tail = 0
    for place in range(15):
        here = 0
        if place < 13:
            here = counts[(first + place) % 13] - (kept if not place else 0)
        elif place == 13:
            here = kept
        for _ in range(here - before):
            starts[tail] = place
            tail += 1
        for _ in range(before - here):
            if place - starts[head] < run_size:
                return NEVER
            head += 1
        before = here
    return tail


@lean
def _runs_in(hand: int, rules: Record, deal: Record) -> int:
    """The fewest runs that cards are, all of them; `NEVER` where they are none."""
    counts = deal.counts
    _count(hand, counts)
    best = _fewest(counts, _first_rank(counts, rules.ace), 0, rules.run_size, deal.starts)
    if rules.ace == HIGH_OR_LOW:
        for kept in range(1, counts[0] + 1):
            best = min(best, _fewest(counts, 0, kept, rules.run_size, deal.starts))
    return best


@lean
def _in_window(hand: int, first: int, size: int) -> int:
    """The first card of each rank from a place on, or 0 where a rank is missing."""
    found = 0
    for place in range(first, first + size):
        held = hand & ~found & ACES << (place - 1) % 13
        if not held:
            return 0
        found |= held & -held
    return found


@lean
def _earlier(one: int, other: int) -> bool:
    """Whether cards come first in the common order: they hold the first card that differs."""
    differ = one ^ other
    return one & differ & -differ != 0


@lean
def first_run(runs: int, rules: Record, deal: Record) -> tuple[int, int]:
    """Of cards that are runs, the run that the first card goes into: its cards, its first place.

    It is the longest after which the others are as few runs as can be; of these the earliest.
    """
    wanted = _runs_in(runs, rules, deal) - 1
    card = runs & -runs
    earliest = 2 if rules.ace == HIGH else 1
    end = 13 if rules.ace == LOW else 14
    for size in range(14, rules.run_size - 1, -1):
        last = end - size + 1
        if size == 13 and rules.ace == HIGH_OR_LOW:
            last = 1  # A to K and 2 to A are the same cards
        if rules.ace == ROUND:
            last = 13 if size < 13 else 1 if size == 13 else 0
        best = where = 0
        for first in range(earliest, last + 1):
            found = _in_window(runs, first, size)
            if found & card and (not best or _earlier(found, best)):
                rest = runs & ~found
                if (_runs_in(rest, rules, deal) if rest else 0) == wanted:
                    best, where = found, first
        if best:
            return best, where
    return 0, 0
