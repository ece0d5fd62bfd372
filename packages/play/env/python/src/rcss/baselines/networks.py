"""Multilayer perceptrons with their gradients, and the optimizer Adam."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Mlp:
    """A perceptron with tanh between its layers and a linear output.

    Args:
        sizes: Numbers of inputs, hidden units and outputs.
        random: Source of the initial weights, which are orthogonal.
        last_gain: Factor of the weights of the last layer.
    """

    def __init__(self, sizes: Sequence[int], random: np.random.Generator, last_gain: float) -> None:
        self.parameters: list[Floats] = []
        for i, (rows, columns) in enumerate(zip(sizes[:-1], sizes[1:])):
            gain = last_gain if i == len(sizes) - 2 else float(np.sqrt(2))
            self.parameters.append(_orthogonal(rows, columns, gain, random))
            self.parameters.append(np.zeros(columns, np.float32))
        self._inputs: list[Floats] = []

    def forward(self, rows: Floats) -> Floats:
        """Return the outputs of rows of inputs, and keep what `backward` needs."""
        self._inputs = [rows]
        layers = len(self.parameters) // 2
        for i in range(layers):
            rows = rows @ self.parameters[2 * i] + self.parameters[2 * i + 1]
            if i < layers - 1:
                np.tanh(rows, out=rows)
                self._inputs.append(rows)
        return rows

    def backward(self, gradient: Floats) -> list[Floats]:
        """Return the gradients of the parameters for the gradient of the outputs of the last `forward`."""
        found: list[Floats] = []
        for i in range(len(self._inputs) - 1, -1, -1):
            inputs = self._inputs[i]
            found[:0] = [inputs.T @ gradient, gradient.sum(axis=0)]
            if i > 0:
                gradient = (gradient @ self.parameters[2 * i].T) * (1 - inputs * inputs)
        return found


def _orthogonal(rows: int, columns: int, gain: float, random: np.random.Generator) -> Floats:
    square = random.standard_normal((max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(square)
    q = q * np.sign(np.diag(r))
    return np.ascontiguousarray(gain * (q if rows >= columns else q.T), np.float32)


class Adam:
    """The optimizer Adam (Kingma and Ba 2015) over a list of parameters, which it changes in place."""

    def __init__(self, parameters: list[Floats]) -> None:
        self.parameters = parameters
        self.first = [np.zeros_like(p) for p in parameters]
        self.second = [np.zeros_like(p) for p in parameters]
        self.steps = 0

    def step(self, gradients: list[Floats], rate: float) -> None:
        """Move the parameters against the gradients."""
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for parameter, gradient, first, second in zip(self.parameters, gradients, self.first, self.second):
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient * gradient - second)
            parameter -= np.float32(scale) * first / (np.sqrt(second) + np.float32(1e-7))


class RunningMoments:
    """Mean and variance of rows that come in parts."""

    def __init__(self, width: int) -> None:
        self.mean = np.zeros(width)
        self.variance = np.ones(width)
        self.count = 1e-4

    def add(self, rows: NDArray[np.floating]) -> None:
        """Add rows."""
        count = len(rows)
        mean = rows.mean(axis=0, dtype=np.float64)
        variance = rows.var(axis=0, dtype=np.float64)
        total = self.count + count
        gap = mean - self.mean
        self.variance = (
            self.variance * self.count + variance * count + gap * gap * (self.count * count / total)
        ) / total
        self.mean = self.mean + gap * (count / total)
        self.count = total

    def normalize(self, rows: NDArray[np.floating]) -> Floats:
        """Return rows with mean 0 and variance 1, cut at 10."""
        scaled = (rows - self.mean.astype(np.float32)) / np.sqrt(self.variance + 1e-8).astype(np.float32)
        return np.clip(scaled, -10, 10).astype(np.float32, copy=False)
