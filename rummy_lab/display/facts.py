"""What a rule card says, made from a rule set's data alone; text and HTML both show this.

Whatever differs from the variant, or from the variant a house file starts from, is marked, with
the documented option, the clause or the `house:` mark that says so, and its standing.

>>> from rummy_lab.variants import variant
>>> card = card_of(variant("rummy", ace="high_or_low", target=200))
>>> [(row.name, row.was, str(row.cites[0])) for row in card.changed]
[('ace', 'low: A-2-3 is a run, Q-K-A is none', 'rummy-o2 (stated)'),
 ('target', '150 points', 'rummy-o3 (stated)')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from rummy_lab.cards import RANKS, natural
from rummy_lab.display.grids import Grid, by_deal, by_players, has_jokers
from rummy_lab.display.saying import counted, said
from rummy_lab.reasons import cited, with_note
from rummy_lab.rules import OPTIONS, Named, Rules, Table, Variant, text_of_value
from rummy_lab.rules.selfcheck import tables
from rummy_lab.variants import variants


class Cite(NamedTuple):
    """A clause id (or a documented option's, or `house:<option>`), its standing, text and note."""

    clause: str
    standing: str
    says: str = ""
    note: str = ""

    def __str__(self) -> str:
        return f"{self.clause} ({self.standing})"

    @property
    def noted(self) -> str:
        """The clause as it is cited, with its note."""
        return cited(self.clause, self.standing, self.note)

    @property
    def words(self) -> str:
        """The clause's own words, with its note."""
        return with_note(self.says, self.note)


class Part(NamedTuple):
    """What holds, and what says so."""

    text: str
    cites: tuple[Cite, ...]


class Fact(NamedTuple):
    """One line of a rule card: what it is about, and its parts, each with what says so."""

    label: str
    parts: tuple[Part, ...]
    between: str = "; "

    @property
    def text(self) -> str:
        """What holds, without what says so."""
        return self.between.join(part.text for part in self.parts)


class OptionRow(NamedTuple):
    """An option with its value; `was` is the standard value in words where it is changed."""

    name: str
    group: str
    meaning: str
    value: str
    written: str
    was: str | None
    cites: tuple[Cite, ...]


class Switch(NamedTuple):
    """A documented option: `state` is "on", "partly" or "off".

    `sets` is what it sets; without a value of its own, `ask` is what has to be set by hand.
    """

    id: str
    title: str
    standing: str
    note: str
    sets: tuple[str, ...]
    state: str
    ask: str


class ClauseRow(NamedTuple):
    """A clause, with the changed options that overrule a part of it here."""

    id: str
    text: str
    standing: str
    note: str
    overruled: tuple[OptionRow, ...]


class RuleCard(NamedTuple):
    """All a rule card says."""

    title: str
    id: str
    origin: str
    chips: tuple[str, ...]
    changed: tuple[OptionRow, ...]
    deck: Fact
    by_players: Grid
    by_deal: Grid | None
    sections: tuple[tuple[str, tuple[Fact, ...]], ...]
    points: tuple[tuple[str, int], ...]
    points_line: str
    options: tuple[OptionRow, ...]
    switches: tuple[Switch, ...]
    clauses: tuple[ClauseRow, ...]
    notes: tuple[str, ...]


def standard_of(rules: Rules) -> Variant:
    """The variant whose values are the standard: the base of a house file, else its own."""
    own = rules.variant
    return variants()[own.base].variant if own.base and not own.shipped else own


def changed_options(rules: Rules) -> tuple[str, ...]:
    """The options whose value is not the standard one."""
    standard = standard_of(rules)
    return tuple(name for name in OPTIONS if rules[name] != standard.value(name))


def cite(rules: Rules, clause: str, about: str = "") -> Cite:
    """A clause or documented option of the rules by its id; standing "house" for anything else.

    `about` is the option that it is cited for, the part on which may stand otherwise.

    >>> from rummy_lab.variants import variant
    >>> cite(variant("rummy"), "rummy-2")
    Cite(clause='rummy-2', standing='stated', says='The king is high, the ace low.', note='')
    >>> str(cite(variant("rummy"), "rummy-15", "ties"))
    'rummy-15 (inferred)'
    """
    if clause in rules.clauses:
        found = rules.clauses[clause]
        return Cite(clause, found.standing_of(about), found.text, found.note)
    if clause in rules.named:
        named = rules.named[clause]
        return Cite(clause, named.standing_of(about), named.title, named.note)
    return Cite(clause, "house")


def cites_of(rules: Rules, name: str) -> tuple[Cite, ...]:
    """What says that an option has its value, each with its standing; empty for a plain default.

    >>> from rummy_lab.variants import variant
    >>> str(cites_of(variant("rummy", jokers=2), "jokers")[0])
    'house:jokers (house)'
    """
    return tuple(cite(rules, clause, name) for clause in rules.clauses_of(name))


def name_of(rules: Rules) -> str:
    """The title of a rule set with what is changed, short enough for a heading.

    >>> from rummy_lab.variants import variant
    >>> name_of(variant("rummy", ace="high", target=200, jokers=2))
    'Rummy (jokers=2, ace=high, and 1 more)'
    """
    names = rules.changed
    if not names:
        return rules.title
    shown = [f"{name}={text_of_value(rules[name]).strip(chr(34))}" for name in names[:2]]
    more = [f"and {len(names) - 2} more"] if len(names) > 2 else []
    return f"{rules.title} ({', '.join(shown + more)})"


def _has_wilds(rules: Rules) -> bool:
    return any(at.any_wild for at in tables(rules))


def _contract_game(rules: Rules) -> bool:
    return rules["melding"] == "contract"


_COUNTS: dict[str, Callable[[Rules], bool]] = {
    "suits": lambda r: r["suits"] != "shdc",
    "ranks": lambda r: r["ranks"] != "A-K",
    "ace": lambda r: "A" in _ranks(r),
    "jokers_wild": has_jokers,
    "wild_rank": lambda r: r["wild_rank"] is not None,
    "wilds_per_meld": _has_wilds,
    "all_wild_melds": _has_wilds,
    "simultaneous": lambda r: r["simultaneous"],
    "buys": lambda r: r["buys"] is not None,
    "buy_priority": lambda r: r["buys"] is not None,
    "max_recycles": lambda r: r["stock_out"] != "end",
    "melds_per_turn": lambda r: r["melding"] == "any_turn",
    "contract_sizes": _contract_game,
    "contract_runs": _contract_game,
    "lay_off_on_contract_turn": _contract_game,
    "joker_swap": has_jokers,
    "joker_swap_keep": lambda r: r["joker_swap"] != "never",
    "joker_swap_on_contract_turn": lambda r: r["joker_swap"] != "never",
    "wild_points": lambda r: r["wild_points"] is not None,
    "joker_points": has_jokers,
    "rummy_bonus": lambda r: r["rummy_bonus"] is not None,
    "blind_bonus": lambda r: r["blind_bonus"] is not None,
    "block_award": lambda r: r["scoring"] == "winner_takes",
    "target": lambda r: r["target"] is not None,
    "deals": lambda r: r["deals"] is not None,
}
"""Where an option makes a difference; the sections leave out those that make none."""

_SECTIONS: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = (
    (
        "Melds",
        (
            ("Set", ("set_size", "set_suits")),
            ("Run", ("run_size", "run_suits")),
            ("Ace", ("ace",)),
            ("Wilds", ("jokers_wild", "wild_rank", "wilds_per_meld", "all_wild_melds")),
        ),
    ),
    (
        "A turn",
        (
            ("Draw", ("discard_draw", "simultaneous")),
            ("Buy", ("buys", "buy_priority")),
            ("Meld", ("melding", "melds_per_turn")),
            ("Contract", ("contract_sizes", "contract_runs")),
            ("Lay off", ("lay_off", "lay_off_on_contract_turn")),
            ("Swap a joker", ("joker_swap", "joker_swap_keep", "joker_swap_on_contract_turn")),
            ("Discard", ("redraw_discard_ban",)),
            ("Go out", ("go_out_discard", "final_turns")),
            ("Empty stock", ("stock_out", "max_recycles")),
        ),
    ),
    (
        "Scoring",
        (
            ("Deal", ("scoring",)),
            (
                "Cards",
                ("ace_points", "court_points", "number_points", "joker_points", "wild_points"),
            ),
            ("Go rummy", ("rummy_bonus",)),
            ("Go out blind", ("blind_bonus",)),
            ("Nobody out", ("block_award",)),
            ("End of the game", ("target", "deals")),
            ("Winner", ("winner", "ties")),
        ),
    ),
)


def _ranks(rules: Rules) -> tuple[str, ...]:
    return tuple(RANKS[number - 1] for number in rules.at().rank_numbers)


def _sections(rules: Rules) -> Iterator[tuple[str, tuple[Fact, ...]]]:
    changed = changed_options(rules)
    for title, lines in _SECTIONS:
        facts = []
        for label, names in lines:
            told = [n for n in names if n in changed or _COUNTS.get(n, lambda _: True)(rules)]
            if told:
                facts.append(Fact(label, _parts(rules, label, told)))
        yield title, tuple(facts)


def _parts(rules: Rules, label: str, names: list[str]) -> tuple[Part, ...]:
    """What holds of some options; those that lie side by side with the same cites are one part."""
    if label == "Cards":
        return _joined(_priced(rules, cited_too=True))
    if label == "End of the game":
        return _end_of_game(rules, names)
    before = "the lowest hand wins " if label == "Nobody out" else ""
    return _joined(Part(before + said(n, rules[n]), cites_of(rules, n)) for n in names)


def _joined(parts: Iterable[Part], between: str = "; ") -> tuple[Part, ...]:
    return tuple(
        Part(between.join(part.text for part in some), cites)
        for cites, some in groupby(parts, key=lambda part: part.cites)
    )


def _spoken_of(rules: Rules, names: Iterable[str]) -> list[str]:
    """The options that decide: what an ace costs hangs on the ace rule, where that is changed."""
    by_ace = isinstance(rules["ace_points"], Table) and "ace" in changed_options(rules)
    return [*names, *(["ace"] if by_ace and "ace_points" in names else [])]


def cites_together(rules: Rules, names: Iterable[str]) -> tuple[Cite, ...]:
    """What says that several options have their values, each clause once and as a whole.

    >>> from rummy_lab.variants import variant
    >>> [str(one) for one in cites_together(variant("rummy"), ["winner", "ties"])]
    ['rummy-15 (stated)']
    """
    found: dict[str, Cite] = {}
    for one in (one for name in names for one in cites_of(rules, name)):
        same = found.get(one.clause, one) == one
        found[one.clause] = one if same else cite(rules, one.clause)
    return tuple(found.values())


def _end_of_game(rules: Rules, names: Iterable[str]) -> tuple[Part, ...]:
    target, deals = rules["target"], rules["deals"]
    told = {"target": target and f"when a total reaches {counted(target, 'point')}",
            "deals": deals and f"after {counted(deals, 'deal')}"}  # fmt: skip
    parts = [Part(told[name], cites_of(rules, name)) for name in names if told[name]]
    return _joined(parts[:1] + [part._replace(text=f"or {part.text}") for part in parts[1:]])


def _points(rules: Rules) -> tuple[tuple[str, int], ...]:
    """What each rank costs left in hand when it is not wild, and a joker if there are any."""
    at = rules.replace(wild_points=None).at()
    suit = at.suits[0]
    by_rank = [(RANKS[r - 1], at.points[natural(r, suit).code]) for r in at.rank_numbers]
    jokers = [("joker", at.joker_points)] if has_jokers(rules) else []
    wild = rules["wild_points"]
    return (*by_rank, *jokers, *([("wild", wild)] if wild is not None else []))


def _points_line(rules: Rules) -> str:
    """The same in words: "A: 1; 2 to 10: their number; J, Q, K: 10"."""
    return "; ".join(part.text for part in _priced(rules, cited_too=False))


def _priced(rules: Rules, cited_too: bool) -> Iterator[Part]:
    """Cards of one price in words, and of the same clauses where these are given too."""
    points = _points(rules)
    own = [name == str(cost) for name, cost in points]
    own = [o and any(own[max(0, i - 1) : i] + own[i + 1 : i + 2]) for i, o in enumerate(own)]
    keyed = [
        ("their number" if o else cost, _cost_cites(rules, name) if cited_too else (), name)
        for o, (name, cost) in zip(own, points, strict=True)
    ]
    for (cost, cites), some in groupby(keyed, key=lambda item: item[:2]):
        names = [name for *_, name in some]
        span = f"{names[0]} to {names[-1]}" if len(names) > 3 else ", ".join(names)
        yield Part(f"{span}: {cost}".replace("wild:", "a card of the wild rank:"), cites)


_COSTS = {"A": "ace_points", "joker": "joker_points", "wild": "wild_points"}
_COSTS |= dict.fromkeys("JQK", "court_points")
"""The option that says what a card costs; for all others it is that of the numbers."""


def _cost_cites(rules: Rules, name: str) -> tuple[Cite, ...]:
    """What says what a card costs: for an ace also what changed the ace rule it hangs on."""
    option = _COSTS.get(name, "number_points")
    names = _spoken_of(rules, [option])
    return tuple(cite(rules, one, option) for name in names for one in rules.clauses_of(name))


def option_rows(rules: Rules) -> tuple[OptionRow, ...]:
    """Every option of a rule set, in the order of the registry."""
    standard, changed = standard_of(rules), changed_options(rules)
    return tuple(
        OptionRow(
            name,
            option.group,
            option.meaning,
            said(name, rules[name]),
            f"{name} = {text_of_value(rules[name])}",
            said(name, standard.value(name)) if name in changed else None,
            cites_of(rules, name),
        )
        for name, option in OPTIONS.items()
    )


def state_of(rules: Rules, named: Named) -> str:
    """Whether a documented option is "on", "partly" (some of what it sets) or "off".

    >>> from rummy_lab.variants import variant
    >>> rules = variant("remi", use=["remi-o9"])
    >>> state_of(rules, rules.named["remi-o9"]), state_of(rules, rules.named["remi-o5"])
    ('on', 'off')
    """
    changed = changed_options(rules)
    cited = any(named.id == one.clause for name in changed for one in cites_of(rules, name))
    if not cited:
        return "off"
    whole = all(
        rules[name] == value or (name in changed and named.means(name, rules[name]))
        for name, value in named.options.items()
    )
    return "on" if whole else "partly"


def _switches(rules: Rules) -> Iterator[Switch]:
    for named in rules.variant.named:
        sets = tuple(f"{k} = {text_of_value(v)}" for k, v in named.options.items())
        yield Switch(
            named.id,
            named.title,
            named.standing,
            named.note,
            sets,
            state_of(rules, named),
            named.ask,
        )


def _clauses(rules: Rules, changed: tuple[OptionRow, ...]) -> Iterator[ClauseRow]:
    for clause in rules.variant.clauses:
        spoken_of = _spoken_of(rules, clause.options)
        rows = [
            row
            for row in changed
            if row.name in spoken_of and all(one.clause != clause.id for one in row.cites)
        ]
        if "ace" in spoken_of and "ace" not in clause.options:
            costs = f"an ace costs {rules.at().ace_points}"
            rows = [row._replace(value=costs) if row.name == "ace" else row for row in rows]
        yield ClauseRow(clause.id, clause.text, clause.standing, clause.note, tuple(rows))


def chips_of(rules: Rules) -> tuple[str, ...]:
    """The few words that tell rule sets apart at a glance."""
    target, deals = rules["target"], rules["deals"]
    chips = [said("players", rules["players"])]
    chips += [counted(deals, "deal")] if deals else []
    chips += [f"to {counted(target, 'point')}"] if target else []
    if _has_wilds(rules):
        chips.append("wild cards")
    if _contract_game(rules):
        chips.append("contracts")
    if "A" in _ranks(rules):
        chips.append(f"ace {rules['ace'].replace('_', ' ')}")
    return tuple(chips)


def _origin(variant: Variant) -> str:
    document = f"document {variant.document}" if variant.document else ""
    if variant.shipped:
        return document
    base = f"house rules on {variants()[variant.base].title}" if variant.base else "house rules"
    return ", ".join(part for part in (base, document) if part)


def card_of(rules: Rules) -> RuleCard:
    """The rule card of a rule set."""
    rows = option_rows(rules)
    changed = tuple(row for row in rows if row.was is not None)
    deck_names = [
        n
        for n in ("players", "packs", "jokers", "suits", "ranks")
        if _COUNTS.get(n, lambda _: True)(rules)
    ]
    at = rules.at()
    besides = " besides the jokers" if rules["jokers"] != 0 else ""
    in_pack = f"{len(at.suits) * len(at.rank_numbers)} cards in a pack{besides}"
    told = [Part(said(name, rules[name]), cites_of(rules, name)) for name in deck_names]
    told.append(Part(in_pack, told[-1].cites))
    deck = Fact("Deck", _joined(told, " · "), " · ")
    return RuleCard(
        rules.title,
        rules.id,
        _origin(rules.variant),
        chips_of(rules),
        changed,
        deck,
        by_players(rules),
        by_deal(rules),
        tuple(_sections(rules)),
        _points(rules),
        _points_line(rules),
        rows,
        tuple(_switches(rules)),
        tuple(_clauses(rules, changed)),
        rules.variant.notes,
    )
