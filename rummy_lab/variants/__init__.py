"""The shipped variants, one TOML file each, and the loader of house rules in the same form.

>>> list(variants())[:3]
['remi', 'rummy', 'block']
>>> variant("rumy")
Traceback (most recent call last):
rummy_lab.rules.values.RulesError: 'rumy' is no variant; did you mean 'rummy'?
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from rummy_lab.cards import encoding_of, shortened, whole_number
from rummy_lab.rules import (
    OPTIONS,
    Clause,
    Named,
    Rules,
    RulesError,
    Variant,
    nearest,
    options_of,
    text_of_value,
)
from rummy_lab.rules.registry import option
from rummy_lab.rules.ruleset import STANDINGS

_FILES = resources.files("rummy_lab.variants")
_ORDER = (
    "remi",
    "rummy",
    "block",
    "three-thirteen",
    "contract",
    "contract-classic",
    "shanghai",
    "five-crowns",
    "deuces-not-wild",
    "speed-three-thirteen",
)
_KEYS = (
    "base", "base_standing", "id", "title", "document", "drops", "notes", "use", "options", "named",
    "clauses",
)  # fmt: skip


class Variants(Mapping[str, Rules]):
    """The shipped rule sets by id; shows as a table in a notebook."""

    def __getitem__(self, name: str) -> Rules:
        return _shipped_rules(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_ids())

    def __len__(self) -> int:
        return len(_ids())

    def __repr__(self) -> str:
        return "variants()"

    def __str__(self) -> str:
        width = max(map(len, self))
        return "\n".join(f"{name:{width}}  {rules.title}" for name, rules in self.items())

    def _repr_html_(self) -> str:
        from rummy_lab.display.rulecards import html_of_variants

        return html_of_variants(self)


@cache
def _ids() -> tuple[str, ...]:
    found = [f.name[:-5] for f in _FILES.iterdir() if f.name.endswith(".toml")]
    place = {name: n for n, name in enumerate(_ORDER)}
    return tuple(sorted(found, key=lambda name: (place.get(name, len(place)), name)))


@cache
def _shipped(name: str) -> Variant:
    if name not in _ids():
        raise KeyError(name)
    text = (_FILES / f"{name}.toml").read_text(encoding="utf-8")
    return replace(read_variant(text, f"{name}.toml"), shipped=True)


@cache
def _shipped_rules(name: str) -> Rules:
    return Rules(_shipped(name))


def variants() -> Variants:
    """All shipped variants, a mapping of id to `Rules`."""
    return Variants()


def variant(name: str | Rules, use: Iterable[str] | None = (), **options: Any) -> Rules:
    """The rule set of a variant, with documented options (`use`, by id) and other values.

    `name` is the variant's id, or its title.

    Raises `RulesError` for a name or an option that is none (with the nearest one), for a value
    the option cannot have, and for options that cannot go together.

    >>> variant("remi", use=["remi-o5"]).ace, variant("Shanghai Rummy").id
    ('high', 'shanghai')
    """
    found = name if isinstance(name, Rules) else _shipped_rules(_id_of(name))
    used = options_of(found.variant, use)
    return found.replace(**{**used, **options}) if used or options else found


def _id_of(name: object) -> str:
    """The id of a variant that is named by it or by its title."""
    wanted = " ".join(name.lower().split()) if isinstance(name, str) else name
    for known in _ids():
        if wanted in (known, _shipped(known).title.lower()):
            return known
    if isinstance(wanted, str) and wanted.endswith(".toml"):
        raise RulesError(
            f"{shortened(name)} is no variant; rl.load_rules reads a file of house rules"
        )
    raise RulesError(f"{shortened(name)} is no variant{nearest(str(name), _ids())}")


def rules_of(rules: Rules | str) -> Rules:
    """Rules as they are, or a shipped variant's by its id.

    >>> rules_of("rummy").target
    150
    """
    return rules if isinstance(rules, Rules) else variant(rules)


def load_rules(path: str | Path) -> Rules:
    """House rules from a TOML file in the form of a variant file.

    Raises `RulesError` naming the file and what is wrong in it; `OSError` where it cannot be read.
    """
    try:
        path = Path(path)
        data = path.read_bytes()
        text = data.decode(encoding_of(data))
    except UnicodeDecodeError:
        raise RulesError(f"{Path(path).name} is no text file") from None
    except (TypeError, ValueError):
        raise RulesError(
            f"house rules are in a file named by its path, not {shortened(path)}"
        ) from None
    return read_rules(text, path.name)


def read_rules(text: str, where: str = "the text") -> Rules:
    """House rules from the text of a file; `where` is what an error calls it.

    Raises `RulesError` with what is wrong in it.

    >>> read_rules('base = "remi"\\noptions = { target = 300 }').target
    300
    """
    return Rules(read_variant(text, where))


def read_variant(text: str, where: str = "the text") -> Variant:
    """A variant from the text of its file; a `base` lends its options and clauses.

    `use` switches documented options on, by their ids; what `options` sets goes before it.

    >>> read_variant('base = "remi"\\nuse = ["remi-o9"]').options["target"]
    -100
    """
    if not isinstance(text, str):
        raise RulesError(f"{where}: house rules are a text (TOML), not {shortened(text)}")
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise RulesError(f"{where}: {error}") from None
    try:
        return _variant_of(data)
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None


def _variant_of(data: dict[str, Any]) -> Variant:
    for key in data:
        if key in OPTIONS:
            raise RulesError(f"{key} is an option: it stands below a line [options]")
        if key not in _KEYS:
            raise RulesError(f"{key!r} is no key of a variant file{nearest(key, _KEYS)}")
    base_id = data.get("base")
    if base_id is not None and base_id not in _ids():
        raise RulesError(f"base = {base_id!r} is no variant{nearest(str(base_id), _ids())}")
    base = _shipped(base_id) if base_id else Variant("", "")
    if "base_standing" in data:
        base = _standing_as(base, _standing(data, "base_standing"))
    drops = set(_list_of_text(data, "drops"))
    added = {c.id: c for c in map(_clause, _tables(data, "clauses"))}
    clauses = {c.id: c for c in base.clauses if c.id not in drops} | added
    named = {n.id: n for n in base.named if n.id not in drops}
    named |= {n.id: n for n in map(_named, _tables(data, "named"))}
    lent = replace(base, named=tuple(named.values()))
    if "use" in data and not lent.named:
        raise RulesError(
            'use switches on documented options of a base: say which, like base = "remi"'
        )
    options = dict(base.options) | options_of(lent, _list_of_text(data, "use"))
    for name, value in _table(data, "options").items():
        options[name] = option(name).read(value)
    return Variant(
        id=_text(data, "id", base.id or "house"),
        title=_text(data, "title", house_title(base)),
        document=_text(data, "document", base.document),
        base=base_id,
        options=options,
        named=lent.named,
        clauses=tuple(clauses.values()),
        notes=(*base.notes, *_list_of_text(data, "notes")),
        own=tuple(name for name in options if options[name] != base.value(name)),
        added=tuple(added),
    )


def _standing_as(base: Variant, standing: str) -> Variant:
    """A base whose clauses stand otherwise in another game, of which its document says less."""
    return replace(
        base,
        clauses=tuple(replace(c, standing=standing, parts={}) for c in base.clauses),
        named=tuple(replace(n, standing=standing, parts={}) for n in base.named),
    )


def house_title(base: Variant) -> str:
    """What house rules are called that have no title of their own."""
    return f"House rules ({base.title})" if base.id else "House rules"


def _text(data: Mapping[str, Any], key: str, default: str = "") -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise RulesError(f"{key} is a text, not {value!r}")
    return value


def _list_of_text(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RulesError(f"{key} is a list of texts, not {value!r}")
    return tuple(value)


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise RulesError(f"[{key}] is a table, not {value!r}")
    return value


def _tables(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
        raise RulesError(f"[[{key}]] are tables, not {value!r}")
    if any(not item.get("id") for item in value):
        raise RulesError(f"every one of [[{key}]] needs an id")
    return value


def _standing(data: Mapping[str, Any], key: str = "standing") -> str:
    standing = _text(data, key, "house")
    if standing not in STANDINGS:
        raise RulesError(f"{key} = {standing!r} is none of {', '.join(STANDINGS)}")
    return standing


def _parts(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The options that a part is about which stands otherwise, by its standing."""
    parts = _table(data, "parts")
    for standing in parts:
        if standing not in STANDINGS:
            raise RulesError(f"{standing!r} in parts is none of {', '.join(STANDINGS)}")
    found = {standing: _list_of_text(parts, standing) for standing in parts}
    return {one: tuple(option(name).name for name in names) for one, names in found.items()}


def _clause(data: Mapping[str, Any]) -> Clause:
    return Clause(
        _text(data, "id"),
        _text(data, "text"),
        _standing(data),
        _text(data, "note"),
        _list_of_text(data, "options"),
        _list_of_text(data, "decides"),
        _parts(data),
    )


def _named(data: Mapping[str, Any]) -> Named:
    sets = {name: option(name).read(value) for name, value in _table(data, "options").items()}
    return Named(
        _text(data, "id"),
        _text(data, "title"),
        _standing(data),
        sets,
        _list_of_text(data, "covers"),
        _text(data, "ask"),
        _text(data, "note"),
        _list_of_text(data, "decides"),
        _parts(data),
        {option(name).name: _whole(value, name) for name, value in _table(data, "least").items()},
    )


def _whole(value: Any, name: str) -> int:
    number = whole_number(value)
    if number is None:
        raise RulesError(f"{name} in least is a whole number, not {value!r}")
    return number


def dump_rules(rules: Rules | str) -> str:
    """House rules as TOML that `load_rules` reads: the base, and all that a file adds to it.

    House rules keep their title; a variant with other values gets one that is not the variant's.

    >>> print(dump_rules(variant("remi", ace="high")))
    base = "remi"
    title = "House rules (Remi)"
    <BLANKLINE>
    [options]
    ace = "high"
    <BLANKLINE>
    """
    rules = rules_of(rules)
    own = rules.variant
    base = own.id if own.shipped else own.base
    known = _shipped(base) if base else Variant("", "")
    ids = {one.id for one in (*own.clauses, *own.named)}
    head = {
        "base": base,
        "id": own.id if own.id != (known.id or "house") else None,
        "title": house_title(known) if rules.title == known.title else rules.title,
        "document": own.document if own.document != known.document else None,
        "drops": [one.id for one in (*known.clauses, *known.named) if one.id not in ids],
        "notes": list(own.notes[len(known.notes) :]),
    }
    changed = {name: rules[name] for name in OPTIONS if rules[name] != known.value(name)}
    lines = [_line(key, value) for key, value in head.items() if value]
    lines += ["", "[options]", *(_line(name, value) for name, value in changed.items())]
    lines += _tables_of("named", own.named, known.named)
    lines += _tables_of("clauses", own.clauses, known.clauses)
    return "\n".join(lines) + "\n"


def titled(rules: Rules, title: str) -> Rules:
    """The same rules as house rules with a title of their own.

    >>> titled(variant("remi", ace="high"), "Our table").title
    'Our table'
    """
    data = {**tomllib.loads(dump_rules(rules)), "title": title}
    return Rules(_variant_of(data))


def _line(key: str, value: Any) -> str:
    return f"{key} = {text_of_value(value)}"


def _tables_of(
    key: str, own: Iterable[Clause | Named], known: tuple[Clause | Named, ...]
) -> Iterator[str]:
    """The clauses or documented options that a file brings, a table for each."""
    for one in own:
        if one not in known:
            yield from ("", f"[[{key}]]")
            values = {field.name: getattr(one, field.name) for field in fields(one)}
            yield from (_line(name, value) for name, value in values.items() if value)
