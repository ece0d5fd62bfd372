"""MaskablePPO of sb3-contrib learns 3 against 3 in self-play, against the scripts and its own former policies.

Usage: python sb3_self_play.py [steps] [folder]: with a folder, an interrupted run goes on.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rcss.sb3 import VecEnv
from rcss.self_play import Pool
from sb3_contrib import MaskablePPO

GENERATIONS = 4


def freeze(model: Any, name: str) -> dict[str, Any]:
    """Return the policy of a model as a document of the format `rcss-policy`."""
    hidden = [layer for layer in model.policy.mlp_extractor.policy_net if hasattr(layer, "weight")]
    layers = [(layer, "tanh") for layer in hidden] + [(model.policy.action_net, "linear")]
    return {
        "format": "rcss-policy",
        "version": 1,
        "name": name,
        "scenario": "3v3",
        "observation": {"type": "egocentric"},
        "action": {"type": "macro"},
        "frameSkip": 3,
        "layers": [
            {"weights": layer.weight.tolist(), "bias": layer.bias.tolist(), "activation": activation} for layer, activation in layers
        ],
        "choose": "sample",
    }


def train(steps: int = 400_000, folder: Path | None = None) -> int:
    """Train, print the results against each opponent, and return the number of steps that were played."""
    state, weights = (None, None) if folder is None else (folder / "pool.json", folder / "model.zip")
    is_resumed = state is not None and state.exists()
    pool = Pool.load(state) if is_resumed and state else Pool(weighting="hard")
    if not is_resumed:
        pool.add({"type": "scripts"}, "scripts")
    # Short episodes: an opponent that cannot score would otherwise have no results for a long time.
    env = VecEnv("3v3", num_envs=16, seed=1, agents="left", action="macro", frame_skip=3, horizon=450, others=pool.others())
    if is_resumed and weights:
        model = MaskablePPO.load(weights, env, device="cpu")
    else:
        model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=512, n_epochs=4, learning_rate=1e-3, ent_coef=0.01, seed=1, device="cpu")
    played = 0
    for generation in range(len(pool.opponents), GENERATIONS + 1):
        # `learn` resets the matches, with the options of `set_options`.
        model.learn(steps // GENERATIONS)
        played += model.num_timesteps
        pool.record(env.batch.results())
        print(pool.table())
        pool.add({"type": "policy", "policy": freeze(model, f"generation {generation}")}, f"generation {generation}")
        env.set_options({"others": pool.others()})
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            model.save(weights)
            pool.save(folder / "pool.json")
    env.close()
    print(f"{played} steps, {len(pool.opponents)} opponents")
    return int(played)


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 400_000, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
