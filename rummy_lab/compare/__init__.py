"""Rules side by side: scores of one deal under many, what was legal where, and what if.

>>> import rummy_lab as rl
>>> position = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo")
>>> print(rl.compare(position, ["remi", "shanghai"]))
     remi  shanghai
Ana     0        35
Bo     18         0
shanghai: Shanghai Rummy is for 3 to 8 players; 2 hands are scored all the same
"""

from rummy_lab.compare.checks import COLUMNS as CHECK_COLUMNS
from rummy_lab.compare.checks import cross_check
from rummy_lab.compare.crossing import Crossing, Stop, cross
from rummy_lab.compare.labels import every_rule_set, label_of, labelled
from rummy_lab.compare.scores import Comparison, compare, compare_scores
from rummy_lab.compare.whatif import WhatIf, what_if

__all__ = [
    "CHECK_COLUMNS",
    "Comparison",
    "Crossing",
    "Stop",
    "WhatIf",
    "compare",
    "compare_scores",
    "cross",
    "cross_check",
    "every_rule_set",
    "label_of",
    "labelled",
    "what_if",
]
