"""Greedy deals by kernel: how they are played, and what comes of them.

Importing this module imports numba.

>>> import rummy_lab as rl
>>> at = rl.variant("rummy").at(players=2)
>>> [str(action) for action in log_of(at, seed=7).actions][:3]
['draw', 'meld Jc Qc Kc', 'discard 10s']
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from rummy_lab.actions import DRAW, PASS, TAKE, Action, Discard, LayOff, MeldDown, Out
from rummy_lab.arrange import best
from rummy_lab.cards import BY_CODE, Card, Placed
from rummy_lab.deal.hands import by_count
from rummy_lab.fast import ending, laying, laying_packs, piles
from rummy_lab.fast.answers import answer
from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.batch import Space
from rummy_lab.fast.compiling import is_compiled
from rummy_lab.fast.layout import MOST_WILDS
from rummy_lab.fast.lines import is_full
from rummy_lab.fast.piles import FACTS
from rummy_lab.fast.records import DEAL, ENDING_DEAL, MOST_HELD, PACKS_DEAL, Record
from rummy_lab.fast.resolved import ending_rules, laying_rules, packs_rules
from rummy_lab.fast.support import kernel_of
from rummy_lab.fast.tabled_packs import NOTHING
from rummy_lab.melds import rank_at
from rummy_lab.rules import At
from rummy_lab.rules.selfcheck import last_to_differ

ENDINGS = ("out", "last turns", "stock", "no draw")
"""The words for endings, by the kernels' numbers."""
MOST_SPACES, MANY_LINES = 16, 1 << 14
"""For so many resolved rule sets a thread keeps what it worked out, so many lines for each."""
WITH_JOKER = 2
NO_LOG = np.zeros((0, laying_packs.LINE), np.int64)


class Ends(NamedTuple):
    """What came of some deals, a row for each: arrays of integers.

    By seat: `hands` are the cards left, as masks (of hands from any packs as rows of codes, filled
    up with -1); `melds` how many were laid or arranged; `cards` and `points` how many
    cards are left over and what they cost. `out` is the seat that went out, or -1; `whole_hand` 1
    where it played its whole hand in that turn, `WITH_JOKER` where a joker was with it; `ending` a
    place in `ENDINGS`, or -1 for a deal that only the engine can play, and the rest means nothing.
    """

    hands: Any
    melds: Array
    cards: Array
    points: Array
    out: Array
    whole_hand: Array
    turns: Array
    actions: Array
    recycles: Array
    ending: Array


def load(at: At) -> None:
    """Compiles the kernel of a rule set, or loads what was compiled: no deal waits for it then."""
    play(at, np.zeros(1, np.int64))


def _kernel(at: At) -> Any:
    """The module with the kernel that plays under resolved rules."""
    return {"ending": ending, "laying": laying, "laying_packs": laying_packs}[kernel_of(at)]


def compiled(at: At) -> bool:
    """Whether the kernel for a rule set was compiled before, here or for another run."""
    return is_compiled(_kernel(at).play_many)


def play(at: At, seeds: Array, dealer: int = 0) -> Ends:
    """Plays deal number `at.deal` with each seed; `support.plays` says of which rules."""
    return _played(at, seeds, dealer, NO_LOG)


def _played(at: At, seeds: Array, dealer: int, log: Array) -> Ends:
    """Plays deals; the log is that of the last one."""
    ends = np.zeros((len(seeds), FACTS + 4 * at.players), np.int64)
    same = at.rules.at(at.players, min(at.deal, last_to_differ(at.rules)))
    if _kernel(at) is laying:
        rules, room = laying_rules(same), np.zeros(1, DEAL)
        laying.play_many(seeds, at.deal, dealer, rules, room, log, ends)
        hands = ends[:, FACTS : FACTS + at.players]
    else:
        hands = _from_any_packs(same, at.deal, seeds, dealer, log, ends)
        if at.melding == "at_the_end":
            _arrange_hands(same, hands, ends)
    facts, _, *by_seat = np.split(ends, FACTS + at.players * np.arange(4), axis=1)
    return Ends(hands, *by_seat, *facts.T)


# --- hands that are rows of codes -------------------------------------------------------------


def _from_any_packs(at: At, number: int, seeds: Array, dealer: int, log: Array, ends: Array) -> Any:
    """Plays deals from any packs and fills in the rows; the hands."""
    hands = np.zeros((len(seeds), at.players, MOST_HELD), np.int8)
    spaces, done = _spaces.of(at), 0
    if at.melding == "at_the_end":
        kernel, deals = ending, np.zeros(1, ENDING_DEAL)
        given = (ending_rules(at), deals, spaces[0], spaces[-1])
    else:
        kernel, deals = laying_packs, np.zeros(1, PACKS_DEAL)
        given = (packs_rules(at), deals, spaces[0])
    while done < len(seeds):
        arrays: Any = [one.array if isinstance(one, Space) else one for one in given]
        done = kernel.play_many(seeds, done, number, dealer, *arrays, log, hands, ends)
        if done < len(seeds) and not _helped(at, deals[0], spaces):
            ends[done, FACTS - 1] = ending.LEFT_TO_ENGINE
            done += 1
    return hands


def _helped(at: At, deal: Record, spaces: tuple[Space, ...]) -> bool:
    """Gives a deal what it stopped for, an answer or more room; whether that can be."""
    if deal["trouble"] == laying_packs.ASKS:
        deal["trouble"] = 0
        return answer(deal, at)
    made = [space.make_room(MANY_LINES) for space in spaces if is_full(space.array)]
    return bool(made) and all(made)


def _arrange_hands(at: At, hands: Any, ends: Array) -> None:
    """Fills in the melds and the cards left over of hands that are arranged at the end."""
    for row, of_deal in zip(ends, hands, strict=True):
        for seat, hand in enumerate(of_deal):
            if row[FACTS - 1] != ending.LEFT_TO_ENGINE:
                melds, cards = _arranged(bytes(np.sort(hand[hand >= 0])), at)
                row[FACTS + at.players + seat], row[FACTS + 2 * at.players + seat] = melds, cards


@lru_cache(maxsize=1 << 16)
def _arranged(codes: bytes, at: At) -> tuple[int, int]:
    """How many melds the best arrangement of a hand has, and how many cards it leaves."""
    found = best([BY_CODE[code] for code in codes], at)
    return len(found.melds), len(found.deadwood)


class _Spaces(threading.local):
    """What one thread works with under the resolved rule sets it met last."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=MOST_SPACES)(self._made)

    def _made(self, at: At) -> tuple[Space, ...]:
        """A space for the points, and one that counts cards where some cost nothing."""
        wilds = sum(at.wild[card.code] for card in at.pack)
        most = min(wilds, at.cards_dealt + 1, MOST_WILDS)
        counting = by_count(at)
        return tuple(Space(one, most) for one in ([at] if counting is at else [at, counting]))


_spaces = _Spaces()


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
        log = np.full((room, laying_packs.LINE), NOTHING, np.int64)
        ends = _played(at, np.array([seed]), dealer, log)
        count = int(ends.actions[0])
        if count <= room:
            break
        room = count
    lines = log[:count].tolist()
    return DealLog(
        tuple(_action(verb, cards, number, more) for _, verb, cards, number, _, *more in lines),
        tuple(line[0] for line in lines),
        tuple(None if line[4] < 0 else BY_CODE[line[4]] for line in lines),
        ends,
    )


def _action(verb: int, cards: int, number: int, more: list[int]) -> Action:
    """An action as the engine's event has it; a take names its card.

    Behind what `laying` tells there may be the cards of a meld and what they stand for.
    """
    if verb == piles.MELD and more[0] == NOTHING:
        return MeldDown(tuple(map(Placed, _meld(cards, number))))
    if verb == piles.MELD:
        return MeldDown(tuple(map(_placed, more[:cards], more[MOST_HELD:])))
    if verb == piles.LAY:
        return LayOff((_placed(cards, more[0]),), number)
    if verb == piles.DISCARD:
        return Discard(BY_CODE[cards])
    if verb == piles.TAKE:
        return type(TAKE)(BY_CODE[cards])
    if verb == piles.GO_OUT:
        return Out(BY_CODE[cards])
    return DRAW if verb == piles.DRAW else PASS


def _placed(code: int, stands: int) -> Placed:
    """A card that is laid, and what it stands for."""
    return Placed(BY_CODE[code], None if stands in (NOTHING, code) else BY_CODE[stands])


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
