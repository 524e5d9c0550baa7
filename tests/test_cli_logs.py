"""The commands that read logs: `replay`, `score`, `log check` and `log stats`."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from commanding import refused

import rummy_lab as rl


def begun(second: str = "") -> str:
    """The log of a deal that has just begun; `second` is Ana's turn, `{}` what Bo discarded."""
    deal = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    deal.apply("draw")
    dropped = deal.hands[1][-1]
    deal.apply(f"discard {dropped}")
    return rl.dumps(deal.log) + second.format(dropped)


@pytest.fixture
def game(run: Any, tmp_path: Path) -> Path:
    """The log of a whole game."""
    path = tmp_path / "game.rummy"
    run("play", "remi", "--seed", "7", "--names", "Ana,Bo", "--out", str(path))
    return path


def test_replay(run: Any, game: Path) -> None:
    ran = run("replay", "game.rummy")
    assert ran.status == 0 and ran.err == ""
    turns = [line for line in game.read_text("utf-8").splitlines() if line[:1].isdigit()]
    assert set(turns) <= set(ran.out.splitlines())
    assert ran.out.startswith("Remi, deal 1: Ana, Bo, Ana deals\n")
    assert "The deal is over" in ran.out and "\nTotals: Ana " in ran.out
    one = run("replay", "game.rummy", "--deal", "2").out
    assert one in ran.out and one.count("The deal is over") == 1


def test_replay_shows_the_table(run: Any, game: Path) -> None:
    dealt = run("deal", "remi", "--players", "Ana,Bo", "--seed", "7").out
    assert run("replay", "game.rummy", "--deal", "1", "--turn", "0").out == dealt
    after = run("replay", "game.rummy", "--deal", "1", "--turn", "2").out
    assert "turn 3" in after
    every = run("replay", "game.rummy", "--deal", "1", "--step").out
    assert dealt in every and after in every
    refused(run("replay", "game.rummy", "--turn", "1"), "say which with --deal")
    refused(run("replay", "game.rummy", "--deal", "1", "--turn", "999"), "no turn 999")
    refused(run("replay", "game.rummy", "--deal", "999"), "has no deal 999; it has 1")


def test_replay_as_json(run: Any, game: Path) -> None:
    read = run("replay", "game.rummy", "--json").json
    (played,) = read["games"]
    assert read["errors"] == [] and played["players"] == ["Ana", "Bo"] and played["seed"] == 7
    told = run("play", "remi", "--seed", "7", "--names", "Ana,Bo", "--json").json
    assert played["totals"] == told["totals"] and len(played["deals"]) == told["deals"]
    first = played["deals"][0]
    assert first["over"] and first["actions"][0]["turn"] == 1
    assert first["actions"][0]["player"] == "Bo" and first["dealer"] == "Ana"
    only = run("replay", "game.rummy", "--json", "--deal", "2").json["games"][0]["deals"]
    assert [deal["deal"] for deal in only] == [2]


def test_replay_tells_errors_with_line_and_column(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.rummy").write_text(begun("2 Ana: draw discard {}\n"), encoding="utf-8")
    ran = run("replay", "a.rummy")
    line = begun().count("\n") + 1
    assert ran.status == 1 and "1 Bo: draw discard" in ran.out
    assert ran.err.startswith(f"a.rummy:{line}:13: ") and ran.err.count("\n") == 1
    assert "Ana does not hold" in ran.err and "(rummy-5, stated)" in ran.err
    ran = run("replay", "a.rummy", "--json")
    assert ran.status == 1 and ran.json["errors"][0]["line"] == line
    assert ran.json["errors"][0]["reasons"][0]["code"] == "not_held"


READERS = ("replay x.rummy", "score --log x.rummy", "cross-check x.rummy", "log stats x.rummy",
           "log new x.rummy", "odds --log x.rummy --deal 1 --turn 1")  # fmt: skip


@pytest.mark.parametrize(
    "content",
    [b"", b"\x89PNG\r\n\x1a\n\x00\xff", b"<html><script>alert(1)</script>", b"hello\n" * 10_000,
     b"\x00" * 100_000, b"rummy-lab log 99\n", b"[" * 100_000],
)  # fmt: skip
def test_file_that_is_no_log(run: Any, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.rummy").write_bytes(content)
    for words in READERS:
        ran = run(*words.split())
        assert ran.status in (1, 2) and ran.err and len(ran.err) < 20_000, ran.err
        assert "Traceback" not in ran.err and all("x.rummy" in t for t in ran.err.splitlines())
    ran = run("log", "check", "x.rummy")
    assert ran.status == 2 and ran.out.startswith("x.rummy:1:") and not ran.err


def test_cut_off_log(run: Any, game: Path) -> None:
    """Wherever a log is cut off, what is left is shown and nothing breaks."""
    data = game.read_bytes()[:3000]
    for end in range(1, len(data), 173):
        (game.parent / "cut.rummy").write_bytes(data[:end])
        ran = run("replay", "cut.rummy")
        assert ran.status in (0, 1, 2) and "Traceback" not in ran.err
        assert ran.status == 0 or "cut.rummy:" in ran.err


def test_missing_log(run: Any, tmp_path: Path) -> None:
    for words in (words for words in READERS if "new" not in words and "stats" not in words):
        refused(run(*words.split()), "x.rummy: No such file")
    refused(run("replay", str(tmp_path)), str(tmp_path))


HANDS = ("--hand", "Ana: Ks 7h Ad", "--hand", "Bo:", "--hand", "Cy: 9c 9d", "--out", "Bo")


def test_score(run: Any) -> None:
    ran = run("score", "remi", *HANDS)
    assert ran.status == 0 and "remi-15, stated" in ran.out and "36" in ran.out
    (sheet,) = run("score", "remi", *HANDS, "--json").json
    assert sheet["totals"] == {"Ana": 0, "Bo": 36, "Cy": 0} and sheet["variant"] == "remi"
    assert sum(line["points"] for line in sheet["lines"]) == 36
    (sheet,) = run("score", "rummy", *HANDS, "--whole-hand", "--json").json
    assert sheet["totals"]["Bo"] == 72
    (sheet,) = run("score", "block", "--hand", "A: 7c", "--hand", "B: 7d", "--hand", "C: Ks 9c",
                   "--hand", "D: Ah Kd", "--json").json  # fmt: skip
    assert sheet["totals"] == {"A": 15, "B": 15, "C": 0, "D": 0}


def test_score_side_by_side(run: Any) -> None:
    out = run("score", *HANDS, "--compare", "remi,rummy,block").out
    assert [line.split() for line in out.splitlines()] == [
        ["remi", "rummy", "block"], ["Ana", "0", "0", "0"], ["Bo", "36", "36", "36"],
        ["Cy", "0", "0", "0"],
    ]  # fmt: skip
    sheets = run("score", "rummy", *HANDS, "--set", "ace=high_or_low", "--compare", "remi",
                 "--json").json  # fmt: skip
    assert [sheet["totals"]["Bo"] for sheet in sheets] == [50, 36]


def test_score_of_an_empty_hand_that_nobody_spoke_of(run: Any) -> None:
    hands = ("--hand", "Ana: Ks 7h", "--hand", "Bo:")
    (sheet,) = run("score", "remi", *hands, "--json").json
    assert sheet["totals"] == {"Ana": 0, "Bo": 17}
    assert sheet["notes"] == ["Bo holds no card, so Bo went out; say --out if somebody else did"]
    one, two = run("score", *hands, "--compare", "rummy,three-thirteen", "--json").json
    assert "Bo went out" in one["notes"][0]
    assert two["notes"][0] == "scored as if nobody went out: say who did with --out"
    (sheet,) = run("score", "remi", *hands, "--hand", "Cy:", "--json").json
    assert sheet["notes"] == ["scored as if nobody went out: say who did with --out"]
    (sheet,) = run("score", "rummy", *hands, "--whole-hand", "--json").json
    assert sheet["totals"] == {"Ana": 0, "Bo": 34} and sheet["notes"] == []
    assert run("score", "remi", *hands, "--out", "Bo", "--json").json[0]["notes"] == []


def test_score_tells_house_rules_apart(run: Any, tmp_path: Path) -> None:
    for name, title in (("a", 'title = "Ours"'), ("b", "")):
        text = f'base = "rummy"\n{title}\n[options]\nace_points = 1\n'
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    words = ("score", *HANDS, "--compare", "rummy,a.toml,b.toml")
    heads = [sheet["variant"] for sheet in run(*words, "--json").json]
    assert heads == ["rummy", "Ours", "rummy ace_points=1"]
    assert run(*words).out.splitlines()[0].split(None, 1)[0] == "rummy"


def test_score_of_a_log(run: Any, game: Path) -> None:
    sheets = run("score", "--log", "game.rummy", "--json").json
    totals = run("replay", "game.rummy", "--json").json["games"][0]["totals"]
    for name, points in totals.items():
        assert sum(sheet["totals"][name] for sheet in sheets) == points
    (sheet,) = run("score", "rummy", "--log", "game.rummy", "--deal", "1", "--json").json
    assert (sheet["variant"], sheet["deal"]) == ("rummy", 1)
    assert "Deal 2\n" in run("score", "--log", "game.rummy").out


def test_score_of_a_deal_that_is_not_over(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.rummy").write_text(begun(), encoding="utf-8")
    refused(run("score", "--log", "a.rummy"), "no deal of a.rummy is over")
    refused(run("score", "--log", "a.rummy", "--deal", "1"), "deal 1 of a.rummy is not over")


TWO_DEALS = """rummy-lab log 1
variant: rummy
players: Ana, Bo
seed: 149

deal 1
1 Bo: take Kd meld 2d 3d 4d  # so far so good
2 Ana: draw lay Ad on 1 discard Kd
3 Bo: draw discard 7h

deal 2
1 Ana: draw
"""


def test_replay_stops_a_deal_where_it_breaks_and_goes_on_with_the_next(
    run: Any, tmp_path: Path
) -> None:
    def told(old: str, new: str) -> tuple[str, Any]:
        (tmp_path / "a.rummy").write_text(TWO_DEALS.replace(old, new), "utf-8")
        out = run("replay", "a.rummy").out
        assert "Rummy, deal 2: Ana, Bo, Bo deals\n1 Ana: draw\nAna has drawn" in out
        return out.split("\nRummy, deal 2")[0], run("replay", "a.rummy", "--json").json

    first, read = told("4d ", "4d discard 8s ")
    assert first.splitlines()[1:] == [
        "1 Bo: take Kd meld 2d 3d 4d discard 8s  # so far so good",
        "2 Ana: draw lay Ad on 1",
        "The log breaks off here: line 8, column 25: discard Kd: Ana does not hold K♦ "
        "(rummy-5, stated)",
    ]
    broken = read["games"][0]["deals"][0]["broken"]
    assert (broken["line"], broken["column"], broken["reasons"][0]["code"]) == (8, 25, "not_held")
    assert len(read["games"][0]["deals"][0]["actions"]) == 5

    first, _ = told("", "")
    assert first.splitlines()[1:] == [
        "1 Bo: take Kd meld 2d 3d 4d  # so far so good",
        "The log breaks off here: line 7, column 15: turn 1 does not end: Bo must still discard "
        "before Ana plays",
    ]
    first, _ = told("take Kd", "take Kx")
    (only,) = first.splitlines()[1:]
    assert only.startswith("The log breaks off here: line 7, column 12: 'Kx' is no card")
    first, _ = told("deal 1\n", "deal 1\nupcard: Kx\n")
    assert "breaks off here: line 7, column 9: 'Kx' is no card" in first.splitlines()[1]


def test_replay_leaves_out_only_what_was_not_played(run: Any, tmp_path: Path) -> None:
    """Passes that a log leaves out are played, and hide nothing that is written."""
    text = """rummy-lab log 1
variant: contract-classic
players: Ana, Bo, Cy, Dee
seed: 7
deal 1
1 Bo: pass (Dee buys) draw discard 2x
"""
    deal = rl.Deal(rl.variant("contract-classic"), ["Ana", "Bo", "Cy", "Dee"], seed=7)
    for action in ("pass", "pass", "buy", "draw"):
        deal.apply(action)
    held = next(card for card in deal.hands[1])
    text = text.replace(
        "2x", f"{held}\n2 Cy: pass (Dee passes) (Ana passes) (Bo passes) meld 7h 7d 7c"
    )
    (tmp_path / "a.rummy").write_text(text, "utf-8")
    lines = run("replay", "a.rummy").out.splitlines()
    assert lines[1] == f"1 Bo: pass (Dee buys) draw discard {held}"
    assert lines[2] == "2 Cy: pass (Dee passes) (Ana passes) (Bo passes)"
    assert lines[3].startswith("The log breaks off here: line 7, column 50: meld 7h 7d 7c: ")


# --- log check, log stats ---------------------------------------------------------------------


def test_log_check(run: Any, game: Path, tmp_path: Path) -> None:
    ran = run("log", "check", "game.rummy")
    deals = len(rl.load(game).deals)
    assert ran == (0, f"1 file, 1 game, {deals} deals: no errors\n", "")
    (tmp_path / "bad.rummy").write_text(TWO_DEALS, "utf-8")
    ran = run("log", "check", "game.rummy", "bad.rummy")
    assert ran.status == 1 and ran.err == ""
    first, last = ran.out.splitlines()
    assert first.startswith("bad.rummy:7:15: turn 1 does not end: Bo must still discard")
    assert last == f"2 files, 2 games, {deals + 2} deals: 1 error"
    ran = run("log", "check", "none.rummy", "bad.rummy")
    assert ran.status == 2 and ran.out.splitlines()[::2] == [
        "none.rummy: No such file or directory",
        "2 files, 1 game, 2 deals: 1 error; 1 file could not be read",
    ]


def test_log_check_as_json_and_from_the_standard_input(
    run: Any, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = TWO_DEALS.replace("4d ", "4d discard 8s ")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(bad.encode())))
    ran = run("log", "check", "-", "game.rummy", "none.rummy", "--json")
    assert ran.status == 2
    one, two, three = ran.json
    assert (one["file"], one["games"], one["deals"], one["unusable"]) == ("-", 1, 2, None)
    (error,) = one["errors"]
    assert (error["line"], error["column"], error["reasons"][0]["code"]) == (8, 25, "not_held")
    assert two["errors"] == [] and two["games"] == 1
    assert three["unusable"] == "No such file or directory"


def test_log_stats(run: Any, game: Path) -> None:
    log = rl.load(game)
    ran = run("log", "stats", "game.rummy")
    assert ran.status == 0 and ran.out.startswith(f"Remi: 1 game, {len(log.deals)} deals\n")
    (told,) = run("log", "stats", "game.rummy", "--json").json
    assert (told["games"], told["over"], told["deals"]) == (1, 1, len(log.deals))
    assert sum(told["endings"].values()) == told["deals"]
    lengths = [deal.turns[-1].turn for deal in log.deals]
    assert told["turns"] == {
        "mean": sum(lengths) / len(lengths), "least": min(lengths), "most": max(lengths),
    }  # fmt: skip
    best = max(log.totals.values())
    for player in told["players"]:
        total = log.totals[player["name"]]
        assert player["points"] == pytest.approx(total / len(log.deals))
        assert player["won"] == (total == best) and player["games"] == 1
    out = sum(told["endings"].get(how, 0) for how in ("out", "last turns"))
    assert sum(player["went_out"] for player in told["players"]) == out > 0


def test_log_stats_sums_up_each_set_of_rules(run: Any, game: Path, tmp_path: Path) -> None:
    run("play", "remi", "--seed", "8", "--names", "Bo,Cy", "--out", "two.rummy")
    (tmp_path / "bad.rummy").write_text(TWO_DEALS, "utf-8")
    ran = run("log", "stats", "two.rummy", "game.rummy", "bad.rummy", "--json")
    assert ran.status == 1 and ran.err.startswith("bad.rummy:7:15: ")
    remi, rummy = ran.json
    assert (remi["rules"], remi["games"], rummy["rules"], rummy["games"]) == ("remi", 2, "rummy", 1)
    assert [player["games"] for player in remi["players"]] == [2, 1, 1]
    assert sum(player["won"] for player in remi["players"]) == 2
    assert rummy["endings"] == {"broken": 1, "not over": 1} and rummy["over"] == 0
    assert rummy["turns"] is None and rummy["players"][0]["points"] is None
    out = run("log", "stats", "two.rummy", "bad.rummy").out
    assert "\n\nRummy: 1 game (0 over), 2 deals\n  not played to the end: 1 (50%)\n" in out
    assert run("log", "stats", "none.rummy") == (
        2, "no games\n", "none.rummy: No such file or directory\n"
    )  # fmt: skip


# --- log convert ------------------------------------------------------------------------------


def test_log_convert_to_every_form_and_back(run: Any, game: Path, tmp_path: Path) -> None:
    log = rl.load(game)
    said = f": 1 game, {len(log.deals)} deals\n"
    assert run("log", "convert", "game.rummy", "a.jsonl.gz") == (0, f"a.jsonl.gz{said}", "")
    assert run("log", "convert", "a.jsonl.gz", "b.rummy").status == 0
    assert (tmp_path / "b.rummy").read_bytes() == game.read_bytes()
    assert run("log", "convert", "game.rummy", "c", "--to", "jsonl").status == 0
    assert (tmp_path / "c").read_text("utf-8") == rl.dumps(log, format="jsonl")
    assert run("log", "convert", "game.rummy", "sheet.csv").status == 0
    assert (tmp_path / "sheet.csv").read_text("utf-8") == rl.write_scores(log)
    assert run("log", "convert", "sheet.csv", "d.rummy", "--rules", "remi").status == 0
    assert rl.load(tmp_path / "d.rummy").totals == log.totals
    for form in ("csv", "parquet"):
        assert run("log", "convert", "game.rummy", form, "--to", form) == (0, f"{form}{said}", "")
        deals = rl.read_tables(tmp_path / form)["deals"]
        assert len(deals) == len(log.deals)


def test_log_convert_of_many_games(run: Any, game: Path, tmp_path: Path) -> None:
    text = game.read_text("utf-8") * 2
    (tmp_path / "two.rummy").write_text(text, "utf-8")
    assert run("log", "convert", "two.rummy", "two.jsonl").out.startswith("two.jsonl: 2 games, ")
    assert rl.dumps(rl.load(tmp_path / "two.jsonl")) == text
    assert run("log", "convert", "two.rummy", "tables", "--to", "csv").status == 0
    assert len(rl.read_tables(tmp_path / "tables")["games"]) == 2
    refused(
        run("log", "convert", "two.rummy", "two.csv"),
        "there are 2 games, and a score sheet has one",
    )
    assert not (tmp_path / "two.csv").exists()


def test_log_convert_keeps_what_is_wrong_and_says_so(run: Any, tmp_path: Path) -> None:
    (tmp_path / "bad.rummy").write_text(TWO_DEALS, "utf-8")
    ran = run("log", "convert", "bad.rummy", "bad.jsonl")
    assert ran.status == 1 and ran.err.startswith("bad.rummy:7:15: turn 1 does not end")
    last = ran.err.splitlines()[-1]
    assert last == "bad.jsonl is written all the same, with every line: 1 error"
    assert rl.load(tmp_path / "bad.jsonl") == rl.load(tmp_path / "bad.rummy")
    ran = run("log", "convert", "bad.rummy", "tables", "--to", "csv")
    assert ran.status == 1
    assert "tables is written all the same, with what could be read: 1 error" in ran.err
    assert len(rl.read_tables(tmp_path / "tables")["errors"]) == 1


@pytest.mark.parametrize("form", ["rummy", "jsonl", "scores", "csv"])
def test_log_convert_strict_writes_nothing_of_a_log_with_errors(
    run: Any, game: Path, tmp_path: Path, form: str
) -> None:
    (tmp_path / "bad.rummy").write_text(game.read_text("utf-8") + TWO_DEALS, "utf-8")
    ran = run("log", "convert", "bad.rummy", "out", "--to", form, "--strict")
    assert (ran.status, ran.out) == (1, "") and not (tmp_path / "out").exists()
    assert ran.err.splitlines()[-1] == "out is not written: 1 error"
    assert run("log", "convert", game.name, "out", "--to", form, "--strict").status == 0
    assert (tmp_path / "out").exists()


@pytest.mark.parametrize(("words", "said"), [
    ("game.rummy there.rummy", "there.rummy is there already"),
    ("game.rummy out.txt", "say what out.txt is to be with --to: one of rummy, jsonl"),
    ("game.rummy out --to jsonline", "that is no form; did you mean 'jsonl'?"),
    ("game.rummy out.rummy --rules remi", "game.rummy says its rules itself"),
    ("sheet.csv out.rummy", "say by which rules sheet.csv was won"),
    ("sheet.csv out.rummy --rules remy", "did you mean 'remi'"),
    ("game.rummy no/such.rummy", "no/such.rummy cannot be written: No such file"),
])  # fmt: skip
def test_log_convert_of_what_is_wrong(
    run: Any, game: Path, tmp_path: Path, words: str, said: str
) -> None:
    (tmp_path / "there.rummy").write_text("dear to me")
    (tmp_path / "sheet.csv").write_text("Ana,Bo\n36,0\n")
    refused(run("log", "convert", *words.split()), said)
    assert (tmp_path / "there.rummy").read_text() == "dear to me"


def test_log_convert_of_a_file_that_is_none(run: Any, tmp_path: Path) -> None:
    (tmp_path / "x.rummy").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    (tmp_path / "x.csv").write_bytes(b"")
    for words in ("none.rummy a.jsonl", "x.rummy a.jsonl", "x.rummy tables --to csv",
                  "x.csv a.rummy --rules remi", "none.csv a.rummy --rules remi"):  # fmt: skip
        ran = run("log", "convert", *words.split())
        assert ran.status == 2 and ran.out == "" and ran.err.count("\n") == 1, ran
        assert words.split()[0] in ran.err
    assert {path.name for path in tmp_path.iterdir()} == {"x.rummy", "x.csv"}


# --- score sheets, several games --------------------------------------------------------------


def test_lines_of_errors_count_from_the_beginning_of_the_file(run: Any, tmp_path: Path) -> None:
    (tmp_path / "two.rummy").write_text(TWO_DEALS * 2, "utf-8")
    lines = run("log", "check", "two.rummy").out.splitlines()
    above = TWO_DEALS.count("\n")
    assert [line.split(":")[1] for line in lines[:2]] == ["7", str(7 + above)]
    assert lines[2] == "1 file, 2 games, 4 deals: 2 errors"


def test_deals_without_play_and_struck_ones_are_told_as_such(run: Any, tmp_path: Path) -> None:
    log = rl.score_log("rummy", ["Ana", "Bo"], [(36, 0), (0, 12)]).struck(2).with_deal((0, 160))
    rl.dump(log.corrected(1, {"Ana": 32}), tmp_path / "sheet.rummy")
    (told,) = run("log", "stats", "sheet.rummy", "--json").json
    assert told["endings"] == {"score only": 2, "struck": 1} and told["over"] == 1
    assert told["turns"] is None
    ana, bo = told["players"]
    assert (ana["points"], ana["won"], bo["points"], bo["won"]) == (16, 0, 80, 1)
    out = run("replay", "sheet.rummy").out
    assert out.count("Struck: the deal does not count.\n") == 1
    assert out.count("Only the points are written.\n") == 3
    assert "Ana 32, Bo 0" in out and "\nTotals: Ana 32, Bo 160" in out
    deals = run("replay", "sheet.rummy", "--json").json["games"][0]["deals"]
    assert [deal["struck"] for deal in deals] == [False, True, False]
