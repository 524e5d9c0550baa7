"""A second slow referee: wilds, contracts, buying, deep draws, swaps and last turns.

Written from the rules pages alone; it asks the engine nothing. Turns that are simultaneous are
not judged here. What an action leads to stands here, what is legal in `wild_judge`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Any

import naive_arrange
from oracle import within
from wild_melds import Cards, Given, Meld, Options, Placed, in_order, less, rank, windows

import rummy_lab as rl

MOST_MELDED = 8
"""Hands of more cards are not parted into melds here: the solver has tests of its own."""

# -- positions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A plain snapshot of a deal whose turns are not simultaneous."""

    options: Options = field(repr=False, compare=False)
    hands: tuple[Cards, ...]
    stock: Cards
    discards: Cards
    melds: tuple[tuple[int, Meld], ...] = ()
    dealer: int = 0
    turn: int = 0
    active: int = 0
    phase: str = "draw"
    taken: Cards = ()
    banned: str | None = None
    duties: Cards = ()
    laid: int = 0
    playing: bool = False
    joker: bool = False
    met_now: bool = False
    refused: bool = False
    buyers: tuple[int, ...] = ()
    met: frozenset[int] = frozenset()
    played: frozenset[int] = frozenset()
    buys_used: tuple[int, ...] = ()
    recycles: int = 0
    out: int | None = None
    finals: int = 0
    whole_hand: bool = False
    joker_used: bool = False

    @property
    def hand(self) -> Cards:
        """The cards of the seat whose turn it is."""
        return self.hands[self.active]

    def with_hand(self, seat: int, hand: Iterable[str], **changes: Any) -> Position:
        """The position with other cards in one hand."""
        hands = list(self.hands)
        hands[seat] = in_order(hand)
        return replace(self, hands=tuple(hands), **changes)


@dataclass(frozen=True)
class Action:
    """An action read from its text; a contract has several groups of cards."""

    verb: str
    groups: tuple[Given, ...] = ()
    number: int = 0

    def __str__(self) -> str:
        words = [" ".join(c if s is None else f"{c}={s}" for c, s in g) for g in self.groups]
        tail = f" on {self.number}" if self.verb in ("lay", "swap") else ""
        return f"{self.verb} {' | '.join(words)}".rstrip() + tail

    @property
    def cards(self) -> Cards:
        """The cards named, in order."""
        return tuple(card for group in self.groups for card, _ in group)


def read(text: str) -> Action:
    """An action from its text form."""
    verb, *words = text.split()
    number = 0
    if verb in ("lay", "swap"):
        number, words = int(words[-1]), words[:-2]
    groups = []
    for part in " ".join(words).split("|"):
        pairs = (word.partition("=") for word in part.split())
        groups.append(tuple((card, stand or None) for card, _, stand in pairs))
    return Action(verb, tuple(groups) if words else (), number)


# -- drawing and buying --------------------------------------------------------------------------


def can_recycle(position: Position, pile: Cards | None = None) -> bool:
    """Whether a pile may become the stock once more and gives a card to draw."""
    pile = position.discards if pile is None else pile
    way, most = position.options["stock_out"], position.options["max_recycles"]
    allowed = way != "end" and (most is None or position.recycles < most)
    return allowed and len(pile) >= (1 if way == "shuffle" else 2)


def renewed(position: Position, order_: Cards | None) -> Position:
    """The position with the discard pile turned into the stock."""
    pile, way = position.discards, position.options["stock_out"]
    if way == "flip":
        stock, kept = tuple(reversed(pile))[:-1], pile[:1]
    else:
        kept = pile[-1:] if way == "shuffle_keep_upcard" else ()
        turned = pile[: len(pile) - len(kept)]
        stock = turned if order_ is None else order_
        if Counter(stock) != Counter(turned):
            raise AssertionError(f"the shuffle of {turned} gave {stock}")
    return replace(position, stock=stock, discards=kept, recycles=position.recycles + 1)


def buying(position: Position) -> bool:
    """Whether the upcard must be refused before the stock may be drawn from."""
    options = position.options
    return options["buys"] is not None and bool(position.discards) and not position.refused


def asked(position: Position) -> tuple[int, ...]:
    """The seats that may buy the upcard, in the order in which they are asked."""
    seats, limit = len(position.hands), position.options["buys"]
    if not position.stock and not can_recycle(position, position.discards[:-1]):
        return ()
    first = position.active if position.options["buy_priority"] == "turn" else position.dealer
    around = [(first + n) % seats for n in range(1, seats + 1)]
    return tuple(s for s in around if s != position.active
                 and (limit == "unlimited" or position.buys_used[s] < limit))  # fmt: skip


def must_draw(position: Position) -> Position:
    """The seat whose turn it is has refused the upcard, and nobody is left to be asked."""
    position = replace(position, turn=position.active, phase="draw", buyers=(), refused=True)
    if position.stock:
        return position
    if position.options["stock_out"] == "flip" and can_recycle(position):
        return replace(renewed(position, None), refused=False)
    return position if can_recycle(position) else replace(position, phase="over")


def draw(position: Position, action: Action, order_: Cards | None) -> Position | None:
    """The top of the stock."""
    if action.cards or buying(position):
        return None
    if not position.stock:
        if position.options["stock_out"] in ("flip", "end") or not can_recycle(position):
            return None
        position = renewed(position, order_)
    hand = (*position.hand, position.stock[-1])
    return position.with_hand(position.active, hand, stock=position.stock[:-1], phase="play")


def take(position: Position, action: Action) -> Position | None:
    """The upcard, or a card below it with all above."""
    pile = position.discards
    if not pile or position.refused or len(action.cards) > 1:
        return None
    wanted = action.cards[0] if action.cards else pile[-1]
    if wanted not in pile:
        return None
    place = max(n for n, card in enumerate(pile) if card == wanted)
    deep = place < len(pile) - 1
    if deep and position.options["discard_draw"] != "deep":
        return None
    new = wanted not in position.hand
    banned = wanted if new and position.options["redraw_discard_ban"] else None
    return position.with_hand(
        position.active, (*position.hand, *pile[place:]), discards=pile[:place], phase="play",
        taken=pile[place:], banned=banned, duties=(wanted,) if deep else (),
    )  # fmt: skip


def pass_(position: Position, action: Action) -> Position | None:
    """Refuse the upcard, in the own turn or while others are asked."""
    if action.cards:
        return None
    if position.phase == "buy":
        rest = position.buyers[1:]
        return replace(position, buyers=rest, turn=rest[0]) if rest else must_draw(position)
    if buying(position):
        seats = asked(position)
        if not seats:
            return must_draw(position)
        return replace(position, phase="buy", buyers=seats, turn=seats[0], refused=True)
    way = position.options["stock_out"]
    if position.stock or (way not in ("flip", "end") and can_recycle(position)):
        return None
    if way == "flip" and can_recycle(position):
        return replace(renewed(position, None), refused=False)
    return replace(position, phase="over")


def buy(position: Position, action: Action, order_: Cards | None) -> Position | None:
    """The upcard out of turn, with a penalty card."""
    if action.cards:
        return None
    seat, upcard = position.turn, position.discards[-1]
    position = replace(position, discards=position.discards[:-1])
    if not position.stock:
        position = renewed(position, order_)
    used = list(position.buys_used)
    used[seat] += 1
    bought = position.with_hand(seat, (*position.hands[seat], upcard, position.stock[-1]),
                                stock=position.stock[:-1], buys_used=tuple(used))  # fmt: skip
    return must_draw(bought)


# -- playing to the table ------------------------------------------------------------------------


def contract_fits(melds: list[Meld], options: Options) -> bool:
    """Whether melds are those that the contract asks for, in whatever order."""
    parts = options["contract"]
    exact = options["contract_sizes"] == "exact"
    if len(parts) != len(melds) or not any(
        all(kind == part_kind and (len(row) == size if exact else len(row) >= size)
            for (kind, row), (part_kind, size) in zip(some, parts, strict=True))
        for some in permutations(melds)
    ):  # fmt: skip
        return False
    runs = [row for kind, row in melds if kind == "run"]
    return all(runs_may_meet(a, b, options) for a, b in combinations(runs, 2))


def runs_may_meet(one: tuple[Placed, ...], other: tuple[Placed, ...], options: Options) -> bool:
    """Whether two runs may be in one contract."""
    if options["contract_runs"] == "any" or options["run_suits"] == "any":
        return True
    if one[0][1][-1] != other[0][1][-1]:
        return True
    if options["contract_runs"] == "different_suits":
        return False
    spans = [places(row, options) for row in (one, other)]
    if options["ace"] == "round_the_corner":
        return not any((a - b) % 13 in (0, 1, 12) for a in spans[0] for b in spans[1])
    low, high = sorted(spans)
    return low[-1] + 1 < high[0]


def places(row: tuple[Placed, ...], options: Options) -> list[int]:
    """The places a run takes: 1 the low ace, 13 the king, 14 the ace above it."""
    ranks = sorted(rank(stand) for _, stand in row)
    for window in windows(options, len(row)):
        if sorted(window) == ranks:
            return [14 if r == 1 and n else r for n, r in enumerate(window)]
    raise AssertionError(f"{row} is no run")


def meld(position: Position, action: Action, laid: list[Meld]) -> Position | None:
    """One new meld."""
    options = position.options
    most = options["melds_per_turn"]
    if options["melding"] != "any_turn" or (most is not None and position.laid >= most):
        return None
    on_table = (*position.melds, (position.active, laid[0]))
    return played(replace(position, melds=on_table, laid=position.laid + 1), action.cards)


def contract(position: Position, action: Action, laid: list[Meld]) -> Position | None:
    """All melds of the contract."""
    options = position.options
    if options["melding"] != "contract" or position.active in position.met:
        return None
    if not contract_fits(laid, options) or not set(position.duties) <= set(action.cards):
        return None
    if options["contract_sizes"] == "whole_hand" and less(position.hand, action.cards):
        return None
    on_table = (*position.melds, *((position.active, one) for one in laid))
    met = position.met | {position.active}
    after = replace(position, melds=on_table, laid=position.laid + len(laid), met=met, met_now=True)
    return played(after, action.cards)


def may_lay_off(position: Position) -> bool:
    """Whether the seat in turn may lay off at all."""
    options, seat = position.options, position.active
    way = options["lay_off"]
    if way == "never" or (position.met_now and not options["lay_off_on_contract_turn"]):
        return False
    if way == "own_meld_first":
        return any(owner == seat for owner, _ in position.melds)
    return way == "any" or seat in position.met


def lay(position: Position, action: Action, laid: list[Meld]) -> Position | None:
    """Cards added to a meld of the table; `laid` has the meld as it would be."""
    if not may_lay_off(position):
        return None
    melds = list(position.melds)
    melds[action.number - 1] = (melds[action.number - 1][0], laid[0])
    return played(replace(position, melds=tuple(melds)), action.cards)


def swap(position: Position, action: Action) -> Position | None:
    """The real card for the joker that stands for it."""
    options = position.options
    if len(action.cards) != 1 or not 1 <= action.number <= len(position.melds):
        return None
    card, (owner, (kind, row)) = action.cards[0], position.melds[action.number - 1]
    if options["joker_swap"] == "never" or (options["joker_swap"] == "runs" and kind == "set"):
        return None
    if options["melding"] == "contract" and position.active not in position.met:
        return None
    if position.met_now and not options["joker_swap_on_contract_turn"]:
        return None
    if card not in position.hand or ("JK", card) not in row:
        return None
    changed = list(row)
    changed.remove(("JK", card))
    new = tuple(sorted([*changed, (card, card)]))
    melds = list(position.melds)
    melds[action.number - 1] = (owner, (kind, new))
    duties = list(position.duties)
    if card in duties:
        duties.remove(card)
    if not options["joker_swap_keep"]:
        duties.append("JK")
    hand = (*less(position.hand, [card]), "JK")
    return position.with_hand(position.active, hand, melds=tuple(melds), duties=tuple(duties),
                              playing=True)  # fmt: skip


def played(position: Position, cards: Cards) -> Position | None:
    """Cards go from the hand to the table; with the last one the deal ends."""
    if not within(cards, position.hand):
        return None
    hand = less(position.hand, cards)
    if not hand and position.options["go_out_discard"] == "required":
        return None
    duties = list(position.duties)
    for card in cards:
        if card in duties:
            duties.remove(card)
    after = position.with_hand(position.active, hand, duties=tuple(duties), playing=True,
                               joker=position.joker or "JK" in cards)  # fmt: skip
    return after if hand else ended(after)


def ended(position: Position) -> Position:
    """The seat in turn has gone out, and no last turns follow."""
    return replace(position, phase="over", out=position.active, turn=position.active,
                   whole_hand=position.active not in position.played,
                   joker_used=position.joker)  # fmt: skip


def discard(position: Position, action: Action) -> Position | None:
    """The end of a turn; `out` says that all other cards form melds."""
    options, out = position.options, action.verb == "out"
    if len(action.cards) != 1 or action.cards[0] not in position.hand:
        return None
    card = action.cards[0]
    if card == position.banned or position.duties:
        return None
    rest = less(position.hand, [card])
    if out and (options["melding"] != "at_the_end" or position.out is not None
                or not all_melded(rest, options)):  # fmt: skip
        return None
    if not rest and options["go_out_discard"] == "never":
        return None
    after = position.with_hand(position.active, rest, discards=(*position.discards, card))
    if not rest or (out and not options["final_turns"]):
        return ended(after)
    return next_turn(replace(after, out=after.active, finals=len(after.hands)) if out else after)


def next_turn(position: Position) -> Position:
    """The next seat draws, if there is a card to draw."""
    seat = (position.active + 1) % len(position.hands)
    finals = position.finals - 1 if position.out is not None else 0
    played_ = position.played | {position.active} if position.playing else position.played
    after = replace(position, turn=seat, active=seat, phase="draw", taken=(), banned=None,
                    duties=(), laid=0, playing=False, joker=False, met_now=False, refused=False,
                    buyers=(), played=played_, finals=finals)  # fmt: skip
    if position.out is not None and not finals:
        return replace(after, phase="over")
    if not after.stock and not after.discards:
        return replace(after, phase="over")
    return after


def all_melded(hand: Cards, options: Options) -> bool:
    """Whether all cards form melds: the first card is tried in every meld."""
    return len(hand) > MOST_MELDED or _parted([rl.card(c) for c in hand], options["at"])


def _parted(hand: list[rl.Card], at: Any) -> bool:
    if not hand:
        return True
    first, rest = hand[0], hand[1:]
    for size in range(1, len(hand)):
        for some in set(combinations(rest, size)):
            group = [first, *some]
            if naive_arrange.is_set(group, at) or naive_arrange.run_places(group, at):
                left = list(rest)
                for card in some:
                    left.remove(card)
                if _parted(left, at):
                    return True
    return False
