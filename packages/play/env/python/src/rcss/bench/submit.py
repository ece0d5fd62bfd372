"""Results of others: what is checked before they become rows of the tables."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .._engine import EngineError
from .._files import write_whole
from .results import Replay, Run, policy_path, read_run, run_path
from .suite import ALGORITHMS, REFERENCES, Suite, Task

_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")

_OVERRUN = 1.05
"""A learner ends with a whole update, which may be a little beyond the budget."""

_SPREAD = 4.0
"""Standard errors by which the score of the result may differ from that of the replay; both are drawn."""


class SubmissionError(ValueError):
    """A result is refused; the message names its file and the reason."""


def check_run(suite: Suite, folder: Path, path: Path) -> Run:
    """Check the result of a run, and play its policy document again.

    Raises:
        SubmissionError: if the result is not one of the suite, or the replay is another one.
    """

    def refuse(reason: str) -> SubmissionError:
        return SubmissionError(f"{path}: {reason}")

    try:
        run = read_run(path)
        task = suite.task(run.task)
    except ValueError as error:
        raise refuse(str(error).removeprefix(f"{path}: ")) from None
    if run.suite != suite.name:
        raise refuse(f"suite is {run.suite}, and not {suite.name}")
    if path != run_path(folder, run.task, run.algorithm, run.seed):
        raise refuse(f"its place is {run_path(folder, run.task, run.algorithm, run.seed)}")
    if not _NAME.fullmatch(run.algorithm) or run.algorithm in ALGORITHMS:
        raise refuse(f"algorithm {run.algorithm!r}: choose a name of 1 to 31 of a-z, 0-9 and -, that is not one of {', '.join(ALGORITHMS)}")
    if run.seed not in suite.seeds:
        raise refuse(f"seed {run.seed} is not one of {', '.join(map(str, suite.seeds))}")
    if run.measure != task.measure:
        raise refuse(f"measure is {run.measure}, and not {task.measure}")
    if not 0 < run.budget <= task.budget * _OVERRUN:
        raise refuse(f"budget is {run.budget:,} decisions, and the task has {task.budget:,}")
    lengths = (len(run.final.goals), len(run.final.conceded), len(run.final.cycles), sum(run.final.ends.values()))
    if set(lengths) != {suite.episodes}:
        raise refuse(f"final has {lengths} goals, conceded goals, cycles and ends, and an evaluation has {suite.episodes} episodes")
    frames = [point.frames for point in run.points]
    if len(frames) < 2 or frames[0] != 0 or frames != sorted(set(frames)) or frames[-1] > run.budget:
        raise refuse(f"points are at {frames} decisions; the first is at 0, they rise, and the last is at most {run.budget}")
    document = _read_document(suite, task, folder, run)
    if run.replay is None:
        raise refuse("replay is missing: a run with a policy document has one, see `rcss.bench.results.Replay`")
    try:
        replay = Replay.of(task, document, suite.evaluationSeed + run.seed, suite.episodes)
    except (EngineError, ValueError) as error:
        raise refuse(f"the policy cannot be played: {error}") from None
    if replay != run.replay:
        raise refuse(f"the engine plays {replay} from the policy, and the result has {run.replay}")
    spread = (run.scores.var() / suite.episodes + replay.score * (1 - replay.score) / suite.episodes) ** 0.5
    if abs(run.score - replay.score) > _SPREAD * max(spread, 1 / suite.episodes):
        raise refuse(f"the score is {run.score:.3f}, and {replay.score:.3f} when the policy is played again: not the same policy")
    return run


def _read_document(suite: Suite, task: Task, folder: Path, run: Run) -> dict[str, object]:
    path = policy_path(folder, run.task, run.algorithm, run.seed)
    try:
        document = json.loads(path.read_text())
    except FileNotFoundError:
        raise SubmissionError(f"{path}: is missing; a result without a policy document cannot be checked") from None
    except ValueError as error:
        raise SubmissionError(f"{path}: is not JSON: {error}") from None
    if not isinstance(document, dict):
        raise SubmissionError(f"{path}: is not an object")
    expected = {"scenario": task.scenario, "observation": task.observation_options, "action": task.action_options, "frameSkip": task.frameSkip}
    for name, value in expected.items():
        found = document.get(name)
        if (({"type": found} if isinstance(found, str) else found) if name in ("observation", "action") else found) != value:
            raise SubmissionError(f"{path}: {name} is {json.dumps(found)}, and the task has {json.dumps(value)}")
    return document


def submit(suite: Suite, folder: Path, into: Path) -> list[Run]:
    """Check all results in a folder and copy them beside those of the suite; another result of the same name and seed is an error, the same one is left.

    Raises:
        SubmissionError: if one is refused; nothing is copied then.
    """
    own = [path for path in sorted(folder.glob("*/*.json")) if path.name.rsplit("-", 1)[0] not in REFERENCES]
    if not own:
        raise SubmissionError(f"{folder}: it has no results of a learner (TASK/ALGORITHM-SEED.json)")
    runs = []
    for path in own:
        run = check_run(suite, folder, path)
        place = run_path(into, run.task, run.algorithm, run.seed)
        if place.exists() and place.read_bytes() != path.read_bytes():
            raise SubmissionError(f"{path}: {into} has a result of {run.algorithm} with seed {run.seed} on {run.task}; choose another name")
        runs.append(run)
    for run, path in zip(runs, own):
        write_whole(run_path(into, run.task, run.algorithm, run.seed), path.read_bytes())
    return runs
