"""The end of a deal, made so that every kind of card is counted, and how it is scored.

>>> from rummy_lab.variants import variant
>>> first = ends_of(variant("rummy"))[0]
>>> print(first.code())
rl.FinalPosition(
    hands={"Ana": "Kh 7d Ac", "Bo": "", "Cy": "9c 4s"},
    out="Bo",
)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rummy_lab.cards import JOKER, Card, natural, text_of
from rummy_lab.lessons.kit import Kit, NoCards
from rummy_lab.lessons.moments.ending import full_hand
from rummy_lab.lessons.moments.scene import Scene, names_for, roomy_deal
from rummy_lab.lessons.pycode import call
from rummy_lab.rules import Rules
from rummy_lab.scoring import FinalPosition


class End(NamedTuple):
    """A final position with the story that leads to it."""

    id: str
    story: str
    position: FinalPosition

    def code(self) -> str:
        """The position as Python text."""
        hands = {name: text_of(held) for name, held in self.position.left.items()}
        words: dict[str, object] = {"hands": hands, "out": self.position.out}
        for name, usual in (("deal", 1), ("whole_hand", False), ("joker_used", False)):
            if getattr(self.position, name) != usual:
                words[name] = getattr(self.position, name)
        return call("rl.FinalPosition", [], words)


def ends_of(rules: Rules) -> list[End]:
    """The ends a lesson works through, as far as the packs hold their cards."""
    return list(_each(rules))


def _each(rules: Rules) -> Iterator[End]:
    names = names_for(rules, 3)
    out = names[min(1, len(names) - 1)]
    try:
        hands = _arranged(rules) if rules["melding"] == "at_the_end" else _left(rules, names, out)
    except NoCards:
        return
    deal = roomy_deal(rules) if rules["melding"] == "at_the_end" else 1
    yield End("out", f"{out} has gone out", FinalPosition(hands, out, deal))
    if rules["rummy_bonus"] is not None or rules["blind_bonus"] is not None:
        yield End("whole-hand", f"{out} has gone out with the whole hand in one turn",
                  FinalPosition(hands, out, deal, whole_hand=True))  # fmt: skip
    if rules["scoring"] == "winner_takes":
        kit = Kit(rules.at(players=len(names), deal=deal))
        held = {**hands, out: text_of(kit.run(1, 1, 5))}
        yield End("nobody-out", "the deal has ended and nobody has gone out",
                  FinalPosition(held, None, deal))  # fmt: skip


def _left(rules: Rules, names: tuple[str, ...], out: str) -> dict[str, str]:
    """Hands with a court card, a number, an ace and a wild card, as far as there are such."""
    kit = Kit(rules.at(players=len(names)))
    numbers = [rank for rank in kit.ranks if rank < 11]
    courts = [rank for rank in kit.ranks if rank > 10] or numbers
    if len(numbers) < 3:
        raise NoCards("too few ranks")
    places = [courts[-1], numbers[len(numbers) * 2 // 3 - 1], *([1] if _aces(kit) else [])]
    suits = kit.at.suits
    first = kit.take(*(natural(r, suits[(n + 1) % len(suits)]) for n, r in enumerate(places)))
    other = kit.take(natural(numbers[-2], suits[-1]), natural(numbers[2], suits[0]))
    wild = kit.take(JOKER) if kit.left[JOKER] else []
    held: dict[str, list[Card]] = {name: [] for name in names}
    rest = [name for name in names if name != out]
    for place, hand in enumerate((first, [*other, *wild])):
        if place < len(rest):
            held[rest[place]] = hand
    for name in rest[2:]:
        held[name] = kit.odd(2)
    return {name: text_of(hand) for name, hand in held.items()}


def _aces(kit: Kit) -> bool:
    return bool(kit.left[natural(1, kit.at.suits[-1])]) and kit.at.wild_number != 1


def _arranged(rules: Rules) -> dict[str, str]:
    """Whole hands: one all in melds, the others with cards left over, one with a wild card."""
    scene = Scene(rules, roomy_deal(rules), players=3)
    size = scene.at.cards_dealt
    hands = [full_hand(scene, n)[0][:-1] for n in range(2)]
    first = [*hands[0][:-2], *scene.kit.odd(2, hands[0][:-2])]
    kept = [first, hands[1]]
    for _ in scene.names[2:]:
        try:
            wild = [scene.kit.wild()]
        except NoCards:
            wild = []
        kept.append([*wild, *scene.kit.odd(size - len(wild))])
    return {name: text_of(hand) for name, hand in zip(scene.names, kept, strict=False)}
