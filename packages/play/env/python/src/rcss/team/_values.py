"""What a player believes, what a coach sees, and what a player chooses from, as a team gets them: the messages, with methods."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from . import _messages
from ._base import Action, PointLike, is_number, to_camel, to_point
from ._messages import Player, Step

Value = TypeVar("Value")


@dataclass(frozen=True)
class World(_messages.World):
    """What a player believes in a cycle."""

    def teammate(self, unum: int) -> Player | None:
        """Return a teammate; None if its place is not known."""
        return next((player for player in self.teammates if player.unum == unum), None)

    def nearest_opponent(self, place: PointLike) -> Player | None:
        """Return the opponent nearest to a place; None if none is known."""
        return min(self.opponents, key=lambda player: player.distance(place), default=None)


@dataclass(frozen=True)
class Choice(_messages.Choice):
    """What a player with the ball can do: a first step, and what may follow."""

    @property
    def first(self) -> Step:
        """The first step."""
        return self.steps[0]


@dataclass(frozen=True)
class OwnStep:
    """An own first step for `me.choices` and `me.plan`: the agent judges it and what may follow, as its own passes, dribbles and shots."""

    action: Action | None
    """Does the step now; None: it is not possible now, and the step is left out."""
    kind: Literal["pass", "dribble", "shot"]
    """How the ball moves; a shot ends a plan."""
    target: PointLike
    """Place of the ball after the step."""
    cycles: int
    """Duration, 1 to 100."""
    probability: float
    """Of success, 0 to 1."""
    unum: int | None = None
    """Player that has the ball after the step. None: `pass_to` of the action, the player itself after a dribble, 0 after a shot."""

    def to_json(self) -> dict[str, Any]:
        """Return the step as a message has it."""
        if not isinstance(self.action, Action):
            raise TypeError(f"steps: action: {self.action!r} is not an action such as me.kick_to((40, 0))")
        message: dict[str, Any] = {
            "kind": self.kind,
            "target": to_point(self.target, "steps: target"),
            "cycles": self.cycles,
            "probability": self.probability,
            "action": self.action.to_json(),
        }
        return message if self.unum is None else {**message, "unum": self.unum}


Table = Sequence[Sequence[float]]
"""Numbers at equal distances over the pitch: rows from y = -34 to y = 34, in each the values from x = -52.5 to x = 52.5."""


def table(function: Callable[[float, float], float], columns: int = 22, rows: int = 15) -> list[list[float]]:
    """Return the table of a function of x and y, for `me.choices(values=…)`; it has a value every 5 m, linear between them.

    Call it once, outside of the function that decides.
    """
    if columns < 2 or rows < 2:
        raise ValueError(f"table: {columns} columns and {rows} rows; both are at least 2")
    xs = [-52.5 + 105 * column / (columns - 1) for column in range(columns)]
    ys = [-34 + 68 * row / (rows - 1) for row in range(rows)]
    return [[function(x, y) for x in xs] for y in ys]


def table_to_json(values: Any, name: str) -> list[list[float]]:
    """Return a table as JSON; raise TypeError if the value is none. Arrays of numpy are tables, too."""
    try:
        rows = [list(row) for row in values]
    except TypeError:
        rows = []
    if not rows or not all(is_number(each) for row in rows for each in row):
        raise TypeError(f"{name}: {values!r:.60} is not a table such as team.table(lambda x, y: x / 50)")
    return rows


_READERS: dict[type, tuple[list[tuple[str, str]], list[tuple[str, str, Any, bool]]]] = {}
"""Fields of a type, each with its name in messages: those with the value of the message, and those with another type, and whether they are lists of it."""


def _readers(kind: type) -> tuple[list[tuple[str, str]], list[tuple[str, str, Any, bool]]]:
    """Return the fields of a type; those of another type are read by `read` of that type, or by `build`."""
    plain, built = [], []
    for each in dataclasses.fields(kind):
        match = re.fullmatch(r"(list\[)?(\w+)]?", str(each.type))
        other = None if match is None else getattr(_messages, match[2], None)
        if match is None or other is None:
            plain.append((each.name, to_camel(each.name)))
        else:
            built.append((each.name, to_camel(each.name), getattr(other, "read", None) or other, match[1] is not None))
    return plain, built


def build(kind: type[Value], message: Mapping[str, Any]) -> Value:
    """Return an object of a message; fields that this version does not have are left out."""
    readers = _READERS.get(kind)
    if readers is None:
        readers = _READERS[kind] = _readers(kind)
    plain, built = readers
    # Without the constructor, which takes twice as long: a cycle of eleven players has 240 objects.
    value = object.__new__(kind)
    value.__dict__.update({name: message[key] for name, key in plain})
    for name, key, other, is_list in built:
        part = message[key]
        if isinstance(other, type):
            value.__dict__[name] = [build(other, each) for each in part] if is_list else build(other, part)
        else:
            value.__dict__[name] = [other(each) for each in part] if is_list else other(part)
    return value


@dataclass(frozen=True)
class Match:
    """What does not change in a match."""

    side: str = "l"
    server: dict[str, Any] = field(default_factory=dict)
    """All parameters of the server."""
    player_types: list[dict[str, Any]] = field(default_factory=list)
    """Player types by their id."""
