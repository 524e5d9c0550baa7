"""What a user can get wrong: one clear sentence with what was read and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tables import table

import rummy_lab as rl

REMI = rl.variant("remi")


def position(**changes: Any) -> rl.Deal:
    known = {"hands": ["7s 8h 9c", "2c Ks"], "stock": "3c 4c", "discards": "5d", "turn": 0,
             "phase": "draw"}  # fmt: skip
    return rl.Deal.from_position(REMI, **{**known, **changes})


MISTAKES: list[tuple[str, Callable[[], Any], type[ValueError], list[str]]] = [
    # variants
    ("variant_misspelt", lambda: rl.variant("rumy"), rl.RulesError, ["'rumy'", "'rummy'"]),
    ("variant_misspelt_far", lambda: rl.variant("poker"), rl.RulesError, ["'poker'", "remi"]),
    ("variant_no_text", lambda: rl.variant(7), rl.RulesError, ["7", "remi"]),  # type: ignore[arg-type]
    ("variant_html", lambda: rl.variant("<b>remi"), rl.RulesError, ["<b>remi", "remi"]),
    # options
    ("option_misspelt", lambda: rl.variant("remi", meld_per_turn=1), rl.RulesError,
     ["'meld_per_turn'", "'melds_per_turn'"]),
    ("option_misspelt_replace", lambda: REMI.replace(targte=9), rl.RulesError,
     ["'targte'", "'target'"]),
    ("option_value", lambda: rl.variant("remi", ace="hihg"), rl.RulesError,
     ["hihg", "high_or_low"]),
    ("option_kind", lambda: rl.variant("remi", packs="two"), rl.RulesError, ["two", "packs"]),
    ("option_range", lambda: rl.variant("remi", packs=0), rl.RulesError, ["packs=0", "1"]),
    ("option_named_misspelt", lambda: rl.variant("remi", use=["remi-o99"]), rl.RulesError,
     ["'remi-o99'", "remi-o9"]),
    ("option_named_elsewhere", lambda: rl.variant("rummy", use=["remi-o5"]), rl.RulesError,
     ["'remi-o5'", "rummy"]),
    ("option_named_asks", lambda: rl.variant("remi", use=["remi-o11"]), rl.RulesError,
     ["remi-o11", "target=N"]),
    ("option_unread", lambda: REMI["targte"], KeyError, ["targte"]),  # type: ignore[list-item]
    # options that contradict each other
    ("contradiction_two_aces", lambda: rl.variant("remi", use=["remi-o5", "remi-o6"]),
     rl.RulesError, ["ace", "high", "high_or_low"]),
    ("contradiction_no_end", lambda: rl.variant("remi", target=None), rl.RulesError,
     ["never end", "target"]),
    ("contradiction_target_sign", lambda: rl.variant("remi", target=-50), rl.RulesError,
     ["target=-50", "penalty"]),
    ("contradiction_penalty_target", lambda: rl.variant("remi", scoring="penalty"),
     rl.RulesError, ["target=200", "never reached"]),
    ("contradiction_target_nought", lambda: rl.variant("remi", target=0), rl.RulesError,
     ["target=0"]),
    ("contradiction_winner", lambda: rl.variant("remi", winner="lowest"), rl.RulesError,
     ["winner_takes", "lowest"]),
    ("contradiction_too_many_cards", lambda: rl.variant("remi", cards_dealt=9), rl.RulesError,
     ["6 players × 9 cards = 54", "52"]),
    ("contradiction_players", lambda: rl.variant("remi", players=(2, 9)), rl.RulesError,
     ["9 players", "52"]),
    ("contradiction_sizes", lambda: rl.variant("remi", set_size=(4, 3)), rl.RulesError,
     ["set_size"]),
    ("contradiction_after_contract", lambda: rl.variant("remi", lay_off="after_contract"),
     rl.RulesError, ["after_contract", "contract"]),
    # cards
    ("card_none", lambda: rl.card("1h"), rl.NotationError, ["'1h'", "A 2 3"]),
    ("card_suit", lambda: rl.card("10x"), rl.NotationError, ["'10x'", "s h d c"]),
    ("card_empty", lambda: rl.card(""), rl.NotationError, ["''", "10h"]),
    ("card_number", lambda: rl.card(7), rl.NotationError, ["7", "10h"]),  # type: ignore[arg-type]
    ("cards_one_of_many", lambda: rl.cards("7h 8q 9h"), rl.NotationError, ["'8q'", "word 2"]),
    ("cards_number", lambda: rl.cards(7), rl.NotationError, ["7"]),  # type: ignore[arg-type]
    ("card_long", lambda: rl.card("7" * 5000), rl.NotationError, ["777", "no card"]),
    ("card_script", lambda: rl.card("<script>alert(1)</script>"), rl.NotationError, ["no card"]),
    # cards that the packs do not hold
    ("twice_in_a_hand", lambda: rl.arrange("7h 7h 8h", REMI), ValueError, ["7♥", "twice"]),
    ("twice_in_a_meld", lambda: rl.check_meld("7h 7h 7d", REMI), ValueError, ["7♥", "twice"]),
    ("twice_in_melds", lambda: rl.find_melds("7h 7h 7d", REMI), ValueError, ["7♥", "twice"]),
    ("twice_in_a_position", lambda: position(stock="7s"), ValueError, ["7♠", "2"]),
    ("joker_where_none_is", lambda: rl.arrange("7h 8h JK", REMI), ValueError, ["JK"]),
    # players
    ("players_too_many", lambda: rl.Deal(REMI, players=7, seed=1), ValueError, ["7", "2 to 6"]),
    ("players_one", lambda: rl.Deal(REMI, players=1, seed=1), ValueError, ["1", "2 to 6"]),
    ("players_named_one", lambda: rl.Deal(REMI, players=["Ana"], seed=1), ValueError, ["2 to 6"]),
    ("players_text", lambda: rl.Deal(REMI, players="Ana", seed=1), ValueError, ["'Ana'", "list"]),  # type: ignore[arg-type]
    ("players_half", lambda: rl.Deal(REMI, players=2.5, seed=1), ValueError, ["2.5"]),  # type: ignore[arg-type]
    ("players_game", lambda: rl.Game(REMI, players=9, seed=1), ValueError, ["9", "2 to 6"]),
    ("names_twice", lambda: rl.Deal(REMI, players=["Ana", "Bo", "Ana"], seed=1), ValueError,
     ["'Ana'", "unique"]),
    ("names_twice_game", lambda: rl.Game(REMI, players=["Ana", "Ana"], seed=1), ValueError,
     ["'Ana'"]),
    ("names_blank", lambda: rl.Deal(REMI, players=["Ana", "  "], seed=1), ValueError, ["name"]),
    ("names_no_text", lambda: rl.Deal(REMI, players=["Ana", 3], seed=1), ValueError, ["3"]),  # type: ignore[list-item]
    ("dealer_nobody", lambda: rl.Deal(REMI, players=3, seed=1, dealer=3), ValueError,
     ["dealer=3", "0 to 2"]),
    ("totals_of_a_stranger", lambda: rl.Game(REMI, players=["Ana", "Bo"], seed=1,
                                             totals={"Ana": 3, "Cy": 4}), ValueError, ["Cy"]),
    # seeds and deals
    ("seed_text", lambda: rl.Deal(REMI, players=2, seed="x"), ValueError, ["'x'", "integer"]),  # type: ignore[arg-type]
    ("seed_half", lambda: rl.Deal(REMI, players=2, seed=1.5), ValueError, ["1.5", "integer"]),  # type: ignore[arg-type]
    ("seed_bool", lambda: rl.Deal(REMI, players=2, seed=True), ValueError, ["True", "integer"]),
    ("seed_game", lambda: rl.Game(REMI, players=2, seed="x"), ValueError, ["'x'", "integer"]),  # type: ignore[arg-type]
    ("seed_position", lambda: position(seed="x"), ValueError, ["'x'", "integer"]),
    ("deal_nought", lambda: rl.Deal(REMI, players=2, seed=1, deal=0), ValueError, ["0", "from 1"]),
    # actions
    ("action_misspelt", lambda: position().check("discrad 7s"), rl.NotationError,
     ["'discrad 7s'", "'discard'"]),
    ("action_empty", lambda: position().check(""), rl.NotationError, ["action"]),
    ("action_no_card", lambda: position().check("discard"), rl.NotationError, ["discard"]),
    ("action_bad_card", lambda: position().check("discard 7x"), rl.NotationError, ["'7x'"]),
    ("action_two_cards", lambda: position().check("discard 7s 8h"), rl.NotationError, ["discard"]),
    ("action_no_meld", lambda: position().check("lay 7s"), rl.NotationError, ["lay", "on"]),
    ("action_bad_meld", lambda: position().check("lay 7s on two"), rl.NotationError, ["two"]),
    ("action_something_else", lambda: position().check(5), ValueError, ["5"]),  # type: ignore[arg-type]
    ("action_out_of_phase", lambda: position().apply("discard 7s"), rl.IllegalAction,
     ["discard 7s", "must draw", "remi-5"]),
    ("action_after_the_end", lambda: table("remi", ["", "2c"], phase="over", out=0).apply("draw"),
     rl.IllegalAction, ["over", "remi-13"]),
    # scores
    ("score_of_nobody", lambda: rl.FinalPosition(hands={"Ana": "7s"}, out="Bo"), ValueError,
     ["'Bo'", "Ana"]),
    ("score_of_no_card", lambda: rl.FinalPosition(hands={"Ana": "7x"}), rl.NotationError, ["'7x'"]),
    ("score_without_hands", lambda: rl.FinalPosition(hands={}), ValueError, ["hand"]),
    ("policy_misspelt", lambda: rl.policy("gredy"), ValueError, ["'gredy'", "greedy"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mistake", "error", "said"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES]
)
def test_bad_input_one_clear_sentence(
    mistake: Callable[[], Any], error: type[Exception], said: list[str]
) -> None:
    with pytest.raises(error) as caught:
        mistake()
    message = str(caught.value)
    for part in said:
        assert part in message, f"{part!r} is not in {message!r}"
    assert "\n" not in message and len(message) < 400, message
    assert "Traceback" not in message and " object at 0x" not in message


def test_bad_input_nothing_is_lost_by_a_mistake() -> None:
    deal = table("remi", ["7s 8h 9c", "2c Ks"], phase="draw")
    deal.apply("draw")
    before, events = deal.state, deal.events
    for wrong in ("discard Kh", "lay 7s on 9", "draw", "meld 7s 8h", "out 7s", "buy"):
        with pytest.raises(rl.IllegalAction):
            deal.apply(wrong)
    for unreadable in ("", "discard", "meld 1x", "lay 7s on"):
        with pytest.raises(rl.NotationError):
            deal.apply(unreadable)
    assert deal.state == before and deal.events == events


def test_bad_input_names_in_any_script_are_good() -> None:
    names = ["Zoë", "李雷", "علي", "🂡 Ace"]
    deal = rl.Deal(REMI, players=names, seed=1)
    assert list(deal.names) == names


@pytest.mark.parametrize("seed", [0, -1, 2**63, 10**30])
def test_bad_input_every_integer_is_a_seed(seed: int) -> None:
    deal = rl.Deal(REMI, players=2, seed=seed)
    assert deal.stock == rl.Deal(REMI, players=2, seed=seed).stock
