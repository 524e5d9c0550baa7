"""Tables from logs: one at a time, or all in one go through a stream of logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rummy_lab.frames.columns import TABLES, Column
from rummy_lab.frames.rows import Row, rows_of
from rummy_lab.log import Log
from rummy_lab.rules import nearest

if TYPE_CHECKING:
    import pandas as pd

Logs = Log | Iterable[Log] | Mapping[str, Log]
"""One log, or any number of them: a list, logs by name, a stream that is gone through once."""


class Tables(dict[str, "pd.DataFrame"]):
    """Tables by name. A name there is none of raises `KeyError` with the nearest.

    >>> tables([])["turn"]
    Traceback (most recent call last):
    KeyError: "'turn' is no table; did you mean 'turns'?"
    """

    def __missing__(self, name: str) -> Any:
        raise KeyError(f"{name!r} is no table{nearest(str(name), self)}")

    def columns(self, name: str) -> pd.DataFrame:
        """What the columns of a table hold: type, unit and meaning, by name.

        Raises `ValueError` for a table there is none of.

        >>> tables([]).columns("deals").loc["turns", "unit"]
        'turns'
        """
        import pandas as pd

        return pd.DataFrame.from_dict(
            columns_of(name), orient="index", columns=list(Column._fields)
        )

    def __repr__(self) -> str:
        return f"<tables of logs: {', '.join(f'{name} {len(self[name])}' for name in self)}>"

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self._lines())

    def _repr_html_(self) -> str:
        from rummy_lab.display.markup import NUMERIC, escaped, fragment, table_html

        rows = [
            f'<tr><th scope="row">{escaped(name)}</th><td{NUMERIC}>{count}</td>'
            f"<td>{escaped(columns)}</td></tr>"
            for name, count, columns in self._lines()
        ]
        return fragment(table_html(["table", "rows", "columns"], rows, True, (1,)), repr(self))

    def _lines(self) -> Iterator[tuple[str, str, str]]:
        width = max(map(len, self), default=0)
        counts = [f"{len(frame):,}" for frame in self.values()]
        most = max(map(len, counts), default=0)
        for (name, frame), count in zip(self.items(), counts, strict=True):
            yield f"{name:{width}}", f"{count:>{most}}", ", ".join(map(str, frame.columns))


def table(logs: Logs, name: str = "actions") -> pd.DataFrame:
    """One table of some logs.

    Raises `ValueError` for a table there is none of, with the nearest name.

    >>> import rummy_lab as rl
    >>> log = rl.play(rl.variant("block"), seed=7)
    >>> table([log, log], "games")[["log", "variant", "winners"]].values.tolist()
    [[0, 'block', 'Player 2'], [1, 'block', 'Player 2']]
    """
    columns = columns_of(name)
    return frame_of(
        columns, [row for number, log in each(logs) for row in rows_of(name, number, log)]
    )


def tables(logs: Logs) -> Tables:
    """All tables of some logs, by name; the logs are gone through once.

    `logs` is a log or any number of them, so that `rl.tables(rl.stream(path))` works for a file
    of many. A log that is broken, or in which cards or points are missing, gives the rows that it
    has; what is wrong in it stands in the table `errors`.

    >>> import rummy_lab as rl
    >>> found = tables(rl.play(rl.variant("block"), seed=seed) for seed in range(3))
    >>> list(found)
    ['games', 'deals', 'turns', 'actions', 'melds', 'scores', 'hands', 'errors']
    >>> found["games"]["deals"].to_list()
    [30, 41, 23]
    """
    rows: dict[str, list[Row]] = {name: [] for name in TABLES}
    for number, log in each(logs):
        for name, kept in rows.items():
            kept.extend(rows_of(name, number, log))
    return Tables({name: frame_of(TABLES[name], kept) for name, kept in rows.items()})


def each(logs: Logs) -> Iterator[tuple[int, Log]]:
    """Every log with its number; raises `TypeError` for what is none."""
    if isinstance(logs, str) or not isinstance(logs, Log | Iterable):
        raise TypeError(f"{logs!r} is no log: load one with rl.load, or give some in a list")
    some = logs.values() if isinstance(logs, Mapping) else logs
    for number, log in enumerate([some] if isinstance(some, Log) else some):
        if not isinstance(log, Log):
            raise TypeError(f"{type(log).__name__} is no log: give what rl.load or .log returns")
        yield number, log


def columns_of(name: str) -> dict[str, Column]:
    """The columns of a table; raises `ValueError` for one there is none of."""
    if name not in TABLES:
        raise ValueError(f"{name!r} is no table of logs{nearest(str(name), TABLES)}")
    return TABLES[name]


def frame_of(
    columns: Mapping[str, tuple[str, ...]], rows: Sequence[Mapping[str, Any]]
) -> pd.DataFrame:
    """Rows as a table with all columns, in their order and with their types.

    Of each column the first entry is its type, as in `Column`.

    >>> frame_of({"turn": Column("Int64", "", "")}, [{}, {"turn": 3}])["turn"].to_list()
    [<NA>, 3]
    """
    import pandas as pd

    return pd.DataFrame({
        name: pd.Series([row.get(name) for row in rows], dtype=dtype)
        for name, (dtype, *_) in columns.items()
    })  # fmt: skip


def typed(frame: pd.DataFrame, columns: Mapping[str, tuple[str, ...]]) -> pd.DataFrame:
    """A table that was read from a file, with the types its columns have here."""
    return frame.astype({name: columns[name][0] for name in frame.columns})
