"""Self-play in 3 against 3: the left team learns against the scripts and its own former policies.

After each generation, the policy is frozen and added to the pool of opponents, of which one is drawn for each episode. The last
policies are drawn more often than the first ones.

Usage: python packages/play/env/python/examples/self_play.py [generations] [agent-steps per generation] [out.json]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rcss.baselines import Learner, Settings, freeze
from rcss.options import Controller

SCENARIO = "3v3"


def play(generations: int, steps: int) -> dict[str, Any]:
    """Learn, print the results against each opponent, and return the last policy."""
    pool: list[Controller] = [{"type": "scripts", "name": "scripts"}]
    policy: dict[str, Any] = {}
    former: Learner | None = None
    for generation in range(1, generations + 1):
        settings = Settings(
            SCENARIO, seed=generation, steps=steps, frame_skip=3, learning_rate=1e-3, others={"right": pool}
        )
        learner = Learner(settings)
        if former is not None:
            learner.start_from(former)
            former.close()
        former = learner
        while not learner.is_done:
            learner.update()
        for result in learner.batch.results():
            if result["side"] == "right" and result["episodes"] > 0:
                print(
                    f"generation {generation} against {result['name']}: {result['episodes']} episodes, "
                    f"goals {result['goalsLeft']} to {result['goalsRight']}"
                )
        policy = freeze(learner, f"generation {generation}")
        pool.append({"type": "policy", "policy": policy, "weight": generation})
    if former is not None:
        former.close()
    return policy


def main() -> None:
    """Run the command line."""
    arguments = sys.argv[1:]
    policy = play(int(arguments[0]) if arguments else 4, int(arguments[1]) if len(arguments) > 1 else 300_000)
    if len(arguments) > 2:
        Path(arguments[2]).write_text(json.dumps(policy) + "\n")


if __name__ == "__main__":
    main()
