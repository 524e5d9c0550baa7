"""Melds with wilds that say what they stand for, tried in every way: the slow referee's half.

Cards are texts, options a plain dict, a placed card is the pair of a card and what it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations, product
from typing import Any

from oracle import RANKS, within
from oracle import windows as all_windows

Options = Mapping[str, Any]
Cards = tuple[str, ...]
Placed = tuple[str, str]
Meld = tuple[str, tuple[Placed, ...]]
"""Kind and placed cards, sorted."""
SUITS = "shdct"
MOST_OPEN = 4
"""More wilds than this without a declared card are not tried in every way."""


_RANK = {"JK": 0} | {RANKS[n] + suit: n + 1 for n in range(13) for suit in SUITS}


def rank(card: str) -> int:
    """Ace 1 to king 13; a joker has none."""
    return _RANK[card]


def order(card: str) -> tuple[int, int]:
    """The common order of cards: suit, then rank up; jokers last."""
    return (9, 0) if card == "JK" else (SUITS.index(card[-1]), rank(card))


def in_order(cards: Iterable[str]) -> Cards:
    """The cards sorted in the common order."""
    return tuple(sorted(cards, key=order))


def less(cards: Iterable[str], gone: Iterable[str]) -> Cards:
    """The cards without those gone, one copy for each."""
    return in_order((Counter(cards) - Counter(gone)).elements())


def is_wild(card: str, options: Options) -> bool:
    """Whether a card may stand for another."""
    if card == "JK":
        return options["jokers_wild"]
    return card[:-1] == options["wild_rank"]


# -- melds ---------------------------------------------------------------------------------------


def wild_limit(kind: str, size: int, options: Options) -> int:
    """The most wilds in a meld: the limit of the longest step reached, of the first below all."""
    steps = dict((options["wilds_per_meld"] or {}).get(kind, {}))
    if not steps:
        return 99
    reached = [length for length in steps if length <= size]
    return steps[max(reached) if reached else min(steps)]


def windows(options: Options, size: int) -> list[tuple[int, ...]]:
    """The ranks of every run of a size that the ace rule and the pack allow."""
    there = options["rank_numbers"]
    return [row for row in all_windows(options["ace"]) if len(row) == size and set(row) <= there]


def is_meld(kind: str, placed: Iterable[Placed], options: Options) -> bool:
    """Whether placed cards are a meld of a kind."""
    row = list(placed)
    stands = [stand for _, stand in row]
    if any(card != stand and not is_wild(card, options) for card, stand in row):
        return False
    if any(s == "JK" or s[-1] not in options["suits"] or rank(s) not in options["rank_numbers"]
           for s in stands):  # fmt: skip
        return False
    size, wilds = len(row), sum(card != stand for card, stand in row)
    if wilds > wild_limit(kind, size, options):
        return False
    if wilds == size and not options["all_wild_melds"]:
        return False
    suits = [stand[-1] for stand in stands]
    if kind == "set":
        least, most = options["set_size"]
        if not least <= size <= (most or 10**6) or len(set(map(rank, stands))) > 1:
            return False
        return options["set_suits"] == "any" or len(set(suits)) == size
    if size < options["run_size"] or (options["run_suits"] == "same" and len(set(suits)) > 1):
        return False
    ranks = sorted(map(rank, stands))
    return any(sorted(row) == ranks for row in windows(options, size))


Given = tuple[tuple[str, str | None], ...]
"""Cards as a player names them: with what a wild stands for, or without."""


def readings(kind: str, given: Given, options: Options) -> set[tuple[Placed, ...]] | None:
    """Every way in which cards are a meld of a kind; None where there are too many to try."""
    fixed = [(c, s or c) for c, s in given if s is not None or not is_wild(c, options)]
    loose = [c for c, s in given if s is None and is_wild(c, options)]
    if hopeless(kind, [stand for _, stand in fixed], options):
        return set()
    if len(loose) > MOST_OPEN:
        return None
    found: set[tuple[Placed, ...]] = set()
    suits = options["suits"]
    if kind == "set":
        ranks = {rank(stand) for _, stand in fixed} or options["rank_numbers"]
        tries: Iterable[tuple[str, ...]] = (
            tuple(RANKS[r - 1] + suit for suit in chosen)
            for r in ranks if r for chosen in product(suits, repeat=len(loose))
        )  # fmt: skip
    else:
        tries = (
            tuple(RANKS[r - 1] + suit for r in chosen)
            for row in windows(options, len(given))
            for rest in [Counter(row) - Counter(rank(stand) for _, stand in fixed)]
            if rest.total() == len(loose)
            for chosen in set(permutations(rest.elements())) for suit in suits
        )  # fmt: skip
    for stands in tries:
        placed = tuple(sorted([*fixed, *zip(loose, stands, strict=True)]))
        if placed not in found and is_meld(kind, placed, options):
            found.add(placed)
    return found


def hopeless(kind: str, stands: list[str], options: Options) -> bool:
    """Whether two of the cards can never be in one meld of a kind."""
    ranks = [rank(stand) for stand in stands]
    if kind == "set":
        return len(set(ranks)) > 1
    twice = len(ranks) - len(set(ranks)) > (options["ace"] == "high_or_low" and ranks.count(1) == 2)
    return twice or (options["run_suits"] == "same" and len({s[-1] for s in stands}) > 1)


def melds_within(hand: Cards, options: Options) -> Iterator[Meld]:
    """Every meld within a hand, small ones first; of set suits that cannot matter only one."""
    wilds = [c for c in hand if is_wild(c, options)]
    naturals = [c for c in hand if c != "JK"]
    seen: set[Meld] = set()
    for size in range(2, len(hand) + 1):
        for kind in ("set", "run"):
            for placed in of_size(kind, size, naturals, wilds, options):
                meld = (kind, tuple(sorted(placed)))
                cards = [card for card, _ in placed]
                if meld not in seen and within(cards, hand) and is_meld(kind, placed, options):
                    seen.add(meld)
                    yield meld


def of_size(
    kind: str, size: int, naturals: list[str], wilds: list[str], options: Options
) -> Iterator[list[Placed]]:
    """Cards of a hand placed as sets or runs of a size; not all of them are melds."""
    if kind == "set":
        for number in options["rank_numbers"]:
            own = [c for c in naturals if rank(c) == number]
            for count in range(min(size, len(own)) + 1):
                for some in set(combinations(own, count)):
                    left = [s for s in options["suits"] if options["set_suits"] == "any" or all(
                        s != c[-1] for c in some)]  # fmt: skip
                    for more in set(combinations(wilds, size - count)):
                        for suits in combinations(left * (size if len(left) == 1 else 1),
                                                  len(more)):  # fmt: skip
                            stands = [RANKS[number - 1] + suit for suit in suits]
                            yield [(c, c) for c in some] + list(zip(more, stands, strict=True))
        return
    mixed = options["run_suits"] == "any"
    for row in windows(options, size):
        for suit in options["suits"][:1] if mixed else options["suits"]:
            choices = []
            for number in row:
                spot = RANKS[number - 1] + suit
                own = {RANKS[number - 1] + s for s in (options["suits"] if mixed else suit)}
                choices.append([*((c, c) for c in own & set(naturals)),
                                *((c, spot) for c in set(wilds))])  # fmt: skip
            yield from picked(choices, Counter([*naturals, *(w for w in wilds if w == "JK")]))


def picked(choices: list[list[Placed]], there: Counter[str]) -> Iterator[list[Placed]]:
    """One of each list of choices, no card more often than it is there."""
    if not choices:
        yield []
        return
    for card, stand in choices[0]:
        if there[card]:
            there[card] -= 1
            for rest in picked(choices[1:], there):
                yield [(card, stand), *rest]
            there[card] += 1
