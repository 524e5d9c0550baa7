"""Logs: what is written reads back as it was, and hand-typed ones get the errors that help."""

from __future__ import annotations

import doctest
import os
import pickle
import random
import stat
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from logging_games import BASIC, HEAD, from_the_middle, play_on, some_game, states, with_more
from tables import table

import rummy_lab as rl
from rummy_lab.actions import VERBS
from rummy_lab.log import deal_of_log, game_of_log, log_of_deal, log_of_game, to_game
from rummy_lab.log import head as heads
from rummy_lab.log.lines import Field
from rummy_lab.log.plays import read_plays
from rummy_lab.log.words import WORDS
from rummy_lab.players import play_deal
from rummy_lab.rules import OPTIONS, Rules, Variant

FORMAT = Path(__file__).resolve().parents[1] / "datasets/FORMAT.md"
SHORT = rl.variant("rummy", target=30)
"""Rules whose games are short."""
SEEDS = st.integers(0, 2**32)


def same_again(log: rl.Log) -> rl.Log:
    """The log must read back equal and without errors, and be written the same."""
    text = rl.dumps(log)
    read = rl.loads(text)
    assert read.errors == [], text
    assert read == log
    assert rl.dumps(read) == text
    assert states(read) == states(log)
    rows = rl.dumps(log, format="jsonl")
    assert rl.loads(rows) == log and rl.dumps(rl.loads(rows)) == text
    return read


# --- the format -------------------------------------------------------------------------------


def test_the_format_is_true() -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, ran = doctest.testfile(str(FORMAT), module_relative=False, optionflags=flags)
    assert ran > 30 and failed == 0


def test_the_format_names_every_word() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    for word in WORDS:
        if word not in OPTIONS:
            assert f"`{word}" in text, word
    for verb in VERBS:
        assert f"`{verb}" in text, verb


# --- what is written reads back ---------------------------------------------------------------


@given(SEEDS)
@example(4187230)  # a state with thousands of plays and a card that must be played
@settings(max_examples=25, deadline=None)
def test_games_read_back(seed: int) -> None:
    rng = random.Random(seed)
    game = some_game(rng)
    log = same_again(game.log)
    assert [deal.number for deal in log.deals] == [deal.deal for deal in game.deals]
    for logged, deal in zip(log.deals, game.deals, strict=True):
        assert logged.start == deal.root.state and logged.state == deal.line()[-1].state
        if deal.over:
            assert logged.points == deal.score().totals
    assert log.totals == game.totals
    again = game_of_log(log)
    assert again.log == log and again.over == game.over and again.winners == game.winners
    assert deal_of_log(log).events == game.deal.events


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_positions_read_back(seed: int) -> None:
    rng = random.Random(seed)
    deal = from_the_middle(some_game(rng, deals=1, most=10_000).deal, rng)
    log = same_again(deal.log)
    assert log.deals[0].start == deal.root.state
    assert log.deals[0].state == deal.state


@given(SEEDS)
@example(2001)  # turns taken at once: the pile that is faced has the last discards
@settings(max_examples=25, deadline=None)
def test_unknown_cards_read_back(seed: int) -> None:
    rng = random.Random(seed)
    game = some_game(rng, deals=1, most=10_000)
    deal = from_the_middle(game.deal, rng, hidden=True)
    log = same_again(deal.log)
    assert log.deals[0].start == deal.root.state


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(SEEDS, st.lists(st.tuples(TEXT, TEXT), max_size=3, unique_by=lambda pair: pair[0]))
@settings(max_examples=25, deadline=None)
def test_fields_and_comments_read_back(seed: int, fields: list[tuple[str, str]]) -> None:
    rng = random.Random(seed)
    game = some_game(rng, deals=1)
    log = same_again(log_of_game(game, fields=dict(fields)))
    wanted = {" ".join(key.split()) if key.strip() else key: value for key, value in fields}
    assert log.fields["program"].startswith("rummy-lab ")
    for key, value in fields:
        assert log.fields.get(key) == value or wanted[" ".join(key.split())] == value
    text = with_more(rl.dumps(log), rng, [("place", "Cluj"), ("stakes", "0,50 € # a point")])
    more = rl.loads(text)
    assert more.errors == []
    assert more.fields["place"] == "Cluj" and more.fields["stakes"] == "0,50 €"
    assert states(more) == states(log)
    once = rl.dumps(more)
    assert rl.loads(once) == more and rl.dumps(rl.loads(once)) == once
    assert once.count("# a point") == 1 and once.count("<b>oh</b>") == text.count("<b>oh</b>")


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = (rl.dumps(rl.play(rl.variant("remi"), ["greedy", "random"], seed=3))
                     for _ in range(2))  # fmt: skip
    assert first == second and "date" not in first


@pytest.mark.parametrize("variant", BASIC)
def test_whole_games(variant: str) -> None:
    same_again(rl.play(rl.variant(variant), ["greedy", "random", "greedy"], seed=11))


@pytest.mark.parametrize("variant", list(rl.variants()))
def test_deals_of_every_variant(variant: str) -> None:
    rng = random.Random(variant)
    for _ in range(4):
        same_again(some_game(rng, 1, rules=rl.variant(variant)).log)


def test_every_option_is_kept() -> None:
    rules = rl.variant("rummy", players=(2, 8), packs=2, cards_dealt=5, deals=2, target=None)
    log = same_again(rl.Deal(rules, players=8, seed=1).log)
    assert log.rules == rules


def test_every_action_is_read_as_it_is_written() -> None:
    for text in ("draw", "take", "take 8d", "meld 9s JK=9h 9d", "meld 7c=9h 9d 9s", "lay 10h on 2",
                 "lay JK=3s on 1", "swap 6h on 2", "contract 7h 7s 7d | 4c 5c 6c", "discard Qs",
                 "out Qs", "buy", "pass", "discard ??", "take ??", "draw [7h]", "draw [??]",
                 "draw [stock 7h ?? 8h]", "(Cy buys [7h])", "(Cy passes)", "(Cy takes)",
                 '("Cy: 2" buys)'):  # fmt: skip
        (play,) = read_plays(text, 0)
        assert str(play) == text
    plays = read_plays("Pass (Cy passes)(Di buy) draw,meld 7h 8H 9♥;".rstrip(";"), 0)
    assert [str(play) for play in plays] == [
        "pass", "(Cy passes)", "(Di buys)", "draw", "meld 7h 8h 9h",
    ]  # fmt: skip


def test_what_others_did_may_be_left_out_or_written() -> None:
    short = HEAD.replace("variant: rummy", "variant: shanghai") + "1 Bo: pass draw discard 3s"
    written = short.replace("pass draw", "pass (Cy passes) (Ana passes) draw")
    log, full = rl.loads(short), rl.loads(written)
    hand = log.deals[0].start
    assert hand is not None
    card = str(hand.hands[1][0])
    log, full = (rl.loads(text.replace("3s", card)) for text in (short, written))
    assert log.errors == full.errors == []
    assert states(log) == states(full) and len(states(log)) == 5
    assert rl.dumps(deal_of_log(full).log).splitlines()[-1] == f"1 Bo: pass draw discard {card}"
    bought = rl.loads(short.replace("pass draw", "pass (Ana buys) draw").replace("3s", card))
    assert [str(event) for _, event in bought.replay()][:3] == ["pass", "pass", "buy"]
    ends = deal_of_log(rl.loads(short.replace("draw discard 3s", "(Cy passes)")))
    assert ends.phase == "buy" and same_again(ends.log)


def test_a_wild_that_can_be_one_card_only_is_written_declared() -> None:
    deal = table("contract", ["4h 4s 4c JK 9h 10h Jh 2s Ks", "2c 3c", "5c 6c"], deal=2)
    text = rl.dumps(deal.log)
    log = rl.loads(f"{text}1 Ana: contract JK 4s 4h 4c | 9h 10h Jh discard 2s\n")
    assert log.errors == []
    assert rl.dumps(log).splitlines()[-1].startswith("1 Ana: contract 4s 4h JK=4d 4c | 9h 10h Jh")
    assert rl.dumps(rl.loads(rl.dumps(log))) == rl.dumps(log)
    (error,) = rl.loads(f"{text}1 Ana: contract JK 4s 4h | 9h 10h Jh\n").errors
    assert "can be read in 2 ways: say what each wild is" in error.message


# --- rules ------------------------------------------------------------------------------------


def test_a_log_keeps_its_options_when_presets_and_defaults_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = rl.play(rl.variant("remi", ace="high"), ["greedy", "random"], seed=5)
    text = rl.dumps(log)
    told = {word for line in log.lines if isinstance(line, Field)
            for word in ((*line.data,) if line.word == "preset" else (line.word,))}  # fmt: skip
    assert set(OPTIONS) <= told
    other = {"melds_per_turn": None, "target": 50, "stock_out": "shuffle", "cards_dealt": 5}
    changed = Rules(Variant("remi", "Remi", options=other, shipped=True))
    heads.rules_of.cache_clear()
    monkeypatch.setattr(heads, "variants", lambda: {"remi": changed})
    later = rl.loads(text)
    heads.rules_of.cache_clear()
    assert later.errors == [] and later.rules is not None
    assert later.rules.options() == rl.variant("remi", ace="high").options()
    assert later.totals == log.totals and rl.dumps(later) == text
    by_hand = rl.loads("rummy-lab log 1\nvariant: remi\nplayers: 2\n")
    heads.rules_of.cache_clear()
    assert by_hand.rules is not None and by_hand.rules.target == 50


def test_house_rules_are_played_and_named(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('title = "Ours # 1"\nbase = "rummy"\n[options]\ntarget = 40\nace = "high"\n')
    rules = rl.load_rules(path)
    played = rl.play(rules, seed=1)
    log = rl.loads(rl.dumps(played))
    assert log == played and log.errors == [] and log.totals == played.totals
    assert log.rules is not None and log.rules.title == "Ours # 1"
    assert log.rules.options() == rules.options()
    path.write_text('[options]\ntarget = 40\nrun_suits = "any"\n')
    alone = rl.loads(rl.dumps(rl.play(rl.load_rules(path), seed=1)))
    assert alone.errors == []
    assert "variant: house" in str(alone)


# --- games ------------------------------------------------------------------------------------


def test_a_game_goes_on_as_it_would_have() -> None:
    game = rl.Game(rl.variant("rummy"), ["Ana", "Bo", "Cy"], seed=4, dealer=2)
    play_on(game.deal, random.Random(1), 10_000)
    other = to_game(rl.loads(rl.dumps(game.log)))
    assert other.next_deal().state == game.next_deal().state
    assert other.log == game.log


def test_totals_and_the_end_of_a_game() -> None:
    game = rl.Game(rl.variant("rummy"), 2, seed=4, totals=[149, 0])
    text = rl.dumps(game.log)
    assert "totals: Player 1 149, Player 2 0" in text
    assert to_game(rl.loads(text)).totals == game.totals
    log = rl.play(rl.variant("block", target=40), seed=7)
    last = log.deals[-1].number
    more = rl.loads(rl.dumps(log) + f"deal {last + 1}\n")
    assert [error.message for error in more.errors] == [f"the game was over after deal {last}"]
    with pytest.raises(ValueError, match="the game is over"):
        to_game(more)


def test_a_bonus_deal_names_who_plays_it() -> None:
    text = HEAD.replace("deal 1\n", "") + "\ndeal 1\nscore: Ana 9, Bo 9, Cy 0\ndeal 2\n"
    log = rl.loads(text + "players: Bo, Ana\n")
    assert log.errors == [] and log.deals[1].names == ("Bo", "Ana")
    wrong = rl.loads(text + "players: Bo, Anna\n")
    assert "'Anna' is no player; did you mean 'Ana'?" in wrong.errors[0].message


def test_the_deal_passes_to_the_left() -> None:
    log = rl.loads(HEAD.replace("seed: 7", "seed: 7\ndealer: Bo") + "deal 2\ndeal 3\ndealer: Bo\n"
                   "deal 4\n")  # fmt: skip
    assert [deal.dealer for deal in log.deals] == [1, 2, 1, 2]
    late = rl.loads("rummy-lab log 1\nvariant: rummy\nplayers: Ana, Bo\nseed: 7\ndeal 4\n")
    assert late.errors == [] and late.deals[0].dealer == 1
    assert late.deals[0].start == rl.Deal(rl.variant("rummy"), ["Ana", "Bo"], 7, 4, 1).state


def test_several_games_in_one_text() -> None:
    texts = [rl.dumps(rl.play(rl.variant(name), seed=3)) for name in ("remi", "block")]
    log = rl.loads("\ufeff".join(texts))
    assert [game.rules.id for game in log.games if game.rules] == ["remi", "block"]
    assert rl.dumps(log) == "".join(texts) and log.errors == []
    assert deal_of_log(log, 1, game=2).rules.id == "block"
    newer = rl.loads(texts[0] + "rummy-lab log 7\nwhat: ever\n" + texts[1])
    assert [error.line for error in newer.errors] == [texts[0].count("\n") + 1]
    assert len(newer.games) == 3 and newer.games[2].deals
    assert "what: ever" in rl.dumps(newer)


def test_lines_of_play() -> None:
    deal = rl.Deal(rl.variant("rummy"), ["Ana", "Bo"], seed=7)
    deal.apply("draw")
    deal.undo()
    deal.apply("take")
    deal.undo()
    assert str(deal.log).splitlines()[-1] == "1 Bo: take 9d"
    assert str(log_of_deal(deal, to_cursor=True)).splitlines()[-1] == "deal 1"
    deal.goto(1)
    assert str(deal.log).splitlines()[-1] == "1 Bo: draw"


def test_faces_of_a_log() -> None:
    log = rl.play(SHORT, seed=7, names=["<b>A</b>", "Bo"])
    assert repr(log) == f"<log of Rummy: {len(log.deals)} deals>"
    assert pickle.loads(pickle.dumps(log)) == log and hash(log) == hash(rl.loads(str(log)))
    assert log != str(log) and str(log) == rl.dumps(log)
    html = log._repr_html_()
    assert "<b>A" not in html and "&lt;b&gt;A" in html
    assert len(log.to_frame()) == len(states(log))
    with pytest.raises(ValueError, match="no deal 999"):
        deal_of_log(log, 999)
    with pytest.raises(ValueError, match="no game 2"):
        to_game(log, game=2)


# --- files ------------------------------------------------------------------------------------


def test_files_are_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = rl.play(SHORT, seed=7, names=["Ana", "דנה"])
    path = tmp_path / "game.rummy"
    rl.dump(log, path)
    assert rl.load(path) == log and path.read_bytes() == rl.dumps(log).encode()
    path.chmod(0o640)
    rl.dump(log, str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        rl.dump(rl.play(SHORT, seed=8), path)
    assert rl.load(path) == log and [p.name for p in tmp_path.iterdir()] == ["game.rummy"]


def test_files_from_any_system(tmp_path: Path) -> None:
    path = tmp_path / "game.rummy"
    text = rl.dumps(rl.play(SHORT, seed=7))
    for data in ("\ufeff" + text, text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        path.write_bytes(data.encode())
        assert rl.dumps(rl.load(path)) == text
    path.write_bytes(text.encode() + b"\n# \xff\n")
    with pytest.raises(rl.LogError, match="no text in UTF-8: the byte 0xff") as error:
        rl.load(path)
    assert error.value.line == text.count("\n") + 2
    with pytest.raises(FileNotFoundError):
        rl.load(tmp_path / "none.rummy")


# --- what a person gets wrong -----------------------------------------------------------------


def told(text: str) -> list[str]:
    """The errors of a text; it must be kept as it is."""
    log = rl.loads(text)
    assert rl.loads(rl.dumps(log)) == log
    return list(map(str, log.errors))


@pytest.mark.parametrize(
    ("turns", "error"),
    [
        ("1 Boo: draw discard Qd", "7, column 3: 'Boo' is no player; did you mean 'Bo'?"),
        ("1 bo: draw discard Qd", "7, column 3: 'bo' is no player; did you mean 'Bo'?"),
        ("1 Zed: draw", "7, column 3: 'Zed' is no player; there are Ana, Bo, Cy"),
        ("1 Ana: draw", "7, column 3: it is Bo's turn 1, not Ana's"),
        ("2 Bo: draw discard Qd", "7, column 1: this is turn 1 of the deal, not turn 2"),
        ("2 Cy: draw discard Qd", "7, column 3: turn 1, Bo's, is missing above this line"),
        ("Bo: draw discard Qd", "7, column 1: the number of the turn is missing: write '1 Bo: "),
        ("1 Bo draw discard Qd", "7, column 1: the colon after the player is missing: write '1 Bo"),
        ("1: draw discard Qd", "7, column 2: the player is missing: write '1 "),
        ("draw discard Qd", "7, column 1: the turn's number and the player are missing"),
        ("1 Bo:", "7, column 5: nothing is done in this turn"),
        ("1 Bo: discard Qd", "7, column 7: discard Qd: Bo must draw before anything else (rummy-5"),
        ("1 Bo: draw draw", "7, column 12: draw: Bo has drawn already in this turn (rummy-5"),
        ("1 Bo: draw\n2 Cy: draw", "7, column 7: turn 1 does not end: Bo must still discard"),
        ("1 Bo: draw discard Qd draw", "7, column 23: turn 1 has ended: what follows is Cy's turn"),
        ("1 Bo: draw discrad Qd", "7, column 12: 'discrad' is neither a card nor an action; did"),
        ("1 Bo: foo", "7, column 7: 'foo' is neither a card nor an action; there are draw, take"),
        ("1 Bo: draw JK=9hh", "'JK=9hh' is no card"),
        ("1 Bo: draw discard 1d", "7, column 20: '1d' is no card: the rank '1' is none of"),
        ("1 Bo: draw discard", "7, column 12: 'discard': one card follows discard"),
        ("1 Bo: draw Kc", "'draw Kc': nothing follows draw, not 'Kc'; a card that is known to be"),
        ("1 Bo: draw lay Qd", "does not end with 'on' and a meld's number, like 'lay 10h on 2'"),
        ("1 Bo: draw lay Qd on one", "7, column 22: 'one' is no meld's number, like 'lay 10h on 2'"),
        ("1 Bo: draw lay Qd on 1", "lay Qd on 1: There is no meld 1: no meld lies on the table"),
        ("1 Bo: draw meld Js Jd Qd", "Q♦ is not of the rank J"),
        ("1 Bo: take 7h", "take 7h: 7♥ is not in the discard pile (rummy-5, stated)"),
        ("1 Bo: take discard 7d", "Bo took 7♦ from the discard pile in this turn; it may not go"),
        ("1 Bo: draw discard Kh", "7, column 12: discard Kh: Bo does not hold K♥ (rummy-5"),
        ("1 Bo: draw (Cy buys)", "7, column 12: buy: It is Bo's turn, not Cy's (rummy-4"),
        ("1 Bo: draw (Cy buys", "7, column 12: the closing ')' is missing"),
        ("1 Bo: draw (buys)", "7, column 12: in brackets stands who else does something"),
        ("1 Bo: draw [7h", "7, column 12: the closing ']' is missing"),
        ("1 Bo: draw [7h 8h]", "7, column 12: in [ ] stands the card drawn, like [7h], or"),
        ("1 Bo: take [7h]", "7, column 7: 'take 7d' draws no card from the stock"),
        ("1 Bo: [7h]", "7, column 7: what stands in [ ] follows a draw or a buy"),
        ("turn_number: 2\nhand Ana: 7h 7h", "8, column 11: 7♥ lies in 2 places, but the pack holds one"),
        ("hand Ana: 7h 8x", "7, column 14: '8x' is no card: its last letter is no suit"),
        ("turn_number: 2\nhand Anna: 7h 8h", "8, column 12: 'Anna' is no player; did you mean 'Ana'?"),
        ("hand: 7h 8h", "7, column 1: hand of whom? Write 'hand"),
        ("hand Ana: 7h 8h", "7, column 11: Ana is dealt 7 cards, but 2 are named: write ?? for those"),
        ("hand Cy:", "7, column 9: Cy is dealt 7 cards, but 0 are named"),
        ("hand Cy: 4c", "7, column 10: Cy is dealt 7 cards, but 1 is named"),
        ("hand Dan: 4c", "7, column 11: 'Dan' is no player; there are Ana, Bo, Cy"),
        ("turn_number: 2\nhand Ana: JK", "8, column 11: JK lies there, but the pack holds no such"),
        ("phase: play", "7, column 8: this deal is dealt from the seed: 'phase' is said where a"),
        ("variant: remi", "7, column 1: 'variant' belongs above the first 'deal' line"),
        ("1 Bo: draw\nstock: 7h", "8, column 1: 'stock' belongs above the first turn of the deal"),
        ("stock: 7h\nstock: 8h", "8, column 1: 'stock' stands on line 7 already: that holds"),
        ("upcard: 7h\ndiscards: 8h", "7, column 9: say 'upcard' or 'discards', not both"),
        ("deal 3", "7, column 1: after deal 1 comes deal 2, not deal 3"),
        ("deal two", "7, column 1: a deal begins with 'deal' and its number, like 'deal 2'"),
        ("deal 2: Ana deals", "7, column 1: 'deal' and its number stand alone on their line"),
        ("dealer: Anna", "7, column 9: 'Anna' is no player; did you mean 'Ana'?"),
        ("scoer: Ana 3", "7, column 1: 'scoer' is no key; did you mean 'score'?"),
        ("score: Ana 3", "7, column 8: the points of Bo, Cy are missing"),
        ("score: Ana x, Bo 1", "7, column 8: 'x' is no number of points, like 36 or 37/2"),
        ("score: Ana 3, Zed 4, Bo 0, Cy 0", "7, column 8: 'Zed' is no player; there are Ana"),
        ("1 Bo: draw\nscore: Ana 3, Bo 4, Cy 0", "8, column 8: the deal is not over: Bo is to"),
        ("well played", "7, column 1: 'well played' is no line of a log: that is a field like"),
        ('"Bo": draw', "7, column 1: the number of the turn is missing"),
    ],
)  # fmt: skip
def test_mistakes_below_a_heading(turns: str, error: str) -> None:
    said = told(HEAD + turns)
    assert any(error in one for one in said), said
    assert all(one.startswith("line ") for one in said)


@pytest.mark.parametrize(
    ("head", "error"),
    [
        ("variant: rumy\nplayers: 2", "2, column 10: 'rumy' is no variant; did you mean 'rummy'?"),
        ("varaint: rummy\nplayers: 2", "'varaint' is no key; did you mean 'variant'?"),
        ("players: 2", "line 1, column 1: the rules are missing: write 'variant: ' and one of"),
        ("variant: rummy", "line 1, column 1: the players are missing: write 'players: Ana, Bo'"),
        ("variant: rummy\nplayers: Ana", "3, column 10: Rummy is for 2 to 6 players, not 1"),
        ("variant: rummy\nplayers: 9", "3, column 10: Rummy is for 2 to 6 players, not 9"),
        ("variant: rummy\nplayers: Ana, Ana", "3, column 15: Ana is named twice"),
        ("variant: rummy\nplayers: Ana,, Bo", "3, column 14: a name is missing beside a comma"),
        ('variant: rummy\nplayers: "Ana, Bo', "3, column 10: the closing quote is missing"),
        ("variant: rummy\nplayers: 2\nace: hihg", '4, column 6: ace=\'hihg\': ace is one of "low"'),
        ("variant: rummy\nplayers: 2\nacee: high", "'acee' is no key; did you mean 'ace'?"),
        ("variant: rummy\nplayers: 2\nace: [high", "4, column 6: '[high' is no value: write it"),
        ("variant: rummy\nplayers: 2\ntarget: none", "the game would never end"),
        ("variant: rummy\nplayers: 2\nseed: seven", "4, column 7: 'seven' is no whole number"),
        ("variant: rummy\nplayers: 2\nseed: 1\nseed: 2", "'seed' stands on line 4 already"),
        ("variant: rummy\nplayers: 2\npreset: { pakcs = 2 }", "did you mean 'packs'?"),
        ("variant: rummy\nplayers: 2\nhand Ana: 7h", "'hand' belongs below a 'deal' line"),
        ("variant: rummy\nplayers: A, B\ndealer: C", "'C' is no player; there are A, B"),
        ("variant: rummy\nplayers: A, B\ntotals: C 4", "'C' is no player; there are A, B"),
        ("variant: rummy\nplayers: A, B\n1 B: draw", "write 'deal 1' above the turns"),
        ("variant: rummy\nplayers: A, B\ndeal 0", "deals are numbered from 1"),
    ],
)  # fmt: skip
def test_mistakes_in_a_head(head: str, error: str) -> None:
    said = told(f"rummy-lab log 1\n{head}\n")
    assert any(error in one for one in said), said


def test_the_good_part_is_played_and_later_deals_too() -> None:
    game = rl.Game(rl.variant("rummy"), ["Ana", "Bo"], seed=149)
    for _ in range(2):
        play_deal(game.deal, [rl.policy("greedy")] * 2)
        game.next_deal()
    rows = rl.dumps(game.log).splitlines()
    place = rows.index("2 Ana: draw lay Ad on 1 discard Js")
    rows[place] = "2 Ana: draw lay Ad on 2 discard Js"
    log = rl.loads("\n".join(rows))
    (error,) = log.errors
    assert (error.line, error.column) == (place + 1, 13)
    assert [reason.clause for reason in error.reasons] and error.reasons[0].standing
    first, second, _ = log.deals
    assert not first.sound and [str(step.event) for step in first.steps][-1] == "draw"
    assert second.sound and second.over and second.points == game.deals[1].score().totals
    assert deal_of_log(log, 1).phase == "play"


def test_a_score_with_a_wrong_digit_is_found() -> None:
    text = rl.dumps(rl.play(rl.variant("remi"), seed=2))
    rows = text.splitlines()
    for place, row in enumerate(rows):
        if row.startswith("score:"):
            for digit in "0123456789":
                if digit in row.rsplit(" ", 1)[1]:
                    other = str((int(digit) + 1) % 10)
                    kept, points = row.rsplit(" ", 1)
                    changed = f"{kept} {points.replace(digit, other, 1)}"
                    wrong = [*rows[:place], changed, *rows[place + 1 :]]
                    (error,) = rl.loads("\n".join(wrong)).errors
                    assert error.line == place + 1 and "scores" in error.message


def test_names_may_be_typed_on_another_keyboard() -> None:
    composed, apart = "Jos\u00e9", "Jose\u0301"
    text = f"rummy-lab log 1\nvariant: rummy\nplayers: {composed}, Bo\nseed: 7\ndealer: Bo\n"
    log = rl.loads(f"{text}deal 1\n1 {apart}: draw\n")
    assert log.errors == [] and len(states(log)) == 1
