"""One JupyterLab for all browser tests, and a headless Chromium to look at it.

Without a Chromium, or axe-core, tests are skipped with one line; where `CI` is set they fail.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import nbformat
import pytest
from every_tool import CELLS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

HERE = Path(__file__).parent
NOTEBOOKS = HERE.parent.parent / "notebooks"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
FOLDERS = [f"JUPYTER_{name}_DIR" for name in ("CONFIG", "DATA", "RUNTIME")]
FOLDERS += ["JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
READY = """() => {
  const widget = window.jupyterapp?.shell?.currentWidget;
  const session = widget?.context?.sessionContext;
  const kernel = session?.session?.kernel;
  if (kernel && !kernel.asked) {  // what was sent to the kernel and is not done with yet
    kernel.asked = new Set();
    kernel.anyMessage.connect((_, { msg, direction }) => {
      if (direction === "send" && msg.channel === "shell") kernel.asked.add(msg.header.msg_id);
      else if (msg.header.msg_type === "status" && msg.content.execution_state === "idle")
        kernel.asked.delete(msg.parent_header.msg_id);
    });
  }
  return Boolean(session?.isReady && kernel?.status === "idle" && !kernel.asked.size
                 && kernel?.connectionStatus === "connected");
}"""
RAN = """() => {
  const cells = window.jupyterapp.shell.currentWidget.content.widgets;
  const code = cells.filter((cell) => cell.model.type === "code");
  return code.every((cell) => cell.model.executionCount) &&
         window.jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.status
           === "idle";
}"""


ATTEMPTS = 5
"""How often a page is loaded that gives widgets up, before its test fails."""
SAVED = "() => !window.jupyterapp.shell.currentWidget.context.model.dirty"
GAVE_UP = """() => [...document.querySelectorAll(".jp-OutputArea-output")]
  .some((one) => one.textContent.includes("Error displaying widget"))"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`-m browser` and `-m "not browser"` tell these tests from the others."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        missing(f"no Chromium found: none of {', '.join(NAMES)} is on the path")
    return str(found)


def missing(said: str) -> NoReturn:
    """Ends a test that lacks something: it fails where `CI` is set, and is skipped elsewhere."""
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which finds faults of accessibility."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        missing("no axe-core found: pip install -e '.[dev]' brings it")
    return Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield started
        started.close()


class Server:
    """A Jupyter server in a process group of its own."""

    def __init__(self, root: Path, home: Path, *words: str, health: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.root, self.token = root, secrets.token_hex(16)
        self.url = f"http://127.0.0.1:{port}"
        own = {name: str(home / name.lower()) for name in FOLDERS}
        paths = [str(NOTEBOOKS.parent), os.environ.get("PYTHONPATH", "")]
        own["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        overrides = Path(own["JUPYTER_CONFIG_DIR"]) / "labconfig" / "default_setting_overrides.json"
        overrides.parent.mkdir(parents=True, exist_ok=True)
        quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}
        overrides.write_text(json.dumps(quiet), encoding="utf-8")
        said = [word.format(port=port, token=self.token, root=root) for word in words]
        self.output = (home / f"{words[0]}.txt").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", *said], env={**os.environ, **own}, cwd=root,
            stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        self._wait(f"{self.url}{health}")

    def _wait(self, url: str) -> None:
        until = time.monotonic() + 60
        request = urllib.request.Request(url, headers={"Authorization": f"token {self.token}"})
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(request, timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        self.stop()
        pytest.fail(f"{url} did not answer: {Path(self.output.name).read_text()[-2000:]}")

    def stop(self) -> None:
        """Ends the process group."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.output.close()


def lab_on(root: Path, home: Path) -> Server:
    """A JupyterLab whose files lie in `root`, with settings of its own in `home`."""
    return Server(
        root, home, "jupyterlab", "--no-browser", "--allow-root",
        "--ServerApp.ip=127.0.0.1", "--ServerApp.port={port}", "--ServerApp.port_retries=0",
        "--IdentityProvider.token={token}", "--ServerApp.root_dir={root}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly", health="/api/status",
    )  # fmt: skip


@pytest.fixture(scope="session")
def lab(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The one JupyterLab; its root holds a copy of the notebooks."""
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(NOTEBOOKS, root / "notebooks")
    started = lab_on(root, tmp_path_factory.mktemp("home"))
    yield started
    started.stop()


@pytest.fixture(scope="module")
def voila(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Voila with the notebooks, below an address as a hub or Binder gives one."""
    root = tmp_path_factory.mktemp("voila")
    shutil.copytree(NOTEBOOKS, root / "notebooks")
    base = "/user/class-1/"
    started = Server(
        root, tmp_path_factory.mktemp("home"), "voila", "notebooks", "--no-browser",
        "--port={port}", "--Voila.ip=127.0.0.1", f"--Voila.base_url={base}",
        health=f"{base}voila/static/voila.js",
    )  # fmt: skip
    started.url += f"{base}voila/render"
    yield started
    started.stop()


class Notebook:
    """An open notebook whose cells have run, and the deal stepper in it."""

    def __init__(self, page: Page, shots: Path | None) -> None:
        self.page, self.shots = page, shots
        self.errors: list[str] = []
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, url: str, patience: int = 60_000) -> None:
        """Opens a notebook and runs all its cells; once more where widgets were given up."""
        for _ in range(ATTEMPTS):
            self.page.goto(url)
            self.page.wait_for_function(READY, timeout=patience)
            self.run("notebook:run-all-cells")
            self.page.wait_for_function(RAN, timeout=patience)
            if not self.gave_up():
                break
        wrong = self.page.locator("[data-mime-type$='.error'], [data-mime-type$='.stderr']")
        assert wrong.count() == 0, wrong.first.inner_text()

    def reload(self, drawn: str) -> None:
        """Saves the notebook and loads its page again, until a function of the page says it is drawn."""
        self.run("docmanager:save")
        self.page.wait_for_function(SAVED)
        for _ in range(ATTEMPTS):
            assert self.errors == []
            self.page.reload()
            self.page.wait_for_function(f"() => ({drawn})() || ({GAVE_UP})()", timeout=60_000)
            self.page.wait_for_function(READY, timeout=60_000)
            self.settle()
            if not self.gave_up():
                return
        pytest.fail("again and again widgets were given up while the page was loaded")

    def gave_up(self) -> bool:
        """Whether the page gave widgets up; then such errors are struck.

        JupyterLab and anywidget do so with whatever takes more than some seconds while a page is
        slow to load. A reader would load it again, and so do the tests.
        """
        late = [error for error in self.errors if "Failed to initialize model" in error]
        self.errors = [error for error in self.errors if error not in late]
        return bool(late) or self.page.evaluate(GAVE_UP)

    def run(self, command: str, **words: str) -> None:
        """Runs a command of JupyterLab; its promise would hang here, so it is not waited for."""
        self.page.evaluate("""([command, words]) => {
          window.jupyterapp.commands.execute(command, words);
        }""", [command, words])  # fmt: skip

    def looks(self) -> Iterator[str]:
        """Light and dark, wide and narrow, one after the other: what is on the page now."""
        for theme in ("Light", "Dark"):
            self.run("apputils:change-theme", theme=f"JupyterLab {theme}")
            for width in (1400, 600):
                self.page.set_viewport_size({"width": width, "height": 1500})
                self.page.wait_for_timeout(500)
                yield f"{theme.lower()}-{width}"

    def shot(self, name: str) -> None:
        """Keeps a picture of the page, if `RUMMY_LAB_SHOTS` names a folder."""
        if self.shots is not None:
            self.page.wait_for_timeout(300)
            self.page.screenshot(path=self.shots / f"{name}.png")

    def unfold(self) -> None:
        """Opens every panel, and what is folded in it; the rule card, the same in all, once."""
        self.page.evaluate("""() => {
          const seen = new Set();
          for (const one of document.querySelectorAll(".rl-tool .widget-toggle-button")) {
            const again = one.innerText === "Rules" && seen.has("Rules");
            seen.add(one.innerText);
            if (!one.classList.contains("mod-active") && !again) one.click();
          }
        }""")  # fmt: skip
        self.settle()
        self.page.evaluate("""() => {
          for (const one of document.querySelectorAll(".rl-tool details")) one.open = true;
        }""")  # fmt: skip
        self.settle()

    def settle(self) -> None:
        """Waits until the kernel has answered."""
        self.page.wait_for_timeout(120)
        self.page.wait_for_function(READY)
        self.page.wait_for_timeout(60)

    @property
    def table(self) -> Locator:
        return self.page.locator(".rl-table").first

    @property
    def answer(self) -> Locator:
        return self.table.locator(".rl-answer")

    @property
    def acts(self) -> Locator:
        return self.table.locator(".rl-acts button")

    @property
    def hand(self) -> Locator:
        """The cards of the hand in turn."""
        return self.table.locator(".rl-seat.rl-on .rl-card")

    def press(self, name: str) -> None:
        """Presses an ordinary button by its text."""
        self.page.locator(".rl-tool").get_by_role("button", name=name, exact=True).first.click()
        self.settle()

    def click(self, place: Locator) -> None:
        """Clicks a card where no other covers it, or a button."""
        place.click(position={"x": 8, "y": 8})
        self.settle()

    def card(self, key: str) -> Locator:
        """A card of the hand in turn; `9d#2` is the second nine of diamonds in it."""
        return self.table.locator(f".rl-seat.rl-on .rl-slot[data-key='{key}'] .rl-card")

    def select(self, *words: str) -> None:
        """Clicks cards of the hand in turn."""
        for place, word in enumerate(words):
            again = words[:place].count(word)
            self.click(self.card(f"{word}#{again + 1}" if again else word))

    def act(self, label: str) -> None:
        """Clicks an action of the row or of the answer by its text."""
        buttons = self.table.locator(".rl-acts button, .rl-answer button")
        self.click(buttons.get_by_text(label, exact=True).first)

    def play(self, move: str) -> None:
        """Plays a move, written as the log has it, by clicks alone."""
        verb, _, rest = move.partition(" ")
        cards = rest.partition(" on ")[0].replace("|", " ").split()
        words = [word.partition("=")[0] for word in cards]
        if verb in ("draw", "take"):
            pile = "stock" if verb == "draw" else "discards"
            self.click(self.table.locator(f"[data-pile={pile}]"))
        elif verb in ("lay", "swap"):
            self.select(*words)
            number = rest.rpartition(" ")[2]
            self.click(self.table.locator(f".rl-meld[data-drop='{number}'] .rl-card").first)
        else:
            self.select(*words)
            label = self.python(f"print(rl.read_action({move!r}).pretty)")
            self.act(label[0].upper() + label[1:])

    def cells(self) -> int:
        return self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.widgets.length")  # fmt: skip

    def python(self, code: str) -> str:
        """What the kernel prints for some code."""
        return self.page.evaluate("""async (code) => {
          const kernel = window.jupyterapp.shell.currentWidget.context.sessionContext
            .session.kernel;
          let said = "";
          const future = kernel.requestExecute({ code, store_history: false });
          future.onIOPub = (message) => {
            if (message.header.msg_type === "stream") said += message.content.text;
            if (message.header.msg_type === "error") said += message.content.evalue;
          };
          await future.done;
          return said.trim();
        }""", code)  # fmt: skip


@pytest.fixture
def notebook_on() -> Callable[[Page], Notebook]:
    """Makes an open page of any JupyterLab a notebook."""
    return lambda page: Notebook(page, None)


def _pages(lab: Server, browser: Browser) -> Iterator[Callable[..., Notebook]]:
    named = os.environ.get("RUMMY_LAB_SHOTS")
    shots = Path(named) if named else None
    if shots is not None:
        shots.mkdir(parents=True, exist_ok=True)
    opened: list[Any] = []

    def make(
        *code: str, shipped: str = "", width: int = 1400, height: int = 1000, **more: Any
    ) -> Notebook:
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        opened.append(context)
        made = Notebook(context.new_page(), shots)
        path = f"notebooks/{shipped}" if shipped else written(lab.root, *code)
        made.open(f"{lab.url}/lab/tree/{path}?token={lab.token}&reset")
        return made

    yield make
    for context in opened:
        context.close()


def written(root: Path, *code: str) -> str:
    """The name of a new notebook in a folder, with a cell for each piece of code."""
    path = f"{secrets.token_hex(6)}.ipynb"
    cells = [nbformat.v4.new_code_cell(one, id=f"cell-{n}") for n, one in enumerate(code)]
    metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), root / path)
    return path


@pytest.fixture(scope="session")
def write_notebook() -> Callable[..., str]:
    """Writes a notebook into a folder, with a cell for each piece of code, and says its name."""
    return written


@pytest.fixture
def notebook(lab: Server, browser: Browser) -> Iterator[Callable[..., Notebook]]:
    """Opens a notebook with some code, a cell for each piece, or one of the shipped notebooks."""
    yield from _pages(lab, browser)


@pytest.fixture(scope="module")
def every_tool(lab: Server, browser: Browser) -> Iterator[Notebook]:
    """One page with every tool, full of HTML and names of many scripts; all panels are open."""
    for make in _pages(lab, browser):
        book = make(*CELLS)
        book.run("application:toggle-left-area")
        book.unfold()
        yield book
