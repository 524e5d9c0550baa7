"""Python in a browser: what is not there is said in one line, to our code alone."""

from __future__ import annotations

import subprocess
import sys

START = """
import sys
class Hidden:
    def __init__(self, finder): self.finder = finder
    def __getattr__(self, name): return getattr(self.finder, name)
    def find_spec(self, name, *more):
        return None if name == "pandas" else self.finder.find_spec(name, *more)
sys.meta_path[:] = [Hidden(finder) for finder in sys.meta_path]
sys.platform = "emscripten"
import rummy_lab as rl
end = rl.FinalPosition(hands={"A": "Ks", "B": ""}, out="B")
"""


def python(code: str) -> str:
    run = [sys.executable, "-c", START + code]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_what_is_missing_is_said_kindly():
    said = python("""
try:
    rl.compare_scores(end)
except ImportError as error:
    print(error.name, "|", *error._render_traceback_())
""")
    assert said.startswith("pandas | this needs pandas") and "`import pandas`" in said


def test_other_code_is_told_what_it_always_is():
    said = python("""
import importlib.util
print(importlib.util.find_spec("pandas"))
try:
    import pandas
except ImportError as error:
    print(type(error).__name__, error)
""")
    assert said == "None\nModuleNotFoundError No module named 'pandas'"


def test_a_tool_says_it_in_place():
    said = python("""
from rummy_lab.widgets.base import plainly
class Tool:
    def tell(self, sentence): print(sentence)
    @plainly
    def press(self): rl.compare_scores(end)
Tool().press()
""")
    assert said.startswith("this needs pandas") and said.endswith(".")


def test_on_any_other_system_nothing_is_changed():
    run = [sys.executable, "-c", "import sys, rummy_lab; print('rummy_lab.browser' in sys.modules)"]
    assert subprocess.run(run, capture_output=True, text=True, timeout=60).stdout.strip() == "False"


def test_most_tools_work_without_tables():
    said = python("""
from rummy_lab import widgets
for name in widgets.__all__:
    try:
        getattr(rl, name)()
        print(name)
    except ImportError as error:
        print("needs", error.name)
""")
    assert said.split("\n").count("needs pandas") <= 1, said
    for name in ("DealStepper", "HouseRules", "MeldExplorer", "ReplayViewer", "ScoreSheet"):
        assert name in said


def test_simulations_say_in_place_what_they_need():
    said = python("""
tool = rl.SimulationExplorer(["block"], deals=3)
for panel in tool.panels:
    panel.toggle.value = True
tool.controls.go.click()
print(tool.controls.note.value.partition("</style>")[2], tool.running)
""")
    assert "this needs pandas" in said and "`import pandas`" in said and said.endswith("False")
