"""How names and free texts are written: as they are, or in quotes where something would be misread.

>>> name_text("Ana"), name_text("Bo: the second"), name_text("3")
('Ana', '"Bo: the second"', '"3"')
>>> read_names('Ana, "Bo: the second"')
['Ana', 'Bo: the second']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from rummy_lab.actions import VERBS
from rummy_lab.scoring import Points, whole

THIRD_PERSON = {verb: f"{verb}es" if verb == "pass" else f"{verb}s" for verb in VERBS}
"""How actions of others read in brackets: `(Cy buys)`."""
BRACKET_WORDS = {word: verb for verb, said in THIRD_PERSON.items() for word in (verb, said)}
"""Every word that ends a name in brackets, with the verb it means."""

Read = TypeVar("Read")
_VERBS = [[verb] for verb in VERBS]

BLANKS = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""White space, and the byte order mark, which files that were joined have inside."""

_COMMENT = re.compile(rf"(?:^|(?<=[{BLANKS}]))#")
_SPECIAL = re.compile(rf'[,:()\[\]|"\\]|(?<=[{BLANKS}])#|^[#0-9{{]')
NOT_PLAIN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
"""What stands in a log by its number only: line ends and what else nobody can see or type."""
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t"}
_POINTS = re.compile(r"[+-]?[0-9]{1,12}(?:/0*[1-9][0-9]{0,11}|\.[0-9]{1,12})?")


class Unreadable(ValueError):
    """A text that is not what should stand there; `offset` is the place in it, from 0."""

    def __init__(self, message: str, offset: int = 0) -> None:
        self.offset = offset
        super().__init__(message)


def split_comment(text: str) -> tuple[str, str | None]:
    """A line as what it says and its comment (None where there is none).

    >>> split_comment("4 Bo: draw  # at last")
    ('4 Bo: draw', ' at last')
    >>> split_comment("#1"), split_comment("A#1")
    (('', '1'), ('A#1', None))
    """
    found = _COMMENT.search(text)
    if found is None:
        return text.rstrip(BLANKS), None
    return text[: found.start()].rstrip(BLANKS), text[found.end() :].rstrip(BLANKS)


def collapsed(text: str) -> str:
    """A text with single blanks between its words."""
    return " ".join(text.split())


# --- quotes -----------------------------------------------------------------------------------


def in_quotes(text: str) -> str:
    r"""A text in quotes, on one line and with no `#` that could begin a comment.

    >>> print(in_quotes('the "big" table\n #1'))
    "the \"big\" table\u000a \#1"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    escaped = re.sub(rf"(?<=[{BLANKS}])#", r"\\#", escaped)
    return '"' + NOT_PLAIN.sub(_escape, escaped) + '"'


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def read_quoted(text: str, start: int = 0) -> tuple[str, int]:
    """The text in the quotes that open at a place, and the place behind them."""
    found = _QUOTED.match(text, start)
    if found is None:
        raise Unreadable("the closing quote is missing", start)
    return _ESCAPED.sub(_unescaped, found[1]), found.end()


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[2])


def name_text(name: str) -> str:
    """A player's name as a log writes it."""
    odd = (
        not name
        or name != collapsed(name)
        or _SPECIAL.search(name)
        or NOT_PLAIN.search(name)
        or any(word in BRACKET_WORDS for word in name.lower().split())
    )
    return in_quotes(name) if odd else name


def plain_text(text: str) -> str:
    """A text as a log writes it after a colon.

    >>> plain_text("a kitchen table"), plain_text(" #1")
    ('a kitchen table', '" \\\\#1"')
    """
    odd = (
        text != text.strip()
        or text.startswith('"')
        or split_comment(text)[1] is not None
        or NOT_PLAIN.search(text)
    )
    return in_quotes(text) if odd else text


def free_text(text: str) -> str:
    """The text of a free field: one that begins as a turn does stands in quotes.

    >>> free_text("draw was close")
    '"draw was close"'
    """
    verb = text.lower().split(None, 1)[:1] in _VERBS
    return in_quotes(text) if verb else plain_text(text)


def read_free(text: str) -> str:
    """The free text that is written: quotes that do not close belong to it."""
    if text.startswith('"'):
        try:
            value, end = read_quoted(text)
        except Unreadable:
            return text
        if end == len(text):
            return value
    return text


# --- lists ------------------------------------------------------------------------------------


def item_end(text: str, start: int, signs: str) -> int:
    """Where an item ends: at the first of some signs outside quotes, or at the end of the text."""
    while start < len(text) and text[start].isspace():
        start += 1
    if text[start : start + 1] == '"':
        start = read_quoted(text, start)[1]
    places = [place for sign in signs if (place := text.find(sign, start)) >= 0]
    return min(places, default=len(text))


def read_name(text: str) -> tuple[str, bool]:
    """A name, and whether it stands in quotes."""
    plain = text.strip()
    if not plain.startswith('"'):
        return collapsed(plain), False
    name, end = read_quoted(plain)
    if end < len(plain):
        raise Unreadable(f"{plain[end:].strip()[:40]!r} follows the closing quote", end)
    return name, True


def pieces(text: str) -> list[tuple[str, int]]:
    """The pieces of a list parted by commas, each with the place where it begins."""
    found, start = [], 0
    while True:
        end = item_end(text, start, ",")
        piece = text[start:end]
        found.append((piece.strip(), start + len(piece) - len(piece.lstrip())))
        if end >= len(text):
            return found
        start = end + 1


def read_names(text: str, again: bool = False) -> list[str]:
    """The names of a list parted by commas, each once (or `again`); an empty text has none."""
    if not text.strip():
        return []
    found: list[str] = []
    for piece, place in pieces(text):
        name = _at(place, read_name, piece)[0]
        if not name:
            raise Unreadable("a name is missing beside a comma", place)
        if name in found and not again:
            raise Unreadable(f"{name} is named twice", place)
        found.append(name)
    return found


def _at(place: int, read: Callable[[str], Read], text: str) -> Read:
    """What a piece of a text reads as; an error in it is placed in the whole text."""
    try:
        return read(text)
    except Unreadable as error:
        raise Unreadable(str(error), place + error.offset) from None


def names_text(names: Iterable[str]) -> str:
    """Names as a list."""
    return ", ".join(map(name_text, names))


def read_points(text: str) -> Points:
    """Points: a whole number, a fraction like 37/2, or 18.5.

    >>> read_points("37/2"), read_points("-40")
    (Fraction(37, 2), -40)
    """
    plain = text.strip().replace("\u2212", "-")
    if not _POINTS.fullmatch(plain):
        raise Unreadable(f"{text.strip()[:40]!r} is no number of points, like 36 or 37/2")
    return whole(Fraction(plain))


def read_counts(text: str) -> dict[str, Points]:
    """A list of names with a number each, like `Ana 36, Bo 0`."""
    found: dict[str, Points] = {}
    for piece, place in pieces(text) if text.strip() else ():
        name, points = _at(place, _name_and_points, piece)
        if name in found:
            raise Unreadable(f"{name} is named twice", place)
        found[name] = points
    return found


def _name_and_points(text: str) -> tuple[str, Points]:
    if text.startswith('"'):
        name, end = read_quoted(text)
        number = text[end:]
    else:
        words = text.split()
        name, number = " ".join(words[:-1]), words[-1] if words else ""
    if not name or not number.strip():
        raise Unreadable(f"{text[:40]!r} is no name with a number, like 'Ana 36'")
    return name, read_points(number)


def counts_text(counts: Mapping[str, Points]) -> str:
    """Names with a number each, as a list.

    >>> counts_text({"Ana": 36, "Bo": Fraction(37, 2)})
    'Ana 36, Bo 37/2'
    """
    return ", ".join(f"{name_text(name)} {points}" for name, points in counts.items())
