"""The house: every room stands in DESIGN's table, and imports only from rooms above it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "rummy_lab"
FACES = {"shown", "whatif_shown"}
"""Modules that only an object's face loads; they may reach further down."""


def rooms() -> dict[str, int]:
    """In which row of the table each room stands."""
    design = (ROOT / "DESIGN.md").read_text("utf-8")
    rows = re.findall(r"^\| (`\w+(?:\.py|/)`[^|]*)\|", design, re.MULTILINE)
    return {
        room: row
        for row, cell in enumerate(rows)
        for room in re.findall(r"`(\w+)(?:\.py|/)`", cell)
    }


def imported(text: str) -> Iterator[str]:
    """The rooms that a module's text imports from when it is loaded, outside functions."""
    for node in ast.parse(text).body:
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("rummy_lab."))


def test_every_room_is_in_the_table() -> None:
    there = {path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("__")}
    there |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert set(rooms()) == there


def test_imports_go_up() -> None:
    order = rooms()
    down = []
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room not in order or path.stem in FACES:
            continue
        for other in imported(path.read_text("utf-8")):
            if order.get(other, -1) > order[room]:
                down.append(f"{path.relative_to(ROOT)} imports {other}")
    assert not down


def test_what_is_imported_is_seen() -> None:
    text = (
        "import rummy_lab.display.text, os\nfrom rummy_lab import game\nfrom rummy_lab.log import x"
    )
    assert list(imported(f"{text}\ndef f():\n    import rummy_lab.cli")) == [
        "display",
        "game",
        "log",
    ]
