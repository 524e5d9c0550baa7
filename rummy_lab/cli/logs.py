"""The command about logs, `replay`, and how the commands read a log."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rummy_lab.cli.common import JsonOption, plain, plain_reason, say, say_json, shown
from rummy_lab.deal import Deal, State
from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import points_text
from rummy_lab.display.text import status_of, text_of_state
from rummy_lab.log import DealLog, GameLog, Log, LogError, load
from rummy_lab.rules import Rules
from rummy_lab.scoring import FinalPosition, Points, as_number

DealNumber = Annotated[
    int | None, typer.Option("--deal", metavar="K", min=1, help="Only this deal.")
]


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log (*.rummy).")],
    number: DealNumber = None,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", metavar="N", min=0, help="Show the table after this turn (0: as dealt)."
        ),
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Show the table after every action.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Replay a log and check it.

    Every action is judged by the rules that the log names. Errors go to stderr, one in a line,
    as FILE:LINE:COLUMN: MESSAGE; then the exit status is 1.

    \b
    Examples: rummy-lab replay game.rummy
              rummy-lab replay game.rummy --deal 2 --turn 5
    --json:   {errors: [{line, column, message, reasons}],
              games: [{variant, options: {changed name: value}, players, seed, totals,
                       deals: [{deal, dealer, over, points,
                                actions: [{turn, player, action, drawn}]}]}]}
    """
    log = read_log(file)
    chosen = list(_chosen(log, number, file))
    if as_json:
        say_json(_plain_log(log, chosen))
    elif turn is not None:
        if len(chosen) != 1:
            raise ValueError(f"{file} has {len(chosen)} deals: say which with --deal")
        say(text_of_state(_after(chosen[0][1], turn)))
    else:
        for place, (game, deal) in enumerate(chosen):
            say("\n" * (place > 0) + "\n".join(_told(game, deal, step)))
            if number is None and deal is game.deals[-1]:
                say(f"\nTotals: {_points(game.totals)}")
    tell_errors(log, file)
    if log.errors:
        raise typer.Exit(1)


def read_log(file: Path) -> Log:
    """The log in a file; raises `ValueError` naming file, line and column where it is none."""
    try:
        return load(file)
    except LogError as error:
        raise ValueError(f"{file}:{error.line}:{error.column}: {error.message}") from None


def tell_errors(log: Log, file: Path) -> None:
    """Prints what is wrong in a log to stderr."""
    for error in log.errors:
        said = " ".join(shown(error.message).split())
        print(f"{file}:{error.line}:{error.column}: {said}", file=sys.stderr)


def _chosen(log: Log, number: int | None, file: Path) -> Iterator[tuple[GameLog, DealLog]]:
    found = False
    for game in log.games:
        for deal in game.deals:
            if number is None or deal.number == number:
                found = True
                yield game, deal
    if number is not None and not found:
        numbers = ", ".join(str(deal.number) for deal in log.deals) or "none"
        raise ValueError(f"{file} has no deal {number}; it has {numbers}")


def _after(deal: DealLog, turn: int) -> State:
    """The state after a turn of a deal."""
    if deal.start is None:
        raise ValueError(f"deal {deal.number} cannot be played: the errors say why")
    last = deal.steps[-1].event.turn if deal.steps else 0
    if turn > last:
        raise ValueError(f"deal {deal.number} has {last} turns, no turn {turn}")
    states = [state for state, event in deal.steps if event.turn <= turn]
    return states[-1] if states else deal.start


def _told(game: GameLog, deal: DealLog, step: bool) -> Iterator[str]:
    title = name_of(game.rules) if game.rules is not None else "unknown rules"
    dealer = f", {deal.names[deal.dealer]} deals" if deal.dealer is not None else ""
    yield f"{title}, deal {deal.number}: {', '.join(deal.names)}{dealer}"
    if step and deal.start is not None:
        yield f"\n{text_of_state(deal.start)}"
        for state, event in deal.steps:
            name = state.names[event.seat]
            yield f"\nTurn {event.turn}, {name}: {event}\n{text_of_state(state)}"
    elif not step:
        yield from map(str, deal.turns)
    if deal.state is not None:
        yield f"{status_of(deal.state)}."
    if deal.points is not None:
        yield _points(deal.points)


def _points(points: Mapping[str, Points]) -> str:
    return ", ".join(f"{name} {points_text(given)}" for name, given in points.items())


def _plain_log(log: Log, chosen: Sequence[tuple[GameLog, DealLog]]) -> dict[str, Any]:
    return {
        "errors": [
            {"line": error.line, "column": error.column, "message": error.message,
             "reasons": [plain_reason(reason) for reason in error.reasons]}
            for error in log.errors
        ],
        "games": [
            {**_plain_game(game), "deals": [_plain_deal(d) for owner, d in chosen if owner is game]}
            for game in log.games
        ],
    }  # fmt: skip


def _plain_game(game: GameLog) -> dict[str, Any]:
    rules = game.rules
    return {
        "variant": rules.id if rules is not None else None,
        "options": {name: plain(rules[name]) for name in rules.changed}
        if rules is not None
        else {},
        "players": list(game.names),
        "seed": game.seed,
        "totals": {name: as_number(points) for name, points in game.totals.items()},
    }


def _plain_deal(deal: DealLog) -> dict[str, Any]:
    points = deal.points or {}
    return {
        "deal": deal.number,
        "dealer": deal.names[deal.dealer] if deal.dealer is not None else None,
        "over": deal.over,
        "points": {name: as_number(given) for name, given in points.items()},
        "actions": [
            {"turn": event.turn, "player": state.names[event.seat], "action": str(event.action),
             "drawn": str(event.drawn) if event.drawn is not None else None}
            for state, event in deal.steps
        ],
    }  # fmt: skip


def finished_deals(
    file: Path, number: int | None, rules: list[Rules] | None
) -> list[tuple[FinalPosition, list[Rules]]]:
    """The ends of the deals in a log that are over, each with the rules to score it under.

    Raises `ValueError` where there is none, or the deal asked for is not over.
    """
    log = read_log(file)
    tell_errors(log, file)
    found = []
    for game, deal in _chosen(log, number, file):
        if deal.over and deal.state is not None and game.rules is not None:
            end = Deal.from_state(deal.state).final_position()
            found.append((end, [game.rules] if rules is None else rules))
    if not found:
        which = "no deal" if number is None else f"deal {number}"
        raise ValueError(f"{which} of {file} is {'over' if number is None else 'not over'}")
    return found
