"""How the tests are shared out between the workers."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling


class Sharing(LoadScopeScheduling):
    """Any test goes to whoever is free, but those that need a browser go to two workers alone.

    Each of the two starts a browser and a server, and waits for both a lot. The path of a test
    decides, not a mark: xdist 3.8 adds marks of groups to the names of tests, where pytest 9.2
    does not look for them (issue 1386 of pytest-xdist).
    """

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        if "browser/" not in path:
            return nodeid
        files = sorted({one.partition("::")[0] for one in self.collection or [nodeid]})
        return f"browser {files.index(path) % 2}"
