"""The client of OpenEnv plays with the environment of `rcss mcp --openenv`: three baselines, and errors.

Usage: openenv_client.py URL [EPISODES] [CYCLES] [FIRST_SEED]
"""

import random
import sys
from typing import Any, Callable, Dict

from baselines import describe
from openenv.core.generic_client import GenericEnvClient

Observation = Dict[str, Any]
Policy = Callable[[Observation, random.Random], Dict[str, Any]]


def play_at_random(observation: Observation, rng: random.Random) -> Dict[str, Any]:
    action = rng.choice(["pass", "dribble", "shoot", "clear", "hold"])
    return {"action": action, "to": rng.randint(1, 11)} if action == "pass" else {"action": action}


def play_by_script(observation: Observation, rng: random.Random) -> Dict[str, Any]:
    """Forward players shoot or run with the ball, the others pass forward if a pass is open."""
    forward = [unum for unum in observation["open_passes"] if unum > observation["unum"]]
    if observation["unum"] >= 9:
        return {"action": rng.choice(["shoot", "dribble"])}
    return {"action": "pass", "to": max(forward)} if forward else {"action": "dribble"}


def play_as_team(observation: Observation, rng: random.Random) -> Dict[str, Any]:
    return {"action": "team"}


POLICIES: Dict[str, Policy] = {"random": play_at_random, "scripted": play_by_script, "base team": play_as_team}


def main(url: str, episodes: int = 2, cycles: int = 300, first_seed: int = 1) -> None:
    with GenericEnvClient(base_url=url, message_timeout_s=300).sync() as env:
        for name, policy in POLICIES.items():
            goals = [0] * episodes
            steps = 0
            for episode in range(episodes):
                seed = first_seed + episode
                rng = random.Random(seed)
                result = env.reset(seed=seed, opponent="chasers", cycles=cycles)
                assert result.observation["text"].startswith("Cycle "), result.observation
                while not result.done:
                    result = env.step(policy(result.observation, rng))
                    goals[episode] += result.reward
                    steps += 1
            state = env.state()
            assert state["step_count"] > 0 and state["cycle"] >= cycles, state
            print(describe(name, goals, steps), flush=True)
        first = env.reset(seed=3, opponent="random", cycles=60).observation
        assert env.reset(seed=3, opponent="random", cycles=60).observation == first, "a seed repeats"
        for wrong in ({"action": "fly"}, {"action": "pass"}, {"action": "pass", "to": 12}):
            try:
                env.step(wrong)
            except RuntimeError as error:
                assert "VALIDATION_ERROR" in str(error), error
            else:
                raise AssertionError(f"{wrong} was accepted")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
