"""The meld explorer in a real JupyterLab: a hand picked by clicks and keys, its melds and rules."""

from __future__ import annotations

from typing import Any

HAND = "7h 8h 9h 9s 9d 10c Jc Qc Kc 2d"
OVERFLOW = """() => [...document.querySelectorAll('.rl-tool, .rl-handboard, .rl-pack, .rl-meldlist')]
  .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
FOCUS = """() => {
  const node = document.activeElement;
  return { name: node.getAttribute("aria-label"), pack: Boolean(node.closest(".rl-pack")),
           hand: Boolean(node.closest(".rl-hand")), fan: node.classList.contains("rl-pick") };
}"""


def code(hand: str = HAND, rules: str = "rl.variant('rummy')") -> str:
    return f"import rummy_lab as rl\ne = rl.MeldExplorer({hand!r}, {rules})\ne"


def cell(book: Any, card: str) -> Any:
    return book.page.locator(f".rl-pack .rl-cell[data-card='{card}']")


def card(book: Any, key: str) -> Any:
    return book.page.locator(f".rl-handboard .rl-slot[data-key='{key}'] .rl-card")


def fans(book: Any, title: str) -> Any:
    """The fans of the group whose title begins so."""
    group = book.page.locator(".rl-meldlist section").filter(has=book.page.get_by_text(title))
    return group.locator(".rl-pick")


def test_by_clicks(notebook):
    """A hand from the pack, typed, and at random; melds pointed at; why not; another rule."""
    book = notebook(code(), height=1300)
    tool, board = book.page.locator(".rl-tool"), book.page.locator(".rl-handboard")
    answer = board.locator(".rl-answer")
    book.shot("explorer")
    book.click(cell(book, "10h"))
    assert fans(book, "Runs").count() == 6
    assert card(book, "10h").locator("xpath=../span").inner_text() == "2"
    book.click(cell(book, "10h"))
    assert book.python("print(*e.hand)") == "9s 7h 8h 9h 2d 9d 10c Jc Qc Kc"
    fans(book, "Sets").first.hover()
    assert board.locator(".rl-taken").count() == 3
    assert tool.locator(".rl-clash").count() == 1
    book.shot("explorer-pointed")
    card(book, "9h").hover()
    assert tool.locator(".rl-holds").count() == 3, "one is in the best arrangement"
    book.click(fans(book, "Sets").first)
    assert "9♠ 9♥ 9♦: a set." in answer.inner_text()
    assert "rummy-8" in answer.inner_text()
    book.click(card(book, "2d"))
    assert "2♦ is not of the rank 9." in answer.inner_text()
    assert board.locator("[aria-pressed=true]").count() == 4
    book.shot("explorer-why-not")
    entry = tool.get_by_label("Hand", exact=True)
    entry.fill("7h <b>8x</b>")
    entry.press("Enter")
    book.settle()
    assert "is no card" in answer.inner_text() and tool.locator("b b").count() == 0
    entry.fill("Qs Ks As 2s 3s")
    entry.press("Enter")
    book.settle()
    assert fans(book, "Runs").count() == 1
    book.press("If a rule changes")
    tool.locator("select[size]").select_option(label="ace = high")
    book.settle()
    assert fans(book, "Come: 1").count() == 1 and fans(book, "Go: 1").count() == 1
    book.press("Which of these matter for this hand?")
    told = tool.locator("select[size]").inner_text().replace("\xa0", " ")
    assert "ace = high · 1 comes, 1 goes" in told
    book.shot("explorer-rules")
    book.press("Use these rules")
    assert "house: ace" in board.locator(".rl-top").inner_text()
    tool.get_by_label("Rules", exact=True).select_option("Contract Rummy")
    tool.get_by_label("Random hand", exact=True).select_option("with at least two jokers")
    book.press("Deal it")
    assert "with at least two jokers" in answer.inner_text()
    assert board.locator("[data-card=JK]").count() == 2
    book.press("Next")
    assert "Arrangement 2 of" in tool.inner_text()
    book.shot("explorer-random")
    assert not book.errors


def test_by_keyboard(notebook):
    """With Tab, arrows, Space, Delete and Escape alone, and no notebook shortcut in between."""
    book = notebook(code("7h 8h", "rl.variant('shanghai')"))
    keyboard = book.page.keyboard

    def at() -> dict[str, Any]:
        return book.page.evaluate(FOCUS)

    def tab_to(place: str) -> None:
        for _ in range(40):
            if at()[place]:
                return
            keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not reach the {place}")

    book.page.locator(".rl-tool select").first.focus()
    tab_to("pack")
    for key in ["ArrowDown", "End", "ArrowLeft", "Home", *["ArrowRight"] * 5]:
        keyboard.press(key)
    assert at()["name"].startswith("six of hearts")
    for _ in range(2):
        keyboard.press("Space")
        book.settle()
    assert at()["name"] == "six of hearts, 2 of 3 in the hand"
    keyboard.press("Delete")
    book.settle()
    keyboard.press("ArrowLeft")
    for key in ("Enter", "d", "d", "x", "a", "z", "m"):
        keyboard.press(key)
        book.settle()
    assert book.python("print(*e.hand)") == "5h 6h 7h 8h" and book.cells() == 1
    book.page.locator(".rl-tool select").first.focus()
    tab_to("hand")
    for key in ("Home", "Space", "ArrowRight", "Enter"):
        keyboard.press(key)
        book.settle()
    assert book.python("print(*e.selected)") == "5h 6h"
    assert at()["name"] == "six of hearts, in 1 meld"
    keyboard.press("Escape")
    book.settle()
    assert book.python("print(*e.selected)") == ""
    tab_to("fan")
    assert book.page.locator(".rl-taken").count() == 4
    keyboard.press("Enter")
    book.settle()
    assert book.python("print(*e.selected)") == "5h 6h 7h 8h"
    book.page.locator(".rl-handboard .rl-card").first.focus()
    keyboard.press("Delete")
    book.settle()
    assert book.python("print(*e.hand)") == "6h 7h 8h" and at()["hand"]
    assert book.cells() == 1 and not book.errors


def test_looks(notebook):
    """Light and dark, wide and narrow, large, and as text: nothing overflows."""
    book = notebook(code("7h 8h 9h 9s 9d 10t Jt Qt Kt 3d JK JK", "'five-crowns'"))
    book.run("application:toggle-left-area")
    tool = book.page.locator(".rl-tool")
    for theme in ("Light", "Dark"):
        book.run("apputils:change-theme", theme=f"JupyterLab {theme}")
        book.page.wait_for_timeout(600)
        for width in (1400, 600):
            book.page.set_viewport_size({"width": width, "height": 1300})
            book.page.wait_for_timeout(250)
            assert book.page.evaluate(OVERFLOW) == []
            book.shot(f"explorer-{theme.lower()}-{width}")
    tool.get_by_label("Size", exact=True).select_option("projector")
    for width in (600, 1400):
        book.page.set_viewport_size({"width": width, "height": 1300})
        book.page.wait_for_timeout(250)
        assert book.page.evaluate(OVERFLOW) == []
        book.shot(f"explorer-projector-{width}")
    tool.get_by_label("cards as text").check()
    tool.get_by_label("four colours").check()
    book.settle()
    assert book.page.evaluate(OVERFLOW) == []
    book.shot("explorer-text")
    book.run("apputils:change-theme", theme="JupyterLab Light")
    assert not book.errors
