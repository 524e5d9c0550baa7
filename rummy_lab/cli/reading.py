"""How the commands read a log: its errors, its deals, and how far each of them could be played."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from rummy_lab.actions import PASS
from rummy_lab.cli.common import complain, plain_reason, shown
from rummy_lab.deal import Deal
from rummy_lab.log import DealLog, GameLog, Log, LogError, Step, load, stream
from rummy_lab.log.head import same_name
from rummy_lab.log.lines import Turn, Unread
from rummy_lab.rules import Rules
from rummy_lab.scoring import FinalPosition

DealNumber = Annotated[
    int | None, typer.Option("--deal", metavar="K", min=1, help="Only this deal.")
]
GameNumber = Annotated[
    int | None,
    typer.Option("--game", metavar="G", min=1, help="Only this game of several, from 1."),
]
LogFiles = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Logs; - is the standard input.")
]
LogFile = Annotated[Path, typer.Argument(metavar="FILE", help="A log (*.rummy).")]


def read_log(file: Path) -> Log:
    """The log in a file; raises `ValueError` naming file, line and column where it is none."""
    try:
        return load(file)
    except LogError as error:
        raise ValueError(placed_error(file, error)) from None


class Unusable(ValueError):
    """A file that is no log, or cannot be read; `why` says it without the file's name."""

    def __init__(self, file: str, why: str, place: str = "") -> None:
        self.why = why
        super().__init__(f"{file}:{place} {why}")

    @classmethod
    def of(cls, file: str, error: LogError | OSError) -> Unusable:
        """A file with the error that came of reading it."""
        if isinstance(error, LogError):
            return cls(file, error.message, f"{error.line}:{error.column}:")
        return cls(file, error.strerror or str(error))


def each_game(file: str) -> Iterator[Log]:
    """The games of a file of any size, each as a log of its own; `-` is the standard input.

    Raises `Unusable` where the file is no log or cannot be read.
    """
    try:
        yield from stream(sys.stdin.buffer if file == "-" else file)
    except (LogError, OSError) as error:
        raise Unusable.of(file, error) from None


def placed_error(file: Path | str, error: LogError) -> str:
    """An error as FILE:LINE:COLUMN: MESSAGE, on one line."""
    said = " ".join(shown(error.message).split())
    return f"{file}:{error.line}:{error.column}: {said}"


def plain_error(error: LogError) -> dict[str, Any]:
    """An error as JSON has it."""
    return {"line": error.line, "column": error.column, "message": error.message,
            "reasons": [plain_reason(reason) for reason in error.reasons]}  # fmt: skip


def tell_errors(log: Log, file: Path) -> None:
    """Prints what is wrong in a log to stderr."""
    for error in log.errors:
        complain(placed_error(file, error))


def end_with_errors(log: Log, file: Path) -> None:
    """Tells what is wrong in a log, and ends the command with status 1 where anything is."""
    tell_errors(log, file)
    if log.errors:
        raise typer.Exit(1)


class Chosen(NamedTuple):
    """A deal of a log, with its game and the game's number."""

    place: int
    game: GameLog
    deal: DealLog

    def called(self, log: Log) -> str:
        """Which deal it is: its game is said where the log has several."""
        game = f"game {self.place}, " if len(log.games) > 1 else ""
        return f"{game}deal {self.deal.number}"


def chosen_deals(
    log: Log, number: int | None, file: Path, game: int | None = None
) -> Iterator[Chosen]:
    """The deals of a number, or all, of one game or of all.

    Raises `ValueError` where there is no such game, or no deal of the number.
    """
    try:
        games = list(enumerate(log.games, 1)) if game is None else [(game, log.game(game))]
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    every = [Chosen(place, one, deal) for place, one in games for deal in one.deals]
    found = [chosen for chosen in every if number in (None, chosen.deal.number)]
    if number is not None and not found:
        numbers = ", ".join(dict.fromkeys(str(one.deal.number) for one in every)) or "none"
        where = file if game is None else f"game {game} of {file}"
        raise ValueError(f"{where} has no deal {number}; it has {numbers}")
    yield from found


class Ended(NamedTuple):
    """The end of a deal, the rules to score it under, and which deal of which game it is."""

    end: FinalPosition
    rules: list[Rules]
    called: str
    game: int | None = None


def finished_deals(
    file: Path, number: int | None, rules: list[Rules] | None, game: int | None = None
) -> list[Ended]:
    """The ends of the deals in a log that are over and count, each with the rules to score it.

    Raises `ValueError` where there is none, or the deal asked for is not over.
    """
    log = read_log(file)
    tell_errors(log, file)
    found = []
    for chosen in chosen_deals(log, number, file, game):
        own, deal = chosen.game.rules, chosen.deal
        if deal.over and not deal.struck and deal.state is not None and own is not None:
            end = Deal.from_state(deal.state).final_position()
            said = [own] if rules is None else rules
            found.append(Ended(end, said, chosen.called(log), chosen.place))
    if not found:
        which = "no deal" if number is None else f"deal {number}"
        raise ValueError(f"{which} of {file} is {'over' if number is None else 'not over'}")
    return found


# --- how far a deal was played ----------------------------------------------------------------


class Played(NamedTuple):
    """The turns of a deal as far as they hold, and where it is broken off (None: nowhere)."""

    turns: tuple[Turn, ...]
    broken: LogError | None


def played(deal: DealLog, errors: Sequence[LogError]) -> Played:
    """The turns of a deal up to the first action that does not hold, and what is wrong with it."""
    if deal.sound:
        return Played(deal.turns, None)
    turns: list[Turn] = []
    steps = list(deal.steps)
    last = deal.lines[0].number
    for line in deal.lines:
        held = _held(line, steps) if isinstance(line, Turn) else None
        if held is not None and held.plays:
            turns.append(held)
        if isinstance(line, Unread) or held != (line if isinstance(line, Turn) else None):
            here = [error for error in errors if last <= error.line <= line.number]
            break
        last = line.number
    else:
        here = [error for error in errors if deal.lines[0].number <= error.line <= last]
    here.sort(key=lambda e: (e.column > 1, e.line, e.column))  # wrong numbers stand in column 1
    return Played(tuple(turns), here[-1] if here else LogError(last, 1, "not played"))


def _held(turn: Turn, steps: list[Step]) -> Turn:
    """A turn with those of its actions that were played; their steps are taken off the list."""
    done = 0
    while done < len(turn.plays) and steps:
        state, event = steps.pop(0)
        play = turn.plays[done]
        named = same_name(play.by or turn.player, state.names[event.seat])
        if event.action != PASS or (named and play.action == PASS):
            done += 1  # other passes are those that the log leaves out
    return turn if done == len(turn.plays) else replace(turn, plays=turn.plays[:done])
