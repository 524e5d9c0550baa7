"""Variants set side by side: the same players, over the same shuffles where the packs allow it.

>>> import rummy_lab as rl
>>> compared = compare_variants(["remi", "block"], deals=2, seed=7, progress=False)
>>> list(compared.frame.index), int(compared.frame.loc["remi", "deals"])
(['remi', 'block'], 2)
"""

from __future__ import annotations

import html
import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummy_lab.cards import shortened
from rummy_lab.compare.labels import RuleSets, labelled, title_of
from rummy_lab.players import Policy
from rummy_lab.rules import Rules, nearest
from rummy_lab.simulate import measures, saying
from rummy_lab.simulate.files import Files
from rummy_lab.simulate.job import Job
from rummy_lab.simulate.keeping import Memory
from rummy_lab.simulate.measures import Mean, Measure, difference, mean_of
from rummy_lab.simulate.run import checked, job_of, run

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.simulate.charts import Chart


def compare_variants(
    rules: RuleSets,
    players: Sequence[str | Policy] | int | None = None,
    games: int | None = None,
    *,
    deals: int | None = None,
    deal: int = 1,
    seed: int = 0,
    executor: Executor | Any = None,
    engine: str = "auto",
    out: str | os.PathLike[str] | None = None,
    progress: bool = True,
    chunk: int | None = None,
) -> VariantComparison:
    """Plays the same games under several rule sets and says what differs, and what cannot be told.

    `rules` are variant ids, house files or `Rules`, or a mapping that names them; None means every
    shipped variant. All are played by the same `players` (greedy ones at the smallest table that
    all have, if none are given) with the same seeds, as `simulate` does it: variants with the same
    pack are dealt the same shuffles, and their differences are taken shuffle by shuffle. The other
    arguments are those of `simulate`; `out` is a folder, which gets a simulation in files for each
    variant: the same call goes on there.

    Raises what `simulate` raises; interrupted, it raises `KeyboardInterrupt`.
    """
    named = _named(rules)
    if players is None:
        players = max(one["players"][0] for one in named.values())
    elif not isinstance(players, str) and isinstance(players, Iterable):
        players = tuple(players)  # each variant asks for them
    executor, size = checked(executor, chunk)
    whole = _folder(out)
    jobs = {
        label: job_of(one, players, games, deals, deal, seed, engine)
        for label, one in named.items()
    }
    folders = _folders(jobs)
    stores: dict[str, Memory | Files] = {  # all of them, before anything is played
        label: Memory(job) if whole is None else Files(whole / folders[label], job)
        for label, job in jobs.items()
    }
    rows: dict[str, pd.DataFrame] = {}
    for label, store in stores.items():
        run(jobs[label], store, executor, size, None, progress)
        rows[label] = store.result() if isinstance(store, Memory) else store.result().frame()
    if isinstance(rules, Mapping):
        names = {label: label for label in named}
    else:
        names = {label: title_of(label, one) for label, one in named.items()}
    return VariantComparison(jobs, rows, names)


def _named(rules: RuleSets) -> dict[str, Rules]:
    if not isinstance(rules, Iterable) and rules is not None:
        raise ValueError(
            f"rules is a list of variants, like ['remi', 'rummy'], not {shortened(rules)}"
        )
    found = labelled(rules)
    if len(found) < 2:
        raise ValueError("name two different variants at least, like remi and rummy")
    return found


def _folder(out: str | os.PathLike[str] | None) -> Path | None:
    """The folder that gets the rows; raises `ValueError` for what is none."""
    if out is None:
        return None
    if not isinstance(out, str | os.PathLike) or out == "":
        raise ValueError(f"out={shortened(out)} is no path of a folder")
    if Path(out).is_file():
        raise ValueError(f"{out} is a file; out= names a folder")
    return Path(out)


def _folders(labels: Iterable[str]) -> dict[str, str]:
    """A folder's name for each label: what is no letter or digit is left out.

    >>> _folders(["block target=25", "a!", "a?"])
    {'block target=25': 'block_target=25', 'a!': 'a', 'a?': 'a_2'}
    """
    found: dict[str, str] = {}
    for label in labels:
        name = plain = re.sub(r"[^\w=-]+", "_", label).strip("_") or "rules"
        count = 1
        while name.casefold() in map(str.casefold, found.values()):
            count += 1
            name = f"{plain}_{count}"
        found[label] = name
    return found


class VariantComparison:
    """What `compare_variants` found; shows as a table, sentences and a picture.

    - `frame`: a row for each variant, with the mean of each measure and its standard error
      (`turns`, `turns_se`, ...): the turns of a deal, the points of a player in a deal, the share
      of deals in which somebody goes out (`out`), goes out with the whole hand at once
      (`whole_hand`), in which each seat does (`out_0`, ...: columns count seats from 0, texts
      players from 1), and the deals of a game (`game_deals`, where games were played). A deal is
      one observation.
    - `differences`: a row for each two variants and measure: how much greater it is in `variant`
      than in `other`, its error, the interval `low` to `high`, whether the shuffles were the same
      (`paired`), how many (`count`), whether the data tell a difference (`told`) and from which
      size on they mostly would (`least`).
    - `sentences`: what the data can tell and what not; `rows`: the simulated rows by variant.
    """

    def __init__(
        self, jobs: Mapping[str, Job], rows: Mapping[str, pd.DataFrame], names: Mapping[str, str]
    ) -> None:
        self._jobs, self.rows, self._names = dict(jobs), dict(rows), dict(names)
        self._job = next(iter(jobs.values()))
        self.seats = len(self._job.players)
        self._games = self._job.unit == "game"
        self.measures = measures.measures_of(self.seats, self._games)
        """What was measured, in order."""
        self._deals = {label: measures.by_deal(frame, self.seats) for label, frame in rows.items()}
        self._lengths = {label: measures.by_game(frame) for label, frame in rows.items()}

    # --- numbers ------------------------------------------------------------------------------

    def values(self, label: str, measure: Measure) -> pd.Series[Any]:
        """The observations of a measure: one for each deal, or game."""
        tables = self._lengths if measure is measures.GAME_DEALS else self._deals
        return tables[label][measure.name]

    def mean(self, label: str, measure: Measure) -> Mean:
        """The mean of a measure in a variant."""
        return mean_of(self.values(label, measure))

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row for each variant: how many deals, and means with their standard errors."""
        import pandas as pd

        table: dict[str, dict[str, Any]] = {}
        for label, rows in self.rows.items():
            row: dict[str, Any] = {"games": rows["game"].nunique()} if self._games else {}
            row["deals"] = len(self._deals[label])
            for measure in self.measures:
                found = self.mean(label, measure)
                row[measure.name], row[f"{measure.name}_se"] = found.mean, found.error
            table[label] = row
        return pd.DataFrame(list(table.values()), index=pd.Index(list(table), name="variant"))

    @cached_property
    def differences(self) -> pd.DataFrame:
        """A row for each two variants and measure."""
        import pandas as pd

        pairs = [(here, there) for there, here in combinations(self.rows, 2)]
        wanted = [(here, there, measure) for here, there in pairs for measure in self.measures]
        rows = []
        for here, there, measure in wanted:
            found, paired = self.difference(here, there, measure)
            half = found.spread(saying.factor(len(wanted)))
            rows.append({
                "variant": here, "other": there, "measure": measure.name,
                "difference": found.mean, "se": found.error,
                "low": found.mean - half, "high": found.mean + half,
                "paired": paired, "count": found.count,
                "told": saying.is_told(found, len(wanted)),
                "least": saying.least_seen(found, len(wanted)),
            })  # fmt: skip
        return pd.DataFrame(rows)

    def difference(self, here: str, there: str, measure: Measure) -> tuple[Mean, bool]:
        """How much greater a measure is in `here` than in `there`; whether shuffles were shared."""
        deals = sorted(set(self._deals[here].index.get_level_values("deal")))
        paired = measures.same_pack(
            self._jobs[here].rules, self._jobs[there].rules, self.seats, deals
        )
        found = difference(self.values(here, measure), self.values(there, measure), paired)
        return found, paired

    # --- words --------------------------------------------------------------------------------

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What the data tell of each variant beside the first, what they cannot, and of whom."""
        first, *others = self.rows
        told = [measure for measure in measures.TOLD if measure in self.measures]
        wanted = [(label, measure) for label in others for measure in told
                  if measure is not measures.POINTS or self._same_points(label, first)]  # fmt: skip
        count = len(wanted) + len(self.rows) * math.comb(self.seats, 2)
        said = [
            saying.difference_said(
                self._names[label], self._names[first], measure,
                *self.difference(label, first, measure), count,
            )
            for label, measure in wanted
        ]  # fmt: skip
        said += [self._seats_said(label, count) for label in self.rows]
        said += [
            f"Points of {self._names[label]} and {self._names[first]} are not compared: "
            "they are scored in different ways."
            for label in others if not self._same_points(label, first)
        ]  # fmt: skip
        rules = {label: job.rules for label, job in self._jobs.items()}
        if len(rules) > 1:
            said.append(saying.shuffles_said(self._names, rules, self.seats, self._job.deal))
        deal = None if self._games else self._job.deal
        return (*said, saying.scope_said(self._job.labels, deal, count))

    def _same_points(self, here: str, there: str) -> bool:
        a, b = self._jobs[here].rules, self._jobs[there].rules
        return a["scoring"] == b["scoring"] and a["winner"] == b["winner"]

    def _seats_said(self, label: str, count: int) -> str:
        seats = [measures.seat_measure(seat) for seat in range(self.seats)]
        shares = [self.mean(label, seat).mean for seat in seats]
        order = sorted(range(self.seats), key=lambda seat: -shares[seat])
        first, last = (self.values(label, seats[order[place]]) for place in (0, -1))
        nobody = 1 - self.mean(label, measures.OUT).mean
        lead = mean_of(first - last)
        return saying.seats_said(self._names[label], shares, nobody, lead, count)

    # --- faces --------------------------------------------------------------------------------

    def plot(self, measure: str = "turns") -> Chart:
        """A picture: how long deals last (`turns`), or the means of another measure.

        Raises `ValueError` for a measure there is none of.
        """
        from rummy_lab.simulate.charts import lengths_chart, means_chart

        known = {one.name: one for one in self.measures}
        if measure not in known:
            raise ValueError(f"{measure!r} is no measure{nearest(str(measure), known)}")
        names = [self._names[label] for label in self.rows]
        if measure == measures.TURNS.name:
            turns = [self.values(label, measures.TURNS).to_list() for label in self.rows]
            return lengths_chart(dict(zip(names, turns, strict=True)))
        means = [self.mean(label, known[measure]) for label in self.rows]
        return means_chart(dict(zip(names, means, strict=True)), known[measure])

    def to_frame(self) -> pd.DataFrame:
        """The means and their standard errors, as `frame`."""
        return self.frame

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        """The head and the rows of the table that is shown."""
        head = ["", "deals", *(measure.title for measure in self.measures)]
        rows = []
        for label, name in self._names.items():
            cells = [name, f"{len(self._deals[label]):,}"]
            for measure in self.measures:
                found = self.mean(label, measure)
                value, error = found.mean * measure.scale, found.error * measure.scale
                unit = "%" if measure.unit == "%" else ""
                cells.append(f"{saying.number(value, error)}{unit} ({saying.number(error)})")
            rows.append(cells)
        return head, rows

    def __repr__(self) -> str:
        return f"<comparison of {', '.join(self.rows)}: {self._job.count:,} {self._job.unit}s each>"

    def __str__(self) -> str:
        head, rows = self._cells()
        first = max(map(len, head))
        widths = [max(map(len, row)) for row in rows]
        lines = []
        for place, title in enumerate(head):
            cells = [f"{row[place]:>{width}}" for row, width in zip(rows, widths, strict=True)]
            lines.append(f"{title:{first}}  {'  '.join(cells)}")
        note = "In brackets: standard errors, by deal."
        return "\n".join([*lines, note, "", *self.sentences])

    def table_html(self) -> str:
        """The means and their standard errors as a table of HTML."""
        head, rows = self._cells()
        names = "".join(f'<th scope="col">{html.escape(row[0])}</th>' for row in rows)
        body = "".join(
            f'<tr><th scope="row" style="text-align:left">{html.escape(title)}</th>'
            + "".join(f"<td>{html.escape(row[place])}</td>" for row in rows) + "</tr>"
            for place, title in enumerate(head) if place
        )  # fmt: skip
        return (
            "<table><caption>Means; in brackets their standard errors, by deal</caption>"
            f'<thead><tr><th scope="col">of</th>{names}</tr></thead><tbody>{body}</tbody></table>'
        )

    def _repr_html_(self) -> str:
        said = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in self.sentences)
        return f"{self.table_html()}<ul>{said}</ul>{self.plot().svg}"
