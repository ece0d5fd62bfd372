"""Suites of tasks as data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEFAULT_SUITE = "rcss-bench-v1"

REFERENCES = ("random", "scripts", "base")
"""Policies that do not learn: random choices that have an effect, the scripts of the scenario, the base team."""

LEARNERS = ("ippo", "mappo", "qmix")
"""Learners of BenchMARL."""

ALGORITHMS = (*REFERENCES, *LEARNERS)


@dataclass(frozen=True)
class Task:
    """A task of a suite."""

    name: str
    group: str
    """Heading of the task in tables."""
    scenario: str
    observation: str
    action: str
    frameSkip: int
    """Cycles of a decision."""
    budget: int
    """Decisions of the matches that a learner may use."""
    measure: str = "win"
    """What the score is: `win`, the share of episodes with more own goals, or `duration`, mean cycles divided by the horizon."""
    agents: str | None = None
    """Side of the agents; by default those of the scenario."""
    others: dict[str, Any] = field(default_factory=dict)
    reward: dict[str, float] = field(default_factory=dict)
    """Weights of the reward of training; by default those of the scenario."""

    @property
    def options(self) -> dict[str, Any]:
        """Options of `rcss.make_batch`, without the scenario."""
        given: dict[str, Any] = {"observation": self.observation, "action": self.action, "frame_skip": self.frameSkip}
        for name in ("agents", "others", "reward"):
            if getattr(self, name):
                given[name] = getattr(self, name)
        return given

    @property
    def has_list(self) -> bool:
        """Whether the actions are a list of choices."""
        return self.action not in ("low-level", "hybrid", "hfo", "skills")

    def refuses(self, algorithm: str) -> str | None:
        """Return why an algorithm cannot run on the task, or None."""
        if algorithm == "qmix" and not self.has_list:
            return "QMIX needs a list of choices"
        if algorithm == "base" and self.scenario.endswith("v0"):
            return "the base team is played against scripted opponents, and this task has none"
        if algorithm == "base" and self.scenario == "empty-goal":
            return "the base team is played against scripted opponents, and this task has none"
        if algorithm == "base" and self.others:
            return "the base team plays the opponents of this task"
        return None


@dataclass(frozen=True)
class Suite:
    """Tasks, and how they are measured."""

    name: str
    seeds: tuple[int, ...]
    """Seeds of the runs of each algorithm."""
    episodes: int
    """Episodes of each evaluation."""
    points: int
    """Evaluations of a learner after the first one, in equal parts of its budget."""
    evaluationSeed: int
    """Seed of the episodes of evaluations, plus the seed of the run. Training uses other seeds."""
    tasks: tuple[Task, ...]

    def task(self, name: str) -> Task:
        """Return the task with a name; raises ValueError if there is none."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise ValueError(f"task: {name!r} is not one of {', '.join(task.name for task in self.tasks)}")


def load_suite(name: str = DEFAULT_SUITE) -> Suite:
    """Return a suite of this package, or one from a JSON file. Raises ValueError if a field is unknown or missing."""
    path = Path(name) if name.endswith(".json") else Path(__file__).with_name(f"{name}.json")
    if not path.exists():
        known = sorted(file.stem for file in Path(__file__).parent.glob("*.json"))
        raise ValueError(f"suite: {name!r} is not one of {', '.join(known)}, and not a JSON file")
    document = json.loads(path.read_text())
    try:
        tasks = tuple(Task(**task) for task in document.pop("tasks"))
        return Suite(name=document.pop("suite"), seeds=tuple(document.pop("seeds")), tasks=tasks, **document)
    except (KeyError, TypeError) as error:
        raise ValueError(f"suite {path}: {error}") from None
