"""The commands about the data that comes with the program: `datasets` and `dataset`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rummy_lab.cli.common import JsonOption, may_write, say, say_file, say_json
from rummy_lab.datasets import Dataset, Logged
from rummy_lab.datasets import dataset as loaded
from rummy_lab.datasets import datasets as listed
from rummy_lab.display.saying import counted
from rummy_lab.log.files import write_whole, writing


def datasets(as_json: JsonOption = False) -> None:
    """List the datasets that come with the program.

    \b
    Example:  rummy-lab datasets
    --json:   a list of {id, title, kind, path, page}; kind is "table", with
              columns: {name: {dtype, unit, meaning}}, or "logs", with names: [name]
    """
    found = listed()
    if as_json:
        say_json([_plain(one) for one in found.values()])
    else:
        say(found)


def _plain(one: Dataset) -> dict[str, Any]:
    told = {"id": one.id, "title": one.title, "kind": one.kind, "path": str(one.path),
            "page": str(one.page)}  # fmt: skip
    if one.kind == "logs":
        return {**told, "names": list(one.load())}
    return {**told, "columns": {name: column._asdict() for name, column in one.columns.items()}}


def dataset(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A dataset, or one of its logs: games/remi.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="PATH", help="Copy it to a file; all logs to a folder."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
) -> None:
    """Print a dataset: a table as CSV, a log as text, or the names of several logs.

    \b
    Examples: rummy-lab dataset hands
              rummy-lab dataset games/remi --out remi.rummy
              rummy-lab dataset mistakes --out mistakes
    """
    found = loaded(name)
    which, _, log = name.strip().partition("/")
    file = listed()[which].path / f"{log}.rummy" if log else listed()[which].path
    if out is None:
        say_file("\n".join(f"{which}/{one}" for one in found) if isinstance(found, Logged)
                 else file.read_text("utf-8").rstrip())  # fmt: skip
        return
    may_write(out, force)
    files = {out / path.name: path for path in file.glob("*.rummy")} or {out: file}
    with writing(out):
        for target, path in files.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, path.read_bytes())
    say(f"{out}: {counted(len(files), 'file')}")
