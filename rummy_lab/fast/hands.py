"""The fewest points left in a hand under any rules: `arrange/solver.py`, compiled.

For each rank, which of its cards go into sets is chosen, depth first; what is left of each line
goes into runs (`lines.py`); the wilds tie these together. A choice is dropped where all that could
still come would not better the best found.

Other kernels call `fewest(codes, space)` with the codes of a hand in any order, an array of int8 in
which -1 is no card. `space` is `batch.Space(at, wilds).array`, made once for a resolved rule set
and the most wilds there can be, and used by one thread. The answer is the points; or `FULL_MEMORY`,
and the kernel has to come back to Python, where `make_room` gives a larger array; or `TOO_MUCH`, a
hand for the engine.

>>> import numpy as np, rummy_lab as rl
>>> from rummy_lab.fast.batch import Space
>>> space = Space(rl.variant("three-thirteen").at(deal=7), 4)
>>> hand = [card.code for card in rl.cards("3s 4s 9c Kd 9h")]
>>> fewest(np.array(hand, np.int8), space.array)
7
"""

from __future__ import annotations

from rummy_lab.arrange.solver import UNIT
from rummy_lab.fast.compiling import lean
from rummy_lab.fast.layout import (
    AS_RUN,
    COUNT,
    DIGIT,
    FITS,
    GAINS,
    HELD,
    INDEX,
    LEAST_ROOM,
    LEAST_SET,
    LIMITED,
    MEMORY,
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
from rummy_lab.fast.lines import (
    CAREFUL,
    FAR,
    LINES,
    MOST_STEPS,
    NEVER,
    STEPS,
    TOO_MUCH,
    entry_of_line,
)

MOST_MOVES = 2048
MOST_DEPTH = 14

# the working space after that of the lines
HELD_OF = LINES
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
SUM = BY_COUNT + 48
"""The vectors of the lines put together."""
KEYS = SUM + 16
ENTRIES = KEYS + MOST_DEPTH * 5
TOPS = ENTRIES + MOST_DEPTH * 5
"""By depth and line: its key, where its vector is, and the most of that."""
VALUE = TOPS + MOST_DEPTH * 5
TAKEN = VALUE + MOST_DEPTH
"""By depth: what the sets bring, and the numbers of wilds that can be in them, as bits."""
JOINT = TAKEN + MOST_DEPTH
"""By depth: the runs bring no more than this, whatever the sets are that follow."""
AT_RANK = JOINT + MOST_DEPTH
AT_MOVE = AT_RANK + MOST_DEPTH
"""By depth: the rank and the move that were chosen."""
HANDS = AT_MOVE + MOST_DEPTH
"""Where the part of the hands ends."""
assert HANDS <= MEMORY


@lean
def fewest(cards: Ints, space: Ints) -> int:
    """The fewest points that a hand leaves; else `FULL_MEMORY` or `TOO_MUCH`.

    `cards` are codes; those below zero are none.
    """
    for n in range(HELD_OF, SPENT):
        space[n] = 0
    space[STEPS] = 0
    total = naturals = cards_held = jokers = own = 0
    joker_cost = own_cost = wild_index = 0
    for code in cards:
        if code < 0:
            continue
        points = space[POINTS + code]
        place = space[PLACE + code]
        total += points
        if not space[WILD + code]:
            if place >= 0:
                index = space[INDEX + code]
                if space[HELD_OF + index] >> HELD * place & DIGIT == MOST_COPIES:
                    return TOO_MUCH
                space[HELD_OF + index] += 1 << HELD * place
                naturals += points * UNIT + 1
                cards_held += 1
        elif place < 0:
            jokers += 1
            joker_cost = points * UNIT
        else:
            own += 1
            own_cost = points * UNIT
            wild_index = space[INDEX + code]
            space[OWN + place] += 1
            if space[OWN + place] > MOST_COPIES:
                return TOO_MUCH
    if jokers + own > space[MOST]:
        return TOO_MUCH
    space[CAREFUL] = space[LIMITED] or cards_held + jokers + own > space[LEAST_ROOM]
    best, ceiling = NEVER, naturals + jokers * joker_cost + own * own_cost
    while True:  # each choice of the cards of the wild rank that stand for themselves
        kept = pattern = 0
        for suit in range(5):
            kept += space[OWN + 5 + suit]
            pattern += space[OWN + 5 + suit] << HELD * suit
        _spend(jokers, joker_cost, own - kept, own_cost, space)
        space[HELD_OF + wild_index] += pattern
        found = _covered(jokers + own - kept, ceiling, space)
        space[HELD_OF + wild_index] -= pattern
        if found < 0:
            return found
        best = max(best, found)
        if not space[PARTS] or best // UNIT == total or not _next_kept(space):
            return total - best // UNIT


@lean
def _next_kept(space: Ints) -> bool:
    """The next choice of cards of the wild rank that stand for themselves; whether there is one."""
    for suit in range(5):
        if space[OWN + 5 + suit] < space[OWN + suit]:
            space[OWN + 5 + suit] += 1
            return True
        space[OWN + 5 + suit] = 0
    return False


@lean
def _spend(jokers: int, joker_cost: int, own: int, own_cost: int, space: Ints) -> None:
    """Fills `SPENT`: the dearest wilds go into melds first."""
    if own_cost > joker_cost:
        jokers, joker_cost, own, own_cost = own, own_cost, jokers, joker_cost
    space[SPENT] = 0
    for n in range(jokers + own):
        space[SPENT + n + 1] = space[SPENT + n] + (joker_cost if n < jokers else own_cost)


# -- sets ------------------------------------------------------------------------------------------


@lean
def _moves(wilds: int, space: Ints) -> int:
    """Writes down the ranks with choices and their moves; how many ranks, or `TOO_MUCH`."""
    least = max(space[LEAST_SET] - wilds, 1)
    ranks = moves = 0
    for index in range(12, -1, -1):
        held = space[HELD_OF + index]
        if not held or cards_in(held) < least:
            continue
        space[RANK + ranks] = index
        space[FIRST + ranks] = moves
        if space[MIXED]:
            moves = _moves_by_count(index, held, wilds, moves, space)
        else:
            chosen = held
            while chosen and moves < MOST_MOVES:
                bits = _wilds_with(chosen, index, wilds, space)
                if bits:
                    moves = _add_move(chosen, cards_in(chosen), bits, index, moves, space)
                chosen = _fewer(chosen, held)
        if moves >= MOST_MOVES:
            return TOO_MUCH
        if moves > space[FIRST + ranks]:
            ranks += 1
    space[FIRST + ranks] = moves
    space[REST + ranks] = 0
    for n in range(ranks - 1, -1, -1):
        most = 0
        for move in range(space[FIRST + n], space[FIRST + n + 1]):
            most = max(most, space[MOVE + 3 * move + 1])
        space[REST + n] = space[REST + n + 1] + most
    return ranks


@lean
def _moves_by_count(index: int, held: int, wilds: int, moves: int, space: Ints) -> int:
    """The moves where runs are of any suits: it matters only how many cards go."""
    most = cards_in(held)
    for count in range(most + 1):
        space[BY_COUNT + count] = 0
    chosen = held
    while chosen:
        space[BY_COUNT + cards_in(chosen)] |= _wilds_with(chosen, index, wilds, space)
        chosen = _fewer(chosen, held)
    for count in range(most, 0, -1):
        bits = space[BY_COUNT + count]
        if bits and moves < MOST_MOVES:
            moves = _add_move(count, count, bits, index, moves, space)
    return moves


@lean
def _add_move(pattern: int, count: int, bits: int, index: int, moves: int, space: Ints) -> int:
    space[MOVE + 3 * moves] = pattern
    space[MOVE + 3 * moves + 1] = count * space[GAINS + index]
    space[MOVE + 3 * moves + 2] = bits
    return moves + 1


@lean
def _wilds_with(chosen: int, index: int, wilds: int, space: Ints) -> int:
    """The numbers of wilds with which cards of a rank are sets; none where one is as well a run."""
    bits = space[FITS + chosen] & (2 << wilds) - 1
    if cards_in(chosen) == 1 and not bits & ~space[AS_RUN + index]:
        return 0
    return bits


@lean
def cards_in(pattern: int) -> int:
    """How many cards there are in a pattern."""
    found = 0
    while pattern:
        found += pattern & DIGIT
        pattern >>= HELD
    return found


@lean
def _fewer(chosen: int, held: int) -> int:
    """The next choice among the cards of a pattern, from all down to none."""
    digit = DIGIT
    while not chosen & digit:
        chosen |= held & digit
        digit <<= HELD
    return chosen - (digit & -digit)


@lean
def _both(some: int, others: int) -> int:
    """The sums of two groups of numbers, as bits."""
    found = shift = 0
    while others >> shift:
        if others >> shift & 1:
            found |= some << shift
        shift += 1
    return found


# -- the search ------------------------------------------------------------------------------------


@lean
def _covered(wilds: int, ceiling: int, space: Ints) -> int:
    """The most that melds bring, in units; `FULL_MEMORY` or `TOO_MUCH`."""
    ranks = _moves(wilds, space)
    if ranks < 0:
        return ranks
    lines = 1 if space[MIXED] else space[SUITS]
    if not _lay_out(space):
        return TOO_MUCH
    for line in range(lines):
        told = _look_up(line, wilds, space)
        if told < 0:
            return told
    full, spent = (2 << wilds) - 1, space[SPENT + wilds]
    space[VALUE], space[TAKEN] = 0, space[ONLY_WILDS + wilds] & full
    best = _brings(0, wilds, lines, NEVER, space)
    depth = rank = 0
    move = space[FIRST]
    while best < ceiling:
        space[STEPS] += 8
        if space[STEPS] > MOST_STEPS:
            return TOO_MUCH
        base = space[VALUE + depth] + space[JOINT + depth] + spent
        if rank == ranks or base + space[REST + rank] <= best:  # nothing better from here on
            if not depth:
                return best
            depth -= 1
            rank, move = space[AT_RANK + depth], space[AT_MOVE + depth] + 1
            continue
        if move == space[FIRST + rank + 1]:
            rank += 1
            continue
        pattern, worth = space[MOVE + 3 * move], space[MOVE + 3 * move + 1]
        taken = _both(space[TAKEN + depth], space[MOVE + 3 * move + 2]) & full
        if not taken or base + worth + space[REST + rank + 1] <= best:
            move += 1
            continue
        space[AT_RANK + depth], space[AT_MOVE + depth] = rank, move
        depth += 1
        space[VALUE + depth], space[TAKEN + depth] = space[VALUE + depth - 1] + worth, taken
        shift = COUNT * space[RANK + rank]
        for line in range(lines):
            here = 5 * depth + line
            gone = pattern >> HELD * line & DIGIT if lines > 1 else pattern
            space[KEYS + here] = space[KEYS + here - 5] - (gone << shift)
            space[ENTRIES + here], space[TOPS + here] = (
                space[ENTRIES + here - 5],
                space[TOPS + here - 5],
            )
            if gone:
                told = _look_up(here, wilds, space)
                if told < 0:
                    return told
        best = max(best, _brings(depth, wilds, lines, best, space))
        rank += 1
        move = space[FIRST + rank]
    return best


@lean
def _lay_out(space: Ints) -> bool:
    """The keys of the lines of a whole hand; false where a rank is held too often."""
    for line in range(5):
        space[KEYS + line] = 0
    for index in range(13):
        held = space[HELD_OF + index]
        if not held:
            continue
        if space[MIXED]:
            count = cards_in(held)
            if count > MOST_OF_RANK:
                return False
            space[KEYS] += count << COUNT * index
        else:
            for line in range(space[SUITS]):
                space[KEYS + line] += (held >> HELD * line & DIGIT) << COUNT * index
    return True


@lean
def _look_up(here: int, wilds: int, space: Ints) -> int:
    """Finds the vector of a line and the most of it; `FULL_MEMORY` or `TOO_MUCH`, else 0."""
    space[TOPS + here] = 0
    if space[KEYS + here]:
        entry = entry_of_line(space[KEYS + here], wilds, space)
        if entry < 0:
            return entry
        space[ENTRIES + here] = entry
        space[TOPS + here] = space[entry + 1]
    return 0


@lean
def _brings(depth: int, wilds: int, lines: int, best: int, space: Ints) -> int:
    """The most that the sets chosen, the runs of what is left and the wilds bring.

    Less where it is not better than `best`.
    """
    value, runs = space[VALUE + depth], 0
    for line in range(lines):
        runs += space[TOPS + 5 * depth + line]
    space[JOINT + depth] = runs
    if not wilds:
        return value + runs
    if value + runs + space[SPENT + wilds] <= best:
        return NEVER
    started = False
    space[SUM] = 0
    for n in range(1, wilds + 1):
        space[SUM + n] = FAR
    for line in range(lines):
        if space[TOPS + 5 * depth + line]:
            _join(space[ENTRIES + 5 * depth + line], wilds, started, space)
            started = True
    found, taken, runs = NEVER, space[TAKEN + depth], 0
    for in_runs in range(wilds + 1):
        if space[SUM + in_runs] >= 0:
            runs = max(runs, space[SUM + in_runs])
            in_sets = wilds - in_runs
            while in_sets >= 0 and not taken >> in_sets & 1:
                in_sets -= 1
            if in_sets >= 0:
                found = max(found, space[SUM + in_runs] + space[SPENT + in_runs + in_sets])
    space[JOINT + depth] = runs
    return value + found if found >= 0 else NEVER


@lean
def _join(entry: int, wilds: int, started: bool, space: Ints) -> None:
    """Puts the vector of one more line into `SUM`."""
    joined = entry + 3 + space[MOST]
    if not started:
        for n in range(wilds + 1):
            space[SUM + n] = space[joined + n]
        return
    for n in range(wilds, -1, -1):
        found = FAR
        for m in range(n + 1):
            found = max(found, space[SUM + n - m] + space[joined + m])
        space[SUM + n] = found
