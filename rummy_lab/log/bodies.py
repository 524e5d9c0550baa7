"""What a line of text says, without its comment: a heading, a field, a turn.

>>> read_body("4 Bo: Draw, discard 4♠", Place("deal", ("Ana", "Bo")))
Turn(comment=None, number=0, turn=4, player='Bo', plays=(Play(action=read_action('draw'), ...
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rummy_lab.actions import VERBS
from rummy_lab.log.head import same_name
from rummy_lab.log.lines import FIRST_LINE, Field, Heading, Line, Turn, Version
from rummy_lab.log.notation import Unreadable, free_text, item_end, read_free, read_name
from rummy_lab.log.plays import Misread, read_plays
from rummy_lab.log.words import NAMED, WORDS, known_word, read_value, slip_of

_VERSION = re.compile(rf"{FIRST_LINE}\s+([0-9]{{1,9}})".replace(" ", r"\s+"), re.IGNORECASE)
_HEADING = re.compile(r"deal\s*:?\s*([0-9]{1,9})\s*:?", re.IGNORECASE)
_TURN = re.compile(r"([0-9]{1,9})[.)]?(?:\s+(?=\S)|(?=:))")
_NAMED = re.compile(rf"({'|'.join(NAMED)})\s+(?=\S)", re.IGNORECASE)


class Place(NamedTuple):
    """Where a line stands: in the "head" of a game or in a "deal", after its first turn or not.

    `names` are the players that the head has told.
    """

    section: str
    names: tuple[str, ...] = ()
    playing: bool = False


def read_body(body: str, place: Place) -> Line:
    """A line from its text without blanks around it; raises `Misread`."""
    if not body:
        return Line()
    if found := _VERSION.fullmatch(body):
        return Version(int(found[1]))
    if found := _HEADING.fullmatch(body):
        return heading(int(found[1]))
    if found := _TURN.match(body):
        return _turn(body, found, place)
    try:
        end = item_end(body, _key_start(body), ":")
    except Unreadable as error:
        raise Misread(str(error), error.offset) from None
    if end == len(body):
        raise Misread(*_no_line(body, place))
    return _field(body, end, place)


def heading(number: int) -> Heading:
    """The heading of a deal; raises `Misread` for a number that none has."""
    if number < 1:
        raise Misread("deals are numbered from 1")
    return Heading(number)


def _no_line(body: str, place: Place) -> tuple[str, int, str]:
    """What to say of a line with no colon, and what it may have been."""
    first, *others = body.split(None, 2)
    if first.lower() == "deal":
        return "a deal begins with 'deal' and its number, like 'deal 2'", 0, "deal"
    if first.lower() in VERBS:
        said = f"the turn's number and the player are missing: write '4 {_somebody(place)}: {body}'"
        return said[:200], 0, "turn"
    if first[0].isdigit():
        player = others[0] if others and others[0] not in VERBS else _somebody(place)
        said = f"the colon after the player is missing: write '{first} {player}: ...'"
        return said[:200], 0, "turn"
    wanted = "a field like 'place: Cluj', 'deal 2', a turn like '4 Bo: draw discard 4s'"
    return f"{body[:40]!r} is no line of a log: that is {wanted}, or a comment after #", 0, ""


def _somebody(place: Place) -> str:
    return place.names[-1] if place.names else "Bo"


# --- fields -----------------------------------------------------------------------------------


def _key_start(body: str) -> int:
    found = _NAMED.match(body)
    return found.end() if found else 0


def _field(body: str, end: int, place: Place) -> Line:
    """`key: value`, the colon being at `end`."""
    start = end + 1 + len(body[end + 1 :]) - len(body[end + 1 :].lstrip())
    value = body[start:]
    if body.startswith('"'):
        name = _named(body[:end], 0)
        if _is_player(name, place) and _first_word(value) in VERBS:
            raise Misread(f"the number of the turn is missing: write '4 {body[:30]}'", 0, "turn")
        return _free(name, value, start, quoted=True)
    found = _NAMED.match(body)
    if found and found.end() < end:
        name = _named(body[:end], found.end())
        if not name:
            raise Misread(f"{found[1]} of whom? Write '{found[1]} {_somebody(place)}: ...'")
        return _known(found[1].lower(), name, value, start, place)
    key = " ".join(body[:end].split())
    if word := known_word(key):
        if WORDS[word].named:
            raise Misread(f"{word} of whom? Write '{word} {_somebody(place)}: ...'", 0, word)
        return _known(word, "", value, start, place)
    if not key:
        raise Misread("there is nothing before the colon")
    if key.split()[0].lower() == "deal":
        raise Misread("'deal' and its number stand alone on their line, like 'deal 2'", 0, "deal")
    if place.section == "deal" and (line := _without_number(key, value, start, place)):
        return line
    if word := slip_of(key):
        raise Misread(
            f"{key!r} is no key; did you mean {word!r}? A field of your own can stand in quotes",
            0,
            word,
        )
    return _free(key, value, start)


def _named(text: str, start: int) -> str:
    try:
        return read_name(text[start:])[0]
    except Unreadable as error:
        raise Misread(str(error), start + error.offset) from None


def _free(name: str, value: str, start: int, quoted: bool = False) -> Field:
    data = read_free(value)
    return Field("", name, free_text(data), quoted, data=data, column=start + 1)


def _known(word: str, name: str, value: str, start: int, place: Place) -> Field:
    where = WORDS[word].place
    if where == "deal" and place.section == "head":
        raise Misread(f"{word!r} belongs below a 'deal' line", 0, word)
    if where == "game" and place.section == "deal":
        raise Misread(f"{word!r} belongs above the first 'deal' line", 0, word)
    if place.playing and word != "score":
        raise Misread(f"{word!r} belongs above the first turn of the deal", 0, word)
    try:
        data, written = read_value(word, value)
    except Unreadable as error:
        raise Misread(str(error), start + error.offset, word) from None
    return Field(word, name, written, data=data, column=start + 1)


def _is_player(name: str, place: Place) -> bool:
    return place.section == "deal" and any(same_name(name, there) for there in place.names)


def _first_word(text: str) -> str:
    return text.split(None, 1)[0].lower() if text else ""


def _without_number(key: str, value: str, start: int, place: Place) -> Line | None:
    """`Ana: 7h 8h` is Ana's hand, `Ana: draw ...` a turn whose number is missing."""
    player, first = _is_player(key, place), _first_word(value)
    if player and not place.playing and first and first not in VERBS:
        return _known("hand", key, value, start, place)
    if player or first in VERBS:
        try:
            return Turn(None, key, tuple(read_plays(value, start)))
        except Misread:
            if player:
                raise
    return None


# --- turns ------------------------------------------------------------------------------------


def _turn(body: str, found: re.Match[str], place: Place) -> Turn:
    start = found.end()
    try:
        end = item_end(body, start, ":")
        if end == len(body):
            raise Misread(*_no_line(body, place))
        name = read_name(body[start:end])[0]
    except Misread:
        raise
    except Unreadable as error:
        raise Misread(str(error), start + error.offset, "turn") from None
    if not name:
        said = f"the player is missing: write '{found[1]} {_somebody(place)}: ...'"
        raise Misread(said, start, "turn")
    plays = tuple(read_plays(body[end + 1 :], end + 1))
    return Turn(int(found[1]), name, plays, column=start + 1)
