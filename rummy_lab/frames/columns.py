"""The tables of logs and their columns: `TABLES` is the one place that says what they hold.

>>> [name for name, column in TABLES["hands"].items() if column.unit == "points"]
['hand_points', 'deadwood_points']
"""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column: its type in pandas, its unit ("" where it has none), and what it holds."""

    dtype: str
    unit: str
    meaning: str


def _int(unit: str, meaning: str) -> Column:
    return Column("int64", unit, meaning)


def _maybe(unit: str, meaning: str) -> Column:
    """A whole number that can be missing."""
    return Column("Int64", unit, meaning)


def _points(meaning: str) -> Column:
    return Column("float64", "points", meaning)


def _text(meaning: str) -> Column:
    return Column("string", "", meaning)


def _cards(meaning: str) -> Column:
    return Column("string", "cards as text", meaning)


def _flag(meaning: str) -> Column:
    return Column("boolean", "", meaning)


_LOG = {"log": _int("", "Which of the logs, from 0")}
_GAME = {
    **_LOG,
    "game": _int("", "Which game of its log, from 1"),
    "variant": _text("The variant's id; missing where the rules could not be read"),
}
_DEAL = {
    **_GAME,
    "deal": _int("", "The number of the deal in its game, from 1; a deal that was struck and the "
                 "one played in its place have the same"),
}  # fmt: skip
_PLAYED = {**_DEAL, "struck": _flag("Whether the deal was struck out, so that it does not count")}
_PLAYER = {
    "seat": _int("", "The player's seat, from 0; the same in all deals of a game"),
    "player": _text("The player's name"),
}
_TURN = _int("", "The number of the turn in its deal, from 1")
_SEED = _text("The seed the cards were shuffled with; missing where there is none")
_RECYCLED = _text("flip or shuffle, where the discard pile became the stock in it")
_STOCK = _int("cards", "Those in the stock after it")
_MELDS = _int("melds", "Those on the table after it")
_LEFT = {
    "hand_cards": _int("cards", "Those in the player's hand after it"),
    "hand_points": _points("What those cards cost; missing where one of them is unrecorded"),
}

TABLES: dict[str, dict[str, Column]] = {
    "games": {
        **_GAME,
        "options": _text("What was played otherwise than the variant says, as a log writes it"),
        "players": _int("players", "How many play"),
        "names": _text("Their names by seat, parted by commas, as a log writes them"),
        "dealer": _text("The name of the player who deals first; missing where it is not known"),
        "seed": _SEED,
        "deals": _int("deals", "How many the log has"),
        "over": _flag("Whether the game is decided; missing where points of a deal are"),
        "winners": _text("The names of those who won it, as `names`; missing until then"),
    },
    "deals": {
        **_PLAYED,
        "dealer": _text("The name of the player who dealt; missing where it is not known"),
        "players": _int("players", "How many play the deal"),
        "seed": _SEED,
        "turns": _int("turns", "How many were played; where all act at once, that is one"),
        "actions": _int("actions", "How many were played"),
        "over": _flag("Whether the deal was played to its end"),
        "ending": _text("How it ended: out, last turns, stock (used up), no draw"),
        "out": _text("The name of the player who went out, of several the first"),
        "whole_hand": _flag("Whether that player played the whole hand in one turn"),
        "recycles": _int("times", "How often the discard pile became the stock"),
        "buys": _int("cards", "How many upcards were bought"),
        "sound": _flag("Whether every line of the deal could be played"),
        "corrected": _flag("Whether its points were written again, otherwise"),
    },
    "turns": {
        **_PLAYED,
        "turn": _TURN,
        **_PLAYER,
        "finished": _flag("Whether the turn came to its end"),
        "source": _text("Where its card came from: stock or pile; missing where none came"),
        "drawn": _cards("The card from the stock, ?? where nobody recorded it"),
        "taken": _cards("The cards from the discard pile, bottom to top"),
        "bought_by": _text("The name of the player who bought the upcard in it"),
        "new_melds": _int("melds", "Those laid down in it"),
        "laid_off": _int("cards", "Those laid off on melds of the table"),
        "swaps": _int("jokers", "Those taken from melds for the real card"),
        "discard": _cards("The card discarded"),
        "went_out": _flag("Whether the player went out in it"),
        "recycled": _RECYCLED,
        **_LEFT,
        "stock_cards": _STOCK,
        "table_melds": _MELDS,
    },
    "actions": {
        **_PLAYED,
        "move": _int("", "Which action of the deal, from 1"),
        "turn": _TURN,
        **_PLAYER,
        "action": _text("The action as a log writes it"),
        "verb": _text("Its first word: draw, take, meld, lay, swap, contract, discard, ..."),
        "cards": _cards("Those that left the hand"),
        "card_count": _int("cards", "How many left the hand"),
        "drawn": _cards("The card that came from the stock, ?? where nobody recorded it"),
        "taken": _cards("Those that came from the discard pile, bottom to top"),
        "recycled": _RECYCLED,
        **_LEFT,
        "stock_cards": _STOCK,
        "table_melds": _MELDS,
    },
    "melds": {
        **_PLAYED,
        "meld": _maybe("", "Its number on the table, from 1; missing where it was arranged"),
        **_PLAYER,
        "turn": _maybe("", "The turn it was laid in; missing where it lay there before the log"),
        "kind": _text("set or run"),
        "cards": _cards("Its cards at the end, a wild with what it stands for: JK=9h"),
        "card_count": _int("cards", "How many it has at the end"),
        "wilds": _cards("The wilds among them"),
        "wild_count": _int("cards", "How many wilds"),
        "laid_off": _int("cards", "Those laid off on it after it was laid, also by its owner"),
        "laid_off_by_others": _int("cards", "Those of them that others laid off"),
        "points": _points("What its cards would cost in a hand"),
        "arranged": _flag("Whether it never lay on the table, but was arranged from a last hand"),
    },
    "scores": {
        **_DEAL,
        **_PLAYER,
        "points": _points("What the deal adds to the player's total; a charge is positive, but "
                          "negative where the highest total wins; shared points as a float"),
        "total": _points("The player's total after the deal"),
        "went_out": _flag("Whether this player went out; missing where it was not played out"),
        "hand_cards": _maybe("cards", "Those in the hand at the end; missing likewise"),
        "hand_points": _points("What those cards cost; missing where one of them is unrecorded"),
    },
    "hands": {
        **_PLAYED,
        "turn": _int("", "The number of the turn that has ended; before the first, one less"),
        **_PLAYER,
        **_LEFT,
        "deadwood_points": _points("What the best arrangement of the hand leaves; missing where a "
                                   "card is unrecorded, and for hands of more than 30 cards"),
    },
    "errors": {
        **_LOG,
        "line": _int("", "The line of the log's text, from 1"),
        "column": _int("", "Where in that line, from 1"),
        "message": _text("What is wrong there"),
    },
}  # fmt: skip
"""Every table: its columns in their order. `turns` has a row for each player where all act at once;
an action that is sealed until all have chosen stands with what came of it."""
