"""The moves of a logged deal with the lines they stand in, also those past a line that is wrong.

A log is played through under its own rules when it is read, and `DealLog.steps` ends before the
first action that these forbid. Under other rules that action may be legal, so what the log says
after it is kept here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rummy_lab.actions import Action
from rummy_lab.cards import Card
from rummy_lab.log import DealLog, Log
from rummy_lab.log.head import seat_of
from rummy_lab.log.lines import Play, Turn, Unread


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a log: its line, its turn, who did it.

    `drawn` is the card that came from the stock as far as it is known; `ended` says that the deal
    was over with this action; `unread` has the text of a line that could not be read.
    """

    line: int
    turn: int
    seat: int
    action: Action | None
    drawn: Card | None = None
    ended: bool = False
    unread: str = ""


def numbered(log: Log) -> dict[int, int]:
    """The number of each line of a log's text, by the identity of the line.

    A line that was read knows its number; one that a program made is counted.

    >>> import rummy_lab as rl
    >>> deal = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    >>> _ = deal.apply("draw"), deal.apply("discard Kc")
    >>> log = deal.log
    >>> str(log).splitlines()[numbered(log)[id(log.deals[0].turns[0])] - 1]
    '1 Bo: draw discard Kc'
    """
    return {id(line): line.number or place for place, line in enumerate(log.lines, 1)}


def moves_of(deal: DealLog, places: dict[int, int]) -> Iterator[Move]:
    """Every move of a deal: those that hold under the log's own rules, then the rest."""
    turns = deal.turns
    first = deal.start.turn_number if deal.start is not None else 1
    done: dict[int, list[Move]] = {}
    for state, event in deal.steps:
        line = places[id(turns[event.turn - first])]
        move = Move(line, event.turn, event.seat, event.action, event.drawn, state.over)
        done.setdefault(event.turn, []).append(move)
        yield move
    if not deal.sound:
        yield from _rest(deal, places, first, done)


def _rest(
    deal: DealLog, places: dict[int, int], first: int, done: dict[int, list[Move]]
) -> Iterator[Move]:
    """What stands in a log from the first action on that its own rules forbid."""
    turn = first - 1
    for line in deal.lines:
        if isinstance(line, Turn):
            turn += 1
            yield from _left_in(line, places[id(line)], turn, deal.names, done.get(turn, ()))
        elif isinstance(line, Unread) and turn >= first:
            yield Move(places[id(line)], turn, 0, None, unread=line.text)


def _left_in(
    line: Turn, number: int, turn: int, names: Sequence[str], done: Sequence[Move]
) -> Iterator[Move]:
    """The plays of a line that were not played."""
    left = list(done)
    for play in line.plays:
        try:
            seat = seat_of(play.by or line.player, names)
        except ValueError as error:
            yield Move(number, turn, 0, None, unread=str(error))
            return
        while left and not _is(left[0], play, seat):
            left.pop(0)  # a pass that nobody wrote
        if left:
            left.pop(0)
        else:
            yield Move(number, turn, seat, play.action, play.drawn)


def _is(move: Move, play: Play, seat: int) -> bool:
    return move.action is not None and move.action.verb == play.action.verb and move.seat == seat
