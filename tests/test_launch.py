"""The launcher: what is copied, kept and brought up to date, and what JupyterLab is told."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from importlib import import_module
from pathlib import Path

import pytest

from rummy_lab import launch
from rummy_lab.launch import MANIFEST, START, LaunchError, copy_notebooks

ROOT = Path(__file__).resolve().parents[1]
DATA = "datasets/FORMAT.md"


def notebook(*sources: str, outputs: list[dict[str, object]] | None = None, **meta: object) -> str:
    cells = [
        {"cell_type": "code", "id": f"c{n}", "source": [source], "metadata": {},
         "execution_count": None, "outputs": outputs or []}
        for n, source in enumerate(sources)
    ]  # fmt: skip
    return json.dumps({"cells": cells, "metadata": meta, "nbformat": 4, "nbformat_minor": 5})


def write(root: Path, path: str, text: str) -> None:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A checkout in small."""
    root = tmp_path / "source"
    write(root, START, notebook("1"))
    write(root, DATA, "the log")
    write(root, "notebooks/.ipynb_checkpoints/x.ipynb", "hidden")
    write(root, "notebooks/rummy-games/x.rummy", "a game of whoever wrote the notebook")
    return root


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy"


def text(root: Path, path: str = START) -> str:
    return (root / path).read_text(encoding="utf-8")


def test_first_copy(source: Path, target: Path) -> None:
    done = copy_notebooks(source, target)
    assert sorted(done.made) == sorted([START, DATA]) and not done.kept
    found = sorted(p.relative_to(target).as_posix() for p in target.rglob("*") if p.is_file())
    assert found == sorted([MANIFEST, DATA, START])
    assert str(done) == "2 files copied"


def test_again_nothing_happens(source: Path, target: Path) -> None:
    copy_notebooks(source, target)
    before = {p: p.stat().st_mtime_ns for p in target.rglob("*") if p.name != MANIFEST}
    done = copy_notebooks(source, target)
    assert str(done) == "nothing new" and sorted(done.same) == sorted([START, DATA])
    files = {p: p.stat().st_mtime_ns for p in before if p.is_file()}
    assert files.items() <= before.items()


def test_changed_file_is_kept(source: Path, target: Path) -> None:
    copy_notebooks(source, target)
    write(target, START, notebook("mine"))
    done = copy_notebooks(source, target)
    assert text(target) == notebook("mine")
    assert str(done) == f"nothing new; kept as you changed it: {START}"


def test_changed_file_is_kept_when_a_newer_one_is_shipped(source: Path, target: Path) -> None:
    copy_notebooks(source, target)
    write(target, START, notebook("mine"))
    write(source, START, notebook("2"))
    for _ in range(2):
        done = copy_notebooks(source, target)
        assert text(target) == notebook("mine")
        assert done.kept == done.newer == [START] and "rename yours" in str(done)


def test_unchanged_file_is_brought_up_to_date(source: Path, target: Path) -> None:
    copy_notebooks(source, target)
    write(source, START, notebook("2"))
    done = copy_notebooks(source, target)
    assert text(target) == notebook("2") and done.updated == [START]
    assert str(done) == "1 file brought up to date"


def test_opening_a_notebook_does_not_count_as_changing_it(source: Path, target: Path) -> None:
    copy_notebooks(source, target)
    write(target, START, notebook("1", language_info={"version": "3.13"}))
    assert copy_notebooks(source, target).same.count(START) == 1
    write(source, START, notebook("2"))
    assert copy_notebooks(source, target).updated == [START]


def test_output_of_a_notebook_is_kept(source: Path, target: Path) -> None:
    copy_notebooks(source, target)
    played = notebook("1", outputs=[{"output_type": "stream", "name": "stdout", "text": "a game"}])
    write(target, START, played)
    write(source, START, notebook("2"))
    assert copy_notebooks(source, target).kept == [START] and text(target) == played


def test_own_and_missing_files(source: Path, target: Path) -> None:
    write(target, "notebooks/mine.ipynb", "mine")
    write(target, DATA, "an own file of that name, there before")
    copy_notebooks(source, target)
    assert text(target, "notebooks/mine.ipynb") == "mine"
    assert text(target, DATA).startswith("an own file")
    (target / START).unlink()
    assert copy_notebooks(source, target).made == [START]


def test_file_no_longer_shipped_stays(source: Path, target: Path) -> None:
    copy_notebooks(source, target)
    (source / DATA).unlink()
    copy_notebooks(source, target)
    assert text(target, DATA) == "the log"


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"notebooks/00_start_here.ipynb": 3}', "\x00"])
def test_broken_manifest_loses_nothing(source: Path, target: Path, broken: str) -> None:
    copy_notebooks(source, target)
    write(target, MANIFEST, broken)
    write(target, START, notebook("mine"))
    assert copy_notebooks(source, target).kept == [START]
    assert text(target) == notebook("mine")


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"cells": 3}', '{"cells": [1]}'])
def test_broken_notebook_is_kept(source: Path, target: Path, broken: str) -> None:
    copy_notebooks(source, target)
    write(target, START, broken)
    assert copy_notebooks(source, target).kept == [START] and text(target) == broken


def test_folder_in_the_way(source: Path, target: Path) -> None:
    (target / START).mkdir(parents=True)
    assert copy_notebooks(source, target).kept == [START]
    target.joinpath("file").write_text("")
    with pytest.raises(LaunchError, match="cannot be copied to"):
        copy_notebooks(source, target / "file")


def test_checkout_is_looked_at_before_the_installed_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "rummy_lab"
    write(package, "launch.py", "")
    monkeypatch.setattr(
        import_module("rummy_lab.datasets"), "__file__", str(package / "datasets.py")
    )
    with pytest.raises(LaunchError, match="not complete"):
        launch.shipped()
    write(tmp_path, START, "somebody else's notebooks beside the installed package")
    write(tmp_path, "pyproject.toml", '[project]\nname = "other"\n')
    write(package / "_shipped", START, "")
    assert launch.shipped() == package / "_shipped"
    write(tmp_path, "pyproject.toml", '[project]\nname = "rummy-lab"\n')
    assert launch.shipped() == tmp_path


def test_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    told = launch.lab_arguments(tmp_path, port=8899, ip="0.0.0.0", browser=False)
    assert f"--ServerApp.root_dir={tmp_path.resolve()}" in told
    assert {"--allow-root", "--no-browser", "--ServerApp.port=8899"} <= set(told)
    assert "--ServerApp.ip=0.0.0.0" in told
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    told = launch.lab_arguments(tmp_path)
    assert not {"--allow-root", "--no-browser"} & set(told)
    monkeypatch.delattr(os, "geteuid")
    assert "--allow-root" not in launch.lab_arguments(tmp_path)


def test_without_jupyterlab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    with pytest.raises(LaunchError, match=re.escape("pip install -e '.[lab]'")):
        launch.launch(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def private_jupyter(folder: Path) -> dict[str, str]:
    """An environment in which JupyterLab meets no settings but its own."""
    names = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    jupyter = {f"JUPYTER_{name}": str(folder / name) for name in names}
    own = {"IPYTHONDIR": str(folder / "ipython"), "HOME": str(folder), "PYTHONPATH": str(ROOT)}
    return {**os.environ, **jupyter, **own}


def test_rummy_lab_opens_the_start_notebook(tmp_path: Path) -> None:
    """The command starts a server that hands out the notebook, and ends when it is told to."""
    command = [sys.executable, "-m", "rummy_lab", "--no-browser", "--port", "8941"]
    said = tmp_path / "said.txt"
    with said.open("w", encoding="utf-8") as output:
        server = subprocess.Popen(
            command, cwd=tmp_path, env=private_jupyter(tmp_path), stdout=output, stderr=output
        )
    try:
        address = wait_for_address(said, server)
        page = address.split("/lab/")[0]
        token = address.split("token=")[1]
        request = urllib.request.Request(
            f"{page}/api/contents/{START}", headers={"Authorization": f"token {token}"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            read = json.load(answer)
        assert read["type"] == "notebook" and read["content"]["cells"]
        assert (tmp_path / "rummy-lab-notebooks" / START).is_file()
        assert f"/lab/tree/{START}" in address
        assert not re.search(r"^\[I|Warning", said.read_text("utf-8"), re.MULTILINE)
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
            raise


def wait_for_address(said: Path, server: subprocess.Popen[bytes]) -> str:
    for _ in range(300):
        found = re.search(r"http://127\.0\.0\.1:\d+/lab\S*token=\w+", said.read_text("utf-8"))
        if found:
            return found[0]
        assert server.poll() is None, said.read_text("utf-8")
        time.sleep(0.2)
    raise AssertionError(said.read_text("utf-8"))
