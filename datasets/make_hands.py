"""Makes `hands.csv` again, byte for byte: hands, their legal melds and their best arrangement.

Run: python datasets/make_hands.py [folder]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rummy_lab as rl
from rummy_lab.cards import shuffled
from rummy_lab.datasets import csv_text, write_made

DEALT, THICK = 150, 100
"""How many hands of each variant are as dealt, and how many come from neighbouring ranks."""
COLUMNS = ("variant", "source", "deal", "players", "hand", "meld_count", "melds", "arranged",
           "deadwood", "points", "contract")  # fmt: skip


def rows() -> Iterator[dict[str, Any]]:
    """Every hand of every variant."""
    for variant, rules in rl.variants().items():
        for seed in range(DEALT + THICK):
            deal = 1 + seed % (rules.deals or 1)
            source = "as dealt" if seed < DEALT else "six ranks"
            yield {"variant": variant, "source": source, **row(rules, deal, source, seed)}


def row(rules: rl.Rules, deal: int, source: str, seed: int) -> dict[str, Any]:
    """A hand and what there is in it; the table is the smallest that the rules allow."""
    players = rules.players[0]
    hand = hand_of(rules, deal, source, seed)
    melds = rl.find_melds(hand, rules, deal=deal, players=players)
    best = rl.arrange(hand, rules, deal=deal, players=players)
    contract = None
    if rules.melding == "contract":
        contract = rl.find_contract(hand, rules, deal=deal, players=players)
    return {
        "deal": deal,
        "players": players,
        "hand": " ".join(map(str, sorted(hand))),
        "meld_count": len(melds),
        "melds": " | ".join(map(str, melds)),
        "arranged": " | ".join(map(str, best.melds)),
        "deadwood": " ".join(map(str, best.deadwood)),
        "points": best.points,
        "contract": " | ".join(map(str, contract or ())),
    }


def hand_of(rules: rl.Rules, deal: int, source: str, seed: int) -> tuple[rl.Card, ...]:
    """The first cards of the shuffle, with one drawn; or those of them in six ranks and wilds."""
    at = rules.at(players=rules.players[0], deal=deal)
    order = shuffled(at.pack, seed, deal, 0)
    low = 1 + seed % 8
    if source == "six ranks":
        order = [card for card in order if at.wild[card.code] or low <= card.rank < low + 6]
    return tuple(order[: at.cards_dealt + 1])


def files() -> dict[str, str]:
    """The files by path."""
    return {"hands.csv": csv_text(list(rows()), COLUMNS)}


if __name__ == "__main__":
    write_made(files(), __file__)
