"""The ordinary controls of the simulation explorer, and the frame in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets
import traitlets

from rummy_lab.cards import shortened, whole_number
from rummy_lab.players import NAMED
from rummy_lab.simulate.job import Player, label_of_player
from rummy_lab.widgets.base import button, row, show
from rummy_lab.widgets.looks import Looks
from rummy_lab.widgets.panels import Panel

MOST_SEATS = 8
MOST_COUNT = 100_000
MOST_NUMBER = 999
UNITS = (("single deals", "deal"), ("whole games", "game"))


def whole(value: object, name: str, most: int | None = None) -> int:
    """A whole number, from 1 to `most` if that is given; raises `ValueError` for what is none.

    >>> whole("5", "deals", 100_000)
    Traceback (most recent call last):
    ValueError: deals is a whole number from 1 to 100,000, not '5'
    """
    number = whole_number(value)
    if number is None or (most is not None and not 1 <= number <= most):
        span = "" if most is None else f" from 1 to {most:,}"
        raise ValueError(f"{name} is a whole number{span}, not {shortened(value)}")
    return number


class Whole(traitlets.TraitType[int, int]):
    """A whole number that a control can show, which another is refused for."""

    def __init__(self, default: int, most: int | None = None) -> None:
        super().__init__(default)
        self._most = most

    def validate(self, _: Any, value: Any) -> int:
        """The number; raises `ValueError` for what is none."""
        return whole(value, str(self.name), self._most)


class SimulationControls(Looks):
    """All controls; they are made once, whatever is simulated.

    `start` and `stop` are called by their buttons.
    """

    def __init__(self, start: Callable[[], None], stop: Callable[[], None]) -> None:
        super().__init__()
        self.unit = ipywidgets.Dropdown(
            options=UNITS, description="Play", layout={"width": "180px"}
        )
        self.count = ipywidgets.BoundedIntText(
            200, min=1, max=MOST_COUNT, description="How many", layout={"width": "160px"}
        )
        self.number = ipywidgets.BoundedIntText(
            1, min=1, max=MOST_NUMBER, description="Deal number", layout={"width": "150px"}
        )
        self.seed = ipywidgets.Text(
            "0", description="Seed", layout={"width": "150px"}, continuous_update=False
        )
        self.seats = ipywidgets.Dropdown(
            options=range(2, MOST_SEATS + 1), description="Players", layout={"width": "130px"}
        )
        self.players = tuple(
            ipywidgets.Dropdown(options=[*NAMED], description=f"Player {seat + 1}",
                                layout={"width": "160px"})
            for seat in range(MOST_SEATS)
        )  # fmt: skip
        self.go = button("Start", start, "Play what is missing of these rule sets")
        self.go.button_style = "primary"
        self.end = button("Stop", stop, "Stop; deals and games that are played to their end stay")
        self.progress = ipywidgets.IntProgress(layout={"width": "220px"})
        self.note = ipywidgets.HTML()
        self.note.layout.flex = "1 1 200px"

    def stage(
        self,
        picker: ipywidgets.Widget,
        charts: Sequence[ipywidgets.Widget],
        sentences: ipywidgets.DOMWidget,
        panels: Sequence[Panel],
    ) -> tuple[ipywidgets.Widget, ...]:
        """The frame: what is played, by whom, how far it is; charts, sentences, panels."""
        what = row(self.unit, self.number, self.count, self.seed, self.seats, self.size)
        run = row(self.go, self.end, self.progress, self.note)
        drawn = ipywidgets.Box(tuple(ipywidgets.VBox((one,)) for one in charts))
        bar = row(*(panel.toggle for panel in panels))
        drawn.add_class("rl-charts")
        sentences.add_class("rl-pad")
        for box in (run, drawn, sentences, bar):
            box.add_class("rl-line-above")
        self.results = (drawn, sentences)
        return picker, what, row(*self.players), run, drawn, sentences, bar, *panels

    def show(self, players: Sequence[Player], unit: str) -> None:
        """Shows who plays what; a player that is no shipped one is on its own seat's list."""
        self.seats.value = len(players)
        self.unit.value = unit
        show(self.number, unit == "deal")
        for seat, box in enumerate(self.players):
            show(box, seat < len(players))
            if seat < len(players):
                options: list[tuple[str, Any]] = [(name, name) for name in NAMED]
                if players[seat] not in NAMED:
                    options.append((label_of_player(players[seat]), players[seat]))
                if list(box.options) != options:
                    box.options = options
                box.value = players[seat]
