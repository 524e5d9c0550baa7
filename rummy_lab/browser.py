"""Python in a browser: what is not there is said kindly, in a line instead of a traceback.

A browser's kernel has the engine and the tools, but fetches the large packages for numbers and
tables only when a cell imports them by name.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType

LATER = ("pandas", "numpy", "matplotlib")
"""What is fetched later, if at all."""


class NotHere(ModuleNotFoundError):
    """A package that this browser has not fetched yet."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows of it."""
        return [str(self)]


class Kindly(MetaPathFinder):
    """Asked last for a module: where it is one of `LATER` and ours to import, says what to do.

    >>> Kindly().find_spec("json") is None
    True
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Finds nothing; raises `NotHere` for what the user can fetch."""
        if name in LATER and _importer() == "rummy_lab":
            raise NotHere(
                f"this needs {name}, which this browser has not fetched yet: run `import {name}` "
                "in a cell of its own, with the network on, and then this cell again",
                name=name,
            )
        return None


def _importer() -> str:
    """The package whose code says import."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("importlib"):
        frame = frame.f_back
    return "" if frame is None else frame.f_globals.get("__name__", "").partition(".")[0]


def say_what_is_missing() -> None:
    """Has missing packages said kindly from now on."""
    if not any(isinstance(finder, Kindly) for finder in sys.meta_path):
        sys.meta_path.append(Kindly())
