"""What is simulated, and how one game of it is played: the same rows wherever that happens.

>>> import rummy_lab as rl
>>> job = Job(rl.variant("block"), ("greedy", "greedy"), seed=7, unit="deal", count=2)
>>> [row[1] for row in job.rows(0)], job.rows(0) == job.rows(0)
([7, 7], True)
"""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rummy_lab.arrange import best
from rummy_lab.deal import Deal
from rummy_lab.game import Game
from rummy_lab.players import Policy, play_move, policy
from rummy_lab.rules import Rules, text_of_value
from rummy_lab.scoring import Points
from rummy_lab.simulate.columns import Row, Rows

if TYPE_CHECKING:
    import pandas as pd

Player = str | Policy
"""The name of a policy, or an analyst's own."""


MOST_IDLE = 1_000
"""After how many deals in a row that give nobody points a game is taken to be endless."""


class PlayError(Exception):
    """A game that could not be played to its end, with the sentence that says where and why."""


class Stopped(Exception):
    """A game that was left in its middle, since somebody asked to stop."""


Stop = Callable[[], bool]
"""Says whether to stop; asked before actions of the engine, between deals of the kernels."""


@dataclass(frozen=True)
class Job:
    """A simulation: game g (from 0) is dealt with `seed + g`.

    With `unit="deal"` each unit is deal number `deal` of a game of its own, dealt by the seat that
    deals it there; totals of earlier deals are none.
    """

    rules: Rules
    players: tuple[Player, ...]
    seed: int
    unit: str
    count: int
    deal: int = 1
    fast: bool = False
    """Whether kernels play it: greedy players, rules that `fast.plays`. The rows are the same."""

    @property
    def labels(self) -> tuple[str, ...]:
        """What the seats' players are called in the rows."""
        return tuple(map(label_of_player, self.players))

    def arguments(self) -> dict[str, object]:
        """What decides the rows, as JSON has it: two jobs with the same make the same rows."""
        options = {name: text_of_value(value) for name, value in self.rules.options().items()}
        return {
            "variant": self.rules.id,
            "options": options,
            "players": list(self.labels),
            "seed": self.seed,
            f"{self.unit}s": self.count,
            "deal": self.deal if self.unit == "deal" else None,
        }

    def rows(self, number: int, stop: Stop | None = None) -> list[Row]:
        """The rows of one game (or of one deal), by deal and seat.

        Raises `PlayError` where a player fails or does what is not legal, or where the game does
        not end, and `Stopped`.
        """
        seed = self.seed + number
        seats = [self._seated(player, seed, seat) for seat, player in enumerate(self.players)]
        if self.unit == "deal":
            dealer = (self.deal - 1) % len(seats)
            dealt = Deal(self.rules, len(seats), seed, self.deal, dealer)
            self._play(dealt, seats, dealt.names, number, stop)
            return self._of_deal(number, dealt, dealt.names, {}, None)
        game = Game(self.rules, len(seats), seed)
        self._play(game.deal, seats, game.names, number, stop)
        idle = 0
        while not game.over:
            idle = 0 if any(game.sheets[-1].totals.values()) else idle + 1
            self.must_end(number, idle)
            self._play(game.next_deal(), seats, game.names, number, stop)
        totals: dict[str, Points] = {}
        winners = game.winners
        return [row for dealt in game.deals
                for row in self._of_deal(number, dealt, game.names, totals, winners)]  # fmt: skip

    def must_end(self, number: int, idle: int) -> None:
        """Raises `PlayError` where so many deals in a row have brought a game no nearer its end."""
        if idle >= MOST_IDLE + (self.rules["deals"] or 0):
            raise PlayError(
                f"game {number} (seed {self.seed + number}) does not end: in {idle:,} deals in a "
                "row nobody had points; simulate deals=... in place of games=..., or change the "
                "players or the options"
            )

    def _seated(self, player: Player, seed: int, seat: int) -> Policy:
        """A player for one game; an own one as it was given, whatever it has kept since."""
        if not isinstance(player, str):
            try:
                player = copy.deepcopy(player)
            except Exception as error:
                raise PlayError(
                    f"the player {label_of_player(player)} cannot be copied for each game "
                    f"({type(error).__name__}: {error})"
                ) from error
        return policy(player, seed, seat)

    def _play(
        self,
        deal: Deal,
        seats: Sequence[Policy],
        names: Sequence[str],
        number: int,
        stop: Stop | None,
    ) -> None:
        """Plays a deal; of a game's players (`seats`, by `names`) those at its table."""
        places = [names.index(name) for name in deal.names]
        players = [seats[place] for place in places]
        while not deal.over:
            if stop is not None and stop():
                raise Stopped
            try:
                play_move(deal, players)
            except Exception as error:
                seat = places[deal.turn]
                raise PlayError(
                    f"{self.labels[seat]} (player {seat + 1}) failed in deal {deal.deal} of "
                    f"game {number} (seed {deal.seed}): {type(error).__name__}: {error}"
                ) from error

    def _of_deal(
        self,
        number: int,
        deal: Deal,
        names: Sequence[str],
        totals: dict[str, Points],
        winners: Sequence[str] | None,
    ) -> list[Row]:
        """The rows of a deal that is over; `totals` are brought up to date."""
        state, points, labels = deal.state, deal.score().totals, self.labels
        turns = len({event.turn for event in deal.events})
        gone = state.outs or (state.out,)
        rows = []
        for place, name in enumerate(deal.names):
            totals[name] = totals.get(name, 0) + points[name]
            seat, out = names.index(name), place in gone
            rows.append((
                number, deal.seed, self.rules.id, deal.deal, len(deal.names),
                names.index(deal.names[deal.dealer]), seat, labels[seat],
                float(points[name]), float(totals[name]), out, out and state.whole_hand,
                *_left(deal, place),
                turns, len(deal.events), state.recycles, state.ending,
                None if winners is None else name in winners,
            ))  # fmt: skip
        return rows


def _left(deal: Deal, seat: int) -> tuple[int, int, float]:
    """A seat's melds, and the cards and points it is left with."""
    state, at, hand = deal.state, deal.at, deal.hands[seat]
    if at.melding == "at_the_end":
        arranged = best(hand, at)
        return len(arranged.melds), len(arranged.deadwood), float(arranged.points)
    laid = sum(meld.owner == seat for meld in state.melds)
    return laid, len(hand), float(at.points_of(hand))


def label_of_player(player: Player) -> str:
    """What a player is called: its name, or that of its function or class.

    >>> label_of_player("greedy"), label_of_player(max)
    ('greedy', 'max')
    """
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))


# --- in a worker ------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What came of a piece: the rows of the games before `stopped`, the time, and the trouble."""

    rows: Rows
    stopped: int
    seconds: float
    trouble: str = ""
    cause: BaseException | None = None


def packed(job: Job) -> bytes:
    """A job as it is sent to another process, with players defined in a notebook, too.

    Raises `ValueError` where a player cannot be sent.
    """
    import cloudpickle

    try:
        return cloudpickle.dumps(job)
    except Exception as error:
        own = ", ".join(label_of_player(p) for p in job.players if not isinstance(p, str))
        raise ValueError(
            f"the player {own} cannot be sent to another process "
            f"({type(error).__name__}: {error}); a ThreadPoolExecutor needs no sending"
        ) from error


@lru_cache(maxsize=4)
def unpacked(sent: bytes) -> Job:
    """The job that was sent; kept, so that what the rules have worked out serves many pieces."""
    return pickle.loads(sent)


def _kernels() -> Callable[..., tuple[pd.DataFrame, int]] | None:
    """What plays games by kernel; None where numba is missing or cannot be loaded."""
    try:
        from rummy_lab.simulate.kernels import table_of
    except ImportError:
        return None
    return table_of


def play_piece(
    sent: bytes | Job, first: int, last: int, attempt: int = 0, stop: Stop | None = None
) -> Answer:
    """Plays the games from `first` to before `last`: this is what runs in a worker.

    Where `stop` says so the game at hand is left, and the answer holds those before it.

    A worker that cannot load numba plays by the engine what others play by kernel. `attempt` sets a
    second try apart from the first, which some executors remember. An exception of a player is told
    in words, since it might not survive the way back.
    """
    start, rows, number = time.perf_counter(), [], first
    try:
        job = sent if isinstance(sent, Job) else unpacked(sent)
        if job.fast and (table_of := _kernels()) is not None:
            table, number = table_of(job, first, last, stop)
            return Answer(table, number, time.perf_counter() - start)
        for number in range(first, last):
            rows += job.rows(number, stop)
    except Stopped:
        return Answer(rows, number, time.perf_counter() - start)
    except Exception as error:
        said = str(error) if isinstance(error, PlayError) else (
            f"a worker could not begin ({type(error).__name__}: {error})"
        )  # fmt: skip
        cause = error.__cause__ or error if isinstance(sent, Job) else None
        return Answer(rows, number, time.perf_counter() - start, said, cause)
    return Answer(rows, last, time.perf_counter() - start)
