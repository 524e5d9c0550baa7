"""What the commands share: their options, how they read rules, and how they print.

>>> rules_of("remi", sets=["ace=high", "target=300"]).target
300
>>> plain(rules_of("remi").cards_dealt)
{'2': 10, '3-4': 7, '5+': 6}
"""

from __future__ import annotations

import codecs
import json
import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rummy_lab.cards import GLYPHS, shortened
from rummy_lab.reasons import Reason
from rummy_lab.rules import Rules, RulesError, text_of_value, value_of_text
from rummy_lab.rules.registry import option
from rummy_lab.variants import load_rules, variant

UNUSABLE = 2
"""The exit status where a file is no log, or cannot be read."""
INTERRUPTED = 130
"""The exit status of what was interrupted, as shells have it."""
MOST_DIGITS = 9
"""The longest number of players that is read as one."""
MOST_SAID = 600
"""How long an error message may be on the command line."""

VariantArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="VARIANT", help="A variant, or a house file (.toml).", show_default=False
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Give an option another value; may be repeated."
    ),
]
UseOption = Annotated[
    list[str] | None,
    typer.Option(
        "--use", metavar="ID", help="Switch a documented option on, like remi-o9; repeatable."
    ),
]
FileOption = Annotated[
    Path | None,
    typer.Option(
        "--rules-file", metavar="FILE", help="House rules (TOML); VARIANT is left out then."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
PolicyOption = Annotated[
    str,
    typer.Option(
        "--players", metavar="A,B",
        help="A player for each seat, greedy or random, or how many greedy ones play. "
        "[default: greedy ones, the fewest]",
    ),
]  # fmt: skip
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="Players at the table. [default: the most]"),
]
DealOption = Annotated[
    int, typer.Option("--deal", metavar="K", help="Which deal of the game it is.")
]


def rules_of(
    name: str | None,
    sets: Sequence[str] | None = None,
    use: Sequence[str] | None = None,
    rules_file: Path | None = None,
) -> Rules:
    """The rules that a command was told: a variant or a house file, with `--use` and `--set`.

    Raises `RulesError` with what was read and what would have been right.
    """
    if name is not None and rules_file is not None:
        raise RulesError(f"say {name} or --rules-file {rules_file}, not both")
    if name is not None and name.lower().endswith(".toml"):
        rules_file, name = Path(name), None
    if rules_file is None and name is None:
        raise RulesError("say a variant (rummy-lab variants lists them), or --rules-file FILE")
    found: str | Rules = load_rules(rules_file) if rules_file is not None else str(name)
    return variant(found, use=use or (), **dict(map(setting, sets or ())))


def setting(text: str) -> tuple[str, Any]:
    """An option and its value, as `--set` has them."""
    name, equals, value = text.partition("=")
    if not equals:
        raise RulesError(f"--set {text!r}: write it as NAME=VALUE, like --set target=300")
    return option(name.strip()).name, value_of_text(value)


def rules_and_cards(
    name: str | None,
    cards: Sequence[str] | None,
    sets: Sequence[str] | None,
    use: Sequence[str] | None,
    rules_file: Path | None,
) -> tuple[Rules, str]:
    """The rules and the text of the cards; with a rules file, every word is of the cards."""
    words = [*([] if name is None else [name]), *(cards or ())]
    variant_name = words.pop(0) if words and rules_file is None else None
    rules = rules_of(variant_name, sets, use, rules_file)
    if not words:
        raise ValueError("say the cards after the variant, like '7h 8h 9h'")
    return rules, " ".join(words)


def listed(text: str) -> list[str]:
    """The pieces of a text that are parted by commas; none of an empty one.

    >>> listed("remi, rummy")
    ['remi', 'rummy']
    """
    return [piece.strip() for piece in text.split(",")] if text else []


def seed_of(text: str) -> int:
    """The seed that a text says."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"a seed is an integer, not {shortened(text)}") from None


def several(text: str, example: str) -> int | list[str]:
    """What `--players` says: a number, or one name for each seat.

    >>> several("3", "Ana,Bo"), several("Ana, Bo", "Ana,Bo")
    (3, ['Ana', 'Bo'])
    """
    if text.strip().isdecimal() and len(text) <= MOST_DIGITS:
        return int(text)
    names = listed(text)
    if len(names) < 2:
        said = shortened(text)
        raise ValueError(
            f"--players is a number, or a name for each seat like {example}, not {said}"
        )
    return names


def policies(text: str) -> int | list[str] | None:
    """What `--players` says of who plays; None where it is not given."""
    return several(text, "greedy,random") if text else None


def may_write(path: Path, force: bool) -> None:
    """Raises `ValueError` where something is there that nobody said may be written over."""
    if path.exists() and not force:
        raise ValueError(f"{path} is there already: choose another name, or say --force")


def plain(value: Any) -> Any:
    """A value of an option, or anything made of cards and text, as JSON has it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {_plain_key(key): plain(item) for key, item in value.items()}
    if isinstance(value, Sequence | frozenset | set):
        return [plain(item) for item in value]
    return str(value)


def _plain_key(key: Any) -> str:
    if isinstance(key, tuple):
        least, most = key
        return f"{least}+" if most is None else f"{least}-{most}"
    return str(key)


def plain_reason(reason: Reason) -> dict[str, Any]:
    """A reason as JSON has it."""
    return {"code": reason.code, "clause": reason.clause, "standing": reason.standing,
            "note": reason.note, "message": reason.message,
            "cards": plain(reason.cards)}  # fmt: skip


def because(reason: Reason, rules: Rules) -> Iterator[str]:
    """What is so, the clause that decides, and its note where a part of it stands otherwise."""
    name = reason.clause
    if name in rules.clauses:
        said = rules.clauses[name].text
    elif name in rules.named:
        said = rules.named[name].title
    else:
        changed = name.removeprefix("house:")
        known = changed in rules
        said = f"{changed} is {text_of_value(rules[changed])} here" if known else "a house rule"
    yield f"- {reason.message}"
    yield f"  {name} ({reason.standing}): {said}"
    if reason.note:
        yield f"  note: {reason.note}"


def say_json(value: Any) -> None:
    """Prints a value as JSON on one line; characters the terminal cannot show are escaped."""
    unicode = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=not unicode))


def say(text: object = "") -> None:
    """Prints text for a person; control characters, which a name could smuggle in, are not sent.

    >>> say("Ana\\x1b[31m\\tand Bo")
    Ana�[31m	and Bo
    """
    print(shown(str(text)))


def say_file(text: str) -> None:
    """Prints what somebody may keep as a file: in UTF-8, as files are, where no terminal shows it.

    `PYTHONIOENCODING` says it otherwise.
    """
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure and not sys.stdout.isatty() and "PYTHONIOENCODING" not in os.environ:
        reconfigure(encoding="utf-8")
    say(text)


def complain(text: object) -> None:
    """Prints to stderr what is wrong, as `say` prints."""
    print(shown(str(text)), file=sys.stderr)


def shown(text: str) -> str:
    """Text without the control characters that a terminal would act on."""
    kept = ("\n", "\t")
    return "".join("\ufffd" if unicodedata.category(c) == "Cc" and c not in kept else c
                   for c in text)  # fmt: skip


def sentence_of(error: Exception) -> str:
    """An error as one line for the terminal."""
    said = str(error)
    if isinstance(error, OSError):
        what = error.strerror or said
        said = what if error.filename is None else f"{error.filename}: {what}"
    line = " ".join(shown(said).split())
    return line if len(line) <= MOST_SAID else line[:MOST_SAID] + "..."


_PLAINER = {glyph: letter for letter, glyph in GLYPHS.items()} | {
    "×": "x", "…": "...", "–": "-", "−": "-", "·": "*", "→": "->", "\u2068": "", "\u2069": "",
}  # fmt: skip


def _plainer_one(character: str) -> str:
    if character in _PLAINER:
        return _PLAINER[character]
    parts = unicodedata.normalize("NFKD", character)
    ascii_only = parts.replace("\u2044", "/").encode("ascii", "ignore").decode()
    return f" {ascii_only}" if "\u2044" in parts else ascii_only or "?"


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """What a terminal gets for the characters it cannot show: 10♥ becomes 10h, 17½ 17 1/2."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plainer_one, error.object[error.start : error.end])), error.end


def use_any_terminal() -> None:
    """Makes printing safe on terminals that cannot show every character."""
    codecs.register_error("rummy-lab", _plainer)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="rummy-lab")
