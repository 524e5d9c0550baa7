"""Hands as rows of codes: what the kernels of deals from any packs do with them.

A hand is a row of a deal's `hands`, codes in any order, and -1 behind its last card. `space` is
what `hands.fewest` needs. A hand without wilds and without two equal cards is asked about the short
way, as a mask, where the rules allow it (`plain`).
"""

from __future__ import annotations

from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.compiling import lean
from rummy_lab.fast.hands import fewest
from rummy_lab.fast.layout import Ints
from rummy_lab.fast.onepack import points_left
from rummy_lab.fast.piles import TAKE, draw, put_on_pile, say, top_of_stock
from rummy_lab.fast.records import MOST_HELD, Record

LAST_KEY = 1 << 40
"""The key of no card."""
OF_FOUR_SUITS = 52
"""Codes below this are cards that a mask can hold."""


@lean
def deal_out(rules: Record, deal: Record) -> None:
    """Deals hands and upcard; seats hold nothing before, and the first to play is in turn."""
    for seat in range(rules.players):
        deal.held[seat] = 0
        for n in range(MOST_HELD):
            deal.hands[seat, n] = -1
    for _ in range(rules.players * rules.cards_dealt):
        get(top_of_stock(deal), deal)
        deal.seat = (deal.seat + 1) % rules.players
    put_on_pile(top_of_stock(deal), deal)


@lean
def get(code: int, deal: Record) -> None:
    """The player in turn gets a card."""
    seat = deal.seat
    deal.hands[seat, deal.held[seat]] = code
    deal.held[seat] += 1


@lean
def lose(code: int, deal: Record) -> None:
    """A card leaves the hand of the player in turn."""
    seat, n = deal.seat, 0
    while deal.hands[seat, n] != code:
        n += 1
    deal.held[seat] -= 1
    deal.hands[seat, n] = deal.hands[seat, deal.held[seat]]
    deal.hands[seat, deal.held[seat]] = -1


@lean
def plain_mask(rules: Record, deal: Record) -> int:
    """The hand in turn as a mask, or -1 where a card is wild, held twice, or in no mask."""
    mask = 0
    for n in range(deal.held[deal.seat]):
        code = deal.hands[deal.seat, n]
        if code >= OF_FOUR_SUITS or rules.wild[code] or mask >> code & 1:
            return -1
        mask |= 1 << code
    return mask


@lean
def left(rules: Record, deal: Record, space: Ints) -> int:
    """The fewest points that an arrangement of the hand in turn leaves; 0 in trouble."""
    if rules.plain:
        mask = plain_mask(rules, deal)
        if mask >= 0:
            return points_left(mask, rules.tables)
    return left_in(space, deal)


@lean
def left_in(space: Ints, deal: Record) -> int:
    """The same as a space has it, whatever its cards cost."""
    if deal.trouble:
        return 0
    found = fewest(deal.hands[deal.seat], space)
    if found < 0:
        deal.trouble = found
        return 0
    return found


@lean
def next_card(after: int, banned: int, wilds: bool, rules: Record, deal: Record) -> int:
    """The key of the next card of the hand, the dearest first, then in order; `LAST_KEY` for none.

    A key ends in seven bits with the card's code; `wilds` says whether wild cards are among them.
    """
    seat, found = deal.seat, LAST_KEY
    for n in range(deal.held[seat]):
        code = deal.hands[seat, n]
        key = -rules.costs[code] * 128 + code
        if after < key < found and code != banned and (wilds or not rules.wild[code]):
            found = key
    return found


@lean
def best_discard(
    least: int, banned: int, rules: Record, deal: Record, space: Ints
) -> tuple[int, int]:
    """The points that the best discard leaves, and its code; `least` is what the hand leaves.

    Wilds are kept as long as there is another card that may go.
    """
    wilds = next_card(-LAST_KEY, banned, False, rules, deal) == LAST_KEY
    best = found = -1
    key = next_card(-LAST_KEY, banned, wilds, rules, deal)
    while key < LAST_KEY:
        code = key & 127
        if found >= 0 and least - rules.costs[code] >= best:
            break
        lose(code, deal)
        after = left(rules, deal, space)
        get(code, deal)
        if found < 0 or after < best:
            best, found = after, code
        key = next_card(key, banned, wilds, rules, deal)
    return best, found


@lean
def ban(code: int, rules: Record, deal: Record) -> int:
    """The card that may not be discarded once it is taken: -1 where an equal one is held."""
    for n in range(deal.held[deal.seat]):
        if deal.hands[deal.seat, n] == code:
            return -1
    return code if rules.redraw_discard_ban else -1


@lean
def brings_less(upcard: int, rules: Record, deal: Record, space: Ints) -> bool:
    """Whether the upcard goes into a meld and leaves the player with fewer points."""
    banned, now = ban(upcard, rules, deal), left(rules, deal, space)
    get(upcard, deal)
    least = left(rules, deal, space)
    helps = least < now + rules.costs[upcard]
    helps = helps and best_discard(least, banned, rules, deal, space)[0] < now
    lose(upcard, deal)
    return helps


@lean
def take(rules: Record, deal: Record, log: Array) -> None:
    """The player in turn takes the upcard."""
    deal.in_pile -= 1
    upcard = deal.pile[deal.in_pile]
    deal.banned = ban(upcard, rules, deal)
    get(upcard, deal)
    say(deal, log, TAKE, upcard, 0, -1)


@lean
def draw_card(seed: int, number: int, rules: Record, deal: Record, log: Array) -> int:
    """The player in turn draws: the card, or what `piles.draw` says where there is none."""
    top = draw(seed, number, rules, deal, log)
    if top >= 0:
        get(top, deal)
    return top


@lean
def cost(seat: int, rules: Record, deal: Record) -> int:
    """What the cards of a hand cost."""
    found = 0
    for n in range(deal.held[seat]):
        found += rules.costs[deal.hands[seat, n]]
    return found
