"""Deals that a kernel played, followed by the engine action by action.

`benchmarks/check_kernels.py` runs the same on more deals.
"""

from __future__ import annotations

import random
from typing import Any

import rummy_lab as rl
from rummy_lab import fast
from rummy_lab.arrange import best
from rummy_lab.cards import BY_CODE
from rummy_lab.fast.deals import ENDINGS, log_of
from rummy_lab.fast.scores import points_of, shares
from rummy_lab.fast.support import from_one_pack
from rummy_lab.players.greedy import greedy
from rummy_lab.rules import At, RulesError

OPTIONS: dict[str, list[Any]] = {
    "ace": ["low", "high", "high_or_low", "round_the_corner"],
    "run_suits": ["same", "any"],
    "set_suits": ["any", "distinct"],
    "set_size": [(3, 3), (3, 4), (3, None)],
    "run_size": [2, 3, 3, 4, 5],
    "ranks": ["A-K", "A-7 J-K", "2-K"],
    "suits": ["shdc", "shd"],
    "cards_dealt": [{2: 10, (3, 4): 7, (5, None): 6}, 2, 3, 5, 8],
    "melds_per_turn": [None, 1, 2],
    "lay_off": ["any", "own_meld_first", "never"],
    "go_out_discard": ["optional", "required", "never"],
    "discard_draw": ["top", "deep"],
    "redraw_discard_ban": [True, False],
    "joker_swap": ["never", "runs", "any"],
    "stock_out": ["flip", "shuffle", "shuffle_keep_upcard", "end"],
    "max_recycles": [0, 1, 2, 3, 10],
    "ace_points": [0, 1, 11],
    "court_points": ["10", "11-12-13"],
    "number_points": ["pips", {"2-10": 5}, {"2-5": 0, "6-10": 7}],
    "rummy_bonus": [None, "double", 10],
    "blind_bonus": [None, (3, 9)],
    "block_award": ["others_total", "difference"],
    "winner": ["highest", "lowest"],
    "scoring": ["winner_takes", "penalty"],
}
"""Where melds are laid on the table."""
_PACKS: dict[str, list[Any]] = {
    "packs": [1, 2, 3],
    "jokers": [0, 2, 6],
    "jokers_wild": [True, False],
    "wild_rank": [None, "2", "K", "cards_dealt"],
    "wilds_per_meld": [None, {"set": {3: 1}, "run": {3: 1, 5: 2}}],
    "all_wild_melds": [True, False],
    "joker_points": [0, 20, 50],
    "wild_points": [None, 0, 20],
}
ANY_PACKS = OPTIONS | _PACKS | {
    "set_size": [(2, 3), (3, 3), (3, None), (4, None)],
    "suits": ["shdc", "shd", "shdct"],
    "joker_swap": ["never"],
}  # fmt: skip
"""On the table too, with what only the kernel for any packs plays."""
AT_THE_END: dict[str, list[Any]] = {
    name: OPTIONS[name]
    for name in ("ace", "run_suits", "set_suits", "redraw_discard_ban", "stock_out", "max_recycles",
                 "ace_points", "court_points", "number_points", "block_award", "winner", "scoring")
} | _PACKS | {
    "set_size": [(2, 3), (3, 4), (3, None), (4, None)],
    "run_size": [2, 3, 4],
    "final_turns": [0, 1],
    "players": [(2, 4)],
}  # fmt: skip
PACKS = " from any packs"
"""Behind the name of a basic variant: its deals by the kernel for any packs."""


def random_rules(variant: str, rng: random.Random) -> rl.Rules:
    """A variant with options drawn at random, of those that the kernels play."""
    name = variant.removesuffix(PACKS)
    options = OPTIONS if name == variant else ANY_PACKS
    if rl.variant(name)["melding"] == "at_the_end":
        options = AT_THE_END
    while True:
        drawn = {name: rng.choice(some) for name, some in options.items() if rng.random() < 0.3}
        if "scoring" in drawn or "winner" in drawn:
            drawn |= {"target": None, "deals": rl.variant(name)["deals"] or 10}
        try:
            rules = rl.variant(name, **drawn)
        except RulesError:
            continue
        if fast.plays(rules) and (name == variant or not from_one_pack(rules.at())):
            return rules


def follow(at: At, seed: int, dealer: int) -> rl.Deal:
    """Plays a deal by kernel and by the engine's greedy players: all must be the same.

    A deal that the kernel leaves to the engine comes back as far as it was played.
    """
    log = log_of(at, seed, dealer)
    deal = rl.Deal(at.rules, at.players, seed, at.deal, dealer)
    told = zip(log.actions, log.seats, log.drawn, strict=True)
    for number, (action, seat, drawn) in enumerate(told):
        assert not deal.over, f"action {number} of {deal!r}"
        event = deal.apply(greedy(deal.view(deal.turn)))
        same = (event.seat, event.action, event.drawn) == (seat, action, drawn)
        assert same, f"action {number} of {deal!r}: {event} is {action} of seat {seat} there"
    if log.ends.ending[0] < 0:
        return deal
    assert deal.over, repr(deal)
    same_end(deal, log.ends)
    return deal


def same_end(deal: rl.Deal, ends: Any) -> None:
    """The end of a deal and its points must be what the kernel told of its one deal."""
    state, at, seats = deal.state, deal.at, range(deal.at.players)
    told = (ends.out, ends.whole_hand, ends.turns, ends.actions, ends.recycles)
    assert [int(one[0]) for one in told] == [
        -1 if state.out is None else state.out, state.whole_hand * (1 + state.joker_used),
        len({event.turn for event in deal.events}), len(deal.events), state.recycles,
    ]  # fmt: skip
    assert ENDINGS[ends.ending[0]] == state.ending
    assert [hand_of(hand) for hand in ends.hands[0].tolist()] == list(deal.hands)
    if at.melding == "at_the_end":
        left = [best(hand, at) for hand in deal.hands]
        melds, cards = [len(one.melds) for one in left], [one.deadwood for one in left]
    else:
        melds = [sum(m.owner == n for m in state.melds) for n in seats]
        cards = list(deal.hands)
    assert ends.melds[0].tolist() == melds
    assert ends.cards[0].tolist() == list(map(len, cards))
    assert ends.points[0].tolist() == list(map(at.points_of, cards))
    parts = points_of(at, ends)[0].tolist()
    score = deal.score().totals
    assert [shares(at.players) * points for points in score.values()] == parts


def hand_of(told: Any) -> tuple[rl.Card, ...]:
    """A hand from its mask, or its row of codes."""
    if isinstance(told, list):
        return tuple(sorted(BY_CODE[code] for code in told if code >= 0))
    return tuple(card for card in BY_CODE[:52] if told >> card.code & 1)


def follow_one(variant: str, number: int) -> rl.Deal:
    """Deal `number` of the check of a variant: options, table, seed and dealer are drawn."""
    rng = random.Random(f"{variant} {number}")
    plain = rng.random() < 0.3 and not variant.endswith(PACKS)
    rules = rl.variant(variant) if plain else random_rules(variant, rng)
    least, most = rules["players"]
    players = rng.randint(least, min(most, 6))
    deal = rng.randint(1, rules["deals"] or 12)
    at = rules.at(players=players, deal=deal)
    return follow(at, rng.randrange(-(2**62), 2**62), rng.randrange(players))
