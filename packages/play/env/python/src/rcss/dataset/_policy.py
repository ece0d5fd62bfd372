"""Who chooses the actions of a dataset."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._spaces import has_only_choices
from ..batch import Batch
from ._parts import DatasetError

_ACTIVATIONS: dict[str, Any] = {"linear": lambda x: x, "tanh": np.tanh, "relu": lambda x: np.maximum(x, 0)}


def load_policy(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return a policy document."""
    try:
        with open(path, encoding="utf-8") as file:
            document: dict[str, Any] = json.load(file)
    except json.JSONDecodeError as error:
        raise DatasetError(f"{path}: is not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("format") != "rcss-policy" or "layers" not in document:
        raise DatasetError(f"{path}: is not a policy document: format is not rcss-policy, or layers are missing")
    return document


def draw_random(batch: Batch, draws: np.random.Generator) -> NDArray[np.float32]:
    """Return actions at random: choices that have an effect, and parameters in their range."""
    low = np.array([field["low"] for field in batch.action_layout])
    high = np.array([field["high"] for field in batch.action_layout])
    choice = np.array([bool(field.get("isChoice")) for field in batch.action_layout])
    shape = batch.actions.shape
    numbers = np.where(choice, draws.integers(0, high.astype(int) + 1, shape), low + (high - low) * draws.random(shape))
    numbers[..., 0] = (draws.random(batch.action_masks.shape) * (batch.action_masks != 0)).argmax(axis=-1)
    return numbers.astype(np.float32)


class DocumentPolicy:
    """Evaluates a policy document for the agents of a batch. Its actions must be choices without parameters."""

    def __init__(self, document: dict[str, Any], batch: Batch, path: str) -> None:
        if not has_only_choices(batch):
            raise DatasetError(f"{path}: its actions of type {document['action'].get('type')} are not a list of choices, such as macro or discrete")
        scaling = document.get("normalization")
        self._is_greedy = document.get("choose", "greedy") == "greedy"
        self._mean: Any = 0.0
        self._deviation: Any = 1.0
        self._clip: float = np.inf
        if scaling is not None:
            self._mean, self._deviation, self._clip = np.array(scaling["mean"]), np.array(scaling["deviation"]), scaling.get("clip", 10)
        self._layers = [(np.array(each["weights"]).T, np.array(each["bias"]), _ACTIVATIONS[each.get("activation", "linear")]) for each in document["layers"]]
        sizes = (self._layers[0][0].shape[0], self._layers[-1][0].shape[1])
        self._counts = [int(field["high"]) + 1 for field in batch.action_layout]
        needed = (batch.observations.shape[-1], sum(self._counts))
        if sizes != needed:
            raise DatasetError(f"{path}: it has {sizes[0]} inputs and {sizes[1]} outputs; the scenario needs {needed[0]} and {needed[1]}")

    def __call__(self, batch: Batch, draws: np.random.Generator) -> NDArray[np.float32]:
        """Return the actions for the observations of a batch."""
        numbers = np.clip((batch.observations - self._mean) / self._deviation, -self._clip, self._clip)
        for weights, bias, activation in self._layers:
            numbers = activation(numbers @ weights + bias)
        if not self._is_greedy:
            # The highest of numbers with Gumbel noise is a draw of the softmax.
            numbers = numbers + draws.gumbel(size=numbers.shape)
        first, *further = np.split(numbers, np.cumsum(self._counts[:-1]), axis=-1)
        fields = [np.where(batch.action_masks != 0, first, -np.inf), *further]
        return np.stack([field.argmax(axis=-1) for field in fields], axis=-1).astype(np.float32)
