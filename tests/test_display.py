"""Pictures, tables and rule cards: well-formed, escaped, complete, and in step with the data."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tables import SHIPPED, table

import rummy_lab as rl
from rummy_lab.display import drawing, html, rulecards, svg, text
from rummy_lab.display.drawing import CARD_WIDTH, LEAST_STEP, Face, fan, fitted, text_width
from rummy_lab.display.facts import card_of, cites_of, name_of, state_of
from rummy_lab.display.markup import STANDINGS, escaped, points_text
from rummy_lab.display.saying import PHRASES, said
from rummy_lab.rules import OPTIONS, Rules
from rummy_lab.variants import read_variant

ROOT = Path(__file__).resolve().parents[1]
HOSTILE = '<script>alert(1)</script>" onload="x\' &amp; </style>]]>'
CONTRACTS = """
id = "c"
title = "Contracts at home"
[options]
players = [3, 8]
packs = { "3-4" = 2, "5+" = 3 }
jokers = { "3-4" = 1, "5+" = 2 }
cards_dealt = 11
wilds_per_meld = { set = { "3" = 1 }, run = { "4" = 1, "5" = 2 } }
buys = [3, 3, 4]
melding = "contract"
contracts = ["S3 S3", "S3 R4", "R4 R4 R4"]
contract_sizes = "exact"
run_size = 4
set_size = [3, "none"]
lay_off = "after_contract"
scoring = "penalty"
number_points = { "2" = 20, "3-9" = 5, "10" = 10 }
ace_points = 20
blind_bonus = [25, 50]
deals = 3
winner = "lowest"
"""
HOUSE = """
base = "remi"
title = "Our house"
[options]
target = 300
jokers = 2
max_recycles = 3
[[clauses]]
id = "ours-1"
text = "We play with two jokers."
options = ["jokers"]
"""
CHANGES: list[dict[str, Any]] = [
    {"ace": "high"},
    {"jokers": 2, "joker_points": 25},
    {"target": 500},
    {"deals": 4, "target": None},
    {"stock_out": "end", "max_recycles": None},
    {"cards_dealt": {2: 9, (3, 6): 5}},
    {"discard_draw": "deep", "redraw_discard_ban": False},
    {"rummy_bonus": 50, "set_size": (3, None), "packs": 2},
    {"wild_rank": "5", "wilds_per_meld": {"set": {3: 1}, "run": {3: 1, 5: 2}}},
]


def rules_of(toml: str) -> Rules:
    return Rules(read_variant(toml))


def parsed(svg_text: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg_text)


class Elements(HTMLParser):
    """Collects element names and attributes as a browser would see them."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def assert_safe(source: str) -> Elements:
    """Well-formed, and nothing in it that runs or that refers to anything outside."""
    ElementTree.fromstring(source)
    seen = Elements(source)
    assert not seen.names & {"script", "iframe", "object", "foreignobject", "link", "img", "image"}
    assert not any(name.startswith("on") for name in seen.attributes)
    assert not seen.attributes & {"href", "xlink:href", "src"}
    assert "url(" not in source and "@import" not in source
    return seen


# --- rule cards -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_rule_card_tells_every_clause_and_option_with_its_standing(name: str) -> None:
    rules = rl.variant(name)
    seen = assert_safe(rulecards.html_of_rules(rules)).text
    told = " ".join(rulecards.text_of_rules(rules).split())
    for clause in rules.variant.clauses:
        for where in (seen, told):
            assert clause.id in where and clause.note in where
        assert f"{clause.text} [{clause.standing}]" in told
        assert f"{clause.text}{clause.note}{clause.standing}" in seen
    for named in rules.variant.named:
        assert named.title in seen and f"{named.title} [{named.standing}]" in told
    for option in OPTIONS.values():
        assert option.meaning in seen and f"{option.name} = " in seen and option.name in told
    for standing, meaning in STANDINGS.items():
        assert standing in seen and meaning in seen and meaning in told


@pytest.mark.parametrize("name", SHIPPED)
def test_whatever_a_variant_sets_has_a_clause(name: str) -> None:
    rules = rl.variant(name)
    for option in OPTIONS:
        if rules[option] != OPTIONS[option].default:
            assert cites_of(rules, option), f"no clause of {name} speaks of {option}"


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("changes", CHANGES, ids=lambda c: "+".join(c))
def test_each_changed_option_is_marked_with_what_says_so(
    name: str, changes: dict[str, Any]
) -> None:
    rules = rl.variant(name, **changes)
    card = card_of(rules)
    assert [row.name for row in card.changed] == list(rules.changed)
    seen = assert_safe(rulecards.html_of_rules(rules)).text
    told = " ".join(rulecards.text_of_rules(rules).split())
    for row in card.changed:
        assert row.value == said(row.name, rules[row.name]) != row.was
        (cite,) = row.cites
        assert cite.clause == f"house:{row.name}" or cite.clause in rules.named
        assert cite.standing == rules.named[cite.clause].standing if (
            cite.clause in rules.named) else cite.standing == "house"  # fmt: skip
        change = f"{row.written}: {row.value} (standard: {row.was})"
        assert f"{change} [{cite.clause}, {cite.standing}]" in told
        assert f"{row.written} {row.value} (standard: {row.was}) {cite.clause}" in seen
        for clause in card.clauses:
            speaks = row.name in rules.clauses[clause.id].options
            assert (row in clause.overruled) or not speaks


@pytest.mark.parametrize("name", SHIPPED)
def test_documented_options_are_switches(name: str) -> None:
    rules = rl.variant(name)
    assert {state_of(rules, named) for named in rules.variant.named} <= {"off"}
    for named in rules.variant.named:
        if not named.ask:
            used = rules.use(named.id)
            assert state_of(used, named) == "on", named.id
            assert f"[x] {named.id} " in rulecards.text_of_rules(used)


def test_a_switch_can_be_on_in_part() -> None:
    rules = rl.variant("remi", ties="extra_deals")
    assert state_of(rules, rules.named["remi-o9"]) == "partly"
    assert "Only a part of it is set here" in " ".join(rulecards.text_of_rules(rules).split())


def test_an_ace_rule_overrules_the_clause_on_what_an_ace_costs() -> None:
    card = card_of(rl.variant("remi", ace="high"))
    costs = next(clause for clause in card.clauses if clause.id == "remi-16")
    assert [row.name for row in costs.overruled] == ["ace"]
    assert "A: 10" in card.points_line and ("A", 10) in card.points


def test_a_house_file_marks_what_differs_from_its_base() -> None:
    card = card_of(rules_of(HOUSE))
    assert [(row.name, str(row.cites[0])) for row in card.changed] == [
        ("jokers", "ours-1 (house)"),
        ("max_recycles", "house:max_recycles (house)"),
        ("target", "remi-o11 (stated)"),
    ]
    overruled = {clause.id: len(clause.overruled) for clause in card.clauses}
    assert overruled["remi-1"] == overruled["remi-17"] == overruled["remi-18"] == 1
    assert overruled["ours-1"] == 0


def test_tables_of_the_deal_and_contracts_come_from_the_resolved_rules() -> None:
    rules = rules_of(CONTRACTS)
    card = card_of(rules)
    assert card.by_deal is not None
    assert card.by_deal.head == ("deal", "contract", "buys")
    assert card.by_deal.rows[1] == ("2", "a set of 3 and a run of 4", "3")
    for row in card.by_players.rows:
        at = rules.at(players=int(row[0]))
        assert row[1:5] == tuple(map(str, (at.packs, at.jokers, len(at.pack), at.cards_dealt)))
    assert card.points_line == "A, 2: 20; 3 to 9: 5; 10 to K: 10; joker: 20"
    assert "house:blind_bonus, house" in rulecards.text_of_rules(rules)
    assert_safe(rulecards.html_of_rules(rules))


def test_a_difference_tells_every_row_and_both_sides() -> None:
    for here in SHIPPED:
        for there in SHIPPED:
            diff = rl.variant(here).diff(rl.variant(there, ace="high", jokers=3))
            seen = assert_safe(rulecards.html_of_difference(diff)).text
            told = " ".join(rulecards.text_of_difference(diff).split())
            for row in diff:
                for side in ("here", "there"):
                    words = said(row["option"], row[side])
                    assert words in seen and words in told
                    assert all(clause in seen for clause in row[f"clauses_{side}"])
                assert row["meaning"] in seen and row["option"] in seen
    assert "No option differs" in rulecards.html_of_difference(
        rl.variant("remi").diff(rl.variant("remi"))
    )


def test_the_list_of_variants_names_each() -> None:
    seen = assert_safe(rulecards.html_of_variants(rl.variants())).text
    assert all(name in seen and rules.title in seen for name, rules in rl.variants().items())


def test_every_choice_of_every_option_can_be_said() -> None:
    for option in OPTIONS.values():
        for choice in option.kind.choices:
            words = said(option.name, option.read(choice))
            assert words and "_" not in words, (option.name, choice)
        for choice in PHRASES.get(option.name, {}):
            assert option.read(choice) == choice
    assert set(PHRASES) <= set(OPTIONS)


def test_a_heading_stays_short_and_a_clean_one_is_the_title() -> None:
    assert name_of(rl.variant("rummy")) == "Rummy"
    changed = rl.variant("rummy", ace="high", jokers=2, target=90, rummy_bonus=None)
    assert name_of(changed) == "Rummy (jokers=2, ace=high, and 2 more)"


# --- what a user wrote is text ----------------------------------------------------------------


def test_house_texts_are_put_in_as_text() -> None:
    rules = rules_of(
        f"base = 'remi'\ntitle = '''{HOSTILE}'''\nnotes = ['''{HOSTILE}''']\n"
        f"[[clauses]]\nid = '''{HOSTILE}'''\ntext = '''{HOSTILE}'''\nnote = '''{HOSTILE}'''\n"
        f"[[named]]\nid = '''x{HOSTILE}'''\ntitle = '''{HOSTILE}'''\noptions = {{ ace = 'high' }}\n"
    ).replace(jokers=2)
    for source in (
        rulecards.html_of_rules(rules),
        rulecards.html_of_difference(rules.diff(rl.variant("rummy"))),
        rulecards.html_of_variants({HOSTILE: rules}),
    ):
        assert HOSTILE in assert_safe(source).text


def test_control_characters_are_shown_as_replaced() -> None:
    rules = rules_of('base = "remi"\ntitle = "a\\u001b[31m\\u0000\\u009bb\\nc"')
    assert_safe(rulecards.html_of_rules(rules))
    first = rulecards.text_of_rules(rules).splitlines()[0]
    assert first.startswith("a\ufffd[31m\ufffd\ufffdb c (remi)")
    assert escaped("\ud800\x07") == "\ufffd\ufffd"


def called(*names: str, **rest: Any) -> rl.Deal:
    """A small position whose players have these names."""
    hands = dict(zip(names, ["7h 8c 9h 2d", "Ks", "4s 4d 4c"], strict=False))
    return rl.Deal.from_position(rl.variant("remi"), hands, **rest)


def test_names_are_put_in_as_text() -> None:
    d = called(HOSTILE, "דנה", "Ana", melds=[(0, "2c 3c 4h")])
    for source in (svg.svg_of_state(d.state), html.html_of_state(d.state)):
        assert HOSTILE in assert_safe(source).text
    sheet = called(HOSTILE, "דנה", "Ana", phase="over", out=1).score()
    assert HOSTILE in assert_safe(html.html_of_sheet(sheet)).text
    assert HOSTILE in text.text_of_sheet(sheet)
    named = assert_safe(html.html_of_verdict(d.check("draw"), HOSTILE, d.rules)).text
    assert HOSTILE in named
    assert HOSTILE in assert_safe(svg.svg_of_cards("7h", HOSTILE)).text


# --- pictures ---------------------------------------------------------------------------------


def test_a_picture_is_an_image_with_its_text() -> None:
    d = table("rummy", ["7h 8h 9h 9d", "Ks 2d"], melds=[(1, "4c 5c 6c")])
    root = parsed(svg.svg_of_state(d.state))
    assert root.get("role") == "img"
    title, description = root[0], root[1]
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert description.text == str(d)
    assert title.text is not None and title.text.startswith("Rummy, deal 1")


def test_the_same_picture_has_the_same_bytes_and_another_another_id() -> None:
    first, second = svg.svg_of_cards("7h 8h"), svg.svg_of_cards("7h 9h")
    assert first == svg.svg_of_cards("7h 8h")
    assert parsed(first)[0].get("id") != parsed(second)[0].get("id")


def test_every_state_of_a_deal_can_be_drawn_and_told() -> None:
    for name in SHIPPED:
        d = rl.Deal(rl.variant(name, jokers=4), players=6, seed=3)
        for _ in range(30):
            if d.over:
                break
            assert_safe(html.html_of_state(d.state))
            assert_safe(svg.svg_of_state(d.view(0).state, four_colour=True, scale=1.5))
            d.apply(d.legal_actions()[-1])


def test_a_view_is_drawn_from_what_it_holds() -> None:
    d = rl.Deal(rl.variant("rummy"), players=2, seed=5)
    picture = svg.svg_of_state(d.view(0).state)
    assert "?? ?? ??" in (parsed(picture)[1].text or "")
    told = text.text_of_state(d.view(0).state)
    hidden = rl.Deal.from_state(
        d.state._replace(hands=(d.hands[0], d.stock[:10]), stock=(*d.hands[1], *d.stock[10:]))
    )
    assert svg.svg_of_state(hidden.view(0).state) == picture
    assert text.text_of_state(hidden.view(0).state) == told


@pytest.mark.parametrize("count", [0, 1, 2, 7, 14, 23, 40])
def test_each_index_of_a_fan_stays_in_sight_and_inside(count: int) -> None:
    pack = rl.variant("rummy").at().pack
    faces = [Face(c) for c in sorted((pack * 2)[:: max(1, 104 // max(1, count))][:count])]
    for gaps in (False, True):
        drawn = fan(faces, 0, 0, 480, gaps=gaps)
        assert drawn.width <= 480.01
        root = parsed(f"<svg>{drawn.svg}</svg>")
        places = [
            tuple(map(float, group.attrib["transform"][10:-1].split())) for group in list(root)
        ]
        assert len(places) == count
        for (x, y), (after, below) in pairwise(places):
            assert below > y or after - x >= LEAST_STEP - 0.01
        assert all(0 <= x <= 480 - CARD_WIDTH + 0.01 for x, _ in places)


def test_wilds_wear_what_they_stand_for() -> None:
    meld = rl.Meld.of("run", "7h JK=8h 9h")
    picture = svg.svg_of_meld(meld)
    assert drawing.WILD in picture and "run: 7h JK=8h 9h" in picture
    assert picture.count(drawing._PIPS["h"]) == 4  # two indices, the large one, the ribbon's
    at = rl.variant("rummy", wild_rank="5").at()
    assert ">wild<" in svg.svg_of_cards("5h 6h", at=at)
    assert ">wild<" not in svg.svg_of_cards("5h 6h")


def test_suits_can_have_four_colours() -> None:
    two, four = svg.svg_of_cards("7d 7c"), svg.svg_of_cards("7d 7c", four_colour=True)
    assert "#1459b8" not in two and "#1b7a35" not in two
    assert "#1459b8" in four and "#1b7a35" in four


def test_notes_of_a_seat_stand_whole_below_one_another() -> None:
    position = rl.Deal.from_position(
        "shanghai", deal=2, names=["Ana", "Bo", "Cy"], dealer=1, turn=0, phase="draw",
        hands=["4s 5s", "7h Kd", "2c"], stock="9s 2c 8h", discards="8s",
        melds=[(1, "4h 5h 6h 7h"), (1, "10h 10c 10d")],
    )  # fmt: skip
    drawn = svg.svg_of_state(position.state)
    assert all(f">{note}</text>" in drawn for note in ("2 cards · deals", "contract met"))


def test_long_names_are_cut_with_the_whole_in_reach() -> None:
    long = "Bartholomew Featherstonehaugh-Cholmondeley"
    assert text_width(fitted(long, 100, 13), 13) <= 100
    assert fitted("漢字" * 20, 100, 13).endswith("…")
    assert f"<title>{long}</title>" in svg.svg_of_state(called(long, "Bo").state)


# --- text -------------------------------------------------------------------------------------


def test_a_state_tells_all_there_is() -> None:
    d = table("rummy", ["7h 8h 9h 9d", "Ks 2d"], discards="3s 5d", melds=[(1, "4c 5c 6c")],
              deal=2, taken="9d", stock="2h 3h")  # fmt: skip
    assert str(d) == "\n".join([
        "Rummy, deal 2, turn 1",
        "Ana has drawn and is to play.",
        "Not to be discarded in this turn: 9d.",
        "",
        "> Ana  7h 8h 9h 9d  (4 cards, deals)",
        "  Bo   Ks 2d  (2 cards)",
        "",
        "Stock: 2 cards",
        "Upcard: 5d",
        "Discards, the oldest first: 3s 5d",
        "Meld 1, run, Bo: 4c 5c 6c",
    ])  # fmt: skip


def test_a_sheet_tells_every_line_and_every_clause_with_its_standing() -> None:
    position = rl.FinalPosition({"Ana": "7h", "Bo": "4c 3c", "Cy": "Ks Qs 5h"})
    sheet = rl.score(position, rl.variant("block"))
    told, seen = text.text_of_sheet(sheet), assert_safe(html.html_of_sheet(sheet)).text
    assert told.splitlines()[:2] == ["Block Rummy", "Ana  12½"]
    for line in sheet.lines:
        assert line.message in told and line.message in seen
        assert line.clause in told and line.standing in told
    assert "[block-3, stated; block-2, resolved]" in told


@pytest.mark.parametrize(("cards", "word"), [("4s 5h 7d", "Not legal"), ("4s 5s 6s", "Legal"),
                                             ("4s 5s ??", "annot be decided")])  # fmt: skip
def test_a_verdict_is_told_with_its_reasons(cards: str, word: str) -> None:
    rules = rl.variant("rummy")
    verdict = rl.check_meld(cards, rules)
    told = text.text_of_verdict(verdict)
    seen = assert_safe(html.html_of_verdict(verdict, f"meld {cards}", rules)).text
    assert word in told and word in seen
    for reason in verdict.reasons:
        assert str(reason) in told
        assert reason.message in seen and f"{reason.clause}{reason.standing}" in seen
        assert rules.clauses[reason.clause].text in seen


def test_an_arranged_hand_is_drawn_and_told() -> None:
    found = rl.arrange("7h 8h 9h 9s 9d 2c", rl.variant("rummy"))
    told = text.text_of_arrangement(found)
    assert told.splitlines() == ["set: 9s 9h 9d", "deadwood: 7h 8h 2c (17 points)"]
    assert told in assert_safe(html.html_of_arrangement(found, HOSTILE)).text


def test_a_deal_and_a_game_are_told_turn_by_turn() -> None:
    game = rl.Game(rl.variant("block"), players=["Ana", HOSTILE], seed=4)
    while not game.deal.over:  # nobody takes the upcard, so the stock runs out
        drawing_now = game.deal.phase == "draw" and game.deal.stock
        game.deal.apply("draw" if drawing_now else game.deal.legal_actions()[-1])
    events = game.deal.events
    told = text.text_of_events(game.names, events)
    seen = assert_safe(html.html_of_events(game.names, events, HOSTILE)).text
    assert len(told.splitlines()) == len({event.turn for event in events})
    assert HOSTILE in seen and events[-1].action.pretty in seen
    card = assert_safe(html.html_of_game(game)).text
    assert HOSTILE in card and all(points_text(p) in card for p in game.totals.values())


def test_what_others_do_in_a_turn_stands_in_brackets() -> None:
    rules = rl.variant("rummy", buys=3)
    d = rl.Deal(rules, players=["Ana", "Bo", "Cy"], seed=1)
    for action in ("pass", "buy", "draw"):
        d.apply(action)
    told = text.text_of_events(d.names, d.view(0).events)
    assert told == "1 Bo: pass · (Cy: buy) · draw"
    assert d.events[-1].drawn is not None
    assert text.text_of_events(d.names, d.events).endswith(f"draw ({d.events[-1].drawn.pretty})")


def test_points_are_exact() -> None:
    assert [points_text(p) for p in (0, -7, 12.5, 10**6)] == ["0", "−7", "12½", "1000000"]


# --- the room ---------------------------------------------------------------------------------


def test_the_room_needs_the_standard_library_only() -> None:
    code = (
        "import sys, rummy_lab.display.html, rummy_lab.display.rulecards as r, rummy_lab as rl;"
        "r.html_of_rules(rl.variant('remi'));"
        "print([m for m in ('pandas', 'numpy', 'ipywidgets', 'IPython') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert done.stdout.strip() == "[]", done.stderr
