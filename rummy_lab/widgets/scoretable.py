"""The table of a comparison: a row for each rule set, a number to press for each player."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Board, module, style


class ScoreTable(Board):
    """Points by rule set and player; pressing one asks for the lines behind it.

    - `table`: `title`, `note`, `players`, `rows` (`label`, `title`, `cells` (`text`, `leads`),
      `remark`, `kind`), `last` (what the last column is, "" for none).
    - `at`: the cell that `message` is about, as row and column; column 0 is the rule set.
    - Message: `{"do": "ask", "label", "column"}`.
    """

    _esm = module("scoretable")
    _css = style("scoretable", "stepper")

    table: Any = traitlets.Dict().tag(sync=True)
    at: Any = traitlets.List([-1, -1]).tag(sync=True)
