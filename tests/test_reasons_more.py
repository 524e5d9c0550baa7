"""Every reason is reached in every variant of the other documents that can give it.

`CASES` says for each code how to reach it and which clause each variant then cites. Together with
the table of `test_reasons` nothing of `rummy_lab.reasons.CODES` is left over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from tables import cites, table
from test_reasons import CASES as BASIC

import rummy_lab as rl
from rummy_lab.reasons import CODES, ORDER

CONTRACTS = ("contract", "contract-classic", "shanghai")
AT_THE_END = ("three-thirteen", "five-crowns", "deuces-not-wild")
SPEED = "speed-three-thirteen"


@dataclass
class Case:
    """How to reach a code: options and a position with an action, or cards that are no meld."""

    clauses: dict[str, str]
    """What it cites, by variant."""
    action: str = ""
    meld: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] = field(default_factory=dict)
    seat: int | None = None
    """Whose view is asked; None: the deal."""

    def rules(self, variant: str) -> rl.Rules:
        """The variant with the options of the case."""
        return rl.variant(variant, **self.options)

    def verdict(self, variant: str) -> rl.Verdict:
        """What the engine says."""
        rules = self.rules(variant)
        if not self.action:
            deal = self.position.get("deal", 1)
            players = 5 if variant in CONTRACTS else None
            return rl.check_meld(self.meld, rules, deal=deal, players=players)
        usual = CONTRACT_TABLE if variant in CONTRACTS else END_TABLE
        known = {**usual, **self.position}
        deal_ = table(rules, known.pop("hands"), **known)
        judge: Callable[[str], rl.Verdict] = (
            deal_.check if self.seat is None else deal_.view(self.seat).check
        )
        return judge(self.action)


CONTRACT_TABLE: dict[str, Any] = {
    "hands": ["7s 7h 7d 4c 5c 6c 7c 9h", "3d Ks", "3c Qh"], "deal": 2, "stock": "8s 8h 10c 5h",
    "discards": "10h",
}  # fmt: skip
"""Seat 0 has drawn and holds the contract of deal 2."""
END_TABLE: dict[str, Any] = {
    "hands": ["7s 7h 7d 9c", "4c Ks 5d"], "deal": 1, "stock": "8s 8h 10c 5h", "discards": "10h",
}  # fmt: skip
"""Seat 0 has drawn and may go out with the nine."""
DRAW = {"phase": "draw"}
OWN = [(0, "Ks Kh Kc"), (0, "4c 5c 6c 7c")]
LATER: dict[str, Any] = {"hands": ["8c 2h 9h", "3d Ac", "3c Qh"], "melds": OWN}
"""Seat 0 has met the contract of deal 2 in an earlier turn."""
JOKER = [(1, "9s 9c JK=9h"), (1, "3h 4h 5h JK=6h")]
SWAPS: dict[str, Any] = {
    "hands": ["9h 6h 2h", "3d Ac", "3c Qh", "As Qs", "Ad Qd"], "melds": [*OWN, *JOKER]
}  # fmt: skip
"""Five players, so two jokers."""
NOW: dict[str, Any] = {**LATER, "hands": ["8c 2h 9h 6h", "3d Ac", "3c Qh"], "met_now": True}
"""Seat 0 has met it in this turn."""
LAID = "contract 7s 7h 7d | 4c 5c 6c 7c"
OFFER = {"phase": "buy", "turn": 1, "active": 0, "discards": "10h 3h"}
WHOLE: dict[str, Any] = {"deal": 7, "hands": ["8c", "3d Ac", "3c Qh"]}
RUN_OF_14 = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"


def both(contract: str, shanghai: str, classic: str | None = None) -> dict[str, str]:
    """The clauses of the games with contracts."""
    return {"contract": contract, "contract-classic": classic or contract, "shanghai": shanghai}


def ends(clause: str, but: tuple[str, ...] = (), **other: str) -> dict[str, str]:
    """The clauses of the games whose hands are shown at the end."""
    same = {variant: clause for variant in AT_THE_END if variant not in but}
    return same | {name.replace("_", "-"): value for name, value in other.items()}


def house(option: str, *variants: str) -> dict[str, str]:
    """A changed option is cited as a rule of the house."""
    return dict.fromkeys(variants, f"house:{option}")


CASES: dict[str, list[Case]] = {
    # phase and turn
    "deal_over": [
        Case(both("contract-18", "shanghai-15"), "draw",
             position={"phase": "over", "hands": ["", "3d Ks", "3c Qh"], "out": 0}),
        Case(ends("3-13-11"), "draw",
             position={"phase": "over", "hands": ["7s 7h 7d", "4c Ks 5d"], "out": 0}),
    ],
    "not_your_turn": [
        Case(both("contract-4", "shanghai-4"), "draw", position=DRAW, seat=1),
        Case(ends("3-13-8"), "draw", position=DRAW | {"hands": ["7s 7h 7d", "4c Ks 5d"]}, seat=1),
    ],
    "draw_first": [
        Case(both("contract-8", "shanghai-8", "classic-6"), "discard 9h", position=DRAW),
        Case(ends("3-13-8"), "out 7d", position=DRAW | {"hands": ["7s 7h 7d", "4c Ks 5d"]}),
    ],
    "already_drawn": [
        Case(both("contract-8", "shanghai-8", "classic-6"), "draw"),
        Case(ends("3-13-8"), "draw"),
    ],
    "buying_now": [
        Case({"contract-classic": "classic-6", "shanghai": "shanghai-9"}, "draw", position=OFFER),
        Case(house("buys", "contract", *AT_THE_END), "draw", options={"buys": 3},
             position=OFFER | {"hands": ["7s 7h 7d", "4c Ks 5d", "4h Kh 8d"]}),
    ],
    "nothing_to_buy": [
        Case({"contract-classic": "classic-6", "shanghai": "shanghai-9"}, "buy", position=DRAW),
    ],
    "no_buying": [
        Case({"contract": "contract-8"}, "buy", position=DRAW),
        Case(ends("3-13-8"), "buy"),
    ],
    "buy_limit": [
        Case({"shanghai": "shanghai-10"}, "buy", position=OFFER | {"buys_used": [0, 3, 0]}),
        Case(house("buys", "contract", "contract-classic"), "buy", options={"buys": 2},
             position=OFFER | {"buys_used": [0, 2, 0]}),
    ],
    "buy_without_penalty": [
        Case({"contract-classic": "classic-6", "shanghai": "shanghai-9"}, "buy",
             position=OFFER | {"stock": "", "discards": "3h"}),
    ],
    "nothing_to_pass": [
        Case(both("contract-8", "shanghai-8", "classic-6"), "pass"), Case(ends("3-13-8"), "pass"),
    ],
    "refuse_first": [
        Case({"contract-classic": "classic-6", "shanghai": "shanghai-9"}, "draw", position=DRAW),
    ],
    "upcard_refused": [
        Case({"contract-classic": "classic-6", "shanghai": "shanghai-9"}, "take",
             position=DRAW | {"refused": True}),
    ],
    "stock_used_up": [
        Case({"contract": "contract-20"}, "draw", position=DRAW | {"stock": "", "recycles": 40}),
        Case(ends("3-13-15"), "draw", position=DRAW | {"stock": "", "recycles": 10,
                                                       "hands": ["7s 7h 7d", "4c Ks 5d"]}),
    ],
    "no_upcard": [
        Case(both("contract-8", "shanghai-8", "classic-6"), "take", position=DRAW | {"discards": ""}),
        Case(ends("3-13-8"), "take", position=DRAW | {"discards": "",
                                                      "hands": ["7s 7h 7d", "4c Ks 5d"]}),
    ],
    "only_the_top": [
        Case({"contract-classic": "classic-6", "shanghai": "shanghai-8"}, "take 10h",
             position=DRAW | {"discards": "10h Jd"}),
        Case(ends("3-13-8"), "take 10h", position=DRAW | {"discards": "10h Jd",
                                                          "hands": ["7s 7h 7d", "4c Ks 5d"]}),
    ],
    "not_in_pile": [
        Case(both("contract-8", "shanghai-8", "classic-6"), "take Jh", position=DRAW),
        Case(ends("3-13-8"), "take Jh", position=DRAW | {"hands": ["7s 7h 7d", "4c Ks 5d"]}),
    ],
    # cards held, and cards on the table
    "unrecorded": [
        Case(both("contract-17", "shanghai-8"), "contract 7s 7h ?? | 4c 5c 6c 7c",
             position={"hands": ["7s 7h ?? 4c 5c 6c 7c 9h", "3d Ks", "3c Qh"]}),
    ],
    "no_such_meld": [
        Case(both("contract-13", "shanghai-13"), "lay 8c on 4", position=LATER),
        Case(ends("3-13-9"), "lay 9c on 1"),
    ],
    "not_held": [
        Case(both("contract-17", "shanghai-8"), "discard 9d"), Case(ends("3-13-8"), "discard 9d"),
    ],
    "stays_in_meld": [
        Case(both("contract-13", "shanghai-13"), "lay 7c 8c on 2", position=LATER),
    ],
    # rules of melding
    "no_melding": [Case(ends("3-13-9"), "meld 7s 7h 7d")],
    "contract_first": [Case(both("contract-12", "shanghai-12"), "meld 7s 7h 7d")],
    "no_new_melds": [
        Case(both("contract-12", "shanghai-13"), "meld 8c 8h 8d",
             position=LATER | {"hands": ["8c 8h 8d 9h", "3d Ac", "3c Qh"], "stock": "8s"}),
    ],
    # is it a meld
    "no_cards": [
        Case(both("contract-11", "shanghai-5"), meld=""), Case(ends("3-13-8"), meld=""),
    ],
    "not_a_meld": [
        Case(both("contract-11", "shanghai-5"), meld="4s 9h Kd"),
        Case(ends("3-13-5"), meld="4s 9h Kd"),
    ],
    "too_few_cards": [
        Case(both("contract-11", "shanghai-5"), meld="9s 9h"), Case(ends("3-13-5"), meld="9s 9h"),
    ],
    "set_too_small": [
        Case(house("set_size", *AT_THE_END), meld="9s 9h 9d", options={"set_size": (4, None)}),
    ],
    "set_too_big": [
        Case({"contract": "contract-10"}, meld="9s 9h 9d 9c JK=9s"),
        Case(house("set_size", "contract-classic", "shanghai", *AT_THE_END[:2]),
             meld="9s 9s 9h 9d 9c", options={"set_size": (3, 4)}),
    ],
    "ranks_differ": [
        Case(both("contract-10", "shanghai-5"), meld="9s 9h 9d 8c"),
        Case(ends("3-13-4"), meld="9s 9h 9d 8c"),
    ],
    "suit_twice": [
        Case({"contract": "contract-10"}, meld="9s 9s 9h"),
        Case(house("set_suits", "contract-classic", "shanghai", *AT_THE_END[:2]), meld="9s 9s 9h",
             options={"set_suits": "distinct"}),
    ],
    "run_too_short": [
        Case({"contract-classic": "classic-2", "shanghai": "shanghai-5"}, meld="7s 8s 9s"),
        Case(house("run_size", *AT_THE_END), meld="7s 8s 9s", options={"run_size": 4}),
    ],
    "run_too_long": [
        Case(both("contract-3", "shanghai-3"), meld=f"{RUN_OF_14} JK"),
        Case(house("ace", "three-thirteen"), meld=RUN_OF_14,
             options={"ace": "round_the_corner"}),
    ],
    "suits_differ": [
        Case(both("contract-11", "shanghai-5"), meld="7s 8h 9s 10s"),
        Case(ends("3-13-5"), meld="7s 8h 9s"),
    ],
    "rank_twice": [
        Case(both("contract-11", "shanghai-5"), meld="7s 8s 8s 9s"),
        Case(ends("3-13-5", ("deuces-not-wild",)), meld="7s 8s 8s 9s"),
    ],
    "gap": [
        Case(both("contract-11", "shanghai-5"), meld="7s 8s 9s Js"),
        Case(ends("3-13-5"), meld="7s 8s 10s"),
    ],
    "ace_not_high": [
        Case(ends("3-13-5", ("five-crowns",)), meld="Qs Ks As"),
        Case(house("ace", *CONTRACTS), meld="Js Qs Ks As", options={"ace": "low"}),
    ],
    "ace_not_low": [
        Case(house("ace", *CONTRACTS), meld="As 2s 3s 4s", options={"ace": "high"}),
        Case(house("ace", "three-thirteen", "deuces-not-wild"), meld="As 2s 3h=3s",
             options={"ace": "high"}),
    ],
    "around_the_corner": [
        Case(both("contract-3", "shanghai-3"), meld="Qs Ks As 2s"),
        Case({"three-thirteen": "3-13-o1"}, meld="Ks As 2s", options={"ace": "high_or_low"}),
    ],
    "not_wild": [
        Case(both("contract-14", "shanghai-14"), meld="9s 9h 8d=9d"),
        Case({"three-thirteen": "3-13-3", "five-crowns": "3-13-3", "deuces-not-wild": "3-13-r3"},
             meld="9s 9h 8d=9d"),
    ],
    "wild_does_not_fit": [
        Case(both("contract-14", "shanghai-14"), meld="9s 9h JK=8d"),
        Case(ends("3-13-6"), meld="9s 9h 3d=8d"),
    ],
    "too_many_wilds": [
        Case({"shanghai": "shanghai-11"}, meld="9s JK JK"),
        Case({"shanghai": "shanghai-11"}, "lay JK=9h on 3", position=SWAPS | {
            "hands": ["JK 6h 2h", *SWAPS["hands"][1:]], "melds": [*OWN, (1, "9s 9c JK=9h")]}),
        Case(house("wilds_per_meld", "contract", "contract-classic", *AT_THE_END), meld="9s 9h JK JK",
             options={"wilds_per_meld": {"set": {3: 1}}, "jokers": 2}),
    ],
    "only_wilds": [
        Case(both("contract-14", "shanghai-11"), meld="JK JK JK", options={"jokers": 3}),
        Case(house("all_wild_melds", *AT_THE_END), meld="3s=9s 3h=9h 3d=9d",
             options={"all_wild_melds": False}),
    ],
    # contracts
    "no_contract": [Case(ends("3-13-9"), "contract 7s 7h 7d")],
    "contract_met": [
        Case(both("contract-12", "shanghai-13"), LAID, position={
            "melds": [(0, "Ks Kh Kc"), (0, "8d 9d 10d Jd")],
            "hands": [CONTRACT_TABLE["hands"][0], "3d Ac", "3c Qh"]}),
    ],
    "contract_differs": [
        Case(both("contract-5", "shanghai-6"), "contract 7s 7h 7d | 4c 5c 6c 7c", position={"deal": 1}),
        Case(both("contract-5", "shanghai-6"), "contract 7s 7h 7d"),
    ],
    "contract_size": [
        Case({"shanghai": "shanghai-12"}, "contract 7s 7h 7d | 4c 5c 6c 7c 8c",
             position={"hands": ["7s 7h 7d 4c 5c 6c 7c 8c 9h", "3d Ks", "3c Qh"]}),
        Case(house("contract_sizes", "contract", "contract-classic"),
             "contract 7s 7h 7d | 4c 5c 6c 7c 8c", options={"contract_sizes": "exact",
                                                            "go_out_discard": "optional"},
             position={"hands": ["7s 7h 7d 4c 5c 6c 7c 8c 9h", "3d Ks", "3c Qh"]}),
    ],
    "contract_too_small": [
        Case({"shanghai": "shanghai-12"}, LAID, options={"contract_sizes": "minimum"},
             position={"deal": 5}),
    ],
    "contract_whole_hand": [
        Case(both("contract-7", "shanghai-12") | {"shanghai": "house:contract_sizes"},
             "contract 3s 4s 5s 6s | 4c 5c 6c 7c | 8d 9d 10d Jd",
             options={"contract_sizes": {"default": "minimum", "7": "whole_hand"},
                      "go_out_discard": {"default": "optional", "7": "never"}},
             position={"deal": 7, "hands": ["3s 4s 5s 6s 4c 5c 6c 7c 8d 9d 10d Jd 9h", "3d Ks",
                                            "3c Qh"]}),
    ],
    "contract_runs_suit": [
        Case({"contract": "contract-6"}, "contract 3s 4s 5s | 7s 8s 9s",
             position={"deal": 3, "hands": ["3s 4s 5s 7s 8s 9s 9h", "3d Ks", "3c Qh"],
                       "stock": "8h 10c"}),
    ],
    "contract_runs_touch": [
        Case({"contract-classic": "classic-4", "shanghai": "shanghai-7"},
             "contract 3s 4s 5s 6s | 7s 8s 9s 10s",
             position={"deal": 3, "hands": ["3s 4s 5s 6s 7s 8s 9s 10s 9h", "3d Ks", "3c Qh"],
                       "stock": "8h 10c"}),
    ],
    "contract_without": [
        Case({"contract": "contract-9"}, "contract 7s 7h 7d | 4c 5c 6c",
             position={"taken": "7c 9h"}),
        Case(house("discard_draw", "contract-classic", "shanghai"), LAID,
             options={"discard_draw": "deep"},
             position={"hands": ["7s 7h 7d 4c 5c 6c 7c 3c 9h 7h", "3d Ks", "8c Qh"],
                       "taken": "3c 9h"}),
    ],
    # lay-offs and swaps
    "lay_off_never": [
        Case(ends("3-13-9"), "lay 9c on 1"),
        Case(house("lay_off", *CONTRACTS), "lay 8c on 2", options={"lay_off": "never"},
             position=LATER),
    ],
    "own_meld_first": [
        Case(house("lay_off", *CONTRACTS), "lay 9h on 1", options={"lay_off": "own_meld_first"},
             position={"melds": [(1, "9s 9d 9c")]}),
    ],
    "contract_before_lay_off": [
        Case(both("contract-13", "shanghai-13"), "lay 9h on 1",
             position={"melds": [(1, "9s 9d 9c")]}),
    ],
    "lay_off_next_turn": [
        Case({"contract-classic": "classic-5", "shanghai": "shanghai-12"}, "lay 8c on 2",
             position=NOW),
        Case(house("lay_off_on_contract_turn", "contract"), "lay 8c on 2",
             options={"lay_off_on_contract_turn": False}, position=NOW),
    ],
    "does_not_fit": [
        Case(both("contract-13", "shanghai-13"), "lay 9h on 2", position=LATER),
    ],
    "swap_never": [
        Case(ends("3-13-9"), "swap 9c on 1"),
        Case(house("joker_swap", *CONTRACTS), "swap 9h on 3", options={"joker_swap": "never"},
             position=SWAPS),
    ],
    "swap_runs_only": [
        Case({"contract": "contract-16", "contract-classic": "contract-16"}, "swap 9h on 3",
             position=SWAPS),
        Case(house("joker_swap", "shanghai"), "swap 9h on 3", options={"joker_swap": "runs"},
             position=SWAPS),
    ],
    "swap_before_contract": [
        Case(both("contract-15", "shanghai-14"), "swap 6h on 2", position=SWAPS | {"melds": JOKER}),
    ],
    "swap_next_turn": [
        Case(both("contract-15", "shanghai-14"), "swap 6h on 4",
             position=SWAPS | {"met_now": True}),
    ],
    "no_joker": [
        Case(both("contract-15", "shanghai-14"), "swap 9h on 2", position=LATER),
    ],
    "swap_differs": [
        Case(both("contract-15", "shanghai-14"), "swap 2h on 4", position=SWAPS),
    ],
    # the end of a turn
    "duty_open": [
        Case({"contract": "contract-8"}, "discard 9h", position={"taken": "7c 9h"}),
        Case(house("discard_draw", "contract-classic", "shanghai"), "discard 9h",
             options={"discard_draw": "deep"}, position={"taken": "7c 9h"}),
    ],
    "joker_duty": [
        Case({"contract": "contract-15", "contract-classic": "contract-15"}, "discard 2h",
             position=SWAPS | {"hands": ["JK 2h", *SWAPS["hands"][1:]], "duties": "JK",
                               "melds": [*OWN, (1, "9s 9c 9h")]}),
        Case(house("joker_swap_keep", "shanghai"), "discard 2h", options={"joker_swap_keep": False},
             position=SWAPS | {"hands": ["JK 2h", *SWAPS["hands"][1:]], "duties": "JK",
                               "melds": [*OWN, (1, "9s 9c 9h")]}),
    ],
    "just_taken": [
        Case(both("contract-17", "shanghai-21"), "discard 9h", position={"taken": "9h"}),
        Case(ends("3-13-14"), "discard 9c", position={"taken": "9c"}),
    ],
    "out_by_discard": [
        Case({"contract": "contract-7", "contract-classic": "contract-7"}, "discard 8c",
             position=WHOLE | {"melds": OWN}),
    ],
    "discard_to_go_out": [
        Case({"shanghai": "shanghai-8"}, "lay 8c on 2",
             position=LATER | {"hands": ["8c", "3d Ac", "3c Qh"]}),
        Case(house("go_out_discard", "contract", "contract-classic"), "lay 8c on 2",
             options={"go_out_discard": "required", "contract_sizes": "minimum"},
             position=LATER | {"hands": ["8c", "3d Ac", "3c Qh"]}),
    ],
    "out_not_said": [
        Case(both("contract-18", "shanghai-15"), "out 9h"),
    ],
    "out_in_last_turn": [
        Case(ends("3-13-11"), "out 9c", position={"out": 1}),
    ],
    "not_all_melded": [Case(ends("3-13-10"), "out 7s")],
    "turn_cannot_end": [
        Case(both("contract-17b", "shanghai-22"), LAID,
             position={"hands": ["7s 7h 7d 4c 5c 6c 7c 9h", "3d Ks", "3c Qh"], "taken": "9h"}),
        Case(house("melding", *AT_THE_END) | ends("3-13-16"), "meld 7s 7h 7d",
             options={"melding": "any_turn", "final_turns": 0}, position={"taken": "9c"}),
    ],
    # words that need one more
    "ambiguous": [
        Case(both("contract-14", "shanghai-14"), "lay JK on 2",
             position=LATER | {"hands": ["JK 2h 9h", "3d Ac", "3c Qh"]}),
    ],
}  # fmt: skip
ROWS = [(code, number, variant) for code, cases in CASES.items()
        for number, case in enumerate(cases) for variant in case.clauses]  # fmt: skip


@pytest.mark.parametrize(("code", "number", "variant"), ROWS)
def test_reasons_each_code_is_reached_and_cites_its_clause(
    code: str, number: int, variant: str
) -> None:
    case = CASES[code][number]
    verdict = case.verdict(variant)
    reason = cites(verdict, code, case.clauses[variant])
    rules = case.rules(variant)
    if reason.clause.startswith("house:"):
        assert reason.clause.removeprefix("house:") in rules.changed, "nothing was changed"
        assert reason.standing == "house"
    else:
        assert reason.standing == {**rules.clauses, **rules.named}[reason.clause].standing
    orders = [ORDER[one.code] for one in verdict.reasons]
    assert orders == sorted(orders)
    for one in verdict.reasons:
        said = one.message
        assert said and said[0] == said[0].upper() and not said.endswith(".")
        assert not any(bad in said for bad in ("{", "}", "None", "card(", "\n")), said


def test_reasons_no_code_is_left_over() -> None:
    assert set(CASES) | set(BASIC) == set(CODES)


SPEED_CASES = [
    ("discard 3c", 0, "draw_first", "3-13-r1"), ("draw", 3, "already_drawn", "3-13-r1"),
    ("meld 3c 3d 3h", 0, "no_melding", "3-13-9"), ("pass", 0, "nothing_to_pass", "3-13-8"),
    ("buy", 0, "no_buying", "3-13-8"), ("discard ??", 3, "not_held", "3-13-8"),
    ("lay 3c on 1", 3, "lay_off_never", "3-13-9"), ("swap 3c on 1", 3, "swap_never", "3-13-9"),
    ("contract 3c 3d 3h", 3, "no_contract", "3-13-9"),
]  # fmt: skip


@pytest.mark.parametrize(("action", "draws", "code", "clause"), SPEED_CASES)
def test_reasons_where_all_play_at_once(action: str, draws: int, code: str, clause: str) -> None:
    deal = rl.Deal(rl.variant(SPEED), players=3, seed=5)
    for _ in range(draws):
        deal.apply("draw")
    if code == "not_held":
        held = set(deal.hands[deal.turn])
        action = f"discard {next(card for card in deal.at.pack if card not in held)}"
    cites(deal.check(action), code, clause)


def test_reasons_where_all_play_at_once_only_the_top_of_the_neighbours_pile() -> None:
    deal = rl.Deal(rl.variant(SPEED), players=3, seed=5)
    top = deal.discards[-1]
    other = next(card for card in deal.at.pack if card != top)
    assert {"only_the_top", "not_in_pile"} & set(deal.check(f"take {other}").codes)
    assert deal.view((deal.turn + 1) % 3).check("draw").codes[0] == "not_your_turn"
    for _ in range(3):
        deal.apply("draw")
    bad = [card for card in deal.hands[deal.turn] if not deal.can(f"out {card}")]
    cites(deal.check(f"out {bad[0]}"), "not_all_melded", "3-13-10")
