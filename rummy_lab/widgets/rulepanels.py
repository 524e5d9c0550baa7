"""The panels of the house-rule editor: the difference, the file, and how the rules are used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import ipywidgets

from rummy_lab.display.rulecards import html_of_difference
from rummy_lab.rules import Rules
from rummy_lab.widgets.base import button, plainly, row
from rummy_lab.widgets.filepanel import FilePanel
from rummy_lab.widgets.panels import Panel, sentence
from rummy_lab.widgets.rulesheet import RuleSheet
from rummy_lab.widgets.sitting import rules_in_code


class RulesFile(FilePanel):
    """House rules as TOML: saved, downloaded, loaded."""

    title = "File"
    noun, example, ending, accepts = "rule set", "our-table", ".toml", ".toml,.txt"

    def __init__(
        self, load: Callable[[str], str], written: Callable[[], str], sheet: RuleSheet
    ) -> None:
        self.sheet = sheet
        copy = button("Copy", self._copy, "Put these rules on the clipboard as TOML")
        down = button("Download", self._download, "Save these rules with the browser")
        super().__init__(load, written, (copy,), (down,))

    def offered(self) -> Sequence[Path]:
        """The TOML files that lie here."""
        return sorted(Path().glob("*.toml"))

    @plainly
    def _copy(self) -> None:
        self.sheet.copy(self.written())
        self.tell("The rules are on the clipboard, as TOML.")

    @plainly
    def _download(self) -> None:
        name = self.name.value.strip() or f"{self.example}{self.ending}"
        self.sheet.download(Path(name).name, self.written())


class UsePanel(Panel):
    """How the rules are used in code and in other tools."""

    title = "Use these rules"

    def __init__(self, copy: Callable[[str], None]) -> None:
        self.code = ipywidgets.Textarea(rows=7, layout={"width": "auto"}, disabled=True)
        self.code.add_class("rl-log")
        self.note = ipywidgets.HTML()
        super().__init__(
            row(button("Copy as code", lambda: self._copied(copy), "Paste it into a cell")),
            self.code,
            self.note,
        )

    def show(self, rules: Rules) -> None:
        """Shows the code that makes the rules and begins a game with them."""
        least = rules["players"][0]
        self.code.value = (
            f"import rummy_lab as rl\n\nrules = {rules_in_code(rules)}\n"
            f"rl.DealStepper(game=rl.Game(rules, players={least}, seed=7))\n"
        )

    def _copied(self, copy: Callable[[str], None]) -> None:
        copy(self.code.value)
        self.note.value = sentence("The code is on the clipboard: paste it into a cell.")


class DifferencePanel(Panel):
    """The rules beside the standard, row by row with clauses."""

    title = "Difference from the standard"

    def __init__(self) -> None:
        self.page = ipywidgets.HTML()
        super().__init__(self.page)

    def show(self, standard: Rules, rules: Rules) -> None:
        """Shows the difference of two rule sets."""
        self.page.value = html_of_difference(standard.diff(rules))
