"""Simulations: rows that replay, the same everywhere; arguments, and the bar."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import distributed
import pandas as pd
import pytest
from own_players import Alternating, Failing, KillingOnce, killing_always, last_legal
from pandas.testing import assert_frame_equal
from simulating import GAMES, PLAYERS, SHORT, after, simulated

import rummy_lab as rl
from rummy_lab.players import play_deal, play_game, policy
from rummy_lab.simulate import COLUMNS, SimulationError
from rummy_lab.simulate.job import play_piece
from rummy_lab.simulate.running import Cutter


@pytest.fixture(scope="module")
def whole() -> pd.DataFrame:
    """Its rows, on this one process."""
    return simulated()


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Two worker processes that were started afresh."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


# --- rows -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", rl.variants())
def test_columns_and_types(variant: str) -> None:
    seats = rl.variant(variant).players[0]
    frame = rl.simulate(variant, deals=1, seed=5)
    assert len(frame) == seats and {k: str(v) for k, v in frame.dtypes.items()} == {
        name: dtype for name, (dtype, _) in COLUMNS.items()
    }
    assert frame["seat"].to_list() == list(range(seats))
    assert frame["policy"].to_list() == ["greedy"] * seats
    assert not frame.drop(columns="won").isna().to_numpy().any()
    assert frame["won"].isna().all()
    assert frame["ending"].nunique() == 1
    assert frame["went_out"].any() == frame["ending"].isin(["out", "last turns"]).all()


def test_a_rows_seed_replays_the_game(whole: pd.DataFrame) -> None:
    for seed in whole["seed"].unique()[:3]:
        rows = whole[whole["seed"] == seed]
        log = rl.play(SHORT, PLAYERS, seed=seed)
        game = play_game(SHORT, PLAYERS, int(seed))
        assert sorted(rows["deal"].unique()) == [deal.number for deal in log.games[0].deals]
        for deal in game.deals:
            here = rows[rows["deal"] == deal.deal]
            points = deal.score().totals
            assert here["points"].to_list() == [float(points[name]) for name in game.names]
            logged = log.games[0].deals[deal.deal - 1].points
            assert logged is not None
            assert here["points"].to_list() == [float(logged[name]) for name in game.names]
            assert set(here["dealer"]) == {deal.dealer}
            assert set(here["actions"]) == {len(deal.events)}
            assert set(here["turns"]) == {deal.state.turn_number}
            assert set(here["ending"]) == {deal.state.ending}
            assert here["went_out"].to_list() == [deal.out == seat for seat in (0, 1)]
            assert here["hand_cards"].to_list() == [len(hand) for hand in deal.hands]
            assert here["hand_points"].to_list() == [deal.at.points_of(h) for h in deal.hands]
            assert here["melds"].sum() == len(deal.melds)
        last = rows[rows["deal"] == rows["deal"].max()]
        assert last["total"].to_list() == [float(game.totals[name]) for name in game.names]
        assert last["won"].to_list() == [name in game.winners for name in game.names]
        assert (rows.groupby("seat")["won"].nunique() == 1).all()


def test_games_are_numbered_and_seeded_in_order(whole: pd.DataFrame) -> None:
    assert (whole["seed"] == whole["game"] + 3).all()
    assert whole["game"].unique().tolist() == list(range(GAMES))
    order = whole[["game", "deal", "seat"]]
    assert_frame_equal(order, order.sort_values(["game", "deal", "seat"], ignore_index=True))
    totals = whole.groupby(["game", "seat"])["points"].cumsum()
    assert (totals == whole["total"]).all()


def test_single_deals_are_those_of_games() -> None:
    rules = rl.variant("three-thirteen")
    frame = rl.simulate(rules, ["greedy", "random"], deals=3, deal=4, seed=9)
    assert frame["seed"].to_list() == [9, 9, 10, 10, 11, 11] and set(frame["deal"]) == {4}
    for seed in (9, 10, 11):
        deal = rl.Deal(rules, 2, seed=seed, deal=4, dealer=3 % 2)
        play_deal(deal, [policy("greedy", seed, 0), policy("random", seed, 1)])
        rows = frame[frame["seed"] == seed]
        assert rows["points"].to_list() == [float(p) for p in deal.score().totals.values()]
        assert set(rows["dealer"]) == {1}
        left = [rl.arrange(hand, rules, deal=4, players=2) for hand in deal.hands]
        assert rows["melds"].to_list() == [len(one.melds) for one in left]
        assert rows["hand_cards"].to_list() == [len(one.deadwood) for one in left]
        assert rows["hand_points"].to_list() == [one.points for one in left]
    played_on = play_game(rules, ["greedy", "random"], 10).deals[3]
    points = [float(p) for p in played_on.score().totals.values()]
    assert frame[frame["seed"] == 10]["points"].to_list() == points


def test_a_seat_is_the_same_in_a_bonus_deal() -> None:
    rules = rl.variant("three-thirteen", deals=1, ties="bonus_deal", cards_dealt=3)
    frame = rl.simulate(rules, ["greedy"] * 4, games=12, seed=0)
    bonus = frame[frame["deal"] == 2]
    assert len(bonus) and set(bonus["players"]) <= {2, 3, 4} and (bonus["players"] < 4).any()
    for game, rows in bonus.groupby("game"):
        first = frame[(frame["game"] == game) & (frame["deal"] == 1)].set_index("seat")
        lowest = first["points"].min()
        assert rows["seat"].to_list() == first.index[first["points"] == lowest].to_list()
        again = first.loc[rows["seat"], "total"].to_numpy() + rows["points"].to_numpy()
        assert (again == rows["total"].to_numpy()).all()
        assert set(rows["dealer"]) <= set(rows["seat"])


def test_several_seats_can_go_out_at_once() -> None:
    frame = rl.simulate("speed-three-thirteen", ["greedy"] * 3, deals=25, seed=0)
    assert frame.groupby("game")["went_out"].sum().max() > 1


def test_an_own_object_begins_each_game_anew() -> None:
    player = Alternating()
    frame = simulated(players=["greedy", player], games=3)
    assert player.calls == 0 and set(frame["policy"]) == {"greedy", "Alternating"}
    assert_frame_equal(frame, simulated(players=["greedy", player], games=3, chunk=1))
    log = rl.play(SHORT, ["greedy", Alternating()], seed=5)
    last = frame[frame["seed"] == 5].tail(2)
    assert last["total"].to_list() == [float(points) for points in log.totals.values()]


# --- the same rows everywhere -----------------------------------------------------------------


@pytest.mark.parametrize("chunk", [1, 4, 1000])
def test_pieces_do_not_matter(whole: pd.DataFrame, chunk: int) -> None:
    assert_frame_equal(simulated(chunk=chunk), whole)


def test_threads(whole: pd.DataFrame) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert_frame_equal(simulated(executor=pool, chunk=1), whole)
        unsendable = threading.Lock()

        def own(view: Any) -> Any:
            assert unsendable
            return last_legal(view)

        frame = simulated(executor=pool, players=["greedy", own], games=2)
        numbers = frame.drop(columns="policy")
        assert_frame_equal(numbers, whole.head(len(frame)).drop(columns="policy"))


def test_two_spawned_processes(whole: pd.DataFrame, processes: Executor) -> None:
    assert_frame_equal(simulated(executor=processes), whole)
    assert_frame_equal(simulated(executor=processes, chunk=1), whole)


def test_a_player_of_a_notebook_in_spawned_processes(
    whole: pd.DataFrame, processes: Executor
) -> None:
    """One that no other process can import: a function within a function."""
    worth = {"draw": 0}

    def mine(view: Any) -> Any:
        assert worth
        return view.legal_actions()[-1]

    frame = simulated(players=["greedy", mine], executor=processes, games=2)
    numbers = frame.drop(columns="policy")
    assert_frame_equal(numbers, whole.head(len(frame)).drop(columns="policy"))


def test_house_rules_in_spawned_processes(tmp_path: Path, processes: Executor) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "block"\ntitle = "Ours"\noptions = { target = 25, ace = "high" }\n')
    rules = rl.load_rules(file)
    assert_frame_equal(rl.simulate(rules, games=2, executor=processes), rl.simulate(rules, games=2))


@pytest.mark.usefixtures("between_pieces")
def test_a_local_cluster(whole: pd.DataFrame, processes: Executor, tmp_path: Path) -> None:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):  # fmt: skip
        assert_frame_equal(simulated(executor=client.get_executor()), whole)
        assert_frame_equal(simulated(executor=client, chunk=1), whole)
        begun = simulated(stop=after(1), chunk=1, executor=processes)
        assert 0 < begun["game"].nunique() < GAMES
        more = simulated(stop=after(1), chunk=1, resume=begun)
        assert begun["game"].nunique() < more["game"].nunique() < GAMES
        assert_frame_equal(simulated(resume=more, executor=client), whole)
        killing = KillingOnce(tmp_path / "killed")
        frame = simulated(players=["greedy", killing], games=2, executor=client)
        assert killing.flag.exists()
    numbers = simulated(players=["greedy", "greedy"], games=2).drop(columns="policy")
    assert_frame_equal(frame.drop(columns="policy"), numbers)


def test_only_a_few_pieces_are_under_way() -> None:
    most, pieces = 0, list[Future[Any]]()

    class Counting(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            nonlocal most
            pieces.append(super().submit(fn, *args, **kwargs))
            # Asked, not told: who waits for a piece may wake before its callbacks have run.
            most = max(most, sum(not piece.done() for piece in pieces))
            return pieces[-1]

    with Counting(2) as pool:
        rl.simulate("three-thirteen", deals=60, executor=pool, chunk=1)
    assert 2 < most <= 6


def test_pieces_grow_to_the_wanted_time_and_shrink_at_the_end() -> None:
    cutter = Cutter([(0, 1000)], seconds=1.0, workers=2)
    sizes = []
    while (span := cutter.next()) is not None:
        sizes.append(span[1] - span[0])
        cutter.took(sizes[-1], sizes[-1] / 50)
    assert sum(sizes) == 1000 and sizes[:4] == [1, 4, 16, 50] and sizes[-1] == 1
    assert max(sizes) == 50


# --- workers and players that fail ------------------------------------------------------------


class Unreliable(Executor):
    """Plays at once, but loses some of what it is given."""

    def __init__(self, lose: Callable[[int], BaseException | None]) -> None:
        self.lose, self.given = lose, 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        error = self.lose(self.given)
        if error is None:
            future.set_result(fn(*args, **kwargs))
        else:
            future.set_exception(error)
        return future


def test_a_piece_whose_worker_is_lost_runs_again(whole: pd.DataFrame) -> None:
    pool = Unreliable(lambda given: OSError("connection lost") if given % 3 == 1 else None)
    assert_frame_equal(simulated(executor=pool, chunk=1), whole)
    assert pool.given > GAMES


def test_a_piece_that_is_lost_again_and_again() -> None:
    pool = Unreliable(lambda given: OSError("connection\nlost") if given > 2 else None)
    with pytest.raises(SimulationError, match="workers failed 3 times at games 2 to 2: OSError: "
                       "connection lost") as told:  # fmt: skip
        simulated(executor=pool, chunk=1)
    assert set(told.value.done["game"]) == {0, 1}


def test_broken_pools_leave_what_was_finished(whole: pd.DataFrame, tmp_path: Path) -> None:
    pool = Unreliable(lambda given: BrokenExecutor("gone") if given > 3 else None)
    with pytest.raises(SimulationError, match="a worker process died") as told:
        simulated(executor=pool, chunk=1, out=tmp_path / "kept")
    assert told.value.done.games == 3 and not told.value.done.complete
    assert_frame_equal(simulated(out=tmp_path / "kept").frame(), whole)


def test_a_process_that_dies_loses_nothing(tmp_path: Path) -> None:
    killing = KillingOnce(tmp_path / "killed")
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        frame = simulated(players=["greedy", killing], executor=pool, games=4, chunk=1)
    assert killing.flag.exists()
    assert_frame_equal(frame, simulated(players=["greedy", killing], games=4))


def test_processes_that_die_again_and_again() -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
        pytest.raises(SimulationError, match=r"died \(.*\) 3 times in a row before game 0"),
    ):
        simulated(players=["greedy", killing_always], executor=pool, games=2)


def test_a_closed_executor() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(SimulationError, match="takes no more work"):
        simulated(executor=pool)


def test_a_player_that_fails(processes: Executor) -> None:
    players = ["greedy", Failing(40, ZeroDivisionError("no cards"))]
    frame = simulated(players=["greedy", "greedy"])
    with pytest.raises(SimulationError, match=r"^Failing \(player 2\) failed in deal \d+ of game \d+"
                       r" \(seed \d+\): ZeroDivisionError: no cards$") as told:  # fmt: skip
        simulated(players=players)
    assert isinstance(told.value.__cause__, ZeroDivisionError)
    done = told.value.done
    assert_frame_equal(done.drop(columns="policy"), frame.head(len(done)).drop(columns="policy"))
    with pytest.raises(SimulationError) as abroad:
        simulated(players=players, executor=processes)
    assert str(abroad.value) == str(told.value)
    assert_frame_equal(abroad.value.done, done)


def test_a_player_that_does_what_is_not_legal() -> None:
    def cheating(view: Any) -> Any:
        return "discard Ks" if view.state.phase == "draw" else last_legal(view)

    with pytest.raises(SimulationError, match=r"cheating \(player 2\) failed in deal 1 of game 0"):
        simulated(players=["greedy", cheating])


def test_players_that_cannot_be_sent_or_copied(processes: Executor) -> None:
    class Locked:
        def __init__(self) -> None:
            self.lock = threading.Lock()

        def __call__(self, view: Any) -> Any:
            return last_legal(view)

    with pytest.raises(ValueError, match="Locked cannot be sent to another process"):
        simulated(players=["greedy", Locked()], executor=processes)
    with pytest.raises(SimulationError, match="Locked cannot be copied for each game"):
        simulated(players=["greedy", Locked()])


def test_what_a_worker_cannot_read() -> None:
    answer = play_piece(b"no pickle", 0, 1)
    assert answer.rows == [] and answer.trouble.startswith("a worker could not begin")


# --- arguments --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"games": None}, "either games= or deals="),
        ({"deals": 4}, "either games= or deals="),
        ({"games": 0}, "games=0 is no whole number from 1"),
        ({"games": -3}, "games=-3"),
        ({"games": 1e4}, "games=10000.0"),
        ({"games": True}, "games=True"),
        ({"games": "many"}, "games='many'"),
        ({"games": None, "deals": 2.5}, "deals=2.5"),
        ({"deal": 2}, "games are played whole"),
        ({"games": None, "deals": 1, "deal": 0}, "deal=0"),
        ({"rules": "contract", "games": None, "deals": 1, "deal": 8, "players": None}, "7 deals"),
        ({"seed": "seven"}, "a seed is an integer"),
        ({"seed": 1.5}, "a seed is an integer"),
        ({"seed": 2**63 - 3}, "seeds, one more for each game, have 63 bits here"),
        ({"seed": -(2**70)}, "63 bits here"),
        ({"games": None, "deals": 1, "deal": 2**63}, "deal=9223372036854775808 is too large"),
        ({"executor": 4}, "executor=4 is no executor"),
        ({"executor": ProcessPoolExecutor}, "executor=ProcessPoolExecutor is no executor"),
        ({"engine": "numba"}, "engine='numba' is none of auto, python, fast"),
        (
            {"engine": "fast"},
            "engine='fast': last_legal is played by the engine only; take engine='auto'",
        ),
        ({"engine": None}, "engine=None"),
        ({"chunk": 0}, "chunk=0"),
        ({"stop": True}, "stop=True cannot be called"),
        ({"players": "greedy"}, "players is a number, or a list"),
        ({"players": 2.5}, "players is a number, or a list"),
        ({"players": ["greedy", "gredy"]}, "did you mean 'greedy'"),
        ({"players": ["greedy", 7]}, "7 is no player"),
        ({"players": ["greedy", Alternating]}, "is no player"),
        ({"players": 0}, "is for 2 to 6 players, not 0"),
        ({"players": []}, "is for 2 to 6 players, not 0"),
        ({"players": ["greedy"] * 7}, "is for 2 to 6 players, not 7"),
        ({"rules": "rumy"}, "did you mean 'rummy'"),
        ({"rules": None}, "is no variant"),
        ({"out": "somewhere", "resume": pd.DataFrame()}, "leave resume= out"),
    ],
)
def test_arguments_that_are_none(more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as told:
        simulated(**more)
    assert said in str(told.value) and "\n" not in str(told.value)


def test_a_number_of_players_is_so_many_greedy_ones() -> None:
    frame = rl.simulate("rummy", 3, deals=2, progress=False)
    assert_frame_equal(frame, rl.simulate("rummy", ["greedy"] * 3, deals=2, progress=False))
    compared = rl.compare_variants(["remi", "rummy"], 3, deals=2, progress=False)
    assert compared.seats == 3


def test_numbers_of_numpy_are_numbers(whole: pd.DataFrame) -> None:
    numbers: Any = whole[["game", "seed"]].agg(["nunique", "min"])
    games, seed = numbers.at["nunique", "game"], numbers.at["min", "seed"]
    assert type(games).__module__ == "numpy"
    assert_frame_equal(simulated(games=games, seed=seed), whole)


def test_the_engine_does_not_matter(whole: pd.DataFrame) -> None:
    assert_frame_equal(simulated(engine="python"), whole)


# --- progress ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("between_pieces")
def test_a_bar_only_where_somebody_sees_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bars: list[Any] = []

    class Bar:
        def __init__(self, **given: Any) -> None:
            self.given, self.n = given, given["initial"]
            bars.append(self)

        def __enter__(self) -> Bar:
            return self

        def __exit__(self, *_: object) -> None: ...

        def update(self, games: int) -> None:
            self.n += games

    import tqdm.auto

    monkeypatch.setattr(tqdm.auto, "tqdm", Bar)
    part = rl.simulate(SHORT, games=2, chunk=1, stop=after(1))
    assert bars == [] and capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    rl.simulate(SHORT, games=2, resume=part)
    assert bars[0].given["total"] == 2 and bars[0].given["initial"] == 1 and bars[0].n == 2
    rl.simulate(SHORT, games=1, progress=False)
    assert len(bars) == 1
