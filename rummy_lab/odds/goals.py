"""What a player can reach with the cards that come: goals, judged by the engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from rummy_lab.actions import Action, Discard, LayOff, MeldDown, Out
from rummy_lab.arrange import best, best_contract, best_points
from rummy_lab.cards import CODES, JOKER, Card, natural, placed
from rummy_lab.deal import State, View
from rummy_lab.deal.lookahead import best_legal_contract, check, plays
from rummy_lab.deal.moves import begin_turn, step
from rummy_lab.deal.state import sort_hand, without
from rummy_lab.deal.together import facing, playing
from rummy_lab.melds import Meld, each_meld, judge
from rummy_lab.odds.covering import (
    MANY,
    Covering,
    melds_cover,
    melds_that_hold,
    runs_are_mixed,
    suits_are_alike,
)
from rummy_lab.rules import At, nearest

GOALS = ("meld", "contract", "out")
"""The goals that have a name; a meld's text is one too."""

MOST_SEARCHED = 100_000
"""How many states of a turn are looked into before odds are given up."""


class Hit(ABC):
    """Tells whether a goal is reached with the cards that are drawn, in their order."""

    @abstractmethod
    def __call__(self, drawn: tuple[Card, ...]) -> bool: ...

    def kind(self, card: Card) -> Hashable:
        """What is the same for cards between which the goal makes no difference."""
        return card


def hit_of(view: View, goal: str) -> Hit:
    """What tells whether drawn cards reach a goal."""
    if goal == "meld":
        return _Growing(view)
    if goal not in GOALS:
        return _Complete(view, goal)
    if goal == "contract" and not view.state.at.contract:
        raise ValueError(f"{view.state.at.rules.title} has no contracts")
    return _Alone(view, goal)


def lacking_of(view: View, text: str) -> Counter[Card]:
    """The cards of a named meld that are not in hand; raises `ValueError` where it is none."""
    try:
        row = placed(text)
    except ValueError as error:
        word = text.split()[0] if text.split() else text
        near = nearest(word, GOALS) if word.isalpha() and len(word) > 2 else ""
        raise ValueError(f"the goal {text!r} is no meld: {error}{near}") from None
    verdict = judge(row, view.state.at)
    if not verdict:
        raise ValueError(f"the goal {text!r} is no meld here: {verdict}")
    return Counter(p.card for p in row) - Counter(view.hand)


def room_of(view: View) -> int:
    """How many cards the player can hold after a draw."""
    drawn = _may_act(view)
    return len(view.hand) + (0 if drawn else 1)


def _may_act(view: View) -> bool:
    """Whether the seat has drawn in this turn and not discarded yet."""
    state = view.state
    if state.phase != "play":
        return False
    if state.piles:
        chosen = playing(state)[: len(state.choices)]
        return view.seat not in chosen
    return state.active == view.seat


class _Complete(Hit):
    """Whether the cards that a named meld lacks are drawn."""

    def __init__(self, view: View, text: str) -> None:
        self.lacking = lacking_of(view, text)
        self.fits = len(placed(text)) <= room_of(view) or not self.lacking

    def __call__(self, drawn: tuple[Card, ...]) -> bool:
        return self.fits and not self.lacking - Counter(drawn)


class _Growing(Hit):
    """Whether drawn cards and a hand have a meld that the hand alone has not."""

    def __init__(self, view: View) -> None:
        self.at, self.hand, self.room = view.state.at, view.hand, room_of(view)
        self.held = Counter(view.hand)
        self.known: dict[tuple[Card, ...], bool] = {(): False}

    def __call__(self, drawn: tuple[Card, ...]) -> bool:
        key = tuple(sorted(drawn))
        if key not in self.known:
            melds = each_meld(sort_hand((*self.hand, *key)), self.at)
            self.known[key] = any(map(self._is_new, melds))
        return self.known[key]

    def _is_new(self, meld: Meld) -> bool:
        return len(meld) <= self.room and bool(Counter(meld.cards) - self.held)


class _Alone(Hit):
    """Whether a seat that acts alone can go out, or lay its contract, with the cards that come.

    Where suits never matter, the cards of a rank are taken for one another.
    """

    def __init__(self, view: View, goal: str) -> None:
        state = view.state
        self.seat, self.goal, self.at = view.seat, goal, state.at
        self.counting = _by_count(state.at)
        self.alike = suits_are_alike(state.at)
        self.covering = Covering(state.at) if runs_are_mixed(state.at) else None
        self.fewest: dict[tuple[Card, ...], int] = {}
        self.contracts: dict[tuple[Card, ...], bool] = {}
        self.covered: dict[tuple[tuple[Card, ...], int], bool] = {}
        self.melded: dict[tuple[tuple[Card, ...], int, int], tuple[Card, ...] | None] = {}
        self.tried: dict[Hashable, bool] = {}
        self.known: dict[Hashable, bool] = {}
        self.searched = 0
        self.state = self._own_turn(view)

    def __call__(self, drawn: tuple[Card, ...]) -> bool:
        key = tuple(map(self.kind, drawn))
        if key not in self.known:
            self.known[key] = self._reaches(drawn)
        return self.known[key]

    def kind(self, card: Card) -> Hashable:
        """The card, or its rank where suits never matter."""
        return card.rank if self.alike and card is not JOKER else card

    def _reaches(self, drawn: tuple[Card, ...]) -> bool:
        if self.alike:
            held = self.state.hands[self.seat]
            drawn = _suited((*held, *drawn), self.at)[len(held) :]
        if self.state.phase == "play":
            return self._can(self.state, drawn)
        if not drawn:
            return self._reached(self.state)
        return self._can(self._draw(self.state, drawn[0]), drawn[1:])

    def _own_turn(self, view: View) -> State:
        """The state as if it were the seat's turn and nobody else's."""
        state, seat = view.state, self.seat
        acts = _may_act(view)
        if state.piles:
            state = facing(state, seat) if acts else state
            state = state.replace(piles=(), choices=(), turn=seat, active=seat)
        if self.alike:
            hand = state.hands[seat]
            new = dict(zip(hand, _suited(hand, self.at), strict=True))
            held = sort_hand(_suited(hand, self.at))
            state = state.replace(
                hands=tuple(held if n == seat else h for n, h in enumerate(state.hands)),
                known=tuple(() if n == seat else k for n, k in enumerate(state.known)),
                banned=tuple(new[card] for card in state.banned if card in new),
                duties=tuple(new[card] for card in state.duties if card in new),
            )
        return state if acts else begin_turn(state, seat)

    def _draw(self, state: State, card: Card) -> State:
        hand = sort_hand((*state.hands[self.seat], card))
        hands = tuple(hand if n == self.seat else h for n, h in enumerate(state.hands))
        return state.replace(phase="play", hands=hands)

    def _reached(self, state: State) -> bool:
        if self.goal == "contract":
            return state.met[self.seat]
        return state.out == self.seat

    def _can(self, state: State, coming: tuple[Card, ...]) -> bool:
        """Whether the goal can be reached from a state in which the seat may play."""
        if self._reached(state):
            return True
        key = (state.hand, state.melds, state.melds_now, state.met_now, state.duties,
               state.banned, coming)  # fmt: skip
        if key not in self.tried:
            self.tried[key] = self._possible(state, coming) and self._found(state, coming)
        return self.tried[key]

    def _found(self, state: State, coming: tuple[Card, ...]) -> bool:
        """`_can`, by trying every play and every end of the turn."""
        self.searched += 1
        if self.searched > MOST_SEARCHED:
            raise ValueError("there are too many ways to play: ask for fewer draws")
        if self._waits(state, coming):
            return self._found_by_end(state, coming) or self._found_by_play(state, coming)
        return self._found_by_play(state, coming) or self._found_by_end(state, coming)

    def _found_by_play(self, state: State, coming: tuple[Card, ...]) -> bool:
        for action, melds in self._plays(state):
            after = step(state, action, melds)[0]
            if self._reached(after) or (not after.over and self._can(after, coming)):
                return True
        return False

    def _found_by_end(self, state: State, coming: tuple[Card, ...]) -> bool:
        for action in self._ends(state, coming):
            if check(state, action).reasons:
                continue
            after = step(state, action)[0]
            if self._reached(after):
                return True
            if coming and not after.over:
                again = self._draw(begin_turn(after, self.seat), coming[0])
                if self._can(again, coming[1:]):
                    return True
        return False

    def _plays(self, state: State) -> Iterator[tuple[Action, tuple[Meld, ...]]]:
        """Plays to the table, the most promising first."""
        if self.at.melding == "at_the_end":
            return
        if self.at.melding == "contract":
            first = best_legal_contract(state)
            if first is not None:
                yield first
            if self.goal == "contract":
                return
        else:
            for meld in best(state.hand, self.counting).melds:
                action = MeldDown(meld.placed)
                verdict = check(state, action)
                if not verdict.reasons:
                    yield action, verdict.melds
        for action, melds in plays(state):
            # several cards can be laid off one after the other, unless there is a limit of wilds
            several = isinstance(action, LayOff) and len(action.placed) > 1
            if not several or self.at.wilds_per_meld is not None:
                yield action, melds

    def _ends(self, state: State, coming: tuple[Card, ...]) -> Iterator[Action]:
        """The ends of the turn: going out where it is said, then discards, useless cards first."""
        cards = list(dict.fromkeys(state.hand))
        if self.at.melding == "at_the_end":
            if self.goal == "out":
                yield from (Out(card) for card in cards if not self._left(state.hand, card))
            yield from map(Discard, cards if coming else ())
        elif coming or len(state.hand) == 1:
            yield from map(Discard, self._useless_first(state, coming))

    def _left(self, hand: tuple[Card, ...], card: Card) -> int:
        """How many cards are in no meld at least, without a card."""
        return self._fewest(without(hand, [card])[0])

    def _useless_first(self, state: State, coming: tuple[Card, ...]) -> list[Card]:
        """The different cards of a hand, first those that are in no meld with what comes."""
        melded = self._wanted(state, coming)
        if melded is None:
            left = set(best(sort_hand((*state.hand, *coming)), self.counting).deadwood)
        else:
            left = set(Counter(state.hand) - Counter(melded))
        return sorted(dict.fromkeys(state.hand), key=lambda card: card not in left)

    def _waits(self, state: State, coming: tuple[Card, ...]) -> bool:
        """Whether the melds to go out with need a card that is still to come."""
        melded = self._wanted(state, coming)
        return melded is not None and bool(Counter(melded) - Counter(state.hand))

    def _wanted(self, state: State, coming: tuple[Card, ...]) -> tuple[Card, ...] | None:
        """The cards of melds to go out with; None where it is not known."""
        pool = sort_hand((*state.hand, *coming))
        known = self.goal == "out" and self.covering is None and self._plain(pool)
        return self._melded(state, pool) if known else None

    # --- what cannot be -----------------------------------------------------------------------

    def _possible(self, state: State, coming: tuple[Card, ...]) -> bool:
        """False only where no way can lead to the goal: too many cards would be left."""
        pool = sort_hand((*state.hand, *coming))
        waits = self.at.melding == "contract" and not state.met[self.seat]
        if self.goal == "contract":
            return waits and self._has_contract(pool)
        discards = len(coming) + (self.at.go_out_discard != "never")
        if len(pool) <= discards:
            return True
        left = discards + self._layable(state, pool)
        if self.at.melding == "contract" and not waits:
            return len(pool) <= left
        if self._fewest(pool) > left:
            return False
        if waits:
            return self._has_contract(pool) and self._in_contract(pool, left)
        if self.covering is None:
            return not self._plain(pool) or self._melded(state, pool) is not None
        limit = self.at.melds_per_turn
        melds = MANY if limit is None else limit * (1 + len(coming)) - state.melds_now
        return self.covering.can(pool, state.melds, melds, discards)

    def _melded(self, state: State, pool: tuple[Card, ...]) -> tuple[Card, ...] | None:
        """Cards that melds can hold: as many as are in hand, or all but the last discard.

        However many cards come, as many are discarded before the last turn: three melds of three
        do not take ten cards, nor do four. None where there are no such melds.
        """
        held, layable = len(state.hand), self._layable(state, pool)
        most = held - (self.at.go_out_discard == "required")
        least = held - (self.at.go_out_discard != "never") - layable
        key = (pool, least, most)
        if key not in self.melded:
            self.melded[key] = melds_that_hold(pool, self.at, least, most)
        return self.melded[key]

    def _plain(self, pool: Sequence[Card]) -> bool:
        """Whether melds are laid down as they come, and there are no wilds."""
        return self.at.melding == "any_turn" and not any(self.at.wild[c.code] for c in pool)

    def _fewest(self, pool: tuple[Card, ...]) -> int:
        """How many cards are in no meld at least."""
        if pool not in self.fewest:
            self.fewest[pool] = best_points(pool, self.counting)
        return self.fewest[pool]

    def _in_contract(self, pool: tuple[Card, ...], left: int) -> bool:
        """Whether as many melds as the contract has could take the cards, as far as lay-offs go."""
        key = (pool, left)
        if key not in self.covered:
            kinds = {part.kind for part in self.at.contract}
            self.covered[key] = melds_cover(pool, self.at, len(self.at.contract), left, kinds)
        return self.covered[key]

    def _has_contract(self, pool: tuple[Card, ...]) -> bool:
        if pool not in self.contracts:
            self.contracts[pool] = best_contract(pool, self.at) is not None
        return self.contracts[pool]

    def _layable(self, state: State, pool: Sequence[Card]) -> int:
        """How many cards at most could be laid off on the melds of the table."""
        if self.at.lay_off == "never":
            return 0
        places = 0
        held: Counter[Card] = Counter()
        for laid in state.melds:
            if _swappable(laid.meld, pool, self.at):
                return len(pool)
            cards, room = _fitting(laid.meld, pool, self.at)
            held |= Counter(cards)
            places += room
        return min(places, held.total())


def _swappable(meld: Meld, pool: Sequence[Card], at: At) -> bool:
    """Whether a card might be swapped for a joker of a meld."""
    if at.joker_swap == "never" or (at.joker_swap == "runs" and meld.kind == "set"):
        return False
    pairs = zip(meld.cards, meld.stands, strict=True)
    return any(card is JOKER and stands in pool for card, stands in pairs)


def _fitting(meld: Meld, pool: Sequence[Card], at: At) -> tuple[list[Card], int]:
    """The cards that might go to a meld once others have, and how many of them at most."""
    wilds = [card for card in pool if at.wild[card.code]]
    if meld.kind == "set":
        rank, most = meld.stands[0].rank, at.set_size[1]
        cards = [card for card in pool if card.rank == rank or at.wild[card.code]]
        return cards, len(cards) if most is None else min(len(cards), most - len(meld))
    suits = at.suits if at.run_suits == "any" else meld.stands[0].suit
    near = [card for card in pool if card.suit and card.suit in suits and card not in wilds]
    ranks = {card.rank for card in near}
    if not wilds:
        ranks = _reached(meld, ranks)
    cards = [card for card in near if card.rank in ranks]
    return cards + wilds, min(len(ranks) + len(wilds), at.longest_run - len(meld))


def _reached(meld: Meld, ranks: set[int]) -> set[int]:
    """The ranks that lead on without a gap from either end of a run."""
    found: set[int] = set()
    for start, way in ((meld.stands[0].rank, -1), (meld.stands[-1].rank, 1)):
        rank = (start + way - 1) % 13 + 1
        while rank in ranks and rank not in found:
            found.add(rank)
            rank = (rank + way - 1) % 13 + 1
    return found


def _suited(cards: Sequence[Card], at: At) -> tuple[Card, ...]:
    """Cards of the same ranks, the first of each rank in the first suit and so on."""
    seen: Counter[int] = Counter()
    found: list[Card] = []
    for card in cards:
        suit = at.suits[seen[card.rank] % len(at.suits)]
        found.append(natural(card.rank, suit) if card.suit else card)
        seen[card.rank] += 1
    return tuple(found)


def _by_count(at: At) -> At:
    """The same rules with every card worth one point: the best arrangement melds most cards."""
    found = At(at.rules, at.players, at.deal)
    found.points = (1,) * CODES
    return found
