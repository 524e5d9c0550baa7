"""The commands that bring cards to the table: `deal` and `play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rummy_lab.cli.common import (
    FileOption,
    JsonOption,
    PolicyOption,
    SetOption,
    UseOption,
    VariantArgument,
    listed,
    may_write,
    plain,
    policies,
    rules_of,
    say,
    say_file,
    say_json,
    seed_of,
    several,
)
from rummy_lab.deal import Deal, State
from rummy_lab.log import dump, dumps
from rummy_lab.log.files import writing
from rummy_lab.players import play_game
from rummy_lab.scoring import as_number

SeedOption = Annotated[str, typer.Option("--seed", metavar="S", help="The seed of the shuffle.")]


def deal(
    name: VariantArgument = None,
    players: Annotated[
        str,
        typer.Option(
            "--players", metavar="N", help="How many play, or their names: Ana,Bo [default: fewest]"
        ),
    ] = "",
    seed: SeedOption = "0",
    number: Annotated[
        int, typer.Option("--deal", metavar="K", min=1, help="Which deal of the game.")
    ] = 1,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Deal the cards and show all hands.

    The same seed always gives the same cards. Deal K is the one that comes K-th in a game with
    this seed, with the dealer it has there.

    \b
    Examples: rummy-lab deal remi --players 3 --seed 7
              rummy-lab deal rummy --players Ana,Bo --seed 7 --deal 2
    --json:   {variant, seed, deal, dealer, turn, hands: {name: [card]},
              stock: [card], discards: [card]}; piles from bottom to top
    """
    rules = rules_of(name, sets, use, rules_file)
    seats = several(players, "Ana,Bo") if players else rules.players[0]
    count = seats if isinstance(seats, int) else len(seats)
    rules.at(players=count)
    dealt = Deal(rules, players=seats, seed=seed_of(seed), deal=number, dealer=(number - 1) % count)
    if as_json:
        seeded = {"variant": rules.id, "seed": seed_of(seed), "deal": number}
        say_json({**seeded, **_plain_state(dealt.state)})
    else:
        say(dealt)


def _plain_state(state: State) -> dict[str, Any]:
    return {
        "dealer": state.names[state.dealer],
        "turn": state.names[state.turn],
        "hands": {n: plain(hand) for n, hand in zip(state.names, state.hands, strict=True)},
        "stock": plain(state.stock),
        "discards": plain(state.discards),
    }


def play(
    name: VariantArgument = None,
    players: PolicyOption = "",
    names: Annotated[
        str, typer.Option("--names", metavar="A,B", help="Their names. [default: Player 1, ...]")
    ] = "",
    seed: SeedOption = "0",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the log to a new file.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Let --out write over a file that is there.")
    ] = False,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let the computer play a whole game.

    Prints the log of it, or writes it to a file. The same rules, players and seed always give
    the same log, byte for byte.

    \b
    Examples: rummy-lab play remi --players greedy,random --seed 7
              rummy-lab play rummy --seed 7 --names Ana,Bo --out game.rummy
    --json:   {variant, seed, players: [policy], deals, totals: {name: points},
              winners: [name], log: text}
    """
    rules = rules_of(name, sets, use, rules_file)
    if out is not None:
        may_write(out, force)
    wanted = policies(players)
    game = play_game(rules, wanted, seed_of(seed), listed(names) or None)
    text = dumps(game.log)
    if out is not None:
        with writing(out):
            dump(game.log, out)
    if as_json:
        say_json({
            "variant": rules.id,
            "seed": seed_of(seed),
            "players": wanted if isinstance(wanted, list) else ["greedy"] * len(game.names),
            "deals": len(game.deals),
            "totals": {name: as_number(points) for name, points in game.totals.items()},
            "winners": list(game.winners),
            "log": text,
        })  # fmt: skip
    elif out is None:
        say_file(text.rstrip())
    else:
        say(f"{game} ({out})")
