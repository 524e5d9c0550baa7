"""The start notebook as an app in Voila."""

from __future__ import annotations


def test_start_notebook_in_voila(browser, voila):
    """The box to begin a game appears, and a deal can be dealt and drawn from."""
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    page.goto(voila.url)
    page.get_by_role("button", name="Deal", exact=True).first.click(timeout=60_000)
    page.locator(".rl-table [data-pile=stock]").first.click()
    page.locator(".rl-turns li", has_text="draw").first.wait_for()
    page.close()
