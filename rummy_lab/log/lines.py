"""The lines a log is made of. Each knows its text; `reading` makes them from text.

>>> str(Turn(4, "Bo", (Play(read_action("draw")), Play(read_action("discard 4s"))), comment=" hm"))
'4 Bo: draw discard 4s  # hm'
>>> str(Field("hand", "Ana", "7h 8h")), str(Field("", "place", "Cluj"))
('hand Ana: 7h 8h', 'place: Cluj')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rummy_lab.actions import Action, read_action
from rummy_lab.cards import Card, text_of
from rummy_lab.log.notation import THIRD_PERSON, in_quotes, name_text

__all__ = ["Field", "Heading", "Line", "Play", "Turn", "Unread", "Version", "read_action"]

VERSION = 2
"""The newest version of the format that is read; those before it are read as they were."""
NUMBERED = ("by", "correct", "strike")
"""Words that a number follows: of a meld, of a deal."""
FIRST_LINE = "rummy-lab log"
"""What the first line of every log says, before the version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line: by itself a blank one, or one with a comment only.

    `comment` is what stands behind the `#`; `number` is the line's place in the text it was read
    from, 0 for a line that a program made.
    """

    comment: str | None = None
    number: int = field(default=0, compare=False)

    @property
    def body(self) -> str:
        """The line without its comment."""
        return ""

    def __str__(self) -> str:
        body = self.body
        if self.comment is None:
            return body
        return f"{body}  #{self.comment}" if body else f"#{self.comment}"


def stamp(line: Line, **values: Any) -> Line:
    """A line that was just made with some values set; quicker than a copy with them."""
    for name, value in values.items():
        object.__setattr__(line, name, value)
    return line


@dataclass(frozen=True, slots=True)
class Version(Line):
    """The line a game begins with."""

    version: int = 1

    @property
    def body(self) -> str:
        return f"{FIRST_LINE} {self.version}"


@dataclass(frozen=True, slots=True)
class Heading(Line):
    """The line a deal begins with."""

    deal: int

    @property
    def body(self) -> str:
        return f"deal {self.deal}"


@dataclass(frozen=True, slots=True)
class Field(Line):
    """`key: value`. `word` is the key where the format gives it a meaning.

    `name` is the player such a word speaks of (`hand Ana`), or the key of a free field; `quoted`
    says that the key stands in quotes, so that it is a free one whatever it says. `value` is the
    text of the value, `data` what was read from it, `column` where it stood, `places` where in it
    the names stood, if that is known.
    """

    word: str
    name: str
    value: str
    quoted: bool = False
    data: Any = field(default=None, compare=False)
    column: int = field(default=1, compare=False)
    places: Mapping[str, int] | None = field(default=None, compare=False)

    def column_of(self, name: str) -> int:
        """Where a name stood in the value; the value's own column where that is not known."""
        return (self.places or {}).get(name, self.column)

    @property
    def key(self) -> str:
        """The key as it is written."""
        if not self.word:
            return in_quotes(self.name) if self.quoted else self.name
        if not self.name:
            return self.word
        number = self.word in NUMBERED and self.name.isdigit()
        return f"{self.word} {self.name if number else name_text(self.name)}"

    @property
    def body(self) -> str:
        return f"{self.key}: {self.value}" if self.value else f"{self.key}:"


@dataclass(frozen=True, slots=True)
class Play:
    """An action of a turn. `by` names who did it where it is not the player whose turn it is.

    `drawn` and `order` are what only somebody at the table could know: the card that came from a
    stock nobody recorded, and the order of a stock after a shuffle, bottom to top.
    """

    action: Action
    by: str = ""
    drawn: Card | None = None
    order: tuple[Card, ...] | None = None
    column: int = field(default=1, compare=False)

    def __str__(self) -> str:
        said = str(self.action)
        if self.by:
            verb = self.action.verb
            said = f"{name_text(self.by)} {THIRD_PERSON[verb]}{said.removeprefix(verb)}"
        if self.order is not None:
            said += f" [stock {text_of(self.order)}]"
        elif self.drawn is not None:
            said += f" [{self.drawn}]"
        return f"({said})" if self.by else said


@dataclass(frozen=True, slots=True)
class Turn(Line):
    """A turn: its number in the deal (None where it was left out), the player, what was done."""

    turn: int | None
    player: str
    plays: tuple[Play, ...]
    column: int = field(default=1, compare=False)

    @property
    def body(self) -> str:
        plays = " ".join(map(str, self.plays))
        if self.turn is None:
            return f"{self.player}: {plays}"
        return f"{self.turn} {name_text(self.player)}: {plays}"


@dataclass(frozen=True, slots=True)
class Unread(Line):
    """A line that could not be read, kept as it is; `meant` is the word it may have been."""

    text: str
    meant: str = field(default="", compare=False)

    @property
    def body(self) -> str:
        return self.text
