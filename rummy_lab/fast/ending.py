"""The kernel that plays greedy deals in which hands are arranged at the end: any packs, any wilds.

It does what `players.greedy` does under the engine's rules, decision by decision. A hand is a row
of codes in any order. `space` is what `hands.fewest` needs, and `counting` the same where every
card costs one point, which tells whether all can be melded. Where they have no more room the deal
is given up; it is played again with more.
"""

from __future__ import annotations

from typing import Any

from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.compiling import lean
from rummy_lab.fast.hands import fewest
from rummy_lab.fast.layout import Ints
from rummy_lab.fast.lines import FULL_MEMORY, KEPT, KEPT_BEFORE
from rummy_lab.fast.piles import (
    BY_LAST_TURNS,
    BY_OUT,
    DISCARD,
    FACTS,
    GO_OUT,
    OVER,
    TAKE,
    begin,
    draw,
    put_on_pile,
    say,
    top_of_stock,
)
from rummy_lab.fast.records import MOST_HELD, Record

LEFT_TO_ENGINE = -1
"""The ending of a deal with a hand that is too much for the kernels."""
LAST_KEY = 1 << 40


# --- hands ------------------------------------------------------------------------------------


@lean
def _get(code: int, deal: Record) -> None:
    """The player in turn gets a card."""
    seat = deal.seat
    deal.hands[seat, deal.held[seat]] = code
    deal.held[seat] += 1


@lean
def _lose(code: int, deal: Record) -> None:
    """A card leaves the hand of the player in turn."""
    seat, n = deal.seat, 0
    while deal.hands[seat, n] != code:
        n += 1
    deal.held[seat] -= 1
    deal.hands[seat, n] = deal.hands[seat, deal.held[seat]]
    deal.hands[seat, deal.held[seat]] = -1


@lean
def _left(deal: Record, space: Ints) -> int:
    """The fewest points that an arrangement of the hand in turn leaves; 0 in trouble."""
    if deal.trouble:
        return 0
    found = fewest(deal.hands[deal.seat], space)
    if found < 0:
        deal.trouble = found
        return 0
    return found


@lean
def _left_without(code: int, deal: Record, space: Ints) -> int:
    """The same after the discard of a card."""
    _lose(code, deal)
    found = _left(deal, space)
    _get(code, deal)
    return found


@lean
def _next(after: int, banned: int, wilds: bool, rules: Record, deal: Record) -> int:
    """The key of the next card of the hand, the dearest first, then in order; `LAST_KEY` for none.

    A key ends in seven bits with the card's code; `wilds` says whether wild cards are among them.
    """
    seat, found = deal.seat, LAST_KEY
    for n in range(deal.held[seat]):
        code = deal.hands[seat, n]
        key = -rules.points[code] * 128 + code
        if after < key < found and code != banned and (wilds or not rules.wild[code]):
            found = key
    return found


@lean
def _best_discard(
    least: int, banned: int, rules: Record, deal: Record, space: Ints
) -> tuple[int, int]:
    """The points that the best discard leaves, and its code; `least` is what the hand leaves.

    Wilds are kept as long as there is another card that may go.
    """
    wilds = _next(-LAST_KEY, banned, False, rules, deal) == LAST_KEY
    best = found = -1
    key = _next(-LAST_KEY, banned, wilds, rules, deal)
    while key < LAST_KEY:
        code = key & 127
        if found >= 0 and least - rules.points[code] >= best:
            break
        after = _left_without(code, deal, space)
        if found < 0 or after < best:
            best, found = after, code
        key = _next(key, banned, wilds, rules, deal)
    return best, found


# --- drawing ----------------------------------------------------------------------------------


@lean
def _ban(code: int, rules: Record, deal: Record) -> int:
    """The card that may not be discarded once it is taken: -1 where an equal one is held."""
    for n in range(deal.held[deal.seat]):
        if deal.hands[deal.seat, n] == code:
            return -1
    return code if rules.redraw_discard_ban else -1


@lean
def _helps(upcard: int, rules: Record, deal: Record, space: Ints) -> bool:
    """Whether the greedy player takes the upcard."""
    banned, now = _ban(upcard, rules, deal), _left(deal, space)
    _get(upcard, deal)
    least = _left(deal, space)
    helps = least < now + rules.points[upcard]
    helps = helps and _best_discard(least, banned, rules, deal, space)[0] < now
    _lose(upcard, deal)
    return helps


@lean
def _drawn(seed: int, number: int, rules: Record, deal: Record, space: Ints, log: Array) -> bool:
    """The player in turn takes a card; False where none can be had and the deal is over."""
    deal.banned = -1
    while True:
        if deal.in_pile:
            upcard = deal.pile[deal.in_pile - 1]
            if _helps(upcard, rules, deal, space):
                deal.banned = _ban(upcard, rules, deal)
                deal.in_pile -= 1
                _get(upcard, deal)
                say(deal, log, TAKE, upcard, 0, -1)
                return True
        top = draw(seed, number, rules, deal, log)
        if top == OVER:
            return False
        if top >= 0:
            _get(top, deal)
            return True


# --- the end of a turn ------------------------------------------------------------------------


@lean
def _going_out(least: int, rules: Record, deal: Record, counting: Ints) -> int:
    """The dearest card that leaves all others melded, or -1."""
    key = _next(-LAST_KEY, -1, True, rules, deal)
    if deal.out >= 0 or least > rules.points[key & 127]:
        return -1
    while key < LAST_KEY:
        code = key & 127
        if code != deal.banned and not _left_without(code, deal, counting):
            return code
        key = _next(key, -1, True, rules, deal)
    return -1


@lean
def _over(verb: int, code: int, rules: Record, deal: Record, log: Array) -> bool:
    """A card is discarded; whether the deal is over with it."""
    seat = deal.seat
    _lose(code, deal)
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
    for seat in range(rules.players):
        deal.held[seat] = 0
        for n in range(MOST_HELD):
            deal.hands[seat, n] = -1
    for _ in range(rules.players * rules.cards_dealt):
        _get(top_of_stock(deal), deal)
        deal.seat = (deal.seat + 1) % rules.players
    put_on_pile(top_of_stock(deal), deal)


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
        least = _left(deal, space)
        verb, code = GO_OUT, _going_out(least, rules, deal, counting)
        if code < 0:
            verb, code = DISCARD, _best_discard(least, deal.banned, rules, deal, space)[1]
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
            ends[n, FACTS + 3 * players + seat] = _left(deal, space)
            for m in range(MOST_HELD):
                hands[n, seat, m] = deal.hands[seat, m]
        if deal.trouble == FULL_MEMORY:
            return n
        if deal.trouble:
            deal.ending = LEFT_TO_ENGINE
        ends[n, 0], ends[n, 1], ends[n, 2] = deal.out, deal.whole_hand, deal.turns
        ends[n, 3], ends[n, 4], ends[n, 5] = deal.actions, deal.recycles, deal.ending
    return len(seeds)
