"""The meld explorer without a browser: hands, melds, arrangements, wishes and other rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import rummy_lab as rl
from rummy_lab.widgets import MeldExplorer
from rummy_lab.widgets.meldgroups import GROUPINGS, MOST_CARDS, MOST_MELDS, melds_in
from rummy_lab.widgets.nearby import change_of, steps, typed_step
from rummy_lab.widgets.wishes import WISHES, wished_hand, wishes_under

HAND = "7h 8h 9h 9s 9d 10c Jc Qc Kc 2d"
VARIANTS = list(rl.variants())


def made(hand: Any = HAND, rules: Any = "rummy", **more: Any) -> MeldExplorer:
    return MeldExplorer(hand, rules, **more)


def press(explorer: MeldExplorer, what: str, **more: Any) -> None:
    explorer.board._hear(None, {"do": what, **more}, None)


def pack(explorer: MeldExplorer, what: str, card: Any) -> None:
    explorer.pack._hear(None, {"do": what, "card": card}, None)


def typed(explorer: MeldExplorer, text: str) -> None:
    explorer.controls.entry.value = text
    explorer._typed(None, {"event": "submit"}, None)


def fans(explorer: MeldExplorer) -> list[str]:
    return [" ".join(fan["cards"]) for group in explorer.list.groups for fan in group["fans"]]


# --- the hand -----------------------------------------------------------------------------------


def test_every_way_to_a_hand():
    """By code, by typing, by pressing cards of the pack, and at random."""
    explorer = made()
    assert explorer.hand == tuple(sorted(rl.cards(HAND)))
    typed(explorer, "7h, 8♥ 9H")
    assert explorer.hand == rl.cards("7h 8h 9h")
    assert explorer.controls.entry.value == "7h 8h 9h"
    pack(explorer, "press", "10h")
    pack(explorer, "press", "7h")
    assert explorer.hand == rl.cards("8h 9h 10h")
    pack(explorer, "back", "8h")
    assert explorer.hand == rl.cards("9h 10h")
    explorer.hand = "Ks Kh Kd"
    assert [str(meld) for meld in explorer.melds] == ["Ks Kh Kd"]
    press(explorer, "undo")
    press(explorer, "undo")
    assert explorer.hand == rl.cards("8h 9h 10h")
    press(explorer, "empty")
    assert explorer.hand == () and explorer.board.picture["none"] == "no card yet"
    assert MeldExplorer().hand and MeldExplorer().rules == rl.variant("rummy")


def test_all_copies_of_a_card_are_taken_one_by_one():
    """Where the packs hold two of a card, a third press puts both back."""
    explorer = made("", "shanghai", players=3)
    taken = []
    for _ in range(4):
        pack(explorer, "press", "9d")
        taken.append(explorer.hand.count(rl.card("9d")))
    assert taken == [1, 2, 0, 1]
    cell = next(c for row in explorer.pack.rows for c in row if c["card"] == "9d")
    assert (cell["there"], cell["taken"], cell["wild"]) == (2, 1, False)


@pytest.mark.parametrize("text, said", [
    ("7h 8x", "'8x' is no card"),
    ("7h 7h", "7♥ is named twice, but the pack holds one"),
    ("??", "unknown cards"),
    ("<img src=x onerror=alert(1)>", "is no card"),
])  # fmt: skip
def test_what_is_no_hand_is_said_and_kept(text: str, said: str):
    explorer = made()
    typed(explorer, text)
    assert said in explorer.board.message["head"]
    assert explorer.controls.entry.value == text
    assert explorer.hand == tuple(sorted(rl.cards(HAND)))
    with pytest.raises(ValueError):
        made(text)
    with pytest.raises(ValueError):
        explorer.hand = text


def test_a_hand_is_not_too_large():
    everything = [card for row in made().pack.rows for card in row]
    explorer = made("")
    for cell in everything[: MOST_CARDS + 1]:
        pack(explorer, "press", cell["card"])
    assert len(explorer.hand) == MOST_CARDS
    assert f"a hand here has {MOST_CARDS} cards at most" in explorer.board.message["head"]


def test_cards_are_taken_out():
    explorer = made()
    explorer.board.selected = ["7h", "2d"]
    press(explorer, "take out")
    assert not set(rl.cards("7h 2d")) & set(explorer.hand) and explorer.selected == ()
    press(explorer, "out", card="Kc")
    press(explorer, "out", card="As")
    assert explorer.hand == rl.cards("9s 8h 9h 9d 10c Jc Qc")


@pytest.mark.parametrize("said", [
    {"do": "press"}, {"do": "press", "card": "Zz"}, {"do": "press", "card": "JK"},
    {"do": "back", "card": ["7h"]}, {"do": "take out"}, {"do": "out", "card": {}}, {"do": ["x"]},
    {"do": "pick", "cards": ["Zz", 4, None]}, {"do": "pick", "cards": "7h"}, {},
])  # fmt: skip
def test_odd_messages_change_nothing(said: dict[str, Any]):
    explorer = made()
    for piece in (explorer.board, explorer.pack, explorer.list, explorer.best):
        piece._hear(None, said, None)
    explorer.board.selected = ["Zz", 3, "7h#2", {"a": 1}]
    assert explorer.hand == tuple(sorted(rl.cards(HAND))) and explorer.selected == ()


# --- wishes -------------------------------------------------------------------------------------


def fulfils(name: str, hand: tuple[rl.Card, ...], rules: rl.Rules, deal: int) -> bool:
    """The wish in the words of the public calls."""
    kinds = {meld.kind for meld in rl.find_melds(hand, rules, deal, limit=300)}
    pairs = [meld.cards for meld in rl.find_melds(hand, rules, deal, limit=300)]
    at = rules.at(deal=deal)
    return {
        "any": lambda: True,
        "set and run": lambda: kinds == {"set", "run"} and any(
            not (Counter(one) + Counter(other)) - Counter(hand) for one in pairs for other in pairs),
        "both": lambda: kinds == {"set", "run"},
        "none": lambda: not kinds,
        "jokers": lambda: sum(card.is_joker for card in hand) >= 2,
        "wild": lambda: any(at.wild[card.code] for card in hand),
        "near": lambda: rl.arrange(hand, rules, deal).points > 0,
        "contract": lambda: rl.find_contract(hand, rules, deal) is not None,
    }[name]()  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_hands_are_as_wished(variant: str):
    rules = rl.variant(variant)
    deal = min(5, rules.deals or 5)
    at = rules.at(deal=deal)
    for name, wish in wishes_under(at).items():
        count = max(at.cards_dealt, wish.least(at))
        hand = wished_hand(wish, at, count, 3)
        assert len(hand) == count and hand == wished_hand(wish, at, count, 3)
        assert fulfils(name, hand, rules, deal), (name, hand)


def test_one_card_from_going_out():
    """Some card of the pack lets the hand go out, as the engine of the deal sees it."""
    rules = rl.variant("rummy")
    hand = wished_hand(WISHES["near"], rules.at(players=2), 10, 2)
    rest = Counter(rules.at(players=2).pack) - Counter(hand)

    def goes_out(card: rl.Card) -> bool:
        d = rl.Deal.from_position(rules, hands=[(*hand, card), "Ks" if "Ks" in rest else "2c"],
                                  turn=0, phase="play")  # fmt: skip
        while not d.over:
            moves = [a for a in d.legal_actions() if a.verb in ("meld", "discard")]
            d.apply(rl.policy("greedy")(d.view(0)) if len(moves) > 1 else moves[0])
            if d.turn == 1:
                return False
        return d.out == 0

    assert any(goes_out(card) for card in sorted(rest))
    assert rl.arrange(hand, rules, players=2).points > 0


def test_a_deal_far_beyond_is_listed_alone() -> None:
    explorer = made("7s 8s 9s", "rummy", deal=10**30)
    listed = [number for _, number in explorer.controls.deal.options]
    assert listed == [*range(1, 21), 10**30] and explorer.controls.deal.value == 10**30


def test_random_hands_from_the_tool():
    explorer = made(None, "contract", deal=2)
    explorer.controls.wish.value = "jokers"
    explorer.controls.count.value = 12
    first = (explorer._random(), explorer.hand)[1]
    assert len(first) == 12 and first.count(rl.card("JK")) == 2
    assert "12 cards with at least two jokers" in explorer.board.message["head"]
    explorer._random()
    assert explorer.hand != first
    explorer.controls.wish.value = "contract"
    explorer.controls.count.value = 3
    explorer._random()
    assert "has 6 cards or more, not 3" in explorer.board.message["head"]


# --- melds and arrangements -----------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_melds_are_shown_in_every_grouping(variant: str):
    explorer = made(None, variant, deal=2)
    wanted = sorted(str(meld) for meld in rl.find_melds(explorer.hand, explorer.rules, 2))
    assert sorted(map(str, explorer.melds)) == wanted
    assert explorer.board.picture["title"] == rl.variant(variant).title
    for grouping in GROUPINGS:
        explorer.controls.grouping.value = grouping
        assert sorted(fans(explorer)) == wanted
        titles = [group["title"] for group in explorer.list.groups]
        assert len(set(titles)) == len(titles)


def test_overlaps_are_counted():
    """Two melds overlap where the hand has too few cards for both."""
    found = melds_in(rl.cards("9s 9h 9d 9d 7d 8d"), rl.variant("shanghai", run_size=3).at())
    clash = dict(zip(map(str, found.melds), found.clashes, strict=True))
    assert clash["9s 9h 9d"] == 3 and clash["7d 8d 9d"] == 3
    explorer = made()
    assert explorer.board.picture["times"]["9h"] == 2
    assert "2d" not in explorer.board.picture["times"]
    assert explorer.list.held["9h"] == 1
    notes = [fan["note"] for group in explorer.list.groups for fan in group["fans"]]
    assert notes[:2] == ["set · overlaps 1", "run · overlaps 1"]


def test_arrangements_are_stepped_through():
    explorer = made("5s 6s 7s 6h 6d Kc")
    first = explorer.best.groups[0]
    assert (
        first["title"] == "Best arrangement"
        and "left over: 6 + 6 + 10" in first["fans"][-1]["note"]
    )
    assert explorer.controls.before.disabled and not explorer.controls.after.disabled
    explorer._turn(1)
    assert explorer.best.groups[0]["title"] == "Arrangement 2 of 2"
    assert str(explorer.arrangement.melds[0]) == "6s 6h 6d"
    assert explorer.controls.after.disabled
    explorer._turn(-1)
    assert explorer.arrangement == rl.arrange(explorer.hand, explorer.rules)
    every = {frozenset(map(str, a.melds)) for a in rl.arrangements(explorer.hand, explorer.rules)}
    assert len(every) == 2


def test_a_contract_is_found():
    explorer = made("7s 7h 7d 8d 9d 10d Jd Ks", "contract", deal=2)
    contract = explorer.best.groups[1]
    assert contract["title"].startswith("Contract: a set of 3 and a run of 3")
    assert [fan["note"] for fan in contract["fans"]] == ["set", "run"]
    explorer.hand = "Ks 2h"
    assert explorer.best.groups[1]["note"] == "It is not in this hand."


def test_large_hands_stay_quick_and_say_so():
    everything = " ".join(
        f"{rank}{suit}" for suit in "shdc" for rank in ["5", "6", "7", "8", "9", "10"]
    )
    explorer = made(everything, "remi")
    assert len(explorer.melds) == MOST_MELDS
    assert explorer.list.groups[0]["title"] == "More melds than are shown"
    explorer.board.selected = ["10c", "9h", "8s", "7d"]
    explorer.controls.only.value = True
    assert fans(explorer)[:3] == ["7d 8s 9h 10c", "6s 7d 8s 9h 10c", "6h 7d 8s 9h 10c"]
    assert all(fan.endswith("7d 8s 9h 10c") for fan in fans(explorer))
    assert "there are more" in explorer.list.groups[0]["note"]
    explorer._turn(1)
    assert "too many melds" in explorer.board.message["head"]
    wild = made(
        "JK JK 5s 6s 7s 8s 9s 10s 5h 6h 7h 8h 9h 10h 5d 6d 7d 8d", rl.variant("remi", jokers=2)
    )
    assert wild.arrangement is None
    assert "takes too long to be arranged" in wild.best.groups[0]["note"]


# --- why not --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_selected_cards_are_judged_as_the_engine_judges(variant: str):
    """All reasons with clause and standing, or what the cards are and by which clauses."""
    explorer = made("4s 5h 6d 4h 5s 6s", variant)
    for keys in (["4s", "5h", "6d"], ["4s", "4h"], ["4s", "5s", "6s"]):
        explorer.board.selected = keys
        said = explorer.board.message
        verdict = rl.check_meld(" ".join(keys), explorer.rules)
        assert said["kind"] == ("ok" if verdict else "no")
        if not verdict:
            assert [r["clause"] for r in said["reasons"]] == list(verdict.clauses)
        assert all(r["clause"] and r["standing"] and r["text"] for r in said["reasons"])
        assert said["reasons"]
    assert explorer.selected == rl.cards("4s 5s 6s")


def test_a_meld_that_is_pressed_is_selected():
    explorer = made("8s 9s JK 9h", rl.variant("rummy", jokers=1))
    explorer.list._hear(None, {"do": "pick", "cards": ["8s", "9s", "JK"]}, None)
    assert explorer.selected == rl.cards("8s 9s JK")
    assert explorer.board.message["head"] == "8♠ 9♠ JK: a run."
    assert "can be read in 2 ways" in explorer.board.message["more"]
    press(explorer, "select none")
    assert explorer.selected == ()


# --- other rules ----------------------------------------------------------------------------------


def test_rules_are_changed_and_the_hand_is_kept():
    explorer = made("9s 9h JK 8s", "contract")
    explorer.rules = "rummy"
    assert explorer.hand == rl.cards("8s 9s 9h")
    assert explorer.board.message["more"] == "Left out, since the pack does not hold them: JK."
    explorer.controls.rules.value = "contract"
    assert explorer.hand == rl.cards("8s 9s 9h JK")
    explorer.rules = rl.variant("rummy", ace="high")
    assert dict(explorer.controls.rules.options)["Rummy (ace=high)"] == "own"
    assert explorer.board.picture["chips"][-1] == "house: ace"
    with pytest.raises(ValueError, match="did you mean 'rummy'"):
        explorer.rules = "rumy"
    assert explorer.rules.ace == "high"


def test_table_and_deal_are_chosen():
    explorer = made("7s 7h 7d", "three-thirteen")
    assert explorer.controls.deal.layout.display != "none"
    explorer.controls.deal.value = 5
    assert explorer.at.deal == 5 and explorer.board.picture["wild"] == ["7d", "7h", "7s"]
    explorer.controls.players.value = 2
    assert explorer.at.players == 2
    explorer.rules = "rummy"
    assert explorer.controls.deal.layout.display == "none" and explorer.at.players == 2


def test_what_comes_and_goes_when_a_rule_changes():
    explorer = made("Qs Ks As 2s 3s 5h")
    explorer.nearby.toggle.value = True
    titles = [step.title for step in steps(explorer.rules)]
    explorer.nearby.list.value = titles.index("ace = high")
    groups = {
        g["title"]: [" ".join(f["cards"]) for f in g["fans"]] for g in explorer.nearby.melds.groups
    }
    assert groups == {"Come: 1": ["Qs Ks As"], "Go: 1": ["As 2s 3s"]}
    assert "1 comes, 1 goes" in explorer.nearby.note.value
    assert "leaves 10 points, now 25" in explorer.nearby.note.value
    assert "rummy-9" in explorer.nearby.page.value and "house:ace" in explorer.nearby.page.value
    explorer.nearby._weigh()
    labels = [label for label, _ in explorer.nearby.list.options]
    assert "ace = high · 1 comes, 1 goes" in labels and "set_suits = distinct · no change" in labels
    explorer.nearby._adopt()
    assert explorer.rules.ace == "high"
    assert [str(meld) for meld in explorer.melds] == ["Qs Ks As"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_changes_are_what_the_engine_finds(variant: str):
    """Each step's melds, come and gone, are those of `find_melds` under its rules."""
    here = rl.variant(variant).at(deal=2)
    hand = wished_hand(WISHES["any"], here, 9, 4)
    told = 0
    for step in steps(here.rules):
        try:
            there = step.rules.at(min(here.players, step.rules.players[1]), 2)
            change = change_of(hand, here, there)
        except ValueError:
            continue
        before = {tuple(sorted(m.cards)) for m in rl.find_melds(hand, here.rules, 2)}
        after = {tuple(sorted(m.cards)) for m in rl.find_melds(hand, step.rules, 2, there.players)}
        assert {tuple(sorted(m.cards)) for m in change.come} == after - before
        assert {tuple(sorted(m.cards)) for m in change.go} == before - after
        told += 1
    assert told > 8


@pytest.mark.parametrize("text, said", [
    ("run_size", "write it like jokers = 2"),
    ("run_sise = 4", "did you mean 'run_size'"),
    ("run_size = many", "run_size is a whole number from 2 to 13"),
    ("melding = contract", "melding=contract needs contracts"),
    ("wild_rank = [", "no value"),
])  # fmt: skip
def test_a_typed_change_that_cannot_be_is_explained(text: str, said: str):
    explorer = made()
    explorer.nearby.toggle.value = True
    explorer.nearby.typed.value = text
    explorer.nearby._entered(None, {"event": "submit"}, None)
    assert said in explorer.nearby.note.value.replace("&#x27;", "'")
    assert explorer.nearby.typed.value == text
    assert typed_step(explorer.rules, "run_size = 4").rules.run_size == 4


# --- the tool -------------------------------------------------------------------------------------


def test_no_widgets_are_made_by_using_it():
    explorer = made()
    for panel in explorer.panels:
        panel.toggle.value = True
    before = len(_instances)
    for variant in VARIANTS:
        explorer.rules = variant
        explorer._random()
        explorer._turn(1)
        explorer.nearby.list.value = 0
        explorer.board.selected = explorer.board.picture["cards"][:2]
    assert len(_instances) == before


def test_what_can_be_observed():
    explorer = made()
    seen: list[str] = []
    names = ["hand", "rules", "selected", "melds", "arrangement"]
    explorer.observe(lambda change: seen.append(change["name"]), names)
    pack(explorer, "press", "10h")
    explorer.board.selected = ["10h"]
    explorer.rules = "remi"
    assert set(seen) == set(names)


def test_looks_are_shared_by_all_parts():
    explorer = made()
    explorer.controls.text.value = True
    explorer.controls.size.value = "projector"
    for piece in (explorer.board, explorer.pack, explorer.list, explorer.nearby.melds):
        assert piece.look == {"four": False, "size": "projector", "text": True}


def test_static_picture_and_code():
    explorer = made(HAND, rl.variant("rummy", run_size=4))
    page = explorer._repr_mimebundle_()["text/html"]
    assert "<svg" in page and "set: 9♠ 9♥ 9♦" in page and "Rummy (run_size=4)" in page
    told: dict[str, Any] = {}
    exec(explorer._code().replace("rl.MeldExplorer", "e = rl.MeldExplorer"), told)
    assert told["e"].hand == explorer.hand and told["e"].rules == explorer.rules
