"""A notebook as one HTML file that needs no network, no kernel and no script.

The page is JupyterLab's own, with everything cut out of it that is fetched or run; its content
security policy forbids both, so a text that was smuggled into a notebook can do neither. A tool
shows the static picture that it carries along.
"""

from __future__ import annotations

import html
import re
from base64 import b64encode
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from rummy_lab import __version__
from rummy_lab.log.files import write_whole, writing

if TYPE_CHECKING:
    from nbformat import NotebookNode

HERE = resources.files("rummy_lab.export")
TEMPLATE = "page.html.j2"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SCRIPTS = ("application/javascript", WIDGET_VIEW)
NO_NBCONVERT = "an export needs nbconvert and nbclient: pip install 'rummy-lab[lab]'"
GENERATOR = "rummy-lab export"
"""What the head of every page says of itself."""
MOST_SAID = 200
IMAGES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
          ".svg": "image/svg+xml", ".webp": "image/webp"}  # fmt: skip
_IMAGE = re.compile(r"""(<img\b[^>]*?\bsrc=")([^"]*)(")""")


class ExportError(ValueError):
    """Why a notebook cannot be exported."""


def export_notebook(
    path: Path, out: Path | None = None, execute: bool = True, force: bool = False
) -> Path:
    """Writes a notebook as one HTML file and gives its path; `out` is `path` with `.html` if None.

    With `execute` its cells are run first, beside the file and without changing it. A file that
    is there is written over if an export made it, any other with `force` alone. Raises
    `ExportError` for a file that is no notebook, a cell that fails, or where nbconvert is not
    installed, `ValueError` where the page cannot be written, and `OSError` where a file cannot be
    read.
    """
    out = path.with_suffix(".html") if out is None else out
    book = _read(path)
    if out.exists() and out.samefile(path):
        raise ExportError(f"--out {out} is the notebook itself: give the HTML another name")
    if out.exists() and not force and not _is_export(out):
        raise ExportError(f"{out} is there already: choose another name, or say --force")
    if execute:
        run(book, path.parent)
    page = page_of(book, path.stem, path.parent).encode()
    with writing(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(out, page)
    return out


def _is_export(path: Path) -> bool:
    with path.open("rb") as file:
        return GENERATOR.encode() in file.read(2000)


def _read(path: Path) -> NotebookNode:
    try:
        import nbformat
    except ImportError:
        raise ExportError(NO_NBCONVERT) from None
    text = path.read_bytes()
    try:
        book = nbformat.reads(text.decode(), as_version=4)
        nbformat.validate(book)
    except Exception as error:  # nbformat and jsonschema raise many kinds
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ExportError(f"{path} is no notebook: {reason[:MOST_SAID]}") from None
    return book


def run(book: NotebookNode, folder: Path) -> None:
    """Runs the cells of a notebook in a kernel of its own; the outputs are put into `book`.

    The state of widgets is not kept: a page without it shows their static pictures.
    """
    try:
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError, DeadKernelError
    except ImportError:
        raise ExportError(NO_NBCONVERT) from None
    client = NotebookClient(
        book, timeout=None, store_widget_state=False, resources={"metadata": {"path": str(folder)}},
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )  # fmt: skip
    try:
        client.execute()
    except CellExecutionError as error:
        place = next(n for n, cell in enumerate(book.cells, 1) if _failed(cell))
        raise ExportError(
            f"cell {place} fails with {error.ename}: {error.evalue[:MOST_SAID]}; "
            "--no-execute exports the notebook as it is"
        ) from None
    except DeadKernelError:
        raise ExportError("the kernel died while the notebook ran") from None


def _failed(cell: Any) -> bool:
    return any(output.output_type == "error" for output in cell.get("outputs", ()))


def page_of(book: NotebookNode, name: str, folder: Path) -> str:
    """The page of a notebook as it is, outputs included, with its local images."""
    try:
        from nbconvert import HTMLExporter
    except ImportError:
        raise ExportError(NO_NBCONVERT) from None
    without_scripts(book)
    book.metadata.setdefault("title", title_of(book) or name)
    style = (HERE / "page.css").read_text(encoding="utf-8")
    with resources.as_file(HERE / TEMPLATE) as template:
        exporter = HTMLExporter(template_name="lab", template_file=str(template))
        told = {
            "metadata": {"name": name, "path": str(folder)},
            "rummy_lab": {"generator": f"{GENERATOR} {__version__}", "style": style},
        }
        page = exporter.from_notebook_node(book, resources=told)[0]
    return _IMAGE.sub(lambda found: found[1] + _embedded(found[2], folder) + found[3], page)


def _embedded(source: str, folder: Path) -> str:
    """The address of an image as it is, or the image itself where it is a file beside a notebook.

    nbconvert's own embedding parses each piece of HTML alone and closes what is still open.
    """
    path = (folder / unquote(html.unescape(source))).resolve()
    kind = IMAGES.get(path.suffix.lower())
    beside = folder.resolve().parent in path.parents
    if kind is None or ":" in source or not beside or not path.is_file():
        return source
    return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"


def without_scripts(book: NotebookNode) -> None:
    """Takes everything out of a notebook that only scripts could show."""
    book.metadata.pop("widgets", None)
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            for kind in SCRIPTS:
                if kind in data and len(data) > 1:
                    del data[kind]


def title_of(book: NotebookNode) -> str:
    """The first heading of a notebook as plain text; empty where there is none.

    >>> import nbformat
    >>> cells = [nbformat.v4.new_markdown_cell("Hello\\n# Ours &#42; <b>x</b>")]
    >>> title_of(nbformat.v4.new_notebook(cells=cells))
    'Ours * x'
    """
    for cell in book.cells:
        found = re.search(r"^#\s+(.+)$", cell.source, re.MULTILINE)
        if cell.cell_type == "markdown" and found:
            return html.unescape(re.sub(r"<[^>]*>", "", found[1])).strip()
    return ""
