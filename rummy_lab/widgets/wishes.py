"""Random hands that fulfil a wish: with two jokers, with a set and a run, one card from going out.

A hand is dealt and then mended: a card is changed for another of the pack wherever that brings the
wish no further off. The same number always gives the same hand.

>>> import rummy_lab as rl
>>> at = rl.variant("rummy").at(players=2)
>>> hand = wished_hand(WISHES["set and run"], at, 10, 1)
>>> sorted({meld.kind for meld in melds_of(hand, at)})
['run', 'set']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from rummy_lab.arrange import best_contract, best_discard, best_points
from rummy_lab.arrange.grouping import Keys
from rummy_lab.cards import Card, SplitMix64, natural
from rummy_lab.melds import melds_of, rank_at, windows
from rummy_lab.rules import At
from rummy_lab.rules.at import Part

KEY = 0x3A9D
"""Keeps these shuffles apart from those of deals with the same number."""
MOST_ATTEMPTS = 3
MOST_CHANGES = 500
"""After how many changes a hand is given up."""
MOST_BEGUN = 60
"""How often a hand is begun anew."""
MOST_LOOKED = 60
"""How many melds of a hand are looked at."""

Lacks = Callable[[Sequence[Card], At], int]


class Wish(NamedTuple):
    """What a hand shall be: `lacks` is 0 where it is, and less the nearer it comes.

    `least` is the number of cards it takes, more than any hand has where it cannot be; `begin`
    gives cards to begin with.
    """

    title: str
    lacks: Lacks
    least: Callable[[At], int] = lambda at: 1
    begin: Callable[[SplitMix64, At], list[Card]] = lambda chance, at: []


def wished_hand(wish: Wish, at: At, count: int, number: int) -> tuple[Card, ...]:
    """A random hand of some cards that fulfils a wish.

    Raises `ValueError` where none is found.
    """
    if count < wish.least(at):
        raise ValueError(f"a hand {wish.title} has {wish.least(at)} cards or more, not {count}")
    for attempt in range(MOST_ATTEMPTS):
        hand = _mended(wish, at, count, SplitMix64(number, attempt, KEY))
        if hand is not None:
            return tuple(sorted(hand))
    raise ValueError(
        f"no hand of {count} cards {wish.title} was found: try again, or with more cards"
    )


def _mended(wish: Wish, at: At, count: int, chance: SplitMix64) -> list[Card] | None:
    """A hand dealt and changed card by card until it fulfils a wish; None where it does not."""
    hand = wish.begin(chance, at)[:count]
    rest = list(chance.shuffle((Counter(at.pack) - Counter(hand)).elements()))
    kept = len(hand)
    hand += [rest.pop() for _ in range(min(count - kept, len(rest)))]
    lacking = wish.lacks(hand, at)
    for _ in range(MOST_CHANGES):
        if not lacking or not rest or kept == len(hand):
            break
        place, other = kept + chance.below(len(hand) - kept), chance.below(len(rest))
        hand[place], rest[other] = rest[other], hand[place]
        now = wish.lacks(hand, at)
        if now <= lacking:
            lacking = now
        else:
            hand[place], rest[other] = rest[other], hand[place]
    return None if lacking else hand


def _jokers(hand: Sequence[Card], at: At) -> int:
    return max(0, 2 - sum(card.is_joker for card in hand))


def _wilds(hand: Sequence[Card], at: At) -> int:
    return int(not any(at.wild[card.code] for card in hand))


def _kinds(hand: Sequence[Card], at: At) -> int:
    """0 where a set and a run can lie side by side; more where a kind is missing."""
    keys = Keys(hand)
    laid: dict[str, list[int]] = {"set": [], "run": []}
    for meld in melds_of(hand, at, MOST_LOOKED):
        laid[meld.kind].append(keys.of(meld.cards))
    lacking = sum(not some for some in laid.values())
    pairs = product(laid["set"], laid["run"])
    together = any(keys.holds(keys.whole - one, other) for one, other in pairs)
    return lacking + 1 if lacking else int(not together)


def _shared(hand: Sequence[Card], at: At) -> int:
    """1 until some card is in a set and in a run; more while a kind is missing."""
    by_kind: dict[str, set[Card]] = {"set": set(), "run": set()}
    for meld in melds_of(hand, at, MOST_LOOKED):
        by_kind[meld.kind] |= {card for card in meld.cards if not at.wild[card.code]}
    lacking = sum(not cards for cards in by_kind.values())
    return lacking + 1 if lacking else int(not by_kind["set"] & by_kind["run"])


def _melds(hand: Sequence[Card], at: At) -> int:
    return len(melds_of(hand, at, MOST_LOOKED))


def _near(hand: Sequence[Card], at: At) -> int:
    """0 where some card of the pack would let the hand go out, which it cannot yet."""
    left = best_points(hand, at)
    if not left:
        return 1 + max(at.points)
    if left > 2 * max(at.points):
        return left
    there = Counter(at.pack) - Counter(hand)
    return 0 if any(_goes_out((*hand, card), at) for card in sorted(there)) else left


def _goes_out(hand: Sequence[Card], at: At) -> bool:
    """Whether all cards of a hand can be melded, but for one that is discarded."""
    if at.go_out_discard != "required" and not best_points(hand, at):
        return True
    return at.go_out_discard != "never" and not best_discard(hand, at)[0]


def _contract(hand: Sequence[Card], at: At) -> int:
    return int(best_contract(hand, at) is None)


def _without_wilds(chance: SplitMix64, at: At) -> list[Card]:
    """The cards of a contract of the deal, no wilds among them."""
    for _ in range(MOST_BEGUN):
        found = _one_of_each(chance, at)
        if best_contract(found, at) is not None:
            return found
    return []


def _one_of_each(chance: SplitMix64, at: At) -> list[Card]:
    """A meld for each part of the contract, as far as the pack has the cards."""
    rest = Counter(card for card in at.pack if not at.wild[card.code])
    found: list[Card] = []
    for part in at.contract:
        ways = [group for group in _ways(part, at) if not Counter(group) - rest]
        if ways:
            found += (chosen := ways[chance.below(len(ways))])
            rest -= Counter(chosen)
    return found


def _ways(part: Part, at: At) -> list[list[Card]]:
    """Plain melds of a kind and size: a set of different suits as far as they go, a run of one."""
    if part.kind == "run":
        rows = product(windows(at.ace, part.size), at.suits)
        return [[natural(rank_at(place), suit) for place in row] for row, suit in rows]
    suits = (at.suits * part.size)[: part.size]
    return [[natural(rank, suit) for suit in suits] for rank in at.rank_numbers]


NEVER = 10**6
"""More cards than any hand has."""


def _both(at: At) -> int:
    return at.set_size[0] + at.run_size


WISHES = {
    "any": Wish("of any kind", lambda hand, at: 0),
    "set and run": Wish("with a set and a run", _kinds, _both),
    "both": Wish("with a card that a set and a run both want", _shared, lambda at: _both(at) - 1),
    "none": Wish("without a meld", _melds),
    "jokers": Wish("with at least two jokers", _jokers, lambda at: 2 if at.jokers > 1 else NEVER),
    "wild": Wish("with a wild card", _wilds, lambda at: 1 if at.any_wild else NEVER),
    "near": Wish("one card from going out", _near, lambda at: NEVER if at.contract else 2),
    "contract": Wish(
        "with the contract of the deal",
        _contract,
        lambda at: sum(part.size for part in at.contract) or NEVER,
        _without_wilds,
    ),
}
"""The wishes by name."""


def wishes_under(at: At) -> dict[str, Wish]:
    """The wishes that some hand can fulfil under rules.

    >>> import rummy_lab as rl
    >>> list(wishes_under(rl.variant("rummy").at()))
    ['any', 'set and run', 'both', 'none', 'near']
    """
    return {name: wish for name, wish in WISHES.items() if wish.least(at) < NEVER}
