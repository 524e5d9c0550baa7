"""Contracts: all ways to lay the melds of a deal's contract, and the one that leaves least.

A *piece* is a meld within the hand that could be a part of the contract, as cards; what its wilds
stand for is settled when the pieces are chosen, because two runs of one suit may have to keep
apart. Among the contracts that leave the fewest points the tie rule of arrangements decides which
cards are used: card by card in the common order, in a set, else in a run, else left. Which cards
lie together then: see `grouping.py`; the number of melds is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice, product

from rummy_lab.arrange.grouping import Keys, fits, run_cores, set_cores, sizes
from rummy_lab.arrange.hands import known_hand
from rummy_lab.arrange.ranking import values_of
from rummy_lab.cards import Card, Cards, Placed, natural
from rummy_lab.melds import MOST_READINGS, Meld, readings
from rummy_lab.rules import At, Rules, RulesError
from rummy_lab.rules.at import Part
from rummy_lab.variants import rules_of

Leave = Callable[[tuple[Card, ...]], bool]
Chosen = tuple["Piece", ...]


class Piece:
    """Cards of a hand that could be one meld of a contract."""

    def __init__(self, kind: str, cards: tuple[Card, ...], hand: Hand) -> None:
        self.kind, self.cards = kind, cards
        self.at = hand.at
        self.size = len(cards)
        self.suit = next((c.suit for c in cards if not self.at.wild[c.code]), "")
        """That of the naturals, which is that of a run."""
        self.key = hand.keys.of(cards)
        worth = hand.in_set if kind == "set" else hand.in_run
        self.value = sum([worth[c.code] for c in cards])

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

    def has_to_use(self, must: Iterable[Card]) -> tuple[Card, ...] | None:
        """The cards that a contract has to use, or None where none could use them all."""
        if self.at.contract_sizes == "whole_hand":
            none = self.of_ranks is not None and self.runs_of_all() is None
            return None if none or not self.all_known or self._too_many() else self.cards
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

    @cached_property
    def of_ranks(self) -> Hand | None:
        """The hand with all naturals as of one suit, where a contract is of runs of any suits only.

        The suits do not matter then for whether all cards are such runs, and there are far fewer
        pieces. None where they do matter.
        """
        at, suit = self.at, self.at.suits[0]
        if at.run_suits != "any" or any(part.kind == "set" for part in at.contract):
            return None
        return Hand([c if at.wild[c.code] else natural(c.rank, suit) for c in self.cards], at)

    def runs_of_all(self) -> Chosen | None:
        """Pieces of `of_ranks` that take the whole hand."""
        hand = self.of_ranks
        if hand is None:
            return None
        return next(_selections(hand, hand.keys.whole, hand.all_pieces(), hand.cards), None)

    def with_suits(self, pieces: Chosen) -> Chosen:
        """Pieces of `of_ranks` as cards of this hand."""
        left = list(self.cards)
        found = []
        for piece in pieces:
            cards = []
            for card in piece.cards:
                wild = self.at.wild[card.code]
                cards.append(
                    next(c for c in left if c is card or (not wild and c.rank == card.rank))
                )
                left.remove(cards[-1])
            found.append(Piece(piece.kind, tuple(sorted(cards)), self))
        return tuple(found)

    def may_stay(self, key: int, must: Iterable[Card]) -> list[int]:
        """How many copies of each different card of a key may be left, where some must be used."""
        needed = Counter(must)
        return [self.keys.count(key, n) - needed[c] for n, c in enumerate(self.keys.order)]

    def leaves_few(self, key: int, most: Sequence[int]) -> bool:
        """Whether no more cards are left than may be."""
        return all(self.keys.count(key, n) <= most[n] for n in range(len(most)))

    def pieces(self, kind: str, of_sizes: Iterable[int] | None = None) -> list[Piece]:
        """The melds of a kind that could be a part of the contract, in order; of some sizes."""
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
        return [Piece(kind, cards, self) for cards in sorted(found)]

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


# -- choosing pieces -----------------------------------------------------------------------------


def _sizes_fit(pieces: Sequence[Piece], at: At) -> bool:
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


def _selections(
    hand: Hand, key: int, pieces: Sequence[Piece], must: Iterable[Card]
) -> Iterator[Chosen]:
    """Every choice of pieces within a key that is a contract but for the places of its runs.

    Each comes once. The first card goes into a piece, the longest first, or all that is left of
    it stays out; so with the next. `must` are cards that have to be used.
    """
    keys, most = hand.keys, hand.may_stay(key, must)
    by_first: list[list[Piece]] = [[] for _ in keys.order]
    for piece in sorted(pieces, key=lambda p: (-p.size, p.kind != "set", p.cards)):
        by_first[keys.order.index(piece.cards[0])].append(piece)
    count = Counter(part.kind for part in hand.at.contract)
    longest = {kind: max((p.size for p in pieces if p.kind == kind), default=0) for kind in count}
    may_stay = sum(most)

    def choose(key: int, n: int, chosen: Chosen, after: int, size: int) -> Iterator[Chosen]:
        """Those that go on with the card of number `n`, its pieces from `after` on.

        `size` cards of the key are not settled: more than the other pieces take must not be.
        """
        there = Counter(piece.kind for piece in chosen)
        if size - may_stay > sum([longest[k] * (number - there[k]) for k, number in count.items()]):
            return
        if there == count:
            if _sizes_fit(chosen, hand.at) and hand.leaves_few(key, most):
                yield chosen
            return
        if n == len(by_first):
            return
        for m, piece in enumerate(by_first[n][after:], after):
            if there[piece.kind] < count[piece.kind] and keys.holds(key, piece.key):
                yield from choose(key - piece.key, n, (*chosen, piece), m, size - piece.size)
        stays = keys.count(key, n)
        if stays <= most[n]:
            yield from choose(keys.without(key, n), n + 1, chosen, 0, size - stays)

    yield from choose(key, 0, (), 0, len(keys.cards_of(key)))


def _best_selection(
    hand: Hand, pieces: Sequence[Piece], must: Iterable[Card], leave: Leave | None
) -> Chosen:
    """The choice of pieces that is worth most; none where there is no contract.

    Part by part, the dearest pieces first, as long as with the dearest that go with them for the
    other parts they could still be the best.
    """
    at, keys = hand.at, hand.keys
    guards, most = keys.guards, hand.may_stay(keys.whole, must)
    exact = at.contract_sizes == "exact"
    dearest = sorted(pieces, key=lambda p: (-p.value, p.cards))
    by_part = {
        part: [
            p
            for p in dearest
            if p.kind == part.kind and (p.size == part.size if exact else p.size >= part.size)
        ]
        for part in at.contract
    }
    parts = sorted(at.contract, key=lambda part: (len(by_part[part]), part))
    best: Chosen = ()
    worth = -1

    def choose(lists: list[list[Piece]], key: int, value: int, chosen: Chosen) -> None:
        """Goes on with a list of pieces for each of the last parts, all within the key."""
        nonlocal best, worth
        n = len(chosen)
        if n == len(parts):
            if (
                hand.leaves_few(key, most)
                and (leave is None or leave(keys.cards_of(key)))
                and _can_be_laid(chosen, at)
            ):
                best, worth = chosen, value
            return
        others = sum([some[0].value for some in lists[1:]])
        for m, piece in enumerate(lists[0]):
            if value + piece.value + others <= worth:
                return
            left = key - piece.key
            fitting = []
            for k, some in enumerate(lists[1:], n + 1):
                # parts that ask for the same: only pieces from here on, or they come twice
                there = lists[0][m:] if parts[k] == parts[n] else some
                fitting.append(
                    [
                        p
                        for p in there
                        if ((left | guards) - p.key) & guards == guards and _together(piece, p, at)
                    ]
                )
            if all(fitting):
                choose(fitting, left, value + piece.value, (*chosen, piece))

    lists = [by_part[part] for part in parts]
    if all(lists):
        choose(lists, keys.whole, 0, ())
    return best


def _together(one: Piece, other: Piece, at: At) -> bool:
    """Whether two pieces may be in one contract; where only wilds could tell, they may."""
    if at.contract_runs == "any" or at.run_suits == "any" or "set" in (one.kind, other.kind):
        return True
    if not one.suit or not other.suit or one.suit != other.suit:
        return True
    if at.contract_runs == "different_suits":
        return False
    return any(runs_fit(pair, at) for pair in product(one.readings, other.readings))


# -- the places of runs --------------------------------------------------------------------------


def _declared(pieces: Sequence[Piece], at: At) -> Iterator[tuple[Meld, ...]]:
    """The contracts that pieces make, by what their wilds stand for, in the order of its parts."""
    for melds in product(*(piece.readings for piece in _in_order(pieces, at))):
        if runs_fit(melds, at):
            yield melds


def _can_be_laid(pieces: Sequence[Piece], at: At) -> bool:
    return next(_declared(pieces, at), None) is not None


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


# -- contracts -----------------------------------------------------------------------------------


def contracts_of(
    hand: Sequence[Card], at: At, must: Iterable[Card] = ()
) -> Iterator[tuple[Meld, ...]]:
    """Lazily, every contract within a hand, its melds in the order of the contract's parts.

    `must` are cards that have to be in it. Contracts that differ only in what a wild stands for
    are told apart.

    >>> import rummy_lab as rl
    >>> rules = rl.variant("rummy", melding="contract", deals=1, target=None,
    ...                    contracts=["S3 R3"])
    >>> [str(run) for _, run in contracts_of(rl.cards("7s 7h 7d 7c 8d 9d 10d"), rules.at())][:3]
    ['8d 9d 10d', '8d 9d 10d', '7d 8d 9d 10d']
    """
    held = Hand(hand, at)
    needed = held.has_to_use(must)
    if at.contract and needed is not None:
        for chosen in _selections(held, held.keys.whole, held.all_pieces(), needed):
            yield from _declared(chosen, at)


def best_contract(
    hand: Sequence[Card], at: At, must: Iterable[Card] = (), leave: Leave | None = None
) -> tuple[Meld, ...] | None:
    """The contract within a hand that leaves the fewest points, or None where there is none.

    `must` are cards that have to be in it; `leave` is asked whether the cards that a contract
    leaves may be left. Ties are settled as the module says.
    """
    held = Hand(hand, at)
    needed = held.has_to_use(must)
    if not at.contract or needed is None:
        return None
    pieces = held.all_pieces()
    if at.contract_sizes != "whole_hand":
        best = _best_selection(held, pieces, needed, leave)
    elif leave is None or leave(()):
        found = (
            c for c in _selections(held, held.keys.whole, pieces, needed) if _can_be_laid(c, at)
        )
        alike = len({part.kind for part in at.contract}) == 1  # all cards in runs, or all in sets
        best = next(found, ()) if alike else max(found, key=_worth, default=())
    else:
        best = ()
    if not best:
        return None
    # of those with the same cards in the same roles, the first
    used = held.keys.of(c for piece in best for c in piece.cards)
    return next(
        melds
        for chosen in _selections(held, used, pieces, held.keys.cards_of(used))
        if _worth(chosen) == _worth(best)
        for melds in _declared(chosen, at)
    )


def some_contract(
    hand: Sequence[Card], at: At, must: Iterable[Card] = (), leave: Leave | None = None
) -> tuple[Meld, ...] | None:
    """Some contract, found more quickly than the best one; or None.

    `must` and `leave` as in `best_contract`. Its melds are no larger than its parts ask for, but
    for a contract of the whole hand. Where a meld may be larger than its part and nothing limits
    the wilds in one by its length, None says that no contract has the cards of `must`.

    >>> import rummy_lab as rl
    >>> rules = rl.variant("rummy", melding="contract", deals=1, target=None, contracts=["S3 R3"])
    >>> some_contract(rl.cards("7s 7h 7d 7c 8d 9d 10d Kh"), rules.at(), rl.cards("7d"))
    (Meld.of('set', '7s 7h 7c'), Meld.of('run', '7d 8d 9d'))
    """
    if at.contract_sizes != "whole_hand":
        return _smallest(hand, at, must, leave)
    held = Hand(hand, at)
    if held.of_ranks is None or not held.all_known:
        return best_contract(hand, at, must, leave)
    found = held.runs_of_all()
    if found is None or (leave is not None and not leave(())):
        return None
    return next(_declared(held.with_suits(found), at))


def _smallest(
    hand: Sequence[Card], at: At, must: Iterable[Card], leave: Leave | None
) -> tuple[Meld, ...] | None:
    """Some contract of melds that are no larger than its parts ask for."""
    held = Hand(hand, at)
    if not at.contract or Counter(must) - Counter(held.cards):
        return None
    there = {(kind, size): held.pieces(kind, [size]) for kind, size in set(at.contract)}
    keys, parts = held.keys, sorted(at.contract, key=lambda part: len(there[part]))

    def choose(parts: list[Part], key: int, needed: list[Card], chosen: Chosen) -> Chosen | None:
        """Goes on with a part, with those that could take a card that is still needed."""
        if not parts:
            good = not needed and (leave is None or leave(keys.cards_of(key)))
            return chosen if good and _can_be_laid(chosen, at) else None
        for part in dict.fromkeys(parts) if needed else parts[:1]:
            others = list(parts)
            others.remove(part)
            for piece in there[part]:
                fits = keys.holds(key, piece.key) and all(_together(piece, p, at) for p in chosen)
                if fits and (not needed or needed[0] in piece.cards):
                    rest = list((Counter(needed) - Counter(piece.cards)).elements())
                    found = choose(others, key - piece.key, rest, (*chosen, piece))
                    if found is not None:
                        return found
        return None

    found = choose(parts, keys.whole, list(must), ())
    return None if found is None else next(_declared(found, at))


def _worth(chosen: Iterable[Piece]) -> int:
    return sum(piece.value for piece in chosen)


def find_contract(
    hand: Cards, rules: Rules | str, deal: int = 1, players: int | None = None
) -> tuple[Meld, ...] | None:
    """The melds of a deal's contract within a hand that leave the cheapest rest, or None.

    The hand alone is looked at: whether a card is left to discard is for `Deal.check` to say.
    `players=None` means the largest table. Raises `NotationError` as `arrange` does, and
    `RulesError` for rules without contracts.

    >>> import rummy_lab as rl
    >>> rules = rl.variant("rummy", melding="contract", deals=1, target=None, contracts=["S3 R3"])
    >>> rl.find_contract("7s 7h 7d 7c 8d 9d 10d Kh", rules)
    (Meld.of('set', '7s 7h 7d 7c'), Meld.of('run', '8d 9d 10d'))
    """
    at = rules_of(rules).at(players=players, deal=deal)
    if not at.contract:
        raise RulesError(f"{rules.title} has no contracts")
    return best_contract(known_hand(hand, at), at)
