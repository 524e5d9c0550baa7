"""Tables from logs: every column documented, typed, and true."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO

import pandas as pd
import pytest
from logging_games import HEAD
from tables import table

import rummy_lab as rl
from rummy_lab.frames import COLUMNS, TABLES, actions_frame, deals_frame, scores_frame

FRAMES = {"actions": actions_frame, "deals": deals_frame, "scores": scores_frame}
LOGS = [
    rl.play(rl.variant("rummy", target=60), ["greedy", "random"], seed=3, names=["Ana", "Bo"]),
    rl.play(rl.variant("block", target=60), ["greedy", "random", "greedy"], seed=5),
]


@pytest.mark.parametrize("name", list(FRAMES))
def test_columns_are_those_that_are_documented(name: str) -> None:
    for logs in (LOGS, [], rl.loads("rummy-lab log 1")):
        frame = FRAMES[name](logs)
        assert tuple(frame.columns) == TABLES[name]
        assert {column: str(kind) for column, kind in frame.dtypes.items()} == {
            column: COLUMNS[column][0] for column in TABLES[name]
        }
    assert all(meaning for _, meaning in COLUMNS.values())
    assert set(COLUMNS) == {column for columns in TABLES.values() for column in columns}


def test_actions_are_all_there_and_in_order() -> None:
    frame = actions_frame(LOGS)
    assert len(frame) == sum(1 for log in LOGS for _ in log.replay())
    assert {"deal", "turn", "seat", "action"} <= set(frame.columns)
    first = LOGS[0].to_frame()
    pd.testing.assert_frame_equal(first, frame[frame["log"] == 0].reset_index(drop=True))
    for row, (state, event) in zip(first.to_dict("records"), LOGS[0].replay(), strict=True):
        assert row["action"] == str(event.action) and row["turn"] == event.turn
        assert row["seat"] == event.seat and row["player"] == state.names[event.seat]
        assert row["hand_cards"] == len(state.hands[event.seat])
        assert row["hand_points"] == state.at.points_of(state.hands[event.seat])
        assert row["stock_cards"] == len(state.stock)
    assert (frame.groupby(["log", "deal"])["move"].max().to_numpy()
            == deals_frame(LOGS)["actions"].to_numpy()).all()  # fmt: skip


def test_deals_and_scores() -> None:
    deals, scores = deals_frame(LOGS), scores_frame(LOGS)
    assert len(deals) == sum(len(log.deals) for log in LOGS)
    assert deals["over"].all() and deals["sound"].all()
    assert set(deals["variant"]) == {"rummy", "block"} and set(deals["seed"]) == {"3", "5"}
    for number, log in enumerate(LOGS):
        mine = scores[scores["log"] == number]
        assert mine.groupby("player")["points"].sum().to_dict() == log.totals
        last = mine.groupby("player")["total"].last()
        assert last.to_dict() == log.totals
        assert len(mine) == len(log.deals) * len(log.names)
    out = deals.dropna(subset="out")
    went = scores[scores["went_out"].fillna(False)]
    assert list(out["out"]) == list(went["player"]) and (went["hand_cards"] == 0).all()


def test_shared_points_are_floats() -> None:
    deal = table("block", ["7h", "7s", "Kd", "6c"], stock="", discards="2s", phase="draw")
    deal.apply("pass")
    assert deal.score().totals["Cy"] == 0
    log = rl.loads(rl.dumps(deal.log).replace("score:", "# was:"))
    points = log.deals[0].points
    assert points is not None and points["Di"] == 24
    halves = table("block", ["7h", "7s", "Kd 3c", "Qd"], stock="", discards="2s", phase="draw")
    halves.apply("pass")
    frame = scores_frame(halves.log)
    assert halves.score().totals["Ana"] == Fraction(23, 2)
    assert frame["points"].to_list() == [11.5, 11.5, 0.0, 0.0]
    assert "score: Ana 23/2, Bo 23/2, Cy 0, Di 0" in rl.dumps(halves.log)
    assert rl.loads(rl.dumps(halves.log)).errors == []


def test_what_is_not_known_is_missing() -> None:
    log = rl.loads(HEAD.replace("seed: 7\n", "") + "1 Bo: draw discard 4s\n2 Cy: take discard ??\n")
    assert log.errors == []
    frame = log.to_frame()
    assert frame["hand_points"].isna().all() and frame["drawn"].to_list()[0] == "??"
    assert deals_frame(log)["seed"].isna().all() and not deals_frame(log)["over"].any()
    assert scores_frame(log).empty
    told = rl.loads(HEAD + "score: Ana 3, Bo 4, Cy 0\n")
    assert scores_frame(told)["points"].to_list() == [3.0, 4.0, 0.0]
    broken = rl.loads("rummy-lab log 1\nvariant: rumy\nplayers: 2\ndeal 1\n")
    assert deals_frame(broken)["variant"].isna().all()


def test_frames_survive_csv() -> None:
    frame = actions_frame(LOGS)
    kinds = {name: COLUMNS[name][0] for name in frame.columns}
    read = pd.read_csv(StringIO(frame.to_csv(index=False)), dtype=kinds)  # type: ignore[arg-type]
    pd.testing.assert_frame_equal(read, frame)
