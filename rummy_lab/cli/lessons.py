"""The command that makes a lesson: `lesson`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from rummy_lab.cli.common import (
    FileOption,
    SetOption,
    UseOption,
    VariantArgument,
    rules_of,
    say,
)
from rummy_lab.lessons import lesson as make
from rummy_lab.lessons import write_lesson


def lesson(
    name: VariantArgument = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The notebook to write. [default: lesson_VARIANT.ipynb]",
            show_default=False,
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file, even a changed one.")
    ] = False,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
) -> None:
    """Make a notebook that teaches a rule set.

    Any rules have a lesson, house rules too: the goal, the melds, a deal to step through, moments
    to play on, what players quarrel about, and scores worked through. A notebook that you have
    changed or run is not written over without --force.

    \b
    Examples: rummy-lab lesson remi --out lesson.ipynb
              rummy-lab lesson house.toml --out ours.ipynb
              rummy-lab lesson rummy --set ace=high_or_low
    """
    rules = rules_of(name, sets, use, rules_file)
    if out is None:
        out = Path(f"lesson_{re.sub(r'[^0-9A-Za-z-]+', '_', rules.id)}.ipynb")
    notebook = make(rules)
    write_lesson(notebook, out, force)
    say(f"{out}: a lesson on {rules.title}, {len(notebook.cells)} cells")
