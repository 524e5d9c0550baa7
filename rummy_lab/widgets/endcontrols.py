"""The ordinary controls of the score comparison, and the frame in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ipywidgets

from rummy_lab.display.markup import isolated
from rummy_lab.scoring import FinalPosition
from rummy_lab.widgets.base import button, row, show
from rummy_lab.widgets.looks import Looks
from rummy_lab.widgets.panels import Panel

MOST_DEAL = 999
"""The highest number of a deal that can be set."""
NOBODY = ""
"""The value of the entry that says that nobody went out."""


class EndControls(Looks):
    """All controls for a final position; they are made once, whatever is looked at.

    `more`, `fewer` and `back` are called by their buttons.
    """

    def __init__(
        self, more: Callable[[], None], fewer: Callable[[], None], back: Callable[[], None]
    ) -> None:
        super().__init__()
        self.games = ipywidgets.Dropdown(description="Game", layout={"width": "280px"})
        self.deals = ipywidgets.Dropdown(description="Of the log", layout={"width": "270px"})
        self.name = ipywidgets.Text(description="Name", layout={"width": "170px"})
        self.cards = ipywidgets.Text(
            description="Cards", placeholder="type them: Ks 7h Ad", layout={"width": "300px"}
        )
        self.out = ipywidgets.Dropdown(description="Went out", layout={"width": "190px"})
        self.deal = ipywidgets.BoundedIntText(
            1, min=1, max=MOST_DEAL, description="Deal", layout={"width": "110px"}
        )
        self.whole = ipywidgets.Checkbox(
            description="the whole hand in that turn", indent=False, layout={"width": "auto"}
        )
        self.joker = ipywidgets.Checkbox(
            description="with a joker", indent=False, layout={"width": "auto"}
        )
        self.more = button("One more player", more)
        self.fewer = button("Without this player", fewer, "Takes the chosen player out")
        self.back = button("Undo", back, "Back to the position before")

    def stage(
        self,
        ends: ipywidgets.Widget,
        pack: ipywidgets.Widget,
        picker: ipywidgets.DOMWidget,
        scores: tuple[ipywidgets.Widget, ipywidgets.Widget],
        panels: Sequence[Panel],
    ) -> tuple[ipywidgets.Widget, ...]:
        """The frame: where it is from, the hands beside the pack, rule sets, points, panels."""
        source = row(self.games, self.deals, *self.looks)
        typed = row(self.name, self.cards, self.more, self.fewer, self.back)
        left = ipywidgets.VBox((ends, typed, row(self.out, self.whole, self.joker, self.deal)))
        self.editor = ipywidgets.Box((left, ipywidgets.VBox((pack,))))
        points = ipywidgets.Box(tuple(ipywidgets.VBox((one,)) for one in scores))
        bar = row(*(panel.toggle for panel in panels))
        for box in (self.editor, points):
            box.add_class("rl-halves")
        source.add_class("rl-line-below")
        picker.add_class("rl-line-above")
        points.add_class("rl-line-above")
        bar.add_class("rl-line-above")
        return source, self.editor, picker, points, bar, *panels

    def show(self, position: FinalPosition | None, seat: int) -> None:
        """Shows a position, with one of its seats chosen; hides all of it where there is none."""
        show(self.editor, position is not None)
        if position is None:
            return
        names = list(position.hands)
        nobody = ("nobody", NOBODY)
        options = [nobody, *((isolated(name), name) for name in names)]
        if list(self.out.options) != options:
            self.out.options = options
        self.out.value = NOBODY if position.out is None else position.out
        self.whole.value, self.joker.value = position.whole_hand, position.joker_used
        self.whole.disabled = position.out is None
        self.joker.disabled = not position.whole_hand
        self.deal.value = min(position.deal, MOST_DEAL)
        self.name.value = names[seat]
        self.fewer.disabled = len(names) < 2
