"""A hand laid open: which of its cards are selected, and in how many melds each is."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class HandBoard(Pieces):
    """The title bar of the rules, a hand, the row of actions and the last answer.

    - `picture`: `title`, `chips`, `deal`, `cards`, `gaps`, `wild`, `times` (by card: in how many
      melds it is), `none` (said where there is no card).
    - `selected`: keys of cards; the page sets it too. `actions` and `message` as on the `Table`.
    - Messages: `{"do": NAME}` of an action, `{"do": "out", "card"}` (a key).
    """

    _esm = module("hand")
    _css = style("hand", "stepper")

    picture: Any = traitlets.Dict().tag(sync=True)
    selected: Any = traitlets.List().tag(sync=True)
    actions: Any = traitlets.List().tag(sync=True)
    message: Any = traitlets.Dict().tag(sync=True)

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard of the page."""
        self.send({"copy": text})
