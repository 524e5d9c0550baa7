"""Checks that take hours go on where they were stopped, as long as the kernels are the same."""

from __future__ import annotations

import json
from pathlib import Path

from rummy_lab.fast.compiling import fingerprint


def done_of(path: Path) -> dict[str, int]:
    """How far each check came with the kernels as they are; nothing where one has changed since."""
    if not path.exists():
        return {}
    kept = json.loads(path.read_text("utf-8"))
    return kept["done"] if kept["kernels"] == fingerprint() else {}


def keep(path: Path, done: dict[str, int]) -> None:
    """Writes down how far each check came."""
    path.write_text(json.dumps({"kernels": fingerprint(), "done": done}), "utf-8")
