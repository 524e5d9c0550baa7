"""Points that no deal can give: what is known of them without the cards.

>>> import rummy_lab as rl
>>> rules = rl.variant("three-thirteen")
>>> end = rl.Deal.from_position(rules, {"Ana": "", "Bo": ""}, phase="over", out=1).state
>>> for name, why in impossible({"Ana": 40, "Bo": 5}, end, end):
...     print(why)
Ana cannot have 40: 3 cards cost 30 at the most (3-13-12, stated)
Bo went out and has 0, not 5 (3-13-12, stated)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rummy_lab.deal import State
from rummy_lab.deal.position import hands_grow
from rummy_lab.rules import At
from rummy_lab.scoring import FinalPosition, Points, score, whole


def impossible(
    points: Mapping[str, Points], start: State, end: State | None
) -> Iterator[tuple[str, str]]:
    """Each player whose points of a deal cannot be, and why not.

    `start` is how the deal begins; `end` how it ended, where that is known.
    """
    ended = end if end is not None and end.over else None
    judge = _Bounds(start.at, start.names, ended)
    yield from judge.charges(points) if start.at.scoring == "penalty" else judge.awards(points)


class _Bounds:
    """What the points of one deal can be."""

    def __init__(self, at: At, names: tuple[str, ...], end: State | None) -> None:
        self.at, self.names, self.end = at, names, end
        self.out = names[end.out] if end is not None and end.out is not None else None
        self.sign = -1 if at.winner == "highest" else 1
        self.code = "charge" if at.scoring == "penalty" else "hand_left"
        self.doubled = 2 if at.rummy_bonus == "double" else 1
        self._buys_on = bool(at.final_turns and at.buy_limit)
        """Whether who went out may buy in the last turns, and so be left with cards."""

    def _cited(self, said: str) -> str:
        return "{} ({}, {})".format(said, *self.at.rules.cite(self.code, "scoring"))

    def charges(self, points: Mapping[str, Points]) -> Iterator[tuple[str, str]]:
        """Where everybody is charged for the own hand, and nobody who has none."""
        most, least = self._most(1) * self.doubled, "0 or more" if self.sign > 0 else "0 or less"
        first = next((name for name, given in points.items() if self.sign * given < 0), None)
        for name, given in points.items():
            charge, rewards = self.sign * given, self._without_cards(name)
            if name == self.out and charge not in rewards and not self._buys_on:
                right = self.sign * rewards[0]
                more = "; or is 'whole_hand: true' missing?" if charge < 0 else ""
                yield name, self._cited(f"{name} went out and has {right}, not {given}{more}")
            elif charge < 0 and name != first:
                yield name, self._cited(f"{name} cannot have {given}: {first} went out")
            elif charge < 0 and charge not in rewards:
                yield name, self._cited(f"{name} cannot have {given}: a charge is {least}")
            elif charge > most:
                yield name, self._cited(f"{name} cannot have {given}: {self._cards(1, most)}")
            elif isinstance(whole(given), Fraction):
                yield name, self._cited(f"{name} cannot have {given}: a charge is a whole number")

    def awards(self, points: Mapping[str, Points]) -> Iterator[tuple[str, str]]:
        """Where one takes what the others are left with, or those who tie share it."""
        hands, bonus = len(self.names) - 1, self.at.rummy_bonus
        most = self._most(hands) * self.doubled + (bonus if isinstance(bonus, int) else 0)
        best = max(points.values(), default=0)
        shares = list(points.values()).count(best)
        for name, given in points.items():
            if given < 0:
                yield name, self._cited(f"{name} cannot have {given}: nobody loses points")
            elif given and self.out not in (None, name):
                yield name, self._cited(f"{self.out} went out, so {name} has 0, not {given}")
            elif given and given != best:
                said = f"{name} cannot have {given} beside {best}: one takes all, or equal shares"
                yield name, self._cited(said)
            elif given > most:
                yield name, self._cited(f"{name} cannot have {given}: {self._cards(hands, most)}")
            elif isinstance(whole(given * shares), Fraction):
                said = f"{name} cannot have {given}: it is no share of a whole number of points"
                yield name, self._cited(said)

    def _without_cards(self, name: str) -> list[Points]:
        """What a player can be charged who has no card left: 0, or less with a bonus."""
        if self.end is None:
            ways = [(False, False), (True, False), (True, True)]
        elif name == self.out:
            ways = [(self.end.whole_hand, self.end.joker_used)]
        else:
            return [0]
        found = {self.sign * self._charge_out(name, *way) for way in ways}
        return sorted(found, reverse=True)

    def _charge_out(self, out: str, whole_hand: bool, joker_used: bool) -> Points:
        hands, deal = dict.fromkeys(self.names, ""), self.at.deal
        end = FinalPosition(hands, out, deal, whole_hand=whole_hand, joker_used=joker_used)
        return score(end, self.at.rules).totals[out]

    def _count(self, hands: int) -> int:
        """How many cards some hands can have at the most."""
        pack = len(self.at.pack)
        return pack if hands_grow(self.at) else min(pack, hands * self.at.cards_dealt)

    def _most(self, hands: int) -> int:
        """What the dearest cards of some hands cost."""
        dearest = sorted((self.at.points_of([card]) for card in self.at.pack), reverse=True)
        return sum(dearest[: self._count(hands)])

    def _cards(self, hands: int, most: int) -> str:
        return f"{self._count(hands)} cards cost {most} at the most"
