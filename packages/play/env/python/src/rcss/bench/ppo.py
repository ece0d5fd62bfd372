"""The learner of `rcss.baselines` on the tasks of a suite."""

from __future__ import annotations

import time
from importlib.metadata import version
from typing import Any

import numpy as np

from ..baselines.choices import JointChoices
from ..baselines.freeze import freeze
from ..baselines.ppo import Guide, Learner, Settings
from .results import Episodes, Point, Run, make_batch, round_numbers
from .suite import Suite, Task

_USUAL: dict[str, Any] = {"num_envs": 128, "length": 8, "minibatches": 4, "learning_rate": 0.002}
"""Settings of tasks without their own."""


def _evaluate(learner: Learner, task: Task, seed: int, episodes: int) -> Episodes:
    """Play one episode in each of new matches with drawn choices."""
    random = np.random.default_rng(seed)
    with make_batch(task, episodes) as batch:
        batch.reset(seed)
        choices = JointChoices(batch)
        while not (batch.outcomes > 0).all():
            rows = batch.observations.reshape(-1, batch.observations.shape[-1])
            choices.write(learner.act(rows, choices.masks(), random))
            batch.step()
        return Episodes.of(batch)


def train(
    suite: Suite, task: Task, algorithm: str, seed: int, budget: int | None = None, seconds: float | None = None, episodes: int | None = None, guide: Guide | None = None
) -> tuple[Run, dict[str, Any]]:
    """Train the learner on a task; arguments and results are those of `rcss.bench.marl.train`, and a `guide` of the learner."""
    frames = budget or task.budget
    options = {name: value for name, value in task.options.items() if name in ("observation", "action", "frame_skip", "agents", "others", "reward")}
    settings = Settings(task.scenario, seed=seed, choices=task.choices or None, **options, **{**_USUAL, **task.training})
    deadline = time.monotonic() + (seconds or float("inf"))
    points: list[Point] = []
    with Learner(settings) as learner:
        learner.guide = guide
        agents = len(learner.batch.agents)
        settings.steps = frames * agents
        while True:
            played = learner.steps // agents
            if played >= len(points) * frames / suite.points:
                final = _evaluate(learner, task, suite.evaluationSeed + seed, episodes or suite.episodes)
                score = float(final.scores(task.measure, learner.batch.horizon).mean())
                points.append(Point(played, learner.seconds, score, final.difference(), float(np.mean(final.cycles))))
            if learner.is_done:
                break
            if time.monotonic() > deadline:
                raise TimeoutError
            learner.update()
        horizon = learner.batch.horizon
        policy = round_numbers(freeze(learner, f"{task.name} {algorithm}"))
    versions: dict[str, Any] = {"numpy": version("numpy"), "rcss": version("rcss")}
    return Run(suite.name, task.name, algorithm, seed, played, horizon, task.measure, final, points, versions), policy
