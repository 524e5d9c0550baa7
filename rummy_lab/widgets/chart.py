"""A chart of points as a live drawing; `display.charts` makes its elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import traitlets

from rummy_lab.display import charts
from rummy_lab.display.bars import bar_chart
from rummy_lab.widgets.base import Pieces, module, style


class Chart(Pieces):
    """A chart with a line at one place, and its numbers folded below it.

    - `drawing`: `size` (width and height), `title`, `words`, `marks` (`[name, attributes, text]`
      each), `places` (where they lie), `head` and `rows` (texts of the table of numbers).
    - `at`: the place shown, -1 for none; bars have no places.
    - Message: `{"do": "point", "at"}`.
    """

    _esm = module("chart")
    _css = style("chart")

    drawing: Any = traitlets.Dict().tag(sync=True)
    at = traitlets.Int(-1).tag(sync=True)

    def __init__(self, heard: Callable[[dict[str, Any]], None] | None = None) -> None:
        super().__init__(heard)
        self.shown: charts.Chart | None = None

    def show(
        self,
        title: str,
        what: str,
        labels: Sequence[str],
        series: Sequence[charts.Series],
        levels: Sequence[tuple[float, str]] = (),
        unit: str = "",
    ) -> None:
        """Shows lines over places with labels; `what` says what a place is, like "turn"."""
        self._draw(
            charts.line_chart(title, labels, series, levels, unit), what, labels, series, unit
        )

    def show_bars(
        self,
        title: str,
        what: str,
        labels: Sequence[str],
        series: Sequence[charts.Series],
        unit: str = "",
    ) -> None:
        """Shows a group of bars for each label; `what` says what a label is, like "rules"."""
        self._draw(bar_chart(title, labels, series, unit), what, labels, series, unit)

    def _draw(
        self,
        chart: charts.Chart,
        what: str,
        labels: Sequence[str],
        series: Sequence[charts.Series],
        unit: str,
    ) -> None:
        self.shown = chart
        columns = [one.values for one in series]
        self.put(drawing={
            "size": [chart.width, chart.height],
            "title": chart.title,
            "words": chart.words,
            "marks": [[mark.tag, mark.attributes, mark.text] for mark in chart.marks],
            "places": list(chart.places),
            "head": [what, *(one.name for one in series)],
            "rows": [[label, *("" if v is None else charts.value_said(v, unit) for v in values)]
                     for label, *values in zip(labels, *columns, strict=True)],
        })  # fmt: skip

    @property
    def svg(self) -> str:
        """The chart as a picture that stands alone; empty before there is one."""
        return charts.svg_of_chart(self.shown) if self.shown is not None else ""
