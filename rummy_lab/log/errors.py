"""What is wrong in a log, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rummy_lab.reasons import Reason

MOST_ERRORS = 100
"""How many errors of one text are told; a last one counts the others."""


class LogError(ValueError):
    """An error in a log: `line` and `column` (both from 1) say where, `message` what.

    `reasons` are those of an illegal action, each with its clause and standing. `deal` is the
    number of the deal where the log is a score sheet that was made by code, whose lines nobody
    typed: then it says where, and `line` and `column` are those of the log's text.

    >>> str(LogError(4, 9, "'4x' is no card"))
    "line 4, column 9: '4x' is no card"
    """

    def __init__(
        self,
        line: int,
        column: int,
        message: str,
        reasons: tuple[Reason, ...] = (),
        deal: int | None = None,
    ) -> None:
        self.line, self.column, self.message, self.reasons = line, column, message, reasons
        self.deal = deal
        where = f"line {line}, column {column}" if deal is None else f"deal {deal}"
        super().__init__(f"{where}: {message}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.line, self.column, self.message, self.reasons, self.deal)

    def __repr__(self) -> str:
        return f"LogError({self.line}, {self.column}, {self.message!r})"


class Errors:
    """Collects the errors of one text; past `MOST_ERRORS` it only counts."""

    def __init__(self) -> None:
        self.kept: list[LogError] = []
        self.more = 0
        self.next_line = 0

    def add(
        self,
        line: int,
        column: int,
        message: str | Callable[[], str],
        reasons: tuple[Reason, ...] = (),
    ) -> None:
        """One more error; a message that takes work to make is given as a function."""
        if len(self.kept) >= MOST_ERRORS:
            self.more += 1
            self.next_line = self.next_line or line
            return
        said = message if isinstance(message, str) else message()
        self.kept.append(LogError(line, column, said, reasons))

    def all(self) -> list[LogError]:
        """The errors from the first line down, and how many more there are."""
        found = sorted(self.kept, key=lambda error: (error.line, error.column))
        if self.more:
            found.append(LogError(self.next_line, 1, f"and {self.more} more errors"))
        return found
