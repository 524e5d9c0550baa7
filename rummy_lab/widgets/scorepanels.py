"""The panels of the score comparison: what differs, how it was read, every line, what is legal."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from rummy_lab.compare import Comparison
from rummy_lab.compare.labels import title_of
from rummy_lab.compare.shown import legal_html, lines_html, notes_html
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
from rummy_lab.widgets.panels import Panel, sentence
from rummy_lab.widgets.scorerows import Group, groups_of, names_of

MOST_CLAUSES = 6
"""How many clauses are named beside a number."""


class PagePanel(Panel):
    """A panel with one page of text, made from a comparison only while it is open."""

    def __init__(self, title: str, written: Callable[[Comparison], str], none: str) -> None:
        self.title = title
        self.page = ipywidgets.HTML()
        self._written, self._none = written, none
        self._shown: Comparison | None = None
        super().__init__(self.page)

    def show(self, comparison: Comparison) -> None:
        """Shows what is to say of a comparison."""
        if comparison is not self._shown:
            self._shown = comparison
            body = self._written(comparison)
            self.page.value = fragment(body) if body else sentence(self._none)


def pages() -> tuple[PagePanel, ...]:
    """The panels, in their order."""
    return (
        PagePanel("What differs", differing_html,
                  "All rule sets give every player the same points."),
        PagePanel("How it was read", notes_html, "There is nothing to say: it fits all the rules."),
        PagePanel("Every line", lines_html, "There is no line: nobody is charged anything."),
        PagePanel("Would it have been legal?", legal_html,
                  "Only what was played can be legal or not: load a log, or give one."),
    )  # fmt: skip


def differing_html(comparison: Comparison) -> str:
    """Whose points differ, under which rule sets, and by which clauses; empty where none do."""
    rows = []
    for name in names_of(comparison):
        groups = groups_of(comparison, name)
        if len(groups) < 2:
            continue
        who = f'<th scope="rowgroup" rowspan="{len(groups)}">{escaped(isolated(name))}</th>'
        for place, group in enumerate(groups):
            titles = "; ".join(title_of(one, comparison.rules[one]) for one in group.labels)
            rows.append(
                f"<tr>{who if not place else ''}<td{NUMERIC}>{points_text(group.points)}</td>"
                f"<td>{escaped(titles)}</td><td>{_cites(group)}</td></tr>"
            )
    return table_html(["player", "points", "under", "by"], rows, numeric=(1,)) if rows else ""


def _cites(group: Group) -> str:
    lines = ((line.clause, line.standing, with_note("", line.note)) for line in group.lines)
    cited = list(dict.fromkeys(lines))
    more = f" and {len(cited) - MOST_CLAUSES} more" if len(cited) > MOST_CLAUSES else ""
    told = " ".join(cite_html(*one) for one in cited[:MOST_CLAUSES])
    return told + more or "no line: nothing is charged"
