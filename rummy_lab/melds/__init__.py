"""Is this a meld, and if not why; all the melds in a hand; what a wild can stand for."""

from rummy_lab.melds.finding import each_meld, find_melds, melds_of
from rummy_lab.melds.judging import (
    check_meld,
    could_take,
    judge,
    no_more_than_packs,
    pack_holds,
    play_alike,
    times,
)
from rummy_lab.melds.reading import MOST_READINGS, plain_meld, readings
from rummy_lab.melds.shape import Meld, rank_at, rank_rows, windows

__all__ = [
    "MOST_READINGS",
    "Meld",
    "check_meld",
    "could_take",
    "each_meld",
    "find_melds",
    "judge",
    "melds_of",
    "no_more_than_packs",
    "pack_holds",
    "plain_meld",
    "play_alike",
    "rank_at",
    "rank_rows",
    "readings",
    "times",
    "windows",
]
