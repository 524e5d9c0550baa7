"""Which cards lie together: the melds that cards with given roles form, one way only.

The tie rule says which cards are in sets and which in runs. Among the ways to form melds of them:

1. the fewest melds (a run of six, not two of three);
2. the first card, in the common order, that is in none yet goes into the longest meld it can;
3. of equally long ones, the one whose cards come first in the common order;
4. and so on with the next card that is in none yet.

A wild is declared by the first of the meld's `readings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from rummy_lab.cards import Card, Placed
from rummy_lab.melds import Meld, plain_meld, rank_at, readings, windows
from rummy_lab.rules import At

Group = tuple[Card, ...]
KEY_BITS = 8
"""Bits for each different card; the highest of them stays free."""
_LOW = (1 << KEY_BITS) - 1


def grouped(kind: str, cards: Sequence[Card], at: At) -> tuple[Meld, ...]:
    """Cards that are nothing but sets, or nothing but runs, as melds in the order above.

    Raises `ValueError` where they are not.
    """
    found: list[Meld] = []
    for part in _parts(kind, sorted(cards), at):
        one = one_meld(kind, part, at)
        found += [one] if one else [declared(kind, group, at) for group in _fewest(kind, part, at)]
    return tuple(sorted(found, key=lambda meld: sorted(meld.cards)))


def one_meld(kind: str, part: Group, at: At) -> Meld | None:
    """The meld that cards without wilds are by themselves, if they are one of a kind."""
    if any(at.wild[c.code] for c in part):
        return None
    meld = plain_meld(part, at)
    return meld if meld is not None and meld.kind == kind else None


def _parts(kind: str, held: Sequence[Card], at: At) -> Iterator[Group]:
    """The cards in parts that have nothing to do with each other: ranks, suits, or all."""
    if not held:
        return
    if any(at.wild[c.code] for c in held) or (kind == "run" and at.run_suits == "any"):
        yield tuple(held)
        return
    parts: dict[int | str, list[Card]] = {}
    for c in held:
        parts.setdefault(c.rank if kind == "set" else c.suit, []).append(c)
    yield from map(tuple, parts.values())


def _fewest(kind: str, held: Group, at: At) -> tuple[Group, ...]:
    @cache
    def groups(rest: Group, count: int) -> tuple[Group, ...] | None:
        """Some number of melds that hold all the cards, or None."""
        if not rest:
            return () if not count else None
        if count < _at_least(kind, rest, at):
            return None
        after = count - 1
        longest = min(biggest, len(rest) - after * least)
        shortest = max(least, len(rest) - after * biggest)
        for size in range(longest, shortest - 1, -1):
            for group in sorted(set(_with_first(kind, rest, size, at))):
                found = groups(without(rest, group), after)
                if found is not None:
                    return (group, *found)
        return None

    least, biggest = sizes(kind, at)
    for count in range(1, len(held) // least + 1):
        found = groups(held, count)
        if found is not None:
            return found
    raise ValueError(f"{' '.join(map(str, held))} are no {kind}s")


def _at_least(kind: str, held: Group, at: At) -> int:
    """So many melds the cards need: one for each rank, or for each line and copy of a rank."""
    naturals = Counter([c for c in held if not at.wild[c.code]])
    if kind == "set":
        return max(1, len({c.rank for c in naturals}))
    copies: Counter[tuple[str, int]] = Counter()
    for c, count in naturals.items():
        copies["" if at.run_suits == "any" else c.suit, c.rank] += count
    most: dict[str, int] = {}
    for (suit, rank), count in copies.items():
        runs = -(-count // 2) if rank == 1 and at.ace == "high_or_low" else count
        most[suit] = max(most.get(suit, 0), runs)
    return max(1, sum(most.values()))


def declared(kind: str, group: Group, at: At) -> Meld:
    """A group of cards as a meld, its wilds declared."""
    return next(readings([Placed(c) for c in group], at, kind))


def sizes(kind: str, at: At) -> tuple[int, int]:
    """The least and the most cards of a meld of a kind."""
    if kind == "run":
        return at.run_size, at.longest_run
    least, most = at.set_size
    biggest = 10**6 if most is None else most
    return least, min(biggest, len(at.suits)) if at.set_suits == "distinct" else biggest


def without(held: Group, group: Group) -> Group:
    """Cards less some of them."""
    rest = list(held)
    for c in group:
        rest.remove(c)
    return tuple(rest)


def _with_first(kind: str, held: Group, size: int, at: At) -> Iterator[Group]:
    """The melds of a size within some cards that hold the first of them, as sorted cards."""
    first, wild = held[0], at.wild
    wilds = [c for c in held if wild[c.code]]
    naturals = [c for c in held if not wild[c.code]]
    cores = set_cores if kind == "set" else run_cores
    for core in dict.fromkeys(cores(naturals, size, len(wilds), at)):
        if first not in core and (len(core) == size or not wild[first.code]):
            continue
        if len(core) == size:
            yield core
            continue
        for chosen in _wild_choices(wilds, size - len(core), at):
            group = tuple(sorted(core + chosen))
            if group[0] is first and fits(kind, group, chosen, at):
                yield group


def fits(kind: str, cards: Group, wilds: Group, at: At) -> bool:
    """Whether naturals that go together are a meld with some wilds; `cards` are all of them."""
    if not wilds:
        return True
    limit = at.wild_limit(kind, len(cards))
    enough = at.all_wild_melds or len(wilds) < len(cards)
    if (limit is None and enough) or all(c.is_joker for c in wilds):
        return enough and (limit is None or len(wilds) <= limit)
    # it depends on the wilds that may stand for themselves
    return next(readings([Placed(c) for c in cards], at, kind), None) is not None


def _wild_choices(wilds: Sequence[Card], count: int, at: At) -> Iterator[Group]:
    """Some number of wilds: the first ones, unless it matters which of them may be naturals."""
    if at.all_wild_melds and at.wilds_per_meld is None:
        yield tuple(wilds[:count])
    else:
        yield from dict.fromkeys(combinations(wilds, count))


def set_cores(naturals: Sequence[Card], size: int, wilds: int, at: At) -> Iterator[Group]:
    """The naturals of every set of a size; those of the wild rank count as wilds."""
    if size <= wilds:
        yield ()
    for rank in at.rank_numbers:
        same = [c for c in naturals if c.rank == rank]
        for count in range(max(1, size - wilds), min(size, len(same)) + 1):
            for core in combinations(same, count):
                if at.set_suits == "any" or len(set(core)) == count:
                    yield core


def run_cores(naturals: Sequence[Card], size: int, wilds: int, at: At) -> Iterator[Group]:
    """The naturals of every run of a size; those of the wild rank count as wilds here."""
    there = _windows(at.ace, size, at.rank_numbers)
    if there and size <= wilds:
        yield ()
    for suits in [at.suits] if at.run_suits == "any" else at.suits:
        by_rank: dict[int, list[Card]] = {}
        for c in naturals:
            if c.suit in suits:
                by_rank.setdefault(c.rank, []).append(c)
        held = sum([1 << rank for rank in by_rank])
        enough = size - wilds - (size == 14)  # two aces are one bit
        for window, mask in there if held.bit_count() >= enough else ():
            if (held & mask).bit_count() >= enough:
                yield from _in_window(window, by_rank, wilds)


@cache
def _windows(ace: str, size: int, there: tuple[int, ...]) -> list[tuple[range, int]]:
    """The windows of a size in which there are all ranks, each with its ranks as bits."""
    found = [(window, {rank_at(place) for place in window}) for window in windows(ace, size)]
    return [
        (window, sum(1 << rank for rank in ranks)) for window, ranks in found if ranks <= set(there)
    ]


def _in_window(window: range, by_rank: dict[int, list[Card]], wilds: int) -> Iterator[Group]:
    """The naturals that may stand in a window with some wilds between them."""
    rows: list[Group] = [()]
    for passed, place in enumerate(window):
        longer = [row for row in rows if passed - len(row) < wilds]
        here = by_rank.get(rank_at(place))
        if here is not None:
            for c in dict.fromkeys(here):
                longer += [(*row, c) for row in rows if here.count(c) > row.count(c)]
        if not longer:
            return
        rows = longer
    yield from (tuple(sorted(row)) for row in rows if row)


# -- cards as numbers --------------------------------------------------------------------------


class Keys:
    """The keys of the cards of one hand.

    >>> from rummy_lab.cards import cards
    >>> keys = Keys(cards("7s 7s 9h"))
    >>> one = keys.of(cards("7s 9h"))
    >>> keys.holds(keys.whole, one), keys.holds(one, keys.whole)
    (True, False)
    >>> keys.cards_of(keys.whole - keys.of(cards("7s")))
    (card('7s'), card('9h'))
    """

    def __init__(self, hand: Sequence[Card]) -> None:
        self.order = sorted(set(hand))
        """The different cards in order; a card's number is its place here."""
        self.units = {c: 1 << KEY_BITS * n for n, c in enumerate(self.order)}
        self.guards = sum(self.units.values()) << KEY_BITS - 1
        self.whole = self.of(hand)

    def of(self, some: Iterable[Card]) -> int:
        """The key of some cards of the hand."""
        units = self.units
        return sum([units[c] for c in some])

    def holds(self, key: int, other: int) -> bool:
        """Whether the cards of one key include those of another."""
        return ((key | self.guards) - other) & self.guards == self.guards

    def count(self, key: int, n: int) -> int:
        """How often a key has the card of number `n`."""
        return key >> KEY_BITS * n & _LOW

    def cards_of(self, key: int) -> tuple[Card, ...]:
        """The cards of a key in order."""
        return tuple([c for n, c in enumerate(self.order) for _ in range(self.count(key, n))])

    def without(self, key: int, n: int) -> int:
        """A key without any copy of the card of number `n`."""
        return key & ~(_LOW << KEY_BITS * n)
