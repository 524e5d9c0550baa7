"""Every reason why something is illegal, and the verdict that carries them.

A `Reason` is data: a stable code, the clause that decides with its standing, the cards and
numbers concerned, and a sentence made from these. `CODES` lists every code once: the option whose
value causes it (None where it belongs to every game) and the form of its sentence. Their order
is the order in which a verdict gives its reasons: phase and turn, cards held, rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rummy_lab.cards import Card, pretty

if TYPE_CHECKING:
    from rummy_lab.melds import Meld


class CodeInfo(NamedTuple):
    """What is known of a code: the options that can cause it and its sentence's form."""

    option: str | tuple[str, ...] | None
    sentence: str

    @property
    def options(self) -> tuple[str, ...]:
        """The options that can cause it, the likeliest first."""
        return (self.option,) if isinstance(self.option, str) else self.option or ()


WILDS = ("jokers", "wild_rank")
"""What brings wilds into a game that has none."""


CODES: dict[str, CodeInfo] = {
    # phase and turn
    "deal_over": CodeInfo(None, "The deal is over: nothing more can be played"),
    "not_your_turn": CodeInfo(None, "It is {active}'s turn, not {player}'s"),
    "draw_first": CodeInfo(None, "{player} must draw before anything else"),
    "already_drawn": CodeInfo(None, "{player} has drawn already in this turn"),
    "buying_now": CodeInfo("buys", "The upcard is on offer: {player} says buy or pass"),
    "nothing_to_buy": CodeInfo("buys", "Nothing is on offer to buy now"),
    "no_buying": CodeInfo("buys", "The upcard cannot be bought in this game"),
    "buy_limit": CodeInfo("buys", "{player} has used all {limit} buys of this deal"),
    "buy_without_penalty": CodeInfo("buys", "There is no card left to draw with the bought card"),
    "nothing_to_pass": CodeInfo(None, "There is nothing to pass on now"),
    "refuse_first": CodeInfo(
        "buys", "{player} says take or pass to the upcard {cards} before drawing from the stock"
    ),
    "upcard_refused": CodeInfo("buys", "{player} has refused the upcard in this turn"),
    "stock_empty": CodeInfo(
        "stock_out", "The stock is empty: take the upcard, or pass, and {then}"
    ),
    "stock_used_up": CodeInfo(
        "max_recycles",
        "The stock is empty and {why}: take the upcard, or pass, and the deal ends",
    ),
    "no_upcard": CodeInfo(None, "The discard pile is empty"),
    "only_the_top": CodeInfo("discard_draw", "Only the upcard {upcard} can be taken, not {cards}"),
    "not_in_pile": CodeInfo(None, "{cards} is not in the discard pile"),
    # cards held, and cards on the table
    "unrecorded": CodeInfo(None, "Cards on the table lie open: say which they are, not ??"),
    "no_such_meld": CodeInfo(None, "There is no meld {number}: {on_table}"),
    "not_held": CodeInfo(None, "{player} does not hold {cards}"),
    "stays_in_meld": CodeInfo(None, "{cards} lies in meld {number}, and a card stays in its meld"),
    # rules of melding
    "no_melding": CodeInfo("melding", "Nothing is laid on the table before the hands are shown"),
    "contract_first": CodeInfo("melding", "{player}'s first melds are those of the contract"),
    "no_new_melds": CodeInfo("melding", "After the contract no other new melds are made"),
    "melds_limit": CodeInfo("melds_per_turn", "At most {limit} new {melds} in a turn"),
    # is it a meld
    "no_cards": CodeInfo(None, "No card was named"),
    "not_a_meld": CodeInfo(None, "{cards} are neither of one rank nor consecutive"),
    "too_few_cards": CodeInfo(None, "{count} {noun}: a meld has {least} or more"),
    "set_too_small": CodeInfo("set_size", "A set has {least} or more cards, not {count}"),
    "set_too_big": CodeInfo("set_size", "A set has {most} cards at most, not {count}"),
    "ranks_differ": CodeInfo(None, "{cards} is not of the rank {rank}"),
    "suit_twice": CodeInfo("set_suits", "{cards}: no suit stands twice in a set"),
    "run_too_short": CodeInfo("run_size", "A run has {least} or more cards, not {count}"),
    "run_too_long": CodeInfo("ace", "A run has {most} cards at most, not {count}"),
    "suits_differ": CodeInfo("run_suits", "{cards} are not of one suit, as a run must be"),
    "rank_twice": CodeInfo(None, "{cards}: a run holds no rank twice"),
    "gap": CodeInfo(None, "{missing} {verb} missing between {below} and {above}"),
    "ace_not_high": CodeInfo("ace", "The ace is low: it does not follow the king"),
    "ace_not_low": CodeInfo("ace", "The ace is high: it does not come before the two"),
    "around_the_corner": CodeInfo("ace", "A run does not go on from the king over the ace"),
    "not_wild": CodeInfo(None, "{cards} is not wild: it stands for itself only"),
    "wild_does_not_fit": CodeInfo(WILDS, "{cards} cannot stand for {stands} in this meld"),
    "too_many_wilds": CodeInfo(
        ("wilds_per_meld", *WILDS), "{count} wilds in a {kind} of {size}: at most {limit}"
    ),
    "only_wilds": CodeInfo(("all_wild_melds", *WILDS), "A meld needs a card that is not wild"),
    # contracts
    "no_contract": CodeInfo("melding", "This game has no contracts: lay down single melds"),
    "contract_met": CodeInfo("melding", "{player} has met the contract of this deal already"),
    "contract_differs": CodeInfo("contracts", "The contract of this deal is {wanted}, not {laid}"),
    "contract_size": CodeInfo("contract_sizes", "{cards}: the contract wants exactly {wanted}"),
    "contract_too_small": CodeInfo("contracts", "{cards}: the contract wants {wanted} or more"),
    "contract_whole_hand": CodeInfo(
        "contract_sizes", "The contract of this deal takes the whole hand: {cards} would be left"
    ),
    "contract_runs_suit": CodeInfo(
        "contract_runs", "The runs {first} and {second} are of one suit"
    ),
    "contract_runs_touch": CodeInfo(
        "contract_runs", "The runs {first} and {second} are of one suit with no rank between"
    ),
    "contract_without": CodeInfo(
        "discard_draw", "{cards} was taken from inside the pile: it must be in the contract"
    ),
    # lay-offs and swaps
    "lay_off_never": CodeInfo("lay_off", "Nothing is ever laid off in this game"),
    "own_meld_first": CodeInfo(
        "lay_off", "{player} has no meld on the table yet, so nothing may be laid off on others'"
    ),
    "contract_before_lay_off": CodeInfo("lay_off", "{player} has not met the contract yet"),
    "lay_off_next_turn": CodeInfo(
        "lay_off_on_contract_turn", "Lay-offs wait for the turn after the contract"
    ),
    "does_not_fit": CodeInfo(None, "{cards} cannot be laid off on meld {number}, {meld}"),
    "swap_never": CodeInfo("joker_swap", "A joker on the table stays where it is"),
    "swap_runs_only": CodeInfo("joker_swap", "A joker in a set stays: meld {number} is a set"),
    "swap_before_contract": CodeInfo("joker_swap", "{player} has not met the contract yet"),
    "swap_next_turn": CodeInfo(
        ("joker_swap_on_contract_turn", "joker_swap"), "Swaps wait for the turn after the contract"
    ),
    "no_joker": CodeInfo("joker_swap", "Meld {number}, {meld}, has no joker"),
    "swap_differs": CodeInfo(
        "joker_swap", "The joker of meld {number} stands for {stands}, not {cards}"
    ),
    # the end of a turn
    "duty_open": CodeInfo("discard_draw", "{cards} must be played in this turn before it ends"),
    "joker_duty": CodeInfo(
        ("joker_swap_keep", "joker_swap"),
        "The joker that was swapped must be played in this turn before it ends",
    ),
    "just_taken": CodeInfo(
        "redraw_discard_ban",
        "{player} took {cards} from the discard pile in this turn; "
        "it may not go back before the next",
    ),
    "out_by_discard": CodeInfo(
        "go_out_discard", "The last card may not be discarded in this deal: it must be played"
    ),
    "discard_to_go_out": CodeInfo(
        "go_out_discard", "The last card must be discarded: a meld or lay-off may not use it"
    ),
    "out_not_said": CodeInfo("melding", "Going out is not said in this game: the last card goes"),
    "out_in_last_turn": CodeInfo("final_turns", "{active} has gone out: these are the last turns"),
    "not_all_melded": CodeInfo("melding", "{cards} would be in no meld"),
    "turn_cannot_end": CodeInfo(None, "After that the turn could not end: {why}"),
    # words that need one more
    "ambiguous": CodeInfo(WILDS, "{cards} can be read in {count} ways: say what each wild is"),
}
ORDER = {code: place for place, code in enumerate(CODES)}


def cited(clause: str, standing: str, note: str = "") -> str:
    """A clause as it is cited: its id, its standing, and its note where it has one.

    >>> cited("contract-3", "inferred", "That K-A-2 is none is inferred.")
    'contract-3, inferred; note: That K-A-2 is none is inferred'
    """
    return f"{clause}, {standing}" + (f"; note: {note.removesuffix('.')}" if note else "")


def with_note(text: str, note: str) -> str:
    """A clause's words with its note, as they stand in a table or under a mouse.

    >>> with_note("K-A-2 is none.", "That is inferred.")
    'K-A-2 is none. Note: That is inferred.'
    """
    stop = "." if text and note and not text.endswith(".") else ""
    return " ".join(part for part in (f"{text}{stop}", note and f"Note: {note}") if part)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why something is illegal.

    `code` is stable and stands in `CODES`; `clause` is the id that decides; `standing` is
    "stated", "inferred", "resolved" or "house"; `numbers` has what else the sentence names;
    `note` is what the clause says of parts that stand otherwise.
    """

    code: str
    clause: str
    standing: str
    cards: tuple[Card, ...] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""

    def __hash__(self) -> int:
        return hash((self.code, self.clause, self.cards))

    @property
    def message(self) -> str:
        """The reason as a sentence, without its full stop."""
        said = {"cards": pretty(self.cards), **self.numbers}
        return CODES[self.code].sentence.format_map(said)

    def __str__(self) -> str:
        return f"{self.message} [{cited(self.clause, self.standing, self.note)}]"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something is legal: true when it is.

    `reasons` are all that speak against it, in the order of `CODES`; `unknown` is true where
    nothing recorded speaks against it but an unrecorded card decides. Verdicts on melds also
    have the `kind` ("set", "run" or None), the `meld` as read, and all `readings`; verdicts on
    plays have the `melds` as they would lie on the table, and where the play is ambiguous the
    actions that can be meant as `readings`.
    """

    reasons: tuple[Reason, ...] = ()
    unknown: bool = False
    kind: str | None = None
    meld: Meld | None = None
    readings: tuple[Any, ...] = ()
    melds: tuple[Meld, ...] = ()

    def __bool__(self) -> bool:
        return not self.reasons and not self.unknown

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the reasons."""
        return tuple(reason.code for reason in self.reasons)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the reasons cite."""
        return tuple(reason.clause for reason in self.reasons)

    def __str__(self) -> str:
        if self.reasons:
            return "; ".join(map(str, self.reasons))
        return "cannot be decided" if self.unknown else "legal"

    def _repr_html_(self) -> str:
        from rummy_lab.display.html import html_of_verdict

        return html_of_verdict(self)


LEGAL = Verdict()


def in_order(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The reasons in the order every verdict keeps, none of them twice."""
    return tuple(sorted(dict.fromkeys(reasons), key=lambda r: ORDER[r.code]))


def in_words(reasons: Iterable[Reason]) -> str:
    """Reasons in one line, each with its clause."""
    return "; ".join(f"{r.message} ({cited(r.clause, r.standing, r.note)})" for r in reasons)


class IllegalAction(ValueError):
    """An action that the rules forbid; `.reasons` says why, `.action` what was tried."""

    def __init__(self, action: object, reasons: tuple[Reason, ...]) -> None:
        self.action, self.reasons = action, reasons
        super().__init__(f"{action}: {in_words(reasons)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.action, self.reasons)


class AmbiguousAction(IllegalAction):
    """A play whose wilds can be read in several ways; `.readings` lists the actions meant."""

    def __init__(
        self, action: object, reasons: tuple[Reason, ...], readings: tuple[Any, ...] = ()
    ) -> None:
        super().__init__(action, reasons)
        self.readings = readings

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.action, self.reasons, self.readings)
