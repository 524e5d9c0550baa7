"""Scores as CSV: a column for each player and a row for each deal, or a row for each of both.

>>> log = read_scores("deal;Ana;Bo\\n1;36;0\\n2;0;18,5\\ntotal;36;19\\n", "rummy")
>>> log.totals
{'Ana': 36, 'Bo': Fraction(37, 2)}
>>> for error in log.errors:
...     print(error)
line 3, column 3: Bo cannot have 37/2: it is no share of a whole number of points (rummy-13, ...)
line 4, column 3: Bo's points add up to 37/2, not 19
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rummy_lab.cards import encoding_of
from rummy_lab.log.building import GameReader
from rummy_lab.log.cells import SEPARATORS, START, TOTALS, Cells, Row, name_cell
from rummy_lab.log.errors import Errors, LogError
from rummy_lab.log.files import read_bytes
from rummy_lab.log.head import field_of, seat_of
from rummy_lab.log.lines import Heading, Line
from rummy_lab.log.making import head_lines
from rummy_lab.log.notation import BLANKS
from rummy_lab.log.reading import CONTROL, split_lines
from rummy_lab.log.record import GameLog, Log
from rummy_lab.log.sheets import with_version
from rummy_lab.rules import Rules
from rummy_lab.scoring import Points, whole
from rummy_lab.variants import rules_of

MOST_OF_A_COMMENT = 2000
"""How many characters of a row that cannot be read stand in one comment."""


def read_scores(
    source: str | os.PathLike[str],
    rules: Rules | str,
    *,
    dealer: str | None = None,
    fields: Mapping[str, str] | None = None,
    encoding: str | None = None,
) -> Log:
    """A log from a score sheet in CSV: its text, or the path of a file (also packed, `*.csv.gz`).

    The first row names the players, with a first column `deal` (or `round`, `nr` and the like; or
    one that counts 1, 2, 3) or without. Or the columns are `deal`, `player` and `points` (others
    are not read). Cells are parted by commas, semicolons or tabs; where no comma parts them, `18,5`
    is a number, too. Rows called `total` are checked, one called `start` has the points made
    before; a deal called `2 (struck)` does not count; a column `comment` or `date` is that of the
    deal. A player who is called by such a word stands behind an apostrophe: `'Total`. `dealer`
    deals the first deal; `fields` are free fields like a date; `encoding` is that of the file where
    it is neither UTF-8 nor marked as UTF-16.

    What is wrong is in `errors`, with the line and the column of the sheet; a row that cannot be
    read is kept as a comment. Raises `LogError` where it is no sheet at all, `OSError` for a file
    that cannot be read, `ValueError` for a dealer who does not play and a file's unknown encoding.

    >>> read_scores("Ana,Bo\\n36,0\\n", "rummy").totals
    {'Ana': 36, 'Bo': 0}
    """
    rules = rules_of(rules)
    text = _text_of(source, encoding)
    errors = Errors()
    sheet = Cells(split_lines(text), errors)
    names = tuple(sheet.names)
    seat = 0 if dealer is None else seat_of(dealer, names)
    rows = sheet.rows
    before: dict[str, Points] = {}
    if rows and rows[0].word in START:
        before = sheet.points(rows.pop(0)) or {}
    lines = [replace(line, number=sheet.line)
             for line in head_lines(rules, names, seat, None, before, fields)]  # fmt: skip
    for row in rows:
        lines += _lines_of(row, sheet, rules)
    reader = GameReader(errors)
    for line in with_version(lines):
        reader.add(line)
    game = reader.finish()
    _check_totals(rows, sheet, game, errors)
    return Log((game,), errors.all())


def _text_of(source: str | os.PathLike[str], encoding: str | None) -> str:
    """The text of a sheet: itself where it is no path, and so is a row that names no file."""
    if not isinstance(source, str | os.PathLike):
        raise LogError(1, 1, f"a score sheet is text or a path, not {type(source).__name__}")
    if isinstance(source, str):
        # os.path, for it answers for texts that are too long for a name, too
        there = os.path.exists(source)  # noqa: PTH110
        cells = any(mark in source for mark in SEPARATORS) and not there
        if cells or "\n" in source or "\r" in source or not source.strip():
            return source
    return text_of_sheet(read_bytes(source), Path(source).name, encoding)


def text_of_sheet(data: bytes, name: str, encoding: str | None = None) -> str:
    """The text that the bytes of a sheet hold, in UTF-8 or with a mark of UTF-16 if nobody says.

    Raises `LogError` where they are no such text, `ValueError` for an encoding there is none of.

    >>> text_of_sheet("deal;Zoë".encode("utf-16"), "a.csv"), text_of_sheet(b"Zo\\xeb", "", "cp1252")
    ('deal;Zoë', 'Zoë')
    """
    try:
        return data.decode(encoding or encoding_of(data))
    except LookupError:
        raise ValueError(
            f"{encoding!r} is no encoding of text; there are utf-8, cp1252 ..."
        ) from None
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        line, last = data.count(b"\n", 0, start) + 1, data.rfind(b"\n", 0, start)
        said = f"{name} is no text in {encoding or 'UTF-8'}"
        if data.startswith(b"PK"):
            said += ": it is a spreadsheet; save it as CSV"
        elif encoding is None:
            said += ": save it as CSV in UTF-8, or say its encoding, like encoding='cp1252'"
        raise LogError(line, start - last, said) from None


def _lines_of(row: Row, sheet: Cells, rules: Rules) -> list[Line]:
    """The lines of a deal; none for a row of totals."""
    if row.word in TOTALS:
        return []
    kept = _comments(row.raw, row.line)
    if row.deal is None:
        said = f"{row.label[:40]!r} is no number of a deal, nor 'start' or 'total'"
        if row.word in START:
            said = f"{row.label!r} stands above the first deal: points made before the game"
        sheet.errors.add(row.line, 1, said)
        return kept
    number, struck = row.deal
    first, *more = _comments(row.comment, row.line)
    heading = Heading(number, comment=first.comment, number=row.line)
    lines = [Line(number=row.line), heading, *more]
    points = sheet.points(row)
    if points is None:
        return [*lines, *kept]
    if 1 < len(points) < len(sheet.names) and rules["ties"] == "bonus_deal":
        lines.append(replace(field_of("players", tuple(points)), number=row.line))
    if points:
        places = {name: column for name, (_, column) in row.cells.items()}
        score = field_of("score", points)
        first = min(places.values())
        lines.append(replace(score, number=row.line, column=first, places=places))
    if struck:
        lines.append(replace(field_of("strike", "", str(number)), number=row.line))
    return lines


def _comments(text: str, number: int) -> list[Line]:
    """A text as comments, on as many lines as it needs; one without a comment for no text."""
    said = CONTROL.sub("\ufffd", " ".join(text.split()))
    pieces = [said[n : n + MOST_OF_A_COMMENT] for n in range(0, len(said), MOST_OF_A_COMMENT)]
    return [Line(comment=piece and f" {piece}".rstrip(BLANKS), number=number)
            for piece in pieces or [None]]  # fmt: skip


def _check_totals(rows: Sequence[Row], sheet: Cells, game: GameLog, errors: Errors) -> None:
    """Whether the rows of totals are the sums of the deals above them."""
    deals = list(game.deals)
    for place, row in enumerate(rows):
        if row.word not in TOTALS:
            continue
        above = {other.line for other in rows[:place]}
        counted = [deal for deal in deals if deal.lines[0].number in above]
        sums = GameLog((), start=game.start, deals=tuple(counted)).totals
        known = all(deal.points is not None or deal.struck for deal in counted)
        for name, points in (sheet.points(row) or {}).items() if known else ():
            if sums.get(name) != points:
                said = f"{name}'s points add up to {sums.get(name)}, not {points}"
                errors.add(row.line, row.cells[name][1], said)


# --- writing ----------------------------------------------------------------------------------


def write_scores(log: Log, game: int = 1) -> str:
    """The scores of a game as CSV: a row for each deal, a column for each player, their totals.

    A deal that was struck has its points, but is called so and not counted; what is not known is
    empty. `read_scores` reads it again. Raises `ValueError` where the log has no such game.

    >>> import rummy_lab as rl
    >>> print(write_scores(rl.score_log("rummy", ["Ana", "Bo"], [(36, 0), (0, 9)]).struck(2)))
    deal,Ana,Bo
    1,36,0
    2 (struck),0,9
    total,36,0
    <BLANKLINE>
    """
    if not isinstance(log, Log):
        raise TypeError(f"{type(log).__name__} is no log: give its .log")
    logged = log.game(game)
    names = logged.names
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["deal", *map(name_cell, names)])
    if any(logged.start.values()):
        writer.writerow(["start", *(logged.start.get(name, 0) for name in names)])
    for deal in logged.deals:
        points = deal.said
        writer.writerow([
            f"{deal.number} (struck)" if deal.struck else deal.number,
            *(points.get(name, "") for name in names),
        ])  # fmt: skip
    totals = logged.totals
    writer.writerow(["total", *(whole(totals.get(name, 0)) for name in names)])
    return written.getvalue()
