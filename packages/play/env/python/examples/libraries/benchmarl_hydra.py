"""The learners of the benchmark by the launchers of Hydra: each combination of the options is a job, here, on a cluster of Slurm, or in local processes.

Usage: python benchmarl_hydra.py --multirun hydra/launcher=submitit_slurm task=front-goal-4v3 algorithm=ippo,mappo seed=1,2,3,4,5
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import hydra
from hydra.core.config_store import ConfigStore
from hydra.utils import to_absolute_path
from rcss.bench.jobs import run_job
from rcss.bench.results import run_path


@dataclass
class Config:
    """A run of the benchmark; `frames` and `episodes` replace those of the suite."""

    task: str = "1v1-keeper"
    algorithm: str = "ippo"
    seed: int = 1
    out: str = "results"
    frames: Optional[int] = None
    episodes: Optional[int] = None


ConfigStore.instance().store("run", Config)


@hydra.main(version_base="1.3", config_path=None, config_name="run")
def main(config: Config) -> None:
    """Run it, unless its result is there: the same command goes on."""
    job = {"suite": "rcss-bench-v1", "deadline": None, "machine": "", **config, "out": to_absolute_path(config.out)}  # type: ignore[dict-item]
    if not run_path(Path(job["out"]), config.task, config.algorithm, config.seed).exists():
        print(run_job(job))


if __name__ == "__main__":
    main()
