"""Deals by kernel are the engine's: cards, arrangements, every action, ends and points."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from following_kernels import PACKS, follow, follow_one
from pandas.testing import assert_frame_equal

import rummy_lab as rl
from rummy_lab import fast
from rummy_lab.arrange import best, best_points
from rummy_lab.cards import BY_CODE, shuffled
from rummy_lab.fast import answers, anysuit, batch, deals
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
    ("variant", "jokers", "module"),
    [
        ("rummy", 0, deals.laying),
        ("rummy", 2, deals.laying_packs),
        ("three-thirteen", 0, deals.ending),
    ],
)
def test_what_is_loaded_is_compiled(
    variant: str, jokers: int, module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, asked = module.play_many, []

    def play_many(*given: Any) -> Any:
        asked.append(given)
        return kernel(*given)

    monkeypatch.setattr(module, "play_many", play_many)
    deals.load(rl.variant(variant, jokers=jokers).at(players=2))
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
        assert follow(rules.at(players=players, deal=1 + seed % 3), seed, seed % players).over


@pytest.mark.parametrize("variant", BASIC)
@pytest.mark.parametrize("part", range(2))
def test_deals_from_any_packs_under_random_options(variant: str, part: int) -> None:
    numbers = range(200 * part, 200 * part + 200)
    endings = {follow_one(variant + PACKS, number).state.ending for number in numbers}
    assert {"out", "no draw"} <= endings <= {"out", "no draw", "stock"}


WITH_WILDS = {
    "a wild may stand at both ends": {"jokers": 4, "ace": "high_or_low"},
    "round the corner": {"jokers": 4, "ace": "round_the_corner", "run_suits": "any"},
    "a wild is left, and may not be discarded": {
        "jokers": 6, "cards_dealt": 4, "go_out_discard": "never",
    },
    "no meld of the best arrangement leaves a discard": {
        "packs": 2, "jokers": 4, "cards_dealt": 3, "go_out_discard": "required",
    },
    "going out blind with a joker": {"jokers": 6, "cards_dealt": 3, "blind_bonus": (7, 3)},
    "equal cards in a set": {"packs": 3, "set_size": (3, None)},
    "no equal suits in a set": {"packs": 2, "jokers": 6, "set_suits": "distinct"},
    "twos stand for themselves where they can": {"wild_rank": "2", "packs": 2},
    "jokers that are only in the way": {"jokers": 4, "jokers_wild": False},
    "a fifth suit and pairs": {"suits": "shdct", "set_size": (2, None), "jokers": 2},
    "wilds that are counted": {
        "packs": 2, "jokers": 6, "wilds_per_meld": {"set": {3: 1, 5: 2}, "run": {3: 1, 6: 3}},
    },
    "hands too large to be counted by ranks": {
        "run_suits": "any", "ace": "round_the_corner", "cards_dealt": 12, "players": (2, 4),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", WITH_WILDS)
def test_deals_from_any_packs_under_special_options(name: str) -> None:
    rules = rl.variant("rummy", **WITH_WILDS[name])
    assert fast.plays(rules)
    for seed in range(40):
        players = 2 + seed % 3
        deal = follow(rules.at(players=players, deal=1 + seed % 3), seed, seed % players)
        assert deal.over


@pytest.mark.parametrize("part", range(2))
def test_deals_arranged_at_the_end_under_random_options(part: int) -> None:
    numbers = range(100 * part, 100 * part + 100)
    endings = {follow_one("three-thirteen", number).state.ending for number in numbers}
    assert {"out", "last turns"} <= endings <= {"out", "last turns", "no draw", "stock"}


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
        assert follow(rules.at(players=2 + seed % 2, deal=1 + seed % 11), seed, seed % 2).over


@pytest.mark.parametrize(
    ("variant", "options", "deal"),
    [
        ("three-thirteen", {}, 9),
        ("rummy", {"packs": 2, "jokers": 6, "cards_dealt": 12}, 1),
        ("rummy", {"packs": 2, "jokers": 6, "cards_dealt": 12, "ace_points": 0}, 1),
    ],
)
def test_a_memory_that_is_full_again_and_again(
    variant: str, options: Any, deal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = rl.variant(variant, **options).at(players=2, deal=deal)
    whole = deals.play(at, np.arange(40))
    monkeypatch.setattr(batch, "FEW", 64)
    monkeypatch.setattr(deals, "MANY_LINES", 64)
    cleared, make_room = [], batch.Space.make_room
    monkeypatch.setattr(
        batch.Space, "make_room", lambda self, *many: cleared.append(1) or make_room(self, *many)
    )
    deals._spaces.of.cache_clear()
    again = deals.play(at, np.arange(40))
    assert len(cleared) > 4
    deals._spaces.of.cache_clear()
    assert all(np.array_equal(a, b) for a, b in zip(whole, again, strict=True))


@pytest.mark.parametrize("variant", ["three-thirteen", "rummy"])
def test_a_hand_that_is_too_much(variant: str) -> None:
    """Eight equal cards may come into one hand; such a deal is left to the engine."""
    rules = rl.variant(variant, packs=8, ranks="A-2", players=(2, 2), cards_dealt=12,
                       deals=1, wild_rank=None, target=None, run_size=2)  # fmt: skip
    ends = deals.play(rules.at(players=2), np.arange(30))
    assert (ends.ending < 0).any()
    frames = [
        rl.simulate(rules, deals=6, engine=engine, progress=False) for engine in ("fast", "python")
    ]
    assert_frame_equal(*frames)


def test_more_melds_on_the_table_than_there_is_room_for() -> None:
    """The meld that finds no room is one that may not be laid, for it leaves nothing to discard."""
    rules = rl.variant("rummy", packs=6, cards_dealt=7, set_size=(2, 2), run_size=13,
                       go_out_discard="required", lay_off="never", players=(2, 18))  # fmt: skip
    assert (deals.play(rules.at(players=18), np.arange(8, 11)).ending < 0).any()
    frames = [
        rl.simulate(rules, ["greedy"] * 18, deals=3, seed=8, engine=engine, progress=False)
        for engine in ("fast", "python")
    ]
    assert_frame_equal(*frames)


def test_more_melds_than_can_be_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked of Python may have too long an answer; such a deal is left to the engine."""
    rules = rl.variant("rummy", jokers=6, run_suits="any", go_out_discard="never")
    whole = deals.play(rules.at(players=4), np.arange(200))
    monkeypatch.setattr(answers, "MOST_FOUND", 3)
    some = deals.play(rules.at(players=4), np.arange(200))
    left = some.ending < 0
    assert left.any() and not left.all() and not (whole.ending < 0).any()
    assert np.array_equal(whole.points[~left], some.points[~left])


@pytest.mark.parametrize("jokers", [0, 3])
def test_many_deals_at_once_are_those_alone(jokers: int) -> None:
    at = rl.variant("rummy", jokers=jokers).at(players=3, deal=2)
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
        ("rummy", {"cards_dealt": 31, "players": (2, 3), "packs": 3}, "such large hands are"),
        ("rummy", {"jokers": 2, "joker_swap": "any"}, "swaps of jokers are"),
        ("rummy", {"wild_rank": "2", "joker_swap": "runs"}, "swaps of jokers are"),
        ("rummy", {"buys": 1}, "buying is"),
        ("rummy", {"max_recycles": None}, "deals with no end to the recycling are"),
    ],
)  # fmt: skip
def test_what_the_kernels_leave_to_the_engine(variant: str, options: Any, why: str) -> None:
    told = fast.plays(rl.variant(variant, **options))
    assert not told and told.why == f"{why} played by the engine only"


def test_some_tables_only() -> None:
    rules = rl.variant("rummy", jokers={2: 0, (3, None): 2}, joker_swap="any")
    assert fast.plays(rules, players=2) and not fast.plays(rules, players=3)
    assert fast.plays(rules).why == "swaps of jokers are played by the engine only"
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
