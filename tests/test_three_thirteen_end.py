"""Three Thirteen, clause by clause: scores, the end of deals and games; its options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from oracle import RANKS
from tables import is_illegal, is_legal, play_out, points, table, texts
from thirteen_tables import RULES, kind, left, none

import rummy_lab as rl

# scores


@pytest.mark.parametrize("rank", RANKS)
def test_3_13_12_what_a_card_costs(rank: str) -> None:
    wanted = min(RANKS.index(rank) + 1, 10)
    for number in (1, 8, 11):
        assert left(f"{rank}h", number) == wanted


def test_3_13_12_arranged_as_well_as_possible() -> None:
    assert left("4s 5s 6s 7s 7h", 1) == 7
    assert left("4s 5s 6s 7s 7h 7d", 1) == 0
    assert left("Js Qs Ks Kh Kd Kc", 1) == 0
    assert left("Js Qs Ks Kh Kd", 1) == 20
    assert left("9s 9h 4d", 2) == 0, "the four stands for a nine"
    assert left("9s 4h 4d", 2) == 0
    assert left("9s 8h 4d", 2) == 21


def test_3_13_12_a_wild_left_over_costs_its_rank() -> None:
    for number in range(1, 12):
        rank = RANKS[number + 1]
        assert left(f"{rank}s", number) == min(number + 2, 10)
        assert left(f"{rank}s {rank}h", number) == 2 * min(number + 2, 10)


def test_3_13_12_the_line_cites_the_clause() -> None:
    position = rl.FinalPosition(hands={"Ana": "Ad 2s Qh", "Bo": ""}, out="Bo", deal=1)
    sheet = rl.score(position, RULES)
    lines = [line for line in sheet.lines if line.seat == "Ana"]
    assert {line.clause for line in lines} == {"3-13-12"}
    assert sum(line.points for line in lines) == 13 == sheet.totals["Ana"]
    assert {line.standing for line in lines} == {"stated"}


def test_3_13_12_every_player_is_charged_the_one_who_is_out_nothing() -> None:
    assert points(["4s 5s 6s", "Kd 9h 2c", "7h 7d 7s"], 0, RULES, deal=1) == [0, 21, 0]
    assert points(["4s 5s 6s", "Kd 9h 2c", "7h 7d 8s"], None, RULES, deal=1) == [0, 21, 22]


def test_3_13_12_k21_the_case() -> None:
    assert left("Ad 2s Qh", 1) == 13


def one_deal(**more: Any) -> rl.Rules:
    return rl.variant("three-thirteen", deals=1, cards_dealt=3, **more)


def game_of_one(rules: rl.Rules, ends: Sequence[int]) -> rl.Game:
    """A game of one deal that comes to these totals."""
    names = ["Ana", "Bo", "Cy"][: len(ends)]
    first = rl.Game(rules, players=names, seed=6)
    play_out(first.deal)
    totals = {name: end - first.totals[name] for name, end in zip(names, ends, strict=True)}
    game = rl.Game(rules, players=names, seed=6, totals=totals)
    assert not game.over
    play_out(game.deal)
    assert dict(game.totals) == dict(zip(names, ends, strict=True))
    return game


def test_3_13_13_the_lowest_total_wins() -> None:
    game = game_of_one(one_deal(), [40, 31, 99])
    assert game.over and list(game.winners) == ["Bo"]


def test_3_13_13_ties_win_jointly() -> None:
    game = game_of_one(one_deal(), [31, 40, 31])
    assert game.over and sorted(game.winners) == ["Ana", "Cy"]


def test_3_13_13_only_after_the_eleventh_deal() -> None:
    game = rl.Game(RULES, players=2, seed=5)
    for number in range(1, 12):
        assert not game.over and game.deal_number == number
        play_out(game.deal)
        if number < 11:
            game.next_deal()
    assert game.over
    least = min(game.totals.values())
    assert list(game.winners) == [name for name, total in game.totals.items() if total == least]
    with pytest.raises(ValueError, match="over"):
        game.next_deal()


def test_3_13_14_the_card_just_taken_may_not_go_back() -> None:
    deal = table(RULES, ["4s 5s 6s", "2c Ks 4d"], stock="2d 7d", discards="9h 8d", phase="draw")
    deal.apply("take")
    reason = is_illegal(deal, "discard 8d", "just_taken", "3-13-14")
    assert reason.standing == "inferred"
    is_illegal(deal, "out 8d", "just_taken", "3-13-14")
    for card in ("4s", "5s", "6s"):
        is_legal(deal, f"discard {card}")
    for action in ("discard 4s", "draw", "discard 2c", "draw"):
        deal.apply(action)
    is_legal(deal, "discard 8d")


def test_3_13_14_an_equal_card_held_before_lifts_the_ban() -> None:
    deal = table(RULES, ["8d 5s 6s", "2c Ks 4d", "2s 9s Kd"], discards="9h 8d", phase="draw")
    deal.apply("take")
    is_legal(deal, "discard 8d")


def test_3_13_14_the_option_lifts_it() -> None:
    rules = RULES.replace(redraw_discard_ban=False)
    deal = table(rules, ["4s 5s 6s", "2c Ks 4d"], discards="9h 8d", phase="draw")
    deal.apply("take")
    is_legal(deal, "discard 8d")
    is_legal(deal, "out 8d")


def test_3_13_15_the_discards_but_the_upcard_are_shuffled() -> None:
    pile = "2d 3d 4d 6c 7c 8c 9c 10c"
    deal = table(RULES, ["7s 8h 9d", "2c Ks 4h"], stock="", discards=pile, phase="draw", seed=5)
    assert sorted(map(str, deal.legal_actions())) == ["draw", "take"]
    deal.apply("draw")
    assert texts(deal.discards) == "10c"
    (new,) = Counter(deal.hands[0]) - Counter(rl.cards("7s 8h 9d"))
    assert Counter([*deal.stock, new]) == Counter(rl.cards(pile)[:-1])
    assert deal.state.recycles == 1 and deal.events[-1].recycled == "shuffle"


def test_3_13_15_ten_times_and_then_everybody_is_charged() -> None:
    hands = ["7s 8h 9d", "2c Ks 4h"]
    last = table(RULES, hands, stock="", discards="2d 3d", phase="draw", recycles=9)
    last.apply("draw")
    assert not last.over and last.state.recycles == 10
    ended = table(RULES, hands, stock="", discards="2d 3d", phase="draw", recycles=10)
    is_illegal(ended, "draw", "stock_used_up", "3-13-15")
    is_legal(ended, "take")
    ended.apply("pass")
    assert ended.over and ended.out is None
    assert ended.score().totals == {"Ana": 24, "Bo": 16}


def test_3_13_15_no_card_can_be_drawn() -> None:
    deal = table(RULES, ["7s 8h 9d", "2c Ks 4h"], stock="", discards="2d", phase="draw")
    assert not deal.can("draw")
    is_legal(deal, "take")
    deal.apply("pass")
    assert deal.over and deal.out is None


def test_3_13_15_it_ends_in_last_turns_too_with_the_one_who_is_out() -> None:
    deal = table(RULES, ["4s 5s 6s 8d", "2c Ks 4h", "2s Kh 4c"], stock="", discards="2d",
                 recycles=10)  # fmt: skip
    deal.apply("out 8d")
    deal.apply("pass")
    while not deal.over:
        deal.apply(deal.legal_actions()[-1])
    assert deal.out == 0 and deal.score().totals["Ana"] == 0
    assert deal.score().totals["Bo"] == 16


def test_3_13_16_a_play_after_which_the_turn_could_not_end() -> None:
    """Only house rules that lay melds in any turn can come to that."""
    rules = RULES.replace(melding="any_turn", final_turns=0)
    deal = table(rules, ["7s 7h 7d 2d", "2c Ks 4d"], discards="5c", taken="2d", stock="Ac Ah")
    reason = is_illegal(deal, "meld 7s 7h 7d", "turn_cannot_end", "3-13-16")
    assert reason.standing == "inferred"


@pytest.mark.parametrize("number", [1, 5, 11])
def test_3_13_16_a_turn_can_always_end(number: int) -> None:
    deal = rl.Deal(RULES, players=3, seed=number, deal=number)
    for _ in range(12):
        deal.apply("take" if deal.can("take") else "draw")
        actions = [str(action) for action in deal.legal_actions()]
        assert len([a for a in actions if a.startswith("discard")]) >= number + 2 - 1
        deal.apply(next(a for a in actions if a.startswith("discard")))


# the options the document names


def test_3_13_o1_the_ace_is_high_or_low() -> None:
    rules = rl.variant("three-thirteen", use=["3-13-o1"])
    assert kind("Qs Ks As", 1, rules) == kind("As 2s 3s", 11, rules) == "run"
    assert kind("Qs Ks 3d=As", 1, rules) == "run"
    none("Ks As 2s", 1, "around_the_corner", "3-13-o1", rules)
    assert left("Ad", 1, rules) == 15
    assert left("Ad 2s Qh", 1, rules) == 27
    position = rl.FinalPosition(hands={"Ana": "Ad", "Bo": ""}, out="Bo", deal=1)
    cited = {c for li in rl.score(position, rules).lines for c in (li.clause, *li.clauses)}
    assert "3-13-o1" in cited


def test_3_13_o1_however_it_was_set() -> None:
    rules = RULES.replace(ace="high_or_low")
    assert rules == rl.variant("three-thirteen", use=["3-13-o1"])
    none("Ks As 2s", 1, "around_the_corner", "3-13-o1", rules)
    other = RULES.replace(ace="high")
    none("As 2s 3h=3s", 1, "ace_not_low", "house:ace", other)


def test_3_13_o2_the_courts_cost_more() -> None:
    rules = rl.variant("three-thirteen", use=["3-13-o2"])
    for rank, cost in zip("JQK", (11, 12, 13), strict=True):
        assert left(f"{rank}h", 1, rules) == cost
    assert left("10h", 1, rules) == 10
    assert left("Ad 2s Qh", 1, rules) == 15
    assert left("Kh", 11, rules) == 13, "a wild left over costs its own rank"
    position = rl.FinalPosition(hands={"Ana": "Kd 2s", "Bo": ""}, out="Bo", deal=1)
    cited = {c for li in rl.score(position, rules).lines for c in (li.clause, *li.clauses)}
    assert "3-13-o2" in cited


def test_3_13_o3_jokers_are_extra_wilds() -> None:
    with pytest.raises(rl.RulesError, match="jokers=N"):
        rl.variant("three-thirteen", use=["3-13-o3"])
    rules = rl.variant("three-thirteen", jokers=4)
    at = rules.at(players=4, deal=1)
    assert len(at.pack) == 108 and at.pack.count(rl.card("JK")) == 4
    assert kind("9s JK=9h 3d=9d", 1, rules) == "set"
    assert kind("9s JK=10s Js", 1, rules) == "run"
    assert left("JK", 1, rules) == 20
    assert left("JK Kd Kh", 1, rules) == 0
    assert left("JK JK 3h", 1, rules) == 0
    position = rl.FinalPosition(hands={"Ana": "JK", "Bo": ""}, out="Bo", deal=1)
    for line in rl.score(position, rules).lines:
        assert line.clause in ("3-13-o3", "3-13-12")


def test_3_13_o3_n_is_their_number_in_all() -> None:
    for jokers in (1, 2, 6):
        rules = rl.variant("three-thirteen", jokers=jokers)
        for players in (2, 3, 12):
            assert rules.at(players=players).pack.count(rl.card("JK")) == jokers
    with pytest.raises(ValueError, match="JK"):
        rl.check_meld("9s JK JK JK", rl.variant("three-thirteen", jokers=2), deal=1)
