"""Score sheets: logs of points without play, what is left in hands, corrections, CSV."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logging_games import NAMES, some_game

import rummy_lab as rl
from rummy_lab.log import deal_of_log, game_of_log
from rummy_lab.log.bounds import impossible

HEAD = "rummy-lab log 2\nvariant: rummy\nplayers: Ana, Bo, Cy\n"
"""A head of three lines."""


def errors(text: str) -> list[str]:
    """What is wrong in a text; it must be kept in both forms."""
    log = rl.loads(text)
    assert rl.loads(rl.dumps(log)) == log == rl.loads(rl.dumps(log, format="jsonl"))
    return list(map(str, log.errors))


# --- points only ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", list(rl.variants()))
def test_the_scores_of_a_game_alone_give_the_same_game(variant: str) -> None:
    played = rl.play(rl.variant(variant), ["greedy"] * 3, seed=3)
    deals = [deal.points for deal in played.deals]
    log = rl.score_log(variant, played.names, deals[:12], dealer=played.deals[0].dealer or 0)
    for points in deals[12:]:
        assert points is not None and not log.over and log.winners == ()
        log = log.with_deal(points)
    assert log.errors == [] and log.totals == played.totals
    assert [deal.dealer for deal in log.deals] == [deal.dealer for deal in played.deals]
    assert played.over and log.over and log.winners == played.winners
    assert game_of_log(played).winners == log.winners
    assert all(deal.points == points for deal, points in zip(log.deals, deals, strict=True))
    again = rl.read_scores(rl.write_scores(log), variant)
    assert again.errors == [] and again.totals == log.totals and again.winners == log.winners


def test_points_and_play_may_follow_each_other() -> None:
    log = rl.play(rl.variant("rummy", target=30), seed=7, names=["Ana", "Bo"])
    text = rl.dumps(log).replace("target: 30", "target: 500")
    last = rl.loads(text).deals[-1].number
    mixed = rl.loads(text).with_deal((0, 44)).with_deal({"Bo": 0, "Ana": 9})
    assert mixed.errors == [] and [deal.number for deal in mixed.deals][-2:] == [last + 1, last + 2]
    assert mixed.totals["Bo"] == log.totals["Bo"] + 44 and not mixed.over


@pytest.mark.parametrize(
    ("variant", "lines", "error"),
    [
        ("rummy", "score: Ana 12, Bo 118, Cy 0", "Ana cannot have 12 beside 118"),
        ("rummy", "score: Ana -3, Bo 0, Cy 0", "Ana cannot have -3: nobody loses points"),
        (
            "rummy",
            "score: Ana 999, Bo 0, Cy 0",
            "Ana cannot have 999: 14 cards cost 280 at the most",
        ),
        ("rummy", "score: Ana 18.5, Bo 0, Cy 0", "37/2: it is no share of a whole number"),
        ("rummy", "out: Cy\nscore: Ana 5, Bo 0, Cy 0", "Cy went out, so Ana has 0, not 5"),
        ("rummy", "score: Ana 5, Bo 0", "the points of Cy are missing"),
        (
            "remi",
            "score: Ana 300, Bo 0, Cy 0",
            "Ana cannot have 300: 14 cards cost 140 at the most",
        ),
        ("three-thirteen", "score: Ana 40, Bo 0, Cy 0", "40: 3 cards cost 30 at the most (3-13-12"),
        (
            "three-thirteen",
            "score: Ana -1, Bo 0, Cy 0",
            "Ana cannot have -1: a charge is 0 or more",
        ),
        ("three-thirteen", "score: Ana 1/2, Bo 0, Cy 0", "1/2: a charge is a whole number"),
        ("three-thirteen", "out: Bo\nscore: Ana 1, Bo 2, Cy 0", "Bo went out and has 0, not 2"),
        ("shanghai", "score: Ana -10, Bo 5, Cy 5", "Ana cannot have -10: a charge is 0 or more"),
        ("shanghai", "score: Ana -25, Bo -50, Cy 5", "Bo cannot have -50: Ana went out"),
        ("shanghai", "out: Ana\nscore: Ana -25, Bo 5, Cy 5", "is 'whole_hand: true' missing?"),
        ("shanghai", "out: Ana\nwhole_hand: true\nscore: Ana -25, Bo 5, Cy 5", "has -50, not -25"),
    ],
)
def test_points_that_no_deal_can_give(variant: str, lines: str, error: str) -> None:
    (told,) = errors(HEAD.replace("rummy\np", f"{variant}\np") + f"deal 1\n{lines}\n")
    line = 4 + lines.count("\n") + 1
    assert told.startswith(f"line {line}, column 8: ") and error in told


@pytest.mark.parametrize(
    ("variant", "lines"),
    [
        ("rummy", "score: Ana 0, Bo 0, Cy 0"),
        ("rummy", "score: Ana 37/2, Bo 18.5, Cy 0"),
        ("rummy", "out: Bo\nscore: Ana 0, Bo 280, Cy 0"),
        ("three-thirteen", "score: Ana 30, Bo 30, Cy 30"),
        ("shanghai", "score: Ana -25, Bo 5, Cy 5"),
        ("shanghai", "out: Ana\nwhole_hand: true\njoker_used: true\nscore: Ana -25, Bo 5, Cy 5"),
    ],
)
def test_points_that_can_be(variant: str, lines: str) -> None:
    assert errors(HEAD.replace("rummy\np", f"{variant}\np") + f"deal 1\n{lines}\n") == []


# --- what is left -----------------------------------------------------------------------------


def test_what_is_left_is_scored_by_the_rules() -> None:
    log = rl.loads(HEAD + "deal 1\nleft Ana: Ks 7h\nleft Cy: 4c\nout: Bo\nwhole_hand: true\n"
                   "deal 2\nleft Ana: 2c\nleft Bo: 2d\nleft Cy: Kh\n"
                   "deal 3\nleft Ana: Ks 7h\nout: Bo\n"
                   "deal 4\nleft Ana: Ks 7h\nout: Bo\nscore: Ana 0, Bo 30, Cy 0\n")  # fmt: skip
    assert log.errors == []
    ends = [deal.points for deal in log.deals]
    assert ends == [{"Ana": 0, "Bo": 42, "Cy": 0}, {"Ana": 5, "Bo": 5, "Cy": 0}, None,
                    {"Ana": 0, "Bo": 30, "Cy": 0}]  # fmt: skip
    assert all(deal.over and not deal.steps for deal in log.deals)
    assert not log.over and log.totals == {"Ana": 5, "Bo": 77, "Cy": 0}
    end = rl.FinalPosition({"Ana": "Ks 7h", "Bo": "", "Cy": "4c"}, out="Bo", whole_hand=True)
    assert rl.score(end, "rummy").totals == ends[0]
    table = rl.compare(log).frame
    assert len(table) == 12 and table.loc[(1, "Bo"), "remi"] == 21
    again = deal_of_log(log, 1).log
    assert again.errors == [] and again.deals[0].points == ends[0]


@pytest.mark.parametrize(
    ("variant", "lines", "error"),
    [
        ("rummy", "left Ana: Ks Ks\nout: Bo", "5, column 11: K♠ lies in 2 places"),
        ("rummy", "left Ana: Ks\nleft Cy: Ks\nout: Bo", "6, column 10: K♠ lies in 2 places"),
        (
            "rummy",
            "left Ana: Ks\nleft Bo: 7h\nout: Bo",
            "6, column 10: Bo went out: no card is left",
        ),
        ("rummy", "left Ana: Ks\nleft Bo:", "6, column 9: no card is left to Bo: write 'out: Bo'"),
        ("rummy", "left Ann: Ks\nout: Bo", "5, column 11: 'Ann' is no player; did you mean 'Ana'?"),
        ("rummy", "left Ana: Ks\nleft Ana: 7h", "6, column 1: 'left Ana' stands on line 5 already"),
        ("rummy", "left Ana: JK\nout: Bo", "JK lies there, but the pack holds no such card"),
        ("rummy", "left: Ks", "5, column 1: left of whom? Write 'left Cy: ...'"),
        ("rummy", "left Ana: Ks 1h", "5, column 14: '1h' is no card"),
        ("rummy", "left Ana: Ks\nphase: draw", "where 'left' or 'out' tell how the deal ended"),
        ("rummy", "left Ana: Ks\nwhole_hand: true", "6, column 13: 'whole_hand' is of the one"),
        ("rummy", f"left Ana: {'?? ' * 8}\nout: Bo", "5, column 11: Ana holds 8 cards, but 7"),
        ("three-thirteen", "left Bo: 7h 7s 2c\nout: Bo", "Bo went out, but 7♠ 7♥ 2♣ is in no meld"),
        ("contract", "deal 2\nleft Ana: 7h\nmeld Bo: 7s 8s\nout: Bo", "meld 1, 7s 8s, is none"),
    ],
)
def test_hands_that_cannot_be_left(variant: str, lines: str, error: str) -> None:
    told = errors(HEAD.replace("rummy\np", f"{variant}\np") + f"deal 1\n{lines}\n")
    assert any(error in one for one in told), told


def test_hands_shown_after_the_last_turn() -> None:
    text = HEAD.replace("rummy\np", "three-thirteen\np") + (
        "deal 1\n1 Bo: draw out 7c\n2 Cy: draw discard Kd\n3 Ana: take Kd discard Kd\n"
    )
    text = text.replace("take Kd discard Kd", "draw discard 2h")
    log = rl.loads(text)
    assert log.errors == [] and log.deals[0].points is None
    shown = rl.loads(text + "left Bo: 8h 8d 8s\nleft Ana: 2c 3d 4h\nleft Cy: ?? 9c 9d\n")
    assert shown.errors == [] and shown.deals[0].points is None
    shown = rl.loads(text + "left Bo: 8h 8d 8s\nleft Ana: 2c 3d 4h\nleft Cy: Kc 9c 9d\n")
    assert shown.errors == [] and shown.totals == {"Ana": 9, "Bo": 0, "Cy": 28}
    made = deal_of_log(shown)
    assert made.score().totals == shown.totals and "left Cy: 9d 9c Kc" in str(made.log)
    assert rl.loads(str(made.log)).deals[0].state == shown.deals[0].state
    packs = 'three-thirteen\npacks: { "2-3" = 1, "4+" = 6 }\n'
    one_pack = text.replace("three-thirteen\n", packs)
    for line, error in (
        ("left Ana: 2c 3d", "line 9, column 11: Ana is left with 3 cards, not with 2"),
        ("left Ana: 2c 3d 7c", "line 9, column 11: 7♣ lies elsewhere already"),
        ("left Zed: 2c 3d 7c", "line 9, column 11: 'Zed' is no player"),
    ):
        told = rl.loads(one_pack + line)
        assert [str(one).startswith(error) for one in told.errors] == [True], told.errors
    early = rl.loads(text.replace("3 Ana: draw discard 2h\n", "") + "left Ana: 2c 3d 4h\n")
    assert "the deal is not over: Ana is to draw" in early.errors[0].message


def test_what_is_known_of_a_hand_must_be_shown() -> None:
    text = HEAD.replace(", Cy", "") + (
        "deal 1\nhand Ana: 9h ?? ??\nhand Bo: 4c 5c 6c\nturn_number: 5\n"
        "5 Bo: draw [6d] meld 4c 5c 6c discard 6d\n"
    )
    assert rl.loads(text + "left Ana: 9h 2c 3c\n").totals == {"Ana": 0, "Bo": 28}
    for hand, error in (
        ("2c 3c 4h", "Ana is left with 9♥, too"),
        ("9h 2c 5c", "5♣ lies elsewhere"),
    ):
        assert error in str(rl.loads(f"{text}left Ana: {hand}\n").errors[0])


# --- corrected and struck ---------------------------------------------------------------------


def test_corrections_and_strikes() -> None:
    log = rl.score_log(
        "rummy", ["Ana", "Bo"], [(36, 0), (0, 12)], dealer="Bo", fields={"at": "Cluj"}
    )
    text = str(log)
    right = log.corrected(1, {"Ana": 30}, comment="her king\n# was").struck(2, comment="misdealt")
    assert str(right).splitlines()[-2:] == [
        "correct 1: Ana 30  # her king # was",
        "strike 2:  # misdealt",
    ]
    assert right.errors == [] and right.totals == {"Ana": 30, "Bo": 0} and log.totals["Ana"] == 36
    assert right.deals[0].written == ({"Ana": 36, "Bo": 0}, {"Ana": 30, "Bo": 0})
    assert right.deals[1].struck and right.deals[1].points is None
    assert str(right).replace("log 2", "log 1").startswith(text)
    again = right.with_deal((0, 40))
    assert [(d.number, d.dealer, d.points) for d in again.deals[1:]] == [
        (2, 0, None), (2, 0, {"Ana": 0, "Bo": 40}),
    ]  # fmt: skip
    back = right.corrected(2, {"Bo": 12})
    assert back.totals == {"Ana": 30, "Bo": 12} and not back.deals[1].struck
    assert back.deals[1].written == ({"Ana": 0, "Bo": 12}, {"Ana": 0, "Bo": 12})
    late = back.with_deal((0, 138)).errors
    assert late == [] and back.with_deal((0, 138)).winners == ("Bo",)
    after = back.with_deal((0, 138)).with_deal((1, 0))
    assert "the game was over after deal 3" in after.errors[0].message
    assert after.struck(3).errors == []


def test_a_correction_is_checked_as_a_score_is() -> None:
    log = rl.play(rl.variant("rummy", target=30), seed=7, names=["Ana", "Bo"])
    points = log.deals[0].points
    assert points is not None
    wrong = log.corrected(1, {name: n + 1 for name, n in points.items()})
    assert "scores" in wrong.errors[0].message and wrong.totals == log.totals
    assert (
        wrong.errors[0].line == str(wrong).count("\n") and wrong.corrected(1, points).errors == []
    )
    text = HEAD + "deal 1\nscore: Ana 3, Bo 4, Cy 0\ncorrect 1: Bo 0\n"
    assert errors(text) == []
    assert "the points of Bo, Cy are missing" in errors(HEAD + "deal 1\ncorrect 1: Ana 4\n")[0]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("correct 2: Ana 4", "6, column 12: there is no deal 2 above this line"),
        ("strike 2:", "6, column 10: there is no deal 2 above this line"),
        ("strike two:", "6, column 1: strike which? Write 'strike 2: ...'"),
        ("correct: Ana 4", "6, column 1: correct which? Write 'correct 2: ...'"),
        ("correct 1: Ana", "6, column 12: 'Ana' is no name with a number"),
        ("correct 1: Zed 4", "6, column 12: 'Zed' is no player; there are"),
        ("strike x", "6, column 1: 'strike x' is no line of a log"),
        ("strik 1: x", "6, column 1: 'strik 1' is no key"),
    ],
)
def test_corrections_that_are_wrong(line: str, error: str) -> None:
    told = errors(f"{HEAD}deal 1\nscore: Ana 3, Bo 0, Cy 0\n{line}\n")
    if "strik 1" in line:
        assert told == []  # a key of two words is a field of one's own
    else:
        assert any(error in one for one in told), told


def test_a_deal_that_was_struck_needs_no_end() -> None:
    game = rl.Game("rummy", ["Ana", "Bo"], seed=5)
    game.deal.apply("draw")
    text = str(game.log).replace("log 1", "log 2")
    assert errors(text + "strike 1: misdealt\ndeal 1\n1 Bo: draw\n") == []
    assert errors(text + "strike 1:\ndeal 2\n") == []
    assert len(errors(text + "deal 1\n")) == 2 and len(errors(text + "deal 2\n")) == 1


def test_a_bonus_deal_is_for_those_who_tied() -> None:
    rules = rl.variant("deuces-not-wild", deals=2, cards_dealt=[3, 4], wild_rank=["3", "4"])
    log = rl.score_log(rules, ["Ana", "Bo", "Cy"], [(0, 0, 3), (1, 1, 0)])
    assert not log.over
    bonus = log.with_deal({"Ana": 0, "Bo": 4})
    assert bonus.errors == [] and bonus.over and bonus.winners == ("Ana",)
    assert "players: Ana, Bo" in str(bonus)
    joint = log.with_deal((2, 2))
    assert joint.winners == ("Ana", "Bo")
    assert rl.score_log(rules, ["Ana", "Bo", "Cy"], [(0, 0, 3), (1, 1, 0), (0, 4)]) == bonus
    text = f"{log}deal 3\nscore: Ana 0, Bo 4, Cy 0\n"
    assert "this is a bonus deal of those who tied: write 'players: Ana, Bo'" in errors(text)[0]
    sheet = rl.write_scores(bonus)
    assert sheet.splitlines()[-2:] == ["3,0,4,", "total,1,5,3"]
    assert rl.read_scores(sheet, rules).winners == ("Ana",)


def test_games_that_play_on_until_one_leads() -> None:
    rules = rl.variant("rummy", ties="extra_deals", target=50)
    log = rl.score_log(rules, ["Ana", "Bo"], [(50, 0), (0, 50)])
    assert not log.over and "the game was over after deal 1" in log.errors[0].message
    assert log.struck(1).errors == [] and log.struck(1).winners == ("Bo",)
    even = rl.score_log(rules, ["Ana", "Bo"], [(40, 0), (0, 40), (25, 25)])
    assert not even.over and even.with_deal((5, 0)).winners == ("Ana",)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda log: log.corrected(9, {"Ana": 3}), "the log has no deal 9; it has 1"),
        (lambda log: log.corrected(1, {"Anna": 3}), "'Anna' is no player; did you mean 'Ana'?"),
        (lambda log: log.corrected(1, {"Ana": "x"}), "'x' is no number of points"),
        (lambda log: log.corrected(1, {"Ana": float("nan")}), "nan is no number of points"),
        (lambda log: log.struck(9), "the log has no deal 9; it has 1"),
        (lambda log: log.struck(1, game=2), "the log has no game 2: it has 1"),
        (lambda log: log.with_deal((1, 2, 3)), "3 numbers of points for 2 players"),
        (lambda log: log.with_deal("1 2"), "a deal is a FinalPosition, or points by name"),
        (lambda log: log.with_deal({"Zed": 0}), "'Zed' is no player; there are Ana, Bo"),
        (lambda log: log.with_deal((1, 0), dealer="Zed"), "'Zed' is no player; there are"),
        (lambda log: rl.score_log("rummy", ["Ana", "Bo"], dealer=5), "no seat from 0 to 1"),
        (lambda log: rl.score_log("rummy", ["Ana", "Ana"]), "two players are called 'Ana'"),
        (lambda log: rl.loads("rummy-lab log 1\nplayers: 2").struck(1), "who plays by which rules"),
    ],
)
def test_what_python_refuses(call, message: str) -> None:
    with pytest.raises(ValueError) as error:
        call(rl.score_log("rummy", ["Ana", "Bo"], [(36, 0)]))
    assert message in str(error.value)


def test_a_final_position_is_a_deal() -> None:
    end = rl.FinalPosition({"Ana": "", "Bo": "Kh 9d"}, out="Ana", melds=(("Ana", "4c 5c 6c"),))
    log = rl.score_log("rummy", ["Bo", "Ana"], [end])
    assert log.errors == [] and log.totals == {"Bo": 0, "Ana": 19}
    assert "meld Ana: 4c 5c 6c" in str(log) and "left Ana" not in str(log)
    block = log.with_deal(rl.FinalPosition({"Bo": "2c", "Ana": "9d 9h"}), comment="no cards left")
    assert block.errors == [] and block.deals[1].points == {"Bo": 18, "Ana": 0}
    assert "deal 2  # no cards left" in str(block)


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_sheets_of_any_kind_come_back(seed: int) -> None:
    rng = random.Random(seed)
    names = rng.sample(NAMES, 3)
    log = rl.score_log("remi", names, dealer=rng.choice(names), totals={names[0]: Fraction(7, 2)})
    for _ in range(rng.randint(1, 6)):
        points = dict.fromkeys(names, 0) | {rng.choice(names): rng.randint(0, 99)}
        log = log.with_deal(points, comment=rng.choice([None, "<b>x</b> # y", ""]))
        if rng.random() < 0.3:
            log = log.struck(rng.choice(log.deals).number, comment=rng.choice(names))
        if rng.random() < 0.3:
            log = log.corrected(
                rng.choice(log.deals).number, {rng.choice(names): rng.randint(0, 9)}
            )
    assert rl.loads(rl.dumps(log)) == log == rl.loads(rl.dumps(log, format="jsonl"))
    again = rl.read_scores(rl.write_scores(log), "remi")
    assert again.totals == log.totals and again.names == log.names
    assert [deal.struck for deal in again.deals] == [deal.struck for deal in log.deals]


# --- CSV --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sheet",
    [
        "deal,Ana,Bo\n1,36,0\n2,0,37/2\n",
        "Ana,Bo\r\n36,0\r\n0,18.5\r\n",
        "\ufeffdeal;Ana;Bo\n1;36;0\n2;0;18,5\nTotal;36;18,5\n",
        "Deal\tAna\tBo\n\n1\t36\t0\n\t\t\n2\t0\t18,5\n",
        "deal,player,points\n1,Ana,36\n1,Bo,0\n2,Ana,0\n2,Bo,37/2\n",
        "game;points;variant;deal;player\n1;36;rummy;1;Ana\n1;0;rummy;1;Bo\n1;0;x;2;Ana\n1;18.5;x;2;Bo\n",
        '"Ana","Bo"\n"36","0"\n"0","18.5"\n',
        "deal,Ana,Bo,\n1, 36 ,0,\n2,0,18.5,\n",
    ],
)
def test_sheets_in_csv(sheet: str, tmp_path: Path) -> None:
    log = rl.read_scores(sheet, "rummy")
    assert log.totals == {"Ana": 36, "Bo": Fraction(37, 2)} and log.names == ("Ana", "Bo")
    assert [error.message[:18] for error in log.errors] == ["Bo cannot have 37/"]
    path = tmp_path / "scores.csv"
    path.write_bytes(sheet.encode())
    assert rl.read_scores(path, "rummy") == log == rl.read_scores(str(path), "rummy")
    assert rl.loads(rl.dumps(log)) == log


@pytest.mark.parametrize(
    ("sheet", "error"),
    [
        ("deal,Ana,Bo\n1,x,0\n", "line 2, column 2: 'x' is no number of points, like 36 or 37/2"),
        ("deal,Ana,Bo\n1,18,5,0\n", "line 2, column 4: '0' stands in a column that has no name"),
        ("deal,Ana,Bo\n1,3\n", "line 2, column 3: the points of Bo are missing"),
        ("deal,Ana,Bo\n1,3,\n", "line 2, column 3: the points of Bo are missing"),
        ("deal,Ana,Bo\n1,3,4\n", "line 2, column 2: Ana cannot have 3 beside 4"),
        ("deal,Ana,Bo\n1,0,4\n3,5,0\n", "line 3, column 1: after deal 1 comes deal 2, not deal 3"),
        ("deal,Ana,Bo\n1,0,4\ntotal,0,5\n", "line 3, column 3: Bo's points add up to 4, not 5"),
        ("deal,Ana,Bo\nx,0,4\n", "line 2, column 1: 'x' is no number of a deal, nor 'start' or 't"),
        (
            "deal,player,points\n1,Ana,3\n1,Ana,4\n1,Bo,0\n",
            "line 3, column 2: Ana has points in deal 1",
        ),
        ("deal,player,points\n1,,3\n1,Ana,4\n1,Bo,0\n", "line 2, column 2: nobody is named"),
        ("deal,Ana\n1,0\n", "line 1, column 1: Rummy is for 2 to 6 players, not 1"),
        ("deal,Ana,Bo\n1,200,0\n2,5,0\n", "line 3, column 1: the game was over after deal 1"),
        ("deal,Ana,Bo\n9999,200,0\n", "line 2, column 1: deals are read up to deal 2000"),
    ],
)
def test_sheets_that_are_wrong(sheet: str, error: str) -> None:
    log = rl.read_scores(sheet, "rummy")
    assert any(str(one).startswith(error) for one in log.errors), log.errors
    assert rl.loads(rl.dumps(log)) == log


@pytest.mark.parametrize(
    ("sheet", "error"),
    [
        ("\n\n", "line 1, column 1: this is no score sheet"),
        ("deal,Ana,Ana\n1,2,3\n", "line 1, column 3: two columns are called 'Ana'"),
        ('deal,Ana,"Bo\n1,2,3\n', "line 2, column 1: this is no CSV"),
        ("deal\n1\n", "line 1, column 1: this score sheet names no players"),
        ("deal,player,points\n", "line 1, column 1: this score sheet names no players"),
    ],
)
def test_what_is_no_sheet(sheet: str, error: str) -> None:
    with pytest.raises(rl.LogError) as told:
        rl.read_scores(sheet, "rummy")
    assert str(told.value).startswith(error)


def test_names_are_no_formulas() -> None:
    names = ["=1+1", "'@x", "-3", "a, b", 'q "q"', "דנה"]
    log = rl.score_log("rummy", names, [(9, 0, 0, 0, 0, 0)], totals={"-3": 4})
    sheet = rl.write_scores(log)
    assert sheet.splitlines()[0].startswith("deal,'=1+1,''@x,'-3,")
    assert sheet.splitlines()[1] == "start,0,0,4,0,0,0"
    again = rl.read_scores(sheet, "rummy", dealer="דנה", fields={"date": "2025-03-02"})
    assert again.names == tuple(names) and again.totals == log.totals and again.errors == []
    assert again.deals[0].dealer == 5 and again.fields["date"] == "2025-03-02"


def test_a_row_that_cannot_be_read_is_kept() -> None:
    log = rl.read_scores("deal,Ana,Bo\n1,x,0\nnone,1,2\n", "rummy")
    assert "#  1,x,0" in str(log) or "# 1,x,0" in str(log)
    assert "# none,1,2" in str(log) and len(log.errors) == 2


# --- faces ------------------------------------------------------------------------------------


def test_faces_of_a_score_sheet() -> None:
    log = rl.score_log("rummy", ["<b>A</b>", "Bo"], [(36, 0), (0, 151), (7, 0)])
    log = log.struck(3).corrected(1, {"<b>A</b>": 30}, comment="<script>x</script>")
    html = log._repr_html_()
    assert "<s>36</s> 30" in html and "deal 3 (struck)" in html and "<s>7</s>" in html
    assert "Won by" in html and "<b>A" not in html and "<script" not in html
    assert repr(log.games[0]) == "<log of a game of Rummy, 3 deals, won by Bo>"
    assert [repr(deal) for deal in log.deals[1:]] == [
        "<log of deal 2: points only>", "<log of deal 3: struck>",
    ]  # fmt: skip
    end = log.struck(2).with_deal(rl.FinalPosition({"<b>A</b>": "Ks", "Bo": ""}, out="Bo"))
    assert repr(end.deals[-1]) == "<log of deal 3: its end only>"
    for wrong in (log, log.struck(1)):
        with pytest.raises(ValueError, match="the game cannot be played on"):
            game_of_log(wrong)


def test_a_correction_counts_over_cards_that_were_left():
    """Cards that were left are written down by somebody, as points are; a deal played is not."""
    end = rl.FinalPosition(hands={"Ana": "Ks 7h", "Bo": ""}, out="Bo")
    log = rl.score_log("rummy", ["Ana", "Bo"], [end]).corrected(1, {"Bo": 18})
    assert not log.errors and log.totals == {"Ana": 0, "Bo": 18}
    wrong = log.corrected(1, {"Bo": 999})
    assert "Bo cannot have 999" in wrong.errors[0].message
    played = rl.play("block", seed=7).corrected(1, {"Player 1": 1})
    assert "Player 1 scores" in played.errors[0].message
    assert played.totals == rl.play("block", seed=7).totals


def test_who_went_out_stands_beside_points():
    log = rl.score_log("shanghai", ["Ana", "Bo", "Cy"])
    log = log.with_deal((0, 10, 5), out="Ana")
    assert str(log).endswith("deal 1\nout: Ana\nscore: Ana 0, Bo 10, Cy 5\n") and not log.errors
    blind = log.with_deal((-30, 10, 5), out="Ana", whole_hand=True, joker_used=True)
    assert str(blind).splitlines()[-4:-1] == ["out: Ana", "whole_hand: true", "joker_used: true"]
    assert log.deals[0].state.out == 0
    with pytest.raises(ValueError, match="'Dee' is no player"):
        log.with_deal((0, 1, 2), out="Dee")


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_what_a_deal_gives_is_never_called_impossible(seed: int) -> None:
    rng = random.Random(seed)
    for deal in some_game(rng, most=300).deals:
        if deal.over:
            points, state = deal.score().totals, deal.state
            assert list(impossible(points, deal.root.state, state)) == []
            assert list(impossible(points, deal.root.state, None)) == []
            hands = dict(zip(state.names, state.hands, strict=True))
            for shown in (1.0, 0.5, 0.0):
                held = {name: [card if rng.random() < shown else rl.card("??") for card in hand]
                        for name, hand in hands.items()}  # fmt: skip
                assert list(impossible(points, deal.root.state, state, held)) == []
