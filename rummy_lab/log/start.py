"""How a deal begins: its cards from a seed, or written out; any state as fields and back.

What is not written is not known: a hand that no line gives is `??` as often as cards are dealt,
the upcard is `??`, and the stock is all other cards in an order nobody recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rummy_lab.actions import Discard, Draw, Out, Take
from rummy_lab.arrange import best
from rummy_lab.cards import UNKNOWN, Card, pretty
from rummy_lab.deal import State, TableMeld
from rummy_lab.deal.moves import first_state
from rummy_lab.deal.position import hands_grow, position, within_packs
from rummy_lab.deal.together import facing, playing
from rummy_lab.log.head import field_of, seat_of
from rummy_lab.log.lines import Field
from rummy_lab.log.notation import name_text
from rummy_lab.rules import At, Rules

Cards = tuple[Card, ...]


class Misplaced(ValueError):
    """A field that does not fit; `field` is the one to blame, None for all together."""

    def __init__(self, field: Field | None, message: str) -> None:
        self.field = field
        super().__init__(message)


class Table(NamedTuple):
    """Who plays a deal under which rules: what the head and the deals before have told."""

    rules: Rules
    names: tuple[str, ...]
    deal: int
    dealer: int
    seed: int | None

    @property
    def at(self) -> At:
        """The rules, resolved."""
        return self.rules.at(players=len(self.names), deal=self.deal)


OWN_CARDS = ("hand", "stock", "upcard", "discards", "pile", "meld", "left")
"""The words that give a deal cards of its own, so that it is not dealt from the seed."""

_OF_ANY_DEAL = ("players", "dealer", "seed", "score", "correct", "strike")
_OF_THE_DEALT = (*_OF_ANY_DEAL, "hand", "upcard", "pile", "left")
"""The words of a deal that begins with its first turn; any other says that it is under way."""
_OF_THE_END = ("out", "whole_hand", "joker_used")
_KEPT = ("melds_now", "played_now", "joker_now", "met_now", "refused", "duties", "banned",
         "stock_known", "recycles", "finals", "ending", "whole_hand", "joker_used",
         "turn_number", "taken")  # fmt: skip
"""Fields that hold what a state does under the same name."""


def start_of(table: Table, fields: Sequence[Field]) -> tuple[State, bool]:
    """The state a deal begins in, and whether it was dealt from the seed.

    Raises `Misplaced` with what does not fit.
    """
    ended = _is_ended(fields)
    own = ended or any(field.word in OWN_CARDS for field in fields)
    seed = next((field.data for field in fields if field.word == "seed"), None)
    if not own and (table.seed is not None or seed is not None):
        for field in fields:
            if field.word not in _OF_ANY_DEAL:
                raise Misplaced(
                    field,
                    f"this deal is dealt from the seed: {field.word!r} is said where a deal has "
                    "cards of its own ('hand', 'stock', 'upcard')",
                )
        chosen = table.seed if seed is None else seed
        assert chosen is not None
        return first_state(table.at, table.names, chosen, table.dealer), True
    placing = _Placing(table, fields, seed)
    if not ended:
        placing.refuse_short_hands()
    return (placing.ended() if ended else placing.state()), False


def too_few(name: str, named: int, at: At) -> str:
    """What to say of a hand with fewer cards than were dealt; nothing where there are enough."""
    if named >= at.cards_dealt:
        return ""
    are = "is" if named == 1 else "are"
    return (
        f"{name} is dealt {at.cards_dealt} cards, but {named} {are} named: write ?? for those "
        "nobody recorded"
    )


def _is_ended(fields: Sequence[Field]) -> bool:
    """Whether a deal tells its end only: the cards left, or who went out and the score."""
    words = {field.word for field in fields}
    scored = {"out", "score"} <= words and words.isdisjoint({"phase", *OWN_CARDS})
    return "left" in words or scored


class _Placing:
    """A state made from the fields of a deal."""

    def __init__(self, table: Table, fields: Sequence[Field], seed: int | None) -> None:
        self.table, self.at, self.seed = table, table.at, seed
        self.names, self.count = table.names, len(table.names)
        self.one = {field.word: field for field in fields if not field.name}
        self.of_player = [field for field in fields if field.name]

    def data(self, word: str, default: Any = None) -> Any:
        """What a field says, or what holds without it."""
        return self.one[word].data if word in self.one else default

    def seat(self, field: Field, name: str) -> int:
        """The seat of a player that a field names."""
        try:
            return seat_of(name, self.names)
        except ValueError as error:
            raise Misplaced(field, str(error)) from None

    def state(self) -> State:
        """The state; raises `Misplaced`."""
        turn = self._seat("turn", (self.table.dealer + 1) % self.count)
        hands = self._by_seat("hand", (UNKNOWN,) * self.at.cards_dealt)
        melds, piles = self._laid(), self._piles()
        lying = sum(map(len, (*hands, *piles, *(row for _, row in melds))))
        rest = (UNKNOWN,) * max(0, len(self.at.pack) - lying)
        phase = self.data("phase", "draw")
        try:
            state = position(
                self.table.rules,
                hands,
                stock=self.data("stock", rest),
                discards=piles[(turn - 1) % len(piles)],
                melds=melds,
                turn=turn,
                active=self._seat("active", turn),
                phase=phase,
                deal=self.table.deal,
                names=self.names,
                dealer=self.table.dealer,
                taken=self.data("taken", ()) if phase == "play" else None,
                out=self._seat("out", None),
                melds_now=self.data("melds_now", 0),
                buys_used=self._counted("buys_used"),
            )
        except Misplaced:
            raise
        except ValueError as error:
            raise Misplaced(self._to_blame(), str(error)) from None
        if self.at.simultaneous:
            state = self._with_piles(state, piles)
        return self._with_memory(state)

    def _laid(self) -> list[tuple[int, Any]]:
        """The melds on the table, with who laid them."""
        melds = (field for field in self.of_player if field.word == "meld")
        return [(self.seat(field, field.name), field.data) for field in melds]

    def ended(self) -> State:
        """The end of a deal of which nothing else is told: what is left in the hands, who is out.

        The other cards are out of play. Raises `Misplaced`.
        """
        for field in (*self.one.values(), *self.of_player):
            if field.word not in (*_OF_ANY_DEAL, *_OF_THE_END, "left", "meld"):
                said = f"where 'left' or 'out' tell how the deal ended, {field.word!r} is not said"
                raise Misplaced(field, said)
        out = self._seat("out", None)
        left = self._by_seat("left", (UNKNOWN,) * self.at.cards_dealt)
        given = {self.seat(field, field.name) for field in self.of_player if field.word == "left"}
        if out is not None and out not in given:
            left[out] = ()
        try:
            state = position(
                self.table.rules, left, turn=out, phase="over", deal=self.table.deal, out=out,
                names=self.names, dealer=self.table.dealer, melds=self._laid(),
            )  # fmt: skip
        except ValueError as error:
            raise Misplaced(self._to_blame(), str(error)) from None
        for field in self.of_player:
            if field.word == "left":
                self._left_fits(field, out)
        if self.at.simultaneous:
            state = state.replace(piles=((),) * self.count)
        return self._with_memory(state)

    def _left_fits(self, field: Field, out: int | None) -> None:
        """Whether a player can be left with some cards: none, exactly who went out."""
        seat = self.seat(field, field.name)
        name, cards = self.names[seat], field.data
        if self.at.melding == "at_the_end":
            rest = () if any(c.is_unknown for c in cards) else best(cards, self.at).deadwood
            if seat == out and rest:
                raise Misplaced(field, f"{name} went out, but {pretty(rest)} is in no meld")
        elif seat == out and cards:
            raise Misplaced(field, f"{name} went out: no card is left")
        elif seat != out and not cards:
            raise Misplaced(field, f"no card is left to {name}: write 'out: {name_text(name)}'")

    def refuse_short_hands(self) -> None:
        """Raises `Misplaced` for a hand with fewer cards than were dealt, where play begins."""
        fields = (*self.one.values(), *self.of_player)
        if any(field.word not in _OF_THE_DEALT for field in fields):
            return
        for field in self.of_player:
            if field.word != "hand":
                continue
            name = self.names[self.seat(field, field.name)]
            if said := too_few(name, len(field.data), self.at):
                more = (
                    "; 'turn_number', or another field of a deal under way, says that it does not "
                    "begin here"
                )
                raise Misplaced(field, said + more)

    def _piles(self) -> list[Cards]:
        """The discard pile; or each player's, where all draw at the same moment."""
        one = [self.one[word] for word in ("upcard", "discards") if word in self.one]
        if self.at.simultaneous:
            if one:
                raise Misplaced(one[0], "everybody has a discard pile here: write 'pile Ana: 7h'")
            return self._by_seat("pile", (UNKNOWN,))
        if odd := [field for field in self.of_player if field.word == "pile"]:
            raise Misplaced(odd[0], "there is one discard pile here: write 'discards: 7h'")
        if len(one) > 1:
            raise Misplaced(one[0], "say 'upcard' or 'discards', not both")
        return [one[0].data if one else (UNKNOWN,)]

    def _with_piles(self, state: State, piles: list[Cards]) -> State:
        """The state with everybody's pile and what was chosen so far in this turn."""
        took = any(field.word == "took" for field in self.of_player)
        state = state.replace(
            piles=tuple(piles),
            took=tuple(self._by_seat("took", ())) if took else (),
            choices=self.data("choices", ()),
            outs=self._seats("outs") if "outs" in self.one else (),
        )
        try:
            within_packs(state)
        except ValueError as error:
            raise Misplaced(self._to_blame(), str(error)) from None
        order, kinds = playing(state), (Draw, Take) if state.phase == "draw" else (Discard, Out)
        chosen = state.choices
        fits = all(isinstance(action, kinds) for action in chosen) and len(chosen) < len(order)
        if state.phase != "over" and not (fits and order[len(chosen)] == state.turn):
            said = "'choices' are those of the players before 'turn', without those in 'outs'"
            raise Misplaced(self.one.get("choices") or self.one.get("turn"), said)
        return facing(state, state.turn)

    def _to_blame(self) -> Field | None:
        """The first field that names a card too often, or gives too many cards."""
        seen: Counter[Card] = Counter()
        drawn = self.data("phase", "draw") == "play"
        most = len(self.at.pack) if hands_grow(self.at) else self.at.cards_dealt + drawn
        for field in [*self.of_player, *self.one.values()]:
            if field.word in OWN_CARDS:
                seen.update(getattr(card, "card", card) for card in field.data)
                over = any(
                    count > self.at.copies[card.code]
                    for card, count in seen.items()
                    if not card.is_unknown
                )
                if over or (field.word in ("hand", "left") and len(field.data) > most):
                    return field
        return None

    def _seat(self, word: str, default: int | None) -> Any:
        return self.seat(self.one[word], self.one[word].data) if word in self.one else default

    def _by_seat(self, word: str, default: Cards) -> list[Cards]:
        found: dict[int, Cards] = {}
        for field in self.of_player:
            if field.word == word:
                seat = self.seat(field, field.name)
                if seat in found:
                    said = f"the {word} of {self.names[seat]} is given twice"
                    raise Misplaced(field, said)
                found[seat] = field.data
        return [found.get(seat, default) for seat in range(self.count)]

    def _counted(self, word: str) -> list[int]:
        counts = [0] * self.count
        if word in self.one:
            for name, number in self.one[word].data.items():
                if not isinstance(number, int) or not 0 <= number <= 10**6:
                    raise Misplaced(self.one[word], f"{number} is no number from 0 on")
                counts[self.seat(self.one[word], name)] = number
        return counts

    def _flags(self, word: str) -> tuple[bool, ...]:
        seats = self._seats(word)
        return tuple(seat in seats for seat in range(self.count))

    def _seats(self, word: str) -> tuple[int, ...]:
        return tuple(self.seat(self.one[word], name) for name in self.one[word].data)

    def _with_memory(self, state: State) -> State:
        """The state with what was written of the turn and the deal."""
        changes: dict[str, Any] = {word: self.one[word].data for word in _KEPT if word in self.one}
        changes |= {word: self._flags(word) for word in ("played", "met") if word in self.one}
        if "buyers" in self.one:
            changes["buyers"] = self._seats("buyers")
        if any(field.word == "known" for field in self.of_player):
            changes["known"] = self._known(state)
        state = state._replace(seed=self.seed, melds=self._melds(state), **changes)
        self._fits(state)
        return state

    def _known(self, state: State) -> tuple[Cards, ...]:
        known = tuple(self._by_seat("known", ()))
        for seat, cards in enumerate(known):
            if Counter(cards) - Counter(state.hands[seat]):
                field = next(f for f in self.of_player if f.word == "known")
                raise Misplaced(field, f"{self.names[seat]} does not hold all of that")
        return known

    def _melds(self, state: State) -> tuple[TableMeld, ...]:
        """The melds with who laid each of their cards."""
        melds = list(state.melds)
        for field in self.of_player:
            if field.word != "by":
                continue
            number = int(field.name) if field.name.isascii() and field.name.isdigit() else 0
            if not 1 <= number <= len(melds):
                raise Misplaced(field, f"there is no meld {field.name}")
            laid = melds[number - 1]
            if len(field.data) != len(laid.meld):
                said = f"meld {number} has {len(laid.meld)} cards, but {len(field.data)} names"
                raise Misplaced(field, said)
            by = tuple(self.seat(field, name) for name in field.data)
            melds[number - 1] = laid._replace(by=by)
        return tuple(melds)

    def _fits(self, state: State) -> None:
        """Whether what was written of a turn fits together."""
        if state.whole_hand and state.out is None:
            raise Misplaced(self.one.get("whole_hand"), "'whole_hand' is of the one who is 'out'")
        if state.turn_number < 1:
            raise Misplaced(self.one.get("turn_number"), "turns are numbered from 1")
        if state.phase == "buy":
            if state.buyers[:1] != (state.turn,) or state.active in state.buyers:
                raise Misplaced(
                    self.one.get("buyers") or self.one.get("turn"),
                    "in phase buy 'turn' is the first of the 'buyers', 'active' whose turn it is",
                )
        elif state.turn != state.active or state.buyers:
            said = "'active' differs from 'turn', and there are 'buyers', in phase buy only"
            raise Misplaced(self.one.get("active"), said)
        if state.duties and (state.phase != "play" or Counter(state.duties) - Counter(state.hand)):
            raise Misplaced(self.one.get("duties"), "duties are cards of the hand, in phase play")


# --- a state as fields ------------------------------------------------------------------------


def cards_of(state: State) -> list[Field]:
    """Where the cards lie, as fields."""
    pile = "upcard" if len(state.discards) == 1 else "discards"
    one = [field_of(pile, state.discards)]
    piles = [
        field_of("pile", cards, name)
        for name, cards in zip(state.names, state.piles, strict=bool(state.piles))
    ]
    return [
        *(
            field_of("hand", hand, name)
            for name, hand in zip(state.names, state.hands, strict=True)
        ),
        field_of("stock", state.stock),
        *(piles or one),
        *(field_of("meld", laid.meld.placed, state.names[laid.owner]) for laid in state.melds),
        *(
            field_of("by", tuple(state.names[seat] for seat in laid.by), str(number))
            for number, laid in enumerate(state.melds, 1)
            if set(laid.by) != {laid.owner}
        ),
    ]


def fields_of(state: State) -> list[Field]:
    """A state as the fields of a deal that read back as this state."""
    names = state.names
    found = [] if state.seed is None else [field_of("seed", state.seed)]
    found += cards_of(state)
    first = (state.dealer + 1) % len(names)
    if state.turn != first:
        found.append(field_of("turn", names[state.turn]))
    if state.active != state.turn:
        found.append(field_of("active", names[state.active]))
    if state.phase != "draw":
        found.append(field_of("phase", state.phase))
    if state.taken:
        found.append(field_of("taken", state.taken))
    if state.melds_now:
        found.append(field_of("melds_now", state.melds_now))
    if state.out is not None:
        found.append(field_of("out", names[state.out]))
    if state.took:
        took = dict(zip(names, state.took, strict=True))
        shown = {name: cards for name, cards in took.items() if cards} or {names[0]: ()}
        found += [field_of("took", cards, name) for name, cards in shown.items()]
    if state.choices:
        found.append(field_of("choices", state.choices))
    if state.outs:
        found.append(field_of("outs", tuple(names[seat] for seat in state.outs)))
    if any(state.buys_used):
        counts = dict(zip(names, state.buys_used, strict=True))
        found.append(field_of("buys_used", {name: n for name, n in counts.items() if n}))
    return [*found, *_memory(state, found)]


def _memory(state: State, found: Sequence[Field]) -> list[Field]:
    """The fields for what the others do not give already."""
    at = state.at
    table = Table(at.rules, state.names, at.deal, state.dealer, None)
    seed = state.seed
    try:
        plain: State | None = _Placing(table, found, seed).state()
    except Misplaced:
        plain = None
    more: list[Field] = []
    for word, data in _remembered(state).items():
        if plain is None or getattr(plain, word) != getattr(state, word):
            if word == "known":
                more += _known(state)
            else:
                more.append(field_of(word, data))
    return more


def _known(state: State) -> list[Field]:
    known = list(zip(state.names, state.known, strict=True))
    shown = [entry for entry in known if entry[1]] or known[:1]
    return [field_of("known", cards, name) for name, cards in shown]


def _remembered(state: State) -> Mapping[str, Any]:
    names = state.names
    return {
        **{word: getattr(state, word) for word in _KEPT if word not in ("taken", "melds_now")},
        "buyers": tuple(names[seat] for seat in state.buyers),
        "played": tuple(name for name, yes in zip(names, state.played, strict=True) if yes),
        "met": tuple(name for name, yes in zip(names, state.met, strict=True) if yes),
        "known": state.known,
    }
