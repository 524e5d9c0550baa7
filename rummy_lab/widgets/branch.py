"""A stepper that opens under a tool, to play on from a position that it shows."""

from __future__ import annotations

import ipywidgets

from rummy_lab.deal import Deal
from rummy_lab.display.markup import escaped, fragment
from rummy_lab.widgets.base import button, row, show
from rummy_lab.widgets.sight import Viewer
from rummy_lab.widgets.stepper import DealStepper


class Branch(ipywidgets.VBox):
    """The place where play goes on; `stepper` is None until it is first needed."""

    def __init__(self) -> None:
        self.stepper: DealStepper | None = None
        self.said = ipywidgets.HTML()
        super().__init__((row(self.said, button("Close", self.put_away)),))
        self.put_away()

    def take(self, deal: Deal, viewer: Viewer, said: str) -> None:
        """Shows a deal to be played on; `said` says where it comes from."""
        if self.stepper is None:
            self.stepper = DealStepper(deal, viewer=viewer)
            self.children = (*self.children, self.stepper)
        else:
            self.stepper.begin(deal, viewer=viewer)
        self.said.value = fragment(f"<p>{escaped(said)}</p>", bare=True)
        show(self, True)

    def put_away(self) -> None:
        """Hides the stepper; what was played in it stays there until the next is opened."""
        show(self, False)


def line_so_far(deal: Deal) -> Deal:
    """A deal of its own with the line of another, up to its cursor.

    >>> import rummy_lab as rl
    >>> d = rl.Deal(rl.variant("rummy"), players=2, seed=7)
    >>> _ = d.apply("draw"), d.undo()
    >>> len(line_so_far(d).nodes)
    1
    """
    made = Deal.from_state(deal.root.state, deal.dealt)
    for node in deal.path():
        if node.event is not None:
            made.add(node.event, node.state)
    return made
