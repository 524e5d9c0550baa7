"""Damaged logs, and what must hold of whatever comes of reading them.

`test_log_hostile.py` reads 300 of them, `benchmarks/check_logs.py` as many as are asked for.
"""

from __future__ import annotations

import io
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from logging_games import from_the_middle, some_game

import rummy_lab as rl
from rummy_lab.log import deal_of_log, game_of_log
from rummy_lab.log.errors import MOST_ERRORS
from rummy_lab.log.jsonl import kept_text
from rummy_lab.log.lines import Unread
from rummy_lab.log.reading import CONTROL, split_lines

SECONDS = 20.0
"""How much of the processor's time one log may take, all that is done with it taken together."""
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


# --- damage -----------------------------------------------------------------------------------

Rows = list[str]


def _dropped(rows: Rows, rng: random.Random) -> Rows:
    first = rng.randrange(len(rows))
    return rows[:first] + rows[first + rng.choice([1, 1, 1, 4]) :]


def _doubled(rows: Rows, rng: random.Random) -> Rows:
    here, there = rng.randrange(len(rows)), rng.randrange(len(rows))
    return [*rows[:here], *rows[there : there + rng.choice([1, 1, 1, 30])], *rows[here:]]


def _swapped(rows: Rows, rng: random.Random) -> Rows:
    here, there = rng.randrange(len(rows)), rng.randrange(len(rows))
    rows[here], rows[there] = rows[there], rows[here]
    return rows


def _truncated(rows: Rows, rng: random.Random) -> Rows:
    text = "\n".join(rows)
    return text[: rng.randrange(len(text) + 1)].split("\n")


def _flipped(rows: Rows, rng: random.Random) -> Rows:
    data = bytearray("\n".join(rows).encode("utf-8", "replace") or b"x")
    for _ in range(rng.randrange(1, 8)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.decode("utf-8", "replace").split("\n")


def _huge(rows: Rows, rng: random.Random) -> Rows:
    """A number of the log becomes one that is far too large, or no number any more."""
    text = "\n".join(rows)
    found = list(re.finditer("[0-9]+", text))
    if not found:
        return rows
    number = rng.choice(found)
    huge = rng.choice(["9" * 30, "9" * 5000, "1e400", "-1", "0", "1/0", "999999", "2.5", "NaN"])
    return f"{text[: number.start()]}{huge}{text[number.end() :]}".split("\n")


def _deep(rows: Rows, rng: random.Random) -> Rows:
    """Brackets in brackets stand somewhere, closed or not."""
    text = "\n".join(rows)
    spot, depth = rng.randrange(len(text) + 1), rng.choice([3, 300, 3000])
    opening, closing = rng.choice(["[]", "{}", "()", ('{"a": ', "}"), ("{a = ", "}")])
    inside = opening * depth + rng.choice(["", "1", "7h"]) + closing * depth * rng.randrange(2)
    return (text[:spot] + inside + text[spot:]).split("\n")


def _pieces(rows: Rows, rng: random.Random) -> Rows:
    """Something odd stands somewhere, or on a line of its own."""
    if rng.random() < 0.5:
        rows.insert(rng.randrange(len(rows)), rng.choice(PIECES))
        return rows
    text = "\n".join(rows)
    spot = rng.randrange(len(text) + 1)
    return (text[:spot] + rng.choice(PIECES) + text[spot:]).split("\n")


def _words(rows: Rows, rng: random.Random) -> Rows:
    """A word is another one, or the words of a line stand in another order."""
    here, there = rng.randrange(len(rows)), rng.randrange(len(rows))
    words = rows[here].split(" ")
    if rng.random() < 0.5:
        words[rng.randrange(len(words))] = rng.choice([*PIECES, *rows[there].split(" ")])
    else:
        rng.shuffle(words)
    rows[here] = " ".join(words)
    return rows


DAMAGE: dict[str, Callable[[Rows, random.Random], Rows]] = {
    "lines dropped": _dropped,
    "lines doubled": _doubled,
    "lines swapped": _swapped,
    "truncated": _truncated,
    "bytes flipped": _flipped,
    "numbers huge": _huge,
    "nesting deep": _deep,
    "odd pieces": _pieces,
    "words changed": _words,
}
"""The kinds of damage, by the name that figures have for them."""


def damaged(text: str, rng: random.Random, kinds: Counter[str] | None = None) -> str:
    """A text with one piece of damage or several; `kinds` counts which."""
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        kind = rng.choice(list(DAMAGE))
        text = "\n".join(DAMAGE[kind](text.split("\n"), rng))
        if kinds is not None:
            kinds[kind] += 1
    if rng.random() < 0.7 and not text.startswith(("rummy-lab log", '{"log": ')):
        text = f"rummy-lab log {rng.choice([1, 2])}\n{text}"
    return text


# --- what must hold ---------------------------------------------------------------------------


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Ends what takes more of the processor's time with `TimeoutError`."""

    def late(*_: object) -> None:
        raise TimeoutError(f"not done after {seconds:.0f} s of the processor's time")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def survives(text: str, seconds: float = SECONDS) -> rl.Log | None:
    """Whatever the text: a log with errors that have a place, kept as it is, or `LogError`."""
    with time_limit(seconds):
        try:
            log = rl.loads(text)
        except rl.LogError as error:
            assert error.line >= 1 and error.column >= 1 and error.message
            return None
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


def kept_as_it_is(text: str, log: rl.Log) -> None:
    """Whatever could not be read stands in the log as it stood in the text."""
    rows = split_lines(text)
    for line in log.lines:
        if isinstance(line, Unread) and line.number:
            raw = rows[line.number - 1]
            row = CONTROL.sub("\ufffd", raw)
            assert line.text in row or line.text in raw or kept_text(row.strip()) is not None


def good_lines_replay(text: str, hurt: str, log: rl.Log) -> int:
    """What stands above the first line that differs plays as it did; how many actions that are."""
    rows, found = text.split("\n"), hurt.split("\n")
    pairs = enumerate(zip(rows, found, strict=False))
    same = next((n for n, (row, other) in pairs if row != other), min(len(rows), len(found)))
    if not same:
        return 0
    count = 0
    before = rl.loads("\n".join(rows[:same])).deals
    for sound, deal in zip(before, log.deals, strict=False):
        wanted, steps = sound.steps, deal.steps[: len(sound.steps)]
        assert [step.event for step in steps] == [step.event for step in wanted]
        # hands that are shown later stand in the last state
        assert [step.state for step in steps[:-1]] == [step.state for step in wanted[:-1]]
        count += len(wanted)
    assert len(before) <= len(log.deals)
    return count


def usable(log: rl.Log) -> None:
    """What a log with errors is good for: a page, its deals and, where it is whole, its game."""
    assert len(log.errors) <= MOST_ERRORS + 1 and "<script" not in log._repr_html_()
    numbers = [deal.number for deal in log.games[0].deals]
    for deal in log.games[0].deals:
        assert deal.points is None or not deal.struck
        if deal.start is not None and numbers.count(deal.number) == 1:
            assert deal_of_log(log, deal.number).state == deal.state
    with suppress(ValueError):  # what is no whole game, or cannot be scored
        assert game_of_log(log).log.deals


# --- many of them -----------------------------------------------------------------------------


@dataclass
class Survived:
    """What became of the damaged logs, for the figures."""

    logs: int = 0
    none: int = 0
    good: int = 0
    wrong: int = 0
    errors: int = 0
    played: int = 0
    unhurt: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    which: int = 0

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {self.kinds[kind]:,}" for kind in DAMAGE)
        return (
            f"{self.logs:,} damaged logs: no traceback, none stopped at {SECONDS:.0f} s\n"
            f"{self.wrong:,} read with errors ({self.errors:,}, each with its line), {self.good:,} "
            f"without, {self.none:,} no log any more (one error, with its line)\n"
            f"{self.played:,} actions replayed; all {self.unhurt:,} above the first damage as in "
            f"the whole log\ndamage: {kinds}\n"
            f"slowest: log {self.which}, {self.slowest:.2f} s for all that was done with it"
        )


def one(number: int, tally: Survived) -> None:
    """Reads the damaged log of a number; raises where anything does not hold, with the text."""
    rng = random.Random(f"damage {number}")
    text = a_log(rng)
    hurt = damaged(text, rng, tally.kinds)
    start = time.process_time()
    try:
        log = survives(hurt)
        if log is not None:
            with time_limit(SECONDS):
                usable(log)
                kept_as_it_is(hurt, log)
                tally.unhurt += good_lines_replay(text, hurt, log)
    except Exception as error:
        error.add_note(f"log {number}: {hurt!r}")
        raise
    seconds = time.process_time() - start
    tally.logs += 1
    if seconds > tally.slowest:
        tally.slowest, tally.which = seconds, number
    if log is None:
        tally.none += 1
        return
    tally.wrong += bool(log.errors)
    tally.good += not log.errors
    tally.errors += len(log.errors)
    tally.played += sum(len(deal.steps) for deal in log.deals)


def run(logs: int, first: int, step: int, tally: Survived) -> None:
    """Reads every `step`-th damaged log from `first` on; each follows from its number alone."""
    for number in range(first, logs, step):
        one(number, tally)
