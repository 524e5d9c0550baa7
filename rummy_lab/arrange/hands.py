"""Arrangements of a hand: the best one, the best discard, every maximal one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from rummy_lab.arrange.grouping import Keys, grouped
from rummy_lab.arrange.masks import BIT
from rummy_lab.arrange.ranking import roles
from rummy_lab.arrange.solver import Solver
from rummy_lab.cards import BY_CODE, Card, Cards, NotationError, cards, text_of
from rummy_lab.melds import Meld, melds_of, no_more_than_packs
from rummy_lab.rules import At, Rules
from rummy_lab.variants import rules_of

MOST_ARRANGED = 30
"""The largest hand for which `points_left` looks: the time doubles with each card above that."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand parted into melds and deadwood.

    `melds` are the sets, then the runs, each in the common order; `deadwood` are the cards left,
    in the common order; `points` is what they cost.
    """

    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int

    def __str__(self) -> str:
        from rummy_lab.display.text import text_of_arrangement

        return text_of_arrangement(self)

    def _repr_svg_(self) -> str:
        from rummy_lab.display.svg import svg_of_arrangement

        return svg_of_arrangement(self)


def solver_of(at: At) -> Solver:
    """The solver of a resolved rule set, made once and kept with it."""
    found = at.__dict__.get("_solver")
    if found is None or found.at is not at or found.points is not at.points:
        found = at.__dict__["_solver"] = Solver(at)
    return found


def best_points(hand: Sequence[Card], at: At) -> int:
    """The fewest points that an arrangement of a hand leaves.

    >>> import rummy_lab as rl
    >>> best_points(rl.cards("Jc 9d 8s 6d Js 8h 10d 8d 7d Jd"), rl.variant("rummy").at())
    16
    """
    return solver_of(at).points_left(hand)


def points_left(hand: Sequence[Card], at: At) -> int | None:
    """The same where it can be told: None for a hand with unknown cards, or with very many.

    >>> import rummy_lab as rl
    >>> [points_left(rl.cards(hand), rl.variant("rummy").at()) for hand in ("5s 6s 7s Kh", "??")]
    [10, None]
    """
    hard = len(hand) > MOST_ARRANGED or any(card.is_unknown for card in hand)
    return None if hard else best_points(hand, at)


def best(hand: Sequence[Card], at: At) -> Arrangement:
    """The best arrangement of a hand, by the one rule for ties.

    >>> import rummy_lab as rl
    >>> best(rl.cards("5s 6s 7s 6h 6d"), rl.variant("rummy").at()).deadwood
    (card('6h'), card('6d'))
    """
    solver = solver_of(at)
    if solver.melds_nothing(hand):
        return Arrangement((), tuple(sorted(hand)), at.points_of(hand))
    in_sets, in_runs = parted_by_role(hand, solver)
    left = tuple((Counter(sorted(hand)) - Counter(in_sets) - Counter(in_runs)).elements())
    melds = grouped("set", in_sets, at) + grouped("run", in_runs, at)
    return Arrangement(melds, left, at.points_of(left))


def parted_by_role(hand: Sequence[Card], solver: Solver) -> tuple[list[Card], list[Card]]:
    """The cards that the tie rule has in sets, and those it has in runs."""
    mask = solver.short_way(hand)
    if mask is not None:
        sets, runs = solver.masks.roles(mask)
        ordered = sorted(hand)
        return [c for c in ordered if BIT[c.code] & sets], [
            c for c in ordered if BIT[c.code] & runs
        ]
    found = roles(hand, solver)
    return (
        [BY_CODE[code] for code, (sets, _) in found.items() for _ in range(sets)],
        [BY_CODE[code] for code, (_, runs) in found.items() for _ in range(runs)],
    )


def best_discard(hand: Sequence[Card], at: At, banned: Container[Card] = ()) -> tuple[int, Card]:
    """The discard that leaves the fewest points, with those points.

    Of equal ones the dearer card, then the first in the common order. Raises `ValueError` where
    every card is banned.

    >>> import rummy_lab as rl
    >>> best_discard(rl.cards("4s 5s 6s 2c 5c 2d 6d 3h 4h 5h 6h"), rl.variant("rummy").at())
    (9, card('6d'))
    """
    points = at.points
    solver = solver_of(at)
    order = sorted({c for c in hand if c not in banned}, key=lambda c: (-points[c.code], c.code))
    if not order:
        raise ValueError("there is no card that may be discarded")
    least = solver.points_left(hand)
    found: tuple[int, Card] | None = None
    for c in order:
        # without a card at most its own points are saved
        if found is not None and least - points[c.code] >= found[0]:
            break
        rest = list(hand)
        rest.remove(c)
        left = solver.points_left(rest)
        if found is None or left < found[0]:
            found = left, c
    assert found is not None
    return found


def known_hand(some: Cards, at: At) -> tuple[Card, ...]:
    """A hand a user named, in order; refuses unknown cards and more copies than the packs hold."""
    held = tuple(sorted(cards(some)))
    if any(c.is_unknown for c in held):
        raise NotationError(f"a hand with unknown cards has no arrangement: {text_of(held)}")
    no_more_than_packs(held, at)
    return held


def arrange(
    hand: Cards, rules: Rules | str, deal: int = 1, players: int | None = None
) -> Arrangement:
    """The best arrangement of a hand: `.melds`, `.deadwood`, `.points`.

    `players=None` means the largest table. Raises `NotationError` for what is no card, for an
    unknown card, and for more copies of a card than the packs hold.

    >>> import rummy_lab as rl
    >>> rl.arrange("7s 8s 9s 2h", rl.variant("rummy"))
    Arrangement(melds=(Meld.of('run', '7s 8s 9s'),), deadwood=(card('2h'),), points=2)
    """
    at = rules_of(rules).at(players=players, deal=deal)
    return best(known_hand(hand, at), at)


# -- every maximal arrangement ------------------------------------------------------------------


def arrangements(
    hand: Cards, rules: Rules | str, deal: int = 1, players: int | None = None
) -> Iterator[Arrangement]:
    """Lazily, every maximal arrangement of a hand, in no order of merit.

    In a maximal one no further meld fits in the deadwood, and no card of the deadwood can be added
    to one of the melds. Two with the same melds, as groups of cards, are one. Raises
    `NotationError` as `arrange` does.

    >>> import rummy_lab as rl
    >>> found = rl.arrangements("5s 6s 7s 6h 6d", rl.variant("rummy"))
    >>> [(str(a.melds[0]), a.points) for a in found]
    [('5s 6s 7s', 12), ('6s 6h 6d', 12)]
    """
    at = rules_of(rules).at(players=players, deal=deal)
    return maximal(known_hand(hand, at), at)


def maximal(hand: Sequence[Card], at: At) -> Iterator[Arrangement]:
    """`arrangements` under resolved rules.

    The first card is in a meld that begins with it, or all that is left of it stays out; so with
    the next. A card does not stay out where it completes a meld of cards that stay out.
    """
    keys = Keys(hand)
    melds = {keys.of(meld.cards): meld for meld in melds_of(hand, at)}
    first: list[list[tuple[int, Meld]]] = [[] for _ in keys.order]
    last: list[list[int]] = [[] for _ in keys.order]
    for key, meld in melds.items():
        cards = sorted(meld.cards)
        first[keys.order.index(cards[0])].append((key, meld))
        last[keys.order.index(cards[-1])].append(key)

    def choose(
        free: int, n: int, after: int, laid: tuple[int, ...], out: int
    ) -> Iterator[Arrangement]:
        """Those that go on with the card of number `n`, its melds from `after` on."""
        if n == len(keys.order):
            left = keys.cards_of(out)
            if not any(key + keys.units[c] in melds for key in laid for c in set(left)):
                yield _arrangement([melds[key] for key in laid], left, at)
            return
        for m, (key, _) in enumerate(first[n][after:], after):
            if keys.holds(free, key):
                yield from choose(free - key, n, m, (*laid, key), out)
        rest = keys.without(free, n)
        stays = out + free - rest
        if not any(keys.holds(stays, key) for key in last[n]):
            yield from choose(rest, n + 1, 0, laid, stays)

    return choose(keys.whole, 0, 0, (), 0)


def _arrangement(melds: Sequence[Meld], left: tuple[Card, ...], at: At) -> Arrangement:
    ordered = sorted(melds, key=lambda meld: (meld.kind == "run", sorted(meld.cards)))
    return Arrangement(tuple(ordered), left, at.points_of(left))
