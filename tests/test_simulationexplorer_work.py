"""The simulation explorer while it plays: threads, loops, stopping, and what goes wrong."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from exploring import made, played, threads

import rummy_lab as rl
from rummy_lab.widgets import SimulationExplorer, background

# --- in the background ----------------------------------------------------------------------------


def test_stop_and_go_on():
    """Stopping is quick and keeps what was played; going on plays the rest."""
    tool = made("contract", deals=400)
    tool.start()
    assert tool.running and tool.controls.go.disabled
    while not tool.tallies["contract"].done:
        time.sleep(0.02)
    tool.stop()
    assert tool.wait(30) and not tool.running
    some = tool.done
    assert 0 < some < 400 and len(tool.frame) == 3 * some
    tool.count = some + 2
    tool.start()
    assert tool.wait(60) and tool.done == some + 2
    assert tool.frame["seed"].is_monotonic_increasing


def test_the_caller_is_not_kept_waiting():
    """Starting returns at once, and other work goes on while deals are played."""
    tool = made("contract", deals=400)
    tool.start()
    assert len(threads()) == 1 and tool.running and tool.done < 400
    tool.close()
    assert threads() == []


def exits(_: Any) -> Any:
    raise SystemExit("no more")


@pytest.mark.parametrize(("place", "player", "said"), [
    ("rummy_lab.widgets.simulationexplorer._summed_up", "greedy", "ZeroDivisionError: by nothing."),
    ("rummy_lab.widgets.tallies.Tally.add", "greedy", "ZeroDivisionError: by nothing."),
    (None, exits, "SystemExit: no more."),
])  # fmt: skip
def test_whatever_is_raised_ends_the_run(
    place: str | None, player: Any, said: str, monkeypatch: pytest.MonkeyPatch
):
    """What goes wrong in the thread is said, and the tool can be used on."""

    def fails(*_: Any) -> None:
        raise ZeroDivisionError("by nothing")

    tool = made("block", players=[player, "greedy"], deals=2)
    with monkeypatch.context() as patch:
        if place is not None:
            patch.setattr(place, fails)
        tool.start()
        assert tool.wait(60) and not tool.running and threads() == []
    note = tool.controls.note.value
    assert f"It broke off, and what was played stays: {said}" in note
    assert "is said when all is played" not in tool.sayings.value
    tool.players, tool.seed = 2, 1
    played(tool)
    assert tool.done == 2 and tool.sentences and "broke off" not in tool.controls.note.value


def test_trouble_is_said_without_threads(
    monkeypatch: pytest.MonkeyPatch, apart: ThreadPoolExecutor
):
    """Between the kernel's tasks, too, a run that breaks off is over."""

    def none(_: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)

    async def kernel() -> SimulationExplorer:
        tool = made("block", players=[exits, "greedy"], deals=2)
        tool.start()
        while tool.running:
            await asyncio.sleep(0.01)
        return tool

    assert (
        "SystemExit: no more." in apart.submit(asyncio.run, kernel()).result().controls.note.value
    )


@pytest.fixture
def apart() -> Iterator[ThreadPoolExecutor]:
    """A thread for a loop of its own: in this one a browser's loop may be running."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(time.monotonic).result()
        yield pool


def test_drawn_in_the_loop_of_the_kernel(apart: ThreadPoolExecutor):
    """With a running loop the page is drawn as deals come in, without anybody waiting."""

    async def kernel() -> SimulationExplorer:
        tool = made("block", deals=20)
        tool.start()
        for _ in range(600):
            await asyncio.sleep(0.05)
            if not tool.running:
                return tool
        raise AssertionError("it does not end")

    tool = apart.submit(asyncio.run, kernel()).result()
    assert tool.done == 20 and tool.sentences
    assert tool.controls.progress.value == tool.controls.progress.max == 20


def test_without_threads(monkeypatch: pytest.MonkeyPatch, apart: ThreadPoolExecutor):
    """Where there are no threads, deals are played between the kernel's tasks."""

    def none(_: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)

    async def kernel() -> SimulationExplorer:
        tool = made("block", deals=5)
        tool.start()
        while tool.running:
            await asyncio.sleep(0.01)
        return tool

    assert apart.submit(asyncio.run, kernel()).result().done == 5
    alone = made("block", deals=5)
    apart.submit(alone.start).result()
    assert alone.wait(0) and not alone.running and alone.done == 5


def test_closed_while_playing():
    """A tool that is closed, or whose rule sets change, leaves one thread at most, then none."""
    tool = made("contract", deals=400)
    tool.start()
    tool.variants = ["contract", "block"]
    assert tool.running
    tool.seed = 5
    tool.close()
    until = time.monotonic() + 30
    while threads() and time.monotonic() < until:
        time.sleep(0.05)
    assert threads() == []


def test_stopped_in_the_middle_of_a_deal():
    """A deal that nobody wants to win does not keep the tool from stopping."""
    reached = threading.Event()
    calls = 0

    def idle(view: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 50:
            reached.set()
        return view.legal_actions()[-1]

    rules = rl.variant("block", stock_out="shuffle", max_recycles=1000)
    tool = made(rules, players=[idle, idle], deals=2)
    tool.start()
    assert reached.wait(30) and tool.running
    tool.stop()
    assert tool.wait(30) and tool.done == 0 and not tool.running


def test_no_deal_is_counted_twice(monkeypatch: pytest.MonkeyPatch):
    """A piece that is under way when something changes is not added beside the new player's."""

    under_way, go_on, play = threading.Event(), threading.Event(), background.play_piece

    def slow(*words: Any, **more: Any) -> Any:
        answer = play(*words, **more)
        if not under_way.is_set():
            under_way.set()
            assert go_on.wait(30)
        return answer

    monkeypatch.setattr(background, "play_piece", slow)
    tool = made("block", deals=5)
    tool.start()
    assert under_way.wait(30)
    first = tool._work
    tool.variants = ["block", "three-thirteen"]
    go_on.set()
    assert first is not None and first.wait(30) and tool.wait(30)
    assert not tool.frame.duplicated(["rules", "seed", "seat"]).any()
    assert len(tool.frame) == 20
