"""What a comparison shows on a page: rows of points, the lines behind a number, what was legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rummy_lab.compare import Comparison
from rummy_lab.compare.labels import title_of
from rummy_lab.compare.shown import totals_of
from rummy_lab.display.charts import Series
from rummy_lab.display.markup import NUMERIC, escaped, isolated, points_text, table_html
from rummy_lab.display.saying import counted
from rummy_lab.game import leaders
from rummy_lab.scoring import Points, ScoreLine
from rummy_lab.widgets.choices import cited

MOST_CHARTED, MOST_CHECKED, MOST_NOTED, MOST_LINES = 16, 3, 12, 30
"""How many rule sets are drawn, how many deals are checked unasked, and whose notes and how many
lines are said."""


def names_of(comparison: Comparison) -> list[str]:
    """The players of all deals."""
    return list(dict.fromkeys(name for deal in comparison.deals for name in deal.names))


def lines_of(comparison: Comparison, label: str, name: str | None = None) -> Iterator[ScoreLine]:
    """The lines of a rule set, for one player or for all."""
    for deal in comparison.deals:
        for line in deal.sheets[label].lines if deal.sheets else ():
            if name is None or line.seat == name:
                yield line


class Group(NamedTuple):
    """Rule sets that give a player the same points, and the lines behind them."""

    points: Points
    labels: tuple[str, ...]
    lines: tuple[ScoreLine, ...]


def groups_of(comparison: Comparison, name: str) -> list[Group]:
    """The points of a player, each with the rule sets that give so many; the commonest first.

    >>> import rummy_lab as rl
    >>> position = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo")
    >>> found = groups_of(rl.compare(position, ["remi", "shanghai", "rummy"]), "Ana")
    >>> [(group.points, group.labels) for group in found]
    [(0, ('remi', 'rummy')), (35, ('shanghai',))]
    """
    totals = totals_of(comparison)
    by_points: dict[Points, list[str]] = {}
    for label in comparison.labels:
        if name in totals[label]:
            by_points.setdefault(totals[label][name], []).append(label)
    groups = [
        Group(points, tuple(labels),
              tuple(line for label in labels for line in lines_of(comparison, label, name)))
        for points, labels in by_points.items()
    ]  # fmt: skip
    return sorted(groups, key=lambda group: -len(group.labels))


def table_of(comparison: Comparison, note: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The table as the page draws it; `note` says what it is that is scored.

    `said` has a remark for each rule set, on whether it would have been legal; or none.
    """
    names, totals = names_of(comparison), totals_of(comparison)
    rows = []
    for label, rules in comparison.rules.items():
        points = totals[label]
        ahead = leaders(rules, points) if points else ()
        cells = [
            {"text": points_text(points[name]) if name in points else "",
             "leads": name in ahead and len(ahead) < len(points)}
            for name in names
        ]  # fmt: skip
        remark = said.get(label, "")
        kind = "no" if remark.startswith("not legal") else ""
        rows.append({"label": label, "title": title_of(label, rules), "cells": cells,
                     "remark": remark, "kind": kind})  # fmt: skip
    return {
        "title": f"Points under {counted(len(rows), 'rule set')}",
        "note": note,
        "players": list(map(isolated, names)),
        "rows": rows,
        "last": "as it was played" if said else "",
    }


def table_as_html(table: dict[str, Any]) -> str:
    """The table that the page draws, without scripts."""
    rows = []
    for line in table["rows"]:
        cells = [f"<td{NUMERIC}>{'★ ' * one['leads']}{escaped(one['text'])}</td>"
                 for one in line["cells"]]  # fmt: skip
        if table["last"]:
            cells.append(f"<td>{escaped(line['remark'])}</td>")
        rows.append(f'<tr><th scope="row">{escaped(line["title"])}</th>{"".join(cells)}</tr>')
    head = ["", *table["players"], *([table["last"]] if table["last"] else [])]
    return table_html(head, rows, True, tuple(range(1, len(table["players"]) + 1)))


def bars_of(comparison: Comparison) -> tuple[str, list[str], list[Series]]:
    """The points as bars: a title, the rule sets, and what each player gets."""
    totals = totals_of(comparison)
    labels = comparison.labels[:MOST_CHARTED]
    few = len(labels) < len(comparison.labels)
    title = "Points by rule set and player"
    series = [Series(name, tuple(totals[label].get(name) for label in labels))
              for name in names_of(comparison)]  # fmt: skip
    return (
        f"{title}: the first {len(labels)} rule sets" if few else title,
        [title_of(label, comparison.rules[label]) for label in labels],
        series,
    )


def not_scored(comparison: Comparison) -> str:
    """Which deals are not scored, and why; empty where all are."""
    bare = [deal for deal in comparison.deals if deal.why]
    if not bare:
        return ""
    which = ", ".join(str(deal.deal) for deal in bare[:5])
    more = f" and {len(bare) - 5} more" if len(bare) > 5 else ""
    return f"Not scored: deal {which}{more}: {bare[0].why}."


def lines_said(comparison: Comparison, label: str, name: str | None) -> dict[str, Any]:
    """The lines behind the points of a player (of all: None) under a rule set, as a message.

    >>> import rummy_lab as rl
    >>> position = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo")
    >>> said = lines_said(rl.compare(position, ["remi"]), "remi", "Bo")
    >>> said["head"], said["reasons"][0]["clause"]
    ('Remi, Bo: 18 points.', 'remi-15')
    """
    rules = comparison.rules[label]
    lines = list(lines_of(comparison, label, name))
    title = title_of(label, rules)
    if name is None:
        head = f"{title}: {counted(len(lines), 'line')}."
    else:
        points = totals_of(comparison)[label].get(name)
        said = "not scored" if points is None else f"{points_text(points)} points"
        head = f"{title}, {isolated(name)}: {said}."
        if points is not None and not lines:
            head += " There is no line: nothing is charged."
    reasons = [
        {**one, "text": f"{isolated(line.seat)}, {points_text(line.points)}: {one['text']}"}
        for line, one in zip(lines, cited(lines[:MOST_LINES], rules), strict=False)
    ]
    more = [f"{note}." for deal in comparison.deals[:MOST_NOTED] if deal.sheets
            for note in deal.sheets[label].notes]  # fmt: skip
    if len(lines) > MOST_LINES:
        more.insert(0, f"{len(lines) - MOST_LINES} more lines stand under “Every line”.")
    return {"kind": "info", "head": head, "reasons": reasons, "more": " ".join(more)}


# --- would it have been legal ---------------------------------------------------------------------


def is_checked(comparison: Comparison) -> bool:
    """Whether it is said unasked whether the play is legal: not for a position or many deals."""
    return comparison.log is not None and len(comparison.deals) <= MOST_CHECKED


def remarks(comparison: Comparison) -> dict[str, str]:
    """Whether what was played is legal, by rule set."""
    return {label: _remark(_checks_of(comparison, label)) for label in comparison.labels}


def legal_said(comparison: Comparison, label: str) -> dict[str, Any]:
    """Where what was played stops being legal under a rule set, and why, as a message."""
    rules, rows = comparison.rules[label], _checks_of(comparison, label)
    reasons = [
        {"text": f"Deal {row['deal']}, {_place(row)}: {row['message']}.",
         "clause": str(row["clause"]), "standing": str(row["standing"]), "words": ""}
        for row in rows if row["stops"] and row["clause"]
    ]  # fmt: skip
    more = [f"{row[name][0].upper()}{row[name][1:]}."
            for row in rows for name in ("differences", "notes") if row[name]]  # fmt: skip
    head = f"{title_of(label, rules)}: {_remark(rows)}."
    return {"kind": "info", "head": head, "reasons": reasons, "more": " ".join(dict.fromkeys(more))}


def _checks_of(comparison: Comparison, label: str) -> list[dict[str, Any]]:
    """The cross-check of a rule set, deal by deal; what is missing is None."""
    checks = comparison.checks
    if checks is None:
        return []
    rows = checks[checks["variant"] == label].astype(object)
    found: Any = rows.where(rows.notna(), None).to_dict("records")
    return [{**row, "stops": row["legal"] is not None and not row["legal"]} for row in found]


def _remark(rows: list[dict[str, Any]]) -> str:
    wrong = [row for row in rows if row["stops"]]
    if len(rows) == 1 and wrong:
        return f"not legal: {_place(wrong[0])}"
    if wrong:
        return f"not legal in {len(wrong)} of {len(rows)} deals"
    return "not known" if any(row["legal"] is None for row in rows) else "legal"


def _place(row: dict[str, Any]) -> str:
    turn = f", turn {row['turn']}" if row["turn"] is not None else ""
    return f"line {row['line']}{turn}" if row["line"] is not None else "from the start"
