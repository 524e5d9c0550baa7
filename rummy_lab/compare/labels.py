"""Which rule sets are compared, and what each is called in a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rummy_lab.cards import shortened
from rummy_lab.rules import OPTIONS, Rules, RulesError, text_of_value
from rummy_lab.rules.registry import option
from rummy_lab.rules.values import value_of_text
from rummy_lab.variants import house_title, load_rules, variant, variants

RuleSets = Iterable[str | Rules] | Mapping[str, str | Rules] | str | Rules | None
"""What every comparison takes: ids, house files (`*.toml`), `Rules`, or a mapping with names."""
_SETTING = re.compile(r"\s+(?=[a-z_]+\s*=)")
"""Where the next setting begins in a text like `rummy ace=high target=300`."""


def labelled(some: RuleSets) -> dict[str, Rules]:
    """The rule sets by their labels; None means every shipped variant.

    Raises `RulesError` for a variant that is none, and where there is no rule set at all.

    >>> list(labelled(["remi", variant("rummy", ace="high")]))
    ['remi', 'rummy ace="high"']
    """
    if some is None:
        return dict(variants())
    if not isinstance(some, Iterable | Rules):
        raise RulesError(f"rules to compare are a list of variants, not {shortened(some)}")
    if isinstance(some, Mapping) and not isinstance(some, Rules):
        found = {str(label): rules_of(one) for label, one in some.items()}
    else:
        listed = [some] if isinstance(some, str | Rules) else list(some)
        found = {}
        for rules in dict.fromkeys(map(rules_of, listed)):
            label, count = label_of(rules), 1
            while label in found:  # house files may share an id
                count += 1
                label = f"{label_of(rules)} ({count})"
            found[label] = rules
    if not found:
        raise RulesError("say which rules to compare: a variant at least")
    return found


def rules_of(one: str | Rules) -> Rules:
    """A rule set from a variant's id, the path of a house file, or itself."""
    if isinstance(one, str) and one.strip().lower().endswith(".toml"):
        return load_rules(one)
    return variant(one)


def rules_of_text(text: str) -> Rules:
    """A rule set that somebody typed: a variant or a house file, documented options, settings.

    Raises `RulesError` for what is none of them, `OSError` for a file that cannot be read.

    >>> label_of(rules_of_text('Rummy target=300 ace="high"'))
    'rummy ace="high" target=300'
    >>> rules_of_text("Block Rummy remi-o1") == variant("block", use=["remi-o1"])
    True
    """
    head, *settings = _SETTING.split(text.strip())
    name, *ids = [head] if head.lower().endswith(".toml") else _without_title(head).split() or [""]
    options = {}
    for one in settings:
        key, _, value = one.partition("=")
        options[option(key.strip()).name] = value_of_text(value)
    rules = rules_of(name)
    return (rules.use(*ids) if ids else rules).replace(**options)


def _without_title(text: str) -> str:
    """A text with a variant's id where it begins with its title."""
    words = text.split()
    titles = {rules.title.casefold(): name for name, rules in variants().items()}
    for count in range(len(words), 0, -1):
        name = titles.get(" ".join(words[:count]).casefold())
        if name is not None:
            return " ".join([name, *words[count:]])
    return text


def title_of(label: str, rules: Rules) -> str:
    """What a page calls a rule set: its label, with the variant's title in place of its id.

    >>> title_of("rummy target=300", variant("rummy", target=300))
    'Rummy target=300'
    """
    same = label == rules.id or label.startswith(f"{rules.id} ")
    return rules.title + label.removeprefix(rules.id) if same else label


def label_of(rules: Rules) -> str:
    """A rule set in a few words: its id, and the options that are changed.

    House rules go by their title, or where they have none of their own by all that they change.

    >>> from rummy_lab.rules import Rules
    >>> from rummy_lab.variants import read_variant
    >>> label_of(variant("remi", target=300))
    'remi target=300'
    >>> label_of(Rules(read_variant('base = "remi"\\noptions = { target = 300 }')))
    'remi target=300'
    """
    own, name, changed = rules.variant, rules.id, rules.changed
    if not own.shipped and own.base:
        base = variants()[own.base].variant
        if own.title in (base.title, house_title(base)):
            changed = tuple(option for option in OPTIONS if rules[option] != base.value(option))
        else:
            name = own.title
    elif not own.shipped:
        name = own.title
    return name + "".join(f" {option}={text_of_value(rules[option])}" for option in changed)


def every_name() -> list[str]:
    """The labels of `every_rule_set`, without making the rule sets.

    >>> every_name() == list(every_rule_set())
    True
    """
    return [label for name, rules in variants().items()
            for label in (name, *(f"{name} {one.id}" for one in rules.named.values()
                                  if not one.ask))]  # fmt: skip


def every_rule_set() -> dict[str, Rules]:
    """Every shipped variant, and each with one of its documented options switched on.

    Options that want a number of their own (another target) are left out.

    >>> found = every_rule_set()
    >>> found["remi"].ace, found["remi remi-o6"].ace
    ('low', 'high_or_low')
    """
    return {name: rules_of_text(name) for name in every_name()}
