"""A slow referee for turns that all take at the same moment: its own piles, hands and choices.

It keeps its own table from the choices alone, and says for any choice whether it is legal.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import naive_arrange

import rummy_lab as rl

MOST_ARRANGED = 7
"""Hands of more cards are arranged by the solver: it has tests of its own."""


def left_by_melds(hand: tuple[rl.Card, ...], deal: rl.Deal) -> int:
    """The points of the cards that the best arrangement of a hand leaves; none costs nothing."""
    if len(hand) <= MOST_ARRANGED:
        return naive_arrange.best_arrangement(hand, deal.at)[0]
    return rl.arrange(hand, deal.rules, deal=deal.deal, players=len(deal.hands)).points


@dataclass
class Together:
    """The table as the page says: a pile for each seat, and what has been chosen in this turn."""

    deal: rl.Deal
    order: list[int]
    phase: str = "draw"
    hands: list[list[str]] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=list)
    took: dict[int, str] = field(default_factory=dict)
    chosen: dict[int, str] = field(default_factory=dict)
    out: list[int] = field(default_factory=list)
    renewed: int = 0

    @classmethod
    def start(cls, deal: rl.Deal) -> Together:
        """The table of a deal just begun."""
        count = len(deal.hands)
        made = cls(deal, [(deal.dealer + 1 + n) % count for n in range(count)])
        made.hands = [list(map(str, hand)) for hand in deal.hands]
        made.stock = list(map(str, deal.stock))
        made.piles = [list(map(str, pile)) for pile in deal.state.piles]
        return made

    @property
    def seat(self) -> int:
        """Who chooses now."""
        return next(seat for seat in self.order if seat not in self.chosen)

    @property
    def beside(self) -> list[str]:
        """The pile on the right-hand side of the seat that chooses."""
        return self.piles[self.seat - 1]

    def spare(self) -> list[str]:
        """The cards of all piles that could become the stock."""
        at = self.deal.at
        keep = at.stock_out == "shuffle_keep_upcard"
        used = at.max_recycles is not None and self.renewed >= at.max_recycles
        if at.stock_out == "end" or used:
            return []
        return [card for pile in self.piles for card in (pile[:-1] if keep else pile)]

    def banned(self, card: str) -> bool:
        """Whether a card was taken from the pile just now, and no equal one was held before."""
        taken = self.took.get(self.seat) == card
        return self.deal.at.redraw_discard_ban and taken and self.hands[self.seat].count(card) == 1

    def legal(self, action: str) -> bool:
        """Whether the seat may choose this."""
        verb, *cards = action.split()
        if self.phase == "draw":
            if verb == "take":
                return bool(self.beside) and cards in ([], self.beside[-1:])
            drawable = bool(self.stock) or bool(self.spare())
            return verb == ("draw" if drawable else "pass")
        if verb not in ("discard", "out") or cards[0] not in self.hands[self.seat]:
            return False
        if self.banned(cards[0]):
            return False
        return verb == "discard" or (not self.out and self.melded_without(cards[0]))

    def melded_without(self, card: str) -> bool:
        """Whether all other cards of the seat's hand are in melds."""
        rest = list(self.hands[self.seat])
        rest.remove(card)
        return not left_by_melds(rl.cards(" ".join(rest)), self.deal)

    def listed(self) -> set[str]:
        """All legal choices."""
        hand = sorted(set(self.hands[self.seat]))
        if self.phase == "draw":
            some = ["draw", "pass", "take"]
        else:
            some = [f"{verb} {card}" for verb in ("discard", "out") for card in hand]
        return {action for action in some if self.legal(action)}

    def choose(self, action: str, order: Sequence[str]) -> None:
        """Goes on by a choice; `order` is the stock after a shuffle, bottom to top."""
        self.chosen[self.seat] = action
        if len(self.chosen) == len(self.order):
            (self._draw if self.phase == "draw" else self._discard)(list(order))
            self.chosen = {}

    def _draw(self, order: list[str]) -> None:
        takers = [seat for seat, said in self.chosen.items() if said.startswith("take")]
        self.took = {seat: self.piles[seat - 1].pop() for seat in takers}
        for seat, card in self.took.items():
            self.hands[seat].append(card)
        self.phase = "play"
        for seat, said in self.chosen.items():
            if said == "draw" and not self.stock and (spare := self.spare()):
                assert sorted(order) == sorted(spare)
                keep = self.deal.at.stock_out == "shuffle_keep_upcard"
                self.piles = [pile[-1:] if keep else [] for pile in self.piles]
                self.stock, self.renewed = order, self.renewed + 1
            if said == "draw" and self.stock:
                self.hands[seat].append(self.stock.pop())
            elif said in ("draw", "pass"):  # somebody has no card to draw
                self.phase = "over"

    def _discard(self, _: list[str]) -> None:
        last, gone = bool(self.out), []
        for seat, said in self.chosen.items():
            verb, card = said.split()
            self.hands[seat].remove(card)
            self.piles[seat].append(card)
            gone += [seat] if verb == "out" else []
        self.out += gone
        self.order = [seat for seat in self.order if seat not in gone]
        self.took, self.phase = {}, "draw"
        if last or not self.order or (gone and not self.deal.at.final_turns):
            self.phase = "over"

    def same(self) -> None:
        """The engine's state must be this one."""
        state = self.deal.state
        assert [sorted(map(str, hand)) for hand in state.hands] == [*map(sorted, self.hands)]
        assert [[*map(str, pile)] for pile in state.piles] == self.piles
        assert [*map(str, state.stock)] == self.stock
        assert (state.phase, state.recycles) == (self.phase, self.renewed), self.deal.events[-3:]
        assert sorted(state.outs) == sorted(self.out)
        if self.phase != "over":
            assert state.turn == self.seat

    def look_closely(self, actions: Sequence[Any], rng: random.Random, tally: Any) -> None:
        """The list must be complete, and choices near by judged alike."""
        assert set(map(str, actions)) == self.listed(), f"{actions}, wanted {self.listed()}"
        tally.accepted += len(actions)
        tally.complete += 1
        card = str(rng.choice(self.deal.at.pack))
        held = rng.choice(self.hands[self.seat])
        near = ["draw", "take", "pass", "buy", f"take {card}", f"discard {card}", f"out {card}",
                f"discard {held}", f"out {held}", f"meld {held} {card}", f"lay {held} on 1",
                *(f"take {pile[-1]}" for pile in self.piles if pile)]  # fmt: skip
        for action in near:
            assert bool(self.deal.check(action)) == self.legal(action), action
            tally.altered += 1
            tally.altered_legal += self.legal(action)
