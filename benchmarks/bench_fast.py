"""The kernels: us, and what else can be installed, on the same hands and like deals in one run.

    pip install -e '.[dev]' open_spiel rlcard       a peer that is missing is named in the table
    python benchmarks/bench_fast.py                 prints tables, and writes bench_fast.md
    python benchmarks/bench_fast.py --hands 5000 --million 0 --write quick.md     sooner, less

Each row is the median of seven rounds with the least and the most; in a round everything is
measured one after the other. First answers (one that compiles, the median of three that follow),
files and memory are single runs. Nothing fails on time.
"""

from __future__ import annotations

import argparse
import os
import platform
from pathlib import Path

import fast_deals
import fast_hands
import numba
from timing import load


def main() -> None:
    """Prints the tables and writes them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=100_000, help="hands against the peers")
    parser.add_argument("--million", type=int, default=1_000_000, help="deals in files")
    parser.add_argument("--write", type=Path, default=Path(__file__).with_suffix(".md"))
    asked = parser.parse_args()
    machine = (
        f"Python {platform.python_version()}, numba {numba.__version__}, {os.cpu_count()} cores, "
        f"{platform.machine()}"
    )
    counts = f"{asked.hands:,} hands against the peers, {asked.hands // 5:,} under other rules"
    text = f"Made by `python benchmarks/bench_fast.py`. {machine}. {counts}.\n"
    print(text, flush=True)
    for title, tables in (
        ("Many hands at once", fast_hands.each_table(asked.hands)),
        ("Whole deals", fast_deals.each_table(asked.million)),
    ):
        text += f"\n# {title}\n\nLoad when it began: {load():.1f}.\n"
        for table in tables:
            print(table.markdown(), flush=True)
            text += f"\n{table.markdown()}"
    asked.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
