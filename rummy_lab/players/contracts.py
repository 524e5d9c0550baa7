"""Working towards a contract: which cards of a hand to keep, and which are wanted.

A plan is a choice of ranks for the sets and of rows of places for the runs. It is good rather than
exact: runs are tried at their most promising rows, then the sets take the fullest ranks left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rummy_lab.cards import Card, natural
from rummy_lab.melds import rank_at, windows
from rummy_lab.rules import At, Part

TRIED = {0: 1, 1: 6, 2: 4, 3: 3}
"""How many rows are tried for each run, by the number of runs in the contract."""


class Plan(NamedTuple):
    """What a hand lacks for its contract, the cards to keep, and the codes of cards wanted."""

    missing: int
    cards: tuple[Card, ...]
    wanted: frozenset[int]


class _Row(NamedTuple):
    """A row of places for a run: what is held of it and what is missing."""

    held: tuple[Card, ...]
    missing: frozenset[int]
    suit: str
    window: range


def plan(hand: Sequence[Card], at: At) -> Plan:
    """The most promising way from a hand to the contract of the deal.

    >>> import rummy_lab as rl
    >>> at = rl.variant("shanghai").at(players=4, deal=2)
    >>> plan(rl.cards("7h 7s 4c 5c 7c 6c Kd"), at).missing
    1
    """
    wilds = [card for card in hand if at.wild[card.code]]
    naturals = [card for card in hand if not at.wild[card.code]]
    runs = sorted((part for part in at.contract if part.kind == "run"), key=lambda p: -p.size)
    sets = sorted((part for part in at.contract if part.kind == "set"), key=lambda p: -p.size)
    runs = _whole_hand(runs, sets, at)
    best: tuple[int, int, Plan] | None = None
    for rows in _rows(naturals, runs, at):
        found = _with_sets(naturals, rows, sets, wilds, at)
        kept = at.points_of(found.cards)
        if best is None or (found.missing, -kept) < best[:2]:
            best = (found.missing, -kept, found)
    assert best is not None
    return best[2]


def _whole_hand(runs: list[Part], sets: list[Part], at: At) -> list[Part]:
    """Runs as long as a contract of the whole hand needs, as far as runs can be, spread evenly."""
    if at.contract_sizes != "whole_hand" or not runs:
        return runs
    cards = at.cards_dealt + 1 - sum(part.size for part in sets)
    share, more = divmod(cards, len(runs))
    sizes = [max(part.size, share + (n < more)) for n, part in enumerate(runs)]
    return [Part("run", min(size, at.longest_run)) for size in sizes]


def _rows(naturals: list[Card], runs: list[Part], at: At) -> Iterator[tuple[_Row, ...]]:
    """Rows for all runs that use different cards and keep the rule between runs."""
    tried = TRIED.get(len(runs), 2)
    choices = [_best_rows(naturals, part.size, at, tried) for part in runs]
    yielded = 0
    for rows in product(*choices):
        if _compatible(rows, at):
            yield rows
            yielded += 1
            if yielded >= tried ** max(1, len(runs)):
                return
    if not yielded:  # too many long runs: the same cards are wanted twice, from several packs
        yield tuple(choice[0] for choice in choices)


def _best_rows(naturals: list[Card], size: int, at: At, tried: int) -> list[_Row]:
    """The rows of each suit that lack the fewest cards, the most promising first."""
    held = set(naturals)
    found: list[_Row] = []
    for suit in at.suits:
        rows = []
        for window in windows(at.ace, size):
            row = [natural(rank_at(place), suit) for place in window]
            mine = tuple(card for card in row if card in held)
            lacking = frozenset(card.code for card in row if card not in held)
            rows.append(_Row(mine, lacking, suit, window))
        found += sorted(rows, key=_lacks)[:tried]
    return sorted(found, key=_lacks)


def _lacks(row: _Row) -> int:
    return len(row.missing)


def _compatible(rows: Sequence[_Row], at: At) -> bool:
    for n, first in enumerate(rows):
        for second in rows[n + 1 :]:
            if first.suit != second.suit:
                continue
            low, high = sorted((first.window, second.window), key=lambda window: window[0])
            gap = high[0] - low[-1]
            if at.contract_runs == "different_suits" or gap < (
                2 if at.contract_runs == "apart" else 1
            ):
                return False
    return True


def _with_sets(
    naturals: list[Card], rows: Sequence[_Row], sets: Sequence[Part], wilds: Sequence[Card], at: At
) -> Plan:
    """The fullest ranks for the sets, from the cards that the runs leave."""
    left = list(naturals)
    kept: list[Card] = []
    wanted: set[int] = set()
    missing = 0
    for row in rows:
        wanted |= row.missing
        missing += len(row.missing)
        for card in row.held:
            if card in left:
                left.remove(card)
                kept.append(card)
            else:  # one ace cannot end two runs
                wanted.add(card.code)
                missing += 1
    for part in sets:
        group = _fullest(left, at)[: part.size]
        kept += group
        for card in group:
            left.remove(card)
        missing += part.size - len(group)
        if len(group) < part.size and group:
            held = {card.suit for card in group}
            wanted |= {
                natural(group[0].rank, s).code
                for s in at.suits
                if at.set_suits == "any" or s not in held
            }
    lacking = max(0, missing - len(wilds))
    return Plan(lacking, (*kept, *wilds), frozenset(wanted))


def _fullest(cards: Sequence[Card], at: At) -> list[Card]:
    """The cards of the rank that most of some cards have; of equal ranks the cheaper one."""
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        group = by_rank.setdefault(card.rank, [])
        if at.set_suits == "any" or card not in group:
            group.append(card)
    if not by_rank:
        return []
    return max(by_rank.values(), key=lambda group: (len(group), -at.points[group[0].code]))
