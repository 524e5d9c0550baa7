"""The log panel: the game as text, to copy, save, load and replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets

from rummy_lab.display.markup import escaped, fragment
from rummy_lab.log.files import read_text, text_of_file
from rummy_lab.widgets import saving
from rummy_lab.widgets.base import button, plainly, row
from rummy_lab.widgets.panels import Panel

HIDDEN = "The log holds every card. It is shown in the view that shows all cards."
ENDINGS = (".rummy", ".rummy.gz", ".jsonl", ".jsonl.gz")
"""How the names of logs end that are offered to be opened."""
MOST_OFFERED = 50
MOST_TEXT = 2_000_000
"""The longest log that is read here, in characters."""


class LogPanel(Panel):
    """The log of the line shown; another one can be pasted, uploaded or opened in its place.

    `load` takes the text of a log and plays it; it gives back what to say about it. `log` gives
    the text of the log, `code` and `picture` the position as code and as SVG.
    """

    title = "Log"

    def __init__(
        self,
        load: Callable[[str], str],
        log: Callable[[], str],
        copy: Callable[[str], None],
        code: Callable[[], str],
        picture: Callable[[], str],
    ) -> None:
        self.text = ipywidgets.Textarea(rows=12, layout={"width": "auto"})
        self.text.add_class("rl-log")
        self.name = ipywidgets.Combobox(
            placeholder="my-game.rummy", description="File", ensure_option=False
        )
        self.upload = ipywidgets.FileUpload(
            accept=".rummy,.txt,.jsonl,.gz", description="Load a file"
        )
        self.note = ipywidgets.HTML()
        self.load, self.written_log, self.copy = load, log, copy
        self.code, self.picture = code, picture
        self.mine: set[Path] = set()
        self.hidden = False
        super().__init__(
            row(
                button("Copy as log", self._copy_log),
                button("Copy as code", self._copy_code),
                button("Load this text", self._load_text, "Play the log in the field below"),
                self.upload,
            ),
            self.text,
            row(
                self.name,
                button("Save", self._save, "Save the log under this name"),
                button("Open", self._open_file, "Open the log of this name"),
                button("Save picture", self._save_picture, "Save the table as an SVG picture"),
            ),
            self.note,
        )
        self.upload.observe(self._uploaded, "value")

    def show(self, text: str | None) -> None:
        """Shows the log of the line at the cursor; None where the view must not show it."""
        self.hidden = text is None
        self.offer_files()
        self.text.value = HIDDEN if text is None else text

    def offer_files(self) -> None:
        """Offers the logs that lie here, in the field for a file's name."""
        self.name.options = [str(path) for path in logs_here()]

    def tell(self, sentence: str) -> None:
        """Says a sentence under the log."""
        said = escaped(sentence).replace("\n", "<br>")
        self.note.value = fragment(f"<p>{said}</p>") if sentence else ""

    @plainly
    def _copy_log(self) -> None:
        if self.hidden:
            raise ValueError("the log holds every card, and this view does not show them all")
        self.copy(self.written_log())
        self.tell("The log is on the clipboard.")

    @plainly
    def _copy_code(self) -> None:
        if self.hidden:
            raise ValueError("the code holds every card, and this view does not show them all")
        self.copy(self.code())
        self.tell("Code for this position is on the clipboard: paste it into a cell.")

    @plainly
    def _load_text(self) -> None:
        self._play(self.text.value)

    @plainly
    def _uploaded(self, _: Any) -> None:
        if self.upload.value:
            file = self.upload.value[0]
            self.upload.value = ()
            self._play(text_of_file(bytes(file["content"]), file["name"]))

    @plainly
    def _open_file(self) -> None:
        self._play(read_text(self._path()))

    @plainly
    def _save(self) -> None:
        path = self._path()
        if path in self.mine:
            path.write_text(self.written_log(), encoding="utf-8", newline="\n")
        else:
            write_new(path, self.written_log())
        self.mine.add(path)
        self.tell(f"Saved as {path}.")

    @plainly
    def _save_picture(self) -> None:
        path = self._path().with_suffix(".svg")
        write_new(path, self.picture())
        self.tell(f"The picture is saved as {path}.")

    def _path(self) -> Path:
        name = self.name.value.strip()
        if not name or "\x00" in name:
            raise ValueError("a file needs a name, like my-game.rummy")
        path = Path(name).expanduser()
        return path if path.suffix else path.with_suffix(".rummy")

    def _play(self, text: str) -> None:
        if len(text) > MOST_TEXT:
            raise ValueError(f"a log of {len(text)} characters is too long to be one")
        self.tell(self.load(text))


def logs_here() -> list[Path]:
    """The logs in the working directory and in that of saved games."""
    found: list[Path] = []
    for folder in (Path(), Path(saving.FOLDER)):
        try:
            found += sorted(path for path in folder.iterdir() if path.name.endswith(ENDINGS))
        except OSError:
            continue
    return [path for path in found if not path.name.endswith(saving.LINES)][:MOST_OFFERED]


def write_new(path: Path, text: str) -> None:
    """Writes a file that is not there yet; raises `ValueError` where one of that name is."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise ValueError(f"{path} is there already: choose another name") from None
