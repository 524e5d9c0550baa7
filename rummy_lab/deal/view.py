"""What one seat sees: its own hand, everything public, and what follows from these.

A view is a state in which every card the seat has not seen is `??`, so that the one engine judges
it: what a view says is legal cannot depend on a hidden card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rummy_lab.actions import SEALED, Action, Draw, read_action
from rummy_lab.cards import UNKNOWN, Card
from rummy_lab.deal import lookahead
from rummy_lab.deal.state import Event, Resolved, State, each_place
from rummy_lab.deal.together import playing
from rummy_lab.deal.tree import Node
from rummy_lab.reasons import Verdict


def masked(state: State, seat: int | None) -> State:
    """A state as a seat sees it (None: as somebody sees it who holds no hand)."""
    hands = tuple(
        hand if n == seat else _hidden(hand, known)
        for n, (hand, known) in enumerate(zip(state.hands, state.known, strict=True))
    )
    stock = state.stock if state.stock_known else (UNKNOWN,) * len(state.stock)
    return state.replace(hands=hands, stock=stock, seed=None, choices=_sealed(state, seat))


def _sealed(state: State, seat: int | None) -> tuple[Action, ...]:
    """The choices of this turn, all but the own unseen."""
    asked = playing(state) if state.choices else ()
    return tuple(
        action if who == seat else SEALED for who, action in zip(asked, state.choices, strict=False)
    )


def _hidden(hand: tuple[Card, ...], known: tuple[Card, ...]) -> tuple[Card, ...]:
    return (*known, *(UNKNOWN,) * (len(hand) - len(known)))


def masked_event(event: Event, seat: int | None, resolved: bool = True) -> Event:
    """An event as a seat sees it: what others drew from an unknown stock is `??`.

    `resolved` says whether the sealed choices of its moment have been shown.
    """
    order = event.order if event.recycled == "flip" else (UNKNOWN,) * len(event.order)
    hidden = event.drawn is not None and event.seat != seat and not event.public
    unseen = event.sealed and not resolved and event.seat != seat
    return replace(
        event,
        action=SEALED if unseen else event.action,
        drawn=UNKNOWN if hidden else event.drawn,
        order=order,
        resolved=tuple(_masked_draw(one, seat) for one in event.resolved),
    )


def _masked_draw(one: Resolved, seat: int | None) -> Resolved:
    hidden = isinstance(one.action, Draw) and one.seat != seat
    return one._replace(drawn=UNKNOWN) if hidden else one


def events_to(node: Node, seat: int | None) -> tuple[Event, ...]:
    """The events that led to a node, as a seat saw them."""
    found: list[Event] = []
    resolved = False
    here: Node | None = node
    while here is not None and here.event is not None:
        resolved = resolved or bool(here.event.resolved)
        found.append(masked_event(here.event, seat, resolved))
        here = here.parent
    return tuple(reversed(found))


@dataclass(frozen=True)
class View:
    """What a seat knows of a deal.

    `seat` is the viewer; `state` the state with `??` for every card it has not seen; `events`
    what happened so far, seen the same way. Nothing hidden is held, so a view can be handed to
    anybody's policy.
    """

    seat: int
    state: State
    past: Callable[[], tuple[Event, ...]]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own hand."""
        return self.state.hands[self.seat]

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events as the viewer saw them."""
        return self.past()

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the packs that the viewer has not seen, in the common order.

        In a position that names fewer cards than the packs hold, those out of play are among them.
        """
        left = Counter(self.state.at.pack)
        left.subtract(c for place in each_place(self.state) for c in place if not c.is_unknown)
        return tuple(sorted((+left).elements()))

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile."""
        return self.state.upcard

    def legal_actions(self) -> list[Action]:
        """All that the viewer may do now; nothing while another seat is to act."""
        return lookahead.legal_actions(self.state) if self.state.turn == self.seat else []

    def check(self, action: str | Action) -> Verdict:
        """Whether the viewer may do something now, as far as the viewer can know."""
        state = self.state
        if state.turn != self.seat and not state.over:
            return Verdict(
                (
                    state.at.rules.reason(
                        "not_your_turn", active=state.player, player=state.names[self.seat]
                    ),
                )
            )
        return lookahead.check(state, read_action(action))

    def __reduce__(self) -> tuple[Any, ...]:
        return _given, (self.seat, self.state, self.events)

    def __repr__(self) -> str:
        return f"<view of {self.state.names[self.seat]}, {self.state.phase}>"

    def __str__(self) -> str:
        from rummy_lab.display.text import text_of_state

        return text_of_state(self.state)

    def _repr_svg_(self) -> str:
        from rummy_lab.display.svg import svg_of_state

        return svg_of_state(self.state)


def _given(seat: int, state: State, events: tuple[Event, ...]) -> View:
    return View(seat, state, lambda: events)
