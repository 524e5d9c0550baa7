"""What people quarrel about at the table, answered by clause with its standing.

A dispute is a question, the options that answer it, and where it comes up at all. Its answer is
made from the option's value, and from what the engine says of an example where there is one.
Those whose clause is resolved or inferred come first: there the document leaves room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rummy_lab.cards import Card
from rummy_lab.display.facts import Cite, changed_options, cites_together
from rummy_lab.display.saying import counted, said
from rummy_lab.lessons import examples as shown
from rummy_lab.lessons.kit import NoCards
from rummy_lab.rules import Clause, Named, Rules, RulesError
from rummy_lab.rules.selfcheck import tables

_ORDER = {"resolved": 0, "inferred": 1, "house": 2}
_NOTED, _PLAIN = 3, 4


Says = tuple[bool | None, str]
"""Yes, no, or None where neither is an answer; and a sentence."""


class Answer(NamedTuple):
    """A dispute as a lesson tells it: what is so, who says so, and what options would change.

    `otherwise` has the documented options under which the answer is another.
    """

    question: str
    says: Says
    cites: tuple[Cite, ...]
    notes: tuple[str, ...]
    otherwise: tuple[tuple[Named, Says], ...]

    @property
    def place(self) -> int:
        """Where it stands in a lesson: what the document leaves open comes first."""
        places = [_ORDER.get(one.standing, _PLAIN) for one in self.cites]
        return min([*places, _NOTED if self.notes else _PLAIN])


class Dispute(NamedTuple):
    """A question, the options that answer it, and how.

    `answer` may ask for cards that the packs do not hold; `comes_up` says whether the rules can
    have the question at all.
    """

    question: str
    options: tuple[str, ...]
    answer: Callable[[Rules], Says]
    comes_up: Callable[[Rules], bool] = lambda rules: True
    also: tuple[str, ...] = ()
    """Options that answer it too, but are cited only where they are changed."""


def disputes_of(rules: Rules) -> list[Answer]:
    """Every dispute that can come up, those the document leaves open first."""
    return sorted(_each(rules), key=lambda answer: answer.place)


def _each(rules: Rules) -> Iterator[Answer]:
    for one in DISPUTES:
        if not one.comes_up(rules):
            continue
        try:
            says = one.answer(rules)
        except NoCards:
            continue
        names = (*one.options, *(name for name in one.also if name in changed_options(rules)))
        cites = cites_together(rules, names)
        otherwise = tuple(_otherwise(rules, one, says))
        yield Answer(one.question, says, cites, notes_of(rules, cites), otherwise)


def _otherwise(rules: Rules, one: Dispute, says: Says) -> Iterator[tuple[Named, Says]]:
    """The documented options that answer a dispute in another way."""
    for named in rules.variant.named:
        if named.ask or not set(named.options) & {*one.options, *one.also}:
            continue
        try:
            other = one.answer(rules.use(named.id))
        except (NoCards, RulesError):
            continue
        if other != says:
            yield named, other


def notes_of(rules: Rules, cites: tuple[Cite, ...]) -> tuple[str, ...]:
    """What the clauses cited have to say of their own standing."""
    known = {**rules.clauses, **rules.named}
    found = (known[one.clause].note for one in cites if one.clause in known)
    return tuple(dict.fromkeys(note for note in found if note))


def left_open(rules: Rules, told: list[Answer]) -> list[Clause]:
    """The clauses that are not plainly stated, and that no dispute has cited."""
    cited = {one.clause for answer in told for one in answer.cites}
    return [
        clause
        for clause in rules.variant.clauses
        if clause.id not in cited and (clause.standing != "stated" or clause.note)
    ]


# --- answers ------------------------------------------------------------------------------------

Told = Callable[[Rules], Says]


def _example(make: Callable[[Rules], list[Card]]) -> Told:
    """What the engine says of an example."""
    return lambda rules: shown.told(rules, make(rules))


def _value(name: str, *yes: object) -> Told:
    """The option's value in words; yes where it is one of some values, no where it is another."""
    return lambda rules: (_among(rules[name], yes) if yes else None, said(name, rules[name]))


def _among(value: object, yes: tuple[object, ...]) -> bool | None:
    """Whether a value is one of some; None where that hangs on the deal."""
    by_deal = list(value.values()) if isinstance(value, Mapping) else [value]
    found = {one in yes for one in (value if isinstance(value, tuple) else by_deal)}
    return found.pop() if len(found) == 1 else None


def _several(rules: Rules) -> Says:
    return rules["melds_per_turn"] != 1, said("melds_per_turn", rules["melds_per_turn"])


def _empty_stock(rules: Rules) -> Says:
    what, often = said("stock_out", rules["stock_out"]), rules["max_recycles"]
    ends = rules["stock_out"] == "end" or often is None
    return None, what if ends else f"{what}, {said('max_recycles', often)}; then the deal ends"


def _cost(name: str) -> Told:
    """What a card costs that is left in hand."""
    return lambda rules: (None, counted(getattr(shown.example_at(rules), name), "point"))


def _nobody_out(rules: Rules) -> Says:
    return None, f"the lowest hand wins {said('block_award', rules['block_award'])}"


def _winner(rules: Rules) -> Says:
    return None, f"{said('winner', rules['winner'])}; {said('ties', rules['ties'])}"


def _buys(rules: Rules) -> Says:
    return None, f"{said('buys', rules['buys'])}; {said('buy_priority', rules['buy_priority'])}"


def _last_turns(rules: Rules) -> Says:
    return bool(rules["final_turns"]), said("final_turns", rules["final_turns"])


def _rummy(rules: Rules) -> Says:
    return True, f"it {said('rummy_bonus', rules['rummy_bonus'])}"


def _blind(rules: Rules) -> Says:
    return True, f"points off the own score: {said('blind_bonus', rules['blind_bonus'])}"


def _has_aces(rules: Rules) -> bool:
    return bool({1, 13} <= set(rules.at().rank_numbers))


def _has_wilds(rules: Rules) -> bool:
    return any(at.any_wild for at in tables(rules))


def _has_jokers(rules: Rules) -> bool:
    return any(at.jokers for at in tables(rules))


def _is(name: str, *values: object) -> Callable[[Rules], bool]:
    return lambda rules: rules[name] in values


def _is_not(name: str, *values: object) -> Callable[[Rules], bool]:
    return lambda rules: rules[name] not in values


_CONTRACTS = _is("melding", "contract")
_ON_THE_TABLE = _is_not("melding", "at_the_end")

DISPUTES: tuple[Dispute, ...] = (
    Dispute("May the ace follow the king?", ("ace",), _example(shown.ace_high), _has_aces),
    Dispute("May the ace come before the two?", ("ace",), _example(shown.ace_low), _has_aces),
    Dispute("May a run go on over the ace, as in K-A-2?", ("ace",), _example(shown.corner),
            _has_aces),
    Dispute("May a run mix suits?", ("run_suits",), _example(shown.mixed)),
    Dispute("May a suit stand twice in a set?", ("set_suits",), _example(shown.suit_twice),
            lambda r: r.at().packs > 1),
    Dispute("May a set have more cards than there are suits?", ("set_size",),
            _example(shown.big_set), lambda r: r.at().packs > 1),
    Dispute("May a meld be made of wild cards alone?", ("all_wild_melds",),
            _example(shown.wilds_alone), _has_wilds),
    Dispute("How many wild cards may a meld hold?", ("wilds_per_meld",),
            _value("wilds_per_meld"), _has_wilds),
    Dispute("May I lay more than one meld in a turn?", ("melds_per_turn",), _several,
            _is("melding", "any_turn")),
    Dispute("May I lay melds before somebody goes out?", ("melding",),
            _value("melding", "any_turn", "contract"), _is("melding", "at_the_end")),
    Dispute("May I lay other melds than the contract's?", ("melding",),
            _value("melding", "any_turn"), _CONTRACTS),
    Dispute("May the contract's melds be longer than it says?", ("contract_sizes",),
            _value("contract_sizes", "minimum", "whole_hand"), _CONTRACTS),
    Dispute("May two runs of one contract be of one suit?", ("contract_runs",),
            _value("contract_runs", "any", "apart"), _CONTRACTS),
    Dispute("May I lay off on somebody else's meld?", ("lay_off",),
            _value("lay_off", "any", "own_meld_first", "after_contract")),
    Dispute("May I lay off in the turn that meets the contract?", ("lay_off_on_contract_turn",),
            _value("lay_off_on_contract_turn", True), _CONTRACTS),
    Dispute("May I take the joker of a meld for the real card?", ("joker_swap",),
            _value("joker_swap", "runs", "any"), lambda r: _has_jokers(r) and _ON_THE_TABLE(r)),
    Dispute("May I keep a joker that I swapped?", ("joker_swap_keep",),
            _value("joker_swap_keep", True), _is_not("joker_swap", "never")),
    Dispute("May I take a card from inside the discard pile?", ("discard_draw",),
            _value("discard_draw", "deep")),
    Dispute("May I discard the card I just took?", ("redraw_discard_ban",),
            _value("redraw_discard_ban", False)),
    Dispute("How often may I buy the upcard, and who comes first?", ("buys", "buy_priority"), _buys,
            _is_not("buys", None)),
    Dispute("Must I discard to go out?", ("go_out_discard",), _value("go_out_discard", "required")),
    Dispute("Do the others have a last turn?", ("final_turns",), _last_turns),
    Dispute("What if the stock is empty?", ("stock_out", "max_recycles"), _empty_stock),
    Dispute("Who scores when nobody goes out?", ("block_award",), _nobody_out,
            _is("scoring", "winner_takes")),
    Dispute("What does an ace cost that is left in hand?", ("ace_points",),
            _cost("ace_points"), _has_aces, ("ace",)),
    Dispute("What does a joker cost that is left in hand?", ("joker_points",),
            _cost("joker_points"), _has_jokers),
    Dispute("Is it worth more to play the whole hand in one turn?", ("rummy_bonus",),
            _rummy, _is_not("rummy_bonus", None)),
    Dispute("Is it worth more to go out blind?", ("blind_bonus",), _blind,
            _is_not("blind_bonus", None)),
    Dispute("Who wins, and what if the totals are equal?", ("winner", "ties"), _winner),
)  # fmt: skip
"""Every question, in the order in which a game brings them up."""
