"""The meld explorer: any hand, all its melds and arrangements, and what another rule would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import traitlets

from rummy_lab.arrange import Arrangement, best
from rummy_lab.arrange.hands import known_hand
from rummy_lab.cards import Card, Cards, card, cards, text_of
from rummy_lab.display.facts import name_of
from rummy_lab.display.markup import escaped, fragment
from rummy_lab.display.saying import counted
from rummy_lab.display.svg import svg_of_arrangement, svg_of_cards
from rummy_lab.rules import At, Rules
from rummy_lab.variants import rules_of, variants
from rummy_lab.widgets.base import RulesTrait, Tool, plainly
from rummy_lab.widgets.explorercontrols import ExplorerControls
from rummy_lab.widgets.hand import HandBoard
from rummy_lab.widgets.hands import arranged, card_text, keys_of
from rummy_lab.widgets.meldgroups import (
    MOST_CARDS,
    MOST_MELDS,
    Found,
    can_be_arranged,
    group_of_arrangement,
    group_of_contract,
    groups_of,
    melds_in,
    other_arrangements,
    verdict_on,
)
from rummy_lab.widgets.meldlist import MeldList
from rummy_lab.widgets.nearbypanel import NearbyPanel
from rummy_lab.widgets.pack import CardPack
from rummy_lab.widgets.panels import RulesPanel
from rummy_lab.widgets.picture import heading
from rummy_lab.widgets.sitting import rules_in_code
from rummy_lab.widgets.wishes import WISHES, wished_hand

Trait = traitlets.TraitType[Any, Any]
PROMPT = (
    "Select cards of the hand to ask whether they are a meld. "
    "The number under a card says in how many melds it is."
)
EMPTY = "Press cards of the pack, type a hand, or deal a random one."
MOST_KEPT = 50
"""How many hands one can go back to."""


class MeldExplorer(Tool):
    """Shows all melds and arrangements of a hand under any rules.

    `hand` is cards as text or a sequence; None deals a random one. `rules` are a rule set or a
    variant's id, `deal` and `players` as for `find_melds`.

    `hand`, `rules`, `selected` (cards of the hand), `melds` and `arrangement` (the one shown) can
    be read and observed; `hand` and `rules` can be set. Raises `ValueError` for what is no hand.

    >>> import rummy_lab as rl
    >>> explorer = MeldExplorer("7h 8h 9h 9s 9d 2c", "rummy")
    >>> [str(meld) for meld in explorer.melds], explorer.arrangement.points
    (['9s 9h 9d', '7h 8h 9h'], 17)
    >>> explorer.rules = rl.variant("rummy", run_size=4)
    >>> [str(meld) for meld in explorer.melds]
    ['9s 9h 9d']
    """

    hand: Trait = traitlets.Any(())
    rules = RulesTrait(None, allow_none=True)
    selected: Trait = traitlets.Tuple()
    melds: Trait = traitlets.Tuple()
    arrangement: Trait = traitlets.Any(None, allow_none=True)

    def __init__(
        self,
        hand: Cards | None = None,
        rules: Rules | str | None = None,
        deal: int = 1,
        players: int | None = None,
    ) -> None:
        self._players, self._number = players, 0
        self._past: list[tuple[Card, ...]] = []
        self._found = Found((), False, (), Counter())
        self._others: list[Arrangement] | None = None
        self._place, self._whole = 0, True
        self.at: At = rules_of("rummy" if rules is None else rules).at(players, deal)
        self._wanted = self._first_hand() if hand is None else _readable(hand, self.at)
        self._make_parts()
        stage = self.controls.stage(self.board, self.pack, self.best, self.list, self.panels)
        super().__init__(stage)
        with self._quietly():
            self.rules = self.at.rules
        self._listen()
        self._show()

    # --- the parts ----------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.controls = ExplorerControls(self._random, self._turn)
        self.board = HandBoard(self._on_board)
        self.pack = CardPack(self._on_pack)
        self.best, self.list = MeldList(self._on_list), MeldList(self._on_list)
        self.nearby = NearbyPanel(self._on_list, lambda rules: setattr(self, "rules", rules))
        self.card = RulesPanel()
        self.panels = (self.nearby, self.card)
        self.controls.dress(self.board, self.pack, self.best, self.list, self.nearby.melds)
        self.controls.count.value = self._dealt()

    def _listen(self) -> None:
        """Has everything that can be set answered."""
        controls = self.controls
        self.board.observe(self._picked, "selected")
        controls.rules.observe(self._other_rules, "value")
        for widget in (controls.players, controls.deal):
            widget.observe(self._other_table, "value")
        controls.sort.observe(lambda _: self._draw_hand(), "value")
        for widget in (controls.grouping, controls.only):
            widget.observe(lambda _: self._draw_melds(), "value")
        controls.entry.on_msg(self._typed)
        for panel in self.panels:
            panel.opened = self._fill_panels

    def static_html(self) -> str:
        """The hand, its best arrangement and its melds, without a kernel."""
        title = name_of(self.rules)
        hand = svg_of_cards(self.hand, "The hand", at=self.at, four_colour=self._four)
        parts = [f"<h3>{escaped(title)}</h3>", hand]
        if self.arrangement is not None:
            parts.append(svg_of_arrangement(
                self.arrangement, "Arrangement", at=self.at, four_colour=self._four))  # fmt: skip
        parts.append(f"<p>{escaped(self._count_in_words())}</p>")
        items = "".join(f"<li>{meld.kind}: {escaped(meld.pretty)}</li>" for meld in self.melds)
        parts.append(f"<ul>{items}</ul>" if items else "")
        return fragment("".join(parts), f"Melds of a hand: {title}")

    @property
    def _four(self) -> bool:
        return bool(self.controls.four.value)

    def tell(self, sentence: str) -> None:
        """Says a sentence in place of the last answer."""
        self.board.put(message={"kind": "no", "head": sentence})

    # --- what is shown ------------------------------------------------------------------------

    def _first_hand(self) -> tuple[Card, ...]:
        """A hand to begin with: with a set and a run where the deal has cards enough for both."""
        count = self._dealt()
        wish = WISHES["set and run" if count >= WISHES["set and run"].least(self.at) else "any"]
        return wished_hand(wish, self.at, count, self._number)

    def _dealt(self) -> int:
        """How many cards are dealt: at the smallest table, unless a number of players is chosen."""
        rules = self.at.rules
        at = rules.at(rules["players"][0], self.at.deal) if self._players is None else self.at
        return min(at.cards_dealt, MOST_CARDS)

    def _show(self, message: dict[str, Any] | None = None) -> None:
        """Finds the melds of the hand anew and draws all; `message` is said."""
        hand, out = _held(self._wanted, self.at)
        self._found = melds_in(hand, self.at)
        self._others, self._place, self._whole = None, 0, True
        first = best(hand, self.at) if can_be_arranged(hand, self.at) else None
        with self._quietly():
            self.hand, self.melds = hand, self._found.melds
            self.arrangement = first
            self.controls.offer(self.rules, self.at, self._players)
            self.controls.entry.value = text_of(hand)
            self.pack.put(rows=_rows(self.at, Counter(hand)))
            self.board.put(selected=[])
        self.selected = ()
        said = message or {"kind": "info", "head": PROMPT if hand else EMPTY}
        if out:
            left = f"Left out, since the pack does not hold them: {text_of(out)}."
            said = {**said, "more": left}
        self._draw_hand(said)
        self._draw_melds()
        self._draw_arrangement()
        self._fill_panels()

    def _draw_hand(self, message: dict[str, Any] | None = None) -> None:
        groups = arranged(self.hand, self._sort, self.at)
        shown = [card for group in groups for card in group]
        wild = sorted({str(c) for c in shown if self.at.wild[c.code] and not c.is_joker})
        starts = [sum(map(len, groups[:n])) for n in range(1, len(groups))]
        picture = {
            **heading(self.rules, self.at, self.at.deal, None),
            "cards": list(map(str, shown)), "gaps": starts, "wild": wild, "none": "no card yet",
            "times": {str(card): n for card, n in self._found.times.items()},
        }  # fmt: skip
        more = {} if message is None else {"message": message}
        self.board.put(picture=picture, actions=self._actions(), **more)

    @property
    def _sort(self) -> str:
        """How the hand is sorted; by suit where it is too large to be arranged."""
        sort = str(self.controls.sort.value)
        return "suit" if sort == "meld" and self.arrangement is None else sort

    def _actions(self) -> list[dict[str, Any]]:
        found = []
        if self.selected:
            some = counted(len(self.selected), "card")
            found.append({"do": "take out", "label": f"Take {some} out of the hand"})
            found.append({"do": "select none", "label": "Select none"})
        if self.hand:
            found.append({"do": "empty", "label": "Empty the hand"})
        if self._past:
            found.append({"do": "undo", "label": "Back to the hand before"})
        return [*found, {"do": "code", "label": "Copy as code"}]

    def _count_in_words(self) -> str:
        many = f"the first {MOST_MELDS} melds" if self._found.more else \
            counted(len(self.melds), "meld")  # fmt: skip
        return f"{many[:1].upper()}{many[1:]} in this hand of {counted(len(self.hand), 'card')}."

    def _draw_melds(self) -> None:
        wanted = self.selected if self.controls.only.value else ()
        found = melds_in(self.hand, self.at, wanted) if wanted else self._found
        groups = groups_of(found, str(self.controls.grouping.value))
        if found.more:
            said = (
                f"These are the first {len(found.melds)}; there are more. Select cards and tick "
                "“only those with the selected cards” to find others."
            )
            groups = [{"title": "More melds than are shown", "note": said, "fans": []}, *groups]
        elif not groups:
            which = "with the selected cards" if wanted else "in this hand"
            groups = [{"title": "Melds", "note": f"There is no meld {which}.", "fans": []}]
        held = {str(card): n for card, n in Counter(self.hand).items()}
        self.list.put(groups=groups, held=held)
        self.best.put(held=held)

    # --- arrangements -------------------------------------------------------------------------

    def _draw_arrangement(self) -> None:
        last = None if self._others is None else len(self._others) - 1
        self.controls.before.disabled = self._place == 0
        self.controls.after.disabled = self.arrangement is None or self._place == last
        if self.arrangement is None:
            said = f"A hand of {len(self.hand)} cards like this one takes too long to be arranged."
            groups = [{"title": "Best arrangement", "note": said, "fans": []}]
        else:
            title = "Best arrangement" if self._place == 0 else f"Arrangement {self._place + 1}"
            if self._others is not None:
                than = "" if self._whole else "more than "
                title += f" of {than}{len(self._others)}"
            groups = [group_of_arrangement(self.arrangement, title, self.at)]
            if self.at.contract and not self._found.more:
                groups.append(group_of_contract(self.hand, self.at))
        self.best.put(groups=groups)

    @plainly
    def _turn(self, by: int) -> None:
        """Shows the arrangement before or after the one shown."""
        if self.arrangement is None:
            return
        if self._others is None:
            if self._found.more:
                raise ValueError("there are too many melds to go through the other arrangements")
            self._others, self._whole = other_arrangements(self.hand, self.at)
        self._place = max(0, min(self._place + by, len(self._others) - 1))
        self.arrangement = self._others[self._place]
        self._draw_arrangement()

    # --- the hand changes ---------------------------------------------------------------------

    def _take(self, wanted: Iterable[Card], message: dict[str, Any] | None = None) -> None:
        """Looks at another hand; the one before is kept."""
        wanted = tuple(wanted)
        if len(wanted) > MOST_CARDS:
            raise ValueError(f"a hand here has {MOST_CARDS} cards at most, not {len(wanted)}")
        if wanted != self._wanted:
            self._past = [*self._past, self._wanted][-MOST_KEPT:]
        self._wanted = wanted
        self._show(message)

    @traitlets.validate("hand")
    def _a_hand(self, proposal: Any) -> tuple[Card, ...]:
        return proposal["value"] if self._busy else _readable(proposal["value"], self.at)

    @traitlets.observe("hand")
    def _handed(self, change: Any) -> None:
        if not self._busy:
            self._take(change["new"])

    @plainly
    def _random(self) -> None:
        self._number += 1
        wish = WISHES[str(self.controls.wish.value)]
        count = int(self.controls.count.value)
        if count > len(self.at.pack):
            raise ValueError(f"there are only {len(self.at.pack)} cards")
        hand = wished_hand(wish, self.at, count, self._number)
        said = f"Random hand {self._number}: {counted(count, 'card')} {wish.title}."
        self._take(hand, {"kind": "info", "head": said})

    @plainly
    def _typed(self, _: Any, content: Any, __: Any) -> None:
        """Somebody pressed Enter in the field for the hand."""
        if content.get("event") == "submit":
            self._take(_readable(self.controls.entry.value, self.at))

    @plainly
    def _on_pack(self, said: dict[str, Any]) -> None:
        """A card of the pack was pressed: one of it is taken, or all of it go back."""
        chosen = card(str(said.get("card")))
        held = self.hand.count(chosen)
        if said.get("do") == "back":
            self._take(_less(self._wanted, [chosen]))
        elif said.get("do") == "press" and held < self.at.copies[chosen.code]:
            self._take((*self._wanted, chosen))
        elif said.get("do") == "press":
            self._take(_less(self._wanted, [chosen] * held))

    @plainly
    def _on_board(self, said: dict[str, Any]) -> None:
        """A message from the hand; what is not understood is passed over."""
        what = said.get("do")
        if what == "take out":
            self._take(_less(self._wanted, self.selected))
        elif what == "out" and said.get("card") in keys_of(self.hand):
            self._take(_less(self._wanted, [card(card_text(said["card"]))]))
        elif what == "select none":
            self.board.selected = []
        elif what == "empty":
            self._take(())
        elif what == "undo" and self._past:
            self._wanted = self._past.pop()
            self._show()
        elif what == "code":
            self.board.copy(self._code())
            self._say({"kind": "info", "head": "Code for this hand is on the clipboard."})

    def _code(self) -> str:
        more = f", deal={self.at.deal}" if self.at.deal > 1 else ""
        more += f", players={self._players}" if self._players is not None else ""
        hand = text_of(self.hand)
        rules = rules_in_code(self.rules)
        return f"import rummy_lab as rl\n\nrl.MeldExplorer({hand!r}, {rules}{more})\n"

    # --- cards are selected -------------------------------------------------------------------

    def _on_list(self, said: dict[str, Any]) -> None:
        """A meld was pressed: its cards are selected."""
        wanted = said.get("cards")
        if said.get("do") == "pick" and isinstance(wanted, list):
            there = set(map(str, self.hand))
            texts = [text for text in wanted if isinstance(text, str) and text in there]
            self.board.selected = keys_of(map(card, texts))

    def _picked(self, _: Any) -> None:
        """Cards of the hand were selected: whether they are a meld is said."""
        if self._busy:
            return
        there = keys_of(self.hand)
        keys = [key for key in dict.fromkeys(map(str, self.board.selected)) if key in there]
        with self._quietly():
            self.board.put(selected=keys)
        self.selected = tuple(card(card_text(key)) for key in keys)
        self._say(verdict_on(sorted(self.selected), self.at) if keys
                  else {"kind": "info", "head": PROMPT})  # fmt: skip
        if self.controls.only.value:
            self._draw_melds()

    def _say(self, message: dict[str, Any]) -> None:
        self.board.put(message=message, actions=self._actions())

    # --- the rules change ---------------------------------------------------------------------

    @traitlets.observe("rules")
    def _ruled(self, change: Any) -> None:
        if not self._busy:
            self._sit(change["new"], self._players, self.at.deal)

    def _other_rules(self, change: Any) -> None:
        if not self._busy and change["new"] in variants():
            self.rules = variants()[change["new"]]

    def _other_table(self, _: Any) -> None:
        if not self._busy:
            controls = self.controls
            self._sit(self.rules, controls.players.value or None, int(controls.deal.value or 1))

    def _sit(self, rules: Rules, players: int | None, deal: int) -> None:
        """Looks at the hand under rules, at a table and a deal as far as the rules have them."""
        least, most = rules["players"]
        self._players = None if players is None else min(max(players, least), most)
        dealt = self._dealt()
        self.at = rules.at(self._players, min(deal, rules["deals"] or deal))
        if self._dealt() != dealt:
            self.controls.count.value = self._dealt()
        self._show()

    def _fill_panels(self) -> None:
        """Fills those panels that are open."""
        if self.nearby.unfolded:
            self.nearby.show(self.hand, self.at)
        if self.card.unfolded:
            self.card.show(self.rules)


def _readable(hand: Cards, at: At) -> tuple[Card, ...]:
    """A hand that somebody named; raises `ValueError` where it is none, or too large."""
    held = known_hand(cards(hand), at)
    if len(held) > MOST_CARDS:
        raise ValueError(f"a hand here has {MOST_CARDS} cards at most, not {len(held)}")
    return held


def _held(wanted: Iterable[Card], at: At) -> tuple[tuple[Card, ...], list[Card]]:
    """Of the cards wanted those that the packs hold, in order; and the others."""
    left = list(at.copies)
    hand, out = [], []
    for one in wanted:
        left[one.code] -= 1
        (out if left[one.code] < 0 else hand).append(one)
    return tuple(sorted(hand)), out


def _less(some: Sequence[Card], others: Iterable[Card]) -> tuple[Card, ...]:
    return tuple((Counter(some) - Counter(others)).elements())


def _rows(at: At, taken: Counter[Card]) -> list[list[dict[str, Any]]]:
    """The pack as the page draws it: a row for each suit, and the jokers."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for one in dict.fromkeys(at.pack):
        rows.setdefault(one.suit, []).append(
            {"card": str(one), "there": at.copies[one.code], "taken": taken[one],
             "wild": at.wild[one.code]}
        )  # fmt: skip
    return list(rows.values())
