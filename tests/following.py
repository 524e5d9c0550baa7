"""Random legal play, followed move by move by the slow referee of `oracle`.

`play_one` plays one deal under an option set drawn at random. In every state it looks at, the
engine's state must be the referee's, its legal actions must be legal to both, and altered actions
must be judged alike. `benchmarks/check_play.py` runs the same on more deals.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import oracle
from oracle import Action, Position
from tables import ACES

import rummy_lab as rl

NAMES = ("ace", "run_suits", "set_suits", "set_size", "run_size", "melds_per_turn", "lay_off",
         "go_out_discard", "redraw_discard_ban", "stock_out", "max_recycles", "scoring", "winner",
         "rummy_bonus", "block_award")  # fmt: skip
"""The options the referee knows."""


def options_of(rules: rl.Rules, players: int, deal: int = 1) -> dict[str, Any]:
    """The options a referee needs, as a plain dict."""
    at = rules.at(players=players, deal=deal)
    return {name: getattr(at, name) for name in NAMES}


def random_rules(variant: str, rng: random.Random) -> rl.Rules:
    """A variant with options of the two pages, and `packs`, drawn at random."""
    changes: dict[str, list[Any]] = {
        "ace": list(ACES),
        "run_suits": ["same", "any"],
        "set_suits": ["any", "distinct"],
        "set_size": [(3, 4), (3, None)],
        "run_size": [3, 3, 4],
        "melds_per_turn": [None, 1, 2],
        "lay_off": ["any", "own_meld_first", "never"],
        "go_out_discard": ["optional", "required", "never"],
        "redraw_discard_ban": [True, True, False],
        "stock_out": ["flip", "shuffle", "shuffle_keep_upcard", "end"],
        "rummy_bonus": [None, "double", 10, 25],
        "block_award": ["others_total", "difference"],
        "packs": [1, 2, 2, 3],
        "cards_dealt": [{2: 10, (3, 4): 7, (5, None): 6}, 3, 5],
    }
    drawn = {name: rng.choice(values) for name, values in changes.items() if rng.random() < 0.4}
    drawn["max_recycles"] = rng.choice([0, 0, 0, 1, 1, 2])
    if rng.random() < 0.2:
        drawn |= {"scoring": "penalty", "target": -100, "ties": "extra_deals"}
    if rng.random() < 0.2:
        drawn |= {"deals": 3, "target": None}
    return rl.variant(variant, **drawn)


def words(cards: Sequence[rl.Card]) -> oracle.Cards:
    """Cards of the engine as the referee's texts, in the order given."""
    return tuple(map(str, cards))


def start_of(deal: rl.Deal) -> Position:
    """The referee's snapshot of a deal just begun."""
    return Position(
        options_of(deal.rules, len(deal.hands), deal.deal),
        tuple(oracle.in_order(words(hand)) for hand in deal.hands),
        words(deal.stock),
        words(deal.discards),
        turn=deal.turn,
    )


def same(deal: rl.Deal, position: Position) -> None:
    """The engine's state must be the referee's."""
    assert tuple(oracle.in_order(words(hand)) for hand in deal.hands) == position.hands
    assert words(deal.stock) == position.stock
    assert words(deal.discards) == position.discards
    table = tuple((meld.owner, oracle.in_order(words(meld.meld.cards))) for meld in deal.melds)
    assert table == position.melds
    assert (deal.phase, deal.state.recycles) == (position.phase, position.recycles)
    assert deal.over == (position.phase == "over")
    assert deal.state.out == position.out
    if not deal.over:
        assert deal.turn == position.turn


def canonical(action: object) -> Action:
    """An action of the engine as the referee's, with its cards in order."""
    read = oracle.read(str(action))
    return Action(read.verb, oracle.in_order(read.cards), read.number)


def alterations(action: Action, position: Position, rng: random.Random) -> list[Action]:
    """Actions near a legal one: most of them break one rule."""
    near: list[Action] = []
    everything = oracle.pack()
    held = list(position.hand)
    table = [card for _, meld in position.melds for card in meld]
    if action.cards:
        spot = rng.randrange(len(action.cards))
        for pool in (everything, held, table, position.discards):
            if pool:
                other = list(action.cards)
                other[spot] = rng.choice(pool)
                near.append(Action(action.verb, tuple(other), action.number))
        near.append(Action(action.verb, action.cards[:spot] + action.cards[spot + 1 :],
                           action.number))  # fmt: skip
        near.append(Action(action.verb, (*action.cards, rng.choice(held or everything)),
                           action.number))  # fmt: skip
        near.append(Action(action.verb, (*action.cards, action.cards[spot]), action.number))
    verb = rng.choice(["meld", "lay", "discard", "take", "draw", "pass", "out", "buy"])
    number = rng.randint(0, len(position.melds) + 1)
    cards = action.cards if verb in ("meld", "lay", "discard", "take", "out") else ()
    near.append(Action(verb, cards, number))
    near.append(Action("lay", action.cards or tuple(held[:1]), number))
    for size in (1, 3, 4):
        some = tuple(rng.sample(held, min(size, len(held))))
        near.append(Action(rng.choice(["meld", "lay"]), some, number))
    near.append(Action("meld", tuple(rng.sample(everything, 3))))
    near.append(Action("discard", (rng.choice(everything),)))
    near.append(Action("take", (rng.choice(position.discards or everything),)))
    near += [Action("draw"), Action("take"), Action("pass")]
    return list(filter(readable, near))


def readable(action: Action) -> bool:
    """Whether the action's text can be read: only readable ones are judged."""
    count = len(action.cards)
    if action.verb in ("draw", "pass", "buy"):
        return count == 0
    if action.verb == "take":
        return count <= 1
    return count == 1 if action.verb in ("discard", "out") else count > 0


@dataclass
class Tally:
    """What a run looked at, for the figures."""

    deals: int = 0
    actions: int = 0
    accepted: int = 0
    altered: int = 0
    altered_legal: int = 0
    complete: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        ends = ", ".join(f"{count} {how}" for how, count in self.ends.most_common())
        return (f"{self.deals} deals, {self.actions} actions, {self.accepted} listed actions "
                f"accepted, {self.altered} altered ones judged alike ({self.altered_legal} legal), "
                f"{self.complete} lists complete; ends: {ends}")  # fmt: skip


def choose(actions: Sequence[Any], rng: random.Random) -> Any:
    """One action, by verb first; plays that get rid of cards more often than not."""
    verbs = sorted({str(action).split()[0] for action in actions})
    weight = {"meld": 6, "lay": 6, "discard": 2, "draw": 3, "take": 2, "pass": 2}
    verb = rng.choices(verbs, [weight.get(verb, 1) for verb in verbs])[0]
    return rng.choice([action for action in actions if str(action).split()[0] == verb])


@dataclass
class Looks:
    """How much of a deal is looked at closely: the share of states.

    `accept` of them have every listed action checked by the engine, a fifth of these by the
    referee too; in `alter` of them altered actions are judged by both; in `complete` of them the
    whole list of legal actions is compared.
    """

    accept: float = 0.3
    alter: float = 0.1
    complete: float = 0.03


def play_one(rules: rl.Rules, players: int, seed: int, rng: random.Random, tally: Tally,
             looks: Looks | None = None) -> rl.Deal:  # fmt: skip
    """Play one deal at random with the referee beside it; AssertionError on a difference."""
    looks = looks or Looks()
    deal = rl.Deal(rules, players=players, seed=seed, dealer=rng.randrange(players))
    position = start_of(deal)
    pack = Counter(deal.at.pack)
    start, count = deal.state, 0
    while not deal.over:
        same(deal, position)
        held = [card for hand in deal.hands for card in hand]
        laid = [card for meld in deal.melds for card in meld.meld.cards]
        assert Counter([*held, *laid, *deal.stock, *deal.discards]) == pack
        actions = list(deal.legal_actions())
        assert actions, "a state without a legal action"
        look_closely(deal, position, actions, rng, looks, tally)
        action = choose(actions, rng)
        deal.apply(action)
        order = deal.events[-1].order if deal.events[-1].recycled == "shuffle" else None
        after = oracle.step(position, oracle.read(str(action)),
                            None if order is None else words(order))  # fmt: skip
        assert after is not None, f"{action} in {position}"
        position = after
        count += 1
        assert count < 20000, "the deal does not end"
    same(deal, position)
    check_score(deal, position)
    check_history(deal, start, count)
    tally.deals += 1
    tally.actions += count
    tally.ends["out" if position.out is not None else "blocked"] += 1
    return deal


def look_closely(deal: rl.Deal, position: Position, actions: Sequence[Any], rng: random.Random,
                 looks: Looks, tally: Tally) -> None:  # fmt: skip
    """Compare what is legal, as often as `looks` says."""
    if rng.random() < looks.accept:
        twice = rng.random() < 0.2
        for action in actions:
            assert deal.check(action), f"{action} is listed but refused: {deal.check(action)}"
            if twice:
                assert oracle.legal(position, str(action)), f"{action} is listed in {position}"
            tally.accepted += 1
    if rng.random() < looks.complete:
        listed, wanted = {canonical(action) for action in actions}, oracle.all_legal(position)
        missing, too_many = wanted - listed, listed - wanted
        assert not missing and not too_many, (
            f"not listed: {missing}, listed: {too_many} in {position}"
        )
        tally.complete += 1
    if rng.random() < looks.alter:
        for near in alterations(canonical(rng.choice(actions)), position, rng):
            wanted = oracle.legal(position, near)
            verdict = deal.check(str(near))
            assert bool(verdict) == wanted, f"{near}: {verdict}, wanted {wanted} in {position}"
            assert verdict or verdict.reasons, f"{near} is refused for no reason"
            tally.altered += 1
            tally.altered_legal += wanted


def check_score(deal: rl.Deal, position: Position) -> None:
    """The points of the deal must be the referee's."""
    wanted = oracle.scores(position.hands, position.out, position.whole_hand, position.options)
    sheet = deal.score()
    assert list(sheet.totals.values()) == wanted, (sheet.totals, wanted, position)
    if position.out is not None:
        assert deal.final_position().whole_hand == position.whole_hand


def check_history(deal: rl.Deal, start: Any, count: int) -> None:
    """Undo back to the start gives the start, and redo the end again."""
    end = deal.state
    for _ in range(count):
        deal.undo()
    assert deal.state == start
    for _ in range(count):
        deal.redo()
    assert deal.state == end
