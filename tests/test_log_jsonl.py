"""Logs as JSON Lines: the same log in another form; what is wrong in one has a line and a column."""

from __future__ import annotations

import gzip
import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logging_games import from_the_middle, some_game, states, with_more

import rummy_lab as rl
from rummy_lab.actions import VERBS
from rummy_lab.log import files, loading
from rummy_lab.log.reading import MOST_CHARACTERS
from rummy_lab.log.words import WORDS

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted([*ROOT.glob("datasets/games/*.rummy"), *ROOT.glob("tests/logs_v1/*.rummy")])
HEAD = """{"log": 1}
{"variant": "rummy"}
{"players": ["Ana", "Bo", "Cy"]}
{"seed": 7}
{}
{"deal": 1}
"""
"""The head of `logging_games` in JSON: Bo holds 3s 4s 6c Jc Js Jd Qd, the upcard is 7d."""


def both_ways(log: rl.Log) -> rl.Log:
    """A log must come back from JSON equal, with the same errors, and be written the same."""
    text, rows = rl.dumps(log), rl.dumps(log, format="jsonl")
    read = rl.loads(rows)
    assert read == log
    assert rl.dumps(read) == text and rl.dumps(read, format="jsonl") == rows
    again = rl.loads(text)
    assert again == log
    assert [(e.line, e.message) for e in read.errors] == [(e.line, e.message) for e in again.errors]
    assert states(read) == states(again)
    return read


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_come_back(path: Path) -> None:
    log = both_ways(rl.load(path))
    for row in rl.dumps(log, format="jsonl").splitlines():
        assert isinstance(json.loads(row), dict)


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_games_and_positions_come_back(seed: int) -> None:
    rng = random.Random(seed)
    game = some_game(rng)
    log = game.log if rng.random() < 0.5 else from_the_middle(game.deals[-1], rng, hidden=True).log
    both_ways(rl.loads(with_more(rl.dumps(log), rng, [("place", "Cluj # 1"), ('"seed"', "x")])))


def test_what_a_line_is_in_json() -> None:
    text = r"""rummy-lab log 1  # ours
variant: contract-classic
buys: none
house: Our # table
players: "Bo: 1", Ana, דנה
seed: 123456789012345678901234567890
totals: Ana 37/2
"targets": two

# a comment
deal 3
hand Ana: 7h JK ??
discards: 9h 10h
meld Ana: 9s JK=9h 9d
by 1: Ana, Ana, דנה
turn: Ana
phase: draw
stock_known: false
recycles: 2
choices: draw, take 9h
1 Ana: pass (דנה buys [7h]) draw [stock 7h 8h] lay 10h on 1 swap 9h on 1  # hm
score: Ana 1/2
well played"""
    rows = [json.loads(row) for row in rl.dumps(rl.loads(text), format="jsonl").splitlines()]
    assert [row for row in rows if "preset" not in row] == [
        {"log": 1, "comment": " ours"},
        {"variant": "contract-classic"},
        {"buys": None},
        {"house": 'Our', "comment": " table"},
        {"players": ["Bo: 1", "Ana", "דנה"]},
        {"seed": "123456789012345678901234567890"},
        {"totals": {"Ana": "37/2"}},
        {"field": "targets", "value": "two", "quoted": True},
        {},
        {"comment": " a comment"},
        {"deal": 3},
        {"hand": "Ana", "cards": ["7h", "JK", "??"]},
        {"discards": ["9h", "10h"]},
        {"meld": "Ana", "cards": ["9s", "JK=9h", "9d"]},
        {"by": 1, "players": ["Ana", "Ana", "דנה"]},
        {"turn": "Ana"},
        {"phase": "draw"},
        {"stock_known": False},
        {"recycles": 2},
        {"choices": ["draw", "take 9h"]},
        {"turn": 1, "player": "Ana", "actions": [
            {"action": "pass"},
            {"by": "דנה", "action": "buy", "drawn": "7h"},
            {"action": "draw", "order": ["7h", "8h"]},
            {"action": "lay", "cards": ["10h"], "on": 1},
            {"action": "swap", "card": "9h", "on": 1},
        ], "comment": " hm"},
        {"score": {"Ana": "1/2"}},
        {"unread": "well played"},
    ]  # fmt: skip
    presets = [row["preset"] for row in rows if "preset" in row]
    assert {"packs": {"3-4": 2, "5-8": 3}}.items() <= presets[1].items()


def test_what_other_programs_may_write() -> None:
    log = rl.loads(
        HEAD
        + '  { "player":"Bo" , "turn":1, "actions": ["Draw", {"action":"discard","card":"Q♦"}] }\n'
        '{"actions": ["draw"], "turn": 2, "player": "Cy"}\n{"field": "score", "value": "#1"}\n'
    )
    assert log.errors == []
    assert rl.dumps(log).splitlines()[-3:] == [
        "1 Bo: draw discard Qd", "2 Cy: draw", '"score": "#1"',
    ]  # fmt: skip
    both_ways(log)
    points = rl.loads(HEAD + '{"score": {"Ana": 18.5, "Bo": 0, "Cy": "37/2"}}')
    assert (
        points.errors == []
        and rl.dumps(points).splitlines()[-1] == "score: Ana 37/2, Bo 0, Cy 37/2"
    )


def test_text_and_json_may_follow_each_other() -> None:
    one, two = rl.play(rl.variant("block"), seed=3), rl.play(rl.variant("rummy", target=30), seed=3)
    log = rl.loads(rl.dumps(one) + rl.dumps(two, format="jsonl"))
    assert log.errors == [] and rl.dumps(log) == rl.dumps(one) + rl.dumps(two)


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        ('{"turn": 1', 11, "this is no JSON: Expecting ',' delimiter"),
        ('{"turn": 1} x', 13, "this is no JSON: Extra data"),
        ("{turn: 1}", 2, "this is no JSON: Expecting property name"),
        ('{"a": ' * 9000, 1, "nested too deeply"),
        ('{"a": ' * 20000, 80001, "lines are read up to 80000"),
        ('{"a": ' + "[" * 5000, 1, "nested too deeply"),
        ('{"turn": 1, "turn": 2}', 1, "the key 'turn' stands twice"),
        ('{"seed": NaN}', 1, "NaN is no number of a log"),
        ('{"seed": ' + "9" * 5000 + "}", 1, "Exceeds the limit"),
        ('{"place": "Cluj"}', 1, "'place' is no key of a log"),
        ('{"scoer": {}}', 1, "did you mean 'score'?"),
        ('{"score": 3}', 2, "score: 3 is no table of names"),
        ('{"score": {"Ana": true}}', 2, "score: True is no whole number"),
        ('{"score": {"Ana": "x"}}', 2, "'x' is no number of points"),
        ('{"score": {"Ana": 1e400, "Bo": 0, "Cy": 0}}', 2, "'1e400' is no number of points"),
        ('{"score": {"Ana": 1, "Zed": 0}}', 2, "'Zed' is no player; there are Ana"),
        ('{"hand": "Ana"}', 2, "'hand' has a second key, 'cards'"),
        ('{"hand": 7, "cards": []}', 2, "hand: 7 is no text"),
        ('{"hand": "", "cards": []}', 2, "hand of whom? Write 'hand Cy: ...'"),
        ('{"hand": "Ana", "cards": ["7h 8h"]}', 2, "'7h 8h' is no text like '7h'"),
        ('{"hand": "Ana", "cards": ["7x"]}', 2, "'7x' is no card"),
        ('{"hand": "Ana", "cards": [], "mood": 1}', 2, "'mood' does not stand beside 'hand'"),
        ('{"phase": "draw", "recycles": 1}', 2, "'recycles' does not stand beside 'phase'"),
        ('{"phase": true}', 2, "phase: True is no text"),
        ('{"recycles": 1.5}', 2, "recycles: '1.5' is no whole number"),
        ('{"ace": "high"}', 2, "'ace' belongs above the first 'deal' line"),
        ('{"deal": 0}', 2, "deals are numbered from 1"),
        ('{"deal": "two"}', 2, "deal: 'two' is no whole number"),
        ('{"log": 7}', 1, "the log is of version 7"),
        ('{"comment": 4}', 1, "4 is no text"),
        ('{"comment": "a\\nb"}', 1, "U+000A cannot stand in a comment"),
        ('{"turn": 1, "actions": ["draw"]}', 1, "the player is missing"),
        ('{"player": "Bo", "actions": ["draw"]}', 1, "the number of the turn is missing"),
        ('{"turn": -1, "player": "Bo", "actions": ["draw"]}', 1, "-1 is no number of a turn"),
        ('{"turn": 1, "player": "Bo", "actions": []}', 1, "nothing is done in this turn"),
        ('{"turn": 1, "player": "Bo", "actions": 5}', 29, "5 is no list of actions"),
        ('{"turn": 1, "player": "Bo", "actions": [5]}', 1, "5 is no action"),
        ('{"turn": 1, "player": "Bo", "actions": [{"action": "discrad"}]}', 42, "mean 'discard'?"),
        ('{"turn": 1, "player": "Bo", "actions": [{"action": "discard"}]}', 42, "one card follows"),
        ('{"turn": 1, "player": "Bo", "actions": [{"action": "draw", "card": "7h"}]}', 42,
         "'card' does not stand beside 'action'"),
        ('{"turn": 1, "player": "Bo", "actions": [{"action": "discard", "card": "7h (Cy buys)"}]}',
         42, "is no text like '7h'"),
        ('{"turn": 1, "player": "Bo", "actions": [{"action": "draw"}, {"action": "lay", "cards": '
         '["7h"], "on": "1"}]}', 62, "'1' is no whole number"),
        ('{"turn": 1, "player": "Bo", "actions": [{"action": "draw", "drawn": "7h", "order": []}]}',
         42, "say no 'drawn' beside it"),
        ('{"turn": 1, "player": "Bo", "actions": [{"action": "draw", "by": ""}]}', 42, "who else"),
        ('{"turn": 1, "player": "Boo", "actions": [{"action": "draw"}]}', 13, "did you mean 'Bo'?"),
        ('{"turn": 1, "player": "Bo", "actions": [{"action": "draw"}, '
         '{"action": "discard", "card": "Kh"}]}', 62, "discard Kh: Bo does not hold K♥"),
    ],
)  # fmt: skip
def test_mistakes_in_json(row: str, column: int, message: str) -> None:
    log = rl.loads(HEAD + row + "\n")
    error = next(e for e in log.errors if message in e.message)
    assert (error.line, error.column) == (7, column), error
    assert rl.loads(rl.dumps(log)) == log == rl.loads(rl.dumps(log, format="jsonl"))


def test_a_line_that_cannot_be_read_is_kept_in_both_forms() -> None:
    odd = '{"turn": 1, "player": "Bo", "mood": 3}'
    log = rl.loads(f"{HEAD}{odd}\nwell played\n")
    assert len(log.errors) == 2
    assert rl.dumps(log).splitlines()[-2:] == [odd, "well played"]
    assert rl.dumps(log, "jsonl").splitlines()[-2:] == [odd, '{"unread": "well played"}']
    both_ways(log)
    newer = rl.loads(HEAD + '{"log": 9}\n{"deal": 1}\nwhat: ever\n')
    assert rl.dumps(newer, "jsonl").splitlines()[-2:] == ['{"deal": 1}', '{"unread": "what: ever"}']
    both_ways(newer)


def test_what_lies_behind_a_limit_is_kept_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MOST_LINES", 50)
    rows = [*HEAD.splitlines(), *('{"comment": "x"}' for _ in range(50)), "# x", "{a"]
    log = rl.loads("\n".join(rows))
    assert len(log.errors) == 1 and "more lines are not read" in log.errors[0].message
    both_ways(log)
    text = rl.loads("rummy-lab log 1\n" + "#\n" * 50 + "variant: rummy\ndeal 1\n")
    both_ways(text)
    long = rl.loads(f"rummy-lab log 1\nvariant: rummy\nplayers: 2\nx: {'y' * MOST_CHARACTERS}")
    assert len(long.errors) == 1
    both_ways(long)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "it is empty"),
        ('{"comment": "x"}\n{"variant": "rummy"}', "it begins with 'variant: rummy'"),
        ('{"log": 9}', "the log is of version 9"),
        ('{"log": "1"}', 'it begins with \'{"log": "1"}\''),
        ("[1, 2]", "it begins with '[1, 2]'"),
        ('{"unread": "x"}', "it begins with 'x'"),
    ],
)
def test_json_that_is_no_log(text: str, message: str) -> None:
    with pytest.raises(rl.LogError) as error:
        rl.loads(text)
    assert message in error.value.message


# --- files ------------------------------------------------------------------------------------


def test_the_name_of_a_file_says_how_it_is_written(tmp_path: Path) -> None:
    log = rl.play(rl.variant("rummy", target=30), seed=7, names=["Ana", "דנה"])
    text, rows = rl.dumps(log).encode(), rl.dumps(log, format="jsonl").encode()
    wanted = {"a.rummy": text, "a.jsonl": rows, "a.txt": text, "A.JSONL": rows}
    for name, data in wanted.items():
        rl.dump(log, tmp_path / name)
        assert (tmp_path / name).read_bytes() == data
        packed = tmp_path / f"{name}.gz"
        rl.dump(log, packed)
        assert gzip.decompress(packed.read_bytes()) == data
        assert rl.load(packed) == log == rl.load(tmp_path / name)
    first = (tmp_path / "a.rummy.gz").read_bytes()
    rl.dump(log, tmp_path / "other.gz")
    assert (tmp_path / "other.gz").read_bytes() == first
    rl.dump(log, tmp_path / "a.txt", format="jsonl")
    assert (tmp_path / "a.txt").read_bytes() == rows
    with pytest.raises(ValueError, match="format='json' is none of text, jsonl"):
        rl.dump(log, tmp_path / "a.txt", format="json")
    with pytest.raises(ValueError, match="format='json' is none of text, jsonl"):
        rl.dumps(log, format="json")


def test_packed_files_that_are_broken_or_burst(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.rummy.gz"
    rl.dump(rl.play(rl.variant("rummy"), seed=7), path)
    data = path.read_bytes()
    for broken in (data[:-5], data[:200], data[:4] + b"x" * 50, b"\x1f\x8b", data[:-8] + b"\0" * 8):
        path.write_bytes(broken)
        with pytest.raises(rl.LogError, match=r"game\.rummy\.gz is broken: gzip cannot unpack it"):
            rl.load(path)
    monkeypatch.setattr(files, "MOST_BYTES", 5000)
    path.write_bytes(gzip.compress(b"#" * 10_000_000))
    with pytest.raises(rl.LogError, match="too large: logs are read up to 5000 bytes"):
        rl.load(path)


# --- anything ---------------------------------------------------------------------------------

KEYS = [*WORDS, "log", "deal", "player", "actions", "field", "value", "quoted", "comment", "unread",
        "cards", "points", "why", "x"]  # fmt: skip
SMALL = st.sampled_from(["Ana", "Bo", "7h", "JK", "??", "draw", "high", "3", "1/2", "", 0, 1, 7, -1,
                         2**70, True, None, 1.5, float("inf"), "a # b", "\u2028", "\ud800", "\0",
                         "{", "deal 1", "take 9d"])  # fmt: skip
ACTIONS = st.dictionaries(
    st.sampled_from(["action", "by", "card", "cards", "melds", "on", "drawn", "order"]),
    st.sampled_from([*VERBS, "7h", "JK=9h", ["7h"], [["7h"]], 1, None, "Bo", []]),
    max_size=4,
)
ANY = st.recursive(
    SMALL | ACTIONS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["Ana", "Bo", "2"]), inner)
    ),
    max_leaves=8,
)


@given(
    st.lists(st.dictionaries(st.sampled_from(KEYS), ANY, max_size=3), max_size=8), st.integers(1, 2)
)
@settings(max_examples=300, deadline=None)
def test_any_json(objects: list[dict[str, object]], version: int) -> None:
    rows = [json.dumps(one, ensure_ascii=False) for one in objects]
    both_ways(rl.loads(HEAD.replace('"log": 1', f'"log": {version}') + "\n".join(rows)))
    with suppress(rl.LogError):
        both_ways(rl.loads(f'{{"log": {version}}}\n' + "\n".join(rows)))


@given(st.lists(st.fixed_dictionaries({"turn": st.integers(0, 3), "player": st.sampled_from(["Bo", "Cy"]),
                                       "actions": st.lists(ACTIONS, max_size=3)}), max_size=4))  # fmt: skip
@settings(max_examples=100, deadline=None)
def test_any_turns(turns: list[dict[str, object]]) -> None:
    both_ways(rl.loads(HEAD + "\n".join(map(json.dumps, turns))))


@pytest.mark.parametrize("row", [
    '{"field": "{a", "value": "x"}', '{"field": "{}", "value": ""}',
    '{"deal": 1}\n{"turn": 1, "player": "{a", "actions": ["draw"]}',
    '{"deal": 1}\n{"player": "{a", "actions": ["draw"]}',
    '{"deal": 1}\n{"hand": "{a", "cards": ["7h"]}',
])  # fmt: skip
def test_a_name_that_begins_like_json_is_no_json(row: str) -> None:
    text = HEAD.replace('["Ana"', '["{a"')
    assert text != HEAD
    both_ways(rl.loads(f"{text}{row}\n"))
