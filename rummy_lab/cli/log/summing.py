"""`rummy-lab log stats`: many logs in a few numbers, for each set of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import typer

from rummy_lab.cli.common import UNUSABLE, JsonOption, complain, say, say_json
from rummy_lab.cli.reading import LogFiles, Unusable, each_game, placed_error
from rummy_lab.compare import label_of
from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import isolated
from rummy_lab.display.saying import counted
from rummy_lab.log import DealLog, GameLog, Log
from rummy_lab.scoring import as_number

MOST_NAMES = 12
"""How many players are told of in the text; --json has all."""

ENDINGS = {
    "out": "somebody went out",
    "last turns": "somebody went out, last turns were played",
    "stock": "the stock was used up",
    "no draw": "no card could be drawn",
    "score only": "only the points are written",
    "not over": "not played to the end",
    "broken": "broken off by an error",
    "struck": "struck: they do not count",
}
"""How a deal can end, in the order in which it is told."""


@dataclass
class Player:
    """What came of the deals and games of one player."""

    games: int = 0
    won: float = 0
    """Games won; a win that is shared counts in parts."""
    deals: int = 0
    points: float = 0
    out: int = 0


@dataclass
class Group:
    """What is counted for all games under the same rules."""

    title: str
    games: int = 0
    over: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    """How many deals that were played to their end had so many turns."""
    players: dict[str, Player] = field(default_factory=dict)

    def add(self, game: GameLog) -> None:
        """One more game."""
        self.games += 1
        for name in game.names:
            self.players.setdefault(name, Player()).games += 1
        for deal in game.deals:
            self._add_deal(deal)
        self.over += game.over
        for name in game.winners:
            self.players[name].won += 1 / len(game.winners)

    def _add_deal(self, deal: DealLog) -> None:
        self.endings[_ending(deal)] += 1
        state = deal.state
        if deal.struck:
            return
        if deal.over and deal.sound and deal.turns and state is not None:
            self.turns[state.turn_number] += 1
            for seat in {state.out, *state.outs} - {None}:
                self.players.setdefault(state.names[seat or 0], Player()).out += 1
        for name, points in (deal.points or {}).items():
            player = self.players.setdefault(name, Player())
            player.deals += 1
            player.points += as_number(points)


def _ending(deal: DealLog) -> str:
    if deal.struck:
        return "struck"
    if not deal.sound:
        return "broken"
    if deal.over and deal.state is not None:
        return deal.state.ending or "out"
    return "score only" if deal.points is not None and not deal.turns else "not over"


def stats(files: LogFiles, as_json: JsonOption = False) -> None:
    """Sum logs up: how deals ended, how long they were, the points, who won.

    Each set of rules is summed up by itself. Files are read game by game, so they may be of any
    size. Errors go to stderr, and the exit status is 1; it is 2 where a file is no log.

    \b
    Examples: rummy-lab log stats game.rummy
              rummy-lab log stats season/*.rummy --json
    --json:   a list of {rules, title, games, over, deals, endings: {how: deals},
              turns: {mean, least, most} of deals played to their end, or null,
              players: [{name, games, won, deals, points, went_out}]};
              points are the mean of a deal, or null; a shared win counts in parts
    """
    groups: dict[str, Group] = {}
    status = 0
    for file in files:
        try:
            for log in each_game(file):
                _add(groups, log)
                for error in log.errors:
                    complain(placed_error(file, error))
                    status = max(status, 1)
        except Unusable as error:
            complain(error)
            status = UNUSABLE
    if as_json:
        say_json([_plain(label, group) for label, group in groups.items()])
    else:
        say("\n\n".join("\n".join(_told(group)) for group in groups.values()) or "no games")
    if status:
        raise typer.Exit(status)


def _add(groups: dict[str, Group], log: Log) -> None:
    for game in log.games:
        rules = game.rules
        label = "" if rules is None else label_of(rules)
        title = "Unknown rules" if rules is None else name_of(rules)
        groups.setdefault(label, Group(title)).add(game)


def _lengths(group: Group) -> dict[str, float] | None:
    if not group.turns:
        return None
    mean = sum(turns * deals for turns, deals in group.turns.items()) / group.turns.total()
    return {"mean": mean, "least": min(group.turns), "most": max(group.turns)}


def _plain(label: str, group: Group) -> dict[str, Any]:
    return {
        "rules": label or None,
        "title": group.title,
        "games": group.games,
        "over": group.over,
        "deals": group.endings.total(),
        "endings": dict(group.endings),
        "turns": _lengths(group),
        "players": [
            {"name": name, "games": one.games, "won": one.won, "deals": one.deals,
             "points": one.points / one.deals if one.deals else None, "went_out": one.out}
            for name, one in group.players.items()
        ],
    }  # fmt: skip


def _told(group: Group) -> Iterator[str]:
    deals = group.endings.total()
    over = f" ({group.over} over)" if group.over < group.games else ""
    yield f"{group.title}: {counted(group.games, 'game')}{over}, {counted(deals, 'deal')}"
    for ending, said in ENDINGS.items():
        if count := group.endings[ending]:
            yield f"  {said}: {count:,} ({count / deals:.0%})"
    if lengths := _lengths(group):
        least, most = f"{lengths['least']:,}", f"{lengths['most']:,}"
        yield f"  turns in a deal: {lengths['mean']:.1f} ({least} to {most})"
    ordered = sorted(group.players.items(), key=lambda item: (-item[1].won, -item[1].games))
    for name, one in ordered[:MOST_NAMES]:
        points = f", {one.points / one.deals:.2f} points a deal" if one.deals else ""
        won = f"{one.won:.4g} of {one.games:,}"
        yield f"  {isolated(name)}: won {won}, went out {counted(one.out, 'time')}{points}"
    if more := len(ordered) - MOST_NAMES:
        yield from [f"  and {more:,} more players"] if more > 0 else []
