"""Cards as one number: how often each different card of a hand is there.

Taking cards away is a subtraction, and whether they are there at all is seen from one mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummy_lab.cards import Card

BITS = 8
"""Bits for each different card; the highest of them stays free."""
LOW = (1 << BITS) - 1


class Keys:
    """The keys of the cards of one hand.

    >>> from rummy_lab.cards import cards
    >>> keys = Keys(cards("7s 7s 9h"))
    >>> keys.holds(keys.whole, keys.of(cards("7s 9h"))), keys.holds(keys.of(cards("7s")), keys.whole)
    (True, False)
    >>> keys.cards_of(keys.whole - keys.of(cards("7s")))
    (card('7s'), card('9h'))
    """

    def __init__(self, hand: Sequence[Card]) -> None:
        self.order = sorted(set(hand))
        """The different cards in order; a card's number is its place here."""
        self.units = {c: 1 << BITS * n for n, c in enumerate(self.order)}
        self.guards = sum(self.units.values()) << BITS - 1
        self.whole = self.of(hand)

    def of(self, some: Iterable[Card]) -> int:
        """The key of some cards of the hand."""
        units = self.units
        return sum([units[c] for c in some])

    def holds(self, key: int, other: int) -> bool:
        """Whether the cards of one key include those of another."""
        return ((key | self.guards) - other) & self.guards == self.guards

    def count(self, key: int, n: int) -> int:
        """How often a key has the card of number `n`."""
        return key >> BITS * n & LOW

    def cards_of(self, key: int) -> tuple[Card, ...]:
        """The cards of a key in order."""
        return tuple([c for n, c in enumerate(self.order) for _ in range(self.count(key, n))])

    def without(self, key: int, n: int) -> int:
        """A key without any copy of the card of number `n`."""
        return key & ~(LOW << BITS * n)
