"""The actions of a turn line: words to plays.

>>> [str(play) for play in read_plays("Pass (Cy buys [7h]) draw, discard 4♠", 0)]
['pass', '(Cy buys [7h])', 'draw', 'discard 4s']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rummy_lab.actions import VERBS, Action, read_action
from rummy_lab.cards import NotationError, card, placed, shortened
from rummy_lab.log.lines import Play
from rummy_lab.log.notation import BRACKET_WORDS, Unreadable, read_quoted
from rummy_lab.log.words import read_cards
from rummy_lab.rules.registry import nearest

_TOKEN = re.compile(r'[\s,]+|[()\[\]|]|"(?:[^"\\]|\\.)*"|[^\s,()\[\]|]+')


class Misread(Unreadable):
    """A line that cannot be read; `meant` is the word it may have been."""

    def __init__(self, message: str, offset: int = 0, meant: str = "") -> None:
        super().__init__(message, offset)
        self.meant = meant


class Token(NamedTuple):
    """A word, a bracket or a bar of a turn line, and its column."""

    text: str
    column: int


def read_plays(text: str, start: int) -> Iterator[Play]:
    """The actions of a turn; `start` is where the text begins in its line."""
    tokens = [
        Token(found[0], start + found.start())
        for found in _TOKEN.finditer(text)
        if not found[0][0].isspace() and found[0][0] != ","
    ]
    place = 0
    if not tokens:
        raise Misread("nothing is done in this turn", max(0, start - 1), "turn")
    while place < len(tokens):
        first = tokens[place]
        if first.text == "(":
            end = _closing(tokens, place, ")")
            yield _by_other(tokens[place + 1 : end], first)
        elif first.text == "[":
            raise Misread("what stands in [ ] follows a draw or a buy", first.column, "turn")
        else:
            end = _end_of_action(tokens, place)
            yield _play(tokens[place : end + 1], first.column)
        place = end + 1


def _closing(tokens: Sequence[Token], start: int, sign: str) -> int:
    for place in range(start + 1, len(tokens)):
        if tokens[place].text == sign:
            return place
        if tokens[place].text == tokens[start].text:
            break
    opened = tokens[start]
    raise Misread(f"the closing {sign!r} is missing", opened.column, "turn")


def _end_of_action(tokens: Sequence[Token], start: int) -> int:
    """Where an action ends: before the next verb or bracket, behind its own [ ]."""
    place = start
    while place + 1 < len(tokens):
        following = tokens[place + 1].text
        if following == "[":
            return _closing(tokens, place + 1, "]")
        if following in "()]" or following.lower() in VERBS:
            break
        place += 1
    return place


def _play(tokens: Sequence[Token], column: int, by: str = "") -> Play:
    """An action with what stands in [ ] behind it."""
    opened = next((n for n, token in enumerate(tokens) if token.text == "["), len(tokens))
    action = _action(tokens[:opened])
    play = Play(action, by, column=column + 1)
    if opened == len(tokens):
        return play
    inside = tokens[opened + 1 : -1]
    ordered = bool(inside) and inside[0].text.lower() == "stock"
    found = []
    for token in inside[1:] if ordered else inside:
        try:
            found.extend(read_cards(token.text))
        except Unreadable as error:
            raise Misread(str(error), token.column, "turn") from None
    if ordered:
        return replace(play, order=tuple(found))
    if len(found) != 1:
        said = "in [ ] stands the card drawn, like [7h], or the new stock, like [stock 7h 8h]"
        raise Misread(said, tokens[opened].column, "turn")
    return replace(play, drawn=found[0])


def _by_other(tokens: Sequence[Token], opened: Token) -> Play:
    """`Cy buys`: the name goes up to the first word that says what is done."""
    verb = next(
        (n for n, token in enumerate(tokens) if n and token.text.lower() in BRACKET_WORDS), 0
    )
    if not verb:
        said = "in brackets stands who else does something, like (Cy buys) or (Cy passes)"
        raise Misread(said, opened.column, "turn")
    name = " ".join(token.text for token in tokens[:verb])
    if tokens[0].text.startswith('"'):
        try:
            name, end = read_quoted(tokens[0].text)
        except Unreadable as error:
            raise Misread(str(error), tokens[0].column, "turn") from None
        if verb > 1 or end < len(tokens[0].text):
            raise Misread("something follows the closing quote", tokens[0].column, "turn")
        if not name:
            raise Misread("the name in the quotes is missing", tokens[0].column, "turn")
    does = Token(BRACKET_WORDS[tokens[verb].text.lower()], tokens[verb].column)
    return _play([does, *tokens[verb + 1 :]], opened.column, name)


@lru_cache(maxsize=1 << 14)
def action_of(text: str) -> Action:
    """The action of a text, read once: the same few come again and again."""
    return read_action(text)


def _action(tokens: Sequence[Token]) -> Action:
    try:
        return action_of(" ".join([token.text for token in tokens]))
    except NotationError as error:
        raise _no_action(tokens, str(error)) from None


def _no_action(tokens: Sequence[Token], said: str) -> Misread:
    """What to say of words that are no action."""
    verb = tokens[0]
    if verb.text.lower() not in VERBS:
        return Misread(_no_word(verb.text), verb.column, "turn")
    for before, token in pairwise(tokens):
        on_meld = before.text.lower() == "on" and verb.text.lower() in ("lay", "swap")
        if on_meld and not token.text.isdecimal():
            said = f"{token.text!r} is no meld's number, like '{verb.text.lower()} 10h on 2'"
            return Misread(said, token.column, "turn")
        if not _may_follow(token.text):
            return Misread(_no_word(token.text), token.column, "turn")
    if verb.text.lower() in ("draw", "buy"):
        said += "; a card that is known to be drawn stands in [ ], like 'draw [7h]'"
    return Misread(said, verb.column, "turn")


def _may_follow(word: str) -> bool:
    if word.lower() in ("on", "|") or (word.isascii() and word.isdigit()):
        return True
    try:
        placed(word)
    except NotationError:
        return False
    return True


def _no_word(text: str) -> str:
    """What to say of a word that is neither a card nor a verb."""
    try:
        card(text)
        return f"{text!r} stands where an action should: one of {', '.join(VERBS)}"
    except NotationError as error:
        if len(text) < 3 or text[0].isdecimal() or "=" in text:  # meant as a card
            return str(error)
    return f"{shortened(text)} is neither a card nor an action{nearest(text, VERBS)}"
