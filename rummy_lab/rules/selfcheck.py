"""Whether options can go together: a rule set that cannot be dealt or cannot end is refused.

Each entry of `EXCLUSIONS` names the options concerned and finds the fault, if there is one, as a
sentence with the numbers. The house-rule editor shows the same entries beside the options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy_lab.cards import RANKS
from rummy_lab.rules.registry import OPTIONS
from rummy_lab.rules.values import RulesError, Table, at_span, rank_numbers, text_of_value

if TYPE_CHECKING:
    from rummy_lab.rules.at import At
    from rummy_lab.rules.ruleset import Rules


@dataclass(frozen=True)
class Exclusion:
    """What some options may not be together: `meaning` in words, `fault` finds it."""

    options: tuple[str, ...]
    meaning: str
    fault: Callable[[Rules], str | None]


def tables(rules: Rules) -> Iterator[At]:
    """The rule set at every table and deal that can differ."""
    least, most = rules["players"]
    deals: dict[tuple[object, ...], int] = {}
    last = last_to_differ(rules)
    if rules["deals"] is not None and rules["ties"] == "joint":  # else more may be played
        last = min(last, rules["deals"])
    for deal in range(1, last + 1):
        values = (
            option.at(rules[name], most, deal, rules["ace"])
            for name, option in OPTIONS.items()
            if "deal" in option.over
        )
        deals.setdefault(tuple(values), deal)
    for players in range(least, most + 1):
        for deal in deals.values():
            yield rules.at(players=players, deal=deal)


def _keys(value: object) -> Iterable[object]:
    return value if isinstance(value, Table) else ()


def last_to_differ(rules: Rules) -> int:
    """The deal that later ones are like: the last of a list, the one behind those of a table."""
    last = 1
    for name, option in OPTIONS.items():
        value = rules[name]
        if isinstance(value, tuple) and "deal" in option.over:
            last = max(last, len(value))
        elif "default" in _keys(value):
            last = max([last, *(key + 1 for key in _keys(value) if isinstance(key, int))])
    return last


def _tables_covered(rules: Rules) -> str | None:
    least, most = rules["players"]
    for name, option in OPTIONS.items():
        value = rules[name]
        if not isinstance(value, Table) or not option.over or "default" in value:
            continue
        if "ace" in option.over:
            if rules["ace"] not in value:
                return f"{name} says nothing for ace={rules['ace']}"
            continue
        for players in range(least, most + 1):
            try:
                at_span(value, players)
            except KeyError:
                return f"{name} says nothing for {players} players"
    return None


def _deals_listed(rules: Rules) -> str | None:
    for name, option in OPTIONS.items():
        value = rules[name]
        listed = isinstance(value, tuple) and "deal" in option.over
        if listed and len(value) != rules["deals"]:
            return f"{name} lists {len(value)} deals, but deals is {text_of_value(rules['deals'])}"
        if isinstance(value, Table) and "default" in value and rules["deals"] is not None:
            past = [key for key in value if isinstance(key, int) and key > rules["deals"]]
            if past:
                return f"{name} speaks of deal {past[0]}, but there are {rules['deals']} deals"
    return None


def _can_be_dealt(rules: Rules) -> str | None:
    for at in tables(rules):
        dealt, there = at.players * at.cards_dealt, len(at.pack)
        turned = at.players if at.simultaneous else 1
        if dealt + turned > there:
            up = "one card is" if turned == 1 else f"{turned} cards are"
            return (
                f"{at.players} players × {at.cards_dealt} cards = {dealt}, and {up} "
                f"turned up: that cannot be dealt from {there} cards"
            )
    return None


def _can_end(rules: Rules) -> str | None:
    target = rules["target"]
    if target is None and rules["deals"] is None:
        return "the game would never end: give a target or a number of deals"
    if target == 0:
        return "target=0 is reached before the first deal"
    if target is None:
        return None
    falling = rules["scoring"] == "penalty" and rules["winner"] == "highest"
    if falling and target > 0:
        return (
            f"target={target} is never reached: with scoring=penalty and winner=highest "
            "totals are negative"
        )
    if not falling and target < 0:
        return (
            f"target={target} is never reached: totals rise, unless each player is charged "
            "(scoring=penalty) and the highest wins"
        )
    return None


def _winner_fits(rules: Rules) -> str | None:
    if rules["scoring"] == "winner_takes" and rules["winner"] == "lowest":
        return "with scoring=winner_takes who goes out scores, so winner=lowest would let it lose"
    return None


def _wild_rank_there(rules: Rules) -> str | None:
    ranks = rank_numbers(rules["ranks"])
    for at in tables(rules):
        if at.wild_number and at.wild_number not in ranks:
            return f"wild_rank {RANKS[at.wild_number - 1]} is not among the ranks {at.ranks}"
    return None


def _contracts_fit(rules: Rules) -> str | None:
    if rules["melding"] == "contract" and rules["contracts"] is None:
        return "melding=contract needs contracts"
    if rules["melding"] != "contract" and rules["contracts"] is not None:
        return f"contracts are laid with melding=contract, not {rules['melding']}"
    if rules["melding"] != "contract" and rules["lay_off"] == "after_contract":
        return "lay_off=after_contract needs melding=contract"
    for at in tables(rules):
        if rules["melding"] == "contract" and not at.contract:
            return f"deal {at.deal} has no contract"
        for part in at.contract:
            least = at.set_size[0] if part.kind == "set" else at.run_size
            most = (at.set_size[1] or 10**6) if part.kind == "set" else at.longest_run
            if not least <= part.size <= most:
                return (
                    f"the contract of deal {at.deal} asks for {part}, but a {part.kind} has "
                    f"{least} to {most} cards"
                )
    return None


def _end_fits(rules: Rules) -> str | None:
    at_end = rules["melding"] == "at_the_end"
    if rules["final_turns"] and not at_end:
        return "final_turns needs melding=at_the_end"
    if at_end and any(at.go_out_discard != "required" for at in tables(rules)):
        return "with melding=at_the_end going out takes a discard: go_out_discard=required"
    if at_end and rules["lay_off"] != "never":
        return "with melding=at_the_end nothing lies on the table: lay_off=never"
    if at_end and rules["melds_per_turn"] is not None:
        return "with melding=at_the_end melds_per_turn has no meaning"
    return None


def _whole_hand_fits(rules: Rules) -> str | None:
    for at in tables(rules):
        if at.contract and at.contract_sizes == "whole_hand" and at.go_out_discard == "required":
            return (
                f"deal {at.deal}: a contract of the whole hand leaves no card for the "
                "required discard"
            )
    return None


def _together_fits(rules: Rules) -> str | None:
    if not rules["simultaneous"]:
        return None
    if rules["melding"] != "at_the_end":
        return "simultaneous turns need melding=at_the_end: nothing is played to the table"
    if rules["stock_out"] == "flip":
        return "simultaneous turns have a pile for each seat: stock_out=flip has none to turn over"
    if rules["discard_draw"] == "deep" or rules["buys"] is not None:
        return "in simultaneous turns only the top of the neighbour's pile is drawn, and not bought"
    return None


EXCLUSIONS: tuple[Exclusion, ...] = (
    Exclusion(
        ("packs", "jokers", "cards_dealt", "ace_points"),
        "a table over players or aces says something for each",
        _tables_covered,
    ),
    Exclusion(
        ("deals", "cards_dealt", "contracts", "wild_rank", "buys"),
        "a list over deals is as long as deals",
        _deals_listed,
    ),
    Exclusion(
        ("players", "packs", "jokers", "cards_dealt", "ranks", "suits"),
        "the cards dealt and the upcard are in the packs",
        _can_be_dealt,
    ),
    Exclusion(("target", "deals", "scoring", "winner"), "the game can end", _can_end),
    Exclusion(("scoring", "winner"), "winner_takes goes with the highest", _winner_fits),
    Exclusion(("wild_rank", "ranks"), "the wild rank is one of the ranks", _wild_rank_there),
    Exclusion(
        ("melding", "contracts", "lay_off", "set_size", "run_size"),
        "contracts go with melding=contract",
        _contracts_fit,
    ),
    Exclusion(
        ("melding", "final_turns", "go_out_discard", "lay_off", "melds_per_turn"),
        "hands arranged at the end are not laid before",
        _end_fits,
    ),
    Exclusion(
        ("simultaneous", "melding", "stock_out", "discard_draw", "buys"),
        "simultaneous turns only draw and discard",
        _together_fits,
    ),
    Exclusion(
        ("contract_sizes", "go_out_discard"),
        "a contract of the whole hand leaves no discard",
        _whole_hand_fits,
    ),
)


def check(rules: Rules) -> None:
    """Raises `RulesError` with the first fault found."""
    for entry in EXCLUSIONS:
        if fault := entry.fault(rules):
            raise RulesError(f"{rules.variant.title}: {fault}", entry.options)
