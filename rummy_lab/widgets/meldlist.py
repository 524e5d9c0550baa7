"""Melds and arrangements as small fans of cards; pressing one selects its cards in the hand."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class MeldList(Pieces):
    """Headed groups of fans: `groups` has `title`, `note` and `fans` (`cards`, `note`, `pick`).

    Message: `{"do": "pick", "cards"}`.
    """

    _esm = module("meldlist")
    _css = style("meldlist")

    groups: Any = traitlets.List().tag(sync=True)
