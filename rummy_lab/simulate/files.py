"""Simulations kept in files: parts, a manifest, and what an analyst gets to read them with.

`out="runs/remi"` is a folder of Parquet parts; `out="remi.parquet"` and `out="remi.csv"` are one
file, put together when all games are played from the parts beside it (`remi.csv.parts`). Every
file is written under another name first, so a part that is there is whole.
"""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummy_lab.cards import shortened
from rummy_lab.frames.files import need_pyarrow, read_csv
from rummy_lab.log.files import write_whole
from rummy_lab.simulate.columns import COLUMNS, frame_of, typed
from rummy_lab.simulate.job import Job
from rummy_lab.simulate.keeping import games_in, refuse_other, refuse_unnamed
from rummy_lab.simulate.running import Span

if TYPE_CHECKING:
    import pandas as pd

FORMAT = 1
MANIFEST = "_manifest.json"
"""In a folder of parts; readers of Parquet folders pass over names with an underscore."""
_PART = re.compile(r"part-(\d{9,})-(\d{9,})\.(?:parquet|csv)")
_STRAY = re.compile(rf"\.?{_PART.pattern}(?:\.[0-9a-f]+(?:\.tmp)?)?")
"""A part, or what is left of one whose writing was broken off."""


class Saved:
    """A simulation in files. Nothing is read before it is asked for.

    `path` is the folder or file; `paths` the files with the rows, in order; `games` how many are
    played, of `count`; `complete` whether that is all of them; `arguments` what was simulated.
    """

    def __init__(self, path: Path, paths: Sequence[Path], games: int, told: dict[str, Any]) -> None:
        self.path, self.paths, self.games = path, tuple(paths), games
        self.arguments = told
        self.unit = "deal" if "deals" in told else "game"
        self.count = int(told[f"{self.unit}s"])

    @property
    def complete(self) -> bool:
        """Whether all games are played."""
        return self.games == self.count

    def frame(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """All rows as one table (or some columns of it), as `simulate` without `out` returns it.

        Raises `ValueError` for a column there is none of.
        """
        import pandas as pd

        tables = list(self.frames(columns=columns))
        return pd.concat(tables, ignore_index=True) if tables else frame_of([])

    def frames(
        self, rows: int = 100_000, columns: Sequence[str] | None = None
    ) -> Iterator[pd.DataFrame]:
        """The rows in tables of at most so many, for what would not fit into memory."""
        wanted = list(COLUMNS) if columns is None else list(columns)
        for name in wanted:
            if name not in COLUMNS:
                raise ValueError(f"{name!r} is no column: they are {', '.join(COLUMNS)}")
        for path in self.paths:
            for table in _read(path, rows, wanted):
                yield typed(table)[wanted]

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        files = "one file" if len(self.paths) == 1 else f"{len(self.paths)} files"
        state = "complete" if self.complete else "stopped: the same call goes on"
        return (
            f"simulation of {self.arguments['variant']} in {self.path}: {self.games:,} of "
            f"{self.count:,} {self.unit}s in {files}, {state}"
        )

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(str(self))}</p>"


def _read(path: Path, rows: int, columns: list[str]) -> Iterator[pd.DataFrame]:
    if path.suffix == ".csv":
        types = {name: COLUMNS[name][0] for name in columns}
        with read_csv(path, types, usecols=columns, chunksize=rows) as tables:
            yield from tables
        return
    import pyarrow.parquet as parquet

    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=rows, columns=columns):
            yield batch.to_pandas()


class Files:
    """Keeps rows as part files.

    Raises `ValueError` where `out` cannot be written to, or holds something else, and for a player
    without a name.
    """

    def __init__(self, out: str | os.PathLike[str], job: Job) -> None:
        if not isinstance(out, str | os.PathLike):
            raise ValueError(f"out={shortened(out)} is no path of a file or a folder")
        refuse_unnamed(job, "out=")
        self._path = Path(out)
        self._job = job
        self._kind, self._single = _kind_of(self._path)
        self._folder = Path(f"{self._path}.parts") if self._single else self._path
        self._manifest = (
            Path(f"{self._path}.manifest.json") if self._single else self._folder / MANIFEST
        )
        if self._kind == "parquet":
            need_pyarrow(f"out={str(self._path)!r}", "a name that ends in .csv")
        self._told = {"format": FORMAT, **job.arguments(), "columns": list(COLUMNS)}
        try:
            self._begin()
        except OSError as error:
            raise ValueError(f"out={str(self._path)!r} cannot be written to: {error}") from error
        self._parts = self._found()

    def _begin(self) -> None:
        """Finds the manifest of these arguments, or writes it."""
        if self._manifest.exists():
            hint = "; give out= another name"
            refuse_other(_manifest(self._manifest), self._job, str(self._path), hint)
            return
        taken = [self._path, self._folder] if self._single else [self._path]
        for path in taken:
            if path.is_file() or (path.is_dir() and any(path.iterdir())):
                raise ValueError(
                    f"{path} is there already and no simulation: give out= another name"
                )
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._manifest, json.dumps(self._told, indent=1).encode())

    def _found(self) -> dict[Span, Path]:
        """The parts that are there, in order, without those that overlap."""
        if self._single and self._path.exists():
            return {(0, self._job.count): self._path}
        spans = {}
        for path in self._folder.glob(f"part-*.{self._kind}"):
            if match := _PART.fullmatch(path.name):
                spans[int(match[1]), int(match[2]) + 1] = path
        found, reached = {}, 0
        for span in sorted(spans, key=lambda span: (span[0], -span[1])):
            if reached <= span[0] < span[1] <= self._job.count:
                found[span] = spans[span]
                reached = span[1]
        return found

    @property
    def done(self) -> list[Span]:
        """The games that are kept."""
        return sorted(self._parts)

    def keep(self, first: int, last: int, rows: pd.DataFrame) -> None:
        """Writes a part."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"part-{first:09}-{last - 1:09}.{self._kind}"
        if self._kind == "csv":
            text = rows.to_csv(index=False, lineterminator="\n")
            write_whole(path, text.encode())
        else:
            write_whole(path, rows.to_parquet(None, engine="pyarrow", index=False))
        self._parts[first, last] = path

    def result(self) -> Saved:
        """What reads the files; those of a single file are put together when all are there."""
        games = games_in(self._parts)
        if games == self._job.count:
            self._tidy()
        paths = [self._parts[span] for span in sorted(self._parts)]
        return Saved(self._path, paths, games, self._told)

    def _tidy(self) -> None:
        """Puts the parts of a single file together, and takes away what is none of the parts."""
        if self._single and not self._path.exists():
            paths = [self._parts[span] for span in sorted(self._parts)]
            beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
            (_join_csv if self._kind == "csv" else _join_parquet)(paths, beside)
            beside.replace(self._path)
        if self._single:
            self._parts = {(0, self._job.count): self._path}
        kept = set(self._parts.values())
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                if path not in kept and _STRAY.fullmatch(path.name):
                    path.unlink()
            if self._single and not any(self._folder.iterdir()):
                self._folder.rmdir()


def _kind_of(path: Path) -> tuple[str, bool]:
    """The kind of file, and whether it is a single one.

    >>> _kind_of(Path("runs/remi")), _kind_of(Path("remi.CSV"))
    (('parquet', False), ('csv', True))
    """
    suffix = path.suffix.lower()
    if suffix in (".csv", ".parquet"):
        if path.is_dir():
            raise ValueError(f"out={str(path)!r} is a folder: name a file, or one without a suffix")
        return suffix[1:], True
    if not suffix or path.is_dir():
        return "parquet", False
    raise ValueError(
        f"out={str(path)!r} is written as .parquet or .csv, or as a folder (a name without a dot)"
    )


def _manifest(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise ValueError(f"{path} is no manifest of a simulation: give out= another name")
    return told


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
