"""Random legal play of the games with wilds, contracts and buying, with a slow referee beside it.

`play_one` plays one deal under an option set drawn at random from all options of the registry. In
every state cards are counted and the engine's state must be the referee's; in some states every
listed action is judged by both, and altered ones too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
import wild_judge
from following import check_history, words
from tables import ACES
from wild_melds import Options, in_order
from wild_oracle import Action, Position, read
from wild_together import Together, left_by_melds

import rummy_lab as rl
from rummy_lab.rules import OPTIONS

OTHERS = ("three-thirteen", "contract", "contract-classic", "shanghai", "five-crowns",
          "deuces-not-wild", "speed-three-thirteen")  # fmt: skip
"""The variants of the other documents."""
CONTRACTED = {"melding": "contract", "lay_off": "after_contract", "final_turns": 0}
CHOICES: dict[str, list[Any]] = {
    "players": [(2, 4), (2, 6)],
    "suits": ["shdc", "shdct"],
    "ranks": ["A-K", "3-K", "A-10"],
    "packs": [1, 2, 2, 3],
    "jokers": [0, 2, 4, 6],
    "cards_dealt": [3, 5, 7, 10],
    "ace": list(ACES),
    "jokers_wild": [True, False],
    "wild_rank": [None, "cards_dealt", "5", "9"],
    "set_size": [(3, 4), (3, None), (2, 5)],
    "set_suits": ["any", "distinct"],
    "run_size": [3, 4, 2],
    "run_suits": ["same", "any"],
    "wilds_per_meld": [None, {"set": {3: 1}, "run": {3: 1, 5: 2}}, {"set": {3: 1, 4: 2}}],
    "all_wild_melds": [True, False],
    "discard_draw": ["top", "deep", "deep"],
    "redraw_discard_ban": [True, False],
    "buys": [None, 1, 3, "unlimited"],
    "buy_priority": ["turn", "dealer"],
    "simultaneous": [True, False],
    "melding": ["any_turn", "at_the_end"],
    "melds_per_turn": [None, 1, 2],
    "contracts": ["S3 R3", "S3 S3", "R4 R4", "S3", "R3 R3 S3"],
    "contract_sizes": ["minimum", "exact", "whole_hand"],
    "contract_runs": ["any", "apart", "different_suits"],
    "lay_off": ["any", "own_meld_first", "after_contract", "never"],
    "lay_off_on_contract_turn": [True, False],
    "joker_swap": ["never", "runs", "any", "any"],
    "joker_swap_keep": [True, False],
    "joker_swap_on_contract_turn": [True, False],
    "stock_out": ["flip", "shuffle", "shuffle_keep_upcard", "end"],
    "max_recycles": [0, 1, 2],
    "go_out_discard": ["optional", "required", "never"],
    "final_turns": [0, 1],
    "scoring": ["winner_takes", "penalty"],
    "ace_points": [1, 15],
    "court_points": ["10", "11-12-13"],
    "number_points": ["pips", {"2-9": 5, "10": 10}],
    "joker_points": [20, 50],
    "wild_points": [None, 20],
    "rummy_bonus": [None, "double", 25],
    "blind_bonus": [None, (25, 50)],
    "block_award": ["others_total", "difference"],
    "target": [None, 100, -100],
    "deals": [1, 3],
    "winner": ["highest", "lowest"],
    "ties": ["joint", "extra_deals", "bonus_deal"],
}
"""Values for every option; those that cannot go together are drawn again."""
TOGETHER: list[dict[str, Any]] = [
    {"melding": "any_turn", "lay_off": "any", "final_turns": 0, "contracts": None},
    {"melding": "any_turn", "lay_off": "own_meld_first", "final_turns": 0, "contracts": None,
     "go_out_discard": "optional"},
    {"melding": "at_the_end", "lay_off": "never", "go_out_discard": "required", "contracts": None,
     "final_turns": 1},
    {**CONTRACTED, "contracts": "S3 R3", "deals": 1, "go_out_discard": "optional"},
    {**CONTRACTED, "contracts": "S3", "deals": 1, "go_out_discard": "required"},
    {"scoring": "winner_takes", "winner": "highest", "target": 100},
    {"scoring": "penalty", "winner": "highest", "target": -100},
]  # fmt: skip
"""Options that are drawn as one, since each alone is refused."""
BY_DEAL = ("contracts", "buys", "wild_rank", "cards_dealt", "contract_sizes", "go_out_discard")


def random_rules(variant: str, rng: random.Random) -> rl.Rules:
    """A variant with options of the registry drawn at random; drawn again until they go together."""
    while True:
        drawn: dict[str, Any] = {}
        for bundle in TOGETHER:
            if rng.random() < 0.08:
                drawn |= bundle
        for name, values in CHOICES.items():
            if rng.random() < 0.12:
                drawn[name] = rng.choice(values)
        drawn["max_recycles"] = rng.choice([0, 0, 1, 2])
        if "deals" in drawn:
            drawn |= {
                name: rng.choice(CHOICES[name])
                for name in BY_DEAL
                if name not in drawn and isinstance(rl.variant(variant)[name], list | tuple)
            }
        try:
            return rl.variant(variant, **drawn)
        except rl.RulesError:
            continue


def options_of(at: Any) -> Options:
    """The options a referee needs, as a plain dict."""
    named = {name: getattr(at, name) for name in OPTIONS}
    contract = [(part.kind, part.size) for part in at.contract]
    wilds = {str(card) for card in at.pack if at.wild[card.code]}
    return {**named, "at": at, "contract": contract, "wilds": wilds,
            "rank_numbers": frozenset(at.rank_numbers)}  # fmt: skip


def start_of(deal: rl.Deal) -> Position:
    """The referee's snapshot of a deal just begun."""
    seats = len(deal.hands)
    return Position(
        options_of(deal.at), tuple(in_order(words(hand)) for hand in deal.hands),
        words(deal.stock), words(deal.discards), dealer=deal.dealer, turn=deal.turn,
        active=deal.turn, buys_used=(0,) * seats,
    )  # fmt: skip


def table_of(deal: rl.Deal) -> tuple[Any, ...]:
    """The melds of the table as the referee has them."""
    return tuple(
        (laid.owner, (laid.meld.kind, tuple(sorted(
            (str(card), str(stands))
            for card, stands in zip(laid.meld.cards, laid.meld.stands, strict=True)))))
        for laid in deal.melds
    )  # fmt: skip


def same(deal: rl.Deal, position: Position) -> None:
    """The engine's state must be the referee's."""
    state = deal.state
    ours = (tuple(in_order(words(hand)) for hand in deal.hands), words(deal.stock),
            words(deal.discards), table_of(deal), deal.over, state.recycles, state.out,
            state.buys_used, Counter(words(state.duties)))  # fmt: skip
    theirs = (position.hands, position.stock, position.discards, position.melds,
              position.phase == "over", position.recycles, position.out, position.buys_used,
              Counter(position.duties))  # fmt: skip
    for one, other in zip(ours, theirs, strict=True):
        assert one == other, f"{one} is not {other} after {deal.events[-3:]}"
    if not deal.over:
        assert (deal.turn, state.active, deal.phase) == (
            position.turn, position.active, position.phase
        ), f"after {deal.events[-3:]}"  # fmt: skip


def alterations(action: Action, position: Position, rng: random.Random) -> list[Action]:
    """Actions near a legal one: most of them break one rule."""
    near: list[Action] = []
    pack = [str(card) for card in set(position.options["at"].pack)]
    held, pile = list(position.hand), list(position.discards)
    wilds = [card for card in held if card in position.options["wilds"]]
    for place, group in enumerate(action.groups):
        for pool in (pack, held, pile or pack, wilds or held):
            other = list(group)
            spot = rng.randrange(len(other))
            card = rng.choice(pool)
            other[spot] = (card, rng.choice([None, rng.choice(pack)]) if card in wilds else None)
            near.append(with_group(action, place, other))
        near.append(with_group(action, place, [*group[:-1]]))
        near.append(with_group(action, place, [*group, (rng.choice(held or pack), None)]))
        near.append(with_group(action, place, [(card, None) for card, _ in group]))
        moved = [(c, rng.choice(pack) if s else None) for c, s in group]
        near.append(with_group(action, place, moved))
    if len(action.groups) > 1:
        near.append(Action(action.verb, action.groups[:-1]))
        near.append(Action(action.verb, action.groups[::-1]))
        near.append(Action("meld", action.groups[:1]))
    number = rng.randint(0, len(position.melds) + 1)
    some = tuple((card, None) for card in rng.sample(held, min(3, len(held))))
    near += [Action("meld", (some,)), Action("lay", (some[:1],), number),
             Action("lay", (some[:2],), number), Action("swap", (some[:1],), number),
             Action("discard", ((((rng.choice(held or pack)), None),),)),
             Action("out", ((((rng.choice(held or pack)), None),),)),
             Action("take", (((rng.choice(pile or pack), None),),)),
             Action("draw"), Action("take"), Action("pass"), Action("buy")]  # fmt: skip
    swaps = [(stand, n) for n, (_, (_, row)) in enumerate(position.melds, 1)
             for card, stand in row if card == "JK"]  # fmt: skip
    near += [Action("swap", (((stand, None),),), n) for stand, n in swaps[:2]]
    return [one for one in near if readable(one)]


def with_group(action: Action, place: int, group: Sequence[Any]) -> Action:
    """An action with one of its groups of cards replaced."""
    groups = list(action.groups)
    groups[place] = tuple(group)
    return Action(action.verb, tuple(groups), action.number)


def readable(action: Action) -> bool:
    """Whether the action's text can be read: only readable ones are judged."""
    counts = [len(group) for group in action.groups]
    placed = any(s is not None for group in action.groups for _, s in group)
    bad = any(s == "JK" for group in action.groups for _, s in group)
    if action.verb in ("draw", "pass", "buy"):
        return not counts
    if action.verb == "take":
        return counts in ([], [1]) and not placed
    if action.verb in ("discard", "out", "swap"):
        return counts == [1] and not placed
    return bool(counts) and 0 not in counts and not bad


@dataclass
class Tally:
    """What a run looked at, for the figures."""

    deals: int = 0
    actions: int = 0
    accepted: int = 0
    altered: int = 0
    altered_legal: int = 0
    undecided: int = 0
    complete: int = 0
    verbs: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        verbs = ", ".join(f"{count} {verb}" for verb, count in self.verbs.most_common())
        ends = ", ".join(f"{count} {how}" for how, count in self.ends.most_common())
        return (f"{self.deals} deals, {self.actions} actions ({verbs}), {self.accepted} listed "
                f"actions accepted, {self.altered} altered ones judged alike "
                f"({self.altered_legal} legal, {self.undecided} left open), {self.complete} lists complete; ends: {ends}")  # fmt: skip


@dataclass
class Looks:
    """How much of a deal is looked at closely: the share of states.

    In `accept` of them every listed action is checked by the engine and some by the referee, in
    `alter` of them altered actions are judged by both, in `complete` of them every play that the
    referee finds must be listed.
    """

    accept: float = 0.15
    alter: float = 0.06
    complete: float = 0.2
    greedy: float = 0.5
    """The share of seats that play greedily, so that contracts are met."""
    closely: int = 60
    """After so many actions a deal is brought to its end quickly, but for some states (`later`)."""
    later: float = 0.1
    biggest: int = 18
    """Where somebody holds more cards, nothing is looked at: what is legal is a long list."""


WEIGHT = {"contract": 30, "meld": 8, "lay": 6, "swap": 8, "out": 8, "discard": 2, "draw": 3,
          "take": 2, "pass": 2, "buy": 3}  # fmt: skip


def choose(actions: Sequence[Any], rng: random.Random) -> Any:
    """One action, by verb first; those that get on more often than not."""
    verbs = sorted({str(action).split()[0] for action in actions})
    verb = rng.choices(verbs, [WEIGHT[verb] for verb in verbs])[0]
    return rng.choice([action for action in actions if str(action).split()[0] == verb])


def quickly(deal: rl.Deal, rng: random.Random) -> str | None:
    """A legal action found without listing all of them."""
    if deal.phase == "play":
        hand = deal.hands[deal.turn]
        tries = [f"discard {card}" for card in rng.sample(hand, min(3, len(hand)))]
    else:
        tries = rng.sample(["draw", "take", "pass", "draw"], 4)
    return next((action for action in tries if deal.can(action)), None)


def play_one(rules: rl.Rules, players: int, number: int, rng: random.Random, tally: Tally,
             looks: Looks | None = None) -> rl.Deal:  # fmt: skip
    """Play one deal at random with the referee beside it; AssertionError on a difference."""
    looks = looks or Looks()
    last = rules.deals or 1
    deal = rl.Deal(rules, players=players, seed=number, dealer=rng.randrange(players),
                   deal=rng.randint(1, last))  # fmt: skip
    together = deal.at.simultaneous
    position = None if together else start_of(deal)
    table = Together.start(deal) if together else None
    greedy = [rng.random() < looks.greedy for _ in range(players)]
    policy = rl.policy("greedy")
    pack, start, count = Counter(deal.at.pack), deal.state, 0
    while not deal.over:
        assert Counter(everything(deal)) == pack
        if position is not None:
            same(deal, position)
        if table is not None:
            table.same()
        closely = count < looks.closely or rng.random() < looks.later
        action = None
        closely = closely and max(map(len, deal.hands)) <= looks.biggest
        clever = greedy[deal.turn] and rng.random() < 0.8
        if not closely:
            clever = clever and len(deal.hands[deal.turn]) <= looks.biggest
            action = policy(deal.view(deal.turn)) if clever else quickly(deal, rng)
        if closely or action is None:
            actions = list(deal.legal_actions())
            assert actions, "a state without a legal action"
            if position is not None:
                look_closely(deal, position, actions, rng, looks, tally)
            elif table is not None and rng.random() < looks.accept:
                table.look_closely(actions, rng, tally)
            action = policy(deal.view(deal.turn)) if clever else choose(actions, rng)
        event = deal.apply(action)
        tally.verbs[str(event.action).split()[0]] += 1
        if position is not None:
            position = followed(position, event, words(event.order))
        if table is not None:
            table.choose(str(event.action), words(event.order))
        count += 1
        assert count < 20000, "the deal does not end"
    if position is not None:
        same(deal, position)
    if table is not None:
        table.same()
    assert Counter(everything(deal)) == pack
    check_history(deal, start, count)
    check_score(deal)
    check_log(deal)
    tally.deals += 1
    tally.actions += count
    tally.ends["out" if deal.out is not None else "nobody out"] += 1
    return deal


def everything(deal: rl.Deal) -> list[rl.Card]:
    """All cards, wherever they lie."""
    held = [card for hand in deal.hands for card in hand]
    laid = [card for meld in deal.melds for card in meld.meld.cards]
    piles = deal.state.piles or (deal.discards,)
    return [*held, *laid, *deal.stock, *(card for pile in piles for card in pile)]


def followed(position: Position, event: Any, order: Sequence[str]) -> Position:
    """Where the referee's position goes by what happened."""
    action = read(str(event.action))
    after = wild_judge.outcomes(
        position, action, tuple(order) if event.recycled == "shuffle" else None
    )
    assert after, f"{action} is illegal in {position}"
    assert len({one.melds for one in after}) == 1, f"{action} has several readings in {position}"
    return after[0]


def look_closely(deal: rl.Deal, position: Position, actions: Sequence[Any], rng: random.Random,
                 looks: Looks, tally: Tally) -> None:  # fmt: skip
    """Compare what is legal, as often as `looks` says."""
    if rng.random() < looks.accept:
        twice = rng.sample(actions, min(4, len(actions)))
        for action in actions:
            assert deal.check(action), f"{action} is listed but refused: {deal.check(action)}"
            tally.accepted += 1
        for action in twice:
            judged = wild_judge.legal(position, read(str(action)))
            assert judged is not False, f"{action} is listed, but illegal in {position}"
    if rng.random() < looks.complete and small(position):
        check_complete(position, actions)
        tally.complete += 1
    if rng.random() < looks.alter:
        for near in alterations(read(str(rng.choice(actions))), position, rng):
            judge_alike(deal, position, near, tally)


def small(position: Position) -> bool:
    """Whether every play of a state can be tried in no time."""
    wilds = [card for card in position.hand if card in position.options["wilds"]]
    return position.phase == "play" and len(position.hand) <= 8 and len(wilds) <= 2


def check_complete(position: Position, actions: Sequence[Any]) -> None:
    """Every legal meld, swap and lay-off of up to three cards must be listed."""
    missing = wild_judge.missing(position, [read(str(action)) for action in actions])
    assert missing is None, f"{missing} is not listed in {position}"


def judge_alike(deal: rl.Deal, position: Position, near: Action, tally: Tally) -> None:
    """An action must be legal to both or to neither.

    A wild without a declared card is ambiguous to the engine where there are several readings; it
    may then refuse for that alone.
    """
    wanted = wild_judge.legal(position, near)
    verdict = deal.check(str(near))
    said = f"{near}: {verdict}, wanted {wanted} in {position}"
    tally.altered += 1
    if wanted is None:
        tally.undecided += 1
    elif wanted:
        loose = any(s is None and c in position.options["wilds"]
                    for group in near.groups for c, s in group)  # fmt: skip
        assert verdict or (loose and verdict.codes == ("ambiguous",)), said
        tally.altered_legal += 1
    else:
        assert not verdict and verdict.reasons, said


def cost(card: rl.Card, at: Any) -> int:
    """What a card costs left in hand."""
    if card.is_joker:
        return at.joker_points
    if at.wild_points is not None and str(card)[:-1] == at.wild_rank:
        return at.wild_points
    if card.rank == 1:
        return at.ace_points
    if card.rank > 10:
        return card.rank if at.court_points == "11-12-13" else 10
    if at.number_points == "pips":
        return card.rank
    for span, points in at.number_points.items():
        low, high = span if isinstance(span, tuple) else (span, span)
        if low <= card.rank <= high:
            return points
    return card.rank


def left_over(deal: rl.Deal, seat: int) -> int:
    """What a hand costs: all of it, or what is in no meld where hands are arranged at the end."""
    hand, at = deal.hands[seat], deal.at
    if at.melding != "at_the_end":
        return sum(cost(card, at) for card in hand)
    return left_by_melds(hand, deal)


def check_score(deal: rl.Deal) -> None:
    """The points of the deal, from the pages; bonuses have tests of their own."""
    at, out = deal.at, deal.out
    if out is not None and (at.rummy_bonus or at.blind_bonus or len(deal.state.outs) > 1):
        return
    left = [left_over(deal, seat) for seat in range(len(deal.hands))]
    wanted: list[float] = [0] * len(left)
    if at.scoring == "penalty":
        wanted = [-points if at.winner == "highest" else points for points in left]
    elif out is not None:
        wanted[out] = sum(left) - left[out]
    else:
        least = min(left)
        lowest = [seat for seat, points in enumerate(left) if points == least]
        difference = at.block_award == "difference"
        pool = sum(points - least * difference for points in left if points > least)
        for seat in lowest:
            wanted[seat] = pool / len(lowest)
    told = list(map(float, deal.score().totals.values()))
    assert told == pytest.approx(wanted), f"{told}, wanted {wanted}"


def check_log(deal: rl.Deal) -> None:
    """The deal as a log must be read again without an error, and be the same."""
    text = rl.dumps(deal.log)
    log = rl.loads(text)
    assert not log.errors, f"{log.errors[0]} in\n{text}"
    assert rl.dumps(log) == text
