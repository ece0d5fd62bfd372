"""Choices that a policy may draw."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..batch import Batch


class JointChoices:
    """The choices of a batch as one list: all combinations of the choices of its fields, the last one changing fastest.

    Raises:
        ValueError: if an action of the batch has parameters.
    """

    def __init__(self, batch: Batch) -> None:
        numbers = [field["name"] for field in batch.action_layout if not field.get("isChoice")]
        if numbers:
            raise ValueError(f"action: {', '.join(numbers)}: only choices can be learned, as of macro, discrete or keepaway")
        self._batch = batch
        self._counts = [int(field["high"]) + 1 for field in batch.action_layout]
        self._further = int(np.prod(self._counts[1:]))
        self.count = int(np.prod(self._counts))
        self.logits = sum(self._counts)
        """Number of logits: one per choice of each field."""
        places = np.stack(np.unravel_index(np.arange(self.count), self._counts), axis=-1) + np.cumsum([0, *self._counts[:-1]])
        self._members = np.zeros((self.logits, self.count), np.float32)
        self._members[places.T, np.arange(self.count)] = 1

    def repeat(self, masks: NDArray[Any]) -> NDArray[Any]:
        """Return masks of the first choice as masks of the combinations: further choices are always possible."""
        return np.repeat(masks, self._further, axis=-1)

    def combine(self, logits: NDArray[Any]) -> NDArray[Any]:
        """Return logits of the combinations: sums of those of their choices, so that the fields are drawn independently."""
        return logits if len(self._counts) == 1 else logits @ self._members

    def split(self, gradient: NDArray[Any]) -> NDArray[Any]:
        """Return the gradient of the logits for that of the combinations."""
        return gradient if len(self._counts) == 1 else gradient @ self._members.T

    def masks(self) -> NDArray[Any]:
        """Return the masks of the combinations now, a row for each agent of each match."""
        masks = self._batch.action_masks
        return self.repeat(masks.reshape(-1, masks.shape[-1]))

    def write(self, chosen: NDArray[np.int64]) -> None:
        """Set the actions of all agents of all matches."""
        fields = np.unravel_index(chosen, self._counts)
        self._batch.actions[...] = np.stack(fields, axis=-1).reshape(self._batch.actions.shape)


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
