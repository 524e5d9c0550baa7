"""What the command prints for files, and files as other systems write them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from commanding import Run

import rummy_lab as rl
from rummy_lab.cli import main


class Piped(io.TextIOWrapper):
    """A standard output that goes to a file, as on a system whose files are not in UTF-8."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="cp1252")

    def sent(self) -> bytes:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()


FILES = (
    ["play", "five-crowns", "--players", "2", "--seed", "7", "--names", "Zoë,דנה"],
    ["rules", "rummy", "--set", "target=300", "--toml"],
    ["dataset", "games/remi"],
)


@pytest.mark.parametrize("command", FILES)
def test_what_is_kept_as_a_file_is_in_utf8(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["rummy-lab", *command])
    for asked in ("", "cp1252"):
        monkeypatch.setenv("PYTHONIOENCODING", asked)
        if not asked:
            monkeypatch.delenv("PYTHONIOENCODING")
        monkeypatch.setattr(sys, "stdout", piped := Piped())
        with pytest.raises(SystemExit):
            main()
        text = piped.sent().decode(asked or "utf-8")
        if command[0] == "play":
            log = rl.loads(text)
            assert not log.errors and (log.names == ("Zoë", "דנה")) is not bool(asked)


@pytest.mark.parametrize("mark", ["utf-16", "utf-8-sig"])
def test_files_as_powershell_writes_them(mark: str, tmp_path: Path, run: Run) -> None:
    game = tmp_path / "game.rummy"
    text = rl.dumps(rl.play("rummy", ["greedy"] * 2, seed=7, names=["Zoë", "Bo"]))
    game.write_bytes(text.encode(mark))
    assert rl.load(game) == rl.loads(text)
    checked = run("log", "check", str(game))
    assert checked.status == 0 and "no errors" in checked.out, checked
    house = tmp_path / "house.toml"
    house.write_bytes('base = "rummy"\ntitle = "Zoë’s table"\n'.encode(mark))
    assert rl.load_rules(house).title == "Zoë’s table"


def test_a_file_in_utf16_that_breaks_off(tmp_path: Path, run: Run) -> None:
    game = tmp_path / "game.rummy"
    data = rl.dumps(rl.Deal("rummy", players=["Zoë", "Bo"], seed=7).log).encode("utf-16")
    game.write_bytes(data[:-3])
    with pytest.raises(rl.LogError, match="no text in UTF-16"):
        rl.load(game)
    checked = run("log", "check", str(game))
    assert checked.status and "Traceback" not in checked.out + checked.err
