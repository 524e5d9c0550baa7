"""Shanghai Rummy, clause by clause: the contract, what comes after, the end, scores."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from oracle import RANKS
from shanghai_tables import BUYERS, LAID, OWN_MELDS, SHANGHAI, at, hand_of, kind, met, none, offer
from tables import cites, is_illegal, is_legal, play_out, points, table, texts

import rummy_lab as rl

# the contract and what comes after


@pytest.mark.parametrize(
    ("number", "laid"),
    [(1, "7s 7h 7d 7c | Ks Kh Kd"), (2, "7s 7h 7d | 4c 5c 6c 7c 8c"),
     (3, "3s 4s 5s 6s 7s | 4c 5c 6c 7c"), (5, "7s 7h 7d | 3c 4c 5c 6c 7c 8c 9c 10c"),
     (6, "7s 7h 7d | Ks Kh Kd | 3c 4c 5c 6c 7c 8c")],
)  # fmt: skip
def test_shanghai_12_exactly_its_sizes(number: int, laid: str) -> None:
    deal = at(number, hand_of(laid), stock="8s 8h")
    reason = is_illegal(deal, f"contract {laid}", "contract_size", "shanghai-12")
    assert reason.standing == "stated"
    longer = at(number, hand_of(laid), SHANGHAI.replace(contract_sizes="minimum"), stock="8s 8h")
    is_legal(longer, f"contract {laid}")


@pytest.mark.parametrize(
    ("number", "laid"),
    [(5, "7s 7h 7d | 3c 4c 5c 6c 7c 8c"), (6, "7s 7h 7d | Ks Kh Kd | 3c 4c 5c 6c"),
     (8, "7s 7h 7d | Ac 2c 3c 4c 5c 6c 7c 8c 9c"), (10, "3s 4s 5s 6s 7s | 4c 5c 6c 7c 8c | 8d 9d 10d Jd")],
)  # fmt: skip
def test_shanghai_12_not_smaller_either(number: int, laid: str) -> None:
    for rules in (SHANGHAI, SHANGHAI.replace(contract_sizes="minimum")):
        deal = at(number, hand_of(laid), rules, stock="8s 8h")
        codes = deal.check(f"contract {laid}").codes
        assert {"contract_size", "contract_too_small"} & set(codes), codes


def test_shanghai_12_no_lay_off_in_that_turn() -> None:
    deal = at(2, hand_of(LAID[2], "7c 8c Qh"))
    deal.apply(f"contract {LAID[2]}")
    for action in ("lay 7c on 1", "lay 8c on 2"):
        reason = is_illegal(deal, action, "lay_off_next_turn", "shanghai-12")
        assert reason.standing == "stated"
    assert {str(action).split()[0] for action in deal.legal_actions()} == {"discard"}
    house = at(2, hand_of(LAID[2], "7c 8c Qh"), SHANGHAI.replace(lay_off_on_contract_turn=True))
    house.apply(f"contract {LAID[2]}")
    is_legal(house, "lay 7c on 1")


def test_shanghai_12_only_after_drawing_in_the_own_turn() -> None:
    deal = at(1, hand_of(LAID[1]), phase="draw")
    is_illegal(deal, f"contract {LAID[1]}", "draw_first", "shanghai-8")
    deal.apply("take")
    is_legal(deal, f"contract {LAID[1]}")


def test_shanghai_12_single_melds_are_no_contract() -> None:
    deal = at(1, hand_of(LAID[1]))
    is_illegal(deal, "meld 7s 7h 7d", "contract_first", "shanghai-12")


def test_shanghai_13_in_later_turns_on_any_meld() -> None:
    deal = met("7c 8c 3c Kc Qh 2h", melds=[*OWN_MELDS, (1, "Ks Kh Kd"), (2, "8h 9h 10h Jh")],
               stock="8s", discards="10d")  # fmt: skip
    for action in ("lay 7c on 1", "lay 8c on 2", "lay 3c on 2", "lay Kc on 3", "lay Qh on 4",
                   "lay 3c 8c on 2"):  # fmt: skip
        is_legal(deal, action)
        deal_ = rl.Deal.from_state(deal.state)
        deal_.apply(action)
        assert not deal_.over
    is_illegal(deal, "lay 2h on 4", "does_not_fit", "shanghai-13")
    is_illegal(deal, "lay 2h on 5", "no_such_meld", "shanghai-13")


def test_shanghai_13_no_new_melds() -> None:
    deal = met("9s 9h 9d Qh")
    is_illegal(deal, "meld 9s 9h 9d", "no_new_melds", "shanghai-13")
    is_illegal(deal, f"contract {LAID[2]}", "contract_met", "shanghai-13")


def test_shanghai_13_nobody_lays_off_before_meeting_the_contract() -> None:
    deal = at(2, "7c 2h Qh 9d", melds=[(1, "7s 7h 7d"), (1, "4c 5c 6c 7c")])
    reason = is_illegal(deal, "lay 7c on 1", "contract_before_lay_off", "shanghai-13")
    assert reason.standing == "stated"


SWAPS = [(0, "7s 7h 7d"), (0, "4c 5c 6c 7c"), (1, "9s 9h JK=9d"), (1, "3h 4h 5h JK=6h")]


def swapping(hand: str, rules: rl.Rules = SHANGHAI, **known: Any) -> rl.Deal:
    """Five players, so two jokers; seat 0 has met the contract of deal 2 in an earlier turn."""
    hands = [hand, "Ah 2d", "As Qc", "Ac Qd", "Kc Kd"]
    return table(rules, hands, **{"deal": 2, "stock": "8s 8h 10c", "discards": "10h",
                                  "melds": SWAPS, **known})  # fmt: skip


def test_shanghai_14_a_joker_stands_for_any_card() -> None:
    for cards in ("JK=9s 9h 9d", "3s 4s JK=5s 6s", "JK=3s 4s 5s 6s", "9s 9s JK=9s"):
        assert rl.check_meld(cards, SHANGHAI), cards
    none("9s 9h JK=8d", "wild_does_not_fit", "shanghai-14")
    none("2s=9s 9h 9d", "not_wild", "shanghai-14")


def test_shanghai_14_twos_are_no_wilds() -> None:
    at_ = SHANGHAI.at(players=4)
    assert [str(card) for card in sorted(set(at_.pack)) if at_.wild[card.code]] == ["JK"]
    assert kind("2s 9h 9d") is None and kind("2s 2h 2d") == "set"


def test_shanghai_14_declared_once_and_for_all() -> None:
    deal = swapping("6h 7h 9c Qh")
    is_illegal(deal, "lay 6h on 4", "does_not_fit", "shanghai-13")
    is_legal(deal, "lay 7h on 4")
    cites(swapping("JK 2h Qh", melds=[*SWAPS[:3], (1, "3h 4h 5h 6h")]).check("lay JK on 4"),
          "ambiguous", "shanghai-14")  # fmt: skip


def test_shanghai_14_swaps_in_any_meld() -> None:
    deal = swapping("9d 6h Qh Kh")
    for action in ("swap 9d on 3", "swap 6h on 4"):
        is_legal(deal, action)
        assert action in map(str, deal.legal_actions())
    deal.apply("swap 9d on 3")
    assert sorted(map(str, deal.melds[2].meld.cards)) == ["9d", "9h", "9s"]
    assert deal.melds[2].meld.wilds == 0
    assert texts(deal.hands[0]) == "6h Qh Kh JK"
    own = swapping("9d 6h Qh Kh", melds=[(0, "9s 9h JK=9d"), (0, "3h 4h 5h JK=6h")])
    is_legal(own, "swap 9d on 1")


def test_shanghai_14_use_the_joker_at_once_or_keep_it() -> None:
    deal = swapping("9d Qh Kh")
    deal.apply("swap 9d on 3")
    assert deal.duties == ()
    is_legal(deal, "lay JK=7c on 1")
    is_legal(deal, "discard Qh")
    is_legal(deal, "discard JK")
    deal.apply("discard Qh")
    assert texts(deal.hands[0]) == "Kh JK"


def test_shanghai_14_a_house_may_forbid_keeping_it() -> None:
    deal = swapping("9d Qh Kh", SHANGHAI.replace(joker_swap_keep=False))
    deal.apply("swap 9d on 3")
    is_illegal(deal, "discard Qh", "joker_duty", "house:joker_swap_keep")
    deal.apply("lay JK=7c on 1")
    is_legal(deal, "discard Qh")


def test_shanghai_14_a_house_may_swap_in_runs_only() -> None:
    deal = swapping("9d 6h Qh", SHANGHAI.replace(joker_swap="runs"))
    is_illegal(deal, "swap 9d on 3", "swap_runs_only", "house:joker_swap")
    is_legal(deal, "swap 6h on 4")
    never = swapping("9d 6h Qh", SHANGHAI.replace(joker_swap="never"))
    is_illegal(never, "swap 6h on 4", "swap_never", "house:joker_swap")


def test_shanghai_14_only_the_real_card() -> None:
    deal = swapping("9c 9s 7h Qh")
    for action in ("swap 9c on 3", "swap 9s on 3", "swap 7h on 4"):
        is_illegal(deal, action, "swap_differs", "shanghai-14")
    is_illegal(deal, "swap 9c on 1", "no_joker", "shanghai-14")


def test_shanghai_14_not_before_nor_in_the_turn_of_the_contract() -> None:
    hand = hand_of(LAID[2], "9d Qh")
    deal = swapping(hand, melds=SWAPS[2:])
    is_illegal(deal, "swap 9d on 1", "swap_before_contract", "shanghai-14")
    deal.apply(f"contract {LAID[2]}")
    is_illegal(deal, "swap 9d on 1", "swap_next_turn", "shanghai-14")


def test_shanghai_14_a_swap_alone_empties_no_hand() -> None:
    deal = swapping("9d")
    deal.apply("swap 9d on 3")
    assert texts(deal.hands[0]) == "JK" and not deal.over
    deal.apply("discard JK")
    assert deal.over and deal.out == 0


# the end


def test_shanghai_15_the_deal_ends_with_the_last_discard() -> None:
    deal = met("Qh")
    deal.apply("discard Qh")
    assert deal.over and deal.out == 0
    is_illegal(deal, "draw", "deal_over", "shanghai-15")
    is_illegal(met("Qh"), "out Qh", "out_not_said", "shanghai-15")


def test_shanghai_16_all_discards_are_shuffled_and_there_is_no_upcard() -> None:
    pile = "2d 3d 4d 6c 7c 8c 9c 10c"
    deal = offer(SHANGHAI.replace(buys=None), stock="", discards=pile, seed=5)
    assert sorted(map(str, deal.legal_actions())) == ["draw", "take"]
    deal.apply("draw")
    assert deal.discards == ()
    (new,) = Counter(deal.hands[1]) - Counter(rl.cards(BUYERS[1]))
    assert Counter([*deal.stock, new]) == Counter(rl.cards(pile))
    assert deal.state.recycles == 1
    deal.apply("discard Ah")
    assert texts(deal.discards) == "Ah"


def test_shanghai_16_after_everybody_has_refused() -> None:
    pile = "2d 3d 4d 6c 7c 8c 9c 10c"
    deal = offer(stock="", discards=pile, seed=5)
    is_illegal(deal, "draw", "refuse_first", "shanghai-9")
    deal.apply("pass")
    while deal.phase == "buy":
        deal.apply("pass")
    deal.apply("draw")
    assert deal.discards == () and deal.state.recycles == 1


def test_shanghai_16_ten_times_and_then_everybody_is_charged() -> None:
    for recycles in (9, 10):
        deal = offer(stock="", discards="4d 3h", recycles=recycles)
        deal.apply("pass")
        while deal.phase == "buy":
            deal.apply("pass")
        if recycles == 9:
            deal.apply("draw")
            assert deal.state.recycles == 10 and not deal.over
        elif not deal.over:
            deal.apply("pass")
    assert deal.over and deal.out is None
    assert deal.score().totals == {"Ana": 15, "Bo": 40, "Cy": 30, "Di": 15}


def test_shanghai_16_no_card_can_be_drawn() -> None:
    deal = offer(stock="", discards="3h", recycles=10)
    is_legal(deal, "take")
    deal.apply("pass")
    assert deal.over and deal.out is None


def test_shanghai_17_what_the_cards_cost() -> None:
    for rank in RANKS:
        wanted = 20 if rank in ("A", "2") else 10 if rank in ("10", "J", "Q", "K") else 5
        assert points([f"{rank}h", "", "5c"], 1, "shanghai", deal=3) == [wanted, 0, 5]


def test_shanghai_17_k29_the_case() -> None:
    assert points(["2s 7d 10c Ah", "", "Ks"], 1, "shanghai", deal=1) == [55, 0, 10]
    position = rl.FinalPosition(hands={"Ana": "2s 7d", "Bo": "", "Cy": "5c"}, out="Bo", deal=1)
    sheet = rl.score(position, SHANGHAI)
    assert {line.clause for line in sheet.lines} == {"shanghai-17"}
    assert {line.standing for line in sheet.lines} == {"resolved"}


def test_shanghai_18_a_joker_costs_twenty() -> None:
    assert points(["JK", "", "5c"], 1, "shanghai", deal=1) == [20, 0, 5]
    for cost in (15, 50):
        rules = SHANGHAI.replace(joker_points=cost)
        assert points(["JK 5h", "", "5c"], 1, rules, deal=1) == [cost + 5, 0, 5]
        position = rl.FinalPosition(hands={"Ana": "JK", "Bo": "", "Cy": "5c"}, out="Bo", deal=1)
        cited = {c for li in rl.score(position, rules).lines for c in (li.clause, *li.clauses)}
        assert "house:joker_points" in cited


@pytest.mark.parametrize(("joker", "wanted"), [(False, -50), (True, -25)])
def test_shanghai_19_k34_going_out_blind(joker: bool, wanted: int) -> None:
    known = {"whole_hand": True, "joker_used": joker, "deal": 6}
    assert points(["", "Ks 7h", "2d"], 0, "shanghai", **known) == [wanted, 15, 20]
    position = rl.FinalPosition(hands={"Ana": "", "Bo": "Ks 7h", "Cy": "2d"}, out="Ana", **known)
    lines = [line for line in rl.score(position, SHANGHAI).lines if line.seat == "Ana"]
    assert [line.points for line in lines if line.clause == "shanghai-19"] == [wanted]
    assert points(["", "Ks 7h", "2d"], 0, "shanghai", deal=6) == [0, 15, 20]


@pytest.mark.parametrize(
    ("hand", "contract", "wanted"),
    [
        ("7s 7h 7d Ks Kh Kd 3c 4c 5c 6c 7c Qh", LAID[6], -50),
        ("7s 7h JK Ks Kh Kd 3c 4c 5c 6c 7c Qh", LAID[6].replace("7d", "JK=7d"), -25),
    ],
)
def test_shanghai_19_in_one_turn_with_and_without_a_joker(
    hand: str, contract: str, wanted: int
) -> None:
    deal = at(6, hand)
    deal.apply(f"contract {contract}")
    deal.apply("discard Qh")
    assert deal.over and deal.final_position().whole_hand
    assert deal.final_position().joker_used == (wanted == -25)
    assert deal.score().totals["Ana"] == wanted


def test_shanghai_19_a_joker_that_is_discarded_was_not_used() -> None:
    deal = at(6, "7s 7h 7d Ks Kh Kd 3c 4c 5c 6c 7c JK")
    deal.apply(f"contract {LAID[6]}")
    deal.apply("discard JK")
    assert deal.over and deal.final_position().whole_hand
    assert not deal.final_position().joker_used
    assert deal.score().totals["Ana"] == -50


def test_shanghai_19_not_in_a_later_turn() -> None:
    deal = met("Qh")
    deal.apply("discard Qh")
    assert not deal.final_position().whole_hand and deal.score().totals["Ana"] == 0


def test_shanghai_19_k39_not_in_deal_1() -> None:
    for extra in range(5):
        rest = " ".join(
            ["9s", "10d", "Jc", "4h", "6d", "Qs", "8c", "3d", "5h", "2s"][: 6 + 2 * extra]
        )
        deal = at(1, hand_of(LAID[1], rest), others=["Ah 2d", "As Qc"], stock="8s 8h")
        deal.apply(f"contract {LAID[1]}")
        assert all(str(action).startswith("discard") for action in deal.legal_actions())
        deal.apply(deal.legal_actions()[0])
        assert not deal.over


def test_shanghai_20_ten_deals_and_the_lowest_wins() -> None:
    game = rl.Game(SHANGHAI.replace(max_recycles=0), players=3, seed=5)
    for number in range(1, 11):
        assert not game.over and game.deal_number == number
        play_out(game.deal)
        if number < 10:
            game.next_deal()
    assert game.over
    least = min(game.totals.values())
    assert list(game.winners) == [name for name, total in game.totals.items() if total == least]


def test_shanghai_20_ties_win_jointly() -> None:
    rules = rl.variant("shanghai", deals=1, contracts=["S3 S3"], buys=3)
    names = ["Ana", "Bo", "Cy"]
    first = rl.Game(rules, players=names, seed=2)
    play_out(first.deal)
    ends = {"Ana": 70, "Bo": 71, "Cy": 70}
    game = rl.Game(rules, players=names, seed=2,
                   totals={name: ends[name] - first.totals[name] for name in names})  # fmt: skip
    play_out(game.deal)
    assert dict(game.totals) == ends and sorted(game.winners) == ["Ana", "Cy"]


def test_shanghai_21_the_card_just_taken() -> None:
    deal = met("7c 2h", phase="draw", discards="Kc 10h")
    deal.apply("take")
    reason = is_illegal(deal, "discard 10h", "just_taken", "shanghai-21")
    assert reason.standing == "inferred"
    is_legal(deal, "discard 2h")
    house = met("7c 2h", SHANGHAI.replace(redraw_discard_ban=False), phase="draw", discards="10h")
    house.apply("take")
    is_legal(house, "discard 10h")


def test_shanghai_21_an_equal_card_held_before_lifts_it() -> None:
    deal = met("10h 2h", phase="draw", discards="Kc 10h")
    deal.apply("take")
    is_legal(deal, "discard 10h")


def test_shanghai_21_a_bought_card_is_not_taken_in_the_own_turn() -> None:
    deal = offer()
    for action in ("pass", "buy", "draw", "discard Ah", "take"):
        deal.apply(action)
    assert deal.turn == 2
    is_legal(deal, "discard 3h")
    is_illegal(deal, "discard Ah", "just_taken", "shanghai-21")


def test_shanghai_22_a_contract_that_leaves_only_the_card_just_taken() -> None:
    deal = at(6, hand_of(LAID[6], ""), phase="draw", discards="Kc 10h")
    deal.apply("take")
    reason = is_illegal(deal, f"contract {LAID[6]}", "turn_cannot_end", "shanghai-22")
    assert reason.standing == "inferred"
    drawn = at(6, hand_of(LAID[6], ""), phase="draw", stock="8s Jh", discards="Kc 10h")
    for action in ("pass", "pass", "pass", "draw"):
        drawn.apply(action)
    is_legal(drawn, f"contract {LAID[6]}")


def test_shanghai_22_a_lay_off_that_leaves_only_the_card_just_taken() -> None:
    deal = met("7c", phase="draw", discards="Kc 10h")
    deal.apply("take")
    is_illegal(deal, "lay 7c on 1", "turn_cannot_end", "shanghai-22")
    is_legal(deal, "discard 7c")
