"""Final positions and their scores: every point stands on a line that says why.

>>> import rummy_lab as rl
>>> pos = rl.FinalPosition(hands={"Ana": "Ks 7h Ad", "Cy": "9c 9d", "Bo": ""}, out="Bo")
>>> sheet = rl.score(pos, rl.variant("remi"))
>>> sheet.totals, [line.clause for line in sheet.lines]
({'Ana': 0, 'Cy': 0, 'Bo': 36}, ['remi-15', 'remi-15'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rummy_lab.arrange import best
from rummy_lab.cards import JOKER, Card, Cards, cards, pretty, shortened, whole_number
from rummy_lab.reasons import cited
from rummy_lab.rules import At, Rules
from rummy_lab.variants import rules_of

Points = int | Fraction
"""Points are whole, or exact fractions where they are shared."""


@dataclass(frozen=True)
class FinalPosition:
    """The end of a deal: the cards left in each hand, by name, and how it ended.

    `hands` are the cards left (for rules that arrange at the end: all cards), as text or cards;
    `out` is who went out, None for nobody; `whole_hand` that it played its whole hand in that
    turn, `joker_used` with a joker in it; `melds` are those on the table, as (name, text).
    Raises `ValueError` where `out` names nobody at the table, and where `hands` have no names.
    """

    hands: Mapping[str, Cards]
    out: str | None = None
    deal: int = 1
    melds: tuple[tuple[str, str], ...] = ()
    whole_hand: bool = False
    joker_used: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.hands, Mapping):
            said = shortened(self.hands)
            raise ValueError(
                f"hands are cards by name, like {{'Ana': 'Ks 7h', 'Bo': ''}}, not {said}"
            )
        object.__setattr__(self, "hands", {name: cards(held) for name, held in self.hands.items()})
        if isinstance(self.melds, str) or not isinstance(self.melds, Iterable | None):
            raise ValueError(f"melds are a list of (name, cards), not {shortened(self.melds)}")
        object.__setattr__(self, "melds", tuple(self.melds or ()))
        if not self.hands:
            raise ValueError("a final position needs a hand at least")
        if self.out is not None and self.out not in list(self.hands):
            said = ", ".join(map(str, self.hands))
            raise ValueError(f"out={shortened(self.out)} is none of {said}")
        number = whole_number(self.deal)
        if number is None or number < 1:
            raise ValueError(f"deals are numbered from 1: {shortened(self.deal)} is none")
        object.__setattr__(self, "deal", number)
        if self.whole_hand and self.out is None:
            raise ValueError("whole_hand says that somebody went out, but out is None")

    def __hash__(self) -> int:
        return hash((tuple(self.hands.items()), self.out, self.deal, self.whole_hand))

    @property
    def left(self) -> dict[str, tuple[Card, ...]]:
        """The hands as tuples of cards."""
        return {name: cards(held) for name, held in self.hands.items()}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score: what a seat gets, for which cards, by which clauses.

    `seat` is the player's name; `clause` the first of `clauses`, the one that decides; `note` what
    it says of parts that stand otherwise than its `standing`.
    """

    seat: str
    points: Points
    cards: tuple[Card, ...]
    clause: str
    standing: str
    message: str
    clauses: tuple[str, ...] = ()
    code: str = ""
    note: str = ""

    def __str__(self) -> str:
        says_so = cited(self.clause, self.standing, self.note)
        return f"{self.seat} {self.points}: {self.message} [{says_so}]"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score of a deal: `totals` by name, which are the sums of the `lines`, and `notes`."""

    names: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    notes: tuple[str, ...] = ()
    rules: Rules | None = field(default=None, compare=False)

    @property
    def totals(self) -> dict[str, Points]:
        """What the deal adds to each player's total."""
        sums: dict[str, Points] = dict.fromkeys(self.names, 0)
        for line in self.lines:
            sums[line.seat] += line.points
        return {name: whole(points) for name, points in sums.items()}

    def __str__(self) -> str:
        from rummy_lab.display.text import text_of_sheet

        return text_of_sheet(self)

    def _repr_html_(self) -> str:
        from rummy_lab.display.html import html_of_sheet

        return html_of_sheet(self)


def whole(points: Points) -> Points:
    """A fraction that is a whole number as an int."""
    if isinstance(points, Fraction) and points.denominator == 1:
        return int(points)
    return points


def score(position: FinalPosition, rules: Rules | str) -> Sheet:
    """The score of a final position under a rule set, line by line.

    A table with more or fewer players than the rules allow is scored all the same, with a note.
    Raises `ValueError` where a hand holds an unknown card.
    """
    if not isinstance(position, FinalPosition):
        said = shortened(position)
        raise ValueError(
            f"a score is that of a FinalPosition, like deal.final_position(), not {said}"
        )
    for name, held in position.left.items():
        if any(card.is_unknown for card in held):
            raise ValueError(f"{name}'s hand holds cards nobody recorded: it cannot be scored")
    return _Scorer(position, rules_of(rules)).sheet()


class _Scorer:
    """Collects the lines of one score."""

    def __init__(self, position: FinalPosition, rules: Rules) -> None:
        self.position, self.rules = position, rules
        self.names = tuple(position.hands)
        self.lines: list[ScoreLine] = []
        self.notes: list[str] = []
        self.at = self._at(len(self.names))
        self.falling = self.at.winner == "highest"

    def _at(self, count: int) -> At:
        least, most = self.rules["players"]
        if not least <= count <= most:
            self.notes.append(
                f"{self.rules.title} is for {least} to {most} players; "
                f"{count} hands are scored all the same"
            )
        deals = self.rules["deals"]
        if deals is not None and self.position.deal > deals:
            self.notes.append(
                f"{self.rules.title} has {deals} deals; deal {self.position.deal} "
                "is scored as the last"
            )
        return self.rules.at(players=min(max(count, least), most), deal=self.position.deal)

    def sheet(self) -> Sheet:
        left = {name: self._left(name) for name in self.names}
        self._note_what_cannot_be()
        if self.at.scoring == "penalty":
            self._charges(left)
        elif self.position.out is None:
            self._block(left)
        else:
            self._winner_takes(left)
        if self.position.out is not None and self.position.whole_hand:
            self._bonuses(self.position.out)
        return Sheet(self.names, tuple(self.lines), tuple(self.notes), self.rules)

    def _left(self, name: str) -> tuple[Card, ...]:
        """The cards of a hand that cost points."""
        held = self.position.left[name]
        strangers = tuple(card for card in sorted(held) if not self.at.copies[card.code])
        if strangers:
            self.notes.append(
                f"{pretty(strangers)} in {name}'s hand: no card of {self.rules.title}"
            )
        if self.at.melding != "at_the_end":
            return tuple(sorted(held))
        at = self._packs_for(held)
        arranged = best([card for card in held if at.copies[card.code]], at)
        if arranged.melds:
            melds = "; ".join(meld.pretty for meld in arranged.melds)
            self.notes.append(f"{name} arranges {melds}")
        return tuple(sorted((*arranged.deadwood, *strangers)))

    def _note_what_cannot_be(self) -> None:
        """Notes on hands that no deal of these rules ends with; they are scored all the same."""
        copies, title = self.at.copies, self.rules.title
        held = Counter(card for hand in self.position.left.values() for card in hand)
        many = [card for card in sorted(held) if held[card] > copies[card.code] > 0]
        if many and self.at.melding != "at_the_end":
            said = ", ".join(f"{held[card]} × {card.pretty}" for card in many)
            self.notes.append(f"more equal cards than {title} has: {said}")
        out = self.position.out
        if out is not None and self.at.melding != "at_the_end" and self.position.left[out]:
            cards_ = pretty(sorted(self.position.left[out]))
            self.notes.append(f"{out} went out, but has {cards_} left")

    def _packs_for(self, held: tuple[Card, ...]) -> At:
        """The rules with packs enough for a hand that comes from a game with more of them."""
        counts = Counter(card for card in held if self.at.copies[card.code])
        if all(count <= self.at.copies[card.code] for card, count in counts.items()):
            return self.at
        most = max([self.at.packs, *(n for card, n in counts.items() if card is not JOKER)])
        jokers = max(self.at.jokers, counts[JOKER])
        self.notes.append(
            f"a hand holds more equal cards than {self.rules.title} has: "
            f"it is arranged as from {most} packs and {jokers} jokers"
        )
        table = self.at.players
        more = self.rules.replace(players=(table, table), packs=most, jokers=jokers)
        return more.at(players=table, deal=self.at.deal)

    def add(
        self,
        seat: str,
        points: Points,
        held: Iterable[Card],
        code: str,
        message: str,
        option: str | None = None,
        also: str | None = None,
    ) -> None:
        """One more line, cited by the rules; `also` is a second clause's id."""
        clause, standing = self.rules.cite(code, option)
        clauses = (clause,) if also is None or also == clause else (clause, also)
        self.lines.append(
            ScoreLine(
                seat, whole(points), tuple(held), clause, standing, message, clauses, code,
                self.rules.note_of(clause),
            )
        )  # fmt: skip

    def _groups(self, held: tuple[Card, ...]) -> list[tuple[tuple[Card, ...], str | None]]:
        """Cards by the option that changed their value; those at the usual value come first."""
        by_cause: dict[str | None, list[Card]] = {}
        for card in held:
            by_cause.setdefault(self._cause(card), []).append(card)
        order = sorted(by_cause, key=lambda cause: (cause is not None, cause or ""))
        return [(tuple(by_cause[cause]), cause) for cause in order]

    def _cause(self, card: Card) -> str | None:
        """What gives a card its value where it is not the usual clause.

        A changed option, one that a relative sets, or a clause of its own for jokers.
        """
        changed = set(self.rules.changed)
        if card.is_joker:
            jokers_here = self.rules.variant.value("jokers")
            candidates = ["joker_points", *([] if jokers_here else ["jokers"])]
        elif self.at.wild_points is not None and card.rank == self.at.wild_number:
            candidates = ["wild_points"]
        elif card.rank == 1:
            candidates = ["ace_points", "ace"]
        else:
            candidates = ["court_points" if card.rank > 10 else "number_points"]
        own = self.rules.variant.own if self.rules.variant.base else ()
        found = next((option for option in candidates if option in changed or option in own), None)
        said = card.is_joker and any(
            "joker_value" in c.decides for c in self.rules.clauses.values()
        )
        return "joker_value" if found is None and said else found

    def _winner_takes(self, left: dict[str, tuple[Card, ...]]) -> None:
        out = self.position.out
        assert out is not None
        for name, held in left.items():
            if name == out:
                continue
            for group, cause in self._groups(held):
                points = self.at.points_of(group)
                message = f"{out} takes {points} for {pretty(group)}, left in {name}'s hand"
                self._value_line(out, points, group, "hand_left", message, cause)

    def _charges(self, left: dict[str, tuple[Card, ...]]) -> None:
        for name, held in left.items():
            for group, cause in self._groups(held):
                points = self.at.points_of(group)
                message = f"{name} is charged {points} for {pretty(group)}"
                signed = -points if self.falling else points
                self._value_line(name, signed, group, "charge", message, cause)

    def _value_line(
        self,
        seat: str,
        points: Points,
        group: tuple[Card, ...],
        code: str,
        message: str,
        cause: str | None,
    ) -> None:
        """A line for cards left in a hand: a changed value is cited before the usual clause."""
        usual = self.rules.cite(code, "scoring")[0]
        if cause in self.rules.changed:
            self.add(seat, points, group, f"value of {cause}", message, cause, usual)
        elif cause is not None:
            own = "joker_value" if cause == "joker_value" else "card_values"
            self.add(seat, points, group, own, message, None, usual)
        else:
            self.add(
                seat, points, group, code, message, "scoring", self.rules.cite("card_values")[0]
            )

    def _block(self, left: dict[str, tuple[Card, ...]]) -> None:
        """Nobody went out: the lowest hand wins what the others hold, or hold more."""
        worth = {name: self.at.points_of(held) for name, held in left.items()}
        lowest = min(worth.values())
        winners = [name for name in self.names if worth[name] == lowest]
        difference = self.at.block_award == "difference"
        code = "block_tie" if len(winners) > 1 else "block_share"
        for winner in winners:
            for name in self.names:
                if name in winners:
                    continue
                points = worth[name] - (lowest if difference else 0)
                share = Fraction(points, len(winners))
                less = f" less the own {lowest}" if difference else ""
                part = f" in {len(winners)} equal shares" if len(winners) > 1 else ""
                message = (
                    f"{winner} has the lowest hand ({lowest}) and takes {name}'s "
                    f"{worth[name]}{less}{part}"
                )
                self.add(
                    winner,
                    share,
                    left[name],
                    code,
                    message,
                    "block_award",
                    self.rules.cite("block_share", "block_award")[0],
                )

    def _bonuses(self, out: str) -> None:
        """What going out with the whole hand in one turn brings (going rummy, going out blind)."""
        rummy, blind = self.at.rummy_bonus, self.at.blind_bonus
        better = 1 if self.falling else -1
        if rummy == "double":
            for line in list(self.lines):
                self.add(
                    line.seat,
                    line.points,
                    line.cards,
                    "rummy",
                    f"{out} went rummy: {line.points} once more",
                    "rummy_bonus",
                )
        elif isinstance(rummy, int):
            self.add(out, better * rummy, (), "rummy", f"{out} went rummy: {rummy}", "rummy_bonus")
        if blind is not None:
            bonus = blind[0] if self.position.joker_used else blind[1]
            how = "with a joker" if self.position.joker_used else "without a joker"
            self.add(
                out, better * bonus, (), "blind", f"{out} went out blind, {how}", "blind_bonus"
            )


def as_number(points: Any) -> float | int:
    """Points as frames hold them: an int, or a float for shared points."""
    return float(points) if isinstance(points, Fraction) else points
