"""Quick looks at whether few melds, and those on the table, could take all cards but a few.

They ask less than the rules do (nothing of turns, nor of who may lay off when), so what they deny
cannot be; what they allow the engine still has to find.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from rummy_lab.arrange.grouping import Keys
from rummy_lab.cards import Card
from rummy_lab.deal.state import TableMeld
from rummy_lab.melds import each_meld, rank_at, windows
from rummy_lab.rules import At

Counts = tuple[int, ...]
Places = tuple[int, int]
"""A set: its rank and its size. A run: minus its first place, and its size."""
MANY = 100


def suits_are_alike(at: At) -> bool:
    """Whether it never matters of which suit a card is.

    >>> import rummy_lab as rl
    >>> [suits_are_alike(rl.variant(name).at()) for name in ("remi", "rummy")]
    [True, False]
    """
    return at.set_suits == "any" and runs_are_mixed(at)


def runs_are_mixed(at: At) -> bool:
    """Whether runs are of any suits in a game without contracts."""
    return at.run_suits == "any" and at.joker_swap == "never" and at.melding == "any_turn"


def melds_cover(
    pool: Sequence[Card],
    at: At,
    melds: int,
    left: int,
    kinds: Container[str] = ("set", "run"),
) -> bool:
    """Whether so many melds (of some kinds) can hold all cards of a pool but so many.

    >>> import rummy_lab as rl
    >>> pool, at = rl.cards("7h 8h 9h 4s 4d 4c Ks"), rl.variant("rummy").at()
    >>> melds_cover(pool, at, 2, 1), melds_cover(pool, at, 1, 1), melds_cover(pool, at, 2, 0)
    (True, False, False)
    """
    keys = Keys(pool)
    by_first: list[dict[int, int]] = [{} for _ in keys.order]
    longest = 0
    for meld in each_meld(pool, at):
        if not any(one.kind in kinds for one in (meld, *meld.readings)):
            continue
        cards = sorted(meld.cards)
        by_first[keys.order.index(cards[0])][keys.of(cards)] = len(cards)
        longest = max(longest, len(cards))
    failed: set[tuple[int, int, int]] = set()

    def covers(free: int, n: int, melds: int, left: int, count: int) -> bool:
        """Whether the cards of a key, of number `n` and later, can be held."""
        if count <= left:
            return True
        if count - left > melds * longest or (free, melds, left) in failed:
            return False
        while not keys.count(free, n):
            n += 1
        for key, size in by_first[n].items():
            if keys.holds(free, key) and covers(free - key, n, melds - 1, left, count - size):
                return True
        stays = free - keys.units[keys.order[n]]
        if left and covers(stays, n, melds, left - 1, count - 1):
            return True
        failed.add((free, melds, left))
        return False

    return covers(keys.whole, 0, melds, left, len(pool))


def melds_that_hold(pool: Sequence[Card], at: At, least: int, most: int) -> tuple[Card, ...] | None:
    """Cards of separate melds, so many of a pool and no more than so many; None where none are.

    >>> import rummy_lab as rl
    >>> pool, at = rl.cards("7h 8h 9h 4s 4d 4c Ks"), rl.variant("rummy").at()
    >>> len(melds_that_hold(pool, at, 4, 6)), melds_that_hold(pool, at, 4, 5)
    (6, None)
    """
    keys = Keys(pool)
    by_key = {keys.of(meld.cards): meld.cards for meld in each_meld(pool, at)}
    melds = sorted(by_key, key=lambda key: (-len(by_key[key]), key))
    failed: set[tuple[int, int]] = set()

    def held(free: int, n: int, count: int) -> tuple[Card, ...] | None:
        """Cards of the melds from number `n` on, `count` being held already."""
        if count >= least:
            return ()
        if (free, n) in failed:
            return None
        for place in range(n, len(melds)):
            key, cards = melds[place], by_key[melds[place]]
            if count + len(cards) <= most and keys.holds(free, key):
                others = held(free - key, place, count + len(cards))
                if others is not None:
                    return (*cards, *others)
        failed.add((free, n))
        return None

    return held(keys.whole, 0, 0)


class Covering:
    """Tells whether the cards of a pool can go to the table but for a few, suits being alike.

    Runs of any suits make very many melds of a hand; but then what can be laid down is a matter of
    how many cards of each rank there are (sets are taken as if suits never mattered). Wilds stand
    where a card is missing, and may stay.

    >>> import rummy_lab as rl
    >>> covering = Covering(rl.variant("remi").at())
    >>> pool = rl.cards("7h 8s 9d 4s 4d 4c Ks")
    >>> covering.can(pool, (), 2, 1), covering.can(pool, (), 1, 1), covering.can(pool, (), 2, 0)
    (True, False, False)
    """

    def __init__(self, at: At) -> None:
        self.at = at
        self.least, most = at.set_size
        self.most = most or MANY
        self.failed: set[tuple[Counts, tuple[Places, ...], int, int]] = set()
        self.runs: list[list[tuple[int, ...]]] = [[] for _ in range(14)]
        for size in range(at.run_size, at.longest_run + 1):
            for window in windows(at.ace, size):
                row = tuple(map(rank_at, window))
                for rank in set(row):
                    self.runs[rank].append(row)

    def can(self, pool: Sequence[Card], table: Sequence[TableMeld], melds: int, left: int) -> bool:
        """Whether all cards but so many can be laid off, or be in so many new melds."""
        counts = [0] * 14
        for card in pool:
            counts[0 if self.at.wild[card.code] else card.rank] += 1
        places = tuple(
            (laid.meld.stands[0].rank, len(laid.meld)) if laid.meld.kind == "set"
            else (-laid.meld.stands[0].rank, len(laid.meld))
            for laid in table
        )  # fmt: skip
        return self._can(tuple(counts), tuple(sorted(places)), melds, left)

    def _can(self, counts: Counts, table: tuple[Places, ...], melds: int, left: int) -> bool:
        """The cards of the lowest rank go to the table in some way, or one of them stays."""
        if sum(counts[1:]) <= left:
            return True
        key = (counts, table, melds, left)
        if key in self.failed:
            return False
        rank = next(r for r in range(1, 14) if counts[r])
        for row in self._new(counts, rank) if melds else ():
            if self._can(_less(counts, row), table, melds - 1, left):
                return True
        for place, grown, row in self._laid(counts, table, rank):
            after = tuple(sorted((*table[:place], grown, *table[place + 1 :])))
            if self._can(_less(counts, row), after, melds, left):
                return True
        if left and self._can(_less(counts, (rank,)), table, melds, left - 1):
            return True
        self.failed.add(key)
        return False

    def _new(self, counts: Counts, rank: int) -> Iterator[Counts]:
        """The ranks of new melds that hold a rank; 0 is a wild."""
        for size in range(min(counts[rank], self.most), 0, -1):
            wilds = max(0, self.least - size)
            if wilds <= counts[0]:
                yield (rank,) * size + (0,) * wilds
        for row in self.runs[rank]:
            for chosen in _filled(row, counts):
                if rank in chosen:
                    yield chosen

    def _laid(
        self, counts: Counts, table: tuple[Places, ...], rank: int
    ) -> Iterator[tuple[int, Places, Counts]]:
        """Lay-offs that hold a rank: on which meld, what that becomes, and their ranks."""
        for place, (first, size) in enumerate(table):
            if first > 0:
                if first == rank and size < self.most:
                    yield place, (first, size + 1), (rank,)
                continue
            for row, grown in self._longer(-first, size):
                for chosen in _filled(row, counts) if rank in row else ():
                    if rank in chosen:
                        yield place, grown, chosen

    def _longer(self, first: int, size: int) -> Iterator[tuple[Counts, Places]]:
        """The rows of ranks that go on from one end of a run, and what it becomes."""
        for more in range(1, self.at.longest_run - size + 1):
            below = tuple(rank_at(first - n) for n in range(1, more + 1))
            if self._is_run(below[-1], size + more):
                yield below, (-below[-1], size + more)
            if self._is_run(first, size + more):
                above = tuple(rank_at(first + size + n) for n in range(more))
                yield above, (-first, size + more)

    def _is_run(self, first: int, size: int) -> bool:
        ranks = tuple(rank_at(first + n) for n in range(size))
        return any(tuple(map(rank_at, window)) == ranks for window in windows(self.at.ace, size))


def _filled(row: Counts, counts: Counts) -> Iterator[Counts]:
    """A row of ranks from the cards that are there, wilds in the places of some."""
    if not row:
        yield ()
        return
    rank, rest = row[0], row[1:]
    for card in (rank, 0):
        if counts[card]:
            yield from ((card, *chosen) for chosen in _filled(rest, _less(counts, (card,))))


def _less(counts: Counts, row: Sequence[int]) -> Counts:
    left = list(counts)
    for rank in row:
        left[rank] -= 1
    return tuple(left)
