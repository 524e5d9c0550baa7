"""A large JSON Lines file of games, streamed with and without replay: peak memory, events a second.

Run: python benchmarks/bench_stream.py [MEGABYTES] [VARIANT ...]. The file (20 MB unless said
otherwise) is made anew from greedy games and removed again. Each reading runs in a process of its
own, whose peak of memory is told.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from timing import peak_memory

import rummy_lab as rl
from rummy_lab.log.lines import Turn

GAMES = 3
"""How many games of each variant are played; the file has them again and again."""


class Reading(NamedTuple):
    """What reading a file took."""

    games: int
    events: int
    errors: int
    seconds: float
    peak: float
    """In megabytes."""


def played(variants: Iterable[str]) -> list[rl.Log]:
    """Greedy games of some variants."""
    return [
        rl.play(rl.variant(variant), ["greedy"] * 3, seed=seed)
        for seed in range(1, GAMES + 1)
        for variant in variants
    ]


def make_file(path: Path, megabytes: float, logs: Iterable[rl.Log]) -> None:
    """Writes logs as JSON Lines, again and again, until the file has a size."""
    rows = [rl.dumps(log, format="jsonl").encode() for log in logs]
    left = megabytes * 1e6
    with path.open("wb") as file:
        for row in cycle(rows):
            file.write(row)
            left -= len(row)
            if left <= 0:
                return


def read(path: Path, replay: bool) -> Reading:
    """Streams a file in this process."""
    games = events = errors = 0
    begun = time.perf_counter()
    for log in rl.stream(path, replay=replay):
        games += 1
        errors += len(log.errors)
        if replay:
            events += sum(len(deal.steps) for deal in log.deals)
        else:
            events += sum(len(line.plays) for line in log.lines if isinstance(line, Turn))
    seconds = time.perf_counter() - begun
    return Reading(games, events, errors, seconds, peak_memory())


def read_elsewhere(path: Path, replay: bool) -> Reading:
    """Streams a file in a process of its own."""
    command = [sys.executable, __file__, "--read", str(path), "replay" if replay else "lines"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return Reading(*json.loads(ran.stdout))


def main() -> None:
    """Prints the table, or reads one file."""
    if sys.argv[1:2] == ["--read"]:
        print(json.dumps(read(Path(sys.argv[2]), sys.argv[3] == "replay")))
        return
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        make_file(path, megabytes, played(sys.argv[2:] or rl.variants()))
        size = path.stat().st_size / 1e6
        for replay in (False, True):
            found = read_elsewhere(path, replay)
            how = "every action replayed" if replay else "lines only"
            print(
                f"{size:,.0f} MB, {how}: {found.games:,} games, {found.events:,} events, "
                f"{found.events / found.seconds:,.0f} events/s, {size / found.seconds:.1f} MB/s, "
                f"peak {found.peak:.0f} MB, {found.errors} errors",
                flush=True,
            )


if __name__ == "__main__":
    main()
