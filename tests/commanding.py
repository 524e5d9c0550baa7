"""Running the `rummy-lab` command in tests, in this process or in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rummy_lab.cli import main

ROOT = Path(__file__).resolve().parents[1]


class Ran(NamedTuple):
    """What one run of the command came to."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs the command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["rummy-lab", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        code = ended.value.code
        return Ran(code if isinstance(code, int) else 0, said.out, said.err)

    return command


def process(*words: str | bytes, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Runs the command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    return subprocess.run([sys.executable, "-m", "rummy_lab", *words], env=environment,
                          capture_output=True, timeout=60, **more)  # fmt: skip


def refused(ran: Ran, *said: str) -> None:
    """One sentence on stderr, exit status 2, nothing on stdout."""
    assert ran.status == 2 and ran.out == "", ran.out
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err, ran.err
    for part in said:
        assert part in ran.err, ran.err
