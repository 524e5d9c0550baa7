"""The simulation explorer without a browser: rows, charts, sentences, and what is refused."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from exploring import made, played, threads
from ipywidgets.widgets.widget import _instances

import rummy_lab as rl
from rummy_lab.compare.labels import title_of
from rummy_lab.display.bars import bar_chart
from rummy_lab.display.charts import Series, line_chart
from rummy_lab.rules import At
from rummy_lab.simulate import run
from rummy_lab.simulate.job import Job
from rummy_lab.widgets import SimulationExplorer, background
from rummy_lab.widgets.tallies import Tally

HOSTILE = "<script>alert(1)</script>"


# --- rows -----------------------------------------------------------------------------------------


def test_rows_are_those_of_simulate():
    """The frame holds the rows that `rl.simulate` makes, for each rule set."""
    tool = played(made(deals=4, seed=7))
    assert tool.done == 8 and not tool.running and threads() == []
    for label in tool.variants:
        rows = tool.frame[tool.frame["rules"] == label].drop(columns="rules")
        expected = rl.simulate(label, deals=4, seed=7, progress=False)
        assert rows.reset_index(drop=True).equals(expected)


def test_nothing_empty_is_shown():
    """Before the first deals there is no empty frame; then charts and what they tell are shown."""
    tool = made("block", deals=1, seed=7)
    assert [box.layout.display for box in tool.controls.results] == ["none", "none"]
    played(tool)
    assert [box.layout.display for box in tool.controls.results] == ["", ""]
    assert "1 of 1 deals are played, seed 7." in tool.controls.note.value


def test_names_of_variants_and_seats_stand_whole_in_charts():
    bars = [*map(title_of, rl.variants(), rl.variants().values()), "Player 1"]
    series = [Series(name, (1,) * len(bars)) for name in ("player 1 greedy", "player 2 greedy")]
    marks = bar_chart("Points", bars, series).marks
    lines = line_chart("Turns", ["1", "2"], [Series("ace high or low", (1, 2))]).marks
    assert not [mark.text for mark in (*marks, *lines) if "\u2026" in mark.text]


@pytest.mark.parametrize("name", list(rl.variants()))
def test_every_variant(name: str):
    """Deals of each variant are played and drawn; its name is on the page."""
    tool = played(made(name, deals=2))
    assert tool.done == 2 and len(tool.charts[0].drawing["rows"]) >= 1
    assert rl.variant(name).title in tool.static_html()
    assert rl.variant(name).title in tool.charts[2].drawing["words"]


def test_many_deals_are_played_by_kernels(monkeypatch: pytest.MonkeyPatch):
    """The engine begins, the kernels go on when they are loaded: the rows are the same."""
    monkeypatch.setattr(run, "KERNELS_FROM", 100)
    monkeypatch.setattr(background, "KERNELS", background._Kernels())
    tool = made("rummy", "three-thirteen", deals=400, seed=5)
    assert all(tally.job.fast for tally in tool.tallies.values())
    tool = played(tool)
    while background.KERNELS.pause == background.PAUSE_LOADING:
        time.sleep(0.1)
    again = played(made("rummy", "three-thirteen", deals=400, seed=5))
    expected = rl.simulate("rummy", deals=400, seed=5, engine="python", progress=False)
    for one in (tool, again):
        rows = one.frame[one.frame["rules"] == "rummy"].drop(columns="rules")
        assert rows.reset_index(drop=True).equals(expected)
        assert one.tallies["rummy"].turns.total() == 400


def test_each_kernel_that_rules_need_is_loaded(monkeypatch: pytest.MonkeyPatch):
    """Twos that are wild from the third deal on are for another kernel than the deals before."""
    loaded: list[At] = []
    monkeypatch.setattr("rummy_lab.fast.deals.load", loaded.append)
    kernels = background._Kernels()
    plain = Job(rl.variant("rummy"), ("greedy",) * 2, 0, "game", 5)
    wild = replace(plain, rules=rl.variant("rummy", wild_rank={"default": None, "3": "2"}))
    for job, wilds in ((plain, [False]), (wild, [False, True])):
        kernels.there(job)
        while kernels.pause == background.PAUSE_LOADING:
            time.sleep(0.01)
        assert kernels.there(job) and sorted(at.any_wild for at in loaded) == wilds
    assert kernels.there(replace(wild, unit="deal", deal=3)) and len(loaded) == 2


def test_whole_games():
    """Games are played to their end, and the chart of seats tells who wins."""
    tool = played(made("block", players=["greedy", "random"], games=2, seed=3))
    assert tool.frame["won"].notna().all()
    wins = tool.frame[tool.frame["won"]].groupby("seat")["game"].nunique()
    assert tool.charts[2].drawing["title"].startswith("Who wins the game")
    assert tool.charts[2].drawing["rows"][0][1] == f"{50 * wins.get(0, 0):.1f}%"
    assert tool.charts[2].drawing["head"][1:] == ["player 1 greedy", "player 2 random"]
    assert [one.description for one in tool.controls.players[:2]] == ["Player 1", "Player 2"]


def test_shares_are_those_of_the_rows():
    """Bars and lines say what counting the rows says."""
    tool = played(made("three-thirteen", "block", deals=40))
    frame = tool.frame[tool.frame["rules"] == "block"]
    deals = frame.groupby("game")
    endings = tool.charts[3].drawing
    for place, word in enumerate(endings["head"][1:], 1):
        share = 100 * (deals["ending"].first() == word).mean()
        assert endings["rows"][1][place] == f"{share:.1f}%"
    best = frame["points"] == deals["points"].transform("max")
    share = 100 * best[frame["seat"] == 1].mean()
    assert tool.charts[2].drawing["rows"][1][2] == f"{share:.1f}%"
    for mark, _, over in tool.charts[1].drawing["rows"]:
        assert over == f"{100 * (deals['turns'].first() <= int(mark)).mean():.1f}%"
    shares = [float(row[2].rstrip("%")) for row in tool.charts[0].drawing["rows"]]
    assert sum(shares) == pytest.approx(100, abs=1)


def test_sentences():
    """What can be told and what not is what `compare_variants` says."""
    tool = played(made("remi", "block", deals=30, seed=5))
    expected = rl.compare_variants(["remi", "block"], deals=30, seed=5, progress=False)
    assert tool.sentences == expected.sentences
    assert "All of this is about 2 greedy players" in tool.sayings.value
    tool.means.toggle.value = True
    assert "standard errors" in tool.means.page.value


def test_seeds_replay():
    """The code beside a deal plays it again: the same turns and points."""
    tool = played(made("block", players=["greedy", "random"], deals=6, seed=11))
    tool.seeds.toggle.value = True
    row = tool.frame.loc[tool.frame["turns"].idxmax()]
    assert f"seed={row['seed']}" in tool.seeds.page.value
    deal = rl.play("block", ["greedy", "random"], seed=int(row["seed"])).games[0].deals[0]
    assert deal.points is not None
    assert float(deal.points[f"Player {row['seat'] + 1}"]) == row["points"]


def test_one_rule_set_under_two_names():
    """Each name has its rows and charts, as `compare_variants` has them; it is played once."""
    both = {"a": "block", "b": "block"}
    tool = played(SimulationExplorer(both, deals=4))
    assert tool.done == 8 and tool.tallies["a"] is tool.tallies["b"]
    expected = rl.simulate("block", deals=4, progress=False)
    for label in both:
        rows = tool.frame[tool.frame["rules"] == label].drop(columns="rules")
        assert rows.reset_index(drop=True).equals(expected)
    assert tool.sentences == rl.compare_variants(both, deals=4, progress=False).sentences
    assert [row[0] for row in tool.charts[3].drawing["rows"]] == ["a", "b"]


# --- what is played changes -----------------------------------------------------------------------


def test_what_was_played_is_kept():
    """A rule set that comes back needs no playing; other players or seeds are other rows."""
    tool = played(made("block", "remi", deals=3))
    tool.variants = ["block"]
    assert tool.wait(30) and tool.done == 3
    tool.variants = ["block", "remi"]
    assert tool.wait(30) and tool.done == 6 and tool.sentences
    tool.seed = 50
    assert tool.done == 0 and not tool.sentences and tool.charts[0].drawing == {}
    tool.controls.players[1].value = "random"
    assert tool.players == ("greedy", "random")
    tool.seed, tool.players = 0, 2
    assert tool.wait(30) and tool.done == 6


def test_fewer_deals_than_were_played():
    """Rows, charts, means and seeds are of the deals that are said; the others are kept."""
    tool = played(made("block", deals=40))
    tool.count, tool.variants = 20, ["block", "remi"]
    played(tool)
    assert "40 of 40 deals are played, seeds 0 to 19." in tool.controls.note.value
    fresh = played(made("block", "remi", deals=20))
    assert tool.frame.equals(fresh.frame) and tool.sentences == fresh.sentences
    assert [chart.drawing for chart in tool.charts] == [chart.drawing for chart in fresh.charts]
    assert tool.summary is not None and tool.summary.frame["deals"].to_list() == [20, 20]
    for one in (tool, fresh):
        one.seeds.toggle.value = True
    assert tool.seeds.page.value == fresh.seeds.page.value
    tool.count = 40
    assert tool.wait(60) and tool.tallies["block"].done == 40 and tool.done == 60
    assert tool.frame.groupby("rules")["seed"].max().to_dict() == {"block": 39, "remi": 19}


def test_seeds_said_are_those_played():
    """Where more are asked for, the seeds are of what is there; code plays these again."""
    tool = played(made("block", deals=3, seed=7))
    tool.count = 5
    assert tool.wait(60)
    assert "3 of 5 deals are played, seeds 7 to 9." in tool.controls.note.value
    tool.seeds.toggle.value = True
    assert "deals=3, seed=7)" in tool.seeds.page.value


def test_controls_and_traits_follow_each_other():
    """Seats, players, how many, what and the seed: from the page and from Python."""
    tool = made()
    tool.controls.seats.value = 4
    assert tool.players == ("greedy",) * 4
    tool.controls.unit.value = "game"
    assert tool.unit == "game" and tool.controls.number.layout.display == "none"
    tool.controls.count.value = 9
    assert tool.count == 9
    tool.controls.seed.value = "seven"
    assert "a seed is a whole number" in tool.controls.note.value and tool.seed == 0
    tool.players = ["random", "greedy"]
    assert tool.controls.seats.value == 2 and tool.controls.players[0].value == "random"


def test_rule_sets_without_such_a_table_are_left_out():
    """A variant for three is not played by two, and that is said; with none left, Start says so."""
    tool = played(made("block", "shanghai", players=2, deals=2))
    assert tool.done == 2 and "Shanghai Rummy is for 3 to 8 players" in tool.controls.note.value
    tool.variants = ["shanghai"]
    tool.controls.go.click()
    assert "none of these rule sets is for 2 players" in tool.controls.note.value
    with pytest.raises(ValueError, match="for 2 players"):
        tool.start()


def test_no_rule_set_has_such_a_table():
    """Then there are no rows, in the columns that there are else."""
    tool, other = made("contract", players=2), made("block")
    assert tool.frame.empty and list(tool.frame) == list(other.frame)
    assert tool.frame.dtypes.equals(other.frame.dtypes)


def table_of(least: int, most: int) -> rl.Rules:
    """Rules for tables of some size."""
    return rl.read_rules(
        f'base = "block"\ntitle = "ours {least}"\n[options]\n'
        f"players = [{least}, {most}]\ncards_dealt = 4\n"
    )


def test_rule_sets_for_tables_of_other_sizes():
    """Tables that no tool here has are left out; with no others that is said of them."""
    with pytest.raises(ValueError, match=r"ours 9 is for 9 to 10 players; ours 1 is for 1 player$"):
        made(table_of(9, 10), table_of(1, 1))
    tool = made("block", table_of(9, 9))
    assert (
        len(tool.players) == 2 and "ours 9 is for 9 players: left out" in tool.controls.note.value
    )
    assert len(made(table_of(1, 3)).players) == 2


def test_players_as_simulate_takes_them():
    """Numbers of any kind, and whatever gives a player for each seat."""
    for players in (np.int64(3), ("greedy" for _ in range(3))):
        tool = made("block", players=players)
        assert tool.players == ("greedy",) * 3
    tool.players = iter(["random", "greedy"])
    assert tool.players == ("random", "greedy")


@pytest.mark.parametrize(("wrong", "said"), [
    ({"players": 2.5}, "players are a number from 2 to 8, or a list .*, not 2.5"),
    ({"players": []}, r"or a list .*, not \[\]"),
    ({"players": [int, "greedy"]}, "<class 'int'> is no player"),
    ({"deals": "5"}, "deals is a whole number from 1 to 100,000, not '5'"),
    ({"games": 0}, "games is a whole number from 1 to 100,000, not 0"),
    ({"deals": 10**9}, "deals is a whole number from 1 to 100,000, not 1000000000"),
    ({"seed": "seven"}, "a seed is an integer, not 'seven'"),
])  # fmt: skip
def test_wrong_arguments_are_refused(wrong: dict[str, Any], said: str):
    """A sentence says what was read and what would have been right; no part is left behind."""
    before = len(_instances)
    with pytest.raises(ValueError, match=said):
        made("contract", **wrong)
    assert len(_instances) == before


def test_numbers_are_those_that_the_page_can_show():
    """From Python nothing can be set that a field would show as something else."""
    tool = made("block")
    for name, wrong, said in (("number", 5000, "number is a whole number from 1 to 999, not 5000"),
                              ("number", "3", "from 1 to 999, not '3'"),
                              ("count", 100_001, "from 1 to 100,000, not 100001"),
                              ("count", 2.5, "from 1 to 100,000, not 2.5"),
                              ("seed", "5", "seed is a whole number, not '5'")):  # fmt: skip
        before = getattr(tool, name)
        with pytest.raises(ValueError, match=said):
            setattr(tool, name, wrong)
        assert getattr(tool, name) == before
    tool.number, tool.count = 999, np.int64(7)
    assert (tool.controls.number.value, tool.controls.count.value) == (999, 7)


def test_wrong_values_are_refused():
    """What cannot be played raises, and nothing changes."""
    tool = made()
    for name, wrong, said in (("players", ["gredy", "greedy"], "did you mean 'greedy'"),
                              ("players", 1, "a number from 2"), ("count", 0, "from 1 to"),
                              ("variants", ["rumy"], "did you mean 'rummy'"),
                              ("number", 0, "whole number from 1")):  # fmt: skip
        before = getattr(tool, name)
        with pytest.raises(ValueError, match=said):
            setattr(tool, name, wrong)
        assert getattr(tool, name) == before
    with pytest.raises(ValueError, match="either games= or deals="):
        made(deals=1, games=1)


def test_an_own_player_and_hostile_names(tmp_path: Any):
    """An own policy plays; when it fails its trouble is said; titles are shown as text."""

    def lazy(view: Any) -> Any:
        return view.legal_actions()[0]

    def broken(view: Any) -> Any:
        raise KeyError(HOSTILE)

    house = tmp_path / "house.toml"
    house.write_text(f'base = "block"\ntitle = "{HOSTILE}"\n[options]\nace_points = 50\n', "utf-8")
    tool = played(made("block", str(house), players=[lazy, "greedy"], deals=2))
    assert tool.controls.players[0].options[-1] == ("lazy", lazy)
    assert HOSTILE not in tool.static_html() and "&lt;script" in tool.static_html()
    tool.players = ["greedy", broken]
    tool.start()
    assert tool.wait(30) and "broken (player 2) failed" in tool.controls.note.value
    assert HOSTILE not in tool.controls.note.value


def test_every_trouble_is_said():
    """What went wrong under each rule set, and which are left out, stand side by side."""

    def broken(_: Any) -> Any:
        raise KeyError("none")

    tool = played(made("block", "remi", "shanghai", players=[broken, "greedy"], deals=3))
    note = tool.controls.note.value
    assert "0 of 6 deals are played. Shanghai Rummy is for 3 to 8 players: left out." in note
    assert "block: broken (player 1) failed" in note and "remi: broken (player 1) failed" in note


def test_clicks_make_no_front_end_models():
    """However often it is played and drawn, the number of widgets stays."""
    tool = played(made(deals=2))
    before = len(_instances)
    for count in (3, 4, 5):
        tool.count = count
        played(tool)
        tool.controls.seats.value = count
        tool.players = 2
    assert len(_instances) == before


def test_a_tally_counts_whole_games():
    """A tally of games counts wins by game and the rest by deal."""
    from rummy_lab.simulate.job import Job

    tally = Tally(Job(rl.variant("block"), ("greedy", "greedy"), seed=1, unit="game", count=2))
    for number in range(2):
        tally.add(tally.job.rows(number), number + 1)
    assert tally.deals == sum(tally.turns.values()) > 2
    assert sum(tally.best.values()) >= 2 and tally.done == 2


def test_one_rule_set_alone_is_compared_with_nothing():
    page = played(made("remi", deals=60)).static_html()
    assert "goes out in" in page and "a pack of its own" not in page
    assert "that the one statement holds in 95% of such experiments" in page
