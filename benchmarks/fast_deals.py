"""Whole greedy deals by kernel: against other programs, our own engine, and over workers.

`bench_fast.py` prints the tables. The games of the peers are gin rummy between two players, by
OpenSpiel's simple bot, asked move by move from Python, and by RLCard's rule agent.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from importlib import import_module
from importlib.metadata import version
from itertools import count as count_from
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import distributed
import numpy as np
import pandas as pd
from comparing import Row, Table, in_turn, time_text

import rummy_lab as rl
from rummy_lab.fast import deals
from rummy_lab.fast.support import from_one_pack
from rummy_lab.players import play_deal
from rummy_lab.players.greedy import greedy
from rummy_lab.rules import At

HERE = Path(__file__).resolve().parent
BATCH = 100_000
Deals = Callable[[int], None]
"""Plays so many deals."""


# -- the peers -------------------------------------------------------------------------------------


def open_spiel() -> Deals:
    """Gin deals of OpenSpiel's simple bots; chance and turns are driven from Python."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("gin_rummy")
    bots = [spiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in range(2)]
    rng = random.Random(7)

    def play(count: int) -> None:
        for _ in range(count):
            state = game.new_initial_state()
            for bot in bots:
                bot.restart()
            while not state.is_terminal():
                if state.is_chance_node():
                    action = rng.choice(state.legal_actions())
                else:
                    action = bots[state.current_player()].step(state)
                state.apply_action(action)

    return play


def rlcard() -> Deals:
    """Gin deals of RLCard's rule agents."""
    made: Any = import_module("rlcard").make("gin-rummy", config={"seed": 7})
    models: Any = import_module("rlcard.models.gin_rummy_rule_models")
    made.set_agents([models.GinRummyNoviceRuleAgent() for _ in range(2)])

    def play(count: int) -> None:
        for _ in range(count):
            made.run(is_training=False)

    return play


def found(name: str, make: Callable[[], Deals]) -> tuple[str, Deals | None]:
    """A peer's name with its version, and how it plays; None where it is not installed."""
    try:
        return f"{name} {version(name)}", make()
    except ImportError as error:
        return f"{name}: not installed ({error})", None


# -- deals a second --------------------------------------------------------------------------------


def ours(at: At) -> Deals:
    """Greedy deals by kernel, on one thread; other ones each time."""
    seeds = count_from(0)

    def play(count: int) -> None:
        deals.play(at, next(seeds) * count + np.arange(count))

    return play


def by_engine(at: At) -> Deals:
    """Greedy deals by the engine; other ones each time."""
    seeds = count_from(0)

    def play(count: int) -> None:
        for _ in range(count):
            dealt = rl.Deal(at.rules, at.players, next(seeds), at.deal)
            play_deal(dealt, [greedy] * at.players)

    return play


def simulated(at: At, count: int, seed: int, engine: str, executor: Executor | None = None) -> None:
    """Simulates deals, with their rows."""
    rl.simulate(
        at.rules, ["greedy"] * at.players, deals=count, deal=at.deal, seed=seed,
        engine=engine, executor=executor, progress=False,
    )  # fmt: skip


def against_peers() -> Table:
    """Two-player deals, us and each peer."""
    table = Table("Whole deals of two greedy players, one thread")
    at = rl.variant("rummy").at(players=2)
    for name, make, count, goal in (
        ("open_spiel", open_spiel, 300, "100 ×"),
        ("rlcard", rlcard, 10, "500 ×"),
    ):
        told, play = found(name, make)
        if play is None:
            table.facts.append(told)
            continue
        kernel = ours(at)
        mine, theirs = in_turn([(lambda k=kernel: k(20_000), 20_000),
                                (lambda play=play, n=count: play(n), count)])  # fmt: skip
        table.rows.append(Row("`rummy` by kernel", mine, f"{told}, gin", theirs, goal))
    return table


def against_the_engine() -> Table:
    """Variants and options, us and our engine."""
    table = Table("Greedy deals by kernel and by our engine, rows not counted")
    kinds = [("rummy", {}, 2, 1), ("rummy", {}, 6, 1), ("rummy", {"ace": "high_or_low"}, 2, 1),
             ("remi", {}, 2, 1), ("block", {}, 4, 1), ("rummy", {"jokers": 2}, 2, 1),
             ("rummy", {"packs": 2}, 2, 1), ("rummy", {"wild_rank": "2"}, 2, 1),
             ("remi", {"jokers": 2}, 2, 1), ("three-thirteen", {}, 2, 1),
             ("three-thirteen", {}, 2, 11), ("five-crowns", {}, 2, 6)]  # fmt: skip
    for variant, options, players, deal in kinds:
        at = rl.variant(variant, **options).at(players=players, deal=deal)
        many = 5000 if from_one_pack(at) else 400
        kernel, engine = ours(at), by_engine(at)
        mine, theirs = in_turn([(lambda k=kernel, n=many: k(n), many),
                                (lambda e=engine: e(20), 20)])  # fmt: skip
        shown = "".join(f" {name}={value}" for name, value in options.items())
        what = f"`{variant}{shown}`, {players} players, deal {deal}"
        table.rows.append(Row(what, mine, "our engine, in Python", theirs))
    return table


def over_workers() -> Table:
    """`simulate` with its rows, on this process and on two others."""
    table = Table('`rl.simulate("rummy", deals=...)`, rows included')
    at, count = rl.variant("rummy").at(players=2), 100_000
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        one, two = in_turn([
            (lambda: simulated(at, count, 0, "fast"), count),
            (lambda: simulated(at, count, 0, "fast", pool), count),
        ])  # fmt: skip
    table.rows += [Row("this process", one), Row("two processes", two, "this process", one)]
    return table


FIRST = """
import time; start = time.perf_counter()
import rummy_lab as rl
rl.simulate(rl.variant({variant!r}, jokers={jokers}), deals=1, engine="fast", progress=False)
print(time.perf_counter() - start)
"""


def first_answers() -> Table:
    """A new process, with nothing compiled and with all of it."""
    table = Table("The first simulated deal of a new Python, all imports included")
    for variant, jokers in (("rummy", 0), ("rummy", 2), ("three-thirteen", 0)):
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "NUMBA_CACHE_DIR": folder}
            run = [sys.executable, "-c", FIRST.format(variant=variant, jokers=jokers)]
            times = [float(subprocess.check_output(run, env=env, text=True)) for _ in range(4)]
        warm = statistics.median(times[1:])
        what = f"`{variant}`" + f", {jokers} jokers" * (jokers > 0)
        table.facts.append(f"{what}: {time_text(times[0])} to compile, then {time_text(warm)}")
    return table


# -- many deals in files ---------------------------------------------------------------------------

ONE = """
import sys, time
import rummy_lab as rl
from timing import peak_memory
start = time.perf_counter()
saved = rl.simulate("rummy", deals=int(sys.argv[1]), engine="fast", out=sys.argv[2], progress=False)
print(time.perf_counter() - start, peak_memory())
"""


def in_files(count: int) -> Table:
    """Many deals as Parquet, in processes of their own; the same through a cluster."""
    table = Table(f"{count:,} `rummy` deals to Parquet")
    with tempfile.TemporaryDirectory() as folder:
        for some in (count // 10, count):
            run = [sys.executable, "-c", ONE, str(some), f"{folder}/{some}"]
            seconds, peak = map(float, subprocess.check_output(run, cwd=HERE, text=True).split())
            table.facts.append(
                f"{some:,} deals: {time_text(seconds)}, at most {peak:,.0f} MB in memory"
            )
        start = time.perf_counter()
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, dashboard_address=":0"
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            saved = rl.simulate("rummy", deals=count, engine="fast", out=f"{folder}/cluster",
                                executor=client, progress=False)  # fmt: skip
        seconds = time.perf_counter() - start
        whole = rl.simulate("rummy", deals=count, engine="fast", out=f"{folder}/{count}",
                            progress=False)  # fmt: skip
        same = _same_rows(whole, saved)
        table.facts.append(
            f"through a local cluster of two workers, its start included: {time_text(seconds)}; "
            f"{'the same rows' if same else 'OTHER ROWS'}"
        )
    return table


def _same_rows(one: Any, other: Any) -> bool:
    """Whether two simulations in files have the same rows, whatever the files they stand in."""
    some, others = (_batches(saved) for saved in (one, other))
    return all(a.equals(b) for a, b in zip(some, others, strict=True))


def _batches(saved: Any) -> Iterator[pd.DataFrame]:
    """The rows in tables of equal length, but for the last."""
    waiting = pd.DataFrame()
    for frame in saved.frames(BATCH):
        waiting = pd.concat([waiting, frame], ignore_index=True)
        while len(waiting) >= BATCH:
            yield waiting[:BATCH].reset_index(drop=True)
            waiting = waiting[BATCH:]
    yield waiting.reset_index(drop=True)


def each_table(million: int) -> Iterator[Table]:
    """The tables, one after the other; `million` deals go into files, unless it is 0."""
    yield against_peers()
    yield against_the_engine()
    yield over_workers()
    yield first_answers()
    if million:
        yield in_files(million)
