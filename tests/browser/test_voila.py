"""Notebooks as apps in Voila, below an address as a hub or Binder gives one."""

from __future__ import annotations

from pathlib import Path

import pytest
from every_tool import CELLS, touch_every

LESSONS = sorted(Path(__file__).parents[2].joinpath("notebooks").glob("lesson_*.ipynb"))


@pytest.fixture
def page(browser):
    """A page whose errors fail the test."""
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    failed = page.locator(
        "[data-mime-type$='.error'], [data-mime-type$='.stderr']"
    ).all_inner_texts()
    page.close()
    assert wrong == [] and failed == []


def test_start_notebook_in_voila(page, voila):
    """The box to begin a game appears, and a deal can be dealt and drawn from."""
    page.goto(f"{voila.url}/00_start_here.ipynb")
    page.get_by_role("button", name="Deal", exact=True).first.click(timeout=60_000)
    page.locator(".rl-table [data-pile=stock]").first.click()
    page.locator(".rl-turns li", has_text="draw").first.wait_for()


def test_every_tool_in_voila(page, voila, write_notebook):
    """One page with all tools, each of which can be used."""
    page.goto(f"{voila.url}/{write_notebook(voila.root / 'notebooks', *CELLS)}")
    touch_every(page)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_a_page_of_its_own(page, voila, path):
    """A lesson: no code in sight, its tables can be played on, its answers unfold."""
    page.goto(f"{voila.url}/{path.name}")
    table = page.locator(".rl-table").first
    table.wait_for(timeout=60_000)
    assert page.locator(".jp-CodeMirrorEditor:visible, .cm-editor:visible").count() == 0
    for answer in page.locator("details").filter(has=page.locator("p")).all()[:1]:
        answer.locator("summary").first.click()
        assert answer.locator("p").first.is_visible()
    before = table.locator(".rl-felt").inner_text()
    drawn = table.locator("[data-pile=stock]")
    drawn.click(position={"x": 8, "y": 8})
    page.wait_for_function(
        "(was) => document.querySelector('.rl-table').innerText !== was", arg=before
    )
