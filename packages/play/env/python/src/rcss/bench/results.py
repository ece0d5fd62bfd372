"""Results of runs, one JSON file each."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._files import write_whole
from ..batch import Batch
from .suite import Task


@dataclass
class Episodes:
    """Episodes of an evaluation, from the view of the agents' team."""

    goals: list[int] = field(default_factory=list)
    conceded: list[int] = field(default_factory=list)
    cycles: list[int] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)
    """Number of episodes by outcome."""

    @staticmethod
    def of(batch: Batch) -> Episodes:
        """Return the ended episodes of a batch."""
        # Without agents, both teams are others, and the left one is measured.
        side = 1 if batch.agents and batch.agents[0]["side"] == "right" else 0
        names, counts = np.unique(batch.outcomes, return_counts=True)
        return Episodes(
            goals=batch.scores[:, side].tolist(),
            conceded=batch.scores[:, 1 - side].tolist(),
            cycles=batch.cycles.tolist(),
            ends={batch.outcome_names[name]: int(count) for name, count in zip(names, counts)},
        )

    def flipped(self) -> Episodes:
        """Return the same episodes from the view of the other team."""
        return Episodes(goals=self.conceded, conceded=self.goals, cycles=self.cycles, ends=self.ends)

    def scores(self, measure: str, horizon: int) -> NDArray[np.float64]:
        """Return the score of each episode, 0 to 1."""
        if measure == "duration":
            return np.minimum(1.0, np.array(self.cycles, float) / horizon)
        if measure != "win":
            # In the order of success, not of the episodes.
            return (np.arange(len(self.cycles)) < self.ends.get(measure, 0)).astype(float)
        return (np.array(self.goals) > np.array(self.conceded)).astype(float)

    def difference(self) -> float:
        """Return the mean goal difference."""
        return float(np.mean(self.goals) - np.mean(self.conceded))


@dataclass
class Point:
    """An evaluation during training."""

    frames: int
    """Decisions of the matches so far."""
    seconds: float
    """Time of training so far, without evaluations."""
    score: float
    difference: float
    """Mean goal difference."""
    cycles: float
    """Mean length of the episodes."""


@dataclass
class Replay:
    """The episodes of an evaluation that the engine played from a policy document: the same on every machine."""

    score: float
    digest: str
    """SHA-256 of goals, conceded goals, cycles and ends of the episodes."""

    @staticmethod
    def of(task: Task, document: dict[str, Any], seed: int, episodes: int) -> Replay:
        """Play the episodes of an evaluation; raises EngineError if the document is not one that fits."""
        others = {**task.others, "left": {"type": "policy", "policy": document}}
        with make_batch(task, episodes, agents="none", others=others) as batch:
            batch.reset(seed)
            while not (batch.outcomes > 0).all():
                batch.step_scripted()
            found = Episodes.of(batch)
            text = json.dumps([found.goals, found.conceded, found.cycles, sorted(found.ends.items())])
            return Replay(round(float(found.scores(task.measure, batch.horizon).mean()), 6), hashlib.sha256(text.encode()).hexdigest())


@dataclass
class Run:
    """Result of one algorithm with one seed on one task."""

    suite: str
    task: str
    algorithm: str
    seed: int
    budget: int
    """Decisions of the matches in training; 0 for policies that do not learn."""
    horizon: int
    measure: str
    final: Episodes
    points: list[Point] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    machine: str = ""
    replay: Replay | None = None
    """The policy document of the run, played by the engine; None if its actions fit no document, and in results of earlier versions."""

    @property
    def scores(self) -> NDArray[np.float64]:
        """Scores of the episodes of the last evaluation."""
        return self.final.scores(self.measure, self.horizon)

    @property
    def score(self) -> float:
        """Mean score of the last evaluation."""
        return float(self.scores.mean())


def run_path(folder: Path, task: str, algorithm: str, seed: int) -> Path:
    """Return where the result of a run is."""
    return folder / task / f"{algorithm}-{seed}.json"


def write_run(folder: Path, run: Run) -> Path:
    """Write the result of a run; a file that exists is complete."""
    path = run_path(folder, run.task, run.algorithm, run.seed)
    write_whole(path, _format(asdict(run)) + "\n")
    return path


def _format(document: dict[str, Any]) -> str:
    """Return JSON with a line for each field and each point."""
    rows = []
    for name, value in document.items():
        if name == "replay" and value is None:
            continue
        if name == "points" and value:
            inner = ",\n".join(f"    {json.dumps({k: _short(v) for k, v in point.items()})}" for point in value)
            rows.append(f'  "points": [\n{inner}\n  ]')
        else:
            rows.append(f"  {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(rows) + "\n}"


def _short(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def read_run(path: Path) -> Run:
    """Return the result in a file; raises ValueError if it has another form."""
    try:
        document = json.loads(path.read_text())
        document["final"] = Episodes(**document["final"])
        document["points"] = [Point(**point) for point in document["points"]]
        if document.get("replay") is not None:
            document["replay"] = Replay(**document["replay"])
        return Run(**document)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: not the result of a run: {error}") from None


def read_runs(folder: Path) -> list[Run]:
    """Return the results in a folder, in the order of their paths."""
    return [read_run(path) for path in sorted(folder.glob("*/*.json"))]


def policy_path(folder: Path, task: str, algorithm: str, seed: int) -> Path:
    """Return where the policy document of a run is."""
    return run_path(folder / "policies", task, algorithm, seed)


_TIMEOUT = 600.0
"""Longest time of a step of all matches, seconds."""


def make_batch(task: Task, episodes: int, **options: Any) -> Batch:
    """Return the matches of a task, each for one episode."""
    # A step of many matches with teams takes long on a busy machine.
    return Batch(task.scenario, episodes, auto_reset="none", timeout=_TIMEOUT, **{**task.options, **options})


def round_numbers(value: Any) -> Any:
    """Return JSON in which numbers have five digits, so that policy documents are small."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, list):
        return [round_numbers(item) for item in value]
    return {name: round_numbers(item) for name, item in value.items()} if isinstance(value, dict) else value
