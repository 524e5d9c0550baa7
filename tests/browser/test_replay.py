"""The replay viewer in a real JupyterLab: played, stepped by clicks and keys, commented, seen."""

from __future__ import annotations

HOSTILE = "<img src=x onerror='window.hacked=1'>"
CODE = f'''import rummy_lab as rl
text = """rummy-lab log 1
variant: rummy
players: Ana, "{HOSTILE}"
seed: 149

deal 1   # the first of the evening
1 "{HOSTILE}": take Kd meld 2d 3d 4d meld 10d Jd Qd Kd discard 8s   # what a start
2 Ana: draw lay Ad on 1 discard Js
3 "{HOSTILE}": draw meld Ac 2c 3c discard 7h

deal 2
1 Ana: draw discard 8c
2 "{HOSTILE}": draw discrad Kc
"""
v = rl.ReplayViewer(text)
v'''
OVERFLOW = """() => [...document.querySelectorAll(
    '.rl-tool, .rl-table, .rl-turns, .rl-player, .rl-chart')]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
FOCUS = "() => document.activeElement.getAttribute('aria-label')"


def shown(book) -> str:
    return book.python("print(v.deal, v.step, v.player.playing)")


def test_replayed_by_clicks_and_keys(notebook):
    """Play and pause, steps, turns, moments, the chart, the next deal; comments; playing on."""
    book = notebook(CODE, height=1500)
    player, turns = book.page.locator(".rl-player"), book.page.locator(".rl-turns").first
    keyboard = book.page.keyboard
    player.get_by_label("Speed", exact=True).select_option("very fast")
    player.get_by_label("Play", exact=True).click()
    book.page.wait_for_timeout(900)
    player.get_by_label("Pause", exact=True).click()
    book.settle()
    _, step, playing = shown(book).split()
    assert 0 < int(step) < 10 and playing == "False"
    player.get_by_label("Forward one step").focus()
    keyboard.press("Enter")
    book.settle()
    assert shown(book) == f"1 {int(step) + 1} False"
    player.get_by_label("Step", exact=True).focus()
    keyboard.press("Home")
    book.settle()
    keyboard.press("ArrowRight")
    book.settle()
    assert shown(book) == "1 1 False"
    player.get_by_label("Forward one turn").click()
    book.settle()
    assert shown(book) == "1 4 False"
    moment = player.locator(".rl-moment").last
    assert "goes out" in moment.inner_text()
    player.locator(".rl-moment").first.focus()
    keyboard.press("End")
    assert book.page.evaluate("() => document.activeElement.textContent") == moment.inner_text()
    keyboard.press("Space")
    book.settle()
    assert shown(book) == "1 10 False"
    assert "the deal is over" in book.answer.inner_text()
    chart = book.page.locator(".rl-chart")
    assert chart.locator("svg").get_attribute("role") == "img"
    assert "Points in hand, from 0 to 3. Ana:" in chart.locator("svg").get_attribute("aria-label")
    box = chart.locator("svg").bounding_box()
    book.page.mouse.click(box["x"] + box["width"] * 0.07, box["y"] + box["height"] / 2)
    book.settle()
    assert shown(book) == "1 0 False"
    chart.locator("summary").click()
    chart.locator("tr").nth(4).wait_for()
    assert chart.locator("tr").count() == 5

    before = book.cells()
    turns.get_by_label("Edit the comment").nth(1).click()
    field = turns.get_by_label("Comment", exact=True)
    assert field.input_value() == "what a start"
    field.press("d")
    field.fill(HOSTILE)
    field.press("Enter")
    book.settle()
    assert HOSTILE in turns.inner_text()
    assert book.python("print(v.log.deals[0].turns[0].comment)") == HOSTILE
    assert book.page.evaluate(FOCUS) == "Edit the comment"
    keyboard.press("d")
    keyboard.press("d")
    assert book.cells() == before

    player.get_by_label("Last step").click()
    book.settle()
    book.act("Next deal")
    player.get_by_label("Last step").click()
    book.settle()
    assert "The log breaks off here, in line 13" in book.answer.inner_text()
    assert "did you mean 'discard'?" in turns.inner_text()
    book.act("Play on from here")
    inner = book.page.locator(".rl-tool .rl-tool")
    inner.locator("[data-pile=stock]").click()
    book.settle()
    assert book.python("print(len(v.branch.stepper.deal.events), v.step)") == "3 2"
    assert book.page.evaluate("() => window.hacked") is None
    assert book.page.locator(".rl-tool img").count() == 0
    assert not book.errors


def test_light_dark_narrow_wide(notebook):
    """Nothing overflows at 600 and at 1,400 pixels; two views show the same, and both play."""
    book = notebook(CODE + "\ndisplay(v)\ndisplay(v)", height=1500)
    book.run("application:toggle-left-area")
    book.python("v.step = 6")
    for theme in ("Dark", "Light"):
        book.run("apputils:change-theme", theme=f"JupyterLab {theme}")
        book.page.wait_for_timeout(400)
        for width in (1400, 600):
            book.page.set_viewport_size({"width": width, "height": 1500})
            book.page.wait_for_timeout(200)
            assert book.page.evaluate(OVERFLOW) == []
            book.shot(f"replay-{theme.lower()}-{width}")
    players = book.page.locator(".rl-player")
    assert players.count() == 2
    tables = book.page.locator(".rl-table")
    book.python("v.player.pace = 0.1; v.play()")
    book.page.wait_for_timeout(2200)
    book.settle()
    assert shown(book) == "1 10 False"
    felts = [tables.nth(n).locator(".rl-felt").inner_text() for n in (0, 1)]
    assert felts[0] == felts[1]
    tool = book.page.locator(".rl-tool").first
    tool.get_by_label("Size", exact=True).select_option("projector")
    book.settle()
    assert players.first.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 20
    assert not book.errors
