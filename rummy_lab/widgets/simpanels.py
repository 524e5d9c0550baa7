"""The panels of the simulation explorer: means, and deals worth a look with their seeds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import ipywidgets

from rummy_lab.display.markup import NUMERIC, escaped, fragment, points_text, table_html
from rummy_lab.players import NAMED
from rummy_lab.rules import Rules
from rummy_lab.simulate import VariantComparison
from rummy_lab.simulate.job import Job
from rummy_lab.widgets.panels import Panel, sentence
from rummy_lab.widgets.tallies import Tallies

if TYPE_CHECKING:
    import pandas as pd

WAITING = "This is filled when the deals are played."


class MeansPanel(Panel):
    """The mean of each measure under each rule set, with its standard error."""

    title = "Means"

    def __init__(self) -> None:
        self.page = ipywidgets.HTML()
        super().__init__(self.page)

    def show(self, found: VariantComparison | None) -> None:
        """Shows the means of what is summed up."""
        self.page.value = sentence(WAITING) if found is None else fragment(found.table_html())


class SeedsPanel(Panel):
    """Deals worth a look under each rule set, with the seed and the code that play them again."""

    title = "Deals to replay"

    def __init__(self) -> None:
        self.page = ipywidgets.HTML()
        super().__init__(self.page)

    def show(self, tallies: Tallies) -> None:
        """Shows the longest deal of each rule set, and the one with the most points."""
        lines = []
        for name, tally in tallies:
            lines += [_line(name, why, row, tally.job) for why, row in worth_a_look(tally.rows)]
        if not lines:
            self.page.value = sentence(WAITING)
            return
        head = ["rules", "what", "seed", "deal", "turns", "points", "ends by", "to see it"]
        table = table_html(head, lines, numeric=(2, 3, 4, 5))
        played = [replace(tally.job, count=tally.done) for _, tally in tallies]
        code = "\n".join(map(code_of_job, played))
        said = "<p>The same rows as tables, from code:</p>"
        self.page.value = fragment(f"{table}{said}<pre>{escaped(code)}</pre>")


def worth_a_look(rows: pd.DataFrame) -> list[tuple[str, dict[Any, Any]]]:
    """The longest deal among rows and the one with the most points for a player; first ones win."""
    if rows.empty:
        return []
    longest, dearest = rows["turns"].idxmax(), rows["points"].abs().idxmax()
    found = rows.loc[[longest, dearest]].to_dict("records")
    return [("the longest deal", found[0]), ("the most points", found[1])]


def _line(name: str, why: str, row: dict[Any, Any], job: Job) -> str:
    cells = "".join(f"<td{NUMERIC}>{points_text(row[what])}</td>"
                    for what in ("seed", "deal", "turns", "points"))  # fmt: skip
    return (
        f'<tr><th scope="row">{escaped(name)}</th><td>{why}</td>{cells}'
        f"<td>{escaped(row['ending'])}</td>"
        f"<td><code>{escaped(replay_of(row['seed'], job))}</code></td></tr>"
    )


def replay_of(seed: int, job: Job) -> str:
    """Code that plays the game of a seed again.

    >>> import rummy_lab as rl
    >>> job = Job(rl.variant("block"), ("greedy", "random"), seed=7, unit="game", count=3)
    >>> replay_of(9, job)
    "rl.ReplayViewer(rl.play('block', ['greedy', 'random'], seed=9))"
    """
    players = f"[{', '.join(_player(label) for label in job.labels)}]"
    return f"rl.ReplayViewer(rl.play({_rules(job.rules)}, {players}, seed={seed}))"


def code_of_job(job: Job) -> str:
    """Code that simulates the same."""
    players = f"[{', '.join(_player(label) for label in job.labels)}]"
    deal = f", deal={job.deal}" if job.deal != 1 else ""
    return (
        f"rl.simulate({_rules(job.rules)}, {players}, {job.unit}s={job.count}{deal}, "
        f"seed={job.seed})"
    )


def _player(label: str) -> str:
    return repr(label) if label in NAMED else label


def _rules(rules: Rules) -> str:
    """A rule set as code: its id, or all of it; house rules of a file by the name `rules`."""
    if not rules.variant.shipped:
        return "rules"
    return f"rl.{rules!r}" if rules.changed else repr(rules.id)
