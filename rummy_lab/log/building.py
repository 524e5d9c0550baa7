"""Lines to games and deals: what they say together, played through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rummy_lab.log.bodies import Place
from rummy_lab.log.errors import Errors
from rummy_lab.log.head import Head, dealer_of, names_of, seat_of, with_preset
from rummy_lab.log.lines import VERSION, Field, Heading, Line, Turn, Unread, Version
from rummy_lab.log.record import DealLog, GameLog
from rummy_lab.log.replay import Replay, numbers
from rummy_lab.log.settling import settled
from rummy_lab.log.start import Misplaced, Table, start_of
from rummy_lab.rules import RulesError

MOST_DEALS = 2000
"""The highest number of a deal, and how many deals of a game are read."""


def newer(version: int) -> str:
    """What to say of a version that this program does not read."""
    return f"the log is of version {version}; this program reads versions 1 to {VERSION}"


def _is_turn(line: Line) -> bool:
    """Whether a line is a turn, or was meant to be one."""
    return isinstance(line, Turn) or (isinstance(line, Unread) and line.meant == "turn")


_SETTLED = ("score", "correct", "strike")
"""Words that `settling` asks about."""


class GameReader:
    """Gathers the lines of one game; plays each deal through when its last line has come."""

    def __init__(self, errors: Errors, replay: bool = True) -> None:
        self.errors, self.replay = errors, replay
        self.lines: list[Line] = []
        self.head: Head | None = None
        self.deal: list[Line] = []
        self.deals: list[DealLog] = []
        self.begun = False
        self.readable = True
        self.version = VERSION
        self.place = Place("head")
        """Where the next line stands."""

    def _section(self, playing: bool = False) -> Place:
        if self.head is None:
            return Place("head", version=self.version)
        return Place("deal", self.head.names, playing, self.version)

    def add(self, line: Line) -> None:
        """One more line."""
        if isinstance(line, Version):
            self.begun = True
            self.readable = 1 <= line.version <= VERSION
            if self.readable:
                self.version = line.version
                self.place = self._section()
            else:
                self.errors.add(line.number, 1, newer(line.version))
        if isinstance(line, Heading) or (isinstance(line, Turn) and self.head is None):
            self._finish_part()
            if isinstance(line, Turn):
                said = "a deal begins with a line of its own: write 'deal 1' above the turns"
                self.errors.add(line.number, 1, said)
        if isinstance(line, Turn) and not self.place.playing:
            self.place = self._section(playing=True)
        (self.lines if self.head is None else self.deal).append(line)

    def finish(self) -> GameLog:
        """The game, when its last line has come."""
        self._finish_part()
        head = self.head
        assert head is not None
        deals = settled(head, self.deals, self.errors)
        return GameLog(
            tuple(self.lines), head.rules, head.names, head.dealer, head.seed, head.totals, deals
        )

    def _finish_part(self) -> None:
        """The head, or a deal, has come to its end."""
        if self.head is None:
            first = next((line.number for line in self.lines if isinstance(line, Version)), 1)
            # the lines of a newer version say nothing that could be missing here
            self.head = Head(self.lines if self.readable else (), self._or_silent(), first)
            self.lines = with_preset(self.lines, self.head)
        elif self.deal:
            deal = self._read_deal()
            self.deals.append(deal)
            self.lines.extend(deal.lines)
        self.deal = []
        self.place = self._section()

    def _or_silent(self) -> Errors:
        return self.errors if self.readable else Errors()

    # --- a deal -------------------------------------------------------------------------------

    def _read_deal(self) -> DealLog:
        head = self.head
        assert head is not None
        first = self.deal[0]
        number = first.deal if isinstance(first, Heading) else 1
        names, dealer = self._table(number)
        deal = DealLog(number, names, dealer, tuple(self.deal), sound=False)
        if number > MOST_DEALS or len(self.deals) >= MOST_DEALS:
            self.errors.add(first.number, 1, f"deals are read up to deal {MOST_DEALS}")
            return deal
        if head.rules is None or not names or dealer is None:
            return deal
        if not self.replay:
            return replace(deal, sound=True)
        return self._played(deal, Table(head.rules, names, number, dealer, head.seed))

    def _table(self, number: int) -> tuple[tuple[str, ...], int | None]:
        """Who plays the deal, and the seat that deals."""
        head = self.head
        assert head is not None
        fields = {
            line.word: line for line in self.deal if isinstance(line, Field) and not line.name
        }
        names = head.names
        if "players" in fields:
            names = names_of(fields["players"], head.rules, self.errors)
            for name in names:
                try:
                    seat_of(name, head.names)
                except ValueError as error:
                    where = fields["players"]
                    self.errors.add(where.number, where.column, str(error))
                    names = ()
                    break
        if "dealer" in fields and names:
            try:
                return names, seat_of(fields["dealer"].data, names)
            except ValueError as error:
                where = fields["dealer"]
                self.errors.add(where.number, where.column, str(error))
                return names, None
        last = self.deals[-1] if self.deals else None
        return names, dealer_of(head, last, number, names)

    def _played(self, deal: DealLog, table: Table) -> DealLog:
        """The deal with its beginning and every action that holds."""
        turns = [line for line in deal.lines if isinstance(line, Turn)]
        first = next((n for n, line in enumerate(deal.lines) if _is_turn(line)), len(deal.lines))
        if any(isinstance(line, Unread) and line.meant for line in deal.lines[:first]):
            self._check_numbers(deal.lines[first:], 1)
            return deal
        try:
            start, dealt = start_of(table, self._once(deal.lines[:first]))
        except Misplaced as error:
            where = deal.lines[0].number
            line, column = (
                (where, 1) if error.field is None else (error.field.number, error.field.column)
            )
            self.errors.add(line, column, str(error))
            self._check_numbers(deal.lines[first:], 1)
            return deal
        except RulesError as error:
            self.errors.add(deal.lines[0].number, 1, str(error))
            return deal
        self._check_numbers(deal.lines[first:], start.turn_number)
        replay = Replay(start, self.errors)
        left = iter([*turns[1:], None])
        lines = [
            replay.line(line, next(left) if isinstance(line, Turn) else None)
            if place >= first
            else line
            for place, line in enumerate(deal.lines)
        ]
        after = deal.lines[first:]
        replay.show([line for line in self._once(after) if line.word == "left"])
        return replace(
            deal, lines=tuple(lines), start=start, dealt=dealt, steps=tuple(replay.steps),
            sound=replay.sound,
        )  # fmt: skip

    def _once(self, lines: Sequence[Line]) -> list[Field]:
        """The fields that the format knows, each once (melds as often as there are melds)."""
        found: dict[tuple[str, str, int], Field] = {}
        for line in lines:
            if isinstance(line, Field) and line.word:
                place = line.number if line.word == "meld" else 0
                first = found.setdefault((line.word, line.name, place), line)
                if first is not line and line.word not in _SETTLED:
                    said = f"{line.key!r} stands on line {first.number} already: that holds"
                    self.errors.add(line.number, 1, said)
        return list(found.values())

    def _check_numbers(self, lines: Sequence[Line], first: int) -> None:
        for turn, right in numbers(lines, first):
            if turn.turn is None:
                said = f"the number of the turn is missing: write '{right} {turn.player}: ...'"
            else:
                said = f"this is turn {right} of the deal, not turn {turn.turn}"
            self.errors.add(turn.number, 1, said)
