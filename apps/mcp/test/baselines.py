"""A line about the episodes of a baseline: mean of the goals with its interval."""

from statistics import NormalDist, mean, stdev
from typing import Sequence, Tuple

# Fewest episodes of an interval.
MIN_EPISODES = 6


def compute_interval(values: Sequence[float]) -> Tuple[float, float]:
    """95 % interval of the mean, by Student; its quantile is expanded around that of the normal distribution."""
    freedom = len(values) - 1
    z = NormalDist().inv_cdf(0.975)
    t = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    half = t * stdev(values) / len(values) ** 0.5
    return mean(values) - half, mean(values) + half


def describe(name: str, goals: Sequence[float], decisions: int) -> str:
    text = f"{name}: {mean(goals):.2f}"
    if len(goals) >= MIN_EPISODES:
        low, high = compute_interval(goals)
        text += f" ({low:.2f} to {high:.2f})"
    return f"{text} goals for less against per episode, {decisions / len(goals):.1f} decisions, {len(goals)} episodes"
