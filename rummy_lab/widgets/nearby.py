"""Rule sets one step away from a rule set, and which melds of a hand come and go under them.

A step is a documented option of the variant, another value of one option that has to do with melds
(one of its choices, or what some variant or documented option says), or another variant.

>>> import rummy_lab as rl
>>> rules = rl.variant("rummy")
>>> [step.title for step in steps(rules) if "ace" in step.title][:3]
['rummy-o2: The ace is high or low: ...', 'ace = high', 'ace = round_the_corner']
>>> change = change_of(rl.cards("Qs Ks As 2s 3s"), rules.at(), rules.replace(ace="high").at())
>>> [str(meld) for meld in change.come], [str(meld) for meld in change.go]
(['Qs Ks As'], ['As 2s 3s'])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rummy_lab.cards import Card
from rummy_lab.display.facts import changed_options, state_of
from rummy_lab.melds import Meld, melds_of, no_more_than_packs
from rummy_lab.rules import (
    OPTIONS,
    At,
    Difference,
    Option,
    Rules,
    RulesError,
    text_of_value,
    value_of_text,
)
from rummy_lab.rules.registry import option
from rummy_lab.variants import variants

GROUPS = ("melds", "wilds")
"""The groups of options that say what is a meld."""
CONCERNED = ("pack", *GROUPS)
"""Those on which the melds of a hand can hang."""
MOST_COMPARED = 1000
"""Of a hand with more melds it is not said which come and go."""


class Step(NamedTuple):
    """A way to another rule set: `base` with other `options`; `title` says what is different."""

    title: str
    base: Rules
    options: Mapping[str, Any] = {}

    @property
    def rules(self) -> Rules:
        """The rule set it leads to; raises `RulesError` where its options cannot go together."""
        return self.base.replace(**self.options) if self.options else self.base


class Change(NamedTuple):
    """The melds of a hand that come and those that go."""

    come: tuple[Meld, ...]
    go: tuple[Meld, ...]

    def __str__(self) -> str:
        parts = [(len(self.come), "come"), (len(self.go), "go")]
        said = [
            f"{n} {what}{'' if n > 1 else 'es' if what == 'go' else 's'}" for n, what in parts if n
        ]
        return ", ".join(said) or "no change"


def steps(rules: Rules) -> list[Step]:
    """The steps from a rule set: documented options, single options, other variants."""
    named = [
        Step(f"{one.id}: {one.title}", rules, one.options)
        for one in rules.variant.named
        if any(OPTIONS[name].group in GROUPS for name in one.options)
        and state_of(rules, one) != "on"
    ]
    told = [step.options for step in named]
    single = [step for step in _options(rules) if step.options not in told]
    return [*named, *single, *_variants(rules)]


def _options(rules: Rules) -> Iterator[Step]:
    for name, entry in OPTIONS.items():
        for value in known_values(name) if entry.group in GROUPS else ():
            if value != rules[name] and not is_over_deals(entry, value):
                text = text_of_value(value).replace('"', "")
                yield Step(f"{name} = {text}", rules, {name: value})


def is_over_deals(entry: Option, value: Any) -> bool:
    """Whether a value is a list over the deals of a game."""
    return "deal" in entry.over and isinstance(value, tuple)


def _variants(rules: Rules) -> Iterator[Step]:
    plain = not changed_options(rules)
    for other in variants().values():
        if not (plain and other.id == rules.id):
            yield Step(f"variant: {other.title}", other)


def known_values(name: str) -> list[Any]:
    """The values of an option that a document knows: its choices, and those that variants and
    documented options give it.

    >>> known_values("run_size"), known_values("ace")[:2]
    ([3, 4], ['low', 'high'])
    """
    found = [*OPTIONS[name].kind.choices, OPTIONS[name].default]
    for rules in variants().values():
        found.append(rules[name])
        found += [named.options[name] for named in rules.variant.named if name in named.options]
    values: list[Any] = []
    for value in found:
        if value not in values:
            values.append(value)
    return values


def typed_step(rules: Rules, text: str) -> Step:
    """The step that a text like `run_size = 4` means.

    Raises `RulesError` for what is no option or no value of it.

    >>> import rummy_lab as rl
    >>> typed_step(rl.variant("rummy"), "jokers=2").rules.jokers
    2
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise RulesError(
            f"{text.strip()[:40]!r} is no option with a value: write it like jokers = 2"
        )
    name = name.strip()
    return Step(f"{name} = {value.strip()}", rules, {name: option(name).read(value_of_text(value))})


def change_of(hand: Sequence[Card], here: At, there: At) -> Change:
    """Which melds of a hand come and go under other rules.

    Raises `ValueError` where the other packs do not hold the hand, or where it has too many melds.
    """
    no_more_than_packs(hand, there)
    before, after = (
        {tuple(sorted(meld.cards)): meld for meld in melds_of(hand, at, MOST_COMPARED + 1)}
        for at in (here, there)
    )
    if max(len(before), len(after)) > MOST_COMPARED:
        raise ValueError(
            f"there are more than {MOST_COMPARED} melds: too many to tell which come and go"
        )
    come = tuple(meld for key, meld in after.items() if key not in before)
    return Change(come, tuple(meld for key, meld in before.items() if key not in after))


def telling_difference(here: Rules, there: Rules) -> Difference:
    """The rows of the difference that speak of packs, melds and wilds."""
    rows = [row for row in here.diff(there) if OPTIONS[row["option"]].group in CONCERNED]
    return Difference(rows).of(here, there)
