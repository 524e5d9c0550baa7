"""The slow referee itself, on cases whose verdict the pages give."""

from __future__ import annotations

from typing import Any

import oracle
import pytest
from oracle import Position, legal, read, step

REMI: dict[str, Any] = {
    "ace": "low", "run_suits": "any", "set_suits": "any", "set_size": (3, 4), "run_size": 3,
    "melds_per_turn": 1, "lay_off": "any", "go_out_discard": "optional",
    "redraw_discard_ban": True, "stock_out": "flip", "max_recycles": 10,
    "scoring": "winner_takes", "winner": "highest", "rummy_bonus": None,
    "block_award": "others_total",
}  # fmt: skip
RUMMY = REMI | {"run_suits": "same", "melds_per_turn": None, "stock_out": "shuffle",
                "rummy_bonus": "double"}  # fmt: skip


def cards(text: str) -> oracle.Cards:
    return oracle.in_order(text.split())


def position(hand: str, options: dict[str, Any] = REMI, **known: Any) -> Position:
    melds = tuple((seat, cards(meld)) for seat, meld in known.pop("melds", ()))
    return Position(options, (cards(hand), cards("2c Ks")), ("4d", "Jd"), ("5d",), melds,
                    **{"phase": "play", **known})  # fmt: skip


@pytest.mark.parametrize(
    ("meld", "changes", "kind"),
    [
        ("4s 5h 6d", {}, "run"), ("4s 5h 6d", {"run_suits": "same"}, None),
        ("As 2h 3d 4c 5s", {}, "run"), ("Qs Kh Ad", {}, None), ("Qs Kh Ad", {"ace": "high"}, "run"),
        ("As 2h 3d", {"ace": "high"}, None), ("Ks Ah 2d", {"ace": "high_or_low"}, None),
        ("Ks Ah 2d", {"ace": "round_the_corner"}, "run"), ("9s 9h 9d", {}, "set"),
        ("9s 9h 9d 9c", {}, "set"), ("9s 9h", {}, None), ("7s 7s 7c", {}, "set"),
        ("7s 7s 7c", {"set_suits": "distinct"}, None), ("9s 9s 9h 9d 9c", {}, None),
        ("9s 9s 9h 9d 9c", {"set_size": (3, None)}, "set"), ("4s 5h 6d", {"run_size": 4}, None),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks Ah", {"ace": "high_or_low"}, "run"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks Ah", {"ace": "round_the_corner"}, None),
        ("As 2s 3s Ah", {"ace": "high_or_low"}, None),
    ],
)  # fmt: skip
def test_oracle_melds(meld: str, changes: dict[str, Any], kind: str | None) -> None:
    assert oracle.kind_of(cards(meld), REMI | changes) == kind


def test_oracle_counts_the_melds_of_a_pack() -> None:
    assert len(oracle.melds_within(oracle.pack(), RUMMY)) == 329
    assert len(oracle.melds_within(oracle.pack(), RUMMY | {"ace": "high_or_low"})) == 369


@pytest.mark.parametrize(
    ("hand", "points"),
    [("6s 7s 8s 6c 7c 8c 8d 2h 4h 10d", 24), ("Jc 9d 8s 6d Js 8h 10d 8d 7d Jd", 16),
     ("4s 5s 6s 2c 5c 2d 3h 4h 5h 6h", 9), ("5s 6s 7s 6h 6d", 12)],
)  # fmt: skip
def test_oracle_best_arrangement(hand: str, points: int) -> None:
    assert oracle.best(hand.split(), RUMMY).points == points


def test_oracle_a_turn() -> None:
    drawing = position("7s 8h", phase="draw")
    assert legal(drawing, "draw") and legal(drawing, "take")
    assert not legal(drawing, "pass") and not legal(drawing, "discard 7s")
    taken = step(drawing, read("take"))
    assert taken is not None and taken.banned == "5d"
    assert not legal(taken, "discard 5d") and legal(taken, "discard 7s")
    over = step(position("7s"), read("discard 7s"))
    assert over is not None and (over.phase, over.out, over.whole_hand) == ("over", 0, True)


def test_oracle_the_turn_must_end() -> None:
    sevens = position("7s 7h 7d 2d", banned="2d")
    assert not legal(sevens, "meld 7s 7h 7d")
    place = position("7s 7h 7d 2d", banned="2d", melds=[(1, "2s 2h 2c")])
    assert legal(place, "meld 7s 7h 7d")
    strict = position("7s 7h 7d 2d", REMI | {"go_out_discard": "required"}, banned="2d",
                      melds=[(1, "2s 2h 2c")])  # fmt: skip
    assert not legal(strict, "meld 7s 7h 7d")


def test_oracle_lay_offs() -> None:
    table = [(1, "6d 7d 8d"), (0, "2s 3s 4s")]
    here = position("5d 9d 5s 6s Kh Kc", RUMMY, melds=table)
    for action in ("lay 5d on 1", "lay 5d 9d on 1", "lay 5s 6s on 2"):
        assert legal(here, action)
    for action in ("lay 6s on 2", "lay 5s on 1", "lay Kh on 1", "lay 5d on 3"):
        assert not legal(here, action)
    theirs = position("5d Kh", RUMMY | {"lay_off": "own_meld_first"}, melds=[(1, "6d 7d 8d")])
    assert not legal(theirs, "lay 5d on 1")


def test_oracle_the_pile() -> None:
    pile = ("2c", "5d", "9h", "Ks", "4s")
    empty = Position(REMI, (cards("8h Jh"), cards("3c 7c")), (), pile)
    after = step(empty, read("pass"))
    assert after is not None
    assert (after.stock[::-1], after.discards, after.turn) == (("5d", "9h", "Ks", "4s"), ("2c",), 0)
    shuffled = step(Position(RUMMY, empty.hands, (), pile), read("draw"), pile)
    assert shuffled is not None and shuffled.discards == () and len(shuffled.stock) == 4
    assert step(Position(REMI | {"stock_out": "end"}, empty.hands, (), pile), read("draw")) is None


def test_oracle_scores() -> None:
    hands = ["", "Ks 7h Ad", "9c 9d"]
    split = [hand.split() for hand in hands]
    assert oracle.scores(split, 0, False, REMI) == [36, 0, 0]
    assert oracle.scores(split, 0, True, RUMMY) == [72, 0, 0]
    assert oracle.scores(split, 0, False, RUMMY | {"ace": "high_or_low"}) == [50, 0, 0]
    block = [hand.split() for hand in ("7h", "10s 2s", "Ks Qs 5s")]
    assert oracle.scores(block, None, False, REMI) == [37, 0, 0]
    assert oracle.scores(block, None, False, REMI | {"block_award": "difference"}) == [23, 0, 0]
