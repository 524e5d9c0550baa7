"""Rummy, clause by clause and option by option."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest
from oracle import RANKS
from tables import is_illegal, is_legal, no_meld, play_out, points, rules_of, table, texts

import rummy_lab as rl

RUMMY = rl.variant("rummy")
STANDINGS = {
    "rummy-1": "stated", "rummy-2": "stated", "rummy-3": "stated", "rummy-4": "inferred",
    "rummy-5": "stated", "rummy-6": "resolved", "rummy-7": "stated", "rummy-8": "stated",
    "rummy-9": "stated", "rummy-10": "stated", "rummy-11": "stated", "rummy-12": "stated",
    "rummy-13": "stated", "rummy-14": "stated", "rummy-15": "stated", "rummy-16": "inferred",
    "rummy-17": "inferred",
}  # fmt: skip
OPTIONS = {
    "rummy-o1": {"go_out_discard": "required"},
    "rummy-o2": {"ace": "high_or_low"},
}


def kind(cards: str, rules: str | rl.Rules = RUMMY) -> str | None:
    return rl.check_meld(cards, rules_of(rules)).kind


def test_rummy_clauses_and_their_standing() -> None:
    assert {name: clause.standing for name, clause in RUMMY.clauses.items()} == STANDINGS
    for name in ("rummy-6", "rummy-9", "rummy-11", "rummy-13", "rummy-15"):
        assert RUMMY.clauses[name].note, name


def test_rummy_named_options_and_what_they_set() -> None:
    assert set(RUMMY.named) == {*OPTIONS, "rummy-o3"}
    for name, sets in OPTIONS.items():
        changed = rl.variant("rummy", use=[name])
        assert {key: changed[key] for key in changed.changed} == sets, name


def test_rummy_every_clause_and_option_has_its_test() -> None:
    here = [name for name in vars(sys.modules[__name__]) if name.startswith("test_")]
    for name in {*STANDINGS, *OPTIONS, "rummy-o3"}:
        start = f"test_{name.replace('-', '_')}_"
        assert any(test.startswith(start) for test in here), name


def test_rummy_laid_off_cards_change_no_score_but_are_recorded() -> None:
    assert any("laid" in note for note in RUMMY.variant.notes)
    deal = table("rummy", ["Jd 4c", "2c Ks"], melds=[(1, "8d 9d 10d"), (0, "3s 3h 3c")])
    deal.apply("lay Jd on 1")
    assert tuple(deal.melds[0].by) == (1, 1, 1, 0)
    deal.apply("discard 4c")
    assert deal.score().totals == {"Ana": 12, "Bo": 0}


# the table


def test_rummy_1_two_to_six_players_one_pack_no_jokers() -> None:
    for players in range(2, 7):
        pack = RUMMY.at(players=players).pack
        assert len(set(pack)) == len(pack) == 52
        assert not any(card.is_joker for card in pack)
    for players in (1, 7):
        with pytest.raises(rl.RulesError, match="2 to 6 players"):
            rl.Deal(RUMMY, players=players, seed=1)


def test_rummy_2_king_high_ace_low() -> None:
    assert kind("Js Qs Ks") == kind("As 2s 3s") == "run"
    no_meld("Qs Ks As", "rummy", "ace_not_high", "rummy-9")


@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_rummy_3_cards_dealt(players: int, each: int) -> None:
    deal = rl.Deal(RUMMY, players=players, seed=8)
    assert [len(hand) for hand in deal.hands] == [each] * players
    assert len(deal.discards) == 1 and len(deal.stock) == 51 - players * each
    everything = [*deal.stock, *deal.discards, *(card for hand in deal.hands for card in hand)]
    assert Counter(everything) == Counter(RUMMY.at(players=players).pack)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_rummy_4_left_of_the_dealer_starts(players: int) -> None:
    for dealer in range(players):
        deal = rl.Deal(RUMMY, players=players, seed=3, dealer=dealer)
        for turn in range(players + 1):
            assert deal.turn == (dealer + 1 + turn) % players
            deal.apply("draw")
            deal.apply(f"discard {deal.hands[deal.turn][0]}")


def test_rummy_4_the_deal_passes_to_the_left() -> None:
    game = rl.Game(RUMMY.replace(target=100000), players=4, seed=3)
    dealers = []
    for _ in range(5):
        dealers.append(game.deal.dealer)
        play_out(game.deal)
        game.next_deal()
    assert dealers == [0, 1, 2, 3, 0]


def test_rummy_4_not_out_of_turn() -> None:
    deal = table("rummy", ["7s 8h", "2c Ks"])
    assert deal.turn == 0
    is_illegal(deal, "discard Ks", "not_held", "rummy-5")


# turns


def test_rummy_5_draw_play_discard() -> None:
    deal = table("rummy", ["7s 7h 7d 8c 9h", "2c Ks"], phase="draw", melds=[(1, "9s 9c 9d")])
    for action in ("meld 7s 7h 7d", "discard 8c", "lay 9h on 1"):
        is_illegal(deal, action, "draw_first", "rummy-5")
    deal.apply("draw")
    for action in ("draw", "take"):
        is_illegal(deal, action, "already_drawn", "rummy-5")
    for action in ("meld 7s 7h 7d", "lay 9h on 1", "discard 8c"):
        is_legal(deal, action)
    is_illegal(deal, "pass", "nothing_to_pass", "rummy-5")
    deal.apply("discard 8c")
    assert (deal.turn, deal.phase) == (1, "draw")


def test_rummy_5_the_upcard_or_the_stock() -> None:
    deal = table("rummy", ["7s 8h", "2c Ks"], stock="3c 4c", discards="Qd Jd", phase="draw")
    is_illegal(deal, "take Qd", "only_the_top", "rummy-5")
    deal.apply("take")
    assert texts(deal.hands[0]) == "7s 8h Jd"
    deal.undo()
    deal.apply("draw")
    assert texts(deal.hands[0]) == "7s 8h 4c"


def test_rummy_6_any_number_of_melds_and_lay_offs() -> None:
    deal = table("rummy", ["7s 7h 7d 2s 3s 4s 9c 10c Jc Qd Kh", "2c Ks"],
                 melds=[(1, "Qs Qh Qc")])  # fmt: skip
    for action in ("meld 7s 7h 7d", "lay Qd on 1", "meld 2s 3s 4s", "meld 9c 10c Jc"):
        is_legal(deal, action)
        deal.apply(action)


def test_rummy_6_a_limit_is_a_rule_of_the_house() -> None:
    deal = table(RUMMY.replace(melds_per_turn=1), ["7s 7h 7d 2s 3s 4s 9c Kh", "2c Ks"])
    deal.apply("meld 7s 7h 7d")
    is_illegal(deal, "meld 2s 3s 4s", "melds_limit", "house:melds_per_turn")


def test_rummy_7_the_card_just_taken() -> None:
    deal = table("rummy", ["7s 8h", "2c Ks"], discards="Qd Jd", phase="draw")
    deal.apply("take")
    reason = is_illegal(deal, "discard Jd", "just_taken", "rummy-7")
    assert reason.standing == "stated"
    for action in ("discard 7s", "draw", "discard 2c", "draw"):
        deal.apply(action)
    is_legal(deal, "discard Jd")


def test_rummy_7_the_ban_ends_with_the_turn_even_for_the_next_player() -> None:
    deal = table("rummy", ["7s 8h", "2c Ks"], discards="Qd Jd", phase="draw")
    for action in ("take", "discard 7s", "take"):
        deal.apply(action)
    is_illegal(deal, "discard 7s", "just_taken", "rummy-7")
    is_legal(deal, "discard Ks")


# melds


@pytest.mark.parametrize("rank", RANKS)
def test_rummy_8_sets(rank: str) -> None:
    cards = [rank + suit for suit in "shdc"]
    assert kind(" ".join(cards)) == "set"
    for left in cards:
        assert kind(" ".join(c for c in cards if c != left)) == "set"
    no_meld(" ".join(cards[:2]), "rummy", "too_few_cards", "rummy-9")
    no_meld(" ".join((*cards, cards[0])), RUMMY.replace(packs=2), "set_too_big", "rummy-8")


def test_rummy_9_runs_of_one_suit() -> None:
    assert kind("9d 10d Jd") == kind("As 2s 3s 4s") == "run"
    no_meld("9d 10d Jc", "rummy", "suits_differ", "rummy-9")
    no_meld("Qd Kd Ad", "rummy", "ace_not_high", "rummy-9")
    no_meld("Kd Ad 2d", "rummy", "around_the_corner", "rummy-9")
    no_meld("9d 10d Qd", "rummy", "gap", "rummy-9")


def test_rummy_9_the_gap_is_named() -> None:
    reason = no_meld("9d Jd Qd", "rummy", "gap", "rummy-9")
    assert "10♦" in reason.message and "9♦" in reason.message and "J♦" in reason.message


def test_rummy_9_every_reason_at_once() -> None:
    verdict = rl.check_meld("9d Jd Qc", RUMMY)
    assert {"gap", "suits_differ"} <= set(verdict.codes)


def test_rummy_10_the_documents_examples() -> None:
    deal = table("rummy", ["Js 5d 9d 5s 6s Kh Kc", "2c 3c"], discards="10h", stock="4d 4c",
                 melds=[(1, "Jh Jd Jc"), (1, "6d 7d 8d"), (0, "2s 3s 4s")])  # fmt: skip
    for action in ("lay Js on 1", "lay 5d on 2", "lay 9d on 2", "lay 5d 9d on 2", "lay 5s on 3",
                   "lay 5s 6s on 3"):  # fmt: skip
        is_legal(deal, action)
    for action in ("lay 6s on 3", "lay 5s on 2", "lay Kh on 1"):
        is_illegal(deal, action, "does_not_fit", "rummy-10")


def test_rummy_10_a_card_stays_in_its_meld() -> None:
    deal = table("rummy", ["10d Kh", "2c 3c"], melds=[(1, "9s 9h 9d 9c"), (0, "Jd Qd Kd")])
    is_illegal(deal, "lay 10d 9d on 2", "stays_in_meld", "rummy-10")


# the end of a deal


def test_rummy_11_the_whole_pile_is_shuffled() -> None:
    pile = "2d 3d 4d 6c 7c 8c 9c 10c"
    deal = table("rummy", ["7s 8h", "2c Ks"], stock="", discards=pile, phase="draw", seed=5)
    assert sorted(map(str, deal.legal_actions())) == ["draw", "take"]
    deal.apply("draw")
    assert deal.discards == ()
    (new,) = Counter(deal.hands[0]) - Counter(rl.cards("7s 8h"))
    assert Counter([*deal.stock, new]) == Counter(rl.cards(pile))
    assert deal.state.recycles == 1
    assert Counter(deal.events[-1].order) == Counter(rl.cards(pile))


def test_rummy_11_no_upcard_until_the_next_discard() -> None:
    """After the shuffle the pile is empty, so its only card is the next discard."""
    deal = table("rummy", ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d", phase="draw", seed=5)
    deal.apply("draw")
    assert deal.discards == ()
    deal.apply("discard 7s")
    assert texts(deal.discards) == "7s"
    deal.apply("take")


def test_rummy_11_only_when_a_card_is_needed() -> None:
    deal = table("rummy", ["7s 8h", "2c Ks"], stock="6c", discards="2d 3d 4d", phase="draw", seed=5)
    deal.apply("draw")
    assert deal.stock == () and texts(deal.discards) == "2d 3d 4d"
    deal.apply("discard 7s")
    deal.apply("take")
    assert deal.stock == () and deal.state.recycles == 0


def test_rummy_11_the_shuffle_depends_on_seed_deal_and_recycle_number() -> None:
    def order(**known: Any) -> tuple[rl.Card, ...]:
        deal = table("rummy", ["7s 8h", "2c Ks"], stock="", phase="draw",
                     discards="2d 3d 4d 6c 7c 8c 9c 10c 3h 4h 6h 9h", **known)  # fmt: skip
        deal.apply("draw")
        return deal.events[-1].order

    assert order(seed=5) == order(seed=5)
    others = [order(seed=6), order(seed=5, recycles=1), order(seed=5, deal=2)]
    assert len({order(seed=5), *others}) == 4


@pytest.mark.parametrize(
    ("hand", "action"),
    [("7s 7h 7d", "meld 7s 7h 7d"), ("7d", "lay 7d on 1"), ("2h", "discard 2h")],
)
def test_rummy_12_going_out(hand: str, action: str) -> None:
    deal = table("rummy", [hand, "2c Ks"], melds=[(1, "8d 9d 10d")])
    deal.apply(action)
    assert deal.over and deal.state.out == 0
    is_illegal(deal, "draw", "deal_over", "rummy-12")


def test_rummy_13_what_the_winner_scores() -> None:
    assert points(["", "Ks Qh Jd 10c", "As 2h 9d"], 0, "rummy") == [52, 0, 0]
    for number in range(2, 11):
        assert points([f"{number}h", ""], 1, "rummy") == [0, number]
    position = rl.FinalPosition(hands={"Ana": "Ks", "Bo": ""}, out="Bo")
    assert "rummy-13" in {line.clause for line in rl.score(position, RUMMY).lines}


def test_rummy_14_going_rummy_doubles_the_points() -> None:
    assert points(["", "Ks 7h", "9c"], 0, "rummy", whole_hand=True) == [52, 0, 0]
    position = rl.FinalPosition(hands={"Ana": "Ks", "Bo": ""}, out="Bo", whole_hand=True)
    lines = rl.score(position, RUMMY).lines
    assert [line.points for line in lines if line.clause == "rummy-14"] == [10]


def test_rummy_14_with_or_without_a_discard_and_by_laying_off() -> None:
    for hand, actions in (
        ("7s 7h 7d", ["meld 7s 7h 7d"]),
        ("7s 7h 7d Kc", ["meld 7s 7h 7d", "discard Kc"]),
        ("7d Jd", ["lay 7d Jd on 1"]),
        ("7s 7h 7c Jd", ["lay Jd on 1", "meld 7s 7h 7c"]),
    ):
        deal = table("rummy", [hand, "2c Ks"], melds=[(1, "8d 9d 10d")])
        for action in actions:
            deal.apply(action)
        assert deal.over and deal.final_position().whole_hand, hand
        assert deal.score().totals["Ana"] == 24, hand


def test_rummy_14_not_after_a_meld_in_an_earlier_turn() -> None:
    deal = table("rummy", ["7s 7h 7d", "2c Ks"], melds=[(0, "8d 9d 10d")])
    deal.apply("meld 7s 7h 7d")
    assert deal.over and not deal.final_position().whole_hand
    assert deal.score().totals["Ana"] == 12


@pytest.mark.parametrize(
    ("totals", "over"), [((149, 0), False), ((150, 0), True), ((10, 190), True), ((0, 0), False)]
)
def test_rummy_15_the_first_to_150(totals: tuple[int, int], over: bool) -> None:
    game = rl.Game(RUMMY, players=["Ana", "Bo"], seed=1,
                   totals=dict(zip(["Ana", "Bo"], totals, strict=True)))  # fmt: skip
    assert game.over == over
    if over:
        assert list(game.winners) == [max(game.totals, key=lambda name: game.totals[name])]


def test_rummy_15_ties_win_jointly() -> None:
    game = rl.Game(RUMMY, players=["Ana", "Bo", "Cy"], seed=1,
                   totals={"Ana": 160, "Bo": 160, "Cy": 20})  # fmt: skip
    assert game.over and sorted(game.winners) == ["Ana", "Bo"]


def test_rummy_15_an_agreed_number_of_deals() -> None:
    game = rl.Game(RUMMY.replace(deals=2, target=None), players=2, seed=6)
    play_out(game.deal)
    assert not game.over
    game.next_deal()
    play_out(game.deal)
    assert game.over
    best = max(game.totals.values())
    assert list(game.winners) == [name for name, total in game.totals.items() if total == best]
    with pytest.raises(ValueError, match="over"):
        game.next_deal()


def test_rummy_16_ten_shuffles_and_then_the_block() -> None:
    last = table("rummy", ["7s 8h", "2c 10s"], stock="", discards="2d 3d", phase="draw", recycles=9)
    last.apply("draw")
    assert not last.over and last.state.recycles == 10
    ended = table("rummy", ["7s 8h", "2c 10s"], stock="", discards="2d 3d", phase="draw",
                  recycles=10)  # fmt: skip
    assert not ended.check("draw")
    is_legal(ended, "take")
    ended.apply("pass")
    assert ended.over and ended.state.out is None
    sheet = ended.score()
    assert sheet.totals == {"Ana": 0, "Bo": 15}
    assert "rummy-16" in {line.clause for line in sheet.lines}


def test_rummy_16_a_deal_of_nothing_but_draws_and_discards_ends() -> None:
    deal = rl.Deal(RUMMY.replace(max_recycles=2), players=6, seed=9)
    while not deal.over:
        if deal.phase == "draw":
            deal.apply("draw" if deal.can("draw") else "pass")
        else:
            deal.apply(f"discard {deal.hands[deal.turn][0]}")
    assert deal.state.recycles == 2 and deal.state.out is None


def test_rummy_17_a_play_after_which_the_turn_could_not_end() -> None:
    deal = table("rummy", ["7s 7h 7d", "2c Ks"], discards="5d 2d", phase="draw")
    deal.apply("take")
    reason = is_illegal(deal, "meld 7s 7h 7d", "turn_cannot_end", "rummy-17")
    assert reason.standing == "inferred"


def test_rummy_17_going_out_with_the_taken_card_is_an_end() -> None:
    deal = table("rummy", ["7s 7h", "2c Ks"], discards="5d 7d", phase="draw")
    deal.apply("take")
    deal.apply("meld 7s 7h 7d")
    assert deal.over


# the options the document names


def test_rummy_o1_the_last_card_must_be_discarded() -> None:
    rules = rl.variant("rummy", use=["rummy-o1"])
    whole = table(rules, ["7s 7h 7d", "2c Ks"])
    is_illegal(whole, "meld 7s 7h 7d", "discard_to_go_out", "rummy-o1")
    deal = table(rules, ["7s 7h 7d Kc", "2c Ks"])
    deal.apply("meld 7s 7h 7d")
    deal.apply("discard Kc")
    assert deal.over and deal.state.out == 0


def test_rummy_o2_queen_king_ace_too() -> None:
    rules = rl.variant("rummy", use=["rummy-o2"])
    assert kind("Qs Ks As", rules) == kind("As 2s 3s", rules) == "run"
    no_meld("Ks As 2s", rules, "around_the_corner", "rummy-o2")
    no_meld("Qs Kh As", rules, "suits_differ", "rummy-9")
    assert points(["", "As"], 0, rules) == [15, 0]


def test_rummy_o2_an_ace_at_each_end_takes_two_packs() -> None:
    rules = rl.variant("rummy", use=["rummy-o2"], packs=2)
    line = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"
    assert kind(line + " As", rules) == "run"
    assert kind(line + " Ah", rules) is None


@pytest.mark.parametrize("target", [75, 300])
def test_rummy_o3_another_target(target: int) -> None:
    for total, over in ((target - 1, False), (target, True)):
        game = rl.Game(RUMMY.replace(target=target), players=["Ana", "Bo"], seed=1,
                       totals={"Ana": total, "Bo": 3})  # fmt: skip
        assert game.over == over


def test_rummy_o3_has_no_value_of_its_own() -> None:
    with pytest.raises(rl.RulesError, match="target=N"):
        rl.variant("rummy", use=["rummy-o3"])
