"""The shipped datasets: listed, loaded, documented, and made again byte for byte."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from scripts import DATASETS

import rummy_lab as rl

ALL = rl.datasets()
TABLES = [name for name, one in ALL.items() if one.kind == "table"]
PAGES = sorted({one.page for one in ALL.values()})
SCRIPTS = sorted(DATASETS.glob("make_*.py"))
MOST_BYTES = 3_000_000


# --- what there is ----------------------------------------------------------------------------


def test_every_dataset_is_there_and_there_is_no_other() -> None:
    for name, one in ALL.items():
        assert one.id == name and one.title and one.path.exists()
        assert one.page.is_file() and one.script in SCRIPTS
    held = {path.parent for path in DATASETS.rglob("*.rummy")} | set(DATASETS.rglob("*.csv"))
    assert held == {one.path for one in ALL.values()}
    assert {one.script for one in ALL.values()} == set(SCRIPTS)


def test_the_datasets_are_small() -> None:
    sizes = [path.stat().st_size for path in DATASETS.rglob("*") if "__pycache__" not in path.parts]
    assert sum(sizes) < MOST_BYTES


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_its_columns_and_types(name: str) -> None:
    frame, columns = rl.dataset(name), ALL[name].columns
    assert list(frame.columns) == list(columns) and len(frame)
    found = {column: str(kind) for column, kind in frame.dtypes.items()}
    assert found == {column: entry.dtype for column, entry in columns.items()}
    assert all(entry.meaning for entry in columns.values())
    assert told_columns(ALL[name]) == list(columns)


def told_columns(one: Any) -> list[str]:
    """The columns that a page tells, where it has a table of them for this dataset."""
    for block in one.page.read_text("utf-8").split("\n\n"):
        head, *rows = block.splitlines()
        if head.startswith(("| column |", f"| column of `{one.id}` |")):
            return re.findall(r"`(\w+)`", " ".join(row.split(" | ")[0] for row in rows))
    return []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_how_it_was_made_and_its_examples_run(page: Path) -> None:
    text = page.read_text("utf-8")
    (one, *_) = [one for one in ALL.values() if one.page == page]
    assert f"datasets/{one.script.name}" in text and "Licence: MIT." in text
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    done = doctest.testfile(str(page), module_relative=False, optionflags=flags, encoding="utf-8")
    assert done.attempted and not done.failed


def test_the_index_page_names_each_dataset() -> None:
    text = (DATASETS / "README.md").read_text("utf-8")
    assert set(re.findall(r"`([\w-]+)`", text)) >= set(ALL)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (DATASETS / target).exists()


# --- loading ----------------------------------------------------------------------------------


def test_logs_are_read_when_they_are_asked_for() -> None:
    games = rl.dataset("games")
    assert set(games) == set(rl.variants()) and len(games) == len(rl.variants())
    assert games["block"] is games["block"] and games["block"] == rl.dataset("games/block")
    assert rl.tables(games)["games"]["variant"].to_list() == list(games)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("game", "'game' is no dataset; did you mean 'games'"),
        ("hnads", "did you mean 'hands'"),
        ("games/rumy", "'rumy' is no log of games; did you mean 'rummy'"),
        ("hands/rummy", "'hands' is a table: there is no 'rummy' in it"),
        ("../pyproject", "'..' is no dataset"),
        ("", "'' is no dataset"),
        (7, "'7' is no dataset"),
    ],
)
def test_names_that_are_none(name: Any, said: str) -> None:
    with pytest.raises(ValueError) as told:
        rl.dataset(name)
    assert said in str(told.value)


def test_datasets_show_what_they_are() -> None:
    assert str(ALL).splitlines()[0].startswith("games ") and repr(ALL) == "datasets()"
    page = ALL._repr_html_()
    assert "<table" in page and all(name in page for name in ALL)
    assert str(ALL["hands"]) == f"hands: {ALL['hands'].title} (table)"
    games = rl.dataset("games")
    assert repr(games) == "<10 logs of games>" and "<table" in games._repr_html_()
    assert str(games).splitlines()[0].startswith("block: <log of Block Rummy: 21 deals")


def test_a_checkout_is_looked_at_before_the_installed_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("rummy_lab.datasets")
    monkeypatch.setattr(module, "__file__", str(tmp_path / "rummy_lab" / "datasets.py"))
    with pytest.raises(ValueError, match=r"the datasets are not there: .* not complete"):
        rl.datasets()
    for root, title in ((tmp_path, "checkout"), (tmp_path / "rummy_lab/_shipped", "installed")):
        (root / "datasets").mkdir(parents=True)
        told = f'[one]\ntitle = "{title}"\npath = "a"\npage = "a.md"\nscript = "make_a.py"\n'
        (root / "datasets/index.toml").write_text(told)
    assert rl.datasets()["one"].title == "installed"
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "rummy-lab"\n')
    assert rl.datasets()["one"].title == "checkout"


# --- made again -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_makes_its_files_again(path: Path, tmp_path: Path) -> None:
    run = [sys.executable, str(path), str(tmp_path)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=300,
                          cwd=DATASETS.parent, env=_environment())  # fmt: skip
    assert done.returncode == 0, done.stderr
    made = {file.relative_to(tmp_path) for file in tmp_path.rglob("*") if file.is_file()}
    assert made
    for file in made:
        assert (tmp_path / file).read_bytes() == (DATASETS / file).read_bytes(), file
    held = {
        file.relative_to(DATASETS)
        for one in ALL.values() if one.script == path and path.stem != "make_mistakes"
        for file in ([one.path] if one.path.is_file() else one.path.iterdir())
    }  # fmt: skip
    assert held <= made


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(DATASETS.parent), "PYTHONDONTWRITEBYTECODE": "1"}


def test_the_files_are_text_that_git_can_compare() -> None:
    for path in (*DATASETS.rglob("*.csv"), *DATASETS.rglob("*.rummy")):
        data = path.read_bytes()
        assert b"\r" not in data and data.endswith(b"\n") and data.decode("utf-8")
    tomllib.loads((DATASETS / "index.toml").read_text("utf-8"))


def test_no_row_stands_twice() -> None:
    for name in TABLES:
        frame = rl.dataset(name)
        assert not frame.duplicated().any() or name == "hands", name
