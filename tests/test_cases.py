"""The cases with the right verdict, each named after its clause and its id, and what is near."""

from __future__ import annotations

import pytest
from oracle import RANKS, windows
from tables import is_illegal, is_legal, no_meld, points, rules_of, table, texts

import rummy_lab as rl


def is_run(cards: str, rules: str | rl.Rules) -> None:
    verdict = rl.check_meld(cards, rules_of(rules))
    assert verdict and verdict.kind == "run", str(verdict)


# K01 to K04: runs


def test_remi_9_k01_a_run_of_mixed_suits() -> None:
    is_run("4s 5h 6d", "remi")


@pytest.mark.parametrize("cards", ["4s 5s 6s", "6d 4s 5h", "4s 5s 6d", "4s 5h 6s 7c 8c"])
def test_remi_9_k01_any_mixture_in_any_order(cards: str) -> None:
    is_run(cards, "remi")
    is_run(cards, "block")


@pytest.mark.parametrize(
    ("cards", "code"),
    [("4s 5h", "too_few_cards"), ("4s 5h 7d", "gap"), ("4s 5h 5d 6c", "rank_twice")],
)
def test_remi_9_k01_what_is_no_run(cards: str, code: str) -> None:
    no_meld(cards, "remi", code, "remi-9")


def test_rummy_9_k02_a_run_is_of_one_suit() -> None:
    reason = no_meld("4s 5h 6d", "rummy", "suits_differ", "rummy-9")
    assert reason.standing == "stated"
    is_run("4h 5h 6h", "rummy")


@pytest.mark.parametrize("stray", range(5))
def test_rummy_9_k02_one_stray_suit_anywhere(stray: int) -> None:
    cards = [f"{rank}s" for rank in "45678"]
    cards[stray] = cards[stray][0] + "h"
    no_meld(" ".join(cards), "rummy", "suits_differ", "rummy-9")


def test_remi_9_k03_the_ace_is_low() -> None:
    is_run("As 2h 3d 4c 5s", "remi")
    no_meld("Qs Kh Ad", "remi", "ace_not_high", "remi-9")


@pytest.mark.parametrize("variant", ["remi", "rummy", "block"])
def test_9_k03_low_ace_in_every_variant(variant: str) -> None:
    is_run("As 2s 3s", variant)
    for cards in ("Qs Ks As", "Js Qs Ks As", "Ks As 2s", "Qs Ks As 2s 3s"):
        assert not rl.check_meld(cards, rl.variant(variant)), cards


def test_remi_o5_k04_the_ace_is_high() -> None:
    high = rl.variant("remi", ace="high")
    no_meld("As 2h 3d", high, "ace_not_low", "remi-o5")
    is_run("Qs Kh Ad", high)
    assert rl.variant("remi", use=["remi-o5"]) == high


@pytest.mark.parametrize("ace", ["low", "high", "high_or_low", "round_the_corner"])
@pytest.mark.parametrize("variant", ["remi", "rummy"])
def test_9_k04_every_window_of_ranks_under_every_ace_rule(variant: str, ace: str) -> None:
    """All 13 × 14 stretches of the circle of ranks, and nothing else, are runs where they fit."""
    rules = rl.variant(variant, ace=ace, packs=2)
    right = {tuple(sorted(w)) for w in windows(ace) if len(w) >= 3}
    for start in range(13):
        for size in range(3, 15):
            ranks = [(start + i) % 13 for i in range(size)]
            verdict = rl.check_meld(" ".join(RANKS[r] + "h" for r in ranks), rules)
            wanted = tuple(sorted(r + 1 for r in ranks)) in right
            assert bool(verdict) == wanted, (ace, ranks, str(verdict))


# K05 to K07: what may be played


def test_remi_8_k05_a_second_new_meld_in_one_turn() -> None:
    hands = ["4s 5h 6d 9s 9h 9d Kc Ks", "2c 3c"]
    deal = table("remi", hands)
    deal.apply("meld 4s 5h 6d")
    is_illegal(deal, "meld 9s 9h 9d", "melds_limit", "remi-8")
    free = table(rl.variant("remi", melds_per_turn=None), hands)
    free.apply("meld 4s 5h 6d")
    is_legal(free, "meld 9s 9h 9d")


def test_remi_8_k05_two_a_turn_and_again_in_the_next_turn() -> None:
    two = table(rl.variant("remi", melds_per_turn=2),
                ["4s 5h 6d 9s 9h 9d Jc Jh Js Ks", "2c 3c"])  # fmt: skip
    two.apply("meld 4s 5h 6d")
    two.apply("meld 9s 9h 9d")
    is_illegal(two, "meld Jc Jh Js", "melds_limit", "house:melds_per_turn")
    deal = table("remi", ["4s 5h 6d 9s 9h 9d Kc Ks", "2c 3c"])
    for action in ("meld 4s 5h 6d", "discard Ks", "draw", "discard 2c", "draw"):
        deal.apply(action)
    is_legal(deal, "meld 9s 9h 9d")


def test_remi_12_k06_lay_off_without_an_own_meld() -> None:
    hands, melds = ["3c Ks 8h", "2c 9c"], [(1, "3s 3h 3d")]
    is_legal(table("remi", hands, melds=melds), "lay 3c on 1")
    strict = table(rl.variant("remi", lay_off="own_meld_first"), hands, melds=melds)
    reason = is_illegal(strict, "lay 3c on 1", "own_meld_first", "remi-o3")
    assert reason.standing == "resolved"


def test_remi_o3_k06_any_own_meld_opens_the_others() -> None:
    strict = rl.variant("remi", lay_off="own_meld_first")
    earlier = table(strict, ["3c Ks 8h", "2c 9c"], melds=[(1, "3s 3h 3d"), (0, "6c 7c 8c")])
    is_legal(earlier, "lay 3c on 1")
    now = table(strict, ["3c Ks 8h 7s 7h 7d", "2c 9c"], melds=[(1, "3s 3h 3d")])
    is_illegal(now, "lay 3c on 1", "own_meld_first", "remi-o3")
    now.apply("meld 7s 7h 7d")
    is_legal(now, "lay 3c on 1")


def test_remi_12_k07_no_eight_on_four_nines() -> None:
    deal = table("remi", ["8h Ks 2h", "2c 3c"], melds=[(1, "9s 9h 9d 9c")], stock="4d 4c")
    verdict = deal.check("lay 8h on 1")
    assert not verdict
    assert verdict.clauses and set(verdict.clauses) <= {"remi-12", "remi-10"}
    assert "remi-12" in verdict.clauses


@pytest.mark.parametrize(
    ("meld", "card"),
    [("9s 9h 9d 9c", "Ks"), ("9s 9h 9d", "8h"), ("9s 9h 9d", "10h"), ("10s Jh Qd", "10h"),
     ("10s Jh Qd", "8h"), ("10s Jh Qd", "Ah"), ("Js Qh Kd", "Ah")],
)  # fmt: skip
def test_remi_12_k07_a_meld_stays_one(meld: str, card: str) -> None:
    deal = table("remi", [f"{card} 4h 2h", "2c 3c"], melds=[(1, meld)], stock="4d 4c")
    is_illegal(deal, f"lay {card} on 1", "does_not_fit", "remi-12")


# K08 and K09: the discard pile


@pytest.mark.parametrize(
    ("variant", "clause"), [("rummy", "rummy-7"), ("remi", "remi-14"), ("block", "remi-14")]
)
def test_7_k08_the_card_just_taken_stays_for_the_turn(variant: str, clause: str) -> None:
    deal = table(variant, ["Ks 4h 2h", "2c 7c"], discards="5d 9d", phase="draw")
    deal.apply("take")
    reason = is_illegal(deal, "discard 9d", "just_taken", clause)
    assert "9♦" in reason.message
    for action in ("discard Ks", "draw", "discard 7c", "draw"):
        deal.apply(action)
    is_legal(deal, "discard 9d")


def test_rummy_7_k08_only_that_card_and_only_from_the_discard_pile() -> None:
    deal = table("rummy", ["Ks 4h 2h", "2c 7c"], discards="5d 9d", phase="draw", stock="4d Jd")
    deal.apply("draw")
    is_legal(deal, "discard Jd")
    deal.undo()
    deal.apply("take")
    for card in ("Ks", "4h", "2h"):
        is_legal(deal, f"discard {card}")


def test_rummy_7_k08_an_equal_card_held_before_lifts_the_ban() -> None:
    """Cards are values: with two packs the other nine of diamonds may go, and so this one."""
    two = rl.variant("rummy", packs=2)
    deal = table(two, ["9d Ks 4h", "2c 7c"], discards="5d 9d", phase="draw")
    deal.apply("take")
    is_legal(deal, "discard 9d")
    alone = table(two, ["10d Ks 4h", "2c 7c"], discards="9d 9d", phase="draw")
    alone.apply("take")
    is_illegal(alone, "discard 9d", "just_taken", "rummy-7")


def test_remi_7_k09_the_pile_is_flipped_unshuffled() -> None:
    deal = table("remi", ["8h Jh 2h", "3c 7c"], stock="", discards="2c 5d 9h Ks 4s", phase="draw")
    deal.apply("pass")
    assert texts(deal.stock[::-1]) == "5d 9h Ks 4s"
    assert texts(deal.discards) == "2c"
    assert (deal.turn, deal.phase) == (0, "draw")
    is_legal(deal, "take")
    is_legal(deal, "draw")
    deal.apply("draw")
    assert "5d" in texts(deal.hands[0])


@pytest.mark.parametrize("pile", ["9h 4s", "9h Ks 4s", "2c 5d 9h Ks 4s 10d 10s"])
def test_remi_7_k09_piles_of_every_size_twice(pile: str) -> None:
    deal = table("remi", ["8h Jh 2h", "3c 7c"], stock="", discards=pile, phase="draw")
    cards = pile.split()
    deal.apply("pass")
    assert texts(deal.discards) == cards[0]
    assert texts(deal.stock[::-1]) == " ".join(cards[1:])
    assert deal.state.recycles == 1


# K10 to K13 and K15: scores


@pytest.mark.parametrize("variant", ["remi", "rummy", "block"])
def test_remi_15_k10_the_one_who_went_out_scores_all_other_hands(variant: str) -> None:
    assert points(["", "Ks 7h Ad", "9c 9d"], 0, variant) == [36, 0, 0]


def test_remi_15_remi_16_k10_the_clauses_cited() -> None:
    position = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": "", "Cy": "9c 9d"}, out="Bo")
    sheet = rl.score(position, rl.variant("remi"))
    cited = {line.clause for line in sheet.lines} | {c for li in sheet.lines for c in li.clauses}
    assert {"remi-15", "remi-16"} <= cited
    assert sheet.totals == {"Ana": 0, "Bo": 36, "Cy": 0}


def test_rummy_o2_k11_a_dearer_ace() -> None:
    rules = rl.variant("rummy", ace="high_or_low")
    assert points(["", "Ks 7h Ad", "9c 9d"], 0, rules) == [50, 0, 0]


@pytest.mark.parametrize(
    ("ace", "won"), [("low", 36), ("high", 45), ("high_or_low", 50), ("round_the_corner", 50)]
)
@pytest.mark.parametrize("variant", ["remi", "rummy", "block"])
def test_remi_o5_to_o7_k11_what_an_ace_costs(variant: str, ace: str, won: int) -> None:
    assert points(["Ks 7h Ad", "9c 9d", ""], 2, rl.variant(variant, ace=ace)) == [0, 0, won]


def test_rummy_14_k12_going_rummy_doubles() -> None:
    hands = ["", "Ks 7h Ad", "9c 9d"]
    assert points(hands, 0, "rummy", whole_hand=True) == [72, 0, 0]
    assert points(hands, 0, "remi", whole_hand=True) == [36, 0, 0]


RUMMY_HANDS = ["4s 5s 6s 9s 9h 9c", "Ks 7h Ad", "9d 8d"]


def test_rummy_14_k12_the_whole_hand_in_one_turn() -> None:
    deal = table("rummy", RUMMY_HANDS, stock="4d Jd 2h", phase="draw")
    for action in ("draw", "meld 4s 5s 6s", "meld 9s 9h 9c", "discard 2h"):
        deal.apply(action)
    assert deal.over and deal.final_position().whole_hand
    assert deal.score().totals == {"Ana": 2 * (18 + 17), "Bo": 0, "Cy": 0}
    assert "rummy-14" in {line.clause for line in deal.score().lines}


def test_rummy_14_k13_an_earlier_lay_off_of_one_card() -> None:
    assert points(["", "Ks 7h Ad", "9c 9d"], 0, "rummy", whole_hand=False) == [36, 0, 0]
    deal = table("rummy", ["4s 5s 6s 9s 9h 9c Qh 3c", "Ks 7h Ad", "9d 8d"],
                 melds=[(1, "Qs Qd Qc")], stock="4d Jd 2h 8c 7c", discards="10s")  # fmt: skip
    early = ["lay Qh on 1", "discard 3c", "draw", "discard 7c", "draw", "discard 8c"]
    for action in [*early, "draw", "meld 4s 5s 6s", "meld 9s 9h 9c", "discard 2h"]:
        deal.apply(action)
    assert deal.over and deal.state.out == 0
    assert not deal.final_position().whole_hand
    assert deal.score().totals == {"Ana": 35, "Bo": 0, "Cy": 0}


def test_rummy_14_k13_an_earlier_meld_and_a_lay_off_in_the_same_turn() -> None:
    earlier = table("rummy", ["9s 9h 9c 3c", "Ks 7h Ad"], melds=[(0, "4s 5s 6s")])
    earlier.apply("meld 9s 9h 9c")
    earlier.apply("discard 3c")
    assert not earlier.final_position().whole_hand
    same_turn = table("rummy", ["9s 9h 9c Qh", "Ks 7h Ad"], melds=[(1, "Qs Qd Qc")])
    same_turn.apply("lay Qh on 1")
    same_turn.apply("meld 9s 9h 9c")
    assert same_turn.over and same_turn.final_position().whole_hand
    assert same_turn.score().totals["Ana"] == 36


# K14: lay-offs


def test_rummy_10_k14_both_ends_and_one_after_the_other() -> None:
    deal = table("rummy", ["5d 9d 5s 6s Kh Kc", "2c 3c"], stock="4d 4c", discards="10h",
                 melds=[(1, "6d 7d 8d"), (0, "2s 3s 4s")])  # fmt: skip
    for action in ("lay 5d on 1", "lay 9d on 1", "lay 5s on 2"):
        is_legal(deal, action)
    is_illegal(deal, "lay 6s on 2", "does_not_fit", "rummy-10")
    for action in ("lay 5d on 1", "lay 9d on 1", "lay 5s on 2", "lay 6s on 2"):
        deal.apply(action)
    assert texts(deal.melds[0].meld.cards) == "5d 6d 7d 8d 9d"
    assert texts(deal.melds[1].meld.cards) == "2s 3s 4s 5s 6s"


def test_rummy_10_k14_several_cards_at_once() -> None:
    deal = table("rummy", ["5d 9d 5s 6s Kh Kc", "2c 3c"], stock="4d 4c", discards="10h",
                 melds=[(1, "6d 7d 8d"), (0, "2s 3s 4s")])  # fmt: skip
    for action in ("lay 5d 9d on 1", "lay 9d 5d on 1", "lay 6s 5s on 2"):
        is_legal(deal, action)
    is_illegal(deal, "lay 5d 5s on 1", "does_not_fit", "rummy-10")
    is_illegal(deal, "lay 9d Kh on 1", "does_not_fit", "rummy-10")


# K15 and K36: Block Rummy


def test_block_2_k15_the_lowest_hand_wins_the_others() -> None:
    hands = ["7h", "10s 2s", "Ks Qs 5s"]
    assert points(hands, None, "block") == [37, 0, 0]
    assert points(hands, None, rl.variant("block", block_award="difference")) == [23, 0, 0]


def test_block_1_block_2_k15_stock_out_and_upcard_declined() -> None:
    deal = table("block", ["10s 2s", "7h", "Ks Qs 5s"], stock="", discards="9c", phase="draw")
    deal.apply("pass")
    assert deal.over and deal.state.out is None
    sheet = deal.score()
    assert sheet.totals == {"Ana": 0, "Bo": 37, "Cy": 0}
    assert "block-2" in {line.clause for line in sheet.lines}


def test_block_3_k36_tied_lowest_hands_share() -> None:
    hands = ["7h", "7s", "Ks Qs 5s", "9s 2s"]
    assert points(hands, None, "block") == [18, 18, 0, 0]
    assert points(hands, None, rl.variant("block", block_award="difference")) == [11, 11, 0, 0]


def test_block_3_k36_points_are_not_rounded() -> None:
    assert points(["7h", "7s", "7d", "Ks"], None, "block") == pytest.approx([10 / 3] * 3 + [0])
    position = rl.FinalPosition(hands={"Ana": "7h", "Bo": "7s", "Cy": "5d"}, out=None)
    assert rl.score(position, rl.variant("block")).totals == {"Ana": 0, "Bo": 0, "Cy": 14}


# K37 and K38


def test_remi_o9_k37_minus_100_ends_the_game_and_the_least_lost_wins() -> None:
    rules = rl.variant("remi", use=["remi-o9"])
    game = rl.Game(rules, players=["Ana", "Bo", "Cy"], seed=1,
                   totals={"Ana": -40, "Bo": -104, "Cy": -62})  # fmt: skip
    assert game.over
    assert list(game.winners) == ["Ana"]


@pytest.mark.parametrize(
    ("totals", "over", "winners"),
    [((-40, -99, -62), False, []), ((-40, -100, -62), True, ["Ana"]),
     ((-40, -100, -40), False, []), ((0, -130, -100), True, ["Ana"])],
)  # fmt: skip
def test_remi_o9_k37_reached_or_passed_and_a_tie_plays_on(
    totals: tuple[int, ...], over: bool, winners: list[str]
) -> None:
    rules = rl.variant("remi", use=["remi-o9"])
    game = rl.Game(rules, players=["Ana", "Bo", "Cy"], seed=1,
                   totals=dict(zip(["Ana", "Bo", "Cy"], totals, strict=True)))  # fmt: skip
    assert game.over == over
    assert list(game.winners) == winners


def test_remi_19_k38_a_meld_after_which_the_turn_could_not_end() -> None:
    deal = table("remi", ["7s 7h 7d", "Ks Qc"], discards="5d 2c", phase="draw")
    deal.apply("take")
    reason = is_illegal(deal, "meld 7s 7h 7d", "turn_cannot_end", "remi-19")
    assert reason.standing == "inferred"
    is_legal(deal, "discard 7s")


def test_remi_19_k38_the_same_position_set_up_in_the_middle_of_the_turn() -> None:
    deal = table("remi", ["7s 7h 7d 2c", "Ks Qc"], discards="5d", taken="2c")
    is_illegal(deal, "meld 7s 7h 7d", "turn_cannot_end", "remi-19")
    is_illegal(deal, "discard 2c", "just_taken", "remi-14")


def test_remi_19_k38_legal_where_the_turn_can_end() -> None:
    one_more = table("remi", ["7s 7h 7d Kh", "Ks Qc"], discards="5d 2c", phase="draw")
    one_more.apply("take")
    is_legal(one_more, "meld 7s 7h 7d")
    drawn = table("remi", ["7s 7h 7d", "Ks Qc"], stock="4d 2c", phase="draw")
    drawn.apply("draw")
    is_legal(drawn, "meld 7s 7h 7d")
    place = table("remi", ["7s 7h 7d", "Ks Qc"], discards="5d 2c", phase="draw",
                  melds=[(1, "2s 2h 2d")])  # fmt: skip
    place.apply("take")
    is_legal(place, "meld 7s 7h 7d")
    place.apply("meld 7s 7h 7d")
    is_illegal(place, "discard 2c", "just_taken", "remi-14")
    assert list(map(str, place.legal_actions())) == ["lay 2c on 1"]
    free = table(rl.variant("remi", redraw_discard_ban=False), ["7s 7h 7d", "Ks Qc"],
                 discards="5d 2c", phase="draw")  # fmt: skip
    free.apply("take")
    is_legal(free, "meld 7s 7h 7d")


def test_remi_19_k38_a_lay_off_that_would_leave_the_taken_card() -> None:
    deal = table("remi", ["7c", "Ks Qc"], discards="5d 2c", phase="draw", melds=[(1, "7s 7h 7d")])
    deal.apply("take")
    is_illegal(deal, "lay 7c on 1", "turn_cannot_end", "remi-19")
    assert list(map(str, deal.legal_actions())) == ["discard 7c"]


def test_rummy_17_k38_the_same_in_rummy() -> None:
    deal = table("rummy", ["7s 7h 7d", "Ks Qc"], discards="5d 2c", phase="draw")
    deal.apply("take")
    is_illegal(deal, "meld 7s 7h 7d", "turn_cannot_end", "rummy-17")


def test_remi_o4_k38_the_last_card_must_be_discarded() -> None:
    """Where a lay-off may not use the last card, a place on the table does not help."""
    strict = rl.variant("remi", go_out_discard="required")
    deal = table(strict, ["7s 7h 7d", "Ks Qc"], discards="5d 2c", phase="draw",
                 melds=[(1, "2s 2h 2d")])  # fmt: skip
    deal.apply("take")
    assert deal.check("meld 7s 7h 7d").codes == ("turn_cannot_end",)
