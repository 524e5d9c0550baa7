"""What all widgets share: front-end text, static pictures, errors said in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib import resources
from typing import Any, Concatenate, ParamSpec, Protocol

import anywidget
import ipywidgets
import traitlets

from rummy_lab.display.markup import fragment
from rummy_lab.rules import Rules
from rummy_lab.variants import rules_of

_FILES = resources.files("rummy_lab.widgets")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def module(name: str) -> str:
    """The ESM of a widget: the shared drawing put in front of the widget's own.

    Relative imports do not work there.

    >>> module("turns").count("export default")
    1
    """
    return _text("cards.js") + "\n" + _text(f"{name}.js")


def style(*names: str) -> str:
    """The style of a widget: the shared one and its own.

    >>> ".rl-turns" in style("turns")
    True
    """
    return "\n".join(_text(f"{name}.css") for name in ("cards", *names))


def _text(name: str) -> str:
    return (_FILES / name).read_text(encoding="utf-8")


class Pieces(anywidget.AnyWidget):
    """A drawn part of a tool. It sends no trait that was not meant for whoever looks on."""

    look = traitlets.Dict({"four": False, "size": "normal", "text": False}).tag(sync=True)

    def __init__(self, heard: Callable[[dict[str, Any]], None] | None = None) -> None:
        super().__init__()
        self.heard = heard
        self._pictures = 0
        self._done: Callable[[bytes], None] | None = None
        self.on_msg(self._hear)

    def _hear(self, _: Any, content: Any, buffers: Sequence[Any] | None) -> None:
        if not isinstance(content, dict):
            return
        if content.get("do") == "drawn":
            self._drawn(content.get("number"), buffers)
        elif self.heard is not None:
            self.heard(content)

    def put(self, **values: Any) -> None:
        """Sets several traits and sends what changed in one message."""
        with self.hold_sync():
            for name, value in values.items():
                if getattr(self, name) != value:
                    setattr(self, name, value)

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard of the page."""
        self.send({"copy": text})

    def draw(self, svg: str, done: Callable[[bytes], None]) -> None:
        """Has the page make a PNG of a picture; `done` gets its bytes, none where it could not."""
        self._pictures += 1
        self._done = done
        self.send({"draw": svg, "number": self._pictures})

    def _drawn(self, number: Any, buffers: Sequence[Any] | None) -> None:
        """Hands on the first answer for the picture asked for last.

        A tool that is shown in two places answers twice, and the second one may come when another
        picture is asked for.
        """
        if self._done is None or number != self._pictures:
            return
        done, self._done = self._done, None
        done(bytes(buffers[0]) if buffers else b"")


class Board(Pieces):
    """A drawn part with cards to select, a row of actions and a place for answers.

    - `selected`: keys of cards; the page sets it too. A key is the card's text, with `#2` and so on
      for further copies.
    - `actions`: `label`, `text` (or `do`), `can`, `main`.
    - `message`: `kind` ("info", "ok", "no", "hint"), `head`, `reasons` (`text`, `clause`,
      `standing`, `words`), `more`, `choices`.
    """

    selected: Any = traitlets.List().tag(sync=True)
    actions: Any = traitlets.List().tag(sync=True)
    message: Any = traitlets.Dict().tag(sync=True)


class RulesTrait(traitlets.TraitType[Any, Any]):
    """A rule set; a variant's id is one too."""

    def validate(self, _: Any, value: Any) -> Rules:
        """The rule set; raises `RulesError` for what is none."""
        return rules_of(value)


class Tool(ipywidgets.VBox):
    """A box of widgets that is one tool, with a static picture for where no kernel runs."""

    _busy = False

    def __init__(self, children: tuple[ipywidgets.Widget, ...] = ()) -> None:
        super().__init__(children)
        self.add_class("rl-tool")

    def static_html(self) -> str:
        """The tool as HTML that needs neither kernel nor scripts; empty while it shows nothing."""
        return ""

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """While widgets are set from here, nothing that they report is answered."""
        busy, self._busy = self._busy, True
        try:
            yield
        finally:
            self._busy = busy

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        name = type(self).__name__
        idle = fragment(f"<p>{name}: run this cell in a notebook to use it.</p>", name)
        return {**bundle, "text/html": self.static_html() or idle}


class Teller(Protocol):
    """Whatever can say a sentence to the user."""

    def tell(self, sentence: str) -> None:
        """Shows a sentence in place."""


Params = ParamSpec("Params")


def plainly(
    call: Callable[Concatenate[Any, Params], None],
) -> Callable[Concatenate[Any, Params], None]:
    """Lets a method answer a user's error with one sentence instead of a traceback."""

    @wraps(call)
    def answered(self: Teller, *args: Params.args, **kwargs: Params.kwargs) -> None:
        try:
            call(self, *args, **kwargs)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            self.tell(stopped(f"{where}{error.strerror or error}"))
        except (ValueError, ModuleNotFoundError) as error:
            self.tell(stopped(str(error)))

    return answered


def stopped(sentence: str) -> str:
    """A sentence with its full stop, if nothing else ends it.

    >>> stopped("no card"), stopped("did you mean '4s'?")
    ('no card.', "did you mean '4s'?")
    """
    return sentence if sentence.endswith((".", "?", "!", "…")) else f"{sentence}."


def button(text: str, press: Callable[[], None], tip: str = "") -> ipywidgets.Button:
    """An ordinary button as wide as its text."""
    made = ipywidgets.Button(description=text, tooltip=tip or text, layout={"width": "auto"})
    made.on_click(lambda _: press())
    return made


def row(*children: ipywidgets.Widget) -> ipywidgets.Box:
    """Controls side by side, in more lines where the page is narrow."""
    made = ipywidgets.Box(children)
    made.add_class("rl-row")
    return made


def show(widget: ipywidgets.DOMWidget, shown: bool) -> None:
    """Shows or hides a widget without making or closing any.

    Shown is the empty text, since a browser's kernel does not send a `None` on to the page.
    """
    wanted = "" if shown else "none"
    if (widget.layout.display or "") != wanted:
        widget.layout.display = wanted
