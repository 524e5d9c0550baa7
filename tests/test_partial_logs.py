"""Logs in which cards are not recorded: what can be checked is checked, the rest is unknown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummy_lab as rl

HEAD = "rummy-lab log 2\nvariant: {}\nplayers: Ana, Bo\ndeal 1\n"
LEFT = HEAD.format("rummy") + "left Ana: {}\nout: Bo\n{}score: Ana 0, Bo {}\n"


@pytest.mark.parametrize(("left", "points", "said"), [
    ("Ks ??", 11, ""), ("Ks ??", 20, ""), ("?? ??", 2, ""), ("?? ??", 20, ""),
    ("Ks ??", 10, "Bo cannot have 10: K♠ and 1 more card cost 11 at the least"),
    ("Ks Kh ??", 31, "K♠ K♥ and 1 more card cost 30 at the most; or is 'whole_hand: true' missing?"),
    ("Ks ??", 41, "K♠ and 1 more card cost 20 at the most (rummy-13"),
    ("?? ??", 1, "2 cards cost 2 at the least"), ("As 2h ??", 3, "A♠ 2♥ and 1 more card cost 4 at"),
])  # fmt: skip
def test_points_are_checked_by_the_cards_that_are_known(left: str, points: int, said: str) -> None:
    log = rl.loads(LEFT.format(left, "", points))
    assert [error.line for error in log.errors] == [7] * bool(said)
    assert all(said in error.message for error in log.errors)
    assert log.totals == {"Ana": 0, "Bo": points}
    doubled = rl.loads(LEFT.format(left, "whole_hand: true\n", 2 * points))
    assert bool(doubled.errors) == (points in (1, 3, 10, 31, 41))


def test_each_hand_is_checked_where_all_are_charged() -> None:
    text = HEAD.format("three-thirteen") + "1 Bo: draw out 7c\n2 Ana: draw discard Kd\n{}"
    assert rl.loads(text.format("score: Ana 30, Bo 0\n")).errors == []
    (error,) = rl.loads(text.format("score: Ana 31, Bo 0\n")).errors
    assert (
        "Ana cannot have 31: 3 cards cost 30 at the most (3-13-12, stated; note: " in error.message
    )
    sheet = ("rummy-lab log 2\nvariant: shanghai\nplayers: Ana, Bo, Cy\ndeal 1\nleft Ana: Ks ??\n"
             "out: Bo\nscore: Ana {}, Bo 0, Cy 300\n")  # fmt: skip
    assert rl.loads(sheet.format(30)).errors == []
    for points, why in ((12, "15 at the least"), (31, "30 at the most")):
        (error,) = rl.loads(sheet.format(points)).errors
        assert f"Ana cannot have {points}: K♠ and 1 more card cost {why}" in error.message


@pytest.mark.parametrize(("variant", "lines", "said"), [
    ("shanghai", "score: Ana 0, Bo 5, Cy 20", ""),
    ("shanghai", "score: Ana 0, Bo 7, Cy 20", "Bo cannot have 7: every card costs a multiple of 5"),
    ("shanghai", "score: Ana 0, Bo 0, Cy 20", "Bo cannot have 0 beside Ana: only who goes out has"),
    ("shanghai", "out: Bo\nscore: Ana 0, Bo 0, Cy 20", "Ana cannot have 0 beside Bo: only who goes"),
    ("shanghai", "score: Ana -25, Bo 0, Cy 20", "Bo cannot have 0 beside Ana: only who goes out"),
    ("shanghai", "score: Ana 5, Bo 10, Cy 20", ""),
    ("contract", "score: Ana 0, Bo 3, Cy 0", "Cy cannot have 0 beside Ana: only who goes out has"),
    ("three-thirteen", "score: Ana 0, Bo 0, Cy 0", ""),
    ("rummy", "out: Bo\nscore: Ana 0, Bo 2, Cy 0", ""),
    ("rummy", "out: Bo\nscore: Ana 0, Bo 1, Cy 0", "Bo cannot have 1: 2 hands cost 2 at the least"),
    ("rummy", "out: Bo\nscore: Ana 0, Bo 0, Cy 0", "Bo cannot have 0: 2 hands cost 2 at the least"),
    ("block", "score: Ana 0, Bo 0, Cy 0", ""),
])  # fmt: skip
def test_points_alone_are_checked_by_what_cards_cost(variant: str, lines: str, said: str) -> None:
    head = f"rummy-lab log 2\nvariant: {variant}\nplayers: Ana, Bo, Cy\ndeal 1\n"
    errors = rl.loads(f"{head}{lines}\n").errors
    assert [said in error.message for error in errors] == [True] * bool(said), errors


def test_a_strike_needs_no_colon_and_players_are_parted_by_commas() -> None:
    head = "rummy-lab log {}\nvariant: remi\nplayers: Ana, Bo\ndeal 1\nscore: Ana 3, Bo 0\n"
    log = rl.loads(head.format(2) + "strike 1   # misdealt\n")
    assert log.errors == [] and log.deals[0].struck
    assert rl.dumps(log).splitlines()[-1] == "strike 1:  # misdealt"
    assert (
        "'strike' is a word of version 2"
        in rl.loads(head.format(1) + "strike 1\n").errors[0].message
    )
    for names in ("Ana and Bo", "Ana; Bo", "Ana Bo"):
        error = rl.loads(head.format(1).replace("Ana, Bo", names, 1)).errors[0]
        assert error.message == "Remi is for 2 to 6 players, not 1; names are parted by commas"
    error = rl.loads(head.format(1).replace("Ana 3, Bo 0", "Ana 3 Bo 0")).errors[0]
    assert error.message.endswith("; part the players by commas")


def test_a_correction_may_mean_other_cards() -> None:
    log = rl.loads(LEFT.format("Ks ??", "", 11) + "correct 1: Bo 7\n")
    assert log.errors == [] and log.totals == {"Ana": 0, "Bo": 7}


@pytest.mark.parametrize(("lines", "said"), [
    ("upcard: 7h\n1 Bo: draw discard 7h\n", "does not hold 7♥ (rummy-5, stated): 7♥ lies in the disc"),
    ("hand Ana: 7h ?? ?? ?? ?? ?? ?? ?? ?? ??\n1 Bo: draw discard 7h\n", "7♥ lies in Ana's hand"),
    ("stock: 7h 8h 9h\n1 Bo: draw discard 7h\n", "(rummy-5, stated): 7♥ lies in the stock"),
    ("1 Bo: draw meld 7h 8h 9h discard 7h\n", "7♥ lies in meld 1, and a card stays in its meld"),
])  # fmt: skip
def test_a_card_that_lies_elsewhere_is_told_where(lines: str, said: str) -> None:
    (error,) = rl.loads(HEAD.format("rummy") + lines).errors
    assert said in error.message and error.message.count("lies in") == 1


def test_a_hand_with_too_many_cards_is_blamed() -> None:
    hand = "hand Ana: 7h 8h 9h Ks Kd 2c 3c 4c Jd 5s 6s\n"
    (error,) = rl.loads(HEAD.format("rummy") + hand).errors
    assert str(error) == "line 5, column 11: Ana holds 11 cards, but 10 are dealt"
    text = HEAD.format("rummy") + "phase: play\nturn: Ana\n" + hand
    assert rl.loads(text).errors == []


# --- several games in a file ------------------------------------------------------------------


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A file of two games, the second with a struck deal and one in its place."""
    first = rl.play("block", names=["Ana", "Bo"], seed=7)
    second = rl.score_log("remi", ["Ana", "Bo"], [(9, 0), (0, 7)]).struck(2).with_deal((0, 8))
    path = tmp_path / "two.rummy"
    path.write_text(f"{first}{second}", encoding="utf-8")
    return path


def test_a_game_is_picked_at_the_command_line(run: Any, two: Path) -> None:
    log = rl.load(two)
    assert log.errors == [] and log.games[1].totals == {"Ana": 9, "Bo": 8}
    both = run("replay", two.name).out
    assert "Block Rummy, game 1, deal 1: " in both and "Remi, game 2, deal 2: " in both
    only = run("replay", two.name, "--game", "2").out
    assert "game 1" not in only and only.count("Only the points are written.") == 3
    assert "Struck: the deal does not count." in only and only.endswith("Totals: Ana 9, Bo 8\n")
    scored = run("score", "--log", two.name, "--game", "1", "--deal", "2", "--json").json
    assert [(one["game"], one["deal"]) for one in scored] == [(1, 2)]
    assert run("score", "--log", two.name, "--deal", "2").out.startswith("Block Rummy\n")
    crossed = run("cross-check", two.name, "--game", "2", "--under", "rummy", "--json").json
    assert [(row["game"], row["deal"]) for row in crossed] == [(2, 1), (2, 2)]
    assert run("odds", "--log", two.name, "--game", "1", "--deal", "1", "--turn", "2").status == 0


@pytest.mark.parametrize(("words", "said"), [
    ("replay two.rummy --game 3", "two.rummy: the log has no game 3: it has 2"),
    ("replay two.rummy --game 2 --deal 5", "game 2 of two.rummy has no deal 5; it has 1, 2"),
    ("replay two.rummy --deal 1 --turn 1", "two.rummy has 2 such deals: say which with --game"),
    ("cross-check two.rummy --game 3", "the log has no game 3: it has 2"),
    ("odds --log two.rummy --deal 1 --turn 1", "2 such deals: say which with --game and --deal"),
    ("odds --log two.rummy --game 1 --turn 1", "such deals: say which with --deal"),
    ("odds rummy --hand 7h --game 1", "--game and --turn pick a moment of a log: say --log"),
    ("odds rummy --hand 7h --turn 1", "--game and --turn pick a moment of a log: say --log"),
    ("score rummy --hand Ana:Ks --game 1", "--game picks a game of a log: say --log"),
])  # fmt: skip
def test_a_game_there_is_none_of(run: Any, two: Path, words: str, said: str) -> None:
    ran = run(*words.split())
    assert ran.status == 2 and ran.out == "" and said in ran.err and ran.err.count("\n") == 1
