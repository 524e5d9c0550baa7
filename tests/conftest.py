"""Makes the tests' own modules (`oracle`, `tables`, …) importable beside each other."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from commanding import run  # noqa: F401  a fixture of all tests of the command


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: browser tests wait as long as they work."""
    return (os.cpu_count() or 1) + 1
