"""An option's value as somebody edits it: a way to give it, and the texts typed in its cells.

Every value of every option can be shown as cells and read back from them. The ways are "one" (a
single value, or a pair), a cell for each number of "players", "deal", "ace" or "rank", "length"
(wild limits by the length of a meld), and "toml" for whatever these cannot say.

>>> from rummy_lab.rules import OPTIONS
>>> packs = OPTIONS["packs"]
>>> draft = draft_of(packs, packs.read({"2": 1, "3+": 2}), Seats((2, 4), None))
>>> draft
Draft(way='players', cells=('1', '2', '2'))
>>> value_of(packs, draft._replace(cells=("1", "1", "3")), Seats((2, 4), None))
{(2, 3): 1, (4, None): 3}
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from rummy_lab.rules import Option, RulesError, Table, text_of_value, value_of_text
from rummy_lab.rules.registry import ACES, MOST_DEALS
from rummy_lab.rules.values import at_span

RANKS = tuple(range(2, 11))
"""The ranks that a table of points names."""
KINDS = ("set", "run")


class Seats(NamedTuple):
    """What tables go over: the least and the most players, and the deals of a game if fixed."""

    players: tuple[int, int]
    deals: int | None

    def keys(self, way: str) -> tuple[Any, ...]:
        """What there is a cell for."""
        least, most = self.players
        return {
            "players": tuple(range(least, most + 1)),
            "deal": tuple(range(1, min(self.deals or 0, MOST_DEALS) + 1)),
            "ace": ACES,
            "rank": RANKS,
            "length": KINDS,
        }.get(way, ())


class Draft(NamedTuple):
    """A way to give a value, and what is typed in its cells."""

    way: str
    cells: tuple[str, ...]


def ways_of(option: Option, seats: Seats) -> tuple[str, ...]:
    """The ways to give a value of an option.

    >>> from rummy_lab.rules import OPTIONS
    >>> ways_of(OPTIONS["cards_dealt"], Seats((2, 6), 7))
    ('one', 'players', 'deal', 'toml')
    """
    over = [way for way in option.over if seats.keys(way)]
    if option.kind.form == "table":
        over.append("length" if None in option.kind.choices else "rank")
    return ("one", *over, "toml") if over or option.over else ("one",)


def labels_of(option: Option, way: str, seats: Seats) -> tuple[str, ...]:
    """What stands at each cell; nothing where there is one only."""
    if way == "one":
        return _PAIRS.get(option.name, ("from", "to")) if option.kind.form == "pair" else ()
    names = {"length": ("sets", "runs"), "ace": [ace.replace("_", " ") for ace in ACES]}
    return tuple(names.get(way) or map(str, seats.keys(way)))


_PAIRS = {"blind_bonus": ("with a joker", "without")}


def draft_of(option: Option, value: Any, seats: Seats) -> Draft:
    """A value as it is edited."""
    way = _way_of(option, value, seats)
    if way == "toml":
        return Draft(way, (text_of_value(value),))
    if way != "one":
        return Draft(way, tuple(_cell(_at(value, way, key)) for key in seats.keys(way)))
    if option.kind.form != "pair":
        return Draft(way, (_cell(value),))
    first, second = value if value is not None else (None, None)
    return Draft(way, (_cell(first), _cell(second)))


def _way_of(option: Option, value: Any, seats: Seats) -> str:
    """The plainest way that can say a value."""
    if isinstance(value, tuple) and "deal" in option.over:
        return "deal" if len(value) == seats.deals else "toml"
    if not isinstance(value, Table):
        return "one"
    if option.kind.form == "table":
        return "length" if set(value) <= set(KINDS) else "rank"
    if "default" in value:
        return "deal" if seats.keys("deal") else "toml"
    return "ace" if set(value) <= set(ACES) else "players"


def _at(value: Any, way: str, key: Any) -> Any:
    """What a value says for one cell; an empty text for nothing."""
    try:
        if way == "length":
            return ", ".join(f"{size}: {most}" for size, most in value[key].items())
        if way == "deal":
            return value[key - 1] if isinstance(value, tuple) else value.get(key, value["default"])
        return value[key] if way == "ace" else at_span(value, key)
    except (KeyError, IndexError):
        return ""


def _cell(value: Any) -> str:
    """A single value as it is typed: words without quotes."""
    if isinstance(value, str):
        return value
    return "none" if value is None else text_of_value(value)


def value_of(option: Option, draft: Draft, seats: Seats) -> Any:
    """The value that is typed, in its normal form; raises `RulesError` where it is none."""
    return option.read(_typed(option, draft, seats))


def _typed(option: Option, draft: Draft, seats: Seats) -> Any:
    way, cells = draft
    keys = seats.keys(way)
    if way == "one" and option.kind.form == "pair":
        return _pair(cells)
    if way in ("one", "toml"):
        return _read(option, cells[0] if cells else "")
    if not keys:
        said = f"{option.name} is a list over deals, but the number of deals is not fixed"
        raise RulesError(said, (option.name, "deals"))
    pairs = list(zip(keys, _padded(cells, len(keys)), strict=True))
    if way == "length":
        return {kind: _steps(option, cell) for kind, cell in pairs if cell.strip()} or None
    if way == "rank":
        typed = [(rank, _read(option, cell)) for rank, cell in pairs if cell.strip()]
        return _spans(typed)
    found = [(key, _read(option, cell, f"{_WHERE[way].format(key)}: ")) for key, cell in pairs]
    if way == "deal":
        return [value for _, value in found]
    return dict(found) if way == "ace" else _spans(found, goes_on=True)


_WHERE = {"players": "{} players", "deal": "deal {}", "ace": "ace {}"}


def _padded(cells: Sequence[str], count: int) -> list[str]:
    return [*cells[:count], *[""] * (count - len(cells))]


def _read(option: Option, cell: str, where: str = "") -> Any:
    if not cell.strip():
        said = f"{where}nothing is typed; {option.name} is {option.says}"
        raise RulesError(said, (option.name,))
    try:
        return value_of_text(cell.strip())
    except RulesError as error:
        raise RulesError(f"{where}{error}", (option.name,)) from None


def _pair(cells: Sequence[str]) -> Any:
    """Two numbers; nothing where both are empty."""
    first, second = (None if not c.strip() else value_of_text(c.strip()) for c in _padded(cells, 2))
    return None if first is None and second is None else [first, second]


def _steps(option: Option, cell: str) -> dict[str, Any]:
    """Limits like `4: 1, 5: 2`: from a length on, so many wilds at most."""
    found: dict[str, Any] = {}
    for part in cell.split(","):
        length, colon, most = part.partition(":")
        if not colon:
            said = f"{part.strip()!r} is no limit: write it like 4: 1, from 4 cards on at most 1"
            raise RulesError(said, (option.name,))
        found[length.strip()] = value_of_text(most.strip())
    return found


def _spans(pairs: Sequence[tuple[int, Any]], goes_on: bool = False) -> dict[str, Any]:
    """A table over numbers with equal neighbours together; the last one may go on."""
    found: dict[str, Any] = {}
    for (value, _), members in groupby(
        enumerate(pairs), key=lambda item: (item[1][1], item[1][0] - item[0])
    ):
        numbers = [number for _, (number, _) in members]
        last = goes_on and numbers[-1] == pairs[-1][0]
        found[f"{numbers[0]}+" if last else f"{numbers[0]}-{numbers[-1]}"] = value
    return found


def turned(option: Option, value: Any, way: str, seats: Seats) -> Draft:
    """A value given in another way: each cell says what it came to there; else the first of it."""
    if way == "toml":
        return Draft(way, (text_of_value(value),))
    if way == _way_of(option, value, seats):
        return draft_of(option, value, seats)
    first = first_of(option, value, seats)
    if way == "one":
        return draft_of(option, first, seats)
    if way == "length":
        return Draft(way, ("", ""))
    if way == "rank":
        return Draft(way, tuple(map(str, RANKS)))
    cells = []
    for key in seats.keys(way):
        players = key if way == "players" else seats.players[1]
        deal = key if way == "deal" else 1
        try:
            cells.append(_cell(option.at(value, players, deal, key if way == "ace" else "low")))
        except KeyError:
            cells.append(_cell(first))
    return Draft(way, tuple(cells))


def moved(draft: Draft, before: Seats, after: Seats) -> Draft:
    """The cells for another number of players: the first and the last go on.

    >>> moved(Draft("players", ("10", "7", "6")), Seats((2, 4), None), Seats((3, 6), None)).cells
    ('7', '6', '6', '6')
    """
    cells = dict(zip(before.keys("players"), draft.cells, strict=False))
    least, most = min(cells, default=0), max(cells, default=0)
    keys = after.keys("players")
    return Draft("players", tuple(cells.get(min(max(key, least), most), "") for key in keys))


def first_of(option: Option, value: Any, seats: Seats) -> Any:
    """A single value that a table begins with."""
    if isinstance(value, tuple) and "deal" in option.over:
        return value[0]
    if not isinstance(value, Table):
        return value
    if not option.over:
        return option.default if option.kind.form != "table" else option.kind.choices[0]
    return value["default"] if "default" in value else next(iter(value.values()))


def settled(option: Option, value: Any, known: Sequence[Any], seats: Seats) -> Any:
    """A known value that comes to the same at every table and deal, else the value itself.

    So that a table typed anew is not taken for another rule.

    >>> from rummy_lab.rules import OPTIONS
    >>> packs = OPTIONS["packs"]
    >>> settled(packs, packs.read({"2-4": 1}), [1, 2], Seats((2, 4), None))
    1
    """
    if not option.over:
        return value
    here = _everywhere(option, value, seats)
    fits = [one for one in known if not isinstance(one, tuple) or len(one) == seats.deals]
    return next((one for one in fits if here and _everywhere(option, one, seats) == here), value)


def _everywhere(option: Option, value: Any, seats: Seats) -> list[Any]:
    """What a value comes to at every table and deal; nothing where it does not speak of all."""
    deals = range(1, (seats.deals or _last(value) + 1) + 1)
    over = {
        "players": range(seats.players[0], seats.players[1] + 1)
        if "players" in option.over
        else [0],
        "deal": deals if "deal" in option.over else [1],
        "ace": ACES if "ace" in option.over else ["low"],
    }
    try:
        return [
            option.at(value, players, deal, ace)
            for players in over["players"] for deal in over["deal"] for ace in over["ace"]
        ]  # fmt: skip
    except KeyError:
        return []


def _last(value: Any) -> int:
    """The last deal that a value names."""
    if isinstance(value, tuple):
        return len(value)
    keys = value if isinstance(value, Table) and "default" in value else ()
    return max([1, *(key for key in keys if isinstance(key, int))])
