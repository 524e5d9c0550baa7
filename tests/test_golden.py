"""Recorded playthroughs, one a variant: what happened once must happen again.

`RUMMY_LAB_GOLDEN=write pytest tests/test_golden.py` records them anew; look at the difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from tables import texts

import rummy_lab as rl

GOLDEN = Path(__file__).parent / "golden"
DEALS, MOST_LINES = 3, 600
"""A playthrough has so many deals, and is cut off after so many lines."""
PARTIES: dict[str, tuple[int, tuple[str, ...]]] = {
    "remi": (10, ("greedy", "random", "random", "random")),
    "rummy": (7, ("greedy", "random", "greedy")),
    "block": (10, ("greedy", "random", "random", "random")),
    "contract": (56, ("greedy", "greedy", "greedy", "greedy")),
    "contract-classic": (7, ("greedy", "greedy", "greedy")),
    "shanghai": (7, ("greedy", "greedy", "greedy")),
}
"""Seed and players; these show an empty stock, deep draws, swaps and buys too.

Any other variant is played by `USUAL`.
"""
USUAL = (7, ("greedy", "random", "greedy"))
SHOWS = {
    "remi": "  flip: ",
    "rummy": "  shuffle: ",
    "block": "  over: stock, out None",
    "three-thirteen": "  over: last turns",
    "contract": ": swap ",
    "shanghai": ": buy",
    "speed-three-thirteen": "  over: last turns",
}
"""What a playthrough must show besides the usual."""


def playthrough(variant: str) -> Iterator[str]:
    """A playthrough as lines: each state with the number of legal actions, then the scores."""
    seed, players = PARTIES.get(variant, USUAL)
    names = [f"{kind} {seat}" for seat, kind in enumerate(players)]
    choose = [rl.policy(kind, seed=seed + seat) for seat, kind in enumerate(players)]
    game = rl.Game(rl.variant(variant), players=names, seed=seed)
    yield f"{variant}, seed {seed}, {', '.join(names)}"
    for number in range(1, DEALS + 1):
        deal = game.deal
        yield f"deal {number}, dealer {deal.dealer}"
        yield f"  stock {texts(deal.stock)}"
        while not deal.over:
            actions = list(deal.legal_actions())
            chosen = choose[deal.turn](deal.view(deal.turn))
            yield " | ".join(state(deal, len(actions), str(chosen)))
            deal.apply(chosen)
            if deal.events[-1].recycled:
                yield f"  {deal.events[-1].recycled}: {texts(deal.events[-1].order)}"
        yield f"  over: {deal.state.ending}, out {deal.state.out}"
        for seat, hand in enumerate(deal.hands):
            yield f"  left {names[seat]}: {texts(hand) or '-'}"
        for line in deal.score().lines:
            yield f"  {line.seat} {line.points} {line.clause} {line.standing}: {line.message}"
        yield f"  totals {', '.join(f'{name} {points}' for name, points in game.totals.items())}"
        if game.over:
            yield f"over: {', '.join(game.winners)}"
            return
        if number < DEALS:
            game.next_deal()


def state(deal: rl.Deal, legal: int, chosen: str) -> Iterator[str]:
    """One state and what was done in it."""
    yield f"  {deal.turn}: {chosen}"
    yield f"{legal} legal"
    yield texts(deal.hands[deal.turn])
    yield f"stock {len(deal.stock)}, up {texts(deal.discards[-1:]) or '-'}"
    if deal.melds:
        yield ", ".join(str(meld.meld) for meld in deal.melds)


@pytest.mark.parametrize("variant", list(rl.variants()))
def test_golden_playthrough(variant: str) -> None:
    path = GOLDEN / f"{variant}.txt"
    played = "\n".join(islice(playthrough(variant), MOST_LINES)) + "\n"
    if os.environ.get("RUMMY_LAB_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(played, encoding="utf-8")
    assert path.exists(), f"{variant} has no golden playthrough: see the head of this file"
    recorded = path.read_text(encoding="utf-8")
    for number, (then, now) in enumerate(zip(recorded.splitlines(), played.splitlines(),
                                             strict=False), 1):  # fmt: skip
        assert then == now, f"{path.name}, line {number}"
    assert recorded == played


def test_golden_every_shipped_variant_has_one_and_no_other() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(rl.variants())


@pytest.mark.parametrize("variant", list(rl.variants()))
def test_golden_shows_what_a_variant_does(variant: str) -> None:
    recorded = (GOLDEN / f"{variant}.txt").read_text(encoding="utf-8")
    for word in ("draw", "discard", "totals"):
        assert f" {word} " in recorded or f": {word}" in recorded, word
    assert SHOWS.get(variant, "") in recorded
