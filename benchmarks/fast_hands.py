"""Many hands at once: us and what else can be installed, on the same hands in the same run.

`bench_fast.py` prints the tables. Points are compared with the engine's: as many as each row says.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench_arrange import random_hands
from comparing import Row, Table, in_turn, time_text
from peers import Hands, Peer, peers
from timing import load

import rummy_lab as rl
from rummy_lab import fast
from rummy_lab.arrange import best_discard, best_points
from rummy_lab.cards import BY_CODE, Card
from rummy_lab.fast.batch import Space
from rummy_lab.rules import At

HERE = Path(__file__).resolve().parent
PASSES = 20
"""So often our part goes through its hands in a round: once is over before the machine has shared
its time out between all that runs on it."""


# -- the same hands for all ------------------------------------------------------------------------


def uniform(rng: random.Random, size: int) -> list[int]:
    """Any cards of the pack."""
    return rng.sample(range(52), size)


def heavy(rng: random.Random, size: int) -> list[int]:
    """Cards of five ranks next to each other, in which melds abound."""
    low = rng.randrange(9)
    return rng.sample([13 * suit + low + n for suit in range(4) for n in range(5)], size)


def cards_of(hands: Hands) -> list[tuple[Card, ...]]:
    """Codes as cards."""
    return [tuple(BY_CODE[code] for code in hand) for hand in hands]


def wrong(said: Sequence[int], hands: Sequence[tuple[Card, ...]], at: At) -> int:
    """For how many hands something else was said than the engine says."""
    return sum(int(a) != best_points(hand, at) for a, hand in zip(said, hands, strict=True))


def against_peers(count: int, others: Sequence[Peer]) -> Table:
    """Hands of one pack, us and each peer."""
    table = Table("Points left of hands from one pack (`rummy`), one thread")
    rules = rl.variant("rummy")
    at = rules.at()
    kinds: list[tuple[str, Callable[[random.Random, int], list[int]], int, str]] = [
        ("10 cards, uniform", uniform, 10, "60 ×"),
        ("10 cards of 5 ranks", heavy, 10, "60 ×"),
    ]
    for what, kind, size, goal in kinds:
        rng = random.Random(what)
        hands = [kind(rng, size) for _ in range(count)]
        packed = fast.pack(cards_of(hands), rules)
        there = [peer for peer in others if peer.takes(size)]
        ready = [(peer, peer.prepared(hands[: count // peer.share])) for peer in there]
        bad = wrong(fast.deadwood(packed, rules).tolist(), cards_of(hands), at)

        runs: list[tuple[Callable[[], object], int]] = [
            (lambda packed=packed: [fast.deadwood(packed, rules) for _ in range(PASSES)],
             count * PASSES)
        ]  # fmt: skip
        for peer, made in ready:
            runs.append((lambda peer=peer, made=made: [peer.points(h) for h in made], len(made)))
        mine, *theirs = in_turn(runs)
        note = f"ours wrong: {bad} of {count:,}"
        for (peer, made), times in zip(ready, theirs, strict=True):
            said = [peer.points(h) for h in made]
            off = f"{wrong(said, cards_of(hands[: len(made)]), at)} of {len(made):,}"
            is_goal = goal if peer.name.startswith("open_spiel") else ""
            table.rows.append(Row(what, mine, peer.name, times, is_goal, f"{note}; theirs: {off}"))
        if not ready:
            table.rows.append(Row(what, mine, note=note))
    table.facts += [f"{peer.name}: {peer.missing}" for peer in others if peer.missing]
    table.facts += [_of_eleven(peer, count // 10, at) for peer in others if peer.takes(11)]
    return table


def _of_eleven(peer: Peer, count: int, at: At) -> str:
    """What a peer says of hands of eleven, whose points it counts after the best discard."""
    rng = random.Random("eleven")
    hands = [heavy(rng, 11) for _ in range(count)]
    said = [peer.points(hand) for hand in peer.prepared(hands)]
    off = sum(a != best_discard(h, at)[0] for a, h in zip(said, cards_of(hands), strict=True))
    return f"{peer.name}, 11 cards of 5 ranks after the best discard: {off} of {count:,} wrong"


# -- other rules -----------------------------------------------------------------------------------


def other_rules(count: int) -> Table:
    """Several packs, wilds, runs of any suits."""
    table = Table("Points left under other rules, one thread")
    two, many = rl.variant("rummy", packs=2, jokers=4), [4, 5, 6, 7, 8]
    kinds: list[tuple[str, rl.Rules, int, int | None, int, list[int] | None, str]] = [
        ("`remi`, 10 cards", rl.variant("remi"), 1, None, 10, None, ""),
        ("2 packs, 13 cards", rl.variant("rummy", packs=2), 1, None, 13, None, ""),
        ("2 packs, 13 cards with 2 jokers", two, 1, None, 13, [2], "300,000 a second"),
        ("`three-thirteen`, deal 11, 14 cards with 4 to 8 wilds",
         rl.variant("three-thirteen"), 11, 4, 14, many, "100,000 a second"),
        ("`five-crowns`, deal 11, 14 cards with 4 to 8 wilds",
         rl.variant("five-crowns"), 11, 4, 14, many, ""),
        ("`shanghai`, 11 cards with 1 or 2 jokers", rl.variant("shanghai"), 1, 6, 11, [1, 2], ""),
    ]  # fmt: skip
    for what, rules, deal, players, size, wilds, goal in kinds:
        at = rules.at(players=players, deal=deal)
        hands = random_hands(at, size, count, wilds)
        packed = fast.pack(hands, rules, players)
        some = hands[:2000]
        bad = wrong(fast.deadwood(packed[:2000], rules, deal, players).tolist(), some, at)
        engine: Callable[[], object] = lambda some=some, at=at: [best_points(h, at) for h in some]  # noqa: E731
        ours: Callable[[], object] = lambda p=packed, r=rules, d=deal, n=players: (  # noqa: E731
            fast.deadwood(p, r, d, n)
        )
        mine, theirs = in_turn([(ours, count), (engine, len(some))])
        note = f"ours wrong: {bad} of {len(some):,}"
        table.rows.append(Row(what, mine, "our engine, in Python", theirs, goal, note))
    return table


# -- one hand, packing, memory, the first answer ---------------------------------------------------


def calls(others: Sequence[Peer]) -> Table:
    """One hand at a time, from Python."""
    table = Table("One call from Python")
    rules = rl.variant("rummy")
    hand = rl.cards("6s 7s 8s 6c 7c 8c 8d 2h 4h 10d")
    packed, at = fast.pack([hand], rules), rules.at()
    two = rl.variant("rummy", packs=2, jokers=4)
    more = fast.pack([rl.cards("6s 7s 8s 6c 7c 8c 8d 2h 4h 10d Kd JK JK")], two)
    runs: list[tuple[str, Callable[[], object]]] = [
        ("`fast.deadwood` of one packed hand", lambda: fast.deadwood(packed, rules)),
        ("the same, 2 packs, 13 cards, 2 jokers", lambda: fast.deadwood(more, two)),
        ("`fast.pack` and `fast.deadwood` of one hand",
         lambda: fast.deadwood(fast.pack([hand], rules), rules)),
        ("the engine's `best_points`, in Python", lambda: best_points(hand, at)),
    ]  # fmt: skip
    for peer in others:
        if peer.takes(10):
            made = peer.made([card.code for card in hand])
            runs.append((f"{peer.name}", lambda peer=peer, made=made: peer.points(made)))

    def often(call: Callable[[], object]) -> Callable[[], object]:
        return lambda: [call() for _ in range(2000)]

    times = in_turn([(often(call), 2000) for _, call in runs])
    table.rows += [Row(what, mine) for (what, _), mine in zip(runs, times, strict=True)]
    return table


def threads(count: int) -> Table:
    """The same hands on one thread and on two."""
    table = Table("Two threads against one, 2 packs, 13 cards with 2 jokers")
    rules = rl.variant("rummy", packs=2, jokers=4)
    packed = fast.pack(random_hands(rules.at(), 13, count, [2]), rules)
    parts = [packed[0::2], packed[1::2]]
    with ThreadPoolExecutor(2) as pool:

        def both() -> None:
            list(pool.map(lambda part: fast.deadwood(part, rules), parts))

        def alone() -> None:
            fast.deadwood(packed, rules)

        two, one = in_turn([(both, len(packed)), (alone, len(packed))])
    note = f"{os.cpu_count()} cores, load {load():.1f}"
    table.rows.append(Row("two threads", two, "one thread", one, "", note))
    return table


FIRST = """
import time; start = time.perf_counter()
import rummy_lab as rl
from rummy_lab import fast
rules = rl.variant({variant!r})
hands = fast.pack(["6s 7s 8s 6c 7c 8c 8d 5h 4h 10d"], rules)
fast.deadwood(hands, rules)
print(time.perf_counter() - start)
"""


def first_answers() -> Table:
    """A new process, with nothing compiled and with all of it."""
    table = Table("The first answer of a new Python, all imports included")
    for variant, what in (("rummy", "one pack, no wilds"), ("three-thirteen", "any rules")):
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "NUMBA_CACHE_DIR": folder}
            run = [sys.executable, "-c", FIRST.format(variant=variant)]
            times = [float(subprocess.check_output(run, env=env, text=True)) for _ in range(4)]
        warm = statistics.median(times[1:])
        table.facts.append(f"{what}: {time_text(times[0])} to compile, then {time_text(warm)}")
    start = time.perf_counter()
    subprocess.check_call([sys.executable, "-c", "import rummy_lab.fast"])
    python = time.perf_counter() - start
    table.facts.append(
        f"`import rummy_lab.fast` alone, Python's own start included: {time_text(python)}"
    )
    return table


def sizes(count: int) -> Table:
    """What hands take as arrays, and what the kernels keep."""
    table = Table("Packing and memory")
    two = rl.variant("rummy", packs=2, jokers=4)
    for what, rules, size in (("one pack", rl.variant("rummy"), 10), ("two packs", two, 13)):
        hands = random_hands(rules.at(), size, count)
        [mine] = in_turn([(lambda r=rules, h=hands: fast.pack(h, r), count)])
        each = fast.pack(hands, rules).nbytes / count
        table.rows.append(Row(f"`fast.pack`, {what}", mine, note=f"{each:.0f} bytes a hand"))
    small = Space(two.at(), 2).array.nbytes / 1e6
    run = [sys.executable, "-c", GROWN.format(count=5 * count)]
    grown = float(subprocess.check_output(run, cwd=HERE, text=True))
    table.facts += [
        f"tables and memory of the kernels under one rule set: {small:.1f} MB to begin with",
        f"{5 * count:,} hands from two packs with two jokers, each five times: a process that had "
        f"answered for one hand grew by {grown:.1f} MB",
    ]
    return table


GROWN = """
import rummy_lab as rl
from bench_arrange import random_hands
from rummy_lab import fast
from timing import peak_memory
rules = rl.variant("rummy", packs=2, jokers=4)
hands = fast.pack(random_hands(rules.at(), 13, {count}, [2]), rules)
fast.deadwood(hands[:1], rules)
before = peak_memory()
for _ in range(5):
    fast.deadwood(hands, rules)
print(peak_memory() - before)
"""


def each_table(hands: int) -> Iterator[Table]:
    """The tables, one after the other; `hands` in each row."""
    others = peers()
    yield against_peers(hands, others)
    yield other_rules(hands // 5)
    yield threads(hands)
    yield calls(others)
    yield sizes(hands // 5)
    yield first_answers()
