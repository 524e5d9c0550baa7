"""`rummy-lab log new`: a game typed move by move, checked as it goes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from rummy_lab.cli.common import INTERRUPTED, say, shown
from rummy_lab.cli.log.completing import COMMANDS, candidates, help_of
from rummy_lab.cli.log.session import Session
from rummy_lab.cli.log.terminal import Interrupted, Lines, standard
from rummy_lab.cli.log.typed import HEAD, Typed
from rummy_lab.deal import State
from rummy_lab.display.markup import points_text
from rummy_lab.display.text import text_of_state

QUESTIONS = {
    "variant": "Variant: ",
    "options": "Option, like ace=high or remi-o5 (Enter: no more): ",
    "players": "Players, like Ana, Bo: ",
    "seed": "Seed (Enter: real cards): ",
    "hands": "Whose cards are known? (names or all; Enter: nobody's) ",
    "upcard": "Upcard (Enter: not known): ",
    "end": "The game is over (Enter: save and end): ",
}
"""The questions that are always the same."""


def new(
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="The log to write or to go on with.")
    ] = Path("game.rummy"),
) -> None:
    """Type a game move by move, and get a log that is right.

    Asks for the rules, the players and the cards (a seed, or real cards, of which any may be
    unknown), then for each move. Tab shows what is legal, help what can be typed; a move that is
    not allowed is refused with every reason. Nothing is lost: what was typed is kept beside OUT
    after every line, and the same command goes on with it. Reads plain lines where the standard
    input is no terminal; then the exit status is 1 where a line was refused.

    \b
    Examples: rummy-lab log new
              rummy-lab log new friday.rummy
              rummy-lab log new friday.rummy < moves.txt
    """
    session, lines = Session(out), standard()
    say(_greeting(session))
    _show(session.now)
    try:
        refused = _take_down(session, lines)
        status = int(refused and not lines.at_terminal)
    except KeyboardInterrupt:
        if session.half:
            session.keep(session.half)
        status = INTERRUPTED
    say(_farewell(session))
    if status:
        raise typer.Exit(status)


def _take_down(session: Session, lines: Lines) -> bool:
    """Asks for lines until the end; tells whether one of them was refused.

    `session.half` is what was typed and is not taken yet.
    """
    refused = False
    while True:
        try:
            text = lines.ask(_prompt(session.now), session.half, partial(candidates, session.now))
        except EOFError:
            return refused
        except Interrupted as stop:
            session.half = stop.half
            raise
        session.half = text
        for line in text.split("\n"):  # a paste may have many
            came = _obey(session, line)
            if came == "end":
                return refused
            if came == "refused":
                refused = True
                break
        if "\n" not in text:
            session.half = ""


def _obey(session: Session, text: str) -> str:
    """Does what a line says: it is "taken", or "refused", or the "end" of all lines."""
    word = text.strip().lower()
    ends = session.now.asks[:1] == ("end",) and not word
    if word in _COMMANDS or ends:
        session.taken()
        return "end" if _COMMANDS["save" if ends else word](session) else "taken"
    return "taken" if _entered(session, text) else "refused"


def _greeting(session: Session) -> str:
    if session.resumes is None:
        return f"A new log, {session.out}. help says what can be typed, quit stops."
    begun = f"\nA line was begun: {session.half}" if session.half else ""
    return f"Going on with {session.resumes}.{begun}"


def _farewell(session: Session) -> str:
    if session.unwritten:
        return f"The log could not be written; here it is:\n{session.text}"
    if session.drafted:
        again = f"rummy-lab log new {session.out}"
        return f"\nKept in {session.draft}; '{again}' goes on."
    return f"\nThe log is in {session.out}." if session.out.exists() else "\nNothing was typed."


def _prompt(typed: Typed) -> str:
    if not typed.asks:
        state = typed.state
        assert state is not None
        if state.over:
            return "The deal is over (Enter: score it): "
        return shown(f"{state.turn_number} {state.player}> ")
    kind, _, name = typed.asks[0].partition(" ")
    if kind == "dealer":
        return shown(f"Who deals first? (Enter: {typed.game.names[0]}) ")
    if kind == "hand":
        return shown(f"{name}'s cards (?? for one nobody saw; Enter: not known): ")
    if kind == "left":
        return shown(f"What is left in {name}'s hand (Enter: not known): ")
    if kind == "pile":
        return shown(f"The card turned up for {name} (Enter: not known): ")
    if kind == "points":
        return "The points of the deal, like Ana 36, Bo 0: "
    return QUESTIONS[kind]


def _question(typed: Typed) -> str:
    """The question that is asked, as a sentence names it."""
    return repr(_prompt(typed).rstrip(": "))


def _show(typed: Typed) -> None:
    """The table, where moves are asked for."""
    if not typed.asks and typed.state is not None:
        _show_state(typed.state)


def _show_state(state: State) -> None:
    say(f"\n{text_of_state(state)}\n")


# --- lines ------------------------------------------------------------------------------------


def _entered(session: Session, text: str) -> bool:
    """Takes a line; says why not, and gives False, where it is refused."""
    before = session.now
    try:
        if not session.enter(text):
            return True
    except (ValueError, OSError) as error:
        say(str(error) if isinstance(error, ValueError) else f"{error.filename}: {error.strerror}")
        return False
    _tell_scores(session.now, before)
    if session.now.state != before.state:
        _show(session.now)
    return True


def _tell_scores(typed: Typed, before: Typed) -> None:
    """The scores of the deals that have just ended, and the totals where they are others now."""
    for deal in typed.scored[len(before.scored) :]:
        sheet = deal.sheet()
        say(f"\n{sheet}" if sheet is not None else "")
    totals, told = typed.game.totals, before.game.totals
    if typed.game.deals and (totals != told or len(typed.scored) > len(before.scored)):
        said = ", ".join(f"{name} {points_text(points)}" for name, points in totals.items())
        say(f"Totals: {said}")


def _undo(session: Session) -> bool:
    return _stepped(session, session.undo(), "there is nothing to take back")


def _redo(session: Session) -> bool:
    return _stepped(session, session.redo(), "nothing was taken back")


def _stepped(session: Session, done: bool, otherwise: str) -> bool:
    if done:
        _show(session.now)
    else:
        say(otherwise)
    return False


def _table(session: Session) -> bool:
    state = session.now.state
    if state is None:
        say(f"there is no table yet: first answer {_question(session.now)}")
    else:
        _show_state(state)
    return False


def _help(session: Session) -> bool:
    for line in help_of(session.now):
        say(f"  {line}")
    return False


def _save(session: Session) -> bool:
    if session.now.asks and session.now.asks[0] in HEAD:
        say(f"there is no game to save yet: first answer {_question(session.now)}")
        return False
    saved = session.save()
    if saved:
        say(f"{session.out} is written.")
    return saved and session.now.asks == ("end",)


def _quit(session: Session) -> bool:
    return True


_COMMANDS: dict[str, Callable[[Session], bool]] = dict(
    zip(COMMANDS, (_undo, _redo, _table, _save, _help, _quit), strict=True)
)
"""What a command does; True ends the session."""
