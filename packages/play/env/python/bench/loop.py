"""Frames per second of one PPO loop on several environments, and the part of the environment in it: the same learner on matches of this package, football of VMAS and
tag of mpe2, in turn, on one thread.

A frame is a step of all agents of a match. The learner is a network of two layers of 64 units (tanh) for actor and critic each, shared by all agents; it collects
`STEPS` steps, and makes four passes over them in four parts. Times are those of all processes: the environment is what its `step` takes, with the copies to tensors.

Usage: pip install torch vmas mpe2; python packages/play/env/python/bench/loop.py [rounds] [NAME ...]
"""

from __future__ import annotations

import sys
import time
from typing import Any, Callable

import numpy as np
import rcss
import torch

MATCHES, STEPS = 32, 16


class Matches:
    """Matches of this package."""

    def __init__(self, scenario: str, **options: Any) -> None:
        self.batch = rcss.make_batch(scenario, MATCHES, seed=1, action="discrete", auto_reset="same-step", **options)
        self.choices = len(self.batch.choices)
        self.batch.reset()

    def observe(self) -> torch.Tensor:
        """Return what the agents see, (matches, agents, numbers)."""
        return torch.from_numpy(self.batch.observations.copy())

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return observations and rewards."""
        self.batch.actions[..., 0] = actions.numpy()
        self.batch.step()
        return self.observe(), torch.from_numpy(self.batch.rewards.copy())


class Vmas:
    """Football of VMAS, with as many learners on one side, and its scripts on the other one."""

    def __init__(self, agents: int) -> None:
        import vmas

        self.env = vmas.make_env("football", MATCHES, continuous_actions=False, seed=1, n_blue_agents=agents, n_red_agents=agents, ai_red_agents=True, max_steps=None)
        self.choices = int(self.env.action_space[0].n)
        self.latest = torch.stack(self.env.reset(), 1)

    def observe(self) -> torch.Tensor:
        """Return what the agents see."""
        return self.latest

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return observations and rewards."""
        observations, rewards, done, _ = self.env.step([actions[:, i : i + 1] for i in range(actions.shape[1])])
        for match in torch.nonzero(done).flatten().tolist():
            self.env.reset_at(match)
        self.latest = torch.stack(observations, 1)
        return self.latest, torch.stack(rewards, 1)


class Mpe:
    """Tag of mpe2 with three adversaries as learners beside one prey that stands; an environment per match."""

    def __init__(self) -> None:
        from mpe2 import simple_tag_v3

        self.envs = [simple_tag_v3.parallel_env(num_good=1, num_adversaries=3, max_cycles=25) for _ in range(MATCHES)]
        found = [env.reset(seed=i)[0] for i, env in enumerate(self.envs)]
        self.agents = [name for name in self.envs[0].agents if name.startswith("adversary")]
        self.choices = int(self.envs[0].action_space(self.agents[0]).n)
        self.latest = self._stack(found)

    def _stack(self, found: list[dict[str, Any]]) -> torch.Tensor:
        return torch.from_numpy(np.array([[each[name] for name in self.agents] for each in found], np.float32))

    def observe(self) -> torch.Tensor:
        """Return what the agents see."""
        return self.latest

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return observations and rewards."""
        found, rewards = [], []
        for env, row in zip(self.envs, actions.tolist()):
            seen, gained, *_ = env.step({"agent_0": 0, **dict(zip(self.agents, row))})
            rewards.append([gained[name] for name in self.agents])
            found.append(seen if env.agents else env.reset()[0])
        self.latest = self._stack(found)
        return self.latest, torch.tensor(rewards, dtype=torch.float32)


ENVIRONMENTS: dict[str, Callable[[], Any]] = {
    "3v3": lambda: Matches("3v3"),
    "3v3, sensors": lambda: Matches("3v3", observation="sensors"),
    "VMAS football 3v3": lambda: Vmas(3),
    "mpe2 tag 3v1": Mpe,
    "11v11": lambda: Matches("11v11", agents="left"),
    "11v11, sensors": lambda: Matches("11v11", agents="left", observation="sensors"),
    "VMAS football 11v11": lambda: Vmas(11),
}


class Loop:
    """The learner with its environment."""

    def __init__(self, env: Any) -> None:
        self.env = env
        torch.manual_seed(1)
        width = env.observe().shape[-1]

        def network(outputs: int) -> torch.nn.Module:
            return torch.nn.Sequential(torch.nn.Linear(width, 64), torch.nn.Tanh(), torch.nn.Linear(64, 64), torch.nn.Tanh(), torch.nn.Linear(64, outputs))

        self.actor, self.critic = network(env.choices), network(1)
        self.optimizer = torch.optim.Adam([*self.actor.parameters(), *self.critic.parameters()], 1e-3)

    def update(self) -> tuple[float, float]:
        """Collect and learn once; return the seconds of the environment, and all."""
        start, inside, rows = time.perf_counter(), 0.0, []
        seen = self.env.observe()
        for _ in range(STEPS):
            with torch.no_grad():
                drawn = torch.distributions.Categorical(logits=self.actor(seen))
                actions = drawn.sample()
                row = [seen, actions, drawn.log_prob(actions), self.critic(seen)[..., 0]]
            began = time.perf_counter()
            seen, rewards = self.env.step(actions)
            inside += time.perf_counter() - began
            rows.append([*row, rewards])
        observations, actions, logs, values, rewards = (torch.stack(column) for column in zip(*rows))
        with torch.no_grad():
            returns, value = torch.zeros_like(values), self.critic(seen)[..., 0]
            for i in reversed(range(STEPS)):
                value = returns[i] = rewards[i] + 0.99 * value
        self._learn([each.flatten(0, 2) for each in (observations, actions, logs, returns - values, returns)])
        return inside, time.perf_counter() - start

    def _learn(self, data: list[torch.Tensor]) -> None:
        for _ in range(4):
            for part in torch.randperm(len(data[1])).chunk(4):
                seen, actions, logs, advantages, returns = (each[part] for each in data)
                drawn = torch.distributions.Categorical(logits=self.actor(seen))
                ratio = (drawn.log_prob(actions) - logs).exp()
                gain = torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
                loss = -gain - 0.01 * drawn.entropy().mean() + 0.5 * (self.critic(seen)[..., 0] - returns).square().mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()


def main() -> None:
    """Measure all in turn, and print medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    torch.set_num_threads(1)
    loops = {name: Loop(make()) for name, make in ENVIRONMENTS.items() if name in (sys.argv[2:] or ENVIRONMENTS)}
    for loop in loops.values():
        loop.update()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in loops}
    for _ in range(rounds):
        for name, loop in loops.items():
            times[name].append(loop.update())
    for name, found in times.items():
        rates = sorted(MATCHES * STEPS / whole for _, whole in found)
        share = np.median([inside / whole for inside, whole in found])
        print(f"{name}: {np.median(rates):,.0f} frames/s ({rates[0]:,.0f} to {rates[-1]:,.0f}), environment {share:.0%}", flush=True)


if __name__ == "__main__":
    main()
