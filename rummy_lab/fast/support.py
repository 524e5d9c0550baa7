"""What the kernels can do with a rule set, told without importing numba."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from rummy_lab.rules import Rules
from rummy_lab.variants import rules_of

MISSING = "numba is not installed: pip install 'rummy-lab[fast]'"


@dataclass(frozen=True, slots=True)
class Support:
    """Whether kernels apply: true or false, and in `why` the sentence that says why not."""

    why: str = ""

    def __bool__(self) -> bool:
        return not self.why


def supports(rules: Rules | str) -> Support:
    """Whether `deadwood` can be asked about a rule set here.

    All options about packs, wilds, melds and points are supported; a hand that the kernels find too
    large (more than 15 wilds, 4 equal cards, 15 cards of a rank in runs of any suits) is left to
    the engine, which says the same. So the one reason why not is that numba is not installed.
    Raises `RulesError` for a name that is no variant's.

    >>> bool(supports("five-crowns")), supports("five-crowns").why
    (True, '')
    """
    rules_of(rules)
    return Support() if find_spec("numba") else Support(MISSING)
