"""What the tests of Three Thirteen share."""

from __future__ import annotations

from tables import cites, points

import rummy_lab as rl

RULES = rl.variant("three-thirteen")


def kind(cards: str, deal: int, rules: rl.Rules = RULES) -> str | None:
    return rl.check_meld(cards, rules, deal=deal).kind


def none(cards: str, deal: int, code: str, clause: str, rules: rl.Rules = RULES) -> rl.Reason:
    verdict = rl.check_meld(cards, rules, deal=deal)
    assert verdict.kind is None
    return cites(verdict, code, clause)


def left(hand: str, deal: int, rules: rl.Rules = RULES) -> float:
    """What a hand costs its player when another one, of three, has gone out."""
    return points([hand, "", ""], 1, rules, deal=deal)[0]


def turn(deal: rl.Deal, discard: str | None = None) -> None:
    """Draw and discard the card named, or the first that may go."""
    deal.apply("draw")
    card = discard or next(str(a) for a in deal.legal_actions() if str(a).startswith("discard"))
    deal.apply(card if discard is None else f"discard {card}")
