"""MAPPO by BenchMARL: the actors have the observations of their agents, the critic the state of the match.

Usage: python benchmarl_mappo.py [frames]
"""

from __future__ import annotations

import copy
import sys
from typing import Any, Callable

import rcss
from benchmarl.algorithms import MappoConfig
from benchmarl.environments.pettingzoo.common import PettingZooClass
from benchmarl.experiment import Experiment, ExperimentConfig
from benchmarl.models.mlp import MlpConfig
from torchrl.envs import EnvBase
from torchrl.envs.libs.pettingzoo import PettingZooWrapper


class RcssTask(PettingZooClass):
    """A scenario as a task; its configuration has the options of `rcss.make`."""

    def get_env_fun(self, num_envs: int, continuous_actions: bool, seed: int | None, device: Any) -> Callable[[], EnvBase]:
        options = copy.deepcopy(self.config)
        return lambda: PettingZooWrapper(
            rcss.make(self.name, render_mode="rgb_array", **options), return_state=True, categorical_actions=True, seed=seed, device=device
        )

    def supports_continuous_actions(self) -> bool:
        return False

    def supports_discrete_actions(self) -> bool:
        return True

    def has_state(self) -> bool:
        return True

    def max_steps(self, env: EnvBase) -> int:
        return int(env.batch.horizon)

    @staticmethod
    def env_name() -> str:
        return "rcss"


def train(frames: int = 1_000_000, scenario: str = "keepaway-3v2") -> int:
    """Train, with files in the current folder, and return the number of frames that were played."""
    config = ExperimentConfig.get_from_yaml()
    config.max_n_frames = frames
    config.on_policy_collected_frames_per_batch = 1024
    config.on_policy_n_envs_per_worker = 2
    config.on_policy_n_minibatch_iters = 4
    config.on_policy_minibatch_size = 256
    config.loggers = ["csv"]
    config.render = False
    config.evaluation = False
    config.create_json = False
    config.save_folder = "."
    experiment = Experiment(
        task=RcssTask(scenario, {"action": "macro", "observation": "sensors"}),
        algorithm_config=MappoConfig.get_from_yaml(),
        model_config=MlpConfig.get_from_yaml(),
        critic_model_config=MlpConfig.get_from_yaml(),
        seed=1,
        config=config,
    )
    experiment.run()
    print(f"{experiment.total_frames} frames, return {experiment.mean_return:.2f}")
    return int(experiment.total_frames)


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
