"""Rows to lines, from text and from JSON. `head` and `replay` ask what lines mean together.

>>> errors = Errors()
>>> line = read_line("4 Bo: Draw, discard 4♠  # at last", 7, Place("deal", ("Ana", "Bo")), errors)
>>> str(line), errors.all()
('4 Bo: draw discard 4s  # at last', [])
>>> _ = read_line("5 Ana: draw discrad 4s", 8, Place("deal"), errors)
>>> str(errors.all()[0])
"line 8, column 13: 'discrad' is neither a card nor an action; did you mean 'discard'?"
"""

from __future__ import annotations

import re
from dataclasses import replace

from rummy_lab.log.bodies import Place, read_body
from rummy_lab.log.errors import Errors
from rummy_lab.log.jsonl import kept_text, read_row
from rummy_lab.log.lines import Field, Line, Turn, Unread, stamp
from rummy_lab.log.notation import BLANKS, split_comment
from rummy_lab.log.plays import Misread

MOST_CHARACTERS = 10_000
"""The longest line that is read."""
MOST_GROWTH = 8
"""How much longer a line can become at most when it is written in its one form, or in JSON."""

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def split_lines(text: str) -> list[str]:
    """The lines of a text, whatever system wrote it; a byte order mark is no part of them."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if rows[-1] == "":
        rows.pop()
    return [row.lstrip("\ufeff") for row in rows]


def read_line(row: str, number: int, place: Place, errors: Errors) -> Line:
    """A line of a log, as text or as JSON; what cannot be read is told to `errors` and kept."""
    if found := CONTROL.search(row):
        errors.add(
            number,
            found.start() + 1,
            f"the character U+{ord(found[0]):04X} cannot stand in a log: read as U+FFFD",
        )
        row = CONTROL.sub("\ufffd", row)
    row = row.rstrip(BLANKS)
    said = row.lstrip(BLANKS)
    lead = len(row) - len(said)
    as_json = said.startswith("{")
    if as_json and (kept := kept_text(said)) is not None:
        return read_line(kept, number, place, errors)
    most = MOST_CHARACTERS * (MOST_GROWTH if as_json else 1)
    if len(row) > most:
        return _too_long(row, number, errors, most)
    try:
        line = read_row(said, place) if as_json else _read_text(said, place)
    except Misread as error:
        errors.add(number, lead + error.offset + 1, str(error))
        return Unread(said, error.meant, number=number)
    line = stamp(_moved(line, lead) if lead else line, number=number)
    short = len(row) * MOST_GROWTH <= MOST_CHARACTERS
    return line if short or len(str(line)) <= MOST_CHARACTERS else _too_long(row, number, errors)


def _read_text(said: str, place: Place) -> Line:
    body, comment = split_comment(said)
    line = read_body(body, place)
    return line if comment is None else stamp(line, comment=comment)


def _moved(line: Line, lead: int) -> Line:
    """A line with blanks before it."""
    if isinstance(line, Turn):
        stamp(line, plays=tuple(replace(play, column=lead + play.column) for play in line.plays))
    return stamp(line, column=lead + line.column) if isinstance(line, Field | Turn) else line


def _too_long(row: str, number: int, errors: Errors, most: int = MOST_CHARACTERS) -> Line:
    said = f"the line has {len(row)} characters; lines are read up to {most}"
    errors.add(number, most + 1, said)
    return Unread(row.strip(BLANKS), number=number)
