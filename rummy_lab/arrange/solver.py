"""The fewest points left in a hand, with equal cards and wilds, and the roles the tie rule gives.

For each rank, which of its cards go into sets is chosen (`sets.py`); what is left of each line
goes into runs (`lines.py`). The wilds tie these together: a choice of sets takes one of some
numbers of wilds, a line brings something for each number, and the best split is looked for.

The tie rule is a second objective below the first. Each card's value becomes a large number: its
points, times the product of all digits below; then one digit for each different card in order,
in which a copy in a set counts `copies + 1`, one in a run 1, one that is left 0. The larger number
is the better arrangement, and the roles of all cards can be read off its digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from rummy_lab.arrange.lines import NEVER, Gains, Lines, Vector
from rummy_lab.arrange.masks import BIT, Masks
from rummy_lab.arrange.sets import Counts, Sets
from rummy_lab.cards import CODES, JOKER_CODE, Card, natural
from rummy_lab.rules import At


class Move(NamedTuple):
    """Cards of one rank that go into sets: how many of each suit, the same as a key, what they
    bring, and the numbers of wilds that can go with them as bits."""

    chosen: Counts
    key: int
    value: int
    wilds: int



class Parted(NamedTuple):
    """A hand with its cards parted: how many of each natural code, and the codes of its wilds."""

    naturals: Mapping[int, int]
    wilds: tuple[int, ...]


class Solver:
    """Everything about one resolved rule set that can be worked out before a hand is seen."""

    def __init__(self, at: At) -> None:
        self.at = at
        self.points = at.points
        self.masks = Masks(at)
        self.sets = Sets(at)
        self.mixed = at.run_suits == "any"
        most = max(1, *at.copies[:JOKER_CODE]) * (len(at.suits) if self.mixed else 1)
        self.lines = Lines(at, most)
        self.width = 13 * self.lines.bits
        self.line_mask = (1 << self.width) - 1
        self.suits = tuple(dict.fromkeys(natural(1, s).code // 13 for s in at.suits))
        self.starts = [0] if self.mixed else [self.width * n for n in range(len(self.suits))]
        self.units = [0] * CODES
        """What one card adds to the key of a hand, by its code; nothing for jokers."""
        for place, suit in enumerate(self.suits):
            for rank in at.rank_numbers:
                shift = self.lines.index[rank] * self.lines.bits
                shift += 0 if self.mixed else self.width * place
                self.units[13 * suit + rank - 1] = 1 << shift
        self.parts_wild_rank = bool(at.wild_number) and (
            not at.all_wild_melds or at.wilds_per_meld is not None)  # fmt: skip
        self.moves_of = cache(self._moves_of)
        self.only_wilds = cache(self._only_wilds)

    # -- the hand ------------------------------------------------------------------------------

    def parted(self, hand: Sequence[Card]) -> Iterator[Parted]:
        """A hand with every choice of the cards of the wild rank that stand for themselves.

        Where a wild may do all that a natural card can there is one choice only.
        """
        wild = self.at.wild
        naturals = Counter(c.code for c in hand if self.units[c.code] and not wild[c.code])
        wilds = sorted(c.code for c in hand if wild[c.code])
        own = Counter(code for code in wilds if code < JOKER_CODE) if self.parts_wild_rank else {}
        for chosen in product(*(range(n + 1) for n in own.values())):
            kept = dict(zip(own, chosen, strict=True))
            rest = list(wilds)
            for code, count in kept.items():
                for _ in range(count):
                    rest.remove(code)
            yield Parted({**naturals, **{c: n for c, n in kept.items() if n}}, tuple(rest))

    def key_of(self, naturals: Mapping[int, int]) -> int:
        """All lines of a hand in one number."""
        units = self.units
        return sum(units[code] * count for code, count in naturals.items())

    def codes_of(self, rank: int) -> list[int]:
        """The cards of a rank in the order of the suits."""
        return [13 * suit + rank - 1 for suit in self.suits]

    # -- sets ----------------------------------------------------------------------------------

    def _moves_of(self, rank: int, held: Counts, wilds: int) -> tuple[Move, ...]:
        """The choices for one rank, most cards first; not moving any is not among them."""
        codes = self.codes_of(rank)
        found = []
        for chosen, numbers in self.sets.choices(held, wilds):
            key = sum(self.units[code] * n for code, n in zip(codes, chosen, strict=True))
            value = sum(self.points[code] * n for code, n in zip(codes, chosen, strict=True))
            found.append(Move(chosen, key, value, sum(1 << n for n in numbers)))
        return tuple(found)

    def all_moves(self, naturals: Mapping[int, int],
                  wilds: int) -> list[tuple[int, tuple[Move, ...]]]:  # fmt: skip
        """For each rank of which some cards could go into sets: the choices."""
        held: dict[int, list[int]] = {}
        for code, count in naturals.items():
            suit, rank = divmod(code, 13)
            held.setdefault(rank + 1, [0] * len(self.suits))[self.suits.index(suit)] = count
        found = []
        for rank, counts in sorted(held.items()):
            if sum(counts) + wilds >= self.sets.least:
                moves = self.moves_of(rank, tuple(counts), wilds)
                if moves:
                    found.append((rank, moves))
        return found

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
            return total - masks.covered(mask)
        return total - max(self.covered(parted) for parted in self.parted(hand))

    def covered(self, parted: Parted) -> int:
        """The most points that melds cover."""
        count = len(parted.wilds)
        full = (2 << count) - 1
        sets, runs = self.only_wilds(count)
        leaves = [(self.key_of(parted.naturals), 0, added(sets, runs) & full)]
        for _, moves in self.all_moves(parted.naturals, count):
            leaves += [
                (key - move.key, value + move.value, both)
                for key, value, wilds in leaves
                for move in moves
                if (both := added(wilds, move.wilds) & full)
            ]
        worth = sorted((self.points[code] for code in parted.wilds), reverse=True)
        spent = [sum(worth[:n]) for n in range(count + 1)]
        return max(value + self._in_runs(key, wilds, spent) for key, value, wilds in leaves)

    def _in_runs(self, key: int, wilds: int, spent: Sequence[int]) -> int:
        """The most that runs within a key and the wilds bring; `wilds` are those sets can take."""
        count = len(spent) - 1
        found = self._all_runs(key, count)
        return max(
            value + spent[taken + n]
            for n, value in enumerate(found) if value >= 0
            for taken in range(count - n + 1) if wilds >> taken & 1
        )  # fmt: skip

    def _all_runs(self, key: int, count: int) -> Vector:
        found: Vector = (0,) + (NEVER,) * count
        for start in self.starts:
            line = key >> start & self.line_mask
            if line:
                found = merged(found, self.lines.vector(line, count))
        return found

    # -- roles ---------------------------------------------------------------------------------

    def roles(self, hand: Sequence[Card]) -> dict[int, tuple[int, int]]:
        """By code, how many copies the tie rule has in sets and how many in runs."""
        held = sorted(Counter(c.code for c in hand).items())
        base = 1
        weight: dict[int, int] = {}
        for code, count in reversed(held):
            weight[code] = base
            base *= count * (count + 1) + 1
        in_run = {code: self.points[code] * base + weight[code] for code, _ in held}
        in_set = {code: in_run[code] + count * weight[code] for code, count in held}
        best = max(Ranked(self, parted, in_set, in_run).best() for parted in self.parted(hand))
        roles = {}
        for code, count in held:
            digit = best // weight[code] % (count * (count + 1) + 1)
            roles[code] = divmod(digit, count + 1)
        return roles


class Ranked:
    """One parted hand under the large numbers of the tie rule."""

    def __init__(self, solver: Solver, parted: Parted, in_set: Mapping[int, int],
                 in_run: Mapping[int, int]) -> None:  # fmt: skip
        self.solver, self.parted, self.in_set, self.in_run = solver, parted, in_set, in_run
        self.wilds = len(parted.wilds)
        self.full = (2 << self.wilds) - 1
        self.shared = self._shared()
        self.known: dict[int, dict[int, Vector]] = {}

    def _shared(self) -> list[list[int]]:
        """What the wilds bring, by how many are in sets and how many in runs."""
        rows = [[0]]
        for code in self.parted.wilds:
            size = len(rows) + 1
            longer = [[NEVER] * (size - s) for s in range(size)]
            for s, row in enumerate(rows):
                for r, value in enumerate(row):
                    longer[s][r] = max(longer[s][r], value)
                    longer[s + 1][r] = max(longer[s + 1][r], value + self.in_set[code])
                    longer[s][r + 1] = max(longer[s][r + 1], value + self.in_run[code])
            rows = longer
        return rows

    def best(self) -> int:
        """The largest number that an arrangement reaches."""
        solver = self.solver
        sets, runs = solver.only_wilds(self.wilds)
        alone: Vector = tuple(0 if runs >> n & 1 else NEVER for n in range(self.wilds + 1))
        leaves = [(dict(self.parted.naturals), 0, sets)]
        for rank, moves in solver.all_moves(self.parted.naturals, self.wilds):
            codes = solver.codes_of(rank)
            leaves += [
                (less(rest, codes, move.chosen),
                 value + sum(self.in_set[c] * n for c, n in zip(codes, move.chosen, strict=True) if n),
                 both)
                for rest, value, wilds in leaves
                for move in moves
                if (both := added(wilds, move.wilds) & self.full)
            ]
        return max(value + self._rest(rest, wilds, alone) for rest, value, wilds in leaves)

    def _rest(self, rest: Mapping[int, int], wilds: int, alone: Vector) -> int:
        found = alone
        for line in self._lines(rest):
            found = merged(found, line)
        return max(
            value + self.shared[taken][n]
            for n, value in enumerate(found) if value >= 0
            for taken in range(self.wilds - n + 1) if wilds >> taken & 1
        )  # fmt: skip

    def _lines(self, rest: Mapping[int, int]) -> Iterator[Vector]:
        """The vector of each line; a key alone does not tell what its cards bring."""
        solver, lines = self.solver, self.solver.lines
        by_line: dict[int, dict[int, list[int]]] = {}
        for code, count in rest.items():
            suit, rank = divmod(code, 13)
            line = by_line.setdefault(0 if solver.mixed else suit, {})
            line.setdefault(lines.index[rank + 1], []).extend([self.in_run[code]] * count)
        for line in by_line.values():
            gains: list[list[int]] = [[0]] * 13
            key = 0
            for i, values in line.items():
                gains[i] = [0, *sorted(values)]
                key += len(values) << i * lines.bits
            yield lines.solve(key, self.wilds, gains, {})


def less(held: Mapping[int, int], codes: Sequence[int], chosen: Counts) -> dict[int, int]:
    """Counts by code without those chosen."""
    rest = dict(held)
    for code, count in zip(codes, chosen, strict=True):
        if count:
            rest[code] -= count
    return {code: count for code, count in rest.items() if count}


def added(some: int, others: int) -> int:
    """The sums of two groups of numbers, given as bits."""
    found = 0
    while others:
        low = others & -others
        found |= some << low.bit_length() - 1
        others ^= low
    return found


def closed(numbers: int, size: int, most: int) -> int:
    """The numbers, as bits, and all that come from them by adding `size` again and again."""
    for _ in range(most // size):
        numbers |= numbers << size
    return numbers & ((2 << most) - 1)


def merged(one: Vector, other: Vector) -> Vector:
    """Two lines together: the most for each exact number of wilds."""
    found = [NEVER] * len(one)
    for n, value in enumerate(one):
        if value >= 0:
            for m in range(len(one) - n):
                if other[m] >= 0 and value + other[m] > found[n + m]:
                    found[n + m] = value + other[m]
    return tuple(found)
