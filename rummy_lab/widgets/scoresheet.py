"""The score sheet: the points of a real game, deal by deal, under any rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ipywidgets
import traitlets

from rummy_lab.display.charts import Series
from rummy_lab.display.markup import escaped
from rummy_lab.log import (
    GameLog,
    Log,
    load,
    loads,
    read_scores,
    score_log,
    write_scores,
)
from rummy_lab.log.course import course
from rummy_lab.log.sheets import Coming, coming
from rummy_lab.reasons import with_note
from rummy_lab.rules import At, Rules
from rummy_lab.scoring import Points
from rummy_lab.scoring import Sheet as Scores
from rummy_lab.variants import rules_of
from rummy_lab.widgets import saving
from rummy_lab.widgets.base import Tool, plainly, row, show, stopped
from rummy_lab.widgets.chart import Chart
from rummy_lab.widgets.choices import STANDINGS
from rummy_lab.widgets.chooser import Chooser
from rummy_lab.widgets.entering import (
    Draft,
    Entered,
    a_place,
    asks_joker,
    asks_whole_hand,
    cell_texts,
    draft_of,
    entered,
    in_hand,
    typed_points,
)
from rummy_lab.widgets.logpanel import LogPanel
from rummy_lab.widgets.looks import Looks
from rummy_lab.widgets.panels import Panel, RulesPanel, sentence
from rummy_lab.widgets.picture import heading
from rummy_lab.widgets.sheet import Sheet
from rummy_lab.widgets.sheetpage import sheet_html
from rummy_lab.widgets.sheetrows import sheet_rows, standing, totals_row
from rummy_lab.widgets.sitting import brought
from rummy_lab.widgets.sources import is_log, log_or_text

Trait = traitlets.TraitType[Any, Any]


class TotalsPanel(Panel):
    """The totals over the deals as lines."""

    title = "Chart"

    def __init__(self) -> None:
        self.chart = Chart()
        self.page = ipywidgets.HTML(sentence("The totals are drawn here when a deal is entered."))
        super().__init__(self.page, self.chart)

    def show(self, game: GameLog) -> None:
        """Shows the totals after each deal that counts, and the target."""
        show(self.page, not game.deals)
        if game.rules is None or not game.deals:
            self.chart.put(drawing={})
            return
        steps = list(course(game.rules, game.names, game.start, game.deals))
        kept = [steps[0], *(after for after, deal in zip(steps[1:], game.deals, strict=True)
                            if not deal.struck)]  # fmt: skip
        labels = ["start", *(str(deal.number) for deal in game.deals if not deal.struck)]
        series = [Series(name, tuple(None if one.totals is None else one.totals[name]
                                     for one in kept)) for name in game.names]  # fmt: skip
        target = game.rules["target"]
        levels = [(float(target), f"target {target}")] if target is not None else []
        self.chart.show("Totals", "deal", labels, series, levels)

    def picture(self, game: GameLog) -> str:
        """The totals as a picture that stands alone; empty before the first deal."""
        self.show(game)
        return self.chart.svg if self.chart.drawing else ""


class SheetLog(LogPanel):
    """The log of the sheet; a spreadsheet is read in its place, too."""

    accepts = f"{LogPanel.accepts},.csv"


class ScoreSheet(Tool):
    """Keeps the score of a real game: cards left or points for each deal, under any rules.

    `rules` are a `Rules` or the id of a variant, `players` names or a number; or `log` is one to go
    on with (a `Log`, a path, or a text). Without them a box to begin a sheet stands on top, where
    saved ones can be taken up again: a sheet is saved as it goes.

    `log` (of scores without play) and `totals` can be read and observed. Nothing is rubbed out: a
    deal that was corrected or struck stays in the log, and is shown so.

    Raises what `rl.score_log` raises, `TypeError` for what is no log, and `ValueError` for a log
    with rules or players beside it.

    >>> import rummy_lab as rl
    >>> s = ScoreSheet("rummy", ["Ana", "Bo"])
    >>> s.enter(["Ks 7h", ""], out="Bo")
    >>> s.totals, s.sheet.head["standing"]
    ({'Ana': 0, 'Bo': 17}, 'Deal 2 comes next: Bo deals.')
    """

    log: Trait = traitlets.Any(None, allow_none=True, read_only=True)
    totals: Trait = traitlets.Dict(read_only=True)

    def __init__(
        self,
        rules: Rules | str | None = None,
        players: int | Sequence[str] | None = None,
        log: Any = None,
    ) -> None:
        self._keeper = saving.SheetKeeper()
        self._pending: tuple[Log, dict[str, Any], dict[str, Any]] | None = None
        self._saved: Path | None = None
        self._make_parts()
        super().__init__((self.chooser, self.stage))
        self._listen()
        show(self.stage, False)
        self.new.value = True
        if log is not None and (rules is not None or players is not None):
            raise ValueError("a log has its rules and players: give it alone, or rules and players")
        if log is not None:
            self._open(log)
        elif rules is not None and players is not None:
            self._begin(score_log(rules, players), saving.SheetKeeper())
            self._offer_saved()
        elif rules is not None:
            self.chooser.offer(rules_of(rules))

    # --- the parts ----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        begin = ("Begin", "Begin a score sheet")
        self.chooser = Chooser(self._new, saving.saved_sheets, self._take_up, begin, dealt=False)
        self.looks = Looks()
        self.sheet = Sheet(self._on_sheet)
        self.chart, self.rules = TotalsPanel(), RulesPanel()
        self.logs = SheetLog(
            self._load, lambda: str(self._there()), self.sheet, self._code,
            lambda: self.chart.picture(self._there().games[0]),
        )  # fmt: skip
        self.panels = (self.chart, self.rules, self.logs)
        self.new = ipywidgets.ToggleButton(description="Another sheet", layout={"width": "auto"})
        bar = row(self.new, self.looks.size, *(panel.toggle for panel in self.panels))
        bar.add_class("rl-line-above")
        self.stage = ipywidgets.VBox((self.sheet, bar, *self.panels))

    def _listen(self) -> None:
        self.looks.dress(self.sheet, self.chart.chart)
        self.new.observe(self._toggled, "value")
        self.sheet.observe(self._drafted, "draft")
        for panel in self.panels:
            panel.opened = self._fill_panels

    def _toggled(self, _: Any) -> None:
        show(self.chooser, bool(self.new.value))
        if self.new.value:
            self.chooser.refresh()

    def tell(self, sentence: str) -> None:
        """Says a sentence in place of the last answer."""
        if self.log is None:
            self.chooser.tell(sentence)
        else:
            self.sheet.put(message={"kind": "no", "head": sentence})

    # --- beginning ----------------------------------------------------------------------------

    def _new(self, rules: Rules, players: int | list[str], _: int) -> None:
        self._begin(score_log(rules, players), saving.SheetKeeper())

    def _take_up(self, path: Path) -> None:
        self._begin(load(path), saving.SheetKeeper(path))
        self._say("ok", f"Taken up again: {path.name.removesuffix(saving.SCORES)}.")

    @plainly
    def _open(self, source: Any) -> None:
        found = log_or_text(source)
        if isinstance(found, Log):
            self._begin(found, saving.SheetKeeper())
        else:
            self._load(found)
        if isinstance(source, str | Path) and str(source).endswith(saving.SCORES):
            self._keeper = saving.SheetKeeper(Path(source).expanduser())

    def _load(self, text: str) -> str:
        """Shows the sheet of a log or of CSV; gives back what to say of it."""
        rules = self.log.rules if self.log is not None else self.chooser.chosen
        log = loads(text) if is_log(text) else read_scores(f"{text}\n", rules)
        self._begin(log, saving.SheetKeeper())
        errors = f" {stopped(str(log.errors[0]))}" if log.errors else ""
        return f"Loaded: {len(log.games[0].deals)} deals.{errors}"

    def _begin(self, log: Log, keeper: saving.SheetKeeper) -> None:
        """Shows a sheet from now on; raises `ValueError` where the rules have no such table."""
        game, rules = log.playable()
        rules.at(players=len(game.names))
        self._keeper, self._pending = keeper, None
        show(self.stage, True)
        self.new.value = False
        self.chart.toggle.value = True
        self._set(log, self._emptied())
        self._say("info", "")

    def _offer_saved(self) -> None:
        """Says so where a sheet of these players under these rules is saved already."""
        for path in saving.saved_sheets():
            try:
                log = load(path)
            except (OSError, ValueError):
                continue
            if (log.rules, log.names) == (self.log.rules, self.log.names) and not log.over:
                name = path.name.removesuffix(saving.SCORES)
                self._saved = path
                head = f"A sheet of these players is saved, with {len(log.deals)} deals: {name}."
                choices = [{"label": "Take it up again", "text": "take_up"}]
                self.sheet.put(message={"kind": "hint", "head": head, "choices": choices})
                return

    # --- drawing ------------------------------------------------------------------------------

    def _there(self) -> Log:
        """The log; raises `ValueError` where there is none yet."""
        if self.log is None:
            raise ValueError("there is no score sheet yet: begin one above")
        return self.log

    @property
    def _coming(self) -> Coming:
        return coming(self._there())

    def _set(self, log: Log, changes: dict[str, Any]) -> None:
        """Shows a log in the place of the last one; `changes` are further ones of the sheet."""
        self.set_trait("log", log)
        self.set_trait("totals", dict(log.totals))
        with self.sheet.hold_sync():
            self.refresh()
            self.sheet.put(**changes)

    def refresh(self) -> None:
        """Draws the sheet."""
        log = self._there()
        game, rules = log.playable()
        following = self._coming
        at = _at(rules, following)
        dealer = None if following.dealer is None else following.names[following.dealer]
        number = following.number if following.names else following.number - 1
        self.sheet.put(
            head={**heading(rules, at, number, dealer), "names": list(game.names),
                  "standing": standing(game, following)},
            rows=sheet_rows(log, game),
            totals=totals_row(game),
            entry=_entry(game, rules, following),
            files=self._files(log),
        )  # fmt: skip
        self._fill_panels()

    def _files(self, log: Log) -> list[dict[str, str]]:
        """What can be downloaded."""
        return [
            {"name": "scores.rummy", "mime": "text/plain", "text": str(log)},
            {"name": "scores.csv", "mime": "text/csv", "text": write_scores(log)},
            {"name": "scores.html", "mime": "text/html", "text": self._page(log)},
        ]

    def _page(self, log: Log) -> str:
        """The sheet as a page that stands alone."""
        title = escaped(f"Scores: {', '.join(log.names)}")
        return (f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n'
                f"<body>{self._shown(log)}</body></html>\n")  # fmt: skip

    def _shown(self, log: Log) -> str:
        return sheet_html(log) + self.chart.picture(log.games[0])

    def static_html(self) -> str:
        """The points, the totals and their chart."""
        return self._shown(self.log) if self.log is not None else ""

    def _fill_panels(self) -> None:
        """Fills those panels that are open."""
        if self.log is None:
            return
        if self.chart.unfolded:
            self.chart.show(self.log.games[0])
        if self.rules.unfolded:
            self.rules.show(self.log.rules)
        if self.logs.unfolded:
            self.logs.show(str(self.log))

    def _say(self, kind: str, head: str) -> None:
        self.sheet.put(message={"kind": kind, "head": head})

    # --- entering -----------------------------------------------------------------------------

    def enter(
        self,
        cells: Sequence[str | Points] | Mapping[str, str | Points],
        out: str | None = None,
        *,
        whole_hand: bool = False,
        joker_used: bool = False,
        dealer: str | None = None,
        comment: str = "",
    ) -> None:
        """Enters the next deal from code, as its fields would: cards left, or points.

        `cells` are texts or numbers by seat, or by name; who is not named has an empty field.

        Raises `ValueError` for what cannot be read, and for what the rules do not allow.
        """
        names = self._coming.names
        places = [None if name is None else a_place(name, names) for name in (out, dealer)]
        texts = cell_texts(cells, names)
        draft = Draft(texts, places[0], whole_hand, joker_used, places[1], comment)
        log, found = self._with(draft)
        if wrong := _new_errors(self._there(), log):
            raise ValueError(wrong[0])
        self._take(log, self._entered_as(found), self._emptied())

    def _with(self, draft: Draft) -> tuple[Log, Entered]:
        """The log with one more deal, and what was entered; raises `ValueError`."""
        log, following = self._there(), self._coming
        names = following.names
        if not names:
            raise ValueError("the game is over: begin another sheet")
        if len(draft.cells) != len(names):
            raise ValueError(f"{len(draft.cells)} fields for {len(names)} players")
        found = entered(draft, names, log.playable()[1], following.number)
        dealer = None if draft.dealer is None else names[draft.dealer]
        comment = draft.comment or None
        if found.end is not None:
            return log.with_deal(found.end, dealer=dealer, comment=comment), found
        out = None if draft.out is None else names[draft.out]
        made = log.with_deal(found.points, dealer=dealer, comment=comment, out=out,
                             whole_hand=draft.whole_hand, joker_used=draft.joker_used)  # fmt: skip
        return made, found

    def _entered_as(self, found: Entered) -> dict[str, Any]:
        """What is said of a deal that was entered: its points, and why where cards were."""
        head = f"Deal {self._coming.number} is entered. {brought(found.points)}"
        return {"kind": "ok", "head": head, "reasons": _reasons(found.sheet)}

    def _emptied(self) -> dict[str, Any]:
        """What the sheet is set to when what was typed is in the log."""
        return {"draft": {}, "preview": [], "entered": self.sheet.entered + 1}

    def _take(self, log: Log, said: dict[str, Any], changes: dict[str, Any]) -> None:
        """Shows and saves a changed log, and says what was done."""
        self._pending = None
        self._set(log, changes)
        if log.over:
            said = {**said, "more": standing(log.games[0], None)}
        self.sheet.put(message=said)
        try:
            self._keeper.keep(log, write_scores(log), self._page(log))
        except OSError as error:
            more = f"The sheet is not saved: {error.strerror or error}."
            self.sheet.put(message={**self.sheet.message, "more": more})

    def _offer(self, log: Log, said: dict[str, Any], changes: dict[str, Any]) -> None:
        """Takes a changed log where the rules allow it; else it is asked whether it is meant."""
        wrong = _new_errors(self._there(), log)
        if not wrong:
            return self._take(log, said, changes)
        self._pending = log, said, changes
        head = f"That is not as the rules have it: {stopped(wrong[0])}"
        choices = [{"label": "Enter it all the same", "text": "anyway"}]
        return self.sheet.put(message={"kind": "no", "head": head, "choices": choices})

    def _drafted(self, _: Any) -> None:
        """Something was typed: what it comes to is said beside it."""
        if self.log is None or not self._coming.names:
            return
        names, rules = self._coming.names, self.log.playable()[1]
        draft = draft_of(self.sheet.draft, len(names))
        try:
            found = entered(draft, names, rules, self._coming.number)
        except ValueError:
            at = rules.at(players=len(names), deal=self._coming.number)
            preview = [in_hand(cell, at) for cell in draft.cells]
        else:
            scores = found.points if found.end is not None else {}
            preview = [f"scores {scores[name]}" if name in scores else "" for name in names]
        self.sheet.put(preview=preview)

    # --- what the page says -------------------------------------------------------------------

    @plainly
    def _on_sheet(self, said: dict[str, Any]) -> None:
        """A message from the sheet; what is not understood is passed over."""
        if self.log is None:
            return
        what, place = said.get("do"), said.get("row")
        if what == "enter":
            typed = said.get("draft", self.sheet.draft)
            log, found = self._with(draft_of(typed, len(self._coming.names)))
            self._offer(log, self._entered_as(found), self._emptied())
        elif what == "anyway" and self._pending is not None:
            self._take(*self._pending)
        elif what == "take_up" and self._saved is not None:
            self._take_up(self._saved)
        elif type(place) is int and 0 <= place < len(self.log.games[0].deals):
            if what == "correct":
                self._correct(place, said)
            elif what == "strike":
                self._strike(place)

    def _correct(self, place: int, said: dict[str, Any]) -> None:
        """Other points for a deal."""
        log = self._there()
        deal = log.games[0].deals[place]
        cells = draft_of(said, len(log.names)).cells
        typed = typed_points(cells, log.names)
        now = deal.said
        points = {name: typed[name] for name in deal.names if typed[name] != now.get(name)}
        taken = {"taken": [place, self.sheet.taken[1] + 1]}
        if not points:
            return self.sheet.put(**taken)
        comment = draft_of(said, 0).comment or None
        head = f"Deal {deal.number} is corrected. What stood there before is kept."
        made = log.corrected(deal.number, points, comment)
        return self._offer(made, {"kind": "ok", "head": head}, taken)

    def _strike(self, place: int) -> None:
        """Strikes a deal, or takes that back."""
        log = self._there()
        deal = log.games[0].deals[place]
        if deal.struck:
            made = log.corrected(deal.number, deal.said)
            head = f"Deal {deal.number} counts again."
        else:
            made = log.struck(deal.number)
            head = f"Deal {deal.number} is struck: it does not count, and can be taken back."
        self._offer(made, {"kind": "ok", "head": head}, {})

    def _code(self) -> str:
        text = str(self._there())
        return f"import rummy_lab as rl\n\nrl.ScoreSheet(log=rl.loads({text!r}))\n"


def _entry(game: GameLog, rules: Rules, following: Coming) -> dict[str, Any]:
    """The fields for the next deal; none where the game is over."""
    if not following.names:
        return {}
    return {
        "deal": following.number,
        "players": [game.names.index(name) for name in following.names],
        "dealer": following.dealer or 0,
        "whole": asks_whole_hand(rules),
        "joker": asks_joker(rules),
    }


def _at(rules: Rules, following: Coming) -> At | None:
    names = following.names
    return rules.at(players=len(names), deal=following.number) if names else None


def _new_errors(before: Log, after: Log) -> list[str]:
    """What is wrong in a log that was not wrong in another."""
    known = Counter(error.message for error in before.errors)
    return [*(Counter(error.message for error in after.errors) - known)]


def _reasons(sheet: Scores | None) -> list[dict[str, str]]:
    """The lines of a score, as reasons with their clauses."""
    if sheet is None:
        return []
    return [{"text": f"{line.message}.", "clause": line.clause,
             "standing": STANDINGS.get(line.standing, line.standing),
             "words": with_note("", line.note)}
            for line in sheet.lines]  # fmt: skip
