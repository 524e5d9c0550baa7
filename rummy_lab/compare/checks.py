"""Would it have been legal? A logged game under other rules, deal by deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rummy_lab.compare.crossing import Crossing, Stop, cross
from rummy_lab.compare.labels import RuleSets, labelled
from rummy_lab.compare.moves import moves_of, numbered
from rummy_lab.deal import Deal
from rummy_lab.frames import frame_of
from rummy_lab.game import Game
from rummy_lab.log import DealLog, GameLog, Log
from rummy_lab.log.lines import Field, Line
from rummy_lab.reasons import Reason

if TYPE_CHECKING:
    import pandas as pd

Logged = Log | Game | Deal
"""What has a log, or is one."""

COLUMNS: dict[str, tuple[str, str]] = {
    "variant": ("string", "The rules the deal is judged by: a variant's id with what is changed"),
    "game": ("int64", "Which game of the log, from 1"),
    "deal": ("int64", "The number of the deal in its game"),
    "legal": ("boolean", "Whether all that was logged is legal under these rules, the cards lying "
              "as they lay; missing where a card that nobody recorded decides"),
    "over": ("boolean", "Whether the deal is over under these rules where the log ends"),
    "fits": ("boolean", "Whether these rules could have dealt the table as it is; `differences` "
             "says why not"),
    "line": ("Int64", "The line of the log where it stops being legal"),
    "turn": ("Int64", "The turn of the deal where it stops"),
    "seat": ("Int64", "The seat that acts there, from 0"),
    "player": ("string", "The name of that player"),
    "action": ("string", "The action as it is logged"),
    "tried": ("string", "The same act in the words of these rules"),
    "code": ("string", "The reason's code"),
    "clause": ("string", "The clause that forbids it"),
    "standing": ("string", "The clause's standing: stated, inferred, resolved, house"),
    "message": ("string", "Why it is not legal, in a sentence"),
    "differences": ("string", "How the table differs from one of these rules: cards dealt, packs, "
                    "wilds, players, with the clauses"),
    "notes": ("string", "What was read otherwise than it is written, and what else is to say"),
}  # fmt: skip
"""Every column of a cross-check: its type and what it holds."""


def cross_check(
    log: Logged, variants: RuleSets = None, deal: int | None = None, game: int | None = None
) -> pd.DataFrame:
    """Whether each logged deal could have been played under other rules, and where it stops.

    `log` is a `Log` (or a `Game` or `Deal`), `variants` are ids, `Rules`, house files or a mapping
    that names them (None: every shipped variant), `deal` picks one deal, `game` one game of several
    (from 1). The table has a row for each rule set and deal that counts (none for one that was
    struck); `rummy_lab.compare.CHECK_COLUMNS` says
    what its columns hold.

    The cards stay where they lay: hands, piles and draws are the logged ones, nothing is dealt
    again. `legal` is about the actions, each asked of the engine up to the first that these rules
    forbid. How the table itself would have been otherwise (another number of cards dealt, other
    packs, wilds or players) is no action: `fits` and `differences` say it. A card that these rules
    do not have stops a deal once it is laid on the table. Acts that are the same at a table but
    written in other words are taken for each other, and `notes` says where: see
    `rummy_lab.compare.crossing`.

    Raises `RulesError` for a variant that is none, `ValueError` for a deal there is none of.

    >>> import rummy_lab as rl
    >>> log = rl.loads('''rummy-lab log 1
    ... variant: remi
    ... players: Ana, Bo
    ...
    ... deal 1
    ... hand Bo: 5d 6d 7s Kc Kd ?? ?? ?? ?? ??
    ... 1 Bo: draw meld 5d 6d 7s discard Kc''')
    >>> found = cross_check(log, ["remi", "rummy"])
    >>> found["legal"].to_list(), found["line"].to_list()
    ([True, False], [<NA>, 7])
    >>> found.loc[1, ["action", "clause", "message"]].to_list()
    ['meld 5d 6d 7s', 'rummy-9', '5♦ 6♦ 7♠ are not of one suit, as a run must be']
    """
    from rummy_lab.compare.tables import CheckFrame

    found = log_of(log)
    places = numbered(found)
    chosen = [(place, entry, list(moves_of(entry, places)))
              for place, _, entry in deals_of(found, deal, game)]  # fmt: skip
    rows = []
    for label, rules in labelled(variants).items():
        for place, entry, moves in chosen:
            row: dict[str, Any] = {"variant": label, "game": place, "deal": entry.number}
            if entry.start is None or not moves:
                row["message"] = _why_not(entry, found, places)
            else:
                row |= _row(entry, cross(entry.start, moves, rules), places)
            rows.append(row)
    return CheckFrame(frame_of(COLUMNS, rows))


def log_of(logged: Logged) -> Log:
    """The log of what has one; raises `TypeError` for anything else."""
    if isinstance(logged, Log):
        return logged
    if isinstance(logged, Game | Deal):
        return logged.log
    raise TypeError(f"a log is wanted (or a Game or Deal), not {type(logged).__name__}")


def deals_of(
    log: Log, number: int | None = None, game: int | None = None
) -> list[tuple[int, GameLog, DealLog]]:
    """The deals of a log (or of one game) that count, with the number of their game.

    One that was struck is left out, unless its number is asked for and nothing was played in its
    place. Raises `ValueError` where there is no such deal or game.
    """
    games = list(enumerate(log.games, 1)) if game is None else [(game, log.game(game))]
    if number is None:
        return [(place, one, deal) for place, one in games for deal in one.deals if not deal.struck]
    found = [(place, one, one.deal(number)) for place, one in games
             if any(deal.number == number for deal in one.deals)]  # fmt: skip
    if not found:
        there = dict.fromkeys(str(deal.number) for _, one in games for deal in one.deals)
        where = "the log" if game is None else f"game {game} of the log"
        raise ValueError(f"{where} has no deal {number}; it has {', '.join(there) or 'none'}")
    return found


def _why_not(deal: DealLog, log: Log, places: dict[int, int]) -> str:
    if not deal.turns:
        return "no move of this deal is logged"
    game = next(game for game in log.games if deal in game.deals)
    head = game.lines[: len(game.lines) - sum(len(one.lines) for one in game.deals)]
    for lines in (deal.lines[1:], deal.lines[:1], head):
        numbers = {places[id(line)] for line in lines}
        for error in log.errors:
            if error.line in numbers:
                return f"how this deal began is not known: {error}"
    return "how this deal began is not known"


def _row(deal: DealLog, found: Crossing, places: dict[int, int]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "legal": found.legal,
        "over": found.state.over if found.stop is None else None,
        "fits": found.setting.fits,
        "differences": "; ".join(map(str, found.setting.differences)) or None,
        "notes": "; ".join(_notes(deal, found)) or None,
    }
    stop = found.stop
    if stop is None:
        return row
    move = stop.move
    row |= {"line": places[id(_meld_line(deal, stop))] if move is None else move.line,
            "code": stop.code, "clause": stop.clause or None, "standing": stop.standing or None,
            "message": stop.message}  # fmt: skip
    if move is not None:
        row |= {"turn": move.turn, "tried": stop.tried or None}
        if move.action is not None:
            row |= {"seat": move.seat, "player": deal.names[move.seat],
                    "action": str(move.action)}  # fmt: skip
    return row


def _meld_line(deal: DealLog, stop: Stop) -> Line:
    """The line that lays a meld on the table before the first move."""
    laid = [line for line in deal.lines if isinstance(line, Field) and line.word == "meld"]
    return laid[(stop.meld or 1) - 1] if laid else deal.lines[0]


def _notes(deal: DealLog, found: Crossing) -> Iterator[str]:
    """What the row has to say beside where the deal stops."""
    from rummy_lab.display.text import status_of

    if found.stop is not None and found.stop.others:
        yield f"besides: {'; '.join(map(_because, found.stop.others))}"
    if found.stop is not None and (note := found.setting.rules.note_of(found.stop.clause)):
        yield f"on {found.stop.clause}: {note.removesuffix('.')}"
    yield from found.notes
    if found.unknown:
        yield "a card that nobody recorded decides"
    if found.stop is not None:
        return
    if not deal.sound:
        yield "under its own rules the log breaks off"
    elif not deal.over:
        yield "the log ends before the deal does"
    if deal.over and not found.state.over:
        yield f"the deal would go on: {status_of(found.state)}"


def _because(reason: Reason) -> str:
    return f"{reason.message} ({reason.clause})"
