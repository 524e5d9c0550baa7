"""`rummy-lab log convert`: a log in another form."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from rummy_lab.cli.common import UNUSABLE, complain, may_write, rules_of, say
from rummy_lab.cli.reading import Unusable, each_game, placed_error
from rummy_lab.display.saying import counted
from rummy_lab.log import Log, LogError, dump, read_scores, write_scores
from rummy_lab.log.files import MOST_BYTES, write_whole, writing
from rummy_lab.log.spreadsheets import text_of_sheet
from rummy_lab.rules import nearest

FORMS = {
    "rummy": "text, for people",
    "jsonl": "JSON Lines, for programs",
    "scores": "a score sheet in CSV",
    "csv": "a folder of tables in CSV",
    "parquet": "a folder of tables in Parquet",
}
"""What a log can be turned into."""
_SHEETS = (".csv", ".tsv")
_WRITTEN = {
    True: "is written all the same, with every line",
    False: "is written all the same, with what could be read",
}
"""What became of a log with errors, by whether a log was written."""
_BY_SUFFIX = {".rummy": "rummy", ".jsonl": "jsonl", ".csv": "scores"}


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", help="A log, or a score sheet (*.csv, *.tsv); - is standard input."
        ),
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file, or folder, to write.")],
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="FORM", help=f"One of {', '.join(FORMS)}. [default: as OUT is called]"
        ),
    ] = "",
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="VARIANT", help="By which rules a score sheet was won."),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            metavar="NAME",
            help="That of a score sheet, like cp1252. [default: utf-8]",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing where the log has errors.")
    ] = False,
) -> None:
    """Turn a log into another form.

    The name of OUT says which: *.rummy is text, *.jsonl is JSON Lines (both also *.gz, packed), and
    *.csv a score sheet; a folder of tables is asked for with --to. Errors in the log go to stderr,
    and the exit status is 1; OUT is written all the same, unless --strict is said: as a log it
    keeps what could not be read, as a table or score sheet it has the rest.

    \b
    Examples: rummy-lab log convert game.rummy game.jsonl.gz
              rummy-lab log convert season.jsonl tables --to parquet
              rummy-lab log convert sheet.csv game.rummy --rules remi
    """
    form = _form_of(out, to)
    may_write(out, force)
    reading = _Reading(source, rules, encoding)
    try:
        logs = list(reading) if strict else reading
        if not (strict and reading.errors):
            with writing(out):
                _write(logs, out, form)
            say(f"{out}: {counted(reading.games, 'game')}, {counted(reading.deals, 'deal')}")
    except Unusable as error:
        complain(error)
        raise typer.Exit(UNUSABLE) from None
    if reading.errors:
        done = "is not written" if strict else _WRITTEN[form in ("rummy", "jsonl")]
        complain(f"{out} {done}: {counted(reading.errors, 'error')}")
        raise typer.Exit(1)


def _form_of(out: Path, to: str) -> str:
    """What is to be written; raises `ValueError` where nobody says."""
    if to:
        if to not in FORMS:
            raise ValueError(f"--to {to}: that is no form{nearest(to, FORMS)}")
        return to
    suffix = Path(out.name.removesuffix(".gz")).suffix.lower()
    if suffix not in _BY_SUFFIX:
        raise ValueError(f"say what {out} is to be with --to: one of {', '.join(FORMS)}")
    return _BY_SUFFIX[suffix]


class _Reading:
    """Reads the games of a file, counts them, and tells what is wrong in them."""

    def __init__(self, source: str, rules: str | None, encoding: str | None) -> None:
        self.source, self.rules, self.encoding = source, rules, encoding
        self.games = self.deals = self.errors = 0
        suffix = Path(source.lower().removesuffix(".gz")).suffix
        self.sheet = suffix in _SHEETS or (source == "-" and rules is not None)
        if self.sheet and rules is None:
            raise ValueError(f"say by which rules {source} was won, like --rules remi")
        if rules is not None and not self.sheet:
            raise ValueError(f"{source} says its rules itself: --rules goes with a score sheet")
        if encoding is not None and not self.sheet:
            raise ValueError(f"{source} is a log, in UTF-8: --encoding goes with a score sheet")

    def __iter__(self) -> Iterator[Log]:
        for log in self._sheet_log() if self.sheet else each_game(self.source):
            self.games += len(log.games)
            self.deals += len(log.deals)
            self.errors += len(log.errors)
            for error in log.errors:
                complain(placed_error(self.source, error))
            yield log

    def _sheet_log(self) -> Iterator[Log]:
        try:
            yield read_scores(self._sheet_text(), rules_of(self.rules), encoding=self.encoding)
        except (LogError, OSError) as error:
            raise Unusable.of(self.source, error) from None

    def _sheet_text(self) -> str | Path:
        """The text from the standard input, or the path of the file."""
        if self.source != "-":
            return Path(self.source)
        data = sys.stdin.buffer.read(MOST_BYTES)
        return f"{text_of_sheet(data, 'the standard input', self.encoding)}\n"


def _write(logs: Iterable[Log], out: Path, form: str) -> None:
    if form in ("csv", "parquet"):
        from rummy_lab.frames import write_tables

        games = iter(logs)
        first = next(games)  # a file that is no log is told before a folder is made
        write_tables(chain([first], games), out, form)
        return
    log = Log(tuple(game for one in logs for game in one.games))
    if form != "scores":
        dump(log, out, "text" if form == "rummy" else form)
    elif len(log.games) == 1:
        write_whole(out, write_scores(log).encode())
    else:
        raise ValueError(f"there are {len(log.games)} games, and a score sheet has one")
