"""Leagues of learners: self-play against frozen policies and fixed opponents, all pairs, ratings over training, and best responses.

All results are files that are complete if they exist, so the same command goes on after an end at any point.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from .._files import write_whole
from ..baselines.freeze import freeze
from ..baselines.ppo import Learner, Settings
from ..batch import Batch
from ..self_play import Pool
from .ratings import rate
from .results import Episodes, round_numbers
from .statistics import Interval, bootstrap
from .suite import Suite, Task

_TIMEOUT = 1800.0
"""Longest time of a step of all matches, seconds."""

ANCHORS: dict[str, dict[str, Any]] = {
    "scripts": {"type": "scripts"},
    "chaser": {"type": "script", "script": "chaser"},
    "base": {"type": "team", "team": "base"},
}
"""Opponents that stay the same."""


@dataclass(frozen=True)
class League:
    """What a league is made of."""

    task: str
    """Task of the suite, of which scenario, observations and actions are."""
    generations: int = 8
    """Frozen policies after the untrained one."""
    steps: int = 200_000
    """Agent-steps of training per generation."""
    anchors: tuple[str, ...] = ("scripts", "base")
    """Names of `ANCHORS` against which the policies learn and are rated."""
    episodes: int = 20
    """Episodes of each pair on each side."""
    responses: tuple[int, ...] = ()
    """Generations against which a best response is learned; by default the middle one and the last one."""
    response_steps: int = 200_000
    """Agent-steps of a best response."""
    num_envs: int = 32
    seed: int = 1

    def check(self, suite: Suite) -> None:
        """Raise ValueError if a value is not allowed."""
        task = suite.task(self.task)
        if not task.has_list or task.others or not (isinstance(task.agents, str) or task.agents is None):
            raise ValueError(f"task: {self.task!r} has actions with parameters, or opponents of its own; a league needs choices and no others")
        for name in self.anchors:
            if name not in ANCHORS:
                raise ValueError(f"anchors: {name!r} is not one of {', '.join(ANCHORS)}")
        for name, least in (("generations", 1), ("steps", 1), ("episodes", 1), ("response_steps", 0), ("num_envs", 1), ("seed", 0)):
            if getattr(self, name) < least:
                raise ValueError(f"{name}: {getattr(self, name)} is less than {least}")
        for generation in self.responses:
            if not 0 <= generation <= self.generations:
                raise ValueError(f"responses: {generation} is not a generation from 0 to {self.generations}")

    @property
    def answered(self) -> tuple[int, ...]:
        """Generations with a best response."""
        return self.responses or tuple(sorted({self.generations // 2, self.generations}))


def open_league(league: League, folder: Path, suite: Suite) -> None:
    """Write what the league is made of, or check that the folder has the same league."""
    league.check(suite)
    path = folder / "league.json"
    mine = json.loads(json.dumps(asdict(league)))
    if not path.exists():
        write_whole(path, json.dumps(mine, indent=2) + "\n")
        return
    stored = json.loads(path.read_text())
    for name, value in mine.items():
        if stored.get(name) != value:
            raise ValueError(f"{name}: {value}, but the league in {folder} has {stored.get(name)}; give the same value, or another --out")


def _settings(league: League, task: Task, steps: int, others: Any, seed: int) -> Settings:
    options = {name: value for name, value in task.options.items() if name in ("observation", "action", "frame_skip", "agents", "reward")}
    own = {"length": 64, "learning_rate": 1e-3, **task.training, "num_envs": league.num_envs}
    return Settings(task.scenario, seed=seed, steps=steps, others=others, choices=task.choices or None, **{**options, **own})


def policy_name(generation: int) -> str:
    """Return the name of a frozen policy."""
    return f"generation {generation}"


def _generation(folder: Path, generation: int) -> Path:
    return folder / "generations" / f"{generation:03}"


def read_policy(folder: Path, generation: int) -> dict[str, Any]:
    """Return the policy document of a generation."""
    document: dict[str, Any] = json.loads((_generation(folder, generation) / "policy.json").read_text())
    return document


def _keep_generation(folder: Path, generation: int, learner: Learner, pool: Pool, seconds: float) -> None:
    """Freeze the policy, add it to the opponents, and write everything from which training goes on, in one folder that appears complete."""
    policy = round_numbers(freeze(learner, policy_name(generation)))
    pool.record(learner.batch.results())
    result = [asdict(opponent) for opponent in pool.opponents]
    pool.add({"type": "policy", "policy": policy}, policy_name(generation))
    learner.settings.others = pool.others()
    whole = _generation(folder, generation)
    part = whole.with_suffix(".part")
    part.mkdir(parents=True)
    pool.save(part / "pool.json")
    # Episodes against teams cannot be saved: a generation begins new ones.
    learner.save(str(part / "learner.npz"), matches=False)
    (part / "policy.json").write_text(json.dumps(policy) + "\n")
    rows = [{name: row[name] for name in ("name", "episodes", "wins", "draws")} for row in result]
    (part / "progress.json").write_text(json.dumps({"steps": learner.steps, "seconds": round(seconds, 1), "opponents": rows}) + "\n")
    os.replace(part, whole)
    _remove_states(folder, generation)


def _remove_states(folder: Path, generation: int) -> None:
    """Remove from what training went on before a generation."""
    for earlier in range(generation):
        for name in ("learner.npz", "pool.json"):
            (_generation(folder, earlier) / name).unlink(missing_ok=True)


def train(league: League, folder: Path, suite: Suite, say: Callable[[str], None]) -> None:
    """Train generation by generation; each one begins from what the folder of the one before has."""
    task = suite.task(league.task)
    done = [n for n in range(league.generations + 1) if _generation(folder, n).exists()]
    for left_over in (folder / "generations").glob("*.part"):
        shutil.rmtree(left_over)
    _remove_states(folder, len(done) - 1)
    if len(done) == league.generations + 1:
        return
    if done:
        state = _generation(folder, done[-1])
        pool = Pool.load(state / "pool.json")
        learner = Learner.load(str(state / "learner.npz"))
    else:
        pool = Pool()
        for name in league.anchors:
            pool.add(ANCHORS[name], name)  # type: ignore[arg-type]
        learner = Learner(_settings(league, task, league.generations * league.steps, pool.others(), league.seed))
    with learner:
        if not done:
            _keep_generation(folder, 0, learner, pool, 0.0)
        for generation in range(len(done) or 1, league.generations + 1):
            # The same start, whether the run was interrupted before it or not.
            learner.set_others(pool.others())
            learner.batch.reset(league.seed * 100_003 + generation)
            while learner.steps < generation * league.steps:
                learner.update()
            _keep_generation(folder, generation, learner, pool, learner.seconds)
            rates = ", ".join(f"{o.name} {o.win_rate:.2f}" for o in pool.opponents[:-1])
            say(f"{policy_name(generation)}: {learner.steps:,} agent-steps, share of the points: {rates}")


class _Arena:
    """Matches in which all players are given; the processes start with the first episode."""

    def __init__(self, task: Task, episodes: int) -> None:
        self._task, self._episodes = task, episodes
        self._batch: Batch | None = None

    def play(self, left: dict[str, Any], right: dict[str, Any], seed: int) -> Episodes:
        """Play one episode in each match."""
        others: Any = {"left": left, "right": right}
        if self._batch is None:
            self._batch = Batch(self._task.scenario, self._episodes, agents="none", others=others, auto_reset="none", timeout=_TIMEOUT)
        else:
            self._batch.configure(others=others)
        self._batch.reset(seed)
        while not (self._batch.outcomes > 0).all():
            self._batch.step_scripted()
        return Episodes.of(self._batch)

    def __enter__(self) -> _Arena:
        return self

    def __exit__(self, *_: object) -> None:
        if self._batch is not None:
            self._batch.close()


def _count(episodes: Episodes) -> list[int]:
    """Return how many episodes the left side won, drew and lost."""
    difference = np.array(episodes.goals) - np.array(episodes.conceded)
    return [int((difference > 0).sum()), int((difference == 0).sum()), int((difference < 0).sum())]


def players(league: League, folder: Path) -> dict[str, dict[str, Any]]:
    """Return the players of the cross table: the anchors, then the policies."""
    policies = {policy_name(n): {"type": "policy", "policy": read_policy(folder, n)} for n in range(league.generations + 1)}
    return {**{name: ANCHORS[name] for name in league.anchors}, **policies}


def _pairs(names: list[str]) -> Iterator[tuple[int, int]]:
    for i, k in combinations(range(len(names)), 2):
        yield from ((i, k), (k, i))


def play_pairs(league: League, folder: Path, suite: Suite, say: Callable[[str], None]) -> NDArray[np.float64]:
    """Play what is missing of all pairs on both sides; return the episodes by left player, right player, and won, drawn, lost."""
    known = players(league, folder)
    names = list(known)
    counts = np.zeros((len(names), len(names), 3))
    with _Arena(suite.task(league.task), league.episodes) as arena:
        for i, k in _pairs(names):
            left, right = names[i], names[k]
            path = folder / "pairs" / f"{left},{right}.json".replace(" ", "-")
            if not path.exists():
                episodes = arena.play(known[left], known[right], suite.evaluationSeed + league.seed)
                write_whole(path, json.dumps({"left": left, "right": right, **asdict(episodes)}) + "\n")
                say(f"{left} : {right}  {' '.join(map(str, _count(episodes)))}")
            document = json.loads(path.read_text())
            counts[i, k] = _count(Episodes(*(document[name] for name in ("goals", "conceded", "cycles", "ends"))))
    return counts


def _learn_response(league: League, folder: Path, task: Task, generation: int, target: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Return the policy document of a best response and its agent-steps; the state of the learner is a file from which it goes on."""
    state = folder / "responses" / f"{generation:03}.npz"
    if state.exists():
        learner = Learner.load(str(state))
    else:
        state.parent.mkdir(parents=True, exist_ok=True)
        learner = Learner(_settings(league, task, league.response_steps, {"right": [target]}, league.seed * 100_003 + 50_000 + generation))
        with Learner.load(str(_generation(folder, league.generations) / "learner.npz")) as last:
            learner.start_from(last)
    with learner:
        while not learner.is_done:
            for _ in range(10):
                if not learner.is_done:
                    learner.update()
            learner.save(str(state))
        return round_numbers(freeze(learner, f"response to {policy_name(generation)}")), learner.steps


def respond(league: League, folder: Path, suite: Suite, generation: int, say: Callable[[str], None]) -> dict[str, Any]:
    """Learn a best response to a frozen policy, from the networks of the last generation on; return its results before and after."""
    path = folder / "responses" / f"{generation:03}.json"
    if not path.exists():
        task, target = suite.task(league.task), {"type": "policy", "policy": read_policy(folder, generation)}
        policy, steps = _learn_response(league, folder, task, generation, target)
        last = read_policy(folder, league.generations)
        seed = suite.evaluationSeed + league.seed + 1
        with _Arena(task, 5 * league.episodes) as arena:
            before, after = (_count(arena.play({"type": "policy", "policy": each}, target, seed)) for each in (last, policy))
        write_whole(path.with_suffix(".policy"), json.dumps(policy) + "\n")
        write_whole(path, json.dumps({"generation": generation, "steps": steps, "before": before, "after": after}) + "\n")
        say(f"response to {policy_name(generation)}: {' '.join(map(str, before))} before, {' '.join(map(str, after))} after")
    path.with_suffix(".npz").unlink(missing_ok=True)
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def run_league(league: League, folder: Path, suite: Suite, say: Callable[[str], None]) -> list[str]:
    """Train, play all pairs, learn the best responses, write report, plot and last policy; return the lines of the report."""
    open_league(league, folder, suite)
    train(league, folder, suite, say)
    counts = play_pairs(league, folder, suite, say)
    answers = [respond(league, folder, suite, generation, say) for generation in league.answered] if league.response_steps else []
    lines = _report(league, folder, counts, answers)
    write_whole(folder / "policy.json", (_generation(folder, league.generations) / "policy.json").read_text())
    write_whole(folder / "report.md", "\n".join([*lines, ""]))
    return lines


def _progress(folder: Path, generation: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_generation(folder, generation) / "progress.json").read_text())
    return found


def _show(interval: Interval, digits: int = 0) -> str:
    return f"{interval.value:.{digits}f} ({interval.low:.{digits}f} to {interval.high:.{digits}f})"


def _points(counts: list[int]) -> Interval:
    """Return the share of the points, draws as half wins, with its interval over the episodes."""
    scores = np.repeat([1.0, 0.5, 0.0], counts)
    return bootstrap([scores], lambda values: float(np.mean(values)))


def _report(league: League, folder: Path, counts: NDArray[np.float64], answers: list[dict[str, Any]]) -> list[str]:
    names = list(players(league, folder))
    ratings = dict(zip(names, rate(counts)))
    write_whole(folder / "ratings.svg", _draw(league, folder, ratings))
    both = counts + counts.transpose(1, 0, 2)[..., ::-1]
    shares = (both[..., 0] + both[..., 1] / 2) / np.maximum(1, both.sum(axis=2))
    steps = {policy_name(n): f"{_progress(folder, n)['steps']:,}" for n in range(league.generations + 1)}
    lines = [
        f"Ratings on `{league.task}`, Elo with one imaginary draw for each player and the interval of 95 % of a bootstrap over the episodes; each pair has {2 * league.episodes} episodes, half on each side:",
        "",
        "| player | agent-steps | Elo |",
        "|---|---:|---:|",
        *(f"| {name} | {steps.get(name, '')} | {_show(ratings[name])} |" for name in names),
        "",
        "Cross table: share of the points of the row, draws as half wins:",
        "",
        f"| | {' | '.join(name.replace('generation ', '') for name in names)} |",
        f"|---|{'---:|' * len(names)}",
    ]
    for i, name in enumerate(names):
        lines.append(f"| {name} | {' | '.join('–' if i == k else f'{shares[i, k]:.2f}' for k in range(len(names)))} |")
    if answers:
        lines += [
            "",
            f"Exploitability: share of the points of the last policy against a frozen one, and after {answers[0]['steps']:,} more agent-steps against it alone (a lower bound; 0.5 would be equal):",
            "",
            "| against | last policy | best response |",
            "|---|---:|---:|",
            *(f"| {policy_name(a['generation'])} | {_show(_points(a['before']), 2)} | {_show(_points(a['after']), 2)} |" for a in answers),
        ]
    return lines


def _draw(league: League, folder: Path, ratings: dict[str, Interval]) -> str:
    """Return the ratings over training as SVG, with those of the anchors as lines."""
    width, height, left, right, top, bottom = 520, 270, 52, 90, 24, 34
    steps = [_progress(folder, n)["steps"] for n in range(league.generations + 1)]
    policies = [ratings[policy_name(n)] for n in range(league.generations + 1)]
    low, high = min(r.low for r in ratings.values()), max(r.high for r in ratings.values())

    def x(step: float) -> float:
        return float(left + (width - left - right) * step / max(1, steps[-1]))

    def y(elo: float) -> float:
        return float(height - bottom - (height - top - bottom) * (elo - low) / max(1e-9, high - low))

    band = [f"{x(s):.1f} {y(r.high):.1f}" for s, r in zip(steps, policies)] + [f"{x(s):.1f} {y(r.low):.1f}" for s, r in reversed(list(zip(steps, policies)))]
    line = "L".join(f"{x(s):.1f} {y(r.value):.1f}" for s, r in zip(steps, policies))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="11">',
        "<title>Ratings over training, with intervals of 95 %</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{left}" y="16" font-size="12">{league.task}: Elo over agent-steps</text>',
        f'<path d="M{left} {top}V{height - bottom}H{width - right}" fill="none" stroke="#9ca3af"/>',
        f'<path d="M{"L".join(band)}Z" fill="#2563eb" opacity="0.15"/><path d="M{line}" fill="none" stroke="#2563eb" stroke-width="1.8"/>',
        f'<text x="{width - right}" y="{height - bottom + 14}" text-anchor="end">{steps[-1] / 1000:g} k</text>',
    ]
    parts += [f'<text x="{left - 4}" y="{y(elo) + 4:.1f}" text-anchor="end">{elo:.0f}</text>' for elo in (low, 0.0, high)]
    for name in league.anchors:
        at = y(ratings[name].value)
        parts.append(f'<path d="M{left} {at:.1f}H{width - right}" stroke="#6b7280" stroke-dasharray="6 3"/><text x="{width - right + 4}" y="{at + 4:.1f}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])
