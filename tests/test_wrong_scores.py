"""Scores that are none: a sheet or a list of deals that cannot be read is told in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

import rummy_lab as rl


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("", "this is no score sheet"),
        (" ", "this is no score sheet"),
        (None, "a score sheet is text or a path, not NoneType"),
        (b"deal;A;B", "a score sheet is text or a path, not bytes"),
    ],
)
def test_what_is_no_sheet_is_told(source: Any, error: str) -> None:
    with pytest.raises(rl.LogError, match=error):
        rl.read_scores(source, "rummy")


def test_a_sheet_of_one_row_is_no_path() -> None:
    assert rl.read_scores("deal;A;B", "rummy").names == ("A", "B")


@pytest.mark.parametrize(
    ("deals", "error"), [(5, "deals is a list"), ("1,0", "deals is a list"), ([(True, 0)], "True")]
)
def test_deals_that_are_none_are_told(deals: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        rl.score_log("rummy", ["A", "B"], deals)


@pytest.mark.parametrize(
    ("rules", "hands", "out", "note"),
    [
        ("rummy", {"Ana": "Ks Ks", "Bo": ""}, None, "more equal cards than Rummy has: 2 × K♠"),
        ("rummy", {"Ana": "Ks 7h", "Bo": "Ks"}, None, "more equal cards than Rummy has: 2 × K♠"),
        ("rummy", {"Ana": "JK", "Bo": ""}, None, "JK in Ana's hand: no card of Rummy"),
        ("remi", {"Ana": "Ks", "Bo": "2d"}, "Bo", "Bo went out, but has 2♦ left"),
        ("shanghai", {"Ana": "Ks Ks", "Bo": "", "Cy": "3c"}, "Bo", None),
    ],
)
def test_positions_that_no_deal_comes_to_are_scored_with_a_note(
    rules: str, hands: dict[str, str], out: str | None, note: str | None
) -> None:
    position = rl.FinalPosition(hands=hands, out=out)
    assert rl.score(position, rules).notes == (() if note is None else (note,))
    assert list(rl.compare(position, [rules]).notes["note"]) == ([] if note is None else [note])
