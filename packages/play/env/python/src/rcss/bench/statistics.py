"""Aggregates over tasks with stratified bootstrap intervals: definitions of Agarwal et al. (2021), equal to those of the package rliable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]
"""Scores of the runs of one task, one number per run."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def interquartile_mean(scores: Scores) -> float:
    """Return the mean without the lowest and the highest quarter of all numbers; of five numbers, one is left out at each end."""
    values = np.sort(np.asarray(scores, float).ravel())
    cut = len(values) // 4
    return float(values[cut : len(values) - cut].mean())


def normalize(scores: Scores, low: float, high: float) -> Scores:
    """Return scores on the scale on which `low` is 0 and `high` is 1."""
    return (np.asarray(scores, float) - low) / (high - low)


def above(scores: Scores, limit: float) -> float:
    """Return the share of the runs with a score above a limit: the performance profile at this limit."""
    return float((np.asarray(scores) > limit).mean())


def improvement(scores: Scores, others: Scores) -> float:
    """Return the probability that a run of one algorithm is better than one of another, on one task; equal scores count half."""
    differences = np.asarray(scores)[:, None] - np.asarray(others)[None, :]
    return float((differences > 0).mean() + (differences == 0).mean() / 2)


def bootstrap(
    strata: Sequence[Scores], estimate: Callable[[Scores], float] = interquartile_mean, resamples: int = 2000, seed: int = 1
) -> Interval:
    """Return an estimate of the scores of several runs with its percentile interval of 95 %.

    Args:
        strata: The scores of the runs of each task, one number per run. Runs are drawn with replacement within their task.
        estimate: What is estimated, from the scores of all tasks.
        resamples: Number of samples.
        seed: Seed of the samples.
    """
    return _bootstrap([strata], lambda parts: estimate(np.concatenate(parts[0])), resamples, seed)


def bootstrap_improvement(strata: Sequence[Scores], others: Sequence[Scores], resamples: int = 2000, seed: int = 1) -> Interval:
    """Return the probability of improvement, the mean over the tasks, with its percentile interval of 95 %.

    Args:
        strata: The scores of an algorithm on each task.
        others: Those of the other one on the same tasks.
        resamples: Number of samples.
        seed: Seed of the samples.
    """
    if len(strata) != len(others):
        raise ValueError(f"others: {len(others)} tasks, and not {len(strata)}")
    return _bootstrap([strata, others], lambda parts: float(np.mean([improvement(x, y) for x, y in zip(*parts)])), resamples, seed)


def _bootstrap(
    groups: Sequence[Sequence[Scores]], estimate: Callable[[Sequence[Sequence[Scores]]], float], resamples: int, seed: int
) -> Interval:
    if any(not strata or any(len(scores) == 0 for scores in strata) for strata in groups):
        raise ValueError("strata: every task needs the score of a run")
    random = np.random.default_rng(seed)
    drawn = [[scores[random.integers(len(scores), size=(resamples, len(scores)))] for scores in map(np.asarray, strata)] for strata in groups]
    samples = [estimate([[scores[i] for scores in strata] for strata in drawn]) for i in range(resamples)]
    low, high = np.quantile(samples, [0.025, 0.975])
    return Interval(estimate([[np.asarray(scores) for scores in strata] for strata in groups]), float(low), float(high))
