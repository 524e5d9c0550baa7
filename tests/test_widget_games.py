"""Games begun, saved, taken up again and loaded at the deal stepper."""

from __future__ import annotations

from typing import Any

import pytest

import rummy_lab as rl
from rummy_lab.widgets import DealStepper
from rummy_lab.widgets.saving import FOLDER, saved_games


def press(stepper: DealStepper, what: str, **more: Any) -> None:
    """What the page sends when something on the table is pressed."""
    stepper.table._hear(None, {"do": what, **more}, None)


def go(stepper: DealStepper, what: str, **more: Any) -> None:
    """What the page sends when something in the list of turns is pressed."""
    stepper.turns._hear(None, {"do": what, **more}, None)


def finish(stepper: DealStepper) -> None:
    while not stepper.deal.over:
        stepper._computer(True)


@pytest.fixture
def chooser(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> DealStepper:
    monkeypatch.chdir(tmp_path)
    return DealStepper()


def test_a_game_from_the_box(chooser: DealStepper):
    box = chooser.chooser
    assert not chooser.deal
    assert box.rules.value == "rummy"
    box.rules.value, box.players.value, box.seed.value = "remi", 5, "12"
    box.go.click()
    assert (chooser.deal.rules.id, len(chooser.deal.names), chooser.deal.seed) == ("remi", 5, 12)
    assert box.layout.display == "none"
    chooser.controls.new.value = True
    box.names.value = "Ana, Bo"
    box.go.click()
    assert "2 names for 5 players" in box.note.value
    box.players.value = 2
    box.names.value = "Ana, Ana"
    box.go.click()
    assert "Ana" in box.note.value and chooser.deal.rules.id == "remi"
    assert len(chooser.deal.names) == 5


@pytest.mark.parametrize("seed", ["seven", "", "1.5", "9" * 40, "1e3"])
def test_seeds_that_are_none(chooser: DealStepper, seed: str):
    chooser.chooser.seed.value = seed
    chooser.chooser.go.click()
    assert "a seed is a whole number" in chooser.chooser.note.value
    assert chooser.deal is None


def test_the_game_is_saved_and_taken_up_again(chooser: DealStepper):
    """A restarted kernel loses nothing: not the game, nor other lines, nor their names."""
    chooser.chooser.go.click()
    assert saved_games() == []
    for _ in range(4):
        chooser._computer(True)
    go(chooser, "place", place=0)
    press(chooser, "upcard")
    line = next(row["line"] for row in chooser.turns.rows if "line" in row)
    go(chooser, "name", node=line, name="first try")
    rows = chooser.turns.rows
    again = DealStepper()
    assert [path.parent.name for path in saved_games()] == [FOLDER]
    again.chooser.take.click()
    shape = [[row.get("who"), row.get("name"), row.get("text")] for row in rows]
    assert [[row.get("who"), row.get("name"), row.get("text")] for row in again.turns.rows] == shape
    assert again.deal.state == chooser.deal.line()[-1].state
    again._computer(True)
    assert len(saved_games()) == 1
    other = DealStepper()
    other.chooser.go.click()
    other._computer(True)
    assert len(saved_games()) == 2


def test_logs_are_saved_loaded_and_replayed(chooser: DealStepper, tmp_path: Any):
    chooser.chooser.go.click()
    finish(chooser)
    logs = chooser.logs
    logs.toggle.value = True
    text = logs.text.value
    assert text == rl.dumps(chooser.log)
    logs.name.value = "one"
    logs._save()
    assert (tmp_path / "one.rummy").read_text() == text
    logs._save()
    assert "Saved as one.rummy" in logs.note.value
    (tmp_path / "two.rummy").write_text("mine")
    logs.name.value = "two.rummy"
    logs._save()
    assert "two.rummy is there already" in logs.note.value
    assert (tmp_path / "two.rummy").read_text() == "mine"
    logs.name.value = "one.rummy"
    logs._open_file()
    assert chooser.deal.over and chooser.deal.names == ("Player 1", "Player 2")
    assert rl.dumps(chooser.log) == text


def test_a_faulty_log_is_played_as_far_as_it_goes(chooser: DealStepper):
    chooser.chooser.go.click()
    for _ in range(3):
        chooser._computer(True)
    chooser.logs.toggle.value = True
    good = chooser.logs.text.value
    lines = good.rstrip("\n").split("\n")
    chooser.logs.text.value = "\n".join([*lines[:-1], "3 Player 2: draw discard Zz", ""])
    chooser.logs._load_text()
    assert f"line {len(lines)}, column" in chooser.logs.note.value
    assert len(chooser.deal.line()) >= 3
    chooser.logs.text.value = "<b>no log</b>\x00"
    chooser.logs._load_text()
    assert "&lt;b&gt;" in chooser.logs.note.value or "this is no log" in chooser.logs.note.value
    assert chooser.deal is not None


def test_a_closed_view_has_no_log_on_the_page(chooser: DealStepper):
    chooser.chooser.go.click()
    chooser.logs.toggle.value = True
    chooser.viewer = 0
    assert "seed" not in chooser.logs.text.value
    chooser.logs._copy_log()
    assert "does not show them all" in chooser.logs.note.value


def test_a_game_that_cannot_be_saved_goes_on(chooser: DealStepper, tmp_path: Any):
    """Where no file can be written the table says so once, and play goes on."""
    (tmp_path / FOLDER).write_text("in the way")
    chooser.chooser.go.click()
    chooser._computer(True)
    assert "The game is not saved any more" in chooser.table.message["more"]
    chooser._computer(True)
    assert "more" not in chooser.table.message


def test_a_damaged_save_is_not_written_over(chooser: DealStepper, tmp_path: Any):
    """A file with errors is taken up as far as it goes, and left as it is."""
    chooser.chooser.go.click()
    for _ in range(3):
        chooser._computer(True)
    (path,) = saved_games()
    path.write_text(path.read_text() + "4 Player 1: discard Zz\n")
    damaged = path.read_text()
    again = DealStepper()
    again.chooser.take.click()
    assert "column" in again.table.message["head"]
    again._computer(True)
    assert path.read_text() == damaged
    assert len(saved_games()) == 2
