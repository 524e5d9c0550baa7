"""Makes the tests' own modules (`oracle`, `tables`, …) importable beside each other."""

import math
import os
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from commanding import run  # noqa: F401  a fixture of all tests of the command
from sharing import Sharing, needs_browser


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: browser tests wait as long as they work."""
    return (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing | None:
    """Who gets which test, unless another way is asked for."""
    return Sharing(config, log) if config.getvalue("dist") == "loadscope" else None


GAVE_WAY = pytest.StashKey[bool]()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A worker that does not begin with a browser's tests gives way to those that do.

    JupyterLab gives widgets up on a page that takes long to load.
    """
    stash = item.config.stash
    if GAVE_WAY not in stash and "PYTEST_XDIST_WORKER" in os.environ and hasattr(os, "nice"):
        stash[GAVE_WAY] = not needs_browser(item.nodeid)
        os.nice(5 if stash[GAVE_WAY] else 0)


@pytest.fixture
def between_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulations ask `stop` between pieces only, however long a game takes on a busy machine."""
    from rummy_lab.simulate import running

    monkeypatch.setattr(running, "SECONDS_ASKED", math.inf)
