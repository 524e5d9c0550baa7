"""The package as a user gets it: its face, what the wheel holds, and that the README is true."""

from __future__ import annotations

import ast
import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

import rummy_lab as rl

ROOT = Path(__file__).resolve().parents[1]
PURE = (
    "cards", "reasons", "rules", "variants", "melds", "arrange", "scoring", "actions", "deal",
    "game", "log", "players", "odds",
)  # fmt: skip
HEAVY = ("pandas", "numpy", "numba", "ipywidgets", "anywidget", "typer", "IPython", "matplotlib")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# --- the face of the package ------------------------------------------------------------------


def test_every_public_name_is_there() -> None:
    for name in rl.__all__:
        assert getattr(rl, name) is not None, name
    assert set(rl.__all__) <= set(dir(rl))


def test_names_are_the_same_for_python_and_for_type_checkers() -> None:
    tree = ast.parse((ROOT / "rummy_lab/__init__.py").read_text("utf-8"))
    checked = {
        f"{node.module}.{alias.name}"
        for branch in tree.body if isinstance(branch, ast.If)
        for node in branch.body if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }  # fmt: skip
    assert checked == {f"rummy_lab.{rl._HOME[name]}.{name}" for name in rl.__all__}


def test_functions_win_over_modules_of_the_same_name() -> None:
    for name in ("cards", "arrange", "variants"):
        import_module(f"rummy_lab.{name}")
        assert callable(getattr(rl, name)), name
    said = python(
        "import rummy_lab.cards, rummy_lab.arrange, rummy_lab.variants, rummy_lab as rl;"
        "print(rl.cards('7h'), callable(rl.arrange), 'remi' in rl.variants())"
    )
    assert said == "(card('7h'),) True True"


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'deel'"):
        _ = rl.deel  # type: ignore[attr-defined]


def test_import_is_quick_and_light() -> None:
    code = (
        "import sys, time; before = time.process_time(); import rummy_lab;"
        "print(time.process_time() - before);"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    said = [python(code).splitlines() for _ in range(3)]
    assert min(float(seconds) for seconds, _ in said) < 0.2
    assert all(loaded == "[]" for _, loaded in said)


@pytest.mark.parametrize("room", PURE)
def test_engine_needs_the_standard_library_only(room: str) -> None:
    """A browser kernel has neither numpy nor pandas."""
    code = (
        f"import sys; import rummy_lab.{room};"
        "print([m for m in sys.modules if '.' not in m and m not in sys.stdlib_module_names"
        " and m not in ('rummy_lab', '__main__') and getattr(sys.modules[m], '__file__', None)"
        " and 'site-packages' in sys.modules[m].__file__ and not m.startswith('_')])"
    )
    assert python(code) == "[]"


def test_version_is_the_changelogs() -> None:
    newest = re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest and newest[1] == rl.__version__


# --- the wheel --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel as `pip install` would build it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def tracked(folder: str, *patterns: str) -> set[str]:
    """The files below a folder of the checkout, without caches."""
    return {
        path.relative_to(ROOT).as_posix()
        for pattern in patterns
        for path in (ROOT / folder).rglob(pattern)
        if path.is_file() and not any(p.startswith((".", "__pycache__")) for p in path.parts[-3:])
    }


def test_wheel_holds_all_that_is_needed(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    package = tracked("rummy_lab", "*.py", "*.toml", "*.js", "*.css", "*.json", "*.j2")
    assert any(name.endswith(".js") for name in package)
    assert package <= held, package - held
    extras = tracked("notebooks", "*") | tracked("datasets", "*")
    assert "notebooks/00_start_here.ipynb" in extras and "datasets/FORMAT.md" in extras
    shipped = {f"rummy_lab/_shipped/{name}" for name in extras}
    assert shipped <= held, shipped - held


def test_datasets_of_the_wheel_can_be_loaded(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """As after `pip install`: no checkout is beside the package."""
    wheel.extractall(tmp_path)
    code = (
        "import rummy_lab as rl; print(rl.__file__, len(rl.datasets()));"
        "print([len(rl.dataset(name)) > 3 for name in rl.datasets()], rl.dataset('games/remi').errors)"
    )
    run = [sys.executable, "-c", code]
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, timeout=120, env=env)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    count = len(rl.datasets())
    assert first == f"{tmp_path / 'rummy_lab' / '__init__.py'} {count}"
    assert second == f"{[True] * count} []"


def test_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    odd = [name for name in wheel.namelist()
           if not name.startswith(("rummy_lab/", "rummy_lab-"))
           or "__pycache__" in name]  # fmt: skip
    assert odd == []


def test_wheel_names_what_it_needs(wheel: zipfile.ZipFile) -> None:
    (metadata,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
    text = wheel.read(metadata).decode()
    named = re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra ==)", text, re.MULTILINE)
    needs = {name.replace("_", "-") for name in named}  # builders write either
    assert needs == {
        "anywidget", "cloudpickle", "ipywidgets", "matplotlib", "pandas", "prompt-toolkit",
        "tqdm", "typer",
    }  # fmt: skip
    assert f"Version: {rl.__version__}" in text and "License-Expression: MIT" in text


def test_what_is_imported_is_what_is_needed() -> None:
    """Nothing outside the standard library but the dependencies, and what comes with them."""
    asked = {re.split(r"[<>=\[ ]", need)[0] for need in PROJECT["project"]["dependencies"]}
    with_them = {
        "traitlets",
        "IPython",
        "jupyterlab",
        "nbformat",
        "nbclient",
        "nbconvert",
        "pyarrow",
        "numpy",
        "numba",
    }  # of ipywidgets, [lab], pandas, [fast]
    found: set[str] = set()
    for path in (ROOT / "rummy_lab").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    outside = found - set(sys.stdlib_module_names) - {"rummy_lab"}
    assert outside <= asked | with_them, outside - asked


# --- Binder and CI ----------------------------------------------------------------------------


def test_binder_installs_the_package_on_a_python_new_enough() -> None:
    least = PROJECT["project"]["requires-python"].removeprefix(">=")
    wanted = (ROOT / "binder/runtime.txt").read_text("utf-8").strip().removeprefix("python-")
    assert tuple(map(int, wanted.split("."))) >= tuple(map(int, least.split(".")))
    assert "pip install --no-cache-dir '.[lab]'" in (ROOT / "binder/postBuild").read_text("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such mark")
def test_scripts_can_be_run() -> None:
    assert all(os.access(ROOT / path, os.X_OK) for path in ("binder/postBuild", ".ci/run"))


# --- the README -------------------------------------------------------------------------------

README = (ROOT / "README.md").read_text("utf-8")
LAB = "python3 -m venv .venv && .venv/bin/pip install -e '.[lab]' && .venv/bin/rummy-lab"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_readme_names_the_two_lines() -> None:
    shell = "".join(blocks("sh")).splitlines()
    assert LAB in shell and TEST in shell


def test_readme_code() -> None:
    globs: dict[str, object] = {}
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    code = blocks("python")
    assert code
    for place, block in enumerate(code):
        test = doctest.DocTestParser().get_doctest(block, globs, f"README block {place}", None, 0)
        runner = doctest.DocTestRunner(optionflags=flags)
        runner.run(test, clear_globs=False)
        globs = test.globs
        assert runner.failures == 0


def test_readme_commands(tmp_path: Path) -> None:
    """Each line `$ rummy-lab …` prints what stands below it."""
    ran = 0
    for block in blocks("console"):
        for part in block.split("$ ")[1:]:
            line, _, wanted = part.partition("\n")
            words = shlex.split(line)
            assert words[0] == "rummy-lab", line
            done = subprocess.run([sys.executable, "-m", "rummy_lab", *words[1:]], cwd=tmp_path,
                                  capture_output=True, text=True, encoding="utf-8", timeout=120,
                                  env={**os.environ, "PYTHONPATH": str(ROOT),
                                       "PYTHONIOENCODING": "utf-8"})  # fmt: skip
            checker = doctest.OutputChecker()
            said = done.stdout + done.stderr
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert checker.check_output(wanted, said, flags), f"{line}\n{said}"
            ran += 1
    assert ran >= 3


def test_readme_shows_files_that_are_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
