"""What the selected cards suggest, what glows, and what is said: all of it asked of the engine.

A choice that is against the rules stays: trying it shows why it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from rummy_lab.actions import (
    DRAW,
    PASS,
    TAKE,
    Action,
    Buy,
    Contract,
    Discard,
    Draw,
    LayOff,
    MeldDown,
    Out,
    Swap,
    Take,
)
from rummy_lab.arrange import best, contracts_of
from rummy_lab.cards import JOKER, Card, Placed, pretty
from rummy_lab.deal import Node, State
from rummy_lab.deal.lookahead import check
from rummy_lab.display.facts import cite
from rummy_lab.display.markup import isolated
from rummy_lab.reasons import Reason
from rummy_lab.rules import Rules
from rummy_lab.scoring import ScoreLine
from rummy_lab.widgets.rows import step_text
from rummy_lab.widgets.sight import Sight

STANDINGS = {
    "stated": "stated in the document",
    "inferred": "inferred: the document is silent",
    "resolved": "resolved: our reading of an unclear text",
    "house": "house rule",
}
MOST_LAY_OFFS = 4
"""How many lay-offs are offered to be tried where none of them is legal."""
MOST_READINGS = 6
"""How many readings of the selected cards as a contract are offered."""


def label(action: Action, state: State) -> str:
    """An action as its button says it.

    >>> import rummy_lab as rl
    >>> d = rl.Deal(rl.variant("rummy"), players=2, seed=7)
    >>> label(rl.read_action("lay 10c on 2"), d.state)
    'Lay 10♣ on 2'
    """
    if isinstance(action, Take) and action.card is None and state.upcard is not None:
        return f"Take {state.upcard.pretty}"
    if isinstance(action, Buy) and state.upcard is not None:
        return f"Buy {state.upcard.pretty}"
    text = action.pretty
    return text[:1].upper() + text[1:]


def choices(seen: Sight, legal: Sequence[Action], selected: Sequence[Card]) -> list[dict[str, Any]]:
    """The row of actions: what can be drawn, or what the selected cards could do."""
    if not seen.acts:
        return []
    state = seen.state
    held = Counter(selected)
    fits = [*dict.fromkeys(_contract(seen, legal, selected))]
    fits += [a for a in legal if held and Counter(a.cards) == held and a not in fits]
    tries = list(_tries(state, fits, selected)) if held else []
    if state.phase != "play":
        bare = [action for action in legal if not action.cards]
        fits = [*bare, *fits]
        tries = [*(a for a in _draws(state) if not _among(a, bare)), *tries]
    main = fits[0] if held and fits and state.phase == "play" else None
    said = [_choice(action, state, True, action is main) for action in fits]
    return said + [_choice(action, state, False, False) for action in tries]


def _contract(seen: Sight, legal: Sequence[Action], selected: Sequence[Card]) -> Iterator[Action]:
    """The selected cards as the deal's contract, in each way they can be one.

    The legal actions hold the best contract only; others are asked for.
    """
    if not selected or not any(isinstance(action, Contract) for action in legal):
        return
    readings = contracts_of(selected, seen.state.at, must=selected)
    for melds in islice(readings, MOST_READINGS):
        action = Contract(tuple(meld.placed for meld in melds))
        if not check(seen.state, action).reasons:
            yield action


def _choice(action: Action, state: State, can: bool, main: bool) -> dict[str, Any]:
    return {"label": label(action, state), "text": str(action), "can": can, "main": main}


def _among(action: Action, actions: Iterable[Action]) -> bool:
    return any(action.verb == other.verb for other in actions)


def _draws(state: State) -> list[Action]:
    """What can be tried before the draw, legal or not."""
    if state.phase == "buy":
        return [PASS]
    return [DRAW, TAKE] if state.upcard is not None else [DRAW]


def _tries(state: State, fits: Sequence[Action], selected: Sequence[Card]) -> Iterable[Action]:
    """What the selected cards could be tried for, beside what is legal with them."""
    placed = tuple(map(Placed, selected))
    if len(selected) > 1 and not any(isinstance(a, MeldDown | Contract) for a in fits):
        yield MeldDown(placed)
    if len(selected) == 1 and not any(isinstance(a, Discard | Out) for a in fits):
        yield Discard(selected[0])
    if len(selected) == 1 and state.phase == "play" and _goes_out_by_word(state, fits):
        yield Out(selected[0])
    if len(selected) <= 3 and not any(isinstance(a, LayOff | Swap) for a in fits):
        for number in range(1, min(len(state.melds), MOST_LAY_OFFS) + 1):
            yield tried(state, selected, number)


def _goes_out_by_word(state: State, fits: Sequence[Action]) -> bool:
    """Whether going out has to be said, and cannot be with the card selected."""
    return state.at.melding == "at_the_end" and not any(isinstance(a, Out) for a in fits)


def tried(state: State, cards: Sequence[Card], number: int) -> Action:
    """What is tried with cards on a meld that cannot take them: a swap where a joker stands for
    the card, else a lay-off."""
    if len(cards) == 1 and 0 < number <= len(state.melds):
        meld = state.melds[number - 1].meld
        stands = [s for c, s in zip(meld.cards, meld.stands, strict=True) if c is JOKER]
        if cards[0] in stands:
            return Swap(cards[0], number)
    return LayOff(tuple(map(Placed, cards)), number)


def glows(seen: Sight, legal: Sequence[Action], selected: Sequence[Card]) -> dict[str, Any]:
    """What can do something: cards of the hand in turn, piles, and melds that take the selection.

    With cards selected, those glow that go together with them.
    """
    if not seen.acts:
        return {}
    found: dict[str, Any] = {}
    if any(isinstance(action, Draw) for action in legal):
        found["stock"] = "press to draw"
    if any(isinstance(action, Take) and _is_upcard(action, seen.state) for action in legal):
        found["upcard"] = "press to take"
        if seen.state.piles:
            found["pile"] = open_pile(seen.state)
    if deep := _inside(legal, seen.state):
        found["deep"] = deep
    held = Counter(selected)
    hand: dict[str, str] = {}
    melds: dict[str, str] = {}
    for action in legal:
        use = _use(action)
        if use is None or held - Counter(action.cards):
            continue
        for card in action.cards:
            hand.setdefault(str(card), use)
        if held and isinstance(action, LayOff | Swap) and Counter(action.cards) == held:
            melds[str(action.meld)] = f"takes {pretty(action.cards)}"
    return {**found, "hand": hand, "melds": melds}


def _inside(legal: Sequence[Action], state: State) -> dict[str, str]:
    """What can be taken from inside the discard pile, by its place from the bottom."""
    cards = [action.card for action in legal if isinstance(action, Take) and action.card]
    pile, found = state.discards, {}
    for card in cards:
        above = pile[::-1].index(card)
        if above:
            more = "the card above it" if above == 1 else f"{above} cards above it"
            found[str(len(pile) - 1 - above)] = f"press to take it and {more}"
    return found


def _is_upcard(action: Take, state: State) -> bool:
    return action.card is None or action.card is state.upcard


def open_pile(state: State) -> int:
    """Whose pile the seat to act may draw from: the neighbour's on the right-hand side."""
    return (state.turn - 1) % len(state.names)


def _use(action: Action) -> str | None:
    """What a card of the hand can do by an action, in words; None for mere discards."""
    if isinstance(action, MeldDown):
        return "can be melded"
    if isinstance(action, Contract):
        return "is part of a contract"
    if isinstance(action, LayOff):
        return "can be laid off"
    return "can be swapped for a joker" if isinstance(action, Swap) else None


# --- what is said ---------------------------------------------------------------------------------


def refusal(action: Action, reasons: Iterable[Reason], state: State) -> dict[str, Any]:
    """Why something may not be done now."""
    said = cited(reasons, state.at.rules)
    return {"kind": "no", "head": f"{label(action, state)}: not allowed now.", "reasons": said}


def cited(reasons: Iterable[Reason | ScoreLine], rules: Rules) -> list[dict[str, str]]:
    """Every reason, or line of a score, with its clause; its words and note are given once."""
    said: list[dict[str, str]] = []
    quoted: set[str] = set()
    for one in reasons:
        words = "" if one.clause in quoted else cite(rules, one.clause).words
        quoted.add(one.clause)
        standing = STANDINGS.get(one.standing, one.standing)
        said.append({"text": f"{one.message}.", "clause": one.clause, "standing": standing,
                     "words": words})  # fmt: skip
    return said


def which(readings: Iterable[Action], said: str, state: State) -> dict[str, Any]:
    """Several things that could be meant, each as a button."""
    buttons = [{"label": label(one, state), "text": str(one)} for one in readings]
    return {"kind": "hint", "head": f"{said}.", "choices": buttons}


def prompt(seen: Sight) -> str:
    """What is to be done now, in one sentence."""
    state = seen.state
    name = isolated(state.player)
    if state.over:
        return ending(state)
    if not seen.acts:
        return (f"{name} is to act, and this view does not show {name}'s hand: "
                "let the computer play, or change the view.")  # fmt: skip
    if state.phase == "buy":
        return f"{name}: buy the upcard, or pass."
    return f"{name}: {_to_draw(state) if state.phase == 'draw' else _to_play(state)}."


def _to_draw(state: State) -> str:
    """What the seat to draw can do, after its name."""
    if state.piles:
        there = isolated(state.names[open_pile(state)])
        return f"choose the stock or {there}'s pile; the others see it when all have chosen"
    if state.upcard is None or state.refused:
        return "draw from the stock"
    if state.at.buys is not None:
        return "take the upcard, or pass on it"
    if not state.stock:
        return "the stock is empty. Take the upcard, or see what else can be done"
    if state.at.discard_draw == "deep" and len(state.discards) > 1:
        return "draw from the stock, take the upcard, or a card further down with all above it"
    return "draw from the stock, or take the upcard"


def _to_play(state: State) -> str:
    """What the seat that has drawn can do, after its name."""
    if state.duties:
        return f"{pretty(state.duties)} must be played before this turn ends"
    if state.at.melding == "at_the_end":
        last = state.out is not None
        choose = "choose a discard" if state.piles else "discard a card"
        return f"{choose} to end the last turn" if last else f"{choose}, or go out with it"
    if state.at.melding == "contract" and not state.met[state.active]:
        return "pick the cards of the contract, or one to discard"
    return "pick cards to meld, to lay off or to discard"


def ending(state: State) -> str:
    """How a deal that is over has ended, in one sentence."""
    if state.out is not None:
        how = " with the whole hand in one turn" if state.whole_hand else ""
        return f"{isolated(state.names[state.out])} has gone out{how}: the deal is over."
    why = {"stock": "the stock is empty", "no draw": "no card can be drawn"}
    return f"Nobody has gone out: {why.get(state.ending, 'nothing more can be played')}."


def done(nodes: Sequence[Node], seen: Sight) -> dict[str, Any]:
    """What was just played, and what is to be done next."""
    said = prompt(seen)
    if nodes and nodes[0].parent is not None:
        before = nodes[0].parent.state
        name = f"{isolated(before.names[before.active])}: " * (not before.piles)
        then = said.removeprefix(name)
        then = then[:1].upper() + then[1:] if said.startswith(name) else said
        said = f"{name}{', '.join(step_text(node, seen) for node in nodes)}. {then}"
    return {"kind": "info", "head": said}


# --- hints ----------------------------------------------------------------------------------------

LEVELS = 3


def hint(action: Action, level: int, seen: Sight) -> dict[str, Any]:
    """A hint at a move in levels: 1 a nudge, 2 which cards, 3 the move itself."""
    state = seen.state
    head = f"Hint {level} of {LEVELS}"
    if level >= LEVELS:
        said = label(action, state)
        return {"kind": "hint", "head": f"{head}: {said}.",
                "choices": [{"label": said, "text": str(action)}]}  # fmt: skip
    say = _nudge if level == 1 else _which
    return {"kind": "hint", "head": f"{head}: {say(action, seen)}",
            "more": "Press Hint again for more."}  # fmt: skip


def _nudge(action: Action, seen: Sight) -> str:
    if isinstance(action, Take):
        return "look at the upcard beside this hand."
    if isinstance(action, MeldDown):
        return "there is a meld in this hand."
    if isinstance(action, Contract):
        return "the contract is in this hand."
    if isinstance(action, LayOff | Swap):
        return "something of this hand fits a meld on the table."
    if isinstance(action, Discard | Out):
        return "nothing more needs to be laid down: which card helps this hand least?"
    return "does the upcard help this hand?"


def _which(action: Action, seen: Sight) -> str:
    up = seen.state.upcard.pretty if seen.state.upcard else "the upcard"
    if isinstance(action, Take):
        return f"{up} helps this hand more than an unknown card."
    if isinstance(action, MeldDown | Contract):
        return f"look at {pretty(action.cards)}."
    if isinstance(action, LayOff | Swap):
        return f"look at {pretty(action.cards)} and at meld {action.meld}."
    if isinstance(action, Discard | Out):
        return f"{_least(seen)} stand in no meld."
    return f"{up} does not help this hand enough."


def _least(seen: Sight) -> str:
    state = seen.state
    left = best(state.hands[state.turn], state.at).deadwood
    return pretty(left or state.hands[state.turn])
