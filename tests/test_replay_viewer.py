"""The replay viewer without a browser: what is shown of a log, step by step, and what is kept."""

from __future__ import annotations

import html
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import rummy_lab as rl
from rummy_lab.widgets import ReplayViewer

GAMES = Path(__file__).resolve().parents[1] / "datasets" / "games"
NOW = datetime(2026, 1, 2)
HOSTILE = "<script>alert(1)</script>"
BROKEN = """rummy-lab log 1
variant: rummy
players: Ana, Bo
seed: 149

deal 1   # the first of the evening
1 Bo: take Kd meld 2d 3d 4d meld 10d Jd Qd Kd discard 8s   # what a start
2 Ana: draw lay Ad on 1 discard Js
# here we had tea
4 Bo: draw meld Ac 2c 3c discard 7h
score: Ana 0, Bo 58

deal 2
1 Ana: draw discard 8c
2 Bo: draw discrad Kc
3 Ana: draw discard 2h

deal 3
1 Bo: take 2c
"""
PARTIAL = """rummy-lab log 1
variant: rummy
players: Ana, Bo
deal 1
hand Ana: 4c 5c 6c 9h 9d 2s Kh Qd 7s ??
upcard: 9s
1 Bo: draw discard ??
2 Ana: draw meld 4c 5c 6c discard Kh
3 Bo: take Kh meld Kh Kd Ks discard 9c
"""
ON_PAPER = """rummy-lab log 1
variant: rummy
players: Ana, Bo
deal 1   # on paper
score: Ana 36, Bo 0
deal 2
score: Ana 0, Bo 118
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rummy() -> rl.Log:
    return rl.play("rummy", ["greedy", "greedy", "greedy"], seed=7)


def go(viewer: ReplayViewer, place: int) -> None:
    """What the page sends when a step is asked for."""
    viewer.player._hear(None, {"do": "place", "place": place}, None)


def sent(viewer: ReplayViewer) -> str:
    """All that travels to the page, but the text of the log panel."""
    pieces = (viewer.table, viewer.turns, viewer.player, viewer.chart.chart)
    states = [piece.get_state() for piece in pieces]
    for state in states:
        for key in ("_esm", "_css"):
            state.pop(key, None)
    pages = [panel.page.value for panel in (viewer.points, viewer.faults)]
    return json.dumps(states, default=str) + "".join(pages)


# --- stepping -----------------------------------------------------------------------------------


def test_every_step_is_the_state_of_the_log():
    log = rummy()
    viewer = ReplayViewer(log)
    states = [state for state, _ in log.deals[0].steps]
    assert viewer.step == 0 and viewer.state == log.deals[0].start
    for place, state in enumerate(states, 1):
        go(viewer, place)
        assert (viewer.step, viewer.state) == (place, state)
    assert viewer.table.picture["title"] == "Rummy"
    assert "has gone out: the deal is over. Points:" in viewer.table.message["head"]


@pytest.mark.parametrize("name", sorted(path.stem for path in GAMES.glob("*.rummy")))
def test_every_variant_is_replayed(name: str):
    """Each shipped game is walked through, for all cards, one seat and nobody."""
    viewer = ReplayViewer(GAMES / f"{name}.rummy")
    assert not viewer.log.errors
    for number in range(1, min(3, len(viewer.log.deals)) + 1):
        viewer.deal = number
        for who in ("all", 0, "none"):
            viewer.viewer = who
            for place in {0, 1, 2, viewer.player.last // 2, viewer.player.last}:
                go(viewer, place)
                assert viewer.state == viewer._reel.deal.state
                assert viewer.player.place == viewer.step == place
                assert viewer.table.message["head"]
    kinds = {moment["kind"] for moment in viewer.player.moments}
    assert kinds & {"meld", "out", "end"}
    assert viewer.table.picture["title"] == viewer.log.rules.title


def test_steps_deals_and_games_are_set_and_observed():
    text = str(rl.play("block", seed=1)) + str(rl.play("rummy", seed=2))
    viewer = ReplayViewer(text)
    seen: list[tuple[str, Any]] = []
    viewer.observe(lambda change: seen.append((change["name"], change["new"])),
                   ["game", "deal", "step", "state"])  # fmt: skip
    viewer.step = 5
    assert viewer.player.place == 5 and ("step", 5) in seen and ("state", viewer.state) in seen
    viewer.deal = 2
    assert (viewer.step, viewer.table.picture["deal"][:6]) == (0, "deal 2")
    viewer.game = 2
    assert (viewer.deal, viewer.table.picture["title"]) == (1, "Rummy")
    viewer.deals.value = 1
    assert viewer.deal == 2
    viewer.games.value = 1
    assert (viewer.game, viewer.deal) == (1, 1)


@pytest.mark.parametrize(("name", "wanted", "said"), [
    ("step", 10_000, "step=10000 is none: there are 0 to "), ("step", -1, "0 to "),
    ("deal", 99, "deal=99 is none: there are 1, 2"), ("game", 2, "game=2 is none: there are 1 to 1"),
    ("viewer", "Zed", "viewer='Zed' is no seat"),
])  # fmt: skip
def test_what_is_not_there_cannot_be_set(name: str, wanted: Any, said: str):
    viewer = ReplayViewer(rummy())
    before = viewer.step, viewer.deal, viewer.table.picture
    with pytest.raises(ValueError, match=said):
        setattr(viewer, name, wanted)
    assert before == (viewer.step, viewer.deal, viewer.table.picture)


def test_playing_is_one_step_for_each_tick_of_the_page():
    """A tick that comes twice, as from two views, or too late, is passed over."""
    viewer = ReplayViewer(rummy())
    tick = {"do": "tick", "place": 0}
    viewer.player._hear(None, tick, None)
    assert viewer.step == 0, "it does not play yet"
    viewer.play()
    viewer.player._hear(None, tick, None)
    viewer.player._hear(None, tick, None)
    assert viewer.step == 1 and viewer.player.playing
    viewer.step = viewer.player.last - 1
    viewer.player._hear(None, {"do": "tick", "place": viewer.player.last - 1}, None)
    assert viewer.step == viewer.player.last and not viewer.player.playing
    viewer.play()
    assert not viewer.player.playing, "there is nothing more to play"


@pytest.mark.parametrize("said", [
    {}, {"do": "place"}, {"do": "place", "place": "9"}, {"do": "place", "place": True},
    {"do": "go", "node": -1}, {"do": "go", "node": 10**9}, {"do": "note", "pen": 999, "text": "x"},
    {"do": "note", "pen": 0}, {"do": "point", "at": -3}, {"do": "point", "at": "x"}, {"do": ["a"]},
    {"do": "move", "seat": 99}, {"do": "act", "text": "draw"}, {"do": "next"},
])  # fmt: skip
def test_odd_messages_change_nothing(said: dict[str, Any]):
    viewer = ReplayViewer(rl.Deal("rummy", players=2, seed=7))
    log = str(viewer.log)
    for piece in (viewer.table, viewer.turns, viewer.player, viewer.chart.chart):
        piece._hear(None, said, None)
    assert (viewer.step, str(viewer.log)) == (0, log)


def test_a_press_on_the_chart_or_a_turn_goes_there():
    viewer = ReplayViewer(rummy())
    points = viewer._film.points
    viewer.chart.chart._hear(None, {"do": "point", "at": 3}, None)
    assert viewer.step == points.ends[3] and viewer.chart.chart.at == 3
    row = viewer.turns.rows[5]
    viewer.turns._hear(None, {"do": "go", "node": row["steps"][-1][0]}, None)
    assert viewer.state.turn_number == 6


def test_steps_are_quick_and_make_no_widgets():
    import time

    viewer = ReplayViewer(rl.load(GAMES / "shanghai.rummy"))
    viewer.viewer = "turn"
    before = len(_instances)
    taken = []
    for place in range(viewer.player.last + 1):
        start = time.thread_time()
        go(viewer, place)
        taken.append(time.thread_time() - start)
    assert sorted(taken)[len(taken) // 2] < 0.05
    assert len(_instances) == before


# --- what is shown ------------------------------------------------------------------------------


def test_moments():
    viewer = ReplayViewer(rl.load(GAMES / "shanghai.rummy"))
    texts = [(one["kind"], one["text"]) for one in viewer.player.moments]
    assert all("contract" in text for kind, text in texts if kind == "meld")
    assert texts[-1] == ("out", "15 Ana: goes out")
    bought = [
        deal.number for deal in viewer.log.deals if "(Bo buys" in "\n".join(map(str, deal.lines))
    ]
    viewer.deal = bought[0]
    assert any(one["kind"] == "buy" and "Bo: buys" in one["text"] for one in viewer.player.moments)
    for one in viewer.player.moments:
        go(viewer, one["place"])
        event = viewer._reel.deal.node.event
        assert one["text"].startswith(f"{event.turn} ")


def test_what_was_just_done_is_marked():
    viewer = ReplayViewer(rummy())
    viewer.step = 2
    assert viewer.table.can == {"melds": {"1": "just laid down"}}
    viewer.step = 3
    assert viewer.table.can == {"upcard": "just discarded"}
    assert viewer.table.picture["still"]
    viewer.table.selected = [viewer.table.picture["seats"][0]["cards"][0]]
    assert viewer.table.selected == []
    viewer.table._hear(None, {"do": "touch", "seat": 0}, None)
    assert viewer.table.message["head"].startswith("This is a replay")


def test_hand_points_are_the_engines():
    log = rummy()
    viewer = ReplayViewer(log)
    drawn = viewer.chart.chart.drawing
    assert drawn["title"] == "Points in hand" and drawn["head"][1:] == list(log.names)
    ends = {event.turn: state for state, event in log.deals[0].steps}
    assert len(drawn["rows"]) == len(ends) + 1
    for label, *points in drawn["rows"][1:]:
        state = ends[int(label)]
        assert points == [str(state.at.points_of(hand)) for hand in state.hands]
    thirteen = ReplayViewer(rl.load(GAMES / "three-thirteen.rummy"))
    assert thirteen.chart.chart.drawing["title"] == "Points in hand that no meld uses"
    last = thirteen.log.deals[0].state
    assert thirteen.chart.chart.drawing["rows"][-1][1:] == [
        str(rl.arrange(hand, thirteen.log.rules, deal=1, players=len(last.hands)).points)
        for hand in last.hands
    ]


def test_points_so_far():
    log = rl.play("block", seed=7)
    viewer = ReplayViewer(log)
    viewer.points.toggle.value = True
    assert "No deal is over yet" in viewer.points.page.value
    viewer.deal = 3
    before = {name: sum((deal.points or {})[name] for deal in log.deals[:2]) for name in log.names}
    notes = [seat["note"] for seat in viewer.table.picture["seats"]]
    assert [note.partition(" ")[0] for note in notes] == [str(before[name]) for name in log.names]
    assert "deal 2" in viewer.points.page.value and "deal 3" not in viewer.points.page.value
    viewer.step = viewer.player.last
    assert "deal 3" in viewer.points.page.value
    assert "the document says so" in viewer.points.page.value, "each line cites its clause"


@pytest.mark.parametrize("who", [0, "none"])
def test_nothing_hidden_travels(who: Any):
    """For one seat, or for nobody, no card that was not seen is sent; nor is the log, or an error."""
    log = rl.play("rummy", ["greedy"] * 3, seed=106)
    viewer = ReplayViewer(log, viewer=who)
    for panel in viewer.panels:
        panel.toggle.value = True
    start = log.deals[0].start
    hidden = {str(card) for n, hand in enumerate(start.hands) if n != who for card in hand}
    told = " ".join(str(event) for _, event in log.deals[0].steps)
    secret = [card for card in hidden if card not in told]
    assert secret, "some card is never played"
    for place in (0, 1, 5, viewer.player.last):
        go(viewer, place)
        assert not [card for card in secret if f'"{card}"' in sent(viewer)]
    assert "It is shown in the view that shows all cards" in viewer.logs.text.value
    assert [one["do"] for one in viewer.table.actions][:1] == ["open"]
    viewer.table._hear(None, {"do": "open"}, None)
    assert "??" not in str(viewer.table.picture["seats"])


# --- broken, partial and scored logs ------------------------------------------------------------


def test_a_broken_log_is_replayed_as_far_as_it_holds():
    viewer = ReplayViewer(BROKEN)
    assert viewer.faults.unfolded and viewer.faults.toggle.description == "Errors (4)"
    page = html.unescape(viewer.faults.page.value)
    assert "15 | 2 Bo: draw discrad Kc\n   |            ^" in page
    assert "did you mean" in page and "rummy-5" in page
    wrong = [said for row in viewer.turns.rows for said in row.get("wrong", [])]
    assert any("this is turn 3 of the deal" in said for said in wrong)
    viewer.deal = 2
    viewer.step = viewer.player.last
    assert viewer.player.last == 2
    message = viewer.table.message
    assert message["kind"] == "no" and "line 15, column 12: 'discrad' is neither" in message["head"]
    assert message["head"].endswith("did you mean 'discard'?")
    texts = [row["steps"][0][1] for row in viewer.turns.rows if row["steps"]]
    assert "2 Bo: draw discrad Kc" in texts and "draw discard 2h" in texts
    viewer.deal = 3
    assert viewer.table.message["reasons"][0]["clause"].startswith("rummy-")
    errors = [one for one in viewer.player.moments if one["kind"] == "error"]
    assert errors[0]["text"] == "error in line 19"
    viewer.viewer = 0
    assert "view that shows all cards" in viewer.table.message["head"]
    assert viewer.faults.toggle.description == "Errors"


def test_a_text_that_is_no_log():
    viewer = ReplayViewer("something\nelse")
    assert viewer.log is None and viewer.logs.unfolded
    assert "this is no log: it begins with 'something'" in html.unescape(viewer.logs.note.value)
    assert "1 | something\n  | ^" in viewer.faults.page.value
    viewer.logs.text.value = BROKEN
    viewer.logs._load_text()
    assert viewer.log.names == ("Ana", "Bo")
    assert "1 game, 3 deals, 4 errors" in viewer.logs.note.value
    viewer.logs.text.value = "no log"
    viewer.logs._load_text()
    assert viewer.log.names == ("Ana", "Bo"), "the log that was there stays"


def test_logs_come_from_many_places(tmp_path: Path):
    path = tmp_path / "one.rummy"
    log = rl.play("block", seed=7)
    rl.dump(log, path)
    deal = rl.Deal("rummy", players=2, seed=7)
    assert (
        ReplayViewer(path).log == ReplayViewer(str(path)).log == ReplayViewer(str(log)).log == log
    )
    assert ReplayViewer(rl.dumps(log, format="jsonl")).log == log
    assert ReplayViewer(deal).log == deal.log
    rl.dump(log, tmp_path / "one.jsonl.gz")
    assert ReplayViewer(tmp_path / "one.jsonl.gz").log == log
    assert "nope.rummy: No such file" in ReplayViewer("nope.rummy").logs.note.value
    with pytest.raises(TypeError, match="a log, a path or a text"):
        ReplayViewer(7)
    empty = ReplayViewer()
    assert (
        empty.log is None and empty.static_html() == "" and "Paste a log" in empty.logs.note.value
    )
    for press in (empty.logs._copy_log, empty.logs._copy_code, empty.logs._save_picture):
        press()
    empty.logs.name.value = "one.rummy"
    assert "one.rummy" in empty.logs.name.options
    empty.logs._open_file()
    assert empty.log == log
    file = {"name": "x.rummy", "content": str(deal.log).encode()}
    empty.logs.upload.value = ({**file, "type": "", "size": 9, "last_modified": NOW},)
    assert empty.log == deal.log
    empty.logs.upload.value = (
        {**file, "content": b"\xff", "type": "", "size": 1, "last_modified": NOW},
    )
    assert "no text in UTF-8" in empty.logs.note.value and empty.log == deal.log


def test_cards_nobody_recorded():
    viewer = ReplayViewer(PARTIAL)
    assert not viewer.log.errors
    assert viewer.table.picture["seats"][1]["cards"] == ["??"] * 10
    for place in range(viewer.player.last + 1):
        go(viewer, place)
    assert viewer.chart.chart.drawing["rows"][0][1:] == ["", ""]
    viewer._branch()
    assert viewer.branch.stepper.deal.state == viewer.state


def test_deals_without_play_show_their_points():
    viewer = ReplayViewer(ON_PAPER)
    drawn = viewer.table.picture
    assert drawn["bare"] and drawn["title"] == "Rummy" and viewer.state is None
    assert drawn["seats"][0]["note"] == "36 in this deal · 36 so far"
    assert viewer.table.message["head"] == "No play of this deal is logged. Points: Ana 36."
    assert viewer.table.message["more"] == "“on paper”"
    assert [one["do"] for one in viewer.table.actions] == ["next"]
    viewer.table._hear(None, {"do": "next"}, None)
    assert viewer.table.picture["seats"][1]["note"] == "118 in this deal · 118 so far"
    assert "118" in viewer.static_html()
    viewer.turns._hear(None, {"do": "note", "pen": 0, "text": "late"}, None)
    assert "deal 2  # late" in str(viewer.log)


def test_logs_of_which_little_can_be_read():
    for text in ("rummy-lab log 1\n", "rummy-lab log 1\nvariant: rumy\nplayers: Ana, Bo\ndeal 1\n1 Bo: draw\n",
                 "rummy-lab log 1\nvariant: rummy\nplayers: Ana\ndeal 1\nscore: Ana 3\n",
                 "rummy-lab log 1\nvariant: rummy\nplayers: Ana, Bo\n1 Bo: draw discard 2c\n"):  # fmt: skip
        viewer = ReplayViewer(text)
        for panel in viewer.panels:
            panel.toggle.value = True
        assert viewer.table.picture["title"] in ("Unknown rules", "Rummy")
        assert viewer.log.errors and viewer.table.message["head"] and viewer.static_html()


# --- comments -----------------------------------------------------------------------------------


def test_comments_are_shown_and_edited(own_folder: Path):
    viewer = ReplayViewer(BROKEN)
    notes = {row["note"]: row for row in viewer.turns.rows if row.get("note")}
    assert set(notes) == {"the first of the evening", "what a start", "here we had tea"}
    viewer.step = 1
    assert viewer.table.message["more"] == "“what a start”"
    viewer.turns._hear(None, {"do": "note", "pen": notes["what a start"]["pen"],
                              "text": f"  {HOSTILE} # \n once  more "}, None)  # fmt: skip
    new = f"{HOSTILE} # once more"
    assert f"discard 8s  # {new}\n" in str(viewer.log)
    assert viewer.step == 1 and len(viewer.log.errors) == 4
    again = rl.loads(str(viewer.log))
    assert again == viewer.log
    kept = own_folder / "rummy-games" / "rummy-with-comments.rummy"
    assert kept.read_text("utf-8") == str(viewer.log)
    assert "rummy-with-comments.rummy" in viewer.table.message["more"]
    viewer.turns._hear(None, {"do": "note", "pen": notes["what a start"]["pen"], "text": ""}, None)
    assert "discard 8s\n" in kept.read_text("utf-8")
    assert ReplayViewer(kept).log == viewer.log
    long = "x" * 20_000
    viewer.turns._hear(None, {"do": "note", "pen": 0, "text": long}, None)
    assert "too long for a line of a log" in viewer.table.message["head"]


def test_the_edited_log_is_observed():
    viewer = ReplayViewer(rummy())
    logs: list[rl.Log] = []
    viewer.observe(lambda change: logs.append(change["new"]), "log")
    viewer.turns._hear(None, {"do": "note", "pen": 2, "text": "hm"}, None)
    assert len(logs) == 1 and logs[0].deals[0].lines[2].comment == " hm"
    viewer.deal = 2
    viewer.deal = 1
    assert any(row.get("note") == "hm" for row in viewer.turns.rows)
    assert [one["kind"] for one in viewer.player.moments].count("note") == 1


# --- playing on ---------------------------------------------------------------------------------


def test_play_on_from_here():
    viewer = ReplayViewer(rummy())
    viewer.step = 4
    log = str(viewer.log)
    viewer.table._hear(None, {"do": "branch"}, None)
    stepper = viewer.branch.stepper
    assert stepper.deal.state == viewer.state and len(stepper.deal.events) == 4
    stepper._computer(True)
    assert len(stepper.deal.events) > 4
    assert (viewer.step, str(viewer.log)) == (4, log)
    viewer.viewer = 1
    viewer.step = 7
    viewer.table._hear(None, {"do": "branch"}, None)
    assert viewer.branch.stepper is stepper and stepper.viewer == 1
    assert len(stepper.deal.events) == 7
    viewer.step = viewer.player.last
    assert "branch" not in [one["do"] for one in viewer.table.actions]


def test_hostile_names_stay_text():
    text = str(rl.play("rummy", ["greedy", "greedy"], seed=7)).replace("Player 1", f'"{HOSTILE}"')
    viewer = ReplayViewer(text)
    assert not viewer.log.errors, viewer.log.errors
    for panel in viewer.panels:
        panel.toggle.value = True
    viewer.step = viewer.player.last
    pages = (viewer.points.page.value, viewer.faults.page.value, viewer.static_html())
    assert not any("<script" in page for page in pages)
    assert HOSTILE in [seat["name"] for seat in viewer.table.picture["seats"]]


def test_a_static_picture_travels_with_the_output():
    viewer = ReplayViewer(rummy(), viewer=0)
    viewer.step = 9
    static = viewer._repr_mimebundle_()["text/html"]
    assert static.count("<svg") == 2 and "Turn 4" in static
    hidden = [card.pretty for card in viewer.state.hands[1] if card not in viewer.state.known[1]]
    assert not any(f">{card}<" in static for card in hidden)
