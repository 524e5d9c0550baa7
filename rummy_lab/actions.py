"""What a player can do, as small frozen records with a text form.

The text form is the log's. Whether an action is legal is not asked here.

>>> read_action("lay 10♥ on 2"), str(read_action("Meld 9s JK=9h 9d"))
(read_action('lay 10h on 2'), 'meld 9s JK=9h 9d')
>>> read_action("discrad Qs")
Traceback (most recent call last):
rummy_lab.cards.NotationError: 'discrad Qs' is no action; did you mean 'discard'?
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rummy_lab.cards import Card, NotationError, Placed, card, placed, shortened, text_of
from rummy_lab.rules.registry import nearest

MOST_TEXT = 2000
"""The longest text that is read as an action."""


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """What all actions have: a verb, a text form (`str`) and one with glyphs (`pretty`)."""

    verb: ClassVar[str] = ""

    def __str__(self) -> str:
        return self.verb

    def __repr__(self) -> str:
        return f"read_action({str(self)!r})"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that leave the hand."""
        return ()

    @property
    def pretty(self) -> str:
        """The action with glyphs, for buttons and sentences.

        >>> read_action("meld 7h JK=8h 9h").pretty
        'meld 7♥ JK=8♥ 9♥'
        """
        return " ".join(map(_pretty_word, str(self).split()))


def _pretty_word(word: str) -> str:
    try:
        return "=".join(card(part).pretty for part in word.split("="))
    except NotationError:
        return word


@dataclass(frozen=True, slots=True, repr=False)
class Draw(Action):
    """Draw the top card of the stock."""

    verb: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True, repr=False)
class Take(Action):
    """Take the upcard, or the topmost card of some kind in the pile with all above it."""

    card: Card | None = None
    verb: ClassVar[str] = "take"

    def __str__(self) -> str:
        return "take" if self.card is None else f"take {self.card}"


@dataclass(frozen=True, slots=True, repr=False)
class MeldDown(Action):
    """Lay a new meld on the table."""

    placed: tuple[Placed, ...]
    verb: ClassVar[str] = "meld"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that leave the hand."""
        return tuple(p.card for p in self.placed)

    def __str__(self) -> str:
        return f"meld {text_of(self.placed)}".rstrip()


@dataclass(frozen=True, slots=True, repr=False)
class LayOff(Action):
    """Add cards to a meld of the table, numbered from 1."""

    placed: tuple[Placed, ...]
    meld: int
    verb: ClassVar[str] = "lay"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that leave the hand."""
        return tuple(p.card for p in self.placed)

    def __str__(self) -> str:
        return f"lay {text_of(self.placed)} on {self.meld}"


@dataclass(frozen=True, slots=True, repr=False)
class Swap(Action):
    """Put the real card in the place of a meld's joker and take the joker."""

    card: Card
    meld: int
    verb: ClassVar[str] = "swap"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that leave the hand."""
        return (self.card,)

    def __str__(self) -> str:
        return f"swap {self.card} on {self.meld}"


@dataclass(frozen=True, slots=True, repr=False)
class Contract(Action):
    """Lay down all melds of the contract at once."""

    melds: tuple[tuple[Placed, ...], ...]
    verb: ClassVar[str] = "contract"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that leave the hand."""
        return tuple(p.card for row in self.melds for p in row)

    def __str__(self) -> str:
        return f"contract {' | '.join(map(text_of, self.melds))}"


@dataclass(frozen=True, slots=True, repr=False)
class Discard(Action):
    """Discard a card; the turn ends."""

    card: Card
    verb: ClassVar[str] = "discard"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that leave the hand."""
        return (self.card,)

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True, repr=False)
class Out(Action):
    """Discard a card and go out with all others melded."""

    card: Card
    verb: ClassVar[str] = "out"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that leave the hand."""
        return (self.card,)

    def __str__(self) -> str:
        return f"out {self.card}"


@dataclass(frozen=True, slots=True, repr=False)
class Buy(Action):
    """Buy the upcard out of turn."""

    verb: ClassVar[str] = "buy"


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Action):
    """Refuse the upcard, or an offer to buy."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True, repr=False)
class Sealed(Action):
    """Another seat's choice that has not been shown yet; nobody can say it."""

    verb: ClassVar[str] = "sealed"

    def __repr__(self) -> str:
        return "SEALED"


SEALED = Sealed()
DRAW, TAKE, BUY, PASS = Draw(), Take(), Buy(), Pass()


_ON_MELD = re.compile(r"(.*?)\bon ([0-9]{1,6})", re.IGNORECASE)


def _one_card(rest: str, verb: str) -> Card:
    words = rest.split()
    if len(words) != 1:
        raise NotationError(f"one card follows {verb}, like '{verb} Qs', not {rest!r}")
    return card(words[0])


def _on_meld(rest: str, form: str) -> tuple[str, int]:
    found = _ON_MELD.fullmatch(rest)
    if found is None:
        raise NotationError(f"{rest!r} does not end with 'on' and a meld's number, like '{form}'")
    return found[1], int(found[2])


def _read_take(rest: str) -> Action:
    return Take(_one_card(rest, "take")) if rest.strip() else TAKE


def _read_meld(rest: str) -> Action:
    return MeldDown(placed(rest))


def _read_lay(rest: str) -> Action:
    row, number = _on_meld(rest, "lay 10h on 2")
    return LayOff(placed(row), number)


def _read_swap(rest: str) -> Action:
    text, number = _on_meld(rest, "swap 6h on 2")
    return Swap(_one_card(text, "swap"), number)


def _read_contract(rest: str) -> Action:
    return Contract(tuple(map(placed, rest.split("|"))))


def _bare(action: Action) -> Callable[[str], Action]:
    def read(rest: str) -> Action:
        if rest.strip():
            raise NotationError(f"nothing follows {action}, not {rest.strip()!r}")
        return action

    return read


_READERS: dict[str, Callable[[str], Action]] = {
    "draw": _bare(DRAW),
    "take": _read_take,
    "meld": _read_meld,
    "lay": _read_lay,
    "swap": _read_swap,
    "contract": _read_contract,
    "discard": lambda rest: Discard(_one_card(rest, "discard")),
    "out": lambda rest: Out(_one_card(rest, "out")),
    "buy": _bare(BUY),
    "pass": _bare(PASS),
}
VERBS = tuple(_READERS)
"""Every verb an action can begin with."""


def read_action(text: str | Action) -> Action:
    """The action a text names; an action is given back as it is.

    Raises `NotationError` with what was read and what would have been right.
    """
    if isinstance(text, Action):
        return text
    if not isinstance(text, str):
        raise NotationError(f"an action is text like 'discard Qs', not {shortened(text)}")
    if len(text) > MOST_TEXT:
        raise NotationError(f"{text[:30]!r}... is no action: it has {len(text)} characters")
    verb, _, rest = " ".join(text.split()).partition(" ")
    reader = _READERS.get(verb.lower())
    if reader is None:
        near = nearest(verb, VERBS) or f"; an action begins with one of {', '.join(VERBS)}"
        raise NotationError(f"{text!r} is no action{near}")
    try:
        return reader(rest)
    except NotationError as error:
        raise NotationError(f"{text!r}: {error}") from None
