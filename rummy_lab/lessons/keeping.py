"""Lessons in files: nothing that somebody wrote into one is lost."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummy_lab.log.files import write_whole, writing

if TYPE_CHECKING:
    from nbformat import NotebookNode

OURS, MADE = "rummy_lab", "made"
"""Where a notebook's metadata holds the mark of the cells it was made with."""


class LessonError(ValueError):
    """Why a lesson cannot be made or written."""


def mark(cells: Iterable[Mapping[str, Any]]) -> str:
    """A hash of what a user can change in a notebook: its cells with what they put out.

    JupyterLab rewrites the rest, the kernel's version say, when it only opens one. Raises
    `KeyError` or `TypeError` for what are no cells.
    """
    told = [[cell.get("cell_type"), "".join(cell["source"]), cell.get("outputs")] for cell in cells]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def write_lesson(notebook: NotebookNode, path: Path, force: bool = False) -> None:
    """Writes a lesson; a file that is there is replaced only while it is as it was made.

    `force` writes over any file. Raises `LessonError` where a file would be lost, `ValueError`
    where it cannot be written.
    """
    import nbformat

    if path.exists() and not force and not _as_made(path):
        raise LessonError(
            f"{path} is kept: it was changed or run since it was made, or is no lesson; "
            "--force writes over it, --out gives another name"
        )
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, (nbformat.writes(notebook).rstrip("\n") + "\n").encode())


def _as_made(path: Path) -> bool:
    """Whether a file is a lesson that nobody has changed or run."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        return mark(read["cells"]) == read["metadata"][OURS][MADE]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False
