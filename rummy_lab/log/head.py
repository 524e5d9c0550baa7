"""The head of a game: which rules, who plays, who deals, which seed.

>>> from rummy_lab.log.errors import Errors
>>> head = Head([field_of("variant", "rummy"), field_of("ace", "high")], Errors())
>>> head.rules
variant('rummy', ace='high')
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

from rummy_lab.deal.position import player_names
from rummy_lab.log.errors import Errors
from rummy_lab.log.lines import Field, Line, Unread, Version
from rummy_lab.log.notation import free_text
from rummy_lab.log.words import WORDS, one_slip
from rummy_lab.rules import OPTIONS, Rules, RulesError, Variant, nearest
from rummy_lab.rules.ruleset import options_of
from rummy_lab.scoring import Points
from rummy_lab.variants import variants

HOUSE = "house"
"""The variant of rules that are based on no shipped one."""


def field_of(word: str, data: Any, name: str = "") -> Field:
    """A field as a program writes it.

    >>> str(field_of("players", ("Ana", "Bo")))
    'players: Ana, Bo'
    """
    return Field(word, name, WORDS[word].write(data), data=data)


def free_field(key: str, text: str, quoted: bool = False) -> Field:
    """A field of the user's own."""
    return Field("", key, free_text(text), quoted, data=text)


def seat_of(name: str, names: Sequence[str]) -> int:
    """The seat of a player; raises `ValueError` with the nearest name for one there is none of.

    >>> seat_of("bo", ["Ana", "Bo"])
    Traceback (most recent call last):
    ValueError: 'bo' is no player; did you mean 'Bo'?
    """
    if not isinstance(name, str):
        raise ValueError(f"{name!r} is no name of a player; there are {', '.join(names)}")
    for seat, there in enumerate(names):
        if there == name:
            return seat
    for seat, there in enumerate(names):
        if same_name(there, name):
            return seat
    raise ValueError(f"{name!r} is no player{_nearest_name(name, names)}")


def same_name(first: str, second: str) -> bool:
    """Whether two names are the same letters, however a keyboard put them together."""
    return first == second or (
        unicodedata.normalize("NFC", first) == unicodedata.normalize("NFC", second)
    )


def _nearest_name(name: str, names: Sequence[str]) -> str:
    for there in names:
        typed, known = name.casefold(), there.casefold()
        slip = 2 < max(len(typed), len(known)) < 100 and one_slip(typed, known)
        if typed == known or slip:
            return f"; did you mean {there!r}?"
    return nearest(name, names)


class Head:
    """What the lines of a head say together; what is missing or wrong is told to `errors`.

    `rules` is None where a line that matters could not be read: nothing is played through then.
    `names` are the players (none where they are not known), `dealer` the seat that deals the first
    deal (None where it is not said), `totals` the points the game began with.
    """

    def __init__(self, lines: Sequence[Line], errors: Errors, line: int = 1) -> None:
        self.errors, self.line, self.lines = errors, line, tuple(lines)
        self.fields: dict[str, Field] = {}
        self.options: dict[str, Any] = {}
        self.used: dict[str, Any] = {}
        self.sure = True
        for entry in lines:
            if isinstance(entry, Unread):
                self.sure = self.sure and not (entry.meant in OPTIONS or entry.meant in _SURE)
            elif isinstance(entry, Field) and entry.word:
                self._take(entry)
        self.rules = self._rules() if self.sure else None
        self.names = self._names()
        self.dealer = self._dealer()
        self.seed: int | None = self._data("seed")
        self.totals = self._totals()

    def _take(self, entry: Field) -> None:
        word = entry.word
        if word == "preset":
            for name, value in entry.data.items():
                self.options.setdefault(name, value)
        elif word in self.fields:
            first = self.fields[word].number
            self.errors.add(entry.number, 1, f"{word!r} stands on line {first} already: that holds")
        else:
            self.fields[word] = entry

    def _data(self, word: str, default: Any = None) -> Any:
        return self.fields[word].data if word in self.fields else default

    def _rules(self) -> Rules | None:
        if "variant" not in self.fields:
            known = ", ".join(variants())
            said = f"the rules are missing: write 'variant: ' and one of {known}"
            self.errors.add(self.line, 1, said)
            return None
        where = self.fields["variant"]
        changed = [entry for word, entry in self.fields.items() if word in OPTIONS]
        if "use" in self.fields:
            try:
                self.used = _used(where.data, self.fields["use"].data)
            except RulesError as error:
                said = self.fields["use"]
                self.errors.add(said.number, said.column, str(error))
                return None
        values: dict[str, Any] = self.options | self.used
        values |= {entry.word: entry.data for entry in changed if entry.word != "players"}
        try:
            rules = rules_of(where.data, self._data("house"), tuple(values.items()))
        except RulesError as error:
            blamed = changed[-1] if changed and where.data in variants() else where
            self.errors.add(blamed.number, blamed.column, str(error))
            return None
        return rules

    def _names(self) -> tuple[str, ...]:
        entry = self.fields.get("players")
        if entry is None:
            if self.sure:
                self.errors.add(self.line, 1, "the players are missing: write 'players: Ana, Bo'")
            return ()
        return names_of(entry, self.rules, self.errors)

    def _dealer(self) -> int | None:
        entry = self.fields.get("dealer")
        if entry is None or not self.names:
            return None
        return self._seat(entry, entry.data)

    def _seat(self, entry: Field, name: str) -> int | None:
        try:
            return seat_of(name, self.names)
        except ValueError as error:
            self.errors.add(entry.number, entry.column, str(error))
            return None

    def _totals(self) -> dict[str, Points]:
        found: dict[str, Points] = dict.fromkeys(self.names, 0)
        entry = self.fields.get("totals")
        for name, points in entry.data.items() if entry and self.names else ():
            seat = self._seat(entry, name) if entry else None
            if seat is not None:
                found[self.names[seat]] = points
        return found


class Dealt(Protocol):
    """What is asked of the deal before: its number, who played and who dealt."""

    @property
    def number(self) -> int: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def dealer(self) -> int | None: ...


class Seated(Protocol):
    """What is asked of a game: who plays, who deals first, and which fields its head has."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def dealer(self) -> int | None: ...
    @property
    def fields(self) -> Mapping[str, Any]: ...


def dealer_of(head: Seated, last: Dealt | None, number: int, names: tuple[str, ...]) -> int | None:
    """The seat that deals where no line of the deal says it: the deal passes to the left.

    Without a `dealer` in the head the first player deals deal 1. None where it is not known.
    """
    if not names or not head.names:
        return None
    count = len(head.names)
    if last is not None and last.dealer is not None and last.names[last.dealer] in head.names:
        start = head.names.index(last.names[last.dealer]) + number - last.number
    elif head.dealer is not None:
        start = head.dealer
    elif "dealer" in head.fields:
        return None
    else:
        start = number - 1
    order = (head.names[(start + n) % count] for n in range(count))
    name = next((name for name in order if name in names), names[0])
    return names.index(name)


_SURE = ("variant", "preset", "players", "house", "dealer", "seed", "use")
"""Words without which nothing is known for sure."""


def names_of(entry: Field, rules: Rules | None, errors: Errors) -> tuple[str, ...]:
    """The names that a `players` field gives; () where there is no such table."""
    if rules is None:
        return entry.data if isinstance(entry.data, tuple) else _numbered(entry.data)
    try:
        wanted = entry.data if isinstance(entry.data, int) else list(entry.data)
        return player_names(wanted, rules)
    except ValueError as error:
        names = entry.data if isinstance(entry.data, tuple) else ()
        one = len(names) == 1 and " " in names[0]
        hint = "; names are parted by commas" if one else ""
        errors.add(entry.number, entry.column, f"{error}{hint}")
        return ()


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(f"Player {n + 1}" for n in range(count))


# --- rules ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def rules_of(variant: str, house: str | None, options: tuple[tuple[str, Any], ...]) -> Rules:
    """The rules of a log: a variant, the options as they were played, perhaps a title of its own.

    Games of the same rules share them. Raises `RulesError` for a variant there is none of and for
    options that cannot go together.
    """
    values = dict(options)
    if variant == HOUSE:
        return Rules(Variant(HOUSE, house or "House rules"), values)
    if variant not in variants():
        raise RulesError(f"{variant[:40]!r} is no variant{nearest(variant, [*variants(), HOUSE])}")
    base = variants()[variant]
    if house is not None:
        known = replace(base.variant, id=HOUSE, title=house, base=variant, shipped=False)
        return Rules(known, values)
    rules = base.replace(**values)
    return base if rules == base else rules


def _used(variant: str, ids: Sequence[str]) -> dict[str, Any]:
    """What documented options set; nothing for a variant there is none of, which is said later."""
    if variant == HOUSE:
        raise RulesError(f"'use' names options of a variant's document; {HOUSE!r} has none")
    return options_of(variants()[variant].variant, ids) if variant in variants() else {}


def rule_fields(rules: Rules) -> list[Field]:
    """The fields that name rules and the options that are not the variant's own."""
    variant = rules.variant
    base = variant.id if variant.shipped else variant.base
    found = [field_of("variant", base or HOUSE)]
    if not variant.shipped:
        found.append(field_of("house", rules.title))
    own = variants()[base].variant if base else Variant("", "")
    changed = [name for name in OPTIONS if name != "players" and rules[name] != own.value(name)]
    return [*found, *(field_of(name, rules[name]) for name in changed)]


@lru_cache(maxsize=64)
def preset_fields(rules: Rules, given: frozenset[str]) -> tuple[Field, ...]:
    """The options that no line gives yet, so that the log keeps what it was played with."""
    groups: dict[str, dict[str, Any]] = {}
    for name, option in OPTIONS.items():
        if name not in given:
            groups.setdefault(option.group, {})[name] = rules[name]
    return tuple(field_of("preset", values) for values in groups.values())


def with_preset(lines: Sequence[Line], head: Head) -> list[Line]:
    """The lines of a head with every option that its rules have."""
    if head.rules is None:
        return list(lines)
    known = head.options.keys() | head.used.keys() | head.fields.keys() - {"players"}
    given = frozenset(known & OPTIONS.keys())
    last = max(
        (
            n
            for n, line in enumerate(lines)
            if isinstance(line, Version) or (isinstance(line, Field) and line.word)
        ),
        default=-1,
    )
    return [*lines[: last + 1], *preset_fields(head.rules, given), *lines[last + 1 :]]
