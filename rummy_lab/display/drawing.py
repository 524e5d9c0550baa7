"""The parts of an SVG picture: suits as paths, cards, fans of cards, and the page around them.

Nothing here needs a font to have a suit glyph, and nothing refers to anything outside the picture.
Colours come in pairs, one for a light page and one for a dark one, and switch together.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rummy_lab.cards import RANKS, UNKNOWN, Card
from rummy_lab.display.markup import DARK, escaped, isolated, key_of

CARD_WIDTH, CARD_HEIGHT = 48.0, 67.0
STEP = 30.0
"""From card to card in a fan with room enough."""
LEAST_STEP = 22.0
"""The least step that leaves the index readable; below it a fan goes on in a second row."""
GAPS = 7.0, CARD_WIDTH - STEP + 9.0
"""The least and the most that is added to a step between the groups of a hand."""
ROW_GAP = 6.0

_PIPS = {
    "s": "M0-10C2.4-6 9.3-2.2 9.3 3 9.3 5.8 7.3 7.4 5 7.4 3.2 7.4 1.6 6.6.8 5.1"
    " 1 7.4 1.8 9.1 3.5 10H-3.5C-1.8 9.1-1 7.4-.8 5.1-1.6 6.6-3.2 7.4-5 7.4"
    "-7.3 7.4-9.3 5.8-9.3 3-9.3-2.2-2.4-6 0-10Z",
    "h": "M0 9.4C-4 5.2-9.4 1.4-9.4-3.8-9.4-7-7.2-9-4.9-9-2.7-9-.9-7.5 0-5.4.9-7.5 2.7-9 4.9-9"
    " 7.2-9 9.4-7 9.4-3.8 9.4 1.4 4 5.2 0 9.4Z",
    "d": "M0-10C2-6.4 4.6-3 7.6 0 4.6 3 2 6.4 0 10-2 6.4-4.6 3-7.6 0-4.6-3-2-6.4 0-10Z",
    "c": "M0-9.8a4.3 4.3 0 0 1 3.3 7.1A4.3 4.3 0 1 1 .8 4.6C1 7.2 1.8 9 3.5 9.8H-3.5"
    "C-1.8 9-1 7.2-.8 4.6A4.3 4.3 0 1 1-3.3-2.7 4.3 4.3 0 0 1 0-9.8Z",
    "t": "M0-10 2.6-3.4 9.5-3.1 4.1 1.3 5.9 8.1 0 4.2-5.9 8.1-4.1 1.3-9.5-3.1-2.6-3.4Z",
    "JK": "M-8.6 8.6H8.6L9.4 1.4C8 2.2 6 1.8 4.4.2 4.6-3 3-5.8 0-8.4-3 -5.8-4.6-3-4.4.2"
    "-6 1.8-8 2.2-9.4 1.4ZM0-10.4a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6ZM-9.4-2.2a1.8 1.8 0 1 1"
    " 0 3.6 1.8 1.8 0 0 1 0-3.6ZM9.4-2.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z",
}
"""Outlines of the suits, and of a joker's cap, in a box from -10 to 10."""

_INK = {"s": "#16191d", "h": "#c62828", "d": "#c62828", "c": "#16191d", "t": "#8a5a00"}
_FOUR = _INK | {"d": "#1459b8", "c": "#1b7a35"}
WILD = "#6b3fa0"

COLOURS = {
    "felt": ("fill", "#eef4ef", "#18241d"),
    "line": ("stroke", "#cfded2", "#2f4436"),
    "panel": ("fill", "#f7faf7", "#1c2a22"),
    "ink": ("fill", "#1c1f24", "#e8eaed"),
    "soft": ("fill", "#565e68", "#a9b3ad"),
    "on": ("fill", "#dfeaf6", "#1d3140"),
    "mark": ("fill", "#1a6fc4", "#6cb0f5"),
    "paper": ("fill", "#ffffff", "#f5f6f7"),
    "edge": ("stroke", "#b9c0ca", "#0b0d10"),
}
"""By class: what is coloured, on a light page and on a dark one."""
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',Arial,sans-serif"


Colours = Mapping[str, tuple[str, str, str]]


def style_of(colours: Colours) -> str:
    """The style that turns paired colours into those of a dark page."""
    dark = [(name, f"{what}:{there}") for name, (what, _, there) in colours.items()]
    rules = "".join(
        ",".join(f"{where} .rl-svg .rl-{name}" for where in DARK) + f"{{{rule}}}"
        for name, rule in dark
    )
    alone = "".join(f"svg.rl-svg:root .rl-{name}{{{rule}}}" for name, rule in dark)
    return f"{rules}@media(prefers-color-scheme:dark){{{alone}}}"


_STYLE = style_of(COLOURS)


def paired(*names: str, colours: Colours = COLOURS) -> dict[str, str]:
    """The attributes of a shape in the paired colours of some names, a fill and a stroke say.

    >>> paired("ink")
    {'class': 'rl-ink', 'fill': '#1c1f24'}
    """
    light = {colours[name][0]: colours[name][1] for name in names}
    return {"class": " ".join(f"rl-{name}" for name in names)} | light


def coloured(*names: str) -> str:
    """The attributes of a shape in paired colours, as they are written."""
    return " ".join(f'{name}="{value}"' for name, value in paired(*names).items())


def n(number: float) -> str:
    """A coordinate, short."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is, on the safe side; East Asian letters count double."""
    seen = [c for c in text if unicodedata.category(c) not in ("Cf", "Mn")]
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in seen)
    return size * ((0.68 if bold else 0.6) * (len(seen) - wide) + 1.05 * wide)


def fitted(text: str, width: float, size: float, bold: bool = False) -> str:
    """A text cut to a width, with an ellipsis where something is missing.

    >>> fitted("Bartholomew Featherstonehaugh", 90, 13)
    'Bartholome…'
    """
    text = " ".join(text.split())
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def text_svg(
    text: str,
    x: float,
    y: float,
    size: float = 13,
    colour: str = "ink",
    *,
    weight: int = 400,
    anchor: str = "start",
    width: float | None = None,
) -> str:
    """A line of text; cut to `width` where one is given."""
    shown = text if width is None else fitted(text, width, size, weight > 500)
    whole = f"<title>{escaped(text)}</title>" if shown != " ".join(text.split()) else ""
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{bold}{place} {coloured(colour)}>'
        f"{whole}{escaped(isolated(shown))}</text>"
    )


def box(x: float, y: float, width: float, height: float, radius: float, attributes: str) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" '
        f'rx="{n(radius)}" {attributes}/>'
    )


def pip(suit: str, x: float, y: float, size: float, fill: str) -> str:
    """The outline of a suit (or `JK`), centred, `size` high."""
    return (
        f'<path transform="translate({n(x)} {n(y)}) scale({n(size / 20)})" fill="{fill}" '
        f'd="{_PIPS[suit]}"/>'
    )


def _label(text: str, x: float, y: float, size: float, fill: str, weight: int = 650) -> str:
    squeeze = f' textLength="{n(size * 1.06)}" lengthAdjust="spacingAndGlyphs"' * (text == "10")
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" font-weight="{weight}" '
        f'text-anchor="middle" fill="{fill}"{squeeze}>{text}</text>'
    )


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is to be drawn: what a wild stands for, or that it is wild in the hand."""

    card: Card
    stands: Card | None = None
    wild: bool = False


def card_svg(
    face: Face, x: float, y: float, scale: float = 1.0, four: bool = False, covered: bool = False
) -> str:
    """One card. A covered one, which the next overlaps, shows its index only."""
    inks = _FOUR if four else _INK
    inside = _back(covered) if face.card.is_unknown else _front(face, inks, covered)
    size = f" scale({n(scale)})" if scale != 1 else ""
    return f'<g transform="translate({n(x)} {n(y)}){size}">{inside}</g>'


def _back(covered: bool) -> str:
    w, h = CARD_WIDTH, CARD_HEIGHT
    lozenge = f"M{n(w / 2)} 12L{n(w - 12)} {n(h / 2)} {n(w / 2)} {n(h - 12)} 12 {n(h / 2)}Z"
    return (
        box(0.5, 0.5, w - 1, h - 1, 5, 'fill="#48689a" stroke="#2f4868"')
        + box(4.5, 4.5, w - 9, h - 9, 2.5, 'fill="none" stroke="#8fa9cb"')
        + ("" if covered else f'<path d="{lozenge}" fill="none" stroke="#8fa9cb"/>')
    )


def _front(face: Face, inks: dict[str, str], covered: bool) -> str:
    card = face.card
    suit = card.suit or "JK"
    ink = inks.get(suit, WILD)
    rank = "JK" if card.is_joker else RANKS[card.rank - 1]
    parts = [
        box(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, 5, coloured("paper", "edge")),
        _label(rank, 11.5, 18.5, 13.5 if card.is_joker else 17, ink),
        pip(suit, 11.5, 29.5, 13, ink),
    ]
    ribbon = face.stands is not None or face.wild
    if not covered:
        parts.append(pip(suit, CARD_WIDTH - 15.5, CARD_HEIGHT - (29 if ribbon else 18), 20, ink))
    if ribbon:
        parts.append(_ribbon(face))
    return "".join(parts)


def _ribbon(face: Face) -> str:
    """What a wild stands for, at the foot of the card and left, where a fan leaves it in sight."""
    top, w, h = CARD_HEIGHT - 16, CARD_WIDTH, CARD_HEIGHT
    band = (
        f'<path d="M.5 {n(top)}H{n(w - 0.5)}V{n(h - 5.5)}a5 5 0 0 1-5 5H5.5a5 5 0 0 1-5-5Z" '
        f'fill="{WILD}"/>'
    )
    if face.stands is None:
        return band + _label("wild", 14, h - 4.8, 9.5, "#fff", 600)
    rank = _label(RANKS[face.stands.rank - 1], 9.5, h - 3.8, 12, "#fff")
    return band + rank + pip(face.stands.suit, 22.5, h - 8, 10, "#fff")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A piece of a picture and the room it takes."""

    svg: str
    width: float
    height: float


def fan(
    faces: Sequence[Face],
    x: float,
    y: float,
    width: float,
    scale: float = 1.0,
    four: bool = False,
    gaps: bool = False,
) -> Drawn:
    """Cards side by side, each index in sight; in several rows where the width asks for it.

    `gaps` parts the suits of a sorted hand.
    """
    rows = _rows(faces, width / scale, gaps)
    parts, widest = [], 0.0
    for line, row in enumerate(rows):
        top = y + line * (CARD_HEIGHT + ROW_GAP) * scale
        places = _spread(row, width / scale, gaps)
        for place, face in enumerate(row):
            left = places[place]
            covered = place + 1 < len(row) and places[place + 1] - left < CARD_WIDTH
            parts.append(card_svg(face, x + left * scale, top, scale, four, covered))
        widest = max(widest, places[-1] + CARD_WIDTH)
    height = (len(rows) * (CARD_HEIGHT + ROW_GAP) - ROW_GAP) * scale if rows else 0.0
    return Drawn("".join(parts), widest * scale, height)


def _rows(faces: Sequence[Face], width: float, gaps: bool) -> list[Sequence[Face]]:
    """The faces in as many rows as the least step needs, about equally long."""
    for count in range(1, len(faces)):
        size = -(-len(faces) // count)
        rows = [faces[i : i + size] for i in range(0, len(faces), size)]
        if all(_places(row, LEAST_STEP, GAPS[0] * gaps)[-1] + CARD_WIDTH <= width for row in rows):
            return rows
    return [[face] for face in faces]


def _spread(row: Sequence[Face], width: float, gaps: bool) -> list[float]:
    """Where the cards of a row stand: first the gaps give way, then the step."""
    parted = sum(_parts(a, b) for a, b in pairwise(row)) if gaps else 0
    room = width - CARD_WIDTH - STEP * (len(row) - 1)
    gap = min(GAPS[1], max(GAPS[0], room / parted)) if parted else 0.0
    step = (width - CARD_WIDTH - gap * parted) / max(1, len(row) - 1)
    return _places(row, min(STEP, step), gap)


def _parts(before: Face, face: Face) -> bool:
    return before.card.suit != face.card.suit


def _places(row: Sequence[Face], step: float, gap: float) -> list[float]:
    places = [0.0]
    for before, face in pairwise(row):
        places.append(places[-1] + step + (gap if _parts(before, face) else 0))
    return places


def backs(count: int, x: float, y: float, width: float, scale: float = 0.72) -> Drawn:
    """A hand of which only the number of cards is known."""
    most = (width - CARD_WIDTH * scale) / max(1, count - 1)
    step = min(14.0, most)
    face = Face(UNKNOWN)
    parts = [card_svg(face, x + i * step, y, scale, covered=i < count - 1) for i in range(count)]
    return Drawn("".join(parts), (count - 1) * step + CARD_WIDTH * scale, CARD_HEIGHT * scale)


def page(
    body: str, width: float, height: float, title: str, description: str, scale: float = 1.0
) -> str:
    """The whole picture on its own ground, with its title and plain text for those who read it."""
    key = key_of(body + title + description)
    ground = box(0.5, 0.5, width - 1, height - 1, 9, coloured("felt", "line"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rl-svg" role="img" '
        f'aria-labelledby="rl-t-{key} rl-d-{key}" width="{n(width * scale)}" '
        f'height="{n(height * scale)}" viewBox="0 0 {n(width)} {n(height)}" '
        f'style="max-width:100%;height:auto" font-family="{FONT}">'
        f'<title id="rl-t-{key}">{escaped(title)}</title>'
        f'<desc id="rl-d-{key}">{escaped(description)}</desc>'
        f"<style>{_STYLE}</style>{ground}{body}</svg>"
    )
