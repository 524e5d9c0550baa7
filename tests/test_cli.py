"""The `rummy-lab` command: what it prints, its JSON, its exit status, and bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from commanding import ROOT, process, refused

import rummy_lab as rl
from rummy_lab import __version__, launch
from rummy_lab.cli import app
from rummy_lab.cli.common import use_any_terminal


def commands(group: Any, before: str = "") -> Iterator[str]:
    """Every command there is, those of groups with the group's name before theirs."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}"


COMMANDS = tuple(commands(typer.main.get_command(app)))


# --- help -------------------------------------------------------------------------------------


def test_help_names_every_command(run: Any) -> None:
    out = run("--help").out
    assert len(COMMANDS) >= 14
    assert all(f"\n  {name.split()[0]} " in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example_and_describes_its_json(run: Any, name: str) -> None:
    ran = run(*name.split(), "--help")
    assert ran.status == 0 and f"rummy-lab {name}" in ran.out.split("Example", 1)[1]
    assert ("\n  --json:" in ran.out) == ("Print JSON" in ran.out) and "\\b" not in ran.out


def test_version(run: Any) -> None:
    assert run("--version").out == f"rummy-lab {__version__}\n"


# --- rules ------------------------------------------------------------------------------------


def test_variants(run: Any) -> None:
    lines = run("variants").out.splitlines()
    assert [line.split()[0] for line in lines] == list(rl.variants())
    read = run("variants", "--json").json
    assert [(one["id"], one["players"], one["target"]) for one in read[:3]] == [
        ("remi", [2, 6], 200), ("rummy", [2, 6], 150), ("block", [2, 6], 200),
    ]  # fmt: skip
    assert [one["title"] for one in read] == [rules.title for rules in rl.variants().values()]


def test_rules(run: Any) -> None:
    out = run("rules", "remi", "--set", "ace=high_or_low").out
    assert "remi-7" in out and "remi-o6, stated" in out
    read = run("rules", "remi", "--use", "remi-o9", "--json").json
    assert read["options"]["target"] == -100 and set(read["changed"]) >= {"target", "scoring"}
    assert read["options"]["cards_dealt"] == {"2": 10, "3-4": 7, "5+": 6}
    assert read["clauses"][0].keys() >= {"id", "text", "standing"}
    assert read["named"][0]["id"] == "remi-o1"


def test_house_rules(run: Any, tmp_path: Path) -> None:
    text = run("rules", "remi", "--set", "target=300", "--toml").out
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    for words in (("house.toml",), ("--rules-file", "house.toml")):
        assert run("rules", *words, "--json").json["options"]["target"] == 300
    assert run("check", "--rules-file", "house.toml", "4s 5h 6d").status == 0
    assert run("check", "house.toml", "4s", "5h", "6d").status == 0
    refused(run("rules", "remi", "--rules-file", "house.toml"), "not both")
    refused(run("rules"), "say a variant")


def test_diff(run: Any) -> None:
    out = run("diff", "remi", "block").out
    assert "stock_out" in out and "remi-7, stated" in out and "block-1, stated" in out
    (row,) = run("diff", "remi", "block", "--json").json
    assert (row["option"], row["here"], row["there"]) == ("stock_out", "flip", "end")
    assert run("diff", "remi", "remi").out.startswith("No option differs")


# --- cards ------------------------------------------------------------------------------------


def test_check(run: Any) -> None:
    ran = run("check", "remi", "4s 5h 6d")
    assert ran.status == 0 and ran.out == "Remi: 4s 5h 6d is a run\n"
    ran = run("check", "rummy", "4s", "5h", "6d")
    assert ran.status == 1
    assert "Rummy: no meld" in ran.out and "rummy-9 (stated): A run is three" in ran.out


def test_check_cites_what_was_changed(run: Any) -> None:
    ran = run("check", "remi", "4s 5s 6s", "--set", "run_size=5")
    assert ran.status == 1 and "house:run_size (house): run_size is 5 here" in ran.out
    ran = run("check", "remi", "Ah 2h 3h", "--use", "remi-o5")
    assert ran.status == 1 and "remi-o5 (stated): The ace is high" in ran.out


def test_check_as_json(run: Any) -> None:
    read = run("check", "rummy", "Qs Ks As", "--set", "ace=high_or_low", "--json").json
    assert (read["legal"], read["kind"], read["meld"]) == (True, "run", "Qs Ks As")
    ran = run("check", "rummy", "4s 5h 6d", "--json")
    assert ran.status == 1 and ran.json["legal"] is False and ran.json["kind"] is None
    (reason,) = ran.json["reasons"]
    assert reason.items() >= {"code": "suits_differ", "clause": "rummy-9"}.items()


def test_melds(run: Any) -> None:
    out = run("melds", "rummy", "7h 8h 9h 9d 9c Ks").out
    assert out.splitlines()[-1] == "2 melds" and "run: 7h 8h 9h" in out
    read = run("melds", "rummy", "7h 8h 9h 9d 9c Ks", "--json").json
    assert {(one["kind"], tuple(one["cards"])) for one in read} == {
        ("run", ("7h", "8h", "9h")), ("set", ("9h", "9d", "9c")),
    }  # fmt: skip
    assert len(run("melds", "remi", "4s 5s 6s 7s", "--limit", "2", "--json").json) == 2
    assert run("melds", "rummy", "2c").out == "0 melds\n"


def test_arrange(run: Any) -> None:
    assert run("arrange", "rummy", "7h 8h 9h 9d 9c Ks").out == (
        "set: 9h 9d 9c\ndeadwood: Ks 7h 8h (25 points)\n"
    )
    read = run("arrange", "rummy", "7h 8h 9h 9d 9c Ks", "--json").json
    assert read == {"melds": ["9h 9d 9c"], "deadwood": ["Ks", "7h", "8h"], "points": 25}
    every = run("arrange", "rummy", "7h 8h 9h 9d 9c Ks", "--all", "--json").json
    assert sorted(one["points"] for one in every) == [25, 28]


# --- deals ------------------------------------------------------------------------------------


def test_deal(run: Any) -> None:
    read = run("deal", "rummy", "--players", "Ana,Bo", "--seed", "7", "--json").json
    assert list(read["hands"]) == ["Ana", "Bo"] and read["turn"] == "Bo"
    assert [len(hand) for hand in read["hands"].values()] == [10, 10]
    assert len(read["stock"]) == 31 and len(read["discards"]) == 1
    out = run("deal", "rummy", "--players", "Ana,Bo", "--seed", "7").out
    assert "Ana" in out and "Bo" in out
    again = run("deal", "rummy", "--players", "Ana,Bo", "--seed", "7", "--deal", "2", "--json").json
    assert again["dealer"] == "Bo" and again["hands"] != read["hands"]


def test_play_is_the_same_for_the_same_seed(run: Any, tmp_path: Path) -> None:
    words = ("play", "remi", "--players", "greedy,random", "--seed", "7")
    out = run(*words).out
    assert out == run(*words).out
    assert str(tmp_path / "game.rummy") in run(*words, "--out", str(tmp_path / "game.rummy")).out
    assert (tmp_path / "game.rummy").read_bytes().decode() == out
    read = run(*words, "--json").json
    assert read["log"] == out and read["winners"] and max(read["totals"].values()) >= 200


def test_play_does_not_write_over_a_file(run: Any, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("dear to me")
    refused(run("play", "rummy", "--out", "mine"), "mine is there already")
    assert (tmp_path / "mine").read_text() == "dear to me"
    assert run("play", "rummy", "--seed", "1", "--out", "mine", "--force").status == 0
    refused(run("play", "rummy", "--out", "no/such/folder"), "no/such/folder cannot be written")


@pytest.mark.parametrize(
    "words", ["play rummy", "dataset games/remi", "lesson remi", "export x.ipynb --no-execute"]
)
def test_what_cannot_be_written_is_named_as_it_was_typed(
    words: str, run: Any, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    run("lesson", "remi", "--out", "x.ipynb")
    told = run(*words.split(), "--out", "folder", "--force")
    refused(told, "rummy-lab: folder cannot be written: Is a directory")
    assert not list((tmp_path / "folder").iterdir())


def test_a_number_of_players_is_so_many_greedy_ones(run: Any) -> None:
    one, other = (run("simulate", "remi", "--deals", "2", "--players", seats, "--json").json
                  for seats in ("4", "greedy,greedy,greedy,greedy"))  # fmt: skip
    assert one == other and len(one["seats"]) == 4
    told = run("compare", "remi", "rummy", "--deals", "2", "--players", "3", "--json").json
    assert "out_2" in told["means"][0] and "out_3" not in told["means"][0]


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("rules rumy", "did you mean 'rummy'"),
        ("rules remi --use remi-o99", "no documented option of remi"),
        ("rules remi --use remi-o11", "say target=N"),
        ("rules remi --set tarrget=3", "did you mean 'target'"),
        ("rules remi --set target", "NAME=VALUE"),
        ("rules remi --set ace=middle", "ace is one of"),
        ("rules remi --set target=[", "no value"),
        ("rules remi --set target=none", "never end"),
        ("rules missing.toml", "missing.toml: No such file"),
        ("diff remi remmi", "did you mean 'remi'"),
        ("check rummy", "say the cards"),
        ("check rummy 1x", "'1x' is no card"),
        ("check rummy 7h --players 9", "2 to 6 players"),
        ("check rummy 7h 7h 7h", "is named 3 times"),
        ("melds rummy 7h 8h 0h", "'0h' is no card"),
        ("deal remi --players 7", "2 to 6 players"),
        ("deal remi --players Ana,Ana", "Ana"),
        ("deal remi --players ,", "name"),
        ("play remi --players greedy,gredy", "did you mean 'greedy'"),
        ("deal contract --deal 8", "deal=8: Contract Rummy has 7 deals"),
        ("deal remi --seed seven", "a seed is an integer, not 'seven'"),
        ("play remi --seed 1.5", "a seed is an integer, not '1.5'"),
        ("score remi", "say the hands"),
        ("score --hand Ana:7h", "say a variant"),
        ("score remi --hand Ana", "NAME: CARDS"),
        ("score remi --hand Ana: --hand Ana:", "names are unique"),
        ("score remi --hand Ana:7h --out Bo", "'Bo' is none of Ana"),
        ("score remi --hand Ana:?? --hand Bo:", "nobody recorded"),
        ("score --compare remi --set ace=high --hand Ana:", "name one"),
        ("score remi --hand Ana: --compare rumy", "did you mean 'rummy'"),
        ("play remi --players greedy", "like greedy,random, not 'greedy'"),
        ("deal remi --players -3", "a name for each seat like Ana,Bo, not '-3'"),
        (f"deal remi --players {'1' * 5000}", f"not '{'1' * 36}..."),
        (f"deal remi --seed {'1' * 5000}", f"not '{'1' * 36}..."),
        ("cross-check none.rummy --under remy", "none.rummy: No such file"),
        ("odds remy --hand 7h", "did you mean 'remi'"),
        ("odds rummy --hand 7h --players 9", "2 to 6 players"),
        ("simulate remy --deals 1", "did you mean 'remi'"),
        ("simulate remi --deals 0", "deals"),
        ("simulate remi --players greedy,gredy --deals 1", "did you mean 'greedy'"),
        ("simulate remi --players 9 --deals 1", "Remi is for 2 to 6 players, not 9"),
        ("compare remi rummy --players greedy --deals 1", "--players is a number, or a name for"),
        ("simulate remi --deals 1 --engine fats", "engine='fats' is none of auto, python, fast"),
        ("simulate contract --deals 1 --engine fast", "contracts are played by the engine only"),
        ("compare remi --deals 1", "two"),
        ("compare remi rumy --deals 1", "did you mean 'rummy'"),
        ("compare remi none.toml --deals 1", "none.toml: No such file"),
        ("log new no/such.rummy", "no is no folder"),
    ],
)
def test_what_a_user_gets_wrong_is_one_sentence(run: Any, words: str, said: str) -> None:
    refused(run(*words.split()), said)


def test_words_that_are_no_command_or_number(run: Any) -> None:
    wrong = {
        "chek": "No such command 'chek'",
        "deal remi --deal 0": "--deal",
        "log chek x": "No such command 'chek'",
        "log check": "FILE",
        "odds rummy --draws -1": "--draws",
        "simulate remi --workers 0": "--workers",
        "--port 99999": "port",
    }
    for words, said in wrong.items():
        ran = run(*words.split())
        assert ran.status == 2 and said in ran.err and "Traceback" not in ran.err


def test_house_file_that_is_none(run: Any, tmp_path: Path) -> None:
    for name, content in {"a.toml": b"\x89PNG\r\n\x00\xff", "b.toml": b"id = [",
                          "c.toml": b"ids = 3", "d.toml": b"a=" + b"[" * 5000}.items():  # fmt: skip
        (tmp_path / name).write_bytes(content)
        refused(run("rules", name), name)
    (tmp_path / "folder.toml").mkdir()
    refused(run("rules", "folder.toml"), "folder.toml")


def test_without_jupyterlab_one_sentence(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    refused(run(), "pip install -e '.[lab]'")


def test_options_of_the_launcher_are_handed_on(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(launch, "launch", lambda *args: told.append(args))
    assert run().status == 0
    assert run("--no-browser", "--port", "8899", "--ip", "0.0.0.0", "--dir", "x").status == 0
    assert told == [(None, None, None, True), (Path("x"), 8899, "0.0.0.0", False)]


# --- terminals --------------------------------------------------------------------------------


def test_terminal_that_cannot_show_the_suits() -> None:
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = process("check", "rummy", "4s 5h 6d", env=plain)
    assert done.returncode == 1 and "- 4s 5h 6d are not of one suit" in done.stdout.decode("ascii")
    done = process("deal", "remi", "--players", "Ана,بو", "--json",
                   env=plain)  # fmt: skip
    assert list(json.loads(done.stdout.decode("ascii"))["hands"]) == ["Ана", "بو"]


@pytest.mark.skipif(os.name == "nt", reason="pipes and bytes of POSIX")
def test_closed_pipe_and_odd_bytes() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-m", "rummy_lab", "rules", "remi"], stdout=write,
                          stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
                          timeout=60)  # fmt: skip
    os.close(write)
    assert done.stderr == b""
    done = process("check", "rummy", b"\xff\xfe 7h")
    assert done.returncode == 2 and b"is no card" in done.stderr and b"Traceback" not in done.stderr


def test_control_characters_are_not_sent_to_the_terminal() -> None:
    done = process("check", "rummy", "7h \x1b[31mred")
    assert done.returncode == 2 and b"\x1b" not in done.stderr
    for words in (["stats"], ["check"], ["convert", "--to", "csv", "--out", "new"]):
        done = process("log", *words, "no\x1b[31mfile.rummy")
        assert done.returncode == 2 and b"\x1b" not in done.stderr + done.stdout


def test_any_stream_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    use_any_terminal()
