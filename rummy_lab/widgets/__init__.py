"""Tools for the notebook. One widget is one `.py`, `.js` and `.css`.

`cards.js` and `cards.css` are put in front of each. The tools are boxes of drawn parts (`Table`,
`Turns`, `MeldList`) and ordinary controls; the engine decides everything they show. Each tool is
fetched from its module when it is first asked for: some need pandas, and most do not.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rummy_lab.widgets.explorer import MeldExplorer
    from rummy_lab.widgets.houserules import HouseRules
    from rummy_lab.widgets.replay import ReplayViewer
    from rummy_lab.widgets.scorecomparison import ScoreComparison
    from rummy_lab.widgets.scoresheet import ScoreSheet
    from rummy_lab.widgets.simulationexplorer import SimulationExplorer
    from rummy_lab.widgets.stepper import DealStepper

__all__ = [
    "DealStepper",
    "HouseRules",
    "MeldExplorer",
    "ReplayViewer",
    "ScoreComparison",
    "ScoreSheet",
    "SimulationExplorer",
]

_HOME = {
    "DealStepper": "stepper",
    "HouseRules": "houserules",
    "MeldExplorer": "explorer",
    "ReplayViewer": "replay",
    "ScoreComparison": "scorecomparison",
    "ScoreSheet": "scoresheet",
    "SimulationExplorer": "simulationexplorer",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
