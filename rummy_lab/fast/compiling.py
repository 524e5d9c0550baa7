"""How kernels are compiled, and where what was compiled is kept.

numba keeps a compiled function beside its source and compiles it anew when that file changes, but
not when a function it calls, in another file, does. Here all is kept in a folder of the user named
after the text of every file of `fast/`, and of those whose constants are compiled in: a change in
any of them compiles afresh, and the folder of the package need not be writable. Where none can be
written, kernels are compiled in each process.

Importing this module imports numba.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

try:
    import numba
    import numba.core.config
    from numba import extending, types
    from numba.core import options
except ImportError as missing:
    raise ImportError(
        f"rummy_lab.fast needs numba: pip install 'rummy-lab[fast]' ({missing})"
    ) from missing


config: Any = numba.core.config
if config.DISABLE_JIT:
    raise ImportError("rummy_lab.fast needs numba to compile: NUMBA_DISABLE_JIT is set")
VERSIONS_KEPT = 4
"""For so many versions of the program compiled code is kept in any case."""
DAY = 24 * 60 * 60


def sources() -> list[Path]:
    """The files with all that is compiled: functions, and the constants that they name."""
    here = Path(__file__).parent
    constants = [here.parent / "cards.py", *here.parent.glob("arrange/*.py")]
    return sorted([*here.glob("*.py"), *constants])


def fingerprint() -> str:
    """What names the sources of all kernels."""
    found = hashlib.sha256()
    for path in sources():
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _user_folder() -> Path:
    """Where programs of this user keep what can be made again."""
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@cache
def kept_in() -> Path | None:
    """The folder in which compiled kernels are kept, or None where none can be written.

    `NUMBA_CACHE_DIR` moves it.
    """
    try:
        folder = _user_folder().absolute() / "rummy-lab" / fingerprint()
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return None
        os.utime(folder)
        if fresh:
            _tidy(folder.parent)
    except (OSError, RuntimeError):  # no such place, or no home
        return None
    return folder


def _tidy(parent: Path) -> None:
    """Removes what other versions compiled, but for the last few and those used since yesterday."""
    folders = [path for path in parent.iterdir() if re.fullmatch("[0-9a-f]{16}", path.name)]
    used = sorted(((path.stat().st_mtime, path) for path in folders), reverse=True)
    for when, path in used[VERSIONS_KEPT:]:
        if when < time.time() - DAY:
            shutil.rmtree(path, ignore_errors=True)


F = TypeVar("F", bound=Callable[..., Any])
UNCOUNTED: dict[str, Any] = {"_nrt": False} if hasattr(options.DefaultOptions, "_nrt") else {}
"""Tells numba not to count who holds the arrays that a kernel is handed, which would cost small
kernels more than their work. It is no public option: without it they are slower, and not wrong."""


def lean(function: F) -> F:
    """A kernel, which makes no arrays: compiled at its first call, run without the GIL, kept."""
    folder = kept_in()
    before = config.CACHE_DIR
    try:
        config.CACHE_DIR = str(folder or "")
        kernel: Any = numba.njit(nogil=True, cache=folder is not None, **UNCOUNTED)(function)
    finally:
        config.CACHE_DIR = before
    if folder is not None:
        _bear_with(getattr(kernel, "_cache", None))
    return kernel


def _bear_with(cache: Any) -> None:
    """Lets a kernel be compiled anew where what was kept of it is broken, or nothing can be kept.

    A disk that is full, a machine that goes down: numba would raise what reading and writing raise.
    """
    if cache is None:  # it is no public name
        return
    load, save = cache.load_overload, cache.save_overload

    def load_overload(*given: Any) -> Any:
        try:
            return load(*given)
        except Exception:
            with suppress(OSError):
                cache.flush()
            return None

    def save_overload(*given: Any) -> None:
        with suppress(Exception):
            save(*given)

    cache.load_overload, cache.save_overload = load_overload, save_overload


def is_compiled(kernel: Any) -> bool:
    """Whether a kernel was compiled before, by this process or another that kept it."""
    folder, module = kept_in(), kernel.__module__.rpartition(".")[2]
    kept = folder.rglob(f"{module}.{kernel.__name__}-*.nbc") if folder else ()
    return bool(kernel.signatures) or any(kept)


def _lowest(_: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(bits), code


_made: Any = extending.intrinsic(_lowest)
lowest: Callable[[int], int] = _made
"""Within kernels: the place of the lowest bit of an int64 that is not 0, as one instruction."""
