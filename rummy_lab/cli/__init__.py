"""The `rummy-lab` command: opens the notebooks, or answers from the command line.

A user's error is one sentence on stderr and exit status 2; `check` and `replay` exit with 1 where
what they were given is not legal.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rummy_lab import __version__
from rummy_lab.cli import (
    comparing,
    data,
    exporting,
    hands,
    lessons,
    log,
    replaying,
    rulesets,
    scores,
    simulation,
    tables,
)
from rummy_lab.cli.common import sentence_of, use_any_terminal

app = typer.Typer(
    name="rummy-lab",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
for command in (rulesets.variants, rulesets.rules, rulesets.diff, hands.check, hands.melds,
                hands.arrange, tables.deal, tables.play, replaying.replay, scores.score,
                simulation.simulate, simulation.compare, comparing.cross_check,
                comparing.odds, data.datasets, data.dataset, lessons.lesson,
                exporting.export):  # fmt: skip
    app.command()(command)
app.add_typer(log.app, name="log")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"rummy-lab {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--dir",
            metavar="FOLDER",
            help="Where the copy is kept. [default: rummy-lab-notebooks]",
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="JupyterLab's port.")
    ] = None,
    ip: Annotated[
        str | None, typer.Option("--ip", metavar="ADDRESS", help="Where JupyterLab listens.")
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address, open no browser.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Rummy in Jupyter. Without a command: open JupyterLab on the start notebook.

    The notebooks and datasets are copied to ./rummy-lab-notebooks first; what you change there is
    kept. Cards are written rank then suit, like 7h 10d Qs; JK is a joker.

    \b
    Examples: rummy-lab
              rummy-lab --no-browser --port 8899 --dir lessons
              rummy-lab check rummy "Qs Ks As"
    """  # fmt: skip
    if context.invoked_subcommand is None:
        from rummy_lab.launch import launch

        launch(folder, port, ip, not no_browser)


def main() -> None:
    """Runs the command; whatever a user got wrong ends in one sentence."""
    use_any_terminal()
    try:
        app(prog_name="rummy-lab")
    except (ValueError, OSError, RecursionError, OverflowError) as error:
        print(f"rummy-lab: {sentence_of(error)}", file=sys.stderr)
        sys.exit(2)
