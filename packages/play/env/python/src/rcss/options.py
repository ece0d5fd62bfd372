"""Types of the options that all environments share."""

from __future__ import annotations

from typing import Any, Literal, Sequence, TypedDict, Union

Side = Literal["left", "right"]

AutoReset = Literal["next-step", "same-step", "none"]

RenderMode = Literal["human", "rgb_array", "ansi"]

ActionForm = Literal["box", "tuple", "dict"]
"""Space of actions with parameters: one `Box`, or the choices as `Discrete` or `MultiDiscrete` beside a `Box`."""


MaskPlace = Literal["info", "observation"]
"""Where a parallel environment has the mask of the choices."""


class Agent(TypedDict):
    """A player that an agent controls."""

    side: Side
    unum: int
    """Uniform number, 1 to 11."""


class _ControllerName(TypedDict, total=False):
    name: str
    """Name in results, unique in its pool."""
    weight: float
    """How often it is drawn, in proportion to the others of its pool; 1 by default."""


class Scripts(_ControllerName):
    """The scripts of the scenario."""

    type: Literal["scripts"]


class SingleScript(_ControllerName):
    """One script for all field players; a goalie keeps the script of the scenario."""

    type: Literal["script"]
    script: str


class FrozenPolicy(_ControllerName):
    """A learned policy that does not change."""

    type: Literal["policy"]
    policy: dict[str, Any]
    """A document of the format `rcss-policy`, for example of `rcss.baselines.freeze`."""


class _Team(_ControllerName):
    type: Literal["team"]
    team: str
    """A name that the engine knows, or the path of a team module."""


class Team(_Team, total=False):
    """A team in the engine, whose players perceive the match through their sensors. Its matches cannot be saved."""

    options: dict[str, Any]


Controller = Union[Scripts, SingleScript, FrozenPolicy, Team]


class Others(TypedDict, total=False):
    """Who plays the players of a side without agents; one of several controllers is drawn for each episode."""

    left: Union[Controller, Sequence[Controller]]
    right: Union[Controller, Sequence[Controller]]


class Options(TypedDict, total=False):
    """Options of every environment; see `rcss.Batch`."""

    others: Others
    observation: Union[str, dict[str, Any]]
    action: Union[str, dict[str, Any]]
    reward: dict[str, float]
    discount: float
    horizon: int
    difficulty: float
    frame_skip: int
    stack: int
    state: bool
    reward_terms: bool
    record: bool
    transport: Literal["auto", "shared", "pipe"]
    timeout: float


class AgentOptions(Options, total=False):
    """Options of environments with several agents."""

    agents: Union[Literal["left", "right", "both", "first"], Sequence[Agent]]


class BatchOptions(Options, total=False):
    """Options of `rcss.make_batch`."""

    agents: Union[Literal["left", "right", "both", "first", "none"], Sequence[Agent]]

    workers: int
    seed: int
    auto_reset: AutoReset
