"""The short way: hands without wilds and without two equal cards, sets of three and four.

A hand is one number with a bit for each card, 13 bits to a suit in the order of the codes. A table
says for each of the 8192 masks of one suit what its runs can bring. Ranks that are held in three
suits or more are few: for each of them no set, the set of all held, and each set of three of four
are tried, and the four masks left are looked up.
"""

from __future__ import annotations

from functools import lru_cache

from rummy_lab.cards import JOKER_CODE
from rummy_lab.melds import rank_at, windows
from rummy_lab.rules import At

FULL = (1 << 13) - 1
BIT = tuple(1 << code if code < 52 else 0 for code in range(JOKER_CODE + 2))
"""The bit of each card by its code; the fifth suit and the joker have none."""


@lru_cache(maxsize=64)
def _runs(ace: str, run_size: int, points: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    """By its lowest rank, each run that no two shorter ones make: its mask and its points."""
    runs: list[list[tuple[int, int]]] = [[] for _ in range(13)]
    for size in range(run_size, min(2 * run_size, 14)):
        for window in windows(ace, size):
            ranks = [rank_at(place) - 1 for place in window]
            mask = sum(1 << r for r in ranks)
            runs[min(ranks)].append((mask, sum(points[r] for r in ranks)))
    return runs


@lru_cache(maxsize=64)
def run_table(ace: str, run_size: int, points: tuple[int, ...]) -> list[int]:
    """By the mask of a suit, the most points that its runs cover; `points` by rank, the ace first.

    >>> run_table("low", 3, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))[0b1111011]
    22
    """
    runs = _runs(ace, run_size, points)
    table = [0] * (FULL + 1)
    for mask in range(1, FULL + 1):
        lowest = mask & -mask
        best = table[mask ^ lowest]
        for run, value in runs[lowest.bit_length() - 1]:
            if mask & run == run and value + table[mask ^ run] > best:
                best = value + table[mask ^ run]
        table[mask] = best
    return table


@lru_cache(maxsize=64)
def cover_table(ace: str, run_size: int, points: tuple[int, ...]) -> list[int]:
    """By the mask of a suit, the cards that its best runs hold; of equal ones by the tie rule.

    >>> bin(cover_table("low", 3, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))[0b1111011])
    '0b1111000'
    """
    best = run_table(ace, run_size, points)
    table = [0] * (FULL + 1)
    for mask in range(1, FULL + 1):
        lowest = mask & -mask
        cover = table[mask ^ lowest] if best[mask ^ lowest] == best[mask] else 0
        for run, value in _runs(ace, run_size, points)[lowest.bit_length() - 1]:
            if mask & run == run and value + best[mask ^ run] == best[mask]:
                cover = _earlier(cover, run | table[mask ^ run])
        table[mask] = cover
    return table


def _earlier(one: int, other: int) -> int:
    """Of two sets of cards the one that holds the first card in which they differ."""
    return one if one & (one ^ other) & -(one ^ other) else other


class Masks:
    """The short way under resolved rules; `fits` says whether they allow it at all."""

    def __init__(self, at: At) -> None:
        self.at = at
        least, most = at.set_size
        self.fits = at.run_suits == "same" and least == 3
        self.fours = most is None or most > 3
        held = {c.rank: at.points[c.code] for c in at.pack if c.suit}
        self.points = tuple(held.get(rank, 0) for rank in range(1, 14))
        self.wild = sum(bit for bit, wild in zip(BIT, at.wild, strict=True) if wild)
        self.table = run_table(at.ace, at.run_size, self.points) if self.fits else []

    def covered(self, mask: int, total: int) -> int:
        """The most points that sets and runs within a mask of 52 bits cover; `total` is what all
        its cards cost.

        >>> import rummy_lab as rl
        >>> masks, hand = Masks(rl.variant("rummy").at()), rl.cards("6s 7s 8s 6c 7c 8c 8d 2h")
        >>> masks.covered(sum(BIT[c.code] for c in hand), 52)
        42
        """
        table = self.table
        s, h, d, c = mask & FULL, mask >> 13 & FULL, mask >> 26 & FULL, mask >> 39
        three = s & h & (d | c) | d & c & (s | h)
        if three:
            return self._with_sets(s, h, d, c, three, total)
        return table[s] + table[h] + table[d] + table[c]

    def _with_sets(self, s: int, h: int, d: int, c: int, three: int, total: int) -> int:
        """`covered`, where sets of the ranks in `three` are tried, until nothing is left over."""
        table = self.table
        if not three:
            return table[s] + table[h] + table[d] + table[c]
        bit = three & -three
        three ^= bit
        n = ~bit
        worth = 3 * self.points[bit.bit_length() - 1]
        tries = [(s, h, d, c, 0)]
        if not s & h & d & c & bit:
            tries.append((s & n, h & n, d & n, c & n, worth))
        else:
            if self.fours:
                tries.append((s & n, h & n, d & n, c & n, worth // 3 * 4))
            tries += [
                (s, h & n, d & n, c & n, worth),
                (s & n, h, d & n, c & n, worth),
                (s & n, h & n, d, c & n, worth),
                (s & n, h & n, d & n, c, worth),
            ]
        best = 0
        for s, h, d, c, worth in tries:
            found = worth + self._with_sets(s, h, d, c, three, total - worth)
            if found > best:
                best = found
                if best == total:
                    break
        return best

    def roles(self, mask: int) -> tuple[int, int]:
        """The cards that the tie rule has in sets, and those it has in runs, as masks of 52 bits.

        >>> import rummy_lab as rl
        >>> masks, hand = Masks(rl.variant("rummy").at()), rl.cards("6s 7s 8s 8h 8d 8c")
        >>> [bin(part).count("1") for part in masks.roles(sum(BIT[c.code] for c in hand))]
        [3, 3]
        """
        covers = cover_table(self.at.ace, self.at.run_size, self.points)
        most, best = -1, (0, 0)
        for sets, worth in self._set_choices(mask):
            rest = mask ^ sets
            lines = [(rest >> shift & FULL, shift) for shift in (0, 13, 26, 39)]
            total = worth + sum([self.table[line] for line, _ in lines])
            if total >= most:
                found = (sets, sum([covers[line] << shift for line, shift in lines]))
                best = found if total > most else _preferred(best, found)
                most = total
        return best

    def _set_choices(self, mask: int) -> list[tuple[int, int]]:
        """Every choice of sets within a mask, as the cards in them, with what they cost."""
        found = [(0, 0)]
        for rank, points in enumerate(self.points):
            held = [bit for bit in _RANKS[rank] if mask & bit]
            if len(held) < 3:
                continue
            whole = sum(held)
            tries = [(whole, points * 3)] if len(held) == 3 else []
            if len(held) == 4:
                tries = [(whole ^ bit, points * 3) for bit in held]
                tries += [(whole, points * 4)] if self.fours else []
            found += [(sets | one, worth + more) for sets, worth in found for one, more in tries]
        return found


_RANKS = [[1 << rank + shift for shift in (0, 13, 26, 39)] for rank in range(13)]


def _preferred(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Of two ways that leave equal points, as sets and runs, the one that the tie rule prefers."""
    differ = one[0] ^ other[0] | one[1] ^ other[1]
    first = differ & -differ
    if (one[0] ^ other[0]) & first:
        return one if one[0] & first else other
    return one if one[1] & first else other
