"""The log panel without a browser: pictures saved as SVG and, drawn by the page, as PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummy_lab as rl
from rummy_lab.widgets import DealStepper, ReplayViewer, ScoreComparison, ScoreSheet
from rummy_lab.widgets.base import Pieces
from rummy_lab.widgets.filepanel import write_new
from rummy_lab.widgets.houserules import HouseRules
from rummy_lab.widgets.logpanel import PNG, LogPanel

PICTURE = PNG + b"\r\n\x1a\n and more"
OTHER = PNG + b"\r\n\x1a\n of another page"
KINDS = ("_save_picture", "_save_png")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Page:
    """The page of a drawn part: it keeps what it is sent, and answers when it is told to."""

    def __init__(self, piece: Pieces) -> None:
        self.piece = piece
        self.sent: list[dict[str, Any]] = []
        piece.send = self._sent

    def _sent(self, content: Any, buffers: Any = None) -> None:
        self.sent.append(content)

    def draws(self, *pictures: bytes, asked: int = -1) -> None:
        """Answers what was asked, with the bytes of a picture or without any."""
        number = self.sent[asked]["number"]
        self.piece._hear(None, {"do": "drawn", "number": number}, list(map(memoryview, pictures)))


def stepper(viewer: str | None = None) -> DealStepper:
    return DealStepper(rl.Deal("rummy", players=["Ana", "Bo"], seed=7), viewer=viewer)


def sheet() -> ScoreSheet:
    """A score sheet with one deal."""
    made = ScoreSheet("rummy", ["Ana", "Bo"])
    made.enter(["36", ""], out="Ana")
    return made


def panel(name: str = "table", tool: Any = None) -> tuple[LogPanel, Page]:
    """The log panel of a tool with a name in its field, and the page."""
    logs = (tool or stepper()).logs
    logs.name.value = name
    return logs, Page(logs.page)


@pytest.mark.parametrize(
    "tool",
    [
        stepper,
        lambda: ReplayViewer(rl.play("rummy", seed=7)),
        lambda: ScoreComparison(rl.play("rummy", seed=7)),
        sheet,
    ],
)
def test_every_tool_saves_both(tool: Any):
    """The page is asked for the picture that stands in the SVG, and its bytes are kept as they are."""
    logs, page = panel("table.rummy", tool())
    logs._save_picture()
    assert "The picture is saved as table.svg." in logs.note.value
    logs._save_png()
    assert "The page draws the picture." in logs.note.value
    assert page.sent == [{"draw": Path("table.svg").read_text("utf-8"), "number": 1}]
    assert not Path("table.png").exists()
    page.draws(PICTURE)
    assert Path("table.png").read_bytes() == PICTURE
    assert "The picture is saved as table.png." in logs.note.value


def test_the_first_answer_is_kept():
    """A tool that is shown in two places answers twice, late ones for a picture of before too."""
    logs, page = panel()
    logs._save_png()
    page.draws(PICTURE)
    page.draws(OTHER)
    assert Path("table.png").read_bytes() == PICTURE and "saved as" in logs.note.value
    logs.name.value = "second"
    logs._save_png()
    page.draws(OTHER, asked=0)
    assert not Path("second.png").exists()
    page.draws(PICTURE)
    assert Path("second.png").read_bytes() == PICTURE


def test_an_answer_nobody_asked_for_is_ignored():
    tool = stepper()
    logs, page = panel(tool=tool)
    for number in (0, 1, None, [], "1"):
        page.piece._hear(None, {"do": "drawn", "number": number}, [memoryview(PICTURE)])
    page.piece._hear(None, "drawn", None)
    assert logs.note.value == "" and list(Path().iterdir()) == [] and not tool.deal.events


@pytest.mark.parametrize("pictures", [(), (b"",), (b"<svg>",), (b"\xff\xd8\xff a JPEG",)])
def test_what_is_no_png_is_told(pictures: tuple[bytes, ...]):
    logs, page = panel()
    logs._save_png()
    page.draws(*pictures)
    assert "the page could not draw the picture: save it as SVG." in logs.note.value
    assert list(Path().iterdir()) == []
    logs._save_png()
    page.draws(PICTURE)
    assert Path("table.png").read_bytes() == PICTURE


def test_no_file_is_written_over():
    """One that is there is refused before the page draws; one that has come since, after it."""
    logs, page = panel()
    Path("table.png").write_bytes(b"mine")
    logs._save_png()
    assert "table.png is there already: choose another name." in logs.note.value
    assert page.sent == []
    logs.name.value = "other"
    logs._save_png()
    Path("other.png").write_bytes(b"mine")
    page.draws(PICTURE)
    assert "other.png is there already: choose another name." in logs.note.value
    assert {path.read_bytes() for path in Path().iterdir()} == {b"mine"}


def test_no_answer_keeps_no_file():
    logs, page = panel()
    logs._save_png()
    assert len(page.sent) == 1 and list(Path().iterdir()) == []


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "nowhere/table"])
def test_bad_names(name: str):
    logs, page = panel(name)
    logs._save_png()
    if page.sent:
        page.draws(PICTURE)
    said = "nowhere/table.png: No such file" if "nowhere" in name else "a file needs a name"
    assert said in logs.note.value and list(Path().iterdir()) == []


@pytest.mark.parametrize("press", KINDS)
@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (DealStepper, "there is no picture yet."),
        (ReplayViewer, "there is no table to draw."),
        (lambda: ScoreSheet("rummy", ["Ana", "Bo"]), "there is no picture yet."),
        (ScoreSheet, "there is no score sheet yet: begin one above."),
    ],
)
def test_no_picture_yet(tool: Any, said: str, press: str):
    logs, page = panel(tool=tool())
    getattr(logs, press)()
    assert said in logs.note.value
    assert page.sent == [] and list(Path().glob("table.*")) == []


def test_a_sheet_draws_its_own_totals():
    """The chart need not be open, and a new sheet does not save that of the one before."""
    tool = sheet()
    logs, page = panel(tool=tool)
    logs._save_png()
    assert ">Ana</text>" in page.sent[0]["draw"] and "36" in page.sent[0]["draw"]
    tool._begin(rl.score_log("rummy", ["Cy", "Di"]), tool._keeper)
    logs._save_png()
    assert "there is no picture yet." in logs.note.value
    assert len(page.sent) == 1 and "<svg" not in tool.static_html()


def test_nothing_hidden_travels():
    """The picture that the page draws is that of the viewer's view."""
    tool = stepper("Ana")
    logs, page = panel(tool=tool)
    logs._save_png()
    drawn = page.sent[0]["draw"]
    assert drawn == tool.static_html() and "??" in drawn
    assert drawn != stepper().static_html()


def test_texts_are_written_as_they_are():
    write_new(Path("a.txt"), "Ana\r\nדנה\n")
    assert Path("a.txt").read_bytes() == "Ana\r\nדנה\n".encode()


def test_files_as_windows_writes_them():
    """UTF-16 with its mark is read as text; what is broken says in what it is none."""
    files = HouseRules("rummy").files
    text = 'base = "remi"\n'
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert files.read_bytes(text.encode(encoding), "x.toml") == text
    for data, wanted in ((b"\xff", "UTF-8"), (b"\xff\xfea", "UTF-16")):
        with pytest.raises(ValueError, match=f"x.toml is no rule set: it is no text in {wanted}"):
            files.read_bytes(data, "x.toml")
