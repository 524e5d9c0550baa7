"""Many games: simulations, and variants set side by side over the same shuffles.

`job` plays one game and makes its rows (`columns`), `running` hands pieces to workers, `keeping`
and `files` put the rows away, `run` has the call; `versus` compares variants, `charts` draws.

>>> import rummy_lab as rl
>>> frame = rl.simulate("block", deals=3, seed=7, progress=False)
>>> frame["seed"].to_list()
[7, 7, 8, 8, 9, 9]
"""

from __future__ import annotations

from rummy_lab.simulate.columns import COLUMNS
from rummy_lab.simulate.files import Saved
from rummy_lab.simulate.run import ENGINES, SimulationError, simulate
from rummy_lab.simulate.versus import VariantComparison, compare_variants

__all__ = [
    "COLUMNS",
    "ENGINES",
    "Saved",
    "SimulationError",
    "VariantComparison",
    "compare_variants",
    "simulate",
]
