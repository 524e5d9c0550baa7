"""Notebooks as pages: run or not, nothing fetched, no script, one sentence for what goes wrong."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from commanding import refused
from nbformat import v4

from rummy_lab.export import page_of

CODE = """import rummy_lab as rl
d = rl.Deal("rummy", players=["Ana <b>x</b>", "Bo"], seed=7)
rl.DealStepper(d)"""
PICTURE = b"\x89PNG\r\n\x1a\n"


def notebook(path: Path, *cells: nbformat.NotebookNode, **metadata: object) -> Path:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = v4.new_notebook(cells=list(cells), metadata={"kernelspec": kernel, **metadata})
    nbformat.write(book, path)
    return path


def page(*cells: nbformat.NotebookNode, folder: Path | None = None, **metadata: object) -> str:
    book = v4.new_notebook(cells=list(cells), metadata=metadata)
    return page_of(book, "name", folder or Path())


def output(**data: str) -> nbformat.NotebookNode:
    kinds = {"html": "text/html", "plain": "text/plain", "svg": "image/svg+xml",
             "script": "application/javascript", "mermaid": "text/vnd.mermaid"}  # fmt: skip
    bundle = {kinds.get(kind, kind): text for kind, text in data.items()}
    return v4.new_code_cell("1", outputs=[v4.new_output("display_data", bundle)])


def fetched(html: str) -> list[str]:
    """Whatever a page would ask some other place for."""
    return re.findall(
        r"""(?:src|href|data|action)\s*=\s*["']?\s*(?:https?:|//)[^"'\s>]*""", html
    ) + (re.findall(r"url\(\s*['\"]?(?:https?:|//)[^)]*", html) + re.findall(r"@import[^;]*", html))


# --- the command --------------------------------------------------------------------------------


def test_a_notebook_is_run_and_its_tool_is_a_picture(run, tmp_path):
    path = notebook(
        tmp_path / "lesson.ipynb", v4.new_markdown_cell("# Ours & yours"), v4.new_code_cell(CODE)
    )
    before = path.read_bytes()
    assert run("export", "lesson.ipynb").out == "lesson.html: a page that needs no network\n"
    html = (tmp_path / "lesson.html").read_text(encoding="utf-8")
    assert path.read_bytes() == before
    assert "<title>Ours &amp; yours</title>" in html
    assert "<svg" in html and "Ana &lt;b&gt;x&lt;/b&gt;" in html and "Ana <b>x" not in html
    assert "<script" not in html and fetched(html) == [] and "default-src 'none'" in html


def test_no_execute_runs_nothing(run, tmp_path):
    notebook(tmp_path / "x.ipynb", v4.new_code_cell("open('ran', 'w')"))
    assert run("export", "x.ipynb", "--no-execute", "--out", "sub/y.html").status == 0
    assert (tmp_path / "sub/y.html").exists() and not (tmp_path / "ran").exists()


def test_a_cell_that_fails_is_named_and_nothing_is_written(run, tmp_path):
    notebook(tmp_path / "x.ipynb", v4.new_markdown_cell("Text"), v4.new_code_cell("1 / 0"))
    refused(
        run("export", "x.ipynb"),
        "cell 2 fails with ZeroDivisionError: division by zero",
        "--no-execute",
    )
    assert not (tmp_path / "x.html").exists()


def test_a_cell_runs_beside_its_notebook(run, tmp_path):
    (tmp_path / "sub").mkdir()
    notebook(tmp_path / "sub/x.ipynb", v4.new_code_cell("import os; print(os.listdir())"))
    assert run("export", "sub/x.ipynb").status == 0
    assert "x.ipynb" in (tmp_path / "sub/x.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no notebook"),
        ("{", "is no notebook"),
        ("[]", "is no notebook"),
        ('{"cells": 3, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "is no notebook"),
        (None, "No such file"),
    ],
)
def test_what_is_no_notebook_is_said(text, said, run, tmp_path):
    if text is not None:
        (tmp_path / "x.ipynb").write_text(text, encoding="utf-8")
    refused(run("export", "x.ipynb"), "x.ipynb", said)


def test_the_notebook_is_not_written_over(run, tmp_path):
    path = notebook(tmp_path / "x.ipynb", v4.new_markdown_cell("Text"))
    before = path.read_bytes()
    refused(run("export", "x.ipynb", "--out", "x.ipynb"), "give the HTML another name")
    assert path.read_bytes() == before


def test_only_an_export_is_written_over(run, tmp_path):
    notebook(tmp_path / "x.ipynb", v4.new_markdown_cell("Text"))
    page, words = tmp_path / "x.html", ("export", "x.ipynb", "--no-execute")
    page.write_text("<p>my own page</p>", encoding="utf-8")
    refused(run(*words), "x.html is there already", "--force")
    assert page.read_text(encoding="utf-8") == "<p>my own page</p>"
    assert run(*words, "--force").status == 0
    assert run(*words).status == 0


# --- the page -----------------------------------------------------------------------------------


def test_scripts_and_widgets_are_left_out():
    view = {
        "application/vnd.jupyter.widget-view+json": {
            "model_id": "a",
            "version_major": 2,
            "version_minor": 0,
        }
    }
    tool = v4.new_output(
        "display_data", {**view, "text/html": "<p>the picture</p>", "text/plain": "Tool()"}
    )
    state = {
        "application/vnd.jupyter.widget-state+json": {
            "state": {"a": {}},
            "version_major": 2,
            "version_minor": 0,
        }
    }
    html = page(
        v4.new_code_cell("1", outputs=[tool]),
        output(script="alert(1)", plain="instead"),
        output(script="alert(2)"),
        output(mermaid="graph TD; <b>A</b>"),
        widgets=state,
    )
    assert "<p>the picture</p>" in html and "instead" in html and "alert(" not in html
    assert "<script" not in html and "widget-state" not in html and "<b>A" not in html


def test_folded_code_stays_folded_and_answers_too():
    hidden = v4.new_code_cell("secret()", metadata={"jupyter": {"source_hidden": True}})
    asked = v4.new_markdown_cell("<details><summary>Why?</summary>\n\n- **So**\n\n</details>")
    html = page(hidden, asked)
    assert re.search(r"<details class=\"rl-code\">.*?secret.*?</details>", html, re.DOTALL)
    assert re.search(
        r"<details><summary>Why\?</summary>\s*<ul>\s*<li><strong>So</strong></li>\s*</ul>\s*</details>",
        html,
    )


def test_pictures_beside_a_notebook_are_put_in_and_no_other(tmp_path):
    (tmp_path / "books/images").mkdir(parents=True)
    (tmp_path / "books/images/a b.png").write_bytes(PICTURE)
    (tmp_path / "books/secret.txt").write_text("secret")
    text = "![a](images/a%20b.png) ![b](https://example.org/b.png) ![c](secret.txt) ![d](../../d.png) ![e](gone.png)"
    html = page(v4.new_markdown_cell(text), folder=tmp_path / "books")
    assert html.count("data:image/png;base64,iVBORw0KGgo=") == 1
    assert "c2VjcmV0" not in html and 'src="gone.png"' in html


def test_a_picture_says_its_words(tmp_path):
    html = page(
        output(
            svg="<svg xmlns='http://www.w3.org/2000/svg'><title>Three cards</title></svg>",
            plain="x",
        )
    )
    assert "<title>Three cards</title></svg>" in html and "<pre>x" not in html
