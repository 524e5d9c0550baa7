"""Logs of games and deals that were played here, and games and deals from logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from rummy_lab import __version__
from rummy_lab.actions import PASS
from rummy_lab.cards import UNKNOWN, Card
from rummy_lab.deal import Deal, Event, Node, State
from rummy_lab.deal.lookahead import check
from rummy_lab.deal.moves import step
from rummy_lab.game import Game
from rummy_lab.log.bodies import Place
from rummy_lab.log.errors import Errors
from rummy_lab.log.head import Head, dealer_of, field_of, free_field, preset_fields, rule_fields
from rummy_lab.log.lines import Field, Heading, Line, Play, Turn, Version
from rummy_lab.log.reading import read_line
from rummy_lab.log.record import DealLog, GameLog, Log, sheet_of
from rummy_lab.log.replay import Step
from rummy_lab.log.start import fields_of
from rummy_lab.log.words import version_of
from rummy_lab.rules import Rules
from rummy_lab.scoring import Points


def log_of_deal(
    deal: Deal, *, to_cursor: bool = False, fields: Mapping[str, str] | None = None
) -> Log:
    """The line of a deal that goes through its cursor, from the beginning to its tip, as a log.

    `to_cursor` stops at the cursor; `fields` are free fields for the head, like a date.

    >>> import rummy_lab as rl
    >>> d = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    >>> _ = d.apply("draw"), d.apply("discard Kc")
    >>> print(str(log_of_deal(d)).splitlines()[-1])
    1 Bo: draw discard Kc
    """
    nodes = deal.path() if to_cursor else deal.line()
    seed = deal.seed if deal.dealt else None
    head = Head(head_lines(deal.rules, deal.names, deal.dealer, seed, {}, fields), Errors())
    return Log((_game(head, [_deal_log(deal, nodes, head, None)]),))


def log_of_game(game: Game, *, fields: Mapping[str, str] | None = None) -> Log:
    """A game as a log: of each deal the line that goes through its cursor.

    `fields` are free fields for the head, like a date and a place.

    >>> import rummy_lab as rl
    >>> log = log_of_game(rl.Game(rl.variant("rummy"), seed=7), fields={"place": "Cluj"})
    >>> log.fields["place"]
    'Cluj'
    """
    dealt = any(deal.dealt for deal in game.deals)
    sums = game.totals
    for sheet in game.sheets:
        for name, points in sheet.totals.items():
            sums[name] -= points
    seed = game.seed if dealt or not game.deals else None
    lines = head_lines(game.rules, game.names, game.first_dealer, seed, sums, fields)
    head = Head(lines, Errors())
    deals: list[DealLog] = []
    for deal in game.deals:
        deals.append(_deal_log(deal, deal.line(), head, deals[-1] if deals else None))
    return Log((_game(head, deals),))


def head_lines(
    rules: Rules,
    names: Sequence[str],
    dealer: int,
    seed: int | None,
    totals: Mapping[str, Points],
    fields: Mapping[str, str] | None,
) -> list[Line]:
    """The lines that a game begins with."""
    lines: list[Line] = [Version(), free_field("program", f"rummy-lab {__version__}")]
    lines += [free_line(key, text) for key, text in (fields or {}).items()]
    named = rule_fields(rules)
    lines += [*named, field_of("players", tuple(names)), field_of("dealer", names[dealer])]
    if seed is not None:
        lines.append(field_of("seed", seed))
    if any(totals.values()):
        lines.append(field_of("totals", dict(totals)))
    return [*lines, *preset_fields(rules, frozenset(field.word for field in named))]


def free_line(key: str, text: str) -> Field:
    """A free field; its key stands in quotes where it would be read as something else."""
    plain = free_field(key, "x")
    read = read_line(str(plain), 0, Place("head"), Errors())
    return free_field(key, text, quoted=read != plain)


def _game(head: Head, deals: Sequence[DealLog]) -> GameLog:
    lines = list(head.lines)
    for deal in deals:
        lines += deal.lines
    lines[0] = Version(version_of(lines))
    return GameLog(
        tuple(lines), head.rules, head.names, head.dealer, head.seed, head.totals, tuple(deals)
    )


# --- deals ------------------------------------------------------------------------------------


def _deal_log(deal: Deal, nodes: Sequence[Node], head: Head, last: DealLog | None) -> DealLog:
    """A line of a deal; its own lines say what the head and the deal before do not."""
    names, number = deal.names, deal.deal
    lines: list[Line] = [Line(), Heading(number)]
    if names != head.names:
        lines.append(field_of("players", names))
    if deal.dealer != dealer_of(head, last, number, names):
        lines.append(field_of("dealer", names[deal.dealer]))
    if not deal.dealt:
        lines += fields_of(deal.root.state)
    elif deal.seed != head.seed:
        lines.append(field_of("seed", deal.seed))
    lines += [*_turns(nodes), *_shown(nodes)]
    sheet = sheet_of(nodes[-1].state)
    points = sheet.totals if sheet is not None else None
    if points is not None:
        lines.append(field_of("score", points))
    steps = tuple(Step(node.state, node.event) for node in nodes if node.event is not None)
    start = deal.root.state
    return DealLog(number, names, deal.dealer, tuple(lines), start, deal.dealt, steps, True, points)


def _turns(nodes: Sequence[Node]) -> list[Turn]:
    """The turn lines of a line of play."""
    found = []
    moves = [(before.state, node) for before, node in pairwise(nodes)]
    for number, some in groupby(moves, key=lambda move: move[0].turn_number):
        turn = list(some)
        active = turn[0][0].active
        plays: list[Play] = []
        for before, node in reversed(turn):
            assert node.event is not None
            by = "" if node.event.seat == active else before.names[node.event.seat]
            # others who refuse to buy need not be written
            if not (by and plays and before.phase == "buy" and node.event.action == PASS):
                plays.append(_play(before, node.event, by))
        found.append(Turn(number, turn[0][0].names[active], tuple(reversed(plays))))
    return found


def _shown(nodes: Sequence[Node]) -> list[Field]:
    """The hands that were shown at the end, where play did not tell them."""
    end = nodes[-1]
    if len(nodes) < 2 or not end.state.over or end.event is None:
        return []
    before = nodes[-2].state
    if not any(UNKNOWN in hand for hand in before.hands):
        return []
    after, _ = step(before, end.event.action, check(before, end.event.action).melds)
    return [
        field_of("left", hand, name)
        for name, hand, played in zip(end.state.names, end.state.hands, after.hands, strict=True)
        if hand != played
    ]


def _play(before: State, event: Event, by: str) -> Play:
    """An event as it is written, with what the state before it could not tell."""
    if event.drawn is None or event.drawn is UNKNOWN:
        drawn = None
    elif before.stock:
        drawn = event.drawn if before.stock[-1] is UNKNOWN else None
    else:
        drawn = event.drawn if event.recycled == "shuffle" and before.seed is None else None
    order: tuple[Card, ...] | None = None
    if event.recycled == "shuffle" and before.seed is None:
        below = event.order[:-1] if event.drawn is not None else event.order
        if any(card is not UNKNOWN for card in below):
            order, drawn = event.order, None
    return Play(event.action, by, drawn, order)


# --- back to the table ------------------------------------------------------------------------


def deal_of_log(log: Log, deal: int | None = None, game: int = 1) -> Deal:
    """A deal of a log as a `Deal`, its cursor at the end of what was logged.

    `deal` is the deal's number (None: the last one; of one that was struck and the one in its place
    the latter), `game` counts the games of the log from 1. Raises `ValueError` for a deal there is
    none of, and for one whose rules, players or cards could not be read.

    >>> import rummy_lab as rl
    >>> d = deal_of_log(rl.play(rl.variant("block"), seed=7), deal=1)
    >>> d.over, len(d.events) > 10
    (True, True)
    """
    logged = log.game(game)
    if deal is None and not logged.deals:
        raise ValueError("the log has no deal")
    return _deal(logged.deals[-1] if deal is None else logged.deal(deal), log)


def _deal(entry: DealLog, log: Log) -> Deal:
    if entry.start is None:
        why = f": {log.errors[0]}" if log.errors else ""
        raise ValueError(f"deal {entry.number} of the log cannot be played{why}")
    made = Deal.from_state(entry.start, entry.dealt)
    for state, event in entry.steps:
        made.add(event, state)
    return made


def game_of_log(log: Log, game: int = 1) -> Game:
    """A game of a log as a `Game` that goes on where the log ends.

    Without a seed in the log, later deals get one that is drawn here. Raises `ValueError` where
    the log is not a game from its first deal on, is broken off before its last deal, or has deals
    of which only the points are known, or that were struck.

    >>> import rummy_lab as rl
    >>> g = game_of_log(rl.play(rl.variant("block"), seed=7))
    >>> g.over, g.log == rl.play(rl.variant("block"), seed=7)
    (True, True)
    """
    logged, rules = log.playable(game)
    made = Game(
        rules,
        logged.names,
        logged.seed,
        logged.start if any(logged.start.values()) else None,
        logged.dealer or 0,
    )
    for place, entry in enumerate(logged.deals, 1):
        if entry.number != place:
            raise ValueError(f"the log goes on with deal {entry.number}, not with deal {place}")
        if place > 1:
            made.next_deal()
        if not made.deals:
            raise ValueError("the totals that the log begins with have ended the game")
        if entry.struck or (entry.points is not None and entry.sheet() is None):
            why = "was struck" if entry.struck else "has points, but no end that gives them"
            raise ValueError(f"deal {entry.number} {why}: the game cannot be played on")
        made.deals[-1] = _deal(entry, log)
    return made


to_game = game_of_log
