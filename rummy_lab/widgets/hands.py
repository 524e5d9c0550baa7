"""The order in which hands are shown: sorted, or as somebody put the cards; no rule knows of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rummy_lab.arrange import best
from rummy_lab.cards import Card
from rummy_lab.rules import At
from rummy_lab.widgets.sight import Sight

SORTS = (("by suit", "suit"), ("by rank", "rank"), ("by meld", "meld"), ("by hand", "own"))
"""How hands can be sorted, as said and as kept; "own" is an order given by hand."""


class Hand(NamedTuple):
    """A hand in the order shown, and the places that a gap stands before."""

    cards: list[Card]
    gaps: list[int]


class Hands:
    """All hands of a table in the order shown: `sort` for all, and orders given by hand by seat."""

    def __init__(self) -> None:
        self.sort = "suit"
        self.own: dict[int, list[Card]] = {}
        self.shown: list[Hand] = []

    def show(self, seen: Sight) -> list[Hand]:
        """Orders the hands anew, as the viewer sees them."""
        self.shown = [self._one(seen, seat) for seat in range(len(seen.state.hands))]
        return self.shown

    def _one(self, seen: Sight, seat: int) -> Hand:
        hand = seen.state.hands[seat]
        if seat in self.own:
            return Hand(kept_order(self.own[seat], hand), [])
        groups = arranged(hand, self.sort, seen.state.at)
        starts = [sum(map(len, groups[:n])) for n in range(1, len(groups))]
        return Hand([card for group in groups for card in group], starts)

    def move(self, seat: Any, key: Any, to: Any) -> bool:
        """Puts a card of an open hand to another place; False where that cannot be done."""
        if not isinstance(seat, int) or not 0 <= seat < len(self.shown) or not isinstance(to, int):
            return False
        cards = list(self.shown[seat].cards)
        keys = keys_of(cards)
        if key not in keys or any(card.is_unknown for card in cards):
            return False
        moved = cards.pop(keys.index(key))
        cards.insert(max(0, min(to, len(cards))), moved)
        self.own[seat] = cards
        return True

    def open_keys(self, seat: int, wanted: Iterable[Any]) -> list[str]:
        """Those of some keys that are open cards of a seat's hand, each once."""
        cards = self.shown[seat].cards
        there = {
            key for key, card in zip(keys_of(cards), cards, strict=True) if not card.is_unknown
        }
        return [key for key in dict.fromkeys(map(str, wanted)) if key in there]


def arranged(hand: Sequence[Card], sort: str, at: At) -> list[list[Card]]:
    """A hand in groups: by suit, by rank, or as its best arrangement with the rest behind.

    >>> import rummy_lab as rl
    >>> at = rl.variant("rummy").at(players=2)
    >>> [[str(c) for c in group] for group in arranged(rl.cards("9d 2s 9h 9c"), "meld", at)]
    [['9h', '9d', '9c'], ['2s']]
    """
    known = [card for card in hand if not card.is_unknown]
    closed = [card for card in hand if card.is_unknown]
    if sort == "rank":
        groups = _grouped(sorted(known, key=lambda c: (c.rank or 99, c.code)), lambda c: c.rank)
        groups = _joined(groups)
    elif sort == "meld":
        found = best(tuple(known), at)
        groups = [list(meld.cards) for meld in found.melds]
        groups += [sorted(found.deadwood)] if found.deadwood else []
    else:
        groups = _grouped(sorted(known), lambda c: c.suit)
    return [*groups, *([closed] if closed else [])]


def _grouped(cards: Iterable[Card], key: Callable[[Card], Any]) -> list[list[Card]]:
    groups: list[list[Card]] = []
    for card in cards:
        if groups and key(groups[-1][0]) == key(card):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def _joined(groups: list[list[Card]]) -> list[list[Card]]:
    """Single cards side by side as one group, so that only pairs and more stand apart."""
    joined: list[list[Card]] = []
    for group in groups:
        if joined and len(group) == 1 and len({c.rank for c in joined[-1]}) == len(joined[-1]):
            joined[-1] += group
        else:
            joined.append(group)
    return joined


def kept_order(order: Sequence[Card], hand: Sequence[Card]) -> list[Card]:
    """A hand in an order somebody gave it by hand, cards that came since at its end.

    >>> import rummy_lab as rl
    >>> [str(c) for c in kept_order(rl.cards("9d 2s Kh"), rl.cards("2s 3c 9d"))]
    ['9d', '2s', '3c']
    """
    left = Counter(hand)
    kept = []
    for card in order:
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return kept + sorted(left.elements())


def keys_of(cards: Iterable[Card]) -> list[str]:
    """The keys by which the page tells the cards of a row apart.

    >>> import rummy_lab as rl
    >>> keys_of(rl.cards("9d 2s 9d"))
    ['9d', '2s', '9d#2']
    """
    seen: Counter[Card] = Counter()
    found = []
    for card in cards:
        seen[card] += 1
        found.append(f"{card}#{seen[card]}" if seen[card] > 1 else str(card))
    return found


def card_text(key: Any) -> str:
    """The card's text in a key.

    >>> card_text("9d#2")
    '9d'
    """
    return str(key).partition("#")[0]
