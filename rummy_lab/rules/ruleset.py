"""A rule set: a variant's data and the value of every option; frozen, checked when it is made.

>>> import rummy_lab as rl
>>> rules = rl.variant("rummy", ace="high_or_low")
>>> rules.players, rules.at(players=4).cards_dealt, rules.replace(target=200).target
((2, 6), 7, 200)
>>> rules
variant('rummy', ace='high_or_low')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rummy_lab.cards import shortened, whole_number
from rummy_lab.reasons import CODES, WILDS, Reason
from rummy_lab.rules import selfcheck
from rummy_lab.rules.at import At
from rummy_lab.rules.registry import OPTIONS, nearest, option
from rummy_lab.rules.values import RulesError

MOST_KEPT = 500
"""How many resolved forms of a rule set are kept at hand."""
STANDINGS = ("stated", "inferred", "resolved", "house")


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule of a document: its id, its text in our words and its standing.

    `note` says where a part stands otherwise, and `parts` which options such a part is about, by
    its standing; `options` are those it speaks of; `decides` the codes (of reasons and score
    lines) that it is cited for.
    """

    id: str
    text: str
    standing: str
    note: str = ""
    options: tuple[str, ...] = ()
    decides: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)

    def standing_of(self, option_name: str) -> str:
        """How the part stands that is about an option; the clause's own standing for the rest."""
        return _part_standing(self, option_name)


@dataclass(frozen=True, slots=True)
class Named:
    """A documented option: an id, a title, what it sets and its standing.

    `covers` are options it is cited for at any value that differs from the variant's, or at numbers
    from those in `least` on; `ask` is what the user has to say (of the options in `covers`) where
    it has no value of its own, with an example, like "target=N, like target=300"; `note` and
    `parts` are as in a `Clause`.
    """

    id: str
    title: str
    standing: str
    options: Mapping[str, Any] = field(default_factory=dict)
    covers: tuple[str, ...] = ()
    ask: str = ""
    note: str = ""
    decides: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    least: Mapping[str, int] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)

    def means(self, option_name: str, value: Any) -> bool:
        """Whether this is what gives an option a value that is not the variant's."""
        if option_name in self.covers:
            number = isinstance(value, int | Fraction)
            return not number or value >= self.least.get(option_name, value)
        return option_name in self.options and self.options[option_name] == value

    def standing_of(self, option_name: str) -> str:
        """How the part stands that is about an option; the standing above for the rest."""
        return _part_standing(self, option_name)


def _part_standing(one: Clause | Named, option_name: str) -> str:
    found = (standing for standing, names in one.parts.items() if option_name in names)
    return next(found, one.standing)


@dataclass(frozen=True, slots=True)
class Variant:
    """What a variant file holds: names, options as they differ from the defaults, clauses."""

    id: str
    title: str
    document: str = ""
    base: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    named: tuple[Named, ...] = ()
    clauses: tuple[Clause, ...] = ()
    notes: tuple[str, ...] = ()
    shipped: bool = False
    own: tuple[str, ...] = ()
    """Options that the file itself sets otherwise than its base."""
    added: tuple[str, ...] = ()
    """Ids of the clauses that the file itself brings."""

    def __hash__(self) -> int:
        return hash(self.id)

    def value(self, name: str) -> Any:
        """The variant's own value of an option."""
        return self.options.get(name, OPTIONS[name].default)


class Rules(Mapping[str, Any]):
    """A variant with a value for every option. Each option is a key and an attribute.

    Rules are made by `variant`, `load_rules` and `Rules.replace`. They are frozen, equal when
    variant and values are, and can be a key. Making one checks it: `RulesError` names the options
    that cannot go together.
    """

    __slots__ = ("_at", "_changed", "_cite", "_hash", "_values", "variant")
    variant: Variant

    def __init__(self, variant: Variant, changed: Mapping[str, Any] | None = None) -> None:
        values = {name: variant.value(name) for name in OPTIONS}
        for name, value in (changed or {}).items():
            values[name] = option(name).read(value)
        object.__setattr__(self, "variant", variant)
        object.__setattr__(self, "_values", values)
        changed_names = tuple(name for name in OPTIONS if values[name] != variant.value(name))
        object.__setattr__(self, "_changed", changed_names)
        object.__setattr__(self, "_at", {})
        object.__setattr__(self, "_cite", {})
        object.__setattr__(self, "_hash", hash((variant.id, tuple(values.values()))))
        selfcheck.check(self)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"rules are frozen: use rules.replace({name}=...)")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._values[name]
        except KeyError:
            said = f"rules have no option {name!r}{nearest(name, OPTIONS)}"
            raise AttributeError(said) from None

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self.variant == other.variant and self._values == other._values

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        changed = "".join(f", {name}={self[name]!r}" for name in self.changed)
        if self.variant.shipped:
            return f"variant({self.variant.id!r}{changed})"
        return f"<house rules {self.variant.id!r}{changed}>"

    def __str__(self) -> str:
        from rummy_lab.display.rulecards import text_of_rules

        return text_of_rules(self)

    def _repr_html_(self) -> str:
        from rummy_lab.display.rulecards import html_of_rules

        return html_of_rules(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (self.variant, {name: self[name] for name in self.changed})

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *OPTIONS]

    @property
    def id(self) -> str:
        """The variant's id."""
        return self.variant.id

    @property
    def title(self) -> str:
        """The variant's title."""
        return self.variant.title

    @property
    def clauses(self) -> dict[str, Clause]:
        """The variant's clauses by id."""
        return {clause.id: clause for clause in self.variant.clauses}

    @property
    def named(self) -> dict[str, Named]:
        """The documented options by id."""
        return {named.id: named for named in self.variant.named}

    @property
    def changed(self) -> tuple[str, ...]:
        """The options whose value is not the variant's own."""
        return self._changed

    def options(self) -> dict[str, Any]:
        """Every option with its value, in the order of the registry."""
        return dict(self._values)

    def replace(self, **changes: Any) -> Rules:
        """These rules with other values; raises `RulesError` as making rules does.

        >>> import rummy_lab as rl
        >>> rl.variant("remi").replace(melds_per_turns=2)
        Traceback (most recent call last):
        rummy_lab.rules.values.RulesError: 'melds_per_turns' is no option; did you mean ...
        """
        return Rules(self.variant, {**{name: self[name] for name in self.changed}, **changes})

    def use(self, *ids: str) -> Rules:
        """These rules with documented options switched on by id.

        >>> import rummy_lab as rl
        >>> rl.variant("remi").use("remi-o9").target
        -100
        """
        return self.replace(**options_of(self.variant, ids))

    def at(self, players: int | None = None, deal: int = 1) -> At:
        """All options resolved for a number of players (None: the most) and a deal.

        Raises `RulesError` for a number of players the rules have no table for.
        """
        least, most = self["players"]
        count = most if players is None else whole_number(players)
        number = whole_number(deal)
        found = self._at.get((count, number))
        if found is None:
            if count is None or not least <= count <= most:
                said = shortened(players)
                raise RulesError(f"{self.title} is for {least} to {most} players, not {said}")
            if number is None or number < 1:
                raise RulesError(f"deals are numbered from 1: {shortened(deal)} is none")
            if len(self._at) >= MOST_KEPT:
                self._at.clear()
            found = self._at[count, number] = At(self, count, number)
        return found

    def check_deal(self, deal: int) -> None:
        """Raises `RulesError` for the number of a deal that no game comes to, ties included."""
        most, ties = self["deals"], self["ties"]
        if most is None or ties == "extra_deals" or deal <= most + (ties == "bonus_deal"):
            return
        deals = "1 deal" if most == 1 else f"{most} deals"
        bonus = " and a bonus deal" if ties == "bonus_deal" else ""
        raise RulesError(f"deal={deal}: {self.title} has {deals}{bonus}")

    def cite(self, code: str, option_name: str | None = None) -> tuple[str, str]:
        """The clause and the standing that decide for a code of a reason or a score line.

        A changed option is cited by the documented option that sets its value, else as
        `house:<option>`; otherwise the variant's clause for the code is. The standing is the main
        one; where a part stands otherwise, `note_of` says so.
        """
        return self._cited(code, option_name)[:2]

    def _cited(self, code: str, option_name: str | None = None) -> tuple[str, str, str]:
        """The clause, the standing and the clause's note; what was found is kept."""
        asked = code, option_name
        if asked not in self._cite:
            clause, standing = self._find_clause(code, option_name)
            self._cite[asked] = clause, standing, self.note_of(clause)
        return self._cite[asked]

    def note_of(self, clause: str) -> str:
        """What a clause or documented option says of parts that stand otherwise, or nothing.

        >>> import rummy_lab as rl
        >>> rl.variant("contract").note_of("contract-8")
        'That a lay-off counts is inferred.'
        """
        known = self.clauses.get(clause) or self.named.get(clause)
        return known.note if known is not None else ""

    def _find_clause(self, code: str, option_name: str | None) -> tuple[str, str]:
        known = CODES[code].options if code in CODES else ()
        causes = (option_name,) if option_name else known
        for cause in causes:
            if cause in WILDS and not option_name and self._has_wilds_anyway():
                continue
            if self._differs(cause, code):
                return self._changed_clause(cause)
        added = self.variant.added
        own_first = sorted(self.variant.clauses, key=lambda clause: clause.id not in added)
        for clause in (*own_first, *self.variant.named):
            if code in clause.decides:
                return clause.id, clause.standing
        return f"house:{causes[0] if causes else code}", "house"

    def _changed_clause(self, cause: str) -> tuple[str, str]:
        """What says that an option has another value: a documented option, or the house."""
        for named in self.variant.named:
            if named.means(cause, self[cause]):
                return named.id, named.standing
        return f"house:{cause}", "house"

    def _has_wilds_anyway(self) -> bool:
        """Whether the variant itself has wilds, so that more of them cause nothing new."""
        return bool(self.variant.value("jokers") or self.variant.value("wild_rank"))

    def _differs(self, cause: str, code: str) -> bool:
        """Whether an option's value is not the documented one.

        A file with a base that sets an option has to bring a clause for it, or it is a house rule.
        """
        if self[cause] != self.variant.value(cause):
            return True
        own = [clause for clause in self.variant.clauses if clause.id in self.variant.added]
        speaks = any(cause in clause.options or code in clause.decides for clause in own)
        return cause in self.variant.own and not speaks

    def reason(self, code: str, cards: Iterable[Any] = (), **numbers: Any) -> Reason:
        """A reason with the clause and standing these rules give it."""
        clause, standing, note = self._cited(code)
        return Reason(code, clause, standing, tuple(cards), numbers, note)

    def diff(self, other: Rules | str) -> list[dict[str, Any]]:
        """The options in which these rules differ from others (or a variant's id), row by row.

        Each row has `option`, `meaning`, `here`, `there`, and the clauses that speak of it in
        each (`clauses_here`, `clauses_there`).

        >>> import rummy_lab as rl
        >>> [row["option"] for row in rl.variant("remi").diff("block")]
        ['stock_out']
        """
        from rummy_lab.variants import rules_of  # the loader stands on rules, an id needs it

        other = rules_of(other)
        return Difference(
            {
                "option": name,
                "meaning": OPTIONS[name].meaning,
                "here": self[name],
                "there": other[name],
                "clauses_here": self.clauses_of(name),
                "clauses_there": other.clauses_of(name),
            }
            for name in OPTIONS
            if self[name] != other[name]
        ).of(self, other)

    def clauses_of(self, option_name: str) -> tuple[str, ...]:
        """The ids that speak of an option: the one a changed value cites, or the clauses."""
        if self._differs(option_name, ""):
            return (self._changed_clause(option_name)[0],)
        found = tuple(c.id for c in self.variant.clauses if option_name in c.options)
        own = tuple(clause for clause in found if clause in self.variant.added)
        return own if own and option_name in self.variant.own else found


class Difference(list[dict[str, Any]]):
    """The rows of `Rules.diff`; shows as a table in a notebook."""

    here: Rules
    there: Rules

    def of(self, here: Rules, there: Rules) -> Difference:
        """The difference with the two rule sets it is of."""
        self.here, self.there = here, there
        return self

    def __str__(self) -> str:
        from rummy_lab.display.rulecards import text_of_difference

        return text_of_difference(self)

    def _repr_html_(self) -> str:
        from rummy_lab.display.rulecards import html_of_difference

        return html_of_difference(self)


def options_of(variant: Variant, ids: Iterable[str] | None) -> dict[str, Any]:
    """What the documented options of some ids set; raises `RulesError` for an unknown id."""
    known = {named.id: named for named in variant.named}
    found: dict[str, Any] = {}
    if not isinstance(ids, Iterable | None):
        raise RulesError(f"use is a list of ids of documented options, not {shortened(ids)}")
    for name in [ids] if isinstance(ids, str) else ids or ():
        if not isinstance(name, str) or name not in known:
            raise RulesError(
                f"{shortened(name)} is no documented option of {variant.id}"
                f"{nearest(str(name), known)}"
            )
        named = known[name]
        if named.ask:
            raise RulesError(f"{name} has no value of its own: say {named.ask}")
        for key, value in named.options.items():
            if key in found and found[key] != value:
                raise RulesError(
                    f"{name} sets {key} to {value!r}, another option used to {found[key]!r}"
                )
            found[key] = value
    return found
