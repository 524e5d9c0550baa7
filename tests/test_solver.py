"""Wilds, discards, contracts and all maximal arrangements: what trying everything finds.

The environment variable RUMMY_LAB_HANDS asks for more hands; `benchmarks/check_solver.py` too.
"""

from __future__ import annotations

import os
import pickle
import random
from collections import Counter
from itertools import islice
from typing import Any

import naive_arrange as naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solving import COMPARED, EACH, legal, options, random_hand, told

import rummy_lab as rl
from rummy_lab.arrange import best, best_contract, best_discard, best_points, contracts_of
from rummy_lab.rules import At

HANDS = int(os.environ.get("RUMMY_LAB_HANDS", "5000")) // 5
PARTS = 4
WILD = {"jokers": 4, "packs": 2}
CONTRACT: dict[str, Any] = {"melding": "contract", "deals": 1, "target": None}


def house(**changes: Any) -> rl.Rules:
    """Rummy with other options."""
    return rl.variant("rummy", **changes)


def melds(hand: str, rules: rl.Rules) -> list[str]:
    """The melds of the best arrangement, as text."""
    return [str(meld) for meld in rl.arrange(hand, rules).melds]


# -- against trying everything -------------------------------------------------------------------


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", COMPARED)
def test_solver_random_hands_equal_brute_force(name: str, part: int) -> None:
    found = 0
    count = int(HANDS * EACH[name])
    for n in range(part, count, PARTS):
        found += COMPARED[name](random.Random(f"{name} {n}"))
    assert found > count / PARTS / 10


def some_rules(seed: int) -> At:
    return rl.variant("rummy", **options(random.Random(seed))).at(players=2)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, 400), st.data())
def test_solver_hands_found_by_hypothesis(seed: int, data: st.DataObject) -> None:
    at = some_rules(seed)
    chosen = data.draw(st.lists(st.integers(0, len(at.pack) - 1), max_size=7, unique=True))
    hand = tuple(at.pack[n] for n in chosen)
    wanted = naive.best_arrangement(hand, at)
    found = best(hand, at)
    assert found.points == best_points(hand, at) == wanted[0], told(at, hand)


# -- what holds of every hand --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_solver_a_large_hand_keeps_its_cards_and_its_bounds(seed: int) -> None:
    rng = random.Random(seed)
    at = some_rules(seed)
    hand = random_hand(rng, at, 14, rng.randint(0, 4))
    found = best(hand, at)
    used = Counter(c for meld in found.melds for c in meld.cards)
    assert used + Counter(found.deadwood) == Counter(hand)
    assert found.points == at.points_of(found.deadwood) == best_points(hand, at)
    assert all(legal(meld, at) for meld in found.melds)
    assert best(hand[::-1], at) == found
    for n, card in enumerate(hand):
        less = best_points(hand[:n] + hand[n + 1 :], at)
        assert found.points - at.points[card.code] <= less, told(at, hand)


@pytest.mark.parametrize("seed", range(40))
def test_solver_the_best_arrangement_is_maximal(seed: int) -> None:
    rng = random.Random(seed)
    rules = rl.variant("rummy", **options(rng))
    at = rules.at(players=2)
    hand = random_hand(rng, at, 9, rng.randint(0, 2))
    every = list(rl.arrangements(hand, rules, players=2))
    groups = [sorted(tuple(sorted(meld.cards)) for meld in one.melds) for one in every]
    found = best(hand, at)
    assert sorted(tuple(sorted(meld.cards)) for meld in found.melds) in groups, told(at, hand)
    assert min(one.points for one in every) == found.points


def test_solver_all_maximal_arrangements_come_one_by_one() -> None:
    pack = rl.variant("rummy").at().pack
    assert len(list(islice(rl.arrangements(pack[:30], rl.variant("rummy")), 5))) == 5


# -- hands that other programs get wrong ---------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("4s 5s 6s 2c 5c 2d 6d 3h 4h 5h 6h", 15),
        ("6s 7s 8s 6c 7c 8c 8d 2h 4h 10d", 24),
        ("Jc 9d 8s 6d Js 8h 10d 8d 7d Jd", 16),
        ("Ks Ac 2c", 13),
        ("Ks As 2s", 13),
        ("", 0),
        ("7s", 7),
    ],
)
def test_solver_known_hands(hand: str, points: int) -> None:
    assert rl.arrange(hand, rl.variant("rummy")).points == points


def test_solver_the_best_discard_is_not_the_worst_card_left() -> None:
    at = rl.variant("rummy").at()
    hand = rl.cards("4s 5s 6s 2c 5c 2d 6d 3h 4h 5h 6h")
    assert best_discard(hand, at) == (9, rl.card("6d"))
    assert best_discard(hand, at, banned=rl.cards("6d"))[0] > 9
    with pytest.raises(ValueError, match="no card"):
        best_discard(rl.cards("7s"), at, banned=rl.cards("7s"))


def test_solver_equal_cards_are_a_set_only_where_a_suit_may_stand_twice() -> None:
    hand = "7s 7s 7c"
    assert rl.arrange(hand, house(packs=2)).points == 0
    assert rl.arrange(hand, house(packs=2, set_suits="distinct")).points == 21


@pytest.mark.parametrize(
    ("hand", "changes", "wanted"),
    [
        ("7s JK 9s", {}, ["7s JK=8s 9s"]),
        ("Qs Ks JK", {}, ["JK=Js Qs Ks"]),
        ("7s 7h JK", {}, ["7s 7h JK=7d"]),
        ("As JK JK 5s", {}, ["5s JK=5h JK=5d"]),
        # four of a kind and two wilds: two sets where a set has four cards at most
        ("7s 7h 7d 7c JK JK", {}, ["7s 7h 7d", "JK=7s JK=7h 7c"]),
        # a spare wild costs 20 where nothing takes it: a seven is left instead
        ("7s 7h 7d 7c JK", {}, ["7s 7h 7d JK=7c"]),
        ("7s 7h 7d 7c JK", {"joker_points": 5}, ["7s 7h 7d 7c"]),
        ("7s 7h 7d JK", {"set_size": (3, 3)}, ["7s 7h JK=7d"]),
        # only wilds
        ("JK JK JK", {}, []),
        ("JK JK JK", {"all_wild_melds": True}, ["JK=Ks JK=Kh JK=Kd"]),
        # a card of the wild rank may stand for itself
        ("5s 5h JK", {"wild_rank": "5"}, ["5s 5h JK=5d"]),
        ("4s 5s 6s", {"wild_rank": "5", "wilds_per_meld": {"run": {3: 0}}}, ["4s 5s 6s"]),
        # limits
        ("7s JK JK", {"wilds_per_meld": {"set": {3: 1}, "run": {3: 1}}}, []),
        ("3s 4s 5s JK JK", {"wilds_per_meld": {"run": {4: 1, 5: 2}}}, ["JK=As JK=2s 3s 4s 5s"]),
        ("Ks JK 2s", {"ace": "round_the_corner"}, ["Ks JK=As 2s"]),
        ("Ks JK 2s", {"ace": "high_or_low"}, []),
    ],
)
def test_solver_wilds(hand: str, changes: dict[str, Any], wanted: list[str]) -> None:
    assert melds(hand, house(**WILD, **changes)) == wanted


def test_solver_fewest_melds_then_the_first_card_in_the_longest() -> None:
    assert melds("3s 4s 5s 6s 7s 8s", house()) == ["3s 4s 5s 6s 7s 8s"]
    assert melds("As 2s 3s Js Qs Ks", house(ace="high_or_low")) == ["As 2s 3s", "Js Qs Ks"]
    assert melds("As 2s 3s 4s Js Qs Ks", house(ace="high_or_low")) == ["As 2s 3s 4s", "Js Qs Ks"]
    assert melds("7s 7s 7s 7h 7h 7h", house(packs=3)) == ["7s 7s 7s", "7h 7h 7h"]
    mixed = house(run_suits="any")
    assert melds("4s 5s 6s 4h 5h 6h", mixed) == ["4s 5s 6s", "4h 5h 6h"]
    assert melds("4s 5h 6s 7h 4d 5d 6d", mixed) == ["4s 5h 6s 7h", "4d 5d 6d"]


def test_solver_a_wild_that_comes_first_is_in_the_first_meld() -> None:
    """The nine is first in the order; the three spades without it are not what comes first."""
    rules = house(
        jokers=4,
        ace="round_the_corner",
        wild_rank="9",
        set_size=(3, 3),
        run_size=2,
        wilds_per_meld={"set": {2: 0}, "run": {2: 1, 4: 0, 5: 2}},
    )
    assert melds("9s Js Qs Ks Jh Qh Kh", rules) == ["9s=10s Js", "Qs Ks", "Jh Qh Kh"]


def test_solver_cards_that_cost_nothing_are_melded_too() -> None:
    found = rl.arrange("2s 3s 4s 4h 4d Kh", house(number_points={"2-9": 0}))
    assert (found.points, found.deadwood) == (10, rl.cards("4h Kh 4d"))


# -- contracts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "changes", "hand", "wanted"),
    [
        ("S3 R3", {}, "7s 7h 7d 7c 8d 9d 10d", ["7s 7h 7d 7c", "8d 9d 10d"]),
        ("R3 S3", {}, "7s 7h 7d 8d 9d 10d", ["8d 9d 10d", "7s 7h 7d"]),
        ("S3 R3", {"contract_sizes": "exact"}, "7s 7h 7d 7c 8d 9d 10d", ["7s 7h 7d", "8d 9d 10d"]),
        ("R3 R3", {}, "3s 4s 5s 6s 7s 8s", ["3s 4s 5s", "6s 7s 8s"]),
        ("R3 R3", {"contract_runs": "apart"}, "3s 4s 5s 6s 7s 8s", None),
        ("R3 R3", {"contract_runs": "apart"}, "3s 4s 5s 6s 7s 8s 9s", ["3s 4s 5s", "7s 8s 9s"]),
        ("R3 R3", {"contract_runs": "different_suits"}, "3s 4s 5s 7s 8s 9s", None),
        ("R3 R3", {"contract_runs": "different_suits"},
         "3s 4s 5s 7h 8h 9h", ["3s 4s 5s", "7h 8h 9h"]),
        ("S3 S3", {}, "7s 7h 7d Ks", None),
        ("S3 S3", WILD, "7s 7h Ks Kd JK JK", ["7s 7h JK=7d", "Ks JK=Kh Kd"]),
        ("R3 R3", {"contract_sizes": "whole_hand", "go_out_discard": "never"},
         "3s 4s 5s 6s 7h 8h 9h", ["7h 8h 9h", "3s 4s 5s 6s"]),
        ("R3 R3", {"contract_sizes": "whole_hand", "go_out_discard": "never"},
         "3s 4s 5s 7h 8h 9h Kd", None),
    ],
)  # fmt: skip
def test_solver_contract(
    contract: str, changes: dict[str, Any], hand: str, wanted: list[str] | None
) -> None:
    rules = house(**CONTRACT, contracts=[contract], **changes)
    found = rl.find_contract(hand, rules)
    assert (None if found is None else sorted(map(str, found))) == (wanted and sorted(wanted))
    if found is not None:
        assert [meld.kind for meld in found] == [part.kind for part in rules.at().contract]


def test_solver_a_contract_keeps_what_has_to_be_left() -> None:
    at = house(**CONTRACT, contracts=["S3"]).at()
    hand = rl.cards("7s 7h 7d 7c")
    taken = rl.card("7c")
    assert best_contract(hand, at) == (rl.Meld.of("set", "7s 7h 7d 7c"),)
    found = best_contract(hand, at, leave=lambda rest: any(c is not taken for c in rest))
    assert found == (rl.Meld.of("set", "7s 7h 7c"),)
    assert best_contract(hand, at, leave=lambda rest: len(rest) > 1) is None
    used = best_contract(hand, at, must=[taken], leave=lambda rest: bool(rest))
    assert used is not None and taken in used[0].cards
    assert best_contract(hand, at, must=rl.cards("Kd")) is None
    assert list(contracts_of(hand, at, must=rl.cards("Kd"))) == []


DEEP = (
    "4s 4s 5s 7s 8s 9s Js Js Ks 5h 7h 8h Jh Qh 4d 5d 8d 10d Jd Qd Kd Kd 6c 6c 9c 9c Jc Qc 6t 7t 8t "
    "Jt Kt"
)
"""What a seat may hold after the whole pile was taken: runs of any suits in millions."""


def test_solver_contracts_of_a_large_hand_with_runs_of_any_suits() -> None:
    house = {"final_turns": 0, "melding": "contract", "lay_off": "after_contract",
             "run_suits": "any", "cards_dealt": 3, "deals": 1}  # fmt: skip
    rules = rl.variant("five-crowns", **house, contracts="R3 R3 S3")
    found = rl.find_contract(DEEP, rules)
    assert found is not None
    # there is one ten only, so one of the runs stops short of it
    assert [str(meld) for meld in found] == [
        "4s 5h 6c 7h 8h 9c",
        "4s 5s 6c 7s 8s 9s 10d Jt Qh Ks",
        "Js Js Jh Jd Jc",
    ]
    whole = rl.variant(
        "five-crowns", **house, contracts="R3 R3 S3 S3",
        contract_sizes="whole_hand", go_out_discard="never",
    )  # fmt: skip
    hand = "4s 5h 6c 7h 8h 4s 5s 6c 7s 8s 9s Js Js Jh Jd Kd Ks Kt"
    found = rl.find_contract(hand, whole)
    assert found is not None
    assert sorted(c for meld in found for c in meld.cards) == sorted(rl.cards(hand))
    assert rl.find_contract(f"{hand} Qd", whole) is None


def test_solver_contracts_of_every_variant_in_every_deal() -> None:
    rng = random.Random(5)
    for name in ("contract", "contract-classic", "shanghai"):
        rules = rl.variant(name)
        for deal in range(1, rules.deals + 1):
            at = rules.at(players=6, deal=deal)
            hand = tuple(rng.sample(at.pack, 13))
            found = best_contract(hand, at)
            first = next(contracts_of(hand, at), None)
            assert (found is None) == (first is None)


def test_solver_rules_without_contracts_have_none() -> None:
    with pytest.raises(rl.RulesError, match="no contract"):
        rl.find_contract("7s 7h 7d", rl.variant("rummy"))
    at = rl.variant("rummy").at()
    assert best_contract(rl.cards("7s 7h 7d"), at) is None
    assert list(contracts_of(rl.cards("7s 7h 7d"), at)) == []


# -- the calls -----------------------------------------------------------------------------------


@pytest.mark.parametrize("call", [rl.arrange, rl.arrangements])
def test_solver_refuses_hands_that_cannot_be(call: Any) -> None:
    with pytest.raises(rl.NotationError, match="unknown card"):
        call("7s ??", rl.variant("rummy"))
    with pytest.raises(rl.NotationError, match="7♠"):
        call("7s 7s", rl.variant("rummy"))


def test_solver_faces_of_an_arrangement() -> None:
    found = rl.arrange("7s 8s 9s 2h", rl.variant("rummy"))
    names = {"Arrangement": rl.Arrangement, "Meld": rl.Meld, "card": rl.card}
    assert eval(repr(found), names) == found
    assert "7s 8s 9s" in str(found) and "2 points" in str(found)
    assert found._repr_svg_().startswith("<svg")
    assert pickle.loads(pickle.dumps(found)) == found


def test_solver_follows_points_that_were_changed() -> None:
    rules = rl.variant("rummy")
    at = At(rules, 2, 1)
    hand = rl.cards("5s 6s 7s 6h 6d Kc")
    before = best_points(hand, at)
    at.points = (1,) * len(at.points)
    assert (before, best_points(hand, at)) == (22, 3)
