"""The replay viewer: a log played like a film, with its comments, its points and its errors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import ipywidgets
import traitlets

from rummy_lab.deal import Deal, Node
from rummy_lab.display.html import html_of_state
from rummy_lab.display.markup import escaped, fragment
from rummy_lab.display.svg import svg_of_state
from rummy_lab.log import DealLog, Log, LogError, dump, loads
from rummy_lab.log.reading import split_lines
from rummy_lab.widgets import saving
from rummy_lab.widgets.base import Pieces, plainly, show
from rummy_lab.widgets.branch import Branch, line_so_far
from rummy_lab.widgets.controls import frame
from rummy_lab.widgets.faults import faults_html
from rummy_lab.widgets.filmpanels import ChartPanel, FaultsPanel, PointsPanel, points_html
from rummy_lab.widgets.handpoints import HandPoints, hand_points
from rummy_lab.widgets.logpanel import LogPanel
from rummy_lab.widgets.logrows import log_rows
from rummy_lab.widgets.moments import Moment, moments
from rummy_lab.widgets.narration import just_done, narrated, points_notes, points_only
from rummy_lab.widgets.panels import RulesPanel
from rummy_lab.widgets.picture import no_picture, picture
from rummy_lab.widgets.player import Player
from rummy_lab.widgets.reel import Reel
from rummy_lab.widgets.rows import step_in_words
from rummy_lab.widgets.sight import ALL, Sight, Viewer, came_now, sight
from rummy_lab.widgets.sitting import code_of
from rummy_lab.widgets.sources import loaded_said, log_or_text
from rummy_lab.widgets.table import Table
from rummy_lab.widgets.turns import Turns
from rummy_lab.widgets.viewing import Settings, Viewing

Trait = traitlets.TraitType[Any, Any]


class Film(NamedTuple):
    """What stays the same at every step of a deal, as a viewer sees it."""

    line: list[Node]
    moments: list[Moment]
    points: HandPoints


class ReplayViewer(Viewing):
    """Replays a log: play, pause, step, jump to turns and key moments, comment, play on.

    `log` is a `Log`, the path of a file, the text of a log, or anything that has a `.log`; without
    it a log can be pasted, uploaded or opened by its name. `viewer` is whose cards are shown: None
    for all, a seat (number or name), "turn" for the seat in turn, "none" for nobody.

    `log` (with the comments written here), `game` (from 1), `deal` (its number), `step` (0: as
    dealt) and `state` can be read and observed; all but `state` and `log` can be set. What is wrong
    in a log is shown in place; what is good is replayed.

    Raises `TypeError` for what is no log, `ValueError` for a viewer, game, deal or step that is
    none.

    >>> import rummy_lab as rl
    >>> v = ReplayViewer(rl.play(rl.variant("block"), seed=7))
    >>> v.deal, v.step = 2, 3
    >>> v.state.over, v.table.message["head"]
    (False, 'Turn ...')
    """

    log: Trait = traitlets.Any(None, allow_none=True, read_only=True)
    game = traitlets.Int(1)
    deal = traitlets.Int(1)
    step = traitlets.Int(0)
    state: Trait = traitlets.Any(None, allow_none=True, read_only=True)

    def __init__(self, log: Any = None, *, viewer: Viewer | None = None) -> None:
        self._reel: Reel | None = None
        self._seen: Sight | None = None
        self._film: Film | None = None
        self._filmed: tuple[Any, ...] = ()
        self._file: Path | None = None
        self._make_parts()
        super().__init__(self.settings, (self.stage, self.branch))
        self._listen()
        if log is not None:
            self._open(log)
        if self._reel is None:
            self._wait()
        elif viewer is not None:
            self.viewer = viewer

    # --- the parts ----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.settings = Settings()
        self.table = Table(self._on_table)
        self.player = Player(self._on_player)
        self.turns = Turns(self._on_turns)
        self.turns.bar = False
        self.games = ipywidgets.Dropdown(description="Game", layout={"width": "260px"})
        self.deals = ipywidgets.Dropdown(description="Deal", layout={"width": "190px"})
        self.chart = ChartPanel(self._on_chart)
        self.points, self.faults, self.rules = PointsPanel(), FaultsPanel(), RulesPanel()
        self.logs = LogPanel(self._load, self._log_text, self.table, self._code, self._svg)
        self.panels = (self.chart, self.points, self.faults, self.rules, self.logs)
        settings = self.settings
        self.stage = frame(
            (settings.view, settings.sort, *settings.looks),
            (self.table, self.player),
            self.turns,
            (self.games, self.deals),
            self.panels,
        )
        self.branch = Branch()

    def _listen(self) -> None:
        self.table.observe(self._unselect, "selected")
        self.games.observe(lambda change: setattr(self, "game", change["new"]), "value")
        self.deals.observe(self._other_deal, "value")
        for panel in self.panels:
            panel.opened = self._fill_panels

    @property
    def _players(self) -> Sequence[str]:
        return self._reel.names if self._reel is not None else ()

    @property
    def _pieces(self) -> Sequence[Pieces]:
        return self.table, self.player, self.turns, self.chart.chart

    def tell(self, sentence: str) -> None:
        """Says a sentence in place of what was said last."""
        if self._reel is None:
            self.logs.tell(sentence)
        else:
            self.table.put(message={"kind": "no", "head": sentence})

    # --- logs ---------------------------------------------------------------------------------

    @plainly
    def _open(self, source: Any) -> None:
        """Shows what can be made of a log, a path or a text."""
        found = log_or_text(source)
        if isinstance(found, Log):
            self._show(Reel(found))
        else:
            self._load(found)

    def _load(self, text: str) -> str:
        """Shows the log of a text; gives back what to say of it."""
        rows = split_lines(text)
        try:
            log = loads(text)
        except LogError as error:
            self.faults.show([error], lambda number: rows[number - 1] if rows else "")
            self.faults.toggle.value = True
            self.logs.text.value = text
            raise
        self._show(Reel(log, rows))
        return loaded_said(log)

    def _wait(self) -> None:
        """Nothing to show yet: a log can be given below."""
        for part in self.stage.children[:2]:
            show(part, False)
        self.logs.offer_files()
        self.logs.toggle.value = True
        if not self.logs.note.value:
            self.logs.tell("Paste a log above and press “Load this text”, or open a file.")

    def _show(self, reel: Reel) -> None:
        """Shows a log from its first deal on."""
        self._reel, self._file = reel, None
        for part in self.stage.children[:2]:
            show(part, True)
        self.player.playing = False
        with self._quietly():
            self.games.options = [(said, n) for n, said in enumerate(reel.games_said, 1)]
        show(self.games, len(reel.log.games) > 1)
        self.branch.put_away()
        self.faults.show(reel.log.errors, reel.row)
        self.faults.toggle.value = bool(reel.log.errors)
        self.chart.toggle.value = True
        self._again(first=True)

    def _again(self, first: bool = False) -> None:
        """Another deal, or another game, is shown; to the same viewer if there still is one."""
        assert self._reel is not None
        reel = self._reel
        self._hands.own.clear()
        seat = self.viewer if isinstance(self.viewer, int) else 0
        with self._quietly():
            self.viewer = ALL if first or seat >= len(reel.names) else self.viewer
            self.settings.offer_views(reel.names, self.viewer)
            self.games.value = reel.game_place + 1
            self.deals.options = [(_deal_said(deal), n) for n, deal in enumerate(reel.deals)]
            self.deals.value = reel.place if reel.deals else None
        show(self.deals, len(reel.deals) > 1)
        self.refresh()

    # --- drawing ------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draws the deal shown at its step."""
        reel = self._reel
        if reel is None or self._busy:
            return
        self._seen = None
        if reel.deal is None:
            self._draw_points(reel)
        else:
            self._draw_step(reel, reel.deal)
        self._publish(reel)
        self._fill_panels()

    def _redraw(self, kept: bool = False) -> None:
        self.refresh()

    def _draw_step(self, reel: Reel, deal: Deal) -> None:
        self._seen = seen = sight(deal, self.viewer, reel.laid_open)
        self._film = film = self._filmed_as(reel, deal, seen)
        hands = self._hands.show(seen)
        place = film.line.index(deal.node)
        drawn = picture(seen, hands, came_now(deal, seen), reel.before)
        self.table.put(
            picture={**drawn, "still": True},
            can=just_done(deal.node, seen),
            actions=self._actions(reel, seen),
            message=narrated(reel, deal, seen),
        )
        last = len(film.line) - 1
        self.turns.put(rows=log_rows(reel, seen), at=deal.node.id)
        said = f"step {place} of {last} · {step_in_words(deal, seen)}"
        self.player.put(place=place, last=last, said=said, turns=list(film.points.ends),
                        moments=film.moments)  # fmt: skip
        if place == last:
            self.player.playing = False

    def _filmed_as(self, reel: Reel, deal: Deal, seen: Sight) -> Film:
        """What stays the same from step to step, made once for a viewer."""
        now = (reel.log, deal, seen.everything, seen.seat)
        if self._film is None or any(a is not b for a, b in zip(self._filmed, now, strict=False)):
            self._filmed = now
            line = deal.line()
            return Film(line, moments(reel, seen), hand_points(deal, seen))
        return self._film

    def _draw_points(self, reel: Reel) -> None:
        """A deal of which only the points are known, or a game without deals."""
        self._film, self._filmed = None, ()
        game, entry = reel.game, reel.entry
        if entry is None:
            drawn = no_picture(game.rules, 1, None, dict.fromkeys(game.names, ""))
            message: dict[str, Any] = {"kind": "info", "head": "This game has no deal."}
        else:
            dealer = None if entry.dealer is None else entry.names[entry.dealer]
            drawn = no_picture(game.rules, entry.number, dealer, points_notes(reel))
            message = points_only(reel)
        actions = self._actions(reel, None)
        self.table.put(picture=drawn, can={}, actions=actions, message=message)
        self.turns.put(rows=log_rows(reel, None), at=-1)
        self.player.put(place=0, last=0, turns=[], moments=[], said="no play is logged")

    def _actions(self, reel: Reel, seen: Sight | None) -> list[dict[str, Any]]:
        """What can be done besides stepping."""
        found: list[dict[str, Any]] = []
        if seen is not None and not seen.state.over:
            found.append({"do": "branch", "label": "Play on from here"})
        if seen is not None and seen.state.over and not seen.everything:
            found.append({"do": "open", "label": "Lay all hands open and count"})
        at_end = reel.deal is None or reel.deal.node is reel.deal.line()[-1]
        if reel.goes_on and at_end:
            found.append({"do": "next", "label": "Next deal", "main": True})
        return found

    def _publish(self, reel: Reel) -> None:
        """Tells those who observe what is shown."""
        with self._quietly():
            self.set_trait("log", reel.log)
            self.game = reel.game_place + 1
            self.deal = reel.entry.number if reel.entry is not None else 0
            self.step = self.player.place
            self.set_trait("state", reel.deal.state if reel.deal is not None else None)

    def _fill_panels(self) -> None:
        """Fills those panels that are open."""
        reel, seen = self._reel, self._seen
        if reel is None:
            return
        everything = seen is None or seen.everything
        if self.chart.unfolded:
            film = self._film
            self.chart.show(film.points if film is not None else None, self.player.place)
        if self.points.unfolded:
            self.points.show(reel, seen is None or (seen.state.over and everything))
        if self.faults.unfolded:
            self.faults.show(reel.log.errors if everything else [], reel.row)
        if self.rules.unfolded and reel.game.rules is not None:
            self.rules.show(reel.game.rules)
        if self.logs.unfolded:
            self.logs.show(self._log_text() if self.viewer == ALL else None)

    def static_html(self) -> str:
        """The table, the hand points and the points so far, as the viewer sees them."""
        reel, seen = self._reel, self._seen
        if reel is None:
            return ""
        parts = []
        if seen is not None:
            parts.append(html_of_state(seen.state, four_colour=self.settings.look["four"]))
        parts.append(fragment(f"<p>{escaped(self.table.message.get('head', ''))}</p>", bare=True))
        if self._film is not None:
            self.chart.show(self._film.points, self.player.place)
            parts.append(self.chart.chart.svg)
        everything = seen is None or seen.everything
        parts.append(points_html(reel, seen is None or (seen.state.over and everything)))
        if reel.log.errors and everything:
            parts.append(faults_html(reel.log.errors, reel.row))
        return "".join(parts)

    # --- stepping -----------------------------------------------------------------------------

    def play(self) -> None:
        """Plays on from the step shown, where the tool is on a page."""
        self.player.playing = self.player.place < self.player.last

    def pause(self) -> None:
        """Stops playing."""
        self.player.playing = False

    def _to(self, place: int) -> None:
        """Shows a step of the deal."""
        if self._reel is not None and self._reel.deal is not None:
            line = self._reel.deal.line()
            self._reel.deal.goto(line[max(0, min(place, len(line) - 1))])
            self.refresh()

    @plainly
    def _on_player(self, said: dict[str, Any]) -> None:
        """A message from the bar; a tick for a step that is past already is passed over."""
        place = said.get("place")
        if isinstance(place, bool) or not isinstance(place, int):
            return
        if said.get("do") == "place":
            self._to(place)
        elif said.get("do") == "tick" and self.player.playing and place == self.player.place:
            self._to(place + 1)

    @plainly
    def _on_chart(self, said: dict[str, Any]) -> None:
        at = said.get("at")
        if self._film is not None and isinstance(at, int) and 0 <= at < len(self._film.points.ends):
            self.pause()
            self._to(self._film.points.ends[at])

    @plainly
    def _on_turns(self, said: dict[str, Any]) -> None:
        """A message from the list of turns: another step, or a comment."""
        reel = self._reel
        if reel is None:
            return
        node, pen = said.get("node"), said.get("pen")
        if said.get("do") == "go" and reel.deal is not None and isinstance(node, int):
            self.pause()
            reel.deal.goto(node)
            self.refresh()
        elif (
            said.get("do") == "note" and isinstance(pen, int) and isinstance(said.get("text"), str)
        ):
            self._comment(pen, said["text"])

    def _comment(self, pen: int, text: str) -> None:
        """Writes a comment on a line of the deal shown, and keeps the log."""
        assert self._reel is not None
        entry = self._reel.entry
        if entry is None or not 0 <= pen < len(entry.lines):
            return
        self._reel.comment(entry.lines[pen], text)
        self.refresh()
        self._keep()

    def _keep(self) -> None:
        """Keeps the log with its comments in a file of its own, and says where."""
        assert self._reel is not None
        reel = self._reel
        try:
            if self._file is None:
                self._file = saving.new_file(reel.game.rules, "with-comments")
            dump(reel.log, self._file)
            said = f"The comments are kept in {self._file}."
        except OSError as error:
            said = f"The comments are not kept in a file: {error.strerror or error}."
        self.table.put(message={**self.table.message, "more": said})

    @traitlets.validate("game", "deal", "step")
    def _there(self, proposal: Any) -> int:
        """A game, a deal or a step that there is."""
        name, wanted, reel = proposal["trait"].name, proposal["value"], self._reel
        if self._busy or reel is None:
            return wanted
        last = self.player.last
        there = {
            "game": range(1, len(reel.log.games) + 1),
            "deal": [deal.number for deal in reel.deals],
            "step": range(last + 1),
        }[name]
        if wanted not in there:
            which = ", ".join(map(str, there)) if name == "deal" else f"{there[0]} to {there[-1]}"
            raise ValueError(f"{name}={wanted} is none: there are {which}")
        return wanted

    @traitlets.observe("game", "deal", "step")
    def _set(self, change: Any) -> None:
        """Another game, deal or step is wanted, by code or by a control."""
        reel = self._reel
        if self._busy or reel is None:
            return
        if change["name"] == "step":
            self._to(change["new"])
        elif change["name"] == "deal":
            self._choose(reel.game_place, reel.deals.index(reel.game.deal(change["new"])))
        else:
            self._choose(change["new"] - 1, 0)

    def _choose(self, game: int, place: int) -> None:
        assert self._reel is not None
        self.pause()
        self._reel.choose(game, place)
        self._again()

    def _other_deal(self, change: Any) -> None:
        if self._reel is not None and not self._busy and change["new"] is not None:
            self._choose(self._reel.game_place, change["new"])

    # --- the table ----------------------------------------------------------------------------

    def _unselect(self, _: Any) -> None:
        self.table.put(selected=[])

    @plainly
    def _on_table(self, said: dict[str, Any]) -> None:
        """A message from the table: an action of the row, or a card that was pressed or moved."""
        reel = self._reel
        if reel is None:
            return
        what = said.get("do")
        if what == "next" and reel.goes_on:
            self._choose(reel.game_place, reel.place + 1)
        elif what == "open":
            reel.lay_open()
            self.refresh()
        elif what == "branch":
            self._branch()
        elif what == "move":
            self._move_card(said)
        else:
            head = "This is a replay: press “Play on from here” to play other moves."
            self.table.put(message={"kind": "info", "head": head})

    # --- playing on ---------------------------------------------------------------------------

    def _branch(self) -> None:
        """Opens the position shown, with the line so far, in a stepper below."""
        assert self._reel is not None
        shown = self._reel.deal
        if shown is None or shown.over:
            return
        self.pause()
        said = f"Played on from deal {shown.deal}, step {self.player.place}; the log stays."
        self.branch.take(line_so_far(shown), self.viewer, said)

    # --- the log panel ------------------------------------------------------------------------

    def _log_text(self) -> str:
        if self._reel is None:
            raise ValueError("no log is loaded yet")
        return str(self._reel.log)

    def _code(self) -> str:
        if self._reel is None or self._reel.deal is None:
            raise ValueError("there is no position to copy")
        return code_of(self._reel.deal)

    def _svg(self) -> str:
        if self._seen is None:
            raise ValueError("there is no table to draw")
        return svg_of_state(self._seen.state, four_colour=self.settings.look["four"])


def _deal_said(deal: DealLog) -> str:
    """A deal as the list of deals names it."""
    return str(deal.number) if deal.sound else f"{deal.number} (broken off)"
