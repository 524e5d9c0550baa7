"""What a row of a simulation holds: `COLUMNS` is the one place that says it.

>>> frame = frame_of([])
>>> list(frame.columns) == list(COLUMNS), str(frame["points"].dtype)
(True, 'float64')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from rummy_lab import frames

if TYPE_CHECKING:
    import pandas as pd

COLUMNS: dict[str, tuple[str, str]] = {
    # which deal of which game, for whom
    "game": ("int64", "Which game of the simulation, from 0 (with deals=: which of its deals)"),
    "seed": ("int64", "The game's seed, which rl.play and rl.Game replay: the simulation's + game"),
    "variant": ("string", "The variant's id"),
    "deal": ("int64", "The number of the deal in its game, from 1"),
    "players": ("int64", "How many play the deal"),
    "dealer": ("int64", "The seat that deals, from 0"),
    "seat": ("int64", "The seat the row is about, from 0 (in texts player 1); the same in all "
             "deals of a game"),
    "policy": ("string", "Who plays at that seat: greedy, random, or the name of an own player"),
    # how the deal went for the seat
    "points": ("float64", "Points: what the deal adds to the seat's total; a charge is positive, "
               "but negative where the highest total wins; shared points as a float"),
    "total": ("float64", "Points: the seat's total after the deal"),
    "went_out": ("boolean", "Whether the seat went out"),
    "whole_hand": ("boolean", "Whether it went out by playing its whole hand in that one turn"),
    "melds": ("int64", "Melds: those the seat laid on the table, or arranged its last hand into"),
    "hand_cards": ("int64", "Cards: those left over at the end, in no meld"),
    "hand_points": ("float64", "Points: what those cards cost"),
    # how the deal went for all
    "turns": ("int64", "Turns: those of all players in the deal (one where all act at once)"),
    "actions": ("int64", "Actions: those of all players in the deal"),
    "recycles": ("int64", "How often the discard pile became the stock"),
    "ending": ("string", "How the deal ended: out, last turns, stock (used up), no draw"),
    "won": ("boolean", "Whether the seat won the game, alone or jointly; missing with deals="),
}  # fmt: skip
"""Every column, in order: its type, and what it holds in which unit."""

Row = tuple[Any, ...]
"""One row, with a value for each of `COLUMNS`."""
Rows: TypeAlias = "Sequence[Row] | pd.DataFrame"
"""Some rows, one by one or as a table that is typed already."""


def frame_of(rows: Rows) -> pd.DataFrame:
    """Rows as a table with the columns and types of `COLUMNS`."""
    import pandas as pd

    if isinstance(rows, pd.DataFrame):
        return rows
    columns = zip(*rows, strict=True) if rows else ((),) * len(COLUMNS)
    return pd.DataFrame(
        {
            name: pd.Series(list(values), dtype=dtype)
            for (name, (dtype, _)), values in zip(COLUMNS.items(), columns, strict=True)
        }
    )


def joined(parts: Iterable[Rows]) -> pd.DataFrame:
    """Rows that came in parts as one table.

    >>> len(joined([[], frame_of([])]))
    0
    """
    import pandas as pd

    found: list[pd.DataFrame] = []
    waiting: list[Row] = []
    for part in parts:
        if isinstance(part, pd.DataFrame):
            found += [frame_of(waiting), part] if waiting else [part]
            waiting = []
        else:
            waiting += part
    found += [frame_of(waiting)] if waiting or not found else []
    return found[0] if len(found) == 1 else pd.concat(found, ignore_index=True)


def typed(frame: pd.DataFrame) -> pd.DataFrame:
    """A table that was read from a file, with the types its columns have here."""
    return frames.typed(frame, COLUMNS)
