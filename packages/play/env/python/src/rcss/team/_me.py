"""The player and the coach as the functions of a team see them."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any, Literal

from ._base import Action, Point, PointLike, is_number, to_point
from ._messages import KINDS, Intercept, Own
from ._values import Choice, Match, OwnStep, Table, World, build, table_to_json

Ask = Callable[[str, dict[str, Any]], Any]


class Debug:
    """Draws and writes for the viewer, in this cycle. Levels are 1 to 32; colors as `red` or `#ff8000`."""

    def __init__(self, records: list[dict[str, Any]]) -> None:
        """Keep the list that takes the drawings."""
        self._records = records

    def line(self, start: PointLike, end: PointLike, *, level: int | None = None, color: str | None = None) -> None:
        """Draw a line."""
        self._add("line", level, color, {"from": to_point(start, "start"), "to": to_point(end, "end")})

    def circle(
        self, at: PointLike, radius: float, *, fill: bool = False, level: int | None = None, color: str | None = None
    ) -> None:
        """Draw a circle; radius in meters."""
        self._add("circle", level, color, {"at": to_point(at, "at"), "radius": radius, "fill": fill})

    def point(self, at: PointLike, *, level: int | None = None, color: str | None = None) -> None:
        """Draw a point."""
        self._add("point", level, color, {"at": to_point(at, "at")})

    def label(self, at: PointLike, text: str, *, level: int | None = None, color: str | None = None) -> None:
        """Write a text at a place."""
        self._add("label", level, color, {"at": to_point(at, "at"), "text": str(text)})

    def text(self, text: str, *, level: int | None = None) -> None:
        """Write a line into the list of the cycle."""
        self._add("text", level, None, {"text": str(text)})

    def _add(self, kind: str, level: int | None, color: str | None, fields: dict[str, Any]) -> None:
        style = {"level": level, "color": color}
        self._records.append({"kind": kind, **fields, **{k: v for k, v in style.items() if v is not None}})


class Part:
    """Something that a player says, see `team.part`."""

    def __init__(self, kind: str, values: dict[str, float]) -> None:
        """Keep the kind and its numbers."""
        self.kind = kind
        self.values = values

    def to_json(self) -> dict[str, Any]:
        """Return the part as a message has it."""
        if self.kind in KINDS:
            return {"kind": self.kind, **self.values}
        return {"kind": "own", "name": self.kind, "values": self.values}


class Me(Own):
    """The player: its state, and one call for each thing that it can do.

    A skill returns an action, or None if it is not possible now, so that skills are combined with `or`.
    """

    unum: int
    goalie: bool
    home: Point
    """Own place in the formation for the place of the ball."""
    kickable: bool
    is_first: bool
    memory: types.SimpleNamespace
    """What the player remembers: it stays for the whole match, also when the code is loaded again."""
    match: Match
    debug: Debug

    def __init__(self, world: World, match: Match, memory: types.SimpleNamespace, ask: Ask) -> None:
        """Create the player of a decision."""
        self.__dict__.update(world.me.__dict__)
        self.__dict__.update(
            unum=world.unum,
            goalie=world.goalie,
            home=world.home,
            kickable=world.kickable,
            is_first=world.is_first,
            memory=memory,
            match=match,
            _ask=ask,
            _said=[],
            _drawn=[],
        )
        self.__dict__["debug"] = Debug(self.__dict__["_drawn"])

    def _skill(self, name: str, **args: Any) -> Action | None:
        action = self._request(name, **args)["action"]
        return None if action is None else Action.read(action)

    def _request(self, name: str, **args: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.__dict__["_ask"](name, {k: v for k, v in args.items() if v is not None})
        return answer

    def choices(
        self,
        max_steps: int | None = None,
        *,
        steps: Sequence[OwnStep] = (),
        values: Table | None = None,
        openness: tuple[float, float] | None = None,
        losses: Table | None = None,
        goal_value: float | None = None,
        max_states: int | None = None,
    ) -> list[Choice]:
        """Return what the player can do with the ball, the best one for the agent first; none if the ball is out of reach.

        A team that judges them itself plays the action of one: `max(me.choices(), key=my_value).action`. With `max_steps=1`, the
        agent looks at the first passes, dribbles and shots alone.

        The search can take own first steps (at most 32) and own values. `values` has the values of places, `losses` the costs of losing the
        ball there, see `team.table`; `openness=(0.05, 10)` adds 0.05 for each meter to the nearest opponent, up to 10 m; `goal_value`
        is the value of a goal (3), `max_states` the largest number of situations that are valued (400).
        """
        args = _plan_arguments(max_steps, steps, values, openness, losses, goal_value, max_states)
        return [build(Choice, each) for each in self._request("choices", **args).get("choices", [])]

    def intercepts(self) -> list[Intercept]:
        """Return when each known player gets the ball, the first one first."""
        return [build(Intercept, each) for each in self._request("intercepts").get("intercepts", [])]

    def go_to(self, target: PointLike, urgency: float | None = None, tolerance: float | None = None) -> Action | None:
        """Go to a point; None if it is there. Urgency 0 to 1: from saving stamina to full speed."""
        return self._skill("goTo", target=to_point(target, "go_to: target"), urgency=urgency, tolerance=tolerance)

    def turn_to(self, target: PointLike) -> Action | None:
        """Turn the body to a point; None if it looks there."""
        return self._skill("turnTo", target=to_point(target, "turn_to: target"))

    def intercept(self) -> Action | None:
        """Run to the point where the player reaches the ball first."""
        return self._skill("intercept")

    def dribble_to(self, target: PointLike | None = None, min_probability: float | None = None) -> Action | None:
        """Carry the ball toward a point, by default the opponents' goal."""
        place = None if target is None else to_point(target, "dribble_to: target")
        return self._skill("dribbleTo", target=place, minProbability=min_probability)

    def pass_to(self, receiver: int | None = None, min_probability: float | None = None) -> Action | None:
        """Pass to a teammate, by default to the best one."""
        return self._skill("passTo", receiver=receiver, minProbability=min_probability)

    def shoot(self, min_probability: float | None = None) -> Action | None:
        """Shoot at the goal; None if a goal is not probable enough."""
        return self._skill("shoot", minProbability=min_probability)

    def kick_to(self, target: PointLike, speed: float = 2.5) -> Action | None:
        """Kick the ball toward a point; speed in meters per cycle."""
        return self._skill("kickTo", target=to_point(target, "kick_to: target"), speed=speed)

    def plan(
        self,
        max_steps: int | None = None,
        *,
        steps: Sequence[OwnStep] = (),
        values: Table | None = None,
        openness: tuple[float, float] | None = None,
        losses: Table | None = None,
        goal_value: float | None = None,
        max_states: int | None = None,
    ) -> Action | None:
        """Do the first step of the best plan of passes, dribbles and shots; the arguments are those of `choices`."""
        args = _plan_arguments(max_steps, steps, values, openness, losses, goal_value, max_states)
        return self._skill("plan", **args)

    def clear(self) -> Action | None:
        """Kick the ball far away, forward."""
        return self._skill("clear")

    def hold(self) -> Action | None:
        """Keep the ball at the side away from the opponents."""
        return self._skill("hold")

    def loft_pass(self, min_probability: float | None = None) -> Action | None:
        """Pass through the air, in a match whose ball has a height."""
        return self._skill("loftPass", minProbability=min_probability)

    def lob(self, min_probability: float | None = None) -> Action | None:
        """Shoot over the goalie, in a match whose ball has a height."""
        return self._skill("lob", minProbability=min_probability)

    def loft_clear(self) -> Action | None:
        """Kick the ball far away through the air, in a match whose ball has a height."""
        return self._skill("loftClear")

    def chest_trap(self) -> Action | None:
        """Stop a ball in the air."""
        return self._skill("chestTrap")

    def tackle(self, min_probability: float | None = None) -> Action | None:
        """Tackle the ball away from the own goal."""
        return self._skill("tackle", minProbability=min_probability)

    def mark(self, opponent: int | None = None) -> Action | None:
        """Cover an opponent, by default the most dangerous one nearby."""
        return self._skill("mark", opponent=opponent)

    def block(self) -> Action | None:
        """Stand in the way of an opponent with the ball."""
        return self._skill("block")

    def keep_goal(self) -> Action | None:
        """Play the goalie."""
        return self._skill("keepGoal")

    def scan(self) -> Action | None:
        """Look for the ball; None if it was just seen."""
        return self._skill("scan")

    def dash(self, power: float, direction: float = 0) -> Action:
        """Accelerate the body: power -100 to 100, direction in degrees relative to the body."""
        return Action("dash", body={"type": "dash", "power": power, "dir": direction})

    def dash_legs(self, left: tuple[float, float], right: tuple[float, float]) -> Action:
        """Accelerate each leg by its power and direction; different legs turn the body while it runs."""
        legs = {side: {"power": p, "dir": d} for side, (p, d) in (("left", left), ("right", right))}
        return Action("dash", body={"type": "dash_legs", **legs})

    def turn(self, moment: float) -> Action:
        """Turn the body, degrees."""
        return Action("turn", body={"type": "turn", "moment": moment})

    def kick(self, power: float, direction: float) -> Action:
        """Kick the ball: power 0 to 100, direction in degrees relative to the body."""
        return Action("kick", body={"type": "kick", "power": power, "dir": direction})

    def catch(self, direction: float) -> Action:
        """Catch the ball as a goalie, direction in degrees relative to the body."""
        return Action("catch", body={"type": "catch", "dir": direction})

    def move(self, x: float, y: float) -> Action:
        """Put the player on a place of its own half, before a kickoff."""
        return Action("move", body={"type": "move", "x": x, "y": y})

    def wait(self, **details: Any) -> Action:
        """Move nothing but what the details say: `me.wait(turn_neck=30)`."""
        return Action("wait", **details)

    def say(self, text: str) -> None:
        """Say a text of at most nine characters to the teammates."""
        if not isinstance(text, str) or not 0 < len(text) <= 9:
            raise ValueError(f"say: {text!r} is not a text of 1 to 9 characters")
        self.__dict__["_said"][:] = [text]

    def say_parts(self, *parts: Part) -> None:
        """Say parts to the teammates, the most important one first; what does not fit is left out.

        Parts are made by `team.part`: `me.say_parts(team.part("request", x=30, y=10), team.part("press", line=10))`.
        """
        for part in parts:
            if not isinstance(part, Part):
                raise TypeError(f"say_parts: {part!r} is not a part such as team.part('self', x=1, y=2)")
        self.__dict__["_said"][:] = [list(parts)]


def _plan_arguments(
    max_steps: int | None,
    steps: Sequence[OwnStep],
    values: Table | None,
    openness: tuple[float, float] | None,
    losses: Table | None,
    goal_value: float | None,
    max_states: int | None,
) -> dict[str, Any]:
    """Return the arguments of the planner as a message has them; those that are None are left out of it."""
    if openness is not None and not (len(openness) == 2 and all(is_number(each) for each in openness)):
        raise TypeError(f"openness: {openness!r} is not (value of a meter, meters that count) such as (0.05, 10)")
    return {
        "maxSteps": max_steps,
        "maxStates": max_states,
        "goalValue": goal_value,
        "steps": [step.to_json() for step in steps if step.action is not None] or None,
        "values": None if values is None else table_to_json(values, "values"),
        "openness": None if openness is None else {"perMeter": openness[0], "within": openness[1]},
        "losses": None if losses is None else table_to_json(losses, "losses"),
    }


class Coach:
    """The online coach: its orders."""

    memory: types.SimpleNamespace
    """What the coach remembers, for the whole match."""
    match: Match

    def __init__(self, match: Match, memory: types.SimpleNamespace) -> None:
        """Create the coach of a decision."""
        self.match = match
        self.memory = memory
        self._types: list[dict[str, int]] = []
        self._texts: list[str] = []

    def change_type(self, unum: int, type_id: int) -> None:
        """Give a player another type: before the kickoff at will, later as a substitution while play is stopped."""
        self._types.append({"unum": unum, "type": type_id})

    def say(self, text: str) -> None:
        """Say a text to the players, which read it from `world.coach_heard`; the server limits the number of texts."""
        self._texts.append(text)


Phase = Literal["play", "set_play", "penalty", "coach"]
