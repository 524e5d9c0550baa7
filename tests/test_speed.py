"""Speed Three Thirteen: all choose at once, and their choices are resolved together."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from tables import is_illegal, lowest_total_wins, texts

import rummy_lab as rl

SPEED = rl.variant("speed-three-thirteen")
BASE = rl.variant("three-thirteen")


def round_of(deal: rl.Deal, *wanted: str) -> None:
    """Everybody's sealed choice, in the order asked; `-` discards the first card that may go."""
    for want in wanted:
        deal.apply(
            want if want != "-"
            else next(str(a) for a in deal.legal_actions() if str(a).startswith("discard"))
        )  # fmt: skip


@pytest.mark.parametrize("players", [2, 5, 12])
def test_3_13_r1_four_packs_serve_twelve(players: int) -> None:
    pack = SPEED.at(players=players, deal=11).pack
    assert len(pack) == 208 and not any(card.is_joker for card in pack)
    deal = rl.Deal(SPEED, players=players, seed=3, deal=11)
    assert [len(hand) for hand in deal.hands] == [13] * players
    assert [len(pile) for pile in deal.state.piles] == [1] * players
    held = [card for hand in deal.hands for card in hand]
    piles = [card for pile in deal.state.piles for card in pile]
    assert Counter([*deal.stock, *held, *piles]) == Counter(pack)


def test_3_13_r1_everybody_is_asked_and_nothing_moves_before_the_last() -> None:
    deal = rl.Deal(SPEED, players=4, seed=5, dealer=2)
    before = deal.state
    asked = []
    for number in range(4):
        asked.append(deal.turn)
        assert deal.phase == "draw"
        assert deal.hands == before.hands and deal.stock == before.stock
        assert deal.state.piles == before.piles
        deal.apply("draw" if number % 2 else "take")
    assert asked == [3, 0, 1, 2]
    assert deal.phase == "play"
    assert [len(hand) for hand in deal.hands] == [4] * 4
    middle = deal.state
    for _ in range(4):
        assert deal.phase == "play" and deal.hands == middle.hands
        round_of(deal, "-")
    assert deal.phase == "draw" and [len(hand) for hand in deal.hands] == [3] * 4


@pytest.mark.parametrize("players", [2, 3, 6])
def test_3_13_r1_the_pile_on_the_right_is_the_neighbours(players: int) -> None:
    deal = rl.Deal(SPEED, players=players, seed=5)
    piles, hands = deal.state.piles, deal.hands
    for _ in range(players):
        right = (deal.turn - 1) % players
        assert deal.discards == piles[right]
        deal.apply("take")
    for seat in range(players):
        (new,) = Counter(deal.hands[seat]) - Counter(hands[seat])
        assert new == piles[(seat - 1) % players][-1]
    assert all(pile == () for pile in deal.state.piles)
    thrown = []
    for _ in range(players):
        card = next(str(a) for a in deal.legal_actions() if str(a).startswith("discard"))
        thrown.append((deal.turn, card.split()[1]))
        deal.apply(card)
    for seat, card in thrown:
        assert texts(deal.state.piles[seat]) == card


def test_3_13_r1_the_last_choice_resolves_all_as_one_event() -> None:
    deal = rl.Deal(SPEED, players=3, seed=5)
    round_of(deal, "draw", "take")
    assert [event.sealed for event in deal.events] == [True, True]
    assert all(not event.resolved for event in deal.events)
    round_of(deal, "draw")
    resolved = deal.events[-1].resolved
    assert sorted(one.seat for one in resolved) == [0, 1, 2]
    assert {one.seat: str(one.action).split()[0] for one in resolved} == {
        1: "draw", 2: "take", 0: "draw"
    }  # fmt: skip
    round_of(deal, "-", "-", "-")
    assert sorted(one.seat for one in deal.events[-1].resolved) == [0, 1, 2]


def test_3_13_r1_open_choices_are_hidden_in_views() -> None:
    drawn, taken = (rl.Deal(SPEED, players=3, seed=5) for _ in range(2))
    drawn.apply("draw")
    taken.apply("take")
    for seat in (0, 2):
        views = [deal.view(seat) for deal in (drawn, taken)]
        assert views[0].state == views[1].state and views[0].events == views[1].events
        assert str(views[0]) == str(views[1])
        assert "take" not in str(views[1].events) and "draw" not in str(views[0].events)
    assert str(drawn.view(1).events[-1].action) == "draw"
    assert str(taken.view(1).events[-1].action).startswith("take")


def test_3_13_r1_open_discards_are_hidden_too() -> None:
    deals = [rl.Deal(SPEED, players=3, seed=5) for _ in range(3)]
    for deal in deals:
        round_of(deal, "draw", "draw", "draw")
    cards = [str(action) for action in deals[0].legal_actions()][-3:]
    for deal, card in zip(deals, cards, strict=True):
        deal.apply(card)
    for seat in (0, 2):
        views = [deal.view(seat) for deal in deals]
        assert views[0].state == views[1].state == views[2].state
        assert views[0].events == views[1].events == views[2].events
    shown = [deal.view(0) for deal in deals]
    for deal in deals:
        round_of(deal, "-", "-")
    assert len({str(deal.view(0).state.piles[1]) for deal in deals}) == len(set(cards))
    assert shown[0].state.piles[1] == deals[0].state.piles[1][:-1]


def test_3_13_r1_when_all_has_been_resolved_discards_are_open() -> None:
    deal = rl.Deal(SPEED, players=3, seed=5)
    round_of(deal, "draw", "draw", "draw", "-", "-", "-")
    for seat in range(3):
        assert deal.view(seat).state.piles == deal.state.piles
        assert deal.view(seat).events[-1].resolved
        for one in deal.view(seat).events[2].resolved:
            assert (str(one.drawn) == "??") == (one.seat != seat)


def test_3_13_r1_a_choice_is_legal_or_not_before_it_is_resolved() -> None:
    deal = rl.Deal(SPEED, players=3, seed=5)
    is_illegal(deal, "discard 3c", "draw_first", "3-13-r1")
    is_illegal(deal, "meld 3c 3d 3h", "no_melding", "3-13-9")
    round_of(deal, "take", "draw", "draw")
    is_illegal(deal, "draw", "already_drawn", "3-13-r1")
    ((card,),) = [cards for cards in deal.state.took if cards]
    assert deal.hands[1].count(card) == 1
    is_illegal(deal, f"discard {card}", "just_taken", "3-13-14")
    assert not deal.view(2).check("draw")
    assert deal.view(2).check("draw").codes[0] == "not_your_turn"


def everyone_out(seed: int) -> tuple[rl.Deal, list[int]] | None:
    """A deal played until somebody can go out, and who could in that call."""
    deal = rl.Deal(SPEED, players=6, seed=seed)
    for _ in range(6):
        round_of(deal, *["draw"] * 6)
        going = [seat for seat in range(6) if goes_out(deal, seat)]
        if going:
            return deal, going
        round_of(deal, *["-"] * 6)
    return None


def goes_out(deal: rl.Deal, seat: int) -> str | None:
    """An `out` that a seat could say in this call, by the best arrangement of what it keeps."""
    hand = deal.hands[seat]
    for card in hand:
        kept = list(hand)
        kept.remove(card)
        if rl.arrange(kept, SPEED, deal=deal.deal).points == 0:
            return f"out {card}"
    return None


def test_3_13_r1_several_go_out_in_one_call_the_others_get_one_more() -> None:
    found = [(deal, going) for deal, going in filter(None, map(everyone_out, range(40)))
             if 2 <= len(going) < 6]  # fmt: skip
    assert found, "no seed lets two go out in one call"
    for deal, going in found[:4]:
        for _ in range(6):
            out = goes_out(deal, deal.turn)
            round_of(deal, out or "-")
        assert sorted(deal.state.outs) == going
        assert not deal.over and deal.phase == "draw"
        asked = []
        for _ in range(6 - len(going)):
            asked.append(deal.turn)
            deal.apply("draw")
        for _ in range(6 - len(going)):
            assert all(str(action).startswith("discard") for action in deal.legal_actions())
            card = deal.hands[deal.turn][0]
            is_illegal(deal, f"out {card}", "out_in_last_turn", "3-13-r1")
            round_of(deal, "-")
        assert sorted(asked) == [seat for seat in range(6) if seat not in going]
        assert deal.over
        scores = list(deal.score().totals.values())
        assert all(scores[seat] == 0 for seat in going)


def test_3_13_r1_everybody_out_in_one_call_ends_the_deal() -> None:
    rules = SPEED.replace(players=(2, 12))
    for seed in range(400):
        deal = rl.Deal(rules, players=2, seed=seed)
        round_of(deal, "draw", "draw")
        if goes_out(deal, 0) and goes_out(deal, 1):
            for _ in range(2):
                deal.apply(goes_out(deal, deal.turn) or "")
            assert deal.over and sorted(deal.state.outs) == [0, 1]
            assert set(deal.score().totals.values()) == {0}
            return
    raise AssertionError("no seed lets both go out in one call")


def test_3_13_r1_undo_takes_back_one_choice() -> None:
    deal = rl.Deal(SPEED, players=3, seed=5)
    states = [deal.state]
    for action in ("draw", "take", "draw", "-", "-", "-"):
        round_of(deal, action)
        states.append(deal.state)
    for state in reversed(states[:-1]):
        deal.undo()
        assert deal.state == state


def test_3_13_r1_an_empty_pile_cannot_be_drawn_from() -> None:
    deal = rl.Deal(SPEED, players=3, seed=5)
    round_of(deal, "take", "draw", "draw", "-", "-", "-")
    assert all(len(pile) >= 1 for pile in deal.state.piles)
    assert deal.can("take") and deal.can("draw")


def run_down(stock_out: str, **more: Any) -> rl.Deal:
    """Three players and one pack: after three rounds of draws one card is left in the stock."""
    rules = SPEED.replace(players=(2, 3), packs=1, stock_out=stock_out, **more)
    deal = rl.Deal(rules, players=3, seed=5, deal=11)
    for _ in range(3):
        round_of(deal, "draw", "draw", "draw", "-", "-", "-")
    assert len(deal.stock) == 1
    return deal


def all_cards(deal: rl.Deal) -> Counter[rl.Card]:
    held = [card for hand in deal.hands for card in hand]
    return Counter([*held, *deal.stock, *(card for pile in deal.state.piles for card in pile)])


def test_3_13_r1_3_13_15_fewer_cards_than_draws_end_the_deal() -> None:
    deal = run_down("end")
    pack = all_cards(deal)
    round_of(deal, "draw", "draw", "draw")
    assert all_cards(deal) == pack == Counter(deal.at.pack)
    assert deal.over and deal.out is None
    assert deal.score().totals.keys() == set(deal.names)


def test_3_13_r1_3_13_15_the_piles_but_their_upcards_are_shuffled() -> None:
    deal = run_down("shuffle_keep_upcard")
    tops = [pile[-1] for pile in deal.state.piles]
    round_of(deal, "draw", "draw", "draw")
    assert all_cards(deal) == Counter(deal.at.pack)
    assert not deal.over and deal.state.recycles == 1
    assert [texts(pile) for pile in deal.state.piles] == list(map(str, tops))
    assert [len(hand) for hand in deal.hands] == [14] * 3


def test_3_13_r1_3_13_15_who_refuses_when_nothing_can_be_drawn_ends_the_deal() -> None:
    deal = run_down("end")
    round_of(deal, "draw", "take", "take", "-", "-", "-")
    assert deal.stock == () and not deal.over
    is_illegal(deal, "draw", "stock_empty", "house:stock_out")
    for action in ("take", "take", "take", "-", "-", "-"):
        round_of(deal, action)
    assert not deal.over, "all drew from the piles"
    round_of(deal, "take", "pass", "take")
    assert deal.over and deal.out is None
    log = rl.loads(rl.dumps(deal.log))
    assert not log.errors and log.deals[0].state == deal.state
    assert all_cards(deal) == Counter(deal.at.pack)


def test_3_13_r1_the_game_of_eleven_deals() -> None:
    lowest_total_wins(SPEED, deals=11)


HANDS = ["4s 5s 6s", "Kc 7c Ad", "9c 9h 8d"]


def set_up(**known: Any) -> rl.Deal:
    return rl.Deal.from_position(SPEED, HANDS, stock="2s 2h 2d 2c", **known)


def test_3_13_r1_a_position_is_played_by_all_at_once() -> None:
    deal = set_up(discards="9d")
    assert (deal.turn, deal.state.piles) == (1, (rl.cards("9d"), (), ()))
    deal.apply("take")
    assert deal.phase == "draw" and texts(deal.hands[1]) == "Ad 7c Kc", "the choice is sealed"
    round_of(deal, "draw", "draw")
    assert deal.phase == "play" and "9d" in texts(deal.hands[1])
    is_illegal(deal, "discard 9d", "just_taken", "3-13-14")


def test_3_13_r1_a_position_in_the_middle_of_a_turn() -> None:
    deal = set_up(piles=["Qc", "5h 9d", ""], choices=["take", "take"])
    assert deal.turn == 0 and [str(a) for a in deal.legal_actions()] == ["draw"]
    assert str(deal.view(2).state.choices[0]) == "sealed"
    deal.apply("draw")
    assert [texts(pile) for pile in deal.state.piles] == ["", "5h", ""]
    assert "9d" in texts(deal.hands[2])


def test_3_13_r1_the_last_turn_of_a_position() -> None:
    deal = set_up(piles=["Qc", "5h", "8c"], out=0)
    assert (deal.turn, deal.state.outs, deal.state.finals) == (1, (0,), 2)
    round_of(deal, "draw", "draw", "-", "-")
    assert deal.over and deal.score().totals["Player 1"] == 0


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({"discards": "Qc", "piles": ["", "", ""]}, "not both"),
        ({"piles": ["Qc", ""]}, "each of 3 seats, not 2"),
        ({"piles": ["4s", "4s 4s", "4s 4s"]}, "4♠ lies in 6 places"),
        ({"turn": 2}, "Player 2 chooses: turn=1"),
        ({"choices": ["take"]}, "Player 2 cannot choose take: The discard pile is empty"),
        ({"choices": ["draw"] * 3}, "for each of 3 seats but the last"),
        ({"outs": [0, 1, 2]}, "everybody has gone out"),
        ({"took": ["4s", "", ""]}, "the phase is 'play'"),
        ({"phase": "play", "took": ["Jh", "", ""]}, "Player 1 took J♥, but does not hold it"),
    ],
)
def test_3_13_r1_positions_that_cannot_be(known: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        set_up(**known)


def test_3_13_r1_piles_are_refused_where_there_is_one() -> None:
    with pytest.raises(ValueError, match="has one discard pile"):
        rl.Deal.from_position(BASE, HANDS, piles=["", "", ""])


@pytest.mark.parametrize("seed", range(3))
def test_3_13_r1_repr_makes_any_moment_again(seed: int) -> None:
    deal, policy = rl.Deal(SPEED, players=3, seed=seed, deal=2), rl.policy("greedy")
    while not deal.over:
        named = {"Deal": rl.Deal, "variant": rl.variant}
        again = eval(repr(type(deal).from_state(deal.state)), named)
        assert again.state.replace(known=deal.state.known) == deal.state
        deal.apply(policy(deal.view(deal.turn)))
