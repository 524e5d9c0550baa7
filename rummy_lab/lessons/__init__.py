"""Lessons: notebooks that teach a rule set, made from its clauses and options.

Everything a lesson says of the rules comes from the rule set's data, and every answer from the
engine; so house rules have lessons too. What no builder can know stands in `by_hand.toml`.

>>> from rummy_lab.variants import variant
>>> lesson(variant("remi")).cells[0].source.splitlines()[0]
'# Remi: a lesson'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from rummy_lab.lessons.keeping import MADE, OURS, LessonError, mark, write_lesson
from rummy_lab.lessons.pycode import around, call_in_line, literal
from rummy_lab.rules import Rules
from rummy_lab.variants import dump_rules, rules_of

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["BY_HAND", "LessonError", "lesson", "write_lesson"]

NO_NBFORMAT = "lessons need nbformat: pip install 'rummy-lab[lab]'"
BY_HAND = "by_hand"
"""The key in a cell's metadata that says that a part of it was written by hand."""
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def lesson(rules: Rules | str) -> NotebookNode:
    """A lesson on a rule set as a notebook that has not been run.

    `rules` are any rules, or a variant's id. The same rules give the same notebook. Raises
    `LessonError` where nbformat is not installed, `RulesError` for a name that is no variant.

    >>> [cell.id for cell in lesson("rummy").cells][:4]
    ['title', 'setup', 'goal', 'cards']
    """
    try:
        from nbformat import v4
    except ImportError:
        raise LessonError(NO_NBFORMAT) from None
    from rummy_lab.lessons.pages import pages_of

    rules = rules_of(rules)
    written = _by_hand(rules)
    cells = []
    for page in pages_of(rules, setup_code(rules)):
        if page.kind == "code":
            folded = {"jupyter": {"source_hidden": True}} if page.hidden else {}
            cells.append(v4.new_code_cell(page.source, id=page.id, metadata=folded))
            continue
        more = written.get(page.id, "").strip()
        source = f"{page.source}\n\n{more}" if more else page.source
        marked = {OURS: {BY_HAND: True}} if more else {}
        cells.append(v4.new_markdown_cell(source, id=page.id, metadata=marked))
    made = {"lesson": rules.id, MADE: mark(cells)}
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}, OURS: made}
    return v4.new_notebook(cells=cells, metadata=metadata)


def setup_code(rules: Rules) -> str:
    """The code that makes the rules again: a variant with changes, or a house file's text.

    >>> from rummy_lab.variants import variant
    >>> setup_code(variant("remi", ace="high"))
    'rules = rl.variant("remi", ace="high")'
    """
    if rules.variant.shipped:
        words = {name: rules[name] for name in rules.changed}
        line = call_in_line("rl.variant", [literal(rules.id)], words)
        return f"rules = {line}"
    lines = [literal(line) for line in dump_rules(rules).splitlines(keepends=True)]
    return f"rules = {around('rl.read_rules', chr(10).join(lines))}"


def _by_hand(rules: Rules) -> Mapping[str, str]:
    """What is added by hand, by cell: only to a shipped variant as it is."""
    if not rules.variant.shipped or rules.changed:
        return {}
    return _all_by_hand().get(rules.id, {})


@cache
def _all_by_hand() -> dict[str, Any]:
    file = resources.files("rummy_lab.lessons") / "by_hand.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
