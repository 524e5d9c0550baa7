"""Which rule sets are looked at: the shipped ones as buttons, others typed or from a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets

from rummy_lab.compare.labels import every_name, labelled, rules_of_text, title_of
from rummy_lab.display.markup import escaped, fragment
from rummy_lab.rules import Rules
from rummy_lab.variants import variants
from rummy_lab.widgets.base import button, plainly, row
from rummy_lab.widgets.chips import RuleChips

MOST_CHOSEN = 60
"""How many rule sets are looked at side by side."""


class RulePicker(ipywidgets.VBox):
    """The rule sets chosen, by their labels; `changed` is called when somebody chooses others.

    Of those shown, at least `least` stay chosen.
    """

    def __init__(self, changed: Callable[[dict[str, Rules]], None], least: int = 1) -> None:
        self._changed, self._least = changed, least
        self.offered: dict[str, Rules] = dict(variants())
        self.chosen: dict[str, Rules] = {}
        self.chips = RuleChips(self._on_chips)
        self.typed = ipywidgets.Combobox(
            options=every_name(), placeholder='like rummy ace="high", house.toml',
            description="Other rules", ensure_option=False, layout={"width": "390px"},
        )  # fmt: skip
        self.note = ipywidgets.HTML()
        super().__init__((
            self.chips,
            row(
                self.typed,
                button("Add", self._add, "Add the rules in the field"),
                button("All variants", self._all, "Look at every shipped variant"),
                button("One step away", self._options,
                       "Add each documented option of the rules that are chosen"),
            ),
            self.note,
        ))  # fmt: skip
        self.typed.on_msg(self._entered)

    def show(self, chosen: Mapping[str, Rules]) -> None:
        """Shows which rule sets are chosen; those that are new stay on offer."""
        self.chosen = dict(chosen)
        kept = {label: one for label, one in self.offered.items()
                if label in chosen or label in variants()}  # fmt: skip
        self.offered = kept | self.chosen
        chips = [{"label": label, "title": title_of(label, rules), "on": label in chosen}
                 for label, rules in self.offered.items()]  # fmt: skip
        self.chips.put(chips=chips)

    def tell(self, sentence: str) -> None:
        """Says a sentence under the field."""
        self.note.value = fragment(f"<p>{escaped(sentence)}</p>") if sentence else ""

    @plainly
    def _choose(self, wanted: Mapping[str, Rules]) -> None:
        """Looks at rule sets, in the order they are offered in."""
        if len(wanted) > MOST_CHOSEN:
            raise ValueError(f"{len(wanted)} rule sets are too many: {MOST_CHOSEN} at most")
        if len(wanted) < self._least:
            raise ValueError("one rule set at least is looked at: choose another one first")
        self.tell("")
        offered = {**self.offered, **wanted}
        self._changed({label: rules for label, rules in offered.items() if label in wanted})

    @plainly
    def _on_chips(self, said: dict[str, Any]) -> None:
        label = said.get("label")
        if label not in self.offered:
            return
        if label in self.chosen:
            self._choose({name: one for name, one in self.chosen.items() if name != label})
        else:
            self._choose({**self.chosen, label: self.offered[label]})

    def _entered(self, _: Any, content: Any, __: Any) -> None:
        if content.get("event") == "submit":
            self._add()

    @plainly
    def _add(self) -> None:
        rules = rules_of_text(self.typed.value)
        if rules in self.chosen.values():
            raise ValueError(f"{self.typed.value.strip()} is looked at already")
        known = list(self.offered.values())
        label = list(self.offered)[known.index(rules)] if rules in known else None
        [(own, _)] = labelled(rules).items()
        self.typed.value = ""
        self._choose({**self.chosen, label or _free(own, self.offered): rules})

    def _all(self) -> None:
        self._choose({**variants(), **self.chosen})

    def _options(self) -> None:
        wanted = dict(self.chosen)
        for label, rules in self.chosen.items():
            for name, one in rules.named.items():
                if not one.ask and rules.use(name) not in wanted.values():
                    wanted[_free(f"{label} {name}", wanted)] = rules.use(name)
        self._choose(wanted)


def _free(label: str, taken: Mapping[str, Any]) -> str:
    """A label that no other rule set has.

    >>> _free("remi", {"remi": 1}), _free("rummy", {"remi": 1})
    ('remi (2)', 'rummy')
    """
    found, count = label, 1
    while found in taken:
        count += 1
        found = f"{label} ({count})"
    return found
