"""Odds: equal to playing every row of draws through the engine, and what they say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import rummy_lab as rl
from rummy_lab.deal import State
from rummy_lab.deal.lookahead import check, legal_actions, legal_contracts
from rummy_lab.deal.moves import step
from rummy_lab.melds import each_meld
from rummy_lab.odds import MOST_WAYS, goals
from rummy_lab.odds.covering import melds_that_hold

SMALL: dict[str, Any] = {"ranks": "A-5", "suits": "shd", "cards_dealt": 5, "players": (2, 2)}
"""A pack of fifteen cards."""
SIX: dict[str, Any] = {**SMALL, "ranks": "A-6", "cards_dealt": 6}
THREE: dict[str, Any] = {"ranks": "A-5", "players": (2, 2), "deals": 1, "cards_dealt": 3}
CONTRACT: dict[str, Any] = {
    "ranks": "A-5", "cards_dealt": 7, "deals": 1, "contracts": ["S R"], "jokers": 1, "packs": 1,
    "contract_sizes": "minimum", "go_out_discard": "optional", "lay_off_on_contract_turn": True,
    "players": (2, 2),
}  # fmt: skip
POSITIONS: dict[str, tuple[rl.Rules, dict[str, Any], int]] = {
    "rummy": (rl.variant("rummy", **SMALL), {"hand": "As 2s 4s 4h 4d"}, 2),
    "rummy, in the middle of a turn": (
        rl.variant("rummy", **SMALL), {"hand": "As 2s 3s 4s 4h 5d", "phase": "play"}, 2),
    "rummy, a table to lay off on": (
        rl.variant("rummy", **SMALL), {"hand": "4s 5h 5d", "melds": [(1, "As 2s 3s")]}, 2),
    "rummy, the last card discarded": (
        rl.variant("rummy", use=["rummy-o1"], **SMALL), {"hand": "As 2s 3s"}, 2),
    "rummy, own meld first": (
        rl.variant("rummy", lay_off="own_meld_first", **SMALL),
        {"hand": "4s 5s 5h 5d", "melds": [(1, "As 2s 3s")]}, 2),
    "rummy, jokers swapped": (
        rl.variant("rummy", jokers=2, joker_swap="any", **SMALL),
        {"hand": "2s 4h 4d 5d", "melds": [(1, "As JK=2s 3s")]}, 1),
    "remi, one meld a turn": (rl.variant("remi", **SMALL), {"hand": "2h 3d 4s 4h 5d"}, 2),
    "remi, two melds needed": (
        rl.variant("remi", **SIX), {"hand": "As 2h 3d 5s 6h"}, 2),
    "remi, a table to lay off on": (
        rl.variant("remi", **SMALL), {"hand": "2d 4s 5h 5d", "melds": [(1, "2s 3h 4h")]}, 2),
    "remi, jokers": (rl.variant("remi", jokers=1, **SMALL), {"hand": "As 2h 4s 4h 5d"}, 2),
    "remi, twos wild": (rl.variant("remi", wild_rank="2", **SMALL), {"hand": "As 4s 4h 5d"}, 1),
    "three-thirteen": (
        rl.variant("three-thirteen", **THREE), {"hand": "As 2h 5d"}, 2),
    "three-thirteen, wild": (
        rl.variant("three-thirteen", **THREE), {"hand": "3s 2h 5d"}, 1),
    "contract": (rl.variant("contract", **CONTRACT), {"hand": "2s 3s Ah 5h 5d 5s"}, 1),
    "contract, a run of wilds": (
        rl.variant("contract", **{**CONTRACT, "contracts": ["R"], "jokers": 2}),
        {"hand": "5h 4c JK JK", "phase": "play"}, 0),
    "contract, met": (
        rl.variant("contract", **CONTRACT),
        {"hand": "4d 5s Ah", "melds": [(0, "2s 3s 4s"), (0, "5h 5d 5c")]}, 2),
}  # fmt: skip
"""Positions of one player against another: rules, what is there, and how many draws."""


def position(name: str) -> tuple[rl.Deal, int]:
    rules, what, draws = POSITIONS[name]
    given = {"phase": "draw", "melds": (), **what}
    hand, melds = given.pop("hand"), given.pop("melds")
    seen = [*hand.split(), *(w.partition("=")[0] for _, text in melds for w in text.split())]
    rest = list(map(str, rules.at(players=2).pack))
    for card in seen:
        rest.remove(card)
    deal = rl.Deal.from_position(
        rules, hands=[hand, rest[1]], discards=rest[0], stock=" ".join(rest[2:]), melds=melds,
        turn=0, **given,
    )  # fmt: skip
    return deal, draws


def reached(state: State, goal: str) -> bool:
    return state.met[0] if goal == "contract" else state.out == 0


def reaches(state: State, coming: Sequence[rl.Card], goal: str) -> bool:
    """Whether seat 0 reaches the goal with cards that come, by trying everything legal."""
    if reached(state, goal):
        return True
    if state.over or (state.phase == "draw" and not coming):
        return False
    if state.phase == "draw":
        ready = state.replace(stock=(*[c for c in state.stock if c not in coming], coming[0]))
        return reaches(step(ready, rl.read_action("draw"))[0], coming[1:], goal)
    actions = [*legal_actions(state), *legal_contracts(state)]
    return any(reaches(after, coming, goal) for after in results(state, actions))


def results(state: State, actions: Sequence[rl.Action]) -> Iterator[State]:
    """The states that actions lead to; the other player's turn is left out."""
    for action in actions:
        after = step(state, action, check(state, action).melds)[0]
        if not after.over and after.active != 0:
            after = after.replace(turn=0, active=0, turn_number=after.turn_number + 1)
        yield after


def brute(deal: rl.Deal, draws: int, goal: str) -> Fraction:
    """The chance by every row of draws."""
    unseen = deal.view(0).unseen
    known: dict[tuple[rl.Card, ...], bool] = {}
    rows = list(permutations(unseen, draws))
    for row in rows:
        if row not in known:
            known[row] = reaches(deal.state, row, goal)
    return Fraction(sum(known[row] for row in rows), len(rows))


@pytest.mark.parametrize("name", POSITIONS)
def test_out_is_what_playing_every_row_gives(name: str) -> None:
    deal, draws = position(name)
    for count in range(draws + 1):
        found = rl.odds(deal.view(0), "out", draws=count)
        assert found.exact and found.error is None and found.fraction is not None
        assert found.fraction == brute(deal, count, "out"), count
        assert found.p == float(found.fraction)


def test_the_positions_are_worth_a_look() -> None:
    chances = [rl.odds(position(name)[0].view(0), "out", draws=POSITIONS[name][2]).p
               for name in POSITIONS]  # fmt: skip
    assert sum(0 < p < 1 for p in chances) >= 11, chances


@pytest.mark.parametrize("draws", [0, 1])
def test_contract_is_what_playing_every_row_gives(draws: int) -> None:
    deal, _ = position("contract")
    found = rl.odds(deal.view(0), "contract", draws=draws)
    assert found.fraction == brute(deal, draws, "contract")
    assert draws == 0 or 0 < found.p < 1


# --- melds ------------------------------------------------------------------------------------


def table(hand: str, rules: str | rl.Rules = "rummy", **more: Any) -> rl.View:
    given = {"hands": [hand, "Qd 4d 4s 6h"], "stock": "rest", "discards": "5d", "turn": 0, **more}
    return rl.Deal.from_position(rl.variant(rules), **given).view(0)


def helps(hand: Sequence[rl.Card], drawn: Sequence[rl.Card], rules: rl.Rules) -> bool:
    """Whether a meld of hand and draws holds a drawn card and more than the hand has."""
    return any(
        any(meld.cards.count(card) > hand.count(card) for card in drawn)
        for meld in rl.find_melds([*hand, *drawn], rules)
    )


@pytest.mark.parametrize(("rules", "hand"), [
    ("rummy", "7h 8h Ks 2c"), ("rummy", "7h 8h 9h 9s 9d Kc"), ("remi", "7h 8s Ks 2c"),
    ("rummy", "2c 6d 10s Kd"),
])  # fmt: skip
def test_meld_is_what_every_card_gives(rules: str, hand: str) -> None:
    view = table(hand, rules)
    good = [card for card in view.unseen if helps(view.hand, [card], rl.variant(rules))]
    found = rl.odds(view, "meld")
    assert found.fraction == Fraction(len(good), len(view.unseen))
    assert list(found.helping) == good


def test_meld_within_two_draws() -> None:
    view = table("7h 10h Ks 2c")
    rows = list(permutations(view.unseen, 2))
    good = sum(helps(view.hand, row, rl.variant("rummy")) for row in rows)
    assert rl.odds(view, "meld", draws=2).fraction == Fraction(good, len(rows))


def test_meld_has_to_fit_in_the_hand() -> None:
    rules = rl.variant("rummy", cards_dealt=1)
    view = table("7h", rules, hands=["7h", "Qd"])
    assert rl.odds(view, "meld", draws=3).p == 0
    assert rl.odds(view, "7h 8h 9h", draws=3).p == 0


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_named_meld_by_combinations(draws: int) -> None:
    view = table("7h Ks 2c 2d")
    wanted = set(rl.cards("8h 9h"))
    rows = list(permutations(view.unseen, draws)) if draws < 3 else []
    found = rl.odds(view, "7h 8h 9h", draws=draws)
    if rows:
        assert found.fraction == Fraction(sum(wanted <= set(row) for row in rows), len(rows))
    else:  # C(45, 1) / C(47, 3)
        assert found.fraction == Fraction(45 * 6, 47 * 46 * 45)
    assert found.exact and str(len(view.unseen)) in found.how


def test_named_meld_with_equal_cards_of_two_packs() -> None:
    rules = rl.variant("rummy", packs=2, cards_dealt=4)
    view = table("9s 9h Ks 2c", rules)
    unseen = len(view.unseen)
    found = rl.odds(view, "9s 9h 9h", draws=1)
    assert (found.fraction, len(found.helping)) == (Fraction(1, unseen), 1)
    assert rl.odds(view, "9s 9h 9d", draws=1).fraction == Fraction(2, unseen)
    rest = unseen - 2
    none = Fraction(rest * (rest - 1), unseen * (unseen - 1))
    assert rl.odds(view, "9s 9h 9d", draws=2).fraction == 1 - none


def test_named_meld_in_hand_and_out_of_reach() -> None:
    view = table("7h 8h 9h 2c")
    assert rl.odds(view, "7h 8h 9h", draws=0).p == 1
    assert rl.odds(view, "7h 8h 9h 10h", draws=0).p == 0
    gone = rl.odds(view, "5c 5d 5h", draws=9)
    assert gone.p == 0 and "5♦" in gone.how, "the five of diamonds lies in the discard pile"


# --- what comes -------------------------------------------------------------------------------


def flipped() -> rl.Deal:
    """Remi after the pile was turned over: everybody knows the order of the stock."""
    deal = rl.Deal.from_position(
        rl.variant("remi"), hands=["7h 8h Kc", "Qd 4d 2s"], stock="", turn=0,
        discards="5d Jc 2d 9h 10h 3c Ac",
    )  # fmt: skip
    deal.apply("pass")
    assert [str(card) for card in deal.stock[::-1]] == ["Jc", "2d", "9h", "10h", "3c", "Ac"]
    return deal


def test_a_known_stock_is_certain() -> None:
    view = flipped().view(0)
    assert [rl.odds(view, "7h 8h 9h", draws=n).p for n in (1, 2)] == [0, 1]
    found = rl.odds(view, "meld", draws=2)
    assert found.exact and found.fraction == 1 and "J♣ 9♥ come" in found.how
    assert rl.odds(view, "meld", draws=2, others="pile").p == 0
    assert rl.odds(view, "out", draws=1).p == 0
    assert rl.odds(view, "out", draws=2).p == 1, "7 8 9 laid down, one card discarded each turn"


def test_a_known_stock_seen_from_another_turn() -> None:
    deal = flipped()
    other = rl.odds(deal.view(1), "meld", draws=2)
    assert "2♦ 10♥ come" in other.how and other.p == 0
    deal.apply("draw")
    later = rl.odds(deal.view(0), "meld", draws=1)
    assert "9♥ comes" in later.how and later.p == 1


def test_the_stock_may_not_last() -> None:
    rules = rl.variant("rummy")
    deal = rl.Deal.from_position(rules, hands=["7h 8h Ks", "Qd 4d 2s"], stock="3c 9h", turn=0,
                                 discards="5d")  # fmt: skip
    one, two = (rl.odds(deal.view(0), "meld", draws=n) for n in (1, 2))
    assert one.fraction == two.fraction
    assert "lasts for 1 of the 2 draws" in two.how and "lasts" not in one.how
    assert rl.odds(deal.view(0), "meld", draws=2, others="pile").p > one.p


def test_unseen_cards_may_lie_anywhere() -> None:
    """Only what the view shows counts: who holds the card makes no difference."""

    def chance(other: str) -> Fraction | None:
        return rl.odds(table("7h 8h Ks 2c", hands=["7h 8h Ks 2c", other]), "meld").fraction

    assert chance("9h 6h Qd 4d") == chance("Qd 4d 4s 3s") == Fraction(2, 47)


def test_cards_seen_in_other_hands_cannot_come() -> None:
    deal = rl.Deal.from_position(
        rl.variant("rummy"), hands=["7h 8h Ks 2c", "Qd 4d 4s 6h"], stock="rest", discards="5d 9h",
        turn=1,
    )  # fmt: skip
    deal.apply("take")
    deal.apply("discard Qd")
    found = rl.odds(deal.view(0), "meld")
    assert found.helping == rl.cards("6h")


def test_last_turns() -> None:
    deal = rl.Deal.from_position(
        rl.variant("three-thirteen"), hands=["As 2s 4s", "5s 5h 5d"], stock="rest", discards="9d",
        turn=0, out=1,
    )  # fmt: skip
    found = rl.odds(deal.view(0), "out")
    assert found.p == 0 and "has gone out" in found.how
    assert rl.odds(deal.view(0), "meld").p > 0


@pytest.mark.parametrize("variant", list(rl.variants()))
def test_every_variant_from_every_seat(variant: str) -> None:
    rules = rl.variant(variant)
    players = max(2, rules.players[0])
    deal, choose = rl.Deal(rules, players, seed=5), rl.policy("greedy")
    for place in range(12):
        for seat in range(players):
            for goal in ("meld", "out"):
                found = rl.odds(deal.view(seat), goal)
                assert found.exact and 0 <= found.p <= 1
        if deal.over or place == 11:
            break
        deal.apply(choose(deal.view(deal.turn)))
        if deal.over:
            break


# --- estimates --------------------------------------------------------------------------------


def test_an_estimate_states_its_error() -> None:
    view = table("7h 8h Ks Kd 2c 3c", hands=["7h 8h Ks Kd 2c 3c", "Qd 4d 4s 6h"])
    true = rl.odds(view, "meld", draws=2)
    guess = rl.odds(view, "meld", draws=2, exact=False, samples=400, seed=3)
    assert not guess.exact and guess.fraction is None and guess.error is not None
    assert abs(guess.p - true.p) < 2 * guess.error and 0 < guess.error < 0.06
    assert guess == rl.odds(view, "meld", draws=2, exact=False, samples=400, seed=3)
    assert "±" in str(guess) and "400 rows" in guess.how


def test_an_estimate_of_what_never_happens_has_an_error_too() -> None:
    view = table("7h 8h Ks 2c")
    guess = rl.odds(view, "out", draws=1, exact=False, samples=50)
    assert guess.p == 0 and guess.error is not None and guess.error > 0.01


def test_many_draws_are_estimated() -> None:
    view = table("7h 8h Ks 2c")
    assert len(view.unseen) ** 3 > MOST_WAYS
    assert not rl.odds(view, "meld", draws=3, samples=20).exact
    assert rl.odds(view, "7h 8h 9h", draws=30).exact, "combinations are never too many"


@pytest.mark.parametrize("others", ["stock", "pile"])
def test_long_rows_of_draws_take_few_looks(others: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole stock to come: a row was looked at as a whole, and every discard tried."""
    monkeypatch.setattr(goals, "MOST_SEARCHED", 2000)
    view = rl.Deal("rummy", players=2, seed=3).view(0)
    found = rl.odds(view, draws=99, others=others, samples=60)
    assert found.p == {"stock": 50 / 60, "pile": 1}[others] and "the stock lasts for" in found.how


@pytest.mark.parametrize("name", POSITIONS)
def test_more_cards_never_spoil_a_row(name: str) -> None:
    """What the first cards of a row reach the whole row reaches: so few of them are looked at."""
    deal, _ = position(name)
    view, rng = deal.view(0), random.Random(7)
    for goal in ("out", "meld"):
        hit = goals.hit_of(view, goal)
        for _ in range(8):
            row = tuple(rng.sample(view.unseen, 3))
            assert hit(row) == any(hit(row[:count]) for count in range(4))


def test_melds_that_hold_so_many_cards() -> None:
    """The same as adding melds in every way."""
    rng, rules = random.Random(1), rl.variant("rummy", packs=2, set_suits="distinct")
    at, found = rules.at(players=2), Counter()
    for _ in range(60):
        pool = rng.sample(at.pack, 17)
        melds = [Counter(meld.cards) for meld in each_meld(pool, at)]
        sums, rests = {0}, [Counter(pool)]
        while rests:
            rest = rests.pop()
            for meld in melds:
                if meld <= rest:
                    rests.append(rest - meld)
                    sums.add(len(pool) - (rest - meld).total())
        for least, most in ((3, 3), (4, 4), (7, 8), (9, 9), (10, 11)):
            cards = melds_that_hold(pool, at, least, most)
            assert (cards is not None) == any(least <= one <= most for one in sums)
            assert cards is None or (
                least <= len(cards) <= most and Counter(cards) <= Counter(pool)
            )
            found[cards is None] += 1
    assert min(found.values()) > 50


def test_estimates_and_counts_agree_where_suits_are_alike() -> None:
    deal, _ = position("remi, a table to lay off on")
    true = rl.odds(deal.view(0), "out", draws=2)
    guess = rl.odds(deal.view(0), "out", draws=2, exact=False, samples=2000)
    assert guess.error is not None and abs(guess.p - true.p) < 2 * guess.error


# --- words ------------------------------------------------------------------------------------


def test_what_is_wrong_is_said() -> None:
    view = table("7h 8h Ks 2c")
    for goal, said in [
        ("melt", "did you mean 'meld'"), ("7h 8h 9s", "no meld here"), ("", "no meld"),
        ("contract", "has no contracts"), ("7h 8x 9h", "'8x' is no card"),
    ]:  # fmt: skip
        with pytest.raises(ValueError, match=said):
            rl.odds(view, goal)
    wrong: list[dict[str, Any]] = [{"draws": -1}, {"draws": 1.5}, {"draws": True}, {"others": "x"},
                                   {"exact": False, "samples": 0}]  # fmt: skip
    for arguments in wrong:
        with pytest.raises(ValueError):
            rl.odds(view, "meld", **arguments)
    with pytest.raises(TypeError, match=r"deal\.view\(seat\)"):
        rl.odds(rl.Deal(rl.variant("rummy"), 2, seed=1))  # type: ignore[arg-type]


def test_no_odds_once_the_deal_is_over_or_with_cards_nobody_recorded() -> None:
    over = rl.Deal.from_position(rl.variant("rummy"), hands=["", "2c"], phase="over", out=0)
    with pytest.raises(ValueError, match="the deal is over"):
        rl.odds(over.view(1))
    with pytest.raises(ValueError, match="nobody recorded"):
        rl.odds(table("7h ?? 2c", stock="3c 3d", hands=["7h ?? 2c", "Qd Qc Qs"]))


def test_faces() -> None:
    found = rl.odds(table("7h 8h Ks 2c"), "meld")
    assert str(found) == "4.3%: 2 of the 47 unseen cards: 6♥ 9♥"
    assert "<b>4.3%</b>" in found._repr_html_()
    assert rl.odds(table("7h 8h Ks 2c"), "out", draws=0).how == "not without a draw"


def some_position(rng: random.Random) -> tuple[rl.Deal, str] | None:
    """A small position under options drawn at random, and a goal; None where there is none."""
    contract = rng.random() < 0.3
    options: dict[str, Any] = {
        "ranks": rng.choice(["A-4", "A-5"]), "suits": rng.choice(["sh", "shd"]),
        "players": (2, 2), "jokers": rng.choice([0, 0, 1, 2]), "packs": rng.choice([1, 1, 2]),
    }  # fmt: skip
    if contract:
        options |= {
            "cards_dealt": 7, "deals": 1, "contracts": [rng.choice(["S", "R", "S R"])],
            "contract_sizes": rng.choice(["minimum", "exact"]),
            "lay_off_on_contract_turn": rng.random() < 0.5,
            "joker_swap": rng.choice(["never", "runs", "any"]),
        }  # fmt: skip
    else:
        options |= {
            "cards_dealt": 5, "run_suits": rng.choice(["any", "same"]),
            "set_suits": rng.choice(["any", "distinct"]),
            "melds_per_turn": rng.choice([None, 1]), "wild_rank": rng.choice([None, None, "2"]),
            "go_out_discard": rng.choice(["optional", "required", "never"]),
            "lay_off": rng.choice(["any", "own_meld_first", "never"]),
        }  # fmt: skip
    try:
        rules = rl.variant("contract" if contract else "rummy", **options)
    except rl.RulesError:
        return None
    pack = list(rules.at(players=2).pack)
    rng.shuffle(pack)
    hand = [pack.pop() for _ in range(rng.randint(2, 5))]
    melds = []
    found = rl.find_melds(pack, rules, limit=200)
    if found and rng.random() < 0.6:
        meld = rng.choice(found)
        melds.append((rng.choice([0, 1]), meld))
        for card in meld.cards:
            pack.remove(card)
    if len(pack) < 5:
        return None
    try:
        deal = rl.Deal.from_position(
            rules, hands=[hand, [pack.pop()]], discards=pack[12:] or [pack.pop()],
            stock=pack[:12], melds=melds, turn=0, phase=rng.choice(["draw", "play"]),
        )  # fmt: skip
    except ValueError:
        return None
    return deal, "contract" if contract and rng.random() < 0.5 else "out"


def test_positions_drawn_at_random_are_what_playing_every_row_gives() -> None:
    tried = between = 0
    for seed in range(200):
        made = some_position(random.Random(seed))
        if made is None or made[0].over:
            continue
        deal, goal = made
        draws = 2 if len(deal.hands[0]) < 4 and not deal.at.any_wild else 1
        found = rl.odds(deal.view(0), goal, draws=draws, exact=True, others="pile")
        assert found.fraction == brute(deal, draws, goal), seed
        tried, between = tried + 1, between + (0 < found.p < 1)
    assert tried > 80 and between > 20, (tried, between)
