"""PPO of RLlib with one policy for all agents of a match.

Usage: python rllib_ppo.py [steps]
"""

from __future__ import annotations

import sys

import ray
import rcss
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env


def train(steps: int = 200_000) -> int:
    """Train and return the number of steps that were played."""
    register_env("rcss", lambda options: ParallelPettingZooEnv(rcss.make(**options)))
    config = (
        PPOConfig()
        .environment("rcss", env_config={"scenario": "keepaway-3v2", "action": "macro"})
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, *_args, **_options: "all")
        .env_runners(num_env_runners=0, rollout_fragment_length="auto")
        .training(train_batch_size_per_learner=1024, minibatch_size=256, num_epochs=4)
    )
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    algorithm = config.build_algo()
    played = 0
    while played < steps:
        result = algorithm.train()
        played = int(result["num_env_steps_sampled_lifetime"])
        print(f"{played} steps, return {result['env_runners'].get('episode_return_mean', float('nan')):.2f}")
    algorithm.stop()
    ray.shutdown()
    return played


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
