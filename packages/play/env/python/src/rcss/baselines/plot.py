"""Learning curves as SVG, without a plotting library."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 110, 36, 48
_COLORS = ("#2563eb", "#d97706", "#059669", "#9333ea")


def _read(run: Path) -> tuple[list[float], list[float]]:
    """Return steps and smoothed mean rewards of a run."""
    with (run / "progress.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["reward"] != "nan"]
    steps = [float(row["steps"]) for row in rows]
    rewards = np.array([float(row["reward"]) for row in rows])
    window = max(1, len(rows) // 60)
    smooth = [float(rewards[max(0, i - window + 1) : i + 1].mean()) for i in range(len(rewards))]
    return steps, smooth


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers between two numbers."""
    raw = (high - low) / 5
    power = 10.0 ** np.floor(np.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw)
    return [round(float(value), 10) + 0.0 for value in np.arange(np.ceil(low / step) * step, high + step * 1e-6, step)]


def draw_curves(runs: list[Path], title: str = "") -> str:
    """Return a plot of the mean reward of training episodes over agent-steps.

    Args:
        runs: Folders with `progress.csv`; the `scores.json` of the first one, if any, gives lines for random choices, the scripts and
            the policy at the end.
        title: Title of the plot.
    """
    curves = [_read(run) for run in runs]
    scores: dict[str, float] = {}
    if (runs[0] / "scores.json").exists():
        stored = json.loads((runs[0] / "scores.json").read_text())
        scores = {name: float(score["reward"]) for name, score in stored.items()}
    values = [value for _, rewards in curves for value in rewards] + list(scores.values())
    low, high = min(values), max(values)
    low, high = low - 0.05 * (high - low), high + 0.05 * (high - low)
    last = max(steps[-1] for steps, _ in curves)

    def x(step: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * step / last

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (value - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title or 'Learning curves')}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" font-size="14">{escape(title)}</text>',
    ]
    for value in _ticks(low, high):
        parts.append(
            f'<path d="M{_LEFT} {y(value):.1f}H{_WIDTH - _RIGHT}" stroke="#e5e7eb"/>'
            f'<text x="{_LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
        )
    for step in _ticks(0, last):
        parts.append(
            f'<text x="{x(step):.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{step / 1e6:g} M</text>'
        )
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{_HEIGHT - 10}" text-anchor="middle">agent-steps</text>')
    parts.append(
        f'<text transform="translate(16 {_HEIGHT / 2}) rotate(-90)" text-anchor="middle">mean reward per agent and episode</text>'
    )
    # Labels of near lines are moved apart.
    label_y = float("-inf")
    for name, value in sorted(scores.items(), key=lambda pair: -pair[1]):
        label_y = max(y(value) + 4, label_y + 14)
        parts.append(
            f'<path d="M{_LEFT} {y(value):.1f}H{_WIDTH - _RIGHT}" stroke="#6b7280" stroke-dasharray="5 4"/>'
            f'<text x="{_WIDTH - _RIGHT + 6}" y="{label_y:.1f}">{escape(name)} {value:.2f}</text>'
        )
    for i, (steps, rewards) in enumerate(curves):
        points = "".join(f"{'L' if k else 'M'}{x(s):.1f} {y(v):.1f}" for k, (s, v) in enumerate(zip(steps, rewards)))
        parts.append(f'<path d="{points}" fill="none" stroke="{_COLORS[i % len(_COLORS)]}" stroke-width="1.6"/>')
    return "\n".join([*parts, "</svg>", ""])
