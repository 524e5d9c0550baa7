"""A logged game as the rows of a score sheet: points, what was corrected or struck, totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rummy_lab.display.markup import isolated, points_text
from rummy_lab.display.saying import counted
from rummy_lab.display.text import contract_of, wilds_of
from rummy_lab.game import leaders
from rummy_lab.log import DealLog, GameLog, Log, LogError
from rummy_lab.log.comments import comment_of
from rummy_lab.log.lines import Field
from rummy_lab.log.settling import CHANGES, changes_of
from rummy_lab.log.sheets import Coming
from rummy_lab.rules import At, Rules, RulesError
from rummy_lab.scoring import Points, whole

Row = dict[str, Any]
TAKE_BACK, STRIKE = "Take back", "Strike"


def sheet_rows(log: Log, game: GameLog) -> list[Row]:
    """The deals of a game, each with what is said of it and the totals after it.

    >>> import rummy_lab as rl
    >>> log = rl.score_log("rummy", ["Ana", "Bo"], [(36, 0), (0, 12)]).corrected(1, {"Ana": 30})
    >>> row = sheet_rows(log, log.games[0])[0]
    >>> row["cells"][0]
    {'points': '30', 'typed': '30', 'old': ['36'], 'total': '30'}
    """
    sums: dict[str, Points] = {**dict.fromkeys(game.names, 0), **game.start}
    changes = {
        place: [field for _, field in found] for place, found in changes_of(game.deals).items()
    }
    numbers = [deal.number for deal in game.deals]
    found = []
    for place, deal in enumerate(game.deals):
        for name, points in (deal.points or {}).items():
            sums[name] = whole(sums.get(name, 0) + points)
        last = deal.number not in numbers[place + 1 :]
        found.append({
            "key": f"{place}",
            "deal": str(deal.number),
            "dealer": "" if deal.dealer is None else isolated(deal.names[deal.dealer]),
            "info": dealt_as(game.rules, len(deal.names), deal.number),
            "cells": [_cell(deal, name, sums) for name in game.names],
            "struck": deal.struck,
            "notes": _notes(deal, changes.get(place, ())),
            "wrong": [error.message for error in _errors(deal, changes.get(place, ()), log.errors)],
            "edit": last and not deal.turns,
            "strike": (TAKE_BACK if deal.struck else STRIKE) if last else "",
        })  # fmt: skip
    return found


def dealt_as(rules: Rules | None, players: int, deal: int) -> str:
    """How many cards are dealt, the contract and what is wild, where the deals differ in them."""
    at = _at(rules, players, deal)
    if rules is None or at is None:
        return ""
    first = _at(rules, players, 1)
    cards = counted(at.cards_dealt, "card")
    differs = first is not None and (at.wild_number or first.cards_dealt != at.cards_dealt)
    wild = f"{wilds_of(at)} wild" if at.wild_number else ""
    return " · ".join(part for part in (cards if differs else "", contract_of(at), wild) if part)


def _at(rules: Rules | None, players: int, deal: int) -> At | None:
    try:
        return rules.at(players=players, deal=deal) if rules is not None else None
    except RulesError:
        return None


def _cell(deal: DealLog, name: str, sums: Mapping[str, Points]) -> Row:
    """A player's points of a deal, what stood there before, and the total after it."""
    now = deal.said.get(name)
    first = deal.sheet()
    before = [] if first is None else [first.totals]
    old: list[Points] = []
    for written in (*before, *deal.written):
        points = written.get(name)
        if points is not None and points not in (now, *old[-1:]):
            old.append(points)
    return {
        "points": ("–" if name not in deal.names else "?") if now is None else points_text(now),
        "typed": "" if now is None else str(now),
        "old": list(map(points_text, old)),
        "total": points_text(sums.get(name, 0)),
    }


def _notes(deal: DealLog, changes: Sequence[Field]) -> list[str]:
    """Who went out, and the comments on the deal and its changes."""
    found = []
    state = deal.state
    if state is not None and state.out is not None:
        how = ", with the whole hand" if state.whole_hand else ""
        how += " and a joker" if state.joker_used else ""
        found.append(f"{isolated(state.names[state.out])} went out{how}")
    found.append(comment_of(deal.lines[0]))
    for field in changes:
        said = comment_of(field) or (str(field.data) if field.word == "strike" else "")
        word = "struck" if field.word == "strike" else "corrected"
        found.append(f"{word}: {said}" if said else "")
    return [note for note in found if note]


def _errors(deal: DealLog, changes: Sequence[Field], errors: Sequence[LogError]) -> list[LogError]:
    own = [line for line in deal.lines
           if not (isinstance(line, Field) and line.word in CHANGES)]  # fmt: skip
    numbers = {line.number for line in (*own, *changes)}
    return [error for error in errors if error.line in numbers]


def totals_row(game: GameLog) -> list[Row]:
    """Each player's total, and who has the best one."""
    totals = {name: game.totals.get(name, 0) for name in game.names}
    ahead = leaders(game.rules, totals) if game.rules is not None and totals else ()
    best = ahead if len(ahead) < len(totals) else ()
    return [{"text": points_text(points), "best": name in best} for name, points in totals.items()]


def standing(game: GameLog, following: Coming | None) -> str:
    """How the game stands, and what comes next, in a sentence or two."""
    if game.over:
        winners = " and ".join(map(isolated, game.winners))
        return f"The game is over: {winners or 'nobody'} won."
    if following is None:
        return ""
    said = f"Deal {following.number} comes next"
    if following.dealer is not None:
        said += f": {isolated(following.names[following.dealer])} deals"
    if info := dealt_as(game.rules, len(following.names), following.number):
        said += f"; {info}"
    if following.names != game.names:
        tied = " and ".join(map(isolated, following.names))
        said += f". It is a bonus deal of {tied}, who tied"
    return f"{said}."
