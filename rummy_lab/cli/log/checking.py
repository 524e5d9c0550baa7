"""`rummy-lab log check`: what is wrong in logs, for people and for programs that run checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import typer

from rummy_lab.cli.common import UNUSABLE, JsonOption, say, say_json
from rummy_lab.cli.reading import LogFiles, Unusable, each_game, placed_error, plain_error
from rummy_lab.display.saying import counted
from rummy_lab.log import LogError


@dataclass
class Checked:
    """What was found in one file; `unusable` says why it could not be read (to its end)."""

    file: str
    games: int = 0
    deals: int = 0
    errors: list[LogError] = field(default_factory=list)
    unusable: str | None = None


def check(files: LogFiles, as_json: JsonOption = False) -> None:
    """Check logs, and say where each error is.

    Every action is judged by the rules that the log names. Errors stand one in a line, as
    FILE:LINE:COLUMN: MESSAGE, then a line sums up. The exit status is 0 where nothing is wrong,
    1 with errors, and 2 where a file is no log or cannot be read.

    \b
    Examples: rummy-lab log check game.rummy
              rummy-lab log check season/*.rummy
              rummy-lab play remi --seed 7 | rummy-lab log check -
    --json:   a list with {file, games, deals, unusable,
              errors: [{line, column, message, reasons}]} for each file;
              unusable says why a file could not be read, or is null
    """
    found = [_checked(file, told=not as_json) for file in files]
    if as_json:
        say_json([_plain(one) for one in found])
    else:
        say(_summary(found))
    if any(one.unusable is not None for one in found):
        raise typer.Exit(UNUSABLE)
    if any(one.errors for one in found):
        raise typer.Exit(1)


def _checked(file: str, told: bool) -> Checked:
    """A file checked game by game; `told`: its errors are printed as they are found."""
    found = Checked(file)
    try:
        for log in each_game(file):
            found.games += len(log.games)
            found.deals += len(log.deals)
            found.errors += log.errors
            for error in log.errors if told else ():
                say(placed_error(file, error))
    except Unusable as error:
        found.unusable = error.why
        if told:
            say(error)
    return found


def _summary(found: Sequence[Checked]) -> str:
    """One line about all files."""
    games, deals = (sum(getattr(one, what) for one in found) for what in ("games", "deals"))
    errors = sum(len(one.errors) for one in found)
    unusable = sum(one.unusable is not None for one in found)
    read = f"{counted(len(found), 'file')}, {counted(games, 'game')}, {counted(deals, 'deal')}"
    bad = f"; {counted(unusable, 'file')} could not be read" if unusable else ""
    return f"{read}: {counted(errors, 'error') if errors else 'no errors'}{bad}"


def _plain(one: Checked) -> dict[str, Any]:
    return {
        "file": one.file,
        "games": one.games,
        "deals": one.deals,
        "unusable": one.unusable,
        "errors": [plain_error(error) for error in one.errors],
    }
