"""The simulation explorer: many deals under rule sets side by side, played beside the kernel."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import ipywidgets
import traitlets

from rummy_lab.cards import check_seed, shortened, whole_number
from rummy_lab.compare.labels import RuleSets, labelled, title_of
from rummy_lab.display.markup import escaped, fragment
from rummy_lab.players import Policy
from rummy_lab.rules import Rules
from rummy_lab.simulate import VariantComparison
from rummy_lab.simulate.columns import joined
from rummy_lab.simulate.job import Job, Player, label_of_player
from rummy_lab.simulate.run import job_of, players_of
from rummy_lab.variants import variants as shipped
from rummy_lab.widgets.background import Background
from rummy_lab.widgets.base import Tool, plainly, show
from rummy_lab.widgets.chart import Chart
from rummy_lab.widgets.chooser import seed_of
from rummy_lab.widgets.rulepicker import RulePicker
from rummy_lab.widgets.simcontrols import (
    MOST_COUNT,
    MOST_NUMBER,
    MOST_SEATS,
    SimulationControls,
    Whole,
    whole,
)
from rummy_lab.widgets.simpanels import MeansPanel, SeedsPanel
from rummy_lab.widgets.tallies import (
    Tallies,
    Tally,
    endings_drawing,
    endings_said,
    points_drawing,
    seats_drawing,
    turns_drawing,
)

if TYPE_CHECKING:
    import pandas as pd

Trait = traitlets.TraitType[Any, Any]
SECONDS_DRAWN, SECONDS_CLOSING = 0.7, 2.0
"""How often charts are drawn anew while deals are played, and how long closing waits at most."""
MOST_KEPT = 40
"""How many simulations are kept, so that a rule set that comes back needs no playing."""
PROMPT = "Press Start: the deals are played beside the notebook, which stays free."


class SimulationExplorer(Tool):
    """Plays many deals under rule sets side by side, and draws what comes of them.

    `variants` are ids, house files or `Rules`, or a mapping that names them (None: the first two
    shipped ones); `players` a name ("greedy", "random") or an own policy for each seat, or a number
    of greedy ones; `deals` (or `games`, played whole) how many of each; deal g is dealt with
    `seed + g`, as `simulate` does it.

    `variants`, `players`, `count`, `unit` ("deal" or "game"), `number` (which deal of a game) and
    `seed` can be set and observed; `done` (played so far, of all rule sets) and `running` observed.
    `start()`, `stop()` and `wait()` do what their names say; `frame` has all rows, as `simulate`
    makes them, and `sentences` what the data can tell and what not.

    Raises `RulesError` for a variant and `ValueError` for a player, number or seed that is none.

    >>> import rummy_lab as rl
    >>> tool = SimulationExplorer(["block", "remi"], deals=3, seed=7)
    >>> tool.start(), tool.wait(60)
    (None, True)
    >>> tool.done, tool.frame["seed"].to_list()
    (6, [7, 7, 8, 8, 9, 9, 7, 7, 8, 8, 9, 9])
    """

    variants: Trait = traitlets.Any()
    players: Trait = traitlets.Any()
    count = Whole(200, MOST_COUNT)
    unit = traitlets.Enum(("deal", "game"), "deal")
    number = Whole(1, MOST_NUMBER)
    seed = Whole(0)
    done = traitlets.Int(0)
    running = traitlets.Bool(False)
    _work: Background | None = None

    def __init__(
        self,
        variants: RuleSets = None,
        players: int | Sequence[str | Policy] | None = None,
        *,
        deals: int | None = None,
        games: int | None = None,
        seed: int = 0,
    ) -> None:
        chosen = labelled([*islice(shipped(), 2)] if variants is None else variants)
        if deals is not None and games is not None:
            raise ValueError("say how many: either games= or deals=")
        unit, count = ("deal", deals) if games is None else ("game", games)
        count = whole(200 if count is None else count, f"{unit}s", MOST_COUNT)
        seats, seed = _seated(players, chosen), check_seed(seed)
        self._kept: dict[tuple[Any, ...], Tally] = {}
        self._left_out: list[str] = []
        self._trouble: list[str] = []
        self._drawn = 0.0
        self.summary: VariantComparison | None = None
        self._make_parts()
        super().__init__(self.controls.stage(self.picker, self.charts, self.sayings, self.panels))
        with self._quietly():
            self.variants, self.players = chosen, seats
            self.unit, self.count, self.seed = unit, count, seed
        self._jobs()
        self._listen()
        self._changed()

    # --- the parts ----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.controls = SimulationControls(self._start, self.stop)
        self.picker = RulePicker(lambda rules: setattr(self, "variants", rules))
        self.charts = tuple(Chart() for _ in range(4))
        self.sayings = ipywidgets.HTML()
        self.means, self.seeds = MeansPanel(), SeedsPanel()
        self.panels = (self.means, self.seeds)
        self.controls.dress(self.picker.chips, *self.charts)

    def _listen(self) -> None:
        controls = self.controls
        self.observe(self._set, ["variants", "players", "count", "unit", "number", "seed"])
        for name, widget in (("count", controls.count), ("number", controls.number),
                             ("unit", controls.unit)):  # fmt: skip
            widget.observe(lambda change, name=name: self._put(name, change["new"]), "value")
        controls.seed.observe(self._seeded, "value")
        controls.seats.observe(self._more_seats, "value")
        for widget in controls.players:
            widget.observe(self._other_player, "value")
        for panel in self.panels:
            panel.opened = self._fill_panels

    def tell(self, sentence: str) -> None:
        """Says a sentence beside the progress bar."""
        self.controls.note.value = fragment(f"<p>{escaped(sentence)}</p>")

    # --- playing ------------------------------------------------------------------------------

    @property
    def tallies(self) -> dict[str, Tally]:
        """What is played of each rule set that can be played at this table, by its label."""
        return {label: self._kept[_key(job)].asked for label, job in self._jobs().items()}

    def _jobs(self) -> dict[str, Job]:
        """What is to be played; rule sets that have no such table are left out, and said so."""
        jobs, self._left_out = {}, []
        deals, games = (self.count, None) if self.unit == "deal" else (None, self.count)
        number = self.number if self.unit == "deal" else 1
        for label, rules in self.variants.items():
            least, most = rules["players"]
            if not least <= len(self.players) <= most:
                self._left_out.append(_table_said(label, rules))
                continue
            jobs[label] = job_of(rules, self.players, games, deals, number, self.seed)
        for job in jobs.values():
            key = _key(job)
            self._kept[key] = self._kept.pop(key, None) or Tally(job)
            self._kept[key].job = job
        while len(self._kept) > max(MOST_KEPT, len(jobs)):
            del self._kept[next(iter(self._kept))]
        return jobs

    def start(self) -> None:
        """Plays what is missing, in a thread; `stop` ends it, `done` says how far it is.

        Raises `ValueError` where no rule set is for so many players, and says what to do where a
        browser's Python has not fetched pandas.
        """
        import pandas  # noqa: F401  asked for here, where it can be said in place

        self._begin(True)

    @plainly
    def _start(self) -> None:
        self.start()

    def stop(self) -> None:
        """Stops; what is played to its end stays."""
        if self._work is not None:
            self._work.stop()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until nothing is played; whether that came within so many seconds."""
        over = self._work is None or self._work.wait(seconds)
        self._collect()
        return over

    def close(self) -> None:
        """Closes the tool; what is being played ends."""
        if self._work is not None:
            self._work.drop()
            self._work.wait(SECONDS_CLOSING)
            self._work = None
        super().close()

    def _begin(self, play: bool) -> None:
        """Plays and sums up, or only sums up, in a thread of its own."""
        if self._work is not None:
            self._work.drop()
        tallies, rules = self.tallies, dict(self.variants)
        if play and not tallies:
            raise ValueError(f"none of these rule sets is for {len(self.players)} players")
        work = Background(
            tallies, self.count if play else 0, _notifier(self), lambda: _summed_up(tallies, rules)
        )
        self._work, self.running, self.summary, self._trouble = work, play, None, []
        self._draw()
        work.start()

    def _collect(self) -> None:
        """Draws what has come in; called in the kernel's thread."""
        work = self._work
        if work is not None and work.over:
            self._work, self.summary, self.running = None, work.found, False
            self._trouble = work.trouble
            self._draw()
        elif work is not None and time.monotonic() - self._drawn > SECONDS_DRAWN:
            self._draw()

    # --- drawing ------------------------------------------------------------------------------

    def _draw(self) -> None:
        tallies = self.tallies
        shown: Tallies = [(title_of(label, self.variants[label]), tally)
                          for label, tally in tallies.items() if tally.done]  # fmt: skip
        with self._work.lock if self._work is not None else nullcontext():
            labels = next((tally.job.labels for _, tally in shown), ())
            drawings = (points_drawing(shown), turns_drawing(shown),
                        seats_drawing(shown, labels), endings_drawing(shown))  # fmt: skip
            self.done = sum(tally.done for tally in tallies.values())
        for chart, one in zip(self.charts, drawings, strict=True):
            if not shown:
                chart.put(drawing={})
            elif one.what == "rules":
                chart.show_bars(one.title, one.what, one.labels, one.series, "%")
            else:
                chart.show(one.title, one.what, one.labels, one.series, unit="%")
        for box in self.controls.results:
            show(box, bool(shown))
        self._say(shown, len(tallies) * self.count)
        self._fill_panels()
        self._drawn = time.monotonic()

    def _say(self, shown: Tallies, wanted: int) -> None:
        """Says how far it is, and what the data tell."""
        controls, busy = self.controls, self.running
        controls.progress.max, controls.progress.value = max(1, wanted), self.done
        controls.go.disabled, controls.end.disabled = busy or self.done >= wanted, not busy
        left = [f"{one}: left out." for one in self._left_out]
        self.tell(" ".join([self._how_far(shown, wanted), *left, *self._trouble]))
        told = [*self.sentences, *filter(None, [endings_said(shown)])]
        if shown and self._work is not None:
            told.insert(0, "What the data can tell is said when all is played, or stopped.")
        items = "".join(f"<li>{escaped(one)}</li>" for one in told)
        self.sayings.value = fragment(f"<ul>{items}</ul>") if items else ""

    def _how_far(self, shown: Tallies, wanted: int) -> str:
        """How many games are played, and which."""
        if not (self.done or self.running or self._trouble):
            return PROMPT
        most = max((tally.done for _, tally in shown), default=0)
        span = f"s {self.seed} to {self.seed + most - 1}" if most > 1 else f" {self.seed}"
        seeds = f", seed{span}" if most else ""
        return f"{self.done:,} of {wanted:,} {self.unit}s are played{seeds}."

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the data can tell and what not; empty before they are summed up."""
        return self.summary.sentences if self.summary is not None else ()

    @property
    def frame(self) -> pd.DataFrame:
        """All rows as `simulate` makes them, with the label of the rule set in front."""
        import pandas as pd

        found = {label: tally.rows for label, tally in self.tallies.items()}
        found = found or {"": joined([])}  # no rule set has such a table: no rows, the same columns
        return pd.concat(found, names=["rules", None]).reset_index("rules").reset_index(drop=True)

    def static_html(self) -> str:
        """The charts and what they tell, without a kernel."""
        titles = [title_of(label, rules) for label, rules in self.variants.items()]
        labels = ", ".join(map(label_of_player, self.players))
        head = f"<h3>Simulated: {escaped(', '.join(titles))}</h3>"
        what = f"{self.done:,} {self.unit}s, players {labels}, seeds from {self.seed} on"
        charts = "".join(chart.svg for chart in self.charts if self.done)
        body = f"{head}<p>{escaped(what)}</p>{charts}{self.sayings.value}"
        return fragment(body, "Simulated deals")

    def _fill_panels(self) -> None:
        """Fills those panels that are open; not while deals are played."""
        if self.running:
            return
        if self.means.unfolded:
            self.means.show(self.summary)
        if self.seeds.unfolded:
            self.seeds.show([(title_of(label, self.variants[label]), tally)
                             for label, tally in self.tallies.items() if tally.done])  # fmt: skip

    # --- what is played changes ---------------------------------------------------------------

    @traitlets.validate("variants")
    def _some_rules(self, proposal: Any) -> dict[str, Rules]:
        return labelled(proposal["value"])

    @traitlets.validate("players")
    def _some_players(self, proposal: Any) -> tuple[Player, ...]:
        return _seated(proposal["value"], self.variants)

    def _set(self, change: Any) -> None:
        """Something that decides the rows was set: what is there is drawn, and playing goes on."""
        if self._busy:
            return
        try:
            if change["new"] is None:
                raise ValueError(f"{change['name']} cannot be None")
            self._jobs()
        except ValueError:
            with self._quietly():
                setattr(self, change["name"], change["old"])
            self._show_controls()
            raise
        self._changed()

    def _changed(self) -> None:
        playing, self.summary = self.running, None
        self._show_controls()
        tallies = self.tallies.values()
        if (playing and tallies) or any(tally.done for tally in tallies):
            self._begin(playing)
        else:
            self._stop_at_once()
            self._draw()

    def _stop_at_once(self) -> None:
        if self._work is not None:
            self._work.drop()
        self._work, self.running, self._trouble = None, False, []

    def _show_controls(self) -> None:
        controls = self.controls
        with self._quietly():
            controls.count.value, controls.number.value = self.count, self.number
            controls.seed.value = str(self.seed)
            controls.show(self.players, self.unit)
        self.picker.show(self.variants)

    @plainly
    def _put(self, name: str, value: Any) -> None:
        """Sets one of the traits, as a control has it."""
        if not self._busy:
            setattr(self, name, value)

    @plainly
    def _seeded(self, change: Any) -> None:
        if not self._busy:
            self.seed = seed_of(change["new"])

    def _more_seats(self, change: Any) -> None:
        if not self._busy:
            more = change["new"] - len(self.players)
            self._put("players", (*self.players, *("greedy",) * more)[: change["new"]])

    def _other_player(self, _: Any) -> None:
        count = len(self.players)
        self._put("players", tuple(box.value for box in self.controls.players[:count]))


def _notifier(tool: SimulationExplorer) -> Callable[[], None]:
    """A call for another thread that has a tool draw what has come in, in the kernel's own."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # no kernel: `wait` draws
        return lambda: None
    collect = weakref.WeakMethod(tool._collect)

    def here() -> None:
        if (call := collect()) is not None:
            call()

    def there() -> None:
        with suppress(RuntimeError):  # the kernel is about to end
            loop.call_soon_threadsafe(here)

    return there


def _summed_up(tallies: dict[str, Tally], rules: dict[str, Rules]) -> VariantComparison | None:
    """What the rows of some tallies tell; None where there are none."""
    there = {label: tally for label, tally in tallies.items() if tally.deals}
    if not there:
        return None
    found = VariantComparison(
        {label: tally.job for label, tally in there.items()},
        {label: tally.rows for label, tally in there.items()},
        {label: title_of(label, rules[label]) for label in there},
    )
    _ = found.sentences, found.frame  # worked out here, and kept
    return found


def _table_said(label: str, rules: Rules) -> str:
    """For how many players a rule set is."""
    least, most = rules["players"]
    many = f"{most} player" if least == most else f"{least} to {most} player"
    return f"{title_of(label, rules)} is for {many}{'s' if most > 1 else ''}"


def _fewest(rules: dict[str, Rules]) -> int:
    """The smallest table that all rule sets have which can be played here at all.

    Raises `ValueError` where that is none of them.
    """
    tables = [one["players"] for one in rules.values()]
    least = [max(2, low) for low, high in tables if low <= MOST_SEATS and high >= 2]
    if not least:
        said = "; ".join(_table_said(label, one) for label, one in rules.items())
        raise ValueError(f"2 to {MOST_SEATS} players play here, but {said}")
    return max(least)


def _seated(players: Any, rules: dict[str, Rules]) -> tuple[Player, ...]:
    """The players, one for each seat; raises `ValueError` for what is none.

    >>> import rummy_lab as rl
    >>> _seated(None, {"contract": rl.variant("contract")}), _seated(2, {})
    (('greedy', 'greedy', 'greedy'), ('greedy', 'greedy'))
    """
    seats: Any = _fewest(rules) if players is None else players
    if isinstance(seats, Iterable) and not isinstance(seats, str):
        seats = list(players_of(seats))
    count = len(seats) if isinstance(seats, list) else whole_number(seats)
    if count is None or not 2 <= count <= MOST_SEATS:
        raise ValueError(
            f"players are a number from 2 to {MOST_SEATS}, or a list like ['greedy', 'random'], "
            f"not {shortened(seats)}"
        )
    return tuple(seats) if isinstance(seats, list) else ("greedy",) * count


def _key(job: Job) -> tuple[Any, ...]:
    """What decides the rows of a job, but for how many there are."""
    players = tuple(one if isinstance(one, str) else id(one) for one in job.players)
    return job.rules, players, job.unit, job.deal, job.seed
