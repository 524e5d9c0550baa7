"""What the kernels for any rules need of a resolved rule set, in one array of int64.

The numbers come from the solver (`arrange.solver`), so that what a meld is, is written once. The
capitals say where each part begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import numpy as np

from rummy_lab.arrange.hands import solver_of
from rummy_lab.arrange.sharing import Counts, added
from rummy_lab.arrange.solver import Solver
from rummy_lab.cards import BY_CODE, JOKER_CODE
from rummy_lab.cards import SUITS as SUITS_OF_CARDS
from rummy_lab.melds import rank_at, windows
from rummy_lab.rules import At

Ints = Any
"""An array of int64. To type checkers it is anything, for what is read from it is a number."""
MOST_WILDS = 15
"""The most wilds in a hand for the kernels."""
MOST_COPIES = 4
"""The most equal cards in a hand."""
MOST_OF_RANK = 15
"""The most cards of one rank in a line (a suit, or all where runs are of any suit)."""
COUNT = 4
"""Bits for each rank in the key of a line."""
HELD = 3
"""Bits for each suit in a pattern: how many cards of one rank there are of each suit."""
DIGIT = (1 << HELD) - 1

RUN_SIZE, SHORT, DOWNWARDS, LEAST_ROOM, LIMITED, ROWS = range(6)
MIXED, SUITS, LEAST_SET, PARTS, MOST = range(6, 11)
UP = 16
"""By rank index: the indices above it in a run, nearest first, then -1; 13 to a rank."""
DOWN = UP + 13 * 14
ROW = DOWN + 13 * 14
"""For each row of places that a run may take (`ROWS` of them): its rank indices as bits, a second
ace as bit 13, and its size."""
LIMITS = ROW + 2 * 150
"""By the size of a run, the most wilds in it."""
GAINS = LIMITS + 16
"""By rank index: what a card brings in a meld, in units."""
AS_RUN = GAINS + 13
"""By rank index: the numbers of wilds with which a single card is a run, as bits."""
ONLY_WILDS = AS_RUN + 13
"""By how many wilds there are: the numbers of them that can be melds without naturals, as bits."""
PLACE = ONLY_WILDS + MOST_WILDS + 1
"""By the code of a card: the place of its suit, -1 where it can be in no meld; wilds too."""
INDEX = PLACE + JOKER_CODE + 1
"""By the code of a card: the index of its rank."""
WILD = INDEX + JOKER_CODE + 1
POINTS = WILD + JOKER_CODE + 1
FITS = POINTS + JOKER_CODE + 1
"""By the pattern of cards: the numbers of wilds that make them a number of sets, as bits."""
LAYOUT = FITS + (1 << HELD * len(SUITS_OF_CARDS))
"""Where the layout ends and the working space begins."""
MEMORY = LAYOUT + (1 << 14)
"""Where the memory of the lines begins."""


def layout_of(at: At, most: int) -> Ints:
    """A space without a memory: what the rules say, for hands with up to `most` wilds."""
    solver = solver_of(at)
    lines = solver.lines
    found = np.zeros(MEMORY, np.int64)
    found[RUN_SIZE] = at.run_size
    found[SHORT] = lines.short
    found[DOWNWARDS] = at.ace in ("high_or_low", "round_the_corner")
    found[LEAST_ROOM] = lines.least_room
    found[LIMITED] = lines.limited
    found[MIXED] = solver.mixed
    found[SUITS] = len(solver.suits)
    found[LEAST_SET] = solver.sets.least
    found[PARTS] = solver.parts_wild_rank
    found[MOST] = most
    found[UP:ROW] = -1
    for i in range(13):
        found[UP + 14 * i : UP + 14 * i + len(lines.up[i])] = lines.up[i]
        found[DOWN + 14 * i : DOWN + 14 * i + len(lines.down[i])] = lines.down[i]
        found[GAINS + i] = solver.gains[i][0]
        found[AS_RUN + i] = _bits(lines.wilds_of(1, 0, i, most))
    rows = list(_rows(at, lines.index))
    found[ROWS] = len(rows)
    found[ROW : ROW + 2 * len(rows)] = [number for row in rows for number in row]
    found[LIMITS : LIMITS + 15] = lines.limits
    for wilds in range(most + 1):
        sets, runs = solver.only_wilds(wilds)
        found[ONLY_WILDS + wilds] = added(sets, runs) & (2 << wilds) - 1
    for card in BY_CODE[: JOKER_CODE + 1]:
        used = card.suit and solver.units[card.code]
        found[PLACE + card.code] = solver.suits.index(card.code // 13) if used else -1
        found[INDEX + card.code] = lines.index[card.rank] if used else 0
        found[WILD + card.code] = at.wild[card.code]
        found[POINTS + card.code] = at.points[card.code]
    for pattern, shape in _patterns(solver):
        found[FITS + pattern] = _bits(solver.sets.fits(shape, most))
    return found


def _rows(at: At, index: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The rows that a run may take: rank indices as bits, and the size."""
    for size in range(at.run_size, at.longest_run + 1):
        for window in windows(at.ace, size):
            ranks = [rank_at(place) for place in window]
            if set(ranks) <= set(at.rank_numbers):
                second = 1 << 13 if ranks.count(1) == 2 else 0
                yield _bits({index[rank] for rank in ranks}) | second, size


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << n for n in numbers)


def _patterns(solver: Solver) -> Iterator[tuple[int, Counts]]:
    """Each pattern that the packs allow, and its shape as the solver asks for it."""
    copies = min(max(solver.at.copies[:JOKER_CODE]), MOST_COPIES)
    for held in product(range(copies + 1), repeat=len(solver.suits)):
        pattern = sum(n << HELD * place for place, n in enumerate(held))
        yield pattern, tuple(sorted(held)) if solver.sets.distinct else (sum(held),)
