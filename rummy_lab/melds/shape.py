"""The shape of melds: what a meld is as data, and the rows of places a run may take.

A run is read as a row of places: place 1 is the low ace, 13 the king, 14 the ace above it; round
the corner the places go on in a circle. `windows` lists the rows that an ace rule allows, and
everything about aces follows from that list.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from rummy_lab.cards import Card, Placed, placed, text_of


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or a run: its cards, and the card each of them stands for.

    `kind` is "set" or "run"; `cards` go from low to high in a run, in the common order in a set;
    `stands` runs parallel to them (a natural card stands for itself). `readings` are the other
    ways in which the same cards are a meld; they do not count when melds are compared.

    >>> Meld.of("run", "7h JK=8h 9h").stands
    (card('7h'), card('8h'), card('9h'))
    """

    kind: str
    cards: tuple[Card, ...]
    stands: tuple[Card, ...]
    readings: tuple[Meld, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, kind: str, text: str) -> Meld:
        """A meld from its kind and its text, in the order given; nothing is judged."""
        row = placed(text)
        return cls(kind, tuple(p.card for p in row), tuple(p.stands or p.card for p in row))

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The cards with what the wilds among them stand for."""
        pairs = zip(self.cards, self.stands, strict=True)
        return tuple(Placed(c, None if c is s else s) for c, s in pairs)

    @property
    def wilds(self) -> int:
        """How many of the cards stand for another one."""
        return sum(c is not s for c, s in zip(self.cards, self.stands, strict=True))

    @property
    def pretty(self) -> str:
        """The meld with glyphs, for sentences.

        >>> Meld.of("run", "7h JK=8h 9h").pretty
        '7♥ JK=8♥ 9♥'
        """
        return " ".join(
            c.pretty if c is s else f"{c.pretty}={s.pretty}"
            for c, s in zip(self.cards, self.stands, strict=True)
        )

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return text_of(self.placed)

    def __repr__(self) -> str:
        return f"Meld.of({self.kind!r}, {str(self)!r})"

    def _repr_svg_(self) -> str:
        from rummy_lab.display.svg import svg_of_meld

        return svg_of_meld(self)


@cache
def windows(ace: str, size: int) -> tuple[range, ...]:
    """The rows of places a run of some size may take under an ace rule.

    >>> windows("low", 12), len(windows("round_the_corner", 12))
    ((range(1, 13), range(2, 14)), 13)
    """
    if ace == "round_the_corner":
        if size > 13:
            return ()
        return tuple(range(start, start + size) for start in range(1, 14 if size < 13 else 2))
    first = 2 if ace == "high" else 1
    last = 13 if ace == "low" else 14
    if size == 13 and ace == "high_or_low":
        last = 13  # A to K and 2 to A are the same thirteen cards
    return tuple(range(start, start + size) for start in range(first, last - size + 2))


def rank_at(place: int) -> int:
    """The rank that stands at a place of a run."""
    return (place - 1) % 13 + 1


@cache
def rank_rows(ace: str, size: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """The ranks of each window, from their sorted order to their order in the run.

    >>> rank_rows("high", 3)[1, 12, 13]
    (12, 13, 1)
    """
    rows = (tuple(map(rank_at, window)) for window in windows(ace, size))
    return {tuple(sorted(row)): row for row in rows}


@cache
def open_ends(ace: str, first: int, size: int) -> frozenset[int]:
    """The ranks that go on at either end of a run, from the rank it begins with and its size.

    >>> sorted(open_ends("low", 11, 3)), sorted(open_ends("high_or_low", 11, 3))
    ([10], [1, 10])
    """
    run = [rank_at(first + n) for n in range(size)]
    rows = rank_rows(ace, size + 1)
    return frozenset(rank for rank in range(1, 14) if tuple(sorted([*run, rank])) in rows)


@cache
def window_masks(ace: str, size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The ranks of each window, as bits and in their order."""
    rows = (tuple(map(rank_at, window)) for window in windows(ace, size))
    return tuple((sum(1 << rank for rank in set(row)), row) for row in rows)
