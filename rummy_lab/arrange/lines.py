"""Runs: the most that the cards of one line can bring in runs, for each number of wilds.

A line is the cards that may stand in one run together: a suit, or all suits where runs are of any
suit. Its cards are a number, the *key*, with a few bits for the count of each rank, the lowest
rank first; an ace that can be high comes last. The answer is a *vector*: entry `w` is the most
that runs with exactly `w` wilds bring, or `NEVER` where no runs take that many.

The first card that is held either stays out, with all its copies, or one of them is in a run:
every run that holds it is tried, and the rest is solved the same way, each key once.

Three things make the usual case quick. They hold where no limit asks how many wilds a run has,
and where no run can come to fill a whole line, so that there is always a place for one card more:

- a run takes every card it passes, for a wild that stands in its place could stand at the end;
- it spans at most `2 * run_size - 1` places, for a longer one is two runs;
- it takes no more wilds than it needs, and all that are to spare are put to some run at last.

Otherwise (`_widely`) runs pass over cards too, may be of any length, and take wilds in any number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rummy_lab.melds import rank_at
from rummy_lab.rules import At

NEVER = -1
"""The value of what cannot be: no cards bring less than nothing."""

Vector = tuple[int, ...]
Gains = Sequence[Sequence[int]]
"""By rank index and by how many cards of that rank are still there: what taking one brings.

In the quick case every card must bring something, so that a line without runs brings nothing."""
Taken = tuple[int, int, int, int, int]
"""The naturals of a run: as a key, what they bring, the wilds between them, cards, places."""


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
        self.short = 2 * at.run_size - 1

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
        if self.at.ace == "high_or_low":  # an ace alone may also be the low end
            room[12] = max(room[12], 1 + len(_while_there(list(range(12)), there)))
        return up, down, room

    def vector(self, key: int, wilds: int, gains: Gains, known: dict[int, Vector]) -> Vector:
        """The most that runs within the key bring, for each exact number of wilds.

        `known` keeps what was solved before with the same gains and number of wilds: under `~key`
        vectors as returned, under a key those of the quick case.
        """
        if not wilds:
            return self._quickly(key, 0, gains, known)
        found = known.get(~key)
        if found is None:
            if self.limited or self._ranks_in(key) + wilds > self.least_room:
                return self._widely(key, wilds, gains, known)
            need = self._quickly(key, wilds, gains, known)
            most = need[0] or NEVER
            full = [need[0]]
            for value in need[1:]:
                most = max(most, value)
                full.append(most)
            found = known[~key] = tuple(full)
        return found

    def _ranks_in(self, key: int) -> int:
        bits, mask = self.bits, self.mask
        return sum(1 for i in range(13) if key >> i * bits & mask)

    # -- the quick case ------------------------------------------------------------------------

    def _quickly(self, key: int, wilds: int, gains: Gains, known: dict[int, Vector]) -> Vector:
        """The vector where runs take no more wilds than they need."""
        found = known.get(key)
        if found is not None:
            return found
        if not key:
            answer = (0, *[NEVER] * wilds)
        else:
            i = ((key & -key).bit_length() - 1) // self.bits
            out = key & ~(self.mask << i * self.bits)
            best = list(self._quickly(out, wilds, gains, known))
            for taken, worth, holes, count, _ in self._short_runs(i, key, wilds, gains):
                need = max(holes, self.at.run_size - count)
                if need <= wilds:
                    rest = self._quickly(key - taken, wilds, gains, known)
                    for n in range(need, wilds + 1):
                        value = rest[n - need]
                        if value >= 0 and value + worth > best[n]:
                            best[n] = value + worth
            answer = tuple(best)
        known[key] = answer
        return answer

    def _short_runs(self, i: int, key: int, wilds: int, gains: Gains) -> list[Taken]:
        """The naturals of the short runs that hold the first card of a key, of index `i`."""
        alone = (1 << i * self.bits, gains[i][key >> i * self.bits & self.mask], 0, 1, 1)
        starts = [alone]
        if self.at.ace not in ("low", "high"):
            starts += self._passing(self.down[i], alone, key, wilds, gains)
        found = []
        for start in starts:
            found.append(start)
            found += self._passing(self.up[i], start, key, wilds, gains)
        return found

    def _passing(
        self, path: list[int], start: Taken, key: int, wilds: int, gains: Gains
    ) -> list[Taken]:
        """The short runs that go on from a start along a path and take every card they pass."""
        bits, mask = self.bits, self.mask
        taken, value, holes, count, places = start
        found = []
        for i in path[: self.short - places]:
            places += 1
            left = (key - taken) >> i * bits & mask
            if left:
                taken += 1 << i * bits
                value += gains[i][left]
                count += 1
                found.append((taken, value, holes, count, places))
            elif holes == wilds:
                break
            else:
                holes += 1
        return found

    # -- the general case ----------------------------------------------------------------------

    def _widely(self, key: int, wilds: int, gains: Gains, known: dict[int, Vector]) -> Vector:
        """The vector where runs take any number of wilds, and cards may be passed over."""
        found = known.get(~key)
        if found is not None:
            return found
        if not key:
            answer = (0, *[NEVER] * wilds)
        else:
            i = ((key & -key).bit_length() - 1) // self.bits
            out = key & ~(self.mask << i * self.bits)
            best = list(self._widely(out, wilds, gains, known))
            for taken, worth, holes, count, _ in self._all_runs(i, key, wilds, gains):
                rest = self._widely(key - taken, wilds, gains, known)
                for used in self.wilds_of(count, holes, i, wilds):
                    for n, value in enumerate(rest[: wilds - used + 1], used):
                        if value >= 0 and value + worth > best[n]:
                            best[n] = value + worth
            answer = tuple(best)
        known[~key] = answer
        return answer

    def wilds_of(self, count: int, holes: int, i: int, wilds: int) -> Iterator[int]:
        """The numbers of wilds with which naturals (one of them of index `i`) are a run."""
        least = max(holes, self.at.run_size - count)
        for used in range(least, min(wilds, self.room[i] - count) + 1):
            if used <= self.limits[count + used]:
                yield used

    def _all_runs(self, i: int, key: int, wilds: int, gains: Gains) -> Iterator[Taken]:
        """The naturals of every run that holds the first card of a key, of index `i`."""
        alone = (1 << i * self.bits, gains[i][key >> i * self.bits & self.mask], 0, 1, 1)
        for start in (alone, *self._choosing(self.down[i], alone, key, wilds, gains)):
            yield start
            places = start[4]
            round_it = self.at.ace == "round_the_corner"
            path = self.up[i][: 13 - places] if round_it else self.up[i]
            yield from self._choosing(path, start, key, wilds, gains)

    def _choosing(
        self, path: list[int], start: Taken, key: int, wilds: int, gains: Gains
    ) -> Iterator[Taken]:
        """The runs that go on from a start along a path, each ending on a natural."""
        bits, mask = self.bits, self.mask
        open_runs = [start]
        for i in path:
            going = []
            for taken, value, holes, count, places in open_runs:
                left = (key - taken) >> i * bits & mask
                if left:
                    longer = (
                        taken + (1 << i * bits),
                        value + gains[i][left],
                        holes,
                        count + 1,
                        places + 1,
                    )
                    yield longer
                    going.append(longer)
                if holes < wilds:
                    going.append((taken, value, holes + 1, count, places + 1))
            if not going:
                return
            open_runs = going


def _while_there(path: list[int], there: list[bool]) -> list[int]:
    """A path up to the first rank that the packs do not hold."""
    for n, i in enumerate(path):
        if not there[i]:
            return path[:n]
    return path
