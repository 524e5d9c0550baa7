"""Makes the tests' own modules (`oracle`, `tables`, …) importable beside each other."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from commanding import run  # noqa: F401  a fixture of all tests of the command
