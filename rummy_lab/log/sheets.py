"""Score sheets from Python: a log with points only, deals added to it, corrected and struck.

>>> log = score_log("rummy", ["Ana", "Bo"], deals=[{"Ana": 36, "Bo": 0}, (0, 118)])
>>> log = log.corrected(1, {"Ana": 30}, comment="her king was on the table").with_deal([2, 0])
>>> log.totals, log.over, log.errors
({'Ana': 32, 'Bo': 118}, False, [])
>>> log.struck(2).totals
{'Ana': 32, 'Bo': 0}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeGuard

from rummy_lab.cards import shortened
from rummy_lab.deal.position import player_names
from rummy_lab.log.course import Standing, standing_of
from rummy_lab.log.errors import LogError
from rummy_lab.log.head import dealer_of, field_of, seat_of
from rummy_lab.log.lines import Field, Heading, Line, Version
from rummy_lab.log.loading import loads
from rummy_lab.log.making import free_line, head_lines
from rummy_lab.log.notation import read_points
from rummy_lab.log.record import DealLog, Log
from rummy_lab.log.settling import CHANGES
from rummy_lab.log.words import version_of
from rummy_lab.rules import Rules
from rummy_lab.scoring import FinalPosition, Points, score, whole
from rummy_lab.variants import rules_of

Scored = FinalPosition | Mapping[str, Any] | Sequence[Any]
"""How a deal ended: a final position, or points by name or by seat (of any numbers or texts)."""


def score_log(
    rules: Rules | str,
    players: int | Sequence[str],
    deals: Iterable[Scored] = (),
    *,
    dealer: int | str = 0,
    totals: Mapping[str, Any] | None = None,
    fields: Mapping[str, str] | None = None,
) -> Log:
    """A log of scores without play, as a score sheet on paper has them.

    `players` are names or a number; each of `deals` is the points by name or by seat, or a
    `FinalPosition`, which is scored by the rules; `dealer` (a name or a seat) deals the first;
    `totals` are points made before; `fields` are free fields like a date. What the rules forbid is
    in `errors` of the log.

    Raises `ValueError` for a name that is no player's and for points that are no number.

    >>> score_log("remi", 3, [(20, 0, 0)], dealer=2).deals[0].points
    {'Player 1': 20, 'Player 2': 0, 'Player 3': 0}
    """
    rules = rules_of(rules)
    names = player_names(players, rules)
    seat = seat_of(dealer, names) if isinstance(dealer, str) else dealer
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(names):
        raise ValueError(f"dealer={dealer!r} is no seat from 0 to {len(names) - 1}, and no name")
    before = _points({} if totals is None else totals, names)
    if not isinstance(fields, Mapping | None):
        raise ValueError(f"fields are texts by key, like {{'place': 'Cluj'}}, not {fields!r}")
    if not isinstance(deals, Iterable) or isinstance(deals, str | Mapping):
        raise ValueError(f"deals is a list with an entry for each deal, not {deals!r}")
    lines = head_lines(rules, names, seat, None, before, fields)
    standing = Standing(rules, names, {**dict.fromkeys(names, 0), **before})
    for number, deal in enumerate(deals, 1):
        playing = standing.players or names
        lines += _deal_lines(deal, number, playing, names)
        points = _result(deal, number, playing, rules)
        standing = standing.after(DealLog(number, playing, None, (), points=points))
    return _log([with_version(lines)])


class Coming(NamedTuple):
    """The deal that comes next: its number, who plays (nobody where the game is over), who deals.

    `dealer` is a place in `names`, None where it is not known.
    """

    number: int
    names: tuple[str, ...]
    dealer: int | None


def coming(log: Log, game: int = 1) -> Coming:
    """The deal that comes next in a game; raises `ValueError` where its players are not known.

    >>> coming(score_log("rummy", ["Ana", "Bo"], [(36, 0)]))
    Coming(number=2, names=('Ana', 'Bo'), dealer=1)
    """
    logged, rules = log.playable(game)
    last = logged.deals[-1] if logged.deals else None
    number = 1 if last is None else last.number + (not last.struck)
    standing = standing_of(rules, logged.names, logged.start, logged.deals)
    names = standing.players if standing is not None else logged.names
    return Coming(number, names, dealer_of(logged, last, number, names) if names else None)


def with_deal(
    log: Log,
    deal: Scored,
    *,
    dealer: str | None = None,
    comment: str | None = None,
    game: int = 1,
    out: str | None = None,
    whole_hand: bool = False,
    joker_used: bool = False,
) -> Log:
    """A log with one more deal; see `Log.with_deal`."""
    logged, _ = log.playable(game)
    following = coming(log, game)
    names = following.names or logged.names
    told: dict[str, Any] = {}
    if dealer is not None:
        told["dealer"] = names[seat_of(dealer, names)]
    if out is not None:
        went = names[seat_of(out, names)]
        told |= {"out": went, "whole_hand": whole_hand, "joker_used": joker_used}
    more = [field_of(word, data) for word, data in told.items() if data]
    lines = _deal_lines(deal, following.number, names, logged.names, more, comment)
    return _added(log, game, lines)


def corrected(
    log: Log, deal: int, points: Mapping[str, Any], comment: str | None = None, game: int = 1
) -> Log:
    """A log with a line that corrects the points of a deal; see `Log.corrected`."""
    names = log.playable(game)[0].deal(deal).names
    field = field_of("correct", _points(points, names), str(deal))
    return _added(log, game, [replace(field, comment=_comment(comment))])


def struck(log: Log, deal: int, comment: str | None = None, game: int = 1) -> Log:
    """A log with a line that strikes a deal; see `Log.struck`."""
    log.playable(game)[0].deal(deal)  # one that there is
    field = field_of("strike", "", str(deal))
    return _added(log, game, [replace(field, comment=_comment(comment))])


# --- lines ------------------------------------------------------------------------------------


def _deal_lines(
    deal: Scored,
    number: int,
    names: tuple[str, ...],
    everybody: tuple[str, ...],
    more: Sequence[Line] = (),
    comment: str | None = None,
) -> list[Line]:
    """A deal that was not played here: a blank line, its heading, who plays, how it ended."""
    lines: list[Line] = [Line(), Heading(number, comment=_comment(comment))]
    if names != everybody:
        lines.append(field_of("players", names))
    lines += more
    if isinstance(deal, FinalPosition):
        return [*lines, *_end_lines(deal, names)]
    return [*lines, field_of("score", _by_name(deal, names))]


def _by_name(deal: Any, names: tuple[str, ...]) -> dict[str, Points]:
    """Points by name, from points by name or by seat."""
    if isinstance(deal, Mapping):
        return _points(deal, names)
    if isinstance(deal, str) or not isinstance(deal, Sequence):
        raise ValueError(f"a deal is a FinalPosition, or points by name or by seat, not {deal!r}")
    if len(deal) != len(names):
        raise ValueError(f"{len(deal)} numbers of points for {len(names)} players")
    return _points(dict(zip(names, deal, strict=True)), names)


def _result(
    deal: Scored, number: int, names: tuple[str, ...], rules: Rules
) -> dict[str, Points] | None:
    """The points of a deal, None where unrecorded cards decide."""
    if not isinstance(deal, FinalPosition):
        return _by_name(deal, names)
    if any(card.is_unknown for held in deal.left.values() for card in held):
        return None
    return score(replace(deal, deal=number), rules).totals


def _end_lines(end: FinalPosition, names: tuple[str, ...]) -> list[Line]:
    told = {names[seat_of(name, names)]: held for name, held in end.left.items()}
    out = None if end.out is None else names[seat_of(end.out, names)]
    lines: list[Line] = [
        Field("meld", names[seat_of(owner, names)], meld) for owner, meld in end.melds
    ]
    lines += [field_of("left", held, name) for name, held in told.items() if held or name != out]
    if out is not None:
        lines.append(field_of("out", out))
    lines += [field_of(word, True) for word in ("whole_hand", "joker_used") if getattr(end, word)]
    return lines


def _points(given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Points]:
    """Points by the players' names; raises `ValueError`."""
    if not isinstance(given, Mapping):
        raise ValueError(f"points are given by name, like {{'Ana': 36}}, not {shortened(given)}")
    return {names[seat_of(name, names)]: a_number(points) for name, points in given.items()}


def a_number(points: Any) -> Points:
    """Points as they are counted: whole, or an exact fraction.

    >>> a_number(18.5), a_number("37/2"), a_number(4.0)
    (Fraction(37, 2), Fraction(37, 2), 4)
    """
    if isinstance(points, str):
        return read_points(points)
    try:
        if isinstance(points, bool):
            raise TypeError
        return whole(Fraction(points).limit_denominator(10**6))
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{points!r} is no number of points, like 36 or 37/2") from None


def _comment(text: str | None) -> str | None:
    if not isinstance(text, str | None):
        raise ValueError(f"a comment is text, not {shortened(text)}")
    return None if text is None else f" {' '.join(text.split())}"


# --- logs -------------------------------------------------------------------------------------


def _added(log: Log, game: int, lines: Sequence[Line]) -> Log:
    """A log with lines behind the last line of a game that is not blank."""
    parts = [list(one.lines) for one in log.games]
    own = parts[game - 1]
    end = max((n for n, line in enumerate(own, 1) if str(line)), default=len(own))
    parts[game - 1] = with_version([*own[:end], *lines, *own[end:]])
    return _log(parts)


def with_version(lines: Sequence[Line]) -> list[Line]:
    """The lines of a game with a version that has all their words.

    Fields of one's own that the later version would read as its words are put in quotes.
    """
    place = next(n for n, line in enumerate(lines) if isinstance(line, Version))
    first, found = lines[place], list(lines)
    wanted = version_of(lines)
    if isinstance(first, Version) and first.version < wanted:
        for n, line in enumerate(found):
            if isinstance(line, Field) and not line.word:
                quoted = line.quoted or free_line(line.name, line.data).quoted
                found[n] = replace(line, quoted=quoted)
        found[place] = replace(first, version=wanted)
    return found


def _log(games: Iterable[Iterable[Line]]) -> Log:
    """The log of some lines; its errors name the deal, for nobody has typed those lines."""
    log = loads("".join(f"{line}\n" for lines in games for line in lines))
    if len(log.games) > 1:
        return log
    where = {line.number: int(line.name) if _changes(line) else deal.number
             for deal in log.deals for line in deal.lines}  # fmt: skip
    return Log(log.games, [
        LogError(error.line, error.column, error.message, error.reasons, where.get(error.line))
        for error in log.errors
    ])  # fmt: skip


def _changes(line: Line) -> TypeGuard[Field]:
    """Whether a line speaks of a deal above it, not of the one that it stands in."""
    return isinstance(line, Field) and line.word in CHANGES
