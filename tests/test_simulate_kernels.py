"""Simulations by kernel have the rows of those by the engine, whoever plays them."""

from __future__ import annotations

import sys
import tracemalloc
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import distributed
import pandas as pd
import pytest
from commanding import Run
from pandas.testing import assert_frame_equal

import rummy_lab as rl
from rummy_lab.fast import compiling, deals
from rummy_lab.simulate import job, progress, run


def simulated(engine: str, rules: Any = "block", **more: Any) -> Any:
    """The rows of a simulation by one engine."""
    players = ["greedy"] * more.pop("seats", 2)
    return rl.simulate(rules, players, engine=engine, progress=False, **more)


@pytest.mark.parametrize("variant", ["remi", "rummy", "block"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"ties": "extra_deals", "target": 60},
        {"ties": "bonus_deal", "target": None, "deals": 1, "cards_dealt": 2},
        {"scoring": "penalty", "target": -60, "max_recycles": 0},
        {
            "scoring": "penalty",
            "winner": "lowest",
            "target": 60,
            "blind_bonus": (3, 9),
            "rummy_bonus": 10,
        },
        {"block_award": "difference", "max_recycles": 0, "cards_dealt": 3},
    ],
    ids=lambda options: " ".join(options) or "plain",
)
def test_whole_games(variant: str, options: dict[str, Any]) -> None:
    wanted = {"rules": rl.variant(variant, **options), "seats": 4, "games": 12, "seed": 5}
    assert_frame_equal(simulated("fast", **wanted), simulated("python", **wanted))


def test_bonus_deals_are_played_by_the_engine() -> None:
    rules = rl.variant(
        "block", ties="bonus_deal", target=None, deals=1, cards_dealt=1, run_size=13
    )  # hardly anybody melds, and low hands are often equal
    frame = simulated("fast", rules, games=30, seats=5)
    tied = frame[frame["deal"] == 2]
    assert len(tied) and (tied["players"] < 5).all()
    assert_frame_equal(frame, simulated("python", rules, games=30, seats=5))


def test_a_deal_given_up_whose_game_looks_tied_is_played_once() -> None:
    rules = rl.variant("remi", set_size=(7, 9), ranks="5-9", max_recycles=0, ties="bonus_deal",
                       target=20, deals=3, packs=20, cards_dealt=10, run_suits="same",
                       players=(2, 4))  # fmt: skip
    wanted = {"rules": rules, "seats": 4, "games": 2, "seed": 592233389481562875}
    assert_frame_equal(simulated("fast", **wanted), simulated("python", **wanted))


@pytest.mark.parametrize("deal", [1, 4])
def test_single_deals(deal: int) -> None:
    wanted: dict[str, Any] = {"rules": "rummy", "deals": 30, "deal": deal, "seats": 3, "seed": -9}
    assert_frame_equal(simulated("fast", **wanted), simulated("python", **wanted))


def test_options_that_change_from_deal_to_deal() -> None:
    rules = rl.variant(
        "rummy",
        deals=3,
        target=None,
        cards_dealt=[3, 5, 7],
        go_out_discard={"2": "required", "default": "optional"},
    )
    assert_frame_equal(simulated("fast", rules, games=20), simulated("python", rules, games=20))


@pytest.mark.parametrize(
    "options",
    [
        {"wild_rank": {"default": None, "2": "2"}},
        {"wild_rank": {"default": "K", "1": None}, "deals": 2, "ties": "extra_deals"},
        {"go_out_discard": {"default": "required", "2": "never"}, "cards_dealt": 4},
    ],
)
def test_deals_behind_those_that_are_named(options: dict[str, Any]) -> None:
    """They are played by the default, not as the last that is named."""
    rules = rl.variant("rummy", **{"target": 60, **options})
    fast = simulated("fast", rules, games=12)
    assert fast["deal"].max() > 2
    assert_frame_equal(fast, simulated("python", rules, games=12))


@pytest.mark.parametrize("variant", ["three-thirteen", "five-crowns", "deuces-not-wild"])
def test_games_arranged_at_the_end(variant: str) -> None:
    wanted = {"rules": variant, "seats": 3, "games": 3, "seed": 8}
    assert_frame_equal(simulated("fast", **wanted), simulated("python", **wanted))


def test_auto_takes_kernels_for_many_deals() -> None:
    def fast(rules: str | rl.Rules, games: int | None, deals: int | None = None) -> bool:
        return run.job_of(rules, None, games, deals, 1, 0).fast

    assert [fast("block", None, count) for count in (999, 1000)] == [False, True]
    assert [fast("block", count) for count in (33, 34)] == [False, True]  # a game has many deals
    assert [fast("three-thirteen", count) for count in (90, 91)] == [False, True]
    assert not run.job_of("block", ["greedy", "random"], None, 1000, 1, 0).fast
    assert not fast("shanghai", 1000)


def test_threads_processes_and_a_cluster(tmp_path: Path) -> None:
    wanted: dict[str, Any] = {"games": 300, "seed": 11}
    whole = simulated("fast", **wanted)
    with ThreadPoolExecutor(3) as pool:
        assert_frame_equal(simulated("fast", executor=pool, chunk=40, **wanted), whole)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert_frame_equal(simulated("fast", executor=pool, chunk=70, **wanted), whole)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, dashboard_address=None, processes=False
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        saved = simulated("fast", executor=client, chunk=70, out=tmp_path / "runs", **wanted)
    assert_frame_equal(saved.frame(), whole)


@pytest.mark.usefixtures("between_pieces")
def test_stopped_by_one_engine_and_resumed_by_the_other(tmp_path: Path) -> None:
    asked = iter(range(3))
    wanted: dict[str, Any] = {"games": 10, "chunk": 2}
    part = simulated("fast", stop=lambda: next(asked, None) is None, **wanted)
    assert 0 < part["game"].nunique() < 10
    whole = simulated("python", **wanted)
    assert_frame_equal(simulated("python", resume=part, **wanted), whole)
    asked = iter(range(3))
    simulated("python", stop=lambda: next(asked, None) is None, out=tmp_path / "a.csv", **wanted)
    assert_frame_equal(simulated("fast", out=tmp_path / "a.csv", **wanted).frame(), whole)


def test_memory_does_not_grow_with_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "ROWS_KEPT", 1000)

    def peak(count: int) -> int:
        tracemalloc.start()
        saved = simulated("fast", deals=count, out=tmp_path / str(count), chunk=500)
        assert saved.complete and sum(map(len, saved.frames(rows=1000))) == 2 * count
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(1000)
    assert peak(12_000) < 1.3 * peak(2000)


@pytest.mark.parametrize("words", ["simulate rummy --deals 40", "compare rummy remi --deals 40"])
def test_the_command_takes_either_engine(run: Run, words: str) -> None:
    fast, slow = (run(*words.split(), "--json", "--engine", one) for one in ("fast", "python"))
    assert fast.status == 0 and fast.json == slow.json


@pytest.mark.parametrize("wanted", [{"rules": "block"}, {"rules": "three-thirteen"}])
def test_the_first_compiling_is_told(
    wanted: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    simulated("fast", deals=1, **wanted)
    rl.simulate(**wanted, deals=1, engine="fast")
    assert progress.COMPILING not in capsys.readouterr().err
    monkeypatch.setattr("rummy_lab.fast.deals.is_compiled", lambda kernel: False)
    rl.simulate(**wanted, deals=1, engine="fast")
    assert progress.COMPILING in capsys.readouterr().err
    rl.simulate(**wanted, deals=1, engine="python")
    assert progress.COMPILING not in capsys.readouterr().err


def test_what_was_compiled_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Kernel:
        __module__, __name__, signatures = "rummy_lab.fast.laying", "play_many", ()

    monkeypatch.setattr(compiling, "kept_in", lambda: None)
    assert not compiling.is_compiled(Kernel())
    monkeypatch.setattr(compiling, "kept_in", lambda: tmp_path)
    assert not compiling.is_compiled(Kernel())
    (tmp_path / "fast_1").mkdir()
    (tmp_path / "fast_1" / "laying.play_many-186.py311.1.nbc").touch()
    assert compiling.is_compiled(Kernel())
    simulated("fast", deals=1)
    assert deals.compiled(rl.variant("rummy").at(players=2))


def test_a_kernel_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any) -> Any:
        raise MemoryError("no room")

    monkeypatch.setattr(deals.laying, "play_many", failing)
    answer = job.play_piece(run.job_of("rummy", None, None, 5, 1, 0, "fast"), 0, 5)
    assert "MemoryError: no room" in answer.trouble and isinstance(answer.cause, MemoryError)


def test_a_worker_that_cannot_load_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = run.job_of("rummy", None, None, 3, 1, 0, "fast")
    monkeypatch.setitem(sys.modules, "rummy_lab.simulate.kernels", None)
    answer = job.play_piece(wanted, 0, 3)
    assert isinstance(answer.rows, list) and len(answer.rows) == 6 and not answer.trouble


def test_kernels_that_are_asked_for_and_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rummy_lab.simulate.kernels", None)
    with pytest.raises(ValueError, match=r"engine='fast': import of .* take engine='auto'"):
        simulated("fast", games=2)


def test_variants_side_by_side() -> None:
    wanted: dict[str, Any] = {"deals": 40, "progress": False}
    one = rl.compare_variants(["remi", "rummy"], engine="fast", **wanted)
    other = rl.compare_variants(["remi", "rummy"], engine="python", **wanted)
    pd.testing.assert_frame_equal(one.frame, other.frame)
    assert one.sentences == other.sentences
