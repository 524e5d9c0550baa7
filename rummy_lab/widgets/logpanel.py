"""The log panel: the game as text, to copy, save, load and replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rummy_lab.log.files import read_text, text_of_file
from rummy_lab.widgets import saving
from rummy_lab.widgets.base import button, plainly
from rummy_lab.widgets.filepanel import FilePanel, write_new

HIDDEN = "The log holds every card. It is shown in the view that shows all cards."
ENDINGS = (".rummy", ".rummy.gz", ".jsonl", ".jsonl.gz")
"""How the names of logs end that are offered to be opened."""
MOST_OFFERED = 50


class LogPanel(FilePanel):
    """The log of the line shown; another one can be pasted, uploaded or opened in its place.

    `load` takes the text of a log and plays it; it gives back what to say about it. `log` gives
    the text of the log, `code` and `picture` the position as code and as SVG.
    """

    title = "Log"
    noun, example, ending = "log", "my-game", ".rummy"
    accepts = ".rummy,.txt,.jsonl,.gz"

    def __init__(
        self,
        load: Callable[[str], str],
        log: Callable[[], str],
        copy: Callable[[str], None],
        code: Callable[[], str],
        picture: Callable[[], str],
    ) -> None:
        self.copy, self.code, self.picture = copy, code, picture
        copies = (
            button("Copy as log", self._copy_log),
            button("Copy as code", self._copy_code),
        )
        save = button("Save picture", self._save_picture, "Save the table as an SVG picture")
        super().__init__(load, log, copies, (save,))

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
        self.copy(self.written())
        self.tell("The log is on the clipboard.")

    @plainly
    def _copy_code(self) -> None:
        if self.hidden:
            raise ValueError("the code holds every card, and this view does not show them all")
        self.copy(self.code())
        self.tell("Code for this position is on the clipboard: paste it into a cell.")

    @plainly
    def _save_picture(self) -> None:
        path = self.path().with_suffix(".svg")
        write_new(path, self.picture())
        self.tell(f"The picture is saved as {path}.")


def logs_here() -> list[Path]:
    """The logs in the working directory and in that of saved games."""
    found: list[Path] = []
    for folder in (Path(), Path(saving.FOLDER)):
        try:
            found += sorted(path for path in folder.iterdir() if path.name.endswith(ENDINGS))
        except OSError:
            continue
    return [path for path in found if not path.name.endswith(saving.LINES)][:MOST_OFFERED]
