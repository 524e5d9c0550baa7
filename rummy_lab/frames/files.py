"""Tables of logs in files: a folder with a file for each table, as CSV or Parquet.

Logs are gone through once and a batch of rows is held at a time, so a stream of any length can be
written. Files are written under other names first: a table is there whole, or as it was before.
"""

from __future__ import annotations

import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from rummy_lab.frames.columns import TABLES
from rummy_lab.frames.making import Logs, Tables, columns_of, each, frame_of, typed
from rummy_lab.frames.rows import Row, rows_of
from rummy_lab.log.cells import FORMULA
from rummy_lab.rules import nearest

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("csv", "parquet")
BATCH = 20_000
"""How many rows of a table are held before they are written."""


def write_tables(logs: Logs | Tables, folder: str | Path, format: str = "csv") -> dict[str, Path]:
    """Writes all tables of some logs into a folder, and says where: `games.csv`, `deals.csv`, ...

    `logs` are as `tables` takes them, or what it returned; `format` is "csv" or "parquet". Missing
    values are empty in CSV, and a text that a spreadsheet would take for a formula (`=1+1`) stands
    behind an apostrophe; `read_tables` takes it off and reads the tables back with the same types.
    Tables that are there already are replaced.

    Raises `ValueError` for a format there is none of, or one that needs a package that is not
    installed, and `OSError` where the folder cannot be written.

    >>> import tempfile
    >>> import rummy_lab as rl
    >>> log = rl.play(rl.variant("block"), seed=7)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = write_tables(log, folder)
    ...     again = read_tables(folder)
    >>> paths["games"].name, again["scores"].equals(log.to_frame("scores"))
    ('games.csv', True)
    """
    if format not in FORMATS:
        raise ValueError(f"format={format!r} is no format of tables{nearest(str(format), FORMATS)}")
    if format == "parquet":
        need_pyarrow("format='parquet'", "format='csv'")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    writers: dict[str, _Writer] = {}
    try:
        for name, frame in _batches(logs):
            if name not in writers:
                writers[name] = _WRITERS[format](folder / f"{name}.{format}")
            writers[name].add(frame)
        return {name: writer.keep() for name, writer in writers.items()}
    finally:
        for writer in writers.values():
            writer.close()


def _batches(logs: Logs | Tables) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of every table piece by piece; the first piece of each comes at the beginning."""
    if isinstance(logs, Tables):
        yield from ((name, typed(frame, columns_of(name))) for name, frame in logs.items())
        return
    held: dict[str, list[Row]] = {name: [] for name in TABLES}
    for name, columns in TABLES.items():
        yield name, frame_of(columns, [])
    for number, log in each(logs):
        for name, rows in held.items():
            rows.extend(rows_of(name, number, log))
            if len(rows) >= BATCH:
                yield name, frame_of(TABLES[name], rows)
                rows.clear()
    for name, rows in held.items():
        if rows:
            yield name, frame_of(TABLES[name], rows)


class _Writer(ABC):
    """A file that grows under another name and gets its own when it is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")

    @abstractmethod
    def add(self, frame: pd.DataFrame) -> None:
        """Some more rows."""

    @abstractmethod
    def finish(self) -> None:
        """The file has all of its rows."""

    def keep(self) -> Path:
        """The file gets its name."""
        self.finish()
        self.draft.replace(self.path)
        return self.path

    def close(self) -> None:
        """Takes away what was not kept."""
        self.finish()
        self.draft.unlink(missing_ok=True)


class _Csv(_Writer):
    def add(self, frame: pd.DataFrame) -> None:
        first = not self.draft.exists()
        text = _over_texts(frame, _guarded).to_csv(index=False, header=first, lineterminator="\n")
        with self.draft.open("ab") as file:
            file.write(text.encode("utf-8", "replace"))

    def finish(self) -> None:
        """Nothing is held back: each frame was written when it came."""


def _over_texts(frame: pd.DataFrame, change: Callable[[str], str]) -> pd.DataFrame:
    """The same table with each of its texts changed."""
    texts = {str(name): column.map(change, na_action="ignore").astype(column.dtype)
             for name, column in frame.items() if column.dtype == "string"}  # fmt: skip
    return frame.assign(**texts)


def _guarded(text: str) -> str:
    """A text as no spreadsheet calculates it.

    >>> _guarded("=1+1"), _guarded("Ana"), _unguarded(_guarded("'=1"))
    ("'=1+1", 'Ana', "'=1")
    """
    return f"'{text}" if FORMULA.match(text) else text


def _unguarded(text: str) -> str:
    """The text that was guarded."""
    return text[1:] if text[:1] == "'" and FORMULA.match(text, 1) else text


class _Parquet(_Writer):
    writer: Any = None

    def add(self, frame: pd.DataFrame) -> None:
        import pyarrow
        import pyarrow.parquet as parquet

        schema = self.writer.schema if self.writer else None
        rows = pyarrow.Table.from_pandas(frame, schema, preserve_index=False)
        if self.writer is None:
            self.writer = parquet.ParquetWriter(self.draft, rows.schema)
        self.writer.write_table(rows)

    def finish(self) -> None:
        if self.writer is not None:
            self.writer.close()


_WRITERS: dict[str, type[_Writer]] = {"csv": _Csv, "parquet": _Parquet}


def need_pyarrow(what: str, instead: str) -> None:
    """Raises `ValueError` with one sentence where pyarrow is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise ValueError(
            f"{what} needs pyarrow to write Parquet (pip install pyarrow); {instead} needs nothing"
        ) from None


# --- reading ----------------------------------------------------------------------------------


def read_tables(folder: str | Path, format: str | None = None) -> Tables:
    """The tables that `write_tables` wrote, with the types they were written with.

    `format` is "csv" or "parquet"; without it, the one the folder has. Raises `ValueError` where
    the folder has no tables, or tables of both formats, or a file is no such table.
    """
    folder = Path(folder)
    formats = FORMATS if format is None else (format,)
    found = {
        kind: paths
        for kind in formats
        if (paths := [p for name in TABLES if (p := folder / f"{name}.{kind}").is_file()])
    }
    if not found:
        said = " or ".join(f"games.{kind}" for kind in formats)
        raise ValueError(f"{folder} holds no tables of logs ({said}, and so on)")
    if len(found) > 1:
        raise ValueError(f"{folder} holds tables as csv and as parquet: say format='csv', or so")
    (paths,) = found.values()
    return Tables({path.stem: _read(path) for path in paths})


def _read(path: Path) -> pd.DataFrame:
    columns = TABLES[path.stem]
    try:
        if path.suffix == ".csv":
            types = {name: column.dtype for name, column in columns.items()}
            frame = _over_texts(read_csv(path, types), _unguarded)
        else:
            import pandas as pd

            frame = pd.read_parquet(path)
        missing = [name for name in columns if name not in frame.columns]
        if missing:
            raise ValueError(f"it has no column {missing[0]!r}")
        return typed(frame[list(columns)], columns)
    except ImportError:
        raise ValueError(f"{path} needs pyarrow to be read (pip install pyarrow)") from None
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path} is no table of {path.stem}: {error}") from None


def read_csv(
    path: str | os.PathLike[str] | IO[bytes], dtypes: Mapping[str, str], **more: Any
) -> Any:
    """A CSV file as pandas reads it, with these types; only an empty field is a missing value.

    So a player who is called NA, or null, keeps the name.
    """
    import pandas as pd

    kept: Any = {"dtype": dict(dtypes), "keep_default_na": False, "na_values": [""]}
    return pd.read_csv(path, **kept, **more)
