"""The judge of melds: is this one, and what is known of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rummy_lab.cards import Card, NotationError, Placed, placed
from rummy_lab.melds.reading import meant
from rummy_lab.melds.shape import Meld, open_ends
from rummy_lab.melds.why import why_no_meld
from rummy_lab.reasons import Verdict
from rummy_lab.rules import At, Rules
from rummy_lab.variants import rules_of


def play_alike(some: Sequence[Meld], at: At) -> bool:
    """Whether it makes no difference which of some readings is meant.

    Nothing is laid on hands that are only arranged at the end; and where neither a swap nor the
    rules of the meld ask for the suit of a wild, `readings` gives one suit only.
    """
    return len(some) < 2 or at.melding == "at_the_end"


def could_take(meld: Meld, card: Card, at: At) -> bool:
    """Whether a card might be laid off alone on a meld: a quick look before the judge is asked.

    For natural cards the answer is exact.
    """
    if at.wild[card.code]:
        return True
    if meld.kind == "set":
        most = at.set_size[1]
        return (
            card.rank == meld.stands[0].rank
            and (most is None or len(meld) < most)
            and (at.set_suits == "any" or card.suit not in {c.suit for c in meld.stands})
        )
    if at.run_suits == "same" and card.suit != meld.stands[0].suit:
        return False
    return card.rank in open_ends(at.ace, meld.stands[0].rank, len(meld))


def judge(row: Sequence[Placed], at: At, kind: str | None = None) -> Verdict:
    """Whether cards are a meld (of a kind) under resolved rules; all reasons where they are none.

    A meld with unknown cards cannot be decided.
    """
    if any(p.card.is_unknown for p in row):
        return Verdict(unknown=True, kind=kind)
    found = () if _misdeclared(row, at) else meant(row, at, kind)
    if found:
        return Verdict((), False, found[0].kind, found[0], found)
    return Verdict(why_no_meld(row, at, kind))


def _misdeclared(row: Sequence[Placed], at: At) -> bool:
    return any(
        p.stands is not None
        and p.stands is not p.card
        and (not at.wild[p.card.code] or not at.copies[p.stands.code])
        for p in row
    )


def no_more_than_packs(some: Iterable[Card], at: At) -> None:
    """Raises `NotationError` for more copies of a card than the packs hold."""
    for held, count in sorted(Counter(some).items()):
        if held.is_unknown:
            continue
        if count > at.copies[held.code]:
            raise NotationError(
                f"{held.pretty} is named {times(count)}, but {pack_holds(held, at)}"
            )


def times(count: int) -> str:
    """How often, in words: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def pack_holds(card: Card, at: At) -> str:
    """How many of a card there are, as the end of a sentence.

    >>> import rummy_lab as rl
    >>> pack_holds(rl.card("7h"), rl.variant("rummy").at())
    'the pack holds one'
    """
    there = at.copies[card.code]
    number = {0: "no such card", 1: "one"}.get(there, str(there))
    return f"the pack holds {number}" if at.packs == 1 else f"the {at.packs} packs hold {number}"


def check_meld(
    some: str | Iterable[Card | Placed],
    rules: Rules | str,
    deal: int = 1,
    players: int | None = None,
) -> Verdict:
    """Whether cards are a meld; the verdict has `kind`, `meld` and `readings`, or the reasons.

    `players=None` means the largest table. Raises `NotationError` for what is no card, and for
    more copies of a card than the packs hold.

    >>> import rummy_lab as rl
    >>> verdict = rl.check_meld("4s 5h 6d", rl.variant("rummy"))
    >>> bool(verdict), verdict.codes, verdict.clauses
    (False, ('suits_differ',), ('rummy-9',))
    >>> rl.check_meld("4s 5h 6d", rl.variant("remi")).kind
    'run'
    """
    at = rules_of(rules).at(players=players, deal=deal)
    row = placed(some)
    no_more_than_packs((p.card for p in row), at)
    return judge(row, at)
