"""Players as an analyst writes them, in a module that worker processes can import."""

from __future__ import annotations

import os
import time
from pathlib import Path

from rummy_lab.actions import Action
from rummy_lab.deal import View
from rummy_lab.players import policy

greedy = policy("greedy")


def last_legal(view: View) -> Action:
    """Does the last of all legal actions."""
    return view.legal_actions()[-1]


class Alternating:
    """Takes the first and the last legal action by turns: what it does depends on what it did."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, view: View) -> Action:
        self.calls += 1
        return view.legal_actions()[-(self.calls % 2)]


class Failing:
    """Plays greedily, and fails at its n-th action of a game."""

    def __init__(self, calls: int, error: BaseException) -> None:
        self.calls, self.error = calls, error

    def __call__(self, view: View) -> Action:
        self.calls -= 1
        if self.calls <= 0:
            raise self.error
        return greedy(view)


class KillingOnce:
    """Plays greedily; the first to see that a file is not there writes it and ends its process."""

    def __init__(self, flag: Path) -> None:
        self.flag = flag

    def __call__(self, view: View) -> Action:
        if not self.flag.exists():
            self.flag.touch()
            time.sleep(0.05)
            os._exit(1)
        return greedy(view)


def killing_always(view: View) -> Action:
    """Ends its process."""
    os._exit(1)
