"""What a press or a drop on the table means: an action for the engine, or a word to the user.

The page says what was pressed; which action that is follows from the moment and the selected
cards. Whether the action is allowed is the engine's to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rummy_lab.actions import DRAW, TAKE, Action, Discard, LayOff, Swap, Take
from rummy_lab.cards import Card
from rummy_lab.deal import State
from rummy_lab.display.markup import isolated
from rummy_lab.widgets.choices import open_pile, tried, which
from rummy_lab.widgets.sight import Sight

Meant = Action | dict[str, Any] | None
"""An action to be done, a message to be shown, or nothing."""


def pressed(
    said: dict[str, Any], seen: Sight, legal: Sequence[Action], selected: Sequence[Card]
) -> Meant:
    """What is meant by a press on a pile or a meld, with some cards of the hand selected.

    >>> import rummy_lab as rl
    >>> from rummy_lab.widgets.sight import sight
    >>> d = rl.Deal(rl.variant("rummy"), players=["Ana", "Bo"], seed=7)
    >>> print(pressed({"do": "upcard"}, sight(d, "all"), [], ()))
    take
    """
    handlers: dict[Any, Callable[[], Meant]] = {
        "stock": lambda: DRAW,
        "upcard": lambda: _on_upcard(seen.state, selected),
        "deep": lambda: _inside(seen.state, said.get("at")),
        "pile": lambda: _on_pile(seen, said.get("seat"), selected),
        "meld": lambda: on_meld(seen, legal, selected, said.get("meld")),
    }
    handler = handlers.get(said.get("do")) if isinstance(said.get("do"), str) else None
    return handler() if handler is not None else None


def dropped(on: str, seen: Sight, legal: Sequence[Action], cards: Sequence[Card]) -> Meant:
    """What is meant by cards of the hand in turn dropped on a pile or on a meld."""
    if on == "discards" or on == f"pile{seen.state.turn}":
        return Discard(cards[0])
    if on.startswith("pile"):
        return _own_pile(seen.state)
    return on_meld(seen, legal, cards, int(on)) if on.isdigit() else None


def _on_upcard(state: State, selected: Sequence[Card]) -> Action:
    """The upcard is taken, or a single selected card goes on it."""
    if state.phase == "play" and len(selected) == 1:
        return Discard(selected[0])
    return TAKE


def _inside(state: State, at: Any) -> Meant:
    """A card inside the discard pile: it is taken, and all above it."""
    if not isinstance(at, int) or not 0 <= at < len(state.discards):
        return None
    top = at == len(state.discards) - 1
    return TAKE if top else Take(state.discards[at])


def _on_pile(seen: Sight, seat: Any, selected: Sequence[Card]) -> Meant:
    """A seat's own discard pile, where all play at the same moment."""
    state = seen.state
    if not isinstance(seat, int) or not 0 <= seat < len(state.piles) or not seen.acts:
        return None
    if state.phase == "play" and len(selected) == 1:
        return Discard(selected[0]) if seat == state.turn else _own_pile(state)
    if seat == open_pile(state):
        return TAKE
    there = isolated(state.names[open_pile(state)])
    return {"kind": "info", "head": f"{isolated(state.player)} draws from the stock, or from the "
                                    f"pile on the right-hand side: {there}'s."}  # fmt: skip


def _own_pile(state: State) -> dict[str, Any]:
    return {"kind": "info", "head": f"{isolated(state.player)} discards on the own pile."}


def on_meld(seen: Sight, legal: Sequence[Action], cards: Sequence[Card], number: Any) -> Meant:
    """The selected cards on a meld: laid off, or swapped for its joker; asked where both can be."""
    if not isinstance(number, int) or not seen.acts:
        return None
    if not cards:
        return {"kind": "info", "head": "To lay off, select cards of the hand first, then press "
                                        "the meld."}  # fmt: skip
    held = Counter(cards)
    can = [action for action in legal if isinstance(action, LayOff | Swap)
           and action.meld == number and Counter(action.cards) == held]  # fmt: skip
    if len(can) == 1:
        return can[0]
    if can:
        return which(can, "This can be done in several ways", seen.state)
    return tried(seen.state, cards, number)
