"""Pictures as SVG text: cards, melds, an arranged hand, a whole table.

Each picture stands on its own ground, in light and dark, and carries its plain text as the
description. A card that is not known is drawn from its back. Nothing hidden is in a picture of a
view, since a view does not hold it; the order of the stock is in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rummy_lab.cards import UNKNOWN, Card, Cards, cards, pretty, text_of
from rummy_lab.display import drawing
from rummy_lab.display.drawing import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Drawn,
    Face,
    coloured,
    text_svg,
    text_width,
)
from rummy_lab.display.facts import name_of
from rummy_lab.display.saying import counted
from rummy_lab.display.text import (
    owner_of,
    piles_of,
    remarks_of,
    seat_notes,
    status_of,
    text_of_arrangement,
    text_of_state,
)

if TYPE_CHECKING:
    from rummy_lab.arrange import Arrangement
    from rummy_lab.deal.state import State
    from rummy_lab.melds import Meld
    from rummy_lab.rules import At

WIDTH = 640.0
PAD = 14.0
NAMES = 128.0
"""Where the hands begin: right of the names."""
MELD_SCALE = 0.84
MELD_GAP = 18.0


def faces_of(some: Sequence[Card], at: At | None = None) -> list[Face]:
    """Cards of a hand as they are drawn: those of the wild rank are marked, if `at` is given."""
    return [Face(c, None, at is not None and bool(c.suit) and at.wild[c.code]) for c in some]


def meld_faces(meld: Meld) -> list[Face]:
    """The cards of a meld, each wild with what it stands for."""
    return [Face(p.card, p.stands) for p in meld.placed]


def _in_groups(some: Sequence[Card]) -> bool:
    """Whether the cards of each suit stand together, so that gaps part the suits."""
    suits = [suit for suit, _ in groupby(some, key=lambda c: c.suit)]
    return len(suits) == len(set(suits))


def svg_of_cards(
    some: Cards,
    title: str = "",
    *,
    at: At | None = None,
    four_colour: bool = False,
    scale: float = 1.0,
) -> str:
    """Cards as a picture, in the order given; `at` marks the rank that is wild under it.

    >>> svg_of_cards("7h 8h ??", "Ana").count("<g ")
    3
    """
    held = cards(some)
    top = PAD + (20 if title else 0)
    fan = drawing.fan(
        faces_of(held, at), PAD, top, WIDTH - 2 * PAD, four=four_colour, gaps=_in_groups(held)
    )
    if not held:
        fan = Drawn(text_svg("no card", PAD, top + 14, 13, "soft"), 60, 18)
    room = min(WIDTH - 2 * PAD, drawing.text_width(title, 13, True))
    width = max(fan.width, room) + 2 * PAD
    body = text_svg(title, PAD, PAD + 9, 13, weight=600, width=width - 2 * PAD) if title else ""
    return drawing.page(
        body + fan.svg,
        width,
        top + fan.height + PAD,
        title or "Cards",
        text_of(held) or "no card",
        scale,
    )


def svg_of_meld(
    meld: Meld, title: str = "", *, four_colour: bool = False, scale: float = 1.0
) -> str:
    """A meld as a picture; a wild wears what it stands for on a ribbon."""
    fan = drawing.fan(meld_faces(meld), PAD, PAD, WIDTH - 2 * PAD, four=four_colour)
    named = title or f"A {meld.kind}"
    return drawing.page(
        fan.svg, fan.width + 2 * PAD, fan.height + 2 * PAD, named, f"{meld.kind}: {meld}", scale
    )


def _labelled_fan(
    faces: Sequence[Face], label: str, x: float, y: float, width: float, four: bool
) -> Drawn:
    """A small fan with a line of text below it."""
    fan = drawing.fan(faces, x, y, width, MELD_SCALE, four)
    if not faces:
        fan = Drawn(_empty(x, y, MELD_SCALE), CARD_WIDTH * MELD_SCALE, CARD_HEIGHT * MELD_SCALE)
    room = max(fan.width, drawing.text_width(label, 11.5))
    text = text_svg(label, x, y + fan.height + 14, 11.5, "soft", width=min(room, width))
    return Drawn(fan.svg + text, min(room, width), fan.height + 18)


def _flow(
    groups: Sequence[tuple[Sequence[Face], str]], x: float, y: float, width: float, four: bool
) -> Drawn:
    """Labelled fans side by side, in as many rows as they need."""
    parts: list[str] = []
    left, top, height, widest = 0.0, 0.0, 0.0, 0.0
    for faces, label in groups:
        size = _labelled_fan(faces, label, 0, 0, width, four)
        if left and left + size.width > width:
            left, top, height = 0.0, top + height + 10, 0.0
        parts.append(_labelled_fan(faces, label, x + left, y + top, width, four).svg)
        widest = max(widest, left + size.width)
        left += size.width + MELD_GAP
        height = max(height, size.height)
    return Drawn("".join(parts), widest, top + height)


def svg_of_arrangement(
    arrangement: Arrangement,
    title: str = "",
    *,
    at: At | None = None,
    four_colour: bool = False,
    scale: float = 1.0,
) -> str:
    """A hand as it is arranged: its melds, then the deadwood with its points."""
    groups: list[tuple[Sequence[Face], str]] = [(meld_faces(m), m.kind) for m in arrangement.melds]
    points = counted(arrangement.points, "point")
    if arrangement.deadwood:
        groups.append((faces_of(arrangement.deadwood, at), f"deadwood · {points}"))
    top = PAD + (22 if title else 0)
    flow = _flow(groups, PAD, top, WIDTH - 2 * PAD, four_colour)
    width = max(flow.width, min(WIDTH - 2 * PAD, drawing.text_width(title, 13, True)))
    body = text_svg(title, PAD, PAD + 10, 13, weight=600, width=width) if title else ""
    words = text_of_arrangement(arrangement)
    height = top + flow.height + PAD
    return drawing.page(
        body + flow.svg, width + 2 * PAD, height, title or "Arranged hand", words, scale
    )


# a whole table


def svg_of_state(state: State, *, four_colour: bool = False, scale: float = 1.0) -> str:
    """A table as a picture: rules and turn, both piles, the melds with their owners, the hands.

    Give it `view.state` to show what one seat sees.
    """
    head = _head(state)
    table = _table(state, head.height, four_colour)
    y = head.height + table.height + 10
    rows = []
    for seat in range(len(state.names)):
        row = _seat(state, seat, y, four_colour)
        rows.append(row.svg)
        y += row.height
    body = head.svg + table.svg + "".join(rows)
    title = f"{name_of(state.at.rules)}, deal {state.at.deal}: {status_of(state)}"
    return drawing.page(body, WIDTH, y + 8, title, text_of_state(state), scale)


def _head(state: State) -> Drawn:
    """The rule set, where in the game this is, whose turn it is, and what holds just now."""
    place = f"deal {state.at.deal} · turn {state.turn_number}"
    used = drawing.text_width(place, 12)
    parts = [
        text_svg(name_of(state.at.rules), PAD, 26, 16, weight=650, width=WIDTH - 3 * PAD - used),
        text_svg(place, WIDTH - PAD, 26, 12, "soft", anchor="end"),
        text_svg(status_of(state), PAD, 46, 13, width=WIDTH - 2 * PAD),
    ]
    y = 46.0
    for line in _joined(list(remarks_of(state, pretty)), WIDTH - 2 * PAD, 12):
        y += 17
        parts.append(text_svg(line, PAD, y, 12, "soft", width=WIDTH - 2 * PAD))
    return Drawn("".join(parts), WIDTH, y + 12)


def _joined(remarks: list[str], width: float, size: float) -> list[str]:
    """Short remarks together in a line, as far as they fit."""
    lines: list[str] = []
    for remark in remarks:
        together = f"{lines[-1]} · {remark}" if lines else remark
        if lines and drawing.text_width(together, size) <= width:
            lines[-1] = together
        else:
            lines.append(remark)
    return lines


def _table(state: State, y: float, four: bool) -> Drawn:
    """Stock, discard pile and melds on their panel."""
    x, top = 2 * PAD, y + 12
    piles = _piles(state, x, top, four)
    left = x + piles.width + 24
    groups: list[tuple[Sequence[Face], str]] = [
        (faces_of(pile[-1:], state.at), f"{said} · {len(pile)}") for said, pile in piles_of(state)
    ]
    groups += [
        (meld_faces(laid.meld), f"{number} · {laid.meld.kind} · {owner_of(state, number)}")
        for number, laid in enumerate(state.melds, 1)
    ]
    melds = _flow(groups, left, top, WIDTH - 2 * PAD - left, four)
    inside = max(piles.height, melds.height)
    deep = Drawn("", 0, 0)
    if state.at.discard_draw == "deep" and len(state.discards) > 1:
        deep = _labelled_fan(
            faces_of(state.discards, state.at),
            "discard pile, the oldest first",
            x,
            top + inside + 10,
            WIDTH - 4 * PAD,
            four,
        )
        inside += deep.height + 10
    panel = drawing.box(PAD, y, WIDTH - 2 * PAD, inside + 20, 8, coloured("panel", "line"))
    return Drawn(panel + piles.svg + melds.svg + deep.svg, WIDTH, inside + 20)


def _piles(state: State, x: float, y: float, four: bool) -> Drawn:
    second = x + CARD_WIDTH + 30
    parts = []
    if state.stock:
        back = Face(UNKNOWN)
        depth = (3, 0) if len(state.stock) > 1 else (0,)
        parts += [drawing.card_svg(back, x + d, y - d) for d in depth]
    else:
        parts.append(_empty(x, y))
    label = y + CARD_HEIGHT + 16
    counts = [(f"stock · {len(state.stock)}", x), (f"discards · {len(state.discards)}", second)]
    width = 2 * CARD_WIDTH + 42
    upcard = state.upcard
    if state.piles:
        counts, width = counts[:1], CARD_WIDTH + 20
    elif upcard is None:
        parts.append(_empty(second, y))
    else:
        parts.append(drawing.card_svg(faces_of([upcard], state.at)[0], second, y, four=four))
    parts += [
        text_svg(text, left + CARD_WIDTH / 2, label, 11.5, "soft", anchor="middle")
        for text, left in counts
    ]
    return Drawn("".join(parts), width, CARD_HEIGHT + 20)


def _empty(x: float, y: float, scale: float = 1.0) -> str:
    """The place of a pile that has no card."""
    dashes = f'fill="none" stroke-dasharray="4 3" {coloured("line")}'
    width, height = CARD_WIDTH * scale - 1, CARD_HEIGHT * scale - 1
    return drawing.box(x + 0.5, y + 0.5, width, height, 5, dashes)


def _seat(state: State, seat: int, y: float, four: bool) -> Drawn:
    """One player: the name, what there is to say, and the hand."""
    hand, room = state.hands[seat], WIDTH - NAMES - 2 * PAD
    left = PAD + NAMES
    if not hand:
        fan = Drawn(text_svg("no card", left, y + 22, 12.5, "soft"), 60, 24)
    elif all(card.is_unknown for card in hand):
        fan = drawing.backs(len(hand), left, y + 6, room)
    else:
        fan = drawing.fan(faces_of(hand, state.at), left, y + 6, room, four=four, gaps=True)
    lines = _in_lines([counted(len(hand), "card"), *seat_notes(state, seat)], NAMES - 16)
    height = max(fan.height + 12, 32.0 + 14 * len(lines))
    now = seat == state.turn and not state.over
    parts = []
    if now:
        parts.append(drawing.box(6, y + 1, WIDTH - 12, height - 2, 7, coloured("on")))
        parts.append(f'<path d="M{PAD} {drawing.n(y + 13)}l8 5.5-8 5.5Z" {coloured("mark")}/>')
    name = PAD + 12
    parts.append(text_svg(state.names[seat], name, y + 23, 13, weight=650, width=NAMES - 20))
    for place, line in enumerate(lines):
        parts.append(text_svg(line, name, y + 39 + 14 * place, 11.5, "soft", width=NAMES - 16))
    return Drawn("".join(parts) + fan.svg, WIDTH, height)


def _in_lines(notes: Sequence[str], width: float) -> list[str]:
    """Notes on as few lines as they fit on, none of them cut in two."""
    lines: list[str] = []
    for note in notes:
        longer = f"{lines[-1]} · {note}" if lines else note
        if lines and text_width(longer, 11.5) <= width:
            lines[-1] = longer
        else:
            lines.append(note)
    return lines
