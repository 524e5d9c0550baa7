"""What has been typed of a log: its lines, and what is asked next.

After each line the whole text is read as any log is, so that what is written is what a check of the
log accepts; a line that brings an error is refused with it.

>>> typed = begun("2025-03-02")
>>> for text in ("rummy", "ace=high", "", "Ana, Bo", "", "7"):
...     typed = answered(typed, text)
>>> print(typed.lines[-1], typed.asks, typed.state.player)
deal 1 () Bo
>>> answered(typed, "draw discard Kc  # what else").lines[-1]
'1 Bo: draw discard Kc  # what else'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rummy_lab import __version__
from rummy_lab.cards import cards
from rummy_lab.cli.common import because, rules_of, setting
from rummy_lab.deal import State
from rummy_lab.log import DealLog, GameLog, Log, LogError, loads
from rummy_lab.log.bodies import Place
from rummy_lab.log.course import standing_of
from rummy_lab.log.errors import Errors
from rummy_lab.log.head import field_of, rule_fields, seat_of
from rummy_lab.log.lines import Field, Heading, Play, Turn, Version
from rummy_lab.log.notation import name_text, read_name, read_names, split_comment
from rummy_lab.log.plays import read_plays
from rummy_lab.log.reading import read_line
from rummy_lab.log.sheets import with_version
from rummy_lab.log.start import too_few
from rummy_lab.rules import OPTIONS, Rules

HEAD = ("variant", "options", "players", "dealer", "seed")
"""What is asked before the first deal."""
OF_RULES = {"variant", "house", "preset", *OPTIONS} - {"players"}
"""The words that say which rules are played."""


_LATER = re.compile(r"(?:correct|strike)\s+[0-9]+\s*:", re.IGNORECASE)
"""How a line begins that speaks of an earlier deal."""


class Refused(ValueError):
    """A line that is not taken, with what speaks against it."""


@dataclass(frozen=True)
class Typed:
    """The lines of a log, and `asks`: the questions before play goes on, the next one first.

    Without a question, the next line is a move; "end" asks nothing more: the game is over.
    """

    lines: tuple[str, ...]
    asks: tuple[str, ...] = HEAD

    @cached_property
    def log(self) -> Log:
        """The lines as a log."""
        return loads("".join(f"{line}\n" for line in self.lines))

    @property
    def game(self) -> GameLog:
        """The game that is typed."""
        return self.log.games[0]

    @property
    def rules(self) -> Rules:
        """The rules of the game, once they are known."""
        assert self.game.rules is not None
        return self.game.rules

    @property
    def deal(self) -> DealLog | None:
        """The deal that is being typed."""
        return self.game.deals[-1] if self.game.deals else None

    @property
    def state(self) -> State | None:
        """Where the deal stands."""
        return self.deal.state if self.deal is not None else None

    @property
    def scored(self) -> tuple[DealLog, ...]:
        """The deals that are over and have their points."""
        return tuple(deal for deal in self.game.deals if deal.points is not None)

    def then(self, *lines: str, asks: tuple[str, ...] | None = None) -> Typed:
        """With more lines, and the next question; raises `Refused` where they are wrong."""
        return self.instead((*self.lines, *lines), self.asks[1:] if asks is None else asks)

    def instead(self, lines: tuple[str, ...], asks: tuple[str, ...]) -> Typed:
        """With other lines; raises `Refused` where they bring an error."""
        made = Typed(lines, asks)
        known = {error.message for error in self.log.errors}
        for error in made.log.errors:
            if error.message not in known:
                raise Refused(self._why(error))
        return made.settled()

    def _why(self, error: LogError) -> str:
        if not error.reasons:
            return error.message
        action = error.message.partition(": ")[0]
        why = [line for reason in error.reasons for line in because(reason, self.rules)]
        return "\n".join([f"{action} is refused:", *why])

    # --- deals --------------------------------------------------------------------------------

    def settled(self, ended: bool = False) -> Typed:
        """With the score of a deal that is over, and the next deal begun.

        A deal without turns, of which only the end is typed, is over when its score is there or
        somebody says so (`ended`).
        """
        deal = self.deal
        if self.asks or deal is None:
            return self
        scored = deal.struck or _has(deal, "score")
        if not scored and not (deal.over and (deal.turns or ended)):
            return self
        if deal.points is None and not deal.struck:
            return replace(self, asks=(*_hidden(deal), "points"))
        score = () if scored or deal.points is None else (str(field_of("score", deal.points)),)
        return replace(self, lines=(*self.lines, *score)).next_deal()

    def next_deal(self) -> Typed:
        """With the next deal begun, where the game is not over."""
        game, deal = self.game, self.deal
        standing = standing_of(game.rules, game.names, game.start, game.deals)
        if standing is None or standing.over:
            return replace(self, asks=("end",))
        number = 1 if deal is None else deal.number + (not deal.struck)
        lines = ("", str(Heading(deal=number)))
        if standing.players != game.names:
            lines += (str(field_of("players", standing.players)),)
        asks: tuple[str, ...] = ()
        if game.seed is None:
            piles = [f"pile {name}" for name in standing.players]
            asks = ("hands", *(piles if self.rules["simultaneous"] else ["upcard"]))
        return Typed((*self.lines, *lines), asks)

    @property
    def above(self) -> tuple[str, ...]:
        """The lines without a last deal of which nothing is typed yet."""
        deal = self.deal
        if deal is None or any(isinstance(line, Field | Turn) for line in deal.lines):
            return self.lines
        above = self.lines[: deal.lines[0].number - 1]
        return above[:-1] if above[-1:] == ("",) else above

    @property
    def kept(self) -> Log:
        """The log, without a last deal of which nothing is typed yet."""
        return self.log if self.above == self.lines else Typed(self.above).log


def _has(deal: DealLog, word: str) -> bool:
    return any(isinstance(line, Field) and line.word == word for line in deal.lines)


def _hidden(deal: DealLog) -> Iterator[str]:
    """The questions for the hands of a deal that is over, as far as they were not shown."""
    state = deal.state
    for name, hand in zip(state.names, state.hands, strict=True) if state is not None else ():
        if any(card.is_unknown for card in hand):
            yield f"left {name}"


def begun(date: str) -> Typed:
    """A log of which nothing is typed yet."""
    return Typed((str(Version()), f"program: rummy-lab {__version__}", f"date: {date}"))


def resumed(lines: tuple[str, ...]) -> Typed:
    """The lines of a log that was begun before, and what is to be asked next."""
    game = Typed(lines).game
    asks: tuple[str, ...] = ()
    if game.rules is None:
        asks = HEAD
    elif not game.names:
        asks = HEAD[1:]
    elif not game.deals:
        asks = HEAD[3:] if game.dealer is None else HEAD[4:]
    return Typed(lines, asks).settled()


def earlier(typed: Typed) -> Iterator[Typed]:
    """What was typed before each action of a log, from the first on: what undo goes back to."""
    for deal in typed.game.deals:
        for turn in deal.turns:
            above = typed.lines[: turn.number - 1]
            yield Typed(above, ())
            for count in range(1, len(turn.plays)):
                yield Typed((*above, str(replace(turn, plays=turn.plays[:count]))), ())


# --- answers ----------------------------------------------------------------------------------


def answered(typed: Typed, text: str) -> Typed:
    """With what was typed at the question that is asked, or as the next move.

    Raises `ValueError` (`OSError` for a house file that cannot be read) where it is not taken.
    """
    text = text.strip()
    if text.startswith("#"):
        return _commented(typed, text[1:])
    if _LATER.match(text) and typed.game.deals:
        return _corrected(typed, text)
    if not typed.asks:
        return _moved(typed, text) if text else typed.settled(ended=True)
    kind, _, name = typed.asks[0].partition(" ")
    if kind in ("hands", "upcard", "pile") and _read(typed, text)[0]:
        return _with_field(replace(typed, asks=()), text)
    if kind in ("hand", "pile", "upcard", "left"):
        return _with_cards(typed, text, kind, name)
    return _ANSWERS[kind](typed, text)


def _variant(typed: Typed, text: str) -> Typed:
    return _with_rules(typed, rules_of(text or None), typed.asks[1:])


def _options(typed: Typed, text: str) -> Typed:
    if not text:
        return typed.then()
    rules = typed.rules
    changed = rules.replace(**dict([setting(text)])) if "=" in text else rules.use(*text.split())
    return _with_rules(typed, changed, typed.asks)


def _with_rules(typed: Typed, rules: Rules, asks: tuple[str, ...]) -> Typed:
    others = (line for line in typed.log.lines
              if not (isinstance(line, Field) and line.word in OF_RULES))  # fmt: skip
    return typed.instead((*map(str, others), *map(str, rule_fields(rules))), asks)


def _players(typed: Typed, text: str) -> Typed:
    if not text:
        raise Refused("say who plays, like Ana, Bo")
    return typed.then(f"players: {text}")


def _dealer(typed: Typed, text: str) -> Typed:
    names = typed.game.names
    seat = seat_of(read_name(text)[0], names) if text else 0
    return typed.then(str(field_of("dealer", names[seat])))


def _seed(typed: Typed, text: str) -> Typed:
    found = typed.then(*([f"seed: {text}"] if text else []))
    return found.next_deal()


def _hands(typed: Typed, text: str) -> Typed:
    assert typed.deal is not None
    names = typed.deal.names
    some = names if text.lower() == "all" else read_names(text)
    wanted = tuple(f"hand {names[seat_of(name, names)]}" for name in some)
    return replace(typed, asks=(*wanted, *typed.asks[1:]))


def _with_cards(typed: Typed, text: str, kind: str, name: str) -> Typed:
    """With the cards of a hand as dealt, a card turned up, or what is left in a hand."""
    if not text:
        return typed.then()
    if kind in ("pile", "upcard") and (count := len(cards(text))) != 1:
        raise Refused(f"one card is turned up, not {count}")
    if kind == "hand" and typed.state is not None:
        named = cards(split_comment(text)[0])
        if said := too_few(name, len(named), typed.state.at):
            raise Refused(said)
    found = _with_field(typed, f"{kind} {name_text(name)}: {text}" if name else f"{kind}: {text}")
    if kind == "left" and found.deal is not None and found.deal.points is not None:
        return replace(found, asks=()).settled()
    return replace(found, asks=typed.asks[1:])


def _with_field(typed: Typed, text: str) -> Typed:
    """With a line of the log as it is typed; its version is one that has the line's word."""
    line, errors = _read(typed, text)
    for error in errors:
        raise Refused(error.message)
    if line is not None:
        newer = with_version([*typed.log.lines, line])
        if newer[:-1] != list(typed.log.lines):
            return typed.instead(tuple(map(str, newer)), typed.asks)
    return typed.instead((*typed.lines, text), typed.asks)


def _read(typed: Typed, text: str) -> tuple[Field | None, list[LogError]]:
    """The field of a deal that a text is, where it has a word of the format; and its errors."""
    errors, playing = Errors(), typed.deal is not None and bool(typed.deal.turns)
    line = read_line(text, 0, Place("deal", typed.game.names, playing), errors)
    return line if isinstance(line, Field) and line.word else None, errors.all()


def _points(typed: Typed, text: str) -> Typed:
    return typed.then(f"score: {text}")


def _end(typed: Typed, text: str) -> Typed:
    raise Refused("the game is over: save ends, undo takes the last line back")


_ANSWERS: dict[str, Callable[[Typed, str], Typed]] = {
    "variant": _variant, "options": _options, "players": _players, "dealer": _dealer,
    "seed": _seed, "hands": _hands, "points": _points, "end": _end,
}  # fmt: skip


# --- moves and comments -----------------------------------------------------------------------


def _moved(typed: Typed, text: str) -> Typed:
    """With some actions of the turn; or with a whole line of the log, as a field of the deal."""
    body, comment = split_comment(text)
    if ":" in body and not body.startswith("("):
        return _with_field(typed, text)
    plays = [_by_whom(typed, play) for play in read_plays(body, 0)]
    state, turn = typed.state, _turn_going_on(typed)
    assert state is not None
    if turn is None:
        turn = Turn(state.turn_number, state.names[state.active], tuple(plays), comment=comment)
        return typed.then(str(turn))
    both = [said for said in (turn.comment, comment) if said is not None]
    line = replace(turn, plays=(*turn.plays, *plays), comment=";".join(both) if both else None)
    above, below = typed.lines[: turn.number - 1], typed.lines[turn.number :]
    return typed.instead((*above, str(line), *below), ())


def _turn_going_on(typed: Typed) -> Turn | None:
    """The turn that is not over yet."""
    deal, state = typed.deal, typed.state
    if deal is None or state is None or not deal.turns or state.over:
        return None
    last = deal.turns[-1]
    return last if last.turn == state.turn_number else None


def _by_whom(typed: Typed, play: Play) -> Play:
    """An action with who does it, where somebody is asked in another player's turn."""
    state, turn = typed.state, _turn_going_on(typed)
    assert state is not None
    owner = state.names[state.active] if turn is None else turn.player
    asked = state.player
    if state.phase == "buy" and play.action.verb not in ("buy", "pass"):
        asked = owner  # nobody buys: those who were still to be asked have passed
    return play if play.by or asked == owner else replace(play, by=asked)


def _corrected(typed: Typed, text: str) -> Typed:
    """With a line that corrects an earlier deal, or strikes it: that can change what comes next."""
    if typed.above == typed.lines and typed.asks != ("end",):
        return _with_field(typed, text)
    return _with_field(Typed(typed.above, ()), text)


def _commented(typed: Typed, comment: str) -> Typed:
    """With a comment on the last line typed, or below it where that has one."""
    lines, rest = typed.above, typed.lines[len(typed.above) :]
    last = next(line for line in typed.log.lines if line.number == len(lines))
    if last.body and last.comment is None:
        return typed.instead((*lines[:-1], f"{lines[-1]}  #{comment}", *rest), typed.asks)
    return typed.instead((*lines, f"#{comment}", *rest), typed.asks)
