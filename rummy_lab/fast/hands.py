"""The fewest points left in a hand under any rules: `arrange/solver.py`, compiled.

`fewest(cards, …)` takes the codes of a hand. For each rank, which of its cards go into sets is
chosen, depth first; what is left of each line goes into runs (`lines.py`); the wilds tie these
together. A choice is dropped where all that could still come would not better the best found.
"""

from __future__ import annotations

from rummy_lab.arrange.solver import UNIT
from rummy_lab.fast.compiling import compiled
from rummy_lab.fast.layout import (
    AS_RUN,
    COUNT,
    FITS,
    GAINS,
    HELD,
    INDEX,
    LEAST_SET,
    MIXED,
    MOST,
    MOST_COPIES,
    MOST_OF_RANK,
    ONLY_WILDS,
    PARTS,
    PLACE,
    POINTS,
    SUITS,
    WILD,
    Ints,
)
from rummy_lab.fast.lines import FULL_MEMORY, NEVER, WIDE, line_slot
from rummy_lab.fast.lines import WORK as LINES_WORK

TOO_MUCH = -2
"""A hand that the kernels leave to the engine: very many equal cards, wilds or choices."""
MOST_MOVES = 2048
MOST_DEPTH = 14

# the working space after that of the lines
HELD_OF = LINES_WORK
"""By rank index: how many cards there are of each suit, as a pattern."""
OWN = HELD_OF + 13
"""By suit: how many cards of the wild rank there are, and how many stand for themselves."""
SPENT = OWN + 10
"""By how many wilds are in melds, the most that they cost, in units."""
RANK = SPENT + 16
FIRST = RANK + 13
REST = FIRST + 14
"""By the number of a rank with choices: its index, its first move, and the most that it and those
after it bring."""
MOVE = REST + 14
"""The moves: the cards that go into sets as a pattern, what they bring, the numbers of wilds."""
BY_COUNT = MOVE + 3 * MOST_MOVES
SUM, OTHER = BY_COUNT + 48, BY_COUNT + 64
"""Vectors that are being put together."""
KEYS = OTHER + 16
SLOTS = KEYS + MOST_DEPTH * 5
TOPS = SLOTS + MOST_DEPTH * 5
"""By depth and line: its key, where its vector is, and the most of that."""
VALUE = TOPS + MOST_DEPTH * 5
TAKEN = VALUE + MOST_DEPTH
"""By depth: what the sets bring, and the numbers of wilds that can be in them, as bits."""
AT_RANK = TAKEN + MOST_DEPTH
AT_MOVE = AT_RANK + MOST_DEPTH
"""By depth: the rank and the move that were chosen."""
WORK = AT_MOVE + MOST_DEPTH
"""How long the whole working space is."""


@compiled
def fewest(cards: Ints, layout: Ints, keys: Ints, values: Ints, work: Ints) -> int:
    """The fewest points that a hand leaves; else `FULL_MEMORY` or `TOO_MUCH`.

    `cards` are codes; those below zero are none.
    """
    for n in range(HELD_OF, SPENT):
        work[n] = 0
    total = naturals = jokers = own = 0
    joker_cost = own_cost = wild_index = 0
    for code in cards:
        if code < 0:
            continue
        points = layout[POINTS + code]
        place = layout[PLACE + code]
        total += points
        if not layout[WILD + code]:
            if place >= 0:
                index = layout[INDEX + code]
                if work[HELD_OF + index] >> HELD * place & MOST_COPIES == MOST_COPIES:
                    return TOO_MUCH
                work[HELD_OF + index] += 1 << HELD * place
                naturals += points * UNIT + 1
        elif place < 0:
            jokers += 1
            joker_cost = points * UNIT
        else:
            own += 1
            own_cost = points * UNIT
            wild_index = layout[INDEX + code]
            work[OWN + place] += 1
            if work[OWN + place] > MOST_COPIES:
                return TOO_MUCH
    if jokers + own > layout[MOST]:
        return TOO_MUCH
    best, ceiling = NEVER, naturals + jokers * joker_cost + own * own_cost
    while True:  # each choice of the cards of the wild rank that stand for themselves
        kept = pattern = 0
        for suit in range(5):
            kept += work[OWN + 5 + suit]
            pattern += work[OWN + 5 + suit] << HELD * suit
        _spend(jokers, joker_cost, own - kept, own_cost, work)
        work[HELD_OF + wild_index] += pattern
        found = _covered(jokers + own - kept, ceiling, layout, keys, values, work)
        work[HELD_OF + wild_index] -= pattern
        if found < 0:
            return found
        best = max(best, found)
        if not layout[PARTS] or best // UNIT == total or not _next_kept(work):
            return total - best // UNIT


@compiled
def _next_kept(work: Ints) -> bool:
    """The next choice of cards of the wild rank that stand for themselves; whether there is one."""
    for suit in range(5):
        if work[OWN + 5 + suit] < work[OWN + suit]:
            work[OWN + 5 + suit] += 1
            return True
        work[OWN + 5 + suit] = 0
    return False


@compiled
def _spend(jokers: int, joker_cost: int, own: int, own_cost: int, work: Ints) -> None:
    """Fills `SPENT`: the dearest wilds go into melds first."""
    if own_cost > joker_cost:
        jokers, joker_cost, own, own_cost = own, own_cost, jokers, joker_cost
    work[SPENT] = 0
    for n in range(jokers + own):
        work[SPENT + n + 1] = work[SPENT + n] + (joker_cost if n < jokers else own_cost)


# -- sets ------------------------------------------------------------------------------------------


@compiled
def _moves(wilds: int, layout: Ints, work: Ints) -> int:
    """Writes down the ranks with choices and their moves; how many ranks, or `TOO_MUCH`."""
    least = max(layout[LEAST_SET] - wilds, 1)
    ranks = moves = 0
    for index in range(12, -1, -1):
        held = work[HELD_OF + index]
        if not held or cards_in(held) < least:
            continue
        work[RANK + ranks] = index
        work[FIRST + ranks] = moves
        if layout[MIXED]:
            moves = _moves_by_count(index, held, wilds, moves, layout, work)
        else:
            chosen = held
            while chosen and moves < MOST_MOVES:
                bits = _wilds_with(chosen, index, wilds, layout)
                if bits:
                    moves = _add_move(chosen, cards_in(chosen), bits, index, moves, layout, work)
                chosen = _fewer(chosen, held)
        if moves >= MOST_MOVES:
            return TOO_MUCH
        if moves > work[FIRST + ranks]:
            ranks += 1
    work[FIRST + ranks] = moves
    work[REST + ranks] = 0
    for n in range(ranks - 1, -1, -1):
        most = 0
        for move in range(work[FIRST + n], work[FIRST + n + 1]):
            most = max(most, work[MOVE + 3 * move + 1])
        work[REST + n] = work[REST + n + 1] + most
    return ranks


@compiled
def _moves_by_count(index: int, held: int, wilds: int, moves: int, layout: Ints, work: Ints) -> int:
    """The moves where runs are of any suits: it matters only how many cards go."""
    most = cards_in(held)
    for count in range(most + 1):
        work[BY_COUNT + count] = 0
    chosen = held
    while chosen:
        work[BY_COUNT + cards_in(chosen)] |= _wilds_with(chosen, index, wilds, layout)
        chosen = _fewer(chosen, held)
    for count in range(most, 0, -1):
        bits = work[BY_COUNT + count]
        if bits and moves < MOST_MOVES:
            moves = _add_move(count, count, bits, index, moves, layout, work)
    return moves


@compiled
def _add_move(
    pattern: int, count: int, bits: int, index: int, moves: int, layout: Ints, work: Ints
) -> int:
    work[MOVE + 3 * moves] = pattern
    work[MOVE + 3 * moves + 1] = count * layout[GAINS + index]
    work[MOVE + 3 * moves + 2] = bits
    return moves + 1


@compiled
def _wilds_with(chosen: int, index: int, wilds: int, layout: Ints) -> int:
    """The numbers of wilds with which cards of a rank are sets; none where one is as well a run."""
    bits = layout[FITS + chosen] & (2 << wilds) - 1
    if cards_in(chosen) == 1 and not bits & ~layout[AS_RUN + index]:
        return 0
    return bits


@compiled
def cards_in(pattern: int) -> int:
    """How many cards there are in a pattern."""
    found = 0
    while pattern:
        found += pattern & MOST_COPIES
        pattern >>= HELD
    return found


@compiled
def _fewer(chosen: int, held: int) -> int:
    """The next choice among the cards of a pattern, from all down to none."""
    digit = MOST_COPIES
    while not chosen & digit:
        chosen |= held & digit
        digit <<= HELD
    return chosen - (digit & -digit)


@compiled
def _both(some: int, others: int) -> int:
    """The sums of two groups of numbers, as bits."""
    found = shift = 0
    while others >> shift:
        if others >> shift & 1:
            found |= some << shift
        shift += 1
    return found


# -- the search ------------------------------------------------------------------------------------


@compiled
def _covered(wilds: int, ceiling: int, layout: Ints, keys: Ints, values: Ints, work: Ints) -> int:
    """The most that melds bring, in units; `FULL_MEMORY` or `TOO_MUCH`."""
    ranks = _moves(wilds, layout, work)
    if ranks < 0:
        return ranks
    lines = 1 if layout[MIXED] else layout[SUITS]
    if not _lay_out(layout, work):
        return TOO_MUCH
    for line in range(lines):
        if not _look_up(line, wilds, layout, keys, values, work):
            return FULL_MEMORY
    full, spent = (2 << wilds) - 1, work[SPENT + wilds]
    work[VALUE], work[TAKEN] = 0, layout[ONLY_WILDS + wilds] & full
    best = _brings(0, wilds, lines, NEVER, keys, values, work)
    depth = rank = 0
    move = work[FIRST]
    while best < ceiling:
        base = work[VALUE + depth] + spent
        for line in range(lines):
            base += work[TOPS + 5 * depth + line]
        if rank == ranks or base + work[REST + rank] <= best:  # nothing better from here on
            if not depth:
                return best
            depth -= 1
            rank, move = work[AT_RANK + depth], work[AT_MOVE + depth] + 1
            continue
        if move == work[FIRST + rank + 1]:
            rank += 1
            continue
        pattern, worth = work[MOVE + 3 * move], work[MOVE + 3 * move + 1]
        taken = _both(work[TAKEN + depth], work[MOVE + 3 * move + 2]) & full
        if not taken or base + worth + work[REST + rank + 1] <= best:
            move += 1
            continue
        work[AT_RANK + depth], work[AT_MOVE + depth] = rank, move
        depth += 1
        work[VALUE + depth], work[TAKEN + depth] = work[VALUE + depth - 1] + worth, taken
        shift = COUNT * work[RANK + rank]
        for line in range(lines):
            here = 5 * depth + line
            gone = pattern >> HELD * line & MOST_COPIES if lines > 1 else pattern
            work[KEYS + here] = work[KEYS + here - 5] - (gone << shift)
            work[SLOTS + here], work[TOPS + here] = work[SLOTS + here - 5], work[TOPS + here - 5]
            if gone and not _look_up(here, wilds, layout, keys, values, work):
                return FULL_MEMORY
        best = max(best, _brings(depth, wilds, lines, best, keys, values, work))
        rank += 1
        move = work[FIRST + rank]
    return best


@compiled
def _lay_out(layout: Ints, work: Ints) -> bool:
    """The keys of the lines of a whole hand; false where a rank is held too often."""
    for line in range(5):
        work[KEYS + line] = 0
    for index in range(13):
        held = work[HELD_OF + index]
        if layout[MIXED]:
            count = cards_in(held)
            if count > MOST_OF_RANK:
                return False
            work[KEYS] += count << COUNT * index
        else:
            for line in range(layout[SUITS]):
                work[KEYS + line] += (held >> HELD * line & MOST_COPIES) << COUNT * index
    return True


@compiled
def _look_up(here: int, wilds: int, layout: Ints, keys: Ints, values: Ints, work: Ints) -> bool:
    """Where the vector of a line is and the most of it; false if the memory is full."""
    work[TOPS + here] = 0
    if work[KEYS + here]:
        slot = line_slot(work[KEYS + here], wilds, layout, keys, values, work)
        if slot < 0:
            return False
        work[SLOTS + here] = slot
        work[TOPS + here] = values[slot * (len(values) // len(keys))]
    return True


@compiled
def _brings(
    depth: int, wilds: int, lines: int, best: int, keys: Ints, values: Ints, work: Ints
) -> int:
    """The most that the sets chosen, the runs of what is left and the wilds bring.

    Less where it is not better than `best`.
    """
    value = work[VALUE + depth]
    most = value + work[SPENT + wilds]
    for line in range(lines):
        most += work[TOPS + 5 * depth + line]
    if not wilds or most <= best:
        return most if not wilds else NEVER
    started = False
    work[SUM] = 0
    for n in range(1, wilds + 1):
        work[SUM + n] = NEVER
    for line in range(lines):
        if work[TOPS + 5 * depth + line]:
            _join(work[SLOTS + 5 * depth + line], wilds, started, keys, values, work)
            started = True
    found, taken = NEVER, work[TAKEN + depth]
    for in_runs in range(wilds + 1):
        if work[SUM + in_runs] >= 0:
            in_sets = wilds - in_runs
            while in_sets >= 0 and not taken >> in_sets & 1:
                in_sets -= 1
            if in_sets >= 0:
                found = max(found, work[SUM + in_runs] + work[SPENT + in_runs + in_sets])
    return value + found if found >= 0 else NEVER


@compiled
def _join(slot: int, wilds: int, started: bool, keys: Ints, values: Ints, work: Ints) -> None:
    """Puts the vector of one more line into `SUM`.

    Where runs took no more wilds than they need, those to spare go into one of them.
    """
    start = slot * (len(values) // len(keys)) + 1
    wide = keys[slot] & WIDE
    vector = SUM if not started else OTHER
    most = values[start] if values[start] else NEVER
    work[vector] = values[start]
    for n in range(1, wilds + 1):
        most = max(most, values[start + n])
        work[vector + n] = values[start + n] if wide else most
    if not started:
        return
    for n in range(wilds, -1, -1):
        found = NEVER
        for m in range(n + 1):
            if work[SUM + m] >= 0 and work[OTHER + n - m] >= 0:
                found = max(found, work[SUM + m] + work[OTHER + n - m])
        work[SUM + n] = found
