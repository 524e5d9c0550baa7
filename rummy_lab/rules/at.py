"""A rule set at one table and one deal: every option resolved to a single value.

The engine, the solvers and the scoring work on this; nothing below asks "how many players" again.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from rummy_lab.cards import BY_CODE, CODES, RANKS, Card, pack
from rummy_lab.rules import values
from rummy_lab.rules.registry import OPTIONS

if TYPE_CHECKING:
    from rummy_lab.rules.ruleset import Rules


class Part(NamedTuple):
    """One meld of a contract: "set" or "run", and its size."""

    kind: str
    size: int

    def __str__(self) -> str:
        return f"{'S' if self.kind == 'set' else 'R'}{self.size}"


class At:
    """`rules.at(players=4, deal=3)`: all options resolved, and what follows from them.

    Every option is an attribute, resolved to a single value (`players` is the number at the
    table). Besides: `rules`, `deal`, `pack` (all cards, a tuple), `copies` (how many of each card
    by code), `points` (what each card costs left in hand, by code), `wild` (whether it is wild,
    by code), `wild_number` (the wild rank as a number, 0 for none), `contract` (a tuple of
    `Part`), `longest_run`, and `buy_limit` (a number, or None where buying is off).
    """

    rules: Rules
    deal: int
    players: int
    suits: str
    ranks: str
    packs: int
    jokers: int
    cards_dealt: int
    ace: str
    jokers_wild: bool
    wild_rank: str | None
    set_size: tuple[int, int | None]
    set_suits: str
    run_size: int
    run_suits: str
    wilds_per_meld: values.Table | None
    all_wild_melds: bool
    discard_draw: str
    redraw_discard_ban: bool
    buys: int | str | None
    buy_priority: str
    simultaneous: bool
    melding: str
    melds_per_turn: int | None
    contracts: str | None
    contract_sizes: str
    contract_runs: str
    lay_off: str
    lay_off_on_contract_turn: bool
    joker_swap: str
    joker_swap_keep: bool
    joker_swap_on_contract_turn: bool
    stock_out: str
    max_recycles: int | None
    go_out_discard: str
    final_turns: int
    scoring: str
    ace_points: int
    court_points: str
    number_points: str | values.Table
    joker_points: int
    wild_points: int | None
    rummy_bonus: str | int | None
    blind_bonus: tuple[int, int] | None
    block_award: str
    target: int | None
    deals: int | None
    winner: str
    ties: str

    def __init__(self, rules: Rules, players: int, deal: int) -> None:
        self.rules, self.deal = rules, deal
        ace = rules["ace"]
        for name, option in OPTIONS.items():
            setattr(self, name, option.at(rules[name], players, deal, ace))
        self.players = players
        if self.wild_rank == "cards_dealt":
            named = 1 <= self.cards_dealt <= 13
            self.wild_rank = RANKS[self.cards_dealt - 1] if named else None
        self.wild_number = RANKS.index(self.wild_rank) + 1 if self.wild_rank else 0
        self.rank_numbers = values.rank_numbers(self.ranks)
        self.pack: tuple[Card, ...] = pack(self.suits, self.rank_numbers, self.packs, self.jokers)
        counts = Counter(card.code for card in self.pack)
        self.copies: tuple[int, ...] = tuple(counts[code] for code in range(CODES))
        self.wild: tuple[bool, ...] = tuple(
            self.jokers_wild if card.is_joker else bool(card.rank == self.wild_number and card.rank)
            for card in BY_CODE
        )
        self.any_wild: bool = any(w and n for w, n in zip(self.wild, self.copies, strict=True))
        self.points: tuple[int, ...] = tuple(map(self._points, BY_CODE))
        self.longest_run = {"low": 13, "high": 13, "high_or_low": 14, "round_the_corner": 13}[ace]
        self.contract: tuple[Part, ...] = tuple(map(self._part, (self.contracts or "").split()))
        self.buy_limit: int | None = 10**9 if self.buys == "unlimited" else self.buys  # type: ignore[assignment]

    def _part(self, text: str) -> Part:
        kind = "set" if text[0] == "S" else "run"
        least = self.set_size[0] if kind == "set" else self.run_size
        return Part(kind, int(text[1:] or least))

    def _points(self, card: Card) -> int:
        if card.is_joker:
            return self.joker_points
        if card.is_unknown:
            return 0
        if self.wild_points is not None and card.rank == self.wild_number:
            return self.wild_points
        if card.rank == 1:
            return self.ace_points
        if card.rank > 10:
            return 10 if self.court_points == "10" else card.rank
        if isinstance(self.number_points, str):
            return card.rank
        try:
            return values.at_span(self.number_points, card.rank)
        except KeyError:
            return card.rank

    def wild_limit(self, kind: str, size: int) -> int | None:
        """The most wilds in a meld of a kind and size, or None for no limit.

        A size below the first step takes the first step's limit.
        """
        steps = (self.wilds_per_meld or {}).get(kind)
        if not steps:
            return None
        reached = [limit for length, limit in steps.items() if length <= size]
        return reached[-1] if reached else next(iter(steps.values()))

    def points_of(self, cards: Any) -> int:
        """What cards cost left in hand.

        >>> import rummy_lab as rl
        >>> rl.variant("remi").at().points_of(rl.cards("Ks 7h Ad"))
        18
        """
        points = self.points
        return sum(points[card.code] for card in cards)

    def __repr__(self) -> str:
        return f"{self.rules!r}.at(players={self.players}, deal={self.deal})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, At):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.rules, self.players, self.deal))

    def _key(self) -> tuple[object, ...]:
        return self.rules, self.players, self.deal, self.points

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.rules, self.players, self.deal)


def _again(rules: Rules, players: int, deal: int) -> At:
    return rules.at(players=players, deal=deal)
