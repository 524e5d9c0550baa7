"""The ordinary controls of the deal stepper, and the frame in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ipywidgets

from rummy_lab.widgets.base import button, row, show
from rummy_lab.widgets.panels import Panel
from rummy_lab.widgets.viewing import Settings


class Controls(Settings):
    """All controls; they are made once, whatever is played.

    `hint` and `computer` (with True for a whole turn) are called by their buttons.
    """

    def __init__(self, hint: Callable[[], None], computer: Callable[[bool], None]) -> None:
        super().__init__()
        self.new = ipywidgets.ToggleButton(description="New game", layout={"width": "auto"})
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
        settings = (self.view, self.sort, *self.looks, self.glow)
        left = (table, row(self.entry, *self.buttons))
        return frame(settings, left, turns, (self.new, self.which), panels)

    def offer(self, names: Sequence[str], deals: int, place: int) -> None:
        """Offers the views and the deals there are."""
        self.offer_views(names)
        self.which.options = [(f"{number + 1} of {deals}", number) for number in range(deals)]
        self.which.value = place
        show(self.which, deals > 1)


def frame(
    settings: Sequence[ipywidgets.Widget],
    left: Sequence[ipywidgets.Widget],
    side: ipywidgets.Widget,
    bar: Sequence[ipywidgets.Widget],
    panels: Sequence[Panel],
) -> ipywidgets.VBox:
    """How a tool with a table is laid out: settings, the table, its turns beside it, panels.

    `bar` stands before the buttons of the panels.
    """
    above, below = row(*settings), row(*bar, *(panel.toggle for panel in panels))
    parts = ipywidgets.VBox(left), ipywidgets.VBox((side,))
    main = ipywidgets.Box(parts)
    above.add_class("rl-line-below")
    below.add_class("rl-line-above")
    for box, name in zip((*parts, main), ("rl-left", "rl-side", "rl-main"), strict=True):
        box.add_class(name)
    return ipywidgets.VBox((above, main, below, *panels))
