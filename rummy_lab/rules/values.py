"""The shapes an option's value can have, and their text form.

A value is plain Python (`None`, a bool, a number, a word, a pair), or one of three tables over
something: the number of players, the deal, the ace. Tables are `Table`s: mappings that are frozen
and can be hashed, so that a rule set can be a key and cross to another process.

>>> by_players({"2": 10, "3-4": 7, "5+": 6})[(3, 4)]
7
>>> text_of_value(by_players({2: 10, (3, 4): 7, (5, None): 6}))
'{ "2" = 10, "3-4" = 7, "5+" = 6 }'
>>> value_of_text("[1, 2]"), value_of_text("high"), value_of_text("none")
([1, 2], 'high', None)
"""

from __future__ import annotations

import itertools
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rummy_lab.cards import GLYPHS, RANKS, SUITS, whole_number


class RulesError(ValueError):
    """Options that cannot be read, or that cannot go together; `options` names those concerned."""

    def __init__(self, said: str, options: tuple[str, ...] = ()) -> None:
        super().__init__(said)
        self.options = options

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.options)


class Table(Mapping[Any, Any]):
    """A frozen mapping, equal to a dict with the same items."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._items == dict(other)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self._items,)


_SPAN = re.compile(r"(\d{1,4})(?:-(\d{1,4})|(\+))?")


def span(key: object) -> tuple[int, int | None]:
    """A key like `2`, `(3, 4)`, `(5, None)`, `"3-4"` or `"5+"` as (least, most or None)."""
    if isinstance(key, int) and not isinstance(key, bool):
        return key, key
    if isinstance(key, str) and (found := _SPAN.fullmatch(key.strip())):
        least = int(found[1])
        most = None if found[3] else int(found[2] or least)
        if most is None or most >= least:
            return least, most
    if isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], int):
        least, most = key
        if most is None or (isinstance(most, int) and most >= least):
            return least, most
    raise ValueError(f"{key!r} is no number and no span like '3-4' or '5+'")


def _by_span(table: Mapping[Any, Any], read: Callable[[Any], Any]) -> Table:
    spans = sorted(((span(key), read(value)) for key, value in table.items()), key=lambda x: x[0])
    for ((_, most), _), ((least, _), _) in itertools.pairwise(spans):
        if most is None or most >= least:
            raise ValueError(f"{least} is named twice")
    return Table((lo if lo == hi else (lo, hi), value) for (lo, hi), value in spans)


def by_players(table: Mapping[Any, Any], read: Callable[[Any], Any] = lambda x: x) -> Table:
    """A table over the number of players, its keys normalised and in order."""
    if not table:
        raise ValueError("the table is empty")
    return _by_span(table, read)


def at_span(table: Mapping[Any, Any], number: int) -> Any:
    """What a table over spans says for a number; KeyError where it says nothing."""
    for key, value in table.items():
        least, most = span(key)
        if least <= number and (most is None or number <= most):
            return value
    raise KeyError(number)


def by_deal(table: Mapping[Any, Any], read: Callable[[Any], Any]) -> Table:
    """A table over deals: a "default" and the deals that differ."""
    rest = {key: value for key, value in table.items() if key != "default"}
    found: dict[Any, Any] = {"default": read(table["default"])}
    for key, value in sorted(rest.items(), key=lambda item: span(item[0])):
        least, most = span(key)
        for deal in range(least, (most or least) + 1):
            found[deal] = read(value)
    return Table(found)


@dataclass(frozen=True)
class Kind:
    """What a single value of an option can be: `says` in words, `read` makes or refuses it.

    `form` is how it is best edited: a "word" or a "switch" out of `choices`, a "pair" of numbers,
    a "table", or any other "text".
    """

    says: str
    read: Callable[[Any], Any]
    choices: tuple[Any, ...] = ()
    form: str = "text"


def _refuse(value: object) -> Any:
    raise ValueError(f"{value!r}")


def number(least: int, most: int = 10**6, none: bool = False, signed: bool = False) -> Kind:
    """A whole number, or also nothing."""

    def read(value: Any) -> Any:
        if none and value is None:
            return None
        low = -most if signed else least
        found = whole_number(value)
        return found if found is not None and low <= found <= most else _refuse(value)

    says = f"a whole number from {-most if signed else least} to {most}"
    return Kind(says + (' or "none"' if none else ""), read, (None,) if none else ())


def choice(*words: str, none: bool = False) -> Kind:
    """One of some words."""
    allowed: tuple[Any, ...] = (*words, *([None] if none else []))

    def read(value: Any) -> Any:
        value = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        return value if value in allowed else _refuse(value)

    says = "one of " + ", ".join(text_of_value(word) for word in allowed)
    return Kind(says, read, allowed, "word")


def either(first: Kind, second: Kind) -> Kind:
    """A value of the first kind or of the second."""

    def read(value: Any) -> Any:
        try:
            return first.read(value)
        except ValueError:
            return second.read(value)

    form = second.form if "pair" in (first.form, second.form) else "text"
    return Kind(f"{first.says}, or {second.says}", read, first.choices + second.choices, form)


def _read_bool(value: Any) -> bool:
    return value if isinstance(value, bool) else _refuse(value)


SWITCH = Kind("true or false", _read_bool, (True, False), "switch")


def pair(least: int, most: int, open_end: bool = False, ordered: bool = True) -> Kind:
    """Two numbers, the second of them perhaps nothing (`"none"`)."""

    def read(value: Any) -> Any:
        if isinstance(value, str) and (open_end or ordered):
            value = span(value)
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
            return _refuse(value)
        first, second = value
        second = None if second == "none" and open_end else second
        if any(isinstance(x, bool) for x in (first, second)):
            return _refuse(value)
        if not isinstance(first, int) or not least <= first <= most:
            return _refuse(value)
        if second is None and open_end:
            return first, None
        if not isinstance(second, int) or not least <= second <= most:
            return _refuse(value)
        return (first, second) if first <= second or not ordered else _refuse(value)

    says = f"two numbers from {least} to {most}" + ", the first not above the second" * ordered
    says += ', or the second "none"' * open_end
    return Kind(says, read, form="pair")


def rank_number(text: object) -> int:
    """The number of a rank text: A 1, 10 10, K 13; raises ValueError for others."""
    found = str(text).strip().upper().replace("T", "10")
    return RANKS.index(found) + 1 if found in RANKS else _refuse(text)


def rank_numbers(text: str) -> tuple[int, ...]:
    """The ranks a text like `A-K` or `A-7 J-K` lists, as numbers in order."""
    found: set[int] = set()
    for part in text.split():
        first, _, last = part.partition("-")
        found.update(range(rank_number(first), rank_number(last or first) + 1))
    return tuple(sorted(found)) or _refuse(text)


def _read_ranks(value: Any) -> str:
    text = value if isinstance(value, str) else " ".join(map(str, value))
    numbers, parts = rank_numbers(text), []
    start = previous = numbers[0]
    for rank in (*numbers[1:], 99):
        if rank != previous + 1:
            low, high = RANKS[start - 1], RANKS[previous - 1]
            parts.append(low if start == previous else f"{low}-{high}")
            start = rank
        previous = rank
    return " ".join(parts)


RANKS_KIND = Kind('ranks like "A-K" or "A-7 J-K"', _read_ranks)


def _read_suits(value: Any) -> str:
    text = "".join(value) if isinstance(value, (list, tuple)) else value
    if not isinstance(text, str):
        return _refuse(value)
    letters = {glyph: letter for letter, glyph in GLYPHS.items()}
    found = {letters.get(c, c.lower()) for c in text if not c.isspace()}
    return (
        "".join(s for s in SUITS if s in found) if found and found <= set(SUITS) else _refuse(text)
    )


SUITS_KIND = Kind('letters of "shdct", like "shdc"', _read_suits)


def _read_rank(value: Any) -> str:
    return RANKS[rank_number(value) - 1]


RANK_KIND = Kind("a rank", _read_rank)

_PART = re.compile(r"([SRsr])(\d{0,2})")


def _read_contract(value: Any) -> str:
    if not isinstance(value, str) or not value.split():
        return _refuse(value)
    for part in value.split():
        if not (found := _PART.fullmatch(part)) or found[2] in ("0", "1", "2", "00", "01", "02"):
            return _refuse(value)
    return " ".join(part.upper() for part in value.split())


CONTRACT = Kind('melds like "S3 R4" (S a set, R a run, with its size)', _read_contract)


def _read_points(value: Any) -> Any:
    if value == "pips":
        return value
    if not isinstance(value, Mapping) or not value:
        return _refuse(value)
    return _by_span(value, number(0, 1000).read)


POINTS = Kind('"pips", or a table like { "2" = 20, "3-9" = 5 }', _read_points, ("pips",), "table")


def _read_limits(value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, Mapping) or not value or not set(value) <= {"set", "run"}:
        return _refuse(value)
    return Table(
        (
            kind,
            Table(
                sorted(
                    (span(size)[0], number(0, 100).read(limit))
                    for size, limit in value[kind].items()
                )
            ),
        )
        for kind in ("set", "run")
        if kind in value
    )


LIMITS = Kind(
    '"none", or steps like { set = { "3" = 1 }, run = { "4" = 1, "5" = 2 } }',
    _read_limits,
    (None,),
    "table",
)


def value_of_text(text: str) -> Any:
    """The value a text gives, as in TOML; a bare word is a string; `none` is None.

    Raises `RulesError` for text that breaks off.
    """
    try:
        read = tomllib.loads(f"value = {text}")
        if set(read) != {"value"}:
            raise RulesError(f"{text!r} is more than one value")
        value = read["value"]
    except RulesError:
        raise
    except (ValueError, RecursionError):
        if len(text) > 200 or any(sign in text for sign in "[]{}\"'=\n"):
            shown = repr(text) if len(text) <= 60 else repr(text[:57]) + "..."
            raise RulesError(f"{shown} is no value: write it as in TOML") from None
        value = text.strip()
    return without_none(value)


def without_none(value: Any) -> Any:
    """A TOML value with its "none" words as None."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_none(item) for item in value]
    return None if value == "none" else value


def text_of_value(value: Any) -> str:
    """A value as TOML, log headers and `--set` write it."""
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        items = (f"{_text_of_key(k)} = {text_of_value(v)}" for k, v in value.items())
        return "{ " + ", ".join(items) + " }"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(text_of_value, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def _text_of_key(key: object) -> str:
    if isinstance(key, tuple):
        least, most = key
        return f'"{least}+"' if most is None else f'"{least}-{most}"'
    return key if isinstance(key, str) and key.isidentifier() else f'"{key}"'
