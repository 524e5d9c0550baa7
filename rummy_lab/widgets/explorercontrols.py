"""The ordinary controls of the meld explorer, and the frame in which they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from rummy_lab.display.facts import name_of
from rummy_lab.display.grids import by_deal
from rummy_lab.rules import At, Rules
from rummy_lab.variants import variants
from rummy_lab.widgets.base import button, row, show
from rummy_lab.widgets.hands import SORTS
from rummy_lab.widgets.looks import Looks
from rummy_lab.widgets.meldgroups import GROUPINGS, MOST_CARDS
from rummy_lab.widgets.panels import Panel
from rummy_lab.widgets.wishes import wishes_under

OWN = "own"
"""The value of the entry for rules that are no shipped variant as it is."""
ANY_NUMBER = 0
"""The value of the entry for the largest table, whatever their number."""
MOST_DEALS = 20
"""How many deals are offered where the rules name no number; one asked for beyond is added."""


class ExplorerControls(Looks):
    """All controls; they are made once, whatever hand is looked at.

    `random` is called to make a hand, `turn` with -1 or 1 for another arrangement.
    """

    def __init__(self, random: Callable[[], None], turn: Callable[[int], None]) -> None:
        super().__init__()
        self.rules = ipywidgets.Dropdown(description="Rules", layout={"width": "230px"})
        self.players = ipywidgets.Dropdown(description="Players", layout={"width": "150px"})
        self.deal = ipywidgets.Dropdown(description="Deal", layout={"width": "110px"})
        sorts = [(said, sort) for said, sort in SORTS if sort != "own"]
        self.sort = ipywidgets.Dropdown(
            options=sorts, description="Sorted", layout={"width": "150px"}
        )
        self.entry = ipywidgets.Text(
            description="Hand", placeholder="type it: 7h 8h 9h JK", layout={"width": "330px"}
        )
        self.wish = ipywidgets.Dropdown(description="Random hand", layout={"width": "380px"})
        self.count = ipywidgets.BoundedIntText(
            10, min=1, max=MOST_CARDS, description="Cards", layout={"width": "110px"}
        )
        self.make = button("Deal it", random, "Deal a random hand of this kind; again for another")
        self.grouping = ipywidgets.Dropdown(
            options=list(GROUPINGS), description="Grouped", layout={"width": "170px"}
        )
        self.only = ipywidgets.Checkbox(
            description="only those with the selected cards", indent=False,
            layout={"width": "auto"},
        )  # fmt: skip
        self.before = button("Previous", lambda: turn(-1), "The arrangement before")
        self.after = button("Next", lambda: turn(1), "Another arrangement of the hand")

    def stage(
        self,
        board: ipywidgets.Widget,
        pack: ipywidgets.Widget,
        arranged: ipywidgets.Widget,
        melds: ipywidgets.Widget,
        panels: tuple[Panel, ...],
    ) -> tuple[ipywidgets.Widget, ...]:
        """The frame: settings, the hand beside the pack, melds beside arrangement, panels."""
        settings = row(self.rules, self.players, self.deal, self.sort, *self.looks)
        hand = ipywidgets.VBox((board, row(self.entry), row(self.wish, self.count, self.make)))
        best = ipywidgets.VBox((row(self.before, self.after), arranged))
        found = ipywidgets.VBox((row(self.grouping, self.only), melds))
        main = ipywidgets.Box((hand, ipywidgets.VBox((pack,)), best, found))
        bar = row(*(panel.toggle for panel in panels))
        settings.add_class("rl-line-below")
        main.add_class("rl-explorer")
        bar.add_class("rl-line-above")
        return settings, main, bar, *panels

    def offer(self, rules: Rules, at: At, players: int | None) -> None:
        """Offers what there is to choose under rules, and shows what is chosen."""
        choices = [(one.title, name) for name, one in variants().items()]
        shipped = variants().get(rules.id)
        if rules != shipped:
            choices.append((name_of(rules), OWN))
        _set(self.rules, choices, rules.id if rules == shipped else OWN)
        least, most = rules["players"]
        numbers = [(str(n), n) for n in range(least, most + 1)]
        _set(self.players, [(f"up to {most}", ANY_NUMBER), *numbers], players or ANY_NUMBER)
        differs = by_deal(rules) is not None
        deals = rules["deals"] or MOST_DEALS
        numbers = dict.fromkeys([*range(1, deals + 1), at.deal])
        _set(self.deal, [(str(n), n) for n in numbers], at.deal)
        show(self.deal, differs)
        wishes = [(wish.title, name) for name, wish in wishes_under(at).items()]
        kept = self.wish.value if self.wish.value in dict(wishes).values() else wishes[0][1]
        _set(self.wish, wishes, kept)


def _set(widget: ipywidgets.Dropdown, options: list[tuple[str, Any]], value: Any) -> None:
    """Sets the options of a list only where they differ, and its value."""
    if list(widget.options) != options:
        widget.options = options
    widget.value = value
