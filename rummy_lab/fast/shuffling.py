"""The shuffle of `DESIGN.md` as a kernel: the same order for the same seed, deal and recycle."""

from __future__ import annotations

import numpy as np

from rummy_lab.fast.compiling import lean

GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
A, B, C = np.uint64(30), np.uint64(27), np.uint64(31)
"""How far `mix` shifts."""


@lean
def mix(z):
    """Scrambles 64 bits."""
    z = z + GAMMA
    z = (z ^ (z >> A)) * FIRST
    z = (z ^ (z >> B)) * SECOND
    return z ^ (z >> C)


@lean
def shuffle(cards, count, seed, deal, recycle):
    """Shuffles the first cards of an array in place."""
    state = np.uint64(0)
    state = mix(state ^ np.uint64(seed))
    state = mix(state ^ np.uint64(deal))
    state = mix(state ^ np.uint64(recycle))
    for i in range(count - 1, 0, -1):
        j = np.int64(mix(state) % np.uint64(i + 1))
        state = state + GAMMA
        cards[i], cards[j] = cards[j], cards[i]
