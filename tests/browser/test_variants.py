"""Three Thirteen, Contract Rummy and Shanghai Rummy at the deal stepper, played by clicks."""

from __future__ import annotations

import re
from typing import Any

HEAD = "import rummy_lab as rl\n"
SHOW = "\ns = rl.DealStepper(d)\ns"
THREE_THIRTEEN = HEAD + """
d = rl.Deal(rl.variant("three-thirteen"), players=["Ana", "Bo", "Cy"], seed=11, deal=3)
""" + SHOW  # fmt: skip
CONTRACT = HEAD + """
d = rl.Deal.from_position(
    rl.variant("contract"), deal=2, names=["Ana", "Bo", "Cy"], dealer=2, turn=0, phase="draw",
    hands=["7s 7h 7d 4c 6c Kd 2s 9h Jd 10s", "6h Qs Kh 3s 2d 8c Jc Ac", "9c 8d Qd 3h 5s"],
    stock="9s 2c 8h 3d 4d Ks", discards="8s 5c Qh 2h",
    melds=[(1, "4h 5h JK=6h"), (1, "10h 10c 10d")])
""" + SHOW  # fmt: skip
SHANGHAI = HEAD + """
d = rl.Deal.from_position(
    rl.variant("shanghai"), deal=2, names=["Ana", "Bo", "Cy"], dealer=2, turn=0, phase="draw",
    hands=["7s 7h 7d 4c 5c 6c JK 9h Jd 10s 8d", "6h Qs Kh 3s 2d 8c Jc Ac Qc 4h 9d",
           "9c 8d Qd 3h 5s Qh 2c 6s 10h 4d Kc"],
    stock="9s Ah 8h 3d 4s Ks", discards="8s Qh")
""" + SHOW  # fmt: skip
SPEED = HEAD + """
d = rl.Deal(rl.variant("speed-three-thirteen"), players=["Ana", "Bo", "Cy", "Dee"], seed=5)
""" + SHOW  # fmt: skip
LEAVES = """() => [...document.querySelectorAll(".rl-seat")].filter((seat) => {
  const edge = seat.getBoundingClientRect();
  return [...seat.querySelectorAll(".rl-card")].some((card) => {
    const box = card.getBoundingClientRect();
    return box.right > edge.right || box.left < edge.left || box.bottom > edge.bottom + 1;
  });
}).length"""
"""How many hands leave their seat."""
COVERED = """() => [...document.querySelectorAll(".rl-hand .rl-slot")].filter((slot) => {
  const next = slot.nextElementSibling;
  if (!next) return false;
  const [here, there] = [slot.getBoundingClientRect(), next.getBoundingClientRect()];
  const em = parseFloat(getComputedStyle(slot).fontSize);
  return there.top < here.top + 5 && there.left - here.left < 1.5 * em;
}).length"""
"""How many cards have their index covered by the next card."""


def texts(book: Any) -> list[str]:
    return book.acts.all_inner_texts()


def notes(book: Any) -> list[str]:
    return book.table.locator(".rl-who .rl-note").all_inner_texts()


def now(book: Any) -> str:
    return book.table.locator(".rl-now").inner_text()


def test_three_thirteen(notebook):
    """A deal of Three Thirteen: wild cards wear a ribbon, somebody goes out, last turns follow."""
    book = notebook(THREE_THIRTEEN)
    assert "fives wild" in book.table.locator(".rl-top").inner_text()
    wild = book.table.locator(".rl-hand .rl-wild")
    assert wild.evaluate_all("(all) => all.map((one) => one.dataset.card).sort().join(' ')") == (
        "5c 5c 5h 5s")  # fmt: skip
    ribbon = "(node) => getComputedStyle(node, '::before').content"
    assert wild.first.evaluate(ribbon) == '"wild"'
    assert "wild" in wild.first.get_attribute("aria-label")
    while not book.python("print(s.deal.state.out is not None or '')"):
        move = book.python("print(rl.policy('greedy')(s.deal.view(s.deal.turn)))")
        if move.startswith("out"):
            book.shot("three-thirteen")
        book.play(move)
    assert "Last turns: Cy has gone out, 2 turns to come" in now(book)
    assert "went out" in notes(book)[2]
    book.play("draw")
    book.click(book.hand.first)
    out = next(text for text in texts(book) if text.startswith("Out"))
    book.act(out)
    assert "not allowed now" in book.answer.inner_text()
    assert "3-13-11" in book.answer.inner_text()
    book.shot("last-turn")
    book.click(book.hand.first)
    while not book.python("print(s.deal.over or '')"):
        book.play(book.python("print(rl.policy('greedy')(s.deal.view(s.deal.turn)))"))
    assert "Cy has gone out: the deal is over" in book.answer.inner_text()
    assert "3-13-12" in book.page.locator(".rl-panel:visible").inner_text()
    assert not book.errors


def test_contract(notebook):
    """Contract Rummy: a deep draw with its duty, a contract laid, a joker swapped and read."""
    book = notebook(CONTRACT)
    assert "a set of 3 and a run of 3" in book.table.locator(".rl-top").inner_text()
    assert ["no contract yet" in note for note in notes(book)] == [True, False, True]
    inside = book.table.locator(".rl-deep .rl-card")
    assert inside.count() == 4
    assert "press to take it and 2 cards above it" in inside.nth(1).get_attribute("aria-label")
    book.click(inside.nth(0))
    assert "not allowed now" in book.answer.inner_text()
    book.shot("deep-draw")
    book.click(inside.nth(1))
    assert "Still to be played in this turn: 5♣" in now(book)
    assert inside.count() == 0
    book.click(book.card("Kd"))
    book.act("Discard K♦")
    assert "contract-8" in book.answer.inner_text()
    book.click(book.card("Kd"))
    book.select("6c", "7s", "4c", "7h", "5c", "7d")
    laid = [text for text in texts(book) if text.startswith("Contract")]
    assert laid == ["Contract 7♠ 7♥ 7♦ | 4♣ 5♣ 6♣"]
    book.shot("contract")
    book.act(laid[0])
    assert "contract met" in notes(book)[0]
    assert now(book) == ""
    book.play("discard Kd")
    book.play("draw")
    book.play("swap 6h on 1")
    assert "Still to be played in this turn: JK" in now(book)
    book.play("lay JK on 1")
    readings = book.answer.locator("button").all_inner_texts()
    assert readings == ["Lay JK=7♥ on 1", "Lay JK=3♥ on 1"]
    book.shot("swap")
    book.act("Lay JK=3♥ on 1")
    assert book.table.locator(".rl-meld .rl-ribbon").inner_text() == "3"
    assert book.python("print(s.deal.melds[0].meld)") == "JK=3h 4h 5h 6h"
    book.play("discard Qs")
    assert re.search(r"Cy: draw", book.answer.inner_text())
    assert not book.errors


def test_shanghai(notebook):
    """Shanghai Rummy: a seat passes, another buys, and a contract is laid in one of two ways."""
    book = notebook(SHANGHAI)
    assert all("3 buys left" in note for note in notes(book))
    assert texts(book) == ["Take Q♥", "Pass", "Draw"]
    book.play("draw")
    assert "shanghai-9" in book.answer.inner_text()
    book.play("pass")
    assert "to buy or pass" in notes(book)[1]
    assert texts(book) == ["Buy Q♥", "Pass"]
    book.play("pass")
    book.shot("buy")
    book.act("Buy Q♥")
    assert "2 buys left" in notes(book)[2] and "13 cards" in notes(book)[2]
    assert "Ana: (Cy buys). Draw from the stock." in book.answer.inner_text()
    book.play("draw")
    book.select("7s", "7h", "7d", "4c", "5c", "6c", "JK")
    laid = [text for text in texts(book) if text.startswith("Contract")]
    assert sorted(laid) == ["Contract 7♠ 7♥ 7♦ | 4♣ 5♣ 6♣ JK=7♣",
                            "Contract 7♠ 7♥ 7♦ | JK=3♣ 4♣ 5♣ 6♣"]  # fmt: skip
    book.shot("two-readings")
    book.act("Contract 7♠ 7♥ 7♦ | JK=3♣ 4♣ 5♣ 6♣")
    assert book.python("print(s.deal.melds[1].meld)") == "JK=3c 4c 5c 6c"
    book.play("discard Jd")
    assert book.page.evaluate(LEAVES) == 0
    assert not book.errors


def test_everyone_plays_at_once(notebook):
    """Speed: each seat has a pile, one of them may be drawn from, and choices are sealed."""
    book = notebook(SPEED)
    piles = book.table.locator("[data-pile^=pile]")
    assert piles.count() == 4
    book.page.locator(".rl-tool").get_by_label("View", exact=True).select_option("the seat in turn")
    book.settle()
    assert book.table.locator(".rl-can[data-pile^=pile]").get_attribute("data-pile") == "pile0"
    book.click(piles.nth(2))
    assert "Bo draws from the stock, or from the pile" in book.answer.inner_text()
    book.click(piles.nth(0))
    turns = book.page.locator(".rl-turns")
    assert "Bo has chosen" in turns.inner_text() and "Bo: take" not in turns.inner_text()
    assert "has chosen" in notes(book)[1]
    book.shot("speed")
    for _ in range(3):
        book.play("draw")
    assert "Bo: take" in turns.inner_text() and "to play" in notes(book)[1]
    book.click(book.hand.first)
    book.click(piles.nth(1))
    assert "has chosen" in notes(book)[1]
    assert not book.errors


def test_hands_stay_in_their_seats(notebook):
    """Hands of many cards never reach their neighbour's, and show every index."""
    code = HEAD + """
d = rl.Deal(rl.variant("shanghai"), players=["Ana", "Bo", "Cy", "Dee", "Eva"], seed=3)
while len(d.hands[1]) < 15 and not d.over:
    moves = [str(move) for move in d.legal_actions()]
    wanted = ["buy", "pass", "draw"] if d.turn == 1 else ["pass", "draw"]
    d.apply(next((move for move in wanted if move in moves), moves[-1]))
""" + SHOW  # fmt: skip
    book = notebook(code)
    assert book.python("print(max(map(len, d.hands)))") == "15"
    sort = book.page.locator(".rl-tool").get_by_label("Sorted", exact=True)
    for width in (1400, 1000, 600):
        book.page.set_viewport_size({"width": width, "height": 1000})
        for order in ("by suit", "by rank"):
            sort.select_option(order)
            book.settle()
            book.page.wait_for_timeout(250)
            assert book.page.evaluate(LEAVES) == 0, (width, order)
            assert book.page.evaluate(COVERED) == 0, (width, order)
        book.shot(f"hands-{width}")
