"""What a team writes and what has methods: places, actions, parts of messages.

Places are in the team frame: meters, the own goal at x = -52.5, the opponents' goal at x = 52.5. Angles are in degrees, 0 along +x, 90
along +y; velocities in meters per cycle; ages in cycles.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Union


class HasPlace(Protocol):
    """Something with a place: the ball, a player, a point."""

    @property
    def x(self) -> float:
        """Meters."""

    @property
    def y(self) -> float:
        """Meters."""


PointLike = Union[HasPlace, Sequence[float]]
"""A place: `(10, 0)`, or anything with `x` and `y`."""

Command = Mapping[str, Any]
Off = Literal["off"]


def to_point(value: PointLike, name: str) -> dict[str, float]:
    """Return a place as JSON; raise TypeError if the value is none."""
    x: Any
    y: Any
    x, y = (
        value
        if isinstance(value, Sequence) and len(value) == 2
        else (getattr(value, "x", None), getattr(value, "y", None))
    )
    if not (is_number(x) and is_number(y)):
        raise TypeError(f"{name}: {value!r} is not a point such as (10, 0)")
    return {"x": x, "y": y}


def is_number(value: object) -> bool:
    """Return whether a value is a finite number; numbers of numpy are some."""
    try:
        return not isinstance(value, (bool, str)) and math.isfinite(value)  # type: ignore[arg-type]
    except TypeError:
        return False


@dataclass(frozen=True)
class Point:
    """A place, meters."""

    x: float
    y: float

    def distance(self, other: PointLike) -> float:
        """Return the distance to another place, meters."""
        place = to_point(other, "other")
        return math.hypot(place["x"] - self.x, place["y"] - self.y)


@dataclass(frozen=True)
class Motion(Point):
    """A place with a velocity."""

    vx: float
    """Meters per cycle."""
    vy: float
    """Meters per cycle."""


@dataclass(frozen=True)
class HeardPart:
    """A part of a message of a teammate."""

    unum: int
    """Number of the speaker."""
    kind: str
    """`pass`, `ball`, `self`, `offside_line`, `player`, `stamina`, `request`, `intercept`, `goalie`, or the name of an own kind."""
    values: dict[str, float]
    """Its numbers by their names."""

    @classmethod
    def read(cls, message: Mapping[str, Any]) -> HeardPart:
        """Return a part that was said; one of an own kind has the name of the kind."""
        part = message["part"]
        if part["kind"] == "own":
            return cls(message["unum"], part["name"], dict(part["values"]))
        return cls(message["unum"], part["kind"], {key: value for key, value in part.items() if key != "kind"})


@dataclass(frozen=True)
class Action:
    """What a player does in a cycle. Skills return one; `change` returns it with other details."""

    kind: str
    reason: str = ""
    body: Command | None = None
    look_at: PointLike | None = None
    """Point that the player needs to see."""
    pass_to: int = 0
    """Teammate to which the ball is passed; 0: none."""
    target: PointLike | None = None
    """Point to which the action leads, for drawings."""
    turn_neck: float | None = None
    """Moment of the neck, degrees; None: the agent decides."""
    change_view: Literal["narrow", "normal", "wide"] | None = None
    """Width of the view; None: the agent decides."""
    change_focus: PointLike | None = None
    """Point that the focus moves to."""
    point_to: PointLike | Off | None = None
    """Point that the arm points to; `off`: stops pointing."""
    attention_to: int | Off | None = None
    """Teammate to listen to; `off`: all."""

    def __post_init__(self) -> None:
        """Refuse places that are none, where they are written."""
        for name in ("look_at", "target", "change_focus", "point_to"):
            value = getattr(self, name)
            if value is not None and value != "off":
                to_point(value, name)

    def change(self, **details: Any) -> Action:
        """Return the action with other details: `me.pass_to(9).change(turn_neck=30)`."""
        return dataclasses.replace(self, **details)

    def to_json(self) -> dict[str, Any]:
        """Return the action as a message has it."""
        message: dict[str, Any] = {"kind": self.kind, "reason": self.reason[:400], "passTo": self.pass_to}
        if self.body is not None:
            message["body"] = dict(self.body)
        for name in ("look_at", "target", "change_focus", "point_to"):
            value = getattr(self, name)
            if value is not None:
                message[to_camel(name)] = value if value == "off" else to_point(value, name)
        for name in ("turn_neck", "change_view"):
            if getattr(self, name) is not None:
                message[to_camel(name)] = getattr(self, name)
        if self.attention_to is not None:
            message["attentionTo"] = "off" if self.attention_to == "off" else {"own": True, "unum": self.attention_to}
        return message

    @classmethod
    def read(cls, message: Mapping[str, Any]) -> Action:
        """Return an action of the agent."""

        def place(name: str) -> Point | None:
            value = message.get(name)
            return None if value is None else Point(value["x"], value["y"])

        return cls(
            kind=message["kind"],
            reason=message["reason"],
            body=message["body"],
            look_at=place("lookAt"),
            pass_to=message["passTo"],
            target=place("target"),
        )


def to_camel(name: str) -> str:
    """Return the name of a field in messages."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)
