"""Teams in Python: `rcss team --decide "python team.py"` plays with the functions of this program.

The agent of RCSS keeps connection, world model, predictions and skills; a function gets what a player believes, and returns what it does:

    from rcss import team

    @team.player
    def decide(me: team.Me, world: team.World) -> team.Action | None:
        if me.kickable:
            return me.shoot() or me.pass_to() or me.dribble_to()
        return me.intercept() if me.is_first else me.go_to(me.home)

    team.run()
"""

from __future__ import annotations

import json
import os
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional, Union

from . import _run
from ._base import Action, HeardPart, Motion, Point, PointLike
from ._me import Coach, Debug, Me, Part, Phase
from ._messages import (
    KINDS,
    Ball,
    Heard,
    Intercept,
    OpponentHabits,
    OpponentModel,
    OpponentPlace,
    Own,
    Player,
    Race,
    Reach,
    SeenPlayer,
    Step,
    View,
)
from ._run import TeamError, run
from ._values import Choice, Match, OwnStep, Table, World, table

__all__ = [
    "Action",
    "Ball",
    "Choice",
    "Coach",
    "Debug",
    "Heard",
    "HeardPart",
    "Intercept",
    "Match",
    "Me",
    "Motion",
    "OpponentHabits",
    "OpponentModel",
    "OpponentPlace",
    "Own",
    "OwnStep",
    "Part",
    "Player",
    "Point",
    "PointLike",
    "Race",
    "Reach",
    "SeenPlayer",
    "Step",
    "Table",
    "TeamError",
    "View",
    "World",
    "coach",
    "formation",
    "message",
    "parameters",
    "part",
    "penalty",
    "player",
    "run",
    "set_play",
    "table",
]

Decide = Callable[[Me, World], Optional[Action]]
"""Decides what a player does in this cycle; None: it waits, or the agent decides."""
DecideCoach = Callable[[Coach, View], None]
"""Orders of the coach, by its calls."""


def _register(phase: Phase, function: Any) -> None:
    if not callable(function):
        raise TypeError(f"team: {function!r} is not a function")
    _run.registry.functions[phase] = function


def player(function: Decide) -> Decide:
    """Decide open play with this function, for all players."""
    _register("play", function)
    return function


def set_play(function: Decide) -> Decide:
    """Decide kickoffs, free kicks and other interruptions; if it returns None, the agent does."""
    _register("set_play", function)
    return function


def penalty(function: Decide) -> Decide:
    """Decide penalty shootouts; if it returns None, the agent does."""
    _register("penalty", function)
    return function


def coach(function: DecideCoach) -> DecideCoach:
    """Connect an online coach and let this function give its orders."""
    _register("coach", function)
    return function


def formation(document: Union[str, "os.PathLike[str]", dict[str, Any]]) -> None:
    """Use a formation document, its file, or a ``.conf`` file of a formation editor; without it, the team plays 4-3-3."""
    if isinstance(document, dict):
        _run.registry.formation = document
        return
    path = Path(document)
    text = path.read_text(encoding="utf-8")
    _run.registry.formation = text if path.suffix == ".conf" else json.loads(text)


def message(name: str, **fields: tuple[float, float, int]) -> None:
    """Define an own kind of messages between teammates, at most 8; all players of the team have the same.

    Each field has its least and greatest value and its bits: `team.message("press", line=(-50, 50, 6))`. A message has 60 bits,
    six of which say its kind. Call it before `team.run()`.
    """
    if name in KINDS:
        raise ValueError(f"message: {name!r} is the name of a kind that every team has")
    kind: dict[str, dict[str, float]] = {}
    for key, values in fields.items():
        if not isinstance(values, tuple) or len(values) != 3:
            raise ValueError(f"message: {key}: {values!r} is not a tuple (least, greatest, bits) such as (-50, 50, 6)")
        kind[key] = {"min": values[0], "max": values[1], "bits": values[2]}
    _run.registry.messages[name] = kind


def parameters(table: dict[str, Any]) -> types.SimpleNamespace:
    """Declare values that are tuned without a change of the code, and return them: the defaults until the match begins.

    A number has `default`, `min` and `max`, perhaps `integer`, `unit` and `doc`; a word `default` and `words`; true or false only `default`. A group
    of parameters is a dictionary in the dictionary:

        values = team.parameters({"defense": {"line": {"default": -20, "min": -45, "max": 0, "unit": "m"}}})
        values.defense.line

    The agent checks the options of the team against them, and refuses unknown names and wrong values before the team connects.
    """
    _run.define_parameters(table)
    return _run.values


def part(kind: str, **values: float) -> Part:
    """Return something to say with `me.say_parts`: a kind that every team has, or an own one of `team.message`.

    The kinds are pass (receiver), ball (x, y, vx, vy), self (x, y), offside_line (x), player (own, unum, x, y), stamina (value),
    request (x, y), intercept (unum, cycles) and goalie (x, y); places are in the team frame.
    """
    names = KINDS.get(kind) or tuple(_run.registry.messages.get(kind, ()))
    if kind not in KINDS and kind not in _run.registry.messages:
        known = ", ".join([*KINDS, *_run.registry.messages])
        raise ValueError(f"part: {kind!r} is not a kind of message; there are {known}")
    if set(values) != set(names):
        raise ValueError(f"part: {kind} has the numbers {', '.join(names) or 'none'}, not {', '.join(values) or 'none'}")
    return Part(kind, values)
