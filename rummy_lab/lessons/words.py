"""Text for the cells of a lesson: Markdown made of rules, with nothing in it taken for markup.

A house file's titles and clauses are somebody's text: in a cell they stand as they were written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from rummy_lab.display.facts import Cite
from rummy_lab.display.markup import cleaned

_MARKS = {mark: f"&#{ord(mark)};" for mark in "`*_{}[]|~@"}
_MARKS |= {mark: f"<span>&#{ord(mark)};</span>" for mark in "$\\"}
"""Marks of Markdown as entities; those of formulas apart too, since MathJax reads the page."""
_PLAIN = str.maketrans(_MARKS)


def text(some: object) -> str:
    """A text as one line of Markdown that shows just what it says.

    >>> text("<b>* 5 $ *")
    '&lt;b&gt;&#42; 5 <span>&#36;</span> &#42;'
    """
    shown = escape(" ".join(cleaned(some).split()), quote=False).translate(_PLAIN)
    return shown.replace("://", "&#58;//").replace("www.", "www&#46;")


def code(some: object) -> str:
    """A text in the letters of code.

    >>> code("remi-9")
    '<code>remi-9</code>'
    """
    return f"<code>{text(some)}</code>"


def sentence(some: str) -> str:
    """Words as a sentence: a capital at the front and a full stop at the end.

    >>> sentence("the ace is low")
    'The ace is low.'
    """
    said = some.strip()
    end = "" if said.endswith((".", "!", "?")) else "."
    return said[:1].upper() + said[1:] + end


def cited(cites: Iterable[Cite]) -> str:
    """What says so, in brackets: each clause with its standing.

    >>> cited([Cite("remi-9", "stated")])
    '(<code>remi-9</code>, stated)'
    """
    found = "; ".join(f"{code(one.clause)}, {one.standing}" for one in cites)
    return f"({found})" if found else "(a default: no clause speaks of it)"


def folded(summary: str, body: str) -> str:
    """A line that unfolds to an answer; both are Markdown.

    >>> folded("Why?", "So.").splitlines()[0]
    '<details><summary>Why?</summary>'
    """
    return f"<details><summary>{summary}</summary>\n\n{body}\n\n</details>"


def listed(lines: Iterable[str]) -> str:
    """Lines as a list."""
    return "\n".join(f"- {line}" for line in lines)


def numbered(lines: Iterable[str]) -> str:
    """Lines as a numbered list."""
    return "\n".join(f"{place}. {line}" for place, line in enumerate(lines, 1))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells are Markdown without line breaks."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
