"""Parts: files with the rows of some games, from one to another; their names tell which.

A part is written whole or not at all. What breaks one afterwards (a disk, an editor, a copy that
stopped) is found before its rows are taken for those of its games.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from rummy_lab.frames.files import read_csv
from rummy_lab.simulate.columns import COLUMNS, typed
from rummy_lab.simulate.running import Span

if TYPE_CHECKING:
    import pandas as pd

_NAME = re.compile(r"part-(\d{9,})-(\d{9,})\.(?:parquet|csv)")
_STRAY = re.compile(rf"\.?{_NAME.pattern}(?:\.[0-9a-f]+(?:\.tmp)?)?")
"""A part, or what is left of one whose writing was broken off."""
Place = tuple[int, int]
"""A game and a seat."""
_PLACE = ["game", "seat"]
_TAIL = 1 << 16
"""In so many bytes at the end of a CSV file its last row is looked for."""


def name_of(span: Span, kind: str) -> str:
    """The name of a part.

    >>> name_of((0, 5), "csv"), span_of("part-000000000-000000004.csv"), span_of("notes.csv")
    ('part-000000000-000000004.csv', (0, 5), None)
    """
    return f"part-{span[0]:09}-{span[1] - 1:09}.{kind}"


def span_of(name: str) -> Span | None:
    """The games that a part's name tells; None for what is none."""
    match = _NAME.fullmatch(name)
    return (int(match[1]), int(match[2]) + 1) if match else None


def is_part(name: str) -> bool:
    """Whether a name is that of a part, or of one that was not written to its end."""
    return _STRAY.fullmatch(name) is not None


def is_whole(path: Path, span: Span, seats: int) -> bool:
    """Whether a file begins with a span's first game, and ends with the last seat of its last."""
    try:
        first, last = (_ends_of_csv if path.suffix.lower() == ".csv" else _ends_of_parquet)(path)
    except (OSError, ValueError, KeyError, IndexError):
        return False
    return first == (span[0], 0) and last == (span[1] - 1, seats - 1)


def _ends_of_csv(path: Path) -> tuple[Place, Place]:
    """The game and the seat in the first row and in the last of a file that ends with a line."""
    with path.open("rb") as file:
        names, first = file.readline(), file.readline()
        size = file.seek(0, io.SEEK_END)
        file.seek(max(0, size - _TAIL))
        *_, last, rest = file.read().rsplit(b"\n", 2)
    if rest:
        raise ValueError("the file ends within a line")
    return _place(names + first), _place(names + last)


def _place(text: bytes) -> Place:
    (table,) = _tables_of_csv(io.BytesIO(text), 2, _PLACE)
    game, seat = table[_PLACE].to_numpy()[0]
    return int(game), int(seat)


def _ends_of_parquet(path: Path) -> tuple[Place, Place]:
    import pyarrow.parquet as parquet

    with parquet.ParquetFile(path) as file:
        groups = [file.read_row_group(n, _PLACE) for n in (0, file.num_row_groups - 1)]
    rows = groups[0].slice(0, 1).to_pylist() + groups[1].slice(groups[1].num_rows - 1).to_pylist()
    first, last = ((row["game"], row["seat"]) for row in rows)
    return first, last


# --- reading and joining ----------------------------------------------------------------------


def tables_of(path: Path, rows: int, columns: Sequence[str]) -> Iterator[pd.DataFrame]:
    """The rows of a file in tables of at most so many, counted from 0 in each.

    Raises `ValueError` naming a file that cannot be read as rows.
    """
    read = _tables_of_csv if path.suffix.lower() == ".csv" else _tables_of_parquet
    try:
        for table in read(path, rows, columns):
            yield typed(table).reset_index(drop=True)[list(columns)]
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path} is broken: {' '.join(str(error).split())}") from error


def _tables_of_csv(source: Path | IO[bytes], rows: int, columns: Sequence[str]) -> Iterator[Any]:
    types = {name: COLUMNS[name][0] for name in columns}
    with read_csv(source, types, usecols=list(columns), chunksize=rows) as tables:
        yield from tables


def _tables_of_parquet(path: Path, rows: int, columns: Sequence[str]) -> Iterator[Any]:
    import pyarrow.parquet as parquet

    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=rows, columns=list(columns)):
            yield batch.to_pandas()


def join(paths: Sequence[Path], whole: Path) -> None:
    """Puts parts together in one file, which is there when it is whole."""
    beside = whole.with_name(f".{whole.name}.{os.getpid()}")
    try:
        (_join_csv if whole.suffix.lower() == ".csv" else _join_parquet)(paths, beside)
        beside.replace(whole)
    finally:
        beside.unlink(missing_ok=True)


def _join_csv(paths: Sequence[Path], whole: Path) -> None:
    with whole.open("wb") as file:
        for place, path in enumerate(paths):
            with path.open("rb") as part:
                head = part.readline()
                if place == 0:
                    file.write(head)
                while block := part.read(1 << 20):
                    file.write(block)


def _join_parquet(paths: Sequence[Path], whole: Path) -> None:
    import pyarrow.parquet as parquet

    with parquet.ParquetWriter(whole, parquet.read_schema(paths[0])) as writer:
        for path in paths:
            with parquet.ParquetFile(path) as part:
                writer.write_table(part.read())
