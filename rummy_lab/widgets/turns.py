"""The turns of a deal as its log reads, with other lines of play, and the bar that steps."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class Turns(Pieces):
    """The list of turns and the stepping bar.

    - `rows`: a turn has `key`, `who`, `steps` (`[node, text]` each, None for a node that cannot be
      gone to) and `later`; where its log can be edited also `note` (its comment), `pen` (what a
      changed comment is sent with) and `wrong` (errors). Another line has `key`, `line` (the node
      it starts with), `name` and `text`.
    - `at`: the node shown; `place` of `last` steps; `said`: the step in words; `bar`: whether the
      bar is there.
    - Messages: `{"do": "go", "node"}`, `{"do": "step", "to"}` with "first", "back", "forward" or
      "last", `{"do": "place", "place"}`, `{"do": "name", "node", "name"}`,
      `{"do": "note", "pen", "text"}`.
    """

    _esm = module("turns")
    _css = style("turns")

    rows: Any = traitlets.List().tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)
    place = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    said = traitlets.Unicode("").tag(sync=True)
    bar = traitlets.Bool(True).tag(sync=True)
