"""What a seat may not see changes nothing in its view: buying, contracts, swaps, sealed choices.

As in `test_views`: a deal is played at random, two cards a seat has never seen are swapped, and the
same actions must show that seat the same in every state that is looked at.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest
from test_views import seen_by
from wild_following import OTHERS, choose, random_rules

import rummy_lab as rl

EVERY = 4
"""Every so many states are looked at."""


@dataclass
class Trail:
    """Where every card lay when a deal began, where it lies now, and who has seen it since.

    Cards are numbered; `hands`, `stock` and `piles` hold the numbers, `seen[seat]` those that a
    seat has seen.
    """

    deal: rl.Deal
    cards: list[rl.Card]
    hands: list[list[int]]
    stock: list[int]
    piles: list[list[int]]
    melds: list[list[int]]
    seen: list[set[int]]
    actions: list[str]

    def public(self, numbers: list[int]) -> None:
        """Everybody has seen some cards."""
        for seen in self.seen:
            seen.update(numbers)

    def from_hand(self, seat: int, cards: Any) -> list[int]:
        """Cards leave a hand for all to see: of equal ones those that had been shown."""
        gone = []
        for card in cards:
            mine = [n for n in self.hands[seat] if self.cards[n] == card]
            shown = [n for n in mine if all(n in seen for seen in self.seen)]
            gone.append((shown or mine)[0])
            self.hands[seat].remove(gone[-1])
        self.public(gone)
        return gone

    def draw(self, seat: int) -> None:
        """The top of the stock goes into a hand, seen by that seat alone."""
        number = self.stock.pop()
        self.hands[seat].append(number)
        self.seen[seat].add(number)

    def take(self, seat: int, pile: list[int], card: rl.Card | None) -> None:
        """The upcard, or a card below it with all above, goes into a hand."""
        place = len(pile) - 1
        while card is not None and self.cards[pile[place]] != card:
            place -= 1
        self.hands[seat] += pile[place:]
        del pile[place:]

    def renew(self, order: tuple[rl.Card, ...]) -> None:
        """The pile becomes the stock in a given order; all its cards have been seen."""
        pile = self.piles[0]
        for card in order:
            self.stock.append(next(n for n in pile if self.cards[n] == card))
            pile.remove(self.stock[-1])


def begin(deal: rl.Deal) -> Trail:
    """The trail of a deal just begun."""
    cards: list[rl.Card] = []

    def number(some: Any) -> list[int]:
        cards.extend(some)
        return list(range(len(cards) - len(some), len(cards)))

    hands = [number(hand) for hand in deal.hands]
    stock = number(deal.stock)
    piles = [number(pile) for pile in deal.state.piles or (deal.discards,)]
    trail = Trail(deal, cards, hands, stock, piles, [], [set(hand) for hand in hands], [])
    trail.public([n for pile in piles for n in pile])
    return trail


def follow(trail: Trail, action: Any) -> None:
    """Play an action, and note who sees what."""
    deal = trail.deal
    seat, swapped = deal.turn, None
    if str(action).startswith("swap"):
        number = int(str(action).split()[-1]) - 1
        swapped = trail.melds[number]
    event = deal.apply(action)
    trail.actions.append(str(action))
    if deal.at.simultaneous:
        for one in event.resolved:
            moved(trail, one.seat, one.action, trail.piles[(one.seat - 1) % len(trail.hands)],
                  trail.piles[one.seat])  # fmt: skip
        return
    if event.recycled and event.action.verb == "pass":
        trail.renew(event.order)
        return
    if event.action.verb == "buy":
        trail.take(seat, trail.piles[0], None)
    if event.recycled:
        trail.renew(event.order)
    if event.action.verb == "buy":
        trail.draw(seat)
    moved(trail, seat, event.action, trail.piles[0], trail.piles[0], swapped)


def moved(trail: Trail, seat: int, action: Any, from_: list[int], to: list[int],
          swapped: list[int] | None = None) -> None:  # fmt: skip
    """What one action does to the cards."""
    verb = action.verb
    if verb == "draw":
        trail.draw(seat)
    elif verb == "take":
        trail.take(seat, from_, action.card)
    elif verb in ("discard", "out"):
        to += trail.from_hand(seat, action.cards)
    elif verb == "swap" and swapped is not None:
        joker = next(n for n in swapped if trail.cards[n].is_joker)
        swapped.remove(joker)
        swapped += trail.from_hand(seat, action.cards)
        trail.hands[seat].append(joker)
    elif verb == "lay":
        trail.melds[action.meld - 1] += trail.from_hand(seat, action.cards)
    elif verb == "meld":
        trail.melds.append(trail.from_hand(seat, action.cards))
    elif verb == "contract":
        for row in action.melds:
            trail.melds.append(trail.from_hand(seat, [placed.card for placed in row]))


def again(trail: Trail, swapped: tuple[int, int] | None = None) -> rl.Deal:
    """The deal as it began, with two cards swapped."""
    cards = list(trail.cards)
    if swapped:
        a, b = swapped
        cards[a], cards[b] = cards[b], cards[a]
    state = trail.deal.root.state
    taken = iter(cards)
    hands = tuple(tuple(sorted(next(taken) for _ in hand)) for hand in state.hands)
    stock = tuple(next(taken) for _ in state.stock)
    return rl.Deal.from_state(state._replace(hands=hands, stock=stock))


def a_trail(variant: str, seed: int) -> Trail:
    """A deal played at random for a while; without a shuffle where all play at once."""
    rng = random.Random(f"{variant} wild views {seed}")
    rules = random_rules(variant, rng)
    least, most = rules["players"]
    deal = rl.Deal(rules, players=rng.randint(least, max(least, min(most, 4))), seed=seed,
                   deal=rng.randint(1, rules.deals or 1))  # fmt: skip
    trail = begin(deal)
    greedy = rl.policy("greedy")
    for _ in range(rng.choice([12, 30, 60])):
        if deal.over or (deal.at.simultaneous and len(deal.stock) < len(deal.hands)):
            break
        clever = rng.random() < 0.6
        follow(trail, greedy(deal.view(deal.turn)) if clever else choose(deal.legal_actions(), rng))
    return trail


def shown_to(deal: rl.Deal, seat: int, actions: list[str]) -> list[Any] | None:
    """What a seat sees in every few states; None if the actions cannot be played."""
    shown = []
    for number, action in enumerate([*actions, None]):
        if action is None or number % EVERY == 0:
            shown.append(seen_by(deal, seat))
        if action is not None:
            if not deal.can(action):
                return None
            deal.apply(action)
    return shown


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", OTHERS)
def test_wild_views_two_unseen_cards_swapped(variant: str, seed: int) -> None:
    trail = a_trail(variant, seed)
    rng = random.Random(seed)
    assert again(trail).state == trail.deal.root.state
    tried = 0
    for seat in range(len(trail.hands)):
        hidden = [n for n in range(len(trail.cards)) if n not in trail.seen[seat]]
        if len(hidden) < 2:
            continue
        a, b = rng.sample(hidden, 2)
        usual = shown_to(again(trail), seat, trail.actions)
        other = shown_to(again(trail, (a, b)), seat, trail.actions)
        if other is not None:
            assert usual == other, f"{trail.deal.rules!r}: seat {seat}, cards {a} and {b}"
            tried += 1
    assert tried


@pytest.mark.parametrize("variant", OTHERS)
def test_wild_views_show_the_own_hand_and_what_lies_open(variant: str) -> None:
    trail = a_trail(variant, 99)
    deal = trail.deal
    for seat, hand in enumerate(deal.hands):
        view = deal.view(seat)
        assert view.hand == hand
        assert view.state.discards == deal.state.discards or deal.at.simultaneous
        assert view.state.melds == deal.state.melds
        assert len(view.state.stock) == len(deal.stock)
        for other, cards in enumerate(view.state.hands):
            known = sorted(trail.cards[n] for n in trail.hands[other] if n in trail.seen[seat])
            told = [card for card in cards if not card.is_unknown]
            assert len(cards) == len(deal.hands[other])
            if not any(event.recycled for event in deal.events):
                assert told == known, f"what seat {seat} knows of seat {other}"
