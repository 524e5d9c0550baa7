"""A game: a series of deals, the dealer going round, until a target or a number of deals.

>>> import rummy_lab as rl
>>> g = rl.Game(rl.variant("remi", use=["remi-o9"]), players=3, totals=[-40, -104, -62])
>>> g.over, g.winners
(True, ('Player 1',))
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rummy_lab.cards import check_seed, shortened, whole_number
from rummy_lab.deal import Deal, State
from rummy_lab.deal.position import a_seat, player_names
from rummy_lab.rules import Rules
from rummy_lab.scoring import Points, Sheet, whole
from rummy_lab.variants import rules_of

if TYPE_CHECKING:
    from rummy_lab.log import Log


class Game:
    """A game under a rule set. `deal` is the deal being played, `next_deal` goes on to the next.

    `players` are names or a number; `totals` (by seat or by name) starts a game with points
    already made; `dealer` deals first. Totals count the deal being played as soon as it is over,
    and take its points back when it is undone.

    Raises what `Deal` raises, and `ValueError` for totals that do not fit the players.
    """

    def __init__(
        self,
        rules: Rules | str,
        players: int | Sequence[str] | None = None,
        seed: int | None = None,
        totals: Mapping[str, Any] | Sequence[Any] | None = None,
        dealer: int = 0,
    ) -> None:
        self.rules = rules_of(rules)
        self.names = player_names(players, self.rules)
        self.seed = secrets.randbits(32) if seed is None else check_seed(seed)
        self._start = _totals(totals, self.names)
        self.first_dealer = a_seat(dealer, "dealer", len(self.names))
        self._bonus: tuple[str, ...] = ()  # who plays the bonus deal, once it is dealt
        self._kept: dict[int, tuple[State, Sheet]] = {}  # scores by deal number
        self.deals: list[Deal] = []
        """Every deal so far, the one being played last."""
        if totals is None or not self.decided(self._start, 0):
            self._deal_next(self.names, self.names[self.first_dealer])

    # --- deals --------------------------------------------------------------------------------

    def _deal_next(self, names: tuple[str, ...], dealer: str) -> None:
        number = len(self.deals) + 1
        seat = names.index(dealer)
        self.deals.append(Deal(self.rules, names, self.seed, number, seat))

    @property
    def deal(self) -> Deal:
        """The deal being played; raises `ValueError` where the totals given ended the game."""
        if not self.deals:
            raise ValueError("the game is over before a deal: its totals end it")
        return self.deals[-1]

    @property
    def deal_number(self) -> int:
        """The number of the deal being played."""
        return len(self.deals)

    @property
    def dealer(self) -> str:
        """Who deals the deal being played."""
        return self.deal.names[self.deal.dealer]

    def next_deal(self) -> Deal:
        """Deals the next deal; raises `ValueError` while one is played and when the game is over.

        In a bonus deal only those who tied play.
        """
        if not self.deal.over:
            raise ValueError(f"deal {self.deal_number} is not over")
        if self.over:
            raise ValueError(f"the game is over: {' and '.join(self.winners)} won")
        names = self.next_players(self.totals, len(self.deals))
        if self.rules["ties"] == "bonus_deal" and reached(self.rules, self.totals, len(self.deals)):
            self._bonus = names
        self._deal_next(names, self._next_dealer(names))
        return self.deal

    def _next_dealer(self, names: tuple[str, ...]) -> str:
        """The next player to the left of the last dealer who takes part."""
        start = self.names.index(self.dealer)
        count = len(self.names)
        order = [self.names[(start + n) % count] for n in range(1, count + 1)]
        return next(name for name in order if name in names)

    # --- points -------------------------------------------------------------------------------

    @property
    def sheets(self) -> list[Sheet]:
        """The scores of the deals that are over."""
        return [self._sheet(deal) for deal in self.deals if deal.over]

    def _sheet(self, deal: Deal) -> Sheet:
        """The score of a deal, kept as long as the deal ends the same."""
        kept = self._kept.get(deal.deal)
        if kept is None or kept[0] is not deal.state:
            kept = self._kept[deal.deal] = deal.state, deal.score()
        return kept[1]

    @property
    def totals(self) -> dict[str, Points]:
        """Each player's points in all deals that are over."""
        sums = dict(self._start)
        for sheet in self.sheets:
            for name, points in sheet.totals.items():
                sums[name] = whole(sums[name] + points)
        return sums

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        if self.deals and not self.deal.over:
            return False
        return self.decided(self.totals, len(self.deals))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody while the game goes on."""
        playing, totals = self._bonus or self.names, self.totals
        return leaders(self.rules, {n: totals[n] for n in playing}) if self.over else ()

    def decided(self, totals: Mapping[str, Points], deals: int) -> bool:
        """Whether totals after a number of deals end the game."""
        return not self.next_players(totals, deals)

    def next_players(self, totals: Mapping[str, Points], deals: int) -> tuple[str, ...]:
        """Who would play on, with these totals after a number of deals; nobody: that is the end."""
        return next_players(self.rules, self.names, totals, deals, self._bonus)

    @property
    def log(self) -> Log:
        """The game so far as a log."""
        from rummy_lab.log import log_of_game

        return log_of_game(self)

    def __repr__(self) -> str:
        return f"<game of {self.rules.title}, deal {self.deal_number}, {self._scores()}>"

    def __str__(self) -> str:
        end = f"; {' and '.join(self.winners)} won" if self.over else ""
        return f"{self.rules.title}, deal {self.deal_number}: {self._scores()}{end}"

    def _repr_html_(self) -> str:
        from rummy_lab.display.html import html_of_game

        return html_of_game(self)

    def _scores(self) -> str:
        return ", ".join(f"{name} {points}" for name, points in self.totals.items())


def leaders(rules: Rules, totals: Mapping[str, Points]) -> tuple[str, ...]:
    """Who has the best total, alone or jointly.

    >>> import rummy_lab as rl
    >>> leaders(rl.variant("shanghai"), {"Ana": 40, "Bo": 25, "Cy": 25})
    ('Bo', 'Cy')
    """
    best = (max if rules["winner"] == "highest" else min)(totals.values())
    return tuple(name for name, points in totals.items() if points == best)


def next_players(
    rules: Rules,
    names: tuple[str, ...],
    totals: Mapping[str, Points],
    deals: int,
    bonus: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """Who plays the next deal after a number of deals: `names`, those who tied, or nobody.

    Nobody is left where the game is over. `bonus` are those who have played a bonus deal already:
    after it, equal totals win jointly.

    >>> import rummy_lab as rl
    >>> rules = rl.variant("rummy", ties="bonus_deal")
    >>> next_players(rules, ("Ana", "Bo", "Cy"), {"Ana": 40, "Bo": 155, "Cy": 155}, 9)
    ('Bo', 'Cy')
    """
    if not reached(rules, totals, deals):
        return names
    ahead = leaders(rules, {name: totals[name] for name in bonus or names})
    if rules["ties"] == "extra_deals":
        return names if len(ahead) > 1 else ()
    least, most = rules["players"]
    tied = rules["ties"] == "bonus_deal" and not bonus and max(2, least) <= len(ahead) <= most
    return ahead if tied else ()


def reached(rules: Rules, totals: Mapping[str, Points], deals: int) -> bool:
    """Whether totals after a number of deals reach what ends a game, ties aside."""
    target, most = rules["target"], rules["deals"]
    if most is not None and deals >= most:
        return True
    if target is None:
        return False
    return any(p >= target if target > 0 else p <= target for p in totals.values())


def _totals(
    given: Mapping[str, Any] | Sequence[Any] | None, names: tuple[str, ...]
) -> dict[str, Points]:
    if given is None:
        return dict.fromkeys(names, 0)
    if isinstance(given, Mapping):
        unknown = [name for name in given if name not in names]
        if unknown or len(given) != len(names):
            raise ValueError(
                f"totals name {', '.join(map(str, given))}; the players are {', '.join(names)}"
            )
        given = [given[name] for name in names]
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise ValueError(
            f"totals are a number for each player, by seat or by name, not {shortened(given)}"
        )
    if len(given) != len(names):
        raise ValueError(f"totals has {len(given)} numbers for {len(names)} players")
    return dict(zip(names, map(_exact, given), strict=True))


def _exact(points: Any) -> Points:
    """Points that are a whole number or a fraction; raises `ValueError` for others."""
    found = points if isinstance(points, Fraction) else whole_number(points)
    if found is None:
        raise ValueError(f"totals are whole numbers (or fractions), not {shortened(points)}")
    return found
