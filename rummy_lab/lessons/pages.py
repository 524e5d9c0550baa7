"""The pages of a lesson: what each says, made from a rule set's facts, clauses and options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummy_lab.cards import pretty, text_of
from rummy_lab.display import markup
from rummy_lab.display.facts import Cite, Fact, RuleCard, card_of, cite, cites_of, cites_together
from rummy_lab.display.grids import Grid
from rummy_lab.display.markup import points_text
from rummy_lab.display.saying import said
from rummy_lab.display.text import line_cites
from rummy_lab.lessons import examples
from rummy_lab.lessons.disputes import Answer, Says, disputes_of, left_open
from rummy_lab.lessons.ends import End, ends_of
from rummy_lab.lessons.moments import Moment, moments_of
from rummy_lab.lessons.pycode import around, call_in_line, literal
from rummy_lab.lessons.questions import (
    a_hand,
    change_in_words,
    changes_of,
    hand_at,
    questions_of,
)
from rummy_lab.lessons.walk import Walk, a_walk, stops
from rummy_lab.lessons.words import cited, code, folded, listed, numbered, sentence, table, text
from rummy_lab.rules import Rules
from rummy_lab.scoring import score

_GOALS = {
    "any_turn": "Get rid of all your cards: lay melds on the table, add to melds that lie there, "
    "and discard the rest.",
    "contract": "In each deal lay down the contract first, the melds that this deal asks for; then "
    "get rid of the cards you still hold.",
    "at_the_end": "Arrange all your cards but one in melds, discard that one and say that you are "
    "out. Nothing is laid on the table before.",
}


class Page(NamedTuple):
    """One cell: `kind` is "text" or "code"; the code of a `hidden` one is folded away."""

    kind: str
    id: str
    source: str
    hidden: bool = True


def pages_of(rules: Rules, setup: str) -> Iterator[Page]:
    """Every cell of the lesson, in order; `setup` is the code that makes the rules."""
    card = card_of(rules)
    walk = a_walk(rules)
    yield Page("text", "title", _title(rules, card))
    yield Page("code", "setup", f"import rummy_lab as rl\n\n{setup}", hidden=False)
    yield Page("text", "goal", _goal(rules))
    yield Page("text", "cards", _cards(card))
    yield Page("code", "dealt", walk.setup.code())
    yield from _melds(rules, card)
    yield from _deal(card, walk)
    yield from _moments(rules)
    yield from _disputes(rules)
    yield from _scoring(rules, card)
    yield from _questions(rules)
    yield from _from_code(rules)


# --- the beginning ------------------------------------------------------------------------------


def _title(rules: Rules, card: RuleCard) -> str:
    standings = listed(f"**{name}**: {meaning}." for name, meaning in markup.STANDINGS.items())
    origin = f", {text(card.origin)}" if card.origin else ""
    changed = ""
    if card.changed:
        rows = listed(
            f"{code(row.written)}: {text(row.value)} {cited(row.cites)}" for row in card.changed
        )
        changed = f"\n\nWhat is played otherwise than usual:\n\n{rows}"
    return f"""# {text(rules.title)}: a lesson

In a notebook choose *Run*, then *Run All Cells* in the menu; then read from top to bottom. Nothing
has to be typed. Every table can be played on: press cards, piles and melds, and ask why something
is not allowed.

The rules are those of {text(rules.title)}{origin}. Each has a number and a standing:

{standings}{changed}"""


def _goal(rules: Rules) -> str:
    scores = said("scoring", rules["scoring"])
    ends = [name for name in ("target", "deals") if rules[name] is not None]
    facts = {fact.label: fact for _, section in card_of(rules).sections for fact in section}
    lines = [
        f"{_GOALS[rules['melding']]} {cited(cites_of(rules, 'melding'))}",
        f"{sentence(scores)} {cited(cites_of(rules, 'scoring'))}",
        f"The game ends {facts['End of the game'].text}. {cited(cites_together(rules, ends))}",
        f"{sentence(said('winner', rules['winner']))} {cited(cites_of(rules, 'winner'))}",
    ]
    return f"## The goal\n\n{listed(lines)}"


def _cards(card: RuleCard) -> str:
    by_deal = f"\n\nDeal by deal:\n\n{_grid(card.by_deal)}" if card.by_deal else ""
    return (
        f"## The cards and the deal\n\n{_deck(card.deck)}\n\n"
        f"{_grid(card.by_players)}{by_deal}\n\nSo a table looks when the cards are dealt:"
    )


def _grid(grid: Grid) -> str:
    return table([text(cell) for cell in grid.head], [list(map(text, row)) for row in grid.rows])


def _facts(card: RuleCard, title: str) -> str:
    facts: Sequence[Fact] = next(facts for name, facts in card.sections if name == title)
    return listed(f"**{fact.label}**: {_told(fact)}" for fact in facts)


def _told(fact: Fact) -> str:
    """What holds, each part with what says so."""
    return " ".join(f"{sentence(text(part.text))} {cited(part.cites)}" for part in fact.parts)


def _deck(fact: Fact) -> str:
    return fact.between.join(f"{text(part.text)} {cited(part.cites)}" for part in fact.parts)


# --- melds --------------------------------------------------------------------------------------


def _melds(rules: Rules, card: RuleCard) -> Iterator[Page]:
    asked = []
    for group in examples.groups(rules):
        fits, why = examples.judged(rules, group)
        answer = f"Yes, {text(why)}." if fits else f"No. {sentence(text(why))}"
        asked.append(folded(pretty(group), answer))
    wild = _wild_remark(rules)
    yield Page(
        "text",
        "melds",
        f"## Melds\n\n{_facts(card, 'Melds')}\n\n### Which of these are melds?\n\n"
        f"Decide first, then unfold the answer.{wild}\n\n" + "\n".join(asked),
    )
    at, hand = hand_at(rules), a_hand(rules)
    where = f" (deal {at.deal})" if at.deal > 1 else ""
    yield Page(
        "text",
        "try-melds",
        f"### Try it\n\nHere is a hand{where}. Look for melds in it: which cards could serve two "
        "ways? Press cards to ask whether they are a meld; change a rule and see what comes and "
        "goes.",
    )
    words = {"deal": at.deal} if at.deal > 1 else {}
    words |= {"players": at.players} if at.players != rules["players"][1] else {}
    made = call_in_line("rl.MeldExplorer", [literal(text_of(hand)), "rules"], words)
    yield Page("code", "melds-in-a-hand", made)


def _wild_remark(rules: Rules) -> str:
    from rummy_lab.display.text import wilds_of

    at = examples.example_at(rules)
    wilds = wilds_of(at)
    return f" In deal {at.deal} {wilds} are wild." if wilds else ""


# --- a deal -------------------------------------------------------------------------------------


def _deal(card: RuleCard, walk: Walk) -> Iterator[Page]:
    told = "\n".join(
        f"- **Turn {turn}**, {text(name)}: {text(done)}" for turn, name, done in stops(walk)
    )
    played = "this deal to its end" if walk.deal.over else "the first turns of this deal"
    yield Page(
        "text",
        "turn",
        f"## A turn\n\n{_facts(card, 'A turn')}\n\n### A deal to step through\n\n"
        f"The computer has played {played}. Go through it turn by turn in the list beside the "
        "table; play something else wherever you like. Worth a stop:\n\n" + told,
    )
    yield Page("code", "a-deal", _played(walk))


def _played(walk: Walk) -> str:
    """The code that plays a deal and goes back to its beginning."""
    by_turn: dict[int, list[str]] = {}
    for event, move in zip(walk.deal.events, walk.moves, strict=True):
        by_turn.setdefault(event.turn, []).append(move)
    turns = "\n".join("; ".join(moves) for moves in by_turn.values())
    return f'''moves = """
{turns}
"""
d = {walk.setup.code()}
for move in moves.strip().replace("\\n", "; ").split("; "):
    d.apply(move)
while d.undo():
    pass
rl.DealStepper(d)'''


# --- moments ------------------------------------------------------------------------------------


def _moments(rules: Rules) -> Iterator[Page]:
    found = moments_of(rules)
    if not found:
        return
    yield Page(
        "text",
        "moments",
        "## Moments\n\nSmall tables, set up so that one rule matters. Answer the question, try it "
        "on the table, then unfold what the rules say.",
    )
    for moment in found:
        yield from _moment(moment, rules)


def _moment(moment: Moment, rules: Rules) -> Iterator[Page]:
    yield Page("text", moment.id, f"### {moment.title}\n\n{moment.story}\n\n**{moment.question}**")
    yield Page("code", f"{moment.id}-table", around("rl.DealStepper", moment.setup.code()))
    body = listed(moment.answers(rules))
    also = f"\n\n{moment.also.strip()}" if moment.also.strip() else ""
    yield Page("text", f"{moment.id}-answer", folded("What the rules say", body + also))


# --- disputes -----------------------------------------------------------------------------------

_YES = {True: "Yes. ", False: "No. ", None: ""}


def _says(says: Says) -> str:
    return f"{_YES[says[0]]}{sentence(text(says[1]))}"


def _dispute(answer: Answer, rules: Rules) -> str:
    told = [_clause(one, rules) for one in answer.cites]
    told += [
        f"With {code(named.id)} ({text(named.title)}): {_says(says)}"
        for named, says in answer.otherwise
    ]
    return folded(answer.question, f"{_says(answer.says)}\n\n{listed(told)}".strip())


def _clause(one: Cite, rules: Rules) -> str:
    """A clause or documented option in its own words, with what it says of its standing."""
    known = {**rules.clauses, **rules.named}.get(one.clause)
    words = f": {sentence(text(one.says))}" if one.says else ""
    note = f" *{text(known.note)}*" if known is not None and known.note else ""
    return f"{code(one.clause)} ({one.standing}){words}{note}"


def _disputes(rules: Rules) -> Iterator[Page]:
    told = disputes_of(rules)
    yield Page(
        "text",
        "disputes",
        "## Who is right?\n\nWhat players quarrel about, settled by the rules. First come the "
        "questions on which the document is silent, unclear or broken.\n\n"
        + "\n".join(_dispute(answer, rules) for answer in told),
    )
    clauses = left_open(rules, told)
    if clauses:
        lines = listed(_clause(cite(rules, clause.id), rules) for clause in clauses)
        yield Page("text", "left-open", f"### What else is not plainly said\n\n{lines}")


# --- scoring ------------------------------------------------------------------------------------


def _scoring(rules: Rules, card: RuleCard) -> Iterator[Page]:
    ends = ends_of(rules)
    worked = [_worked(end, rules) for end in ends]
    yield Page(
        "text",
        "scoring",
        f"## Scoring\n\n{_facts(card, 'Scoring')}\n\n### Count it\n\n"
        "Count first, then unfold.\n\n" + "\n".join(worked),
    )
    if ends:
        yield Page("text", "score-text", "The first of these, line by line:")
        yield Page("code", "score", f"end = {ends[0].code()}\nrl.score(end, rules)")


def _worked(end: End, rules: Rules) -> str:
    held = "; ".join(
        f"{text(name)} holds {pretty(cards) or 'no card'}"
        for name, cards in end.position.left.items()
    )
    deal = f"Deal {end.position.deal}: " if end.position.deal > 1 else ""
    sheet = score(end.position, rules)
    lines = [
        f"{text(line.message)}: {points_text(line.points)} {cited(line_cites(sheet, line))}"
        for line in sheet.lines
    ]
    totals = ", ".join(f"**{text(n)} {points_text(p)}**" for n, p in sheet.totals.items())
    notes = [sentence(text(note)) for note in sheet.notes]
    body = "\n\n".join([listed([*notes, *lines]), f"In all: {totals}."])
    story = end.story[0].upper() + end.story[1:] if not deal else end.story
    return folded(f"{deal}{story}. {sentence(held)}", body)


# --- questions, rules, code ---------------------------------------------------------------------


def _questions(rules: Rules) -> Iterator[Page]:
    asked = [folded(question.ask, question.answer) for question in questions_of(rules)]
    yield Page("text", "questions", "## Questions to try\n\n" + "\n".join(asked))
    changes = changes_of(rules)
    if changes:
        yield Page(
            "text",
            "options",
            "## If it is played otherwise\n\nThe document names these options; each can be "
            "switched on.\n\n" + numbered(map(change_in_words, changes)),
        )
    yield Page("text", "all-rules", "## All the rules")
    yield Page("code", "rule-card", "rules")


def _from_code(rules: Rules) -> Iterator[Page]:
    yield Page(
        "text",
        "from-code",
        "## For those who want to write code\n\nEverything above can be asked by name. Change the "
        "cards and run a cell again. The last cell prints the deal above as a log, a text that "
        "can be typed at a table; `rl.play(rules, seed=7)` lets the computer play a whole game.",
    )
    group = next(examples.groups(rules), None)
    if group is not None:
        made = call_in_line("rl.check_meld", [literal(text_of(group)), "rules"], {})
        yield Page("code", "code-meld", made, hidden=False)
    yield Page(
        "code", "code-actions", "[str(action) for action in d.legal_actions()]", hidden=False
    )
    yield Page("code", "code-log", 'print(str(d.log).partition("\\n\\n")[2])', hidden=False)
