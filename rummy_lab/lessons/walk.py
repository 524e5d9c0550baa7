"""A whole deal to step through, played by the computer and chosen because much happens in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rummy_lab.actions import Buy, Contract, LayOff, MeldDown, Out, Swap, Take
from rummy_lab.deal import Deal, Event
from rummy_lab.display.text import turns_of
from rummy_lab.lessons.moments.scene import Setup, names_for, roomy_deal
from rummy_lab.players import play_move, policy
from rummy_lab.rules import Rules

SEEDS, MOST_MOVES = range(1, 9), 120
"""The seeds among which is chosen, and after how many moves a deal is left as it is."""
WORTH = {"meld": 2, "contract": 4, "lay": 3, "swap": 6, "buy": 4, "take": 1, "out": 3}
"""How much there is to see in a kind of action, counted once for each player's first."""
TELLING = (MeldDown, Contract, LayOff, Swap, Buy, Out, Take)


class Walk(NamedTuple):
    """A deal that has been played: how it is made, its moves, and the deal at its end."""

    setup: Setup
    moves: tuple[str, ...]
    deal: Deal


def a_walk(rules: Rules) -> Walk:
    """The deal to step through: of a few seeds the one with most to see in the fewest moves."""
    return max((_played(rules, seed) for seed in SEEDS), key=_worth)


def _played(rules: Rules, seed: int) -> Walk:
    names = names_for(rules, 3 if rules["melding"] == "contract" else 2)
    words: dict[str, object] = {"players": list(names), "seed": seed}
    number = roomy_deal(rules)
    if number > 1:
        words["deal"] = number
    setup = Setup(words)
    deal = setup.deal(rules)
    players = [policy("greedy")] * len(names)
    while not deal.over and len(deal.path()) <= MOST_MOVES:
        play_move(deal, players)
    return Walk(setup, tuple(str(event.action) for event in deal.events), deal)


def _worth(walk: Walk) -> float:
    """What there is to see, less a little for each move; best where somebody goes out."""
    firsts = {(event.seat, event.action.verb) for event in walk.deal.events}
    seen = sum(WORTH.get(verb, 0) for _, verb in firsts)
    ends = 100 if walk.deal.out is not None else 0
    return ends + seen - len(walk.moves) / 8


def stops(walk: Walk) -> Iterator[tuple[int, str, str]]:
    """The turns worth a stop: number, player and what was done, the first of each kind."""
    told: set[str] = set()
    by_turn: dict[int, list[Event]] = {}
    for event in walk.deal.events:
        by_turn.setdefault(event.turn, []).append(event)
    last = max(by_turn)
    for turn, name, done in turns_of(walk.deal.names, walk.deal.events):
        verbs = {e.action.verb for e in by_turn[turn] if isinstance(e.action, TELLING)}
        if verbs - told or turn == last:
            told |= verbs
            yield turn, name, done
