"""The ordinary controls of the deal stepper, and the frame in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from rummy_lab.widgets.base import button, row, show
from rummy_lab.widgets.hands import SORTS
from rummy_lab.widgets.panels import Panel
from rummy_lab.widgets.sight import ALL, IN_TURN, NOBODY

SIZES = ("normal", "projector")


class Controls:
    """All controls; they are made once, whatever is played.

    `hint` and `computer` (with True for a whole turn) are called by their buttons.
    """

    def __init__(self, hint: Callable[[], None], computer: Callable[[bool], None]) -> None:
        self.new = ipywidgets.ToggleButton(description="New game", layout={"width": "auto"})
        self.view = ipywidgets.Dropdown(description="View", layout={"width": "220px"})
        self.sort = ipywidgets.Dropdown(
            options=SORTS, description="Sorted", layout={"width": "140px"}
        )
        self.size = ipywidgets.Dropdown(
            options=SIZES, description="Size", layout={"width": "140px"}
        )
        self.four = ipywidgets.Checkbox(
            description="four colours", indent=False, layout={"width": "auto"}
        )
        self.glow = ipywidgets.Checkbox(
            True, description="show what can be played", indent=False, layout={"width": "auto"}
        )
        self.which = ipywidgets.Dropdown(description="Deal", layout={"width": "120px"})
        self.entry = ipywidgets.Text(
            placeholder="or type it: meld 7h 8h 9h", layout={"width": "210px"}
        )
        self.buttons = (
            button("Hint", hint, "A hint in three steps"),
            button("Computer: one move", lambda: computer(False)),
            button("Computer: one turn", lambda: computer(True)),
        )

    def stage(
        self, table: ipywidgets.Widget, turns: ipywidgets.Widget, panels: Sequence[Panel]
    ) -> ipywidgets.VBox:
        """The frame: settings, the table beside its turns, the panels with their buttons."""
        settings = row(self.view, self.sort, self.size, self.four, self.glow)
        left = ipywidgets.VBox((table, row(self.entry, *self.buttons)))
        side = ipywidgets.VBox((turns,))
        main = ipywidgets.Box((left, side))
        bar = row(self.new, self.which, *(panel.toggle for panel in panels))
        stage = ipywidgets.VBox((settings, main, bar, *panels))
        settings.add_class("rl-line-below")
        bar.add_class("rl-line-above")
        for box, name in ((left, "rl-left"), (side, "rl-side"), (main, "rl-main")):
            box.add_class(name)
        return stage

    def offer(self, names: Sequence[str], deals: int, place: int) -> None:
        """Offers the views and the deals there are."""
        seats = [(f"only {name}'s cards", seat) for seat, name in enumerate(names)]
        self.view.options = [
            ("all cards (teacher)", ALL),
            ("the seat in turn", IN_TURN),
            *seats,
            ("all hands closed", NOBODY),
        ]
        self.view.value = ALL
        self.which.options = [(f"{number + 1} of {deals}", number) for number in range(deals)]
        self.which.value = place
        show(self.which, deals > 1)

    @property
    def look(self) -> dict[str, Any]:
        """How cards are drawn, for the drawn parts."""
        return {"four": bool(self.four.value), "size": self.size.value}
