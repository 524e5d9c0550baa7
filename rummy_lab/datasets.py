"""The data that comes with the program: logged games, hands, scores, counts.

`datasets/index.toml` lists them. A checkout is looked at first, then the installed copy.

>>> import rummy_lab as rl
>>> rl.dataset("games/block").totals
{'Ana': 134, 'Bo': 211, 'Cy': 91}
>>> rl.dataset("game")
Traceback (most recent call last):
ValueError: 'game' is no dataset; did you mean 'games'?
"""

from __future__ import annotations

import csv
import io
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummy_lab.frames.columns import Column
from rummy_lab.frames.files import read_csv
from rummy_lab.log import Log, load
from rummy_lab.rules import nearest

if TYPE_CHECKING:
    import pandas as pd

FOLDER = "datasets"
INDEX = f"{FOLDER}/index.toml"


def root_of(needed: str) -> Path | None:
    """The folder that has a file which comes with the program: the checkout, else the installed.

    None where there is neither.
    """
    package = Path(__file__).resolve().parent
    for root in (package.parent, package / "_shipped"):
        if (root / needed).is_file() and (root == package / "_shipped" or _is_checkout(root)):
            return root
    return None


def _is_checkout(root: Path) -> bool:
    try:
        text = (root / "pyproject.toml").read_text(encoding="utf-8")
    except OSError:
        return False
    return re.search(r'^name = "rummy-lab"$', text, re.MULTILINE) is not None


# --- what there is ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Dataset:
    """One of the datasets: `load` gives its tables or logs.

    `id` is its name, `title` what it is; `path` the table (CSV) or the folder of logs; `page` tells
    how it was made, `script` makes it again; `columns` says what those of a table hold.
    """

    id: str
    title: str
    path: Path
    page: Path
    script: Path
    columns: Mapping[str, Column] = field(default_factory=dict, repr=False)

    @property
    def kind(self) -> str:
        """What it holds: "table" or "logs"."""
        return "table" if self.columns else "logs"

    def load(self) -> pd.DataFrame | Logged:
        """The table, or the logs by name."""
        if self.kind == "logs":
            return Logged(self)
        return read_csv(self.path, {name: column.dtype for name, column in self.columns.items()})

    def __str__(self) -> str:
        return f"{self.id}: {self.title} ({self.kind})"


class Logged(Mapping[str, Log]):
    """The logs of a dataset by name, each read when it is first asked for.

    Raises `KeyError` for a name there is none of, with the nearest.
    """

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self._paths = {path.stem: path for path in sorted(dataset.path.glob("*.rummy"))}
        self._read: dict[str, Log] = {}

    def __getitem__(self, name: str) -> Log:
        if name not in self._paths:
            raise KeyError(f"{name!r} is no log of {self.dataset.id}{nearest(str(name), self)}")
        if name not in self._read:
            self._read[name] = load(self._paths[name])
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def __repr__(self) -> str:
        return f"<{len(self)} logs of {self.dataset.id}>"

    def __str__(self) -> str:
        return "\n".join(f"{name}: {log!r}" for name, log in self.items())

    def _repr_html_(self) -> str:
        rows = [[name, str(log.rules), str(len(log.deals))] for name, log in self.items()]
        return _table_html(["log", "rules", "deals"], rows, self.dataset.title)


class Datasets(Mapping[str, Dataset]):
    """All datasets by id; shows as a table in a notebook."""

    def __init__(self, found: Mapping[str, Dataset]) -> None:
        self._found = found

    def __getitem__(self, name: str) -> Dataset:
        if name not in self._found:
            raise KeyError(f"{name!r} is no dataset{nearest(str(name), self._found)}")
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return "datasets()"

    def __str__(self) -> str:
        width = max(map(len, self))
        return "\n".join(f"{name:{width}}  {one.title}" for name, one in self.items())

    def _repr_html_(self) -> str:
        rows = [[name, one.title, one.kind, one.page.name] for name, one in self.items()]
        return _table_html(["id", "dataset", "holds", "page"], rows, "Datasets")


def _table_html(head: list[str], rows: list[list[str]], label: str) -> str:
    from rummy_lab.display.markup import escaped, fragment, table_html

    cells = [
        f'<tr><th scope="row"><code>{escaped(first)}</code></th>'
        + "".join(f"<td>{escaped(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    ]
    return fragment(f"<h3>{escaped(label)}</h3>{table_html(head, cells, True)}", label)


def datasets() -> Datasets:
    """All datasets that come with the program, a mapping of id to `Dataset`.

    Raises `ValueError` where they are not there, as in an installation that is not complete.

    >>> datasets()["games"].kind
    'logs'
    """
    root = root_of(INDEX)
    if root is None:
        raise ValueError("the datasets are not there: this installation is not complete")
    return Datasets(_listed(root))


@cache
def _listed(root: Path) -> dict[str, Dataset]:
    told = tomllib.loads((root / INDEX).read_text(encoding="utf-8"))
    folder = root / FOLDER
    return {
        name: Dataset(
            name,
            one["title"],
            folder / one["path"],
            folder / one["page"],
            folder / one["script"],
            {column: Column(*what) for column, what in one.get("columns", {}).items()},
        )
        for name, one in told.items()
    }


def dataset(name: str) -> Any:
    """A dataset by its id: a table, or logs by name; `games/rummy` is one of the logs.

    Raises `ValueError` for a dataset or a log there is none of, with the nearest name.

    >>> log = dataset("games")["remi"]
    >>> log == dataset("games/remi"), log.errors
    (True, [])
    """
    which, _, log = str(name).strip().partition("/")
    try:
        found = datasets()[which]
        logs = found.load()
        if not log:
            return logs
        if found.kind == "table":
            raise ValueError(f"{which!r} is a table: there is no {log!r} in it")
        return logs[log]
    except KeyError as error:
        raise ValueError(str(error.args[0])) from None


# --- making them again ------------------------------------------------------------------------


def csv_text(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Rows as the text of a CSV file; what is missing is empty.

    >>> csv_text([{"hand": "7h 8h", "points": None}], ["hand", "points"])
    'hand,points\\n7h 8h,\\n'
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write_made(files: Mapping[str, str], script: str) -> None:
    """What a script of `datasets/` does when it is run: writes its files, by path and text.

    They go to the folder named on the command line, or to the script's own.
    """
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(script).parent
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
