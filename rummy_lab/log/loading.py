"""Rows to games: a whole text at once (`loads`), or a stream game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rummy_lab.log.building import GameReader, newer
from rummy_lab.log.errors import Errors, LogError
from rummy_lab.log.jsonl import kept_text
from rummy_lab.log.lines import FIRST_LINE, VERSION, Field, Line, Unread, Version
from rummy_lab.log.notation import BLANKS
from rummy_lab.log.reading import read_line, split_lines
from rummy_lab.log.record import GameLog, Log
from rummy_lab.log.rows import BrokenOff, Row, Source, rows_of

MOST_LINES = 100_000
"""How many lines of a text, or of a game in a stream, are read."""
MOST_GAMES = 2000
"""How many games of a text are read."""
MOST_OF_A_GAME = 10_000_000
"""How many characters of a game in a stream are read."""


def loads(text: str) -> Log:
    """A log from its text, or from JSON Lines. Every action is played through the engine.

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
    errors = Errors()
    games: list[GameLog] = []
    reader = GameReader(errors)
    read = 0
    for number, row in enumerate(rows, 1):
        line = _line(reader, row, number, errors if read < MOST_LINES else Errors())
        more = isinstance(line, Version) and reader.begun
        if (read >= MOST_LINES and not _is_preset(line)) or (more and len(games) + 1 == MOST_GAMES):
            reader.add(_rest(rows, number, errors))
            break
        if more:
            games.append(reader.finish())
            reader = GameReader(errors)
        reader.add(line)
        read += not _is_preset(line)
    _has_begun(reader)
    games.append(reader.finish())
    return Log(tuple(games), errors.all())


def _line(reader: GameReader, row: str, number: int, errors: Errors) -> Line:
    """The next line of a game; raises `LogError` where it is none and nothing has begun."""
    line = read_line(row, number, reader.place, errors if reader.readable else Errors())
    if not reader.begun and type(line) is not Line:
        _must_begin(line, row, number)
    if not reader.readable and not isinstance(line, Version):
        return Unread(_kept(row), number=number)
    return line


def _must_begin(line: Line, row: str, number: int) -> None:
    """Raises `LogError` where a line is not the first of a log that this program reads."""
    if not isinstance(line, Version):
        said = "binary data" if "\0" in row or "\ufffd" in row else repr(line.body[:40])
        message = f"this is no log: it begins with {said}, not with '{FIRST_LINE} 1'"
        raise LogError(number, 1, message)
    if not 1 <= line.version <= VERSION:
        raise LogError(number, 1, newer(line.version))


def _has_begun(reader: GameReader) -> None:
    if not reader.begun:
        said = f"this is no log: it is empty; a log begins with '{FIRST_LINE} 1'"
        raise LogError(1, 1, said)


def _is_preset(line: Line) -> bool:
    """Whether a line is one of those that reading adds, which do not count."""
    return isinstance(line, Field) and line.word == "preset"


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


# --- streams ----------------------------------------------------------------------------------


def stream(source: Source, replay: bool = True) -> Iterator[Log]:
    """Each game of a file as a `Log`, one after the other, whatever the size of the file.

    `source` is a path, or a file open for reading (text or bytes); it holds text or JSON Lines,
    packed with gzip or not. Only one game is in memory at a time: drop each before the next. Line
    numbers in errors count from the beginning of the stream. `replay=False` reads the lines only,
    which is quick: nothing is played, so `steps` are empty and `points` are those written down.

    Raises `LogError` where it is no log at all, `OSError` where it cannot be read, both when the
    first game is asked for.

    >>> import io, rummy_lab as rl
    >>> games = [rl.play(rl.variant("block"), seed=seed) for seed in (1, 2)]
    >>> file = io.StringIO("".join(rl.dumps(game, format="jsonl") for game in games))
    >>> [log.winners for log in stream(file)] == [game.winners for game in games]
    True
    """
    reading = _GameStream(replay)
    try:
        for row in rows_of(source):
            yield from reading.take(row)
    except BrokenOff as error:
        reading.breaks_off(error)
    yield reading.finish()


class _GameStream:
    """Takes rows, and gives each game when the next begins."""

    def __init__(self, replay: bool) -> None:
        self.replay = replay
        self._begin()

    def _begin(self) -> None:
        self.errors = Errors()
        self.reader = GameReader(self.errors, self.replay)
        self.lines = self.characters = self.skipped = self.first_skipped = 0

    def take(self, row: Row) -> Iterator[Log]:
        """One more row: the game before it, where a game begins with it."""
        full = self.lines >= MOST_LINES or self.characters >= MOST_OF_A_GAME
        if full and not _may_begin(row.text):
            self._skip(row)
            return
        line = _line(self.reader, row.text, row.number, Errors() if full else self.errors)
        if isinstance(line, Version) and self.reader.begun:
            yield self.finish()
            self._begin()
        elif full:
            self._skip(row)
            return
        if row.wrong:
            self.errors.add(row.number, *row.wrong)
        self.reader.add(line)
        self.lines += 1
        self.characters += len(row.text)

    def _skip(self, row: Row) -> None:
        if not self.reader.begun:
            said = f"this is no log: its first {self.lines} lines are empty"
            raise LogError(row.number, 1, said)
        self.skipped += 1
        self.first_skipped = self.first_skipped or row.number

    def breaks_off(self, error: BrokenOff) -> None:
        """Nothing more can be read; raises `LogError` where nothing was."""
        if not self.reader.begun:
            raise LogError(error.line, 1, str(error)) from None
        self.errors.add(error.line, 1, str(error))

    def finish(self) -> Log:
        """The game, when its last row has come."""
        _has_begun(self.reader)
        if self.skipped:
            said = (
                f"{self.skipped} more lines of this game are not read, nor kept: in a stream a "
                f"game is read up to {MOST_LINES} lines and {MOST_OF_A_GAME} characters"
            )
            self.errors.add(self.first_skipped, 1, said)
        game = self.reader.finish()
        return Log((game,), self.errors.all())


def _may_begin(row: str) -> bool:
    """Whether a row may be the first of a game."""
    start = row.lstrip(BLANKS)[:20].lower()
    return start.startswith("rummy") or start.replace(" ", "").startswith('{"log"')
