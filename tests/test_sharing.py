"""Browser tests go to two workers, whole files at a time; any other test to whoever is free."""

from __future__ import annotations

from pathlib import Path

from sharing import scope_of

HERE = Path(__file__).parent


def test_two_workers_share_the_browser_tests() -> None:
    files = sorted((HERE / "browser").glob("test_*.py"))
    tests = [f"tests/browser/{file.name}::test_{n}" for file in files for n in range(2)]
    others = ["tests/test_arrange.py::test_a", "tests/test_arrange.py::test_b[browser]"]
    scopes = [scope_of(test, [*others, *tests]) for test in tests]
    assert scopes[::2] == scopes[1::2]
    assert {scope: scopes.count(scope) // 2 for scope in scopes} == {
        "browser 0": (len(files) + 1) // 2, "browser 1": len(files) // 2
    }  # fmt: skip
    assert [scope_of(test, others) for test in others] == others
