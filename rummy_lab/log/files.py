"""Logs in files: as text or as JSON Lines, packed with gzip or not.

>>> import rummy_lab as rl
>>> log = rl.loads("rummy-lab log 1\\nvariant: rummy\\nplayers: Ana, Bo\\ndeal 1  # the first")
>>> print(dumps(log, format="jsonl").splitlines()[-1])
{"deal": 1, "comment": " the first"}
"""

from __future__ import annotations

import gzip
import io
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rummy_lab.cards import encoding_of, shortened
from rummy_lab.log.errors import LogError
from rummy_lab.log.jsonl import row_of
from rummy_lab.log.loading import loads
from rummy_lab.log.record import Log
from rummy_lab.log.rows import BROKEN, PACKED

MOST_BYTES = 50_000_000
"""The largest file that is read, counted unpacked."""
FORMATS = ("text", "jsonl")


def dumps(log: Log, format: str = "text") -> str:
    """A log as text, or as JSON Lines (`format="jsonl"`); `loads` reads either as an equal log.

    Raises `ValueError` for a format there is none of.

    >>> import rummy_lab as rl
    >>> dumps(rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7).log).splitlines()[:3]
    ['rummy-lab log 1', 'program: rummy-lab ...', 'variant: rummy']
    """
    if not isinstance(log, Log):
        raise TypeError(f"{type(log).__name__} is no log: write its .log")
    if format not in FORMATS:
        raise ValueError(f"format={format!r} is none of {', '.join(FORMATS)}")
    return str(log) if format == "text" else "".join(f"{row_of(line)}\n" for line in log.lines)


def dump(log: Log, path: str | Path, format: str | None = None) -> None:
    """Writes a log to a file, all of it or nothing: a file that is there is kept until then.

    The name says how: `*.jsonl` is JSON Lines, all others are text (`*.rummy`); `*.gz` is packed.
    `format` ("text" or "jsonl") says it otherwise. The same log gives the same bytes.

    Raises `OSError` where it cannot be written, `ValueError` for a format there is none of.
    """
    target = Path(os.path.realpath(_a_path(path)))
    packed = target.suffix.lower() == ".gz"
    inner = Path(target.stem) if packed else target
    written = dumps(log, format or ("jsonl" if inner.suffix.lower() == ".jsonl" else "text"))
    data = written.encode("utf-8", "replace")
    write_whole(target, _gzipped(data) if packed else data)


def _gzipped(data: bytes) -> bytes:
    """Packed bytes that do not depend on the time or the file's name."""
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as file:
        file.write(data)
    return packed.getvalue()


def write_whole(target: Path, data: bytes) -> None:
    """Writes a file, all of it or nothing; what was there is kept until then."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says in a sentence that a file, or folder, could not be written."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror or error}") from None


def load(path: str | Path) -> Log:
    """The log in a file, text or JSON Lines, packed with gzip or not: its content tells.

    Errors are collected as `loads` does. Raises `LogError` where the file is no log at all, broken
    or too large, `OSError` where it cannot be read, and `ValueError` for what is no path.
    """
    return loads(read_text(path))


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, unpacked; raises `LogError` for one that is broken, large or no text."""
    return _text(read_bytes(path), Path(path).name)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file, unpacked; raises `LogError` for one that is broken or large."""
    path = Path(_a_path(path))
    with path.open("rb") as file:
        return _bytes(file.read(MOST_BYTES + 1), path.name)


def _a_path(path: Any) -> Any:
    """A path; raises `ValueError` for what is none, as `open` would take a number for a file."""
    if not isinstance(path, str | os.PathLike):
        raise ValueError(f"a path is wanted, like 'game.rummy', not {shortened(path)}")
    return path


def text_of_file(data: bytes, name: str) -> str:
    """The text that the bytes of a file hold, as `read_text` gives it; `name` is the file's.

    >>> text_of_file(b"rummy-lab log 1", "one.rummy")
    'rummy-lab log 1'
    """
    return _text(_bytes(data, name), name)


def _bytes(data: bytes, name: str) -> bytes:
    """The bytes of a file, unpacked."""
    if data.startswith(PACKED):
        data = _unpacked(data, name)
    if len(data) > MOST_BYTES:
        raise LogError(1, 1, f"{name} is too large: logs are read up to {MOST_BYTES} bytes")
    return data


def _unpacked(data: bytes, name: str) -> bytes:
    """What gzip has packed, a little more than is read at the most."""
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(data)).read(MOST_BYTES + 1)
    except BROKEN as error:
        raise LogError(1, 1, f"{name} is broken: gzip cannot unpack it ({error})") from None


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        wanted = "UTF-16" if error.encoding.startswith("utf-16") else "UTF-8"
        said = f"{name} is no text in {wanted}: the byte {data[error.start]:#04x} is none of a log"
        raise LogError(line, column, said) from None
