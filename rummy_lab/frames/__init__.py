"""Everything pandas: tidy tables from any number of logs, and these tables in files.

`columns.TABLES` says which tables there are and what their columns hold, in which type and unit.
Every table has all of its columns, in that order and with these types, also when it has no row.
The columns `log`, `game` and `deal` say where a row belongs, so that tables can be merged on them.

>>> import rummy_lab as rl
>>> log = rl.play(rl.variant("block"), ["greedy", "random"], seed=7)
>>> log.to_frame()[["deal", "turn", "seat", "action"]].head(1).values.tolist()
[[1, 1, 1, 'take 9d']]
>>> log.to_frame("scores").groupby("player")["points"].sum().to_dict() == log.totals
True
"""

from __future__ import annotations

from rummy_lab.frames.columns import TABLES, Column
from rummy_lab.frames.files import read_tables, write_tables
from rummy_lab.frames.making import Logs, Tables, frame_of, table, tables, typed

__all__ = [
    "TABLES",
    "Column",
    "Logs",
    "Tables",
    "frame_of",
    "read_tables",
    "table",
    "tables",
    "typed",
    "write_tables",
]
