"""The melds of a hand, grouped and counted: what they share, and in how many a card is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, groupby, islice
from typing import Any, NamedTuple

from rummy_lab.arrange import Arrangement, best, best_contract
from rummy_lab.arrange.grouping import Keys
from rummy_lab.arrange.hands import maximal
from rummy_lab.cards import RANK_NAMES, SUIT_NAMES, SUITS, Card, Placed, pretty
from rummy_lab.display.facts import Cite, cite, cites_of
from rummy_lab.display.saying import counted, said
from rummy_lab.display.text import contract_of, rank_plural
from rummy_lab.melds import Meld, each_meld, judge
from rummy_lab.rules import At
from rummy_lab.widgets.choices import STANDINGS, cited
from rummy_lab.widgets.meldlist import fan_of

MOST_CARDS = 24
"""The largest hand that is looked at."""
MOST_MELDS = 200
"""How many melds of a hand are shown."""
MOST_SEARCHED = 5000
"""How many melds are looked through for those that hold some cards."""
MOST_ARRANGEMENTS = 100
MOST_MIXED = 16
"""The largest hand with wilds that is arranged where suits do not matter in runs: it takes long."""


class Found(NamedTuple):
    """The melds of a hand (those that hold some cards, if any are wanted).

    `more` says whether there are more than these; `clashes` with how many others each cannot lie,
    since the hand has too few of some card; `times` in how many melds each card is.
    """

    melds: tuple[Meld, ...]
    more: bool
    clashes: tuple[int, ...]
    times: Counter[Card]


def melds_in(hand: Sequence[Card], at: At, wanted: Iterable[Card] = ()) -> Found:
    """The melds of a hand, `MOST_MELDS` at most, of the first `MOST_SEARCHED`.

    >>> import rummy_lab as rl
    >>> found = melds_in(rl.cards("7h 8h 9h 9s 9d"), rl.variant("rummy").at())
    >>> [(str(meld), n) for meld, n in zip(found.melds, found.clashes)], found.times[rl.card("9h")]
    ([('9s 9h 9d', 1), ('7h 8h 9h', 1)], 2)
    """
    needed = Counter(wanted)
    every = each_meld(hand, at)
    searched = islice(every, MOST_SEARCHED)
    melds = tuple(islice((m for m in searched if not needed - Counter(m.cards)), MOST_MELDS + 1))
    more = len(melds) > MOST_MELDS or next(every, None) is not None
    melds = melds[:MOST_MELDS]
    times = Counter(card for meld in melds for card in set(meld.cards))
    return Found(melds, more, _clashes(hand, melds), times)


def _clashes(hand: Sequence[Card], melds: Sequence[Meld]) -> tuple[int, ...]:
    keys = Keys(hand)
    found = [keys.of(meld.cards) for meld in melds]
    counts = [0] * len(melds)
    for (i, one), (j, other) in combinations(enumerate(found), 2):
        if not keys.holds(keys.whole - one, other):
            counts[i] += 1
            counts[j] += 1
    return tuple(counts)


# --- groups ---------------------------------------------------------------------------------------

Place = tuple[Any, str]
"""Where a group comes in the list, and its title."""


def _by_kind(meld: Meld) -> Place:
    return meld.kind == "run", f"{meld.kind.capitalize()}s"


def _by_rank(meld: Meld) -> Place:
    rank = meld.stands[0].rank
    if meld.kind == "set":
        return (False, rank), f"Sets of {rank_plural(rank)}"
    return (True, rank), f"Runs from the {RANK_NAMES[rank - 1]}"


def _by_suit(meld: Meld) -> Place:
    suits = {card.suit for card in meld.stands}
    if len(suits) > 1:
        return (len(SUITS), meld.kind == "run"), f"{meld.kind.capitalize()}s of several suits"
    suit = suits.pop()
    return (SUITS.index(suit), True), f"{meld.kind.capitalize()}s of {SUIT_NAMES[suit]}"


def _by_size(meld: Meld) -> Place:
    return len(meld), f"Melds of {counted(len(meld), 'card')}"


GROUPINGS: dict[str, Callable[[Meld], Place]] = {
    "by kind": _by_kind,
    "by rank": _by_rank,
    "by suit": _by_suit,
    "by size": _by_size,
}
"""How the list of melds can be grouped."""


def groups_of(found: Found, grouping: str) -> list[dict[str, Any]]:
    """The melds of a hand as groups of fans, each with what it shares with others."""
    place = GROUPINGS[grouping]
    pairs = zip(found.melds, found.clashes, strict=True)
    ordered = sorted(((place(meld), meld, clash) for meld, clash in pairs), key=lambda x: x[0][0])
    groups = []
    for (_, title), members in groupby(ordered, key=lambda x: x[0]):
        fans = [fan_of(meld.placed, _note(meld, clash), True) for _, meld, clash in members]
        groups.append({"title": f"{title}: {len(fans)}", "note": "", "fans": fans})
    return groups


def _note(meld: Meld, clash: int) -> str:
    parts = [meld.kind]
    if meld.readings:
        parts.append(f"{len(meld.readings) + 1} readings")
    if clash:
        parts.append(f"overlaps {clash}")
    return " · ".join(parts)


def plain_group(title: str, melds: Iterable[Meld], note: str = "") -> dict[str, Any]:
    """Some melds as a group of fans."""
    return {"title": title, "note": note,
            "fans": [fan_of(meld.placed, meld.kind, True) for meld in melds]}  # fmt: skip


# --- arrangements ---------------------------------------------------------------------------------


def can_be_arranged(hand: Sequence[Card], at: At) -> bool:
    """Whether the best arrangement of a hand is found within a moment."""
    mixed = at.run_suits == "any" and any(at.wild[card.code] for card in hand)
    return len(hand) <= (MOST_MIXED if mixed else MOST_CARDS)


def other_arrangements(hand: Sequence[Card], at: At) -> tuple[list[Arrangement], bool]:
    """The maximal arrangements of a hand, the best first and then by points; whether these are all.

    >>> import rummy_lab as rl
    >>> found, whole = other_arrangements(rl.cards("5s 6s 7s 6h 6d"), rl.variant("rummy").at())
    >>> [str(a.melds[0]) for a in found], whole
    (['5s 6s 7s', '6s 6h 6d'], True)
    """
    first = best(hand, at)
    found = list(islice(maximal(hand, at), MOST_ARRANGEMENTS + 1))
    others = sorted(
        (one for one in found[:MOST_ARRANGEMENTS] if _shape(one) != _shape(first)),
        key=lambda one: one.points,
    )
    return [first, *others], len(found) <= MOST_ARRANGEMENTS


def _shape(arrangement: Arrangement) -> list[tuple[Card, ...]]:
    return sorted(tuple(sorted(meld.cards)) for meld in arrangement.melds)


def group_of_arrangement(arrangement: Arrangement, title: str, at: At) -> dict[str, Any]:
    """An arrangement as a group of fans, the cards left over last, with what each costs."""
    fans = [fan_of(meld.placed, meld.kind, True) for meld in arrangement.melds]
    left = counted(arrangement.points, "point")
    if arrangement.deadwood:
        costs = " + ".join(str(at.points[card.code]) for card in arrangement.deadwood)
        fans.append(fan_of(arrangement.deadwood, f"left over: {costs}"))
        return {"title": title, "note": f"{left} left in hand.", "fans": fans}
    note = "Every card is in a meld." if arrangement.melds else "The hand is empty."
    return {"title": title, "note": note, "fans": fans}


def group_of_contract(hand: Sequence[Card], at: At) -> dict[str, Any]:
    """The contract of the deal within a hand, as a group of fans."""
    found = best_contract(hand, at)
    title = f"Contract: {contract_of(at)}"
    if found is None:
        return {"title": title, "note": "It is not in this hand.", "fans": []}
    return plain_group(title, found)


# --- is it a meld ---------------------------------------------------------------------------------

_SPOKEN = {"set": ("set_size", "set_suits"), "run": ("run_size", "run_suits", "ace")}
_OF_WILDS = ("wilds_per_meld", "all_wild_melds")
PLAIN = Cite("default", "the value every rule set starts from")
"""What is cited where no clause speaks of an option."""


def verdict_on(some: Sequence[Card], at: At) -> dict[str, Any]:
    """Whether some cards are a meld: every reason against it, or what it is and by which clauses.

    >>> import rummy_lab as rl
    >>> at = rl.variant("rummy").at()
    >>> said = verdict_on(rl.cards("4s 5h 6d"), at)
    >>> said["head"], said["reasons"][0]["clause"]
    ('4♠ 5♥ 6♦: no meld.', 'rummy-9')
    >>> verdict_on(rl.cards("4s 5s 6s"), at)["head"]
    '4♠ 5♠ 6♠: a run.'
    """
    verdict = judge([Placed(card) for card in some], at)
    if verdict.meld is None:
        return {"kind": "no", "head": f"{pretty(some)}: no meld.",
                "reasons": cited(verdict.reasons, at.rules)}  # fmt: skip
    answer = {"kind": "ok", "head": f"{pretty(some)}: a {verdict.meld.kind}.",
              "reasons": _grounds(verdict.meld, at)}  # fmt: skip
    if len(verdict.readings) > 1:
        ways = "; ".join(meld.pretty for meld in verdict.readings[:6])
        more = "; …" if len(verdict.readings) > 6 else ""
        answer["more"] = f"It can be read in {len(verdict.readings)} ways: {ways}{more}."
    return answer


def _grounds(meld: Meld, at: At) -> list[dict[str, str]]:
    """What the rules say of a meld of this kind, by clause."""
    names = list(_SPOKEN[meld.kind])
    if any(at.wild[card.code] for card in meld.cards):
        names += _OF_WILDS
    found: dict[str, dict[str, str]] = {}
    for name in names:
        for one in cites_of(at.rules, name) or (PLAIN,):
            one = cite(at.rules, one.clause) if one.says else one
            text = one.words or said(name, at.rules[name])
            if one.clause in found and not one.says:
                text = f"{found[one.clause]['text'].removesuffix('.')}; {text}"
            text = f"{text[:1].upper()}{text[1:].removesuffix('.')}."
            standing = STANDINGS.get(one.standing, one.standing)
            found[one.clause] = {"text": text, "clause": one.clause, "standing": standing}
    return list(found.values())
