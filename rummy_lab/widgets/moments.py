"""The key moments of a replayed deal: melds, buys, going out, the end, comments and errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rummy_lab.actions import Buy, Contract, MeldDown
from rummy_lab.deal import Node
from rummy_lab.display.markup import isolated
from rummy_lab.log import LogError
from rummy_lab.log.comments import comment_of
from rummy_lab.widgets.choices import ending
from rummy_lab.widgets.reel import Reel, turn_starts
from rummy_lab.widgets.sight import Sight, event_of

Moment = dict[str, Any]


def moments(reel: Reel, seen: Sight) -> list[Moment]:
    """The moments of the deal shown, in their order: each with its place, its kind and a text.

    >>> import rummy_lab as rl
    >>> from rummy_lab.widgets.sight import sight
    >>> reel = Reel(rl.play(rl.variant("rummy"), players=["greedy", "greedy"], seed=7))
    >>> found = moments(reel, sight(reel.deal, "all"))
    >>> found[0]["kind"], found[0]["text"]
    ('meld', '... meld ...')
    """
    if reel.deal is None or reel.entry is None:
        return []
    line = reel.deal.line()
    found = [moment for place, node in enumerate(line) for moment in _of_step(place, node, seen)]
    found += _comments(reel, line)
    found += [_moment(place_of(error, reel, line), "error", f"error in line {error.line}")
              for error in reel.errors]  # fmt: skip
    return sorted(found, key=lambda moment: moment["place"])


def _moment(place: int, kind: str, text: str) -> Moment:
    return {"place": place, "kind": kind, "text": text}


def _of_step(place: int, node: Node, seen: Sight) -> Iterator[Moment]:
    """What happened in a step that somebody may look for."""
    event, parent = event_of(node, seen), node.parent
    if event is None or parent is None:
        return
    before, after = parent.state, node.state
    who = f"{event.turn} {isolated(before.names[event.seat])}:"
    if isinstance(event.action, MeldDown | Contract):
        yield _moment(place, "meld", f"{who} {event.action.pretty}")
    if isinstance(event.action, Buy):
        up = f" {before.upcard.pretty}" if before.upcard is not None else ""
        yield _moment(place, "buy", f"{who} buys{up}")
    gone = [seat for seat in after.outs if seat not in before.outs]
    if after.out is not None and after.out != before.out and after.out not in gone:
        gone.append(after.out)
    for seat in gone:
        yield _moment(place, "out", f"{event.turn} {isolated(before.names[seat])}: goes out")
    if after.over and not gone:
        yield _moment(place, "end", ending(after).rstrip("."))


def _comments(reel: Reel, line: Sequence[Node]) -> Iterator[Moment]:
    """The turns that have a comment."""
    assert reel.entry is not None
    starts = sorted(turn_starts(line).values())
    for turn, place in zip(reel.entry.turns, starts, strict=False):
        if said := comment_of(turn):
            yield _moment(place, "note", f"{turn.turn or ''} “{said}”".strip())


def place_of(error: LogError, reel: Reel, line: Sequence[Node]) -> int:
    """The place in a line of play that an error of the log is nearest to.

    Before the first turn it is the beginning; where the deal breaks off, its last step.
    """
    assert reel.entry is not None
    starts = sorted(turn_starts(line).values())
    above = [turn.number for turn in reel.entry.turns if turn.number <= error.line]
    if not above:
        return 0 if starts else len(line) - 1
    turn = len(above) - 1
    of_turn = above[-1] == error.line
    last_played = turn == len(starts) - 1
    if turn >= len(starts) or (last_played and not (of_turn and reel.entry.sound)):
        return len(line) - 1
    return starts[turn] if of_turn else starts[turn + 1] - 1
