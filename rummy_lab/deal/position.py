"""Positions set up by hand: any moment of a deal, refused with the reason where it cannot be.

A position may name fewer cards than the packs hold (the rest is out of play), never more copies
of a card than they have.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rummy_lab.actions import Action, read_action
from rummy_lab.cards import (
    JOKER,
    Card,
    Cards,
    Placed,
    cards,
    check_seed,
    placed,
    pretty,
    shortened,
    shuffled,
    text_of,
    whole_number,
)
from rummy_lab.deal.lookahead import check, turn_can_end
from rummy_lab.deal.moves import asking_order, begin_turn, can_buy, step
from rummy_lab.deal.state import State, TableMeld, each_place, sort_hand
from rummy_lab.deal.together import facing, playing
from rummy_lab.melds import Meld, judge, pack_holds, play_alike
from rummy_lab.rules import At, Rules
from rummy_lab.variants import rules_of

PHASES = ("draw", "buy", "play", "over")


class PositionError(ValueError):
    """A position that no deal could reach."""


def player_names(players: int | Sequence[str] | None, rules: Rules) -> tuple[str, ...]:
    """The names of the players: given, or "Player 1", ... for a number.

    Raises `ValueError` for names that are given twice or empty, and numbers the rules have no
    table for.

    >>> import rummy_lab as rl
    >>> player_names(2, rl.variant("rummy"))
    ('Player 1', 'Player 2')
    """
    if players is None:
        players = rules["players"][0]
    number = whole_number(players)
    if number is not None:
        rules.at(players=number)
        return tuple(f"Player {n + 1}" for n in range(number))
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise ValueError(f"players is a number or a list of names, not {shortened(players)}")
    names = tuple(players)
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise ValueError(f"a player's name is a text that is not blank, not {name!r}")
        if name != name.strip() or any(map(_unprintable, name)):
            raise ValueError(
                f"a player's name has no blanks around it and no control characters: {name!r}"
            )
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"two players are called {twice[0]!r}: names are unique")
    rules.at(players=len(names))
    return names


def _unprintable(char: str) -> bool:
    """Whether a character has no place in a name: controls, line ends, halves, overrides."""
    overrides = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in overrides


def a_seat(value: Any, what: str, count: int) -> int:
    """A seat number; raises `PositionError` naming the seats there are."""
    seat = whole_number(value)
    if seat is None or not 0 <= seat < count:
        raise PositionError(f"{what}={shortened(value)}: seats are numbered 0 to {count - 1}")
    return seat


def position(
    rules: Rules | str,
    hands: Sequence[Cards] | Mapping[str, Cards],
    *,
    stock: Cards = "",
    discards: Cards = "",
    melds: Iterable[tuple[Any, ...]] | None = (),
    turn: int | None = None,
    phase: str = "draw",
    deal: int = 1,
    names: Sequence[str] | None = None,
    dealer: int = 0,
    taken: Cards | None = None,
    buys_used: Sequence[int] | None = None,
    out: int | None = None,
    recycles: int = 0,
    seed: int | None = None,
    duties: Cards = "",
    melds_now: int = 0,
    played_now: bool | None = None,
    played: Sequence[bool] | None = None,
    met: Sequence[bool] | None = None,
    met_now: bool = False,
    joker_now: bool = False,
    refused: bool = False,
    turn_number: int = 1,
    active: int | None = None,
    piles: Sequence[Cards] | None = None,
    took: Sequence[Cards] | None = None,
    outs: Sequence[int] = (),
    choices: Sequence[str | Action] = (),
) -> State:
    """The state of a position; see `Deal.from_position` for the arguments.

    Where all act at the same moment, `piles=None` leaves the discard piles to the caller.
    """
    rules = rules_of(rules)
    if isinstance(hands, Mapping):
        names = tuple(hands) if names is None else names
        hands = list(hands.values())
    if isinstance(hands, str) or not isinstance(hands, Sequence):
        said = "one text" if isinstance(hands, str) else shortened(hands)
        raise PositionError(f"hands is a list of hands, one for each seat, not {said}")
    called = player_names(len(hands) if names is None else names, rules)
    count = len(called)
    if len(hands) != count:
        raise PositionError(f"{count} names, but {len(hands)} hands")
    at = rules.at(players=count, deal=deal)
    held = tuple(sort_hand(cards(hand)) for hand in hands)
    if not isinstance(melds, Iterable | None):
        raise PositionError(f"melds is a list of (seat, cards), not {shortened(melds)}")
    table = tuple(_table_meld(one, number, at, count) for number, one in enumerate(melds or (), 1))
    pile = cards(discards)
    if phase not in PHASES:
        raise PositionError(f"phase={shortened(phase)} is none of {', '.join(PHASES)}")
    deals = a_seat(dealer, "dealer", count)
    seat = a_seat((deals + 1) % count if turn is None else turn, "turn", count)
    usual = (seat - 1) % count if phase == "buy" else seat
    own = usual if active is None else a_seat(active, "active", count)
    known_seed = None if seed is None else check_seed(seed)
    from_pile = () if taken is None else cards(taken)
    owners = {laid.owner for laid in table} | {by for laid in table for by in laid.by}
    state = State(
        at,
        called,
        known_seed,
        deals,
        held,
        (),
        pile,
        table,
        phase,
        seat,
        own,
        _at_least_0(turn_number, "turn_number"),
        taken=from_pile,
        duties=cards(duties),
        melds_now=_at_least_0(melds_now, "melds_now"),
        played_now=bool(melds_now) if played_now is None else played_now,
        met_now=met_now,
        joker_now=joker_now,
        refused=refused,
        played=_flags(played, "played", count, [n in owners for n in range(count)]),
        met=_flags(met, "met", count, [n in {laid.owner for laid in table} for n in range(count)]),
        buys_used=_counts(buys_used, count),
        recycles=_at_least_0(recycles, "recycles"),
        known=((),) * count,
        out=None if out is None else a_seat(out, "out", count),
    )
    if piles is not None and at.simultaneous:
        state = _with_piles(state, piles, took, outs)
        state = facing(state, _next_to_choose(state, turn, choices))
    elif piles or took or outs or choices:
        raise PositionError(
            "piles, took, outs and choices are for rules by which all act at the same moment; "
            f"{rules.title} has one discard pile, discards"
        )
    state = state.replace(stock=_stock(stock, state))
    if state.seed is None and not any(c.is_unknown for place in each_place(state) for c in place):
        state = state.replace(seed=0)
    within_packs(state)
    return _chosen(_complete(state), choices)


KEYWORDS = tuple(position.__kwdefaults__ or ())
"""What a position can say beside its rules and hands."""


def _table_meld(entry: Any, number: int, at: At, count: int) -> TableMeld:
    """A meld of the table from (seat, cards); refused with the reasons where it is none."""
    try:
        seat, some = entry
    except (TypeError, ValueError):
        raise PositionError(f"meld {number} is (seat, cards), not {entry!r}") from None
    seat = a_seat(seat, f"owner of meld {number}", count)
    kind, row = (some.kind, some.placed) if isinstance(some, Meld) else (None, _row(some))
    verdict = judge(row, at, kind)
    if verdict.meld is None:
        why = "; ".join(r.message for r in verdict.reasons) or "it holds unknown cards"
        raise PositionError(f"meld {number}, {' '.join(map(str, row))}, is none: {why}")
    if not play_alike(verdict.readings, at):
        ways = " or ".join(map(str, verdict.readings[:3]))
        raise PositionError(f"meld {number} can be read in several ways: say {ways}")
    return TableMeld(verdict.meld, seat, (seat,) * len(verdict.meld))


def _row(some: Any) -> tuple[Placed, ...]:
    return placed(some)


def _flags(
    given: Sequence[bool] | None, what: str, count: int, usual: list[bool]
) -> tuple[bool, ...]:
    if given is None:
        return tuple(usual)
    _each_seat(given, what, count)
    return tuple(map(bool, given))


def _counts(given: Sequence[int] | None, count: int) -> tuple[int, ...]:
    if given is None:
        return (0,) * count
    _each_seat(given, "buys_used", count)
    return tuple(_at_least_0(n, "buys_used") for n in given)


def _each_seat(given: Any, what: str, count: int) -> None:
    """Raises `PositionError` where something is not said for each seat."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise PositionError(
            f"{what} is a list, with an entry for each seat, not {shortened(given)}"
        )
    if len(given) != count:
        raise PositionError(f"{what} says something for each of {count} seats, not {len(given)}")


def _at_least_0(value: Any, what: str) -> int:
    number = whole_number(value)
    if number is None or number < 0:
        raise PositionError(f"{what}={shortened(value)} is no number from 0 on")
    return number


def _stock(stock: Cards, state: State) -> tuple[Card, ...]:
    if stock != "rest":
        return cards(stock)
    left = Counter(state.at.pack)
    left.subtract(c for place in each_place(state) for c in place if not c.is_unknown)
    rest = sorted((+left).elements())
    return shuffled(rest, state.seed or 0, state.at.deal, 0)


def within_packs(state: State) -> None:
    """Raises `PositionError` where a state has more cards, or more of one card, than the packs."""
    seen = Counter(c for place in each_place(state) for c in place)
    unknown = 0
    for card, count in sorted(seen.items()):
        if card.is_unknown:
            unknown = count
        elif count > state.at.copies[card.code]:
            where = "there" if count == 1 else f"in {count} places"
            raise PositionError(f"{card.pretty} lies {where}, but {pack_holds(card, state.at)}")
    if seen.total() > len(state.at.pack):
        raise PositionError(
            f"{seen.total()} cards ({unknown} of them unknown), but there are "
            f"{len(state.at.pack)} in all"
        )


def _complete(state: State) -> State:
    """What follows from the rest: bans, duties, last turns; and whether the parts fit together."""
    at = state.at
    _hand_sizes(state)
    if state.taken and not state.piles:
        state = _with_taken(state)
    if state.phase == "play" and not state.hand:
        raise PositionError(f"{state.names[state.active]} has no card left: nothing can be played")
    if not turn_can_end(state):
        raise PositionError(
            f"{state.names[state.active]} could not end this turn with {pretty(state.hand)}: "
            "no deal comes to that"
        )
    if state.out is not None and state.phase != "over":
        if not at.final_turns:
            raise PositionError("somebody has gone out: the deal is over (phase='over')")
        count = len(state.names)
        left = len(playing(state)) if state.piles else (state.out - state.active) % count
        if not left:
            raise PositionError("out names the seat whose turn it is, so no last turn is left")
        state = state.replace(finals=left)
    if state.phase == "over":
        return state.replace(ending="out" if state.out is not None else "stock")
    if state.phase == "buy":
        return _on_offer(state)
    if state.phase == "draw" and not (state.stock or state.discards or state.piles):
        again = begin_turn(state, state.active)
        return again.replace(turn_number=state.turn_number)
    return state


def _on_offer(state: State) -> State:
    """The upcard is on offer to the seat that must act, then to those that are asked after it."""
    if state.at.buy_limit is None:
        raise PositionError("phase='buy', but nothing can be bought in this game")
    if not state.discards:
        raise PositionError("phase='buy', but the discard pile has no upcard to buy")
    order = asking_order(state)
    if state.turn not in order:
        raise PositionError(
            f"turn={state.turn} is active, too: in phase 'buy' turn is another seat that may buy"
        )
    later = order[order.index(state.turn) + 1 :]
    buyers = (state.turn, *(seat for seat in later if can_buy(state, seat)))
    return state.replace(buyers=buyers, refused=True)


# --- where all act at the same moment ---------------------------------------------------------


def _with_piles(
    state: State, piles: Sequence[Cards], took: Sequence[Cards] | None, outs: Sequence[int]
) -> State:
    """The state with a discard pile for each seat; `discards` alone is that of one of them."""
    count, turn = len(state.names), state.turn
    if piles and state.discards:
        raise PositionError("say discards, or piles with one for each seat, not both")
    if piles:
        _each_seat(piles, "piles", count)
    else:
        piles = [state.discards if n == (turn - 1) % count else () for n in range(count)]
    if took is not None:
        _each_seat(took, "took", count)
    elif state.taken:
        took = [state.taken if n == turn else () for n in range(count)]
    drawn = tuple(map(cards, took or ()))
    if drawn and state.phase != "play":
        raise PositionError("took says what was drawn in this turn, so the phase is 'play'")
    for seat, some in enumerate(drawn):
        missing = [card for card in some if card not in state.hands[seat]]
        if missing:
            raise PositionError(f"{state.names[seat]} took {pretty(missing)}, but does not hold it")
    gone = tuple(a_seat(seat, "outs", count) for seat in outs)
    return state.replace(
        piles=tuple(map(cards, piles)),
        took=drawn or (((),) * count if state.phase == "play" else ()),
        known=tuple(map(sort_hand, drawn)) or state.known,
        outs=gone or (() if state.out is None else (state.out,)),
    )


def _next_to_choose(state: State, turn: int | None, choices: Sequence[str | Action]) -> int:
    """The seat that chooses next after the choices that are sealed already."""
    if state.phase == "over":
        return state.turn
    order = playing(state)
    if not order:
        raise PositionError("everybody has gone out: the deal is over (phase='over')")
    if isinstance(choices, str) or not isinstance(choices, Sequence) or len(choices) >= len(order):
        raise PositionError(
            f"choices is a list with one at most for each of {len(order)} seats but the last"
        )
    seat = order[len(choices)]
    if turn not in (None, seat):
        raise PositionError(
            f"turn={turn}, but after {len(choices)} choices "
            f"{state.names[seat]} chooses: turn={seat}"
        )
    return seat


def _chosen(state: State, choices: Sequence[str | Action]) -> State:
    """The state with some choices sealed, each of which must be legal."""
    if choices:
        state = facing(state, playing(state)[0])
    for choice in choices:
        action = read_action(choice)
        verdict = check(state, action)
        if verdict.reasons:
            raise PositionError(f"{state.player} cannot choose {action}: {verdict}")
        state = step(state, action)[0]
    return state


def hands_grow(at: At) -> bool:
    """Whether a hand can come to hold more cards than were dealt."""
    return at.discard_draw == "deep" or at.buy_limit is not None or at.joker_swap_keep


def _hand_sizes(state: State) -> None:
    """A hand that could not have come about: more cards than were dealt, or none while playing."""
    at = state.at
    most = at.cards_dealt
    for seat, hand in enumerate(state.hands):
        extra = state.phase == "play" and (seat == state.active or at.simultaneous)
        if len(hand) > most + extra and not hands_grow(at):
            raise PositionError(
                f"{state.names[seat]} holds {len(hand)} cards, but {most} are dealt"
                + (" and one is drawn" if extra else "")
            )
        if not hand and state.phase not in ("over",) and seat != state.out:
            raise PositionError(f"{state.names[seat]} holds no card, so the deal would be over")


def _with_taken(state: State) -> State:
    """The ban and the duty that follow from what was taken in this turn."""
    if state.phase != "play":
        raise PositionError("taken says what was drawn in this turn, so the phase is 'play'")
    first = state.taken[0]
    missing = [c for c in state.taken if c not in state.hand]
    played = {c for laid in state.melds for c in laid.meld.cards}
    if any(c not in played and c is not JOKER for c in missing):
        raise PositionError(
            f"{pretty(missing)} was taken, but lies neither in the hand nor in a meld"
        )
    banned = (first,) if state.at.redraw_discard_ban and state.hand.count(first) == 1 else ()
    deep = len(state.taken) > 1 and not state.duties and first in state.hand
    shown = sort_hand(card for card in state.taken if card in state.hand)
    known = tuple(shown if n == state.active else () for n in range(len(state.names)))
    return state.replace(banned=banned, duties=(first,) if deep else state.duties, known=known)


_REMEMBERED = {
    "recycles": 0,
    "out": None,
    "melds_now": 0,
    "met_now": False,
    "joker_now": False,
    "refused": False,
    "turn_number": 1,
}
"""What a position tells only where it is not as usual, with the usual value."""


def described(state: State) -> str:
    """The arguments of `Deal.from_position` that make a state again, as Python text."""
    hands = {name: text_of(hand) for name, hand in zip(state.names, state.hands, strict=True)}
    told: dict[str, Any] = {
        "hands": hands,
        "stock": text_of(state.stock),
        "discards": "" if state.piles else text_of(state.discards),
        "melds": [(laid.owner, str(laid.meld)) for laid in state.melds],
        "turn": state.turn,
        "phase": state.phase,
        "deal": state.at.deal,
        "dealer": state.dealer,
        "seed": state.seed,
    }
    told |= {
        name: getattr(state, name)
        for name, usual in _REMEMBERED.items()
        if getattr(state, name) != usual
    }
    if state.piles:
        told |= _described_piles(state)
    elif state.taken:
        told |= {"taken": text_of(state.taken), "duties": text_of(state.duties)}
    if any(state.buys_used):
        told["buys_used"] = list(state.buys_used)
    if state.played_now != bool(state.melds_now):
        told["played_now"] = state.played_now
    owners = {laid.owner for laid in state.melds}
    for name in ("played", "met"):
        if getattr(state, name) != tuple(seat in owners for seat in range(len(hands))):
            told[name] = list(getattr(state, name))
    if state.active != ((state.turn - 1) % len(hands) if state.phase == "buy" else state.turn):
        told["active"] = state.active
    return ", ".join([repr(state.at.rules), *(f"{name}={value!r}" for name, value in told.items())])


def _described_piles(state: State) -> dict[str, Any]:
    """What a position tells only where all act at the same moment."""
    told = {
        "piles": list(map(text_of, state.piles)),
        "took": list(map(text_of, state.took)) if any(state.took) else None,
        "outs": list(state.outs),
        "choices": list(map(str, state.choices)),
    }
    return {name: value for name, value in told.items() if value}
