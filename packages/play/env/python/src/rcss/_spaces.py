"""Gymnasium spaces from layouts."""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._names import suggest
from .batch import Batch
from .options import ActionForm

Fields = list[dict[str, Any]]


def box_of(fields: Fields, repeat: int = 1) -> spaces.Box:
    """Return the space of the numbers of a layout."""
    low = np.array([field["low"] for field in fields] * repeat, np.float32)
    high = np.array([field["high"] for field in fields] * repeat, np.float32)
    return spaces.Box(low, high, dtype=np.float32)


def observation_space(batch: Batch) -> spaces.Box:
    """Return the space of the observation of one agent; raises ValueError if there are no agents."""
    if not batch.agents:
        raise ValueError("agents: 'none' is possible in rcss.make_batch only; this environment needs an agent")
    return box_of(batch.observation_layout, batch.observations.shape[-1] // len(batch.observation_layout))


def mask_name(batch: Batch) -> str:
    """Return the key of the mask in `infos`: `action_mask` is the mask of a `Discrete` space for PettingZoo and Gymnasium."""
    return "action_mask" if len(batch.action_layout) == 1 else "choice_mask"


def has_only_choices(batch: Batch) -> bool:
    """Return whether all numbers of an action are choices."""
    return all(field.get("isChoice") for field in batch.action_layout)


def masks_of(batch: Batch) -> NDArray[np.bool_]:
    """Return which choices have an effect now, one row for each agent of each match.

    For a `MultiDiscrete` space, the choices of all numbers follow each other, as `MaskablePPO` expects it; those after the first number
    are always possible.
    """
    rows = batch.num_envs * len(batch.agents)
    masks: NDArray[np.bool_] = batch.action_masks.reshape(rows, -1) != 0
    if not has_only_choices(batch) or len(batch.action_layout) == 1:
        return masks
    further = sum(int(field["high"]) + 1 for field in batch.action_layout[1:])
    return np.concatenate([masks, np.ones((rows, further), np.bool_)], axis=1)


class Actions:
    """The space of the actions of a batch, and how an action is written to its block.

    Args:
        form: `box`: all numbers in one `Box`, choices are rounded. `tuple`: the choices as `Discrete` or `MultiDiscrete`, then the
            parameters as `Box`. `dict`: a `Discrete` for each choice by its name, and `parameters`. A list of choices is `Discrete`, and several
            choices without parameters are `MultiDiscrete`.
    """

    def __init__(self, batch: Batch, form: ActionForm) -> None:
        layout = batch.action_layout
        if form not in ("box", "tuple", "dict"):
            raise ValueError(f"action_form: {form!r} is not box, tuple or dict{suggest(str(form), ('box', 'tuple', 'dict'))}")
        self._is_list = has_only_choices(batch)
        if self._is_list and form != "box":
            kind = "a list of choices, a Discrete space" if len(layout) == 1 else "several choices, a MultiDiscrete space"
            raise ValueError(f"action_form: {form!r} needs actions with parameters, and these are {kind}")
        self._form = form
        self._names = [field["name"] for field in layout]
        self._choices = [i for i, field in enumerate(layout) if field.get("isChoice")]
        self._parameters = [i for i in range(len(layout)) if i not in self._choices]
        self._counts = np.array([layout[i]["high"] + 1 for i in self._choices])
        self._columns = [*self._choices, *self._parameters]

    def space(self, batch: Batch) -> spaces.Space[Any]:
        """Return a new space of the action of one agent."""
        layout = batch.action_layout
        if self._is_list:
            return spaces.Discrete(len(batch.choices)) if len(layout) == 1 else spaces.MultiDiscrete(self._counts)
        if self._form == "box":
            return box_of(layout)
        parameters = box_of([layout[i] for i in self._parameters])
        if self._form == "dict":
            choices: dict[str, spaces.Space[Any]] = {self._names[i]: spaces.Discrete(int(n)) for i, n in zip(self._choices, self._counts)}
            return spaces.Dict({**choices, "parameters": parameters})
        if len(self._choices) == 1:
            return spaces.Tuple((spaces.Discrete(int(self._counts[0])), parameters))
        return spaces.Tuple((spaces.MultiDiscrete(self._counts), parameters))

    def write(self, block: NDArray[Any], action: Any, owner: str = "") -> None:
        """Write an action, or one for each row, to its place in the block.

        Raises:
            ValueError: if it does not have the numbers of the block, or if a choice does not exist.
        """
        numbers = self._numbers(block, action, owner)
        given = numbers[..., self._choices]
        chosen = np.rint(given)
        rounds = self._form == "box" and not self._is_list
        bad = (chosen < 0) | (chosen >= self._counts) | ((chosen != given) & (not rounds))
        if bad.any() and not np.isnan(given).any():
            *row, place = (int(i) for i in np.argwhere(bad)[0])
            field = self._choices[place]
            where = f"[{row[0]}]" if row else ""
            name = "" if len(self._names) == 1 else f", {self._names[field]} (index {field})"
            need = "numbers" if rounds else "whole numbers"
            raise ValueError(
                f"action{owner}{where}{name}: {given[bad][0]:.7g} is not a choice from 0 to {self._counts[place] - 1}, as in action_space; "
                f"{need} in this range are allowed"
            )
        numbers[..., self._choices] = chosen
        block[...] = numbers

    def _numbers(self, block: NDArray[Any], action: Any, owner: str) -> NDArray[Any]:
        try:
            if self._form == "box":
                return np.array(action, np.float32).reshape(block.shape)
            if self._form == "dict":
                parts = [action[self._names[i]] for i in self._choices] + [action["parameters"]]
            else:
                parts = list(action)
                if len(parts) != 2:
                    raise ValueError
            rows = block.shape[:-1]
            columns = np.concatenate([np.asarray(part, np.float32).reshape(*rows, -1) for part in parts], axis=-1)
            numbers = np.empty(block.shape, np.float32)
            numbers[..., self._columns] = columns
            return numbers
        except (TypeError, ValueError, KeyError, IndexError):
            need = f"numbers of the shape {block.shape} are" if self._form == "box" else f"a {self._form} is"
            raise ValueError(f"action{owner}: {_show(action)} does not fit; {need} needed, as in action_space") from None


def _show(value: Any) -> str:
    return " ".join(repr(value).split())[:80]


def refuse_auto_reset(options: Mapping[str, Any], kind: str) -> None:
    """Raise if `auto_reset` is given to an environment whose episodes start with `reset`."""
    if "auto_reset" in options:
        raise ValueError(
            f"auto_reset: {options['auto_reset']!r} is not possible in {kind}, whose episodes start with reset; rcss.make_batch has it"
        )
