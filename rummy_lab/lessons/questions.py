"""Questions to try, with their answers: a hand to arrange, a game to decide, rules to change.

>>> from rummy_lab.variants import variant
>>> " ".join(map(str, a_hand(variant("remi"))))
'8d Js 5s 4s 10h 3c 6d Qs Qc 7s'
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from rummy_lab.arrange import best, best_discard
from rummy_lab.arrange.hands import maximal
from rummy_lab.cards import Card, pretty, shuffled
from rummy_lab.display.facts import Cite, cites_together
from rummy_lab.display.markup import points_text
from rummy_lab.display.saying import counted
from rummy_lab.game import leaders, next_players
from rummy_lab.lessons.ends import ends_of
from rummy_lab.lessons.examples import groups, judged
from rummy_lab.lessons.moments.scene import names_for, roomy_deal
from rummy_lab.lessons.words import cited, listed, sentence, text
from rummy_lab.melds import melds_of
from rummy_lab.rules import At, Named, Rules, RulesError
from rummy_lab.scoring import score

SEEDS, MOST_MELDS = range(1, 60), 14


class Question(NamedTuple):
    """A question and its answer, as Markdown."""

    ask: str
    answer: str


def questions_of(rules: Rules) -> list[Question]:
    """The questions that these rules can be asked."""
    return [*_hand_questions(rules), *_game_questions(rules)]


# --- a hand -------------------------------------------------------------------------------------


def hand_at(rules: Rules) -> At:
    """The table and the deal of the hand to arrange: a roomy deal, a few players."""
    return rules.at(players=len(names_for(rules, 3)), deal=roomy_deal(rules, 7))


def a_hand(rules: Rules) -> tuple[Card, ...]:
    """A hand in which cards could serve two ways, in the order in which it was dealt."""
    at = hand_at(rules)
    dealt = [shuffled(at.pack, seed, at.deal, 0)[: max(at.cards_dealt, 10)] for seed in SEEDS]
    return max(dealt, key=lambda hand: _much_to_see(hand, at))


def _much_to_see(hand: tuple[Card, ...], at: At) -> float:
    """How much a hand asks: several ways to arrange it, and not too many melds to look at."""
    melds = melds_of(hand, at, MOST_MELDS + 1)
    ways = sum(1 for _ in islice(maximal(sorted(hand), at), 6))
    found = best(hand, at)
    melded = sum(map(len, found.melds))
    return min(ways, 4) + melded / 2 - (20 if len(melds) > MOST_MELDS else 0)


def _hand_questions(rules: Rules) -> Iterator[Question]:
    at, hand = hand_at(rules), a_hand(rules)
    found = best(hand, at)
    melds = melds_of(hand, at, 100)
    yield Question(
        f"How many melds are in {pretty(hand)}, counting every one that could be laid?",
        f"{len(melds)}: {'; '.join(meld.pretty for meld in melds[:MOST_MELDS])}"
        f"{' and more' if len(melds) > MOST_MELDS else ''}.",
    )
    laid = " and ".join(meld.pretty for meld in found.melds) or "nothing"
    left = pretty(found.deadwood) or "no card"
    yield Question(
        "Arrange that hand so that the fewest points stay over. How many are left?",
        f"{counted(found.points, 'point')}: {laid} in melds, {left} left over.",
    )
    points, away = best_discard(hand, at)
    yield Question(
        "And which card would you discard from it?",
        f"{away.pretty}: then {counted(points, 'point')} are left over.",
    )


# --- the game -----------------------------------------------------------------------------------


def _game_questions(rules: Rules) -> Iterator[Question]:
    names = names_for(rules, 3)
    target, deals = rules["target"], rules["deals"]
    if target is not None:
        step = 5 if target > 0 else -5
        points = [target - step, target + step, target + 3 * step]
        played = 1
    else:
        points, played = [120, 95, 95], deals
    totals = {name: points[n] if n < 3 else 100 for n, name in enumerate(names)}
    said = ", ".join(f"{name} {points_text(total)}" for name, total in totals.items())
    when = "After a deal" if target is not None else f"After deal {played}, the last,"
    on = next_players(rules, names, totals, played)
    names_on = " and ".join(on)
    best_now = " and ".join(leaders(rules, totals))
    answer = f"{best_now} {'has' if len(leaders(rules, totals)) == 1 else 'have'} won."
    if on:
        answer = f"Nobody yet: {'all play on' if len(on) == len(names) else f'{names_on} play on'}."
    cites = cites_together(rules, ("target", "deals", "winner", "ties"))
    yield Question(
        f"{when} the totals are: {said}. Is the game over, and who has won?",
        f"{answer} {cited(cites)}",
    )


# --- documented options -------------------------------------------------------------------------


class Change(NamedTuple):
    """A documented option and what it changes in the examples of the lesson."""

    named: Named
    changes: tuple[str, ...]

    @property
    def cite(self) -> Cite:
        """The option as it is cited."""
        return Cite(self.named.id, self.named.standing)


def changes_of(rules: Rules) -> list[Change]:
    """What each documented option that has a value of its own would change."""
    return [
        Change(named, tuple(_changes(rules, other)))
        for named in rules.variant.named
        if not named.ask and (other := _used(rules, named)) is not None and other != rules
    ]


def _used(rules: Rules, named: Named) -> Rules | None:
    try:
        return rules.use(named.id)
    except RulesError:
        return None


def _changes(rules: Rules, other: Rules) -> Iterator[str]:
    for group in groups(rules):
        before, after = judged(rules, group), judged(other, group)
        if before[0] != after[0]:
            yield f"{pretty(group)} is {after[1] if after[0] else 'no meld any more'}"
    for end in ends_of(rules):
        before, after = (score(end.position, some).totals for some in (rules, other))
        if before != after:
            now = ", ".join(f"{name} {points_text(points)}" for name, points in after.items())
            yield f"the deal scored below, where {end.story}, gives {now}"


def change_in_words(change: Change) -> str:
    """A documented option with its effect, as Markdown."""
    said = f"{sentence(text(change.named.title))} {cited([change.cite])}"
    note = f" {sentence(text(change.named.note))}" if change.named.note else ""
    lines = listed(f"  {sentence(line)}" for line in change.changes)
    return f"{said}{note}" + (f"\n{_indented(lines)}" if lines else "")


def _indented(lines: str) -> str:
    return "\n".join(f"    {line}" for line in lines.splitlines())
