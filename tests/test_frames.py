"""Tables from logs: every column documented, typed, and true."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest
from logging_games import HEAD, from_the_middle, some_game
from tables import table

import rummy_lab as rl
from rummy_lab.frames import TABLES

KEY = ["log", "game", "deal"]
MIXED = ("greedy", "random", "greedy")


def a_game(variant: str) -> rl.Log:
    """A short game of a variant, random players among greedy ones."""
    rules = rl.variant(variant)
    short = rules.replace(deals=3, target=None) if rules.deals is None else rules
    if rules["stock_out"] == "flip":  # two who play at random turn the pile over
        return rl.play(short, ["random"] * 2, seed=3, names=["Ana", "Bo"])
    return rl.play(short, MIXED, seed=4, names=["Ana", "Bo", "Cy"])


GAMES = {variant: a_game(variant) for variant in rl.variants()}
FOUND = rl.tables(GAMES.values())
EACH = pytest.mark.parametrize("number", range(len(GAMES)), ids=list(GAMES))


def of(name: str, number: int) -> Any:
    """The rows of a table that are of one of the games."""
    frame = FOUND[name]
    return frame[frame["log"] == number]


def is_typed(name: str, frame: pd.DataFrame) -> None:
    """A table must have the columns that are documented, with their types."""
    assert list(frame.columns) == list(TABLES[name])
    found = {column: str(kind) for column, kind in frame.dtypes.items()}
    assert found == {column: entry.dtype for column, entry in TABLES[name].items()}


def arranged(hand: Any, at: Any) -> rl.Arrangement:
    return rl.arrange(hand, at.rules, deal=at.deal, players=at.players)


# --- columns and names ------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_columns_are_those_that_are_documented(name: str) -> None:
    broken = rl.loads("rummy-lab log 1")
    for frame in (FOUND[name], rl.tables([])[name], rl.tables(broken)[name]):
        is_typed(name, frame)
    assert all(column.meaning for column in TABLES[name].values())
    told = FOUND.columns(name)
    assert list(told.index) == list(TABLES[name]) and list(told) == ["dtype", "unit", "meaning"]


@pytest.mark.parametrize("name", TABLES)
def test_one_table_is_that_of_all(name: str) -> None:
    for number, log in enumerate(GAMES.values()):
        mine = of(name, number).reset_index(drop=True).assign(log=0)
        pd.testing.assert_frame_equal(log.to_frame(name), mine)
    assert GAMES["remi"].to_frame().equals(GAMES["remi"].to_frame("actions"))


def test_a_misspelt_table_has_the_nearest_name() -> None:
    with pytest.raises(ValueError, match="'turn' is no table of logs; did you mean 'turns'"):
        GAMES["remi"].to_frame("turn")
    with pytest.raises(ValueError, match="'x' is no table of logs; there are games, deals"):
        GAMES["remi"].to_frame("x")
    with pytest.raises(KeyError, match="did you mean 'hands'"):
        FOUND["hand"]
    with pytest.raises(ValueError, match="did you mean 'melds'"):
        FOUND.columns("meld")


@pytest.mark.parametrize("what", ["game.rummy", 7, [GAMES["remi"], "b"], [rl.variant("remi")]])
def test_what_is_no_log(what: Any) -> None:
    with pytest.raises(TypeError, match="is no log"):
        rl.tables(what)


def test_tables_show_what_they_are() -> None:
    assert repr(rl.tables([])).startswith("<tables of logs: games 0, deals 0")
    first = str(FOUND).splitlines()[0]
    assert first.startswith("games      10  log, game, variant") or "10 log, game" in first
    page = FOUND._repr_html_()
    assert "<table" in page and "deadwood_points" in page


# --- what the rows say, for every variant -----------------------------------------------------


@EACH
def test_actions_are_all_there_and_in_order(number: int) -> None:
    log, frame = list(GAMES.values())[number], of("actions", number)
    steps = list(log.replay())
    assert len(frame) == len(steps)
    for row, (state, event) in zip(frame.to_dict("records"), steps, strict=True):
        assert row["turn"] == event.turn and row["seat"] == event.seat
        assert row["player"] == state.names[event.seat] and row["verb"] == event.action.verb
        if not event.sealed:
            assert row["action"] == str(event.action)
            assert row["hand_cards"] == len(state.hands[event.seat])
            assert row["hand_points"] == state.at.points_of(state.hands[event.seat])
            assert row["stock_cards"] == len(state.stock)
            assert row["recycled"] == event.recycled or pd.isna(row["recycled"])
    assert frame.groupby("deal")["move"].max().to_list() == of("deals", number)["actions"].to_list()


@EACH
def test_no_card_is_lost_between_two_actions(number: int) -> None:
    """A hand grows by what was drawn, taken and swapped, and shrinks by what left it."""
    start = of("hands", number).groupby(["deal", "seat"])["hand_cards"].first()
    for where, rows in of("actions", number).groupby(["deal", "seat"]):
        held = start[where]
        for row in rows.to_dict("records"):
            held += int(not pd.isna(row["drawn"])) - row["card_count"] + (row["verb"] == "swap")
            held += 0 if pd.isna(row["taken"]) else len(row["taken"].split())
            assert held == row["hand_cards"]


@EACH
def test_turns_say_what_their_actions_did(number: int) -> None:
    frame, actions = of("turns", number), of("actions", number)
    log = list(GAMES.values())[number]
    assert frame["finished"].all()
    assert not frame.duplicated(["deal", "turn", "seat"]).any()
    simultaneous = bool(log.rules is not None and log.rules["simultaneous"])
    if not simultaneous:
        lines = [line for deal in log.deals for line in deal.turns]
        assert frame["player"].to_list() == [line.player for line in lines]
        assert frame["turn"].to_list() == [line.turn for line in lines]
        assert len(frame) == of("deals", number)["turns"].sum()
    own = actions.merge(frame[["deal", "turn", "seat"]])
    for verbs, column in (
        (["discard", "out"], "discard"), (["draw", "take"], "source"), (["buy"], "bought_by"),
    ):  # fmt: skip
        some = (actions if column == "bought_by" else own)["verb"].isin(verbs)
        assert frame[column].notna().sum() == some.sum(), column
    for column in ("drawn", "taken"):
        mine = own[own["verb"].isin(["draw", "take"])]
        assert frame[column].dropna().to_list() == mine[column].dropna().to_list() or simultaneous
        assert Counter(frame[column].dropna()) == Counter(mine[column].dropna())
    assert frame["swaps"].sum() == (actions["verb"] == "swap").sum()
    assert frame["laid_off"].sum() == actions[actions["verb"] == "lay"]["card_count"].sum()
    laid = of("melds", number)
    assert frame["new_melds"].sum() == (~laid["arranged"]).sum()
    assert actions["recycled"].notna().sum() == of("deals", number)["recycles"].sum()
    assert frame["recycled"].notna().sum() <= actions["recycled"].notna().sum()


@EACH
def test_hands_after_every_turn(number: int) -> None:
    hands, turns = of("hands", number), of("turns", number)
    log = list(GAMES.values())[number]
    same = hands.merge(turns, on=["deal", "turn", "seat"], suffixes=("", "_turn"))
    assert len(same) == len(turns)
    assert (same["hand_points"] == same["hand_points_turn"]).all()
    assert (same["hand_cards"] == same["hand_cards_turn"]).all()
    first = hands[hands["turn"] == 0]
    for deal in log.deals:
        assert deal.start is not None
        dealt = first[first["deal"] == deal.number]["hand_cards"]
        assert set(dealt) == {deal.start.at.cards_dealt}
        assert len(hands[hands["deal"] == deal.number]) == len(deal.names) * (
            1 + len({event.turn for _, event in deal.steps})
        )
        some = list(zip(deal.steps, range(len(deal.steps)), strict=True))[:: len(deal.steps) // 2]
        for (state, event), _ in some:
            if state.turn_number == event.turn + 1:
                rows = hands[(hands["deal"] == deal.number) & (hands["turn"] == event.turn)]
                assert rows["deadwood_points"].to_list() == [
                    arranged(hand, state.at).points for hand in state.hands
                ]


@EACH
def test_melds_are_those_of_the_table(number: int) -> None:
    frame, actions = of("melds", number), of("actions", number)
    log = list(GAMES.values())[number]
    table_melds = frame[~frame["arranged"]]
    for deal in log.deals:
        rows = table_melds[table_melds["deal"] == deal.number].to_dict("records")
        assert deal.state is not None
        for row, laid in zip(rows, deal.state.melds, strict=True):
            assert row["cards"] == str(laid.meld) and row["kind"] == laid.meld.kind
            assert row["player"] == deal.names[laid.owner] and row["wild_count"] == laid.meld.wilds
            assert row["card_count"] == len(laid.by) == len(row["cards"].split())
            assert row["laid_off"] >= row["laid_off_by_others"] >= 0
            by_turn = actions[(actions["deal"] == deal.number) & (actions["turn"] == row["turn"])]
            assert set(by_turn["verb"]) & {"meld", "contract"}
            assert row["player"] in set(by_turn["player"])
    down = actions[actions["verb"].isin(["meld", "contract", "lay"])]["card_count"].sum()
    assert table_melds["card_count"].sum() == down
    assert table_melds["laid_off"].sum() == actions[actions["verb"] == "lay"]["card_count"].sum()


@EACH
def test_scores_add_up_and_are_what_is_left(number: int) -> None:
    log, scores, deals = list(GAMES.values())[number], of("scores", number), of("deals", number)
    totals = {name: float(points) for name, points in log.totals.items()}
    assert scores.groupby("player")["points"].sum().to_dict() == totals
    assert scores.groupby("player")["total"].last().to_dict() == totals
    assert deals["over"].all() and deals["sound"].all() and set(deals["seed"]) <= {"3", "4"}
    assert set(deals["out"].dropna()) <= set(scores[scores["went_out"]]["player"])
    last = of("hands", number).groupby(["deal", "player"]).last()
    left = scores.join(last, on=["deal", "player"], suffixes=("", "_last"))
    assert (left["hand_points"] == left["hand_points_last"]).all()
    assert log.rules is not None
    if log.rules["scoring"] == "penalty" and log.rules["blind_bonus"] is None:
        at_end = log.rules["melding"] == "at_the_end"
        assert (left["points"] == left["deadwood_points" if at_end else "hand_points"]).all()


@EACH
def test_games_say_who_won(number: int) -> None:
    variant, log = list(GAMES.items())[number]
    (row,) = of("games", number).to_dict("records")
    assert (row["variant"], row["names"]) == (variant, ", ".join(log.names))
    game = rl.Game(log.rules or "", log.names, 4)
    best = (max if game.rules["winner"] == "highest" else min)(log.totals.values())
    assert row["over"]
    assert row["winners"] == ", ".join(name for name in log.names if log.totals[name] == best)
    assert row["deals"] == len(log.deals)
    changed = game.rules.deals == 3
    assert (row["options"] == 'target: "none"; deals: 3') if changed else pd.isna(row["options"])


def test_arranged_melds_are_those_of_the_last_hands() -> None:
    frame = FOUND["melds"]
    arranged = frame[frame["arranged"]]
    ends = {"three-thirteen", "five-crowns", "deuces-not-wild", "speed-three-thirteen"}
    assert set(arranged["variant"]) == ends
    assert arranged["meld"].isna().all() and arranged["turn"].isna().all()
    melded = arranged.groupby(["variant", "deal", "player"])["points"].sum()
    scores = FOUND["scores"].set_index(["variant", "deal", "player"])
    assert (scores.loc[melded.index, "hand_points"] - melded
            == scores.loc[melded.index, "points"]).all()  # fmt: skip


def test_all_kinds_of_things_are_there() -> None:
    """The games that all this is about would show it."""
    turns = FOUND["turns"]
    assert set(turns["source"].dropna()) == {"stock", "pile"}
    assert set(turns["recycled"].dropna()) == {"flip", "shuffle"}
    assert turns["bought_by"].notna().any() and turns["swaps"].any()
    assert turns["taken"].dropna().str.contains(" ").any(), "a deep draw"
    assert FOUND["melds"]["wild_count"].any() and FOUND["melds"]["laid_off_by_others"].any()


# --- simultaneous turns, bonus deals, several games -------------------------------------------


def test_sealed_choices_stand_with_what_came_of_them() -> None:
    number = list(GAMES).index("speed-three-thirteen")
    actions, turns = of("actions", number), of("turns", number)
    for deal in GAMES["speed-three-thirteen"].deals:
        for state, event in deal.steps:
            here = (turns["deal"] == deal.number) & (turns["turn"] == event.turn)
            for one in event.resolved:
                (row,) = turns[here & (turns["seat"] == one.seat)].to_dict("records")
                acted = actions[(actions["deal"] == deal.number) & (actions["turn"] == event.turn)
                                & (actions["seat"] == one.seat)
                                & (actions["verb"] == one.action.verb)]  # fmt: skip
                assert acted["action"].to_list() == [str(one.action)]
                if one.action.verb == "draw":
                    assert row["drawn"] == str(one.drawn) and row["source"] == "stock"
                elif one.action.verb == "take":
                    assert row["taken"] == str(one.drawn) and row["source"] == "pile"
                else:
                    assert row["discard"] == str(one.action).split()[1]
                    assert row["hand_cards"] == len(state.hands[one.seat])
    assert (turns.groupby(["deal", "turn"]).size() > 1).any()
    half = rl.loads(HEAD.replace("variant: rummy", "variant: speed-three-thirteen")
                    + "1 Bo: draw (Cy draws)\n")  # fmt: skip
    assert half.errors == []
    rows = half.to_frame("turns").to_dict("records")
    assert [row["player"] for row in rows] == ["Bo", "Cy"]
    assert not any(row["finished"] for row in rows) and all(pd.isna(row["drawn"]) for row in rows)
    assert half.to_frame("hands")["turn"].to_list() == [0, 0, 0]


def test_a_seat_is_the_same_in_a_bonus_deal() -> None:
    rules = rl.variant("three-thirteen", deals=1, ties="bonus_deal", cards_dealt=3)
    logs = [rl.play(rules, ["greedy"] * 4, seed=seed) for seed in range(12)]
    found = rl.tables(logs)
    bonus = found["scores"][found["scores"]["deal"] == 2]
    assert len(bonus) and (found["deals"].query("deal == 2")["players"] < 4).any()
    for name in ("scores", "hands", "turns", "actions", "melds"):
        for row in found[name][["seat", "player"]].drop_duplicates().to_dict("records"):
            assert row["player"] == f"Player {row['seat'] + 1}"
    for number, log in enumerate(logs):
        game = rl.Game(rules, 4, number)
        (row,) = found["games"][found["games"]["log"] == number].to_dict("records")
        playing = log.deals[-1].names if len(log.deals) > 1 else game.names
        best = min(log.totals[name] for name in playing)
        assert row["winners"] == ", ".join(n for n in playing if log.totals[n] == best)
        assert row["over"] and row["deals"] == len(log.deals)


def test_several_games_in_a_log() -> None:
    one, two = (rl.dumps(GAMES[name]) for name in ("block", "shanghai"))
    found = rl.tables([rl.loads(one + two), GAMES["remi"]])
    assert found["games"][["log", "game", "variant"]].values.tolist() == [
        [0, 1, "block"], [0, 2, "shanghai"], [1, 1, "remi"],
    ]  # fmt: skip
    for name in ("deals", "scores", "turns"):
        second = found[name][(found[name]["log"] == 0) & (found[name]["game"] == 2)]
        mine = GAMES["shanghai"].to_frame(name)
        pd.testing.assert_frame_equal(second.assign(game=1).reset_index(drop=True), mine)


# --- what is not known, and what is broken ----------------------------------------------------


def test_shared_points_are_floats() -> None:
    halves = table("block", ["7h", "7s", "Kd 3c", "Qd"], stock="", discards="2s", phase="draw")
    halves.apply("pass")
    frame = halves.log.to_frame("scores")
    assert halves.score().totals["Ana"] == Fraction(23, 2)
    assert frame["points"].to_list() == [11.5, 11.5, 0.0, 0.0]
    assert not frame["went_out"].any()
    assert halves.log.to_frame("deals")["ending"].to_list() == ["stock"]


def test_what_is_not_known_is_missing() -> None:
    log = rl.loads(HEAD.replace("seed: 7\n", "") + "1 Bo: draw discard 4s\n2 Cy: take discard ??\n")
    assert log.errors == []
    found = rl.tables(log)
    assert found["actions"]["hand_points"].isna().all()
    assert found["actions"]["drawn"].to_list()[0] == "??" and found["turns"]["taken"][1] == "4s"
    assert found["turns"]["discard"].to_list() == ["4s", "??"] and found["turns"]["finished"].all()
    assert found["deals"]["seed"].isna().all() and not found["deals"]["over"].any()
    assert found["hands"]["turn"].to_list() == [0] * 3 + [1] * 3 + [2] * 3
    assert found["hands"]["hand_cards"].to_list() == [7] * 9
    assert found["hands"][["hand_points", "deadwood_points"]].isna().all(axis=None)
    assert found["scores"].empty and found["melds"].empty
    assert found["games"]["over"].to_list() == [False]


def test_points_that_are_only_written() -> None:
    told = rl.tables(rl.loads(HEAD + "score: Ana 3, Bo 4, Cy 0\n"))
    assert told["scores"]["points"].to_list() == [3.0, 4.0, 0.0]
    assert told["scores"]["went_out"].isna().all() and told["scores"]["hand_cards"].isna().all()
    assert told["turns"].empty and told["deals"]["turns"].to_list() == [0]


def test_score_sheets() -> None:
    end = rl.FinalPosition(hands={"Ana": "Ks 7h", "Bo": ""}, out="Bo")
    log = rl.score_log("rummy", ["Ana", "Bo"], [(30, 0), (0, 120), end, (40, 0)])
    log = log.corrected(1, {"Ana": 33}).struck(4).with_deal((0, 40))
    assert log.errors == []
    found = rl.tables(log)
    assert found["deals"]["struck"].to_list() == [False, False, False, True, False]
    assert found["deals"]["corrected"].to_list() == [True, False, False, False, False]
    scores = found["scores"]
    assert scores["points"].to_list() == [33, 0, 0, 120, 0, 17, 0, 40]
    assert scores["deal"].to_list() == [1, 1, 2, 2, 3, 3, 4, 4]
    assert found["deals"]["deal"].to_list() == [1, 2, 3, 4, 4]
    assert scores["total"].to_list()[-1] == 177
    assert scores["hand_cards"].dropna().to_list() == [2, 0]
    assert scores["went_out"].dropna().to_list() == [False, True]
    (game,) = found["games"].to_dict("records")
    assert game["over"] and game["winners"] == "Bo"
    assert found["turns"].empty and found["actions"].empty


def test_broken_logs_give_what_they_have() -> None:
    broken = rl.loads(HEAD + "1 Bo: draw discard 4s\n2 Ana: draw\n3 Ana: hm\n")
    found = rl.tables([broken, rl.loads("rummy-lab log 1\nvariant: rumy\nplayers: 2\ndeal 1\n")])
    assert found["turns"]["turn"].to_list() == [1] and not found["deals"]["sound"].any()
    assert found["deals"]["variant"].isna().to_list() == [False, True]
    assert found["games"]["over"].isna().all() and found["games"]["winners"].isna().all()
    errors = found["errors"]
    assert errors["log"].to_list() == sorted(errors["log"]) and set(errors["log"]) == {0, 1}
    assert (errors["log"] == 0).sum() == len(broken.errors)
    assert errors["message"][0] == broken.errors[0].message and errors["line"][0] == 8


def test_random_games_cut_hidden_and_begun_in_the_middle() -> None:
    """Whatever a log holds, each table can be made and its rows belong together."""
    rng = random.Random(5)
    logs = []
    for variant in rl.variants():
        game = some_game(rng, rules=rl.variant(variant))
        logs += [game.log, from_the_middle(game.deal, rng).log,
                 from_the_middle(game.deal, rng, hidden=True).log]  # fmt: skip
    logs += [rl.loads(str(log)[: rng.randrange(400, len(str(log)))]) for log in logs]
    found = rl.tables(iter(logs))
    for name, frame in found.items():
        is_typed(name, frame)
    assert found["games"]["log"].nunique() == len(logs)
    counts = found["deals"].set_index(KEY)["actions"]
    assert (found["actions"].groupby(KEY).size() == counts[counts > 0]).all()
    known = found["hands"].dropna(subset="deadwood_points")
    assert len(known) and (known["deadwood_points"] <= known["hand_points"]).all()
    assert found["melds"]["turn"].isna().any() and found["hands"]["hand_points"].isna().any()
