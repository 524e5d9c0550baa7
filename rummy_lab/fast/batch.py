"""Hands as arrays, and the fewest points left in each of many hands."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from rummy_lab.arrange import best_points
from rummy_lab.arrange.hands import known_hand, solver_of
from rummy_lab.cards import BY_CODE, CODES, JOKER_CODE, Cards, NotationError, cards, shortened
from rummy_lab.fast.compiling import lean, lowest
from rummy_lab.fast.hands import fewest
from rummy_lab.fast.layout import LAYOUT, MEMORY, MOST_WILDS, Ints, layout_of
from rummy_lab.fast.lines import FULL_MEMORY, KEPT, KEPT_BEFORE, LAST, TOO_MUCH, WIDTH
from rummy_lab.fast.onepack import points_left, tables_of
from rummy_lab.rules import At, Rules
from rummy_lab.variants import rules_of

Packed = np.ndarray[Any, np.dtype[np.int64]] | np.ndarray[Any, np.dtype[np.int8]]
Points = np.ndarray[Any, np.dtype[np.int32]]
NO_CARD = -1
FEW, MANY, MOST = 1 << 12, 1 << 18, 1 << 22
"""How many lines a memory begins with; with how many it is cleared rather than made larger, unless
one hand needs more; and the most."""
MOST_SPACES = 8
"""For so many rule sets a thread keeps what it worked out."""


# -- hands as arrays -------------------------------------------------------------------------------


def pack(hands: Iterable[Cards], rules: Rules | str, players: int | None = None) -> Packed:
    """Hands as the array that `deadwood` takes; they may be of different sizes.

    Each hand is whatever `rl.cards` reads. Where the rules have one pack of four suits without
    jokers the array is int64, one number to a hand, with bit `Card.code` for each card. Else it is
    int8, a row of card codes to a hand, as long as the longest and filled up with -1.
    `players=None` means the largest table, so the most packs. Raises `NotationError` with the
    number of the hand for what is no card, for an unknown card, and for more copies of a card than
    the packs hold.

    >>> from rummy_lab import fast
    >>> fast.pack(["As 2s", "3s"], "rummy")
    array([3, 4])
    >>> fast.pack(["4s 5s", "JK"], "five-crowns")
    array([[ 3,  4],
           [65, -1]], dtype=int8)
    >>> fast.pack(["As 2x"], "rummy")
    Traceback (most recent call last):
    rummy_lab.cards.NotationError: hand 1: '2x' is no card: its last letter is no suit ...
    """
    at = rules_of(rules).at(players=players)
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise NotationError(f"hands are a list like ['7h 8h', '2c'], not {shortened(hands)}")
    rows: list[list[int]] = []
    for number, hand in enumerate(hands, 1):
        try:
            rows.append([card.code for card in cards(hand)])
        except NotationError as error:
            raise NotationError(f"hand {number}: {error}") from None
    sizes = np.fromiter(map(len, rows), np.int64, len(rows))
    found = np.full((len(rows), int(sizes.max(initial=0))), NO_CARD, np.int8)
    found[np.arange(found.shape[1]) < sizes[:, None]] = np.fromiter(
        chain.from_iterable(rows), np.int8
    )
    _check_copies(found, at)
    if _prepared(at).as_masks:
        bits = np.left_shift(
            1, found, dtype=np.int64, where=found != NO_CARD, out=np.zeros(found.shape, np.int64)
        )
        return np.bitwise_or.reduce(bits, axis=1)
    return found


@lean
def _first_odd(codes: Any, copies: Ints, seen: Ints) -> int:
    """The first row with more of a card than the packs hold; -1 for none. `seen` holds zeros."""
    for n in range(len(codes)):
        odd = False
        for code in codes[n]:
            if code >= 0:
                seen[code] += 1
                odd = odd or seen[code] > copies[code]
        if odd:
            return n
        for code in codes[n]:
            if code >= 0:
                seen[code] = 0
    return -1


def _check_copies(codes: Any, at: At) -> None:
    """Raises `NotationError` for the first hand that the packs do not hold, or do not know."""
    n = _first_odd(codes, np.array(at.copies), np.zeros(CODES, np.int64))
    if n >= 0:
        try:  # which raises, with the sentence
            known_hand([BY_CODE[code] for code in codes[n] if code != NO_CARD], at)
        except NotationError as error:
            raise NotationError(f"hand {n + 1}: {error}") from None


def _checked(packed: object, at: At) -> Packed:
    """The array in one piece, if it can be hands of these rules."""
    if not isinstance(packed, np.ndarray):
        raise ValueError(f"hands for deadwood are what fast.pack makes, not {shortened(packed)}")
    kind = packed.dtype, packed.ndim
    if kind not in ((np.int64, 1), (np.int8, 2)):
        raise ValueError(
            "hands for deadwood are what fast.pack makes, int64 of shape (hands,) or int8 of shape "
            f"(hands, cards), not {packed.dtype} of shape {packed.shape}"
        )
    packed = np.ascontiguousarray(packed)
    if packed.ndim == 1:
        named = int(np.bitwise_or.reduce(packed)) if len(packed) else 0
        odd = named & ~_prepared(at).there & (1 << 64) - 1
        if odd:
            _refuse(odd.bit_length() - 1)
        return packed
    there = np.bincount(packed.view(np.uint8).ravel(), minlength=256) > 0
    for code in np.flatnonzero(there[:255]):
        if code > JOKER_CODE or not at.copies[code]:
            _refuse(int(code.astype(np.int8)))
    _check_copies(packed, at)
    return packed


def _refuse(code: int) -> None:
    if not 0 <= code <= JOKER_CODE:
        raise ValueError(f"the packed hands hold {code}, which is no card's code")
    raise ValueError(f"the packed hands hold {BY_CODE[code].pretty}, the packs hold none")


# -- what is kept ----------------------------------------------------------------------------------


class Space:
    """What one thread works with under one resolved rule set: an array for the kernels."""

    def __init__(self, at: At, most: int) -> None:
        self.most = most
        self.array = layout_of(at, most)
        self._remember(FEW)

    def _remember(self, places: int) -> None:
        """A new memory, with nothing in it; `places` is a power of two."""
        width = 2 * self.most + 4
        array = np.zeros(MEMORY + places * width, np.int64)
        array[:LAYOUT] = self.array[:LAYOUT]
        array[LAST], array[WIDTH] = places - 1, width
        self.array = array

    def make_room(self, many: int | None = None) -> bool:
        """Forgets what was worked out, in a larger memory unless it has `many` places (`MANY`).

        False where one hand alone fills the largest.
        """
        alone = self.array[KEPT_BEFORE] == 0
        places = int(self.array[LAST]) + 1
        if alone and places >= MOST:
            return False
        enough = places >= (MANY if many is None else many)
        self._remember(places if enough and not alone else 4 * places)
        return True


class _Spaces(threading.local):
    def __init__(self) -> None:
        self.kept: OrderedDict[At, Space] = OrderedDict()


_spaces = _Spaces()


def _space(at: At, wilds: int) -> Space:
    """This thread's space for hands with up to some number of wilds."""
    kept, wilds = _spaces.kept, min(wilds, MOST_WILDS)
    found = kept.pop(at, None)
    if found is None or found.most < wilds:
        found = Space(at, wilds)
    kept[at] = found
    while len(kept) > MOST_SPACES:
        kept.popitem(last=False)
    return found


class Prepared:
    """What is known of a resolved rule set before hands are seen."""

    def __init__(self, at: At) -> None:
        masks = solver_of(at).masks
        held = sum(1 << code for code in range(52) if at.copies[code])
        self.as_masks = max(at.copies) <= 1 and not any(at.copies[52:])
        self.there = held
        """The cards of the packs as a mask."""
        self.wild_there = held & masks.wild
        self.wild = np.array(at.wild, np.int8)
        self.tables = tables_of(at) if masks.fits else None
        """Those of `onepack`, where the rules allow them."""


_prepared = lru_cache(maxsize=64)(Prepared)


# -- points ----------------------------------------------------------------------------------------


@lean
def _of_masks(masks: Ints, tables: Points, found: Points) -> None:
    for n in range(len(masks)):
        found[n] = points_left(masks[n], tables)


@lean
def _of_codes(codes: Any, first: int, space: Ints, found: Points) -> int:
    """Fills `found` from a hand on, until the memory is full; the hand to go on with."""
    for n in range(first, len(codes)):
        space[KEPT_BEFORE] = space[KEPT]
        points = fewest(codes[n], space)
        if points == FULL_MEMORY:
            return n
        found[n] = points
    return len(codes)


@lean
def _most_wilds(codes: Any, wild: Any) -> int:
    """The most wilds in a hand."""
    most = 0
    for n in range(len(codes)):
        here = 0
        for code in codes[n]:
            if code >= 0:
                here += wild[code]
        most = max(most, here)
    return most


def deadwood(
    packed: Packed, rules: Rules | str, deal: int = 1, players: int | None = None
) -> Points:
    """The fewest points left in each hand, as `rl.arrange(hand, …).points` says.

    `packed` is what `pack` makes: int64 masks of shape (hands,), or int8 card codes of shape
    (hands, cards) filled up with -1, whatever the rules. The answer is int32 of shape (hands,). It
    runs on one thread without the GIL, so threads may share the work. Raises `ValueError` for
    another array, and for a card that the packs do not hold, or not so often.

    >>> from rummy_lab import fast
    >>> hands = fast.pack(["3s 9h Kd", "3s 4s 9c"], "three-thirteen")
    >>> [fast.deadwood(hands, "three-thirteen", deal).tolist() for deal in (1, 7)]
    [[22, 16], [22, 0]]
    """
    at = rules_of(rules).at(players=players, deal=deal)
    packed, known = _checked(packed, at), _prepared(at)
    found = np.empty(len(packed), np.int32)
    wild = known.wild_there  # looked for only where there is one: that takes as long as the answers
    if packed.ndim == 1 and known.tables is not None and not (wild and np.any(packed & wild)):
        _of_masks(packed, known.tables, found)
        return found
    codes = _codes_of(packed) if packed.ndim == 1 else packed
    space = _space(at, int(_most_wilds(codes, known.wild)) if at.any_wild else 0)
    done = 0
    while True:
        done = _of_codes(codes, done, space.array, found)
        if done == len(codes):
            break
        if not space.make_room():
            found[done] = TOO_MUCH
            done += 1
    for n in np.flatnonzero(found == TOO_MUCH):
        hand = [BY_CODE[code] for code in codes[n] if code != NO_CARD]
        found[n] = best_points(hand, at)
    return found


def _codes_of(masks: Any) -> Packed:
    """Masks as rows of codes."""
    found = np.full((len(masks), _longest(masks)), NO_CARD, np.int8)
    _write_codes(masks, found)
    return found


@lean
def _longest(masks: Any) -> int:
    """How many cards the longest hand has."""
    longest = 0
    for mask in masks:
        count = 0
        while mask:
            mask &= mask - 1
            count += 1
        longest = max(longest, count)
    return longest


@lean
def _write_codes(masks: Any, found: Any) -> None:
    """Writes the codes of masks into rows that are long enough."""
    for n in range(len(masks)):
        mask, place = masks[n], 0
        while mask:
            found[n, place] = lowest(mask)
            mask &= mask - 1
            place += 1
