"""Shanghai Rummy, clause by clause: the table, melds and contracts, turns, wilds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from oracle import RANKS
from shanghai_tables import LAID, SHANGHAI, at, hand_of, kind, met, none
from tables import cites, is_illegal, is_legal, play_out, table, texts, untested

import rummy_lab as rl

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


# the rule set


def test_shanghai_clauses_and_their_standing() -> None:
    assert {name: clause.standing for name, clause in SHANGHAI.clauses.items()} == STANDINGS
    for number in (4, 5, 9, 11, 12, 14, 16, 17, 18, 20):
        assert SHANGHAI.clauses[f"shanghai-{number}"].note, number


def test_shanghai_every_clause_has_its_test() -> None:
    assert not untested(STANDINGS, "test_shanghai*.py")


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
