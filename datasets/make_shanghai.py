"""Makes `shanghai.csv` again, byte for byte: which deals of Shanghai can be gone out blind.

Run: python datasets/make_shanghai.py [folder]

The engine is asked with hands of every size that buys can give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import rummy_lab as rl
from rummy_lab.datasets import csv_text, write_made

RULES = rl.variant("shanghai")
DEALS = range(1, 11)


def a_contract(deal: int) -> list[str]:
    """A contract of a deal: sets of kings and down, runs each of one suit from the ace up."""
    ranks, suits = iter(("K", "Q", "J")), iter("shd")
    melds = []
    for part in RULES.at(players=4, deal=deal).contract:
        if part.kind == "set":
            rank = next(ranks)
            melds.append(" ".join(rank + suit for suit in "shdc"[: part.size]))
        else:
            suit = next(suits)
            row = (f"{n}{suit}" if n > 1 else f"A{suit}" for n in range(1, part.size + 1))
            melds.append(" ".join(row))
    return melds


def laid_down(deal: int) -> str:
    """The action that lays it down."""
    return "contract " + " | ".join(a_contract(deal))


def in_hand(deal: int, buys: int) -> rl.Deal | None:
    """Seat 0 has bought so often, has drawn, and holds the contract; None if it cannot hold it."""
    at = RULES.at(players=4, deal=deal)
    held = " ".join(a_contract(deal)).split()
    more = at.cards_dealt + 1 + 2 * buys - len(held)
    if more < 0:
        return None
    rest = sorted((Counter(at.pack) - Counter(rl.cards(" ".join(held)))).elements())
    clubs = [str(card) for card in rest if card.suit == "c" and card.rank > 3]
    others = [str(card) for card in rest if card.suit == "c" and card.rank <= 3][:6]
    hands = [" ".join(held + clubs[:more]), *(" ".join(others[n : n + 2]) for n in (0, 2, 4))]
    return rl.Deal.from_position(
        RULES, hands=hands, deal=deal, buys_used=[buys, 0, 0, 0], stock="JK", discards="",
        turn=0, phase="play",
    )  # fmt: skip


def goes_out_blind(deal: rl.Deal | None, number: int) -> bool:
    """Whether the whole hand can go in this turn: the contract, and the card that is left."""
    if deal is None or not deal.can(laid_down(number)):
        return False
    deal.apply(laid_down(number))
    deal.apply(deal.legal_actions()[0])
    return deal.over and deal.final_position().whole_hand


def buys_allowed(deal: int) -> range:
    """How often a player may have bought."""
    return range((RULES.at(players=4, deal=deal).buy_limit or 0) + 1)


@cache
def blind(deal: int) -> tuple[int, ...]:
    """With how many buys the whole hand can go in one turn."""
    return tuple(n for n in buys_allowed(deal) if goes_out_blind(in_hand(deal, n), deal))


@cache
def least_buys(deal: int) -> int:
    """The least buys with which the contract can be laid."""
    found = ((n, in_hand(deal, n)) for n in buys_allowed(deal))
    return next(n for n, held in found if held is not None and held.can(laid_down(deal)))


def rows() -> Iterator[dict[str, Any]]:
    """A row for each deal."""
    for deal in DEALS:
        at = RULES.at(players=4, deal=deal)
        yield {
            "deal": deal,
            "contract": " ".join(map(str, at.contract)),
            "contract_cards": sum(part.size for part in at.contract),
            "cards_dealt": at.cards_dealt,
            "buys_allowed": at.buy_limit,
            "least_buys": least_buys(deal),
            "blind_buys": next(iter(blind(deal)), None),
        }


def files() -> dict[str, str]:
    """The files by path."""
    found = list(rows())
    return {"shanghai.csv": csv_text(found, list(found[0]))}


if __name__ == "__main__":
    write_made(files(), __file__)
