"""What if: a logged deal from some turn on with other moves, other players or other rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from rummy_lab.actions import PASS, Action, Buy, Pass, read_action
from rummy_lab.cards import UNKNOWN, shortened
from rummy_lab.compare.checks import Logged, log_of
from rummy_lab.compare.crossing import Crossing, cross
from rummy_lab.compare.labels import rules_of
from rummy_lab.compare.moves import Move
from rummy_lab.compare.setting import Setting
from rummy_lab.deal import Deal, Event, Node
from rummy_lab.frames import frame_of
from rummy_lab.log import Log, deal_of_log
from rummy_lab.log.plays import read_plays
from rummy_lab.players import Policy, play_move, policy
from rummy_lab.rules import Rules
from rummy_lab.scoring import Points, Sheet, as_number, score, whole

if TYPE_CHECKING:
    import pandas as pd

MOST_TURNS = 2000
"""After how many turns a line that does not end is left."""
TURNS: dict[str, tuple[str, str]] = {
    "turn": ("int64", "The number of the turn in the deal"),
    "player": ("string", "Whose turn it is"),
    "logged": ("string", "What was done as it is logged; missing where that line has ended"),
    "other": ("string", "What is done instead; missing where that line has ended"),
    "same": ("boolean", "Whether it is the same, the cards drawn included"),
}
"""The columns of `WhatIf.frame`."""


class Departure(NamedTuple):
    """Where the other line leaves the log: the turn, the player, and why."""

    turn: int
    player: str
    why: str


class WhatIf:
    """A logged deal and another line of it, side by side.

    `logged` is the deal as it was played, `other` the other line, both as a `Deal`; `rules` are
    those of the other line, and `turn` is where it may begin to differ; `departure` is where it
    does, None where it never does; `frame` has the turns of both, `scores` the points of both with
    the difference; `notes` what else is to say.
    """

    def __init__(
        self,
        logged: Deal,
        other: Deal,
        rules: Rules,
        turn: int,
        departure: Departure | None,
        notes: tuple[str, ...] = (),
    ) -> None:
        self.logged, self.other, self.rules, self.turn = logged, other, rules, turn
        self.departure, self.notes = departure, notes

    @property
    def same(self) -> bool:
        """Whether the other line is the logged one."""
        return self.departure is None

    @property
    def sheets(self) -> tuple[Sheet | None, Sheet | None]:
        """The scores of both lines, line by line; None for one that has not ended."""
        return _sheet(self.logged, self.logged.rules), _sheet(self.other, self.rules)

    @cached_property
    def difference(self) -> dict[str, Points] | None:
        """What each player has more in the other line; None where one of them has not ended."""
        first, second = self.sheets
        if first is None or second is None:
            return None
        was, now = first.totals, second.totals
        return {name: whole(now[name] - was[name]) for name in self.logged.names}

    @cached_property
    def scores(self) -> pd.DataFrame:
        """The points of both lines and the difference, a row for each player."""
        import pandas as pd

        columns: dict[str, list[Any]] = {}
        for name, sheet in zip(("logged", "other"), self.sheets, strict=True):
            columns[name] = [
                float("nan") if sheet is None else as_number(sheet.totals[player])
                for player in self.logged.names
            ]
        frame = pd.DataFrame(columns, index=list(self.logged.names))
        frame["difference"] = frame["other"] - frame["logged"]
        return frame

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The turns of both lines; `rummy_lab.compare.whatif.TURNS` says what its columns hold."""
        return frame_of(TURNS, [row._asdict() for row in self.rows])

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The turns of both lines."""
        return tuple(_rows(self))

    def __repr__(self) -> str:
        if self.departure is None:
            return f"<what if, from turn {self.turn}: the same>"
        return f"<what if, from turn {self.turn}: another line from turn {self.departure.turn} on>"

    def __str__(self) -> str:
        from rummy_lab.compare.whatif_shown import text_of_what_if

        return text_of_what_if(self)

    def _repr_html_(self) -> str:
        from rummy_lab.compare.whatif_shown import html_of_what_if

        return html_of_what_if(self)


class Row(NamedTuple):
    """A turn of both lines."""

    turn: int
    player: str
    logged: str | None
    other: str | None
    same: bool


def what_if(
    log: Logged,
    deal: int | None = None,
    turn: int | None = None,
    *,
    actions: str | Iterable[str | Action] | None = None,
    players: str | Policy | Sequence[str | Policy] | None = None,
    rules: str | Rules | None = None,
    game: int = 1,
    seed: int = 0,
) -> WhatIf:
    """A logged deal replayed from a turn on with other moves, other players or other rules.

    `deal` is the deal's number (None: the first that counts), `game` the game's. From the beginning
    of `turn` on (None: of the first that is logged):

    - `actions`, a list or the text of a turn in a log ("draw discard 4s"), are done by whoever is
      to act; others who are asked whether they buy pass;
    - `rules` hold instead of the log's, the cards lying as they lay;
    - `players`, a policy for all or one for each seat, play on to the end; `seed` is that of
      random ones.

    Without `players` the log is followed as long as the line is the logged one (under other rules:
    as long as they allow it), and greedy players play on where it is left. With nothing changed
    the result is the log. Nobody plays on with cards that were not recorded: `notes` says where the
    line ends then.

    Raises `IllegalAction` for an action that is not legal there, `ValueError` for a deal or turn
    there is none of, and for rules by which all act at the same moment where they took turns.

    >>> import rummy_lab as rl
    >>> deal = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    >>> _ = deal.apply("draw"), deal.apply("discard Kc")
    >>> what_if(deal, turn=1).same
    True
    >>> found = what_if(deal, turn=1, actions="take discard Kc")
    >>> print(found.departure.turn, found.departure.player, found.departure.why)
    1 Bo take 9d is done instead
    """
    logged = _logged(log_of(log), deal, game)
    start = _start(logged, turn)
    line = _Line(logged, start, rules)
    for action in _actions(actions):
        line.apply(action)
    if players is not None:
        line.depart("other players take over")
        line.play_on(_policies(players, logged.names, seed))
    elif line.follow():
        line.play_on(_policies("greedy", logged.names, seed))
    first = start.state.turn_number
    return WhatIf(logged, line.other, line.rules, first, line.departure, tuple(line.notes))


def _logged(log: Log, number: int | None, game: int) -> Deal:
    """A deal of a log, the first of its game where no number is said."""
    deals = log.game(game).deals
    first = next((deal.number for deal in deals if not deal.struck), None)
    return deal_of_log(log, first if number is None else number, game)


def _start(logged: Deal, turn: int | None) -> Node:
    """The node where a turn begins."""
    nodes = logged.line()
    for node in nodes:
        state = node.state
        if turn in (None, state.turn_number) and not state.over:
            return node
    turns = [node.event.turn for node in nodes if node.event is not None]
    if not turns:
        raise ValueError(f"no move of deal {logged.deal} is logged")
    there = f"turn {turns[0]}" if turns[0] == turns[-1] else f"turns {turns[0]} to {turns[-1]}"
    raise ValueError(f"deal {logged.deal} has {there}, no turn {turn}")


def _actions(some: str | Iterable[str | Action] | None) -> list[Action]:
    if some is None:
        return []
    if isinstance(some, str):
        return [play.action for play in read_plays(some, 0)]
    if not isinstance(some, Iterable):
        raise ValueError(f"actions are a list, or the text of a turn, not {shortened(some)}")
    return [read_action(one) for one in some]


def _policies(
    players: str | Policy | Sequence[str | Policy], names: Sequence[str], seed: int
) -> list[Policy]:
    if isinstance(players, str) or callable(players):
        listed: Sequence[str | Policy] = [players] * len(names)
    elif isinstance(players, Sequence):
        listed = players
    else:
        said = shortened(players)
        raise ValueError(f"players is one player, or a list with one for each seat, not {said}")
    if len(listed) != len(names):
        raise ValueError(f"{len(listed)} players for {len(names)} seats: say one, or one for each")
    return [policy(one, seed, seat) for seat, one in enumerate(listed)]


class _Line:
    """The other line while it is made."""

    def __init__(self, logged: Deal, start: Node, rules: str | Rules | None) -> None:
        self.logged, self.start = logged, start
        self.rules = logged.rules if rules is None else rules_of(rules)
        self.notes: list[str] = []
        self.departure: Departure | None = None
        nodes = logged.line()
        self.rest = nodes[nodes.index(start) + 1 :]
        """The logged nodes that the other line has not come to yet."""
        if self.rules == logged.rules:
            self.other = Deal.from_state(nodes[0].state, logged.dealt)
            for node in nodes[1 : nodes.index(start) + 1]:
                assert node.event is not None
                self.other.add(node.event, node.state)
        else:
            setting = Setting(start.state, self.rules)
            if not setting.same_turns:
                how = next(d for d in setting.differences if d.option == "simultaneous")
                raise ValueError(f"this deal cannot go on under {self.rules.title}: {how}")
            self.notes += map(str, setting.differences)
            self.other = Deal.from_state(setting.state)

    @property
    def on_log(self) -> bool:
        """Whether everything so far is as it is logged."""
        return self.departure is None

    def depart(self, why: str) -> None:
        """The log is left here, if it was not left before."""
        if self.on_log:
            state = self.other.state
            self.departure = Departure(state.turn_number, state.names[state.active], why)

    def apply(self, action: Action) -> None:
        """Does a given action; those who are asked before it and say nothing pass."""
        while self.other.phase == "buy" and not isinstance(action, Buy | Pass):
            self._note(self.other.apply(PASS))
        before = self.other.state
        event = self.other.apply(action)
        if not self._note(event):
            self.departure = self.departure or Departure(
                before.turn_number, before.names[before.active], f"{event.action} is done instead"
            )

    def _note(self, event: Event) -> bool:
        """Whether an event is the next logged one."""
        if self.on_log and self.rest and self.rest[0].event == event:
            self.rest = self.rest[1:]
            return True
        return False

    def follow(self) -> bool:
        """Goes on as it is logged, as far as that can be; says whether somebody must play on."""
        if self.rules != self.logged.rules:
            return self._cross()
        if not self.on_log:
            return True
        for node in self.rest:
            assert node.event is not None
            self.other.add(node.event, node.state)
        return False

    def _cross(self) -> bool:
        moves = [
            Move(0, node.event.turn, node.event.seat, node.event.action, node.event.drawn,
                 node.state.over)
            for node in self.rest if node.event is not None
        ]  # fmt: skip
        if not self.on_log:
            return True
        found = cross(self.other.state, moves, self.rules)
        self.other = Deal.from_state(found.setting.state)
        for step in found.steps:
            self.other.add(step.event, step.state)
        self.notes += found.notes
        if found.stop is not None:
            self.depart(_why(found))
            return True
        if self.logged.over and not self.other.over:
            self.depart("the deal goes on under these rules")
            return True
        return False

    def play_on(self, policies: Sequence[Policy]) -> None:
        """Plays to the end of the deal, or until somebody holds a card that nobody recorded."""
        while not self.other.over:
            state = self.other.state
            if state.turn_number > MOST_TURNS:
                self.notes.append(f"left after {MOST_TURNS} turns")
                return
            if UNKNOWN in state.hands[state.turn]:
                said = f"{state.player} holds cards that nobody recorded, and cannot play on"
                self.notes.append(f"left in turn {state.turn_number}: {said}")
                return
            play_move(self.other, policies)


def _why(found: Crossing) -> str:
    stop = found.stop
    assert stop is not None
    what = stop.tried or (str(stop.move.action) if stop.move and stop.move.action else "")
    cited = f" ({stop.clause})" if stop.clause else ""
    return f"{what}: {stop.message}{cited}" if what else f"{stop.message}{cited}"


def _sheet(deal: Deal, rules: Rules) -> Sheet | None:
    unknown = any(card.is_unknown for hand in deal.hands for card in hand)
    return score(deal.final_position(), rules) if deal.over and not unknown else None


# --- side by side -----------------------------------------------------------------------------


def _rows(found: WhatIf) -> Iterable[Row]:
    """The turns from the first to the last of both lines."""
    names = found.logged.names
    logged = _by_turn(found.logged.line())
    other = _by_turn(found.other.line())
    first = min(other, default=found.turn)
    for turn in sorted({*logged, *other}):
        was = logged.get(turn, [])
        now = other.get(turn, []) if turn >= first else was
        own = (was or now)[0]
        yield Row(turn, names[own.seat], _told(was, names), _told(now, names), _alike(was, now))


def _by_turn(nodes: Sequence[Node]) -> dict[int, list[Event]]:
    found: dict[int, list[Event]] = {}
    for node in nodes:
        if node.event is not None:
            found.setdefault(node.event.turn, []).append(node.event)
    return found


def _alike(was: Sequence[Event], now: Sequence[Event]) -> bool:
    return [(e.seat, e.action, e.drawn) for e in was] == [(e.seat, e.action, e.drawn) for e in now]


def _told(events: Sequence[Event], names: Sequence[str]) -> str | None:
    """The actions of a turn as a log writes them, with the cards that were drawn."""
    if not events:
        return None
    own, words = events[0].seat, []
    for event in events:
        drawn = f" [{event.drawn}]" if event.drawn is not None else ""
        said = f"{event.action}{drawn}"
        words.append(said if event.seat == own else f"({names[event.seat]}: {said})")
    return " ".join(words)
