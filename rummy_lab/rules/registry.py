"""Every option a rule set is made of, each described once.

The registry drives checking, the command line, the house-rule editor, rule cards and logs.

>>> OPTIONS["ace"].default, OPTIONS["ace"].kind.choices
('low', ('low', 'high', 'high_or_low', 'round_the_corner'))
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_lab.rules import values as v
from rummy_lab.rules.values import Kind, RulesError, Table

ACES = ("low", "high", "high_or_low", "round_the_corner")


MOST_DEALS = 100
"""The longest list over deals that is read."""


@dataclass(frozen=True)
class Option:
    """One option: its name, what a single value can be, its default and what it means.

    `over` names the tables a value may also be given as: "players", "deal", "ace".
    """

    name: str
    group: str
    kind: Kind
    default: Any
    meaning: str
    over: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        """What a value can be, in words."""
        return self.kind.says + "".join(f", or by {what}" for what in self.over)

    def read(self, value: Any) -> Any:
        """The value in its one normal form; raises `RulesError` where it is none.

        >>> OPTIONS["packs"].read({"2": 1, "3+": 2})
        {2: 1, (3, None): 2}
        """
        try:
            return self._read(v.without_none(value))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "..."
            said = f"{self.name}={shown}: {self.name} is {self.says}"
            raise RulesError(said, (self.name,)) from error

    def _read(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            if "ace" in self.over and value and set(value) <= set(ACES):
                return Table((a, self.kind.read(value[a])) for a in ACES if a in value)
            if "deal" in self.over and "default" in value:
                return v.by_deal(value, self.kind.read)
            if "players" in self.over:
                return v.by_players(value, self.kind.read)
        if "deal" in self.over and isinstance(value, list | tuple):
            if not 0 < len(value) <= MOST_DEALS:
                raise ValueError("no deal, or too many")
            return tuple(self.kind.read(item) for item in value)
        return self.kind.read(value)

    def at(self, value: Any, players: int, deal: int, ace: str) -> Any:
        """What a value comes to for a number of players, a deal and an ace rule.

        Deals past the last of a list (extra deals) are played as the last.
        """
        if isinstance(value, tuple) and "deal" in self.over:
            return value[min(deal, len(value)) - 1]
        if isinstance(value, Table) and self.over:
            if "default" in value:
                return value.get(deal, value["default"])
            if "ace" in self.over:
                return value[ace]
            return v.at_span(value, players)
        return value


_STEPS = "by length of the meld"
_LIST = [
    # the table and the pack
    Option("players", "table", v.pair(1, 20), (2, 6), "The least and the most players"),
    Option("suits", "pack", v.SUITS_KIND, "shdc", "The suits of a pack"),
    Option("ranks", "pack", v.RANKS_KIND, "A-K", "The ranks of a pack"),
    Option(
        "packs", "pack", v.number(1, 20), 1, "How many packs are shuffled together", ("players",)
    ),
    Option("jokers", "pack", v.number(0, 100), 0, "How many jokers there are in all", ("players",)),
    Option(
        "cards_dealt",
        "pack",
        v.number(1, 100),
        Table({2: 10, (3, 4): 7, (5, None): 6}),
        "How many cards each player is dealt",
        ("players", "deal"),
    ),
    # ranks and wilds
    Option("ace", "melds", v.choice(*ACES), "low", "Where the ace stands in runs"),
    Option("jokers_wild", "wilds", v.SWITCH, True, "Whether a joker stands for any card"),
    Option(
        "wild_rank",
        "wilds",
        v.either(v.choice("cards_dealt", none=True), v.RANK_KIND),
        None,
        "The rank that is wild; cards_dealt: the rank equal to the number of cards dealt",
        ("deal",),
    ),
    # melds
    Option(
        "set_size",
        "melds",
        v.pair(2, 100, open_end=True),
        (3, 4),
        "The least and the most cards in a set",
    ),
    Option(
        "set_suits",
        "melds",
        v.choice("any", "distinct"),
        "any",
        "Whether a suit may stand twice in a set",
    ),
    Option("run_size", "melds", v.number(2, 13), 3, "The least cards in a run"),
    Option("run_suits", "melds", v.choice("same", "any"), "same", "Whether a run is of one suit"),
    Option("wilds_per_meld", "wilds", v.LIMITS, None, f"The most wilds in a meld, {_STEPS}"),
    Option("all_wild_melds", "wilds", v.SWITCH, False, "Whether a meld may hold wilds only"),
    # drawing and buying
    Option(
        "discard_draw",
        "drawing",
        v.choice("top", "deep"),
        "top",
        "Whether only the upcard can be taken, or a card below it with all above it",
    ),
    Option(
        "redraw_discard_ban",
        "drawing",
        v.SWITCH,
        True,
        "Whether the card just taken from the discard pile must stay for that turn",
    ),
    Option(
        "buys",
        "drawing",
        v.either(v.number(1, 100, none=True), v.choice("unlimited")),
        None,
        "How often a player may buy the upcard in a deal",
        ("deal",),
    ),
    Option(
        "buy_priority",
        "drawing",
        v.choice("turn", "dealer"),
        "turn",
        "Who may buy first: clockwise from the player in turn, or from the dealer",
    ),
    Option(
        "simultaneous",
        "drawing",
        v.SWITCH,
        False,
        "Whether all players draw and discard at the same moment",
    ),
    # playing to the table
    Option(
        "melding",
        "playing",
        v.choice("any_turn", "contract", "at_the_end"),
        "any_turn",
        "When melds are laid: in any turn, a contract first, or only when the deal ends",
    ),
    Option(
        "melds_per_turn",
        "playing",
        v.number(1, 100, none=True),
        None,
        "How many new melds a player may lay in a turn",
    ),
    Option(
        "contracts",
        "playing",
        v.either(v.choice(none=True), v.CONTRACT),
        None,
        "The melds a player must lay down first",
        ("deal",),
    ),
    Option(
        "contract_sizes",
        "playing",
        v.choice("minimum", "exact", "whole_hand"),
        "minimum",
        "Whether the contract's melds may be longer, or must use the whole hand",
        ("deal",),
    ),
    Option(
        "contract_runs",
        "playing",
        v.choice("any", "apart", "different_suits"),
        "any",
        "What two runs of one contract may have in common",
    ),
    Option(
        "lay_off",
        "playing",
        v.choice("any", "own_meld_first", "after_contract", "never"),
        "any",
        "Who may lay off on the melds of the table",
    ),
    Option(
        "lay_off_on_contract_turn",
        "playing",
        v.SWITCH,
        True,
        "Whether the turn that meets the contract may lay off",
        ("deal",),
    ),
    Option(
        "joker_swap",
        "playing",
        v.choice("never", "runs", "any"),
        "never",
        "In which melds the real card may be swapped for a joker",
    ),
    Option("joker_swap_keep", "playing", v.SWITCH, False, "Whether a swapped joker may be kept"),
    Option(
        "joker_swap_on_contract_turn",
        "playing",
        v.SWITCH,
        False,
        "Whether the turn that meets the contract may swap",
    ),
    # the end of a deal
    Option(
        "stock_out",
        "ending",
        v.choice("flip", "shuffle", "shuffle_keep_upcard", "end"),
        "shuffle",
        "What happens when the stock is empty",
    ),
    Option(
        "max_recycles",
        "ending",
        v.number(0, 1000, none=True),
        10,
        "How often the discard pile may become the stock again in a deal",
    ),
    Option(
        "go_out_discard",
        "ending",
        v.choice("optional", "required", "never"),
        "optional",
        "Whether going out takes a discard",
        ("deal",),
    ),
    Option(
        "final_turns",
        "ending",
        v.number(0, 1),
        0,
        "How many turns each other player has after a going out",
    ),
    # scoring
    Option(
        "scoring",
        "scoring",
        v.choice("winner_takes", "penalty"),
        "winner_takes",
        "Whether the one who goes out scores the others' cards, or each is charged the own",
    ),
    Option(
        "ace_points",
        "scoring",
        v.number(0, 1000),
        Table({"low": 1, "high": 10, "high_or_low": 15, "round_the_corner": 15}),
        "What an ace costs",
        ("ace",),
    ),
    Option(
        "court_points",
        "scoring",
        v.choice("10", "11-12-13"),
        "10",
        "What jack, queen and king cost",
    ),
    Option("number_points", "scoring", v.POINTS, "pips", "What 2 to 10 cost"),
    Option("joker_points", "scoring", v.number(0, 1000), 20, "What a joker costs"),
    Option(
        "wild_points",
        "scoring",
        v.number(0, 1000, none=True),
        None,
        "What a card of the wild rank costs; none: what its rank costs",
    ),
    Option(
        "rummy_bonus",
        "scoring",
        v.either(v.choice("double", none=True), v.number(1, 1000)),
        None,
        "What going rummy adds: the whole hand in one turn, nothing played before",
    ),
    Option(
        "blind_bonus",
        "scoring",
        v.either(v.choice(none=True), v.pair(0, 1000, ordered=False)),
        None,
        "What going out blind takes off: with a joker, without",
    ),
    Option(
        "block_award",
        "scoring",
        v.choice("others_total", "difference"),
        "others_total",
        "What the lowest hand wins when nobody goes out: the others' totals, "
        "or what they have more",
    ),
    # the game
    Option(
        "target",
        "game",
        v.number(0, 10**6, none=True, signed=True),
        None,
        "The total that ends the game; a negative one is reached from above",
    ),
    Option("deals", "game", v.number(1, 1000, none=True), None, "How many deals make a game"),
    Option("winner", "game", v.choice("highest", "lowest"), "highest", "Which total wins"),
    Option(
        "ties",
        "game",
        v.choice("joint", "extra_deals", "bonus_deal"),
        "joint",
        "What a tie for the first place leads to",
    ),
]

OPTIONS: dict[str, Option] = {option.name: option for option in _LIST}
"""Every option by its name, in the order of the documentation."""


def nearest(word: str, known: Iterable[str]) -> str:
    """ "; did you mean X?" for a misspelt word, or a list of what is known.

    >>> nearest("rumy", ["remi", "rummy"])
    "; did you mean 'rummy'?"
    """
    names = list(known)
    near = difflib.get_close_matches(word.lower(), names, 1, 0.6)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; there are {', '.join(names)}" if len(names) <= 12 else ""


def option(name: str) -> Option:
    """The option of a name; raises `RulesError` with the nearest name for a misspelt one.

    >>> option("melds_per_turns")
    Traceback (most recent call last):
    rummy_lab.rules.values.RulesError: 'melds_per_turns' is no option; did you mean ...
    """
    if name not in OPTIONS:
        raise RulesError(f"{name!r} is no option{nearest(name, OPTIONS)}")
    return OPTIONS[name]
