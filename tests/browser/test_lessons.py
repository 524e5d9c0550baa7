"""Lessons as a class meets them: a notebook in JupyterLab that asks for nothing to be typed."""

from __future__ import annotations


def test_lesson_in_lab(notebook):
    """All cells run, code is folded away, answers unfold, and a moment can be played on."""
    book = notebook(shipped="lesson_contract.ipynb", height=1400)
    page = book.page
    assert page.get_by_role("heading", name="Contract Rummy: a lesson").count() == 1
    folded = page.locator(".jp-CodeCell .jp-InputPlaceholder:visible")
    assert folded.count() >= 1
    book.shot("lesson")
    question = page.get_by_text("May the ace follow the king?", exact=True)
    question.scroll_into_view_if_needed()
    answer = page.get_by_text("Q♠ K♠ A♠ is a run.").first
    assert not answer.is_visible()
    question.click()
    answer.wait_for()
    book.shot("lesson-disputes")
    moment = page.get_by_role("heading", name="The joker of the table")
    moment.scroll_into_view_if_needed()
    page.wait_for_timeout(600)
    book.shot("lesson-moment")
    assert not book.errors
