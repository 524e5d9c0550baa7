"""Tables, verdicts and score sheets as self-contained HTML: what a notebook shows.

Pictures are SVG in the page, with their text folded below them for readers that show no SVG.
Names, notes and everything else that came from a user is put in as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rummy_lab.cards import pretty
from rummy_lab.display.facts import cite, name_of
from rummy_lab.display.markup import (
    NUMERIC,
    cite_html,
    escaped,
    fragment,
    isolated,
    points_text,
    table_html,
)
from rummy_lab.display.svg import svg_of_arrangement, svg_of_meld, svg_of_state
from rummy_lab.display.text import (
    line_cites,
    notes_on_clauses,
    text_of_arrangement,
    text_of_state,
    turns_of,
)
from rummy_lab.reasons import with_note

if TYPE_CHECKING:
    from rummy_lab.arrange import Arrangement
    from rummy_lab.deal.state import Event, State
    from rummy_lab.game import Game
    from rummy_lab.reasons import Reason, Verdict
    from rummy_lab.rules import At, Rules
    from rummy_lab.scoring import ScoreLine, Sheet


def with_words(svg: str, words: str, label: str) -> str:
    """A picture as an HTML fragment, its plain text folded below it."""
    told = f"<details><summary>In words</summary><pre>{escaped(words)}</pre></details>"
    return fragment(svg + told, label, bare=True)


def html_of_state(state: State, *, four_colour: bool = False, scale: float = 1.0) -> str:
    """A table as a picture with its text; give it `view.state` for what one seat sees."""
    svg = svg_of_state(state, four_colour=four_colour, scale=scale)
    return with_words(svg, text_of_state(state), f"{name_of(state.at.rules)}, deal {state.at.deal}")


def html_of_arrangement(
    arrangement: Arrangement, title: str = "", *, at: At | None = None, four_colour: bool = False
) -> str:
    """A hand as it is arranged, as a picture with its text."""
    svg = svg_of_arrangement(arrangement, title, at=at, four_colour=four_colour)
    return with_words(svg, text_of_arrangement(arrangement), title or "Arranged hand")


def _reasons_html(reasons: Sequence[Reason], rules: Rules | None) -> str:
    """The reasons with clause, standing and note; with `rules` each clause's own words, once."""
    parts, quoted = [], set()
    for reason in reasons:
        says = cite(rules, reason.clause).says if rules is not None else ""
        told = with_note(says, reason.note)
        once = told if reason.clause not in quoted else ""
        quoted.add(reason.clause)
        words = f' <span class="rl-note">{escaped(once)}</span>' if once else ""
        cited = cite_html(reason.clause, reason.standing, told)
        parts.append(f"<p>{escaped(reason.message)}.<br/>{cited}{words}</p>")
    return "".join(parts)


def html_of_verdict(verdict: Verdict, title: str = "", rules: Rules | None = None) -> str:
    """A verdict: legal and how it is read, or every reason with its clause and standing.

    `title` says what was tried; with `rules` each clause is quoted.

    >>> from rummy_lab.reasons import Verdict
    >>> "hangs on a card" in html_of_verdict(Verdict(unknown=True))
    True
    """
    tried = f"<h3>{escaped(title)}</h3>" if title else ""
    if verdict.reasons:
        reasons = _reasons_html(verdict.reasons, rules)
        body = f'<div class="rl-box rl-no"><b>Not legal</b>{reasons}</div>'
    elif verdict.unknown:
        body = (
            '<div class="rl-box rl-open"><b>Cannot be decided</b>'
            "<p>It hangs on a card that nobody recorded.</p></div>"
        )
    else:
        body = f'<div class="rl-box rl-ok"><b>Legal</b>{_meld_html(verdict)}</div>'
    return fragment(tried + body, title or "Verdict")


def _meld_html(verdict: Verdict) -> str:
    meld = verdict.meld
    if meld is None:
        return ""
    others = len(verdict.readings) - 1
    more = f" It can be read in {others + 1} ways." if others > 0 else ""
    return f"<p>A {escaped(meld.kind)}: {escaped(meld.pretty)}.{more}</p>{svg_of_meld(meld)}"


def html_of_sheet(sheet: Sheet) -> str:
    """A score sheet: each player's total, and every line that adds to it with what says so."""
    rows = []
    for name, total in sheet.totals.items():
        rows.append(
            f'<tr class="rl-total"><th scope="row"><bdi>{escaped(name)}</bdi></th>'
            f"<td{NUMERIC}>{points_text(total)}</td><td></td><td></td></tr>"
        )
        rows += [_line_html(sheet, line) for line in sheet.lines if line.seat == name]
    told = [*(f"{note}." for note in sheet.notes), *notes_on_clauses(sheet)]
    notes = "".join(f'<p class="rl-note">{escaped(note)}</p>' for note in told)
    title = name_of(sheet.rules) if sheet.rules is not None else "Score"
    table = table_html(["player", "points", "why", "says so"], rows, numeric=(1,))
    return fragment(f"<h3>{escaped(title)}</h3>{table}{notes}", f"Score: {title}")


def html_of_events(names: Sequence[str], events: Iterable[Event], title: str = "Turns") -> str:
    """What happened in a deal as a table, one row for each turn."""
    rows = [
        f'<tr><td{NUMERIC}>{turn}</td><th scope="row"><bdi>{escaped(name)}</bdi></th>'
        f"<td>{escaped(done)}</td></tr>"
        for turn, name, done in turns_of(names, events)
    ]
    table = table_html(["turn", "player", "actions"], rows, fit=True, numeric=(0,))
    return fragment(f"<h3>{escaped(title)}</h3>{table}", title)


def html_of_game(game: Game) -> str:
    """A game: what each deal that is over added, the totals, and who has won."""
    names, sheets = game.names, game.sheets
    rows = []
    for number, sheet in enumerate(sheets, 1):
        points = [sheet.totals.get(name) for name in names]  # a bonus deal leaves some out
        cells = "".join(f"<td{NUMERIC}>{'' if p is None else points_text(p)}</td>" for p in points)
        rows.append(f'<tr><th scope="row">deal {number}</th>{cells}</tr>')
    totals = "".join(f"<td{NUMERIC}>{points_text(p)}</td>" for p in game.totals.values())
    rows.append(f'<tr class="rl-total"><th scope="row">total</th>{totals}</tr>')
    table = table_html(["", *map(isolated, names)], rows, True, tuple(range(1, len(names) + 1)))
    won = " and ".join(f"<bdi>{escaped(name)}</bdi>" for name in game.winners)
    end = f"<p>The game is over: <b>{won}</b> won.</p>" if game.over else ""
    title = name_of(game.rules)
    return fragment(f"<h3>{escaped(title)}</h3>{table}{end}", f"Game: {title}")


def _line_html(sheet: Sheet, line: ScoreLine) -> str:
    cites = "".join(
        cite_html(one.clause, one.standing, one.words) for one in line_cites(sheet, line)
    )
    held = f' <span class="rl-soft rl-cards">{escaped(pretty(line.cards))}</span>'
    cards = held if line.cards and pretty(line.cards) not in line.message else ""
    return (
        f"<tr><td></td><td{NUMERIC}>{points_text(line.points)}</td>"
        f"<td>{escaped(line.message)}{cards}</td><td>{cites}</td></tr>"
    )
