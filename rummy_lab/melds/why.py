"""Why cards are no meld: every reason that holds, seen as the meld they come nearest to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rummy_lab.cards import RANKS, Card, Placed, natural
from rummy_lab.melds.shape import rank_at, windows
from rummy_lab.reasons import Reason, in_order
from rummy_lab.rules import At


def why_no_meld(row: Sequence[Placed], at: At, kind: str | None = None) -> tuple[Reason, ...]:
    """All reasons why cards are no meld, as a set or as a run, whichever they come nearest to."""
    if not row:
        return (at.rules.reason("no_cards"),)
    found = list(_declarations(row, at))
    nearest = kind or ("set" if _looks_like_set(row, at) else "run")
    found += _as_set(row, at) if nearest == "set" else _as_run(row, at)
    if kind is None and len(row) < min(at.set_size[0], at.run_size):
        small = {"set_too_small", "run_too_short"}
        found = [r for r in found if r.code not in small]
        found.append(
            at.rules.reason(
                "too_few_cards",
                [p.card for p in row],
                count=len(row),
                noun="card" if len(row) == 1 else "cards",
                least=min(at.set_size[0], at.run_size),
            )
        )
    return in_order(found or [at.rules.reason("not_a_meld", [p.card for p in row])])


def _fixed(row: Sequence[Placed], at: At) -> list[Card]:
    """What the naturals and the declared wilds stand for."""
    return [p.stands or p.card for p in row if p.stands is not None or not at.wild[p.card.code]]


def _free(row: Sequence[Placed], at: At) -> int:
    return sum(p.stands is None and at.wild[p.card.code] for p in row)


def _looks_like_set(row: Sequence[Placed], at: At) -> bool:
    ranks = Counter(c.rank for c in _fixed(row, at))
    if not ranks:
        return True
    return len(ranks) == 1 or 2 * max(ranks.values()) > max(ranks.total(), 3)


def _declarations(row: Sequence[Placed], at: At) -> Iterator[Reason]:
    for p in row:
        if p.stands is None or p.stands is p.card:
            continue
        if not at.wild[p.card.code]:
            yield at.rules.reason("not_wild", [p.card])
        elif not at.copies[p.stands.code]:
            yield at.rules.reason("wild_does_not_fit", [p.card], stands=p.stands.pretty)


def _wild_reasons(kind: str, row: Sequence[Placed], at: At) -> Iterator[Reason]:
    wilds = [p.card for p in row if at.wild[p.card.code] and p.stands is not p.card]
    forced = [c for c in wilds if not c.suit] if at.wild_number else wilds
    limit = at.wild_limit(kind, len(row))
    if limit is not None and len(forced) > limit:
        yield at.rules.reason(
            "too_many_wilds", forced, count=len(forced), kind=kind, size=len(row), limit=limit
        )
    if len(wilds) == len(row) and not at.all_wild_melds:
        yield at.rules.reason("only_wilds", wilds)


def _as_set(row: Sequence[Placed], at: At) -> Iterator[Reason]:
    least, most = at.set_size
    all_cards = [p.card for p in row]
    if len(row) < least:
        yield at.rules.reason("set_too_small", all_cards, count=len(row), least=least)
    if most is not None and len(row) > most:
        yield at.rules.reason("set_too_big", all_cards, count=len(row), most=most)
    fixed = _fixed(row, at)
    if fixed:
        rank = Counter(c.rank for c in fixed).most_common(1)[0][0]
        for p in row:
            stands = p.stands or p.card
            if (p.stands is None and at.wild[p.card.code]) or stands.rank == rank:
                continue
            if p.stands is not None and p.stands is not p.card:
                yield at.rules.reason("wild_does_not_fit", [p.card], stands=stands.pretty)
            else:
                yield at.rules.reason("ranks_differ", [p.card], rank=RANKS[rank - 1])
    if at.set_suits == "distinct":
        for suit, count in Counter(c.suit for c in fixed).items():
            if count > 1:
                yield at.rules.reason("suit_twice", [c for c in fixed if c.suit == suit])
        if len(row) > len(at.suits):
            yield at.rules.reason("set_too_big", all_cards, count=len(row), most=len(at.suits))
    yield from _wild_reasons("set", row, at)


def _as_run(row: Sequence[Placed], at: At) -> Iterator[Reason]:
    all_cards = [p.card for p in row]
    if len(row) < at.run_size:
        yield at.rules.reason("run_too_short", all_cards, count=len(row), least=at.run_size)
    if len(row) > at.longest_run:
        yield at.rules.reason("run_too_long", all_cards, count=len(row), most=at.longest_run)
    fixed = sorted(_fixed(row, at), key=lambda c: (c.rank, c))
    if at.run_suits == "same" and len({c.suit for c in fixed}) > 1:
        yield at.rules.reason("suits_differ", fixed)
    twice = [rank for rank, count in Counter(c.rank for c in fixed).items() if count > 1]
    for rank in twice:
        if rank != 1 or at.ace != "high_or_low" or len(row) < 14:
            yield at.rules.reason("rank_twice", [c for c in fixed if c.rank == rank])
    if not twice and fixed:
        yield from _order_reasons(row, fixed, at)
    yield from _wild_reasons("run", row, at)


def _order_reasons(row: Sequence[Placed], fixed: list[Card], at: At) -> Iterator[Reason]:
    """What is wrong with the ranks: the ace stands on the wrong side, or ranks are missing."""
    ranks = {c.rank for c in fixed}
    free = _free(row, at)
    if _holes(ranks, at.ace) <= free:
        return
    for ace, code in (
        ("high", "ace_not_high"),
        ("low", "ace_not_low"),
        ("round_the_corner", "around_the_corner"),
    ):
        if 1 in ranks and _holes(ranks, ace) <= free and ace != at.ace:
            yield at.rules.reason(code, [c for c in fixed if c.rank == 1])
            return
    if len(ranks) > 2 and _holes(ranks, at.ace) >= 2 * len(ranks) and not free:
        yield at.rules.reason("not_a_meld", [p.card for p in row])
        return
    yield from _gaps(fixed, free, at)


def _holes(ranks: set[int], ace: str) -> int:
    """How many ranks are missing in the shortest row of places that holds all of some ranks."""
    for size in range(len(ranks), 15):
        for window in windows(ace, size):
            if ranks <= {rank_at(place) for place in window}:
                return size - len(ranks)
    return 99


def _gaps(fixed: list[Card], free: int, at: At) -> Iterator[Reason]:
    """One reason for each row of missing ranks, in the shortest row that holds all the cards."""
    ranks = {c.rank: c for c in fixed}
    for size in range(len(ranks), 15):
        for window in windows(at.ace, size):
            if not set(ranks) <= {rank_at(place) for place in window}:
                continue
            missing: list[Card] = []
            below = None
            for place in window:
                here = ranks.get(rank_at(place))
                if here is None:
                    suit = below.suit if below is not None else at.suits[0]
                    missing.append(natural(rank_at(place), suit))
                    continue
                if missing and below is not None:
                    yield at.rules.reason(
                        "gap",
                        missing,
                        missing=_listed(missing, at),
                        verb="is" if len(missing) == 1 else "are",
                        below=below.pretty,
                        above=here.pretty,
                    )
                missing, below = [], here
            return


def _listed(missing: list[Card], at: At) -> str:
    names = [RANKS[c.rank - 1] if at.run_suits == "any" else c.pretty for c in missing]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
