"""Ratings of players from the results of all pairs: the model of Davidson (1970), that of Bradley and Terry with draws, as in the reports of leagues."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .statistics import Interval

Counts = NDArray[np.float64]
"""Episodes by first player, second player and result of the first one: won, drawn, lost. A pair has its episodes in one of its two places."""

_ELO = 400 / np.log(10)
"""Elo points of a factor e of the odds."""
_MOST_STEPS = 200


def fit_strengths(counts: Counts, prior_draws: float = 1.0) -> NDArray[np.float64]:
    """Return the Elo values that make the results most likely.

    Args:
        counts: Results of the pairs.
        prior_draws: Draws that each player is taken to have played against a mean player; above 0, so that all values are finite.
    """
    wins, draws = counts[..., 0] + counts[..., 2].T, counts[..., 1] + counts[..., 1].T
    players, total = len(counts), wins + wins.T + draws
    has_draws = bool(draws.any())
    # Logarithms of the strengths, then that of the parameter of draws.
    x = np.zeros(players + has_draws)

    def evaluate(x: NDArray[np.float64]) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        """Log-likelihood, gradient, and the negative second derivatives; each pair is counted in both of its places, so half of it."""
        difference = x[:players, None] - x[None, :players]
        log_draw = x[players] if has_draws else -np.inf
        log_sum = np.logaddexp(np.logaddexp(difference / 2, -difference / 2), log_draw)
        win, loss, draw = (np.exp(part - log_sum) for part in (difference / 2, -difference / 2, np.full_like(difference, log_draw)))
        prior = 1 / (1 + np.exp(-x[:players]))
        likelihood = (wins * difference / 2).sum() - (total * log_sum).sum() / 2
        if has_draws:
            likelihood += draws.sum() / 2 * log_draw
        likelihood += (prior_draws * (x[:players] / 2 - np.logaddexp(0, x[:players]))).sum()
        gradient = np.zeros_like(x)
        gradient[:players] = ((wins - wins.T - total * (win - loss)) / 2).sum(axis=1) + prior_draws * (0.5 - prior)
        curvature = total * (win + loss - (win - loss) ** 2) / 4
        information = np.zeros((len(x), len(x)))
        information[:players, :players] = np.diag(curvature.sum(axis=1) + prior_draws * prior * (1 - prior)) - curvature
        if has_draws:
            gradient[players] = (draws - total * draw).sum() / 2
            information[players, players] = (total * draw * (1 - draw)).sum() / 2
            information[players, :players] = information[:players, players] = -(total * draw * (win - loss)).sum(axis=1) / 2
        return float(likelihood), gradient, information

    now, gradient, information = evaluate(x)
    for _ in range(_MOST_STEPS):
        step = np.linalg.lstsq(information, gradient, rcond=None)[0]
        if np.abs(step).max() < 1e-10:
            break
        scale = 1.0
        moved, after = x + step, evaluate(x + step)
        while after[0] < now - 1e-12 * abs(now) and scale > 1e-10:
            scale /= 2
            moved, after = x + scale * step, evaluate(x + scale * step)
        x, (now, gradient, information) = moved, after
    strengths: NDArray[np.float64] = _ELO * (x[:players] - x[:players].mean())
    return strengths


def rate(counts: Counts, resamples: int = 200, seed: int = 1) -> list[Interval]:
    """Return the Elo value of each player above their mean, with the interval of 95 % of a bootstrap over episodes."""
    estimate = fit_strengths(counts)
    episodes = int(counts.sum())
    random = np.random.default_rng(seed)
    drawn = random.multinomial(episodes, counts.ravel() / episodes, size=resamples).reshape(resamples, *counts.shape)
    low, high = np.quantile([fit_strengths(sample.astype(float)) for sample in drawn], [0.025, 0.975], axis=0)
    return [Interval(*map(float, numbers)) for numbers in zip(estimate, low, high)]
