"""Remi, clause by clause: the end of turns, deals and games, scores."""

from __future__ import annotations

from typing import Any

import pytest
from tables import is_illegal, is_legal, play_out, points, table, texts

import rummy_lab as rl

REMI = rl.variant("remi")

# remi-13 to remi-19


@pytest.mark.parametrize(
    ("hand", "action"),
    [("7s 7h 7d", "meld 7s 7h 7d"), ("7h", "lay 7h on 1"), ("7h Jd", "lay 7h Jd on 1"),
     ("2h", "discard 2h")],
)  # fmt: skip
def test_remi_13_going_out_by_meld_lay_off_or_discard(hand: str, action: str) -> None:
    deal = table("remi", [hand, "2c Ks", "3c"], melds=[(1, "8s 9h 10d")])
    deal.apply(action)
    assert deal.over and deal.phase == "over"
    assert deal.state.out == 0
    assert deal.legal_actions() == [] or not deal.legal_actions()
    for nothing in ("draw", "take", "discard 2c", "pass", "lay 2c on 1"):
        is_illegal(deal, nothing, "deal_over", "remi-13")
    assert texts(deal.hands[1]) == "Ks 2c" and texts(deal.hands[2]) == "3c"


def test_remi_14_the_card_just_taken_may_not_be_discarded() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], discards="Qd Jd", phase="draw")
    deal.apply("take")
    reason = is_illegal(deal, "discard Jd", "just_taken", "remi-14")
    assert texts(reason.cards) == "Jd"
    is_legal(deal, "discard 7s")


def test_remi_14_next_turn_it_may_go() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], discards="Qd Jd", phase="draw")
    for action in ("take", "discard 7s", "draw", "discard 2c", "draw", "discard Jd"):
        deal.apply(action)
    assert texts(deal.discards)[-2:] == "Jd"


def test_remi_14_one_card_only() -> None:
    deal = table("remi", ["7s 8h 9d", "2c Ks"])
    deal.apply("discard 7s")
    assert deal.turn == 1
    assert not deal.check("discard 8h")


def test_remi_14_the_taken_card_may_be_melded_or_laid_off() -> None:
    deal = table("remi", ["Jh Js 8h Kd", "2c Ks"], discards="Qd Jd", phase="draw",
                 melds=[(1, "8s 9h 10d")])  # fmt: skip
    deal.apply("take")
    is_legal(deal, "meld Jh Js Jd")
    is_legal(deal, "lay Jd on 1")


def test_remi_15_the_others_cards() -> None:
    assert points(["", "Ks 2c", "3c", "10h Ad"], 0, "remi") == [26, 0, 0, 0]
    assert points(["Ks 2c", "3c", ""], 2, "remi") == [0, 0, 15]
    deal = table("remi", ["2h", "2c Ks", "3c"])
    deal.apply("discard 2h")
    assert deal.score().totals == {"Ana": 15, "Bo": 0, "Cy": 0}


def test_remi_15_one_line_for_each_hand_left() -> None:
    deal = table("remi", ["2h", "2c Ks", "3c"])
    deal.apply("discard 2h")
    lines = [line for line in deal.score().lines if line.clause == "remi-15"]
    found = [(texts(sorted(line.cards)), line.points) for line in lines]
    assert found == [("Ks 2c", 12), ("3c", 3)]
    assert {line.seat for line in lines} == {"Ana"}
    assert {line.standing for line in lines} == {"stated"}


@pytest.mark.parametrize(
    ("card", "cost"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9),
     ("10", 10), ("J", 10), ("Q", 10), ("K", 10)],
)  # fmt: skip
def test_remi_16_what_a_card_costs(card: str, cost: int) -> None:
    for suit in "shdc":
        assert points(["", card + suit], 0, "remi") == [cost, 0]


@pytest.mark.parametrize(
    ("totals", "over"),
    [((199, 0, 0), False), ((200, 0, 0), True), ((150, 231, 0), True), ((199, 199, 199), False)],
)
def test_remi_17_the_first_to_200_wins(totals: tuple[int, ...], over: bool) -> None:
    game = rl.Game(REMI, players=["Ana", "Bo", "Cy"], seed=1,
                   totals=dict(zip(["Ana", "Bo", "Cy"], totals, strict=True)))  # fmt: skip
    assert game.over == over
    if over:
        assert list(game.winners) == [max(game.totals, key=lambda name: game.totals[name])]


def test_remi_17_totals_add_up_from_deal_to_deal() -> None:
    game = rl.Game(REMI, players=["Ana", "Bo"], seed=4)
    sums: dict[str, Any] = {"Ana": 0, "Bo": 0}
    while not game.over:
        play_out(game.deal)
        for name, won in game.deal.score().totals.items():
            sums[name] += won
        assert dict(game.totals) == sums
        assert game.over == (max(sums.values()) >= 200)
        if not game.over:
            game.next_deal()
    assert list(game.winners) == [max(sums, key=lambda name: sums[name])]


def test_remi_18_the_pile_is_turned_ten_times_at_most() -> None:
    assert REMI.max_recycles == 10
    last = table("remi", ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d", phase="draw",
                 recycles=9)  # fmt: skip
    last.apply("pass")
    assert not last.over and last.state.recycles == 10
    ended = table("remi", ["7s 8h", "2c 10s"], stock="", discards="2d 3d 4d", phase="draw",
                  recycles=10)  # fmt: skip
    is_legal(ended, "take")
    ended.apply("pass")
    assert ended.over and ended.state.out is None
    assert ended.score().totals == {"Ana": 0, "Bo": 15}
    assert "remi-18" in {line.clause for line in ended.score().lines}


def test_remi_18_a_pile_of_the_refused_card_alone_gives_no_draw() -> None:
    deal = table("remi", ["7s 8h", "2c 10s"], stock="", discards="2d", phase="draw")
    assert sorted(map(str, deal.legal_actions())) == ["pass", "take"]
    deal.apply("pass")
    assert deal.over and deal.state.out is None
    assert deal.score().totals == {"Ana": 0, "Bo": 15}


def test_remi_18_another_limit() -> None:
    rules = rl.variant("remi", max_recycles=0)
    deal = table(rules, ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d", phase="draw")
    deal.apply("pass")
    assert deal.over


def test_remi_18_a_deal_of_nothing_but_draws_and_discards_ends() -> None:
    deal = rl.Deal(REMI, players=2, seed=9)
    actions = 0
    while not deal.over:
        if deal.phase == "draw":
            deal.apply("draw" if deal.stock else "pass")
        else:
            deal.apply(f"discard {deal.hands[deal.turn][0]}")
        actions += 1
    assert deal.state.recycles == 10 and deal.state.out is None
    assert actions > 2 * 300


def test_remi_19_a_play_after_which_the_turn_could_not_end() -> None:
    deal = table("remi", ["7s 7h 7d", "2c Ks"], discards="5d 2d", phase="draw")
    deal.apply("take")
    reason = is_illegal(deal, "meld 7s 7h 7d", "turn_cannot_end", "remi-19")
    assert "2♦" in reason.message
    assert "meld 7s 7h 7d" not in map(str, deal.legal_actions())
    with pytest.raises(rl.IllegalAction) as caught:
        deal.apply("meld 7s 7h 7d")
    assert [r.code for r in caught.value.reasons] == ["turn_cannot_end"]
