"""The commands about rules: `variants`, `rules`, `diff`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rummy_lab.cli.common import (
    FileOption,
    JsonOption,
    SetOption,
    UseOption,
    VariantArgument,
    plain,
    rules_of,
    say,
    say_file,
    say_json,
)
from rummy_lab.display.rulecards import text_of_difference
from rummy_lab.rules import Rules
from rummy_lab.variants import dump_rules
from rummy_lab.variants import variants as shipped


def variants(as_json: JsonOption = False) -> None:
    """List the variants that are there.

    \b
    Example:  rummy-lab variants
    --json:   a list of {id, title, document, players: [least, most], target, deals}
    """
    if as_json:
        say_json([
            {"id": name, "title": rules.title, "document": rules.variant.document,
             **{key: plain(rules[key]) for key in ("players", "target", "deals")}}
            for name, rules in shipped().items()
        ])  # fmt: skip
    else:
        say(shipped())


def rules(
    name: VariantArgument = None,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    as_json: JsonOption = False,
    toml: Annotated[
        bool, typer.Option("--toml", help="Print a house file that --rules-file reads.")
    ] = False,
) -> None:
    """Show the rules of a variant.

    Its options, its clauses, and whether each is stated, inferred or resolved.

    \b
    Examples: rummy-lab rules remi
              rummy-lab rules rummy --set ace=high_or_low --set target=300
              rummy-lab rules remi --use remi-o5 --toml > house.toml
    --json:   {id, title, document, changed: [option], options: {name: value},
              clauses: [{id, text, standing, note, options}],
              named: [{id, title, standing, note, options}]}
    """
    found = rules_of(name, sets, use, rules_file)
    if as_json:
        say_json(_plain_rules(found))
    elif toml:
        say_file(dump_rules(found).rstrip())
    else:
        say(found)


def _plain_rules(rules: Rules) -> dict[str, Any]:
    return {
        "id": rules.id,
        "title": rules.title,
        "document": rules.variant.document,
        "changed": list(rules.changed),
        "options": plain(rules.options()),
        "clauses": [
            {"id": c.id, "text": c.text, "standing": c.standing, "note": c.note,
             "options": list(c.options)}
            for c in rules.variant.clauses
        ],
        "named": [
            {"id": n.id, "title": n.title, "standing": n.standing, "note": n.note,
             "options": plain(n.options)}
            for n in rules.variant.named
        ],
    }  # fmt: skip


def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A variant, or a house file (.toml).")],
    second: Annotated[str, typer.Argument(metavar="B", help="The one to compare it with.")],
    as_json: JsonOption = False,
) -> None:
    """Show in which options two rule sets differ.

    Each with the clauses that say so, in both.

    \b
    Examples: rummy-lab diff remi rummy
              rummy-lab diff remi house.toml
    --json:   a list of {option, meaning, here, there, clauses_here, clauses_there}
    """
    rows = rules_of(first).diff(rules_of(second))
    if as_json:
        say_json(plain(rows))
    else:
        say(text_of_difference(rows))
