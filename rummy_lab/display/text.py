"""States, verdicts, arrangements and score sheets in plain text.

`text_of_state` is what `str` of a deal and of a view shows, and what every picture of a table
carries for those who read it: a card that is not known is `??`, and the order of the stock is not
told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rummy_lab.cards import RANK_NAMES, Card, text_of
from rummy_lab.deal.together import playing
from rummy_lab.display.facts import Cite, cite, name_of
from rummy_lab.display.markup import isolated, points_text
from rummy_lab.display.saying import contract_in_words, counted

if TYPE_CHECKING:
    from rummy_lab.arrange import Arrangement
    from rummy_lab.deal.state import Event, State
    from rummy_lab.reasons import Verdict
    from rummy_lab.rules import At
    from rummy_lab.scoring import ScoreLine, Sheet


def rank_plural(number: int) -> str:
    """The cards of a rank in words.

    >>> rank_plural(1), rank_plural(6)
    ('aces', 'sixes')
    """
    name = RANK_NAMES[number - 1]
    return f"{name}es" if name == "six" else f"{name}s"


def wilds_of(at: At) -> str:
    """What is wild in this deal, in words; empty for nothing.

    >>> from rummy_lab.variants import variant
    >>> wilds_of(variant("rummy", jokers=2, wild_rank="2").at())
    'twos and jokers'
    """
    ranks = [rank_plural(at.wild_number)] if at.wild_number else []
    jokers = ["jokers"] if at.jokers and at.jokers_wild else []
    return " and ".join(ranks + jokers)


def contract_of(at: At) -> str:
    """The contract of this deal in words, with what its sizes mean; empty where there is none."""
    if not at.contract:
        return ""
    words = contract_in_words(" ".join(map(str, at.contract)))
    also = {"minimum": "or longer", "exact": "exactly", "whole_hand": "of the whole hand"}
    return f"{words}, {also[at.contract_sizes]}"


def status_of(state: State) -> str:
    """Who must do what now, or how the deal ended: a sentence without its full stop."""
    if state.over:
        return _ended(state)
    name = isolated(state.player)
    if state.piles:
        what = "a draw" if state.phase == "draw" else "a discard"
        return f"{name} chooses {what}, unseen by the others"
    if state.phase == "buy":
        return f"{name} says buy or pass, in {isolated(state.names[state.active])}'s turn"
    if state.phase == "play":
        return f"{name} has drawn and is to play"
    if state.refused:
        return f"{name} must draw from the stock"
    if state.at.buy_limit is not None and state.discards:
        return f"{name} says take or pass to the upcard"
    return f"{name} must draw"


def _ended(state: State) -> str:
    who = isolated(state.names[state.out]) if state.out is not None else ""
    how = {
        "out": f"{who} has gone out",
        "last turns": f"{who} has gone out, and the last turns are played",
        "stock": "the stock is empty",
        "no draw": "no card can be drawn any more",
    }
    return f"The deal is over: {how.get(state.ending) or f'{who} has gone out'}"


def title_of(state: State) -> str:
    """The rule set and where in the game this is."""
    return f"{name_of(state.at.rules)}, deal {state.at.deal}, turn {state.turn_number}"


def remarks_of(state: State, said: Callable[[Iterable[Card]], str] = text_of) -> Iterator[str]:
    """What holds in this deal and in this turn, each a short sentence without its full stop.

    `said` writes cards: `text_of`, or `pretty` for glyphs.
    """
    at = state.at
    if wilds := wilds_of(at):
        yield f"Wild: {wilds}"
    if contract := contract_of(at):
        yield f"Contract: {contract}"
    yield from turn_remarks_of(state, said)


def turn_remarks_of(state: State, said: Callable[[Iterable[Card]], str] = text_of) -> Iterator[str]:
    """What holds just now and was not so from the deal on; `said` writes cards."""
    if state.out is not None and not state.over:
        left = counted(state.finals, "turn")
        yield f"Last turns: {isolated(state.names[state.out])} has gone out, {left} to come"
    if state.duties and state.phase == "play":
        yield f"Still to be played in this turn: {said(state.duties)}"
    held = [card for card in state.banned if card in state.hands[state.turn]]
    if held and state.phase == "play":
        yield f"Not to be discarded in this turn: {said(held)}"
    if state.recycles:
        yield f"The discard pile has become the stock {counted(state.recycles, 'time')}"
    if state.stock_known and state.stock:
        yield "The order of the stock is known to all"


def seat_notes(state: State, seat: int) -> list[str]:
    """What there is to say of a seat besides its cards."""
    at, notes = state.at, []
    if seat == state.dealer:
        notes.append("deals")
    if at.contract and state.met and state.met[seat]:
        notes.append("contract met")
    if at.buy_limit is not None and state.buys_used and state.buys_used[seat]:
        notes.append(counted(state.buys_used[seat], "buy"))
    if seat == state.out or seat in state.outs:
        notes.append("out")
    elif seat in playing(state)[: len(state.choices)]:
        notes.append("chosen")
    return notes


def owner_of(state: State, number: int) -> str:
    """Whose a meld of the table is, and who else laid cards on it (melds are numbered from 1)."""
    laid = state.melds[number - 1]
    others = dict.fromkeys(by for by in laid.by if by != laid.owner)
    names = [isolated(state.names[seat]) for seat in (laid.owner, *others)]
    return " + ".join(names)


def piles_of(state: State) -> Iterator[tuple[str, tuple[Card, ...]]]:
    """The discard piles where every seat has one: whose it is, who may draw from it, its cards."""
    count = len(state.names)
    for seat, pile in enumerate(state.piles):
        owner, drawer = (isolated(state.names[n % count]) for n in (seat, seat + 1))
        yield f"{owner}'s pile ({drawer} may draw)", pile


def _hand_text(hand: Iterable[Card]) -> str:
    return text_of(hand) or "no card"


def text_of_state(state: State) -> str:
    """A state of a deal in plain text: rules, turn, hands, piles, melds and open duties."""
    width = max(len(name) for name in state.names)
    lines = [title_of(state), f"{status_of(state)}.", *(f"{r}." for r in remarks_of(state)), ""]
    for seat, (name, hand) in enumerate(zip(state.names, state.hands, strict=True)):
        mark = ">" if seat == state.turn and not state.over else " "
        notes = ", ".join([counted(len(hand), "card"), *seat_notes(state, seat)])
        padded = isolated(name) + " " * (width - len(name))
        lines.append(f"{mark} {padded}  {_hand_text(hand)}  ({notes})")
    lines += ["", f"Stock: {counted(len(state.stock), 'card')}"]
    upcard = state.upcard
    if state.piles:
        lines += [f"{said}, the oldest first: {text_of(pile) or 'none'}"
                  for said, pile in piles_of(state)]  # fmt: skip
    elif upcard is None:
        lines.append("Discards: none")
    else:
        lines.append(f"Upcard: {upcard}")
        lines.append(f"Discards, the oldest first: {text_of(state.discards)}")
    for number, laid in enumerate(state.melds, 1):
        lines.append(f"Meld {number}, {laid.meld.kind}, {owner_of(state, number)}: {laid.meld}")
    return "\n".join(lines)


def turns_of(names: Sequence[str], events: Iterable[Event]) -> Iterator[tuple[int, str, str]]:
    """What happened, turn by turn: the turn's number, the player, and all that was done in it.

    A card drawn from the stock follows in brackets where it is known; what others do in a turn
    stands in brackets with their name.
    """
    for turn, some in groupby(events, key=lambda event: event.turn):
        own: int | None = None
        words = []
        for event in some:
            own = event.seat if own is None else own
            word = event.action.pretty
            if event.drawn is not None and not event.drawn.is_unknown:
                word += f" ({event.drawn.pretty})"
            if event.recycled is not None:
                word += f" (after the {event.recycled} of the discard pile)"
            words.append(word if event.seat == own else f"({isolated(names[event.seat])}: {word})")
        yield turn, names[own or 0], " · ".join(words)


def text_of_events(names: Sequence[str], events: Iterable[Event]) -> str:
    """What happened in a deal in plain text, one line for each turn.

    >>> import rummy_lab as rl
    >>> d = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    >>> event = d.apply("take")
    >>> print(text_of_events(d.names, d.events))
    1 Bo: take 9♦
    """
    return "\n".join(f"{n} {isolated(name)}: {done}" for n, name, done in turns_of(names, events))


def text_of_arrangement(arrangement: Arrangement) -> str:
    """The melds of an arrangement, the deadwood and its points, line by line."""
    lines = [f"{meld.kind}: {meld}" for meld in arrangement.melds]
    left = _hand_text(arrangement.deadwood)
    points = counted(arrangement.points, "point")
    return "\n".join([*lines, f"deadwood: {left} ({points})"])


def text_of_verdict(verdict: Verdict) -> str:
    """A verdict in plain text: legal and how it is read, or every reason with clause and standing.

    >>> from rummy_lab.reasons import Verdict
    >>> from rummy_lab.variants import variant
    >>> print(text_of_verdict(Verdict((variant("contract").reason("around_the_corner"),))))
    Not legal.
      A run does not go on from the king over the ace [contract-3, stated; note: That K-A-2 is ...]
    """
    if verdict.reasons:
        return "\n".join(["Not legal.", *(f"  {reason}" for reason in verdict.reasons)])
    if verdict.unknown:
        return "Cannot be decided: it hangs on a card that nobody recorded."
    read = f" A {verdict.meld.kind}: {verdict.meld}." if verdict.meld is not None else ""
    return f"Legal.{read}"


def line_cites(sheet: Sheet, line: ScoreLine) -> list[Cite]:
    """All clauses that a score line cites, each with its standing."""
    if sheet.rules is None:
        return [Cite(line.clause, line.standing, note=line.note)]
    rules = sheet.rules
    found = [cite(rules, clause) for clause in line.clauses or (line.clause,)]
    return [c._replace(standing=line.standing) if c.clause == line.clause else c for c in found]


def text_of_sheet(sheet: Sheet) -> str:
    """A score sheet in plain text: each player's total, and every line that adds to it."""
    width = max(map(len, sheet.totals), default=0)
    lines = [name_of(sheet.rules)] if sheet.rules is not None else []
    for name, total in sheet.totals.items():
        padded = isolated(name) + " " * (width - len(name))
        lines.append(f"{padded}  {points_text(total)}")
        for line in sheet.lines:
            if line.seat == name:
                cites = "; ".join(f"{c.clause}, {c.standing}" for c in line_cites(sheet, line))
                lines.append(f"    {points_text(line.points):>5}  {line.message} [{cites}]")
    lines += [f"Note: {note}." for note in sheet.notes]
    return "\n".join([*lines, *notes_on_clauses(sheet)])


def notes_on_clauses(sheet: Sheet) -> list[str]:
    """What the clauses of a score say of parts that stand otherwise, each clause once."""
    found = {c.clause: c.note for line in sheet.lines for c in line_cites(sheet, line) if c.note}
    return [f"Note on {clause}: {note}" for clause, note in found.items()]
