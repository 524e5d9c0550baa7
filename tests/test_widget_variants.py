"""What the stepper makes of deep draws, swaps, buying, sealed choices and piles, no browser."""

from __future__ import annotations

from typing import Any

import pytest

import rummy_lab as rl
from rummy_lab.display.svg import svg_of_state
from rummy_lab.display.text import text_of_state
from rummy_lab.widgets import DealStepper


def press(stepper: DealStepper, what: str, **more: Any) -> None:
    """What the page sends when something on the table is pressed."""
    stepper.table._hear(None, {"do": what, **more}, None)


def labels(stepper: DealStepper) -> list[str]:
    return [action["label"] for action in stepper.table.actions]


def contract(**more: Any) -> rl.Deal:
    """A deal of Contract Rummy in which Bo has met the contract with a joker in a run."""
    given: dict[str, Any] = {
        "names": ["Ana", "Bo", "Cy"], "dealer": 2, "turn": 0, "phase": "draw",
        "hands": ["7s 7h 7d 4c 6c Kd 2s", "6h Qs Kh 8c", "9c 8d Qd"],
        "stock": "9s 2c 8h 3d", "discards": "8s 5c Qh 2h",
        "melds": [(1, "4h 5h JK=6h"), (1, "10h 10c JK=10d")],
    }  # fmt: skip
    rules = rl.variant("contract", jokers=2)
    return rl.Deal.from_position(rules, deal=2, **(given | more))


def speed() -> rl.Deal:
    rules = rl.variant("speed-three-thirteen")
    return rl.Deal(rules, players=["Ana", "Bo", "Cy", "Dee"], seed=5)


@pytest.mark.parametrize("at", [1, 3, 9, -1, "1", None])
def test_a_press_inside_the_discard_pile(at: Any):
    """A card inside the pile is taken with all above it; what is no place is passed over."""
    stepper = DealStepper(contract())
    assert stepper.table.picture["deep"] == ["8s", "5c", "Qh", "2h"]
    assert stepper.table.can["deep"] == {"1": "press to take it and 2 cards above it"}
    press(stepper, "deep", at=at)
    taken = {1: "5c Qh 2h", 3: "2h"}.get(at, "")
    assert " ".join(map(str, stepper.deal.state.taken)) == taken
    if at == 1:
        assert stepper.table.picture["now"][0] == "Still to be played in this turn: 5♣"
        assert "deep" not in stepper.table.picture


def test_a_joker_is_swapped_by_a_press_on_its_meld():
    """The real card of a joker is swapped for it; why a dead joker stays is said."""
    stepper = DealStepper(contract(turn=1, phase="play"))
    stepper.table.selected = ["6h"]
    press(stepper, "meld", meld=2)
    assert "Lay 6♥ on 2: not allowed now." in stepper.table.message["head"]
    press(stepper, "meld", meld=1)
    assert str(stepper.deal.events[-1]) == "swap 6h on 1"
    stepper = DealStepper(contract(turn=1, phase="play", hands=["2s", "10d Qs Kh", "9c"]))
    stepper.table.selected = ["10d"]
    press(stepper, "meld", meld=2)
    assert "Swap 10♦ on 2: not allowed now." in stepper.table.message["head"]
    assert stepper.table.message["reasons"][0]["clause"] == "contract-16"


def test_where_both_a_swap_and_a_lay_off_can_be():
    """In Shanghai the natural card goes beside the joker of a set, or in its place."""
    d = rl.Deal.from_position(
        rl.variant("shanghai"), hands=["10d Qs Kh", "9c 2s", "3d 4d"], stock="9s 2c", discards="8s",
        melds=[(0, "10h 10c JK=10d"), (0, "3c 4c 5c 6c")], turn=0, phase="play", deal=2, dealer=2,
    )  # fmt: skip
    stepper = DealStepper(d)
    stepper.table.selected = ["10d"]
    press(stepper, "meld", meld=1)
    assert [one["text"] for one in stepper.table.message["choices"]] == [
        "lay 10d on 1", "swap 10d on 1"]  # fmt: skip
    press(stepper, "act", text="swap 10d on 1")
    assert "JK" in map(str, stepper.deal.hands[0])


def test_buying_is_offered_and_counted():
    d = rl.Deal(rl.variant("shanghai"), players=["Ana", "Bo", "Cy"], seed=7)
    stepper = DealStepper(d)
    up = d.discards[-1].pretty
    press(stepper, "act", text="pass")
    assert labels(stepper) == [f"Buy {up}", "Pass"]
    press(stepper, "act", text="buy")
    notes = [seat["note"] for seat in stepper.table.picture["seats"]]
    assert ["2 buys left" in note for note in notes] == [False, False, True]


def test_going_out_can_be_tried():
    stepper = DealStepper(rl.Deal(rl.variant("three-thirteen"), players=["Ana", "Bo"], seed=1))
    press(stepper, "stock")
    stepper.table.selected = [str(stepper.deal.hands[1][0])]
    assert [label.split()[0] for label in labels(stepper)] == ["Discard", "Out"]


# --- all at the same moment -----------------------------------------------------------------------


def test_a_seat_draws_from_its_neighbours_pile_alone():
    stepper = DealStepper(speed())
    assert len(stepper.table.picture["piles"]) == 4
    assert stepper.table.can["pile"] == 0
    press(stepper, "pile", seat=2)
    assert "right-hand side: Ana's" in stepper.table.message["head"]
    for wrong in (4, -1, "0", None):
        press(stepper, "pile", seat=wrong)
    assert not stepper.deal.events
    press(stepper, "pile", seat=0)
    for _ in range(3):
        press(stepper, "stock")
    assert stepper.deal.phase == "play" and stepper.table.picture["piles"][0]["count"] == 0
    stepper.table.selected = [str(stepper.deal.hands[1][0])]
    press(stepper, "pile", seat=2)
    assert "Bo discards on the own pile" in stepper.table.message["head"]
    press(stepper, "pile", seat=1)
    assert stepper.deal.turn == 2


@pytest.mark.parametrize("viewer", [0, 2, "turn", "none"])
def test_sealed_choices_do_not_travel(viewer: Any):
    """Nothing that the page gets says what another seat has chosen, until all have."""
    shown = []
    for choice in ("draw", "take"):
        stepper = DealStepper(speed())
        stepper.viewer = viewer
        if viewer == "turn":
            press(stepper, "act", text=choice)
        else:
            stepper.deal.apply(choice)
            stepper.refresh()
        picture = stepper._repr_mimebundle_()["text/html"]
        shown.append((picture, values(stepper.table), values(stepper.turns)))
    assert shown[0] == shown[1]


def values(piece: Any) -> dict[str, Any]:
    """The values that the page gets, without the names of other widgets."""
    state = piece.get_state()
    return {name: state[name] for name in state if name[0] != "_" and name != "layout"}


def test_own_and_resolved_choices_are_shown():
    stepper = DealStepper(speed(), viewer=1)
    for _ in range(3):
        stepper._computer(False)
    said = [text for row in stepper.turns.rows for _, text in row["steps"]]
    assert said[1].startswith(("Bo: draw", "Bo: take"))
    assert said[2:] == ["Cy has chosen", "Dee has chosen"]
    stepper._computer(False)
    said = [text for row in stepper.turns.rows for _, text in row["steps"]]
    assert not any("has chosen" in text for text in said)


def test_pictures_show_every_pile():
    d = speed()
    d.apply("take")
    for words in (text_of_state(d.state), svg_of_state(d.view(0).state)):
        assert "Cy chooses a draw, unseen by the others" in words
        for owner, drawer in (("Ana", "Bo"), ("Dee", "Ana")):
            assert f"{owner}'s pile ({drawer} may draw)" in words.replace("&#x27;", "'")
    assert "discards" not in svg_of_state(d.state).rpartition("</desc>")[2]
