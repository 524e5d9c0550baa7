"""How the tests are shared out between the workers."""

from __future__ import annotations

from collections.abc import Sequence

from xdist.scheduler import LoadScopeScheduling


class Sharing(LoadScopeScheduling):
    """Any test goes to whoever is free, but those that need a browser go to two workers alone.

    Each of the two starts a browser and a server, and waits for both a lot. The path of a test
    decides, not a mark: xdist 3.8 adds marks of groups to the names of tests, where pytest 9.2
    does not look for them (issue 1386 of pytest-xdist).
    """

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid, self.collection or [nodeid])


def scope_of(nodeid: str, others: Sequence[str]) -> str:
    """What a test among others is handed out with: tests of one scope go to one worker."""
    if not needs_browser(nodeid):
        return nodeid
    files = sorted({path_of(one) for one in others})
    return f"browser {files.index(path_of(nodeid)) % 2}"


def needs_browser(nodeid: str) -> bool:
    """Whether a test needs a browser, by its path."""
    return "browser/" in path_of(nodeid)


def path_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]
