"""Lessons: made of the rules alone, answered by the engine, and the shipped ones as they are made."""

from __future__ import annotations

import ast
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest
from commanding import refused

import rummy_lab as rl
from rummy_lab.lessons import BY_HAND
from rummy_lab.lessons.disputes import disputes_of, left_open
from rummy_lab.lessons.moments import moments_of

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ("remi", "rummy", "block", "three-thirteen", "contract", "shanghai")
HOSTILE = r"""
base = "contract"
id = "x`<b>y</b>"
title = "Ours <script>alert(1)</script> *bold* $x$ [a](javascript:b) \u000a# `code` |"
notes = ["<img src=x onerror=alert(1)>"]
options = { jokers = 4 }

[[named]]
id = "<i>o1</i>"
title = "<script>alert(2)</script> __b__"
standing = "inferred"
note = "</details><h1>x</h1>"
options = { jokers = 0 }
covers = ["jokers"]

[[clauses]]
id = "<u>c`1</u>"
text = "</details><script>alert(3)</script> | a ~~b~~ &amp; \\[x\\] https://example.org"
standing = "resolved"
note = "<img src=x onerror=alert(1)>"
options = ["jokers", "joker_swap"]
decides = ["too_many_wilds"]
"""


def house(base: str = "rummy", **options: Any) -> rl.Rules:
    return rl.variant(base, **options)


def cells(rules: rl.Rules | str, kind: str = "") -> dict[str, str]:
    return {cell.id: cell.source for cell in rl.lesson(rules).cells if kind in cell.cell_type}


def executed(rules: rl.Rules | str) -> dict[str, Any]:
    """Runs all code cells of a lesson here; the names they leave."""
    names: dict[str, Any] = {}
    for id, source in cells(rules, "code").items():
        exec(compile(source, id, "exec"), names)
    return names


# --- the shipped lessons ----------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_lessons_are_as_they_are_made(name):
    """After a change: `rummy-lab lesson NAME --out notebooks/lesson_NAME.ipynb`, for each."""
    text = (ROOT / f"notebooks/lesson_{name}.ipynb").read_text(encoding="utf-8")
    assert text == nbformat.writes(rl.lesson(name)).rstrip("\n") + "\n"


def test_what_is_written_by_hand_is_marked_and_nothing_else_is():
    written = tomllib.loads((ROOT / "rummy_lab/lessons/by_hand.toml").read_text(encoding="utf-8"))
    assert set(written) == set(SHIPPED)
    for name, by_cell in written.items():
        made = {cell.id: cell for cell in rl.lesson(name).cells}
        marked = {
            id for id, cell in made.items() if cell.metadata.get("rummy_lab", {}).get(BY_HAND)
        }
        assert marked == set(by_cell)
        assert all(more.strip() in made[id].source for id, more in by_cell.items())


def test_what_is_written_by_hand_is_not_said_of_changed_rules():
    assert "What to look out for" in cells("rummy")["title"]
    assert "What to look out for" not in cells(house(target=200))["title"]


# --- any rules ----------------------------------------------------------------------------------

ODD = [
    house("rummy", jokers=2, ace="round_the_corner", go_out_discard="required"),
    house("remi", wild_rank="2", lay_off="own_meld_first", melds_per_turn=2, stock_out="shuffle"),
    house("remi", ranks="2-9", set_size=(2, 4), players=(2, 4)),
    house("contract", joker_swap="any", joker_swap_keep=True, buys=2, discard_draw="top"),
    house("shanghai", blind_bonus=None, buys=None, redraw_discard_ban=False),
    house("three-thirteen", final_turns=0, wild_rank=None, players=(3, 3)),
    house("rummy", scoring="penalty", winner="lowest", target=100, go_out_discard="never"),
    house("rummy", run_size=10, cards_dealt=3, players=(2, 4)),
    house("block", players=(6, 6), packs=2, suits="sh"),
]


@pytest.mark.parametrize("rules", [*map(rl.variant, rl.variants()), *ODD], ids=repr)
def test_every_rule_set_has_a_lesson_that_runs(rules):
    book = rl.lesson(rules)
    nbformat.validate(book)
    ids = [cell.id for cell in book.cells]
    assert len(set(ids)) == len(ids)
    for id in ("goal", "cards", "melds", "turn", "a-deal", "disputes", "scoring", "questions"):
        assert id in ids, id
    assert all(not cell.get("outputs") for cell in book.cells)
    assert rl.lesson(rules) == book
    names = executed(rules)
    assert names["rules"] == rules and names["d"].rules == rules


def test_a_lesson_knows_no_variant_by_name():
    """No code of the room holds a variant's id; only what was written by hand does."""
    found = []
    for path in (ROOT / "rummy_lab/lessons").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {ast.get_docstring(node, clean=False) for node in ast.walk(tree)
                if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)}  # fmt: skip
        found += [
            (path.name, node.value) for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            and node.value in set(rl.variants()) - {"contract"} and node.value not in docs
        ]  # fmt: skip
    assert found == []  # "contract" is a verb and a value of an option too


# --- moments ------------------------------------------------------------------------------------

ALWAYS = {"just-taken", "empty-stock"}
TABLE = ALWAYS | {"lay-off", "no-way-out"}
MOMENTS = [
    (house("remi"), TABLE | {"melds-in-a-turn", "last-card"}),
    (house("rummy"), TABLE | {"whole-hand", "last-card"}),
    (house("rummy", rummy_bonus=None), TABLE | {"last-card"}),
    (house("rummy", jokers=2), TABLE | {"wild", "whole-hand", "last-card"}),
    (house("remi", lay_off="own_meld_first"), TABLE | {"melds-in-a-turn", "last-card", "own-meld-first"}),
    (house("rummy", lay_off="never"), TABLE - {"lay-off"} | {"whole-hand", "last-card"}),
    (house("three-thirteen"), ALWAYS | {"wild", "going-out", "last-turns"}),
    (house("three-thirteen", final_turns=0), ALWAYS | {"wild", "going-out"}),
    (house("contract"), TABLE | {"contract", "swap", "dead-joker", "inside-the-pile"}),
    (house("contract", joker_swap="never"), TABLE | {"contract", "inside-the-pile"}),
    (house("shanghai"), TABLE | {"contract", "swap", "buying", "blind"}),
    (house("shanghai", buys=None), TABLE | {"contract", "swap", "blind"}),
    (house("speed-three-thirteen"), {"all-at-once"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "wanted"), MOMENTS, ids=lambda v: repr(v) if isinstance(v, rl.Rules) else ""
)
def test_moments_are_chosen_by_what_the_rules_have(rules, wanted):
    assert {moment.id for moment in moments_of(rules)} == wanted


@pytest.mark.parametrize("name", rl.variants())
def test_answers_to_moments_are_the_engines(name):
    rules = rl.variant(name)
    for moment in moments_of(rules):
        for one, line in zip(moment.tries, moment.answers(rules), strict=True):
            deal = moment.setup.deal(rules)
            for move in one.moves[:-1]:
                deal.apply(move)
            verdict = deal.check(one.moves[-1])
            assert line.endswith("yes.") == bool(verdict)
            assert all(f"<code>{clause}</code>" in line for clause in verdict.clauses)


# --- disputes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rl.variants())
def test_all_that_a_document_leaves_open_is_told_and_first(name):
    rules = rl.variant(name)
    told = disputes_of(rules)
    assert all(first.place <= second.place for first, second in pairwise(told))
    cited = {one.clause for answer in told for one in answer.cites}
    open_ids = {c.id for c in rules.variant.clauses if c.standing != "stated"}
    assert open_ids <= cited | {clause.id for clause in left_open(rules, told)}


@pytest.mark.parametrize(
    ("question", "rules", "yes", "clause"),
    [
        ("ace follow the king", house("remi"), False, "remi-9"),
        ("ace follow the king", house("remi", ace="high"), True, "remi-o5"),
        ("ace follow the king", house("rummy", ace="round_the_corner"), True, "house:ace"),
        ("ace follow the king", house("shanghai"), True, "shanghai-3"),
        ("over the ace", house("remi", ace="round_the_corner"), True, "remi-o7"),
        ("run mix suits", house("remi"), True, "remi-2"),
        ("run mix suits", house("rummy"), False, "rummy-9"),
        ("more than one meld in a turn", house("rummy"), True, "rummy-6"),
        ("lay off in the turn", house("contract"), True, "contract-13"),
        ("lay off in the turn", house("contract-classic"), False, "classic-5"),
        ("Must I discard", house("three-thirteen"), True, "3-13-10"),
        ("keep a joker", house("shanghai"), True, "shanghai-14"),
        ("keep a joker", house("contract"), False, "contract-15"),
        ("wild cards alone", house("three-thirteen"), True, "3-13-6"),
    ],
)
def test_disputes(question, rules, yes, clause):
    (answer,) = (a for a in disputes_of(rules) if question in a.question)
    assert answer.says[0] is yes
    assert clause in [one.clause for one in answer.cites]


def test_a_dispute_says_what_an_option_would_change():
    (answer,) = (a for a in disputes_of(house("remi")) if "follow the king" in a.question)
    assert [named.id for named, _ in answer.otherwise] == ["remi-o5", "remi-o6", "remi-o7"]
    assert "With <code>remi-o5</code>" in cells("remi")["disputes"]


# --- text that is somebody's ---------------------------------------------------------------------


def test_hostile_house_rules_are_shown_as_text():
    from nbconvert.filters import markdown2html

    rules = rl.read_rules(HOSTILE)
    assert executed(rules)["rules"].clauses == rules.clauses
    pages = cells(rules, "markdown")
    assert any("alert(3)" in source for source in pages.values())
    for id, source in pages.items():
        html = markdown2html(source)
        for tag in ("<script", "<img", "<h1>x", "<b>y", "<u>", "<i>o1", "<del>", 'href="h', "\\["):
            assert tag not in html, (id, tag)
        assert "$x$" not in html.replace('href="#', "").partition("</h1>")[2], id
        assert html.count("<details>") == html.count("</details>"), id


# --- files --------------------------------------------------------------------------------------


def test_a_lesson_is_not_written_over_once_it_was_changed(tmp_path, run):
    file = tmp_path / "lesson.ipynb"
    words = ["lesson", "rummy", "--set", "ace=high_or_low", "--out", str(file)]
    assert run(*words).out.endswith("a lesson on Rummy, 42 cells\n")
    book = nbformat.read(file, 4)
    assert 'rl.variant("rummy", ace="high_or_low")' in book.cells[1].source
    assert run(*words).status == 0
    book.cells[0].source += "\n\nMy own words."
    nbformat.write(book, file)
    refused(run(*words), "is kept")
    assert "My own words." in file.read_text(encoding="utf-8")
    assert run(*words, "--force").status == 0
    assert "My own words." not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "there", ["", "{}", "[]", '{"cells": 3, "metadata": {}}', "not a notebook"]
)
def test_a_file_that_is_no_lesson_is_kept(there, tmp_path, run):
    file = tmp_path / "mine.ipynb"
    file.write_text(there, encoding="utf-8")
    refused(run("lesson", "remi", "--out", str(file)), "is kept")
    assert file.read_text(encoding="utf-8") == there


def test_a_lesson_of_a_house_file(tmp_path, run):
    Path("house.toml").write_text(
        'base = "remi"\nid = "../ours"\ntitle = "Ours"\n[options]\ntarget = 90\n'
    )
    assert run("lesson", "house.toml").status == 0
    assert [path.name for path in tmp_path.glob("*.ipynb")] == ["lesson__ours.ipynb"]
    refused(run("lesson", "rumy"), "did you mean 'rummy'")
