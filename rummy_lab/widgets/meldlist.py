"""Melds and arrangements as small fans of cards; pressing one selects its cards in the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class MeldList(Pieces):
    """Headed groups of fans: `groups` has `title`, `note` and `fans` (`cards`, `note`, `pick`).

    `held` says how many of each card the hand has, so that a fan pointed at can show which others
    it takes cards from. Fans and the cards of a hand in the same tool point at each other.
    Message: `{"do": "pick", "cards"}`.
    """

    _esm = module("meldlist")
    _css = style("meldlist")

    groups: Any = traitlets.List().tag(sync=True)
    held: Any = traitlets.Dict().tag(sync=True)


def fan_of(cards: Iterable[Any], note: str, pick: bool = False) -> dict[str, Any]:
    """A fan of a `MeldList`; with `pick` it can be pressed."""
    return {"cards": [str(one) for one in cards], "note": note, "pick": pick}
