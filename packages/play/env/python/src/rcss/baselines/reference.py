"""Scores of policies: mean reward per agent and episode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

import numpy as np

from ..batch import Batch
from .choices import allow_choices, restrict_masks
from .ppo import Learner

Policy = Callable[[Batch], None]
"""Executes one step of a batch."""


@dataclass
class Score:
    """Result of `evaluate`."""

    reward: float
    """Mean sum of the rewards per agent and episode."""
    error: float
    """Standard error of this mean over the episodes."""
    cycles: float
    """Mean length of the episodes."""
    outcomes: dict[str, float]
    """Shares of the ends."""


def evaluate(batch: Batch, seed: int, step: Policy) -> Score:
    """Play one episode in every match of a batch with `auto_reset="none"`.

    Args:
        batch: The matches.
        seed: Seed of the episodes.
        step: Sets the actions and calls `batch.step()`, or `batch.step_scripted()`.
    """
    batch.reset(seed)
    total = np.zeros(batch.rewards.shape)
    for _ in range(batch.horizon):
        step(batch)
        total += batch.rewards
        if (batch.outcomes > 0).all():
            break
    per_match = total.mean(axis=1)
    names, counts = np.unique(batch.outcomes, return_counts=True)
    return Score(
        reward=float(per_match.mean()),
        error=float(per_match.std(ddof=1) / np.sqrt(len(per_match))) if len(per_match) > 1 else 0.0,
        cycles=float(batch.cycles.mean()),
        outcomes={
            batch.outcome_names[name]: int(count) / batch.num_envs
            for name, count in sorted(zip(names, counts), key=lambda pair: -int(pair[1]))
        },
    )


def random_policy(seed: int, choices: list[str] | None = None) -> Policy:
    """Return a policy that draws from the choices that have an effect, or from the named ones among them."""
    random = np.random.default_rng(seed)

    def step(batch: Batch) -> None:
        masks = batch.action_masks.reshape(-1, len(batch.choices))
        drawn = random.random(masks.shape) * restrict_masks(masks, allow_choices(batch.choices, choices))
        batch.actions[..., 0] = drawn.argmax(axis=-1).reshape(batch.actions.shape[:-1])
        batch.step()

    return step


def scripted_policy(batch: Batch) -> None:
    """Execute a step in which the agents play by the scripts of the scenario."""
    batch.step_scripted()


def learned_policy(learner: Learner, seed: int | None) -> Policy:
    """Return the policy of a learner, which draws its choices; without a seed, it takes the best ones."""
    random = None if seed is None else np.random.default_rng(seed)

    def step(batch: Batch) -> None:
        rows = batch.observations.reshape(-1, batch.observations.shape[-1])
        masks = batch.action_masks.reshape(len(rows), -1)
        batch.actions[..., 0] = learner.act(rows, masks, random).reshape(batch.actions.shape[:-1])
        batch.step()

    return step
