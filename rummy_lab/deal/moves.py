"""How a legal action changes the state. Nothing here asks whether an action is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rummy_lab.actions import (
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
    Take,
)
from rummy_lab.cards import JOKER, UNKNOWN, Card, shuffled
from rummy_lab.deal import together
from rummy_lab.deal.state import Event, State, TableMeld, sort_hand, used_up, without
from rummy_lab.melds import Meld
from rummy_lab.rules import At


class Renewed(NamedTuple):
    """A stock made from the discard pile: how, the new piles, and the stock's order."""

    how: str
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]


# --- the beginning ----------------------------------------------------------------------------


def first_state(at: At, names: tuple[str, ...], seed: int, dealer: int) -> State:
    """The state after the deal: cards one at a time from the dealer's left, then the upcard.

    Raises nothing: `Rules` has made sure that the table can be dealt.
    """
    order = list(shuffled(at.pack, seed, at.deal, 0))
    count = len(names)
    hands: list[list[Card]] = [[] for _ in names]
    for n in range(count * at.cards_dealt):
        hands[(dealer + 1 + n) % count].append(order.pop())
    upcards = [order.pop() for _ in range(count if at.simultaneous else 1)]
    first = (dealer + 1) % count
    state = State(
        at,
        names,
        seed,
        dealer,
        tuple(map(sort_hand, hands)),
        tuple(order),
        tuple(upcards[:1]),
        (),
        "draw",
        first,
        first,
        played=(False,) * count,
        met=(False,) * count,
        buys_used=(0,) * count,
        known=((),) * count,
    )
    if not at.simultaneous:
        return state
    return together.facing(state.replace(piles=tuple((card,) for card in upcards)), first)


# --- stock and discard pile -------------------------------------------------------------------


def can_renew(state: State) -> bool:
    """Whether the discard pile can become the stock once more."""
    at = state.at
    used = at.max_recycles is not None and state.recycles >= at.max_recycles
    if state.piles:
        return at.stock_out != "end" and not used and bool(together.left_in_piles(state))
    needed = 1 if at.stock_out == "shuffle" else 2
    return at.stock_out != "end" and not used and len(state.discards) >= needed


def why_not_renewed(state: State) -> str:
    """Why the discard pile cannot become the stock once more, for a sentence."""
    most = state.at.max_recycles
    if most is not None and state.recycles >= most:
        return "the discard pile has been used for a new one as often as it may be"
    return "the discard pile has no cards for a new one"


def renew(state: State) -> Renewed:
    """The stock that the discard pile gives, as `stock_out` says."""
    pile, at = state.discards, state.at
    if at.stock_out == "flip":
        return Renewed("flip", tuple(reversed(pile))[:-1], pile[:1])
    kept = pile[-1:] if at.stock_out == "shuffle_keep_upcard" else ()
    rest = pile[: len(pile) - len(kept)]
    if state.seed is None:
        return Renewed("shuffle", (UNKNOWN,) * len(rest), kept)
    return Renewed("shuffle", shuffled(rest, state.seed, at.deal, state.recycles + 1), kept)


def _with_renewed(state: State) -> tuple[State, dict[str, Any]]:
    """The state with a new stock, and what the event says of it."""
    made = renew(state)
    after = state.replace(
        stock=made.stock,
        discards=made.discards,
        recycles=state.recycles + 1,
        stock_known=made.how == "flip",
    )
    return after, {"recycled": made.how, "order": made.stock}


def refusable(state: State) -> bool:
    """Whether the player in turn must say take or pass to the upcard before drawing (buying)."""
    offered = state.phase == "draw" and not state.refused and bool(state.discards)
    return state.at.buy_limit is not None and offered


def can_buy(state: State, seat: int) -> bool:
    """Whether a seat has a buy left and would get its penalty card."""
    limit = state.at.buy_limit
    if limit is None or state.buys_used[seat] >= limit or not state.discards:
        return False
    return bool(state.stock) or can_renew(state.replace(discards=state.discards[:-1]))


def asking_order(state: State) -> tuple[int, ...]:
    """The other seats, in the order in which they are asked whether they buy."""
    count = len(state.names)
    start = state.active if state.at.buy_priority == "turn" else state.dealer
    order = ((start + 1 + n) % count for n in range(count))
    return tuple(seat for seat in order if seat != state.active)


def _askable(state: State) -> tuple[int, ...]:
    """The seats to be asked whether they buy, in order."""
    return tuple(seat for seat in asking_order(state) if can_buy(state, seat))


# --- turns ------------------------------------------------------------------------------------


def _over(state: State, ending: str, **changes: Any) -> State:
    return state.replace(phase="over", turn=state.active, ending=ending, buyers=(), **changes)


def _must_draw(state: State) -> State:
    """The player in turn goes on to the stock after the upcard was refused or bought."""
    state = state.replace(phase="draw", turn=state.active, buyers=(), refused=True)
    if state.stock:
        return state
    if not can_renew(state):
        return _over(state, "stock" if state.at.stock_out == "end" else "no draw")
    if state.at.stock_out == "flip":
        return _with_renewed(state)[0]._replace(refused=False)
    return state


def begin_turn(state: State, seat: int) -> State:
    """The turn of a seat begins; where neither pile has a card the deal is over."""
    after = state.replace(
        phase="draw",
        turn=seat,
        active=seat,
        turn_number=state.turn_number + 1,
        taken=(),
        banned=(),
        duties=(),
        melds_now=0,
        played_now=False,
        joker_now=False,
        met_now=False,
        refused=False,
        buyers=(),
    )
    return after if after.stock or after.discards else _over(after, "no draw")


def _end_turn(state: State) -> State:
    """The turn ends with a discard; the next seat begins, or the last turns are over."""
    seat = state.active
    if state.played_now and not state.played[seat]:
        state = state.replace(played=_set(state.played, seat, True))
    if state.out is not None:
        if state.finals == 1:
            return _over(state, "last turns", finals=0)
        state = state.replace(finals=state.finals - 1)
    return begin_turn(state, (seat + 1) % len(state.names))


def _gone_out(state: State) -> State:
    """The player in turn has no card left."""
    seat = state.active
    return _over(
        state, "out", out=seat, whole_hand=not state.played[seat], joker_used=state.joker_now
    )


def _set(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


def _play(state: State, cards: tuple[Card, ...], **changes: Any) -> State:
    """Cards leave the hand of the player in turn; open duties they meet are done."""
    seat = state.active
    rest = used_up(state.hand, cards, state)[0]
    known = without(state.known[seat], cards)[0]
    duties = without(state.duties, cards)[0] if state.duties else ()
    return state.replace(
        hands=_set(state.hands, seat, rest),
        known=_set(state.known, seat, known),
        duties=duties,
        **changes,
    )


def _get(state: State, seat: int, cards: Iterable[Card], public: bool) -> dict[str, Any]:
    """What changes when a seat gets cards into its hand."""
    got = tuple(cards)
    changes: dict[str, Any] = {
        "hands": _set(state.hands, seat, sort_hand((*state.hands[seat], *got)))
    }
    if public:
        changes["known"] = _set(state.known, seat, sort_hand((*state.known[seat], *got)))
    return changes


# --- the verbs --------------------------------------------------------------------------------

Stepped = tuple[State, Event]


def _event(state: State, action: Action, **more: Any) -> Event:
    return Event(state.turn, action, state.turn_number, **more)


def _draw(state: State, action: Draw, melds: tuple[Meld, ...]) -> Stepped:
    before, said = (state, {}) if state.stock else _with_renewed(state)
    top, public = before.stock[-1], before.stock_known
    after = before.replace(
        phase="play", stock=before.stock[:-1], **_get(before, state.active, [top], public)
    )
    return after, _event(state, action, drawn=top, public=public, **said)


def _take(state: State, action: Take, melds: tuple[Meld, ...]) -> Stepped:
    pile, seat = state.discards, state.active
    wanted = pile[-1] if action.card is None else action.card
    if wanted in pile:
        place = len(pile) - 1 - pile[::-1].index(wanted)
    else:  # a named card that nobody recorded when it was discarded
        place = len(pile) - 1 - pile[::-1].index(UNKNOWN)
    got = (wanted, *pile[place + 1 :])
    held_before = wanted in state.hands[seat]
    banned = (wanted,) if state.at.redraw_discard_ban and not held_before else ()
    duties = (wanted,) if len(got) > 1 else ()
    after = state.replace(
        phase="play",
        discards=pile[:place],
        taken=got,
        banned=banned,
        duties=duties,
        **_get(state, seat, got, True),
    )
    return after, _event(state, Take(wanted))


def _pass(state: State, action: Pass, melds: tuple[Meld, ...]) -> Stepped:
    if state.phase == "buy":
        buyers = state.buyers[1:]
        after = state.replace(buyers=buyers, turn=buyers[0]) if buyers else _must_draw(state)
        return after, _event(state, action, **_turned(state, after))
    if refusable(state):
        buyers = _askable(state)
        after = (
            state.replace(phase="buy", turn=buyers[0], buyers=buyers, refused=True)
            if buyers
            else _must_draw(state)
        )
        return after, _event(state, action, **_turned(state, after))
    if state.at.stock_out == "end":
        return _over(state, "stock"), _event(state, action)
    if not can_renew(state):
        return _over(state, "no draw"), _event(state, action)
    after, said = _with_renewed(state)
    return after, _event(state, action, **said)


def _turned(before: State, after: State) -> dict[str, Any]:
    """What an event says of a pile that was turned over when everybody had refused the upcard."""
    if after.recycles == before.recycles:
        return {}
    return {"recycled": "flip", "order": after.stock}


def _buy(state: State, action: Buy, melds: tuple[Meld, ...]) -> Stepped:
    seat, bought = state.turn, state.discards[-1]
    before, said = state.replace(discards=state.discards[:-1]), {}
    if not before.stock:
        before, said = _with_renewed(before)
    penalty, public = before.stock[-1], before.stock_known
    before = before.replace(stock=before.stock[:-1], **_get(before, seat, [bought], True))
    before = before.replace(
        **_get(before, seat, [penalty], public),
        buys_used=_set(state.buys_used, seat, state.buys_used[seat] + 1),
    )
    after = _must_draw(before)
    event = _event(state, action, drawn=penalty, public=public, **(said or _turned(before, after)))
    return after, event


def _after_play(state: State, action: Action) -> Stepped:
    event = _event(state, action)
    return (state if state.hand else _gone_out(state)), event


def _joker(cards: tuple[Card, ...], state: State) -> bool:
    return state.joker_now or JOKER in cards


def _meld(state: State, action: MeldDown, melds: tuple[Meld, ...]) -> Stepped:
    meld, seat = melds[0], state.active
    laid = TableMeld(meld, seat, (seat,) * len(meld))
    after = _play(
        state,
        action.cards,
        melds=(*state.melds, laid),
        melds_now=state.melds_now + 1,
        played_now=True,
        joker_now=_joker(action.cards, state),
    )
    return _after_play(after, MeldDown(meld.placed))


def _contract(state: State, action: Contract, melds: tuple[Meld, ...]) -> Stepped:
    seat = state.active
    laid = tuple(TableMeld(meld, seat, (seat,) * len(meld)) for meld in melds)
    after = _play(
        state,
        action.cards,
        melds=(*state.melds, *laid),
        played_now=True,
        met_now=True,
        met=_set(state.met, seat, True),
        joker_now=_joker(action.cards, state),
        melds_now=state.melds_now + len(laid),
    )
    return _after_play(after, Contract(tuple(meld.placed for meld in melds)))


def _lay(state: State, action: LayOff, melds: tuple[Meld, ...]) -> Stepped:
    before, grown, seat = state.melds[action.meld - 1], melds[0], state.active
    by = _who_laid(before, grown, seat)
    added = [p for p, who in zip(grown.placed, by, strict=True) if who == -1]
    laid = TableMeld(grown, before.owner, tuple(seat if who == -1 else who for who in by))
    table = _set(state.melds, action.meld - 1, laid)
    after = _play(
        state, action.cards, melds=table, played_now=True, joker_now=_joker(action.cards, state)
    )
    return _after_play(after, LayOff(tuple(added), action.meld))


def _who_laid(before: TableMeld, grown: Meld, seat: int) -> tuple[int, ...]:
    """For each card of a grown meld who laid it, -1 for the cards that are new."""
    left = list(zip(before.meld.cards, before.meld.stands, before.by, strict=True))
    found = []
    for card, stands in zip(grown.cards, grown.stands, strict=True):
        match = next((entry for entry in left if entry[0] is card and entry[1] is stands), None)
        if match is not None:
            left.remove(match)
        found.append(-1 if match is None else match[2])
    return tuple(found)


def _swap(state: State, action: Swap, melds: tuple[Meld, ...]) -> Stepped:
    laid, seat = state.melds[action.meld - 1], state.active
    meld = laid.meld
    place = next(
        n
        for n, (c, s) in enumerate(zip(meld.cards, meld.stands, strict=True))
        if c is JOKER and s is action.card
    )
    real = Meld(meld.kind, _set(meld.cards, place, action.card), meld.stands)
    table = _set(
        state.melds, action.meld - 1, TableMeld(real, laid.owner, _set(laid.by, place, seat))
    )
    after = _play(state, (action.card,), melds=table, played_now=True)
    duties = after.duties if state.at.joker_swap_keep else (*after.duties, JOKER)
    after = after.replace(duties=duties, **_get(after, seat, [JOKER], True))
    return after, _event(state, action)


def _discard(state: State, action: Discard, melds: tuple[Meld, ...]) -> Stepped:
    after = _play(state, (action.card,), discards=(*state.discards, action.card))
    return (_end_turn(after) if after.hand else _gone_out(after)), _event(state, action)


def _out(state: State, action: Out, melds: tuple[Meld, ...]) -> Stepped:
    seat = state.active
    after = _play(state, (action.card,), discards=(*state.discards, action.card))
    finals = state.at.final_turns * (len(state.names) - 1)
    after = after.replace(out=seat, finals=finals)
    if not finals:
        return _over(after, "out"), _event(state, action)
    return begin_turn(after, (seat + 1) % len(state.names)), _event(state, action)


_STEPS: dict[type[Action], Callable[..., Stepped]] = {
    Draw: _draw,
    Take: _take,
    Pass: _pass,
    Buy: _buy,
    MeldDown: _meld,
    Contract: _contract,
    LayOff: _lay,
    Swap: _swap,
    Discard: _discard,
    Out: _out,
}


def step(state: State, action: Action, melds: tuple[Meld, ...] = ()) -> Stepped:
    """The state after a legal action, and what happened; `melds` are those the check has read."""
    if state.piles:
        return together.choose(state, action)
    return _STEPS[type(action)](state, action, melds)
