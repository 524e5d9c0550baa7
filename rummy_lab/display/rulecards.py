"""Rule cards: a rule set, the difference of two, and the list of variants, as text and HTML.

Nothing here knows a rule: all of it is `facts.card_of` and `saying.said`, laid out.

>>> from rummy_lab.variants import variant
>>> print(text_of_rules(variant("rummy", target=200)).splitlines()[4].strip())
target = 200: 200 points (standard: 150 points) [rummy-o3, stated]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from textwrap import fill
from typing import Any

from rummy_lab.display import markup
from rummy_lab.display.facts import (
    Cite,
    ClauseRow,
    Fact,
    Grid,
    OptionRow,
    RuleCard,
    Switch,
    card_of,
    chips_of,
    cite,
    name_of,
)
from rummy_lab.display.markup import cite_html, escaped, standing_html
from rummy_lab.display.saying import said
from rummy_lab.rules import Rules

WIDTH = 92
_GLUE = "\u2060"  # a blank inside a citation, where no line breaks
DEFAULT = "default"
DEFAULT_MEANS = "no clause speaks of it: the value every rule set starts from"
ASKED = "It has no value of its own: set"
"""What stands before the values that the user has to give."""
GROUPS = {
    "table": "The table",
    "pack": "The packs and the deal",
    "melds": "Melds",
    "wilds": "Wilds",
    "drawing": "Drawing",
    "playing": "Playing to the table",
    "ending": "The end of a deal",
    "scoring": "Scoring",
    "game": "The game",
}


# plain text


def _cites_text(cites: Iterable[Cite]) -> str:
    found = "; ".join(f"{one.clause},{_GLUE}{one.standing}" for one in cites)
    return f"[{found or DEFAULT}]"


def _wrapped(text: str, first: str = "  ", rest: str = "    ") -> str:
    lines = fill(
        markup.cleaned(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace(_GLUE, " ")


def _labelled(label: str, text: str, width: int) -> str:
    return _wrapped(text, f"  {label:{width}}  ", " " * (width + 4))


def _grid_text(grid: Grid) -> list[str]:
    widths = [max(map(len, column)) for column in zip(grid.head, *grid.rows, strict=True)]
    return [
        "  " + "  ".join(f"{cell:{w}}" for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in (grid.head, *grid.rows)
    ]


def _changed_text(row: OptionRow) -> str:
    value = text_of_change(row)
    return _wrapped(f"{row.written}: {value} {_cites_text(row.cites)}")


def text_of_change(row: OptionRow) -> str:
    """A changed option's value in words, and the standard one.

    >>> from rummy_lab.variants import variant
    >>> text_of_change(card_of(variant("rummy", target=200)).changed[0])
    '200 points (standard: 150 points)'
    """
    return row.value if row.was is None else f"{row.value} (standard: {row.was})"


def _facts_text(title: str, facts: Sequence[Fact]) -> list[str]:
    width = max(len(fact.label) for fact in facts)
    return ["", title, *(_labelled(fact.label, _fact_text(fact), width) for fact in facts)]


def _fact_text(fact: Fact) -> str:
    return fact.between.join(f"{part.text} {_cites_text(part.cites)}" for part in fact.parts)


def _switches_text(switches: Sequence[Switch]) -> list[str]:
    mark = {"on": "[x]", "partly": "[~]", "off": "[ ]"}
    width = max(len(switch.id) for switch in switches)
    lines = ["", "Documented options"]
    for switch in switches:
        note = f" {switch.note}" if switch.note else ""
        partly = " Only a part of it is set here." if switch.state == "partly" else ""
        sets = f"{ASKED} {switch.ask}." if switch.ask else f"Sets {', '.join(switch.sets)}."
        text = f"{switch.title} [{switch.standing}] {sets}{partly}{note}"
        lines.append(_labelled(f"{mark[switch.state]} {switch.id}", text, width + 4))
    return lines


def _overruled_text(row: OptionRow) -> str:
    return f"Changed here by {', '.join(map(str, row.cites))}: {row.name}: {row.value}"


def _clauses_text(clauses: Sequence[ClauseRow]) -> list[str]:
    width = max(len(clause.id) for clause in clauses)
    lines = ["", "Clauses"]
    for clause in clauses:
        lines.append(_labelled(clause.id, f"{clause.text} [{clause.standing}]", width))
        extra = [f"Note: {clause.note}"] if clause.note else []
        extra += [_overruled_text(row) for row in clause.overruled]
        lines += [_labelled("", text, width) for text in extra]
    return lines


def _options_text(rows: Sequence[OptionRow]) -> list[str]:
    lines = ["", "Every option (* changed)"]
    for group, members in groupby(sorted(rows, key=_group_place), key=lambda row: row.group):
        lines.append(f"  {GROUPS.get(group, group)}")
        for row in members:
            star = "  * " if row.was is not None else "    "
            lines.append(_wrapped(f"{row.written} {_cites_text(row.cites)}", star, " " * 8))
    return lines


def _group_place(row: OptionRow) -> int:
    groups = list(GROUPS)
    return groups.index(row.group) if row.group in groups else len(groups)


def _head_text(card: RuleCard) -> list[str]:
    origin = f", {card.origin}" if card.origin else ""
    title = " ".join(markup.cleaned(f"{card.title} ({card.id}){origin}").split())
    lines = [title, " · ".join(card.chips)]
    if card.changed:
        lines += ["", "Changed here", *map(_changed_text, card.changed)]
    return lines


def text_of_rules(rules: Rules) -> str:
    """The rule card of a rule set in plain text: what `print(rules)` shows.

    >>> from rummy_lab.variants import variant
    >>> "remi-7, stated" in text_of_rules(variant("remi"))
    True
    """
    card = card_of(rules)
    deck = _wrapped(_fact_text(card.deck))
    lines = [*_head_text(card), "", "The deal", deck, *_grid_text(card.by_players)]
    if card.by_deal:
        lines += ["", "Deal by deal", *_grid_text(card.by_deal)]
    for title, facts in card.sections:
        lines += _facts_text(title, facts)
    if card.switches:
        lines += _switches_text(card.switches)
    if card.clauses:
        lines += _clauses_text(card.clauses)
    lines += _options_text(card.options)
    if card.notes:
        lines += ["", "Notes", *map(_wrapped, card.notes)]
    lines += ["", "Standing"]
    lines += [_labelled(s, meaning, 8) for s, meaning in markup.STANDINGS.items()]
    lines.append(_labelled(DEFAULT, DEFAULT_MEANS, 8))
    return "\n".join(lines)


def text_of_difference(diff: Sequence[Mapping[str, Any]]) -> str:
    """The rows of `Rules.diff` in plain text, each side with its clauses and their standing.

    >>> from rummy_lab.variants import variant
    >>> print(text_of_difference(variant("remi").diff(variant("block"))))
    Remi → Block Rummy
    stock_out: What happens when the stock is empty
      Remi: the discard pile is turned over unshuffled and becomes the stock [remi-7, stated]
      Block Rummy: the deal ends, once the upcard is refused [block-1, stated]
    """
    names = _sides(diff)
    if not diff:
        return "No option differs."
    lines = [" → ".join(names)]
    for row in diff:
        lines.append(f"{row['option']}: {row['meaning']}")
        for side, name in zip(("here", "there"), names, strict=True):
            value = said(row["option"], row[side])
            lines.append(_wrapped(f"{name}: {value} {_cites_text(_side_cites(diff, row, side))}"))
    return "\n".join(lines)


def _sides(diff: Any) -> tuple[str, str]:
    """The names of both sides; equal ones are told apart by what is changed."""
    here, there = getattr(diff, "here", None), getattr(diff, "there", None)
    if here is None or there is None:
        return "here", "there"
    names = (name_of(here), name_of(there))
    return names if names[0] != names[1] else (f"{names[0]}, here", f"{names[1]}, there")


def _side_cites(diff: Any, row: Mapping[str, Any], side: str) -> list[Cite]:
    rules = getattr(diff, side, None)
    return [
        cite(rules, clause, row["option"]) if rules is not None else Cite(clause, "house")
        for clause in row[f"clauses_{side}"]
    ]


# HTML


def _cites_html(cites: Iterable[Cite]) -> str:
    found = "".join(cite_html(one.clause, one.standing, one.words) for one in cites)
    return found or f'<span class="rl-soft" title="{escaped(DEFAULT_MEANS)}">{DEFAULT}</span>'


def _grid_html(grid: Grid) -> str:
    numeric = tuple(
        n
        for n, column in enumerate(zip(*grid.rows, strict=True))
        if n and all(cell.replace(" to ", "").isdigit() for cell in column)
    )
    rows = []
    for first, *rest in grid.rows:
        cells = "".join(
            f"<td{markup.NUMERIC if n in numeric else ''}>{escaped(cell)}</td>"
            for n, cell in enumerate(rest, 1)
        )
        rows.append(f'<tr><th scope="row">{escaped(first)}</th>{cells}</tr>')
    return markup.table_html(list(grid.head), rows, fit=True, numeric=numeric)


def _changed_html(card: RuleCard) -> str:
    if not card.changed:
        return ""
    lines = "".join(
        f'<p><code class="rl-value">{escaped(row.written)}</code> {escaped(row.value)} '
        f'<span class="rl-soft">(standard: {escaped(row.was)})</span> {_cites_html(row.cites)}</p>'
        for row in card.changed
    )
    return f'<div class="rl-box"><h4>Changed here</h4>{lines}</div>'


def _facts_html(title: str, facts: Sequence[Fact]) -> str:
    rows = []
    for fact in facts:
        label = f'<th scope="rowgroup" rowspan="{len(fact.parts)}">{escaped(fact.label)}</th>'
        for place, part in enumerate(fact.parts):
            rows.append(
                f"<tr>{label if not place else ''}<td>{escaped(part.text)}</td>"
                f"<td>{_cites_html(part.cites)}</td></tr>"
            )
    return f"<h4>{escaped(title)}</h4>{markup.table_html([], rows, kind='rl-facts')}"


def _points_html(card: RuleCard) -> str:
    names = "".join(f'<th scope="col" class="rl-num">{escaped(n)}</th>' for n, _ in card.points)
    costs = "".join(f'<td class="rl-num">{points}</td>' for _, points in card.points)
    return markup.scrolled(
        f'<table class="rl-t rl-fit rl-strip"><thead><tr><th scope="col">left in hand</th>{names}'
        f'</tr></thead><tbody><tr><th scope="row">points</th>{costs}</tr></tbody></table>'
    )


def _switches_html(switches: Sequence[Switch]) -> str:
    if not switches:
        return ""
    said_state = {"on": "on", "partly": "in part", "off": "off"}
    rows = []
    for switch in switches:
        note = f'<div class="rl-note">{escaped(switch.note)}</div>' if switch.note else ""
        state = escaped(said_state[switch.state])
        rows.append(
            f'<tr class="rl-{switch.state}"><td class="rl-nowrap"><span class="rl-switch" '
            f'aria-hidden="true"></span>{state}</td><th scope="row">'
            f"<code>{escaped(switch.id)}</code></th><td>{escaped(switch.title)} "
            f"{_sets_html(switch)}{note}</td>"
            f"<td>{standing_html(switch.standing)}</td></tr>"
        )
    return f"<h4>Documented options</h4>{markup.table_html([], rows)}"


def _sets_html(switch: Switch) -> str:
    if switch.ask:
        return f'<div class="rl-note">{ASKED} {escaped(switch.ask)}.</div>'
    return " ".join(f"<code>{escaped(part)}</code>" for part in switch.sets)


def _clauses_html(clauses: Sequence[ClauseRow]) -> str:
    if not clauses:
        return ""
    rows = []
    for clause in clauses:
        note = f'<div class="rl-note">{escaped(clause.note)}</div>' if clause.note else ""
        over = "".join(
            f'<div class="rl-over">Changed here: {escaped(row.value)} '
            f"{_cites_html(row.cites)}</div>"
            for row in clause.overruled
        )
        mark = ' class="rl-changed"' if over else ""
        rows.append(
            f'<tr{mark}><th scope="row"><code>{escaped(clause.id)}</code></th>'
            f"<td>{escaped(clause.text)}{note}{over}</td>"
            f"<td>{standing_html(clause.standing)}</td></tr>"
        )
    table = markup.table_html([], rows)
    return f'<details open="open"><summary>Clauses ({len(rows)})</summary>{table}</details>'


def _options_html(rows: Sequence[OptionRow]) -> str:
    body = []
    for group, members in groupby(sorted(rows, key=_group_place), key=lambda row: row.group):
        title = GROUPS.get(group, group)
        body.append(
            f'<tr class="rl-group"><th scope="rowgroup" colspan="3">{escaped(title)}</th></tr>'
        )
        for row in members:
            mark = ' class="rl-changed"' if row.was is not None else ""
            was = f' <span class="rl-soft">(standard: {escaped(row.was)})</span>' if mark else ""
            body.append(
                f"<tr{mark}><td>{escaped(row.meaning)}</td><td>{escaped(row.value)}{was}<br/>"
                f'<code class="rl-value">{escaped(row.written)}</code></td>'
                f"<td>{_cites_html(row.cites)}</td></tr>"
            )
    table = markup.table_html(["option", "here", "says so"], body)
    return f"<details><summary>Every option ({len(rows)})</summary>{table}</details>"


def _legend_html() -> str:
    items = "".join(f"<p>{standing_html(s)} {escaped(m)}</p>" for s, m in markup.STANDINGS.items())
    return (
        f'<details><summary>What the standings mean</summary>{items}<p><span class="rl-soft">'
        f"{DEFAULT}</span> {DEFAULT_MEANS}</p></details>"
    )


def html_of_rules(rules: Rules) -> str:
    """The rule card of a rule set as a self-contained HTML fragment.

    >>> from rummy_lab.variants import variant
    >>> html_of_rules(variant("remi")).startswith('<div class="rl-d"')
    True
    """
    card = card_of(rules)
    chips = "".join(f"<li>{escaped(chip)}</li>" for chip in card.chips)
    origin = f" · {escaped(card.origin)}" if card.origin else ""
    notes = "".join(f"<p>{escaped(note)}</p>" for note in card.notes)
    by_deal = f"<h4>Deal by deal</h4>{_grid_html(card.by_deal)}" if card.by_deal else ""
    deck = card.deck.between.join(
        f"{escaped(part.text)} {_cites_html(part.cites)}" for part in card.deck.parts
    )
    parts = [
        f"<h3>{escaped(card.title)}</h3>",
        f'<p class="rl-soft"><code>{escaped(card.id)}</code>{origin}</p>',
        f'<ul class="rl-chips">{chips}</ul>',
        _changed_html(card),
        f"<h4>The deal</h4><p>{deck}</p>",
        _grid_html(card.by_players),
        by_deal,
        *(_facts_html(title, facts) for title, facts in card.sections),
        _points_html(card),
        _switches_html(card.switches),
        _clauses_html(card.clauses),
        f"<h4>Notes</h4>{notes}" if notes else "",
        _options_html(card.options),
        _legend_html(),
    ]
    return markup.fragment("".join(parts), f"Rule card: {card.title}")


def html_of_difference(diff: Sequence[Mapping[str, Any]]) -> str:
    """The rows of `Rules.diff` as an HTML table, each side with its clauses and their standing."""
    here, there = _sides(diff)
    if not diff:
        return markup.fragment("<p>No option differs.</p>", "Difference of two rule sets")
    rows = []
    for row in diff:
        cells = "".join(
            f"<td>{escaped(said(row['option'], row[side]))}<br/>"
            f"{_cites_html(_side_cites(diff, row, side))}</td>"
            for side in ("here", "there")
        )
        rows.append(
            f'<tr><th scope="row">{escaped(row["meaning"])}<br/>'
            f"<code>{escaped(row['option'])}</code></th>{cells}</tr>"
        )
    title = f"<h3>{escaped(here)} → {escaped(there)}</h3>"
    table = markup.table_html(["option", here, there], rows)
    return markup.fragment(title + table, f"Difference: {here} and {there}")


def html_of_variants(variants: Mapping[str, Rules]) -> str:
    """The shipped variants as an HTML table: one line each, with what tells them apart."""
    rows = []
    for name, rules in variants.items():
        players, *chips = chips_of(rules)
        rows.append(
            f'<tr><th scope="row"><code>{escaped(name)}</code></th><td>{escaped(rules.title)}</td>'
            f"<td>{escaped(players)}</td><td>{escaped(', '.join(chips))}</td>"
            f'<td class="rl-soft">{escaped(rules.variant.document or "")}</td></tr>'
        )
    table = markup.table_html(["id", "variant", "players", "game", "document"], rows)
    return markup.fragment(f"<h3>Variants</h3>{table}", "Variants")
