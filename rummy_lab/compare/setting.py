"""A logged table under other rules: the same cards where they lay, and how the rules would differ.

Nothing is dealt again. The hands, piles and melds of a state stay as they are; only the rules that
it is judged by change. What the other rules would have dealt, or which cards they have not, is said
in `Differences`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rummy_lab.cards import BY_CODE, JOKER, Card
from rummy_lab.deal import State
from rummy_lab.deal.state import each_place
from rummy_lab.melds import judge
from rummy_lab.reasons import Reason
from rummy_lab.rules import At, Rules, RulesError

_PACK = ("suits", "ranks", "packs", "jokers")


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which a table as it was dealt is none of other rules: a sentence, and the clause.

    `option` names what differs; `dealt` says that these rules could not have dealt it so.
    """

    option: str
    message: str
    clause: str
    dealt: bool = True

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})" if self.clause else self.message


class Setting:
    """A state placed under other rules.

    `state` is judged by `at`, which has packs enough for all its cards; `usual` are the rules as
    the table would have them. `differences` say how the table differs; `broken` is the number of
    a meld that lies on the table already and is none, if there is one, with the reason.

    >>> import rummy_lab as rl
    >>> deal = rl.Deal(rl.variant("rummy"), players=3, seed=7)
    >>> for difference in Setting(deal.state, rl.variant("three-thirteen")).differences:
    ...     print(difference)
    7 cards were dealt to each; Three Thirteen deals 3 in deal 1 (3-13-2)
    one pack of 52 cards was used; Three Thirteen has 2 packs, 104 cards (3-13-1)
    nothing was wild; Three Thirteen has threes wild (3-13-3)
    """

    def __init__(self, state: State, rules: Rules) -> None:
        self.before, self.rules = state, rules
        self.usual = usual_at(rules, len(state.names), state.at.deal)
        self.at = _with_all_cards(self.usual, state)
        self.state = state.replace(at=self.at)
        self.differences = tuple(self._differences())
        self.broken = self._broken()

    @property
    def same_turns(self) -> bool:
        """Whether both rules have players act one after the other, or both at the same moment."""
        return self.before.at.simultaneous == self.usual.simultaneous

    @property
    def fits(self) -> bool:
        """Whether these rules could have dealt the table as it is."""
        return not any(difference.dealt for difference in self.differences)

    def strangers(self, cards: Iterable[Card], placed: Iterable[Card] = ()) -> tuple[Card, ...]:
        """Those of some cards that the packs of these rules do not hold beside those placed."""
        left = Counter({BY_CODE[code]: n for code, n in enumerate(self.usual.copies) if n})
        left.subtract(placed)
        found = []
        for card in cards:
            left[card] -= 1
            if left[card] < 0 and not card.is_unknown:
                found.append(card)
        return tuple(found)

    def no_such_card(self, cards: Sequence[Card]) -> tuple[str, str, str]:
        """The clause, its standing and the sentence against cards that the packs do not hold."""
        card, at = cards[0], self.usual
        if not at.copies[card.code]:
            option = "jokers" if card is JOKER else "ranks" if card.suit in at.suits else "suits"
            said = f"{self.rules.title} has no {'joker' if card is JOKER else card.pretty}"
        else:
            option, count = "packs", at.copies[card.code]
            there = "only one" if count == 1 else f"only {count}"
            called = f"joker{'s' * (count > 1)}" if card is JOKER else card.pretty
            said = f"{self.rules.title} has {there} {called}"
        clause = clause_of(self.rules, option, "packs", "ranks")
        return clause, standing_of(self.rules, clause), said

    # --- how the table differs ----------------------------------------------------------------

    def _differences(self) -> Iterator[Difference]:
        from rummy_lab.display.text import contract_of, wilds_of

        state, at, before = self.before, self.usual, self.before.at
        least, most = self.rules["players"]
        count, title = len(state.names), self.rules.title
        if not least <= count <= most:
            said = f"{count} play; {title} is for {least} to {most} and is read as for {at.players}"
            yield self._difference("players", said)
        deals = self.rules["deals"]
        if deals is not None and at.deal > deals:
            said = f"{title} has {deals} deals; deal {at.deal} is read as the last"
            yield self._difference("deals", said, dealt=False)
        dealt = {len(hand) for hand in state.hands}
        if at_the_beginning(state) and dealt != {at.cards_dealt}:
            cards = " or ".join(map(str, sorted(dealt)))
            said = f"{cards} cards were dealt to each; {title} deals {at.cards_dealt}"
            yield self._difference("cards_dealt", said + self._in_deal("cards_dealt"))
        if Counter(before.pack) != Counter(at.pack):
            option = next((name for name in _PACK
                           if getattr(before, name) != getattr(at, name)), "packs")  # fmt: skip
            yield self._difference(option, f"{_packs(before)} used; {title} has {_pack(at)}")
        if wilds_of(before) != wilds_of(at):
            was = wilds_of(before) or "nothing"
            verb = "was" if was == "nothing" else "were"
            now = f"has {wilds_of(at)} wild" if wilds_of(at) else "has no wild cards"
            option = "wild_rank" if before.wild_number != at.wild_number else "jokers"
            yield self._difference(option, f"{was} {verb} wild; {title} {now}", dealt=False)
        if at.contract and contract_of(before) != contract_of(at):
            said = f"the contract of deal {at.deal} is {contract_of(at)}"
            yield self._difference("contracts", said, dealt=False)
        if not self.same_turns:
            yield self._turns()

    def _difference(self, option: str, message: str, dealt: bool = True) -> Difference:
        more = {"wild_rank": ("jokers", "packs")}
        others = more.get(option, ("packs", "ranks") if option in _PACK else ())
        return Difference(option, message, clause_of(self.rules, option, *others), dealt)

    def _turns(self) -> Difference:
        """That one rule set has players act in turn, and the other all at the same moment."""
        title, named = self.rules.title, ("simultaneous", "players")
        if self.usual.simultaneous:
            said = f"the players took turns; in {title} all act at the same moment"
            return Difference("simultaneous", said, clause_of(self.rules, *named))
        said = f"all players acted at the same moment; in {title} they take turns"
        return Difference("simultaneous", said, self.rules.cite("not_your_turn")[0])

    def _in_deal(self, option: str) -> str:
        by_deal = isinstance(self.rules[option], tuple)
        return f" in deal {self.usual.deal}" if by_deal else ""

    def _broken(self) -> tuple[int, Reason] | None:
        for number, laid in enumerate(self.state.melds, 1):
            verdict = judge(laid.meld.placed, self.at, laid.meld.kind)
            if verdict.reasons:
                return number, verdict.reasons[0]
        return None


def usual_at(rules: Rules, players: int, deal: int) -> At:
    """The rules for a table and a deal; for a table they have no place for, the nearest they have.

    >>> import rummy_lab as rl
    >>> usual_at(rl.variant("contract"), 2, 1).players
    3
    """
    least, most = rules["players"]
    return rules.at(players=min(max(players, least), most), deal=deal)


def at_the_beginning(state: State) -> bool:
    """Whether nothing has been played in a state since the cards were dealt."""
    return state.turn_number == 1 and state.phase == "draw" and not state.melds


def clause_of(rules: Rules, *options: str) -> str:
    """The first clause that speaks of the first option that any speaks of; "" where none does.

    >>> import rummy_lab as rl
    >>> clause_of(rl.variant("remi"), "stock_out"), clause_of(rl.variant("block"), "stock_out")
    ('remi-7', 'block-1')
    """
    return next((clause for option in options for clause in rules.clauses_of(option)), "")


def standing_of(rules: Rules, clause: str) -> str:
    """The standing of a clause, or of a documented option."""
    known = rules.clauses.get(clause) or rules.named.get(clause)
    return known.standing if known is not None else "house"


def _with_all_cards(at: At, state: State) -> At:
    """The rules with packs enough for the cards of a state, so that hands can be arranged.

    Jokers that a game has not are no wilds in it.
    """
    counts = Counter(card for place in each_place(state) for card in place if not card.is_unknown)
    counts = Counter({card: max(n, state.at.copies[card.code]) for card, n in counts.items()})
    if all(n <= at.copies[card.code] for card, n in counts.items()):
        return at
    packs = max([at.packs, *(n for card, n in counts.items() if card is not JOKER)])
    changes: dict[str, object] = {"players": (at.players, at.players), "packs": packs}
    if counts[JOKER] > at.jokers:
        changes["jokers"] = counts[JOKER]
        if not at.jokers:
            changes["jokers_wild"] = False
    try:
        return at.rules.replace(**changes).at(players=at.players, deal=at.deal)
    except RulesError:  # a game that cannot have so many; its own packs must do
        return at


def _pack(at: At) -> str:
    jokers = f" and {at.jokers} joker{'s' * (at.jokers > 1)}" if at.jokers else ""
    packs = "one pack" if at.packs == 1 else f"{at.packs} packs"
    if jokers or at.packs > 1:
        return f"{packs}{jokers}, {len(at.pack)} cards"
    return f"{packs} of {len(at.pack)} cards"


def _packs(at: At) -> str:
    return f"{_pack(at)} {'was' if at.packs == 1 and not at.jokers else 'were'}"
