"""Moments of the draw: the card just taken, an empty stock, buying, cards inside the pile."""

from __future__ import annotations

from dataclasses import replace

from rummy_lab.display.saying import counted, said
from rummy_lab.lessons.moments.scene import (
    YES,
    Moment,
    Scene,
    Setup,
    Try,
    contract_deal,
    moment,
    names_for,
    roomy_deal,
)
from rummy_lab.lessons.words import sentence
from rummy_lab.rules import Rules


def just_taken(rules: Rules) -> Moment | None:
    """May the card just taken from the discard pile be discarded again?"""
    if rules["simultaneous"]:
        return None
    scene = Scene(rules, roomy_deal(rules, 3))
    scene.ana.extend(scene.kit.odd(3))
    scene.discards += scene.kit.odd(1, scene.ana)
    up, other = scene.discards[-1], scene.ana[0]
    wants = "just_taken" if rules["redraw_discard_ban"] else YES
    return moment(
        rules,
        "just-taken",
        "The card just taken",
        f"Ana is to draw. The upcard is {up.pretty}, and it makes no meld with her cards.",
        f"Ana takes {up.pretty}. May she discard it in the same turn?",
        scene.position(),
        [Try(("take", f"discard {up}"), wants), Try(("take", f"discard {other}"), YES)],
    )


def empty_stock(rules: Rules) -> Moment | None:
    """What happens when the stock is empty?"""
    if rules["simultaneous"]:
        return None
    scene = Scene(rules, roomy_deal(rules, 3))
    for hand in scene.hands:
        hand += scene.kit.odd(3)
    scene.discards += scene.rest(6)
    setup = scene.position(with_stock=False)
    asked = ["pass"] * len(scene.names) if scene.at.buy_limit is not None else []
    wants = {"end": "stock_empty", "flip": "stock_empty"}.get(rules["stock_out"], YES)
    tries = [Try((*asked, "draw"), wants)]
    if wants != YES and not asked:
        tries += [Try(("take",), YES), Try(("pass",), YES)]
    if rules["stock_out"] == "flip":
        tries.append(Try(("pass", "draw"), YES))
    return moment(
        rules,
        "empty-stock",
        "The stock is empty",
        f"Ana is to draw, and no card is left in the stock. In the discard pile lie "
        f"{len(scene.discards)} cards; the upcard is {scene.discards[-1].pretty}.",
        "What may Ana do, and what becomes of the pile?",
        setup,
        tries,
        f"{sentence(said('stock_out', rules['stock_out']))} {_after(rules, setup, tries[-1])}",
    )


def _after(rules: Rules, setup: Setup, last: Try) -> str:
    """How stock and pile lie after the last thing tried, where the deal goes on."""
    deal = replace(setup, moves=last.moves).deal(rules)
    if deal.over:
        return ""
    up = deal.state.upcard
    shown = f"the upcard is {up.pretty}" if up is not None else "there is no upcard"
    *before, final = last.moves
    done = f"*{', '.join((*before, final))}*"
    return f"After {done} the stock has {counted(len(deal.stock), 'card')} and {shown}."


def buying(rules: Rules) -> Moment | None:
    """Who may buy the upcard, and what does it cost?"""
    if rules["buys"] is None:
        return None
    scene = Scene(rules, contract_deal(rules), players=3)
    hands = scene.hands
    for hand in hands[1:]:
        hand += scene.kit.odd(2)
    pair = scene.kit.set_of(3)
    hands[1] += pair[:2]
    scene.discards += [*scene.rest(1), pair[2]]
    up = pair[2]
    limit = scene.at.buy_limit
    limited = limit is not None and limit < 10**6 and len(hands) > 2
    words = {"buys_used": [limit if n == 2 else 0 for n in range(len(hands))]} if limited else {}
    tries = [Try(("draw",), "refuse_first"), Try(("pass", "buy"), YES),
             Try(("pass", "buy", "draw"), YES)]  # fmt: skip
    spent = f" {scene.names[2]} has no buy left in this deal." if limited else ""
    return moment(
        rules,
        "buying",
        "Buying the upcard",
        f"Ana is to draw and has no use for the upcard {up.pretty}; Bo holds "
        f"{pair[0].pretty} and {pair[1].pretty}.{spent}",
        "Ana wants a card from the stock. What does she say first, and what may Bo do?",
        scene.position(**words),
        tries,
        "Who buys gets the upcard and one card from the stock on top, so the hand grows by two; "
        f"then Ana draws from the stock. {sentence(said('buy_priority', rules['buy_priority']))}",
    )


def deep_draw(rules: Rules) -> Moment | None:
    """A card from inside the pile has to be played at once."""
    if rules["discard_draw"] != "deep":
        return None
    scene = Scene(rules, contract_deal(rules))
    row = scene.kit.run(rules["run_size"] + 1)
    scene.lay(1, row[:-1])
    scene.lay(0, scene.kit.set_of(rules["set_size"][0]))
    inside = row[-1]
    scene.ana.extend(scene.kit.odd(3, row))
    above = scene.kit.odd(2, [*row, *scene.ana])
    scene.discards += [*scene.kit.odd(1, [*row, *scene.ana, *above]), inside, *above]
    useless = scene.discards[0]
    return moment(
        rules,
        "inside-the-pile",
        "A card inside the pile",
        f"Ana is to draw. In the discard pile lie, from the top down, "
        f"{', '.join(card.pretty for card in reversed(scene.discards))}. "
        f"On the table lies {' '.join(card.pretty for card in row[:-1])}.",
        f"May Ana take {inside.pretty} and the cards above it? And {useless.pretty}?",
        scene.position(),
        [
            Try((f"take {inside}",), YES),
            Try((f"take {inside}", f"discard {scene.ana[0]}"), "duty_open"),
            Try((f"take {inside}", f"lay {inside} on 1"), YES),
            Try((f"take {useless}",), "turn_cannot_end"),
        ],
        "Whoever reaches into the pile takes all cards above too, and the card reached for must "
        "be played in the same turn.",
    )


def all_at_once(rules: Rules) -> Moment | None:
    """Where all play at once, each draws from the neighbour's pile."""
    if not rules["simultaneous"]:
        return None
    names = names_for(rules, 3)
    setup = Setup({"players": list(names), "seed": 5, "dealer": len(names) - 1})
    return moment(
        rules,
        "all-at-once",
        "All at the same moment",
        "Every player has a discard pile. All choose a draw, then all choose a discard; nobody "
        "sees what the others chose before everybody has.",
        "From which piles may Ana draw?",
        setup,
        [Try(("draw",), YES), Try(("take",), YES)],
        f"*Take* is the top card of the pile on one side, {names[-1]}'s here. The choice stays "
        "closed until the last player has chosen.",
    )


MAKERS = (just_taken, empty_stock, buying, deep_draw, all_at_once)
"""What lays out the moments of the draw, in the order of a lesson."""
