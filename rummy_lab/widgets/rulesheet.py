"""The sheet on which the options of a rule set are edited."""

from __future__ import annotations

from typing import Any

import traitlets

from rummy_lab.widgets.base import Pieces, module, style


class RuleSheet(Pieces):
    """The title bar, whether the rules can be played, documented options as switches, all options.

    - `head`: `title`, `chips`. `message` as on a `Board`.
    - `options` never change: `name`, `group`, `meaning`, `says`, `form`, `choices` (`[text, label]`
      each), `hints` (texts), `excludes` (sentences).
    - `values` by option: `way`, `ways` (`[way, label]` each), `labels`, `cells`, `words`, `was`
      (the standard value in words where it is changed), `cites` (`[clause, standing]` each),
      `error`.
    - `clauses`: the words of each clause by id. `switches`: `id`, `title`, `standing`, `note`,
      `sets`, `state`; `ask` says what to set where it has no value of its own, and `fields` are
      the options whose fields stand there again.
    - `only`: whether only options are shown that are changed or have an error.
    - Messages: `{"do": "set", "name", "way", "cells"}`, `{"do": "way", "name", "way"}`,
      `{"do": "reset", "name"}`, `{"do": "switch", "id"}`, `{"do": "act", "text"}`.
    """

    _esm = module("rulesheet")
    _css = style("rulesheet", "stepper")

    head: Any = traitlets.Dict().tag(sync=True)
    options: Any = traitlets.List().tag(sync=True)
    values: Any = traitlets.Dict().tag(sync=True)
    clauses: Any = traitlets.Dict().tag(sync=True)
    switches: Any = traitlets.List().tag(sync=True)
    message: Any = traitlets.Dict().tag(sync=True)
    only = traitlets.Bool(False).tag(sync=True)

    def download(self, name: str, text: str) -> None:
        """Has the page save a text as a file."""
        self.send({"download": name, "text": text})
