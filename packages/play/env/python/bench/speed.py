"""Agent-steps per second from numpy, with the same random low-level actions in every step.

Usage: python packages/play/env/python/bench/speed.py [seconds]
"""

from __future__ import annotations

import sys
import time

import numpy as np

import rcss


def measure(scenario: str, observation: str, workers: int, transport: str, seconds: float) -> None:
    """Print the rate of one setting."""
    options = {"observation": observation, "workers": workers, "transport": transport}
    with rcss.make_batch(scenario, num_envs=64, horizon=1_000_000, **options) as batch:
        batch.reset(seed=1)
        random = np.random.default_rng(1)
        low = [field["low"] for field in batch.action_layout]
        high = [field["high"] for field in batch.action_layout]
        drawn = random.uniform(low, high, batch.actions.shape)
        batch.actions[:] = np.where([bool(field.get("isChoice")) for field in batch.action_layout], np.rint(drawn), drawn)
        rate = 0.0
        for part in (seconds / 2, seconds):
            steps = 0
            began = time.perf_counter()
            while time.perf_counter() - began < part:
                batch.step()
                steps += 1
            rate = steps * 64 * len(batch.agents) / (time.perf_counter() - began)
        print(f"{scenario}, {observation}, {workers} workers, {transport}: {rate:,.0f} agent-steps/s")


def main() -> None:
    """Measure the rows of docs/inside/performance.md."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for scenario, observation in (("11v11", "egocentric"), ("1v1-keeper", "egocentric"), ("11v11", "sensors")):
        for workers in (1, 2):
            measure(scenario, observation, workers, "shared", seconds)
    measure("11v11", "egocentric", 2, "pipe", seconds)


if __name__ == "__main__":
    main()
