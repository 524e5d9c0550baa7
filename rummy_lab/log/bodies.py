"""What a line of text says, without its comment: a heading, a field, a turn.

>>> read_body("4 Bo: Draw, discard 4♠", Place("deal", ("Ana", "Bo")))
Turn(comment=None, number=0, turn=4, player='Bo', plays=(Play(action=read_action('draw'), ...
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rummy_lab.actions import VERBS
from rummy_lab.log.head import same_name
from rummy_lab.log.lines import FIRST_LINE, NUMBERED, VERSION, Field, Heading, Line, Turn, Version
from rummy_lab.log.notation import Unreadable, free_text, item_end, read_free, read_name
from rummy_lab.log.plays import Misread, read_plays
from rummy_lab.log.words import NAMED, WORDS, known_word, read_value, slip_of

_VERSION = re.compile(rf"{FIRST_LINE}\s+([0-9]{{1,9}})".replace(" ", r"\s+"), re.IGNORECASE)
_STRIKE = re.compile(r"strike\s+[0-9]+", re.IGNORECASE)
_HEADING = re.compile(r"deal\s*:?\s*([0-9]{1,9})\s*:?", re.IGNORECASE)
_TURN = re.compile(r"([0-9]{1,9})[.)]?(?:\s+(?=\S)|(?=:))")
_NAMED = {
    version: re.compile(
        rf"({'|'.join(w for w in NAMED if WORDS[w].since <= version)})\s+(?=\S)", re.IGNORECASE
    )
    for version in range(1, VERSION + 1)
}
_AFTER_PLAY = ("score", "left", "correct", "strike")
"""Words that may stand below the turns of a deal."""


_OF_DEALS = ("correct", "strike")
_DEAL = re.compile("[0-9]{1,9}")


class Place(NamedTuple):
    """Where a line stands: in the "head" of a game or in a "deal", after its first turn or not.

    `names` are the players that the head has told, `version` is that of the game.
    """

    section: str
    names: tuple[str, ...] = ()
    playing: bool = False
    version: int = VERSION


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
        end = item_end(body, _key_start(body, place), ":")
    except Unreadable as error:
        raise Misread(str(error), error.offset) from None
    if end == len(body):
        if _STRIKE.fullmatch(body):  # the only field that can do without a colon
            return _field(f"{body}:", end, place)
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


def _key_start(body: str, place: Place) -> int:
    found = _NAMED[place.version].match(body)
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
    found = _NAMED[place.version].match(body)
    if found and found.end() < end:
        word, name = found[1].lower(), _named(body[:end], found.end())
        if not name or (word in _OF_DEALS and not _DEAL.fullmatch(name)):
            raise _of_what(word, place)
        return _known(word, name, value, start, place)
    key = " ".join(body[:end].split())
    word = known_word(key)
    if word and WORDS[word].since <= place.version:
        if WORDS[word].named:
            raise _of_what(word, place)
        return _known(word, "", value, start, place)
    if not key:
        raise Misread("there is nothing before the colon")
    if key.split()[0].lower() == "deal":
        raise Misread("'deal' and its number stand alone on their line, like 'deal 2'", 0, "deal")
    if place.section == "deal" and (line := _without_number(key, value, start, place)):
        return line
    if word := slip_of(key, place.version):
        raise Misread(
            f"{key!r} is no key; did you mean {word!r}? A field of your own can stand in quotes",
            0,
            word,
        )
    _of_this_version(body, place)
    return _free(key, value, start)


def _of_what(word: str, place: Place) -> Misread:
    """What to say of a word that a name or a number should follow."""
    asked, like = ("of whom", _somebody(place)) if word not in NUMBERED else ("which", "2")
    return Misread(f"{word} {asked}? Write '{word} {like}: ...'", 0, word)


def _of_this_version(body: str, place: Place) -> None:
    """Raises `Misread` for a line that only a later version reads as one of its words.

    To an earlier version it is a field of one's own, but hardly meant to be.
    """
    if place.version == VERSION:
        return
    try:
        line = read_body(body, place._replace(version=VERSION))
    except Misread:
        return
    if isinstance(line, Field) and line.word:
        since = WORDS[line.word].since
        said = (
            f"{line.word!r} is a word of version {since} of the log: begin it with "
            f"'{FIRST_LINE} {since}', or put the key in quotes"
        )
        raise Misread(said, 0, line.word)


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
    if place.playing and word not in _AFTER_PLAY:
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
