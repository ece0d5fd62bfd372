"""The class and the numbers of the Python module of half-field offense, so that scripts for it run on this engine.

`import rcss.hfo as hfo` in place of `import hfo`, or without a change of the script:
`python -m rcss.hfo --defense-npcs 1 script.py`. The class has its match in the engine; there is no server to start.
"""

from __future__ import annotations

import argparse
import runpy
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from ._engine import scenarios
from ._names import checks_options
from .batch import Batch

LOW_LEVEL_FEATURE_SET, HIGH_LEVEL_FEATURE_SET = range(2)

(
    DASH,
    TURN,
    TACKLE,
    KICK,
    KICK_TO,
    MOVE_TO,
    DRIBBLE_TO,
    INTERCEPT,
    MOVE,
    SHOOT,
    PASS,
    DRIBBLE,
    CATCH,
    NOOP,
    QUIT,
    REDUCE_ANGLE_TO_GOAL,
    MARK_PLAYER,
    DEFEND_GOAL,
    GO_TO_BALL,
    REORIENT,
) = range(20)
NUM_HFO_ACTIONS = 20

IN_GAME, GOAL, CAPTURED_BY_DEFENSE, OUT_OF_BOUNDS, OUT_OF_TIME, SERVER_DOWN = range(6)
NUM_GAME_STATUS_STATES = 6

RIGHT, NEUTRAL, LEFT = range(-1, 2)

ACTION_STATUS_UNKNOWN, ACTION_STATUS_BAD, ACTION_STATUS_MAYBE = range(-1, 2)

ACTION_STRINGS = {
    DASH: "Dash",
    TURN: "Turn",
    TACKLE: "Tackle",
    KICK: "Kick",
    KICK_TO: "KickTo",
    MOVE_TO: "MoveTo",
    DRIBBLE_TO: "DribbleTo",
    INTERCEPT: "Intercept",
    MOVE: "Move",
    SHOOT: "Shoot",
    PASS: "Pass",
    DRIBBLE: "Dribble",
    CATCH: "Catch",
    NOOP: "No-op",
    QUIT: "Quit",
    REDUCE_ANGLE_TO_GOAL: "Reduce_Angle_To_Goal",
    MARK_PLAYER: "Mark_Player",
    DEFEND_GOAL: "Defend_Goal",
    GO_TO_BALL: "Go_To_Ball",
    REORIENT: "Reorient",
}

STATUS_STRINGS = {
    IN_GAME: "InGame",
    GOAL: "Goal",
    CAPTURED_BY_DEFENSE: "CapturedByDefense",
    OUT_OF_BOUNDS: "OutOfBounds",
    OUT_OF_TIME: "OutOfTime",
    SERVER_DOWN: "ServerDown",
}

ACTION_STATUS_STRINGS = {ACTION_STATUS_UNKNOWN: "Unknown", ACTION_STATUS_BAD: "Bad", ACTION_STATUS_MAYBE: "MaybeOK"}

# Choices of the engine: name, and the fields of the parameters with the number that is encoded as 1.
_CHOICES: dict[int, tuple[str, tuple[tuple[str, float], ...]]] = {
    DASH: ("dash", (("power", 100), ("direction", 180))),
    TURN: ("turn", (("direction", 180),)),
    TACKLE: ("tackle", (("direction", 180),)),
    KICK: ("kick", (("power", 100), ("direction", 180))),
    KICK_TO: ("kick to", (("target.x", 1), ("target.y", 1), ("speed", 3))),
    MOVE_TO: ("move to", (("target.x", 1), ("target.y", 1))),
    DRIBBLE_TO: ("dribble to", (("target.x", 1), ("target.y", 1))),
    INTERCEPT: ("intercept", ()),
    MOVE: ("move", ()),
    SHOOT: ("shoot", ()),
    DRIBBLE: ("dribble", ()),
    CATCH: ("catch", ()),
    NOOP: ("no-op", ()),
    QUIT: ("no-op", ()),
    REDUCE_ANGLE_TO_GOAL: ("reduce angle to goal", ()),
    DEFEND_GOAL: ("defend goal", ()),
    GO_TO_BALL: ("go to ball", ()),
    REORIENT: ("reorient", ()),
}
_WITH_PLAYER = {PASS: "pass", MARK_PLAYER: "mark player"}

_STATUS_OF = {
    "catch": CAPTURED_BY_DEFENSE,
    "possession": CAPTURED_BY_DEFENSE,
    "stopped": CAPTURED_BY_DEFENSE,
    "out": OUT_OF_BOUNDS,
    "region": OUT_OF_BOUNDS,
    "untouched": OUT_OF_TIME,
    "horizon": OUT_OF_TIME,
}

class Player(NamedTuple):
    """A player: `LEFT`, `RIGHT` or `NEUTRAL`, and its uniform number."""

    side: int
    unum: int


@dataclass
class Settings:
    """What the options of the server of half-field offense say; set before `connectToServer`."""

    offense_agents: int = 1
    defense_agents: int = 0
    offense_npcs: int = 0
    defense_npcs: int = 0
    trials: int = 0
    """Episodes after which the server is down; 0 without end."""
    frames_per_trial: int = 500
    fullstate: bool = False
    """Whether the features are the true state; otherwise features of players that the agent has not seen are invalid."""
    seed: Optional[int] = None
    difficulty: float = 1.0


settings = Settings()
"""Settings of the next environment."""


class HFOEnvironment:
    """One agent of half-field offense in a match of its own; the other players act by scripts."""

    def __init__(self) -> None:
        self._batch: Batch | None = None
        self._status = IN_GAME
        self._trials = 0
        self._action_status = ACTION_STATUS_UNKNOWN
        self._message = ""

    @property
    def _match(self) -> Batch:
        if self._batch is None:
            raise RuntimeError("the environment has no match: call connectToServer first")
        return self._batch

    @checks_options("connectToServer")
    def connectToServer(
        self,
        feature_set: int = LOW_LEVEL_FEATURE_SET,
        config_dir: str = "",
        server_port: int = 6000,
        server_addr: str = "localhost",
        team_name: str = "base_left",
        play_goalie: bool = False,
        record_dir: str = "",
    ) -> None:
        """Start a match with `settings`. `team_name` chooses the side (`…right` defends); paths, port and address are not used.

        Raises:
            ValueError: if there is no scenario with these numbers of players.
        """
        given = settings
        is_defense = "right" in _text(team_name)
        offense = given.offense_agents + given.offense_npcs
        defense = given.defense_agents + given.defense_npcs
        # An agent whose team is not counted joins it.
        offense = max(offense, 0 if is_defense else 1)
        defense = max(defense, (1 if play_goalie else 2) if is_defense else 0)
        name = f"hfo-{max(1, offense)}v{defense}"
        known = [str(scenario["name"]) for scenario in scenarios()]
        if name not in known:
            sizes = ", ".join(entry[4:] for entry in known if entry.startswith("hfo-"))
            raise ValueError(f"players: {offense} against {defense} is not one of {sizes}; change the numbers of agents and npcs")
        unum = 2 if is_defense and not play_goalie else 1
        is_high = feature_set == HIGH_LEVEL_FEATURE_SET
        observation = {"type": "hfo-high" if is_high else "hfo-low", "order": "number", "edition": 2019}
        if is_high and not given.fullstate:
            observation["view"] = "partial"
        self._side = RIGHT if is_defense else LEFT
        self._unum = unum
        self._teammates = (defense if is_defense else max(1, offense)) - 1
        self._opponents = max(1, offense) if is_defense else defense
        self._batch = Batch(
            name,
            seed=given.seed,
            agents=[{"side": "right" if is_defense else "left", "unum": unum}],
            observation=observation,
            action="hfo",
            horizon=given.frames_per_trial,
            difficulty=given.difficulty,
            auto_reset="none",
        )
        self._fields = [field["name"] for field in self._batch.action_layout]
        self._batch.reset(given.seed)
        self._set(NOOP, ())

    def getStateSize(self) -> int:
        """Return the number of features."""
        return int(self._match.observations.shape[-1])

    def getState(self, state_data: Any = None) -> NDArray[np.float32]:
        """Return the features of the agent, in `state_data` if given."""
        state: NDArray[np.float32] = self._match.observations[0, 0].copy() if state_data is None else state_data
        if state_data is not None:
            state_data[:] = self._match.observations[0, 0]
        return state

    def act(self, action_type: int, *args: Any) -> None:
        """Choose the action of the next `step`.

        Raises:
            ValueError: if the action is unknown or the number of its parameters is wrong.
        """
        if action_type not in ACTION_STRINGS:
            raise ValueError(f"act: {action_type!r} is not an action from 0 to {NUM_HFO_ACTIONS - 1}")
        # Some scripts give the parameters as one list.
        given = tuple(args[0]) if len(args) == 1 and isinstance(args[0], (list, tuple, np.ndarray)) else args
        need = 1 if action_type in _WITH_PLAYER else len(_CHOICES[action_type][1])
        if len(given) != need:
            raise ValueError(f"act: {ACTION_STRINGS[action_type]} has {need} parameters, and {len(given)} are given")
        self._set(action_type, given)

    def _set(self, action_type: int, given: Sequence[Any]) -> None:
        batch = self._match
        batch.actions[:] = 0
        if action_type in _WITH_PLAYER:
            # A feature with a uniform number is it divided by 100.
            number = float(given[0])
            unum = round(100 * number) if 0 < number < 1 else round(number)
            name = f"{_WITH_PLAYER[action_type]} {unum}"
            choice = batch.choices.index(name) if name in batch.choices else batch.choices.index("no-op")
            self._is_player_known = name in batch.choices
        else:
            name, fields = _CHOICES[action_type]
            choice = batch.choices.index(name)
            for (field, scale), value in zip(fields, given):
                batch.actions[0, 0, self._fields.index(field)] = float(value) / scale
            self._is_player_known = True
        batch.actions[0, 0, 0] = choice

    def step(self) -> int:
        """Run a cycle with the chosen action and return the status. After the end of an episode, the state is that of the next one."""
        batch = self._match
        if settings.trials and self._trials >= settings.trials:
            self._status = SERVER_DOWN
            return SERVER_DOWN
        possible = self._is_player_known and bool(batch.action_masks[0, 0, int(batch.actions[0, 0, 0])])
        self._action_status = ACTION_STATUS_MAYBE if possible else ACTION_STATUS_BAD
        batch.step()
        outcome = batch.outcome_names[batch.outcomes[0]] if batch.outcomes[0] else ""
        self._status = IN_GAME
        if outcome == "goal":
            # An own goal of the offense is a ball out of its play field.
            self._status = GOAL if batch.scores[0, 0] else OUT_OF_BOUNDS
        elif outcome:
            self._status = _STATUS_OF[outcome]
        if self._status != IN_GAME:
            self._trials += 1
            batch.reset_match(0)
        self._set(NOOP, ())
        return self._status

    def say(self, message: Any) -> None:
        """Keep a message; the scripts of the other players do not use messages."""
        self._message = _text(message)

    def hear(self) -> str:
        """Return an empty text, as the scripts of the other players send no messages."""
        return ""

    def playerOnBall(self) -> Player:
        """Return the nearest player that could kick the ball, or one with the side `NEUTRAL` and the number -1."""
        scene = self._match.scene(0)
        x, y = scene["ball"]
        able = [player for player in scene["players"] if player["canKick"]]
        if not able:
            return Player(NEUTRAL, -1)
        nearest = min(able, key=lambda player: float(np.hypot(player["x"] - x, player["y"] - y)))
        return Player(LEFT if nearest["side"] == "l" else RIGHT, int(nearest["unum"]))

    def getLastActionStatus(self, last_action: int) -> int:
        """Return whether the last action could have an effect."""
        return self._action_status

    def getUnum(self) -> int:
        """Return the uniform number of the agent."""
        return self._unum

    def getNumTeammates(self) -> int:
        """Return the number of team mates."""
        return self._teammates

    def getNumOpponents(self) -> int:
        """Return the number of opponents."""
        return self._opponents

    def actionToString(self, action: int) -> str:
        """Return the name of an action."""
        return ACTION_STRINGS.get(action, "Unknown")

    def statusToString(self, status: int) -> str:
        """Return the name of a status."""
        return STATUS_STRINGS.get(status, "Unknown")

    def actionStatusToString(self, status: int) -> str:
        """Return the name of the status of an action."""
        return ACTION_STATUS_STRINGS.get(status, "Unknown")

    def close(self) -> None:
        """End the worker."""
        if self._batch is not None:
            self._batch.close()


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a script for half-field offense with this module as `hfo`."""
    parser = argparse.ArgumentParser(prog="python -m rcss.hfo", description=main.__doc__)
    parser.add_argument("--offense-agents", type=int, default=1, help="agents of the offense, of which the script plays one (1)")
    parser.add_argument("--defense-agents", type=int, default=0, help="agents of the defense (0)")
    parser.add_argument("--offense-npcs", type=int, default=0, help="further players of the offense (0)")
    parser.add_argument("--defense-npcs", type=int, default=0, help="further players of the defense, the first one is the goalie (0)")
    parser.add_argument("--trials", type=int, default=0, help="episodes; then the server is down (without end)")
    parser.add_argument("--frames-per-trial", type=int, default=500, help="cycles of an episode (500)")
    parser.add_argument("--fullstate", action="store_true", help="no invalid features")
    parser.add_argument("--seed", type=int, help="seed of the episodes (random)")
    parser.add_argument("script", help="the script")
    parser.add_argument("options", nargs=argparse.REMAINDER, help="its options")
    found = vars(parser.parse_args(arguments))
    script, options = found.pop("script"), found.pop("options")
    module = sys.modules.get("rcss.hfo") or sys.modules[__name__]
    for name, value in found.items():
        setattr(module.settings, name, value)
    sys.modules["hfo"] = module
    sys.argv = [script, *options]
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    from rcss.hfo import main as run_main

    run_main()
