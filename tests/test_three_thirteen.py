"""Three Thirteen, clause by clause: the table, melds, turns, going out, last turns."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from oracle import RANKS
from tables import cites, is_illegal, is_legal, play_out, table, texts
from thirteen_tables import RULES, kind, left, none, turn

import rummy_lab as rl

STANDINGS = {
    "3-13-1": "stated", "3-13-2": "stated", "3-13-3": "stated", "3-13-4": "stated",
    "3-13-5": "stated", "3-13-6": "stated", "3-13-7": "stated", "3-13-8": "stated",
    "3-13-9": "stated", "3-13-10": "stated", "3-13-11": "stated", "3-13-12": "stated",
    "3-13-13": "stated", "3-13-14": "inferred", "3-13-15": "inferred", "3-13-16": "inferred",
}  # fmt: skip
NOTED = ("3-13-1", "3-13-5", "3-13-6", "3-13-9", "3-13-10", "3-13-11", "3-13-12", "3-13-13")
"""Clauses a part of which stands otherwise than the rest."""
OPTIONS = {
    "3-13-o1": {"ace": "high_or_low"},
    "3-13-o2": {"court_points": "11-12-13"},
}
PACKS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 6, 12: 6}


# the rule set


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
    here = re.findall(
        r"def (test_\w+)",
        "".join(
            path.read_text(encoding="utf-8")
            for path in Path(__file__).parent.glob("test_three_thirteen*.py")
        ),
    )
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
