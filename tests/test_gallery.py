"""The gallery: every tool has its pictures, light and dark, and they are small."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import nbformat

import rummy_lab as rl
from rummy_lab import widgets

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
MOST_BYTES = 150_000
PNG = b"\x89PNG\r\n\x1a\n"


def cells() -> list[str]:
    return [cell.source for cell in nbformat.read(NOTEBOOKS / "gallery.ipynb", 4).cells]


def test_every_tool_has_a_light_and_a_dark_picture():
    """After a change of how a tool looks: `python docs/make_gallery.py`."""
    for name in widgets.__all__:
        assert name in rl.__all__
        (source,) = (source for source in cells() if f"`rl.{name}(" in source)
        light, dark = re.findall(r"!\[[^\]]+\]\((images/[^)]+)\)", source)
        assert light.endswith("-light.png") and dark.endswith("-dark.png")


def test_pictures_are_there_and_small():
    named = {name for source in cells() for name in re.findall(r"\((images/[^)]+)\)", source)}
    there = {path.relative_to(NOTEBOOKS).as_posix() for path in NOTEBOOKS.glob("images/*")}
    assert named == there
    for name in named:
        data = (NOTEBOOKS / name).read_bytes()
        assert data.startswith(PNG) and 5_000 < len(data) <= MOST_BYTES, name


def test_its_script_starts():
    """It borrows the browser tests' server; an unknown scene ends it before any browser starts."""
    made = subprocess.run(
        [sys.executable, ROOT / "docs/make_gallery.py", "steper"], capture_output=True, text=True,
        check=False, timeout=60,
    )  # fmt: skip
    assert made.returncode == 1 and "no scene 'steper'" in made.stderr
