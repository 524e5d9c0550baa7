"""The site for a browser's own Python: built by its command, opened with no network but itself."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def site(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site."""
    folder = tmp_path_factory.mktemp("lite") / "site"
    build = [sys.executable, str(ROOT / "lite/build.py"), str(folder)]
    done = subprocess.run(build, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_lesson_runs_with_no_network(browser, site, notebook_on):
    """All cells of a lesson run, its tables can be played on, and what is missing is said kindly."""
    context = browser.new_context(viewport={"width": 1300, "height": 1000})
    asked: list[str] = []

    def only_here(route):
        inside = route.request.url.startswith((site, "data:", "blob:"))
        if not inside:
            asked.append(route.request.url)
        (route.continue_ if inside else route.abort)()

    context.route("**/*", only_here)
    book = notebook_on(context.new_page())
    book.open(f"{site}/lab/index.html?path=notebooks/lesson_rummy.ipynb", patience=180_000)
    assert asked == []
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
    assert not book.errors
    context.close()
