"""Where the rows of a simulation are kept: in memory, or in files (`files`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from rummy_lab.simulate.columns import COLUMNS, frame_of, typed
from rummy_lab.simulate.job import Job
from rummy_lab.simulate.running import Span

if TYPE_CHECKING:
    import pandas as pd


class Store(Protocol):
    """Keeps the rows of spans of games."""

    @property
    def done(self) -> list[Span]:
        """The games that are kept, in order."""
        ...

    def keep(self, first: int, last: int, rows: pd.DataFrame) -> None:
        """Keeps the rows of the games from `first` to before `last`."""
        ...

    def result(self) -> Any:
        """What the analyst gets."""
        ...


def missing(done: Iterable[Span], count: int) -> list[Span]:
    """The games from 0 to before `count` that are not done.

    >>> missing([(0, 5), (8, 10)], 12)
    [(5, 8), (10, 12)]
    """
    gaps, reached = [], 0
    for first, last in sorted(done):
        if first > reached:
            gaps.append((reached, min(first, count)))
        reached = max(reached, last)
    if reached < count:
        gaps.append((reached, count))
    return gaps


def games_in(spans: Iterable[Span]) -> int:
    """How many games spans hold."""
    return sum(last - first for first, last in spans)


class Memory:
    """Keeps rows as tables in memory, and joins them at the end."""

    def __init__(self, job: Job, earlier: pd.DataFrame | None = None) -> None:
        self._job = job
        self._tables: dict[Span, pd.DataFrame] = {}
        if earlier is not None:
            done = _done_in(earlier, job)
            self._tables[0, done] = typed(earlier)

    @property
    def done(self) -> list[Span]:
        """The games that are kept."""
        return [(first, last) for first, last in self._tables if first < last]

    def keep(self, first: int, last: int, rows: pd.DataFrame) -> None:
        """Keeps rows."""
        self._tables[first, last] = rows

    def result(self) -> pd.DataFrame:
        """All rows as one table; `attrs["simulation"]` has the arguments, and how far it came."""
        import pandas as pd

        tables = list(self._tables.values())
        frame = pd.concat(tables, ignore_index=True) if tables else frame_of([])
        told = {**self._job.arguments(), "done": games_in(self.done), "rows": len(frame)}
        frame.attrs = {"simulation": told}
        return frame


def _done_in(earlier: Any, job: Job) -> int:
    """How many games a table of a stopped simulation holds; `ValueError` where it is another's."""
    told = getattr(earlier, "attrs", {}).get("simulation")
    columns = list(getattr(earlier, "columns", ()))
    if not isinstance(told, dict) or told.get("rows") != len(earlier) or columns != list(COLUMNS):
        raise ValueError("resume is not a table as simulate returned it")
    refuse_unnamed(job, "resume=")
    refuse_other(told, job, "resume")
    return int(told["done"])


def refuse_unnamed(job: Job, where: str) -> None:
    """Raises `ValueError` for a player without a name of its own: what is kept goes by names."""
    if "<lambda>" in job.labels:
        raise ValueError(
            f"{where} goes on with the same players, and one lambda cannot be told from another: "
            "give the player a name with def"
        )


def refuse_other(told: dict[str, Any], job: Job, where: str, hint: str = "") -> None:
    """Raises `ValueError` where what was kept is of a simulation with other arguments."""
    differing = [_difference(name, told.get(name), value)
                 for name, value in job.arguments().items() if told.get(name) != value]  # fmt: skip
    if differing:
        raise ValueError(
            f"{where} holds a simulation with other arguments: {'; '.join(differing[:3])}{hint}"
        )


def _difference(name: str, there: Any, here: Any) -> str:
    if isinstance(there, dict) and isinstance(here, dict):
        names: Sequence[str] = [key for key in here if there.get(key) != here[key]]
        return ", ".join(f"{key}={there.get(key)}, not {here[key]}" for key in names[:3])
    return f"{name}={there}, not {here}"
