"""The games of a job by kernel: many at once, deal by deal, and their rows as a table.

The rows are those of `Job.rows`. All games deal their first deal, those that go on their second,
and so on. The few games that come to a deal of the tied alone, or to a hand that is too much for
the kernels, are played by the engine.

Importing this module imports numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rummy_lab.fast.deals import ENDINGS, Ends, play
from rummy_lab.fast.scores import points_of, shares
from rummy_lab.rules import Rules
from rummy_lab.simulate.columns import COLUMNS, Row, frame_of
from rummy_lab.simulate.job import Job, Stop, Stopped

if TYPE_CHECKING:
    import pandas as pd

Array = np.ndarray[Any, np.dtype[Any]]


class Round(NamedTuple):
    """One deal of many games: which games, its number, how it ended, points and totals in parts."""

    games: Array
    deal: int
    ends: Ends
    points: Array
    totals: Array


def table_of(job: Job, first: int, last: int, stop: Stop | None = None) -> tuple[pd.DataFrame, int]:
    """The rows of the games from `first` to before `last`, typed as `COLUMNS` says, and `last`.

    Where `stop` says so between two deals, or in one that the engine plays, the rows are those of
    the games before some game, which is told in place of `last`.
    """
    import pandas as pd

    games, won = np.arange(first, last), None
    if job.unit == "deal":
        rounds = [_round(job, games, job.deal, np.zeros(1, np.int64))]
        others = games[rounds[0].ends.ending < 0]
    else:
        rounds, won, others, last = _games(job, games, stop)
    table = _table(job, rounds, won)
    if others.size:
        rows, last = _by_engine(job, others, last, stop)
        table = table[~table["game"].isin(others)]
        table = pd.concat([table, frame_of(rows)]) if rows else table
    table = table[table["game"] < last]
    return table.sort_values(["game", "deal"], kind="stable", ignore_index=True), last


def _by_engine(job: Job, games: Array, last: int, stop: Stop | None) -> tuple[list[Row], int]:
    """The rows of the games before `last` among some, and the game before which it was stopped."""
    rows: list[Row] = []
    for game in np.unique(games[games < last]).tolist():  # a deal given up may look like a tie
        try:
            rows += job.rows(game, stop)
        except Stopped:
            return rows, game
    return rows, last


def _round(job: Job, games: Array, deal: int, totals: Array) -> Round:
    """Plays a deal of some games with these totals so far."""
    at = job.rules.at(players=len(job.players), deal=deal)
    ends = play(at, job.seed + games, (deal - 1) % at.players)
    points = points_of(at, ends)
    return Round(games, deal, ends, points, totals + points)


def _games(job: Job, games: Array, stop: Stop | None) -> tuple[list[Round], Array, Array, int]:
    """Plays games to their ends: their deals, who won, and the games that only the engine plays.

    Then the first game that was not played to its end, or the one behind the last.
    """
    players, first, last = len(job.players), int(games[0]), int(games[-1]) + 1
    totals = np.zeros((len(games), players), np.int64)
    idle = np.zeros(len(games), np.int64)
    won = np.zeros((len(games), players), bool)
    rounds, others = [], []
    while games.size and not (rounds and stop is not None and stop()):
        rounds.append(_round(job, games, len(rounds) + 1, totals))
        totals = rounds[-1].totals
        idle = np.where(rounds[-1].points.any(axis=1), 0, idle + 1)
        ahead = _ahead(job.rules, totals)
        over = _reached(job.rules, totals / shares(players), len(rounds))
        if job.rules["ties"] == "extra_deals":
            over &= ahead.sum(axis=1) == 1
        elif job.rules["ties"] == "bonus_deal":
            least, most = job.rules["players"]
            count = ahead.sum(axis=1)
            others.append(games[over & (count >= max(2, least)) & (count <= most)])
        unplayed = rounds[-1].ends.ending < 0
        others.append(games[unplayed])
        over |= unplayed
        won[games[over] - first] = ahead[over]
        games, totals, idle = games[~over], totals[~over], idle[~over]
        if games.size:
            job.must_end(int(games[idle.argmax()]), int(idle.max()))
    return rounds, won, np.concatenate(others), int(games.min(initial=last))


def _ahead(rules: Rules, totals: Array) -> Array:
    """Who has the best total in each game."""
    best = totals.max if rules["winner"] == "highest" else totals.min
    return totals == best(axis=1, keepdims=True)


def _reached(rules: Rules, totals: Array, deals: int) -> Array:
    """Which games have reached what ends them, ties aside."""
    target, most = rules["target"], rules["deals"]
    if most is not None and deals >= most:
        return np.ones(len(totals), bool)
    if target is None:
        return np.zeros(len(totals), bool)
    return (totals >= target if target > 0 else totals <= target).any(axis=1)


# --- rows -------------------------------------------------------------------------------------


def _table(job: Job, rounds: list[Round], won: Array | None) -> pd.DataFrame:
    """The rows of rounds, one round after the other; `won` is by game, from the first on."""
    import pandas as pd

    first = int(rounds[0].games[0])
    parts = [_numbers(job, one, None if won is None else won[one.games - first]) for one in rounds]
    found = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    count = len(found["game"])
    words = {
        "variant": ((job.rules.id,), np.zeros(count, np.int64)),
        "policy": (job.labels, found["seat"]),
        "ending": (ENDINGS, found["ending"]),
    }
    columns: dict[str, Any] = {}
    for name, (dtype, _) in COLUMNS.items():
        if name in words:
            some, places = words[name]
            columns[name] = pd.Series(some, dtype="string").take(places).array
        elif name not in found:  # nobody wins a deal that is played alone
            columns[name] = pd.Series([pd.NA], dtype=dtype).repeat(count).array
        else:
            columns[name] = pd.Series(found[name], dtype=dtype)
    return pd.DataFrame(columns)


def _numbers(job: Job, one: Round, won: Array | None) -> dict[str, Array]:
    """The columns of a round, seat by seat within each game; `ending` as a number."""
    players, ends = len(job.players), one.ends
    seats = np.arange(players)
    parts = shares(players)

    def each(values: Any) -> Array:
        return np.repeat(np.broadcast_to(values, len(one.games)), players)

    out = ends.out[:, None] == seats
    found = {
        "game": each(one.games),
        "seed": each(job.seed + one.games),
        "deal": each(one.deal),
        "players": each(players),
        "dealer": each((one.deal - 1) % players),
        "seat": np.tile(seats, len(one.games)),
        "points": (one.points / parts).ravel(),
        "total": (one.totals / parts).ravel(),
        "went_out": out.ravel(),
        "whole_hand": (out & (ends.whole_hand > 0)[:, None]).ravel(),
        "melds": ends.melds.ravel(),
        "hand_cards": ends.cards.ravel(),
        "hand_points": ends.points.ravel().astype(float),
        "turns": each(ends.turns),
        "actions": each(ends.actions),
        "recycles": each(ends.recycles),
        "ending": each(ends.ending),
    }
    return found if won is None else {**found, "won": won.ravel()}
