"""Contract Rummy and its classic form, clause by clause."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest
from oracle import RANKS
from tables import cites, is_illegal, is_legal, play_out, points, rules_of, table, texts

import rummy_lab as rl

CONTRACT = rl.variant("contract")
CLASSIC = rl.variant("contract-classic")
STANDINGS = {
    "contract-1": "resolved", "contract-2": "resolved", "contract-3": "stated",
    "contract-4": "stated", "contract-5": "stated", "contract-6": "resolved",
    "contract-7": "stated", "contract-8": "stated", "contract-9": "inferred",
    "contract-10": "stated", "contract-11": "stated", "contract-12": "stated",
    "contract-13": "stated", "contract-14": "stated", "contract-15": "stated",
    "contract-16": "stated", "contract-17": "stated", "contract-17b": "inferred",
    "contract-18": "stated", "contract-19": "stated", "contract-20": "inferred",
}  # fmt: skip
CLASSIC_OWN = tuple(f"classic-{number}" for number in range(1, 7))
CONTRACTS = ("S3 S3", "S3 R3", "R3 R3", "S3 S3 S3", "S3 S3 R3", "S3 R3 R3", "R3 R3 R3")
LAID = {
    1: "7s 7h 7d | Ks Kh Kd", 2: "7s 7h 7d | 4c 5c 6c", 3: "3s 4s 5s | 4c 5c 6c",
    4: "7s 7h 7d | Ks Kh Kd | 9s 9h 9d", 5: "7s 7h 7d | Ks Kh Kd | 4c 5c 6c",
    6: "7s 7h 7d | 3s 4s 5s | 4c 5c 6c", 7: "3s 4s 5s 6s | 4c 5c 6c 7c | 8d 9d 10d Jd Qd",
}  # fmt: skip
"""A contract of each deal, with nothing over in deal 7."""
REST = "2h 9c"
"""Cards that go with none of them."""
OTHERS = ["Ah 2d", "Ac Qh"]
OWN_MELDS = [(0, "7s 7h 7d"), (0, "4c 5c 6c")]
SEVENS = [(0, "Ks Kh Kd"), (0, "4c 5c 6c"), (1, "5d 6d 7d")]
"""The contract of deal 2, met by seat 0 in an earlier turn; with a run of seat 1's."""


def at(deal: int, hand: str, rules: str | rl.Rules = CONTRACT, **known: Any) -> rl.Deal:
    """A position of three players in which seat 0 has drawn."""
    hands = [hand, *known.pop("others", OTHERS)]
    return table(rules, hands, **{"deal": deal, "stock": "8s 8h 10c", "discards": "10h", **known})


def hand_of(laid: str, rest: str = REST) -> str:
    """The hand that holds a contract and more."""
    return f"{laid.replace('|', '')} {rest}"


def met(hand: str, rules: str | rl.Rules = CONTRACT, **known: Any) -> rl.Deal:
    """Deal 2 with the contract met by seat 0 in an earlier turn."""
    return at(2, hand, rules, **{"melds": OWN_MELDS, **known})


def kind(cards: str, rules: str | rl.Rules = CONTRACT, players: int = 3) -> str | None:
    return rl.check_meld(cards, rules_of(rules), players=players).kind


def none(cards: str, rules: str | rl.Rules, code: str, clause: str, players: int = 5) -> rl.Reason:
    return cites(rl.check_meld(cards, rules_of(rules), players=players), code, clause)


# the rule sets


def test_contract_clauses_and_their_standing() -> None:
    assert {name: clause.standing for name, clause in CONTRACT.clauses.items()} == STANDINGS
    for number in (1, 2, 3, 7, 8, 10, 12, 13, 15, 17, 19):
        assert CONTRACT.clauses[f"contract-{number}"].note, number


def test_contract_classic_clauses_all_its_own_are_inferred() -> None:
    own = {name: clause for name, clause in CLASSIC.clauses.items() if name.startswith("classic")}
    assert tuple(own) == CLASSIC_OWN
    assert {clause.standing for clause in own.values()} == {"inferred"}
    shared = set(CLASSIC.clauses) - set(own)
    assert shared <= set(STANDINGS)
    assert not shared & {"contract-2", "contract-6", "contract-8", "contract-9"}, "these differ"
    for name in shared:
        assert CLASSIC.clauses[name].standing == STANDINGS[name]


def test_contract_every_clause_has_its_test() -> None:
    here = [name for name in vars(sys.modules[__name__]) if name.startswith("test_")]
    for name in (*STANDINGS, *CLASSIC_OWN):
        start = f"test_{name.replace('-', '_')}_"
        assert any(test.startswith(start) for test in here), name


def test_contract_laid_off_cards_change_no_score_but_are_recorded() -> None:
    assert any("laid" in note for note in CONTRACT.variant.notes)
    deal = met("7c 2h", melds=[(1, "7s 7h 7d"), (0, "4c 5c 6c")])
    deal.apply("lay 7c on 1")
    assert sorted(deal.melds[0].by) == [0, 1, 1, 1]
    deal.apply("discard 2h")
    assert deal.over and deal.score().totals == {"Ana": 0, "Bo": 17, "Cy": 25}


# the table


@pytest.mark.parametrize("variant", ["contract", "contract-classic"])
def test_contract_1_three_to_eight_players(variant: str) -> None:
    rules = rl.variant(variant)
    for players in range(3, 9):
        for number in (1, 7):
            deal = rl.Deal(rules, players=players, seed=2, deal=number)
            assert len(deal.hands) == players
    for players in (2, 9):
        with pytest.raises(rl.RulesError, match="3 to 8 players"):
            rl.Deal(rules, players=players, seed=1)


@pytest.mark.parametrize(
    ("players", "cards", "jokers"),
    [(3, 53, 1), (4, 53, 1), (5, 106, 2), (6, 106, 2), (7, 106, 2), (8, 106, 2)],
)
def test_contract_2_packs_and_jokers(players: int, cards: int, jokers: int) -> None:
    pack = CONTRACT.at(players=players).pack
    assert len(pack) == cards and pack.count(rl.card("JK")) == jokers
    assert len(set(pack)) == 53


def test_contract_3_the_ace_is_high_and_low() -> None:
    assert kind("As 2s 3s") == kind("Qs Ks As") == "run"
    none("Ks As 2s", CONTRACT, "around_the_corner", "contract-3")
    assert kind("Qs Ks JK=As") == kind("JK=As 2s 3s") == "run"
    assert not rl.check_meld("Ks JK=As 2s", CONTRACT)
    whole = " ".join(f"{rank}s" for rank in RANKS)
    assert kind(f"{whole} As", CONTRACT, 5) == "run", "an ace at each end"


@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("variant", ["contract", "contract-classic"])
def test_contract_4_cards_dealt(variant: str, number: int) -> None:
    each = 10 if number <= 4 else 12
    for players in (3, 4, 5, 8):
        deal = rl.Deal(rl.variant(variant), players=players, seed=8, deal=number)
        assert [len(hand) for hand in deal.hands] == [each] * players
        assert len(deal.discards) == 1
        everything = [*deal.stock, *deal.discards, *(card for hand in deal.hands for card in hand)]
        assert Counter(everything) == Counter(deal.at.pack)


@pytest.mark.parametrize("variant", ["contract", "contract-classic"])
def test_contract_4_left_of_the_dealer_starts_and_the_deal_passes(variant: str) -> None:
    for dealer in range(4):
        deal = rl.Deal(rl.variant(variant), players=4, seed=3, dealer=dealer)
        assert deal.turn == (dealer + 1) % 4
    game = rl.Game(rl.variant(variant, max_recycles=0), players=4, seed=3)
    dealers = []
    for _ in range(6):
        dealers.append(game.deal.dealer)
        play_out(game.deal)
        game.next_deal()
    assert dealers == [0, 1, 2, 3, 0, 1]


def test_contract_4_play_goes_clockwise() -> None:
    deal = rl.Deal(CONTRACT, players=3, seed=3, dealer=1)
    for seat in (2, 0, 1, 2):
        assert deal.turn == seat
        deal.apply("draw")
        deal.apply(f"discard {deal.hands[seat][0]}")


# contracts


@pytest.mark.parametrize("number", range(1, 8))
def test_contract_5_the_contract_of_each_deal(number: int) -> None:
    assert " ".join(map(str, CONTRACT.at(players=3, deal=number).contract)) == CONTRACTS[number - 1]
    for other, laid in LAID.items():
        deal = at(number, hand_of(laid, "" if other == 7 else REST))
        if other == number:
            is_legal(deal, f"contract {laid}")
        else:
            is_illegal(deal, f"contract {laid}", "contract_differs", "contract-5")


def test_contract_5_the_melds_in_any_order() -> None:
    deal = at(2, hand_of(LAID[2]))
    is_legal(deal, "contract 4c 5c 6c | 7s 7h 7d")
    deal.apply("contract 6c 4c 5c | 7d 7s 7h")
    assert sorted(meld.meld.kind for meld in deal.melds) == ["run", "set"]


def test_contract_5_one_too_few_or_too_many() -> None:
    deal = at(1, hand_of(LAID[4]))
    is_illegal(deal, "contract 7s 7h 7d", "contract_differs", "contract-5")
    is_illegal(deal, f"contract {LAID[4]}", "contract_differs", "contract-5")
    is_illegal(deal, "contract 7s 7h 7d | 7s 7h 7d", "not_held", "contract-17")


def test_contract_5_laid_at_once_with_all_its_melds() -> None:
    deal = at(2, hand_of(LAID[2]))
    deal.apply(f"contract {LAID[2]}")
    assert [(laid.owner, laid.meld.kind, texts(laid.meld.cards)) for laid in deal.melds] == [
        (0, "set", "7s 7h 7d"), (0, "run", "4c 5c 6c"),
    ]  # fmt: skip
    assert texts(deal.hands[0]) == "2h 9c"
    assert (deal.turn, deal.phase) == (0, "play")


def test_contract_5_what_is_no_meld_is_no_contract() -> None:
    deal = at(2, "7s 7h 7d 4c 5c 7c 2h 9c")
    is_illegal(deal, "contract 7s 7h 7d | 4c 5c 7c", "gap", "contract-11")


@pytest.mark.parametrize("second", ["8s 9s 10s", "9s 10s Js", "6s 7s 8s", "Qs Ks As"])
def test_contract_6_runs_of_one_suit(second: str) -> None:
    laid = f"3s 4s 5s | {second}"
    reason = is_illegal(at(3, hand_of(laid), stock="8h 10c"), f"contract {laid}",
                        "contract_runs_suit", "contract-6")  # fmt: skip
    assert reason.standing == "resolved"
    other = laid.replace("3s 4s 5s", "3d 4d 5d")
    is_legal(at(3, hand_of(other), stock="8h 10c"), f"contract {other}")


def test_contract_6_a_joker_is_of_the_suit_it_was_declared_as() -> None:
    deal = at(3, "JK 4s 5s 6c 7c 8c 2h 9c")
    is_legal(deal, "contract JK=3s 4s 5s | 6c 7c 8c")
    six = at(6, "7s 7h 7d JK 9s 10s Js 4s 5s 6s 2h 9c")
    is_illegal(six, "contract 7s 7h 7d | JK=8s 9s 10s | 4s 5s 6s", "contract_runs_suit",
               "contract-6")  # fmt: skip


def test_contract_6_three_runs_no_two_alike() -> None:
    laid = "3s 4s 5s 6s | 4c 5c 6c 7c | 8s 9s 10s Js Qs"
    deal = at(7, hand_of(laid, ""), stock="8h 10c")
    is_illegal(deal, f"contract {laid}", "contract_runs_suit", "contract-6")


def test_contract_6_holds_for_the_contract_only() -> None:
    deal = met("7c 8c 2h")
    is_legal(deal, "lay 7c 8c on 2")


@pytest.mark.parametrize(
    "laid",
    ["3s 4s 5s 6s | 4c 5c 6c 7c | 8d 9d 10d Jd Qd", "3s 4s 5s | 4c 5c 6c 7c 8c | 8d 9d 10d Jd Qd",
     "3s 4s 5s | 4c 5c 6c | 6d 7d 8d 9d 10d Jd Qd", "JK=3s 4s 5s | 4c 5c 6c | 6d 7d 8d 9d 10d Jd Qd"],
)  # fmt: skip
def test_contract_7_takes_the_whole_hand_without_a_discard(laid: str) -> None:
    hand = hand_of(laid, "").replace("JK=3s", "JK")
    deal = at(7, hand)
    assert len(deal.hands[0]) == 13
    is_legal(deal, f"contract {laid}")
    deal.apply(f"contract {laid}")
    assert deal.over and deal.out == 0 and deal.hands[0] == ()


def test_contract_7_not_with_a_card_over() -> None:
    laid = "3s 4s 5s 6s | 4c 5c 6c 7c | 8d 9d 10d Jd"
    deal = at(7, f"{hand_of(laid, '')} 2h")
    reason = is_illegal(deal, f"contract {laid}", "contract_whole_hand", "contract-7")
    assert reason.standing == "stated" and "2♥" in reason.message
    longer = f"{laid} Qd"
    is_legal(at(7, hand_of(longer, "")), f"contract {longer}")


def test_contract_7_more_after_a_deep_draw() -> None:
    deal = at(7, "3s 4s 5s 6s 4c 5c 6c 7c 9d 10d Jd Qd", stock="8s 8h", phase="draw",
              discards="10h 8d 7d Kd")  # fmt: skip
    is_legal(deal, "take 8d")
    deal.apply("take 8d")
    assert len(deal.hands[0]) == 15
    laid = "3s 4s 5s 6s | 4c 5c 6c 7c | 7d 8d 9d 10d Jd Qd Kd"
    is_illegal(deal, "contract 3s 4s 5s 6s | 4c 5c 6c 7c | 8d 9d 10d Jd Qd",
               "contract_whole_hand", "contract-7")  # fmt: skip
    deal.apply(f"contract {laid}")
    assert deal.over and deal.out == 0


def test_contract_7_in_the_other_deals_cards_may_be_left() -> None:
    for number in range(1, 7):
        deal = at(number, hand_of(LAID[number], REST))
        deal.apply(f"contract {LAID[number]}")
        assert not deal.over and texts(deal.hands[0]) == "2h 9c"


# drawing


PILE = "10h 8d Jc 3h"


def test_contract_8_stock_upcard_or_deeper() -> None:
    deal = met("9d 10d Jd 2h", melds=SEVENS, phase="draw", discards=PILE,
               stock="8s 8h")  # fmt: skip
    for action in ("draw", "take", "take 3h", "take 8d"):
        is_legal(deal, action)
    assert {str(action) for action in deal.legal_actions()} >= {"draw", "take", "take 8d"}
    deal.apply("take 8d")
    assert texts(deal.hands[0]) == "2h 3h 8d 9d 10d Jd Jc"
    assert texts(deal.discards) == "10h"
    assert texts(deal.duties) == "8d"


def test_contract_8_the_card_must_be_played_at_once() -> None:
    deal = met("9d 10d Jd 2h", melds=SEVENS, phase="draw", discards=PILE)
    deal.apply("take 8d")
    for card in ("Jc", "3h", "2h"):
        is_illegal(deal, f"discard {card}", "duty_open", "contract-8")
    is_illegal(deal, "discard 8d", "duty_open", "contract-8")
    deal.apply("lay 8d on 3")
    assert deal.duties == ()
    for card in ("Jc", "3h", "2h", "9d"):
        is_legal(deal, f"discard {card}")


def test_contract_8_only_a_card_with_a_place_to_go() -> None:
    deal = met("9d 10d Jd 2h", phase="draw", discards=PILE)
    reason = is_illegal(deal, "take 8d", "turn_cannot_end", "contract-17b")
    assert reason.standing == "inferred"
    is_illegal(deal, "take Jc", "turn_cannot_end", "contract-17b")
    is_legal(deal, "take 3h")


def test_contract_8_only_a_card_that_is_there() -> None:
    deal = met("9d 10d Jd 2h", phase="draw", discards=PILE)
    is_illegal(deal, "take Ks", "not_in_pile", "contract-8")
    empty = met("9d 10d Jd 2h", phase="draw", discards="")
    is_illegal(empty, "take", "no_upcard", "contract-8")


def test_contract_8_draw_first_and_once() -> None:
    deal = met("7c 2h", phase="draw")
    for action in ("lay 7c on 1", "discard 2h", "swap 7c on 2"):
        is_illegal(deal, action, "draw_first", "contract-8")
    deal.apply("draw")
    for action in ("draw", "take"):
        is_illegal(deal, action, "already_drawn", "contract-8")
    is_illegal(deal, "pass", "nothing_to_pass", "contract-8")
    is_illegal(deal, "buy", "no_buying", "contract-8")


def test_contract_8_the_topmost_of_equal_cards_and_all_above_it() -> None:
    deal = table(CONTRACT, ["9d 10d 2h", "Ah 2d", "Ac Qh", "As Qs", "Ks Kh"], deal=2,
                 melds=SEVENS, phase="draw", discards="8d 10h 8d Jc 3h",
                 stock="8s 8h")  # fmt: skip
    deal.apply("take 8d")
    assert texts(deal.discards) == "8d 10h"
    assert texts(deal.hands[0]) == "2h 3h 8d 9d 10d Jc"


def test_contract_8_the_upcard_alone_has_no_duty() -> None:
    deal = met("9d 10d Jd 2h", phase="draw", discards=PILE)
    deal.apply("take 3h")
    assert deal.duties == ()
    is_legal(deal, "discard 2h")


def test_contract_8_a_card_above_the_one_meant_need_not_be_played() -> None:
    """The duty is on the card taken from inside, not on those that come with it."""
    deal = met("2h 10s", melds=SEVENS, phase="draw", discards=PILE)
    deal.apply("take 8d")
    is_illegal(deal, "lay Jc on 3", "does_not_fit", "contract-13")
    deal.apply("lay 8d on 3")
    deal.apply("discard 10s")
    assert texts(deal.hands[0]) == "2h 3h Jc"


def test_contract_9_a_deep_card_must_be_in_the_contract() -> None:
    hand = "7s 7h 7d 4c 5c 6c 9d 2h 2s"
    deal = at(2, hand, melds=[(1, "9s 10s Js"), (1, "Kh Kd Ks")], phase="draw",
              discards="Jh 7c 8h 3h", stock="8s 8c", others=["Ah 2d", "As Qh"])  # fmt: skip
    is_legal(deal, "take 7c")
    deal.apply("take 7c")
    reason = is_illegal(deal, "contract 7s 7h 7d | 4c 5c 6c", "contract_without", "contract-9")
    assert reason.standing == "inferred" and "7♣" in reason.message
    is_legal(deal, "contract 7s 7h 7d 7c | 4c 5c 6c")
    is_legal(deal, "contract 7s 7h 7d | 4c 5c 6c 7c")
    is_illegal(deal, "discard 2h", "duty_open", "contract-8")
    deal.apply("contract 7s 7h 7c | 4c 5c 6c")
    assert deal.duties == ()
    deal.apply("discard 7d")


def test_contract_9_a_lay_off_of_it_is_not_enough() -> None:
    """Before the contract is met the card must be part of it, though a lay-off could follow."""
    deal = at(2, "7s 7h 7d 4c 5c 6c 9d 2h 2s", melds=[(1, "9s 10s Js"), (1, "Kh Kd Ks")],
              phase="draw", discards="Jh Qs 8h 3h", stock="8s 8c",
              others=["Ah 2d", "As Qh"])  # fmt: skip
    is_illegal(deal, "take Qs", "turn_cannot_end", "contract-17b")
    later = met("9d 2h 2s", melds=[*OWN_MELDS, (1, "9s 10s Js")], phase="draw",
                discards="Jh Qs 8h 3h", stock="8s 8c", others=["Ah 2d", "As Qh"])  # fmt: skip
    later.apply("take Qs")
    later.apply("lay Qs on 3")
    is_legal(later, "discard 3h")


def test_contract_9_an_equal_card_will_do() -> None:
    """Cards are values: with two packs the other seven of clubs is the one that was taken."""
    deal = table(CONTRACT, ["7s 7h 7c 4c 5c 6c 9d 2h", "Ah 2d", "As Qh", "Ad Kd", "Ac Kc"], deal=2,
                 phase="draw", discards="Jh 7c 8h 3h", stock="8s 8c")  # fmt: skip
    deal.apply("take 7c")
    is_legal(deal, "contract 7s 7h 7c | 4c 5c 6c")


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

SWAP = {"melds": [(0, "7s 7h 7d"), (1, "4h 5h JK=6h 7h")]}


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


# the end of a turn and of a deal


def test_contract_17_discard_one_card() -> None:
    deal = met("7c 2h 9h")
    assert deal.turn == 0
    deal.apply("discard 2h")
    assert deal.turn == 1 and texts(deal.discards[-1:]) == "2h"
    is_illegal(deal, "discard 9h", "draw_first", "contract-8")


def test_contract_17_unless_every_card_was_used() -> None:
    deal = met("7c")
    deal.apply("lay 7c on 1")
    assert deal.over and deal.out == 0


def test_contract_17_the_single_card_just_taken() -> None:
    deal = met("9d 10d 2h", phase="draw", discards=PILE)
    deal.apply("take")
    reason = is_illegal(deal, "discard 3h", "just_taken", "contract-17")
    assert reason.standing == "stated"
    is_legal(deal, "discard 2h")
    house = met("9d 10d 2h", CONTRACT.replace(redraw_discard_ban=False), phase="draw",
                discards=PILE)  # fmt: skip
    house.apply("take")
    is_legal(house, "discard 3h")


def test_contract_17_k27_if_several_were_taken_any_of_them_may() -> None:
    deal = met("2h 10s", melds=SEVENS, phase="draw", discards=PILE)
    deal.apply("take 8d")
    deal.apply("lay 8d on 3")
    is_legal(deal, "discard Jc")
    is_legal(deal, "discard 3h")


def test_contract_17b_a_deep_take_needs_a_place_for_its_card() -> None:
    deal = at(2, "7s 7h 4c 5c 6c 9d 2h 2s", phase="draw", discards="Jh 7c 8h 3h", stock="8s 8c")
    is_legal(deal, "take 7c")
    poor = at(2, "7s 8c 4c 5c 2c 9d 2h 2s", phase="draw", discards="Jh 7c 8h 3h", stock="8s")
    is_illegal(poor, "take 7c", "turn_cannot_end", "contract-17b")


def test_contract_17b_the_contract_may_not_leave_the_card_just_taken_alone() -> None:
    deal = at(2, "7s 7h 7d 4c 5c 6c", phase="draw", discards="10h 2h")
    deal.apply("take")
    reason = is_illegal(deal, f"contract {LAID[2]}", "turn_cannot_end", "contract-17b")
    assert reason.standing == "inferred"
    other = at(2, "7s 7h 7d 4c 5c 6c", phase="draw", discards="10h 7c")
    other.apply("take")
    is_legal(other, f"contract {LAID[2]}")
    other.apply(f"contract {LAID[2]}")
    is_illegal(other, "discard 7c", "just_taken", "contract-17")
    other.apply("lay 7c on 1")
    assert other.over


@pytest.mark.parametrize("actions", [["lay 7c on 2"], ["discard 7c"]])
def test_contract_18_no_card_left_goes_out(actions: list[str]) -> None:
    deal = met("7c")
    for action in actions:
        deal.apply(action)
    assert deal.over and deal.out == 0
    is_illegal(deal, "draw", "deal_over", "contract-18")
    assert deal.score().totals["Ana"] == 0


def test_contract_18_in_the_turn_of_the_contract() -> None:
    for last, actions in (("7c", ["lay 7c on 1"]), ("2h", ["discard 2h"])):
        deal = at(2, f"{hand_of(LAID[2], '')} {last}")
        deal.apply(f"contract {LAID[2]}")
        for action in actions:
            deal.apply(action)
        assert deal.over and deal.out == 0
    whole = at(2, f"{hand_of(LAID[2], '')} 7c")
    whole.apply("contract 7s 7h 7d 7c | 4c 5c 6c")
    assert whole.over


def test_contract_18_nobody_says_out() -> None:
    deal = met("7c")
    is_illegal(deal, "out 7c", "out_not_said", "contract-18")


@pytest.mark.parametrize("variant", ["contract", "contract-classic"])
def test_contract_19_what_the_cards_cost(variant: str) -> None:
    for rank in RANKS:
        wanted = 15 if rank == "A" else min(RANKS.index(rank) + 1, 10)
        assert points([f"{rank}h", "", "2c"], 1, variant, deal=3) == [wanted, 0, 2]
    assert points(["JK", "", "2c"], 1, variant, deal=3) == [15, 0, 2]


def test_contract_19_k29_the_case() -> None:
    assert points(["2s 7d 10c Ah", "", "Ks"], 1, "contract", deal=1) == [34, 0, 10]
    assert points(["2s 7d 10c Ah", "Ks", "JK"], None, "contract", deal=1) == [34, 10, 15]


def test_contract_19_melds_in_hand_are_charged_too() -> None:
    assert points(["7s 7h 7d 4c 5c 6c", "", "2c"], 1, "contract", deal=2) == [36, 0, 2]
    position = rl.FinalPosition(hands={"Ana": "7s", "Bo": "", "Cy": "2c"}, out="Bo", deal=2)
    assert {line.clause for line in rl.score(position, CONTRACT).lines} == {"contract-19"}


def test_contract_19_seven_deals_and_the_lowest_wins() -> None:
    game = rl.Game(rl.variant("contract", max_recycles=0), players=3, seed=5)
    for number in range(1, 8):
        assert not game.over and game.deal_number == number
        play_out(game.deal)
        if number < 7:
            game.next_deal()
    assert game.over
    least = min(game.totals.values())
    assert list(game.winners) == [name for name, total in game.totals.items() if total == least]


def test_contract_19_ties_win_jointly() -> None:
    rules = rl.variant("contract", deals=1, cards_dealt=10, contracts=["S S"],
                       contract_sizes="minimum", go_out_discard="optional")  # fmt: skip
    names = ["Ana", "Bo", "Cy"]
    first = rl.Game(rules, players=names, seed=2)
    play_out(first.deal)
    ends = {"Ana": 70, "Bo": 70, "Cy": 71}
    game = rl.Game(rules, players=names, seed=2,
                   totals={name: ends[name] - first.totals[name] for name in names})  # fmt: skip
    play_out(game.deal)
    assert dict(game.totals) == ends and sorted(game.winners) == ["Ana", "Bo"]


@pytest.mark.parametrize("variant", ["contract", "contract-classic"])
def test_contract_20_the_discards_but_the_upcard_are_shuffled(variant: str) -> None:
    pile = "2d 3d 4d 6c 7c 8c 9c 10c"
    deal = table(
        variant, ["7s 8h", "2c Ks", "3c Kc"], stock="", discards=pile, phase="draw", seed=5
    )
    if deal.check("pass"):
        while deal.phase == "buy" or deal.can("pass"):
            deal.apply("pass")
    deal.apply("draw")
    assert texts(deal.discards) == "10c"
    (new,) = Counter(deal.hands[0]) - Counter(rl.cards("7s 8h"))
    assert Counter([*deal.stock, new]) == Counter(rl.cards(pile)[:-1])
    assert deal.state.recycles == 1


@pytest.mark.parametrize("variant", ["contract", "contract-classic"])
def test_contract_20_forty_times(variant: str) -> None:
    hands, rules = ["7s 8h", "2c Ks", "3c Kc"], rl.variant(variant)
    assert rules.max_recycles == 40
    ended = table(rules, hands, stock="", discards="2d 3d", phase="draw", recycles=40)
    assert not ended.check("draw")
    ended.apply("pass")
    while not ended.over:
        ended.apply(ended.legal_actions()[-1])
    assert ended.out is None
    assert ended.score().totals == {"Ana": 15, "Bo": 12, "Cy": 13}


def test_contract_20_the_fortieth_still_goes() -> None:
    last = table("contract", ["7s 8h", "2c Ks", "3c Kc"], stock="", discards="2d 3d", phase="draw",
                 recycles=39)  # fmt: skip
    last.apply("draw")
    assert not last.over and last.state.recycles == 40


def test_contract_20_no_card_to_draw() -> None:
    deal = table("contract", ["7s 8h", "2c Ks", "3c Kc"], stock="", discards="2d", phase="draw")
    is_illegal(deal, "draw", "stock_empty", "contract-20")
    is_legal(deal, "take")
    deal.apply("pass")
    assert deal.over and deal.out is None


# the classic form


@pytest.mark.parametrize(
    ("players", "cards", "jokers"),
    [(3, 105, 1), (4, 105, 1), (5, 158, 2), (6, 158, 2), (7, 158, 2), (8, 158, 2)],
)
def test_classic_1_packs_and_jokers(players: int, cards: int, jokers: int) -> None:
    pack = CLASSIC.at(players=players).pack
    assert len(pack) == cards and pack.count(rl.card("JK")) == jokers


def test_classic_2_a_run_has_four_or_more() -> None:
    assert kind("4c 5c 6c 7c", CLASSIC) == "run"
    reason = none("4c 5c 6c", CLASSIC, "run_too_short", "classic-2")
    assert reason.standing == "inferred"
    assert [str(part) for part in CLASSIC.at(players=3, deal=2).contract] == ["S3", "R4"]


def test_classic_2_k22_the_case() -> None:
    deal = at(2, hand_of(LAID[2]), CLASSIC)
    is_illegal(deal, f"contract {LAID[2]}", "run_too_short", "classic-2")
    is_legal(at(2, hand_of(LAID[2]), CONTRACT), f"contract {LAID[2]}")


def test_classic_3_sets_repeat_a_suit_and_grow() -> None:
    for cards in ("6c 6c 6s", "6c 6c 6s 6s 6h", "6c 6c 6s 6s 6h 6h 6d 6d", "6c 6c JK"):
        assert kind(cards, CLASSIC) == "set", cards
    deal = at(1, "6c 6c 6s Ks Ks Kd Kh 2h 9c", CLASSIC)
    is_legal(deal, "contract 6c 6c 6s | Ks Ks Kd")
    is_legal(deal, "contract 6c 6c 6s | Ks Ks Kd Kh")


def test_classic_4_two_runs_of_a_suit_with_a_rank_between() -> None:
    for second, good in (("8s 9s 10s Js", True), ("7s 8s 9s 10s", False), ("6s 7s 8s 9s", False),
                         ("5s 6s 7s 8s", False), ("10s Js Qs Ks", True)):  # fmt: skip
        laid = f"3s 4s 5s 6s | {second}"
        deal = at(3, hand_of(laid, "2h"), CLASSIC)
        if good:
            is_legal(deal, f"contract {laid}")
        else:
            is_illegal(deal, f"contract {laid}", "contract_runs_touch", "classic-4")


def test_classic_5_lay_offs_wait_a_turn() -> None:
    deal = at(2, "7s 7h 7d 4c 5c 6c 7c 8c 7c 2h", CLASSIC)
    deal.apply("contract 7s 7h 7d | 4c 5c 6c 7c")
    is_illegal(deal, "lay 8c on 2", "lay_off_next_turn", "classic-5")
    is_illegal(deal, "lay 7c on 1", "lay_off_next_turn", "classic-5")
    for action in ("discard 2h", "pass", "pass", "pass", "draw"):
        deal.apply(action)
    deal.apply(f"discard {deal.hands[1][0]}")
    while deal.phase != "play":
        deal.apply("pass" if deal.can("pass") else "draw")
    deal.apply(f"discard {deal.hands[2][0]}")
    while deal.phase != "play":
        deal.apply("pass" if deal.can("pass") else "draw")
    assert deal.turn == 0
    is_legal(deal, "lay 8c on 2")


def test_classic_6_only_the_upcard() -> None:
    deal = at(2, "9d 10d 2h", CLASSIC, phase="draw", discards=PILE,
              melds=[(0, "7s 7h 7d"), (0, "4c 5c 6c 7c"), (1, "4d 5d 6d 7d")])  # fmt: skip
    reason = is_illegal(deal, "take 8d", "only_the_top", "classic-6")
    assert reason.standing == "inferred"
    is_legal(deal, "take 3h")


def test_classic_6_bought_out_of_turn_with_a_penalty_card() -> None:
    deal = at(2, "9d 10d", CLASSIC, phase="draw", discards=PILE, stock="8s 8h 10c")
    is_illegal(deal, "draw", "refuse_first", "classic-6")
    is_illegal(deal, "buy", "nothing_to_buy", "classic-6")
    deal.apply("pass")
    assert (deal.turn, deal.phase) == (1, "buy")
    is_illegal(deal, "draw", "buying_now", "classic-6")
    deal.apply("buy")
    assert texts(deal.hands[1]) == texts(sorted(rl.cards("Ah 2d 3h 10c")))
    assert texts(deal.discards) == "10h 8d Jc" and texts(deal.stock) == "8s 8h"
    assert (deal.turn, deal.phase) == (0, "draw")
    is_illegal(deal, "take", "upcard_refused", "classic-6")
    assert [str(action) for action in deal.legal_actions()] == ["draw"]


def test_classic_6_the_right_passes_clockwise_without_a_limit() -> None:
    deal = at(2, "9d 10d", CLASSIC, phase="draw", discards=PILE, buys_used=[0, 50, 99])
    deal.apply("pass")
    for seat in (1, 2):
        assert (deal.turn, deal.phase) == (seat, "buy")
        is_legal(deal, "buy")
        deal.apply("pass")
    assert (deal.turn, deal.phase) == (0, "draw")
    assert [str(action) for action in deal.legal_actions()] == ["draw"]


def test_classic_6_the_player_in_turn_has_the_first_claim() -> None:
    deal = at(2, "9d 10d", CLASSIC, phase="draw", discards=PILE)
    deal.apply("take")
    assert (deal.turn, deal.phase) == (0, "play")
    assert deal.state.buys_used == (0, 0, 0)


# rule sets that cannot be


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"packs": 1}, "5 players × 12 cards = 60.*54|5 players × 12 cards = 60.*53|= 50.*"),
        ({"packs": 1, "jokers": 1}, "5 players × 10 cards = 50|5 players × 12 cards = 60"),
        ({"players": (2, 8)}, "2 players"),
        ({"contracts": ["S S"] * 6}, "6 deals.*7"),
        ({"contracts": None}, "contracts"),
        ({"contracts": ["S S", "S R", "R R", "S S S", "S S R", "S R R", "S5 S5"]}, "S5.*3 to 4"),
        ({"contracts": ["S S", "S R", "R R", "S S S", "S S R", "S R R", "R15"]}, "R15.*14"),
        ({"go_out_discard": "required"}, "deal 7.*whole hand"),
        ({"melding": "any_turn"}, "contract"),
        ({"deals": 6}, "7 deals|deal 7"),
        ({"winner": "highest", "target": 5}, "never reached"),
        ({"final_turns": 1}, "final_turns"),
    ],
)
def test_contract_options_that_cannot_go_together(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(rl.RulesError, match=said):
        CONTRACT.replace(**changes)
