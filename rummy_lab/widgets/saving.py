"""stub"""
from pathlib import Path
def saved_games(): return []
def take_up(path): raise ValueError("x")
def game_of(text): raise ValueError("x")
class Keeper:
    def __init__(self, path=None): pass
    def keep(self, game): pass
