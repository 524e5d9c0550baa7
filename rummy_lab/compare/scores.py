"""Scores side by side: a final position, a deal or a whole logged game under many rule sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rummy_lab.cards import text_of
from rummy_lab.compare.checks import Logged, cross_check, deals_of, log_of
from rummy_lab.compare.labels import RuleSets, labelled
from rummy_lab.deal import Deal
from rummy_lab.frames import frame_of
from rummy_lab.game import leaders, next_players
from rummy_lab.log import DealLog, GameLog, Log
from rummy_lab.rules import Rules
from rummy_lab.scoring import FinalPosition, Points, Sheet, as_number, score, whole

if TYPE_CHECKING:
    import pandas as pd

LINES: dict[str, tuple[str, str]] = {
    "variant": ("string", "The rules it is scored by"),
    "game": ("int64", "Which game of the log, from 1"),
    "deal": ("int64", "The number of the deal in its game"),
    "player": ("string", "Who gets the points"),
    "points": ("float64", "The points (shared points as a float)"),
    "cards": ("string", "The cards they are for"),
    "clause": ("string", "The clause that decides"),
    "standing": ("string", "The clause's standing"),
    "note": ("string", "What the clause says of parts that stand otherwise"),
    "message": ("string", "The line in a sentence"),
}
"""The columns of `Comparison.lines`: each line behind each number."""
NOTES: dict[str, tuple[str, str]] = {
    **{name: LINES[name] for name in ("variant", "game", "deal")},
    "note": ("string", "How the position was read, where it is none of these rules"),
}
OUTCOMES: dict[str, tuple[str, str]] = {
    **{name: LINES[name] for name in ("variant", "game")},
    "deals": ("int64", "How many deals are scored"),
    "after": ("Int64", "The deal after which the game would have been over; missing if it goes on"),
    "leaders": ("string", "Who leads after the last deal scored, parted by commas"),
}


def compare_scores(position: FinalPosition, rules: RuleSets = None) -> pd.DataFrame:
    """What each player scores for one final position under several rule sets.

    `rules` are variant ids, house files or `Rules`, or a mapping that names the columns (None:
    every shipped variant). The table has a row for each player and a column for each rule set; its
    `attrs["notes"]` holds what the scoring had to say beside the points. Raises `RulesError` for a
    variant that is none.

    >>> import rummy_lab as rl
    >>> position = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo")
    >>> print(compare_scores(position, ["remi", rl.variant("rummy", ace="high")]))
          remi  rummy ace="high"
    Ana      0                 0
    Bo      18                27
    """
    import pandas as pd

    sheets = {label: score(position, one) for label, one in labelled(rules).items()}
    columns = {
        label: {name: as_number(points) for name, points in sheet.totals.items()}
        for label, sheet in sheets.items()
    }
    frame = pd.DataFrame(columns)
    frame.attrs["notes"] = {label: list(sheet.notes) for label, sheet in sheets.items()}
    return frame


@dataclass(frozen=True)
class Scored:
    """One deal under every rule set: its sheets by label, or why there are none.

    `written` are the points that a log has for a deal nobody can score again, and `own` the label
    of the rules they were made by.
    """

    game: int
    deal: int
    names: tuple[str, ...]
    sheets: dict[str, Sheet]
    why: str = ""
    written: dict[str, Points] | None = None
    own: str = ""

    def points(self, label: str) -> dict[str, Points] | None:
        """The points of each player under the rules of a label, None where they are not known."""
        if label in self.sheets:
            return self.sheets[label].totals
        return self.written if label == self.own else None


class Comparison:
    """A position, a deal or a game under several rule sets.

    `frame` has the points: a row for each player, or for each deal and player, and a column for
    each rule set; `totals` their sums; `lines` every line behind every number; `notes` how the
    positions were read; `outcomes` who leads under which rules and when the game would have been
    over; `checks` whether what was logged would have been legal (`cross_check`; None for a
    position that was not played).
    """

    def __init__(self, rules: dict[str, Rules], deals: tuple[Scored, ...], log: Log | None) -> None:
        self.rules, self.deals, self.log = rules, deals, log

    @property
    def labels(self) -> tuple[str, ...]:
        """What the rule sets are called."""
        return tuple(self.rules)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The points by deal and player; by player alone for one position."""
        import pandas as pd

        rows: dict[Any, dict[str, float]] = {}
        for deal in self.deals:
            for name in deal.names:
                rows[self._key(deal, name)] = {
                    label: _number(deal.points(label), name) for label in self.rules
                }
        frame = pd.DataFrame.from_dict(rows, orient="index", columns=list(self.rules))
        if self.log is not None:
            names = ["game", "deal", "player"] if self._games > 1 else ["deal", "player"]
            keys = zip(*rows, strict=True) if rows else ((),) * len(names)
            frame.index = pd.MultiIndex.from_arrays(list(map(list, keys)), names=names)
        return frame

    def _key(self, deal: Scored, name: str) -> Any:
        if self.log is None:
            return name
        return (deal.game, deal.deal, name) if self._games > 1 else (deal.deal, name)

    @property
    def _games(self) -> int:
        return len(self.log.games) if self.log is not None else 1

    @cached_property
    def totals(self) -> pd.DataFrame:
        """The sums of all deals that are scored, by player (by game and player for several)."""
        by = ["game", "player"] if self._games > 1 else ["player"]
        if self.log is None:
            return self.frame
        return self.frame.groupby(level=by, sort=False).sum(min_count=1)

    @cached_property
    def lines(self) -> pd.DataFrame:
        """Every line of every score; `rummy_lab.compare.scores.LINES` says what columns hold."""
        return frame_of(LINES, list(self._lines()))

    def _lines(self) -> Iterator[dict[str, Any]]:
        for label in self.rules:
            for deal in self.deals:
                for line in deal.sheets[label].lines if deal.sheets else ():
                    yield {
                        "variant": label, "game": deal.game, "deal": deal.deal,
                        "player": line.seat, "points": float(line.points),
                        "cards": text_of(line.cards) or None, "clause": line.clause,
                        "standing": line.standing, "note": line.note or None,
                        "message": line.message,
                    }  # fmt: skip

    @cached_property
    def notes(self) -> pd.DataFrame:
        """How each position was read where it is none of the rules, and what is not scored."""
        rows = [
            {"variant": label, "game": deal.game, "deal": deal.deal, "note": note}
            for label in self.rules
            for deal in self.deals
            for note in (deal.sheets[label].notes if deal.sheets else (deal.why,))
        ]
        return frame_of(NOTES, rows)

    @cached_property
    def checks(self) -> pd.DataFrame | None:
        """Whether each deal would have been legal under each rule set."""
        if self.log is None:
            return None
        kept = {(deal.game, deal.deal) for deal in self.deals}
        games, numbers = {game for game, _ in kept}, {number for _, number in kept}
        frame = cross_check(
            self.log, self.rules,
            numbers.pop() if len(numbers) == 1 else None, games.pop() if len(games) == 1 else None,
        )  # fmt: skip
        found = [pair in kept for pair in zip(frame["game"], frame["deal"], strict=True)]
        return frame.loc[found]

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """Who leads under each rule set, and when the game would have been over."""
        rows = []
        for label, rules in self.rules.items():
            for game in dict.fromkeys(deal.game for deal in self.deals):
                rows.append({"variant": label, "game": game, **self._outcome(label, rules, game)})
        return frame_of(OUTCOMES, rows)

    def _outcome(self, label: str, rules: Rules, game: int) -> dict[str, Any]:
        deals = [deal for deal in self.deals if deal.game == game]
        totals: dict[str, Points] = dict.fromkeys(deals[0].names, 0)
        names, after, count = deals[0].names, None, 0
        least, most = rules["players"]
        known = least <= len(names) <= most
        for deal in deals:
            points = deal.points(label)
            if points is None:
                known = False  # with points missing nobody can say
                continue
            count += 1
            for name, more in points.items():
                totals[name] = whole(totals.get(name, 0) + more)
            if known and after is None and not next_players(rules, names, totals, deal.deal):
                after = deal.deal
        ahead = ", ".join(leaders(rules, totals)) if count else None
        return {"deals": count, "after": after, "leaders": ahead}

    # --- faces --------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<comparison of {len(self.deals)} deals under {', '.join(self.rules)}>"

    def __str__(self) -> str:
        from rummy_lab.compare.shown import text_of_comparison

        return text_of_comparison(self)

    def _repr_html_(self) -> str:
        from rummy_lab.compare.shown import html_of_comparison

        return html_of_comparison(self)


def compare(
    what: FinalPosition | Logged,
    rules: RuleSets = None,
    deal: int | None = None,
    game: int | None = None,
) -> Comparison:
    """One final position, one deal or a whole logged game, scored under several rule sets.

    `what` is a `FinalPosition`, a `Log`, a `Game` or a `Deal`; `rules` as `compare_scores` takes
    them; `deal` picks one deal of a log, `game` one game of several (from 1). A deal that was
    struck is left out. Each other is scored
    as it ended, whether or not it could have been played that way: `checks` of the result says
    where it could not.

    Raises `RulesError` for a variant that is none, `ValueError` for a deal there is none of.

    >>> import rummy_lab as rl
    >>> position = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Bo": ""}, out="Bo")
    >>> found = compare(position, ["remi", "rummy"])
    >>> found.totals.loc["Bo"].to_list(), found.lines["clause"].to_list()
    ([18, 18], ['remi-15', 'rummy-13'])
    """
    named = labelled(rules)
    if isinstance(what, FinalPosition):
        sheets = {label: score(what, one) for label, one in named.items()}
        return Comparison(named, (Scored(1, what.deal, tuple(what.hands), sheets),), None)
    log = log_of(what)
    found = deals_of(log, deal, game)
    scored = [_scored(place, one, entry, named) for place, one, entry in found]
    return Comparison(named, tuple(scored), log)


def _scored(place: int, game: GameLog, deal: DealLog, named: dict[str, Rules]) -> Scored:
    """A logged deal under every rule set, as far as its end is known."""
    state, sheets, why = deal.state, {}, ""
    if state is None or not state.over:
        why = "the deal has no end that could be scored"
    elif any(card.is_unknown for hand in state.hands for card in hand):
        why = "cards of the hands left were not recorded"
    else:
        end = Deal.from_state(state).final_position()
        sheets = {label: score(end, rules) for label, rules in named.items()}
    own = next((label for label, rules in named.items() if rules == game.rules), "")
    written = dict(deal.points) if deal.points is not None else None
    return Scored(place, deal.number, deal.names, sheets, why, written, own)


def _number(points: dict[str, Points] | None, name: str) -> float:
    if points is None or name not in points:
        return float("nan")
    return as_number(points[name])
