"""Variants side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rummy_lab.rules import Rules, text_of_value
from rummy_lab.scoring import FinalPosition, as_number, score
from rummy_lab.variants import variant

if TYPE_CHECKING:
    import pandas as pd


def compare_scores(
    position: FinalPosition, rules: Iterable[str | Rules] | Mapping[str, str | Rules]
) -> pd.DataFrame:
    """What each player scores for one final position under several rule sets.

    `rules` are variant ids or `Rules`, or a mapping that names the columns. The table has a row
    for each player and a column for each rule set; its `attrs["notes"]` holds what the scoring
    had to say beside the points. Raises `RulesError` for a variant that is none.

    >>> import rummy_lab as rl
    >>> position = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo")
    >>> print(compare_scores(position, ["remi", rl.variant("rummy", ace="high")]))
          remi  rummy ace="high"
    Ana      0                 0
    Bo      18                27
    """
    import pandas as pd

    sheets = {label: score(position, one) for label, one in _labelled(rules).items()}
    columns = {
        label: {name: as_number(points) for name, points in sheet.totals.items()}
        for label, sheet in sheets.items()
    }
    frame = pd.DataFrame(columns)
    frame.attrs["notes"] = {label: list(sheet.notes) for label, sheet in sheets.items()}
    return frame


def _labelled(rules: Iterable[str | Rules] | Mapping[str, str | Rules]) -> dict[str, Rules]:
    if isinstance(rules, str | Rules):
        rules = [rules]
    if isinstance(rules, Mapping):
        return {label: variant(one) for label, one in rules.items()}
    return {label_of(one): one for one in map(variant, rules)}


def label_of(rules: Rules) -> str:
    """A rule set in a few words: its id, and the options that are changed.

    >>> label_of(variant("remi", target=300))
    'remi target=300'
    """
    changed = (f" {name}={text_of_value(rules[name])}" for name in rules.changed)
    return rules.id + "".join(changed)
