"""The one judge of actions, and its look-ahead: a turn can always end.

`check` is what every caller asks. Beyond the reasons of `checks` it refuses a play after which no
continuation ends the turn legally.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, product

from rummy_lab.actions import (
    DRAW,
    PASS,
    TAKE,
    Action,
    Buy,
    Contract,
    Discard,
    LayOff,
    MeldDown,
    Out,
    Swap,
    Take,
)
from rummy_lab.arrange import best_contract, contracts_of, some_contract
from rummy_lab.arrange.grouping import sizes
from rummy_lab.cards import JOKER, UNKNOWN, Card, Placed, natural
from rummy_lab.deal.checks import findings, may_lay_off
from rummy_lab.deal.hopes import hopeless
from rummy_lab.deal.moves import step
from rummy_lab.deal.state import State
from rummy_lab.melds import Meld, each_meld, rank_at, rank_rows
from rummy_lab.reasons import LEGAL, Verdict, in_order


def check(state: State, action: Action) -> Verdict:
    """Whether an action is legal now: the verdict holds all reasons, or the melds as read.

    >>> import rummy_lab as rl
    >>> d = rl.Deal.from_position(rl.variant("remi"), hands=["7s 7h 7d 2c", "Ks 9d"], turn=0,
    ...                           stock="4h 5h", discards="3s", phase="play", taken="2c")
    >>> [r.clause for r in d.check("meld 7s 7h 7d").reasons]
    ['remi-19']
    """
    found = findings(state, action)
    if found.reasons:
        readings = ()
        if any(reason.code == "ambiguous" for reason in found.reasons):
            readings = tuple(step(state, action, melds)[1].action for melds in found.readings)
        return Verdict(in_order(found.reasons), readings=readings, melds=found.melds)
    if _may_block(state, action):
        after = step(state, action, found.melds)[0]
        if not turn_can_end(after):
            reason = state.at.rules.reason("turn_cannot_end", after.hand, why=_why(after))
            return Verdict((reason,), melds=found.melds)
    if not found.melds and not found.unknown:
        return LEGAL
    first = found.melds[0] if found.melds else None
    return Verdict(
        unknown=found.unknown, kind=first.kind if first else None, meld=first, melds=found.melds
    )


def _may_block(state: State, action: Action) -> bool:
    """Whether the action is one that could leave the turn without an end.

    Draws, discards and passes never are: after a draw a hand holds two cards at least, and at
    most one of them may not be discarded.
    """
    if isinstance(action, Take):
        return action.card is not None and action.card is not state.discards[-1]
    return isinstance(action, MeldDown | LayOff | Contract | Swap)


def _why(after: State) -> str:
    if after.duties:
        names = " and ".join(c.pretty for c in after.duties)
        return f"{names} must be played in this turn, and nothing can take it"
    left = after.hand[0].pretty
    if after.hand[0] in after.banned:
        return f"{left} alone would be left, and what was just taken may not be discarded"
    return f"{left} alone would be left, and the last card may not be discarded"


def turn_can_end(state: State) -> bool:
    """Whether some continuation ends the turn of a state in which cards may be played."""
    return _ended(state) or _can_be_ended(state, set())


def _ended(state: State) -> bool:
    """Whether the turn is over, or a discard ends it."""
    return state.phase != "play" or _can_discard(state) or UNKNOWN in state.hand


def _can_be_ended(state: State, tried: set[Hashable]) -> bool:
    """Whether plays lead on to the end of the turn; each hand and table is tried once."""
    here = (state.hand, state.melds, state.duties)
    if here in tried or hopeless(state):
        return False
    tried.add(here)
    for action, melds in _allowed(state, _plays_towards_end(state)):
        after = step(state, action, melds)[0]
        if _ended(after) or _can_be_ended(after, tried):
            return True
    return False


def _plays_towards_end(state: State) -> Iterator[Action]:
    """What may help to end the turn, the likeliest first: what plays a card that must be."""
    if state.duties:
        wanted, duties = partial(_takes_duty, state), set(state.duties)
        first = (a for a in _lay_offs(state, wanted) if not duties.isdisjoint(a.cards))
        others = (a for a in _lay_offs(state, wanted) if duties.isdisjoint(a.cards))
        lay_offs = chain(first, others)
    else:
        lay_offs = _lay_offs(state)
    return chain(lay_offs, _swaps(state), _melds_towards_end(state), _contracts_towards_end(state))


def _melds_towards_end(state: State) -> Iterator[Action]:
    """New melds; where a card must be played, those it is in, or that let its player lay off."""
    opens = state.at.lay_off == "own_meld_first" and not may_lay_off(state)
    any_helps = not state.duties or JOKER in state.duties or opens
    for action in _melds(state):
        if any_helps or any(card in state.duties for card in action.cards):
            yield action


def _contracts_towards_end(state: State) -> Iterator[Action]:
    """A contract that leaves an end to the turn; all of them only where none does."""
    at, hand = state.at, state.hand
    if at.melding != "contract" or state.met[state.active]:
        return
    melds = some_contract(hand, at, state.duties, partial(_may_be_left, state))
    if melds is not None:
        yield Contract(tuple(meld.placed for meld in melds))
    elif at.wilds_per_meld is not None or some_contract(hand, at, state.duties) is not None:
        yield from _contracts(state)


def _takes_duty(state: State, meld: Meld) -> bool:
    """Whether a card that must be played could go to a meld, now or when the meld has grown."""
    return any(
        state.at.wild[card.code]
        or (
            card.rank == meld.stands[0].rank
            if meld.kind == "set"
            else state.at.run_suits == "any" or card.suit == meld.stands[0].suit
        )
        for card in state.duties
    )


def _can_discard(state: State) -> bool:
    hand = state.hand
    if state.duties or (len(hand) == 1 and state.at.go_out_discard == "never"):
        return False
    return any(card not in state.banned for card in hand)


# --- plays ------------------------------------------------------------------------------------

Play = tuple[Action, tuple[Meld, ...]]


def _allowed(state: State, *sources: Iterator[Action]) -> Iterator[Play]:
    """The plays of some sources that nothing but the look-ahead may forbid, with their melds."""
    for action in chain(*sources):
        found = findings(state, action)
        if not found.reasons:
            yield action, found.melds


def plays(state: State) -> Iterator[Play]:
    """Every play that nothing but the look-ahead may forbid, with the melds it would leave."""
    return _allowed(state, _lay_offs(state), _swaps(state), _melds(state), _contracts(state))


def _melds(state: State) -> Iterator[Action]:
    at = state.at
    full = at.melds_per_turn is not None and state.melds_now >= at.melds_per_turn
    if at.melding != "any_turn" or full:
        return
    for meld in each_meld(state.hand, at):
        yield MeldDown(meld.placed)
        yield from (MeldDown(other.placed) for other in meld.readings)


def _contracts(state: State) -> Iterator[Action]:
    if state.at.melding == "contract" and not state.met[state.active]:
        for melds in contracts_of(state.hand, state.at, must=state.duties):
            yield Contract(tuple(meld.placed for meld in melds))


def _swaps(state: State) -> Iterator[Action]:
    if state.at.joker_swap == "never":
        return
    for number, laid in enumerate(state.melds, 1):
        for card, stands in zip(laid.meld.cards, laid.meld.stands, strict=True):
            if card is JOKER and stands in state.hand:
                yield Swap(stands, number)


def _lay_offs(state: State, wanted: Callable[[Meld], bool] | None = None) -> Iterator[Action]:
    """Every lay-off the melds might take; on `wanted` melds only, where that is given."""
    if not may_lay_off(state):
        return
    for number, laid in enumerate(state.melds, 1):
        if wanted is None or wanted(laid.meld):
            rows = _set_rows if laid.meld.kind == "set" else _run_rows
            for row in rows(state, laid.meld):
                yield LayOff(row, number)


def _wilds(state: State) -> list[Card]:
    return [card for card in dict.fromkeys(state.hand) if state.at.wild[card.code]]


def _set_rows(state: State, meld: Meld) -> Iterator[tuple[Placed, ...]]:
    """Cards of the meld's rank, and wilds, in every number that the set may still take."""
    at, rank = state.at, meld.stands[0].rank
    distinct = at.set_suits == "distinct"
    most = min(sizes("set", at)[1] - len(meld), len(state.hand))
    suits = at.suits if distinct or at.joker_swap == "any" else at.suits[:1]
    stands = [natural(rank, s) for s in suits]
    named, own, wilds = [], [], []
    for card in state.hand:
        if not at.wild[card.code]:
            named += [(Placed(card),)] if card.rank == rank else []
        elif card.rank == rank:  # where its suit is there already, it may stand for another
            own.append(tuple(Placed(card, c) for c in (stands if distinct else [card])))
        else:
            wilds.append(tuple(Placed(card, c) for c in stands))
    seen: set[tuple[Placed, ...]] = set()
    for count in range(1, most + 1):
        for chosen in combinations([*named, *own, *wilds], count):
            for row in product(*chosen):
                if distinct and len({(p.stands or p.card).suit for p in row}) < count:
                    continue
                key = tuple(sorted(row, key=lambda p: (p.card, p.stands or p.card)))
                if key not in seen:
                    seen.add(key)
                    yield key


def _run_rows(state: State, meld: Meld) -> Iterator[tuple[Placed, ...]]:
    """Cards that continue a run below, above or on both sides, in every length."""
    at, size, first = state.at, len(meld), meld.stands[0].rank
    seen: set[tuple[int, ...]] = set()
    for below in range(_reach(state, meld, -1) + 1):
        for above in range(min(_reach(state, meld, 1), at.longest_run - size - below) + 1):
            row = [rank_at(first - below + n) for n in range(below + size + above)]
            wanted = tuple(sorted(row[:below] + row[below + size :]))
            allowed = tuple(sorted(row)) in rank_rows(at.ace, len(row))
            if wanted and allowed and wanted not in seen:
                seen.add(wanted)
                yield from _filled(state, meld, wanted)


def _reach(state: State, meld: Meld, way: int) -> int:
    """How far the hand could continue a run downwards (-1) or upwards (1)."""
    at, suit = state.at, meld.stands[0].suit
    held = {c.rank for c in state.hand if at.run_suits == "any" or c.suit == suit}
    wilds = sum(at.wild[c.code] for c in state.hand)
    here = meld.stands[0].rank if way < 0 else meld.stands[0].rank + len(meld) - 1
    for reached in range(at.longest_run - len(meld)):
        if rank_at(here + way * (reached + 1)) not in held:
            wilds -= 1
            if wilds < 0:
                return reached
    return at.longest_run - len(meld)


def _filled(state: State, meld: Meld, wanted: Sequence[int]) -> Iterator[tuple[Placed, ...]]:
    at = state.at
    suits = at.suits if at.run_suits == "any" else meld.stands[0].suit
    choices: list[list[Placed]] = []
    for rank in wanted:
        stands = [natural(rank, s) for s in suits]
        here = [Placed(c, c if at.wild[c.code] else None) for c in stands if c in state.hand]
        wild_as = stands if at.joker_swap != "never" else stands[:1]
        here += [Placed(w, c) for w in _wilds(state) for c in wild_as if w is not c]
        if not here:
            return
        choices.append(here)
    yield from _held_rows(choices, Counter(state.hand))


def _held_rows(
    choices: Sequence[list[Placed]], held: Counter[Card]
) -> Iterator[tuple[Placed, ...]]:
    """One of each choice, in every way for which the hand has the cards."""
    if not choices:
        yield ()
        return
    for placed in choices[0]:
        if held[placed.card]:
            held[placed.card] -= 1
            for row in _held_rows(choices[1:], held):
                yield (placed, *row)
            held[placed.card] += 1


# --- what can be done -------------------------------------------------------------------------


def legal_actions(state: State) -> list[Action]:
    """All legal actions of the seat that must act; of contracts only the best one."""
    if state.phase == "over":
        return []
    if state.phase == "buy":
        return [action for action in (Buy(), PASS) if not check(state, action).reasons]
    if state.phase == "draw":
        return [action for action in _draws(state) if not check(state, action).reasons]
    return list(_in_play(state))


def _draws(state: State) -> Iterator[Action]:
    yield DRAW
    if state.discards:
        yield TAKE
        if state.at.discard_draw == "deep":
            deeper = dict.fromkeys(reversed(state.discards[:-1]))
            yield from (
                Take(card) for card in deeper if card is not state.upcard and not card.is_unknown
            )
    yield PASS


def _in_play(state: State) -> Iterator[Action]:
    for action, melds in _each_play(state):
        if turn_can_end(step(state, action, melds)[0]):
            yield action
    cards = [card for card in dict.fromkeys(state.hand) if not card.is_unknown]
    if state.at.melding == "at_the_end":
        yield from (Out(c) for c in cards if not findings(state, Out(c)).reasons)
    yield from (Discard(c) for c in cards if not findings(state, Discard(c)).reasons)


def _each_play(state: State) -> Iterator[Play]:
    """Melds first, then the best contract, lay-offs and swaps."""
    yield from _allowed(state, _melds(state))
    contract = best_legal_contract(state)
    if contract is not None:
        yield contract
    yield from _allowed(state, _lay_offs(state), _swaps(state))


def best_legal_contract(state: State) -> Play | None:
    """The contract that leaves the cheapest rest, of those after which the turn can end."""
    if state.at.melding != "contract" or state.phase != "play" or state.met[state.active]:
        return None
    melds = best_contract(state.hand, state.at, state.duties, partial(_may_be_left, state))
    if melds is not None:
        return Contract(tuple(meld.placed for meld in melds)), melds
    if best_contract(state.hand, state.at, state.duties) is None:
        return None
    # only a lay-off after the contract could end the turn
    points = state.at.points_of
    action = max(legal_contracts(state), key=lambda a: points(a.cards), default=None)
    return None if action is None else (action, findings(state, action).melds)


def _may_be_left(state: State, rest: Sequence[Card]) -> bool:
    """Whether the turn can end at once with these cards left in hand."""
    if not rest:
        return state.at.go_out_discard != "required"
    if len(rest) == 1 and state.at.go_out_discard == "never":
        return False
    return any(card not in state.banned for card in rest)


def legal_contracts(state: State) -> Iterator[Action]:
    """Every legal way to lay the contract, lazily."""
    if state.phase == "play":
        yield from (action for action in _contracts(state) if check(state, action))
