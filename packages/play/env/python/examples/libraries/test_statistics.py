"""The aggregates of the benchmark beside those of rliable, on random scores and on the results of the repository."""

from pathlib import Path

import numpy as np
import pytest
from rliable import library, metrics

from rcss.bench import load_suite
from rcss.bench.report import compare, group
from rcss.bench.statistics import above, bootstrap, bootstrap_improvement, improvement, interquartile_mean

RESULTS = Path(__file__).parents[6] / "data" / "benchmark" / "rcss-bench-v1"


def _matrices():
    """Scores of two algorithms, (runs, tasks): random ones with equal scores among them, and the committed ones."""
    random = np.random.default_rng(7)
    for runs, tasks in ((5, 8), (3, 1), (10, 4)):
        yield tuple(np.round(random.normal(0.5, 0.3, (runs, tasks)), 1) for _ in range(2))
    comparison = compare(load_suite(), group(load_suite(), RESULTS))
    yield tuple(np.array(comparison.scores[name]).T for name in ("ippo", "mappo"))


@pytest.mark.parametrize("first, second", list(_matrices()))
def test_estimates_are_those_of_rliable(first, second):
    assert interquartile_mean(first) == pytest.approx(metrics.aggregate_iqm(first))
    for limit in (0, 0.3, 0.5, 1):
        assert above(first, limit) == pytest.approx(library.run_score_deviation(first, limit))
    ours = np.mean([improvement(x, y) for x, y in zip(first.T, second.T)])
    assert ours == pytest.approx(metrics.probability_of_improvement(first, second))


@pytest.mark.parametrize("first, second", list(_matrices()))
def test_intervals_are_those_of_rliable_except_for_their_random_numbers(first, second):
    points, intervals = library.get_interval_estimates(
        {"first": first, "first,second": (first, second)},
        lambda *scores: np.array([metrics.aggregate_iqm(scores[0]) if len(scores) == 1 else metrics.probability_of_improvement(*scores)]),
        reps=1000,
        random_state=np.random.RandomState(3),
    )
    for name, ours in (("first", bootstrap(list(first.T), resamples=1000)), ("first,second", bootstrap_improvement(list(first.T), list(second.T), resamples=1000))):
        assert ours.value == pytest.approx(points[name][0])
        spread = max(ours.high - ours.low, 1e-9)
        assert abs(ours.low - intervals[name][0, 0]) <= 0.2 * spread
        assert abs(ours.high - intervals[name][1, 0]) <= 0.2 * spread
