"""The simulation explorer in a real JupyterLab: the kernel stays free, the charts come in."""

from __future__ import annotations

HOSTILE = "<img src=x onerror=window.bad=1>"
CODE = f"""import threading
import rummy_lab as rl
ours = rl.read_rules('base = "block"\\ntitle = "{HOSTILE}"\\n[options]\\nace_points = 30')
s = rl.SimulationExplorer(["rummy", "three-thirteen", ours], deals=400)
s"""
OVERFLOW = """() => [...document.querySelectorAll('.rl-tool, .rl-chart, .rl-rulechips')]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
STOPPED = """() => [...document.querySelectorAll(".rl-tool button")]
  .find((one) => one.innerText === "Stop").disabled"""
THREADS = "print(sum(one.name.startswith('rummy-lab') for one in threading.enumerate()))"


def test_in_a_notebook(notebook):
    """Start, look on, stop and go on; other players; light and dark, wide and narrow."""
    book = notebook(CODE, height=1500)
    page = book.page
    tool, charts = page.locator(".rl-tool"), page.locator(".rl-chart svg")
    assert charts.first.is_hidden()
    book.press("Start")
    assert book.python(THREADS) == "1"
    page.wait_for_function("() => document.querySelector('.rl-chart text')", timeout=30_000)
    assert book.python("print(s.running)") == "True", "the kernel answers while it plays"
    assert tool.get_by_role("button", name="Start").is_disabled()
    book.press("Stop")
    page.wait_for_function(STOPPED, timeout=30_000)
    assert book.python(THREADS) == "0"
    assert 0 < int(book.python("print(s.done)")) < 1200
    book.shot("simulation-stopped")

    tool.get_by_label("How many").fill("40")
    tool.get_by_label("How many").press("Enter")
    book.settle()
    start = tool.get_by_role("button", name="Start")
    if start.is_enabled():
        start.focus()
        page.keyboard.press("Enter")
        book.settle()
    page.wait_for_function(STOPPED, timeout=60_000)
    book.settle()
    assert book.python("print(s.running, s.done)") == "False 120"
    assert charts.count() == 4 and page.evaluate("window.bad") is None
    words = charts.nth(2).get_attribute("aria-label")
    assert words.startswith("Who has the best points of the deal") and HOSTILE in words
    assert "All of this is about 2 greedy players" in tool.inner_text()
    book.press("Deals to replay")
    assert tool.locator(".rl-panel:visible code", has_text="rl.ReplayViewer").count() == 6
    tool.locator(".rl-chart summary").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('.rl-chart details[open] td').length > 5")

    book.run("application:toggle-left-area")
    for look in book.looks():
        assert page.evaluate(OVERFLOW) == []
        book.shot(f"simulation-{look}")
    book.run("apputils:change-theme", theme="JupyterLab Light")
    assert book.cells() == 1 and book.errors == []
    book.python("s.seed = 900; s.start(); s.close()")
    assert book.python(THREADS) == "0"
