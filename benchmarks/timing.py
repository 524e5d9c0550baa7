"""How the benchmarks measure: repeated runs of one callable, told as least, median and most."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil


def load() -> float:
    """How many processes want a core, over the last minute."""
    return psutil.getloadavg()[0]


def peak_memory() -> float:
    """The most megabytes this process has had in memory."""
    if sys.platform == "win32":
        return psutil.Process().memory_info().peak_wset / 1e6
    status = Path("/proc/self/status")
    if status.exists():  # what the system counts otherwise holds the parent's memory too
        told = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(told["VmHWM"].split()[0]) * 1024 / 1e6
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def measured(run: Callable[[], int], repeats: int = 7) -> list[float]:
    """Seconds per piece of work, for each repeat; `run` does some work and says how many pieces."""
    run()
    found = []
    for _ in range(repeats):
        start = time.perf_counter()
        pieces = run()
        found.append((time.perf_counter() - start) / pieces)
    return found


def told(name: str, seconds: list[float], unit: str = "µs", each: str = "") -> str:
    """One line of a table: a name, the median, and the least and most."""
    scale = {"s": 1.0, "ms": 1e3, "µs": 1e6, "/s": 0.0}[unit]

    def show(value: float) -> str:
        if unit == "/s":
            return f"{1 / value:,.0f}" if value <= 0.1 else f"{1 / value:.1f}"
        return f"{value * scale:,.2f}"

    low, middle, high = min(seconds), statistics.median(seconds), max(seconds)
    ends = (high, low) if unit == "/s" else (low, high)
    return f"{name:56} {show(middle):>12} {unit:3} ({show(ends[0])} to {show(ends[1])}) {each}"
