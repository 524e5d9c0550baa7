"""Every tool of the notebook, one to a cell, filled with names of many scripts and with HTML."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import rummy_lab.widgets

HOSTILE = "<img src=x onerror=window.hacked=1><script>window.hacked=2</script></div>"
"""A name, comment, header and title that would do something if it were taken for HTML."""
SETUP = f"""import rummy_lab as rl
bad = {HOSTILE!r}
names = ["Ana " + bad, "דנה לוי", "王小明", "فاطمة", "Đặng Thị Hương", "Фёдор"]
ours = rl.read_rules('base = "rummy"\\ntitle = "Ours ' + bad + '"\\n[options]\\nace_points = 15')
deal = rl.Deal(ours, players=names, seed=7)
for _ in range(14):
    deal.apply(rl.policy("greedy")(deal.view(deal.turn)))
lines = rl.dumps(deal.log).splitlines()
at = next(n for n, line in enumerate(lines) if line.startswith("deal "))
lines = [*lines[:at], "place: " + bad, *(line + "  # " + bad for line in lines[at:])]
log = rl.loads("\\n".join([*lines, "99 " + names[0] + ": " + bad, ""]))
end = rl.FinalPosition(hands={{names[0]: "Ks 7h Ad", names[1]: "", names[2]: "9c 9d 2s"}}, out=names[1])"""
TOOLS = {
    "DealStepper": "stepper = rl.DealStepper(deal)\nstepper",
    "MeldExplorer": 'explorer = rl.MeldExplorer("7h 8h 9h 9s 9d 10c Jc Qc Kc 2d", ours)\nexplorer',
    "ReplayViewer": "viewer = rl.ReplayViewer(log)\nviewer.step = 5\nviewer",
    "ScoreSheet": 'sheet = rl.ScoreSheet(ours, names[:4])\n'
    'sheet.enter(["", "Kd 7c As", "9h 9d", "2s"], out=names[0], comment=bad)\nsheet',
    "ScoreComparison": 'scores = rl.ScoreComparison(end, [ours, "remi", "shanghai"])\nscores',
    "HouseRules": "house = rl.HouseRules(ours)\nhouse",
    "SimulationExplorer": 'simulation = rl.SimulationExplorer([ours, "remi"], deals=12, seed=7)\n'
    "simulation.start()\nsimulation.wait(60)\nsimulation",
}  # fmt: skip
assert sorted(TOOLS) == sorted(rummy_lab.widgets.__all__), "a tool is missing here"
CELLS = (SETUP, *TOOLS.values())
ONE_OPTION = """() => [...document.querySelector(".rl-sheet").querySelectorAll(".rl-option")]
  .filter((one) => one.checkVisibility()).length === 1"""


def touch_every(page: Any, missing: Collection[str] = ()) -> None:
    """Uses each tool of a page with `CELLS` a little, but for those that are missing on it."""

    def part(selector: str) -> Any:
        """A drawn part; the page must be high: JupyterLab draws no cells that are out of sight."""
        found = page.locator(selector).first
        found.wait_for(timeout=60_000)
        return found

    for name, touch in _TOUCHES.items():
        if name not in missing:
            touch(page, part)
    assert page.evaluate("window.hacked") is None


def _touch_stepper(page: Any, part: Any) -> None:
    felt = part(".rl-felt").inner_text()
    part(".rl-turns").get_by_label("Back one step").click()
    page.wait_for_function(
        "(was) => document.querySelector('.rl-felt').innerText !== was", arg=felt
    )
    page.locator(".rl-tool").first.get_by_role("button", name="Score", exact=True).click()
    part(".rl-panel:visible")


def _touch_explorer(page: Any, part: Any) -> None:
    part(".rl-pack .rl-cell[data-card='2c']").click()
    part(".rl-handboard").locator(".rl-slot[data-key='2c']").first.wait_for()


def _touch_viewer(page: Any, part: Any) -> None:
    part(".rl-player").get_by_label("Forward one step").click()
    page.wait_for_function("() => document.querySelector('.rl-player input').value === '6'")


def _touch_score_sheet(page: Any, part: Any) -> None:
    part(".rl-scoresheet").get_by_label("Strike deal 1").click()
    page.locator(".rl-scoresheet .rl-answer", has_text="Deal 1 is struck").first.wait_for()


def _touch_house_rules(page: Any, part: Any) -> None:
    part(".rl-sheet")
    page.get_by_label("only what is changed").first.check()
    page.wait_for_function(ONE_OPTION)


def _touch_scores(page: Any, part: Any) -> None:
    part(".rl-scores tr[data-key='remi']").locator("button").nth(1).click()
    page.locator(".rl-scores .rl-answer", has_text="Remi, Ana").first.wait_for()


def _touch_simulation(page: Any, part: Any) -> None:
    part(".rl-charts svg")


_TOUCHES = {
    "DealStepper": _touch_stepper,
    "MeldExplorer": _touch_explorer,
    "ReplayViewer": _touch_viewer,
    "ScoreSheet": _touch_score_sheet,
    "HouseRules": _touch_house_rules,
    "ScoreComparison": _touch_scores,
    "SimulationExplorer": _touch_simulation,
}
assert _TOUCHES.keys() == TOOLS.keys()
