"""MaskablePPO of sb3-contrib on `empty-goal`, with settings that learn.

Usage: python sb3_ppo.py [steps]
"""

from __future__ import annotations

import sys

from rcss.sb3 import VecEnv
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecNormalize


def train(steps: int = 300_000, seed: int = 1) -> int:
    """Train, print the mean return of the last episodes, and return the number of steps that were played."""
    env = VecNormalize(VecEnv("empty-goal", num_envs=32, seed=seed, action="discrete"), gamma=0.99)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        learning_rate=lambda left: 5e-4 * left,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
    )
    model.learn(steps)
    returns = [episode["r"] for episode in model.ep_info_buffer]
    print(f"{model.num_timesteps} steps, return {sum(returns) / max(1, len(returns)):.2f}")
    env.close()
    return int(model.num_timesteps)


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 300_000)
