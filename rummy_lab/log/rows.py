"""The rows of a file of any size, a piece at a time: bytes to lines, packed with gzip or not."""

from __future__ import annotations

import codecs
import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from rummy_lab.cards import encoding_of

PIECE = 1 << 16
"""How many bytes are read at a time."""
MOST_OF_A_ROW = 400_000
"""How many bytes of a row are kept; more than any line that is read has."""
PACKED = b"\x1f\x8b"
"""How every file begins that gzip has packed."""
BROKEN = (EOFError, gzip.BadGzipFile, zlib.error)
"""What unpacking raises for a file that is broken."""

Source = str | os.PathLike[str] | IO[str] | IO[bytes]


class BrokenOff(ValueError):
    """A file that cannot be read to its end; `line` is the row that would have come."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


class Row(NamedTuple):
    """A row with its number from 1; `wrong` is the column and the message of what is wrong."""

    number: int
    text: str
    wrong: tuple[int, str] | None = None


def rows_of(source: Source) -> Iterator[Row]:
    """The rows of a path or an open file; raises `BrokenOff` behind the last that can be read."""
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
            yield from _rows(file)
    elif hasattr(source, "read"):
        yield from _rows(source)
    else:
        said = f"a path or an open file is wanted, not {type(source).__name__}"
        raise TypeError(said)


def _rows(file: Any) -> Iterator[Row]:
    number = 0
    try:
        for number, (data, more) in enumerate(_pieces(_chunks(file)), 1):
            yield _row(number, data, more)
    except BROKEN as error:
        said = f"the file is broken here: gzip cannot unpack it ({error})"
        raise BrokenOff(number + 1, said) from None


def _row(number: int, data: bytes, more: int) -> Row:
    wrong = None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        text = data.decode("utf-8", "replace")
        bad = data[error.start]
        if not more or error.start < len(data) - 4:
            wrong = error.start + 1, f"the byte {bad:#04x} is no UTF-8: read as U+FFFD"
    if more:
        wrong = 1, f"the line has {len(data) + more} bytes: {MOST_OF_A_ROW} of them are kept"
    return Row(number, text.lstrip("\ufeff"), wrong)


def _chunks(file: Any) -> Iterator[bytes]:
    """A file as bytes, unpacked."""
    first = _some(file)
    if isinstance(first, bytes) and first.startswith(PACKED):
        file, first = gzip.GzipFile(fileobj=_Rejoined(first, file)), b""  # pyright: ignore
    chunk = first or _some(file)
    if isinstance(chunk, bytes) and encoding_of(chunk) == "utf-16":
        yield from _recoded(chunk, file)
        return
    while chunk:
        yield chunk if isinstance(chunk, bytes) else chunk.encode("utf-8", "surrogatepass")
        chunk = _some(file)


def _recoded(chunk: Any, file: Any) -> Iterator[bytes]:
    """A file in UTF-16 as bytes in UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-16")("replace")
    while chunk:
        yield decoder.decode(chunk).encode()
        chunk = _some(file)
    yield decoder.decode(b"", final=True).encode()


def _some(file: Any) -> bytes | str:
    """What can be read at once: of a packed file that breaks off, all that is before the break."""
    return getattr(file, "read1", file.read)(PIECE)


class _Rejoined:
    """An open file with what has been read of it put in front again."""

    def __init__(self, first: bytes, file: IO[bytes]) -> None:
        self.first, self.file = first, file

    def read(self, size: int = -1) -> bytes:
        """The next bytes, as those of a file."""
        if not self.first:
            return self.file.read(size)
        cut = len(self.first) if size < 0 else size
        found, self.first = self.first[:cut], self.first[cut:]
        return found


def _pieces(chunks: Iterator[bytes]) -> Iterator[tuple[bytes, int]]:
    """Bytes as rows, whatever system wrote them, each with how many bytes of it were left out."""
    held, more, returned = b"", 0, False
    for chunk in chunks:
        data = b"\r" + chunk if returned else chunk
        returned = data.endswith(b"\r")  # a line feed may follow in the next chunk
        if returned:
            data = data[:-1]
        *rows, last = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for row in rows:
            held, more = _kept(held, row, more)
            yield held, more
            held, more = b"", 0
        held, more = _kept(held, last, more)
    if held or more or returned:
        yield held, more


def _kept(held: bytes, row: bytes, more: int) -> tuple[bytes, int]:
    """What is kept of a row that goes on, and how much of it is not."""
    whole = held + row if not more else held
    over = max(0, len(whole) - MOST_OF_A_ROW) if not more else len(row)
    return whole[:MOST_OF_A_ROW], more + over
