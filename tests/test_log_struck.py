"""Deals that were struck, and errors of score sheets that were made by code."""

from __future__ import annotations

import pickle

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
