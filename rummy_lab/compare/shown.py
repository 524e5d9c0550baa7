"""Comparisons as text and HTML."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

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
from rummy_lab.reasons import with_note
from rummy_lab.scoring import Points, whole

if TYPE_CHECKING:
    from rummy_lab.compare.scores import Comparison, Scored

MOST_ROWS = 400
"""How many deals, notes and verdicts a page shows."""


def totals_of(comparison: Comparison) -> dict[str, dict[str, Points]]:
    """The exact sums of all deals that are scored, by rule set and player."""
    sums: dict[str, dict[str, Points]] = {label: {} for label in comparison.rules}
    for deal in comparison.deals:
        for label, row in sums.items():
            for name, points in (deal.points(label) or {}).items():
                row[name] = whole(row.get(name, 0) + points)
    return sums


def several_games(games: Iterable[int]) -> bool:
    """Whether a page must say which game a deal is of."""
    return len(set(games)) > 1


def deal_said(game: int, deal: int, several: bool) -> str:
    """Which deal it is.

    >>> deal_said(2, 5, True), deal_said(2, 5, False)
    ('game 2, deal 5', 'deal 5')
    """
    return f"game {game}, deal {deal}" if several else f"deal {deal}"


def _said(row: Any, several: bool) -> str:
    return deal_said(row.game, row.deal, several)


def number_cells(game: int, deal: int, several: bool) -> str:
    """The same as cells of a table."""
    return "".join(f"<td{NUMERIC}>{n}</td>" for n in ([game] * several + [deal]))


def _several(comparison: Comparison) -> bool:
    return several_games(deal.game for deal in comparison.deals)


def text_of_comparison(comparison: Comparison) -> str:
    """The points in columns, then the notes and where a deal would not have been legal."""
    labels, totals, several = comparison.labels, totals_of(comparison), _several(comparison)
    rows = [["", *labels]]
    for deal in comparison.deals:
        for name in deal.names:
            number = deal_said(deal.game, deal.deal, several)
            head = name if comparison.log is None else f"{number} {name}"
            rows.append([isolated(head), *_cells(deal, labels, name)])
    if len(comparison.deals) > 1 and not several:
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
    several = _several(comparison)

    def where(row: Any) -> str:
        return row.variant + f", {_said(row, several)}" * (comparison.log is not None)

    found = [f"{where(row)}: {row.note}" for row in comparison.notes.itertuples()]
    checks = comparison.checks
    if checks is not None:
        stopped = checks[checks["legal"].eq(False).fillna(False)]
        found += [
            f"{where(row)} could not have been played so: line {row.line}, {row.message} "
            f"({row.clause})"
            for row in stopped.itertuples()
        ]
    return found


def html_of_comparison(comparison: Comparison) -> str:
    """The points by player and rule set; below, where it would not have been legal, and lines."""
    labels, several, logged = comparison.labels, _several(comparison), comparison.log is not None
    stopped = _stopped(comparison)
    rows = []
    for deal in comparison.deals[:MOST_ROWS]:
        if logged:
            rows.append(_deal_head(deal, several, len(labels)))
        for name in deal.names:
            cells = [
                f"{cell}†" if cell and (label, deal.game, deal.deal) in stopped else cell
                for label, cell in zip(labels, _cells(deal, labels, name), strict=True)
            ]
            rows.append(_row(name, cells))
    if len(comparison.deals) > 1 and not several:
        totals = totals_of(comparison)
        for name in comparison.deals[0].names:
            cells = [points_text(totals[x][name]) if name in totals[x] else "" for x in labels]
            rows.append(_row(f"{name}, total", cells, total=True))
    table = table_html(["", *labels], rows, True, tuple(range(1, len(labels) + 1)))
    table += _more(len(comparison.deals), "deals", "frame")
    parts = [f"<h3>{'The game' if logged else 'The deal'} under other rules</h3>", table]
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


def _deal_head(deal: Scored, several: bool, columns: int) -> str:
    number = deal_said(deal.game, deal.deal, several)
    why = f': <span class="rl-note">{escaped(deal.why)}</span>' if deal.why else ""
    return f'<tr><th scope="rowgroup" colspan="{columns + 1}">{number}{why}</th></tr>'


def _row(name: str, cells: list[str], total: bool = False) -> str:
    kind = ' class="rl-total"' if total else ""
    numbers = "".join(f"<td{NUMERIC}>{escaped(cell)}</td>" for cell in cells)
    return f'<tr{kind}><th scope="row"><bdi>{escaped(name)}</bdi></th>{numbers}</tr>'


def _more(count: int, what: str, where: str) -> str:
    """What a page leaves out, and where all of it is."""
    if count <= MOST_ROWS:
        return ""
    return (
        f'<p class="rl-note">{count - MOST_ROWS:,} more {what} stand in <code>{where}</code>.</p>'
    )


def _folded(summary: str, body: str) -> str:
    return f"<details><summary>{summary}</summary>{body}</details>" if body else ""


def notes_html(comparison: Comparison) -> str:
    """How the positions were read, as a list; empty where there is nothing to say."""
    notes, several = comparison.notes, _several(comparison)
    told = [
        f"<li>{escaped(row.variant)}, {_said(row, several)}: {escaped(row.note)}.</li>"
        for row in notes.head(MOST_ROWS).itertuples()
    ]
    return f"<ul>{''.join(told)}</ul>{_more(len(notes), 'notes', 'notes')}" if told else ""


def legal_html(comparison: Comparison) -> str:
    """Whether the deals would have been legal, as a table; empty for a position alone."""
    checks = comparison.checks
    if checks is None:
        return ""
    from rummy_lab.compare.tables import checks_table

    return checks_table(checks.head(MOST_ROWS)) + _more(len(checks), "verdicts", "checks")


def lines_html(comparison: Comparison) -> str:
    """Every line of every score, a table for each rule set."""
    parts, several = [], _several(comparison)
    head = [*["game"] * several, "deal", "player", "points", "why", "says so"]
    for label, rules in comparison.rules.items():
        rows = [
            f"<tr>{number_cells(deal.game, deal.deal, several)}"
            f'<th scope="row"><bdi>{escaped(line.seat)}</bdi></th>'
            f"<td{NUMERIC}>{points_text(line.points)}</td><td>{escaped(line.message)}</td>"
            f"<td>{cite_html(line.clause, line.standing, with_note('', line.note))}</td></tr>"
            for deal in comparison.deals[:MOST_ROWS]
            for line in (deal.sheets[label].lines if deal.sheets else ())
        ]
        table = table_html(head, rows, numeric=(0, several, 2 + several))
        parts.append(f"<h4>{escaped(name_of(rules))}</h4>{table}")
    return "".join(parts) + _more(len(comparison.deals), "deals", "lines")
