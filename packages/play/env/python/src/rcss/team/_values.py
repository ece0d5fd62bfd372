"""What a player believes, what a coach sees, and what a player does; the fields are those of team-process.schema.json.

Places are in the team frame: meters, the own goal at x = -52.5, the opponents' goal at x = 52.5. Angles are in degrees, 0 along +x, 90
along +y; velocities in meters per cycle; ages in cycles.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar, Union

Value = TypeVar("Value")


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
class Ball(Motion):
    """The ball as a player believes it to be."""

    z: float
    """Height, meters; 0 on the ground."""
    age: float
    """Cycles since it was seen."""
    vel_age: float
    """Cycles since its velocity was seen."""
    error: float
    """Standard deviation of the place, meters."""
    is_lost: bool
    """Whether the ball was not at its expected place."""


@dataclass(frozen=True)
class Player(Motion):
    """Another player as a player believes it to be."""

    unum: int
    """Uniform number; 0: not known."""
    body: float
    """Direction of the body, degrees."""
    age: float
    """Cycles since it was seen."""
    body_age: float
    """Cycles since the direction of its body was seen."""
    goalie: bool
    tackling: bool
    kicked: bool
    type_id: int
    """Id of the player type, as far as it is known."""


@dataclass(frozen=True)
class Own(Motion):
    """The state of the player itself."""

    body: float
    """Direction of the body, degrees."""
    neck: float
    """Angle of the neck relative to the body, degrees."""
    pos_error: float
    """Standard deviation of the place, meters."""
    stamina: float
    effort: float
    recovery: float
    capacity: float
    view_width: str
    tackle_expires: int
    """Cycles until a tackle ends."""
    charged: int
    """Cycles until the player can move after a foul."""
    arm_movable: int
    """Cycles until the arm can move."""
    attention: int
    """Player that is listened to; 0: all."""
    type_id: int


@dataclass(frozen=True)
class Reach:
    """When and where a player gets the ball."""

    cycles: int
    """Cycles from now; more than 100: never."""
    x: float
    y: float


@dataclass(frozen=True)
class Race:
    """Who gets the ball first."""

    own: Reach
    mate: Reach
    mate_unum: int
    opponent: Reach


@dataclass(frozen=True)
class Intercept(Reach):
    """When and where a player gets the ball, and what it does until then."""

    own: bool
    """Whether the player is of the own team; the player itself is, too."""
    unum: int
    """Uniform number; 0: not known."""
    turns: int
    """Cycles in which it turns."""
    dashes: int
    """Cycles in which it dashes."""
    stamina: float | None
    """At the ball if all dashes have full power; None: not known."""


@dataclass(frozen=True)
class Heard:
    """A text of a teammate."""

    unum: int
    text: str


@dataclass(frozen=True)
class HeardPart:
    """A part of a message of a teammate."""

    unum: int
    """Number of the speaker."""
    kind: str
    """`pass`, `ball`, `self`, `offside_line`, `player`, `stamina`, `request`, `intercept`, `goalie`, or the name of an own kind."""
    values: dict[str, float]
    """Its numbers by their names."""


@dataclass(frozen=True)
class World:
    """What a player believes in a cycle."""

    time: int
    """Game time, cycles."""
    stoppage_time: int
    """Cycles since the game time stands still."""
    cycle: int
    mode: str
    """Play mode without its side, for example `free_kick`."""
    mode_is_own: bool | None
    """Whether the side of the play mode is the own one; None without a side."""
    mode_age: int
    goals_for: int
    goals_against: int
    unum: int
    goalie: bool
    saw_this_cycle: bool
    kickable: bool
    """Whether the player can kick the ball now."""
    is_first: bool
    """Whether no teammate gets the ball earlier."""
    offside_line: float
    """x beyond which own players are offside, meters."""
    last_touch: str | None
    """Who had the ball last: `own`, `opponent`, `contested`; None: not known."""
    banned_taker: int
    pass_receiver: int
    """Receiver of a pass that a teammate has announced; 0: none."""
    home: Point
    """Own place in the formation for the place of the ball."""
    me: Own
    ball: Ball
    teammates: list[Player]
    opponents: list[Player]
    race: Race
    heard: list[Heard]
    """Texts of teammates in this cycle."""
    heard_parts: list[HeardPart]
    """Parts of messages of teammates in this cycle."""
    heard_opponents: list[str]
    """Messages of opponents in this cycle, as they were said."""
    coach_heard: list[str]
    """Texts of the own coach in this cycle."""

    def teammate(self, unum: int) -> Player | None:
        """Return a teammate; None if its place is not known."""
        return next((player for player in self.teammates if player.unum == unum), None)

    def nearest_opponent(self, place: PointLike) -> Player | None:
        """Return the opponent nearest to a place; None if none is known."""
        return min(self.opponents, key=lambda player: player.distance(place), default=None)


@dataclass(frozen=True)
class SeenPlayer(Motion):
    """A player as the coach sees it."""

    unum: int
    goalie: bool
    body: float
    neck: float
    tackling: bool
    kicked: bool
    type_id: int
    """Id of the player type; -1: an opponent whose type is not known yet."""


@dataclass(frozen=True)
class OpponentPlace(Point):
    """Where an opponent stands in the formation of the opponents while the ball is where it is now."""

    unum: int
    line: str
    """`goalie`, `defense`, `midfield` or `attack`."""


@dataclass(frozen=True)
class OpponentHabits:
    """What one opponent did."""

    unum: int
    kicks: int
    """Cycles in which it kicked the ball."""
    passes_to: list[int]
    """Its passes that arrived, by the number of the receiver; entry 0 is not used."""
    lost: int
    """Times that an own player touched the ball next after it."""
    shots: int
    """Kicks towards the own goal from at most 35 m."""
    set_plays: dict[str, int]
    """Set plays that it has taken, by play mode without side."""
    marks: list[int]
    """Cycles within 5 m of each own player while the own team had the ball; entry 0 is not used."""


@dataclass(frozen=True)
class OpponentModel:
    """What the coach has seen of the opponents since the start."""

    cycles: int
    """Cycles of open play that were seen."""
    shape: str | None
    """Numbers of field players from back to front, for example `4-3-3`; None before 100 cycles."""
    line_with_ball: float | None
    """Mean x of the second-last opponent while they have the ball, meters; None: not seen."""
    line_without_ball: float | None
    """Mean x of the second-last opponent while they do not have the ball, meters; None: not seen."""
    places: list[OpponentPlace]
    """Places of their formation for the present place of the ball; none before 100 cycles."""
    players: list[OpponentHabits]
    """Habits of the opponents 1 to 11."""


@dataclass(frozen=True)
class View:
    """What the coach sees: all places, without noise."""

    time: int
    mode: str
    mode_is_own: bool | None
    goals_for: int
    goals_against: int
    substitutions_left: int
    refusals: list[str]
    """Why the server refused orders, since the last decision: its codes, for example `no_subs_left`."""
    ball: Motion
    teammates: list[SeenPlayer]
    opponents: list[SeenPlayer]
    opponent_model: OpponentModel
    """What the coach has seen of the opponents since the start."""


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


@dataclass(frozen=True)
class Step:
    """A step of a choice."""

    kind: Literal["pass", "dribble", "shot"]
    target: Point
    """Place of the ball after the step."""
    unum: int
    """Player that has the ball after the step; 0 after a shot."""
    cycles: int
    probability: float
    """Of success, 0 to 1."""


@dataclass(frozen=True)
class Choice:
    """What a player with the ball can do: a first step, and what may follow."""

    action: Action
    """Does the first step now."""
    steps: list[Step]
    value: float
    """Expected value for the agent."""
    probability: float
    """That all steps succeed, 0 to 1."""

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


def read_choice(message: Mapping[str, Any]) -> Choice:
    """Return a choice of the agent."""
    steps = [build(Step, {**step, "target": build(Point, step["target"])}) for step in message["steps"]]
    return Choice(read_action(message["action"]), steps, message["value"], message["probability"])


def read_action(message: Mapping[str, Any]) -> Action:
    """Return an action of the agent."""

    def place(name: str) -> Point | None:
        value = message.get(name)
        return None if value is None else Point(value["x"], value["y"])

    return Action(
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


_READERS: dict[type, list[tuple[str, str]]] = {}
"""Fields of a type: its names and those of messages."""


def build(kind: type[Value], message: Mapping[str, Any]) -> Value:
    """Return an object of a message; fields that this version does not have are left out."""
    names = _READERS.get(kind)
    if names is None:
        names = [(each.name, to_camel(each.name)) for each in dataclasses.fields(kind)]  # type: ignore[arg-type]
        _READERS[kind] = names
    # Without the constructor, which takes twice as long: a cycle of eleven players has 240 objects.
    value = object.__new__(kind)
    value.__dict__.update({name: message[key] for name, key in names})
    return value


def read_world(message: Mapping[str, Any]) -> World:
    """Return the belief of a message."""
    race = message["race"]
    parts: dict[str, Any] = {
        **message,
        "home": build(Point, message["home"]),
        "me": build(Own, message["me"]),
        "ball": build(Ball, message["ball"]),
        "teammates": [build(Player, each) for each in message["teammates"]],
        "opponents": [build(Player, each) for each in message["opponents"]],
        "race": Race(
            build(Reach, race["own"]), build(Reach, race["mate"]), race["mateUnum"], build(Reach, race["opponent"])
        ),
        "heard": [build(Heard, each) for each in message["heard"]],
        "heardParts": [read_part(each) for each in message["heardParts"]],
    }
    return build(World, parts)


def read_part(message: Mapping[str, Any]) -> HeardPart:
    """Return a part that was said; one of an own kind has the name of the kind."""
    part = message["part"]
    if part["kind"] == "own":
        return HeardPart(message["unum"], part["name"], dict(part["values"]))
    return HeardPart(message["unum"], part["kind"], {key: value for key, value in part.items() if key != "kind"})


def read_view(message: Mapping[str, Any]) -> View:
    """Return the view of a message."""
    parts: dict[str, Any] = {
        **message,
        "ball": build(Motion, message["ball"]),
        "teammates": [build(SeenPlayer, each) for each in message["teammates"]],
        "opponents": [build(SeenPlayer, each) for each in message["opponents"]],
        "opponentModel": read_opponent_model(message["opponentModel"]),
    }
    return build(View, parts)


def read_opponent_model(message: Mapping[str, Any]) -> OpponentModel:
    """Return the model of a message."""
    parts: dict[str, Any] = {
        **message,
        "places": [build(OpponentPlace, each) for each in message["places"]],
        "players": [build(OpponentHabits, each) for each in message["players"]],
    }
    return build(OpponentModel, parts)


@dataclass(frozen=True)
class Match:
    """What does not change in a match."""

    side: str = "l"
    server: dict[str, Any] = field(default_factory=dict)
    """All parameters of the server."""
    player_types: list[dict[str, Any]] = field(default_factory=list)
    """Player types by their id."""
