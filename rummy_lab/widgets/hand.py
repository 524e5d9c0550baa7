"""A hand laid open: which of its cards are selected, and in how many melds each is."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Board, module, style


class HandBoard(Board):
    """The title bar of the rules, a hand, the row of actions and the last answer.

    - `picture`: `title`, `chips`, `deal`, `cards`, `gaps`, `wild`, `times` (by card: in how many
      melds it is), `none` (said where there is no card).
    - Messages: `{"do": NAME}` of an action, `{"do": "out", "card"}` (a key).
    """

    _esm = module("hand")
    _css = style("hand", "stepper")

    picture: Any = traitlets.Dict().tag(sync=True)
