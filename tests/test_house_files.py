"""House rules as text: what a teacher wrote comes back as it was, whatever it holds."""

from __future__ import annotations

import pytest

import rummy_lab as rl

OURS = r"""
base = "remi"
id = "our"
title = "Our \"table\" \u000a\u0007\u007f <b>x</b> \\"
drops = ["remi-o8", "remi-18"]
notes = ["a note"]
options = { ace = "high", jokers = 2 }

[[named]]
id = "our-o1"
title = "No jokers"
standing = "stated"
options = { jokers = 0 }
covers = ["jokers"]

[[clauses]]
id = "our-1"
text = "Jokers are *wild* $x$ & <script>"
standing = "inferred"
note = "We said so."
options = ["jokers"]
decides = ["too_many_wilds"]

[[clauses]]
id = "remi-8"
text = "As we play it: one meld."
standing = "resolved"
options = ["melds_per_turn"]
decides = ["melds_limit"]
"""


def test_a_house_file_comes_back_whole():
    rules = rl.read_rules(OURS)
    again = rl.read_rules(rl.dump_rules(rules))
    assert again.options() == rules.options()
    assert (again.id, again.title, again.variant.document) == (
        "our",
        rules.title,
        "000_495d256d7519225d",
    )
    assert again.clauses == rules.clauses and list(again.clauses) == list(rules.clauses)
    assert again.named == rules.named and again.variant.notes == rules.variant.notes
    assert rl.dump_rules(again) == rl.dump_rules(rules)


def test_changed_options_go_into_the_file_and_are_cited_the_same():
    rules = rl.read_rules(OURS).replace(target=300, jokers=0)
    again = rl.read_rules(rl.dump_rules(rules))
    assert again.options() == rules.options()
    for code, option in (("game_end", "target"), ("too_many_wilds", None), ("melds_limit", None)):
        assert again.cite(code, option) == rules.cite(code, option)


@pytest.mark.parametrize("name", rl.variants())
def test_a_variant_is_written_by_its_name_alone(name):
    text = rl.dump_rules(name)
    assert text.startswith(f'base = "{name}"\n') and "[[" not in text and "drops" not in text
    assert rl.read_rules(text).options() == rl.variant(name).options()


def test_what_is_wrong_in_a_text_is_said():
    with pytest.raises(rl.RulesError, match=r"the text: 'ac' is no option; did you mean 'ace'\?"):
        rl.read_rules('base = "remi"\noptions = { ac = "high" }')
    with pytest.raises(rl.RulesError, match="ours: Invalid value"):
        rl.read_rules("base =", "ours")


def test_documented_options_are_used_by_id():
    rules = rl.read_rules('base = "rummy"\nuse = ["rummy-o2"]\n[options]\nace_points = 12')
    assert rules.options() == rl.variant("rummy", use=["rummy-o2"], ace_points=12).options()
    assert rules.cite("not_consecutive", "ace") == ("rummy-o2", "stated")
    assert rl.read_rules(rl.dump_rules(rules)).options() == rules.options()
    own = """use = ["ours-1"]
[[named]]
id = "ours-1"
title = "Long runs"
options = { run_size = 4 }
"""
    assert rl.read_rules(f'base = "remi"\n{own}').run_size == 4
    with pytest.raises(
        rl.RulesError, match="use switches on documented options of a base: say which"
    ):
        rl.read_rules('use = ["rummy-o2"]')
    for wrong, said in (
        ('use = ["rummy-2"]', "'rummy-2' is no documented option of rummy; did you mean"),
        ('use = "rummy-o2"', "use is a list of texts, not 'rummy-o2'"),
    ):
        with pytest.raises(rl.RulesError, match=said):
            rl.read_rules(f'base = "rummy"\n{wrong}')


def test_slips_in_a_file_are_told(tmp_path):
    with pytest.raises(
        rl.RulesError, match=r"ace is an option: it stands below a line \[options\]"
    ):
        rl.read_rules('base = "rummy"\nace = "high"')
    with pytest.raises(
        rl.RulesError, match="'xyz' is no key of a variant file; there are base, base_standing, "
    ):
        rl.read_rules('base = "rummy"\nxyz = "high"')
    file = tmp_path / "house.toml"
    file.write_text('base = "rummy"\n', encoding="utf-8-sig")
    assert rl.load_rules(file).options() == rl.variant("rummy").options()
    with pytest.raises(rl.RulesError, match=r"is no variant; rl\.load_rules reads a file of house"):
        rl.score(rl.FinalPosition(hands={"Ana": "Ks", "Bo": ""}), "House.toml")
