"""What a seat may not see changes nothing in its view.

A deal is played at random and remembered as a layout: which card lay in which place when it
began. Two places whose cards a seat has never seen are then swapped, the same actions are played
again, and in every state on the way the seat's view must be the same.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from following import choose, random_rules
from tables import SHIPPED, table, texts

import rummy_lab as rl


@dataclass
class Layout:
    """Where every card lay when a deal began, and who has seen it since.

    Places are numbered: `place[n]` is ("hand", seat) or ("stock", from the bottom). `hands` and
    `piles` hold the numbers as the deal goes on; `seen[seat]` has those a seat has seen.
    """

    cards: list[str]
    place: list[tuple[str, int]]
    hands: list[list[int]]
    stock: list[int]
    pile: list[int]
    seen: list[set[int]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)

    def show(self, number: int) -> None:
        """Everybody has seen a card."""
        for seen in self.seen:
            seen.add(number)

    def of_hand(self, seat: int, card: str) -> int:
        """The number of a card of a hand: one that has been shown, if there are several."""
        mine = [n for n in self.hands[seat] if self.cards[n] == card]
        public = [n for n in mine if all(n in seen for seen in self.seen)]
        return (public or mine)[0]


def lay_out(deal: rl.Deal) -> Layout:
    """The layout of a deal just begun."""
    cards: list[str] = []
    place: list[tuple[str, int]] = []
    hands: list[list[int]] = []
    for seat, hand in enumerate(deal.hands):
        hands.append(list(range(len(cards), len(cards) + len(hand))))
        cards += map(str, hand)
        place += [("hand", seat)] * len(hand)
    stock = list(range(len(cards), len(cards) + len(deal.stock)))
    cards += map(str, deal.stock)
    place += [("stock", n) for n in range(len(deal.stock))]
    pile = [len(cards)]
    cards += map(str, deal.discards)
    place.append(("pile", 0))
    layout = Layout(cards, place, hands, stock, pile, [set(hand) for hand in hands])
    layout.show(pile[0])
    return layout


def again(deal: rl.Deal, layout: Layout, swapped: tuple[int, int] | None = None) -> rl.Deal:
    """The deal as it began, with the cards of two places swapped."""
    cards = list(layout.cards)
    if swapped:
        a, b = swapped
        cards[a], cards[b] = cards[b], cards[a]
    at = [("hand", seat) for seat in range(len(deal.hands))]
    hands = [" ".join(c for c, p in zip(cards, layout.place, strict=True) if p == h) for h in at]
    stock = " ".join(c for c, p in zip(cards, layout.place, strict=True) if p[0] == "stock")
    return rl.Deal.from_position(
        deal.rules, hands=hands, stock=stock, discards=cards[-1],
        turn=(deal.dealer + 1) % len(hands), phase="draw", names=list(deal.names),
        dealer=deal.dealer, seed=deal.seed,
    )  # fmt: skip


def follow(deal: rl.Deal, layout: Layout, action: Any) -> None:
    """Play an action, and note who sees what."""
    seat = deal.turn
    verb, *cards = str(action).split()
    deal.apply(action)
    if verb == "draw":
        layout.hands[seat].append(layout.stock.pop())
        layout.seen[seat].add(layout.hands[seat][-1])
    elif verb == "take":
        layout.hands[seat].append(layout.pile.pop())
    elif verb == "pass":
        if deal.events[-1].recycled:
            layout.stock, layout.pile = layout.pile[:0:-1], layout.pile[:1]
    else:
        for card in cards[: -2 if verb == "lay" else None]:
            number = layout.of_hand(seat, card)
            layout.hands[seat].remove(number)
            layout.show(number)
            if verb == "discard":
                layout.pile.append(number)
    layout.actions.append(str(action))
    layout.seats.append(seat)


def seen_by(deal: rl.Deal, seat: int) -> tuple[Any, ...]:
    """All that a view shows."""
    view = deal.view(seat)
    checks = [str(view.check(action)) for action in ("draw", "take", "pass", "buy")]
    return (view.state, view.events, list(map(str, view.legal_actions())), view.unseen, view.hand,
            str(view), repr(view), checks)  # fmt: skip


def a_deal(variant: str, seed: int, rng: random.Random) -> tuple[rl.Deal, Layout]:
    """A deal without a shuffle, played at random for a while or to its end."""
    rules = random_rules(variant, rng)
    if "shuffle" in rules.stock_out:
        rules = rules.replace(stock_out=rng.choice(["flip", "end"]))
    deal = rl.Deal(rules, players=rng.randint(2, 4), seed=seed, dealer=0)
    layout = lay_out(deal)
    for _ in range(rng.choice([3, 10, 40, 120])):
        if deal.over:
            break
        follow(deal, layout, choose(list(deal.legal_actions()), rng))
    return deal, layout


@pytest.mark.parametrize("seed", range(14))
@pytest.mark.parametrize("variant", SHIPPED)
def test_views_two_unseen_cards_swapped(variant: str, seed: int) -> None:
    rng = random.Random(f"{variant} views {seed}")
    deal, layout = a_deal(variant, seed, rng)
    assert again(deal, layout).state._replace(at=deal.at) == deal.root.state
    tried = 0
    for seat in range(len(deal.hands)):
        hidden = [n for n in range(len(layout.cards)) if n not in layout.seen[seat]]
        pairs = [rng.sample(hidden, 2) for _ in range(3)] if len(hidden) > 1 else []
        usual = again(deal, layout)
        shown = [seen_by(usual, seat)]
        for action in layout.actions:
            usual.apply(action)
            shown.append(seen_by(usual, seat))
        for a, b in pairs:
            tried += look_alike(again(deal, layout, (a, b)), layout, seat, shown)
    assert tried or not layout.stock


def look_alike(deal: rl.Deal, layout: Layout, seat: int, shown: list[Any]) -> int:
    """Play the deal with two cards swapped; 0 if it could not be played to its end."""
    for view, action in zip(shown, [*layout.actions, None], strict=True):
        assert seen_by(deal, seat) == view
        if action is not None:
            if not deal.can(action):
                return 0
            deal.apply(action)
    return 1


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("variant", SHIPPED)
def test_views_show_all_that_was_seen_and_no_more(variant: str, seed: int) -> None:
    rng = random.Random(f"{variant} seen {seed}")
    deal, layout = a_deal(variant, seed, rng)
    for seat in range(len(deal.hands)):
        view = deal.view(seat)
        hidden = Counter(c for n, c in enumerate(layout.cards) if n not in layout.seen[seat])
        assert Counter(map(str, view.unseen)) == hidden
        for other, hand in enumerate(layout.hands):
            shown = Counter(layout.cards[n] for n in hand if n in layout.seen[seat])
            cards = view.state.hands[other]
            assert len(cards) == len(hand)
            assert Counter(str(c) for c in cards if not c.is_unknown) == shown
        stock = [layout.cards[n] if n in layout.seen[seat] else "??" for n in layout.stock]
        assert list(map(str, view.state.stock)) == stock
        assert view.state.discards == deal.discards
        assert view.state.melds == deal.state.melds
        assert view.state.seed is None


@pytest.mark.parametrize("variant", SHIPPED)
def test_views_legal_actions_are_those_of_the_deal(variant: str) -> None:
    rng = random.Random(variant)
    deal = rl.Deal(rl.variant(variant), players=3, seed=2)
    while not deal.over:
        for seat in range(3):
            wanted = list(deal.legal_actions()) if seat == deal.turn else []
            assert list(deal.view(seat).legal_actions()) == wanted
        deal.apply(choose(list(deal.legal_actions()), rng))
    assert all(not deal.view(seat).legal_actions() for seat in range(3))


def test_views_a_check_of_another_seat_says_whose_turn_it_is() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], phase="draw")
    verdict = deal.view(1).check("draw")
    assert verdict.codes[0] == "not_your_turn"
    assert "remi-4" in verdict.clauses
    assert deal.view(0).check("draw")


def test_views_after_a_flip_the_order_of_the_pile_is_known() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d 5c", phase="draw")
    deal.apply("pass")
    for seat in (0, 1):
        assert texts(deal.view(seat).state.stock) == "5c 4d 3d"
    deal.apply("draw")
    assert "3d" in texts(deal.view(1).state.hands[0])
    assert str(deal.view(1).events[-1].drawn) == "3d"


def test_views_after_a_shuffle_only_its_cards_are_known() -> None:
    def views(seed: int) -> list[tuple[Any, ...]]:
        deal = table("rummy", ["7s 8h", "2c Ks", "3h 4h"], stock="", phase="draw", seed=seed,
                     discards="2d 3d 4d 5c 9c 10c Jc Qc")  # fmt: skip
        deal.apply("draw")
        return [seen_by(deal, seat) for seat in (1, 2)]

    first = views(1)
    for seed in range(2, 8):
        assert views(seed) == first
    state = first[0][0]
    assert all(card.is_unknown for card in state.stock) and state.discards == ()


def test_views_a_card_taken_from_the_pile_is_known_to_all() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], discards="5d Jd", phase="draw")
    deal.apply("take")
    assert sorted(map(str, deal.view(1).state.hands[0])) == ["??", "??", "Jd"]
    deal.apply("discard 7s")
    assert sorted(map(str, deal.view(1).state.hands[0])) == ["??", "Jd"]


def test_views_the_seed_is_not_told() -> None:
    deal = rl.Deal(rl.variant("remi"), players=2, seed=987654321)
    for seat in (0, 1):
        view = deal.view(seat)
        assert "987654321" not in repr(view.state) + str(view) + repr(view)


def test_views_a_policy_sees_only_a_view() -> None:
    """Greedy play is the same whatever lies where the player cannot see."""
    choice = rl.policy("greedy")
    first = table("rummy", ["7s 8h 9c", "2c Ks 3h"], stock="4d Jd 10c", phase="draw")
    other = table("rummy", ["7s 8h 9c", "2c 10c 3h"], stock="4d Jd Ks", phase="draw")
    assert choice(first.view(0)) == choice(other.view(0))
