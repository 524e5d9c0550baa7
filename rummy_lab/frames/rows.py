"""The rows of the tables: what each says of a game, a deal, a turn, a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from rummy_lab.actions import Buy, Contract, Discard, Draw, LayOff, MeldDown, Out, Swap, Take
from rummy_lab.arrange import best, points_left
from rummy_lab.cards import UNKNOWN, Card, text_of
from rummy_lab.deal import State
from rummy_lab.frames.played import Played, played, turns
from rummy_lab.log import DealLog, GameLog, Log
from rummy_lab.log.head import rule_fields
from rummy_lab.log.notation import names_text
from rummy_lab.melds import Meld
from rummy_lab.scoring import Points

Row = dict[str, Any]
"""Values by column; what is not there is missing."""


class Place(NamedTuple):
    """A deal of a game of a log; `row` has the columns that say which one it is."""

    row: Row
    game: GameLog
    deal: DealLog

    def player(self, seat: int) -> Row:
        """The columns that say who it is: the seat in the game (in a bonus deal not all play)."""
        name = self.deal.names[seat]
        names = self.game.names
        return {"seat": names.index(name) if name in names else seat, "player": name}


def rows_of(table: str, number: int, log: Log) -> Iterator[Row]:
    """The rows of a table for a log, which is the `number`-th one."""
    if table == "errors":
        yield from _errors(number, log)
        return
    for which, game in enumerate(log.games, 1):
        variant = game.rules.id if game.rules is not None else None
        row = {"log": number, "game": which, "variant": variant}
        if table == "games":
            yield {**row, **_game(game)}
            continue
        places = [Place({**row, "deal": deal.number}, game, deal) for deal in game.deals]
        yield from _scores(places) if table == "scores" else _each(_ROWS[table], places)


def _each(make: Callable[[Place], Iterable[Row]], places: Iterable[Place]) -> Iterator[Row]:
    for place in places:
        for row in make(place):
            yield {**place.row, "struck": place.deal.struck, **row}


def _errors(number: int, log: Log) -> Iterator[Row]:
    for error in log.errors:
        yield {"log": number, "line": error.line, "column": error.column, "message": error.message}


# --- games and deals --------------------------------------------------------------------------


def _game(game: GameLog) -> Row:
    fields = rule_fields(game.rules)[1:] if game.rules is not None else []
    return {
        "options": "; ".join(map(str, fields)) or None,
        "players": len(game.names),
        "names": names_text(game.names) or None,
        "dealer": game.names[game.dealer] if game.names and game.dealer is not None else None,
        "seed": None if game.seed is None else str(game.seed),
        "deals": len(game.deals),
        "over": _over(game),
        "winners": names_text(game.winners) or None,
    }


def _over(game: GameLog) -> bool | None:
    """Whether a game is decided; None where nobody can say, with points missing."""
    if game.rules is None or not game.names:
        return None
    for deal in game.deals:
        going_on = deal is game.deals[-1] and deal.sound and not deal.over
        if deal.points is None and not deal.struck and not going_on:
            return None
    return game.over


def _deal(place: Place) -> Iterator[Row]:
    deal, state = place.deal, place.deal.state
    row: Row = {
        "dealer": None if deal.dealer is None or not deal.names else deal.names[deal.dealer],
        "players": len(deal.names),
        "turns": len({event.turn for _, event in deal.steps}),
        "actions": len(deal.steps),
        "over": deal.over,
        "recycles": 0,
        "buys": sum(isinstance(event.action, Buy) for _, event in deal.steps),
        "sound": deal.sound,
        "corrected": len(deal.written) > 1,
    }
    if state is not None:
        row["recycles"] = state.recycles
        row["seed"] = None if state.seed is None else str(state.seed)
        row["out"] = None if state.out is None else deal.names[state.out]
    if state is not None and state.over:
        row |= {"ending": state.ending, "whole_hand": state.whole_hand}
    yield row


# --- turns and actions ------------------------------------------------------------------------


def _actions(place: Place) -> Iterator[Row]:
    for move, one in enumerate(played(place.deal), 1):
        action, cards = one.action, one.action.cards
        yield {
            "move": move,
            "turn": one.turn,
            **place.player(one.seat),
            "action": str(action),
            "verb": action.verb,
            "cards": text_of(cards) or None,
            "card_count": len(cards),
            **_brought(one),
            "recycled": one.recycled,
            **_after(one.after, one.seat),
        }


def _turns(place: Place) -> Iterator[Row]:
    for some in turns(place.deal):
        first = some[0].before
        seats = dict.fromkeys(one.seat for one in some) if first.piles else [first.active]
        for seat in seats:
            yield {"turn": some[0].turn, **place.player(seat), **_turn(place, some, seat)}


def _turn(place: Place, some: tuple[Played, ...], seat: int) -> Row:
    """What a seat did in a turn, others only where they bought."""
    row: Row = {"new_melds": 0, "laid_off": 0, "swaps": 0, "went_out": False}
    end = some[-1].after
    taken = some[0].before.taken if some[0].before.phase == "play" else ()
    if taken:  # a position after the draw
        row |= {"source": "pile", "taken": text_of(taken)}
    for one in some:
        action = one.action
        row["recycled"] = row.get("recycled") or one.recycled
        if isinstance(action, Buy):
            row["bought_by"] = place.deal.names[one.seat]
        if one.seat != seat:
            continue
        if isinstance(action, Draw | Take):
            row |= _brought(one)
            came = one.drawn is not None or one.taken
            row["source"] = ("pile" if isinstance(action, Take) else "stock") if came else None
        row["new_melds"] += _new_melds(one)
        row["laid_off"] += len(action.cards) if isinstance(action, LayOff) else 0
        row["swaps"] += isinstance(action, Swap)
        if isinstance(action, Discard | Out):
            row["discard"] = str(action.card)
        row["went_out"] |= isinstance(action, Out) or (end.ending == "out" and end.out == seat)
    return {**row, "finished": some[-1].ended, **_after(end, seat)}


def _new_melds(one: Played) -> int:
    return len(one.after.melds) - len(one.before.melds) if _lays_down(one) else 0


def _lays_down(one: Played) -> bool:
    return isinstance(one.action, MeldDown | Contract)


def _brought(one: Played) -> Row:
    drawn = None if one.drawn is None else str(one.drawn)
    return {"drawn": drawn, "taken": text_of(one.taken) or None}


def _after(state: State, seat: int) -> Row:
    return {
        **_hand(state, seat),
        "stock_cards": len(state.stock),
        "table_melds": len(state.melds),
    }


def _hand(state: State, seat: int) -> Row:
    hand = state.hands[seat]
    points = None if UNKNOWN in hand else float(state.at.points_of(hand))
    return {"hand_cards": len(hand), "hand_points": points}


# --- hands over time --------------------------------------------------------------------------


def _hands(place: Place) -> Iterator[Row]:
    start = place.deal.start
    if start is None:
        return
    left = _Deadwood()
    yield from _hands_of(place, start, start.turn_number - 1, left)
    for some in turns(place.deal):
        if some[-1].ended:
            yield from _hands_of(place, some[-1].after, some[-1].turn, left)


def _hands_of(place: Place, state: State, turn: int, left: _Deadwood) -> Iterator[Row]:
    for seat in range(len(state.names)):
        yield {
            "turn": turn,
            **place.player(seat),
            **_hand(state, seat),
            "deadwood_points": left.points(state, seat),
        }


class _Deadwood:
    """What the best arrangement of each hand leaves; a hand that stayed as it was is not asked."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[tuple[Card, ...], float | None]] = {}

    def points(self, state: State, seat: int) -> float | None:
        """The points of a seat's deadwood; None for a hand that cannot be arranged."""
        hand = state.hands[seat]
        kept = self._last.get(seat)
        if kept is None or kept[0] != hand:
            points = points_left(hand, state.at)
            kept = self._last[seat] = hand, None if points is None else float(points)
        return kept[1]


# --- melds ------------------------------------------------------------------------------------


def _melds(place: Place) -> Iterator[Row]:
    state, start = place.deal.state, place.deal.start
    if state is None or start is None:
        return
    laid: list[int | None] = [None] * len(start.melds)
    added: list[list[int]] = [[] for _ in state.melds]
    for one in played(place.deal):
        laid += [one.turn] * _new_melds(one)
        if isinstance(one.action, LayOff):
            added[one.action.meld - 1] += [one.seat] * len(one.action.cards)
    for number, (on_table, turn) in enumerate(zip(state.melds, laid, strict=True), 1):
        others = [seat for seat in added[number - 1] if seat != on_table.owner]
        yield {
            "meld": number,
            **place.player(on_table.owner),
            "turn": turn,
            **_meld(on_table.meld, state),
            "laid_off": len(added[number - 1]),
            "laid_off_by_others": len(others),
            "arranged": False,
        }
    yield from _arranged(place, state)


def _arranged(place: Place, state: State) -> Iterator[Row]:
    """The melds of the last hands, where these are laid down in scoring only."""
    if not state.over or state.at.melding != "at_the_end":
        return
    for seat, hand in enumerate(state.hands):
        for meld in () if UNKNOWN in hand else best(hand, state.at).melds:
            yield {
                **place.player(seat),
                **_meld(meld, state),
                "laid_off": 0,
                "laid_off_by_others": 0,
                "arranged": True,
            }


def _meld(meld: Meld, state: State) -> Row:
    wilds = [str(one) for one in meld.placed if one.stands is not None]
    return {
        "kind": meld.kind,
        "cards": str(meld),
        "card_count": len(meld.cards),
        "wilds": text_of(wilds) or None,
        "wild_count": len(wilds),
        "points": float(state.at.points_of(meld.cards)),
    }


# --- scores -----------------------------------------------------------------------------------


def _scores(places: Iterable[Place]) -> Iterator[Row]:
    """The points of each player, and the totals they come to."""
    totals: dict[str, Points] | None = None
    for place in places:
        deal = place.deal
        totals = dict(place.game.start) if totals is None else totals
        ended = deal.state if deal.over else None
        gone = () if ended is None else ended.outs or (ended.out,)
        for seat, name in enumerate(deal.names):
            if deal.points is None or name not in deal.points:
                continue
            totals[name] = totals.get(name, 0) + deal.points[name]
            yield {
                **place.row,
                **place.player(seat),
                "points": float(deal.points[name]),
                "total": float(totals[name]),
                "went_out": seat in gone if ended is not None else None,
                **(_hand(ended, seat) if ended is not None else {}),
            }


_ROWS: dict[str, Callable[[Place], Iterable[Row]]] = {
    "deals": _deal,
    "turns": _turns,
    "actions": _actions,
    "melds": _melds,
    "hands": _hands,
}
