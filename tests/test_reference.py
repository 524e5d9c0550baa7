"""The reference: every public name stands in it, and it is what its script makes."""

from __future__ import annotations

import importlib.util
import inspect
from functools import cache
from pathlib import Path
from types import ModuleType

import nbformat
import pytest

import rummy_lab as rl
from rummy_lab import fast
from rummy_lab.rules import OPTIONS

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "notebooks/reference.ipynb"


@cache
def maker() -> ModuleType:
    found = importlib.util.spec_from_file_location(
        "make_reference", ROOT / "docs/make_reference.py"
    )
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@cache
def cells() -> dict[str, str]:
    return {cell.id: cell.source for cell in nbformat.read(FILE, 4).cells}


def test_the_reference_is_up_to_date():
    """After a change of a public docstring or signature: `python docs/make_reference.py`."""
    made = nbformat.writes(maker().reference()).rstrip("\n") + "\n"
    assert FILE.read_text(encoding="utf-8") == made, "run: python docs/make_reference.py"


@pytest.mark.parametrize("name", rl.__all__)
def test_every_public_name_stands_in_it(name):
    thing = getattr(rl, name)
    told = cells()[maker()._id(name)]
    first = (inspect.getdoc(thing) or "").splitlines()[0]
    assert f"### `{name}`" in told and maker()._plain(first) in told
    assert f"`{name}`" in cells()["reference"]
    if inspect.isclass(thing):
        own = [n for n, value in vars(thing).items()
               if n[0] != "_" and (isinstance(value, property) or inspect.isfunction(value))
               and inspect.getdoc(value)]  # fmt: skip
        assert all(f"#### `{name}.{member}`" in told for member in own)


def test_every_name_of_fast_stands_in_it():
    told = cells()["fast"]
    assert all(f"### `fast.{name}`" in told for name in fast.__all__)


def test_every_option_stands_in_it():
    for name, option in OPTIONS.items():
        (line,) = (
            row for row in cells()["options"].splitlines() if row.startswith(f"| `{name}` |")
        )
        assert line.count(" | ") == 3 and maker()._plain(option.meaning) in line


def test_every_column_of_a_table_stands_in_it():
    parts = cells()["columns"].split("\n### ")[1:]
    log = rl.play("block", seed=7)
    made = {f'rl.tables(logs)["{name}"]': frame for name, frame in rl.tables(log).items()}
    made["rl.simulate"] = rl.simulate("block", games=1, progress=False)
    made["rl.cross_check"] = rl.cross_check(log, ["remi"])
    compared = rl.compare(log, ["remi"])
    for name in ("lines", "notes", "outcomes"):
        made[f"rl.compare(log).{name}"] = getattr(compared, name)
    made["rl.what_if(log).frame"] = rl.what_if(log).frame
    assert [part.partition("`\n")[0].strip("`") for part in parts] == list(made)
    for part, frame in zip(parts, made.values(), strict=True):
        rows = [row.split(" | ") for row in part.splitlines() if row.startswith("| `")]
        assert [row[0] for row in rows] == [f"| `{name}`" for name in frame.columns]
        assert [row[1] for row in rows] == [f"`{dtype}`" for dtype in frame.dtypes]
        assert all(len(row[-1]) > 8 for row in rows)


def test_signatures_read_as_they_are_called():
    assert "rl.odds(" in cells()["odds"]
    assert "rl.card(text: str | Card) -> Card" in cells()["card"]
    assert "*, game: Game | None = None" in cells()["class-DealStepper"]
    assert "replace(**changes: Any) -> Rules" in cells()["class-Rules"]
