"""PPO in one file in the style of CleanRL, with masks of the choices: `empty-goal`, one of 38 commands in each cycle.

Usage: python cleanrl_ppo.py [steps]
"""

from __future__ import annotations

import sys

import gymnasium
import numpy as np
import rcss  # noqa: F401  (registers the environments)
import torch
from torch import nn
from torch.distributions import Categorical

ENVS, LENGTH, EPOCHS, MINIBATCHES = 32, 128, 4, 8
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.01, 5e-4


def network(outputs: int, inputs: int, scale: float) -> nn.Sequential:
    """Return two hidden layers with 64 units."""
    layers = [nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)]
    for layer in layers[::2]:
        nn.init.orthogonal_(layer.weight, 2**0.5)
        nn.init.zeros_(layer.bias)
    with torch.no_grad():
        layers[-1].weight *= scale
    return nn.Sequential(*layers)


def train(steps: int = 500_000, seed: int = 1) -> int:
    """Train and return the number of steps that were played."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec("rcss/empty-goal-v0", num_envs=ENVS, action="discrete")
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    envs = gymnasium.wrappers.vector.NormalizeReward(envs, DISCOUNT)
    width, choices = envs.single_observation_space.shape[0], envs.single_action_space.n
    policy, critic = network(choices, width, 0.01), network(1, width, 1.0)
    optimizer = torch.optim.Adam([*policy.parameters(), *critic.parameters()], lr=RATE, eps=1e-5)

    def distribution(observations: torch.Tensor, masks: torch.Tensor) -> Categorical:
        return Categorical(logits=policy(observations).masked_fill(~masks, -1e9))

    observation, info = envs.reset(seed=seed)
    was_end = np.zeros(ENVS, bool)
    played, returns = 0, []
    while played < steps:
        rows: dict[str, list[torch.Tensor]] = {name: [] for name in ("observation", "mask", "action", "log", "value", "reward", "end", "valid")}
        for _ in range(LENGTH):
            now, mask = torch.as_tensor(observation), torch.as_tensor(info["action_mask"] != 0)
            with torch.no_grad():
                drawn = distribution(now, mask)
                action, value = drawn.sample(), critic(now)[:, 0]
            observation, reward, terminated, truncated, info = envs.step(action.numpy())
            # The step after an end starts an episode and ignores the action.
            values = (now, mask, action, drawn.log_prob(action), value, reward, terminated | truncated, ~was_end)
            for name, each in zip(rows, values):
                rows[name].append(torch.as_tensor(each))
            if "episode" in info:
                returns.extend(info["episode"]["r"][info["_episode"]])
            was_end = terminated | truncated
            played += ENVS
        data = {name: torch.stack(each) for name, each in rows.items()}
        with torch.no_grad():
            following = critic(torch.as_tensor(observation))[:, 0]
        advantages, advantage = torch.zeros(LENGTH, ENVS), torch.zeros(ENVS)
        for t in reversed(range(LENGTH)):
            goes_on = (~data["end"][t]).float()
            error = data["reward"][t].float() + DISCOUNT * goes_on * following - data["value"][t]
            advantage = error + DISCOUNT * TRACE * goes_on * advantage
            advantages[t], following = advantage, data["value"][t]
        flat = {name: each.flatten(0, 1)[data["valid"].flatten()] for name, each in data.items()}
        gains = advantages.flatten()[data["valid"].flatten()]
        targets = gains + flat["value"]
        for _ in range(EPOCHS):
            for part in torch.randperm(len(gains)).chunk(MINIBATCHES):
                drawn = distribution(flat["observation"][part], flat["mask"][part])
                ratio = (drawn.log_prob(flat["action"][part]) - flat["log"][part]).exp()
                gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
                loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                loss = loss + 0.5 * (critic(flat["observation"][part])[:, 0] - targets[part]).square().mean()
                loss = loss - ENTROPY * drawn.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_([*policy.parameters(), *critic.parameters()], 0.5)
                optimizer.step()
        if returns:
            print(f"{played} steps, return {np.mean(returns[-100:]):.2f}")
    envs.close()
    return played


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 500_000)
