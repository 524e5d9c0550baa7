"""Deals that were struck, and errors of score sheets that were made by code."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import rummy_lab as rl
from rummy_lab.log import deal_of_log


def test_errors_of_a_sheet_made_by_code_name_the_deal() -> None:
    sheet = rl.score_log("rummy", ["Ana", "Bo"], [(36, 0), (5, 9), (0, 8)])
    (error,) = sheet.errors
    assert str(error).startswith("deal 2: Ana cannot have 5 beside 9") and error.deal == 2
    assert str(sheet).splitlines()[error.line - 1] == "score: Ana 5, Bo 9"
    wrong = sheet.corrected(1, {"Bo": 1})  # stands among the lines of deal 3
    assert [one.deal for one in wrong.errors] == [2, 1]
    assert pickle.loads(pickle.dumps(error)).deal == 2
    (read,) = rl.loads(str(sheet)).errors
    assert read.deal is None and str(read).startswith(f"line {error.line}, column ")


def test_a_number_means_the_deal_that_counts() -> None:
    game = rl.Game(rl.variant("block"), ["Ana", "Bo"], seed=7)
    first = rl.play("block", names=["Ana", "Bo"], seed=7).deals[0]
    again = rl.play("block", names=["Ana", "Bo"], seed=8).deals[0]
    lines = "".join(f"{line}\n" for line in first.lines)
    more = "".join(f"{line}\n" for line in again.lines).replace("deal 1\n", "deal 1\nseed: 8\n")
    head = f"{game.log}".partition("\ndeal")[0].replace("log 1", "log 2")
    log = rl.loads(f"{head}\n{lines}strike 1: misdealt\n{more}")
    assert log.errors == [] and [deal.struck for deal in log.deals] == [True, False]
    assert deal_of_log(log, 1).seed == 8 and log.game().deal(1).points == again.points
    both = rl.compare(log, ["block"])
    assert [deal.deal for deal in both.deals] == [1]
    assert both.totals["block"].to_dict() == log.totals == again.points
    assert len(rl.cross_check(log, ["block", "remi"])) == 2
    assert rl.what_if(log).logged.seed == 8
    turns = log.to_frame("turns")
    assert turns.groupby("struck")["turn"].max().to_dict() == {
        True: len(first.turns), False: len(again.turns)}  # fmt: skip
    keys = ["log", "game", "deal", "struck", "move"]
    assert not log.to_frame().duplicated(keys).any()
    alone = log.struck(1)
    assert rl.compare(alone, ["block"]).deals == () and alone.totals == {"Ana": 0, "Bo": 0}
    assert len(rl.cross_check(alone, ["block"])) == 0
    assert len(rl.cross_check(alone, ["block"], deal=1)) == 1
    with pytest.raises(ValueError, match=r"the log has no deal 4; it has 1$"):
        log.game().deal(4)


def test_a_log_in_which_nothing_counts_has_empty_tables() -> None:
    sheet = rl.score_log("rummy", ["Ana", "Bo"], [(36, 0), (0, 9)])
    for log in (sheet.struck(1).struck(2), rl.score_log("rummy", ["Ana", "Bo"])):
        found = rl.compare(log, ["remi", "rummy"])
        assert found.frame.shape == found.totals.shape == (0, 2)
        assert found.frame.index.names == ["deal", "player"]
        for table in (found.lines, found.notes, found.outcomes, found.checks):
            assert table is not None and len(table) == 0 and "variant" in table
        assert str(found).split() == ["remi", "rummy"] and "<table" in found._repr_html_()
        with pytest.raises(ValueError, match="the log has no deal that could be scored"):
            rl.ScoreComparison(log)


def test_tools_show_the_deal_that_counts() -> None:
    log = rl.score_log("rummy", ["Ana", "Bo"], [(36, 0), (0, 9)]).struck(2).with_deal((0, 12))
    viewer = rl.ReplayViewer(log)
    struck = "Deal 2 was struck: it does not count."
    viewer._choose(0, 1)
    assert struck in viewer.static_html()
    viewer.deal = 1
    viewer.deal = 2
    assert struck not in viewer.static_html()
    tool = rl.ScoreComparison(log)
    assert [text for text, _ in tool.controls.deals.options] == [
        "all 2 deals added up", "deal 1", "deal 2",
    ]  # fmt: skip


SHEET = rl.score_log("remi", ["Ana", "Bo"], [(5, 0)])


@pytest.mark.parametrize(("call", "said"), [
    (lambda: rl.score_log("remi", ["Ana", "Bo"], totals=5), "points are given by name, like"),
    (lambda: rl.score_log("remi", ["Ana", "Bo"], fields=5), "fields are texts by key, like"),
    (lambda: SHEET.corrected(1, 5), "points are given by name, like {'Ana': 36}, not 5"),
    (lambda: SHEET.with_deal((5, 0), comment=5), "a comment is text, not 5"),
    (lambda: SHEET.struck(1, comment=5), "a comment is text, not 5"),
    (lambda: SHEET.with_deal((5, 0), out=0), "0 is no name of a player; there are Ana, Bo"),
    (lambda: SHEET.with_deal((5, 0), dealer=1), "1 is no name of a player; there are Ana, Bo"),
    (lambda: SHEET.struck(True), "the log has no deal True; it has 1"),
    (lambda: SHEET.corrected("1", {"Ana": 3}), "the log has no deal 1; it has 1"),
    (lambda: SHEET.game("x"), "the log has no game x: it has 1"),
])  # fmt: skip
def test_wrong_arguments_get_a_sentence(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError) as told:
        call()
    assert said in str(told.value)
    with pytest.raises(TypeError, match="int is no log: give its"):
        rl.write_scores(5)  # type: ignore[arg-type]
