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


STOPS = {
    "an ace-high run": (
        """
variant: rummy
ace: high_or_low
players: Ana, Bo
deal 1
turn_number: 1
hand Bo: Qs Ks As 2c 3d
1 Bo: draw meld Qs Ks As discard 2c
""", "rummy", "1 Bo", "meld Qs Ks As", "ace_not_high", "rummy-9"),
    "a second meld in a turn": (
        RUMMY + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d 4c 5c 6c 2c 3d
1 Bo: draw meld 7s 7h 7d meld 4c 5c 6c discard 2c
""", "remi", "1 Bo", "meld 4c 5c 6c", "melds_limit", "remi-8"),
    "a run of several suits": (
        """
variant: remi
players: Ana, Bo
deal 1
turn_number: 1
hand Bo: 4s 5h 6d 2c 3d
1 Bo: draw meld 4s 5h 6d discard 2c
""", "rummy", "1 Bo", "meld 4s 5h 6d", "suits_differ", "rummy-9"),
    "a lay-off before an own meld": (
        RUMMY + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d 4c
hand Ana: 7c 2s 3s
1 Bo: draw meld 7s 7h 7d discard 4c
2 Ana: draw lay 7c on 1 discard 2s
""", rl.variant("remi", use=["remi-o3"]), "2 Ana", "lay 7c on 1", "own_meld_first", "remi-o3"),
    "going out without the discard": (
        RUMMY + """deal 1
hand Bo: 7s 7h
stock: 9c 8c 7d
1 Bo: draw meld 7s 7h 7d
""", rl.variant("rummy", use=["rummy-o1"]), "1 Bo", "meld 7s 7h 7d", "discard_to_go_out",
        "rummy-o1"),
    "the contract first": (
        RUMMY + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d 4c 2d
1 Bo: draw meld 7s 7h 7d discard 4c
""", "contract", "1 Bo", "meld 7s 7h 7d", "contract_differs", "contract-5"),
    "a lay-off before the contract": (
        CONTRACT + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d 4c 4d 4h 2c 9d 8s 8d
hand Cy: 7c 2s 3s
1 Bo: draw contract 7s 7h 7d | 4h 4d 4c discard 2c
2 Cy: draw discard 2s
""", rl.variant("rummy", melds_per_turn=1), "1 Bo",
        "contract 7s 7h 7d | 4h 4d 4c", "melds_limit", "house:melds_per_turn"),
    "a lay-off in the contract's turn": (
        CONTRACT + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d 4c 4d 4h 7c 9d 8s 8d
1 Bo: draw contract 7s 7h 7d | 4h 4d 4c lay 7c on 1 discard 9d
""", "contract-classic", "1 Bo", "lay 7c on 1", "lay_off_next_turn", "classic-5"),
    "a card from inside the pile": (
        CONTRACT + """deal 1
hand Bo: 7s 7h 4c 4d 4h 7c 9d 8s 8d
discards: 7d 5d
1 Bo: take 7d contract 7s 7h 7d | 4h 4d 4c discard 9d
""", "contract-classic", "1 Bo", "take 7d", "only_the_top", "classic-6"),
    "a card that is bought": (
        CLASSIC + """deal 1
turn_number: 1
upcard: 7d
hand Bo: 7s 7h 4c 4d 4h 7c 9d 8s 8d
1 Bo: pass (Ana buys) draw discard 9d
""", "contract", "1 Bo", "buy", "no_buying", "contract-8"),
    "the card just taken": (
        """
variant: remi
redraw_discard_ban: false
players: Ana, Bo
deal 1
turn_number: 1
upcard: 7d
hand Bo: 7s 4h Kc
1 Bo: take discard 7d
""", "remi", "1 Bo", "discard 7d", "just_taken", "remi-14"),
    "a joker in a game that has none": (
        """
variant: rummy
jokers: 2
players: Ana, Bo
deal 1
turn_number: 1
hand Bo: 7s JK 9s 2c 3d
1 Bo: draw meld 7s JK=8s 9s discard 2c
""", "rummy", "1 Bo", "meld 7s JK=8s 9s", "no_such_card", "rummy-1"),
    "a card twice in a game with one pack": (
        """
variant: rummy
packs: 2
players: Ana, Bo
deal 1
turn_number: 1
hand Bo: 7s 7s 7d 2c 3d
1 Bo: draw meld 7s 7s 7d discard 2c
""", "rummy", "1 Bo", "meld 7s 7s 7d", "no_such_card", "rummy-1"),
    "a suit twice in a set": (
        """
variant: contract
set_suits: any
players: Ana, Bo, Cy, Di, Ed
deal 1
turn_number: 1
hand Bo: 7s 7s 7d 4c 4d 4h 2c
1 Bo: draw contract 7s 7s 7d | 4h 4d 4c discard 2c
""", "contract", "1 Bo", "contract 7s 7s 7d | 4h 4d 4c", "suit_twice", "contract-10"),
    "a wild that is none": (
        """
variant: rummy
wild_rank: 2
players: Ana, Bo
deal 1
turn_number: 1
hand Bo: 7s 2h 9s 2c 3d
1 Bo: draw meld 7s 2h=8s 9s discard 2c
""", "rummy", "1 Bo", "meld 7s 2h=8s 9s", "not_wild", "rummy-9"),
    "nothing is laid down before the end": (
        RUMMY + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d 4c 2d
1 Bo: draw meld 7s 7h 7d discard 4c
""", "three-thirteen", "1 Bo", "meld 7s 7h 7d", "no_melding", "3-13-9"),
    "going out with wilds that are none": (
        """
variant: three-thirteen
players: Ana, Bo
deal 1
hand Bo: 7s 3h 9s
hand Ana: 2h 3s 4h
stock: 9c 2d Kc
1 Bo: draw out Kc
2 Ana: draw discard 2d
""", "rummy", "1 Bo", "out Kc", "not_all_melded", "rummy-12"),
    "last turns where there are none": (
        """
variant: three-thirteen
players: Ana, Bo
deal 1
hand Bo: 7s 8s 9s
hand Ana: 2h 3s 4h
stock: 9c 2d Kc
1 Bo: draw out Kc
2 Ana: draw discard 2d
""", "rummy", "2 Ana", "draw", "deal_over", "rummy-12"),
    "a stock that is not used again": (
        RUMMY + """deal 1
hand Bo: 7s 8s 2c
hand Ana: 4h 5h Kd
stock: 9c
discards: 3d Jd
seed: 4
1 Bo: draw discard 2c
2 Ana: draw discard Kd
""", "block", "2 Ana", "draw", "stock_empty", "block-1"),
    "a pass that ends the deal": (
        """
variant: block
players: Ana, Bo
deal 1
hand Bo: 7s 8s 2c
hand Ana: 4h 5h Kd
stock: 9c
upcard: 3d
1 Bo: draw discard 2c
2 Ana: pass
""", "rummy", "2 Ana", "pass", "nothing_to_pass", "rummy-5"),
    "the pile turned over, not shuffled": (
        RUMMY + """deal 1
hand Bo: 7s 8s 2c
hand Ana: 4h 5h Kd
stock: 9c
discards: 3d Jd
seed: 4
1 Bo: draw discard 2c
2 Ana: draw discard Kd
3 Bo: draw discard 7s
""", "remi", "2 Ana", "draw", "other_card", "remi-7"),
    "a seat out of turn": (
        """
variant: speed-three-thirteen
players: Ana, Bo
seed: 3
deal 1
1 Bo: draw (Ana draws)
""", "rummy", "1 Bo", "draw", "not_your_turn", "rummy-4"),
    "all at the same moment": (
        RUMMY + """seed: 3
deal 1
1 Bo: draw
""", "speed-three-thirteen", "1 Bo", "draw", "not_your_turn", "3-13-r1"),
}  # fmt: skip
"""A log; rules; then the line, the action, the code and the clause where it stops."""
