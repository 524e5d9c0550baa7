"""The melds on the table of a deal in one pack without wilds, and what may be laid there.

What the engine finds by a look ahead is plain here: a turn can end unless one card is left in hand
that may not be discarded, and no meld takes it.
"""

from __future__ import annotations

from rummy_lab.fast.anysuit import (
    HIGH,
    HIGH_OR_LOW,
    LOW,
    ROUND,
    any_covered,
    any_roles,
    first_run,
)
from rummy_lab.fast.compiling import lean, lowest
from rummy_lab.fast.onepack import ACES, FULL, points_left, roles
from rummy_lab.fast.records import Record

ANY, OWN_MELD_FIRST, NEVER = 0, 1, 2
"""`lay_off`, and `go_out_discard` with `NEVER` the same."""
REQUIRED = 1


# --- points -----------------------------------------------------------------------------------


@lean
def total(hand: int, rules: Record) -> int:
    """What a hand costs."""
    worth = rules.totals
    return (
        worth[hand & FULL] + worth[hand >> 13 & FULL] + worth[hand >> 26 & FULL] + worth[hand >> 39]
    )


@lean
def left(hand: int, rules: Record, deal: Record) -> int:
    """The fewest points that an arrangement of a hand leaves."""
    if rules.any_suits:
        return total(hand, rules) - any_covered(hand, rules, deal)
    return points_left(hand, rules.tables)


@lean
def best_discard(hand: int, banned: int, rules: Record, deal: Record) -> tuple[int, int]:
    """The points that the best discard leaves, and its bit."""
    least = left(hand, rules, deal)
    best = found = 0
    for of_value in rules.values:
        group = of_value & hand & ~banned
        if not group:
            continue
        worth = total(group & -group, rules)
        while group:
            if found and least - worth >= best:
                return best, found
            bit = group & -group
            after = left(hand ^ bit, rules, deal)
            if not found or after < best:
                best, found = after, bit
            group ^= bit
    return best, found


# --- arrangements -----------------------------------------------------------------------------


@lean
def _ace_stays_low(suit: int, run_size: int) -> bool:
    """Whether an ace that could end two rows ends the lower one: cards of a suit that are runs."""
    up = down = 0
    while suit >> up + 1 & 1:
        up += 1
    while down < 12 and suit >> 12 - down & 1:
        down += 1
    low = up + 1 >= run_size and (not down or down >= run_size or up == 12)
    high = down + 1 >= run_size and (not up or up >= run_size)
    return low and (up >= down or not high)


@lean
def _row(suit: int, ace: int, run_size: int) -> tuple[int, int]:
    """Of cards of a suit that are runs, the row that holds the lowest; the place it begins at."""
    high = ace == HIGH or (ace == HIGH_OR_LOW and suit & 1 and not _ace_stays_low(suit, run_size))
    start = lowest(suit & ~1 if high else suit)
    if ace == ROUND and suit != FULL:
        while suit >> (start + 12) % 13 & 1:
            start = (start + 12) % 13
    row, place = 0, start
    while place < 13 and suit >> place & 1:
        row |= 1 << place
        place += 1
    if place == 13 and (high or ace == ROUND):  # on with the ace, and round the corner from there
        place = 0
        while suit & ~row & 1 << place and (not place or ace == ROUND):
            row |= 1 << place
            place += 1
    return row, start + 1


@lean
def _noted(cards: int, place: int, least: int, count: int, deal: Record) -> int:
    """Puts a meld among those found, from number `least` on in order; how many there are then."""
    n = count
    while n > least and deal.found[n - 1] & -deal.found[n - 1] > cards & -cards:
        deal.found[n], deal.places[n] = deal.found[n - 1], deal.places[n - 1]
        n -= 1
    deal.found[n], deal.places[n] = cards, place
    return count + 1


@lean
def arranged(hand: int, rules: Record, deal: Record) -> int:
    """Finds the melds of the best arrangement, sets first; how many there are."""
    if rules.any_suits:
        sets, runs = any_roles(hand, rules, deal)
    else:
        sets, runs = roles(hand, rules.tables)
    count = 0
    for rank in range(13):
        if sets & ACES << rank:
            count = _noted(sets & ACES << rank, 0, 0, count, deal)
    least = count
    while runs:
        if rules.any_suits:
            row, place = first_run(runs, rules, deal)
        else:
            shift = lowest(runs) // 13 * 13
            row, place = _row(runs >> shift & FULL, rules.ace, rules.run_size)
            row <<= shift
        count = _noted(row, place, least, count, deal)
        runs &= ~row
    return count


# --- the table --------------------------------------------------------------------------------


@lean
def could_take(number: int, code: int, rules: Record, deal: Record) -> bool:
    """Whether a card goes on a meld of the deal."""
    rank, first, size = code % 13 + 1, deal.first[number], deal.size[number]
    if not deal.kind[number]:
        return first == rank and size < (4 if rules.fours else 3)
    if not rules.any_suits and deal.suit[number] != code // 13:
        return False
    return rules.ends[first, size, 0, 0] == rank or rules.ends[first, size, 1, 0] == rank


@lean
def grow(number: int, code: int, rules: Record, deal: Record) -> None:
    """Lays a card on a meld that takes it."""
    first, size = deal.first[number], deal.size[number]
    if deal.kind[number]:
        end = 0 if rules.ends[first, size, 0, 0] == code % 13 + 1 else 1
        deal.first[number] = rules.ends[first, size, end, 1]
    deal.size[number] = size + 1


@lean
def put(cards: int, place: int, seat: int, deal: Record) -> None:
    """Lays a new meld; `place` is the one a run begins at, 0 for sets."""
    n = deal.melds
    deal.kind[n] = place > 0
    deal.suit[n] = lowest(cards) // 13
    deal.first[n] = (place - 1) % 13 + 1 if place else lowest(cards) % 13 + 1
    deal.owner[n] = seat
    deal.size[n] = 0
    while cards:
        deal.size[n] += 1
        cards &= cards - 1
    deal.melds = n + 1


@lean
def may_lay_off(seat: int, rules: Record, deal: Record) -> bool:
    """Whether a seat may lay off at all."""
    own = False
    for n in range(deal.melds):
        own = own or deal.owner[n] == seat
    return rules.lay_off == ANY or (rules.lay_off == OWN_MELD_FIRST and own)


@lean
def can_end(rest: int, banned: int, seat: int, rules: Record, deal: Record) -> bool:
    """Whether the turn can end with these cards left in hand."""
    if not rest:
        return rules.go_out_discard != REQUIRED
    if rest & rest - 1 or (rules.go_out_discard != NEVER and not rest & banned):
        return True
    if rules.go_out_discard == REQUIRED or not may_lay_off(seat, rules, deal):
        return False
    takes = False
    for n in range(deal.melds):
        takes = takes or could_take(n, lowest(rest), rules, deal)
    return takes


@lean
def lay_is_legal(
    hand: int, code: int, number: int, banned: int, seat: int, rules: Record, deal: Record
) -> bool:
    """Whether a card of a hand may be laid off on a meld; that one may lay off is known."""
    if not could_take(number, code, rules, deal):
        return False
    first, size = deal.first[number], deal.size[number]
    grow(number, code, rules, deal)
    legal = can_end(hand & ~(1 << code), banned, seat, rules, deal)
    deal.first[number], deal.size[number] = first, size
    return legal


@lean
def meld_is_legal(
    hand: int, cards: int, place: int, banned: int, seat: int, rules: Record, deal: Record
) -> bool:
    """Whether a meld may be laid down."""
    put(cards, place, seat, deal)
    legal = can_end(hand & ~cards, banned, seat, rules, deal)
    deal.melds -= 1
    return legal


# --- any other meld ---------------------------------------------------------------------------


@lean
def other_meld(hand: int, banned: int, seat: int, rules: Record, deal: Record) -> tuple[int, int]:
    """The legal meld that leaves the fewest points, where none of the arrangement's is legal.

    Of equal ones the first in the order of `melds.each_meld`. Its cards, and the place it begins at
    (0 for sets); no cards where there is none.
    """
    best = -1
    chosen = where = 0
    for rank in range(13):
        held = hand & ACES << rank
        for n in range(5):
            cards = _set_of(held, rank, n, rules.fours)
            if cards and meld_is_legal(hand, cards, 0, banned, seat, rules, deal):
                after = left(hand & ~cards, rules, deal)
                if best < 0 or after < best:
                    best, chosen, where = after, cards, 0
    for suit in range(1 if rules.any_suits else 4):
        suited = hand if rules.any_suits else hand & FULL << 13 * suit
        for size in range(rules.run_size, rules.longest_run + 1):
            first, last = _windows(size, rules.ace)
            for place in range(first, last + 1):
                for n in range(_ways(suited, place, size)):
                    cards = _run_of(suited, place, size, n)
                    if not cards:
                        continue
                    if meld_is_legal(hand, cards, place, banned, seat, rules, deal):
                        after = left(hand & ~cards, rules, deal)
                        if best < 0 or after < best:
                            best, chosen, where = after, cards, place
    return chosen, where


@lean
def _set_of(held: int, rank: int, n: int, fours: int) -> int:
    """A set of cards of a rank: of four all but the last, ... all but the first, then all."""
    if held != ACES << rank:
        three = held & held - 1
        three &= three - 1
        return held if three and not n else 0
    if n == 4:
        return held if fours else 0
    return held & ~(1 << rank + 13 * (3 - n))


@lean
def _windows(size: int, ace: int) -> tuple[int, int]:
    """The first and the last place at which a run of a size can begin."""
    if ace == ROUND:
        return 1, 13 if size < 13 else 1
    first = 2 if ace == HIGH else 1
    if size == 13 and ace == HIGH_OR_LOW:
        return 1, 1
    return first, (13 if ace == LOW else 14) - size + 1


@lean
def _of_rank(hand: int, place: int) -> int:
    """The cards of a hand that may stand at a place of a run."""
    return hand & ACES << (place - 1) % 13


@lean
def _ways(hand: int, first: int, size: int) -> int:
    """In how many ways cards of a hand fill the places of a run."""
    ways = 1
    for place in range(first, first + size):
        held, count = _of_rank(hand, place), 0
        while held:
            held &= held - 1
            count += 1
        ways *= count
    return ways


@lean
def _run_of(hand: int, first: int, size: int, n: int) -> int:
    """Of these ways the one of number n, the last place changing first; 0 where it is none."""
    cards = above = 0
    for place in range(first + size - 1, first - 1, -1):
        held = _of_rank(hand, place)
        count = _ways(hand, place, 1)
        for _ in range(n % count):
            held &= held - 1
        n //= count
        bit = held & -held
        if place == 1 and above and bit >= above:
            return 0  # an ace at each end takes two, the first of them low
        above = bit if place == 14 else above
        cards |= bit
    return cards
