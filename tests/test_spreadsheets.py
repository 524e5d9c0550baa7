"""Score sheets as people and spreadsheets write them: odd headers, labels, blanks and encodings."""

from __future__ import annotations

import gzip
import io
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from damaging import damaged
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.log.cells import COMMENTS, DEALS, PLAYERS, POINTS, START, TOTALS

POINTS_OF = {"Ana": 36, "Bo": 18, "Cy": 5}
SHEET = "{},Ana,Bo,Cy\n1,36,0,5\n2,0,18,0\n"
GOOD = "deal;Zoë;Bo\n1;36;0\n2;0;18\n"


@pytest.mark.parametrize("head", [
    "deal", "Deal", "Round", "Hand", "GAME", "No.", "Nr.", "#", "Number", "", "Round no.", "deal #",
    " Deal : ",
])  # fmt: skip
def test_what_the_column_of_the_deals_is_called(head: str) -> None:
    log = rl.read_scores(SHEET.format(head), "remi")
    assert log.names == tuple(POINTS_OF) and log.totals == POINTS_OF
    assert [deal.number for deal in log.deals] == [1, 2]


def test_a_column_that_counts_the_deals_is_no_player() -> None:
    """Where the lowest total wins, 1, 2, 3 would pass for points."""
    sheet = "Runde;Ana;Bo;Cy\n1;0;5;10\n2;20;0;15\n3;5;10;0\nTotal;25;15;25\n"
    log = rl.read_scores(sheet, "shanghai")
    assert log.errors == [] and log.totals == {"Ana": 25, "Bo": 15, "Cy": 25}
    log = rl.read_scores("Ana;Bo;Cy\n1;5;10\n2;0;15\n5;10;0\n", "remi")
    assert log.names == ("Ana", "Bo", "Cy")


@pytest.mark.parametrize(
    "label", ["2", "2.", "2:", "2)", "Deal 2", "round 2", "Nr. 2", "#2", "2.0"]
)
def test_how_a_deal_is_numbered(label: str) -> None:
    log = rl.read_scores(f"deal,Ana,Bo\n1,36,0\n{label},0,18\n", "rummy")
    assert log.errors == [] and [deal.number for deal in log.deals] == [1, 2]
    struck = rl.read_scores(f"deal,Ana,Bo\n1,36,0\n{label} (struck),0,18\n", "rummy")
    assert struck.errors == [] and struck.totals == {"Ana": 36, "Bo": 0}


@pytest.mark.parametrize("label", ["2nd", "Ana 2", "0", "two", "-2", "2-3", "", "9999999"])
def test_what_is_no_number_of_a_deal(label: str) -> None:
    log = rl.read_scores(f"deal,Ana,Bo\n1,36,0\n{label},0,18\n", "rummy")
    (error,) = log.errors
    assert (error.line, error.column) == (3, 1) and "is no number of a deal" in error.message
    assert log.totals == {"Ana": 36, "Bo": 0} and "0,18" in str(log)


@pytest.mark.parametrize("label", ["total", "Total:", "TOTALS", "Sum", "Grand total"])
def test_totals_are_checked_whatever_they_are_called(label: str) -> None:
    sheet = f"deal,Ana,Bo\n1,36,0\n2,0,18\n{label},36,{{}}\n"
    assert rl.read_scores(sheet.format(18), "rummy").errors == []
    (error,) = rl.read_scores(sheet.format(17), "rummy").errors
    assert str(error) == "line 4, column 3: Bo's points add up to 18, not 17"


def test_a_column_of_totals_is_told_and_no_player() -> None:
    log = rl.read_scores("deal,Ana,Bo,Total\n1,0,9,9\n2,8,0,17\n", "three-thirteen")
    (error,) = log.errors
    assert str(error).startswith("line 1, column 4: a column 'Total' is not read")
    assert log.totals == {"Ana": 8, "Bo": 9}


def test_comments_and_dates_stand_beside_the_deal() -> None:
    sheet = "Date,Deal,Ana,Bo,Comment\n2025-03-02,1,36,0,<b>oh</b> # no\n,2,0,18,\n"
    log = rl.read_scores(sheet, "rummy")
    assert log.errors == [] and log.totals == {"Ana": 36, "Bo": 18}
    heads = [str(deal.lines[0]) for deal in log.deals]
    assert heads == ["deal 1  # 2025-03-02; <b>oh</b> # no", "deal 2"]
    assert rl.loads(rl.dumps(log)) == log
    dated = rl.read_scores("Date,Ana,Bo\n2025-03-02,36,0\n2025-03-03,0,18\n", "rummy")
    assert dated.errors == [] and [deal.number for deal in dated.deals] == [1, 2]


@pytest.mark.parametrize("head", ["name;round;score", "Player;Deal;Points", "points;player;hand"])
def test_a_row_for_each_player(head: str) -> None:
    place = {"name": "{0}", "player": "{0}", "score": "{2}", "points": "{2}"}
    row = ";".join(place.get(word.lower(), "{1}") for word in head.split(";"))
    told = [("Ana", 1, 36), ("Bo", 1, 0), ("Ana", 2, 0), ("Bo", 2, 18), ("Bo", "total", 18)]
    log = rl.read_scores("\n".join([head, *(row.format(*one) for one in told)]), "rummy")
    assert log.errors == [] and log.totals == {"Ana": 36, "Bo": 18}


@pytest.mark.parametrize(("rows", "found"), [
    ("1,36,0\n2,,\n3,0,18\n", [{"Ana": 36, "Bo": 0}, None, {"Ana": 0, "Bo": 18}]),
    ("1,36,0\n,,\n\n2,0,18\n,,\n", [{"Ana": 36, "Bo": 0}, {"Ana": 0, "Bo": 18}]),
    ("1,36,0,,\n2,0,18\n", [{"Ana": 36, "Bo": 0}, {"Ana": 0, "Bo": 18}]),
])  # fmt: skip
def test_blank_cells(rows: str, found: list[Any]) -> None:
    log = rl.read_scores(f"deal,Ana,Bo\n{rows}", "rummy")
    assert log.errors == [] and [deal.points for deal in log.deals] == found


@pytest.mark.parametrize(
    "cell", ["", "-", "–", "x", "1e3", "nan", "=1+2", "½", "٣٦", "1 036", "9" * 20]
)
def test_cells_that_are_no_points(cell: str) -> None:
    log = rl.read_scores(f"deal,Ana,Bo\n1,36,{cell}\n2,0,18\n", "rummy")
    (error,) = log.errors
    assert (error.line, error.column) == (2, 3) and log.deals[1].points == {"Ana": 0, "Bo": 18}


def test_start_stands_above_the_deals() -> None:
    (error,) = rl.read_scores("deal,Ana,Bo\n1,36,0\nstart,10,20\n", "rummy").errors
    assert str(error).startswith("line 3, column 1: 'start' stands above the first deal")


@pytest.mark.parametrize("text", [
    "Ana\n36\n", "1,2\n3,4\n", "36;0\n0;18\n", "Scores of Friday\n\ndeal,Ana,Bo\n1,36,0\n",
    "deal|Ana|Bo\n1|36|0\n", "<html><table>\n",
])  # fmt: skip
def test_a_first_row_without_names_is_no_sheet(text: str) -> None:
    with pytest.raises(rl.LogError, match="its first row names the players, parted by") as told:
        rl.read_scores(text, "rummy")
    assert text.splitlines()[0] in str(told.value)


WORDS = sorted({*DEALS, *PLAYERS, *POINTS, *COMMENTS, *START, *TOTALS} - {""})


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_players_with_names_that_sheets_have_a_use_for(seed: int) -> None:
    rng = random.Random(seed)
    odd = [rng.choice([word, word.title(), f"{word}.", f"'{word}", f"={word}"]) for word in WORDS]
    names = rng.sample(sorted({*odd, "Ana", "'Bo", "-3", "sep=;"}), 3)
    log = rl.score_log("remi", names, [(9, 0, 0), (0, 3, 0), (0, 0, 4), (0, 7, 0)])
    again = rl.read_scores(rl.write_scores(log), "remi")
    assert (again.names, again.totals, again.errors) == (log.names, log.totals, [])


SHEETS = (
    "deal,Ana,Bo\n1,36,0\n2,0,18\ntotal,36,18\n",
    "deal;Ana;Bo;Cy\nstart;5;0;0\n1;36;0;0\n2 (struck);0;18,5;0\n2;1;0;0\n",
    "player,deal,points\nAna,1,36\nBo,1,0\nAna,2,0\nBo,2,9\n",
    'sep=;\nDate;"Ana ""x""";Bo;Comment\n1;3;0;"a\nb"\n',
)


@pytest.mark.parametrize("part", range(3))
def test_damaged_sheets(part: int) -> None:
    read = 0
    for number in range(part, 300, 3):
        rng = random.Random(f"sheet {number}")
        text = f"{damaged(rng.choice(SHEETS), rng).removeprefix('rummy-lab log 1')}\n"
        lines = text.count("\n") + text.count("\r") + 1
        try:
            log = rl.read_scores(text, rng.choice(["rummy", "shanghai", "deuces-not-wild"]))
        except rl.LogError as error:
            assert 1 <= error.line <= lines and error.column >= 1, text
            continue
        read += 1
        assert all(1 <= error.line <= lines and error.column >= 1 for error in log.errors), text
        assert rl.loads(rl.dumps(log)) == log, text
        assert rl.write_scores(log) and "<script" not in log._repr_html_()
    assert read > 20


def test_long_cells_are_kept_and_long_names_are_told() -> None:
    long = "x" * 15_000
    log = rl.read_scores(f"deal,Ana,Bo,note\n1,36,0,{long}\n{long},1,2\n2,{long},0,\n", "rummy")
    assert rl.loads(rl.dumps(log)) == log and str(log).count("x") >= 3 * len(long)
    assert [error.line for error in log.errors] == [3, 4]
    for sheet in (f"deal,Ana,{long}\n1,36,0\n", f"player,deal,points\n{long},1,36\n"):
        with pytest.raises(rl.LogError, match="a name has 15000 characters; a player's has 200"):
            rl.read_scores(sheet, "rummy")


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [
    GOOD.encode(), b"\xef\xbb\xbf" + GOOD.encode(), GOOD.encode("utf-16"),
    b"\xfe\xff" + GOOD.encode("utf-16-be"), GOOD.replace("\n", "\r\n").encode(),
    GOOD.replace("\n", "\r").encode(), gzip.compress(GOOD.encode("utf-16")),
    f"sep=;\r\n{GOOD}".encode(), f'"sep=;"\n{GOOD}'.encode(), GOOD.replace(";", "\t").encode("utf-16"),
], ids=["utf8", "mark", "utf16", "big", "crlf", "cr", "gzip", "sep", "quoted sep", "unicode text"])  # fmt: skip
def test_files_of_spreadsheets(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes(data)
    for source in (path, str(path)):
        log = rl.read_scores(source, "rummy")
        assert log.errors == [] and log.totals == {"Zoë": 36, "Bo": 18}


def test_an_encoding_is_said(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes(GOOD.encode("cp1252"))
    assert rl.read_scores(path, "rummy", encoding="cp1252").names == ("Zoë", "Bo")
    with pytest.raises(rl.LogError) as told:
        rl.read_scores(path, "rummy")
    said = "line 1, column 8: sheet.csv is no text in UTF-8: save it as CSV in UTF-8, or say its"
    assert str(told.value).startswith(said)
    with pytest.raises(rl.LogError, match=r"sheet\.csv is no text in ascii$"):
        rl.read_scores(path, "rummy", encoding="ascii")
    with pytest.raises(ValueError, match="'cp125' is no encoding of text"):
        rl.read_scores(path, "rummy", encoding="cp125")
    path.write_bytes(b"PK\x03\x04\x14\x00\x06\x00" + bytes(range(256)))
    with pytest.raises(rl.LogError, match="it is a spreadsheet; save it as CSV"):
        rl.read_scores(path, "rummy")


def test_sheets_at_the_command_line(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").write_bytes(GOOD.encode("cp1252"))
    ran = run("log", "convert", "a.csv", "a.rummy", "--rules", "rummy")
    assert ran.status == 2 and ran.err.startswith("a.csv:1:8: a.csv is no text in UTF-8")
    words = ("log", "convert", "a.csv", "a.rummy", "--rules", "rummy", "--encoding")
    assert run(*words, "cp1252").status == 0
    assert rl.load(tmp_path / "a.rummy").totals == {"Zoë": 36, "Bo": 18}
    (tmp_path / "b.tsv.gz").write_bytes(gzip.compress(GOOD.replace(";", "\t").encode("utf-16")))
    assert run("log", "convert", "b.tsv.gz", "b.rummy", "--rules", "rummy").status == 0
    assert rl.load(tmp_path / "b.rummy") == rl.load(tmp_path / "a.rummy")
    ran = run("log", "convert", "a.rummy", "c.jsonl", "--encoding", "cp1252")
    assert ran.status == 2 and "--encoding goes with a score sheet" in ran.err
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(GOOD.encode())))
    assert run("log", "convert", "-", "d.rummy", "--rules", "rummy").status == 0
    assert rl.load(tmp_path / "d.rummy") == rl.load(tmp_path / "a.rummy")
