"""Python text for cells, laid out as a formatter would: calls with one argument on a line.

>>> print(call("rl.Deal", ["rules"], {"players": ["Ana", "Bo"], "seed": 7}))
rl.Deal(
    rules,
    players=["Ana", "Bo"],
    seed=7,
)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH = 100


def literal(value: Any) -> str:
    """A value as Python text, strings in double quotes.

    >>> literal({"Ana": "7h", 2: (None, 'x"y')})
    '{"Ana": "7h", 2: (None, "x\\\\"y")}'
    """
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        inside = ", ".join(map(literal, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return repr(value)


def call(name: str, first: Sequence[str], words: Mapping[str, Any]) -> str:
    """A call over several lines: positional arguments as they are, then those by name."""
    lines = [*first, *(_word(key, value) for key, value in words.items())]
    return "\n".join([f"{name}(", *(indented(f"{line},") for line in lines), ")"])


def call_in_line(name: str, first: Sequence[str], words: Mapping[str, Any]) -> str:
    """A call on one line.

    >>> call_in_line("rl.arrange", ['"7h 8h"', "rules"], {"deal": 2})
    'rl.arrange("7h 8h", rules, deal=2)'
    """
    return f"{name}({', '.join([*first, *(f'{k}={literal(v)}' for k, v in words.items())])})"


def around(name: str, inner: str) -> str:
    """A call whose one argument is text over several lines."""
    return f"{name}(\n{indented(inner)}\n)"


def indented(lines: str) -> str:
    """Text one step further in."""
    return "\n".join(f"    {line}" for line in lines.splitlines())


def _word(key: str, value: Any) -> str:
    """An argument by name; a dict or list too long for a line has one item on each."""
    line = f"{key}={literal(value)}"
    if len(line) + 12 <= WIDTH or not isinstance(value, Mapping | list):
        return line
    if isinstance(value, Mapping):
        items, ends = [f"{literal(k)}: {literal(v)}" for k, v in value.items()], "{}"
    else:
        items, ends = list(map(literal, value)), "[]"
    return "\n".join([f"{key}={ends[0]}", *(indented(f"{item},") for item in items), ends[1]])
