"""Notebooks as apps in Voila, below an address as a hub or Binder gives one."""

from __future__ import annotations


def test_start_notebook_in_voila(browser, voila):
    """The box to begin a game appears, and a deal can be dealt and drawn from."""
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    page.goto(f"{voila.url}/00_start_here.ipynb")
    page.get_by_role("button", name="Deal", exact=True).first.click(timeout=60_000)
    page.locator(".rl-table [data-pile=stock]").first.click()
    page.locator(".rl-turns li", has_text="draw").first.wait_for()
    page.close()


def test_a_lesson_is_a_page_of_its_own(browser, voila):
    """A lesson: no code in sight, its tables can be played on, its answers unfold."""
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    page.goto(f"{voila.url}/lesson_three-thirteen.ipynb")
    page.locator(".rl-table").first.wait_for(timeout=60_000)
    assert page.locator(".jp-CodeMirrorEditor:visible, .cm-editor:visible").count() == 0
    page.get_by_text("Do the others have a last turn?", exact=True).click()
    page.get_by_text("Yes. Each other player has one further turn.").wait_for()
    table = page.locator(".rl-table").first
    table.locator("[data-pile=stock]").click(position={"x": 8, "y": 8})
    page.locator(".rl-turns li.rl-on, .rl-turns li", has_text="draw").first.wait_for()
    page.close()
