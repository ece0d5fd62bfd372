"""PPO of RLlib on a cluster: an environment runner on each node, the learner on the node of this program. A node may end at any time.

Usage, with `ray start --head` on one machine and `ray start --address=HEAD:6379` on the others: python rllib_cluster.py [steps] [runners]
"""

from __future__ import annotations

import sys
from pathlib import Path

import ray
import rcss
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env


def train(steps: int = 200_000, runners: int = 2) -> int:
    """Train, with a checkpoint in the folder `rllib-cluster` after each update, and return the number of steps that were played."""
    register_env("rcss", lambda options: ParallelPettingZooEnv(rcss.make(**options)))
    config = (
        PPOConfig()
        .environment("rcss", env_config={"scenario": "keepaway-3v2", "action": "macro"})
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, *_args, **_options: "all")
        .env_runners(num_env_runners=runners, num_cpus_per_env_runner=1, rollout_fragment_length="auto", sample_timeout_s=600)
        .fault_tolerance(restart_failed_env_runners=True, ignore_env_runner_failures=True, env_runner_health_probe_timeout_s=60)
        .training(train_batch_size_per_learner=512, minibatch_size=256, num_epochs=2)
    )
    ray.init(address="auto", log_to_driver=False)
    algorithm = config.build_algo()
    folder = Path("rllib-cluster").resolve()
    if folder.exists():
        algorithm.restore_from_path(str(folder))
    played = 0
    while played < steps:
        result = algorithm.train()
        played = int(result["num_env_steps_sampled_lifetime"])
        algorithm.save_to_path(str(folder))
        healthy = algorithm.env_runner_group.num_healthy_remote_workers()
        print(f"{played} steps, return {result['env_runners'].get('episode_return_mean', float('nan')):.2f}, {healthy} runners", flush=True)
    algorithm.stop()
    ray.shutdown()
    return played


if __name__ == "__main__":
    train(*(int(each) for each in sys.argv[1:]))
