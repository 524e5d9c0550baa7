"""What a log holds: games, their deals, and every state that was played through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rummy_lab.deal import Deal, Event, State
from rummy_lab.log.course import Standing, standing_of
from rummy_lab.log.errors import LogError
from rummy_lab.log.lines import Field, Line, Turn
from rummy_lab.log.replay import Step
from rummy_lab.rules import Rules
from rummy_lab.scoring import Points, Sheet, whole

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.log.sheets import Scored


@dataclass(frozen=True, eq=False)
class DealLog:
    """One deal of a log.

    `number` is its number in the game, `names` who plays, `dealer` the seat that dealt (None
    where it is not known); `lines` its lines; `start` the state it begins in, None where rules,
    players or cards could not be read; `dealt` whether the cards came from the seed; `steps` every
    action that holds, each with the state after it; `sound` is False where a line could not be
    played: the steps end before it. `points` are the points that count, None where they are not
    known and where the deal was `struck`; `written` are the points as lines say them, from the
    score to the last correction.
    """

    number: int
    names: tuple[str, ...]
    dealer: int | None
    lines: tuple[Line, ...]
    start: State | None = None
    dealt: bool = False
    steps: tuple[Step, ...] = ()
    sound: bool = True
    points: Mapping[str, Points] | None = None
    struck: bool = False
    written: tuple[Mapping[str, Points], ...] = ()

    @property
    def state(self) -> State | None:
        """The last state that was reached."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def over(self) -> bool:
        """Whether the deal was played to its end."""
        return self.state is not None and self.state.over

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turn lines."""
        return tuple(line for line in self.lines if isinstance(line, Turn))

    def sheet(self) -> Sheet | None:
        """The score by the engine, line by line; None where it cannot be computed."""
        return sheet_of(self.state) if self.state is not None else None

    @property
    def said(self) -> Mapping[str, Points]:
        """The points of the deal, also where it was struck; empty where they are not known."""
        if self.points is not None or not self.struck:
            return self.points or {}
        if self.written:
            return self.written[-1]
        sheet = self.sheet()
        return sheet.totals if sheet is not None else {}

    def replay(self) -> Iterator[tuple[State, Event]]:
        """Each action with the state after it."""
        yield from self.steps

    def __repr__(self) -> str:
        how = "over" if self.over else "not over" if self.sound else "broken off"
        if not self.turns and self.points is not None:
            how = "points only" if not self.over else "its end only"
        return f"<log of deal {self.number}: {'struck' if self.struck else self._told(how)}>"

    def _told(self, how: str) -> str:
        return f"{len(self.steps)} actions, {how}" if self.steps else how


def sheet_of(state: State) -> Sheet | None:
    """The score of a state; None where the deal goes on, or an unrecorded card decides."""
    if not state.over or any(card.is_unknown for hand in state.hands for card in hand):
        return None
    return Deal.from_state(state).score()


@dataclass(frozen=True, eq=False)
class GameLog:
    """One game of a log.

    `rules` (None where they could not be read), `names`, `dealer` (the seat that deals the first
    deal), `seed` and `start` (points the game began with) come from the head; `lines` are all
    lines of the game, `deals` its deals.
    """

    lines: tuple[Line, ...]
    rules: Rules | None = None
    names: tuple[str, ...] = ()
    dealer: int | None = None
    seed: int | None = None
    start: Mapping[str, Points] = field(default_factory=dict)
    deals: tuple[DealLog, ...] = ()

    def deal(self, number: int) -> DealLog:
        """The deal of a number: of a deal that was struck and the one in its place, the latter.

        Raises `ValueError` where there is none.
        """
        numbered = not isinstance(number, bool)
        found = [deal for deal in self.deals if numbered and deal.number == number]
        if not found:
            there = ", ".join(dict.fromkeys(str(deal.number) for deal in self.deals)) or "none"
            raise ValueError(f"the log has no deal {number}; it has {there}")
        return found[-1]

    @property
    def fields(self) -> dict[str, str]:
        """The free fields of the head, like `date` and `place`."""
        found: dict[str, str] = {}
        for line in self.lines:
            if isinstance(line, Field) and not line.word:
                found.setdefault(line.name, line.data)
        return found

    @property
    def totals(self) -> dict[str, Points]:
        """The points each player has, as far as the deals' points are known."""
        sums = dict(self.start)
        for deal in self.deals:
            for name, points in (deal.points or {}).items():
                sums[name] = whole(sums.get(name, 0) + points)
        return sums

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as the points of all its deals are known."""
        return self._standing is not None and self._standing.over

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody while the game goes on."""
        return self._standing.winners if self._standing is not None else ()

    @cached_property
    def _standing(self) -> Standing | None:
        return standing_of(self.rules, self.names, self.start, self.deals)

    def __repr__(self) -> str:
        rules = self.rules.title if self.rules is not None else "unknown rules"
        end = f", won by {' and '.join(self.winners)}" if self.winners else ""
        return f"<log of a game of {rules}, {len(self.deals)} deals{end}>"


class Log:
    """A log: one line of play through one game or several. Logs are equal when their texts are.

    `games` are the games, `errors` what was wrong in the text it was read from. `str` gives the
    text.

    >>> import rummy_lab as rl
    >>> log = rl.play(rl.variant("block"), seed=7)
    >>> log == rl.loads(rl.dumps(log)), log.errors
    (True, [])
    """

    def __init__(self, games: tuple[GameLog, ...], errors: list[LogError] | None = None) -> None:
        self.games = games
        self.errors = list(errors or [])

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines, in their order."""
        return tuple(line for game in self.games for line in game.lines)

    @property
    def deals(self) -> tuple[DealLog, ...]:
        """The deals of all games."""
        return tuple(deal for game in self.games for deal in game.deals)

    def game(self, number: int = 1) -> GameLog:
        """A game by its number in the log, from 1; raises `ValueError` where there is none."""
        if number not in range(1, len(self.games) + 1):
            raise ValueError(f"the log has no game {number}: it has {len(self.games)}")
        return self.games[number - 1]

    def playable(self, number: int = 1) -> tuple[GameLog, Rules]:
        """A game whose rules and players are known, with its rules; raises `ValueError`."""
        game = self.game(number)
        if game.rules is None or not game.names:
            why = f": {self.errors[0]}" if self.errors else ""
            raise ValueError(f"the log does not say who plays by which rules{why}")
        return game, game.rules

    @property
    def rules(self) -> Rules | None:
        """The rules of the first game."""
        return self.games[0].rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players of the first game."""
        return self.games[0].names

    @property
    def fields(self) -> dict[str, str]:
        """The free fields of the first game."""
        return self.games[0].fields

    @property
    def totals(self) -> dict[str, Points]:
        """The points of the first game."""
        return self.games[0].totals

    @property
    def over(self) -> bool:
        """Whether the first game is over."""
        return self.games[0].over

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won the first game."""
        return self.games[0].winners

    def replay(self) -> Iterator[tuple[State, Event]]:
        """Every action of every deal: the state after it, and what happened.

        >>> import rummy_lab as rl
        >>> log = rl.play(rl.variant("block"), seed=7)
        >>> state, event = next(log.replay())
        >>> state.phase, str(event)
        ('play', 'draw')
        """
        for deal in self.deals:
            yield from deal.replay()

    def with_deal(
        self,
        deal: Scored,
        *,
        dealer: str | None = None,
        comment: str | None = None,
        game: int = 1,
        out: str | None = None,
        whole_hand: bool = False,
        joker_used: bool = False,
    ) -> Log:
        """This log with one more deal that was played elsewhere.

        `deal` is the points by name or by seat, or a `FinalPosition`; after a deal that was struck
        it has the same number. Beside points, `out` is who went out, `whole_hand` that it was with
        the whole hand in one turn, `joker_used` with a joker in it. In a bonus deal only those who
        tied play. Raises `ValueError` for a name that is no player's; what the rules forbid is in
        `errors` of the new log.
        """
        from rummy_lab.log.sheets import with_deal

        return with_deal(
            self, deal, dealer=dealer, comment=comment, game=game,
            out=out, whole_hand=whole_hand, joker_used=joker_used,
        )  # fmt: skip

    def corrected(
        self, deal: int, points: Mapping[str, Any], comment: str | None = None, game: int = 1
    ) -> Log:
        """This log with other points for a deal; what was written before stays in it.

        `points` are by name, of those whose points change. Raises `ValueError` for a deal there is
        none of, and for a name that is no player's.
        """
        from rummy_lab.log.sheets import corrected

        return corrected(self, deal, points, comment, game)

    def struck(self, deal: int, comment: str | None = None, game: int = 1) -> Log:
        """This log with a deal struck: it stays in it, but does not count. A correction takes it
        back. Raises `ValueError` for a deal there is none of.
        """
        from rummy_lab.log.sheets import struck

        return struck(self, deal, comment, game)

    def to_frame(self, name: str = "actions") -> pd.DataFrame:
        """One of the tables of `rl.tables`; raises `ValueError` for one there is none of."""
        from rummy_lab.frames import table

        return table(self, name)

    def __eq__(self, other: object) -> bool:
        return self.lines == other.lines if isinstance(other, Log) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def __repr__(self) -> str:
        wrong = f", {len(self.errors)} errors" if self.errors else ""
        counts = f"{len(self.games)} games, " if len(self.games) != 1 else ""
        title = self.rules.title if self.games and self.rules is not None else "unknown rules"
        return f"<log of {title}: {counts}{len(self.deals)} deals{wrong}>"

    def _repr_html_(self) -> str:
        from rummy_lab.log.shown import html_of_log

        return html_of_log(self)

    def __reduce__(self) -> tuple[Any, ...]:
        from rummy_lab.log.loading import loads

        return loads, (str(self),)
