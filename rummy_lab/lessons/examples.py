"""Groups of cards that ask what a meld is: each is put together for the rules, then judged.

>>> from rummy_lab.variants import variant
>>> rules = variant("rummy")
>>> judged(rules, ace_high(rules))
(False, 'The ace is low: it does not follow the king')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rummy_lab.cards import Card, Placed, natural, pretty
from rummy_lab.lessons.kit import Kit, NoCards
from rummy_lab.lessons.moments.scene import roomy_deal
from rummy_lab.melds import judge
from rummy_lab.rules import At, Rules


def example_at(rules: Rules) -> At:
    """The table and the deal that examples are judged for."""
    return rules.at(players=rules["players"][0], deal=roomy_deal(rules))


def judged(rules: Rules, some: Sequence[Card]) -> tuple[bool, str]:
    """Whether cards are a meld, and of which kind, or why they are none."""
    verdict = judge([Placed(card) for card in some], example_at(rules))
    if verdict:
        return True, f"a {verdict.kind}"
    return False, "; ".join(reason.message for reason in verdict.reasons)


def told(rules: Rules, some: Sequence[Card]) -> tuple[bool, str]:
    """The same as a whole sentence that names the cards."""
    fits, why = judged(rules, some)
    return fits, f"{pretty(some)} is {why if fits else f'no meld: {why}'}"


def _row(rules: Rules, ranks: Sequence[int], suits: int = 1) -> list[Card]:
    """Cards of some ranks, in one suit or going round several; none of them wild."""
    at = example_at(rules)
    letters = at.suits[: min(suits, len(at.suits))]
    row = [natural(rank, letters[n % len(letters)]) for n, rank in enumerate(ranks)]
    if not all(at.copies[card.code] for card in row) or any(at.wild[card.code] for card in row):
        raise NoCards("the packs have no such row")
    return row


def _size(rules: Rules) -> int:
    return max(rules["run_size"], 3)


def run(rules: Rules) -> list[Card]:
    """A run of the least size."""
    return Kit(example_at(rules)).run(_size(rules), 1)


def gap(rules: Rules) -> list[Card]:
    """A run with a card missing."""
    row = Kit(example_at(rules)).run(_size(rules) + 1, 2)
    return [*row[:-2], row[-1]]


def mixed(rules: Rules) -> list[Card]:
    """A run of several suits."""
    row = Kit(example_at(rules)).run(_size(rules))
    return _row(rules, [card.rank for card in row], 3)


def short(rules: Rules) -> list[Card]:
    """A run with a card too few."""
    return Kit(example_at(rules)).run(_size(rules) - 1, 3, 9)


def ace_high(rules: Rules) -> list[Card]:
    """A run from below the king to the ace."""
    return _row(rules, [*range(15 - _size(rules), 14), 1])


def ace_low(rules: Rules) -> list[Card]:
    """A run that begins with the ace."""
    return _row(rules, range(1, _size(rules) + 1))


def corner(rules: Rules) -> list[Card]:
    """A run from the king over the ace."""
    return _row(rules, [13, *range(1, _size(rules))])


def same_rank(rules: Rules) -> list[Card]:
    """A set of the least size."""
    return Kit(example_at(rules)).set_of(max(rules["set_size"][0], 3))


def suit_twice(rules: Rules) -> list[Card]:
    """A set with one card twice."""
    kit = Kit(example_at(rules))
    first, _, *rest = kit.set_of(max(rules["set_size"][0], 3))
    return [*kit.take(first), first, *rest]


def big_set(rules: Rules) -> list[Card]:
    """A set with a card more than there are suits."""
    at = example_at(rules)
    return Kit(at).set_of(len(at.suits) + 1)


def with_wild(rules: Rules) -> list[Card]:
    """A run with a wild card in a gap."""
    kit = Kit(example_at(rules))
    row = kit.run(_size(rules))
    return [row[0], kit.wild(), *row[2:]]


def wilds_alone(rules: Rules) -> list[Card]:
    """Wild cards, and nothing else."""
    kit = Kit(example_at(rules))
    return [kit.wild() for _ in range(max(rules["set_size"][0], 3))]


GROUPS: tuple[Callable[[Rules], list[Card]], ...] = (
    run, gap, same_rank, mixed, ace_high, short, ace_low, corner, suit_twice, big_set, with_wild,
    wilds_alone,
)  # fmt: skip
"""Every group, in the order in which a lesson asks about them."""


def groups(rules: Rules) -> Iterator[list[Card]]:
    """The groups for which the packs of these rules hold the cards."""
    for make in GROUPS:
        try:
            yield make(rules)
        except NoCards:
            continue
