"""A pack of cards to pick a hand from."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class CardPack(Pieces):
    """All different cards of the packs in rows, with how many of each are taken.

    - `rows`: a list for each suit, and one for the jokers; a card has `card`, `there` (how many the
      packs hold), `taken` and `wild`.
    - Messages: `{"do": "press", "card"}` and `{"do": "back", "card"}` (one of it goes back).
    """

    _esm = module("pack")
    _css = style("pack")

    rows: Any = traitlets.List().tag(sync=True)
