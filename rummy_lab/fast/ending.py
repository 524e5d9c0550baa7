"""The kernel that plays greedy deals in which hands are arranged at the end: any packs, any wilds.

It does what `players.greedy` does under the engine's rules, decision by decision, with hands as
in `holding`. `space` is what `hands.fewest` needs, and `counting` the same where every
card costs one point, which tells whether all can be melded. Where they have no more room the deal
is given up; it is played again with more.
"""

from __future__ import annotations

from typing import Any

from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.compiling import lean
from rummy_lab.fast.holding import (
    LAST_KEY,
    best_discard,
    brings_less,
    deal_out,
    draw_card,
    get,
    left,
    left_in,
    lose,
    next_card,
    take,
)
from rummy_lab.fast.layout import Ints
from rummy_lab.fast.lines import FULL_MEMORY, KEPT, KEPT_BEFORE
from rummy_lab.fast.piles import (
    BY_LAST_TURNS,
    BY_OUT,
    DISCARD,
    FACTS,
    GO_OUT,
    LOOK_AGAIN,
    OVER,
    begin,
    put_on_pile,
    say,
)
from rummy_lab.fast.records import MOST_HELD, Record

LEFT_TO_ENGINE = -1
"""The ending of a deal with a hand that is too much for the kernels."""


# --- drawing ----------------------------------------------------------------------------------


@lean
def _drawn(seed: int, number: int, rules: Record, deal: Record, space: Ints, log: Array) -> bool:
    """The player in turn takes a card; False where none can be had and the deal is over."""
    deal.banned = -1
    top = LOOK_AGAIN
    while top == LOOK_AGAIN:
        if deal.in_pile and brings_less(deal.pile[deal.in_pile - 1], rules, deal, space):
            take(rules, deal, log)
            return True
        top = draw_card(seed, number, rules, deal, log)
    return top != OVER


# --- the end of a turn ------------------------------------------------------------------------


@lean
def _going_out(least: int, rules: Record, deal: Record, counting: Ints) -> int:
    """The dearest card that leaves all others melded, or -1."""
    key = next_card(-LAST_KEY, -1, True, rules, deal)
    if deal.out >= 0 or least > rules.costs[key & 127]:
        return -1
    while key < LAST_KEY:
        code = key & 127
        if code != deal.banned:
            lose(code, deal)
            over = left_in(counting, deal)
            get(code, deal)
            if not over:
                return code
        key = next_card(key, -1, True, rules, deal)
    return -1


@lean
def _over(verb: int, code: int, rules: Record, deal: Record, log: Array) -> bool:
    """A card is discarded; whether the deal is over with it."""
    seat = deal.seat
    lose(code, deal)
    put_on_pile(code, deal)
    say(deal, log, verb, code, 0, -1)
    if verb == GO_OUT:
        deal.out, deal.finals = seat, rules.last_turns
        if not deal.finals:
            deal.ending = BY_OUT
            return True
    elif deal.out >= 0:
        deal.finals -= 1
        if not deal.finals:
            deal.ending = BY_LAST_TURNS
            return True
    deal.seat = (seat + 1) % rules.players
    deal.turns += 1
    return False


# --- deals ------------------------------------------------------------------------------------


@lean
def _begin(seed: int, number: int, dealer: int, rules: Record, deal: Record) -> None:
    """Shuffles and deals."""
    begin(seed, number, dealer, rules, deal)
    deal.trouble = deal.finals = 0
    deal_out(rules, deal)


@lean
def _play(
    seed: int,
    number: int,
    dealer: int,
    rules: Record,
    deal: Record,
    space: Ints,
    counting: Ints,
    log: Array,
) -> None:
    """Plays a deal to its end."""
    _begin(seed, number, dealer, rules, deal)
    while _drawn(seed, number, rules, deal, space, log):
        least = left(rules, deal, space)
        verb, code = GO_OUT, _going_out(least, rules, deal, counting)
        if code < 0:
            verb, code = DISCARD, best_discard(least, deal.banned, rules, deal, space)[1]
        if deal.trouble or _over(verb, code, rules, deal, log):
            return


@lean
def play_many(
    seeds: Array,
    first: int,
    number: int,
    dealer: int,
    some_rules: Any,
    deals: Any,
    space: Ints,
    counting: Ints,
    log: Array,
    hands: Any,
    ends: Array,
) -> int:
    """Plays a deal for each seed from a place on and fills rows; the place where memory is full.

    Rows of `ends` are as those of `laying.play_many`, but for the hands, which stand in `hands`,
    and the melds and cards, which are not told here.
    """
    rules, deal = some_rules[0], deals[0]
    players = rules.players
    for n in range(first, len(seeds)):
        space[KEPT_BEFORE], counting[KEPT_BEFORE] = space[KEPT], counting[KEPT]
        _play(seeds[n], number, dealer, rules, deal, space, counting, log)
        for seat in range(players):
            deal.seat = seat
            ends[n, FACTS + 3 * players + seat] = left(rules, deal, space)
            for m in range(MOST_HELD):
                hands[n, seat, m] = deal.hands[seat, m]
        if deal.trouble == FULL_MEMORY:
            return n
        if deal.trouble:
            deal.ending = LEFT_TO_ENGINE
        ends[n, 0], ends[n, 1], ends[n, 2] = deal.out, deal.whole_hand, deal.turns
        ends[n, 3], ends[n, 4], ends[n, 5] = deal.actions, deal.recycles, deal.ending
    return len(seeds)
