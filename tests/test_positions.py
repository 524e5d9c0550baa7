"""Positions set up by hand: good ones, and impossible ones refused with the reason."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tables import is_illegal, is_legal, table, texts

import rummy_lab as rl

GOOD: dict[str, Any] = {
    "hands": ["7s 8h 9c", "2c Ks"], "stock": "3c 4c", "discards": "5d Jd",
    "melds": [(0, "4s 5h 6d"), (1, "Qs Qh Qd")], "turn": 1, "phase": "draw", "names": ["Ana", "Bo"],
}  # fmt: skip


def position(rules: str | rl.Rules = "remi", **changes: Any) -> rl.Deal:
    made = rl.variant(rules) if isinstance(rules, str) else rules
    return rl.Deal.from_position(made, **{**GOOD, **changes})


def test_positions_everything_is_where_it_was_put() -> None:
    deal = position()
    assert [texts(hand) for hand in deal.hands] == ["7s 8h 9c", "Ks 2c"]
    assert texts(deal.stock) == "3c 4c" and texts(deal.discards) == "5d Jd"
    assert [(m.owner, m.meld.kind, texts(m.meld.cards)) for m in deal.melds] == [
        (0, "run", "4s 5h 6d"), (1, "set", "Qs Qh Qd")
    ]  # fmt: skip
    assert (deal.turn, deal.phase, deal.deal, deal.over) == (1, "draw", 1, False)
    assert tuple(deal.names) == ("Ana", "Bo")
    deal.apply("draw")
    assert "4c" in texts(deal.hands[1]), "piles go from bottom to top"


def test_positions_cards_may_be_given_as_cards() -> None:
    deal = position(hands=[rl.cards("7s 8h 9c"), rl.cards("2c Ks")], stock=rl.cards("3c 4c"),
                    discards=rl.cards("5d Jd"),
                    melds=[(0, rl.cards("4s 5h 6d")), (1, "Qs Qh Qd")])  # fmt: skip
    assert deal.state == position().state


def test_positions_names_by_default() -> None:
    deal = rl.Deal.from_position(rl.variant("remi"), hands=["7s", "8s", "9s"], stock="2c",
                                 discards="3c", turn=0, phase="draw")  # fmt: skip
    assert tuple(deal.names) == ("Player 1", "Player 2", "Player 3")


def test_positions_the_rest_as_stock_is_shuffled_by_the_seed() -> None:
    def rest(seed: int) -> rl.Deal:
        return position(stock="rest", seed=seed)

    deal = rest(3)
    held = [*deal.hands[0], *deal.hands[1], *deal.discards]
    laid = [card for meld in deal.melds for card in meld.meld.cards]
    assert Counter([*deal.stock, *held, *laid]) == Counter(deal.at.pack)
    assert rest(3).stock == deal.stock != rest(4).stock


def test_positions_melds_on_the_table_count_as_laid_in_earlier_turns() -> None:
    deal = position("rummy", hands=["7s 7h 7d", "2c Ks"], melds=[(0, "4s 5s 6s")], turn=0,
                    phase="play")  # fmt: skip
    deal.apply("meld 7s 7h 7d")
    assert not deal.final_position().whole_hand
    remi = position(hands=["7s 7h 7d 8c 9h 10c", "2c Ks"], melds=[(0, "4s 5s 6s")], turn=0,
                    phase="play")  # fmt: skip
    is_legal(remi, "meld 7s 7h 7d")


def test_positions_what_a_turn_remembers() -> None:
    taken = position(hands=["7s 7h 2d 9c", "2c Ks"], turn=0, phase="play", taken="2d")
    is_illegal(taken, "discard 2d", "just_taken", "remi-14")
    is_legal(position(hands=["7s 7h 2d 9c", "2c Ks"], turn=0, phase="play"), "discard 2d")
    laid = position(hands=["7s 7h 7d 9c", "2c Ks"], turn=0, phase="play", melds_now=1)
    is_illegal(laid, "meld 7s 7h 7d", "melds_limit", "remi-8")


def test_positions_recycles_are_remembered() -> None:
    deal = position(stock="", recycles=10)
    deal.apply("pass")
    assert deal.over


def test_positions_history_starts_here() -> None:
    deal = position()
    first = deal.state
    deal.apply("draw")
    deal.undo()
    assert deal.state == first and deal.events == ()


def test_positions_of_several_packs() -> None:
    two = rl.variant("remi", packs=2)
    deal = position(two, hands=["7s 7s 9c", "2c Ks"])
    assert texts(deal.hands[0]) == "7s 7s 9c"
    with pytest.raises(ValueError, match="7♠ lies in 3 places"):
        position(two, hands=["7s 7s 9c", "7s Ks"])


IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("a card in two hands", {"hands": ["7s 8h 9c", "7s Ks"]}, "7♠"),
    ("a card twice in one hand", {"hands": ["7s 7s 9c", "2c Ks"]}, "7♠"),
    ("a card in a hand and on the table", {"hands": ["4s 8h 9c", "2c Ks"]}, "4♠"),
    ("a card in both piles", {"stock": "3c 5d"}, "5♦"),
    ("a card in a hand and in the stock", {"stock": "3c 9c"}, "9♣"),
    ("a joker where there is none", {"hands": ["7s JK 9c", "2c Ks"]}, "JK"),
    ("a card of a suit that is not played", {"hands": ["7s 8t 9c", "2c Ks"]}, "8★"),
    ("no meld", {"melds": [(0, "4s 5h 7d")]}, "meld 1.*6"),
    ("no meld: too few", {"melds": [(0, "4s 5h")]}, "meld 1"),
    ("no meld: the second", {"melds": [(0, "4s 5h 6d"), (1, "Qs Qh Kd")]}, "meld 2"),
    ("a run of two suits", {"rules": "rummy"}, "meld 1"),
    ("a meld of nobody", {"melds": [(2, "4s 5h 6d")]}, "seats are numbered 0 to 1"),
    ("a meld without an owner", {"melds": ["4s 5h 6d"]}, "meld 1"),
    ("nobody's turn", {"turn": 2}, "turn=2.*0 to 1"),
    ("a negative seat", {"turn": -1}, "turn=-1.*0 to 1"),
    ("no seat", {"turn": "Bo"}, "turn='Bo'"),
    ("no dealer", {"dealer": 5}, "dealer=5.*0 to 1"),
    ("no phase", {"phase": "meld"}, "'meld'.*draw, buy, play, over"),
    ("a phase of games with buying", {"phase": "buy"}, "buy"),
    ("no card left before the end", {"hands": ["", "2c Ks"]}, "Ana"),
    ("no card left to play", {"hands": ["7s", ""], "phase": "play"}, "Bo"),
    ("one who is out, but the deal goes on", {"out": 0}, "out"),
    ("out is nobody", {"out": 4, "phase": "over"}, "out=4"),
    ("names twice", {"names": ["Ana", "Ana"]}, "Ana"),
    ("a name too many", {"names": ["Ana", "Bo", "Cy"]}, "3 names.*2 hands"),
    ("an empty name", {"names": ["Ana", " "]}, "name"),
    ("one hand", {"hands": ["7s"], "names": None}, "2 to 6 players"),
    ("seven hands", {"hands": ["7s", "7h", "7d", "7c", "8s", "8h", "8d"], "names": None},
     "2 to 6 players"),
    ("a hand too big", {"hands": ["2s 3s 7s 8s 9s 10s Js Ks 7h 8h 9h", "2c Kd"]}, "11 cards.*10"),
    ("a hand too big after the draw",
     {"hands": ["2c Kd", "2s 3s 7s 8s 9s 10s Js Ks 7h 8h 9h 10h"], "phase": "play"},
     "12 cards.*10"),
    ("no card", {"hands": ["7s 8x", "2c Ks"]}, "8x"),
    ("hands as one text", {"hands": "7s 8h"}, "list of hands"),
    ("taken, but not held", {"phase": "play", "taken": "9d"}, "9♦"),
    ("taken before the draw", {"taken": "2c"}, "taken"),
    ("a negative number of recycles", {"recycles": -1}, "recycles=-1"),
    ("a seed that is none", {"seed": "lucky"}, "seed.*integer.*'lucky'"),
    ("a deal that is none", {"deal": 0}, "deal"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "said"), [c[1:] for c in IMPOSSIBLE],
                         ids=[c[0].replace(" ", "_") for c in IMPOSSIBLE])  # fmt: skip
def test_positions_impossible_ones_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        position(**changes)
    message = str(caught.value)
    assert "\n" not in message and len(message) < 300


def test_positions_eleven_cards_are_right_after_the_draw() -> None:
    eleven = "2s 3s 7s 8s 9s 10s Js Ks 7h 8h 9h"
    deal = position(hands=["2c Kd", eleven], phase="play")
    assert len(deal.hands[1]) == 11


def test_positions_unknown_cards_are_read() -> None:
    deal = position(hands=["7s ?? ??", "2c Ks"], stock="?? ??", turn=0)
    assert deal.hands[0].count(rl.card("??")) == 2


def test_positions_too_many_unknown_cards() -> None:
    with pytest.raises(ValueError, match="52"):
        position(stock=" ".join(["??"] * 60))


def test_positions_a_deal_that_is_over_is_scored() -> None:
    deal = position(hands=["", "2c Ks"], phase="over", out=0)
    assert deal.over and deal.score().totals == {"Ana": 12, "Bo": 0}
    blocked = position(hands=["7s", "2c Ks"], phase="over")
    assert blocked.score().totals == {"Ana": 12, "Bo": 0}


@pytest.mark.parametrize("variant", ["remi", "rummy", "block"])
def test_positions_neither_stock_nor_pile_ends_the_deal(variant: str) -> None:
    """A turn that can give no card ends the deal: no state is left without a legal action."""
    deal = position(variant, stock="", discards="", melds=[(1, "Qs Qh Qd")])
    assert deal.over or deal.legal_actions()
    if not deal.over:
        deal.apply(deal.legal_actions()[0])


def test_positions_a_single_taken_card_in_hand_leaves_no_legal_action() -> None:
    """Such a turn could never have begun: it has to be refused, or to have a way on."""
    try:
        deal = position(hands=["7s", "2d"], turn=1, phase="play", taken="2d", melds=[])
    except ValueError as refused:
        assert "2♦" in str(refused)
    else:
        assert deal.legal_actions()


def test_positions_can_be_built_from_any_state_of_a_deal() -> None:
    deal = rl.Deal(rl.variant("rummy"), players=3, seed=4)
    for _ in range(6):
        deal.apply("draw")
        deal.apply(f"discard {deal.hands[deal.turn][-1]}")
        again = rl.Deal.from_position(
            deal.rules, hands=deal.hands, stock=deal.stock, discards=deal.discards, turn=deal.turn,
            phase=deal.phase, dealer=deal.dealer, seed=deal.seed,
        )  # fmt: skip
        assert again.hands == deal.hands and again.stock == deal.stock
        assert list(map(str, again.legal_actions())) == list(map(str, deal.legal_actions()))


def test_positions_str_shows_the_table() -> None:
    said = str(table("remi", ["7s 8h", "2c Ks"]))
    assert "Ana" in said and "Bo" in said and "5d" in said
