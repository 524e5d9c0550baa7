"""Charts of bars: a group for each label, one bar below another, each with its name and value.

Bars are told apart by the names at their ends, so colour adds nothing that is not written.
"""

from __future__ import annotations

from collections.abc import Sequence

from rummy_lab.display.charts import (
    Chart,
    Mark,
    Series,
    Value,
    attributes_of,
    colour_of,
    text_mark,
    value_said,
)
from rummy_lab.display.drawing import fitted, n
from rummy_lab.display.markup import isolated

WIDTH, LEFT, RIGHT, TOP = 580.0, 186.0, 158.0, 30.0
"""The width, and margins: for the labels, for names and values, for the title."""
BAR, STEP, GAP = 9.0, 14.0, 8.0
"""How thick a bar is, how far the next one lies below it, and what parts two groups."""


def bar_chart(title: str, labels: Sequence[str], series: Sequence[Series], unit: str = "") -> Chart:
    """A group of bars for each of `labels`, with a bar for each of `series`.

    `unit` stands behind each value, like "%"; a value that is None has no bar.

    >>> bo = Series("Bo", (0, 9))
    >>> chart = bar_chart("Points", ["Remi", "Rummy"], [Series("Ana", (12, 5)), bo])
    >>> chart.words
    'Points. Remi: Ana 12, Bo 0; Rummy: Ana 5, Bo 9.'
    """
    known = [float(value) for one in series for value in one.values if value is not None]
    low, high = min([0.0, *known]), max([0.0, *known])
    scale = (WIDTH - LEFT - RIGHT) / ((high - low) or 1.0)
    zero = LEFT - low * scale
    marks = [text_mark(title, 8, 15, weight=600)]
    y = TOP
    for place, name in enumerate(labels):
        middle = y + STEP * len(series) / 2 + 3
        marks.append(
            text_mark(isolated(fitted(name, LEFT - 20, 12)), LEFT - 12, middle, "end", "ink")
        )
        for number, one in enumerate(series):
            marks += _bar(zero, scale, y + STEP / 2, number, one.name, one.values[place], unit)
            y += STEP
        y += GAP
    axis = {"x1": n(zero), "x2": n(zero), "y1": n(TOP - 4), "y2": n(y - GAP + 4)}
    marks.append(Mark("line", axis | attributes_of("edge")))
    return Chart(title, _in_words(title, labels, series, unit), tuple(marks), (), WIDTH, y + 2)


def _bar(
    zero: float, scale: float, y: float, number: int, name: str, value: Value, unit: str
) -> list[Mark]:
    """A bar as a thick line, with its value and name at the end."""
    found, end = [], zero
    if value:
        end = zero + float(value) * scale
        across = {"x1": n(zero), "x2": n(end), "y1": n(y), "y2": n(y), "stroke-width": n(BAR)}
        found.append(Mark("line", across | attributes_of(colour_of(number))))
    text = f"{value_said(value, unit)} {isolated(fitted(name, RIGHT - 50, 12))}".strip()
    return [*found, text_mark(text, max(zero, end) + 6, y + 4)]


def _in_words(title: str, labels: Sequence[str], series: Sequence[Series], unit: str) -> str:
    groups = []
    for place, name in enumerate(labels):
        told = [f"{isolated(one.name)} {value_said(one.values[place], unit)}" for one in series]
        groups.append(f"{isolated(name)}: {', '.join(told)}")
    return f"{title}. {'; '.join(groups)}."
