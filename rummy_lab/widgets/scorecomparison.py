"""The score comparison: one final position, or a logged game, scored under many rule sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import traitlets

from rummy_lab.cards import Card, card, cards, shortened, text_of
from rummy_lab.compare import Comparison, compare
from rummy_lab.compare.labels import RuleSets, labelled
from rummy_lab.compare.shown import notes_html
from rummy_lab.deal import Deal
from rummy_lab.display.markup import escaped, fragment, isolated
from rummy_lab.display.saying import counted
from rummy_lab.display.svg import svg_of_cards
from rummy_lab.log import Log, loads
from rummy_lab.rules import Rules
from rummy_lab.scoring import FinalPosition, score
from rummy_lab.widgets.base import Tool, plainly, show
from rummy_lab.widgets.chart import Chart
from rummy_lab.widgets.endboard import EndBoard
from rummy_lab.widgets.endcontrols import EndControls
from rummy_lab.widgets.endpositions import START, code_of_position, pack_rows, table_for
from rummy_lab.widgets.hands import keys_of
from rummy_lab.widgets.logpanel import LogPanel
from rummy_lab.widgets.meldgroups import can_be_arranged
from rummy_lab.widgets.pack import CardPack
from rummy_lab.widgets.reel import games_said
from rummy_lab.widgets.rulepicker import RulePicker
from rummy_lab.widgets.scorepanels import pages
from rummy_lab.widgets.scorerows import (
    bars_of,
    is_checked,
    legal_said,
    lines_said,
    names_of,
    not_scored,
    remarks,
    table_as_html,
    table_of,
)
from rummy_lab.widgets.scoretable import ScoreTable
from rummy_lab.widgets.sources import loaded_said, log_or_text

if TYPE_CHECKING:
    import pandas as pd

Trait = traitlets.TraitType[Any, Any]
PROMPT = "Press a number for the lines behind it, or a rule set for all of its lines."
MOST_SEATS, MOST_KEPT = 10, 50
"""How many players there can be, and how many positions one can go back to."""
ALL, OWN = 0, -1
"""The entries for all deals of a game (their numbers begin at 1), and for a changed position."""


class ScoreComparison(Tool):
    """Scores a final position, or a logged deal or game, under several rule sets side by side.

    `pos` is a `FinalPosition`, a `Log`, the path of a file, the text of a log, or anything that has
    a `.log` (a `Deal`, a `Game`, another tool); without it an example is shown. `rules` are variant
    ids, house files or `Rules`, or a mapping that names them (None: every shipped variant).

    `position` (None while all deals of a game are added up), `variants` (`Rules` by label) and
    `comparison` (a `Comparison`, with every line and note) can be read and observed; `position` and
    `variants` can be set. `frame` is the table of points.

    Raises `TypeError` for what is no position and no log, `RulesError` for a variant that is none.

    >>> import rummy_lab as rl
    >>> position = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo")
    >>> tool = ScoreComparison(position, ["remi", "shanghai"])
    >>> tool.frame.to_dict()
    {'remi': {'Ana': 0, 'Bo': 18}, 'shanghai': {'Ana': 35, 'Bo': 0}}
    """

    position: Trait = traitlets.Any(None, allow_none=True)
    variants: Trait = traitlets.Any()
    comparison: Trait = traitlets.Any(None, allow_none=True)

    def __init__(self, pos: Any = None, rules: RuleSets = None) -> None:
        self._log: Log | None = None
        self._offered: Log | None = None
        self._logged: Any = self
        self._game, self._number, self._seat = 1, ALL, 0
        self._played = False
        self._past: list[tuple[FinalPosition | None, bool]] = []
        self._make_parts()
        stage = self.controls.stage(
            self.ends, self.pack, self.picker, (self.table, self.chart), self.panels
        )
        super().__init__(stage)
        with self._quietly():
            self.variants = labelled(rules)
        self._listen()
        self._open(START if pos is None else pos)

    # --- the parts ----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.controls = EndControls(self._more, self._fewer, self._back)
        self.ends, self.pack = EndBoard(self._on_ends), CardPack(self._on_pack)
        self.picker = RulePicker(lambda rules: setattr(self, "variants", rules))
        self.table, self.chart = ScoreTable(self._on_table), Chart()
        self.pages = pages()
        self.logs = LogPanel(self._load, self._log_text, self.table, self._code, self._svg)
        self.panels = (*self.pages, self.logs)
        self.controls.dress(self.ends, self.pack, self.picker.chips, self.table, self.chart)

    def _listen(self) -> None:
        controls = self.controls
        for entry, answer in ((controls.cards, self._typed), (controls.name, self._renamed)):
            entry.on_msg(answer)
        for widget in (controls.out, controls.whole, controls.joker, controls.deal):
            widget.observe(self._ended, "value")
        controls.games.observe(lambda _: self._picked(True), "value")
        controls.deals.observe(lambda _: self._picked(False), "value")
        for panel in self.panels:
            panel.opened = self._fill_panels

    def tell(self, sentence: str) -> None:
        """Says a sentence under the table."""
        self.table.put(message={"kind": "no", "head": sentence}, at=[-1, -1])

    @property
    def frame(self) -> pd.DataFrame:
        """The points as a table: a row for each player (and deal), a column for each rule set."""
        return self.comparison.frame

    def static_html(self) -> str:
        """The hands and the points under every rule set, without a kernel."""
        shown = self.table.table
        parts = [f"<h3>{escaped(shown['title'])}</h3><p>{escaped(shown['note'])}</p>"]
        for name, held in self.position.left.items() if self.position is not None else ():
            said = f"<b>{escaped(isolated(name))}</b>: {self._note(name)}"
            parts.append(f"<p>{said}</p>")
            if held:
                four = bool(self.controls.four.value)
                parts.append(svg_of_cards(held, f"The cards of {name}", four_colour=four))
        parts += [table_as_html(shown), self.chart.svg, notes_html(self.comparison)]
        return fragment("".join(parts), shown["title"])

    # --- what is looked at --------------------------------------------------------------------

    def _open(self, source: Any) -> None:
        """Looks at a position, or at a log of any kind."""
        if isinstance(source, FinalPosition):
            self.position = source
            return
        found = log_or_text(source)
        log = found if isinstance(found, Log) else loads(found)
        number = getattr(source, "deal", None)
        number = getattr(number, "deal", number)
        self._use(log, number if isinstance(number, int) else None)

    def _load(self, text: str) -> str:
        """Looks at the log of a text; gives back what to say of it."""
        log = loads(text)
        self._use(log, None)
        return loaded_said(log)

    def _use(self, log: Log, number: int | None) -> None:
        """Looks at a log from its first game on: at one of its deals, or at all of them."""
        if all(deal.struck for deal in log.deals):
            raise ValueError("the log has no deal that could be scored")
        self._log, self._game = log, 1
        numbers = [deal.number for deal in log.games[0].deals]
        self._number = self._first() if number not in numbers else int(number or ALL)
        self._past = []
        self._replay()

    def _picked(self, game: bool) -> None:
        """Another game or deal of the log was chosen."""
        if self._busy or self._log is None:
            return
        self._game = int(self.controls.games.value or 1)
        number = int(self.controls.deals.value or ALL)
        if game:
            self._number = self._first()
        elif number != OWN:
            self._number = number
        self._past = []
        self._replay()

    def _first(self) -> int:
        """What of a game is shown first: all its deals together, or its only one."""
        deals = self._log.game(self._game).deals if self._log is not None else ()
        return deals[0].number if len(deals) == 1 else ALL

    @plainly
    def _replay(self) -> None:
        """Shows the game or deal chosen as it was logged."""
        found = self._compared(None, True)
        end = None
        if self._log is not None and self._number != ALL and found.deals[0].sheets:
            state = self._log.game(self._game).deal(self._number).state
            end = Deal.from_state(state).final_position() if state is not None else None
        self._look(end, True, found)

    def _compared(self, position: FinalPosition | None, played: bool) -> Comparison:
        if played and self._log is not None:
            number = None if self._number == ALL else self._number
            return compare(self._log, self.variants, number, self._game)
        return compare(START if position is None else position, self.variants)

    def _look(
        self, position: FinalPosition | None, played: bool, found: Comparison | None = None
    ) -> None:
        """Draws a position and its points."""
        self._played = played
        self.comparison = found or self._compared(position, played)
        with self._quietly():
            self.position = position
        if position is not None:
            self._seat = min(self._seat, len(position.hands) - 1)
        self._draw_ends()
        self._draw_source()
        self._draw_scores()
        self._fill_panels()

    # --- drawing ------------------------------------------------------------------------------

    def _draw_source(self) -> None:
        controls, log = self.controls, self._log
        show(controls.games, log is not None and len(log.games) > 1)
        show(controls.deals, log is not None)
        if log is None:
            return
        numbers = dict.fromkeys(deal.number for deal in log.game(self._game).deals)
        deals = [(f"deal {number}", number) for number in numbers]
        everything = [(f"all {len(deals)} deals added up", ALL)] if len(deals) > 1 else []
        own = [] if self._played else [("a position of your own", OWN)]
        with self._quietly():
            if self._offered is not log:
                self._offered = log
                controls.games.options = [(said, n) for n, said in enumerate(games_said(log), 1)]
            controls.games.value = self._game
            controls.deals.options = [*own, *everything, *deals]
            controls.deals.value = self._number if self._played else OWN

    def _draw_ends(self) -> None:
        position, controls = self.position, self.controls
        with self._quietly():
            controls.show(position, self._seat)
            controls.back.disabled = not self._past
            if position is None:
                return
            held = list(position.left.values())
            controls.cards.value = text_of(held[self._seat])
        seats = [
            {"name": name, "note": self._note(name), "cards": list(map(str, sorted(cards_)))}
            for name, cards_ in position.left.items()
        ]
        seats[self._seat]["on"] = True
        self.ends.put(seats=seats)
        tables = [table_for(rules, position) for rules in self.variants.values()]
        self.pack.put(rows=pack_rows(tables, held, self._seat))

    def _note(self, name: str) -> str:
        """What is said of a hand beside its name."""
        position = self.position
        left = counted(len(position.left[name]), "card")
        return f"went out, {left}" if position.out == name else left

    def _draw_scores(self) -> None:
        found = self.comparison
        said, note, checked = not_scored(found) or PROMPT, self._said(), is_checked(found)
        first = dict.fromkeys(found.labels, "…") if checked else {}
        self.table.put(
            table=table_of(found, note, first), message={"kind": "info", "head": said}, at=[-1, -1]
        )
        title, labels, series = bars_of(found)
        self.chart.show_bars(title, "rules", labels, series)
        self.picker.show(found.rules)
        if checked:  # the points are on the page by now
            self.table.put(table=table_of(found, note, remarks(found)))

    def _said(self) -> str:
        """What it is that is scored."""
        if self._log is None:
            return ""
        if not self._played:
            return "a position of your own"
        several = len(self._log.games) > 1
        where = f"game {self._game} of the log" if several else "the log"
        if self._number == ALL:
            return f"all deals of {where} added up, each as it ended"
        return f"deal {self._number} of {where}, as it ended"

    @plainly
    def _on_table(self, said: dict[str, Any]) -> None:
        """A number, a rule set or a remark was pressed: what is behind it is said."""
        found, label, column = self.comparison, str(said.get("label")), said.get("column")
        names = names_of(found)
        if label not in found.rules or not isinstance(column, int) or column < 0:
            return
        if column > len(names):
            message = legal_said(found, label)
        else:
            message = lines_said(found, label, names[column - 1] if column else None)
        self.table.put(message=message, at=[found.labels.index(label), column])

    def _fill_panels(self) -> None:
        """Fills those panels that are open."""
        for panel in self.pages:
            if panel.unfolded:
                panel.show(self.comparison)
        if self.logs.unfolded and self._logged is not self._log:  # else it may hold what was typed
            self._logged = self._log
            self.logs.show("" if self._log is None else str(self._log))

    # --- the position changes -----------------------------------------------------------------

    @traitlets.validate("position")
    def _a_position(self, proposal: Any) -> FinalPosition | None:
        wanted = proposal["value"]
        if self._busy:
            return wanted
        if not isinstance(wanted, FinalPosition):
            raise TypeError(f"a FinalPosition is wanted, not {shortened(wanted)}")
        self._refuse_slow(wanted)
        score(wanted, next(iter(self.variants.values())))  # refuses cards that nobody recorded
        return wanted

    def _refuse_slow(self, position: FinalPosition) -> None:
        """Raises `ValueError` where somebody would have to wait for the points."""
        for name, held in position.left.items():
            for rules in self.variants.values():
                at = table_for(rules, position)
                if at.melding == "at_the_end" and not can_be_arranged(held, at):
                    raise ValueError(
                        f"{name}'s {len(held)} cards take too long to be arranged by the rules of "
                        f"{rules.title}: take some out first"
                    )

    @traitlets.observe("position")
    def _positioned(self, change: Any) -> None:
        if self._busy:
            return
        if change["new"] is None:
            with self._quietly():
                self.position = change["old"]
            raise TypeError("a FinalPosition is wanted, not None")
        if change["old"] is not None:
            self._past = [*self._past, (change["old"], self._played)][-MOST_KEPT:]
        self._look(change["new"], False)

    @traitlets.validate("variants")
    def _some_rules(self, proposal: Any) -> dict[str, Rules]:
        return labelled(proposal["value"])

    @traitlets.observe("variants")
    def _other_rules(self, change: Any) -> None:
        if self._busy:
            return
        if change["new"] is None:
            self.variants = labelled(None)
        else:
            self._look(self.position, self._played)

    def _change(self, hands: Mapping[str, Iterable[Card]], **more: Any) -> None:
        """Looks at the position with other hands, and with whatever else is changed."""
        self.position = replace(
            self.position, hands={name: tuple(held) for name, held in hands.items()}, **more
        )

    def _put(self, held: Iterable[Card]) -> None:
        """Gives the chosen hand other cards."""
        name = list(self.position.hands)[self._seat]
        self._change({**self.position.left, name: tuple(sorted(held))})

    @plainly
    def _on_ends(self, said: dict[str, Any]) -> None:
        """A hand was chosen, or a card of it taken out."""
        seat = said.get("seat")
        if self.position is None or not isinstance(seat, int):
            return
        self._seat = max(0, min(seat, len(self.position.hands) - 1))
        held = sorted(list(self.position.left.values())[self._seat])
        keys = keys_of(held)
        if said.get("do") == "out" and said.get("card") in keys:
            held.pop(keys.index(said["card"]))
            self._put(held)
        self._draw_ends()

    @plainly
    def _on_pack(self, said: dict[str, Any]) -> None:
        """A card of the pack was pressed: the chosen hand takes one, or gives all of it back."""
        if self.position is None:
            return
        chosen = card(str(said.get("card")))
        held = list(self.position.left.values())[self._seat]
        cell = next((one for line in self.pack.rows for one in line if one["card"] == str(chosen)),
                    None)  # fmt: skip
        if cell is None:
            return
        if said.get("do") == "press" and cell["taken"] < cell["there"]:
            self._put((*held, chosen))
        elif chosen in held:
            gone = 1 if said.get("do") == "back" else held.count(chosen)
            self._put((Counter(held) - Counter({chosen: gone})).elements())

    @plainly
    def _typed(self, _: Any, content: Any, __: Any) -> None:
        """Somebody pressed Enter in the field for the cards."""
        if content.get("event") == "submit":
            self._put(cards(self.controls.cards.value))

    @plainly
    def _renamed(self, _: Any, content: Any, __: Any) -> None:
        """Somebody pressed Enter in the field for the name."""
        if content.get("event") != "submit" or self.position is None:
            return
        old, new = list(self.position.hands)[self._seat], self.controls.name.value.strip()
        if not new or (new != old and new in self.position.hands):
            said = "is a player already" if new else "is no name"
            raise ValueError(f"{new!r} {said}: names are told apart")
        hands = {new if name == old else name: held for name, held in self.position.left.items()}
        melds = tuple((new if name == old else name, meld) for name, meld in self.position.melds)
        self._change(hands, melds=melds, out=new if self.position.out == old else self.position.out)

    @plainly
    def _ended(self, _: Any) -> None:
        """How the deal ended was changed."""
        if self._busy or self.position is None:
            return
        controls = self.controls
        out = controls.out.value or None
        whole = bool(controls.whole.value) and out is not None
        self._change(
            self.position.left, out=out, whole_hand=whole, deal=int(controls.deal.value),
            joker_used=bool(controls.joker.value) and whole,
        )  # fmt: skip

    @plainly
    def _more(self) -> None:
        names = self.position.hands
        if len(names) == MOST_SEATS:
            raise ValueError(f"there are {MOST_SEATS} players at most")
        new = next(name for n in count(len(names) + 1) if (name := f"Player {n}") not in names)
        self._seat = len(names)
        self._change({**self.position.left, new: ()})

    @plainly
    def _fewer(self) -> None:
        gone = list(self.position.hands)[self._seat]
        hands = {name: held for name, held in self.position.left.items() if name != gone}
        out = None if self.position.out == gone else self.position.out
        self._seat = max(0, self._seat - 1)
        whole = self.position.whole_hand and out is not None
        melds = tuple(laid for laid in self.position.melds if laid[0] != gone)
        self._change(hands, out=out, whole_hand=whole, melds=melds,
                     joker_used=self.position.joker_used and whole)  # fmt: skip

    def _back(self) -> None:
        if self._past:
            *self._past, (position, played) = self._past
            self._look(position, played)

    # --- copied and saved ---------------------------------------------------------------------

    def _log_text(self) -> str:
        if self._log is None:
            raise ValueError("there is no log: this position was not played")
        return str(self._log)

    def _code(self) -> str:
        if self.position is None:
            raise ValueError("choose a deal first: all deals together have no final position")
        return code_of_position(self.position)

    def _svg(self) -> str:
        return self.chart.svg
