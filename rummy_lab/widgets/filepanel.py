"""A text in a panel: copied, saved under a name, loaded from a field, an upload or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ipywidgets

from rummy_lab.cards import encoding_of
from rummy_lab.display.markup import escaped, fragment
from rummy_lab.widgets.base import button, plainly, row
from rummy_lab.widgets.panels import Panel

MOST_TEXT = 2_000_000
"""The longest text that is read here, in characters."""


class FilePanel(Panel):
    """A text that stands in a field, with buttons to load another one and to save it.

    `load` takes a text and gives back what to say about it, `written` gives the text to save.
    `first` and `last` are further buttons. No file is written over that was not written here.
    """

    noun, example = "text", "my-text"
    ending = ".txt"
    """How a file's name ends for which somebody typed no ending."""
    accepts = ".txt"
    """Which files are offered to be uploaded."""

    def __init__(
        self,
        load: Callable[[str], str],
        written: Callable[[], str],
        first: Sequence[ipywidgets.Widget] = (),
        last: Sequence[ipywidgets.Widget] = (),
    ) -> None:
        # Sent when one goes on, not with every key: a button's press would overtake the last ones.
        self.text = ipywidgets.Textarea(rows=12, continuous_update=False, layout={"width": "auto"})
        self.text.add_class("rl-log")
        self.name = ipywidgets.Combobox(
            placeholder=f"{self.example}{self.ending}", description="File", ensure_option=False,
            continuous_update=False,
        )  # fmt: skip
        self.upload = ipywidgets.FileUpload(accept=self.accepts, description="Load a file")
        self.note = ipywidgets.HTML()
        self.load, self.written = load, written
        self.mine: set[Path] = set()
        self.hidden = False
        super().__init__(
            row(
                *first,
                button("Load this text", self._load_text, f"Use the {self.noun} in the field"),
                self.upload,
            ),
            self.text,
            row(
                self.name,
                button("Save", self._save, f"Save the {self.noun} under this name"),
                button("Open", self._open_file, f"Open the {self.noun} of this name"),
                *last,
            ),
            self.note,
        )  # fmt: skip
        self.upload.observe(self._uploaded, "value")

    def offered(self) -> Sequence[Path]:
        """The files that lie here, for the field of a file's name."""
        return ()

    def read_file(self, path: Path) -> str:
        """The text of a file."""
        return self.read_bytes(path.read_bytes(), path.name)

    def read_bytes(self, data: bytes, name: str) -> str:
        """The text of a file's bytes; raises `ValueError` where they are no text."""
        try:
            return data.decode(encoding_of(data))
        except UnicodeDecodeError as error:
            wanted = "UTF-16" if error.encoding.startswith("utf-16") else "UTF-8"
            raise ValueError(f"{name} is no {self.noun}: it is no text in {wanted}") from None

    def offer_files(self) -> None:
        """Offers the files that lie here, in the field for a file's name."""
        self.name.options = [str(path) for path in self.offered()]

    def tell(self, sentence: str) -> None:
        """Says a sentence under the text."""
        said = escaped(sentence).replace("\n", "<br>")
        self.note.value = fragment(f"<p>{said}</p>") if sentence else ""

    @plainly
    def _load_text(self) -> None:
        self._play(self.text.value)

    @plainly
    def _uploaded(self, _: Any) -> None:
        if self.upload.value:
            file = self.upload.value[0]
            self.upload.value = ()
            self._play(self.read_bytes(bytes(file["content"]), file["name"]))

    @plainly
    def _open_file(self) -> None:
        self._play(self.read_file(self.path()))

    @plainly
    def _save(self) -> None:
        path = self.path()
        if path in self.mine:
            path.write_text(self.written(), encoding="utf-8", newline="\n")
        else:
            write_new(path, self.written())
        self.mine.add(path)
        self.tell(f"Saved as {path}.")

    def path(self) -> Path:
        """The file of the name that was typed; raises `ValueError` where there is none."""
        name = self.name.value.strip()
        if not name or "\x00" in name:
            raise ValueError(f"a file needs a name, like {self.name.placeholder}")
        path = Path(name).expanduser()
        return path if path.suffix else path.with_suffix(self.ending)

    def _play(self, text: str) -> None:
        if len(text) > MOST_TEXT:
            raise ValueError(f"a {self.noun} of {len(text)} characters is too long to be one")
        self.tell(self.load(text))


def write_new(path: Path, content: str | bytes) -> None:
    """Writes a file that is not there yet; raises `ValueError` where one of that name is."""
    data = content.encode() if isinstance(content, str) else content
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise taken(path) from None


def taken(path: Path) -> ValueError:
    """The error for a new file where one of that name is there already."""
    return ValueError(f"{path} is there already: choose another name")
