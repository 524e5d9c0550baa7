"""Comments on the lines of a log that is read already.

>>> import rummy_lab as rl
>>> log = rl.loads("rummy-lab log 1\\nvariant: rummy\\nplayers: Ana, Bo  # our table")
>>> print(commented(log, log.lines[2], "  the two of   us "))
rummy-lab log 1
variant: rummy
players: Ana, Bo  # the two of us
...
"""

from __future__ import annotations

from dataclasses import replace

from rummy_lab.log.lines import Line, Unread
from rummy_lab.log.notation import NOT_PLAIN, collapsed
from rummy_lab.log.reading import MOST_CHARACTERS
from rummy_lab.log.record import Log


def comment_of(line: Line) -> str:
    """The comment of a line as somebody reads it.

    >>> comment_of(Line(comment=" hm")), comment_of(Line())
    ('hm', '')
    """
    return (line.comment or "").strip()


def commented(log: Log, line: Line, text: str) -> Log:
    """A log in which one of its lines has another comment; an empty text takes it away.

    Nothing is played again. Raises `ValueError` where the line would be too long to be read, and
    for a line that could not be read: its comment is a part of it.
    """
    if isinstance(line, Unread):
        raise ValueError("a line that could not be read keeps its text: there is no comment on it")
    said = NOT_PLAIN.sub("\ufffd", collapsed(text))
    new = replace(line, comment=f" {said}" if said else None)
    if len(str(new)) > MOST_CHARACTERS:
        raise ValueError(f"a comment of {len(said)} characters is too long for a line of a log")

    def with_new(lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(new if one is line else one for one in lines)

    games = tuple(
        replace(
            game,
            lines=with_new(game.lines),
            deals=tuple(replace(deal, lines=with_new(deal.lines)) for deal in game.deals),
        )
        for game in log.games
    )
    return Log(games, log.errors)
