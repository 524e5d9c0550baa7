"""The text log: a game that a person can type at a table and a program can check.

`datasets/FORMAT.md` says how a log is written. Reading one plays every action through the engine.

>>> import rummy_lab as rl
>>> log = loads('''rummy-lab log 1
... variant: rummy
... players: Ana, Bo
... seed: 7
...
... deal 1
... 1 Bo: draw discard Kc
... 2 Ana: take Qh''')
>>> print(log.errors[0])
line 8, column 8: take Qh: Q♥ is not in the discard pile (rummy-5, stated)
"""

from rummy_lab.log.errors import LogError
from rummy_lab.log.files import dump, dumps, load
from rummy_lab.log.loading import loads, stream
from rummy_lab.log.making import deal_of_log, game_of_log, log_of_deal, log_of_game, to_game
from rummy_lab.log.record import DealLog, GameLog, Log
from rummy_lab.log.replay import Step
from rummy_lab.log.sheets import score_log
from rummy_lab.log.spreadsheets import read_scores, write_scores

__all__ = [
    "DealLog",
    "GameLog",
    "Log",
    "LogError",
    "Step",
    "deal_of_log",
    "dump",
    "dumps",
    "game_of_log",
    "load",
    "loads",
    "log_of_deal",
    "log_of_game",
    "read_scores",
    "score_log",
    "stream",
    "to_game",
    "write_scores",
]
