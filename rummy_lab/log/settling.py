"""What the deals of a game come to: points checked, corrected or struck, and who has won.

>>> import rummy_lab as rl
>>> log = rl.loads('''rummy-lab log 2
... variant: rummy
... players: Ana, Bo
... deal 1
... score: Ana 36, Bo 0
... deal 2
... score: Ana 140, Bo 0
... correct 1: Ana 30    # her king was on the table
... ''')
>>> log.errors, log.totals, log.winners, log.deals[0].written
([], {'Ana': 170, 'Bo': 0}, ('Ana',), ({'Ana': 36, 'Bo': 0}, {'Ana': 30, 'Bo': 0}))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from rummy_lab.cards import Card
from rummy_lab.log.bounds import impossible
from rummy_lab.log.course import Totals, course
from rummy_lab.log.errors import Errors
from rummy_lab.log.head import Head, seat_of
from rummy_lab.log.lines import Field
from rummy_lab.log.notation import names_text
from rummy_lab.log.record import DealLog, sheet_of
from rummy_lab.scoring import Points, Sheet

_LISTED = re.compile(r"\s[+-]?[0-9]+\s")
"""What a name has in it that is the points of several players."""
CHANGES = ("correct", "strike")
"""The words of lines that change the points of a deal above them."""


def settled(head: Head, deals: Sequence[DealLog], errors: Errors) -> tuple[DealLog, ...]:
    """The deals of a game with the points that count; what cannot be is told to `errors`."""
    changes = changes_of(deals)
    for _, field in changes.pop(None, ()):
        said = f"there is no deal {int(field.name)} above this line"
        errors.add(field.number, field.column, said)
    found = [
        _Settling(deal, head, errors).settled([field for _, field in changes.get(place, ())])
        for place, deal in enumerate(deals)
    ]
    _check_course(head, found, errors)
    return tuple(found)


def changes_of(deals: Sequence[DealLog]) -> dict[int | None, list[tuple[int, Field]]]:
    """The corrections and strikes of each deal, by its place; under None those of no deal.

    Each stands with the place of the deal among whose lines it is.
    """
    changes: dict[int | None, list[tuple[int, Field]]] = {}
    there: dict[int, int] = {}
    for place, deal in enumerate(deals):
        there[deal.number] = place
        for field in _fields(deal, *CHANGES):
            changes.setdefault(there.get(int(field.name)), []).append((place, field))
    return changes


def _fields(deal: DealLog, *words: str) -> Iterator[Field]:
    return (line for line in deal.lines if isinstance(line, Field) and line.word in words)


class _Settling:
    """One deal: what was said of its points, and which of it counts."""

    def __init__(self, deal: DealLog, head: Head, errors: Errors) -> None:
        self.deal, self.head, self.errors = deal, head, errors
        self.field: Field | None = None
        """The line that counts, None where no line says the points."""
        self.points: Totals | None = None

    def settled(self, changes: Sequence[Field]) -> DealLog:
        """The deal with the points that count after some corrections and strikes."""
        deal, struck = self.deal, False
        sheet = sheet_of(deal.state) if deal.sound and deal.state is not None else None
        scores = list(_fields(deal, "score"))
        for field in scores[1:]:
            self.errors.add(field.number, 1, "the score of this deal is given twice")
        written: list[Totals] = []
        for field in (*scores[:1], *changes):
            struck = field.word == "strike"
            if not struck:
                before = self.points or (sheet.totals if sheet is not None else {})
                self.field = field
                self.points = {**(before if field in changes else {}), **self._by_name(field)}
                written.append(self.points)
        points = None if struck else self._checked(sheet)
        return replace(deal, points=points, struck=struck, written=tuple(written))

    def _by_name(self, field: Field) -> Totals:
        """The points that a line has, by the players' names."""
        found: Totals = {}
        for name, points in field.data.items():
            try:
                seat = seat_of(name, self.deal.names) if self.deal.names else -1
            except ValueError as error:
                listed = "; part the players by commas" if _LISTED.search(name) else ""
                self.errors.add(field.number, field.column_of(name), f"{error}{listed}")
                continue
            found[name if seat < 0 else self.deal.names[seat]] = points
        return found

    def _tell(self, message: str, name: str = "") -> None:
        assert self.field is not None
        self.errors.add(self.field.number, self.field.column_of(name), message)

    def _checked(self, sheet: Sheet | None) -> Mapping[str, Points] | None:
        """The engine's points, or those that are written where it has none.

        A correction counts over the cards that were left, which somebody wrote down too; over a
        deal that was played it does not.
        """
        deal, points = self.deal, self.points
        if points is None:
            return sheet.totals if sheet is not None else None
        corrects = self.field is not None and self.field.word == "correct"
        if sheet is not None and (deal.turns or not corrects):
            self._compared(points, sheet)
            return sheet.totals
        state = deal.state
        if deal.sound and state is not None and not state.over and deal.turns:
            self._tell(f"the deal is not over: {state.player} is to {state.phase}")
            return None
        missing = [name for name in deal.names if name not in points]
        if missing:
            self._tell(f"the points of {names_text(missing)} are missing", missing[0])
        if self.head.rules is not None and deal.start is not None:
            for name, why in impossible(points, deal.start, state, self._held(corrects)):
                self._tell(why, name)
        return points

    def _held(self, corrects: bool) -> dict[str, tuple[Card, ...]]:
        """The hands left, as far as the number of their cards is known.

        A correction may mean that the cards were written down wrongly.
        """
        deal, state = self.deal, self.deal.state
        if corrects or not deal.sound or state is None or not state.over:
            return {}
        if deal.turns:
            return dict(zip(state.names, state.hands, strict=True))
        given = [field.name for field in _fields(deal, "left")]
        return {deal.names[seat]: state.hands[seat]
                for seat in (seat_of(name, deal.names) for name in given)}  # fmt: skip

    def _compared(self, points: Totals, sheet: Sheet) -> None:
        """Whether the written points are the engine's."""
        for name, right in sheet.totals.items():
            if name not in points:
                self._tell(f"{name}'s {right} points are missing", name)
            elif points[name] != right:
                why = "; ".join(str(line) for line in sheet.lines if line.seat == name)
                said = f"{name} scores {right}, not {points[name]}" + (f": {why}" if why else "")
                self._tell(said, name)


def _check_course(head: Head, deals: Sequence[DealLog], errors: Errors) -> None:
    """Whether each deal may follow those before it."""
    for last, deal in pairwise(deals):
        _check_order(last, deal, errors)
    if head.rules is None or not head.names:
        return
    standings = course(head.rules, head.names, head.totals, deals)
    for place, (standing, deal) in enumerate(zip(standings, deals, strict=False)):
        line = deal.lines[0].number
        if not place or standing.totals is None:
            continue
        if standing.over:
            errors.add(line, 1, f"the game was over after deal {standing.deals}")
        elif standing.players != head.names and {*deal.names} not in (set(), {*standing.players}):
            tied = names_text(standing.players)
            said = f"this is a bonus deal of those who tied: write 'players: {tied}'"
            errors.add(line, 1, said)


def _check_order(last: DealLog, deal: DealLog, errors: Errors) -> None:
    """Whether a deal has the number that follows, and the last one was played to its end."""
    line, state = deal.lines[0].number, last.state
    again = last.struck and deal.number == last.number
    if deal.number != last.number + 1 and not again:
        right = f"deal {last.number + 1}"
        said = f"after deal {last.number} comes {right}, not deal {deal.number}"
        errors.add(line, 1, said)
    if last.sound and last.turns and not last.struck and state is not None and not state.over:
        said = f"deal {last.number} is not over: {state.player} is to {state.phase}"
        errors.add(line, 1, said)
