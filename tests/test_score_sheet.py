"""The score sheet without a browser: what is typed, scored, corrected, struck and kept."""

from __future__ import annotations

import re
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import traitlets
from ipywidgets.widgets.widget import _instances

import rummy_lab as rl
from rummy_lab.widgets import ReplayViewer, ScoreSheet
from rummy_lab.widgets.saving import saved_games, saved_sheets

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sheet(rules: Any = "rummy", players: Any = ("Ana", "Bo", "Cy")) -> ScoreSheet:
    return ScoreSheet(rules, list(players))


def say(made: ScoreSheet, what: str, **more: Any) -> str:
    """What the page sends; gives back what is answered."""
    made.sheet._hear(None, {"do": what, **more}, None)
    return made.sheet.message["head"]


def enter(made: ScoreSheet, *cells: str, **more: Any) -> str:
    """Types a deal into the fields and enters it."""
    made.sheet.draft = {"cells": list(cells), **more}
    return say(made, "enter")


def shown(made: ScoreSheet, row: int = -1) -> list[str]:
    return [cell["points"] for cell in made.sheet.rows[row]["cells"]]


# --- entering -----------------------------------------------------------------------------------


def test_cards_are_scored_by_the_engine_and_points_are_taken():
    made = sheet()
    assert made.sheet.head["title"] == "Rummy"
    assert made.sheet.head["standing"] == "Deal 1 comes next: Ana deals."
    assert "Deal 1 is entered. Points: Bo 25." in enter(made, "Ks 7h", "", "4c 4d", out=1)
    said = made.sheet.message["reasons"]
    assert {one["clause"] for one in said} == {"rummy-13"} and "Bo takes 17 for" in said[0]["text"]
    assert (made.sheet.draft, made.sheet.preview) == ({}, [])
    assert made.sheet.head["standing"] == "Deal 2 comes next: Bo deals."
    enter(made, "36", "", "", out=0)
    assert made.totals == {"Ana": 36, "Bo": 25, "Cy": 0} and shown(made) == ["36", "0", "0"]
    assert made.sheet.rows[1]["notes"] == ["Ana went out"]
    assert not made.log.errors and rl.loads(str(made.log)) == made.log


@pytest.mark.parametrize(("cells", "more", "said"), [
    (["", "", ""], {}, "Write for each player the cards left, like 'Ks 7h', or the points"),
    (["Ks", "", "4c"], {}, "Bo has no card left: choose who went out"),
    (["Kx", "", "4c"], {"out": 1}, "Ana: 'Kx' is no card"),
    (["36", "Kh", "0"], {}, "Bo: 'Kh' is no number of points, like 36 or 37/2 (write cards for all"),
    (["36", "12", "0"], {}, "Bo cannot have 12 beside 36: one takes all, or equal shares (rummy-13"),
    (["Ks", "Ks", ""], {"out": 2}, "K♠ lies in 2 places, but the pack holds one"),
    (["-5", "", ""], {}, "Ana cannot have -5: nobody loses points"),
])  # fmt: skip
def test_what_cannot_be_is_refused_and_stays_in_the_fields(cells: list[str], more: Any, said: str):
    made = sheet()
    assert said in enter(made, *cells, **more)
    assert made.sheet.message["kind"] == "no"
    assert not made.log.deals and made.sheet.draft["cells"] == cells
    assert not saved_sheets()


def test_what_the_rules_do_not_have_can_be_entered_all_the_same():
    made = sheet()
    enter(made, "36", "12", "0", comment="as agreed")
    assert made.sheet.message["choices"] == [{"label": "Enter it all the same", "text": "anyway"}]
    assert "Deal 1 is entered" in say(made, "anyway")
    row = made.sheet.rows[0]
    assert "cannot have 12 beside 36" in row["wrong"][0] and row["notes"] == ["as agreed"]
    say(made, "anyway")
    assert len(made.log.deals) == 1
    assert "Deal 2 is entered" in enter(made, "5", "", ""), "an error of before is no new one"


def test_what_is_typed_is_counted_at_once():
    made = sheet()
    made.sheet.draft = {"cells": ["Ks 7h", "", "4"]}
    assert made.sheet.preview == ["17 in hand", "", ""]
    made.sheet.draft = {"cells": ["Ks 7h", "", "4c"], "out": 1}
    assert made.sheet.preview == ["scores 0", "scores 21", "scores 0"]
    thirteen = sheet("three-thirteen")
    thirteen.sheet.draft = {"cells": ["4c 5c 9d", "", ""]}
    assert thirteen.sheet.preview[0] == "18 in hand"
    thirteen.sheet.draft = {"cells": ["4c 5c 6c", "", ""]}
    assert thirteen.sheet.preview[0] == "0 in hand"


@pytest.mark.parametrize("name", list(rl.variants()))
def test_every_variant(name: str):
    """Deals of points under all rules: who deals, what is dealt, and the fields it asks for."""
    rules = rl.variant(name)
    count = max(2, rules["players"][0])
    made = sheet(rules, [f"P{n}" for n in range(count)])
    asks = rules["rummy_bonus"] is not None or rules["blind_bonus"] is not None
    assert (made.sheet.entry["whole"], made.sheet.entry["joker"]) == (
        asks, rules["blind_bonus"] is not None
    )  # fmt: skip
    charged = rules["scoring"] == "penalty"
    sign = -1 if charged and rules["winner"] == "highest" else 1
    for number in range(1, 4):
        assert made.sheet.entry["deal"] == number
        at = rules.at(players=count, deal=number)
        info = made.sheet.head["standing"]
        assert ("wild" in info) == bool(at.wild_number) and (
            ("set" in info) or ("run" in info)
        ) == bool(at.contract)
        cells = [str(sign * 5)] + ["0"] + [str(sign * 10 * charged)] * (count - 2)
        enter(made, *cells, out=1 if charged else 0)
        assert not made.log.errors, made.log.errors
        assert made.log.deals[-1].dealer == (number - 1) % count
        assert made.sheet.rows[-1]["info"] in info
    assert made.totals["P0"] == sign * 15


def test_going_out_with_the_whole_hand_and_a_joker():
    made = sheet("shanghai")
    enter(made, "", "Ks", "4c", out=0, whole_hand=True, joker_used=True)
    assert made.sheet.rows[0]["notes"] == ["Ana went out, with the whole hand and a joker"]
    end = rl.FinalPosition(
        {"Ana": "", "Bo": "Ks", "Cy": "4c"}, "Ana", whole_hand=True, joker_used=True
    )
    assert made.totals == rl.score(end, "shanghai").totals
    enter(made, "", "Ks", "4c", whole_hand=True, joker_used=True, out=None)
    assert "choose who went out" in made.sheet.message["head"]


def test_the_dealer_can_be_another():
    made = sheet()
    enter(made, "36", "", "", dealer=2)
    assert made.sheet.rows[0]["dealer"] == "Cy"
    assert made.sheet.head["standing"] == "Deal 2 comes next: Ana deals."
    assert made.sheet.entry["dealer"] == 0


# --- correcting and striking --------------------------------------------------------------------


def test_nothing_is_rubbed_out():
    made = sheet()
    for cells in (("36", "", ""), ("", "12", ""), ("", "", "20")):
        enter(made, *cells)
    made.sheet.draft = {"cells": ["Kh", "", ""]}
    assert "Deal 1 is corrected" in say(
        made, "correct", row=0, cells=["30", "0", "0"], comment="a queen"
    )
    assert made.sheet.rows[0]["cells"][0] == {
        "points": "30",
        "typed": "30",
        "old": ["36"],
        "total": "30",
    }
    assert made.sheet.rows[0]["notes"] == ["corrected: a queen"]
    assert made.sheet.taken == [0, 1]
    assert made.sheet.draft == {"cells": ["Kh", "", ""]}, "what was typed for the next deal stays"
    assert "Deal 3 is struck" in say(made, "strike", row=2)
    assert made.totals == {"Ana": 30, "Bo": 12, "Cy": 0}
    row = made.sheet.rows[2]
    assert row["struck"] and shown(made) == ["0", "0", "20"] and row["strike"] == "Take back"
    assert made.sheet.entry["deal"] == 3 and made.sheet.head["standing"].endswith("Cy deals.")
    assert "Deal 3 counts again" in say(made, "strike", row=2)
    assert made.totals["Cy"] == 20 and not made.log.errors
    say(made, "strike", row=2)
    enter(made, "", "", "25")
    assert [row["deal"] for row in made.sheet.rows] == ["1", "2", "3", "3"]
    assert (made.sheet.rows[2]["strike"], made.sheet.rows[2]["edit"]) == ("", False)
    assert made.totals["Cy"] == 25 and not made.log.errors


def test_a_correction_over_cards_that_were_left():
    made = sheet()
    enter(made, "Ks 7h", "", "4c 4d", out=1)
    say(made, "correct", row=0, cells=["0", "18", "0"], comment="")
    assert not made.log.errors and made.totals == {"Ana": 0, "Bo": 18, "Cy": 0}
    assert made.sheet.rows[0]["cells"][1]["old"] == ["25"]
    before = str(made.log)
    say(made, "correct", row=0, cells=["0", "18", "0"], comment="")
    assert str(made.log) == before and made.sheet.taken == [0, 2], "nothing was changed"
    assert "'x' is no number of points" in say(made, "correct", row=0, cells=["x", "", ""])
    assert "nobody loses points" in say(made, "correct", row=0, cells=["-4", "18", "0"])
    assert str(made.log) == before and made.sheet.taken == [0, 2]


@pytest.mark.parametrize("said", [
    {}, {"do": "correct"}, {"do": "correct", "row": 9, "cells": []}, {"do": "strike", "row": "0"},
    {"do": "strike", "row": True}, {"do": "anyway"}, {"do": "take_up"}, {"do": ["x"]}, {"do": "strike", "row": -1},
])  # fmt: skip
def test_odd_messages_change_nothing(said: dict[str, Any]):
    made = sheet()
    enter(made, "36", "", "")
    before = str(made.log)
    made.sheet._hear(None, said, None)
    for draft in (
        {"cells": [1, None, ["x"], "y"], "out": "Bo"},
        {"cells": "abc", "out": 99},
        {"dealer": True},
    ):
        made.sheet.draft = draft
    assert str(made.log) == before


# --- the end of the game ------------------------------------------------------------------------


def test_the_game_ends_at_the_target():
    made = sheet()
    assert "The game is over: Bo won." not in enter(made, "", "149", "")
    enter(made, "", "1", "")
    assert made.sheet.message["more"] == "The game is over: Bo won."
    assert made.sheet.entry == {} and made.sheet.head["standing"] == "The game is over: Bo won."
    assert [one["best"] for one in made.sheet.totals] == [False, True, False]
    assert "the game is over" in enter(made, "", "1", "")
    with pytest.raises(ValueError, match="the game is over"):
        made.enter(["", "1", ""])
    say(made, "strike", row=1)
    assert made.sheet.entry["deal"] == 2, "a strike takes the end back"


def test_ties_and_the_bonus_deal():
    made = sheet(rl.variant("rummy", ties="bonus_deal", deals=1, target=None))
    enter(made, "18", "18", "0")
    say(made, "anyway")
    assert "It is a bonus deal of Ana and Bo, who tied" in made.sheet.head["standing"]
    assert made.sheet.entry["players"] == [0, 1]
    enter(made, "", "7")
    assert shown(made) == ["0", "7", "–"]
    assert made.sheet.head["standing"] == "The game is over: Bo won."
    joint = sheet(rl.variant("rummy", ties="joint", deals=1, target=None))
    enter(joint, "18", "18", "0")
    say(joint, "anyway")
    assert joint.sheet.head["standing"] == "The game is over: Ana and Bo won."


# --- files --------------------------------------------------------------------------------------


def test_the_sheet_is_saved_and_taken_up_again(own_folder: Path):
    made = sheet()
    enter(made, "36", "", "")
    say(made, "strike", row=0)
    folder = own_folder / "rummy-games"
    path = folder / "rummy-3-players.scores.rummy"
    assert rl.load(path) == made.log
    assert (folder / "rummy-3-players.scores.csv").read_text("utf-8") == rl.write_scores(made.log)
    assert "<table" in (folder / "rummy-3-players.scores.html").read_text("utf-8")
    assert saved_sheets() and not saved_games()
    again = sheet()
    assert again.sheet.message["head"].startswith("A sheet of these players is saved, with 1 deals")
    say(again, "take_up")
    assert again.log == made.log
    enter(again, "", "9", "")
    assert rl.load(path) == again.log
    third = ScoreSheet()
    assert third.log is None and third.chooser.saved.options[0][0] == "rummy-3-players"
    third.chooser.take.click()
    assert third.log == again.log
    third.new.value = True
    third.chooser.names.value, third.chooser.players.value = "Dee, Eva", 2
    third.chooser.go.click()
    assert third.log.names == ("Dee", "Eva") and not third.new.value
    enter(third, "1", "")
    assert (folder / "rummy-2-players.scores.rummy").exists() and rl.load(path) == again.log
    assert ScoreSheet(log=path)._keeper.path == path


def test_a_sheet_that_cannot_be_saved_says_so(own_folder: Path):
    (own_folder / "rummy-games").write_text("no folder")
    made = sheet()
    enter(made, "36", "", "")
    assert "The sheet is not saved: File exists" in made.sheet.message["more"]
    assert made.totals["Ana"] == 36


def test_what_can_be_downloaded_is_the_sheet():
    made = sheet(players=[HOSTILE, "דנה", "Cy"])
    enter(made, "36", "", "")
    files = {one["name"]: one["text"] for one in made.sheet.files}
    assert rl.loads(files["scores.rummy"]) == made.log
    assert rl.read_scores(files["scores.csv"], "rummy").totals == made.totals
    assert "<script" not in files["scores.html"] and "<svg" in files["scores.html"]
    assert "<script" not in made.static_html() and made.sheet.head["names"][0] == HOSTILE


def test_logs_and_spreadsheets_are_loaded():
    made = sheet()
    made.logs.toggle.value = True
    made.logs.text.value = "deal,Ana,Bo\n1,36,0\n2,0,x\n"
    made.logs._load_text()
    assert made.log.names == (
        "Ana",
        "Bo",
    ) and "'x' is no number of points" in made.logs.note.value.replace("&#x27;", "'")
    made.logs.text.value = "nothing"
    made.logs._load_text()
    assert made.log.names == ("Ana", "Bo"), "the sheet that was there stays"
    assert "players" in made.logs.note.value
    played = rl.play("block", seed=7)
    made = ScoreSheet(log=played)
    assert made.totals == played.totals and len(made.sheet.rows) == len(played.deals)
    assert not any(row["edit"] for row in made.sheet.rows), "a deal that was played has its score"
    assert ScoreSheet(log=str(played)).log == played
    assert "No such file" in ScoreSheet(log="nope.rummy").chooser.note.value
    with pytest.raises(TypeError, match="a log, a path or a text"):
        ScoreSheet(log=7)
    with pytest.raises(ValueError, match="did you mean 'rummy'"):
        ScoreSheet("rumy", 2)


def test_house_rules_stand_in_the_list():
    made = ScoreSheet(rl.variant("rummy", target=40))
    assert made.log is None and made.chooser.rules.value == "given"
    made.chooser.go.click()
    assert made.log.rules["target"] == 40
    made.new.value = True
    made.chooser.rules.value = "remi"
    made.chooser.go.click()
    assert made.log.rules.id == "remi"


def test_it_is_a_log_that_others_read():
    made = sheet()
    made.enter(["Ks 7h", "", "4c 4d"], out="Bo", comment="with tea")
    made.enter(["36", "", ""], dealer="Cy")
    with pytest.raises(ValueError, match="one takes all"):
        made.enter(["36", "5", ""])
    seen: list[Any] = []
    made.observe(lambda change: seen.append(change["name"]), ["log", "totals"])
    say(made, "strike", row=1)
    assert seen == ["log", "totals"]
    viewer = ReplayViewer(made)
    assert sorted(viewer.table.picture["seats"][0]["cards"]) == ["7h", "Ks"] and viewer.state.over
    viewer.deal = 2
    assert viewer.table.message["head"] == "Deal 2 was struck: it does not count. Points: Ana 36."
    made_by: dict[str, Any] = {}
    exec(made.logs.code(), made_by)
    assert made_by["rl"] is rl


def test_the_chart_has_the_totals():
    made = sheet()
    assert (
        made.chart.page.layout.display in (None, "") and "are drawn here" in made.chart.page.value
    )
    for cells in (("36", "", ""), ("", "12", "")):
        enter(made, *cells)
    assert made.chart.page.layout.display == "none"
    rows = made.chart.chart.drawing["rows"]
    assert rows == [["start", "0", "0", "0"], ["1", "36", "0", "0"], ["2", "36", "12", "0"]]
    assert "target 150" in str(made.chart.chart.drawing["marks"])
    say(made, "strike", row=0)
    assert made.chart.chart.drawing["rows"][1:] == [["2", "0", "12", "0"]]
    static = made._repr_mimebundle_()["text/html"]
    assert "<s>36</s>" in static and "<svg" in static


def test_a_click_is_quick_and_makes_no_widgets():
    made = sheet()
    enter(made, "1", "", "")
    before, taken = len(_instances), []
    for n in range(30):
        start = time.thread_time()
        enter(made, "", str(n % 3), "")
        taken.append(time.thread_time() - start)
    assert sorted(taken)[15] < 0.05
    assert len(_instances) == before


def test_a_deal_is_entered_by_seat_or_by_name_as_cards_or_numbers():
    sheet = rl.ScoreSheet("rummy", ["Ana", "Bo"])
    sheet.enter({"Ana": 36})
    sheet.enter((0, 12.0))
    sheet.enter({"Bo": "", "Ana": "Ks"}, out="Bo")
    sheet.enter([Fraction(5), 0])
    assert sheet.totals == {"Ana": 41, "Bo": 22}
    for wrong, said in (
        (lambda: sheet.enter(["Ks", ""], out="Cy"), "'Cy' is no player; there are Ana, Bo"),
        (lambda: sheet.enter(["3", ""], dealer="Cy"), "'Cy' is no player; there are Ana, Bo"),
        (lambda: sheet.enter({"Cy": 3}), "'Cy' is no player; there are Ana, Bo"),
        (lambda: sheet.enter("36"), "as a list with cards or points by seat, not '36'"),
        (lambda: sheet.enter(7), "as a list with cards or points by seat, not 7"),
        (lambda: sheet.enter([None, 3]), "None is neither cards as text nor a number of points"),
        (lambda: sheet.enter([float("nan"), 3]), "Ana: 'nan'"),
        (lambda: rl.ScoreSheet("rummy", log=sheet.log), "give it alone, or rules and players"),
    ):
        with pytest.raises(ValueError, match=re.escape(said)):
            wrong()
    with pytest.raises(traitlets.TraitError, match="read-only"):
        sheet.log = rl.score_log("rummy", 2)
