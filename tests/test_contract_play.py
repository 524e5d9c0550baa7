"""Contract Rummy, clause by clause: melds, lay-offs, jokers, swaps."""

from __future__ import annotations

from typing import Any

import pytest
from contract_tables import CONTRACT, LAID, at, hand_of, kind, met, none
from oracle import RANKS
from tables import cites, is_illegal, is_legal, table, texts

import rummy_lab as rl

# melds


@pytest.mark.parametrize("rank", RANKS)
def test_contract_10_three_or_four_of_different_suits(rank: str) -> None:
    cards = [rank + suit for suit in "shdc"]
    assert kind(" ".join(cards)) == "set"
    for gone in cards:
        assert kind(" ".join(card for card in cards if card != gone)) == "set"
    none(" ".join((*cards, cards[0])), CONTRACT, "suit_twice", "contract-10")
    none(" ".join(cards[:2]), CONTRACT, "too_few_cards", "contract-11")


def test_contract_10_k23_not_two_of_one_suit() -> None:
    reason = none("6c 6c 6s", CONTRACT, "suit_twice", "contract-10")
    assert reason.standing == "stated"
    none("6c 6h 6s 7d", CONTRACT, "ranks_differ", "contract-10")


def test_contract_10_four_at_most() -> None:
    none("6c 6h 6s 6d JK=6c", CONTRACT, "set_too_big", "contract-10")
    deal = met("JK 2h", melds=[(0, "7s 7h 7d 7c"), (0, "4c 5c 6c")])
    is_illegal(deal, "lay JK=7c on 1", "does_not_fit", "contract-13")


def test_contract_10_k24_a_wild_counts_as_the_suit_it_was_declared_as() -> None:
    none("Jh Js JK=Jh", CONTRACT, "suit_twice", "contract-10")
    assert kind("Jh Js JK=Jd") == kind("Jh Js JK=Jc") == "set"
    readings = rl.check_meld("Jh Js JK", CONTRACT).readings
    assert {str(meld) for meld in readings} == {"Js Jh JK=Jd", "Js Jh JK=Jc"}
    none("Jh Js JK=Qd", CONTRACT, "wild_does_not_fit", "contract-14")


def test_contract_10_the_declared_suit_is_taken_for_lay_offs() -> None:
    deal = met("7d 7c 2h", melds=[(0, "7s 7h JK=7d"), (0, "4c 5c 6c")])
    is_illegal(deal, "lay 7d on 1", "does_not_fit", "contract-13")
    is_legal(deal, "lay 7c on 1")


def test_contract_11_three_or_more_of_one_suit() -> None:
    for cards in ("4c 5c 6c", "4c 5c 6c 7c", "10s Js Qs Ks As", "4c JK=5c 6c"):
        assert kind(cards) == "run", cards
    none("4c 5c", CONTRACT, "too_few_cards", "contract-11")
    none("4c 5c 6d", CONTRACT, "suits_differ", "contract-11")
    none("4c 5c 7c", CONTRACT, "gap", "contract-11")
    none("4c 5c 6c 6c", CONTRACT, "rank_twice", "contract-11")
    none("3c 4c 5c JK=5c", CONTRACT, "rank_twice", "contract-11")


def test_contract_12_the_first_melds_are_those_of_the_contract() -> None:
    deal = at(2, hand_of(LAID[2]))
    is_illegal(deal, "meld 7s 7h 7d", "contract_first", "contract-12")
    is_illegal(deal, "meld 4c 5c 6c", "contract_first", "contract-12")
    assert not any(str(action).startswith("meld") for action in deal.legal_actions())


def test_contract_12_sizes_may_exceed_the_minimum() -> None:
    for laid in (
        "7s 7h 7d 7c | 4c 5c 6c",
        "7s 7h 7d | 4c 5c 6c 7c",
        "7s 7h 7d | 3c 4c 5c 6c 7c 8c",
    ):
        deal = at(2, hand_of(laid, "2h 9h"), others=["Ah 2d", "Ac Qh"])
        is_legal(deal, f"contract {laid}")


def test_contract_12_no_other_new_melds() -> None:
    deal = at(2, "7s 7h 7d 4c 5c 6c 9s 9h 9d 2h")
    deal.apply(f"contract {LAID[2]}")
    is_illegal(deal, "meld 9s 9h 9d", "no_new_melds", "contract-12")
    is_illegal(deal, "contract 9s 9h 9d | 4c 5c 6c", "contract_met", "contract-12")
    later = met("9s 9h 9d 2h")
    is_illegal(later, "meld 9s 9h 9d", "no_new_melds", "contract-12")
    is_illegal(later, f"contract {LAID[2]}", "contract_met", "contract-12")


def test_contract_12_exact_sizes_are_a_rule_of_the_house() -> None:
    sizes = {"default": "exact", 7: "whole_hand"}
    deal = at(2, hand_of(LAID[2], "7c 2h"), CONTRACT.replace(contract_sizes=sizes))
    is_illegal(deal, "contract 7s 7h 7d 7c | 4c 5c 6c", "contract_size", "house:contract_sizes")
    is_legal(deal, f"contract {LAID[2]}")


# lay-offs


def test_contract_13_k28_not_before_the_own_contract() -> None:
    deal = at(2, "7c 2h 3h 9h", melds=[(1, "7s 7h 7d"), (1, "4c 5c 6c")])
    reason = is_illegal(deal, "lay 7c on 1", "contract_before_lay_off", "contract-13")
    assert reason.standing == "stated"
    is_illegal(deal, "lay 7c on 2", "contract_before_lay_off", "contract-13")


def test_contract_13_in_the_same_turn_on_any_meld() -> None:
    deal = at(2, "7s 7h 7d 4c 5c 6c 7c 8h Kd 2h", melds=[(1, "9h 10h Jh"), (1, "Ks Kh Kc")],
              others=["Ah 2d", "Ac Qh"], discards="10d", stock="8s")  # fmt: skip
    is_illegal(deal, "lay 8h on 1", "contract_before_lay_off", "contract-13")
    deal.apply(f"contract {LAID[2]}")
    for action in ("lay 8h on 1", "lay Kd on 2", "lay 7c on 3", "lay 7c on 4"):
        is_legal(deal, action)
        assert action in map(str, deal.legal_actions())
    is_illegal(deal, "lay 2h on 1", "does_not_fit", "contract-13")
    is_illegal(deal, "lay 7c on 5", "no_such_meld", "contract-13")


def test_contract_13_in_later_turns() -> None:
    deal = met("7c 3c 2c 2h", melds=[(0, "7s 7h 7d"), (1, "4c 5c 6c")])
    for action in ("lay 7c on 1", "lay 7c on 2", "lay 3c on 2", "lay 2c 3c on 2", "lay 3c 7c on 2"):
        is_legal(deal, action)
    is_illegal(deal, "lay 2c on 2", "does_not_fit", "contract-13")


def test_contract_13_a_card_stays_in_its_meld() -> None:
    deal = met("9h 2h", melds=[(0, "7s 7h 7d 7c"), (0, "4c 5c 6c")])
    is_illegal(deal, "lay 7c on 2", "stays_in_meld", "contract-13")


# jokers


def test_contract_14_a_joker_stands_for_any_card() -> None:
    for cards in ("JK=7s 7h 7d", "JK=4c 5c 6c", "4c JK=5c 6c", "Qs Ks JK=As", "JK=As 2s 3s"):
        verdict = rl.check_meld(cards, CONTRACT)
        assert verdict, cards
        assert "JK=" in str(verdict.meld)
    none("7s=8s 8h 8d", CONTRACT, "not_wild", "contract-14")


@pytest.mark.parametrize(
    ("laid", "code", "clause"),
    [
        ("7s 7h JK=8d | 4c 5c 6c", "wild_does_not_fit", "contract-14"),
        ("7s 7h JK=7h | 4c 5c 6c", "suit_twice", "contract-10"),
        ("7s 7h 7d | 4c 5c JK=8c", "gap", "contract-11"),
        ("7s 7h 7d | 4c 5c JK=6d", "suits_differ", "contract-11"),
        ("7s 7h JK=7d | 4c JK=5c 6c", "not_held", "contract-17"),
        ("7s 7h 7d | 4c JK=5c JK=6c", "not_held", "contract-17"),
    ],
)
def test_contract_14_a_joker_declared_as_what_it_cannot_be(
    laid: str, code: str, clause: str
) -> None:
    deal = at(2, "7s 7h 7d 4c 5c 6c JK 2h")
    is_illegal(deal, f"contract {laid}", code, clause)


def test_contract_14_two_ways_to_read_it() -> None:
    deal = at(2, "7s 7h 7d 4c 5c JK 2h 9h")
    verdict = deal.check("contract 7s 7h 7d | 4c 5c JK")
    reason = cites(verdict, "ambiguous", "contract-14")
    assert "2" in reason.message
    with pytest.raises(rl.AmbiguousAction) as caught:
        deal.apply("contract 7s 7h 7d | 4c 5c JK")
    assert {str(action) for action in caught.value.readings} == {
        "contract 7s 7h 7d | JK=3c 4c 5c", "contract 7s 7h 7d | 4c 5c JK=6c",
    }  # fmt: skip
    for action in caught.value.readings:
        is_legal(deal, str(action))


def test_contract_14_one_way_to_read_it() -> None:
    deal = at(2, "7s 7h 7d 4c JK 6c 2h 9h")
    deal.apply("contract 7s 7h 7d | 4c JK 6c")
    assert str(deal.melds[1].meld) == "4c JK=5c 6c"
    three = at(2, "7s 7h JK 7d 4c 5c 6c 2h 9h")
    three.apply("contract 7s 7h 7d JK | 4c 5c 6c")
    assert str(three.melds[0].meld) == "7s 7h 7d JK=7c"


def test_contract_14_what_was_declared_never_changes() -> None:
    deal = met("3c 4c 8c 2h", melds=[(0, "7s 7h 7d"), (0, "JK=4c 5c 6c")])
    is_illegal(deal, "lay 4c on 2", "does_not_fit", "contract-13")
    is_illegal(deal, "lay 8c on 2", "does_not_fit", "contract-13")
    deal.apply("lay 3c on 2")
    assert str(deal.melds[1].meld) == "3c JK=4c 5c 6c"


def test_contract_14_nor_what_a_wild_that_stood_for_itself_was() -> None:
    melds = [(0, "5s=5s 5h=5h 5d=5d"), (0, "6c 7c 8c")]
    deal = met("9d 5c 2h", CONTRACT.replace(wild_rank="5"), melds=melds)
    is_illegal(deal, "lay 9d on 1", "does_not_fit", "contract-13")
    is_legal(deal, "lay 5c=5c on 1")


def test_contract_14_a_lay_off_declares_too() -> None:
    deal = met("JK 2h 9h")
    for action in ("lay JK=7c on 1", "lay JK=7c on 2", "lay JK=3c on 2"):
        is_legal(deal, action)
        assert action in map(str, deal.legal_actions())
    for action in ("lay JK=8c on 2", "lay JK=6c on 2", "lay JK=7d on 1", "lay JK=8h on 1"):
        is_illegal(deal, action, "does_not_fit", "contract-13")
    cites(deal.check("lay JK on 2"), "ambiguous", "contract-14")
    deal.apply("lay JK on 1")
    assert str(deal.melds[0].meld) == "7s 7h 7d JK=7c"


# swaps


def swapping(hand: str = "6h 2h 9c", **known: Any) -> rl.Deal:
    own: dict[str, Any] = {
        "melds": [(0, "7s 7h 7d"), (0, "4c 5c 6c"), (1, "3h 4h 5h JK=6h"), (1, "9s 9h 9d")],
        **known,
    }
    if "7h" in str(own["melds"][2]):
        own["melds"][0] = (0, "7s 7c 7d")
    return at(2, hand, **own)


def test_contract_15_the_real_card_for_the_joker_of_a_run() -> None:
    deal = swapping()
    is_legal(deal, "swap 6h on 3")
    assert "swap 6h on 3" in map(str, deal.legal_actions())
    deal.apply("swap 6h on 3")
    assert str(deal.melds[2].meld) == "3h 4h 5h 6h"
    assert texts(deal.hands[0]) == "2h 9c JK"
    assert texts(deal.duties) == "JK"


def test_contract_15_k26_the_joker_must_be_played_in_this_turn() -> None:
    deal = swapping()
    deal.apply("swap 6h on 3")
    for card in ("2h", "9c", "JK"):
        is_illegal(deal, f"discard {card}", "joker_duty", "contract-15")
    deal.apply("lay JK=7h on 3")
    assert deal.duties == () and str(deal.melds[2].meld) == "3h 4h 5h 6h JK=7h"
    is_legal(deal, "discard 2h")


def test_contract_15_any_players_run() -> None:
    own = swapping(melds=[(0, "7s 7h 7d"), (0, "3h 4h 5h JK=6h"), (1, "4c 5c 6c")])
    is_legal(own, "swap 6h on 2")
    for owner in (1, 2):
        deal = swapping(melds=[(0, "7s 7h 7d"), (0, "4c 5c 6c"), (owner, "3h 4h 5h JK=6h")])
        is_legal(deal, "swap 6h on 3")


def test_contract_15_only_the_card_the_joker_stands_for() -> None:
    deal = swapping("7c 2h 6d")
    for card in ("7c", "2h", "6d"):
        is_illegal(deal, f"swap {card} on 3", "swap_differs", "contract-15")
    is_illegal(deal, "swap 6h on 3", "not_held", "contract-17")
    is_illegal(deal, "swap 7c on 2", "no_joker", "contract-15")
    is_illegal(deal, "swap 7c on 9", "no_such_meld", "contract-13")


def test_contract_15_not_before_the_contract() -> None:
    deal = at(2, "6h 2h 9c 10c", melds=[(1, "7s 7h 7d"), (1, "3h 4h 5h JK=6h")], stock="8s 8h")
    is_illegal(deal, "swap 6h on 2", "swap_before_contract", "contract-15")


def test_contract_15_not_in_the_turn_of_the_contract() -> None:
    hand = "7s 7h 7d 4c 5c 6c 6h 2h"
    deal = at(2, hand, melds=[(1, "Ks Kh Kd"), (1, "3h 4h 5h JK=6h")])
    deal.apply(f"contract {LAID[2]}")
    is_illegal(deal, "swap 6h on 2", "swap_next_turn", "contract-15")
    house = at(2, hand, CONTRACT.replace(joker_swap_on_contract_turn=True),
               melds=[(1, "Ks Kh Kd"), (1, "3h 4h 5h JK=6h")])  # fmt: skip
    house.apply(f"contract {LAID[2]}")
    is_legal(house, "swap 6h on 2")


def test_contract_15_only_if_the_joker_has_a_place() -> None:
    """A swapped joker that goes nowhere would leave a turn without an end."""
    whole = " ".join(f"{rank}h" for rank in RANKS).replace("6h", "JK=6h") + " Ah"
    deal = table(CONTRACT, ["6h 2s 9c", "Ac 2d", "Ac Qs", "As Qd", "Ks Kd"], deal=1, discards="10c",
                 melds=[(0, "7s 7c 7d 7h"), (0, "8s 8c 8d 8h"), (1, whole)],
                 stock="10d 10s")  # fmt: skip
    reason = is_illegal(deal, "swap 6h on 3", "turn_cannot_end", "contract-17b")
    assert reason.standing == "inferred"


def test_contract_15_keeping_it_is_a_rule_of_the_house() -> None:
    deal = swapping(rules=CONTRACT.replace(joker_swap_keep=True))
    deal.apply("swap 6h on 3")
    assert deal.duties == ()
    is_legal(deal, "discard 2h")


def test_contract_16_a_joker_in_a_set_is_dead() -> None:
    deal = met("7d 2h 9c", melds=[(0, "4c 5c 6c"), (1, "7s 7h JK=7d")])
    reason = is_illegal(deal, "swap 7d on 2", "swap_runs_only", "contract-16")
    assert reason.standing == "stated"
    own = met("7d 2h 9c", melds=[(0, "4c 5c 6c"), (0, "7s 7h JK=7d")])
    is_illegal(own, "swap 7d on 2", "swap_runs_only", "contract-16")


@pytest.mark.parametrize(
    ("contract", "options"),
    [
        ("R3 R3 R3 R3 R3", {"cards_dealt": 15, "packs": 4, "contract_runs": "apart"}),
        ("R4 R4", {"cards_dealt": 8, "packs": 8, "contract_runs": "any", "suits": "s"}),
        ("R4 R4 R4", {"cards_dealt": 12, "packs": 6, "contract_runs": "any", "suits": "sh"}),
        ("R4", {"cards_dealt": 14, "packs": 3, "contract_sizes": "whole_hand"}),
    ],
)
def test_greedy_players_work_towards_contracts_that_no_rows_fit(
    contract: str, options: dict[str, Any]
) -> None:
    rules = rl.variant("contract", contracts=[contract], deals=1, go_out_discard="optional",
                       **{"contract_sizes": "minimum", **options})  # fmt: skip
    assert rl.play(rules, seed=1).deals[0].state.over
