"""The actions of a logged deal with the cards they brought, one after the other.

Where all players act at the same moment, a choice is sealed until the last one has chosen; here
it stands with what came of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rummy_lab.actions import Action, Buy, Take
from rummy_lab.cards import Card
from rummy_lab.deal import Event, State
from rummy_lab.log import DealLog


class Played(NamedTuple):
    """An action: who did it in which turn, the cards it brought, and the states around it.

    `drawn` came from the stock, `taken` from the discard pile. `after` is the first state in which
    the action shows: for a sealed choice, the one in which all choices are resolved.
    """

    seat: int
    turn: int
    action: Action
    drawn: Card | None
    taken: tuple[Card, ...]
    recycled: str | None
    before: State
    after: State

    @property
    def ended(self) -> bool:
        """Whether the turn was over with it."""
        return self.after.over or self.after.turn_number > self.turn


def played(deal: DealLog) -> Iterator[Played]:
    """Every action of a deal that could be played."""
    sealed: list[Played] = []
    before = deal.start
    for after, event in deal.steps:
        assert before is not None
        one = _played(before, after, event)
        before = after
        if not event.sealed:
            yield one
            continue
        sealed.append(one)
        if event.resolved:
            yield from _resolved(sealed, event, after)
            sealed = []
    yield from sealed


def _played(before: State, after: State, event: Event) -> Played:
    action, taken = event.action, ()
    if isinstance(action, Take) and not event.sealed:
        taken = after.taken
    elif isinstance(action, Buy):
        taken = before.discards[-1:]
    return Played(event.seat, event.turn, action, event.drawn, taken, event.recycled, before, after)


def _resolved(sealed: list[Played], event: Event, after: State) -> Iterator[Played]:
    """Sealed choices with what came of them; a new stock stands with the last one."""
    came = {one.seat: one for one in event.resolved}
    for one in sealed:
        one = one._replace(after=after)
        found = came.get(one.seat)
        if found is None:  # there was no card left to draw
            yield one
        elif isinstance(found.action, Take):
            card = found.action.card
            yield one._replace(action=found.action, taken=() if card is None else (card,))
        else:
            yield one._replace(action=found.action, drawn=found.drawn)


def turns(deal: DealLog) -> Iterator[tuple[Played, ...]]:
    """The actions of each turn; where all act at once, one turn of all of them."""
    for _, some in groupby(played(deal), key=lambda one: one.turn):
        yield tuple(some)
