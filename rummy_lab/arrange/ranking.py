"""The roles that the tie rule gives: which cards are in sets, which in runs, which are left.

The tie rule is a second objective below the first. Each card's value becomes a large number: its
points, times the product of all digits below; then one digit for each different card in order,
in which a copy in a set counts `copies + 1`, one in a run 1, one that is left 0. The larger number
is the better arrangement, and the roles of all cards can be read off its digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rummy_lab.arrange.lines import NEVER, Vector
from rummy_lab.arrange.sharing import Counts, Leaf, each_leaf, settled
from rummy_lab.arrange.solver import Parted, Solver
from rummy_lab.cards import Card

Worth = Mapping[int, int]
"""What a card brings, by its code."""


def values_of(hand: Sequence[Card], points: Sequence[int]) -> tuple[Worth, Worth, dict[int, int]]:
    """What each card brings in a set and in a run, and the weight of its digit, by code."""
    held = sorted(Counter([c.code for c in hand]).items())
    base = 1
    weight: dict[int, int] = {}
    for code, count in reversed(held):
        weight[code] = base
        base *= count * (count + 1) + 1
    in_run = {code: points[code] * base + weight[code] for code, _ in held}
    in_set = {code: in_run[code] + count * weight[code] for code, count in held}
    return in_set, in_run, weight


def roles(hand: Sequence[Card], solver: Solver) -> dict[int, tuple[int, int]]:
    """By code, how many copies of a card the tie rule has in sets and how many in runs."""
    in_set, in_run, weight = values_of(hand, solver.points)
    best = max([Ranked(solver, parted, in_set, in_run).best() for parted in solver.parted(hand)])
    found = {}
    for code, count in sorted(Counter([c.code for c in hand]).items()):
        digit = best // weight[code] % (count * (count + 1) + 1)
        found[code] = divmod(digit, count + 1)
    return found


class Ranked:
    """One parted hand under the large numbers of the tie rule.

    Here the key of a hand has a line for each suit, also where runs are of any suit: it must tell
    which cards are left, since no two bring the same.
    """

    def __init__(self, solver: Solver, parted: Parted, in_set: Worth, in_run: Worth) -> None:
        self.solver, self.parted, self.in_set, self.in_run = solver, parted, in_set, in_run
        self.wilds = len(parted.wilds)
        bits, index, suits = solver.lines.bits, solver.lines.index, solver.suits
        self.shift: dict[int, int] = {}
        self.gains = [[[0]] * 13 for _ in suits]
        self.known: list[dict[int, Vector]] = [{} for _ in suits]
        self.ceiling = sum([in_set[code] for code in parted.wilds])
        self.ceiling += sum([in_set[code] * n for code, n in parted.naturals.items()])
        for code, count in parted.naturals.items():
            place, i = suits.index(code // 13), index[code % 13 + 1]
            self.shift[code] = solver.width * place + bits * i
            self.gains[place][i] = [0] + [in_run[code]] * count

    def best(self) -> int:
        """The largest number that an arrangement reaches."""
        solver, shift = self.solver, self.shift
        key = sum([count << shift[code] for code, count in self.parted.naturals.items()])
        least = max(solver.sets.least - self.wilds, 1)
        moves = [self._moves(*item) for item in solver.by_rank(self.parted.naturals, least)]
        start = [(key, 0, solver.only_wilds(self.wilds)[0])]
        leaves = each_leaf(start, moves, (2 << self.wilds) - 1)
        joined, half = (self._mixed, 0) if solver.mixed else (self._joined, solver.half)
        return settled(leaves, half, joined, self._shared(), self.ceiling)

    def _moves(self, rank: int, held: Counts) -> list[Leaf]:
        """The choices for one rank."""
        solver = self.solver
        # where neither sets nor runs ask for suits: of as many cards those that bring most
        alike = solver.mixed and not solver.sets.distinct
        found: dict[int | Counts, Leaf] = {}
        for move in solver.moves_of(held, self.wilds):
            chosen = [(c, n) for c, n in zip(solver.codes_of(rank), move.chosen, strict=True) if n]
            worth = sum([n * self.in_set[c] for c, n in chosen])
            key = sum([n << self.shift[c] for c, n in chosen])
            label = sum(move.chosen) if alike else move.chosen
            if label not in found or worth > found[label][1]:
                found[label] = (key, worth, move.wilds)
        return list(found.values())

    def _shared(self) -> list[list[int]]:
        """What the wilds bring, by how many are in sets and how many in runs with naturals."""
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
        runs = self.solver.only_wilds(self.wilds)[1]
        return [
            [
                max([row[r + n] for n in range(len(row) - r) if runs >> n & 1])
                for r in range(len(row))
            ]
            for row in rows
        ]

    def _joined(self, part: int, start: int) -> Vector:
        """What the runs of some suits bring, the first of them at a place of the key."""
        first = start // self.solver.width
        vector, wilds, gains, known = self.solver.lines.vector, self.wilds, self.gains, self.known
        return self.solver.joined(
            part,
            wilds,
            lambda line, place: vector(line, wilds, gains[first + place], known[first + place]),
        )

    def _mixed(self, part: int, _: int) -> Vector:
        """What runs of any suit bring: the cards of a rank that bring most are used first."""
        lines, line_mask = self.solver.lines, self.solver.line_mask
        gains: list[list[int]] = [[0] for _ in range(13)]
        key = 0
        for of_suit in self.gains:
            key += part & line_mask
            for i, worth in enumerate(of_suit):
                count = part >> i * lines.bits & lines.mask
                gains[i] += worth[1:][:count]
            part >>= self.solver.width
        for i in range(13):
            gains[i].sort()
        return lines.vector(key, self.wilds, gains, {})
