"""Moments of a deal worth a look: a position, a question, and what the engine says to each try.

A moment is laid out with cards that fit the rules at hand, whatever they are; then the engine is
asked. One that does not come out as its story has it is left out of the lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rummy_lab.actions import read_action
from rummy_lab.cards import Card, text_of
from rummy_lab.deal import Deal
from rummy_lab.display.facts import Cite
from rummy_lab.lessons.kit import Kit, NoCards
from rummy_lab.lessons.pycode import call
from rummy_lab.lessons.words import cited, sentence, text
from rummy_lab.reasons import Reason, Verdict
from rummy_lab.rules import Rules

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eva", "Finn")
YES, ANY = "", None


def names_for(rules: Rules, wanted: int = 2) -> tuple[str, ...]:
    """Players for an example: as many as wanted, if the rules have a table for them."""
    least, most = rules["players"]
    count = min(most, max(least, wanted))
    return tuple(NAMES[n] if n < len(NAMES) else f"Player {n + 1}" for n in range(count))


@dataclass(frozen=True)
class Setup:
    """How a deal is made: the words for `rl.Deal.from_position`, or for `rl.Deal`; then moves."""

    words: Mapping[str, Any]
    moves: tuple[str, ...] = ()

    @property
    def is_position(self) -> bool:
        """Whether the table is set up by hand."""
        return "hands" in self.words

    def deal(self, rules: Rules) -> Deal:
        """The deal, at the end of the moves."""
        made = (Deal.from_position if self.is_position else Deal)(rules, **self.words)
        for move in self.moves:
            made.apply(move)
        return made

    def code(self) -> str:
        """The same as Python text; `rules` are the rules there."""
        name = "rl.Deal.from_position" if self.is_position else "rl.Deal"
        return call(name, ["rules"], self.words)


class Try(NamedTuple):
    """Something to try: moves, of which the last is asked about, and what is to come out.

    `wants` is `YES` (it is legal), a reason's code, or `ANY`.
    """

    moves: tuple[str, ...]
    wants: str | None = ANY

    def verdict(self, deal: Deal) -> Verdict:
        """What the engine says of the last move, after the ones before it."""
        for move in self.moves[:-1]:
            deal.apply(move)
        return deal.check(self.moves[-1])

    def comes_out(self, verdict: Verdict) -> bool:
        """Whether the verdict is what the story wants."""
        if self.wants is ANY:
            return True
        return bool(verdict) if self.wants == YES else self.wants in verdict.codes


@dataclass(frozen=True)
class Moment:
    """A position with a story, a question, things to try and what follows from them."""

    id: str
    title: str
    story: str
    question: str
    setup: Setup
    tries: tuple[Try, ...]
    also: str = ""
    """What is said after the tries."""

    def holds(self, rules: Rules) -> bool:
        """Whether every try comes out as the story has it."""
        return all(one.comes_out(one.verdict(self.setup.deal(rules))) for one in self.tries)

    def answers(self, rules: Rules) -> list[str]:
        """What the engine says to each try, as lines of Markdown."""
        return [answer(one, one.verdict(self.setup.deal(rules))) for one in self.tries]


def answer(one: Try, verdict: Verdict) -> str:
    """A try and what comes of it: yes, or no with every reason and its clause."""
    *before, last = (text(read_action(move).pretty) for move in one.moves)
    after = f"After *{', '.join(before)}*: " if before else ""
    if verdict:
        return f"{after}**{last}**: yes."
    return f"{after}**{last}**: no. {' '.join(map(_because, verdict.reasons))}"


def _because(reason: Reason) -> str:
    note = f" *{text(reason.note)}*" if reason.note else ""
    said = cited([Cite(reason.clause, reason.standing)])
    return f"{sentence(text(reason.message))} {said}{note}"


@dataclass
class Scene:
    """A table on which a moment is laid out; Ana sits first and is in turn."""

    rules: Rules
    deal: int = 1
    players: int = 2
    stock: list[Card] = field(default_factory=list)
    discards: list[Card] = field(default_factory=list)
    melds: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = names_for(self.rules, self.players)
        self.at = self.rules.at(players=len(self.names), deal=self.deal)
        self.kit = Kit(self.at)
        self.hands: list[list[Card]] = [[] for _ in self.names]

    @property
    def ana(self) -> list[Card]:
        """Ana's hand."""
        return self.hands[0]

    def lay(self, seat: int, meld: Sequence[object]) -> None:
        """Lays a meld on the table."""
        self.melds.append((seat, text_of(meld)))

    def rest(self, count: int) -> list[Card]:
        """Any cards that are left, from all over the pack."""
        there = sorted(card for card in self.kit.left.elements() if not card.is_joker)
        if len(there) < count:
            raise NoCards("too few cards are left")
        step = max(1, len(there) // count)
        return self.kit.take(*there[step // 2 :: step][:count])

    def position(self, **words: Any) -> Setup:
        """The table as it lies, Ana in turn; who has no card yet gets three, the stock six."""
        for hand in self.hands:
            if not hand:
                hand += self.kit.odd(3)
        if not self.discards:
            self.discards += self.rest(1)
        if not self.stock and words.pop("with_stock", True):
            self.stock += self.rest(6)
        told: dict[str, Any] = {
            "hands": {n: text_of(h) for n, h in zip(self.names, self.hands, strict=True)},
            "stock": text_of(self.stock),
            "discards": text_of(self.discards),
        }
        if self.melds:
            told["melds"] = list(self.melds)
        told |= {"turn": 0, "dealer": len(self.names) - 1}
        told |= {"deal": self.deal} if self.deal > 1 else {}
        return Setup(told | words)


Maker = Callable[[Rules], "Moment | None"]
"""Lays out a moment under some rules; None where they have nothing to do with it."""


def deals_of(rules: Rules) -> range:
    """The deals among which an example may choose."""
    return range(1, min(rules["deals"] or 1, 20) + 1)


def roomy_deal(rules: Rules, cards: int = 5) -> int:
    """The first deal in which at least so many cards are dealt, else the one with most."""
    count = len(names_for(rules))
    dealt = {deal: rules.at(players=count, deal=deal).cards_dealt for deal in deals_of(rules)}
    enough = [deal for deal, number in dealt.items() if number >= cards]
    return enough[0] if enough else max(dealt, key=lambda deal: dealt[deal])


def contract_deal(rules: Rules) -> int:
    """A deal whose contract has a set and a run, else the first."""
    for deal in deals_of(rules):
        kinds = {part.kind for part in rules.at(deal=deal).contract}
        if kinds == {"set", "run"}:
            return deal
    return 1


def moment(
    rules: Rules, id: str, title: str, story: str, question: str, setup: Setup,
    tries: Sequence[Try], also: str = "",
) -> Moment | None:  # fmt: skip
    """A moment, if the engine says what the story says."""
    made = Moment(id, title, story, question, setup, tuple(tries), also)
    return made if made.holds(rules) else None
