"""Every maximal arrangement of a hand: nothing that is left could be melded as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rummy_lab.arrange.hands import Arrangement, known_hand
from rummy_lab.arrange.keys import Keys
from rummy_lab.cards import Card, Cards
from rummy_lab.melds import Meld, melds_of
from rummy_lab.rules import At, Rules


def arrangements(hand: Cards, rules: Rules, deal: int = 1,
                 players: int | None = None) -> Iterator[Arrangement]:  # fmt: skip
    """Lazily, every maximal arrangement of a hand, in no order of merit.

    In a maximal one no further meld fits in the deadwood, and no card of the deadwood can be added
    to one of the melds. Two with the same melds, as groups of cards, are one. Raises
    `NotationError` as `arrange` does.

    >>> import rummy_lab as rl
    >>> found = rl.arrangements("5s 6s 7s 6h 6d", rl.variant("rummy"))
    >>> [(str(a.melds[0]), a.points) for a in found]
    [('5s 6s 7s', 12), ('6s 6h 6d', 12)]
    """
    at = rules.at(players=players, deal=deal)
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

    def choose(free: int, n: int, after: int, laid: tuple[int, ...], out: int) -> Iterator[Arrangement]:
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
