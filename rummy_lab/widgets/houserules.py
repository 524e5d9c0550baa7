"""The house-rule editor: every option with what it means, who says so and what it excludes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets
import traitlets

from rummy_lab.display.facts import Cite, chips_of, cite, cites_of, name_of
from rummy_lab.display.rulecards import ASKED, DEFAULT, DEFAULT_MEANS, GROUPS, html_of_rules
from rummy_lab.display.saying import counted, said, said_once
from rummy_lab.rules import EXCLUSIONS, OPTIONS, Named, Option, Rules, text_of_value
from rummy_lab.variants import dump_rules, read_rules, rules_of, variants
from rummy_lab.widgets.base import RulesTrait, Tool, button, plainly, row
from rummy_lab.widgets.drafts import Draft, labels_of, ways_of
from rummy_lab.widgets.nearby import known_values
from rummy_lab.widgets.panels import RulesPanel
from rummy_lab.widgets.ruledraft import RuleDraft
from rummy_lab.widgets.rulepanels import DifferencePanel, RulesFile, UsePanel
from rummy_lab.widgets.rulesheet import RuleSheet

OWN = "own"
MOST_CELLS = 120
MOST_TYPED = 2000
"""The longest text of a cell that is read."""
_WAYS = {
    "one": "one for all",
    "players": "by number of players",
    "deal": "deal by deal",
    "ace": "by the ace rule",
    "rank": "rank by rank",
    "length": "by the length of the meld",
    "toml": "written out as TOML",
}
PLAIN = Cite(DEFAULT, "")
"""What is cited where no clause speaks of an option."""
FIT = "fit"
"""What the page sends to have lists over deals fitted to the number of deals."""


class HouseRules(Tool):
    """Edits any rule set and gives a `Rules`.

    It begins with a rule set or a variant's id; None for Rummy. `rules` is always the last set that
    can be played, and can be read, observed and set; `fault` says why what is typed now cannot be,
    and is empty where it can. Raises `RulesError` for what is no rule set.

    >>> import rummy_lab as rl
    >>> editor = HouseRules("rummy")
    >>> editor.type("run_size", "4")
    >>> editor.rules
    variant('rummy', run_size=4)
    >>> editor.type("target", "none")
    >>> editor.fault, editor.rules.target
    ('the game would never end: give a target or a number of deals', 150)
    """

    rules = RulesTrait(None, allow_none=True)
    fault = traitlets.Unicode("")

    def __init__(self, rules: Rules | str | None = None) -> None:
        self.draft = RuleDraft(rules_of("rummy" if rules is None else rules))
        self.sheet = RuleSheet(self._on_sheet)
        self.base = ipywidgets.Dropdown(description="Start from", layout={"width": "270px"})
        self.name = ipywidgets.Text(
            description="Title", continuous_update=False, layout={"width": "330px"}
        )
        self.only = ipywidgets.Checkbox(
            description="only what is changed", indent=False, layout={"width": "auto"}
        )
        self.difference, self.card = DifferencePanel(), RulesPanel()
        self.files = RulesFile(self._load, lambda: dump_rules(self.rules), self.sheet)
        self.use = UsePanel(self.sheet.copy)
        self.panels = (self.difference, self.card, self.files, self.use)
        undo = button("Undo", self._back, "Take the last change back")
        plain = button("All as in the standard", self._plain)
        settings = row(self.base, self.name, undo, plain, self.only)
        bar = row(*(panel.toggle for panel in self.panels))
        super().__init__((settings, self.sheet, bar, *self.panels))
        settings.add_class("rl-line-below")
        bar.add_class("rl-line-above")
        self.sheet.put(options=[_told(option) for option in OPTIONS.values()])
        with self._quietly():
            self.rules = self.draft.rules
        self._listen()
        self._show()

    def _listen(self) -> None:
        self.base.observe(self._based, "value")
        self.name.observe(self._entitled, "value")
        self.only.observe(lambda change: self.sheet.put(only=change["new"]), "value")
        for panel in self.panels:
            panel.opened = self._fill_panels

    def static_html(self) -> str:
        """The rule card, without a kernel."""
        return html_of_rules(self.rules)

    def tell(self, sentence: str) -> None:
        """Says a sentence in place of the last answer."""
        self.sheet.put(message={"kind": "no", "head": sentence})

    # --- what is shown ------------------------------------------------------------------------

    def _show(self, done: str = "") -> None:
        """Shows what is typed, and hands on the rules where they can be played."""
        draft = self.draft
        with self._quietly():
            self.rules = draft.rules
            self.fault = draft.fault
            self._offer()
            self.name.value = draft.title
        variant = draft.plain.variant
        ids = [one.id for one in (*variant.clauses, *variant.named)]
        clauses = {one: cite(draft.plain, one).words for one in ids}
        clauses[DEFAULT] = DEFAULT_MEANS
        self.sheet.put(
            head={"title": draft.rules.title, "chips": list(chips_of(draft.rules)[:6])},
            values={name: self._value(option) for name, option in OPTIONS.items()},
            clauses=clauses,
            switches=[_switch(one, draft.state(one)) for one in draft.plain.variant.named],
            message=self._message(done),
        )
        self._fill_panels()

    def _offer(self) -> None:
        """Offers the variants to start from, and the own file where it is edited."""
        plain = self.draft.plain
        choices = [(one.title, name) for name, one in variants().items()]
        if not plain.variant.shipped:
            choices.append((plain.title, OWN))
        if list(self.base.options) != choices:
            self.base.options = choices
        self.base.value = plain.id if plain.variant.shipped else OWN

    def _value(self, option: Option) -> dict[str, Any]:
        """An option's value as the page draws it."""
        name, draft = option.name, self.draft
        way, cells = draft.drafts[name]
        ways = ways_of(option, draft.seats)
        ways = ways if way in ways else (*ways, way)
        labels = labels_of(option, way, draft.seats)
        read = name in draft.values
        value = draft.values.get(name)
        changed = name in draft.changed
        settled = read and value == self.rules[name]
        cites = cites_of(self.rules, name) or (PLAIN,)
        return {
            "way": way,
            "ways": [[one, _WAYS[one]] for one in ways],
            "labels": list(labels),
            "cells": [*cells, *[""] * (len(labels) - len(cells))][: max(len(labels), 1)],
            "words": self._words(option) if read else "",
            "was": said(name, draft.standard.value(name)) if changed else "",
            "cites": [[one.clause, one.standing] for one in cites] if settled else [],
            "error": draft.errors.get(name) or self._excluded(name),
        }  # fmt: skip

    def _words(self, option: Option) -> str:
        """A value in words, where they say more than its cells."""
        words = said(option.name, self.draft.values[option.name])
        return "" if words in self.draft.drafts[option.name].cells else words

    def _excluded(self, name: str) -> str:
        """What is wrong at an option that can be read but cannot go with others."""
        draft = self.draft
        concerned = not draft.errors and name in draft.concerned and name in draft.changed
        return draft.fault if concerned else ""

    def _message(self, done: str) -> dict[str, Any]:
        """Whether the rules can be played, and why not."""
        draft = self.draft
        if not draft.fault:
            n = len(draft.changed)
            standard = draft.standard.title
            differ = "options differ" if n > 1 else "option differs"
            told = f"{n} {differ} from {standard}" if n else f"they are {standard} as it stands"
            return {"kind": "info", "head": f"{done} These rules can be played: {told}.".strip()}
        lists = any(one.way == "deal" for one in draft.drafts.values())
        fits = lists and ("deals" in draft.concerned or "deal " in draft.fault)
        count = draft.seats.deals
        long = f"{counted(count, 'deal')} long" if count else "a table that goes on"
        fit = {"label": f"Make every list over deals {long}", "text": FIT}
        return {
            "kind": "no",
            "head": f"These rules cannot be played: {draft.fault}.",
            "more": "What you typed is kept. The rules in use are the last that can be played: "
            f"{name_of(draft.rules)}.",
            "choices": [fit] if fits else [],
        }  # fmt: skip

    def _fill_panels(self) -> None:
        """Fills those panels that are open."""
        if self.difference.unfolded:
            standard = self.draft.standard
            shown = variants().get(standard.id, self.draft.plain)
            self.difference.show(shown, self.rules)
        if self.card.unfolded:
            self.card.show(self.rules)
        if self.files.unfolded:
            self.files.offer_files()
            self.files.text.value = dump_rules(self.rules)
        if self.use.unfolded:
            self.use.show(self.rules)

    # --- changes ------------------------------------------------------------------------------

    def type(self, name: str, *cells: str, way: str = "one") -> None:
        """Types texts into the cells of an option, as on the page; misspelt names are told.

        Raises `RulesError` for what is no option. What cannot be read is kept, and told in `fault`.
        """
        from rummy_lab.rules.registry import option

        option(name)
        self._change(lambda: self.draft.type(name, Draft(way, tuple(map(str, cells)))))

    def _change(self, change: Callable[[], None], done: str = "") -> None:
        self.draft.keep()
        change()
        self._show(done)

    @plainly
    def _on_sheet(self, told: dict[str, Any]) -> None:
        """A message from the sheet; what is not understood is passed over."""
        what, name, way = told.get("do"), told.get("name"), told.get("way")
        if what == "switch" and told.get("id") in self.draft.plain.named:
            named = self.draft.plain.named[told["id"]]
            if not named.ask:
                self._change(lambda: self.draft.switch(named))
        elif what == "act" and told.get("text") == FIT:
            self._change(self.draft.fit)
        elif not isinstance(name, str) or name not in OPTIONS:
            return
        elif what == "reset":
            self._change(lambda: self.draft.put({name: self.draft.standard.value(name)}))
        elif what == "way" and isinstance(way, str):
            self._change(lambda: self.draft.turn(name, way))
        elif what == "set" and way in _WAYS and isinstance(told.get("cells"), list):
            cells = tuple(str(cell)[:MOST_TYPED] for cell in told["cells"][:MOST_CELLS])
            self._change(lambda: self.draft.type(name, Draft(str(way), cells)))

    def _back(self) -> None:
        self.draft.back()
        self._show()

    def _plain(self) -> None:
        standard = self.draft.standard
        values = {name: standard.value(name) for name in self.draft.changed}
        self._change(lambda: self.draft.put(values))

    def _based(self, change: Any) -> None:
        if not self._busy and change["new"] in variants():
            self._change(lambda: self.draft.begin(variants()[change["new"]]))

    def _entitled(self, change: Any) -> None:
        if not self._busy:
            self._change(lambda: self.draft.entitle(change["new"]))

    def _load(self, text: str) -> str:
        rules = read_rules(text, "this text")
        self._change(lambda: self.draft.begin(rules))
        return f"Loaded: {name_of(rules)}."

    @traitlets.observe("rules")
    def _ruled(self, change: Any) -> None:
        if not self._busy:
            self._change(lambda: self.draft.begin(change["new"]))


def _told(option: Option) -> dict[str, Any]:
    """What never changes of an option, as the page draws it."""
    words = option.kind.form in ("word", "switch")
    choices = option.kind.choices if words else ()
    excludes = [
        f"It is checked together with {_others(one.options, option.name)}: {one.meaning}."
        for one in EXCLUSIONS
        if option.name in one.options
    ]
    single = [value for value in known_values(option.name) if not isinstance(value, tuple | dict)]
    return {
        "name": option.name,
        "group": GROUPS.get(option.group, option.group),
        "meaning": option.meaning,
        "says": option.says,
        "form": option.kind.form,
        "choices": [[_plain_text(one), said_once(option.name, one)] for one in choices],
        "hints": [] if words else [_plain_text(one) for one in single],
        "excludes": excludes,
    }


def _others(names: Sequence[str], own: str) -> str:
    return ", ".join(name for name in names if name != own)


def _plain_text(value: Any) -> str:
    return text_of_value(value).replace('"', "")


def _switch(named: Named, state: str) -> dict[str, Any]:
    """A documented option as the page draws it; one that asks for a value has its fields there."""
    sets = [f"{name} = {_plain_text(value)}" for name, value in named.options.items()]
    return {"id": named.id, "title": named.title, "standing": named.standing, "note": named.note,
            "sets": sets, "state": state, "ask": f"{ASKED} {named.ask}" if named.ask else "",
            "fields": list(named.covers) if named.ask else []}  # fmt: skip
