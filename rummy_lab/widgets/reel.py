"""A log as it is replayed: the games and deals in it, and the one that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from rummy_lab.deal import Deal, Node
from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import isolated
from rummy_lab.log import DealLog, GameLog, Log, LogError
from rummy_lab.log.comments import commented
from rummy_lab.log.lines import Line
from rummy_lab.scoring import Points, whole


class Reel:
    """A log, the deal of it that is shown, and that deal played to its end.

    `text` are the lines of the text that the log was read from; without them its own lines are
    taken. `deal` is None where nothing of the deal can be shown but its points.

    >>> import rummy_lab as rl
    >>> reel = Reel(rl.play(rl.variant("block"), seed=7))
    >>> len(reel.deals), reel.entry.number, reel.deal.deal, reel.before
    (2..., 1, 1, {'Player 1': 0, 'Player 2': 0})
    """

    def __init__(self, log: Log, text: Sequence[str] = ()) -> None:
        self.log, self.text = log, text
        self.opened: set[tuple[int, int]] = set()
        self.deal: Deal | None = None
        self.choose(0, 0)

    # --- which deal ---------------------------------------------------------------------------

    def choose(self, game: int, place: int) -> None:
        """Shows another deal: both are counted from 0."""
        self.game_place = max(0, min(game, len(self.log.games) - 1))
        self.place = max(0, min(place, len(self.deals) - 1))
        self.deal = _dealt(self.entry) if self.entry is not None else None

    @property
    def game(self) -> GameLog:
        """The game shown."""
        return self.log.games[self.game_place]

    @property
    def deals(self) -> tuple[DealLog, ...]:
        """The deals of the game shown."""
        return self.game.deals

    @property
    def entry(self) -> DealLog | None:
        """The deal shown, as it is logged; None in a game that has none."""
        return self.deals[self.place] if self.deals else None

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays the deal shown."""
        return self.entry.names if self.entry is not None else self.game.names

    @property
    def goes_on(self) -> bool:
        """Whether another deal of the game follows."""
        return self.place + 1 < len(self.deals)

    @property
    def games_said(self) -> list[str]:
        """The games of the log in a few words each."""
        return games_said(self.log)

    # --- laid open ----------------------------------------------------------------------------

    @property
    def laid_open(self) -> bool:
        """Whether the hands of the deal shown were laid open to be counted."""
        return (self.game_place, self.place) in self.opened

    def lay_open(self) -> None:
        """Lays the hands of the deal shown open when it is over."""
        self.opened.add((self.game_place, self.place))

    # --- points -------------------------------------------------------------------------------

    @property
    def before(self) -> dict[str, Points]:
        """What each player had before the deal shown, as far as the points are known."""
        return self._totals(self.place)

    @property
    def after(self) -> dict[str, Points]:
        """What each player has after the deal shown."""
        return self._totals(self.place + 1)

    def _totals(self, deals: int) -> dict[str, Points]:
        sums: dict[str, Points] = {**dict.fromkeys(self.game.names, 0), **self.game.start}
        for deal in self.deals[:deals]:
            for name, points in (deal.points or {}).items():
                sums[name] = whole(sums.get(name, 0) + points)
        return sums

    # --- lines and errors ---------------------------------------------------------------------

    def row(self, number: int) -> str:
        """A line of the text, by its number."""
        if 1 <= number <= len(self.text):
            return self.text[number - 1]
        return next((str(line) for line in self.log.lines if line.number == number), "")

    @property
    def errors(self) -> list[LogError]:
        """What is wrong in the deal shown."""
        if self.entry is None:
            return []
        numbers = {line.number for line in self.entry.lines if line.number}
        return [error for error in self.log.errors if error.line in numbers]

    def comment(self, line: Line, text: str) -> None:
        """Writes a comment on a line of the log; raises `ValueError` where that cannot be."""
        self.log = commented(self.log, line, text)


def _dealt(entry: DealLog) -> Deal | None:
    """A logged deal, its cursor at the beginning; None where there are only points to show."""
    if entry.start is None:
        return None
    shown = entry.start.over and any(not card.is_unknown for card in chain(*entry.start.hands))
    if (entry.points is not None or entry.struck) and not entry.turns and not shown:
        return None
    deal = Deal.from_state(entry.start, entry.dealt)
    for state, event in entry.steps:
        deal.add(event, state)
    deal.goto(deal.root)
    return deal


def turn_starts(line: Sequence[Node]) -> dict[int, int]:
    """The place in a line of play at which each turn begins, by the turn's number."""
    found: dict[int, int] = {}
    for place, node in enumerate(line):
        if node.event is not None:
            found.setdefault(node.event.turn, place)
    return found


def games_said(log: Log) -> list[str]:
    """The games of a log in a few words each."""
    return [f"{number}: {name_of(game.rules) if game.rules is not None else 'unknown rules'}, "
            f"{', '.join(map(isolated, game.names)) or 'nobody'}"
            for number, game in enumerate(log.games, 1)]  # fmt: skip
