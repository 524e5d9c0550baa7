"""Simulations played beside the kernel: in a thread of its own, piece by piece, until told to stop.

The thread fills tallies and works out what the data tell; nothing of a widget is touched in it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from threading import Event, Lock, Thread
from typing import Any

from rummy_lab.fast.support import kernel_of
from rummy_lab.rules import At, Rules
from rummy_lab.rules.selfcheck import tables
from rummy_lab.simulate.job import Job, play_piece
from rummy_lab.simulate.running import Cutter, shortened_text
from rummy_lab.widgets.base import stopped
from rummy_lab.widgets.tallies import Tally

SECONDS = 0.15
"""How long a piece should take: so long does it take kernels to stop."""
PAUSE = 0.002
"""How long the player rests between pieces, so that the kernel has its turn."""
PAUSE_LOADING = 1.0


class _Kernels:
    """The kernels, loaded in a thread of their own; meanwhile the engine plays a little.

    There are several, and a job may need more than one: wilds may come with a later deal. What was
    compiled is kept, so it takes half a second but the first time.
    """

    def __init__(self) -> None:
        self._loading: dict[str, Thread] = {}
        self._loaded: set[str] = set()

    def there(self, job: Job) -> bool:
        """Whether those of a job are loaded; begins to load them where nobody has."""
        deal = job.deal if job.unit == "deal" else None
        needed = _needed(job.rules, len(job.players), deal)
        for kernel, at in needed.items():
            if kernel not in self._loading:
                self._loading[kernel] = Thread(target=self._load, args=(at, kernel), daemon=True)
                self._loading[kernel].start()
        return self._loaded.issuperset(needed)

    @property
    def pause(self) -> float:
        """How long the player rests between pieces: longer while they are loaded beside it."""
        loading = any(thread.is_alive() for thread in self._loading.values())
        return PAUSE_LOADING if loading else PAUSE

    def _load(self, at: At, kernel: str) -> None:
        with suppress(ImportError):  # where numba cannot be loaded the engine plays it all
            from rummy_lab.fast.deals import load

            load(at)
            self._loaded.add(kernel)


@lru_cache(maxsize=64)
def _needed(rules: Rules, players: int, deal: int | None) -> dict[str, At]:
    """The kernels that play a deal (None: all deals) at a table, each with rules to load it by."""
    some = [rules.at(players=players, deal=deal)] if deal else tables(rules)
    return {kernel_of(at): at for at in some if at.players == players}


KERNELS = _Kernels()


class Background:
    """Plays what is missing of some tallies, a piece of each in turn, and sums up at the end.

    `tallies` are by label, and one that has several is played once; `count` is how many games each
    shall have; `lock` is held while one of them changes. `told` is called after each piece and at
    the end, `sum_up` before the end, both from the thread; what the latter gives is `found`.
    `trouble` says what went wrong, in sentences.

    >>> import rummy_lab as rl
    >>> from rummy_lab.simulate.job import Job
    >>> tally = Tally(Job(rl.variant("block"), ("greedy", "greedy"), seed=7, unit="deal", count=3))
    >>> work = Background({"block": tally}, 3, lambda: None, lambda: len(tally.rows))
    >>> work.start(), work.wait(60)
    (None, True)
    >>> tally.done, work.found
    (3, 6)
    """

    def __init__(
        self,
        tallies: Mapping[str, Tally],
        count: int,
        told: Callable[[], None],
        sum_up: Callable[[], Any],
    ) -> None:
        labels: dict[Tally, list[str]] = {}
        for label, tally in tallies.items():
            labels.setdefault(tally, []).append(label)
        self._lanes = deque(
            (", ".join(some), tally, Cutter([(tally.done, count)], seconds=SECONDS))
            for tally, some in labels.items() if tally.done < count
        )  # fmt: skip
        self._told, self._sum_up = told, sum_up
        self._stopped, self._dropped, self._over = Event(), Event(), Event()
        self._thread: Thread | None = None
        self.lock = Lock()
        self.trouble: list[str] = []
        self.found: Any = None

    def start(self) -> None:
        """Begins to play; where there are no threads, between the kernel's other tasks."""
        thread = Thread(target=self._run, name="rummy-lab simulation", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # a kernel in a browser has no threads
            self._start_without_threads()
        else:
            self._thread = thread

    def _start_without_threads(self) -> None:
        """Begins to play in the kernel's loop; a script, which has none, waits."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._run()
        else:
            self._task = loop.create_task(self._run_between())

    def stop(self) -> None:
        """Asks the player to stop, in the middle of a game or after a piece of kernels, and to sum
        up.
        """
        self._stopped.set()

    def drop(self) -> None:
        """Asks the player to stop; no tally changes from now on, and nobody is told any more."""
        with self.lock:
            self._dropped.set()
        self._stopped.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until nothing is played any more; whether that came in time."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self.over

    @property
    def over(self) -> bool:
        """Whether all is played and summed up, or the player has stopped."""
        return self._over.is_set()

    def _run(self) -> None:
        with self._to_the_end():
            while self._step():
                self._stopped.wait(KERNELS.pause)

    async def _run_between(self) -> None:
        with self._to_the_end():
            while self._step():
                await asyncio.sleep(KERNELS.pause)

    @contextmanager
    def _to_the_end(self) -> Iterator[None]:
        """Sums up after playing; whatever is raised on the way is said, and ends the run."""
        try:
            yield
            if not self._dropped.is_set():
                self.found = self._sum_up()
        except BaseException as error:  # an exit, too: nobody waits for it in a thread
            self.trouble.append(
                f"It broke off, and what was played stays: {type(error).__name__}: "
                f"{stopped(shortened_text(error))}"
            )
        finally:
            self._over.set()
            self._tell()

    def _tell(self) -> None:
        if not self._dropped.is_set():
            self._told()

    def _step(self) -> bool:
        """Plays a piece of the next tally; False when there is nothing more to play."""
        if self._stopped.is_set() or not self._lanes:
            return False
        label, tally, cutter = self._lanes.popleft()
        span = cutter.next()
        if span is None:
            return True
        job = tally.job
        answer = play_piece(
            replace(job, fast=job.fast and KERNELS.there(job)), *span, stop=self._stopped.is_set
        )
        cutter.took(answer.stopped - span[0], answer.seconds)
        with self.lock:
            if self._dropped.is_set():
                return False
            tally.add(answer.rows, answer.stopped)
        if answer.trouble:
            self.trouble.append(f"{label}: {stopped(answer.trouble)}")
        else:
            self._lanes.append((label, tally, cutter))
        self._tell()
        return True
