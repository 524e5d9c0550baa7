"""The cases K16 to K35 and K39, each named after its clause and its id, and what is near."""

from __future__ import annotations

from collections import Counter

import pytest
from tables import cites, is_illegal, is_legal, points, table, texts

import rummy_lab as rl

THIRTEEN = rl.variant("three-thirteen")
CONTRACT = rl.variant("contract")
CLASSIC = rl.variant("contract-classic")
SHANGHAI = rl.variant("shanghai")
FIVE = rl.variant("five-crowns")


def left(hand: str, deal: int, rules: rl.Rules = THIRTEEN) -> float:
    """What a hand costs its player when another one, of three, has gone out."""
    return points([hand, "", ""], 1, rules, deal=deal)[0]


def three(rules: rl.Rules, hand: str, **known: object) -> rl.Deal:
    """Seat 0 of three has drawn; the others hold cards nobody cares about."""
    usual = {"stock": "8s 8h 10c", "discards": "10h", **known}
    return table(rules, [hand, "Ah 2d", "Ac Qh"], **usual)  # type: ignore[arg-type]


# K16 to K21: Three Thirteen


def test_3_13_7_k16_either_the_run_or_the_set() -> None:
    arranged = rl.arrange("5s 6s 7s 6h 6d", THIRTEEN, deal=2)
    assert arranged.points == 12 == left("5s 6s 7s 6h 6d", 2)
    assert texts(arranged.deadwood) in ("6h 6d", "5s 7s")


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [("5s 6s 7s 6h 6d 6c", 0), ("5s 6s 7s 8s 6h 6d", 12), ("5s 6s 7s 6h 6d 8s 6c", 0),
     ("5s 6s 7s 5h 5d 6h 6d", 7), ("5s 6s 7s 5h 5d 6h 6d 7h 7d", 0)],
)  # fmt: skip
def test_3_13_7_k16_more_ways_than_one(hand: str, wanted: int) -> None:
    assert left(hand, 2) == wanted


def test_3_13_6_k17_with_fives_wild() -> None:
    arranged = rl.arrange("5s 6s 7s 6h 6d", THIRTEEN, deal=3)
    assert arranged.points == 7 == left("5s 6s 7s 6h 6d", 3)
    assert texts(arranged.deadwood) == "7s"
    (meld,) = arranged.melds
    assert meld.kind == "set" and sorted(map(str, meld.cards)) == ["5s", "6d", "6h", "6s"]


@pytest.mark.parametrize(
    ("deal", "wanted"), [(1, 12), (2, 12), (3, 7), (4, 0), (5, 5), (6, 12), (11, 12)]
)
def test_3_13_6_k17_the_same_cards_in_every_deal(deal: int, wanted: int) -> None:
    """Sixes wild: 5s 6s 7s 8s 9s; sevens wild: the seven goes with the sixes."""
    assert left("5s 6s 7s 6h 6d", deal) == wanted


def test_3_13_6_k18_threes_wild() -> None:
    for cards in ("3s 3h 3d", "3s 3d 9h"):
        assert rl.check_meld(cards, THIRTEEN, deal=1)
        assert left(cards, 1) == 0
    assert not rl.check_meld("3s Kd 9h", THIRTEEN, deal=1)
    assert left("3s Kd 9h", 1) == 22


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [("3s Kd Qd", 0), ("3s Kd Jd", 0), ("3s Kd 10d", 23), ("3s Kd Kh", 0), ("3s Ad 2d", 0),
     ("3s Ad 9h", 13), ("3s 3h 9h", 0), ("3s 4s 5s", 0), ("3s Kd Ad", 14)],
)  # fmt: skip
def test_3_13_6_k18_one_wild_and_two_cards(hand: str, wanted: int) -> None:
    assert left(hand, 1) == wanted


def test_3_13_10_k19_out_with_the_card_left_over() -> None:
    deal = table(THIRTEEN, ["4s 5s 6s", "2c Ks 4d"], stock="2d 8d", phase="draw")
    deal.apply("draw")
    is_legal(deal, "out 8d")
    for card in ("4s", "5s", "6s"):
        is_illegal(deal, f"out {card}", "not_all_melded", "3-13-10")
    deal.apply("out 8d")
    assert deal.out == 0 and not deal.over


def test_3_13_11_k20_seats_1_and_2_then_over() -> None:
    deal = table(THIRTEEN, ["4s 5s 6s 8d", "2c Ks 4d", "2s Kh 4c"], stock="Ac Ad 2h Jd 9d")
    deal.apply("out 8d")
    seats = []
    while not deal.over:
        seats.append(deal.turn)
        deal.apply("draw")
        deal.apply(f"discard {deal.hands[deal.turn][0]}")
    assert seats == [1, 2]
    with pytest.raises(rl.IllegalAction):
        deal.apply("draw")


@pytest.mark.parametrize(
    ("options", "wanted"),
    [({}, 13), ({"ace": "high_or_low"}, 27), ({"court_points": "11-12-13"}, 15),
     ({"ace": "high_or_low", "court_points": "11-12-13"}, 29), ({"ace": "high"}, 22)],
)  # fmt: skip
def test_3_13_12_k21_ace_two_queen(options: dict[str, str], wanted: int) -> None:
    assert left("Ad 2s Qh", 1, THIRTEEN.replace(**options)) == wanted
    assert left("As 2s Qh", 1, THIRTEEN.replace(**options)) == wanted


# K22 to K29: Contract Rummy


def test_contract_11_classic_2_k22_a_run_of_three() -> None:
    laid, hand = "7s 7h 7d | 4c 5c 6c", "7s 7h 7d 4c 5c 6c 2h 9c"
    is_legal(three(CONTRACT, hand, deal=2), f"contract {laid}")
    is_illegal(three(CLASSIC, hand, deal=2), f"contract {laid}", "run_too_short", "classic-2")
    four = three(CLASSIC, f"{hand} 7c", deal=2)
    is_legal(four, f"contract {laid} 7c")


@pytest.mark.parametrize("cards", ["6c 6c 6s", "6c 6c 6h", "6s 6s 6h 6d", "6c 6s 6s 6c"])
def test_contract_10_classic_3_k23_a_suit_twice(cards: str) -> None:
    assert rl.check_meld(cards, CLASSIC, players=5).kind == "set"
    cites(rl.check_meld(cards, CONTRACT, players=5), "suit_twice", "contract-10")


def test_contract_10_classic_3_k23_in_a_contract() -> None:
    hands = ["6c 6c 6s Ks Kh Kd 2h 9c", "Ah 2d", "Ac Qh", "As Qs", "Jh Jd"]
    for rules, good in ((CLASSIC, True), (CONTRACT, False)):
        deal = table(rules, hands, stock="8s 8h 10c", discards="10h", deal=1)
        assert bool(deal.check("contract 6c 6c 6s | Ks Kh Kd")) == good


@pytest.mark.parametrize(
    ("declared", "good"), [("Jh", False), ("Js", False), ("Jd", True), ("Jc", True), ("Qd", False)]
)
def test_contract_10_k24_a_joker_is_of_the_suit_declared(declared: str, good: bool) -> None:
    verdict = rl.check_meld(f"Jh Js JK={declared}", CONTRACT, deal=1)
    assert bool(verdict) == good
    if declared in ("Jh", "Js"):
        cites(verdict, "suit_twice", "contract-10")
    deal = three(CONTRACT, "Jh Js JK Ks Kd Kc 2h 9c", deal=1)
    assert bool(deal.check(f"contract Jh Js JK={declared} | Ks Kd Kc")) == good


def test_contract_6_classic_4_k25_two_runs_of_one_suit() -> None:
    laid, hand = "3s 4s 5s 6s | 8s 9s 10s Js", "3s 4s 5s 6s 8s 9s 10s Js 2h 9c"
    usual = {"deal": 3, "stock": "8h 10c"}
    is_illegal(three(CONTRACT, hand, **usual), f"contract {laid}", "contract_runs_suit",
               "contract-6")  # fmt: skip
    is_legal(three(CLASSIC, hand, **usual), f"contract {laid}")
    for rules in (CONTRACT, CLASSIC):
        other = laid.replace("3s 4s 5s 6s", "3d 4d 5d 6d")
        deal = three(rules, other.replace(" |", "") + " 2h 9c", **usual)
        is_legal(deal, f"contract {other}")


def test_contract_15_k26_a_swap_in_a_run() -> None:
    deal = three(CONTRACT, "6h 2h 9c", deal=2,
                 melds=[(0, "7s 7c 7d"), (0, "4c 5c 6c"), (1, "4h 5h JK=6h 7h")])  # fmt: skip
    is_legal(deal, "swap 6h on 3")
    deal.apply("swap 6h on 3")
    assert str(deal.melds[2].meld) == "4h 5h 6h 7h" and texts(deal.duties) == "JK"
    is_illegal(deal, "discard 2h", "joker_duty", "contract-15")
    deal.apply("lay JK=3c on 2")
    is_legal(deal, "discard 2h")


def test_contract_8_contract_17_k27_a_deep_draw() -> None:
    deal = three(CONTRACT, "2h 9c", deal=2, phase="draw", discards="10h 8d Jc 3h",
                 melds=[(0, "Ks Kh Kd"), (0, "4c 5c 6c"), (1, "5d 6d 7d")])  # fmt: skip
    deal.apply("take 8d")
    assert Counter(map(str, deal.hands[0])) == Counter(["2h", "9c", "8d", "Jc", "3h"])
    is_illegal(deal, "discard Jc", "duty_open", "contract-8")
    deal.apply("lay 8d on 3")
    for card in ("Jc", "3h"):
        is_legal(deal, f"discard {card}")


def test_contract_13_k28_a_lay_off_before_the_contract() -> None:
    deal = three(CONTRACT, "7c 2h 9c 4h 5h", deal=2, melds=[(1, "7s 7h 7d"), (1, "4c 5c 6c")])
    is_illegal(deal, "lay 7c on 1", "contract_before_lay_off", "contract-13")


@pytest.mark.parametrize(
    ("variant", "clause", "wanted"),
    [("contract", "contract-19", 34), ("contract-classic", "contract-19", 34),
     ("shanghai", "shanghai-17", 55)],
)  # fmt: skip
def test_contract_19_shanghai_17_k29_leftovers(variant: str, clause: str, wanted: int) -> None:
    hand = "2s 7d 10c Ah"
    assert points([hand, "", "Ks"], 1, variant, deal=1) == [wanted, 0, 10]
    position = rl.FinalPosition(hands={"Ana": hand, "Bo": "", "Cy": "Ks"}, out="Bo", deal=1)
    assert {line.clause for line in rl.score(position, rl.variant(variant)).lines} == {clause}


# K30 to K35 and K39


@pytest.mark.parametrize(
    ("deal", "used", "good"), [(3, 3, False), (3, 2, True), (9, 3, True), (9, 4, False),
                               (8, 3, False), (10, 3, True)],
)  # fmt: skip
def test_shanghai_10_k30_the_fourth_buy(deal: int, used: int, good: bool) -> None:
    hands = ["9d 10d", "Ah 2d", "As Qc", "3c Kd"]
    offered = table(SHANGHAI, hands, deal=deal, turn=2, active=1, phase="buy", stock="8s 8h 10c",
                    buys_used=[0, 0, used, 0], discards="10h 3h")  # fmt: skip
    if good:
        is_legal(offered, "buy")
    else:
        is_illegal(offered, "buy", "buy_limit", "shanghai-10")


@pytest.mark.parametrize(
    ("second", "good"), [("7s 8s 9s 10s", False), ("8s 9s 10s Js", True), ("10s Js Qs Ks", True),
                         ("6s 7s 8s 9s", False)],
)  # fmt: skip
def test_shanghai_7_k31_runs_that_touch(second: str, good: bool) -> None:
    laid = f"3s 4s 5s 6s | {second}"
    deal = three(SHANGHAI, laid.replace(" |", "") + " 2h 9c", deal=3, stock="8h 10c")
    if good:
        is_legal(deal, f"contract {laid}")
    else:
        is_illegal(deal, f"contract {laid}", "contract_runs_touch", "shanghai-7")


@pytest.mark.parametrize(
    ("cards", "good"),
    [("4s 5s JK=6s JK=7s", False), ("4s 5s JK=6s JK=7s 8s", True), ("9s JK JK", False),
     ("4s JK=5s JK=6s 7s", False), ("4s JK=5s 6s JK=7s 8s 9s", True), ("9s 9h 9d JK JK", False),
     ("9s 9h JK", True)],
)  # fmt: skip
def test_shanghai_11_k32_two_jokers_in_a_meld(cards: str, good: bool) -> None:
    verdict = rl.check_meld(cards, SHANGHAI, players=5)
    assert bool(verdict) == good
    if not good:
        cites(verdict, "too_many_wilds", "shanghai-11")


@pytest.mark.parametrize("players", range(3, 9))
def test_shanghai_2_k33_how_many_cards(players: int) -> None:
    assert len(SHANGHAI.at(players=players).pack) == (105 if players <= 4 else 158)


@pytest.mark.parametrize(("joker", "wanted"), [(False, -50), (True, -25)])
def test_shanghai_19_k34_blind(joker: bool, wanted: int) -> None:
    known = {"whole_hand": True, "joker_used": joker, "deal": 6}
    assert points(["", "Ks", "5c"], 0, "shanghai", **known) == [wanted, 10, 5]


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [("JK Qh", 62), ("5h Qd", 32), ("JK 5h Qh", 0), ("JK 5h", 70), ("JK JK", 100)],
)
def test_3_13_r2_k35_jokers_and_wilds_left(hand: str, wanted: int) -> None:
    assert left(hand, 3, FIVE) == wanted


@pytest.mark.parametrize("buys", range(4))
def test_shanghai_12_shanghai_15_k39_not_blind_in_deal_1(buys: int) -> None:
    """Six cards are laid, lay-offs wait a turn, one is discarded: 12 + 2 × buys never come to 0."""
    rest = ["9s", "10d", "Jc", "4h", "6d", "Qs", "8c", "3d", "5h", "2s", "9c", "4d"][: 6 + 2 * buys]
    deal = three(SHANGHAI, "7s 7h 7d Ks Kh Kd " + " ".join(rest), deal=1)
    assert len(deal.hands[0]) == 12 + 2 * buys
    deal.apply("contract 7s 7h 7d | Ks Kh Kd")
    assert {str(action).split()[0] for action in deal.legal_actions()} == {"discard"}
    deal.apply(deal.legal_actions()[0])
    assert not deal.over and len(deal.hands[0]) == 5 + 2 * buys
