"""The kernel that plays greedy deals in which melds are laid on the table.

It does what `players.greedy` does under the engine's rules, decision by decision, for one pack
without wilds. A hand is a mask as in `onepack`; stock and discard pile are rows of codes from
bottom to top. A log has a line for each action: the seat, the verb, the cards (a code; for melds a
mask), a number (for melds the place a run begins at, for a lay-off that of the meld), and the card
drawn.
"""

from __future__ import annotations

from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.compiling import lean, lowest
from rummy_lab.fast.piles import (
    DISCARD,
    FACTS,
    LAY,
    MELD,
    OVER,
    TAKE,
    begin,
    draw,
    put_on_pile,
    say,
    top_of_stock,
)
from rummy_lab.fast.records import Record
from rummy_lab.fast.tabled import (
    arranged,
    best_discard,
    grow,
    lay_is_legal,
    left,
    may_lay_off,
    meld_is_legal,
    other_meld,
    put,
    total,
)


@lean
def _begin(seed: int, number: int, dealer: int, rules: Record, deal: Record) -> None:
    """Shuffles and deals."""
    begin(seed, number, dealer, rules, deal)
    deal.melds = 0
    for seat in range(rules.players):
        deal.hands[seat] = deal.played[seat] = 0
    seat = dealer
    for _ in range(rules.players * rules.cards_dealt):
        seat = (seat + 1) % rules.players
        deal.hands[seat] |= 1 << top_of_stock(deal)
    put_on_pile(top_of_stock(deal), deal)


# --- drawing ----------------------------------------------------------------------------------


@lean
def _helps(hand: int, upcard: int, rules: Record, deal: Record) -> bool:
    """Whether the greedy player takes the upcard."""
    seat, bit = deal.seat, 1 << upcard
    banned = bit if rules.redraw_discard_ban else 0
    if deal.melds and may_lay_off(seat, rules, deal):
        for n in range(deal.melds):
            if lay_is_legal(hand | bit, upcard, n, banned, seat, rules, deal):
                return True
    now = left(hand, rules, deal)
    if left(hand | bit, rules, deal) >= now + total(bit, rules):
        return False
    return best_discard(hand | bit, banned, rules, deal)[0] < now


@lean
def _take(upcard: int, rules: Record, deal: Record, log: Array) -> None:
    deal.in_pile -= 1
    deal.hands[deal.seat] |= 1 << upcard
    deal.banned = 1 << upcard if rules.redraw_discard_ban else 0
    say(deal, log, TAKE, upcard, 0, -1)


@lean
def _drawn(seed: int, number: int, rules: Record, deal: Record, log: Array) -> bool:
    """The player in turn takes a card; False where none can be had and the deal is over."""
    deal.banned = 0
    while True:
        if deal.in_pile:
            upcard = deal.pile[deal.in_pile - 1]
            if _helps(deal.hands[deal.seat], upcard, rules, deal):
                _take(upcard, rules, deal, log)
                return True
        top = draw(seed, number, rules, deal, log)
        if top == OVER:
            return False
        if top >= 0:
            deal.hands[deal.seat] |= 1 << top
            return True


# --- playing ----------------------------------------------------------------------------------


@lean
def _played(cards: int, deal: Record) -> None:
    """Cards go from the hand to the table."""
    deal.hands[deal.seat] &= ~cards
    deal.played_now = 1


@lean
def _lay_down(rules: Record, deal: Record, log: Array) -> bool:
    """Lays a meld of the best arrangement, or another where none of these is legal."""
    seat, banned = deal.seat, deal.banned
    hand = deal.hands[seat]
    if deal.melds_now >= rules.melds_per_turn:
        return False
    if left(hand, rules, deal) == total(hand, rules):
        return False
    chosen = place = 0
    for n in range(arranged(hand, rules, deal)):
        cards, first = deal.found[n], deal.places[n]
        if meld_is_legal(hand, cards, first, banned, seat, rules, deal):
            chosen, place = cards, first
            break
    if not chosen:
        chosen, place = other_meld(hand, banned, seat, rules, deal)
    if not chosen:
        return False
    put(chosen, place, seat, deal)
    deal.melds_now += 1
    _played(chosen, deal)
    say(deal, log, MELD, chosen, place, -1)
    return True


@lean
def _lay_off(rules: Record, deal: Record, log: Array) -> bool:
    """Lays off the dearest card that can be."""
    seat, banned = deal.seat, deal.banned
    hand = deal.hands[seat]
    if not deal.melds or not may_lay_off(seat, rules, deal):
        return False
    for of_value in rules.values:
        group = of_value & hand
        while group:
            code = lowest(group)
            for n in range(deal.melds):
                if lay_is_legal(hand, code, n, banned, seat, rules, deal):
                    grow(n, code, rules, deal)
                    _played(1 << code, deal)
                    say(deal, log, LAY, code, n + 1, -1)
                    return True
            group &= group - 1
    return False


@lean
def _discard(rules: Record, deal: Record, log: Array) -> None:
    seat = deal.seat
    bit = best_discard(deal.hands[seat], deal.banned, rules, deal)[1]
    deal.hands[seat] ^= bit
    put_on_pile(lowest(bit), deal)
    say(deal, log, DISCARD, lowest(bit), 0, -1)


@lean
def _play(seed: int, number: int, dealer: int, rules: Record, deal: Record, log: Array) -> None:
    """Plays a deal to its end."""
    _begin(seed, number, dealer, rules, deal)
    while _drawn(seed, number, rules, deal, log):
        seat = deal.seat
        deal.melds_now = deal.played_now = 0
        while deal.hands[seat] and (_lay_down(rules, deal, log) or _lay_off(rules, deal, log)):
            pass
        if deal.hands[seat]:
            _discard(rules, deal, log)
        if not deal.hands[seat]:
            deal.out, deal.whole_hand = seat, not deal.played[seat]
            return
        if deal.played_now:
            deal.played[seat] = 1
        deal.seat = (seat + 1) % rules.players
        deal.turns += 1


@lean
def play_many(seeds: Array, number: int, dealer: int, some_rules, deals, log: Array, ends: Array):
    """Plays a deal for each seed and fills a row of `ends` for each.

    `some_rules` and `deals` are arrays of one record; `log` has room for the log of the last deal.
    A row is out, whole_hand, turns, actions, recycles, ending; then by seat the hands left, the
    melds laid, how many cards are left and what they cost.
    """
    rules, deal = some_rules[0], deals[0]
    players = rules.players
    for n in range(len(seeds)):
        _play(seeds[n], number, dealer, rules, deal, log)
        ends[n, 0], ends[n, 1], ends[n, 2] = deal.out, deal.whole_hand, deal.turns
        ends[n, 3], ends[n, 4], ends[n, 5] = deal.actions, deal.recycles, deal.ending
        for seat in range(players):
            hand = deal.hands[seat]
            ends[n, FACTS + seat] = hand
            ends[n, FACTS + 3 * players + seat] = total(hand, rules)
            while hand:
                ends[n, FACTS + 2 * players + seat] += 1
                hand &= hand - 1
        for m in range(deal.melds):
            ends[n, FACTS + players + deal.owner[m]] += 1
