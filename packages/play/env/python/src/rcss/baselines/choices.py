"""Choices that a policy may draw."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def allow_choices(choices: list[str], named: list[str] | None) -> NDArray[np.bool_]:
    """Return which choices are among the named ones; all if `named` is None.

    Raises:
        ValueError: if a name is not among the choices.
    """
    for name in named or []:
        if name not in choices:
            raise ValueError(f"choices: {name!r} is not one of {', '.join(choices)}")
    return np.array([named is None or name in named for name in choices])


def restrict_masks(masks: NDArray[Any], allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return rows of masks without the choices that are not allowed. A row without any other choice has the first one: none."""
    found: NDArray[np.bool_] = (masks != 0) & allowed
    found[:, 0] |= ~found.any(axis=1)
    return found


def has_choice(masks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which rows of masks have more than one choice."""
    found: NDArray[np.bool_] = masks.sum(axis=1) > 1
    return found
