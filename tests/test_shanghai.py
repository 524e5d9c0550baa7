"""Shanghai Rummy, clause by clause."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest
from oracle import RANKS
from tables import cites, is_illegal, is_legal, play_out, points, table, texts

import rummy_lab as rl

SHANGHAI = rl.variant("shanghai")
STANDINGS = {
    "shanghai-1": "stated", "shanghai-2": "stated", "shanghai-3": "stated",
    "shanghai-4": "stated", "shanghai-5": "stated", "shanghai-6": "stated",
    "shanghai-7": "stated", "shanghai-8": "stated", "shanghai-9": "stated",
    "shanghai-10": "stated", "shanghai-11": "stated", "shanghai-12": "stated",
    "shanghai-13": "stated", "shanghai-14": "stated", "shanghai-15": "stated",
    "shanghai-16": "stated", "shanghai-17": "resolved", "shanghai-18": "inferred",
    "shanghai-19": "stated", "shanghai-20": "stated", "shanghai-21": "inferred",
    "shanghai-22": "inferred",
}  # fmt: skip
CONTRACTS = (
    "S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 R7", "S3 S3 R5", "R4 R4 R4", "S3 R10",
    "S3 S3 S3 R5", "R5 R5 R5",
)  # fmt: skip
LAID = {
    1: "7s 7h 7d | Ks Kh Kd", 2: "7s 7h 7d | 4c 5c 6c 7c", 3: "3s 4s 5s 6s | 4c 5c 6c 7c",
    4: "7s 7h 7d | Ks Kh Kd | 9s 9h 9d", 5: "7s 7h 7d | 3c 4c 5c 6c 7c 8c 9c",
    6: "7s 7h 7d | Ks Kh Kd | 3c 4c 5c 6c 7c", 7: "3s 4s 5s 6s | 4c 5c 6c 7c | 8d 9d 10d Jd",
    8: "7s 7h 7d | Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c",
    9: "7s 7h 7d | Ks Kh Kd | 9s 9h 9d | 3c 4c 5c 6c 7c",
    10: "3s 4s 5s 6s 7s | 4c 5c 6c 7c 8c | 8d 9d 10d Jd Qd",
}  # fmt: skip
REST = "2h Qh"
"""Cards that go with none of them."""
OTHERS = ["Ah 2d", "As Qc"]
OWN_MELDS = [(0, "7s 7h 7d"), (0, "4c 5c 6c 7c")]
"""The contract of deal 2, met by seat 0 in an earlier turn."""
BUYERS = ["9d 10d", "Ah 2d", "As Qc", "3c Kd"]
"""Four hands nobody cares about."""


def at(deal: int, hand: str, rules: rl.Rules = SHANGHAI, **known: Any) -> rl.Deal:
    """A position of three players in which seat 0 has drawn."""
    hands = [hand, *known.pop("others", OTHERS)]
    return table(rules, hands, **{"deal": deal, "stock": "8s 8h 10c", "discards": "10h", **known})


def met(hand: str, rules: rl.Rules = SHANGHAI, **known: Any) -> rl.Deal:
    """Deal 2 with the contract met by seat 0 in an earlier turn."""
    return at(2, hand, rules, **{"melds": OWN_MELDS, **known})


def hand_of(laid: str, rest: str = REST) -> str:
    """The hand that holds a contract and more."""
    return f"{laid.replace('|', '')} {rest}"


def offer(rules: rl.Rules = SHANGHAI, **known: Any) -> rl.Deal:
    """Four players, seat 0 deals, seat 1 is to draw; the upcard is 3h, then Kc."""
    return table(rules, BUYERS, **{"phase": "draw", "turn": 1, "stock": "8s 8h 10c 5s",
                                   "discards": "10h Kc 3h", **known})  # fmt: skip


def kind(cards: str, players: int = 5) -> str | None:
    return rl.check_meld(cards, SHANGHAI, players=players).kind


def none(cards: str, code: str, clause: str, players: int = 5) -> rl.Reason:
    return cites(rl.check_meld(cards, SHANGHAI, players=players), code, clause)


# the rule set


def test_shanghai_clauses_and_their_standing() -> None:
    assert {name: clause.standing for name, clause in SHANGHAI.clauses.items()} == STANDINGS
    for number in (4, 5, 9, 11, 12, 14, 16, 17, 18, 20):
        assert SHANGHAI.clauses[f"shanghai-{number}"].note, number


def test_shanghai_every_clause_has_its_test() -> None:
    here = [name for name in vars(sys.modules[__name__]) if name.startswith("test_")]
    for name in STANDINGS:
        start = f"test_{name.replace('-', '_')}_"
        assert any(test.startswith(start) for test in here), name


# the table


def test_shanghai_1_three_to_eight_players() -> None:
    for players in range(3, 9):
        assert len(rl.Deal(SHANGHAI, players=players, seed=2).hands) == players
    for players in (2, 9):
        with pytest.raises(rl.RulesError, match="3 to 8 players"):
            rl.Deal(SHANGHAI, players=players, seed=1)


@pytest.mark.parametrize(
    ("players", "cards", "jokers"),
    [(3, 105, 1), (4, 105, 1), (5, 158, 2), (6, 158, 2), (7, 158, 2), (8, 158, 2)],
)
def test_shanghai_2_k33_packs_and_jokers(players: int, cards: int, jokers: int) -> None:
    pack = SHANGHAI.at(players=players).pack
    assert len(pack) == cards and pack.count(rl.card("JK")) == jokers
    assert len(set(pack)) == 53


def test_shanghai_3_the_ace_is_high_or_low() -> None:
    assert kind("As 2s 3s 4s") == kind("Js Qs Ks As") == "run"
    none("Qs Ks As 2s", "around_the_corner", "shanghai-3")
    whole = " ".join(f"{rank}s" for rank in RANKS)
    assert kind(f"{whole} As") == "run", "an ace at each end"
    assert kind("Js Qs Ks JK=As") == kind("JK=As 2s 3s 4s") == "run"


def test_shanghai_4_ten_deals_of_eleven_cards() -> None:
    assert SHANGHAI.deals == 10
    for number in range(1, 11):
        for players in (3, 8):
            deal = rl.Deal(SHANGHAI, players=players, seed=8, deal=number)
            assert [len(hand) for hand in deal.hands] == [11] * players
            assert len(deal.discards) == 1
            dealt = [card for hand in deal.hands for card in hand]
            assert Counter([*deal.stock, *deal.discards, *dealt]) == Counter(deal.at.pack)


def test_shanghai_4_left_of_the_dealer_starts_and_the_deal_passes() -> None:
    for dealer in range(4):
        deal = rl.Deal(SHANGHAI, players=4, seed=3, dealer=dealer)
        for number in range(5):
            assert deal.turn == (dealer + 1 + number) % 4
            deal.apply("take")
            deal.apply(next(str(a) for a in deal.legal_actions() if str(a).startswith("discard")))
    game = rl.Game(SHANGHAI.replace(max_recycles=0), players=4, seed=3)
    dealers = []
    for _ in range(5):
        dealers.append(game.deal.dealer)
        play_out(game.deal)
        game.next_deal()
    assert dealers == [0, 1, 2, 3, 0]


# melds and contracts


@pytest.mark.parametrize(
    "cards", ["9s 9h 9d", "9s 9h 9d 9c", "9s 9s 9h", "9s 9s 9s", "9s 9s 9h 9h 9d 9c", "9s 9s JK"]
)
def test_shanghai_5_sets(cards: str) -> None:
    assert kind(cards) == "set"


def test_shanghai_5_runs_of_four() -> None:
    assert kind("4c 5c 6c 7c") == "run"
    none("4c 5c 6c", "run_too_short", "shanghai-5")
    none("4c 5c 6c 7d", "suits_differ", "shanghai-5")
    none("4c 5c 6c 8c", "gap", "shanghai-5")
    none("4c 5c 6c 6c 7c", "rank_twice", "shanghai-5")
    none("9s 9h", "too_few_cards", "shanghai-5")
    none("9s 9h 9d 8c", "ranks_differ", "shanghai-5")


@pytest.mark.parametrize("number", range(1, 11))
def test_shanghai_6_the_contract_of_each_deal(number: int) -> None:
    parts = SHANGHAI.at(players=4, deal=number).contract
    assert " ".join(map(str, parts)) == CONTRACTS[number - 1]
    for other, laid in LAID.items():
        deal = at(number, hand_of(laid))
        if other == number:
            is_legal(deal, f"contract {laid}")
        else:
            codes = deal.check(f"contract {laid}").codes
            assert {"contract_differs", "contract_size", "contract_too_small"} & set(codes), codes


def test_shanghai_6_another_deals_contract() -> None:
    is_illegal(at(1, hand_of(LAID[2])), f"contract {LAID[2]}", "contract_differs", "shanghai-6")
    is_illegal(at(2, hand_of(LAID[1])), f"contract {LAID[1]}", "contract_differs", "shanghai-6")
    is_illegal(at(4, hand_of(LAID[1])), f"contract {LAID[1]}", "contract_differs", "shanghai-6")


def test_shanghai_6_the_melds_in_any_order() -> None:
    is_legal(at(2, hand_of(LAID[2])), "contract 4c 5c 6c 7c | 7s 7h 7d")


@pytest.mark.parametrize(
    ("first", "second", "good"),
    [
        ("3s 4s 5s 6s", "7s 8s 9s 10s", False),
        ("3s 4s 5s 6s", "8s 9s 10s Js", True),
        ("3s 4s 5s 6s", "6s 7s 8s 9s", False),
        ("3s 4s 5s 6s", "3s 4s 5s 6s", False),
        ("3s 4s 5s 6s", "7h 8h 9h 10h", True),
        ("3s 4s 5s 6s", "3h 4h 5h 6h", True),
        ("As 2s 3s 4s", "Js Qs Ks As", True),
        ("As 2s 3s 4s", "10s Js Qs Ks", True),
        ("As 2s 3s 4s", "5s 6s 7s 8s", False),
        ("8s 9s 10s Js", "3s 4s 5s 6s", True),
        ("7s 8s 9s 10s", "Js Qs Ks As", False),
    ],
)
def test_shanghai_7_k31_runs_of_one_suit_with_a_rank_between(
    first: str, second: str, good: bool
) -> None:
    laid = f"{first} | {second}"
    deal = at(3, hand_of(laid, "2h Qh"), others=["Ah 2d", "Ac Qc"], stock="8c 10c")
    if good:
        is_legal(deal, f"contract {laid}")
    else:
        is_illegal(deal, f"contract {laid}", "contract_runs_touch", "shanghai-7")


def test_shanghai_7_a_joker_counts_as_what_it_was_declared() -> None:
    deal = at(3, "3s 4s 5s JK 8s 9s 10s Js 2h Qh", stock="8c 10c")
    is_legal(deal, "contract JK=2s 3s 4s 5s | 8s 9s 10s Js")
    is_legal(deal, "contract 3s 4s 5s JK=6s | 8s 9s 10s Js")
    touching = at(3, "3s 4s 5s JK 7s 8s 9s 10s 2h Qh", stock="8c 10c")
    is_legal(touching, "contract JK=2s 3s 4s 5s | 7s 8s 9s 10s")
    is_illegal(touching, "contract 3s 4s 5s JK=6s | 7s 8s 9s 10s", "contract_runs_touch",
               "shanghai-7")  # fmt: skip


def test_shanghai_7_each_pair_of_three_runs() -> None:
    for laid, good in (
        ("3s 4s 5s 6s | 8s 9s 10s Js | 4c 5c 6c 7c", True),
        ("3s 4s 5s 6s | 4c 5c 6c 7c | 7s 8s 9s 10s", False),
        ("As 2s 3s 4s | 6s 7s 8s 9s | Js Qs Ks As", True),
        ("As 2s 3s 4s | 6s 7s 8s 9s | 10s Js Qs Ks", False),
    ):
        deal = at(7, hand_of(laid), others=["Ah 2d", "Ac Qc"], stock="8c 10c")
        assert bool(deal.check(f"contract {laid}")) == good, laid


# turns


def test_shanghai_8_draw_meld_discard() -> None:
    deal = met("7c 2h", phase="draw")
    for action in ("discard 2h", "lay 7c on 1"):
        is_illegal(deal, action, "draw_first", "shanghai-8")
    deal.apply("take")
    assert texts(deal.hands[0]) == "2h 10h 7c"
    for action in ("draw", "take"):
        is_illegal(deal, action, "already_drawn", "shanghai-8")
    is_illegal(deal, "pass", "nothing_to_pass", "shanghai-8")
    is_illegal(deal, "discard 9c", "not_held", "shanghai-8")
    deal.apply("discard 2h")
    assert (deal.turn, deal.phase) == (1, "draw")


def test_shanghai_8_only_the_upcard() -> None:
    deal = met("7c 2h", phase="draw", discards="10h Kc")
    is_illegal(deal, "take 10h", "only_the_top", "shanghai-8")
    is_legal(deal, "take Kc")


def test_shanghai_8_every_turn_ends_with_a_discard() -> None:
    deal = met("7c 7d 8c")
    deal.apply("lay 7c 7d on 1")
    reason = is_illegal(deal, "lay 8c on 2", "discard_to_go_out", "shanghai-8")
    assert reason.standing == "stated"
    whole = met("7c")
    is_illegal(whole, "lay 7c on 1", "discard_to_go_out", "shanghai-8")
    whole.apply("discard 7c")
    assert whole.over and whole.out == 0


def test_shanghai_8_a_contract_of_the_whole_hand_leaves_no_discard() -> None:
    deal = at(6, hand_of(LAID[6], ""))
    is_illegal(deal, f"contract {LAID[6]}", "discard_to_go_out", "shanghai-8")
    is_legal(at(6, hand_of(LAID[6], "Qh")), f"contract {LAID[6]}")


# buying


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


# wilds


def limit(kind_: str, size: int) -> int:
    """The most wilds in a meld, as the page says."""
    if kind_ == "set" or size == 4:
        return 1
    return 2 if size <= 6 else 3 if size <= 9 else 4


@pytest.mark.parametrize("size", range(3, 9))
def test_shanghai_11_one_wild_in_a_set(size: int) -> None:
    many = SHANGHAI.replace(jokers=8)
    suits = "shdcshdc"
    for wilds in range(size):
        cards = [f"9{suit}" for suit in suits[: size - wilds]] + ["JK"] * wilds
        verdict = rl.check_meld(" ".join(cards), many, players=5)
        assert (verdict.kind == "set") == (wilds <= limit("set", size)), cards
        if not verdict:
            cites(verdict, "too_many_wilds", "shanghai-11")


@pytest.mark.parametrize("size", range(4, 14))
def test_shanghai_11_wilds_in_a_run(size: int) -> None:
    many = SHANGHAI.replace(jokers=8)
    for wilds in range(min(size - 1, 7)):
        cards = [f"{rank}s" for rank in RANKS[:size]]
        for place in range(wilds):
            cards[place + 1] = f"JK={cards[place + 1]}"
        verdict = rl.check_meld(" ".join(cards), many, players=5)
        assert bool(verdict) == (wilds <= limit("run", size)), cards
        if not verdict:
            reason = cites(verdict, "too_many_wilds", "shanghai-11")
            assert str(limit("run", size)) in reason.message


def test_shanghai_11_k32_two_jokers() -> None:
    none("4s 5s JK=6s JK=7s", "too_many_wilds", "shanghai-11")
    assert kind("4s 5s JK=6s JK=7s 8s") == "run"
    none("9s JK JK", "too_many_wilds", "shanghai-11")
    none("9s 9h 9d JK JK", "too_many_wilds", "shanghai-11")


def test_shanghai_11_the_limit_follows_the_length_after_the_play() -> None:
    hands = ["JK 8s 2h", "Ah 2d", "As Qc", "Ac Qd", "Kc Kd"]
    deal = table(SHANGHAI, hands, deal=2, melds=[(0, "7c 7h 7d"), (0, "4s 5s JK=6s 7s")],
                 stock="8h 10c", discards="10h")  # fmt: skip
    is_legal(deal, "lay JK=8s on 2")
    is_legal(deal, "lay JK=3s on 2")
    is_legal(deal, "lay 8s JK=9s on 2")
    is_legal(deal, "lay JK=7s on 1")


def test_shanghai_11_a_lay_off_that_leaves_a_meld_with_too_many_wilds() -> None:
    hands = ["JK 8s 2h", "Ah 2d", "As Qc", "Ac Qd", "Kc Kd"]
    deal = table(SHANGHAI, hands, deal=2, melds=[(0, "7c JK=7h 7d"), (0, "4s 5s 6s 7s")],
                 stock="8h 10c", discards="10h")  # fmt: skip
    is_illegal(deal, "lay JK=7s on 1", "too_many_wilds", "shanghai-11")
    is_legal(deal, "lay JK=8s on 2")
    many = SHANGHAI.replace(jokers=4)
    crowded = table(many, hands, deal=2, melds=[(0, "7c 7h 7d"), (0, "4s JK=5s JK=6s 7s 8s")],
                    stock="8h 10c", discards="10h")  # fmt: skip
    is_illegal(crowded, "lay JK=9s on 2", "too_many_wilds", "shanghai-11")


def test_shanghai_11_in_a_contract() -> None:
    hands = ["JK JK 4s 5s 6s 7s 7h 7d 8s 2h", "Ah 2d", "As Qc", "Ac Qd", "Kc Kd"]
    deal = table(SHANGHAI, hands, deal=2, stock="8h 10c", discards="10h")
    is_illegal(deal, "contract 7h 7d 7s | 4s 5s JK=6s JK=7s", "too_many_wilds", "shanghai-11")
    is_illegal(deal, "contract 7h JK=7c JK=7d | 4s 5s 6s 7s", "too_many_wilds", "shanghai-11")
    is_legal(deal, "contract 7h 7d JK=7c | 4s 5s 6s JK=7s")


# the contract and what comes after


@pytest.mark.parametrize(
    ("number", "laid"),
    [(1, "7s 7h 7d 7c | Ks Kh Kd"), (2, "7s 7h 7d | 4c 5c 6c 7c 8c"),
     (3, "3s 4s 5s 6s 7s | 4c 5c 6c 7c"), (5, "7s 7h 7d | 3c 4c 5c 6c 7c 8c 9c 10c"),
     (6, "7s 7h 7d | Ks Kh Kd | 3c 4c 5c 6c 7c 8c")],
)  # fmt: skip
def test_shanghai_12_exactly_its_sizes(number: int, laid: str) -> None:
    deal = at(number, hand_of(laid), stock="8s 8h")
    reason = is_illegal(deal, f"contract {laid}", "contract_size", "shanghai-12")
    assert reason.standing == "stated"
    longer = at(number, hand_of(laid), SHANGHAI.replace(contract_sizes="minimum"), stock="8s 8h")
    is_legal(longer, f"contract {laid}")


@pytest.mark.parametrize(
    ("number", "laid"),
    [(5, "7s 7h 7d | 3c 4c 5c 6c 7c 8c"), (6, "7s 7h 7d | Ks Kh Kd | 3c 4c 5c 6c"),
     (8, "7s 7h 7d | Ac 2c 3c 4c 5c 6c 7c 8c 9c"), (10, "3s 4s 5s 6s 7s | 4c 5c 6c 7c 8c | 8d 9d 10d Jd")],
)  # fmt: skip
def test_shanghai_12_not_smaller_either(number: int, laid: str) -> None:
    for rules in (SHANGHAI, SHANGHAI.replace(contract_sizes="minimum")):
        deal = at(number, hand_of(laid), rules, stock="8s 8h")
        codes = deal.check(f"contract {laid}").codes
        assert {"contract_size", "contract_too_small"} & set(codes), codes


def test_shanghai_12_no_lay_off_in_that_turn() -> None:
    deal = at(2, hand_of(LAID[2], "7c 8c Qh"))
    deal.apply(f"contract {LAID[2]}")
    for action in ("lay 7c on 1", "lay 8c on 2"):
        reason = is_illegal(deal, action, "lay_off_next_turn", "shanghai-12")
        assert reason.standing == "stated"
    assert {str(action).split()[0] for action in deal.legal_actions()} == {"discard"}
    house = at(2, hand_of(LAID[2], "7c 8c Qh"), SHANGHAI.replace(lay_off_on_contract_turn=True))
    house.apply(f"contract {LAID[2]}")
    is_legal(house, "lay 7c on 1")


def test_shanghai_12_only_after_drawing_in_the_own_turn() -> None:
    deal = at(1, hand_of(LAID[1]), phase="draw")
    is_illegal(deal, f"contract {LAID[1]}", "draw_first", "shanghai-8")
    deal.apply("take")
    is_legal(deal, f"contract {LAID[1]}")


def test_shanghai_12_single_melds_are_no_contract() -> None:
    deal = at(1, hand_of(LAID[1]))
    is_illegal(deal, "meld 7s 7h 7d", "contract_first", "shanghai-12")


def test_shanghai_13_in_later_turns_on_any_meld() -> None:
    deal = met("7c 8c 3c Kc Qh 2h", melds=[*OWN_MELDS, (1, "Ks Kh Kd"), (2, "8h 9h 10h Jh")],
               stock="8s", discards="10d")  # fmt: skip
    for action in ("lay 7c on 1", "lay 8c on 2", "lay 3c on 2", "lay Kc on 3", "lay Qh on 4",
                   "lay 3c 8c on 2"):  # fmt: skip
        is_legal(deal, action)
        deal_ = rl.Deal.from_state(deal.state)
        deal_.apply(action)
        assert not deal_.over
    is_illegal(deal, "lay 2h on 4", "does_not_fit", "shanghai-13")
    is_illegal(deal, "lay 2h on 5", "no_such_meld", "shanghai-13")


def test_shanghai_13_no_new_melds() -> None:
    deal = met("9s 9h 9d Qh")
    is_illegal(deal, "meld 9s 9h 9d", "no_new_melds", "shanghai-13")
    is_illegal(deal, f"contract {LAID[2]}", "contract_met", "shanghai-13")


def test_shanghai_13_nobody_lays_off_before_meeting_the_contract() -> None:
    deal = at(2, "7c 2h Qh 9d", melds=[(1, "7s 7h 7d"), (1, "4c 5c 6c 7c")])
    reason = is_illegal(deal, "lay 7c on 1", "contract_before_lay_off", "shanghai-13")
    assert reason.standing == "stated"


SWAPS = [(0, "7s 7h 7d"), (0, "4c 5c 6c 7c"), (1, "9s 9h JK=9d"), (1, "3h 4h 5h JK=6h")]


def swapping(hand: str, rules: rl.Rules = SHANGHAI, **known: Any) -> rl.Deal:
    """Five players, so two jokers; seat 0 has met the contract of deal 2 in an earlier turn."""
    hands = [hand, "Ah 2d", "As Qc", "Ac Qd", "Kc Kd"]
    return table(rules, hands, **{"deal": 2, "stock": "8s 8h 10c", "discards": "10h",
                                  "melds": SWAPS, **known})  # fmt: skip


def test_shanghai_14_a_joker_stands_for_any_card() -> None:
    for cards in ("JK=9s 9h 9d", "3s 4s JK=5s 6s", "JK=3s 4s 5s 6s", "9s 9s JK=9s"):
        assert rl.check_meld(cards, SHANGHAI), cards
    none("9s 9h JK=8d", "wild_does_not_fit", "shanghai-14")
    none("2s=9s 9h 9d", "not_wild", "shanghai-14")


def test_shanghai_14_twos_are_no_wilds() -> None:
    at_ = SHANGHAI.at(players=4)
    assert [str(card) for card in sorted(set(at_.pack)) if at_.wild[card.code]] == ["JK"]
    assert kind("2s 9h 9d") is None and kind("2s 2h 2d") == "set"


def test_shanghai_14_declared_once_and_for_all() -> None:
    deal = swapping("6h 7h 9c Qh")
    is_illegal(deal, "lay 6h on 4", "does_not_fit", "shanghai-13")
    is_legal(deal, "lay 7h on 4")
    cites(swapping("JK 2h Qh", melds=[*SWAPS[:3], (1, "3h 4h 5h 6h")]).check("lay JK on 4"),
          "ambiguous", "shanghai-14")  # fmt: skip


def test_shanghai_14_swaps_in_any_meld() -> None:
    deal = swapping("9d 6h Qh Kh")
    for action in ("swap 9d on 3", "swap 6h on 4"):
        is_legal(deal, action)
        assert action in map(str, deal.legal_actions())
    deal.apply("swap 9d on 3")
    assert sorted(map(str, deal.melds[2].meld.cards)) == ["9d", "9h", "9s"]
    assert deal.melds[2].meld.wilds == 0
    assert texts(deal.hands[0]) == "6h Qh Kh JK"
    own = swapping("9d 6h Qh Kh", melds=[(0, "9s 9h JK=9d"), (0, "3h 4h 5h JK=6h")])
    is_legal(own, "swap 9d on 1")


def test_shanghai_14_use_the_joker_at_once_or_keep_it() -> None:
    deal = swapping("9d Qh Kh")
    deal.apply("swap 9d on 3")
    assert deal.duties == ()
    is_legal(deal, "lay JK=7c on 1")
    is_legal(deal, "discard Qh")
    is_legal(deal, "discard JK")
    deal.apply("discard Qh")
    assert texts(deal.hands[0]) == "Kh JK"


def test_shanghai_14_a_house_may_forbid_keeping_it() -> None:
    deal = swapping("9d Qh Kh", SHANGHAI.replace(joker_swap_keep=False))
    deal.apply("swap 9d on 3")
    is_illegal(deal, "discard Qh", "joker_duty", "house:joker_swap_keep")
    deal.apply("lay JK=7c on 1")
    is_legal(deal, "discard Qh")


def test_shanghai_14_a_house_may_swap_in_runs_only() -> None:
    deal = swapping("9d 6h Qh", SHANGHAI.replace(joker_swap="runs"))
    is_illegal(deal, "swap 9d on 3", "swap_runs_only", "house:joker_swap")
    is_legal(deal, "swap 6h on 4")
    never = swapping("9d 6h Qh", SHANGHAI.replace(joker_swap="never"))
    is_illegal(never, "swap 6h on 4", "swap_never", "house:joker_swap")


def test_shanghai_14_only_the_real_card() -> None:
    deal = swapping("9c 9s 7h Qh")
    for action in ("swap 9c on 3", "swap 9s on 3", "swap 7h on 4"):
        is_illegal(deal, action, "swap_differs", "shanghai-14")
    is_illegal(deal, "swap 9c on 1", "no_joker", "shanghai-14")


def test_shanghai_14_not_before_nor_in_the_turn_of_the_contract() -> None:
    hand = hand_of(LAID[2], "9d Qh")
    deal = swapping(hand, melds=SWAPS[2:])
    is_illegal(deal, "swap 9d on 1", "swap_before_contract", "shanghai-14")
    deal.apply(f"contract {LAID[2]}")
    is_illegal(deal, "swap 9d on 1", "swap_next_turn", "shanghai-14")


def test_shanghai_14_a_swap_alone_empties_no_hand() -> None:
    deal = swapping("9d")
    deal.apply("swap 9d on 3")
    assert texts(deal.hands[0]) == "JK" and not deal.over
    deal.apply("discard JK")
    assert deal.over and deal.out == 0


# the end


def test_shanghai_15_the_deal_ends_with_the_last_discard() -> None:
    deal = met("Qh")
    deal.apply("discard Qh")
    assert deal.over and deal.out == 0
    is_illegal(deal, "draw", "deal_over", "shanghai-15")
    is_illegal(met("Qh"), "out Qh", "out_not_said", "shanghai-15")


def test_shanghai_16_all_discards_are_shuffled_and_there_is_no_upcard() -> None:
    pile = "2d 3d 4d 6c 7c 8c 9c 10c"
    deal = offer(SHANGHAI.replace(buys=None), stock="", discards=pile, seed=5)
    assert sorted(map(str, deal.legal_actions())) == ["draw", "take"]
    deal.apply("draw")
    assert deal.discards == ()
    (new,) = Counter(deal.hands[1]) - Counter(rl.cards(BUYERS[1]))
    assert Counter([*deal.stock, new]) == Counter(rl.cards(pile))
    assert deal.state.recycles == 1
    deal.apply("discard Ah")
    assert texts(deal.discards) == "Ah"


def test_shanghai_16_after_everybody_has_refused() -> None:
    pile = "2d 3d 4d 6c 7c 8c 9c 10c"
    deal = offer(stock="", discards=pile, seed=5)
    is_illegal(deal, "draw", "refuse_first", "shanghai-9")
    deal.apply("pass")
    while deal.phase == "buy":
        deal.apply("pass")
    deal.apply("draw")
    assert deal.discards == () and deal.state.recycles == 1


def test_shanghai_16_ten_times_and_then_everybody_is_charged() -> None:
    for recycles in (9, 10):
        deal = offer(stock="", discards="4d 3h", recycles=recycles)
        deal.apply("pass")
        while deal.phase == "buy":
            deal.apply("pass")
        if recycles == 9:
            deal.apply("draw")
            assert deal.state.recycles == 10 and not deal.over
        elif not deal.over:
            deal.apply("pass")
    assert deal.over and deal.out is None
    assert deal.score().totals == {"Ana": 15, "Bo": 40, "Cy": 30, "Di": 15}


def test_shanghai_16_no_card_can_be_drawn() -> None:
    deal = offer(stock="", discards="3h", recycles=10)
    is_legal(deal, "take")
    deal.apply("pass")
    assert deal.over and deal.out is None


def test_shanghai_17_what_the_cards_cost() -> None:
    for rank in RANKS:
        wanted = 20 if rank in ("A", "2") else 10 if rank in ("10", "J", "Q", "K") else 5
        assert points([f"{rank}h", "", "5c"], 1, "shanghai", deal=3) == [wanted, 0, 5]


def test_shanghai_17_k29_the_case() -> None:
    assert points(["2s 7d 10c Ah", "", "Ks"], 1, "shanghai", deal=1) == [55, 0, 10]
    position = rl.FinalPosition(hands={"Ana": "2s 7d", "Bo": "", "Cy": "5c"}, out="Bo", deal=1)
    sheet = rl.score(position, SHANGHAI)
    assert {line.clause for line in sheet.lines} == {"shanghai-17"}
    assert {line.standing for line in sheet.lines} == {"resolved"}


def test_shanghai_18_a_joker_costs_twenty() -> None:
    assert points(["JK", "", "5c"], 1, "shanghai", deal=1) == [20, 0, 5]
    for cost in (15, 50):
        rules = SHANGHAI.replace(joker_points=cost)
        assert points(["JK 5h", "", "5c"], 1, rules, deal=1) == [cost + 5, 0, 5]
        position = rl.FinalPosition(hands={"Ana": "JK", "Bo": "", "Cy": "5c"}, out="Bo", deal=1)
        cited = {c for li in rl.score(position, rules).lines for c in (li.clause, *li.clauses)}
        assert "house:joker_points" in cited


@pytest.mark.parametrize(("joker", "wanted"), [(False, -50), (True, -25)])
def test_shanghai_19_k34_going_out_blind(joker: bool, wanted: int) -> None:
    known = {"whole_hand": True, "joker_used": joker, "deal": 6}
    assert points(["", "Ks 7h", "2d"], 0, "shanghai", **known) == [wanted, 15, 20]
    position = rl.FinalPosition(hands={"Ana": "", "Bo": "Ks 7h", "Cy": "2d"}, out="Ana", **known)
    lines = [line for line in rl.score(position, SHANGHAI).lines if line.seat == "Ana"]
    assert [line.points for line in lines if line.clause == "shanghai-19"] == [wanted]
    assert points(["", "Ks 7h", "2d"], 0, "shanghai", deal=6) == [0, 15, 20]


@pytest.mark.parametrize(
    ("hand", "contract", "wanted"),
    [
        ("7s 7h 7d Ks Kh Kd 3c 4c 5c 6c 7c Qh", LAID[6], -50),
        ("7s 7h JK Ks Kh Kd 3c 4c 5c 6c 7c Qh", LAID[6].replace("7d", "JK=7d"), -25),
    ],
)
def test_shanghai_19_in_one_turn_with_and_without_a_joker(
    hand: str, contract: str, wanted: int
) -> None:
    deal = at(6, hand)
    deal.apply(f"contract {contract}")
    deal.apply("discard Qh")
    assert deal.over and deal.final_position().whole_hand
    assert deal.final_position().joker_used == (wanted == -25)
    assert deal.score().totals["Ana"] == wanted


def test_shanghai_19_a_joker_that_is_discarded_was_not_used() -> None:
    deal = at(6, "7s 7h 7d Ks Kh Kd 3c 4c 5c 6c 7c JK")
    deal.apply(f"contract {LAID[6]}")
    deal.apply("discard JK")
    assert deal.over and deal.final_position().whole_hand
    assert not deal.final_position().joker_used
    assert deal.score().totals["Ana"] == -50


def test_shanghai_19_not_in_a_later_turn() -> None:
    deal = met("Qh")
    deal.apply("discard Qh")
    assert not deal.final_position().whole_hand and deal.score().totals["Ana"] == 0


def test_shanghai_19_k39_not_in_deal_1() -> None:
    for extra in range(5):
        rest = " ".join(
            ["9s", "10d", "Jc", "4h", "6d", "Qs", "8c", "3d", "5h", "2s"][: 6 + 2 * extra]
        )
        deal = at(1, hand_of(LAID[1], rest), others=["Ah 2d", "As Qc"], stock="8s 8h")
        deal.apply(f"contract {LAID[1]}")
        assert all(str(action).startswith("discard") for action in deal.legal_actions())
        deal.apply(deal.legal_actions()[0])
        assert not deal.over


def test_shanghai_20_ten_deals_and_the_lowest_wins() -> None:
    game = rl.Game(SHANGHAI.replace(max_recycles=0), players=3, seed=5)
    for number in range(1, 11):
        assert not game.over and game.deal_number == number
        play_out(game.deal)
        if number < 10:
            game.next_deal()
    assert game.over
    least = min(game.totals.values())
    assert list(game.winners) == [name for name, total in game.totals.items() if total == least]


def test_shanghai_20_ties_win_jointly() -> None:
    rules = rl.variant("shanghai", deals=1, contracts=["S3 S3"], buys=3)
    names = ["Ana", "Bo", "Cy"]
    first = rl.Game(rules, players=names, seed=2)
    play_out(first.deal)
    ends = {"Ana": 70, "Bo": 71, "Cy": 70}
    game = rl.Game(rules, players=names, seed=2,
                   totals={name: ends[name] - first.totals[name] for name in names})  # fmt: skip
    play_out(game.deal)
    assert dict(game.totals) == ends and sorted(game.winners) == ["Ana", "Cy"]


def test_shanghai_21_the_card_just_taken() -> None:
    deal = met("7c 2h", phase="draw", discards="Kc 10h")
    deal.apply("take")
    reason = is_illegal(deal, "discard 10h", "just_taken", "shanghai-21")
    assert reason.standing == "inferred"
    is_legal(deal, "discard 2h")
    house = met("7c 2h", SHANGHAI.replace(redraw_discard_ban=False), phase="draw", discards="10h")
    house.apply("take")
    is_legal(house, "discard 10h")


def test_shanghai_21_an_equal_card_held_before_lifts_it() -> None:
    deal = met("10h 2h", phase="draw", discards="Kc 10h")
    deal.apply("take")
    is_legal(deal, "discard 10h")


def test_shanghai_21_a_bought_card_is_not_taken_in_the_own_turn() -> None:
    deal = offer()
    for action in ("pass", "buy", "draw", "discard Ah", "take"):
        deal.apply(action)
    assert deal.turn == 2
    is_legal(deal, "discard 3h")
    is_illegal(deal, "discard Ah", "just_taken", "shanghai-21")


def test_shanghai_22_a_contract_that_leaves_only_the_card_just_taken() -> None:
    deal = at(6, hand_of(LAID[6], ""), phase="draw", discards="Kc 10h")
    deal.apply("take")
    reason = is_illegal(deal, f"contract {LAID[6]}", "turn_cannot_end", "shanghai-22")
    assert reason.standing == "inferred"
    drawn = at(6, hand_of(LAID[6], ""), phase="draw", stock="8s Jh", discards="Kc 10h")
    for action in ("pass", "pass", "pass", "draw"):
        drawn.apply(action)
    is_legal(drawn, f"contract {LAID[6]}")


def test_shanghai_22_a_lay_off_that_leaves_only_the_card_just_taken() -> None:
    deal = met("7c", phase="draw", discards="Kc 10h")
    deal.apply("take")
    is_illegal(deal, "lay 7c on 1", "turn_cannot_end", "shanghai-22")
    is_legal(deal, "discard 7c")


# rule sets that cannot be


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"packs": 1}, "5 players × 11 cards = 55.*54"),
        ({"packs": 1, "jokers": 60, "cards_dealt": 14}, "8 players × 14 cards = 112.*112"),
        ({"contracts": ["S3 S3"] * 9}, "9 deals.*10"),
        ({"buys": [3] * 7}, "7 deals.*10"),
        ({"buys": {"default": 3, 11: 4}}, "deal 11"),
        ({"melding": "any_turn"}, "contract"),
        ({"run_size": 5}, "R4.*5"),
        ({"deals": None}, "10 deals|never end"),
        ({"scoring": "winner_takes"}, "lowest"),
        ({"contract_sizes": "whole_hand"}, "whole hand"),
    ],
)
def test_shanghai_options_that_cannot_go_together(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(rl.RulesError, match=said):
        SHANGHAI.replace(**changes)
