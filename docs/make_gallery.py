"""Makes `notebooks/gallery.ipynb` and its pictures: every tool in JupyterLab, light and dark.

Besides, the pictures of the README (`readme`), in `docs`.

Needs Chromium. The browser tests' own server and page are used.

Run: python docs/make_gallery.py
"""

from __future__ import annotations

import io
import secrets
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import v4
from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser"), str(ROOT / "tests")]
from conftest import (  # noqa: E402  # pyright: ignore  of the browser tests
    KERNEL,
    NAMES,
    QUIET,
    Notebook,
    lab_on,
)

NOTEBOOKS = ROOT / "notebooks"
PICTURES = NOTEBOOKS / "images"
MOST_BYTES = 150_000
THEMES = ("Light", "Dark")
INTRO = """# Gallery

Every tool as it looks in JupyterLab, in a light and in a dark theme. The pictures are made by
`docs/make_gallery.py`."""


class Scene(NamedTuple):
    """A tool to take a picture of: what it is for, the code of the cell, and what is pressed."""

    id: str
    title: str
    words: str
    code: str
    pressed: tuple[str, ...] = ()
    height: int = 1100
    selected: tuple[str, ...] = ()
    asked: str = ""


README = Scene(
    "readme",
    "The deal stepper",
    "",
    """d = rl.Deal("rummy", players=["Ana", "Bo", "Cy"], seed=266)
for _ in range(35):
    d.apply(rl.policy("greedy")(d.view(d.turn)))
rl.DealStepper(d)""",
    selected=("Qd", "Kd", "Ad"),
    asked="Meld Q♦ K♦ A♦",
)
SCENES = (
    Scene(
        "stepper",
        "The deal stepper",
        "`rl.DealStepper(d)` plays a deal by clicks, steps through it, and says why something is "
        "not allowed.",
        """d = rl.Deal.from_position(
    "contract", deal=2, names=["Ana", "Bo", "Cy"], dealer=2, turn=0, phase="draw",
    hands=["7s 7h 7d 4c 6c Kd 2s 9h Jd 10s", "6h Qs Kh 3s 2d 8c Jc Ac", "9c 8d Qd 3h 5s"],
    stock="9s 2c 8h 3d 4d Ks", discards="8s 5c Qh 2h",
    melds=[(1, "4h 5h JK=6h"), (1, "10h 10c 10d")])
for move in ("take 5c", "contract 7s 7h 7d | 4c 5c 6c", "discard Kd", "draw"):
    d.apply(move)
rl.DealStepper(d)""",
    ),
    Scene(
        "melds",
        "The meld explorer",
        "`rl.MeldExplorer(hand, rules)` shows all melds of a hand, its arrangements, and what "
        "another rule would change.",
        'rl.MeldExplorer("5s 6s 7s 6h 6d 8c 9c 10c 10d Kd", "rummy")',
    ),
    Scene(
        "replay",
        "The replay viewer",
        "`rl.ReplayViewer(log)` plays a logged game like a film, with its key moments, comments "
        "and errors.",
        """v = rl.ReplayViewer("../datasets/games/contract-classic.rummy")
v.step = 34
v""",
    ),
    Scene(
        "scores",
        "The score comparison",
        "`rl.ScoreComparison(pos)` scores one end of a deal under many rules, and says what "
        "differs and by which clause.",
        """rl.ScoreComparison(rl.FinalPosition(
    hands={"Ana": "Ks 7h Ad", "Bo": "", "Cy": "9c 9d 2s"}, out="Bo"))""",
    ),
    Scene(
        "house",
        "The editor of house rules",
        "`rl.HouseRules(rules)` changes any option, says what it means and who says so, and "
        "refuses what does not go together.",
        'rl.HouseRules(rl.variant("rummy", ace="high_or_low", target=300))',
        ("Difference from the standard",),
        1300,
    ),
    Scene(
        "simulation",
        "The simulation explorer",
        "`rl.SimulationExplorer()` plays thousands of deals in the background and shows points, "
        "lengths and who wins.",
        """tool = rl.SimulationExplorer(["rummy", "remi"], ["greedy", "greedy"], deals=60, seed=7)
tool.start()
tool.wait(300)
tool""",
    ),
    Scene(
        "sheet",
        "The score sheet",
        "`rl.ScoreSheet(rules, players)` keeps the score of a real game, deal by deal.",
        """s = rl.ScoreSheet("shanghai", ["Ana", "Bo", "Cy"])
s.enter(["", "Kd 7c As", "JK 9h"], out="Ana")
s.enter(["40", "", "35"], out="Bo", comment="the cards were put away too early")
s.enter(["2h 2d", "9c 9d", ""], out="Cy")
s""",
    ),
)


def take(scene: Scene, page: Page, root: Path, url: str, token: str) -> None:
    """Takes the pictures of a scene, one for each theme."""
    path = f"notebooks/{secrets.token_hex(6)}.ipynb"
    cell = v4.new_code_cell(f"import rummy_lab as rl\n{scene.code}", id="only")
    metadata = {"kernelspec": KERNEL}
    nbformat.write(v4.new_notebook(cells=[cell], metadata=metadata), root / path)
    book = Notebook(page, None)
    page.set_default_timeout(60_000)
    page.set_viewport_size({"width": 1240, "height": 2400})
    book.open(f"{url}/lab/tree/{path}?token={token}&reset")
    book.run("application:toggle-left-area")
    for name in scene.pressed:
        book.press(name)
    if scene.selected:
        book.select(*scene.selected)
        book.act(scene.asked)
    tool = page.locator(".rl-tool").first
    for theme in THEMES:
        book.run("apputils:change-theme", theme=f"JupyterLab {theme}")
        page.wait_for_timeout(1500)
        page.mouse.move(0, 0)
        name = "docs/stepper" if scene is README else f"notebooks/images/{scene.id}"
        keep(tool.screenshot(), ROOT / f"{name}-{theme.lower()}.png", scene.height)
    book.run("apputils:change-theme", theme="JupyterLab Light")


def keep(picture: bytes, path: Path, height: int) -> None:
    """Writes a picture with few colours, and no higher than is worth a look."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    shown = whole.crop((0, 0, whole.width, min(whole.height, height)))
    for colours in (128, 64, 32):
        shown.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size <= MOST_BYTES:
            return
    raise SystemExit(f"{path.name} is larger than {MOST_BYTES} bytes")


def page_of_pictures() -> str:
    """The gallery as a notebook."""
    cells = [v4.new_markdown_cell(INTRO, id="gallery")]
    for scene in SCENES:
        pictures = "\n\n".join(
            f"![{scene.title}, {theme.lower()}](images/{scene.id}-{theme.lower()}.png)"
            for theme in THEMES
        )
        source = f"## {scene.title}\n\n{scene.words}\n\n{pictures}"
        cells.append(v4.new_markdown_cell(source, id=scene.id))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return nbformat.writes(v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}))


def main() -> None:
    """Takes all pictures, or those of the scenes that are named, and writes the page."""
    scenes = [scene.id for scene in (README, *SCENES)]
    wanted = set(sys.argv[1:]) or set(scenes)
    for name in wanted.difference(scenes):
        raise SystemExit(f"there is no scene {name!r}; there are {', '.join(scenes)}")
    chromium = next(path for name in NAMES if (path := shutil.which(name)))
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root, home = Path(folder) / "lab", Path(folder) / "home"
        for name in ("notebooks", "datasets"):
            shutil.copytree(ROOT / name, root / name)
        home.mkdir()
        lab = lab_on(root, home)
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        try:
            for scene in (README, *SCENES):
                if scene.id in wanted:
                    page = browser.new_page()
                    take(scene, page, root, lab.url, lab.token)
                    page.close()
        finally:
            browser.close()
            lab.stop()
    text = page_of_pictures().rstrip("\n") + "\n"
    (NOTEBOOKS / "gallery.ipynb").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
