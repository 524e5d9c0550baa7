"""The most that runs of one line bring, for each number of wilds: `arrange/lines.py`, compiled.

The key of a line has `COUNT` bits for each rank index. What was worked out is kept in a memory: an
open table of keys, and beside each the most of its vector and the vector. A key there is the line's
with the number of wilds of the hand, and a bit where it was worked out widely.

What is still to be solved waits on a stack of keys: a key stays on it until all that it needs is in
the memory. A full memory or stack is told by -1; the caller makes a larger one and asks again.
"""

from __future__ import annotations

from rummy_lab.fast.compiling import compiled
from rummy_lab.fast.layout import (
    COUNT,
    DOWN,
    DOWNWARDS,
    GAINS,
    LEAST_ROOM,
    LIMITED,
    LIMITS,
    ROW,
    ROWS,
    RUN_SIZE,
    SHORT,
    UP,
    Ints,
)

MASK = (1 << COUNT) - 1
LINE = (1 << 13 * COUNT) - 1
WIDE = 1 << 56
"""In a key of the memory: worked out widely."""
NEVER = -1
FULL_MEMORY = -1
MIX = 0x1E3779B97F4A7C15

# the working space: how many keys are kept, then the stacks
KEPT = 0
BEST = 8
"""Where the vector that is being worked out stands."""
WAITING = BEST + 16
MOST_WAITING = 8192
WORK = WAITING + MOST_WAITING
"""How long the working space of lines is."""


@compiled
def slot_of(key: int, keys: Ints) -> int:
    """Where a key stands in the memory, or `-2 - place` of where it would."""
    last = len(keys) - 1
    place = (key * MIX >> 36) & last
    while keys[place]:
        if keys[place] == key:
            return place
        place = place + 1 & last
    return -2 - place


@compiled
def ranks_in(key: int) -> int:
    """How many different ranks a line has."""
    found = 0
    while key:
        found += 1 if key & MASK else 0
        key >>= COUNT
    return found


@compiled
def line_slot(line: int, wilds: int, layout: Ints, keys: Ints, values: Ints, work: Ints) -> int:
    """The slot of a line, not empty, in a hand with some wilds; -1 if the memory is full."""
    wide = wilds and (layout[LIMITED] or ranks_in(line) + wilds > layout[LEAST_ROOM])
    root = line | wilds << 13 * COUNT | (WIDE if wide else 0)
    found = slot_of(root, keys)
    if found >= 0:
        return found
    return _solve(root, layout, keys, values, work)


@compiled
def _solve(root: int, layout: Ints, keys: Ints, values: Ints, work: Ints) -> int:
    """Solves a key and all that it needs; its slot."""
    work[WAITING] = root
    waiting = 1
    while waiting:
        key = work[WAITING + waiting - 1]
        place = slot_of(key, keys)
        if place >= 0:
            waiting -= 1
            continue
        if key & WIDE:
            more = _widely(key, waiting, layout, keys, values, work)
        else:
            more = _quickly(key, waiting, layout, keys, values, work)
        if more > waiting:
            waiting = more
            if waiting > MOST_WAITING - 512:
                return FULL_MEMORY
            continue
        if 4 * work[KEPT] > 3 * len(keys):
            return FULL_MEMORY
        wilds = key >> 13 * COUNT & 15
        width = len(values) // len(keys)
        place = -2 - place
        most = 0
        for n in range(wilds + 1):
            values[place * width + 1 + n] = work[BEST + n]
            most = max(most, work[BEST + n])
        values[place * width] = most
        keys[place] = key
        work[KEPT] += 1
        waiting -= 1
    return slot_of(root, keys)


@compiled
def _tell(
    child: int, need: int, worth: int, key: int, waiting: int, keys: Ints, values: Ints, work: Ints
) -> int:
    """A way to go on from a key: what is left as a line, the wilds it takes and what it brings.

    Betters `BEST`, or puts what is left on the stack where it is not solved yet.
    """
    wilds = key >> 13 * COUNT & 15
    if not child:
        work[BEST + need] = max(work[BEST + need], worth)
        return waiting
    place = slot_of(child | key & ~LINE, keys)
    if place < 0:
        work[WAITING + waiting] = child | key & ~LINE
        return waiting + 1
    start = place * (len(values) // len(keys)) + 1 - need
    for n in range(need, wilds + 1):
        value = values[start + n]
        if value >= 0 and value + worth > work[BEST + n]:
            work[BEST + n] = value + worth
    return waiting


@compiled
def _first(line: int) -> int:
    """The index of the lowest rank of a line."""
    i = 0
    while not line >> COUNT * i & MASK:
        i += 1
    return i


@compiled
def _quickly(key: int, waiting: int, layout: Ints, keys: Ints, values: Ints, work: Ints) -> int:
    """Works out `BEST` of a key where runs take no more wilds than they need.

    See `Lines._quickly`. The number of keys that wait afterwards: more than before where some that
    are needed are not solved yet.
    """
    line, wilds = key & LINE, key >> 13 * COUNT & 15
    size, short = layout[RUN_SIZE], layout[SHORT]
    i = _first(line)
    for n in range(wilds + 1):
        work[BEST + n] = NEVER
    waiting = _tell(line & ~(MASK << COUNT * i), 0, 0, key, waiting, keys, values, work)
    taken, worth, holes, count, places = 1 << COUNT * i, layout[GAINS + i], 0, 1, 1
    down = 0
    while True:  # each start: the card alone, or with cards below it
        need = max(holes, size - count)
        if need <= wilds:
            waiting = _tell(line - taken, need, worth, key, waiting, keys, values, work)
        row, value, open_holes, cards, at = taken, worth, holes, count, places
        up = UP + 14 * i
        while layout[up] >= 0 and at < short:
            j = layout[up]
            up += 1
            at += 1
            if line - row >> COUNT * j & MASK:
                row += 1 << COUNT * j
                value += layout[GAINS + j]
                cards += 1
                need = max(open_holes, size - cards)
                if need <= wilds:
                    waiting = _tell(line - row, need, value, key, waiting, keys, values, work)
            elif open_holes == wilds:
                break
            else:
                open_holes += 1
        if not layout[DOWNWARDS]:
            return waiting
        longer = False
        while not longer and layout[DOWN + 14 * i + down] >= 0 and places < short:
            j = layout[DOWN + 14 * i + down]
            down += 1
            places += 1
            if line - taken >> COUNT * j & MASK:
                taken += 1 << COUNT * j
                worth += layout[GAINS + j]
                count += 1
                longer = True
            elif holes == wilds:
                return waiting
            else:
                holes += 1
        if not longer:
            return waiting


# -- the general case ------------------------------------------------------------------------------


@compiled
def _widely(key: int, waiting: int, layout: Ints, keys: Ints, values: Ints, work: Ints) -> int:
    """Works out `BEST` where runs take any number of wilds and cards may be passed over.

    Every row of places that holds the first card is tried with every choice of the cards in it; a
    bit stands for each rank index, and one more for a second ace in the row of fourteen.
    """
    line, wilds = key & LINE, key >> 13 * COUNT & 15
    i = _first(line)
    for n in range(wilds + 1):
        work[BEST + n] = NEVER
    waiting = _tell(line & ~(MASK << COUNT * i), 0, 0, key, waiting, keys, values, work)
    held = 1 << 13 if line >> COUNT * 12 & MASK > 1 else 0
    for j in range(13):
        if line >> COUNT * j & MASK:
            held |= 1 << j
    for row in range(layout[ROWS]):
        mask, size = layout[ROW + 2 * row], layout[ROW + 2 * row + 1]
        if not mask >> i & 1:
            continue
        most = min(wilds, layout[LIMITS + size])
        inside = held & mask & ~(1 << i)
        chosen = inside
        while True:
            taken, worth, need = 1 << COUNT * i, layout[GAINS + i], size - 1
            for j in range(14):
                if chosen >> j & 1:
                    rank = 12 if j == 13 else j
                    taken += 1 << COUNT * rank
                    worth += layout[GAINS + rank]
                    need -= 1
            if need <= most:
                waiting = _tell(line - taken, need, worth, key, waiting, keys, values, work)
                if waiting > MOST_WAITING - 512:
                    return waiting
            if not chosen:
                break
            chosen = chosen - 1 & inside
    return waiting
