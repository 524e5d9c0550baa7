"""Sets by numbers alone, and how the wilds of a hand are shared out between sets and runs.

Numbers of wilds that are possible are kept as bits: 0b1011 says none, one or three. What a line
brings is a vector over exact numbers of wilds (`lines.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product

from rummy_lab.arrange.lines import NEVER, Vector
from rummy_lab.rules import At

Counts = tuple[int, ...]
"""How many cards of one rank there are of each suit."""
Leaf = tuple[int, int, int]
"""A choice of sets: the key of what is left, what the sets bring, the numbers of wilds in them."""
STAY: Leaf = (0, 0, 1)
"""The move of a rank of which no card goes into a set."""
MOST_LEAVES = 4096
"""So many choices are made at a time: usually all."""


class Sets:
    """The sets that resolved rules allow, by numbers alone.

    Cards of one rank are given as how many there are of each suit. Where a suit may stand twice
    in a set the suits do not matter, and the numbers are added up first.
    """

    def __init__(self, at: At) -> None:
        self.least, most = at.set_size
        self.distinct = at.set_suits == "distinct"
        self.most = 10**6 if most is None else most
        if self.distinct:
            self.most = min(self.most, len(at.suits))
        self.at = at
        self.fits = cache(self._fits)
        self.choices = cache(self._choices)

    def allowed(self, naturals: int, wilds: int) -> bool:
        """Whether a set may hold these numbers of naturals and wilds."""
        if not self.least <= naturals + wilds <= self.most:
            return False
        limit = self.at.wild_limit("set", naturals + wilds)
        return limit is None or wilds <= limit

    def _fits(self, held: Counts, wilds: int) -> frozenset[int]:
        """The numbers of wilds, up to `wilds`, that make the cards a number of sets.

        Each set holds a natural card at least; no card is left over.
        """
        if not any(held):
            return frozenset((0,))
        found = set()
        for chosen in self._first_set(held):
            count = sum(chosen)
            for extra in range(wilds + 1):
                if self.allowed(count, extra):
                    rest = tuple(a - b for a, b in zip(held, chosen, strict=True))
                    found |= {extra + more for more in self.fits(rest, wilds - extra)}
        return frozenset(found)

    def _first_set(self, held: Counts) -> Iterator[Counts]:
        """The naturals of a set that holds a card of the first suit held."""
        first = next(i for i, n in enumerate(held) if n)
        for chosen in product(*(range(min(n, 1 if self.distinct else n) + 1) for n in held)):
            if chosen[first]:
                yield chosen

    def _choices(self, held: Counts, wilds: int) -> tuple[tuple[Counts, tuple[int, ...]], ...]:
        """Which of the cards of a rank can go into sets, with which numbers of wilds.

        Most cards first; the choice of none is not among them.
        """
        found = []
        for chosen in product(*(range(n + 1) for n in held)):
            if any(chosen):
                shape = tuple(sorted(chosen)) if self.distinct else (sum(chosen),)
                with_wilds = tuple(sorted(self.fits(shape, wilds)))
                if with_wilds:
                    found.append((chosen, with_wilds))
        return tuple(sorted(found, key=lambda choice: -sum(choice[0])))


def added(some: int, others: int) -> int:
    """The sums of two groups of numbers.

    >>> bin(added(0b11, 0b101))
    '0b1111'
    """
    found = 0
    while others:
        low = others & -others
        found |= some << low.bit_length() - 1
        others ^= low
    return found


def closed(numbers: int, size: int, most: int) -> int:
    """The numbers and all that come from them by adding `size` again and again.

    >>> bin(closed(0b1, 3, 7))
    '0b1001001'
    """
    for _ in range(most // size):
        numbers |= numbers << size
    return numbers & ((2 << most) - 1)


def merged(one: Vector, other: Vector) -> Vector:
    """Two lines together: the most for each exact number of wilds.

    >>> merged((5, NEVER, 9), (0, 7, NEVER))
    (5, 12, 9)
    """
    found = [NEVER] * len(one)
    for n, value in enumerate(one):
        if value >= 0:
            for m in range(len(one) - n):
                if other[m] >= 0 and value + other[m] > found[n + m]:
                    found[n + m] = value + other[m]
    return tuple(found)


def each_leaf(leaves: list[Leaf], moves: Sequence[Sequence[Leaf]], full: int) -> Iterator[Leaf]:
    """Every choice of sets that goes on from some: for each rank one of its moves, or none.

    A move has the key of the cards that go, what they bring and the numbers of wilds that can go
    with them; `full` has a bit for each number of wilds there can be. Moves come first.

    >>> list(each_leaf([(7, 0, 1)], [[(1, 10, 1)], [(2, 20, 1)]], 1))
    [(4, 30, 1), (6, 10, 1), (5, 20, 1), (7, 0, 1)]
    """
    for n, choices in enumerate(moves):
        if len(leaves) > 1 and len(leaves) * (len(choices) + 1) > MOST_LEAVES:
            for leaf in leaves:
                yield from each_leaf([leaf], moves[n:], full)
            return
        leaves = [
            (key - gone, value + worth, both)
            for key, value, taken in leaves
            for gone, worth, wilds in (*choices, STAY)
            if (both := added(taken, wilds) & full)
        ]
    yield from leaves


def settled(
    leaves: Iterable[Leaf],
    half: int,
    joined: Callable[[int, int], Vector],
    shared: Sequence[Sequence[int]],
    ceiling: int,
) -> int:
    """The most that a choice of sets, the runs of what is left and the wilds bring together.

    Keys are cut at bit `half`; `joined` says what the runs of either part of a key bring, given
    where it was cut off. `shared` is what the wilds bring themselves, by how many are in sets and
    how many in runs. Leaves that could bring most come first, so that most are never looked at;
    nothing brings more than `ceiling`.
    """
    wilds = len(shared) - 1
    low = (1 << half) - 1
    solved: dict[tuple[int, int], tuple[int, Vector]] = {}

    def solve(part: int, start: int) -> tuple[int, Vector]:
        found = solved.get((part, start))
        if found is None:
            vector = joined(part, start)
            found = solved[part, start] = max(vector), vector
        return found

    most_shared = max([max(row) for row in shared])
    reaches: dict[int, list[int]] = {}
    best = NEVER
    leaves = iter(leaves)
    while best < ceiling and (some := list(islice(leaves, MOST_LEAVES))):
        bounded = []
        for key, value, taken in some:
            one, left = solve(key & low, 0)
            other, right = solve(key >> half, half)
            bounded.append((one + other + value, value, left, right, taken))
        bounded.sort(reverse=True)
        for bound, value, left, right, taken in bounded:
            if bound + most_shared <= best:
                break
            reach = reaches.get(taken)
            if reach is None:
                reach = reaches[taken] = _reach(taken, wilds, shared)
            best = max(best, value + _together(left, right, reach))
    return best


def _together(left: Vector, right: Vector, reach: Sequence[int]) -> int:
    """The most that two groups of lines and the wilds bring, `reach` by the wilds in runs."""
    best = NEVER
    for n, first in enumerate(left):
        if first >= 0:
            for m in range(len(reach) - n):
                second, more = right[m], reach[n + m]
                if second >= 0 and more >= 0 and first + second + more > best:
                    best = first + second + more
    return best


def _reach(taken: int, wilds: int, shared: Sequence[Sequence[int]]) -> list[int]:
    """By how many wilds are in runs, the most that all wilds bring with numbers in sets."""
    return [
        max([shared[s][r] for s in range(wilds - r + 1) if taken >> s & 1], default=NEVER)
        for r in range(wilds + 1)
    ]
