"""Lines as JSON, one object for each, and back: the form of a log for other programs.

What a value means is asked of the readers of text, so both forms say the same.

>>> from rummy_lab.log.bodies import read_body
>>> place = Place("deal", ("Ana", "Bo"))
>>> print(row_of(read_body("4 Bo: take lay 10h on 2 discard 4s", place)))
{"turn": 4, "player": "Bo", "actions": [{"action": "take"}, {"action": "lay", "cards": ["10h"], ...
>>> print(read_row('{"hand": "Ana", "cards": ["7h", "10d"], "comment": " mine"}', place))
hand Ana: 7h 10d  # mine
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from rummy_lab.actions import VERBS, Contract, LayOff, Swap
from rummy_lab.cards import NotationError, card, shortened
from rummy_lab.log.bodies import Place, heading, read_body
from rummy_lab.log.head import free_field
from rummy_lab.log.lines import (
    NUMBERED,
    VERSION,
    Field,
    Heading,
    Line,
    Play,
    Turn,
    Unread,
    Version,
    stamp,
)
from rummy_lab.log.notation import BLANKS, NOT_PLAIN, Unreadable
from rummy_lab.log.plays import Misread, action_of, read_plays
from rummy_lab.log.shapes import (
    SHAPES,
    Figure,
    cards_given,
    list_given,
    text_given,
    whole_given,
    word_of,
)
from rummy_lab.log.words import NAMED, WORDS, slip_of
from rummy_lab.rules.registry import nearest

VALUE_KEYS = {"by": "players", "correct": "points", "strike": "why"}
"""Where the value of a word that a name follows stands, if not under "cards"."""
_KEPT = re.compile(r'\{\s*"unread"\s*:')
_KEYS = ("log", "deal", "field", *NAMED, *(word for word in WORDS if word not in NAMED))
"""What a line can be, the words that others may stand beside first."""
_MOST_TURN = 10**9 - 1


# --- lines to JSON ----------------------------------------------------------------------------


def row_of(line: Line) -> str:
    """A line as a row of JSON; a row of JSON that could not be read stays as it is."""
    if isinstance(line, Unread) and line.text.startswith("{"):
        return line.text
    told = _plain(line)
    if line.comment is not None:
        told["comment"] = line.comment
    return NOT_PLAIN.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(told, ensure_ascii=False)
    )


def _plain(line: Line) -> dict[str, Any]:
    if isinstance(line, Turn):
        actions = [_plain_play(play) for play in line.plays]
        return {"turn": line.turn, "player": line.player, "actions": actions}
    if isinstance(line, Field):
        return _plain_field(line)
    if isinstance(line, Heading):
        return {"deal": line.deal}
    if isinstance(line, Version):
        return {"log": line.version}
    return {"unread": line.text} if isinstance(line, Unread) else {}


def _plain_field(line: Field) -> dict[str, Any]:
    word, name = line.word, line.name
    if not word:
        told = {"field": name, "value": line.data}
        return {**told, "quoted": True} if line.quoted else told
    value = SHAPES[WORDS[word].shape].plain(line.data)
    if not WORDS[word].named:
        return {word: value}
    key = VALUE_KEYS.get(word, "cards")
    return {word: int(name) if _is_number(word, name) else name, key: value}


def _is_number(word: str, name: str) -> bool:
    return word in NUMBERED and name.isascii() and name.isdigit() and str(int(name[:9])) == name


def _plain_play(play: Play) -> dict[str, Any]:
    action = play.action
    told: dict[str, Any] = {"by": play.by} if play.by else {}
    told["action"] = action.verb
    if isinstance(action, Contract):
        told["melds"] = [list(map(str, row)) for row in action.melds]
    elif isinstance(row := getattr(action, "placed", None), tuple):
        told["cards"] = list(map(str, row))
    elif (one := getattr(action, "card", None)) is not None:
        told["card"] = str(one)
    if isinstance(action, LayOff | Swap):
        told["on"] = action.meld
    if play.order is not None:
        told["order"] = list(map(str, play.order))
    elif play.drawn is not None:
        told["drawn"] = str(play.drawn)
    return told


# --- JSON to lines ----------------------------------------------------------------------------


def kept_text(row: str, lines: bool = False) -> str | None:
    """The text that a row keeps unread, None for any other row; of several `lines` if wanted.

    >>> kept_text('{"unread": "well played"}'), kept_text('{"deal": 1}')
    ('well played', None)
    """
    if not _KEPT.match(row):
        return None
    try:
        told = _object(row)
    except Misread:
        return None
    text = told.get("unread")
    one = isinstance(text, str) and (lines or not set(text) & {"\n", "\r"})
    return text if one and len(told) == 1 else None


def read_row(row: str, place: Place) -> Line:
    """A line from a row that begins with `{`; raises `Misread` with the place in the row."""
    try:
        told = _object(row)
        comment = _comment(told.pop("comment", None))
        line = _line(told, row, place)
    except RecursionError:
        raise Misread("this is nested too deeply for a line of a log") from None
    except Misread:
        raise
    except Unreadable as error:
        raise Misread(str(error)) from None
    return line if comment is None else stamp(line, comment=comment)


def _object(row: str) -> dict[str, Any]:
    try:
        told = _DECODER.decode(row)
    except json.JSONDecodeError as error:
        raise Misread(f"this is no JSON: {error.msg}", error.pos) from None
    except RecursionError:
        raise Misread("this is nested too deeply for a line of a log") from None
    except ValueError as error:  # a key that stands twice, NaN, a number of thousands of digits
        raise Misread(str(error).partition(";")[0]) from None
    return told


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {shortened(twice)} stands twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of a log")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_float=Figure, parse_constant=_no_number)


def _comment(value: Any) -> str | None:
    if value is None:
        return None
    text = text_given(value).rstrip(BLANKS)
    if found := re.search(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]", text):
        raise Unreadable(f"the character U+{ord(found[0]):04X} cannot stand in a comment")
    return text


def _line(told: dict[str, Any], row: str, place: Place) -> Line:
    if not told:
        return Line()
    if "actions" in told:
        return _turn(told, row, place)
    word = next((key for key in _KEYS if key in told), "")
    at = row.find(f'"{word}"') if word else 0
    try:
        if not word:
            raise Misread(_no_key(next(iter(told))))
        if word == "field":
            return _free(told, place)
        if word in WORDS:
            return stamp(_field(word, told, place), column=max(0, at) + 1)
        _only(told, (word,))
        number = whole_given(told[word])
        if word == "deal":
            return heading(min(number, _MOST_TURN))
        return Version(min(max(number, 0), _MOST_TURN))
    except Misread as error:
        raise Misread(str(error), max(0, at), error.meant or word) from None
    except Unreadable as error:
        raise Misread(f"{word}: {error}", max(0, at), word) from None


def _no_key(key: str) -> str:
    near = slip_of(key, VERSION)
    meant = f"; did you mean {near!r}?" if near else ""
    own = '{"field": "place", "value": "Cluj"}'
    return f"{shortened(key)} is no key of a log{meant}; a field of your own is {own}"


def _only(told: dict[str, Any], keys: Sequence[str]) -> None:
    """Whether there is nothing but some keys, the first of which says what it is."""
    for key in told:
        if key not in keys:
            raise Misread(
                f"{shortened(key)} does not stand beside {keys[0]!r}{nearest(key[:40], keys)}"
            )


# --- fields -----------------------------------------------------------------------------------


def _field(word: str, told: dict[str, Any], place: Place) -> Field:
    """A field of the format: its text is made and read as any text is."""
    meaning, name, key = WORDS[word], "", word
    if meaning.named:
        key = VALUE_KEYS.get(word, "cards")
        _only(told, (word, key))
        if key not in told and word != "strike":
            raise Misread(f"{word!r} has a second key, {key!r}")
        name = str(told[word]) if _is_number(word, str(told[word])) else text_given(told[word])
    _only(told, (word, key))
    written = meaning.write(SHAPES[meaning.shape].given(told.get(key, "")))
    line = Field(word, name, written)
    read = read_body(line.body.strip(BLANKS), place)
    if not isinstance(read, Field) or (read.word, read.name) != (word, name):
        raise Misread(f"this does not read as {word!r}: {shortened(line.body)}")
    return read


def _reads_as_text(line: Line, place: Place) -> bool:
    """Whether a line written as text is read as itself (one that begins so is read as JSON)."""
    return not line.body.startswith("{") and read_body(line.body, place) == line


def _free(told: dict[str, Any], place: Place) -> Line:
    """A field of the user's own; its key is put in quotes where it would be read otherwise."""
    _only(told, ("field", "value", "quoted"))
    key, value = text_given(told["field"]), text_given(told.get("value", ""))
    quoted = SHAPES["switch"].given(told.get("quoted", False))
    for line in (free_field(key, value, quoted), free_field(key, value, quoted=True)):
        try:
            if _reads_as_text(line, place):
                return line
        except Misread:
            continue
    raise Misread(f"{shortened(key)} cannot be the key of a field here")


# --- turns ------------------------------------------------------------------------------------


def _turn(told: dict[str, Any], row: str, place: Place) -> Turn:
    try:
        _only(told, ("actions", "turn", "player"))
        number, player = told.get("turn"), text_given(told.get("player", ""))
        if number is not None and not 0 <= whole_given(number) <= _MOST_TURN:
            raise Misread(f"{shortened(number)} is no number of a turn", 0, "turn")
        if not player:
            raise Misread('the player is missing: write "player": "Bo"', 0, "turn")
        plays = tuple(_plays(told["actions"], row))
        if not plays:
            raise Misread("nothing is done in this turn", 0, "turn")
        line = Turn(number, player, plays, column=max(0, row.find('"player"')) + 1)
        if number is None and not _reads_as_text(line, place):
            raise Misread('the number of the turn is missing: write "turn": 4', 0, "turn")
    except Misread as error:
        raise Misread(str(error), error.offset, "turn") from None
    except Unreadable as error:
        raise Misread(str(error), max(0, row.find('"actions"')), "turn") from None
    return line


def _plays(actions: Any, row: str) -> Iterable[Play]:
    """The actions of a turn, each with its place in the row."""
    at = 0
    if not isinstance(actions, list):
        raise Unreadable(f"{shortened(actions)} is no list of actions")
    for entry in actions:
        at = max(at, row.find('"action"', at + 1))
        try:
            if isinstance(entry, str):
                yield from (replace(play, column=at + 1) for play in read_plays(entry, 0))
            else:
                yield _read_play(entry, at + 1)
        except (Unreadable, NotationError) as error:
            raise Misread(str(error), at, "turn") from None


def _read_play(told: Any, column: int) -> Play:
    if not isinstance(told, dict):
        raise Unreadable(f'{shortened(told)} is no action, like {{"action": "draw"}}')
    verb = told.get("action")
    if not isinstance(verb, str) or verb not in _PARTS:
        near = nearest(verb[:40], VERBS) if isinstance(verb, str) else ""
        raise Unreadable(f"{shortened(verb)} is no action{near}")
    keys, text = _PARTS[verb]
    if not told.keys() <= keys:
        _only(told, ("action", *sorted(keys - {"action"})))
    action = action_of(f"{verb}{text(told)}")
    if not ("by" in told or "drawn" in told or "order" in told):
        return Play(action, column=column)
    by = told.get("by")
    if by is not None and not text_given(by):
        raise Unreadable('"by" names who else does this')
    if "drawn" in told and "order" in told:
        raise Unreadable("the last card of 'order' is the one drawn: say no 'drawn' beside it")
    drawn = card(word_of(told["drawn"])) if "drawn" in told else None
    order = tuple(map(card, cards_given(told["order"]))) if "order" in told else None
    return Play(action, by or "", drawn, order, column=column)


def _nothing(told: dict[str, Any]) -> str:
    return ""


def _one(told: dict[str, Any]) -> str:
    return f" {word_of(told['card'])}" if "card" in told else ""


def _some(told: dict[str, Any]) -> str:
    return f" {' '.join(cards_given(told.get('cards')))}"


def _on(told: dict[str, Any]) -> str:
    return f" on {whole_given(told.get('on'))}"


def _melds(told: dict[str, Any]) -> str:
    rows = list_given(told.get("melds"), cards_given)
    return f" {' | '.join(map(' '.join, rows))}"


def _beside(*keys: str) -> frozenset[str]:
    return frozenset(("action", *keys, "by", "drawn", "order"))


_PARTS: dict[str, tuple[frozenset[str], Callable[[dict[str, Any]], str]]] = {
    "draw": (_beside(), _nothing),
    "take": (_beside("card"), _one),
    "meld": (_beside("cards"), _some),
    "lay": (_beside("cards", "on"), lambda told: _some(told) + _on(told)),
    "swap": (_beside("card", "on"), lambda told: _one(told) + _on(told)),
    "contract": (_beside("melds"), _melds),
    "discard": (_beside("card"), _one),
    "out": (_beside("card"), _one),
    "buy": (_beside(), _nothing),
    "pass": (_beside(), _nothing),
}
"""What stands beside each action, and how that is written as text."""
