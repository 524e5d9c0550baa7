"""The tables of the datasets against slow counts and solvers that share nothing with them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import naive_arrange as naive
import pytest
from scripts import script

import rummy_lab as rl
from rummy_lab.arrange import best_points

HANDS = rl.dataset("hands")
SAMPLE = HANDS.groupby(["variant", "source"]).nth([0, 31, 62])
SMALL = 12
"""The largest hand whose every subset is tried."""


def rules_at(row: Any) -> Any:
    return rl.variant(row.variant).at(players=row.players, deal=row.deal)


def melds_of(text: Any) -> list[tuple[rl.Card, ...]]:
    """The cards of melds that are parted by bars."""
    if not isinstance(text, str):
        return []
    return [tuple(rl.cards(" ".join(w.split("=")[0] for w in part.split())))
            for part in text.split(" | ")]  # fmt: skip


# --- hands ------------------------------------------------------------------------------------


def test_hands_of_every_variant() -> None:
    counts = HANDS.groupby(["variant", "source"]).size().unstack()
    assert set(counts.index) == set(rl.variants())
    assert (counts["as dealt"] == 150).all() and (counts["six ranks"] == 100).all()
    for row in HANDS.itertuples():
        at = rules_at(row)
        hand = Counter(rl.cards(row.hand))
        assert hand.total() == at.cards_dealt + 1 and not hand - Counter(at.pack)
        left = Counter(rl.cards("" if not isinstance(row.deadwood, str) else row.deadwood))
        arranged = Counter(card for meld in melds_of(row.arranged) for card in meld)
        assert left + arranged == hand and row.points == at.points_of(left.elements())
        assert len(melds_of(row.melds)) == row.meld_count


@pytest.mark.parametrize("variant", rl.variants())
def test_melds_are_those_that_trying_every_subset_gives(variant: str) -> None:
    tried = 0
    for row in SAMPLE[SAMPLE["variant"] == variant].itertuples():
        hand, at = rl.cards(row.hand), rules_at(row)
        if len(hand) > SMALL:
            continue
        tried += 1
        found = {
            tuple(sorted(group))
            for size in range(3, len(hand) + 1)
            for group in combinations(hand, size)
            if naive.is_set(group, at) or naive.run_places(group, at)
        }
        assert {tuple(sorted(meld)) for meld in melds_of(row.melds)} == found, row
    assert tried >= 2


def test_arrangements_are_as_good_as_any() -> None:
    """No way to part the melds of a hand leaves fewer points."""
    for row in SAMPLE.itertuples():
        if row.meld_count > 14:
            continue
        hand, at = Counter(rl.cards(row.hand)), rules_at(row)
        melds = [Counter(meld) for meld in melds_of(row.melds)]
        assert row.points == least(hand, melds, at), row


def least(hand: Counter[rl.Card], melds: list[Counter[rl.Card]], at: Any) -> int:
    """The fewest points that some of the melds, none sharing a card, leave of a hand."""
    found = at.points_of(hand.elements())
    for place, meld in enumerate(melds):
        if meld <= hand:
            found = min(found, least(hand - meld, melds[place:], at))
    return found


def test_contracts_are_contracts() -> None:
    there = HANDS[HANDS["contract"].notna()]
    assert set(there["variant"]) == {"contract", "contract-classic", "shanghai"}
    for row in there.itertuples():
        at, melds = rules_at(row), melds_of(row.contract)
        assert not Counter(c for meld in melds for c in meld) - Counter(rl.cards(row.hand))
        for part, meld in zip(
            at.contract, sorted(melds, key=lambda m: rank_of_kind(m, at)), strict=True
        ):
            assert len(meld) >= part.size


def rank_of_kind(meld: tuple[rl.Card, ...], at: Any) -> tuple[bool, int]:
    """Sets first, as contracts are written; then by size."""
    return not naive.is_set(meld, at), len(meld)


# --- positions and scores ---------------------------------------------------------------------


def test_scores_are_those_of_the_positions() -> None:
    positions, scores = rl.dataset("positions"), rl.dataset("scores")
    assert positions["position"].nunique() == scores["position"].nunique() >= 100
    assert set(positions["variant"].dropna()) == set(rl.variants())
    assert positions["variant"].isna().any()
    told = scores.set_index(["position", "variant", "player"])["points"]
    for number, mine in list(positions.groupby("position"))[::7]:
        out = mine[mine["went_out"]]
        end = rl.FinalPosition(
            dict(zip(mine["player"], mine["hand"].fillna(""), strict=True)),
            out=out["player"].iloc[0] if len(out) else None,
            deal=int(mine["deal"].iloc[0]),
            whole_hand=bool(mine["whole_hand"].any()),
            joker_used=bool(mine["joker_used"].any()),
        )
        table = rl.compare_scores(end, list(rl.variants()))
        for variant in rl.variants():
            for player in mine["player"]:
                assert told[number, variant, player] == table.loc[player, variant]


def test_scores_of_hands_that_are_easily_added_up() -> None:
    """By hand: who goes out in Remi gets what the others hold, in Contract they pay for it."""
    positions, scores = rl.dataset("positions"), rl.dataset("scores")
    told = scores.set_index(["position", "variant", "player"])["points"]

    def points(source: str, variant: str) -> list[float]:
        mine = positions[positions["source"] == source]
        return [told[mine["position"].iloc[0], variant, name] for name in mine["player"]]

    assert points("aces and kings are left", "remi") == [0, 0, 11 + 2 + 10, 0]
    assert points("aces and kings are left", "contract") == [25, 30, 0, 10]
    assert points("twos and tens are left", "shanghai") == [40, 20, 0]
    assert points("a joker is left", "contract") == [22, 0, 5]
    assert points("three tied lowest hands, nobody out", "block") == pytest.approx(
        [10 / 3] * 3 + [0]
    )
    assert points("two hands that go two ways", "three-thirteen") == [12, 10, 0]
    assert points("the whole hand at once, a joker in it", "shanghai") == [-25, 20, 10]


# --- counts -----------------------------------------------------------------------------------


def counted(count: str, **where: Any) -> int:
    """A number of the table."""
    table = rl.dataset("counts")
    mine = table[table["count"] == count]
    for column, value in where.items():
        mine = mine[mine[column] == value]
    (value,) = mine["value"]
    return int(value)


def test_counts_that_must_come_out() -> None:
    for ace, melds, runs in (("low", 329, 264), ("high_or_low", 369, 304)):
        assert counted("melds in one pack", ace=ace) == melds
        assert counted("sets in one pack", ace=ace) == 65
        assert counted("runs in one pack", ace=ace) == runs
    assert counted("melds of 3 to 5 cards in one pack", ace="low") == 185
    for ace, cards, hands in (("low", 7, 4100), ("high_or_low", 7, 4604),
                              ("low", 10, 136_694), ("high_or_low", 10, 160_056)):  # fmt: skip
        assert counted("hands that are all melds", variant="rummy", ace=ace, cards=cards) == hands
    table = rl.dataset("counts")
    assert set(table.dropna(subset="cards")["of"]) == {133_784_560, 15_820_024_220, 22_100}


def test_slow_counts_are_right_in_a_smaller_pack() -> None:
    """The way of counting that takes minutes, against every hand of a small pack."""
    small = rl.variant("remi", ranks="A-4", cards_dealt=4, players=(2, 2)).at(players=2)
    whole = rl.variant("remi", ace="high_or_low").at(players=2)
    for at, cards in ((small, 6), (small, 7), (whole, 3)):
        every = sum(best_points(hand, at) == 0 for hand in combinations(at.pack, cards))
        assert script("make_counts").remi_hands(at, cards) == every > 0
    slow = rl.dataset("counts").query("how.str.contains('slow')")
    assert set(zip(slow["ace"], slow["cards"], strict=True)) == set(script("make_counts").SLOW)


def test_three_cards_of_three_thirteen_counted_by_hand() -> None:
    naturals = 12 * 4 + 8 * 4  # sets of four suits, runs without a three
    one, two, three = 4 * (12 * 6 + 19 * 4), 6 * 48, 4  # pairs with a wild between or beside them
    found = counted("hands that are all melds", variant="three-thirteen")
    assert found == naturals + one + two + three
