"""Frames per second of random rollouts in TorchRL by route: the wrapper of PettingZoo around one match, and many matches in one environment, in turn, on one thread.

Usage: python packages/play/env/python/bench/torchrl_routes.py [rounds] [scenario]
"""

from __future__ import annotations

import sys
import time

import numpy as np
import rcss
import torch
from rcss.torchrl import BatchEnv
from torchrl.envs.libs.pettingzoo import PettingZooWrapper

OPTIONS = {"action": "macro", "horizon": 1_000_000}


def main() -> None:
    """Measure all in turn, and print medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    scenario = sys.argv[2] if len(sys.argv) > 2 else "11v11"
    torch.set_num_threads(1)
    routes = {"PettingZooWrapper": PettingZooWrapper(rcss.make(scenario, **OPTIONS))}
    routes.update({f"BatchEnv({count})": BatchEnv(scenario, num_envs=count, **OPTIONS) for count in (1, 16)})
    rates: dict[str, list[float]] = {name: [] for name in routes}
    for turn in range(rounds + 1):
        for name, env in routes.items():
            began = time.perf_counter()
            played = env.rollout(40, break_when_any_done=False)
            if turn > 0:
                rates[name].append(played.numel() / (time.perf_counter() - began))
    for name, found in rates.items():
        print(f"{scenario}, {name}: {np.median(found):,.0f} frames/s ({min(found):,.0f} to {max(found):,.0f}), {len(found)} rounds")


if __name__ == "__main__":
    main()
