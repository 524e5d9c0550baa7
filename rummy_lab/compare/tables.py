"""The table of a cross-check, as pandas holds it and as a notebook shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd


class CheckFrame(pd.DataFrame):
    """A `DataFrame` of `cross_check`; a notebook shows its sentences in full."""

    @property
    def _constructor(self) -> Callable[..., pd.DataFrame]:
        return CheckFrame

    def _repr_html_(self) -> str:  # type: ignore[override]
        wanted = {"variant", "game", "deal", "legal", "line", "turn", "player", "action", "clause",
                  "standing", "message", "differences", "notes"}  # fmt: skip
        if not wanted <= set(self.columns):
            return super()._repr_html_()  # type: ignore[misc]
        return html_of_checks(self)


def html_of_checks(frame: pd.DataFrame) -> str:
    """A cross-check as HTML: what is legal where, and for the rest the line, action and clause."""
    from rummy_lab.display.markup import fragment

    return fragment(checks_table(frame), "Would it have been legal?")


def checks_table(frame: pd.DataFrame) -> str:
    """The table of a cross-check, without its style."""
    from rummy_lab.compare.shown import several_games
    from rummy_lab.display.markup import table_html

    several = several_games(frame["game"])
    rows = [_check_row(row, several) for row in frame.to_dict("records")]
    head = ["rules", *["game"] * several, "deal", "legal", "where it stops", "why",
            "the table, and notes"]  # fmt: skip
    return table_html(head, rows, numeric=(1, 1 + several))


def _check_row(row: Mapping[Any, Any], several: bool) -> str:
    from rummy_lab.compare.shown import number_cells
    from rummy_lab.display.markup import cite_html, escaped

    legal = row["legal"]
    verdict = "?" if pd.isna(legal) else "yes" if legal else "no"
    where = ""
    if not pd.isna(row["line"]):
        turn = "" if pd.isna(row["turn"]) else f", turn {row['turn']}"
        who = "" if pd.isna(row["player"]) else f"<br/><bdi>{escaped(row['player'])}</bdi>: "
        did = "" if pd.isna(row["action"]) else escaped(row["action"])
        where = f"line {row['line']}{turn}{who}{did}"
    why = "" if pd.isna(row["message"]) else f"{escaped(row['message'])}."
    if not pd.isna(row["clause"]):
        why += f"<br/>{cite_html(str(row['clause']), str(row['standing']))}"
    said = [escaped(row[name]) for name in ("differences", "notes") if not pd.isna(row[name])]
    return (
        f'<tr><th scope="row">{escaped(row["variant"])}</th>'
        f"{number_cells(row['game'], row['deal'], several)}"
        f"<td>{verdict}</td><td>{where}</td><td>{why}</td>"
        f'<td class="rl-note">{".<br/>".join(said)}{"." if said else ""}</td></tr>'
    )
