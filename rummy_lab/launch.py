"""Opens JupyterLab on a copy of the notebooks, which a user may change without losing anything.

The copy holds `notebooks/` and `datasets/` side by side, as a checkout does, so that a notebook
finds its data by the same path in both. A small file of hashes beside them remembers what was
copied: a file that still is what was copied may be brought up to date, any other is kept.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rummy_lab.datasets import root_of
from rummy_lab.lessons.keeping import mark
from rummy_lab.log.files import write_whole

FOLDERS = ("notebooks", "datasets")
START = "notebooks/00_start_here.ipynb"
COPY = "rummy-lab-notebooks"
MANIFEST = ".rummy-lab.json"
GAMES = "rummy-games"
"""Where a notebook keeps the games played in it: never copied."""
SETTINGS = Path(__file__).resolve().parent / "lab_settings"
"""Defaults for JupyterLab in its own form: no question about news. A user's settings go first."""
NO_LAB = (
    "JupyterLab is not installed: pip install 'rummy-lab[lab]', or in a checkout "
    "pip install -e '.[lab]'"
)


class LaunchError(ValueError):
    """Why the notebooks cannot be opened."""


@dataclass
class Copied:
    """What a copying did to each file, by its path inside the copy.

    `kept` are the files the user has changed; of these, `newer` are shipped in another version
    than the one the user began with.
    """

    made: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """The copying in one line.

        >>> print(Copied(made=["a", "b"], kept=["c.ipynb"], newer=["c.ipynb"]))
        2 files copied; kept as you changed it: c.ipynb (newer here: rename yours to get it)
        """
        done = [f"{len(paths)} {'file' if len(paths) == 1 else 'files'} {verb}"
                for paths, verb in ((self.made, "copied"), (self.updated, "brought up to date"))
                if paths]  # fmt: skip
        said = "; ".join(done) or "nothing new"
        if self.kept:
            said += f"; kept as you changed {'it' if len(self.kept) == 1 else 'them'}: "
            said += ", ".join(
                path + " (newer here: rename yours to get it)" * (path in self.newer)
                for path in self.kept
            )
        return said


def shipped() -> Path:
    """The folder that holds the notebooks and datasets: the checkout, else what was installed.

    Raises `LaunchError` where there is neither.
    """
    root = root_of(START)
    if root is None:
        raise LaunchError("the notebooks are not there: this installation is not complete")
    return root


def shipped_files(root: Path) -> Iterator[str]:
    """The paths of the files to copy, in order, with `/` on every system."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            inside = path.relative_to(root)
            skipped = any(part.startswith((".", "__")) or part == GAMES for part in inside.parts)
            if path.is_file() and not skipped:
                yield inside.as_posix()


def copy_notebooks(root: Path, target: Path) -> Copied:
    """Copies what is missing or may be updated from `root` to `target`; loses nothing there.

    A file that the user changed stays as it is, whatever is shipped now. Each file is written
    whole or not at all. Raises `LaunchError` where the copy cannot be written.
    """
    done = Copied()
    try:
        target.mkdir(parents=True, exist_ok=True)
        known = _read_manifest(target)
        for path in shipped_files(root):
            _copy_one(path, (root / path).read_bytes(), target / path, known, done)
        _write(target / MANIFEST, (json.dumps(known, indent=1, sort_keys=True) + "\n").encode())
    except OSError as error:
        reason = error.strerror or error
        raise LaunchError(f"the notebooks cannot be copied to {target}: {reason}") from None
    return done


def _copy_one(path: str, new: bytes, place: Path, known: dict[str, str], done: Copied) -> None:
    if place.is_dir():
        done.kept.append(path)
        return
    here, begun = _mark(path, new), known.get(path)
    there = _mark(path, place.read_bytes()) if place.exists() else None
    if there is not None and there not in (here, begun):
        done.kept.append(path)
        if begun not in (None, here):
            done.newer.append(path)
        return
    known[path] = here
    if there == here:
        done.same.append(path)
        return
    (done.made if there is None else done.updated).append(path)
    _write(place, new)


def _mark(path: str, data: bytes) -> str:
    """A hash of what a user can change in a file."""
    if path.endswith(".ipynb"):
        try:
            return mark(json.loads(data)["cells"])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            pass  # no notebook any more: every byte counts
    return hashlib.sha256(data).hexdigest()


def _read_manifest(target: Path) -> dict[str, str]:
    try:
        read = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(read, dict):
        return {}
    return {path: text for path, text in read.items() if isinstance(text, str)}


def _write(place: Path, data: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, data)


def lab_arguments(
    folder: Path, port: int | None = None, ip: str | None = None, browser: bool = True
) -> list[str]:
    """What JupyterLab is told: where to start, and to fetch nothing from any network.

    >>> lab_arguments(Path("copy"), port=8899, browser=False)[-2:]
    ['--ServerApp.port=8899', '--no-browser']
    """
    told = [
        f"--ServerApp.root_dir={folder.resolve()}",
        f"--LabApp.default_url=/lab/tree/{START}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=None",
        "--Application.log_level=WARN",  # what is left says where the notebooks are
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        told.append("--allow-root")
    if ip is not None:
        told.append(f"--ServerApp.ip={ip}")
    if port is not None:
        told.append(f"--ServerApp.port={port}")
    return told if browser else [*told, "--no-browser"]


def launch(
    folder: Path | None = None,
    port: int | None = None,
    ip: str | None = None,
    browser: bool = True,
) -> None:
    """Copies the notebooks and runs JupyterLab on them until it is stopped.

    Raises `LaunchError` where JupyterLab is not installed or the notebooks cannot be copied.
    """
    try:
        from jupyterlab.labapp import LabApp
    except ImportError:
        raise LaunchError(NO_LAB) from None
    folder = Path(COPY) if folder is None else folder
    paths = [os.environ.get("JUPYTER_CONFIG_PATH"), str(SETTINGS)]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    print(f"{folder}: {copy_notebooks(shipped(), folder)}", file=sys.stderr, flush=True)
    print("JupyterLab starts; Ctrl-C stops it.", file=sys.stderr, flush=True)
    logging.captureWarnings(True)  # they are told to those who write JupyterLab
    LabApp.launch_instance(argv=lab_arguments(folder, port, ip, browser))
