"""The panels under the table: melds of a hand, the score, variants side by side, rules, the log.

A panel makes its widgets once; `show` fills them, and is called only while the panel is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets

from rummy_lab.arrange import best
from rummy_lab.cards import pretty, text_of
from rummy_lab.display.html import html_of_sheet
from rummy_lab.display.markup import NUMERIC, escaped, fragment, isolated, points_text, table_html
from rummy_lab.display.rulecards import html_of_rules
from rummy_lab.melds import melds_of
from rummy_lab.rules import Rules
from rummy_lab.scoring import FinalPosition, Sheet, score
from rummy_lab.variants import variants
from rummy_lab.widgets.base import show
from rummy_lab.widgets.meldlist import MeldList, fan_of
from rummy_lab.widgets.sight import Sight

MOST_MELDS = 80
"""How many melds of a hand are shown."""


class Panel(ipywidgets.VBox):
    """A part of the tool that can be folded away; it starts folded."""

    title = ""

    def __init__(self, *children: ipywidgets.Widget) -> None:
        super().__init__(children)
        self.add_class("rl-panel")
        self.toggle = ipywidgets.ToggleButton(description=self.title, layout={"width": "auto"})
        self.toggle.observe(self._toggled, "value")
        self.opened: Callable[[], None] = lambda: None
        show(self, False)

    @property
    def unfolded(self) -> bool:
        """Whether the panel can be seen."""
        return bool(self.toggle.value)

    def _toggled(self, _: Any) -> None:
        show(self, self.unfolded)
        if self.unfolded:
            self.opened()


def sentence(text: str) -> str:
    """A sentence as the HTML of a panel."""
    return fragment(f'<p class="rl-soft">{escaped(text)}</p>')


class MeldsPanel(Panel):
    """The best arrangement of a hand with its deadwood, and every legal meld in it."""

    title = "Melds in the hand"

    def __init__(self, pick: Callable[[dict[str, Any]], None]) -> None:
        self.list = MeldList(pick)
        super().__init__(self.list)

    def show(self, seen: Sight) -> None:
        """Shows the hand of the viewer, or of the seat that must act where all is open."""
        seat = seen.state.turn if seen.everything else seen.seat
        self.list.put(groups=meld_groups(seen, seat) if seat is not None else [_closed()])


def _closed() -> dict[str, Any]:
    return {"title": "All hands are closed", "note": "Choose a seat in “View” to see its melds.",
            "fans": []}  # fmt: skip


def meld_groups(seen: Sight, seat: int) -> list[dict[str, Any]]:
    """The groups of fans for an open hand.

    >>> import rummy_lab as rl
    >>> d = rl.Deal.from_position(rl.variant("rummy"), hands=["7h 8h 9h 2c", "3d 3s 3h Kc"], turn=0)
    >>> from rummy_lab.widgets.sight import sight
    >>> [(g["title"], g["note"]) for g in meld_groups(sight(d, "all"), 1)][0]
    ('Best arrangement of Player 2', '10 points left: K♣')
    """
    state = seen.state
    hand = tuple(card for card in state.hands[seat] if not card.is_unknown)
    found = best(hand, state.at)
    picks = seat == state.turn and seen.acts
    melds = melds_of(hand, state.at, limit=MOST_MELDS + 1)
    left = f"{found.points} points left"
    rest = f": {pretty(found.deadwood)}" if found.deadwood else ""
    rest = rest or (": every card is in a meld" if hand else ": no card is left")
    fans = [fan_of(meld.placed, meld.kind, picks) for meld in found.melds]
    if found.deadwood:
        fans.append(fan_of(found.deadwood, "left over", False))
    more = len(melds) > MOST_MELDS
    count = f"the first {MOST_MELDS}" if more else str(len(melds))
    note = "Press one to select its cards." if picks and melds else ""
    name = isolated(state.names[seat])
    return [
        {"title": f"Best arrangement of {name}", "note": left + rest, "fans": fans},
        {"title": f"Melds in the hand of {name}: {count}", "note": note,
         "fans": [fan_of(meld.placed, meld.kind, picks) for meld in melds[:MOST_MELDS]]},
    ]  # fmt: skip


class ScorePanel(Panel):
    """The score of a deal line by line, and the totals of the game."""

    title = "Score"

    def __init__(self) -> None:
        self.page = ipywidgets.HTML()
        super().__init__(self.page)

    def show(self, sheet: Sheet | None, totals: Mapping[str, Any] | None, end: str) -> None:
        """Shows the sheet of a deal that is over; `end` says how the game stands."""
        parts = [html_of_sheet(sheet)] if sheet is not None else [
            sentence("The score is shown here when the deal is over.")]  # fmt: skip
        if totals is not None:
            parts.append(fragment(_totals(totals, end)))
        self.page.value = "".join(parts)


def _totals(totals: Mapping[str, Any], end: str) -> str:
    rows = [f'<tr><th scope="row">{escaped(isolated(name))}</th>'
            f"<td{NUMERIC}>{points_text(points)}</td></tr>"
            for name, points in totals.items()]  # fmt: skip
    said = f"<p><b>{escaped(end)}</b></p>" if end else ""
    head = ["Totals of the game", "points"]
    return said + table_html(head, rows, fit=True, numeric=(1,))


class ComparePanel(Panel):
    """The same final position scored under every variant, side by side."""

    title = "Compare variants"

    def __init__(self) -> None:
        self.page = ipywidgets.HTML()
        super().__init__(self.page)

    def show(self, position: FinalPosition | None, rules: Rules) -> None:
        """Shows the scores of a final position; None while the deal goes on."""
        if position is None:
            self.page.value = sentence("When the deal is over, its final position is scored here "
                                       "under every variant.")  # fmt: skip
        else:
            self.page.value = comparison(position, rules)


def comparison(position: FinalPosition, rules: Rules) -> str:
    """A final position under all shipped variants, and under the own rules where they differ."""
    columns = {r.title: r for r in variants().values()}
    if rules not in columns.values():
        columns[f"{rules.title}, as played"] = rules
    sheets = {title: score(position, r) for title, r in columns.items()}
    rows = []
    for name in position.hands:
        points = "".join(f"<td{NUMERIC}>{points_text(sheet.totals[name])}</td>"
                         for sheet in sheets.values())  # fmt: skip
        rows.append(f'<tr><th scope="row">{escaped(isolated(name))}</th>{points}</tr>')
    table = table_html(["Points for this deal", *sheets], rows, fit=True,
                       numeric=tuple(range(1, len(sheets) + 1)))  # fmt: skip
    details = "".join(map(_details, sheets, sheets.values()))
    hands = "; ".join(f"{isolated(name)}: {text_of(held) or 'no card'}"
                      for name, held in position.left.items())  # fmt: skip
    said = f'<p class="rl-soft">Cards left: {escaped(hands)}</p>'
    return fragment(table + said) + f'<div class="rl-d rl-plain">{details}</div>'


def _details(title: str, sheet: Sheet) -> str:
    summary = f"<summary>{escaped(title)}, line by line</summary>"
    return f"<details>{summary}{html_of_sheet(sheet)}</details>"


class RulesPanel(Panel):
    """The rule card of the rule set being played."""

    title = "Rules"

    def __init__(self) -> None:
        self.page = ipywidgets.HTML()
        self.shown: Rules | None = None
        super().__init__(self.page)

    def show(self, rules: Rules) -> None:
        """Shows the rule card."""
        if rules != self.shown:
            self.shown, self.page.value = rules, html_of_rules(rules)
