"""A thousand steps leave nothing behind: no models and no elements, in the kernel and the page."""

from __future__ import annotations

from typing import Any

CODE = """import comm
import rummy_lab as rl
from ipywidgets.widgets.widget import _instances
deal = rl.Deal("rummy", players=6, seed=7)
while not deal.over:
    deal.apply(rl.policy("greedy")(deal.view(deal.turn)))
stepper, viewer = rl.DealStepper(deal), rl.ReplayViewer(deal.log)
viewer.step = viewer.player.last
display(stepper, viewer)"""
WALK = """async (steps) => {
  const kernel = window.jupyterapp.shell.currentWidget.context.sessionContext.session.kernel;
  const felts = () => [...document.querySelectorAll(".rl-felt")].map((one) => one.textContent).join();
  const shown = new Set();
  document.body.style.display = "none";  // nothing to lay out or to paint: it is quicker so
  for (let n = 1; n <= steps; n++) {
    const way = Math.ceil(n / 10) % 2 ? "Back one step" : "Forward one step";
    for (const part of [".rl-turns .rl-bar", ".rl-player"])
      document.querySelector(`${part} [aria-label="${way}"]`).click();
    await new Promise((done) => setTimeout(done));
    while (kernel.asked.size) await new Promise((done) => setTimeout(done));
    if (n % 10 === 0) shown.add(felts());
  }
  document.body.style.display = "";
  return [...shown];
}"""
COUNTS = """async () => {
  const book = window.jupyterapp.shell.currentWidget.content;
  const view = book.rendermime.createRenderer("application/vnd.jupyter.widget-view+json");
  const manager = await view._manager.promise;
  view.dispose();
  return { models: Object.keys(manager._models).length,
           elements: document.querySelectorAll(".jp-OutputArea-output *").length };
}"""
KERNEL = "print(len(_instances), len(comm.get_comm_manager().comms))"


def test_a_thousand_steps_leave_nothing_behind(notebook):
    """Back and forth in two tools: as many models, elements and comms as before, and two tables."""
    book = notebook(CODE, reduced_motion="reduce")

    def counted() -> tuple[Any, str]:
        book.settle()
        return book.page.evaluate(COUNTS), book.python(KERNEL)

    shown = book.page.evaluate(WALK, 40)
    before = counted()
    assert len(shown) == 2 and before[0]["models"] > 100
    assert book.page.evaluate(WALK, 1000) == shown
    assert counted() == before
    assert book.errors == []
