"""The box that begins a game: rules, players, seed, or a saved game to take up again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ipywidgets

from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import escaped, fragment
from rummy_lab.rules import Rules
from rummy_lab.variants import variants
from rummy_lab.widgets.base import button, plainly, row, show

MOST_DIGITS = 18
GIVEN = "given"
"""What stands in the list for rules that came from code."""


class Chooser(ipywidgets.VBox):
    """Rules, players and seed; `deal` is called with rules, names (or a number) and a seed.

    `saved` gives the saved games to choose from, `take_up` is called with the one chosen. `go` is
    what the button says that begins; where no cards are dealt (`dealt`) there is no seed.
    """

    def __init__(
        self,
        deal: Callable[[Rules, int | list[str], int], None],
        saved: Callable[[], Sequence[Path]],
        take_up: Callable[[Path], None],
        go: tuple[str, str] = ("Deal", "Deal the cards of a new game"),
        dealt: bool = True,
    ) -> None:
        titles = [(rules.title, name) for name, rules in variants().items()]
        self.rules = ipywidgets.Dropdown(options=titles, value="rummy", description="Rules")
        self.players = ipywidgets.Dropdown(description="Players")
        self.names = ipywidgets.Text(
            description="Names", placeholder="Ana, Bo (or leave empty)", continuous_update=False
        )
        self.seed = ipywidgets.Text(value="7", description="Seed", layout={"width": "130px"})
        self.go = button(go[0], self._deal, go[1])
        self.go.button_style = "primary"
        self.saved = ipywidgets.Dropdown(description="Saved games", layout={"width": "auto"})
        self.take = button("Take up again", self._take_up, "Go on with a saved game")
        self.saved_row = row(self.saved, self.take)
        self.note = ipywidgets.HTML()
        self._on_deal, self._list, self._on_take_up = deal, saved, take_up
        for narrow, width in (
            (self.rules, "190px"),
            (self.players, "140px"),
            (self.names, "280px"),
        ):
            narrow.layout.width = width
        top = row(self.rules, self.players, self.names, self.seed, self.go)
        super().__init__((top, self.saved_row, self.note))
        self.add_class("rl-line-below")
        show(self.seed, dealt)
        self.given: Rules | None = None
        self.rules.observe(self._ruled, "value")
        self._ruled()
        self.refresh()

    def offer(self, rules: Rules) -> None:
        """Offers rules that are no shipped variant as they are, and chooses them."""
        self.given = rules
        titles = [(title, name) for title, name in self.rules.options if name != GIVEN]
        self.rules.options = [(f"{name_of(rules)}, as given", GIVEN), *titles]
        self.rules.value = GIVEN

    @property
    def chosen(self) -> Rules:
        """The rules that are chosen."""
        if self.rules.value == GIVEN and self.given is not None:
            return self.given
        return variants()[str(self.rules.value)]

    def refresh(self) -> None:
        """Lists the saved games anew."""
        found = self._list()
        self.saved.options = [(path.name.partition(".")[0], str(path)) for path in found]
        self.saved.value = str(found[0]) if found else None
        show(self.saved_row, bool(found))

    def tell(self, sentence: str) -> None:
        """Says a sentence in the box."""
        self.note.value = fragment(f"<p>{escaped(sentence)}</p>") if sentence else ""

    def _ruled(self, _: Any = None) -> None:
        least, most = self.chosen["players"]
        wanted = self.players.value if self.players.options else least
        self.players.options = list(range(least, most + 1))
        self.players.value = min(max(wanted, least), most)

    @plainly
    def _deal(self) -> None:
        self.tell("")
        names = [name for part in self.names.value.split(",") if (name := part.strip())]
        count = int(self.players.value or 0)
        if names and len(names) != count:
            raise ValueError(f"{len(names)} names for {count} players: name all of them, or none")
        self._on_deal(self.chosen, names or count, seed_of(self.seed.value))

    @plainly
    def _take_up(self) -> None:
        self.tell("")
        if self.saved.value is None:
            raise ValueError("there is no saved game yet")
        self._on_take_up(Path(self.saved.value))


def seed_of(text: str) -> int:
    """The seed somebody typed; raises `ValueError` for what is no integer.

    >>> seed_of(" 12 ")
    12
    >>> seed_of("seven")
    Traceback (most recent call last):
    ValueError: a seed is a whole number like 7, not 'seven'
    """
    typed = text.strip()
    digits = typed.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
        raise ValueError(f"a seed is a whole number like 7, not {typed[:30]!r}")
    return int(typed)
