"""The state of one deal: frozen, with nothing in it but what the table and the turn remember."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from rummy_lab.actions import Action
from rummy_lab.cards import UNKNOWN, Card, Placed
from rummy_lab.melds import Meld
from rummy_lab.rules import At


class TableMeld(NamedTuple):
    """A meld on the table: who laid it down, and who laid each of its cards (`by`)."""

    meld: Meld
    owner: int
    by: tuple[int, ...]


class State(NamedTuple):
    """One deal at one moment. Seats are numbered from 0; piles go from bottom to top.

    `turn` is the seat that must act now, `active` the seat whose turn it is (they differ while
    others are asked whether they buy). What is known to everybody about hidden cards stands in
    `known` (per seat) and `stock_known`.
    """

    at: At
    names: tuple[str, ...]
    seed: int | None
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    phase: str
    turn: int
    active: int
    turn_number: int = 1
    # what the turn remembers
    taken: tuple[Card, ...] = ()
    """Cards taken from the discard pile in this turn."""
    banned: tuple[Card, ...] = ()
    """Cards that may not be discarded in this turn."""
    duties: tuple[Card, ...] = ()
    """Cards that must be played before this turn ends."""
    melds_now: int = 0
    """How many new melds were laid in this turn."""
    played_now: bool = False
    """Whether anything was melded or laid off in this turn."""
    joker_now: bool = False
    """Whether a joker was played in this turn."""
    met_now: bool = False
    """Whether the contract was met in this turn."""
    refused: bool = False
    """Whether the upcard was refused in this turn."""
    buyers: tuple[int, ...] = ()
    """Seats that are still to be asked whether they buy."""
    # what the deal remembers
    played: tuple[bool, ...] = ()
    """Who melded or laid off in an earlier turn."""
    met: tuple[bool, ...] = ()
    """Who has met the contract."""
    buys_used: tuple[int, ...] = ()
    recycles: int = 0
    known: tuple[tuple[Card, ...], ...] = ()
    """Cards of each hand that everybody has seen."""
    stock_known: bool = False
    """Whether everybody knows the order of the stock."""
    # how it ends
    out: int | None = None
    finals: int = 0
    """How many last turns are still to be played."""
    ending: str = ""
    """"" while the deal goes on; then "out", "last turns", "stock" or "no draw"."""
    whole_hand: bool = False
    joker_used: bool = False
    # where all players act at the same moment (`together`)
    piles: tuple[tuple[Card, ...], ...] = ()
    """The discard pile of each seat; `discards` is the one that the seat to act may draw from."""
    choices: tuple[Action, ...] = ()
    """Sealed choices of this turn, in the order in which the seats are asked."""
    took: tuple[tuple[Card, ...], ...] = ()
    """What each seat took from a discard pile in this turn."""
    outs: tuple[int, ...] = ()
    """The seats that have gone out."""

    def replace(self, **changes: Any) -> State:
        """This state with some values changed (a good deal quicker than `_replace`)."""
        values = list(self)
        for name, value in changes.items():
            values[_PLACES[name]] = value
        return tuple.__new__(State, values)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the seat whose turn it is."""
        return self.hands[self.active]

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile."""
        return self.discards[-1] if self.discards else None

    @property
    def player(self) -> str:
        """The name of the seat that must act now."""
        return self.names[self.turn]

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.phase == "over"

    def __repr__(self) -> str:
        now = "over" if self.over else f"turn {self.turn_number}, {self.player} is to {self.phase}"
        return f"<state of {self.at.rules.title}, deal {self.at.deal}: {now}>"


_PLACES = {name: place for place, name in enumerate(State._fields)}


class Resolved(NamedTuple):
    """What a sealed choice came to: the seat, its action and the card it drew."""

    seat: int
    action: Action
    drawn: Card | None


@dataclass(frozen=True, slots=True)
class Event:
    """What happened: who did what in which turn, and what chance or a hidden card added.

    `action` is complete: every wild says what it stands for, a take names its card. `drawn` is
    the card that came from the stock (`??` to those who did not see it); `recycled` is "flip" or
    "shuffle" where the discard pile became the stock, and `order` the new stock, bottom to top;
    `public` says whether everybody knows the drawn card. A `sealed` choice is known to its seat
    alone until the event that has `resolved` all of them.
    """

    seat: int
    action: Action
    turn: int
    drawn: Card | None = None
    recycled: str | None = None
    order: tuple[Card, ...] = ()
    public: bool = False
    sealed: bool = False
    resolved: tuple[Resolved, ...] = ()

    def __str__(self) -> str:
        return str(self.action)

    def __repr__(self) -> str:
        return f"<{self.action} by seat {self.seat} in turn {self.turn}>"


_code = attrgetter("code")


def sort_hand(some: Iterable[Card]) -> tuple[Card, ...]:
    """A hand in the one order it is kept in."""
    return tuple(sorted(some, key=_code))


T = TypeVar("T", Card, Placed)


def without(hand: Sequence[T], some: Iterable[T]) -> tuple[tuple[T, ...], list[T]]:
    """Cards less some of them, and those that are not there."""
    rest, missing = list(hand), []
    for one in some:
        try:
            rest.remove(one)
        except ValueError:
            missing.append(one)
    return tuple(rest), missing


def used_up(
    hand: Sequence[Card], some: Sequence[Card], state: State
) -> tuple[tuple[Card, ...], list[Card], bool]:
    """A hand less the cards played from it: `(rest, not held, whether an unknown one was used)`.

    A named card uses up a known copy, else an unknown card of the hand if the packs still allow
    one more of it.
    """
    rest, missing = without(hand, some)
    if not missing or UNKNOWN not in rest:
        return rest, missing, False
    seen = Counter(c for cards in each_place(state) for c in cards)
    left, lacking = list(rest), []
    for one in missing:
        if UNKNOWN in left and seen[one] < state.at.copies[one.code]:
            left.remove(UNKNOWN)
            seen[one] += 1
        else:
            lacking.append(one)
    return tuple(left), lacking, len(lacking) < len(missing)


def each_place(state: State) -> Iterable[tuple[Card, ...]]:
    """All places cards lie in: hands, stock, discard pile, melds."""
    yield from state.hands
    yield state.stock
    yield from state.piles or (state.discards,)
    for laid in state.melds:
        yield laid.meld.cards
