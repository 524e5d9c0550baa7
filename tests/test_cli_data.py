"""The commands `datasets` and `dataset`."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from commanding import refused

import rummy_lab as rl


def test_datasets_are_listed(run: Any) -> None:
    assert run("datasets") == (0, f"{rl.datasets()}\n", "")
    told = {one["id"]: one for one in run("datasets", "--json").json}
    assert list(told) == list(rl.datasets())
    assert set(told["games"]["names"]) == set(rl.variants()) and "columns" not in told["games"]
    assert set(told["hands"]["columns"]) == set(rl.dataset("hands").columns)
    assert all(Path(one["path"]).exists() and Path(one["page"]).exists() for one in told.values())


@pytest.mark.parametrize("name", [one.id for one in rl.datasets().values() if one.kind == "table"])
def test_a_table_is_printed_and_copied(run: Any, tmp_path: Path, name: str) -> None:
    out = run("dataset", name).out
    assert list(pd.read_csv(io.StringIO(out)).columns) == list(rl.dataset(name).columns)
    assert run("dataset", name, "--out", "some/table.csv") == (0, "some/table.csv: 1 file\n", "")
    assert (tmp_path / "some/table.csv").read_bytes() == rl.datasets()[name].path.read_bytes()


def test_logs_are_named_printed_and_copied(run: Any, tmp_path: Path) -> None:
    names = run("dataset", "games").out.splitlines()
    assert names == [f"games/{name}" for name in rl.dataset("games")]
    assert rl.loads(run("dataset", "games/remi").out) == rl.dataset("games/remi")
    assert run("dataset", "games/remi", "--out", "r.rummy").status == 0
    assert rl.load(tmp_path / "r.rummy") == rl.dataset("games/remi")
    logs = rl.dataset("mistakes")
    assert run("dataset", "mistakes", "--out", "all").out == f"all: {len(logs)} files\n"
    for path in rl.datasets()["mistakes"].path.glob("*.rummy"):
        assert (tmp_path / "all" / path.name).read_bytes() == path.read_bytes()
    (tmp_path / "r.rummy").write_text("dear to me")
    refused(run("dataset", "games/remi", "--out", "r.rummy"), "r.rummy is there already")
    assert (tmp_path / "r.rummy").read_text() == "dear to me"
    assert run("dataset", "games/remi", "--out", "r.rummy", "--force").status == 0


@pytest.mark.parametrize(("name", "said"), [
    ("game", "did you mean 'games'"), ("games/remy", "did you mean 'remi'"), ("hands/1", "is a table"),
    ("../games", "is no dataset"), ("games/../../README", "is no log"), ("", "is no dataset"),
])  # fmt: skip
def test_dataset_there_is_none_of(run: Any, name: str, said: str) -> None:
    refused(run("dataset", name), said)
