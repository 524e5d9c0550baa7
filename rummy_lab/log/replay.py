"""Turn lines through the engine: what they say is checked, and states come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rummy_lab.actions import PASS, Action, Contract, LayOff, MeldDown
from rummy_lab.cards import UNKNOWN, Card, pretty, text_of
from rummy_lab.deal import Event, State
from rummy_lab.deal.lookahead import check
from rummy_lab.deal.moves import step
from rummy_lab.deal.state import each_place, sort_hand
from rummy_lab.log.errors import Errors
from rummy_lab.log.head import seat_of
from rummy_lab.log.lines import Field, Line, Play, Turn, Unread
from rummy_lab.reasons import Reason, in_words


class Step(NamedTuple):
    """One action of a log: the state after it, and what happened."""

    state: State
    event: Event


class Wrong(ValueError):
    """Something in a turn that the engine, or the table, does not allow."""

    def __init__(self, message: str, column: int, reasons: tuple[Reason, ...] = ()) -> None:
        self.column, self.reasons = column, reasons
        super().__init__(message)


class Replay:
    """Plays the turns of a deal until the first that does not fit; tells `errors` why.

    `steps` are the actions that hold. `lines` are the turns as they stand in a log afterwards:
    a wild that had one reading only is declared.
    """

    def __init__(self, start: State, errors: Errors) -> None:
        self.state, self.errors = start, errors
        self.player = start.active
        self.steps: list[Step] = []
        self.sound = True
        """Whether everything so far could be played."""

    def line(self, line: Line, following: Turn | None) -> Line:
        """Plays a line; gives it back as it stands in the log."""
        if isinstance(line, Unread):
            self.sound = False
        if not isinstance(line, Turn) or not self.sound:
            return line
        done: list[Play] = []
        number = self.state.turn_number
        try:
            self._begin(line)
            for play in line.plays:
                done.append(self._play(play, number))
            if following is not None:
                self._ended(line, number, following)
        except Wrong as error:
            self.sound = False
            self.errors.add(line.number, error.column, str(error), error.reasons)
        plays = (*done, *line.plays[len(done) :])
        return line if plays == line.plays else replace(line, plays=plays)

    def show(self, fields: Sequence[Field]) -> None:
        """The hands that are shown when the deal is over: they become those of the last state."""
        for field in fields if self.sound else ():
            try:
                self._show(field)
            except Wrong as error:
                self.errors.add(field.number, error.column, str(error))

    def _show(self, field: Field) -> None:
        state, cards = self.state, field.data
        if not state.over:
            said = f"the deal is not over: {state.player} is to {state.phase}"
            raise Wrong(said, field.column)
        try:
            seat = seat_of(field.name, state.names)
        except ValueError as error:
            raise Wrong(str(error), field.column) from None
        hand, name = state.hands[seat], state.names[seat]
        if len(cards) != len(hand):
            said = f"{name} is left with {_counted(len(hand))}, not with {len(cards)}"
            raise Wrong(said, field.column)
        missing = Counter(card for card in hand if card is not UNKNOWN) - Counter(cards)
        if missing:
            said = f"{name} is left with {pretty(sorted(missing.elements()))}, too"
            raise Wrong(said, field.column)
        new = Counter(card for card in cards if card is not UNKNOWN) - Counter(hand)
        _not_elsewhere(state, list(new.elements()), field.column)
        if new and self.steps:
            hands = list(state.hands)
            hands[seat] = sort_hand(cards)
            self.state = state._replace(hands=tuple(hands))
            self.steps[-1] = Step(self.state, self.steps[-1].event)

    # --- a turn -------------------------------------------------------------------------------

    def _begin(self, line: Turn) -> None:
        """Whether it is this player's turn."""
        state = self.state
        self.player = state.active
        active = state.names[state.active]
        if state.over:
            raise Wrong(f"the deal is over ({_how_over(state)}): nothing more is played", 1)
        try:
            seat = seat_of(line.player, state.names)
        except ValueError as error:
            if repr(active) not in str(error).rpartition("did you mean")[2]:
                raise Wrong(str(error), line.column) from None
            self.errors.add(line.number, line.column, str(error))
            return
        if seat == state.active:
            return
        said = f"it is {active}'s turn {state.turn_number}, not {state.names[seat]}'s"
        if line.turn is not None and line.turn > state.turn_number:
            said = f"turn {state.turn_number}, {active}'s, is missing above this line"
        raise Wrong(said, line.column)

    def _ended(self, line: Turn, number: int, following: Turn) -> None:
        """Whether the turn came to its end before the next line."""
        state = self.state
        if not state.over and state.turn_number == number:
            wanted = {"draw": "draw", "buy": "say buy or pass", "play": "discard"}[state.phase]
            raise Wrong(
                f"turn {number} does not end: {state.player} must still {wanted} before "
                f"{following.player} plays",
                line.plays[-1].column,
            )

    # --- an action ----------------------------------------------------------------------------

    def _play(self, play: Play, number: int) -> Play:
        """Does what is written, and what is left out before it (others who pass)."""
        state = self.state
        if state.over:
            raise Wrong(
                f"the deal is over ({_how_over(state)}): nothing more is played", play.column
            )
        if state.turn_number != number:
            raise Wrong(
                f"turn {number} has ended: what follows is {state.names[state.active]}'s turn "
                f"{state.turn_number} and stands on its own line",
                play.column,
            )
        self._pass_until(play)
        event = self._do(play.action, play)
        if event.action is not play.action and _declares(event.action, play.action):
            return replace(play, action=event.action)
        return play

    def _pass_until(self, play: Play) -> None:
        """Those who are asked before the one who acts have passed, though nobody wrote it."""
        state = self.state
        seat = self._seat(play)
        if state.phase == "buy" and (seat == state.active or seat in state.buyers):
            while self.state.phase == "buy" and self.state.turn != seat:
                self._do(PASS, Play(PASS, column=play.column))
        if self.state.turn != seat:
            reason = state.at.rules.reason(
                "not_your_turn", active=self.state.player, player=state.names[seat]
            )
            raise Wrong(f"{play.action}: {in_words([reason])}", play.column, (reason,))

    def _seat(self, play: Play) -> int:
        if not play.by:
            return self.player
        try:
            return seat_of(play.by, self.state.names)
        except ValueError as error:
            raise Wrong(str(error), play.column) from None

    def _do(self, action: Action, play: Play) -> Event:
        verdict = check(self.state, action)
        if verdict.reasons:
            said = f"{action}: {in_words(verdict.reasons)}{_seen(self.state, verdict.reasons)}"
            if verdict.reasons[0].code == "ambiguous":
                said += f": {' or '.join(map(str, verdict.readings[:4]))}"
            raise Wrong(said, play.column, verdict.reasons)
        if isinstance(action, MeldDown | LayOff | Contract) and not verdict.melds:
            raise Wrong(f"{action}: say which cards are laid down, not ??", play.column)
        after, event = step(self.state, action, verdict.melds)
        if play.drawn is not None or play.order is not None:
            after, event = with_facts(self.state, after, event, play)
        self.state = after
        self.steps.append(Step(after, event))
        return event


def _seen(state: State, reasons: Sequence[Reason]) -> str:
    """Where the card lies that somebody with unrecorded cards cannot hold, if that is known."""
    missing = [card for reason in reasons if reason.code == "not_held" for card in reason.cards]
    if UNKNOWN not in state.hands[state.turn] or any(r.code == "stays_in_meld" for r in reasons):
        return ""
    places = [("the discard pile", pile) for pile in state.piles or (state.discards,)]
    places += [("the stock", state.stock)]
    places += [
        (f"{name}'s hand", hand) for name, hand in zip(state.names, state.hands, strict=True)
    ]
    places += [(f"meld {n}", laid.meld.cards) for n, laid in enumerate(state.melds, 1)]
    lying = [f"{card.pretty} lies in {place}" for card in missing for place, there in places
             if card in there]  # fmt: skip
    return f": {' and '.join(dict.fromkeys(lying))}" if lying else ""


def _how_over(state: State) -> str:
    if state.out is not None and state.ending == "out":
        return f"{state.names[state.out]} went out in turn {state.turn_number}"
    return {"stock": "the stock was used up", "no draw": "no card could be drawn"}.get(
        state.ending, "the last turns are played"
    )


def _counted(cards: int) -> str:
    return f"{cards} card{'s' * (cards != 1)}"


def _declares(full: Action, written: Action) -> bool:
    """Whether an action says of more wilds what they stand for."""
    return str(full).count("=") > str(written).count("=")


def numbers(lines: Sequence[Line], first: int) -> Iterator[tuple[Turn, int]]:
    """The turns whose number is missing or wrong, with the one that would be right.

    After a wrong number the count goes on, or goes on from it if the next line does so; a line
    that could not be read may have been a turn.
    """
    expected, unread = {first}, 0
    for line in lines:
        unread += isinstance(line, Unread)
        if not isinstance(line, Turn):
            continue
        number, right = line.turn, min(expected)
        if number is not None and any(n <= number <= n + unread for n in expected):
            expected = {number + 1}
        else:
            yield line, right
            expected = {right + 1} if number is None else {right + 1, number + 1}
        unread = 0


# --- what only the table could know -----------------------------------------------------------


def with_facts(before: State, after: State, event: Event, play: Play) -> tuple[State, Event]:
    """A step with the card drawn, or the new stock, that the log has written down.

    Raises `Wrong` where that cannot be.
    """
    if play.order is not None:
        after, event = _ordered(before, after, event, play.order, play.column)
    if play.drawn is None:
        return after, event
    if event.drawn is None:
        raise Wrong(f"'{event.action}' draws no card from the stock", play.column)
    if event.drawn is not UNKNOWN:
        if event.drawn is not play.drawn:
            said = f"the card drawn is {event.drawn}, not {play.drawn}"
            raise Wrong(said, play.column)
        return after, event
    order = (*event.order[:-1], play.drawn) if event.order else ()
    _not_elsewhere(after, [play.drawn], play.column)
    event = replace(event, drawn=play.drawn, order=order)
    return _in_hand(after, event), event


def _in_hand(state: State, event: Event) -> State:
    """The state with the card drawn in the place of an unknown one."""
    if event.drawn is None or event.drawn is UNKNOWN:
        return state
    hands, known = list(state.hands), list(state.known)
    for row in (hands, known) if event.public else (hands,):
        held = list(row[event.seat])
        held.remove(UNKNOWN)
        row[event.seat] = sort_hand([*held, event.drawn])
    return state._replace(hands=tuple(hands), known=tuple(known))


def _not_elsewhere(state: State, cards: Sequence[Card], column: int) -> None:
    seen = Counter(card for place in each_place(state) for card in place)
    for card, count in Counter(cards).items():
        if card is not UNKNOWN and seen[card] + count > state.at.copies[card.code]:
            raise Wrong(f"{card.pretty} lies elsewhere already", column)


def _ordered(
    before: State, after: State, event: Event, order: tuple[Card, ...], column: int
) -> tuple[State, Event]:
    """A step with the new order of the stock."""
    if event.recycled is None:
        raise Wrong(f"no pile became the stock with '{event.action}'", column)
    if len(order) != len(event.order):
        said = f"the new stock has {len(event.order)} cards, not {len(order)}"
        raise Wrong(said, column)
    if UNKNOWN not in event.order or event.recycled == "flip":
        if order != event.order:
            raise Wrong(f"the new stock is {text_of(event.order)}", column)
        return after, event
    pile = Counter(before.discards[: len(order)])
    left = Counter(card for card in order if card is not UNKNOWN) - pile
    if left.total() > pile[UNKNOWN]:
        odd = text_of(sorted(left.elements()))
        raise Wrong(f"{odd} did not lie in the pile that was shuffled", column)
    _not_elsewhere(before, list(left.elements()), column)
    drew = event.drawn is not None
    stock = order[:-1] if drew else order
    if len(stock) != len(after.stock):
        raise Wrong("the order of this stock cannot be written here", column)
    after = after._replace(stock=stock)
    event = replace(event, order=order, drawn=order[-1] if drew else None)
    return _in_hand(after, event), event
