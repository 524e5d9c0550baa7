"""The commands `cross-check` (would a logged game have been legal under other rules) and `odds`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rummy_lab.cards import UNKNOWN, cards
from rummy_lab.cli.common import (
    FileOption,
    JsonOption,
    SetOption,
    UseOption,
    VariantArgument,
    listed,
    plain,
    rules_of,
    say,
    say_json,
)
from rummy_lab.cli.reading import (
    DealNumber,
    GameNumber,
    LogFile,
    chosen_deals,
    end_with_errors,
    read_log,
    tell_errors,
)
from rummy_lab.compare import cross_check as cross_check_of
from rummy_lab.deal import Deal, View
from rummy_lab.display.markup import isolated
from rummy_lab.log import deal_of_log
from rummy_lab.odds import odds as odds_of
from rummy_lab.rules import Rules

_LEGAL = {True: "legal", False: "not legal", None: "cannot be decided"}


def cross_check(
    file: LogFile,
    under: Annotated[
        str,
        typer.Option(
            "--under",
            metavar="A,B,...",
            help="Variants or house files (.toml). [default: every variant]",
        ),
    ] = "",
    number: DealNumber = None,
    game: GameNumber = None,
    as_json: JsonOption = False,
) -> None:
    """Ask whether a logged game would have been legal under other rules.

    Each deal is played again with the cards as they lay, up to the first action that the other
    rules forbid; how the table itself would have been dealt otherwise is told as well. Errors of
    the log itself go to stderr; then the exit status is 1.

    \b
    Examples: rummy-lab cross-check game.rummy --under remi,rummy
              rummy-lab cross-check game.rummy --deal 2
    --json:   a list of {variant, game, deal, legal, over, fits, line, turn, seat, player,
              action, tried, code, clause, standing, message, differences, notes};
              null where there is nothing to say
    """
    log = read_log(file)
    wanted = [name for name in listed(under) if name] or None
    rows = [_plain_row(row) for row in cross_check_of(log, wanted, number, game).to_dict("records")]
    if as_json:
        say_json(rows)
    else:
        for row in rows:
            say(_told(row, len(log.games) > 1))
    end_with_errors(log, file)


def _plain_row(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A row of the table as JSON has it."""
    import pandas as pd

    found = {}
    for name, value in row.items():
        missing = pd.isna(value)
        found[str(name)] = None if missing else value.item() if hasattr(value, "item") else value
    return found


def _told(row: Mapping[str, Any], games: bool) -> str:
    game = f"game {row['game']}, " if games else ""
    lines = [f"{row['variant']}, {game}deal {row['deal']}: {_LEGAL[row['legal']]}"]
    if row["line"] is not None:
        turn = "" if row["turn"] is None else f", turn {row['turn']}"
        who = "" if row["player"] is None else f", {isolated(row['player'])}"
        did = "" if row["action"] is None else f": {row['action']}"
        lines.append(f"  line {row['line']}{turn}{who}{did}")
    if row["message"] is not None:
        cited = f" ({row['clause']}, {row['standing']})" if row["clause"] is not None else ""
        lines.append(f"  {row['message']}{cited}")
    if row["differences"] is not None:
        lines.append(f"  the table: {row['differences']}")
    if row["notes"] is not None:
        lines.append(f"  {row['notes']}")
    return "\n".join(lines)


def odds(
    name: VariantArgument = None,
    hand: Annotated[str, typer.Option("--hand", metavar="CARDS", help="The player's hand.")] = "",
    goal: Annotated[
        str, typer.Option("--goal", help="out, contract, meld, or the cards of a meld.")
    ] = "out",
    draws: Annotated[
        int, typer.Option("--draws", metavar="N", min=0, help="Within how many draws.")
    ] = 1,
    discards: Annotated[
        str, typer.Option("--discards", metavar="CARDS", help="The discard pile, bottom to top.")
    ] = "",
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="CARDS",
            help="A meld of another player on the table; may be repeated.",
        ),
    ] = None,
    own: Annotated[
        list[str] | None,
        typer.Option("--own", metavar="CARDS", help="A meld of the player; may be repeated."),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="How many play. [default: fewest]")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--deal", metavar="K", min=1, help="Which deal of the game it is.")
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="Take the cards from a log instead."),
    ] = None,
    game: GameNumber = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", metavar="N", min=1, help="With --log: before this turn."),
    ] = None,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell the chance that the next cards from the stock reach a goal.

    The odds are those of the player alone: cards that are not said can lie anywhere. With --log
    they are those of the player whose turn it is.

    \b
    Examples: rummy-lab odds rummy --hand "7h 8h Ks 2c" --discards 5d --goal meld
              rummy-lab odds rummy --hand "7h 8h Ks 2c" --goal "7h 8h 9h" --draws 3
              rummy-lab odds --log game.rummy --deal 2 --turn 5 --draws 2
    --json:   {goal, draws, p, exact, fraction: "2/47" or null, error, how, helping: [card]}
    """
    if log is not None:
        if hand or name is not None or rules_file is not None:
            raise ValueError("with --log the cards and the rules are the log's: say no others")
        view = _logged_view(log, number, turn, game)
    else:
        if game is not None or turn is not None:
            raise ValueError("--game and --turn pick a moment of a log: say --log")
        rules = rules_of(name, sets, use, rules_file)
        view = _view(rules, hand, discards, (table or (), own or ()), players, number or 1)
    found = odds_of(view, goal, draws)
    if as_json:
        fraction = None if found.fraction is None else str(found.fraction)
        say_json({"goal": found.goal, "draws": found.draws, "p": found.p, "exact": found.exact,
                  "fraction": fraction, "error": found.error, "how": found.how,
                  "helping": plain(found.helping)})  # fmt: skip
    else:
        say(found)


def _view(
    rules: Rules,
    hand: str,
    discards: str,
    melds: tuple[Sequence[str], Sequence[str]],
    players: int | None,
    deal: int,
) -> View:
    """What a player sees who holds a hand; all other cards are unknown."""
    held = cards(hand)
    if not held:
        raise ValueError("say the hand, like --hand '7h 8h Ks 2c'")
    count = rules.players[0] if players is None else players
    at = rules.at(players=count, deal=deal)
    others, own = melds
    laid = [(1, text) for text in others] + [(0, text) for text in own]
    drawn = len(held) > at.cards_dealt
    seen = len(held) + len(cards(discards)) + sum(len(text.split()) for _, text in laid)
    left = max(0, len(at.pack) - seen)
    each = min(at.cards_dealt, left // count)
    hidden = (UNKNOWN,) * each
    stock = (UNKNOWN,) * (left - each * (count - 1))
    made = Deal.from_position(
        rules, hands=[held, *[hidden] * (count - 1)], stock=stock, discards=discards, melds=laid,
        turn=0, phase="play" if drawn else "draw", deal=deal,
    )  # fmt: skip
    return made.view(0)


def _logged_view(file: Path, number: int | None, turn: int | None, game: int | None) -> View:
    """What the player in turn sees at the beginning of a turn of a log."""
    log = read_log(file)
    tell_errors(log, file)
    chosen = list(chosen_deals(log, number, file, game))
    if len({(one.place, one.deal.number) for one in chosen}) != 1:
        options = "--deal" if len({one.place for one in chosen}) == 1 else "--game and --deal"
        raise ValueError(f"{file} has {len(chosen)} such deals: say which with {options}")
    if turn is None:
        raise ValueError("say the turn with --turn")
    deal = deal_of_log(log, chosen[-1].deal.number, chosen[-1].place)
    for node in deal.line():
        if node.state.turn_number == turn and not node.state.over:
            deal.goto(node)
            return deal.view(deal.state.active)
    raise ValueError(f"the deal has no turn {turn}")
