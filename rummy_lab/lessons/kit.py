"""Cards for examples that hold under any rules: runs, sets and odd cards, none of them wild.

>>> from rummy_lab.variants import variant
>>> kit = Kit(variant("rummy").at())
>>> str(kit.run(3)[0]), len(kit.set_of(3)), [str(card) for card in kit.odd(2)]
('4s', 3, ['Kh', '10d'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rummy_lab.cards import JOKER, RANKS, Card, natural
from rummy_lab.melds import melds_of
from rummy_lab.rules import At


class NoCards(ValueError):
    """The packs of these rules do not hold what an example wants."""


class Kit:
    """Hands out cards of one table, no more of each than the packs hold.

    Aces and wild cards are left out of runs and sets, so that an example shows what it is about.
    """

    def __init__(self, at: At) -> None:
        self.at = at
        self.left = Counter(at.pack)
        self.ranks = [r for r in at.rank_numbers if r != 1 and r != at.wild_number]

    def take(self, *some: Card) -> list[Card]:
        """These very cards; raises `NoCards` where one is not there any more."""
        for card in some:
            if not self.left[card]:
                raise NoCards(f"no {card} is left")
            self.left[card] -= 1
        return list(some)

    def run(self, size: int, suit: int = 0, least: int = 4) -> list[Card]:
        """Consecutive cards of one suit (by its place among the suits), from rank `least` up."""
        letter = self._suit(suit)
        starts = [r for r in self.ranks if r >= least] + [r for r in self.ranks if r < least]
        for first in starts:
            row = range(first, first + size)
            if all(rank in self.ranks and self.left[natural(rank, letter)] for rank in row):
                return self.take(*(natural(rank, letter) for rank in row))
        raise NoCards(f"no run of {size} is left")

    def set_of(self, size: int, least: int = 7) -> list[Card]:
        """Cards of one rank, of different suits as far as there are suits."""
        starts = [r for r in self.ranks if r >= least] + [r for r in self.ranks if r < least]
        for rank in starts:
            named = [natural(rank, suit) for suit in self.at.suits]
            copies = [card for n in range(self.at.packs) for card in named if self.left[card] > n]
            if len(copies) >= size:
                return self.take(*copies[:size])
        raise NoCards(f"no set of {size} is left")

    def wild(self) -> Card:
        """A wild card: a joker, else one of the wild rank."""
        at = self.at
        if at.jokers_wild and self.left[JOKER]:
            return self.take(JOKER)[0]
        for suit in at.suits if at.wild_number in at.rank_numbers else "":
            if self.left[natural(at.wild_number, suit)]:
                return self.take(natural(at.wild_number, suit))[0]
        raise NoCards("nothing is wild")

    def odd(self, count: int, beside: Sequence[Card] = ()) -> list[Card]:
        """Cards that make no meld with each other, nor with those they lie beside."""
        found: list[Card] = []
        high = sorted(self.ranks, reverse=True)
        order = [natural(rank, self._suit(n)) for n, rank in enumerate(high[::3] + high[1::3], 1)]
        order += [natural(rank, suit) for rank in high for suit in self.at.suits]
        for card in order:
            if len(found) == count:
                break
            held = [*beside, *found]
            if self.left[card] and card not in held and not self._joins(held, card):
                found += self.take(card)
        if len(found) < count:
            raise NoCards("no odd cards are left")
        return found

    def _joins(self, held: Sequence[Card], card: Card) -> bool:
        """Whether a card makes a meld with cards of a hand."""
        return any(card in meld.cards for meld in melds_of([*held, card], self.at))

    def contract(self) -> list[list[Card]]:
        """The melds of this deal's contract, at their least sizes; runs in different suits."""
        melds, runs = [], 0
        for part in self.at.contract:
            if part.kind == "set":
                melds.append(self.set_of(part.size))
            else:
                melds.append(self.run(part.size, runs))
                runs += 1
        return melds

    def _suit(self, place: int) -> str:
        return self.at.suits[place % len(self.at.suits)]


def rank_text(rank: int) -> str:
    """A rank as it is written on cards.

    >>> rank_text(12)
    'Q'
    """
    return RANKS[rank - 1]
