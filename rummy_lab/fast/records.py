"""What the kernels of whole deals work on: two records, the rules and the deal as it is played.

A record is one pointer to a kernel: arrays that are passed along, in tuples or alone, are counted
at each call, which costs more than the work that most of these functions do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rummy_lab.cards import CODES
from rummy_lab.fast.onepack import SIZE

Record = Any
"""One element of an array of one of the types below, or such an array."""
MOST_PLAYERS, MOST_CARDS, MOST_MELDS, MOST_STATES = 20, 52, 52, 1024
MOST_PACKED, MOST_HELD, MOST_SIZE, MOST_FOUND = 20 * 65 + 100, 32, 64, 512
"""The most cards in many packs, in a hand from them and in a meld; the most melds found."""
NUMBER = np.int64


def _fields(names: str, *shape: int) -> list[tuple[str, type, tuple[int, ...]]]:
    return [(name, NUMBER, shape) for name in names.split()]


_LAYING = [
    # what cards cost: by rank; by the mask of a suit
    *_fields("points", 13),
    *_fields("totals", 1 << 13),
    # melds: what sets and runs are worth by rank and cards in each; `onepack.tables_of`; by the
    # first rank and the size of a run, what goes on it: a rank (0: none), and the first then
    *_fields("any_suits ace run_size longest_run fours"),
    *_fields("worth", 13, 5, 5),
    ("tables", np.int32, (SIZE,)),
    *_fields("ends", 14, 15, 2, 2),
    # the other options, choices as their numbers
    *_fields("redraw_discard_ban melds_per_turn lay_off go_out_discard stock_out max_recycles"),
]
"""What both kernels that lay melds on the table need of the rules."""
RULES = np.dtype(
    [
        *_fields("players cards_dealt cards"),
        *_fields("pack", MOST_CARDS),  # the codes of its `cards`
        *_fields("values", 13),  # the cards of each value, dearest first
        *_LAYING,
    ],
    align=True,
)
_TURN = [
    # the turn: whose, the cards that may not be discarded, what was played in it
    *_fields("seat banned melds_now played_now"),
    # what is told of the deal
    *_fields("out whole_hand turns actions recycles ending"),
    # the melds on the table: 1 for a run; the rank of a set, or the first of a run
    *_fields("melds"),
    *_fields("kind first size suit owner", MOST_MELDS),
    # the melds of an arrangement, and the place each begins at (0 for sets)
    *_fields("found", MOST_MELDS),
    *_fields("places", MOST_FOUND),
    # room for `anysuit`: cards of each rank; as `worth` of the rules; open runs; beginnings
    *_fields("counts", 14),
    *_fields("ranked", 13, 5, 5),
    *_fields("states best", 2, MOST_STATES),
    *_fields("starts", 64),
]
DEAL = np.dtype(
    [
        # the hands, and whether a seat played anything in an earlier turn
        *_fields("hands played", MOST_PLAYERS),
        # the piles from bottom to top, and how many cards lie there
        *_fields("stock pile", MOST_CARDS),
        *_fields("in_stock in_pile"),
        *_TURN,
    ],
    align=True,
)
_ANY_PACKS = [
    *_fields("players cards_dealt cards"),
    *_fields("pack", MOST_PACKED),
    # by the code of a card: what it costs, and whether it is wild
    *_fields("costs wild", CODES),
    # whether `onepack.points_left` can be asked about hands without wilds and equal cards
    *_fields("plain"),
]
_ANY_HANDS = [
    # the hands as codes in any order, -1 for no card, and how many there are
    ("hands", np.int8, (MOST_PLAYERS, MOST_HELD)),
    *_fields("held", MOST_PLAYERS),
    *_fields("stock pile", MOST_PACKED),
    *_fields("in_stock in_pile"),
    # what `hands.fewest` could not tell: 0, or its answer
    *_fields("trouble"),
]
PACKS_RULES = np.dtype(
    [
        *_ANY_PACKS,
        *_LAYING,
        # whether `tabled.arranged` can be asked about such hands
        *_fields("arranges"),
        # the suits there are as bits, the most cards in a set, whether its suits must differ
        *_fields("suits set_most distinct"),
        # by rank, whether there are cards of it; by kind and size of a meld, the most wilds in it
        *_fields("there", 14),
        *_fields("limits", 2, MOST_SIZE),
    ],
    align=True,
)
"""Rules of melds on the table from any packs; how hands are melded stands in a `batch.Space`."""
PACKS_DEAL = np.dtype(
    [
        *_ANY_HANDS,
        *_TURN,
        # whether a seat played anything in an earlier turn; a joker was played in this one
        *_fields("played", MOST_PLAYERS),
        *_fields("joker_now"),
        # of each meld on the table: its suits as bits, and how many wilds are in it
        *_fields("suits wilds", MOST_MELDS),
        # what is asked of Python about the hand in turn, and what it answered: melds, by their
        # places as in `places`, their sizes, cards, and the cards that these stand for
        *_fields("asked answered answers"),
        # how many melds were found of which the others are still in hand; a size is 0 once laid
        *_fields("kept"),
        *_fields("sizes", MOST_FOUND),
        *_fields("cards stands", MOST_FOUND, MOST_HELD),
    ],
    align=True,
)
ENDING_RULES = np.dtype(
    [
        *_ANY_PACKS,
        ("tables", np.int32, (SIZE,)),
        *_fields("redraw_discard_ban stock_out max_recycles last_turns"),
    ],
    align=True,
)
"""Rules of hands that are arranged at the end; what melds are stands in a `batch.Space`."""
ENDING_DEAL = np.dtype(
    [
        *_ANY_HANDS,
        # the turn: whose, the card that may not be discarded or -1, and the last turns to come
        *_fields("seat banned finals"),
        *_fields("out whole_hand turns actions recycles ending"),
    ],
    align=True,
)
