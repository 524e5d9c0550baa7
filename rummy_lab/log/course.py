"""Where a game stands after each of its deals: totals, who leads, whether it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rummy_lab.game import leaders, next_players, reached
from rummy_lab.rules import Rules, RulesError
from rummy_lab.scoring import Points, whole

if TYPE_CHECKING:
    from rummy_lab.log.record import DealLog

Totals = dict[str, Points]


class Standing(NamedTuple):
    """Where a game stands before a deal, or after the last.

    `totals` are None where they are not known; `deals` is the number of the last deal that counts;
    `bonus` are those who have played a bonus deal.
    """

    rules: Rules
    names: tuple[str, ...]
    totals: Totals | None
    deals: int = 0
    bonus: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays the next deal, as far as that is known; nobody where the game is over."""
        if self.totals is None:
            return self.names
        return next_players(self.rules, self.names, self.totals, self.deals, self.bonus)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.players

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody while the game goes on."""
        if self.totals is None or not self.over:
            return ()
        totals = {name: self.totals[name] for name in self.bonus or self.names}
        return leaders(self.rules, totals)

    def after(self, deal: DealLog) -> Standing:
        """Where the game stands after one more deal."""
        if deal.struck:
            return self
        bonus, totals = self.bonus, self.totals
        tied = self.rules["ties"] == "bonus_deal"
        if totals is not None and tied and reached(self.rules, totals, self.deals):
            bonus = self.players
        points = deal.points or {}
        if totals is not None and points and set(points) == set(deal.names):
            totals = {name: whole(had + points.get(name, 0)) for name, had in totals.items()}
        else:
            totals = None
        return Standing(self.rules, self.names, totals, deal.number, bonus)


def course(
    rules: Rules, names: tuple[str, ...], start: Mapping[str, Points], deals: Sequence[DealLog]
) -> Iterator[Standing]:
    """Where a game stands before each of its deals, and after the last."""
    before = deals[0].number - 1 if deals else 0
    standing = Standing(rules, names, {**dict.fromkeys(names, 0), **start}, before)
    yield standing
    for deal in deals:
        standing = standing.after(deal)
        yield standing


def standing_of(
    rules: Rules | None,
    names: tuple[str, ...],
    start: Mapping[str, Points],
    deals: Sequence[DealLog],
) -> Standing | None:
    """Where a game stands after its last deal; None where nobody knows who plays what."""
    if rules is None or not names:
        return None
    try:
        rules.at(players=len(names))
    except RulesError:
        return None
    *_, last = course(rules, names, start, deals)
    return last
