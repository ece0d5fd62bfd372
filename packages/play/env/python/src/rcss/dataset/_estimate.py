"""Commands of players from two shows of a game log that follow each other."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

COMMANDS = ("none", "dash", "turn", "kick", "tackle", "catch", "move")
"""Commands of the body by their numbers."""

_COUNTS = {"dash": "dashes", "turn": "turns", "kick": "kicks", "tackle": "tackles", "catch": "catches", "move": "moves"}
_STATE_KICK, _STATE_KICK_FAULT, _STATE_CATCH, _STATE_TACKLE = 0x2, 0x4, 0x10, 0x1000
_STANDARD = 1 / np.sqrt(3)
"""Standard deviation of a uniform number from -1 to 1."""


def wrap(degrees: Floats) -> Floats:
    """Return angles from -180 to 180 degrees."""
    turned: Floats = (degrees + 180) % 360 - 180
    return turned


def estimate_commands(log: dict[str, Any], player: str, parameters: dict[str, Any]) -> dict[str, Floats]:
    """Return the command of a player in each cycle between two shows.

    Args:
        log: Columns of the table `tracking` with all fields.
        player: Prefix of its columns, for example `l7`.
        parameters: `server` and `types` of the log.

    Returns:
        `command` (number in `COMMANDS`), `power` (% of maxpower), `direction` (degrees relative to the body; moment of a turn), both NaN where they are
        not known, their standard deviations `power_deviation` and `direction_deviation`, and `certainty`, from 0 to 1, of the command.
    """
    now = {name: np.asarray(log[f"{player}_{name}"][:-1], float) for name in _FIELDS}
    then = {name: np.asarray(log[f"{player}_{name}"][1:], float) for name in _FIELDS}
    server = parameters["server"]
    types = parameters["types"]
    kind = np.clip(np.nan_to_num(now["type"]).astype(int), 0, len(types) - 1)

    def of_type(name: str) -> Floats:
        values: Floats = np.array([each[name] for each in types], float)[kind]
        return values

    # The velocity of a show has decayed; before, it was the way of the cycle.
    way_x, way_y = then["vx"] / of_type("player_decay"), then["vy"] / of_type("player_decay")
    push_x, push_y = way_x - now["vx"], way_y - now["vy"]
    push, way = np.hypot(push_x, push_y), np.hypot(way_x, way_y)
    noise = server["player_rand"] * _STANDARD * way + 1e-4
    turned = wrap(then["body"] - now["body"])
    command, certainty = _choose(now, then, push, noise, turned)

    result = {
        "command": command,
        "certainty": certainty,
        **{name: np.full(len(command), np.nan) for name in ("power", "direction", "power_deviation", "direction_deviation")},
    }
    # A collision or the referee moved the player: its way is not that of its velocity.
    moved = np.hypot(then["x"] - now["x"] - way_x, then["y"] - now["y"] - way_y) > 0.01
    dashes = (command == 1) & ~moved & (push > 0)
    direction = wrap(np.degrees(np.arctan2(push_y, push_x)) - now["body"])
    effort = np.where(np.isnan(now["effort"]), of_type("effort_max"), now["effort"])
    strength = effort * of_type("dash_power_rate") * _dash_rate(direction, server)
    _set(result, dashes, push / strength, direction, noise / strength, _angle_deviation(noise, push))

    turns = command == 2
    slowness = 1 + of_type("inertia_moment") * np.hypot(now["vx"], now["vy"])
    moment = turned * slowness
    _set(result, turns, np.full_like(moment, np.nan), moment, np.full_like(moment, np.nan), server["player_rand"] * _STANDARD * np.abs(moment) + 1e-3)

    _estimate_kicks(result, log, now, of_type, server)
    return result


_FIELDS = ("x", "y", "vx", "vy", "body", "effort", "type", "state", *_COUNTS.values())


def _choose(now: dict[str, Floats], then: dict[str, Floats], push: Floats, noise: Floats, turned: Floats) -> tuple[Floats, Floats]:
    """Return the numbers of the commands, and their certainty: from the counts of the log, otherwise from bits and motion."""
    added = np.stack([then[name] - now[name] for name in _COUNTS.values()])
    has_counts = ~np.isnan(added).any(axis=0)
    kinds = (np.nan_to_num(added) > 0).sum(axis=0)
    counted = np.where(kinds > 0, 1 + np.nan_to_num(added).argmax(axis=0), 0)
    bits = np.nan_to_num(then["state"]).astype(int)
    seen = np.select([bits & _STATE_TACKLE > 0, bits & _STATE_CATCH > 0, bits & (_STATE_KICK | _STATE_KICK_FAULT) > 0], [4, 5, 3], 0)
    # Push and turn in units of the noise: a number far above 1 is not noise.
    surely_pushed = 1 - np.exp(-0.5 * (push / noise) ** 2)
    surely_turned = 1 - np.exp(-0.5 * (turned / 0.5) ** 2)
    is_turn = surely_turned > 0.9
    by_motion = np.where(is_turn, 2, np.where(surely_pushed > 0.9, 1, 0))
    surely = np.select([is_turn, by_motion == 1], [surely_turned, surely_pushed], 1 - surely_pushed)
    command = np.where(has_counts, counted, np.where(seen > 0, seen, by_motion))
    certainty = np.where(has_counts, 1 / np.maximum(kinds, 1), np.where(seen > 0, 1.0, surely))
    return command.astype(float), np.nan_to_num(certainty)


def _dash_rate(direction: Floats, server: dict[str, Any]) -> Floats:
    """Return the part of the power that accelerates in a direction relative to the body, degrees."""
    side, back = server["side_dash_rate"], server["back_dash_rate"]
    angle = np.abs(direction)
    rate: Floats = np.where(angle > 90, back - (back - side) * (1 - (angle - 90) / 90), side + (1 - side) * (1 - angle / 90))
    return rate


def _estimate_kicks(result: dict[str, Floats], log: dict[str, Any], now: dict[str, Floats], of_type: Any, server: dict[str, Any]) -> None:
    ball = {name: np.asarray(log[f"ball_{name}"], float) for name in ("x", "y", "vx", "vy")}
    way_x, way_y = ball["vx"][1:] / server["ball_decay"], ball["vy"][1:] / server["ball_decay"]
    push_x, push_y = way_x - ball["vx"][:-1], way_y - ball["vy"][:-1]
    push = np.hypot(push_x, push_y)
    moved = np.hypot(ball["x"][1:] - ball["x"][:-1] - way_x, ball["y"][1:] - ball["y"][:-1] - way_y) > 0.01
    kickers = sum((np.diff(np.nan_to_num(log[f"{side}{unum}_{count}"])) > 0).astype(int) for side in "lr" for unum in range(1, 12) for count in ("kicks", "tackles"))
    # With two kickers, the part of each is not known. A push at the limit of the server can be that of more power.
    alone = (result["command"] == 3) & (kickers <= 1) & ~moved & (push > 1e-3)
    dx, dy = ball["x"][:-1] - now["x"], ball["y"][:-1] - now["y"]
    aside = np.abs(wrap(np.degrees(np.arctan2(dy, dx)) - now["body"])) / 180
    gap = np.hypot(dx, dy) - of_type("player_size") - server["ball_size"]
    rate = of_type("kick_power_rate") * (1 - 0.25 * aside - 0.25 * gap / of_type("kickable_margin"))
    noise = (server["ball_rand"] * np.hypot(way_x, way_y) + of_type("kick_rand") * push) * _STANDARD + 1e-4
    direction = wrap(np.degrees(np.arctan2(push_y, push_x)) - now["body"])
    _set(result, alone & (rate > 0), push / np.maximum(rate, 1e-6), direction, noise / np.maximum(rate, 1e-6), _angle_deviation(noise, push))


def _angle_deviation(noise: Floats, push: Floats) -> Floats:
    deviation: Floats = np.minimum(np.degrees(noise / np.maximum(push, 1e-9)), 104.0)
    return deviation


def _set(result: dict[str, Floats], rows: NDArray[np.bool_], *values: Floats) -> None:
    for name, value in zip(("power", "direction", "power_deviation", "direction_deviation"), values):
        result[name][rows] = value[rows]
