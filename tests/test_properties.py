"""Properties that hold for any cards and options, searched by hypothesis."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import oracle
from arranging import options_of as meld_options
from arranging import rules_of
from following import options_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tables import ACES, NAMES

import rummy_lab as rl

CARDS = oracle.pack()
calm = settings(max_examples=200, deadline=None, derandomize=True)


@st.composite
def near_melds(draw: st.DrawFn) -> list[str]:
    """A stretch of ranks or a rank, with a card changed, dropped or doubled now and then."""
    first, size = draw(st.integers(0, 12)), draw(st.integers(1, 14))
    suits = draw(st.sampled_from(["s", "h", "shdc"]))
    same = draw(st.booleans())
    ranks = [oracle.RANKS[first if same else (first + n) % 13] for n in range(size)]
    cards = [rank + draw(st.sampled_from(suits)) for rank in ranks]
    if draw(st.booleans()):
        cards[draw(st.integers(0, size - 1))] = draw(st.sampled_from(CARDS))
    return draw(st.permutations(cards))


@calm
@given(near_melds(), st.integers(0, 191))
def test_properties_a_meld_is_one_to_both(cards: list[str], number: int) -> None:
    rules = rules_of(number, plain=False)
    packs: int = rules["packs"]
    assume(max(Counter(cards).values()) <= packs)
    verdict = rl.check_meld(" ".join(cards), rules)
    wanted = oracle.kind_of(oracle.in_order(cards), meld_options(rules))
    assert verdict.kind == wanted and bool(verdict) == (wanted is not None)
    if verdict.meld is None:
        assert verdict.reasons and all(reason.message for reason in verdict.reasons)
    else:
        assert Counter(map(str, verdict.meld.cards)) == Counter(cards)
        assert verdict.meld.cards == verdict.meld.stands, "no card stands for another"


@calm
@given(st.integers(2, 6), st.data())
def test_properties_a_score_is_the_referees(players: int, data: st.DataObject) -> None:
    pick = data.draw
    penalty = pick(st.booleans())
    changes: dict[str, Any] = {
        "ace": pick(st.sampled_from(ACES)),
        "rummy_bonus": pick(st.sampled_from([None, "double", 10, 33])),
        "block_award": pick(st.sampled_from(["others_total", "difference"])),
    }
    if penalty:
        changes |= {"scoring": "penalty", "target": -100}
    rules = rl.variant("remi", **changes)
    cards = pick(st.lists(st.sampled_from(CARDS), unique=True, max_size=24))
    hands = [cards[seat::players] for seat in range(players)]
    out = pick(st.none() | st.integers(0, players - 1))
    if out is not None:
        hands[out] = []
    whole = out is not None and pick(st.booleans())
    position = rl.FinalPosition(
        hands={name: " ".join(hand) for name, hand in zip(NAMES, hands, strict=False)},
        out=None if out is None else NAMES[out], whole_hand=whole,
    )  # fmt: skip
    sheet = rl.score(position, rules)
    wanted = oracle.scores(hands, out, whole, options_of(rules, players))
    assert list(sheet.totals.values()) == wanted
    for name in NAMES[:players]:
        lines = [Fraction(line.points) for line in sheet.lines if line.seat == name]
        assert sum(lines, Fraction()) == sheet.totals[name]
    for line in sheet.lines:
        assert line.message and line.clause and line.standing


@st.composite
def action_texts(draw: st.DrawFn) -> str:
    some = draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=6))
    verb = draw(st.sampled_from(["draw", "take", "meld", "lay", "discard", "out", "buy", "pass"]))
    if verb in ("draw", "buy", "pass"):
        return verb
    if verb == "lay":
        return f"lay {' '.join(some)} on {draw(st.integers(1, 99))}"
    return f"{verb} {' '.join(some if verb == 'meld' else some[:1])}"


@calm
@given(action_texts())
def test_properties_an_action_reads_back_from_its_text(text: str) -> None:
    action = rl.read_action(text)
    assert str(action) == text
    assert rl.read_action(str(action)) == action
    assert rl.read_action(action) is action or rl.read_action(action) == action
    assert rl.read_action(text.upper()) == action
    assert rl.read_action(f"  {text}  ") == action


@calm
@given(st.text(max_size=40))
def test_properties_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = rl.read_action(text)
    except rl.NotationError as error:
        assert "\n" not in str(error) or "\n" in text
    else:
        assert rl.read_action(str(action)) == action


@calm
@given(st.text(max_size=20))
def test_properties_any_text_is_cards_or_a_notation_error(text: str) -> None:
    try:
        found = rl.cards(text)
    except rl.NotationError as error:
        assert str(error)
    else:
        assert rl.cards(" ".join(map(str, found))) == found
