"""Block Rummy, and how a deal without a winner is scored."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from tables import NAMES, is_illegal, is_legal, points, table

import rummy_lab as rl

BLOCK = rl.variant("block")


def test_block_clauses_and_their_standing() -> None:
    standing = {name: BLOCK.clauses[name].standing for name in BLOCK.clauses if "block" in name}
    assert standing == {"block-1": "stated", "block-2": "resolved", "block-3": "stated",
                        "block-4": "inferred"}  # fmt: skip
    assert "remi-7" not in BLOCK.clauses, "no pile is flipped here"
    assert BLOCK.clauses["block-2"].note and BLOCK.clauses["block-3"].note


def test_block_is_remi_with_one_option_changed() -> None:
    assert [row["option"] for row in rl.variant("remi").diff(BLOCK)] == ["stock_out"]
    assert BLOCK.stock_out == "end"


def test_block_every_clause_has_its_test() -> None:
    here = [name for name in vars(sys.modules[__name__]) if name.startswith("test_")]
    for name in BLOCK.clauses:
        if name.startswith("block"):
            assert any(test.startswith(f"test_{name.replace('-', '_')}_") for test in here), name


def test_block_1_the_deal_ends_at_once() -> None:
    deal = table("block", ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d", phase="draw")
    assert sorted(map(str, deal.legal_actions())) == ["pass", "take"]
    reason = is_illegal(deal, "draw", "stock_empty", "block-1")
    assert "pass" in reason.message
    deal.apply("pass")
    assert deal.over and deal.phase == "over" and deal.state.out is None


def test_block_1_the_upcard_may_still_be_taken() -> None:
    deal = table("block", ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d", phase="draw")
    for action in ("take", "discard 7s", "take", "discard 2c", "pass"):
        assert not deal.over
        deal.apply(action)
    assert deal.over


def test_block_1_not_while_there_is_a_stock() -> None:
    deal = table("block", ["7s 8h", "2c Ks"], stock="3c", discards="2d", phase="draw")
    is_illegal(deal, "pass", "nothing_to_pass", "remi-5")
    is_legal(deal, "draw")


def test_block_1_everything_else_is_remi() -> None:
    deal = table("block", ["7s 8h 9d 2s 2h 2d Kc", "2c Ks"])
    deal.apply("meld 7s 8h 9d")
    is_illegal(deal, "meld 2s 2h 2d", "melds_limit", "remi-8")


@pytest.mark.parametrize(
    ("hands", "won", "difference"),
    [
        (["7h", "10s 2s", "Ks Qs 5s"], [37, 0, 0], [23, 0, 0]),
        (["10s 2s", "7h", "Ks Qs 5s"], [0, 37, 0], [0, 23, 0]),
        (["Ks", "9h"], [0, 10], [0, 1]),
        (["As", "9h", "9s", "9d"], [27, 0, 0, 0], [24, 0, 0, 0]),
    ],
)
def test_block_2_the_lowest_wins_the_totals_of_all_others(
    hands: list[str], won: list[int], difference: list[int]
) -> None:
    assert points(hands, None, "block") == won
    assert points(hands, None, BLOCK.replace(block_award="difference")) == difference


def test_block_2_a_changed_award_is_a_rule_of_the_house_or_named() -> None:
    position = rl.FinalPosition(hands={"Ana": "7h", "Bo": "9s"}, out=None)
    line = rl.score(position, BLOCK).lines[0]
    assert (line.clause, line.standing) == ("block-2", "resolved")
    other = rl.score(position, BLOCK.replace(block_award="difference")).lines[0]
    assert other.clause != "block-2" or other.standing != "stated"


@pytest.mark.parametrize(
    ("hands", "won", "difference"),
    [
        (["7h", "7s", "Ks Qs 5s", "9s 2s"], [18, 18, 0, 0], [11, 11, 0, 0]),
        (["7h", "Ks Qs 5s", "9s 2s", "7s"], [18, 0, 0, 18], [11, 0, 0, 11]),
        (["7h", "7s", "8s"], [4, 4, 0], [Fraction(1, 2), Fraction(1, 2), 0]),
        (["7h", "7s", "7d", "Ks"], [Fraction(10, 3)] * 3 + [0], [1, 1, 1, 0]),
        (["7h", "7s"], [0, 0], [0, 0]),
    ],
)
def test_block_3_tied_lowest_hands_share_unrounded(
    hands: list[str], won: list[Fraction], difference: list[Fraction]
) -> None:
    position = rl.FinalPosition(hands=dict(zip(NAMES, hands, strict=False)), out=None)
    for award, wanted in (("others_total", won), ("difference", difference)):
        sheet = rl.score(position, BLOCK.replace(block_award=award))
        assert list(sheet.totals.values()) == wanted
        assert all(not isinstance(points, float) for points in sheet.totals.values())


def test_block_3_is_cited_for_a_tie() -> None:
    position = rl.FinalPosition(hands={"Ana": "7h", "Bo": "7s", "Cy": "9d"}, out=None)
    lines = rl.score(position, BLOCK).lines
    assert "block-3" in {c for line in lines for c in (line.clause, *line.clauses)}


@pytest.mark.parametrize(
    ("totals", "winners"),
    [((210, 230, 0), ["Bo"]), ((230, 230, 0), ["Ana", "Bo"]), ((200, 199, 5), ["Ana"])],
)
def test_block_4_the_higher_total_wins_and_equal_totals_win_jointly(
    totals: tuple[int, ...], winners: list[str]
) -> None:
    game = rl.Game(BLOCK, players=["Ana", "Bo", "Cy"], seed=1,
                   totals=dict(zip(["Ana", "Bo", "Cy"], totals, strict=True)))  # fmt: skip
    assert game.over and sorted(game.winners) == winners


def test_block_4_two_tied_players_pass_the_target_in_one_deal() -> None:
    """The shared points of one deal carry both over the line together."""
    rules = BLOCK.replace(target=10)
    deal = table(rules, ["7h", "7s", "Ks Qs 5s"], stock="", discards="9c", phase="draw")
    deal.apply("pass")
    assert deal.score().totals == {"Ana": Fraction(25, 2), "Bo": Fraction(25, 2), "Cy": 0}
    for ahead, winners in (((0, 0, 0), ["Ana", "Bo"]), ((1, 0, 0), ["Ana"])):
        totals = {
            name: before + won
            for before, (name, won) in zip(ahead, deal.score().totals.items(), strict=True)
        }
        game = rl.Game(rules, players=["Ana", "Bo", "Cy"], seed=1, totals=totals)
        assert game.over and sorted(game.winners) == winners


def test_block_under_penalty_everybody_is_charged() -> None:
    rules = BLOCK.replace(scoring="penalty", target=-100)
    assert points(["7h", "10s 2s"], None, rules) == [-7, -12]


def test_block_a_going_out_is_scored_as_in_remi() -> None:
    assert points(["", "10s 2s", "Ks"], 0, "block") == [22, 0, 0]
    deal = table("block", ["2h", "2c Ks"])
    deal.apply("discard 2h")
    assert "remi-15" in {line.clause for line in deal.score().lines}
