"""Matches in the vector of PufferLib, which its learners take.

Usage: python pufferlib_vector.py [steps]
"""

from __future__ import annotations

import sys

import pufferlib.emulation
import pufferlib.vector
import rcss


def make(buf: object = None, seed: int = 0) -> pufferlib.emulation.PettingZooPufferEnv:
    """Return a match with all agents."""
    return pufferlib.emulation.PettingZooPufferEnv(env_creator=lambda: rcss.make("3v3", action="macro", seed=seed), buf=buf, seed=seed)


def train(steps: int = 10_000) -> int:
    """Play with random actions and return the number of steps of all agents."""
    envs = pufferlib.vector.make(make, num_envs=4, backend=pufferlib.vector.Serial)
    envs.reset(seed=1)
    played = 0
    while played < steps:
        envs.step(envs.action_space.sample())
        played += envs.num_agents
    envs.close()
    print(f"{played} steps")
    return played


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
