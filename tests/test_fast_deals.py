"""Deals by kernel are the engine's: cards, arrangements, every action, ends and points."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from following_kernels import follow, follow_one
from pandas.testing import assert_frame_equal

import rummy_lab as rl
from rummy_lab import fast
from rummy_lab.arrange import best, best_points
from rummy_lab.cards import BY_CODE, shuffled
from rummy_lab.fast import anysuit, batch, deals
from rummy_lab.fast.onepack import mask_of
from rummy_lab.fast.records import DEAL
from rummy_lab.fast.resolved import laying_rules
from rummy_lab.fast.shuffling import shuffle
from rummy_lab.rules import At
from rummy_lab.rules.registry import ACES

BASIC = ("remi", "rummy", "block")


# --- cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 7, -1, 2**62, -(2**63)])
@pytest.mark.parametrize("count", [1, 2, 51, 52])
def test_the_shuffle_is_the_one_of_the_engine(seed: int, count: int) -> None:
    for deal, recycle in ((1, 0), (3, 2), (90, 10)):
        cards = np.arange(count)
        shuffle(cards, count, seed, deal, recycle)
        order = shuffled(BY_CODE[:count], seed, deal, recycle)
        assert [BY_CODE[code] for code in cards] == list(order)


# --- arrangements with runs of any suits ----------------------------------------------------------


def heavy(at: At, rng: random.Random) -> list[rl.Card]:
    """A hand of up to 12 cards, often of a few ranks."""
    ranks = rng.sample(range(1, 14), rng.choice([4, 5, 6, 13]))
    some = [card for card in at.pack if card.rank in ranks]
    return rng.sample(some, min(len(some), rng.choice([3, 7, 10, 11, 12])))


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("run_size", [2, 3, 4])
def test_arrangements_of_runs_of_any_suits(ace: str, run_size: int) -> None:
    rng = random.Random(f"{ace} {run_size}")
    for set_size in ((3, 3), (3, 4)):
        at = rl.variant("remi", ace=ace, run_size=run_size, set_size=set_size).at(players=2)
        rules, room = laying_rules(at)[0], np.zeros(1, DEAL)[0]
        for _ in range(60):
            hand = heavy(at, rng)
            arranged = best(hand, at)
            mask = mask_of(hand)
            covered = anysuit.any_covered(mask, rules, room)
            assert at.points_of(hand) - covered == arranged.points == best_points(hand, at)
            sets, runs = anysuit.any_roles(mask, rules, room)
            melds = arranged.melds
            assert sets == sum(mask_of(m.cards) for m in melds if m.kind == "set"), hand
            found = []
            while runs:
                run, place = anysuit.first_run(runs, rules, room)
                found.append((run, (place - 1) % 13 + 1))
                runs &= ~run
            told = [(mask_of(m.cards), m.stands[0].rank) for m in melds if m.kind == "run"]
            assert sorted(found) == sorted(told), hand


# --- loading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "module"), [("rummy", deals.laying), ("three-thirteen", deals.ending)]
)
def test_what_is_loaded_is_compiled(
    variant: str, module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, asked = module.play_many, []

    def play_many(*given: Any) -> Any:
        asked.append(given)
        return kernel(*given)

    monkeypatch.setattr(module, "play_many", play_many)
    deals.load(rl.variant(variant).at(players=2))
    assert asked and kernel.signatures


# --- whole deals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", BASIC)
@pytest.mark.parametrize("part", range(4))
def test_deals_under_random_options(variant: str, part: int) -> None:
    endings = {
        follow_one(variant, number).state.ending for number in range(500 * part, 500 * part + 500)
    }
    assert endings == {"out", "stock", "no draw"}


SPECIAL = {
    "the last card is laid off, never discarded": {
        "go_out_discard": "never", "run_suits": "any", "ace": "high_or_low", "cards_dealt": 4,
    },
    "no meld of the best arrangement leaves a discard": {
        "go_out_discard": "required", "cards_dealt": 3, "set_size": (3, 4),
    },
    "long runs round the corner": {"ace": "round_the_corner", "cards_dealt": 10, "players": (2, 5)},
    "cards that cost nothing": {"number_points": {"2-10": 0}, "ace_points": 0},
    "five players with a short pack": {"ranks": "A-7", "cards_dealt": 4, "run_size": 2},
}  # fmt: skip


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("variant", ["remi", "rummy"])
def test_deals_under_special_options(variant: str, name: str) -> None:
    rules = rl.variant(variant, **SPECIAL[name])
    for seed in range(60):
        players = 2 + seed % 4
        follow(rules.at(players=players, deal=1 + seed % 3), seed, seed % players)


@pytest.mark.parametrize("part", range(2))
def test_deals_arranged_at_the_end_under_random_options(part: int) -> None:
    numbers = range(100 * part, 100 * part + 100)
    endings = {follow_one("three-thirteen", number).state.ending for number in numbers}
    assert endings == {"out", "last turns"}


@pytest.mark.parametrize("stock_out", ["flip", "shuffle", "shuffle_keep_upcard", "end"])
def test_deals_arranged_at_the_end_that_nobody_wins(stock_out: str) -> None:
    rules = rl.variant("three-thirteen", wild_rank=None, run_size=7, set_size=(4, 4), max_recycles=2,
                       packs=1, players=(2, 3), stock_out=stock_out)  # fmt: skip
    ends = {follow(rules.at(players=3, deal=8), seed, seed % 3).state.ending for seed in range(12)}
    assert ("stock" if stock_out == "end" else "no draw") in ends


@pytest.mark.parametrize("variant", ["three-thirteen", "five-crowns", "deuces-not-wild"])
def test_relatives_of_three_thirteen(variant: str) -> None:
    rules = rl.variant(variant)
    for seed in range(22):
        follow(rules.at(players=2 + seed % 2, deal=1 + seed % 11), seed, seed % 2)


def test_a_memory_that_is_full_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = rl.variant("three-thirteen").at(players=2, deal=9)
    whole = deals.play(at, np.arange(40))
    monkeypatch.setattr(batch, "FEW", 64)
    monkeypatch.setattr(deals, "MANY_LINES", 64)
    deals._spaces.of.cache_clear()
    again = deals.play(at, np.arange(40))
    deals._spaces.of.cache_clear()
    assert all(np.array_equal(a, b) for a, b in zip(whole, again, strict=True))


def test_a_hand_that_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight equal cards may come into one hand; such a deal is left to the engine."""
    rules = rl.variant("three-thirteen", packs=8, ranks="A-2", players=(2, 2), cards_dealt=12,
                       deals=1, wild_rank=None)  # fmt: skip
    ends = deals.play(rules.at(players=2), np.arange(30))
    assert (ends.ending < 0).any()
    frames = [
        rl.simulate(rules, deals=6, engine=engine, progress=False) for engine in ("fast", "python")
    ]
    assert_frame_equal(*frames)


def test_many_deals_at_once_are_those_alone() -> None:
    at = rl.variant("rummy").at(players=3, deal=2)
    seeds = np.arange(50, 80)
    together = deals.play(at, seeds, dealer=1)
    for row, seed in enumerate(seeds.tolist()):
        alone = deals.log_of(at, seed, dealer=1).ends
        assert all(np.array_equal(a[row], b[0]) for a, b in zip(together, alone, strict=True))


def test_a_log_longer_than_the_room_for_it() -> None:
    at = rl.variant("rummy", lay_off="never", max_recycles=200, run_size=13, set_size=(3, 3)).at(
        players=2
    )
    lengths = [len(deals.log_of(at, seed).actions) for seed in range(20)]
    assert max(lengths) > 1000


# --- what is played -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "options", "why"),
    [
        ("contract", {}, "contracts are"),
        ("speed-three-thirteen", {}, "turns that all take at once are"),
        ("three-thirteen", {"cards_dealt": 31, "wild_rank": None, "players": (2, 3), "packs": 3},
         "such large hands are"),
        ("rummy", {"packs": 2}, "several packs are"),
        ("rummy", {"jokers": 2}, "jokers are"),
        ("rummy", {"wild_rank": "2"}, "wild cards are"),
        ("rummy", {"buys": 1}, "buying is"),
        ("rummy", {"suits": "shdct"}, "a fifth suit is"),
        ("rummy", {"set_size": (2, 4)}, "sets of 2 cards are"),
        ("rummy", {"max_recycles": None}, "deals with no end to the recycling are"),
        ("remi", {"ace": "round_the_corner", "cards_dealt": 12, "players": (2, 4)},
         "runs of any suits round the corner from such large hands are"),
    ],
)  # fmt: skip
def test_what_the_kernels_leave_to_the_engine(variant: str, options: Any, why: str) -> None:
    told = fast.plays(rl.variant(variant, **options))
    assert not told and told.why == f"{why} played by the engine only"


def test_some_tables_only() -> None:
    rules = rl.variant("rummy", packs={2: 1, (3, None): 2})
    assert fast.plays(rules, players=2) and not fast.plays(rules, players=3)
    assert fast.plays(rules).why == "several packs are played by the engine only"
    with pytest.raises(rl.RulesError, match="2 to 6 players, not 9"):
        fast.plays("rummy", players=9)


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy_lab.fast.support.find_spec", lambda name: None)
    assert "numba is not installed" in fast.plays("rummy").why
    assert (
        len(rl.simulate("rummy", deals=1000, progress=False, engine="auto", stop=lambda: True)) == 0
    )
    with pytest.raises(ValueError, match="engine='fast': numba is not installed"):
        rl.simulate("rummy", deals=3, progress=False, engine="fast")
