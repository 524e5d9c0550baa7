"""The pieces of a contract: melds within a hand that could be a part of it.

A piece is told by its cards; what its wilds stand for is settled when the pieces of a contract are
chosen (`choosing.py`), because two runs of one suit may have to keep apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice, product
from typing import NamedTuple

from rummy_lab.arrange.grouping import Group, Keys, fits, run_cores, set_cores, sizes
from rummy_lab.arrange.ranking import values_of
from rummy_lab.cards import Card, Placed
from rummy_lab.melds import MOST_READINGS, Meld, readings
from rummy_lab.rules import At
from rummy_lab.rules.at import Part

Leave = Callable[[tuple[Card, ...]], bool]
"""Whether the cards that a contract leaves may be left."""
Chosen = tuple["Piece", ...]


class Roles(NamedTuple):
    """The cards of a contract: which are in its sets, which in its runs, and what that is worth."""

    worth: int
    in_sets: Group
    in_runs: Group


class Piece:
    """Cards of a hand that could be one meld of a contract."""

    def __init__(self, kind: str, cards: tuple[Card, ...], hand: Hand) -> None:
        self.kind, self.cards = kind, cards
        self.at = hand.at
        self.size = len(cards)
        self.suit = next((c.suit for c in cards if not self.at.wild[c.code]), "")
        """That of the naturals, which is that of a run."""
        self.key = hand.key_of(kind, cards)
        self.value = hand.value_of(kind, cards)

    @cached_property
    def readings(self) -> tuple[Meld, ...]:
        """The ways in which the cards are a meld of the kind."""
        row = [Placed(c) for c in self.cards]
        return tuple(islice(readings(row, self.at, self.kind), MOST_READINGS))


class Hand:
    """A hand, its pieces, and the large numbers of the tie rule (`ranking.py`)."""

    def __init__(self, cards: Sequence[Card], at: At) -> None:
        self.at = at
        self.cards = tuple(sorted(c for c in cards if not c.is_unknown))
        self.all_known = len(self.cards) == len(cards)
        self.in_set, self.in_run, _ = values_of(self.cards, at.points)
        self.keys = Keys(self.cards)
        self.whole, self.guards = self.keys.whole, self.keys.guards

    def has_to_use(self, must: Iterable[Card]) -> tuple[Card, ...] | None:
        """The cards that a contract has to use, or None where none could use them all."""
        if self.at.contract_sizes == "whole_hand":
            return None if not self.all_known or self._too_many() else self.cards
        needed = tuple(must)
        return None if Counter(needed) - Counter(self.cards) else needed

    def _too_many(self) -> bool:
        """Whether there are more cards of some ranks than the melds of the contract could hold."""
        at = self.at
        kinds = Counter(part.kind for part in at.contract)
        held = Counter(c.rank for c in self.cards if c.suit and not at.wild[c.code])
        # the ace can be at both ends of a run
        over = [rank for rank, n in held.items() if n > kinds["run"] * (2 if rank == 1 else 1)]
        return len(over) > kinds["set"]

    def key_of(self, kind: str, cards: Sequence[Card]) -> int:
        """What a piece takes away from the hand."""
        return self.keys.of(cards)

    def value_of(self, kind: str, cards: Sequence[Card]) -> int:
        """What a piece is worth under the tie rule."""
        worth = self.in_set if kind == "set" else self.in_run
        return sum([worth[c.code] for c in cards])

    def settled(
        self,
        chosen: Chosen,
        key: int,
        must: Counter[Card] | None = None,
        leave: Leave | None = None,
        worth: int = -1,
    ) -> Roles | None:
        """The roles that a choice of pieces gives, if it may be laid and is worth more than that.

        `key` is what the pieces do not take, of which nothing may be in `must`.
        """
        rest = self.keys.cards_of(key)
        value = sum([piece.value for piece in chosen])
        if value <= worth or (must and not must <= Counter(self.cards) - Counter(rest)):
            return None
        if not can_be_laid(chosen, self.at) or (leave is not None and not leave(rest)):
            return None
        return Roles(
            value,
            tuple(sorted(c for piece in chosen if piece.kind == "set" for c in piece.cards)),
            tuple(sorted(c for piece in chosen if piece.kind == "run" for c in piece.cards)),
        )

    def pieces(self, kind: str, of_sizes: Iterable[int] | None = None) -> list[Piece]:
        """The melds of a kind that could be a part of the contract, in order; of some sizes."""
        return [Piece(kind, cards, self) for cards in self.groups(kind, of_sizes)]

    def groups(self, kind: str, of_sizes: Iterable[int] | None = None) -> list[Group]:
        """The cards of those melds."""
        at = self.at
        wilds = [c for c in self.cards if at.wild[c.code]]
        naturals = [c for c in self.cards if c.suit and not at.wild[c.code]]
        cores = set_cores if kind == "set" else run_cores
        found = set()
        for size in self._sizes(kind) if of_sizes is None else of_sizes:
            for core in cores(naturals, size, len(wilds), at):
                for chosen in combinations(wilds, size - len(core)):
                    cards = tuple(sorted(core + chosen))
                    if cards not in found and fits(kind, cards, chosen, at):
                        found.add(cards)
        return sorted(found)

    def all_pieces(self) -> list[Piece]:
        """The melds that could be a part of the contract; none where one kind is wanting."""
        wanted = dict.fromkeys(part.kind for part in self.at.contract)
        found = []
        for kind in sorted(wanted, reverse=True):
            pieces = self.pieces(kind)
            if not pieces:
                return []
            found += pieces
        return found

    def _sizes(self, kind: str) -> Iterable[int]:
        """The sizes that a piece of a kind may have."""
        parts = [part.size for part in self.at.contract if part.kind == kind]
        if not parts or self.at.contract_sizes == "exact":
            return sorted(set(parts))
        return range(min(parts), min(sizes(kind, self.at)[1], len(self.cards)) + 1)


def sizes_fit(pieces: Sequence[Piece], at: At) -> bool:
    """Whether pieces, as many of each kind as the contract has, are large enough for its parts."""
    if at.contract_sizes == "exact":
        return _sorted_sizes(pieces) == _sorted_sizes(at.contract)
    wanted, there = _sorted_sizes(at.contract), _sorted_sizes(pieces)
    return all(a <= b for kind in wanted for a, b in zip(wanted[kind], there[kind], strict=True))


def _sorted_sizes(some: Sequence[Piece] | Sequence[Part]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for one in some:
        found.setdefault(one.kind, []).append(one.size)
    return {kind: sorted(sizes) for kind, sizes in found.items()}


# -- the places of runs --------------------------------------------------------------------------


def declared(pieces: Sequence[Piece], at: At) -> Iterator[tuple[Meld, ...]]:
    """The contracts that pieces make, by what their wilds stand for, in the order of its parts."""
    for melds in product(*(piece.readings for piece in _in_order(pieces, at))):
        if runs_fit(melds, at):
            yield melds


def can_be_laid(pieces: Sequence[Piece], at: At) -> bool:
    return next(declared(pieces, at), None) is not None


def _in_order(pieces: Sequence[Piece], at: At) -> list[Piece]:
    """The pieces in the order of the parts they are."""
    of_kind = {
        kind: sorted((p for p in pieces if p.kind == kind), key=lambda p: p.size)
        for kind in ("set", "run")
    }
    found: dict[int, Piece] = {}
    for n in sorted(range(len(at.contract)), key=lambda n: at.contract[n].size):
        found[n] = of_kind[at.contract[n].kind].pop(0)
    return [found[n] for n in range(len(at.contract))]


def runs_fit(melds: Sequence[Meld], at: At) -> bool:
    """Whether the runs of a contract keep to `contract_runs`; runs of any suit always do."""
    if at.contract_runs == "any" or at.run_suits == "any":
        return True
    runs = [meld for meld in melds if meld.kind == "run"]
    return all(
        one.stands[0].suit != other.stands[0].suit
        or (at.contract_runs == "apart" and apart(one, other, at))
        for one, other in combinations(runs, 2)
    )


def apart(one: Meld, other: Meld, at: At) -> bool:
    """Whether there is a rank between two runs, on both sides where runs go round the corner.

    >>> import rummy_lab as rl
    >>> at = rl.variant("rummy", ace="high_or_low").at()
    >>> apart(Meld.of("run", "As 2s 3s"), Meld.of("run", "4s 5s 6s"), at)
    False
    >>> apart(Meld.of("run", "As 2s 3s"), Meld.of("run", "Qs Ks As"), at)
    True
    """
    places = []
    for meld in (one, other):
        ranks = [c.rank for c in meld.stands]
        places.append([ranks[0] + n for n in range(len(ranks))])
    if at.ace != "round_the_corner":
        low, high = sorted(places)
        return high[0] - low[-1] > 1
    return all((a - b) % 13 not in (0, 1, 12) for a in places[0] for b in places[1])
