"""Damaged and hostile logs: errors with a line, never a traceback, never a hang."""

from __future__ import annotations

import time

import pytest
from damaging import PIECES, Survived, run, survives
from hypothesis import given, settings
from hypothesis import strategies as st
from logging_games import HEAD

import rummy_lab as rl
from rummy_lab.log.errors import MOST_ERRORS
from rummy_lab.log.loading import MOST_LINES
from rummy_lab.log.reading import MOST_CHARACTERS

LOGS = 300
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_logs(part: int) -> None:
    tally = Survived()
    run(LOGS, part, PARTS, tally)
    assert tally.logs == LOGS / PARTS and min(tally.kinds.values()) > 5
    assert tally.wrong > LOGS / PARTS / 3 and tally.played > LOGS and tally.unhurt > LOGS


@given(st.text(max_size=300), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_text(text: str, head: bool) -> None:
    survives(HEAD + text if head else text)


@given(st.lists(st.sampled_from([*PIECES, "1 Bo:", "2 Cy:", "Ana", "Bo", "\n", " "]), max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_words(words: list[str]) -> None:
    survives(HEAD + " ".join(words).replace(" \n ", "\n"))


@given(st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_file(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    survives(text)
    survives(HEAD + text)


# --- no logs at all ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("\n# hello\n", "it is empty"),
        ("PK\x03\x04\0\0", "binary data"),
        ("<html><script>alert(1)</script>", "it begins with '<html><script>"),
        ("variant: rummy", "it begins with 'variant: rummy', not with 'rummy-lab log 1'"),
        ("rummy lab log 1", "it begins with 'rummy lab log 1'"),
        ("rummy-lab log 3", "the log is of version 3; this program reads versions 1 to 2"),
        ("rummy-lab log 999999999", "the log is of version 999999999"),
        ("rummy-lab log 0", "the log is of version 0"),
        ("rummy-lab log", "it begins with 'rummy-lab log', not with"),
    ],
)
def test_what_is_no_log(text: str, message: str) -> None:
    with pytest.raises(rl.LogError, match=r"line [0-9]+, column 1: ") as error:
        rl.loads(text)
    assert message in error.value.message
    assert isinstance(error.value, ValueError)


def test_what_is_no_text() -> None:
    with pytest.raises(rl.LogError, match="a log is text, not bytes"):
        rl.loads(b"rummy-lab log 1")  # type: ignore[arg-type]


# --- huge and odd -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "rummy-lab log 1\n" + "x\n" * 200_000,
        "rummy-lab log 1\n" + "\n" * 1_000_000,
        HEAD + "1 Bo: draw" + " draw" * 1_000_000,
        HEAD + "deal 5\n" * 10_000,
        HEAD + "".join(f"deal {n}\n" for n in range(2, 10_000)),
        HEAD + "1 Bo: draw discard Qd\n" * 20_000,
        "rummy-lab log 1\nvariant: rummy\nplayers: A, B\n" * 20_000,
        HEAD + "1 Bo: draw meld " + "7h " * 3_000,
        HEAD + "#" * 9_000 + "\n" + "# " * 4_000,
        HEAD.replace("log 1", "log 2") + "deal 5\ncorrect 7: Ana 3\nstrike 5:\n" * 10_000,
        HEAD + '{"plase": 1}\n' * 50_000,
        HEAD + ('{"' + "a" * 70_000 + '": 1}\n') * 100,
        HEAD + ('{"a": ' * 13_000 + "\n") * 100,
    ],
    ids=[
        "junk",
        "blank",
        "long line",
        "one deal",
        "deals",
        "turns",
        "games",
        "meld",
        "comments",
        "corrections",
        "keys",
        "long keys",
        "deep",
    ],
)
def test_huge_texts_take_little_time(text: str) -> None:
    begun = time.process_time()
    log = rl.loads(text)
    assert time.process_time() - begun < 30
    assert len(log.errors) <= MOST_ERRORS + 1
    assert rl.loads(rl.dumps(log)) == log


def test_what_lies_behind_a_limit_is_kept() -> None:
    rows = [*HEAD.splitlines(), *(f"# {n}" for n in range(MOST_LINES))]
    log = rl.loads("\n".join(rows))
    (error,) = log.errors
    assert error.line == MOST_LINES + 1 and "more lines are not read" in error.message
    assert rl.dumps(log).splitlines()[-1] == rows[-1]
    long = f"# {'x' * MOST_CHARACTERS}"
    log = rl.loads(f"{HEAD}{long}\n1 Bo: draw\n")
    assert [error.line for error in log.errors] == [7] and long in rl.dumps(log)


def test_thousands_of_errors_are_counted() -> None:
    log = rl.loads(HEAD + "nonsense\n" * 5000)
    assert len(log.errors) == MOST_ERRORS + 1
    assert log.errors[-1].message == f"and {5000 - MOST_ERRORS} more errors"
    assert log.errors[-1].line == 7 + MOST_ERRORS


@pytest.mark.parametrize(
    "line",
    [
        f"ace: {'[' * 4000}", f"preset: {'{a=' * 2000}", f"target: {'9' * 5000}", "packs: 1e400",
        f"seed: {'9' * 2000}", f"preset: {{ packs = {'9' * 5000} }}", "target: inf",
        "cards_dealt: 1979-05-27", 'ace: """', "wild_rank: { default = 1 }", 'players: """',
        f"players: {', '.join(map(str, range(1000)))}", "players: 999", "house: <script>",
        "variant: __import__('os')", "preset: { packs = 2 } # { jokers = 3 }", "set_size: [1, 2]",
        "number_points: { x = 1 }", "contracts: [\"S99\"]", "deals: 0", "players: \u202e, \u2028",
    ],
)  # fmt: skip
def test_odd_values(line: str) -> None:
    survives(
        f"rummy-lab log 1\nvariant: rummy\n{line}\nplayers: Ana, Bo\nseed: 7\ndeal 1\n1 Bo: draw"
    )


@pytest.mark.parametrize(
    "line",
    [
        f"score: Ana {'9' * 5000}", "score: Ana 1/0, Bo 1", "score: Ana 1e999999, Bo 0",
        f"{'9' * 5000} Bo: draw", f"1 Bo: {'(' * 4000}", f"1 Bo: {'[' * 4000}", '1 Bo: """ "',
        "1 Bo: draw [stock]", "1 Bo: draw lay on 1", "1 Bo: draw lay 7h on 999999999999",
        "1 Bo: draw contract | | |", "1 Bo: draw meld", "1 Bo: draw (() passes)", "1 Bo: (Bo buys)",
        "phase: buy", "hand Bo:", "turn_number: 0", "recycles: 99999999", "out: Bo", "phase: over",
        "discards:", "stock: " + "?? " * 500, "hand Ana: " + "?? " * 500, "known Ana: 7h",
        "by 1: Ana", "meld Ana: ?? ?? ??", "meld Ana: 7h 7s 7d\nby 1: Bo", "duties: 7h",
        "buys_used: Ana 1/2", "finals: 3", "buyers: Ana", "pile Ana: 7h", "melds_now: 9",
    ],
)  # fmt: skip
def test_odd_deals(line: str) -> None:
    for head in (HEAD, HEAD.replace("seed: 7\n", ""), HEAD.replace("rummy\n", "shanghai\n")):
        for more in ("", "upcard: 2s\n", "upcard: 2s\nphase: play\nturn: Ana\n"):
            log = survives(f"{head}{more}{line}\n1 Bo: draw discard ??\n2 Cy: take\n")
            assert log is not None


def test_nothing_in_a_log_is_html_or_code() -> None:
    text = HEAD.replace("Ana", '"<img src=x onerror=alert(1)>"') + "# <script>alert(1)</script>\n"
    log = rl.loads(text + "<script>alert(2)</script>\n")
    html = log._repr_html_()
    assert "<img" not in html and "<script" not in html
    assert "&lt;script&gt;" in html


def test_characters_that_cannot_stand_in_a_text() -> None:
    log = rl.loads(HEAD + "# a\0b\n# \ud800\n1 Bo: dr\x07aw\n")
    assert [error.line for error in log.errors][:3] == [7, 8, 9]
    assert "U+0000 cannot stand in a log" in log.errors[0].message
    rl.dumps(log).encode()
