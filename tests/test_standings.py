"""A clause of which a part stands otherwise says so wherever it is cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commanding import Run

import rummy_lab as rl
from rummy_lab.display.facts import card_of, cites_of, state_of
from rummy_lab.display.rulecards import text_of_rules
from rummy_lab.rules import OPTIONS, RulesError
from rummy_lab.variants import dump_rules, read_rules

MIXED = {
    "remi": ["remi-5", "remi-7", "remi-9", "remi-16", "remi-o6", "remi-o7", "remi-o9", "remi-o10"],
    "block": ["block-2", "block-3"],
    "rummy": ["rummy-6", "rummy-9", "rummy-11", "rummy-13", "rummy-15", "rummy-o2"],
    "three-thirteen": ["3-13-1", "3-13-6", "3-13-9", "3-13-10", "3-13-11", "3-13-12", "3-13-13"],
    "contract": [
        "contract-1", "contract-2", "contract-3", "contract-6", "contract-7", "contract-8",
        "contract-10", "contract-12", "contract-13", "contract-15", "contract-17", "contract-19",
    ],
    "shanghai": [
        "shanghai-4", "shanghai-5", "shanghai-9", "shanghai-11", "shanghai-12", "shanghai-14",
        "shanghai-16", "shanghai-17", "shanghai-18", "shanghai-20",
    ],
    "speed-three-thirteen": ["3-13-r1"],
    "five-crowns": ["3-13-r2"],
    "deuces-not-wild": ["3-13-r3"],
}  # fmt: skip
"""Every clause of the pages of which a part stands otherwise, or whose reading they explain."""

STANDS = {
    "remi": {"winner": "remi-17 (stated)", "scoring": "remi-15 (stated)", "ties": None,
             "ace_points": "remi-16 (resolved)", "melding": "remi-5 (stated)"},
    "block": {"winner": "remi-17 (stated)", "ties": "block-4 (inferred)"},
    "rummy": {"winner": "rummy-15 (stated)", "ties": "rummy-15 (inferred)",
              "number_points": "rummy-13 (resolved)", "suits": "rummy-1 (stated)"},
    "three-thirteen": {"winner": "3-13-13 (stated)", "ties": "3-13-13 (inferred)",
                       "melding": "3-13-9 (inferred)", "lay_off": "3-13-9 (stated)",
                       "go_out_discard": "3-13-10 (inferred)", "joker_points": None},
    "contract": {"winner": "contract-19 (stated)", "ties": "contract-19 (inferred)",
                 "go_out_discard": "contract-7 (resolved)"},
    "shanghai": {"winner": "shanghai-20 (stated)", "ties": "shanghai-20 (inferred)",
                 "max_recycles": "shanghai-16 (inferred)", "stock_out": "shanghai-16 (stated)",
                 "deals": "shanghai-4 (resolved)", "set_suits": "shanghai-5 (inferred)",
                 "lay_off_on_contract_turn": "shanghai-12 (resolved)",
                 "buy_priority": "shanghai-9 (resolved)", "set_size": "shanghai-5 (stated)"},
    "speed-three-thirteen": {"simultaneous": "3-13-r1 (stated)", "packs": "3-13-r1 (inferred)"},
    "five-crowns": {"suits": "3-13-r2 (stated)", "set_size": "3-13-4 (inferred)"},
    "deuces-not-wild": {"ties": "3-13-r3 (stated)", "wild_rank": "3-13-r3 (inferred)"},
}  # fmt: skip


@pytest.mark.parametrize("variant", MIXED)
def test_every_mixed_clause_has_its_note(variant: str) -> None:
    rules = rl.variant(variant)
    for clause in MIXED[variant]:
        assert re.search("inferred|resolved|stated|text", rules.note_of(clause).lower()) or (
            clause in ("contract-6", "shanghai-17", "shanghai-18") and rules.note_of(clause)
        ), clause


@pytest.mark.parametrize("variant", STANDS)
def test_each_option_is_cited_by_its_own_clause_as_that_part_stands(variant: str) -> None:
    rules = rl.variant(variant)
    for name, wanted in STANDS[variant].items():
        assert [str(one) for one in cites_of(rules, name)] == [wanted] * (wanted is not None), name


@pytest.mark.parametrize("variant", rl.variants())
def test_a_part_that_stands_otherwise_is_told_by_a_note(variant: str) -> None:
    rules = rl.variant(variant)
    for clause in (*rules.clauses.values(), *rules.named.values()):
        spoken_of = {*clause.options, *getattr(clause, "covers", ())}
        for standing, names in clause.parts.items():
            assert standing != clause.standing and clause.note, clause.id
            assert spoken_of >= {*names} - {"ace_points"} and {*names} <= {*OPTIONS}, clause.id


def test_options_that_share_a_line_are_cited_each() -> None:
    facts = {fact.label: fact for _, some in card_of(rl.variant("rummy")).sections for fact in some}
    assert [(part.text, *map(str, part.cites)) for part in facts["Winner"].parts] == [
        ("the highest total wins", "rummy-15 (stated)"),
        ("equal totals win jointly", "rummy-15 (inferred)"),
    ]
    told = " ".join(text_of_rules(rl.variant("remi")).split())
    assert "the highest total wins [remi-17, stated]; equal totals win jointly [default]" in told
    assert 'winner = "highest" [remi-17, stated]' in told


@pytest.mark.parametrize(
    ("rules", "cards", "clause", "says"),
    [
        (rl.variant("remi", use=["remi-o6"]), "Ks As 2s", "remi-o6", "K-A-2 is none"),
        (rl.variant("contract"), "Ks As 2s", "contract-3", "K-A-2 is none"),
        (rl.variant("remi", ace="round_the_corner"),
         "As 2h 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks Ad", "remi-o7", "13 cards at most"),
        (rl.variant("remi"), "4s 4h 5s 6d", "remi-9", "no rank twice"),
    ],
)  # fmt: skip
def test_a_refused_meld_shows_the_note_of_its_clause(
    rules: rl.Rules, cards: str, clause: str, says: str
) -> None:
    verdict = rl.check_meld(cards, rules)
    reason = next(reason for reason in verdict.reasons if reason.clause == clause)
    assert reason.note == rules.note_of(clause) and reason.standing == "stated"
    assert says in reason.note and "inferred" in reason.note
    assert says in str(reason) and says in str(verdict) and says in verdict._repr_html_()


def test_a_refused_action_shows_the_note_of_its_clause() -> None:
    deal = rl.Deal("contract", players=3, seed=1)
    with pytest.raises(rl.IllegalAction, match="contract-8, stated; note: That a lay-off counts"):
        deal.apply("discard " + str(deal.hands[1][0]))


def test_the_command_line_shows_the_note(run: Run) -> None:
    asked = ("check", "contract", "Ks As 2s")
    assert "contract-3 (stated)" in (told := run(*asked).out)
    assert "  note: That K-A-2 is none" in told
    (reason,) = run(*asked, "--json").json["reasons"]
    assert reason["standing"] == "stated" and "inferred" in reason["note"]


def test_a_score_shows_the_notes_of_the_clauses_it_cites() -> None:
    rules = rl.variant("rummy")
    sheet = rl.score(rl.FinalPosition({"Ana": "", "Bo": "9s"}, out="Ana"), rules)
    assert sheet.lines[0].note == rules.note_of("rummy-13")
    said = f"Note on rummy-13: {rules.note_of('rummy-13')}"
    assert str(sheet).count(said) == 1
    assert "Note on rummy-13" in sheet._repr_html_()


HOUSE = """
base = "rummy"
[[clauses]]
id = "ours-1"
text = "To 100. Ties: joint."
note = "Ties are inferred."
options = ["target", "ties"]
"""


def test_a_house_file_says_how_its_parts_stand(tmp_path: Path) -> None:
    text = f'{HOUSE}standing = "stated"\nparts = {{ inferred = ["ties"] }}\n'
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    rules = rl.load_rules(path)
    assert [str(one) for one in cites_of(rules, "ties")][-1] == "ours-1 (inferred)"
    path.write_text(rl.dump_rules(rules), encoding="utf-8")
    assert rl.load_rules(path).clauses["ours-1"] == rules.clauses["ours-1"]
    for wrong, said in (("guessed", "'guessed' in parts is none of"), ("inferred", "'tie' is no")):
        path.write_text(f'{HOUSE}parts = {{ {wrong} = ["tie"] }}\n', encoding="utf-8")
        with pytest.raises(RulesError, match=said):
            rl.load_rules(path)


# --- a documented option from a number on -----------------------------------------------------


@pytest.mark.parametrize(
    ("bonus", "clause"),
    [("double", "remi-o2"), (10, "remi-o2"), (15, "remi-o2"), (9, "house:rummy_bonus")],
)
def test_a_documented_option_from_a_number_on(bonus: str | int, clause: str) -> None:
    rules = rl.variant("remi", rummy_bonus=bonus)
    assert [one.clause for one in cites_of(rules, "rummy_bonus")] == [clause]
    on = "on" if clause == "remi-o2" else "off"
    assert state_of(rules, rules.named["remi-o2"]) == on


def test_a_house_file_says_from_which_number_on_it_means_an_option() -> None:
    text = """base = "rummy"
[[named]]
id = "our-o1"
title = "Long deals"
covers = ["max_recycles"]
least = { max_recycles = 20 }
"""
    rules = read_rules(text)
    assert cites_of(rules.replace(max_recycles=30), "max_recycles")[0].clause == "our-o1"
    assert (
        cites_of(rules.replace(max_recycles=19), "max_recycles")[0].clause == "house:max_recycles"
    )
    assert read_rules(dump_rules(rules)) == rules and "max_recycles = 20" in dump_rules(rules)
    with pytest.raises(RulesError, match="max_recycles in least is a whole number, not 'many'"):
        read_rules(text.replace("20", '"many"'))
    with pytest.raises(RulesError, match="'max_recycle' is no option"):
        read_rules(text.replace("max_recycles = 20", "max_recycle = 20"))
