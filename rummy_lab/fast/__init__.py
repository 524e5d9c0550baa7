"""Many hands and whole deals at once, compiled; needs the extra `[fast]`, which is numba.

Nothing here is needed for a right answer: what it says is what the engine says, sooner. Importing
the package imports neither numba nor numpy; the first answer compiles, which is kept for next time.

>>> from rummy_lab import fast
>>> hands = fast.pack(["6s 7s 8s 6c 7c 8c 8d 2h 4h 10d", "As 2s 3s Kd"], "rummy")
>>> fast.deadwood(hands, "rummy")
array([24, 10], dtype=int32)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rummy_lab.fast.support import Support, plays, supports

if TYPE_CHECKING:
    from rummy_lab.fast.batch import deadwood, pack

__all__ = ["Support", "deadwood", "pack", "plays", "supports"]

_HOME = {"deadwood": "batch", "pack": "batch"}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
