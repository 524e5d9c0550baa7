"""What a replay says of the step shown, and what it marks on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rummy_lab.actions import Contract, Discard, LayOff, MeldDown, Out, Swap
from rummy_lab.deal import Deal, Node
from rummy_lab.display.markup import isolated, points_text
from rummy_lab.display.text import status_of
from rummy_lab.log import LogError
from rummy_lab.log.comments import comment_of
from rummy_lab.rules import Rules
from rummy_lab.scoring import Points
from rummy_lab.widgets.base import stopped
from rummy_lab.widgets.choices import cited, ending
from rummy_lab.widgets.logrows import HIDDEN
from rummy_lab.widgets.moments import place_of
from rummy_lab.widgets.reel import Reel, turn_starts
from rummy_lab.widgets.rows import step_text
from rummy_lab.widgets.sight import Sight, event_of
from rummy_lab.widgets.sitting import brought

Message = dict[str, Any]


def narrated(reel: Reel, deal: Deal, seen: Sight) -> Message:
    """What happened in the step shown, with the comment of its turn, or why the log breaks off.

    >>> import rummy_lab as rl
    >>> from rummy_lab.widgets.sight import sight
    >>> reel = Reel(rl.play("rummy", seed=7))
    >>> narrated(reel, reel.deal, sight(reel.deal, "all"))["head"]
    'The cards as dealt. Player 2 ...'
    """
    line = deal.line()
    place = line.index(deal.node)
    last = place + 1 == len(line)
    said = {"kind": "info", "head": _step(reel, deal, seen, last), "more": _comment(reel, line)}
    broken = [error for error in reel.errors if place_of(error, reel, line) == place]
    if reel.entry is None or reel.entry.sound or not last or not broken:
        return said
    return {**broken_off(broken[-1], seen, deal.rules), "more": said["head"]}


def _step(reel: Reel, deal: Deal, seen: Sight, last: bool) -> str:
    """The step in words."""
    node, state = deal.node, seen.state
    event = event_of(node, seen)
    if event is None or node.parent is None:
        start = "The cards as dealt" if deal.dealt else "The deal as it begins in the log"
        return f"{start}. {status_of(state)}."
    said = f"Turn {event.turn}"
    if not node.parent.state.piles:
        said += f", {isolated(node.parent.state.names[node.parent.state.active])}"
    head = f"{said}: {step_text(node, seen)}."
    if not state.over:
        return head
    points = reel.entry.points if reel.entry is not None else None
    result = f" {brought(points)}" if points is not None and seen.everything else ""
    return f"{head} {ending(state)}{result}"


def _comment(reel: Reel, line: Sequence[Node]) -> str:
    """The comment of the turn shown, or of the deal at its beginning."""
    assert reel.entry is not None and reel.deal is not None
    event = reel.deal.node.event
    if event is None:
        return _quoted(comment_of(reel.entry.lines[0]))
    number = list(turn_starts(line)).index(event.turn)
    turns = reel.entry.turns
    return _quoted(comment_of(turns[number])) if number < len(turns) else ""


def _quoted(comment: str) -> str:
    return f"“{comment}”" if comment else ""


def broken_off(error: LogError, seen: Sight, rules: Rules) -> Message:
    """That the log breaks off here, and why, where nothing hidden is told by it."""
    if not seen.everything:
        return {"kind": "no", "head": f"The log breaks off here, in line {error.line}: {HIDDEN}."}
    where = f"The log breaks off here, in line {error.line}, column {error.column}"
    if error.reasons:
        action = error.message.partition(":")[0]
        return {"kind": "no", "head": f"{where}: {action} is not allowed.",
                "reasons": cited(error.reasons, rules)}  # fmt: skip
    return {"kind": "no", "head": stopped(f"{where}: {error.message}")}


def just_done(node: Node, seen: Sight) -> dict[str, Any]:
    """What a step has changed on the table, as the table marks it."""
    event = event_of(node, seen)
    if event is None or seen.state.piles:
        return {}
    action, melds = event.action, len(seen.state.melds)
    if isinstance(action, Discard | Out):
        return {"upcard": "just discarded"}
    if isinstance(action, MeldDown | Contract):
        new = len(action.melds) if isinstance(action, Contract) else 1
        return {"melds": {str(n): "just laid down" for n in range(melds - new + 1, melds + 1)}}
    if isinstance(action, LayOff | Swap):
        said = "just laid off here" if isinstance(action, LayOff) else "joker just swapped"
        return {"melds": {str(action.meld): said}}
    return {}


def points_only(reel: Reel) -> Message:
    """What is said of a deal without play."""
    assert reel.entry is not None
    entry = reel.entry
    points = entry.said
    if entry.struck:
        head = f"Deal {entry.number} was struck: it does not count. {brought(points)}"
        return {"kind": "info", "head": head, "more": _quoted(comment_of(entry.lines[0]))}
    if not points:
        error = next(iter(reel.errors), None)
        why = f": line {error.line}, {error.message}" if error is not None else ""
        said = stopped(f"Nothing of deal {entry.number} can be shown{why}")
        return {"kind": "no", "head": said}
    return {"kind": "info", "head": f"No play of this deal is logged. {brought(points)}",
            "more": _quoted(comment_of(entry.lines[0]))}  # fmt: skip


def points_notes(reel: Reel) -> dict[str, str]:
    """What is said beside each player of a deal without play."""
    points = reel.entry.said if reel.entry is not None else {}
    after = reel.after
    return {name: f"{_points(points, name)} in this deal · {points_text(after.get(name, 0))} so far"
            for name in reel.names}  # fmt: skip


def _points(points: Mapping[str, Points], name: str) -> str:
    return points_text(points[name]) if name in points else "not known"
