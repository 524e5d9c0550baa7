"""Tables of measurements as Markdown: ours, a peer's, and their ratio, with the spread of each."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Seconds = Sequence[float]
REPEATS = 7


def seconds_each(run: Callable[[], object], pieces: int) -> float:
    """The time one piece of a run takes."""
    start = time.perf_counter()
    run()
    return (time.perf_counter() - start) / pieces


def in_turn(
    runs: Sequence[tuple[Callable[[], object], int]], repeats: int = REPEATS
) -> list[Seconds]:
    """The times of several runs, each with how many pieces it does: one after the other, again and
    again, so that all see the same machine."""
    for run, _ in runs:
        run()
    rounds = [[seconds_each(*one) for one in runs] for _ in range(repeats)]
    return [list(times) for times in zip(*rounds, strict=True)]


def time_text(seconds: float) -> str:
    """A time with a unit that fits.

    >>> time_text(1.3e-8), time_text(2.5)
    ('13 ns', '2.5 s')
    """
    units = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
    unit = next((unit for unit, size in units.items() if seconds >= size), "ns")
    return f"{seconds / units[unit]:.3g} {unit}"


def spread(values: Sequence[float], text: Callable[[float], str]) -> str:
    """The median, with the least and the most."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{text(middle)} ({text(low)} to {text(high)})"


@dataclass
class Row:
    """One line of the table: times for one piece, ours and a peer's in the same rounds."""

    what: str
    ours: Seconds
    peer: str = ""
    theirs: Seconds = ()
    goal: str = ""
    note: str = ""

    def cells(self) -> list[str]:
        """The row as text."""
        ratio = [b / a for a, b in zip(self.ours, self.theirs, strict=False)]
        return [
            self.what,
            spread(self.ours, time_text),
            f"{1 / statistics.median(self.ours):,.0f}",
            self.peer,
            spread(self.theirs, time_text) if self.theirs else "",
            spread(ratio, lambda x: f"{x:,.0f} ×" if x >= 10 else f"{x:.1f} ×") if ratio else "",
            self.goal,
            self.note,
        ]


HEADS = ["what", "ours, each", "per second", "peer", "theirs, each", "ratio", "goal", "note"]


@dataclass
class Table:
    """Rows under a title; facts stand below as a list."""

    title: str
    rows: list[Row] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        """The table as text."""
        lines = [f"## {self.title}", ""]
        if self.rows:
            lines += [_line(HEADS), _line(["---"] * len(HEADS))]
            lines += [_line(row.cells()) for row in self.rows]
            lines.append("")
        lines += [f"- {fact}" for fact in self.facts]
        return "\n".join(lines).rstrip() + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
