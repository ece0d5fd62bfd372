"""Suites of tasks as data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._names import checks_options, suggest

DEFAULT_SUITE = "rcss-bench-v1"

REFERENCES = ("random", "scripts", "base")
"""Policies that do not learn: random choices that have an effect, the scripts of the scenario, the base team."""

LEARNERS = ("ippo", "mappo", "qmix", "ppo")
"""Learners of BenchMARL, and `ppo`: that of `rcss.baselines`, for suites of your own."""

ALGORITHMS = (*REFERENCES, *LEARNERS)


@dataclass(frozen=True)
class Task:
    """A task of a suite."""

    name: str
    group: str
    """Heading of the task in tables."""
    scenario: str | dict[str, Any]
    """Name of a scenario, or a scenario as data."""
    observation: str | dict[str, Any]
    action: str | dict[str, Any]
    frameSkip: int
    """Cycles of a decision."""
    budget: int
    """Decisions of the matches that a learner may use."""
    measure: str = "win"
    """What the score is: `win`, the share of episodes with more own goals; `duration`, mean cycles divided by the horizon; or the name of an
    outcome, the share of episodes that end so."""
    choices: list[str] = field(default_factory=list)
    """Names of the choices that `random` and `ppo` may draw; all if empty."""
    agents: str | list[Any] | None = None
    """Side of the agents, or a list of players; by default those of the scenario."""
    others: dict[str, Any] = field(default_factory=dict)
    reward: dict[str, float] = field(default_factory=dict)
    """Weights of the reward of training; by default those of the scenario."""
    training: dict[str, Any] = field(default_factory=dict)
    """Settings of `ppo` in place of its own; see `rcss.baselines.Settings`."""

    @property
    def options(self) -> dict[str, Any]:
        """Options of `rcss.make_batch`, without the scenario."""
        given: dict[str, Any] = {"observation": self.observation, "action": self.action, "frame_skip": self.frameSkip}
        for name in ("agents", "others", "reward"):
            if getattr(self, name):
                given[name] = getattr(self, name)
        return given

    @property
    def scenario_name(self) -> str:
        """Name of the scenario."""
        return self.scenario if isinstance(self.scenario, str) else str(self.scenario["name"])

    @property
    def observation_options(self) -> dict[str, Any]:
        """The observation as a dictionary."""
        return {"type": self.observation} if isinstance(self.observation, str) else self.observation

    @property
    def action_options(self) -> dict[str, Any]:
        """The action as a dictionary."""
        return {"type": self.action} if isinstance(self.action, str) else self.action

    @property
    def has_list(self) -> bool:
        """Whether the actions are choices without parameters."""
        action = self.action_options
        parameters = (action.get("say", {}).get("values"), *(action.get(name) for name in ("pointTo", "turnNeck", "changeFocus")))
        return action["type"] not in ("low-level", "hybrid", "hfo", "skills") and not any(parameters)

    @property
    def has_further_choices(self) -> bool:
        """Whether an action has choices beside the first one, for example a symbol to say."""
        return any(self.action_options.get(name) for name in ("say", "attentionTo", "changeView"))

    def refuses(self, algorithm: str) -> str | None:
        """Return why an algorithm cannot run on the task, or None."""
        if algorithm == "qmix" and not self.has_list:
            return "QMIX needs a list of choices"
        has_opponents = self.scenario_name != "empty-goal" and not self.scenario_name.endswith("v0")
        if isinstance(self.scenario, dict):
            has_opponents = bool(self.scenario["right"])
        if algorithm == "base" and not has_opponents:
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
        names = [task.name for task in self.tasks]
        raise ValueError(f"task: {name!r} is not one of {', '.join(names)}{suggest(name, names)}")


def load_suite(name: str = DEFAULT_SUITE) -> Suite:
    """Return a suite of this package, or one from a JSON file. Raises ValueError if a field is unknown or missing."""
    path = Path(name) if name.endswith(".json") else Path(__file__).with_name(f"{name}.json")
    if not path.exists():
        known = sorted(file.stem for file in Path(__file__).parent.glob("*.json"))
        raise ValueError(f"suite: {name!r} is not one of {', '.join(known)}, and not a JSON file")
    document = json.loads(path.read_text())
    try:
        tasks = tuple(checks_options("task")(Task)(**task) for task in document.pop("tasks"))
        return checks_options("suite")(Suite)(name=document.pop("suite"), seeds=tuple(document.pop("seeds")), tasks=tasks, **document)
    except (KeyError, TypeError) as error:
        raise ValueError(f"suite {path}: {error}") from None
