"""A second, slow solver with wilds and contracts, written from the rules pages alone.

It shares the cards and the values of the options with the program, and nothing else. A hand is a
tuple of cards, a group of its cards a bit mask of their places in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from rummy_lab.cards import Card
from rummy_lab.rules import At

SET, RUN, LEFT = 0, 1, 2
Hand = Sequence[Card]


@cache
def rows(at: At) -> dict[int, list[list[int]]]:
    """The ranks of every run there can be, by size; 14 is the ace above the king."""
    if at.ace == "round_the_corner":
        lines = [[(start + n) % 13 + 1 for n in range(13)] for start in range(13)]
    else:
        lines = [{"low": [*range(1, 14)], "high": [*range(2, 15)],
                  "high_or_low": [*range(1, 15)]}[at.ace]]  # fmt: skip
    found = {tuple(line[a:b]) for line in lines for a in range(len(line))
             for b in range(a + at.run_size, len(line) + 1)}  # fmt: skip
    by_size: dict[int, list[list[int]]] = {}
    for row in sorted(found):
        if all((rank - 1) % 13 + 1 in at.rank_numbers for rank in row):
            by_size.setdefault(len(row), []).append(list(row))
    return by_size


def wilds_allowed(kind: str, wilds: int, size: int, at: At) -> bool:
    """Whether a meld of a size may hold so many cards that stand for others."""
    limit = at.wild_limit(kind, size)
    return (limit is None or wilds <= limit) and (wilds < size or at.all_wild_melds)


def natural_choices(group: Hand, at: At) -> Iterator[tuple[list[Card], int]]:
    """The cards that stand for themselves, and how many stand for others: every choice."""
    strict = [c for c in group if not at.wild[c.code]]
    own = [c for c in group if at.wild[c.code] and c.suit]
    for count in range(len(own) + 1):
        for chosen in combinations(own, count):
            yield strict + list(chosen), len(group) - len(strict) - count


def is_set(group: Hand, at: At) -> bool:
    """Whether cards are a set."""
    least, most = at.set_size
    if not least <= len(group) <= (most or 99):
        return False
    for naturals, wilds in natural_choices(group, at):
        suits = [c.suit for c in naturals]
        if "" in suits or len({c.rank for c in naturals}) > 1:
            continue
        if at.set_suits == "distinct" and (
            len(set(suits)) < len(suits) or len(group) > len(at.suits)
        ):
            continue
        if wilds_allowed("set", wilds, len(group), at):
            return True
    return False


def run_places(group: Hand, at: At) -> set[tuple[str, int]]:
    """The suits and first ranks of the runs that cards can be; "*" for the suit of mixed runs."""
    found = set()
    mixed = at.run_suits == "any"
    for naturals, wilds in natural_choices(group, at):
        if any(not c.suit for c in naturals) or not wilds_allowed("run", wilds, len(group), at):
            continue
        for suit in ["*"] if mixed else at.suits:
            if not mixed and any(c.suit != suit for c in naturals):
                continue
            for row in rows(at).get(len(group), []):
                if fills([c.rank for c in naturals], row):
                    found.add((suit, row[0]))
    return found


def fills(ranks: list[int], row: list[int]) -> bool:
    """Whether cards of some ranks have a place each in a row."""
    free = [(r - 1) % 13 + 1 for r in row]
    for rank in ranks:
        if rank not in free:
            return False
        free.remove(rank)
    return True


def groups(hand: Hand, at: At) -> list[tuple[int, int]]:
    """Every meld within a hand: its mask and its kind; of equal ones the first."""
    wilds = [n for n, c in enumerate(hand) if at.wild[c.code]]
    naturals = [n for n, c in enumerate(hand) if not at.wild[c.code] and c.suit]
    by_rank = {c.rank: [n for n in naturals if hand[n].rank == c.rank] for c in hand}
    by_suit = {c.suit: [n for n in naturals if hand[n].suit == c.suit] for c in hand}
    lines = [naturals] if at.run_suits == "any" else list(by_suit.values())
    found: dict[tuple[tuple[Card, ...], int], int] = {}
    for kind, pools in ((SET, list(by_rank.values())), (RUN, lines)):
        for pool in pools:
            for core in subsets(pool):
                if kind == RUN and len({hand[n].rank for n in core}) < len(core) - 1:
                    continue
                for more in subsets(wilds):
                    places = sorted(core + more)
                    cards = tuple(hand[n] for n in places)
                    if (cards, kind) in found or len(cards) < 2:
                        continue
                    if is_set(cards, at) if kind == SET else run_places(cards, at):
                        found[cards, kind] = sum(1 << n for n in places)
    return [(mask, kind) for (_, kind), mask in found.items()]


def subsets(some: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All subsets, as tuples."""
    for size in range(len(some) + 1):
        yield from combinations(some, size)


def copies(hand: Hand, mask: int) -> Iterator[int]:
    """The masks of the same cards as a mask's, with other copies of them."""
    wanted: dict[Card, int] = {}
    for n, c in enumerate(hand):
        if mask >> n & 1:
            wanted[c] = wanted.get(c, 0) + 1
    choices = [[sum(1 << n for n in some)
                for some in combinations([n for n, c in enumerate(hand) if c is card], count)]
               for card, count in wanted.items()]  # fmt: skip
    for chosen in product(*choices):
        yield sum(chosen)


Ranking = tuple[int, tuple[int, ...]]
"""Points left, then the role of each card of the sorted hand, equal cards by role."""


def ranking(hand: Hand, roles: Sequence[int], at: At) -> Ranking:
    """What the tie rule compares: the smaller is the better."""
    points = sum(at.points[c.code] for c, role in zip(hand, roles, strict=True) if role == LEFT)
    ordered = sorted(zip(hand, roles, strict=True), key=lambda pair: (pair[0].code, pair[1]))
    return points, tuple(role for _, role in ordered)


def best_arrangement(hand: Hand, at: At) -> Ranking:
    """The best arrangement: every way to part a hand is tried."""
    hand = sorted(hand)
    by_first: dict[int, list[tuple[int, int]]] = {}
    for mask, kind in groups(hand, at):
        for copy in copies(hand, mask):
            by_first.setdefault(copy & -copy, []).append((copy, kind))
    best: Ranking | None = None

    def down(free: int, roles: tuple[int, ...]) -> None:
        """`roles` of the cards so far, by place; the cards of `free` have none yet."""
        nonlocal best
        if not free:
            found = ranking(hand, roles, at)
            best = found if best is None or found < best else best
            return
        first = free & -free
        down(free ^ first, with_role(roles, first, LEFT))
        for mask, kind in by_first.get(first, []):
            if mask & free == mask:
                down(free ^ mask, with_role(roles, mask, kind))

    down((1 << len(hand)) - 1, (LEFT,) * len(hand))
    assert best is not None
    return best


def with_role(roles: tuple[int, ...], mask: int, role: int) -> tuple[int, ...]:
    """Roles with those of a mask's cards set."""
    return tuple(role if mask >> n & 1 else old for n, old in enumerate(roles))


def best_grouping(cards: Hand, kind: int, at: At) -> list[tuple[Card, ...]]:
    """How cards of one role lie together: fewest melds, then the first card in the longest."""
    cards = sorted(cards)
    melds = [mask for mask, of_kind in groups(cards, at) if of_kind == kind]
    some = [(mask, cards_of(cards, mask)) for one in melds for mask in copies(cards, one)]
    ways: list[list[tuple[Card, ...]]] = []

    def down(free: int, chosen: list[tuple[Card, ...]]) -> None:
        if not free:
            ways.append(sorted(chosen, key=lambda group: (group[0], -len(group), group)))
        for mask, group in some:
            if free & -free & mask and mask & free == mask:
                down(free ^ mask, [*chosen, group])

    down((1 << len(cards)) - 1, [])
    return min(ways, key=lambda way: (len(way), [(-len(group), group) for group in way]))


Parts = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]


def maximal(hand: Hand, at: At) -> set[Parts]:
    """The melds and the deadwood of every arrangement to which no card can be added."""
    hand = sorted(hand)
    some = sorted({copy for mask, _ in groups(hand, at) for copy in copies(hand, mask)})
    found: set[Parts] = set()

    def is_meld(cards: Hand) -> bool:
        return is_set(cards, at) or bool(run_places(cards, at))

    def down(after: int, free: int, chosen: tuple[int, ...]) -> None:
        left = cards_of(hand, free)
        melds = tuple(sorted(cards_of(hand, mask) for mask in chosen))
        more = any(mask & free == mask for mask in some) or any(
            is_meld((*meld, c)) for meld in melds for c in set(left)
        )
        if not more:
            found.add((melds, left))
        for n in range(after, len(some)):
            if some[n] & free == some[n]:
                down(n + 1, free ^ some[n], (*chosen, some[n]))

    down(0, (1 << len(hand)) - 1, ())
    return found


# -- contracts -----------------------------------------------------------------------------------

Laid = tuple[tuple[int, tuple[Card, ...]], ...]
"""The melds of a contract, sorted: kind and sorted cards."""


def contracts(hand: Hand, at: At, must: Sequence[Card] = ()) -> dict[Laid, Ranking]:
    """Every contract within a hand, with the ranking of what it leaves."""
    hand = sorted(hand)
    some = [(copy, kind) for mask, kind in groups(hand, at) for copy in copies(hand, mask)]
    found: dict[Laid, Ranking] = {}
    parts = [(SET if part.kind == "set" else RUN, part.size) for part in at.contract]

    def down(n: int, free: int, chosen: tuple[tuple[int, int], ...]) -> None:
        if n == len(parts):
            laid = tuple(sorted((kind, cards_of(hand, mask)) for mask, kind in chosen))
            if laid not in found and legal(laid, hand, must, at):
                roles = (LEFT,) * len(hand)
                for mask, kind in chosen:
                    roles = with_role(roles, mask, kind)
                found[laid] = ranking(hand, roles, at)
            return
        kind, size = parts[n]
        for mask, of_kind in some:
            count = mask.bit_count()
            if (
                of_kind == kind
                and mask & free == mask
                and (count == size or (count > size and at.contract_sizes != "exact"))
            ):
                down(n + 1, free ^ mask, (*chosen, (mask, kind)))

    down(0, (1 << len(hand)) - 1, ())
    return found


def cards_of(hand: Hand, mask: int) -> tuple[Card, ...]:
    """The cards of a mask."""
    return tuple(c for n, c in enumerate(hand) if mask >> n & 1)


def legal(laid: Laid, hand: Hand, must: Sequence[Card], at: At) -> bool:
    """Whether melds keep to what a contract asks of its runs, and use what must be used."""
    used = [c for _, cards in laid for c in cards]
    if at.contract_sizes == "whole_hand" and len(used) < len(hand):
        return False
    if any(used.count(c) < list(must).count(c) for c in must):
        return False
    runs = [cards for kind, cards in laid if kind == RUN]
    if at.contract_runs == "any" or at.run_suits == "any" or len(runs) < 2:
        return True
    for chosen in product(*(run_places(cards, at) for cards in runs)):
        sized = [(suit, first, len(cards))
                 for (suit, first), cards in zip(chosen, runs, strict=True)]  # fmt: skip
        if all(kept(one, other, at) for one, other in combinations(sized, 2)):
            return True
    return False


def kept(one: tuple[str, int, int], other: tuple[str, int, int], at: At) -> bool:
    """Whether two runs (suit, first rank, size) may be in one contract."""
    if one[0] != other[0]:
        return True
    if at.contract_runs == "different_suits":
        return False
    ranks = [[first + n for n in range(size)] for _, first, size in (one, other)]
    if at.ace == "round_the_corner":
        return not any((a - b) % 13 in (0, 1, 12) for a in ranks[0] for b in ranks[1])
    low, high = sorted(ranks)
    return bool(set(range(low[-1] + 1, high[0])))
