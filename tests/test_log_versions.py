"""Logs of earlier versions load as they did: the samples of version 1, and what they gave then."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import rummy_lab as rl
from rummy_lab.log.lines import VERSION
from rummy_lab.log.words import WORDS

SAMPLES = Path(__file__).parent / "logs_v1"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8"))
"""What the program that knew version 1 only made of each sample.

Where all discard at once, the pile in front of who is on turn after a deal's last discards is
told as it is now: that program told the pile of the turn before (an engine's fault, not the log's).
"""
HEAD = "variant: rummy\nplayers: Ana, Bo\n"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def found_in(log: rl.Log) -> dict[str, object]:
    """A log as `expected.json` tells it."""
    return {
        "errors": list(map(str, log.errors)),
        "written": sha(rl.dumps(log)),
        "games": [
            {
                "fields": game.fields,
                "rules": None if game.rules is None else repr(game.rules),
                "names": list(game.names),
                "totals": {name: str(points) for name, points in game.totals.items()},
                "deals": [
                    [deal.number, deal.dealer, len(deal.steps), deal.sound, deal.over]
                    for deal in game.deals
                ],
            }
            for game in log.games
        ],
        "events": sha(
            "\n".join(
                f"{state.names[event.seat]} {event} {state.hands} {state.stock} {state.discards}"
                for state, event in log.replay()
            )
        ),
    }


@pytest.mark.parametrize("name", EXPECTED)
def test_a_log_of_version_1_loads_as_it_did(name: str) -> None:
    log = rl.load(SAMPLES / name)
    assert found_in(log) == EXPECTED[name]
    assert [row[:15] for row in str(log).splitlines()].count("rummy-lab log 1") == len(log.games)


def test_no_sample_is_left_out() -> None:
    assert {path.name for path in SAMPLES.glob("*.rummy")} == set(EXPECTED)


def test_words_of_version_2_are_fields_in_version_1() -> None:
    fields = {"use": "two packs", "left": "early", "strike 2": "hands", "correct": "yes",
              "left behind: one coat": "", "lefts": "none", "correct 1": "Ana"}  # fmt: skip
    told = "".join(f"{key}: {value}\n" for key, value in fields.items())
    log = rl.loads(f"rummy-lab log 1\n{told}{HEAD}deal 1\nstrike it: rich\n")
    assert log.errors == [] and len(log.fields) == len(fields) + 1
    assert rl.loads(rl.dumps(log)) == log
    newer = rl.loads(f"rummy-lab log 2\n{told}{HEAD}")
    assert len(newer.errors) >= 4


@pytest.mark.parametrize(
    ("head", "deal", "word"),
    [
        ("use: rummy-o2\n", "", "use"),
        ("", "left Ana: Ks 7h\n", "left"),
        ("", "score: Ana 3, Bo 0\nstrike 1: misdealt\n", "strike"),
        ("", "score: Ana 3, Bo 0\ncorrect 1: Ana 4\n", "correct"),
    ],
)
def test_a_word_of_version_2_is_not_passed_over_in_version_1(
    head: str, deal: str, word: str
) -> None:
    text = f"rummy-lab log 1\n{head}{HEAD}deal 1\n{deal}"
    (error,) = rl.loads(text).errors
    assert f"{word!r} is a word of version 2 of the log" in error.message
    assert "begin it with 'rummy-lab log 2'" in error.message and error.column == 1
    assert rl.loads(text.replace("log 1", "log 2")).errors == []


def test_the_lowest_version_is_written_that_has_all_the_words() -> None:
    played = rl.play(rl.variant("block"), seed=1)
    assert str(played).startswith("rummy-lab log 1\n")
    scores = rl.score_log("rummy", ["Ana", "Bo"], [(3, 0)], fields={"use": "x", "place": "y"})
    assert str(scores).startswith("rummy-lab log 1\n")
    struck = scores.struck(1)
    assert str(struck).startswith("rummy-lab log 2\n") and struck.errors == []
    assert struck.fields["use"] == "x" and '"use": x' in str(struck)
    both = rl.loads(str(played) + str(scores)).corrected(1, {"Ana": 4}, game=2)
    assert [line for line in str(both).splitlines() if line.startswith("rummy-lab")] == [
        "rummy-lab log 1", "rummy-lab log 2",
    ]  # fmt: skip


def test_every_word_has_a_version_that_is_read() -> None:
    assert {word.since for word in WORDS.values()} == set(range(1, VERSION + 1))
