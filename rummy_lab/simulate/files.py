"""Simulations kept in files: parts, a manifest, and what an analyst gets to read them with.

`out="runs/remi"` is a folder of Parquet parts; `out="remi.parquet"` and `out="remi.csv"` are one
file, put together when all games are played from the parts beside it (`remi.csv.parts`). Every
file is written under another name first; a part that was broken since is played again.
"""

from __future__ import annotations

import html
import json
import os
import warnings
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummy_lab.cards import shortened, whole_number
from rummy_lab.frames.files import need_pyarrow
from rummy_lab.log.files import write_whole
from rummy_lab.simulate.columns import COLUMNS, frame_of
from rummy_lab.simulate.job import Job
from rummy_lab.simulate.keeping import NotKeptError, games_in, refuse_other, refuse_unnamed
from rummy_lab.simulate.parts import is_part, is_whole, join, name_of, span_of, tables_of
from rummy_lab.simulate.running import Span

if TYPE_CHECKING:
    import pandas as pd

FORMAT = 1
MANIFEST = "_manifest.json"
"""In a folder of parts; readers of Parquet folders pass over names with an underscore."""
_DRAFT = f".{MANIFEST}."
"""How the name of a manifest begins whose writing was broken off."""
_OF_FILES = ("format", "columns")
"""What a manifest has besides the arguments of a simulation."""


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

        Raises what `frames` raises.
        """
        import pandas as pd

        wanted = _columns(columns)
        tables = list(self.frames(columns=wanted)) or [frame_of([])[wanted]]
        frame = pd.concat(tables, ignore_index=True)
        arguments = {name: one for name, one in self.arguments.items() if name not in _OF_FILES}
        frame.attrs = {"simulation": {**arguments, "done": self.games, "rows": len(frame)}}
        return frame

    def frames(
        self, rows: int = 100_000, columns: Sequence[str] | None = None
    ) -> Iterator[pd.DataFrame]:
        """The rows in tables of at most so many, for what would not fit into memory.

        Raises `ValueError` for a column there is none of, a number that is none, and a file that
        is broken.
        """
        wanted, most = _columns(columns), whole_number(rows)
        if most is None or most < 1:
            raise ValueError(f"rows={shortened(rows)} is no whole number from 1")
        return chain.from_iterable(tables_of(path, most, wanted) for path in self.paths)

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


def _columns(wanted: Sequence[str] | None) -> list[str]:
    """The columns that are asked for; raises `ValueError` for one there is none of."""
    if isinstance(wanted, str):
        raise ValueError(f"columns={wanted!r} is a list of columns, like [{wanted!r}]")
    found = list(COLUMNS) if wanted is None else list(wanted)
    for name in found:
        if name not in COLUMNS:
            raise ValueError(f"{name!r} is no column: they are {', '.join(COLUMNS)}")
    return found


class Files:
    """Keeps rows as part files.

    Raises `ValueError` where `out` cannot be written to, or holds something else, or a file that
    was broken, and for a player without a name.
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
            if path.is_file() or (path.is_dir() and not all(map(_is_draft, path.iterdir()))):
                raise ValueError(
                    f"{path} is there already and no simulation: give out= another name"
                )
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._manifest, json.dumps(self._told, indent=1).encode())

    def _found(self) -> dict[Span, Path]:
        """The parts that are there, in order, without those that overlap or are broken."""
        seats, whole = len(self._job.players), (0, self._job.count)
        if self._single and self._path.exists():
            if not is_whole(self._path, whole, seats):
                raise ValueError(
                    f"{self._path} is broken: not all {self._job.count} {self._job.unit}s are in "
                    "it; remove it, and the same call plays them again"
                )
            return {whole: self._path}
        spans: dict[Span, Path] = {}
        for path in self._folder.glob(f"part-*.{self._kind}"):
            span = span_of(path.name)
            if span is not None and is_whole(path, span, seats):
                spans[span] = path
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
        """Writes a part; raises `NotKeptError` where it cannot be written."""
        path = self._folder / name_of((first, last), self._kind)
        if self._kind == "csv":
            data = rows.to_csv(index=False, lineterminator="\n").encode()
        else:
            data = rows.to_parquet(None, engine="pyarrow", index=False)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        except OSError as error:
            raise NotKeptError(f"{path} cannot be written: {error.strerror or error}") from error
        self._parts[first, last] = path

    def result(self) -> Saved:
        """What reads the files; those of a single file are put together when all are there.

        Where that cannot be done, a warning says so, and the parts are read.
        """
        games = games_in(self._parts)
        if games == self._job.count:
            try:
                self._tidy()
            except OSError as error:
                said = f"{self._path} cannot be put together: {error.strerror or error}"
                warnings.warn(f"{said}; its parts hold all rows", RuntimeWarning, stacklevel=3)
        paths = [self._parts[span] for span in sorted(self._parts)]
        return Saved(self._path, paths, games, self._told)

    def _tidy(self) -> None:
        """Puts the parts of a single file together, and takes away what is none of the parts."""
        if self._single and not self._path.exists():
            join([self._parts[span] for span in sorted(self._parts)], self._path)
        if self._single:
            self._parts = {(0, self._job.count): self._path}
        kept = set(self._parts.values())
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                if path not in kept and (is_part(path.name) or _is_draft(path)):
                    path.unlink()
            if self._single and not any(self._folder.iterdir()):
                self._folder.rmdir()


def _is_draft(path: Path) -> bool:
    return path.name.startswith(_DRAFT)


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
    if not isinstance(told, dict) or "format" not in told:
        raise ValueError(f"{path} is no manifest of a simulation: give out= another name")
    if told["format"] != FORMAT or told.get("columns") != list(COLUMNS):
        raise ValueError(f"{path} is of another version of the program: give out= another name")
    return told
