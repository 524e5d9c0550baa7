"""What all kernels of deals share: the words of logs, the cards dealt, the stock made anew."""

from __future__ import annotations

from rummy_lab.fast.anysuit import Array
from rummy_lab.fast.compiling import lean
from rummy_lab.fast.records import Record
from rummy_lab.fast.shuffling import shuffle

FLIP, SHUFFLE, KEEP_UPCARD, END = range(4)
"""`stock_out`."""
DRAW, TAKE, PASS, MELD, LAY, DISCARD, GO_OUT = range(7)
"""The verbs of a log."""
BY_OUT, BY_LAST_TURNS, BY_STOCK, BY_NO_DRAW = range(4)
"""How a deal ends."""
OVER, LOOK_AGAIN = -1, -2
"""What is drawn where no card is."""
FACTS = 6
"""How many numbers are told of a deal before those of its seats."""


@lean
def say(deal: Record, log: Array, verb: int, cards: int, number: int, drawn: int) -> None:
    """One more action."""
    n = deal.actions
    if n < len(log):
        log[n, 0], log[n, 1], log[n, 2] = deal.seat, verb, cards
        log[n, 3], log[n, 4] = number, drawn
    deal.actions = n + 1


@lean
def begin(seed: int, number: int, dealer: int, rules: Record, deal: Record) -> None:
    """Shuffles; the cards to be dealt are still in the stock."""
    for n in range(rules.cards):
        deal.stock[n] = rules.pack[n]
    shuffle(deal.stock, rules.cards, seed, number, 0)
    deal.in_stock, deal.in_pile, deal.seat = rules.cards, 0, (dealer + 1) % rules.players
    deal.whole_hand = deal.actions = deal.recycles = deal.ending = 0
    deal.out, deal.turns = -1, 1


@lean
def top_of_stock(deal: Record) -> int:
    """The top card of the stock, which goes."""
    deal.in_stock -= 1
    return deal.stock[deal.in_stock]


@lean
def put_on_pile(code: int, deal: Record) -> None:
    """A card goes on the discard pile."""
    deal.pile[deal.in_pile] = code
    deal.in_pile += 1


@lean
def can_renew(rules: Record, deal: Record) -> bool:
    """Whether the discard pile can become the stock."""
    needed = 1 if rules.stock_out == SHUFFLE else 2
    used = deal.recycles >= rules.max_recycles
    return rules.stock_out != END and not used and deal.in_pile >= needed


@lean
def renew(seed: int, number: int, rules: Record, deal: Record) -> None:
    """The discard pile becomes the stock."""
    pile, stock = deal.pile, deal.stock
    count = deal.in_pile
    deal.recycles += 1
    if rules.stock_out == FLIP:
        for n in range(count - 1):
            stock[n] = pile[count - 1 - n]
        deal.in_stock, deal.in_pile = count - 1, 1
        return
    kept = 1 if rules.stock_out == KEEP_UPCARD else 0
    deal.in_stock, deal.in_pile = count - kept, kept
    for n in range(count - kept):
        stock[n] = pile[n]
    pile[0] = pile[count - 1]
    shuffle(stock, count - kept, seed, number, deal.recycles)


@lean
def draw(seed: int, number: int, rules: Record, deal: Record, log: Array) -> int:
    """The upcard is not taken: the card drawn, `OVER` where there is none, or `LOOK_AGAIN`.

    Where the stock is empty a new one is made; a flipped pile has a new upcard to look at. To draw
    where nothing can be had is a pass, which ends the deal.
    """
    if not deal.in_stock:
        able = can_renew(rules, deal)
        if rules.stock_out == FLIP or not able:
            say(deal, log, PASS, -1, 0, -1)
        if not able:
            deal.ending = BY_STOCK if rules.stock_out == END else BY_NO_DRAW
            return OVER
        renew(seed, number, rules, deal)
        if rules.stock_out == FLIP:
            return LOOK_AGAIN
    top = top_of_stock(deal)
    say(deal, log, DRAW, -1, 0, top)
    return top
