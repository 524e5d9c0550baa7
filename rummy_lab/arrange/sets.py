"""Sets: which cards of one rank, with how many wilds, are nothing but sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from rummy_lab.rules import At

Counts = tuple[int, ...]


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
