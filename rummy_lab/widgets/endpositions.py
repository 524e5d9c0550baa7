"""Final positions as the score comparison needs them: one to begin with, their table, as code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rummy_lab.cards import Card, text_of
from rummy_lab.rules import At, Rules
from rummy_lab.scoring import FinalPosition

START = FinalPosition(hands={"Ana": "7h 8h 9h Ks Ad", "Bo": "", "Cy": "9c 9d 2s JK"}, out="Bo")
"""What is shown where no position is given."""


def code_of_position(position: FinalPosition) -> str:
    """Code that makes a final position and compares it.

    >>> print(code_of_position(START))
    import rummy_lab as rl
    <BLANKLINE>
    pos = rl.FinalPosition(hands={'Ana': '7h 8h 9h Ks Ad', ...}, out='Bo')
    rl.ScoreComparison(pos)
    <BLANKLINE>
    """
    hands = {name: text_of(held) for name, held in position.left.items()}
    told = [f"hands={hands!r}"]
    told += [
        f"{one.name}={getattr(position, one.name)!r}" for one in fields(position)
        if one.name != "hands" and getattr(position, one.name) != one.default
    ]  # fmt: skip
    made = f"pos = rl.FinalPosition({', '.join(told)})"
    return f"import rummy_lab as rl\n\n{made}\nrl.ScoreComparison(pos)\n"


def table_for(rules: Rules, position: FinalPosition) -> At:
    """Rules at the table of a position, as far as they have one."""
    least, most = rules["players"]
    deal = min(position.deal, rules["deals"] or position.deal)
    return rules.at(min(max(len(position.hands), least), most), deal)


def pack_rows(tables: Sequence[At], hands: Sequence[Sequence[Card]], seat: int) -> list[list[Any]]:
    """The pack to pick from, as the page draws it: what any of the rule sets has."""
    there: Counter[Card] = Counter()
    for at in tables:
        there |= Counter(at.pack)
    others = Counter(one for n, held in enumerate(hands) for one in held if n != seat)
    own = Counter(hands[seat])
    rows: dict[str, list[dict[str, Any]]] = {}
    for one in sorted(there):
        left = max(there[one] - others[one], own[one])
        rows.setdefault(one.suit, []).append(
            {"card": str(one), "there": left, "taken": own[one], "wild": False}
        )
    return list(rows.values())
