"""The melds on the table of a deal from any packs with any wilds, and what may be laid there.

As in `tabled` a turn can end unless one card is left in hand that may not be discarded, and no meld
takes it. A wild may stand for several cards on one meld: its readings are numbered in the order of
`melds.readings`.
"""

from __future__ import annotations

from rummy_lab.cards import JOKER_CODE
from rummy_lab.fast.compiling import lean, lowest
from rummy_lab.fast.lines import TOO_MUCH
from rummy_lab.fast.onepack import FULL
from rummy_lab.fast.records import MOST_MELDS, MOST_SIZE, Record
from rummy_lab.fast.tabled import NEVER, REQUIRED, could_take, grow, may_lay_off

SET, RUN = 0, 1
NOTHING = -1


# --- what a meld takes ------------------------------------------------------------------------


@lean
def reading(number: int, code: int, n: int, rules: Record, deal: Record) -> int:
    """The card that a card stands for on a meld by its reading `n`; `NOTHING` where there is none.

    A card of the wild rank stands for itself where it can.
    """
    kind, size, wilds = deal.kind[number], deal.size[number], deal.wilds[number]
    most = rules.limits[kind, min(size + 1, MOST_SIZE - 1)]
    if wilds <= most and _goes_on(number, code, rules, deal):
        return NOTHING if n else code
    if not rules.wild[code] or wilds >= most or (kind == SET and size >= rules.set_most):
        return NOTHING
    return _end(number, n, rules, deal) if kind == RUN else _suit_of_set(number, n, rules, deal)


@lean
def _goes_on(number: int, code: int, rules: Record, deal: Record) -> bool:
    """Whether a card goes on a meld as itself."""
    if code == JOKER_CODE:
        return False
    if deal.kind[number] == RUN:
        return could_take(number, code, rules, deal)
    if rules.distinct and deal.suits[number] >> code // 13 & 1:
        return False
    return code % 13 + 1 == deal.first[number] and deal.size[number] < rules.set_most


@lean
def _end(number: int, n: int, rules: Record, deal: Record) -> int:
    """The card at one end of a run: the end first with which the run begins lower."""
    first, size = deal.first[number], deal.size[number]
    seen = 0
    for start in range(1, 14):
        for end in range(2):
            rank = rules.ends[first, size, end, 0]
            if rank and rules.ends[first, size, end, 1] == start and rules.there[rank]:
                if seen == n:
                    suit = lowest(rules.suits) if rules.any_suits else deal.suit[number]
                    return rank - 1 + 13 * suit
                seen += 1
    return NOTHING


@lean
def _suit_of_set(number: int, n: int, rules: Record, deal: Record) -> int:
    """The card of a set that a wild stands for: of a suit that is not there yet, if it can be."""
    free = rules.suits & ~deal.suits[number]
    if not rules.distinct:
        if n:
            return NOTHING
        free = free if free else rules.suits
    for _ in range(n):
        free &= free - 1
    return deal.first[number] - 1 + 13 * lowest(free) if free else NOTHING


@lean
def lay(number: int, code: int, stands: int, rules: Record, deal: Record) -> None:
    """A card goes on a meld that takes it, for what it stands for."""
    deal.suits[number] |= 1 << stands // 13
    deal.wilds[number] += code != stands
    grow(number, stands, rules, deal)
    if deal.size[number] >= MOST_SIZE:
        deal.trouble = TOO_MUCH


@lean
def put(n: int, deal: Record) -> None:
    """Lays the meld of a number, of those that were found, on the table."""
    m = deal.melds
    if m >= MOST_MELDS - 1:
        deal.trouble = TOO_MUCH
        return
    deal.kind[m] = RUN if deal.places[n] else SET
    deal.first[m] = deal.stands[n, 0] % 13 + 1
    deal.suit[m] = deal.stands[n, 0] // 13
    deal.owner[m], deal.size[m] = deal.seat, deal.sizes[n]
    deal.suits[m] = deal.wilds[m] = 0
    for i in range(deal.sizes[n]):
        deal.suits[m] |= 1 << deal.stands[n, i] // 13
        deal.wilds[m] += deal.cards[n, i] != deal.stands[n, i]
    deal.melds = m + 1


# --- what is legal ----------------------------------------------------------------------------


@lean
def _can_end(count: int, last: int, rules: Record, deal: Record) -> bool:
    """Whether the turn can end with so many cards left in hand; `last` is the one that is left."""
    if not count:
        return rules.go_out_discard != REQUIRED
    if count > 1 or (rules.go_out_discard != NEVER and last != deal.banned):
        return True
    if rules.go_out_discard == REQUIRED or not may_lay_off(deal.seat, rules, deal):
        return False
    takes = False
    for n in range(deal.melds):
        takes = takes or reading(n, last, 0, rules, deal) != NOTHING
    return takes


@lean
def legal_reading(number: int, code: int, rules: Record, deal: Record) -> int:
    """The first legal reading of a card of the hand in turn on a meld; `NOTHING` where none is.

    That the seat may lay off is known.
    """
    seat, n = deal.seat, 0
    last = deal.hands[seat, 0]
    if last == code:
        last = deal.hands[seat, 1]
    stands = reading(number, code, 0, rules, deal)
    while stands != NOTHING:
        first, suits, wilds = deal.first[number], deal.suits[number], deal.wilds[number]
        size = deal.size[number]
        lay(number, code, stands, rules, deal)
        legal = _can_end(deal.held[seat] - 1, last, rules, deal)
        deal.first[number], deal.suits[number], deal.wilds[number] = first, suits, wilds
        deal.size[number] = size
        if legal:
            return stands
        n += 1
        stands = reading(number, code, n, rules, deal)
    return NOTHING


@lean
def meld_is_legal(n: int, rules: Record, deal: Record) -> bool:
    """Whether the meld of a number, of those that were found, may be laid down."""
    seat, size = deal.seat, deal.sizes[n]
    count, last = deal.held[seat] - size, NOTHING
    if count == 1:  # the sum of all codes less those of the meld
        last = 0
        for i in range(deal.held[seat]):
            last += deal.hands[seat, i]
        for i in range(size):
            last -= deal.cards[n, i]
    put(n, deal)
    if deal.trouble:  # there is no room for it
        return False
    legal = _can_end(count, last, rules, deal)
    deal.melds -= 1
    return legal


# --- the melds of plain hands -----------------------------------------------------------------


@lean
def write_out(n: int, deal: Record) -> None:
    """Writes the meld of a number, one that `tabled.arranged` found, as its cards in order."""
    mask, place, size = deal.found[n], deal.places[n], 0
    while mask:
        code = lowest(mask)
        if place:
            code = _in_run(mask, place + size)
        deal.cards[n, size] = deal.stands[n, size] = code
        mask &= ~(1 << code)
        size += 1
    deal.sizes[n] = size


@lean
def _in_run(mask: int, place: int) -> int:
    """The card of a run that stands at a place."""
    rank = (place - 1) % 13
    for suit in range(4):
        if mask >> 13 * suit & FULL & 1 << rank:
            return 13 * suit + rank
    return NOTHING
