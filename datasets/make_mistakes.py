"""Makes `mistakes/errors.csv` again, byte for byte: what is wrong in each log of `mistakes/`.

Run: python datasets/make_mistakes.py [folder]

The logs themselves are typed by hand.
"""

from __future__ import annotations

from pathlib import Path

import rummy_lab as rl
from rummy_lab.datasets import csv_text, write_made

LOGS = Path(__file__).parent / "mistakes"
COLUMNS = ("log", "line", "column", "message")


def files() -> dict[str, str]:
    """The files by path."""
    rows = [
        {"log": path.stem, "line": error.line, "column": error.column, "message": error.message}
        for path in sorted(LOGS.glob("*.rummy"))
        for error in rl.load(path).errors
    ]
    return {"mistakes/errors.csv": csv_text(rows, COLUMNS)}


if __name__ == "__main__":
    write_made(files(), __file__)
