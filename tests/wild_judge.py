"""What is legal to the second slow referee: every reading of an action, and the end of the turn.

Where trying everything would take too long the answer is None.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from oracle import RANKS, within
from wild_melds import Cards, Given, Meld, less, melds_within, rank, readings
from wild_oracle import (
    MOST_MELDED,
    Action,
    Position,
    buy,
    contract,
    discard,
    draw,
    lay,
    meld,
    pass_,
    swap,
    take,
)


class TooMuch(Exception):
    """Trying everything would take too long."""


@dataclass
class Effort:
    """How many plays are still tried before giving up."""

    left: int = 600

    def spend(self) -> None:
        """One more play is tried."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch


def laid_ways(position: Position, action: Action) -> list[list[Meld]]:
    """The melds that an action would lay down or leave longer, in every reading."""
    if action.verb == "lay":
        if not 1 <= action.number <= len(position.melds):
            return []
        kind, row = position.melds[action.number - 1][1]
        given = (*row, *action.groups[0])
        return [[one] for one in meant([kind], given, position)]
    ways = [meant(["set", "run"], group, position) for group in action.groups]
    return [list(way) for way in product(*ways)]


def meant(kinds: list[str], given: Given, position: Position) -> list[Meld]:
    """What cards mean as they are written: a card of the wild rank means itself where it can.

    So of all readings those with the most such cards are meant.
    """
    options = position.options
    found: list[Meld] = []
    for kind in kinds:
        rows = readings(kind, given, options)
        if rows is None:
            raise TooMuch
        found += [(kind, row) for row in rows]
    own = [sum(c == s and c in options["wilds"] for c, s in row) for _, row in found]
    return [one for one, count in zip(found, own, strict=True) if count == max(own)]


def outcomes(position: Position, action: Action, order_: Cards | None = None) -> list[Position]:
    """Where an action leads in each of its readings, looking no further ahead; none: illegal.

    `order_` is the new stock, bottom to top, where the action shuffles one.
    """
    verb = action.verb
    verbs = {"draw": ("draw", "take", "pass"), "buy": ("buy", "pass"),
             "play": ("meld", "lay", "swap", "contract", "discard", "out")}  # fmt: skip
    if verb not in verbs.get(position.phase, ()):
        return []
    if verb in ("draw", "buy"):
        one = (draw if verb == "draw" else buy)(position, action, order_)
    elif verb in ("take", "pass", "swap"):
        one = {"take": take, "pass": pass_, "swap": swap}[verb](position, action)
    elif verb in ("discard", "out"):
        one = discard(position, action)
    elif not within(action.cards, position.hand) or not action.cards:
        one = None
    else:
        put = {"meld": meld, "lay": lay, "contract": contract}[verb]
        found = [put(position, action, way) for way in laid_ways(position, action)]
        return [after for after in found if after is not None]
    return [] if one is None else [one]


def plays(position: Position, effort: Effort) -> Iterator[Action]:
    """Every play the cards allow, whatever else forbids it."""
    hand, options = position.hand, position.options
    if options["melding"] == "at_the_end":
        return
    for number, (_, (_, row)) in enumerate(position.melds, 1):
        for card, stand in row:
            if card == "JK" and stand in hand:
                yield Action("swap", (((stand, None),),), number)
        for size in (1, 2, 3):
            for some in sorted(set(combinations(hand, size))):
                yield Action("lay", (tuple((c, None) for c in some),), number)
    if options["melding"] == "any_turn":
        for _, row in melds_within(hand, options):
            yield Action("meld", (row,))
    elif position.active not in position.met:
        yield from contracts(position, effort)


def contracts(position: Position, effort: Effort) -> Iterator[Action]:
    """Every way to take the melds of the contract out of the hand."""
    options, duties = position.options, position.duties
    whole, exact = (options["contract_sizes"] == way for way in ("whole_hand", "exact"))

    def down(parts: list[Any], hand: Cards, laid: tuple[Given, ...]) -> Iterator[Action]:
        if not parts:
            used = [card for row in laid for card, _ in row]
            if set(duties) <= set(used) and not (whole and hand):
                yield Action("contract", laid)
            return
        (part, size), *rest = parts
        for kind, row in melds_within(hand, options):
            effort.spend()
            if kind == part and (len(row) == size if exact else len(row) >= size):
                yield from down(rest, less(hand, [card for card, _ in row]), (*laid, row))

    yield from down(list(options["contract"]), position.hand, ())


def can_end(position: Position, effort: Effort) -> bool:
    """Whether some way to play on ends the turn: every way is tried, with some effort."""
    if position.phase != "play":
        return True
    for card in set(position.hand):
        if discard(position, Action("discard", (((card, None),),))) is not None:
            return True
    for action in plays(position, effort):
        effort.spend()
        if any(can_end(after, effort) for after in outcomes(position, action)):
            return True
    return False


def legal(position: Position, action: Action, effort: int = 600) -> bool | None:
    """Whether an action is legal in some reading, the end of the turn included; None: unknown."""
    try:
        found = outcomes(position, action)
        if found and action.verb == "out" and len(position.hand) > MOST_MELDED + 1:
            return None
        return any(can_end(after, Effort(effort)) for after in found)
    except TooMuch:
        return None


def missing(position: Position, listed: list[Action]) -> Action | None:
    """A play that is surely legal and comes to no position that a listed action comes to.

    Contracts are not asked for, since only the best is listed; lay-offs up to three cards are.
    """
    known = {table_after(after) for action in listed for after in outcomes(position, action)}
    for play in plays(position, Effort()):
        if play.verb == "contract":
            return None
        for after in outcomes(position, play):
            if table_after(after) not in known and _surely_ends(after):
                return play
    return None


def _surely_ends(after: Position) -> bool:
    try:
        return can_end(after, Effort())
    except TooMuch:
        return False


def table_after(position: Position) -> tuple[Any, ...]:
    """The hand and the melds of the table, without what can never matter.

    That is a suit where sets may repeat one and nothing is swapped, or runs are of any suits, and
    which of two wilds stands where, unless one of them is a joker that may be swapped.
    """
    options = position.options
    melds = []
    for owner, (kind, row) in position.melds:
        swaps = options["joker_swap"] == "any" or options["joker_swap"] == f"{kind}s"
        loose = options["set_suits"] == "any" and not swaps
        if kind == "run":
            loose = options["run_suits"] == "any"
        shown = [(card, RANKS[rank(stand) - 1] if loose else stand) for card, stand in row]
        cards, stands = zip(*shown, strict=True)
        jokers = sorted(stand for card, stand in shown if card == "JK" and swaps)
        melds.append((owner, kind, tuple(sorted(cards)), tuple(sorted(stands)), tuple(jokers)))
    return position.hand, tuple(melds)
