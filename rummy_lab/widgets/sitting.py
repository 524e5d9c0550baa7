"""What is played at the stepper: a deal, or a game deal by deal, and the file it is kept in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummy_lab.cards import shortened
from rummy_lab.deal import Deal, Node
from rummy_lab.display.markup import isolated, points_text
from rummy_lab.game import Game
from rummy_lab.log import Log
from rummy_lab.rules import Rules
from rummy_lab.variants import dump_rules
from rummy_lab.widgets.saving import Keeper


class Sitting:
    """A deal, or a game whose deals follow each other; `deal` is the one shown.

    Finished deals can be looked at and tried anew; when another deal is shown they are put back to
    how they ended. With a `keeper` the game is saved.

    >>> import rummy_lab as rl
    >>> sitting = Sitting(game=rl.Game(rl.variant("rummy"), ["Ana", "Bo"], seed=7))
    >>> sitting.place, sitting.deals, sitting.before
    (0, 1, {'Ana': 0, 'Bo': 0})
    """

    def __init__(
        self, deal: Deal | None = None, game: Game | None = None, keeper: Keeper | None = None
    ) -> None:
        if game is not None and not isinstance(game, Game):
            raise TypeError(f"game is a game, rl.Game(rules, players), not {shortened(game)}")
        if game is not None and deal is not None:
            raise ValueError("give a deal or a game, not both: a game shows its own deals")
        self.game, self.keeper = game, keeper
        self.ends: dict[int, Node] = {}
        self.counted: set[int] = set()
        self.place = 0
        if game is not None:
            self.place = len(game.deals) - 1
            self.ends = {n: past.node for n, past in enumerate(game.deals[:-1])}
            deal = game.deal
        if deal is None:
            raise ValueError("there is no deal to show")
        self.deal = deal
        self.before = self._totals_before()

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.game.deals) if self.game is not None else 1

    @property
    def laid_open(self) -> bool:
        """Whether the hands of the deal shown were laid open to be counted."""
        return self.place in self.counted

    def lay_open(self) -> None:
        """Lays the hands of the deal shown open when it is over."""
        self.counted.add(self.place)

    def look_at(self, place: int) -> None:
        """Shows another deal of the game."""
        if self.game is None:
            return
        for past, node in self.ends.items():
            self.game.deals[past].goto(node)
        self.place, self.deal = place, self.game.deals[place]
        self.before = self._totals_before()

    def next_deal(self) -> None:
        """Deals the next deal; raises `ValueError` while one is played and after the last."""
        if self.game is None:
            return
        self.game.next_deal()
        last = len(self.game.deals) - 1
        self.ends[last - 1] = self.game.deals[last - 1].node
        self.look_at(last)

    @property
    def goes_on(self) -> bool:
        """Whether another deal follows the one shown, which is over."""
        game = self.game
        return game is not None and self.deal is game.deal and self.deal.over and not game.over

    def _totals_before(self) -> dict[str, Any] | None:
        """What each player had before the deal shown; None where there is no game."""
        if self.game is None:
            return None
        totals = dict(self.game.totals)
        for deal in self.game.deals[self.place :]:
            for name, points in (deal.score().totals if deal.over else {}).items():
                totals[name] -= points
        return totals

    def after(self) -> dict[str, Any] | None:
        """What each player has after the deal shown, which is over; None where there is no game."""
        if self.before is None:
            return None
        made = self.deal.score().totals
        return {name: points + made.get(name, 0) for name, points in self.before.items()}

    @property
    def log(self) -> Log:
        """The log of the game, or of the deal."""
        return self.deal.log if self.game is None else self.game.log

    @property
    def standing(self) -> str:
        """Who has won, if the deal shown has ended the game."""
        if self.game is None or self.deal is not self.game.deal or not self.game.over:
            return ""
        return f"The game is over: {' and '.join(self.game.winners)} won."

    def result(self) -> str:
        """What the deal shown brought, in a sentence or two."""
        return f"{brought(self.deal.score().totals)} {self.standing}".rstrip()

    def keep(self, log: Log) -> str:
        """Saves the game; what to say where that cannot be done.

        `log` is that of the game; while a finished deal is looked at only its lines are saved.
        """
        if self.keeper is None or self.game is None:
            return ""
        try:
            self.keeper.keep(self.game, log if self.deal is self.game.deal else None)
        except OSError as error:
            self.keeper = None
            return f"The game is not saved any more: {error.strerror or error}."
        return ""


def brought(points: Mapping[str, Any]) -> str:
    """What a deal brought, in a sentence; who got nothing is left out.

    >>> brought({"Ana": 36, "Bo": 0})
    'Points: Ana 36.'
    """
    said = [f"{isolated(name)} {points_text(some)}" for name, some in points.items() if some]
    return f"Points: {', '.join(said) or 'none'}."


def rules_in_code(rules: Rules) -> str:
    """Code that makes a rule set: a variant with what is changed, else the text of its file.

    >>> import rummy_lab as rl
    >>> rules_in_code(rl.variant("rummy", ace="high"))
    "rl.variant('rummy', ace='high')"
    """
    if rules.variant.shipped:
        return f"rl.{rules!r}"
    text = dump_rules(rules)
    plain = '"""' not in text and "\\" not in text
    return f'rl.read_rules("""\n{text}""")' if plain else f"rl.read_rules({text!r})"


def code_of(deal: Deal) -> str:
    """Code that makes the position shown and steps on from it.

    >>> import rummy_lab as rl
    >>> print(code_of(rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)))
    import rummy_lab as rl
    <BLANKLINE>
    d = rl.Deal(rl.variant('rummy'), players=['Ana', 'Bo'], seed=7, deal=1, dealer=0)
    rl.DealStepper(d)
    <BLANKLINE>
    """
    rules = repr(deal.rules)
    start = repr(deal if deal.dealt else Deal.from_state(deal.root.state))
    code = f"d = rl.{start.replace(rules, rules_in_code(deal.rules), 1)}\n"
    actions = [str(event.action) for event in deal.events]
    if actions:
        code += f"for action in {actions!r}:\n    d.apply(action)\n"
    return f"import rummy_lab as rl\n\n{code}rl.DealStepper(d)\n"
