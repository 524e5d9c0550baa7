"""The deal stepper without a browser: what is sent, what is answered, what stays hidden."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import ipywidgets
import pytest
import traitlets
from ipywidgets.widgets.widget import _instances

import rummy_lab as rl
from rummy_lab.deal import Deal, State
from rummy_lab.widgets import DealStepper

HOSTILE = "<script>alert(1)</script>"


def deal(variant: str = "rummy", names: Any = ("Ana", "Bo", "Cy"), seed: int = 7) -> Deal:
    return rl.Deal(rl.variant(variant), players=list(names), seed=seed)


def press(stepper: DealStepper, what: str, **more: Any) -> None:
    """What the page sends when something on the table is pressed."""
    stepper.table._hear(None, {"do": what, **more}, None)


def go(stepper: DealStepper, what: str, **more: Any) -> None:
    """What the page sends when something in the list of turns is pressed."""
    stepper.turns._hear(None, {"do": what, **more}, None)


def finish(stepper: DealStepper) -> None:
    while not stepper.deal.over:
        stepper._computer(True)


def parts(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def sent(stepper: DealStepper) -> list[tuple[str, Any]]:
    """Every value the page gets, widget by widget; references among widgets are left out."""
    found = []
    for widget in parts(stepper):
        for name, value in sorted(widget.get_state().items()):
            if not name.startswith("_") and "IPY_MODEL_" not in str(value):
                found.append((f"{type(widget).__name__}.{name}", value))
    return found


# --- what is sent -------------------------------------------------------------------------------


def test_the_picture_is_small():
    stepper = DealStepper(deal(names=[f"Player {n}" for n in range(1, 7)]))
    assert len(json.dumps(stepper.table.picture)) < 2600


def test_stepping_makes_no_widgets():
    """Playing, stepping, opening panels and dealing again use the widgets that are there."""
    stepper = DealStepper(game=rl.Game(rl.variant("block"), ["Ana", "Bo"], seed=3))
    for panel in stepper.panels:
        panel.toggle.value = True
    before = len(_instances)
    for _ in range(3):
        finish(stepper)
        go(stepper, "step", to="first")
        go(stepper, "step", to="last")
        press(stepper, "next")
    assert stepper.deal.deal == 4
    assert len(_instances) == before


def swapped(state: State, viewer: int | None, chance: random.Random) -> State:
    """The same state with a card the viewer cannot see changed for one of the stock."""
    seats = [n for n, hand in enumerate(state.hands)
             if n != viewer and len(hand) > len(state.known[n])]  # fmt: skip
    if not seats or not state.stock or state.stock_known:
        return state
    seat = chance.choice(seats)
    hand, stock = list(state.hands[seat]), list(state.stock)
    open_cards = list(state.known[seat])
    places = [n for n, card in enumerate(hand) if card not in open_cards]
    if not places:
        return state
    place, other = chance.choice(places), chance.randrange(len(stock))
    hand[place], stock[other] = stock[other], hand[place]
    hands = tuple(tuple(sorted(hand)) if n == seat else h for n, h in enumerate(state.hands))
    return state._replace(hands=hands, stock=tuple(stock))


@pytest.mark.parametrize("variant", ["rummy", "remi", "block"])
def test_nothing_hidden_travels(variant: str):
    """Changing a card a viewer may not see changes nothing of what the page gets."""
    chance, compared = random.Random(1), 0
    shown, other = deal(variant, seed=3), deal(variant, seed=3)
    steppers = [DealStepper(shown), DealStepper(other)]
    for stepper in steppers:
        for panel in stepper.panels:
            panel.toggle.value = True
    while True:
        for viewer in (0, 1, "none", "turn"):
            seat = shown.turn if viewer == "turn" else viewer
            true = other.node.state
            other.node.state = swapped(true, seat if isinstance(seat, int) else None, chance)
            compared += other.node.state != true
            for stepper in steppers:
                stepper.viewer = viewer
                stepper.refresh()
            assert sent(steppers[0]) == sent(steppers[1]), viewer
            other.node.state = true
        if shown.over:
            break
        move = rl.policy("greedy")(shown.view(shown.turn))
        shown.apply(move)
        other.apply(move)
    assert compared > 20


def test_views_show_what_they_may():
    stepper = DealStepper(deal(), viewer="Bo")
    hands = [seat["cards"] for seat in stepper.table.picture["seats"]]
    assert set(hands[0] + hands[2]) == {"??"} and "??" not in hands[1]
    stepper.viewer = "none"
    assert {c for seat in stepper.table.picture["seats"] for c in seat["cards"]} == {"??"}
    assert stepper.table.actions == [] and stepper.table.can == {}
    stepper.viewer = "turn"
    press(stepper, "stock")
    assert "??" not in stepper.table.picture["seats"][1]["cards"]
    stepper.viewer = "Cy"
    assert stepper.viewer == 2 and stepper.controls.view.value == 2
    for odd in ("Dee", 3, -1, True):
        with pytest.raises(ValueError, match="is no seat, none of Ana, Bo, Cy, and none of 'all'"):
            DealStepper(deal(), viewer=odd)


def test_closed_hands_are_not_played_for():
    """A refusal would tell what a closed hand holds, so nothing typed is tried for it."""
    stepper = DealStepper(deal(), viewer=0)
    press(stepper, "act", text="draw")
    assert not stepper.deal.events
    assert "does not show Bo's hand" in stepper.table.message["head"]
    stepper._computer(False)
    assert len(stepper.deal.events) == 1
    assert stepper.table.picture["seats"][1]["fresh"] == ""


def test_closed_hands_are_laid_open_on_demand():
    """A deal that is over shows hidden hands and the score when somebody lays them open."""
    stepper = DealStepper(deal(), viewer=0)
    finish(stepper)
    assert [one["do"] for one in stepper.table.actions] == ["open"]
    seats = stepper.table.picture["seats"]
    assert "??" in seats[1]["cards"] + seats[2]["cards"]
    press(stepper, "open")
    assert not any("??" in seat["cards"] for seat in stepper.table.picture["seats"])
    assert "Points:" in stepper.table.message["head"]


# --- playing ------------------------------------------------------------------------------------


def test_selection_suggests_actions():
    d = rl.Deal.from_position(
        rl.variant("rummy"), hands=["7h 8h 9h 9d 3s 6s 10c Qc", "Kd Kc 2d"],
        discards="4s", stock="rest", seed=1, melds=[(1, "7c 8c 9c")], turn=0, phase="play",
    )  # fmt: skip
    stepper = DealStepper(d)
    assert stepper.table.actions == []
    assert set(stepper.table.can["hand"]) == {"7h", "8h", "9h", "10c"}
    stepper.table.selected = ["7h", "8h", "9h"]
    first = stepper.table.actions[0]
    assert (first["label"], first["can"], first["main"]) == ("Meld 7♥ 8♥ 9♥", True, True)
    assert stepper.selected == rl.cards("7h 8h 9h")
    stepper.table.selected = ["10c"]
    legal = {one["label"] for one in stepper.table.actions if one["can"]}
    assert legal == {"Discard 10♣", "Lay 10♣ on 1"}
    assert stepper.table.can["melds"] == {"1": "takes 10♣"}
    press(stepper, "meld", meld=1)
    assert len(stepper.deal.melds[0].meld.cards) == 4
    assert stepper.selected == ()


def test_a_contract_is_laid_by_selecting_its_cards():
    """Any contract can be picked, not only the best; its melds are found among the cards."""
    d = rl.Deal.from_position(
        rl.variant("contract"), hands=["7s 7h 7d 7c 4c 4h 4d Ks Qd 2h", "Kd Kc 2d", "3c 3d"],
        discards="4s", stock="rest", seed=1, turn=0, phase="play",
    )  # fmt: skip
    stepper = DealStepper(d)
    assert "two sets of 3, or longer" in stepper.table.picture["chips"]
    stepper.table.selected = ["7s", "7h", "4c", "7d", "4h", "4d"]
    first = stepper.table.actions[0]
    assert first["main"] and first["text"] in (
        "contract 7s 7h 7d | 4h 4d 4c", "contract 4h 4d 4c | 7s 7h 7d"
    )  # fmt: skip
    press(stepper, "act", text=first["text"])
    assert len(stepper.deal.melds) == 2


def test_selection_takes_only_cards_of_the_hand():
    """Whatever a page sends as selected, only open cards of the hand in turn are."""
    stepper = DealStepper(deal())
    card = stepper.table.picture["seats"][1]["cards"][0]
    stepper.table.selected = [card, "Zz", card, "??", {"a": 1}, 4]
    assert stepper.table.selected == [card]


def test_a_refused_move_gives_every_reason():
    stepper = DealStepper(deal())
    press(stepper, "stock")
    press(stepper, "stock")
    said = stepper.table.message
    assert said["kind"] == "no" and said["head"] == "Draw: not allowed now."
    assert said["reasons"][0]["clause"] == "rummy-5"
    assert said["reasons"][0]["standing"] == "stated in the document"
    assert said["reasons"][0]["words"].startswith("A turn: draw the top of the stock")
    press(stepper, "act", text="lay 2c 3c on 9")
    all_reasons = stepper.deal.check("lay 2c 3c on 9").reasons
    assert len(stepper.table.message["reasons"]) == len(all_reasons)


@pytest.mark.parametrize("said", [
    {"do": "act"}, {"do": "act", "text": "x" * 5000}, {"do": "act", "text": ["meld"]},
    {"do": "move"}, {"do": "move", "seat": 99, "card": "7h", "to": 0},
    {"do": "move", "seat": 0, "card": None, "to": 10**9}, {"do": "drop", "seat": 0, "on": "x"},
    {"do": "meld", "meld": "many"}, {"do": "next"}, {"do": ["list"]}, {"do": None}, {},
    {"do": "open"},
])  # fmt: skip
def test_odd_messages_do_nothing(said: dict[str, Any]):
    stepper = DealStepper(deal())
    stepper.table._hear(None, said, None)
    stepper.turns._hear(None, said, None)
    stepper.melds.list._hear(None, {"do": "pick", "cards": ["Zz", 4]}, None)
    go(stepper, "go", node=10**9)
    go(stepper, "go", node=-1)
    go(stepper, "place", place=-5)
    go(stepper, "step", to="aside")
    go(stepper, "name", node=77, name="x")
    assert stepper.deal.node is stepper.deal.root


def test_typed_actions():
    stepper = DealStepper(deal())
    stepper.controls.entry.value = "discrad Qs"
    stepper._typed(None, {"event": "submit"}, None)
    assert "did you mean 'discard'?" in stepper.table.message["head"]
    assert stepper.controls.entry.value == "discrad Qs"
    stepper.controls.entry.value = "DRAW"
    stepper._typed(None, {"event": "submit"}, None)
    assert len(stepper.deal.events) == 1 and stepper.controls.entry.value == ""


def test_the_upcard_takes_a_selected_card():
    """Pressed while playing, the discard pile gets the selected card; dropped cards go there."""
    stepper = DealStepper(deal(names=["Ana", "Bo"]))
    press(stepper, "stock")
    card = stepper.table.picture["seats"][1]["cards"][0]
    stepper.table.selected = [card]
    press(stepper, "upcard")
    assert str(stepper.deal.discards[-1]) == card
    press(stepper, "upcard")
    assert stepper.deal.events[-1].action.verb == "take"
    other = next(c for c in stepper.table.picture["seats"][0]["cards"] if c != card)
    press(stepper, "drop", seat=0, card=other, on="discards")
    assert str(stepper.deal.discards[-1]) == other


def test_hints_come_in_levels():
    stepper = DealStepper(deal())
    heads = []
    for _ in range(4):
        stepper._hint()
        heads.append(stepper.table.message["head"])
    assert [head[:6] for head in heads] == ["Hint 1", "Hint 2", "Hint 3", "Hint 1"]
    move = rl.policy("greedy")(stepper.deal.view(stepper.deal.turn))
    assert move.pretty not in heads[0].lower()
    stepper.viewer = 0
    stepper._hint()
    assert "nothing to hint at" in stepper.table.message["head"]


# --- stepping and lines -------------------------------------------------------------------------


def test_another_line_keeps_the_old_one():
    stepper = DealStepper(deal())
    for _ in range(3):
        stepper._computer(True)
    first = [row["key"] for row in stepper.turns.rows]
    go(stepper, "place", place=0)
    press(stepper, "upcard")
    lines = [row for row in stepper.turns.rows if "line" in row]
    assert len(lines) == 1 and lines[0]["text"].startswith("draw")
    go(stepper, "name", node=lines[0]["line"], name="  as  before ")
    lines = [row for row in stepper.turns.rows if "line" in row]
    assert lines[0]["name"] == "as before"
    go(stepper, "go", node=lines[0]["line"])
    assert [row["key"] for row in stepper.turns.rows if "line" not in row] == first
    go(stepper, "step", to="last")
    assert stepper.turns.place == stepper.turns.last == len(stepper.deal.events)


def test_what_can_be_observed():
    stepper = DealStepper(deal())
    seen: list[str] = []
    stepper.observe(lambda change: seen.append(change["name"]), ["deal", "log", "selected"])
    press(stepper, "stock")
    assert {"deal", "log"} <= set(seen)
    assert str(stepper.log) == str(stepper.deal.log)
    stepper.table.selected = [stepper.table.picture["seats"][1]["cards"][0]]
    assert seen[-1] == "selected" and len(stepper.selected) == 1
    stepper.deal.apply("discard " + str(stepper.selected[0]))
    stepper.refresh()
    assert stepper.table.picture["seats"][2]["turn"]


def test_hands_are_sorted_and_moved():
    stepper = DealStepper(deal())
    before = stepper.table.picture["seats"][0]["cards"]
    press(stepper, "move", seat=0, card=before[0], to=2)
    moved = stepper.table.picture["seats"][0]["cards"]
    assert moved[2] == before[0] and sorted(moved) == sorted(before)
    assert stepper.controls.sort.value == "own"
    stepper._computer(True)
    assert stepper.table.picture["seats"][0]["cards"] == moved
    for sort in ("rank", "meld", "suit"):
        stepper.controls.sort.value = sort
        assert sorted(stepper.table.picture["seats"][0]["cards"]) == sorted(before)
    assert stepper.table.picture["seats"][0]["cards"] == before
    assert len(stepper.deal.events) == stepper.turns.place


# --- games, scores, logs ------------------------------------------------------------------------


def test_a_game_to_its_end(tmp_path: Any, monkeypatch: pytest.MonkeyPatch):
    """Deals follow each other, totals grow, earlier deals can be looked at, the game ends."""
    monkeypatch.chdir(tmp_path)
    stepper = DealStepper(game=rl.Game(rl.variant("rummy", target=30), ["Ana", "Bo"], seed=2))
    while True:
        finish(stepper)
        assert stepper.score.unfolded
        assert "lines" not in stepper.score.page.value
        if not stepper.table.actions:
            break
        press(stepper, "next")
    assert "The game is over" in stepper.table.message["head"]
    assert "won." in stepper.score.page.value
    game: Any = stepper.game
    totals, deals = game.totals, len(game.deals)
    stepper.controls.which.value = 0
    assert stepper.deal.deal == 1
    assert stepper.table.picture["seats"][0]["note"].startswith("0 points")
    go(stepper, "step", to="first")
    stepper.controls.which.value = deals - 1
    assert game.totals == totals
    assert not list(tmp_path.iterdir())


def test_compare_shows_every_variant():
    stepper = DealStepper(deal())
    stepper.compare.toggle.value = True
    assert "When the deal is over" in stepper.compare.page.value
    finish(stepper)
    for title in (rules.title for rules in rl.variants().values()):
        assert title in stepper.compare.page.value


def test_hostile_names_stay_text():
    stepper = DealStepper(deal(names=[HOSTILE, "Bo"]))
    for panel in stepper.panels:
        panel.toggle.value = True
    finish(stepper)
    pages = [stepper.score.page.value, stepper.compare.page.value, stepper.rules.page.value,
             stepper.logs.note.value, stepper.static_html()]  # fmt: skip
    assert not any("<script" in page for page in pages)
    assert stepper.table.picture["seats"][0]["name"] == HOSTILE


def test_static_picture_travels_with_the_output():
    """An export without a kernel shows the table as the viewer sees it."""
    stepper = DealStepper(deal(), viewer=0)
    bundle = stepper._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/html"].startswith("<svg")
    hidden = [c.pretty for c in stepper.deal.hands[1]]
    assert not any(card in bundle["text/html"] for card in hidden)
    assert "run this cell" in DealStepper()._repr_mimebundle_()["text/html"]


def test_copied_code_makes_the_position():
    stepper = DealStepper(deal(names=["Ana", "variant('rummy') \"x\""]))
    for _ in range(3):
        stepper._computer(True)
    code = stepper.logs.code()
    made: dict[str, Any] = {}
    exec(code.rpartition("\n")[0].rpartition("\n")[0], made)
    assert made["d"].state == stepper.deal.state
    assert made["d"].names == stepper.deal.names


def test_what_a_tool_shows_is_begun_not_set():
    deal, game = rl.Deal("rummy", seed=7), rl.Game("block", ["Ana", "Bo"], seed=3)
    with pytest.raises(TypeError, match=r"game is a game, rl\.Game\(rules, players\), not Deal"):
        DealStepper(game=deal)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="give a deal or a game, not both"):
        DealStepper(deal, game=game)
    stepper, viewer = DealStepper(deal), rl.ReplayViewer(rl.play("block", seed=3))
    for tool, name in (
        (stepper, "deal"),
        (stepper, "selected"),
        (viewer, "state"),
        (viewer, "log"),
    ):
        with pytest.raises(traitlets.TraitError, match="read-only"):
            setattr(tool, name, ())
    with pytest.raises(TypeError, match="a log, a path or a text is wanted, not ''"):
        rl.ReplayViewer("")
