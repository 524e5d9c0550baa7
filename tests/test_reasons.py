"""Every reason Remi, Rummy and Block Rummy can give is reached, in each of them.

`CASES` says for each code how to reach it; a code that is neither there nor among those that only
other games can give fails a test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from tables import SHIPPED, table

import rummy_lab as rl
from rummy_lab.reasons import CODES, ORDER

OTHER_GAMES = {
    # buying
    "buying_now", "nothing_to_buy", "buy_limit", "buy_without_penalty", "refuse_first",
    "upcard_refused",
    # melds shown at the end, last turns
    "no_melding", "out_in_last_turn", "not_all_melded",
    # contracts
    "contract_first", "no_new_melds", "contract_met", "contract_differs", "contract_size",
    "contract_too_small", "contract_whole_hand", "contract_runs_suit", "contract_runs_touch",
    "contract_without", "contract_before_lay_off", "lay_off_next_turn",
    # wilds and swaps
    "wild_does_not_fit", "too_many_wilds", "only_wilds", "ambiguous", "swap_runs_only",
    "swap_before_contract", "swap_next_turn", "swap_differs",
    # deep draws and swaps
    "duty_open", "joker_duty",
}  # fmt: skip
"""Codes that only games with buying, contracts, wilds, deep draws or last turns can give."""


@dataclass
class Case:
    """How to reach a code: options and a position with an action, or cards that are no meld."""

    action: str = ""
    meld: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] = field(default_factory=dict)
    clauses: tuple[str, str, str] | None = None
    """What it cites in remi, rummy and block; None: any clause of the variant."""
    seat: int | None = None
    """Whose view is asked; None: the deal."""
    variants: tuple[str, ...] = SHIPPED

    def verdict(self, variant: str) -> rl.Verdict:
        """What the engine says."""
        rules = rl.variant(variant, **self.options)
        if not self.action:
            return rl.check_meld(self.meld, rules)
        known: dict[str, Any] = {"hands": ["7s 7h 7d 9c Kd", "2c Ks"], **self.position}
        deal = table(rules, **known)
        judge: Callable[[str], rl.Verdict] = (
            deal.check if self.seat is None else deal.view(self.seat).check
        )
        return judge(self.action)


def all_(remi: str, rummy: str, block: str | None = None) -> tuple[str, str, str]:
    return remi, rummy, block or remi


DRAW = {"phase": "draw"}
FIVE = all_("remi-5", "rummy-5")
RUN = all_("remi-9", "rummy-9")
SET = all_("remi-10", "rummy-8")
EIGHTS = {"melds": [(1, "8s 9s 10s")]}
ALL = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"
CASES: dict[str, Case] = {
    "deal_over": Case("draw", position={"phase": "over", "hands": ["", "2c Ks"], "out": 0},
                      clauses=all_("remi-13", "rummy-12")),
    "not_your_turn": Case("draw", position=DRAW, seat=1, clauses=all_("remi-4", "rummy-4")),
    "draw_first": Case("discard 9c", position=DRAW, clauses=FIVE),
    "already_drawn": Case("draw", clauses=FIVE),
    "no_buying": Case("buy", position=DRAW),
    "nothing_to_pass": Case("pass", position=DRAW, clauses=FIVE),
    "stock_empty": Case("draw", position=DRAW | {"stock": "", "discards": "2d 3d"},
                        clauses=("remi-7", "", "block-1"), variants=("remi", "block")),
    "stock_used_up": Case("draw", position=DRAW | {"stock": "", "recycles": 10},
                          clauses=("remi-18", "rummy-16", ""), variants=("remi", "rummy")),
    "no_upcard": Case("take", position=DRAW | {"discards": ""},
                      clauses=all_("remi-6", "rummy-5")),
    "only_the_top": Case("take 3d", position=DRAW | {"discards": "3d Jd", "stock": "2h"},
                         clauses=all_("remi-6", "rummy-5")),
    "not_in_pile": Case("take 3h", position=DRAW, clauses=all_("remi-6", "rummy-5")),
    "unrecorded": Case("meld 7s 7h ??", position={"hands": ["7s 7h ?? 9c", "2c Ks"]}),
    "no_such_meld": Case("lay 9c on 1", clauses=FIVE),
    "stays_in_meld": Case("meld 7s 8s 9s", position=EIGHTS, clauses=all_("remi-11", "rummy-10")),
    "not_held": Case("discard 9h", clauses=FIVE),
    "melds_limit": Case("meld 7s 7h 7d", position={"melds_now": 1}, options={"melds_per_turn": 1},
                        clauses=all_("remi-8", "house:melds_per_turn")),
    "no_cards": Case(meld="", clauses=FIVE),
    "not_a_meld": Case(meld="4s 9h Kd", clauses=RUN),
    "too_few_cards": Case(meld="9s 9h", clauses=RUN),
    "set_too_small": Case(meld="9s 9h 9d", options={"set_size": (4, None)},
                          clauses=all_("house:set_size", "house:set_size")),
    "set_too_big": Case(meld="9s 9s 9h 9d 9c", options={"packs": 2}, clauses=SET),
    "ranks_differ": Case(meld="9s 9h 9d 8c", clauses=SET),
    "suit_twice": Case(meld="9s 9s 9h", options={"packs": 2, "set_suits": "distinct"},
                       clauses=all_("house:set_suits", "house:set_suits")),
    "run_too_short": Case(meld="7s 8s 9s", options={"run_size": 4},
                          clauses=all_("house:run_size", "house:run_size")),
    "run_too_long": Case(meld=f"{ALL} As", options={"ace": "round_the_corner", "packs": 2},
                         clauses=all_("remi-o7", "house:ace")),
    "suits_differ": Case(meld="7s 8h 9s", options={"run_suits": "same"},
                         clauses=all_("house:run_suits", "rummy-9")),
    "rank_twice": Case(meld="7s 8s 8s 9s", options={"packs": 2}, clauses=RUN),
    "gap": Case(meld="7s 8s 10s", clauses=RUN),
    "ace_not_high": Case(meld="Qs Ks As", clauses=RUN),
    "ace_not_low": Case(meld="As 2s 3s", options={"ace": "high"},
                        clauses=all_("remi-o5", "house:ace")),
    "around_the_corner": Case(meld="Ks As 2s", options={"ace": "high_or_low"},
                              clauses=all_("remi-o6", "rummy-o2")),
    "not_wild": Case("meld 7s 7h 7d=7c", clauses=RUN),
    "no_contract": Case("contract 7s 7h 7d | 9c Kd 9h"),
    "lay_off_never": Case("lay 7s on 1", position=EIGHTS, options={"lay_off": "never"},
                          clauses=all_("house:lay_off", "house:lay_off")),
    "own_meld_first": Case("lay 7s on 1", position=EIGHTS, options={"lay_off": "own_meld_first"},
                           clauses=all_("remi-o3", "house:lay_off")),
    "does_not_fit": Case("lay 9c on 1", position=EIGHTS, clauses=all_("remi-12", "rummy-10")),
    "swap_never": Case("swap 9c on 1", position=EIGHTS),
    "no_joker": Case("swap 9c on 1", position=EIGHTS),
    "just_taken": Case("discard 9c", position={"taken": "9c"},
                       clauses=all_("remi-14", "rummy-7")),
    "out_by_discard": Case("discard 9c", position={"hands": ["9c", "2c Ks"],
                                                   "melds": [(1, "10c Jc Qc")]},
                           options={"go_out_discard": "never"},
                           clauses=all_("house:go_out_discard", "house:go_out_discard")),
    "discard_to_go_out": Case("meld 7s 7h 7d", position={"hands": ["7s 7h 7d", "2c Ks"]},
                              options={"go_out_discard": "required"},
                              clauses=all_("remi-o4", "rummy-o1")),
    "out_not_said": Case("out 9c", clauses=all_("remi-13", "rummy-12")),
    "turn_cannot_end": Case("meld 7s 7h 7d", position={"hands": ["7s 7h 7d 2d", "2c Ks"],
                                                       "stock": "3d 4d", "taken": "2d"},
                            clauses=all_("remi-19", "rummy-17")),
}  # fmt: skip


REACHED = [(code, variant) for code, case in CASES.items() for variant in case.variants]


@pytest.mark.parametrize(("code", "variant"), REACHED)
def test_reasons_each_code_is_reached(code: str, variant: str) -> None:
    case = CASES[code]
    verdict = case.verdict(variant)
    assert not verdict and code in verdict.codes, f"{code}: {verdict}"
    reason = verdict.reasons[verdict.codes.index(code)]
    rules = rl.variant(variant, **case.options)
    if case.clauses is not None:
        assert reason.clause == case.clauses[SHIPPED.index(variant)]
    if reason.clause.startswith("house:"):
        assert reason.clause.removeprefix("house:") in rules.changed, "nothing was changed"
        assert reason.standing == "house"
    else:
        known = {**rules.clauses, **rules.named}
        assert reason.clause in known
        assert reason.standing == known[reason.clause].standing


@pytest.mark.parametrize(("code", "variant"), REACHED)
def test_reasons_are_sentences_in_order(code: str, variant: str) -> None:
    verdict = CASES[code].verdict(variant)
    places = [ORDER[reason.code] for reason in verdict.reasons]
    assert places == sorted(places)
    for reason in verdict.reasons:
        said = reason.message
        assert said and said[0] == said[0].upper() and not said.endswith(".")
        assert not any(bad in said for bad in ("{", "}", "None", "card(", "\n")), said


def test_reasons_every_code_is_reached_or_belongs_to_other_games() -> None:
    assert set(CASES) | OTHER_GAMES == set(CODES)
    assert not set(CASES) & OTHER_GAMES


@pytest.mark.parametrize(
    ("action", "position", "codes"),
    [
        ("discard Kh", {"phase": "draw"}, ["draw_first", "not_held"]),
        ("lay 9h on 3", {}, ["no_such_meld", "not_held"]),
        ("meld 7s 8s 10h", {"phase": "draw"}, ["draw_first", "not_held", "suits_differ", "gap"]),
    ],
)
def test_reasons_all_that_hold_are_given(
    action: str, position: dict[str, Any], codes: list[str]
) -> None:
    deal = table("rummy", **{"hands": ["7s 7h 7d 9c Kd", "2c Ks"], **position})
    assert list(deal.check(action).codes) == codes


def test_reasons_the_numbers_are_data() -> None:
    reason = rl.check_meld("9d Jd Qd", rl.variant("rummy")).reasons[0]
    assert reason.code == "gap"
    assert {"10♦", "9♦", "J♦"} <= {str(value) for value in reason.numbers.values()}


@pytest.mark.parametrize("variant", SHIPPED)
def test_reasons_an_illegal_action_carries_them(variant: str) -> None:
    deal = table(variant, ["7s 7h 7d 9c Kd", "2c Ks"])
    before = deal.state
    with pytest.raises(rl.IllegalAction) as caught:
        deal.apply("discard 9h")
    assert caught.value.reasons == deal.check("discard 9h").reasons
    assert isinstance(caught.value, ValueError) and "9♥" in str(caught.value)
    assert deal.state == before and deal.events == ()
