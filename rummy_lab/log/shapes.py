"""How the values of fields stand in JSON: cards and names as lists, points as numbers.

Each shape gives JSON for what a field holds, and from JSON what the field's word can write as text;
so what a value means is asked of the same readers, whichever form it came in.

>>> SHAPES["counts"].plain({"Ana": 36, "Bo": Fraction(37, 2)})
{'Ana': 36, 'Bo': '37/2'}
>>> SHAPES["cards"].given(["7h", "8h discard"])
Traceback (most recent call last):
rummy_lab.log.notation.Unreadable: '8h discard' is no text like '7h'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from rummy_lab.cards import shortened
from rummy_lab.log.notation import Unreadable
from rummy_lab.rules import text_of_value, value_of_text

_WORD = re.compile(r'[^\s,()\[\]|"]+')
_DIGITS = re.compile("[+-]?[0-9]{1,1000}")
EXACT = 2**53
"""Whole numbers below this are exact in every program that reads JSON; larger ones are texts."""


class Figure(str):
    """A number with a point or an exponent, as it is written in JSON."""

    __slots__ = ()


class Shape(NamedTuple):
    """A kind of value: `plain` gives JSON for it, `given` takes JSON; raises `Unreadable`."""

    plain: Callable[[Any], Any]
    given: Callable[[Any], Any]


def word_of(value: Any) -> str:
    """A text without blanks and brackets, like a card."""
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise Unreadable(f"{shortened(value)} is no text like '7h'")
    return value


def text_given(value: Any) -> str:
    """Any text."""
    if not isinstance(value, str) or isinstance(value, Figure):
        raise Unreadable(f"{shortened(value)} is no text: it stands in quotes")
    return value


def whole_given(value: Any) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable(f"{shortened(value)} is no whole number")
    return value


def list_given(value: Any, read: Callable[[Any], Any]) -> list[Any]:
    """A list, each item read."""
    if not isinstance(value, list):
        raise Unreadable(f"{shortened(value)} is no list, like [...]")
    return [read(item) for item in value]


def cards_given(value: Any) -> list[str]:
    """Cards, as a list of texts or as one text."""
    return list_given(value.split() if isinstance(value, str) else value, word_of)


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(f"{shortened(value)} is neither true nor false")
    return value


def _seed(value: Any) -> int | str:
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return value
    return whole_given(value)


def _plain_points(points: Any) -> Any:
    return str(points) if isinstance(points, Fraction) else points


def _counts(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(f'{shortened(value)} is no table of names, like {{"Ana": 36}}')
    return {
        name: word_of(points) if isinstance(points, str) else whole_given(points)
        for name, points in value.items()
    }


def _players(value: Any) -> tuple[str, ...] | int:
    if isinstance(value, list):
        return tuple(list_given(value, text_given))
    return whole_given(value)


def _plain_players(players: Any) -> Any:
    return players if isinstance(players, int) else list(players)


def _option(value: Any) -> Any:
    if isinstance(value, Figure):
        raise Unreadable(f"{shortened(str(value))} is no value of an option")
    for inner in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        _option(inner)
    return value


def _texts(some: Any) -> list[str]:
    return list(map(str, some))


def _same(value: Any) -> Any:
    return value


SHAPES = {
    "text": Shape(_same, text_given),
    "number": Shape(_same, whole_given),
    "switch": Shape(_same, _switch),
    "seed": Shape(lambda seed: seed if abs(seed) < EXACT else str(seed), _seed),
    "cards": Shape(_texts, cards_given),
    "names": Shape(list, lambda value: list_given(value, text_given)),
    "actions": Shape(_texts, lambda value: list_given(value, text_given)),
    "counts": Shape(
        lambda counts: {name: _plain_points(points) for name, points in counts.items()}, _counts
    ),
    "players": Shape(_plain_players, _players),
    "option": Shape(lambda value: value_of_text(text_of_value(value)), _option),
}
"""Every shape, by the name that `words.Word.shape` has."""
