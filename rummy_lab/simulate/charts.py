"""Pictures of comparisons, by matplotlib; imported only where one is drawn.

Variants are told apart by line style, marker and label besides colour; labels are plain text, never
formulas or markup; the picture is an SVG that needs nothing from elsewhere.
"""

from __future__ import annotations

import html
import io
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rummy_lab.simulate.measures import Mean, Measure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#000000", "#e69f00", "#555555")
"""Colours that stay apart for the colour-blind (Okabe and Ito)."""
STYLES = ("-", "--", "-.", ":")
MARKERS = "osD^vPX*"
_SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "rummy_lab",
    "font.size": 11,
    "text.parse_math": False,
}


class Chart(Figure):
    """A matplotlib figure that shows itself in a notebook as SVG, without pyplot.

    `said` is what it shows in words, for those who do not see it.
    """

    said = ""

    @property
    def svg(self) -> str:
        """The picture as an SVG element, the same bytes each time."""
        text = io.StringIO()
        with mpl.rc_context(_SETTINGS):
            self.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
        _, start, rest = text.getvalue().partition("<svg ")
        opening, closed, inner = rest.partition(">")
        named = f'{start}role="img" {opening}{closed}<title>{html.escape(self.said)}</title>'
        return named + inner

    def save(self, path: str | Path) -> None:
        """Writes the picture to a file, in the format that its suffix names."""
        with mpl.rc_context(_SETTINGS):
            self.savefig(path)

    def _repr_svg_(self) -> str:
        return self.svg


def _chart(title: str, wide: float, high: float) -> tuple[Chart, Axes]:
    chart = Chart(figsize=(wide, high), layout="constrained")
    axes = chart.add_subplot()
    axes.set_title(title, loc="left", parse_math=False)
    axes.spines[["top", "right"]].set_visible(False)
    return chart, axes


def lengths_chart(turns: Mapping[str, Sequence[float]]) -> Chart:
    """How long deals last: the share of deals that are over after so many turns, by variant.

    The picture ends where all but a fiftieth of each variant's deals are over.
    """
    shown = max(sorted(values)[int(0.98 * (len(values) - 1))] for values in turns.values())
    longer = sum(value > shown for values in turns.values() for value in values)
    with mpl.rc_context(_SETTINGS):
        chart, axes = _chart("How long deals last", 7.0, 3.8)
        for place, (name, values) in enumerate(turns.items()):
            steps, shares = _reached(values)
            axes.step(
                steps, shares, where="post", label=_plain(name),
                color=COLOURS[place % len(COLOURS)], linestyle=STYLES[place % len(STYLES)],
                marker=MARKERS[place % len(MARKERS)], markersize=5,
                markevery=max(1, sum(step <= shown for step in steps) // 8),
                linewidth=1.5 + 2 * (len(turns) - 1 - place) / len(turns),
            )  # fmt: skip
        axes.set_xlabel("turns" + (f" ({longer:,} deals last longer)" if longer else ""))
        axes.set_ylabel("% of the deals are over")
        axes.set_ylim(0, 102)
        axes.set_xlim(0, 1.03 * shown)
        _legend(axes)
        means = (f"{name} {sum(values) / len(values):.1f}" for name, values in turns.items())
        chart.said = f"How long deals last. Turns in the mean: {', '.join(means)}."
        return chart


def _reached(values: Sequence[float]) -> tuple[list[float], list[float]]:
    """The lengths that occur, and which share of the deals is over by each, in percent.

    >>> _reached([5, 7, 5, 9])
    ([0, 5, 7, 9], [0.0, 50.0, 75.0, 100.0])
    """
    counts = Counter(values)
    steps = sorted(counts)
    reached = accumulate((counts[step] for step in steps), initial=0)
    return [0, *steps], [100 * count / len(values) for count in reached]


def means_chart(means: Mapping[str, Mean], measure: Measure) -> Chart:
    """The mean of a measure for each variant, with two standard errors on each side."""
    with mpl.rc_context(_SETTINGS):
        title = measure.title[0].upper() + measure.title[1:]
        chart, axes = _chart(title, 7.0, 1.4 + 0.45 * len(means))
        for place, (name, mean) in enumerate(means.items()):
            error = 0.0 if math.isnan(mean.error) else mean.spread(2) * measure.scale
            axes.errorbar(
                [mean.mean * measure.scale], [place], xerr=[error], capsize=4,
                color=COLOURS[place % len(COLOURS)], marker=MARKERS[place % len(MARKERS)],
                label=_plain(name),
            )  # fmt: skip
        axes.set_yticks(range(len(means)))
        axes.set_yticklabels(list(means), parse_math=False)
        axes.invert_yaxis()
        axes.margins(y=0.25)
        axes.set_xlabel(f"{measure.unit} (lines: two standard errors)")
        shown = (f"{name} {mean.mean * measure.scale:.2f}" for name, mean in means.items())
        chart.said = f"{title} ({measure.unit}): {', '.join(shown)}."
        return chart


def _plain(name: str) -> str:
    """A label that the legend does not leave out: those with an underscore in front are."""
    return name if not name.startswith("_") else f" {name}"


def _legend(axes: Axes) -> None:
    for text in axes.legend(frameon=False, loc="lower right").get_texts():
        text.set_parse_math(False)
