"""The options that Remi's document names, one by one."""

from __future__ import annotations

import re
import sys

import pytest
from tables import ACES, cites, is_illegal, is_legal, no_meld, play_out, points, rules_of, table

import rummy_lab as rl

REMI = rl.variant("remi")
OPTIONS = {
    "remi-o1": {"melds_per_turn": None},
    "remi-o2": {"rummy_bonus": "double"},
    "remi-o3": {"lay_off": "own_meld_first"},
    "remi-o4": {"go_out_discard": "required"},
    "remi-o5": {"ace": "high"},
    "remi-o6": {"ace": "high_or_low"},
    "remi-o7": {"ace": "round_the_corner"},
    "remi-o8": {"stock_out": "end"},
    "remi-o9": {"scoring": "penalty", "target": -100, "ties": "extra_deals"},
    "remi-o10": {"deals": 10, "target": None},
}


def kind(cards: str, rules: str | rl.Rules = REMI) -> str | None:
    return rl.check_meld(cards, rules_of(rules)).kind


# the page and the variant file say the same


def test_remi_named_options_and_what_they_set() -> None:
    assert set(REMI.named) == {*OPTIONS, "remi-o11"}
    for name, sets in OPTIONS.items():
        changed = rl.variant("remi", use=[name])
        assert {key: changed[key] for key in changed.changed} == sets, name


def test_remi_named_options_standing() -> None:
    standing = {name: named.standing for name, named in REMI.named.items()}
    assert standing == {
        name: "resolved" if name in ("remi-o3", "remi-o9") else "stated" for name in standing
    }
    for name in ("remi-o3", "remi-o6", "remi-o7", "remi-o9", "remi-o10"):
        assert REMI.named[name].note, name


def test_remi_every_option_has_its_test() -> None:
    here = [name for name in vars(sys.modules[__name__]) if name.startswith("test_")]
    for name in {*OPTIONS, "remi-o11"}:
        start = f"test_{name.replace('-', '_')}_"
        assert any(test.startswith(start) for test in here), name


# one by one


def test_remi_o1_any_number_of_new_melds() -> None:
    free = rl.variant("remi", use=["remi-o1"])
    deal = table(free, ["7s 7h 7d 2s 3h 4c 9c 10s Jd Kd", "2c Ks"])
    for action in ("meld 7s 7h 7d", "meld 2s 3h 4c", "meld 9c 10s Jd"):
        is_legal(deal, action)
        deal.apply(action)


def test_remi_o2_double_for_going_rummy() -> None:
    rules = rl.variant("remi", use=["remi-o2"])
    assert points(["", "Ks 2c"], 0, rules, whole_hand=True) == [24, 0]
    assert points(["", "Ks 2c"], 0, rules, whole_hand=False) == [12, 0]
    position = rl.FinalPosition(hands={"Ana": "", "Bo": "Ks 2c"}, out="Ana", whole_hand=True)
    assert "remi-o2" in {line.clause for line in rl.score(position, rules).lines}


@pytest.mark.parametrize("bonus", [10, 25])
def test_remi_o2_or_ten_points_or_more(bonus: int) -> None:
    rules = rl.variant("remi", rummy_bonus=bonus)
    assert points(["", "Ks 2c"], 0, rules, whole_hand=True) == [12 + bonus, 0]
    assert points(["", "Ks 2c"], 0, rules) == [12, 0]
    position = rl.FinalPosition(hands={"Ana": "", "Bo": "Ks 2c"}, out="Ana", whole_hand=True)
    assert "remi-o2" in {line.clause for line in rl.score(position, rules).lines}


def test_remi_o2_without_it_going_rummy_is_worth_nothing_more() -> None:
    assert points(["", "Ks 2c"], 0, "remi", whole_hand=True) == [12, 0]


def test_remi_o3_no_lay_off_on_others_melds_first() -> None:
    rules = rl.variant("remi", use=["remi-o3"])
    deal = table(rules, ["7h Jd Kd 3s", "2c Ks"], melds=[(1, "8s 9h 10d")])
    is_illegal(deal, "lay 7h on 1", "own_meld_first", "remi-o3")
    own = table(rules, ["7h Jd Kd 3s", "2c Ks"], melds=[(1, "8s 9h 10d"), (0, "3h 3d 3c")])
    is_legal(own, "lay 7h on 1")
    is_legal(own, "lay 3s on 2")


def test_remi_o4_the_last_card_must_be_discarded() -> None:
    rules = rl.variant("remi", use=["remi-o4"])
    is_illegal(table(rules, ["7s 7h 7d", "2c Ks"]), "meld 7s 7h 7d", "discard_to_go_out", "remi-o4")
    laid = table(rules, ["7h Jd", "2c Ks"], melds=[(1, "8s 9h 10d")])
    is_illegal(laid, "lay 7h Jd on 1", "discard_to_go_out", "remi-o4")
    is_legal(laid, "lay 7h on 1")
    laid.apply("lay 7h on 1")
    is_illegal(laid, "lay Jd on 1", "discard_to_go_out", "remi-o4")
    laid.apply("discard Jd")
    assert laid.over and laid.state.out == 0


def test_remi_o5_ace_high() -> None:
    rules = rl.variant("remi", use=["remi-o5"])
    assert kind("Qs Kh Ad", rules) == "run"
    no_meld("As 2h 3d", rules, "ace_not_low", "remi-o5")
    no_meld("Kd As 2h", rules, "around_the_corner", "remi-o5")
    assert points(["", "Ah"], 0, rules) == [10, 0]


def test_remi_o6_ace_high_or_low() -> None:
    rules = rl.variant("remi", use=["remi-o6"])
    assert kind("Qs Kh Ad", rules) == kind("As 2h 3d", rules) == "run"
    no_meld("Kd As 2h", rules, "around_the_corner", "remi-o6")
    assert points(["", "Ah"], 0, rules) == [15, 0]


ALL_RANKS = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"


def test_remi_o6_an_ace_at_each_end() -> None:
    rules = rl.variant("remi", use=["remi-o6"])
    assert kind(ALL_RANKS + " Ah", rules) == "run"
    assert kind(ALL_RANKS, rules) == "run"
    for short in ("As 2s 3s Ah", "Qs Ks As Ah", ALL_RANKS.replace(" 7s", "") + " Ah"):
        assert kind(short, rules) is None, short
    for twice in (ALL_RANKS + " Ah Ad", ALL_RANKS + " 2h"):
        assert kind(twice, rules) is None, twice
    deal = table(rules, ["Ah 2h", "3c Kd"], melds=[(1, ALL_RANKS)])
    is_legal(deal, "lay Ah on 1")


def test_remi_o7_round_the_corner() -> None:
    rules = rl.variant("remi", use=["remi-o7"])
    for cards in ("Ks Ah 2d", "Qs Kh Ad", "As 2h 3d", "Js Qs Ks As 2s 3s 4s"):
        assert kind(cards, rules) == "run", cards
    assert points(["", "Ah"], 0, rules) == [15, 0]


def test_remi_o7_thirteen_cards_at_most() -> None:
    rules = rl.variant("remi", use=["remi-o7"])
    assert kind("5s 6s 7s 8s 9s 10s Js Qs Ks As 2s 3s 4s", rules) == "run"
    cites(rl.check_meld(ALL_RANKS + " Ah", rules), "run_too_long", "remi-o7")
    deal = table(rules, ["Ah 2h", "3c Kd"], melds=[(1, ALL_RANKS)])
    assert not deal.check("lay Ah on 1")


def test_remi_o8_is_block_rummy() -> None:
    rules = rl.variant("remi", use=["remi-o8"])
    deal = table(rules, ["7h", "10s 2s", "Ks Qs 5s"], stock="", discards="9c", phase="draw")
    deal.apply("pass")
    assert deal.over
    assert deal.score().totals == {"Ana": 37, "Bo": 0, "Cy": 0}


def test_remi_o9_each_player_loses_the_points_left_in_hand() -> None:
    rules = rl.variant("remi", use=["remi-o9"])
    assert rules.winner == "highest"
    assert points(["", "Ks 7h Ad", "9c 9d"], 0, rules) == [0, -18, -18]
    assert points(["3c", "Ks 7h Ad", "9c 9d"], None, rules) == [-3, -18, -18]
    assert points(["", "Ah"], 0, rules.replace(ace="high_or_low")) == [0, -15]


def test_remi_o9_a_tie_plays_more_deals_until_it_is_broken() -> None:
    rules = rl.variant("remi", use=["remi-o9"])
    game = rl.Game(rules, players=["Ana", "Bo", "Cy"], seed=1,
                   totals={"Ana": -40, "Bo": -100, "Cy": -40})  # fmt: skip
    deals = 0
    while not game.over:
        assert len(game.deal.hands) == 3
        play_out(game.deal)
        deals += 1
        best = max(game.totals.values())
        tied = [name for name, total in game.totals.items() if total == best]
        assert game.over == (len(tied) == 1)
        if not game.over:
            game.next_deal()
    assert deals >= 1 and len(game.winners) == 1


def test_remi_o10_a_fixed_number_of_deals() -> None:
    rules = rl.variant("remi", deals=3, target=None)
    game = rl.Game(rules, players=2, seed=2)
    for number in (1, 2, 3):
        assert game.deal_number == number and not game.over
        play_out(game.deal)
        if number < 3:
            game.next_deal()
    assert game.over
    best = max(game.totals.values())
    assert list(game.winners) == [name for name, total in game.totals.items() if total == best]


def test_remi_o10_equal_totals_win_jointly() -> None:
    """Found by search: the first seed whose single deal, played to the block, ends level."""
    rules = rl.variant("remi", deals=1, target=None)
    game = rl.Game(rules, players=["Ana", "Bo", "Cy"], seed=2, totals={"Ana": 0, "Bo": 0, "Cy": 0})
    play_out(game.deal)
    won = game.deal.score().totals
    behind = {name: max(won.values()) - points for name, points in won.items()}
    level = rl.Game(rules, players=["Ana", "Bo", "Cy"], seed=2, totals=behind)
    play_out(level.deal)
    assert level.over and sorted(level.winners) == ["Ana", "Bo", "Cy"]


@pytest.mark.parametrize("target", [50, 100, 500])
def test_remi_o11_another_target(target: int) -> None:
    rules = rl.variant("remi", target=target)
    for total, over in ((target - 1, False), (target, True)):
        game = rl.Game(rules, players=["Ana", "Bo"], seed=1, totals={"Ana": total, "Bo": 3})
        assert game.over == over


def test_remi_o11_has_no_value_of_its_own() -> None:
    with pytest.raises(rl.RulesError, match="target=N"):
        rl.variant("remi", use=["remi-o11"])


def test_remi_options_can_be_combined() -> None:
    every = rl.variant("remi", use=["remi-o1", "remi-o2", "remi-o3", "remi-o4", "remi-o6"])
    assert set(every.changed) == {"melds_per_turn", "rummy_bonus", "lay_off", "go_out_discard",
                                  "ace"}  # fmt: skip
    with pytest.raises(rl.RulesError):
        rl.variant("remi", use=["remi-o5", "remi-o6"])


@pytest.mark.parametrize("ace", ACES)
def test_remi_options_cited_by_a_changed_ace(ace: str) -> None:
    clause = {"low": "remi-9", "high": "remi-o5", "high_or_low": "remi-o6",
              "round_the_corner": "remi-o7"}[ace]  # fmt: skip
    verdict = rl.check_meld("Ks As 3s", rl.variant("remi", ace=ace))
    assert not verdict
    wrong = {"low": "Qs Ks As", "high": "As 2s 3s", "high_or_low": "Ks As 2s",
             "round_the_corner": ALL_RANKS + " Ah"}[ace]  # fmt: skip
    assert clause in rl.check_meld(wrong, rl.variant("remi", ace=ace)).clauses


def test_remi_a_rule_of_the_house_is_cited_as_one() -> None:
    house = rl.variant("remi", lay_off="never")
    deal = table(house, ["7h Jd Kd", "2c Ks"], melds=[(1, "8s 9h 10d")])
    reason = is_illegal(deal, "lay 7h on 1", "lay_off_never", "house:lay_off")
    assert reason.standing == "house"
    assert re.fullmatch(r"house:\w+", reason.clause)
