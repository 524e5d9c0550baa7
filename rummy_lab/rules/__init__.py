"""Rules as data: the registry of options, rule sets, their self-check and their differences."""

from rummy_lab.rules.at import At, Part
from rummy_lab.rules.registry import OPTIONS, Option, nearest
from rummy_lab.rules.ruleset import Clause, Difference, Named, Rules, Variant, options_of
from rummy_lab.rules.selfcheck import EXCLUSIONS, Exclusion
from rummy_lab.rules.values import RulesError, Table, text_of_value, value_of_text

__all__ = [
    "EXCLUSIONS",
    "OPTIONS",
    "At",
    "Clause",
    "Difference",
    "Exclusion",
    "Named",
    "Option",
    "Part",
    "Rules",
    "RulesError",
    "Table",
    "Variant",
    "nearest",
    "options_of",
    "text_of_value",
    "value_of_text",
]
