"""The panels of the replay viewer: hand points over the turns, the points so far, errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from rummy_lab.display.html import html_of_sheet
from rummy_lab.display.markup import fragment
from rummy_lab.log import LogError
from rummy_lab.log.shown import points_table
from rummy_lab.widgets.chart import Chart
from rummy_lab.widgets.faults import faults_html
from rummy_lab.widgets.handpoints import HandPoints
from rummy_lab.widgets.panels import Panel, sentence
from rummy_lab.widgets.reel import Reel


class ChartPanel(Panel):
    """The points of the hands, turn by turn."""

    title = "Hand points"

    def __init__(self, pick: Callable[[dict[str, Any]], None]) -> None:
        self.chart = Chart(pick)
        super().__init__(self.chart)

    def show(self, points: HandPoints | None, place: int) -> None:
        """Shows the hands of a deal, marked at a place of its line; None where none are known."""
        if points is None or len(points.ends) < 2:
            self.chart.put(drawing={}, at=-1)
            return
        self.chart.show(points.title, "turn", points.labels, points.series)
        self.chart.put(at=points.at(place))


class PointsPanel(Panel):
    """The points of the deals so far, and how those of the deal shown come about."""

    title = "Points so far"

    def __init__(self) -> None:
        self.page = ipywidgets.HTML()
        super().__init__(self.page)

    def show(self, reel: Reel, counted: bool) -> None:
        """Shows the deals up to the one shown, and that one too where it is `counted`."""
        self.page.value = points_html(reel, counted)


def points_html(reel: Reel, counted: bool) -> str:
    """The points of the deals so far as HTML.

    >>> import rummy_lab as rl
    >>> "deal 1" in points_html(Reel(rl.play(rl.variant("block"), seed=7)), True)
    True
    """
    deals = reel.deals[: reel.place + counted]
    totals = reel.after if counted else reel.before
    table = fragment(points_table(reel.game, deals, totals, "so far"))
    sheet = reel.entry.sheet() if counted and reel.entry is not None else None
    if sheet is not None:
        return table + html_of_sheet(sheet)
    return table if deals else table + sentence("No deal is over yet.")


class FaultsPanel(Panel):
    """What is wrong in the log, each error at its line."""

    title = "Errors"

    def __init__(self) -> None:
        self.page = ipywidgets.HTML()
        super().__init__(self.page)

    def show(self, errors: Sequence[LogError], row: Callable[[int], str]) -> None:
        """Shows errors; `row` gives a line of the text by its number."""
        self.toggle.description = f"Errors ({len(errors)})" if errors else "Errors"
        self.page.value = faults_html(errors, row) if errors else sentence("There are none.")
