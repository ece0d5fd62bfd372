"""Processor time of an agent-step beside football of VMAS: 22 agents with random actions, Python, numpy or PyTorch, and the engine included, in turn, on one thread.

Usage: pip install torch vmas; python packages/play/env/python/bench/agent_step.py [rounds]
"""

from __future__ import annotations

import os
import sys
import time
from typing import Callable

import numpy as np
import rcss
import torch
import vmas

AGENT_STEPS = 45_000
"""Of a round, about."""


def processor_time(pids: list[int]) -> float:
    """Return the seconds of this process and of others."""
    ticks = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat") as file:
            ticks += sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def open_matches(matches: int, observation: str) -> tuple[Callable[[], None], list[int]]:
    """Return a step of matches of this package, and the processes of the engine."""
    batch = rcss.make_batch("11v11", matches, seed=1, agents="both", observation=observation, action="discrete", auto_reset="same-step")
    batch.reset()
    random = np.random.default_rng(1)

    def step() -> None:
        batch.actions[..., 0] = random.integers(0, 17, batch.actions.shape[:2])
        batch.step()

    return step, batch.worker_pids


def open_vmas(matches: int) -> tuple[Callable[[], None], list[int]]:
    """Return a step of football of VMAS."""
    env = vmas.make_env("football", matches, continuous_actions=False, seed=1, n_blue_agents=11, n_red_agents=11, ai_red_agents=False, ai_blue_agents=False)
    env.reset()
    return lambda: env.step([torch.randint(0, 9, (matches, 1)) for _ in env.agents]) and None, []


def main() -> None:
    """Measure all in turn, and print medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    torch.set_num_threads(1)
    for matches in (32, 1024):
        opened = {"true state": open_matches(matches, "egocentric"), "sensors": open_matches(matches, "sensors"), "VMAS": open_vmas(matches)}
        times: dict[str, list[float]] = {name: [] for name in opened}
        count = max(2, AGENT_STEPS // (22 * matches))
        for turn in range(rounds + 1):
            for name, (step, pids) in opened.items():
                began = processor_time(pids)
                for _ in range(count):
                    step()
                if turn > 0:
                    times[name].append((processor_time(pids) - began) / (count * 22 * matches) * 1e6)
        for name, found in times.items():
            ratio = np.median(np.array(times["VMAS"]) / np.array(found))
            print(f"{matches} matches, {name}: {np.median(found):.2f} µs ({min(found):.2f} to {max(found):.2f}), VMAS is {ratio:.2f} times this", flush=True)


if __name__ == "__main__":
    main()
