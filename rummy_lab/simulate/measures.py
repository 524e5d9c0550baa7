"""What is measured of a deal when variants are compared, with standard errors by deal.

A deal is one observation, however many seats it has rows for. Where two variants were dealt the
same shuffles, the difference is taken shuffle by shuffle, and its error from those differences.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rummy_lab.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

KEY = ["seed", "deal"]
"""What names a shuffle."""


@dataclass(frozen=True)
class Measure:
    """One thing that is measured of each deal (or game).

    `name` is its column, `title` what it is, `unit` what it is counted in ("%" for a share of the
    deals), `more` and `less` the sentences on a difference, where `{a}` has x more than `{b}`.
    """

    name: str
    title: str
    unit: str
    more: str = ""
    less: str = ""

    @property
    def scale(self) -> int:
        """What a value is multiplied with when it is told: shares are told in hundredths."""
        return 100 if self.unit == "%" else 1


TURNS = Measure(
    "turns", "turns in a deal", "turns",
    "{a} deals last {x} turns longer than {b} deals",
    "{a} deals are {x} turns shorter than {b} deals",
)  # fmt: skip
POINTS = Measure(
    "points", "points of a player in a deal", "points",
    "a {a} deal adds {x} points more to a player's total than a {b} deal",
    "a {a} deal adds {x} points less to a player's total than a {b} deal",
)  # fmt: skip
OUT = Measure(
    "out", "deals in which somebody goes out", "%",
    "somebody goes out in {x} more of 100 {a} deals than of 100 {b} deals",
    "somebody goes out in {x} fewer of 100 {a} deals than of 100 {b} deals",
)  # fmt: skip
WHOLE = Measure("whole_hand", "deals in which somebody goes out with the whole hand at once", "%")
GAME_DEALS = Measure(
    "game_deals", "deals in a game", "deals",
    "{a} games take {x} deals more than {b} games",
    "{a} games take {x} deals fewer than {b} games",
)  # fmt: skip
TOLD = (TURNS, POINTS, OUT, GAME_DEALS)
"""What sentences are made of, besides who goes out."""


def seat_measure(seat: int) -> Measure:
    """The share of deals in which a seat goes out; in words, players are counted from 1."""
    return Measure(f"out_{seat}", f"deals in which player {seat + 1} goes out", "%")


def measures_of(seats: int, whole_games: bool) -> list[Measure]:
    """What is measured at a table, in the order of the tables."""
    by_seat = [seat_measure(seat) for seat in range(seats)]
    return [TURNS, POINTS, OUT, WHOLE, *by_seat, *([GAME_DEALS] if whole_games else [])]


def by_deal(rows: pd.DataFrame, seats: int) -> pd.DataFrame:
    """One row for each deal, named by its shuffle, with the value of each measure of a deal.

    >>> import rummy_lab as rl
    >>> by_deal(rl.simulate("block", deals=2, seed=7, progress=False), 2).shape
    (2, 6)
    """
    import pandas as pd

    groups = rows.groupby(KEY, sort=True)
    deals: dict[str, Any] = {
        TURNS.name: groups["turns"].first().astype("float64"),
        POINTS.name: groups["points"].mean(),
        OUT.name: groups["went_out"].any().astype("float64"),
        WHOLE.name: groups["whole_hand"].any().astype("float64"),
    }
    for seat in range(seats):
        own = rows[rows["seat"] == seat].set_index(KEY)["went_out"].astype("float64")
        deals[seat_measure(seat).name] = own
    return pd.DataFrame(deals)


def by_game(rows: pd.DataFrame) -> pd.DataFrame:
    """One row for each game, named by its seed, with the number of its deals."""
    return rows.groupby("seed", sort=True)["deal"].max().astype("float64").to_frame(GAME_DEALS.name)


@dataclass(frozen=True)
class Mean:
    """A mean over deals, its standard error (NaN for fewer than two) and how many there are."""

    mean: float
    error: float
    count: int

    def spread(self, factor: float) -> float:
        """Half the width of an interval around the mean."""
        return factor * self.error


def mean_of(values: pd.Series[Any]) -> Mean:
    """The mean of some deals.

    >>> import pandas as pd
    >>> mean_of(pd.Series([1.0, 2.0, 3.0])).mean
    2.0
    """
    kept = values.dropna()
    count = len(kept)
    if not count:
        return Mean(math.nan, math.nan, 0)
    error = float(kept.std(ddof=1)) / math.sqrt(count) if count > 1 else math.nan
    return Mean(float(kept.mean()), error, count)


def difference(here: pd.Series[Any], there: pd.Series[Any], paired: bool) -> Mean:
    """How much greater `here` is than `there`: shuffle by shuffle where they are paired.

    Paired, it counts the shuffles that both were dealt; otherwise the deals of the smaller side.

    >>> import pandas as pd
    >>> difference(pd.Series([3.0, 5.0]), pd.Series([1.0, 3.0]), paired=True)
    Mean(mean=2.0, error=0.0, count=2)
    """
    if paired:
        return mean_of(here - there)
    a, b = mean_of(here), mean_of(there)
    return Mean(a.mean - b.mean, math.hypot(a.error, b.error), min(a.count, b.count))


def same_pack(here: Rules, there: Rules, seats: int, deals: list[int]) -> bool:
    """Whether two rule sets shuffle the same cards in all of some deals.

    >>> import rummy_lab as rl
    >>> same_pack(rl.variant("remi"), rl.variant("rummy"), 3, [1])
    True
    """
    return all(here.at(seats, deal).pack == there.at(seats, deal).pack for deal in deals)
