"""Damaged and hostile logs: errors with a line, never a traceback, never a hang.

300 damaged logs, as text and as JSON Lines; the environment variable RUMMY_LAB_LOGS asks for more:

    RUMMY_LAB_LOGS=10000 pytest -n 0 tests/test_log_hostile.py -k damaged
"""

from __future__ import annotations

import io
import os
import random
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logging_games import HEAD, from_the_middle, some_game

import rummy_lab as rl
from rummy_lab.log import deal_of_log, game_of_log
from rummy_lab.log.errors import MOST_ERRORS
from rummy_lab.log.jsonl import kept_text
from rummy_lab.log.lines import Unread
from rummy_lab.log.loading import MOST_LINES
from rummy_lab.log.reading import CONTROL, MOST_CHARACTERS, split_lines

LOGS = int(os.environ.get("RUMMY_LAB_LOGS", "300"))
PARTS = 4
SURROGATES = {chr(code) for code in range(0xD800, 0xE000)}
PIECES = (
    "draw", "take", "meld", "lay", "discard", "out", "buy", "pass", "swap", "contract", "on", "|",
    "(", ")", "[", "]", "??", "JK", "JK=9h", "7c=9h", "7h", "Td", "deal 1", "deal 2", "deal 999999",
    "rummy-lab log 1", "rummy-lab log 2", "#", '"', ":", ",", "\\", "=", "<script>x()</script>",
    "\0", "\ud800", "\u2028", "\u202e", "\t", "\r", "\ufeff", "-1", "9" * 30, "1e400", "9" * 5000,
    "[" * 400, "{a=" * 300, "hand", "stock:", "upcard:", "meld", "known", "by 1", "score:",
    "players:", "dealer:", "variant: remi", "variant: shanghai", "ace: high", "preset: {packs=2}",
    "phase: buy", "phase: over", "turn:", "taken: 7h", "finals: 1", "(Cy buys)", "[7h]",
    "left Ana: 7h", "left Bo:", "out: Bo", "correct 1: Ana 3, Bo 0", "strike 1: x", "use: remi-o5",
    "{", "}", "{}", '{"a": ' * 300, "[" * 3000, '{"turn": 1, "player": "Bo", "actions": ["draw"]}',
    '{"deal": 1}', '{"deal": 99999999999}', '{"seed": 1e400}', '{"seed": NaN}', '{"unread": "{"}',
    '"action": "draw"', '"turn": "x"', '"comment": 4', '"cards": ["7h", 8]', '{"log": 1}',
    "[stock 7h 8h]", "seed: 3", "buys: 3", "jokers: 2", "wilds_per_meld: { set = 3 }",
    "meld ?? ?? 7h", "contract 7h 7s 7d | 4c 5c 6c", "take 8d", "discard ??", "lay JK on 1",
)  # fmt: skip
"""What is put into logs: words of the format, and what has no place in one."""


def a_log(rng: random.Random) -> str:
    """A good log in either form: a game from a seed, a position, with unknown cards or without."""
    game = some_game(rng)
    kind = rng.random()
    if kind < 0.4:
        log = game.log
    elif kind < 0.9:
        log = from_the_middle(game.deals[-1], rng, hidden=rng.random() < 0.5).log
    else:
        log = rl.score_log("remi", ["Ana", "Bo"], [(0, 9), (30, 0)]).struck(1, "<b>no</b>")
    return rl.dumps(log, format=rng.choice(["text", "jsonl"]))


def damaged(text: str, rng: random.Random) -> str:
    """A text with bytes flipped, lines dropped, doubled, moved, cut off, or odd pieces in it."""
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        rows = text.split("\n")
        here, there = rng.randrange(len(rows)), rng.randrange(len(rows))
        spot = rng.randrange(len(text) + 1)
        words = rows[here].split(" ")
        word = rng.randrange(len(words))
        how = rng.randrange(10)
        if how == 0:
            del rows[here]
        elif how == 1:
            rows.insert(here, rows[there])
        elif how == 2:
            rows[here], rows[there] = rows[there], rows[here]
        elif how == 3:
            rows[here:here] = rows[there : there + rng.randrange(30)]
        elif how == 4:
            rows = (text[:spot] + rng.choice(PIECES) + text[spot:]).split("\n")
        elif how == 5:
            rows.insert(here, rng.choice(PIECES))
        elif how == 6:
            words[word] = rng.choice([*PIECES, *rows[there].split(" ")])
            rows[here] = " ".join(words)
        elif how == 7:
            rng.shuffle(words)
            rows[here] = " ".join(words)
        elif how == 8:
            rows = text[:spot].split("\n")
        else:
            data = bytearray(text.encode("utf-8", "replace") or b"x")
            for _ in range(rng.randrange(1, 8)):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            rows = data.decode("utf-8", "replace").split("\n")
        text = "\n".join(rows)
    return text


def survives(text: str, seconds: float = 20) -> rl.Log | None:
    """Whatever the text: a log with errors that have a place, kept as it is, or `LogError`."""
    begun = time.process_time()
    try:
        log = rl.loads(text)
    except rl.LogError as error:
        assert error.line >= 1 and error.column >= 1 and error.message
        return None
    assert time.process_time() - begun < seconds
    lines = text.count("\n") + text.count("\r") + 1
    for error in log.errors:
        assert 1 <= error.line <= lines and error.column >= 1 and error.message
        assert str(error).startswith(f"line {error.line}, column {error.column}: ")
    for form in ("text", "jsonl"):
        written = rl.dumps(log, format=form)
        again = rl.loads(written)
        assert again == log and rl.dumps(again, format=form) == written
    streamed(text, log)
    return log


def streamed(text: str, log: rl.Log) -> None:
    """A stream of the text gives the same games, errors and all."""
    if "\n" in str(log.lines[-1]):
        return  # what lies behind a limit: a stream has limits of its own
    found = list(rl.stream(io.BytesIO(text.encode("utf-8", "surrogatepass"))))
    if not set(text) & SURROGATES:
        assert [one.lines for one in found] == [game.lines for game in log.games]
    assert all(error.line >= 1 and error.column >= 1 for one in found for error in one.errors)


@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_logs(part: int) -> None:
    tally = {"good": 0, "wrong": 0, "none": 0, "played": 0}
    for number in range(part, LOGS, PARTS):
        rng = random.Random(f"damage {number}")
        text = damaged(a_log(rng), rng)
        if rng.random() < 0.7 and not text.startswith(("rummy-lab log", '{"log": ')):
            text = f"rummy-lab log {rng.choice([1, 2])}\n{text}"
        try:
            log = survives(text)
        except Exception as error:
            error.add_note(f"log {number}: {text!r}")
            raise
        if log is None:
            tally["none"] += 1
            continue
        tally["wrong" if log.errors else "good"] += 1
        tally["played"] += sum(len(deal.steps) for deal in log.deals)
        assert len(log.errors) <= MOST_ERRORS + 1 and "<script" not in log._repr_html_()
        numbers = [deal.number for deal in log.games[0].deals]
        for deal in log.games[0].deals:
            assert deal.points is None or not deal.struck
            if deal.start is not None and numbers.count(deal.number) == 1:
                assert deal_of_log(log, deal.number).state == deal.state
        with suppress(ValueError):  # what is no whole game, or cannot be scored
            assert game_of_log(log).log.deals
        kept_as_it_is(text, log)
    assert tally["wrong"] > LOGS / PARTS / 3 and tally["played"] > LOGS


def kept_as_it_is(text: str, log: rl.Log) -> None:
    """Whatever could not be read stands in the log as it stood in the text."""
    rows = split_lines(text)
    for line in log.lines:
        if isinstance(line, Unread) and line.number:
            raw = rows[line.number - 1]
            row = CONTROL.sub("\ufffd", raw)
            assert line.text in row or line.text in raw or kept_text(row.strip()) is not None


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
