"""What-if lines as text and HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import (
    NUMERIC,
    escaped,
    fragment,
    isolated,
    points_text,
    table_html,
)

if TYPE_CHECKING:
    from rummy_lab.compare.whatif import Row, WhatIf


def heading(found: WhatIf) -> str:
    """Which deal it is, and where the lines part: a sentence without its full stop."""
    logged = found.logged
    what = f"{name_of(logged.rules)}, deal {logged.deal}, from turn {found.turn} on"
    if found.rules != logged.rules:
        what += f" under {name_of(found.rules)}"
    if found.departure is None:
        return f"{what}: the line is the logged one"
    turn, player, why = found.departure
    return f"{what}: the line leaves the log in turn {turn}, {isolated(player)}'s: {why}"


def scores_of(found: WhatIf) -> list[tuple[str, str, str, str]]:
    """Each player with the points of both lines and the difference, as text."""
    first, second = found.sheets
    difference = found.difference
    rows = []
    for name in found.logged.names:
        more = "" if difference is None else points_text(difference[name])
        rows.append((
            name,
            "not over" if first is None else points_text(first.totals[name]),
            "not over" if second is None else points_text(second.totals[name]),
            more if more.startswith(("−", "0")) or not more else f"+{more}",
        ))  # fmt: skip
    return rows


def text_of_what_if(found: WhatIf) -> str:
    """Both lines turn by turn (`=` where they agree), and the points of both."""
    lines = [f"{heading(found)}.", ""]
    for row in found.rows:
        head = f"{row.turn} {isolated(row.player)}: "
        if row.same:
            lines.append(f"= {head}{row.logged}")
            continue
        if row.logged is not None:
            lines.append(f"- {head}{row.logged}")
        if row.other is not None:
            lines.append(f"+ {head}{row.other}")
    lines += ["", "Points: logged, other, difference"]
    lines += [f"{isolated(name)}: {was}, {now}{f', {more}' if more else ''}"
              for name, was, now, more in scores_of(found)]  # fmt: skip
    lines += [f"{note}." for note in found.notes]
    return "\n".join(lines)


def html_of_what_if(found: WhatIf) -> str:
    """Both lines side by side; turns that agree before the first difference are folded away."""
    parts = [row for row in found.rows if not row.same]
    before = [row for row in found.rows if not parts or row.turn < parts[0].turn]
    after = found.rows[len(before) :]
    head = ["turn", "player", "as logged", "what if", ""]
    scores = [
        f'<tr><th scope="row"><bdi>{escaped(name)}</bdi></th><td{NUMERIC}>{escaped(was)}</td>'
        f"<td{NUMERIC}>{escaped(now)}</td><td{NUMERIC}>{escaped(more)}</td></tr>"
        for name, was, now, more in scores_of(found)
    ]
    body = [f"<p>{escaped(heading(found))}.</p>"]
    if before:
        shown = table_html(head, [_row(row) for row in before], numeric=(0,))
        same = "turn" if len(before) == 1 else "turns"
        body.append(f"<details><summary>{len(before)} {same} as logged</summary>{shown}</details>")
    if after:
        body.append(table_html(head, [_row(row) for row in after], numeric=(0,)))
    body.append("<h4>Points</h4>")
    body.append(table_html(["", "as logged", "what if", "difference"], scores, True, (1, 2, 3)))
    body += [f'<p class="rl-note">{escaped(note)}.</p>' for note in found.notes]
    return fragment("".join(body), "What if")


def _row(row: Row) -> str:
    mark = "=" if row.same else "≠"
    return (
        f'<tr><td{NUMERIC}>{row.turn}</td><th scope="row"><bdi>{escaped(row.player)}</bdi></th>'
        f"<td>{escaped(row.logged or '')}</td><td>{escaped(row.other or '')}</td>"
        f"<td>{mark}</td></tr>"
    )
