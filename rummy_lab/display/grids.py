"""The tables of a rule card: the deal by the number of players, and what changes deal by deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

from rummy_lab.display.saying import contract_in_words, said_once
from rummy_lab.rules import At, Rules, Table
from rummy_lab.rules.selfcheck import last_to_differ, tables


class Grid(NamedTuple):
    """A small table of texts."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def has_jokers(rules: Rules) -> bool:
    return any(at.jokers for at in tables(rules))


def _turned_up(at: At) -> int:
    return at.players if at.simultaneous else 1


def _range(numbers: Iterable[int]) -> str:
    found = sorted(set(numbers))
    return str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"


def by_players(rules: Rules) -> Grid:
    """The table of the deal: packs, cards dealt and what is left, for each number of players."""
    jokers = has_jokers(rules)
    head = (
        "players",
        "packs",
        *(["jokers"] if jokers else []),
        "cards in all",
        "dealt to each",
        "left in the stock",
    )
    rows: list[tuple[int, tuple[str, ...]]] = []
    for players, at_deals in groupby(tables(rules), key=lambda at: at.players):
        ats = list(at_deals)
        first = ats[0]
        rows.append(
            (
                players,
                (
                    str(first.packs),
                    *([str(first.jokers)] if jokers else []),
                    str(len(first.pack)),
                    _range(at.cards_dealt for at in ats),
                    _range(len(at.pack) - players * at.cards_dealt - _turned_up(at) for at in ats),
                ),
            )
        )
    return Grid(head, tuple((str(players), *row) for players, row in rows))


_BY_DEAL: tuple[tuple[str, str, Callable[[At], str]], ...] = (
    ("cards_dealt", "dealt to each", lambda at: str(at.cards_dealt)),
    ("wild_rank", "wild", lambda at: at.wild_rank or "none"),
    (
        "contracts",
        "contract",
        lambda at: contract_in_words(at.contracts or "", at.set_size[0], at.run_size),
    ),
    ("contract_sizes", "its sizes", lambda at: at.contract_sizes.replace("_", " ")),
    (
        "lay_off_on_contract_turn",
        "lay off in the contract's turn",
        lambda at: said_once("", at.lay_off_on_contract_turn),
    ),
    ("buys", "buys", lambda at: str(at.buys or "none")),
    (
        "go_out_discard",
        "last card",
        lambda at: {
            "optional": "played or discarded",
            "required": "discarded",
            "never": "played",
        }[at.go_out_discard],
    ),
)


def by_deal(rules: Rules) -> Grid | None:
    """What differs from deal to deal, or None where nothing does."""

    def differs(name: str) -> bool:
        value = rules[name]
        if name == "wild_rank" and value == "cards_dealt":
            return True
        listed = isinstance(value, tuple) and len(set(value)) > 1
        return listed or (isinstance(value, Table) and "default" in value and len(value) > 1)

    columns = [column for column in _BY_DEAL if differs(column[0])]
    if not columns:
        return None
    told = rules["deals"] or max(1, last_to_differ(rules) - 1)
    rows = [
        (str(deal), *(show(rules.at(deal=deal)) for _, _, show in columns))
        for deal in range(1, told + 1)
    ]
    if rules["deals"] is None:
        later = rules.at(deal=told + 1)
        rows.append((f"{told + 1} and later", *(show(later) for _, _, show in columns)))
    return Grid(("deal", *(title for _, title, _ in columns)), tuple(rows))
