"""Pieces chosen so that they are a contract: every choice, the best one, the first one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from rummy_lab.arrange.pieces import (
    Chosen,
    Hand,
    Leave,
    Piece,
    Roles,
    can_be_laid,
    runs_fit,
    sizes_fit,
)
from rummy_lab.cards import Card
from rummy_lab.rules import At


def selections(
    hand: Hand, key: int, pieces: Sequence[Piece], must: Iterable[Card]
) -> Iterator[Chosen]:
    """Every choice of pieces within a key that is a contract but for the places of its runs.

    Each comes once. The first card goes into a piece, the longest first, or all that is left of
    it stays out; so with the next. `must` are cards that have to be used.
    """
    keys, most = hand.keys, _may_stay(hand, key, must)
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
            if sizes_fit(chosen, hand.at) and all(
                keys.count(key, n) <= most[n] for n in range(len(most))
            ):
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


def _may_stay(hand: Hand, key: int, must: Iterable[Card]) -> list[int]:
    """How many copies of each different card of a key may be left, where some must be used."""
    needed = Counter(must)
    return [hand.keys.count(key, n) - needed[c] for n, c in enumerate(hand.keys.order)]


def roles_of_all(hand: Hand, pieces: Sequence[Piece]) -> Roles | None:
    """The best roles where all cards have to be in the contract."""
    every = selections(hand, hand.whole, pieces, hand.cards)
    found = (settled for chosen in every if (settled := hand.settled(chosen, 0)))
    if len({part.kind for part in hand.at.contract}) == 1:  # all cards in runs, or all in sets
        return next(found, None)
    return max(found, key=lambda roles: roles.worth, default=None)


def first_choice(hand: Hand, pieces: Sequence[Piece], roles: Roles) -> Chosen:
    """Of the choices with those roles the first, its wilds not yet declared."""
    cards = (*roles.in_sets, *roles.in_runs)
    return next(
        chosen
        for chosen in selections(hand, hand.keys.of(cards), pieces, cards)
        if sum([piece.value for piece in chosen]) == roles.worth and can_be_laid(chosen, hand.at)
    )


def best_choice(hand: Hand, must: Iterable[Card], leave: Leave | None) -> Chosen | None:
    """The pieces of the best contract, or None; `must` and `leave` as in `best_contract`."""
    needed = hand.has_to_use(must)
    if needed is None:
        return None
    pieces = hand.all_pieces()
    if hand.at.contract_sizes != "whole_hand":
        roles = best_roles(hand, pieces, needed, leave)
    else:
        roles = roles_of_all(hand, pieces) if leave is None or leave(()) else None
    return None if roles is None else first_choice(hand, pieces, roles)


def best_roles(
    hand: Hand, pieces: Sequence[Piece], must: Iterable[Card], leave: Leave | None
) -> Roles | None:
    """The roles of the choice of pieces that is worth most, or None where there is no contract.

    Part by part, the dearest pieces first, as long as with the dearest that go with them for the
    other parts they could still be the best.
    """
    at, guards, needed = hand.at, hand.guards, Counter(must)
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
    best: Roles | None = None
    worth = -1

    def choose(lists: list[list[Piece]], key: int, value: int, chosen: Chosen) -> None:
        """Goes on with a list of pieces for each of the last parts, all within the key."""
        nonlocal best, worth
        n = len(chosen)
        if n == len(parts):
            found = hand.settled(chosen, key, needed, leave, worth)
            if found is not None:
                best, worth = found, found.worth
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
                        if ((left | guards) - p.key) & guards == guards and together(piece, p, at)
                    ]
                )
            if all(fitting):
                choose(fitting, left, value + piece.value, (*chosen, piece))

    lists = [by_part[part] for part in parts]
    if all(lists):
        choose(lists, hand.whole, 0, ())
    return best


def together(one: Piece, other: Piece, at: At) -> bool:
    """Whether two pieces may be in one contract; where only wilds could tell, they may."""
    if at.contract_runs == "any" or at.run_suits == "any" or "set" in (one.kind, other.kind):
        return True
    if not one.suit or not other.suit or one.suit != other.suit:
        return True
    if at.contract_runs == "different_suits":
        return False
    return any(runs_fit(pair, at) for pair in product(one.readings, other.readings))
