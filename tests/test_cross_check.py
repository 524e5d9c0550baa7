"""Rules side by side: what would have been legal where, scores under many rules, and what if."""

from __future__ import annotations

import itertools
from typing import Any

import pandas as pd
import pytest
from logged import CLASSIC, CONTRACT, NAMES, RUMMY, STOPS, check, deals, line, log_of
from tables import play_out

import rummy_lab as rl
from rummy_lab.compare import CHECK_COLUMNS

# --- where a deal stops being legal -----------------------------------------------------------


@pytest.mark.parametrize("name", STOPS)
def test_a_deal_stops_where_it_is_no_longer_legal(name: str) -> None:
    text, rules, start, action, code, clause = STOPS[name]
    row = check(text, rules)
    assert not pd.isna(row.legal) and not row.legal
    assert (row.action, row.code, row.clause) == (action, code, clause), row.message
    assert row.line == line(text, start)
    turn, player = start.split()
    who = "Ana" if action == "buy" else player
    assert (row.turn, row.player, NAMES[row.seat]) == (int(turn), who, who)
    known = rl.variant(rules)
    if not row.clause.startswith("house:"):
        where = known.clauses.get(row.clause) or known.named[row.clause]
        assert row.standing == where.standing
    assert row.message and pd.isna(row.over)


# --- what is the same act in other words ------------------------------------------------------


def legal(text: str, rules: str | rl.Rules, sound: bool = True) -> Any:
    """The row of a deal that must be legal under a rule set."""
    row = check(text, rules, sound)
    assert row.legal is True or row.legal == True, row.message  # noqa: E712
    assert pd.isna(row.line) and pd.isna(row.message) and pd.isna(row.clause)
    return row


TWO_SETS = (
    RUMMY
    + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d 4c 4h 4d Kc Kd
1 Bo: draw meld 7s 7h 7d meld 4c 4h 4d discard Kc
"""
)


def test_melds_of_one_turn_are_the_contract() -> None:
    row = legal(TWO_SETS, "contract")
    assert "turn 1: its melds are read as the contract" in row.notes
    stop = check(TWO_SETS, rl.variant("contract", deals=7, contracts=["S R"] * 7))
    assert (stop.code, stop.clause, stop.line) == ("contract_differs", "house:contracts", 7)
    assert stop.tried == "contract 7s 7h 7d | 4h 4d 4c"


def test_a_third_meld_is_no_contract() -> None:
    text = TWO_SETS.replace("Kc Kd", "9s 9h 9d").replace("discard Kc", "meld 9s 9h 9d")
    row = check(text, "contract")
    assert (row.code, row.clause, row.action) == ("no_new_melds", "contract-12", "meld 9s 9h 9d")


def test_a_contract_is_laid_as_single_melds() -> None:
    text = (
        CONTRACT
        + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d 4c 4d 4h 2c 9d 8s 8d
1 Bo: draw contract 7s 7h 7d | 4c 4d 4h discard 2c
"""
    )
    assert "the contract is read as single melds" in legal(text, "rummy").notes
    row = check(text, "remi")
    assert (row.code, row.clause, row.tried) == ("melds_limit", "remi-8", "meld 4h 4d 4c")


def test_going_out_is_laid_down_as_melds() -> None:
    text = """
variant: three-thirteen
players: Ana, Bo
deal 4
dealer: Ana
hand Bo: 4s 4h 4d 6h 6d 6c
stock: 9c Kc
1 Bo: draw out Kc
"""
    row = check(text, "remi")
    assert (row.code, row.tried, row.action) == ("melds_limit", "meld 6h 6d 6c", "out Kc")
    row = legal(text, "rummy")
    assert row.over and "going out is read as laying all down" in row.notes
    row = check(text, "contract")
    assert (row.code, row.clause) == ("out_not_said", "contract-18")


def test_passes_are_put_in_and_left_out() -> None:
    text = """
variant: rummy
players: Ana, Bo, Cy
seed: 7
deal 1
1 Bo: draw discard Kc
"""
    log = rl.loads(f"rummy-lab log 1{text}")
    card = log.deals[0].start.hands[1][0]  # type: ignore[union-attr]
    row = legal(text.replace("Kc", str(card)), "shanghai")
    assert "a pass is put in where the upcard is refused (shanghai-9)" in row.notes
    buying = (
        CLASSIC
        + """deal 1
turn_number: 1
hand Bo: 7s 7h 7d
1 Bo: pass draw discard 7s
"""
    )
    assert "a pass that means nothing here is left out" in legal(buying, "rummy").notes
    turned = """
variant: remi
players: Ana, Bo
deal 1
hand Bo: 7s 8s 2c
hand Ana: 4h 5h Kd
stock: 9c
discards: 3d Jd
1 Bo: draw discard 2c
2 Ana: pass draw discard Kd
"""
    row = legal(turned, "rummy")
    assert "left out" in row.notes, "a shuffle may bring the order that turning over has"
    row = check(turned, "block")
    assert (row.action, row.clause) == ("draw", "block-1"), "a pass would end the deal there"


def test_a_natural_card_stands_for_itself() -> None:
    text = (
        RUMMY
        + """deal 1
turn_number: 1
hand Bo: 7s 8s 9s 2c 3d
1 Bo: draw meld 7s 8s 9s discard 2c
"""
    )
    legal(text, rl.variant("rummy", wild_rank="8"))


# --- the end of a deal ------------------------------------------------------------------------


def test_a_deal_may_go_on_under_other_rules() -> None:
    text = """
variant: three-thirteen
final_turns: 0
players: Ana, Bo, Cy
deal 1
hand Bo: 7s 8s 9s
stock: 9c 2d Kc
1 Bo: draw out Kc
"""
    row = legal(text, "three-thirteen")
    assert not row.over and "the deal would go on" in row.notes and "Cy" in row.notes


def test_a_deal_may_be_over_earlier() -> None:
    text = """
variant: remi
players: Ana, Bo
deal 1
hand Bo: 7s 8s 2c
hand Ana: 4h 5h Kd
stock: 9c
discards: 3d Jd
1 Bo: draw discard 2c
2 Ana: pass draw discard Kd
"""
    row = check(text, rl.variant("remi", max_recycles=0))
    assert (row.line, row.action) == (line(text, "2 Ana"), "draw")
    assert row.clause in ("remi-7", "house:max_recycles", "remi-18")


def test_a_log_that_ends_before_the_deal_does() -> None:
    row = legal(TWO_SETS, "rummy")
    assert not row.over and "the log ends before the deal does" in row.notes


# --- what is not known ------------------------------------------------------------------------


def test_what_nobody_recorded_is_not_guessed() -> None:
    text = (
        RUMMY
        + """deal 1
1 Bo: draw meld 7s 7h 7d discard Kc
"""
    )
    row = check(text, "rummy")
    assert pd.isna(row.legal) and "nobody recorded" in row.notes
    row = check(text, "contract")
    assert not pd.isna(row.legal) and not row.legal, "no card could make one set two"


def test_a_log_that_is_wrong_may_be_right_by_other_rules() -> None:
    text = (
        RUMMY
        + """deal 1
turn_number: 1
hand Bo: 4s 5h 6d 2c 3d
1 Bo: draw meld 4s 5h 6d discard 2c
2 Ana: draw
"""
    )
    row = legal(text, "remi", sound=False)
    assert "under its own rules the log breaks off" in row.notes
    row = check(text, "rummy", sound=False)
    assert (row.clause, row.line) == ("rummy-9", line(text, "1 Bo"))
    errors = log_of(text, sound=False).errors
    assert errors[0].line == row.line and row.clause in errors[0].message


def test_a_line_that_cannot_be_read_stops_the_deal() -> None:
    text = (
        RUMMY
        + """deal 1
turn_number: 1
hand Bo: 4s 5h 6d 2c 3d
1 Bo: draw discard 2c
2 Ana: drwa discard 3c
"""
    )
    row = check(text, "remi", sound=False)
    assert pd.isna(row.legal) and row.line == line(text, "2 Ana") and row.code == "unread"


def test_a_deal_without_moves_or_without_cards() -> None:
    row = check(RUMMY + "deal 1\n", "remi")
    assert pd.isna(row.legal) and "no move" in row.message
    row = check(RUMMY + "deal 1\nhand Bo: 7s 7s\n1 Bo: draw\n", "remi", sound=False)
    assert pd.isna(row.legal) and "not known" in row.message


def test_a_meld_that_lies_there_already() -> None:
    text = """
variant: remi
players: Ana, Bo
deal 1
hand Bo: 2c 3d
hand Ana: 9c
meld Ana: 4s 5h 6d
1 Bo: draw discard 2c
"""
    row = check(text, "rummy")
    assert (row.code, row.clause, row.line) == ("suits_differ", "rummy-9", line(text, "meld Ana"))
    assert pd.isna(row.turn) and pd.isna(row.action)


# --- how the table differs --------------------------------------------------------------------


def test_a_table_that_other_rules_could_not_have_dealt() -> None:
    deal = rl.Deal(rl.variant("rummy"), ["Ana", "Bo"], seed=7)
    deal.apply("draw")
    frame: Any = rl.cross_check(deal).set_index("variant")
    assert frame.loc[["rummy", "remi", "block"], "fits"].all()
    assert not frame.loc[["three-thirteen", "shanghai", "contract", "five-crowns"], "fits"].any()
    said = frame.loc["shanghai", "differences"]
    for part in ("2 play; Shanghai Rummy is for 3 to 8", "(shanghai-1)", "deals 11 (shanghai-4)",
                 "105 cards (shanghai-2)", "jokers wild"):  # fmt: skip
        assert part in said, said
    assert pd.isna(frame.loc["remi", "differences"])
    assert "deal 1 is two sets" in frame.loc["contract", "differences"]


def test_a_deal_past_the_last() -> None:
    text = (
        RUMMY.replace("Ana, Bo", "Ana, Bo, Cy")
        + "deal 9\ndealer: Ana\nturn_number: 1\nhand Bo: 2c 3c\n1 Bo: draw discard 2c\n"
    )
    row = legal(text, "contract")
    assert "has 7 deals; deal 9 is read as the last (contract-4)" in row.differences


# --- every variant ----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", list(rl.variants()))
def test_every_variant_under_every_other(variant: str) -> None:
    deal = deals()[variant]
    log = deal.log
    frame: Any = rl.cross_check(log)
    assert list(frame.columns) == list(CHECK_COLUMNS)
    assert {n: str(t) for n, t in frame.dtypes.items()} == {
        n: t for n, (t, _) in CHECK_COLUMNS.items()
    }
    assert list(frame["variant"]) == list(rl.variants()) and set(frame["deal"]) == {deal.deal}
    own = frame.set_index("variant").loc[variant]
    assert own["legal"] and own["over"] and own["fits"] and pd.isna(own["differences"])
    text = str(log).splitlines()
    for row in frame.itertuples():
        if row.legal:
            assert pd.isna(row.line) and pd.isna(row.code)
            continue
        rules = rl.variant(str(row.variant))
        assert row.clause in rules.clauses or row.clause in rules.named, row
        assert row.standing == (rules.clauses.get(row.clause) or rules.named[row.clause]).standing
        assert row.message and pd.isna(row.over)
        assert text[row.line - 1].startswith(f"{row.turn} ")
        assert str(row.player) in text[row.line - 1]
        assert str(row.action).split()[0] in text[row.line - 1]


def test_equal_rules_are_legal_both_ways() -> None:
    """Remi and Block Rummy differ in what happens when the stock is empty, and in nothing else."""
    for one, other in itertools.permutations(("remi", "block")):
        frame: Any = rl.cross_check(deals()[one], [other])
        assert not deals()[one].state.recycles
        assert frame["legal"].all() and frame["over"].all()


@pytest.mark.parametrize("seed", range(12))
def test_the_stop_is_the_first_action_that_the_changed_option_forbids(seed: int) -> None:
    """Against what the table of actions says by itself: the second meld of a turn, a mixed run."""
    deal = rl.Deal(rl.variant("remi", use=["remi-o1"]), 2, seed=seed)
    play_out(deal)
    log = deal.log
    melds: Any = log.to_frame().query("verb == 'meld'")
    second = melds[melds.duplicated("turn")]
    mixed = melds[[len({card[-1] for card in text.split()}) > 1
                   and len({card[:-1] for card in text.split()}) > 1
                   for text in melds["cards"]]]  # fmt: skip
    for rules, wrong, code in (("remi", second, "melds_limit"), ("rummy", mixed, "suits_differ")):
        row: Any = next(rl.cross_check(log, [rules]).itertuples())
        if len(wrong):
            first = wrong.iloc[0]
            assert (row.turn, row.action, row.code) == (first["turn"], first["action"], code)
        elif rules == "remi":
            assert row.legal


@pytest.mark.parametrize("number", range(4))
def test_logs_read_back_give_the_same_check(number: int) -> None:
    name = ("rummy", "contract", "shanghai", "three-thirteen")[number]
    log = deals()[name].log
    again = rl.loads(str(log))
    assert not again.errors
    pd.testing.assert_frame_equal(rl.cross_check(log), rl.cross_check(again))


def test_a_used_up_stock_is_followed() -> None:
    """A shuffle is chance: under rules that shuffle too, the same cards may come."""
    deal = rl.Deal(rl.variant("rummy"), 3, seed=0)
    for seed in range(40):
        if not deal.state.recycles:
            deal = rl.Deal(rl.variant("rummy"), 3, seed=seed)
            play_out(deal)
    assert deal.state.recycles
    same = rl.variant("rummy", stock_out="shuffle_keep_upcard")
    rows: Any = rl.cross_check(deal, {"same": "rummy", "keep": same, "flip": "remi"}).set_index(
        "variant"
    )
    assert rows.loc["same", "legal"]
    keep = rows.loc["keep"]
    assert keep["legal"] or (keep["code"], keep["clause"]) == ("other_card", "house:stock_out")
    assert not rows.loc["flip", "legal"]


def test_whole_games_and_several_games() -> None:
    rules = rl.variant("block", target=40)
    log = rl.play(rules, seed=3)
    frame: Any = rl.cross_check(log, ["remi", "rummy"])
    assert len(frame) == 2 * len(log.deals) and set(frame["game"]) == {1}
    assert list(frame["deal"]) == [deal.number for deal in log.deals] * 2
    two = rl.loads(str(log) + str(log))
    assert list(rl.cross_check(two, ["remi"])["game"]) == [1] * len(log.deals) + [2] * len(
        log.deals
    )
    one: Any = rl.cross_check(log, ["remi"], deal=2)
    assert list(one["deal"]) == [2]


def test_what_can_be_asked_for() -> None:
    deal = rl.Deal(rl.variant("rummy"), ["Ana", "Bo"], seed=7)
    deal.apply("draw")
    house = rl.variant("rummy", ace="high")
    assert list(rl.cross_check(deal, house)["variant"]) == ['rummy ace="high"']
    assert list(rl.cross_check(deal, {"ours": house, "remi": "remi"})["variant"]) == [
        "ours",
        "remi",
    ]
    with pytest.raises(rl.RulesError, match="did you mean 'remi'"):
        rl.cross_check(deal, ["remy"])
    with pytest.raises(ValueError, match="no deal 5; it has 1"):
        rl.cross_check(deal, ["remi"], deal=5)
    with pytest.raises(TypeError, match="a log is wanted"):
        rl.cross_check("game.rummy", ["remi"])  # type: ignore[arg-type]
    with pytest.raises(rl.RulesError, match="a variant at least"):
        rl.cross_check(deal, [])


def test_a_notebook_shows_the_sentences_in_full() -> None:
    frame: Any = rl.cross_check(log_of(STOPS["a second meld in a turn"][0]), ["remi", "rummy"])
    shown = frame._repr_html_()
    assert "At most 1 new meld in a turn." in shown and "remi-8" in shown and "line 7" in shown
    assert "<table" in frame[["variant", "legal"]]._repr_html_()
    assert isinstance(frame, pd.DataFrame) and len(frame[frame["legal"]]) == 1


def test_names_are_text_in_html() -> None:
    text = TWO_SETS.replace("Bo", '"<b>Bo</b>"')
    frame: Any = rl.cross_check(rl.loads(f"rummy-lab log 1{text}"), ["remi"])
    shown = frame._repr_html_()
    assert "<b>Bo" not in shown and "&lt;b&gt;Bo" in shown


CHANGES: list[dict[str, Any]] = [
    {"melds_per_turn": 1}, {"ace": "high"}, {"run_suits": "same"}, {"run_size": 4},
    {"lay_off": "own_meld_first"}, {"lay_off": "never"}, {"go_out_discard": "required"},
    {"go_out_discard": "never"}, {"set_size": (4, 4)}, {"set_suits": "distinct"},
]  # fmt: skip


@pytest.mark.parametrize("variant", ["remi", "rummy"])
def test_the_stop_is_where_the_engine_refuses(variant: str) -> None:
    """Rules that change one option only: the engine, asked move by move, is the measure."""
    seen = set()
    for change, seed in itertools.product(CHANGES, range(4)):
        deal = rl.Deal(rl.variant(variant, melds_per_turn=None), 2, seed=seed)
        play_out(deal)
        rules = deal.rules.replace(**change)
        other = rl.Deal(rules, 2, seed=seed)
        row: Any = next(rl.cross_check(deal, [rules]).itertuples())
        for event in deal.events:
            verdict = other.check(event.action)
            if not verdict:
                first = verdict.reasons[0]
                assert (row.turn, row.action) == (event.turn, str(event.action)), change
                assert (row.code, row.clause) == (first.code, first.clause), change
                assert row.message == first.message
                seen.add(row.code)
                break
            other.apply(event.action)
        else:
            assert row.legal and row.over == other.over, change
    assert len(seen) >= 4, seen


def test_why_a_deal_is_not_checked() -> None:
    head = "rummy-lab log 1\nvariant: {}\nplayers: Ana, Bo\ndeal 1\n1 Bo: draw discard 7h\n"
    row = rl.cross_check(rl.loads(head.format("rumy")), ["remi"]).iloc[0]
    assert pd.isna(row["legal"]) and row["message"] == (
        "how this deal began is not known: line 2, column 10: 'rumy' is no variant; did you mean "
        "'rummy'?"
    )
    text = head.format("remi") + "deal 2\nhand Ana: Ks Ks\n1 Ana: draw\n"
    rows = rl.cross_check(rl.loads(text), ["remi"])
    assert "how this deal began is not known: line 7, column 11: " in rows["message"][1]


def test_a_meld_that_lay_there_and_is_none() -> None:
    log = rl.loads("rummy-lab log 1\nvariant: remi\nplayers: Ana, Bo\ndeal 1\nhand Ana: 9h Kd\n"
                   "meld Ana: 4c 5c 6c\nmeld Bo: 10h Jc Qs\nturn: Ana\n1 Ana: draw discard Kd\n")  # fmt: skip
    assert log.errors == []
    row = rl.cross_check(log, ["rummy"]).iloc[0]
    assert not row["legal"] and row["line"] == 7 and row["clause"] == "rummy-9"
    assert row["message"] == ("Meld 2, on the table already, is none: 10♥ J♣ Q♠ are not of one "
                              "suit, as a run must be")  # fmt: skip
    assert pd.isna(row["turn"]) and pd.isna(row["action"])


def test_jokers_and_turns_are_told_in_words() -> None:
    log = rl.dataset("games/speed-three-thirteen")
    row = rl.cross_check(log, ["remi"], deal=1).iloc[0]
    assert row["clause"] == "remi-4" and "in Remi they take turns (remi-4)" in row["differences"]
    found = rl.cross_check(rl.dataset("games/shanghai"), ["contract", "remi"])
    assert not found["message"].str.contains("JK$").any()
