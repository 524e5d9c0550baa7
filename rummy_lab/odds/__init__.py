"""Odds: the chance that the next draws help, complete a meld, or let a player go out.

The odds are those of one seat that knows its view and nothing else. What they count:

- A draw is a card from the stock, in the player's own turn. After each turn one card is discarded,
  before the next is drawn. Cards are kept as one would who knew what comes: the chance is that the
  cards to come can do it at all, which is the most that good play can make of them.
- The cards that the view does not show (`view.unseen`) lie in the stock, in other hands or out of
  play, and nothing is concluded from how the others play. So each of them is equally likely to be
  the next card of the stock, and draws are draws without replacement from all unseen cards.
- The others play nothing to the table and take no upcard; each draws from the stock in between
  (`others="pile"`: none does). That says how long the stock lasts, and where its order is known
  (after the pile was turned over) which cards come. Draws past its end are not counted.

Odds are exact where they can be counted, as a fraction; where there are too many ways, they are
estimated from drawn ones, with the error stated.

>>> import rummy_lab as rl
>>> d = rl.Deal.from_position(rl.variant("rummy"), hands=["7h 8h 9h Ks Kd 2c 3c", "Qd 4d 4s"],
...                           stock="rest", discards="5d", turn=0)
>>> found = rl.odds(d.view(0), "out", draws=2)
>>> found.fraction, found.exact
(Fraction(1, 86), True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm, sqrt

from rummy_lab.cards import Card, SplitMix64, check_seed, placed, pretty, shortened, whole_number
from rummy_lab.deal import View
from rummy_lab.odds.goals import GOALS, Hit, hit_of, lacking_of, room_of

MOST_WAYS = 5000
"""Up to how many different rows of draws are counted one by one rather than estimated."""
SURE = 1.96
"""How many standard errors the stated error is: it holds 95 times in 100."""
MOST_DRAWS = 100


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of a goal within some draws.

    `p` is the chance; `exact` whether it was counted, and then `fraction` is it exactly; `error`
    is None then, else how far `p` may be off (95 times in 100 it is not further); `how` says in a
    sentence what was counted. `helping` are the cards that reach the goal as the very next draw,
    one for each copy, where one draw was asked for.
    """

    goal: str
    draws: int
    p: float
    exact: bool
    how: str
    fraction: Fraction | None = None
    error: float | None = None
    helping: tuple[Card, ...] = ()

    def __str__(self) -> str:
        sure = "" if self.error is None else f" ± {self.error:.1%}"
        return f"{self.p:.1%}{sure}: {self.how}"

    def _repr_html_(self) -> str:
        from rummy_lab.display.markup import escaped, fragment

        chance, _, how = str(self).partition(": ")
        return fragment(f"<p><b>{escaped(chance)}</b> {escaped(how)}.</p>", "Odds")


def odds(
    view: View,
    goal: str = "out",
    draws: int = 1,
    *,
    others: str = "stock",
    exact: bool | None = None,
    samples: int = 2000,
    seed: int = 0,
) -> Odds:
    """The chance that a seat reaches a goal within its next draws from the stock.

    `view` is the seat's view of a deal. `goal` is

    - `"meld"`: some meld of the hand grows or is completed: with the cards drawn there is a meld
      that holds one of them, the hand alone;
    - a meld's text, like `"7h 8h 9h"`: all its cards are in hand, as they are named;
    - `"contract"`: the contract of the deal can be laid down, in a game that has one;
    - `"out"`: the player can go out by the rules of the deal: melds in as many turns as they need,
      lay-offs on the melds of the table, the contract first, a last discard, "out" where it is
      said. In the middle of the own turn what is in hand counts before any draw.

    `others` says what the other seats draw meanwhile ("stock" or "pile"). With `exact=None` the
    chance is counted where there are up to `MOST_WAYS` different rows of draws, else estimated
    from `samples` rows drawn with `seed`; True always counts, False always estimates.

    Raises `ValueError` for a goal that is none, a meld that is none, a deal that is over, a hand
    with unknown cards, and where there are too many ways to play; `TypeError` for what is no view.

    >>> import rummy_lab as rl
    >>> d = rl.Deal.from_position(rl.variant("rummy"), hands=["7h 8h Ks 2c", "Qd 4d 4s 6h"],
    ...                           stock="rest", discards="5d", turn=0)
    >>> print(odds(d.view(0), "meld"))
    4.3%: 2 of the 47 unseen cards: 6♥ 9♥
    >>> odds(d.view(0), "7h 8h 9h", draws=3).fraction
    Fraction(3, 47)
    """
    _readable(view, goal, draws, others)
    state = view.state
    if goal == "out" and state.out is not None:
        how = f"{state.names[state.out]} has gone out: nobody else can in the last turns"
        return Odds(goal, draws, 0.0, True, how, Fraction(0))
    hit = hit_of(view, goal)
    count, known = _coming(view, draws, others)
    if known is not None:
        return _certain(goal, draws, hit(known), known)
    if goal not in GOALS:
        return _named_meld(view, goal, draws, count)
    unseen = view.unseen
    few = len(set(map(hit.kind, unseen))) ** count <= MOST_WAYS
    if exact or (exact is None and few):
        return _counted(goal, draws, count, hit, unseen)
    return _estimated(goal, draws, count, hit, unseen, samples, check_seed(seed))


def _readable(view: object, goal: object, draws: object, others: object) -> None:
    """Raises where the arguments are none."""
    if not isinstance(view, View):
        said = type(view).__name__
        raise TypeError(f"odds are those of a seat: give its view, deal.view(seat), not a {said}")
    number = whole_number(draws)
    if number is None or not 0 <= number <= MOST_DRAWS:
        raise ValueError(f"draws={shortened(draws)} is no number from 0 to {MOST_DRAWS}")
    if others not in ("stock", "pile"):
        raise ValueError(f"others={shortened(others)} is neither 'stock' nor 'pile'")
    if not isinstance(goal, str):
        raise ValueError(f"a goal is a text, not {shortened(goal)}")
    if view.state.over:
        raise ValueError("the deal is over: nothing more is drawn")
    if any(card.is_unknown for card in view.hand):
        raise ValueError(f"{view.state.names[view.seat]}'s hand holds cards nobody recorded")


# --- what comes -------------------------------------------------------------------------------


def _coming(view: View, draws: int, others: str) -> tuple[int, tuple[Card, ...] | None]:
    """How many of the draws the stock can give, and the cards where its order is known."""
    state, seat = view.state, view.seat
    count = len(state.names)
    between = count if others == "stock" else 1
    first = (seat - state.active) % count
    if state.phase == "play":  # the one in turn has drawn already
        first = (first - 1) % count
    if others == "pile":
        first = 0
    places = range(first, first + draws * between, between)
    stock = state.stock[::-1]
    got = [place for place in places if place < len(stock)]
    known = tuple(stock[place] for place in got) if state.stock_known else None
    return len(got), known


def _lasts(draws: int, count: int) -> str:
    """What a sentence says of draws that the stock cannot give."""
    if count == draws:
        return ""
    return f" (the stock lasts for {count or 'none'} of the {_drawn(draws)})"


def _drawn(draws: int) -> str:
    return "one draw" if draws == 1 else f"{draws} draws"


def _certain(goal: str, draws: int, hit: bool, known: tuple[Card, ...]) -> Odds:
    """The odds where it is known which cards come."""
    named = f": {pretty(known)} {'comes' if len(known) == 1 else 'come'}" if known else ""
    how = f"the order of the stock is known{named}{_lasts(draws, len(known))}"
    return Odds(goal, draws, float(hit), True, how, Fraction(int(hit)))


# --- counting ---------------------------------------------------------------------------------


def _counted(goal: str, draws: int, count: int, hit: Hit, unseen: Sequence[Card]) -> Odds:
    """The odds by going through every row of draws, equal cards taken together."""
    left: dict[Hashable, list[Card]] = {}
    for card in unseen:
        left.setdefault(hit.kind(card), []).append(card)
    good = _good_rows((), list(left.values()), len(unseen), count, hit)
    rows = perm(len(unseen), count)
    p = Fraction(good, rows)
    helping: tuple[Card, ...] = ()
    if not count:
        how = "now, without a draw" if good else "not without a draw"
    elif good == rows and hit(()):
        how = "now already, without a draw"
    elif count == 1:
        helping = tuple(card for card in unseen if hit((card,)))
        named = f": {pretty(dict.fromkeys(helping))}" if helping and good < rows else ""
        many = "each" if good == rows else good or "none"
        how = f"{many} of the {len(unseen)} unseen cards{named}"
    else:
        how = f"{good} of the {rows} rows in which {count} of {len(unseen)} unseen cards can come"
    return Odds(goal, draws, float(p), True, how + _lasts(draws, count), p, None, helping)


def _good_rows(
    drawn: tuple[Card, ...], left: list[list[Card]], size: int, more: int, hit: Hit
) -> int:
    """How many rows of draws that begin with some cards reach the goal.

    `left` are the cards that can still come, those of one kind together.
    """
    if hit(drawn):
        return perm(size, more)
    if not more:
        return 0
    good = 0
    for kind in left:
        if kind:
            copies = len(kind)
            card = kind.pop()
            good += copies * _good_rows((*drawn, card), left, size - 1, more - 1, hit)
            kind.append(card)
    return good


def _estimated(
    goal: str, draws: int, count: int, hit: Hit, unseen: Sequence[Card], samples: int, seed: int
) -> Odds:
    """The odds from rows drawn at random; the error is half of Wilson's interval."""
    if (whole_number(samples) or 0) < 1:
        raise ValueError(f"samples={shortened(samples)} is no number from 1 on")
    chance = SplitMix64(seed, 0x0DD5)
    good = 0
    for _ in range(samples):
        pool, row = list(unseen), []
        for _ in range(count):
            row.append(pool.pop(chance.below(len(pool))))
        good += any(hit(tuple(row[:n])) for n in _lengths(count))
    p, z = good / samples, SURE
    error = z * sqrt(p * (1 - p) / samples + z * z / (4 * samples**2)) / (1 + z * z / samples)
    how = f"{good} of {samples} rows of {_drawn(count)} from {len(unseen)} unseen cards"
    return Odds(goal, draws, p, False, how + _lasts(draws, count), None, error)


def _lengths(count: int) -> Iterator[int]:
    """How many cards of a row are looked at: what few of them reach is told much faster.

    >>> list(_lengths(0)), list(_lengths(14))
    ([0], [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14])
    """
    n = 1
    while n < count:
        yield n
        n += max(1, n // 4)
    yield count


def _named_meld(view: View, text: str, draws: int, count: int) -> Odds:
    """The odds that the cards of a meld come, by combinations."""
    lacking = lacking_of(view, text)
    unseen = Counter(view.unseen)
    absent = [card for card, n in lacking.items() if n > unseen[card]]
    total = sum(unseen.values())
    need = sum(lacking.values())
    if not need:
        return Odds(text, draws, 1.0, True, "all its cards are in hand", Fraction(1))
    room = room_of(view)
    if absent or len(placed(text)) > room:
        why = f"{pretty(absent)} is not to be drawn" if absent else "the hand has no room for it"
        return Odds(text, draws, 0.0, True, why, Fraction(0))
    ways = {0: 1}  # draws spent on the cards that are lacking: how many choices of them
    for card, n in lacking.items():
        ways = _convolved(ways, {k: comb(unseen[card], k) for k in range(n, unseen[card] + 1)})
    rest = total - sum(unseen[card] for card in lacking)
    good = sum(n * comb(rest, count - k) for k, n in ways.items() if k <= count)
    p = Fraction(good, comb(total, count))
    named = pretty(lacking.elements())
    verb = "comes" if need == 1 else "come"
    how = f"{named} {verb} within {_drawn(count)} from {total} unseen cards"
    helping = tuple(lacking.elements()) if need == count == 1 else ()
    copies = helping * unseen[helping[0]] if helping else ()
    return Odds(text, draws, float(p), True, how + _lasts(draws, count), p, None, copies)


def _convolved(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for a, m in one.items():
        for b, n in other.items():
            found[a + b] = found.get(a + b, 0) + m * n
    return found
