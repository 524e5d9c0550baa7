"""Cards, packs and the shuffle; reading and writing cards.

A card is a value: there is one object for the nine of diamonds, however many packs are in play,
and two nines of diamonds are that object twice. `Card.code` numbers them all in the order the tie
rule uses (suit ♠ ♥ ♦ ♣ ★, rank up), so sorting cards and indexing tables by card are one thing.

>>> str(card("td")), card("10♦") is card("Td"), card("JK").is_joker
('10d', True, True)
>>> [str(c) for c in sorted(cards("2c Kd JK As"))]
['As', 'Kd', '2c', 'JK']
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from functools import total_ordering
from operator import index
from typing import NamedTuple

SUITS = "shdct"
"""The letters of the suits in order: spades, hearts, diamonds, clubs, and Five Crowns' stars."""
GLYPHS = dict(zip(SUITS, "♠♥♦♣★", strict=True))
SUIT_NAMES = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs", "stars"), strict=True))
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""Rank texts; rank number `r` (ace 1, king 13) is `RANKS[r - 1]`."""
RANK_NAMES = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
JOKER_CODE = len(SUITS) * 13
UNKNOWN_CODE = JOKER_CODE + 1
CODES = UNKNOWN_CODE + 1
"""How many different cards there are, the joker and the unknown card included."""


class NotationError(ValueError):
    """A text that should have been a card, a meld or an action, and is none."""


@total_ordering
class Card:
    """One card: a natural card, a joker (`JK`) or a card nobody recorded (`??`).

    Cards are made by `card` and `cards`, never directly; equal cards are the same object.
    `rank` is 1 (ace) to 13 (king), 0 for the joker and the unknown card; `suit` is a letter of
    `SUITS` or `""`; `code` is the card's number in the common order.
    """

    __slots__ = ("code", "rank", "suit", "text")
    code: int
    rank: int
    suit: str
    text: str

    @property
    def is_joker(self) -> bool:
        """Whether this is a printed joker."""
        return self.code == JOKER_CODE

    @property
    def is_unknown(self) -> bool:
        """Whether this stands for a card nobody recorded."""
        return self.code == UNKNOWN_CODE

    @property
    def pretty(self) -> str:
        """The card with its glyph, for sentences and pictures.

        >>> card("10h").pretty
        '10♥'
        """
        return self.text if not self.suit else RANKS[self.rank - 1] + GLYPHS[self.suit]

    @property
    def spoken(self) -> str:
        """The card's name in words, for screen readers.

        >>> card("10h").spoken, card("JK").spoken
        ('ten of hearts', 'joker')
        """
        if self.is_joker:
            return "joker"
        if self.is_unknown:
            return "unknown card"
        return f"{RANK_NAMES[self.rank - 1]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"

    def __lt__(self, other: object) -> bool:
        return self.code < other.code if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _make(code: int, rank: int, suit: str, text: str) -> Card:
    made = Card.__new__(Card)
    made.code, made.rank, made.suit, made.text = code, rank, suit, text
    return made


BY_CODE: tuple[Card, ...] = (
    *(
        _make(13 * s + r - 1, r, suit, RANKS[r - 1] + suit)
        for s, suit in enumerate(SUITS)
        for r in range(1, 14)
    ),
    _make(JOKER_CODE, 0, "", "JK"),
    _make(UNKNOWN_CODE, 0, "", "??"),
)
"""Every card by its code."""
JOKER, UNKNOWN = BY_CODE[JOKER_CODE], BY_CODE[UNKNOWN_CODE]

Cards = str | Iterable[Card]
"""What every call that wants cards takes: text, or any iterable of `Card`."""


def natural(rank: int, suit: str) -> Card:
    """The natural card of a rank (1 to 13) and a suit letter.

    >>> natural(12, "s")
    card('Qs')
    """
    return BY_CODE[13 * SUITS.index(suit) + rank - 1]


_TEXTS = {c.text.lower(): c for c in BY_CODE} | {f"t{suit}": natural(10, suit) for suit in SUITS}
_FROM_GLYPH = str.maketrans({g: s for s, g in GLYPHS.items()} | {"\ufe0e": None, "\ufe0f": None})
_SPACE = re.compile(r"[\s,]+")


def card(text: str | Card) -> Card:
    """The card a text names: `7h`, `10d` or `Td`, `Q♠`, `JK`, `??`; upper and lower case alike.

    Raises `NotationError` with what was read and what would have been right.

    >>> card("qS"), card("JK")
    (card('Qs'), card('JK'))
    >>> card("1h")
    Traceback (most recent call last):
    rummy_lab.cards.NotationError: '1h' is no card: the rank '1' is none of A 2 3 4 5 6 ...
    """
    if isinstance(text, Card):
        return text
    if not isinstance(text, str):
        raise NotationError(f"a card is text like '10h', not {shortened(text)}")
    found = _TEXTS.get(text.translate(_FROM_GLYPH).strip().lower())
    if found is None:
        raise NotationError(_why_no_card(text.strip()))
    return found


def shortened(value: object) -> str:
    """A value as a message shows it: its repr, cut where it is long."""
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


def encoding_of(data: bytes) -> str:
    """How a text file is written: UTF-8, or UTF-16 where it begins with its mark.

    Windows PowerShell writes UTF-16 where a command's output goes to a file.

    >>> encoding_of("deal".encode()), encoding_of("deal".encode("utf-16"))
    ('utf-8-sig', 'utf-16')
    """
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return "utf-16" if marked else "utf-8-sig"


def _why_no_card(text: str) -> str:
    said = f"{shortened(text)} is no card"
    plain = text.translate(_FROM_GLYPH)
    if not plain:
        return f"{said}: a card is a rank and a suit, like 10h, or JK, or ??"
    if "=" in plain:
        return f"{said}: what a wild stands for can be said in a meld or a lay-off only"
    rank, suit = plain[:-1].upper(), plain[-1].lower()
    if suit not in SUITS:
        return f"{said}: its last letter is no suit (s h d c t, or ♠ ♥ ♦ ♣ ★)"
    return f"{said}: the rank {shortened(rank)} is none of {' '.join(RANKS)}"


def words(text: str) -> list[str]:
    """The words of a list of cards: parted by white space or commas."""
    return [w for w in _SPACE.split(text) if w]


def cards(some: Cards) -> tuple[Card, ...]:
    """The cards a text lists, or the given cards as a tuple.

    Raises `NotationError` naming the word that is no card and its place in the list.

    >>> cards("7h 8♥, JK")
    (card('7h'), card('8h'), card('JK'))
    >>> cards("7h 8x")
    Traceback (most recent call last):
    rummy_lab.cards.NotationError: '8x' is no card: its last letter is no suit (s h d c t, ...
    """
    listed: Iterable[str | Card]
    if isinstance(some, str):
        listed = words(some)
    elif isinstance(some, Card):
        return (some,)
    else:
        try:
            listed = list(some)
        except TypeError:
            said = shortened(some)
            raise NotationError(f"cards are text like '7h 8h' or Cards, not {said}") from None
    found = []
    for place, word in enumerate(listed, 1):
        try:
            found.append(card(word))
        except NotationError as error:
            where = f" (word {place} of {shortened(some)})" if len(list(listed)) > 1 else ""
            raise NotationError(f"{error}{where}") from None
    return tuple(found)


class Placed(NamedTuple):
    """A card as it is played: `stands` is the card a wild was declared as, or None."""

    card: Card
    stands: Card | None = None

    def __str__(self) -> str:
        return str(self.card) if self.stands is None else f"{self.card}={self.stands}"


def placed(some: str | Iterable[Card | Placed]) -> tuple[Placed, ...]:
    """Cards of a meld with what its wilds were declared as.

    >>> [str(p) for p in placed("9s JK=9h 9d")]
    ['9s', 'JK=9h', '9d']
    >>> placed("JK=9h=9s")
    Traceback (most recent call last):
    rummy_lab.cards.NotationError: 'JK=9h=9s' is no card: a wild is declared once, like JK=9h
    """
    if not isinstance(some, str):
        if not isinstance(some, Iterable):
            raise NotationError(f"cards are text like '7h 8h' or Cards, not {shortened(some)}")
        return tuple(c if isinstance(c, Placed) else Placed(card(c)) for c in some)
    found = []
    for word in words(some):
        played, *declared = word.split("=")
        if len(declared) > 1:
            raise NotationError(
                f"{shortened(word)} is no card: a wild is declared once, like JK=9h"
            )
        stands = card(declared[0]) if declared else None
        if stands is not None and not stands.suit:
            raise NotationError(f"{shortened(word)}: a wild stands for a natural card, like JK=9h")
        found.append(Placed(card(played), stands))
    return tuple(found)


def text_of(some: Iterable[object]) -> str:
    """Cards, placed cards or melds as text, parted by blanks.

    >>> text_of(cards("Td 2♠"))
    '10d 2s'
    """
    return " ".join(map(str, some))


def pretty(some: Iterable[Card]) -> str:
    """Cards with glyphs, for sentences.

    >>> pretty(cards("10d 2s"))
    '10♦ 2♠'
    """
    return " ".join(c.pretty for c in some)


def pack(suits: str, ranks: Sequence[int], packs: int, jokers: int) -> tuple[Card, ...]:
    """All cards of some packs in the order of their codes; `jokers` counts those in all packs.

    >>> len(pack("shdc", range(1, 14), 2, 1))
    105
    """
    naturals = sorted(natural(r, s) for s in suits for r in ranks)
    return tuple(c for c in naturals for _ in range(packs)) + (JOKER,) * jokers


_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z = (z + _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class SplitMix64:
    """The generator behind every shuffle, written out because a kernel must repeat it.

    `DESIGN.md` ("The shuffle") gives it in full. `keys` are integers; the seed comes first.

    >>> SplitMix64(7, 1, 0).below(52)
    49
    """

    __slots__ = ("state",)

    def __init__(self, *keys: int) -> None:
        state = 0
        for key in keys:
            state = _mix(state ^ (key & _MASK))
        self.state = state

    def next(self) -> int:
        """The next 64 random bits as an integer."""
        state = self.state
        self.state = (state + _GAMMA) & _MASK
        return _mix(state)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self.next() % n

    def shuffle(self, some: Iterable[Card]) -> tuple[Card, ...]:
        """The cards in a new order, by Fisher and Yates from the last place down."""
        order = list(some)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


def whole_number(value: object) -> int | None:
    """An integer of any kind, numpy's too, as an int; None for anything else, and for a bool.

    >>> whole_number(7), whole_number(True), whole_number(7.0)
    (7, None, None)
    """
    if type(value) is int:
        return value
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_seed(seed: object) -> int:
    """The seed as an integer; raises `ValueError` for anything that is none.

    >>> check_seed("seven")
    Traceback (most recent call last):
    ValueError: a seed is an integer, not 'seven'
    """
    number = whole_number(seed)
    if number is None:
        raise ValueError(f"a seed is an integer, not {shortened(seed)}")
    return number


def shuffled(some: Iterable[Card], seed: int, deal: int, recycle: int) -> tuple[Card, ...]:
    """The cards in the order that seed, deal number and recycle number give, and nothing else.

    >>> str(shuffled(pack("shdc", range(1, 14), 1, 0), 7, 1, 0)[-1])
    'Jc'
    """
    return SplitMix64(seed, deal, recycle).shuffle(some)
