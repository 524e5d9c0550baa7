"""The words that a field of a log can begin with, and what stands after the colon.

Each word knows how its value is read and written; every option of the registry is a word too, in
the text form of `rummy_lab.rules.values`.

>>> read_value("hand", "Td 7♥ ??")[1]
'10d 7h ??'
>>> read_value("ace", "high")
('high', '"high"')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from rummy_lab.actions import Action, read_action
from rummy_lab.cards import Card, NotationError, Placed, card, placed, text_of
from rummy_lab.log.lines import Field, Line
from rummy_lab.log.notation import (
    Unreadable,
    counts_text,
    name_text,
    names_text,
    pieces,
    plain_text,
    read_counts,
    read_free,
    read_name,
    read_names,
)
from rummy_lab.rules import OPTIONS, RulesError, text_of_value, value_of_text
from rummy_lab.rules.registry import nearest, option
from rummy_lab.variants import variants

_INTEGER = re.compile(r"[+-]?[0-9]{1,1000}")
_WORD = re.compile(r"[^\s,]+")
_SWITCHES = {"true": True, "yes": True, "false": False, "no": False}
ENDINGS = ("out", "last turns", "stock", "no draw")
PHASES = ("draw", "buy", "play", "over")


class Word(NamedTuple):
    """A word: where it may stand ("game", "deal" or "both"), how its value is read and written.

    `named` says that a player's name follows the word (`hand Ana`). `shape` is what kind of value
    it has, a key of `shapes.SHAPES`: how it stands in JSON. `since` is the version it came with.
    """

    place: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    named: bool = False
    shape: str = "text"
    since: int = 1


# --- values -----------------------------------------------------------------------------------


def read_integer(text: str) -> int:
    """A whole number of at most 1000 digits."""
    if not _INTEGER.fullmatch(text):
        shown = text[:40] + ("..." if len(text) > 40 else "")
        raise Unreadable(f"{shown!r} is no whole number")
    return int(text)


def read_count(text: str) -> int:
    """A whole number from 0 to 999999."""
    number = read_integer(text)
    if not 0 <= number < 10**6:
        raise Unreadable(f"{text[:40]} is no number from 0 to 999999")
    return number


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards, of which any may be `??`."""
    return tuple(_each(text, card))


def read_row(text: str) -> tuple[Placed, ...]:
    """The cards of a meld, wilds with what they stand for."""
    return tuple(_each(text, lambda word: placed(word)[0]))


def _each(text: str, read: Callable[[str], Any]) -> Iterable[Any]:
    for found in _WORD.finditer(text):
        try:
            yield read(found[0])
        except NotationError as error:
            raise Unreadable(str(error), found.start()) from None


def read_actions(text: str) -> tuple[Action, ...]:
    """Actions parted by commas."""
    try:
        return tuple(map(read_action, text.split(","))) if text else ()
    except NotationError as error:
        raise Unreadable(str(error)) from None


def read_switch(text: str) -> bool:
    """`true` or `false`."""
    if text.lower() not in _SWITCHES:
        raise Unreadable(f"{text[:40]!r} is neither true nor false")
    return _SWITCHES[text.lower()]


def read_a_name(text: str) -> str:
    """The name of one player."""
    name = read_name(text)[0]
    if not name:
        raise Unreadable("a player's name is missing")
    return name


def read_players(text: str) -> tuple[str, ...] | int:
    """The players: names parted by commas, or how many there are."""
    if re.fullmatch("[0-9]{1,3}", text):
        return int(text)
    names = read_names(text)
    if not names:
        raise Unreadable("the players are missing: write 'players: Ana, Bo'")
    return tuple(names)


def _players_text(players: tuple[str, ...] | int) -> str:
    return str(players) if isinstance(players, int) else names_text(players)


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in words:
            raise Unreadable(f"{text[:40]!r} is none of {', '.join(words)}")
        return text.lower()

    return read


def read_option(name: str, text: str) -> Any:
    """An option's value."""
    try:
        return option(name).read(value_of_text(text))
    except RulesError as error:
        raise Unreadable(str(error)) from None
    except ValueError:  # a number too long for Python
        raise Unreadable(f"{name}={text[:20]}...: that is no value") from None


@lru_cache(maxsize=256)
def read_preset(text: str) -> dict[str, Any]:
    """Options with their values, as a table."""
    try:
        table = value_of_text(text)
        if not isinstance(table, dict):
            raise RulesError(f"{text[:40]!r} is no table like {{ packs = 2 }}")
        return {name: option(name).read(value) for name, value in table.items()}
    except ValueError as error:
        raise Unreadable(str(error)[:400]) from None


def read_use(text: str) -> tuple[str, ...]:
    """The ids of documented options, parted by commas."""
    found: list[str] = []
    for piece, place in pieces(text):
        if piece not in documented():
            raise Unreadable(f"{piece[:40]!r} is no documented option{_near_id(piece)}", place)
        found.append(piece)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1)
def documented() -> frozenset[str]:
    """The ids of the documented options of all variants."""
    return frozenset(named.id for rules in variants().values() for named in rules.variant.named)


def _near_id(piece: str) -> str:
    return nearest(piece[:40], sorted(documented()))


# --- the words --------------------------------------------------------------------------------


def _game(
    read: Callable[[str], Any], write: Callable[[Any], str] = str, shape: str = "text"
) -> Word:
    return Word("game", read, write, shape=shape)


def _deal(
    read: Callable[[str], Any],
    write: Callable[[Any], str] = str,
    shape: str = "text",
    named: bool = False,
) -> Word:
    return Word("deal", read, write, named, shape)


def _option_reader(name: str) -> Callable[[str], Any]:
    return lambda text: read_option(name, text)


def _of_player(read: Callable[[str], Any]) -> Word:
    return _deal(read, text_of, "cards", named=True)


_CARDS = _deal(read_cards, text_of, "cards")
_NUMBER = _deal(read_count, shape="number")
_SWITCH = _deal(read_switch, text_of_value, "switch")
_NAMES = _deal(read_names, names_text, "names")
_NAME = _deal(read_a_name, name_text)
_COUNTS = _deal(read_counts, counts_text, "counts")

WORDS: dict[str, Word] = {
    # the game
    "variant": _game(lambda text: read_free(text).lower(), plain_text),
    "house": _game(read_free, plain_text),
    **{
        name: _game(_option_reader(name), text_of_value, "option")
        for name in OPTIONS
        if name != "players"
    },
    "players": Word("both", read_players, _players_text, shape="players"),
    "dealer": Word("both", read_a_name, name_text),
    "seed": Word("both", read_integer, str, shape="seed"),
    "totals": _game(read_counts, counts_text, "counts"),
    "preset": _game(read_preset, text_of_value, "option"),
    "use": Word("game", read_use, ", ".join, shape="names", since=2),
    # the cards of a deal
    "hand": _of_player(read_cards),
    "stock": _CARDS,
    "upcard": _CARDS,
    "discards": _CARDS,
    "pile": _of_player(read_cards),
    "meld": _of_player(read_row),
    "by": _deal(lambda text: read_names(text, again=True), names_text, "names", named=True),
    # what a position remembers
    "turn": _NAME,
    "active": _NAME,
    "phase": _deal(_one_of(*PHASES)),
    "turn_number": _NUMBER,
    "taken": _CARDS,
    "banned": _CARDS,
    "duties": _CARDS,
    "melds_now": _NUMBER,
    "played_now": _SWITCH,
    "joker_now": _SWITCH,
    "met_now": _SWITCH,
    "refused": _SWITCH,
    "buyers": _NAMES,
    "played": _NAMES,
    "met": _NAMES,
    "buys_used": _COUNTS,
    "recycles": _NUMBER,
    "known": _of_player(read_cards),
    "took": _of_player(read_cards),
    "choices": _deal(read_actions, lambda actions: ", ".join(map(str, actions)), "actions"),
    "outs": _NAMES,
    "stock_known": _SWITCH,
    "out": _NAME,
    "finals": _NUMBER,
    "ending": _deal(_one_of(*ENDINGS)),
    "whole_hand": _SWITCH,
    "joker_used": _SWITCH,
    # how it ended
    "left": Word("deal", read_cards, text_of, True, "cards", since=2),
    "score": _COUNTS,
    # what was written down wrong
    "correct": Word("deal", read_counts, counts_text, True, "counts", since=2),
    "strike": Word("deal", read_free, plain_text, True, since=2),
}
"""Every word with a meaning, in the order in which a program writes them."""
NAMED = tuple(word for word, meaning in WORDS.items() if meaning.named)


def read_value(word: str, text: str) -> tuple[Any, str]:
    """What a value says, and its text in the one form that is written.

    Raises `Unreadable` with what would have been right.
    """
    data = WORDS[word].read(text)
    return data, WORDS[word].write(data)


def known_word(key: str) -> str:
    """The word a key is, upper or lower case and with blanks for low lines; "" where it is none.

    >>> known_word("Melds per turn"), known_word("place")
    ('melds_per_turn', '')
    """
    word = "_".join(key.lower().split())
    return word if word in WORDS else ""


def version_of(lines: Iterable[Line]) -> int:
    """The first version of the format that has all the words of some lines."""
    words = (line.word for line in lines if isinstance(line, Field) and line.word)
    return max((WORDS[word].since for word in words), default=1)


def _one_less(word: str) -> set[str]:
    return {word, *(word[:n] + word[n + 1 :] for n in range(len(word)))}


_SLIPS: dict[str, list[str]] = {}
for _word in WORDS:
    for _less in _one_less(_word) if len(_word) > 3 or _word in OPTIONS else ():
        _SLIPS.setdefault(_less, []).append(_word)


def slip_of(key: str, version: int) -> str:
    """The word of a version that a key misses by one letter, or by two that changed places.

    >>> slip_of("varaint", 1), slip_of("tarjet", 1), slip_of("time", 1), slip_of("strik", 2)
    ('variant', 'target', '', 'strike')
    """
    word = "_".join(key.lower().split())
    if not 3 < len(word) <= 40:
        return ""
    near = dict.fromkeys(known for less in _one_less(word) for known in _SLIPS.get(less, ()))
    found = (known for known in near if WORDS[known].since <= version and one_slip(word, known))
    return min(found, default="")


def one_slip(word: str, known: str) -> bool:
    """Whether two words differ by one letter at most, or by two that changed places."""
    if len(word) != len(known):
        return word in _one_less(known) or known in _one_less(word)
    apart = [n for n, (a, b) in enumerate(zip(word, known, strict=True)) if a != b]
    if len(apart) == 2 and apart[1] == apart[0] + 1:
        return word[apart[0]] == known[apart[1]] and word[apart[1]] == known[apart[0]]
    return len(apart) <= 1


def nearest_word(key: str) -> str:
    """What to say about a key that is no word."""
    return nearest(key, WORDS)
