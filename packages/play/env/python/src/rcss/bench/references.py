"""Policies that do not learn."""

from __future__ import annotations

from ..baselines.reference import Policy, random_policy, scripted_policy
from ..batch import Batch
from .results import Episodes, Run, make_batch
from .suite import Suite, Task


def run_reference(suite: Suite, task: Task, algorithm: str, seed: int, episodes: int | None = None) -> Run:
    """Play the episodes of an evaluation by random choices, the scripts of the scenario, or the base team."""
    count = episodes or suite.episodes
    # The base team plays the side of the agents; an opponent without others is an agent that plays by its script.
    is_base = algorithm == "base"
    options = {"agents": "right", "others": {"left": {"type": "team", "team": "base"}}, "action": "macro"} if is_base else {}
    step: Policy = scripted_policy
    if algorithm == "random":
        step = random_policy(seed, task.choices or None) if task.has_list else _random_numbers(seed)
    with make_batch(task, count, **options) as batch:
        batch.reset(suite.evaluationSeed + seed)
        while not (batch.outcomes > 0).all():
            step(batch)
        found = Episodes.of(batch)
        return Run(
            suite=suite.name,
            task=task.name,
            algorithm=algorithm,
            seed=seed,
            budget=0,
            horizon=batch.horizon,
            measure=task.measure,
            final=found.flipped() if is_base else found,
        )


def _random_numbers(seed: int) -> Policy:
    """Return a policy that draws all numbers of actions from their ranges."""
    import numpy as np

    random = np.random.default_rng(seed)

    def step(batch: Batch) -> None:
        low, high = (np.array([field[name] for field in batch.action_layout]) for name in ("low", "high"))
        is_choice = np.array([bool(field.get("isChoice")) for field in batch.action_layout])
        drawn = random.uniform(low, high, batch.actions.shape)
        batch.actions[...] = np.where(is_choice, np.rint(drawn), drawn)
        batch.step()

    return step
