"""What all tools that show the table of a deal share: whose cards are shown, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets
import traitlets

from rummy_lab.widgets.base import Pieces, Tool
from rummy_lab.widgets.hands import SORTS, Hands
from rummy_lab.widgets.looks import Looks
from rummy_lab.widgets.sight import ALL, IN_TURN, NOBODY, Viewer, viewer_of


class Settings(Looks):
    """The controls for whose cards are shown, and how cards are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.view = ipywidgets.Dropdown(description="View", layout={"width": "220px"})
        self.sort = ipywidgets.Dropdown(
            options=SORTS, description="Sorted", layout={"width": "140px"}
        )

    def offer_views(self, names: Sequence[str], viewer: Viewer = ALL) -> None:
        """Offers the views of a table."""
        seats = [(f"only {name}'s cards", seat) for seat, name in enumerate(names)]
        self.view.options = [
            ("all cards (teacher)", ALL),
            ("the seat in turn", IN_TURN),
            *seats,
            ("all hands closed", NOBODY),
        ]
        self.view.value = viewer


class Viewing(Tool):
    """A tool that shows a table as a viewer sees it.

    `viewer` is whose cards are shown: "all", a seat (number or name), "turn" for the seat in turn,
    "none" for nobody. Raises `ValueError` for a viewer that is none.
    """

    viewer: traitlets.TraitType[Any, Any] = traitlets.Any(ALL)

    def __init__(self, settings: Settings, children: tuple[ipywidgets.Widget, ...] = ()) -> None:
        self._settings = settings
        self._hands = Hands()
        super().__init__(children)
        settings.view.observe(lambda change: setattr(self, "viewer", change["new"]), "value")
        settings.sort.observe(self._sorted, "value")
        for widget in settings.looks:
            widget.observe(self._looked, "value")

    @property
    def _players(self) -> Sequence[str]:
        """The names of those at the table."""
        return ()

    @property
    def _pieces(self) -> Sequence[Pieces]:
        """The drawn parts."""
        return ()

    def _redraw(self, kept: bool = False) -> None:
        """Draws the table anew; `kept` keeps what was last said."""

    @traitlets.validate("viewer")
    def _a_viewer(self, proposal: Any) -> Viewer:
        return viewer_of(proposal["value"], self._players)

    @traitlets.observe("viewer")
    def _viewed(self, change: Any) -> None:
        if self._players and not self._busy:
            with self._quietly():
                self._settings.view.value = change["new"]
            self._redraw()

    def _sorted(self, change: Any) -> None:
        if not self._busy and change["new"] != "own":
            self._hands.sort = change["new"]
            self._hands.own.clear()
            self._redraw(kept=True)

    def _move_card(self, said: dict[str, Any]) -> None:
        """A card was put to another place in its hand."""
        if self._hands.move(said.get("seat"), said.get("card"), said.get("to")):
            with self._quietly():
                self._settings.sort.value = "own"
            self._redraw(kept=True)

    def _looked(self, _: Any) -> None:
        for piece in self._pieces:
            piece.look = self._settings.look
