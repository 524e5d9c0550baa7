"""What each hand would cost, turn by turn, as far as a viewer may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rummy_lab.arrange import points_left
from rummy_lab.cards import UNKNOWN, Card
from rummy_lab.deal import Deal, Node, masked
from rummy_lab.display.charts import Series
from rummy_lab.rules import At
from rummy_lab.widgets.sight import Sight


class HandPoints(NamedTuple):
    """The points of all hands after each turn; `ends` are the places where turns end."""

    title: str
    labels: tuple[str, ...]
    ends: tuple[int, ...]
    series: tuple[Series, ...]

    def at(self, place: int) -> int:
        """The last turn that has ended at a place in the line."""
        return max((n for n, end in enumerate(self.ends) if end <= place), default=0)


def hand_points(deal: Deal, seen: Sight) -> HandPoints:
    """The points of the hands of a deal as they are dealt, and after each turn.

    Where melds are laid down in scoring only, what no meld uses counts; else every card does.

    >>> import rummy_lab as rl
    >>> from rummy_lab.widgets.sight import sight
    >>> d = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    >>> _ = d.apply("draw"), d.apply("discard Kc")
    >>> found = hand_points(d, sight(d, 0))
    >>> found.title, found.labels, [one.values for one in found.series]
    ('Points in hand', ('0', '1'), [(..., ...), (None, None)])
    """
    line = deal.line()
    ends = [place for place, node in enumerate(line) if _ends_a_turn(line, place, node)]
    states = [line[place].state if seen.everything else masked(line[place].state, seen.seat)
              for place in ends]  # fmt: skip
    at = deal.at
    unmelded = at.melding == "at_the_end"
    cost: Callable[[tuple[Card, ...], At], int | None] = points_left if unmelded else _points
    kept: dict[tuple[Card, ...], int | None] = {}
    series = []
    for seat, name in enumerate(deal.names):
        values = []
        for state in states:
            hand = state.hands[seat]
            if hand not in kept:
                kept[hand] = cost(hand, at)
            values.append(kept[hand])
        series.append(Series(name, tuple(values)))
    first = line[0].state.turn_number - 1
    labels = tuple(str(first if node.event is None else node.event.turn)
                   for node in (line[place] for place in ends))  # fmt: skip
    title = "Points in hand that no meld uses" if unmelded else "Points in hand"
    return HandPoints(title, labels, tuple(ends), tuple(series))


def _ends_a_turn(line: list[Node], place: int, node: Node) -> bool:
    """Whether a step is the last of its turn, or the beginning."""
    if node.event is None or place + 1 == len(line):
        return True
    following = line[place + 1].event
    return following is not None and following.turn != node.event.turn


def _points(hand: tuple[Card, ...], at: At) -> int | None:
    return None if UNKNOWN in hand else at.points_of(hand)
