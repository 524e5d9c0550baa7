"""Comparisons as text and HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import (
    NUMERIC,
    cite_html,
    escaped,
    fragment,
    isolated,
    points_text,
    table_html,
)
from rummy_lab.scoring import Points, whole

if TYPE_CHECKING:
    from rummy_lab.compare.scores import Comparison, Scored

MOST_ROWS = 400
"""How many deals a page shows."""


def totals_of(comparison: Comparison) -> dict[str, dict[str, Points]]:
    """The exact sums of all deals that are scored, by rule set and player."""
    sums: dict[str, dict[str, Points]] = {label: {} for label in comparison.rules}
    for deal in comparison.deals:
        for label, row in sums.items():
            for name, points in (deal.points(label) or {}).items():
                row[name] = whole(row.get(name, 0) + points)
    return sums


def text_of_comparison(comparison: Comparison) -> str:
    """The points in columns, then the notes and where a deal would not have been legal."""
    labels, totals = comparison.labels, totals_of(comparison)
    rows = [["", *labels]]
    for deal in comparison.deals:
        for name in deal.names:
            head = name if comparison.log is None else f"deal {deal.deal} {name}"
            rows.append([isolated(head), *_cells(deal, labels, name)])
    if comparison.log is not None and len(comparison.deals) > 1 and len(comparison.log.games) == 1:
        for name in comparison.deals[0].names:
            cells = [points_text(totals[label][name]) if name in totals[label] else ""
                     for label in labels]  # fmt: skip
            rows.append([f"total {isolated(name)}", *cells])
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    told = ["  ".join(_padded(row, widths)).rstrip() for row in rows]
    return "\n".join([*told, *_remarks(comparison)])


def _padded(row: list[str], widths: list[int]) -> list[str]:
    first, *rest = row
    return [first.ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]  # fmt: skip


def _cells(deal: Scored, labels: tuple[str, ...], name: str) -> list[str]:
    found = []
    for label in labels:
        points = (deal.points(label) or {}).get(name)
        found.append("" if points is None else points_text(points))
    return found


def _remarks(comparison: Comparison) -> list[str]:
    several = comparison.log is not None
    found = [
        f"{row.variant}{f', deal {row.deal}' if several else ''}: {row.note}"
        for row in comparison.notes.itertuples()
    ]
    checks = comparison.checks
    if checks is not None:
        stopped = checks[checks["legal"].eq(False).fillna(False)]
        found += [
            f"{row.variant}, deal {row.deal} could not have been played so: line {row.line}, "
            f"{row.message} ({row.clause})"
            for row in stopped.itertuples()
        ]
    return found


def html_of_comparison(comparison: Comparison) -> str:
    """The points by player and rule set; below, where it would not have been legal, and lines."""
    labels, several = comparison.labels, comparison.log is not None
    stopped = _stopped(comparison)
    rows = []
    for deal in comparison.deals[:MOST_ROWS]:
        if several:
            rows.append(_deal_head(deal, len(labels)))
        for name in deal.names:
            cells = [
                f"{cell}†" if cell and (label, deal.game, deal.deal) in stopped else cell
                for label, cell in zip(labels, _cells(deal, labels, name), strict=True)
            ]
            rows.append(_row(name, cells))
    if len(comparison.deals) > 1 and len({deal.game for deal in comparison.deals}) == 1:
        totals = totals_of(comparison)
        for name in comparison.deals[0].names:
            cells = [points_text(totals[x][name]) if name in totals[x] else "" for x in labels]
            rows.append(_row(f"{name}, total", cells, total=True))
    table = table_html(["", *labels], rows, True, tuple(range(1, len(labels) + 1)))
    parts = [f"<h3>{'The game' if several else 'The deal'} under other rules</h3>", table]
    if stopped:
        parts.append("<p>† The deal could not have been played so under these rules.</p>")
    parts += [
        _folded("How it was read", notes_html(comparison)),
        _folded("Would it have been legal?", legal_html(comparison)),
        _folded("Every line", lines_html(comparison)),
    ]
    return fragment("".join(parts), "Scores under several rule sets")


def _stopped(comparison: Comparison) -> set[tuple[str, int, int]]:
    checks = comparison.checks
    if checks is None:
        return set()
    wrong = checks[checks["legal"].eq(False).fillna(False)]
    return {(str(row.variant), row.game, row.deal) for row in wrong.itertuples()}  # type: ignore[misc]


def _deal_head(deal: Scored, columns: int) -> str:
    why = f': <span class="rl-note">{escaped(deal.why)}</span>' if deal.why else ""
    return f'<tr><th scope="rowgroup" colspan="{columns + 1}">deal {deal.deal}{why}</th></tr>'


def _row(name: str, cells: list[str], total: bool = False) -> str:
    kind = ' class="rl-total"' if total else ""
    numbers = "".join(f"<td{NUMERIC}>{escaped(cell)}</td>" for cell in cells)
    return f'<tr{kind}><th scope="row"><bdi>{escaped(name)}</bdi></th>{numbers}</tr>'


def _folded(summary: str, body: str) -> str:
    return f"<details><summary>{summary}</summary>{body}</details>" if body else ""


def notes_html(comparison: Comparison) -> str:
    """How the positions were read, as a list; empty where there is nothing to say."""
    told = [
        f"<li>{escaped(row.variant)}, deal {row.deal}: {escaped(row.note)}.</li>"
        for row in comparison.notes.head(MOST_ROWS).itertuples()
    ]
    return f"<ul>{''.join(told)}</ul>" if told else ""


def legal_html(comparison: Comparison) -> str:
    """Whether the deals would have been legal, as a table; empty for a position alone."""
    checks = comparison.checks
    if checks is None:
        return ""
    from rummy_lab.compare.tables import checks_table

    return checks_table(checks.head(MOST_ROWS))


def lines_html(comparison: Comparison) -> str:
    """Every line of every score, a table for each rule set."""
    parts = []
    for label, rules in comparison.rules.items():
        rows = [
            f'<tr><td{NUMERIC}>{deal.deal}</td><th scope="row"><bdi>{escaped(line.seat)}</bdi>'
            f"</th><td{NUMERIC}>{points_text(line.points)}</td><td>{escaped(line.message)}</td>"
            f"<td>{cite_html(line.clause, line.standing)}</td></tr>"
            for deal in comparison.deals[:MOST_ROWS]
            for line in (deal.sheets[label].lines if deal.sheets else ())
        ]
        table = table_html(["deal", "player", "points", "why", "says so"], rows, numeric=(0, 2))
        parts.append(f"<h4>{escaped(name_of(rules))}</h4>{table}")
    return "".join(parts)
