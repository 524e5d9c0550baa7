"""The scripts of `datasets/`, as modules."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

DATASETS = Path(__file__).resolve().parents[1] / "datasets"


@cache
def script(name: str) -> ModuleType:
    """A script of `datasets/` by its name."""
    spec = importlib.util.spec_from_file_location(name, DATASETS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
