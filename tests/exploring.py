"""The simulation explorer that its tests are about."""

from __future__ import annotations

import threading
from typing import Any

from rummy_lab.widgets import SimulationExplorer

NAME = "rummy-lab simulation"


def made(*variants: Any, **more: Any) -> SimulationExplorer:
    return SimulationExplorer(list(variants) or ["block", "three-thirteen"], **more)


def played(tool: SimulationExplorer) -> SimulationExplorer:
    tool.start()
    assert tool.wait(120)
    return tool


def threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == NAME]
