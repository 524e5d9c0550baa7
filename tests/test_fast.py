"""Points of many hands at once are the engine's, under any rules."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path

import numpy as np
import pytest
import solving
from fasting import compare, compare_part, random_rules
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab import fast
from rummy_lab.arrange import best_points
from rummy_lab.fast import compiling, hands, support
from rummy_lab.fast.batch import Space
from rummy_lab.fast.lines import FULL_MEMORY, TOO_MUCH

ROOT = Path(__file__).resolve().parents[1]
TWO_PACKS = rl.variant("rummy", packs=2, jokers=4)


@pytest.mark.parametrize("part", range(4))
def test_random_hands_under_random_rules(part: int) -> None:
    for number in range(part, 240, 4):
        compare_part(number, 12)


@pytest.mark.parametrize("name", list(rl.variants()))
def test_every_variant_at_every_deal(name: str) -> None:
    rules = rl.variant(name)
    rng = random.Random(name)
    for deal in range(1, (rules.deals or 1) + 1):
        at = rules.at(players=min(4, rules.players[1]), deal=deal)
        sizes = [at.cards_dealt, at.cards_dealt + 1, rng.randint(1, 12)]
        hands = [tuple(rng.sample(at.pack, size)) for size in sizes for _ in range(20)]
        hands += [solving.random_hand(rng, at, 11, 3) for _ in range(20)]
        compare(hands, at)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 14), st.integers(0, 6))
def test_hands_found_by_hypothesis(seed: int, size: int, wilds: int) -> None:
    rng = random.Random(seed)
    at = random_rules(rng)
    compare([solving.random_hand(rng, at, size, wilds)], at)


def test_what_the_kernels_leave_to_the_engine() -> None:
    at = rl.variant("rummy", packs=9, jokers=20, set_size=(3, None)).at()
    nine = rl.cards("7s " * 9 + "Kd")
    compare([nine, rl.cards("2s 9d")], at)
    compare([rl.cards("JK " * 17 + "Kd 9s")], at)


def test_a_hand_that_would_take_minutes() -> None:
    """Kernels cannot be stopped, the engine can: after a second or two such a hand is its own."""
    at = rl.variant("rummy", run_suits="any", ace="round_the_corner", packs=3, jokers=12,
                    set_size=(3, None), players=(2, 2),
                    wilds_per_meld={"run": {3: 1, 5: 2, 8: 3}, "set": {3: 1}}).at()  # fmt: skip
    rng, space = random.Random(31), Space(at, 12)
    found = []
    for size in (31, 31, 31, 10):
        hand = rng.sample(at.pack, size)
        codes = np.array([card.code for card in hand], np.int8)
        start = time.monotonic()
        while (points := hands.fewest(codes, space.array)) == FULL_MEMORY and space.make_room():
            pass
        assert time.monotonic() - start < 60
        found.append(points)
    assert TOO_MUCH in found[:3] and found[3] == best_points(hand, at)


def test_a_small_memory_grows_and_a_large_one_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy_lab.fast.batch.FEW", 16)
    monkeypatch.setattr("rummy_lab.fast.batch.MANY", 64)
    rules = rl.variant("rummy", packs=2, jokers=4, joker_points=7)
    at = rules.at(players=2)
    rng = random.Random(1)
    places, remember = [], Space._remember
    monkeypatch.setattr(Space, "_remember", lambda self, n: places.append(n) or remember(self, n))
    compare([solving.random_hand(rng, at, 13, rng.randint(0, 3)) for _ in range(60)], at)
    assert places[:4] == [16, 64, 64, 64] and set(places) <= {16, 64, 256}


def test_both_forms_of_array_under_any_rules() -> None:
    hands = ["As 2s 3s Kd", "7h 7d 7c", ""]
    masks, codes = fast.pack(hands, "rummy"), fast.pack(hands, TWO_PACKS)
    assert masks.dtype == np.int64 and masks.shape == (3,)
    assert codes.dtype == np.int8 and codes.shape == (3, 4)
    for rules in ("rummy", "remi", TWO_PACKS, "shanghai"):
        of_masks, of_codes = fast.deadwood(masks, rules), fast.deadwood(codes, rules)
        assert of_masks.tolist() == of_codes.tolist()
        assert of_masks.dtype == np.int32
    part = fast.pack(hands * 2, TWO_PACKS)[::2, :2]
    assert fast.deadwood(part, TWO_PACKS).tolist() == [3, 0, 14]


def test_masks_with_wilds_take_little_memory() -> None:
    """All 52 places of every hand at once would take a hundred times what the hands do."""
    rules = rl.variant("rummy", wild_rank="2")
    packed = np.tile(fast.pack(["2s 9h Kd", "3s 4s 9c 2d"], "rummy"), 20_000)
    assert fast.deadwood(packed[:2], rules).tolist() == [21, 9]
    tracemalloc.start()
    found = fast.deadwood(packed, rules)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 40 * len(packed) and found.sum() == 30 * 20_000


def test_no_hands_and_empty_hands() -> None:
    for rules in ("rummy", "remi", TWO_PACKS):
        assert fast.deadwood(fast.pack([], rules), rules).tolist() == []
        assert fast.deadwood(fast.pack(["", ()], rules), rules).tolist() == [0, 0]


def test_threads_say_the_same() -> None:
    rng = random.Random(3)
    at = TWO_PACKS.at()
    packed = fast.pack([rng.sample(at.pack, 13) for _ in range(200)], TWO_PACKS)
    parts = [packed[n::4] for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda part: fast.deadwood(part, TWO_PACKS).tolist(), parts))
    assert found == [fast.deadwood(part, TWO_PACKS).tolist() for part in parts]


# -- what a user can get wrong ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ("7h 8h", r"hands are a list like \['7h 8h', '2c'\], not '7h 8h'"),
        (7, r"hands are a list like \['7h 8h', '2c'\], not 7"),
        (["7h", "7h 9x"], "hand 2: '9x' is no card"),
        (["7h ??"], "hand 1: a hand with unknown cards has no arrangement"),
        (["2c", "7h 7h"], "hand 2: 7♥ is named twice, but the pack holds one"),
        (["JK"], "hand 1: JK is named once, but the pack holds no such card"),
        ([7], "hand 1: cards are text like '7h 8h' or Cards, not 7"),
    ],
)
def test_hands_that_are_none(hands: object, said: str) -> None:
    with pytest.raises(rl.NotationError, match=said):
        fast.pack(hands, "rummy")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        ("7h", "hands for deadwood are what fast.pack makes, not '7h'"),
        (np.zeros(3), r"int8 of shape \(hands, cards\), not float64 of shape \(3,\)"),
        (np.zeros((3, 2), np.int64), r"what fast.pack makes, .*, not int64 of shape \(3, 2\)"),
        (np.array([[3, -1], [3, 3]], np.int8), "hand 2: 4♠ is named twice, but the pack holds one"),
        (np.array([1 << 52]), "the packed hands hold A★, the packs hold none"),
        (np.array([-1]), "Q★, the packs hold none"),
        (np.array([[65, -1]], np.int8), "the packed hands hold JK, the packs hold none"),
        (np.array([[66]], np.int8), "the packed hands hold 66, which is no card's code"),
        (np.array([[-3]], np.int8), "the packed hands hold -3, which is no card's code"),
    ],
)
def test_arrays_that_are_no_hands(packed: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        fast.deadwood(packed, "rummy")  # type: ignore[arg-type]


def test_rules_deals_and_players_are_checked() -> None:
    with pytest.raises(rl.RulesError, match="rummi"):
        fast.supports("rummi")
    with pytest.raises(rl.RulesError, match="numbered from 1"):
        fast.deadwood(fast.pack(["2c"], "rummy"), "rummy", deal=0)
    with pytest.raises(rl.RulesError, match="2 to 6 players"):
        fast.pack(["2c"], "rummy", players=9)


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> ModuleSpec | None:
        return None

    assert fast.supports("remi") and fast.supports("remi").why == ""
    monkeypatch.setattr(support, "find_spec", none)
    assert not fast.supports("remi")
    assert fast.supports("remi").why == "numba is not installed: pip install 'rummy-lab[fast]'"


@pytest.mark.parametrize(("value", "off"), [("1", True), ("0", False), ("", False)])
def test_numba_that_is_told_not_to_compile(
    monkeypatch: pytest.MonkeyPatch, value: str, off: bool
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", value)
    assert fast.plays("rummy").why == fast.supports("remi").why
    assert fast.plays("rummy").why == (support.SWITCHED_OFF if off else "")


def test_without_compiling_the_engine_plays() -> None:
    said = run(
        "import rummy_lab as rl; from rummy_lab import fast\n"
        "print(len(rl.simulate('block', deals=1000, progress=False)))\n"
        "try: fast.pack([], 'remi')\n"
        "except ImportError as e: print(e)",
        NUMBA_DISABLE_JIT="1",
    )
    assert said == "2000\nrummy_lab.fast needs numba to compile: NUMBA_DISABLE_JIT is set"


def run(code: str, **env: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT,
                          timeout=300, env={**os.environ, **env})  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_numba_comes_with_the_first_answer() -> None:
    said = run(
        "import sys; from rummy_lab import fast; fast.supports('remi');"
        "print([m for m in ('numba', 'numpy') if m in sys.modules])"
    )
    assert said == "[]"
    said = run(
        "import sys; sys.modules['numba'] = None; from rummy_lab import fast\n"
        "try: fast.pack([], 'remi')\n"
        "except ImportError as e: print(e)"
    )
    assert said.startswith(
        "rummy_lab.fast needs numba: pip install 'rummy-lab[fast]' (import of numba"
    )


ANSWER = (
    "from rummy_lab import fast; from rummy_lab.fast.compiling import kept_in;"
    "print(fast.deadwood(fast.pack(['7h 8h 9h Kd'], 'rummy'), 'rummy'), kept_in())"
)


def test_without_the_option_that_is_none_of_numbas_public_ones() -> None:
    gone = "from numba.core.options import DefaultOptions; del DefaultOptions._nrt;"
    again = "from rummy_lab.fast import compiling; print(compiling.UNCOUNTED)"
    with_runs = ANSWER.replace("'7h 8h 9h Kd'", "'7h 8h 9h 7d 7c Kd'")
    assert run(gone + with_runs + ";" + again, NUMBA_CACHE_DIR=os.devnull) == "[24] None\n{}"


def test_what_is_compiled_in_renames_the_folder() -> None:
    """The files of all constants that kernels take from elsewhere are among their sources."""
    package = ROOT / "rummy_lab"
    for path in (package / "fast").glob("[a-z]*.py"):
        module = import_module(f"rummy_lab.fast.{path.stem}")
        for part in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(part, ast.ImportFrom) and (part.module or "").startswith("rummy_lab."):
                taken = [getattr(module, name.asname or name.name, None) for name in part.names]
                if any(isinstance(value, int) for value in taken):
                    home = import_module(part.module or "").__file__
                    assert Path(home or "") in compiling.sources(), f"{path.name}: {part.module}"


def test_where_compiled_code_is_kept(tmp_path: Path) -> None:
    said = run(ANSWER, NUMBA_CACHE_DIR=str(tmp_path / "kept"))
    folder = Path(said.removeprefix("[10] "))
    assert folder.parents[1] == tmp_path / "kept"
    assert list(folder.rglob("onepack.*.nbc"))


def test_what_other_versions_compiled_is_removed(tmp_path: Path) -> None:
    names = [f"{number:016x}" for number in range(7)]
    for age, name in enumerate([*names, "something else"]):
        (tmp_path / "rummy-lab" / name / "fast").mkdir(parents=True)
        then = time.time() - 100_000 * age
        os.utime(tmp_path / "rummy-lab" / name, (then, then))
    code = "from rummy_lab.fast.compiling import kept_in; print(kept_in().name)"
    mine = run(code, NUMBA_CACHE_DIR=str(tmp_path))
    left = {path.name for path in (tmp_path / "rummy-lab").iterdir()}
    assert left == {mine, *names[:3], "something else"}


def test_where_no_folder_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run(ANSWER, NUMBA_CACHE_DIR=str(tmp_path / "file")) == "[10] None"


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("broken", [b"", b"no code"])
def test_what_was_kept_and_is_broken_is_compiled_anew(
    tmp_path: Path, ending: str, broken: bytes
) -> None:
    said = run(ANSWER, NUMBA_CACHE_DIR=str(tmp_path))
    kept = list(tmp_path.rglob(f"*.{ending}"))
    for path in kept:
        path.write_bytes(broken)
    assert run(ANSWER, NUMBA_CACHE_DIR=str(tmp_path)) == said
    again = [path for path in kept if path.name.startswith("batch._of_masks-")]
    assert again and all(path.read_bytes() != broken for path in again)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk here")
def test_where_the_disk_is_full(tmp_path: Path) -> None:
    full = (
        "import builtins, sys; from numba.core import caching\n"
        "caching.open = lambda path, mode: builtins.open("
        "path if 'r' in mode else '/dev/full', mode)\n"
    )
    said = run(full + ANSWER, NUMBA_CACHE_DIR=str(tmp_path))
    assert said.startswith("[10] ") and not list(tmp_path.rglob("*.nbi"))


def test_a_space_for_more_wilds_takes_the_place_of_one_for_fewer() -> None:
    at = TWO_PACKS.at()
    assert Space(at, 2).array.shape < Space(at, 4).array.shape
    for wilds in (1, 4, 0):
        compare([rl.cards("7h 8h Kd 2c " + "JK " * wilds)], at)
