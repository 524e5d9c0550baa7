"""How cards are drawn: the same controls for it in every tool."""

from __future__ import annotations

from typing import Any

import ipywidgets

from rummy_lab.widgets.base import Pieces

SIZES = ("normal", "projector")


class Looks:
    """The controls for the size, for a pack of four colours, and for cards as text.

    >>> looks = Looks()
    >>> looks.text.value = True
    >>> looks.look
    {'four': False, 'size': 'normal', 'text': True}
    """

    def __init__(self) -> None:
        self.size = ipywidgets.Dropdown(
            options=SIZES, description="Size", layout={"width": "140px"}
        )
        self.four = ipywidgets.Checkbox(
            description="four colours", indent=False, layout={"width": "auto"}
        )
        self.text = ipywidgets.Checkbox(
            description="cards as text", indent=False, layout={"width": "auto"}
        )
        self.looks = (self.size, self.four, self.text)

    @property
    def look(self) -> dict[str, Any]:
        """How cards are drawn, for the drawn parts."""
        return {
            "four": bool(self.four.value),
            "size": self.size.value,
            "text": bool(self.text.value),
        }

    def dress(self, *pieces: Pieces) -> None:
        """Has drawn parts follow the controls."""

        def looked(_: Any) -> None:
            for piece in pieces:
                piece.look = self.look

        for widget in self.looks:
            widget.observe(looked, "value")
