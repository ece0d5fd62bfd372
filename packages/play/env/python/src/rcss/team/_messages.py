"""The messages of process teams, from their schema: `npm run generate -- messages` writes this file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ._base import Action, HeardPart, Motion, Point

VERSION = 1
"""Version of the messages."""

KINDS: dict[str, tuple[str, ...]] = {
    "pass": ("receiver",),
    "ball": ("x", "y", "vx", "vy"),
    "self": ("x", "y"),
    "offside_line": ("x",),
    "player": ("own", "unum", "x", "y"),
    "stamina": ("value",),
    "request": ("x", "y"),
    "intercept": ("unum", "cycles"),
    "goalie": ("x", "y"),
}
"""Kinds of parts that every team has, with their numbers."""


@dataclass(frozen=True)
class Own(Motion):
    """The state of the player itself."""

    body: float
    """Direction of the body, degrees."""
    neck: float
    """Angle of the neck, relative to the body, degrees."""
    pos_error: float
    """Standard deviation of the place, meters."""
    stamina: float
    """0 to `stamina_max`."""
    effort: float
    """0 to 1."""
    recovery: float
    """0 to 1."""
    capacity: float
    """Stamina that is left for the match."""
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
    """Id of the own player type."""


@dataclass(frozen=True)
class Ball(Motion):
    """The ball as a player believes it to be."""

    z: float
    """Height, meters; 0 on the ground."""
    age: float
    """Cycles since it was seen; 0: in this cycle."""
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
    """Cycles since it was seen; 0: in this cycle."""
    body_age: float
    """Cycles since the body direction was seen."""
    goalie: bool
    tackling: bool
    kicked: bool
    type_id: int
    """Id of the player type, as far as it is known."""


@dataclass(frozen=True)
class Reach(Point):
    """When and where a player gets the ball."""

    cycles: int
    """Cycles from now; more than 100: never."""


@dataclass(frozen=True)
class Race:
    """Who gets the ball first."""

    own: Reach
    mate: Reach
    mate_unum: int
    """0: none."""
    opponent: Reach


@dataclass(frozen=True)
class Heard:
    """A text of a teammate."""

    unum: int
    """Uniform number."""
    text: str


@dataclass(frozen=True)
class World:
    """What a player believes in a cycle."""

    time: int
    """Game time, cycles."""
    stoppage_time: int
    """Cycles since the game time stands still."""
    cycle: int
    """Cycles since the player connected."""
    mode: str
    """Play mode without its side, for example `free_kick`."""
    mode_is_own: bool | None
    """Whether the side of the play mode is the own one; None without a side."""
    mode_age: int
    """Cycles since the play mode changed."""
    goals_for: int
    """Own goals."""
    goals_against: int
    """Goals of the opponents."""
    unum: int
    """Own number."""
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
    """Player that took the set play and must not touch the ball again; 0: none."""
    pass_receiver: int
    """Receiver of a pass that a teammate has announced; 0: none."""
    home: Point
    """Own place in the formation for the place of the ball, not offside."""
    me: Own
    ball: Ball
    teammates: list[Player]
    """Teammates that are not lost, in no order."""
    opponents: list[Player]
    """Opponents that are not lost, in no order."""
    race: Race
    heard: list[Heard]
    """Texts of teammates in this cycle."""
    heard_parts: list[HeardPart]
    """Parts of messages of teammates in this cycle."""
    heard_opponents: list[str]
    """Messages of opponents in this cycle, as they were said."""
    coach_heard: list[str]
    """Texts of the own coach in this cycle."""


@dataclass(frozen=True)
class SeenPlayer(Motion):
    """A player as the coach sees it."""

    unum: int
    """Uniform number."""
    goalie: bool
    body: float
    """Degrees."""
    neck: float
    """Degrees, relative to the body."""
    tackling: bool
    kicked: bool
    type_id: int
    """Id of the player type; -1: an opponent whose type is not known."""


@dataclass(frozen=True)
class OpponentPlace(Point):
    """Where an opponent stands in the formation of the opponents while the ball is where it is now."""

    unum: int
    """Uniform number."""
    line: str
    """`goalie`, `defense`, `midfield` or `attack`."""


@dataclass(frozen=True)
class OpponentHabits:
    """What one opponent did."""

    unum: int
    """Uniform number."""
    kicks: int
    """Cycles in which it kicked the ball."""
    passes_to: list[int]
    """Its passes that arrived, by number; entry 0 is not used."""
    lost: int
    """Times that an own player touched the ball next after it."""
    shots: int
    """Kicks towards the own goal from at most 35 m."""
    set_plays: dict[str, int]
    """Set plays that it has taken, by play mode without side."""
    marks: list[int]
    """Cycles within 5 m of each own player while the own team had the ball, by number; entry 0 is not used."""


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
    """Game time, cycles."""
    mode: str
    """Play mode without its side."""
    mode_is_own: bool | None
    goals_for: int
    """Own goals."""
    goals_against: int
    """Goals of the opponents."""
    substitutions_left: int
    """Substitutions that the coach may still order during the match."""
    free_types: list[int]
    """Player types that a player can get now, by their id."""
    refusals: list[str]
    """Why the server refused orders, since the last decision: its codes."""
    ball: Motion
    teammates: list[SeenPlayer]
    opponents: list[SeenPlayer]
    opponent_model: OpponentModel


@dataclass(frozen=True)
class Step:
    """A step of a choice."""

    kind: Literal["pass", "dribble", "shot"]
    """How the ball moves."""
    target: Point
    """Place of the ball after the step."""
    unum: int
    """Player that has the ball after the step; 0 after a shot."""
    cycles: int
    """Duration."""
    probability: float
    """Of success, 0 to 1."""


@dataclass(frozen=True)
class Choice:
    """What a player with the ball can do."""

    action: Action
    """Does the first step now."""
    steps: list[Step]
    """The first step, and what may follow it."""
    value: float
    """Expected value for the agent."""
    probability: float
    """That all steps succeed, 0 to 1."""


@dataclass(frozen=True)
class Intercept(Point):
    """When and where a player gets the ball, and what it does until then."""

    own: bool
    """Whether the player is of the own team; the player itself is, too."""
    unum: int
    """Uniform number; 0: not known."""
    cycles: int
    """Cycles from now."""
    turns: int
    """Cycles in which it turns."""
    dashes: int
    """Cycles in which it dashes."""
    stamina: float | None
    """At the ball if all dashes have full power; None: not known."""
