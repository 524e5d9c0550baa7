"""Random rules with wilds and contracts, hands for them, and comparisons with the slow solver.

`benchmarks/check_solver.py` runs the same on more hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import naive_arrange as naive

import rummy_lab as rl
from rummy_lab.arrange import best, best_contract, best_discard, best_points, contracts_of
from rummy_lab.cards import Card
from rummy_lab.melds import Meld
from rummy_lab.rules import At

KIND = {"set": naive.SET, "run": naive.RUN}
LIMITS: list[Any] = [
    {"set": {3: 1}, "run": {4: 1, 5: 2, 7: 3, 10: 4}},
    {"run": {3: 1}},
    {"set": {3: 2, 4: 1}},
    {"set": {2: 0}, "run": {2: 1, 4: 0, 5: 2}},
]
CONTRACTS = ["S S", "S R", "R R", "S S S", "S R R", "S S R", "R R R", "S3 S4", "R4 R5", "S R7"]


def options(rng: random.Random) -> dict[str, Any]:
    """Options about melds, wilds and points, most of them as the variants have them."""
    found: dict[str, Any] = {
        "players": (2, 3),
        "cards_dealt": 5,
        "packs": rng.choice([1, 2, 2, 3]),
        "ace": rng.choice(["low", "high", "high_or_low", "round_the_corner"]),
        "run_suits": rng.choice(["same", "same", "same", "any"]),
        "set_suits": rng.choice(["any", "distinct"]),
        "set_size": rng.choice([(3, 4), (3, 4), (3, None), (3, 3), (2, 4), (4, 5)]),
        "run_size": rng.choice([3, 3, 3, 4, 2, 5]),
        "jokers": 4,
        "joker_points": rng.choice([20, 20, 1, 0]),
        "all_wild_melds": rng.random() < 0.4,
    }
    if rng.random() < 0.3:
        found["number_points"] = rng.choice([{"2-9": 0}, {"2": 20, "3-9": 5, "10": 10}])
    if rng.random() < 0.2:
        found["ranks"] = rng.choice(["3-K", "A 5-10", "A-9"])
    if rng.random() < 0.2:
        found["suits"] = rng.choice(["shdct", "shd"])
    if rng.random() < 0.4:
        found["wild_rank"] = rng.choice(["5", "7", "9"])
    if rng.random() < 0.3:
        found["wilds_per_meld"] = rng.choice(LIMITS)
    if rng.random() < 0.05:
        found["jokers_wild"] = False
    return found


def contract_options(rng: random.Random) -> dict[str, Any]:
    """`options` with a contract; sizes of melds for which each of `CONTRACTS` can be laid."""
    found = options(rng)
    sizes = rng.choice(["minimum", "minimum", "exact", "whole_hand"])
    return found | {
        "set_size": rng.choice([(3, 4), (3, None)]),
        "run_size": rng.choice([3, 3, 4]),
        "melding": "contract",
        "contracts": [rng.choice(CONTRACTS)],
        "deals": 1,
        "target": None,
        "lay_off": "after_contract",
        "contract_sizes": sizes,
        "contract_runs": rng.choice(["any", "apart", "different_suits"]),
        "go_out_discard": "never" if sizes == "whole_hand" else "optional",
    }


def random_hand(rng: random.Random, at: At, size: int, wilds: int) -> tuple[Card, ...]:
    """Cards of the packs, most often near each other, and so many wilds at most."""
    naturals = [c for c in at.pack if c.suit and not at.wild[c.code]]
    if rng.random() < 0.7:
        suits = rng.sample(at.suits, rng.choice([1, 2, 2, 3]))
        low = rng.choice(at.rank_numbers)
        ranks = {*range(low, low + rng.randint(3, 7)), rng.choice([1, low])}
        naturals = [c for c in naturals if c.suit in suits and c.rank in ranks]
    wild = [c for c in at.pack if c.is_joker or at.wild[c.code]]
    chosen = rng.sample(wild, min(wilds, len(wild), size - 1))
    chosen += rng.sample(naturals, min(size - len(chosen), len(naturals)))
    return tuple(rng.sample(chosen, len(chosen)))


def contract_hand(rng: random.Random, at: At, size: int, wilds: int) -> tuple[Card, ...]:
    """A hand in which a contract may lie: cards of its parts, some of them gone for wilds."""
    rest = list(at.pack)
    hand: list[Card] = []
    for part in at.contract:
        rank, suit = rng.choice(at.rank_numbers), rng.choice(at.suits)
        if part.kind == "set":
            wanted = [c for c in rest if c.rank == rank]
        else:
            wanted = [c for c in dict.fromkeys(rest)
                      if c.suit == suit and 0 <= c.rank - rank < part.size]  # fmt: skip
        for c in rng.sample(wanted, min(part.size, len(wanted))):
            rest.remove(c)
            hand.append(c)
    wild = [c for c in rest if at.wild[c.code]]
    hand = rng.sample(hand, max(0, len(hand) - wilds)) + rng.sample(wild, min(wilds, len(wild)))
    hand += random_hand(rng, at, size, 0) if len(hand) < size and rng.random() < 0.7 else ()
    counts = Counter(hand)
    kept = [c for c in counts for _ in range(min(counts[c], at.copies[c.code]))][: 2 * size]
    return tuple(rng.sample(kept, min(size, len(kept))))


def told(at: At, hand: tuple[Card, ...]) -> str:
    """A hand and its rules, for a message."""
    return f"{' '.join(map(str, sorted(hand)))}: {at!r}"


def legal(meld: Meld, at: At) -> bool:
    """Whether a declared meld is one, by the slow solver; each card stands for what it says."""
    cards = tuple(sorted(meld.cards))
    if meld.kind == "set":
        return naive.is_set(cards, at)
    suit = "*" if at.run_suits == "any" else meld.stands[0].suit
    return any(suit == s and (first - 1) % 13 + 1 == meld.stands[0].rank
               for s, first in naive.run_places(cards, at))  # fmt: skip


def compare_arrangement(rng: random.Random) -> int:
    """One hand: points, roles, the way the melds lie, the best discard."""
    at = rl.variant("rummy", **options(rng)).at(players=2)
    hand = random_hand(rng, at, rng.randint(2, 9), rng.choice([0, 0, 1, 1, 2, 2, 3, 4]))
    wanted = naive.best_arrangement(hand, at)
    found = best(hand, at)
    roles = [(c, KIND[meld.kind]) for meld in found.melds for c in meld.cards]
    roles += [(c, naive.LEFT) for c in found.deadwood]
    roles.sort(key=lambda pair: (pair[0].code, pair[1]))
    where = told(at, hand)
    assert [c for c, _ in roles] == sorted(hand), where
    assert (found.points, tuple(role for _, role in roles)) == wanted, where
    assert best_points(hand, at) == wanted[0], where
    assert all(legal(meld, at) for meld in found.melds), where
    for kind, number in KIND.items():
        groups = [tuple(sorted(meld.cards)) for meld in found.melds if meld.kind == kind]
        cards = [c for group in groups for c in group]
        assert sorted(naive.best_grouping(cards, number, at)) == groups, where
    return bool(found.melds)


def compare_discard(rng: random.Random) -> int:
    """One hand: the best discard, when some cards may not be discarded."""
    at = rl.variant("rummy", **options(rng)).at(players=2)
    hand = random_hand(rng, at, rng.randint(3, 7), rng.choice([0, 1, 2]))
    banned = rng.sample(hand, min(len(hand), rng.choice([0, 0, 1])))
    ways = []
    for card in {c for c in hand if c not in banned}:
        rest = list(hand)
        rest.remove(card)
        points, _ = naive.best_arrangement(rest, at)
        ways.append((points, -at.points[card.code], card))
    if not ways:
        return 0
    points, _, card = min(ways)
    assert best_discard(hand, at, banned) == (points, card), told(at, hand)
    return 1


def compare_contracts(rng: random.Random) -> int:
    """One hand: all contracts, and the best one; perhaps with a card that must be in it."""
    at = rl.variant("rummy", **contract_options(rng)).at(players=2)
    hand = contract_hand(rng, at, rng.randint(7, 13), rng.choice([0, 1, 1, 2]))
    if not hand:
        return 0
    must = rng.sample(hand, 1) if rng.random() < 0.3 else []
    wanted = naive.contracts(hand, at, must)
    where = told(at, hand)
    found = set()
    for melds in contracts_of(hand, at, must):
        assert [meld.kind for meld in melds] == [part.kind for part in at.contract], where
        assert all(legal(meld, at) for meld in melds), where
        found.add(laid(melds))
    assert found == set(wanted), where
    kept = rng.choice(hand)
    tests: list[Callable[[tuple[Card, ...]], bool] | None] = [None, lambda rest: kept in rest]
    for leave in tests:
        fitting = {
            one: rank for one, rank in wanted.items() if leave is None or leave(rest_of(hand, one))
        }
        best_one = best_contract(hand, at, must, leave)
        assert (best_one is None) == (not fitting), where
        if best_one is not None:
            assert fitting[laid(best_one)] == min(fitting.values()), where
    return bool(wanted)


def laid(melds: tuple[Meld, ...]) -> naive.Laid:
    """A contract as the slow solver writes it."""
    return tuple(sorted((KIND[meld.kind], tuple(sorted(meld.cards))) for meld in melds))


def rest_of(hand: tuple[Card, ...], melds: naive.Laid) -> tuple[Card, ...]:
    """The cards that a contract leaves."""
    used = Counter(c for _, cards in melds for c in cards)
    return tuple(sorted((Counter(hand) - used).elements()))


def compare_maximal(rng: random.Random) -> int:
    """One hand: every maximal arrangement, each once."""
    rules = rl.variant("rummy", **options(rng))
    at = rules.at(players=2)
    hand = random_hand(rng, at, rng.randint(2, 8), rng.choice([0, 0, 1, 2]))
    found = [
        (tuple(sorted(tuple(sorted(meld.cards)) for meld in one.melds)), one.deadwood)
        for one in rl.arrangements(hand, rules, players=2)
    ]
    where = told(at, hand)
    assert len(set(found)) == len(found), where
    assert set(found) == naive.maximal(hand, at), where
    return len(found)


COMPARED: dict[str, Callable[[random.Random], int]] = {
    "arrangement": compare_arrangement,
    "discard": compare_discard,
    "contracts": compare_contracts,
    "maximal": compare_maximal,
}
"""What is compared, by name; each says how much it found."""
EACH = {"arrangement": 1.0, "discard": 0.5, "contracts": 0.5, "maximal": 0.5}
"""How many hands of each kind there are for one hand asked for."""
