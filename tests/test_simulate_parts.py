"""Files of a simulation that were broken, changed, or cannot be written."""

from __future__ import annotations

import errno
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from commanding import Run, refused
from own_players import last_legal
from pandas.testing import assert_frame_equal
from simulating import GAMES, after, simulated

import rummy_lab as rl
from rummy_lab.simulate import files, parts


@pytest.fixture(scope="module")
def whole() -> pd.DataFrame:
    """The rows of the simulation, kept in memory."""
    return simulated()


def without_a_row(path: Path) -> None:
    """Takes the last row away."""
    if path.suffix == ".csv":
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:-1]))
    else:
        pd.read_parquet(path).iloc[:-1].to_parquet(path)


def cut(path: Path) -> None:
    """Cuts the file in the middle."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def replaced(path: Path) -> None:
    path.write_text("a,b\n1,2\n")


BREAKS = (without_a_row, cut, emptied, replaced)


@pytest.mark.usefixtures("between_pieces")
@pytest.mark.parametrize("name", ["runs", "a.csv", "b.parquet"])
@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_part_is_played_again(
    whole: pd.DataFrame, broken: Callable[[Path], None], name: str, tmp_path: Path
) -> None:
    out = tmp_path / name
    begun = simulated(stop=after(2), chunk=2, out=out)
    assert 0 < begun.games < GAMES
    broken(begun.paths[0])
    again = simulated(out=out)
    assert again.complete
    assert_frame_equal(again.frame(), whole, check_flags=False)


@pytest.mark.parametrize("name", ["a.csv", "b.parquet"])
@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_file_is_told(broken: Callable[[Path], None], name: str, tmp_path: Path) -> None:
    out = tmp_path / name
    saved = simulated(out=out)
    broken(out)
    with pytest.raises(ValueError, match=f"{name} is broken: not all 14 games are in it; remove"):
        simulated(out=out)
    if broken is not without_a_row:
        with pytest.raises(ValueError, match=f"{name} is broken: "):
            saved.frame()
    out.unlink()
    assert simulated(out=out).complete


def test_a_suffix_in_capitals(whole: pd.DataFrame, tmp_path: Path) -> None:
    assert_frame_equal(simulated(out=tmp_path / "A.CSV").frame(), whole)


def test_a_manifest_whose_writing_was_broken_off(whole: pd.DataFrame, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "._manifest.json.0a1b2c3d.tmp").write_text("{")
    assert_frame_equal(simulated(out=tmp_path / "runs").frame(), whole)
    assert not list((tmp_path / "runs").glob(".*"))


def test_a_manifest_of_another_version(tmp_path: Path) -> None:
    saved = simulated(out=tmp_path / "runs", stop=lambda: True)
    manifest = tmp_path / "runs" / "_manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"format": 1', '"format": 2'), "utf-8")
    with pytest.raises(ValueError, match="is of another version of the program"):
        simulated(out=tmp_path / "runs")
    assert saved.games == 0


# --- disks ------------------------------------------------------------------------------------


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.usefixtures("between_pieces")
def test_a_full_disk(
    whole: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    out = tmp_path / "runs"
    with monkeypatch.context() as patched:
        begun = simulated(stop=after(2), chunk=2, out=out)
        patched.setattr(files, "write_whole", full)
        with pytest.raises(
            rl.SimulationError, match=r"part-.* cannot be written: No space"
        ) as told:
            simulated(out=out)
        assert told.value.done.games == begun.games
        words = ("simulate", "block", "--games", "2", "--out", "new.csv")
        refused(run(*words), "cannot be written to", "No space left")
    assert_frame_equal(simulated(out=out).frame(), whole)


def test_a_disk_too_full_to_put_parts_together(
    whole: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.csv"
    with monkeypatch.context() as patched:
        patched.setattr(parts, "_join_csv", full)
        with pytest.warns(RuntimeWarning, match="a.csv cannot be put together: No space left"):
            saved = simulated(out=out)
    assert_frame_equal(saved.frame(), whole)
    assert not out.exists() and not list(tmp_path.glob(".*"))
    assert_frame_equal(simulated(out=out).frame(), whole)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.csv.manifest.json"]


# --- what is read and gone on with ------------------------------------------------------------


def test_what_is_read_from_files(whole: pd.DataFrame, tmp_path: Path) -> None:
    for name in ("a.csv", "runs"):
        saved = simulated(out=tmp_path / name)
        assert saved.frame().attrs == whole.attrs
        tables = list(saved.frames(5))
        assert all(table.index.tolist() == list(range(len(table))) for table in tables)
        assert max(map(len, tables)) == 5
        for rows in (0, "x", 2.5):
            with pytest.raises(ValueError, match="is no whole number from 1"):
                saved.frames(rows)
        with pytest.raises(ValueError, match="columns='seed' is a list of columns"):
            saved.frame("seed")
    none = simulated(out=tmp_path / "none", stop=lambda: True)
    assert list(none.frame(["seed"]).columns) == ["seed"] and none.frame().empty


def shuffled(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.sort_values("points", kind="stable")


def other_seed(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(seed=frame["seed"] + 1)


def doubled(frame: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([frame.iloc[: len(frame) // 2]] * 2).iloc[: len(frame)]


def in_words(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(points="many")


@pytest.mark.usefixtures("between_pieces")
@pytest.mark.parametrize("changed", [shuffled, other_seed, doubled, in_words])
def test_a_table_that_was_changed_is_not_gone_on_with(changed: Any) -> None:
    begun = simulated(stop=after(3), chunk=2)
    other = changed(begun)
    other.attrs = {"simulation": {**begun.attrs["simulation"], "rows": len(other)}}
    with pytest.raises(ValueError, match=r"resume is not a table .* its rows were changed"):
        simulated(resume=other)


def test_partial_functions_have_no_name(tmp_path: Path) -> None:
    players = ["greedy", functools.partial(last_legal)]
    with pytest.raises(ValueError, match="one partial cannot be told from another"):
        simulated(players=players, out=tmp_path / "a.csv")
    assert not simulated(players=players, games=1).empty


# --- several variants -------------------------------------------------------------------------


def test_every_folder_is_looked_at_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "cmp" / "rummy").mkdir(parents=True)
    (tmp_path / "cmp" / "rummy" / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="is there already and no simulation"):
        rl.compare_variants(["block", "rummy"], deals=2, out=tmp_path / "cmp", progress=False)
    assert not list((tmp_path / "cmp" / "block").glob("part-*"))
    with pytest.raises(ValueError, match="out='' is no path of a folder"):
        rl.compare_variants(["block", "rummy"], deals=2, out="", progress=False)


def test_a_picture_that_cannot_be_written_is_told_before_anything_is_played(run: Run) -> None:
    words = ("compare", "remi", "block", "--deals", "2", "--plot")
    refused(run(*words, "x.foo"), "--plot x.foo: its name ends in none of")
    refused(run(*words, "nofolder/x.svg"), "there is no folder nofolder")
