"""Every logged deal of the datasets: what it shows, and that the score written is the engine's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from scripts import DATASETS, script

import rummy_lab as rl
from rummy_lab.log.lines import Field
from rummy_lab.rules import OPTIONS, text_of_value

LOGS = sorted((DATASETS / "games").glob("*.rummy")) + sorted((DATASETS / "endings").glob("*.rummy"))
ENDINGS = {ending.name: ending for ending in script("make_endings").ENDINGS}
MISTAKES = sorted((DATASETS / "mistakes").glob("*.rummy"))
OTHERWISE = ("deals", "target", "stock_out")
"""Options that lengthen a game, and the one that is a variant of its own."""
NUMBER = re.compile(r"-?\d+(?:/\d+)?(?=,|$)")


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


# --- scores -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_the_score_written_is_the_engines(path: Path) -> None:
    log = rl.load(path)
    assert log.errors == []
    for deal in log.deals:
        sheet = deal.sheet()
        written = [
            line.data for line in deal.lines if isinstance(line, Field) and line.word == "score"
        ]
        assert deal.over and sheet is not None
        assert written == [sheet.totals]
    assert str(log) == path.read_text("utf-8")


def one_digit_changed(line: str, place: int) -> str:
    """A line of a score with a digit of its n-th number changed."""
    numbers = list(NUMBER.finditer(line))
    found = numbers[place % len(numbers)]
    end = found.end() - 1
    return f"{line[:end]}{(int(line[end]) + 1) % 10}{line[end + 1 :]}"


@pytest.mark.parametrize("variant", rl.variants())
def test_a_changed_digit_of_any_score_is_an_error(variant: str) -> None:
    of_it = re.compile(rf"^variant: {variant}$", re.MULTILINE)
    paths = [path for path in LOGS if of_it.search(path.read_text("utf-8"))]
    assert len(paths) >= 3
    for path in paths:
        lines = path.read_text("utf-8").splitlines()
        scored = [n for n, line in enumerate(lines) if line.startswith("score:")]
        for count, n in enumerate(scored):
            lines[n] = one_digit_changed(lines[n], count)
        errors = rl.loads("\n".join(lines)).errors
        assert [error.line for error in errors] == [n + 1 for n in scored], path.name


def test_each_digit_of_a_score_counts() -> None:
    """In one log of each way to score: every digit of every number."""
    for name in ("games/block", "endings/block-shared", "endings/shanghai-blind-6",
                 "endings/remi-o9"):  # fmt: skip
        text = (DATASETS / f"{name}.rummy").read_text("utf-8")
        (number, line), *_ = [
            (n, line) for n, line in enumerate(text.splitlines(), 1) if line.startswith("score:")
        ]
        for digit in re.finditer(r"\d", line):
            other = f"{line[: digit.start()]}{(int(digit[0]) + 3) % 10}{line[digit.end() :]}"
            errors = rl.loads(text.replace(line, other, 1)).errors
            assert number in {error.line for error in errors}, other


# --- games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", rl.variants())
def test_each_variant_has_a_whole_game(variant: str) -> None:
    log = rl.dataset(f"games/{variant}")
    (game,) = log.games
    assert game.rules == rl.variant(variant) and game.over and game.winners
    assert [deal.number for deal in game.deals] == list(range(1, len(game.deals) + 1))


# --- endings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENDINGS)
def test_an_ending_shows_what_it_says(name: str) -> None:
    ending, log = ENDINGS[name], rl.dataset(f"endings/{name}")
    assert set(script("make_endings").shown(log)) == set(ending.shows.split(", "))
    assert log.fields["shows"].strip('"') == ending.shows
    assert log.rules == rl.variant(ending.variant, **ending.options)


def test_the_page_says_which_log_shows_which() -> None:
    page = (DATASETS / "endings.md").read_text("utf-8")
    told = re.findall(
        r"^\| `([\w-]+)` \| (.+?) \| (game|deal \d+) \| (.+?) \|$", page, re.MULTILINE
    )
    wanted = []
    for name, ending in ENDINGS.items():
        options = "; ".join(f"{key}: {text_of_value(v)}" for key, v in ending.options.items())
        rules = f"`{ending.variant}`" + f", {options}".replace('"', "") * bool(options)
        wanted.append((name, rules, f"deal {ending.deal}" if ending.deal else "game", ending.shows))
    assert told == wanted


def test_every_way_to_end_is_shown() -> None:
    shown: dict[str, set[str]] = {}
    for ending in ENDINGS.values():
        shown.setdefault(ending.variant, set()).update(ending.shows.split(", "))
    assert set(shown) == set(rl.variants())
    by_cards = {"out by meld", "out by lay-off", "out by discard"}
    assert by_cards | {"flip", "no card", "rummy", "extra deal"} <= shown["remi"]
    assert by_cards | {"shuffle", "no card", "rummy", "shared points"} <= shown["rummy"]
    assert {"blocked", "shared points", "joint winners"} <= shown["block"]
    assert {"last turns", "shuffle", "no card"} <= shown["three-thirteen"]
    assert {"several out"} <= shown["speed-three-thirteen"]
    assert {"bonus deal", "shuffle"} <= shown["deuces-not-wild"]
    assert {"deep draw", "joker swap", "shuffle", "no card", "whole hand"} <= shown["contract"]
    assert {"out by contract", "buy", "joker swap", "shuffle"} <= shown["contract-classic"]
    assert {"blind", "blind with a joker", "buy", "joker swap", "shuffle"} <= shown["shanghai"]


def test_documented_options_are_played() -> None:
    """Each option that a documented option of a variant sets stands in some log."""
    played = {(e.variant, option) for e in ENDINGS.values() for option in e.options}
    for variant in ("remi", "rummy", "three-thirteen"):
        for named in rl.variant(variant).variant.named:
            for option in named.options:
                assert (variant, option) in played or option in OTHERWISE, named.id
    assert all(option in OPTIONS for _, option in played)


def test_find_finds_a_deal_again() -> None:
    found = next(script("make_endings").find("remi", "out by meld, whole hand"))
    assert set(script("make_endings").shown(script("make_endings").log_of(found))) >= {
        "out by meld",
        "whole hand",
    }


def test_patient_players_keep_their_cards() -> None:
    log = rl.dataset("endings/rummy-rummy-meld")
    melded = log.to_frame("turns").query("new_melds > 0")
    assert len(melded) == 1 and melded["went_out"].all()


# --- mistakes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_each_mistake_is_found(path: Path) -> None:
    log = rl.load(path)
    told: Any = rl.dataset("mistake-errors")
    mine = told[told["log"] == path.stem]
    assert len(mine)
    assert list(zip(mine["line"], mine["column"], mine["message"], strict=True)) == [
        (error.line, error.column, error.message) for error in log.errors
    ]
    assert str(log).split() and rl.loads(str(log)).errors


def test_mistakes_are_typed_and_differ() -> None:
    assert len(MISTAKES) >= 25
    page = (DATASETS / "mistakes.md").read_text("utf-8")
    assert len(MISTAKES) == 29 and "Twenty-nine" in page
    assert len({path.read_bytes() for path in MISTAKES}) == len(MISTAKES)
