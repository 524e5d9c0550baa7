"""The best arrangement of a hand, all maximal ones, and contracts.

An arrangement parts a hand into melds and deadwood. The best one leaves the fewest points; ties
are settled by one rule, so that every part of the program names the same one:

- fewest points left; then card by card in the order suit ♠ ♥ ♦ ♣ ★, rank up: in a set if some
  best arrangement has it so, else in a run, else left (equal cards one after the other);
- how the cards lie together then: see `grouping.py`.

>>> import rummy_lab as rl
>>> found = rl.arrange("6s 7s 8s 6c 7c 8c 8d 2h 4h 10d", rl.variant("rummy"))
>>> found.points, [str(meld) for meld in found.melds]
(24, ['6s 7s 8s', '6c 7c 8c'])
"""

from rummy_lab.arrange.contracts import (
    best_contract,
    contracts_of,
    find_contract,
    some_contract,
)
from rummy_lab.arrange.hands import (
    Arrangement,
    arrange,
    arrangements,
    best,
    best_discard,
    best_points,
    points_left,
)

__all__ = [
    "Arrangement",
    "arrange",
    "arrangements",
    "best",
    "best_contract",
    "best_discard",
    "best_points",
    "contracts_of",
    "find_contract",
    "points_left",
    "some_contract",
]
