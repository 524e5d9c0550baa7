"""Scores of a position, a deal and a whole game under many rule sets."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from logged import RUMMY
from tables import play_out

import rummy_lab as rl
from rummy_lab.compare import shown

POSITION = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Cy": "9c 9d 9s", "Bo": ""}, out="Bo")


def test_a_position_under_every_variant() -> None:
    found: Any = rl.compare(POSITION)
    assert list(found.frame.columns) == list(rl.variants())
    for name, rules in rl.variants().items():
        sheet = rl.score(POSITION, rules)
        assert found.frame[name].to_dict() == sheet.totals
        lines = found.lines[found.lines["variant"] == name]
        assert list(lines["message"]) == [row.message for row in sheet.lines]
        assert list(lines["clause"]) == [row.clause for row in sheet.lines]
        notes = found.notes[found.notes["variant"] == name]
        assert list(notes["note"]) == list(sheet.notes)
    pd.testing.assert_frame_equal(found.frame, rl.compare_scores(POSITION))
    assert found.checks is None
    assert rl.compare_scores(POSITION).attrs["notes"]["three-thirteen"] == [
        "Cy arranges 9♠ 9♦ 9♣"]  # fmt: skip


def test_points_that_are_shared_are_floats_in_the_frame_and_exact_in_words() -> None:
    tied = rl.FinalPosition(hands={"Ana": "7h", "Bo": "7d", "Cy": "Kc 5c"})
    found: Any = rl.compare(tied, ["block", "shanghai"])
    assert found.frame["block"].to_dict() == {"Ana": 7.5, "Bo": 7.5, "Cy": 0}
    assert "7½" in str(found) and "7½" in found._repr_html_()


def test_a_logged_game_deal_by_deal_and_in_all() -> None:
    log = rl.play(rl.variant("remi", target=60), ["greedy"] * 3, seed=8)
    found: Any = rl.compare(log, ["remi", "rummy", "shanghai", "three-thirteen"])
    assert found.frame.index.names == ["deal", "player"]
    for deal in log.deals:
        for label in found.labels:
            assert deal.state is not None
            end = rl.Deal.from_state(deal.state).final_position()
            sheet = rl.score(end, rl.variant(label))
            assert found.frame.loc[deal.number, label].to_dict() == sheet.totals
    own = found.totals["remi"].to_dict()
    assert own == log.totals
    assert found.lines.groupby(["variant", "player"])["points"].sum()["rummy"].to_dict() == {
        name: points for name, points in found.totals["rummy"].items() if points
    }
    outcomes = found.outcomes.set_index("variant")
    assert outcomes.loc["remi", "deals"] == len(log.deals)
    assert pd.isna(outcomes.loc["remi", "after"]), "no total of 200 was reached"
    best = max(own.values())
    assert outcomes.loc["remi", "leaders"] == ", ".join(n for n, p in own.items() if p == best)
    low = found.totals["shanghai"].min()
    assert outcomes.loc["shanghai", "leaders"] == ", ".join(
        n for n, p in found.totals["shanghai"].items() if p == low)  # fmt: skip


def test_a_game_would_have_been_over_earlier() -> None:
    log = rl.play(rl.variant("block", target=80), seed=5)
    early: Any = rl.compare(log, {"early": rl.variant("block", target=10), "own": log.rules})
    after = early.outcomes.set_index("variant")["after"]
    assert after["own"] == len(log.deals) and after["early"] < after["own"]


def test_what_could_not_have_been_played_is_marked() -> None:
    deal = rl.Deal(rl.variant("remi"), 2, seed=5)
    play_out(deal)
    found: Any = rl.compare(deal, ["remi", "rummy"])
    assert found.checks is not None and list(found.checks["legal"]) == [True, False]
    assert "could not have been played so: line" in str(found)
    shown = found._repr_html_()
    assert "†" in shown and "rummy-9" in shown and "Every line" in shown
    one: Any = rl.compare(deal.log, ["remi"])
    assert "†" not in one._repr_html_() and "could not" not in str(one)
    assert repr(found) == "<comparison of 1 deals under remi, rummy>"


def test_deals_without_an_end_and_with_unknown_cards_are_named() -> None:
    text = (
        RUMMY
        + """deal 1
hand Bo: 7s 7h 7d
stock: 9c
1 Bo: draw meld 7s 7h 7d discard 9c
deal 2
1 Ana: draw
"""
    )
    found: Any = rl.compare(rl.loads(f"rummy-lab log 1{text}"), ["rummy", "remi"])
    assert found.frame.isna().all().all()
    assert list(found.notes["note"]) == [
        "cards of the hands left were not recorded", "the deal has no end that could be scored",
    ] * 2  # fmt: skip
    assert "not recorded" in found._repr_html_() and "not recorded" in str(found)


def test_points_that_are_only_written_count_for_their_own_rules() -> None:
    text = (
        RUMMY
        + """deal 1
score: Ana 0, Bo 31
"""
    )
    log = rl.loads(f"rummy-lab log 1{text}")
    assert log.totals == {"Ana": 0, "Bo": 31}
    found: Any = rl.compare(log, ["rummy", "remi"])
    assert found.totals["rummy"].to_dict() == {"Ana": 0, "Bo": 31}
    assert found.frame["remi"].isna().all() and found.totals["remi"].isna().all()


def test_one_deal_and_several_games() -> None:
    log = rl.play(rl.variant("block", target=30), seed=3)
    two = rl.loads(str(log) * 2)
    found: Any = rl.compare(two, ["block"])
    assert found.frame.index.names == ["game", "deal", "player"]
    assert found.totals.loc[1, "block"].to_dict() == log.totals
    assert found.totals.loc[2, "block"].to_dict() == log.totals
    assert len(rl.compare(log, ["block"], deal=1).deals) == 1
    page, text = found._repr_html_(), str(found)
    for number in (1, 2):
        assert f"game {number}, deal 1" in page and f"game {number}, deal 1 Player 1" in text
    assert "total" not in text and ", total" not in page
    one: Any = rl.compare(two, ["block"], game=1)
    assert "total Player 1" in str(one) and "Player 1, total" in one._repr_html_()
    assert "game 1" not in str(one) + one._repr_html_()
    checked = rl.cross_check(two, ["block"])
    assert ">game</th>" in checked._repr_html_()
    assert ">game</th>" not in checked[checked["game"] == 1]._repr_html_()
    with pytest.raises(ValueError, match="no deal 99"):
        rl.compare(log, ["block"], deal=99)


def test_house_files_and_labels(tmp_path: Any) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "remi"\n[options]\nace_points = 50\n', "utf-8")
    other = tmp_path / "other.toml"
    other.write_text('base = "remi"\n[options]\nace_points = 60\n', "utf-8")
    frame: Any = rl.compare_scores(POSITION, ["remi", str(file), str(other)])
    assert list(frame.columns) == ["remi", "remi ace_points=50", "remi ace_points=60"]
    assert frame.loc["Bo"].to_list() == [45, 94, 104]
    assert list(rl.compare_scores(POSITION, ["remi", "remi"]).columns) == ["remi"]


def test_every_documented_option_scores() -> None:
    sets = rl.every_rule_set()
    assert {"remi", "remi remi-o9", "rummy rummy-o2", "shanghai"} <= set(sets)
    frame: Any = rl.compare_scores(POSITION, sets)
    assert list(frame.columns) == list(sets) and not frame.isna().any().any()
    assert frame.loc["Ana", "remi remi-o9"] == -18


def test_a_long_page_says_what_it_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "MOST_ROWS", 2)
    log = rl.play(rl.variant("block", target=30), seed=3)
    assert len(log.deals) > 2
    page = rl.compare(log, ["block", "remi"])._repr_html_()
    left = len(log.deals) - 2
    assert f"{left} more deals stand in <code>frame</code>." in page
    assert f"{2 * len(log.deals) - 2} more verdicts stand in <code>checks</code>." in page
