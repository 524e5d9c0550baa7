"""What the rules say of one action in one state: every reason against it, but for the look-ahead.

One function for each verb; each collects what phase and turn, the cards held and the rules have
to say. `lookahead.check` adds whether the turn could still end, and is what everybody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

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
from rummy_lab.arrange.pieces import apart
from rummy_lab.cards import JOKER, UNKNOWN, Card, Placed
from rummy_lab.deal.hands import all_melded_rest
from rummy_lab.deal.moves import can_buy, can_renew, refusable, why_not_renewed
from rummy_lab.deal.state import State, TableMeld, used_up
from rummy_lab.melds import MOST_READINGS, Meld, judge, play_alike
from rummy_lab.reasons import Reason


@dataclass(slots=True)
class Findings:
    """What a check has found so far."""

    reasons: list[Reason] = field(default_factory=list)
    unknown: bool = False
    melds: tuple[Meld, ...] = ()
    readings: tuple[tuple[Meld, ...], ...] = ()

    def add(self, state: State, code: str, cards: Sequence[Card] = (), **numbers: object) -> None:
        """One more reason, cited by the rules of the state."""
        numbers.setdefault("player", state.player)
        numbers.setdefault("active", state.names[state.active])
        self.reasons.append(state.at.rules.reason(code, cards, **numbers))


def findings(state: State, action: Action) -> Findings:
    """Every reason against an action, but for the look-ahead."""
    found = Findings()
    _CHECKS[type(action)](state, action, found)
    return found


# --- phase and turn ---------------------------------------------------------------------------


def _in_draw(state: State, found: Findings) -> bool:
    if state.phase == "draw":
        return True
    code = {"over": "deal_over", "play": "already_drawn", "buy": "buying_now"}[state.phase]
    found.add(state, code)
    return False


def _in_play(state: State, found: Findings) -> bool:
    if state.phase == "play":
        return True
    code = {"over": "deal_over", "draw": "draw_first", "buy": "buying_now"}[state.phase]
    found.add(state, code)
    return False


def _draw(state: State, action: Draw, found: Findings) -> None:
    if not _in_draw(state, found):
        return
    if refusable(state):
        found.add(state, "refuse_first", state.discards[-1:])
    if state.stock:
        return
    stock_out = state.at.stock_out
    if stock_out == "end":
        found.add(state, "stock_empty", then="the deal ends")
    elif not can_renew(state):
        found.add(state, "stock_used_up", why=why_not_renewed(state))
    elif stock_out == "flip":
        found.add(state, "stock_empty", then="the discard pile is turned over")


def _take(state: State, action: Take, found: Findings) -> None:
    if not _in_draw(state, found):
        return
    if state.refused:
        found.add(state, "upcard_refused")
    if not state.discards:
        found.add(state, "no_upcard")
    elif action.card is not None and action.card is not state.discards[-1]:
        if action.card not in state.discards:
            if UNKNOWN in state.discards:
                found.unknown = True
            else:
                found.add(state, "not_in_pile", [action.card])
        elif state.at.discard_draw == "top":
            found.add(state, "only_the_top", [action.card], upcard=state.discards[-1].pretty)


def _pass(state: State, action: Pass, found: Findings) -> None:
    if state.phase == "buy":
        return
    if state.phase == "over":
        found.add(state, "deal_over")
    elif state.phase == "play":
        found.add(state, "nothing_to_pass")
    elif not refusable(state):
        renews = can_renew(state) and state.at.stock_out not in ("flip", "end")
        if state.stock or renews:
            found.add(state, "nothing_to_pass")


def _buy(state: State, action: Buy, found: Findings) -> None:
    at = state.at
    if state.phase == "over":
        found.add(state, "deal_over")
    elif state.phase != "buy":
        found.add(state, "nothing_to_buy")
    if at.buy_limit is None:
        found.add(state, "no_buying")
    elif state.buys_used[state.turn] >= at.buy_limit:
        found.add(state, "buy_limit", limit=at.buy_limit)
    elif state.phase == "buy" and not can_buy(state, state.turn):
        found.add(state, "buy_without_penalty")


# --- cards held -------------------------------------------------------------------------------


def _held(state: State, cards: Sequence[Card], found: Findings) -> tuple[Card, ...]:
    """The hand less the cards played; says which are not there."""
    rest, missing, unknown = used_up(state.hand, cards, state)
    found.unknown = found.unknown or unknown
    if missing:
        found.add(state, "not_held", missing)
        for number, laid in enumerate(state.melds, 1):
            lying = [card for card in missing if card in laid.meld.cards]
            if lying:
                found.add(state, "stays_in_meld", lying, number=number)
    if UNKNOWN in cards:
        found.unknown = True
    return rest


def _laid(state: State, cards: Sequence[Card], found: Findings) -> tuple[Card, ...]:
    """The hand less cards that go to the table, where everybody sees them."""
    if UNKNOWN in cards:
        found.add(state, "unrecorded")
    return _held(state, cards, found)


def _table_meld(state: State, number: int, found: Findings) -> TableMeld | None:
    if 1 <= number <= len(state.melds):
        return state.melds[number - 1]
    count = len(state.melds)
    lie = {0: "no meld lies", 1: "one meld lies"}.get(count, f"{count} melds lie")
    found.add(state, "no_such_meld", number=number, on_table=f"{lie} on the table")
    return None


def _must_discard(state: State, rest: Sequence[Card], found: Findings) -> None:
    if not rest and state.phase == "play" and state.at.go_out_discard == "required":
        found.add(state, "discard_to_go_out")


# --- melds ------------------------------------------------------------------------------------


def _read(
    state: State, rows: Sequence[Sequence[Placed]], kinds: Sequence[str | None], found: Findings
) -> list[tuple[Meld, ...]]:
    """The readings of each row of cards; says why a row is no meld."""
    read: list[tuple[Meld, ...]] = []
    for row, kind in zip(rows, kinds, strict=True):
        verdict = judge(row, state.at, kind)
        found.unknown = found.unknown or verdict.unknown
        found.reasons.extend(verdict.reasons)
        read.append(verdict.readings)
    return read


def _one_reading(
    state: State, cards: Sequence[Card], choices: Sequence[tuple[Meld, ...]], found: Findings
) -> None:
    """Settles on a reading, or says that the cards can be read in several ways."""
    if not choices:
        return
    found.melds, found.readings = choices[0], tuple(choices)
    if len(choices) > 1 and not all(
        play_alike(column, state.at) for column in zip(*choices, strict=True)
    ):
        found.add(state, "ambiguous", cards, count=len(choices))


def _meld(state: State, action: MeldDown, found: Findings) -> None:
    at = state.at
    _in_play(state, found)
    rest = _laid(state, action.cards, found)
    if at.melding == "at_the_end":
        found.add(state, "no_melding")
    elif at.melding == "contract":
        found.add(state, "no_new_melds" if state.met[state.active] else "contract_first")
    elif at.melds_per_turn is not None and state.melds_now >= at.melds_per_turn:
        found.add(
            state,
            "melds_limit",
            limit=at.melds_per_turn,
            melds="meld" if at.melds_per_turn == 1 else "melds",
        )
    (readings,) = _read(state, [action.placed], [None], found)
    _one_reading(state, action.cards, [(meld,) for meld in readings], found)
    _must_discard(state, rest, found)


def _contract(state: State, action: Contract, found: Findings) -> None:
    _in_play(state, found)
    rest = _laid(state, action.cards, found)
    if state.at.melding != "contract":
        found.add(state, "no_contract")
        return
    if state.met[state.active]:
        found.add(state, "contract_met")
    read = _read(state, action.melds, [None] * len(action.melds), found)
    without = [card for card in state.duties if card not in action.cards]
    if without:
        found.add(state, "contract_without", without)
    if all(read):
        judged = [
            (melds, list(_contract_reasons(state, melds, rest)))
            for melds in islice(product(*read), MOST_READINGS)
        ]
        good = [melds for melds, reasons in judged if not reasons]
        if not good:
            found.reasons.extend(min((reasons for _, reasons in judged), key=len))
        _one_reading(state, action.cards, good, found)
    _must_discard(state, rest, found)


def _contract_reasons(
    state: State, melds: Sequence[Meld], rest: Sequence[Card]
) -> Iterator[Reason]:
    at = state.at
    reason = at.rules.reason
    kinds = sorted(meld.kind for meld in melds)
    if kinds != sorted(part.kind for part in at.contract):
        yield reason(
            "contract_differs", wanted=in_words([p.kind for p in at.contract]), laid=in_words(kinds)
        )
        return
    for kind in ("run", "set"):
        laid = sorted((meld for meld in melds if meld.kind == kind), key=len)
        wanted = sorted(part.size for part in at.contract if part.kind == kind)
        for meld, size in zip(laid, wanted, strict=True):
            if len(meld) < size:
                yield reason("contract_too_small", meld.cards, wanted=f"{size} cards")
            elif len(meld) > size and at.contract_sizes == "exact":
                yield reason("contract_size", meld.cards, wanted=f"{size} cards")
    if at.contract_sizes == "whole_hand" and rest:
        yield reason("contract_whole_hand", rest)
    runs = [meld for meld in melds if meld.kind == "run"]
    for n, first in enumerate(runs):
        for second in runs[n + 1 :]:
            if first.stands[0].suit != second.stands[0].suit or at.run_suits == "any":
                continue
            pair = {"first": first.pretty, "second": second.pretty}
            if at.contract_runs == "different_suits":
                yield reason("contract_runs_suit", **pair)
            elif at.contract_runs == "apart" and not apart(first, second, at):
                yield reason("contract_runs_touch", **pair)


def in_words(kinds: Sequence[str]) -> str:
    """Kinds of melds as a contract names them.

    >>> in_words(["set", "run", "set"])
    'two sets and a run'
    """
    numbers = ("no", "a", "two", "three", "four", "five", "six")
    parts = []
    for kind in ("set", "run"):
        count = sum(k == kind for k in kinds)
        if count:
            number = numbers[count] if count < len(numbers) else str(count)
            parts.append(f"{number} {kind}{'s' * (count > 1)}")
    return " and ".join(parts) or "nothing"


# --- lay-offs and swaps -----------------------------------------------------------------------


def _lay(state: State, action: LayOff, found: Findings) -> None:
    _in_play(state, found)
    laid = _table_meld(state, action.meld, found)
    rest = _laid(state, action.cards, found)
    _may_lay_off(state, found)
    if not action.placed:
        found.add(state, "no_cards")
    elif laid is not None:
        row = (*laid.meld.placed, *action.placed)
        (readings,) = _read(state, [row], [laid.meld.kind], found)
        kept = [meld for meld in readings if _keeps(laid.meld, meld)]
        if not kept and not found.unknown:
            found.add(
                state, "does_not_fit", action.cards, number=action.meld, meld=laid.meld.pretty
            )
        _one_reading(state, action.cards, [(meld,) for meld in kept], found)
    _must_discard(state, rest, found)


def _keeps(before: Meld, after: Meld) -> bool:
    """Whether the cards on the table still stand for what they stood for."""
    left = list(zip(after.cards, after.stands, strict=True))
    for pair in zip(before.cards, before.stands, strict=True):
        if pair not in left:
            return False
        left.remove(pair)
    return True


def _may_lay_off(state: State, found: Findings) -> None:
    at, seat = state.at, state.active
    if at.lay_off == "never":
        found.add(state, "lay_off_never")
    elif at.lay_off == "own_meld_first" and all(laid.owner != seat for laid in state.melds):
        found.add(state, "own_meld_first")
    elif at.lay_off == "after_contract" and not state.met[seat]:
        found.add(state, "contract_before_lay_off")
    elif state.met_now and not at.lay_off_on_contract_turn:
        found.add(state, "lay_off_next_turn")


def may_lay_off(state: State) -> bool:
    """Whether the player in turn may lay off at all now."""
    found = Findings()
    _may_lay_off(state, found)
    return not found.reasons


def _swap(state: State, action: Swap, found: Findings) -> None:
    at, seat = state.at, state.active
    _in_play(state, found)
    laid = _table_meld(state, action.meld, found)
    _laid(state, [action.card], found)
    if at.joker_swap == "never":
        found.add(state, "swap_never")
    elif at.melding == "contract" and not state.met[seat]:
        found.add(state, "swap_before_contract")
    elif state.met_now and not at.joker_swap_on_contract_turn:
        found.add(state, "swap_next_turn")
    if laid is None:
        return
    if at.joker_swap == "runs" and laid.meld.kind == "set":
        found.add(state, "swap_runs_only", number=action.meld)
    stands = [s for c, s in zip(laid.meld.cards, laid.meld.stands, strict=True) if c is JOKER]
    if not stands:
        found.add(state, "no_joker", number=action.meld, meld=laid.meld.pretty)
    elif action.card not in stands:
        found.add(
            state,
            "swap_differs",
            [action.card],
            number=action.meld,
            stands=" and ".join(s.pretty for s in stands),
        )


# --- the end of a turn ------------------------------------------------------------------------


def _duties(state: State) -> tuple[list[Card], list[Card]]:
    """The jokers that were swapped and the cards taken from the pile that must still be played."""
    swapped = [card for card in state.duties if card is JOKER and card not in state.taken]
    return swapped, [card for card in state.duties if card not in swapped]


def _may_go(state: State, card: Card, found: Findings) -> None:
    """What speaks against discarding a card of the hand now."""
    _held(state, [card], found)
    swapped, taken = _duties(state)
    if taken:
        found.add(state, "duty_open", taken)
    if swapped:
        found.add(state, "joker_duty", swapped)
    if card in state.banned:
        if UNKNOWN in state.hand and not used_up((UNKNOWN,), [card], state)[1]:
            found.unknown = True  # perhaps an equal card was held before
        else:
            found.add(state, "just_taken", [card])


def _discard(state: State, action: Discard, found: Findings) -> None:
    _in_play(state, found)
    _may_go(state, action.card, found)
    if state.phase == "play" and len(state.hand) == 1 and state.at.go_out_discard == "never":
        found.add(state, "out_by_discard")


def _out(state: State, action: Out, found: Findings) -> None:
    _in_play(state, found)
    _may_go(state, action.card, found)
    if state.at.melding != "at_the_end":
        found.add(state, "out_not_said")
        return
    if state.out is not None:
        found.add(state, "out_in_last_turn", active=state.names[state.out])
    rest = used_up(state.hand, [action.card], state)[0]
    if UNKNOWN in rest:
        found.unknown = True
    elif left := all_melded_rest(rest, state.at):
        found.add(state, "not_all_melded", left)


_CHECKS: dict[type[Action], Callable[..., None]] = {
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
