"""Makes the logs of `endings/` again, byte for byte: deals and games that end in every way.

Run: python datasets/make_endings.py [folder]

The seeds below were found by playing deals one seed after the other; `find` does it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple

import rummy_lab as rl
from rummy_lab.actions import Buy, Discard, Out, Swap, Take
from rummy_lab.arrange import best_discard
from rummy_lab.datasets import write_made
from rummy_lab.log import DealLog, log_of_deal, log_of_game
from rummy_lab.players import Policy, play_deal, policy

NAMES = ("Ana", "Bo", "Cy", "Di")


class Ending(NamedTuple):
    """A log: by which rules who plays, which seed and deal (0: a whole game), and what it shows."""

    name: str
    variant: str
    players: str
    seed: int
    deal: int
    shows: str
    options: Mapping[str, Any] = MappingProxyType({})


DOUBLED = {"melds_per_turn": None, "rummy_bonus": "double"}
LOSING = {"scoring": "penalty", "ties": "extra_deals"}
ONCE = {"max_recycles": 1}
ENDINGS = (
    Ending("remi-meld", "remi", "gr", 61, 1, "out by meld"),
    Ending("remi-lay-off", "remi", "gr", 18, 1, "out by lay-off"),
    Ending("remi-discard", "remi", "gg", 6, 1, "out by discard"),
    Ending("remi-flip", "remi", "gggg", 90, 1, "out by discard, flip"),
    Ending("remi-no-card", "remi", "pppp", 29, 1, "no card, flip", ONCE),
    Ending("remi-at-once-meld", "remi", "pppp", 5, 1, "out by meld, whole hand"),
    Ending("remi-at-once-lay-off", "remi", "pgp", 3, 1, "out by lay-off, whole hand"),
    Ending("remi-o1-o2-meld", "remi", "gg", 56, 1, "out by meld, rummy", DOUBLED),
    Ending("remi-o1-o2-lay-off", "remi", "gr", 50, 1, "out by lay-off, rummy", DOUBLED),
    Ending("remi-o1-o2-discard", "remi", "gggg", 23, 1, "out by discard, rummy", DOUBLED),
    Ending("remi-o2-ten", "remi", "pgpg", 2, 1, "out by discard, rummy", {"rummy_bonus": 10}),
    Ending("remi-o3", "remi", "ggg", 5, 1, "out by lay-off", {"lay_off": "own_meld_first"}),
    Ending("remi-o4", "remi", "pg", 6, 1, "out by discard", {"go_out_discard": "required"}),
    Ending("remi-o5", "remi", "pgp", 5, 1, "out by meld", {"ace": "high"}),
    Ending("remi-o6", "remi", "pgp", 5, 1, "out by meld", {"ace": "high_or_low"}),
    Ending("remi-o7", "remi", "pg", 4, 1, "out by discard", {"ace": "round_the_corner"}),
    Ending("remi-o9", "remi", "grgr", 155, 1, "out by meld, whole hand",
           {"target": -100, **LOSING}),
    Ending("remi-o9-tie", "remi", "gggg", 305, 0, "out by discard, whole hand, extra deal",
           {"target": -20, **LOSING}),
    Ending("remi-o9-100", "remi", "ggg", 268, 0, "out by discard, extra deal",
           {"target": -100, **LOSING}),
    Ending("block-stock", "block", "pppp", 24, 1, "blocked"),
    Ending("block-shared", "block", "rrrr", 41, 1, "blocked, shared points"),
    Ending("block-difference", "block", "ppp", 6, 1, "blocked, shared points",
           {"block_award": "difference"}),
    Ending("block-joint", "block", "grgr", 979, 0, "blocked, shared points, joint winners",
           {"target": 20}),
    Ending("rummy-meld", "rummy", "ggg", 29, 1, "out by meld"),
    Ending("rummy-lay-off", "rummy", "gg", 29, 1, "out by lay-off"),
    Ending("rummy-discard", "rummy", "grg", 30, 1, "out by discard"),
    Ending("rummy-rummy-meld", "rummy", "pp", 43, 1, "out by meld, rummy"),
    Ending("rummy-rummy-lay-off", "rummy", "pg", 49, 1, "out by lay-off, rummy"),
    Ending("rummy-rummy-discard", "rummy", "pgpg", 27, 1, "out by discard, rummy"),
    Ending("rummy-shuffle", "rummy", "gggg", 38, 1, "out by discard, shuffle"),
    Ending("rummy-no-card", "rummy", "gggg", 158, 1, "no card, shared points, shuffle", ONCE),
    Ending("rummy-o1", "rummy", "gggg", 7, 1, "out by discard, rummy",
           {"go_out_discard": "required"}),
    Ending("rummy-o2", "rummy", "gr", 9, 1, "out by discard", {"ace": "high_or_low"}),
    Ending("three-thirteen-last-turns", "three-thirteen", "ggg", 18, 5, "last turns"),
    Ending("three-thirteen-shuffle", "three-thirteen", "rr", 4, 5, "last turns, shuffle"),
    Ending("three-thirteen-no-card", "three-thirteen", "rr", 6, 11, "no card, shuffle", ONCE),
    Ending("3-13-o1", "three-thirteen", "gg", 5, 7, "last turns", {"ace": "high_or_low"}),
    Ending("3-13-o2", "three-thirteen", "gg", 3, 11, "last turns", {"court_points": "11-12-13"}),
    Ending("3-13-o3", "three-thirteen", "gg", 8, 6, "last turns", {"jokers": 2}),
    Ending("five-crowns-last-turns", "five-crowns", "gg", 24, 6, "last turns"),
    Ending("five-crowns-shuffle", "five-crowns", "rrrr", 1, 11, "last turns, shuffle"),
    Ending("deuces-not-wild-last-turns", "deuces-not-wild", "ggg", 1, 12, "last turns"),
    Ending("deuces-not-wild-shuffle", "deuces-not-wild", "grg", 8, 9, "last turns, shuffle"),
    Ending("deuces-not-wild-bonus", "deuces-not-wild", "ggg", 278, 0, "last turns, bonus deal"),
    Ending("speed-three-thirteen-several", "speed-three-thirteen", "ggg", 11, 1,
           "last turns, several out"),
    Ending("speed-three-thirteen-last-turns", "speed-three-thirteen", "gggg", 20, 6,
           "last turns"),
    Ending("contract-discard", "contract", "ggg", 1, 2, "out by discard, joker swap"),
    Ending("contract-lay-off", "contract", "grg", 4, 5, "out by lay-off, deep draw"),
    Ending("contract-whole-hand", "contract", "gggg", 1, 7,
           "out by contract, whole hand, shuffle"),
    Ending("contract-deep", "contract", "grg", 12, 6, "out by discard, deep draw"),
    Ending("contract-shuffle", "contract", "gggg", 5, 6,
           "out by discard, whole hand, deep draw, shuffle"),
    Ending("contract-no-card", "contract", "grgr", 2, 3, "no card, deep draw, joker swap"),
    Ending("contract-classic-discard", "contract-classic", "grgr", 3, 4, "out by discard, buy"),
    Ending("contract-classic-lay-off", "contract-classic", "gggg", 7, 1, "out by lay-off, buy"),
    Ending("contract-classic-swap", "contract-classic", "gggg", 4, 5,
           "out by discard, buy, joker swap"),
    Ending("contract-classic-whole-hand", "contract-classic", "grg", 5, 7,
           "out by contract, whole hand, buy"),
    Ending("contract-classic-no-card", "contract-classic", "grgr", 12, 6,
           "no card, buy, shuffle"),
    Ending("shanghai-discard", "shanghai", "grg", 176, 1, "out by discard, buy, joker swap"),
    Ending("shanghai-blind-6", "shanghai", "grg", 25, 6, "out by discard, blind, buy"),
    Ending("shanghai-blind-6-joker", "shanghai", "grg", 34, 6,
           "out by discard, blind with a joker, buy"),
    Ending("shanghai-blind-8", "shanghai", "grg", 4, 8, "out by discard, blind, buy"),
    Ending("shanghai-blind-8-joker", "shanghai", "grg", 16, 8,
           "out by discard, blind with a joker, buy"),
    Ending("shanghai-blind-10", "shanghai", "ggg", 23, 10, "out by discard, blind, buy"),
    Ending("shanghai-blind-10-joker", "shanghai", "ggg", 13, 10,
           "out by discard, blind with a joker, buy"),
    Ending("shanghai-swap", "shanghai", "grgr", 23, 4, "out by discard, buy, joker swap"),
    Ending("shanghai-shuffle", "shanghai", "gggg", 39, 10, "out by discard, buy, shuffle"),
    Ending("shanghai-no-card", "shanghai", "rrrr", 68, 9, "no card, buy, shuffle", ONCE),
    Ending("shanghai-dealer-buys", "shanghai", "grgr", 2, 3, "out by discard, buy, joker swap",
           {"buy_priority": "dealer"}),
)  # fmt: skip


# --- playing ----------------------------------------------------------------------------------


def patient(view: rl.View) -> rl.Action:
    """Plays greedily, but keeps everything in hand until it can go out in this turn."""
    action, turn = rl.policy("greedy")(view), view.state.turn_number
    if view.state.phase != "play" or isinstance(action, Discard | Out):
        return action
    trial = rl.Deal.from_state(view.state)
    while not trial.over and trial.state.turn_number == turn:
        trial.apply(rl.policy("greedy")(trial.view(view.seat)))
    if trial.over:
        return action
    return Discard(best_discard(view.hand, view.state.at, view.state.banned)[1])


PLAYERS: dict[str, str | Policy] = {"g": "greedy", "r": "random", "p": patient}
TABLES = ("gg", "gr", "ggg", "grg", "gggg", "pppp", "rrrr")
"""Who plays where seeds are looked for."""


def log_of(ending: Ending) -> rl.Log:
    """The log of an ending, which says in its head what it shows."""
    rules = rl.variant(ending.variant, **ending.options)
    players = [PLAYERS[letter] for letter in ending.players]
    names = NAMES[: len(players)]
    told = {"shows": ending.shows}
    if ending.deal == 0:
        game = rl.Game(rules, list(names), ending.seed)
        by_name = {
            name: policy(player, ending.seed, seat)
            for seat, (name, player) in enumerate(zip(names, players, strict=True))
        }
        while True:
            play_deal(game.deal, [by_name[name] for name in game.deal.names])
            if game.over:
                return log_of_game(game, fields=told)
            game.next_deal()
    deal = rl.Deal(rules, names, ending.seed, ending.deal, (ending.deal - 1) % len(names))
    play_deal(deal, [policy(player, ending.seed, seat) for seat, player in enumerate(players)])
    return log_of_deal(deal, fields=told)


# --- what a log shows -------------------------------------------------------------------------


def shown(log: rl.Log) -> Iterator[str]:
    """Everything of the list that a log shows, in its last deal or between its deals."""
    game, deal = log.games[0], log.deals[-1]
    yield from _ending(deal)
    yield from _chance(deal)
    if len(log.deals) > 1 and len(deal.names) < len(game.names):
        yield "bonus deal"
    elif len(log.deals) > 1 and _tied(log):
        yield "extra deal"
    if len(game.winners) > 1:
        yield "joint winners"


def _ending(deal: DealLog) -> Iterator[str]:
    state = deal.state
    assert state is not None and deal.points is not None
    last = {"meld": "meld", "lay": "lay-off"}.get(verb := deal.steps[-1].event.action.verb, verb)
    ways = {"out": f"out by {last}", "stock": "blocked", "no draw": "no card"}
    yield ways.get(state.ending, state.ending)
    if state.whole_hand:
        bonus = "blind with a joker" if state.joker_used else "blind"
        named = "rummy" if state.at.rummy_bonus else bonus if state.at.blind_bonus else "whole hand"
        yield named
    if len(state.outs) > 1:
        yield "several out"
    halves = any(isinstance(points, Fraction) for points in deal.points.values())
    if halves or (state.out is None and sum(points > 0 for points in deal.points.values()) > 1):
        yield from ["shared points"] * (state.at.scoring == "winner_takes")


def _chance(deal: DealLog) -> Iterator[str]:
    actions = [step.event.action for step in deal.steps]
    deep = [s for s in deal.steps if isinstance(s.event.action, Take) and len(s.state.taken) > 1]
    yield from ["deep draw"] * bool(deep)
    yield from ["buy"] * any(isinstance(action, Buy) for action in actions)
    yield from ["joker swap"] * any(isinstance(action, Swap) for action in actions)
    yield from dict.fromkeys(s.event.recycled for s in deal.steps if s.event.recycled)


def _tied(log: rl.Log) -> bool:
    """Whether the target was reached before the last deal."""
    game, rules = log.games[0], log.rules
    assert rules is not None
    before = {name: game.totals[name] - (log.deals[-1].points or {})[name] for name in game.names}
    target = rules["target"]
    return any(p <= target if target < 0 else p >= target for p in before.values())


def find(variant: str, shows: str, deal: int = 1, **options: Any) -> Iterator[Ending]:
    """Deals that show all of a list, seed after seed, for ever; take as many as you like."""
    least, most = rl.variant(variant, **options).players
    tables = [seats for seats in TABLES if least <= len(seats) <= most]
    for seed in count(1):
        for players in tables:
            ending = Ending("found", variant, players, seed, deal, shows, options)
            if set(shows.split(", ")) <= set(shown(log_of(ending))):
                yield ending


def files() -> dict[str, str]:
    """The files by path."""
    return {f"endings/{ending.name}.rummy": rl.dumps(log_of(ending)) for ending in ENDINGS}


if __name__ == "__main__":
    write_made(files(), __file__)
