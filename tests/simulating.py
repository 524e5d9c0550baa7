"""The simulation that the tests of simulations are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from own_players import last_legal

import rummy_lab as rl

SHORT = rl.variant("block", target=100)
PLAYERS = ["greedy", last_legal]
GAMES = 14


def simulated(**more: Any) -> Any:
    """Its rows, or those of one with other arguments."""
    wanted: dict[str, Any] = {"players": PLAYERS, "games": GAMES, "seed": 3, **more}
    return rl.simulate(wanted.pop("rules", SHORT), progress=False, **wanted)


def after(pieces: int) -> Callable[[], bool]:
    """A stop that says so when it was asked so often."""
    asked = iter(range(pieces))
    return lambda: next(asked, None) is None
