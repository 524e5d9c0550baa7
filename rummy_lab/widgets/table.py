"""The table of one deal as it is drawn; the kernel decides all that is in it."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Board, module, style


class Table(Board):
    """Piles, melds, hands, the row of actions and the last answer.

    What it shows stands in small traits besides those of a `Board`, of which `selected` is of the
    hand in turn; what is pressed comes back as messages:

    - `picture`: `title`, `chips`, `deal`, `now` (what holds in this turn), `stock` (a count),
      `upcard`, `discards` (a count), `deep` (the whole pile, where one can draw from inside it) or
      `piles` (each seat's: `name`, `card`, `count`), `none` (said where no meld is), `melds`
      (`cards`, `note`), `seats` (`name`, `note`, `turn`, `cards`, `gaps`, `fresh`, `wild`) and
      `room` (how many cards a seat has room for in one row). Cards are texts, `??` is a closed
      card. With `still` no card can be selected; with `bare` there are no piles and no melds.
    - `can`: what glows and what is said of it: `hand` (by card), `melds` (by number), `stock`,
      `upcard`, `deep` (by place in the pile), `pile` (the seat whose pile `upcard` is on).
    - Messages: `{"do": "act", "text"}`, `{"do": "stock"}`, `{"do": "upcard"}`,
      `{"do": "deep", "at"}`, `{"do": "pile", "seat"}`, `{"do": "meld", "meld"}`,
      `{"do": "move", "seat", "card", "to"}`,
      `{"do": "drop", "seat", "card", "on"}`, `{"do": "touch", "seat"}`, `{"do": "next"}`.
    """

    _esm = module("table")
    _css = style("table", "stepper")

    picture: Any = traitlets.Dict().tag(sync=True)
    can: Any = traitlets.Dict().tag(sync=True)
