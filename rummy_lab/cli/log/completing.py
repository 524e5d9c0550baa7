"""What can be typed now: for the Tab key, and for `help`.

>>> from rummy_lab.cli.log.typed import answered, begun
>>> typed = begun("2025-03-02")
>>> candidates(typed, "sp")
(0, ['speed-three-thirteen'])
>>> for text in ("rummy", "", "Ana, Bo", "", "7"):
...     typed = answered(typed, text)
>>> candidates(typed, "draw discard K")
(5, ['discard Kc'])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rummy_lab.actions import VERBS
from rummy_lab.cli.log.typed import Typed, answered
from rummy_lab.deal import State
from rummy_lab.deal.lookahead import legal_actions
from rummy_lab.log.notation import name_text
from rummy_lab.rules import OPTIONS, text_of_value
from rummy_lab.variants import variants

COMMANDS = {
    "undo": "take the last line back",
    "redo": "do it again",
    "table": "show the table again",
    "save": "write the log, and go on (where the game is over: and end)",
    "help": "show what can be typed now",
    "quit": "stop; what was typed is kept, and the same command goes on with it",
}
"""The words that are no part of the log, and what they do."""

_WORD = re.compile(r"\S*$")
_ACTION = re.compile(rf"\b(?:{'|'.join(VERBS)})\b", re.IGNORECASE)


def candidates(typed: Typed, text: str) -> tuple[int, list[str]]:
    """Where the piece that is being typed begins, and all that it could become."""
    if typed.asks:
        start = text.rfind(",") + 1
        start += len(text[start:]) - len(text[start:].lstrip())
        return start, _fitting(text[start:], [*_answers(typed), *(COMMANDS if not start else ())])
    starts = {found.start() for found in _ACTION.finditer(text)}
    word = _WORD.search(text)
    starts |= {0, word.start() if word else 0}
    for start in sorted(starts):
        found = _fitting(text[start:], _moves(typed, text[:start].rstrip()))
        if found:
            return start, found
    return 0, _fitting(text, COMMANDS)


def _fitting(begun: str, some: Iterable[str]) -> list[str]:
    return [one for one in dict.fromkeys(some) if one.lower().startswith(begun.lower())]


def _answers(typed: Typed) -> Iterator[str]:
    """What could be answered to a question."""
    asked = typed.asks[0]
    if asked == "variant":
        yield from variants()
    elif asked == "options":
        yield from typed.rules.named
        for name, option in OPTIONS.items():
            if name != "players":
                yield from (f"{name}={text_of_value(value).strip(chr(34))}"
                            for value in option.kind.choices or [typed.rules[name]])  # fmt: skip
    elif asked == "dealer":
        yield from map(name_text, typed.game.names)
    elif asked == "hands" and typed.deal is not None:
        yield from ("all", *map(name_text, typed.deal.names))
    elif asked == "points" and typed.deal is not None:
        yield from (f"{name_text(name)} 0" for name in typed.deal.names)


def _moves(typed: Typed, before: str) -> list[str]:
    """What can be done after some actions; nothing where these cannot be done."""
    if before:
        try:
            typed = answered(typed, before)
        except (ValueError, OSError):
            return []
    return [] if typed.asks or typed.state is None else _legal(typed.state)


@lru_cache(maxsize=8)
def _legal(state: State) -> list[str]:
    return list(map(str, legal_actions(state)))


def help_of(typed: Typed) -> Iterator[str]:
    """What can be typed now, in lines."""
    if typed.asks[:1] == ("options",):
        for named in typed.rules.named.values():
            yield f"{named.id}: {named.title}"
        for name, option in OPTIONS.items():
            if name != "players":
                yield f"{name}={text_of_value(typed.rules[name])}: {option.meaning} ({option.says})"
    elif typed.asks[:1] == ("variant",):
        yield from (f"{name}: {rules.title}" for name, rules in variants().items())
        yield "or a file of house rules (.toml)"
    elif not typed.asks and typed.state is not None:
        yield from _legal(typed.state)
        yield "several actions may stand in a line: draw meld 7h 8h 9h discard Ks"
        if typed.game.seed is None:
            yield "a card nobody saw is ??; a card known to be drawn stands in brackets: draw [7h]"
            yield "before the first turn, a field of the deal: upcard: 9s, hand Ana: 7h 8h ??"
    yield "# and a comment, alone or behind a line"
    yield from (f"{word}: {does}" for word, does in COMMANDS.items())
