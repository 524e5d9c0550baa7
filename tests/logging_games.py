"""What the tests of logs share: games played at random, and texts of them with more in them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from following import choose
from wild_following import random_rules

import rummy_lab as rl
from rummy_lab.deal import Deal, State, masked

BASIC = ("remi", "rummy", "block")
NAMES = ("Ana", "Bo: the 2nd", "3", "pass", "דנה", "علی\u200cرضا", 'Q "q"', "a  b", "#x", "take it",
         "back\\slash", "(x)", "Çelik", "名前", "<b>B</b>", "deal 2", "score", "{a}")  # fmt: skip
MOST_HELD = 18
"""Hands that grow beyond this, by bought cards or whole piles, take long to arrange."""
HEAD = "rummy-lab log 1\nvariant: rummy\nplayers: Ana, Bo, Cy\nseed: 7\n\ndeal 1\n"
"""The head of a log in which Bo holds 3s 4s 6c Jc Js Jd Qd and the upcard is 7d."""


def some_rules(rng: random.Random) -> rl.Rules:
    """Any variant, with options drawn at random."""
    return random_rules(rng.choice(list(rl.variants())), rng)


def some_names(rng: random.Random, rules: rl.Rules, most: int = 4) -> list[str]:
    """Names for a table that the rules allow."""
    least, largest = rules.players
    return rng.sample(NAMES, rng.randint(least, max(least, min(most, largest))))


def play_on(deal: rl.Deal, rng: random.Random, most: int) -> None:
    """Plays a deal at random, for some actions at most, while all moves are quickly listed."""
    for _ in range(most):
        if deal.over or max(map(len, deal.hands)) > MOST_HELD:
            return
        deal.apply(choose(deal.legal_actions(), rng))


def some_game(
    rng: random.Random, deals: int = 2, most: int = 60, rules: rl.Rules | None = None
) -> rl.Game:
    """A game that was played at random for some deals, the last perhaps not to its end."""
    rules = rules or some_rules(rng)
    names = some_names(rng, rules)
    game = rl.Game(rules, names, rng.randint(-9, 10**9), dealer=rng.randrange(len(names)))
    for _ in range(deals):
        play_on(game.deal, rng, rng.choice([most, most, 10_000]))
        if not game.deal.over or game.over:
            break
        game.next_deal()
    return game


def from_the_middle(deal: rl.Deal, rng: random.Random, hidden: bool = False) -> rl.Deal:
    """The same deal, beginning at some state of it; `hidden` puts ?? for what a seat cannot see."""
    nodes = deal.line()
    sealed = [hidden and bool(node.state.choices) for node in nodes]  # nobody can write those down
    place = rng.choice([n for n in range(len(nodes)) if not sealed[n]])
    start: State = nodes[place].state
    if hidden:
        start = masked(start, rng.choice([None, *range(len(start.names))]))
    made = Deal.from_state(start)
    for node in nodes[place + 1 :]:
        assert node.event is not None
        made.apply(node.event.action)
    return made


def states(log: rl.Log) -> list[object]:
    """Every state and event of a log."""
    return list(log.replay())


def with_more(text: str, rng: random.Random, fields: Sequence[tuple[str, str]] = ()) -> str:
    """A log's text with comments, blank lines and free fields put in, as a person would."""
    rows = text.splitlines()
    told = [f"{key}: {value}" for key, value in fields]
    rows[1:1] = told
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(1, len(rows) + 1)
        kind = rng.randrange(3)
        if kind == 0:
            rows.insert(place, rng.choice(["", "# well", "  # played\tthere", "#"]))
        elif rows[place - 1] and "#" not in rows[place - 1]:
            rows[place - 1] += rng.choice(["  # <b>oh</b>", "\t#no", "   "])
    return rng.choice(["\n", "\r\n"]).join(rows) + "\n"
