"""The tree of states that a deal's cursor walks."""

from __future__ import annotations

from rummy_lab.deal.state import Event, State


class Node:
    """A state in the tree of a deal: `event` led to it from `parent`; `name` names a branch."""

    __slots__ = ("children", "event", "id", "name", "parent", "state")

    def __init__(self, id: int, parent: Node | None, event: Event | None, state: State) -> None:
        self.id, self.parent, self.event, self.state = id, parent, event, state
        self.children: list[Node] = []
        self.name = ""

    def __repr__(self) -> str:
        return f"<node {self.id}: {self.event or 'start'}>"
