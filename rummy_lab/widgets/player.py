"""The bar that plays a deal like a film: play and pause, speed, steps, turns and key moments."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style

PACES = (("slow", 3.0), ("normal", 1.5), ("fast", 0.7), ("very fast", 0.25))
"""How long a step is shown, by name and in seconds."""


class Player(Pieces):
    """The bar under the table of a replay.

    The page keeps the time and asks for one step after the other, each when the last one is
    drawn, so that the kernel is never busy with waiting.

    - `place` of `last` steps; `said`: the step in words; `turns`: places at which turns begin.
    - `moments`: `place`, `kind` ("meld", "buy", "out", "end", "note", "error"), `text`.
    - `playing`, `pace` (seconds for a step): the page sets them too.
    - Messages: `{"do": "tick", "place"}` (one step on from there), `{"do": "place", "place"}`.
    """

    _esm = module("player")
    _css = style("player")

    place = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    said = traitlets.Unicode("").tag(sync=True)
    turns: Any = traitlets.List().tag(sync=True)
    moments: Any = traitlets.List().tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    pace = traitlets.Float(1.5, min=0.05, max=60).tag(sync=True)
    paces: Any = traitlets.List([list(pace) for pace in PACES]).tag(sync=True)
