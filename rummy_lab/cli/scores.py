"""The command about the end of a deal: `score`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from rummy_lab.cards import Card, cards
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
from rummy_lab.cli.reading import Ended, GameNumber, finished_deals
from rummy_lab.compare import label_of
from rummy_lab.display.markup import isolated, points_text
from rummy_lab.rules import Rules
from rummy_lab.scoring import FinalPosition, Sheet, as_number
from rummy_lab.scoring import score as score_of


def score(
    name: VariantArgument = None,
    hands: Annotated[
        list[str] | None,
        typer.Option(
            "--hand", metavar="'NAME: CARDS'", help="The cards left in a hand; one for each player."
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="NAME", help="Who went out. [default: nobody]")
    ] = None,
    whole_hand: Annotated[
        bool, typer.Option("--whole-hand", help="It played its whole hand in that turn.")
    ] = False,
    joker_used: Annotated[bool, typer.Option("--joker-used", help="With a joker in it.")] = False,
    number: Annotated[
        int | None, typer.Option("--deal", metavar="K", min=1, help="Which deal of the game it is.")
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="Score the deals of a log instead of hands."),
    ] = None,
    game: GameNumber = None,
    compare: Annotated[
        str, typer.Option("--compare", metavar="A,B,...", help="Score under these rules as well.")
    ] = "",
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score the end of a deal, line by line.

    With --log the rules are the log's own, unless a variant is named; --deal picks one deal, --game
    one game of several.
    Without --out, the one player with an empty hand went out, where the rules go out so.

    \b
    Examples: rummy-lab score remi --hand "Ana: Ks 7h Ad" --hand "Bo:" --out Bo
              rummy-lab score --hand "Ana: Ks 7h" --hand "Bo:" --out Bo --compare remi,rummy
              rummy-lab score --log game.rummy --deal 2
    --json:   a list with {variant, game, deal, totals: {name: points}, notes,
              lines: [{seat, points, cards, clause, clauses, standing, note,
                      message}]}
              for each deal and each rule set; game is null without --log
    """  # fmt: skip
    others = [rules_of(one) for one in listed(compare)]
    named = name is not None or rules_file is not None
    if (sets or use) and not named:
        raise ValueError("--set and --use change the rules of VARIANT: name one")
    wanted = [rules_of(name, sets, use, rules_file)] if named else []
    if log is not None:
        if hands:
            raise ValueError("say --hand or --log, not both")
        ends = finished_deals(log, number, wanted or None, game)
    else:
        if not wanted and not others:
            wanted = [rules_of(None)]
        held = _hands(hands or ())
        if whole_hand and out is None:
            out = _only_empty(held)
        end = FinalPosition(held, out, number or 1, (), whole_hand, joker_used)
        if game is not None:
            raise ValueError("--game picks a game of a log: say --log")
        ends = [Ended(end, wanted, f"deal {end.deal}")]
    scored = _sheet_of if log is None else score_of
    sheets = [(one, [scored(one.end, rules) for rules in _once([*one.rules, *others])])
              for one in ends]  # fmt: skip
    if as_json:
        say_json([_plain_sheet(one, sheet) for one, row in sheets for sheet in row])
        return
    for place, (one, row) in enumerate(sheets):
        head = f"{one.called.capitalize()}\n" if len(sheets) > 1 else ""
        say("\n" * (place > 0) + head + (str(row[0]) if len(row) == 1 else _side_by_side(row)))


def _sheet_of(end: FinalPosition, rules: Rules) -> Sheet:
    """The score of hands that were typed; with a note on who went out, where nobody said it."""
    if end.out is not None or all(end.left.values()):
        return score_of(end, rules)
    first = _only_empty(end.left)
    if first is not None and rules["melding"] != "at_the_end":
        end = replace(end, out=first)
        note = f"{first} holds no card, so {first} went out; say --out if somebody else did"
    else:
        note = "scored as if nobody went out: say who did with --out"
    sheet = score_of(end, rules)
    return replace(sheet, notes=(note, *sheet.notes))


def _only_empty(hands: Mapping[str, tuple[Card, ...]]) -> str | None:
    """The one player without a card."""
    empty = [name for name, held in hands.items() if not held]
    return empty[0] if len(empty) == 1 else None


def _hands(texts: Sequence[str]) -> dict[str, tuple[Card, ...]]:
    found: dict[str, tuple[Card, ...]] = {}
    for text in texts:
        name, colon, held = text.rpartition(":")
        if not colon or not name.strip():
            raise ValueError(f"--hand {text!r}: write it as 'NAME: CARDS', like 'Ana: Ks 7h'")
        if name.strip() in found:
            raise ValueError(f"two hands are {name.strip()}'s: names are unique")
        found[name.strip()] = cards(held)
    if not found:
        raise ValueError("say the hands, like --hand 'Ana: Ks 7h' --hand 'Bo:'")
    return found


def _once(rules: Sequence[Rules]) -> list[Rules]:
    return list(dict.fromkeys(rules))


def _plain_sheet(one: Ended, sheet: Sheet) -> dict[str, Any]:
    return {
        "variant": label_of(sheet.rules) if sheet.rules is not None else "",
        "game": one.game,
        "deal": one.end.deal,
        "totals": {name: as_number(points) for name, points in sheet.totals.items()},
        "notes": list(sheet.notes),
        "lines": [
            {"seat": line.seat, "points": as_number(line.points), "cards": plain(line.cards),
             "clause": line.clause, "clauses": list(line.clauses), "standing": line.standing,
             "note": line.note, "message": line.message}
            for line in sheet.lines
        ],
    }  # fmt: skip


def _side_by_side(sheets: Sequence[Sheet]) -> str:
    """A table with a row for each player and a column for each rule set."""
    heads = [label_of(sheet.rules) if sheet.rules is not None else "" for sheet in sheets]
    names = list(sheets[0].totals)
    first = max(map(len, names))
    rows = [" " * first + "".join(f"  {head}" for head in heads)]
    for name in names:
        cells = (f"  {points_text(sheet.totals[name]):>{len(head)}}"
                 for head, sheet in zip(heads, sheets, strict=True))  # fmt: skip
        rows.append(isolated(name) + " " * (first - len(name)) + "".join(cells))
    notes = [f"{head}: {note}" for head, sheet in zip(heads, sheets, strict=True)
             for note in sheet.notes]  # fmt: skip
    return "\n".join([*rows, *notes])
