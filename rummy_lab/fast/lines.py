"""The most that runs of one line bring, for each number of wilds: `arrange/lines.py`, compiled.

The key of a line has `COUNT` bits for each rank index. What was worked out is kept in a memory: an
open table, at the end of the space. A key there is the line's with the number of wilds of the hand,
and a bit where it was worked out widely.

What is still to be solved waits on a stack of keys: a key stays on it until all that it needs is in
the memory.
"""

from __future__ import annotations

from rummy_lab.fast.compiling import lean, lowest
from rummy_lab.fast.layout import (
    COUNT,
    DOWN,
    DOWNWARDS,
    GAINS,
    LAYOUT,
    LEAST_ROOM,
    LIMITED,
    LIMITS,
    MEMORY,
    MOST,
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
FAR = -(1 << 50)
"""So far below all values that it remains so with others added."""
FULL_MEMORY = -1
"""Told for a hand: the caller makes a larger memory, and asks again."""
TOO_MUCH = -2
"""Told for a hand that is left to the engine: very many equal cards, wilds or choices."""
MOST_STEPS = 1 << 26
"""So much work is done for one hand, a second or two: nothing can stop a kernel amid a hand."""
MIX = 0x1E3779B97F4A7C15

# what lies in the space behind what the layout tells
LAST, WIDTH, KEPT, KEPT_BEFORE = range(LAYOUT, LAYOUT + 4)
"""The memory: its places less one, how long an entry is, how many there are, and how many there
were when the hand began."""
CAREFUL = LAYOUT + 4
"""Whether some line of the hand may have to be worked out widely."""
STEPS = LAYOUT + 5
"""How much work was done for the hand."""
BEST = LAYOUT + 8
"""The vector that is being worked out."""
WAITING = BEST + 16
MOST_WAITING = 8192
LINES = WAITING + MOST_WAITING
"""Where the part of the lines ends."""


@lean
def entry_of(key: int, space: Ints) -> int:
    """Where the entry of a key is, or `-2 - place` with the place where it would be.

    An entry is the key, the most of its vector, the vector, and the vector for joining, in which
    `FAR` stands for `NEVER`.
    """
    last, width = space[LAST], space[WIDTH]
    place = key * MIX >> 36 & last
    while True:
        entry = MEMORY + place * width
        if space[entry] == key:
            return entry
        if not space[entry]:
            return -2 - entry
        place = place + 1 & last


@lean
def is_full(space: Ints) -> bool:
    """Whether the memory has room for no more lines."""
    return 4 * space[KEPT] > 3 * space[LAST]


@lean
def ranks_in(key: int) -> int:
    """How many different ranks a line has."""
    found = 0
    while key:
        found += 1 if key & MASK else 0
        key >>= COUNT
    return found


@lean
def entry_of_line(line: int, wilds: int, space: Ints) -> int:
    """The entry of a line with cards in a hand with some wilds; or `FULL_MEMORY`, `TOO_MUCH`."""
    root = line | wilds << 13 * COUNT
    if wilds and space[CAREFUL] and (space[LIMITED] or ranks_in(line) + wilds > space[LEAST_ROOM]):
        root |= WIDE
    found = entry_of(root, space)
    return found if found >= 0 else _solve(root, space)


@lean
def _write(entry: int, key: int, space: Ints) -> None:
    """Keeps `BEST` as the vector of a key, and the vector for joining behind it.

    Where runs took no more wilds than they need, those to spare can go into one of them.
    """
    joined = entry + 3 + space[MOST]
    most, value = 0, FAR
    for n in range((key >> 13 * COUNT & 15) + 1):
        here = space[BEST + n]
        space[entry + 2 + n] = here
        most = max(most, here)
        if key & WIDE:
            value = FAR
        if here > 0:
            value = max(value, here)
        space[joined + n] = value
    space[joined] = space[BEST]
    space[entry] = key
    space[entry + 1] = most


@lean
def _solve(root: int, space: Ints) -> int:
    """Solves a key and all that it needs; its entry."""
    space[WAITING] = root
    waiting = 1
    while waiting:
        key = space[WAITING + waiting - 1]
        entry = entry_of(key, space)
        if entry >= 0:
            waiting -= 1
            continue
        more = _widely(key, waiting, space) if key & WIDE else _quickly(key, waiting, space)
        space[STEPS] += 1
        if more > MOST_WAITING - 512 or space[STEPS] > MOST_STEPS:
            return TOO_MUCH
        if is_full(space):
            return FULL_MEMORY
        if more > waiting:
            waiting = more
            continue
        _write(-2 - entry, key, space)
        space[KEPT] += 1
        waiting -= 1
    return entry_of(root, space)


@lean
def _tell(child: int, need: int, worth: int, key: int, waiting: int, space: Ints) -> int:
    """A way to go on from a key: what is left as a line, the wilds it takes and what it brings.

    Betters `BEST`, or puts what is left on the stack where it is not solved yet.
    """
    wilds = key >> 13 * COUNT & 15
    if not child:
        space[BEST + need] = max(space[BEST + need], worth)
        return waiting
    entry = entry_of(child | key & ~LINE, space)
    if entry < 0:
        space[WAITING + waiting] = child | key & ~LINE
        return waiting + 1
    start = entry + 2 - need
    for n in range(need, wilds + 1):
        value = space[start + n]
        if value >= 0 and value + worth > space[BEST + n]:
            space[BEST + n] = value + worth
    return waiting


@lean
def _quickly(key: int, waiting: int, space: Ints) -> int:
    """Works out `BEST` of a key where runs take no more wilds than they need.

    See `Lines._quickly`. The number of keys that wait afterwards: more than before where some that
    are needed are not solved yet.
    """
    line, wilds = key & LINE, key >> 13 * COUNT & 15
    size, short = space[RUN_SIZE], space[SHORT]
    i = lowest(line) // COUNT
    for n in range(wilds + 1):
        space[BEST + n] = NEVER
    waiting = _tell(line & ~(MASK << COUNT * i), 0, 0, key, waiting, space)
    taken, worth, holes, count, places = 1 << COUNT * i, space[GAINS + i], 0, 1, 1
    down = 0
    while True:  # each start: the card alone, or with cards below it
        need = max(holes, size - count)
        if need <= wilds:
            waiting = _tell(line - taken, need, worth, key, waiting, space)
        row, value, open_holes, cards, at = taken, worth, holes, count, places
        up = UP + 14 * i
        while space[up] >= 0 and at < short:
            j = space[up]
            up += 1
            at += 1
            if line - row >> COUNT * j & MASK:
                row += 1 << COUNT * j
                value += space[GAINS + j]
                cards += 1
                need = max(open_holes, size - cards)
                if need <= wilds:
                    waiting = _tell(line - row, need, value, key, waiting, space)
            elif open_holes == wilds:
                break
            else:
                open_holes += 1
        if not space[DOWNWARDS]:
            return waiting
        longer = False
        while not longer and space[DOWN + 14 * i + down] >= 0 and places < short:
            j = space[DOWN + 14 * i + down]
            down += 1
            places += 1
            if line - taken >> COUNT * j & MASK:
                taken += 1 << COUNT * j
                worth += space[GAINS + j]
                count += 1
                longer = True
            elif holes == wilds:
                return waiting
            else:
                holes += 1
        if not longer:
            return waiting


# -- the general case ------------------------------------------------------------------------------


@lean
def _widely(key: int, waiting: int, space: Ints) -> int:
    """Works out `BEST` where runs take any number of wilds and cards may be passed over.

    Every row of places that holds the first card is tried with every choice of the cards in it; a
    bit stands for each rank index, and one more for a second ace in the row of fourteen.
    """
    line, wilds = key & LINE, key >> 13 * COUNT & 15
    i = lowest(line) // COUNT
    for n in range(wilds + 1):
        space[BEST + n] = NEVER
    waiting = _tell(line & ~(MASK << COUNT * i), 0, 0, key, waiting, space)
    held = 1 << 13 if line >> COUNT * 12 & MASK > 1 else 0
    for j in range(13):
        if line >> COUNT * j & MASK:
            held |= 1 << j
    for row in range(space[ROWS]):
        mask, size = space[ROW + 2 * row], space[ROW + 2 * row + 1]
        if not mask >> i & 1:
            continue
        most = min(wilds, space[LIMITS + size])
        inside = held & mask & ~(1 << i)
        chosen = inside
        while True:
            space[STEPS] += 1
            taken, worth, need = 1 << COUNT * i, space[GAINS + i], size - 1
            for j in range(14):
                if chosen >> j & 1:
                    rank = 12 if j == 13 else j
                    taken += 1 << COUNT * rank
                    worth += space[GAINS + rank]
                    need -= 1
            if need <= most:
                waiting = _tell(line - taken, need, worth, key, waiting, space)
                if waiting > MOST_WAITING - 512:
                    return waiting
            if not chosen:
                break
            chosen = chosen - 1 & inside
    return waiting
