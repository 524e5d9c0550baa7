"""Policies: players that see only a view; and games between them.

A policy is a callable `choose(view) -> Action`. Two are named: "greedy" plays sensibly by simple
rules and uses no chance; "random" picks any legal action with a generator of its own.

>>> import rummy_lab as rl
>>> d = rl.Deal(rl.variant("rummy"), players=2, seed=7)
>>> str(policy("greedy")(d.view(d.turn)))
'draw'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rummy_lab.actions import Action
from rummy_lab.cards import SplitMix64, check_seed, shortened, whole_number
from rummy_lab.deal import Deal, Event, View
from rummy_lab.deal.position import player_names
from rummy_lab.game import Game
from rummy_lab.players.greedy import greedy
from rummy_lab.rules import Rules, nearest
from rummy_lab.variants import rules_of

if TYPE_CHECKING:
    from rummy_lab.log import Log

Policy = Callable[[View], Action]
"""A player: from what a seat sees to what it does."""


class Random:
    """Picks any legal action; the same seed, seat and number of the deal begin the same choices."""

    def __init__(self, seed: int = 0, seat: int = 0) -> None:
        self.seed, self.seat, self.deal = check_seed(seed), seat, 0

    def __call__(self, view: View) -> Action:
        deal = view.state.at.deal
        if deal != self.deal:
            self.deal = deal
            self.chance = SplitMix64(self.seed, self.seat + 1, deal, 0x9A3E)
        legal = view.legal_actions()
        if not legal:
            name = view.state.names[view.seat]
            raise ValueError(f"{name} holds only cards that nobody recorded: none can be chosen")
        return legal[self.chance.below(len(legal))]


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
    if not isinstance(name, str) or name not in NAMED:
        raise ValueError(f"{shortened(name)} is no player{nearest(str(name), NAMED)}")
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


def play_game(
    rules: Rules | str,
    players: Sequence[str | Policy] | int | None = None,
    seed: int | None = None,
    names: Sequence[str] | None = None,
) -> Game:
    """A whole game between policies, one for each seat; a number stands for so many greedy ones.

    Without `players`, greedy ones play, as many as there must be. Raises what `Game` raises, and
    `ValueError` for a player there is none of.
    """
    rules = rules_of(rules)
    names = None if names is None else player_names(names, rules)
    if players is None:
        players = rules["players"][0] if names is None else len(names)
    number = whole_number(players)
    if number is not None:
        rules.at(players=number)
        players = ["greedy"] * number
    if isinstance(players, str) or not isinstance(players, Sequence):
        said = shortened(players)
        raise ValueError(f"players is a list with a player for each seat, not {said}")
    game = Game(rules, len(players) if names is None else names, seed)
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


def play(
    rules: Rules | str,
    players: Sequence[str | Policy] | int | None = None,
    seed: int | None = None,
    names: Sequence[str] | None = None,
) -> Log:
    """A whole game between policies, as a log; the same seed gives the same log.

    `players` are names of policies or policies, one for each seat, or how many greedy ones play
    (None: as few as can); raises as `play_game` does.

    >>> import rummy_lab as rl
    >>> log = play(rl.variant("block"), ["greedy", "random"], seed=7)
    >>> log == play(rl.variant("block"), ["greedy", "random"], seed=7)
    True
    """
    return play_game(rules, players, seed, names).log
