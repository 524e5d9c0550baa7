"""The command that makes a page of a notebook: `export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rummy_lab.cli.common import say
from rummy_lab.export import export_notebook


def export(
    notebook: Annotated[Path, typer.Argument(metavar="NOTEBOOK", help="An .ipynb file.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The page to write. [default: the notebook's name with .html]",
            show_default=False,
        ),
    ] = None,
    no_execute: Annotated[
        bool, typer.Option("--no-execute", help="Export it as it is; do not run it first.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is no export.")
    ] = False,
) -> None:
    """Write a notebook as one HTML file that works offline and prints.

    The cells are run first; the notebook itself is not changed. The page fetches nothing and runs
    no script: every tool shows its table or picture as it stands. Formulas are shown as they are
    written.

    \b
    Examples: rummy-lab export lesson.ipynb
              rummy-lab export notebooks/00_start_here.ipynb --out start.html
    """
    say(f"{export_notebook(notebook, out, not no_execute, force)}: a page that needs no network")
