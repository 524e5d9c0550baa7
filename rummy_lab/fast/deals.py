"""Greedy deals by kernel: what they need of a rule set, which they play, and what comes of them.

Importing this module imports numba.

>>> import rummy_lab as rl
>>> at = rl.variant("rummy").at(players=2)
>>> [str(action) for action in log_of(at, seed=7).actions][:3]
['draw', 'meld Jc Qc Kc', 'discard 10s']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from rummy_lab.actions import DRAW, PASS, TAKE, Action, Discard, LayOff, MeldDown
from rummy_lab.cards import BY_CODE, Card, Placed
from rummy_lab.fast import laying
from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.onepack import FULL, tables_of
from rummy_lab.fast.records import DEAL, RULES, Record
from rummy_lab.melds import rank_at, rank_rows
from rummy_lab.melds.shape import open_ends
from rummy_lab.rules import At
from rummy_lab.rules.registry import ACES
from rummy_lab.rules.selfcheck import last_named
from rummy_lab.variants import variant

ENDINGS = ("out", "last turns", "stock", "no draw")
"""The words for endings, by the kernels' numbers."""
WITHOUT_LIMIT = 1 << 40
NO_LOG = np.zeros((0, 5), np.int64)


class Ends(NamedTuple):
    """What came of some deals, a row for each: arrays of int64.

    By seat: `hands` are the cards left as masks, `melds` how many were laid, `cards` and `points`
    how many cards are left and what they cost. `out` is the seat that went out, or -1; `whole_hand`
    1 where it played its whole hand in that turn; `ending` a place in `ENDINGS`.
    """

    hands: Array
    melds: Array
    cards: Array
    points: Array
    out: Array
    whole_hand: Array
    turns: Array
    actions: Array
    recycles: Array
    ending: Array


def load() -> None:
    """Compiles the kernels, or loads what was compiled, so that no deal waits for it."""
    play(variant("rummy").at(), np.zeros(0, np.int64))


def play(at: At, seeds: Array, dealer: int = 0) -> Ends:
    """Plays deal number `at.deal` with each seed; `support.plays` says of which rules."""
    return _played(at, seeds, dealer, NO_LOG)


def _played(at: At, seeds: Array, dealer: int, log: Array) -> Ends:
    """Plays deals; the log is that of the last one."""
    ends = np.zeros((len(seeds), laying.FACTS + 4 * at.players), np.int64)
    same = at.rules.at(at.players, min(at.deal, last_named(at.rules)))
    laying.play_many(seeds, at.deal, dealer, rules_of(same), np.zeros(1, DEAL), log, ends)
    facts, *by_seat = np.split(ends, laying.FACTS + at.players * np.arange(4), axis=1)
    return Ends(*by_seat, *facts.T)


# --- rules for the kernels --------------------------------------------------------------------


@lru_cache(maxsize=64)
def rules_of(at: At) -> Record:
    """A resolved rule set as the kernels need it: an array of one record."""
    found = np.zeros(1, RULES)
    rules = found[0]
    rules["players"], rules["cards_dealt"], rules["cards"] = (
        at.players,
        at.cards_dealt,
        len(at.pack),
    )
    rules["pack"][: len(at.pack)] = [card.code for card in at.pack]
    points = points_by_rank(at)
    rules["points"] = points
    rules["totals"] = (np.arange(FULL + 1)[:, None] >> np.arange(13) & 1) @ points
    values = sorted({at.points[card.code] for card in at.pack}, reverse=True)
    rules["values"][: len(values)] = [_of_value(at, value) for value in values]
    most = at.set_size[1]
    rules["any_suits"], rules["run_size"] = at.run_suits == "any", at.run_size
    rules["ace"], rules["longest_run"] = ACES.index(at.ace), at.longest_run
    rules["fours"] = most is None or most > 3
    rules["worth"] = points[:, None, None] * np.add.outer(np.arange(5), np.arange(5))
    if at.run_suits == "same":
        rules["tables"] = tables_of(at)
    rules["ends"] = _ends(at.ace)
    rules["redraw_discard_ban"] = at.redraw_discard_ban
    rules["melds_per_turn"], rules["max_recycles"] = map(
        _limit, (at.melds_per_turn, at.max_recycles)
    )
    rules["lay_off"] = ("any", "own_meld_first", "never").index(at.lay_off)
    rules["go_out_discard"] = ("optional", "required", "never").index(at.go_out_discard)
    rules["stock_out"] = ("flip", "shuffle", "shuffle_keep_upcard", "end").index(at.stock_out)
    return found


def points_by_rank(at: At) -> Array:
    """What a card of each rank costs, the ace first; nothing for ranks there are none of."""
    costs = {card.rank: at.points[card.code] for card in at.pack if card.suit}
    return np.array([costs.get(rank, 0) for rank in range(1, 14)])


def _limit(most: int | None) -> int:
    return WITHOUT_LIMIT if most is None else most


def _of_value(at: At, worth: int) -> int:
    """The cards that cost so much, as a mask."""
    return sum(1 << card.code for card in at.pack if at.points[card.code] == worth)


@cache
def _ends(ace: str) -> Array:
    """By the first rank and the size of a run, the ranks that go on it (two at most, 0 for none),
    each with the rank that the run begins with then."""
    found = np.zeros((14, 15, 2, 2), np.int64)
    for first in range(1, 14):
        for size in range(2, 14):
            run = [rank_at(first + n) for n in range(size)]
            for n, rank in enumerate(sorted(open_ends(ace, first, size))):
                found[first, size, n] = (
                    rank,
                    rank_rows(ace, size + 1)[tuple(sorted([*run, rank]))][0],
                )
    return found


# --- one deal with its log --------------------------------------------------------------------


@dataclass(frozen=True)
class DealLog:
    """One deal as a kernel played it: every action, with its seat and the card drawn."""

    actions: tuple[Action, ...]
    seats: tuple[int, ...]
    drawn: tuple[Card | None, ...]
    ends: Ends


def log_of(at: At, seed: int, dealer: int = 0) -> DealLog:
    """Plays one deal and tells all its actions."""
    room = 1000
    while True:
        log = np.zeros((room, 5), np.int64)
        ends = _played(at, np.array([seed]), dealer, log)
        count = int(ends.actions[0])
        if count <= room:
            break
        room = count
    lines = log[:count].tolist()
    return DealLog(
        tuple(_action(verb, cards, number) for _, verb, cards, number, _ in lines),
        tuple(line[0] for line in lines),
        tuple(None if line[4] < 0 else BY_CODE[line[4]] for line in lines),
        ends,
    )


def _action(verb: int, cards: int, number: int) -> Action:
    """An action as the engine's event has it; a take names its card."""
    if verb == laying.MELD:
        return MeldDown(tuple(map(Placed, _meld(cards, number))))
    if verb == laying.LAY:
        return LayOff((Placed(BY_CODE[cards]),), number)
    if verb == laying.DISCARD:
        return Discard(BY_CODE[cards])
    if verb == laying.TAKE:
        return type(TAKE)(BY_CODE[cards])
    return DRAW if verb == laying.DRAW else PASS


def _meld(mask: int, place: int) -> list[Card]:
    """The cards of a meld in order; a run begins at a place."""
    held = [card for card in BY_CODE[:52] if mask >> card.code & 1]
    if not place:
        return held
    row = []
    for at in range(place, place + len(held)):
        row.append(next(card for card in held if card.rank == rank_at(at)))
        held.remove(row[-1])
    return row
