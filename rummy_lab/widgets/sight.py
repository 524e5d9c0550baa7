"""What whoever looks on may see of a deal.

All that the page gets is made from a `Sight`, and a `Sight` for one seat holds what the seat's
view holds: no hidden card can come from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rummy_lab.actions import Action
from rummy_lab.cards import Card
from rummy_lab.deal import Deal, Event, Node, State, masked, masked_event
from rummy_lab.deal.lookahead import legal_actions

ALL, IN_TURN, NOBODY = "all", "turn", "none"
"""Viewers that are no seat: everybody's cards, those of the seat in turn, nobody's."""
Viewer = str | int


class Sight(NamedTuple):
    """A deal at its cursor as a viewer sees it.

    `seat` is the seat whose eyes these are, or None; `acts` whether the hand of the seat that
    must act is open, so that one can play for it; `everything` whether all cards are open.
    """

    state: State
    seat: int | None
    everything: bool

    @property
    def acts(self) -> bool:
        """Whether the viewer can play for the seat that must act."""
        return not self.state.over and (self.everything or self.state.turn == self.seat)

    def legal(self) -> list[Action]:
        """What the seat that must act may do, as far as the viewer can tell."""
        return legal_actions(self.state) if self.acts else []


def seat_of(viewer: Viewer, state: State) -> int | None:
    """The seat through whose eyes a viewer looks; None for all and for nobody."""
    if viewer == IN_TURN:
        return state.turn
    return viewer if isinstance(viewer, int) else None


def viewer_of(viewer: Viewer, names: Sequence[str]) -> Viewer:
    """A viewer of a table, a player's name as a seat; raises `ValueError` for one that is none.

    >>> viewer_of("Bo", ["Ana", "Bo"])
    1
    """
    if viewer in names:
        return list(names).index(str(viewer))
    there = (ALL, IN_TURN, NOBODY, *range(len(names)))
    if isinstance(viewer, bool) or viewer not in there:
        raise ValueError(f"viewer={viewer!r} is no seat, none of {', '.join(names)}, and none "
                         "of 'all', 'turn', 'none'")  # fmt: skip
    return viewer


def sight(deal: Deal, viewer: Viewer, laid_open: bool = False) -> Sight:
    """What a viewer sees of a deal; `laid_open` opens all hands once the deal is over.

    >>> import rummy_lab as rl
    >>> d = rl.Deal(rl.variant("rummy"), players=2, seed=7)
    >>> [sum(c.is_unknown for hand in sight(d, v).state.hands for c in hand) for v in ("all", 0)]
    [0, 10]
    """
    everything = viewer == ALL or (laid_open and deal.over)
    seat = seat_of(viewer, deal.state)
    return Sight(deal.state if everything else masked(deal.state, seat), seat, everything)


def event_of(node: Node, seen: Sight) -> Event | None:
    """The event that led to a node, as the viewer saw it."""
    if node.event is None or seen.everything:
        return node.event
    return masked_event(node.event, seen.seat, was_resolved(node))


def was_resolved(node: Node) -> bool:
    """Whether the choice that led to a node was shown, on whatever line came after it."""
    nodes = [node]
    for here in nodes:
        if here.event is None or not here.event.sealed or here.event.resolved:
            return True
        nodes += here.children
    return False


def came_now(deal: Deal, seen: Sight) -> Card | None:
    """The card that the seat in turn got in this turn, where the viewer saw it."""
    state = seen.state
    if state.phase != "play":
        return None
    for node in reversed(deal.path()):
        event = event_of(node, seen)
        if event is None or event.turn != state.turn_number:
            break
        drawn = {one.seat: one.drawn for one in event.resolved}
        if event.drawn is not None:
            drawn[event.seat] = event.drawn
        if (came := drawn.get(state.turn)) is not None:
            return None if came.is_unknown else came
    return state.taken[-1] if state.taken else None
