"""The styles of all widgets lie on one page: none may touch what another draws."""

from __future__ import annotations

import re
from pathlib import Path

import rummy_lab.widgets

FOLDER = Path(rummy_lab.widgets.__file__).parent
SHARED = ("cards", "stepper")
"""Styles that several widgets have in common."""
ROOT = re.compile(r'make\("\w+", "rl (rl-\w+)"\)')
DRAWN = {path.stem: ROOT.search(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.js")
         if path.stem not in SHARED}  # fmt: skip


def selectors(css: str) -> list[str]:
    """The selectors of a style, but for those of the boxes that a tool is made of."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    heads = re.findall(r"([^{};]+)\{", css)
    found = [head.strip() for head in heads]
    return [head for head in found if not head.startswith(("@", ".rl-tool "))]


def test_every_widget_has_a_class_of_its_own():
    roots = [found[1] for found in DRAWN.values() if found is not None]
    assert len(roots) == len(DRAWN) == len(set(roots))


def test_a_style_reaches_its_own_widget_alone():
    for name, found in DRAWN.items():
        assert found is not None
        css = FOLDER.joinpath(f"{name}.css").read_text(encoding="utf-8")
        own = re.compile(rf"\.{found[1]}(?![\w-])")
        for selector in selectors(css):
            assert all(own.search(part) for part in re.split(r",(?![^(]*\))", selector)), (
                f"{name}.css: {selector}"
            )
