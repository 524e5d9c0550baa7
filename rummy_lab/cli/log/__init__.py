"""The commands `rummy-lab log ...`: check, convert, sum up and type logs."""

from __future__ import annotations

import typer

from rummy_lab.cli.log.checking import check
from rummy_lab.cli.log.converting import convert
from rummy_lab.cli.log.summing import stats
from rummy_lab.cli.log.typing import new

HELP = """Check, convert and sum up logs, and type a game move by move.

\b
Examples: rummy-lab log new --out game.rummy
          rummy-lab log check game.rummy
"""
app = typer.Typer(help=HELP, no_args_is_help=True)
for command in (check, convert, stats, new):
    app.command()(command)
