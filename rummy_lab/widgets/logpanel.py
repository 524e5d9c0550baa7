"""The log panel: the game as text, to copy, save, load and replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from rummy_lab.log.files import read_text, text_of_file
from rummy_lab.widgets import saving
from rummy_lab.widgets.base import Pieces, button, plainly
from rummy_lab.widgets.filepanel import FilePanel, taken, write_new

HIDDEN = "The log holds every card. It is shown in the view that shows all cards."
ENDINGS = (".rummy", ".rummy.gz", ".jsonl", ".jsonl.gz")
"""How the names of logs end that are offered to be opened."""
MOST_OFFERED = 50
PNG = b"\x89PNG"
"""How the bytes of every PNG begin."""

SVG_TIP = "Save the picture as SVG: sharp at any size, for web pages and print"
PNG_TIP = "Save the picture as PNG: dots at twice the size, for documents and slides"


class LogPanel(FilePanel):
    """The log of the line shown; another one can be pasted, uploaded or opened in its place.

    `load` takes the text of a log and plays it; it gives back what to say about it. `log` gives
    the text of the log, `code` and `picture` the position as code and as SVG, which is empty where
    there is none yet. `page` is a drawn part of the tool: it has the clipboard, and draws PNGs.
    """

    title = "Log"
    noun, example, ending = "log", "my-game", ".rummy"
    accepts = ".rummy,.txt,.jsonl,.gz"

    def __init__(
        self,
        load: Callable[[str], str],
        log: Callable[[], str],
        page: Pieces,
        code: Callable[[], str],
        picture: Callable[[], str],
    ) -> None:
        self.page, self.code, self.picture = page, code, picture
        copies = (
            button("Copy as log", self._copy_log),
            button("Copy as code", self._copy_code),
        )
        saves = (
            button("Save picture", self._save_picture, SVG_TIP),
            button("Save as PNG", self._save_png, PNG_TIP),
        )
        super().__init__(load, log, copies, saves)

    def show(self, text: str | None) -> None:
        """Shows the log of the line at the cursor; None where the view must not show it."""
        self.hidden = text is None
        self.offer_files()
        self.text.value = HIDDEN if text is None else text

    def offered(self) -> Sequence[Path]:
        """The logs that lie here."""
        return logs_here()

    def read_file(self, path: Path) -> str:
        """The text of a log, packed or not."""
        return read_text(path)

    def read_bytes(self, data: bytes, name: str) -> str:
        """The text of a log's bytes, packed or not."""
        return text_of_file(data, name)

    @plainly
    def _copy_log(self) -> None:
        if self.hidden:
            raise ValueError("the log holds every card, and this view does not show them all")
        self.page.copy(self.written())
        self.tell("The log is on the clipboard.")

    @plainly
    def _copy_code(self) -> None:
        if self.hidden:
            raise ValueError("the code holds every card, and this view does not show them all")
        self.page.copy(self.code())
        self.tell("Code for this position is on the clipboard: paste it into a cell.")

    @plainly
    def _save_picture(self) -> None:
        path = self.path().with_suffix(".svg")
        self._keep(path, self._svg())

    @plainly
    def _save_png(self) -> None:
        path, svg = self.path().with_suffix(".png"), self._svg()
        if path.exists():
            raise taken(path)
        self.tell("The page draws the picture.")
        self.page.draw(svg, partial(self._save_drawn, path))

    @plainly
    def _save_drawn(self, path: Path, data: bytes) -> None:
        """Saves what the page has drawn."""
        if not data.startswith(PNG):
            raise ValueError("the page could not draw the picture: save it as SVG")
        self._keep(path, data)

    def _keep(self, path: Path, picture: str | bytes) -> None:
        write_new(path, picture)
        self.tell(f"The picture is saved as {path}.")

    def _svg(self) -> str:
        """The picture as SVG; raises `ValueError` where there is none yet."""
        svg = self.picture()
        if not svg:
            raise ValueError("there is no picture yet")
        return svg


def logs_here() -> list[Path]:
    """The logs in the working directory and in that of saved games."""
    found: list[Path] = []
    for folder in (Path(), Path(saving.FOLDER)):
        try:
            found += sorted(path for path in folder.iterdir() if path.name.endswith(ENDINGS))
        except OSError:
            continue
    return [path for path in found if not path.name.endswith(saving.LINES)][:MOST_OFFERED]
