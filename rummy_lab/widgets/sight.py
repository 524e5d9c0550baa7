"""What whoever looks on may see of a deal, and the picture of it that is sent to the page.

Nothing below asks the deal itself for a hidden card: a `Sight` for one seat is made from the
seat's view, and all that the page gets is made from the `Sight`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rummy_lab.actions import Action
from rummy_lab.arrange import best
from rummy_lab.cards import Card
from rummy_lab.deal import Deal, Event, Node, State, masked, masked_event
from rummy_lab.deal.lookahead import legal_actions
from rummy_lab.display.facts import chips_of
from rummy_lab.display.markup import isolated, points_text
from rummy_lab.rules import At

ALL, IN_TURN, NOBODY = "all", "turn", "none"
"""Viewers that are no seat: everybody's cards, those of the seat in turn, nobody's."""
SORTS = ("suit", "rank", "meld", "own")
Viewer = str | int


class Sight(NamedTuple):
    """A deal at its cursor as a viewer sees it.

    `seat` is the seat whose eyes these are, or None; `acts` whether the hand of the seat that
    must act is open, so that one can play for it; `everything` whether all cards are open.
    """

    state: State
    seat: int | None
    everything: bool

    @property
    def acts(self) -> bool:
        """Whether the viewer can play for the seat that must act."""
        return not self.state.over and (self.everything or self.state.turn == self.seat)

    def legal(self) -> list[Action]:
        """What the seat that must act may do, as far as the viewer can tell."""
        return legal_actions(self.state) if self.acts else []


def seat_of(viewer: Viewer, state: State) -> int | None:
    """The seat through whose eyes a viewer looks; None for all and for nobody."""
    if viewer == IN_TURN:
        return state.turn
    return viewer if isinstance(viewer, int) else None


def sight(deal: Deal, viewer: Viewer, laid_open: bool = False) -> Sight:
    """What a viewer sees of a deal; `laid_open` opens all hands once the deal is over.

    >>> import rummy_lab as rl
    >>> d = rl.Deal(rl.variant("rummy"), players=2, seed=7)
    >>> [sum(c.is_unknown for hand in sight(d, v).state.hands for c in hand) for v in ("all", 0)]
    [0, 10]
    """
    everything = viewer == ALL or (laid_open and deal.over)
    seat = seat_of(viewer, deal.state)
    return Sight(deal.state if everything else masked(deal.state, seat), seat, everything)


def event_of(node: Node, seen: Sight) -> Event | None:
    """The event that led to a node, as the viewer saw it."""
    if node.event is None or seen.everything:
        return node.event
    return masked_event(node.event, seen.seat)


# --- the order in which a hand is shown -----------------------------------------------------------


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


def _grouped(cards: Iterable[Card], key: Any) -> list[list[Card]]:
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


# --- the picture ----------------------------------------------------------------------------------


class Hand(NamedTuple):
    """A hand in the order shown, and where its gaps are."""

    cards: list[Card]
    gaps: list[int]


def shown_hand(seen: Sight, seat: int, sort: str, own: Sequence[Card] | None) -> Hand:
    """The hand of a seat in the order in which it is shown; `own` is an order given by hand."""
    hand = seen.state.hands[seat]
    if own is not None:
        return Hand(kept_order(own, hand), [])
    groups = arranged(hand, sort, seen.state.at)
    cards = [card for group in groups for card in group]
    starts = [sum(map(len, groups[:n])) for n in range(1, len(groups))]
    return Hand(cards, starts)


def picture(
    seen: Sight,
    hands: Sequence[Hand],
    fresh: Card | None = None,
    totals: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The table as the page draws it."""
    state = seen.state
    rules = state.at.rules
    changed = [f"house: {name.replace('_', ' ')}" for name in rules.changed[:3]]
    dealer = isolated(state.names[state.dealer])
    return {
        "title": rules.title,
        "chips": [*chips_of(rules)[1:], *changed],
        "deal": f"deal {state.at.deal} · {dealer} deals",
        "stock": len(state.stock),
        "upcard": str(state.upcard) if state.upcard else "",
        "discards": len(state.discards),
        "melds": [
            {"cards": [str(p) for p in laid.meld.placed],
             "note": f"{laid.meld.kind} · {isolated(state.names[laid.owner])}"}
            for laid in state.melds
        ],
        "seats": [_seat(seen, n, hand, fresh, totals) for n, hand in enumerate(hands)],
    }  # fmt: skip


def _seat(
    seen: Sight, seat: int, hand: Hand, fresh: Card | None, totals: Mapping[str, Any] | None
) -> dict[str, Any]:
    state = seen.state
    name = state.names[seat]
    turn = seat == state.turn and not state.over
    count = len(hand.cards)
    note = [f"{points_text(totals[name])} points"] if totals is not None else []
    note.append("1 card" if count == 1 else f"{count} cards")
    if turn:
        note.append({"draw": "to draw", "buy": "to buy or pass"}.get(state.phase, "to play"))
    elif seat == state.out:
        note.append("went out")
    keys = keys_of(hand.cards)
    came = [key for key in keys if turn and fresh is not None and card_text(key) == str(fresh)]
    wild = sorted({str(c) for c in hand.cards if state.at.wild[c.code] and not c.is_joker})
    return {
        "name": name,
        "note": " · ".join(note),
        "turn": turn,
        "cards": list(map(str, hand.cards)),
        "gaps": hand.gaps,
        "fresh": came[-1] if came else "",
        "wild": wild,
    }


def came_now(deal: Deal, seen: Sight) -> Card | None:
    """The card that the seat in turn got in this turn, where the viewer saw it."""
    state = seen.state
    if state.phase != "play":
        return None
    for node in reversed(deal.path()):
        event = event_of(node, seen)
        if event is None or event.turn != state.turn_number:
            break
        if event.seat == state.turn and event.drawn is not None:
            return None if event.drawn.is_unknown else event.drawn
    return state.taken[-1] if state.taken else None
