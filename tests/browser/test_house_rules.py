"""The house-rule editor in a real JupyterLab: switches, fields, faults in place, files, keys."""

from __future__ import annotations

from typing import Any

OVERFLOW = """() => [...document.querySelectorAll('.rl-tool, .rl-sheet, .rl-entry, .rl-edit')]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
FOCUS = (
    "() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
)
BUSY = """() => {
  window.jupyterapp.shell.currentWidget.context.sessionContext.session.kernel
    .requestExecute({ code: "import time; time.sleep(1)", store_history: false });
}"""


def code(rules: str = "rummy") -> str:
    return f"import rummy_lab as rl\nh = rl.HouseRules({rules!r})\nh"


def entry(book: Any, name: str) -> Any:
    """The row of an option; its group is opened."""
    row = book.page.locator(f".rl-option[data-key='{name}']")
    if not row.is_visible():
        book.page.locator(".rl-group").filter(has=row).locator("> summary").click()
    return row


def fill(book: Any, name: str, text: str, cell: int = 0) -> None:
    field = entry(book, name).locator(".rl-cells input, .rl-cells textarea").nth(cell)
    field.fill(text)
    field.press("Tab")
    book.settle()


def test_by_clicks(notebook):
    """Documented options, lists, fields, tables; what cannot be is said where it stands."""
    book = notebook(code("remi"), height=1300)
    sheet, tool = book.page.locator(".rl-sheet"), book.page.locator(".rl-tool")
    answer = sheet.locator(".rl-answer")
    book.click(sheet.get_by_role("switch").nth(4))
    assert book.python("print(repr(h.rules))") == "variant('remi', ace='high')"
    ace = entry(book, "ace")
    assert "remi-o5" in ace.inner_text() and "standard: low" in ace.inner_text()
    ace.locator("select").last.select_option(label="round the corner: K-A-2 is a run too")
    book.settle()
    assert sheet.get_by_role("switch").nth(6).get_attribute("aria-checked") == "true"
    fill(book, "run_size", "many")
    row = entry(book, "run_size")
    assert "run_size is a whole number from 2 to 13" in row.locator(".rl-error").inner_text()
    assert row.locator("input").input_value() == "many"
    assert "These rules cannot be played" in answer.inner_text()
    assert answer.get_attribute("role") == "status"
    book.shot("house-fault")
    fill(book, "run_size", "4")
    assert "These rules can be played: 2 options differ from Remi." in answer.inner_text()
    fill(book, "target", "none")
    assert "would never end" in entry(book, "target").locator(".rl-error").inner_text()
    assert book.python("print(h.rules.target, h.rules.run_size)") == "200 4"
    book.press("Undo")
    assert entry(book, "target").locator("input").input_value() == "200"
    asked = sheet.locator(".rl-switches .rl-entry[data-key='remi-o11']")
    assert "set target=N, like target=300" in asked.inner_text()
    asked.locator("input").fill("300")
    asked.locator("input").press("Tab")
    book.settle()
    assert book.python("print(h.rules.target)") == "300"
    assert entry(book, "target").locator("input").input_value() == "300"
    book.shot("house-asked")
    book.press("Undo")
    assert asked.locator("input").input_value() == "200"
    fill(book, "packs", "2")
    packs = entry(book, "packs")
    packs.locator("select").first.select_option(label="by number of players")
    book.settle()
    assert packs.locator(".rl-cells input").count() == 5
    fill(book, "packs", "1", 0)
    assert book.python("print(h.rules.packs)") == "{2: 1, (3, None): 2}"
    book.click(packs.get_by_text("more", exact=True))
    assert "It is checked together with" in packs.inner_text()
    tool.get_by_label("only what is changed").check()
    book.settle()
    assert sheet.locator(".rl-option:visible").count() == 3
    book.press("Difference from the standard")
    book.press("Use these rules")
    assert "rl.variant('remi'" in tool.locator("textarea").last.input_value()
    book.shot("house-changed")
    ace.get_by_text("Back to it").click()
    book.settle()
    assert book.python("print(h.rules.ace)") == "low"
    assert not book.errors


def test_contracts_files_and_titles(notebook):
    """Lists over deals are fitted; rules are titled, saved, downloaded and loaded again."""
    book = notebook(code("contract"), height=1300)
    sheet, tool = book.page.locator(".rl-sheet"), book.page.locator(".rl-tool")
    fill(book, "contracts", "S3 S4")
    assert "deal 1: a set of 3 and a set of 4" in entry(book, "contracts").inner_text()
    fill(book, "deals", "8")
    assert "deal 8: nothing is typed" in entry(book, "contracts").inner_text()
    book.click(sheet.get_by_role("button", name="Make every list over deals 8 deals long"))
    assert book.python("print(h.fault, len(h.rules.contracts))") == "8"
    title = tool.get_by_label("Title", exact=True)
    title.fill("<i>Ours</i> דנה")
    title.press("Tab")
    book.settle()
    assert sheet.locator(".rl-top b").inner_text() == "<i>Ours</i> דנה"
    assert tool.locator(".rl-top i").count() == 0
    book.press("File")
    tool.get_by_placeholder("our-table.toml").fill("ours")
    book.press("Save")
    assert "Saved as ours.toml." in tool.inner_text()
    book.python("print(open('other.toml', 'w').write('mine'))")
    tool.get_by_placeholder("our-table.toml").fill("other.toml")
    book.press("Save")
    assert "other.toml is there already: choose another name." in tool.inner_text()
    with book.page.expect_download() as caught:
        book.press("Download")
    saved = caught.value.path().read_text("utf-8")
    assert caught.value.suggested_filename == "other.toml" and 'base = "contract"' in saved
    book.press("Undo")
    assert sheet.locator(".rl-top b").inner_text() == "Contract Rummy"
    with book.page.expect_file_chooser() as chosen:
        tool.get_by_text("Load a file").click()
    chosen.value.set_files({"name": "a.toml", "mimeType": "text/plain", "buffer": saved.encode()})
    book.settle()
    assert sheet.locator(".rl-top b").inner_text() == "<i>Ours</i> דנה"
    assert book.python("print(h.rules == rl.load_rules('ours.toml'))") == "True"
    book.shot("house-file")
    assert not book.errors


def test_by_keyboard_and_looks(notebook):
    """With Tab, Space, Enter and arrows alone, notebook shortcuts harmless; then all looks."""
    book = notebook(code())
    keyboard = book.page.keyboard

    def tab_to(text: str) -> None:
        for _ in range(60):
            if text in (book.page.evaluate(FOCUS) or ""):
                return
            keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not reach {text!r}")

    book.page.locator(".rl-tool select").first.focus()
    tab_to("The ace is high or low")
    for key in ("Space", "x", "d", "d"):
        keyboard.press(key)
        book.settle()
    assert book.python("print(h.rules.ace)") == "high_or_low"
    tab_to("The table")
    keyboard.press("Enter")
    tab_to("The least and the most players, to")
    book.page.evaluate(BUSY)
    for key in ("Control+A", "4", "Enter", "a"):
        keyboard.press(key)
    book.settle()
    typed = "() => document.activeElement.value"
    assert book.page.evaluate(typed) == "4a", "an answer that comes late takes nothing away"
    for key in ("Backspace", "Tab"):
        keyboard.press(key)
    book.settle()
    assert book.python("print(h.rules.players)") == "(2, 4)"
    tab_to("Where the ace stands in runs")
    keyboard.press("ArrowUp")
    keyboard.press("Tab")
    book.settle()
    assert book.python("print(h.rules.ace)") == "high"
    assert book.cells() == 1
    check_looks(book)


def check_looks(book: Any) -> None:
    """Light and dark, wide and narrow, with every group open: nothing overflows."""
    book.python("h.rules = 'shanghai'")
    book.run("application:toggle-left-area")
    book.page.evaluate(
        "() => document.querySelectorAll('.rl-group').forEach((one) => one.open = true)"
    )
    for theme in ("Light", "Dark"):
        book.run("apputils:change-theme", theme=f"JupyterLab {theme}")
        book.page.wait_for_timeout(600)
        for width in (1400, 600):
            book.page.set_viewport_size({"width": width, "height": 2400})
            book.page.wait_for_timeout(250)
            book.page.locator(".rl-top").scroll_into_view_if_needed()
            assert book.page.evaluate(OVERFLOW) == []
            book.shot(f"house-{theme.lower()}-{width}")
    book.run("apputils:change-theme", theme="JupyterLab Light")
    assert not book.errors
