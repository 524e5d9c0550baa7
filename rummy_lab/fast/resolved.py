"""Resolved rule sets as the kernels of deals need them: arrays of one record (`records`)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np

from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.onepack import FULL, tables_of
from rummy_lab.fast.records import ENDING_RULES, RULES, Record
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
    """Rules whose melds are laid on the table."""
    found = _begun(at, RULES)
    rules = found[0]
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
    rules["melds_per_turn"] = _limit(at.melds_per_turn)
    rules["lay_off"] = ("any", "own_meld_first", "never").index(at.lay_off)
    rules["go_out_discard"] = ("optional", "required", "never").index(at.go_out_discard)
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
    rules["points"], rules["wild"] = at.points, at.wild
    rules["last_turns"] = at.final_turns * (at.players - 1)
    return found
