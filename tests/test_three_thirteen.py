"""Three Thirteen, clause by clause and option by option."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from oracle import RANKS
from tables import cites, is_illegal, is_legal, play_out, points, table, texts

import rummy_lab as rl

RULES = rl.variant("three-thirteen")
STANDINGS = {
    "3-13-1": "stated", "3-13-2": "stated", "3-13-3": "stated", "3-13-4": "stated",
    "3-13-5": "stated", "3-13-6": "stated", "3-13-7": "stated", "3-13-8": "stated",
    "3-13-9": "stated", "3-13-10": "stated", "3-13-11": "stated", "3-13-12": "stated",
    "3-13-13": "stated", "3-13-14": "inferred", "3-13-15": "inferred", "3-13-16": "inferred",
}  # fmt: skip
NOTED = ("3-13-1", "3-13-6", "3-13-9", "3-13-10", "3-13-11", "3-13-12", "3-13-13")
"""Clauses a part of which stands otherwise than the rest."""
OPTIONS = {
    "3-13-o1": {"ace": "high_or_low"},
    "3-13-o2": {"court_points": "11-12-13"},
}
PACKS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 6, 12: 6}


def kind(cards: str, deal: int, rules: rl.Rules = RULES) -> str | None:
    return rl.check_meld(cards, rules, deal=deal).kind


def none(cards: str, deal: int, code: str, clause: str, rules: rl.Rules = RULES) -> rl.Reason:
    verdict = rl.check_meld(cards, rules, deal=deal)
    assert verdict.kind is None
    return cites(verdict, code, clause)


def left(hand: str, deal: int, rules: rl.Rules = RULES) -> float:
    """What a hand costs its player when another one, of three, has gone out."""
    return points([hand, "", ""], 1, rules, deal=deal)[0]


def turn(deal: rl.Deal, discard: str | None = None) -> None:
    """Draw and discard the card named, or the first that may go."""
    deal.apply("draw")
    card = discard or next(str(a) for a in deal.legal_actions() if str(a).startswith("discard"))
    deal.apply(card if discard is None else f"discard {card}")


def test_three_thirteen_clauses_and_their_standing() -> None:
    assert {name: clause.standing for name, clause in RULES.clauses.items()} == STANDINGS
    assert tuple(name for name in STANDINGS if RULES.clauses[name].note) == NOTED


def test_three_thirteen_named_options_and_what_they_set() -> None:
    assert set(RULES.named) == {*OPTIONS, "3-13-o3"}
    for name, sets in OPTIONS.items():
        changed = rl.variant("three-thirteen", use=[name])
        assert {key: changed[key] for key in changed.changed} == sets, name
        assert changed.named[name].standing == "stated"


def test_three_thirteen_every_clause_and_option_has_its_test() -> None:
    here = [name for name in vars(sys.modules[__name__]) if name.startswith("test_")]
    for name in {*STANDINGS, *OPTIONS, "3-13-o3"}:
        start = f"test_{name.replace('-', '_')}_"
        assert any(test.startswith(start) for test in here), name


def test_three_thirteen_the_note_on_cards_that_serve_two_ways() -> None:
    assert any("12 points" in note and "7" in note for note in RULES.variant.notes)


# the table


@pytest.mark.parametrize(("players", "packs"), PACKS.items())
def test_3_13_1_players_and_packs(players: int, packs: int) -> None:
    pack = RULES.at(players=players).pack
    assert len(pack) == 52 * packs
    assert set(Counter(pack).values()) == {packs}
    assert not any(card.is_joker for card in pack)
    deal = rl.Deal(RULES, players=players, seed=4, deal=11)
    assert [len(hand) for hand in deal.hands] == [13] * players


@pytest.mark.parametrize("players", [1, 13])
def test_3_13_1_two_to_twelve_players(players: int) -> None:
    with pytest.raises(rl.RulesError, match="2 to 12 players"):
        rl.Deal(RULES, players=players, seed=1)


@pytest.mark.parametrize("number", range(1, 12))
def test_3_13_2_one_card_more_in_each_deal(number: int) -> None:
    for players in (2, 5):
        deal = rl.Deal(RULES, players=players, seed=8, deal=number)
        assert [len(hand) for hand in deal.hands] == [number + 2] * players
        assert len(deal.discards) == 1
        everything = [*deal.stock, *deal.discards, *(card for hand in deal.hands for card in hand)]
        assert Counter(everything) == Counter(RULES.at(players=players, deal=number).pack)


def test_3_13_2_eleven_deals_and_the_deal_passes_to_the_left() -> None:
    game = rl.Game(RULES, players=4, seed=3)
    dealers = []
    while True:
        dealers.append(game.deal.dealer)
        play_out(game.deal)
        if game.over:
            break
        game.next_deal()
    assert dealers == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]


@pytest.mark.parametrize("number", range(1, 12))
def test_3_13_3_the_rank_of_the_number_dealt_is_wild(number: int) -> None:
    wild = RANKS[number + 1]
    at = RULES.at(players=2, deal=number)
    assert {str(card) for card in at.pack if at.wild[card.code]} == {wild + s for s in "shdc"}
    for rank in RANKS:
        partner = next(r for r in "986" if r not in (rank, wild))
        verdict = rl.check_meld(f"{partner}s {partner}h {rank}d={partner}d", RULES, deal=number)
        assert bool(verdict) == (rank == wild), rank
        if rank != wild:
            cites(verdict, "not_wild", "3-13-3")


def test_3_13_3_jacks_queens_and_kings_in_the_last_three() -> None:
    for number, rank in ((9, "J"), (10, "Q"), (11, "K")):
        assert kind(f"5s 7s {rank}h=6s", number) == "run"
        assert kind(f"5s 7s {rank}h=6s", number - 1) is None


# melds


@pytest.mark.parametrize(
    "cards", ["9s 9h 9d", "9s 9h 9d 9c", "9s 9s 9h", "9s 9s 9s", "9s 9s 9h 9h 9d 9c 9c"]
)
def test_3_13_4_sets_may_hold_identical_cards(cards: str) -> None:
    assert kind(cards, 1) == "set"


def test_3_13_4_no_set() -> None:
    none("9s 9h", 1, "too_few_cards", "3-13-5")
    none("9s 9h 9d 8c", 1, "ranks_differ", "3-13-4")


def test_3_13_4_no_more_copies_than_the_packs_hold() -> None:
    two = rl.check_meld("9s 9h 9d", RULES, deal=1, players=2)
    assert two.kind == "set"
    with pytest.raises(ValueError, match="9♠"):
        rl.check_meld("9s 9s 9h", RULES, deal=1, players=2)


def test_3_13_5_runs_of_one_suit() -> None:
    for cards in ("4s 5s 6s", "10h Jh Qh Kh", "Ad 2d 4d 3d=3d 5d"):
        assert kind(cards, 1) == "run", cards
    none("4s 5s", 1, "too_few_cards", "3-13-5")
    none("4s 5h 6s", 1, "suits_differ", "3-13-5")
    none("4s 5s 7s", 1, "gap", "3-13-5")
    none("4s 5s 5s 6s", 1, "rank_twice", "3-13-5")


def test_3_13_5_the_ace_is_low() -> None:
    assert kind("As 2s 3s", 11) == "run"
    none("Qs Ks As", 1, "ace_not_high", "3-13-5")
    assert not rl.check_meld("Ks As 2s", RULES, deal=1)


def test_3_13_5_a_wild_cannot_go_beyond_the_king_or_below_the_ace() -> None:
    assert kind("Js Qs Ks", 1) == "run"
    assert not rl.check_meld("Qs Ks 3d=As", RULES, deal=1)
    assert not rl.check_meld("As 2s 3d=Ks", RULES, deal=1)
    assert {str(meld) for meld in rl.check_meld("Qs Ks 3d", RULES, deal=1).readings} == {
        "3d=Js Qs Ks"
    }


@pytest.mark.parametrize(
    "cards",
    ["3s=9s 9h 9d", "9s 3s=10s Js", "3s=Js Qs Ks", "3s=9c 3h=9d 9h", "3s=7h 3d=8h 9h",
     "3s=4h 3h=5h 3d=6h 7h", "3s=Kc 3h=Kd 3d=Ks Kh"],
)  # fmt: skip
def test_3_13_6_a_wild_stands_for_any_card(cards: str) -> None:
    assert rl.check_meld(cards, RULES, deal=1)


@pytest.mark.parametrize("wilds", range(1, 9))
def test_3_13_6_without_a_limit(wilds: int) -> None:
    eight = [f"3{suit}" for suit in "shdc"] * 2
    assert rl.check_meld(" ".join([*eight[:wilds], "9h", "9d"]), RULES, deal=1).kind == "set"
    run = [f"{card}={rank}h" for card, rank in zip(eight, "45678"[: min(wilds, 5)], strict=False)]
    ends = f"{RANKS[3 + len(run)]}h {RANKS[4 + len(run)]}h"
    assert kind(f"{' '.join(run)} {ends}", 1) == "run"


def test_3_13_6_a_meld_of_wilds_alone() -> None:
    for number in range(1, 12):
        rank = RANKS[number + 1]
        assert rl.check_meld(f"{rank}s {rank}h {rank}d", RULES, deal=number)
        assert left(f"{rank}s {rank}h {rank}d", number) == 0
    assert rl.check_meld("3s=5h 3h=6h 3d=7h", RULES, deal=1).kind == "run"
    assert rl.check_meld("3s=Ks 3h=Kh 3d=Kd", RULES, deal=1).kind == "set"


def test_3_13_6_a_wild_may_stand_for_itself() -> None:
    assert kind("2s 3s 4s", 1) == "run"
    verdict = rl.check_meld("2s 3s 4s", RULES, deal=1)
    assert verdict.meld is not None and "2s 3s 4s" in {
        str(verdict.meld), *map(str, verdict.readings)
    }  # fmt: skip
    assert kind("2s 3s 3h=4s 5s", 1) == "run"


@pytest.mark.parametrize(
    ("cards", "code", "clause"),
    [
        ("9s 9h 3d=8d", "wild_does_not_fit", "3-13-6"),
        ("9s 9h 9d 3d=10s", "wild_does_not_fit", "3-13-6"),
        ("9s 10s 3d=Jh", "suits_differ", "3-13-5"),
        ("9s 10s 3d=Qs", "gap", "3-13-5"),
        ("9s 10s Js 3h=9s", "rank_twice", "3-13-5"),
    ],
)
def test_3_13_6_a_wild_declared_as_a_card_the_meld_cannot_hold(
    cards: str, code: str, clause: str
) -> None:
    none(cards, 1, code, clause)


def test_3_13_6_the_same_wild_twice() -> None:
    two = RULES.at(players=2, deal=1)
    assert two.pack.count(rl.card("3d")) == 1
    with pytest.raises(ValueError, match="3♦"):
        rl.check_meld("9s 3d=9h 3d=9c", RULES, deal=1, players=2)


def test_3_13_6_k18_the_case() -> None:
    assert kind("3s 3h 3d", 1) is not None
    assert kind("3s 3d 9h", 1) is not None
    assert kind("3s Kd 9h", 1) is None
    assert left("3s Kd 9h", 1) == 3 + 10 + 9


def test_3_13_7_a_card_counts_in_one_meld_only() -> None:
    assert left("5s 6s 7s 6h 6d", 2) == 12
    arranged = rl.arrange("5s 6s 7s 6h 6d", RULES, deal=2)
    assert len(arranged.melds) == 1 and arranged.points == 12
    used = [*(card for meld in arranged.melds for card in meld.cards), *arranged.deadwood]
    assert Counter(used) == Counter(rl.cards("5s 6s 7s 6h 6d"))


def test_3_13_7_each_copy_in_one_meld() -> None:
    assert left("5s 6s 7s 6s 6h 6d", 1) == 0
    assert left("5s 6s 7s 6h 6d 9c", 1) == 12 + 9


# turns


@pytest.mark.parametrize("players", [2, 4, 7])
def test_3_13_8_left_of_the_dealer_starts(players: int) -> None:
    for dealer in range(players):
        deal = rl.Deal(RULES, players=players, seed=3, dealer=dealer)
        for number in range(players + 1):
            assert deal.turn == (dealer + 1 + number) % players
            turn(deal)


def test_3_13_8_draw_then_discard_one() -> None:
    deal = table(RULES, ["7s 8h 9c", "2c Ks 4d"], stock="3c 4c", discards="Qd Jd", phase="draw")
    for action in ("discard 7s", "out 7s"):
        is_illegal(deal, action, "draw_first", "3-13-8")
    deal.apply("draw")
    assert texts(deal.hands[0]) == "7s 8h 4c 9c"
    for action in ("draw", "take"):
        is_illegal(deal, action, "already_drawn", "3-13-8")
    is_illegal(deal, "pass", "nothing_to_pass", "3-13-8")
    is_illegal(deal, "discard 2c", "not_held", "3-13-8")
    deal.apply("discard 7s")
    assert (deal.turn, deal.phase, texts(deal.discards)) == (1, "draw", "Qd Jd 7s")


def test_3_13_8_only_the_top_of_the_pile() -> None:
    deal = table(RULES, ["7s 8h 9c", "2c Ks 4d"], stock="3c 4c", discards="Qd Jd", phase="draw")
    is_illegal(deal, "take Qd", "only_the_top", "3-13-8")
    is_legal(deal, "take Jd")
    deal.apply("take")
    assert texts(deal.hands[0]) == "7s 8h Jd 9c"
    empty = table(RULES, ["7s 8h 9c", "2c Ks 4d"], stock="3c 4c", discards="", phase="draw")
    is_illegal(empty, "take", "no_upcard", "3-13-8")


def test_3_13_8_nothing_is_bought() -> None:
    deal = table(RULES, ["7s 8h 9c", "2c Ks 4d"], phase="draw")
    is_illegal(deal, "buy", "no_buying", "3-13-8")


def test_3_13_9_nothing_is_laid_on_the_table() -> None:
    deal = table(RULES, ["7s 7h 7d 9c", "2c Ks 4d"])
    is_illegal(deal, "meld 7s 7h 7d", "no_melding", "3-13-9")
    is_illegal(deal, "contract 7s 7h 7d", "no_contract", "3-13-9")
    deal.apply("out 9c")
    turned = deal.turn
    deal.apply("draw")
    assert turned == 1
    is_illegal(deal, "meld 2c Ks 4d", "no_melding", "3-13-9")


def test_3_13_9_nobody_lays_off() -> None:
    deal = table(RULES, ["7s 7h 7d 9c", "7c Ks 4d"], stock="2d 2h")
    is_illegal(deal, "lay 9c on 1", "lay_off_never", "3-13-9")
    is_illegal(deal, "swap 9c on 1", "swap_never", "3-13-9")
    deal.apply("out 9c")
    deal.apply("draw")
    is_illegal(deal, "lay 7c on 1", "lay_off_never", "3-13-9")


# going out


@pytest.mark.parametrize(
    ("hand", "number", "goes"),
    [
        ("4s 5s 6s 8d", 1, ["8d"]),
        ("4s 5s 6s 7s", 1, ["4s", "7s"]),
        ("9s 9h 9d 9c", 1, ["9s", "9h", "9d", "9c"]),
        ("3s Kd Kh 8d", 1, ["8d"]),
        ("3s 3h Kd 8d", 1, ["Kd", "8d"]),
        ("4s 5s 7s 8d", 1, []),
        ("5s 6s 7s 8h 8d 8c Kd", 4, ["Kd"]),
        ("5s 6s 7s 8s 8h 8d 8c", 4, ["5s", "8s", "8h", "8d", "8c"]),
        ("9s 9h 6d Js Qs 6c 2d", 4, ["2d"]),
    ],
)
def test_3_13_10_all_cards_but_one_form_melds(hand: str, number: int, goes: list[str]) -> None:
    other = " ".join(["2c", "Ks", "4d", "2s", "Ad", "10c"][: number + 2])
    deal = table(RULES, [hand, other], deal=number, stock="Ac Ah", discards="Kc")
    assert sorted(str(a)[4:] for a in deal.legal_actions() if str(a).startswith("out")) == sorted(
        goes
    )
    for card in set(hand.split()):
        if card in goes:
            is_legal(deal, f"out {card}")
        else:
            is_illegal(deal, f"out {card}", "not_all_melded", "3-13-10")


def test_3_13_10_k19_the_player_says_so() -> None:
    deal = table(RULES, ["4s 5s 6s", "2c Ks 4d"], stock="2d 8d", phase="draw")
    deal.apply("draw")
    silent = rl.Deal.from_state(deal.state)
    silent.apply("discard 8d")
    assert silent.out is None and not silent.over
    deal.apply("out 8d")
    assert deal.out == 0 and texts(deal.discards[-1:]) == "8d"


def test_3_13_10_the_discard_is_a_must() -> None:
    deal = table(RULES, ["4s 5s 6s 7s", "2c Ks 4d"])
    for action in deal.legal_actions():
        assert str(action).split()[0] in ("discard", "out")
    deal.apply("out 7s")
    assert len(deal.hands[0]) == 3 and texts(deal.discards[-1:]) == "7s"


def test_3_13_10_only_a_card_that_is_held_and_after_the_draw() -> None:
    deal = table(RULES, ["4s 5s 6s", "2c Ks 4d"], stock="2d 8d", phase="draw")
    is_illegal(deal, "out 6s", "draw_first", "3-13-8")
    deal.apply("draw")
    is_illegal(deal, "out 9d", "not_held", "3-13-8")


# last turns


def test_3_13_11_k20_one_turn_each_then_over() -> None:
    deal = table(RULES, ["4s 5s 6s 8d", "2c Ks 4d", "2s Kh 4c"], stock="Ac Ad 2h Jd 9d")
    deal.apply("out 8d")
    for seat in (1, 2):
        assert (deal.turn, deal.phase, deal.over) == (seat, "draw", False)
        turn(deal)
    assert deal.over and deal.out == 0
    is_illegal(deal, "draw", "deal_over", "3-13-11")


@pytest.mark.parametrize("seat", range(4))
def test_3_13_11_in_order_from_whoever_goes_out(seat: int) -> None:
    hands = ["2c Ks 4d", "2s Kh 4c", "2d Kd 4h", "2h Kc 9s"]
    hands[seat] = "5s 6s 7s 8d"
    deal = table(RULES, hands, stock="Ac Ad Js Jd 9d Jh", turn=seat)
    deal.apply("out 8d")
    turns = []
    while not deal.over:
        turns.append(deal.turn)
        turn(deal)
    assert turns == [(seat + n) % 4 for n in (1, 2, 3)]
    assert deal.score().totals[deal.names[seat]] == 0


def test_3_13_11_no_second_going_out() -> None:
    deal = table(RULES, ["4s 5s 6s 8d", "9s 9h 9d", "2s Kh 4c"], stock="Ac Ad 2h Jd 9c")
    deal.apply("out 8d")
    deal.apply("draw")
    assert "9c" in texts(deal.hands[1])
    reason = is_illegal(deal, "out 9c", "out_in_last_turn", "3-13-11")
    assert reason.standing == "stated"
    assert all(str(a).startswith("discard") for a in deal.legal_actions())
    deal.apply("discard 9c")
    turn(deal, "Jd")
    assert deal.over and deal.out == 0
    assert deal.score().totals == {"Ana": 0, "Bo": 0, "Cy": 2 + 10 + 4}


def test_3_13_11_the_turns_count_even_when_the_stock_runs_out() -> None:
    deal = table(RULES, ["4s 5s 6s 8d", "2c Ks 4d", "2s Kh 4c"], stock="Ac", discards="5d 9d",
                 seed=2)  # fmt: skip
    deal.apply("out 8d")
    turn(deal)
    assert deal.turn == 2 and deal.stock == ()
    turn(deal)
    assert deal.over and deal.out == 0 and deal.state.recycles == 1


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
    is_illegal(ended, "draw", "stock_empty", "3-13-15")
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


# rule sets that cannot be


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"packs": 1}, "5 players × 11 cards = 55|4 players × 13 cards = 52"),
        ({"packs": 2}, r"8 players × 13 cards = 104.*104"),
        ({"cards_dealt": [3] * 10}, "10 deals.*11"),
        ({"deals": None}, "11 deals|never end"),
        ({"winner": "highest", "target": 100}, "never reached"),
        ({"lay_off": "any"}, "lay_off=never"),
        ({"go_out_discard": "optional"}, "go_out_discard=required"),
        ({"melding": "any_turn"}, "final_turns"),
        ({"melding": "contract"}, "contracts"),
        ({"melds_per_turn": 1}, "melds_per_turn"),
        ({"players": (2, 13)}, "13 players"),
    ],
)
def test_three_thirteen_options_that_cannot_go_together(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(rl.RulesError, match=said):
        RULES.replace(**changes)
