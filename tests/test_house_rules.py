"""The house-rule editor without a browser: what is typed, what is possible, files and code."""

from __future__ import annotations

from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import rummy_lab as rl
from rummy_lab.display.grids import by_deal
from rummy_lab.rules import EXCLUSIONS, OPTIONS
from rummy_lab.widgets import HouseRules
from rummy_lab.widgets.drafts import Seats, draft_of, settled, turned, value_of, ways_of

VARIANTS = list(rl.variants())
HOSTILE = '<script>alert("1")</script>'


def send(editor: HouseRules, what: str, **more: Any) -> None:
    """What the page sends when something on the sheet is changed."""
    editor.sheet._hear(None, {"do": what, **more}, None)


def put(editor: HouseRules, name: str, *cells: str, way: str = "one") -> None:
    send(editor, "set", name=name, way=way, cells=list(cells))


def named(editor: HouseRules) -> dict[str, str]:
    return {one["id"]: one["state"] for one in editor.sheet.switches}


# --- values as cells ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_value_of_every_variant_comes_back(variant: str):
    """Whatever is shown in cells is read as what it was, in every way it can be given."""
    rules = rl.variant(variant)
    seats = Seats(rules.players, rules.deals)
    for name, option in OPTIONS.items():
        draft = draft_of(option, rules[name], seats)
        assert draft.way in ways_of(option, seats)
        assert settled(option, value_of(option, draft, seats), [rules[name]], seats) == rules[name]
        for way in ways_of(option, seats):
            there = value_of(option, turned(option, rules[name], way, seats), seats)
            assert option.read(there) == there


@pytest.mark.parametrize("name, way, cells, value", [
    ("packs", "players", ["1", "1", "1", "2", "2"], {(2, 4): 1, (5, None): 2}),
    ("cards_dealt", "one", ["8"], 8),
    ("ace_points", "ace", ["1", "11", "15", "15"],
     {"low": 1, "high": 11, "high_or_low": 15, "round_the_corner": 15}),
    ("number_points", "rank", ["20", "5", "5", "5", "5", "5", "5", "5", ""], {2: 20, (3, 9): 5}),
    ("number_points", "rank", ["20", "", "5", "5", "", "", "", "", ""], {2: 20, (4, 5): 5}),
    ("wilds_per_meld", "length", ["3: 1", "4: 1, 5: 2"], {"set": {3: 1}, "run": {4: 1, 5: 2}}),
    ("wilds_per_meld", "length", ["", ""], None),
    ("set_size", "one", ["3", ""], (3, None)),
    ("players", "one", ["2", "4"], (2, 4)),
    ("blind_bonus", "one", ["25", "50"], (25, 50)),
    ("blind_bonus", "one", ["", ""], None),
    ("ranks", "one", ["A-7 J-K"], "A-7 J-K"),
    ("wild_rank", "one", ["7"], "7"),
    ("jokers", "toml", ['{ "2-4" = 1, "5+" = 2 }'], {(2, 4): 1, (5, None): 2}),
    ("jokers_wild", "one", ["false"], False),
    ("court_points", "one", ["11-12-13"], "11-12-13"),
    ("rummy_bonus", "one", ["10"], 10),
])  # fmt: skip
def test_all_shapes_of_values(name: str, way: str, cells: list[str], value: Any):
    editor = HouseRules("rummy")
    put(editor, name, *cells, way=way)
    assert editor.fault == "" and editor.rules[name] == value
    shown = editor.sheet.values[name]
    assert shown["way"] == way and shown["cells"] == cells and shown["error"] == ""
    assert bool(shown["was"]) == (value != rl.variant("rummy")[name])


def test_a_table_with_a_default_is_shown_deal_by_deal():
    editor = HouseRules("shanghai")
    assert editor.sheet.values["buys"]["cells"] == [*["3"] * 8, "4", "4"]
    assert editor.rules == rl.variant("shanghai")
    own = rl.variant("contract", buys={"default": 2, 3: 1})
    assert HouseRules(own).rules == own
    put(editor, "buys", *["3"] * 9, "5", way="deal")
    assert editor.rules.at(deal=10).buys == 5 and editor.rules.at(deal=9).buys == 3
    put(editor, "buys", *["3"] * 8, "4", "4", way="deal")
    assert editor.rules == rl.variant("shanghai")


def test_deals_behind_those_that_are_named_are_checked_and_told():
    with pytest.raises(rl.RulesError, match="2 players × 60 cards = 120, and one card is turned"):
        rl.variant("rummy", cards_dealt={"default": 60, "1": 5})
    never_played = rl.variant("rummy", cards_dealt={"default": 60, "1": 5}, target=None, deals=1)
    assert never_played.at(deal=1).cards_dealt == 5
    wild = {"default": None, "1": "K", "2": "2", "4": "K"}
    told = by_deal(rl.variant("rummy", wild_rank=wild))
    assert told is not None and told.rows == (
        ("1", "K"), ("2", "2"), ("3", "none"), ("4", "K"), ("5 and later", "none"),
    )  # fmt: skip


def test_contracts_deal_by_deal():
    editor = HouseRules("contract")
    before = editor.sheet.values["contracts"]
    assert before["labels"] == list("1234567") and before["cells"][0] == "S S"
    assert before["words"].startswith("deal 1: two sets of 3")
    put(editor, "contracts", "S3 S4", *before["cells"][1:], way="deal")
    assert editor.rules.contracts[0] == "S3 S4" and editor.fault == ""
    put(editor, "contracts", "T3", *before["cells"][1:], way="deal")
    assert 'melds like "S3 R4"' in editor.sheet.values["contracts"]["error"]
    assert editor.sheet.values["contracts"]["cells"][0] == "T3"
    assert editor.rules.contracts[0] == "S3 S4"


# --- what is possible -----------------------------------------------------------------------------


@pytest.mark.parametrize("name, cells, said", [
    ("run_size", ["many"], "run_size is a whole number from 2 to 13"),
    ("run_size", [""], "nothing is typed; run_size is"),
    ("run_size", ["3 ="], "is no value: write it as in TOML"),
    ("players", ["6", "2"], "the first not above the second"),
    ("ranks", ["A-X"], "ranks like"),
    ("ace", ["sideways"], 'one of "low", "high"'),
    ("target", ["9" * 400], "target is a whole number from"),
    ("set_size", ["x = 1", "{"], "is no value"),
])  # fmt: skip
def test_what_cannot_be_read_is_kept_and_said_in_place(name: str, cells: list[str], said: str):
    editor = HouseRules("rummy")
    editor.type("ace", "high")
    put(editor, name, *cells)
    shown = editor.sheet.values[name]
    assert said in shown["error"] and shown["cells"] == cells
    assert editor.sheet.message["kind"] == "no" and said in editor.sheet.message["head"]
    assert editor.fault and editor.rules == rl.variant("rummy", ace="high")
    editor._back()
    assert editor.fault == "" and editor.rules.ace == "high"


@pytest.mark.parametrize("name, cells, said, where", [
    ("target", ["none"], "the game would never end", ["target"]),
    ("winner", ["lowest"], "who goes out scores", ["winner"]),
    ("cards_dealt", ["20"], "that cannot be dealt from 52 cards", ["cards_dealt"]),
    ("melding", ["contract"], "melding=contract needs contracts", ["melding"]),
    ("deals", ["3"], "", []),
])  # fmt: skip
def test_an_impossible_set_says_why_at_the_options_concerned(
    name: str, cells: list[str], said: str, where: list[str]
):
    editor = HouseRules("rummy")
    put(editor, name, *cells)
    assert said in editor.fault and bool(editor.fault) == bool(said)
    assert [n for n, v in editor.sheet.values.items() if v["error"]] == where
    assert editor.sheet.values[name]["cells"] == cells
    assert (editor.rules == rl.variant("rummy")) == bool(said)
    if said:
        assert "Rummy" in editor.sheet.message["more"]


def test_what_each_option_means_and_excludes():
    """Every option has its meaning, what a value is, its clause and every exclusion it is in."""
    editor = HouseRules("shanghai")
    for told in editor.sheet.options:
        option = OPTIONS[told["name"]]
        assert told["meaning"] == option.meaning and told["says"] == option.says
        assert len(told["excludes"]) == sum(option.name in one.options for one in EXCLUSIONS)
        assert editor.sheet.values[option.name]["cites"]
    values = editor.sheet.values
    assert values["wilds_per_meld"]["cites"] == [["shanghai-11", "stated"]]
    assert values["suits"]["cites"] == [["default", ""]]
    editor.type("joker_points", "30")
    assert editor.sheet.values["joker_points"]["cites"] == [["house:joker_points", "house"]]
    assert editor.sheet.clauses["shanghai-11"].startswith("Wilds in one meld")


def test_lists_are_fitted_to_the_number_of_deals():
    editor = HouseRules("contract")
    put(editor, "deals", "9")
    assert "deal 8" in editor.sheet.values["contracts"]["error"]
    assert editor.sheet.values["contracts"]["labels"] == list("123456789")
    choice = editor.sheet.message["choices"][0]
    assert choice["label"] == "Make every list over deals 9 deals long"
    send(editor, "act", text=choice["text"])
    assert editor.fault == "" and editor.rules.contracts[6:] == ("R R R",) * 3
    put(editor, "deals", "none")
    put(editor, "target", "500")
    assert "the number of deals is not fixed" in editor.fault
    send(editor, "act", text="fit")
    assert editor.fault == "" and editor.rules.at(deal=50).contracts == "R R R"
    assert editor.rules.at(deal=2).contracts == "S R"


def test_tables_follow_the_number_of_players():
    """Cells stay with their number of players; further ones are as the first or the last."""
    editor = HouseRules("rummy")
    put(editor, "players", "3", "7")
    shown = editor.sheet.values["cards_dealt"]
    assert shown["labels"] == list("34567") and shown["cells"] == ["7", "7", "6", "6", "6"]
    assert editor.fault == "" and editor.rules.at(players=7).cards_dealt == 6
    editor._back()
    assert editor.sheet.values["cards_dealt"]["cells"] == ["10", "7", "7", "6", "6"]
    rules = rl.read_rules('base = "rummy"\n[options]\npacks = { "2-6" = 1 }')
    other = HouseRules(rules)
    put(other, "players", "2", "7")
    assert other.fault == "" and other.rules.at(players=7).packs == 1
    put(other, "packs", *["1"] * 5, "2", way="players")
    assert other.fault == "" and other.rules.at(players=7).packs == 2


# --- documented options ---------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_documented_options_are_switches(variant: str):
    editor = HouseRules(variant)
    for one in rl.variant(variant).variant.named:
        send(editor, "switch", id=one.id)
        if one.ask:
            assert editor.rules == rl.variant(variant)
            continue
        assert named(editor)[one.id] == "on" and editor.rules == rl.variant(variant, use=[one.id])
        send(editor, "switch", id=one.id)
        assert named(editor)[one.id] == "off" and editor.rules == rl.variant(variant)


@pytest.mark.parametrize(
    ("variant", "name", "told", "typed", "options"),
    [
        ("remi", "remi-o11", "set target=N, like target=300", {"target": "300"}, {"target": 300}),
        ("rummy", "rummy-o3", "set target=N, like target=200; or deals=N and target=\"none\"",
         {"deals": "6", "target": '"none"'}, {"deals": 6, "target": None}),
        ("three-thirteen", "3-13-o3", "set jokers=N, like jokers=2", {"jokers": "2"}, {"jokers": 2}),
    ],
)  # fmt: skip
def test_an_option_without_a_value_has_its_fields(
    variant: str, name: str, told: str, typed: dict[str, str], options: dict[str, Any]
):
    """It says what to set, with an example that can be typed just so; the fields stand there."""
    editor = HouseRules(variant)
    [one] = [one for one in editor.sheet.switches if one["id"] == name]
    assert told in one["ask"] and set(one["fields"]) == set(typed)
    for option, text in typed.items():
        put(editor, option, text)
    assert not editor.fault and editor.rules == rl.variant(variant, **options)
    assert named(editor)[name] == "on"
    assert told in " ".join(str(editor.rules).split())
    assert told in unescape(editor.static_html())
    others = [one for one in editor.sheet.switches if one["id"] != name]
    assert all(one["sets"] and not one["ask"] and not one["fields"] for one in others)


def test_a_switch_follows_the_option_that_it_sets():
    editor = HouseRules("remi")
    editor.type("ace", "high")
    assert named(editor)["remi-o5"] == "on"
    send(editor, "switch", id="remi-o7")
    assert (named(editor)["remi-o5"], named(editor)["remi-o7"]) == ("off", "on")
    editor.type("rummy_bonus", "15")
    assert named(editor)["remi-o2"] == "on", "it covers any amount"
    send(editor, "switch", id="remi-o2")
    assert editor.rules.rummy_bonus is None


# --- changes --------------------------------------------------------------------------------------


def test_undo_reset_and_plain():
    editor = HouseRules("rummy")
    editor.type("ace", "high")
    editor.type("target", "300")
    send(editor, "reset", name="ace")
    assert editor.rules == rl.variant("rummy", target=300)
    editor._back()
    assert editor.rules == rl.variant("rummy", ace="high", target=300)
    editor._plain()
    assert editor.rules == rl.variant("rummy")
    editor._back()
    editor._back()
    assert editor.rules == rl.variant("rummy", ace="high")
    send(editor, "way", name="cards_dealt", way="one")
    assert editor.sheet.values["cards_dealt"]["cells"] == ["10"]
    send(editor, "way", name="cards_dealt", way="players")
    assert editor.sheet.values["cards_dealt"]["cells"] == ["10"] * 5


def test_another_variant_to_start_from():
    editor = HouseRules("rummy")
    editor.type("ace", "high")
    editor.base.value = "shanghai"
    assert editor.rules == rl.variant("shanghai") and editor.sheet.head["title"] == "Shanghai Rummy"
    editor._back()
    assert editor.rules == rl.variant("rummy", ace="high") and editor.base.value == "rummy"
    editor.rules = "remi"
    assert editor.sheet.head["title"] == "Remi"
    with pytest.raises(ValueError, match="did you mean 'rummy'"):
        editor.rules = "rumy"
    with pytest.raises(ValueError, match="did you mean 'run_size'"):
        editor.type("run_sise", "4")


def test_a_title_makes_house_rules():
    editor = HouseRules("rummy")
    editor.type("ace", "high")
    editor.name.value = f"  Our   table {HOSTILE} "
    assert editor.rules.title == f"Our table {HOSTILE}"
    assert editor.rules.ace == "high" and not editor.rules.variant.shipped
    assert rl.Deal(editor.rules, players=2, seed=1).hands
    editor.type("target", "300")
    assert editor.rules.title.startswith("Our table") and editor.rules.target == 300
    for panel in editor.panels:
        panel.toggle.value = True
    pages = editor.difference.page.value + editor.card.page.value + editor.static_html()
    assert "<script" not in pages and "Our table" in pages
    editor.name.value = ""
    assert editor.rules == rl.variant("rummy", ace="high", target=300)


@pytest.mark.parametrize("said", [
    {"do": "set"}, {"do": "set", "name": "ace"}, {"do": "set", "name": "ace", "way": "x", "cells": []},
    {"do": "set", "name": ["ace"], "way": "one", "cells": ["low"]}, {"do": "switch", "id": {}},
    {"do": "set", "name": "nothing", "way": "one", "cells": ["1"]}, {"do": "way", "name": "ace"},
    {"do": "way", "name": "ace", "way": "deal"}, {"do": "act", "text": "x"}, {"do": ["y"]}, {},
    {"do": "switch", "id": "rummy-o3"}, {"do": "switch", "id": "remi-o5"},
])  # fmt: skip
def test_odd_messages_change_nothing(said: dict[str, Any]):
    editor = HouseRules("rummy")
    if said.get("id") == {}:
        said = {**said, "id": "{}"}
    editor.sheet._hear(None, said, None)
    assert editor.rules == rl.variant("rummy") and editor.fault == ""


# --- files and code -------------------------------------------------------------------------------


def test_files_are_saved_and_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Saved as TOML and read again; no file is written over that was not written here."""
    monkeypatch.chdir(tmp_path)
    editor = HouseRules("shanghai")
    editor.name.value = "Our table"
    editor.type("joker_points", "30")
    editor.files.toggle.value = True
    assert 'title = "Our table"' in editor.files.text.value
    editor.files.name.value = "ours"
    editor.files._save()
    assert rl.load_rules("ours.toml") == editor.rules
    Path("other.toml").write_text("mine", encoding="utf-8")
    editor.files.name.value = "other.toml"
    editor.files._save()
    assert "other.toml is there already" in editor.files.note.value
    assert Path("other.toml").read_text("utf-8") == "mine"
    again = HouseRules("rummy")
    again.files.toggle.value = True
    assert again.files.name.options == ("other.toml", "ours.toml")
    again.files.name.value = "ours.toml"
    again.files._open_file()
    assert again.rules == rl.load_rules("ours.toml") and again.name.value == "Our table"
    assert again.rules == editor.rules
    again.type("joker_points", "40")
    assert again.rules.title == "Our table" and again.rules.joker_points == 40
    again._back()
    again._back()
    assert again.rules == rl.variant("rummy")


@pytest.mark.parametrize("text, said", [
    ("base = 'rumy'", "did you mean 'rummy'?"),
    ("base = 'rummy'\n[options]\nace = 'sideways'", "ace is one of"),
    ("base = 'rummy'\n[options]\ntarget = 'none'", "would never end"),
    ("[", "this text: "),
    (HOSTILE, "this text: "),
])  # fmt: skip
def test_a_text_that_is_no_rule_set_is_refused_in_a_sentence(text: str, said: str):
    editor = HouseRules("rummy")
    editor.files.text.value = text
    editor.files._load_text()
    assert said in editor.files.note.value.replace("&#x27;", "'")
    assert "<script" not in editor.files.note.value
    assert editor.rules == rl.variant("rummy") and editor.files.text.value == text


def test_uploads_and_downloads(monkeypatch: pytest.MonkeyPatch):
    editor = HouseRules("rummy")
    sent: list[Any] = []
    monkeypatch.setattr(editor.sheet, "send", sent.append)
    file = {"name": "x.toml", "type": "", "size": 1, "last_modified": datetime.now(UTC)}
    editor.files._uploaded({"new": ()})
    editor.files.upload.set_trait("value", ({**file, "content": memoryview(b"\xff")},))
    assert "x.toml is no rule set: it is no text" in editor.files.note.value
    editor.files.upload.set_trait("value", ({**file, "content": memoryview(b'base = "remi"')},))
    assert editor.rules.title == "House rules (Remi)"
    editor.files._download()
    assert sent == [{"download": "our-table.toml", "text": rl.dump_rules(editor.rules)}]


@pytest.mark.parametrize("title", ["", "Our table", 'Quotes """ and \\ too'])
def test_code_that_uses_the_rules(title: str):
    editor = HouseRules("rummy")
    editor.type("ace", "high")
    editor.name.value = title
    editor.use.toggle.value = True
    code = editor.use.code.value.rpartition("rl.DealStepper")[0]
    told: dict[str, Any] = {}
    exec(code, told)
    assert told["rules"] == editor.rules
    assert "rl.DealStepper(game=rl.Game(rules, players=2" in editor.use.code.value


def test_difference_cites_both_sides():
    editor = HouseRules("rummy")
    send(editor, "switch", id="rummy-o2")
    editor.difference.toggle.value = True
    page = editor.difference.page.value
    assert "rummy-9" in page and "rummy-o2" in page and "stated" in page
    editor._back()
    assert "No option differs" in editor.difference.page.value


def test_what_can_be_observed_and_no_widgets_are_made():
    editor = HouseRules("rummy")
    for panel in editor.panels:
        panel.toggle.value = True
    seen: list[tuple[str, Any]] = []
    editor.observe(lambda change: seen.append((change["name"], change["new"])), ["rules", "fault"])
    before = len(_instances)
    put(editor, "run_size", "4")
    put(editor, "run_size", "x")
    put(editor, "run_size", "3")
    editor.base.value = "contract"
    assert len(_instances) == before
    assert [name for name, _ in seen] == ["rules", "fault", "rules", "fault", "rules"]
    assert seen[0][1].run_size == 4


def test_numbers_are_typed_as_their_texts():
    editor = HouseRules("rummy")
    editor.type("target", 300)  # type: ignore[arg-type]
    assert editor.rules.target == 300
