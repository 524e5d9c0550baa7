"""Logs in files."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from rummy_lab.log.building import loads
from rummy_lab.log.errors import LogError
from rummy_lab.log.record import Log

MOST_BYTES = 50_000_000
"""The largest file that is read."""


def dumps(log: Log) -> str:
    """A log as text; `loads` reads it back as an equal log.

    >>> import rummy_lab as rl
    >>> dumps(rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7).log).splitlines()[:3]
    ['rummy-lab log 1', 'program: rummy-lab ...', 'variant: rummy']
    """
    if not isinstance(log, Log):
        raise TypeError(f"{type(log).__name__} is no log: write its .log")
    return str(log)


def dump(log: Log, path: str | Path) -> None:
    """Writes a log to a file (`*.rummy`), all of it or nothing: a file there is kept until then.

    Raises `OSError` where it cannot be written.
    """
    target = Path(os.path.realpath(path))
    text = dumps(log).encode("utf-8", "replace")
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with draft.open("xb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def load(path: str | Path) -> Log:
    """The log in a file; errors are collected as `loads` does.

    Raises `LogError` where the file is no log at all, and `OSError` where it cannot be read.
    """
    path = Path(path)
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise LogError(1, 1, f"{path.name} is too large: logs are read up to {MOST_BYTES} bytes")
    return loads(_text(data, path.name))


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        said = f"{name} is no text in UTF-8: the byte {data[error.start]:#04x} is none of a log"
        raise LogError(line, column, said) from None
