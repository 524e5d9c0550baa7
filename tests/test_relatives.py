"""The relatives of Three Thirteen: Five Crowns, Deuces Not Wild; what all three share."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from oracle import RANKS
from tables import cites, is_legal, lowest_total_wins, play_out, points, table

import rummy_lab as rl
from rummy_lab.display.facts import cites_of

FIVE = rl.variant("five-crowns")
DEUCES = rl.variant("deuces-not-wild")
SPEED = rl.variant("speed-three-thirteen")
OWN = {"five-crowns": "3-13-r2", "deuces-not-wild": "3-13-r3", "speed-three-thirteen": "3-13-r1"}
BASE = rl.variant("three-thirteen")


def left(hand: str, deal: int, rules: rl.Rules) -> float:
    """What a hand costs its player when another one, of three, has gone out."""
    return points([hand, "", ""], 1, rules, deal=deal)[0]


def kind(cards: str, deal: int, rules: rl.Rules) -> str | None:
    return rl.check_meld(cards, rules, deal=deal).kind


@pytest.mark.parametrize(("variant", "clause"), OWN.items())
def test_3_13_r_the_own_clause_is_inferred_and_says_what_is_stated(
    variant: str, clause: str
) -> None:
    own = rl.variant(variant).clauses[clause]
    assert own.standing == "inferred"
    assert "stated" in (own.note or "")


@pytest.mark.parametrize("variant", OWN)
def test_3_13_r_everything_else_as_in_three_thirteen(variant: str) -> None:
    rules = rl.variant(variant)
    for name in ("melding", "lay_off", "final_turns", "go_out_discard", "scoring", "winner",
                 "all_wild_melds", "set_size", "run_size", "run_suits", "redraw_discard_ban",
                 "stock_out", "max_recycles", "ace"):  # fmt: skip
        assert rules[name] == BASE[name], name
    for name in ("3-13-4", "3-13-5", "3-13-6", "3-13-8", "3-13-10", "3-13-11", "3-13-16"):
        ours, base = rules.clauses[name], BASE.clauses[name]
        assert (ours.text, ours.note, ours.decides) == (base.text, base.note, base.decides)


@pytest.mark.parametrize("variant", ["five-crowns", "deuces-not-wild"])
def test_3_13_r_what_is_from_public_rules_is_inferred(variant: str) -> None:
    """Of these games the document states but a little: 3-13-4 is no statement about them."""
    rules = rl.variant(variant)
    assert {clause.standing for clause in rules.clauses.values()} == {"inferred"}
    stated = {name for name in rules for one in cites_of(rules, name) if one.standing == "stated"}
    assert stated == ({"suits"} if variant == "five-crowns" else {"deals", "ties"})


# Five Crowns


@pytest.mark.parametrize("players", range(2, 8))
def test_3_13_r2_two_packs_of_58_cards(players: int) -> None:
    pack = FIVE.at(players=players, deal=1).pack
    assert len(pack) == 116 and pack.count(rl.card("JK")) == 6
    naturals = Counter(card for card in pack if not card.is_joker)
    assert set(naturals.values()) == {2} and len(naturals) == 55
    assert {card.suit for card in naturals} == set("shdct")
    assert {card.rank for card in naturals} == set(range(3, 14))


def test_3_13_r2_two_to_seven_players_and_deals_of_3_to_13() -> None:
    for players in (1, 8):
        with pytest.raises(rl.RulesError, match="2 to 7 players"):
            rl.Deal(FIVE, players=players, seed=1)
    for number in range(1, 12):
        deal = rl.Deal(FIVE, players=7, seed=2, deal=number)
        assert [len(hand) for hand in deal.hands] == [number + 2] * 7
    assert FIVE.deals == 11


@pytest.mark.parametrize("number", range(1, 12))
def test_3_13_r2_the_rank_of_the_deal_and_the_jokers_are_wild(number: int) -> None:
    at = FIVE.at(players=3, deal=number)
    wild = RANKS[number + 1]
    assert {str(card) for card in at.pack if at.wild[card.code]} == {
        "JK", *(wild + suit for suit in "shdct")
    }  # fmt: skip
    rank = next(r for r in "986" if r != wild)
    assert kind(f"{rank}t {rank}h JK={rank}s", number, FIVE) == "set"
    assert kind(f"{rank}t {rank}h {wild}s={rank}d", number, FIVE) == "set"


def test_3_13_r2_stars_are_a_suit() -> None:
    assert kind("5t 6t 7t", 1, FIVE) == "run"
    assert kind("9s 9h 9d 9c 9t 9t", 1, FIVE) == "set"
    cites(rl.check_meld("5t 6s 7t", FIVE), "suits_differ", "3-13-5")
    with pytest.raises(ValueError, match=r"A♠|2♠"):
        rl.check_meld("As 2s 3s", FIVE)


def test_3_13_r2_what_leftovers_cost() -> None:
    for number in (1, 4, 9):
        wild = RANKS[number + 1]
        for rank in RANKS[2:]:
            wanted = 20 if rank == wild else RANKS.index(rank) + 1
            assert left(f"{rank}t", number, FIVE) == wanted, (number, rank)
        assert left("JK", number, FIVE) == 50
    position = rl.FinalPosition(hands={"Ana": "JK Qh", "Bo": "", "Cy": ""}, out="Bo", deal=3)
    for line in rl.score(position, FIVE).lines:
        assert {"3-13-12", "3-13-r2"} <= {line.clause, *line.clauses}


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [("JK Qh", 62), ("5h Qd", 32), ("JK 5h Qh", 0), ("5h 5d", 40), ("JK 5s", 70)],
)
def test_3_13_r2_k35_the_case(hand: str, wanted: int) -> None:
    assert left(hand, 3, FIVE) == wanted


def test_3_13_r2_the_lowest_total_wins() -> None:
    lowest_total_wins(FIVE, deals=11)


# Deuces Not Wild


@pytest.mark.parametrize("players", [2, 3])
def test_3_13_r3_one_pack_and_two_jokers(players: int) -> None:
    pack = DEUCES.at(players=players, deal=1).pack
    assert len(pack) == 54 and pack.count(rl.card("JK")) == 2
    assert len(set(pack)) == 53


def test_3_13_r3_two_or_three_players() -> None:
    for players in (1, 4):
        with pytest.raises(rl.RulesError, match="2 to 3 players"):
            rl.Deal(DEUCES, players=players, seed=1)


@pytest.mark.parametrize("number", range(1, 13))
def test_3_13_r3_twelve_deals_and_twos_are_never_wild(number: int) -> None:
    deal = rl.Deal(DEUCES, players=3, seed=2, deal=number)
    assert [len(hand) for hand in deal.hands] == [number + 2] * 3
    wild = RANKS[number + 1] if number < 12 else "A"
    at = deal.at
    assert {str(card) for card in at.pack if at.wild[card.code]} == {
        "JK", *(wild + suit for suit in "shdc")
    }  # fmt: skip
    cites(rl.check_meld("9s 9h 2d=9d", DEUCES, deal=number), "not_wild", "3-13-r3")
    assert DEUCES.deals == 12


def test_3_13_r3_jokers_are_wild_and_cost_twenty() -> None:
    assert kind("9s 9h JK=9d", 1, DEUCES) == "set"
    assert left("JK", 1, DEUCES) == 20
    assert left("JK 9s 9h", 1, DEUCES) == 0


def test_3_13_r3_aces_in_the_deal_of_fourteen() -> None:
    assert kind("9s 9h As=9d", 12, DEUCES) == "set"
    assert kind("9s 9h As=9d", 11, DEUCES) is None
    assert kind("As 2s 3s", 12, DEUCES) == "run"
    assert left("As", 12, DEUCES) == 1


def tied(ends: dict[str, int]) -> rl.Game:
    """A game of twelve deals whose totals come to `ends`."""
    names = list(ends)
    first = rl.Game(DEUCES, players=names, seed=8)
    while first.deal_number < 12:
        play_out(first.deal)
        first.next_deal()
    play_out(first.deal)
    start = {name: ends[name] - first.totals[name] for name in names}
    game = rl.Game(DEUCES, players=names, seed=8, totals=start)
    while game.deal_number < 12:
        play_out(game.deal)
        game.next_deal()
    play_out(game.deal)
    assert dict(game.totals) == ends
    return game


def test_3_13_r3_no_bonus_deal_without_a_tie() -> None:
    game = tied({"Ana": 30, "Bo": 29, "Cy": 31})
    assert game.over and list(game.winners) == ["Bo"]


def test_3_13_r3_a_bonus_deal_of_those_who_tie() -> None:
    game = tied({"Ana": 30, "Bo": 40, "Cy": 30})
    assert not game.over and list(game.winners) == []
    game.next_deal()
    assert game.deal_number == 13
    assert sorted(game.deal.names) == ["Ana", "Cy"]
    assert [len(hand) for hand in game.deal.hands] == [14, 14]
    assert game.deal.at.wild_rank == "A"
    play_out(game.deal)
    assert game.over
    assert game.totals["Bo"] == 40
    least = min(game.totals["Ana"], game.totals["Cy"])
    assert sorted(game.winners) == [n for n in ("Ana", "Cy") if game.totals[n] == least]
    with pytest.raises(ValueError, match="over"):
        game.next_deal()


def test_3_13_r3_a_tie_behind_the_leader_needs_none() -> None:
    game = tied({"Ana": 30, "Bo": 20, "Cy": 30})
    assert game.over and list(game.winners) == ["Bo"]


@pytest.mark.parametrize(
    ("rules", "changes", "said"),
    [
        (SPEED, {"melding": "any_turn", "final_turns": 0}, "at_the_end"),
        (SPEED, {"buys": 3}, "bought"),
        (SPEED, {"discard_draw": "deep"}, "top"),
        (SPEED, {"stock_out": "flip"}, "flip"),
        (SPEED, {"packs": 3}, "12 players × 1[23] cards"),
        (FIVE, {"players": (2, 9)}, "9 players × 13 cards = 117.*116"),
        (FIVE, {"ranks": "4-K"}, "wild_rank 3"),
        (DEUCES, {"players": (2, 4)}, "4 players × 1[34] cards"),
        (DEUCES, {"wild_rank": ["3"] * 11}, "11 deals.*12"),
    ],
)
def test_relatives_options_that_cannot_go_together(
    rules: rl.Rules, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(rl.RulesError, match=said):
        rules.replace(**changes)


def test_relatives_a_position_can_be_set_up() -> None:
    deal = table(FIVE, ["5t 6t 7t 9s", "9h Kd 4t"], discards="3s", stock="Jt Jc")
    is_legal(deal, "out 9s")
    deal.apply("out 9s")
    assert deal.turn == 1 and deal.out == 0
