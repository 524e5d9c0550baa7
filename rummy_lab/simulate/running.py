"""How a job is cut into pieces, handed to workers and taken back in order.

Pieces come back in the order of their games, whoever played them and in whatever time, and only a
few are under way at once: memory does not grow with the number of games.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from typing import Any, NamedTuple

from rummy_lab.cards import shortened
from rummy_lab.simulate.job import Answer, Job, Stop, packed, play_piece

Span = tuple[int, int]
"""Games from the first number to before the second."""

SECONDS_HERE, SECONDS_ABROAD = 0.25, 1.0
"""How long a piece should take in this process, and in a worker."""
MOST_IN_PIECE = 20_000
SECONDS_ASKED = 0.1
"""How often `stop` is asked within a piece: it may be dearer than an action is."""
ATTEMPTS = 3
"""How often a piece is handed out before its worker's failing is told."""


class Piece(NamedTuple):
    """Games from `first` to before `last`, played."""

    first: int
    last: int
    answer: Answer


class WorkerError(Exception):
    """Workers that died or could not be reached."""


class Cutter:
    """Cuts spans of games into pieces that take about the wanted time.

    >>> cutter = Cutter([(0, 5), (8, 9)], size=3)
    >>> [cutter.next() for _ in range(4)]
    [(0, 3), (3, 5), (8, 9), None]
    """

    def __init__(
        self,
        spans: Sequence[Span],
        size: int | None = None,
        seconds: float = SECONDS_HERE,
        workers: int = 1,
    ) -> None:
        self._spans = deque(spans)
        self._left = sum(last - first for first, last in spans)
        self._fixed, self._seconds, self._workers = size, seconds, workers
        self._size = 1

    def next(self) -> Span | None:
        """The next piece; None when all are cut."""
        if not self._spans:
            return None
        first, end = self._spans.popleft()
        last = min(end, first + (self._fixed or self._fair()))
        if last < end:
            self._spans.appendleft((last, end))
        self._left -= last - first
        return first, last

    def _fair(self) -> int:
        """The size by time; towards the end small enough that every worker gets some."""
        share = self._left // (2 * self._workers) if self._workers > 1 else self._left
        return max(1, min(self._size, share))

    def took(self, games: int, seconds: float) -> None:
        """Learns from a piece how many games fill the wanted time."""
        if games:
            wanted = int(self._seconds * games / max(seconds, 1e-9))
            self._size = max(1, min(wanted, 4 * self._size, MOST_IN_PIECE))


def usable(executor: Any) -> Executor | None:
    """An executor as it was given; of a dask client, its executor.

    Raises `ValueError` for what is none.

    >>> usable(4)
    Traceback (most recent call last):
    ValueError: executor=4 is no executor: give None, or one like ProcessPoolExecutor(4)
    """
    if executor is not None and not isinstance(executor, type):
        if hasattr(executor, "get_executor"):
            return executor.get_executor()
        if isinstance(executor, Executor) or hasattr(executor, "submit"):
            return executor
    if executor is None:
        return None
    said = executor.__name__ if isinstance(executor, type) else shortened(executor)
    raise ValueError(
        f"executor={said} is no executor: give None, or one like ProcessPoolExecutor(4)"
    )


def workers_of(executor: Any) -> int:
    """How many workers an executor has, as far as it tells; else the processors here."""
    told = getattr(executor, "_max_workers", None)
    client = getattr(executor, "_client", None)
    if told is None and client is not None:
        told = sum(client.ncores().values())
    return told if isinstance(told, int) and told > 0 else os.cpu_count() or 1


def played(
    job: Job,
    spans: Sequence[Span],
    executor: Executor | None,
    size: int | None,
    stop: Stop,
) -> Iterator[Piece]:
    """Plays spans of games, piece by piece in order, until `stop` says so.

    Raises `WorkerError` where workers die; a player's failing stands in the last piece.
    """
    if executor is None:
        return _here(job, Cutter(spans, size), stop)
    workers = workers_of(executor)
    return _Abroad(job, Cutter(spans, size, SECONDS_ABROAD, workers), executor).pieces(
        2 * workers + 2, stop
    )


def _here(job: Job, cutter: Cutter, stop: Stop) -> Iterator[Piece]:
    """Plays pieces in this process, where a piece can be left in its middle."""
    whole = True
    while whole and not stop() and (span := cutter.next()) is not None:
        asked = _Asked(stop)
        answer = play_piece(job, *span, stop=asked)
        cutter.took(answer.stopped - span[0], answer.seconds)
        whole = answer.stopped == span[1]
        yield Piece(*span, answer)
        if asked.error is not None:
            raise asked.error


class _Asked:
    """A `stop` that is asked every `SECONDS_ASKED` only; what it raises stops, too, and is kept."""

    def __init__(self, stop: Stop) -> None:
        self._stop, self._last = stop, time.monotonic()
        self.error: Exception | None = None

    def __call__(self) -> bool:
        if time.monotonic() - self._last < SECONDS_ASKED:
            return False
        self._last = time.monotonic()
        try:
            return self._stop()
        except Exception as error:  # it is not a player's
            self.error = error
            return True


class _Task(NamedTuple):
    """A piece that was handed out, and the promise of its answer."""

    first: int
    last: int
    attempt: int
    future: Future[Answer]


class _Abroad:
    """Hands pieces to an executor."""

    def __init__(self, job: Job, cutter: Cutter, executor: Executor) -> None:
        self._sent = job if isinstance(executor, ThreadPoolExecutor) else packed(job)
        self._cutter, self._executor = cutter, executor
        self._tasks: deque[_Task] = deque()
        self._own: ProcessPoolExecutor | None = None
        """Processes that took the place of those that died."""
        self._broken = 0
        """How often processes have died since a piece came back."""

    def pieces(self, most: int, stop: Stop) -> Iterator[Piece]:
        """The pieces in order, at most so many under way; after `stop` those already begun."""
        stopped = False
        try:
            while True:
                stopped = stopped or self._withdrawn(stop)
                while not stopped and len(self._tasks) < most:
                    span = self._cutter.next()
                    if span is None:
                        break
                    self._tasks.append(self._submit(*span))
                if not self._tasks or (stopped and self._tasks[0].future.cancelled()):
                    return
                task = self._tasks[0]
                if not wait([task.future], timeout=0.2).done:
                    continue
                answer = self._answer(task)
                if answer is None:
                    continue
                self._tasks.popleft()
                self._broken = 0
                self._cutter.took(answer.stopped - task.first, answer.seconds)
                yield Piece(task.first, task.last, answer)
        finally:
            self._cancel()
            if self._own is not None:
                self._own.shutdown(wait=False)

    def _withdrawn(self, stop: Stop) -> bool:
        """Whether to stop; what no worker has begun is then taken back."""
        if not stop():
            return False
        self._cancel()
        return True

    def _cancel(self) -> None:
        for task in reversed(self._tasks):
            task.future.cancel()

    def _submit(self, first: int, last: int, attempt: int = 0) -> _Task:
        try:
            future = self._executor.submit(play_piece, self._sent, first, last, attempt)
        except BrokenExecutor as error:  # told when the piece is asked for
            future = Future()
            future.set_exception(error)
        except RuntimeError as error:
            raise WorkerError(f"the executor takes no more work: {error}") from error
        return _Task(first, last, attempt, future)

    def _answer(self, task: _Task) -> Answer | None:
        """What a worker answered; None where it failed and the piece was handed out again."""
        try:
            return task.future.result()
        except BrokenExecutor as error:
            self._begin_anew(error)
            return None
        except (Exception, CancelledError) as error:
            if task.attempt + 1 >= ATTEMPTS:
                raise WorkerError(
                    f"workers failed {ATTEMPTS} times at games {task.first} to {task.last - 1}: "
                    f"{type(error).__name__}: {shortened_text(error)}"
                ) from error
        self._tasks[0] = self._submit(task.first, task.last, task.attempt + 1)
        return None

    def _begin_anew(self, error: BrokenExecutor) -> None:
        """Processes of the same make take the place of those that died; what is under way and has
        not come back is handed out again.

        Raises `WorkerError` for other executors, and where none come back again and again.
        """
        self._broken += 1
        if type(self._executor) is not ProcessPoolExecutor or self._broken >= ATTEMPTS:
            raise WorkerError(_died(self._tasks[0].first, self._broken)) from error
        old: Any = self._executor  # what it was made with stands in its private names
        self._executor = self._own = ProcessPoolExecutor(
            old._max_workers,
            old._mp_context,
            old._initializer,
            old._initargs,
            max_tasks_per_child=old._max_tasks_per_child,
        )
        old.shutdown(wait=False)
        for n, task in enumerate(self._tasks):
            if not _came_back(task.future):
                self._tasks[n] = self._submit(task.first, task.last, task.attempt)


def _came_back(future: Future[Answer]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _died(first: int, times: int) -> str:
    again = "" if times == 1 else f" {times} times in a row"
    return (
        f"a worker process died (killed, or out of memory){again} before game {first} came back; "
        "an executor is of no use after that, so make a new one and call again"
    )


def shortened_text(error: BaseException) -> str:
    """What an error says, on one line that is not too long.

    >>> shortened_text(ValueError("one\\n  two"))
    'one two'
    """
    said = " ".join(str(error).split())
    return said if len(said) <= 200 else said[:197] + "..."
