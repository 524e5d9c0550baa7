"""Contract Rummy, clause by clause: the table, contracts, drawing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from contract_tables import (
    CLASSIC,
    CONTRACT,
    LAID,
    OWN_MELDS,
    PILE,
    REST,
    SEVENS,
    at,
    hand_of,
    kind,
    met,
    none,
)
from oracle import RANKS
from tables import is_illegal, is_legal, play_out, table, texts, untested

import rummy_lab as rl

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
    assert not untested((*STANDINGS, *CLASSIC_OWN), "test_contract*.py")


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
