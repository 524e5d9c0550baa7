"""The deal stepper in a real JupyterLab: played by clicks, by keys, stepped and asked."""

from __future__ import annotations

import json
import re
from typing import Any

SHORT = {"rummy": 125, "remi": 106}
"""Seeds of deals that two greedy players end within a few turns."""
GROUND_AND_INK = ("backgroundColor", "color")
HOSTILE = "<img src=x onerror='window.hacked=1'>"


def code(variant: str = "rummy", names: str = "['Ana', 'Bo']", more: str = "") -> str:
    return (f"import rummy_lab as rl\n"
            f"d = rl.Deal(rl.variant({variant!r}), players={names}, seed={SHORT[variant]})\n{more}"
            f"s = rl.DealStepper(d)\ns")  # fmt: skip


def next_move(book: Any) -> list[str]:
    """What the greedy player would do now, word by word; nothing when the deal is over."""
    move = "rl.policy('greedy')(s.deal.view(s.deal.turn))"
    return book.python(f"print('' if s.deal.over else {move})").split()


def test_start_notebook_runs(notebook):
    """All cells of the start notebook run, and a game is begun without code."""
    book = notebook(shipped="00_start_here.ipynb", height=1300)
    tool = book.page.locator(".rl-tool").first
    tool.get_by_label("Rules", exact=True).select_option("Block Rummy")
    tool.get_by_label("Players", exact=True).select_option("4")
    tool.get_by_label("Seed", exact=True).fill("seven")
    book.press("Deal")
    assert "a seed is a whole number like 7, not 'seven'" in tool.inner_text()
    tool.get_by_label("Seed", exact=True).fill("11")
    book.press("Deal")
    assert book.table.locator(".rl-top b").inner_text() == "Block Rummy"
    assert book.table.locator(".rl-seat").count() == 4
    book.press("Computer: one turn")
    assert tool.locator(".rl-turns li").count() == 2
    book.shot("start")
    assert not book.errors


def test_deal_by_clicks(notebook):
    """A whole deal by clicking cards, piles, melds and buttons; then its score."""
    book = notebook(code())
    while move := next_move(book):
        book.play(" ".join(move))
    assert "has gone out: the deal is over" in book.answer.inner_text()
    score = book.page.locator(".rl-panel:visible")
    assert re.search(r"takes \d+ for .*left in", score.inner_text())
    assert "rummy-13" in score.inner_text()
    book.shot("deal-by-clicks")
    assert not book.errors


class Keys:
    """Moves the focus by keys alone and says where it is."""

    def __init__(self, book: Any) -> None:
        self.book, self.keyboard = book, book.page.keyboard

    def at(self) -> dict[str, Any]:
        return self.book.page.evaluate("""() => {
          const node = document.activeElement;
          const row = node.closest(".rl-mid, .rl-on .rl-hand, .rl-hand, .rl-acts");
          const rows = [...document.querySelectorAll(".rl-table .rl-mid, .rl-hand, .rl-acts")];
          return { row: rows.indexOf(row), on: Boolean(node.closest(".rl-on")),
                   acts: Boolean(node.closest(".rl-acts")), mid: Boolean(node.closest(".rl-mid")),
                   key: node.closest("[data-key]")?.dataset.key, text: node.textContent,
                   pile: node.dataset.pile, table: Boolean(node.closest(".rl-table")) };
        }""")

    def enter_table(self) -> None:
        for _ in range(80):
            if self.at()["table"]:
                return
            self.keyboard.press("Tab")
        raise AssertionError("the Tab key does not reach the table")

    def to_row(self, what: str) -> None:
        for key in ["ArrowUp"] * 5 + ["ArrowDown"] * 8:
            if self.at()[what]:
                return
            self.keyboard.press(key)
        assert self.at()[what], f"arrows do not reach {what}"

    def along(self, field: str, value: str) -> None:
        self.keyboard.press("Home")
        for _ in range(30):
            if self.at()[field] == value:
                return
            self.keyboard.press("ArrowRight")
        raise AssertionError(f"arrows do not reach {value}")


def test_deal_by_keyboard(notebook):
    """A whole deal with arrows, Home, Space, Enter and Tab alone."""
    book = notebook(code("remi"))
    keys = Keys(book)
    book.page.locator(".jp-Notebook").first.focus()
    keys.enter_table()
    while move := next_move(book):
        verb, *rest = move
        if verb in ("draw", "take"):
            keys.to_row("mid")
            keys.along("pile", "stock" if verb == "draw" else "discards")
        else:
            label = " ".join([verb, *rest])
            cards = rest[:-2] if verb == "lay" else rest
            keys.to_row("on")
            for word in cards:
                keys.along("key", word)
                book.page.keyboard.press("Space")
                book.settle()
            keys.to_row("acts")
            wanted = book.python(f"print(rl.read_action({label!r}).pretty)")
            keys.along("text", wanted[0].upper() + wanted[1:])
        book.page.keyboard.press("Enter")
        book.settle()
        assert keys.at()["table"], "the focus left the table"
    assert "the deal is over" in book.answer.inner_text()
    assert book.cells() == 1


def test_illegal_moves_say_why(notebook):
    """What is against the rules can be tried: what, why, which clause and its standing are said."""
    book = notebook(code())
    book.table.locator("[data-pile=stock]").click()
    book.settle()
    book.table.locator("[data-pile=stock]").click()
    book.settle()
    said = book.answer.inner_text()
    assert "Draw: not allowed now." in said
    assert "Bo has drawn already in this turn." in said
    assert "rummy-5" in said and "stated in the document" in said
    for place in (0, 5):
        book.hand.nth(place).click(position={"x": 8, "y": 8})
        book.settle()
    dashed = book.table.locator(".rl-acts .rl-not").first
    assert "Not allowed now" in dashed.get_attribute("aria-label")
    dashed.click()
    book.settle()
    assert "a meld has 3 or more" in book.answer.inner_text()
    assert book.answer.get_attribute("role") == "status"
    book.shot("illegal")
    entry = book.page.locator(".rl-tool").get_by_placeholder("or type it")
    entry.fill("discrad Qs")
    entry.press("Enter")
    book.settle()
    assert "did you mean 'discard'?" in book.answer.inner_text()
    book.page.keyboard.press("Escape")
    assert not book.errors


def test_stepping_and_lines(notebook):
    """Back, forward, any turn; another line of play keeps the old one, and both can be named."""
    book = notebook(code())
    turns = book.page.locator(".rl-turns")
    for _ in range(3):
        book.press("Computer: one turn")
    before = turns.locator("li").all_inner_texts()
    picture = book.table.locator(".rl-felt").inner_html()
    for label in ("Back one step", "Forward one step", "First: the cards as dealt"):
        turns.get_by_label(label).click()
        book.settle()
    assert turns.locator("[aria-current]").inner_text() == "the cards as dealt"
    turns.get_by_label("Last step of this line").click()
    book.settle()
    assert book.table.locator(".rl-felt").inner_html() == picture
    turns.locator("li").nth(2).locator(".rl-go").last.click()
    book.settle()
    book.table.locator("[data-pile=discards]").click()
    book.settle()
    assert turns.locator(".rl-line").count() == 1
    turns.get_by_label("Name this line").click()
    turns.get_by_label("Name of this line").fill(HOSTILE)
    book.page.keyboard.press("Enter")
    book.settle()
    assert HOSTILE in turns.locator(".rl-line").inner_text()
    book.shot("lines")
    turns.locator(".rl-line .rl-go").first.click()
    book.settle()
    turns.get_by_label("Last step of this line").click()
    book.settle()
    assert turns.locator("li:not(.rl-line)").all_inner_texts() == before
    assert turns.locator(".rl-line").count() == 1
    assert book.page.evaluate("() => window.hacked") is None


def test_light_dark_narrow_wide(notebook):
    """Light and dark follow the theme; nothing overflows at 600 and at 1,400 pixels."""
    book = notebook(code(names="['Ana', 'Bo', 'Cy', 'Dee', 'Eva', 'Fay']"))
    colours = "() => getComputedStyle(document.querySelector('.rl-table')).{}"
    overflow = """() => [...document.querySelectorAll('.rl-tool, .rl-table, .rl-turns, .rl-felt')]
      .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
    for _ in range(4):
        book.press("Computer: one turn")
    book.page.set_viewport_size({"width": 600, "height": 1000})
    book.page.wait_for_timeout(300)
    assert book.page.evaluate(overflow) == [], "with the file browser open"
    book.run("application:toggle-left-area")
    inks = {}
    for theme in ("Light", "Dark"):
        book.run("apputils:change-theme", theme=f"JupyterLab {theme}")
        book.page.wait_for_timeout(700)
        for width in (1400, 600):
            book.page.set_viewport_size({"width": width, "height": 1000})
            book.page.wait_for_timeout(300)
            assert book.page.evaluate(overflow) == []
            book.shot(f"{theme.lower()}-{width}")
        inks[theme] = [book.page.evaluate(colours.format(what)) for what in GROUND_AND_INK]
    light, dark = inks["Light"], inks["Dark"]
    assert brightness(light[0]) > 0.9 and brightness(light[1]) < 0.3
    assert brightness(dark[0]) < 0.2 and brightness(dark[1]) > 0.7
    tool = book.page.locator(".rl-tool")
    tool.get_by_label("Size", exact=True).select_option("projector")
    tool.get_by_label("four colours").check()
    book.settle()
    assert book.table.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 20
    tool.get_by_label("cards as text").check()
    book.settle()
    assert book.page.evaluate(overflow) == []
    assert book.hand.first.locator(".rl-large").is_hidden()
    assert book.hand.first.bounding_box()["height"] < 60
    book.shot("as-text")
    book.run("apputils:change-theme", theme="JupyterLab Light")


def brightness(colour: str) -> float:
    """How bright a CSS colour is over the ground it lies on, from 0 to 1."""
    numbers = [float(n) for n in re.findall(r"[\d.]+", colour)]
    scale = 1 if colour.startswith("color(") else 255
    return sum(numbers[:3]) / 3 / scale


def test_notebook_shortcuts_are_harmless(notebook):
    """Keys that cut, copy, paste or add cells do nothing while the tool has the focus."""
    book = notebook(code())
    before = book.cells()
    tool = book.page.locator(".rl-tool")
    hint = tool.get_by_role("button", name="Hint", exact=True)
    for place in (book.hand.first, book.acts.first, tool.locator(".rl-go").first, hint):
        place.focus()
        for key in ("d", "d", "x", "a", "b", "m", "y", "z", "v", "c"):
            book.page.keyboard.press(key)
        book.page.wait_for_timeout(100)
        assert book.cells() == before
        assert book.table.count() == 1
    assert book.page.locator(".jp-CodeCell").count() == 1


def test_hostile_names_are_text(notebook):
    """Names full of HTML and scripts are shown as they are, in every part of the tool."""
    names = json.dumps([HOSTILE, "<b>דנה</b>"])
    book = notebook(code(names=names))
    for panel in ("Melds in the hand", "Compare variants", "Rules", "Log"):
        book.press(panel)
    while next_move(book):
        book.press("Computer: one turn")
    assert HOSTILE in book.table.inner_text()
    assert book.page.locator(".rl-tool img, .rl-tool b > b, .rl-tool script").count() == 0
    assert book.page.evaluate("() => window.hacked") is None
    book.shot("hostile")


def test_two_views_show_the_same(notebook):
    """A view opened beside another shows the same, and every element stays where it is drawn."""
    book = notebook(code() + "\ndisplay(s)\ndisplay(s)")
    tables = book.page.locator(".rl-table")
    assert tables.count() == 2
    tables.nth(1).evaluate("(node) => { node.querySelector('.rl-hand .rl-card').mark = 1; }")
    tables.nth(0).locator("[data-pile=stock]").click()
    book.settle()
    tables.nth(0).locator(".rl-on .rl-card").nth(3).click(position={"x": 8, "y": 8})
    book.settle()
    felts = [tables.nth(n).locator(".rl-felt").inner_text() for n in (0, 1)]
    assert felts[0] == felts[1]
    assert tables.nth(1).locator(".rl-up").count() == 1
    assert tables.nth(1).evaluate("(node) => node.querySelector('.rl-hand .rl-card').mark") == 1


def test_a_reloaded_page_shows_the_same(notebook):
    """The picture lives in the kernel: a page that is loaded again draws it again."""
    book = notebook(code())
    for _ in range(3):
        book.press("Computer: one turn")
    before = book.table.locator(".rl-felt").inner_text()
    book.reload("() => document.querySelector('.rl-felt')")
    assert book.table.locator(".rl-felt").inner_text() == before
    book.press("Computer: one turn")
    assert book.table.locator(".rl-felt").inner_text() != before


def test_cards_are_dragged_about(notebook):
    """A card dragged, or moved with Shift and an arrow, changes nothing but the picture."""
    book = notebook(code())
    keys = "() => [...document.querySelectorAll('.rl-on .rl-slot')].map((n) => n.dataset.key)"
    before = book.page.evaluate(keys)
    boxes = [book.hand.nth(n).bounding_box() for n in (0, 4)]
    mouse = book.page.mouse
    mouse.move(boxes[0]["x"] + 8, boxes[0]["y"] + 20)
    mouse.down()
    mouse.move(boxes[1]["x"], boxes[1]["y"] + 20, steps=5)
    mouse.move(boxes[1]["x"] + 16, boxes[1]["y"] + 20, steps=5)
    mouse.up()
    book.settle()
    after = book.page.evaluate(keys)
    assert sorted(after) == sorted(before) and after.index(before[0]) in (3, 4)
    assert book.python("print(len(s.deal.events), s.selected)") == "0 ()"
    book.hand.first.focus()
    book.page.keyboard.press("Shift+ArrowRight")
    book.settle()
    assert book.page.evaluate(keys)[1] == after[0]
    assert book.page.evaluate("() => document.activeElement.parentElement.dataset.key") == after[0]
    book.page.locator(".rl-tool").get_by_label("Sorted", exact=True).select_option("by rank")
    book.settle()
    assert book.page.evaluate(keys) != after


def test_picture_saved_as_png(notebook, lab):
    """The page draws the table as it is seen, at twice the size of its SVG, light and dark."""
    book = notebook(code(), height=1300)
    tool = book.page.locator(".rl-tool")
    book.press("Log")
    for theme in ("Light", "Dark"):
        book.run("apputils:change-theme", theme=f"JupyterLab {theme}")
        name = f"our-table-{theme.lower()}"
        field = tool.get_by_placeholder("my-game.rummy")
        field.fill(name)
        field.blur()
        book.settle()
        for button, ending in (("Save picture", "svg"), ("Save as PNG", "png")):
            book.press(button)
            tool.get_by_text(f"The picture is saved as {name}.{ending}.").wait_for()
        svg = (lab.root / f"{name}.svg").read_text("utf-8")
        png = (lab.root / f"{name}.png").read_bytes()
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        width = float(re.findall(r'<svg [^>]*width="([\d.]+)"', svg)[0])
        assert int.from_bytes(png[16:20]) == 2 * width
        book.shot(name)
    book.press("Save as PNG")
    assert f"{name}.png is there already: choose another name." in tool.inner_text()
    book.python("drawn = []; s.table.draw('<svg>broken', drawn.append)")
    book.settle()
    assert book.python("print(drawn)") == "[b'']", "the page says that it could not draw it"
    book.run("apputils:change-theme", theme="JupyterLab Light")
    assert not book.errors
