"""The score sheet as a table that needs neither kernel nor scripts."""

from __future__ import annotations

from typing import Any

from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import NUMERIC, escaped, fragment, isolated, table_html
from rummy_lab.log import Log
from rummy_lab.log.sheets import coming
from rummy_lab.widgets.sheetrows import sheet_rows, standing, totals_row


def sheet_html(log: Log) -> str:
    """The first game of a log as a score sheet: dealers, points, what was crossed out, notes.

    Raises `ValueError` where nobody knows who plays by which rules.

    >>> import rummy_lab as rl
    >>> log = rl.score_log("rummy", ["Ana", "Bo"], [(36, 0)]).corrected(1, {"Ana": 30})
    >>> "<s>36</s> 30" in sheet_html(log)
    True
    """
    game, rules = log.playable()
    rows = [_row(row) for row in sheet_rows(log, game)]
    totals = "".join(f"<td{NUMERIC}>{escaped(one['text'])}</td>" for one in totals_row(game))
    rows.append(f'<tr class="rl-total"><th scope="row">total</th><td></td>{totals}<td></td></tr>')
    names = list(map(isolated, game.names))
    numeric = tuple(range(2, len(names) + 2))
    table = table_html(["deal", "dealer", *names, "notes"], rows, numeric=numeric)
    said = f"<p>{escaped(standing(game, coming(log)))}</p>"
    return fragment(f"<h3>{escaped(name_of(rules))}</h3>{said}{table}", "Score sheet")


def _row(row: dict[str, Any]) -> str:
    cells = "".join(_cell(cell, row["struck"]) for cell in row["cells"])
    notes = [*(["struck: it does not count"] if row["struck"] else []), row["info"], *row["notes"]]
    notes += [f"not as the rules have it: {said}" for said in row["wrong"]]
    told = "<br>".join(escaped(note) for note in notes if note)
    return (f'<tr><th scope="row">{escaped(row["deal"])}</th><td>{escaped(row["dealer"])}</td>'
            f"{cells}<td>{told}</td></tr>")  # fmt: skip


def _cell(cell: dict[str, Any], struck: bool) -> str:
    old = "".join(f"<s>{escaped(points)}</s> " for points in cell["old"])
    now = f"<s>{escaped(cell['points'])}</s>" if struck else escaped(cell["points"])
    total = "" if struck else f'<br><span class="rl-note">total {escaped(cell["total"])}</span>'
    return f"<td{NUMERIC}>{old}{now}{total}</td>"
