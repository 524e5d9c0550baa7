"""Simulations that are stopped, in the middle of a deal, too, and resumed."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pandas as pd
import pytest
from own_players import last_legal
from pandas.testing import assert_frame_equal
from simulating import GAMES, SHORT, after, simulated

import rummy_lab as rl
from rummy_lab.simulate import job, running


@pytest.fixture(scope="module")
def whole() -> pd.DataFrame:
    """Its rows, on this one process."""
    return simulated()


@pytest.mark.usefixtures("between_pieces")
@pytest.mark.parametrize("pool", [None, "threads"])
def test_stopped_and_resumed(whole: pd.DataFrame, pool: str | None) -> None:
    executor = ThreadPoolExecutor(2) if pool else None
    part = simulated(stop=after(2), chunk=1, executor=executor)
    done = part.attrs["simulation"]["done"]
    assert 0 < done < GAMES and part["game"].nunique() == done
    assert_frame_equal(part, whole.head(len(part)))
    again = simulated(stop=after(1), chunk=1, executor=executor, resume=part)
    resumed = simulated(resume=again, executor=executor)
    assert_frame_equal(resumed, whole)
    assert_frame_equal(simulated(resume=resumed), whole)
    assert resumed.attrs["simulation"]["done"] == GAMES


def test_interrupted(whole: pd.DataFrame) -> None:
    calls = 0

    def interrupting(view: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 60:
            raise KeyboardInterrupt
        return last_legal(view)

    players = ["greedy", interrupting]
    with pytest.warns(
        UserWarning, match=r"stopped after \d of 14 games; give the table as resume="
    ):
        part = simulated(players=players, chunk=1)
    assert 0 < part["game"].nunique() < GAMES
    frame = simulated(players=players, resume=part)
    assert_frame_equal(frame.drop(columns="policy"), whole.drop(columns="policy"))


def test_resume_takes_only_what_simulate_returned(whole: pd.DataFrame) -> None:
    others: list[Any] = [whole[whole["seat"] == 0], pd.DataFrame({"seat": [1]}), [1, 2], "frame"]
    for other in others:
        with pytest.raises(ValueError, match="resume is not a table as simulate returned it"):
            simulated(resume=other)
    for more in ({"seed": 4}, {"games": 7}, {"players": ["greedy", "random"]},
                 {"rules": SHORT.replace(ace="high")}):  # fmt: skip
        with pytest.raises(ValueError, match="resume holds a simulation with other arguments"):
            simulated(resume=whole, **more)


# --- in the middle ----------------------------------------------------------------------------

ENDLESS = rl.variant("block", stock_out="shuffle", max_recycles=1000)
"""Rules under which a deal that nobody wants to win takes many minutes."""


class Idle:
    """Draws and discards; asks to stop at its n-th action of all games."""

    def __init__(self, calls: int) -> None:
        self.calls, self.asked = calls, threading.Event()

    def __deepcopy__(self, memo: object) -> Idle:
        return self  # it counts through all games

    def __call__(self, view: Any) -> Any:
        assert not self.asked.is_set(), "it was asked to stop"
        self.calls -= 1
        if not self.calls:
            self.asked.set()
        return last_legal(view)


def test_a_deal_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game at hand is left, those before it stay."""
    monkeypatch.setattr(running, "SECONDS_ASKED", 0.0)
    idle = Idle(600)
    part = simulated(rules=ENDLESS, players=[idle, idle], games=3, stop=idle.asked.is_set)
    assert part.empty and part.attrs["simulation"]["done"] == 0


@pytest.mark.parametrize("engine", ["python", "fast"])
def test_a_game_without_end_is_told(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one card a greedy player never goes out: no deal gives points, and no target is reached."""
    monkeypatch.setattr(job, "MOST_IDLE", 3)
    rules = rl.variant("rummy", cards_dealt=1)
    with pytest.raises(rl.SimulationError, match=r"game 0 \(seed 7\) does not end: in 3 deals"):
        simulated(rules=rules, players=["greedy"] * 2, games=2, seed=7, engine=engine)
    rules = rl.variant("rummy", cards_dealt=1, deals=5)
    limited = simulated(rules=rules, players=["greedy"] * 2, games=2, engine=engine)
    assert limited["deal"].max() == 5 and not limited["points"].any()


def test_stopped_in_the_middle_of_a_piece(
    whole: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are those of whole games, whenever it was stopped, and it goes on from there."""
    monkeypatch.setattr(running, "SECONDS_ASKED", 0.0)
    found = set()
    for calls in (1, 40, 80, 120):
        idle = Idle(calls)
        part = simulated(players=["greedy", idle], stop=idle.asked.is_set)
        found.add(done := part.attrs["simulation"]["done"])
        assert done < GAMES and part["game"].nunique() == done
        same = part.drop(columns="policy"), whole.head(len(part)).drop(columns="policy")
        assert_frame_equal(*same)
        rest = simulated(players=["greedy", Idle(0)], resume=part)
        assert_frame_equal(rest.drop(columns="policy"), whole.drop(columns="policy"))
    assert len(found) > 2


def test_it_is_asked_some_times_a_second_only() -> None:
    asked = []
    simulated(games=None, deals=40, stop=lambda: bool(asked.append(1)), players=None)
    assert len(asked) < 100


def test_what_stop_raises_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SECONDS_ASKED", 0.0)
    asked = iter([False] * 9)
    with pytest.raises(ZeroDivisionError):
        simulated(stop=lambda: next(asked, None) is None and 1 / 0 > 1)


TOO_MUCH = rl.variant("rummy", packs=8, ranks="A-2", players=(2, 2), cards_dealt=12, deals=1,
                      target=None, run_size=2)  # fmt: skip
"""Of deals 12 to 30 the first and the last hold a hand that is too much for the kernels."""


@pytest.mark.parametrize(
    ("more", "some"),
    [
        ({"games": 20, "chunk": 20}, range(17, 24)),
        ({"rules": TOO_MUCH, "games": None, "deals": 19, "chunk": 19, "seed": 12}, range(1, 14)),
    ],
    ids=["between deals", "in deals that are left to the engine"],
)
def test_kernels_are_stopped_in_the_middle_of_a_piece(
    more: dict[str, Any], some: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "SECONDS_ASKED", 0.0)
    more |= {"players": ["greedy"] * 2, "engine": "fast"}
    whole, found = simulated(**more), set()
    for asked in some:
        part = simulated(stop=after(asked), **more)
        found.add(part.attrs["simulation"]["done"])
        assert part["game"].nunique() == part.attrs["simulation"]["done"]
        assert_frame_equal(part, whole.head(len(part)))
        assert_frame_equal(simulated(resume=part, **more), whole)
    assert len(found) > 2
