"""The shipped games: made again byte for byte, replayed, and their scores checked."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import rummy_lab as rl

DATASETS = Path(__file__).parents[1] / "datasets"
GAMES = sorted((DATASETS / "games").glob("*.rummy"))


def maker(name: str):
    """A script of `datasets/` as a module."""
    spec = importlib.util.spec_from_file_location(name, DATASETS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_variant_has_a_game_and_there_is_no_other() -> None:
    assert {path.stem for path in GAMES} == set(rl.variants())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_is_made_again_byte_for_byte(path: Path) -> None:
    assert maker("make_games").game_of(path.stem).encode() == path.read_bytes()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_replays_to_its_end(path: Path) -> None:
    log = rl.load(path)
    assert not log.errors
    deals = rl.variant(path.stem).deals
    assert deals is None or len(log.games[0].deals) >= deals
    last = None
    for state, _ in log.replay():
        last = state
    assert last is not None and last.over


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_written_score_is_the_engines_and_a_changed_digit_is_an_error(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    scored = [n for n, line in enumerate(lines) if line.startswith("score:")]
    assert scored
    for n in (scored[0], scored[-1]):
        digit = re.search(r"\d(?=,|$)", lines[n].rstrip())
        assert digit is not None
        other = str((int(digit[0]) + 1) % 10)
        wrong = lines[n][: digit.start()] + other + lines[n][digit.end() :]
        errors = rl.loads("".join([*lines[:n], wrong, *lines[n + 1 :]])).errors
        assert [error.line for error in errors] == [n + 1]
