"""Lines to games and deals: what a text says, played through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rummy_lab.game import Game
from rummy_lab.log.bodies import Place
from rummy_lab.log.errors import Errors, LogError
from rummy_lab.log.head import Head, dealer_of, names_of, seat_of, with_preset
from rummy_lab.log.jsonl import kept_text
from rummy_lab.log.lines import FIRST_LINE, VERSION, Field, Heading, Line, Turn, Unread, Version
from rummy_lab.log.notation import BLANKS, names_text
from rummy_lab.log.reading import read_line, split_lines
from rummy_lab.log.record import DealLog, GameLog, Log, sheet_of
from rummy_lab.log.replay import Replay, numbers
from rummy_lab.log.start import Misplaced, Table, start_of
from rummy_lab.rules import RulesError
from rummy_lab.scoring import Points

MOST_LINES = 100_000
"""How many lines of a text are read."""
MOST_DEALS = 2000
"""The highest number of a deal, and how many deals of a game are read."""
MOST_GAMES = 2000
"""How many games of a text are read."""


def loads(text: str) -> Log:
    """A log from its text. Every action is played through the engine.

    What is wrong is collected in `errors` of the log, with line and column; the rest can be used.
    Raises `LogError` only where the text is no log at all: no version line, a newer version,
    binary data.

    >>> import rummy_lab as rl
    >>> log = loads("rummy-lab log 1\\nvariant: rumy\\nplayers: Ana, Bo")
    >>> print(log.errors[0])
    line 2, column 10: 'rumy' is no variant; did you mean 'rummy'?
    """
    if not isinstance(text, str):
        raise LogError(1, 1, f"a log is text, not {type(text).__name__}")
    rows = split_lines(text)
    _is_a_log(rows)
    errors = Errors()
    games: list[GameLog] = []
    reader = _GameReader(errors)
    read = 0
    for number, row in enumerate(rows, 1):
        told = errors if reader.readable and read < MOST_LINES else Errors()
        line = read_line(row, number, reader.place, told)
        if not reader.readable and not isinstance(line, Version):
            line = Unread(_kept(row), number=number)
        more = isinstance(line, Version) and reader.begun
        if (read >= MOST_LINES and not _is_preset(line)) or (more and len(games) + 1 == MOST_GAMES):
            reader.add(_rest(rows, number, errors))
            break
        if more:
            games.append(reader.finish())
            reader = _GameReader(errors)
        reader.add(line)
        read += not _is_preset(line)
    games.append(reader.finish())
    return Log(tuple(games), errors.all())


def _is_preset(line: Line) -> bool:
    """Whether a line is one of those that reading adds, which do not count."""
    return isinstance(line, Field) and line.word == "preset"


def _is_turn(line: Line) -> bool:
    """Whether a line is a turn, or was meant to be one."""
    return isinstance(line, Turn) or (isinstance(line, Unread) and line.meant == "turn")


def _is_a_log(rows: Sequence[str]) -> None:
    """Raises `LogError` where the first line is not that of a log this program reads."""
    for number, row in enumerate(rows, 1):
        line = read_line(row, number, Place("head"), Errors())
        if type(line) is Line:
            continue
        if not isinstance(line, Version):
            said = "binary data" if "\0" in row or "\ufffd" in row else repr(line.body[:40])
            message = f"this is no log: it begins with {said}, not with '{FIRST_LINE} {VERSION}'"
            raise LogError(number, 1, message)
        if not 1 <= line.version <= VERSION:
            raise LogError(number, 1, _newer(line.version))
        return
    raise LogError(1, 1, f"this is no log: it is empty; a log begins with '{FIRST_LINE} {VERSION}'")


def _newer(version: int) -> str:
    return f"the log is of version {version}; this program reads version {VERSION}"


def _rest(rows: Sequence[str], number: int, errors: Errors) -> Unread:
    """The rest of a text that is too long, kept but not read."""
    left = "\n".join(map(_kept, rows[number - 1 :]))
    said = (
        f"{left.count(chr(10)) + 1} more lines are not read: a log is read up to {MOST_LINES} "
        f"lines and {MOST_GAMES} games"
    )
    errors.add(number, 1, said)
    return Unread(left, number=number)


def _kept(row: str) -> str:
    """A row that is not read, as it stands in a log."""
    text = kept_text(row.strip(BLANKS), lines=True)
    return row.rstrip(BLANKS) if text is None else text


class _GameReader:
    """Gathers the lines of one game; plays each deal through when its last line has come."""

    def __init__(self, errors: Errors) -> None:
        self.errors = errors
        self.lines: list[Line] = []
        self.head: Head | None = None
        self.deal: list[Line] = []
        self.deals: list[DealLog] = []
        self.begun = False
        self.readable = True
        self.playing = False
        self.judge: Game | None = None
        self.totals: dict[str, Points] = {}

    @property
    def place(self) -> Place:
        """Where the next line stands."""
        if self.head is None:
            return Place("head")
        return Place("deal", self.head.names, self.playing)

    def add(self, line: Line) -> None:
        """One more line."""
        if isinstance(line, Version):
            self.begun = True
            if not 1 <= line.version <= VERSION:
                self.readable = False
                self.errors.add(line.number, 1, _newer(line.version))
        if isinstance(line, Heading) or (isinstance(line, Turn) and self.head is None):
            self._finish_part()
            if isinstance(line, Turn):
                said = "a deal begins with a line of its own: write 'deal 1' above the turns"
                self.errors.add(line.number, 1, said)
        self.playing = self.playing or isinstance(line, Turn)
        (self.lines if self.head is None else self.deal).append(line)

    def finish(self) -> GameLog:
        """The game, when its last line has come."""
        self._finish_part()
        head = self.head
        assert head is not None
        return GameLog(
            tuple(self.lines), head.rules, head.names, head.dealer, head.seed, head.totals,
            tuple(self.deals),
        )  # fmt: skip

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
        self.deal, self.playing = [], False

    def _or_silent(self) -> Errors:
        return self.errors if self.readable else Errors()

    # --- a deal -------------------------------------------------------------------------------

    def _read_deal(self) -> DealLog:
        head = self.head
        assert head is not None
        first = self.deal[0]
        number = first.deal if isinstance(first, Heading) else 1
        self._in_order(number, first.number)
        names, dealer = self._table(number)
        deal = DealLog(number, names, dealer, tuple(self.deal), sound=False)
        known = head.rules is not None and names and len(self.deals) < MOST_DEALS
        if not known or number > MOST_DEALS or dealer is None or head.rules is None:
            return self._scored(deal)
        table = Table(head.rules, names, number, dealer, head.seed)
        return self._scored(self._played(deal, table))

    def _in_order(self, number: int, line: int) -> None:
        """Whether this deal follows the last one."""
        if number > MOST_DEALS or len(self.deals) >= MOST_DEALS:
            self.errors.add(line, 1, f"deals are read up to deal {MOST_DEALS}")
        elif self.deals and number != self.deals[-1].number + 1:
            last = self.deals[-1].number
            self.errors.add(line, 1, f"after deal {last} comes deal {last + 1}, not deal {number}")
        if self.deals:
            self._after(self.deals[-1], line)

    def _after(self, last: DealLog, line: int) -> None:
        """Whether the last deal is over, and the game goes on, as far as that is known."""
        head, state = self.head, last.state
        if head is None or head.rules is None or not head.names or not last.sound:
            return
        if last.turns and state is not None and not state.over:
            said = f"deal {last.number} is not over: {state.player} is to {state.phase}"
            self.errors.add(line, 1, said)
        if self.judge is None:
            self.judge, self.totals = Game(head.rules, head.names, seed=0), dict(head.totals)
        if last.points is None or not set(last.points) <= set(self.totals):
            self.totals = {}
        if not self.totals:
            return
        for name, points in last.points.items() if last.points else ():
            self.totals[name] += points
        if self.judge.decided(self.totals, last.number):
            self.errors.add(line, 1, f"the game was over after deal {last.number}")

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
            start, dealt = start_of(table, self._once(deal.lines))
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
                if first is not line and line.word != "score":
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

    def _scored(self, deal: DealLog) -> DealLog:
        """The deal with its points: the engine's, or those that are written where it has none."""
        sheet = sheet_of(deal.state) if deal.sound and deal.state is not None else None
        computed = sheet.totals if sheet is not None else None
        written = self._written(deal)
        if written is None:
            return replace(deal, points=computed)
        field, points = written
        state = deal.state
        if computed is None:
            if deal.sound and state is not None and not state.over and deal.turns:
                said = f"the deal is not over: {state.player} is to {state.phase}"
                self.errors.add(field.number, field.column, said)
                return deal
            missing = [name for name in deal.names if name not in points]
            if missing:
                said = f"the points of {names_text(missing)} are missing"
                self.errors.add(field.number, field.column, said)
            return replace(deal, points=points)
        for name, right in computed.items():
            if name not in points:
                self.errors.add(field.number, field.column, f"{name}'s {right} points are missing")
            elif points[name] != right:
                assert sheet is not None
                why = "; ".join(str(line) for line in sheet.lines if line.seat == name)
                said = f"{name} scores {right}, not {points[name]}" + (f": {why}" if why else "")
                self.errors.add(field.number, field.column, said)
        return replace(deal, points=computed)

    def _written(self, deal: DealLog) -> tuple[Field, dict[str, Points]] | None:
        """The points that the log has for a deal, by the players' names."""
        fields = [line for line in deal.lines if isinstance(line, Field) and line.word == "score"]
        for field in fields[1:]:
            self.errors.add(field.number, 1, "the score of this deal is given twice")
        if not fields:
            return None
        found: dict[str, Points] = {}
        for name, points in fields[0].data.items():
            try:
                seat = seat_of(name, deal.names) if deal.names else -1
            except ValueError as error:
                self.errors.add(fields[0].number, fields[0].column, str(error))
                continue
            found[name if seat < 0 else deal.names[seat]] = points
        return fields[0], found
