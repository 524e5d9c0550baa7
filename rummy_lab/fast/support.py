"""What the kernels can do with a rule set, told without importing numba."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec

from rummy_lab.rules import At, Rules
from rummy_lab.rules.selfcheck import tables
from rummy_lab.variants import rules_of

MISSING = "numba is not installed: pip install 'rummy-lab[fast]'"
SWITCHED_OFF = "numba is told not to compile: NUMBA_DISABLE_JIT is set"


@dataclass(frozen=True, slots=True)
class Support:
    """Whether kernels apply: true or false, and in `why` the sentence that says why not."""

    why: str = ""

    def __bool__(self) -> bool:
        return not self.why


def supports(rules: Rules | str) -> Support:
    """Whether `deadwood` can be asked about a rule set here.

    All options about packs, wilds, melds and points are supported; a hand that the kernels find too
    large (more than 15 wilds, 4 equal cards, 15 cards of a rank in runs of any suits, or work for
    more than a second or two) is left to the engine, which says the same. So the one reason why not
    is that numba is not installed, or switched off. Raises `RulesError` for a name that is no
    variant's.

    >>> from rummy_lab import fast
    >>> bool(fast.supports("five-crowns")), fast.supports("five-crowns").why
    (True, '')
    """
    rules_of(rules)
    return Support(_without_numba())


def _without_numba() -> str:
    """Why nothing can be compiled here; empty where it can."""
    if not find_spec("numba"):
        return MISSING
    return SWITCHED_OFF if os.environ.get("NUMBA_DISABLE_JIT", "0").strip("0 ") else ""


MOST_ROUND, MOST_ANY, MOST_DEALT = 11, 25, 30
"""The most cards dealt where runs of any suits are counted round the corner, where they are counted
at all, and anywhere."""


def plays(rules: Rules | str, players: int | None = None) -> Support:
    """Whether kernels can play greedy deals under a rule set, at a table (None: at every one).

    They play any packs with any wilds. Contracts, buying, swaps of jokers, turns that all take at
    once, recycling without end and very large hands are left to the engine.

    Raises `RulesError` for a name that is no variant's, and for a table that is none.

    >>> bool(plays("rummy")), plays("shanghai").why
    (True, 'contracts are played by the engine only')
    >>> plays(rules_of("rummy").replace(jokers=2, joker_swap="any")).why
    'swaps of jokers are played by the engine only'
    """
    found = rules_of(rules)
    if players is not None:
        found.at(players=players)
    if why := _without_numba():
        return Support(why)
    for at in tables(found):
        if players in (None, at.players) and (why := _why_not(at)):
            return Support(f"{why} played by the engine only")
    return Support()


def _why_not(at: At) -> str:
    """What of a resolved rule set only the engine plays, with its verb."""
    endless = at.max_recycles is None and at.stock_out != "end"
    swaps = at.joker_swap != "never" and at.melding == "any_turn" and at.any_wild
    reasons = {
        "contracts are": at.melding == "contract",
        "turns that all take at once are": at.simultaneous,
        "buying is": at.buys is not None,
        "deals with no end to the recycling are": endless,
        "such large hands are": at.cards_dealt > MOST_DEALT,
        "swaps of jokers are": swaps,
    }
    return next((why for why, holds in reasons.items() if holds), "")


def from_one_pack(at: At) -> bool:
    """Whether hands are masks, and melds sets of three or four: the fastest kernels apply."""
    one = at.packs == 1 and not at.jokers and not at.any_wild and "t" not in at.suits
    return one and at.set_size[0] == 3 and not too_large_for_any(at)


def kernel_of(at: At) -> str:
    """The module whose kernel plays under resolved rules that kernels play.

    >>> [kernel_of(rules_of(name).at()) for name in ("rummy", "three-thirteen")]
    ['laying', 'ending']
    """
    if at.melding == "at_the_end":
        return "ending"
    return "laying" if from_one_pack(at) else "laying_packs"


def too_large_for_any(at: At) -> bool:
    """Whether runs of any suits are too many to be counted rank by rank."""
    round_it = at.ace == "round_the_corner"
    return at.run_suits == "any" and at.cards_dealt > (MOST_ROUND if round_it else MOST_ANY)
