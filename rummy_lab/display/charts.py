"""Charts of points as a few SVG elements: lines over turns or deals, each with its name at its end.

Lines are told apart by dashes and names besides colours. The same elements make a picture that
stands alone (`svg_of_chart`) and the live chart of the widgets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rummy_lab.display.drawing import COLOURS, fitted, n, page, paired, style_of
from rummy_lab.display.markup import escaped, isolated, points_text

WIDTH, HEIGHT = 640.0, 200.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 146.0, 26.0, 26.0
"""Margins: for the scale, the names, the title and the labels below."""
DASHES = ("", "7 4", "2 3", "10 3 2 3", "5 2", "1 5", "12 4", "3 3 8 3")
MOST_LABELS = 14
NAME_STEP = 14.0
"""The least distance between two names."""
_LINES = {
    f"s{place}": ("stroke", light, dark)
    for place, (light, dark) in enumerate((
        ("#0072b2", "#5ab4f0"), ("#c25500", "#ff9a4d"), ("#00805d", "#3ecf9f"),
        ("#b0508a", "#e59ac4"), ("#3d6fd0", "#9dbcff"), ("#333333", "#f0f0f0"),
        ("#946300", "#f2b84b"), ("#6a6a6a", "#b0b0b0"),
    ))
}  # fmt: skip

Value = int | float | Fraction | None


class Series(NamedTuple):
    """A line of a chart: whose it is, and a value for each place (None where it is not known)."""

    name: str
    values: tuple[Value, ...]


class Mark(NamedTuple):
    """An SVG element: its name, its attributes, and the text in it."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


class Chart(NamedTuple):
    """A chart: its elements, where its places lie from left to right, and what it says in words."""

    title: str
    words: str
    marks: tuple[Mark, ...]
    places: tuple[float, ...]
    width: float = WIDTH
    height: float = HEIGHT


def line_chart(
    title: str,
    labels: Sequence[str],
    series: Sequence[Series],
    levels: Sequence[tuple[float, str]] = (),
    unit: str = "",
) -> Chart:
    """A line for each of `series` over places with `labels`; `levels` are lines across, with names.

    `unit` stands behind each value that is told, like "%".

    >>> chart = line_chart("Points", ["0", "1"], [Series("Ana", (12, 5)), Series("Bo", (9, None))])
    >>> chart.words
    'Points, from 0 to 1. Ana: 12 to 5; Bo: 9 to not known.'
    """
    scale = _Scale(labels, series, levels)
    marks = [
        text_mark(title, LEFT, 14, weight=600),
        *scale.grid(),
        *scale.levels(levels),
        *(mark for place, one in enumerate(series) for mark in scale.line(place, one)),
        *scale.names(series),
    ]
    return Chart(title, _in_words(title, labels, series, unit), tuple(marks), tuple(scale.xs))


def svg_of_chart(chart: Chart) -> str:
    """A chart as a picture of its own."""
    style = f"<style>{style_of(_LINES)}</style>"
    body = style + "".join(map(_element, chart.marks))
    return page(body, chart.width, chart.height, chart.title, chart.words)


def _element(mark: Mark) -> str:
    told = "".join(f' {name}="{escaped(value)}"' for name, value in mark.attributes.items())
    return f"<{mark.tag}{told}>{escaped(mark.text)}</{mark.tag}>"


def _in_words(title: str, labels: Sequence[str], series: Sequence[Series], unit: str) -> str:
    lines = [
        f"{isolated(one.name)}: {value_said(one.values[0], unit)} to "
        f"{value_said(one.values[-1], unit)}"
        for one in series if one.values
    ]  # fmt: skip
    where = f", from {labels[0]} to {labels[-1]}" if labels else ""
    return f"{title}{where}. {'; '.join(lines)}."


def value_said(value: Value, unit: str = "") -> str:
    """A value of a chart as text: points exactly, what has a unit with one digit after the point.

    >>> value_said(17.5), value_said(12.345, "%"), value_said(None)
    ('17½', '12.3%', 'not known')
    """
    if value is None:
        return "not known"
    return f"{float(value):.1f}{unit}".replace("-", "−") if unit else points_text(value)


def attributes_of(*names: str) -> dict[str, str]:
    """The attributes of a mark in the colours of some names."""
    return paired(*names, colours=COLOURS | _LINES)


def text_mark(
    text: str, x: float, y: float, anchor: str = "start", colour: str = "soft", weight: int = 400
) -> Mark:
    """A text in a chart."""
    bold = {"font-weight": str(weight)} if weight != 400 else {}
    said = {"x": n(x), "y": n(y), "font-size": "12", "text-anchor": anchor}
    return Mark("text", said | bold | attributes_of(colour), text)


class _Scale:
    """Where places and values lie."""

    def __init__(
        self,
        labels: Sequence[str],
        series: Sequence[Series],
        levels: Sequence[tuple[float, str]],
    ) -> None:
        self.labels = labels
        known = [float(v) for one in series for v in one.values if v is not None]
        known += [0.0, *(value for value, _ in levels)]
        self.step = _step(max(known) - min(known))
        self.low = self.step * (min(known) // self.step)
        self.high = max(self.low + self.step, self.step * -(-max(known) // self.step))
        room = WIDTH - LEFT - RIGHT
        last = max(1, len(labels) - 1)
        self.xs = [LEFT + room * place / last for place in range(len(labels))]

    def y(self, value: float) -> float:
        """Where a value lies."""
        part = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def grid(self) -> Iterator[Mark]:
        """The scale at the left, and the labels below."""
        for count in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + count * self.step
            y = self.y(value)
            across = {"x1": n(LEFT), "x2": n(WIDTH - RIGHT), "y1": n(y), "y2": n(y)}
            yield Mark("line", across | attributes_of("line"))
            yield text_mark(points_text(value), LEFT - 7, y + 4, "end")
        every = -(-len(self.labels) // MOST_LABELS)
        for place, label in enumerate(self.labels):
            if place % every == 0:
                yield text_mark(label, self.xs[place], HEIGHT - 7, "middle")

    def levels(self, levels: Sequence[tuple[float, str]]) -> Iterator[Mark]:
        """Lines across with their names."""
        for value, name in levels:
            y = self.y(value)
            across = {"x1": n(LEFT), "x2": n(WIDTH - RIGHT), "y1": n(y), "y2": n(y)}
            dashed = {"stroke-dasharray": "3 3", "stroke-width": "1.5"}
            yield Mark("line", across | dashed | attributes_of("edge"))
            yield text_mark(name, WIDTH - RIGHT, y - 4, "end")

    def line(self, place: int, series: Series) -> Iterator[Mark]:
        """A line through the values that are known, with a dot at each that stands alone."""
        path, pen = "", "M"
        for x, value in zip(self.xs, series.values, strict=True):
            if value is None:
                pen = "M"
                continue
            path += f"{pen}{n(x)} {n(self.y(float(value)))}"
            pen = "L"
        style = {"fill": "none", "stroke-width": "2.2", "stroke-linejoin": "round",
                 "stroke-linecap": "round"}  # fmt: skip
        if dashes := DASHES[place % len(DASHES)]:
            style["stroke-dasharray"] = dashes
        yield Mark("path", {"d": path} | style | attributes_of(colour_of(place)))
        if (last := _last(series)) is not None:
            dot = {"cx": n(self.xs[last[0]]), "cy": n(self.y(last[1])), "r": "3", "fill": "none"}
            yield Mark("circle", dot | {"stroke-width": "2.2"} | attributes_of(colour_of(place)))

    def names(self, series: Sequence[Series]) -> Iterator[Mark]:
        """The names at the ends of the lines, none over another; unknown lines have none."""
        ends = [(self.y(last[1]), place) for place, one in enumerate(series)
                if (last := _last(one)) is not None]  # fmt: skip
        ends.sort()
        for (_, place), y in zip(ends, _apart([y for y, _ in ends]), strict=True):
            x, one = WIDTH - RIGHT + 8, series[place]
            dash = {"x1": n(x), "x2": n(x + 18), "y1": n(y), "y2": n(y), "stroke-width": "2.2"}
            if dashes := DASHES[place % len(DASHES)]:
                dash["stroke-dasharray"] = dashes
            yield Mark("line", dash | attributes_of(colour_of(place)))
            name = isolated(fitted(one.name, RIGHT - 36, 12))
            yield text_mark(name, x + 23, y + 4, colour="ink")


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights from top to bottom, moved so that names there stand apart, and above the labels."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + NAME_STEP) if found else height)
    most = HEIGHT - BOTTOM
    for place in range(len(found) - 1, -1, -1):
        found[place] = min(found[place], most)
        most = found[place] - NAME_STEP
    return found


def colour_of(place: int) -> str:
    """The name of the colour of a series by its place."""
    return f"s{place % len(_LINES)}"


def _last(series: Series) -> tuple[int, float] | None:
    """The last value that is known, and its place."""
    for place in range(len(series.values) - 1, -1, -1):
        if (value := series.values[place]) is not None:
            return place, float(value)
    return None


def _step(span: float) -> float:
    """A round step that parts a span into about four.

    >>> [_step(span) for span in (3, 36, 150, 700)]
    [1, 10, 50, 200]
    """
    step, size = 1, 1
    while True:
        for factor in (1, 2, 5):
            step = factor * size
            if span / step <= 4:
                return step
        size *= 10
