"""A slow referee, written from the rules pages alone, that the engine is compared with.

Cards are plain texts ("10h"), options a plain dict, a position a record of tuples. Nothing here
asks the engine anything; speed does not matter, being right and easy to read does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "shdc"
Options = Mapping[str, Any]
Cards = tuple[str, ...]


def rank(card: str) -> int:
    """Ace 1 to king 13."""
    return RANKS.index(card[:-1]) + 1


def suit(card: str) -> str:
    """The letter of the suit."""
    return card[-1]


def order(card: str) -> tuple[int, int]:
    """The common order of cards: suit, then rank up."""
    return SUITS.index(suit(card)), rank(card)


def in_order(cards: Iterable[str]) -> Cards:
    """The cards sorted in the common order."""
    return tuple(sorted(cards, key=order))


def pack(packs: int = 1) -> Cards:
    """All cards of some packs."""
    return in_order([r + s for s in SUITS for r in RANKS] * packs)


def within(some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether the cards, copies counted, are among the others."""
    return Counter(some) <= Counter(others)


def less(cards: Iterable[str], gone: Iterable[str]) -> Cards:
    """The cards without those gone, one copy for each."""
    return in_order((Counter(cards) - Counter(gone)).elements())


# -- melds ---------------------------------------------------------------------------------------


def windows(ace: str) -> list[tuple[int, ...]]:
    """The ranks of every run of one card or more, for an ace rule."""
    if ace == "round_the_corner":
        return [tuple((start + i) % 13 + 1 for i in range(size))
                for start in range(13) for size in range(1, 14)]  # fmt: skip
    line = {"low": (*range(1, 14),), "high": (*range(2, 14), 1), "high_or_low": (*range(1, 14), 1)}
    ranks = line[ace]
    return [ranks[a:b] for a in range(len(ranks)) for b in range(a + 1, len(ranks) + 1)]


def is_set(cards: Cards, options: Options) -> bool:
    """Whether the cards are a set."""
    least, most = options["set_size"]
    if not least <= len(cards) <= (most or 10**6) or len({rank(c) for c in cards}) != 1:
        return False
    return options["set_suits"] == "any" or len({suit(c) for c in cards}) == len(cards)


_RUNS: dict[str, set[tuple[int, ...]]] = {}


def is_run(cards: Cards, options: Options) -> bool:
    """Whether the cards are a run."""
    if len(cards) < options["run_size"]:
        return False
    if options["run_suits"] == "same" and len({suit(c) for c in cards}) != 1:
        return False
    ace = options["ace"]
    if ace not in _RUNS:
        _RUNS[ace] = {tuple(sorted(w)) for w in windows(ace)}
    return tuple(sorted(map(rank, cards))) in _RUNS[ace]


def kind_of(cards: Cards, options: Options) -> str | None:
    """ "set", "run" or None."""
    if is_set(cards, options):
        return "set"
    return "run" if is_run(cards, options) else None


def melds_within(hand: Iterable[str], options: Options) -> dict[Cards, str]:
    """Every meld within the hand, as sorted cards, with its kind."""
    held = Counter(hand)
    found: dict[Cards, str] = {}
    for number in range(1, 14):
        same = [c for c in held.elements() if rank(c) == number]
        for size in range(1, len(same) + 1):
            for some in combinations(same, size):
                if is_set(some, options):
                    found[in_order(some)] = "set"
    for window in windows(options["ace"]):
        if len(window) < options["run_size"]:
            continue
        for suits in [SUITS] if options["run_suits"] == "any" else SUITS:
            choices = [[c for c in held if rank(c) == r and suit(c) in suits] for r in window]
            for some in product(*choices):
                if within(some, held.elements()) and is_run(some, options):
                    found[in_order(some)] = "run"
    return found


# -- arrangements --------------------------------------------------------------------------------


def points(card: str, options: Options) -> int:
    """What a card costs left in hand."""
    number = rank(card)
    if number == 1:
        return {"low": 1, "high": 10, "high_or_low": 15, "round_the_corner": 15}[options["ace"]]
    return min(number, 10)


def total(cards: Iterable[str], options: Options) -> int:
    """What cards cost left in hand."""
    return sum(points(c, options) for c in cards)


@dataclass(frozen=True)
class Best:
    """The least points left in a hand, and how the tie rule wants its cards: one letter for each
    card in order, S in a set, R in a run, L left."""

    points: int
    labels: str


def best(hand: Iterable[str], options: Options) -> Best:
    """Try every way to take disjoint melds out of the hand.

    The tie rule goes card by card: in a set if some best arrangement has it so, else in a run,
    else left. So a card in a set weighs nothing, in a run 1, left 2, each card more than all that
    follow it together, and a point more than all cards.
    """
    cards = in_order(hand)
    size = len(cards)
    weight = [3 ** (size - 1 - i) for i in range(size)]
    point = 3**size
    left = [points(c, options) * point + 2 * w for c, w in zip(cards, weight, strict=True)]
    melds: list[list[tuple[int, int]]] = [[] for _ in cards]
    for meld, kind in melds_within(cards, options).items():
        places = [[i for i, c in enumerate(cards) if c == wanted] for wanted in dict.fromkeys(meld)]
        counts = Counter(meld)
        picks = product(*(combinations(p, counts[cards[p[0]]]) for p in places))
        for pick in picks:
            spots = [i for group in pick for i in group]
            mask = sum(1 << i for i in spots)
            cost = sum(weight[i] for i in spots) if kind == "run" else 0
            melds[min(spots)].append((mask, cost))
    known: dict[int, int] = {0: 0}

    def cheapest(mask: int) -> int:
        if mask not in known:
            first = (mask & -mask).bit_length() - 1
            ways = [left[first] + cheapest(mask & (mask - 1))]
            ways += [cost + cheapest(mask ^ meld) for meld, cost in melds[first]
                     if meld & mask == meld]  # fmt: skip
            known[mask] = min(ways)
        return known[mask]

    cost = cheapest((1 << size) - 1)
    labels, rest = "", cost % point
    for w in weight:
        labels += "SRL"[rest // w]
        rest %= w
    return Best(cost // point, labels)


# -- positions and actions -----------------------------------------------------------------------

Table = tuple[tuple[int, Cards], ...]
"""The melds on the table: each its owner's seat and its cards, sorted."""


@dataclass(frozen=True)
class Position:
    """A plain snapshot. `banned` is the card that may not be discarded in this turn; `laid` counts
    the new melds of this turn; `played` has the seats that melded or laid off in earlier turns,
    `playing` says whether the seat in turn did in this one."""

    options: Options = field(repr=False)
    hands: tuple[Cards, ...]
    stock: Cards
    discards: Cards
    melds: Table = ()
    turn: int = 0
    phase: str = "draw"
    banned: str | None = None
    laid: int = 0
    recycles: int = 0
    played: frozenset[int] = frozenset()
    playing: bool = False
    out: int | None = None
    whole_hand: bool = False

    @property
    def hand(self) -> Cards:
        """The cards of the seat in turn."""
        return self.hands[self.turn]

    @property
    def can_recycle(self) -> bool:
        """Whether the discard pile may become the stock once more and gives a card to draw.

        Where the upcard stays, or has just been refused, another card must lie below it.
        """
        most = self.options["max_recycles"]
        least = 1 if self.options["stock_out"] == "shuffle" else 2
        allowed = most is None or self.recycles < most
        return self.options["stock_out"] != "end" and allowed and len(self.discards) >= least


@dataclass(frozen=True)
class Action:
    """An action read from its text."""

    verb: str
    cards: Cards = ()
    number: int = 0

    def __str__(self) -> str:
        tail = f" on {self.number}" if self.verb == "lay" else ""
        return " ".join((self.verb, *self.cards)) + tail


def read(text: str) -> Action:
    """An action from its text form."""
    verb, *words = text.split()
    if verb in ("lay", "swap"):
        return Action(verb, tuple(words[:-2]), int(words[-1]))
    return Action(verb, tuple(w for w in words if w != "|"))


def step(position: Position, action: Action, shuffled: Cards | None = None) -> Position | None:
    """The position after an action, or None if a rule forbids it; looks no further ahead.

    `shuffled` is the new stock, bottom to top, where the action shuffles one.
    """
    known = {"draw": _draw, "take": _take, "pass": _pass, "meld": _meld, "lay": _lay,
             "discard": _discard}  # fmt: skip
    if position.phase == "over" or action.verb not in known:
        return None
    wanted = "draw" if action.verb in ("draw", "take", "pass") else "play"
    if position.phase != wanted:
        return None
    if action.verb == "draw":
        return _draw(position, action, shuffled)
    return known[action.verb](position, action)


def _with_hand(position: Position, hand: Iterable[str], **changes: Any) -> Position:
    hands = list(position.hands)
    hands[position.turn] = in_order(hand)
    return replace(position, hands=tuple(hands), **changes)


def _draw(position: Position, action: Action, shuffled: Cards | None = None) -> Position | None:
    stock, discards, recycles = position.stock, position.discards, position.recycles
    if action.cards:
        return None
    if not stock:
        if position.options["stock_out"] in ("flip", "end") or not position.can_recycle:
            return None
        keep = position.options["stock_out"] == "shuffle_keep_upcard"
        turned = discards[:-1] if keep else discards
        stock = tuple(turned) if shuffled is None else shuffled
        if Counter(stock) != Counter(turned):
            raise AssertionError(f"the shuffle of {turned} gave {stock}")
        discards, recycles = (discards[-1:] if keep else ()), recycles + 1
    return _with_hand(position, (*position.hand, stock[-1]), stock=stock[:-1], discards=discards,
                      recycles=recycles, phase="play")  # fmt: skip


def _take(position: Position, action: Action) -> Position | None:
    if not position.discards or action.cards not in ((), position.discards[-1:]):
        return None
    card = position.discards[-1]
    bans = position.options["redraw_discard_ban"] and card not in position.hand
    return _with_hand(position, (*position.hand, card), discards=position.discards[:-1],
                      banned=card if bans else None, phase="play")  # fmt: skip


def _pass(position: Position, action: Action) -> Position | None:
    if position.stock or action.cards:
        return None
    way = position.options["stock_out"]
    if way == "flip" and position.can_recycle:
        turned = tuple(reversed(position.discards))
        return replace(position, stock=turned[:-1], discards=turned[-1:],
                       recycles=position.recycles + 1)  # fmt: skip
    if way in ("shuffle", "shuffle_keep_upcard") and position.can_recycle:
        return None
    return replace(position, phase="over")


def _meld(position: Position, action: Action) -> Position | None:
    options = position.options
    if not within(action.cards, position.hand) or kind_of(action.cards, options) is None:
        return None
    most = options["melds_per_turn"]
    if most is not None and position.laid >= most:
        return None
    meld = (position.turn, in_order(action.cards))
    return _played(position, action.cards, (*position.melds, meld), position.laid + 1)


def _lay(position: Position, action: Action) -> Position | None:
    options = position.options
    if not action.cards or not within(action.cards, position.hand):
        return None
    if not 1 <= action.number <= len(position.melds) or options["lay_off"] == "never":
        return None
    owner, cards = position.melds[action.number - 1]
    own = any(whose == position.turn for whose, _ in position.melds)
    if options["lay_off"] == "own_meld_first" and not own:
        return None
    longer = in_order((*cards, *action.cards))
    if kind_of(longer, options) != kind_of(cards, options):
        return None
    melds = list(position.melds)
    melds[action.number - 1] = (owner, longer)
    return _played(position, action.cards, tuple(melds), position.laid)


def _played(position: Position, cards: Cards, melds: Table, laid: int) -> Position | None:
    hand = less(position.hand, cards)
    if not hand and position.options["go_out_discard"] == "required":
        return None
    after = _with_hand(position, hand, melds=melds, laid=laid, playing=True)
    return after if hand else _out(after)


def _discard(position: Position, action: Action) -> Position | None:
    if len(action.cards) != 1 or not within(action.cards, position.hand):
        return None
    if action.cards[0] == position.banned:
        return None
    last = len(position.hand) == 1
    if last and position.options["go_out_discard"] == "never":
        return None
    after = _with_hand(position, less(position.hand, action.cards),
                       discards=(*position.discards, action.cards[0]))  # fmt: skip
    if last:
        return _out(after)
    played = after.played | {after.turn} if after.playing else after.played
    return replace(after, turn=(after.turn + 1) % len(after.hands), phase="draw", banned=None,
                   laid=0, played=played, playing=False)  # fmt: skip


def _out(position: Position) -> Position:
    return replace(position, phase="over", out=position.turn,
                   whole_hand=position.turn not in position.played)  # fmt: skip


def plays(position: Position) -> Iterator[Action]:
    """Every meld and lay-off the cards allow, whatever else forbids it."""
    for cards in melds_within(position.hand, position.options):
        yield Action("meld", cards)
    for number, (_, cards) in enumerate(position.melds, 1):
        for some in fitting(position.hand, cards, position.options):
            yield Action("lay", some, number)


def fitting(hand: Cards, meld: Cards, options: Options) -> set[Cards]:
    """Every group of cards that can be laid off on a meld, found one card at a time."""
    kind = kind_of(meld, options)
    found: set[Cards] = set()
    grown: set[Cards] = {()}
    while grown:
        grown = {
            in_order((*some, card))
            for some in grown for card in set(less(hand, some))
            if kind_of(in_order((*meld, *some, card)), options) == kind
        }  # fmt: skip
        found |= grown
    return found


def can_end(position: Position) -> bool:
    """Whether some way to play on ends the turn: every way is tried."""
    if position.phase == "over":
        return True
    if position.phase == "draw":
        return True
    for card in set(position.hand):
        if step(position, Action("discard", (card,))) is not None:
            return True
    for action in plays(position):
        after = step(position, action)
        if after is not None and can_end(after):
            return True
    return False


def legal(position: Position, action: str | Action) -> bool:
    """Whether an action is legal, the end of the turn included."""
    read_ = read(action) if isinstance(action, str) else action
    after = step(position, read_)
    return after is not None and can_end(after)


def all_legal(position: Position) -> set[Action]:
    """Every legal action."""
    tries = [Action("draw"), Action("take"), Action("pass")]
    if position.phase == "play":
        tries += [Action("discard", (card,)) for card in set(position.hand)]
        tries += plays(position)
    return {action for action in tries if legal(position, action)}


# -- scores --------------------------------------------------------------------------------------


def scores(hands: Iterable[Iterable[str]], out: int | None, whole_hand: bool,
           options: Options) -> list[Fraction]:  # fmt: skip
    """What a deal adds to each seat's total."""
    left = [Fraction(total(hand, options)) for hand in hands]
    bonus = options["rummy_bonus"] if out is not None and whole_hand else None
    if options["scoring"] == "penalty":
        sign = -1 if options["winner"] == "highest" else 1
        charged = [sign * points * (2 if bonus == "double" else 1) for points in left]
        if out is not None and isinstance(bonus, int):
            charged[out] -= sign * bonus
        return charged
    if out is not None:
        won = sum(left, Fraction()) - left[out]
        if bonus is not None:
            won = 2 * won if bonus == "double" else won + bonus
        return [won if seat == out else Fraction() for seat in range(len(left))]
    least = min(left)
    lowest = [seat for seat, points in enumerate(left) if points == least]
    if options["block_award"] == "difference":
        pool = sum((points - least for points in left), Fraction())
    else:
        pool = sum((p for seat, p in enumerate(left) if seat not in lowest), Fraction())
    return [pool / len(lowest) if seat in lowest else Fraction() for seat in range(len(left))]
