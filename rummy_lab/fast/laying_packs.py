"""The kernel that plays greedy deals with melds on the table, from any packs with any wilds.

It does what `players.greedy` does under the engine's rules, decision by decision, with hands as in
`holding`. How a hand with wilds or equal cards is arranged is asked of Python: `play_many` comes
back in the middle of a deal, with `asked` set, and goes on when it is called again. A log has
behind the five numbers of `laying` the cards of a meld and what each stands for, or the latter for
a lay-off.
"""

from __future__ import annotations

from typing import Any

from rummy_lab.cards import JOKER_CODE
from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.compiling import lean
from rummy_lab.fast.ending import LEFT_TO_ENGINE
from rummy_lab.fast.holding import (
    LAST_KEY,
    ban,
    best_discard,
    brings_less,
    cost,
    deal_out,
    draw_card,
    get,
    left,
    lose,
    next_card,
    plain_mask,
    take,
)
from rummy_lab.fast.layout import Ints
from rummy_lab.fast.lines import FULL_MEMORY, KEPT, KEPT_BEFORE
from rummy_lab.fast.piles import (
    DISCARD,
    FACTS,
    LAY,
    LOOK_AGAIN,
    MELD,
    OVER,
    begin,
    put_on_pile,
    say,
)
from rummy_lab.fast.records import MOST_HELD, Record
from rummy_lab.fast.tabled import arranged, may_lay_off
from rummy_lab.fast.tabled_packs import (
    NOTHING,
    lay,
    legal_reading,
    meld_is_legal,
    put,
    write_out,
)

NOT_ASKED, BEST, OTHERS = range(3)
"""What is asked of Python: the melds of the best arrangement; all others, the best first."""
ASKS = -3
"""The trouble of a deal that waits for an answer."""
LINE = 5 + 2 * MOST_HELD
"""How many numbers a line of a log has."""


# --- drawing ----------------------------------------------------------------------------------


@lean
def _helps(upcard: int, rules: Record, deal: Record, space: Ints) -> bool:
    """Whether the greedy player takes the upcard."""
    if deal.melds and may_lay_off(deal.seat, rules, deal):
        deal.banned = ban(upcard, rules, deal)
        get(upcard, deal)
        takes = False
        for n in range(deal.melds):
            takes = takes or legal_reading(n, upcard, rules, deal) != NOTHING
        lose(upcard, deal)
        deal.banned = NOTHING
        if takes:
            return True
    return brings_less(upcard, rules, deal, space)


@lean
def _drawn(seed: int, number: int, rules: Record, deal: Record, space: Ints, log: Array) -> bool:
    """The player in turn takes a card; False where none can be had and the deal is over."""
    deal.banned = NOTHING
    deal.melds_now = deal.played_now = deal.joker_now = deal.kept = 0
    top = LOOK_AGAIN
    while top == LOOK_AGAIN:
        if deal.in_pile and _helps(deal.pile[deal.in_pile - 1], rules, deal, space):
            take(rules, deal, log)
            return True
        top = draw_card(seed, number, rules, deal, log)
    return top != OVER


# --- playing ----------------------------------------------------------------------------------


@lean
def _play_card(code: int, deal: Record) -> None:
    """A card goes from the hand to the table."""
    lose(code, deal)
    deal.played_now = 1
    if code == JOKER_CODE:
        deal.joker_now = 1


@lean
def _ask(what: int, deal: Record) -> int:
    """Stops until Python has answered; there are no melds until then."""
    deal.trouble, deal.asked = ASKS, what
    return 0


@lean
def _found(rules: Record, deal: Record) -> int:
    """Writes out the melds of the best arrangement of the hand in turn; how many, or asks."""
    mask = plain_mask(rules, deal) if rules.arranges else -1
    if mask < 0:
        return _ask(BEST, deal)
    count = arranged(mask, rules, deal)
    for n in range(count):
        write_out(n, deal)
    return count


@lean
def _put_down(count: int, rules: Record, deal: Record, log: Array) -> bool:
    """Lays the first legal one of the melds that were found and are still in hand."""
    for n in range(count):
        size, line = deal.sizes[n], deal.actions
        if size and meld_is_legal(n, rules, deal):
            put(n, deal)
            deal.sizes[n] = 0
            deal.melds_now += 1
            say(deal, log, MELD, size, deal.places[n], -1)
            for i in range(size):
                _play_card(deal.cards[n, i], deal)
                if line < len(log):
                    log[line, 5 + i] = deal.cards[n, i]
                    log[line, 5 + MOST_HELD + i] = deal.stands[n, i]
            return True
    return False


@lean
def _lay_down(rules: Record, deal: Record, space: Ints, log: Array) -> bool:
    """Lays a meld of the best arrangement, or another where none of these is legal.

    Once a meld of it is laid the others are the best arrangement of what is left.
    """
    if deal.melds_now >= rules.melds_per_turn:
        return False
    answered, count = deal.answered, deal.answers
    deal.answered = NOT_ASKED
    if not answered:
        if left(rules, deal, space) == cost(deal.seat, rules, deal) or deal.trouble:
            return False
        count = deal.kept if deal.kept else _found(rules, deal)
    if deal.trouble:
        return False
    deal.kept = 0 if answered == OTHERS else count
    if _put_down(count, rules, deal, log):
        return True
    if answered != OTHERS and not deal.trouble:
        _ask(OTHERS, deal)
    return False


@lean
def _lay_off(rules: Record, deal: Record, log: Array) -> bool:
    """Lays off the dearest card that can be."""
    if deal.trouble or not deal.melds or not may_lay_off(deal.seat, rules, deal):
        return False
    key = next_card(-LAST_KEY, NOTHING, True, rules, deal)
    while key < LAST_KEY:
        code = key & 127
        for n in range(deal.melds):
            stands = legal_reading(n, code, rules, deal)
            if stands != NOTHING:
                lay(n, code, stands, rules, deal)
                if deal.actions < len(log):
                    log[deal.actions, 5] = stands
                say(deal, log, LAY, code, n + 1, -1)
                _play_card(code, deal)
                deal.kept = 0
                return True
        key = next_card(key, NOTHING, True, rules, deal)
    return False


@lean
def _discard(rules: Record, deal: Record, space: Ints, log: Array) -> None:
    least = left(rules, deal, space)
    code = best_discard(least, deal.banned, rules, deal, space)[1]
    lose(code, deal)
    put_on_pile(code, deal)
    say(deal, log, DISCARD, code, 0, -1)


# --- deals ------------------------------------------------------------------------------------


@lean
def _begin(seed: int, number: int, dealer: int, rules: Record, deal: Record) -> None:
    """Shuffles and deals."""
    begin(seed, number, dealer, rules, deal)
    deal.trouble = deal.melds = 0
    deal.answered = NOT_ASKED
    for seat in range(rules.players):
        deal.played[seat] = 0
    deal_out(rules, deal)


@lean
def _play(
    seed: int, number: int, dealer: int, rules: Record, deal: Record, space: Ints, log: Array
) -> None:
    """Plays a deal to its end, from where an answer was waited for, or until one is."""
    if not deal.answered:
        _begin(seed, number, dealer, rules, deal)
    while deal.answered or _drawn(seed, number, rules, deal, space, log):
        seat = deal.seat
        while deal.held[seat] and (
            _lay_down(rules, deal, space, log) or _lay_off(rules, deal, log)
        ):
            pass
        if deal.held[seat] and not deal.trouble:
            _discard(rules, deal, space, log)
        if deal.trouble:
            return
        if not deal.held[seat]:
            deal.out = seat
            deal.whole_hand = 0 if deal.played[seat] else 1 + deal.joker_now
            return
        if deal.played_now:
            deal.played[seat] = 1
        deal.seat = (seat + 1) % rules.players
        deal.turns += 1


@lean
def play_many(
    seeds: Array,
    first: int,
    number: int,
    dealer: int,
    some_rules: Any,
    deals: Any,
    space: Ints,
    log: Array,
    hands: Any,
    ends: Array,
) -> int:
    """Plays a deal for each seed from a place on and fills rows; the place where Python is needed.

    Rows of `ends` are as those of `laying.play_many`, but for the hands, which stand in `hands`;
    `whole_hand` is 2 where a joker was played with it.
    """
    rules, deal = some_rules[0], deals[0]
    players = rules.players
    for n in range(first, len(seeds)):
        if not deal.answered:
            space[KEPT_BEFORE] = space[KEPT]
        _play(seeds[n], number, dealer, rules, deal, space, log)
        if deal.trouble == FULL_MEMORY or deal.trouble == ASKS:
            return n
        if deal.trouble:
            deal.ending = LEFT_TO_ENGINE
        ends[n, 0], ends[n, 1], ends[n, 2] = deal.out, deal.whole_hand, deal.turns
        ends[n, 3], ends[n, 4], ends[n, 5] = deal.actions, deal.recycles, deal.ending
        for seat in range(players):
            ends[n, FACTS + 2 * players + seat] = deal.held[seat]
            ends[n, FACTS + 3 * players + seat] = cost(seat, rules, deal)
            for m in range(MOST_HELD):
                hands[n, seat, m] = deal.hands[seat, m]
        for m in range(deal.melds):
            ends[n, FACTS + players + deal.owner[m]] += 1
    return len(seeds)
