"""A score sheet as rows of cells, whichever form its columns have: what it says of which deal.

>>> errors = Errors()
>>> sheet = Cells(["Nr.;Ana;Bo", "1;36;0", "2;0;18,5"], errors)
>>> sheet.names, [row.label for row in sheet.rows], sheet.points(sheet.rows[1])
(['Ana', 'Bo'], ['1', '2'], {'Ana': 0, 'Bo': Fraction(37, 2)})
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummy_lab.cards import shortened
from rummy_lab.log.errors import Errors, LogError
from rummy_lab.log.notation import Unreadable, read_points
from rummy_lab.scoring import Points

SEPARATORS = "\t;,"
DEALS = ("deal", "round", "hand", "game", "number", "no", "nr", "#", "")
"""What a column is called that has the numbers of the deals."""
PLAYERS, POINTS = ("player", "name"), ("points", "score")
"""What the other columns are called where a row has the points of one player."""
COMMENTS = ("comment", "comments", "note", "notes", "remark", "remarks", "date")
MOST_OF_A_NAME = 200
START, TOTALS = ("start", "before"), ("total", "totals", "sum", "grand total")
_WORDS = {*DEALS, *PLAYERS, *POINTS, *COMMENTS, *TOTALS} - {""}
"""What no player's column is called; a player of such a name stands behind an apostrophe."""
FORMULA = re.compile(r"[=+\-@']")
"""What a spreadsheet may take for more than text; an apostrophe before it prevents that."""
_SEPARATED = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
"""A first line that says what parts the cells, as some spreadsheets write it."""
_LABEL = re.compile(r"(?:([a-z]+|#)\.?\s*)?([0-9]{1,6})(?:[.,]0+)?[.:)]?\s*(\(?struck\)?)?", re.I)
"""A deal's number as it may be written: `2`, `2.`, `Deal 2`, `2.0`, `2 (struck)`."""


class Row(NamedTuple):
    """A row of a sheet: a deal's number, or a word; each player's cell with its column."""

    label: str
    line: int
    cells: dict[str, tuple[str, int]]
    raw: str = ""
    comment: str = ""

    @property
    def word(self) -> str:
        """The label where it is a word."""
        return word_of(self.label)

    @property
    def deal(self) -> tuple[int, bool] | None:
        """The number of the deal, and whether it was struck; None where the label is none."""
        found = _LABEL.fullmatch(self.label)
        if found is None or not int(found[2]) or (found[1] or "").lower() not in DEALS:
            return None
        return int(found[2]), found[3] is not None


def word_of(cell: str) -> str:
    """A cell as a word that a sheet can have in it.

    >>> word_of(" Total: "), word_of("Nr.")
    ('total', 'nr')
    """
    return " ".join(cell.split()).strip(" .:").lower()


def _of_deals(word: str) -> bool:
    """Whether a column of that name has the numbers of the deals, like `round no`."""
    return word in DEALS or all(part in DEALS for part in word.split(" "))


def name_cell(name: str) -> str:
    """A name as a sheet has it: behind an apostrophe where it would be read as something else.

    >>> name_cell("Ana"), name_cell("=1+1"), name_cell("Total")
    ('Ana', "'=1+1", "'Total")
    """
    return f"'{name}" if FORMULA.match(name) or word_of(name) in _WORDS else name


def _name(cell: str) -> str:
    """The name that a cell holds."""
    return cell[1:] if cell[:1] == "'" and name_cell(cell[1:]) == cell else cell


def _fits(name: str, line: int, column: int) -> None:
    """Raises `LogError` for a name that is too long for a log."""
    if len(name) > MOST_OF_A_NAME:
        said = f"a name has {len(name)} characters; a player's has {MOST_OF_A_NAME} at most"
        raise LogError(line, column, said)


class Cells:
    """The rows of a sheet. `line` is that of the names.

    Raises `LogError` where the text is no sheet at all.
    """

    def __init__(self, text: Sequence[str], errors: Errors) -> None:
        self.text, self.errors = list(text), errors
        self.separator = self._separator()
        table = list(self._table())
        if not table:
            raise LogError(1, 1, "this is no score sheet: its first row names the players")
        (self.line, header), *self.table = table
        self.header, self.words = list(map(_name, header)), list(map(word_of, header))
        tidy = [self._column(words) for words in (DEALS[:-1], PLAYERS, POINTS)]
        if -1 in tidy:
            self.names, self.rows = self._wide()
        else:
            self.names, self.rows = self._tidy(tidy)
        if not self.names:
            raise LogError(self.line, 1, "this score sheet names no players")

    def _separator(self) -> str:
        """What parts the cells; a line that says so is taken out."""
        place = next((n for n, row in enumerate(self.text) if row.strip()), 0)
        first = self.text[place] if self.text else ""
        if said := _SEPARATED.fullmatch(first.strip()):
            self.text[place] = ""
            return said[1]
        return max(SEPARATORS, key=first.count)

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

    def _column(self, words: Sequence[str]) -> int:
        """The column that is called by the first of some words that any is called by; -1: none."""
        return next((self.words.index(word) for word in words if word in self.words), -1)

    # --- a column for each player -------------------------------------------------------------

    def _wide(self) -> tuple[list[str], list[Row]]:
        numbers = self._numbers()
        columns = self._players(numbers)
        comments = [n for n, word in enumerate(self.words) if word in COMMENTS]
        kept = {numbers, *columns, *comments, *self._totals()}
        rows: list[Row] = []
        for line, cells in self.table:
            filled = [*cells, *[""] * (len(self.header) - len(cells))]
            label = str(len(rows) + 1) if numbers is None else filled[numbers]
            told = {name: (filled[n], n + 1) for n, name in columns.items()}
            for n, cell in enumerate(cells):
                if cell and n not in kept:
                    said = f"{cell[:40]!r} stands in a column that has no name"
                    self.errors.add(line, n + 1, said)
            comment = "; ".join(filled[n] for n in comments if filled[n])
            rows.append(Row(label, line, told, self.text[line - 1], comment))
        return list(columns.values()), rows

    def _numbers(self) -> int | None:
        """The column that has the numbers of the deals: the first, or the first after a date."""
        first = next((n for n, word in enumerate(self.words) if word not in COMMENTS), 0)
        return first if _of_deals(self.words[first]) or self._counts(first) else None

    def _counts(self, column: int) -> bool:
        """Whether a column counts the deals, whatever it is called."""
        found = [cells[column] for _, cells in self.table if column < len(cells)]
        found = [cell for cell in found if word_of(cell) not in TOTALS]
        return len(found) > 2 and found == list(map(str, range(1, len(found) + 1)))

    def _players(self, numbers: int | None) -> dict[int, str]:
        """The players' names by column."""
        others = (*COMMENTS, *TOTALS)
        columns = {n: name for n, name in enumerate(self.header)
                   if name and n != numbers and self.words[n] not in others}  # fmt: skip
        names = list(columns.values())
        for place, (column, name) in enumerate(columns.items()):
            _fits(name, self.line, column + 1)
            if name in names[:place]:
                raise LogError(self.line, column + 1, f"two columns are called {name!r}")
        figures = bool(names) and all(name.replace(".", "").isdigit() for name in names)
        if numbers is None and (len(names) == 1 or figures):
            raise LogError(
                self.line, 1, "this is no score sheet: its first row names the players, parted by "
                f"commas, semicolons or tabs, and here it is {shortened(self.text[self.line - 1])}",
            )  # fmt: skip
        return columns

    def _totals(self) -> list[int]:
        """The columns that are called by a total, which is told: sums stand in a row."""
        found = [n for n, word in enumerate(self.words) if n and word in TOTALS]
        for n in found:
            said = (
                f"a column {self.header[n]!r} is not read: totals stand in a row, below the deals"
            )
            self.errors.add(self.line, n + 1, said)
        return found

    # --- a row for each deal and player -------------------------------------------------------

    def _tidy(self, places: Sequence[int]) -> tuple[list[str], list[Row]]:
        names: dict[str, None] = {}
        rows: dict[str, Row] = {}
        for line, cells in self.table:
            label, name, points = ((cells[n : n + 1] or [""])[0] for n in places)
            name = _name(name)
            row = rows.setdefault(label, Row(label, line, {}, self.text[line - 1]))
            _fits(name, line, places[1] + 1)
            if not name or name in row.cells:
                said = f"{name} has points in deal {label} already" if name else "nobody is named"
                self.errors.add(line, places[1] + 1, said)
                continue
            names[name] = None
            row.cells[name] = points, places[2] + 1
        return list(names), list(rows.values())

    # --- what a row says ----------------------------------------------------------------------

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
