"""A log that is being typed: undo, redo, and its files.

`game.rummy` is written when the log is saved; until then all that was typed stands beside it, in
`game.draft.rummy`, after every line.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from rummy_lab.cli.common import complain, sentence_of, shown
from rummy_lab.cli.log.typed import HEAD, Typed, answered, begun, earlier, resumed
from rummy_lab.cli.reading import placed_error, read_log
from rummy_lab.log import Log, dump, dumps

HALF = "#> "
"""How a comment begins that keeps a line that was not finished."""


class Session:
    """What is typed into a file, `out`; goes on with what is there.

    `half` is what was typed and is not taken yet: a line begun, or the rest of a paste. Raises
    `ValueError` where the file holds what cannot be gone on with.
    """

    def __init__(self, out: Path) -> None:
        if not out.parent.is_dir():
            raise ValueError(f"{out.parent} is no folder: say where the log can be written")
        self.out = out
        self.draft = out.with_name(f"{Path(out.name.removesuffix('.gz')).stem}.draft.rummy")
        self.undone: list[Typed] = []
        self.half, self.drafted, self.unwritten = "", self.draft.exists(), False
        there = self.draft if self.drafted else out
        if self.drafted and out.exists() and out.stat().st_mtime_ns > self.draft.stat().st_mtime_ns:
            raise ValueError(f"{out} was changed after {self.draft} was typed: move one away")
        self.resumes = there if there.exists() else None
        self.now = begun(date.today().isoformat())
        self.before: list[Typed] = []
        if self.resumes is not None:
            self._resume(there)

    def _resume(self, file: Path) -> None:
        log = read_log(file)
        if len(log.games) > 1:
            raise ValueError(f"{file} holds {len(log.games)} games: only one can be gone on with")
        lines, half = list(map(str, log.lines)), []
        while lines[-1].startswith(HALF):
            half.append(lines.pop().removeprefix(HALF))
        self.half = "\n".join(reversed(half))
        self.now = resumed(tuple(lines))
        if log.errors and self.now.asks not in (HEAD, HEAD[1:]):
            raise ValueError(f"{placed_error(file, log.errors[0])} (mend it, then go on)")
        if self.now.asks == ("end",) and not self.drafted:
            raise ValueError(f"{file} is there already, and its game is over: say another name")
        self.before = list(earlier(self.now))

    # --- lines --------------------------------------------------------------------------------

    def enter(self, text: str) -> bool:
        """Takes a line; False for one that says nothing. Raises as `answered` does."""
        now = answered(self.now, text)
        self.taken()
        if now == self.now:
            return False
        self.before.append(self.now)
        self.undone.clear()
        self._become(now)
        return True

    def taken(self) -> None:
        """The first line of `half` is taken."""
        self.half = self.half.partition("\n")[2]

    def undo(self) -> bool:
        """Takes the last line back; False where there is none."""
        if not self.before:
            return False
        self.undone.append(self.now)
        self._become(self.before.pop().settled())
        return True

    def redo(self) -> bool:
        """Brings back what was taken back; False where there is nothing."""
        if not self.undone:
            return False
        self.before.append(self.now)
        self._become(self.undone.pop())
        return True

    def _become(self, now: Typed) -> None:
        self.now = now
        self.keep()

    # --- files --------------------------------------------------------------------------------

    def keep(self, half: str = "") -> None:
        """Writes all that was typed to the draft, with the line that was begun."""
        log = self.now.kept
        if half:
            begun = (HALF + line for line in shown(half).split("\n"))
            log = Typed((*map(str, log.lines), *begun)).log
        self.drafted = self._write(log, self.draft) or self.drafted

    def save(self) -> bool:
        """Writes the log to its file; the draft has served then. False where it cannot be."""
        if not self._write(self.now.kept, self.out):
            return False
        self.draft.unlink(missing_ok=True)
        self.drafted = False
        return True

    def _write(self, log: Log, file: Path) -> bool:
        try:
            dump(log, file)
        except OSError as error:
            self.unwritten = True
            complain(f"{file} cannot be written: {sentence_of(error)}")
            return False
        self.unwritten = False
        return True

    @property
    def text(self) -> str:
        """The log as text: what is left to print where no file can be written."""
        return dumps(self.now.kept)
