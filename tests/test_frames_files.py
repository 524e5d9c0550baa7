"""Tables of logs in files: written whole, read back the same."""

from __future__ import annotations

import builtins
import csv
import tracemalloc
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from pandas.testing import assert_frame_equal
from tables import table

import rummy_lab as rl
from rummy_lab.frames import TABLES, files

NAMES = ["NA", "null", '=1+"1"', "דנה, 3", "nan"]
THIRDS = table("block", ["7h", "7s", "7d", "Qd"], stock="", discards="2s", phase="draw")
THIRDS.apply("pass")
LOGS = [
    rl.play(rl.variant("rummy", target=60), ["greedy", "random"], seed=3, names=NAMES[:2]),
    rl.play(rl.variant("contract-classic"), ["greedy"] * 3, seed=5, names=NAMES[2:]),
    rl.loads("rummy-lab log 1\nvariant: rumy\nplayers: 2\ndeal 1\n1 Bo: draw discrad 4x\n"),
    rl.loads("rummy-lab log 1\nvariant: block\nplayers: 3\ndeal 1\n1 Player 2: draw discard ??\n"),
    THIRDS.log,
]


def same(found: rl.Tables, wanted: rl.Tables) -> None:
    assert list(found) == list(wanted)
    for name, frame in wanted.items():
        assert_frame_equal(found[name], frame)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("batch", [1, 20_000])
def test_tables_come_back_the_same(
    kind: str, batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BATCH", batch)
    paths = rl.write_tables(iter(LOGS), tmp_path / "a" / "b", format=kind)
    assert list(paths) == list(TABLES)
    assert sorted(tmp_path.glob("a/b/*")) == sorted(paths.values())
    wanted = rl.tables(LOGS)
    scores = wanted["scores"]
    assert set(NAMES) < set(scores["player"]) and 10 / 3 in set(scores["points"])
    assert len(wanted["errors"])
    same(rl.read_tables(tmp_path / "a" / "b"), wanted)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_tables_without_a_row_keep_their_types(kind: str, tmp_path: Path) -> None:
    rl.write_tables([], tmp_path, kind)
    same(rl.read_tables(tmp_path), rl.tables([]))


def test_tables_that_were_made_are_written_too(tmp_path: Path) -> None:
    wanted = rl.tables(LOGS)
    rl.write_tables(wanted, tmp_path)
    same(rl.read_tables(tmp_path), wanted)
    rl.write_tables(rl.Tables(deals=wanted["deals"].head(1)), tmp_path / "some")
    assert len(rl.read_tables(tmp_path / "some")["deals"]) == 1
    with pytest.raises(ValueError, match="'deal' is no table of logs; did you mean 'deals'"):
        rl.write_tables(rl.Tables(deal=wanted["deals"]), tmp_path)


def test_the_same_logs_give_the_same_bytes(tmp_path: Path) -> None:
    first, again = (rl.write_tables(LOGS, tmp_path / name) for name in "ab")
    for name, path in first.items():
        assert path.read_bytes() == again[name].read_bytes() and b"\r" not in path.read_bytes()


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    rl.write_tables(LOGS[:1], tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}

    def failing() -> Iterator[rl.Log]:
        yield LOGS[1]
        raise OSError("the disk is gone")

    for kind in ("csv", "parquet"):
        with pytest.raises(OSError, match="disk is gone"):
            rl.write_tables(failing(), tmp_path, kind)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_long_stream_takes_no_more_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BATCH", 100)
    log, peaks = rl.loads(str(THIRDS.log)), []
    for count in (100, 500):
        tracemalloc.start()
        rl.write_tables(repeat(log, count), tmp_path / str(count))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert len(rl.read_tables(tmp_path / "500")["games"]) == 500
    assert peaks[1] < 1.5 * peaks[0]


def test_parquet_needs_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rl.write_tables(LOGS, tmp_path / "there", "parquet")
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == "pyarrow":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ValueError, match=r"^format='parquet' needs pyarrow to write Parquet "
                       r"\(pip install pyarrow\); format='csv' needs nothing$"):  # fmt: skip
        rl.write_tables(LOGS, tmp_path / "none", "parquet")
    assert not (tmp_path / "none").exists()


def test_formats_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"format='parket' is no format.*did you mean 'parquet'"):
        rl.write_tables(LOGS, tmp_path, "parket")


def test_folders_that_hold_no_tables(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no tables of logs"):
        rl.read_tables(tmp_path)
    for kind in ("csv", "parquet"):
        rl.write_tables(LOGS, tmp_path, kind)
    with pytest.raises(ValueError, match="as csv and as parquet: say format='csv'"):
        rl.read_tables(tmp_path)
    same(rl.read_tables(tmp_path, "parquet"), rl.read_tables(tmp_path, "csv"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "deals.csv is no table of deals: "),
        ("log,game\n0,1\n", "it has no column 'variant'"),
        (",".join(TABLES["deals"]) + "\nx" + ",1" * (len(TABLES["deals"]) - 1), "is no table"),
        ("log,game\n0,1,2,3\n0,1,2\n", "is no table"),
    ],
)
def test_files_that_are_no_tables(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "deals.csv").write_text(text)
    with pytest.raises(ValueError) as told:
        rl.read_tables(tmp_path)
    assert said in str(told.value)


def test_a_file_that_is_no_parquet(tmp_path: Path) -> None:
    (tmp_path / "deals.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(ValueError, match=r"deals\.parquet is no table of deals"):
        rl.read_tables(tmp_path)


def test_further_columns_of_a_file_are_left_out(tmp_path: Path) -> None:
    frame = rl.tables(LOGS)["scores"]
    frame.assign(mine=1).to_csv(tmp_path / "scores.csv", index=False)
    assert_frame_equal(rl.read_tables(tmp_path)["scores"], frame)


def test_no_text_of_a_csv_is_a_formula(tmp_path: Path) -> None:
    """A spreadsheet calculates nothing that a player was called, and nothing is lost by that."""
    names = ['=HYPERLINK("x")', "-Bo", "'=1", "@Cy"]
    log = rl.score_log("rummy", names, [(36, 0, -5, 0)])
    paths = rl.write_tables(log, tmp_path)
    with paths["scores"].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == [f"'{name}" for name in names]
    assert rows[2]["points"] == "-5.0"
    same(rl.read_tables(tmp_path), rl.tables(log))
