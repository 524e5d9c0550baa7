"""All tools on one page of JupyterLab: axe-core, hostile texts, the keyboard, motion."""

from __future__ import annotations

from typing import Any

from every_tool import HOSTILE, TOOLS

AXE = """async ([names, contrast]) => {
  const found = [];
  const tools = [...document.querySelectorAll(".jp-OutputArea-output > .rl-tool")];
  for (const [n, tool] of tools.entries()) {
    for (const one of tools) one.style.display = one === tool ? "" : "none";  // it is quicker so
    for (const _ of "12") await new Promise((drawn) => requestAnimationFrame(drawn));
    const { violations, passes } = await axe.run(tool, { rules: {
      "color-contrast": { enabled: contrast } } });
    const read = passes.find((one) => one.id === "color-contrast");
    found.push({ tool: names[n], read: read ? read.nodes.length : 0, faults: violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) =>
        `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)) });
  }
  for (const one of tools) one.style.display = "";
  return found;
}"""
WHOLE = """:has(.rl-tool) { overflow: visible !important; }
.jp-Cell { content-visibility: visible !important; }"""
"""JupyterLab's body is 0 high and its cells scroll: to axe-core all would be cut off by them."""
LETTERS = ("d", "d", "x", "a", "b", "m", "y", "z", "v", "c")
"""What cuts, copies, pastes and adds cells in a notebook."""
STOP = """() => {
  const node = document.activeElement;
  const style = getComputedStyle(node);
  const tools = [...document.querySelectorAll(".jp-OutputArea-output > .rl-tool")];
  return { tool: tools.indexOf(tools.find((one) => one.contains(node))),
           typed: node.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea"),
           html: node.outerHTML.slice(0, 200),
           guarded: node.dataset.lmSuppressShortcuts === "true",
           seen: style.outlineStyle !== "none" || style.boxShadow !== "none" };
}"""
MOVING = """() => document.getAnimations().filter((one) => one.effect.target.closest(".rl-table")
  && one.playState === "running").length"""


def test_axe_finds_no_serious_fault(every_tool, axe):
    """Every panel open, light and dark, wide and narrow, all packs: names, roles, contrast."""
    page = every_tool.page
    every_tool.python('explorer.selected = "7h 8h 9s 9d 2d"; stepper.tell("This is said.")')
    page.evaluate(axe)
    whole = page.add_style_tag(content=WHOLE)
    faults: list[object] = []
    read: dict[str, int] = {}
    for look in every_tool.looks():
        wide = look.endswith("1400")  # a narrow page has the same colours
        for _ in range(3):  # a tool that JupyterLab is about to draw anew has no text to look at
            found = page.evaluate(AXE, [list(TOOLS), wide])
            read = {one["tool"]: one["read"] for one in found}
            if not wide or min(read.values()) > 60:
                break
            page.wait_for_timeout(1000)
        else:
            raise AssertionError(f"texts were not looked at: {read}")
        assert len(found) == len(TOOLS)
        faults += [(look, one["tool"], fault) for one in found for fault in one["faults"]]
        for label in ("four colours", "cards as text")[: 1 if wide else 2]:
            page.get_by_label(label, exact=True).evaluate_all(
                "(all) => all.forEach((one) => one.click())")  # fmt: skip
    whole.evaluate("(node) => node.remove()")
    every_tool.run("apputils:change-theme", theme="JupyterLab Light")
    assert not faults, "\n".join(map(str, faults))


def test_hostile_texts_are_texts(every_tool):
    """Names, comments, headers, titles: shown as they were written, nothing of them runs."""
    page: Any = every_tool.page
    assert page.evaluate("window.hacked") is None
    assert page.locator(".rl-tool :is(img, script, [onerror])").count() == 0
    for tool, shown in zip(
        TOOLS, page.locator(".jp-OutputArea-output > .rl-tool").all(), strict=True
    ):
        assert HOSTILE in shown.text_content(), tool
    assert every_tool.errors == []


def test_keys_alone_and_no_shortcut(every_tool):
    """Tab reaches every tool, the focus can be seen, and no key reaches the notebook from there."""
    page, cells = every_tool.page, every_tool.cells()
    page.locator(".rl-tool select").first.focus()
    stops: list[Any] = []
    for _ in range(900):
        stop = page.evaluate(STOP)
        if stop["tool"] < 0 and {one["tool"] for one in stops} >= set(range(len(TOOLS))):
            break
        stops.append(stop)
        if stop["tool"] >= 0 and not stop["typed"] and len(stops) % 7 == 0:
            for key in LETTERS:
                page.keyboard.press(key)
        page.keyboard.press("Tab")
    inside = [stop for stop in stops if stop["tool"] >= 0]
    assert {stop["tool"] for stop in inside} == set(range(len(TOOLS)))
    assert [stop["html"] for stop in inside if not stop["guarded"]] == []
    assert [stop["html"] for stop in inside if not stop["seen"]] == []
    assert every_tool.cells() == cells
    assert page.locator(".jp-OutputArea-output > .rl-tool").count() == len(TOOLS)
    assert every_tool.errors == []


def test_motion_is_reduced_where_it_is_asked_for(every_tool):
    """A drawn card glides from the stock; with reduced motion nothing moves."""
    page = every_tool.page
    moved = {}
    for wanted in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=wanted)
        page.locator(".rl-table [data-pile=stock]").first.click()
        page.wait_for_timeout(60)
        moved[wanted] = page.evaluate(MOVING)
    assert moved["no-preference"] > 0 and moved["reduce"] == 0, moved
