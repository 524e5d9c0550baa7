"""Other programs that play gin rummy, asked for the same hands as we are.

    pip install open_spiel rlcard

A hand is a list of our card codes; suits have another order there, which changes no points. A peer
that is not installed says so in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

Hands = Sequence[Sequence[int]]


@dataclass
class Peer:
    """A program: how it makes hands, and what it says of one; `missing` where it is not there.

    `share` says that it is asked for one hand in so many, where it takes long.
    """

    name: str
    made: Callable[[Sequence[int]], Any]
    points: Callable[[Any], int]
    sizes: tuple[int, ...] | None = None
    missing: str = ""
    share: int = 1

    def prepared(self, hands: Hands) -> list[Any]:
        """The hands as the program has them, made before any time is taken."""
        return [self.made(hand) for hand in hands]

    def takes(self, size: int) -> bool:
        """Whether the program can be asked about hands of a size."""
        return not self.missing and (self.sizes is None or size in self.sizes)


def _missing(name: str, error: ImportError) -> Peer:
    return Peer(name, list, len, missing=f"not installed ({error})")


def _with_version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package


def open_spiel() -> Peer:
    """OpenSpiel's `GinRummyUtils.min_deadwood`, C++ called from Python."""
    try:
        spiel: Any = import_module("pyspiel")
    except ImportError as error:
        return _missing("open_spiel", error)
    return Peer(
        _with_version("open_spiel"), list, spiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    )


def rlcard() -> Peer:
    """RLCard's best meld clusters, in Python; hands of ten cards only."""
    try:
        melding: Any = import_module("rlcard.games.gin_rummy.utils.melding")
        utils: Any = import_module("rlcard.games.gin_rummy.utils.utils")
    except ImportError as error:
        return _missing("rlcard", error)

    def points(hand: list[Any]) -> int:
        found = melding.get_best_meld_clusters(hand)
        return utils.get_deadwood_count(hand, found[0] if found else [])

    def made(hand: Sequence[int]) -> list[Any]:
        return [utils.card_from_card_id(code) for code in hand]

    return Peer(_with_version("rlcard"), made, points, (10,), share=20)


def peers() -> list[Peer]:
    """All of them, installed or not."""
    return [open_spiel(), rlcard()]
