"""Contracts: all ways to lay the melds of a deal's contract, and the one that leaves least.

A *piece* is a meld within the hand that could be a part of the contract, as cards; what its wilds
stand for is settled when the pieces are chosen, because two runs of one suit may have to keep
apart. Among the contracts that leave the fewest points the tie rule of arrangements decides which
cards are used: card by card in the common order, in a set, else in a run, else left. Which cards
lie together then: see `grouping.py`; the number of melds is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rummy_lab.arrange import mixed
from rummy_lab.arrange.choosing import best_choice, selections, together
from rummy_lab.arrange.hands import known_hand
from rummy_lab.arrange.pieces import Chosen, Hand, Leave, can_be_laid, declared
from rummy_lab.cards import Card, Cards
from rummy_lab.melds import Meld
from rummy_lab.rules import At, Rules, RulesError
from rummy_lab.rules.at import Part
from rummy_lab.variants import rules_of


def contracts_of(
    hand: Sequence[Card], at: At, must: Iterable[Card] = ()
) -> Iterator[tuple[Meld, ...]]:
    """Lazily, every contract within a hand, its melds in the order of the contract's parts.

    `must` are cards that have to be in it. Contracts that differ only in what a wild stands for
    are told apart.

    >>> import rummy_lab as rl
    >>> rules = rl.variant("rummy", melding="contract", deals=1, target=None,
    ...                    contracts=["S3 R3"])
    >>> [str(run) for _, run in contracts_of(rl.cards("7s 7h 7d 7c 8d 9d 10d"), rules.at())][:3]
    ['8d 9d 10d', '8d 9d 10d', '7d 8d 9d 10d']
    """
    held = Hand(hand, at)
    needed = held.has_to_use(must)
    # that there is none is found sooner by ranks than by trying every choice of suits
    none = not at.contract or (_mixed(at) and best_contract(hand, at, must) is None)
    if needed is not None and not none:
        for chosen in selections(held, held.keys.whole, held.all_pieces(), needed):
            yield from declared(chosen, at)


def best_contract(
    hand: Sequence[Card], at: At, must: Iterable[Card] = (), leave: Leave | None = None
) -> tuple[Meld, ...] | None:
    """The contract within a hand that leaves the fewest points, or None where there is none.

    `must` are cards that have to be in it; `leave` is asked whether the cards that a contract
    leaves may be left. Ties are settled as the module says.
    """
    if not at.contract:
        return None
    if _mixed(at):
        chosen = mixed.best_choice(mixed.Mixed(hand, at), must, leave)
    else:
        chosen = best_choice(Hand(hand, at), must, leave)
    return next(declared(chosen, at)) if chosen else None


def _mixed(at: At) -> bool:
    """Whether there are runs in the contract for which suits do not matter."""
    return at.run_suits == "any" and any(part.kind == "run" for part in at.contract)


def some_contract(
    hand: Sequence[Card], at: At, must: Iterable[Card] = (), leave: Leave | None = None
) -> tuple[Meld, ...] | None:
    """Some contract, found more quickly than the best one where that takes long; or None.

    `must` and `leave` as in `best_contract`. Its melds may be no larger than its parts ask for.
    Where a meld may be larger than its part and nothing limits
    the wilds in one by its length, None says that no contract has the cards of `must`.

    >>> import rummy_lab as rl
    >>> rules = rl.variant("rummy", melding="contract", deals=1, target=None, contracts=["S3 R3"])
    >>> some_contract(rl.cards("7s 7h 7d 7c 8d 9d 10d Kh"), rules.at(), rl.cards("7d"))
    (Meld.of('set', '7s 7h 7c'), Meld.of('run', '7d 8d 9d'))
    """
    if at.contract_sizes == "whole_hand" or _mixed(at):
        return best_contract(hand, at, must, leave)
    return _smallest(hand, at, must, leave)


def _smallest(
    hand: Sequence[Card], at: At, must: Iterable[Card], leave: Leave | None
) -> tuple[Meld, ...] | None:
    """Some contract of melds that are no larger than its parts ask for."""
    held = Hand(hand, at)
    if not at.contract or Counter(must) - Counter(held.cards):
        return None
    there = {(kind, size): held.pieces(kind, [size]) for kind, size in set(at.contract)}
    keys, parts = held.keys, sorted(at.contract, key=lambda part: len(there[part]))

    def choose(parts: list[Part], key: int, needed: list[Card], chosen: Chosen) -> Chosen | None:
        """Goes on with a part, with those that could take a card that is still needed."""
        if not parts:
            good = not needed and (leave is None or leave(keys.cards_of(key)))
            return chosen if good and can_be_laid(chosen, at) else None
        for part in dict.fromkeys(parts) if needed else parts[:1]:
            others = list(parts)
            others.remove(part)
            for piece in there[part]:
                fits = keys.holds(key, piece.key) and all(together(piece, p, at) for p in chosen)
                if fits and (not needed or needed[0] in piece.cards):
                    rest = list((Counter(needed) - Counter(piece.cards)).elements())
                    found = choose(others, key - piece.key, rest, (*chosen, piece))
                    if found is not None:
                        return found
        return None

    found = choose(parts, keys.whole, list(must), ())
    return None if found is None else next(declared(found, at))


def find_contract(
    hand: Cards, rules: Rules | str, deal: int = 1, players: int | None = None
) -> tuple[Meld, ...] | None:
    """The melds of a deal's contract within a hand that leave the cheapest rest, or None.

    The hand alone is looked at: whether a card is left to discard is for `Deal.check` to say.
    `players=None` means the largest table. Raises `NotationError` as `arrange` does, and
    `RulesError` for rules without contracts.

    >>> import rummy_lab as rl
    >>> rules = rl.variant("rummy", melding="contract", deals=1, target=None, contracts=["S3 R3"])
    >>> rl.find_contract("7s 7h 7d 7c 8d 9d 10d Kh", rules)
    (Meld.of('set', '7s 7h 7d 7c'), Meld.of('run', '8d 9d 10d'))
    """
    at = rules_of(rules).at(players=players, deal=deal)
    if not at.contract:
        raise RulesError(f"{at.rules.title} has no contracts")
    return best_contract(known_hand(hand, at), at)
