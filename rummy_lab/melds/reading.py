"""Every way in which a group of cards is a meld: what each wild in it can stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, islice, product

from rummy_lab.cards import Card, Placed, natural
from rummy_lab.melds.shape import Meld, rank_at, rank_rows, windows
from rummy_lab.rules import At

MOST_READINGS = 200
"""How many readings of one group of cards are told at most."""


def readings(row: Sequence[Placed], at: At, kind: str | None = None) -> Iterator[Meld]:
    """Every way in which cards are a legal meld; wilds that were declared keep their card.

    Those in which the most cards of the wild rank stand for themselves come first.
    """
    for level in by_level(row, at, kind):
        yield from level


def meant(row: Sequence[Placed], at: At, kind: str | None = None) -> tuple[Meld, ...]:
    """What cards mean as they are written: a card of the wild rank means itself where it can."""
    for level in by_level(row, at, kind):
        found = tuple(dict.fromkeys(islice(level, MOST_READINGS)))
        if found:
            return found
    return ()


def by_level(row: Sequence[Placed], at: At, kind: str | None = None) -> Iterator[Iterator[Meld]]:
    """The readings by how many undeclared cards of the wild rank stand for themselves."""
    if not any(at.wild[p.card.code] or p.stands for p in row):
        meld = plain_meld([p.card for p in row], at)
        if meld is not None and kind in (None, meld.kind):
            yield iter([meld])
        return
    if any(not p.card.suit and not at.wild[p.card.code] for p in row):
        return  # a joker that is not wild is in no meld
    for splits in _split(row, at):
        sets = _as_sets(row, splits, at) if kind != "run" else iter(())
        yield chain(sets, _as_runs(row, splits, at) if kind != "set" else ())


def plain_meld(some: Sequence[Card], at: At) -> Meld | None:
    """The meld that natural cards are: there is one reading at most."""
    ordered = sorted(some, key=_by_rank)
    size = len(ordered)
    if not size:
        return None
    if ordered[0].rank == ordered[-1].rank:
        return _plain_set(tuple(ordered), size, at)
    if size < at.run_size or (at.run_suits == "same" and len({c.suit for c in ordered}) > 1):
        return None
    row = rank_rows(at.ace, size).get(tuple([card.rank for card in ordered]))
    if row is None:
        return None
    if row[0] == ordered[0].rank and size < 14:
        run = tuple(ordered)
    else:
        run = tuple(ordered.pop(_place(ordered, rank)) for rank in row)
    return Meld("run", run, run)


def _plain_set(ordered: tuple[Card, ...], size: int, at: At) -> Meld | None:
    least, most = at.set_size
    if size < least or (most is not None and size > most) or not ordered[0].rank:
        return None
    if at.set_suits == "distinct" and len({c.suit for c in ordered}) < size:
        return None
    return Meld("set", ordered, ordered)


def _by_rank(card: Card) -> tuple[int, int]:
    return card.rank, card.code


def _place(ordered: list[Card], rank: int) -> int:
    return next(n for n, card in enumerate(ordered) if card.rank == rank)


Split = tuple[list[Placed], list[Card]]
"""The cards whose place is fixed (naturals, declared wilds), and the free wilds."""


def _split(row: Sequence[Placed], at: At) -> Iterator[list[Split]]:
    """The ways to part a row, by how many cards of the wild rank stand for themselves."""
    fixed = [p for p in row if p.stands is not None or not at.wild[p.card.code]]
    free = [p.card for p in row if p.stands is None and at.wild[p.card.code]]
    own = [c for c in free if c.suit]
    jokers = [c for c in free if not c.suit]
    for count in range(len(own), -1, -1):
        splits: list[Split] = []
        for chosen in dict.fromkeys(combinations(own, count)):
            rest = list(own)
            for c in chosen:
                rest.remove(c)
            splits.append((fixed + [Placed(c, c) for c in chosen], rest + jokers))
        yield splits


def _stands(p: Placed) -> Card:
    return p.stands or p.card


def _wilds_fit(kind: str, wilds: int, size: int, at: At) -> bool:
    limit = at.wild_limit(kind, size)
    if wilds == size and not at.all_wild_melds:
        return False
    return limit is None or wilds <= limit


def _as_sets(row: Sequence[Placed], splits: list[Split], at: At) -> Iterator[Meld]:
    least, most = at.set_size
    if len(row) < least or (most is not None and len(row) > most):
        return
    for fixed, free in splits:
        ranks = {_stands(p).rank for p in fixed}
        if len(ranks) > 1:
            continue
        wilds = len(free) + sum(p.card is not _stands(p) for p in fixed)
        if not _wilds_fit("set", wilds, len(row), at):
            continue
        for rank in sorted(ranks) or sorted(at.rank_numbers, reverse=True):
            for suits in _set_suits([_stands(p).suit for p in fixed], len(free), at):
                filled = [Placed(c, natural(rank, s)) for c, s in zip(free, suits, strict=True)]
                ordered = sorted(fixed + filled, key=lambda p: (_stands(p), p.card))
                yield Meld("set", tuple(p.card for p in ordered), tuple(map(_stands, ordered)))


def _set_suits(taken: Sequence[str], count: int, at: At) -> Iterator[tuple[str, ...]]:
    """The suits that free wilds of a set may stand for, one choice where it does not matter."""
    if at.set_suits == "distinct":
        if len(set(taken)) == len(taken):
            yield from combinations([s for s in at.suits if s not in taken], count)
    elif at.joker_swap == "any":
        yield from combinations_with_replacement(at.suits, count)
    else:
        open_suits = [s for s in at.suits if s not in taken] + [at.suits[0]] * count
        yield tuple(open_suits[:count])


def _as_runs(row: Sequence[Placed], splits: list[Split], at: At) -> Iterator[Meld]:
    size = len(row)
    if size < at.run_size:
        return
    for fixed, free in splits:
        suits = {_stands(p).suit for p in fixed}
        if at.run_suits == "same" and len(suits) > 1:
            continue
        wilds = len(free) + sum(p.card is not _stands(p) for p in fixed)
        if not _wilds_fit("run", wilds, size, at):
            continue
        for window in windows(at.ace, size):
            yield from _in_window(window, fixed, free, suits, at)


def _in_window(
    window: range, fixed: list[Placed], free: list[Card], suits: set[str], at: At
) -> Iterator[Meld]:
    by_rank: dict[int, list[Placed]] = {}
    for p in sorted(fixed, key=lambda p: p.card):
        by_rank.setdefault(_stands(p).rank, []).append(p)
    if not set(by_rank) <= {rank_at(place) for place in window}:
        return
    for filled in _seat(list(window), by_rank):
        holes = [rank_at(place) for place, p in zip(window, filled, strict=True) if p is None]
        if len(holes) != len(free) or not set(holes) <= set(at.rank_numbers):
            continue
        for chosen in _run_suits(suits, len(free), at):
            wilds = iter(
                [Placed(c, natural(r, s)) for c, r, s in zip(free, holes, chosen, strict=True)]
            )
            full = [p if p is not None else next(wilds) for p in filled]
            yield Meld("run", tuple(p.card for p in full), tuple(map(_stands, full)))


def _seat(window: list[int], by_rank: dict[int, list[Placed]]) -> Iterator[list[Placed | None]]:
    """Places the fixed cards in a window; only an ace can have two places to choose from."""
    aces = [place for place in window if rank_at(place) == 1]
    for rank, held in by_rank.items():
        if len(held) > (len(aces) if rank == 1 else 1):
            return
    held_aces = by_rank.get(1, [])
    for chosen in combinations(aces, len(held_aces)):
        seats = dict(zip(chosen, held_aces, strict=True))
        others = {rank: held[0] for rank, held in by_rank.items() if rank != 1}
        yield [seats.get(place) or others.get(rank_at(place)) for place in window]


def _run_suits(suits: set[str], count: int, at: At) -> Iterator[tuple[str, ...]]:
    """The suits that free wilds of a run may stand for, one choice where it does not matter."""
    if at.run_suits == "same":
        yield from ((s,) * count for s in (suits or at.suits))
    elif at.joker_swap == "never":
        yield (at.suits[0],) * count
    else:
        yield from product(at.suits, repeat=count)
