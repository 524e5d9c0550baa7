"""Makes `notebooks/reference.ipynb`: every public name with its signature and its docstring.

It is a notebook, since JupyterLab and Binder open one as a page with a table of contents.

Run: python docs/make_reference.py
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from nbformat import NotebookNode, v4, writes

import rummy_lab as rl
from rummy_lab import fast
from rummy_lab.compare import CHECK_COLUMNS
from rummy_lab.compare.scores import LINES, NOTES, OUTCOMES
from rummy_lab.compare.whatif import TURNS
from rummy_lab.frames.columns import TABLES
from rummy_lab.rules import OPTIONS, text_of_value
from rummy_lab.simulate.columns import COLUMNS as SIMULATED

TARGET = Path(__file__).resolve().parents[1] / "notebooks" / "reference.ipynb"
GROUPS = {
    "Cards": "cards",
    "Rules and variants": "variants rules",
    "Melds": "melds",
    "Arranging a hand": "arrange",
    "Deals and games": "deal game actions reasons",
    "Scores": "scoring",
    "Logs": "log",
    "Players and odds": "players odds",
    "Tables of logs": "frames",
    "Datasets": "datasets",
    "Comparing": "compare",
    "Simulation": "simulate",
    "Notebook tools": "widgets",
    "Lessons": "lessons",
}
"""The rooms of the package by what they are about; a room that is not named comes at the end."""
INTRO = """# Reference

Every public name of `rummy_lab`, made from the docstrings. `import rummy_lab as rl` comes first in
each example; cards are taken as text or as cards everywhere, rules as a rule set or as the id of a
variant.

{contents}"""
FAST_INTRO = """## Many hands at once

`from rummy_lab import fast`; needs `pip install 'rummy-lab[fast]'`, which is numba.
"""
OPTIONS_INTRO = """## Options

What a rule set is made of. Each is a keyword of `rl.variant` and `Rules.replace`, an attribute of
`Rules`, a name for `--set` at the command line, and a key in a house file. The default is what a
variant has that says nothing else.
"""
COLUMNS_INTRO = """## Columns of tables

The types are those of pandas; missing values are empty in CSV. What the datasets hold
stands on their pages.
"""
COLUMNS: dict[str, Mapping[str, tuple[str, ...]]] = {
    **{f'rl.tables(logs)["{name}"]': columns for name, columns in TABLES.items()},
    "rl.simulate": SIMULATED,
    "rl.cross_check": CHECK_COLUMNS,
    "rl.compare(log).lines": LINES,
    "rl.compare(log).notes": NOTES,
    "rl.compare(log).outcomes": OUTCOMES,
    "rl.what_if(log).frame": TURNS,
}
"""Every table with fixed columns: the type of each, its unit where it has one, what it holds."""
WIDTH = 96
_CODE = re.compile(r"(``.+?``|`[^`]*`)")


def reference() -> NotebookNode:
    """The reference as a notebook."""
    by_group = {title: _names(rooms.split()) for title, rooms in GROUPS.items()}
    told = {name for names in by_group.values() for name in names}
    by_group["Others"] = [name for name in rl.__all__ if name not in told]
    contents = "\n".join(
        f"- **{title}**: {', '.join(f'`{name}`' for name in names)}"
        for title, names in by_group.items()
        if names
    )
    cells = [v4.new_markdown_cell(INTRO.format(contents=contents), id="reference")]
    for title, names in by_group.items():
        for place, name in enumerate(names):
            head = "" if place else f"## {title}\n\n"
            cells.append(v4.new_markdown_cell(head + entry(name), id=_id(name)))
    cells.append(v4.new_markdown_cell(many_hands(), id="fast"))
    cells.append(v4.new_markdown_cell(options(), id="options"))
    cells.append(v4.new_markdown_cell(columns(), id="columns"))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def many_hands() -> str:
    """The names of `rummy_lab.fast`, which are no names of `rl`."""
    parts = [FAST_INTRO]
    for name in fast.__all__:
        parts += [f"### `fast.{name}`", *_told(f"fast.{name}", getattr(fast, name))]
    return "\n\n".join(parts)


def options() -> str:
    """The options a rule set is made of, as the registry has them."""
    rows = [
        f"| `{one.name}` | {_plain(one.meaning)} | {_plain(one.says)} "
        f"| `{text_of_value(one.default)}` |"
        for one in OPTIONS.values()
    ]
    head = ["| option | what it says | what it can be | default |", "| --- | --- | --- | --- |"]
    return "\n".join([OPTIONS_INTRO, *head, *rows])


def columns() -> str:
    """The columns of all tables, as the code that makes them has them."""
    parts = [COLUMNS_INTRO]
    for name, told in COLUMNS.items():
        units = any(len(column) > 2 for column in told.values())
        head = ["column", "type", *(["unit"] if units else []), "what it holds"]
        rows = [" | ".join([f"`{column}`", f"`{dtype}`", *map(_plain, rest)])
                for column, (dtype, *rest) in told.items()]  # fmt: skip
        lines = [" | ".join(head), " | ".join(["---"] * len(head)), *rows]
        parts.append("\n".join([f"### `{name}`\n", *(f"| {line} |" for line in lines)]))
    return "\n\n".join(parts)


def _names(rooms: list[str]) -> list[str]:
    """The public names of some rooms: what is called first, then the classes."""
    found = [name for name in rl.__all__ if rl._HOME[name] in rooms]
    return sorted(found, key=lambda name: (inspect.isclass(getattr(rl, name)), name))


def _id(name: str) -> str:
    """A cell's id; names that differ only in their capitals have different ones."""
    return f"class-{name}" if name[0].isupper() else name


def entry(name: str) -> str:
    """A public name as Markdown: signature, docstring, and the members of a class."""
    thing = getattr(rl, name)
    parts = [f"### `{name}`", *_told(f"rl.{name}", thing)]
    if inspect.isclass(thing):
        for member, value in _members(thing):
            parts += [f"#### `{name}.{member}`", *_told(member, value)]
    return "\n\n".join(parts)


def _told(name: str, thing: Any) -> Iterator[str]:
    """What is called, with its signature, and the docstring."""
    if isinstance(thing, property):
        yield from _text(inspect.getdoc(thing) or "")
        return
    if not (inspect.isclass(thing) and issubclass(thing, BaseException | dict)):
        yield f"```python\n{_signature(name, thing)}\n```"
    yield from _text(inspect.getdoc(thing) or "")


def _members(thing: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that our own classes define, with a docstring."""
    seen: set[str] = set()
    for cls in thing.__mro__:
        if not cls.__module__.startswith("rummy_lab"):
            continue
        for name, value in vars(cls).items():
            called = value.__func__ if isinstance(value, classmethod | staticmethod) else value
            shown = isinstance(called, property) or inspect.isfunction(called)
            if name[0] != "_" and name not in seen and shown and inspect.getdoc(called):
                seen.add(name)
                yield name, called


def _signature(name: str, thing: Callable[..., Any]) -> str:
    """A call with its parameters, their types and defaults; over several lines where it is long."""
    found = inspect.signature(thing)
    shown = [p for p in found.parameters.values() if p.name not in ("self", "cls")]
    words = [_parameter(parameter) for parameter in shown]
    named = [n for n, parameter in enumerate(shown) if parameter.kind is parameter.KEYWORD_ONLY]
    if named and all(parameter.kind is not parameter.VAR_POSITIONAL for parameter in shown):
        words.insert(named[0], "*")
    result = _type(found.return_annotation)
    gives = f" -> {result}" if result and result != "None" and not inspect.isclass(thing) else ""
    line = f"{name}({', '.join(words)}){gives}"
    if len(line) <= WIDTH:
        return line
    inner = "\n".join(f"    {word}," for word in words)
    return f"{name}(\n{inner}\n){gives}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    kind = _type(parameter.annotation)
    typed = f": {kind}" if kind else ""
    default = parameter.default
    if default is parameter.empty:
        return f"{stars}{parameter.name}{typed}"
    return f"{stars}{parameter.name}{typed}{' = ' if typed else '='}{default!r}"


def _type(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    if isinstance(annotation, str):
        return annotation
    return getattr(annotation, "__name__", str(annotation))


def _text(docstring: str) -> Iterator[str]:
    """A docstring's paragraphs; examples as code."""
    for part in re.split(r"\n\s*\n", docstring):
        if part.lstrip().startswith(">>>"):
            yield f"```pycon\n{inspect.cleandoc(part)}\n```"
        elif part.strip():
            yield _plain(part)


def _plain(paragraph: str) -> str:
    """A paragraph in which only code is marked up."""
    pieces = _CODE.split(paragraph)
    return "".join(
        piece if n % 2 else re.sub(r"([*_<>\[\]$\\|])", r"\\\1", piece)
        for n, piece in enumerate(pieces)
    )


def main() -> None:
    """Writes the reference."""
    TARGET.write_text(writes(reference()).rstrip("\n") + "\n", encoding="utf-8", newline="\n")
    print(f"{TARGET.name}: {len(rl.__all__)} names")


if __name__ == "__main__":
    main()
