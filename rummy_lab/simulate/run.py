"""Many games between policies, on one core or on any executor.

>>> import rummy_lab as rl
>>> frame = simulate(rl.variant("block"), deals=3, seed=7, progress=False)
>>> len(frame), frame["seed"].to_list()
(6, [7, 7, 8, 8, 9, 9])
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING, Any, overload

from rummy_lab.cards import check_seed, shortened, whole_number
from rummy_lab.fast import plays
from rummy_lab.players import Policy, policy
from rummy_lab.rules import Rules
from rummy_lab.simulate.columns import Rows, joined
from rummy_lab.simulate.files import Files, Saved
from rummy_lab.simulate.job import Job, label_of_player
from rummy_lab.simulate.keeping import Memory, NotKeptError, Store, games_in, missing
from rummy_lab.simulate.progress import bar
from rummy_lab.simulate.running import WorkerError, played, usable
from rummy_lab.variants import variant

if TYPE_CHECKING:
    import pandas as pd

ENGINES = ("auto", "python", "fast")
"""What plays the deals: kernels where it is worth it, the engine in pure Python, or kernels."""
KERNELS_FROM = 1000
"""From so many deals on it is worth to load kernels, which takes half a second at least."""
DEALS_OF_GAME = 30
"""About how many deals a game to a target has; the documented ones have 31 to 48."""
ROWS_KEPT, SECONDS_KEPT = 50_000, 30.0
"""Rows are put away (written as a part) when there are so many, or after so long."""
_MOST_SEED = 2**63 - 1
"""Seeds stand in a column of 64-bit integers."""


class SimulationError(RuntimeError):
    """A simulation that could not go on; `done` is what was finished, as `simulate` returns it."""

    def __init__(self, message: str, done: Any) -> None:
        super().__init__(message)
        self.done = done


@overload
def simulate(
    rules: str | Rules,
    players: Sequence[str | Policy] | int | None = None,
    games: int | None = None,
    *,
    deals: int | None = None,
    deal: int = 1,
    seed: int = 0,
    executor: Executor | Any = None,
    engine: str = "auto",
    out: None = None,
    progress: bool = True,
    chunk: int | None = None,
    stop: Callable[[], bool] | None = None,
    resume: pd.DataFrame | None = None,
) -> pd.DataFrame: ...


@overload
def simulate(
    rules: str | Rules,
    players: Sequence[str | Policy] | int | None = None,
    games: int | None = None,
    *,
    deals: int | None = None,
    deal: int = 1,
    seed: int = 0,
    executor: Executor | Any = None,
    engine: str = "auto",
    out: str | os.PathLike[str],
    progress: bool = True,
    chunk: int | None = None,
    stop: Callable[[], bool] | None = None,
    resume: None = None,
) -> Saved: ...


def simulate(
    rules: str | Rules,
    players: Sequence[str | Policy] | int | None = None,
    games: int | None = None,
    *,
    deals: int | None = None,
    deal: int = 1,
    seed: int = 0,
    executor: Executor | Any = None,
    engine: str = "auto",
    out: str | os.PathLike[str] | None = None,
    progress: bool = True,
    chunk: int | None = None,
    stop: Callable[[], bool] | None = None,
    resume: pd.DataFrame | None = None,
) -> pd.DataFrame | Saved:
    """Plays many games: a table with a row for each deal and seat (`COLUMNS` says what it holds).

    Game g, counted from 0, is dealt with `seed + g`, which stands in its rows:
    `rl.play(rules, players, seed=row.seed)` plays it again. So runs are of the same games where
    their seeds overlap; for other games take a seed at least as far off as there are games.
    `deals=` in place of `games=` plays single deals: deal number `deal` of as many games, with the
    seat that deals it there (deal 1: the first) and no points from before. The rows are the same
    whatever the executor, the number of its workers and `chunk`.

    - `players`: a name ("greedy", "random") or an own policy `choose(view)` for each seat, or a
      number of greedy ones; without, as many as the smallest table has. An own object begins every
      game as a copy of what was given; what it does must follow from the view and from that.
    - `engine`: "fast" plays by kernels (extra `[fast]`: greedy players, rules that `fast.plays`),
      "python" by the engine; "auto" takes kernels where it can, from about 1,000 deals on. The rows
      are the same.
    - `executor`: any of `concurrent.futures` (threads, processes; of dask, the client or
      `client.get_executor()`). Worker processes must be able to import what a player needs.
    - `out`: keeps the rows in files (see `files`) and returns a `Saved`, which reads them; memory
      does not grow then. The same call again goes on where it was stopped.
    - `stop`: is asked between pieces, and where the engine plays in this process some times a
      second, in the middle of a deal, too; `stop`, or interrupting, leaves what was finished (an
      interruption: in pieces before). Without `out`, give the table that was returned as `resume`
      to go on.
    - `chunk`: how many games a piece has, which a worker gets at a time; chosen by time if None.

    Raises `ValueError` for arguments that are none, and `SimulationError` where a player fails,
    workers die or the disk is full: its `done` holds what was finished.

    >>> import rummy_lab as rl
    >>> frame = simulate("block", ["greedy", "random"], games=1, seed=7, progress=False)
    >>> last = frame[frame["deal"] == frame["deal"].max()]
    >>> log = rl.play(rl.variant("block"), ["greedy", "random"], seed=7)
    >>> last["total"].to_list() == list(map(float, log.totals.values()))
    True
    """
    job = job_of(rules, players, games, deals, deal, seed, engine)
    executor, size = checked(executor, chunk)
    if stop is not None and not callable(stop):
        raise ValueError(f"stop={shortened(stop)} cannot be called: give a function, or None")
    if out is not None and resume is not None:
        raise ValueError("out= goes on by itself where it was stopped: leave resume= out")
    store: Memory | Files = Memory(job, resume) if out is None else Files(out, job)
    try:
        run(job, store, executor, size, stop, progress)
    except KeyboardInterrupt:
        done = games_in(store.done)
        how = "give the table as resume=" if out is None else "call it again"
        warnings.warn(
            f"stopped after {done:,} of {job.count:,} {job.unit}s; {how} to go on", stacklevel=2
        )
    return store.result()


# --- arguments --------------------------------------------------------------------------------


def checked(executor: Any, chunk: int | None) -> tuple[Executor | None, int | None]:
    """The executor and the size of pieces; raises `ValueError` for what is none."""
    return usable(executor), None if chunk is None else _count(chunk, "chunk")


def job_of(
    rules: str | Rules,
    players: Sequence[str | Policy] | int | None,
    games: int | None,
    deals: int | None,
    deal: int,
    seed: int,
    engine: str = "auto",
) -> Job:
    """What is simulated; raises `ValueError` for arguments that are none."""
    if engine not in ENGINES:
        raise ValueError(f"engine={shortened(engine)} is none of {', '.join(ENGINES)}")
    rules = variant(rules)
    if (games is None) == (deals is None):
        raise ValueError("say how many: either games= or deals=, like games=1000")
    unit, count = ("game", games) if deals is None else ("deal", deals)
    number = _count(deal, "deal")
    if unit == "game" and number != 1:
        raise ValueError("deal= says which deal is played with deals=; games are played whole")
    made = Job(rules, seats_of(rules, players), check_seed(seed), unit, _count(count, f"{unit}s"),
               number)  # fmt: skip
    if not -_MOST_SEED <= made.seed <= _MOST_SEED - made.count:
        raise ValueError(
            f"seed={made.seed} with {unit}s={made.count}: seeds, one more for each {unit}, have "
            "63 bits here"
        )
    if number > _MOST_SEED:
        raise ValueError(f"deal={number} is too large: its number has 63 bits here")
    rules.check_deal(number)
    return replace(made, fast=_by_kernels(made, engine))


def _deals(job: Job) -> int:
    """About how many deals a job has."""
    each = 1 if job.unit == "deal" else job.rules["deals"] or DEALS_OF_GAME
    return job.count * each


def _by_kernels(job: Job, engine: str) -> bool:
    """Whether kernels play a job; raises `ValueError` where they shall and cannot."""
    if engine == "python" or (engine == "auto" and _deals(job) < KERNELS_FROM):
        return False
    others = [label_of_player(player) for player in job.players if player != "greedy"]
    why = f"{others[0]} is played by the engine only" if others else ""
    why = why or plays(job.rules, len(job.players)).why
    if engine == "fast" and not why:
        try:
            import_module("rummy_lab.simulate.kernels")
        except ImportError as error:  # numba is there, and cannot be loaded
            why = str(error)
    if why and engine == "fast":
        raise ValueError(f"engine='fast': {why}; take engine='auto'")
    return not why


def _count(value: Any, name: str) -> int:
    """A whole number from 1."""
    try:
        if isinstance(value, bool) or index(value) < 1:
            raise TypeError
    except TypeError:
        raise ValueError(f"{name}={shortened(value)} is no whole number from 1") from None
    return index(value)


def seats_of(
    rules: Rules, players: Iterable[str | Policy] | int | None
) -> tuple[str | Policy, ...]:
    """The players, one for each seat; a number stands for so many greedy ones, None for the fewest.

    Raises `ValueError` for a player there is none of, `RulesError` for a table that is none.

    >>> import rummy_lab as rl
    >>> seats_of(rl.variant("contract"), None), seats_of(rl.variant("remi"), 2)
    (('greedy', 'greedy', 'greedy'), ('greedy', 'greedy'))
    """
    number = whole_number(rules["players"][0] if players is None else players)
    if number is not None:
        rules.at(players=number)
        return ("greedy",) * number
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise ValueError(
            "players is a number, or a list with a player for each seat, like "
            f"['greedy', 'random'], not {shortened(players)}"
        )
    seats = players_of(players)
    rules.at(players=len(seats))
    return seats


def players_of(players: Iterable[str | Policy]) -> tuple[str | Policy, ...]:
    """Players as they were given; raises `ValueError` for what is none."""
    seats = tuple(players)
    for player in seats:
        if not (callable(player) or isinstance(player, str)) or isinstance(player, type):
            raise ValueError(
                f"{shortened(player)} is no player: give a name, or a function of a view"
            )
        policy(player)
    return seats


# --- taking rows in ---------------------------------------------------------------------------


def run(
    job: Job,
    store: Store,
    executor: Executor | None,
    size: int | None,
    stop: Callable[[], bool] | None,
    progress: bool,
) -> None:
    """Plays what a store does not have yet; however it ends, what was finished is kept.

    Raises `SimulationError` where a player fails, workers die or rows cannot be put away, and
    `KeyboardInterrupt`.
    """
    buffer, trouble = _Buffer(store), None
    pieces = played(job, missing(store.done, job.count), executor, size, stop or _never)
    try:
        with bar(progress, job, games_in(store.done)) as update, closing(buffer):
            for piece in pieces:
                buffer.add(piece.first, piece.answer.stopped, piece.answer.rows)
                update(piece.answer.stopped - piece.first)
                if piece.answer.trouble:
                    trouble = piece.answer.trouble, piece.answer.cause
                    break
    except (WorkerError, NotKeptError) as error:
        trouble = trouble or (str(error), error)
    if trouble is not None:
        raise SimulationError(trouble[0], store.result()) from trouble[1]


def _never() -> bool:
    return False


class _Buffer:
    """Collects the rows of neighbouring games until they are worth putting away.

    Whatever interrupts it between two statements, no row is put away under a wrong number.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._held: list[tuple[int, int, Rows]] = []
        self._count = 0
        self._since = time.monotonic()

    def add(self, first: int, last: int, rows: Rows) -> None:
        """Takes the rows of the games from `first` to before `last`."""
        if self._held and self._held[-1][1] != first:
            self.flush()
        self._held.append((first, last, rows))
        self._count += len(rows)
        if self._count >= ROWS_KEPT or time.monotonic() - self._since > SECONDS_KEPT:
            self.flush()

    def close(self) -> None:
        """Puts away what is left."""
        self.flush()

    def flush(self) -> None:
        """Puts away what was collected."""
        if self._held and self._held[0][0] < self._held[-1][1]:
            rows = joined(rows for _, _, rows in self._held)
            self._store.keep(self._held[0][0], self._held[-1][1], rows)
        self._held, self._count = [], 0
        self._since = time.monotonic()
