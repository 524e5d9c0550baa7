"""The fewest points left in a hand, with equal cards and wilds.

For each rank, which of its cards go into sets is chosen (`sharing.py`); what is left of each line
goes into runs (`lines.py`). The wilds tie these together: a choice of sets takes one of some
numbers of wilds, a line brings something for each number, and `sharing.py` finds the best split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from rummy_lab.arrange.lines import NEVER, Lines, Vector
from rummy_lab.arrange.masks import BIT, Masks
from rummy_lab.arrange.sharing import (
    Counts,
    Leaf,
    Sets,
    added,
    closed,
    each_leaf,
    merged,
    settled,
)
from rummy_lab.cards import CODES, JOKER_CODE, Card, natural
from rummy_lab.rules import At

UNIT = 1 << 8
"""Points are counted in units, plus one for each natural card: no card of a run brings nothing."""
MOST_KNOWN = 200_000
"""How many lines are kept solved; then they are worked out afresh."""


class Move(NamedTuple):
    """Cards of one rank that go into sets: how many of each suit, and the numbers of wilds that
    can go with them as bits."""

    chosen: Counts
    wilds: int


class Parted(NamedTuple):
    """A hand with its cards parted: how many of each natural code, and the codes of its wilds."""

    naturals: Mapping[int, int]
    wilds: Sequence[int]


class Solver:
    """Everything about one resolved rule set that can be worked out before a hand is seen."""

    def __init__(self, at: At) -> None:
        self.at = at
        self.points = at.points
        self.masks = Masks(at)
        self.sets = Sets(at)
        self.mixed = at.run_suits == "any"
        self.suits = tuple(natural(1, s).code // 13 for s in at.suits)
        most = max(1, *at.copies[:JOKER_CODE]) * (len(self.suits) if self.mixed else 1)
        self.lines = Lines(at, most)
        self.width = 13 * self.lines.bits
        self.line_mask = (1 << self.width) - 1
        self.half = 0 if self.mixed else self.width * (len(self.suits) // 2)
        self.units = [0] * CODES
        """What one card adds to the key of a hand, by its code; nothing for jokers."""
        for place, suit in enumerate(self.suits):
            for rank in at.rank_numbers:
                shift = self.lines.index[rank] * self.lines.bits
                shift += 0 if self.mixed else self.width * place
                self.units[13 * suit + rank - 1] = 1 << shift
        self.parts_wild_rank = bool(at.wild_number) and (
            not at.all_wild_melds or at.wilds_per_meld is not None
        )
        worth = {c.rank: at.points[c.code] for c in at.pack if c.suit}
        self.gains = [(worth.get(rank, 0) * UNIT + 1,) * (most + 1) for rank in self.lines.ranks]
        self.known: list[dict[int, Vector]] = []
        self.moves_of = cache(self._moves_of)
        self.quick_moves = cache(self._quick_moves)
        self.only_wilds = cache(self._only_wilds)

    # -- the hand ------------------------------------------------------------------------------

    def parted(self, hand: Iterable[Card]) -> Iterator[Parted]:
        """A hand with every choice of the cards of the wild rank that stand for themselves.

        Where a wild may do all that a natural card can there is one choice only.
        """
        wild, units = self.at.wild, self.units
        naturals: dict[int, int] = {}
        wilds = []
        for c in hand:
            if wild[c.code]:
                wilds.append(c.code)
            elif units[c.code]:
                naturals[c.code] = naturals.get(c.code, 0) + 1
        wilds.sort()
        if not self.parts_wild_rank or not wilds:
            yield Parted(naturals, wilds)
            return
        own = Counter(code for code in wilds if code < JOKER_CODE)
        for chosen in product(*(range(n + 1) for n in own.values())):
            kept = {code: n for code, n in zip(own, chosen, strict=True) if n}
            yield Parted({**naturals, **kept}, sorted((Counter(wilds) - Counter(kept)).elements()))

    def key_of(self, naturals: Mapping[int, int]) -> int:
        """All lines of a hand in one number."""
        units = self.units
        return sum([units[code] * count for code, count in naturals.items()])

    def codes_of(self, rank: int) -> list[int]:
        """The cards of a rank in the order of the suits."""
        return [13 * suit + rank - 1 for suit in self.suits]

    # -- sets ----------------------------------------------------------------------------------

    def by_rank(self, naturals: Mapping[int, int], least: int) -> Iterator[tuple[int, Counts]]:
        """The ranks of which so many cards are held, and how many of each suit."""
        held: dict[int, list[int]] = {}
        for code in naturals:
            held.setdefault(code % 13, []).append(code)
        for rank, codes in sorted(held.items()):
            if sum([naturals[code] for code in codes]) >= least:
                yield rank + 1, tuple([naturals.get(13 * s + rank, 0) for s in self.suits])

    def _moves_of(self, held: Counts, wilds: int) -> tuple[Move, ...]:
        """The choices for one rank, most cards first; to move none is not among them."""
        choices = self.sets.choices(held, wilds)
        return tuple(Move(chosen, sum(1 << n for n in numbers)) for chosen, numbers in choices)

    def _quick_moves(self, rank: int, held: Counts, wilds: int) -> tuple[Leaf, ...]:
        """The choices where only points matter: no two that leave the same lines, and no sets of
        one natural card that could as well be runs of it."""
        lines, codes = self.lines, self.codes_of(rank)
        worth = self.points[codes[0]] * UNIT + 1
        found: dict[int, Leaf] = {}
        for move in self.moves_of(held, wilds):
            count = sum(move.chosen)
            if count == 1:
                as_run = lines.wilds_of(1, 0, lines.index[rank], wilds)
                if not move.wilds & ~sum(1 << n for n in as_run):
                    continue
            key = sum(self.units[code] * n for code, n in zip(codes, move.chosen, strict=True))
            same = found[key][2] if key in found else 0
            found[key] = (key, worth * count, move.wilds | same)
        return tuple(found.values())

    def _only_wilds(self, wilds: int) -> tuple[int, int]:
        """The numbers of wilds that can be sets of wilds alone, and runs of them, as bits."""
        sets = runs = 1
        if self.at.all_wild_melds:
            for size in range(1, wilds + 1):
                if self.sets.allowed(0, size):
                    sets = closed(sets, size, wilds)
                if self.at.run_size <= size <= self.lines.most_room and (
                    size <= self.lines.limits[size]
                ):
                    runs = closed(runs, size, wilds)
        return sets, runs

    # -- points --------------------------------------------------------------------------------

    def points_left(self, hand: Sequence[Card]) -> int:
        """The fewest points that an arrangement leaves."""
        points, masks = self.points, self.masks
        total = mask = 0
        for c in hand:
            mask |= BIT[c.code]
            total += points[c.code]
        if masks.fits and mask.bit_count() == len(hand) and not mask & masks.wild:
            return total - masks.covered(mask, total)
        return total - max([self.covered(parted) for parted in self.parted(hand)])

    def short_way(self, hand: Sequence[Card]) -> int | None:
        """The hand as one mask where `masks` can tell all of it, else None."""
        mask = 0
        for c in hand:
            mask |= BIT[c.code]
        masks = self.masks
        plain = mask.bit_count() == len(hand) and not mask & masks.wild
        return mask if masks.fits and plain else None

    def melds_nothing(self, hand: Sequence[Card]) -> bool:
        """Whether a hand is quickly seen to have no meld: no point is saved, and each card costs.

        False says nothing.
        """
        if any(self.at.wild[c.code] or not self.points[c.code] for c in hand):
            return False
        return self.points_left(hand) == self.at.points_of(hand)

    def covered(self, parted: Parted) -> int:
        """The most points that melds cover."""
        naturals, wilds = parted
        count = len(wilds)
        full = (2 << count) - 1
        ranks = self.by_rank(naturals, max(self.sets.least - count, 1))
        moves = [quick for item in ranks if (quick := self.quick_moves(*item, count))]
        sets, runs = self.only_wilds(count)
        leaves = each_leaf([(self.key_of(naturals), 0, added(sets, runs) & full)], moves, full)
        points = self.points
        worth = sorted([points[code] * UNIT for code in wilds], reverse=True)
        ceiling = sum([(points[code] * UNIT + 1) * n for code, n in naturals.items()]) + sum(worth)
        while len(self.known) <= count:
            self.known.append({})
        known = self.known[count]
        if len(known) > MOST_KNOWN:
            known.clear()
        if not wilds:
            return self._without_wilds(leaves, ceiling) // UNIT
        spent = [sum(worth[:n]) for n in range(count + 1)]
        shared = [spent[n:] for n in range(count + 1)]
        vector, gains = self.lines.vector, self.gains

        def joined(part: int, start: int) -> Vector:
            return self.joined(part, count, lambda line, _: vector(line, count, gains, known))

        return settled(leaves, self.half, joined, shared, ceiling) // UNIT

    def _without_wilds(self, leaves: Iterable[Leaf], ceiling: int) -> int:
        """The most that a choice of sets and the runs of what is left bring."""
        best = 0
        for key, value, _ in leaves:
            best = max(best, value + self._plain_runs(key))
            if best == ceiling:
                break
        return best

    def _plain_runs(self, key: int) -> int:
        """What the runs without wilds within a key bring."""
        known, line_mask, width = self.known[0], self.line_mask, self.width
        found = 0
        while key:
            line = key & line_mask
            if line:
                value = known.get(line)
                found += (value or self.lines.vector(line, 0, self.gains, known))[0]
            key >>= width
        return found

    def joined(self, part: int, wilds: int, line_vector: Callable[[int, int], Vector]) -> Vector:
        """What the runs of some lines bring together; `line_vector` is asked for each with cards,
        by its key and its place in the part."""
        found: Vector = ()
        place = 0
        while part:
            line = part & self.line_mask
            if line:
                vector = line_vector(line, place)
                found = merged(found, vector) if found else vector
            part >>= self.width
            place += 1
        return found or (0,) + (NEVER,) * wilds
