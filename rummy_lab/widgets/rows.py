"""The turns of a deal as rows of the list: the line shown, and where other lines start.

Actions are public, so the rows are the same for whoever looks on; but for sealed choices, which
only their seat sees until all are shown.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rummy_lab.actions import SEALED
from rummy_lab.deal import Deal, Node
from rummy_lab.display.markup import isolated
from rummy_lab.widgets.sight import Sight, event_of


def rows(deal: Deal, seen: Sight) -> list[dict[str, Any]]:
    """The rows: how the deal begins, each turn of the line, other lines under their turn.

    >>> import rummy_lab as rl
    >>> from rummy_lab.widgets.sight import sight
    >>> d = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    >>> _ = d.apply("draw"), d.undo(), d.apply("take")
    >>> [row.get("steps", row.get("text")) for row in rows(d, sight(d, 'all'))]
    [[[0, 'the cards as dealt']], [[2, 'take ...']], 'draw']
    """
    line = deal.line()
    others = _others(line)
    start = "the cards as dealt" if deal.dealt else "the position as set up"
    found: list[dict[str, Any]] = [{"key": "start", "who": "", "steps": [[deal.root.id, start]],
                                    "later": False}]  # fmt: skip
    shown = line.index(deal.node)
    place = {node.id: n for n, node in enumerate(line)}
    for turn, nodes in groupby(line[1:], key=_turn):
        played = list(nodes)
        found.append(_turn_row(played, turn, seen, place[played[0].id] > shown))
        found += [_line_row(node, seen) for node in others.pop(turn, [])]
    found += [_line_row(node, seen) for nodes in others.values() for node in nodes]
    return found


def _turn(node: Node) -> int:
    return node.event.turn if node.event else 0


def _others(line: list[Node]) -> dict[int, list[Node]]:
    """Where other lines leave this one, by the turn they start in."""
    here = {node.id for node in line}
    found: dict[int, list[Node]] = {}
    for node in line:
        for child in node.children:
            if child.id not in here:
                found.setdefault(_turn(child), []).append(child)
    return found


def _turn_row(nodes: list[Node], turn: int, seen: Sight, later: bool) -> dict[str, Any]:
    state = nodes[0].parent.state if nodes[0].parent else nodes[0].state
    who = "all" if state.piles else isolated(state.names[state.active])
    return {
        "key": f"turn {nodes[0].id}",
        "who": f"{turn} {who}",
        "steps": [[node.id, step_text(node, seen)] for node in nodes],
        "later": later,
    }


def step_text(node: Node, seen: Sight) -> str:
    """The action that led to a node as the log has it, with glyphs.

    What others do in a turn stands in brackets with their name; where all play at the same moment
    each action has a name.
    """
    event, parent = event_of(node, seen), node.parent
    if event is None or parent is None:
        return ""
    text, name = event.action.pretty, isolated(parent.state.names[event.seat])
    if parent.state.piles:
        return f"{name} has chosen" if event.action is SEALED else f"{name}: {text}"
    others = {"pass": "passes", "buy": "buys"}
    return text if event.seat == parent.state.active else f"({name} {others.get(text, text)})"


def _line_row(node: Node, seen: Sight) -> dict[str, Any]:
    """A row for another line: its name and what it plays in its first turn."""
    said = []
    here: Node | None = node
    while here is not None and _turn(here) == _turn(node):
        said.append(step_text(here, seen))
        here = here.children[0] if here.children else None
    text = " · ".join(said) + (" …" if here is not None else "")
    return {"key": f"line {node.id}", "line": node.id, "name": node.name, "text": text}


def step_in_words(deal: Deal, seen: Sight) -> str:
    """The step the cursor is at, for a screen reader."""
    event = event_of(deal.node, seen)
    if event is None:
        return "the beginning"
    return f"turn {event.turn}, {deal.names[event.seat]}: {event.action}"
