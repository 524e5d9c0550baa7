"""Remi, clause by clause: the table, drawing, melds."""

from __future__ import annotations

from collections import Counter

import pytest
from oracle import RANKS
from tables import is_illegal, is_legal, no_meld, play_out, rules_of, table, texts, untested

import rummy_lab as rl

REMI = rl.variant("remi")
STANDINGS = {
    "remi-1": "inferred", "remi-2": "stated", "remi-3": "stated", "remi-4": "stated",
    "remi-5": "stated", "remi-6": "stated", "remi-7": "stated", "remi-8": "stated",
    "remi-9": "stated", "remi-10": "stated", "remi-11": "stated", "remi-12": "stated",
    "remi-13": "stated", "remi-14": "stated", "remi-15": "stated", "remi-16": "stated",
    "remi-17": "stated", "remi-18": "inferred", "remi-19": "inferred",
}  # fmt: skip


def kind(cards: str, rules: str | rl.Rules = REMI) -> str | None:
    return rl.check_meld(cards, rules_of(rules)).kind


# the page and the variant file say the same


def test_remi_clauses_and_their_standing() -> None:
    assert {name: clause.standing for name, clause in REMI.clauses.items()} == STANDINGS
    assert all(clause.text for clause in REMI.clauses.values())


def test_remi_parts_that_stand_otherwise_are_noted() -> None:
    for name in ("remi-1", "remi-5", "remi-7", "remi-9", "remi-16"):
        assert REMI.clauses[name].note, name


def test_remi_every_clause_has_its_test() -> None:
    assert not untested(STANDINGS, "test_remi*.py")


# remi-1 to remi-4: the table


def test_remi_1_two_to_six_players_and_one_pack() -> None:
    assert REMI.players == (2, 6)
    for players in range(2, 7):
        pack = REMI.at(players=players).pack
        assert len(pack) == len(set(pack)) == 52
        assert not any(card.is_joker for card in pack)
    for players in (0, 1, 7, 12):
        with pytest.raises(rl.RulesError, match="2 to 6 players"):
            rl.Deal(REMI, players=players, seed=1)


def test_remi_2_king_high_to_ace_low_and_suits_do_not_matter() -> None:
    assert kind("2s Ah 3d") == kind("Js Qh Kd") == "run"
    assert kind("2s 2h 2d") == "set"
    no_meld("Ks As 2s", "remi", "around_the_corner", "remi-9")
    for suits in ("sss", "shd", "ssh", "cdc"):
        assert kind(" ".join(f"{r}{s}" for r, s in zip("456", suits, strict=True))) == "run"


@pytest.mark.parametrize(("players", "each"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_remi_3_cards_dealt_to_each(players: int, each: int) -> None:
    deal = rl.Deal(REMI, players=players, seed=11)
    assert [len(hand) for hand in deal.hands] == [each] * players
    assert len(deal.discards) == 1
    assert len(deal.stock) == 52 - players * each - 1
    everything = [*deal.stock, *deal.discards, *(card for hand in deal.hands for card in hand)]
    assert Counter(everything) == Counter(REMI.at(players=players).pack)
    assert deal.melds == () or not deal.melds


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_remi_3_one_at_a_time_from_the_dealers_left(dealer: int) -> None:
    from rummy_lab.cards import shuffled

    deal = rl.Deal(REMI, players=3, seed=5, deal=2, dealer=dealer)
    top_first = shuffled(REMI.at(players=3).pack, 5, 2, 0)[::-1]
    for place in range(3):
        seat = (dealer + 1 + place) % 3
        assert list(deal.hands[seat]) == sorted(top_first[place:21:3])
    assert deal.discards == (top_first[21],)
    assert deal.stock == top_first[22:][::-1]


@pytest.mark.parametrize("players", range(2, 7))
def test_remi_4_left_of_the_dealer_starts_and_clockwise(players: int) -> None:
    for dealer in range(players):
        deal = rl.Deal(REMI, players=players, seed=3, dealer=dealer)
        for turn in range(players + 1):
            assert deal.turn == (dealer + 1 + turn) % players
            deal.apply("draw")
            assert deal.turn == (dealer + 1 + turn) % players
            deal.apply(f"discard {deal.hands[deal.turn][0]}")


def test_remi_4_the_next_dealer_sits_to_the_left() -> None:
    game = rl.Game(rl.variant("remi", target=100000), players=3, seed=3)
    dealers = []
    for _ in range(4):
        dealers.append(game.deal.dealer)
        play_out(game.deal)
        game.next_deal()
    assert dealers == [0, 1, 2, 0]


# remi-5 to remi-7: drawing


def test_remi_5_draw_first() -> None:
    deal = table("remi", ["7s 7h 7d 8c", "2c Ks"], phase="draw", melds=[(1, "9s 9h 9d")])
    for action in ("meld 7s 7h 7d", "discard 8c", "lay 8c on 1"):
        is_illegal(deal, action, "draw_first", "remi-5")
    is_legal(deal, "draw")
    is_legal(deal, "take")


def test_remi_5_draw_once() -> None:
    deal = table("remi", ["7s 7h 7d 8c", "2c Ks"], phase="draw")
    for first in ("draw", "take"):
        deal.apply(first)
        for again in ("draw", "take"):
            is_illegal(deal, again, "already_drawn", "remi-5")
        deal.undo()


def test_remi_5_the_turn_ends_with_the_discard_and_not_without() -> None:
    deal = table("remi", ["7s 7h 7d 8c 9d", "2c Ks"])
    assert "discard 8c" in map(str, deal.legal_actions())
    deal.apply("meld 7s 7h 7d")
    assert deal.turn == 0 and deal.phase == "play"
    is_illegal(deal, "pass", "nothing_to_pass", "remi-5")
    is_illegal(deal, "discard Ks", "not_held", "remi-5")
    deal.apply("discard 8c")
    assert (deal.turn, deal.phase) == (1, "draw")
    assert texts(deal.discards) == "5d 8c"


def test_remi_5_melding_and_laying_off_are_not_a_must() -> None:
    deal = table("remi", ["7s 7h 7d 8c 9c", "2c Ks"], melds=[(1, "9s 9h 9d")])
    is_legal(deal, "discard 7s")


def test_remi_5_no_discard_once_no_card_is_left() -> None:
    deal = table("remi", ["7s 7h 7d", "2c Ks"])
    deal.apply("meld 7s 7h 7d")
    assert deal.over and deal.state.out == 0


def test_remi_5_only_cards_held_and_melds_that_lie_there() -> None:
    deal = table("remi", ["7s 7h 7d 8c", "2c Ks"], melds=[(1, "9s 9h 9d")])
    is_illegal(deal, "meld 7s 7h 7c", "not_held", "remi-5")
    is_illegal(deal, "lay 9c on 1", "not_held", "remi-5")
    is_illegal(deal, "lay 8c on 2", "no_such_meld", "remi-5")
    is_illegal(deal, "lay 8c on 0", "no_such_meld", "remi-5")
    is_illegal(deal, "meld 7s 7s 7h", "not_held", "remi-5")


def test_remi_6_the_top_of_the_stock_or_the_upcard() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], stock="3c 4c", discards="Qd Jd", phase="draw")
    deal.apply("draw")
    assert texts(deal.hands[0]) == "7s 8h 4c"
    assert texts(deal.stock) == "3c"
    deal.undo()
    deal.apply("take")
    assert texts(deal.hands[0]) == "7s 8h Jd"
    assert texts(deal.discards) == "Qd"


def test_remi_6_no_card_below_the_upcard() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], discards="Qd Jd", phase="draw")
    is_illegal(deal, "take Qd", "only_the_top", "remi-6")
    is_illegal(deal, "take 9h", "not_in_pile", "remi-6")
    is_legal(deal, "take Jd")


def test_remi_6_nobody_else_sees_a_card_from_the_stock() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], stock="3c 4c", phase="draw")
    deal.apply("draw")
    mine, others = deal.view(0), deal.view(1)
    assert texts(mine.state.hands[0]) == "7s 8h 4c"
    assert all(card.is_unknown for card in others.state.hands[0])
    assert str(mine.events[-1].drawn) == "4c"
    assert str(others.events[-1].drawn) == "??"
    assert rl.card("4c") in others.unseen and rl.card("4c") not in mine.unseen


def test_remi_7_empty_stock_and_the_upcard_taken_turns_no_pile() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d", phase="draw")
    deal.apply("take")
    assert texts(deal.discards) == "2d 3d" and deal.stock == ()
    assert deal.state.recycles == 0


def test_remi_7_no_card_from_an_empty_stock_before_the_upcard_is_refused() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d", phase="draw")
    reason = is_illegal(deal, "draw", "stock_empty", "remi-7")
    assert "pass" in reason.message
    assert sorted(map(str, deal.legal_actions())) == ["pass", "take"]


def test_remi_7_nothing_to_refuse_while_there_is_a_stock() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], stock="3c", phase="draw")
    is_illegal(deal, "pass", "nothing_to_pass", "remi-5")


@pytest.mark.parametrize("seed", range(3))
def test_remi_7_the_flipped_pile_comes_back_in_the_order_it_went(seed: int) -> None:
    """Whatever the seed: nothing is shuffled, and the oldest discard comes first."""
    pile = ["2d", "9h", "4c", "Ks", "3s", "10h", "2s"]
    deal = table("remi", ["7s 8h", "2c Kh"], stock="", discards=" ".join(pile), phase="draw",
                 seed=seed)  # fmt: skip
    deal.apply("pass")
    assert deal.turn == 0
    drawn = []
    assert texts(deal.discards) == pile[0]
    while deal.stock:
        before = Counter(deal.hands[deal.turn])
        seat = deal.turn
        deal.apply("draw")
        (new,) = Counter(deal.hands[seat]) - before
        drawn.append(str(new))
        deal.apply(f"discard {new}")
    assert drawn == pile[1:]


def test_remi_7_the_player_who_refused_may_take_the_new_upcard() -> None:
    deal = table("remi", ["7s 8h", "2c Ks"], stock="", discards="2d 3d 4d", phase="draw")
    deal.apply("pass")
    assert sorted(map(str, deal.legal_actions())) == ["draw", "take"]
    deal.apply("take")
    assert texts(deal.hands[0]) == "7s 8h 2d"
    is_illegal(deal, "discard 2d", "just_taken", "remi-14")


# remi-8 to remi-12: melds


def test_remi_8_one_new_meld_in_a_turn() -> None:
    deal = table("remi", ["7s 7h 7d 2s 3h 4c 9c 9s Kd", "2c Ks"], melds=[(1, "9h 10s Jd")])
    deal.apply("meld 7s 7h 7d")
    reason = is_illegal(deal, "meld 2s 3h 4c", "melds_limit", "remi-8")
    assert "1" in reason.message or "one" in reason.message.lower()


def test_remi_8_lay_offs_do_not_count() -> None:
    deal = table("remi", ["7s 7h 7d 8h Qc 7c Kd Ad", "2c Ks"], melds=[(1, "9h 10s Jd")])
    for action in ("lay 8h on 1", "meld 7s 7h 7d", "lay Qc on 1", "lay 7c on 2"):
        is_legal(deal, action)
        deal.apply(action)


def test_remi_8_before_or_after_lay_offs_it_is_still_one() -> None:
    deal = table("remi", ["7s 7h 7d 8h 2s 3h 4c Kd Ad", "2c Ks"], melds=[(1, "9h 10s Jd")])
    for action in ("lay 8h on 1", "meld 7s 7h 7d"):
        deal.apply(action)
    is_illegal(deal, "meld 2s 3h 4c", "melds_limit", "remi-8")


@pytest.mark.parametrize(
    "cards", ["As 2h 3d 4c 5s", "9s 10h Jd", "Js Qd Kh", "3s 4s 5s", "7c 6h 8d",
              "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"],
)  # fmt: skip
def test_remi_9_runs(cards: str) -> None:
    assert kind(cards) == "run"


@pytest.mark.parametrize(
    ("cards", "code"),
    [("Qs Kh Ad", "ace_not_high"), ("Ks As 2h", "around_the_corner"), ("3s 4h", "too_few_cards"),
     ("3s 4h 6d", "gap"), ("3s 4h 5d 7c", "gap"), ("3s 4h 4d 5c", "rank_twice")],
)  # fmt: skip
def test_remi_9_no_runs(cards: str, code: str) -> None:
    reason = no_meld(cards, "remi", code, "remi-9")
    assert reason.standing == "stated"


@pytest.mark.parametrize("rank", RANKS)
def test_remi_10_sets_of_three_or_four(rank: str) -> None:
    cards = [rank + suit for suit in "shdc"]
    assert kind(" ".join(cards)) == "set"
    for left in cards:
        assert kind(" ".join(c for c in cards if c != left)) == "set"
    assert kind(" ".join(cards[:2])) is None


def test_remi_10_no_sets() -> None:
    no_meld("9s 9h", "remi", "too_few_cards", "remi-9")
    no_meld("9s 9h 9d 9c 9s", rl.variant("remi", packs=2), "set_too_big", "remi-10")
    no_meld("9s 9h 9d 8c", "remi", "ranks_differ", "remi-10")


def test_remi_10_with_two_packs_a_suit_may_stand_twice() -> None:
    two = rl.variant("remi", packs=2)
    assert kind("7s 7s 7c", two) == "set"
    no_meld("7s 7s 7c", two.replace(set_suits="distinct"), "suit_twice", "house:set_suits")


def test_remi_11_a_card_is_in_one_meld_at_a_time() -> None:
    deal = table("remi", ["7s 7h 7d 8d 9d Kc", "2c Ks"])
    deal.apply("meld 7s 7h 7d")
    assert not deal.check("meld 7d 8d 9d")


def test_remi_11_no_card_on_the_table_changes_its_meld() -> None:
    deal = table("remi", ["8h Kd Ad", "2c Ks"], melds=[(0, "9s 9h 9d 9c"), (1, "10s Jh Qd")])
    is_illegal(deal, "lay 9c on 2", "stays_in_meld", "remi-11")
    is_illegal(deal, "lay 8h 9c on 2", "stays_in_meld", "remi-11")
    is_illegal(deal, "meld 8h 9c 10s", "stays_in_meld", "remi-11")
    assert not deal.check("lay 8h on 2")


def test_remi_12_any_number_on_any_players_meld() -> None:
    deal = table("remi", ["7h Jd Qs 6c Kd 3s", "2c Ks"], melds=[(1, "8s 9h 10d"), (0, "3h 3d 3c")])
    for action in ("lay 7h on 1", "lay Jd on 1", "lay 7h Jd on 1", "lay 7h 6c on 1",
                   "lay Qs Jd Kd on 1", "lay 3s on 2", "lay 6c 7h Jd Qs on 1"):  # fmt: skip
        is_legal(deal, action)
    for action in ("lay 6c on 1", "lay Qs on 1", "lay 7h Qs on 1", "lay 3s on 1", "lay Kd on 2"):
        is_illegal(deal, action, "does_not_fit", "remi-12")


def test_remi_12_each_card_is_remembered_with_who_laid_it() -> None:
    deal = table("remi", ["7h Jd Kd", "2c Ks"], melds=[(1, "8s 9h 10d")])
    deal.apply("lay 7h on 1")
    meld = deal.melds[0]
    assert texts(meld.meld.cards) == "7h 8s 9h 10d"
    assert meld.owner == 1
    assert tuple(meld.by) == (0, 1, 1, 1)
