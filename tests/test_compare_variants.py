"""Variants compared over the same shuffles: numbers, sentences, pictures; and the commands."""

from __future__ import annotations

import json
import math
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from own_players import Failing
from pandas.testing import assert_frame_equal
from simulating import SHORT

import rummy_lab as rl
from rummy_lab.simulate import job
from rummy_lab.simulate import run as simulate_run
from rummy_lab.simulate.measures import OUT, TURNS, Mean
from rummy_lab.simulate.running import WorkerError
from rummy_lab.simulate.saying import difference_said, number

DEALS = 40


@pytest.fixture(scope="module")
def compared() -> rl.VariantComparison:
    """Three variants over the same shuffles, and one with another pack."""
    return rl.compare_variants(
        {"remi": "remi", "rummy": "rummy", "as remi": rl.variant("remi", target=100),
         "3-13": "three-thirteen"},
        deals=DEALS, seed=1, progress=False,
    )  # fmt: skip


def cell(table: pd.DataFrame, row: Any, column: str) -> Any:
    """One value of a table."""
    return table.at[row, column]


def test_means_and_errors_by_deal(compared: rl.VariantComparison) -> None:
    frame = compared.frame
    assert frame.index.to_list() == ["remi", "rummy", "as remi", "3-13"]
    assert frame["deals"].to_list() == [DEALS] * 4
    rows = rl.simulate("rummy", deals=DEALS, seed=1)
    assert_frame_equal(compared.rows["rummy"], rows)
    turns = rows.groupby("seed")["turns"].first()
    assert math.isclose(cell(frame, "rummy", "turns"), turns.mean())
    assert math.isclose(cell(frame, "rummy", "turns_se"), turns.std() / math.sqrt(DEALS))
    points = rows.groupby("seed")["points"].mean()
    assert math.isclose(cell(frame, "rummy", "points_se"), points.std() / math.sqrt(DEALS))
    for seat in (0, 1):
        share = rows[rows["seat"] == seat]["went_out"].mean()
        assert math.isclose(cell(frame, "rummy", f"out_{seat}"), share)
    assert compared.to_frame() is frame


def test_differences_shuffle_by_shuffle(compared: rl.VariantComparison) -> None:
    found = compared.differences.set_index(["variant", "other", "measure"])
    turns = {name: compared.values(name, TURNS) for name in compared.rows}
    each = turns["rummy"] - turns["remi"]
    row: Any = found.to_dict("index")["rummy", "remi", "turns"]
    assert row["paired"] and row["count"] == DEALS
    assert math.isclose(row["difference"], each.mean())
    assert math.isclose(row["se"], each.std() / math.sqrt(DEALS))
    assert row["low"] < row["difference"] < row["high"] and row["least"] > 0
    same: Any = found.to_dict("index")["as remi", "remi", "turns"]
    assert same["difference"] == same["se"] == 0 and not same["told"]


def test_the_rows_are_kept_in_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    file.write_text("dear to me")
    for out, said in ((file, "r.csv is a file; out= names a folder"), (5, "out=5 is no path")):
        with pytest.raises(ValueError, match=said):
            rl.compare_variants(["remi", "rummy"], deals=1, progress=False, out=out)  # type: ignore[arg-type]
    assert file.read_text() == "dear to me"


def test_other_packs_are_not_paired() -> None:
    found = rl.compare_variants(["contract", "shanghai"], deals=2, seed=1, progress=False)
    row: Any = found.differences.to_dict("records")[0]
    a, b = (found.mean(name, TURNS) for name in ("contract", "shanghai"))
    assert not row["paired"] and math.isclose(row["se"], math.hypot(a.error, b.error))
    assert any("a pack of its own (53 cards)" in said for said in found.sentences)


def test_sentences_say_what_can_be_told(compared: rl.VariantComparison) -> None:
    said = " ".join(compared.sentences)
    assert "no difference between as remi and remi in 40 shuffles dealt to both" in said
    assert "remi, rummy, as remi and 3-13 were dealt the same shuffles of 52 cards" in said
    assert "in hands of 3 and 10" in said
    assert "Points of 3-13 and remi are not compared" in said
    assert "All of this is about 2 greedy players, and deal 1 alone" in said
    text = str(compared)
    assert "turns in a deal" in text and all(sentence in text for sentence in compared.sentences)
    assert "comparison of remi, rummy" in repr(compared)


def test_one_sentence_for_each_case() -> None:
    def said(mean: float, error: float, count: int, measure: Any = TURNS) -> str:
        return difference_said("B", "A", measure, Mean(mean, error, count), True, 1)

    assert said(-1.9, 0.1, 1000).startswith("B deals are 1.90 turns shorter than A deals (± 0.20")
    assert "cannot tell B from A" in said(0.1, 0.1, 1000)
    assert "are too few" in said(5.0, 0.1, 29)
    assert said(0.0, 0.0, 50) == (
        "Turns in a deal: no difference between B and A in 50 shuffles dealt to both."
    )
    assert said(1.0, 0.0, 50).startswith("B deals last 1 turns longer than A deals (± 0;")
    assert "somebody goes out in 5.0 more of 100 B deals" in said(0.05, 0.01, 50, OUT).replace(
        "Somebody", "somebody"
    )
    assert "too few" in said(math.nan, math.nan, 1)
    assert number(math.inf) == number(math.nan) == "?"


def test_whole_games_are_compared_too() -> None:
    found = rl.compare_variants(
        {"short": SHORT.replace(target=40), "shorter": SHORT.replace(target=10)},
        games=4,
        seed=2,
        progress=False,
    )
    frame = found.frame
    assert frame["games"].to_list() == [4, 4]
    assert (frame["game_deals"] == frame["deals"] / 4).all()
    row: Any = found.differences.to_dict("records")[0]
    assert row["paired"] and row["count"] == frame["deals"].min()
    assert "deal 1 alone" not in found.sentences[-1]


def test_a_comparison_in_files_goes_on(tmp_path: Path) -> None:
    rules = ["block", rl.variant("block", target=30)]
    with ThreadPoolExecutor(2) as pool:
        found = rl.compare_variants(rules, deals=4, out=tmp_path / "both", executor=pool)
    again = rl.compare_variants(rules, deals=4, out=tmp_path / "both")
    assert_frame_equal(found.frame, again.frame)
    assert sorted(path.name for path in (tmp_path / "both").iterdir()) == [
        "block", "block_target=30",
    ]  # fmt: skip


def test_an_interrupted_comparison_says_so() -> None:
    players = ["greedy", Failing(5, KeyboardInterrupt())]
    with pytest.raises(KeyboardInterrupt):
        rl.compare_variants(["remi", "block"], players, deals=2)


@pytest.mark.parametrize(
    ("rules", "more", "said"),
    [
        ("remi", {}, "two different variants"),
        (["remi", "remi"], {}, "two different variants"),
        ([], {}, "a variant at least"),
        (5, {}, "rules is a list of variants"),
        (["remi", "rumy"], {}, "did you mean 'rummy'"),
        (["remi", "contract"], {"players": ["greedy"] * 2}, "3 to 8 players, not 2"),
        (
            ["remi", "shanghai"],
            {"players": ["greedy"] * 3, "engine": "fast"},
            "engine='fast': contracts are",
        ),
        (["remi", "block"], {"deals": None}, "either games= or deals="),
    ],
)
def test_comparisons_that_are_none(rules: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as told:
        rl.compare_variants(rules, **{"deals": 1, **more})
    assert said in str(told.value) and "\n" not in str(told.value)


# --- pictures ---------------------------------------------------------------------------------

NASTY = {"<script>alert(1)</script> $\\frac$": "remi", '_&"': "block", "رامی": "rummy"}


def test_pictures_are_safe_and_the_same_each_time() -> None:
    found = rl.compare_variants(NASTY, deals=3, seed=1, progress=False)
    page = found._repr_html_()
    assert "<script" not in page and "$\\frac$" in page
    for measure in ("turns", "points", "out", "out_0"):
        svg = found.plot(measure).svg
        assert svg.startswith('<svg role="img"') and svg == found.plot(measure)._repr_svg_()
        root = ElementTree.fromstring(svg)
        texts = " ".join(root.itertext())
        assert all(name.strip("_") in texts for name in NASTY)
        links = [value for node in root.iter() for key, value in node.attrib.items()
                 if key.endswith("href")]  # fmt: skip
        assert all(link.startswith("#") for link in links) and "<image" not in svg
        assert "url(http" not in svg and "@import" not in svg
    with pytest.raises(ValueError, match="'turn' is no measure; did you mean 'turns'"):
        found.plot("turn")


def test_pictures_are_saved_in_any_format(compared: rl.VariantComparison, tmp_path: Path) -> None:
    for suffix, start in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
        compared.plot().save(tmp_path / f"a.{suffix}")
        assert (tmp_path / f"a.{suffix}").read_bytes().startswith(start)
    assert "matplotlib.pyplot" not in sys.modules


# --- the command ------------------------------------------------------------------------------


def test_simulate_command(run: Any, tmp_path: Path) -> None:
    words = ["simulate", "block", "--set", "target=30", "--games", "3", "--seed", "3"]
    status, out, err = run(*words)
    assert (status, err) == (0, "") and "in 3 games, seeds from 3" in out
    told = [line.split(":")[0] for line in out.splitlines()[1:]]
    assert told == ["player 1 (greedy)", "player 2 (greedy)"], "counted from 1, as people do"
    status, out, _ = run(*words, "--json", "--out", "rows.csv")
    read = json.loads(out)
    frame = rl.simulate(rl.variant("block", target=30), games=3, seed=3)
    first = frame[frame["deal"] == 1]
    for seat in (0, 1):
        rows, told = frame[frame["seat"] == seat], read["seats"][seat]
        assert math.isclose(told["points"], rows["points"].mean())
        assert math.isclose(told["went_out"], rows["went_out"].mean())
        assert math.isclose(told["won"], first[first["seat"] == seat]["won"].mean())
    assert read["complete"] and (tmp_path / "rows.csv").exists()
    status, out, _ = run("simulate", "block", "--deals", "2", "--json")
    assert [seat["won"] for seat in json.loads(out)["seats"]] == [None, None]


def test_compare_command(run: Any, tmp_path: Path) -> None:
    words = ["compare", "remi", "block", "--deals", "3"]
    status, out, err = run(*words, "--plot", "lengths.svg")
    assert (status, err) == (0, "") and "too few to tell" in out
    assert (tmp_path / "lengths.svg").read_text("utf-8").startswith("<?xml")
    read = json.loads(run(*words, "--json")[1])
    assert read["means"][0]["variant"] == "remi" and read["differences"][0]["paired"] is True
    assert read["sentences"][-1].startswith("All of this is about 2 greedy players")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "block"], "say how many: either --games or --deals"),
        (["compare", "remi", "block", "--games", "1", "--deals", "1"], "either --games or --deals"),
        (
            ["simulate", "block", "--deals", "1", "--players", "greedy,robot"],
            "'robot' is no player",
        ),
        (["simulate", "block", "--deals", "1", "--seed", "x"], "a seed is an integer"),
        (["simulate", "--deals", "1"], "say a variant"),
        (["simulate", "block", "--deals", "1", "--out", "a.txt"], "written as .parquet or .csv"),
        (["compare", "remi", "--deals", "1"], "two different variants"),
        (["compare", "remi", "rumy", "--deals", "1"], "did you mean 'rummy'"),
    ],
)
def test_commands_refuse_in_one_sentence(run: Any, words: list[str], said: str) -> None:
    status, out, err = run(*words)
    assert status == 2 and out == "" and said in err and err.count("\n") == 1


def test_an_interrupted_command(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupting(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(job, "play_move", interrupting)
    status, out, _ = run("simulate", "block", "--deals", "2", "--out", "rows.csv")
    assert status == 130 and "the same command goes on" in out
    assert run("compare", "remi", "block", "--deals", "2")[0] == 130


def test_workers_of_the_command_die(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(*_: Any) -> Any:
        yield from ()
        raise WorkerError("a worker process died")

    monkeypatch.setattr(simulate_run, "played", dying)
    status, _, err = run("simulate", "block", "--deals", "2")
    assert status == 2 and "a worker process died" in err


def test_nobody_is_told_where_several_go_out_at_once() -> None:
    """What seats go out in adds up to more than all deals there."""
    rules = rl.variant("speed-three-thirteen", stock_out="end", packs=2, set_size=(3, None),
                       wild_rank=None, players=(2, 4))  # fmt: skip
    found = rl.compare_variants(
        {"a": rules, "b": "three-thirteen"}, ["greedy"] * 4, deals=40, deal=6
    )
    assert sum(found.frame.loc["a", f"out_{seat}"] for seat in range(4)) > 1
    nobody = 1 - found.frame.loc["a", "out"]
    assert nobody > 0 and any(f"nobody in {nobody:.1%}" in said for said in found.sentences)


def test_players_are_asked_for_once_and_every_label_has_a_folder(tmp_path: Path) -> None:
    rules = {"a!": "remi", "a?": "block"}
    players = (name for name in ["greedy", "random"])
    found = rl.compare_variants(rules, players, deals=2, out=tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a", "a_2"]
    assert set(found.rows["a?"]["policy"]) == {"greedy", "random"}
