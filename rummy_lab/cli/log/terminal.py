"""Where lines come from: a terminal, with completion and history, or any stream."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from rummy_lab.cli.common import say

Complete = Callable[[str], tuple[int, list[str]]]
"""From the text typed so far to where its last piece begins, and what that could become."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; `half` is the line that was being typed."""

    def __init__(self, half: str = "") -> None:
        self.half = half
        super().__init__()


class Lines(Protocol):
    """What asks for lines. Raises `EOFError` at the end, `Interrupted` for Ctrl-C."""

    at_terminal: bool

    def ask(self, prompt: str, half: str, complete: Complete) -> str:
        """The line typed at a prompt; `half` is what stands there already."""
        ...


def lines_of(stdin: Any, stdout: Any) -> Lines:
    """The terminal where both ends are one, else the stream."""
    return Terminal() if stdin.isatty() and stdout.isatty() else Stream(stdin)


class Stream:
    """Plain lines, as from a file or a program."""

    at_terminal = False

    def __init__(self, stdin: Any) -> None:
        self.stdin = stdin
        if hasattr(stdin, "reconfigure"):
            stdin.reconfigure(encoding="utf-8", errors="replace")

    def ask(self, prompt: str, half: str, complete: Complete) -> str:
        """The next line."""
        print(prompt, end="", flush=True)
        try:
            line = self.stdin.readline()
        except KeyboardInterrupt:
            raise Interrupted from None
        say(line.rstrip("\r\n"))
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


class Terminal:
    """A terminal, by prompt_toolkit: Tab completes, the arrows bring earlier lines back."""

    at_terminal = True

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession

        self.session: PromptSession[str] = PromptSession(complete_while_typing=False)

    def ask(self, prompt: str, half: str, complete: Complete) -> str:
        """The next line."""
        try:
            return self.session.prompt(prompt, default=half, completer=_completer(complete))
        except KeyboardInterrupt:
            raise Interrupted(self.session.default_buffer.text) from None


def _completer(complete: Complete) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Legal(Completer):
        """Asks what may be typed only when Tab is pressed."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterable[Completion]:
            text = document.text_before_cursor
            start, found = complete(text)
            return (Completion(one, start - len(text)) for one in found)

    return Legal()


def standard() -> Lines:
    """The lines of the standard input."""
    return lines_of(sys.stdin, sys.stdout)
