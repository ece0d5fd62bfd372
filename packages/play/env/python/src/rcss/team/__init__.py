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
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional, Union

from . import _run
from ._me import Coach, Debug, Me, Phase
from ._run import TeamError, run
from ._values import (
    Action,
    Ball,
    Heard,
    Match,
    Motion,
    Own,
    Player,
    Point,
    PointLike,
    Race,
    Reach,
    SeenPlayer,
    View,
    World,
)

__all__ = [
    "Action",
    "Ball",
    "Coach",
    "Debug",
    "Heard",
    "Match",
    "Me",
    "Motion",
    "Own",
    "Player",
    "Point",
    "PointLike",
    "Race",
    "Reach",
    "SeenPlayer",
    "TeamError",
    "View",
    "World",
    "coach",
    "formation",
    "penalty",
    "player",
    "run",
    "set_play",
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
    """Use a formation document, or the file of one; without it, the team plays 4-3-3."""
    value = document if isinstance(document, dict) else json.loads(Path(document).read_text(encoding="utf-8"))
    _run.registry.formation = value
