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
def run_table(ace: str, run_size: int, points: tuple[int, ...]) -> list[int]:
    """By the mask of a suit, the most points that its runs cover; `points` by rank, the ace first.

    >>> run_table("low", 3, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))[0b1111011]
    22
    """
    runs: list[list[tuple[int, int]]] = [[] for _ in range(13)]
    for size in range(run_size, min(2 * run_size, 14)):
        for window in windows(ace, size):
            ranks = [rank_at(place) - 1 for place in window]
            mask = sum(1 << r for r in ranks)
            runs[min(ranks)].append((mask, sum(points[r] for r in ranks)))
    table = [0] * (FULL + 1)
    for mask in range(1, FULL + 1):
        lowest = mask & -mask
        best = table[mask ^ lowest]
        for run, value in runs[lowest.bit_length() - 1]:
            if mask & run == run and value + table[mask ^ run] > best:
                best = value + table[mask ^ run]
        table[mask] = best
    return table


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
