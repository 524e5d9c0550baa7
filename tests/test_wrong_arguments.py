"""What a user gives that is none of what is wanted: a sentence says so, or it is understood."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import rummy_lab as rl
from rummy_lab.melds import Meld

RUMMY = rl.variant("rummy")
HANDS = ["7h 8h", "2c"]


def position(**more: Any) -> rl.Deal:
    return rl.Deal.from_position(RUMMY, **{"hands": HANDS, "stock": "3c", **more})


@pytest.mark.parametrize(("call", "said"), [
    (lambda: RUMMY.diff("remmi"), "'remmi' is no variant; did you mean 'remi'"),
    (lambda: RUMMY.diff(5), "5 is no variant"),
    (lambda: rl.variant("remi", use=5), "use is a list of ids of documented options, not 5"),
    (lambda: rl.variant("Block Rumy"), "'Block Rumy' is no variant; did you mean"),
    (lambda: rl.dump_rules("rumy"), "did you mean 'rummy'"),
    (lambda: position(hands=None), "hands is a list of hands, one for each seat, not None"),
    (lambda: position(hands=3), "hands is a list of hands, one for each seat, not 3"),
    (lambda: position(melds=5), "melds is a list of (seat, cards), not 5"),
    (lambda: position(buys_used=2), "buys_used is a list, with an entry for each seat, not 2"),
    (lambda: position(met=True), "met is a list, with an entry for each seat, not True"),
    (lambda: position(played="yes"), "played is a list, with an entry for each seat, not 'yes'"),
    (lambda: position(played=[True]), "played says something for each of 2 seats, not 1"),
    (lambda: position(dealer="x"), "dealer='x': seats are numbered 0 to 1"),
    (lambda: position(melds_now="x"), "melds_now='x' is no number from 0 on"),
    (lambda: position(turn_number=None), "turn_number=None is no number from 0 on"),
    (lambda: position(stok="3c"), "'stok' is nothing a position has; did you mean 'stock'?"),
    (lambda: position(banned="3c"), "'banned' is nothing a position has"),
    (lambda: position().goto("x"), "'x' is no node of this deal, nor the number of one"),
    (lambda: position().goto(None), "None is no node of this deal, nor the number of one"),
    (lambda: position().goto(True), "True is no node of this deal, nor the number of one"),
    (lambda: position().goto(1), "there is no node 1"),
    (lambda: position().goto(position().root), "is no node of this deal"),
    (lambda: rl.load(5), "a path is wanted, like 'game.rummy', not 5"),  # type: ignore[arg-type]
    (lambda: rl.load(None), "a path is wanted, like 'game.rummy', not None"),  # type: ignore[arg-type]
    (lambda: rl.dump(position().log, 5), "a path is wanted, like"),  # type: ignore[arg-type]
    (lambda: rl.find_melds("7h 8h 9h", RUMMY, limit=-1), "at most, or None, not -1"),
    (lambda: rl.find_melds("7h 8h 9h", RUMMY, limit="x"), "at most, or None, not 'x'"),
    (lambda: rl.check_meld(None, RUMMY), "cards are text like '7h 8h' or Cards, not None"),
    (lambda: rl.play(RUMMY, 7), "Rummy is for 2 to 6 players, not 7"),
    (lambda: rl.play(RUMMY, names=7), "Rummy is for 2 to 6 players, not 7"),
    (lambda: rl.play(RUMMY, names=True), "a number or a list of names, not True"),
    (lambda: rl.simulate(RUMMY, 7, deals=1), "Rummy is for 2 to 6 players, not 7"),
    (lambda: rl.Deal("contract", deal=8), "deal=8: Contract Rummy has 7 deals"),
    (lambda: rl.Deal("deuces-not-wild", deal=14), "has 12 deals and a bonus deal"),
    (lambda: rl.simulate("contract", deals=1, deal=8), "deal=8: Contract Rummy has 7 deals"),
    (lambda: rl.simulate(RUMMY, True, deals=1), "players is a number, or a list with a player"),
    (lambda: rl.play(RUMMY, True), "a player for each seat, not True"),
    (lambda: rl.play(RUMMY, "greedy"), "a player for each seat, not 'greedy'"),
    (lambda: rl.Game(RUMMY, totals=5), "totals are a number for each player"),
    (lambda: rl.Game(RUMMY, totals="ab"), "totals are a number for each player"),
    (lambda: rl.score(None, RUMMY), "a score is that of a FinalPosition"),
    (lambda: rl.score({"Ana": "Ks"}, RUMMY), "a score is that of a FinalPosition"),
    (lambda: rl.FinalPosition(["Ks"]), "hands are cards by name"),
    (lambda: rl.find_contract("7h", "rummy"), "Rummy has no contracts"),
    (lambda: rl.FinalPosition({"Ana": "Ks"}, out=[]), "out=[] is none of Ana"),
    (lambda: rl.FinalPosition({"Ana": "Ks"}, deal=None), "deals are numbered from 1: None is none"),
    (lambda: rl.FinalPosition({"Ana": "Ks"}, melds=True), "melds are a list of (name, cards)"),
    (lambda: rl.arrange("7h", RUMMY, deal=[]), "deals are numbered from 1: [] is none"),
    (lambda: rl.arrange("7h", RUMMY, players={}), "Rummy is for 2 to 6 players, not {}"),
    (lambda: rl.variant("remi", use=[["remi-o1"]]), "['remi-o1'] is no documented option of remi"),
    (lambda: rl.variant("A" * 5000), "'" + "A" * 36 + "... is no variant"),
    (lambda: rl.policy([]), "[] is no player; there are greedy, random"),
    (lambda: rl.compare_scores(rl.FinalPosition({"Ana": "Ks"}), True), "a list of variants, not True"),
    (lambda: rl.load_rules(None), "in a file named by its path, not None"),
    (lambda: rl.load_rules("\0"), "in a file named by its path, not"),
    (lambda: rl.read_rules(b"base"), "house rules are a text (TOML), not b'base'"),
])  # fmt: skip
def test_a_sentence_says_what_is_wanted(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_numbers_from_a_table_are_numbers() -> None:
    one, two = np.int64(1), np.int64(2)
    assert rl.arrange("7h", "three-thirteen", deal=two) == rl.arrange(
        "7h", "three-thirteen", deal=2
    )
    assert RUMMY.at(players=two, deal=one) is RUMMY.at(players=2, deal=1)
    assert rl.variant("rummy", target=np.int64(300)) == rl.variant("rummy", target=300)
    assert rl.Deal(RUMMY, two, seed=one, dealer=one).view(one).seat == 1
    assert rl.Game(RUMMY, 2, totals=[one, two]).totals == {"Player 1": 1, "Player 2": 2}
    assert rl.play("block", two, seed=one) == rl.play("block", 2, seed=1)
    assert position(turn=one, recycles=two).state.recycles == 2
    with pytest.raises(ValueError, match="deals are numbered from 1: True is none"):
        RUMMY.at(players=2, deal=True)


def test_what_is_plain_is_understood() -> None:
    assert rl.variant("remi").diff("block") == rl.variant("remi").diff(rl.variant("block"))
    assert rl.variant("remi", use=None) == rl.variant("remi")
    assert [rl.variant(rules.title).id for rules in rl.variants().values()] == list(rl.variants())
    assert rl.variant(" shanghai  RUMMY ").id == "shanghai"
    assert position(melds=None).melds == ()
    assert rl.FinalPosition({"Ana": "Ks"}, melds=None).melds == ()  # type: ignore[arg-type]
    assert rl.find_melds("7h 8h 9h", RUMMY, limit=0) == []
    assert rl.play("block", 3, seed=7) == rl.play(rl.variant("block"), ["greedy"] * 3, seed=7)
    assert rl.play("contract", seed=7).names == ("Player 1", "Player 2", "Player 3")
    assert rl.play("block", names=["Ana", "Bo", "Cy"], seed=7).names == ("Ana", "Bo", "Cy")
    assert rl.play("block", names=(n for n in ("Ana", "Bo")), seed=7).names == ("Ana", "Bo")
    assert rl.play("block", names=3, seed=7).names == ("Player 1", "Player 2", "Player 3")


# --- the faces of objects ---------------------------------------------------------------------

END = rl.FinalPosition({"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo", melds=(("Ana", "4c 5c 6c"),))
ACTIONS = ("draw", "take", "take 8d", "meld 7h JK=8h 9h", "lay 10h JK=Jh on 2", "swap 6h on 2",
           "contract 7h 7s 7d | 4c 5c 6c", "discard Qs", "out Qs", "buy", "pass")  # fmt: skip


@pytest.mark.parametrize("thing", [
    rl.card("10h"), rl.card("JK"), rl.cards("7h ??"), RUMMY, rl.variant("remi", ace="high", jokers=2),
    Meld.of("run", "7h JK=8h 9h"), END, rl.score(END, RUMMY), rl.score(END, RUMMY).lines[0],
    rl.check_meld("Qs Ks As", RUMMY), rl.check_meld("4s 5h 6d", RUMMY).reasons[0],
    rl.check_meld("4s 5h 6d", RUMMY), rl.variants(), rl.arrange("7h 8h 9h Ks", RUMMY),
    *map(rl.read_action, ACTIONS),
], ids=lambda thing: repr(thing)[:40])  # fmt: skip
def test_repr_makes_the_same_again(thing: Any) -> None:
    public = {name: getattr(rl, name) for name in rl.__all__} | {"Fraction": Fraction}
    made = eval(repr(thing), public)
    assert type(made) is type(thing)
    assert made == thing or list(made) == list(thing) == list(rl.variants())
    assert repr(made) == repr(thing)


def test_repr_of_what_cannot_be_made_again_is_short() -> None:
    deal = rl.Deal(RUMMY, ["Ana", "Bo"], seed=7)
    for thing in (deal.log, rl.Game(RUMMY, seed=7), deal.view(0), deal.state, deal.root):
        assert repr(thing).startswith("<") and len(repr(thing)) < 100


def test_repr_of_a_state_says_who_is_to_act() -> None:
    deal = rl.Deal(RUMMY, ["Ana", "Bo"], seed=7)
    assert repr(deal.state) == "<state of Rummy, deal 1: turn 1, Bo is to draw>"
    over = position(hands=["", "2c"], phase="over", out=0, turn=0)
    assert repr(over.state) == "<state of Rummy, deal 1: over>"


# --- house rules ------------------------------------------------------------------------------


def house(text: str) -> rl.Rules:
    from rummy_lab.rules import Rules
    from rummy_lab.variants import read_variant

    return Rules(read_variant(text))


HOUSE = 'base = "rummy"\n{}[options]\ntarget = 200\n'


def test_house_rules_are_told_apart_in_tables() -> None:
    plain = house(HOUSE.format(""))
    titled = house(HOUSE.format('title = "Ours"\n'))
    based = house(HOUSE.format('title = "Rummy"\n'))
    table = rl.compare_scores(END, ["rummy", plain, titled, titled.replace(target=300), based])
    assert list(table.columns) == [
        "rummy", "rummy target=200", "Ours", "Ours target=300", "rummy target=200 (2)",
    ]  # fmt: skip


def test_dumped_house_rules_have_a_title_of_their_own() -> None:
    for rules in (RUMMY.replace(target=200), house(HOUSE.format('title = "Rummy"\n'))):
        again = house(rl.dump_rules(rules))
        assert again.title == "House rules (Rummy)" and again.options() == rules.options()
    titled = house(HOUSE.format('title = "Ours"\n'))
    assert 'title = "Ours"' in rl.dump_rules(titled.replace(target=300))
    assert rl.dump_rules(house(rl.dump_rules(titled))) == rl.dump_rules(titled)
    assert rl.dump_rules("rummy") == rl.dump_rules(RUMMY)
