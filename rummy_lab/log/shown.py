"""A log as a notebook shows it: points, errors, and the text folded below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rummy_lab.display.markup import (
    NUMERIC,
    escaped,
    fragment,
    isolated,
    points_text,
    table_html,
)
from rummy_lab.log.record import DealLog, GameLog, Log
from rummy_lab.scoring import Points

MOST_SHOWN = 20_000
"""How many characters of a log's text are shown."""


def html_of_log(log: Log) -> str:
    """A log as HTML; everything in it that somebody wrote is put in as text.

    >>> import rummy_lab as rl
    >>> "<table" in html_of_log(rl.play(rl.variant("block"), seed=7))
    True
    """
    games = "".join(_game_html(game) for game in log.games[:20])
    more = len(log.games) - 20
    rest = f"<p>And {more} more games.</p>" if more > 0 else ""
    errors = "".join(f"<li>{escaped(error)}</li>" for error in log.errors)
    wrong = f"<p>What is wrong in it:</p><ul>{errors}</ul>" if errors else ""
    text = str(log)
    cut = text[:MOST_SHOWN] + ("\n..." if len(text) > MOST_SHOWN else "")
    told = f"<details><summary>The log</summary><pre>{escaped(cut)}</pre></details>"
    return fragment(games + rest + wrong + told, repr(log))


def _game_html(game: GameLog) -> str:
    title = game.rules.title if game.rules is not None else "Unknown rules"
    table = points_table(game, game.deals[:200], game.totals, "total")
    won = f"<p>Won by {' and '.join(map(isolated, game.winners))}.</p>" if game.winners else ""
    return f"<h3>{escaped(title)}</h3>{table}{won}"


def points_table(
    game: GameLog, deals: Sequence[DealLog], totals: Mapping[str, Points], label: str
) -> str:
    """Deals of a game with each player's points, and totals in a last row with a label."""
    rows = [_deal_html(game, deal) for deal in deals]
    cells = "".join(f"<td{NUMERIC}>{_points(totals.get(name, 0))}</td>" for name in game.names)
    rows.append(f'<tr class="rl-total"><th scope="row">{escaped(label)}</th>{cells}</tr>')
    names = list(map(isolated, game.names))
    return table_html(["deal", *names], rows, True, tuple(range(1, len(names) + 1)))


def _deal_html(game: GameLog, deal: DealLog) -> str:
    """A row; points that were struck or corrected stand there, crossed out."""
    before = deal.written if deal.struck else deal.written[:-1]
    cells = ""
    for name in game.names:
        now = (deal.points or {}).get(name)
        old = [said[name] for said in before if name in said and said[name] != now]
        crossed = "".join(f"<s>{_points(points)}</s> " for points in old)
        cells += f"<td{NUMERIC}>{crossed}{_points(now)}</td>"
    return f'<tr><th scope="row">deal {deal.number}{" (struck)" * deal.struck}</th>{cells}</tr>'


def _points(points: Points | None) -> str:
    return "" if points is None else points_text(points)
