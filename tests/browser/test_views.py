"""Every tool in two views, and on a page that is loaded again: all show the same."""

from __future__ import annotations

import pytest
from every_tool import SETUP, TOOLS, touch_every

SHOWN = """() => [...document.querySelectorAll(".jp-OutputArea-output > .rl-tool")].map((tool) =>
  [...tool.querySelectorAll(".rl, .rl-panel .widget-html-content")].map((one) => one.textContent))"""


@pytest.mark.parametrize("half", [0, 1])
def test_second_views_and_a_reloaded_page_show_the_same(notebook, half):
    """What was done in the first views is seen in the second ones, and after the page is reloaded.

    Half of the tools are on a page: loaded all at once, they need longer than widgets wait.
    """
    tools = dict([*TOOLS.items()][half::2])
    variables = [cell.splitlines()[-1] for cell in tools.values()]
    book = notebook(SETUP, *tools.values(), f"display({', '.join(variables)})", height=6000)
    touch_every(book.page, TOOLS.keys() - tools.keys())
    book.settle()
    shown = book.page.evaluate(SHOWN)
    assert len(shown) == 2 * len(tools)
    for name, first, second in zip(tools, shown, shown[len(tools) :], strict=False):
        assert first == second and "".join(first), name
    drawn = f"() => ({SHOWN})().filter((one) => one.join('')).length === {len(shown)}"
    book.reload(drawn)
    assert book.page.evaluate(SHOWN) == shown
    assert book.errors == []
