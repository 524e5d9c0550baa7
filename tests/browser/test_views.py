"""Every tool in two views, and on a page that is loaded again: all show the same."""

from __future__ import annotations

from every_tool import CELLS, TOOLS, touch_every

AGAIN = "display(stepper, explorer, viewer, sheet, scores, house, simulation)"
SHOWN = """() => [...document.querySelectorAll(".jp-OutputArea-output > .rl-tool")].map((tool) =>
  [...tool.querySelectorAll(".rl, .rl-panel .widget-html-content")].map((one) => one.textContent))"""
ALL = f"() => ({SHOWN})().filter((one) => one.join('')).length === {2 * len(TOOLS)}"


def test_second_views_and_a_reloaded_page_show_the_same(notebook):
    """What was done in the first views is seen in the second ones, and after the page is reloaded."""
    book = notebook(*CELLS, AGAIN, height=9000)
    touch_every(book.page)
    book.settle()
    shown = book.page.evaluate(SHOWN)
    assert len(shown) == 2 * len(TOOLS)
    for name, first, second in zip(TOOLS, shown, shown[len(TOOLS) :], strict=False):
        assert first == second and "".join(first), name
    book.reload(ALL)
    assert book.page.evaluate(SHOWN) == shown
    assert book.errors == []
