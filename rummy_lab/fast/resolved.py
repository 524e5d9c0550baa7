"""Resolved rule sets as the kernels of deals need them: arrays of one record (`records`)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np

from rummy_lab.arrange.grouping import sizes
from rummy_lab.arrange.masks import Masks
from rummy_lab.cards import SUITS
from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.onepack import FULL, tables_of
from rummy_lab.fast.records import ENDING_RULES, MOST_SIZE, PACKS_RULES, RULES, Record
from rummy_lab.fast.support import too_large_for_any
from rummy_lab.melds import rank_at, rank_rows
from rummy_lab.melds.shape import open_ends
from rummy_lab.rules import At
from rummy_lab.rules.registry import ACES

WITHOUT_LIMIT = 1 << 40
STOCK_OUT = ("flip", "shuffle", "shuffle_keep_upcard", "end")


def _begun(at: At, kind: Any) -> Record:
    """A record with what all rules have."""
    found = np.zeros(1, kind)
    rules = found[0]
    rules["players"], rules["cards_dealt"] = at.players, at.cards_dealt
    rules["cards"] = len(at.pack)
    rules["pack"][: len(at.pack)] = [card.code for card in at.pack]
    rules["redraw_discard_ban"] = at.redraw_discard_ban
    rules["stock_out"] = STOCK_OUT.index(at.stock_out)
    rules["max_recycles"] = _limit(at.max_recycles)
    return found


@lru_cache(maxsize=64)
def laying_rules(at: At) -> Record:
    """Rules whose melds are laid on the table, from one pack without wilds."""
    found = _begun(at, RULES)
    _fill_laying(found[0], at)
    values = sorted({at.points[card.code] for card in at.pack}, reverse=True)
    found[0]["values"][: len(values)] = [_of_value(at, value) for value in values]
    return found


def _fill_laying(rules: Record, at: At) -> None:
    """What both kernels that lay melds on the table need."""
    points = points_by_rank(at)
    rules["points"] = points
    rules["totals"] = (np.arange(FULL + 1)[:, None] >> np.arange(13) & 1) @ points
    most = at.set_size[1]
    rules["any_suits"], rules["run_size"] = at.run_suits == "any", at.run_size
    rules["ace"], rules["longest_run"] = ACES.index(at.ace), at.longest_run
    rules["fours"] = most is None or most > 3
    rules["worth"] = points[:, None, None] * np.add.outer(np.arange(5), np.arange(5))
    if Masks(at).fits:
        rules["tables"] = tables_of(at)
    rules["ends"] = _ends(at.ace)
    rules["melds_per_turn"] = _limit(at.melds_per_turn)
    rules["lay_off"] = ("any", "own_meld_first", "never").index(at.lay_off)
    rules["go_out_discard"] = ("optional", "required", "never").index(at.go_out_discard)


@lru_cache(maxsize=64)
def packs_rules(at: At) -> Record:
    """Rules whose melds are laid on the table, from any packs with jokers or without."""
    found = _begun(at, PACKS_RULES)
    rules = found[0]
    _fill_laying(rules, at)
    _fill_any_packs(rules, at)
    rules["arranges"] = rules["plain"] or (at.set_size[0] == 3 and not too_large_for_any(at))
    rules["suits"] = sum(1 << SUITS.index(suit) for suit in at.suits)
    rules["set_most"], rules["distinct"] = sizes("set", at)[1], at.set_suits == "distinct"
    rules["there"][list(at.rank_numbers)] = 1
    for n, kind in enumerate(("set", "run")):
        rules["limits"][n] = [_limit(at.wild_limit(kind, size)) for size in range(MOST_SIZE)]
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


@lru_cache(maxsize=64)
def ending_rules(at: At) -> Record:
    """Rules whose hands are arranged at the end."""
    found = _begun(at, ENDING_RULES)
    rules = found[0]
    _fill_any_packs(rules, at)
    if rules["plain"]:
        rules["tables"] = tables_of(at)
    rules["last_turns"] = at.final_turns * (at.players - 1)
    return found


def _fill_any_packs(rules: Record, at: At) -> None:
    """What both kernels for any packs need."""
    rules["costs"], rules["wild"], rules["plain"] = at.points, at.wild, Masks(at).fits
