"""Players learn to talk: the tasks of `communication.json` with a script that speaks in fewer and fewer of the matches.

In training, player 2 says in which direction it sees player 3 by the script of `blind_pass.py`: at first in all matches, in a share that falls
to 0 in the first half of the budget, and in none after that. In the others it says what the policy draws, and the policy learns from these. The
results are those of `python -m rcss.bench run --algorithms ppo`, and `python -m rcss.bench report` shows them.

Usage: python learn_blind_pass.py RESULTS [--tasks NAME ...] [--seeds N ...] [--machine TEXT]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from blind_pass import SUITE, Array, columns, see_lane
from rcss.baselines import Learner
from rcss.bench import load_suite, write_run
from rcss.bench.ppo import train
from rcss.bench.results import run_path

UNTIL = 0.5
"""Part of the budget after which the script is silent."""


def guide(learner: Learner, masks: Array) -> None:
    """Hold player 2 of the first matches to the symbol of the script. Alone, each symbol is the choice after the one that says nothing."""
    share = 1 - learner.steps / (UNTIL * learner.settings.steps)
    count = round(max(0.0, share) * learner.batch.num_envs)
    lane, has_seen = see_lane(learner.batch.observations[:count, 1], columns(learner.batch))
    rows = 2 * np.flatnonzero(has_seen) + 1
    masks[rows] = False
    masks[rows, 1 + lane[has_seen]] = True


def main() -> None:
    """Run the command line."""
    suite = load_suite(str(SUITE))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="folder of the results, one file per run; runs that have a file are left out")
    parser.add_argument("--tasks", nargs="+", default=[task.name for task in suite.tasks])
    parser.add_argument("--seeds", nargs="+", type=int, default=suite.seeds)
    parser.add_argument("--budget", type=int, help="decisions, in place of those of the task")
    parser.add_argument("--machine", default="", help="text about the machine for the results")
    arguments = parser.parse_args()
    for seed in arguments.seeds:
        for name in arguments.tasks:
            if run_path(arguments.results, name, "ppo", seed).exists():
                continue
            run, policy = train(suite, suite.task(name), "ppo", seed, arguments.budget, guide=guide)
            run.machine = arguments.machine
            write_run(arguments.results, run)
            folder = arguments.results / "policies" / name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"ppo-{seed}.json").write_text(json.dumps(policy) + "\n")
            print(f"{name} {seed}: score {run.score:.3f}, {run.points[-1].seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
