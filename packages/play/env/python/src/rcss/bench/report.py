"""Tables and plots from results."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Sequence
from xml.sax.saxutils import escape

import numpy as np

from .results import Run, read_runs
from .statistics import Interval, Scores, above, bootstrap, bootstrap_improvement, interquartile_mean, normalize
from .suite import ALGORITHMS, DEFAULT_SUITE, LEARNERS, REFERENCES, Suite, Task

BEGIN = "<!-- results: written by `python -m rcss.bench report` -->"
END = "<!-- end of the results -->"

_OTHER_COLORS = ("#dc2626", "#0891b2", "#65a30d", "#be185d", "#475569")
_COLORS = {"ippo": "#2563eb", "mappo": "#d97706", "qmix": "#059669", "ppo": "#7c3aed"}
_WIDTH, _HEIGHT = 300, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 30, 34
_COLUMNS = 3

_Runs = dict[tuple[str, str], list[Run]]


def group(suite: Suite, folder: Path) -> _Runs:
    """Return the results in a folder by task and algorithm; ValueError if one is of another suite."""
    found: _Runs = defaultdict(list)
    for run in read_runs(folder):
        if run.suite != suite.name:
            raise ValueError(f"{folder}: a result of {run.suite}, and the suite is {suite.name}")
        found[run.task, run.algorithm].append(run)
    return found


def _interval(runs: Sequence[Run]) -> Interval:
    """Return the interquartile mean over the runs; runs of less than four seeds have their mean."""
    scores = np.array([run.score for run in runs])
    return bootstrap([scores], interquartile_mean if len(scores) > 3 else lambda values: float(np.mean(values)))


def _show(interval: Interval) -> str:
    return f"{interval.value:.2f} ({interval.low:.2f} to {interval.high:.2f})"


def _cell(task: Task, algorithm: str, runs: Sequence[Run]) -> str:
    if not runs:
        return "" if task.refuses(algorithm) is None else "–"
    if len(runs) < 3:
        return f"{np.mean([run.score for run in runs]):.2f} n={len(runs)}"
    return _show(_interval(runs)) + ("" if len(runs) == 5 else f" n={len(runs)}")


def _among(names: Sequence[str], runs: _Runs) -> list[str]:
    """Return the algorithms that have a result."""
    found = {algorithm for _, algorithm in runs}
    return [name for name in names if name in found]


def _learners(runs: _Runs) -> list[str]:
    """Return the learners that have a result: those of the suite, then submitted ones."""
    return [*_among(LEARNERS, runs), *sorted({algorithm for _, algorithm in runs} - set(ALGORITHMS))]


def _algorithms(runs: _Runs) -> list[str]:
    """Return the references and learners that have a result."""
    return [*_among(REFERENCES, runs), *_learners(runs)]


def _color(name: str, runs: _Runs) -> str:
    others = [each for each in _learners(runs) if each not in _COLORS]
    return _COLORS.get(name) or _OTHER_COLORS[others.index(name) % len(_OTHER_COLORS)]


def _score_table(suite: Suite, runs: _Runs) -> list[str]:
    algorithms = _algorithms(runs)
    lines = [f"| task | {' | '.join(algorithms)} |", f"|---|{'---:|' * len(algorithms)}"]
    for task in suite.tasks:
        cells = [_cell(task, algorithm, runs.get((task.name, algorithm), [])) for algorithm in algorithms]
        lines.append(f"| `{task.name}` | {' | '.join(cells)} |")
    return lines


def _describe(options: dict[str, Any]) -> str:
    """Return the type of observations or actions with the names of their options."""
    return ", ".join([options["type"], *(name for name in options if name != "type")])


def _task_table(suite: Suite) -> list[str]:
    lines = ["| task | scenario | observation | actions | cycles per decision | budget, decisions | score |", "|---|---|---|---|---:|---:|---|"]
    for task in suite.tasks:
        scenario = f"`{task.scenario_name}`" + (" against the base team" if task.others else "")
        score = {"duration": "duration / horizon", "win": "share of wins"}.get(task.measure, f"share of ends with {task.measure}")
        observation, action = (_describe(options) for options in (task.observation_options, task.action_options))
        lines.append(f"| `{task.name}` | {scenario} | {observation} | {action} | {task.frameSkip} | {task.budget:,} | {score} |")
    return lines


def _detail_table(suite: Suite, runs: _Runs) -> list[str]:
    lines = ["| task | algorithm | goal difference | cycles | frequent ends | decisions | minutes |", "|---|---|---:|---:|---|---:|---:|"]
    for task in suite.tasks:
        for algorithm in _algorithms(runs):
            found = runs.get((task.name, algorithm), [])
            if not found:
                continue
            ends: dict[str, int] = defaultdict(int)
            for run in found:
                for name, count in run.final.ends.items():
                    ends[name] += count
            whole = sum(ends.values())
            shown = ", ".join(f"{name} {100 * count / whole:.0f} %" for name, count in sorted(ends.items(), key=lambda pair: -pair[1])[:3])
            difference = np.mean([run.final.difference() for run in found])
            cycles = np.mean([np.mean(run.final.cycles) for run in found])
            time = f"{np.mean([run.points[-1].seconds for run in found]) / 60:.1f}" if found[0].points else ""
            budget = f"{found[0].budget:,}" if found[0].budget else ""
            lines.append(f"| `{task.name}` | {algorithm} | {difference:.2f} | {cycles:.0f} | {shown} | {budget} | {time} |")
    return lines


MIN_SEEDS = 3
"""Least number of seeds of a task in the aggregate."""

_UPPER = ("base", "scripts")
"""The references whose score is 1 on the normalized scale: the first one that has results on a task and is better than random choices."""


@dataclass(frozen=True)
class Scale:
    """The normalized scale of a task: random choices are 0, a reference is 1."""

    low: float
    high: float
    reference: str
    """The algorithm whose score is 1."""

    @staticmethod
    def of(task: str, runs: _Runs) -> Scale | None:
        """Return the scale of a task, or None if it has no results of random choices or of a reference that is better."""
        means = {name: float(np.mean([run.score for run in runs[task, name]])) for name in REFERENCES if runs.get((task, name))}
        low = means.get("random")
        for name in _UPPER:
            if low is not None and means.get(name, low) > low:
                return Scale(low, means[name], name)
        return None


@dataclass(frozen=True)
class Comparison:
    """The normalized scores of the algorithms that have results on the same tasks."""

    scales: dict[str, Scale]
    """Scale of each task."""
    seeds: int
    """Seeds of each learner on each task."""
    scores: dict[str, list[Scores]]
    """Scores of each algorithm, one array per task."""
    areas: dict[str, list[Scores]]
    """Likewise the means of the learning curves over the budget: the area under the curve of normalized scores."""


def compare(suite: Suite, runs: _Runs) -> Comparison | None:
    """Return the normalized scores on the tasks of which every learner has several seeds; None without such a task."""
    # A submitted learner is compared on the tasks of those of the suite.
    learners = _among(LEARNERS, runs)
    scales, counts = {}, []
    for task in suite.tasks:
        scale = Scale.of(task.name, runs)
        count = min((len(runs.get((task.name, name), [])) for name in learners), default=0)
        if scale is not None and count >= MIN_SEEDS:
            scales[task.name] = scale
            counts.append(count)
    if not scales:
        return None
    seeds = min(counts)
    scores: dict[str, list[Scores]] = {}
    areas: dict[str, list[Scores]] = {}
    for algorithm in _algorithms(runs):
        found = {task: runs.get((task, algorithm), [])[:seeds] for task in scales}
        if not all(found.values()):
            continue
        scores[algorithm] = [normalize(np.array([run.score for run in found[task]]), scale.low, scale.high) for task, scale in scales.items()]
        if algorithm not in REFERENCES:
            areas[algorithm] = [normalize(np.array([_area(run) for run in found[task]]), scale.low, scale.high) for task, scale in scales.items()]
    return Comparison(scales, seeds, scores, areas)


def _area(run: Run) -> float:
    """Return the mean of the learning curve over the budget (trapezoids)."""
    frames = np.array([point.frames for point in run.points], float)
    scores = np.array([point.score for point in run.points])
    return float(((scores[1:] + scores[:-1]) / 2 * np.diff(frames)).sum() / (frames[-1] - frames[0]))


def _aggregate(comparison: Comparison) -> list[str]:
    """Tables of the normalized scores."""
    ones = {name: [f"`{task}`" for task, scale in comparison.scales.items() if scale.reference == name] for name in _UPPER}
    scale = "; ".join(f"{name} is 1 in {', '.join(tasks)}" for name, tasks in ones.items() if tasks)
    learners = list(comparison.areas)
    lines = [
        f"Normalized: random is 0; {scale}. All {len(comparison.scales)} tasks with the first {comparison.seeds} seeds of each learner; interquartile mean over all runs and tasks,"
        " and the mean of the curve over the budget (area under the learning curve), on the same scale:",
        "",
        "| algorithm | normalized score | area under the curve |",
        "|---|---:|---:|",
    ]
    for algorithm, strata in comparison.scores.items():
        area = _show(bootstrap(comparison.areas[algorithm])) if algorithm in comparison.areas else ""
        lines.append(f"| {algorithm} | {_show(bootstrap(strata))} | {area} |")
    lines += [
        "",
        "Probability of improvement: how often a run of the algorithm of the row is better than one of the column on the same task, mean over the tasks; equal scores count half:",
        "",
        f"| | {' | '.join(comparison.scores)} |",
        f"|---|{'---:|' * len(comparison.scores)}",
    ]
    for row in learners:
        cells = ["–" if row == column else _show(bootstrap_improvement(comparison.scores[row], others)) for column, others in comparison.scores.items()]
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return lines


def _overall(suite: Suite, runs: _Runs, head: str) -> list[str]:
    """Return the section about all tasks; nothing for a suite without tasks that can be compared."""
    comparison = compare(suite, runs)
    if comparison is None:
        return []
    return [f"{head}# Over all tasks", "", *_aggregate(comparison), "", f"![Performance profiles](../../images/{_figure(suite, 'profiles')})", ""]


PROFILE_LIMITS = np.round(np.arange(0, 1.51, 0.05), 2)
"""Normalized scores of the performance profile."""


def draw_profile(suite: Suite, folder: Path) -> str:
    """Return the performance profiles as SVG: the share of runs above each normalized score, with intervals of 95 %."""
    runs = group(suite, folder)
    comparison = compare(suite, runs)
    learners = [] if comparison is None else list(comparison.areas)
    width, height = 520, 270
    right, bottom = width - _RIGHT, height - 58

    def x(limit: float) -> float:
        return _LEFT + (right - _LEFT) * limit / float(PROFILE_LIMITS[-1])

    def y(share: float) -> float:
        return bottom - (bottom - _TOP) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="11">',
        "<title>Share of the runs of each learner above a normalized score</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="18" font-size="12">share of the runs above a normalized score</text>',
        f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#9ca3af"/>',
        f'<path d="M{x(1):.1f} {_TOP}V{bottom}" stroke="#6b7280" stroke-dasharray="3 3"/>',
    ]
    parts += [f'<text x="{_LEFT - 4}" y="{y(share) + 4:.1f}" text-anchor="end">{share:g}</text>' for share in (0, 0.5, 1)]
    parts += [f'<text x="{x(limit):.1f}" y="{bottom + 14}" text-anchor="middle">{limit:g}</text>' for limit in (0, 0.5, 1, 1.5)]
    for i, name in enumerate(learners):
        assert comparison is not None
        shares = [bootstrap(comparison.scores[name], lambda scores, limit=limit: above(scores, limit)) for limit in PROFILE_LIMITS]  # type: ignore[misc]
        upper = [f"{x(limit):.1f} {y(share.high):.1f}" for limit, share in zip(PROFILE_LIMITS, shares)]
        lower = [f"{x(limit):.1f} {y(share.low):.1f}" for limit, share in zip(PROFILE_LIMITS, shares)]
        middle = [f"{x(limit):.1f} {y(share.value):.1f}" for limit, share in zip(PROFILE_LIMITS, shares)]
        parts.append(f'<path d="M{"L".join(upper + lower[::-1])}Z" fill="{_color(name, runs)}" opacity="0.12"/>')
        parts.append(f'<path d="M{"L".join(middle)}" fill="none" stroke="{_color(name, runs)}" stroke-width="1.8"/>')
        left = _LEFT + 80 * i
        parts.append(f'<path d="M{left} {height - 22}h18" stroke="{_color(name, runs)}" stroke-width="2"/><text x="{left + 22}" y="{height - 18}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _missing(suite: Suite, runs: _Runs) -> list[str]:
    """Sentences about what was not run."""
    lines = []
    for algorithm in _among(ALGORITHMS, runs):
        absent = [t.name for t in suite.tasks if t.refuses(algorithm) is None and not runs.get((t.name, algorithm))]
        if absent:
            lines.append(f"- {algorithm}: {', '.join(f'`{name}`' for name in absent)}")
    return ["Not run:", "", *lines] if lines else ["Every task has results of every algorithm."]


def _verdicts(suite: Suite, runs: _Runs) -> list[str]:
    """Sentences about which learners learned: the interval of the score at the end is above that of the untrained network."""
    lines = []
    for algorithm in _learners(runs):
        words: dict[str, list[str]] = {"above": [], "equal": [], "below": []}
        for task in suite.tasks:
            found = runs.get((task.name, algorithm), [])
            if len(found) < 3:
                continue
            gain = bootstrap([np.array([run.points[-1].score - run.points[0].score for run in found])], lambda v: float(np.mean(v)))
            words["above" if gain.low > 0 else "below" if gain.high < 0 else "equal"].append(f"`{task.name}`")
        for word, text in (("above", "learned"), ("equal", "did not change with certainty"), ("below", "became worse")):
            if words[word]:
                lines.append(f"- {algorithm} {text}: {', '.join(words[word])}.")
    return lines


def render_tables(suite: Suite, folder: Path) -> list[str]:
    """Return the lines of the tables of the tasks that have results."""
    runs = group(suite, folder)
    played = replace(suite, tasks=tuple(task for task in suite.tasks if any(name == task.name for name, _ in runs)))
    return [*_score_table(played, runs), "", *_verdicts(played, runs), "", *_detail_table(played, runs)]


def render(suite: Suite, folder: Path) -> list[str]:
    """Return the lines of the generated part of the page."""
    runs = group(suite, folder)
    machines = sorted({run.machine for found in runs.values() for run in found if run.machine})
    # In the page of the default suite, the parts are its main sections.
    head = "##" if suite.name == DEFAULT_SUITE else "###"
    versions = sorted({f"{n} {v}" for found in runs.values() for run in found for n, v in run.versions.items() if n != "rcss"})
    return [
        BEGIN,
        "",
        f"{head} Tasks",
        "",
        *_task_table(suite),
        "",
        f"{head} Results",
        "",
        f"{head}# Scores",
        "",
        "Interquartile mean over the seeds with its 95 % interval; `n` is the number of seeds if there are not five, `–` means that the algorithm does not fit.",
        "",
        *_score_table(suite, runs),
        "",
        *_overall(suite, runs, head),
        f"{head}# Learning curves",
        "",
        f"![Learning curves](../../images/{_figure(suite, 'curves')})",
        "",
        f"{head}# What learned",
        "",
        "Difference of the score at the end and that of the untrained network, with the interval over the seeds:",
        "",
        *_verdicts(suite, runs),
        "",
        f"{head}# Details",
        "",
        *_detail_table(suite, runs),
        "",
        *_missing(suite, runs),
        "",
        f"Machines: {'; '.join(machines) or 'not recorded'}. Libraries: {', '.join(versions) or 'none'}.",
        "",
        END,
    ]


def draw_curves(suite: Suite, folder: Path) -> str:
    """Return the learning curves of all tasks with learners as SVG: mean over the seeds, and the range of the seeds."""
    runs = group(suite, folder)
    tasks = [task for task in suite.tasks if any(runs.get((task.name, algorithm)) for algorithm in _learners(runs))]
    rows = -(-len(tasks) // _COLUMNS)
    width, height = _COLUMNS * _WIDTH, rows * _HEIGHT + 28
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="11">',
        "<title>Scores of the learners over decisions</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for i, task in enumerate(tasks):
        parts.append(f'<g transform="translate({i % _COLUMNS * _WIDTH} {i // _COLUMNS * _HEIGHT})">')
        parts += _panel(task, runs)
        parts.append("</g>")
    x = _LEFT
    for name, color in ((name, _color(name, runs)) for name in _learners(runs)):
        parts.append(f'<path d="M{x} {height - 14}h18" stroke="{color}" stroke-width="2"/><text x="{x + 22}" y="{height - 10}">{name}</text>')
        x += 80
    for name in _among(REFERENCES, runs):
        parts.append(f'<path d="M{x} {height - 14}h18" stroke="#6b7280" stroke-dasharray="{_DASHES[name]}"/><text x="{x + 22}" y="{height - 10}">{name}</text>')
        x += 80
    return "\n".join([*parts, "</svg>", ""])


_DASHES = {"random": "1 3", "scripts": "6 3", "base": "10 3 2 3"}


def _panel(task: Task, runs: _Runs) -> list[str]:
    curves = {}
    for algorithm in _learners(runs):
        found = runs.get((task.name, algorithm), [])
        count = min((len(run.points) for run in found), default=0)
        if count:
            frames = [point.frames for point in found[0].points[:count]]
            curves[algorithm] = (frames, np.array([[point.score for point in run.points[:count]] for run in found]))
    lines = {name: np.mean([run.score for run in runs[task.name, name]]) for name in REFERENCES if runs.get((task.name, name))}
    most = max([float(scores.max()) for _, scores in curves.values()] + [float(v) for v in lines.values()] + [0.05])
    top = min(1.0, 1.1 * most)
    last = max(frames[-1] for frames, _ in curves.values())

    def x(frame: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * frame / last

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / top

    parts = [
        f'<text x="{_LEFT}" y="18" font-size="12">{escape(task.name)}</text>',
        f'<path d="M{_LEFT} {_TOP}V{_HEIGHT - _BOTTOM}H{_WIDTH - _RIGHT}" fill="none" stroke="#9ca3af"/>',
        f'<text x="{_LEFT - 4}" y="{y(0):.1f}" text-anchor="end">0</text>',
        f'<text x="{_LEFT - 4}" y="{y(top) + 8:.1f}" text-anchor="end">{top:.2f}</text>',
        f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - _BOTTOM + 14}" text-anchor="end">{last / 1000:g} k</text>',
    ]
    for name, value in lines.items():
        parts.append(f'<path d="M{_LEFT} {y(float(value)):.1f}H{_WIDTH - _RIGHT}" stroke="#6b7280" stroke-dasharray="{_DASHES[name]}"/>')
    for algorithm, (frames, scores) in curves.items():
        color = _color(algorithm, runs)
        upper = [f"{x(f):.1f} {y(float(v)):.1f}" for f, v in zip(frames, scores.max(axis=0))]
        lower = [f"{x(f):.1f} {y(float(v)):.1f}" for f, v in zip(frames, scores.min(axis=0))]
        parts.append(f'<path d="M{"L".join(upper + lower[::-1])}Z" fill="{color}" opacity="0.12"/>')
        middle = [f"{x(f):.1f} {y(float(v)):.1f}" for f, v in zip(frames, scores.mean(axis=0))]
        parts.append(f'<path d="M{"L".join(middle)}" fill="none" stroke="{color}" stroke-width="1.8"/>')
    return parts


def _figure(suite: Suite, kind: str) -> str:
    """Return the name of the file of a plot."""
    return f"{'benchmark' if suite.name == DEFAULT_SUITE else suite.name}-{kind}.svg"


def _files(suite: Suite, results: Path, page: Path, figures: Path) -> dict[Path, str]:
    """Return the content of page and plots."""
    text = page.read_text()
    if BEGIN not in text or END not in text:
        raise ValueError(f"{page}: the lines {BEGIN} and {END} are missing")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    files = {
        page: before + "\n".join(render(suite, results)) + after,
        figures / _figure(suite, "curves"): draw_curves(suite, results),
    }
    if compare(suite, group(suite, results)) is not None:
        files[figures / _figure(suite, "profiles")] = draw_profile(suite, results)
    return files


def write_page(suite: Suite, results: Path, page: Path, figures: Path) -> None:
    """Write tables and plots of the results."""
    for path, text in _files(suite, results, page, figures).items():
        path.write_text(text)


def check_page(suite: Suite, results: Path, page: Path, figures: Path) -> list[str]:
    """Return the files that are not those of the results."""
    return [str(path) for path, text in _files(suite, results, page, figures).items() if not path.exists() or path.read_text() != text]
