"""House rules while they are edited: what is typed, what is wrong with it, the last possible rules.

>>> import rummy_lab as rl
>>> draft = RuleDraft(rl.variant("rummy"))
>>> draft.type("run_size", Draft("one", ("many",)))
>>> draft.errors["run_size"], draft.rules.run_size
("run_size='many': run_size is a whole number from 2 to 13", 3)
>>> draft.type("run_size", Draft("one", ("4",)))
>>> draft.fault, draft.rules
('', variant('rummy', run_size=4))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rummy_lab.display.facts import standard_of, state_of
from rummy_lab.rules import OPTIONS, Named, Rules, RulesError, text_of_value, value_of_text
from rummy_lab.variants import titled
from rummy_lab.widgets.drafts import (
    Draft,
    Seats,
    draft_of,
    moved,
    settled,
    turned,
    value_of,
    ways_of,
)

Values = dict[str, Any]
SEATING = ("players", "deals")
"""The options that say for how many players and deals the others have cells."""


class Kept(NamedTuple):
    """What is typed at some moment, to go back to."""

    plain: Rules
    title: str
    seats: Seats
    drafts: Mapping[str, Draft]


class RuleDraft:
    """The options of a rule set as they are typed.

    `rules` are the last that could be played; `fault` says why what is typed now cannot be, and
    `concerned` which options that is about; `errors` has what is wrong at single options.
    """

    def __init__(self, rules: Rules) -> None:
        self.past: list[Kept] = []
        self.begin(rules)

    def begin(self, rules: Rules) -> None:
        """Edits a rule set from now on."""
        self.plain = Rules(rules.variant)
        self.standard = standard_of(rules)
        self.title = "" if rules.variant.shipped else rules.title
        self.rules = self.first = rules
        self.seats = Seats(rules["players"], rules["deals"])
        self.drafts = {n: draft_of(o, rules[n], self.seats) for n, o in OPTIONS.items()}
        self._read()

    # --- changes ------------------------------------------------------------------------------

    def keep(self) -> None:
        """Remembers what is typed, to be gone back to."""
        self.past.append(Kept(self.plain, self.title, self.seats, dict(self.drafts)))

    def back(self) -> None:
        """Goes back to what was typed before the last change."""
        if self.past:
            self.plain, self.title, self.seats, drafts = self.past.pop()
            self.drafts = dict(drafts)
            self.standard = standard_of(self.plain)
            self._read()

    def type(self, name: str, draft: Draft) -> None:
        """Something was typed at an option."""
        self.drafts[name] = draft
        self._read()

    def turn(self, name: str, way: str) -> None:
        """An option's value is given in another way."""
        option = OPTIONS[name]
        if way in ways_of(option, self.seats):
            value = self.values.get(name, self.rules[name])
            self.type(name, turned(option, value, way, self.seats))

    def put(self, options: Mapping[str, Any]) -> None:
        """Sets options to values."""
        first = {name: options[name] for name in SEATING if name in options}
        for some in (first, options):
            for name, value in some.items():
                self.drafts[name] = draft_of(OPTIONS[name], value, self.seats)
            self._read()

    def switch(self, named: Named) -> None:
        """Switches a documented option on, or what it sets back to the standard."""
        if self.state(named) == "on":
            self.put({name: self.standard.value(name) for name in (*named.options, *named.covers)})
        else:
            self.put(named.options)

    def entitle(self, title: str) -> None:
        """Gives the rules a title; an empty one is the variant's."""
        self.title = " ".join(title.split())
        self._read()

    def fit(self) -> None:
        """Makes every list over deals as long as the game, its last value going on."""
        for name, draft in self.drafts.items():
            if draft.way == "deal" and draft.cells:
                self.drafts[name] = self._fitted(draft)
        self._read()

    def _fitted(self, draft: Draft) -> Draft:
        count, last = self.seats.deals, draft.cells[-1]
        if count is None:
            cells = {"default": last, **dict(enumerate(draft.cells[:-1], 1))}
            values = {key: value_of_text(cell) for key, cell in cells.items()
                      if cell.strip() and (key == "default" or cell != last)}  # fmt: skip
            return Draft("toml", (text_of_value(values),))
        return Draft("deal", (*draft.cells[:count], *[last] * (count - len(draft.cells))))

    # --- what follows -------------------------------------------------------------------------

    def state(self, named: Named) -> str:
        """Whether a documented option is "on", "partly" or "off" in what is typed."""
        if not self.fault:
            return state_of(self.rules, named)
        same = [self.values.get(name) == value for name, value in named.options.items()]
        return "on" if same and all(same) else "off"

    @property
    def changed(self) -> list[str]:
        """The options whose value is not the standard one, or cannot be read."""
        standard = self.standard
        return [n for n in OPTIONS if n in self.errors or self.values[n] != standard.value(n)]

    def _read(self) -> None:
        """Reads what is typed, and makes rules of it where they can be."""
        self.values: Values = {}
        self.errors: dict[str, str] = {}
        for name in SEATING:
            self._read_one(name)
        self._seat()
        for name in OPTIONS:
            self._read_one(name)
        self.fault, self.concerned = "", ()
        if self.errors:
            self.fault, self.concerned = next(iter(self.errors.values())), tuple(self.errors)
            return
        try:
            self.rules = self._made()
        except RulesError as error:
            self.fault = str(error).removeprefix(f"{self.plain.title}: ")
            self.concerned = error.options

    def _seat(self) -> None:
        """Sets the table for as many players as are typed: cells stay with their number."""
        before = self.seats
        self.seats = Seats(
            self.values.get("players", before.players), self.values.get("deals", before.deals)
        )
        for name, draft in self.drafts.items():
            if draft.way == "players" and self.seats.players != before.players:
                self.drafts[name] = moved(draft, before, self.seats)

    def _read_one(self, name: str) -> None:
        option = OPTIONS[name]
        try:
            value = value_of(option, self.drafts[name], self.seats)
        except RulesError as error:
            self.errors[name] = str(error)
            return
        known = (self.standard.value(name), self.plain[name], self.first[name])
        self.values[name] = settled(option, value, known, self.seats)

    def _made(self) -> Rules:
        rules = Rules(self.plain.variant, self.values)
        if self.title in ("", rules.title):
            return rules
        return titled(rules, self.title)
