"""What the tests share: short ways to set up a position, and to state what a verdict must be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import rummy_lab as rl

SHIPPED = ("remi", "rummy", "block")
"""The variants of the first two documents."""
ACES = ("low", "high", "high_or_low", "round_the_corner")
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
FILLER = "2d 6h 4c Jd 8c 3d Qd 10c 5h Kh 9s 6s Qc"
"""Cards for a stock that nobody cares about."""


def rules_of(rules: str | rl.Rules, **options: Any) -> rl.Rules:
    """A variant by name with options, or the rules given."""
    return rl.variant(rules, **options) if isinstance(rules, str) else rules.replace(**options)


def table(
    rules: str | rl.Rules,
    hands: Sequence[str],
    *,
    stock: str | None = None,
    discards: str = "5d",
    melds: Sequence[tuple[int, str]] = (),
    **known: Any,
) -> rl.Deal:
    """A position, with the players' short names; the stock is filled where it does not matter."""
    if stock is None:
        used = {*discards.split(), *" ".join([*hands, *(meld for _, meld in melds)]).split()}
        stock = " ".join([card for card in FILLER.split() if card not in used][:6])
    return rl.Deal.from_position(
        rules_of(rules), hands=list(hands), stock=stock, discards=discards, melds=melds,
        names=list(NAMES[: len(hands)]), **{"turn": 0, "phase": "play", **known},
    )  # fmt: skip


def untested(clauses: Iterable[str], files: str) -> list[str]:
    """The clauses that no test in some files of this folder is named after."""
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob(files)]
    tests = re.findall(r"^def (test_\w+)", "\n".join(texts), re.MULTILINE)
    starts = {name: f"test_{name.replace('-', '_')}_" for name in clauses}
    return [name for name, start in starts.items()
            if not any(test.startswith(start) for test in tests)]  # fmt: skip


def is_legal(deal: rl.Deal, action: str) -> None:
    """The action must be legal, whichever way the deal is asked."""
    verdict = deal.check(action)
    assert verdict, f"{action}: {verdict}"
    assert not verdict.reasons
    assert deal.can(action)


def is_illegal(deal: rl.Deal, action: str, code: str, clause: str) -> rl.Reason:
    """The action must be refused for a reason of this code that cites this clause."""
    verdict = deal.check(action)
    assert not verdict, f"{action} is legal"
    assert not deal.can(action)
    return cites(verdict, code, clause)


def cites(verdict: rl.Verdict, code: str, clause: str) -> rl.Reason:
    """The verdict must have a reason of this code that cites this clause; returns it."""
    assert not verdict
    found = [reason for reason in verdict.reasons if reason.code == code]
    assert found, f"wanted {code}, got {verdict.codes}"
    assert found[0].clause == clause, f"{code} cites {found[0].clause}, not {clause}"
    assert found[0].message
    return found[0]


def no_meld(cards: str, rules: str | rl.Rules, code: str, clause: str) -> rl.Reason:
    """The cards must be no meld, for a reason of this code that cites this clause."""
    verdict = rl.check_meld(cards, rules_of(rules))
    assert verdict.kind is None and verdict.meld is None
    return cites(verdict, code, clause)


def texts(cards: Sequence[rl.Card]) -> str:
    """Cards as text, in the order given."""
    return " ".join(map(str, cards))


def points(hands: Sequence[str], out: int | None, rules: str | rl.Rules, **known: Any
           ) -> list[float]:  # fmt: skip
    """What each seat scores for hands left when a deal ends."""
    names = NAMES[: len(hands)]
    position = rl.FinalPosition(
        hands=dict(zip(names, hands, strict=True)), out=None if out is None else names[out], **known
    )
    sheet = rl.score(position, rules_of(rules))
    for name in names:
        mine = sum(line.points for line in sheet.lines if line.seat == name)
        assert mine == sheet.totals[name], "a total is the sum of its lines"
    return [float(sheet.totals[name]) for name in names]


def play_out(deal: rl.Deal) -> None:
    """Play a deal to its end, greedily."""
    choose = rl.policy("greedy")
    while not deal.over:
        deal.apply(choose(deal.view(deal.turn)))


def lowest_total_wins(rules: rl.Rules, deals: int) -> None:
    """Plays a greedy game: it has so many deals, and whoever has the lowest total wins."""
    game = rl.Game(rules, players=3, seed=4)
    while True:
        play_out(game.deal)
        if game.over:
            break
        game.next_deal()
    assert game.deal_number == deals
    least = min(game.totals.values())
    assert list(game.winners) == [name for name, total in game.totals.items() if total == least]
