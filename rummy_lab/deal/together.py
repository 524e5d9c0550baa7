"""Turns that all players take at the same moment: sealed choices, resolved together.

Everyone has a discard pile to the left and may draw from the common stock or from the pile on the
right-hand side, the neighbour's. `turn` walks the seats; each says what it will do, and nobody sees
it. The last choice resolves all draws as one event, then the same for the discards. Several seats
may go out in one call; the others get one more turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rummy_lab.actions import Action, Discard, Draw, Out, Take
from rummy_lab.cards import UNKNOWN, Card, shuffled
from rummy_lab.deal.state import Event, Resolved, State, sort_hand, used_up, without


def playing(state: State) -> tuple[int, ...]:
    """The seats that take part in a turn, in order from the dealer's left."""
    count = len(state.names)
    order = ((state.dealer + 1 + n) % count for n in range(count))
    return tuple(seat for seat in order if seat not in state.outs)


def facing(state: State, seat: int) -> State:
    """The state with a seat to choose: the pile it may draw from, and what it may not discard."""
    pile = state.piles[(seat - 1) % len(state.piles)]
    taken = state.took[seat] if state.phase == "play" and state.took else ()
    held_once = all(state.hands[seat].count(card) == 1 for card in taken)
    banned = taken if state.at.redraw_discard_ban and held_once else ()
    return state.replace(turn=seat, active=seat, discards=pile, taken=taken, banned=banned)


def left_in_piles(state: State) -> tuple[Card, ...]:
    """The cards of all piles that can become the stock again."""
    keep = 1 if state.at.stock_out == "shuffle_keep_upcard" else 0
    return tuple(c for pile in state.piles for c in pile[: max(0, len(pile) - keep)])


def choose(state: State, action: Action) -> tuple[State, Event]:
    """A seat's choice is sealed; the last one resolves them all."""
    seat, order = state.turn, playing(state)
    choices = (*state.choices, action)
    event = Event(seat, action, state.turn_number, sealed=True)
    if len(choices) < len(order):
        return facing(state.replace(choices=choices), order[len(choices)]), event
    chosen = dict(zip(order, choices, strict=True))
    state = state.replace(choices=())
    if state.phase == "draw":
        after, more = _draws(state, chosen)
    else:
        after, more = _discards(state, chosen)
    return after, replace(event, **more)


def _draws(state: State, chosen: dict[int, Action]) -> tuple[State, dict[str, Any]]:
    piles, hands, stock = list(state.piles), list(state.hands), list(state.stock)
    took: list[tuple[Card, ...]] = [()] * len(hands)
    known = list(state.known)
    resolved, said = [], {}
    for seat, action in chosen.items():
        if isinstance(action, Take):
            pile = (seat - 1) % len(piles)
            card = piles[pile][-1]
            piles[pile], took[seat] = piles[pile][:-1], (card,)
            known[seat] = sort_hand((*known[seat], card))
            hands[seat] = sort_hand((*hands[seat], card))
            resolved.append(Resolved(seat, Take(card), card))
    state = state.replace(piles=tuple(piles))
    for seat, action in chosen.items():
        if not isinstance(action, Draw):
            continue
        if not stock:
            state, order = _renewed(state)
            stock, said = list(order), {"recycled": "shuffle", "order": order}
        if not stock:
            break
        card = stock.pop()
        hands[seat] = sort_hand((*hands[seat], card))
        resolved.append(Resolved(seat, action, card))
    state = state.replace(
        hands=tuple(hands), stock=tuple(stock), took=tuple(took), phase="play", known=tuple(known)
    )
    if len(resolved) < len(chosen):  # somebody could not draw, or refused to
        return _over(state, "no draw"), {"resolved": tuple(resolved), **said}
    return facing(state, playing(state)[0]), {"resolved": tuple(resolved), **said}


def _renewed(state: State) -> tuple[State, tuple[Card, ...]]:
    """The piles as a new stock; an empty one where they cannot be."""
    at, cards = state.at, left_in_piles(state)
    used = at.max_recycles is not None and state.recycles >= at.max_recycles
    if used or at.stock_out == "end" or not cards:
        return state, ()
    keep = 1 if at.stock_out == "shuffle_keep_upcard" else 0
    piles = tuple(pile[len(pile) - keep :] if len(pile) >= keep else pile for pile in state.piles)
    number = state.recycles + 1
    order = (
        (UNKNOWN,) * len(cards)
        if state.seed is None
        else shuffled(cards, state.seed, at.deal, number)
    )
    return state.replace(piles=piles, recycles=number), order


def _discards(state: State, chosen: dict[int, Action]) -> tuple[State, dict[str, Any]]:
    piles, hands, known, gone = list(state.piles), list(state.hands), list(state.known), []
    for seat, action in chosen.items():
        assert isinstance(action, Discard | Out)
        hands[seat] = used_up(hands[seat], action.cards, state)[0]
        known[seat] = without(known[seat], action.cards)[0]
        piles[seat] = (*piles[seat], action.card)
        if isinstance(action, Out):
            gone.append(seat)
    resolved = tuple(Resolved(seat, action, None) for seat, action in chosen.items())
    last = state.out is not None
    state = state.replace(
        piles=tuple(piles),
        hands=tuple(hands),
        known=tuple(known),
        took=(),
        taken=(),
        banned=(),
        outs=(*state.outs, *gone),
        out=gone[0] if gone and not last else state.out,
    )
    if last or not playing(state) or (gone and not state.at.final_turns):
        return _over(state, "last turns" if last else "out"), {"resolved": resolved}
    again = state.replace(
        phase="draw", turn_number=state.turn_number + 1, finals=len(playing(state)) if gone else 0
    )
    return facing(again, playing(again)[0]), {"resolved": resolved}


def _over(state: State, ending: str) -> State:
    return facing(state.replace(phase="over", ending=ending, finals=0), state.turn)
