"""What was typed for a deal on the score sheet, as points or as the cards that were left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple

from rummy_lab.arrange import points_left
from rummy_lab.cards import Card, cards, shortened
from rummy_lab.log.notation import read_points
from rummy_lab.rules import At, Rules
from rummy_lab.scoring import FinalPosition, Points, Sheet, score

_NUMBER = re.compile(r"[-+−]?[0-9]")
_ODD_MINUS = str.maketrans("−", "-")
NO_CARD = ("-", "–")
"""What is typed for a hand without cards; an empty field is one as well."""
MOST_TEXT = 400


class Draft(NamedTuple):
    """The fields of a deal: a text for each player, who went out (a place in them), and how."""

    cells: tuple[str, ...]
    out: int | None = None
    whole_hand: bool = False
    joker_used: bool = False
    dealer: int | None = None
    comment: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was typed yet."""
        return not any(self.cells)


def draft_of(said: Any, players: int) -> Draft:
    """The fields that a page sends, whatever it sends.

    >>> draft_of({"cells": ["7h", 4, None], "out": 9}, 2)
    Draft(cells=('7h', ''), out=None, whole_hand=False, joker_used=False, dealer=None, comment='')
    """
    given: Mapping[str, Any] = said if isinstance(said, Mapping) else {}
    found = given.get("cells")
    texts = [_text(one) for one in found] if isinstance(found, list | tuple) else []
    cells = (*texts, *[""] * players)[:players]
    places = {name: given.get(name) for name in ("out", "dealer")}
    there = {name: place if type(place) is int and 0 <= place < players else None
             for name, place in places.items()}  # fmt: skip
    out = there["out"]
    return Draft(
        cells,
        out,
        out is not None and given.get("whole_hand") is True,
        out is not None and given.get("joker_used") is True,
        there["dealer"],
        " ".join(_text(given.get("comment")).split()),
    )


def _text(one: Any) -> str:
    return one.strip()[:MOST_TEXT] if isinstance(one, str) else ""


def asks_whole_hand(rules: Rules) -> bool:
    """Whether it counts that somebody went out with the whole hand in one turn."""
    return rules["rummy_bonus"] is not None or rules["blind_bonus"] is not None


def asks_joker(rules: Rules) -> bool:
    """Whether it counts that a joker was among the cards of somebody who did so."""
    return rules["blind_bonus"] is not None


class Entered(NamedTuple):
    """A deal as it goes into the log: points by name, or how it ended and the score of that."""

    points: Mapping[str, Points]
    end: FinalPosition | None = None
    sheet: Sheet | None = None


def entered(draft: Draft, names: Sequence[str], rules: Rules, deal: int) -> Entered:
    """What was typed for a deal. Raises `ValueError` with what is wrong, and whose it is.

    >>> import rummy_lab as rl
    >>> draft = Draft(("Ks 7h", ""), out=1)
    >>> entered(draft, ["Ana", "Bo"], rl.variant("rummy"), 1).points
    {'Ana': 0, 'Bo': 17}
    >>> entered(Draft(("36", "")), ["Ana", "Bo"], rl.variant("rummy"), 1).points
    {'Ana': 36, 'Bo': 0}
    """
    if draft.empty:
        raise ValueError("Write for each player the cards left, like 'Ks 7h', or the points")
    as_points = [bool(_NUMBER.match(cell)) and not _is_cards(cell) for cell in draft.cells]
    if any(as_points):
        return Entered(typed_points(draft.cells, names))
    hands = {name: _hand(cell, name) for name, cell in zip(names, draft.cells, strict=True)}
    if draft.out is None and (bare := [name for name, held in hands.items() if not held]):
        raise ValueError(f"{bare[0]} has no card left: choose who went out, or write the cards")
    end = FinalPosition(
        hands,
        None if draft.out is None else names[draft.out],
        deal,
        whole_hand=draft.whole_hand,
        joker_used=draft.joker_used,
    )
    sheet = score(end, rules)
    return Entered(sheet.totals, end, sheet)


def in_hand(cell: str, at: At) -> str:
    """What the cards of a hand cost, in words; empty where the field holds no cards.

    >>> import rummy_lab as rl
    >>> in_hand("Ks 7h", rl.variant("rummy").at()), in_hand("36", rl.variant("rummy").at())
    ('17 in hand', '')
    """
    if not _is_cards(cell):
        return ""
    held = cards(cell)
    cost = points_left(held, at) if at.melding == "at_the_end" else at.points_of(held)
    return "" if cost is None else f"{cost} in hand"


def a_place(name: str, names: Sequence[str]) -> int:
    """Which of some players one is; raises `ValueError` where there is none of that name.

    >>> a_place("Cy", ["Ana", "Bo"])
    Traceback (most recent call last):
    ValueError: 'Cy' is no player; there are Ana, Bo
    """
    if name not in names:
        raise ValueError(f"{shortened(name)} is no player; there are {', '.join(names)}")
    return names.index(name)


def cell_texts(given: Any, names: Sequence[str]) -> tuple[str, ...]:
    """What code gives for a deal, by seat or by name, as texts that could have been typed.

    >>> cell_texts({"Bo": 36.5}, ["Ana", "Bo"]), cell_texts(["Ks 7h", ""], ["Ana", "Bo"])
    (('', '36.5'), ('Ks 7h', ''))
    """
    if isinstance(given, Mapping):
        places = {a_place(name, names): one for name, one in given.items()}
        given = [places.get(place, "") for place in range(len(names))]
    if isinstance(given, str) or not isinstance(given, Iterable):
        said = shortened(given)
        raise ValueError(f"a deal is entered as a list with cards or points by seat, not {said}")
    found = list(given)
    if wrong := [one for one in found if isinstance(one, bool) or not isinstance(one, str | Real)]:
        raise ValueError(f"{shortened(wrong[0])} is neither cards as text nor a number of points")
    return tuple(map(str, found))


def typed_points(cells: Sequence[str], names: Sequence[str]) -> dict[str, Points]:
    """Points by name; an empty field is 0. Raises `ValueError` for what is no number."""
    found: dict[str, Points] = {}
    for name, cell in zip(names, cells, strict=True):
        try:
            found[name] = read_points(cell.translate(_ODD_MINUS)) if cell else 0
        except ValueError as error:
            more = " (write cards for all players, or points for all)" if _is_cards(cell) else ""
            raise ValueError(f"{name}: {error}{more}") from None
    return found


def _is_cards(cell: str) -> bool:
    try:
        return bool(cards(cell))
    except ValueError:
        return False


def _hand(cell: str, name: str) -> tuple[Card, ...]:
    if cell in NO_CARD:
        return ()
    try:
        return cards(cell)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
