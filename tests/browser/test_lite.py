"""The site for a browser's own Python: built by its command, opened with no network but itself."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from every_tool import SETUP, TOOLS, touch_every

NEED_PANDAS = ("ScoreComparison", "SimulationExplorer")
SHOWN = [code for name, code in TOOLS.items() if name not in NEED_PANDAS]
LATER = "rl.SimulationExplorer([ours, 'remi'], deals=12)"
ROOT = Path(__file__).resolve().parents[2]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def site(
    chromium: str, tmp_path_factory: pytest.TempPathFactory, write_notebook: Callable[..., str]
) -> Iterator[str]:
    """The address of the site, with one notebook more that has every tool."""
    folder = tmp_path_factory.mktemp("lite") / "site"
    build = [sys.executable, str(ROOT / "lite/build.py"), str(folder)]
    done = subprocess.run(build, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    add_notebook(folder, write_notebook(folder / "files/notebooks", SETUP, *SHOWN, LATER))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def add_notebook(folder: Path, name: str) -> None:
    """Lists a notebook that lies in the site, under another name, as the site lists its own."""
    (folder / "files/notebooks" / name).rename(folder / "files/notebooks/every_tool.ipynb")
    listed = folder / "api/contents/notebooks/all.json"
    known = json.loads(listed.read_text(encoding="utf-8"))
    one = next(entry for entry in known["content"] if entry["name"].endswith(".ipynb"))
    more = {**one, "name": "every_tool.ipynb", "path": "notebooks/every_tool.ipynb"}
    known["content"].append(more)
    listed.write_text(json.dumps(known), encoding="utf-8")


@pytest.fixture
def open_here(browser, site, notebook_on):
    """Opens a notebook of the site and runs it, with all other addresses cut off."""
    context = browser.new_context(viewport={"width": 1300, "height": 8000})
    asked: list[str] = []

    def only_here(route):
        inside = route.request.url.startswith((site, "data:", "blob:"))
        if not inside:
            asked.append(route.request.url)
        (route.continue_ if inside else route.abort)()

    context.route("**/*", only_here)
    book = notebook_on(context.new_page())

    def opened(path: str):
        book.open(f"{site}/lab/index.html?path={path}", patience=180_000)
        return book

    yield opened
    assert asked == [] and not book.errors
    context.close()


def test_a_lesson_runs_with_no_network(open_here):
    """All cells of a lesson run, its tables can be played on, and what is missing is said kindly."""
    book = open_here("notebooks/lesson_rummy.ipynb")
    table = book.page.locator(".rl-table").first
    table.locator("[data-pile=stock]").click(position={"x": 8, "y": 8})
    book.page.locator(".rl-turns li", has_text="draw").first.wait_for()
    said = book.python(
        "import rummy_lab as rl\nrl.compare_scores(rl.FinalPosition(hands={'A': 'Ks', 'B': ''}, out='B'))"
    )
    assert "run `import pandas` in a cell of its own" in said
    assert (
        book.python(
            "import sys; print(sys.platform, len(rl.load('../datasets/games/remi.rummy').games))"
        )
        == "emscripten 1"
    )


def test_every_tool_with_no_network(open_here):
    """One page with all tools: each can be used, or says what it needs where it is asked for it."""
    book = open_here("notebooks/every_tool.ipynb")
    touch_every(book.page, NEED_PANDAS)
    book.page.get_by_role("button", name="Start", exact=True).click()
    said = "run `import pandas` in a cell of its own"
    book.page.locator(".rl-tool", has_text=said).last.wait_for()
    assert "run `import pandas` in a cell" in book.python("rl.ScoreComparison(end)")
