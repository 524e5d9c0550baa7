"""Streams of logs: game by game, whatever the size, in little memory.

`RUMMY_LAB_STREAM_MB` asks for another size of the large file (20).
"""

from __future__ import annotations

import gzip
import importlib.util
import io
import os
import random
import sys
import tracemalloc
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logging_games import HEAD, some_game, states

import rummy_lab as rl
from rummy_lab.log import loading, rows

MEGABYTES = float(os.environ.get("RUMMY_LAB_STREAM_MB", "20"))
GAMES = Path(__file__).parents[1] / "datasets/games"
SHORT = rl.variant("rummy", target=30)


def benchmark(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`benchmarks/bench_stream.py` as a module, which imports what lies beside it."""
    path = Path(__file__).parents[1] / "benchmarks/bench_stream.py"
    monkeypatch.syspath_prepend(path.parent)
    spec = importlib.util.spec_from_file_location("bench_stream", path)
    assert spec is not None and spec.loader is not None
    module = sys.modules["bench_stream"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def games(count: int = 3) -> list[rl.Log]:
    """Some short games."""
    return [rl.play(SHORT, seed=seed, names=["Ana", "דנה"]) for seed in range(count)]


def same(found: list[rl.Log], wanted: list[rl.Log]) -> None:
    assert found == wanted
    assert [states(log) for log in found] == [states(log) for log in wanted]
    assert all(len(log.games) == 1 and log.errors == [] for log in found)


# --- what a stream gives ----------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_every_kind_of_source(form: str, tmp_path: Path) -> None:
    logs = games()
    text = "".join(rl.dumps(log, format=form) for log in logs)
    plain, packed = tmp_path / "games", tmp_path / "packed"
    plain.write_bytes(text.encode())
    packed.write_bytes(b"".join(gzip.compress(rl.dumps(log, format=form).encode()) for log in logs))
    for source in (plain, str(plain), packed, io.StringIO(text), io.BytesIO(text.encode()),
                   io.BytesIO(packed.read_bytes()), packed.open("rb"), plain.open(encoding="utf-8"),
                   io.StringIO(text.replace("\n", "\r\n")), io.StringIO(text.replace("\n", "\r")),
                   io.BytesIO("\ufeff".encode() + text.encode())):  # fmt: skip
        same(list(rl.stream(source)), logs)
    with pytest.raises(TypeError, match="a path or an open file is wanted, not int"):
        list(rl.stream(3))  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        list(rl.stream(tmp_path / "none"))


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_a_stream_is_what_loads_reads(seed: int) -> None:
    rng = random.Random(seed)
    parts = [f"# {seed}\n\n", *(str(some_game(rng, deals=1).log) for _ in range(3))]
    parts.insert(
        rng.randint(2, 4), "well played\n{odd\n" + "rummy-lab log 9\nx: y\n" * rng.randrange(2)
    )
    ends = rng.choice(["\n", "\r\n", "\r"])
    text = "".join(parts).replace("\n", ends)
    piece, rows.PIECE = rows.PIECE, rng.choice([1, 2, 7, 100, 4096])
    try:
        found = list(rl.stream(io.BytesIO(text.encode())))
    finally:
        rows.PIECE = piece
    whole = rl.loads(text)
    assert [log.lines for log in found] == [game.lines for game in whole.games]
    assert [str(error) for log in found for error in log.errors] == list(map(str, whole.errors))
    assert "".join(map(str, found)) == str(whole)


def test_lines_are_counted_from_the_beginning() -> None:
    good = str(games(1)[0])
    text = good + HEAD + "1 Zed: draw\n" + good
    found = list(rl.stream(io.StringIO(text)))
    assert [len(log.errors) for log in found] == [0, 1, 0]
    assert found[1].errors[0].line == good.count("\n") + HEAD.count("\n") + 1


def test_without_replay_there_are_lines_and_written_points() -> None:
    log = (
        rl.score_log("rummy", ["Ana", "Bo"], [(36, 0), (0, 12)]).struck(2).corrected(1, {"Ana": 9})
    )
    text = str(games(1)[0]) + str(log) + HEAD + "1 Zed: draw\n1 Bo: drew\n"
    played, scored, odd = rl.stream(io.StringIO(text), replay=False)
    assert played.lines == games(1)[0].lines and played.totals == games(1)[0].totals
    assert all(not deal.steps and deal.start is None and deal.sound for deal in played.deals)
    assert scored.totals == {"Ana": 9, "Bo": 0} and scored == log
    assert (
        len(odd.errors) == 1 and "'drew' is neither a card nor an action" in odd.errors[0].message
    )
    assert played.winners == games(1)[0].winners


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", "line 1, column 1: this is no log: it is empty"),
        (b"\n# x\n", "line 1, column 1: this is no log: it is empty"),
        (b"\n<html>", "line 2, column 1: this is no log: it begins with '<html>'"),
        (b"PK\x03\x04\0\0", "binary data"),
        (b"\xff\xfe\0\0", "binary data"),
        (b"rummy-lab log 7", "line 1, column 1: the log is of version 7"),
        (b"\x1f\x8b", "line 1, column 1: the file is broken here: gzip cannot unpack it"),
        (b"\x1f\x8bxxxxxxxxxxxxxxxxxxxxx", "the file is broken here: gzip cannot unpack it"),
        (gzip.compress(b"PK", mtime=0), "it begins with 'PK'"),
    ],
)
def test_streams_that_are_no_log(data: bytes, error: str) -> None:
    with pytest.raises(rl.LogError) as told:
        list(rl.stream(io.BytesIO(data)))
    assert error in str(told.value)


def test_a_byte_that_is_no_text_is_an_error_on_its_line() -> None:
    log = games(1)[0]
    data = str(log).encode() + b"# \xff\n" + str(log).encode()
    first, second = rl.stream(io.BytesIO(data))
    (error,) = first.errors
    assert (error.line, error.column) == (str(log).count("\n") + 1, 3)
    assert "the byte 0xff is no UTF-8" in error.message and second.errors == []
    assert str(first).endswith("# \ufffd\n")


def test_a_packed_file_that_breaks_off_gives_what_is_before() -> None:
    logs = games(2) * 12
    data = gzip.compress("".join(map(str, logs)).encode(), compresslevel=1)
    for cut in (len(data) // 2, len(data) - 9, len(data) - 3):
        found = list(rl.stream(io.BytesIO(data[:cut])))
        assert "the file is broken here" in found[-1].errors[-1].message
        assert found[:-1] == logs[: len(found) - 1] and len(found) > 3
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 0xFF
    assert list(rl.stream(io.BytesIO(bytes(flipped))))[-1].errors


def test_a_small_packed_file_that_breaks_off_gives_its_first_deals(tmp_path: Path) -> None:
    log = rl.play(rl.variant("remi"), seed=8)
    data = gzip.compress(str(log).encode())
    path = tmp_path / "half.rummy.gz"
    path.write_bytes(data[: len(data) * 2 // 3])
    cut = path.read_bytes()
    for source in (path, io.BytesIO(cut), gzip.GzipFile(fileobj=io.BytesIO(cut))):
        (found,) = rl.stream(source)
        assert "the file is broken here: gzip cannot unpack it" in found.errors[-1].message
        whole = [deal for deal in found.deals if deal.over]
        assert len(whole) > 5
        assert [deal.points for deal in whole] == [d.points for d in log.deals[: len(whole)]]


# --- limits and memory ------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "most"), [("MOST_LINES", 60), ("MOST_OF_A_GAME", 3000)])
def test_a_game_beyond_a_limit_is_passed_over(
    limit: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, limit, most)
    long = HEAD + "# well\n" * 1000
    small = "rummy-lab log 1\nvariant: rummy\nplayers: 2\n"
    found = list(rl.stream(io.StringIO(small + long + small)))
    assert [len(log.errors) for log in found] == [0, 1, 0] and found[0] == found[2]
    (error,) = found[1].errors
    assert "more lines of this game are not read, nor kept" in error.message
    kept = error.line - 4
    assert len(str(found[1])) < 5000 and f"{long.count(chr(10)) - kept} more" in error.message
    with pytest.raises(rl.LogError, match=r"its first [0-9]+ lines are empty"):
        list(rl.stream(io.StringIO("# x\n" * 5000)))


def test_a_long_line_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST_OF_A_ROW", 20_000)
    text = HEAD + "# " + "é" * 50_000 + "\n1 Bo: draw\n"
    (log,) = rl.stream(io.StringIO(text))
    assert {error.line for error in log.errors} == {7}
    assert any("the line has 100002 bytes: 20000 of them are kept" in e.message for e in log.errors)
    assert len(states(log)) == 1 and len(str(log)) < 25_000


class Endless(io.RawIOBase):
    """A file that goes on for a long time with the same bytes."""

    def __init__(self, first: bytes, more: bytes, megabytes: int) -> None:
        self.first, self.more, self.left = first, more, megabytes * 1_000_000

    def read(self, size: int = -1) -> bytes:
        if self.first:
            found, self.first = self.first, b""
            return found
        self.left -= size
        return (self.more * (size // len(self.more) + 1))[:size] if self.left > 0 else b""


@pytest.mark.parametrize(
    ("first", "more", "megabytes"),
    [
        (HEAD.encode(), b"x", 60),
        (HEAD.encode(), b"\0", 60),
        (HEAD.encode(), b"[", 60),
        (HEAD.encode() + b"{", b'"a":{', 60),
        (HEAD.encode(), b"1 Bo: draw discard Qd # " + b"x" * 999 + b"\n", 60),
    ],
    ids=["line", "zeros", "brackets", "json", "game"],
)
def test_one_endless_line_or_game_takes_little_memory(
    first: bytes, more: bytes, megabytes: int
) -> None:
    tracemalloc.start()
    try:
        (log,) = rl.stream(Endless(first, more, megabytes))  # type: ignore[arg-type]
        assert tracemalloc.get_traced_memory()[1] < 60e6
    finally:
        tracemalloc.stop()
    assert log.errors and len(str(log)) < 12e6


def test_a_packed_bomb_takes_little_memory() -> None:
    packed = gzip.compress(HEAD.encode() + (b"# " + b"x" * 1000 + b"\n") * 100_000)
    tracemalloc.start()
    try:
        (log,) = rl.stream(io.BytesIO(packed), replay=False)
        assert tracemalloc.get_traced_memory()[1] < 120e6
    finally:
        tracemalloc.stop()
    assert "more lines of this game are not read" in log.errors[-1].message


@pytest.fixture(scope="module")
def shipped() -> list[rl.Log]:
    """The games of `datasets/`."""
    return [rl.load(path) for path in sorted(GAMES.glob("*.rummy"))]


@pytest.mark.parametrize(("replay", "part"), [(False, 1.0), (True, 0.1)], ids=["lines", "replayed"])
def test_a_large_file_streams_in_little_memory(
    replay: bool,
    part: float,
    tmp_path: Path,
    shipped: list[rl.Log],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = benchmark(monkeypatch)
    path = tmp_path / "games.jsonl"
    bench.make_file(path, MEGABYTES * part, shipped)
    found = bench.read_elsewhere(path, replay)
    assert found.errors == 0 and found.games > MEGABYTES * part
    assert found.events > 15_000 * MEGABYTES * part
    assert found.peak < 200, found


def test_games_are_given_as_they_come() -> None:
    logs = games(3) * 10
    text = "".join(map(str, logs))
    file = io.StringIO(text)
    piece, rows.PIECE = rows.PIECE, 256
    try:
        stream = rl.stream(file)
        assert next(stream) == logs[0]
        assert file.tell() < len(text) / 10
    finally:
        rows.PIECE = piece
    assert list(stream) == logs[1:]
