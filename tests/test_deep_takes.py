"""Large hands with a card from inside the pile: whether it has a place is told at once.

Random play came to these tables under house rules; a search that tries every play never ends here.
"""

from __future__ import annotations

from typing import Any

import pytest

import rummy_lab as rl

PILE_OF_KINGS = "Qd Kd Kd Qc 9d 2d 7s 8h 6h Kd 4h 10h 9h Kc 10c 3c 9c Qh 5c Kc 2c"
PILE_OF_SPADES = (
    "4s 5c 2h 8d Jd 9s Qd Kd Kd Qc 9d 2d 7s 8h 6h Kd 4h 10h 9h Kc 10c 3c 9c Qh 5c Kc Ad Ah 3s 5d "
    "7s 6c 4d 4c 4c 4c 2s 7d"
)
SWAPS: dict[str, Any] = {"packs": 3, "lay_off_on_contract_turn": False, "joker_swap": "any"}
TABLE = [
    (1, "Qs Qd Qc"), (4, "Jh Jd Jc"), (4, "7s 8s 9s 10s Js Qs Ks"), (3, "As Ad Ac"),
    (2, "3s 3h 3d 3c"),
]  # fmt: skip
CASES = {
    "a queen with no place, though a joker could be swapped": (
        SWAPS,
        "7s Jh Qh Ad 6d 8d Ac Ac 2c 4c 7c JK",
        PILE_OF_KINGS,
        [*TABLE, (1, "Jh JK=Qh Kh Ah"), (3, "9c 10c Jc"), (2, "4h 5h 6h 7h 8h")],
        "take Qd",
        False,
    ),
    "a four that two jokers lead to, one of them swapped": (
        SWAPS,
        "2h 6h 7h 8h Jh Qh Kh 6d 7d 8d Ac 2c 5c 7c JK",
        PILE_OF_SPADES,
        [*TABLE, (1, "10h Jh JK=Qh Kh Ah"), (3, "7c 8c 9c 10c Jc"), (2, "2h 3h 4h 5h 6h 7h 8h")],
        "take 4s",
        True,
    ),
    "a five that no meld could hold, where nothing is laid off": (
        {"packs": 2, "melding": "any_turn", "contracts": None, "contract_runs": "any",
         "lay_off": "never", "go_out_discard": "optional", "contract_sizes": "minimum"},
        "5s 10s 10s 8h 6d 7d Jd 2c 9c 9c",
        "5c Kh 10d Qs Ad Js Qc Qd 9s Js 10h 9h Kd 9d Jh Ks Jc Ks 4d Ah Ah 7h 8c 3h Jc",
        [(4, "6s 6d 6c"), (2, "8s JK=8h 8d")],
        "take 5c",
        False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_deep_takes(case: str) -> None:
    options, hand, pile, melds, action, legal = CASES[case]
    rules = rl.variant("contract", **options)
    deal = rl.Deal.from_position(
        rules, ["3h", "4d", "5d", "6c", hand], melds=melds, discards=pile, stock="3s 3c",
        turn=4, deal=2, dealer=3, phase="draw",
    )  # fmt: skip
    verdict = deal.check(action)
    assert bool(verdict) is legal
    assert legal or verdict.codes == ("turn_cannot_end",)
    assert (action in map(str, deal.legal_actions())) is legal
