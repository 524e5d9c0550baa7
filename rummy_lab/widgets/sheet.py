"""The score sheet as it is drawn: a table of deals with a row of fields for the next one."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class Sheet(Pieces):
    """A table of points in which deals are entered, corrected and struck.

    - `head`: `title`, `chips`, `deal` (the title bar), `names` (of the players), `standing` (how
      the game stands).
    - `rows`: `key`, `deal`, `dealer`, `info`, `cells` (`points`, the same as it is `typed`, `old`
      ones, `total`), `struck`, `notes`, `wrong`, `edit` (whether points can be corrected), `strike`
      (what the button for it says; "" for none).
    - `totals`: `text`, `best`.
    - `entry`: the fields for the next deal: `deal`, `players` (the seats that play), `dealer` (a
      place in them), `out`, `whole` and `joker` (what is asked for); `{}` where the game is over.
    - `draft`: what is typed there: `cells`, `out`, `whole_hand`, `joker_used`, `dealer`,
      `comment`; the page sets it. `preview`: what each cell comes to. `entered`: how many deals
      were entered, so that the fields are emptied once for each.
    - `message`: as that of a `Table`. `files`: `name`, `mime`, `text` of what can be downloaded.
    - Messages: `{"do": "enter", "draft"}`, `{"do": "anyway"}`, `{"do": "correct", "row", "cells",
      "comment"}`, `{"do": "strike", "row"}`.
    - `taken`: the row whose correction was taken last, and which correction that was.
    """

    _esm = module("sheet")
    _css = style("sheet", "stepper")

    head: Any = traitlets.Dict().tag(sync=True)
    rows: Any = traitlets.List().tag(sync=True)
    totals: Any = traitlets.List().tag(sync=True)
    entry: Any = traitlets.Dict().tag(sync=True)
    draft: Any = traitlets.Dict().tag(sync=True)
    entered = traitlets.Int(0).tag(sync=True)
    preview: Any = traitlets.List().tag(sync=True)
    taken: Any = traitlets.List([-1, 0]).tag(sync=True)
    message: Any = traitlets.Dict().tag(sync=True)
    files: Any = traitlets.List().tag(sync=True)
