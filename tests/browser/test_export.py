"""Every shipped notebook is run and exported, and its page is opened with the network cut."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbformat import v4

from rummy_lab.export import WIDGET_VIEW, page_of, run

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
HOSTILE = """
import rummy_lab as rl

bad = "<img src=x onerror='window.hacked=1'><script>window.hacked=2</script>"
log = rl.loads(f'''rummy-lab log 1
variant: rummy
players: Ana {bad}, "Bo</div></details>{bad}"
seed: 7
place: {bad}

deal 1  # {bad}
1 Bo</div></details>{bad}: draw discard Ks  # {bad}
2 Ana {bad}: {bad}
''')
"""
SHOWN = ("log", "rl.ScoreComparison(log, ['rummy', 'remi'])", "rl.ScoreSheet('rummy', ['Ana' + bad, 'Bo'])",
         "rl.ReplayViewer(log)", "log.to_frame('turns')",
         'rl.DealStepper(rl.Deal("rummy", players=["Ana " + bad, "Bo"], seed=7))',
         'rl.score(rl.FinalPosition(hands={"Ana" + bad: "Ks", "Bo": ""}, out="Bo"), "rummy")')  # fmt: skip


class Opened:
    """A page opened from a file by a browser that has no network."""

    def __init__(self, browser: Any, path: Path) -> None:
        self.page = browser.new_context(offline=True).new_page()
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(path.as_uri())

    def close(self) -> None:
        self.page.context.close()


def exported(book: nbformat.NotebookNode, path: Path) -> Path:
    """A page of a notebook that was run beside the datasets, as in a checkout.

    Beside it lies the page that plain nbconvert makes, `plain.html`.
    """
    place = path.parent / "notebooks"
    place.mkdir()
    (path.parent / "datasets").symlink_to(NOTEBOOKS.parent / "datasets")
    run(book, place)
    plain = HTMLExporter().from_notebook_node(deepcopy(book))[0]
    path.with_name("plain.html").write_text(plain, encoding="utf-8")
    path.write_text(page_of(deepcopy(book), path.stem, NOTEBOOKS), encoding="utf-8")
    return path


def tools_of(book: nbformat.NotebookNode) -> Iterator[tuple[str, str]]:
    """The cells of a notebook that show a tool, and what must be seen of it without a kernel.

    That is its table or picture, or a sentence where there is nothing to show yet.
    """
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if WIDGET_VIEW in data:
                drawn = "<svg" in data["text/html"] or "<table" in data["text/html"]
                yield cell.id, ":is(svg, table)" if drawn else ".rl-d"


@pytest.mark.parametrize("name", sorted(path.name for path in NOTEBOOKS.glob("*.ipynb")))
def test_every_notebook_runs_and_its_page_shows_its_tables(name, browser, tmp_path):
    book = nbformat.read(NOTEBOOKS / name, 4)
    opened = Opened(browser, exported(book, tmp_path / "page.html"))
    assert all(url.startswith(("file:", "data:")) for url in opened.asked), opened.asked
    assert opened.page.locator("script, iframe, link[href]").count() == 0
    shown = [cell for cell in book.cells if cell.get("outputs")]
    assert shown or all(cell.cell_type == "markdown" for cell in book.cells)
    for cell in shown:
        (place,) = opened.page.locator(f"[id='cell-id={cell.id}']").all()
        area = place.locator(".jp-OutputArea-output").first
        box = area.bounding_box()
        assert box is not None and box["height"] > 10, cell.id
        assert "(children=" not in area.inner_text(), cell.id
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert opened.page.evaluate(wide)
    assert not opened.errors
    for page in ("page.html", "plain.html"):
        opened.page.goto((tmp_path / page).as_uri())
        for tool, wanted in tools_of(book):
            drawn = opened.page.locator(f"[id='cell-id={tool}'] .jp-OutputArea {wanted}").first
            box = drawn.bounding_box()
            assert box is not None and box["height"] > 20, (page, tool)
    opened.close()


def test_a_hostile_log_is_shown_as_text(browser, tmp_path):
    cells = [v4.new_code_cell(source) for source in (HOSTILE, *SHOWN)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    opened = Opened(browser, exported(book, tmp_path / "page.html"))
    page = opened.page
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("window.hacked") is None
    assert page.locator("script, img[onerror], [onerror], [onload]").count() == 0
    for cell in book.cells[1:]:
        text = page.locator(f"[id='cell-id={cell.id}'] .jp-OutputArea").text_content()
        assert "<img src=x" in (text or ""), cell.source
    assert not opened.errors
    opened.close()
