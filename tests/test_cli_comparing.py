"""The commands `cross-check` and `odds`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commanding import Run
from logged import STOPS, deals

import rummy_lab as rl
from rummy_lab.log import deal_of_log


@pytest.fixture(autouse=True)
def a_log(tmp_path: Path) -> None:
    """The folder has a log."""
    text = f"rummy-lab log 1{STOPS['a second meld in a turn'][0]}"
    (tmp_path / "game.rummy").write_text(text, "utf-8")


def test_cross_check_says_where_a_deal_stops(run: Run) -> None:
    ran = run("cross-check", "game.rummy", "--under", "rummy,remi")
    assert ran.status == 0 and not ran.err
    assert "rummy, deal 1: legal" in ran.out
    assert "remi, deal 1: not legal\n  line 7, turn 1, Bo: meld 4c 5c 6c\n" in ran.out
    assert "At most 1 new meld in a turn (remi-8, stated)" in ran.out
    every = run("cross-check", "game.rummy", "--deal", "1").out
    assert all(f"{name}, deal 1: " in every for name in rl.variants())


def test_cross_check_in_json(run: Run) -> None:
    rows = json.loads(run("cross-check", "game.rummy", "--under", "remi", "--json").out)
    assert len(rows) == 1 and rows[0]["legal"] is False and rows[0]["over"] is None
    assert (rows[0]["line"], rows[0]["clause"], rows[0]["seat"]) == (7, "remi-8", 1)


def test_cross_check_of_what_is_wrong(run: Run, tmp_path: Path) -> None:
    text = (tmp_path / "game.rummy").read_text("utf-8").replace("variant: rummy", "variant: remi")
    (tmp_path / "wrong.rummy").write_text(text, "utf-8")
    ran = run("cross-check", "wrong.rummy", "--under", "rummy")
    assert ran.status == 1 and ran.err.startswith("wrong.rummy:7:") and "deal 1: legal" in ran.out
    assert run("cross-check", "none.rummy").status == 2
    ran = run("cross-check", "game.rummy", "--under", "remy")
    assert ran.status == 2 and "did you mean 'remi'" in ran.err
    assert run("cross-check", "game.rummy", "--deal", "3").status == 2


def odds(run: Run, *words: str) -> Any:
    ran = run("odds", *words, "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


HAND = ("--hand", "7h 8h Ks 2c", "--discards", "5d")


def test_odds_of_a_hand(run: Run) -> None:
    assert run("odds", "rummy", *HAND, "--goal", "meld").out == (
        "4.3%: 2 of the 47 unseen cards: 6♥ 9♥\n")  # fmt: skip
    found = odds(run, "rummy", *HAND, "--goal", "7h 8h 9h", "--draws", "3")
    assert found["fraction"] == "3/47" and found["exact"] and found["helping"] == []
    view = rl.Deal.from_position(
        rl.variant("rummy"), hands=["7h 8h Ks 2c", "Qd 4d 4s 6h"], stock="rest", discards="5d",
        turn=0,
    ).view(0)  # fmt: skip
    assert found["p"] == rl.odds(view, "7h 8h 9h", draws=3).p


def test_odds_with_a_table_and_of_a_contract(run: Run) -> None:
    found = odds(run, "rummy", "--hand", "7h", "--table", "8h 9h 10h")
    assert found["p"] == 1, "both cards go: the seven on the run, the other on the pile"
    found = odds(run, "contract", "--hand", "7s 7h 4c 4d 4h 9d", "--goal", "contract")
    assert found["helping"] == ["7d", "7c", "JK"]
    met = odds(run, "contract", "--hand", "7c", "--own", "7s 7h 7d", "--own", "4c 4d 4h")
    assert met["p"] == 1
    assert run("odds", "rummy", *HAND, "--goal", "contract").status == 2


def test_odds_in_a_log(run: Run, tmp_path: Path) -> None:
    deal = deal_of_log(deals()["rummy"].log)
    (tmp_path / "one.rummy").write_text(str(deal.log), "utf-8")
    found = odds(run, "--log", "one.rummy", "--turn", "3", "--goal", "meld")
    for node in deal.line():
        if node.state.turn_number == 3:
            deal.goto(node)
            break
    assert found["p"] == rl.odds(deal.view(deal.turn), "meld").p


@pytest.mark.parametrize(("words", "said"), [
    ("rummy", "say the hand"), ("--hand 7h", "say a variant"),
    ("rummy --log game.rummy --turn 1", "say no others"), ("--log game.rummy", "say the turn"),
    ("--log game.rummy --turn 9", "has no turn 9"), ("rummy --hand 7x", "no card"),
    ("rummy --hand 7h --goal melt", "did you mean 'meld'"),
])  # fmt: skip
def test_odds_of_what_is_wrong(run: Run, words: str, said: str) -> None:
    ran = run("odds", *words.split())
    assert ran.status == 2 and said in ran.err, ran.err
