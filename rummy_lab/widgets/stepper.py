"""The deal stepper: a deal to be played, stepped through, asked about and branched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ipywidgets
import traitlets

from rummy_lab.actions import Action, Discard, LayOff, Take, read_action
from rummy_lab.cards import Card, Placed, card, text_of
from rummy_lab.deal import Deal, Node
from rummy_lab.display.markup import points_text
from rummy_lab.display.svg import svg_of_state
from rummy_lab.game import Game
from rummy_lab.players import play_move, play_turn, policy
from rummy_lab.reasons import AmbiguousAction, IllegalAction
from rummy_lab.rules import Rules
from rummy_lab.widgets import saving
from rummy_lab.widgets.base import Tool, button, plainly, row, show
from rummy_lab.widgets.choices import LEVELS, choices, done, glows, hint, label, prompt, refusal
from rummy_lab.widgets.chooser import Chooser
from rummy_lab.widgets.logpanel import LogPanel
from rummy_lab.widgets.panels import ComparePanel, MeldsPanel, RulesPanel, ScorePanel
from rummy_lab.widgets.rows import rows, step_in_words, step_text
from rummy_lab.widgets.sight import (
    ALL,
    IN_TURN,
    NOBODY,
    Hand,
    Sight,
    Viewer,
    came_now,
    card_text,
    keys_of,
    picture,
    shown_hand,
    sight,
)
from rummy_lab.widgets.table import Table
from rummy_lab.widgets.turns import Turns

VIEWS = (("all cards (teacher)", ALL), ("the seat in turn", IN_TURN), ("all hands closed", NOBODY))


class DealStepper(Tool):
    """Plays and shows one deal, or a game deal by deal.

    `d` is a `Deal`; with `game` the deals of a `Game` follow each other. Without either a box to
    begin a game stands on top, and the game is saved as it goes. `viewer` is whose cards are
    shown: None for all, a seat (number or name), "turn" for the seat in turn, "none" for nobody.

    `deal`, `log` and `selected` (the selected cards) can be read and observed. Call `refresh`
    after changing the deal from code.

    Raises `ValueError` for a viewer that is none.

    >>> import rummy_lab as rl
    >>> stepper = DealStepper(rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7))
    >>> stepper.table.picture["title"], stepper.deal.phase, stepper.selected
    ('Rummy', 'draw', ())
    """

    deal: Any = traitlets.Any(None, allow_none=True)
    game: Any = traitlets.Any(None, allow_none=True)
    log: Any = traitlets.Any(None, allow_none=True)
    selected: Any = traitlets.Tuple()
    viewer: Any = traitlets.Any(ALL)

    def __init__(
        self, d: Deal | None = None, *, game: Game | None = None, viewer: Viewer | None = None
    ) -> None:
        self._keeper: saving.Keeper | None = None
        self._orders: dict[int, list[Card]] = {}
        self._sort = "suit"
        self._hinted: tuple[int, int] = (-1, 0)
        self._laid_open: set[int] = set()
        self._ends: dict[int, Node] = {}
        self._hands: list[Hand] = []
        self._seen: Sight | None = None
        self._legal: list[Action] = []
        self._busy = False
        self.table = Table(self._on_table)
        self.turns = Turns(self._on_turns)
        self._make_controls()
        super().__init__(self._layout())
        self.table.observe(self._picked, "selected")
        if game is not None or d is not None:
            self._begin(d, game)
            self.viewer = self._viewer_of(viewer)
            show(self.chooser, False)
            self.refresh()
        else:
            show(self.stage, False)
        self.new.value = d is None and game is None

    # --- the parts ----------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self.chooser = Chooser(self._new_game, saving.saved_games, self._take_up)
        self.new = ipywidgets.ToggleButton(description="New game", layout={"width": "auto"})
        self.new.observe(lambda _: show(self.chooser, bool(self.new.value)), "value")
        self.view = ipywidgets.Dropdown(options=VIEWS, description="View")
        sorts = [("by suit", "suit"), ("by rank", "rank"), ("by meld", "meld"), ("by hand", "own")]
        self.sort = ipywidgets.Dropdown(options=sorts, description="Sorted")
        self.size = ipywidgets.Dropdown(options=["normal", "projector"], description="Size")
        self.four = ipywidgets.Checkbox(description="four colours", indent=False)
        self.glow = ipywidgets.Checkbox(True, description="show what can be played", indent=False)
        self.which = ipywidgets.Dropdown(options=[("deal 1", 0)], description="Deal")
        self.entry = ipywidgets.Text(placeholder="or type it: meld 7h 8h 9h")
        for widget, width in ((self.view, "220px"), (self.sort, "140px"), (self.size, "140px"),
                              (self.which, "120px"), (self.entry, "210px"), (self.four, "auto"),
                              (self.glow, "auto")):  # fmt: skip
            widget.layout.width = width
        self.view.observe(lambda change: setattr(self, "viewer", change["new"]), "value")
        self.sort.observe(self._sorted, "value")
        self.which.observe(self._other_deal, "value")
        self.entry.on_msg(self._typed)
        for widget in (self.size, self.four):
            widget.observe(self._looked, "value")
        self.glow.observe(lambda _: self.refresh(), "value")
        self.melds = MeldsPanel(self._on_melds)
        self.score, self.compare, self.rules = ScorePanel(), ComparePanel(), RulesPanel()
        self.logs = LogPanel(self._load, self._log_text, self.table.copy, self._code, self._svg)
        self.panels = (self.melds, self.score, self.compare, self.rules, self.logs)
        for panel in self.panels:
            panel.opened = self._fill_panels

    def _layout(self) -> tuple[ipywidgets.Widget, ...]:
        settings = row(self.view, self.sort, self.size, self.four, self.glow)
        settings.add_class("rl-line-below")
        controls = row(
            self.entry,
            button("Hint", self._hint, "A hint in three steps"),
            button("Computer: one move", lambda: self._computer(False)),
            button("Computer: one turn", lambda: self._computer(True)),
        )
        left = ipywidgets.VBox((self.table, controls))
        side = ipywidgets.VBox((self.turns,))
        main = ipywidgets.Box((left, side))
        for box, name in ((left, "rl-left"), (side, "rl-side"), (main, "rl-main")):
            box.add_class(name)
        bar = row(self.new, self.which, *(panel.toggle for panel in self.panels))
        bar.add_class("rl-line-above")
        self.stage = ipywidgets.VBox((settings, main, bar, *self.panels))
        self.stage.add_class("rl-stage")
        return (self.chooser, self.stage)

    def static_html(self) -> str:
        """The table as a picture, as the viewer sees it."""
        return self._svg() if self._seen is not None else ""

    def tell(self, sentence: str) -> None:
        """Says a sentence in place of the last answer."""
        self.table.put(message={"kind": "no", "head": sentence})

    # --- beginning ----------------------------------------------------------------------------

    def _begin(self, deal: Deal | None, game: Game | None) -> None:
        """Takes over a deal or a game that is to be shown from now on."""
        self.game = game
        self._ends.clear()
        self._laid_open.clear()
        self._show_deal(deal if game is None else game.deal)

    def _show_deal(self, deal: Deal | None) -> None:
        self._orders.clear()
        self._busy = True
        self.deal = deal
        seats = [(f"only {name}'s cards", n) for n, name in enumerate(deal.names)] if deal else []
        chosen = self.viewer
        self.view.options = [*VIEWS[:2], *seats, VIEWS[2]]
        self.view.value = chosen if chosen in [value for _, value in self.view.options] else ALL
        self.viewer = self.view.value
        count = len(self.game.deals) if self.game is not None else 1
        self.which.options = [(f"{n + 1} of {count}", n) for n in range(count)]
        self.which.value = self._place()
        show(self.which, count > 1)
        self._busy = False

    def _place(self) -> int:
        """Which of the game's deals is shown."""
        if self.game is None:
            return 0
        return next(n for n, deal in enumerate(self.game.deals) if deal is self.deal)

    def _viewer_of(self, viewer: Viewer | None) -> Viewer:
        if viewer is None:
            return ALL
        names = list(self.deal.names)
        if viewer in names:
            return names.index(str(viewer))
        wanted = not isinstance(viewer, bool) and viewer in (ALL, IN_TURN, NOBODY, *range(len(names)))
        if not wanted:
            raise ValueError(f"viewer={viewer!r} is no seat, none of {', '.join(names)}, and none "
                             "of 'all', 'turn', 'none'")  # fmt: skip
        return viewer

    @plainly
    def _new_game(self, rules: Rules, players: int | list[str], seed: int) -> None:
        game = Game(rules, players, seed)
        self._keeper = saving.Keeper()
        self._open_stage(game)

    @plainly
    def _take_up(self, path: Path) -> None:
        game, said = saving.take_up(path)
        self._keeper = saving.Keeper(path)
        self._open_stage(game, said)

    def _open_stage(self, game: Game, said: str = "") -> None:
        self._begin(None, game)
        show(self.stage, True)
        self.new.value = False
        self.refresh({"kind": "ok", "head": said} if said else None)

    # --- drawing ------------------------------------------------------------------------------

    def refresh(self, message: dict[str, Any] | None = None) -> None:
        """Draws the deal at its cursor; `message` is shown, else what is to be done now."""
        if self.deal is None or self._busy:
            return
        deal: Deal = self.deal
        seen = sight(deal, self.viewer, self._place() in self._laid_open)
        self._seen, self._legal = seen, seen.legal()
        self._hands = [shown_hand(seen, seat, self._sort, self._orders.get(seat))
                       for seat in range(len(deal.names))]  # fmt: skip
        keys = self._selected_keys(self.table.selected)
        self._busy = True
        self.table.put(
            picture=picture(seen, self._hands, came_now(deal, seen), self._totals()),
            selected=keys,
            message=message or {"kind": "info", "head": prompt(seen, deal.names)},
            **self._suggestions(keys),
        )
        self._busy = False
        line = deal.line()
        self.turns.put(rows=rows(deal), at=deal.node.id, place=line.index(deal.node),
                       last=len(line) - 1, said=step_in_words(deal))  # fmt: skip
        self._fill_panels()
        self._publish()

    def _suggestions(self, keys: Sequence[str]) -> dict[str, Any]:
        """What glows, and the row of actions, for the selected cards."""
        assert self._seen is not None
        cards = [card(card_text(key)) for key in keys]
        actions = choices(self._seen, self._legal, cards)
        if self._seen.state.over:
            actions = self._after_the_deal()
        can = glows(self._seen, self._legal, cards) if self.glow.value else {}
        return {"actions": actions, "can": can}

    def _after_the_deal(self) -> list[dict[str, Any]]:
        if self._seen is not None and not self._seen.everything:
            return [{"do": "open", "label": "Lay all hands open and count"}]
        if self.game is not None and self.deal is self.game.deals[-1] and not self.game.over:
            return [{"do": "next", "label": "Next deal", "main": True}]
        return []

    def _totals(self) -> dict[str, Any] | None:
        """What each player had before the deal shown."""
        if self.game is None:
            return None
        totals = dict(self.game.totals)
        for deal in self.game.deals[self._place():]:
            for name, points in (deal.score().totals if deal.over else {}).items():
                totals[name] -= points
        return totals

    def _selected_keys(self, wanted: Sequence[Any]) -> list[str]:
        """Those of some keys that are open cards of the hand in turn."""
        if self._seen is None or not self._seen.acts:
            return []
        cards = self._hands[self._seen.state.turn].cards
        there = {key for key, c in zip(keys_of(cards), cards, strict=True) if not c.is_unknown}
        return [key for key in dict.fromkeys(map(str, wanted)) if key in there]

    def _picked(self, _: Any) -> None:
        """The page has selected cards."""
        if self._busy or self._seen is None:
            return
        keys = self._selected_keys(self.table.selected)
        self._busy = True
        self.table.put(selected=keys, **self._suggestions(keys))
        self._busy = False
        self.selected = tuple(card(card_text(key)) for key in keys)

    def _publish(self) -> None:
        """Tells those who observe, and saves."""
        self.selected = tuple(card(card_text(key)) for key in self.table.selected)
        before, self.log = self.log, (self.deal if self.game is None else self.game).log
        if before != self.log:
            change = {"name": "deal", "old": self.deal, "new": self.deal, "owner": self,
                      "type": "change"}  # fmt: skip
            self.notify_change(traitlets.Bunch(change))

    def _fill_panels(self) -> None:
        seen, deal = self._seen, self.deal
        if seen is None or deal is None:
            return
        counted = seen.state.over and seen.everything
        if self.melds.unfolded:
            self.melds.show(seen)
        if self.score.unfolded:
            totals = self.game.totals if self.game is not None and counted else self._totals()
            self.score.show(deal.score() if counted else None, totals, self._standing(counted))
        if self.compare.unfolded:
            self.compare.show(deal.final_position() if counted else None, deal.rules)
        if self.rules.unfolded:
            self.rules.show(deal.rules)
        if self.logs.unfolded:
            self.logs.show(self._log_text() if seen.everything and self.viewer == ALL else None)

    def _standing(self, counted: bool) -> str:
        if self.game is None or not counted or not self.game.over:
            return ""
        return f"The game is over: {' and '.join(self.game.winners)} won."

    # --- playing ------------------------------------------------------------------------------

    def _act(self, action: str | Action) -> None:
        """Does an action, or says every reason why not."""
        assert self._seen is not None
        wanted = read_action(action)
        seen = self._seen
        if not seen.acts and not seen.state.over:
            return self.refresh({"kind": "info", "head": prompt(seen, self.deal.names)})
        steps = len(self.deal.path())
        try:
            self.deal.apply(wanted)
        except AmbiguousAction as error:
            said = refusal(wanted, error.reasons, seen.state)
            said["choices"] = [{"label": label(one, seen.state), "text": str(one)}
                               for one in error.readings]  # fmt: skip
            return self.refresh(said)
        except IllegalAction as error:
            return self.refresh(refusal(wanted, error.reasons, seen.state))
        return self._moved(steps)

    def _moved(self, steps: int) -> None:
        """After a move: nothing is selected, and what was played since some step is said."""
        self.table.put(selected=[])
        now = sight(self.deal, self.viewer, self._place() in self._laid_open)
        said = done(self.deal.path()[steps:], now)
        if self.deal.over:
            said = {"kind": "ok", "head": said["head"] + self._result(now)}
            self.score.toggle.value = True
        self._keep()
        self.refresh(said)

    def _result(self, seen: Sight) -> str:
        if not seen.everything:
            return ""
        points = [f"{name} {points_text(made)}" for name, made in self.deal.score().totals.items() if made]
        return f" Points: {', '.join(points) or 'none'}. {self._standing(True)}".rstrip()

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
        if self._seen is not None and content.get("event") == "submit" and self.entry.value.strip():
            text, self.entry.value = self.entry.value, ""
            try:
                self._act(text)
            except ValueError:
                self.entry.value = text
                raise

    # --- what the page says -------------------------------------------------------------------

    @plainly
    def _on_table(self, said: dict[str, Any]) -> None:
        """A message from the table; what is not understood is passed over."""
        if self._seen is None:
            return
        handlers: dict[Any, Callable[[dict[str, Any]], None]] = {
            "act": lambda m: self._act(str(m.get("text"))),
            "stock": lambda _: self._act("draw"),
            "upcard": lambda _: self._upcard(),
            "meld": lambda m: self._on_meld(m.get("meld")),
            "move": self._move_card,
            "drop": self._drop,
            "touch": lambda _: self._touched(),
            "next": lambda _: self._next_deal(),
            "open": lambda _: self._lay_open(),
        }
        handler = handlers.get(said.get("do")) if isinstance(said.get("do"), str) else None
        if handler is not None:
            handler(said)

    def _upcard(self) -> None:
        """The upcard was pressed: it is taken, or a single selected card goes on it."""
        assert self._seen is not None
        if self._seen.state.phase == "play" and len(self.selected) == 1:
            self._act(Discard(self.selected[0]))
        else:
            self._act(Take(None))

    def _on_meld(self, number: Any) -> None:
        if isinstance(number, int) and self.selected:
            self._act(LayOff(tuple(map(Placed, self.selected)), number))
        elif self._seen is not None and self._seen.acts:
            self.table.put(message={"kind": "info", "head": "To lay off, select cards of the hand "
                                    "first, then press the meld."})  # fmt: skip

    def _touched(self) -> None:
        assert self._seen is not None
        self.table.put(message={"kind": "info", "head": prompt(self._seen, self.deal.names)})

    def _move_card(self, said: dict[str, Any]) -> None:
        """A card was put to another place in its hand."""
        seat, to = said.get("seat"), said.get("to")
        if not isinstance(seat, int) or not 0 <= seat < len(self._hands) or not isinstance(to, int):
            return
        cards = list(self._hands[seat].cards)
        keys = keys_of(cards)
        if said.get("card") not in keys or any(c.is_unknown for c in cards):
            return
        moved = cards.pop(keys.index(said["card"]))
        cards.insert(max(0, min(to, len(cards))), moved)
        self._orders[seat] = cards
        self._busy = True
        self.sort.value = "own"
        self._busy = False
        self.refresh(self.table.message)

    def _drop(self, said: dict[str, Any]) -> None:
        """A card was dropped on the discard pile or on a meld."""
        assert self._seen is not None
        seat, key, on = said.get("seat"), said.get("card"), str(said.get("on"))
        if seat != self._seen.state.turn or key not in self._selected_keys([key]):
            return self._touched()
        dropped = card(card_text(key))
        if on == "discards":
            return self._act(Discard(dropped))
        if on.isdigit():
            cards = self.selected if key in self.table.selected else (dropped,)
            return self._act(LayOff(tuple(map(Placed, cards)), int(on)))
        return None

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

    # --- settings -----------------------------------------------------------------------------

    @traitlets.observe("viewer")
    def _viewed(self, change: Any) -> None:
        if self.deal is not None and not self._busy:
            self._busy = True
            self.view.value = change["new"]
            self._busy = False
            self.refresh()

    def _sorted(self, change: Any) -> None:
        if not self._busy and change["new"] != "own":
            self._sort = change["new"]
            self._orders.clear()
            self.refresh(self.table.message)

    def _looked(self, _: Any) -> None:
        look = {"four": bool(self.four.value), "size": self.size.value}
        for piece in (self.table, self.turns, self.melds.list):
            piece.look = look

    # --- deals and games ----------------------------------------------------------------------

    @plainly
    def _next_deal(self) -> None:
        if self.game is None:
            return
        self._ends[len(self.game.deals) - 1] = self.deal.node
        self.game.next_deal()
        self._show_deal(self.game.deal)
        self._keep()
        self.refresh()

    def _lay_open(self) -> None:
        self._laid_open.add(self._place())
        seen = sight(self.deal, self.viewer, True)
        self.refresh({"kind": "ok", "head": prompt(seen, self.deal.names) + self._result(seen)})

    def _other_deal(self, change: Any) -> None:
        """Another deal of the game is looked at; a finished one is left as it ended."""
        if self._busy or self.game is None:
            return
        self._as_they_ended()
        self._show_deal(self.game.deals[change["new"]])
        self.refresh()

    def _as_they_ended(self) -> None:
        """Puts every finished deal of the game back to its end."""
        for place, node in self._ends.items():
            self.game.deals[place].goto(node)

    def _keep(self) -> None:
        if self._keeper is not None and self.game is not None:
            self._keeper.keep(self.game)

    # --- the log ------------------------------------------------------------------------------

    def _log_text(self) -> str:
        from rummy_lab.log import dumps

        return dumps((self.deal if self.game is None else self.game).log)

    def _load(self, text: str) -> str:
        game, said = saving.game_of(text)
        self._keeper = saving.Keeper() if self._keeper is not None else None
        self._begin(None, game)
        self.refresh()
        return said

    def _code(self) -> str:
        deal: Deal = self.deal
        if not deal.rules.variant.shipped:
            raise ValueError("house rules from a file are not written as code: copy the log")
        rules = repr(deal.rules)
        start = repr(deal if deal.dealt else Deal.from_state(deal.root.state))
        code = f"d = rl.{start.replace(rules, f'rl.{rules}', 1)}\n"
        actions = [str(event.action) for event in deal.events]
        if actions:
            code += f"for action in {actions!r}:\n    d.apply(action)\n"
        return f"import rummy_lab as rl\n\n{code}rl.DealStepper(d)\n"

    def _svg(self) -> str:
        assert self._seen is not None
        return svg_of_state(self._seen.state, four_colour=bool(self.four.value))
