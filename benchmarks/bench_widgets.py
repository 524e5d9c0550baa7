"""Kernel time from a click to the new traits, for each tool at a table of six seats.

Run: python benchmarks/bench_widgets.py

All is done in a notebook's kernel, which sends what changes as to a page. Each tool is made
20 times, from another shuffle each time, and its clicks are made one after the other, so that no
click finds what it shows worked out already. Prints medians with the least and the most; nothing
fails on time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nbclient import NotebookClient
from nbformat import v4
from timing import told

import rummy_lab as rl
from rummy_lab.players import play_deal, policy
from rummy_lab.widgets.hands import keys_of

NAMES = ["Ana", "Bo", "Cy", "Dee", "Eva", "Fay"]
ROUNDS = 20
Click = Callable[[], Any]


def sent(piece: Any, **message: Any) -> Click:
    """A click on a drawn part: what the page sends for it."""
    return lambda: piece.heard(message)


def chosen(piece: Any, name: str, value: Any) -> Click:
    """A choice that the page makes known as a trait."""
    return lambda: setattr(piece, name, value)


def stepper(seed: int) -> dict[str, Click]:
    """Clicks on a deal stepper."""
    tool = rl.DealStepper(rl.Deal("rummy", NAMES, seed=seed))
    tool.deal.apply("draw")
    tool.refresh()
    card = str(tool.deal.hands[tool.deal.turn][0])
    hint, _, computer = tool.controls.buttons
    return {
        "select a card": chosen(tool.table, "selected", [card]),
        "refused: draw again": sent(tool.table, do="stock"),
        "hint": hint.click,
        "computer: one turn": computer.click,
        "back one step": sent(tool.turns, do="step", to="back"),
        "forward one step": sent(tool.turns, do="step", to="forward"),
        "first step": sent(tool.turns, do="go", node=0),
        "draw": sent(tool.table, do="stock"),
    }


def viewer(seed: int) -> dict[str, Click]:
    """Clicks on a replay viewer."""
    tool = rl.ReplayViewer(played(seed).log)
    return {
        "forward one step": sent(tool.player, do="place", place=tool.step + 1),
        "to another moment": sent(tool.player, do="place", place=20),
        "write a comment": sent(tool.turns, do="note", pen=0, text="well played"),
        "play on from here": sent(tool.table, do="branch"),
        "back a step": sent(tool.player, do="place", place=19),
        "play on from there": sent(tool.table, do="branch"),
    }


def explorer(seed: int) -> dict[str, Click]:
    """Clicks on a meld explorer."""
    hand = rl.Deal("shanghai", 5, seed=seed).hands[0]
    tool = rl.MeldExplorer(hand, "shanghai")
    few = keys_of(hand[:3])
    return {
        "a card into the hand": sent(tool.pack, do="press", card="10h"),
        "select cards: why not?": chosen(tool.board, "selected", few),
        "the card out again": sent(tool.pack, do="back", card="10h"),
    }


def comparison(seed: int) -> dict[str, Click]:
    """Clicks on a score comparison of all variants."""
    tool = rl.ScoreComparison(played(seed).final_position())
    return {
        "lines of a number": sent(tool.table, do="ask", label="remi", column=1),
        "a card more": sent(tool.pack, do="press", card="2d"),
        "the card out again": sent(tool.pack, do="back", card="2d"),
    }


def sheet(seed: int) -> dict[str, Click]:
    """Clicks on a score sheet."""
    tool = rl.ScoreSheet("shanghai", NAMES[:5])
    for n in range(8):
        tool.enter(["", str(5 + 5 * seed), "35", str(5 + 5 * n), "15"], out="Ana")
    draft = {"cells": ["", "Kd 7c As", "JK 9h", "2h 2d", "9c 9d"], "out": 0}
    return {
        "enter a deal": sent(tool.sheet, do="enter", draft=draft),
        "strike a deal": sent(tool.sheet, do="strike", row=3),
        "take that back": sent(tool.sheet, do="strike", row=3),
    }


def house(seed: int) -> dict[str, Click]:
    """Clicks on an editor of house rules."""
    tool = rl.HouseRules("remi")
    return {
        "a documented option": sent(tool.sheet, do="switch", id="remi-o5"),
        "type a value": sent(tool.sheet, do="set", name="run_size", way="one", cells=["4"]),
        "another title": chosen(tool.name, "value", "Ours"),
        "back to the standard": sent(tool.sheet, do="reset", name="run_size"),
        "no title": chosen(tool.name, "value", ""),
    }


def simulation(seed: int) -> dict[str, Click]:
    """Clicks on a simulation explorer: what the kernel does, not the thread beside it."""
    tool = rl.SimulationExplorer(["rummy", "remi"], 6, deals=10, seed=7)
    tool.start()
    tool.wait()
    return {
        "a rule set less": chosen(tool, "variants", ["rummy"]),
        "and more": chosen(tool, "variants", ["rummy", "remi"]),
    }


def played(seed: int) -> rl.Deal:
    """A deal of six greedy players, played to its end."""
    deal = rl.Deal(rl.variant("rummy"), NAMES, seed=seed)
    play_deal(deal, [policy("greedy")] * len(NAMES))
    return deal


def seconds(click: Click) -> float:
    """How long a click takes."""
    start = time.perf_counter()
    click()
    return time.perf_counter() - start


def table() -> None:
    """Prints the table; called in a kernel."""
    for tool in (stepper, viewer, explorer, comparison, sheet, house, simulation):
        rounds = []
        for seed in range(ROUNDS):
            rounds.append({name: seconds(click) for name, click in tool(seed).items()})
        for name in rounds[0]:
            print(told(f"{tool.__name__}: {name}", [one[name] for one in rounds], "ms"))


def main() -> None:
    """Has a kernel print the table."""
    here = str(Path(__file__).parent)
    code = f"import sys\nsys.path.insert(0, {here!r})\nimport bench_widgets\nbench_widgets.table()"
    cell = v4.new_code_cell(code)
    with TemporaryDirectory() as folder:  # what the tools save is put there
        resources = {"metadata": {"path": folder}}
        NotebookClient(v4.new_notebook(cells=[cell]), timeout=None, resources=resources).execute()
    print("".join(output["text"] for output in cell.outputs if output.get("name") == "stdout"))


if __name__ == "__main__":
    main()
