"""Learned policies as documents, with which other matches can be played."""

from __future__ import annotations

from typing import Any

import numpy as np

from .ppo import Learner

_NEVER = -1e9
"""Logit of a choice that is not drawn."""


def freeze(learner: Learner, name: str = "policy", choose: str = "sample") -> dict[str, Any]:
    """Return the policy of a learner as a document of the format `rcss-policy`, which JSON can hold.

    Such a document is a controller of `others`: `{"type": "policy", "policy": freeze(learner)}`.

    Args:
        learner: The learner.
        name: Name in results.
        choose: `sample` draws the choices like the learner; `greedy` takes the best one.
    """
    settings, moments = learner.settings, learner.observation_moments
    parameters = [array.astype(np.float64) for array in learner.policy.parameters]
    # A copy, as the last layer is changed.
    count = len(learner.batch.choices)
    parameters[-1] = np.concatenate([np.where(learner.allowed_first, parameters[-1][:count], _NEVER), parameters[-1][count:]])
    last = len(parameters) // 2 - 1
    return {
        "format": "rcss-policy",
        "version": 1,
        "name": name,
        "scenario": settings.scenario,
        "observation": {"type": settings.observation} if isinstance(settings.observation, str) else settings.observation,
        "action": {"type": settings.action} if isinstance(settings.action, str) else settings.action,
        "frameSkip": settings.frame_skip,
        "normalization": {
            "mean": moments.mean.tolist(),
            "deviation": np.sqrt(moments.variance + 1e-8).tolist(),
            "clip": 10,
        },
        "layers": [
            {
                "weights": parameters[2 * i].T.tolist(),
                "bias": parameters[2 * i + 1].tolist(),
                "activation": "linear" if i == last else "tanh",
            }
            for i in range(last + 1)
        ],
        "choose": choose,
    }
