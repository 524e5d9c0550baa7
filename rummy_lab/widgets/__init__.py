"""Tools for the notebook. One widget is one `.py`, `.js` and `.css`.

`cards.js` and `cards.css` are put in front of each. The tools are boxes of drawn parts (`Table`,
`Turns`, `MeldList`) and ordinary controls; the engine decides everything they show.
"""

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
