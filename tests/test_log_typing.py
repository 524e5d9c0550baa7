"""`rummy-lab log new`: a game typed move by move, at a terminal and from a stream."""

from __future__ import annotations

import io
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from commanding import ROOT, Ran, refused

import rummy_lab as rl
from rummy_lab.cli.log.completing import candidates
from rummy_lab.cli.log.typed import Typed, answered, begun, earlier, resumed
from rummy_lab.log.lines import Play, Turn

HEAD = ("rummy", "", "Ana, Bo", "", "149")
MOVES = (
    "take Kd meld 2d 3d 4d",
    "meld 10d Jd Qd Kd discard 8s",
    "draw lay Ad on 1 discard Js",
    "draw meld Ac 2c 3c discard 7h",
)
"""A whole deal after `HEAD`."""
Type = Callable[..., Ran]


@pytest.fixture
def type_(run: Any, monkeypatch: pytest.MonkeyPatch) -> Type:
    """Types lines into `game.rummy`."""

    def typing(*lines: str, out: str = "game.rummy") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return run("log", "new", out)

    return typing


def typed(*lines: str) -> Typed:
    found = begun("2025-03-02")
    for line in lines:
        found = answered(found, line)
    return found


# --- whole games ------------------------------------------------------------------------------


MOST_TYPED = 60


def spoken(play: Play) -> str:
    """What is typed for an action: who does it only where others, unasked, have passed."""
    return str(play) if play.action.verb == "buy" else str(replace(play, by=""))


@pytest.mark.parametrize("name", list(rl.variants()))
def test_a_game_of_every_variant_can_be_typed(type_: Type, tmp_path: Path, name: str) -> None:
    game = rl.load(ROOT / f"datasets/games/{name}.rummy").games[0]
    assert game.rules is not None and game.dealer is not None
    lines = [name]
    lines += ["", ", ".join(game.names), game.names[game.dealer], str(game.seed)]
    plays = [spoken(play) for deal in game.deals for turn in deal.turns for play in turn.plays]
    ran = type_(*lines, *plays[:MOST_TYPED], "save")
    assert ran.status == 0, ran.out[-2000:]
    log = rl.load(tmp_path / "game.rummy")
    assert log.errors == [] and log.rules == game.rules and log.names == game.names
    turns = [str(line) for line in log.lines if isinstance(line, Turn)]
    wanted = [str(line) for line in game.lines if isinstance(line, Turn)][: len(turns)]
    assert len(turns) > 10 and turns[:-1] == wanted[:-1] and wanted[-1].startswith(turns[-1])
    points = [deal.points for deal in log.deals if deal.over]
    assert points == [deal.points for deal in game.deals[: len(points)]]


def test_a_game_is_typed_to_its_end(type_: Type, tmp_path: Path) -> None:
    lines = ("rummy", "target=50", "", "Ana, Bo", "", "149", *MOVES)
    ran = type_(*lines, "draw", "", "never read")
    assert "Totals: Ana 0, Bo 59" in ran.out and "[rummy-13, stated]" in ran.out
    assert "the game is over: save ends" in ran.out
    assert ran.out.endswith("game.rummy is written.\n\nThe log is in game.rummy.\n")
    log = rl.load(tmp_path / "game.rummy")
    assert log.errors == [] and log.totals == {"Ana": 0, "Bo": 59} and len(log.deals) == 1
    assert not (tmp_path / "game.draft.rummy").exists()
    refused(type_(), "game.rummy is there already, and its game is over")


def test_the_log_is_the_one_that_a_program_would_write(type_: Type, tmp_path: Path) -> None:
    deal = rl.Deal(rl.variant("rummy"), ["Ana", "Bo"], seed=149)
    for line in MOVES:
        for action in (
            line.replace(" meld", "\nmeld")
            .replace(" discard", "\ndiscard")
            .replace(" lay", "\nlay")
            .split("\n")
        ):
            deal.apply(action)
    assert type_(*HEAD, *MOVES, "save").status == 0
    text = (tmp_path / "game.rummy").read_text("utf-8")
    wanted = rl.dumps(deal.log)
    assert [line for line in text.splitlines() if not line.startswith("date:")] == (
        wanted.splitlines()
    )


# --- the head ---------------------------------------------------------------------------------


def test_rules_are_asked_for_and_checked(type_: Type) -> None:
    ran = type_("rumy", "", "remi", "ace=middle", "remi-o99", "remi-o5", "target=300", "",
                "Ana, Ana", "", "Ana, Bo", "Bob", "Bo", "seven", "7")  # fmt: skip
    for said in ("did you mean 'rummy'", "say a variant", "ace is one of", "no documented option",
                 "Ana is named twice", "say who plays", "did you mean 'Bo'", "no whole number",
                 "Remi (ace=high, target=300), deal 1, turn 1\nAna must draw."):  # fmt: skip
        assert said in ran.out, said
    assert ran.status == 1, "lines were refused, and nobody sat there to see it"


def test_house_rules(type_: Type, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "rummy"\ntitle = "Ours"\n[options]\ntarget = 50\n')
    assert type_("none.toml", "house.toml", *HEAD[1:], *MOVES, "save").status == 1
    log = rl.load(tmp_path / "game.rummy")
    assert log.rules is not None and (log.rules.title, log.rules.target) == ("Ours", 50)


# --- real cards -------------------------------------------------------------------------------

TABLE = ("rummy", "target=100", "", "Ana, Bo", "", "")


def test_real_cards_of_which_some_are_known(type_: Type, tmp_path: Path) -> None:
    ran = type_(*TABLE, "Bob", "ana", "Ana", "4c 5c 6c", "4c 5c 6c 9h 9d 2s Kh Qd 7s 8s", "9s 9h",
                "9s", "draw discard ??", "draw [4h] meld 4c 5c 6c", "discard Kd", "discard Kh",
                "take meld Kh Kd Ks discard 9c", "save")  # fmt: skip
    for said in ("did you mean 'Bo'", "Ana is dealt 10 cards, but 3 are named", "nobody recorded\n", "one card is turned up, not 2",
                 "discard Kd is refused:\n- Ana does not hold K♦"):  # fmt: skip
        assert said in ran.out, said
    log = rl.load(tmp_path / "game.rummy")
    assert log.errors == [] and log.deals[0].start is not None
    assert str(log.deals[0].start.hands[1][-1]) == "??" and len(log.deals[0].turns) == 3
    assert "2 Ana: draw [4h] meld 4c 5c 6c discard Kh" in str(log)


OUT = "draw meld 2c 3c 4c meld 5d 6d 7d meld 9h 10h Jh Qh discard ??"


def test_points_are_asked_for_where_cards_are_not_known(type_: Type, tmp_path: Path) -> None:
    ran = type_(*TABLE, "", "", OUT, "Bo 40", "", "Bo 40", "Ana 40, Bo 0", "Ana 0, Bo 40", "", "8s",
                "save")  # fmt: skip
    for said in ("'Bo' is no card", "the points of Ana are missing", "Bo went out, so Ana has 0",
                 "Totals: Ana 0, Bo 40"):  # fmt: skip
        assert said in ran.out, said
    log = rl.load(tmp_path / "game.rummy")
    assert log.errors == [] and log.totals == {"Ana": 0, "Bo": 40}
    assert "deal 2\nupcard: 8s\n" in str(log)


def test_what_there_is_no_game_for_yet_is_said_with_the_question_to_answer(type_: Type) -> None:
    out = type_("rummy", "", "Ana, Bo", "", "table", "save", "").out
    for said in ("no game to save", "no table"):
        assert f"there is {said} yet: first answer 'Seed (Enter: real cards)'" in out


def test_the_table_is_shown_while_its_cards_are_asked_for(type_: Type) -> None:
    assert "deal 1, turn 1" in type_(*TABLE, "table").out


@pytest.mark.parametrize("word", ["foo", "rule", "deal 2"])
def test_a_word_that_is_no_card_is_told_the_actions(word: str, type_: Type) -> None:
    said = f"{word.split()[0]!r} is neither a card nor an action; there are draw, take, meld"
    assert said in type_(*HEAD, word).out


def test_a_bonus_deal_is_played_by_those_who_tied_and_by_nobody_after(
    type_: Type, tmp_path: Path
) -> None:
    options = ("cards_dealt=3", "wild_rank=none", "deals=1", "ties=bonus_deal")
    lines = ("three-thirteen", *options, "", "Ana, Bo, Cy", "Cy", "")
    one = ("draw out ??", "draw discard ??")
    ran = type_(*lines, "", "", *one, one[1], "", "", "", "Ana 0, Bo 0, Cy 9", "", "", *one, "", "",
                "Ana 4, Bo 0", "save")  # fmt: skip
    assert ran.status == 0 and ran.out.endswith("The log is in game.rummy.\n")
    log = rl.load(tmp_path / "game.rummy")
    assert log.errors == [] and [deal.names for deal in log.deals] == [
        ("Ana", "Bo", "Cy"), ("Ana", "Bo"),
    ]  # fmt: skip


# --- scores without play ----------------------------------------------------------------------


def test_hands_that_are_shown_are_scored(type_: Type, tmp_path: Path) -> None:
    ran = type_(*TABLE, "", "", OUT, "Ks 7h 4h", "8h 8s 8d 8c 2s 2h 2d Ks 7h 4h", "save")
    assert "left with 10 cards, not with 3" in ran.out and "Totals: Ana 0, Bo 118" in ran.out
    log = rl.load(tmp_path / "game.rummy")
    assert log.errors == [] and str(log).startswith("rummy-lab log 2\n"), "'left' is a late word"
    assert "\nscore: Ana 0, Bo " in str(log)


def test_a_score_sheet_can_be_typed_and_corrected(type_: Type, tmp_path: Path) -> None:
    ran = type_(*TABLE, "", "", "score: Ana 36, Bo 0", "score: Ana 0, Bo 12",
                "correct 1: Ana 32", "strike 2: Ana had 11 cards", "strike 1: a slip", "",
                "left Bo: Kh 9d", "out: Ana", "", "correct 1: Ana 136", "correct 1: Ana 84",
                "# at last", "save")  # fmt: skip
    assert ran.out.count("\nTotals: ") == 7 and "The deal is over (Enter: score it)" in ran.out
    log = rl.load(tmp_path / "game.rummy")
    assert log.errors == [] and log.over and log.winners == ("Ana",)
    assert [(deal.number, deal.struck) for deal in log.deals] == [(1, False), (2, True), (2, False)]
    assert log.totals == {"Ana": 103, "Bo": 0}


# --- buying, taking turns at once -------------------------------------------------------------


def test_buying_is_asked_seat_by_seat_or_left_out() -> None:
    head = ("contract-classic", "", "Ana, Bo, Cy, Dee", "", "7")
    asked = typed(*head, "pass", "pass", "pass", "buy")
    assert asked.lines[-1] == "1 Bo: pass (Cy passes) (Dee passes) (Ana buys)"
    quick = typed(*head, "pass", "(Ana buys)", "draw")
    assert quick.lines[-1] == "1 Bo: pass (Ana buys) draw"
    assert asked.state is not None and quick.state is not None
    assert quick.state.hands[0] == asked.state.hands[0]
    assert typed(*head, "pass", "draw").lines[-1] == "1 Bo: pass draw"


# --- undo, comments, commands -----------------------------------------------------------------


def test_undo_and_redo(type_: Type, tmp_path: Path) -> None:
    ran = type_("undo", "redo", *HEAD, *MOVES[:2], "undo", "undo", "undo", "redo", *MOVES[:2],
                "undo", "redo", *MOVES[2:], "undo", "undo", "redo", "save")  # fmt: skip
    assert "there is nothing to take back" in ran.out and "nothing was taken back" in ran.out
    (deal,) = rl.load(tmp_path / "game.rummy").deals
    assert [turn.turn for turn in deal.turns] == [1, 2] and not deal.over
    assert len(typed(*HEAD, *MOVES).game.deals) == 2


def test_undo_goes_back_through_a_log_that_was_gone_on_with() -> None:
    there = resumed(tuple(map(str, typed(*HEAD, *MOVES).kept.lines)))
    assert there.deal is not None and there.deal.number == 2
    steps = list(earlier(there))
    assert len(steps) == 10, "one for each action"
    assert [len(one.settled().log.deals[0].steps) for one in steps] == list(range(10))
    assert steps[-1].lines[-1] == "3 Bo: draw meld Ac 2c 3c"


def test_comments_stand_where_they_were_typed() -> None:
    found = typed(*HEAD, "take Kd meld 2d 3d 4d # lucky", "meld 10d Jd Qd Kd  # again", "# hm",
                  "discard 8s", *MOVES[2:], "# well played", "# really", "draw")  # fmt: skip
    text = "\n".join(found.lines)
    assert (
        "1 Bo: take Kd meld 2d 3d 4d meld 10d Jd Qd Kd discard 8s  # lucky; again\n# hm\n2 A"
        in text
    )
    assert "\nscore: Ana 0, Bo 59  # well played\n# really\n\ndeal 2\n1 Ana: draw" in text
    assert found.log.errors == [] and "  # by the fire" in typed("# by the fire").lines[-1]


def test_help_and_table(type_: Type) -> None:
    out = type_("help", "rummy", "help", *HEAD[1:], "help", "table").out
    for said in ("three-thirteen: Three Thirteen", "rummy-o2: ", "set_size=[3, 4]: ", "\n  take\n",
                 "quit: stop; what was typed is kept"):  # fmt: skip
        assert said in out, said
    assert out.count("deal 1, turn 1\n") == 2


@pytest.mark.parametrize(("words", "said"), [
    ("discrad 8s", "did you mean 'discard'"), ("8s", "stands where an action should"),
    ("draw draw", "Bo has drawn already"), ("meld 2d 3d", "- Bo must draw before anything else"),
    ("variant: remi", "belongs above the first 'deal' line"), ("place: here there", ""),
    ("draw\nscore: Ana 0, Bo 5", "the deal is not over"), ("3 Ana: draw", "turn 1 of the deal"),
    ("place: \x1b[31m", "cannot stand in a log"), ("# \x1b[31m", "cannot stand in a log"), ("(Ana draws)", "draw is refused:\n- "),
])  # fmt: skip
def test_what_is_refused(type_: Type, words: str, said: str) -> None:
    ran = type_(*HEAD, words)
    assert said in ran.out and "\x1b" not in ran.out and ran.status == bool(said)
    assert "Traceback" not in ran.out + ran.err


# --- nothing is lost --------------------------------------------------------------------------


def test_what_was_typed_is_kept_beside_the_log_and_gone_on_with(
    type_: Type, tmp_path: Path
) -> None:
    draft = tmp_path / "game.draft.rummy"
    for count in range(1, len(HEAD + MOVES)):
        ran = type_(*(HEAD + MOVES)[count - 1 : count])
        assert ran.status == 0 and "'rummy-lab log new game.rummy' goes on" in ran.out, ran.out
        assert draft.exists() and not (tmp_path / "game.rummy").exists()
        if count == 2:  # the options are asked for again: nothing tells that there are no more
            (tmp_path / "game.draft.rummy").write_text(
                "\n".join(typed("rummy", "", "Ana, Bo").lines) + "\n"
            )
            break
    ran = type_("", "149", *MOVES[:1], "quit", "never read")
    assert "Going on with game.draft.rummy." in ran.out
    ran = type_(*MOVES[1:], "save", "draw")
    assert rl.load(tmp_path / "game.rummy").totals == {"Ana": 0, "Bo": 59}
    assert "deal 2\n1 Ana: draw\n" in draft.read_text("utf-8")
    assert "Going on with game.draft.rummy." in type_("save").out and not draft.exists()
    ran = type_("undo", "undo")
    assert "Going on with game.rummy." in ran.out and "deal 1, turn 3" in ran.out


def test_files_that_cannot_be_gone_on_with(type_: Type, tmp_path: Path) -> None:
    log = tmp_path / "game.rummy"
    log.write_text("dear diary")
    refused(type_(), "game.rummy:1:1: this is no log")
    log.write_text(rl.dumps(typed(*HEAD).kept) * 2)
    refused(type_(), "game.rummy holds 2 games")
    log.write_text("rummy-lab log 1\nvariant: rummy\nplayers: Ana, Bo\nseed: 1\ndeal 1\n1 Bo: buy")
    refused(type_(), "game.rummy:6:7: buy: ", "mend it, then go on")
    log.unlink()
    type_(*HEAD)
    log.write_text(rl.dumps(typed(*HEAD, *MOVES).kept))
    os.utime(log, (2e9, 2e9))
    refused(type_(), "game.rummy was changed after game.draft.rummy")
    refused(type_(out="no/such/folder.rummy"), "no/such is no folder")


def test_nothing_typed_leaves_no_file(type_: Type, tmp_path: Path) -> None:
    ran = type_("help", "table", "save", "undo")
    assert ran.status == 0 and ran.out.endswith("\nNothing was typed.\n")
    for said in ("no game to save", "no table"):
        assert f"there is {said} yet: first answer 'Variant'" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_cannot_be_written_is_printed(
    type_: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rummy_lab.cli.log.session.dump", full)
    ran = type_(*HEAD, *MOVES, "save")
    assert "game.draft.rummy cannot be written: No space left on device" in ran.err
    printed = ran.out.partition("here it is:\n")[2]
    assert rl.loads(printed).totals == {"Ana": 0, "Bo": 59}


# --- completion -------------------------------------------------------------------------------


@pytest.mark.parametrize(("lines", "text", "start", "some"), [
    ((), "", 0, ["remi", "undo"]), (("rummy",), "ace=", 0, ["ace=low", "ace=high"]),
    (("rummy",), "rummy-o", 0, ["rummy-o1"]), (HEAD[:3], "b", 0, ["Bo"]),
    ((*TABLE,), "Ana, ", 5, ["Bo"]), (HEAD, "", 0, ["draw", "take"]), (HEAD, "un", 0, ["undo"]),
    (HEAD, "take me", 5, ["meld 2d 3d 4d"]), (HEAD, "take meld 10d", 5, ["meld 10d Jd Qd Kd"]),
    (HEAD, "take meld 2d 3d 4d discard 8", 19, ["discard 8s"]), (HEAD, "draw draw ", 10, None),
    ((*TABLE, "", "", OUT, ""), "Ana 0, B", 7, ["Bo 0"]),
])  # fmt: skip
def test_completion_offers_what_is_legal(
    lines: tuple[str, ...], text: str, start: int, some: list[str] | None
) -> None:
    where, found = candidates(typed(*lines), text)
    if some is None:
        assert found == []
    else:
        assert where == start and set(some) <= set(found)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_without_a_terminal_keeps_all_lines(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "rummy_lab", "log", "new"], cwd=tmp_path, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        # tests started in the background ignore it, and so would the child
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write("".join(f"{line}\n" for line in (*HEAD, MOVES[0])))
    child.stdin.flush()
    while not child.stdout.readline().startswith("Meld 1"):
        assert child.poll() is None
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=120)
    assert child.returncode == 130 and "Kept in game.draft.rummy" in out and err == ""
    assert (tmp_path / "game.draft.rummy").read_text("utf-8").endswith("\n1 Bo: " + MOVES[0] + "\n")


@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
def test_at_a_terminal_tab_completes_and_ctrl_c_keeps_the_line_begun(tmp_path: Path) -> None:
    import pexpect

    def start() -> Any:
        return pexpect.spawn(
            sys.executable, ["-m", "rummy_lab", "log", "new"], cwd=tmp_path, encoding="utf-8",
            timeout=120, env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm",
                 "PROMPT_TOOLKIT_NO_CPR": "1"},
            dimensions=(50, 120),
        )  # fmt: skip

    child = start()
    for asked, line in zip(("Variant:", "Option", "Players", "Who deals", "Seed"), HEAD,
                           strict=True):  # fmt: skip
        child.expect(asked)
        child.send(f"{line}\r")
    child.expect("1 Bo>")
    child.send("ta\t")
    child.expect("take")
    child.send(" meld 2d 3d 4d\r")
    child.expect("Meld 1, run, Bo: 2d 3d 4d")
    child.expect("1 Bo>")
    child.send("\x1b[200~meld 10d Jd Qd Kx\ndiscard 8s\x1b[201~\r")  # a paste of two lines
    child.expect("its last letter is no suit")
    child.expect("discard 8s")
    child.sendcontrol("c")
    child.expect("Kept in game.draft.rummy")
    child.expect(pexpect.EOF)
    child.close()
    text = (tmp_path / "game.draft.rummy").read_text("utf-8")
    assert text.endswith("\n#> meld 10d Jd Qd Kx\n#> discard 8s\n")
    (tmp_path / "game.draft.rummy").write_text(text.partition("#> ")[0], "utf-8")

    child = start()
    child.expect("1 Bo>")
    child.send("meld 10d J")
    child.expect("meld 10d J")
    child.sendcontrol("c")
    child.expect("Kept in game.draft.rummy")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert (tmp_path / "game.draft.rummy").read_text("utf-8").endswith("#> meld 10d J\n")

    child = start()
    child.expect("A line was begun: meld 10d J")
    child.expect("1 Bo>")
    child.expect("meld 10d J")
    child.send("d Qd Kd discard 8s\r")
    child.expect("2 Ana>")
    child.sendcontrol("d")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    text = (tmp_path / "game.draft.rummy").read_text("utf-8")
    assert text.endswith("\n1 Bo: take meld 2d 3d 4d meld 10d Jd Qd Kd discard 8s\n")


# --- whatever is typed ------------------------------------------------------------------------

WORDS = (
    "rummy target=50 Ana, Bo Cy 7 149 draw take meld 7h 8h 9h JK=8h ?? discard Ks out buy pass (Ana "
    'buys) lay on 1 2 # score: left Ana: correct 1: strike 1: upcard: [7h] deal : " | ( \x1b \u2028 all'
)
USUAL = {
    "options": "",
    "players": "Ana, Bo, Cy",
    "dealer": "",
    "hands": "",
    "points": "Ana 0, Bo 5",
}


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_the_log_is_right(seed: int) -> None:
    chance = random.Random(seed)
    now, taken = begun("2025-03-02"), 0
    for _ in range(60):
        text = " ".join(chance.choices(WORDS.split(" "), k=chance.randrange(6)))
        if now.asks and chance.random() < 0.6:
            usual = {
                **USUAL,
                "variant": chance.choice(list(rl.variants())),
                "seed": "7" * (seed % 2),
            }
            text = usual.get(now.asks[0].partition(" ")[0], "")
        elif not now.asks and chance.random() < 0.6:
            text = chance.choice(candidates(now, "")[1] or ["draw"])
        try:
            now = answered(now, text)
            taken += 1
        except (ValueError, OSError):
            continue
        if now.game.names:
            assert now.log.errors == [], text
            assert resumed(tuple(map(str, now.kept.lines))).log.errors == []
    assert taken > 10
