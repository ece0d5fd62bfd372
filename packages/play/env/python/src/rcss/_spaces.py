"""Gymnasium spaces from layouts."""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .batch import Batch


def observation_space(batch: Batch) -> spaces.Box:
    """Return the space of the observation of one agent."""
    repeat = batch.observations.shape[-1] // len(batch.observation_layout)
    low = np.array([field["low"] for field in batch.observation_layout] * repeat, np.float32)
    high = np.array([field["high"] for field in batch.observation_layout] * repeat, np.float32)
    return spaces.Box(low, high, dtype=np.float32)


def action_space(batch: Batch) -> spaces.Space[Any]:
    """Return the space of the action of one agent: `Discrete` for a list of choices, otherwise `Box`."""
    layout = batch.action_layout
    if len(layout) == 1:
        return spaces.Discrete(len(batch.choices))
    low = np.array([field["low"] for field in layout], np.float32)
    high = np.array([field["high"] for field in layout], np.float32)
    return spaces.Box(low, high, dtype=np.float32)


def mask_name(batch: Batch) -> str:
    """Return the key of the mask in `infos`: `action_mask` is the mask of a `Discrete` space for PettingZoo and Gymnasium."""
    return "action_mask" if len(batch.action_layout) == 1 else "choice_mask"


def write_action(block: NDArray[Any], action: Any, choices: int, owner: str = "") -> None:
    """Write an action to its place in the block.

    Args:
        choices: Number of choices if actions are a list of choices, otherwise 0.

    Raises:
        ValueError: if it does not have the numbers of the block, or if it is not one of the choices.
    """
    try:
        numbers = np.asarray(action, np.float32).reshape(block.shape)
    except (TypeError, ValueError):
        raise ValueError(
            f"action{owner}: {_show(action)} does not fit; numbers of the shape {block.shape} are needed, as in action_space"
        ) from None
    if choices > 0 and (numbers.min(initial=0) < 0 or numbers.max(initial=0) >= choices):
        raise ValueError(f"action{owner}: {_show(action)} is not a choice from 0 to {choices - 1}, as in action_space")
    block[...] = numbers


def choice_count(batch: Batch) -> int:
    """Return the number of choices if the actions are a list of choices, otherwise 0."""
    return len(batch.choices) if len(batch.action_layout) == 1 else 0


def _show(value: Any) -> str:
    return " ".join(repr(value).split())[:80]


def refuse_auto_reset(options: Mapping[str, Any], kind: str) -> None:
    """Raise if `auto_reset` is given to an environment whose episodes start with `reset`."""
    if "auto_reset" in options:
        raise ValueError(
            f"auto_reset: {options['auto_reset']!r} is not possible in {kind}, whose episodes start with reset; rcss.make_batch has it"
        )
