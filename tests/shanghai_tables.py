"""What the tests of Shanghai share: its contracts, and positions of three and four players."""

from __future__ import annotations

from typing import Any

from tables import cites, table

import rummy_lab as rl

SHANGHAI = rl.variant("shanghai")
LAID = {
    1: "7s 7h 7d | Ks Kh Kd", 2: "7s 7h 7d | 4c 5c 6c 7c", 3: "3s 4s 5s 6s | 4c 5c 6c 7c",
    4: "7s 7h 7d | Ks Kh Kd | 9s 9h 9d", 5: "7s 7h 7d | 3c 4c 5c 6c 7c 8c 9c",
    6: "7s 7h 7d | Ks Kh Kd | 3c 4c 5c 6c 7c", 7: "3s 4s 5s 6s | 4c 5c 6c 7c | 8d 9d 10d Jd",
    8: "7s 7h 7d | Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c",
    9: "7s 7h 7d | Ks Kh Kd | 9s 9h 9d | 3c 4c 5c 6c 7c",
    10: "3s 4s 5s 6s 7s | 4c 5c 6c 7c 8c | 8d 9d 10d Jd Qd",
}  # fmt: skip
REST = "2h Qh"
"""Cards that go with none of them."""
OTHERS = ["Ah 2d", "As Qc"]
OWN_MELDS = [(0, "7s 7h 7d"), (0, "4c 5c 6c 7c")]
"""The contract of deal 2, met by seat 0 in an earlier turn."""
BUYERS = ["9d 10d", "Ah 2d", "As Qc", "3c Kd"]
"""Four hands nobody cares about."""


def at(deal: int, hand: str, rules: rl.Rules = SHANGHAI, **known: Any) -> rl.Deal:
    """A position of three players in which seat 0 has drawn."""
    hands = [hand, *known.pop("others", OTHERS)]
    return table(rules, hands, **{"deal": deal, "stock": "8s 8h 10c", "discards": "10h", **known})


def met(hand: str, rules: rl.Rules = SHANGHAI, **known: Any) -> rl.Deal:
    """Deal 2 with the contract met by seat 0 in an earlier turn."""
    return at(2, hand, rules, **{"melds": OWN_MELDS, **known})


def hand_of(laid: str, rest: str = REST) -> str:
    """The hand that holds a contract and more."""
    return f"{laid.replace('|', '')} {rest}"


def offer(rules: rl.Rules = SHANGHAI, **known: Any) -> rl.Deal:
    """Four players, seat 0 deals, seat 1 is to draw; the upcard is 3h, then Kc."""
    return table(rules, BUYERS, **{"phase": "draw", "turn": 1, "stock": "8s 8h 10c 5s",
                                   "discards": "10h Kc 3h", **known})  # fmt: skip


def kind(cards: str, players: int = 5) -> str | None:
    return rl.check_meld(cards, SHANGHAI, players=players).kind


def none(cards: str, code: str, clause: str, players: int = 5) -> rl.Reason:
    return cites(rl.check_meld(cards, SHANGHAI, players=players), code, clause)
