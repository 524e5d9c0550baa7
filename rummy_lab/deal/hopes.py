"""A quick look ahead: whether a card that must be played could find a place at all.

The answer errs on the side of hope, so that the search for the end of a turn is spared where there
is none: what is refused here no line of plays could bring about.
"""

from __future__ import annotations

from functools import cache

from rummy_lab.cards import JOKER, Card
from rummy_lab.deal.checks import may_lay_off
from rummy_lab.deal.state import State
from rummy_lab.melds import Meld, rank_at, windows


def hopeless(state: State) -> bool:
    """Whether some card that must be played in this turn can go nowhere.

    >>> import rummy_lab as rl
    >>> rules = rl.variant("shanghai")
    >>> d = rl.Deal.from_position(rules, hands=["8s 2c", "Ks", "Kd"], melds=[(0, "4s 5s 6s 7s")],
    ...                           turn=0, phase="play", taken="8s 2c", duties="8s")
    >>> hopeless(d.state), hopeless(d.state.replace(duties=rl.cards("2c")))
    (False, True)
    """
    return any(not _could_be_played(state, card) for card in state.duties)


def _could_be_played(state: State, card: Card) -> bool:
    at = state.at
    wilds = _wilds(state)
    if _new_melds(state) and _in_new_meld(state, card, wilds):
        return True
    if card in _swappable(state):
        return True
    grows = may_lay_off(state) or (at.lay_off == "own_meld_first" and _new_melds(state))
    return (grows or _contract_first(state)) and any(
        _could_go_to(laid.meld, card, state, wilds) for laid in state.melds
    )


def _wilds(state: State) -> int:
    """How many wilds there could be in the hand: jokers that can be swapped for its cards too."""
    held = sum(state.at.wild[card.code] for card in state.hand)
    return held + sum(stands in state.hand for stands in _swappable(state))


def _swappable(state: State) -> list[Card]:
    """What the jokers stand for that might be swapped."""
    swap = state.at.joker_swap
    return [
        stands
        for laid in state.melds
        if swap == "any" or (swap == "runs" and laid.meld.kind == "run")
        for card, stands in zip(laid.meld.cards, laid.meld.stands, strict=True)
        if card is JOKER
    ]


def _contract_first(state: State) -> bool:
    return state.at.melding == "contract" and not state.met[state.active]


def _new_melds(state: State) -> bool:
    """Whether new melds can be laid in this turn."""
    at = state.at
    if at.melding == "contract":
        return _contract_first(state)
    full = at.melds_per_turn is not None and state.melds_now >= at.melds_per_turn
    return at.melding == "any_turn" and not full


def _in_new_meld(state: State, card: Card, wilds: int) -> bool:
    """Whether the card, others of the hand and so many wilds could be a meld."""
    at = state.at
    if at.wild[card.code]:
        return True
    if sum(one.rank == card.rank for one in state.hand) + wilds >= at.set_size[0]:
        return True
    held = _ranks(state, card.suit)
    return any(
        card.rank in ranks and len(ranks - held) <= wilds
        for ranks in (frozenset(map(rank_at, row)) for row in windows(at.ace, at.run_size))
    )


def _ranks(state: State, suit: str) -> set[int]:
    """The ranks that the hand holds in a suit, or in any where runs have any suits."""
    mixed = state.at.run_suits == "any"
    return {one.rank for one in state.hand if mixed or one.suit == suit}


def _could_go_to(meld: Meld, card: Card, state: State, wilds: int) -> bool:
    """Whether the card could be laid off on a meld, or on what the meld could become."""
    at = state.at
    if meld.kind == "set":
        most = at.set_size[1]
        room = most is None or len(meld) < most
        fits = card.rank == meld.stands[0].rank and (
            at.set_suits == "any" or card not in meld.stands
        )
        return room and (fits or at.wild[card.code])
    if at.wild[card.code]:
        return len(meld) < at.longest_run
    if at.run_suits == "same" and card.suit != meld.stands[0].suit:
        return False
    held = _ranks(state, card.suit)
    ways = _ways(at.ace, meld.stands[0].rank, len(meld)).get(card.rank, ())
    return any(sum(rank not in held for rank in between) <= wilds for between in ways)


@cache
def _ways(ace: str, first: int, size: int) -> dict[int, list[tuple[int, ...]]]:
    """For each rank that a run can be continued to, the ranks in between, on either side."""
    run = tuple(rank_at(first + n) for n in range(size))
    found: dict[int, list[tuple[int, ...]]] = {}
    for longer in range(size + 1, 15):
        for window in windows(ace, longer):
            row = tuple(map(rank_at, window))
            if row[:size] == run:
                found.setdefault(row[-1], []).append(row[size:-1])
            if row[-size:] == run:
                found.setdefault(row[0], []).append(row[1:-size])
    return found
