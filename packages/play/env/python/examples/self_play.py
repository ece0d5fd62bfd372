"""Self-play in 3 against 3: the left team learns against the scripts and its own former policies.

After each generation the policy is frozen and joins the pool. Opponents are drawn by prioritized fictitious self-play: those that win
most are drawn most. The run can be interrupted; the same command goes on.

Usage: python packages/play/env/python/examples/self_play.py [generations] [agent-steps per generation] [folder]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rcss.baselines import Learner, Settings, freeze
from rcss.self_play import Pool

SCENARIO = "3v3"


def play(generations: int, steps: int, folder: Path) -> dict[str, Any]:
    """Learn, print the results against each opponent, and return the last policy."""
    folder.mkdir(parents=True, exist_ok=True)
    state, checkpoint, last = folder / "pool.json", folder / "learner.npz", folder / "policy.json"
    if checkpoint.exists():
        pool = Pool.load(state)
        learner = Learner.load(str(checkpoint), steps=generations * steps)
    else:
        pool = Pool()
        pool.add({"type": "scripts"}, "scripts")
        settings = Settings(
            SCENARIO, steps=generations * steps, frame_skip=3, learning_rate=1e-3, others=pool.others()
        )
        learner = Learner(settings)
    with learner:
        generation = sum(opponent.name.startswith("generation") for opponent in pool.opponents)
        while not learner.is_done:
            learner.update()
            if learner.steps < (generation + 1) * steps:
                continue
            generation += 1
            pool.record(learner.batch.results())
            print(f"after {learner.steps} agent-steps:\n{pool.table()}", flush=True)
            policy = freeze(learner, f"generation {generation}")
            last.write_text(json.dumps(policy) + "\n")
            pool.add({"type": "policy", "policy": policy}, f"generation {generation}")
            learner.set_others(pool.others())
            # Both files belong together: the pool first, as the checkpoint decides whether a run goes on.
            pool.save(state)
            learner.save(str(checkpoint))
    result: dict[str, Any] = json.loads(last.read_text())
    return result


def main() -> None:
    """Run the command line."""
    arguments = sys.argv[1:]
    generations = int(arguments[0]) if arguments else 4
    steps = int(arguments[1]) if len(arguments) > 1 else 300_000
    play(generations, steps, Path(arguments[2] if len(arguments) > 2 else "runs/self-play"))


if __name__ == "__main__":
    main()
