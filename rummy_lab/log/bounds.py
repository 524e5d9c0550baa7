"""Points that no deal can give: what is known of them without the cards.

>>> import rummy_lab as rl
>>> rules = rl.variant("three-thirteen")
>>> end = rl.Deal.from_position(rules, {"Ana": "", "Bo": ""}, phase="over", out=1).state
>>> for name, why in impossible({"Ana": 40, "Bo": 5}, end, end):
...     print(why)
Ana cannot have 40: 3 cards cost 30 at the most (3-13-12, stated; note: ...)
Bo went out and has 0, not 5 (3-13-12, stated; note: ...)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd

from rummy_lab.cards import UNKNOWN, Card, pretty
from rummy_lab.deal import State
from rummy_lab.deal.position import hands_grow
from rummy_lab.reasons import cited
from rummy_lab.rules import At
from rummy_lab.scoring import FinalPosition, Points, score, whole


def impossible(
    points: Mapping[str, Points],
    start: State,
    end: State | None,
    held: Mapping[str, Sequence[Card]] | None = None,
) -> Iterator[tuple[str, str]]:
    """Each player whose points of a deal cannot be, and why not.

    `start` is how the deal begins; `end` how it ended, where that is known; `held` are the hands
    left of which at least the number of cards is known.
    """
    ended = end if end is not None and end.over else None
    judge = _Bounds(start.at, start.names, ended, held or {})
    yield from judge.charges(points) if start.at.scoring == "penalty" else judge.awards(points)


class _Bounds:
    """What the points of one deal can be."""

    def __init__(
        self,
        at: At,
        names: tuple[str, ...],
        end: State | None,
        held: Mapping[str, Sequence[Card]],
    ) -> None:
        self.at, self.names, self.end, self.held = at, names, end, held
        self.out = names[end.out] if end is not None and end.out is not None else None
        self.sign = -1 if at.winner == "highest" else 1
        self.code = "charge" if at.scoring == "penalty" else "hand_left"
        self.doubled = 2 if at.rummy_bonus == "double" else 1
        self._buys_on = bool(at.final_turns and at.buy_limit)
        """Whether who went out may buy in the last turns, and so be left with cards."""

    def _cited(self, said: str) -> str:
        clause, standing = self.at.rules.cite(self.code, "scoring")
        return f"{said} ({cited(clause, standing, self.at.rules.note_of(clause))})"

    def charges(self, points: Mapping[str, Points]) -> Iterator[tuple[str, str]]:
        """Where everybody is charged for the own hand, and nobody who has none."""
        least = "0 or more" if self.sign > 0 else "0 or less"
        first = next((name for name, given in points.items() if self.sign * given < 0), None)
        empty = self.out or first or next((name for name, given in points.items() if not given), "")
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
            elif not charge and name == empty and name not in self.held:
                continue
            elif not charge and self._all_hold_cards and name not in self.held:
                said = f"{name} cannot have 0 beside {empty}: only who goes out has no card left"
                yield name, self._cited(said)
            elif isinstance(whole(given), Fraction):
                yield name, self._cited(f"{name} cannot have {given}: a charge is a whole number")
            elif why := self._out_of_range(charge, [name]):
                yield name, self._cited(f"{name} cannot have {given}: {why}")

    def awards(self, points: Mapping[str, Points]) -> Iterator[tuple[str, str]]:
        """Where one takes what the others are left with, or those who tie share it."""
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
            elif not given and (name != self.out or best):
                continue
            elif isinstance(whole(given * shares), Fraction):
                said = f"{name} cannot have {given}: it is no share of a whole number of points"
                yield name, self._cited(said)
            elif why := self._out_of_range(given, [n for n in self.names if n != name], shares):
                yield name, self._cited(f"{name} cannot have {given}: {why}")

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

    # --- what hands can cost ------------------------------------------------------------------

    def _out_of_range(self, points: Points, names: Sequence[str], shares: int = 1) -> str:
        """Why some hands cannot cost so many points (each of some shares); "" where they can."""
        held = [self.held[name] for name in names if name in self.held]
        others = len(names) - len(held)
        most, plain = self._most(held, others), self.end is not None and not self.end.whole_hand
        bonus = self.at.rummy_bonus if self.at.scoring != "penalty" else None
        with_bonus = most * self.doubled + (bonus if isinstance(bonus, int) else 0)
        most = most if plain and not others else with_bonus
        if points > most:
            missing = "; or is 'whole_hand: true' missing?" if points <= with_bonus else ""
            return f"{self._counted(held, others)} cost {most} at the most{missing}"
        least = self._least(held) * (1 if plain or others else self.doubled)
        least += others * self._costs[0] if self._all_hold_cards else 0
        if 0 <= points < least and self._all_charged() and names and self.out not in names:
            hands = "a hand costs" if len(names) == 1 else f"{len(names)} hands cost"
            said = hands if others else f"{self._counted(held, 0)} cost"
            return f"{said} {least} at the least"
        step = gcd(*self._costs, *([bonus] if isinstance(bonus, int) else []))
        if points > 0 and (points * shares) % step:
            return f"every card costs a multiple of {step}"
        return ""

    @cached_property
    def _costs(self) -> list[int]:
        """What each card of the packs costs, the cheapest first."""
        return sorted(self.at.points[card.code] for card in self.at.pack)

    @property
    def _all_hold_cards(self) -> bool:
        """Whether all but who went out hold cards that cost something."""
        at = self.at
        several = at.melding == "at_the_end" or at.final_turns > 0 or at.simultaneous
        return not several and self._costs[0] > 0

    def _all_charged(self) -> bool:
        """Whether every card that is left is charged, and nobody's hand is a prize or arranged."""
        return self.at.melding != "at_the_end" and (
            self.at.scoring == "penalty" or self.out is not None
        )

    def _count(self, hands: int) -> int:
        """How many cards some hands can have at the most of which nothing is known."""
        pack = len(self.at.pack)
        most = pack if hands_grow(self.at) and hands else hands * self.at.cards_dealt
        return min(pack, most)

    def _most(self, held: Sequence[Sequence[Card]], others: int) -> int:
        """What some hands, and others of which nothing is known, cost at the most."""
        known, unknown = _parted(held)
        most = unknown + self._count(others)
        return self.at.points_of(known) + sum(self._rest(known)[-most:] if most else ())

    def _least(self, held: Sequence[Sequence[Card]]) -> int:
        """What some hands cost at the least."""
        known, unknown = _parted(held)
        return self.at.points_of(known) + sum(self._rest(known)[:unknown])

    def _rest(self, known: Sequence[Card]) -> list[int]:
        """What each card of the packs costs that is not among some, the cheapest first."""
        rest = list(self._costs)
        for card in known:
            rest.remove(self.at.points[card.code])
        return rest

    def _counted(self, held: Sequence[Sequence[Card]], others: int) -> str:
        """The hands in words: the cards that are known, and how many others there may be."""
        known, unknown = _parted(held)
        count = unknown + self._count(others)
        said = [pretty(known)] if known else []
        said += [f"{count} {'more ' if known else ''}card{'s' * (count != 1)}"] if count else []
        return " and ".join(said) or "no cards"


def _parted(held: Sequence[Sequence[Card]]) -> tuple[list[Card], int]:
    """The known cards of some hands, and how many are unknown."""
    cards = [card for hand in held for card in hand]
    known = sorted(card for card in cards if card is not UNKNOWN)
    return known, len(cards) - len(known)
