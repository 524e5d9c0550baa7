"""All the melds in a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, product

from rummy_lab.cards import (
    BY_CODE,
    SUITS,
    Card,
    Cards,
    Placed,
    cards,
    natural,
    shortened,
    whole_number,
)
from rummy_lab.melds.judging import no_more_than_packs
from rummy_lab.melds.reading import MOST_READINGS, readings
from rummy_lab.melds.shape import Meld, rank_at, window_masks, windows
from rummy_lab.rules import At, Rules
from rummy_lab.variants import rules_of


def find_melds(
    hand: Cards,
    rules: Rules | str,
    deal: int = 1,
    players: int | None = None,
    limit: int | None = None,
) -> list[Meld]:
    """Every legal meld within a hand, one entry for each group of cards; `limit` at most.

    Raises `NotationError` as `check_meld` does, and `ValueError` for a limit that is no number.

    >>> import rummy_lab as rl
    >>> rl.find_melds("7h 8h 9h 9s 9d", rl.variant("rummy"))
    [Meld.of('set', '9s 9h 9d'), Meld.of('run', '7h 8h 9h')]
    """
    most = None if limit is None else whole_number(limit)
    if limit is not None and (most is None or most < 0):
        said = shortened(limit)
        raise ValueError(f"limit is how many melds are wanted at most, or None, not {said}")
    at = rules_of(rules).at(players=players, deal=deal)
    held = tuple(sorted(cards(hand)))
    no_more_than_packs(held, at)
    return melds_of(held, at, most)


def melds_of(hand: Sequence[Card], at: At, limit: int | None = None) -> list[Meld]:
    """`find_melds` under resolved rules."""
    return list(islice(each_meld(hand, at), limit))


def each_meld(hand: Sequence[Card], at: At) -> Iterator[Meld]:
    """Every meld within a hand, lazily: sets by rank, then runs by suit."""
    counts = Counter(c.code for c in hand if not c.is_unknown)
    if not any(at.wild[code] for code in counts):
        yield from _natural_sets(counts, at)
        yield from _natural_runs(counts, at)
        return
    seen: set[tuple[int, ...]] = set()
    wilds = [code for code in sorted(counts) for _ in range(counts[code]) if at.wild[code]]
    for group in chain(_wild_sets(counts, wilds, at), _wild_runs(counts, wilds, at)):
        if group in seen:
            continue
        seen.add(group)
        row = [Placed(BY_CODE[code]) for code in group]
        found = tuple(dict.fromkeys(islice(readings(row, at), MOST_READINGS)))
        if found:
            first = found[0]
            yield Meld(first.kind, first.cards, first.stands, found[1:])


def _natural_sets(counts: Counter[int], at: At) -> Iterator[Meld]:
    least, most = at.set_size
    for rank in at.rank_numbers:
        held = [natural(rank, s) for s in SUITS for _ in range(counts[natural(rank, s).code])]
        if at.set_suits == "distinct":
            held = sorted(set(held))
        for size in range(least, min(len(held), most or len(held)) + 1):
            for group in dict.fromkeys(combinations(held, size)):
                yield Meld("set", group, group)


def _run_windows(at: At) -> Iterator[tuple[range, str]]:
    """Every row of places a run may take, with the suits its cards may have."""
    for suits in [at.suits] if at.run_suits == "any" else list(at.suits):
        for size in range(at.run_size, at.longest_run + 1):
            for window in windows(at.ace, size):
                yield window, suits


def _natural_runs(counts: Counter[int], at: At) -> Iterator[Meld]:
    for suits in [at.suits] if at.run_suits == "any" else list(at.suits):
        held = _held(counts, suits)
        ranks = sum(1 << rank for rank in held)
        for size in range(at.run_size, at.longest_run + 1):
            rows = [row for mask, row in window_masks(at.ace, size) if mask & ranks == mask]
            if not rows:
                break  # a longer run would hold one of this size
            for row in rows:
                for group in product(*(held[rank] for rank in row)):
                    if len(group) < 14 or _two_aces(group, counts):
                        yield Meld("run", group, group)


def _held(counts: Counter[int], suits: str) -> dict[int, list[Card]]:
    """The different cards held of each rank, within some suits."""
    held: dict[int, list[Card]] = {}
    for code in sorted(counts):
        card = BY_CODE[code]
        if card.suit and card.suit in suits:
            held.setdefault(card.rank, []).append(card)
    return held


def _two_aces(group: tuple[Card, ...], counts: Counter[int]) -> bool:
    """Whether a run with an ace at each end has two of them; of two orders the first counts."""
    first, last = group[0], group[-1]
    return first < last or (first is last and counts[first.code] > 1)


def _wild_sets(counts: Counter[int], wilds: list[int], at: At) -> Iterator[tuple[int, ...]]:
    """Groups that could be a set: naturals of one rank, and wilds."""
    least, most = at.set_size
    for rank in at.rank_numbers:
        codes = [natural(rank, s).code for s in SUITS]
        held = [code for code in codes for _ in range(counts[code]) if not at.wild[code]]
        for size in range(len(held) + 1):
            for core in dict.fromkeys(combinations(held, size)):
                top = len(wilds) if most is None else min(len(wilds), most - size)
                for extra in range(max(0, least - size), top + 1):
                    for added in dict.fromkeys(combinations(wilds, extra)):
                        yield tuple(sorted(core + added))


def _wild_runs(counts: Counter[int], wilds: list[int], at: At) -> Iterator[tuple[int, ...]]:
    """Groups that could be a run: naturals at places of a window, and wilds in the others."""
    for window, suits in _run_windows(at):
        choices: list[list[int | None]] = []
        for place in window:
            held = [natural(rank_at(place), s).code for s in suits]
            choices.append([None, *(code for code in held if counts[code] and not at.wild[code])])
        for core in _cores(choices, len(wilds)):
            for added in dict.fromkeys(combinations(wilds, len(window) - len(core))):
                yield tuple(sorted(core + added))


def _cores(choices: Sequence[list[int | None]], holes: int) -> Iterator[tuple[int, ...]]:
    """A card or a hole for each place, with no more holes than there are wilds."""
    if not choices:
        yield ()
        return
    for code in choices[0]:
        if code is None:
            if holes:
                yield from _cores(choices[1:], holes - 1)
        else:
            yield from ((code, *rest) for rest in _cores(choices[1:], holes))
