"""The quick look at what goes on a meld is exact for natural cards: it says what the judge says."""

from __future__ import annotations

import pytest

import rummy_lab as rl
from rummy_lab.cards import RANKS, Placed
from rummy_lab.melds import Meld, could_take, judge, rank_at, windows
from rummy_lab.rules.registry import ACES


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("run_suits", ["same", "any"])
def test_on_runs_of_every_length(ace: str, run_suits: str) -> None:
    at = rl.variant("rummy", ace=ace, run_suits=run_suits, packs=2).at()
    for size in range(3, 15):
        for window in windows(ace, size):
            row = tuple(rl.card(f"{RANKS[rank_at(p) - 1]}s") for p in window)
            run = Meld("run", row, row)
            for card in dict.fromkeys(at.pack):
                grown = judge([*run.placed, Placed(card)], at, "run")
                assert could_take(run, card, at) == bool(grown), (str(run), str(card))


def test_the_two_goes_below_a_run_from_three_to_the_ace() -> None:
    """A to K are thirteen cards in a row, wherever the ace lay before."""
    at = rl.variant("rummy", ace="high_or_low").at()
    run = Meld.of("run", "3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As")
    assert could_take(run, rl.card("2s"), at)
