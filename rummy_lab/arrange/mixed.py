"""Contracts whose runs are of any suits: the cards of a rank are alike in them.

Told by their cards there would be a run for every choice of suits, millions in a large hand. So a
run is told by its ranks and wilds here. Which cards it gets is settled at the end: of those that
the sets leave the ones that are worth most under the tie rule (`ranking.py`), and among the runs
the ones that come first in the common order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product

from rummy_lab.arrange.choosing import best_roles
from rummy_lab.arrange.grouping import KEY_BITS, Group
from rummy_lab.arrange.pieces import Chosen, Hand, Leave, Piece, Roles, sizes_fit
from rummy_lab.cards import Card, natural
from rummy_lab.rules import At


class Mixed(Hand):
    """A hand whose runs are told by ranks: their naturals are written as of the first suit.

    Its key is two keys side by side: that of its cards, and that of the cards with all naturals as
    of one suit. A set takes from both; a run takes its naturals from the second only.
    """

    def __init__(self, cards: Sequence[Card], at: At) -> None:
        super().__init__(cards, at)
        self.alike = {c: self._alike(c) for c in self.cards}
        self.alike |= {c: c for c in self.alike.values()}
        self.ranks = Hand([self.alike[c] for c in self.cards], at)
        self.shift = KEY_BITS * len(self.keys.order)
        self.guards = self.keys.guards | self.ranks.keys.guards << self.shift
        self.whole = self.keys.whole | self.ranks.keys.whole << self.shift
        self.dearest: dict[Card, list[int]] = {}
        """What the cards that are alike are worth in a run, the most first."""
        for c in self.cards:
            self.dearest.setdefault(self.alike[c], []).append(self.in_run[c.code])
        for worths in self.dearest.values():
            worths.sort(reverse=True)

    def _alike(self, card: Card) -> Card:
        """The card that stands for all that are alike in a run."""
        if self.at.wild[card.code] or not card.suit:
            return card
        return natural(card.rank, self.at.suits[0])

    def groups(self, kind: str, of_sizes: Iterable[int] | None = None) -> list[Group]:
        """The cards of the melds of a kind that could be a part of the contract."""
        if kind == "run":
            return self.ranks.groups(kind, of_sizes)
        return super().groups(kind, of_sizes)

    def key_of(self, kind: str, cards: Sequence[Card]) -> int:
        """What a piece takes away from the hand, from both keys."""
        ranks = self.ranks.keys.of([self.alike[c] for c in cards])
        own = self._wilds(cards) if kind == "run" else cards
        return self.keys.of(own) | ranks << self.shift

    def value_of(self, kind: str, cards: Sequence[Card]) -> int:
        """What a piece is worth at most: a run with the dearest of the cards that are alike."""
        if kind == "set":
            return super().value_of(kind, cards)
        counts = Counter([self.alike[c] for c in cards])
        return sum([sum(self.dearest[c][:count]) for c, count in counts.items()])

    def _wilds(self, cards: Iterable[Card]) -> list[Card]:
        return [c for c in cards if self.at.wild[c.code]]

    # -- which cards -------------------------------------------------------------------------------

    def settled(
        self,
        chosen: Chosen,
        key: int,
        must: Counter[Card] | None = None,
        leave: Leave | None = None,
        worth: int = -1,
    ) -> Roles | None:
        """The roles that a choice gives at best, its runs with cards of the hand."""
        in_sets = [c for piece in chosen if piece.kind == "set" for c in piece.cards]
        in_runs = [c for piece in chosen if piece.kind == "run" for c in piece.cards]
        wilds = self._wilds(in_runs)
        free = Counter(self.cards) - Counter([*in_sets, *wilds])
        needed = (must or Counter()) - Counter([*in_sets, *wilds])
        wanted = Counter(in_runs) - Counter(wilds)
        if any(self.alike[c] not in wanted for c in needed):
            return None
        rows = [self._choices(rank, count, free, needed) for rank, count in wanted.items()]
        fixed = sum([self.in_set[c.code] for c in in_sets])
        for cards in self._dearest_first(rows, others=leave is not None):
            value = fixed + self._in_runs([*wilds, *cards])
            if value <= worth:
                return None
            rest = tuple(sorted((free - Counter(cards)).elements()))
            if leave is None or leave(rest):
                return Roles(value, tuple(sorted(in_sets)), tuple(sorted([*wilds, *cards])))
        return None

    def _choices(
        self, rank: Card, count: int, free: Counter[Card], needed: Counter[Card]
    ) -> list[Group]:
        """So many free cards that are alike, with all that are needed, the dearest first."""
        there = [c for c in free.elements() if self.alike[c] is rank]
        must = Counter({c: n for c, n in needed.items() if self.alike[c] is rank})
        found = [some for some in set(combinations(there, count)) if must <= Counter(some)]
        return sorted(found, key=lambda some: (-self._in_runs(some), some))

    def _dearest_first(self, rows: list[list[Group]], others: bool) -> Iterator[list[Card]]:
        """One choice of each row, the dearest; then all other ways."""
        if all(rows):
            yield [c for some in rows for c in some[0]]
            if others:
                ways = [[c for some in chosen for c in some] for chosen in product(*rows)][1:]
                yield from sorted(ways, key=lambda cards: -self._in_runs(cards))

    def _in_runs(self, cards: Iterable[Card]) -> int:
        return sum([self.in_run[c.code] for c in cards])

    # -- which cards lie together ------------------------------------------------------------------

    def first_choice(self, pieces: Sequence[Piece], roles: Roles) -> Chosen | None:
        """The first choice with some roles, or None; `pieces` with runs told by ranks.

        The first card goes into the longest piece it can, so with the next.
        """
        at, keys = self.at, self.keys
        count = Counter(part.kind for part in at.contract)
        dead: set[tuple[int, int, tuple[tuple[str, int], ...]]] = set()

        def choose(in_sets: int, in_runs: int, chosen: Chosen) -> Chosen | None:
            if not in_sets and not in_runs:
                there = Counter(piece.kind for piece in chosen)
                return chosen if there == count and sizes_fit(chosen, at) else None
            ranks = self.ranks.keys.of([self.alike[c] for c in keys.cards_of(in_runs)])
            state = (in_sets, ranks, tuple(sorted((p.kind, p.size) for p in chosen)))
            if len(chosen) == count.total() or state in dead:
                return None
            dead.add(state)
            for piece in self._with_first(pieces, in_sets, in_runs):
                key = keys.of(piece.cards)
                left = (in_sets - key, in_runs) if piece.kind == "set" else (in_sets, in_runs - key)
                found = choose(*left, (*chosen, piece))
                if found is not None:
                    return found
            return None

        return choose(keys.of(roles.in_sets), keys.of(roles.in_runs), ())

    def fills(self, runs: Sequence[Piece], in_runs: Sequence[Card]) -> bool:
        """Whether some cards are just as many runs, long enough, as the contract has."""
        keys, guards = self.ranks.keys, self.ranks.keys.guards
        least = sorted(part.size for part in self.at.contract if part.kind == "run")
        longest = max((run.size for run in runs), default=0)
        with_first: dict[int, list[tuple[int, int]]] = {}
        for run in runs:
            found = with_first.setdefault(keys.order.index(run.cards[0]), [])
            found.append((run.key >> self.shift, run.size))

        @cache
        def fill(key: int, cards: int, sizes: tuple[int, ...]) -> bool:
            """Whether so many cards, a key of ranks, are the runs that are wanting."""
            left = len(least) - len(sizes)
            if not key:
                return not left and all(a <= b for a, b in zip(least, sizes, strict=True))
            if cards > left * longest:
                return False
            first = ((key & -key).bit_length() - 1) // KEY_BITS
            return any(
                fill(key - run, cards - size, tuple(sorted((*sizes, size))))
                for run, size in with_first.get(first, ())
                if ((key | guards) - run) & guards == guards
            )

        return fill(keys.of([self.alike[c] for c in in_runs]), len(in_runs), ())

    def _with_first(self, pieces: Sequence[Piece], in_sets: int, in_runs: int) -> list[Piece]:
        """The pieces of some cards with the first of all of them, in the order they are tried."""
        keys = self.keys
        first = min([*keys.cards_of(in_sets)[:1], *keys.cards_of(in_runs)[:1]])
        found = []
        for piece in pieces:
            if piece.kind == "run":
                cards = self._dealt(piece.cards, keys.cards_of(in_runs))
            else:
                cards = piece.cards if keys.holds(in_sets, keys.of(piece.cards)) else None
            if cards and cards[0] is first:
                found.append(Piece(piece.kind, cards, self))
        return sorted(found, key=lambda p: (-p.size, p.kind != "set", p.cards))

    def _dealt(self, run: Group, held: Group) -> Group | None:
        """A run told by its ranks with the first cards that are held, or None."""
        left = list(held)
        found = []
        for wanted in run:
            card = next((c for c in left if self.alike[c] is wanted), None)
            if card is None:
                return None
            left.remove(card)
            found.append(card)
        return tuple(sorted(found))


def best_choice(hand: Mixed, must: Iterable[Card], leave: Leave | None) -> Chosen | None:
    """The pieces of the best contract, or None; `must` and `leave` as in `best_contract`."""
    needed = hand.has_to_use(must)
    if needed is None:
        return None
    pieces = hand.all_pieces()
    if hand.at.contract_sizes == "whole_hand":
        runs = [piece for piece in pieces if piece.kind == "run"]
        every = _roles_of_all(hand, pieces) if leave is None or leave(()) else iter(())
        roles = next((roles for roles in every if hand.fills(runs, roles.in_runs)), None)
    else:
        roles = best_roles(hand, pieces, needed, leave)
    return None if roles is None else hand.first_choice(pieces, roles)


def _roles_of_all(hand: Mixed, pieces: Sequence[Piece]) -> Iterator[Roles]:
    """The roles of all cards with some sets, the most worth first; the rest may be no runs."""
    sets = [piece for piece in pieces if piece.kind == "set"]
    number = Counter(part.kind for part in hand.at.contract)["set"]
    found = []
    for chosen in _apart(hand, sets, number, hand.whole):
        in_sets = sorted(c for piece in chosen for c in piece.cards)
        in_runs = sorted((Counter(hand.cards) - Counter(in_sets)).elements())
        worth = sum([piece.value for piece in chosen]) + sum([hand.in_run[c.code] for c in in_runs])
        found.append(Roles(worth, tuple(in_sets), tuple(in_runs)))
    yield from sorted(set(found), reverse=True)


def _apart(hand: Mixed, sets: Sequence[Piece], number: int, key: int) -> Iterator[Chosen]:
    """So many sets that share no card of a key."""
    if not number:
        yield ()
        return
    for n, piece in enumerate(sets):
        if hand.keys.holds(key, piece.key):
            for others in _apart(hand, sets[n:], number - 1, key - piece.key):
                yield (piece, *others)
