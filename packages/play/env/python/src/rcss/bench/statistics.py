"""Interquartile means with stratified bootstrap intervals (Agarwal et al. 2021)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def interquartile_mean(scores: Scores) -> float:
    """Return the mean of the middle half of all numbers; a quarter is cut off at each end, in parts if it is not a whole number."""
    values = np.sort(np.asarray(scores, float).ravel())
    count = len(values)
    edges = np.arange(count + 1) / count
    weights = np.clip(np.minimum(edges[1:], 0.75) - np.maximum(edges[:-1], 0.25), 0, None)
    return float((values * weights).sum() / weights.sum())


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
    if not strata or any(len(scores) == 0 for scores in strata):
        raise ValueError("strata: every task needs the score of a run")
    random = np.random.default_rng(seed)
    drawn = np.concatenate([scores[random.integers(len(scores), size=(resamples, len(scores)))] for scores in strata], axis=1)
    samples = np.array([estimate(row) for row in drawn])
    low, high = np.quantile(samples, [0.025, 0.975])
    return Interval(estimate(np.concatenate(list(strata))), float(low), float(high))
