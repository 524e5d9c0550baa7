"""Policies: players that see only a view.

A policy is a callable `choose(view) -> Action`. Two are named: "greedy" plays sensibly by simple
rules and uses no chance; "random" picks any legal action with a generator of its own.

>>> import rummy_lab as rl
>>> d = rl.Deal(rl.variant("rummy"), players=2, seed=7)
>>> str(policy("greedy")(d.view(d.turn)))
'draw'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rummy_lab.actions import DRAW, PASS, TAKE, Action, Discard, LayOff, MeldDown, Take
from rummy_lab.arrange import best, best_discard, best_points
from rummy_lab.cards import Card, Placed, SplitMix64, check_seed
from rummy_lab.deal import Deal, Event, State, View
from rummy_lab.deal.lookahead import check
from rummy_lab.deal.moves import step
from rummy_lab.deal.state import sort_hand, without
from rummy_lab.game import Game
from rummy_lab.melds import could_take
from rummy_lab.rules import Rules, nearest

if TYPE_CHECKING:
    from rummy_lab.log import Log

Policy = Callable[[View], Action]
"""A player: from what a seat sees to what it does."""


class Random:
    """Picks any legal action; the same seed, seat and deal give the same choices."""

    def __init__(self, seed: int = 0, seat: int = 0) -> None:
        self.seed, self.seat, self.deal = check_seed(seed), seat, 0

    def __call__(self, view: View) -> Action:
        deal = view.state.at.deal
        if deal != self.deal:
            self.deal = deal
            self.chance = SplitMix64(self.seed, self.seat + 1, deal, 0x9A3E)
        legal = view.legal_actions()
        return legal[self.chance.below(len(legal))]


def greedy(view: View) -> Action:
    """Keeps the fewest points in hand: takes what helps, lays down what it can, drops the dearest.

    It takes the upcard where that goes into a meld (or on one of the table) and leaves it with
    fewer points; it lays down the melds of its best arrangement, then lays off; it discards what
    leaves the fewest points, by the tie rule of `DESIGN.md`.
    """
    if view.state.phase == "draw":
        return _draw(view)
    return _meld(view) or _lay_off(view) or _discard(view)


def _draw(view: View) -> Action:
    state, upcard = view.state, view.upcard
    if upcard is not None and not upcard.is_unknown and _helps(view, upcard):
        return Take(upcard)
    if state.stock or upcard is None:
        return DRAW
    return next(a for a in (DRAW, PASS, TAKE) if not check(state, a).reasons)


def _helps(view: View, upcard: Card) -> bool:
    """Whether the upcard goes into a meld and leaves fewer points than there are now."""
    state, at, hand = view.state, view.state.at, view.hand
    if any(could_take(laid.meld, upcard, at) for laid in state.melds):
        taken = step(state, Take(upcard))[0]
        if any(not check(taken, action).reasons for action in _single(taken, (upcard,))):
            return True
    now = best_points(hand, at)
    with_it = sort_hand((*hand, upcard))
    if best_points(with_it, at) >= now + at.points[upcard.code]:
        return False
    banned = (upcard,) if at.redraw_discard_ban and upcard not in hand else ()
    return best_discard(with_it, at, banned)[0] < now


def _meld(view: View) -> Action | None:
    """A meld of the best arrangement; another one where those would leave the turn without end."""
    state, hand, at = view.state, view.hand, view.state.at
    if best_points(hand, at) == at.points_of(hand):
        return None
    wanted = [MeldDown(meld.placed) for meld in best(hand, at).melds]
    for action in wanted:
        if not check(state, action).reasons:
            return action
    others = [action for action in view.legal_actions() if isinstance(action, MeldDown)]
    return min(others, key=lambda a: best_points(without(hand, a.cards)[0], at), default=None)


def _single(state: State, cards: Iterable[Card]) -> Iterator[Action]:
    """Lay-offs of one card each that could fit."""
    for card in cards:
        for number, laid in enumerate(state.melds, 1):
            if could_take(laid.meld, card, state.at):
                yield LayOff((Placed(card),), number)


def _lay_off(view: View) -> Action | None:
    """The dearest card of the deadwood that can be laid off."""
    state, at = view.state, view.state.at
    if not state.melds or at.lay_off == "never":
        return None
    cards = sorted(dict.fromkeys(view.hand), key=lambda card: (-at.points[card.code], card))
    return next((a for a in _single(state, cards) if not check(state, a).reasons), None)


def _discard(view: View) -> Action:
    state = view.state
    return Discard(best_discard(view.hand, state.at, state.banned)[1])


NAMED: dict[str, Callable[[int, int], Policy]] = {
    "greedy": lambda seed, seat: greedy,
    "random": Random,
}
"""The named policies: from a seed and a seat to a player."""


def policy(name: str | Policy, seed: int = 0, seat: int = 0) -> Policy:
    """A policy by name ("greedy", "random"), or a callable as it is.

    Raises `ValueError` for a name there is none of, with the nearest.

    >>> policy("gredy")
    Traceback (most recent call last):
    ValueError: 'gredy' is no player; did you mean 'greedy'?
    """
    if callable(name):
        return name
    if name not in NAMED:
        raise ValueError(f"{name!r} is no player{nearest(str(name), NAMED)}")
    return NAMED[name](seed, seat)


def play_turn(deal: Deal, policies: Sequence[Policy]) -> None:
    """Plays a deal to the end of the turn that is being played."""
    turn = deal.state.turn_number
    while not deal.over and deal.state.turn_number == turn:
        play_move(deal, policies)


def play_move(deal: Deal, policies: Sequence[Policy]) -> Event:
    """Lets the seat that must act do one action."""
    seat = deal.turn
    return deal.apply(policies[seat](deal.view(seat)))


def play_deal(deal: Deal, policies: Sequence[Policy]) -> None:
    """Plays a deal to its end."""
    while not deal.over:
        play_move(deal, policies)


def play_game(rules: Rules, players: Sequence[str | Policy] = ("greedy", "greedy"),
              seed: int | None = None, names: Sequence[str] | None = None) -> Game:  # fmt: skip
    """A whole game between policies, one for each seat.

    Raises what `Game` raises, and `ValueError` for a player there is none of.
    """
    if isinstance(players, str):
        raise ValueError(f"players is a list with a player for each seat, not {players!r}")
    game = Game(rules, list(names) if names is not None else len(players), seed)
    if len(game.names) != len(players):
        raise ValueError(f"{len(players)} players, but {len(game.names)} names")
    by_name = {
        name: policy(player, game.seed, seat)
        for seat, (name, player) in enumerate(zip(game.names, players, strict=True))
    }
    while True:
        play_deal(game.deal, [by_name[name] for name in game.deal.names])
        if game.over:
            return game
        game.next_deal()


def play(rules: Rules, players: Sequence[str | Policy] = ("greedy", "greedy"),
         seed: int | None = None, names: Sequence[str] | None = None) -> Log:  # fmt: skip
    """A whole game between policies, as a log; the same seed gives the same log.

    `players` are names of policies or policies, one for each seat; raises as `play_game` does.

    >>> import rummy_lab as rl
    >>> log = play(rl.variant("block"), ["greedy", "random"], seed=7)
    >>> log == play(rl.variant("block"), ["greedy", "random"], seed=7)
    True
    """
    return play_game(rules, players, seed, names).log
