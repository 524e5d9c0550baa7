"""Runs: the most that the cards of one line can bring in runs, for each number of wilds.

A line is the cards that may stand in one run together: a suit, or all suits where runs are of any
suit. Its cards are a number, the *key*, with a few bits for the count of each rank, the lowest
rank first; an ace that can be high comes last. The answer is a *vector*: entry `w` is the most
that runs with exactly `w` wilds bring, or `NEVER` where no runs take that many.

`vector` takes the first card that is held. All its copies stay out, or one of them is in a run:
every run that holds it is tried, and the rest is solved the same way, each key once. Such a run
takes every card it passes (`greedy`), because a wild that stands where a card is held could as
well stand at the run's end. That needs room at the end, and no limit that asks how long a run is;
otherwise a run may pass over a card too, and nothing is taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummy_lab.melds import rank_at
from rummy_lab.rules import At

NEVER = -1
"""The value of what cannot be: no number of cards brings less than nothing."""

Vector = tuple[int, ...]
Gains = Sequence[Sequence[int]]
"""By rank index and by how many cards of that rank are still there: what taking one brings."""


class Taken(NamedTuple):
    """The naturals of a run: as a key, what they bring, the wilds between them, the places."""

    key: int
    value: int
    holes: int
    count: int
    places: int


class Lines:
    """The runs of a line under resolved rules, whatever the suit."""

    def __init__(self, at: At, most_copies: int) -> None:
        self.at = at
        self.bits = most_copies.bit_length()
        self.mask = (1 << self.bits) - 1
        first = 2 if at.ace in ("high", "high_or_low") else 1
        self.ranks = tuple(rank_at(place) for place in range(first, first + 13))
        """The rank at each index of a key."""
        self.index = {rank: i for i, rank in enumerate(self.ranks)}
        self.up, self.down, self.room = self._paths()
        rooms = [self.room[self.index[rank]] for rank in at.rank_numbers]
        self.least_room, self.most_room = min(rooms), max(rooms)
        limits = [at.wild_limit("run", size) for size in range(15)]
        self.limits = [99 if limit is None else limit for limit in limits]
        self.limited = any(limit is not None for limit in limits)
        self.gains = self._gains(most_copies)
        self.known: dict[int, dict[int, Vector]] = {}

    def _paths(self) -> tuple[list[list[int]], list[list[int]], list[int]]:
        """For each index: those above and below it in a run, nearest first, and the longest run."""
        there = [rank in self.at.rank_numbers for rank in self.ranks]
        up: list[list[int]] = []
        down: list[list[int]] = []
        for i in range(13):
            above, below = list(range(i + 1, 13)), list(range(i - 1, -1, -1))
            if self.at.ace == "round_the_corner":
                above, below = above + list(range(i)), below + list(range(12, i, -1))
            elif self.at.ace == "high_or_low":
                below.append(12)
            up.append(_while_there(above, there))
            down.append(_while_there(below, there))
        room = [min(1 + len(up[i]) + len(down[i]), self.at.longest_run) for i in range(13)]
        return up, down, room

    def _gains(self, most_copies: int) -> Gains:
        points = {c.rank: self.at.points[c.code] for c in self.at.pack if c.suit}
        return [(0,) + (points.get(rank, 0),) * most_copies for rank in self.ranks]

    def vector(self, key: int, wilds: int) -> Vector:
        """The most points that runs within the key cover, for each exact number of wilds."""
        known = self.known.get(wilds)
        if known is None:
            known = self.known[wilds] = {}
        elif len(known) > 200_000:
            known.clear()
        return self.solve(key, wilds, self.gains, known)

    def solve(self, key: int, wilds: int, gains: Gains, known: dict[int, Vector]) -> Vector:
        """`vector` for what each card brings by `gains`; `known` holds what was solved before."""
        found = known.get(key)
        if found is not None:
            return found
        if not key:
            answer = (0, *[NEVER] * wilds)
        else:
            i = ((key & -key).bit_length() - 1) // self.bits
            best = list(self.solve(key & ~(self.mask << i * self.bits), wilds, gains, known))
            for taken in self.runs(i, key, wilds, gains):
                rest = self.solve(key - taken.key, wilds, gains, known)
                for used in self._wilds_of(taken, i, wilds):
                    for more in range(wilds - used + 1):
                        value = rest[more]
                        if value >= 0 and value + taken.value > best[used + more]:
                            best[used + more] = value + taken.value
            answer = tuple(best)
        known[key] = answer
        return answer

    def _wilds_of(self, taken: Taken, i: int, wilds: int) -> Iterator[int]:
        """The numbers of wilds with which naturals are a run."""
        count = taken.count
        least = max(taken.holes, self.at.run_size - count)
        for used in range(least, min(wilds, self.room[i] - count) + 1):
            if used <= self.limits[count + used]:
                yield used

    def runs(self, i: int, key: int, wilds: int, gains: Gains) -> Iterator[Taken]:
        """The naturals of every run that holds the first card of a key, which has index `i`."""
        greedy = not self.limited and (not wilds or self._distinct(key) + wilds <= self.least_room)
        one = 1 << i * self.bits
        alone = Taken(one, gains[i][key >> i * self.bits & self.mask], 0, 1, 1)
        for start in (alone, *self._walk(self.down[i], alone, key, wilds, gains, greedy)):
            yield start
            path = self.up[i]
            if self.at.ace == "round_the_corner":
                path = path[: max(0, 13 - start.places)]
            yield from self._walk(path, start, key, wilds, gains, greedy)

    def _walk(self, path: list[int], start: Taken, key: int, wilds: int, gains: Gains,
              greedy: bool) -> Iterator[Taken]:  # fmt: skip
        """The runs that go on from a start along a path, each ending on a natural."""
        bits, mask = self.bits, self.mask
        open_runs = [start]
        for i in path:
            going = []
            for taken in open_runs:
                left = (key - taken.key) >> i * bits & mask
                if left:
                    longer = Taken(taken.key + (1 << i * bits), taken.value + gains[i][left],
                                   taken.holes, taken.count + 1, taken.places + 1)  # fmt: skip
                    yield longer
                    going.append(longer)
                if (not left or not greedy) and taken.holes < wilds:
                    going.append(taken._replace(holes=taken.holes + 1, places=taken.places + 1))
            if not going:
                return
            open_runs = going

    def _distinct(self, key: int) -> int:
        bits, mask = self.bits, self.mask
        return sum(1 for i in range(13) if key >> i * bits & mask)


def _while_there(path: list[int], there: list[bool]) -> list[int]:
    """A path up to the first rank that the packs do not hold."""
    for n, i in enumerate(path):
        if not there[i]:
            return path[:n]
    return path
