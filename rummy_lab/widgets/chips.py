"""Rule sets as a row of buttons that are pressed in or not."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class RuleChips(Pieces):
    """A button for each rule set on offer: pressed in for those that are chosen.

    - `chips`: `label` (by which it is known), `title`, `on`.
    - Message: `{"do": "press", "label"}`.
    """

    _esm = module("chips")
    _css = style("chips", "stepper")

    chips: Any = traitlets.List().tag(sync=True)
