"""Shanghai Rummy, clause by clause: buying."""

from __future__ import annotations

from collections import Counter

import pytest
from shanghai_tables import SHANGHAI, offer
from tables import is_illegal, is_legal, texts

import rummy_lab as rl


def test_shanghai_9_first_take_or_pass_then_the_others_then_draw() -> None:
    deal = offer()
    is_illegal(deal, "draw", "refuse_first", "shanghai-9")
    assert sorted(map(str, deal.legal_actions())) == ["pass", "take"]
    deal.apply("pass")
    for seat in (2, 3, 0):
        assert (deal.turn, deal.phase) == (seat, "buy")
        assert deal.state.active == 1
        assert sorted(map(str, deal.legal_actions())) == ["buy", "pass"]
        deal.apply("pass")
    assert (deal.turn, deal.phase) == (1, "draw")
    assert [str(action) for action in deal.legal_actions()] == ["draw"]
    is_illegal(deal, "take", "upcard_refused", "shanghai-9")
    deal.apply("draw")
    assert texts(deal.discards) == "10h Kc 3h"


@pytest.mark.parametrize("buyer", [2, 3, 0])
def test_shanghai_9_a_buyer_gets_the_upcard_and_a_stock_card(buyer: int) -> None:
    deal = offer()
    deal.apply("pass")
    while deal.turn != buyer:
        deal.apply("pass")
    before = deal.hands[buyer]
    deal.apply("buy")
    assert Counter(deal.hands[buyer]) - Counter(before) == Counter(rl.cards("3h 5s"))
    assert texts(deal.discards) == "10h Kc" and texts(deal.stock) == "8s 8h 10c"
    assert deal.state.buys_used == tuple(int(seat == buyer) for seat in range(4))
    assert (deal.turn, deal.phase) == (1, "draw"), "one buy a turn at most"
    is_illegal(deal, "take", "upcard_refused", "shanghai-9")
    deal.apply("draw")
    assert "10c" in texts(deal.hands[1])


def test_shanghai_9_the_buyer_waits_for_the_own_turn() -> None:
    deal = offer()
    for action in ("pass", "buy", "draw"):
        deal.apply(action)
    assert (deal.turn, deal.phase) == (1, "play")
    is_illegal(deal, "discard 3h", "not_held", "shanghai-8")
    deal.apply("discard Ah")
    assert (deal.turn, deal.phase) == (2, "draw")
    assert len(deal.hands[2]) == 4
    deal.apply("take")
    assert len(deal.hands[2]) == 5
    is_legal(deal, "discard 3h")


def test_shanghai_9_the_player_in_turn_has_the_first_claim() -> None:
    deal = offer()
    deal.apply("take")
    assert (deal.turn, deal.phase) == (1, "play")
    is_illegal(deal, "buy", "nothing_to_buy", "shanghai-9")
    assert deal.state.buys_used == (0, 0, 0, 0)


def test_shanghai_9_a_buy_out_of_order() -> None:
    deal = offer()
    is_illegal(deal, "buy", "nothing_to_buy", "shanghai-9")
    for seat in (0, 2, 3):
        assert not deal.view(seat).check("buy")
        assert deal.view(seat).check("buy").codes[0] == "not_your_turn"
    deal.apply("pass")
    assert deal.turn == 2
    for seat in (0, 1, 3):
        assert deal.view(seat).check("buy").codes[0] == "not_your_turn"
    assert deal.view(2).check("buy")
    for action in ("draw", "take", "discard As", "contract 7s 7h 7d | Ks Kh Kd"):
        is_illegal(deal, action, "buying_now", "shanghai-9")


def test_shanghai_9_buy_priority_from_the_dealer() -> None:
    """ "nearest the dealer's left" is the other reading."""
    rules = SHANGHAI.replace(buy_priority="dealer")
    for dealer, asked in ((0, [2, 3, 0]), (1, [2, 3, 0]), (2, [3, 0, 2]), (3, [0, 2, 3])):
        deal = offer(rules, dealer=dealer)
        deal.apply("pass")
        seats = []
        while deal.phase == "buy":
            seats.append(deal.turn)
            deal.apply("pass")
        assert seats == asked, dealer


def test_shanghai_9_no_upcard_then_draw_at_once() -> None:
    deal = offer(discards="")
    assert [str(action) for action in deal.legal_actions()] == ["draw"]
    is_illegal(deal, "take", "no_upcard", "shanghai-8")
    is_illegal(deal, "pass", "nothing_to_pass", "shanghai-8")


def test_shanghai_9_a_buy_needs_its_penalty_card() -> None:
    deal = offer(stock="", discards="3h")
    assert not deal.can("draw")
    deal.apply("pass")
    assert deal.over or all(str(action) != "buy" for action in deal.legal_actions())


def test_shanghai_9_bought_cards_are_known_to_all_the_penalty_card_is_not() -> None:
    deal = offer()
    for action in ("pass", "buy"):
        deal.apply(action)
    for seat in (0, 1, 3):
        seen = deal.view(seat).state.hands[2]
        assert sorted(map(str, seen)) == ["3h", "??", "??", "??"]
        assert str(deal.view(seat).events[-1].drawn) == "??"
    assert str(deal.view(2).events[-1].drawn) == "5s"


@pytest.mark.parametrize("number", range(1, 11))
def test_shanghai_10_k30_three_buys_four_in_the_last_two_deals(number: int) -> None:
    limit = 4 if number >= 9 else 3
    for used in range(6):
        deal = offer(deal=number, buys_used=[0, 0, used, 0])
        deal.apply("pass")
        assert (deal.turn == 2) == (used < limit), "seats without buys left are skipped"
        if deal.turn == 2:
            is_legal(deal, "buy")
            deal.apply("buy")
            assert deal.state.buys_used[2] == used + 1


def test_shanghai_10_k30_over_the_limit() -> None:
    deal = offer(deal=3, turn=2, active=1, phase="buy", buys_used=[0, 0, 3, 0])
    reason = is_illegal(deal, "buy", "buy_limit", "shanghai-10")
    assert "3" in reason.message and reason.standing == "stated"
    late = offer(deal=9, turn=2, active=1, phase="buy", buys_used=[0, 0, 3, 0])
    is_legal(late, "buy")


def test_shanghai_10_where_nobody_may_buy_pass_leads_to_draw() -> None:
    deal = offer(buys_used=[3, 0, 3, 3])
    deal.apply("pass")
    assert (deal.turn, deal.phase) == (1, "draw")
    assert [str(action) for action in deal.legal_actions()] == ["draw"]


def test_shanghai_10_counted_for_each_player_and_deal() -> None:
    deal = rl.Deal(SHANGHAI, players=3, seed=5, dealer=0)
    for _ in range(12):
        deal.apply("pass")
        if deal.phase == "buy":
            deal.apply("buy")
        deal.apply("draw")
        deal.apply(next(str(a) for a in deal.legal_actions() if str(a).startswith("discard")))
    assert max(deal.state.buys_used) == 3 and len(set(deal.state.buys_used)) == 1
    assert rl.Deal(SHANGHAI, players=3, seed=5, deal=2).state.buys_used == (0, 0, 0)


def test_shanghai_9_in_a_position_on_offer_those_after_are_asked_as_well() -> None:
    deal = offer(turn=2, active=1, phase="buy", buys_used=[0, 0, 0, 3])
    deal.apply("pass")
    assert (deal.turn, deal.phase) == (0, "buy"), "seat 3 has no buys left"
    deal.apply("pass")
    assert (deal.turn, deal.phase) == (1, "draw")


def test_shanghai_9_only_an_upcard_is_on_offer_and_only_to_others() -> None:
    with pytest.raises(ValueError, match="another seat that may buy"):
        offer(turn=1, active=1, phase="buy")
    with pytest.raises(ValueError, match="no upcard to buy"):
        offer(turn=2, active=1, phase="buy", discards="")
