"""Games kept in files as they go, taken up again, and games from the text of a log.

A game lies in `rummy-games/` in the working directory, as the log of the line shown. Where there
is more than one line of play, or a line has a name, a second file beside it (`*.lines.rummy`) holds
each line as a log of its own. A score sheet lies there as `*.scores.rummy`, with a CSV file and a
page beside it. A file is only ever rewritten for the game it was made for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from rummy_lab.deal import Deal, Node
from rummy_lab.game import Game
from rummy_lab.log import (
    DealLog,
    GameLog,
    Log,
    deal_of_log,
    dump,
    game_of_log,
    load,
    loads,
    log_of_deal,
)
from rummy_lab.rules import Rules

FOLDER = "rummy-games"
ENDING = ".rummy"
LINES = ".lines.rummy"
SCORES = ".scores.rummy"
MOST_LISTED = 50
MOST_ERRORS = 12
"""How many errors of a log are said."""
NAME_FIELD = "line-"
"""Free fields of a line's log: `line-5: a name` names the fifth step."""


class Loaded(NamedTuple):
    """What came of a log: a game, or a deal where it is no whole game; and what to say of it."""

    game: Game | None
    deal: Deal | None
    said: str


def saved_games(folder: str | Path = FOLDER) -> list[Path]:
    """The saved games, the last played first."""
    return _listed(folder, lambda name: not name.endswith((LINES, SCORES)))


def saved_sheets(folder: str | Path = FOLDER) -> list[Path]:
    """The saved score sheets, the last written first."""
    return _listed(folder, lambda name: name.endswith(SCORES))


def _listed(folder: str | Path, wanted: Callable[[str], bool]) -> list[Path]:
    try:
        found = [path for path in Path(folder).glob(f"*{ENDING}") if wanted(path.name)]
        found.sort(key=lambda path: (-path.stat().st_mtime, path.name))
    except OSError:
        return []
    return found[:MOST_LISTED]


class Keeper:
    """Keeps one game in a file of its own, from its first action on.

    `path` is the file of a game that is taken up again; a new game gets a new one.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path

    def keep(self, game: Game, log: Log | None) -> None:
        """Writes a game's log and its other lines as they are now.

        `log` is None where a finished deal is looked at: its lines are kept, the game stays as it
        was. Raises `OSError` where a file cannot be written.
        """
        if all(len(deal.nodes) == 1 for deal in game.deals):
            return
        if self.path is None:
            self.path = _new_file(game)
        if log is not None:
            dump(log, self.path)
        lines = "".join(str(log) for deal in game.deals for log in _lines(deal))
        beside = lines_file(self.path)
        if lines or beside.exists():
            beside.write_text(lines, encoding="utf-8", newline="\n")


def _new_file(game: Game) -> Path:
    """Makes an empty file under a name that no game has yet."""
    return new_file(game.rules, f"{len(game.names)}-players-seed-{game.seed}")


class SheetKeeper:
    """Keeps one score sheet in files of its own, from its first deal on: a log, CSV and a page."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path

    def keep(self, log: Log, table: str, page: str) -> None:
        """Writes the sheet as it is now; raises `OSError` where a file cannot be written."""
        if self.path is None:
            if not log.deals:
                return
            self.path = new_file(log.rules, f"{len(log.names)}-players", SCORES)
        dump(log, self.path)
        for ending, text in ((".csv", table), (".html", page)):
            self.path.with_suffix(ending).write_text(text, encoding="utf-8", newline="\n")


def new_file(rules: Rules | None, more: str, ending: str = ENDING) -> Path:
    """Makes an empty file in the folder of saved games; its name says the rules, and more."""
    folder = Path(FOLDER)
    folder.mkdir(exist_ok=True)
    variant = re.sub(r"[^A-Za-z0-9-]+", "-", rules.id if rules is not None else "")[:40] or "game"
    stem = f"{variant}-{more}"
    for number in count(1):
        path = folder / f"{stem}{f'-{number}' if number > 1 else ''}{ending}"
        try:
            path.open("x").close()
        except FileExistsError:
            continue
        return path
    raise AssertionError("counting never ends")


def lines_file(path: Path) -> Path:
    """The file beside a game's that holds its lines.

    >>> lines_file(Path("rummy-games/one.rummy")).name
    'one.lines.rummy'
    """
    return path.with_name(path.name.removesuffix(ENDING) + LINES)


def _lines(deal: Deal) -> Iterator[Log]:
    """Each line of a deal as a log, if there is more to keep than the line shown."""
    tips = deal.tips()
    if len(tips) < 2 and not any(node.name for node in deal.nodes):
        return
    cursor, shown = deal.node, deal.line()[-1]
    try:
        for tip in tips:
            deal.goto(tip)
            names = {f"{NAME_FIELD}{step}": node.name
                     for step, node in enumerate(deal.path()) if node.name}  # fmt: skip
            yield log_of_deal(deal, fields=names)
    finally:
        deal.goto(shown)
        deal.goto(cursor)


def take_up(path: Path) -> tuple[Game, str, Path | None]:
    """A saved game, what to say of it, and the file to go on with.

    A file with errors is not written again: the game goes on in a new one. Raises `ValueError`
    or `OSError` where no game can be made of the file.
    """
    log = load(path)
    game = game_of_log(log)
    beside = lines_file(path)
    if beside.exists():
        _graft(game, load(beside))
    said = f"Taken up again: {path.stem}."
    if log.errors:
        return game, f"{said} {_errors(log)}", None
    return game, said, path


def _graft(game: Game, lines: Log) -> None:
    """Adds the lines of a log to the deals of a game."""
    deals = {deal.deal: deal for deal in game.deals}
    for line in lines.games:
        for logged in line.deals:
            deal = deals.get(logged.number)
            if deal is not None and logged.start == deal.root.state:
                _graft_line(deal, line, logged)


def _graft_line(deal: Deal, line: GameLog, logged: DealLog) -> None:
    cursor, shown = deal.node, deal.line()[-1]
    deal.goto(deal.root)
    for step, (state, event) in enumerate(logged.steps, 1):
        deal.add(event, state)
        name = line.fields.get(f"{NAME_FIELD}{step}")
        if name and isinstance(deal.node, Node):
            deal.node.name = name
    deal.goto(shown)
    deal.goto(cursor)


def game_of(text: str) -> Loaded:
    """The game (or else the last deal) of a log, played as far as it goes.

    Raises `LogError` where the text is no log, `ValueError` where nothing of it can be shown.

    >>> import rummy_lab as rl
    >>> game_of(str(rl.play(rl.variant("block"), seed=7))).said
    'Loaded and replayed: Block Rummy, ... deals.'
    """
    log = loads(text)
    game: Game | None = None
    deal: Deal | None = None
    try:
        game = game_of_log(log)
    except ValueError:
        deal = deal_of_log(log)
    rules = (game or deal).rules  # type: ignore[union-attr]
    many = len(game.deals) if game is not None else 1
    said = f"Loaded and replayed: {rules.title}, {many} deal{'s' if many > 1 else ''}."
    if len(log.games) > 1:
        said += f" The log holds {len(log.games)} games; the first is shown."
    return Loaded(game, deal, f"{said} {_errors(log)}".rstrip())


def _errors(log: Log) -> str:
    """What is wrong in a log, a line for each error."""
    if not log.errors:
        return ""
    told = [str(error) for error in log.errors[:MOST_ERRORS]]
    more = len(log.errors) - len(told)
    told += [f"and {more} more"] if more > 0 else []
    return "What could not be read is left out:\n" + "\n".join(told)
