"""One deal of cards, played until it ends: a cursor over a tree of frozen states.

>>> import rummy_lab as rl
>>> d = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
>>> d.phase, d.names[d.turn], len(d.hands[0])
('draw', 'Bo', 10)
>>> d.apply("draw"), d.check("draw").codes
(<draw by seat 1 in turn 1>, ('already_drawn',))
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rummy_lab.actions import Action, read_action
from rummy_lab.cards import Card, Cards, check_seed, shortened, whole_number
from rummy_lab.deal import lookahead
from rummy_lab.deal.moves import first_state, step
from rummy_lab.deal.position import (
    KEYWORDS,
    PositionError,
    a_seat,
    described,
    player_names,
    position,
)
from rummy_lab.deal.state import Event, State, TableMeld
from rummy_lab.deal.tree import Node
from rummy_lab.deal.view import View, events_to, masked, masked_event
from rummy_lab.reasons import AmbiguousAction, IllegalAction, Verdict
from rummy_lab.rules import At, Rules, nearest
from rummy_lab.scoring import FinalPosition, Sheet, score
from rummy_lab.variants import rules_of

if TYPE_CHECKING:
    from rummy_lab.log import Log

__all__ = [
    "Deal",
    "Event",
    "Node",
    "PositionError",
    "State",
    "TableMeld",
    "View",
    "masked",
    "masked_event",
]


class Deal:
    """A deal under a rule set; `apply`, `undo` and `redo` move a cursor over its states.

    `players` are names or a number; without a `seed` one is drawn, and `seed` tells it. `deal` is
    the deal's number in its game, `dealer` the seat that deals.

    Raises `RulesError` for a table the rules have no place for and for a deal that no game comes
    to, `ValueError` for names that are given twice and for a seed that is no integer.
    """

    def __init__(
        self,
        rules: Rules | str,
        players: int | Sequence[str] | None = None,
        seed: int | None = None,
        deal: int = 1,
        dealer: int = 0,
    ) -> None:
        rules = rules_of(rules)
        names = player_names(players, rules)
        chosen = secrets.randbits(32) if seed is None else check_seed(seed)
        at = rules.at(players=len(names), deal=deal)
        rules.check_deal(at.deal)
        seat = a_seat(dealer, "dealer", len(names))
        self._begin(first_state(at, names, chosen, seat), dealt=True)

    def _begin(self, state: State, dealt: bool) -> None:
        self.dealt = dealt
        """Whether the cards were dealt from the seed (False: a position was set up)."""
        self.root = self.node = Node(0, None, None, state)
        self.nodes = [self.root]
        self._line: dict[int, Node] = {}

    @classmethod
    def from_state(cls, state: State, dealt: bool = False) -> Deal:
        """A deal that begins with a state."""
        made = cls.__new__(cls)
        made._begin(state, dealt)
        return made

    @classmethod
    def from_position(
        cls, rules: Rules | str, hands: Sequence[Cards] | Mapping[str, Cards], **rest: Any
    ) -> Deal:
        """A deal that begins in the middle, as a teacher sets it up.

        `hands` are the hands by seat (or by name); `stock` and `discards` the piles from bottom
        to top (`stock="rest"` shuffles the rest of the packs with `seed`); `melds` those on the
        table, as (seat, cards); `turn` the seat that must act, `phase` "draw", "buy", "play" or
        "over". What a turn remembers: `taken` (cards drawn from the discard pile), `duties`,
        `melds_now`, `played_now`, `met_now`, `joker_now`, `refused`, `active`; what a deal
        remembers: `played`, `met`, `buys_used`, `recycles`, `out`, `turn_number`.

        Where all act at the same moment: `piles` has a discard pile for each seat (`discards` alone
        is the one that the seat to act may draw from), `took` what each took from one in this turn,
        `outs` the seats that have gone out, `choices` the actions sealed so far.

        Raises `PositionError` (a `ValueError`) with the reason where no deal could be there.

        >>> import rummy_lab as rl
        >>> d = rl.Deal.from_position(rl.variant("rummy"), hands=["7h 8h 9h", "2c 3c"], turn=0)
        >>> d.phase, d.over
        ('over', True)
        """
        for name in rest:
            if name not in KEYWORDS:
                raise PositionError(f"{name!r} is nothing a position has{nearest(name, KEYWORDS)}")
        return cls.from_state(position(rules, hands, **{"piles": (), **rest}))

    # --- what is there ------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state at the cursor."""
        return self.node.state

    @property
    def at(self) -> At:
        """The rules, resolved for this table and deal."""
        return self.root.state.at

    @property
    def rules(self) -> Rules:
        """The rule set."""
        return self.at.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.root.state.names

    @property
    def seed(self) -> int | None:
        """The seed the cards were shuffled with."""
        return self.root.state.seed

    @property
    def deal(self) -> int:
        """The number of this deal in its game."""
        return self.at.deal

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.root.state.dealer

    @property
    def phase(self) -> str:
        """What is to be done now: "draw", "buy", "play", or "over"."""
        return self.state.phase

    @property
    def turn(self) -> int:
        """The seat that must act now."""
        return self.state.turn

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands, by seat."""
        return self.state.hands

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock, bottom to top."""
        return self.state.stock

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile, bottom to top."""
        return self.state.discards

    @property
    def melds(self) -> tuple[TableMeld, ...]:
        """The melds on the table, in the order they were laid."""
        return self.state.melds

    @property
    def duties(self) -> tuple[Card, ...]:
        """The cards that must be played before this turn ends."""
        return self.state.duties

    @property
    def out(self) -> int | None:
        """The seat that went out."""
        return self.state.out

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.state.over

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened from the beginning to the cursor."""
        return tuple(node.event for node in self.path() if node.event is not None)

    # --- what can be done ---------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """All legal actions of the seat that must act (of contracts only the best one).

        The upcard is listed as `take`; `take 8d` names it too, where the upcard is the 8d.
        """
        return lookahead.legal_actions(self.state)

    def legal_contracts(self) -> Iterator[Action]:
        """Every legal way to lay the contract, lazily."""
        return lookahead.legal_contracts(self.state)

    def check(self, action: str | Action) -> Verdict:
        """Whether an action is legal now, with all reasons where it is not.

        Raises `NotationError` only for a text that is no action.
        """
        return lookahead.check(self.state, read_action(action))

    def can(self, action: str | Action) -> bool:
        """Whether `apply` would accept an action."""
        return not self.check(action).reasons

    def apply(self, action: str | Action) -> Event:
        """Does a legal action and moves the cursor; off the tip this starts another line.

        Raises `IllegalAction` with the reasons, `AmbiguousAction` with the readings. An action
        that an unrecorded card decides is accepted.
        """
        wanted = read_action(action)
        verdict = lookahead.check(self.state, wanted)
        if verdict.reasons:
            if verdict.reasons[0].code == "ambiguous" and len(verdict.reasons) == 1:
                raise AmbiguousAction(wanted, verdict.reasons, verdict.readings)
            raise IllegalAction(wanted, verdict.reasons)
        after, event = step(self.state, wanted, verdict.melds)
        self.add(event, after)
        return event

    def add(self, event: Event, after: State) -> None:
        """A node after the cursor, unchecked, and the cursor to it.

        For what `apply` cannot know: a log that recorded what was drawn, or a shuffle's order.
        """
        self._move_to(self._child(event, after))

    def _child(self, event: Event, after: State) -> Node:
        for child in self.node.children:
            if child.event == event:
                return child
        made = Node(len(self.nodes), self.node, event, after)
        self.node.children.append(made)
        self.nodes.append(made)
        return made

    # --- moving about -------------------------------------------------------------------------

    def _move_to(self, node: Node) -> None:
        self.node = node
        while node.parent is not None and self._line.get(node.parent.id) is not node:
            self._line[node.parent.id] = node
            node = node.parent

    def undo(self) -> bool:
        """One action back; False at the beginning."""
        if self.node.parent is None:
            return False
        self.node = self.node.parent
        return True

    def redo(self) -> bool:
        """One action forward along the line last played; False at its tip."""
        following = self._line.get(self.node.id)
        if following is None:
            return False
        self.node = following
        return True

    def goto(self, node: Node | int) -> None:
        """The cursor to a node, given itself or by its number.

        Raises `ValueError` for a number there is none of, and for what is no node of this deal.
        """
        number = whole_number(node)
        if number is not None:
            if not 0 <= number < len(self.nodes):
                raise ValueError(
                    f"there is no node {number}: they are numbered to {len(self.nodes) - 1}"
                )
            node = self.nodes[number]
        if not isinstance(node, Node) or self.nodes[node.id : node.id + 1] != [node]:
            raise ValueError(f"{shortened(node)} is no node of this deal, nor the number of one")
        self._move_to(node)

    def path(self) -> list[Node]:
        """The nodes from the beginning to the cursor."""
        found = [self.node]
        while (parent := found[-1].parent) is not None:
            found.append(parent)
        return found[::-1]

    def line(self) -> list[Node]:
        """The nodes from the beginning through the cursor to the tip of the line."""
        found = self.path()
        while (following := self._line.get(found[-1].id)) is not None:
            found.append(following)
        return found

    def tips(self) -> list[Node]:
        """The last node of each line played."""
        return [node for node in self.nodes if not node.children]

    # --- views, scores, logs ------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What a seat knows at the cursor."""
        seat = a_seat(seat, "seat", len(self.names))
        node = self.node
        return View(seat, masked(self.state, seat), lambda: events_to(node, seat))

    def final_position(self) -> FinalPosition:
        """How the deal ended; raises `ValueError` while it goes on."""
        state = self.state
        if not state.over:
            raise ValueError(f"the deal is not over: {state.player} is to act ({state.phase})")
        return FinalPosition(
            hands=dict(zip(state.names, state.hands, strict=True)),
            out=None if state.out is None else state.names[state.out],
            deal=self.deal,
            melds=tuple((state.names[laid.owner], str(laid.meld)) for laid in state.melds),
            whole_hand=state.whole_hand,
            joker_used=state.joker_used,
        )

    def score(self) -> Sheet:
        """The score of the deal, line by line; raises `ValueError` while it goes on."""
        return score(self.final_position(), self.rules)

    @property
    def log(self) -> Log:
        """The line at the cursor as a log."""
        from rummy_lab.log import log_of_deal

        return log_of_deal(self)

    # --- faces --------------------------------------------------------------------------------

    def __str__(self) -> str:
        from rummy_lab.display.text import text_of_state

        return text_of_state(self.state)

    def __repr__(self) -> str:
        if self.dealt:
            return (
                f"Deal({self.rules!r}, players={list(self.names)!r}, seed={self.seed}, "
                f"deal={self.deal}, dealer={self.dealer})"
            )
        return f"Deal.from_position({described(self.state)})"

    def _repr_html_(self) -> str:
        from rummy_lab.display.html import html_of_state

        return html_of_state(self.state)

    def _repr_svg_(self) -> str:
        from rummy_lab.display.svg import svg_of_state

        return svg_of_state(self.state)
