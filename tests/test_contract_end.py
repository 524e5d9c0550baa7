"""Contract Rummy, clause by clause: the end of turns and deals, scores; the classic form."""

from __future__ import annotations

from collections import Counter

import pytest
from contract_tables import CLASSIC, CONTRACT, LAID, PILE, SEVENS, at, hand_of, kind, met, none
from oracle import RANKS
from tables import is_illegal, is_legal, play_out, points, table, texts

import rummy_lab as rl

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
    is_illegal(deal, "draw", "stock_used_up", "contract-20")
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
