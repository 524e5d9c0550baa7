"""What the tests of comparisons share: short logs, and a deal of every variant."""

from __future__ import annotations

from functools import cache
from typing import Any

from tables import play_out

import rummy_lab as rl

NAMES = ("Ana", "Bo", "Cy")
RUMMY = """
variant: rummy
players: Ana, Bo
"""
CONTRACT = """
variant: contract
players: Ana, Bo, Cy
"""
CLASSIC = CONTRACT.replace("contract", "contract-classic")


def log_of(text: str, sound: bool = True) -> rl.Log:
    """A log from its head and a deal; it must be right by its own rules."""
    log = rl.loads(f"rummy-lab log 1{text}")
    assert bool(log.errors) != sound, log.errors
    return log


def check(text: str, rules: str | rl.Rules, sound: bool = True) -> Any:
    """The one row of the last deal of a log under a rule set."""
    frame = rl.cross_check(log_of(text, sound), [rules])
    return next(frame.tail(1).itertuples())


def line(text: str, start: str) -> int:
    """The number of the line of a log that begins so."""
    rows = f"rummy-lab log 1{text}".splitlines()
    return next(n for n, row in enumerate(rows, 1) if row.startswith(start))


@cache
def deals() -> dict[str, rl.Deal]:
    """A greedy deal of every variant."""
    found = {}
    for name, rules in rl.variants().items():
        deal = rl.Deal(rules, max(2, rules.players[0]), seed=5, deal=2 if rules.deals else 1)
        play_out(deal)
        found[name] = deal
    return found
