"""The cards left at the end of a deal, hand by hand, to be taken out one by one."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class EndBoard(Pieces):
    """The hands of a final position; one of them is the one that cards of the pack go to.

    - `seats`: `name`, `note`, `cards`, `on` (whether it is the one that is edited).
    - Messages: `{"do": "seat", "seat"}` and `{"do": "out", "seat", "card"}` (a key).
    """

    _esm = module("endboard")
    _css = style("endboard")

    seats: Any = traitlets.List().tag(sync=True)
