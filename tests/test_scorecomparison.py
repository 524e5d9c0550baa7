"""The score comparison without a browser: positions, logs, rule sets, numbers and their lines."""

from __future__ import annotations

from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import rummy_lab as rl
from rummy_lab.widgets import ScoreComparison
from rummy_lab.widgets.scorecomparison import ALL, MOST_SEATS, OWN

HOSTILE = "<script>alert(1)</script>"
POSITION = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo")


def made(pos: Any = POSITION, rules: Any = None) -> ScoreComparison:
    return ScoreComparison(pos, rules)


def heard(piece: Any, **said: Any) -> None:
    piece._hear(None, said, None)


def cell(tool: ScoreComparison, label: str, player: str) -> str:
    row = next(row for row in tool.table.table["rows"] if row["label"] == label)
    return row["cells"][tool.table.table["players"].index(player)]["text"]


def submit(tool: ScoreComparison, field: Any, text: str) -> None:
    field.value = text
    field._handle_custom_msg({"event": "submit"}, [])


# --- points ---------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_engine():
    """Every cell is what `rl.compare_scores` says, for all variants; the frame is the same table."""
    tool = made()
    expected = rl.compare_scores(POSITION)
    assert list(tool.variants) == list(rl.variants()) == list(expected.columns)
    for label in expected.columns:
        for name in expected.index:
            assert cell(tool, label, name) == str(expected.loc[name, label]).replace("-", "−")
    assert tool.frame.equals(expected)


@pytest.mark.parametrize("name", list(rl.variants()))
def test_every_variant(name: str):
    """Each deal that was played is scored as it was, and is legal under its own rules."""
    log = rl.play(name, seed=3)
    tool = made(log, [name])
    if len(log.games[0].deals) > 1:
        tool.controls.deals.value = log.games[0].deals[-1].number
    number = tool.controls.deals.value
    deal = next(deal for deal in log.games[0].deals if deal.number == number)
    for player, points in deal.points.items():
        assert tool.frame.loc[(number, player), name] == float(points)
    assert tool.table.table["rows"][0]["remark"] == "legal"
    assert rl.variant(name).title in tool.static_html()


def test_lines_behind_a_number():
    """A press tells the lines with their clauses, and how the position was read."""
    tool = made()
    heard(tool.table, do="ask", label="shanghai", column=1)
    message = tool.table.message
    assert message["head"] == "Shanghai Rummy, Ana: 35 points."
    lines = [line for line in rl.score(POSITION, "shanghai").lines if line.seat == "Ana"]
    assert [one["clause"] for one in message["reasons"]] == [line.clause for line in lines]
    assert "3 to 8 players" in message["more"]
    assert all(one[0].isupper() or one[0].isdigit() for one in message["more"].split(". "))
    assert tool.table.at == [6, 1]
    heard(tool.table, do="ask", label="shanghai", column=0)
    assert tool.table.message["head"] == "Shanghai Rummy: 1 line."
    before = tool.table.message
    for wrong in ({}, {"label": "no", "column": 1}, {"label": "remi", "column": "1"}):
        heard(tool.table, do="ask", **wrong)
    assert tool.table.message == before


def test_what_differs():
    """The panel names points, rule sets and clauses; and says where nothing differs."""
    tool = made()
    panel = tool.pages[0]
    panel.toggle.value = True
    assert "shanghai-17" in panel.page.value and "Shanghai Rummy" in panel.page.value
    tool.variants = ["remi"]
    assert "same points" in panel.page.value


def test_chart():
    """The chart says every number in words and in its table, and is a picture of its own."""
    tool = made(rules=["remi", "shanghai"])
    drawing = tool.chart.drawing
    assert drawing["words"].endswith("Remi: Ana 0, Bo 18; Shanghai Rummy: Ana 35, Bo 0.")
    assert drawing["rows"] == [["Remi", "0", "18"], ["Shanghai Rummy", "35", "0"]]
    assert tool.chart.svg.startswith("<svg")


# --- the position changes -------------------------------------------------------------------------


def test_card_by_card():
    """Cards go out of a hand and into the one that is chosen; undo goes back."""
    tool = made()
    heard(tool.ends, do="out", seat=0, card="Ks")
    assert tool.position.left["Ana"] == rl.cards("7h Ad")
    assert cell(tool, "shanghai", "Ana") == "25"
    heard(tool.ends, do="seat", seat=1)
    heard(tool.pack, do="press", card="Ks")
    assert tool.position.left["Bo"] == rl.cards("Ks")
    heard(tool.pack, do="back", card="Ks")
    assert tool.position.left["Bo"] == ()
    for _ in range(3):
        tool.controls.back.click()
    assert tool.position == POSITION and tool.controls.back.disabled


def test_no_more_cards_than_the_packs_hold():
    """The pack gives a card as often as the largest of the packs has it, less the other hands."""
    tool = made(rl.FinalPosition(hands={"Ana": "Ks", "Bo": ""}), ["remi"])
    heard(tool.ends, do="seat", seat=1)
    heard(tool.pack, do="press", card="Ks")
    assert tool.position.left["Bo"] == ()
    tool.variants = ["remi", "shanghai"]
    heard(tool.pack, do="press", card="Ks")
    assert tool.position.left["Bo"] == rl.cards("Ks")
    heard(tool.pack, do="press", card="3t")
    heard(tool.pack, do="press", card="no card")
    assert tool.position.left["Bo"] == rl.cards("Ks")


def test_typed():
    """Names and cards typed into their fields; what is none is said, and nothing changes."""
    tool = made()
    submit(tool, tool.controls.cards, "2c 3c")
    assert tool.position.left["Ana"] == rl.cards("2c 3c")
    submit(tool, tool.controls.cards, "2c 3x")
    assert "3x" in tool.table.message["head"] and tool.position.left["Ana"] == rl.cards("2c 3c")
    submit(tool, tool.controls.cards, "2c ??")
    assert "nobody recorded" in tool.table.message["head"]
    assert tool.position.left["Ana"] == rl.cards("2c 3c")
    submit(tool, tool.controls.name, "Bo")
    assert "'Bo' is a player already" in tool.table.message["head"]
    heard(tool.ends, do="seat", seat=1)
    submit(tool, tool.controls.name, HOSTILE)
    assert tool.position.out == HOSTILE
    assert HOSTILE not in tool.static_html() and "&lt;script" in tool.static_html()


def test_players_come_and_go():
    """A player more, a player less, up to a limit and down to one."""
    tool = made()
    for _ in range(MOST_SEATS):
        tool.controls.more.click()
    assert len(tool.position.hands) == MOST_SEATS and "at most" in tool.table.message["head"]
    for _ in range(MOST_SEATS + 2):
        if not tool.controls.fewer.disabled:
            tool.controls.fewer.click()
    assert len(tool.position.hands) == 1


def test_how_it_ended():
    """Who went out, with the whole hand, in which deal."""
    tool = made(rules=["block", "three-thirteen"])
    tool.controls.whole.value = True
    assert tool.position.whole_hand
    tool.controls.out.value = ""
    assert tool.position.out is None and not tool.position.whole_hand
    tool.controls.deal.value = 4
    assert tool.position.deal == 4
    expected = rl.compare_scores(tool.position, ["block", "three-thirteen"])
    assert tool.frame.equals(expected)


def test_set_and_observed_from_python():
    """Position and rule sets can be set; both and the comparison are told to observers."""
    tool, seen = made(), []
    tool.observe(lambda change: seen.append(change["name"]), ["position", "variants", "comparison"])
    tool.position = rl.FinalPosition(hands={"Cy": "2c"})
    tool.variants = {"ours": rl.variant("remi", ace_points=50), "remi": "remi"}
    assert sorted(seen) == ["comparison", "comparison", "position", "variants"]
    assert list(tool.frame.columns) == ["ours", "remi"]
    for wrong in ("Ks 7h", None):
        with pytest.raises(TypeError, match="FinalPosition is wanted"):
            tool.position = wrong
    with pytest.raises(ValueError, match="did you mean 'rummy'"):
        tool.variants = ["rumy"]
    assert tool.position.hands == {"Cy": rl.cards("2c")}


def test_slow_hands_are_refused():
    """A hand that would take minutes to be arranged is refused with a reason."""
    tool = made()
    with pytest.raises(ValueError, match="too long to be arranged"):
        tool.position = rl.FinalPosition(hands={"Ana": " ".join(["2c 3d 4h 5s 6c 7d 8h"] * 4)})
    assert tool.position == POSITION


# --- rule sets ------------------------------------------------------------------------------------


def test_rule_sets_in_and_out(tmp_path: Any):
    """Buttons, typed rules, a house file, all variants and one step away."""
    tool = made(rules=["remi"])
    heard(tool.picker.chips, do="press", label="remi")
    assert "one rule set at least" in tool.picker.note.value
    heard(tool.picker.chips, do="press", label="block")
    assert list(tool.variants) == ["remi", "block"]
    submit(tool, tool.picker.typed, "remi ace_points=50")
    assert list(tool.variants) == ["remi", "block", "remi ace_points=50"]
    house = tmp_path / "house rules.toml"
    house.write_text(f'base = "remi"\ntitle = "{HOSTILE}"\n[options]\nace_points = 60\n', "utf-8")
    submit(tool, tool.picker.typed, str(house))
    assert HOSTILE in tool.variants and HOSTILE not in tool.static_html()
    for wrong in ("", "rumy", "remi ace_points=many", "remi jokrs=2", "remi remi-o99", "no.toml"):
        submit(tool, tool.picker.typed, wrong)
        assert "<p>" in tool.picker.note.value and len(tool.variants) == 4, wrong
    tool.picker._options()
    assert any(label.startswith("remi remi-o") for label in tool.variants)
    tool.picker._all()
    assert set(rl.variants()) <= set(tool.variants)


def test_clicks_make_no_front_end_models():
    """However much is clicked, the number of widgets stays."""
    tool = made()
    before = len(_instances)
    for _ in range(5):
        heard(tool.picker.chips, do="press", label="remi")
        heard(tool.pack, do="press", card="2c")
        heard(tool.table, do="ask", label="rummy", column=1)
        tool.controls.more.click()
    assert len(_instances) == before


# --- logs -----------------------------------------------------------------------------------------


def test_a_log_of_any_kind(tmp_path: Any):
    """A log, its text, its path, a game, a deal and a stepper show the same deal."""
    game = rl.Game("block", ["Ana", "Bo"], seed=7)
    while not game.deal.over:
        game.deal.apply(game.deal.legal_actions()[0])
    path = tmp_path / "game.rummy"
    rl.dump(game.log, path)
    end = game.deal.final_position()
    for source in (game.log, str(game.log), path, str(path), game, game.deal,
                   rl.ReplayViewer(game.log), rl.DealStepper(game.deal)):  # fmt: skip
        tool = made(source, ["block"])
        assert tool.position == end, source
        assert tool.table.table["rows"][0]["remark"] == "legal"


def test_a_game_added_up():
    """All deals of a game are added up; a deal is chosen; a change makes it a position of one's own."""
    log = rl.play("block", seed=7)
    tool = made(log, ["block", "remi"])
    assert tool.position is None and tool.controls.deals.value == ALL
    assert "26 deals added up" in tool.controls.deals.options[0][0]
    for name, points in log.totals.items():
        assert cell(tool, "block", name) == str(points)
    tool.controls.deals.value = 2
    assert tool.position.deal == 2
    logged = tool.position
    seat = next(n for n, held in enumerate(tool.ends.seats) if held["cards"])
    heard(tool.ends, do="out", seat=seat, card=tool.ends.seats[seat]["cards"][0])
    assert tool.controls.deals.value == OWN and tool.table.table["last"] == ""
    assert tool.table.table["note"] == "a position of your own"
    tool.controls.deals.value = 2
    assert tool.position == logged and tool.table.table["last"]


def test_where_it_stops_being_legal():
    """The line, the turn and the clause where a deal stops, and how the table differs."""
    log = rl.play("contract", seed=7)
    tool = made(log, ["contract", "remi"])
    tool.controls.deals.value = 2
    rows = tool.table.table["rows"]
    assert rows[0]["remark"] == "legal" and rows[1]["remark"].startswith("not legal: line ")
    heard(tool.table, do="ask", label="remi", column=4)
    check = rl.cross_check(log, ["remi"], deal=2).iloc[0]
    assert check["message"] in tool.table.message["reasons"][0]["text"]
    assert tool.table.message["reasons"][0]["clause"] == check["clause"]
    tool.pages[3].toggle.value = True
    assert str(check["clause"]) in tool.pages[3].page.value


def test_logs_loaded_here():
    """A log is pasted; one that is none, and a deal without an end, are said."""
    tool = made()
    tool.logs.text.value = "no log at all"
    tool.logs._load_text()
    assert tool.logs.note.value and tool.position == POSITION
    deal = rl.Deal(rl.variant("rummy"), players=["Ana", HOSTILE], seed=7)
    deal.apply("draw")
    tool.logs.text.value = str(deal.log)
    tool.logs._load_text()
    assert "1 deal, no errors" in tool.logs.note.value
    assert "Not scored: deal 1: the deal has no end" in tool.table.message["head"]
    assert tool.position is None and HOSTILE not in tool.static_html()
    tool.logs._copy_code()
    assert "choose a deal first" in tool.logs.note.value
    with pytest.raises(TypeError, match="a log, a path or a text is wanted, not 5"):
        made(5)


def test_a_text_being_typed_is_kept():
    """What stands in the field for a log stays there while the position is changed."""
    tool = made()
    tool.logs.toggle.value = True
    tool.logs.text.value = "half a log"
    heard(tool.pack, do="press", card="2c")
    tool.variants = ["remi"]
    assert tool.logs.text.value == "half a log"


def test_code_makes_the_same_position():
    """The code that is copied gives the position again."""
    tool = made(
        rl.FinalPosition(hands={"A 'x'": "Ks JK", "B": ""}, out="B", deal=3, whole_hand=True)
    )
    told: dict[str, Any] = {}
    exec(tool._code(), told)
    assert told["pos"] == tool.position
