"""The bar that shows how far a simulation is, where somebody can see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rummy_lab.simulate.job import Job

COMPILING = "compiling kernels for the first time, about half a minute ..."


@contextmanager
def bar(wanted: bool, job: Job, done: int) -> Iterator[Callable[[int], None]]:
    """A bar over the games of a job, as a function that is told how many more are played.

    It comes up after a second, and only in a notebook or at a terminal. Where kernels have to be
    compiled first, a line says so: nothing moves meanwhile.

    >>> import rummy_lab as rl
    >>> with bar(False, Job(rl.variant("remi"), ("greedy",) * 2, 0, "game", 5), 0) as update:
    ...     update(5)
    """
    if not wanted or not (in_notebook() or sys.stderr.isatty()):
        yield lambda games: None
        return
    from tqdm.auto import tqdm

    if job.fast and not _compiled(job):
        tqdm.write(COMPILING, file=sys.stderr)
    with tqdm(total=job.count, initial=done, unit=f"{job.unit}s", desc=job.rules.title,
              delay=1.0, dynamic_ncols=True) as shown:  # fmt: skip
        yield lambda games: (shown.update(games), None)[1]


def _compiled(job: Job) -> bool:
    """Whether the kernels of a job are compiled; where they cannot be loaded nothing is."""
    try:
        from rummy_lab.fast.deals import compiled
    except ImportError:
        return True
    return compiled(job.rules.at(players=len(job.players), deal=job.deal))


def in_notebook() -> bool:
    """Whether this runs in a kernel that shows widgets."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None
