"""Scores as CSV: a column for each player and a row for each deal, or a row for each of both.

>>> log = read_scores("deal;Ana;Bo\\n1;36;0\\n2;0;18,5\\ntotal;36;19\\n", "rummy")
>>> log.totals
{'Ana': 36, 'Bo': Fraction(37, 2)}
>>> for error in log.errors:
...     print(error)
line 3, column 3: Bo cannot have 37/2: it is no share of a whole number of points (rummy-13, stated)
line 4, column 3: Bo's points add up to 37/2, not 19
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rummy_lab.log.building import GameReader
from rummy_lab.log.errors import Errors, LogError
from rummy_lab.log.files import read_text
from rummy_lab.log.head import field_of, seat_of
from rummy_lab.log.lines import Heading, Line
from rummy_lab.log.making import head_lines
from rummy_lab.log.notation import Unreadable, read_points
from rummy_lab.log.reading import split_lines
from rummy_lab.log.record import GameLog, Log
from rummy_lab.log.sheets import with_version
from rummy_lab.rules import Rules
from rummy_lab.scoring import Points, whole
from rummy_lab.variants import rules_of

SEPARATORS = "\t;,"
DEALS = ("deal", "round", "#", "")
"""What the first column is called where it has the numbers of the deals."""
START, TOTALS = ("start", "before"), ("total", "totals", "sum")
_TIDY = ("deal", "player", "points")
_LABEL = re.compile(r"([0-9]{1,6})\s*(\(struck\))?", re.IGNORECASE)
_FORMULA = re.compile(r"^'(?=[=+\-@'])")
"""What keeps a spreadsheet from taking a name for a formula."""


class Row(NamedTuple):
    """A row of a sheet: a deal's number, or a word; each player's cell with its column."""

    label: str
    line: int
    cells: dict[str, tuple[str, int]]
    raw: str = ""


def read_scores(
    source: str | os.PathLike[str],
    rules: Rules | str,
    *,
    dealer: str | None = None,
    fields: Mapping[str, str] | None = None,
) -> Log:
    """A log from a score sheet in CSV: its text, or the path of a file.

    The first row names the players, with a first column `deal` or without. Or the columns are
    `deal`, `player` and `points` (others are not read). Cells are parted by commas, semicolons or
    tabs; where no comma parts them, `18,5` is a number, too. Rows called `total` are checked, one
    called `start` has the points made before; a deal called `2 (struck)` does not count. `dealer`
    deals the first deal; `fields` are free fields like a date.

    What is wrong is in `errors`, with the line and the column of the sheet; a row that cannot be
    read is kept as a comment. Raises `LogError` where it is no sheet at all, `OSError` for a file
    that cannot be read, `ValueError` for a dealer who does not play.

    >>> read_scores("Ana,Bo\\n36,0\\n", "rummy").totals
    {'Ana': 36, 'Bo': 0}
    """
    rules = rules_of(rules)
    text = _text_of(source)
    errors = Errors()
    sheet = _Sheet(split_lines(text), errors)
    names = tuple(sheet.names)
    seat = 0 if dealer is None else seat_of(dealer, names)
    rows = sheet.rows
    before: dict[str, Points] = {}
    if rows and rows[0].label.lower() in START:
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


def _text_of(source: str | os.PathLike[str]) -> str:
    """The text of a sheet: itself where it is no path, and so is a row that names no file."""
    if not isinstance(source, str | os.PathLike):
        raise LogError(1, 1, f"a score sheet is text or a path, not {type(source).__name__}")
    if isinstance(source, str):
        # os.path, for it answers for texts that are too long for a name, too
        there = os.path.exists(source)  # noqa: PTH110
        cells = any(mark in source for mark in SEPARATORS) and not there
        if cells or "\n" in source or "\r" in source or not source.strip():
            return source
    return read_text(source)


class _Sheet:
    """The rows of a sheet, whichever form it has. `line` is that of the names."""

    def __init__(self, text: Sequence[str], errors: Errors) -> None:
        self.text, self.errors = text, errors
        first = next((row for row in text if row.strip()), "")
        self.separator = max(SEPARATORS, key=first.count)
        table = self._table()
        self.line, header = next(table, (1, []))
        if not header:
            raise LogError(1, 1, "this is no score sheet: its first row names the players")
        self.header = [_FORMULA.sub("", cell) for cell in header]
        words = [cell.lower() for cell in header]
        if set(_TIDY) <= set(words):
            self.names, self.rows = self._tidy(table, [words.index(word) for word in _TIDY])
        else:
            self.names, self.rows = self._wide(table)
        if not self.names:
            raise LogError(self.line, 1, "this score sheet names no players")

    def _table(self) -> Iterator[tuple[int, list[str]]]:
        """The rows that are not blank, with their lines."""
        reader = csv.reader(
            (f"{row}\n" for row in self.text), delimiter=self.separator, strict=True
        )
        try:
            for row in reader:
                cells = [cell.strip() for cell in row]
                if any(cells):
                    yield reader.line_num, cells
        except csv.Error as error:
            raise LogError(max(1, reader.line_num), 1, f"this is no CSV: {error}") from None

    def _wide(self, table: Iterable[tuple[int, list[str]]]) -> tuple[list[str], list[Row]]:
        """A column for each player."""
        labelled = self.header[0].lower() in DEALS
        columns = {n: name for n, name in enumerate(self.header) if name and n >= labelled}
        names, rows = list(columns.values()), []
        for place, (column, name) in enumerate(columns.items()):
            if name in names[:place]:
                raise LogError(self.line, column + 1, f"two columns are called {name!r}")
        for line, cells in table:
            label = cells[0] if labelled else str(len(rows) + 1)
            told = {name: ((cells[n : n + 1] or [""])[0], n + 1) for n, name in columns.items()}
            for n, cell in enumerate(cells):
                if cell and n not in columns and n >= labelled:
                    said = f"{cell[:40]!r} stands in a column that has no name"
                    self.errors.add(line, n + 1, said)
            rows.append(Row(label, line, told, self.text[line - 1]))
        return names, rows

    def _tidy(
        self, table: Iterable[tuple[int, list[str]]], places: Sequence[int]
    ) -> tuple[list[str], list[Row]]:
        """A row for each deal and player."""
        names: dict[str, None] = {}
        rows: dict[str, Row] = {}
        for line, cells in table:
            label, name, points = ((cells[n : n + 1] or [""])[0] for n in places)
            name = _FORMULA.sub("", name)
            row = rows.setdefault(label, Row(label, line, {}, self.text[line - 1]))
            if not name or name in row.cells:
                said = f"{name} has points in deal {label} already" if name else "nobody is named"
                self.errors.add(line, places[1] + 1, said)
                continue
            names[name] = None
            row.cells[name] = points, places[2] + 1
        return list(names), list(rows.values())

    def points(self, row: Row) -> dict[str, Points] | None:
        """The points of a row, without empty cells; None where one of them is no number."""
        found: dict[str, Points] = {}
        sound = True
        for name, (text, column) in row.cells.items():
            if not text:
                continue
            plain = text.replace(",", ".") if self.separator != "," else text
            try:
                found[name] = read_points(plain)
            except Unreadable as error:
                self.errors.add(row.line, column, str(error))
                sound = False
        return found if sound else None


def _lines_of(row: Row, sheet: _Sheet, rules: Rules) -> list[Line]:
    """The lines of a deal; none for a row of totals."""
    if row.label.lower() in TOTALS:
        return []
    found = _LABEL.fullmatch(row.label)
    kept = Line(comment=f" {' '.join(row.raw.split())}", number=row.line)
    if found is None or not int(found[1]):
        said = f"{row.label[:40]!r} is no number of a deal, nor 'start' or 'total'"
        sheet.errors.add(row.line, 1, said)
        return [kept]
    lines = [Line(number=row.line), Heading(int(found[1]), number=row.line)]
    points = sheet.points(row)
    if points is None:
        return [*lines, kept]
    if 1 < len(points) < len(sheet.names) and rules["ties"] == "bonus_deal":
        lines.append(replace(field_of("players", tuple(points)), number=row.line))
    if points:
        places = {name: column for name, (_, column) in row.cells.items()}
        score = field_of("score", points)
        first = min(places.values())
        lines.append(replace(score, number=row.line, column=first, places=places))
    if found[2]:
        lines.append(replace(field_of("strike", "", found[1]), number=row.line))
    return lines


def _check_totals(rows: Sequence[Row], sheet: _Sheet, game: GameLog, errors: Errors) -> None:
    """Whether the rows of totals are the sums of the deals above them."""
    deals = list(game.deals)
    for place, row in enumerate(rows):
        if row.label.lower() not in TOTALS:
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
    logged = log.game(game)
    names = logged.names
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["deal", *(f"'{name}" if name[0] in "=+-@'" else name for name in names)])
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
