"""The score comparison in a real JupyterLab: numbers, cards and rule sets by clicks and by keys."""

from __future__ import annotations

HOSTILE = "<img src=x onerror=window.bad=1>"
CODE = f"""import rummy_lab as rl
pos = rl.FinalPosition(hands={{"Ana": "Ks 7h Ad", {HOSTILE!r}: "", "דנה": "9c 9d JK"}},
                       out={HOSTILE!r})
s = rl.ScoreComparison(pos)
s"""
OVERFLOW = """() => [...document.querySelectorAll('.rl-tool, .rl-scores, .rl-ends, .rl-rulechips')]
  .filter((node) => node.scrollWidth > node.clientWidth + 1)
  .map((node) => `${node.className} ${node.scrollWidth} ${node.clientWidth}`)"""
FOCUS = """() => {
  const node = document.activeElement;
  return node.getAttribute("aria-label") || node.textContent;
}"""


def test_by_clicks_and_keys(notebook):
    """A number and its lines, a card in and out, a rule set in and out; then all of it by keys."""
    book = notebook(CODE, height=1500)
    page = book.page
    tool, table = page.locator(".rl-tool"), page.locator(".rl-scores")
    answer = table.locator(".rl-answer")
    book.shot("scores")

    def number(label: str, column: int):
        return table.locator(f"tr[data-key='{label}'] > *").nth(column).locator("button")

    book.click(number("shanghai", 1))
    assert answer.inner_text().startswith("Shanghai Rummy, Ana: 35 points.")
    assert "shanghai-" in answer.locator("code").first.inner_text()
    assert tool.locator(".rl-name", has_text=HOSTILE).count() == 1
    assert page.evaluate("window.bad") is None
    book.click(tool.locator(".rl-ends .rl-card[data-card='Ks']"))
    assert number("shanghai", 1).inner_text() == "25"
    book.click(tool.locator(".rl-cell[data-card='Qs']"))
    assert book.python("print(*s.position.left['Ana'])") == "Qs 7h Ad"
    book.click(tool.locator(".rl-rulechip", has_text="Remi").first)
    assert table.locator("tbody tr").count() == 9
    assert book.python("print('remi' in s.variants)") == "False"
    assert "Remi" in tool.locator(".rl-rulechip[aria-pressed='false']").inner_text()
    book.press("What differs")
    assert tool.locator(".rl-panel:visible table").count() == 1
    book.shot("scores-asked")

    number("rummy", 1).focus()
    for key in ("ArrowDown", "ArrowRight", "End", "Home", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate(FOCUS).startswith("Block Rummy, Ana: ")
    page.keyboard.press("Enter")
    book.settle()
    assert answer.inner_text().startswith("Block Rummy, Ana")
    tool.locator(".rl-ends .rl-name").nth(1).focus()
    page.keyboard.press("Enter")
    tool.locator(".rl-cell[data-card='2c']").focus()
    page.keyboard.press("Space")
    book.settle()
    assert book.python("print(*s.position.left[list(s.position.hands)[1]])") == "2c"
    assert book.cells() == 1

    book.run("application:toggle-left-area")
    for look in book.looks():
        assert page.evaluate(OVERFLOW) == []
        book.shot(f"scores-{look}")
    tool.get_by_label("Size", exact=True).select_option("projector")
    tool.get_by_label("cards as text").check()
    book.settle()
    assert page.evaluate(OVERFLOW) == []
    book.shot("scores-projector")
    book.run("apputils:change-theme", theme="JupyterLab Light")
    assert book.errors == []


def test_a_log(notebook):
    """A logged deal: what was legal under which rules, and the deals of its game to choose from."""
    code = "import rummy_lab as rl\ns = rl.ScoreComparison(rl.play('three-thirteen', seed=7), "
    book = notebook(code + "['three-thirteen', 'shanghai'])\ns", height=1200)
    table = book.page.locator(".rl-scores")
    deals = book.page.locator(".rl-tool select").filter(has_text="deal 3")
    deals.select_option("deal 3")
    book.settle()
    assert book.python("print(s.position.deal)") == "3"
    remark = table.locator("tr[data-key='three-thirteen'] button").last
    assert remark.inner_text() == "legal"
    book.click(table.locator("tr[data-key='shanghai'] button").last)
    assert "not legal" in table.locator(".rl-answer").inner_text()
    book.shot("scores-log")
    assert book.errors == []
