"""The commands about cards in a hand: `check`, `melds`, `arrange`."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any

import typer

from rummy_lab.arrange import Arrangement, arrangements
from rummy_lab.arrange import arrange as best_arrangement
from rummy_lab.cli.common import (
    DealOption,
    FileOption,
    JsonOption,
    PlayersOption,
    SetOption,
    UseOption,
    VariantArgument,
    because,
    plain,
    plain_reason,
    rules_and_cards,
    say,
    say_json,
)
from rummy_lab.display.facts import name_of
from rummy_lab.melds import check_meld, find_melds
from rummy_lab.reasons import Verdict
from rummy_lab.rules import Rules

CardsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CARDS", help="Cards like '7h 8h JK'; 10 or T is ten.", show_default=False
    ),
]


def check(
    name: VariantArgument = None,
    cards: CardsArgument = None,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    players: PlayersOption = None,
    deal: DealOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Judge a meld, with every reason against it.

    The exit status is 1 where the cards are no meld.

    \b
    Examples: rummy-lab check remi "4s 5h 6d"
              rummy-lab check rummy "Qs Ks As" --set ace=high_or_low
    --json:   {legal, kind, meld, readings: [meld],
              reasons: [{code, clause, standing, note, message, cards}]}
    """
    rules, text = rules_and_cards(name, cards, sets, use, rules_file)
    verdict = check_meld(text, rules, deal=deal, players=players)
    if as_json:
        say_json({
            "legal": bool(verdict),
            "kind": verdict.kind,
            "meld": plain(verdict.meld),
            "readings": plain(verdict.readings),
            "reasons": [plain_reason(reason) for reason in verdict.reasons],
        })  # fmt: skip
    else:
        say(_judgement(verdict, rules))
    if not verdict:
        raise typer.Exit(1)


def _judgement(verdict: Verdict, rules: Rules) -> str:
    if verdict.meld is not None and verdict:
        others = len(verdict.readings) - 1
        more = f" ({others} other reading{'s' * (others > 1)})" if others > 0 else ""
        return f"{name_of(rules)}: {verdict.meld} is a {verdict.kind}{more}"
    if verdict.unknown:
        return f"{name_of(rules)}: cannot be decided, an unknown card is among them"
    lines = [line for reason in verdict.reasons for line in because(reason, rules)]
    return "\n".join([f"{name_of(rules)}: no meld", *lines])


def melds(
    name: VariantArgument = None,
    cards: CardsArgument = None,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    players: PlayersOption = None,
    deal: DealOption = 1,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Stop after N melds.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List every legal meld within a hand.

    \b
    Example:  rummy-lab melds rummy "7h 8h 9h 9d 9c Ks"
    --json:   a list of {kind, meld, cards, readings: [meld]}
    """
    rules, text = rules_and_cards(name, cards, sets, use, rules_file)
    found = find_melds(text, rules, deal=deal, players=players, limit=limit)
    if as_json:
        say_json([
            {"kind": m.kind, "meld": str(m), "cards": plain(m.cards), "readings": plain(m.readings)}
            for m in found
        ])  # fmt: skip
        return
    for meld in found:
        say(f"{meld.kind}: {meld}")
    say(f"{len(found)} meld{'s' * (len(found) != 1)}")


def arrange(
    name: VariantArgument = None,
    cards: CardsArgument = None,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    players: PlayersOption = None,
    deal: DealOption = 1,
    every: Annotated[
        bool, typer.Option("--all", help="Every maximal arrangement, not only the best.")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="With --all: stop after N.")
    ] = 100,
    as_json: JsonOption = False,
) -> None:
    """Show the best arrangement of a hand.

    Its melds, the cards left over and what those cost.

    \b
    Examples: rummy-lab arrange rummy "7h 8h 9h 9d 9c Ks"
              rummy-lab arrange remi "7h 8h 9h 9d 9c Ks" --all
    --json:   {melds: [meld], deadwood: [card], points}; with --all a list of these
    """
    rules, text = rules_and_cards(name, cards, sets, use, rules_file)
    if every:
        row = arrangements(text, rules, deal=deal, players=players)
        found = list(islice(row, limit))
    else:
        found = [best_arrangement(text, rules, deal=deal, players=players)]
    if as_json:
        listed = [_plain_arrangement(one) for one in found]
        say_json(listed if every else listed[0])
        return
    say("\n\n".join(map(str, found)))


def _plain_arrangement(one: Arrangement) -> dict[str, Any]:
    return {"melds": plain(one.melds), "deadwood": plain(one.deadwood), "points": one.points}
