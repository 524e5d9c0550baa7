"""The panel that changes a rule and shows which melds of the hand come and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from rummy_lab.arrange import best_points
from rummy_lab.cards import Card
from rummy_lab.display.facts import name_of
from rummy_lab.display.rulecards import html_of_difference
from rummy_lab.display.saying import counted
from rummy_lab.rules import At, Rules
from rummy_lab.widgets.base import button, plainly, row
from rummy_lab.widgets.meldgroups import can_be_arranged, plain_group
from rummy_lab.widgets.meldlist import MeldList
from rummy_lab.widgets.nearby import Step, change_of, steps, telling_difference, typed_step
from rummy_lab.widgets.panels import Panel, sentence

MOST_SHOWN = 60
"""How many melds that come or go are drawn."""


class NearbyPanel(Panel):
    """Rules one step away: a list of them, and what the chosen one does to the melds of the hand.

    `pick` is called where a meld is pressed, `use` with the rules that shall be used from now on.
    """

    title = "If a rule changes"

    def __init__(
        self, pick: Callable[[dict[str, Any]], None], use: Callable[[Rules], None]
    ) -> None:
        self.list = ipywidgets.Select(description="Change", rows=9, layout={"width": "auto"})
        self.typed = ipywidgets.Text(
            placeholder="or type it: run_size = 4", description="Option",
            layout={"width": "330px"},
        )  # fmt: skip
        self.melds = MeldList(pick)
        self.page = ipywidgets.HTML()
        self.note = ipywidgets.HTML()
        self.hand: tuple[Card, ...] = ()
        self.at: At | None = None
        self.step: Step | None = None
        self._steps: list[Step] = []
        self._use = use
        super().__init__(
            self.list,
            row(
                self.typed,
                button("Which of these matter for this hand?", self._weigh,
                       "Says of each which melds come and go"),
                button("Use these rules", self._adopt, "Look at the hand under the chosen rules"),
            ),
            self.note,
            self.melds,
            self.page,
        )  # fmt: skip
        self.list.add_class("rl-pad")
        self.list.observe(self._chosen, "value")
        self.typed.on_msg(self._entered)

    def show(self, hand: tuple[Card, ...], at: At) -> None:
        """Shows the steps from the rules, and what the chosen one does to a hand."""
        other = self.at is None or self.at.rules != at.rules
        if not other and self.at == at and self.hand == hand:
            return
        self.hand, self.at = hand, at
        if other:
            self._steps, self.step = steps(at.rules), None
        self._label([""] * len(self._steps))
        self._fill()

    def tell(self, sentence_: str) -> None:
        """Says a sentence under the list."""
        self.note.value = sentence(sentence_) if sentence_ else ""

    def _label(self, notes: list[str]) -> None:
        """Labels the steps, with what each does to the hand where that is known."""
        chosen = self.list.value
        both = zip(self._steps, notes, strict=True)
        self.list.options = [
            (f"{step.title}{f' · {note}' if note else ''}", n)
            for n, (step, note) in enumerate(both)
        ]
        kept = self.step is not None and isinstance(chosen, int) and chosen < len(self._steps)
        self.list.value = chosen if kept else None

    @plainly
    def _weigh(self) -> None:
        notes = []
        for step in self._steps:
            try:
                notes.append(str(change_of(self.hand, self._here, self._there(step))))
            except ValueError as error:
                notes.append(str(error))
        self._label(notes)

    @property
    def _here(self) -> At:
        assert self.at is not None
        return self.at

    def _there(self, step: Step) -> At:
        """A step's rules at the same table and deal, as far as they have them."""
        rules = step.rules
        least, most = rules["players"]
        players = min(max(self._here.players, least), most)
        return rules.at(players, self._here.deal)

    def _chosen(self, change: Any) -> None:
        n = change["new"]
        if isinstance(n, int) and 0 <= n < len(self._steps) and self._steps[n] != self.step:
            self.step = self._steps[n]
            self._fill()

    @plainly
    def _entered(self, _: Any, content: Any, __: Any) -> None:
        if content.get("event") != "submit" or not self.typed.value.strip():
            return
        step = typed_step(self._here.rules, self.typed.value)
        self.list.value = None
        self.step = step
        self._fill()

    @plainly
    def _adopt(self) -> None:
        if self.step is None:
            raise ValueError("choose a change in the list first")
        self._use(self.step.rules)

    def _fill(self) -> None:
        """Shows the melds that come and go under the chosen step."""
        self.tell("")
        self.melds.put(groups=[])
        self.page.value = ""
        if self.step is not None:
            self._tell_of(self.step)

    @plainly
    def _tell_of(self, step: Step) -> None:
        here = self._here
        there = self._there(step)
        self.page.value = html_of_difference(telling_difference(here.rules, there.rules))
        change = change_of(self.hand, here, there)
        groups = [
            plain_group(f"{title}: {len(melds)}", melds[:MOST_SHOWN])
            for title, melds in (("Come", change.come), ("Go", change.go))
            if melds
        ]
        self.melds.put(groups=groups)
        named = name_of(there.rules)
        said = f"Melds under {named}: {change}."
        if can_be_arranged(self.hand, here) and can_be_arranged(self.hand, there):
            before, after = (best_points(self.hand, at) for at in (here, there))
            instead = "as now" if before == after else f"now {before}"
            said += f" The best arrangement leaves {counted(after, 'point')}, {instead}."
        self.tell(said)
