"""The greedy player: sensible by simple rules, without chance.

It takes the upcard where that goes into a meld (or on one of the table) and leaves it with fewer
points; it lays down the melds of its best arrangement, then lays off; it discards what leaves the
fewest points, by the tie rule of `DESIGN.md`, and keeps its wilds. Before a contract is met it
works towards that instead (`contracts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy_lab.actions import (
    BUY,
    DRAW,
    PASS,
    TAKE,
    Action,
    Discard,
    LayOff,
    MeldDown,
    Out,
    Swap,
    Take,
)
from rummy_lab.arrange import best, best_discard, best_points
from rummy_lab.cards import JOKER, Card, Placed
from rummy_lab.deal import State, View
from rummy_lab.deal.hands import all_melded
from rummy_lab.deal.lookahead import best_legal_contract, check
from rummy_lab.deal.moves import refusable, step
from rummy_lab.deal.state import sort_hand, without
from rummy_lab.melds import could_take
from rummy_lab.players.contracts import Plan, plan


def greedy(view: View) -> Action:
    """What the greedy player does in a view."""
    state = view.state
    if state.phase == "buy":
        return BUY if _wants_to_buy(view) else PASS
    if state.phase == "draw":
        return _draw(view)
    if state.at.melding == "at_the_end":
        return _out(view) or _discard(view)
    return _lay_down(view) or _swap(view) or _lay_off(view) or _discard(view)


def _before_contract(view: View) -> bool:
    return view.state.at.melding == "contract" and not view.state.met[view.seat]


# --- drawing ----------------------------------------------------------------------------------


def _draw(view: View) -> Action:
    state, upcard = view.state, view.upcard
    if upcard is not None and not state.refused and not upcard.is_unknown:
        if _helps(view, upcard):
            return Take(upcard)
        deep = _deep(view)
        if deep is not None:
            return deep
    if refusable(state):
        return PASS
    if state.stock or upcard is None:
        return DRAW
    return next(a for a in (DRAW, PASS, TAKE) if not check(state, a).reasons)


def _helps(view: View, upcard: Card) -> bool:
    """Whether the upcard brings the player further."""
    state, at, hand = view.state, view.state.at, view.hand
    if _before_contract(view):
        return at.wild[upcard.code] or plan((*hand, upcard), at).missing < plan(hand, at).missing
    if any(could_take(laid.meld, upcard, at) for laid in state.melds):
        taken = step(state, Take(upcard))[0]
        if next(_single(taken, (upcard,)), None) is not None:
            return True
    if at.melding == "contract":
        return False
    now = best_points(hand, at)
    with_it = sort_hand((*hand, upcard))
    if best_points(with_it, at) >= now + at.points[upcard.code]:
        return False
    return best_discard(with_it, at, _kept(with_it, at_ban(state, upcard), state))[0] < now


def at_ban(state: State, upcard: Card) -> tuple[Card, ...]:
    """The upcard, where it could not be discarded after it was taken."""
    banned = state.at.redraw_discard_ban and upcard not in state.hand
    return (upcard,) if banned else ()


def _deep(view: View) -> Action | None:
    """A card inside the pile that completes the contract."""
    state = view.state
    if state.at.discard_draw != "deep" or not _before_contract(view):
        return None
    now = plan(view.hand, state.at)
    if now.missing > 2:
        return None
    for card in dict.fromkeys(reversed(state.discards[:-1])):
        if card.code in now.wanted and not check(state, Take(card)).reasons:
            return Take(card)
    return None


def _wants_to_buy(view: View) -> bool:
    """Whether a bought upcard brings the contract nearer, or the cards that it will take."""
    state, at, upcard = view.state, view.state.at, view.upcard
    if upcard is None or not _before_contract(view) or check(state, BUY).reasons:
        return False
    if at.contract_sizes == "whole_hand":
        return False  # every card that is bought would have to be melded too
    now = plan(view.hand, at)
    too_few = sum(part.size for part in at.contract) > len(view.hand)
    return too_few or at.wild[upcard.code] or plan((*view.hand, upcard), at).missing < now.missing


# --- playing ----------------------------------------------------------------------------------


def _lay_down(view: View) -> Action | None:
    """The contract; or a meld of the best arrangement, another where that would block the turn."""
    state, hand, at = view.state, view.hand, view.state.at
    if at.melding == "contract":
        found = best_legal_contract(state)
        return found[0] if found else None
    if best_points(hand, at) == at.points_of(hand):
        return None
    for meld in best(hand, at).melds:
        if not check(state, MeldDown(meld.placed)).reasons:
            return MeldDown(meld.placed)
    others = [action for action in view.legal_actions() if isinstance(action, MeldDown)]
    return min(others, key=lambda a: best_points(without(hand, a.cards)[0], at), default=None)


def _single(state: State, cards: Iterable[Card]) -> Iterator[Action]:
    """Legal lay-offs of one card each, a wild as any card it can stand for."""
    for card in cards:
        for number, laid in enumerate(state.melds, 1):
            if could_take(laid.meld, card, state.at):
                action = LayOff((Placed(card),), number)
                verdict = check(state, action)
                if not verdict.reasons:
                    yield action
                for reading in verdict.readings:
                    if not check(state, reading).reasons:
                        yield reading


def _lay_off(view: View) -> Action | None:
    """The dearest card of the hand that can be laid off; what must be played comes first."""
    state, at = view.state, view.state.at
    if not state.melds or at.lay_off == "never" or _before_contract(view):
        return None
    order = sorted(dict.fromkeys(view.hand), key=lambda card: (-at.points[card.code], card))
    order.sort(key=lambda card: card not in state.duties)
    return next(_single(state, order), None)


def _swap(view: View) -> Action | None:
    """A joker of the table for the real card, where the joker can be laid off at once."""
    state = view.state
    if state.at.joker_swap == "never" or state.duties:
        return None
    for number, laid in enumerate(state.melds, 1):
        for card, stands in zip(laid.meld.cards, laid.meld.stands, strict=True):
            action = Swap(stands, number)
            if card is JOKER and stands in view.hand and not check(state, action).reasons:
                after = step(state, action)[0]
                if next(_single(after, (JOKER,)), None) is not None:
                    return action
    return None


# --- the end of a turn ------------------------------------------------------------------------


def _out(view: View) -> Action | None:
    """Going out with the dearest card that leaves all others melded."""
    state, at = view.state, view.state.at
    if state.out is not None:
        return None
    order = sorted(dict.fromkeys(view.hand), key=lambda card: (-at.points[card.code], card))
    if best_points(view.hand, at) > max(at.points[card.code] for card in order):
        return None
    for card in order:
        if card not in state.banned and all_melded(without(view.hand, [card])[0], at):
            return Out(card)
    return None


def _kept(hand: tuple[Card, ...], banned: tuple[Card, ...], state: State) -> tuple[Card, ...]:
    """What is not discarded: what may not be, and wilds as long as there is another card."""
    wilds = tuple(card for card in hand if state.at.wild[card.code])
    others = [card for card in hand if card not in wilds and card not in banned]
    return (*banned, *wilds) if others else banned


def _discard(view: View) -> Action:
    state, at, hand = view.state, view.state.at, view.hand
    if state.duties:
        return view.legal_actions()[0]  # what must be played goes the way that is left
    kept = _kept(hand, state.banned, state)
    if _before_contract(view):
        return Discard(_useless(plan(hand, at), hand, kept, view))
    return Discard(best_discard(hand, at, kept)[1])


def _useless(now: Plan, hand: tuple[Card, ...], kept: tuple[Card, ...], view: View) -> Card:
    """The dearest card that the plan does not need; else the one that costs the plan least."""
    at = view.state.at
    free = [card for card in without(hand, now.cards)[0] if card not in kept]
    if free:
        return min(free, key=lambda card: (-at.points[card.code], card))
    choices = [card for card in dict.fromkeys(hand) if card not in kept]
    return min(
        choices,
        key=lambda card: (plan(without(hand, [card])[0], at).missing, -at.points[card.code], card),
    )
