"""The command that plays a log through: `replay`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer

from rummy_lab.cli.common import JsonOption, plain, say, say_json
from rummy_lab.cli.reading import (
    Chosen,
    DealNumber,
    GameNumber,
    LogFile,
    chosen_deals,
    end_with_errors,
    plain_error,
    played,
    read_log,
)
from rummy_lab.deal import State
from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import points_text
from rummy_lab.display.text import status_of, text_of_state
from rummy_lab.log import DealLog, GameLog, Log
from rummy_lab.scoring import Points, as_number


def replay(
    file: LogFile,
    number: DealNumber = None,
    game: GameNumber = None,
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

    Every action is judged by the rules that the log names. A deal is told up to the first action
    that does not hold; the next one goes on. Errors go to stderr, one in a line, as
    FILE:LINE:COLUMN: MESSAGE; then the exit status is 1.

    \b
    Examples: rummy-lab replay game.rummy
              rummy-lab replay game.rummy --deal 2 --turn 5
    --json:   {errors: [{line, column, message, reasons}],
              games: [{variant, options: {changed name: value}, players, seed, totals,
                       deals: [{deal, dealer, over, struck, points, broken,
                                actions: [{turn, player, action, drawn}]}]}]};
              broken is the error that ends the deal too early, or null
    """
    log = read_log(file)
    chosen = list(chosen_deals(log, number, file, game))
    if as_json:
        say_json(_plain_log(log, chosen))
    elif turn is not None:
        if len(chosen) != 1:
            option = "--game" if number is not None else "--deal"
            raise ValueError(f"{file} has {len(chosen)} such deals: say which with {option}")
        say(text_of_state(_after(chosen[0].deal, turn)))
    else:
        for place, one in enumerate(chosen):
            say("\n" * (place > 0) + "\n".join(_told(log, one, step)))
            if number is None and one.deal is one.game.deals[-1]:
                say(f"\nTotals: {_points(one.game.totals)}")
    end_with_errors(log, file)


def _after(deal: DealLog, turn: int) -> State:
    """The state after a turn of a deal."""
    if deal.start is None:
        raise ValueError(f"deal {deal.number} cannot be played: the errors say why")
    last = deal.steps[-1].event.turn if deal.steps else 0
    if turn > last:
        raise ValueError(f"deal {deal.number} has {last} turns, no turn {turn}")
    states = [state for state, event in deal.steps if event.turn <= turn]
    return states[-1] if states else deal.start


def _told(log: Log, chosen: Chosen, step: bool) -> Iterator[str]:
    """A deal in lines, as far as it could be played."""
    game, deal = chosen.game, chosen.deal
    title = name_of(game.rules) if game.rules is not None else "unknown rules"
    dealer = f", {deal.names[deal.dealer]} deals" if deal.dealer is not None else ""
    yield f"{title}, {chosen.called(log)}: {', '.join(deal.names)}{dealer}"
    turns, broken = played(deal, log.errors)
    if step and deal.start is not None:
        yield f"\n{text_of_state(deal.start)}"
        for state, event in deal.steps:
            name = state.names[event.seat]
            yield f"\nTurn {event.turn}, {name}: {event}\n{text_of_state(state)}"
    elif not step:
        yield from map(str, turns)
    if broken is not None:
        yield f"The log breaks off here: {broken}"
    elif not deal.turns and not deal.over and deal.written:
        yield "Only the points are written."
    elif deal.state is not None:
        yield f"{status_of(deal.state)}."
    if deal.struck:
        yield "Struck: the deal does not count."
    if deal.points is not None:
        written = "As written: " if broken is not None else ""
        yield f"{written}{_points(deal.points)}"


def _points(points: Mapping[str, Points]) -> str:
    return ", ".join(f"{name} {points_text(given)}" for name, given in points.items())


def _plain_log(log: Log, chosen: Sequence[Chosen]) -> dict[str, Any]:
    return {
        "errors": [plain_error(error) for error in log.errors],
        "games": [
            {**_plain_game(game),
             "deals": [_plain_deal(log, one.deal) for one in chosen if one.game is game]}
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


def _plain_deal(log: Log, deal: DealLog) -> dict[str, Any]:
    points, broken = deal.points or {}, played(deal, log.errors).broken
    return {
        "deal": deal.number,
        "dealer": deal.names[deal.dealer] if deal.dealer is not None else None,
        "over": deal.over,
        "struck": deal.struck,
        "broken": None if broken is None else plain_error(broken),
        "points": {name: as_number(given) for name, given in points.items()},
        "actions": [
            {"turn": event.turn, "player": state.names[event.seat], "action": str(event.action),
             "drawn": str(event.drawn) if event.drawn is not None else None}
            for state, event in deal.steps
        ],
    }  # fmt: skip
