"""What is wrong in a log, each error at its line, with the line and a caret below the place."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from rummy_lab.display.markup import cite_html, escaped, fragment
from rummy_lab.log import LogError
from rummy_lab.reasons import with_note
from rummy_lab.widgets.base import stopped

MOST_SHOWN = 90
"""How many characters of a line are shown around an error."""


def faults_html(errors: Sequence[LogError], row: Callable[[int], str]) -> str:
    """Errors as HTML; `row` gives a line of the text by its number.

    >>> html = faults_html([LogError(3, 4, "'4x' is no card")], lambda number: "Bo 4x <b>")
    >>> "Bo 4x &lt;b&gt;" in html and "'4x' is no card" in html.replace("&#x27;", "'")
    True
    """
    return fragment("".join(_fault(error, row(error.line)) for error in errors), "Errors")


def _fault(error: LogError, text: str) -> str:
    cites = "".join(
        cite_html(reason.clause, reason.standing, with_note("", reason.note))
        for reason in error.reasons
    )
    where = f"<b>Line {error.line}, column {error.column}:</b>"
    said = f"<p>{where} {escaped(stopped(error.message))}</p>"
    shown = f"<pre>{escaped(pointed(text, error))}</pre>" if text else ""
    return f'<div class="rl-box rl-no">{said}{shown}{f"<p>{cites}</p>" if cites else ""}</div>'


def pointed(text: str, error: LogError) -> str:
    """A line with its number, and a caret under the place of an error.

    >>> print(pointed("2 Ana: draw discard 4x", LogError(9, 21, "'4x' is no card")))
    9 | 2 Ana: draw discard 4x
      |                     ^
    """
    column = max(0, min(error.column - 1, len(text)))
    start = max(0, column - MOST_SHOWN * 2 // 3) if len(text) > MOST_SHOWN else 0
    cut = text[start : start + MOST_SHOWN].replace("\t", " ")
    before, after = "…" * (start > 0), "…" * (start + MOST_SHOWN < len(text))
    number = str(error.line)
    blank = "".join(map(_blank, cut[: column - start]))
    caret = f"{' ' * (len(number) + len(before))} | {blank}^"
    return f"{number} | {before}{cut}{after}\n{caret}"


def _blank(character: str) -> str:
    """Blanks as wide as a character in letters of one width."""
    if unicodedata.category(character) in ("Mn", "Cf"):
        return ""
    return "\u3000" if unicodedata.east_asian_width(character) in "WF" else " "
