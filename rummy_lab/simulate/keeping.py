"""Where the rows of a simulation are kept: in memory, or in files (`files`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
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


class NotKeptError(RuntimeError):
    """Rows that could not be put away; what was kept before stays."""


_CHANGED = "resume is not a table as simulate returned it: its rows were changed"


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
            try:
                self._tables[0, done] = typed(earlier)
            except (TypeError, ValueError) as error:
                raise ValueError(f"{_CHANGED} ({error})") from error

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
    if not _in_order(earlier, job.seed, told["done"]):
        raise ValueError(_CHANGED)
    return int(told["done"])


def _in_order(earlier: pd.DataFrame, seed: int, done: int) -> bool:
    """Whether rows are those of the games before `done`, in their order, dealt from a seed on."""
    import pandas as pd

    places = earlier[["game", "deal", "seat"]]
    games = earlier["game"]
    if not all(map(pd.api.types.is_integer_dtype, places.dtypes)):
        return False
    whole = games.nunique() == done and (
        not done or (games.iloc[0], games.iloc[-1]) == (0, done - 1)
    )
    index = pd.MultiIndex.from_frame(places)
    dealt = bool((earlier["seed"] == games + seed).all())
    return whole and dealt and index.is_unique and index.is_monotonic_increasing


def refuse_unnamed(job: Job, where: str) -> None:
    """Raises `ValueError` for a player without a name of its own: what is kept goes by names."""
    for player, label in zip(job.players, job.labels, strict=True):
        if label == "<lambda>" or isinstance(player, partial):
            said = "lambda" if label == "<lambda>" else "partial"
            raise ValueError(
                f"{where} goes on with the same players, and one {said} cannot be told from "
                "another: give the player a name with def"
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
