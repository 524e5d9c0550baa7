"""Is this a meld, and if not, why; all the melds in a hand; what a wild can stand for.

A run is read as a row of places: place 1 is the low ace, 13 the king, 14 the ace above it; round
the corner the places go on in a circle. `windows` lists the rows that an ace rule allows, and
everything about aces follows from that list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, product

from rummy_lab.cards import (
    BY_CODE,
    SUITS,
    Card,
    Cards,
    NotationError,
    Placed,
    cards,
    natural,
    placed,
    text_of,
)
from rummy_lab.reasons import Verdict
from rummy_lab.rules import At, Rules

MOST_READINGS = 200
"""How many readings of one group of cards are told at most."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or a run: its cards, and the card each of them stands for.

    `kind` is "set" or "run"; `cards` go from low to high in a run, in the common order in a set;
    `stands` runs parallel to them (a natural card stands for itself). `readings` are the other
    ways in which the same cards are a meld; they do not count when melds are compared.

    >>> Meld.of("run", "7h JK=8h 9h").stands
    (card('7h'), card('8h'), card('9h'))
    """

    kind: str
    cards: tuple[Card, ...]
    stands: tuple[Card, ...]
    readings: tuple[Meld, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, kind: str, text: str) -> Meld:
        """A meld from its kind and its text, in the order given; nothing is judged."""
        row = placed(text)
        return cls(kind, tuple(p.card for p in row), tuple(p.stands or p.card for p in row))

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The cards with what the wilds among them stand for."""
        pairs = zip(self.cards, self.stands, strict=True)
        return tuple(Placed(c, None if c is s else s) for c, s in pairs)

    @property
    def wilds(self) -> int:
        """How many of the cards stand for another one."""
        return sum(c is not s for c, s in zip(self.cards, self.stands, strict=True))

    @property
    def pretty(self) -> str:
        """The meld with glyphs, for sentences.

        >>> Meld.of("run", "7h JK=8h 9h").pretty
        '7♥ JK=8♥ 9♥'
        """
        return " ".join(
            c.pretty if c is s else f"{c.pretty}={s.pretty}"
            for c, s in zip(self.cards, self.stands, strict=True)
        )

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return text_of(self.placed)

    def __repr__(self) -> str:
        return f"Meld.of({self.kind!r}, {str(self)!r})"

    def _repr_svg_(self) -> str:
        from rummy_lab.display.svg import svg_of_meld

        return svg_of_meld(self)


@cache
def windows(ace: str, size: int) -> tuple[range, ...]:
    """The rows of places a run of some size may take under an ace rule.

    >>> windows("low", 12), len(windows("round_the_corner", 12))
    ((range(1, 13), range(2, 14)), 13)
    """
    if ace == "round_the_corner":
        if size > 13:
            return ()
        return tuple(range(start, start + size) for start in range(1, 14 if size < 13 else 2))
    first = 2 if ace == "high" else 1
    last = 13 if ace == "low" else 14
    if size == 13 and ace == "high_or_low":
        last = 13  # A to K and 2 to A are the same thirteen cards
    return tuple(range(start, start + size) for start in range(first, last - size + 2))


def rank_at(place: int) -> int:
    """The rank that stands at a place of a run."""
    return (place - 1) % 13 + 1


# --- readings ---------------------------------------------------------------------------------


def readings(row: Sequence[Placed], at: At, kind: str | None = None) -> Iterator[Meld]:
    """Every way in which cards are a legal meld; wilds that were declared keep their card."""
    if kind != "run":
        yield from _as_sets(row, at)
    if kind != "set":
        yield from _as_runs(row, at)


def _split(row: Sequence[Placed], at: At) -> Iterator[tuple[list[Placed], list[Card]]]:
    """The cards whose place is fixed (naturals, declared wilds), and the free wilds.

    A card of the wild rank may stand for itself, so every choice of such cards is tried, those
    with the most cards standing for themselves first.
    """
    fixed = [p for p in row if p.stands is not None or not at.wild[p.card.code]]
    free = [p.card for p in row if p.stands is None and at.wild[p.card.code]]
    own = [c for c in free if c.suit]
    jokers = [c for c in free if not c.suit]
    seen: set[tuple[Card, ...]] = set()
    for count in range(len(own), -1, -1):
        for chosen in combinations(own, count):
            if chosen in seen:
                continue
            seen.add(chosen)
            rest = list(own)
            for c in chosen:
                rest.remove(c)
            yield fixed + [Placed(c, c) for c in chosen], rest + jokers


def _stands(p: Placed) -> Card:
    return p.stands or p.card


def _wilds_fit(kind: str, wilds: int, size: int, at: At) -> bool:
    limit = at.wild_limit(kind, size)
    if wilds == size and not at.all_wild_melds:
        return False
    return limit is None or wilds <= limit


def _as_sets(row: Sequence[Placed], at: At) -> Iterator[Meld]:
    least, most = at.set_size
    if len(row) < least or (most is not None and len(row) > most):
        return
    for fixed, free in _split(row, at):
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


def _as_runs(row: Sequence[Placed], at: At) -> Iterator[Meld]:
    size = len(row)
    if size < at.run_size:
        return
    for fixed, free in _split(row, at):
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
            wilds = iter([Placed(c, natural(r, s))
                          for c, r, s in zip(free, holes, chosen, strict=True)])  # fmt: skip
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
        yield [
            seats.get(place) if rank_at(place) == 1 else next(iter(by_rank.get(rank_at(place), [])), None)
            for place in window
        ]


def _run_suits(suits: set[str], count: int, at: At) -> Iterator[tuple[str, ...]]:
    """The suits that free wilds of a run may stand for, one choice where it does not matter."""
    if at.run_suits == "same":
        yield from ((s,) * count for s in (suits or at.suits))
    elif at.joker_swap == "never":
        yield (at.suits[0],) * count
    else:
        yield from product(at.suits, repeat=count)


def play_alike(some: Sequence[Meld], at: At) -> bool:
    """Whether it makes no difference which of some readings is meant.

    Nothing is laid on hands that are only arranged at the end; and where neither a swap nor the
    rules of the meld ask for the suit of a wild, `readings` gives one suit only.
    """
    return len(some) < 2 or at.melding == "at_the_end"


def could_take(meld: Meld, card: Card, at: At) -> bool:
    """Whether a card might be laid off alone on a meld: a quick look before the judge is asked."""
    if at.wild[card.code]:
        return True
    if meld.kind == "set":
        return card.rank == meld.stands[0].rank
    if at.run_suits == "same" and card.suit != meld.stands[0].suit:
        return False
    first, last = meld.stands[0].rank, meld.stands[-1].rank
    return card.rank in ((first - 2) % 13 + 1, last % 13 + 1)


# --- the judge --------------------------------------------------------------------------------


def judge(row: Sequence[Placed], at: At, kind: str | None = None) -> Verdict:
    """Whether cards are a meld (of a kind) under resolved rules; all reasons where they are none.

    A meld with unknown cards cannot be decided.
    """
    if any(p.card.is_unknown for p in row):
        return Verdict(unknown=True, kind=kind)
    found = () if _misdeclared(row, at) else tuple(islice(readings(row, at, kind), MOST_READINGS))
    if found:
        return Verdict((), False, found[0].kind, found[0], found)
    from rummy_lab.meldreasons import why_no_meld

    return Verdict(why_no_meld(row, at, kind))


def _misdeclared(row: Sequence[Placed], at: At) -> bool:
    return any(
        p.stands is not None and p.stands is not p.card
        and (not at.wild[p.card.code] or not at.copies[p.stands.code])
        for p in row
    )  # fmt: skip


def no_more_than_packs(some: Iterable[Card], at: At) -> None:
    """Raises `NotationError` for more copies of a card than the packs hold."""
    for held, count in sorted(Counter(some).items()):
        if held.is_unknown:
            continue
        there = at.copies[held.code]
        if count > there:
            holds = f"the {at.packs} packs hold" if at.packs > 1 else "the pack holds"
            raise NotationError(f"{held} is named {count} times, but {holds} it {there} times")


def check_meld(some: str | Iterable[Card | Placed], rules: Rules, deal: int = 1,
               players: int | None = None) -> Verdict:  # fmt: skip
    """Whether cards are a meld; the verdict has `kind`, `meld` and `readings`, or the reasons.

    `players=None` means the largest table. Raises `NotationError` for what is no card, and for
    more copies of a card than the packs hold.

    >>> import rummy_lab as rl
    >>> verdict = rl.check_meld("4s 5h 6d", rl.variant("rummy"))
    >>> bool(verdict), verdict.codes, verdict.clauses
    (False, ('suits_differ',), ('rummy-9',))
    >>> rl.check_meld("4s 5h 6d", rl.variant("remi")).kind
    'run'
    """
    at = rules.at(players=players, deal=deal)
    row = placed(some)
    no_more_than_packs((p.card for p in row), at)
    return judge(row, at)


# --- all melds in a hand ----------------------------------------------------------------------


def find_melds(hand: Cards, rules: Rules, deal: int = 1, players: int | None = None,
               limit: int | None = None) -> list[Meld]:  # fmt: skip
    """Every legal meld within a hand, one entry for each group of cards; `limit` at most.

    Raises `NotationError` as `check_meld` does.

    >>> import rummy_lab as rl
    >>> rl.find_melds("7h 8h 9h 9s 9d", rl.variant("rummy"))
    [Meld.of('set', '9s 9h 9d'), Meld.of('run', '7h 8h 9h')]
    """
    at = rules.at(players=players, deal=deal)
    held = tuple(sorted(cards(hand)))
    no_more_than_packs(held, at)
    return melds_of(held, at, limit)


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
    for group in (*_wild_groups(counts, at, "set"), *_wild_groups(counts, at, "run")):
        if group in seen:
            continue
        seen.add(group)
        row = [Placed(BY_CODE[code]) for code in group]
        found = tuple(islice(readings(row, at), MOST_READINGS))
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


def _natural_runs(counts: Counter[int], at: At) -> Iterator[Meld]:
    for suits in ([at.suits] if at.run_suits == "any" else list(at.suits)):
        for size in range(at.run_size, at.longest_run + 1):
            for window in windows(at.ace, size):
                ends = size == 14
                for group in _rows(window, suits, counts):
                    if not ends or group[0] is not group[-1] or counts[group[0].code] > 1:
                        if ends and group[0] > group[-1]:
                            continue  # the same cards with the two aces the other way round
                        yield Meld("run", group, group)


def _rows(window: range, suits: str, counts: Counter[int]) -> Iterator[tuple[Card, ...]]:
    choices = []
    for place in window:
        held = [c for s in suits if counts[(c := natural(rank_at(place), s)).code]]
        if not held:
            return
        choices.append(held)
    yield from product(*choices)


def _wild_groups(counts: Counter[int], at: At, kind: str) -> Iterator[tuple[int, ...]]:
    """Groups of cards that could be a meld with wilds: naturals that go together, and wilds."""
    wild_codes = [code for code in sorted(counts) for _ in range(counts[code]) if at.wild[code]]
    rows = _set_cores(counts, at) if kind == "set" else _run_cores(counts, at)
    biggest = (at.set_size[1] or 10**6) if kind == "set" else at.longest_run
    least = at.set_size[0] if kind == "set" else at.run_size
    for core in rows:
        for extra in range(max(0, least - len(core)), min(len(wild_codes), biggest - len(core)) + 1):
            limit = at.wild_limit(kind, len(core) + extra)
            if limit is not None and extra > limit + sum(1 for c in wild_codes if BY_CODE[c].suit):
                continue
            for wilds in dict.fromkeys(combinations(wild_codes, extra)):
                yield tuple(sorted(core + wilds))


def _set_cores(counts: Counter[int], at: At) -> Iterator[tuple[int, ...]]:
    yield ()
    for rank in at.rank_numbers:
        held = [code for s in SUITS for code in [natural(rank, s).code] * counts[natural(rank, s).code]
                if not at.wild[code]]  # fmt: skip
        for size in range(1, len(held) + 1):
            yield from dict.fromkeys(combinations(held, size))


def _run_cores(counts: Counter[int], at: At) -> Iterator[tuple[int, ...]]:
    """Naturals of different ranks (two aces may be in a run of 14), of one suit where it must be."""
    for suits in ([at.suits] if at.run_suits == "any" else list(at.suits)):
        choices: list[list[tuple[int, ...]]] = []
        for rank in at.rank_numbers:
            held = [code for s in suits for code in [natural(rank, s).code] * counts[natural(rank, s).code]
                    if not at.wild[code]]  # fmt: skip
            most = 2 if rank == 1 and at.ace == "high_or_low" else 1
            choices.append([(), *dict.fromkeys(g for n in range(1, most + 1)
                                               for g in combinations(held, n))])  # fmt: skip
        for chosen in product(*choices):
            core = tuple(code for group in chosen for code in group)
            if core:
                yield core
