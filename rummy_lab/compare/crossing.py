"""A logged deal played again under other rules, the cards as they lay, until it is not legal.

Every action is asked of the engine. What is the same act at a table is taken for the same action,
though a log writes it in other words:

- Where the other rules ask for a word on the upcard before a card is drawn from the stock, and
  whether others buy, everybody passes; a pass that they have no use for is left out, unless it
  ended the deal.
- Melds laid one after the other are the contract where one is wanted; a contract is laid as single
  melds where there is none. `out` is laid down as melds and a discard where melds go to the table.
- A natural card stands for itself, though its rank be wild.

A card drawn is the card that was drawn. Where the other rules shuffle the discard pile, its order
is chance, and is taken to be such that the same cards come, as far as they can be in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rummy_lab.actions import (
    PASS,
    Action,
    Buy,
    Contract,
    Discard,
    Draw,
    LayOff,
    MeldDown,
    Out,
    Pass,
    Swap,
)
from rummy_lab.arrange import best
from rummy_lab.cards import UNKNOWN, Card, Placed
from rummy_lab.compare.moves import Move
from rummy_lab.compare.setting import Setting, clause_of, standing_of
from rummy_lab.deal import Event, State
from rummy_lab.deal.hands import all_melded_rest
from rummy_lab.deal.lookahead import check
from rummy_lab.deal.moves import can_renew, refusable, step
from rummy_lab.deal.state import sort_hand, without
from rummy_lab.log import Step
from rummy_lab.log.lines import Play
from rummy_lab.log.replay import Wrong, with_facts
from rummy_lab.reasons import Reason
from rummy_lab.rules import Rules


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a deal stops being legal: the move (None: before the first), and why.

    `tried` is the action as the other rules have it; `others` are further reasons; `open` says
    that nothing speaks against it but what nobody recorded.
    """

    move: Move | None
    code: str
    clause: str
    standing: str
    message: str
    tried: str = ""
    others: tuple[Reason, ...] = ()
    open: bool = False
    meld: int | None = None
    """The meld that lay on the table before the first move, where it is none."""


@dataclass(slots=True)
class Crossing:
    """What came of a deal under other rules.

    `setting` is the table; `steps` the actions that hold, each with the state after it; `stop`
    where it is no longer legal, None where all of it is; `unknown` says that an unrecorded card
    would decide; `notes` tell what was read otherwise than it is written.
    """

    setting: Setting
    steps: list[Step] = field(default_factory=list)
    stop: Stop | None = None
    unknown: bool = False
    passes: Counter[str] = field(default_factory=Counter)
    readings: list[str] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        """The other rules."""
        return self.setting.rules

    @property
    def state(self) -> State:
        """The last state that was reached."""
        return self.steps[-1].state if self.steps else self.setting.state

    @property
    def legal(self) -> bool | None:
        """Whether all that was logged is legal; None where what nobody recorded decides."""
        if self.stop is not None:
            return None if self.stop.open else False
        return None if self.unknown else True

    @property
    def notes(self) -> tuple[str, ...]:
        """What was read otherwise than it is written."""
        told = []
        for what, count in self.passes.items():
            told.append(f"{what} {'once' if count == 1 else f'{count} times'}")
        return (*told, *self.readings)


class NotLegal(Exception):
    """Carries a `Stop` out of the play."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        super().__init__(stop.message)


def cross(state: State, moves: Iterable[Move], rules: Rules) -> Crossing:
    """Moves from a state on, played under other rules until the first that is not legal.

    >>> import rummy_lab as rl
    >>> from rummy_lab.compare.moves import moves_of, numbered
    >>> played = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    >>> _ = played.apply("draw"), played.apply("discard Kc")
    >>> log = played.log
    >>> deal = log.deals[0]
    >>> found = cross(deal.start, moves_of(deal, numbered(log)), rl.variant("rummy"))
    >>> found.legal, found.state == deal.state
    (True, True)
    """
    player = _Player(Setting(state, rules))
    try:
        player.play(list(moves))
    except NotLegal as error:
        player.made.stop = error.stop
    return player.made


class _Player:
    """Plays logged moves under other rules."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.at = setting, setting.at
        self.made = Crossing(setting)
        self.chance = False
        """Whether the order of the stock came from a shuffle of these rules."""

    @property
    def state(self) -> State:
        return self.made.state

    def play(self, moves: Sequence[Move]) -> None:
        """Plays all moves; raises `NotLegal` at the first that is not legal."""
        self._begin(moves)
        place = 0
        while place < len(moves):
            place += self._move(moves, place)

    def _begin(self, moves: Sequence[Move]) -> None:
        setting, first = self.setting, next(iter(moves), None)
        if setting.broken is not None:
            number, why = setting.broken
            said = f"Meld {number}, on the table already, is none: {why.message}"
            raise NotLegal(Stop(None, why.code, why.clause, why.standing, said, meld=number))
        if not setting.same_turns:
            different = next(d for d in setting.differences if d.option == "simultaneous")
            standing = standing_of(setting.rules, different.clause)
            said = different.message[0].upper() + different.message[1:]
            raise NotLegal(Stop(first, "not_your_turn", different.clause, standing, said))

    # --- one move -----------------------------------------------------------------------------

    def _move(self, moves: Sequence[Move], place: int) -> int:
        """Plays the move at a place; says how many moves that was."""
        move = moves[place]
        action = move.action
        if action is None:
            said = f"this line cannot be read: {move.unread}"
            raise NotLegal(Stop(move, "unread", "", "", said, open=True))
        if self.state.over:
            raise NotLegal(self._over(move))
        if isinstance(action, Pass):
            self._pass(move)
            return 1
        self._until(move)
        if isinstance(action, MeldDown) and self._wants_contract(move.seat):
            return self._as_contract(moves, place)
        if isinstance(action, Contract) and self.at.melding != "contract":
            self._as_melds(move, action)
        elif isinstance(action, Out) and self.at.melding == "any_turn":
            self._laid_down(move, action)
        else:
            self._do(move, self._declared(action))
        return 1

    def _do(self, move: Move, action: Action) -> None:
        """Does an action, or raises why it is not legal."""
        state = self.state
        if state.turn != move.seat:
            raise NotLegal(_stop(move, action, self._out_of_turn(move.seat, action)))
        self._only_own_cards(move, action)
        verdict = check(state, action)
        if verdict.reasons:
            raise NotLegal(_stop(move, action, verdict.reasons))
        self.made.unknown = self.made.unknown or verdict.unknown
        if isinstance(action, MeldDown | LayOff | Contract) and not verdict.melds:
            said = "which cards are laid down was not recorded"
            raise NotLegal(Stop(move, "unrecorded", "", "", said, str(action), open=True))
        before = self._stacked(state, action, move.drawn)
        after, event = step(before, action, verdict.melds)
        if event.drawn is not None and move.drawn is not None:
            after, event = self._drawn(before, after, event, move)
        self._add(after, event)

    def _out_of_turn(self, seat: int, action: Action) -> tuple[Reason, ...]:
        """Why a seat that is not to act may not do something."""
        state, found = self.state, ()
        if isinstance(action, Buy):
            found = check(state.replace(turn=seat), action).reasons
        names = {"active": state.player, "player": state.names[seat]}
        own = tuple(reason for reason in found if reason.code != "nothing_to_buy")
        return own or (self.at.rules.reason("not_your_turn", **names),)

    def _add(self, after: State, event: Event) -> None:
        if event.recycled is not None:
            self.chance = event.recycled == "shuffle"
        self.made.steps.append(Step(after, event))

    def _only_own_cards(self, move: Move, action: Action) -> None:
        """Raises where cards come to the table that the packs of these rules do not hold."""
        placed = [card for laid in self.state.melds for card in laid.meld.cards]
        shown: Sequence[Card] = ()
        if isinstance(action, MeldDown | LayOff | Contract | Swap):
            shown = action.cards
        elif isinstance(action, Out):
            shown = without(self.state.hand, [action.card])[0]
        strange = self.setting.strangers(shown, placed)
        if strange:
            clause, standing, said = self.setting.no_such_card(strange)
            raise NotLegal(Stop(move, "no_such_card", clause, standing, said, str(action)))

    def _over(self, move: Move) -> Stop:
        """Why nothing more can be played, where the deal has ended earlier than in the log."""
        state, rules = self.state, self.setting.rules
        if state.out is not None:
            clause, standing = rules.cite("deal_over")
            how = f"{state.names[state.out]} has gone out"
        else:
            clause = clause_of(rules, "stock_out" if self.at.stock_out == "end" else "max_recycles")
            standing, how = standing_of(rules, clause), "no card could be drawn"
        return Stop(move, "deal_over", clause, standing, f"The deal is over: {how}")

    # --- drawing ------------------------------------------------------------------------------

    def _stacked(self, state: State, action: Action, drawn: Card | None) -> State:
        """The state with a card on top of a stock whose order is chance."""
        wanted = isinstance(action, Draw | Buy) and drawn is not None and drawn in state.stock
        if not wanted or not self.chance or drawn is None or state.stock[-1] is drawn:
            return state
        return state.replace(stock=_to_top(state.stock, drawn))

    def _drawn(self, before: State, after: State, event: Event, move: Move) -> tuple[State, Event]:
        """A step in which the card came that was drawn; raises where it could not come."""
        drawn, came = move.drawn, event.drawn
        if drawn is None or came is None or drawn is UNKNOWN or came is drawn:
            return after, event
        if came is UNKNOWN:
            try:
                return with_facts(before, after, event, Play(event.action, drawn=drawn))
            except Wrong as error:
                raise NotLegal(self._other_card(move, str(error))) from None
        if event.recycled == "shuffle" and drawn in event.order:
            order = _to_top(event.order, drawn)
            held = sort_hand([*without(after.hands[event.seat], [came])[0], drawn])
            hands = tuple(held if n == event.seat else h for n, h in enumerate(after.hands))
            return after.replace(hands=hands, stock=order[:-1]), replace(
                event, drawn=drawn, order=order
            )
        name = after.names[event.seat]
        said = f"{name} would draw {came.pretty}, not {drawn.pretty}"
        raise NotLegal(self._other_card(move, said))

    def _other_card(self, move: Move, said: str) -> Stop:
        """Another card lies on the stock, since it was made in another way."""
        rules = self.setting.rules
        clause = clause_of(rules, "stock_out")
        how = {"flip": "the discard pile is turned over unshuffled",
               "shuffle": "the whole discard pile is the new stock",
               "shuffle_keep_upcard": "the upcard stays when the pile is shuffled",
               "end": "the pile is not used again"}[self.at.stock_out]  # fmt: skip
        return Stop(move, "other_card", clause, standing_of(rules, clause), f"{said}: {how}")

    # --- passing ------------------------------------------------------------------------------

    def _until(self, move: Move) -> None:
        """Everybody passes who is asked before a move, as the other rules want it."""
        while self.state.phase == "buy" and not (
            isinstance(move.action, Buy) and self.state.turn == move.seat
        ):
            self._add_pass()
        state = self.state
        if not isinstance(move.action, Draw) or state.phase != "draw" or state.turn != move.seat:
            return
        flips = not state.stock and self.at.stock_out == "flip" and can_renew(state)
        if (refusable(state) or flips) and not step(state, PASS)[0].over:
            self._add_pass()
            self._until(move)

    def _add_pass(self) -> None:
        """A pass that the log does not have."""
        asked = "refuse_first" if self.at.buy_limit is not None else "stock_empty"
        clause, _ = self.setting.rules.cite(asked)
        self.made.passes[f"a pass is put in where the upcard is refused ({clause})"] += 1
        self._add(*step(self.state, PASS))

    def _pass(self, move: Move) -> None:
        """A logged pass: done where the other rules ask for one, else left out."""
        state = self.state
        while state.phase == "buy" and state.turn != move.seat and move.seat in state.buyers:
            self._add_pass()
            state = self.state
        if state.turn == move.seat and not check(state, PASS).reasons:
            after, event = step(state, PASS)
            if move.ended or not after.over:
                self._add(after, event)
                return
        if move.ended:
            self._do(move, PASS)
        self.made.passes["a pass that means nothing here is left out"] += 1

    # --- laying down --------------------------------------------------------------------------

    def _wants_contract(self, seat: int) -> bool:
        return self.at.melding == "contract" and not self.state.met[seat]

    def _as_contract(self, moves: Sequence[Move], place: int) -> int:
        """Melds laid one after the other are the contract."""
        first, rows = moves[place], []
        for move in moves[place : place + len(self.at.contract)]:
            if not isinstance(move.action, MeldDown) or move.turn != first.turn:
                break
            rows.append(self._row(move.action.placed))
        self._do(first, Contract(tuple(rows)))
        many = "its melds are" if len(rows) > 1 else "its meld is"
        self.made.readings.append(f"turn {first.turn}: {many} read as the contract")
        return len(rows)

    def _as_melds(self, move: Move, action: Contract) -> None:
        """A contract is laid as single melds."""
        for row in action.melds:
            self._do(move, MeldDown(self._row(row)))
        self.made.readings.append(f"turn {move.turn}: the contract is read as single melds")

    def _laid_down(self, move: Move, action: Out) -> None:
        """Going out with all cards melded: the melds are laid down, and the card is discarded."""
        state = self.state
        rest, missing = without(state.hand, [action.card])
        self._only_own_cards(move, action)
        self.made.unknown = self.made.unknown or UNKNOWN in rest
        if not missing and UNKNOWN not in rest and state.phase == "play":
            left = all_melded_rest(rest, self.at)
            if left:
                reason = self.at.rules.reason("not_all_melded", left)
                raise NotLegal(_stop(move, action, (reason,)))
            for meld in best(rest, self.at).melds:
                self._do(move, MeldDown(meld.placed))
            self.made.readings.append(f"turn {move.turn}: going out is read as laying all down")
        self._do(move, Discard(action.card))

    def _declared(self, action: Action) -> Action:
        """The action with natural cards of a wild rank standing for themselves."""
        if isinstance(action, MeldDown):
            return MeldDown(self._row(action.placed))
        if isinstance(action, LayOff):
            return LayOff(self._row(action.placed), action.meld)
        if isinstance(action, Contract):
            return Contract(tuple(map(self._row, action.melds)))
        return action

    def _row(self, row: Sequence[Placed]) -> tuple[Placed, ...]:
        wild = self.at.wild
        return tuple(
            Placed(p.card, p.card) if p.stands is None and p.card.suit and wild[p.card.code] else p
            for p in row
        )


def _to_top(stock: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """A stock with one of its cards on top."""
    rest, _ = without(stock, [card])
    return (*rest, card)


def _stop(move: Move | None, tried: object, reasons: Sequence[Reason]) -> Stop:
    first, *others = reasons
    return Stop(
        move, first.code, first.clause, first.standing, first.message, str(tried), tuple(others)
    )
