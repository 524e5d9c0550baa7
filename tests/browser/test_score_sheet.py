"""The score sheet in a real JupyterLab: a game kept by keys and clicks, loaded again, seen."""

from __future__ import annotations

HOSTILE = "<img src=x onerror='window.hacked=1'>"
CODE = f"""import rummy_lab as rl
s = rl.ScoreSheet("rummy", ["Ana", "Bo", {HOSTILE!r}])
s"""
OVERFLOW = """() => [...document.querySelectorAll('.rl-tool, .rl-scoresheet, .rl-scroll, .rl-chart')]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
FOCUS = "() => document.activeElement.getAttribute('aria-label')"


def totals(book) -> str:
    return book.python("print(*s.totals.values())")


def test_a_game_is_kept(notebook):
    """Deals as cards and as points by keys alone; corrected, struck, downloaded, loaded again."""
    book = notebook(CODE, height=1200)
    sheet, keyboard = book.page.locator(".rl-scoresheet"), book.page.keyboard

    def cell(name: str, deal: int):
        return sheet.get_by_label(f"{name}, deal {deal}: cards left, or points")

    before = book.cells()
    cell("Ana", 1).focus()
    keyboard.type("Kd 7d")
    keyboard.press("Tab")
    assert book.page.evaluate(FOCUS).startswith("Bo, deal 1")
    keyboard.press("Tab")
    keyboard.type("4c 4d")
    book.settle()
    assert "17 in hand" in sheet.inner_text() and book.cells() == before
    keyboard.press("Enter")
    book.settle()
    assert "Bo has no card left: choose who went out" in sheet.locator(".rl-answer").inner_text()
    sheet.get_by_role("radio", name="Bo", exact=True).focus()
    keyboard.press("Space")
    book.settle()
    assert "scores 25" in sheet.inner_text()
    cell("Ana", 1).focus()
    keyboard.press("Enter")
    book.settle()
    assert totals(book) == "0 25 0"
    assert book.page.evaluate(FOCUS).startswith("Ana, deal 2")
    keyboard.type("140")
    keyboard.press("Enter")
    book.settle()
    assert totals(book) == "140 25 0"

    sheet.get_by_label("Correct deal 2").click()
    field = sheet.get_by_label("Ana, points of deal 2")
    field.fill("36")
    sheet.get_by_label("Why deal 2 is corrected").fill(HOSTILE)
    field.press("Enter")
    book.settle()
    assert totals(book) == "36 25 0" and field.count() == 0
    assert sheet.locator("tbody del").first.inner_text() == "140"
    assert book.page.evaluate(FOCUS) == "Correct deal 2"
    sheet.get_by_label("Strike deal 1").click()
    book.settle()
    assert totals(book) == "36 0 0"
    assert "struck: it does not count" in sheet.inner_text()
    cell("Bo", 3).fill("3")
    cell(HOSTILE, 3).fill("5")
    cell("Bo", 3).press("Enter")
    book.settle()
    assert "one takes all" in sheet.locator(".rl-answer").inner_text()
    with book.page.expect_download() as download:
        sheet.get_by_role("link", name="scores.csv").click()
    assert "1 (struck),0,25,0\n2,36,0,0" in download.value.path().read_text("utf-8")

    book.reload("() => document.querySelector('.rl-scoresheet')")
    assert cell("Bo", 3).input_value() == "3", "what was typed is there on a page loaded again"
    assert HOSTILE in sheet.inner_text() and sheet.locator("img").count() == 0
    assert book.page.evaluate("() => window.hacked") is None
    assert not book.errors


def test_light_dark_narrow_wide(notebook):
    """Six players at 600 and at 1,400 pixels; a sheet is begun without code."""
    book = notebook("import rummy_lab as rl\ns = rl.ScoreSheet()\ns", height=1200)
    tool = book.page.locator(".rl-tool").first
    tool.get_by_label("Rules", exact=True).select_option("Contract Rummy")
    book.settle()
    tool.get_by_label("Players", exact=True).select_option("6")
    tool.get_by_label("Names", exact=True).fill("Ana, Bo, Cy, Dee, Eva, Bartholomew")
    book.press("Begin")
    book.python("s.enter(['', 'Ks 7h', '4c', 'Qd', '9h 9d', '2c'], out='Ana', comment='with tea')")
    book.python("s.enter(['12', '0', '35', '20', '10', '5'], out='Bo')")
    book.settle()
    assert "Deal 3 comes next: Cy deals" in tool.inner_text()
    book.run("application:toggle-left-area")
    for theme in ("Dark", "Light"):
        book.run("apputils:change-theme", theme=f"JupyterLab {theme}")
        book.page.wait_for_timeout(500)
        for width in (1400, 600):
            book.page.set_viewport_size({"width": width, "height": 1200})
            book.page.wait_for_timeout(200)
            assert book.page.evaluate(OVERFLOW) == []
            book.shot(f"sheet-{theme.lower()}-{width}")
    tool.get_by_label("Size", exact=True).select_option("projector")
    book.settle()
    size = "(node) => parseFloat(getComputedStyle(node).fontSize)"
    assert book.page.locator(".rl-scoresheet").evaluate(size) >= 20
    assert not book.errors
