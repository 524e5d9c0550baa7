"""Option values as a person would say them.

The registry says what an option means; this says what a value of it means, for rule cards,
comparisons and the house-rule editor. A value with no phrase of its own is said by its shape.

>>> from rummy_lab.rules import OPTIONS
>>> said("cards_dealt", OPTIONS["cards_dealt"].default)
'2 players: 10 cards; 3–4: 7; 5 or more: 6'
>>> said("buys", (3, 3, 4)), said("max_recycles", None)
('deals 1–2: 3 buys in a deal; deal 3: 4 buys in a deal', 'any number of times in a deal')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rummy_lab.cards import GLYPHS, RANK_NAMES, RANKS
from rummy_lab.rules.registry import ACES, OPTIONS
from rummy_lab.rules.values import span, text_of_value

PHRASES: dict[str, dict[Any, str]] = {
    "ace": {
        "low": "low: A-2-3 is a run, Q-K-A is none",
        "high": "high: Q-K-A is a run, A-2-3 is none",
        "high_or_low": "high or low: A-2-3 and Q-K-A are runs, K-A-2 is none",
        "round_the_corner": "round the corner: K-A-2 is a run too",
    },
    "jokers_wild": {True: "a joker stands for any card", False: "a joker stands for nothing"},
    "wild_rank": {
        None: "no rank is wild",
        "cards_dealt": "the rank equal to the number of cards dealt",
    },
    "set_suits": {
        "any": "a suit may stand twice in a set",
        "distinct": "no suit stands twice in a set",
    },
    "run_suits": {"same": "a run is of one suit", "any": "suits do not matter in runs"},
    "wilds_per_meld": {None: "any number of wilds in a meld"},
    "all_wild_melds": {
        True: "a meld may hold wilds only",
        False: "a meld needs a card that is not wild",
    },
    "discard_draw": {
        "top": "the top card of the stock, or the upcard",
        "deep": "the top card of the stock, the upcard, or a card below it with all above it, "
        "if that card is played at once",
    },
    "redraw_discard_ban": {
        True: "the card just taken from the discard pile may not go back in that turn",
        False: "any card, even the one just taken from the discard pile",
    },
    "buys": {None: "the upcard cannot be bought", "unlimited": "as often as wanted"},
    "buy_priority": {
        "turn": "clockwise from the player in turn",
        "dealer": "clockwise from the dealer",
    },
    "simultaneous": {
        True: "all draw and discard at the same moment",
        False: "one player after the other",
    },
    "melding": {
        "any_turn": "in any turn, after the draw",
        "contract": "the contract first, and no other new melds after it",
        "at_the_end": "only when the deal ends: nothing is laid on the table before",
    },
    "melds_per_turn": {None: "any number of new melds in a turn"},
    "contracts": {None: "no contract"},
    "contract_sizes": {
        "minimum": "the contract's melds may be longer",
        "exact": "the contract's melds in exactly its sizes",
        "whole_hand": "the contract takes the whole hand",
    },
    "contract_runs": {
        "any": "runs of one contract may be of any suits",
        "apart": "runs of one contract are of different suits, or have a rank between them",
        "different_suits": "runs of one contract are of different suits",
    },
    "lay_off": {
        "any": "on any meld on the table",
        "own_meld_first": "on any meld, once a meld of your own is on the table",
        "after_contract": "on any meld, once you have met the contract",
        "never": "never",
    },
    "lay_off_on_contract_turn": {
        True: "in the turn that meets the contract too",
        False: "not in the turn that meets the contract",
    },
    "joker_swap": {
        "never": "a joker on the table stays where it is",
        "runs": "the real card may be put in the place of a joker in a run",
        "any": "the real card may be put in the place of a joker in any meld",
    },
    "joker_swap_keep": {
        True: "the joker may be kept",
        False: "the joker must be played in the same turn",
    },
    "joker_swap_on_contract_turn": {
        True: "in the turn that meets the contract too",
        False: "not in the turn that meets the contract",
    },
    "stock_out": {
        "flip": "the discard pile is turned over unshuffled and becomes the stock",
        "shuffle": "the whole discard pile is shuffled into a new stock",
        "shuffle_keep_upcard": "the discards but the upcard are shuffled into a new stock",
        "end": "the deal ends, once the upcard is refused",
    },
    "max_recycles": {None: "any number of times in a deal"},
    "go_out_discard": {
        "optional": "with or without a discard",
        "required": "the last card must be discarded",
        "never": "the last card must be played, not discarded",
    },
    "final_turns": {
        0: "the deal stops at once",
        1: "each other player has one further turn",
    },
    "scoring": {
        "winner_takes": "the one who goes out scores the cards left in the other hands",
        "penalty": "each player is charged for the cards left in hand",
    },
    "court_points": {"10": "J, Q and K 10 each", "11-12-13": "J 11, Q 12, K 13"},
    "number_points": {"pips": "2 to 10 their number"},
    "wild_points": {None: "what its rank costs"},
    "rummy_bonus": {None: "nothing", "double": "doubles the points of the deal"},
    "blind_bonus": {None: "nothing"},
    "block_award": {
        "others_total": "the totals of all other hands",
        "difference": "what each other hand has more",
    },
    "target": {None: "no target"},
    "deals": {None: "no fixed number"},
    "winner": {"highest": "the highest total wins", "lowest": "the lowest total wins"},
    "ties": {
        "joint": "equal totals win jointly",
        "extra_deals": "all play further deals until one leads",
        "bonus_deal": "the tied players play one bonus deal; equal again, they win jointly",
    },
}
"""What the single values of options mean, by option and value."""


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}".replace("-", "−")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun, in the singular where it is one.

    >>> counted(1, "card"), counted(-100, "point")
    ('1 card', '−100 points')
    """
    return _count(number, one, many)


def _sized(pair: Sequence[int | None]) -> str:
    least, most = pair
    if most is None:
        return f"{least} or more"
    if least == most:
        return str(least)
    return f"{least} or {most}" if most - (least or 0) == 1 else f"{least} to {most}"


def contract_in_words(text: str, set_size: int = 3, run_size: int = 3) -> str:
    """The melds of a contract in words; a bare `S` or `R` takes the least size given.

    >>> contract_in_words("S3 S3 R5"), contract_in_words("R4 R4 R4")
    ('two sets of 3 and a run of 5', 'three runs of 4')
    """
    words = ("no", "a", "two", "three", "four", "five", "six")
    parts = []
    for part, same in groupby(text.split()):
        count = len(list(same))
        kind = "set" if part[0] == "S" else "run"
        size = part[1:] or (set_size if kind == "set" else run_size)
        number = words[count] if count < len(words) else str(count)
        parts.append(f"{number} {kind}{'s' if count > 1 else ''} of {size}")
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]


def _wild_limits(steps: Mapping[str, Mapping[int, int]]) -> str:
    said = []
    for kind, by_length in steps.items():
        (first, least), *further = by_length.items()
        limits = [f"at most {least}" + (f" from {first} cards on" if further else "")]
        limits += [f"{limit} from {size}" for size, limit in further]
        said.append(f"wilds in a {kind}: {', '.join(limits)}")
    return "; ".join(said)


def _points_table(table: Mapping[Any, int]) -> str:
    return ", ".join(f"{spanned(rank)}: {points}" for rank, points in table.items())


SHAPES: dict[str, Callable[[Any], str]] = {
    "players": lambda v: f"{_sized(v)} players",
    "suits": lambda v: " ".join(GLYPHS[s] for s in v),
    "ranks": lambda v: v.replace("-", " to "),
    "packs": lambda v: _count(v, "pack"),
    "jokers": lambda v: _count(v, "joker") if v else "no jokers",
    "cards_dealt": lambda v: _count(v, "card"),
    "wild_rank": lambda v: f"each {RANK_NAMES[RANKS.index(v)]} is wild",
    "set_size": lambda v: f"{_sized(v)} cards of one rank",
    "run_size": lambda v: f"{v} or more consecutive cards",
    "wilds_per_meld": _wild_limits,
    "buys": lambda v: _count(v, "buy") + " in a deal",
    "melds_per_turn": lambda v: f"at most {_count(v, 'new meld')} in a turn",
    "contracts": contract_in_words,
    "max_recycles": lambda v: "at most " + _count(v, "time") + " in a deal",
    "number_points": _points_table,
    "rummy_bonus": lambda v: f"adds {_count(v, 'point')}",
    "blind_bonus": lambda v: f"{v[0]} with a joker, {v[1]} without",
    "target": lambda v: _count(v, "point"),
    "deals": lambda v: _count(v, "deal"),
}
"""How single values that no phrase names are said, by option."""


def spanned(key: object, many: str = " or more") -> str:
    """A number or a span as text.

    >>> spanned((3, 4)), spanned((5, None)), spanned(2)
    ('3–4', '5 or more', '2')
    """
    least, most = span(key)
    if most is None:
        return f"{least}{many}"
    return str(least) if least == most else f"{least}–{most}"


def said_once(name: str, value: Any) -> str:
    """A single value (one that is not a table over players, deals or aces) in words."""
    phrases = PHRASES.get(name, {})
    try:
        if value in phrases:
            return phrases[value]
    except TypeError:  # a table cannot be looked up, and has a shape
        pass
    if name in SHAPES and value is not None:
        return SHAPES[name](value)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return text_of_value(value).strip('"').replace("_", " ")


def _by_deal(name: str, values: Sequence[Any]) -> str:
    parts, deal = [], 1
    for value, same in groupby(values):
        last = deal + len(list(same)) - 1
        which = f"deal {deal}" if last == deal else f"deals {deal}–{last}"
        parts.append(f"{which}: {said_once(name, value)}")
        deal = last + 1
    return "; ".join(parts) if len(parts) > 1 else said_once(name, values[0])


def said(name: str, value: Any) -> str:
    """The value of an option in words, tables over players, deals and aces included.

    >>> said("ace", "high"), said("jokers", 0), said("go_out_discard", {"default": "optional"})
    ('high: Q-K-A is a run, A-2-3 is none', 'no jokers', 'with or without a discard')
    """
    over = OPTIONS[name].over
    if isinstance(value, tuple) and "deal" in over:
        return _by_deal(name, value)
    if not isinstance(value, Mapping) or not over:
        return said_once(name, value)
    if "default" in value:
        special = [
            f"deal {deal}: {said_once(name, item)}"
            for deal, item in value.items()
            if deal != "default"
        ]
        usual = said_once(name, value["default"])
        return "; ".join([*special, f"other deals: {usual}"]) if special else usual
    if "ace" in over and set(value) <= set(ACES):
        return ", ".join(f"{ace.replace('_', ' ')}: {item}" for ace, item in value.items())
    return "; ".join(
        f"{spanned(key)} players: {said_once(name, item)}" if n == 0 else f"{spanned(key)}: {item}"
        for n, (key, item) in enumerate(value.items())
    )
