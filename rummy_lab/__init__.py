"""Rummy in Jupyter: step through deals, see the melds, replay games, compare variants.

`import rummy_lab as rl` loads nothing but this file; each name is fetched from its module when it
is first asked for, so pandas and the widgets are paid for only where they are used.

>>> import rummy_lab as rl
>>> [bool(rl.check_meld("4s 5h 6d", rl.variant(name))) for name in ("remi", "rummy")]
[True, False]
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rummy_lab.actions import Action, read_action
    from rummy_lab.arrange import Arrangement, arrange, arrangements, find_contract
    from rummy_lab.cards import Card, NotationError, card, cards
    from rummy_lab.compare import (
        Comparison,
        WhatIf,
        compare,
        compare_scores,
        cross_check,
        every_rule_set,
        what_if,
    )
    from rummy_lab.datasets import dataset, datasets
    from rummy_lab.deal import Deal
    from rummy_lab.frames import Tables, read_tables, tables, write_tables
    from rummy_lab.game import Game
    from rummy_lab.lessons import LessonError, lesson
    from rummy_lab.log import (
        Log,
        LogError,
        dump,
        dumps,
        load,
        loads,
        read_scores,
        score_log,
        stream,
        write_scores,
    )
    from rummy_lab.melds import Meld, check_meld, find_melds
    from rummy_lab.odds import Odds, odds
    from rummy_lab.players import play, policy
    from rummy_lab.reasons import AmbiguousAction, IllegalAction, Reason, Verdict
    from rummy_lab.rules import Rules, RulesError
    from rummy_lab.scoring import FinalPosition, ScoreLine, Sheet, score
    from rummy_lab.simulate import (
        SimulationError,
        VariantComparison,
        compare_variants,
        simulate,
    )
    from rummy_lab.variants import dump_rules, load_rules, read_rules, variant, variants
    from rummy_lab.widgets import (
        DealStepper,
        HouseRules,
        MeldExplorer,
        ReplayViewer,
        ScoreComparison,
        ScoreSheet,
        SimulationExplorer,
    )

__version__ = "0.1.0"
__all__ = [
    "Action",
    "AmbiguousAction",
    "Arrangement",
    "Card",
    "Comparison",
    "Deal",
    "DealStepper",
    "FinalPosition",
    "Game",
    "HouseRules",
    "IllegalAction",
    "LessonError",
    "Log",
    "LogError",
    "Meld",
    "MeldExplorer",
    "NotationError",
    "Odds",
    "Reason",
    "ReplayViewer",
    "Rules",
    "RulesError",
    "ScoreComparison",
    "ScoreLine",
    "ScoreSheet",
    "Sheet",
    "SimulationError",
    "SimulationExplorer",
    "Tables",
    "VariantComparison",
    "Verdict",
    "WhatIf",
    "arrange",
    "arrangements",
    "card",
    "cards",
    "check_meld",
    "compare",
    "compare_scores",
    "compare_variants",
    "cross_check",
    "dataset",
    "datasets",
    "dump",
    "dump_rules",
    "dumps",
    "every_rule_set",
    "find_contract",
    "find_melds",
    "lesson",
    "load",
    "load_rules",
    "loads",
    "odds",
    "play",
    "policy",
    "read_action",
    "read_rules",
    "read_scores",
    "read_tables",
    "score",
    "score_log",
    "simulate",
    "stream",
    "tables",
    "variant",
    "variants",
    "what_if",
    "write_scores",
    "write_tables",
]

_NAMES = {
    "actions": "Action read_action",
    "arrange": "Arrangement arrange arrangements find_contract",
    "cards": "Card NotationError card cards",
    "compare": "Comparison WhatIf compare compare_scores cross_check every_rule_set what_if",
    "datasets": "dataset datasets",
    "deal": "Deal",
    "frames": "Tables read_tables tables write_tables",
    "game": "Game",
    "lessons": "LessonError lesson",
    "log": "Log LogError dump dumps load loads read_scores score_log stream write_scores",
    "melds": "Meld check_meld find_melds",
    "odds": "Odds odds",
    "players": "play policy",
    "reasons": "AmbiguousAction IllegalAction Reason Verdict",
    "rules": "Rules RulesError",
    "scoring": "FinalPosition ScoreLine Sheet score",
    "simulate": "SimulationError VariantComparison compare_variants simulate",
    "variants": "dump_rules load_rules read_rules variant variants",
    "widgets": "DealStepper HouseRules MeldExplorer ReplayViewer ScoreComparison ScoreSheet "
    "SimulationExplorer",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}


class _Face(ModuleType):
    """The package as a module on which `cards`, `arrange` and `variants` stay the functions.

    Importing a submodule makes Python set it on its package under its own name, over the function
    of that name. Here the function wins, in whatever order things are imported.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if sys.platform == "emscripten":
    import_module(f"{__name__}.browser").say_what_is_missing()
