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

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rummy_lab import __version__
from rummy_lab.cards import cards
from rummy_lab.cli.common import because, rules_of, setting
from rummy_lab.deal import State
from rummy_lab.game import next_players, reached
from rummy_lab.log import DealLog, GameLog, Log, LogError, loads
from rummy_lab.log.head import field_of, rule_fields, seat_of
from rummy_lab.log.lines import Field, Heading, Play, Turn, Version
from rummy_lab.log.notation import name_text, read_name, read_names, split_comment
from rummy_lab.log.plays import read_plays
from rummy_lab.rules import OPTIONS, Rules

HEAD = ("variant", "options", "players", "dealer", "seed")
"""What is asked before the first deal."""
OF_RULES = {"variant", "house", "preset", *OPTIONS} - {"players"}
"""The words that say which rules are played."""


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

    def settled(self) -> Typed:
        """With the score of a deal that is over, and the next deal begun."""
        deal = self.deal
        if self.asks or deal is None or not (deal.over or deal.points is not None):
            return self
        if deal.points is None:
            return replace(self, asks=("points",))
        written = any(isinstance(line, Field) and line.word == "score" for line in deal.lines)
        score = () if written else (str(field_of("score", deal.points)),)
        return replace(self, lines=(*self.lines, *score)).next_deal()

    def next_deal(self) -> Typed:
        """With the next deal begun, where the game is not over."""
        game, rules, deal = self.game, self.rules, self.deal
        number, names = 1, game.names
        if deal is not None:
            number = deal.number + 1
            points = deal.points or {}
            before = {name: total - points.get(name, 0) for name, total in game.totals.items()}
            bonus = rules["ties"] == "bonus_deal" and reached(rules, before, deal.number - 1)
            names = next_players(
                rules, names, game.totals, deal.number, deal.names if bonus else ()
            )
        if not names:
            return replace(self, asks=("end",))
        lines = ("", str(Heading(deal=number)))
        if names != game.names:
            lines += (str(field_of("players", names)),)
        asks: tuple[str, ...] = ()
        if game.seed is None:
            piles = [f"pile {name}" for name in names] if rules["simultaneous"] else ["upcard"]
            asks = ("hands", *piles)
        return Typed((*self.lines, *lines), asks)

    @property
    def kept(self) -> Log:
        """The log without a last deal of which nothing is typed yet."""
        deal = self.deal
        if deal is None or any(isinstance(line, Field | Turn) for line in deal.lines):
            return self.log
        above = self.lines[: deal.lines[0].number - 1]
        return Typed(above[:-1] if above[-1:] == ("",) else above).log


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
    if not typed.asks:
        return _moved(typed, text) if text else typed
    kind, _, name = typed.asks[0].partition(" ")
    if kind in ("hand", "pile", "upcard"):
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
    if not text:
        return typed.then()
    dealt = len(typed.state.hands[0]) if typed.state is not None and kind == "hand" else 1
    if (count := len(cards(text))) != dealt:
        raise Refused(f"{dealt} cards are dealt, not {count}: write ?? for one nobody recorded"
                      if kind == "hand" else f"one card is turned up, not {count}")  # fmt: skip
    return typed.then(f"{kind} {name_text(name)}: {text}" if name else f"{kind}: {text}")


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
        return typed.then(text)
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


def _commented(typed: Typed, comment: str) -> Typed:
    """With a comment on the last line typed, or below it where that has one."""
    lines, rest = typed.lines, ()
    if typed.deal is not None and len(typed.deal.lines) == 1 < len(typed.game.deals):
        end = typed.deal.lines[0].number - 2  # the next deal is begun, but not typed yet
        lines, rest = lines[:end], lines[end:]
    last = next(line for line in typed.log.lines if line.number == len(lines))
    if last.body and last.comment is None:
        return replace(typed, lines=(*lines[:-1], f"{lines[-1]}  #{comment}", *rest))
    return replace(typed, lines=(*lines, f"#{comment}", *rest))
