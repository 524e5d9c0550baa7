"""What the tests of Contract Rummy share: its rule sets, contracts, and positions of three players."""

from __future__ import annotations

from typing import Any

from tables import cites, rules_of, table

import rummy_lab as rl

CONTRACT = rl.variant("contract")
CLASSIC = rl.variant("contract-classic")
LAID = {
    1: "7s 7h 7d | Ks Kh Kd", 2: "7s 7h 7d | 4c 5c 6c", 3: "3s 4s 5s | 4c 5c 6c",
    4: "7s 7h 7d | Ks Kh Kd | 9s 9h 9d", 5: "7s 7h 7d | Ks Kh Kd | 4c 5c 6c",
    6: "7s 7h 7d | 3s 4s 5s | 4c 5c 6c", 7: "3s 4s 5s 6s | 4c 5c 6c 7c | 8d 9d 10d Jd Qd",
}  # fmt: skip
"""A contract of each deal, with nothing over in deal 7."""
REST = "2h 9c"
"""Cards that go with none of them."""
OTHERS = ["Ah 2d", "Ac Qh"]
OWN_MELDS = [(0, "7s 7h 7d"), (0, "4c 5c 6c")]
SEVENS = [(0, "Ks Kh Kd"), (0, "4c 5c 6c"), (1, "5d 6d 7d")]
"""The contract of deal 2, met by seat 0 in an earlier turn; with a run of seat 1's."""


PILE = "10h 8d Jc 3h"
"""A discard pile: the eight of diamonds lies under two cards."""


def at(deal: int, hand: str, rules: str | rl.Rules = CONTRACT, **known: Any) -> rl.Deal:
    """A position of three players in which seat 0 has drawn."""
    hands = [hand, *known.pop("others", OTHERS)]
    return table(rules, hands, **{"deal": deal, "stock": "8s 8h 10c", "discards": "10h", **known})


def hand_of(laid: str, rest: str = REST) -> str:
    """The hand that holds a contract and more."""
    return f"{laid.replace('|', '')} {rest}"


def met(hand: str, rules: str | rl.Rules = CONTRACT, **known: Any) -> rl.Deal:
    """Deal 2 with the contract met by seat 0 in an earlier turn."""
    return at(2, hand, rules, **{"melds": OWN_MELDS, **known})


def kind(cards: str, rules: str | rl.Rules = CONTRACT, players: int = 3) -> str | None:
    return rl.check_meld(cards, rules_of(rules), players=players).kind


def none(cards: str, rules: str | rl.Rules, code: str, clause: str, players: int = 5) -> rl.Reason:
    return cites(rl.check_meld(cards, rules_of(rules), players=players), code, clause)
