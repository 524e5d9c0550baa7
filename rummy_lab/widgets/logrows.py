"""The lines of a logged deal as rows of the list of turns: turns, comments, errors, the score.

Lines that can hold hidden cards (the hands dealt, what could not be read, what an error says of
it) are told in full only where all cards are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rummy_lab.deal import Deal
from rummy_lab.log import DealLog
from rummy_lab.log.comments import comment_of
from rummy_lab.log.lines import Field, Heading, Line, Turn, Unread
from rummy_lab.widgets.reel import Reel
from rummy_lab.widgets.rows import rows
from rummy_lab.widgets.sight import Sight

HIDDEN = "said in the view that shows all cards"
Row = dict[str, Any]


def log_rows(reel: Reel, seen: Sight | None) -> list[Row]:
    """The rows of the deal shown; `seen` is None where it has no play.

    `pen` of a row is the place of its line in the deal, by which a comment on it is sent.
    """
    if reel.entry is None:
        return []
    return list(_LogRows(reel, reel.entry, seen).rows())


class _LogRows:
    """Walks the lines of a deal, beside the turns as they were played."""

    def __init__(self, reel: Reel, entry: DealLog, seen: Sight | None) -> None:
        self.entry, self.open = entry, seen is None or seen.everything
        self.played: list[Row] = []
        if seen is not None and isinstance(reel.deal, Deal):
            self.played = rows(reel.deal, seen)
        self.wrong: dict[int, list[str]] = {}
        for error in reel.errors:
            said = f"line {error.line}, column {error.column}: {error.message}"
            hidden = f"line {error.line}: {HIDDEN}"
            self.wrong.setdefault(error.line, []).append(said if self.open else hidden)
        last = self.played[-1] if self.played else None
        self.later = bool(last and last["later"])

    def rows(self) -> Iterator[Row]:
        """All rows."""
        played = iter(self.played)
        if not any(isinstance(line, Heading) for line in self.entry.lines):
            yield from (row for row in [next(played, None)] if row is not None)
        for place, line in enumerate(self.entry.lines):
            row = self._row(line, place, played)
            if row is not None:
                yield {"later": self.later, **row, **self._said(line, place)}

    def _said(self, line: Line, place: int) -> Row:
        """The comment of a line, and what is wrong in it."""
        if isinstance(line, Unread):
            return {"wrong": self.wrong.get(line.number, [])}
        return {"note": comment_of(line), "pen": place, "wrong": self.wrong.get(line.number, [])}

    def _row(self, line: Line, place: int, played: Iterator[Row]) -> Row | None:
        """A line's row without its comment; None where there is nothing to show."""
        key = f"line of the log {place}"
        worth = bool(comment_of(line) or self.wrong.get(line.number))
        if isinstance(line, Heading):
            start = next(played, None)
            return start or _plain(key, f"deal {line.deal}")
        if isinstance(line, Turn):
            return next(played, None) or self._unplayed(key, line)
        if isinstance(line, Unread):
            return _plain(key, line.text if self.open else HIDDEN)
        if isinstance(line, Field):
            if line.word in ("score", "correct", "strike"):
                return _plain(key, line.body)
            return _plain(key, line.body if self.open else f"{line.key}: …") if worth else None
        return _plain(key, "") if worth else None

    def _unplayed(self, key: str, line: Turn) -> Row:
        """A turn below the place where the deal breaks off."""
        said = " ".join(str(play) for play in line.plays) if self.open else HIDDEN
        number = line.turn if line.turn is not None else ""
        return {**_plain(key, said), "who": f"{number} {line.player}".strip()}


def _plain(key: str, text: str) -> Row:
    """A row that nothing can be asked to go to."""
    return {"key": key, "who": "", "steps": [[None, text]] if text else []}
