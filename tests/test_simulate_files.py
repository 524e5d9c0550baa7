"""Simulations kept in files: the same rows, in parts that a second call goes on from."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal
from simulating import GAMES, SHORT, after, simulated

from rummy_lab.simulate import COLUMNS, Saved, run, running
from rummy_lab.simulate.columns import Row
from rummy_lab.simulate.job import Job
from rummy_lab.simulate.running import played


@pytest.fixture(scope="module")
def whole() -> pd.DataFrame:
    """Its rows, on this one process."""
    return simulated()


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a few rows."""
    monkeypatch.setattr(run, "ROWS_KEPT", 7)


@pytest.mark.parametrize("name", ["runs/blocks", "block.parquet", "block.csv"])
@pytest.mark.usefixtures("small_parts", "between_pieces")
def test_files_hold_the_same_rows(whole: pd.DataFrame, tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    stopped = simulated(out=out, chunk=1, stop=after(4))
    assert isinstance(stopped, Saved) and not stopped.complete and "stopped" in str(stopped)
    assert len(stopped.paths) >= 2 and 0 < stopped.games < GAMES
    assert_frame_equal(stopped.frame(), whole.head(len(stopped.frame())))
    saved = simulated(out=out, chunk=1)
    assert saved.complete and saved.games == saved.count == GAMES
    assert_frame_equal(saved.frame(), whole)
    assert_frame_equal(saved.frame(["seed", "won"]), whole[["seed", "won"]])
    tables = list(saved.frames(rows=7))
    assert max(map(len, tables)) <= 7
    assert_frame_equal(pd.concat(tables, ignore_index=True), whole)
    assert f"{GAMES} of {GAMES} games" in repr(saved) and "<p>" in saved._repr_html_()
    with pytest.raises(ValueError, match="'seet' is no column"):
        saved.frame(["seet"])


@pytest.mark.usefixtures("small_parts")
def test_a_folder_of_parts_is_read_by_pandas(whole: pd.DataFrame, tmp_path: Path) -> None:
    saved = simulated(out=tmp_path / "runs")
    frame = pd.read_parquet(tmp_path / "runs")
    assert len(saved.paths) > 1
    assert_frame_equal(frame[list(COLUMNS)].astype(whole.dtypes.to_dict()), whole)
    assert [path.name[:5] for path in saved.paths] == ["part-"] * len(saved.paths)


def test_a_single_file_is_one(whole: pd.DataFrame, tmp_path: Path) -> None:
    simulated(out=tmp_path / "a.csv", chunk=1)
    simulated(out=tmp_path / "b.parquet", chunk=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.csv", "a.csv.manifest.json", "b.parquet", "b.parquet.manifest.json",
    ]  # fmt: skip
    assert pd.read_csv(tmp_path / "a.csv")["points"].to_list() == whole["points"].to_list()
    assert pd.read_parquet(tmp_path / "b.parquet")["total"].to_list() == whole["total"].to_list()


def test_memory_does_not_grow_with_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Job(SHORT, ("greedy", "greedy"), 0, "deal", 1).rows(0)[0]

    def canned(job: Job, number: int, stop: object = None) -> list[Row]:
        return [(number, number, *row[2:])] * 2

    def peak(games: int) -> int:
        tracemalloc.start()
        saved = simulated(
            games=games, out=tmp_path / f"{games}.csv", players=["greedy"] * 2, engine="python"
        )
        assert saved.complete and sum(map(len, saved.frames(rows=1000))) == 2 * games
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    monkeypatch.setattr(Job, "rows", canned)
    monkeypatch.setattr(run, "ROWS_KEPT", 1000)
    monkeypatch.setattr(running, "MOST_IN_PIECE", 100)
    peak(1000)
    assert peak(10_000) < 1.3 * peak(1500)


def test_nothing_is_played_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spans = []

    def watched(job: Any, wanted: Any, *rest: Any) -> Any:
        spans.append(wanted)
        return played(job, wanted, *rest)

    monkeypatch.setattr(run, "played", watched)
    monkeypatch.setattr(run, "ROWS_KEPT", 1)
    saved = simulated(out=tmp_path / "runs", chunk=2)
    first = saved.frame()
    simulated(out=tmp_path / "runs")
    saved.paths[1].unlink()
    assert_frame_equal(simulated(out=tmp_path / "runs").frame(), first)
    assert spans == [[(0, GAMES)], [], [(2, 4)]]


@pytest.mark.usefixtures("between_pieces")
def test_what_a_broken_off_run_leaves(whole: pd.DataFrame, tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    saved = simulated(out=folder, stop=after(2), chunk=2)
    for left in ("123", "0a1b2c3d.tmp"):  # of the version before, and of this one
        (folder / f".part-000000004-000000005.parquet.{left}").write_bytes(b"half a file")
    overlapping = folder / "part-000000001-000000002.parquet"
    overlapping.write_bytes(saved.paths[0].read_bytes())
    (folder / "notes.txt").write_text("mine")
    assert_frame_equal(simulated(out=folder).frame(), whole)
    others = {path.name for path in folder.iterdir() if not path.name.startswith("part-")}
    assert others == {"_manifest.json", "notes.txt"} and not overlapping.exists()


def test_other_arguments_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "runs"
    simulated(out=out, games=1)
    before = sorted(path.read_bytes() for path in out.iterdir())
    for more, said in (
        ({"seed": 4}, "seed=3, not 4"), ({"games": 2}, "games=1, not 2"),
        ({"players": ["greedy"] * 2}, r"players=\['greedy', 'last_legal'\]"),
        ({"rules": SHORT.replace(target=99)}, "target=100, not 99"),
        ({"rules": "remi"}, "variant=block, not remi"),
        ({"games": None, "deals": 1}, "deals=None, not 1"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=rf"runs holds a .* {said}.*; give out= another name"):
            simulated(out=out, **{"games": 1, **more})
    assert sorted(path.read_bytes() for path in out.iterdir()) == before


def test_a_lambda_is_refused_where_rows_are_kept_by_the_names_of_players(tmp_path: Path) -> None:
    players: Any = [lambda view: view.legal_actions()[-1], "greedy"]
    frame = simulated(players=players, games=None, deals=1)
    for more in ({"out": tmp_path / "x.csv"}, {"resume": frame}):
        with pytest.raises(ValueError, match="one lambda cannot be told from another: give the"):
            simulated(players=players, games=None, deals=1, **more)
    assert not list(tmp_path.iterdir())


def test_what_is_no_simulation_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.txt").write_text("mine")
    (tmp_path / "mine.csv").write_text("a,b")
    (tmp_path / "file").write_text("x")
    for name in ("thesis", "mine.csv", "file"):
        with pytest.raises(ValueError, match="is there already and no simulation"):
            simulated(out=tmp_path / name)
    assert (tmp_path / "mine.csv").read_text() == "a,b"
    (tmp_path / "thesis" / "_manifest.json").write_text("[" * 100_000)
    with pytest.raises(ValueError, match="is no manifest of a simulation"):
        simulated(out=tmp_path / "thesis")
    with pytest.raises(ValueError, match=r"written as \.parquet or \.csv"):
        simulated(out=tmp_path / "runs.xlsx")
    with pytest.raises(ValueError, match="cannot be written to"):
        simulated(out=tmp_path / "file" / "runs")
    with pytest.raises(ValueError, match="out=5 is no path"):
        simulated(out=5)
    (tmp_path / "x.csv").mkdir()
    with pytest.raises(ValueError, match="is a folder"):
        simulated(out=tmp_path / "x.csv")


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match="needs pyarrow"):
        simulated(out=tmp_path / "runs")
    assert not (tmp_path / "runs").exists()
