"""What is counted of simulated deals as they come in, and the charts made of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rummy_lab.display.charts import Series
from rummy_lab.display.markup import points_text
from rummy_lab.simulate.columns import Rows, frame_of, joined
from rummy_lab.simulate.job import Job

if TYPE_CHECKING:
    import pandas as pd

MOST_LINES = 8
"""How many lines a chart has: so many can be told apart."""
MOST_BINS, MOST_OVER = 20, 0.95
"""How many spans a chart has at most, and where that of the lengths ends, as a share of deals."""
ENDINGS = {"out": "somebody goes out", "last turns": "after the last turns",
           "stock": "the stock is used up", "no draw": "no card can be drawn"}  # fmt: skip
"""What the words for endings mean."""


class Tally:
    """The rows of one job so far, and counts of what the charts show.

    >>> import rummy_lab as rl
    >>> job = Job(rl.variant("block"), ("greedy", "greedy"), seed=7, unit="deal", count=3)
    >>> tally = Tally(job)
    >>> for number in range(3): tally.add(job.rows(number), number + 1)
    >>> tally.done, tally.deals, sum(tally.turns.values()), sum(tally.points.values())
    (3, 3, 3, 6)
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.done = self.deals = 0
        self.points: Counter[float] = Counter()
        self.turns: Counter[int] = Counter()
        self.best: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        self._parts: list[Rows] = []
        self._part: Tally | None = None

    @property
    def asked(self) -> Tally:
        """Only the games that the job asks for: a part of these where more have been played."""
        count = self.job.count
        if self.done <= count:
            return self
        if self._part is None or self._part.done != count:
            rows = self.rows
            self._part = Tally(self.job)
            self._part.add(rows[rows["game"] < count], count)
        return self._part

    @property
    def rows(self) -> pd.DataFrame:
        """All rows so far."""
        return joined(self._parts)

    def add(self, rows: Rows, done: int) -> None:
        """Takes in the rows of whole games (or deals); `done` of them are there then."""
        frame = frame_of(rows)
        if not frame.empty:
            self._count(frame)
            self._parts.append(frame)
        self.done = done  # last, for another thread may look on

    def _count(self, frame: pd.DataFrame) -> None:
        """Adds rows to all that is counted."""
        deals = frame.drop_duplicates(["game", "deal"])
        self.deals += len(deals)
        _count(frame["points"], self.points)
        _count(deals["turns"], self.turns)
        _count(deals["ending"], self.endings)
        _count(self._ahead(frame)["seat"], self.best)

    def _ahead(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The rows of those who are best, alone or jointly: in the game, or in a single deal."""
        games = frame.groupby("game")
        if self.job.unit == "game":
            return frame[(frame["deal"] == games["deal"].transform("last")) & frame["won"]]
        best = "max" if self.job.rules["winner"] == "highest" else "min"
        return frame[frame["points"] == games["points"].transform(best)]


def _count(values: pd.Series[Any], counts: Counter[Any]) -> None:
    """Adds up how often each value occurs."""
    counts.update(values.value_counts().to_dict())


Tallies = Sequence[tuple[str, Tally]]
"""Tallies with what their rule sets are called."""


class Drawing(NamedTuple):
    """What a chart shows: its title, what a label is, the labels, the lines or bars."""

    title: str
    what: str
    labels: list[str]
    series: list[Series]


def points_drawing(tallies: Tallies) -> Drawing:
    """How the points of a hand are spread: the share of hands in each span of points."""
    shown = tallies[:MOST_LINES]
    values = sorted(point for _, tally in shown for point in tally.points)
    low, high = (values[0], values[-1]) if values else (0, 0)
    width = _width(high - low)
    first = int(low // width)
    bins = range(first, int(high // width) + 1)
    labels = [points_text(n * width) for n in bins]
    series = []
    for name, tally in shown:
        counts: Counter[int] = Counter()
        for point, count in tally.points.items():
            counts[int(point // width)] += count
        series.append(Series(name, _shares([counts[n] for n in bins], tally.points.total())))
    each = "" if width == 1 else f" in spans of {width}"
    return Drawing(f"Points of a player in a deal: % of the hands{each}{_few(tallies)}",
                   "points from" if each else "points", labels, series)  # fmt: skip


def turns_drawing(tallies: Tallies) -> Drawing:
    """How long deals last: the share of deals that are over after so many turns."""
    shown = tallies[:MOST_LINES]
    longest = max((_within(tally.turns, MOST_OVER) for _, tally in shown), default=1)
    step = _width(longest)
    marks = list(range(0, longest + step, step))
    series = []
    for name, tally in shown:
        over = [sum(count for turns, count in tally.turns.items() if turns <= mark)
                for mark in marks]  # fmt: skip
        series.append(Series(name, _shares(over, tally.deals)))
    return Drawing(f"How long deals last: % that are over after so many turns{_few(tallies)}",
                   "turns", list(map(str, marks)), series)  # fmt: skip


def seats_drawing(tallies: Tallies, labels: Sequence[str]) -> Drawing:
    """How often each player is best, counted from 1; `labels` are what the players are called."""
    games = any(tally.job.unit == "game" for _, tally in tallies)
    series = [
        Series(f"player {seat + 1} {label}",
               tuple(_share(tally.best[seat], tally.done) for _, tally in tallies))
        for seat, label in enumerate(labels)
    ]  # fmt: skip
    what = "wins the game" if games else "has the best points of the deal"
    return Drawing(f"Who {what}, alone or jointly", "rules", [name for name, _ in tallies], series)


def endings_drawing(tallies: Tallies) -> Drawing:
    """How deals end: the share of each ending that occurs."""
    there = dict.fromkeys(word for word in ENDINGS for _, tally in tallies if tally.endings[word])
    series = [
        Series(word, tuple(_share(tally.endings[word], tally.deals) for _, tally in tallies))
        for word in there
    ]
    return Drawing("How deals end", "rules", [name for name, _ in tallies], series)


def endings_said(tallies: Tallies) -> str:
    """What the words for endings mean."""
    there = [f"{word}: {ENDINGS[word]}" for word in ENDINGS
             if any(tally.endings[word] for _, tally in tallies)]  # fmt: skip
    return f"{'; '.join(there)}." if there else ""


def _few(tallies: Tallies) -> str:
    return f", the first {MOST_LINES} rule sets" if len(tallies) > MOST_LINES else ""


def _share(count: int, total: int) -> float | None:
    return 100 * count / total if total else None


def _shares(counts: Sequence[int], total: int) -> tuple[float | None, ...]:
    return tuple(_share(count, total) for count in counts)


def _within(counts: Counter[int], share: float) -> int:
    """The least value that so large a share of all does not go beyond."""
    reached, wanted = 0, share * counts.total()
    for value in sorted(counts):
        reached += counts[value]
        if reached >= wanted:
            return value
    return 1


def _width(span: float) -> int:
    """A round width that cuts a span into few enough bins.

    >>> [_width(span) for span in (7, 60, 343, 1000)]
    [1, 5, 20, 100]
    """
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span / (factor * size) < MOST_BINS:
                return factor * size
        size *= 10
