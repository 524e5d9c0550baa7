"""The deal stepper: a deal to be played, stepped through, asked about and branched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import traitlets

from rummy_lab.actions import Action, read_action
from rummy_lab.cards import card, shortened
from rummy_lab.deal import Deal
from rummy_lab.display.svg import svg_of_state
from rummy_lab.game import Game
from rummy_lab.players import play_move, play_turn, policy
from rummy_lab.reasons import AmbiguousAction, IllegalAction
from rummy_lab.rules import Rules
from rummy_lab.widgets import saving
from rummy_lab.widgets.base import Pieces, plainly, show
from rummy_lab.widgets.choices import LEVELS, choices, done, glows, hint, prompt, refusal, which
from rummy_lab.widgets.chooser import Chooser
from rummy_lab.widgets.controls import Controls
from rummy_lab.widgets.gestures import Meant, dropped, pressed
from rummy_lab.widgets.hands import card_text, keys_of
from rummy_lab.widgets.logpanel import LogPanel
from rummy_lab.widgets.panels import ComparePanel, MeldsPanel, RulesPanel, ScorePanel
from rummy_lab.widgets.picture import picture
from rummy_lab.widgets.rows import rows, step_in_words
from rummy_lab.widgets.sight import ALL, Sight, Viewer, came_now, sight
from rummy_lab.widgets.sitting import Sitting, code_of
from rummy_lab.widgets.table import Table
from rummy_lab.widgets.turns import Turns
from rummy_lab.widgets.viewing import Viewing

Trait = traitlets.TraitType[Any, Any]


class DealStepper(Viewing):
    """Plays and shows one deal, or a game deal by deal.

    `d` is a `Deal`; with `game` the deals of a `Game` follow each other. Without either a box to
    begin a game stands on top, and the game is saved as it goes. `viewer` is whose cards are
    shown: None for all, a seat (number or name), "turn" for the seat in turn, "none" for nobody.

    `deal`, `log` and `selected` (the selected cards) can be read and observed. Call `refresh`
    after changing the deal from code.

    Raises `ValueError` for a viewer that is none, and for a deal and a game at once.

    >>> import rummy_lab as rl
    >>> stepper = DealStepper(rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7))
    >>> stepper.table.picture["title"], stepper.deal.phase, stepper.selected
    ('Rummy', 'draw', ())
    """

    deal: Trait = traitlets.Any(None, allow_none=True, read_only=True)
    log: Trait = traitlets.Any(None, allow_none=True, read_only=True)
    selected: Trait = traitlets.Tuple(read_only=True)

    def __init__(
        self, d: Deal | None = None, *, game: Game | None = None, viewer: Viewer | None = None
    ) -> None:
        if d is not None and not isinstance(d, Deal):
            raise TypeError(
                f"DealStepper shows a deal, rl.Deal(rules, players), not {shortened(d)}"
            )
        self._sitting: Sitting | None = None
        self._hinted: tuple[int, int] = (-1, 0)
        self._told: tuple[int, ...] = ()
        self._seen: Sight | None = None
        self._legal: list[Action] = []
        self._make_parts()
        super().__init__(self.controls, (self.chooser, self.stage))
        self._listen()
        begun = game is not None or d is not None
        show(self.chooser, not begun)
        show(self.stage, begun)
        self.controls.new.value = not begun
        if begun:
            self.begin(d, game=game, viewer=ALL if viewer is None else viewer)

    # --- the parts ----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.chooser = Chooser(self._new_game, saving.saved_games, self._take_up)
        self.controls = Controls(self._hint, self._computer)
        self.table = Table(self._on_table)
        self.turns = Turns(self._on_turns)
        self.melds = MeldsPanel(self._on_melds)
        self.score, self.compare, self.rules = ScorePanel(), ComparePanel(), RulesPanel()
        self.logs = LogPanel(
            self._load, self._log_text, self.table, lambda: code_of(self.deal), self._svg
        )
        self.panels = (self.melds, self.score, self.compare, self.rules, self.logs)
        self.stage = self.controls.stage(self.table, self.turns, self.panels)

    def _listen(self) -> None:
        """Has everything that can be set answered."""
        controls = self.controls
        self.table.observe(self._picked, "selected")
        controls.new.observe(lambda _: show(self.chooser, bool(controls.new.value)), "value")
        controls.which.observe(self._other_deal, "value")
        controls.glow.observe(lambda _: self.refresh(), "value")
        controls.entry.on_msg(self._typed)
        for panel in self.panels:
            panel.opened = self._fill_panels

    def static_html(self) -> str:
        """The table as a picture, as the viewer sees it."""
        return self._svg()

    def tell(self, sentence: str) -> None:
        """Says a sentence in place of the last answer."""
        self.table.put(message={"kind": "no", "head": sentence})

    # --- beginning ----------------------------------------------------------------------------

    @property
    def _players(self) -> Sequence[str]:
        return self.deal.names if self.deal is not None else ()

    @property
    def _pieces(self) -> Sequence[Pieces]:
        return self.table, self.turns, self.melds.list

    def _redraw(self, kept: bool = False) -> None:
        self.refresh(self.table.message if kept else None)

    @property
    def game(self) -> Game | None:
        """The game whose deals are shown, if there is one."""
        return self._sitting.game if self._sitting is not None else None

    def begin(
        self, d: Deal | None = None, *, game: Game | None = None, viewer: Viewer = ALL
    ) -> None:
        """Shows another deal, or another game, in place of this one."""
        self._begin(Sitting(d, game), None, viewer)

    def _begin(self, sitting: Sitting, said: str | None, viewer: Viewer) -> None:
        """Shows a deal or a game from now on; `said` is the first thing said of it."""
        self._sitting = sitting
        with self._quietly():
            self._show_deal(viewer)
        show(self.stage, True)
        self.controls.new.value = False
        self.refresh({"kind": "ok", "head": said} if said else None)

    def _show_deal(self, viewer: Viewer) -> None:
        """Takes over the deal that the sitting shows."""
        assert self._sitting is not None
        sitting = self._sitting
        self._hands.own.clear()
        self._told = ()
        self._seen = None
        self.set_trait("deal", sitting.deal)
        self.controls.offer(sitting.deal.names, sitting.deals, sitting.place)
        self.viewer = viewer
        self.controls.view.value = self.viewer

    def _new_game(self, rules: Rules, players: int | list[str], seed: int) -> None:
        game = Game(rules, players, seed)
        self._begin(Sitting(game=game, keeper=saving.Keeper()), None, ALL)

    def _take_up(self, path: Path) -> None:
        game, said, file = saving.take_up(path)
        self._begin(Sitting(game=game, keeper=saving.Keeper(file)), said, ALL)

    # --- drawing ------------------------------------------------------------------------------

    def refresh(self, message: dict[str, Any] | None = None) -> None:
        """Draws the deal at its cursor; `message` is shown, else what is to be done now."""
        sitting = self._sitting
        if sitting is None or self._busy:
            return
        deal = sitting.deal
        seen = sight(deal, self.viewer, sitting.laid_open)
        self._seen, self._legal = seen, seen.legal()
        hands = self._hands.show(seen)
        keys = self._selected_keys(self.table.selected)
        with self._quietly():
            self.table.put(
                picture=picture(seen, hands, came_now(deal, seen), sitting.before),
                selected=keys,
                message=message or {"kind": "info", "head": prompt(seen)},
                **self._suggestions(keys),
            )
        line = deal.line()
        self.turns.put(rows=rows(deal, seen), at=deal.node.id, place=line.index(deal.node),
                       last=len(line) - 1, said=step_in_words(deal, seen))  # fmt: skip
        self._publish(sitting)
        self._fill_panels()

    def _suggestions(self, keys: Sequence[str]) -> dict[str, Any]:
        """What glows, and the row of actions, for the selected cards."""
        assert self._seen is not None
        cards = [card(card_text(key)) for key in keys]
        actions = choices(self._seen, self._legal, cards)
        if self._seen.state.over:
            actions = self._after_the_deal()
        can = glows(self._seen, self._legal, cards) if self.controls.glow.value else {}
        return {"actions": actions, "can": can}

    def _after_the_deal(self) -> list[dict[str, Any]]:
        if self._seen is not None and not self._seen.everything:
            return [{"do": "open", "label": "Lay all hands open and count"}]
        if self._sitting is not None and self._sitting.goes_on:
            return [{"do": "next", "label": "Next deal", "main": True}]
        return []

    def _selected_keys(self, wanted: Iterable[Any]) -> list[str]:
        """Those of some keys that are open cards of the hand in turn."""
        if self._seen is None or not self._seen.acts:
            return []
        return self._hands.open_keys(self._seen.state.turn, wanted)

    def _picked(self, _: Any) -> None:
        """The page has selected cards."""
        if self._busy or self._seen is None:
            return
        keys = self._selected_keys(self.table.selected)
        with self._quietly():
            self.table.put(selected=keys, **self._suggestions(keys))
        self.set_trait("selected", tuple(card(card_text(key)) for key in keys))

    def _publish(self, sitting: Sitting) -> None:
        """Tells those who observe what is selected, where the deal stands, and its log."""
        self.set_trait("selected", tuple(card(card_text(key)) for key in self.table.selected))
        deal = sitting.deal
        now = (sitting.place, deal.line()[-1].id, deal.node.id)
        if now == self._told:
            return
        if now[:2] != self._told[:2]:
            self.set_trait("log", sitting.log)
        self._told = now
        change = {"name": "deal", "old": deal, "new": deal, "owner": self, "type": "change"}
        self.notify_change(traitlets.Bunch(change))

    def _fill_panels(self) -> None:
        """Fills those panels that are open."""
        seen, sitting = self._seen, self._sitting
        if seen is None or sitting is None:
            return
        deal = sitting.deal
        counted = seen.state.over and seen.everything
        if self.melds.unfolded:
            self.melds.show(seen)
        if self.score.unfolded and not counted:
            self.score.show(None, sitting.before, "")
        elif self.score.unfolded:
            self.score.show(deal.score(), sitting.after(), sitting.standing)
        if self.compare.unfolded:
            self.compare.show(deal.final_position() if counted else None, deal.rules)
        if self.rules.unfolded:
            self.rules.show(deal.rules)
        if self.logs.unfolded:
            self.logs.show(self._log_text() if self.viewer == ALL else None)

    # --- playing ------------------------------------------------------------------------------

    def _act(self, action: str | Action) -> None:
        """Does an action, or says every reason why not."""
        assert self._seen is not None
        wanted = read_action(action)
        seen = self._seen
        if not seen.acts and not seen.state.over:
            return self.refresh({"kind": "info", "head": prompt(seen)})
        steps = len(self.deal.path())
        try:
            self.deal.apply(wanted)
        except AmbiguousAction as error:
            return self.refresh(which(error.readings, error.reasons[0].message, seen.state))
        except IllegalAction as error:
            return self.refresh(refusal(wanted, error.reasons, seen.state))
        return self._moved(steps)

    def _moved(self, steps: int) -> None:
        """After a move: nothing is selected, and what was played since some step is said."""
        assert self._sitting is not None
        sitting = self._sitting
        with self._quietly():
            self.table.put(selected=[])
        now = sight(sitting.deal, self.viewer, sitting.laid_open)
        said = done(sitting.deal.path()[steps:], now)
        if sitting.deal.over:
            result = f" {sitting.result()}" if now.everything else ""
            said = {"kind": "ok", "head": said["head"] + result}
            self.score.toggle.value = True
        self.refresh(said)
        self._keep()

    def _keep(self) -> None:
        """Saves the game, and says so where that cannot be done."""
        unsaved = self._sitting.keep(self.log) if self._sitting is not None else ""
        if unsaved:
            self.table.put(message={**self.table.message, "more": unsaved})

    @plainly
    def _computer(self, turn: bool) -> None:
        if self.deal is None or self._seen is None:
            return
        if self.deal.over:
            raise ValueError("the deal is over: there is nothing to play")
        steps = len(self.deal.path())
        players = [policy("greedy")] * len(self.deal.names)
        (play_turn if turn else play_move)(self.deal, players)
        self._moved(steps)

    @plainly
    def _hint(self) -> None:
        seen = self._seen
        if seen is None or not seen.acts:
            raise ValueError("there is nothing to hint at: nobody whose cards are shown is to act")
        node, level = self._hinted
        level = level % LEVELS + 1 if node == self.deal.node.id else 1
        self._hinted = (self.deal.node.id, level)
        move = policy("greedy")(self.deal.view(self.deal.turn))
        self.table.put(message=hint(move, level, seen))

    @plainly
    def _typed(self, _: Any, content: Any, __: Any) -> None:
        """Somebody pressed Enter in the field for actions."""
        entry = self.controls.entry
        if self._seen is None or content.get("event") != "submit" or not entry.value.strip():
            return
        text, entry.value = entry.value, ""
        try:
            self._act(text)
        except ValueError:
            entry.value = text
            raise

    # --- what the page says -------------------------------------------------------------------

    @plainly
    def _on_table(self, said: dict[str, Any]) -> None:
        """A message from the table; what is not understood is passed over."""
        if self._seen is None:
            return
        handlers: dict[Any, Callable[[dict[str, Any]], None]] = {
            "act": lambda m: self._act(str(m.get("text"))),
            "move": self._move_card,
            "drop": self._drop,
            "touch": lambda _: self._touched(),
            "next": lambda _: self._next_deal(),
            "open": lambda _: self._lay_open(),
        }
        handler = handlers.get(said.get("do")) if isinstance(said.get("do"), str) else None
        if handler is not None:
            handler(said)
        else:
            self._do(pressed(said, self._seen, self._legal, self.selected))

    def _do(self, meant: Meant) -> None:
        """Does what a press or a drop means, or says what there is to say of it."""
        if isinstance(meant, dict):
            self.table.put(message=meant)
        elif meant is not None:
            self._act(meant)

    def _touched(self) -> None:
        assert self._seen is not None
        self.table.put(message={"kind": "info", "head": prompt(self._seen)})

    def _drop(self, said: dict[str, Any]) -> None:
        """A card was dropped on the discard pile or on a meld."""
        assert self._seen is not None
        seat, key, on = said.get("seat"), said.get("card"), str(said.get("on"))
        if seat != self._seen.state.turn or key not in self._selected_keys([key]):
            return self._touched()
        cards = self.selected if key in self.table.selected else (card(card_text(key)),)
        return self._do(dropped(on, self._seen, self._legal, cards))

    @plainly
    def _on_melds(self, said: dict[str, Any]) -> None:
        """A fan of the melds panel was pressed: its cards are selected."""
        if self._seen is None or not self._seen.acts or not isinstance(said.get("cards"), list):
            return
        wanted = keys_of(card(str(text)) for text in said["cards"])
        self.table.selected = self._selected_keys(wanted)

    @plainly
    def _on_turns(self, said: dict[str, Any]) -> None:
        """A message from the list of turns or its bar."""
        if self.deal is None:
            return
        deal: Deal = self.deal
        what, line = said.get("do"), deal.line()
        place = line.index(deal.node)
        if what == "go" and isinstance(said.get("node"), int):
            deal.goto(said["node"])
        elif what == "place" and isinstance(said.get("place"), int):
            deal.goto(line[max(0, min(said["place"], len(line) - 1))])
        elif what == "step":
            to = {"first": 0, "back": place - 1, "forward": place + 1, "last": len(line) - 1}
            wanted = to.get(str(said.get("to")), place)
            deal.goto(line[max(0, min(wanted, len(line) - 1))])
        elif what == "name" and isinstance(said.get("node"), int):
            self._name_line(said["node"], str(said.get("name", "")))
        self.refresh()

    def _name_line(self, node: int, name: str) -> None:
        if 0 <= node < len(self.deal.nodes):
            self.deal.nodes[node].name = " ".join(name.split())[:60]
            self._keep()

    # --- deals and games ----------------------------------------------------------------------

    @plainly
    def _next_deal(self) -> None:
        if self._sitting is not None and self._sitting.game is not None:
            self._sitting.next_deal()
            self._again()
            self._keep()

    def _other_deal(self, change: Any) -> None:
        """Another deal of the game is looked at."""
        if self._sitting is not None and not self._busy:
            self._sitting.look_at(change["new"])
            self._again()

    def _again(self) -> None:
        """Another deal of the same game is shown, to the same viewer if there still is one."""
        assert self._sitting is not None
        seat = self.viewer if isinstance(self.viewer, int) else 0
        there = seat < len(self._sitting.deal.names)
        with self._quietly():
            self._show_deal(self.viewer if there else ALL)
        self.refresh()

    def _lay_open(self) -> None:
        assert self._sitting is not None
        self._sitting.lay_open()
        if self._sitting.deal.over:
            seen = sight(self._sitting.deal, self.viewer, True)
            self.refresh({"kind": "ok", "head": f"{prompt(seen)} {self._sitting.result()}"})

    # --- the log ------------------------------------------------------------------------------

    def _log_text(self) -> str:
        return str(self.log)

    def _load(self, text: str) -> str:
        """Shows the game of a log in place of this one; gives back what to say of it."""
        game, deal, said = saving.game_of(text)
        kept = self._sitting is not None and self._sitting.keeper is not None
        self._begin(Sitting(deal, game, saving.Keeper() if kept else None), None, ALL)
        return said

    def _svg(self) -> str:
        if self._seen is None:
            return ""
        return svg_of_state(self._seen.state, four_colour=self.controls.look["four"])
