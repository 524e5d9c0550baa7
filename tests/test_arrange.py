"""The best arrangement is the one that trying everything finds.

5,000 random hands; the environment variable RUMMY_LAB_HANDS asks for more.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import oracle
import pytest
from arranging import RULES, Compared, compare, labels, options_of, random_hand, rules_of, run
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl

HANDS = int(os.environ.get("RUMMY_LAB_HANDS", "5000"))
PARTS = 8
PAGES = {"ace": "low", "run_suits": "same", "set_suits": "any", "set_size": (3, 4), "run_size": 3}
RUMMY = rl.variant("rummy")


@pytest.mark.parametrize("part", range(PARTS))
def test_arrange_random_hands_equal_brute_force(part: int) -> None:
    tally = Compared()
    run(HANDS, part, PARTS, tally)
    assert tally.hands == len(range(part, HANDS, PARTS))
    assert tally.melds > tally.hands / 2 and tally.empty > 0


def test_arrange_every_rule_set_is_among_them() -> None:
    seen = {tuple(options_of(rules_of(n)).values())[:3] + (rules_of(n)["packs"],)
            for n in range(len(RULES))}  # fmt: skip
    assert len(seen) == 4 * 2 * 2 * 3


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(oracle.pack()), max_size=9), st.integers(0, len(RULES) - 1))
def test_arrange_hands_found_by_hypothesis(hand: list[str], number: int) -> None:
    rules = rules_of(number)
    packs: int = rules["packs"]
    kept = [card for card, count in Counter(hand).items() for _ in range(min(count, packs))]
    compare(oracle.in_order(kept), rules, Compared())


# the solver of this comparison against something yet simpler


@pytest.mark.parametrize("seed", range(60))
def test_arrange_the_slow_solver_against_all_choices_of_melds(seed: int) -> None:
    """On small hands: go through every set of disjoint melds and every labelling it gives."""
    rng = random.Random(seed)
    rules = rules_of(seed)
    options = options_of(rules)
    hand = random_hand(rng, rules["packs"], rng.randint(3, 8))
    melds = list(oracle.melds_within(hand, options).items())
    ways: list[tuple[int, list[int]]] = []

    def go(place: int, rest: Counter[str], laid: list[tuple[str, str]]) -> None:
        where: dict[str, list[int]] = {}
        for card, kind in laid:
            where.setdefault(card, []).append("SRL".index(kind))
        for card in rest.elements():
            where.setdefault(card, []).append(2)
        letters = {card: sorted(numbers) for card, numbers in where.items()}
        ways.append((oracle.total(rest.elements(), options), [letters[c].pop(0) for c in hand]))
        for later in range(place, len(melds)):
            cards, kind = melds[later]
            if Counter(cards) <= rest:
                letter = "S" if kind == "set" else "R"
                go(later, rest - Counter(cards), [*laid, *((card, letter) for card in cards)])

    go(0, Counter(hand), [])
    points, first = min(ways)
    best = oracle.best(hand, options)
    assert (best.points, [*map("SRL".index, best.labels)]) == (points, first)


# ties


@pytest.mark.parametrize(
    ("hand", "rules"),
    [
        ("5s 6s 7s 6h 6d", {}),
        ("6s 6h 6d 6c 5s 7s", {}),
        ("4s 4h 4d 5s 6s 5h 6h", {}),
        ("3s 3h 3d 4s 4h 4d 5s 5h 5d", {"run_suits": "any"}),
        ("7s 7s 7h 8s 9s", {"packs": 2}),
        ("7s 7s 7h 8s 9s", {"packs": 2, "set_suits": "distinct"}),
        ("Js Jh Jd 10s Qs Jc Qh Kh", {}),
        ("9s 9h 9d 9c 9s 9h 9d 9c", {"packs": 2, "set_size": (3, None)}),
    ],
)
def test_arrange_ties_go_card_by_card(hand: str, rules: dict[str, Any]) -> None:
    compare(oracle.in_order(hand.split()), rl.variant("rummy", **rules), Compared())


def test_arrange_ties_three_sets_before_three_runs() -> None:
    hand = oracle.in_order(["3s", "3h", "3d", "4s", "4h", "4d", "5s", "5h", "5d"])
    for rules in (RUMMY, rl.variant("remi")):
        assert labels(hand, rl.arrange(" ".join(hand), rules)) == "SSSSSSSSS"


def test_arrange_ties_a_set_before_a_run() -> None:
    """Twenty points stay either way, and the jack of spades is the first card of both."""
    found = rl.arrange("Js Jh Jd Qs Ks", RUMMY)
    assert found.points == 20 and [meld.kind for meld in found.melds] == ["set"]


def test_arrange_ties_the_first_card_decides() -> None:
    """Ten points stay either way; the four of spades comes first, and only a run holds it."""
    found = rl.arrange("5s 5h 5d 4s 6s", RUMMY)
    assert found.points == 10 and [meld.kind for meld in found.melds] == ["run"]


@pytest.mark.parametrize("seed", range(20))
def test_arrange_the_order_of_the_hand_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    rules = rules_of(seed * 7)
    hand = list(random_hand(rng, rules["packs"], 12))
    first = rl.arrange(" ".join(hand), rules)
    rng.shuffle(hand)
    again = rl.arrange(rl.cards(" ".join(hand)), rules)
    assert first.melds == again.melds
    assert (first.deadwood, first.points) == (again.deadwood, again.points)


# traps


def best_discard(hand: str) -> int:
    cards = rl.cards(hand)
    return min(rl.arrange(cards[:n] + cards[n + 1 :], RUMMY).points for n in range(len(cards)))


def test_arrange_trap_the_best_hand_less_its_worst_leftover() -> None:
    hand = "4s 5s 6s 2c 5c 2d 6d 3h 4h 5h 6h"
    assert best_discard(hand) == 9
    assert rl.arrange(hand.replace(" 6d", ""), RUMMY).points == 9


def test_arrange_trap_greedy_melding() -> None:
    assert rl.arrange("6s 7s 8s 6c 7c 8c 8d 2h 4h 10d", RUMMY).points == 24


def test_arrange_trap_one_card_claimed_by_two_melds() -> None:
    assert rl.arrange("Jc 9d 8s 6d Js 8h 10d 8d 7d Jd", RUMMY).points == 16


def test_arrange_trap_two_sevens_of_one_suit() -> None:
    two = RUMMY.replace(packs=2)
    assert rl.arrange("7s 7s 7c", two).points == 0
    assert rl.arrange("7s 7s 7c", two.replace(set_suits="distinct")).points == 21


def test_arrange_trap_king_ace_two() -> None:
    for ace, points in (("low", 13), ("high", 22), ("high_or_low", 27), ("round_the_corner", 0)):
        assert rl.arrange("Ks As 2s", RUMMY.replace(ace=ace)).points == points


def test_arrange_trap_five_cards_that_serve_two_ways() -> None:
    found = rl.arrange("5s 6s 7s 6h 6d", RUMMY)
    assert found.points == 12


def test_arrange_trap_an_ace_at_each_end_in_two_melds() -> None:
    rules = RUMMY.replace(ace="high_or_low", packs=2)
    assert rl.arrange("As As 2s 3s Qs Ks", rules).points == 0
    assert rl.arrange("As 2s 3s Qs Ks", rules).points == 5
    line = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"
    assert rl.arrange(line, rules).points == 0


def test_arrange_trap_mixed_suits_and_a_rank_held_twice() -> None:
    remi = rl.variant("remi")
    assert rl.arrange("4s 5h 5d 6c 6s 7h", remi).points == 0
    assert rl.arrange("4s 5h 5d 6c", remi).points == 5


# all maximal arrangements


@pytest.mark.parametrize("seed", range(40))
def test_arrangements_are_all_maximal_ones_and_the_best_is_among_them(seed: int) -> None:
    rng = random.Random(seed)
    rules = rules_of(seed * 5 + 1)
    options = options_of(rules)
    hand = random_hand(rng, rules["packs"], rng.randint(3, 9))
    found = list(rl.arrangements(" ".join(hand), rules))
    best = rl.arrange(" ".join(hand), rules)
    assert min(arrangement.points for arrangement in found) == best.points
    for arrangement in found:
        used = [card for meld in arrangement.melds for card in map(str, meld.cards)]
        left = oracle.in_order(map(str, arrangement.deadwood))
        assert Counter(used) + Counter(left) == Counter(hand)
        assert arrangement.points == oracle.total(left, options)
    groups = [
        tuple(sorted(oracle.in_order(map(str, meld.cards)) for meld in arrangement.melds))
        for arrangement in found
    ]
    assert len(set(groups)) == len(groups)
    assert set(groups) == maximal_groups(hand, options)


def maximal_groups(hand: oracle.Cards, options: oracle.Options) -> set[tuple[oracle.Cards, ...]]:
    """Every choice of disjoint melds that leaves no meld, and no card that one of them takes."""
    melds = oracle.melds_within(hand, options)
    found: set[tuple[oracle.Cards, ...]] = set()
    seen: set[tuple[oracle.Cards, ...]] = set()

    def go(rest: oracle.Cards, chosen: tuple[oracle.Cards, ...]) -> None:
        if chosen in seen:
            return
        seen.add(chosen)
        further = [meld for meld in melds if oracle.within(meld, rest)]
        for meld in further:
            go(oracle.less(rest, meld), tuple(sorted((*chosen, meld))))
        if not further and not any(oracle.fitting(rest, meld, options) for meld in chosen):
            found.add(chosen)

    go(hand, ())
    return found


# melds within a hand


@pytest.mark.parametrize("seed", range(60))
def test_find_melds_finds_what_the_slow_search_finds(seed: int) -> None:
    rng = random.Random(seed)
    rules = rules_of(seed, plain=False)
    options = options_of(rules)
    hand = random_hand(rng, rules["packs"], rng.randint(0, 14))
    found = rl.find_melds(" ".join(hand), rules)
    named = {oracle.in_order(map(str, meld.cards)): meld.kind for meld in found}
    assert named == oracle.melds_within(hand, options)
    assert len(named) == len(found), "one entry for each set of cards"


def test_find_melds_takes_a_limit() -> None:
    everything = rl.find_melds(RUMMY.at(players=2).pack, RUMMY)
    assert rl.find_melds(RUMMY.at(players=2).pack, RUMMY, limit=10) == everything[:10]
