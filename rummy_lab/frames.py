"""Everything pandas: tidy tables from logs.

`COLUMNS` is the one place that says what a column holds. Every table has the columns `TABLES`
lists for it, in that order and with these types, also when it has no row.

>>> import rummy_lab as rl
>>> log = rl.play(rl.variant("block"), ["greedy", "random"], seed=7)
>>> frame = actions_frame(log)
>>> frame[["deal", "turn", "seat", "action"]].head(1).values.tolist()
[[1, 1, 1, 'take 9d']]
>>> scores_frame(log).groupby("player")["points"].sum().to_dict() == log.totals
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rummy_lab.deal import State
from rummy_lab.log import DealLog, GameLog, Log
from rummy_lab.scoring import Points

if TYPE_CHECKING:
    import pandas as pd

Logs = Log | Iterable[Log]

COLUMNS: dict[str, tuple[str, str]] = {
    # which deal of which game
    "log": ("int64", "Which of the logs, from 0"),
    "game": ("int64", "Which game of its log, from 1"),
    "variant": ("string", "The variant's id; missing where the rules could not be read"),
    "deal": ("int64", "The number of the deal in its game, from 1"),
    "dealer": ("string", "The name of the player who dealt"),
    "players": ("int64", "How many play the deal"),
    "seed": ("string", "The seed the cards were shuffled with, as text; missing where none"),
    # actions
    "move": ("int64", "Which action of the deal, from 1"),
    "turn": ("int64", "The number of the turn in the deal, from 1"),
    "seat": ("int64", "The seat that acts or scores, from 0"),
    "player": ("string", "The name of that player"),
    "action": ("string", "The action as a log writes it"),
    "verb": ("string", "The first word of the action: draw, take, meld, lay, discard, ..."),
    "cards": ("string", "The cards that left the hand, parted by blanks"),
    "card_count": ("int64", "How many cards left the hand"),
    "drawn": ("string", "The card that came from the stock, ?? where nobody recorded it"),
    "recycled": ("string", "flip or shuffle where the discard pile became the stock"),
    "hand_cards": ("Int64", "Cards in that player's hand after the action, or at the end"),
    "hand_points": ("float64", "What those cards cost; missing where one is unrecorded"),
    "stock_cards": ("int64", "Cards in the stock after the action"),
    "table_melds": ("int64", "Melds on the table after the action"),
    # deals
    "turns": ("int64", "How many turns were played"),
    "actions": ("int64", "How many actions were played"),
    "over": ("boolean", "Whether the deal was played to its end"),
    "ending": ("string", "How it ended: out, last turns, stock (used up), no draw"),
    "out": ("string", "The name of the player who went out"),
    "whole_hand": ("boolean", "Whether that player played the whole hand in one turn"),
    "recycles": ("int64", "How often the discard pile became the stock"),
    "sound": ("boolean", "Whether every line of the deal could be played"),
    # scores
    "points": ("float64", "What the deal adds to the player's total (shared points as a float)"),
    "total": ("float64", "The player's total after the deal"),
    "went_out": ("boolean", "Whether this player went out"),
}
"""Every column of every table: its type and what it holds."""

_DEAL = ["log", "game", "variant", "deal"]
TABLES: dict[str, tuple[str, ...]] = {
    "actions": (*_DEAL, "move", "turn", "seat", "player", "action", "verb", "cards", "card_count",
                "drawn", "recycled", "hand_cards", "hand_points", "stock_cards", "table_melds"),
    "deals": (*_DEAL, "dealer", "players", "seed", "turns", "actions", "over", "ending", "out",
              "whole_hand", "recycles", "sound"),
    "scores": (*_DEAL, "seat", "player", "points", "total", "went_out", "hand_cards",
               "hand_points"),
}  # fmt: skip
"""The columns of each table, in their order."""


def actions_frame(logs: Logs) -> pd.DataFrame:
    """One row for each action that was played.

    >>> import rummy_lab as rl
    >>> list(actions_frame([]).columns) == list(TABLES["actions"])
    True
    """
    return _frame("actions", (row for entry in _each(logs) for row in _actions(*entry)))


def deals_frame(logs: Logs) -> pd.DataFrame:
    """One row for each deal."""
    return _frame("deals", (_deal(*entry) for entry in _each(logs)))


def scores_frame(logs: Logs) -> pd.DataFrame:
    """One row for each player and deal whose points are known."""
    rows: list[dict[str, Any]] = []
    totals: dict[str, Points] = {}
    for place, game, deal in _each(logs):
        if deal is game.deals[0]:
            totals = dict(game.start)
        rows += _scores(place, game, deal, totals)
    return _frame("scores", rows)


# --- rows -------------------------------------------------------------------------------------

Entry = tuple[dict[str, Any], GameLog, DealLog]


def _each(logs: Logs) -> Iterator[Entry]:
    """Every deal, with the columns that say which one it is."""
    for number, log in enumerate([logs] if isinstance(logs, Log) else logs):
        for which, game in enumerate(log.games, 1):
            variant = game.rules.id if game.rules is not None else None
            for deal in game.deals:
                place = {"log": number, "game": which, "variant": variant, "deal": deal.number}
                yield place, game, deal


def _actions(place: dict[str, Any], game: GameLog, deal: DealLog) -> Iterator[dict[str, Any]]:
    for move, (state, event) in enumerate(deal.steps, 1):
        action, cards = event.action, event.action.cards
        yield {
            **place,
            "move": move,
            "turn": event.turn,
            "seat": event.seat,
            "player": state.names[event.seat],
            "action": str(action),
            "verb": action.verb,
            "cards": " ".join(map(str, cards)) or None,
            "card_count": len(cards),
            "drawn": None if event.drawn is None else str(event.drawn),
            "recycled": event.recycled,
            "stock_cards": len(state.stock),
            "table_melds": len(state.melds),
            **_hand(state, event.seat),
        }


def _hand(state: State, seat: int) -> dict[str, Any]:
    hand = state.hands[seat]
    unknown = any(card.is_unknown for card in hand)
    points = None if unknown else float(state.at.points_of(hand))
    return {"hand_cards": len(hand), "hand_points": points}


def _deal(place: dict[str, Any], game: GameLog, deal: DealLog) -> dict[str, Any]:
    state = deal.state
    seed = state.seed if state is not None else None
    over = state is not None and state.over
    out = state.out if state is not None else None
    return {
        **place,
        "dealer": None if deal.dealer is None else deal.names[deal.dealer],
        "players": len(deal.names),
        "seed": None if seed is None else str(seed),
        "turns": len({event.turn for _, event in deal.steps}),
        "actions": len(deal.steps),
        "over": over,
        "ending": state.ending if over and state is not None else None,
        "out": None if out is None else deal.names[out],
        "whole_hand": state.whole_hand if over and state is not None else None,
        "recycles": state.recycles if state is not None else 0,
        "sound": deal.sound,
    }


def _scores(
    place: dict[str, Any], game: GameLog, deal: DealLog, totals: dict[str, Points]
) -> Iterator[dict[str, Any]]:
    state = deal.state
    for seat, name in enumerate(deal.names):
        if deal.points is None or name not in deal.points:
            continue
        totals[name] = totals.get(name, 0) + deal.points[name]
        ended = state is not None and state.over
        yield {
            **place,
            "seat": seat,
            "player": name,
            "points": float(deal.points[name]),
            "total": float(totals[name]),
            "went_out": state.out == seat if ended and state is not None else None,
            **(_hand(state, seat) if ended and state is not None else {}),
        }


def _frame(table: str, rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    """A table with its columns and types."""
    import pandas as pd

    columns = TABLES[table]
    kept = list(rows)
    return pd.DataFrame(
        {
            name: pd.Series([row.get(name) for row in kept], dtype=COLUMNS[name][0])
            for name in columns
        }
    )
