"""The table of a deal as the page draws it, made from what the viewer may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rummy_lab.cards import Card, pretty
from rummy_lab.deal import State
from rummy_lab.deal.together import playing
from rummy_lab.display.facts import chips_of
from rummy_lab.display.markup import isolated, points_text
from rummy_lab.display.saying import counted
from rummy_lab.display.text import contract_of, turn_remarks_of, wilds_of
from rummy_lab.rules import At, Rules
from rummy_lab.widgets.hands import Hand, card_text, keys_of
from rummy_lab.widgets.sight import Sight


def picture(
    seen: Sight,
    hands: Sequence[Hand],
    fresh: Card | None = None,
    totals: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The table as the page draws it."""
    state = seen.state
    return {
        **heading(state.at.rules, state.at, state.at.deal, state.names[state.dealer]),
        "stock": len(state.stock),
        **_discards(state),
        "now": list(turn_remarks_of(state, pretty)),
        "melds": [
            {"cards": [str(p) for p in laid.meld.placed],
             "note": f"{laid.meld.kind} · {isolated(state.names[laid.owner])}"}
            for laid in state.melds
        ],
        "seats": [_seat(seen, n, hand, fresh, totals) for n, hand in enumerate(hands)],
        "room": max(state.at.cards_dealt, 6) + 1,
    }  # fmt: skip


def heading(rules: Rules | None, at: At | None, deal: int, dealer: str | None) -> dict[str, Any]:
    """The title bar: the rule set's name, what tells it from others, the deal and who deals it."""
    if rules is None:
        return {"title": "Unknown rules", "chips": [], "deal": f"deal {deal}"}
    changed = [f"house: {name.replace('_', ' ')}" for name in rules.changed[:3]]
    always = [said for said in chips_of(rules)[1:] if said not in ("wild cards", "contracts")]
    now: list[str] = []
    if at is not None:
        wilds = wilds_of(at)
        now = [said for said in (contract_of(at), wilds and f"{wilds} wild") if said]
    deals = f" · {isolated(dealer)} deals" if dealer is not None else ""
    return {
        "title": rules.title,
        "chips": [*always, *changed, *now],
        "deal": f"deal {deal}{deals}",
    }


def no_picture(
    rules: Rules | None, deal: int, dealer: str | None, notes: Mapping[str, str]
) -> dict[str, Any]:
    """A deal of which no card is known: the title bar, and a note for each player by name."""
    at = None
    if rules is not None and notes:
        least, most = rules["players"]
        at = rules.at(players=min(max(len(notes), least), most), deal=deal)
    return {
        **heading(rules, at, deal, dealer),
        "bare": True,
        "seats": [{"name": name, "note": note, "turn": False, "cards": [], "gaps": [],
                   "fresh": "", "wild": []} for name, note in notes.items()],
    }  # fmt: skip


def _discards(state: State) -> dict[str, Any]:
    """The discard pile, or those of all seats; fanned out where one can draw from inside it."""
    if state.piles:
        there = [{"name": f"{isolated(name)}'s pile", "card": str(pile[-1]) if pile else "",
                  "count": len(pile)}
                 for name, pile in zip(state.names, state.piles, strict=True)]  # fmt: skip
        return {"piles": there}
    found: dict[str, Any] = {
        "upcard": str(state.upcard) if state.upcard else "",
        "discards": len(state.discards),
    }
    if state.at.melding == "at_the_end":
        found["none"] = "nothing is laid down before the deal ends"
    if state.at.discard_draw == "deep" and len(state.discards) > 1:
        found["deep"] = list(map(str, state.discards))
    return found


def _seat(
    seen: Sight, seat: int, hand: Hand, fresh: Card | None, totals: Mapping[str, Any] | None
) -> dict[str, Any]:
    state = seen.state
    name = state.names[seat]
    turn = seat == state.turn and not state.over
    count = len(hand.cards)
    note = [f"{points_text(totals[name])} points"] if totals is not None else []
    note.append("1 card" if count == 1 else f"{count} cards")
    note += _standing(state, seat)
    if turn:
        note.append({"draw": "to draw", "buy": "to buy or pass"}.get(state.phase, "to play"))
    keys = keys_of(hand.cards)
    came = [key for key in keys if turn and fresh is not None and card_text(key) == str(fresh)]
    wild = sorted({str(c) for c in hand.cards if state.at.wild[c.code] and not c.is_joker})
    return {
        "name": name,
        "note": " · ".join(note),
        "turn": turn,
        "cards": list(map(str, hand.cards)),
        "gaps": hand.gaps,
        "fresh": came[-1] if came else "",
        "wild": wild,
    }


def _standing(state: State, seat: int) -> list[str]:
    """What a seat has done in this deal and may still do."""
    at, found = state.at, []
    if seat == state.out or seat in state.outs:
        found.append("went out")
    if seat in playing(state)[: len(state.choices)]:
        found.append("has chosen")
    if at.melding == "contract":
        found.append("contract met" if state.met[seat] else "no contract yet")
    if isinstance(at.buys, int):
        found.append(counted(at.buys - state.buys_used[seat], "buy") + " left")
    return found
