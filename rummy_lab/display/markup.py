"""What every picture shares: escaping, the colours, standings in words, style sheets.

Colours are the notebook's theme variables where it has them. In a dark theme that lacks one, and
in an exported page, the fallbacks below hold.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import cache
from html import escape
from importlib import resources
from zlib import crc32

STANDINGS = {
    "stated": "the document says so",
    "inferred": "the document is silent: the field's common rule fills the hole",
    "resolved": "the document contradicts itself, or its translation broke it: this is our reading",
    "house": "a house rule: no documented option sets it so",
}
"""What each standing means, for readers."""

_NOT_TEXT = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def cleaned(text: object) -> str:
    """A text with the replacement character for control characters and whatever XML forbids."""
    return _NOT_TEXT.sub("\ufffd", str(text))


def escaped(text: object) -> str:
    """A text fit for HTML and XML, in content and in quoted attributes alike.

    >>> escaped('<b onload="x">'), escaped("a\\x00b")
    ('&lt;b onload=&quot;x&quot;&gt;', 'a\ufffdb')
    """
    return escape(cleaned(text), quote=True)


def isolated(text: str) -> str:
    """A name with bidirectional isolates around it where it has right-to-left letters.

    So that a name in Hebrew or Arabic does not turn the numbers and cards beside it.

    >>> isolated("Ana"), isolated("דנה") == "\u2068דנה\u2069"
    ('Ana', True)
    """
    turns = any(
        unicodedata.bidirectional(c) in ("R", "AL", "AN", "RLE", "RLO", "RLI", "LRO") for c in text
    )
    return f"\u2068{text}\u2069" if turns else text


def points_text(points: int | Fraction | float) -> str:
    """Points as text, thirds and halves exactly.

    >>> points_text(Fraction(35, 2)), points_text(-100), points_text(Fraction(-50, 3))
    ('17½', '−100', '−16⅔')
    """
    exact = Fraction(points).limit_denominator(1000)
    whole, rest = divmod(abs(exact.numerator), exact.denominator)
    sign = "−" if exact < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    part = Fraction(rest, exact.denominator)
    glyph = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}.get(
        part.as_integer_ratio(), f" {part}"
    )
    return f"{sign}{whole or ''}{glyph}".replace("− ", "−").strip()


def key_of(text: str) -> str:
    """A short id made from a text alone, so that the same picture has the same bytes.

    >>> key_of("a")
    'e8b7be43'
    """
    return f"{crc32(text.encode('utf-8', 'replace')):08x}"


DARK = (
    "[data-jp-theme-light=false]",
    ".jp-mod-dark",
    ".vscode-dark",
    "[data-theme=dark]",
    "[data-bs-theme=dark]",
)
"""What marks a dark page: JupyterLab and its exports, editors, documentation themes."""


@cache
def style() -> str:
    """The style of every HTML fragment, scoped to its class."""
    return resources.files("rummy_lab.display").joinpath("fragment.css").read_text(encoding="utf-8")


NUMERIC = ' class="rl-num"'
"""The attribute of cells that hold numbers."""


def fragment(body: str, label: str = "", bare: bool = False) -> str:
    """A self-contained HTML fragment: the scoped style and the body, in a box unless `bare`."""
    classes = "rl-d rl-bare" if bare else "rl-d"
    named = f' role="group" aria-label="{escaped(label)}"' if label else ""
    return f'<div class="{classes}"{named}><style>{style()}</style>{body}</div>'


def standing_html(standing: str) -> str:
    """A standing as a word that says what it means when pointed at."""
    meaning = STANDINGS.get(standing, "")
    known = standing if standing in STANDINGS else "house"
    return (
        f'<span class="rl-standing rl-{known}" title="{escaped(meaning)}">'
        f"{escaped(standing)}</span>"
    )


def cite_html(clause: str, standing: str, words: str = "") -> str:
    """A clause id with its standing; `words`, its text and note, are shown when pointed at."""
    title = f' title="{escaped(words)}"' if words else ""
    return (
        f'<span class="rl-cite"><code{title}>{escaped(clause)}</code>'
        f"{standing_html(standing)}</span>"
    )


def table_html(
    head: list[str],
    rows: list[str],
    fit: bool = False,
    numeric: tuple[int, ...] = (),
    kind: str = "",
) -> str:
    """A table of ready rows under column names (text); it scrolls sideways where it must.

    `fit` makes it as wide as its content; `numeric` names the columns of numbers; `kind` is a
    further class.
    """
    cells = "".join(
        f'<th scope="col"{NUMERIC if n in numeric else ""}>{escaped(name)}</th>'
        for n, name in enumerate(head)
    )
    top = f"<thead><tr>{cells}</tr></thead>" if head else ""
    classes = " ".join(["rl-t", *(["rl-fit"] if fit else []), *([kind] if kind else [])])
    return scrolled(f'<table class="{classes}">{top}<tbody>{"".join(rows)}</tbody></table>')


def scrolled(table: str) -> str:
    """A table in a frame that scrolls sideways where it must, by keys too."""
    return f'<div class="rl-scroll" role="group" aria-label="table" tabindex="0">{table}</div>'
