"""Where a tool gets a log from: a `Log`, something that has one, a path, or a text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rummy_lab.cards import shortened
from rummy_lab.display.saying import counted
from rummy_lab.log import Log
from rummy_lab.log.files import read_text
from rummy_lab.log.lines import FIRST_LINE


def log_or_text(source: Any) -> Log | str:
    """A log, or the text to read it from.

    Raises `TypeError` for what is neither a log nor a path nor a text, `OSError` and `LogError`
    for a file that cannot be read.

    >>> log_or_text("rummy-lab log 1\\nvariant: rummy").partition(":")[2]
    ' rummy'
    """
    log = source if isinstance(source, Log) else getattr(source, "log", None)
    if isinstance(log, Log):
        return log
    if isinstance(source, str) and _is_text(source):
        return source
    if isinstance(source, Path) or (isinstance(source, str) and source.strip()):
        return read_text(Path(source).expanduser())
    raise TypeError(f"a log, a path or a text is wanted, not {shortened(source)}")


def is_log(text: str) -> bool:
    """Whether a text begins as a log does.

    >>> is_log("# ours\\nrummy-lab log 1"), is_log("deal,Ana,Bo")
    (True, False)
    """
    return text.lstrip("\ufeff \t\r\n").startswith((FIRST_LINE, "{", "#"))


def _is_text(source: str) -> bool:
    return "\n" in source or is_log(source)


def loaded_said(log: Log) -> str:
    """What was loaded, in a sentence."""
    errors = counted(len(log.errors), "error") if log.errors else "no errors"
    return (f"Loaded: {counted(len(log.games), 'game')}, {counted(len(log.deals), 'deal')}, "
            f"{errors}.")  # fmt: skip
